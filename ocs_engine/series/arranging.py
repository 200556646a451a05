"""What a scenario leaves to a side at set-up: where within its limits each piece stands, in which mode, loaded or not.

A default arrangement lies on the table from the start; a side may change it until it ends its set-up (OCS 0).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ocs_engine.grid import GridError, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Refusal, Refused, refuse
from ocs_engine.series.costs import edge_costs
from ocs_engine.series.general import attack_capable, enemy_noncombat, enemy_units, size, stack_limit, stack_size
from ocs_engine.series.modes import on_map, reserve_hexes, stances
from ocs_engine.series.tempo import transport_at_start
from ocs_engine.state.events import (
    PlanePlaced,
    StancesChanged,
    SupplyLoaded,
    TransportPlaced,
    UnitPlaced,
    put_units,
    read_stance,
    stance,
)
from ocs_engine.state.model import AWAY, Mode, Plane, State
from ocs_engine.state.points import Points
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.options import CONVENTION_TEMPO
from ocs_engine.world.scenario import PlaneSetup, TransportSetup, UnitSetup
from ocs_engine.world.world import World


def in_set_up(state: State, side: str) -> bool:
    """Whether a side is setting up now."""
    return state.now.phase is Phase.SET_UP and state.now.acts == side and not state.memory.over


# --- where things may stand


@lru_cache(maxsize=16)
def _unit_setups(world: World) -> dict[str, UnitSetup]:
    order, sides = world.scenario.setup_order, world.scenario.sides
    return {each.counter: each for side in order for each in sides[side].units}


@lru_cache(maxsize=16)
def _transport_setups(world: World) -> dict[str, TransportSetup]:
    return {
        f"{side.lower()}-{each.kind}-{number}": each
        for side, setup in world.scenario.sides.items()
        for number, each in enumerate(setup.transport, start=1)
    }


@lru_cache(maxsize=16)
def _plane_setups(world: World) -> dict[str, PlaneSetup]:
    numbers: dict[str, int] = {}
    found: dict[str, PlaneSetup] = {}
    for each in (line for setup in world.scenario.sides.values() for line in setup.planes):
        for _ in range(each.count):
            number = numbers[each.aircraft] = numbers.get(each.aircraft, 0) + 1
            found[f"{each.aircraft}-{number}"] = each
    return found


def _limits(world: World, place: int, within: int, area: str) -> tuple[int, ...]:
    """The places that a set-up line allows, the nearest to the named one first."""
    grid = world.atlas.grid
    if world.is_box(place) or (not within and not area):
        return (place,)
    hexes = world.atlas.areas[area] if area else tuple(grid.within(place, within))
    playing = (hex_ for hex_ in hexes if world.in_play(hex_))
    return tuple(sorted(playing, key=lambda hex_: (grid.distance(place, hex_), hex_)))


@rule("OCS 0")
def unit_places(state: State, uid: str) -> tuple[int, ...]:
    """The places in which a unit may be set up now, the named one or the nearest to it first (OCS 0)."""
    setup = _unit_setups(state.world).get(uid)
    if setup is None:
        return (state.units[uid].place,)
    limits = _limits(state.world, setup.place, setup.within, setup.area)
    return tuple(place for place in limits if unit_refusal(state, uid, place) is None)


@rule("OCS 0")
def unit_refusal(state: State, uid: str, place: int) -> Refusal | None:
    """Why a unit may not be set up in a place that its line allows, or None: ground, enemies, stacking (OCS 0, 4.8)."""
    unit, label = state.units[uid], state.world.label(place)
    if not on_map(state, place):
        return None
    if not _can_enter(state, unit.face.mobility, place):
        return _no("prohibited", "OCS 0", f"{uid} could not enter {label} by normal movement", uid, label)
    if not _free_of_enemies(state, unit.side, place):
        return _no("enemy units", "OCS 4.8c", f"{label} is held by the enemy", uid, label)
    others = stack_size(state, place, unit.side) - (size(unit) if unit.place == place else 0)
    if others + size(unit) > stack_limit(state):
        return _no("too many", "OCS 4.8a", f"{label} would hold more than 10 RE", uid, label)
    if unit.marker in (Mode.RESERVE, Mode.STRAT) and next_to_attack_capable(state, unit.side, place):
        return _no("enemy near", "OCS 0", f"{uid} in {unit.marker} Mode may not stand next to the enemy", uid, label)
    return _reserve_refusal(state, uid, place) or state.points.may_enter(state, unit, place)


def _free_of_enemies(state: State, side: Side, place: int) -> bool:
    """Whether no enemy is in a hex, but for such as set up later and have another place to go."""
    if enemy_noncombat(state, side, place):
        return False
    free = _making_way(state, side.other)
    return all(
        uid in free and any(other != place for other in unit_places(state, uid))
        for uid in enemy_units(state, side, place)
    )


def _making_way(state: State, side: Side) -> dict[str, UnitSetup]:
    """The units of a side that have a choice and make way for the other, because their side sets up after it."""
    if state.arranging[-1:] != (side,):
        return {}
    setups = _unit_setups(state.world).items()
    return {uid: each for uid, each in setups if (each.within or each.area) and state.units[uid].side is side}


@rule("OCS 0", "T2 6.0")
def ways_made(state: State) -> Iterator[tuple[str, int]]:
    """The units of the side that sets up last that have to make way for the other's, and where each goes (T2 6.0a).

    To the nearest place that its line allows, or, where that is full, to the nearest hex at all.
    """
    for uid in _making_way(state, state.arranging[-1]):
        unit = state.units[uid]
        if on_map(state, unit.place) and enemy_units(state, unit.side, unit.place):
            away = put_units(state, {uid: replace(unit, place=AWAY)})
            allowed = unit_places(away, uid)
            place = allowed[0] if allowed else _nearest(away, uid, unit.place)
            state = put_units(state, {uid: replace(unit, place=place)})
            yield uid, place


def _nearest(state: State, uid: str, there: Hex) -> Hex:
    """The nearest hex in play to another in which a unit may stand, whatever its line says."""
    grid = state.world.atlas.grid
    hexes = sorted(range(grid.size), key=lambda hex_: (grid.distance(there, hex_), hex_))
    return next(hex_ for hex_ in hexes if state.world.in_play(hex_) and unit_refusal(state, uid, hex_) is None)


def _reserve_refusal(state: State, uid: str, place: int) -> Refusal | None:
    """Why a unit that is in Reserve Mode already may not be set up in a place, or None (OCS 5.4a, 5.7g)."""
    unit, label = state.units[uid], state.world.label(place)
    if unit.marker is not Mode.RESERVE:
        return None
    if place in state.hedgehogs:
        return _no("hedgehog", "OCS 5.7g", f"{uid} in Reserve Mode may not be with the hedgehog in {label}", uid, label)
    if not _marker_left(state, uid, place):
        return _no("no marker", "OCS 5.4a", f"all Reserve markers of the {unit.side} side are in use", uid, label)
    return None


def _marker_left(state: State, uid: str, place: int) -> bool:
    """Whether a unit could be in Reserve Mode in a place with the markers that its side has (OCS 5.4a)."""
    side = state.units[uid].side
    held = reserve_hexes(state, side, {uid})
    return place in held or len(held) < state.reserve_markers.get(side, 0)


def _can_enter(state: State, mobility: Mobility, hex_: Hex) -> bool:
    costs = edge_costs(state.world, mobility)
    return any(costs[edge] is not None for edge in range(6 * hex_, 6 * hex_ + 6))


def next_to_attack_capable(state: State, side: Side, hex_: Hex) -> bool:
    """Whether an enemy Attack-Capable unit stands next to a hex, of those that do not set up later with a choice."""
    later = _making_way(state, side.other)
    near = (uid for place in state.world.atlas.grid.around(hex_) for uid in enemy_units(state, side, place))
    return any(uid not in later and attack_capable(state.units[uid]) for uid in near)


@rule("OCS 0", "T2 2.1", "T2 3.1")
def start_box(world: World, points: Points, side: Side) -> int:
    """The box in which planes of a side stand that may start at any base: its usual one, if the scenario uses it."""
    usual, in_use = world.place(points.air_box(side)), world.scenario.sides[side].air_boxes
    return in_use[0] if in_use and usual not in in_use else usual


@rule("OCS 0", "T2 1.7")
def plane_places(state: State, pid: str) -> tuple[int, ...]:
    """The places where a plane may stand at set-up: boxes and any own base with room; surge planes off the map."""
    plane, setup = state.planes[pid], _plane_setups(state.world).get(pid)
    if setup is None or setup.place is not None:
        return (plane.place,)
    side = plane.aircraft.side
    box = start_box(state.world, state.points, side)
    if plane.aircraft.surge:
        return (box,)
    others = (each for each in state.world.scenario.sides[side].air_boxes if each != box)
    bases = sorted(hex_ for hex_, base in state.bases.items() if base.side is side)
    return (box, *others, *(hex_ for hex_ in bases if _has_room(state, plane, hex_)))


@rule("OCS 0")
def _has_room(state: State, plane: Plane, hex_: Hex) -> bool:
    """Active planes are limited at a base to four more than its level (OCS 14.2a, 15)."""
    if not plane.active or plane.place == hex_:
        return True
    limit = state.world.tables.number("active_planes_at_base_above_level") + state.bases[hex_].level
    return sum(other.active and other.place == hex_ for other in state.planes.values()) < limit


@rule("OCS 0", "OCS 4.8c")
def transport_places(state: State, tid: str) -> tuple[int, ...]:
    """The places where Transport Points may be set up, the named one first; with another load only where they are."""
    setup, each = _transport_setups(state.world).get(tid), state.transport[tid]
    if setup is None or _drawn(state, tid):
        return (each.place,)
    mobility = state.world.transport.kinds[each.kind].mobility
    return tuple(
        place
        for place in _limits(state.world, setup.place, setup.within, "")
        if not on_map(state, place)
        or (
            _can_enter(state, mobility, place)
            and not enemy_units(state, each.side, place)
            and not enemy_noncombat(state, each.side, place)
        )
    )


def _drawn(state: State, tid: str) -> int:
    """The T that Transport Points took at set-up from the dump they stand with; below 0 where they gave some."""
    setup, load = _transport_setups(state.world)[tid], state.transport[tid].load
    full = transport_at_start(state.world.tables, state.plays(CONVENTION_TEMPO), setup)
    return load - (full if setup.loaded else 0)


def places(state: State, piece: str) -> tuple[int, ...]:
    """The places in which a unit, plane or transport may be set up; empty for a piece that there is not."""
    if piece in state.units:
        return unit_places(state, piece)
    if piece in state.planes:
        return plane_places(state, piece)
    return transport_places(state, piece) if piece in state.transport else ()


def side_of(state: State, piece: str) -> Side | None:
    """Whose a unit, plane or transport is."""
    if piece in state.units:
        return state.units[piece].side
    if piece in state.planes:
        return state.planes[piece].aircraft.side
    return state.transport[piece].side if piece in state.transport else None


def movable(state: State, side: str) -> Iterator[str]:
    """The pieces of a side that have more than one place to stand, in a fixed order."""
    for piece in (*state.roster, *sorted(state.planes), *sorted(state.transport)):
        if side_of(state, piece) == side and any(place != place_of(state, piece) for place in places(state, piece)):
            yield piece


def place_of(state: State, piece: str) -> int:
    """Where a unit, plane or transport is."""
    if piece in state.units:
        return state.units[piece].place
    return state.planes[piece].place if piece in state.planes else state.transport[piece].place


# --- modes and loads


@rule("OCS 0")
def set_up_stances(state: State, uid: str) -> tuple[str, ...]:
    """The stances that a unit may be set up in besides its own: no Reserve or Strat next to the enemy (OCS 0)."""
    unit = state.units[uid]
    if unit.place < 0:
        return ()
    banned = set()
    if on_map(state, unit.place) and next_to_attack_capable(state, unit.side, unit.place):
        banned = {Mode.STRAT, Mode.RESERVE}
    elif unit.place in state.hedgehogs or not _marker_left(state, uid, unit.place):
        banned = {Mode.RESERVE}
    return tuple(text for text in stances(unit) if text != stance(unit) and read_stance(text)[0] not in banned)


@rule("OCS 0")
def loads(state: State, tid: str) -> tuple[int, ...]:
    """The loads in T that trucks stacked with supply may be set up with, besides the one they have (OCS 0)."""
    each = state.transport[tid]
    dump = state.dumps.get(each.place)
    ground = dump.tokens if dump is not None and dump.side is each.side else 0
    if each.kind != "truck" or (ground == 0 and _drawn(state, tid) <= 0):
        return ()
    return tuple(load for load in range(min(each.tokens, each.load + ground) + 1) if load != each.load)


# --- carrying out


def put(draft: Draft[State], side: Side, piece: str, label: str) -> None:
    """Put a piece into another place at set-up; raises Refused."""
    state = draft.state
    if side_of(state, piece) is not side:
        raise refuse("no such piece", "OCS 0", f"the {side} side has no piece {piece!r} to set up", pieces=(piece,))
    try:
        place = state.world.place(label)
    except GridError as error:
        raise refuse("no such place", "", str(error), places=(label,)) from None
    if place not in places(state, piece):
        raise Refused(_why_not(state, piece, place))
    label = state.world.label(place)
    if piece in state.units:
        draft.emit(UnitPlaced(unit=piece, place=label))
    elif piece in state.planes:
        draft.emit(PlanePlaced(plane=piece, place=label))
    else:
        draft.emit(TransportPlaced(transport=piece, place=label))


def _why_not(state: State, piece: str, place: int) -> Refusal:
    label = state.world.label(place)
    setup = _unit_setups(state.world).get(piece)
    if setup is not None and place in _limits(state.world, setup.place, setup.within, setup.area):
        found = unit_refusal(state, piece, place)
        if found is not None:
            return found
    return _no("not its place", "OCS 0", f"{piece} may not be set up in {label} by the scenario", piece, label)


def set_stance(draft: Draft[State], side: Side, uid: str, text: str) -> None:
    """Set a unit up in another stance; raises Refused."""
    if uid not in draft.state.units or draft.state.units[uid].side is not side:
        raise refuse("no such piece", "OCS 0", f"the {side} side has no unit {uid!r} to set up", pieces=(uid,))
    if text not in set_up_stances(draft.state, uid):
        offered = ", ".join(set_up_stances(draft.state, uid)) or "nothing else"
        raise refuse("no such mode", "OCS 0", f"{uid} may not be set up in {text}; it may in: {offered}", pieces=(uid,))
    draft.emit(StancesChanged(stances={uid: text}))


def load(draft: Draft[State], side: Side, tid: str, tokens: int) -> None:
    """Set Transport Points up with another load; raises Refused."""
    each = draft.state.transport.get(tid)
    if each is None or each.side is not side:
        raise refuse("no such piece", "OCS 0", f"the {side} side has no transport {tid!r}", pieces=(tid,))
    if tokens not in loads(draft.state, tid):
        words = f"{tid} may not be set up with {tokens}T: only trucks stacked with supply may start loaded or unloaded"
        raise refuse("no such load", "OCS 0", words, pieces=(tid,))
    draft.emit(SupplyLoaded(transport=tid, tokens=tokens - each.load))


@rule("OCS 0")
def by_default(state: State) -> State:
    """The state with each unit that has a choice in the nearest place that is legal and has room (OCS 0).

    They are laid down one by one in the scenario's order; units of an area go to the hex of it that holds least.
    """
    free = {uid: setup for uid, setup in _unit_setups(state.world).items() if setup.within or setup.area}
    state = put_units(state, {uid: replace(state.units[uid], place=AWAY) for uid in free})
    for uid, setup in free.items():
        found = unit_places(state, uid)
        if setup.area:
            held = {hex_: stack_size(state, hex_, state.units[uid].side) for hex_ in found}
            found = tuple(sorted(found, key=lambda hex_: (held[hex_], hex_)))
        place = found[0] if found else setup.place
        state = put_units(state, {uid: replace(state.units[uid], place=place)})
    return state


def _no(code: str, rule_number: str, sentence: str, piece: str, label: str) -> Refusal:
    return Refusal(code=code, rule=rule_number, sentence=sentence, places=(label,), pieces=(piece,))
