"""Supply: where the chosen unit draws and what would cut it off; else how far a side's reaches, and who is short."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.lens import Leg, Lens, Line, lens, outlook
from ocs_engine.series.movement import twelfths
from ocs_engine.series.stories.words import source_name
from ocs_engine.series.story import name
from ocs_engine.series.supply.access import ENDLESS, reached_hexes, throwers
from ocs_engine.series.supply.ledger import holdings
from ocs_engine.series.supply.paths import throw_hexes
from ocs_engine.series.supply.trace import Net
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view import palette
from ocs_view.marks import Border, Mark, Path, Ring, Tag, Wash
from ocs_view.overlays import Laid, Look, Overlay


def lay(look: Look) -> Laid:
    """The lines of a unit, or the dumps, reach and shortages of the side that looks."""
    return _of_unit(look.state, look.unit) if look.unit else _of_side(look)


def _of_unit(state: State, uid: str) -> Laid:
    found, title = lens(state, uid), name(state.world, uid)
    if state.units[uid].place not in range(state.world.atlas.grid.size):
        return Laid(notes=(f"{title} is not on the map.",))
    marks: list[Mark] = [
        Wash(found.cuts.units, palette.OVER["path"], 110, "/"),
        Wash(found.trace_cuts.units, palette.OVER["front"], 50, "\\"),
    ]
    for line in (*found.lines, *((found.traced,) if found.traced else ())):
        marks += _lines(state, line, dashed=line is found.traced)
    marks += [Ring(hex_, palette.OVER["path"]) for hex_ in found.cuts.zones]
    marks += [Ring(state.units[uid].place, palette.OVER["range"])]
    key = (
        (palette.OVER["range"], "draws or is thrown to, ringed: the unit; broken line: trace"),
        (palette.OVER["path"], "hatched / an enemy here cuts all supply; ringed: his ZOC is enough"),
        (palette.OVER["front"], "hatched \\ an enemy here cuts all trace"),
    )
    return Laid(tuple(marks), key, tuple(_notes(state, title, found)))


def _lines(state: State, line: Line, dashed: bool) -> list[Mark]:
    """Each leg as a line, and what lies at the far end."""
    grid, colour = state.world.atlas.grid, palette.OVER["range"]
    marks: list[Mark] = []
    for leg in line.legs:
        way = leg.hexes if _thrown(line, leg) else leg.hexes[::-1]
        if len(way) > 1:
            points = tuple(grid.centre(hex_) for hex_ in way)
            marks.append(Path(points, colour, 0.09 if not dashed else 0.06, arrow=True, dashed=dashed))
    source = line.access.source
    if line.legs and source.tokens < ENDLESS:
        x, y = grid.centre(source.place)
        marks.append(Tag((x, y + 0.5), f"{source.tokens}T", colour, 0.24, boxed=True))
    return marks


def _thrown(line: Line, leg: Leg) -> bool:
    return len(line.legs) > 1 and leg is line.legs[-1]


def _notes(state: State, title: str, found: Lens) -> list[str]:
    label = state.world.label
    notes = [f"{title}: {found.tokens}T in reach" if found.lines else f"{title}: no supply reaches it"]
    for line in found.lines:
        cost = " + ".join(twelfths(leg.costs[-1]) for leg in line.legs)
        notes.append(f"{_way(state, line)}: {line.access.source.tokens}T, {cost} MP")
    if found.cuts.units:
        notes.append(f"An enemy unit would cut it off in {', '.join(label(hex_) for hex_ in found.cuts.units)}")
    notes.append(f"Traces to {_way(state, found.traced)}" if found.traced else "It has no trace.")
    return notes


def _way(state: State, line: Line) -> str:
    """Where a line leads, and the HQ that throws, in words."""
    return source_name(state.world, line.access.source.name, line.access.hq)


def _sources(state: State, side: Side) -> list[Mark]:
    """The sources of trace, and the HQs with how far they throw."""
    grid, colour = state.world.atlas.grid, palette.OVER["range"]
    words: dict[Hex, list[str]] = {}
    marks: list[Mark] = []
    for hq in throwers(state, side):
        unit = state.units[hq]
        if unit.place < grid.size:
            marks.append(Border(tuple(sorted(throw_hexes(state, hq))), colour, 0.03))
            words.setdefault(unit.place, []).append(f"throws {unit.face.throw}")
    for place in Net(state, side).sources:
        words.setdefault(place, []).append("trace")
    for place, told in sorted(words.items()):
        x, y = grid.centre(place)
        marks.append(Tag((x, y - 0.5), ", ".join(told), colour, 0.22, boxed=True))
    return marks


def _of_side(look: Look) -> Laid:
    state, side = look.state, look.side
    grid, colour = state.world.atlas.grid, palette.OVER[side.value]
    reached = tuple(sorted(hex_ for hex_ in reached_hexes(state, side) if hex_ < grid.size))
    marks: list[Mark] = [Wash(reached, colour, 60), Border(reached, colour), *_sources(state, side)]
    lying: dict[Hex, int] = {}
    for (whose, holder), tokens in holdings(state).items():
        place = state.transport[holder].place if holder in state.transport else state.world.place(holder)
        if whose is side and place < grid.size:
            lying[place] = lying.get(place, 0) + tokens
    for place, tokens in sorted(lying.items()):
        x, y = grid.centre(place)
        marks.append(Tag((x, y + 0.5), f"{tokens}T", colour, 0.24, boxed=True))
    short = outlook(state, side).without
    starved = [uid for uid, unit in state.in_order() if unit.side is side and unit.oos and unit.place >= 0]
    for places, crossed in ((short, False), (starved, True)):
        hexes = sorted({state.units[uid].place for uid in places if state.units[uid].place < grid.size})
        marks += [Ring(hex_, palette.OVER["path"], crossed=crossed) for hex_ in hexes]
    key = (
        (colour, f"supply of the {side} side comes here, drawn or thrown; tags: T that lie there"),
        (palette.OVER["range"], "how far each HQ throws, in MP; trace: a source of trace"),
        (palette.OVER["path"], "ringed: a unit without trace; crossed: out of supply"),
    )
    notes = [f"{side}: {sum(lying.values())}T on the map", f"{len(short)} without trace, {len(starved)} out of supply"]
    return Laid(tuple(marks), key, (*notes, "Choose a unit to see where it draws."))


OVERLAY = Overlay("supply", "7", "Supply", lay)
