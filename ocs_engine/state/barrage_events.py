"""What can happen when a hex is barraged (OCS 10).

Strengths and totals are written as fractions in text, "7/2". A barrage has one aim: "units", "air base", "port" or
"railway".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.fight_events import FactorTold, UnitTold
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


class BarrageReckoned(Event):
    """Who fires at what, with what strength (OCS 10.0, 10.1). fire: units, or planes with the places of their bases.

    total: not rounded; partial: the part of it that is used, 0 for all (OCS 21.10). column: where it starts, from 0 on
    the left; heading: what it is called. cost: tokens of that column.
    """

    kind: Literal["barrage reckoned"] = "barrage reckoned"
    side: Side
    target: str
    aim: str
    source: str
    fire: tuple[UnitTold, ...]
    total: str
    column: int
    heading: str
    cost: int
    partial: int = 0


class BarrageShifted(Event):
    """The column on which a barrage of units is rolled, and the shifts that brought it there (OCS 10.0a, 10.0b).

    terrain: what the owner of the target chose, or the only one; row: its class.
    """

    kind: Literal["barrage shifted"] = "barrage shifted"
    target: str
    terrain: str
    row: str
    spotted: bool
    shifts: tuple[FactorTold, ...]
    column: int
    heading: str


class BarrageResolved(Event):
    """What the dice of a barrage of units made of it (OCS 10.0r).

    roll: of two dice. printed: the result in the table's own words; result: what it comes to, and why where that is
    something else. half: the die of a 1/2. steps: to be lost. dg: whether the combat units of the hex go DG.
    """

    kind: Literal["barrage resolved"] = "barrage resolved"
    target: str
    roll: int
    printed: str
    result: str
    why: str = ""
    half: int | None = None
    steps: int
    dg: bool


class FacilityStruck(Event):
    """What the die of a barrage of an air base, a port or a railway made of it, in the table's own words (OCS 10.0c).

    hits: levels, or hits on a port, before the limits. plane_loss: what the die of a plane at the base must show for it
    to lose a step; None where none can.
    """

    kind: Literal["facility struck"] = "facility struck"
    target: str
    aim: str
    die: int
    result: str
    hits: int
    plane_loss: int | None = None


class BaseReduced(Event):
    """An air base has a lower level now (OCS 15.0b)."""

    kind: Literal["base reduced"] = "base reduced"
    hex: str
    level: int


class PortHit(Event):
    """A port has more hits now (OCS 19.0b)."""

    kind: Literal["port hit"] = "port hit"
    hex: str
    hits: int


EVENTS: tuple[type[Event], ...] = (
    BarrageReckoned, BarrageShifted, BarrageResolved, FacilityStruck, BaseReduced, PortHit,
)  # fmt: skip


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _barrage_reckoned(state: State, event: BarrageReckoned) -> State:
    """Who has fired, and which hex has had its barrage, is remembered for the phase (OCS 10.0e).

    What planes do was remembered when they set out, for it counts even where none of them comes through.
    """
    if event.source == "air":
        return state
    fired = state.memory.fired
    for each in event.fire:
        fired = fired.set(each.unit, True)
    barraged = state.memory.barraged.set(state.world.place(event.target), True)
    return replace(state, memory=replace(state.memory, fired=fired, barraged=barraged))


def _nothing(state: State, _: Event) -> State:
    return state


def _base_reduced(state: State, event: BaseReduced) -> State:
    hex_ = state.world.place(event.hex)
    return replace(state, bases=state.bases.set(hex_, replace(state.bases[hex_], level=event.level)))


def _port_hit(state: State, event: PortHit) -> State:
    hex_ = state.world.place(event.hex)
    return replace(state, ports=state.ports.set(hex_, replace(state.ports[hex_], hits=event.hits)))


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (BarrageReckoned, _barrage_reckoned),
    (BarrageShifted, _nothing),
    (BarrageResolved, _nothing),
    (FacilityStruck, _nothing),
    (BaseReduced, _base_reduced),
    (PortHit, _port_hit),
)
