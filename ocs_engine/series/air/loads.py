"""What transports lift: the three profiles of a flight, their capacity, and what may fly as cargo (OCS 14.9, 14.10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.air.missions import MissionFrame, flying
from ocs_engine.series.air.planes import reaches
from ocs_engine.series.cargo import Cargo, entry_refusal, no, pieces_at, room, supply_there
from ocs_engine.series.modes import on_map, stance_refusal, stances
from ocs_engine.series.supply.access import ENDLESS
from ocs_engine.series.tables.lines import figure
from ocs_engine.series.transport_size import HALVES, in_tokens, ride_refusal, supply_cargo, unit_cargo
from ocs_engine.state.lift_events import CargoFlown
from ocs_engine.state.model import DEAD, Mode, State, Unit, Up
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Mobility, Side


@rule("OCS 14.9e")
class Profile(StrEnum):
    """How a plane of a transport flies (OCS 14.9e): far, and it stays; out and back; or half as far with a double load.

    An escort carries nothing and flies out and back, from whatever base.
    """

    FAR = "A"
    NEAR = "B"
    DOUBLE = "C"
    ESCORT = "escort"


PARA, NO_AIR_LIFT = "para", "no air lift"
"""Traits of counters."""
LOST = "lost in the air"
"""What destroys cargo that no plane carries any more, as events say it."""


# --- how far


@rule("OCS 14.9e", "T2 1.1c")
def reach_out(state: State, pid: str, profile: Profile) -> int:
    """The hexes that a plane flies at most to where it unloads, by its profile (OCS 14.9e)."""
    share = Fraction(1)
    if profile is Profile.FAR:
        share = state.world.tables.share("transport_range_inactive_at_destination")
    elif profile is Profile.DOUBLE:
        share = state.world.tables.share("transport_range_double_capacity")
    return int(share * state.planes[pid].aircraft.range)


@rule("OCS 14.9e")
def ways_home(state: State, planes: Sequence[str], profiles: Sequence[str], going: Sequence[str]) -> dict[str, int]:
    """The hexes that each of some planes of a transport flies at most to a base afterwards; FAR ones are there."""
    flown = dict(zip(planes, map(Profile, profiles), strict=True))
    return {pid: reach_out(state, pid, flown[pid]) for pid in going if flown[pid] is not Profile.FAR}


# --- how much


@rule("OCS 14.9", "OCS 14.9e")
def lift(state: State, pid: str, profile: str) -> int:
    """What a plane carries, in half tokens: half of it with a step lost, double on half its range (OCS 14.9e)."""
    plane = state.planes[pid]
    if profile == Profile.ESCORT or plane.place == DEAD:
        return 0
    whole = HALVES * plane.aircraft.capacity
    return (whole // 2 if plane.lost else whole) * (2 if profile == Profile.DOUBLE else 1)


def pool(state: State, planes: Iterable[str], profiles: Iterable[str]) -> int:
    """What planes that start at one base carry together, in half tokens (OCS 14.9b)."""
    return sum(lift(state, pid, profile) for pid, profile in zip(planes, profiles, strict=True))


def profiles_of(frame: MissionFrame) -> dict[str, Profile]:
    """The profile of each plane of a transport, the gone ones too."""
    return dict(zip(frame.planes, map(Profile, frame.profiles), strict=True))


@rule("OCS 14.4g")
def left_to_carry(state: State, frame: MissionFrame) -> int:
    """What the planes carry that are still with a mission, in half tokens, in favour of the cargo: to a full T."""
    return full_tokens(lift_left(state, frame))


def lift_left(state: State, frame: MissionFrame) -> int:
    """The same, not rounded."""
    flown = profiles_of(frame)
    return sum(lift(state, pid, flown[pid]) for pid in flying(state, frame))


@rule("OCS 14.4g")
def full_tokens(halves: int) -> int:
    """Half tokens as they are rounded where planes are lost: up to a full T (OCS 14.4g)."""
    return HALVES * -(-halves // HALVES)


@rule("OCS 14.10f")
def glider_lift(state: State, planes: Iterable[str], profiles: Iterable[str]) -> int:
    """What of it goes by the gliders that are parts of their counters, in half tokens (OCS 14.10f)."""
    towed = zip(planes, profiles, strict=True)
    return sum(lift(state, pid, profile) for pid, profile in towed if glides(state, pid))


def glides(state: State, pid: str) -> bool:
    """Whether a glider is part of a plane's counter (OCS 14.10f)."""
    return state.planes[pid].aircraft.glider


