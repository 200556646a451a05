"""Rivers laid along hexsides, drawn as running water."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from ocs_view import palette
from ocs_view.frame import Frame
from ocs_view.geography import Geography, River
from ocs_view.scatter import scatter
from ocs_view.sketch import Point, Sketch, bend

_WIDTH = {"major_river": 0.078, "minor_river": 0.046, "wadi": 0.04}
"""Full width in hexes by class."""
_CASING = 0.03
_GROWS = 14
"""Hexsides from its source after which a river has its full width."""
_TO_WATER = 0.85
"""Hexes that a mouth may lie inland of the drawn shore: the river is drawn on to the water."""
_STEPS = 5


def river_sketch(geography: Geography, frame: Frame) -> Sketch:
    """All rivers of a frame; where they reach the sea they run under it, so lay them on the land alone."""
    courses = [(river, course) for river, course in _courses(geography) if any(frame.shows(p) for p in course)]
    sketch = Sketch()
    for casing in (True, False):
        for river, course in courses:
            _run(sketch, river, course, frame, casing)
    return sketch


@lru_cache(maxsize=4)
def _courses(geography: Geography) -> list[tuple[River, list[Point]]]:
    """Every river and its smooth line in map units, the narrow ones first."""
    bent, shores = _bends(geography.rivers), _shores(geography)
    courses = [(river, _course(river, bent, shores)) for river in geography.rivers]
    return sorted(courses, key=lambda rc: _WIDTH[rc[0].kind])


def _run(sketch: Sketch, river: River, course: list[Point], frame: Frame, casing: bool) -> None:
    full = _WIDTH[river.kind] * frame.scale
    colour = palette.WADI if river.kind == "wadi" else palette.RIVER
    pixels = frame.line(course)
    if river.kind == "wadi":
        if not casing:
            sketch.dashes(pixels, full, colour, (0.16 * frame.scale, 0.06 * frame.scale))
        return
    for start in range(0, len(pixels) - 1, _STEPS):
        grown = min(1.0, 0.42 + 0.58 * start / (_STEPS * _GROWS))
        width = full * grown + (2 * _CASING * frame.scale if casing else 0)
        piece = pixels[start:start + _STEPS + 1]
        sketch.line(piece, max(width, 1.0), palette.RIVER_CASING if casing else colour, 130 if casing else 255)


def _course(river: River, bent: dict[tuple[int, int], Point], shores: list[Point]) -> list[Point]:
    """A smooth line down the river: from the middle of each hexside round the corner to the middle of the next."""
    corners = [_nudged(c) for c in river.corners]
    corners[-1] = bent.get(_key(river.corners[-1]), corners[-1])
    middles = [_between(a, b) for a, b in pairwise(corners)]
    course = [corners[0]]
    for before, corner, after in zip(middles, corners[1:-1], middles[1:], strict=False):
        course += [bend(before, corner, after, i / _STEPS) for i in range(_STEPS)]
    course += [middles[-1], corners[-1]]
    if river.end in ("sea", "lake") and shores:
        shore = min(shores, key=lambda p: math.dist(p, corners[-1]))
        if math.dist(shore, corners[-1]) <= _TO_WATER:
            course.append(shore)
    return course


def _bends(rivers: tuple[River, ...]) -> dict[tuple[int, int], Point]:
    """Where the smooth line of a river passes each of its corners: tributaries end there."""
    bent: dict[tuple[int, int], Point] = {}
    for river in sorted(rivers, key=lambda r: -_WIDTH[r.kind]):
        points = [_nudged(c) for c in river.corners]
        for i in range(1, len(points) - 1):
            curve = bend(_between(points[i - 1], points[i]), points[i], _between(points[i], points[i + 1]), 0.5)
            bent.setdefault(_key(river.corners[i]), curve)
    return bent


def _shores(geography: Geography) -> list[Point]:
    rings = [ring for mass in geography.land for ring in (mass.outer, *mass.holes)] + geography.lakes()
    return [point for ring in rings for point in ring]


def _nudged(corner: Point) -> Point:
    """A corner moved a little, always the same way, so that a river does not look ruled."""
    east, north = scatter(_key(corner), 2)
    return corner[0] + 0.1 * (east - 0.5), corner[1] + 0.1 * (north - 0.5)


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 50), round(point[1] * 50)


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
