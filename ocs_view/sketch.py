"""Smooth shapes: drawn several times too large, then scaled down on to a picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from ocs_view.palette import Colour

Point = tuple[float, float]
_Draw = Callable[[pygame.Surface, Point], None]
"""Draws on a layer whose upper left corner lies at the given place of the picture."""
_BAND = 192


@dataclass(frozen=True, slots=True)
class _Shape:
    left: float
    top: float
    right: float
    bottom: float
    draw: _Draw


class Sketch:
    """A list of shapes in picture pixels (floats), laid on a surface with soft edges.

    Shapes hide what was drawn before them on the same sketch. The work is done in horizontal bands, so a large
    picture needs little memory.
    """

    def __init__(self, factor: int = 3) -> None:
        self.factor = factor
        self._shapes: list[_Shape] = []

    def polygon(self, points: Sequence[Point], colour: Colour, alpha: int = 255) -> None:
        """A filled polygon of at least three points."""
        ink, factor = _premultiplied(colour, alpha), self.factor

        def draw(layer: pygame.Surface, corner: Point) -> None:
            pygame.draw.polygon(layer, ink, [((x - corner[0]) * factor, (y - corner[1]) * factor) for x, y in points])

        self._add(points, 1, draw)

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
        ink, factor = _premultiplied(colour, alpha), self.factor
        half = max(width / 2, 0.5 / factor)

        def draw(layer: pygame.Surface, corner: Point) -> None:
            scaled = [((x - corner[0]) * factor, (y - corner[1]) * factor) for x, y in points]
            _stroke(layer, scaled, half * factor, ink, round_ends)

        self._add(points, half + 1, draw)

    def dashes(self, points: Sequence[Point], width: float, colour: Colour, pattern: Sequence[float]) -> None:
        """A broken line; `pattern` gives the lengths of stroke, gap, stroke, gap ..."""
        for piece in dashed(points, pattern):
            self.line(piece, width, colour, round_ends=False)

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
        left = max(0, math.floor(min((shape.left for shape in self._shapes), default=0)))
        right = min(width, math.ceil(max((shape.right for shape in self._shapes), default=0)))
        wide = right - left
        if wide <= 0:
            return
        big = pygame.Surface((wide * self.factor, min(_BAND, height) * self.factor), pygame.SRCALPHA, 32)
        for top in range(0, height, _BAND):
            rows = min(_BAND, height - top)
            inside = [shape for shape in self._shapes if shape.bottom >= top and shape.top <= top + rows]
            if not inside:
                continue
            big.fill((0, 0, 0, 0))
            for shape in inside:
                shape.draw(big, (left, top))
            part = big.subsurface((0, 0, wide * self.factor, rows * self.factor))
            yield (left, top), pygame.transform.smoothscale(part, (wide, rows))

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


def bend(start: Point, control: Point, end: Point, t: float) -> Point:
    """A point on the curve (quadratic, t from 0 to 1) that leaves `start` and reaches `end` heading from `control`."""
    u = 1 - t
    return (u * u * start[0] + 2 * u * t * control[0] + t * t * end[0],
            u * u * start[1] + 2 * u * t * control[1] + t * t * end[1])


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
