"""What can happen when a hex is entered that holds enemies without combat units (OCS 9.14).

Tokens of supply and of transport come and go only by events that say how many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.events import with_lost
from ocs_engine.state.model import DEAD, Dump, Memory, State, Transport
from ocs_engine.world.counters import Side

Tokens = Annotated[int, Field(ge=0)]
Some = Annotated[int, Field(ge=1)]

_OF_TRANSPORT = ("spent", "done", "released", "began", "driven", "rode")
"""What a phase remembers of Transport Points, by id."""


class FlakLost(Event):
    """Flak that the map prints in a hex is gone for good (T2 1.10)."""

    kind: Literal["flak lost"] = "flak lost"
    hex: str


class DumpCaptured(Event):
    """SP on the ground were rolled for: T before, the die and its percentage, T captured, T destroyed (OCS 9.14b)."""

    kind: Literal["dump captured"] = "dump captured"
    hex: str
    side: Side
    before: Some
    die: int
    percent: int
    captured: Tokens
    destroyed: Tokens


class TransportRolled(Event):
    """What one die takes of all trucks, or all wagons, in a hex (OCS 9.14c).

    side: the captor. what: the column. lost: T of transport out of `tokens`; seized: T of supply out of `load`.
    """

    kind: Literal["transport rolled"] = "transport rolled"
    hex: str
    side: Side
    what: str
    die: int
    percent: int
    tokens: Some
    lost: Tokens
    load: Tokens
    seized: Tokens


class LoadCaptured(Event):
    """Supply of Transport Points fell to the enemy and lies on the ground as his, in T (OCS 9.14c)."""

    kind: Literal["load captured"] = "load captured"
    transport: str
    tokens: Some


class LoadsShared(Event):
    """Transport of a side in one hex shared out its loads anew: load in T by transport, the sum as before."""

    kind: Literal["loads shared"] = "loads shared"
    loads: dict[str, Tokens]


class LoadDestroyed(Event):
    """Supply that no Transport Points were left to carry was destroyed, in T."""

    kind: Literal["load destroyed"] = "load destroyed"
    transport: str
    tokens: Some


class TransportCaptured(Event):
    """Transport Points fell empty into enemy hands, in T that they can carry (OCS 9.14c).

    to: the enemy's transport that they are from now on, new or one that grows; as_kind: of what kind.
    """

    kind: Literal["transport captured"] = "transport captured"
    transport: str
    tokens: Some
    to: str
    as_kind: str


class TransportDestroyed(Event):
    """Transport Points were destroyed, empty, in T that they can carry, and why. by_enemy: whether by his action."""

    kind: Literal["transport destroyed"] = "transport destroyed"
    transport: str
    tokens: Some
    why: str
    by_enemy: bool = True


class TransportSplit(Event):
    """A part of some Transport Points, with a part of their load, is from now on transport of its own, both in T.

    What the phase remembers of the whole it remembers of the part.
    """

    kind: Literal["transport split"] = "transport split"
    transport: str
    tokens: Some
    load: Tokens
    to: str


class TransportDisplaced(Event):
    """Transport Points got away to another hex (OCS 9.14c)."""

    kind: Literal["transport displaced"] = "transport displaced"
    transport: str
    to: str


class PortCaptured(Event):
    """A port has another owner; its hits stay (OCS 9.14h)."""

    kind: Literal["port captured"] = "port captured"
    hex: str
    side: Side


class BaseCaptured(Event):
    """An air base has another owner, at its level (OCS 9.14f)."""

    kind: Literal["base captured"] = "base captured"
    hex: str
    side: Side


class StripRemoved(Event):
    """An air strip was taken off the map (T2 1.11d)."""

    kind: Literal["strip removed"] = "strip removed"
    hex: str


class PlaneStepLost(Event):
    """A plane lost a step, and why; one that has none left goes to the Dead Pile."""

    kind: Literal["plane step lost"] = "plane step lost"
    plane: str
    why: str


class PlaneDestroyed(Event):
    """A plane went to the Dead Pile with all its steps, and why."""

    kind: Literal["plane destroyed"] = "plane destroyed"
    plane: str
    why: str


class PlaneDisplaced(Event):
    """A plane got away to another base and is Inactive there (OCS 9.14f)."""

    kind: Literal["plane displaced"] = "plane displaced"
    plane: str
    to: str


EVENTS: tuple[type[Event], ...] = (
    FlakLost, DumpCaptured, TransportRolled, LoadCaptured, LoadsShared, LoadDestroyed, TransportCaptured,
    TransportDestroyed, TransportSplit, TransportDisplaced, PortCaptured, BaseCaptured, StripRemoved, PlaneStepLost,
    PlaneDestroyed, PlaneDisplaced,
)  # fmt: skip


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _nothing(state: State, _: Event) -> State:
    return state


def _flak_lost(state: State, event: FlakLost) -> State:
    return replace(state, flak=state.flak.delete(state.world.place(event.hex)))


def _dump_captured(state: State, event: DumpCaptured) -> State:
    hex_ = state.world.place(event.hex)
    if not event.captured:
        return replace(state, dumps=state.dumps.delete(hex_))
    return replace(state, dumps=state.dumps.set(hex_, Dump(event.side, event.captured)))


def _load_captured(state: State, event: LoadCaptured) -> State:
    loser = state.transport[event.transport]
    captor = loser.side.other
    dump = state.dumps.get(loser.place)
    ground = dump.tokens if dump is not None and dump.side is captor else 0
    state = _reloaded(state, {event.transport: loser.load - event.tokens})
    return replace(state, dumps=state.dumps.set(loser.place, Dump(captor, ground + event.tokens)))


def _loads_shared(state: State, event: LoadsShared) -> State:
    return _reloaded(state, event.loads)


def _load_destroyed(state: State, event: LoadDestroyed) -> State:
    return _reloaded(state, {event.transport: state.transport[event.transport].load - event.tokens})


def _reloaded(state: State, loads: dict[str, int]) -> State:
    transport = state.transport
    for tid, load in loads.items():
        transport = transport.set(tid, replace(transport[tid], load=load))
    return replace(state, transport=transport)


def without(state: State, tid: str, tokens: int, load: int = 0) -> State:
    """The state in which some transport can carry, and does carry, so much less; nothing of it is left at 0T."""
    each = state.transport[tid]
    if tokens == each.tokens:
        return replace(state, transport=state.transport.delete(tid), memory=forgotten(state.memory, tid))
    left = replace(each, tokens=each.tokens - tokens, load=each.load - load)
    return replace(state, transport=state.transport.set(tid, left))


def forgotten(memory: Memory, tid: str) -> Memory:
    """What a phase remembers, without some transport that is no more."""
    kept = {name: found for name in _OF_TRANSPORT if tid in (found := getattr(memory, name))}
    return replace(memory, **{name: found.delete(tid) for name, found in kept.items()})


def _alike(memory: Memory, tid: str, part: str) -> Memory:
    """What a phase remembers, with a part of some transport as what it was a part of."""
    kept = {name: found for name in _OF_TRANSPORT if tid in (found := getattr(memory, name))}
    return replace(memory, **{name: found.set(part, found[tid]) for name, found in kept.items()})


def _transport_captured(state: State, event: TransportCaptured) -> State:
    loser = state.transport[event.transport]
    prize = state.transport.get(event.to) or Transport(event.as_kind, loser.side.other, loser.place, 0, 0)
    state = without(state, event.transport, event.tokens)
    grown = replace(prize, tokens=prize.tokens + event.tokens)
    state = with_lost(state, loser.side, loser.kind, loser.formation, event.tokens)
    return replace(state, transport=state.transport.set(event.to, grown))


def _transport_destroyed(state: State, event: TransportDestroyed) -> State:
    each = state.transport[event.transport]
    state = without(state, event.transport, event.tokens)
    return with_lost(state, each.side, each.kind, each.formation, event.tokens) if event.by_enemy else state


def _transport_split(state: State, event: TransportSplit) -> State:
    part = replace(state.transport[event.transport], tokens=event.tokens, load=event.load)
    memory = _alike(state.memory, event.transport, event.to)
    state = without(replace(state, memory=memory), event.transport, event.tokens, event.load)
    return replace(state, transport=state.transport.set(event.to, part))


def _transport_displaced(state: State, event: TransportDisplaced) -> State:
    """It leaves a Reserve marker behind."""
    moved = replace(state.transport[event.transport], place=state.world.place(event.to), reserve=False)
    return replace(state, transport=state.transport.set(event.transport, moved))


def _port_captured(state: State, event: PortCaptured) -> State:
    hex_ = state.world.place(event.hex)
    return replace(state, ports=state.ports.set(hex_, replace(state.ports[hex_], side=event.side)))


def _base_captured(state: State, event: BaseCaptured) -> State:
    hex_ = state.world.place(event.hex)
    return replace(state, bases=state.bases.set(hex_, replace(state.bases[hex_], side=event.side)))


def _strip_removed(state: State, event: StripRemoved) -> State:
    return replace(state, bases=state.bases.delete(state.world.place(event.hex)))


def _plane_step_lost(state: State, event: PlaneStepLost) -> State:
    plane = state.planes[event.plane]
    plane = replace(plane, lost=plane.lost + 1)
    if plane.lost == plane.aircraft.steps:
        plane = replace(plane, place=DEAD, active=False)
    return replace(state, planes=state.planes.set(event.plane, plane))


def _plane_destroyed(state: State, event: PlaneDestroyed) -> State:
    plane = state.planes[event.plane]
    dead = replace(plane, place=DEAD, active=False, lost=plane.aircraft.steps)
    return replace(state, planes=state.planes.set(event.plane, dead))


def _plane_displaced(state: State, event: PlaneDisplaced) -> State:
    moved = replace(state.planes[event.plane], place=state.world.place(event.to), active=False)
    return replace(state, planes=state.planes.set(event.plane, moved))


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (FlakLost, _flak_lost),
    (DumpCaptured, _dump_captured),
    (TransportRolled, _nothing),
    (LoadCaptured, _load_captured),
    (LoadsShared, _loads_shared),
    (LoadDestroyed, _load_destroyed),
    (TransportCaptured, _transport_captured),
    (TransportDestroyed, _transport_destroyed),
    (TransportSplit, _transport_split),
    (TransportDisplaced, _transport_displaced),
    (PortCaptured, _port_captured),
    (BaseCaptured, _base_captured),
    (StripRemoved, _strip_removed),
    (PlaneStepLost, _plane_step_lost),
    (PlaneDestroyed, _plane_destroyed),
    (PlaneDisplaced, _plane_displaced),
)
