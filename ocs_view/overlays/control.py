"""Who controls what, and the line between the sides."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import shapely

from ocs_engine.grid import Hex
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view import palette
from ocs_view.marks import Mark, Path, Wash, union
from ocs_view.overlays import HATCH, Laid, Look, Overlay

_WATER = ("sea", "lake")


def lay(look: Look) -> Laid:
    """Controlled hexes tinted and hatched; the front as a strong line halfway between what the sides control.

    The line is a picture's and no rule's: each land hex goes to the side whose hex is nearer by land.
    """
    state = look.state
    marks: list[Mark] = []
    for side in Side:
        held = tuple(h for h, owner in sorted(state.control.items()) if owner is side)
        marks.append(Wash(held, palette.OVER[side.value], 80, HATCH[side]))
    marks += [Path(line, palette.OVER["front"], 0.075) for line in front(state)]
    key = (*((palette.OVER[side.value], f"controlled by the {side} side") for side in Side),
           (palette.OVER["front"], "halfway between the sides"))
    return Laid(tuple(marks), key)


def front(state: State) -> list[tuple[tuple[float, float], ...]]:
    """The lines along which the two sides' parts of the land meet, in map units."""
    grid = state.world.atlas.grid
    nearer = _nearer(state)
    shapes = {side: union(grid, [h for h, owner in sorted(nearer.items()) if owner is side]) for side in Side}
    if any(shapely.is_empty(shape) for shape in shapes.values()):
        return []
    shared = shapely.intersection(shapely.boundary(shapes[Side.AXIS]), shapely.boundary(shapes[Side.ALLIED]))
    merged = shapely.line_merge(shapely.union_all([p for p in shapely.get_parts(shared) if p.geom_type != "Point"]))
    lines = [shapely.get_coordinates(part) for part in shapely.get_parts(merged)]
    return [_rounded([(float(x), float(y)) for x, y in line]) for line in lines if len(line) > 1]


def _rounded(line: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """A line along hexsides with its corners cut, ends kept."""
    for _ in range(2):
        inner = [(a[0] * near + b[0] * (1 - near), a[1] * near + b[1] * (1 - near))
                 for a, b in pairwise(line) for near in (0.75, 0.25)]
        line = [line[0], *inner, line[-1]]
    return tuple(line)


def _nearer(state: State) -> dict[Hex, Side]:
    """The side that each land hex in play is nearer to, by hexes of land; a hex as near to both is the Axis side's."""
    world = state.world
    found: dict[Hex, Side] = {h: owner for side in Side for h, owner in sorted(state.control.items()) if owner is side}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in world.atlas.grid.around(here):
            if there not in found and world.in_play(there) and world.atlas.terrain[there] not in _WATER:
                found[there] = found[here]
                queue.append(there)
    return found


OVERLAY = Overlay("control", "3", "Control and front", lay)
