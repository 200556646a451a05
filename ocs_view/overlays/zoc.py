"""Zones of control of both sides, and where the other side negates them."""

from __future__ import annotations

from ocs_engine import query
from ocs_engine.grid import Hex
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view import palette
from ocs_view.marks import Wash
from ocs_view.overlays import HATCH, Laid, Look, Overlay


def lay(look: Look) -> Laid:
    """Each side's zones with a hatching of its own; a zone that is negated is fainter."""
    state = look.state
    found: dict[tuple[Side, bool], list[Hex]] = {}
    for hex_ in _near(state):
        for zone in query.zones(state, hex_):
            found.setdefault((zone.side, zone.negated), []).append(hex_)
    marks = tuple(Wash(tuple(hexes), palette.OVER[side.value], 22 if negated else 62, HATCH[side])
                  for (side, negated), hexes in sorted(found.items()))
    key = tuple((palette.OVER[side.value], f"{side} ZOC ({'rising' if side is Side.ALLIED else 'falling'} strokes; "
                 "faint where negated)") for side in Side)
    return Laid(marks, key)


def _near(state: State) -> list[Hex]:
    """The hexes with units in them and those beside them, in order."""
    grid = state.world.atlas.grid
    held = {place for place in state.here if 0 <= place < grid.size}
    return sorted(held.union(*(set(grid.around(h)) for h in held)))


OVERLAY = Overlay("zoc", "2", "Zones of control", lay)
