"""The blanks of a transport or drop that name its planes: one after the other, each with how it flies (OCS 14.9e)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank
from ocs_engine.series.air.loads import Profile, lift
from ocs_engine.series.air.missions import ready_planes
from ocs_engine.series.teams import in_one_team
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]
Refused = Callable[[State, int, int, str, Profile], Refusal | None]
"""Why a plane may not fly so from a base to a place, or None; it is ready to fly."""


def carriers(state: State, side: Side, start: int | None = None) -> list[str]:
    """The planes of a side, or those of a base, that could carry something now."""
    ready = ((pid, state.planes[pid]) for pid in ready_planes(state, side))
    return [pid for pid, plane in ready if plane.aircraft.capacity and start in (None, plane.place)]


def bases(state: State, side: Side) -> list[int]:
    """The places from which transports of a side could fly now, in order."""
    return sorted({state.planes[pid].place for pid in carriers(state, side)})


def manners(state: State, start: int, to: int, pid: str, refused: Refused) -> list[Profile]:
    """The profiles by which a plane could fly from a base to a place."""
    return [profile for profile in Profile if refused(state, start, to, pid, profile) is None]


def most(state: State, pid: str, profiles: Iterable[Profile]) -> int:
    """The most that a plane carries by any of some profiles, in half tokens."""
    return max((lift(state, pid, profile) for profile in profiles), default=0)


def best_pool(state: State, start: int, to: int, planes: Iterable[str], refused: Refused) -> int:
    """The most that a mission of some planes carries from a base to a place, in half tokens."""
    return fleet(state, {pid: most(state, pid, manners(state, start, to, pid, refused)) for pid in planes})


def fleet(state: State, lifts: Mapping[str, int]) -> int:
    """The most that a mission carries of planes that carry so much each, in half tokens, if they fly together."""
    teams = state.points.teams(state, tuple(lifts))
    return max((_top((lifts[pid] for pid in team), _slots(state)) for team in teams), default=0)


def _slots(state: State) -> int:
    return state.world.tables.number("planes_per_mission")


def _top(lifts: Iterable[int], count: int) -> int:
    return sum(sorted(lifts, reverse=True)[:count])


def flight_fields(filled: Filled) -> tuple[tuple[str, ...], tuple[Profile, ...]]:
    """The planes and their profiles that a form was filled with."""
    planes = tuple(str(value) for name, value in filled if name == "plane" and value != ENOUGH)
    return planes, tuple(Profile(value) for name, value in filled if name == "profile")


def flight_is_filled(state: State, filled: Filled) -> bool:
    """Whether the planes of a form are all named."""
    if not filled or filled[-1][0] == "plane":
        return bool(filled) and filled[-1][1] == ENOUGH
    return filled[-1][0] != "profile" or len(flight_fields(filled)[1]) == _slots(state)


def flight_blank(
    state: State, side: Side, start: int, to: int, filled: Filled, refused: Refused, needed: int
) -> Blank | None:
    """A plane, how it flies, another one, until enough or a mission is full; None when that is done.

    needed: the half tokens that the planes must carry in the end, so that something can be loaded; none but such are
    offered with whom, and with others beside them, that can be had.
    """
    if flight_is_filled(state, filled):
        return None
    planes, profiles = flight_fields(filled)
    carried = sum(lift(state, pid, profile) for pid, profile in zip(planes, profiles, strict=False))
    ways = {
        pid: found
        for pid in ready_planes(state, side)
        if (pid not in planes or pid == planes[-1])
        and in_one_team(state, dict.fromkeys((*planes, pid)))
        and (found := manners(state, start, to, pid, refused))
    }
    last = planes[-1] if len(planes) > len(profiles) else ""
    chosen, slots = len(profiles), _slots(state)
    lifts = {pid: most(state, pid, found) for pid, found in ways.items()}
    teams = state.points.teams(state, tuple(dict.fromkeys((*planes, *ways))))

    def fits(pid: str, profile: Profile) -> bool:
        own = {*planes, pid}
        groups = (team for team in teams if own.issubset(team))
        more = (_top((lifts[other] for other in team if other not in own), slots - chosen - 1) for team in groups)
        return carried + lift(state, pid, profile) + max(more, default=0) >= needed

    if last:
        return Blank("profile", tuple(str(profile) for profile in ways[last] if fits(last, profile)))
    able = tuple(pid for pid, found in ways.items() if pid not in planes and any(fits(pid, each) for each in found))
    return Blank("plane", (*able, ENOUGH) if carried >= needed else able)
