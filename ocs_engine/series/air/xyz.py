"""XYZ transport, by option: transports make a stop, and load and unload there too (OCS 21.12a).

Planes load at their base X, unload and load at a base Y, and unload at a base Z. What they do at Y is asked there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.air.airlift import (
    base_refusal,
    board,
    by_gliders,
    check_profiles,
    end_there,
    in_airlift,
    plane_refusal,
    set_out,
    unload,
    unload_left,
)
from ocs_engine.series.air.lift_forms import (
    Smallest,
    bases,
    best_pool,
    carriers,
    flight_blank,
    flight_fields,
    flight_is_filled,
)
from ocs_engine.series.air.loads import (
    Profile,
    cargo_room,
    farthest,
    glider_lift,
    lift_left,
    load_refusal,
    pool,
    reach_out,
    riders,
    smallest,
    unit_room,
    way_refusal,
)
from ocs_engine.series.air.missions import MissionFrame, closed_refusal, flying, mission_refusal
from ocs_engine.series.air.planes import choice_refusal
from ocs_engine.series.cargo import Cargo, as_fields, cargo_blank, no, read_cargo, room, supply_there, tokens_of
from ocs_engine.series.places import read_place
from ocs_engine.series.supply.access import ENDLESS
from ocs_engine.series.transport_size import in_tokens, supply_cargo
from ocs_engine.state.air_events import Mission, MissionWentOn
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.options import XYZ_TRANSPORT

Filled = Sequence[Answer]

PUT_DOWN, MUST_LOAD, MAY_LOAD = "put down", "must load", "may load"
"""The questions of a stop: what is unloaded; what is loaded, where nothing was unloaded; the same where some was."""


class XyzTransport(Command):
    """Fly cargo from a base by way of another one, where more is unloaded and loaded, to a third (OCS 21.12a).

    start, via, to: hexes or off-map boxes, X, Y and Z. Planes, profiles and cargo as of an Air Transport.
    """

    kind: Literal["xyz transport"] = "xyz transport"
    side: Side
    start: str
    via: str
    to: str
    planes: tuple[str, ...]
    profiles: tuple[Profile, ...]
    cargo: tuple[str, ...] = ()
    tokens: int = Field(default=0, ge=0)


class UnloadAtStop(Command):
    """Name what transports unload at their stop: units by id, and SP in T (OCS 21.12a)."""

    kind: Literal["unload at stop"] = "unload at stop"
    side: Side
    cargo: tuple[str, ...] = ()
    tokens: int = Field(default=0, ge=0)


class LoadAtStop(Command):
    """Name what transports load at their stop: units by id, and SP from the ground, in T (OCS 21.12a)."""

    kind: Literal["load at stop"] = "load at stop"
    side: Side
    cargo: tuple[str, ...] = ()
    tokens: int = Field(default=0, ge=0)


COMMANDS: tuple[type[Command], ...] = (XyzTransport, UnloadAtStop, LoadAtStop)
FRAMES: tuple[type[Frame], ...] = ()


def in_xyz(state: State, side: str) -> bool:
    """Whether a side may fly transports with a stop now."""
    return state.plays(XYZ_TRANSPORT) and in_airlift(state, side)


# --- off they go


@rule("OCS 21.12")
def stop_refusal(state: State, side: Side, start: int, via: int, to: int) -> Refusal | None:
    """Why nothing flies from one base by way of another to a third, or None: they are three, as of two flights."""
    if start == to:
        label = state.world.label(start)
        return no("no flight", "OCS 21.12", f"a transport with a stop does not end where it began, in {label}", label)
    return way_refusal(state, start, via) or way_refusal(state, via, to) or closed_refusal(state, side, to)


@rule("OCS 21.12")
def legs_refusal(state: State, start: int, via: int, to: int, pid: str, profile: Profile) -> Refusal | None:
    """Why a plane may not fly so by way of a stop, or None: its profile must do for the longer leg."""
    refusal = plane_refusal(state, start, via, pid, profile) or base_refusal(state, to, pid, profile)
    if refusal is not None:
        return refusal
    off, most = state.points.air_distance(state.world, via, to), reach_out(state, pid, profile)
    if off is None or off > most:
        one, other = state.world.label(via), state.world.label(to)
        words = f"from {one} to {other} it is further than {pid} flies so: {most} hexes"
        return Refusal(code="out of range", rule="OCS 21.12", sentence=words, places=(one, other), pieces=(pid,))
    return None


@rule("OCS 21.12")
def cargo_refusal(
    state: State, side: Side, start: int, via: int, to: int, cargo: Cargo, capacity: int, gliding: int
) -> Refusal | None:
    """Why planes may not load some cargo for a flight with a stop, or None. capacity, gliding: theirs, in half tokens.

    It must be such as may be at either of its ends, and something must be there to unload or to load at the stop.
    """
    for end in (via, to):
        if (refusal := load_refusal(state, side, start, end, cargo, capacity, then_still=False)) is not None:
            return refusal
    limit, label = stop_limit(state, via, gliding), state.world.label(via)
    if not (
        can_put_down(state, cargo.units, cargo.tokens, limit)
        or can_take_on(state, side, via, to, capacity - room(state, cargo))
    ):
        return no("no stop", "OCS 21.12", f"nothing could be unloaded or loaded at {label}", label)
    return None


@rule("OCS 21.12")
def _fly(draft: Draft[State], command: XyzTransport) -> None:
    """Let transports set out for their stop (OCS 21.12a)."""
    state, side, planes, profiles = draft.state, command.side, command.planes, command.profiles
    start, via, to = (read_place(state, each) for each in (command.start, command.via, command.to))
    raise_if(stop_refusal(state, side, start, via, to))
    raise_if(mission_refusal(state, side, Mission.TRANSPORT, via, planes, farthest(state)))
    check_profiles(planes, profiles)
    for pid, profile in zip(planes, profiles, strict=True):
        raise_if(legs_refusal(state, start, via, to, pid, profile))
    cargo = read_cargo(state, command.cargo, command.tokens)
    capacity, gliding = pool(state, planes, profiles), glider_lift(state, planes, profiles)
    raise_if(cargo_refusal(state, side, start, via, to, cargo, capacity, gliding))
    set_out(draft, Mission.TRANSPORT, side, start, via, planes, profiles, cargo, then=to)


# --- at the stop


@rule("OCS 21.12", "OCS 14.9f", "OCS 14.10f")
def stop_limit(state: State, via: int, gliding: int) -> int:
    """What may be unloaded at a stop, in half tokens: as the base can, and what comes by glider; no plane stays."""
    left = unload_left(state, via)
    return ENDLESS if left is None else left + gliding


def can_put_down(state: State, units: Sequence[str], tokens: int, limit: int) -> bool:
    """Whether any of some cargo may be unloaded within a limit, in half tokens."""
    return (tokens > 0 and supply_cargo(1) <= limit) or any(unit_room(state, (uid,)) <= limit for uid in units)


def can_take_on(state: State, side: Side, via: int, to: int, capacity: int) -> bool:
    """Whether anything at a stop may be loaded by planes with room for so many half tokens."""
    least = smallest(state, side, via, to, then_still=False)
    return least is not None and least <= capacity


def limit_now(state: State, frame: MissionFrame) -> int:
    """What the planes of a mission may unload at their stop, in half tokens."""
    return stop_limit(state, state.world.place(frame.hex), by_gliders(state, frame))


def room_now(state: State, frame: MissionFrame) -> int:
    """What the planes of a mission have room for besides what is with them, in half tokens."""
    return lift_left(state, frame) - cargo_room(state, frame.units, frame.tokens)


def _may_load(state: State, frame: MissionFrame) -> bool:
    via, to = state.world.place(frame.hex), state.world.place(frame.then)
    return can_take_on(state, frame.side, via, to, room_now(state, frame))


@rule("OCS 21.12")
def _stop(draft: Draft[State], frame: MissionFrame) -> None:
    """Ask what is unloaded, if anything may be (OCS 21.12a)."""
    if can_put_down(draft.state, frame.units, frame.tokens, limit_now(draft.state, frame)):
        draft.change_frame(step=PUT_DOWN)
    else:
        _load_or_go(draft, frame, MUST_LOAD)


def _load_or_go(draft: Draft[State], frame: MissionFrame, step: str) -> None:
    if _may_load(draft.state, frame):
        draft.change_frame(step=step)
    else:
        _go_on(draft, frame)


@rule("OCS 21.12")
def _go_on(draft: Draft[State], frame: MissionFrame) -> None:
    """On with what is loaded to where it is unloaded, and met there anew; without cargo the stop was the end."""
    if not (frame.units or frame.tokens):
        end_there(draft, frame)
        return
    planes = tuple(flying(draft.state, frame))
    draft.emit(MissionWentOn(side=frame.side, mission=frame.mission, start=frame.hex, hex=frame.then, planes=planes))
    draft.change_frame(step="clash", hex=frame.then, via=frame.hex, then="")


# --- the two questions


def _asked(state: State, side: str, *steps: str) -> bool:
    top = state.top_frame
    return isinstance(top, MissionFrame) and top.step in steps and top.side == side


def _asked_unload(state: State, side: str) -> bool:
    return _asked(state, side, PUT_DOWN)


def _asked_load(state: State, side: str) -> bool:
    return _asked(state, side, MUST_LOAD, MAY_LOAD)


@rule("OCS 21.12", "OCS 14.9f")
def unload_refusal(state: State, frame: MissionFrame, units: Sequence[str], tokens: int) -> Refusal | None:
    """Why some of the cargo may not be unloaded at the stop, or None."""
    if (strange := choice_refusal(frame.units, units, "OCS 21.12", "may be unloaded", frame.hex)) is not None:
        return strange
    if tokens > frame.tokens:
        return no("not so much", "OCS 21.12", f"the planes carry {frame.tokens}T of SP, not {tokens}T", frame.hex)
    needed, limit = cargo_room(state, units, tokens), limit_now(state, frame)
    if needed > limit:
        words = f"{frame.hex} unloads {in_tokens(limit)} now, and that takes {in_tokens(needed)}"
        return no("not so much", "OCS 14.9f", words, frame.hex)
    if not needed and not _may_load(state, frame):
        return no("no stop", "OCS 21.12", f"something must be unloaded at {frame.hex}", frame.hex)
    return None


def _unload_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """A unit of the cargo, another one, until enough, then T of SP; a blank without a choice is left out."""
    top = state.frame_of(MissionFrame)
    if filled and filled[-1][0] == "tokens":
        return None
    chosen = values(filled, "cargo")
    left, free = limit_now(state, top) - unit_room(state, chosen), bool(chosen) or _may_load(state, top)
    tokens = min(top.tokens, left // supply_cargo(1))
    if not filled or filled[-1] != ("cargo", ENOUGH):
        more = tuple(uid for uid in top.units if uid not in chosen and unit_room(state, (uid,)) <= left)
        if more:
            return Blank("cargo", (*more, ENOUGH) if free or tokens else more)
    return Blank("tokens", tuple(range(0 if free else 1, tokens + 1))) if tokens else None


def _unload_fill(side: str, filled: Filled) -> Command:
    return UnloadAtStop(side=Side(side), cargo=values(filled, "cargo"), tokens=tokens_of(filled))


@rule("OCS 21.12", "OCS 14.9f")
def _unload(draft: Draft[State], command: UnloadAtStop) -> None:
    """Some of the cargo is at the stop; then it is asked what is loaded (OCS 21.12a)."""
    top = draft.state.frame_of(MissionFrame)
    raise_if(unload_refusal(draft.state, top, command.cargo, command.tokens))
    some = bool(command.cargo or command.tokens)
    if some:
        unload(draft, top, command.cargo, command.tokens)
    _load_or_go(draft, draft.state.frame_of(MissionFrame), MAY_LOAD if some else MUST_LOAD)


def load_at_stop_refusal(state: State, frame: MissionFrame, cargo: Cargo) -> Refusal | None:
    """Why planes may not load some cargo at their stop, or None: as for any flight from there, within their room."""
    via, to = state.world.place(frame.hex), state.world.place(frame.then)
    return load_refusal(state, frame.side, via, to, cargo, room_now(state, frame), then_still=False)


def _load_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """A unit at the stop, another one, until enough, then T of SP."""
    top, own = state.frame_of(MissionFrame), Side(side)
    via = state.world.place(top.hex)

    def refused(cargo: Cargo) -> Refusal | None:
        return load_at_stop_refusal(state, top, cargo)

    whole = [("start", top.hex), ("to", top.then), *filled]
    return cargo_blank(state, own, via, whole, refused, riders(state, own, via), needed=top.step == MUST_LOAD)


def _load_fill(side: str, filled: Filled) -> Command:
    return LoadAtStop(side=Side(side), cargo=values(filled, "cargo"), tokens=tokens_of(filled))


@rule("OCS 21.12")
def _load(draft: Draft[State], command: LoadAtStop) -> None:
    """More cargo is with the planes, which is at the stop until they unload it (OCS 21.12a)."""
    top, cargo = draft.state.frame_of(MissionFrame), read_cargo(draft.state, command.cargo, command.tokens)
    if cargo != Cargo() or top.step == MUST_LOAD:
        raise_if(load_at_stop_refusal(draft.state, top, cargo))
        board(draft, cargo.units)
        tokens, loaded = top.tokens + cargo.tokens, top.loaded + cargo.tokens
        draft.change_frame(units=(*top.units, *cargo.units), tokens=tokens, loaded=loaded)
    _go_on(draft, draft.state.frame_of(MissionFrame))


def _ask_unload(_: State, frame: MissionFrame) -> Pending:
    prompt = f"which of the cargo is unloaded at {frame.hex}, before the planes go on to {frame.then}?"
    return Pending(frame.side, prompt, "OCS 21.12", ("unload at stop",))


def _ask_load(_: State, frame: MissionFrame) -> Pending:
    prompt = f"what do the planes load at {frame.hex} for {frame.then}?"
    return Pending(frame.side, prompt, "OCS 21.12", ("load at stop",))


# --- the form


def _known_bases(state: State, side: Side, start: int) -> list[int]:
    """The bases that transports of a base could use, in order; none where nothing could be loaded."""
    if not supply_there(state, side, start) and not riders(state, side, start):
        return []
    planes, closed = carriers(state, side, start), state.points.closed_to(state, side)
    return sorted({base for pid in planes for base in state.points.air_bases(state, pid)} - set(closed))


def stops(state: State, side: Side, start: int) -> Iterator[int]:
    """The stops of flights from a base on which planes of it could carry something now, in order."""
    for via in _known_bases(state, side, start):
        if way_refusal(state, start, via) is None and any(True for _ in ends(state, side, start, via)):
            yield via


def ends(state: State, side: Side, start: int, via: int) -> Iterator[int]:
    """The ends of such flights by way of a stop, in order."""
    planes = carriers(state, side, start)
    for to in _known_bases(state, side, start):
        if stop_refusal(state, side, start, via, to) is None and _fits(state, side, start, via, to, planes):
            yield to


def _fits(state: State, side: Side, start: int, via: int, to: int, planes: Sequence[str]) -> bool:
    least = needed(state, side, start, via, to)
    return least.freely is not None and least.fits(best_pool(state, start, via, planes, Legs(to)), 0)


def needed(state: State, side: Side, start: int, via: int, to: int) -> Smallest:
    """The least capacity with which something could be loaded for a flight with a stop, in half tokens.

    What is more than the base of the stop unloads is loaded only where there is room to load something there too.
    Gliders unload whatever it can; the form leaves that aside.
    """
    limit, more = stop_limit(state, via, 0), smallest(state, side, via, to, then_still=False)
    sizes: list[int] = []
    for load in (Cargo(tokens=1), *(Cargo(units=(uid,)) for uid in riders(state, side, start))):
        if all(load_refusal(state, side, start, end, load, ENDLESS, then_still=False) is None for end in (via, to)):
            if (size := room(state, load)) <= limit:
                sizes.append(size)
            elif more is not None:
                sizes.append(size + more)
    return Smallest(freely=min(sizes, default=None))


class Legs:
    """Why planes may not fly by way of a stop to an end, as the forms of transports ask it."""

    def __init__(self, to: int) -> None:
        self._to = to

    def __call__(self, state: State, start: int, via: int, pid: str, profile: Profile) -> Refusal | None:
        return legs_refusal(state, start, via, self._to, pid, profile)


def _blank(state: State, side: str, filled: Filled) -> Blank | None:
    """X, Y, Z, plane by plane with how it flies, then the cargo."""
    own, label, place = Side(side), state.world.label, state.world.place
    if not filled:
        starts = (start for start in bases(state, own) if any(True for _ in stops(state, own, start)))
        return Blank("start", tuple(map(label, starts)))
    start = place(str(filled[0][1]))
    if len(filled) == 1:
        return Blank("via", tuple(map(label, stops(state, own, start))))
    via = place(str(filled[1][1]))
    if len(filled) == 2:
        return Blank("to", tuple(map(label, ends(state, own, start, via))))
    to, flight = place(str(filled[2][1])), filled[3:]
    if not flight_is_filled(state, flight):
        return flight_blank(state, own, start, via, flight, Legs(to), needed(state, own, start, via, to))
    planes, profiles = flight_fields(flight)
    capacity, gliding = pool(state, planes, profiles), glider_lift(state, planes, profiles)

    def refused(cargo: Cargo) -> Refusal | None:
        return cargo_refusal(state, own, start, via, to, cargo, capacity, gliding)

    return cargo_blank(state, own, start, filled, refused, riders(state, own, start))


def _fill(side: str, filled: Filled) -> Command:
    planes, profiles = flight_fields(filled)
    return XyzTransport(side=Side(side), via=str(filled[1][1]), planes=planes, profiles=profiles, **as_fields(filled))


def install(rules: Ruleset[State]) -> None:
    """Register XYZ transport."""
    rules.command(XyzTransport, in_xyz, _blank, _fill)(_fly)
    rules.step(MissionFrame, "stop")(_stop)
    rules.question(MissionFrame, PUT_DOWN)(_ask_unload)
    for step in (MUST_LOAD, MAY_LOAD):
        rules.question(MissionFrame, step)(_ask_load)
    rules.command(UnloadAtStop, _asked_unload, _unload_blank, _unload_fill)(_unload)
    rules.command(LoadAtStop, _asked_load, _load_blank, _load_fill)(_load)
