"""The hexes that victory turns on, who holds them, and who would win now."""

from __future__ import annotations

from ocs_engine import query
from ocs_engine.series.story import place_name
from ocs_engine.world.counters import Side
from ocs_view import palette
from ocs_view.marks import Mark, Ring, Tag
from ocs_view.overlays import Laid, Look, Overlay


def lay(look: Look) -> Laid:
    """A ring round each, in its holder's colour, and the holder by name."""
    state = look.state
    grid, objectives = state.world.atlas.grid, state.points.objectives(state)
    marks: list[Mark] = []
    notes = []
    for name, side in query.held(state).items():
        hex_ = objectives[name]
        colour = palette.OVER[side.value if side else "nobody"]
        x, y = grid.centre(hex_)
        marks += [Ring(hex_, colour), Tag((x, y + 0.62), f"{name}: {side or 'nobody'}", colour, 0.28, boxed=True)]
        notes.append(f"{place_name(state.world, state.world.label(hex_))}: {side or 'nobody'}")
    verdict = query.standing(state)
    ending = "The game is over" if state.verdict else "If the game ended now"
    notes.append(f"{ending}: {verdict.winner or 'nobody'} wins; {verdict.why}" if verdict.winner else
                 f"{ending}: {verdict.level}; {verdict.why}")
    key = tuple((palette.OVER[side.value], f"held by the {side} side") for side in Side)
    return Laid(tuple(marks), (*key, (palette.OVER["nobody"], "held by nobody")), tuple(notes))


OVERLAY = Overlay("victory", "5", "Victory hexes", lay)
