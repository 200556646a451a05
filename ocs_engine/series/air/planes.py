"""Planes at their bases: who is where, who is Active, and how far they fly (OCS 14.1, 14.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.modes import on_map
from ocs_engine.series.tables.air_base import base_figures
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side
from ocs_engine.world.options import FIGHTER_BASING_TEMPO, HALF_RANGE_AIR


def planes_at(state: State, side: Side, place: int) -> list[str]:
    """The planes of a side based in a hex or box, in a fixed order."""
    return [pid for pid, plane in sorted(state.planes.items()) if plane.place == place and plane.side is side]


def active_at(state: State, side: Side, place: int) -> list[str]:
    """The Active planes of a side based in a hex or box, in a fixed order (OCS 14.1a)."""
    return [pid for pid in planes_at(state, side, place) if state.planes[pid].active]


def active_planes(state: State, side: Side) -> list[str]:
    """All Active planes of a side, in a fixed order (OCS 14.1a)."""
    own = ((pid, plane) for pid, plane in sorted(state.planes.items()) if plane.side is side)
    return [pid for pid, plane in own if plane.active and plane.place != DEAD]


@rule("OCS 14.2a", "OCS 15.0b")
def room_for_active(state: State, side: Side, place: int, leaving: Iterable[str] = ()) -> int:
    """How many more Active planes a base holds; an off-map box has no end of room (OCS 14.2a, T2 1.2a).

    leaving: planes based there that are counted no more.
    """
    there = [pid for pid in active_at(state, side, place) if pid not in set(leaving)]
    if not on_map(state, place):
        return len(state.planes)
    base = state.bases.get(place)
    return base_figures(state.world.tables, base.level).active - len(there) if base is not None else 0


def air_hexes(state: State, pid: str, place: int) -> int | None:
    """The hexes that a plane flies from its base to a place; None where no way leads there (OCS 14.2d)."""
    return state.points.air_distance(state.world, state.planes[pid].place, place)


@rule("OCS 14.2")
def reaches(state: State, pid: str, place: int, hexes: int | None = None) -> bool:
    """Whether a plane flies from its base to a place within its range, or within so many hexes (OCS 14.2d)."""
    distance = air_hexes(state, pid, place)
    return distance is not None and distance <= (state.planes[pid].aircraft.range if hexes is None else hexes)


@rule("OCS 14.1c")
def bases_in_reach(state: State, pid: str, place: int, hexes: int) -> tuple[int, ...]:
    """The places where a plane may be based that are so many hexes from a place, or fewer, the nearest first."""
    world, distance = state.world, state.points.air_distance
    found = ((distance(world, place, base), base) for base in state.points.air_bases(state, pid))
    near = sorted((hexes_off, base) for hexes_off, base in found if hexes_off is not None and hexes_off <= hexes)
    return tuple(base for _, base in near)


@rule("T2 1.5")
def caught(state: State) -> tuple[str, ...]:
    """The planes that are based where nothing of their side may be any more (T2 1.5)."""
    closed = {side: state.points.closed_to(state, side) for side in Side}
    return tuple(pid for pid, plane in sorted(state.planes.items()) if plane.place in closed[plane.side])


NO_LEGS: Mapping[str, int] = MappingProxyType({})
"""Planes that have come to a hex from their base, and from nowhere else."""


@rule("OCS 21.4")
def long_range(state: State, planes: Iterable[str], hex_: int, legs: Mapping[str, int] = NO_LEGS) -> bool:
    """Whether the option is on and any of some planes flies more than half its range from its base to a hex (21.4).

    legs: the hexes of the longest leg of those that came by way of another base (OCS 21.12a).
    """
    if HALF_RANGE_AIR not in state.points.options:
        return False
    flown = ((state.planes[pid], legs.get(pid, air_hexes(state, pid, hex_))) for pid in planes)
    return any(hexes is None or 2 * hexes > plane.aircraft.range for plane, hexes in flown)


@rule("OCS 14.11", "OCS 21.5")
def room_to_stay(state: State, side: Side, base: int) -> int:
    """How many more planes may come to a base and be Active there: as there is room (OCS 14.11).

    By option only one a turn for each of its levels, one at a strip; a box has no levels (OCS 21.5).
    """
    room, work = room_for_active(state, side, base), state.bases.get(base)
    if FIGHTER_BASING_TEMPO not in state.points.options or work is None:
        return room
    return min(room, max(work.level, 1) - state.came_active.get(base, 0))


@rule("OCS 14.3")
def any_attacker(state: State, planes: Sequence[str]) -> bool:
    """Whether a plane among some can attack in the air: its rating has no parentheses (OCS 14.3)."""
    return any(state.planes[pid].can_attack for pid in planes)


def choice_refusal(able: Sequence[str], named: Sequence[str], case: str, may: str, place: str) -> Refusal | None:
    """Why an answer may not name these pieces out of those that are able, or None: each once, and no other."""
    strange = tuple(piece for piece in named if piece not in able)
    if not strange and len(set(named)) == len(named):
        return None
    words = f"of {', '.join(able)} each {may}, and is named once" if able else f"nothing there {may}"
    return Refusal(code="not those", rule=case, sentence=words, places=(place,), pieces=strange or tuple(named))
