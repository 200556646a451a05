"""The railways apart from everything else: where the lines run, and where the gauge changes."""

from __future__ import annotations

from ocs_engine.grid import OFF_MAP
from ocs_engine.world.world import World
from ocs_view import palette
from ocs_view.marks import Mark, Path, Ring
from ocs_view.overlays import Laid, Look, Overlay


def lay(look: Look) -> Laid:
    """Standard gauge as a full line, metre gauge as a broken one, a ring where they meet."""
    world = look.state.world
    marks: list[Mark] = []
    for gauge in ("standard", "metre"):
        marks += [Path(points, palette.OVER[gauge], 0.11 if gauge == "standard" else 0.08, dashed=gauge == "metre",
                       under=True)
                  for points in _sides(world, gauge)]
    atlas = world.atlas
    for h in range(atlas.grid.size):
        if len({rail for rail in atlas.rail[6 * h:6 * h + 6] if rail}) > 1:
            marks.append(Ring(h, palette.OVER["path"]))
    key = ((palette.OVER["standard"], "standard gauge (full line)"), (palette.OVER["metre"], "metre gauge (broken)"),
           (palette.OVER["path"], "gauges meet"))
    return Laid(tuple(marks), key)


def _sides(world: World, gauge: str) -> list[tuple[tuple[float, float], ...]]:
    """From hex to hex, each pair once."""
    atlas = world.atlas
    pairs = ((edge // 6, atlas.grid.neighbours[edge]) for edge, rail in enumerate(atlas.rail) if rail == gauge)
    return [(atlas.grid.centre(a), atlas.grid.centre(b)) for a, b in pairs if b != OFF_MAP and a < b]


OVERLAY = Overlay("rails", "4", "Railways", lay)
