"""What every map explains in its margin: terrain, lines and symbols, scale and compass."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from ocs_view import emblems, features, fonts, palette
from ocs_view.frame import HEX_SIDE, Frame
from ocs_view.relief import METRES_PER_HEX
from ocs_view.roads import draw_rails, draw_roads
from ocs_view.sketch import Point, Sketch
from ocs_view.texture import swatch

Painter = Callable[[pygame.Surface, Sketch, Point, float], None]
ROW = 0.66
"""Height of a line of the legend, in hexes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend: its words, and what paints its sample round a point at a scale of pixels a hex."""

    words: str
    paint: Painter


def rows_of(entries: Sequence[Entry], columns: int = 2) -> int:
    """Lines that entries take, set in columns."""
    return -(-len(entries) // columns)


def legend_rows() -> int:
    """Lines of the map's legend, set in two columns."""
    return rows_of(_ENTRIES)


def draw_legend(surface: pygame.Surface, left: float, top: float, width: float, scale: float) -> None:
    """The map's legend in two columns, `legend_rows()` lines high."""
    draw_entries(surface, _ENTRIES, left, top, width, scale)


def draw_entries(surface: pygame.Surface, entries: Sequence[Entry], left: float, top: float, width: float,
                 scale: float, columns: int = 2) -> None:
    """Lines of a legend, column by column; each is `ROW` hexes high."""
    sketch = Sketch()
    rows, wide = rows_of(entries, columns), width / columns
    for i, entry in enumerate(entries):
        at = (left + (i // rows) * wide + scale * 0.4, top + (i % rows + 0.5) * ROW * scale)
        entry.paint(surface, sketch, at, scale)
    sketch.onto(surface)
    for i, entry in enumerate(entries):
        x = left + (i // rows) * wide + scale * 0.9
        y = top + (i % rows + 0.5) * ROW * scale
        size = fonts.fit(entry.words, wide - scale, scale * 0.26, fonts.PLAIN, 6)
        fonts.written(surface, entry.words, (x, y), size, palette.INK)


def draw_scale(surface: pygame.Surface, left: float, top: float, scale: float) -> float:
    """A bar of kilometres; returns its length in pixels."""
    sketch = Sketch()
    unit = scale * 1000 / METRES_PER_HEX
    step, high = 10 * unit, scale * 0.12
    for i in range(4):
        sketch.rect(left + i * step, top, step, high, palette.INK)
        if i % 2:
            sketch.rect(left + i * step, top + high * 0.18, step, high * 0.64, palette.PAPER)
    sketch.onto(surface)
    for i in (0, 10, 20, 40):
        text = f"{i} km" if i == 40 else str(i)
        fonts.draw(surface, text, (left + i * unit, top + high + scale * 0.2), scale * 0.2, palette.INK)
    return 4 * step


def draw_compass(surface: pygame.Surface, centre: Point, reach: float) -> None:
    """A star of eight points with its north marked."""
    sketch = Sketch(4)
    x, y = centre
    sketch.ring(centre, reach * 0.62, reach * 0.03, palette.SEPIA)
    for i in (*range(1, 8, 2), *range(0, 8, 2)):
        angle = math.radians(45 * i)
        far, near = (reach, reach * 0.2) if i % 2 == 0 else (reach * 0.6, reach * 0.16)
        tip = (x + far * math.sin(angle), y - far * math.cos(angle))
        for hand, colour in ((-1, palette.INK), (1, palette.PAPER)):
            flank = angle + hand * math.radians(45)
            sketch.polygon([centre, tip, (x + near * math.sin(flank), y - near * math.cos(flank))], colour)
        sketch.line([centre, tip], max(reach * 0.02, 0.6), palette.INK)
        flank = angle + math.radians(45)
        notch = (x + near * math.sin(flank), y - near * math.cos(flank))
        sketch.line([tip, notch], max(reach * 0.02, 0.6), palette.INK)
    sketch.onto(surface)
    fonts.draw(surface, "N", (x, y - reach * 1.22), reach * 0.36, palette.INK, font=fonts.SERIF)


def _terrain(kind: str) -> Painter:
    def paint(surface: pygame.Surface, _: Sketch, at: Point, scale: float) -> None:
        reach = scale * HEX_SIDE * 0.54
        corners = [(at[0] + reach * math.cos(math.radians(60 * i)), at[1] + reach * math.sin(math.radians(60 * i)))
                   for i in range(6)]
        under = Sketch()
        under.polygon(corners, palette.TERRAIN[kind])
        under.line([*corners, corners[0]], max(scale * 0.014, 0.8), palette.GRID)
        under.onto(surface)
        strokes = swatch(kind, scale)
        if strokes is not None:
            half = strokes.get_width() / 2
            for dx, dy in ((-0.13, -0.09), (0.14, -0.06), (0.0, 0.12)):
                surface.blit(strokes, (round(at[0] + dx * scale - half), round(at[1] + dy * scale - half)),
                             special_flags=pygame.BLEND_PREMULTIPLIED)
    return paint


def _line(at: Point, scale: float) -> list[Point]:
    x, y = at
    return [(x + dx * scale, y + dy * scale) for dx, dy in ((-0.34, 0.06), (-0.1, -0.05), (0.1, 0.05), (0.34, -0.06))]


def _plain_frame(scale: float) -> Frame:
    return Frame(0.0, 0.0, scale, 1, 1)


def _run(kind: str, draw: Callable[[Sketch, list[tuple[str, list[Point]]], Frame], None]) -> Painter:
    def paint(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
        units = [(x / scale, -y / scale) for x, y in _line(at, scale)]
        draw(sketch, [(kind, units)], _plain_frame(scale))
    return paint


def _river(width: float) -> Painter:
    def paint(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
        sketch.line(_line(at, scale), max(width * scale, 1), palette.RIVER)
    return paint


def _blocked(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    ends = [(at[0] - 0.24 * scale, at[1]), (at[0] + 0.24 * scale, at[1])]
    sketch.line(ends, max(0.05 * scale, 1.4), palette.BLOCKED)


def _border(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    sketch.line(_line(at, scale), 0.2 * scale, palette.BORDER, 60)
    sketch.dashes(_line(at, scale), max(0.042 * scale, 1.2), palette.BORDER,
                  (0.2 * scale, 0.08 * scale, 0.055 * scale, 0.08 * scale))


def _seam(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    ends = [(at[0] - 0.34 * scale, at[1]), (at[0] + 0.34 * scale, at[1])]
    sketch.dashes(ends, max(0.035 * scale, 1), palette.SHEET_EDGE, (0.12 * scale, 0.075 * scale))


def _town(kind: str) -> Painter:
    def paint(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
        features.town_symbol(sketch, kind, kind, at, scale)
    return paint


def _port(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    features.anchor(sketch, at, scale * 0.15)


def _airfield(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    features.airfield(sketch, at, scale * 0.13)


def _flak(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    features.flak(sketch, at, scale * 0.13)


def _hedgehog(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    emblems.hedgehog(sketch, at, scale * 0.17, palette.FORT)


def _air_entry(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    features.air_entry(sketch, at, scale * 0.16)


def _entry(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    x, y = at
    sketch.polygon([(x + 0.18 * scale, y), (x - 0.16 * scale, y - 0.11 * scale), (x - 0.16 * scale, y + 0.11 * scale)],
                   palette.ENTRY)


_ENTRIES = (
    Entry("open", _terrain("open")),
    Entry("hills", _terrain("hills")),
    Entry("rough", _terrain("rough")),
    Entry("mountain", _terrain("mountain")),
    Entry("marsh", _terrain("marsh")),
    Entry("salt marsh, chott", _terrain("salt_marsh")),
    Entry("sand", _terrain("sand")),
    Entry("major river", _river(0.078)),
    Entry("minor river", _river(0.046)),
    Entry("closed hexside", _blocked),
    Entry("frontier", _border),
    Entry("edge between sheets", _seam),
    Entry("entry hex", _entry),
    Entry("city", _town("city")),
    Entry("village", _town("village")),
    Entry("point of interest", _town("poi")),
    Entry("primary road", _run("primary", draw_roads)),
    Entry("secondary road", _run("secondary", draw_roads)),
    Entry("track", _run("track", draw_roads)),
    Entry("railway", _run("standard", draw_rails)),
    Entry("metre gauge", _run("metre", draw_rails)),
    Entry("port, capacity in SP", _port),
    Entry("airfield", _airfield),
    Entry("flak in the hex", _flak),
    Entry("printed hedgehog", _hedgehog),
    Entry("air entry, box, hexes", _air_entry),
)
