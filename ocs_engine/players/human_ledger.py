"""The supply of one's own side in words: what there is and who goes short, and where a unit draws, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ocs_engine.lens import Cuts, Leg, Lens, Line, lens, outlook
from ocs_engine.players.human_names import unit_of
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import twelfths
from ocs_engine.series.stories.words import counted, name, names, place_name, transport_name
from ocs_engine.series.supply.access import ENDLESS
from ocs_engine.series.supply.fuel import fuel_refusal
from ocs_engine.series.supply.ledger import holdings
from ocs_engine.state.model import State, Stocks
from ocs_engine.world.counters import Side


def supply(table: Table, text: str) -> Reply:
    """What the side that is spoken for has, and who goes short; of a unit of its own, where it draws (OCS 4.9)."""
    state, side = table.state, table.side
    if not text:
        return Reply.of(side_lines(state, side))
    uid = unit_of(state, side, text)
    if state.units[uid].side is not side:
        raise Misheard(f"{name(state.world, uid)} is not yours, and its supply is not shown to you (OCS 4.9)")
    return Reply.of(unit_lines(state, uid))


# --- a side


def side_lines(state: State, side: Side) -> Iterator[str]:
    """What a side has, place by place, and who goes short."""
    held = [(holder, tokens) for (whose, holder), tokens in holdings(state).items() if whose is side]
    loaded = sum(tokens for holder, tokens in held if holder in state.transport)
    yield f"{side}: {sum(tokens for _, tokens in held) - loaded}T on the ground, {loaded}T loaded"
    for holder, tokens in held:
        if holder in state.transport:
            place = place_name(state.world, state.world.label(state.transport[holder].place))
            yield f"  {holder} in {place}: {tokens}T"
        else:
            yield f"  {place_name(state.world, holder)}: {tokens}T"
    if state.points.everyone_supplied(state):
        yield "  everyone counts as supplied, by an option: nothing is paid, and nobody goes short"
    for what, units in short_of(state, side):
        if units:
            yield f"  {what}: {len(units)} ({names(state.world, units)})"


def short_of(state: State, side: Side) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who of a side goes short of what now, and would at the next Supply Phase."""
    own = [(uid, unit) for uid, unit in state.in_order() if unit.side is side and unit.place >= 0]
    soon = outlook(state, side)
    mapped = [uid for uid, unit in own if on_map(state, unit.place)]
    yield "out of supply", tuple(uid for uid, unit in own if unit.oos)
    yield "Low", tuple(uid for uid, unit in own if unit.stocks is Stocks.LOW)
    yield "Exhausted", tuple(uid for uid, unit in own if unit.stocks is Stocks.EXHAUSTED)
    yield "without fuel", tuple(uid for uid in mapped if fuel_refusal(state, uid) is not None)
    yield "without trace", soon.without
    yield "without trace or food", soon.starving


# --- a unit


def unit_lines(state: State, uid: str) -> Iterator[str]:
    """The supply of a unit in words."""
    found = lens(state, uid)
    place = state.units[uid].place
    where = place_name(state.world, state.world.label(place)) if place >= 0 else "off the map"
    yield f"{name(state.world, uid)} [{uid}] in {where}: {told_tokens(found)}"
    yield from source_lines(state, found.lines)
    if found.lines and place in range(state.world.atlas.grid.size):
        yield from (f"  {text}" for text in cut_lines(state, found.cuts, "supply"))
    if found.traced is not None:
        yield f"  traces to {source_of(state, found.traced)}"
        yield from (f"    {text}" for text in leg_lines(state, found.traced, set()))
        yield from (f"  {text}" for text in cut_lines(state, found.trace_cuts, "trace"))
    elif place in range(state.world.atlas.grid.size):
        yield "  has no trace"


def source_lines(state: State, lines: Sequence[Line]) -> Iterator[str]:
    """Each source with the first way in which it comes, drawn if it can be, and the HQs that could throw it as well."""
    by_source: dict[str, list[Line]] = {}
    for line in lines:
        by_source.setdefault(line.access.source.name, []).append(line)
    thrown: set[str] = set()
    for first, *others in by_source.values():
        yield f"  {source_of(state, first)}: {amount(first.access.source.tokens)}"
        yield from (f"    {text}" for text in leg_lines(state, first, thrown))
        if others:
            yield f"    also by {', '.join(name(state.world, line.access.hq) for line in others)}"


def source_of(state: State, line: Line) -> str:
    """Where the supply of a line lies: a place, or transport in one."""
    source, place = line.access.source.name, place_name(state.world, state.world.label(line.access.source.place))
    return f"{transport_name(state.world, source)} in {place}" if source in state.transport else place


def told_tokens(found: Lens) -> str:
    """How much a unit can get at."""
    sources = {line.access.source.name for line in found.lines}
    if not sources:
        return "no supply reaches it"
    return f"{amount(found.tokens)} in reach from {counted(len(sources), 'source')}"


def amount(tokens: int) -> str:
    """T, or that there is no end of them."""
    return "supply without end" if tokens >= ENDLESS else f"{tokens}T"


def leg_lines(state: State, line: Line, thrown: set[str]) -> Iterator[str]:
    """The legs of a line: a draw, or what an HQ draws and throws. thrown: the HQs whose throw was told already."""
    for leg, throws in zip(line.legs, (False, True), strict=False):
        hq = line.access.hq
        if not throws:
            yield f"{f'{name(state.world, hq)} draws' if hq else 'draws'} by {leg_words(state, leg)}"
        elif hq in thrown:
            yield "and throws, as above"
        else:
            thrown.add(hq)
            yield f"and throws by {leg_words(state, leg)}"


def leg_words(state: State, leg: Leg) -> str:
    """A leg hex by hex, each with the MP so far."""
    places = [place_name(state.world, state.world.label(hex_)) for hex_ in leg.hexes]
    way = ", ".join(f"{place} {twelfths(cost)}" for place, cost in zip(places, leg.costs, strict=True))
    spent = f"{leg.mobility}, {twelfths(leg.costs[-1])} of {twelfths(leg.budget)} MP"
    return f"{spent}, where it is" if len(places) == 1 else f"{spent}: {way}"


def cut_lines(state: State, cuts: Cuts, what: str) -> Iterator[str]:
    """The hexes where something is cut off."""
    for who, hexes in (("an enemy unit", cuts.units), ("an enemy zone of control", cuts.zones)):
        where = ", ".join(place_name(state.world, state.world.label(hex_)) for hex_ in hexes)
        yield f"{who} would cut all {what} in {where}" if where else f"{who} in one hex alone would not cut all {what}"
