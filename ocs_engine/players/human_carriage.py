"""Orders of transport that a person types: drives, loads, trucks put together and parted, rail and ships."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from ocs_engine import query
from ocs_engine.grid import Hex
from ocs_engine.kernel.draft import Draft, NoDice
from ocs_engine.kernel.messages import Refused
from ocs_engine.players import human_orders as orders
from ocs_engine.players.human_forms import EVERYBODY
from ocs_engine.players.human_names import piece_of, place_of, transport_of
from ocs_engine.players.human_supply import listing
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard, read_order, split_units
from ocs_engine.series import arranging, story
from ocs_engine.series.cargo import pieces_at
from ocs_engine.series.forms import in_segment
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import twelfths
from ocs_engine.series.rail import Rail
from ocs_engine.series.shipping import Ship
from ocs_engine.series.supply import carrying_commands as commands
from ocs_engine.series.supply import drives
from ocs_engine.series.supply.driving import allowance, drive_range, next_hexes, remaining
from ocs_engine.series.supply.loading import most_put, most_taken
from ocs_engine.series.supply.pausing import driving
from ocs_engine.series.supply.rail_claims import ClaimRail
from ocs_engine.series.transport_size import in_tokens
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side
from ocs_engine.world.names import fold

_TAKE = re.compile(r"[\s,]+(?:and\s+)?(?:take|load)(?:\s+on)?(?:\s+(?P<tokens>\d{1,3})\s*t?|\s+all)?(?=[\s,]|$)", re.I)
_PUT = re.compile(
    r"[\s,]+(?:and\s+)?(?:put|unload)(?:\s+it)?(?:\s+down)?(?:\s+(?P<tokens>\d{1,3})\s*t?|\s+all)?(?=[\s,]|$)", re.I
)
_AMOUNT = re.compile(r"(?P<number>\d{1,5})\s*(?P<what>sp|t)", re.I)
_ROUTE = re.compile(r"(?P<cargo>.*?)(?:(?:^|\s+)from\s+(?P<start>.+?))?\s+to\s+(?P<to>.+)", re.I)
_PART = re.compile(r"(?P<who>.+?)\s+(?P<tokens>\d{1,3})\s*t?(?:\s+with\s+(?P<load>\d{1,3})\s*t?)?", re.I)


# --- drives


def drive(table: Table, text: str) -> Reply:
    """Transport drives, loading before and unloading after; alone it lists what can; without a hex the drive begins."""
    state = table.state
    if driving(state):
        return on(table, text.removeprefix("to "))
    if not text:
        return Reply.of(tuple(_drivers(table)) or ("no transport of yours can drive now",))
    rest, take = _cut_out(_TAKE, text)
    rest, put = _cut_out(_PUT, rest)
    order = read_order(rest)
    named, places = (order.units, order.places) if order.places else orders.town_at_end(table, order.units)
    if not named and len(places) > 1:
        named, places = places[0], places[1:]
    if not named:
        raise Misheard("drive TRANSPORT to HEX: name the transport; drive alone lists it")
    tid = transport_of(state, table.side, named)
    reserve = order.mode == "reserve"
    if not places and take is None and put is None:
        return table.submit(commands.BeginDrive(side=table.side, transport=tid, reserve=reserve))
    stops = [place_of(state, place) for place in places]
    reply = table.submit(_whole(table, tid, stops, take, put, reserve))
    return reply if reply.problem or table.wanted else Reply(_spent(table.state, tid))


def _spent(state: State, tid: str) -> tuple[str, ...]:
    """What a drive took of the MP of transport; nothing off the map, where there are none."""
    if state.world.is_box(state.transport[tid].place):
        return ()
    spent, full = state.memory.spent.get(tid, 0), allowance(state, tid)
    return (f"{_called(state, tid)} has spent {twelfths(spent)} of {twelfths(full)} MP",)


def way(table: Table, text: str) -> Reply | None:
    """The way that a drive of some transport to a hex would take, and its cost; None where no transport is named."""
    state, order = table.state, read_order(text)
    named, places = (order.units, order.places) if order.places else orders.town_at_end(table, order.units)
    if not named or not (tid := _transport_named(table, named)):
        return None
    if len(places) != 1:
        raise Misheard("way TRANSPORT to HEX: name the one hex")
    stop = place_of(state, places[0])
    path, within = _way(state, tid, stop), drive_range(state, tid)
    cost = twelfths(within.cost[stop]) if stop in within else twelfths(remaining(state, tid))
    labels = " ".join(state.world.label(hex_) for hex_ in path)
    return Reply((labels, f"  {_called(state, tid)}: {cost} of {twelfths(remaining(state, tid))} MP"))


def _cut_out(pattern: re.Pattern[str], text: str) -> tuple[str, int | None]:
    """A text without the words of a pattern, and the number in them: 0 for all, None where they are not there."""
    found = pattern.search(f" {text}")
    if found is None:
        return text, None
    rest = f" {text}"
    return f"{rest[: found.start()]} {rest[found.end() :]}".strip(), int(found["tokens"] or 0)


def _whole(
    table: Table, tid: str, stops: Sequence[Hex], take: int | None, put: int | None, reserve: bool
) -> commands.Drive:
    """The drive by the cheapest way from stop to stop; where a rule is in the way, as far as it takes to be refused."""
    draft, side = Draft(table.game.rules, table.state, NoDice(), 0), table.side
    path: list[str] = []
    taken = take or (most_taken(table.state, tid) or 1 if take == 0 else 0)
    left = put or 0
    try:
        drives.begin(draft, side, tid, reserve)
        if taken:
            drives.take_on(draft, tid, taken)
        for stop in stops:
            for hex_ in _way(draft.state, tid, stop):
                path.append(draft.state.world.label(hex_))
                drives.drive_to(draft, hex_)
        left = put or (most_put(draft.state, tid) or 1 if put == 0 else 0)
    except Refused:
        left = left or (1 if put == 0 else 0)
    return commands.Drive(side=side, transport=tid, path=tuple(path), take=taken, put=left, reserve=reserve)


def _way(state: State, tid: str, stop: Hex) -> Sequence[Hex]:
    """The cheapest way of some transport on to a hex; straight to it where there is none."""
    if not state.world.is_box(state.transport[tid].place) and stop not in next_hexes(state, tid):
        within = drive_range(state, tid)
        if stop in within:
            return within.path(stop)[1:]
        raise Misheard(
            f"{_called(state, tid)} cannot get to {story.place_name(state.world, state.world.label(stop))}"
            f" with {twelfths(max(within.budget, 0))} MP by any way that is open to it"
        )
    return (stop,)


def on(table: Table, text: str) -> Reply:
    """The drive under way goes on, to one or more hexes by the cheapest way, loading before and unloading after."""
    state, side, tid = table.state, table.side, driving(table.state)
    rest, taken = _cut_out(_TAKE, text)
    rest, left = _cut_out(_PUT, rest)
    order = read_order(rest)
    named = order.units if order.places else rest.removesuffix(" to")
    places = order.places or ((rest,) if rest else ())
    if other := _transport_named(table, named):
        if other != tid:
            raise Misheard(f"{_called(state, tid)} is on its way; stop ends its drive before another begins")
        places = order.places
    if not places and taken is None and left is None:
        raise Misheard("drive to HEX: the hex is missing; stop ends the drive")
    stops = [place_of(state, place) for place in places]
    if taken is not None:
        reply = table.submit(commands.TakeOn(side=side, transport=tid, tokens=taken or most_taken(state, tid) or 1))
        if reply.problem:
            return reply
    for stop in stops:
        for hex_ in _way(table.state, tid, stop):
            reply = table.submit(commands.DriveTo(side=side, hex=state.world.label(hex_)))
            if reply.problem or table.wanted:
                return reply
    if left is not None:
        tokens = left or most_put(table.state, tid) or 1
        reply = table.submit(commands.PutDown(side=side, transport=tid, tokens=tokens))
        if reply.problem:
            return reply
    return Reply((_left(table.state, tid),))


def _transport_named(table: Table, text: str) -> str:
    """The transport that a text names, "" where it names none or a place."""
    with suppress(Misheard):
        place_of(table.state, text)
        return ""
    with suppress(Misheard):
        return transport_of(table.state, table.side, text)
    return ""


def _called(state: State, tid: str) -> str:
    return story.transport_name(state.world, tid)


def about(state: State, tid: str) -> str:
    """What some transport is, where, what it carries and how far it can still go, in a line."""
    return f"{_called(state, tid)} {_left(state, tid, f'[{tid}]')}"


def _drivers(table: Table) -> Iterator[str]:
    for tid in listing(table, "begin drive"):
        yield _left(table.state, tid)


def _left(state: State, tid: str, called: str = "") -> str:
    each = state.transport[tid]
    where = story.place_name(state.world, state.world.label(each.place))
    left = f"{twelfths(max(remaining(state, tid), 0))} MP left" if not state.world.is_box(each.place) else "off the map"
    left = "finished for this phase" if tid in state.memory.done else left
    return f"{called or tid} in {where}: {each.load}T of {each.tokens}T loaded, {left}"


# --- loads


def take(table: Table, text: str) -> Reply:
    """Transport loads supply from the ground: that which drives, or any in an off-map box."""
    tid, tokens = _load(table, text, "take TRANSPORT TOKENS")
    tokens = tokens or most_taken(table.state, tid) or 1
    return table.submit(commands.TakeOn(side=table.side, transport=tid, tokens=tokens))


def put(table: Table, text: str) -> Reply:
    """Transport unloads supply: that which drives, or any in an off-map box."""
    tid, tokens = _load(table, text, "put TRANSPORT TOKENS")
    tokens = tokens or most_put(table.state, tid) or 1
    return table.submit(commands.PutDown(side=table.side, transport=tid, tokens=tokens))


def _load(table: Table, text: str, usage: str) -> tuple[str, int]:
    """Transport, by default that which drives, and T, 0 for all."""
    words = [word for word in text.split() if word.casefold() not in ("on", "down", "it")]
    last = words[-1].casefold().removesuffix("t") if words else ""
    tokens = int(last) if last.isdecimal() and last.isascii() and len(last) < 4 else None
    if tokens is not None or last == "all":
        words.pop()
    under_way = driving(table.state)
    if words:
        tid = transport_of(table.state, table.side, " ".join(words))
        if not under_way and on_map(table.state, table.state.transport[tid].place):
            begin = f"drive {tid} {usage.partition(' ')[0]} {tokens or 'all'}"
            raise Misheard(f"{_called(table.state, tid)} is not on its way; {begin} does it in a drive (OCS 13.2f)")
        return tid, tokens or 0
    if not under_way:
        raise Misheard(f"{usage}: name the transport; on the map it must be on its way, as by drive TRANSPORT")
    return under_way, tokens or 0


def load(table: Table, text: str) -> Reply:
    """At set-up transport carries another load; later it takes one on."""
    return orders.load(table, text) if arranging.in_set_up(table.state, table.side) else take(table, text)


# --- together and apart


def combine(table: Table, text: str) -> Reply:
    """Transport of one kind in one place is put together."""
    parts = [transport_of(table.state, table.side, part) for part in split_units(re.sub(r"\s+and\s+", ", ", text))]
    if not parts:
        raise Misheard("combine TRANSPORT, TRANSPORT: name two or more, as combine truck-1, truck-4")
    return table.submit(commands.Combine(side=table.side, transport=tuple(parts)))


def split(table: Table, text: str) -> Reply:
    """A part of some transport is parted from it, with a part of the load: none where that can be."""
    found = _PART.fullmatch(text)
    if found is None:
        raise Misheard("split TRANSPORT TOKENS [with TOKENS]: what the part can carry, and what it does, in T")
    state = table.state
    tid, tokens = transport_of(state, table.side, found["who"]), int(found["tokens"])
    each = state.transport[tid]
    least = max(0, each.load - (each.tokens - tokens))
    part = int(found["load"]) if found["load"] else least
    return table.submit(commands.Split(side=table.side, transport=tid, tokens=tokens, load=part))


# --- rail and ships


def rail(table: Table, text: str) -> Reply:
    """Cargo rides by rail; alone it lists from where something could, and what is left of the Rail Cap."""
    if not text:
        return _lift(table, "rail", "Rail Cap", query.lift_left(table.state, table.side).rail)
    left = query.lift_left(table.state, table.side).rail
    return _sent(table, Rail(side=table.side, **_cargo(table, text, "rail")), "Rail Cap", left, "OCS 13.3a")


def ship(table: Table, text: str) -> Reply:
    """Cargo is shipped; alone it lists from where something could be, and what is left of the Sea Cap."""
    if not text:
        return _lift(table, "ship", "Sea Cap", query.lift_left(table.state, table.side).sea)
    left = query.lift_left(table.state, table.side).sea
    return _sent(table, Ship(side=table.side, **_cargo(table, text, "ship")), "Sea Cap", left, "OCS 19.0f")


def _sent(table: Table, order: Rail | Ship, cap: str, left: int, case: str) -> Reply:
    """A ride or voyage; where nothing could go now whatever it were, why that is."""
    now = table.state.now
    if table.game.pending() is None and not (in_segment(table.state, table.side) and now.phase is Phase.MOVEMENT):
        raise Misheard(f"{cap} is used in the Movement Segment of your own Movement Phase alone ({case})")
    if table.game.pending() is None and not left:
        raise Misheard(f"no {cap} is left in this turn ({case})")
    return table.submit(order)


def claim(table: Table, text: str) -> Reply:
    """Stations behind the own front are asked for (OCS 13.3h); alone it lists those that could be."""
    state = table.state
    if not text:
        found = ", ".join(story.place_name(state.world, label) for label in listing(table, "claim rail"))
        return Reply((f"the other side can be asked for {found}" if found else "no station can be claimed now",))
    places = dict.fromkeys(place_of(state, part) for part in split_units(text))
    return table.submit(ClaimRail(side=table.side, hexes=tuple(state.world.label(place) for place in places)))


def _lift(table: Table, kind: str, cap: str, left: int) -> Reply:
    world = table.state.world
    starts = [story.place_name(world, each) for each in listing(table, kind)]
    words = f"{in_tokens(left)} of {cap} are left"
    return Reply((words, f"cargo can leave {', '.join(starts)}" if starts else "there is no cargo that could go"))


def _cargo(table: Table, text: str, verb: str) -> dict[str, Any]:
    """The fields of a ride or voyage: pieces and SP, from where they are to where they go; raises Misheard."""
    state, side = table.state, table.side
    found = _ROUTE.fullmatch(text)
    if found is None:
        raise Misheard(f"{verb} CARGO from PLACE to PLACE: say where it goes, as {verb} 2 SP from Algiers to Bône")
    start = place_of(state, found["start"]) if found["start"] else None
    there = () if start is None else pieces_at(state, side, start)
    pieces, tokens = cargo_named(state, side, found["cargo"], tuple(there))
    start = _place(state, pieces, verb) if start is None else start
    return {
        "start": state.world.label(start),
        "to": state.world.label(place_of(state, found["to"])),
        "cargo": tuple(pieces),
        "tokens": tokens,
    }


def cargo_named(
    state: State,
    side: Side,
    text: str,
    there: Sequence[str],
    piece: Callable[[State, Side, str], str] = piece_of,
) -> tuple[list[str], int]:
    """The pieces and T of SP that words name, as "coutx, 2 SP"; raises Misheard.

    there: whom "all" means. piece: which piece a name means.
    """
    pieces: list[str] = []
    tokens = 0
    for part in split_units(re.sub(r"\s+and\s+", ", ", text)):
        if amount := _AMOUNT.fullmatch(part):
            per_sp = state.world.tables.number("tokens_per_SP")
            tokens += int(amount["number"]) * (per_sp if amount["what"].casefold() == "sp" else 1)
        elif fold(part) in EVERYBODY and there:
            pieces += there
        else:
            pieces.append(piece(state, side, part))
    return pieces, tokens


def _place(state: State, pieces: Sequence[str], verb: str) -> int:
    """Where the first of some pieces is."""
    piece = next(iter(pieces), "")
    where = state.units.get(piece) or state.transport.get(piece)
    if where is None or where.place < 0:
        raise Misheard(f"from where? {verb} CARGO from PLACE to PLACE")
    return where.place
