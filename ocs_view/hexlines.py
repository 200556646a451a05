"""The hex grid and what lies along it: numbers, blocked hexsides, the seam between sheets, borders."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import pygame

from ocs_engine.grid import OFF_MAP, Hex, corners
from ocs_engine.world.atlas import Atlas
from ocs_view import fonts, palette
from ocs_view.frame import HEX_SIDE, Frame, outline, side_ends
from ocs_view.geography import Geography
from ocs_view.sketch import Point, Sketch

_NUMBERS_FROM, _ALL_NUMBERS_FROM = 16, 46
"""Pixels a hex from which some hexes, and all, bear their number."""
_LEAST_NUMBER = 7.0
"""Smallest size of a hex number in pixels."""
_RISE = 0.415
"""Hexes from the middle of a hex up to its number."""
_OPEN = ("sea", "lake")
_SIDES = [(corners(0, 0)[direction - 1], corners(0, 0)[direction]) for direction in range(6)]
"""Both ends of each hexside, in map units from the hex's middle."""
_PHASES = 4
"""Parts of a pixel, each way, to which a hexside is placed."""


def draw_grid(surface: pygame.Surface, atlas: Atlas, hexes: list[Hex], frame: Frame) -> None:
    """Thin hexsides, fainter at sea."""
    grid = atlas.grid
    strength = min(1.0, 0.35 + frame.scale / 75)
    inks = (0, round(strength * 108), round(strength * 54))
    inside, open_water = bytearray(grid.size + 1), bytearray(grid.size + 1)
    open_water[OFF_MAP] = 1
    for h in hexes:
        inside[h] = 1
    for h, kind in enumerate(atlas.terrain):
        open_water[h] = kind in _OPEN
    stamps = []
    for h in hexes:
        near = grid.neighbours[6 * h:6 * h + 6]
        sides = tuple(0 if inside[there] and there < h else inks[1 + (open_water[h] & open_water[there])]
                      for there in near)
        across, down = frame.centre(grid, h)
        left, top = math.floor(across), math.floor(down)
        stamp = _sides(sides, frame.scale, int((across - left) * _PHASES), int((down - top) * _PHASES))
        half = stamp.get_width() // 2
        stamps.append((stamp, (left - half, top - half)))
    surface.fblits(stamps, pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=96)
def _sides(strengths: tuple[int, ...], scale: float, east: int, south: int) -> pygame.Surface:
    """Some hexsides, each as strong as told, on a premultiplied surface; the hex lies some parts of a pixel off it."""
    half = math.ceil(scale * HEX_SIDE) + 2
    surface = pygame.Surface((2 * half + 1, 2 * half + 1), pygame.SRCALPHA, 32)
    width = min(max(0.7, scale * 0.014), 1.6)
    x, y = half + (east + 0.5) / _PHASES, half + (south + 0.5) / _PHASES
    short = width / 2 / scale / HEX_SIDE              # sides meet in a point, and do not lie over one another there
    sketch = Sketch(3)
    for (a, b), alpha in zip(_SIDES, strengths, strict=True):
        if alpha:
            ends = [_share(a, b, short), _share(a, b, 1 - short)]
            sketch.line([(x + dx * scale, y - dy * scale) for dx, dy in ends], width, palette.GRID, alpha,
                        round_ends=False)
    sketch.onto(surface)
    return surface


palette.forget_with(_sides.cache_clear)


def draw_numbers(surface: pygame.Surface, atlas: Atlas, hexes: Iterable[Hex], frame: Frame) -> None:
    """Column and row at the top of each hex, as "48.24"; on a small map in every fifth hex alone, and larger."""
    if frame.scale < _NUMBERS_FROM:
        return
    size = number_size(frame.scale)
    for h in _numbered(atlas, hexes, frame.scale):
        _, column, row = atlas.grid.column_row(h)
        x, y = frame.centre(atlas.grid, h)
        colour = palette.SEA_TEXT if atlas.terrain[h] in _OPEN else palette.HEX_NUMBER
        fonts.draw(surface, f"{column:02d}.{row:02d}", (x, y - frame.scale * _RISE), size, colour)