def gliders_left(state: State, frame: MissionFrame) -> int:
    """What the gliders carry that are still with a mission, in half tokens, rounded as the whole is."""
    there, flown = flying(state, frame), profiles_of(frame)
    return full_tokens(glider_lift(state, there, [flown[pid] for pid in there]))


# --- from where


def stocks(frame: MissionFrame, tokens: int) -> dict[str, int]:
    """From where some T of the SP with a mission come: those from its start first, then those from its stop."""
    first = min(tokens, frame.tokens - frame.loaded)
    return {place: count for place, count in ((frame.start, first), (frame.via, tokens - first)) if count}


def less(frame: MissionFrame, tokens: int) -> dict[str, int]:
    """The fields of a mission that say what SP is with it, without some T."""
    left = frame.tokens - tokens
    return {"tokens": left, "loaded": min(frame.loaded, left)}


@rule("OCS 14.9", "OCS 21.12")
def bring(
    draft: Draft[State], frame: MissionFrame, to: str, units: Sequence[str], tokens: int, unloaded: int = 0
) -> None:
    """Cargo of a mission comes down in a place, from where each of it was loaded.

    unloaded: what it takes of what a base can unload, in half tokens.
    """
    state, supply = draft.state, stocks(frame, tokens)
    stop = grounds(state, state.world.place(frame.via)) if frame.via else ()
    joined = [uid for uid in units if state.units[uid].place in stop]
    for start, own in ((frame.start, [uid for uid in units if uid not in joined]), (frame.via, joined)):
        if own or start in supply:
            draft.emit(
                CargoFlown(
                    side=frame.side,
                    start=start,
                    to=to,
                    units=tuple(own),
                    tokens=supply.get(start, 0),
                    unloaded=unloaded,
                )
            )
            unloaded = 0


# --- what


def grounds(state: State, base: int) -> tuple[int, ...]:
    """The places whose units planes of a base carry: the base itself, or the boxes for ground units beside it."""
    return state.points.ground_places(state, base)


def riders(state: State, side: Side, base: int) -> list[str]:
    """The units of a side that are where planes of a base load, in the order in which they came."""
    return [uid for place in grounds(state, base) for uid in pieces_at(state, side, place) if uid in state.units]


@rule("OCS 14.9d", "OCS 5.4")
def takes_move(state: State, uid: str) -> bool:
    """Whether a unit gets on in another mode and takes Move Mode first: in the Movement Phase, as the first it does."""
    unit, memory = state.units[uid], state.memory
    if state.now.phase is not Phase.MOVEMENT or unit.mode is Mode.MOVE or str(Up.MOVE) not in stances(unit):
        return False
    fresh = not any(uid in each for each in (memory.spent, memory.done, memory.rode))
    return fresh and stance_refusal(state, uid, str(Up.MOVE)) is None


