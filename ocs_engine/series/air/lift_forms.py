"""The form of a transport or drop: from where and to where, its planes and how each flies, its cargo (OCS 14.9e)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, values
from ocs_engine.series.air.loads import Profile, glides, lift, riders
from ocs_engine.series.air.missions import ready_planes
from ocs_engine.series.cargo import Cargo, cargo_blank
from ocs_engine.series.teams import in_one_team
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]
Planes = tuple[str, ...]
Profiles = tuple[Profile, ...]
Refused = Callable[[State, int, int, str, Profile], Refusal | None]
"""Why a plane may not fly so from a base to a place, or None; it is ready to fly."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """The room of the smallest thing that could be flown, in half tokens, None for nothing.

    freely: of what any plane carries. gliding: of what goes by glider alone (OCS 14.10a).
    """

    freely: int | None = None
    gliding: int | None = None

    def fits(self, capacity: int, by_glider: int) -> bool:
        """Whether anything could be flown by planes that carry so much, so much of it by glider, in half tokens."""
        if self.freely is not None and self.freely <= capacity:
            return True
        return self.gliding is not None and self.gliding <= by_glider


@dataclass(frozen=True, slots=True)
class LiftForm:
    """What tells a transport's form from a drop's.

    ends: the places to which something could be flown now from a base. smallest: the smallest of it. refused: why a
    plane may not fly so. too_much: why planes that fly so may not take some cargo from a base to a place.
    """

    ends: Callable[[State, Side, int], Iterator[int]]
    smallest: Callable[[State, Side, int, int], Smallest]
    refused: Refused
    too_much: Callable[[State, Side, int, int, Planes, Profiles, Cargo], Refusal | None]


def lift_blank(form: LiftForm, state: State, side: str, filled: Filled) -> Blank | None:
    """From where, where to, plane by plane with how it flies, then the cargo."""
    own, label = Side(side), state.world.label
    if not filled:
        starts = (start for start in bases(state, own) if any(True for _ in form.ends(state, own, start)))
        return Blank("start", tuple(map(label, starts)))
    start = state.world.place(str(filled[0][1]))
    if len(filled) == 1:
        return Blank("to", tuple(map(label, form.ends(state, own, start))))
    to, flight = state.world.place(str(filled[1][1])), filled[2:]
    if not flight_is_filled(state, flight):
        return flight_blank(state, own, start, to, flight, form.refused, form.smallest(state, own, start, to))
    planes, profiles = flight_fields(flight)

    def refused(cargo: Cargo) -> Refusal | None:
        return form.too_much(state, own, start, to, planes, profiles, cargo)

    return cargo_blank(state, own, start, filled, refused, riders(state, own, start))


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


def flight_fields(filled: Filled) -> tuple[Planes, Profiles]:
    """The planes and their profiles that a form was filled with."""
    return values(filled, "plane"), tuple(map(Profile, values(filled, "profile")))


def flight_is_filled(state: State, filled: Filled) -> bool:
    """Whether the planes of a form are all named."""
    if not filled or filled[-1][0] == "plane":
        return bool(filled) and filled[-1][1] == ENOUGH
    return filled[-1][0] != "profile" or len(flight_fields(filled)[1]) == _slots(state)


def flight_blank(
    state: State, side: Side, start: int, to: int, filled: Filled, refused: Refused, smallest: Smallest
) -> Blank | None:
    """A plane, how it flies, another one, until enough or a mission is full; None when that is done.

    Only those are offered with whom, and with others that can be had beside them, something can be loaded in the end.
    """
    planes, profiles = flight_fields(filled)
    ways = {
        pid: found
        for pid in ready_planes(state, side)
        if (pid not in planes or pid == planes[-1])
        and in_one_team(state, dict.fromkeys((*planes, pid)))
        and (found := manners(state, start, to, pid, refused))
    }
    lifts = [(pid, lift(state, pid, profile)) for pid, profile in zip(planes, profiles, strict=False)]
    bests = {pid: most(state, pid, found) for pid, found in ways.items()}
    teams = state.points.teams(state, tuple(dict.fromkeys((*planes, *ways))))
    left = _slots(state) - len(profiles) - 1

    def fits(pid: str, profile: Profile) -> bool:
        own, chosen = {*planes, pid}, [*lifts, (pid, lift(state, pid, profile))]
        mates = ([(mate, bests[mate]) for mate in team if mate not in own] for team in teams if own.issubset(team))
        return any(
            smallest.fits(
                _sum(chosen) + _top((halves for _, halves in others), left),
                _sum(_gliding(state, chosen)) + _top((halves for _, halves in _gliding(state, others)), left),
            )
            for others in mates
        )

    if len(planes) > len(profiles):
        return Blank("profile", tuple(str(profile) for profile in ways[planes[-1]] if fits(planes[-1], profile)))
    able = tuple(pid for pid, found in ways.items() if pid not in planes and any(fits(pid, each) for each in found))
    enough = smallest.fits(_sum(lifts), _sum(_gliding(state, lifts)))
    return Blank("plane", (*able, ENOUGH) if enough else able)


def _gliding(state: State, lifts: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(pid, halves) for pid, halves in lifts if glides(state, pid)]


def _sum(lifts: Iterable[tuple[str, int]]) -> int:
    return sum(halves for _, halves in lifts)
