"""How far the chosen unit can move, what each hex costs, the way to the hex pointed at, and why not beyond."""

from __future__ import annotations

from ocs_engine import query
from ocs_engine.grid import Hex
from ocs_engine.kernel.search import Reach
from ocs_engine.players.human_answers import told
from ocs_engine.series.movement import twelfths
from ocs_engine.series.story import name
from ocs_engine.state.model import State
from ocs_view import palette
from ocs_view.marks import Border, Mark, Path, Tag, Wash
from ocs_view.overlays import Laid, Look, Overlay

_BANDS = 3
"""Shades of the range: the first third of the allowance is the strongest."""


def lay(look: Look) -> Laid:
    """Nothing where no unit is chosen; the note says why where the unit cannot move now."""
    if not look.unit:
        return Laid(notes=("Choose a unit to see how far it can move.",))
    state = look.state
    refusal = query.why_not(state, look.unit, state.units[look.unit].place)
    if state.units[look.unit].place not in range(state.world.atlas.grid.size):
        return Laid(notes=(f"{name(state.world, look.unit)} is not on the map.",))
    within = query.reach(state, look.unit)
    marks, notes = _range(state, within), [f"{name(state.world, look.unit)}: {twelfths(within.budget)} MP"]
    if refusal is not None and refusal.code != "out of range":
        notes.append(told(state, refusal))
    if look.hex is not None and look.hex != within.start:
        marks += _way(state, within, look.hex)
        notes += [note for note in _told(state, look.unit, within, look.hex) if refusal is None or len(notes) < 2]
    colour = palette.OVER["range"]
    return Laid(tuple(marks), ((colour, "in reach, with its cost in MP"), (palette.OVER["path"], "cheapest way")),
                tuple(notes))


def _range(state: State, within: Reach) -> list[Mark]:
    grid, colour = state.world.atlas.grid, palette.OVER["range"]
    nodes = [node for node in within.nodes() if node < grid.size]
    marks: list[Mark] = []
    for band in range(_BANDS):
        least, most = (within.budget * i // _BANDS for i in (band, band + 1))
        inside = tuple(n for n in nodes if least < within.cost[n] <= most)
        marks.append(Wash(inside, colour, 110 - 30 * band))
    marks.append(Border(tuple(nodes), colour))
    for node in nodes:
        if node != within.start:
            x, y = grid.centre(node)
            marks.append(Tag((x, y - 0.36), twelfths(within.cost[node]), palette.INK, 0.2))
    return marks


def _way(state: State, within: Reach, hex_: Hex) -> list[Mark]:
    if hex_ not in within:
        return []
    grid = state.world.atlas.grid
    points = tuple(grid.centre(h) for h in within.path(hex_))
    cost = Tag(points[-1], f"{twelfths(within.cost[hex_])} MP", palette.OVER["path"], 0.26, boxed=True)
    return [Path(points, palette.OVER["path"], 0.09, arrow=True), cost]


def _told(state: State, uid: str, within: Reach, hex_: Hex) -> list[str]:
    refusal = query.why_not(state, uid, hex_)
    if refusal is not None:
        return [f"Not to {state.world.label(hex_)}: {told(state, refusal)}"]
    if hex_ not in within:
        return [f"{state.world.label(hex_)}: as a minimum move of one hex"]
    return [f"{state.world.label(hex_)} costs {twelfths(within.cost[hex_])} MP by {len(within.path(hex_)) - 1} hexes"]


OVERLAY = Overlay("movement", "1", "Movement range", lay, follows=True)
