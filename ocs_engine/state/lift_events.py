"""What can happen to cargo that rail, ships or planes carry (OCS 13.3, 19, 14.9, 14.10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

from immutables import Map
from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.events import go_to
from ocs_engine.state.model import DropPlan, State
from ocs_engine.state.supply_events import on_ground
from ocs_engine.world.counters import Side

Room = Annotated[int, Field(ge=0)]


class CargoRailed(Event):
    """Cargo rode by rail. tokens: SP among it, in T. room: Rail Cap that it took, in half tokens (OCS 13.3).

    start: a hex, or the off-map box from which it rode to the first hex of the path. doubled: whether it cost double.
    """

    kind: Literal["cargo railed"] = "cargo railed"
    side: Side
    start: str
    to: str
    units: tuple[str, ...] = ()
    transport: tuple[str, ...] = ()
    tokens: Room = 0
    room: Room
    path: tuple[str, ...]
    doubled: bool = False


class CargoShipped(Event):
    """Cargo was shipped. tokens: SP among it, in T. room: Sea Cap that it took, in half tokens (OCS 19.0f).

    start, to: ports or off-map boxes. ports: what it took of the capacity of each port, in half tokens.
    """

    kind: Literal["cargo shipped"] = "cargo shipped"
    side: Side
    start: str
    to: str
    units: tuple[str, ...] = ()
    transport: tuple[str, ...] = ()
    tokens: Room = 0
    room: Room
    ports: dict[str, Room] = Field(default_factory=dict)


class CrowdsFormed(Event):
    """Stacks that units joined in hexes where no stacking limit holds may stay as they are for a while (T2 1.3c)."""

    kind: Literal["crowds formed"] = "crowds formed"
    side: Side
    hexes: tuple[str, ...]


class CrowdsEnded(Event):
    """A side has had a Movement Phase to spread such stacks out: the stacking limit holds for them again (T2 1.3c)."""

    kind: Literal["crowds ended"] = "crowds ended"
    side: Side


class CargoFlown(Event):
    """Cargo came down by air in a place, at a base or dropped. tokens: SP among it, in T (OCS 14.9, 14.10).

    start: the base from which it came. unloaded: what it took of what a base can unload, in half tokens (OCS 14.9f).
    """

    kind: Literal["cargo flown"] = "cargo flown"
    side: Side
    start: str
    to: str
    units: tuple[str, ...] = ()
    tokens: Room = 0
    unloaded: Room = 0
    dropped: bool = False


class DropRolled(Event):
    """Two dice for a unit, or for 1T of SP, unit "", that was dropped; modifiers: what is added to them (14.10d)."""

    kind: Literal["drop rolled"] = "drop rolled"
    side: Side
    hex: str
    unit: str = ""
    roll: Annotated[int, Field(ge=2, le=12)]
    modifier: int
    needed: int
    success: bool


class DropPlanned(Event):
    """A side wrote down, in secret, where and when a unit will be dropped, or wrote it down anew (OCS 14.10b)."""

    kind: Literal["drop planned"] = "drop planned"
    unit: str
    hex: str
    turn: int


class DropPlanCancelled(Event):
    """A side crossed out its plan to drop a unit, in secret (OCS 14.10c)."""

    kind: Literal["drop plan cancelled"] = "drop plan cancelled"
    unit: str


def _carried(state: State, event: CargoRailed | CargoShipped | CargoFlown) -> State:
    """The state with cargo at its end; supply that comes from a box or goes there is of no end (T2 1.2)."""
    world, start, to = state.world, state.world.place(event.start), state.world.place(event.to)
    state = go_to(state, event.units, event.to)
    transport, rode = state.transport, state.memory.rode
    others = () if isinstance(event, CargoFlown) else event.transport
    for tid in others:
        transport = transport.set(tid, replace(transport[tid], place=to))
    for each in (*event.units, *others):
        rode = rode.set(each, True)
    landed = state.memory.landed
    state = replace(state, transport=transport)
    if event.tokens and not world.is_box(start):
        state = on_ground(state, start, event.side, -event.tokens)
    if event.tokens and not world.is_box(to):
        state = on_ground(state, to, event.side, event.tokens)
        landed = landed.set(to, landed.get(to, 0) + event.tokens)
    return replace(state, memory=replace(state.memory, rode=rode, landed=landed))


def _cargo_flown(state: State, event: CargoFlown) -> State:
    """Units are not done with moving, whatever they did before; a drop is planned no more (OCS 14.9d, 14.10b)."""
    state = _carried(state, event)
    memory, done, to = state.memory, state.memory.done, state.world.place(event.to)
    plans, dropped = state.drop_plans, state.dropped
    for uid in event.units:
        done = done.delete(uid) if uid in done else done
        if event.dropped:
            dropped = dropped.set(uid, True)
            plans = plans.delete(uid) if uid in plans else plans
    used = memory.unloaded
    if event.unloaded:
        used = used.set(to, used.get(to, 0) + event.unloaded)
    return replace(state, drop_plans=plans, dropped=dropped, memory=replace(memory, done=done, unloaded=used))


def _drop_rolled(state: State, _: DropRolled) -> State:
    return state


def _drop_planned(state: State, event: DropPlanned) -> State:
    plan = DropPlan(state.world.place(event.hex), event.turn)
    return replace(state, drop_plans=state.drop_plans.set(event.unit, plan))


def _drop_plan_cancelled(state: State, event: DropPlanCancelled) -> State:
    return replace(state, drop_plans=state.drop_plans.delete(event.unit))


def _cargo_railed(state: State, event: CargoRailed) -> State:
    state = _carried(state, event)
    memory = replace(state.memory, rail_used=state.memory.rail_used + event.room)
    return replace(state, memory=memory)


def _cargo_shipped(state: State, event: CargoShipped) -> State:
    state = _carried(state, event)
    used = state.memory.port_used
    for label, room in event.ports.items():
        port = state.world.place(label)
        used = used.set(port, used.get(port, 0) + room)
    memory = replace(state.memory, sea_used=state.memory.sea_used + event.room, port_used=used)
    return replace(state, memory=memory)


def _crowds_formed(state: State, event: CrowdsFormed) -> State:
    formed = {state.world.place(label): event.side for label in event.hexes}
    return replace(state, crowds=state.crowds.update(formed))


def _crowds_ended(state: State, event: CrowdsEnded) -> State:
    return replace(state, crowds=Map((hex_, side) for hex_, side in state.crowds.items() if side is not event.side))


EVENTS: tuple[type[Event], ...] = (
    CargoRailed, CargoShipped, CargoFlown, DropRolled, DropPlanned, DropPlanCancelled, CrowdsFormed,
    CrowdsEnded,
)  # fmt: skip

_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (CargoRailed, _cargo_railed),
    (CargoShipped, _cargo_shipped),
    (CrowdsFormed, _crowds_formed),
    (CrowdsEnded, _crowds_ended),
    (CargoFlown, _cargo_flown),
    (DropRolled, _drop_rolled),
    (DropPlanned, _drop_planned),
    (DropPlanCancelled, _drop_plan_cancelled),
)


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)
