"""The supply of one unit as `ocs supply --unit` tells it: each way hex by hex, and what would cut it off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ocs_engine.lens import Cuts, Leg, Lens, Line
    from ocs_engine.state.model import State


def unit_lines(state: State, uid: str) -> Iterator[str]:
    """The supply of a unit in words."""
    from ocs_engine.lens import lens
    from ocs_engine.series.story import name, place_name

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
    from ocs_engine.series.story import name

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
    from ocs_engine.series.story import place_name, transport_name

    source, place = line.access.source.name, place_name(state.world, state.world.label(line.access.source.place))
    return f"{transport_name(state.world, source)} in {place}" if source in state.transport else place


def told_tokens(found: Lens) -> str:
    """How much a unit can get at."""
    from ocs_engine.series.stories.words import counted

    sources = {line.access.source.name for line in found.lines}
    if not sources:
        return "no supply reaches it"
    return f"{amount(found.tokens)} in reach from {counted(len(sources), 'source')}"


def amount(tokens: int) -> str:
    """T, or that there is no end of them."""
    from ocs_engine.series.supply.access import ENDLESS

    return "supply without end" if tokens >= ENDLESS else f"{tokens}T"


def leg_lines(state: State, line: Line, thrown: set[str]) -> Iterator[str]:
    """The legs of a line: a draw, or what an HQ draws and throws. thrown: the HQs whose throw was told already."""
    from ocs_engine.series.story import name

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
    from ocs_engine.series.movement import twelfths
    from ocs_engine.series.story import place_name

    places = [place_name(state.world, state.world.label(hex_)) for hex_ in leg.hexes]
    way = ", ".join(f"{place} {twelfths(cost)}" for place, cost in zip(places, leg.costs, strict=True))
    spent = f"{leg.mobility}, {twelfths(leg.costs[-1])} of {twelfths(leg.budget)} MP"
    return f"{spent}, where it is" if len(places) == 1 else f"{spent}: {way}"


def cut_lines(state: State, cuts: Cuts, what: str) -> Iterator[str]:
    """The hexes where something is cut off."""
    from ocs_engine.series.story import place_name

    for who, hexes in (("an enemy unit", cuts.units), ("an enemy zone of control", cuts.zones)):
        where = ", ".join(place_name(state.world, state.world.label(hex_)) for hex_ in hexes)
        yield f"{who} would cut all {what} in {where}" if where else f"{who} in one hex alone would not cut all {what}"


def unit_document(state: State, uid: str) -> dict[str, Any]:
    """The supply of a unit for a program; costs in twelfths of an MP."""
    from ocs_engine.lens import lens

    found, label = lens(state, uid), state.world.label

    def document(line: Line) -> dict[str, Any]:
        source = line.access.source
        legs = [
            {"unit": leg.unit, "mobility": str(leg.mobility), "hexes": [label(hex_) for hex_ in leg.hexes],
             "costs": list(leg.costs), "budget": leg.budget}
            for leg in line.legs
        ]  # fmt: skip
        return {"name": line.access.name, "source": source.name, "hq": line.access.hq, "tokens": source.tokens,
                "legs": legs}  # fmt: skip

    def cut(cuts: Cuts) -> dict[str, list[str]]:
        return {"units": [label(hex_) for hex_ in cuts.units], "zones": [label(hex_) for hex_ in cuts.zones]}

    return {
        "id": uid, "tokens": found.tokens, "lines": [document(line) for line in found.lines],
        "trace": document(found.traced) if found.traced else None,
        "cuts": cut(found.cuts), "trace_cuts": cut(found.trace_cuts),
    }  # fmt: skip
