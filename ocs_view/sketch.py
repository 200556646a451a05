"""Smooth shapes: drawn several times too large, then scaled down on to a picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import pygame

from ocs_view.palette import Colour

Point = tuple[float, float]
_Draw = Callable[[pygame.Surface, Point], None]
"""Draws on a layer whose upper left corner lies at the given place of the picture."""
_TILE = 256
"""Pixels of the picture to a side of the squares in which the work is done: small enough for a processor's cache."""
_MANY = 64
"""Points from which a polygon is cut down to a row of squares before it is drawn."""
_PIECE = 12
"""Stretches of a long line that are drawn together."""


@dataclass(frozen=True, slots=True)
class _Shape:
    left: float
    top: float
    right: float
    bottom: float
    draw: _Draw


class Sketch:
    """A list of shapes in picture pixels (floats), laid on a surface with soft edges.

    Shapes hide what was drawn before them on the same sketch. The work is done in squares, so a large picture needs
    little memory, and its bare parts no time.
    """

    def __init__(self, factor: int = 3) -> None:
        self.factor = factor
        self._shapes: list[_Shape] = []

    def polygon(self, points: Sequence[Point], colour: Colour, alpha: int = 255) -> None:
        """A filled polygon of at least three points."""
        ink, factor = _premultiplied(colour, alpha), self.factor

        def draw(layer: pygame.Surface, corner: Point) -> None:
            pygame.draw.polygon(layer, ink, [((x - corner[0]) * factor, (y - corner[1]) * factor) for x, y in points])

        def draw_part(layer: pygame.Surface, corner: Point) -> None:
            if corner[1] not in rows:                  # squares come row by row
                rows.clear()
                rows[corner[1]] = _cut(points, corner[1] - 1, corner[1] + _TILE + 1)
            seen = [((x - corner[0]) * factor, (y - corner[1]) * factor) for x, y in rows[corner[1]]]
            if len(seen) > 2:
                pygame.draw.polygon(layer, ink, seen)

        rows: dict[float, list[Point]] = {}
        self._add(points, 1, draw if len(points) < _MANY else draw_part)

    def disc(self, centre: Point, radius: float, colour: Colour, alpha: int = 255) -> None:
        """A filled circle."""
        ink, factor = _premultiplied(colour, alpha), self.factor

        def draw(layer: pygame.Surface, corner: Point) -> None:
            place = ((centre[0] - corner[0]) * factor, (centre[1] - corner[1]) * factor)
            pygame.draw.circle(layer, ink, place, max(radius * factor, 1))

        self._add([centre], radius + 1, draw)

    def ring(self, centre: Point, radius: float, width: float, colour: Colour) -> None:
        """A circle's line; `radius` is to the middle of the line."""
        self.ellipse(centre, radius, radius, width, colour)

    def ellipse(self, centre: Point, rx: float, ry: float, width: float, colour: Colour) -> None:
        """An ellipse's line of even width."""
        turns = max(16, int(4 * math.sqrt(max(rx, ry) * self.factor)))
        points = [
            (centre[0] + rx * math.cos(math.tau * i / turns), centre[1] + ry * math.sin(math.tau * i / turns))
            for i in range(turns)
        ]
        self.line([*points, points[0]], width, colour)

    def line(self, points: Sequence[Point], width: float, colour: Colour, alpha: int = 255, *,
             round_ends: bool = True) -> None:
        """A line through the points, with round joints and, if wanted, round ends."""
        if len(points) < 2:
            return
        if round_ends and len(points) > 2 * _PIECE:
            for start in range(0, len(points) - 1, _PIECE):
                self.line(points[start:start + _PIECE + 1], width, colour, alpha)
            return
        ink, factor = _premultiplied(colour, alpha), self.factor
        half = max(width / 2, 0.5 / factor)

        def draw(layer: pygame.Surface, corner: Point) -> None:
            scaled = [((x - corner[0]) * factor, (y - corner[1]) * factor) for x, y in points]
            _stroke(layer, scaled, half * factor, ink, round_ends)

        self._add(points, half + 1, draw)

    def strokes(self, pieces: Sequence[Sequence[Point]], width: float, colour: Colour) -> None:
        """Many short lines with flat ends, each near the one before it."""
        ink, factor = _premultiplied(colour, 255), self.factor
        half = max(width / 2, 0.5 / factor)

        def add(few: Sequence[Sequence[Point]]) -> None:
            def draw(layer: pygame.Surface, corner: Point) -> None:
                for piece in few:
                    scaled = [((x - corner[0]) * factor, (y - corner[1]) * factor) for x, y in piece]
                    _stroke(layer, scaled, half * factor, ink, False)

            self._add([point for piece in few for point in piece], half + 1, draw)

        for start in range(0, len(pieces), _PIECE):
            add(pieces[start:start + _PIECE])

    def dashes(self, points: Sequence[Point], width: float, colour: Colour, pattern: Sequence[float]) -> None:
        """A broken line; `pattern` gives the lengths of stroke, gap, stroke, gap ..."""
        self.strokes(dashed(points, pattern), width, colour)

    def rect(self, left: float, top: float, width: float, height: float, colour: Colour, alpha: int = 255,
             *, radius: float = 0) -> None:
        """A filled rectangle, with round corners if a radius is given."""
        ink, factor = _premultiplied(colour, alpha), self.factor

        def draw(layer: pygame.Surface, corner: Point) -> None:
            box = pygame.Rect(round((left - corner[0]) * factor), round((top - corner[1]) * factor),
                              round(width * factor), round(height * factor))
            pygame.draw.rect(layer, ink, box, border_radius=round(radius * factor))

        self._add([(left, top), (left + width, top + height)], 1, draw)

    def frame(self, left: float, top: float, width: float, height: float, line: float, colour: Colour,
              *, radius: float = 0) -> None:
        """The outline of a rectangle, its line inside the rectangle."""
        ink, factor = _premultiplied(colour, 255), self.factor

        def draw(layer: pygame.Surface, corner: Point) -> None:
            box = pygame.Rect(round((left - corner[0]) * factor), round((top - corner[1]) * factor),
                              round(width * factor), round(height * factor))
            pygame.draw.rect(layer, ink, box, max(round(line * factor), 1), border_radius=round(radius * factor))

        self._add([(left, top), (left + width, top + height)], 1, draw)

    def layers(self, size: tuple[int, int]) -> Iterable[tuple[tuple[int, int], pygame.Surface]]:
        """(left, top) and premultiplied layer of each part of a picture of a size; bare parts are left out."""
        width, height = size
        tiles: dict[tuple[int, int], list[_Shape]] = {}
        for shape in self._shapes:
            for row in range(max(int(shape.top) // _TILE, 0), min(int(shape.bottom), height - 1) // _TILE + 1):
                for column in range(max(int(shape.left) // _TILE, 0), min(int(shape.right), width - 1) // _TILE + 1):
                    tiles.setdefault((row, column), []).append(shape)
        big = pygame.Surface((min(_TILE, width) * self.factor, min(_TILE, height) * self.factor), pygame.SRCALPHA, 32)
        for row, column in sorted(tiles):
            left, top = column * _TILE, row * _TILE
            wide, high = min(_TILE, width - left), min(_TILE, height - top)
            big.fill((0, 0, 0, 0))
            for shape in tiles[row, column]:
                shape.draw(big, (left, top))
            part = big.subsurface((0, 0, wide * self.factor, high * self.factor))
            yield (left, top), pygame.transform.smoothscale(part, (wide, high))

    def onto(self, surface: pygame.Surface) -> None:
        """Lay all shapes on a surface."""
        for corner, layer in self.layers(surface.get_size()):
            surface.blit(layer, corner, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _add(self, points: Sequence[Point], margin: float, draw: _Draw) -> None:
        columns, rows = [x for x, _ in points], [y for _, y in points]
        self._shapes.append(_Shape(min(columns) - margin, min(rows) - margin, max(columns) + margin,
                                   max(rows) + margin, draw))


def dashed(points: Sequence[Point], pattern: Sequence[float]) -> list[list[Point]]:
    """The strokes of a broken line along the points; the pattern's lengths are all positive."""
    pieces: list[list[Point]] = []
    current: list[Point] = [points[0]]
    index, left = 0, pattern[0]
    for (x1, y1), (x2, y2) in pairwise(points):
        length, done = math.hypot(x2 - x1, y2 - y1), 0.0
        while length - done > left:
            done += left
            at = (x1 + (x2 - x1) * done / length, y1 + (y2 - y1) * done / length)
            if index % 2 == 0:
                pieces.append([*current, at])
            current, index = [at], index + 1
            left = pattern[index % len(pattern)]
        left -= length - done
        if index % 2 == 0:
            current.append((x2, y2))
    if index % 2 == 0 and len(current) > 1:
        pieces.append(current)
    return pieces


def _cut(points: Sequence[Point], top: float, bottom: float) -> list[Point]:
    """The part of a polygon between two heights: pygame walks every line of a polygon, seen or not."""
    kept = list(points)
    for limit, hand in ((top, 1), (bottom, -1)):
        ring, kept = kept, []
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], *ring[:1]], strict=True):
            first, last = (y1 - limit) * hand >= 0, (y2 - limit) * hand >= 0
            if first:
                kept.append((x1, y1))
            if first is not last:
                kept.append((x1 + (x2 - x1) * (limit - y1) / (y2 - y1), limit))
    return kept


def bend(start: Point, control: Point, end: Point, t: float) -> Point:
    """A point on the curve (quadratic, t from 0 to 1) that leaves `start` and reaches `end` heading from `control`."""
    u = 1 - t
    return (u * u * start[0] + 2 * u * t * control[0] + t * t * end[0],
            u * u * start[1] + 2 * u * t * control[1] + t * t * end[1])


@lru_cache(maxsize=256)
def _premultiplied(colour: Colour, alpha: int) -> tuple[int, int, int, int]:
    red, green, blue = (value * alpha // 255 for value in colour)
    return red, green, blue, alpha


def _stroke(layer: pygame.Surface, points: list[Point], half: float, ink: tuple[int, int, int, int],
            round_ends: bool) -> None:
    for (x1, y1), (x2, y2) in pairwise(points):
        length = math.hypot(x2 - x1, y2 - y1)
        if length:
            dx, dy = (y1 - y2) * half / length, (x2 - x1) * half / length
            pygame.draw.polygon(layer, ink, [(x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy),
                                             (x1 - dx, y1 - dy)])
    if half >= 1.2:
        for place in points if round_ends else points[1:-1]:
            pygame.draw.circle(layer, ink, place, half)
