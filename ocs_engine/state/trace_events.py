"""What can happen to trace: rails change hands, units eat, starve, or break out (OCS 12.6, 12.8, 13.3h)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

from immutables import Map
from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.events import put_units, with_lost
from ocs_engine.state.model import AWAY, DEAD, Returning, State, Stocks, Unit
from ocs_engine.state.supply_events import on_ground
from ocs_engine.world.counters import Side

Die = Annotated[int, Field(ge=1, le=6)]


class RailSettled(Event):
    """Who controls which detrainable hex as the first turn begins: side by hex (OCS 13.3h)."""

    kind: Literal["rail settled"] = "rail settled"
    control: dict[str, Side]


class RailTaken(Event):
    """A combat unit entered a detrainable hex, which is its side's from now on (OCS 13.3h)."""

    kind: Literal["rail taken"] = "rail taken"
    hex: str
    side: Side


class RailAsked(Event):
    """A side asked for the control of detrainable hexes behind its front, and the other agreed or not (OCS 13.3h)."""

    kind: Literal["rail asked"] = "rail asked"
    side: Side
    hexes: tuple[str, ...]
    agreed: bool


class TraceChecked(Event):
    """A side's trace was checked in its Supply Phase (OCS 12.6). without: the units that have none."""

    kind: Literal["trace checked"] = "trace checked"
    side: Side
    without: tuple[str, ...]


class UnitsFed(Event):
    """Units without trace ate off the map and are in supply (OCS 12.6c). source: as in `SupplySpent`; tokens: in T."""

    kind: Literal["units fed"] = "units fed"
    side: Side
    units: tuple[str, ...]
    source: str
    tokens: Annotated[int, Field(ge=1)]


class UnitsStarved(Event):
    """Units without trace that did not eat were marked as out of supply (OCS 12.8a)."""

    kind: Literal["units starved"] = "units starved"
    side: Side
    units: tuple[str, ...]


class AttritionRolled(Event):
    """Attrition in a hex (OCS 12.8b). ar: the column; steps: those out of supply; total: the roll as it counts.

    result: the table's words; lost: the steps that it takes.
    """

    kind: Literal["attrition rolled"] = "attrition rolled"
    side: Side
    hex: str
    units: tuple[str, ...]
    ar: int
    steps: int
    total: int
    result: str
    lost: int


class BrokeOut(Event):
    """A unit tried to break out (OCS 12.8e). total: as the roll counts; turns: until its return, 0 where it failed."""

    kind: Literal["broke out"] = "broke out"
    unit: str
    hex: str
    total: int
    turns: Annotated[int, Field(ge=0, le=6)]


class PointsBrokeOut(Event):
    """Transport tried to break out, its points one by one (OCS 12.8e); its load stays on the ground.

    points: the T that each carries, and the turns until it returns, 0 where it failed. load: in T.
    """

    kind: Literal["points broke out"] = "points broke out"
    transport: str
    hex: str
    points: tuple[tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=0, le=6)]], ...]
    load: Annotated[int, Field(ge=0)]


EVENTS: tuple[type[Event], ...] = (
    RailSettled, RailTaken, RailAsked, TraceChecked, UnitsFed, UnitsStarved, AttritionRolled, BrokeOut, PointsBrokeOut,
)  # fmt: skip


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _rail_settled(state: State, event: RailSettled) -> State:
    return replace(state, rail_control=Map((state.world.place(label), side) for label, side in event.control.items()))


def _rail_taken(state: State, event: RailTaken) -> State:
    return replace(state, rail_control=state.rail_control.set(state.world.place(event.hex), event.side))


def _rail_asked(state: State, event: RailAsked) -> State:
    """A side asks once in a phase."""
    state = replace(state, memory=replace(state.memory, claimed=True))
    if not event.agreed:
        return state
    given = {state.world.place(label): event.side for label in event.hexes}
    return replace(state, rail_control=state.rail_control.update(given))


def _trace_checked(state: State, event: TraceChecked) -> State:
    """Those that trace are in supply; what the others ate before is used up, and a mark stays (OCS 12.8a)."""
    without, changed = set(event.without), {}
    for uid, unit in state.in_order():
        if unit.side is event.side and unit.place >= 0 and (unit.ate or unit.oos):
            changed[uid] = replace(unit, ate=False, oos=unit.oos and uid in without)
    return put_units(state, changed)


def _units_fed(state: State, event: UnitsFed) -> State:
    return put_units(state, {uid: replace(state.units[uid], ate=True, oos=False) for uid in event.units})


def _units_starved(state: State, event: UnitsStarved) -> State:
    return put_units(state, {uid: replace(state.units[uid], oos=True) for uid in event.units})


def _nothing(state: State, _: Event) -> State:
    return state


def _broke_out(state: State, event: BrokeOut) -> State:
    """A unit that gets away keeps its step losses and nothing else."""
    unit = state.units[event.unit]
    if not event.turns:
        return put_units(state, {event.unit: replace(unit, place=DEAD, marker=None)})
    away = Unit(unit.counter, AWAY, unit.up, lost=unit.lost, stocks=Stocks.FULL)
    back = Returning(state.turn + event.turns, unit.side, event.unit)
    return replace(put_units(state, {event.unit: away}), returning=(*state.returning, back))


def _points_broke_out(state: State, event: PointsBrokeOut) -> State:
    each = state.transport[event.transport]
    back = tuple(
        Returning(state.turn + turns, each.side, "", each.kind, tokens, each.formation)
        for tokens, turns in event.points
        if turns
    )
    state = on_ground(state, each.place, each.side, event.load) if event.load else state
    state = with_lost(state, each.side, each.kind, each.formation, sum(t for t, turns in event.points if not turns))
    return replace(state, transport=state.transport.delete(event.transport), returning=(*state.returning, *back))


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (RailSettled, _rail_settled),
    (RailTaken, _rail_taken),
    (RailAsked, _rail_asked),
    (TraceChecked, _trace_checked),
    (UnitsFed, _units_fed),
    (UnitsStarved, _units_starved),
    (AttritionRolled, _nothing),
    (BrokeOut, _broke_out),
    (PointsBrokeOut, _points_broke_out),
)
