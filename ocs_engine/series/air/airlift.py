"""Air Transport (OCS 14.9): SP and units on foot go by plane from a base to another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.air.landing import open_landing
from ocs_engine.series.air.lift_forms import (
    LiftForm,
    Planes,
    Profiles,
    Smallest,
    best_pool,
    carriers,
    flight_fields,
    lift_blank,
)
from ocs_engine.series.air.loads import (
    Profile,
    bring,
    cargo_room,
    farthest,
    glider_lift,
    less,
    lift,
    load_refusal,
    pool,
    profile_refusal,
    profiles_of,
    riders,
    smallest,
    takes_move,
    way_refusal,
    ways_home,
)
from ocs_engine.series.air.missions import (
    MissionFrame,
    begin_mission,
    flying,
    in_flight_segment,
    mission_refusal,
)
from ocs_engine.series.air.planes import choice_refusal, reaches
from ocs_engine.series.cargo import Cargo, as_fields, read_cargo, supply_there
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import take_control
from ocs_engine.series.places import read_place
from ocs_engine.series.tables.air_base import base_figures
from ocs_engine.series.transport_size import HALVES, in_tokens
from ocs_engine.state.air_events import Mission, PlaneLanded
from ocs_engine.state.events import StancesChanged
from ocs_engine.state.model import State, Up
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]


class AirTransport(Command):
    """Fly cargo from a base to another one (OCS 14.9): units by id, and SP from the ground, in T.

    start, to: hexes or off-map boxes. planes: in the order of their stack; profiles: how each of them flies.
    """

    kind: Literal["air transport"] = "air transport"
    side: Side
    start: str
    to: str
    planes: tuple[str, ...]
    profiles: tuple[Profile, ...]
    cargo: tuple[str, ...] = ()
    tokens: int = Field(default=0, ge=0)


class Stay(Command):
    """Name the transports that end at the base to which they flew, so that it takes all of their cargo (OCS 14.9f)."""

    kind: Literal["stay"] = "stay"
    side: Side
    planes: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (AirTransport, Stay)
FRAMES: tuple[type[Frame], ...] = ()


def in_airlift(state: State, side: str) -> bool:
    """Whether a side may fly transports now: in a movement segment (OCS 14.2)."""
    return in_flight_segment(state, side, Segment.MOVEMENT)


# --- off they go


@rule("OCS 14.9", "OCS 14.9e", "T2 1.2")
def plane_refusal(state: State, start: int, to: int, pid: str, profile: Profile) -> Refusal | None:
    """Why a plane that may fly at all may not fly so on a transport, or None: it must be able to stay there."""
    return profile_refusal(state, start, to, pid, profile) or base_refusal(state, to, pid, profile)


@rule("OCS 14.9")
def base_refusal(state: State, to: int, pid: str, profile: Profile) -> Refusal | None:
    """Why a plane may not unload in a place, or None: it must be a base of its side that it could use."""
    if profile is Profile.ESCORT or to in state.points.air_bases(state, pid):
        return None
    words = f"{pid} may not be based at {state.world.label(to)}"
    return Refusal(code="no base", rule="OCS 14.9", sentence=words, places=(state.world.label(to),), pieces=(pid,))


@rule("OCS 14.9", "OCS 14.9d", "OCS 12.2", "T2 2.2")
def _fly(draft: Draft[State], command: AirTransport) -> None:
    """Let transports set out with their cargo, which is where it was until they unload (OCS 14.9)."""
    state, side = draft.state, command.side
    start, to = read_place(state, command.start), read_place(state, command.to)
    raise_if(way_refusal(state, start, to))
    raise_if(mission_refusal(state, side, Mission.TRANSPORT, to, command.planes, farthest(state)))
    check_profiles(command.planes, command.profiles)
    for pid, profile in zip(command.planes, command.profiles, strict=True):
        raise_if(plane_refusal(state, start, to, pid, profile))
    cargo, capacity = read_cargo(state, command.cargo, command.tokens), pool(state, command.planes, command.profiles)
    raise_if(load_refusal(state, side, start, to, cargo, capacity, then_still=False))
    set_out(draft, Mission.TRANSPORT, command.side, start, to, command.planes, command.profiles, cargo)


def check_profiles(planes: Sequence[str], profiles: Sequence[str]) -> None:
    """Raise Refused where not every plane has its one profile."""
    if len(planes) != len(profiles):
        raise refuse("profiles", "OCS 14.9e", "name one profile for each plane, in the same order", pieces=planes)


def set_out(
    draft: Draft[State],
    mission: Mission,
    side: Side,
    start: int,
    to: int,
    planes: tuple[str, ...],
    profiles: Sequence[Profile],
    cargo: Cargo,
    then: int | None = None,
) -> None:
    """Begin a transport or a drop. then: the base to which it goes on from `to` (OCS 21.12a)."""
    label = draft.state.world.label
    board(draft, cargo.units)
    frame = MissionFrame(
        side=side,
        mission=mission,
        hex=label(to),
        planes=planes,
        start=label(start),
        profiles=tuple(str(profile) for profile in profiles),
        units=cargo.units,
        tokens=cargo.tokens,
        then="" if then is None else label(then),
    )
    begin_mission(draft, frame)


@rule("OCS 14.9d")
def board(draft: Draft[State], units: Sequence[str]) -> None:
    """Units that are not in Move Mode take it as they get on (OCS 14.9d)."""
    turned = {uid: str(Up.MOVE) for uid in units if takes_move(draft.state, uid)}
    if turned:
        draft.emit(StancesChanged(stances=turned))


# --- there they are


@rule("OCS 14.9f", "OCS 15.0b", "OCS 15.2")
def unload_left(state: State, base: int) -> int | None:
    """What a base can still unload in this movement segment, in half tokens; None for an off-map box, without end."""
    if not on_map(state, base):
        return None
    whole = HALVES * base_figures(state.world.tables, state.bases[base].level).unload
    return max(whole - state.memory.unloaded.get(base, 0), 0)


@rule("OCS 14.9f", "OCS 14.10f")
def over_limit(state: State, frame: MissionFrame) -> int:
    """The cargo that the base cannot unload, and no plane that stays there, nor glider, in half tokens (OCS 14.9f)."""
    left = unload_left(state, state.world.place(frame.hex))
    if left is None:
        return 0
    flown = profiles_of(frame)
    free = sum(
        lift(state, pid, flown[pid])
        for pid in flying(state, frame)
        if flown[pid] is Profile.FAR or pid in frame.staying or state.planes[pid].aircraft.glider
    )
    return max(cargo_room(state, frame.units, frame.tokens) - left - free, 0)


def could_stay(state: State, frame: MissionFrame) -> list[str]:
    """The transports that need not stay, and by doing so would unload more."""
    flown = profiles_of(frame)
    near = (pid for pid in flying(state, frame) if flown[pid] in (Profile.NEAR, Profile.DOUBLE))
    return [pid for pid in near if not state.planes[pid].aircraft.glider]


@rule("OCS 14.9f")
def stays_enough(state: State, frame: MissionFrame, planes: Sequence[str]) -> bool:
    """Whether all of the cargo is unloaded if some planes stay; all that could are always enough (OCS 14.4g)."""
    flown = profiles_of(frame)
    more = sum(lift(state, pid, flown[pid]) for pid in planes)
    return more >= over_limit(state, frame) or set(planes) == set(could_stay(state, frame))


@rule("OCS 14.9f")
def _unload(draft: Draft[State], frame: MissionFrame) -> None:
    """Put the cargo down; what is over the limit of the base takes planes that stay there, by choice (OCS 14.9f)."""
    state, able = draft.state, could_stay(draft.state, frame)
    if stays_enough(state, frame, ()):
        _put_down(draft, frame)
    elif not any(stays_enough(state, frame, [pid for pid in able if pid != one]) for one in able):
        draft.change_frame(staying=tuple(able))
        _put_down(draft, draft.state.frame_of(MissionFrame))
    else:
        draft.change_frame(step="stay")


@rule("OCS 14.9", "OCS 14.9d", "OCS 14.9f", "OCS 14.10f", "OCS 12.2", "T2 5.0")
def unload(draft: Draft[State], frame: MissionFrame, units: tuple[str, ...], tokens: int) -> None:
    """Cargo of a mission is at the base that it has reached: units by id, and SP in T."""
    state, to = draft.state, draft.state.world.place(frame.hex)
    left, needed = unload_left(state, to), cargo_room(state, units, tokens)
    used = min(max(needed - by_gliders(state, frame), 0), left) if left is not None else 0
    bring(draft, frame, frame.hex, units, tokens, used)
    take_control(draft, units)
    draft.change_frame(units=tuple(uid for uid in frame.units if uid not in units), **less(frame, tokens))


@rule("OCS 14.10f")
def by_gliders(state: State, frame: MissionFrame) -> int:
    """What the gliders that are still with a mission unload, whatever the limit of the base is, in half tokens."""
    flown, there = profiles_of(frame), flying(state, frame)
    return glider_lift(state, there, [flown[pid] for pid in there])


def _put_down(draft: Draft[State], frame: MissionFrame) -> None:
    """All of the cargo is at the base, and the planes are done."""
    unload(draft, frame, frame.units, frame.tokens)
    end_there(draft, draft.state.frame_of(MissionFrame))


@rule("OCS 14.9", "OCS 14.9e", "OCS 14.9f")
def end_there(draft: Draft[State], frame: MissionFrame) -> None:
    """Planes end at the base, Inactive, or land where their profiles let them (OCS 14.9e)."""
    flown, there = profiles_of(frame), flying(draft.state, frame)
    draft.change_frame(step="landed")
    for pid in there:
        if flown[pid] is Profile.FAR or pid in frame.staying:
            draft.emit(PlaneLanded(plane=pid, base=frame.hex))
    home = [pid for pid in there if flown[pid] is not Profile.FAR and pid not in frame.staying]
    open_landing(draft, frame.side, frame.hex, home, ways_home(draft.state, frame.planes, frame.profiles, home))


# --- who stays


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, MissionFrame) and top.step == "stay" and top.side == side


def _stay_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """A plane, another one, until they are enough."""
    top = state.frame_of(MissionFrame)
    chosen = values(filled, "plane")
    if chosen and (stays_enough(state, top, chosen)):
        return None
    return Blank("plane", tuple(pid for pid in could_stay(state, top) if pid not in chosen))


def _stay_fill(side: str, filled: Filled) -> Command:
    return Stay(side=Side(side), planes=values(filled, "plane"))


@rule("OCS 14.9f")
def _stay(draft: Draft[State], command: Stay) -> None:
    """Let transports end at the base that could not unload all of their cargo otherwise (OCS 14.9f)."""
    state, top = draft.state, draft.state.frame_of(MissionFrame)
    able = could_stay(state, top)
    raise_if(choice_refusal(able, command.planes, "OCS 14.9f", "may stay", top.hex))
    if not stays_enough(state, top, command.planes):
        over = in_tokens(over_limit(state, top))
        words = f"{top.hex} unloads {over} too little; more transports must stay there"
        raise refuse("not enough", "OCS 14.9f", words, places=(top.hex,), pieces=command.planes)
    draft.change_frame(staying=command.planes)
    _put_down(draft, draft.state.frame_of(MissionFrame))


def _ask(_: State, frame: MissionFrame) -> Pending:
    prompt = f"which transports stay at {frame.hex} to unload what is over its limit?"
    return Pending(frame.side, prompt, "OCS 14.9f", ("stay",))


# --- the form


def ends(state: State, side: Side, start: int) -> Iterator[int]:
    """The places to which transports of a base could carry something of what is there now, in order."""
    if not supply_there(state, side, start) and not riders(state, side, start):
        return iter(())
    planes, far = carriers(state, side, start), farthest(state)
    found = set()
    for pid in planes:
        hexes = far * state.planes[pid].aircraft.range
        found |= {base for base in state.points.air_bases(state, pid) if reaches(state, pid, base, hexes)}
    closed = state.points.closed_to(state, side)
    near = sorted(to for to in found if to not in closed and way_refusal(state, start, to) is None)
    return (to for to in near if _smallest(state, side, start, to).fits(_pool(state, start, to, planes), 0))


def _pool(state: State, start: int, to: int, planes: Sequence[str]) -> int:
    return best_pool(state, start, to, planes, plane_refusal)


def _smallest(state: State, side: Side, start: int, to: int) -> Smallest:
    return Smallest(freely=smallest(state, side, start, to, then_still=False))


def _too_much(
    state: State, side: Side, start: int, to: int, planes: Planes, profiles: Profiles, cargo: Cargo
) -> Refusal | None:
    return load_refusal(state, side, start, to, cargo, pool(state, planes, profiles), then_still=False)


FORM = LiftForm(ends, _smallest, plane_refusal, _too_much)


def _fill(side: str, filled: Filled) -> Command:
    planes, profiles = flight_fields(filled)
    return AirTransport(side=Side(side), planes=planes, profiles=profiles, **as_fields(filled))


def install(rules: Ruleset[State]) -> None:
    """Register Air Transport."""
    rules.command(AirTransport, in_airlift, partial(lift_blank, FORM), _fill)(_fly)
    rules.step(MissionFrame, "unload")(_unload)
    rules.question(MissionFrame, "stay")(_ask)
    rules.command(Stay, _asked, _stay_blank, _stay_fill)(_stay)
