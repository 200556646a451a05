"""What an overlay lays on the map, as plain values in hexes and map units, and how it is drawn at any scale."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame
import shapely

from ocs_engine.grid import Grid, Hex, corners
from ocs_view import fonts, palette
from ocs_view.frame import Frame, outline
from ocs_view.palette import Colour
from ocs_view.sketch import Point, Sketch

_HATCH = 0.16
"""Hexes between the strokes of a hatching."""


@dataclass(frozen=True, slots=True)
class Wash:
    """Hexes tinted. alpha: 0 to 255. hatch: "/" or "\\\\" lays strokes over the tint, so that colour is not all."""

    hexes: tuple[Hex, ...]
    colour: Colour
    alpha: int = 70
    hatch: str = ""


@dataclass(frozen=True, slots=True)
class Border:
    """The outline of some hexes as one shape; width in hexes."""

    hexes: tuple[Hex, ...]
    colour: Colour
    width: float = 0.06


@dataclass(frozen=True, slots=True)
class Path:
    """A line in map units; width in hexes. arrow: a head at its end. dashed: broken. under: it lies under counters."""

    points: tuple[Point, ...]
    colour: Colour
    width: float = 0.1
    arrow: bool = False
    dashed: bool = False
    under: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """A word at a map position; size in hexes. boxed: on a small tablet of its colour."""

    at: Point
    text: str
    colour: Colour
    size: float = 0.26
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """A hex set off by a strong line just inside it; a cross through it where something was lost."""

    hex: Hex
    colour: Colour
    crossed: bool = False


Mark = Wash | Border | Path | Tag | Ring


def draw_washes(surface: pygame.Surface, grid: Grid, frame: Frame, marks: Iterable[Mark]) -> None:
    """Tints, and lines that belong to the ground: what lies under names and counters."""
    sketch = Sketch(2)
    for mark in marks:
        if isinstance(mark, Wash):
            _wash(sketch, grid, frame, mark)
        elif isinstance(mark, Path) and mark.under:
            _path(sketch, frame, mark)
    sketch.onto(surface)


def draw_lines(surface: pygame.Surface, grid: Grid, frame: Frame, marks: Iterable[Mark]) -> None:
    """Lines, rings and words that show in a frame; they lie over counters."""
    shown = [mark for mark in marks if not isinstance(mark, Wash)]
    sketch = Sketch(3)
    for mark in shown:
        if isinstance(mark, Border):
            _border(sketch, grid, frame, mark)
        elif isinstance(mark, Path) and not mark.under:
            _path(sketch, frame, mark)
        elif isinstance(mark, Ring):
            _ring(sketch, grid, frame, mark)
    sketch.onto(surface)
    for mark in shown:
        if isinstance(mark, Tag) and frame.shows(mark.at):
            _tag(surface, frame, mark)


def union(grid: Grid, hexes: Sequence[Hex]) -> shapely.Geometry:
    """Hexes as one shape in map units; corners that two hexes share are one point."""
    cells = [shapely.Polygon([(round(x, 6), round(y, 6)) for x, y in corners(*grid.centre(h))]) for h in hexes]
    return shapely.union_all(cells, grid_size=1e-6)


def rings(shape: shapely.Geometry) -> list[tuple[Point, ...]]:
    """Every closed line round a shape and the holes in it."""
    parts = shapely.get_parts(shapely.boundary(shape)) if not shapely.is_empty(shape) else ()
    return [tuple((float(x), float(y)) for x, y in shapely.get_coordinates(part)) for part in parts]


def _wash(sketch: Sketch, grid: Grid, frame: Frame, mark: Wash) -> None:
    for h in mark.hexes:
        if not frame.shows(grid.centre(h)):
            continue
        sketch.polygon(outline(frame, grid, h), mark.colour, mark.alpha)
        for start, end in _strokes(grid.centre(h), mark.hatch):
            width = max(0.024 * frame.scale, 0.8)
            sketch.line(frame.line((start, end)), width, mark.colour, min(255, 2 * mark.alpha + 40), round_ends=False)


def _strokes(centre: Point, hatch: str) -> list[tuple[Point, Point]]:
    """The strokes of a hatching within a hex, in map units; they run on from hex to hex."""
    if not hatch:
        return []
    lean = 1.0 if hatch == "/" else -1.0
    hexagon = corners(*centre)
    found = []
    across = [y - lean * x for x, y in hexagon]
    for i in range(math.ceil(min(across) / _HATCH), math.floor(max(across) / _HATCH) + 1):
        cuts = _cuts(hexagon, lean, i * _HATCH)
        if len(cuts) >= 2:
            found.append((min(cuts), max(cuts)))
    return found


def _cuts(hexagon: list[Point], lean: float, level: float) -> list[Point]:
    """Where the line y = lean * x + level crosses the sides of a hexagon."""
    found = []
    for (x1, y1), (x2, y2) in zip(hexagon, (*hexagon[1:], hexagon[0]), strict=True):
        a, b = y1 - lean * x1 - level, y2 - lean * x2 - level
        if (a > 0) != (b > 0):
            share = a / (a - b)
            found.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
    return found


def _border(sketch: Sketch, grid: Grid, frame: Frame, mark: Border) -> None:
    if not mark.hexes:
        return
    for ring in rings(union(grid, mark.hexes)):
        sketch.line(frame.line(ring), max((mark.width + 0.04) * frame.scale, 2.4), palette.PAPER, 200)
        sketch.line(frame.line(ring), max(mark.width * frame.scale, 1.4), mark.colour)


def _path(sketch: Sketch, frame: Frame, mark: Path) -> None:
    pixels = frame.line(mark.points)
    width = max(mark.width * frame.scale, 1.6)
    edge = max(0.035 * frame.scale, 1.0)
    if mark.dashed:
        sketch.dashes(pixels, width, mark.colour, (2.6 * width, 1.6 * width))
    else:
        sketch.line(pixels, width + 2 * edge, palette.PAPER)
        sketch.line(pixels, width, mark.colour)
    if mark.arrow and len(pixels) > 1:
        _arrow_head(sketch, pixels[-2], pixels[-1], width, edge, mark.colour)


def _arrow_head(sketch: Sketch, before: Point, tip: Point, width: float, edge: float, colour: Colour) -> None:
    far = math.dist(before, tip) or 1.0
    dx, dy = (tip[0] - before[0]) / far, (tip[1] - before[1]) / far

    def head(reach: float) -> list[Point]:
        back = (tip[0] - dx * reach, tip[1] - dy * reach)
        half = reach * 0.62
        return [(tip[0] + dx * reach * 0.5, tip[1] + dy * reach * 0.5), (back[0] - dy * half, back[1] + dx * half),
                (back[0] + dy * half, back[1] - dx * half)]

    sketch.polygon(head(2.1 * width + 1.6 * edge), palette.PAPER)
    sketch.polygon(head(2.1 * width), colour)


def _ring(sketch: Sketch, grid: Grid, frame: Frame, mark: Ring) -> None:
    if not frame.shows(grid.centre(mark.hex)):
        return
    x, y = frame.centre(grid, mark.hex)
    points = [(x + (px - x) * 0.9, y + (py - y) * 0.9) for px, py in outline(frame, grid, mark.hex)]
    width = max(0.075 * frame.scale, 2.0)
    sketch.line([*points, points[0]], width * 1.8, palette.PAPER, 220)
    sketch.line([*points, points[0]], width, mark.colour)
    if mark.crossed:
        for first, last in ((0, 3), (1, 4)):
            sketch.line([points[first], points[last]], width, mark.colour)


def _tag(surface: pygame.Surface, frame: Frame, mark: Tag) -> None:
    size = max(mark.size * frame.scale, 8.0)
    at = frame.px(*mark.at)
    if not mark.boxed:
        fonts.draw(surface, mark.text, at, size, mark.colour, font=fonts.BOLD, halo=palette.PAPER, halo_width=2)
        return
    wide, high = fonts.width(mark.text, size, fonts.BOLD) + size * 0.7, size * 1.35
    sketch = Sketch(3)
    left, top = at[0] - wide / 2, at[1] - high / 2
    sketch.rect(left, top, wide, high, palette.PAPER, radius=size * 0.3)
    sketch.rect(left + 1.5, top + 1.5, wide - 3, high - 3, mark.colour, radius=size * 0.26)
    sketch.onto(surface)
    fonts.draw(surface, mark.text, at, size, palette.legible_on(mark.colour), font=fonts.BOLD)
