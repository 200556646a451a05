"""The hex grid and what lies along it: numbers, blocked hexsides, the seam between sheets, borders."""

from __future__ import annotations

import pygame

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.world.atlas import Atlas
from ocs_view import fonts, palette
from ocs_view.frame import Frame, outline, side_ends
from ocs_view.geography import Geography
from ocs_view.sketch import Point, Sketch

_NUMBERS_FROM = 34
"""Pixels a hex from which hex numbers can be read."""
_OPEN = ("sea", "lake")


def draw_grid(surface: pygame.Surface, atlas: Atlas, hexes: list[Hex], frame: Frame) -> None:
    """Thin hexsides, fainter at sea."""
    grid = atlas.grid
    sketch = Sketch(3)
    width = min(max(0.7, frame.scale * 0.014), 1.6)
    strength = min(1.0, 0.35 + frame.scale / 75)
    inside = bytearray(grid.size)
    for h in hexes:
        inside[h] = 1
    for h in hexes:
        for direction in range(6):
            edge = 6 * h + direction
            there = grid.neighbours[edge]
            if there != OFF_MAP and inside[there] and there < h:
                continue
            wet = atlas.terrain[h] in _OPEN and (there == OFF_MAP or atlas.terrain[there] in _OPEN)
            sketch.line(frame.line(side_ends(grid, edge)), width, palette.GRID,
                        round(strength * (54 if wet else 108)), round_ends=False)
    sketch.onto(surface)


def draw_numbers(surface: pygame.Surface, atlas: Atlas, hexes: list[Hex], frame: Frame) -> list[pygame.Rect]:
    """Column and row at the top of each hex, as "48.24"; returns their boxes."""
    if frame.scale < _NUMBERS_FROM:
        return []
    size = frame.scale * 0.132
    boxes = []
    for h in hexes:
        _, column, row = atlas.grid.column_row(h)
        x, y = frame.centre(atlas.grid, h)
        colour = palette.SEA_TEXT if atlas.terrain[h] in _OPEN else palette.HEX_NUMBER
        boxes.append(fonts.draw(surface, f"{column:02d}.{row:02d}", (x, y - frame.scale * 0.415), size, colour))
    return boxes


def draw_blocked(sketch: Sketch, atlas: Atlas, hexes: list[Hex], frame: Frame) -> None:
    """A bar along each hexside that nobody crosses; a gap in it where a road does."""
    grid = atlas.grid
    for h in hexes:
        for edge in range(6 * h, 6 * h + 6):
            kind = atlas.water[edge]
            if not kind.startswith("blocked"):
                continue
            a, b = frame.line(side_ends(grid, edge))
            parts = [(0.1, 0.36), (0.64, 0.9)] if kind == "blocked_with_road" else [(0.1, 0.9)]
            for start, end in parts:
                ends = [_share(a, b, start), _share(a, b, end)]
                sketch.line(ends, max(frame.scale * 0.085, 2.4), palette.PAPER)
                sketch.line(ends, max(frame.scale * 0.05, 1.4), palette.BLOCKED)


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