@rule("OCS 14.9c", "T2 3.3b")
def light_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit is nothing that a plane could carry at all: it must walk, at an MA of 10 at most (OCS 14.9c)."""
    counter = state.units[uid].counter
    most = figure(str(state.world.tables["transport_equivalent"]["air_cargo"]), r"at most (\d+)")
    if NO_AIR_LIFT in counter.traits:
        return _no("motorised", "T2 3.3b", f"{uid} is motorised and never flies", uid)
    if counter.move.mobility is not Mobility.LEG or counter.move.ma > most:
        return _no("too heavy", "OCS 14.9c", f"{uid} does not walk in Move Mode with an MA of {most} at most", uid)
    return None


@rule("OCS 14.9c", "OCS 14.9d", "OCS 4.7d", "OCS 5.6", "OCS 5.7", "OCS 5.8", "OCS 5.10")
def board_refusal(state: State, uid: str, then_still: bool) -> Refusal | None:
    """Why a unit may not get on a plane now, or None. then_still: it is dropped, and marches no step in the phase."""
    if (heavy := light_refusal(state, uid)) is not None:
        return heavy
    return None if takes_move(state, uid) else ride_refusal(state, uid, then_still)


@rule("OCS 14.9c", "OCS 12.2", "T2 1.2")
def load_refusal(
    state: State, side: Side, start: int, to: int, cargo: Cargo, capacity: int, then_still: bool
) -> Refusal | None:
    """Why planes at a base that carry so many half tokens together may not fly some cargo to a place, or None."""
    label = state.world.label
    if cargo == Cargo():
        return no("no cargo", "", "name units or SP to carry")
    if cargo.transport:
        words = f"{', '.join(cargo.transport)} cannot fly: no Transport Points do"
        return Refusal(code="transport", rule="OCS 14.9c", sentence=words, pieces=cargo.transport)
    there = riders(state, side, start)
    if strangers := tuple(uid for uid in cargo.units if uid not in there):
        words = f"the {side} side has no {', '.join(strangers)} at {label(start)}"
        return Refusal(code="not there", rule="OCS 14.9c", sentence=words, places=(label(start),), pieces=strangers)
    if len(set(cargo.units)) < len(cargo.units):
        return Refusal(code="named twice", rule="", sentence="a unit is named twice", pieces=cargo.units)
    found = (board_refusal(state, uid, then_still) for uid in cargo.units)
    refusal = next((each for each in found if each is not None), None) or entry_refusal(state, to, cargo)
    if refusal is not None:
        return refusal
    if cargo.units and not grounds(state, to):
        return no("no ground box", "T2 1.2", f"no ground units wait in {label(to)}", label(to))
    if cargo.tokens > (left := supply_there(state, side, start)):
        words = f"{left}T of the {side} side may be carried from {label(start)}, without what came there in this phase"
        return no("too little there", "OCS 12.2", words, label(start))
    if (needed := room(state, cargo)) > capacity:
        words = f"the cargo takes {in_tokens(needed)}, and the planes carry {in_tokens(capacity)}"
        return no("too much", "OCS 14.9", words)
    return None


def smallest(state: State, side: Side, start: int, to: int, then_still: bool) -> int | None:
    """The room of the smallest thing that could be flown from a base to a place now; None where there is none."""
    loads = [Cargo(tokens=1), *(Cargo(units=(uid,)) for uid in riders(state, side, start))]
    fits = (load for load in loads if load_refusal(state, side, start, to, load, ENDLESS, then_still) is None)
    return min((room(state, load) for load in fits), default=None)


def unit_room(state: State, units: Iterable[str]) -> int:
    """The room of units, in half tokens."""
    return sum(unit_cargo(state.world.tables, state.units[uid]) for uid in units)


def cargo_room(state: State, units: Iterable[str], tokens: int) -> int:
    """The room of units and T of SP, in half tokens."""
    return unit_room(state, units) + supply_cargo(tokens)


def jumps(unit: Unit) -> bool:
    """Whether a unit bears the Para symbol (OCS 14.10a)."""
    return PARA in unit.counter.traits


# --- who flies it


@rule("OCS 14.9", "OCS 14.9e", "OCS 14.2")
def profile_refusal(
    state: State, start: int, to: int, pid: str, profile: Profile, carries: bool = True
) -> Refusal | None:
    """Why a plane that may fly at all may not fly so from a base to a place, or None.

    carries: whether it could carry what is to be flown, if it can carry anything.
    """
    plane, label = state.planes[pid], state.world.label
    transport = carries and plane.place == start and plane.aircraft.capacity > 0
    if (profile is not Profile.ESCORT) is not transport:
        told = "carries something" if transport else f"carries nothing from {label(start)}, and can but escort"
        words = f"{pid} {told}"
        return Refusal(code="no transport", rule="OCS 14.9", sentence=words, places=(label(start),), pieces=(pid,))
    if not reaches(state, pid, to, reach_out(state, pid, profile)):
        words = f"{label(to)} is further off than {pid} flies so: {reach_out(state, pid, profile)} hexes"
        return Refusal(code="out of range", rule="OCS 14.9e", sentence=words, places=(label(to),), pieces=(pid,))
    return None


def farthest(state: State) -> int:
    """How many times its range a plane of a transport flies at most."""
    return state.world.tables.number("transport_range_inactive_at_destination")


@rule("OCS 14.9", "T2 2.2")
def way_refusal(state: State, start: int, to: int) -> Refusal | None:
    """Why nothing is flown from one place to another, or None: from a base to another one, or a box and the map."""
    label = state.world.label
    if start == to or not (on_map(state, start) or on_map(state, to)):
        words = f"transports fly from a base to another, one of them on the map, not from {label(start)} to {label(to)}"
        return no("no flight", "OCS 14.9", words, label(start), label(to))
    return None


def _no(code: str, case: str, sentence: str, uid: str) -> Refusal:
    return Refusal(code=code, rule=case, sentence=sentence, pieces=(uid,))
