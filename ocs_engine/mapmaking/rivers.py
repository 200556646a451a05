"""Rivers along hexsides: for each the cheapest chain of hex corners from source to mouth.

A corner is where three hexes meet. It is named by the sum of the three hexes' axial coordinates, whole numbers
that no two corners share and that exist beyond the edge of the sheets too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ocs_engine.grid import OFF_MAP, STEPS, Grid, Hex
from ocs_engine.mapmaking.georeference import HALF_WIDTH, Point, Warp
from ocs_engine.mapmaking.paths import NoWayError, TrueLine, cheapest
from ocs_engine.mapmaking.sources import Course, Sources

Corner = tuple[int, int]
_STRAY = 14.0
"""How dear it is to leave the true line: a step one hex away costs this many times its own length more."""
_REUSED = 1.5
"""A second river on the same hexside is drawn out of its own bed, so it pays this much more."""
_JOIN, _MOUTH = 1.0, 1.6
"""How near the end of the true line a tributary must meet its parent, and a mouth its water."""
_CLASSES = {"major": "major_river", "minor": "minor_river", "wadi": "wadi"}


@dataclass(frozen=True, slots=True)
class River:
    """A river laid on the grid: its corners from source to mouth and how it ends."""

    name: str
    kind: str
    chain: tuple[Corner, ...]
    end: str
    mark: str
    """The end is "sea", "lake" or the name of the river it joins, "edge" where it leaves the map, or "inland"."""


def corner_point(corner: Corner) -> Point:
    """A corner in map units."""
    q, r = corner[0] / 3, corner[1] / 3
    return q * HALF_WIDTH, r + q / 2 + 0.5


def hex_corners(grid: Grid, hex_: Hex) -> list[Corner]:
    """The six corners of a hex; the one at index d lies between directions d and d + 1."""
    q, r = grid.axial[hex_]
    return [(3 * q + a[0] + b[0], 3 * r + a[1] + b[1])
            for a, b in zip(STEPS, (*STEPS[1:], STEPS[0]), strict=True)]


class CornerGraph:
    """Every hexside of the grid as a link between two corners."""

    def __init__(self, grid: Grid) -> None:
        self.links: dict[Corner, list[tuple[Corner, tuple[Hex, Hex]]]] = {}
        self.hexes: dict[Corner, list[Hex]] = {}
        for h in range(grid.size):
            around = hex_corners(grid, h)
            for d, corner in enumerate(around):
                self.hexes.setdefault(corner, []).append(h)
                other = grid.neighbours[6 * h + d]
                if other == OFF_MAP or h < other:
                    self._link(around[d - 1], corner, (h, other))

    def _link(self, one: Corner, two: Corner, sides: tuple[Hex, Hex]) -> None:
        self.links.setdefault(one, []).append((two, sides))
        self.links.setdefault(two, []).append((one, sides))

    def sides(self, chain: tuple[Corner, ...]) -> Iterator[tuple[Hex, Hex]]:
        """The pairs of hexes between which a chain of corners runs."""
        for here, there in pairwise(chain):
            yield next(sides for corner, sides in self.links[here] if corner == there)


def lay_rivers(grid: Grid, sources: Sources, warp: Warp, terrain: list[str]) -> list[River]:
    """Every river of the network as a chain of corners; parents before tributaries."""
    graph = CornerGraph(grid)
    laid: list[River] = []
    taken: set[tuple[Hex, Hex]] = set()
    for course in sorted(sources.rivers, key=lambda c: (c.kind != "major", -len(c.points))):
        river = _lay(graph, course, warp, terrain, laid, taken)
        laid.append(river)
        taken.update(graph.sides(river.chain))
    return laid


def _lay(
    graph: CornerGraph, course: Course, warp: Warp, terrain: list[str], laid: list[River], taken: set[tuple[Hex, Hex]]
) -> River:
    line = TrueLine([warp.place(*position) for position in course.points])

    def open_side(sides: tuple[Hex, Hex]) -> bool:
        return OFF_MAP not in sides and not any(terrain[h] in ("sea", "lake") for h in sides)

    def steps(corner: Corner) -> Iterator[tuple[Corner, float]]:
        here = corner_point(corner)
        for there, sides in graph.links[corner]:
            if open_side(sides):
                cost = 1 + _STRAY * line.stray(here, corner_point(there))
                yield there, cost * _REUSED if sides in taken else cost

    usable = [c for c, links in graph.links.items() if any(open_side(sides) for _, sides in links)]
    source = _nearest(usable, line.points[0])
    end, goals = _goals(graph, course, line.points[-1], terrain, laid, usable)
    chain = cheapest([source], goals, steps)
    if chain is None:
        raise NoWayError(f"river {course.name}: no chain of hexsides from its source to its mouth")
    return River(course.name, _CLASSES[course.kind], tuple(chain), end, course.mark)


def _goals(
    graph: CornerGraph, course: Course, mouth: Point, terrain: list[str], laid: list[River], usable: list[Corner]
) -> tuple[str, set[Corner]]:
    """How a river ends, and the corners at which it may."""
    if "end" in course.leaves:
        return "edge", {_nearest([c for c in usable if len(graph.hexes[c]) < 3], mouth)}
    for water in ("sea", "lake"):
        wet = [c for c in usable if any(terrain[h] == water for h in graph.hexes[c])]
        near = {c for c in wet if _squared(corner_point(c), mouth) < _MOUTH**2}
        if near and (water == "sea" or _squared(corner_point(_nearest(wet, mouth)), mouth) < 1.0):
            closest = _nearest(sorted(near), mouth)
            parent = _parent(laid, mouth)
            if parent is None or _squared(corner_point(closest), mouth) < _squared(corner_point(parent[1]), mouth):
                return water, {closest}
    parent = _parent(laid, mouth)
    if parent is not None:
        return parent[0].name, {c for c in parent[0].chain if _squared(corner_point(c), mouth) < _JOIN**2}
    return "inland", {_nearest(usable, mouth)}


def _parent(laid: list[River], mouth: Point) -> tuple[River, Corner] | None:
    """The river that passes nearest the mouth, if one passes near, and its corner there."""
    near = [(_squared(corner_point(c), mouth), i, c) for i, river in enumerate(laid) for c in river.chain]
    if not near or min(near)[0] >= _JOIN**2:
        return None
    _, index, corner = min(near)
    return laid[index], corner


def _nearest(corners: list[Corner], point: Point) -> Corner:
    return min(corners, key=lambda c: (_squared(corner_point(c), point), c))


def _squared(one: Point, two: Point) -> float:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2
