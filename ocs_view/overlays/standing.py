"""Where the game stands: the hexes that victory turns on, who holds them, and who would win now."""

from __future__ import annotations

from ocs_engine import query
from ocs_engine.series.stories.standing import standing_lines
from ocs_engine.series.stories.words import capital
from ocs_engine.world.counters import Side
from ocs_view import palette
from ocs_view.marks import Mark, Ring, Tag
from ocs_view.overlays import Laid, Look, Overlay


def lay(look: Look) -> Laid:
    """A ring round each, in its holder's colour, and the holder by name."""
    state = look.state
    grid = state.world.atlas.grid
    marks: list[Mark] = []
    for spot in query.standing(state).spots:
        colour = palette.OVER[spot.holder.value if spot.holder else "nobody"]
        x, y = grid.centre(spot.hex)
        tag = Tag((x, y + 0.62), f"{spot.name}: {spot.holder or 'nobody'}", colour, 0.28, boxed=True)
        marks += [Ring(spot.hex, colour), tag]
    notes = tuple(capital(line.strip()) for line in standing_lines(state))
    key = tuple((palette.OVER[side.value], f"held by the {side} side") for side in Side)
    return Laid(tuple(marks), (*key, (palette.OVER["nobody"], "held by nobody")), notes)


OVERLAY = Overlay("standing", "5", "Standing", lay)
