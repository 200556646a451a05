"""Orders of transport planes that a person types: air transport, air drops, plans of drops; answers about cargo."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ocs_engine.kernel.messages import Command, Refusal
from ocs_engine.players import human_answers as answers
from ocs_engine.players.human_air import planes_of
from ocs_engine.players.human_carriage import cargo_named
from ocs_engine.players.human_forms import NOBODY, Form
from ocs_engine.players.human_names import place_of, transport_of, unit_of, units_of
from ocs_engine.players.human_supply import listing
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard, Unknown, split_units
from ocs_engine.series import story
from ocs_engine.series.air import airlift, drop, plans, xyz
from ocs_engine.series.air.airlift import AirTransport, Stay
from ocs_engine.series.air.drop import AirDrop
from ocs_engine.series.air.lift_forms import bases, carriers, manners
from ocs_engine.series.air.loads import Profile, cargo_room, glider_lift, grounds, lift, load_refusal, pool, riders
from ocs_engine.series.air.missions import MissionFrame, in_flight_segment, ready_planes
from ocs_engine.series.air.plans import CancelDrop, DelayDrop, PlanDrop
from ocs_engine.series.air.shedding import Shed, tokens_over
from ocs_engine.series.air.xyz import LoadAtStop, UnloadAtStop, XyzTransport
from ocs_engine.series.cargo import Cargo, most_supply, read_cargo
from ocs_engine.series.movement import twelfths
from ocs_engine.series.stories.words import planes_named
from ocs_engine.series.supply.access import ENDLESS
from ocs_engine.state.model import State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side
from ocs_engine.world.names import fold
from ocs_engine.world.options import XYZ_TRANSPORT

FEW = 8
"""Places that an answer lists at most."""
_WITH = re.compile(r"(?:^|\s+)with(?:\s+|$)", re.I)
_FLIGHT = re.compile(
    r"(?P<cargo>.*?)(?:(?:^|\s+)from\s+(?P<start>.+?))?(?:(?:^|\s+)(?:to|on|onto|at)\s+(?P<to>.+))?", re.I
)
_VIA = re.compile(r"(?:^|\s+)via\s+(?P<via>.+?)(?=\s+(?:from|to|on|onto|at)\s|\s*$)", re.I)
_BY = re.compile(r"(?P<who>.*?)\s+(?:by|as)\s+(?:profile\s+)?(?P<how>\w+)", re.I)
_PLAN = re.compile(
    r"(?P<unit>.+?)\s+(?:on|to|at)\s+(?P<hex>.+?)(?:\s+(?:in|for)\s+(?:turn\s+)?(?P<turn>\d{1,4}))?", re.I
)
_SUPPLY = ("supply", "sp", "t")
"""Words for as much supply as the planes carry."""
_PROFILES = {
    "a": Profile.FAR, "far": Profile.FAR,
    "b": Profile.NEAR, "back": Profile.NEAR,
    "c": Profile.DOUBLE, "double": Profile.DOUBLE,
    "escort": Profile.ESCORT,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Flight:
    """A transport or drop as it was ordered: from where, to where, with what.

    most: as much supply besides as the planes carry. via: where a transport stops on its way, by option (OCS 21.12a).
    """

    drops: bool
    start: int
    to: int
    cargo: Cargo
    most: bool
    via: int | None = None

    @property
    def does(self) -> str:
        """What its planes do, in words."""
        return "drop it from" if self.drops else "fly it from"

    def manners(self, state: State, pid: str) -> list[Profile]:
        """The profiles by which a plane could take part."""
        if self.via is not None:
            return manners(state, self.start, self.via, pid, xyz.Legs(self.to))
        return manners(state, self.start, self.to, pid, (drop if self.drops else airlift).plane_refusal)

    def refused(self, state: State, side: Side, cargo: Cargo, capacity: int, gliding: int) -> Refusal | None:
        """Why some cargo may not go, or None. capacity, gliding: of the planes, in half tokens."""
        if self.drops:
            return drop.drop_refusal(state, side, self.start, self.to, cargo, capacity, gliding)
        if self.via is not None:
            return xyz.cargo_refusal(state, side, self.start, self.via, self.to, cargo, capacity, gliding)
        return load_refusal(state, side, self.start, self.to, cargo, capacity, then_still=False)


# --- transport and drops


def fly(table: Table, text: str) -> Reply:
    """Cargo is flown from a base to another; alone it lists the flights, without planes those that can."""
    return _order(table, text, drops=False) if text else _flights(table, "air transport", "fly")


def air_drop(table: Table, text: str) -> Reply:
    """Cargo is dropped on a hex; alone it lists from where, without planes those that can."""
    return _order(table, text, drops=True) if text else _flights(table, "air drop", "airdrop")


def _flights(table: Table, kind: str, verb: str) -> Reply:
    """Each base from which something could be flown, with its transports, and the places to which."""
    state, lines = table.state, list[str]()
    for label in listing(table, kind):
        place = state.world.place(label)
        carry = (carriers if kind == "air transport" else drop.droppers)(state, table.side, place)
        ends = listing(table, kind, ("start", label))
        where = f"{len(ends)} hexes" if len(ends) > FEW else ", ".join(story.place_name(state.world, to) for to in ends)
        there = "on" if kind == "air drop" else "to"
        lines.append(f"{story.place_name(state.world, label)}: {planes_named(state.world, carry)} {there} {where}")
    if kind == "air transport" and xyz.in_xyz(state, table.side) and listing(table, "xyz transport"):
        lines.append("with a stop on the way, where more is unloaded and loaded: fly CARGO via BASE to BASE")
    why = "; drops of units follow a plan, which dropplan tells" if kind == "air drop" else ""
    return Reply.of(tuple(lines) or (f"there is nothing to {verb} now{why}",))


def _order(table: Table, text: str, drops: bool) -> Reply:
    if table.game.pending() is None and not in_flight_segment(table.state, table.side, Segment.MOVEMENT):
        raise Misheard("cargo is flown in your own movement segments alone (OCS 14.2)")
    words, named = _cut(text)
    flight = _read(table, words, drops)
    state, side = table.state, table.side
    if refusal := flight.refused(state, side, _least(flight), ENDLESS, ENDLESS):
        return Reply((answers.told(state, refusal),), problem=True)
    if not named:
        return _who(table, flight)
    planes, profiles = _crew(table, flight, named)
    cargo = flight.cargo
    if flight.most:
        cargo = _filled(state, side, flight, planes, profiles)
    label = state.world.label
    fields = {
        "side": side,
        "start": label(flight.start),
        "to": label(flight.to),
        "planes": planes,
        "profiles": profiles,
        "cargo": (*cargo.units, *cargo.transport),
        "tokens": cargo.tokens,
    }
    if flight.via is not None:
        return table.submit(XyzTransport.model_validate({**fields, "via": label(flight.via)}))
    return table.submit((AirDrop if flight.drops else AirTransport).model_validate(fields))


def _cut(text: str) -> tuple[str, str]:
    """The words before "with", and the planes after it."""
    found = _WITH.search(text)
    return (text[: found.start()], text[found.end() :].strip()) if found else (text, "")


def _read(table: Table, words: str, drops: bool) -> Flight:
    """The flight that words name; raises Misheard where it is not said from where, to where or what."""
    state, side = table.state, table.side
    usage = "airdrop CARGO [from BASE] on HEX with PLANES" if drops else "fly CARGO [from BASE] to BASE with PLANES"
    words, via = (words, None) if drops else _stop(state, words)
    found = _FLIGHT.fullmatch(words.strip())
    assert found is not None  # every part of it may be missing
    start = place_of(state, found["start"]) if found["start"] else None
    parts = split_units(re.sub(r"\s+and\s+", ", ", found["cargo"]))
    most = any(fold(part) in _SUPPLY for part in parts)
    rest = ", ".join(part for part in parts if fold(part) not in _SUPPLY)
    there = () if start is None else riders(state, side, start)
    pieces, tokens = cargo_named(state, side, rest, there, _rider)
    cargo = read_cargo(state, pieces, tokens)
    if cargo == Cargo() and not most:
        raise Misheard(f"{usage}: name units or supply, as 2 SP, 3T, or supply for all that they carry")
    start = _start(state, side, cargo.units, usage) if start is None else start
    if not found["to"] and drops:
        return Flight(drops, start, _as_planned(state, cargo.units, usage), cargo, most)
    if not found["to"]:
        raise Misheard(f"{usage}: say where to")
    return Flight(drops, start, place_of(state, found["to"]), cargo, most, via)


def _stop(state: State, words: str) -> tuple[str, int | None]:
    """The words without those that name a stop, and its place; raises Misheard where transports make none."""
    found = _VIA.search(words)
    if found is None:
        return words, None
    if not state.plays(XYZ_TRANSPORT):
        raise Misheard(f"transports make a stop on their way only by the option {XYZ_TRANSPORT!r}")
    return words[: found.start()] + words[found.end() :], place_of(state, found["via"])


def _rider(state: State, side: Side, text: str) -> str:
    """The unit that a name means, or else the transport, which never flies."""
    try:
        return unit_of(state, side, text)
    except Unknown:
        return transport_of(state, side, text)


def _start(state: State, side: Side, units: Sequence[str], usage: str) -> int:
    """The base beside the first of some units, or the only one with transports."""
    open_ = bases(state, side)
    if units:
        place = state.units[units[0]].place
        open_ = [base for base in open_ if place in grounds(state, base)]
        if not open_:
            where = _place(state, place) if place >= 0 else "play"
            raise Misheard(f"no transport that could fly now is based in {where}")
    if len(open_) != 1:
        told = ", ".join(story.place_name(state.world, state.world.label(base)) for base in open_)
        raise Misheard(f"{usage}: from where? " + (f"transports are in {told}" if told else "no transport can fly now"))
    return open_[0]


def _as_planned(state: State, units: Sequence[str], usage: str) -> int:
    """The hex that the plan of some units names; raises Misheard."""
    hexes = {state.drop_plans[uid].hex for uid in units if uid in state.drop_plans}
    if len(hexes) != 1:
        raise Misheard(f"{usage}: say on what hex")
    return hexes.pop()


def _least(flight: Flight) -> Cargo:
    """The smallest cargo that was meant."""
    cargo = flight.cargo
    return Cargo(cargo.units, cargo.transport, cargo.tokens or 1) if flight.most else cargo


def _filled(
    state: State, side: Side, flight: Flight, planes: Sequence[str], profiles: Sequence[Profile]
) -> Cargo:
    """The cargo with as much supply as the planes carry; 1T where they carry none, to hear the rule."""
    capacity, gliding = pool(state, planes, profiles), glider_lift(state, planes, profiles)

    def refused(cargo: Cargo) -> Refusal | None:
        return flight.refused(state, side, cargo, capacity, gliding)

    tokens = most_supply(state, side, flight.start, Cargo(flight.cargo.units), refused)
    return Cargo(flight.cargo.units, flight.cargo.transport, tokens or 1)


# --- who flies


def _crew(table: Table, flight: Flight, text: str) -> tuple[tuple[str, ...], tuple[Profile, ...]]:
    """The planes that are named, with how each flies: as it is said, else so that it carries most and comes back."""
    state, side = table.state, table.side
    able = [pid for pid in ready_planes(state, side) if flight.manners(state, pid)]
    planes: list[str] = []
    profiles: list[Profile] = []
    for part in split_units(re.sub(r"\s+and\s+", ", ", text)):
        found = _BY.fullmatch(part)
        who, how = (found["who"], _profile(found["how"])) if found else (part, None)
        for pid in planes_of(state, side, who, [pid for pid in able if pid not in planes]):
            planes.append(pid)
            profiles.append(how or _usual(state, flight, pid))
    return tuple(planes), tuple(profiles)


def _profile(word: str) -> Profile:
    if (found := _PROFILES.get(fold(word))) is None:
        raise Misheard(f"{word!r} is no way to fly; they are A (far), B (back), C (double) and escort")
    return found


def _usual(state: State, flight: Flight, pid: str) -> Profile:
    """How a plane flies of which that is not said."""
    ways = flight.manners(state, pid)
    usual = next((each for each in (Profile.DOUBLE, Profile.NEAR, Profile.FAR) if each in ways), None)
    carries = state.planes[pid].place == flight.start and state.planes[pid].aircraft.capacity
    return usual or (Profile.NEAR if carries else Profile.ESCORT)


def _who(table: Table, flight: Flight) -> Reply:
    """The planes that could take part, each with what it carries by which profile."""
    state = table.state
    found = {pid: ways for pid in ready_planes(state, table.side) if (ways := flight.manners(state, pid))}
    lines = []
    for pid, ways in found.items():
        told = ", ".join(_way(state, pid, profile) for profile in ways)
        where = "" if state.planes[pid].place == flight.start else f", in {_place(state, state.planes[pid].place)}"
        lines.append(f"  {state.planes[pid].aircraft.name} [{pid}]{where}: {told}")
    via = "" if flight.via is None else f" via {_place(state, flight.via)}"
    end = f"{'on' if flight.drops else 'to'} {_place(state, flight.to)}"
    trip = f"{flight.does} {_place(state, flight.start)}{via} {end}"
    if not any(lift(state, pid, profile) for pid, ways in found.items() for profile in ways):
        return Reply((f"no plane of yours can {trip} now{_why_none(state, table.side, flight)}",), problem=True)
    room = _tokens(cargo_room(state, flight.cargo.units, flight.cargo.tokens))
    needed = "" if flight.most else f"it takes {room}; "
    return Reply((f"{needed}these can {trip}:", *lines))


def _why_none(state: State, side: Side, flight: Flight) -> str:
    """Where no transport that can fly stands where the cargo is: what there is of them, there or elsewhere."""
    if carriers(state, side, flight.start):
        return ""
    if weather := state.points.no_flight(state):
        return f": {answers.told(state, weather)}"
    here = (pid for pid, plane in sorted(state.planes.items()) if plane.side is side and plane.place == flight.start)
    if idle := [pid for pid in here if state.planes[pid].aircraft.capacity]:
        return f": of {planes_named(state.world, idle)} there none is Active that has not flown in this phase"
    others = ", ".join(_place(state, base) for base in bases(state, side))
    return ": no transport is based there" + (f", but in {others}" if others else "")


def _way(state: State, pid: str, profile: Profile) -> str:
    """How a plane would fly, and with what."""
    if profile is Profile.ESCORT:
        return "escort"
    stays = " and stays" if profile is Profile.FAR else ""
    return f"{profile} {_tokens(lift(state, pid, profile))}{stays}"


def _tokens(halves: int) -> str:
    return f"{twelfths(6 * halves)}T"


def _place(state: State, place: int) -> str:
    return story.place_name(state.world, state.world.label(place))


# --- plans of drops


def plan(table: Table, text: str) -> Reply:
    """The drop of a unit is planned, put back or given up; alone it lists the plans, and for whom one can be made."""
    state, side = table.state, table.side
    if not text:
        return Reply.of(_plans(table))
    named, _, word = text.rstrip(" .").rpartition(" ")
    if named and fold(word) in ("later", "off"):
        own = plans.planned(state, side)
        units = units_of(state, side, named, own)
        order = DelayDrop if fold(word) == "later" else CancelDrop
        return _each(table, [order(side=side, unit=uid) for uid in units])
    found = _PLAN.fullmatch(text)
    if found is None:
        raise Misheard("dropplan UNIT on HEX [in TURN], dropplan UNIT later, or dropplan UNIT off")
    label = state.world.label(place_of(state, found["hex"]))
    turn = int(found["turn"]) if found["turn"] else plans.earliest(state)
    units = units_of(state, side, found["unit"])
    return _each(table, [PlanDrop(side=side, unit=uid, hex=label, turn=turn) for uid in units])


def _each(table: Table, orders: Sequence[Command]) -> Reply:
    """Give orders one by one, up to the first refusal, and tell the plans that there are then."""
    for order in orders:
        reply = table.submit(order)
        if reply.problem or table.wanted:
            return reply
    return Reply.of(_written(table.state, table.side) or ("no drop is planned",))


def _plans(table: Table) -> Iterator[str]:
    """The plans, and whose drop could be planned now."""
    yield from _written(table.state, table.side) or ("no drop is planned",)
    if able := listing(table, "plan drop"):
        first = listing(table, "plan drop", ("unit", able[0]), ("hex", _any_hex(table, able[0])))
        few = ", ".join(answers.name(table.state, uid) for uid in able[:FEW])
        more = f" and {len(able) - FEW} more" if len(able) > FEW else ""
        yield f"one can be planned from turn {first[0]} on for {few}{more}"


def _any_hex(table: Table, uid: str) -> str:
    return str(listing(table, "plan drop", ("unit", uid))[0])


def _written(state: State, side: Side) -> tuple[str, ...]:
    """The plans of a side, one a line."""
    found = ((uid, state.drop_plans[uid]) for uid in plans.planned(state, side))
    return tuple(f"{answers.name(state, uid)}: on {_place(state, each.hex)} in turn {each.turn}" for uid, each in found)


# --- answers


def answer(table: Table, form: Form, line: str) -> Reply | None:
    """An answer about cargo in plain words, carried out; None where the line is none, and the form takes it."""
    speak = _SPOKEN.get(form.kind)
    if speak is None or not form.asked:
        return None
    words = line.strip().split()
    while len(words) > 1 and words[0].casefold() in (*form.kind.split(), "planes"):
        words.pop(0)
    text = " ".join(words)
    if not text or text.replace(",", "").replace(" ", "").isdecimal():
        return None
    return table.submit(speak(table, text))


def _stay(table: Table, text: str) -> Command:
    frame = table.state.frame_of(MissionFrame)
    chosen = planes_of(table.state, table.side, text, airlift.could_stay(table.state, frame))
    return Stay(side=table.side, planes=chosen)


def _shed(table: Table, text: str) -> Command:
    """The units named, with as many T of SP as must go besides, unless other T are named; "supply" for SP alone."""
    state, frame = table.state, table.state.frame_of(MissionFrame)
    units, tokens, _ = _load_named(table, text, frame.units)
    due = tokens_over(state, frame, [uid for uid in frame.units if uid not in units])
    return Shed(side=table.side, units=units, tokens=tokens or due or 0)


def _load_named(table: Table, text: str, there: Sequence[str]) -> tuple[tuple[str, ...], int, bool]:
    """The units and T of SP that an answer names, and whether it says "supply", for as much as may be."""
    parts = split_units(re.sub(r"\s+and\s+", ", ", text))
    rest = ", ".join(part for part in parts if fold(part) not in (*_SUPPLY, *NOBODY))
    pieces, tokens = cargo_named(table.state, table.side, rest, there, unit_of)
    return tuple(dict.fromkeys(pieces)), tokens, any(fold(part) in _SUPPLY for part in parts)


def _unload(table: Table, text: str) -> Command:
    """What is unloaded at a stop; "all" is all units of the cargo, "supply" as much as the base unloads."""
    state, frame = table.state, table.state.frame_of(MissionFrame)
    units, tokens, most = _load_named(table, text, frame.units)
    if most:
        able = (count for count in range(frame.tokens, 0, -1)
                if xyz.unload_refusal(state, frame, units, count) is None)  # fmt: skip
        tokens = next(able, 1)
    return UnloadAtStop(side=table.side, cargo=units, tokens=tokens)


def _load(table: Table, text: str) -> Command:
    """What is loaded at a stop; "supply" is as much as the planes have room for."""
    state, frame = table.state, table.state.frame_of(MissionFrame)
    stop = state.world.place(frame.hex)
    units, tokens, most = _load_named(table, text, riders(state, table.side, stop))

    def refused(cargo: Cargo) -> Refusal | None:
        return xyz.load_at_stop_refusal(state, frame, cargo)

    if most:
        tokens = most_supply(state, table.side, stop, Cargo(units), refused) or 1
    return LoadAtStop(side=table.side, cargo=units, tokens=tokens)


_SPOKEN: dict[str, Callable[[Table, str], Command]] = {
    "stay": _stay, "shed cargo": _shed, "unload at stop": _unload, "load at stop": _load,
}  # fmt: skip
"""By kind of question, what reads an answer in plain words."""
