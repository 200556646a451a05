"""What can happen to reinforcements: who comes, who goes, what takes another's place (OCS 13.6, T2 1.4b-d, 2.4a)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from immutables import Map
from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.capture_events import without
from ocs_engine.state.events import in_stance, put_units
from ocs_engine.state.model import AWAY, DEAD, Plane, State, Transport, Unit, Up
from ocs_engine.state.supply_events import Some
from ocs_engine.world.counters import Counter, Side
from ocs_engine.world.world import World

Room = Annotated[int, Field(ge=0)]


class ReleaseRolled(Event):
    """A die for the release of 8th Army, 0 where it came without one (T2 2.4a)."""

    kind: Literal["release rolled"] = "release rolled"
    side: Side
    die: Annotated[int, Field(ge=0, le=6)]
    released: bool


class EntriesCame(Event):
    """Entries of a side's order of arrival, or of its scenario's list, are due and come now, by id (OCS 13.6)."""

    kind: Literal["entries came"] = "entries came"
    side: Side
    entries: tuple[str, ...]


class UnitsArrived(Event):
    """Units came as reinforcements in a place, each in a stance. room: what a port handled, in half tokens (13.6a)."""

    kind: Literal["units arrived"] = "units arrived"
    side: Side
    place: str
    units: dict[str, str]
    room: Room = 0


class TransportArrived(Event):
    """Transport Points came in a place. tokens, load: in T. room: as for units."""

    kind: Literal["transport arrived"] = "transport arrived"
    transport: str
    what: str
    side: Side
    place: str
    tokens: Some
    load: Room
    formation: str = ""
    reserve: bool = False
    room: Room = 0


class ArrivedDead(Event):
    """Units came into the Dead Pile, and why: so said the order of arrival, or they found no place (OCS 13.6)."""

    kind: Literal["arrived dead"] = "arrived dead"
    side: Side
    units: tuple[str, ...]
    why: str


class TransportLost(Event):
    """Transport that was to come found no place and is lost: T that it could have carried (OCS 13.6)."""

    kind: Literal["transport lost"] = "transport lost"
    side: Side
    what: str
    tokens: Some
    formation: str = ""


class BatchDrawn(Event):
    """Of a batch one unit was drawn, which comes; the others are dead (T2 1.4d)."""

    kind: Literal["batch drawn"] = "batch drawn"
    side: Side
    entry: str
    unit: str
    dead: tuple[str, ...]


class UnitsWithdrawn(Event):
    """Units were taken from wherever they were, the Dead Pile included, and are out of play (T2 1.4b)."""

    kind: Literal["units withdrawn"] = "units withdrawn"
    side: Side
    units: tuple[str, ...]


class UnitExchanged(Event):
    """A unit took the place of another, with its mode, markers and losses; the other is out of play (T2 1.4b)."""

    kind: Literal["unit exchanged"] = "unit exchanged"
    old: str
    new: str


class TransportWithdrawn(Event):
    """Transport Points were taken away, empty, in T that they could carry (T2 1.4c)."""

    kind: Literal["transport withdrawn"] = "transport withdrawn"
    transport: str
    tokens: Some


class PlanesArrived(Event):
    """Planes came to a base, each with so many steps lost (OCS 13.6b)."""

    kind: Literal["planes arrived"] = "planes arrived"
    side: Side
    place: str
    planes: dict[str, Annotated[int, Field(ge=0)]]
    active: bool = True


class PlanesWithdrawn(Event):
    """Planes are out of play, wherever they were (T2 1.4b)."""

    kind: Literal["planes withdrawn"] = "planes withdrawn"
    side: Side
    planes: tuple[str, ...]


class MarkersGained(Event):
    """A side has more Reserve markers (OCS 5.4a)."""

    kind: Literal["markers gained"] = "markers gained"
    side: Side
    count: Some


def counter_of(world: World, uid: str) -> Counter:
    """The counter of a unit by its id, "axis-pax-2" for the second of its replacements; raises KeyError."""
    return world.counters.get(uid) or world.repls[uid.rpartition("-")[0]]


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _joined(state: State, units: Mapping[str, Unit]) -> State:
    """The state with units in places, some of which were not in it before; they come last in the roster."""
    fresh = tuple(uid for uid in units if uid not in state.units)
    if fresh:
        known = state.units.update({uid: Unit(units[uid].counter, AWAY, units[uid].up) for uid in fresh})
        here = state.here.set(AWAY, (*state.here.get(AWAY, ()), *fresh))
        state = replace(state, roster=(*state.roster, *fresh), units=known, here=here)
    return put_units(state, dict(units))


def _back(state: State, units: Iterable[str]) -> State:
    """The state in which some units are no more among those that broke out and will come back."""
    gone = set(units)
    return replace(state, returning=tuple(each for each in state.returning if not each.unit or each.unit not in gone))


def _handled(state: State, place: str, room: int) -> State:
    if not room:
        return state
    hex_, used = state.world.place(place), state.memory.port_used
    return replace(state, memory=replace(state.memory, port_used=used.set(hex_, used.get(hex_, 0) + room)))


def _new(state: State, names: Iterable[str]) -> State:
    return replace(state, newcomers=state.newcomers.update(dict.fromkeys(names, True)))


def _release_rolled(state: State, event: ReleaseRolled) -> State:
    return replace(state, army_released=state.turn) if event.released else state


def _entries_came(state: State, event: EntriesCame) -> State:
    return replace(state, arrived=state.arrived.update(dict.fromkeys(event.entries, state.turn)))


def _units_arrived(state: State, event: UnitsArrived) -> State:
    """What broke out comes back with the steps that it has lost (OCS 12.8e); all others come whole."""
    place, came = state.world.place(event.place), {}
    back = {each.unit for each in state.returning if each.unit}
    for uid, text in event.units.items():
        lost = state.units[uid].lost if uid in back else 0
        came[uid] = in_stance(Unit(counter_of(state.world, uid), place, lost=lost), text)
    return _new(_handled(_back(_joined(state, came), came), event.place, event.room), came)


def _transport_arrived(state: State, event: TransportArrived) -> State:
    """What broke out is on its way no more (OCS 12.8e)."""
    place = state.world.place(event.place)
    each = Transport(event.what, event.side, place, event.tokens, event.load, event.formation, event.reserve)
    state = _without_return(state, event)
    state = replace(state, transport=state.transport.set(event.transport, each))
    return _new(_handled(state, event.place, event.room), (event.transport,))


def _without_return(state: State, event: TransportArrived | TransportLost) -> State:
    """The state without the first of what is due to come back that is just this transport, if there is any."""
    for number, each in enumerate(state.returning):
        due = each.turn <= state.turn and not each.unit and each.side is event.side
        if due and (each.kind, each.tokens, each.formation) == (event.what, event.tokens, event.formation):
            return replace(state, returning=(*state.returning[:number], *state.returning[number + 1 :]))
    return state


def _arrived_dead(state: State, event: ArrivedDead) -> State:
    return _back(_joined(state, _dead(state, event.units)), event.units)


def _dead(state: State, units: Iterable[str]) -> dict[str, Unit]:
    found = {}
    for uid in units:
        counter = counter_of(state.world, uid)
        found[uid] = Unit(counter, DEAD, Up.COMBAT if counter.combat is not None else Up.MOVE)
    return found


def _transport_lost(state: State, event: TransportLost) -> State:
    return _without_return(state, event)


def _batch_drawn(state: State, event: BatchDrawn) -> State:
    return _joined(state, _dead(state, event.dead))


def _units_withdrawn(state: State, event: UnitsWithdrawn) -> State:
    return _gone(_back(state, event.units), event.units)


def _gone(state: State, units: Iterable[str]) -> State:
    """The state with units out of play, and nothing remembered of them."""
    away = {uid: Unit(state.units[uid].counter, AWAY, state.units[uid].up) for uid in units if uid in state.units}
    kept = {name: getattr(state, name) for name in _OF_UNITS}
    for uid in away:
        kept = {name: found.delete(uid) if uid in found else found for name, found in kept.items()}
    tops = Map({place: uid for place, uid in state.tops.items() if uid not in away})
    return put_units(replace(state, tops=tops, **kept), away)


_OF_UNITS = ("drop_plans", "dropped", "fueled", "fueled_hqs", "newcomers")
"""What the state remembers of units besides, by id."""


def _unit_exchanged(state: State, event: UnitExchanged) -> State:
    """The new one has all that the old one had, a way back to the map included."""
    old, counter = state.units[event.old], state.world.counters[event.new]
    lost = min(old.lost, counter.steps - 1)
    state = _joined(state, {event.new: replace(old, counter=counter, lost=lost)})
    for name in _OF_UNITS:
        found = getattr(state, name)
        if event.old in found:
            state = replace(state, **{name: found.set(event.new, found[event.old])})
    tops = Map({place: event.new if uid == event.old else uid for place, uid in state.tops.items()})
    back = tuple(replace(e, unit=event.new) if e.unit == event.old else e for e in state.returning)
    return _gone(replace(state, tops=tops, returning=back), (event.old,))


def _transport_withdrawn(state: State, event: TransportWithdrawn) -> State:
    return without(state, event.transport, event.tokens)


def _planes_arrived(state: State, event: PlanesArrived) -> State:
    planes, place, world = state.planes, state.world.place(event.place), state.world
    for pid, lost in event.planes.items():
        planes = planes.set(pid, Plane(world.aircraft[pid.rpartition("-")[0]], place, event.active, lost))
    came = state.came_active
    if event.active and not world.is_box(place):
        came = came.set(place, came.get(place, 0) + len(event.planes))
    return replace(state, planes=planes, came_active=came)


def _planes_withdrawn(state: State, event: PlanesWithdrawn) -> State:
    planes = state.planes
    for pid in event.planes:
        planes = planes.delete(pid)
    return replace(state, planes=planes)


def _markers_gained(state: State, event: MarkersGained) -> State:
    markers = state.reserve_markers
    return replace(state, reserve_markers=markers.set(event.side, markers.get(event.side, 0) + event.count))


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (ReleaseRolled, _release_rolled),
    (EntriesCame, _entries_came),
    (UnitsArrived, _units_arrived),
    (TransportArrived, _transport_arrived),
    (ArrivedDead, _arrived_dead),
    (TransportLost, _transport_lost),
    (BatchDrawn, _batch_drawn),
    (UnitsWithdrawn, _units_withdrawn),
    (UnitExchanged, _unit_exchanged),
    (TransportWithdrawn, _transport_withdrawn),
    (PlanesArrived, _planes_arrived),
    (PlanesWithdrawn, _planes_withdrawn),
    (MarkersGained, _markers_gained),
)
EVENTS: tuple[type[Event], ...] = tuple(kind for kind, _ in _APPLIERS)
