"""The railways apart from everything else: where the lines run, where the gauge changes, where they are bombed."""

from __future__ import annotations

from ocs_engine.grid import OFF_MAP
from ocs_engine.series.busting import busted_hexes, busting_markers
from ocs_engine.series.story import place_name
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World
from ocs_view import palette
from ocs_view.marks import Border, Mark, Path, Ring, Wash
from ocs_view.overlays import HATCH, Laid, Look, Overlay


def lay(look: Look) -> Laid:
    """Standard gauge as a full line, metre gauge as a broken one, a ring where they meet; zones of bombed ones."""
    world = look.state.world
    busted = {side: tuple(sorted(busted_hexes(look.state, side))) for side in Side}
    marks = [mark for side, hexes in busted.items() if hexes for mark in _zone(side, hexes)]
    for gauge in ("standard", "metre"):
        marks += [Path(points, palette.OVER[gauge], 0.11 if gauge == "standard" else 0.08, dashed=gauge == "metre",
                       under=True)
                  for points in _sides(world, gauge)]
    atlas = world.atlas
    for h in range(atlas.grid.size):
        if len({rail for rail in atlas.rail[6 * h:6 * h + 6] if rail}) > 1:
            marks.append(Ring(h, palette.OVER["path"]))
    key = ((palette.OVER["standard"], "standard gauge (full line)"), (palette.OVER["metre"], "metre gauge (broken)"),
           (palette.OVER["path"], "gauges meet"),
           *((palette.OVER[side], f"Trainbusting Zones against the {side} side") for side in Side if busted[side]))
    return Laid(tuple(marks), key, tuple(note for side in Side for note in _told(look.state, side)))


def _zone(side: Side, hexes: tuple[int, ...]) -> tuple[Mark, ...]:
    """Where a side is hampered: tinted and hatched in its colour."""
    return Wash(hexes, palette.OVER[side], 40, HATCH[side]), Border(hexes, palette.OVER[side], 0.05)


def _told(state: State, side: Side) -> list[str]:
    """Where the markers against a side lie."""
    names = [place_name(state.world, state.world.label(hex_)) for hex_ in busting_markers(state, side)]
    return [f"{side}: railway bombed in {', '.join(names)}"] if names else []


def _sides(world: World, gauge: str) -> list[tuple[tuple[float, float], ...]]:
    """From hex to hex, each pair once."""
    atlas = world.atlas
    pairs = ((edge // 6, atlas.grid.neighbours[edge]) for edge, rail in enumerate(atlas.rail) if rail == gauge)
    return [(atlas.grid.centre(a), atlas.grid.centre(b)) for a, b in pairs if b != OFF_MAP and a < b]


OVERLAY = Overlay("rails", "4", "Railways", lay)
