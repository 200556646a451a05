"""A window on the map: which part of it is drawn, and how large."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ocs_engine.grid import Grid, Hex, corners
from ocs_view.sketch import Point

HALF_WIDTH = math.sqrt(3) / 2
HEX_SIDE = 1 / math.sqrt(3)


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of the map in pixels.

    left, top: map position (x east, y north, one unit from hex centre to centre) of the upper left corner;
    scale: pixels a map unit; width, height: in pixels.
    """

    left: float
    top: float
    scale: float
    width: int
    height: int

    def px(self, x: float, y: float) -> Point:
        """The pixel of a map position."""
        return (x - self.left) * self.scale, (self.top - y) * self.scale

    def line(self, points: Iterable[Point]) -> list[Point]:
        """The pixels of many map positions."""
        return [self.px(x, y) for x, y in points]

    def centre(self, grid: Grid, hex_: Hex) -> Point:
        """The pixel of a hex's centre."""
        return self.px(*grid.centre(hex_))

    def shows(self, point: Point, margin: float = 1.0) -> bool:
        """Whether a map position lies inside, or at most `margin` map units outside."""
        x, y = self.px(*point)
        slack = margin * self.scale
        return -slack <= x <= self.width + slack and -slack <= y <= self.height + slack


def frame_of(grid: Grid, hexes: list[Hex], scale: float, margin: float = 0.0) -> Frame:
    """The frame that holds all given hexes whole, plus a margin in map units."""
    centres = [grid.centre(h) for h in hexes]
    left = min(x for x, _ in centres) - HEX_SIDE - margin
    right = max(x for x, _ in centres) + HEX_SIDE + margin
    bottom = min(y for _, y in centres) - 0.5 - margin
    top = max(y for _, y in centres) + 0.5 + margin
    return Frame(left, top, scale, round((right - left) * scale), round((top - bottom) * scale))


def sheet_hexes(grid: Grid, letters: str) -> list[Hex]:
    """The hexes of some sheets, in order."""
    wanted = tuple(letters)
    return [h for h in range(grid.size) if grid.labels[h][0] in wanted]


def outline(frame: Frame, grid: Grid, hex_: Hex) -> list[Point]:
    """The six corners of a hex in pixels, clockwise from the north-east one."""
    return frame.line(corners(*grid.centre(hex_)))


def side_ends(grid: Grid, edge: int) -> tuple[Point, Point]:
    """The two corners of a hexside in map units, always in the same order from whichever hex it is named."""
    hex_, direction = divmod(edge, 6)
    points = corners(*grid.centre(hex_))
    first, last = points[direction - 1], points[direction]
    return (first, last) if _key(first) <= _key(last) else (last, first)


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)
