"""Planes at their bases: who is where, who is Active, and how far they fly (OCS 14.1, 14.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ocs_engine.kernel.cases import rule
from ocs_engine.series.modes import on_map
from ocs_engine.series.tables.air_base import base_figures
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side


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


@rule("OCS 14.2")
def reaches(state: State, pid: str, place: int, hexes: int | None = None) -> bool:
    """Whether a plane flies from its base to a place within its range, or within so many hexes (OCS 14.2d)."""
    plane = state.planes[pid]
    distance = state.points.air_distance(state.world, plane.place, place)
    return distance is not None and distance <= (plane.aircraft.range if hexes is None else hexes)


@rule("OCS 14.1c")
def bases_in_reach(state: State, pid: str, place: int, hexes: int) -> tuple[int, ...]:
    """The places where a plane may be based that are so many hexes from a place, or fewer, the nearest first."""
    world, distance = state.world, state.points.air_distance
    found = ((distance(world, place, base), base) for base in state.points.air_bases(state, pid))
    near = sorted((hexes_off, base) for hexes_off, base in found if hexes_off is not None and hexes_off <= hexes)
    return tuple(base for _, base in near)


@rule("OCS 14.3")
def any_attacker(state: State, planes: Sequence[str]) -> bool:
    """Whether a plane among some can attack in the air: its rating has no parentheses (OCS 14.3)."""
    return any(state.planes[pid].can_attack for pid in planes)