def number_boxes(atlas: Atlas, hexes: Iterable[Hex], frame: Frame) -> list[pygame.Rect]:
    """The parts of a picture that hex numbers take."""
    if frame.scale < _NUMBERS_FROM:
        return []
    wide, high = fonts.face(fonts.PLAIN).get_rect("00.00", size=number_size(frame.scale)).size
    boxes = []
    for h in _numbered(atlas, hexes, frame.scale):
        x, y = frame.centre(atlas.grid, h)
        boxes.append(pygame.Rect(round(x - wide / 2), round(y - frame.scale * _RISE - high / 2), wide, high))
    return boxes


def number_size(scale: float) -> float:
    """The size of a hex number in pixels."""
    return max(scale * 0.132, _LEAST_NUMBER)


def _numbered(atlas: Atlas, hexes: Iterable[Hex], scale: float) -> list[Hex]:
    if scale >= _ALL_NUMBERS_FROM:
        return list(hexes)
    return [h for h in hexes if all(figure % 5 == 0 for figure in atlas.grid.column_row(h)[1:])]


def draw_blocked(sketch: Sketch, atlas: Atlas, hexes: list[Hex], frame: Frame) -> None:
    """A bar along each hexside that nobody crosses; a gap in it where a road does."""
    grid = atlas.grid
    for h in hexes:
        for edge in range(6 * h, 6 * h + 6):
            kind = atlas.water[edge]
            if not kind.startswith("blocked") or _to_water(atlas, edge):
                continue
            a, b = frame.line(side_ends(grid, edge))
            parts = [(0.1, 0.36), (0.64, 0.9)] if kind == "blocked_with_road" else [(0.1, 0.9)]
            for start, end in parts:
                ends = [_share(a, b, start), _share(a, b, end)]
                sketch.line(ends, max(frame.scale * 0.085, 2.4), palette.PAPER)
                sketch.line(ends, max(frame.scale * 0.05, 1.4), palette.BLOCKED)


def _to_water(atlas: Atlas, edge: int) -> bool:
    """Whether a hex of a hexside is all water, so that nobody would want to cross."""
    here, there = edge // 6, atlas.grid.neighbours[edge]
    return any(h == OFF_MAP or atlas.terrain[h] in _OPEN for h in (here, there))


def draw_seams(sketch: Sketch, atlas: Atlas, hexes: list[Hex], frame: Frame) -> None:
    """The edge between two map sheets, along its hexsides."""
    grid, shown = atlas.grid, frozenset(hexes)
    for h in hexes:
        for edge in range(6 * h, 6 * h + 6):
            there = grid.neighbours[edge]
            if there in shown and there > h and grid.labels[there][0] != grid.labels[h][0]:
                sketch.dashes(frame.line(side_ends(grid, edge)), max(frame.scale * 0.035, 1), palette.SHEET_EDGE,
                              (frame.scale * 0.12, frame.scale * 0.075))


def draw_borders(sketch: Sketch, geography: Geography, frame: Frame) -> None:
    """Frontiers as a soft band with a chain of dashes and dots on it."""
    s = frame.scale
    for _, line in geography.borders:
        points = frame.line(line)
        sketch.line(points, s * 0.2, palette.BORDER, 60)
        sketch.dashes(points, max(s * 0.042, 1.2), palette.BORDER, (0.34 * s, 0.11 * s, 0.055 * s, 0.11 * s))


def draw_area(sketch: Sketch, atlas: Atlas, hexes: tuple[Hex, ...], frame: Frame, colour: palette.Colour) -> None:
    """A line along the outer hexsides of an area."""
    for h in hexes:
        points = outline(frame, atlas.grid, h)
        for direction in range(6):
            if atlas.grid.neighbours[6 * h + direction] not in hexes:
                sketch.line([points[direction - 1], points[direction]], max(frame.scale * 0.05, 1.2), colour, 140)


def _share(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
