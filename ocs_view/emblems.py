"""Pictures on counters that are no units: trucks, dumps, aircraft, air bases, hedgehogs, replacements, markers."""

from __future__ import annotations

import math

from ocs_engine.world.counters import Mobility
from ocs_view import palette
from ocs_view.pieces import Piece, PieceKind
from ocs_view.sketch import Point, Sketch


def draw_emblem(sketch: Sketch, piece: Piece, size: float) -> None:
    """Draw the emblem of a piece in the middle of a square of `size` pixels; a plain marker has none."""
    if piece.kind is PieceKind.AIRCRAFT:
        heavy = piece.aircraft is not None and piece.aircraft.type != "F"
        plane(sketch, (size * 0.5, size * 0.47), size * 0.25, heavy)
    elif piece.kind is PieceKind.TRUCK:
        truck(sketch, (size * 0.5, size * 0.46), size * 0.27)
    elif piece.kind is PieceKind.DUMP:
        dump(sketch, (size * 0.5, size * 0.46), size * 0.24)
    elif piece.kind in (PieceKind.BASE, PieceKind.STRIP):
        airfield(sketch, (size * 0.5, size * 0.44), size * 0.27, ring=piece.kind is PieceKind.BASE)
    elif piece.kind is PieceKind.HEDGEHOG:
        hedgehog(sketch, (size * 0.5, size * 0.46), size * 0.27)
    elif piece.kind is PieceKind.BUSTED:
        broken_rails(sketch, (size * 0.5, size * 0.56), size * 0.36)
    elif piece.kind is PieceKind.REPLACEMENT:
        if piece.counter is not None and piece.counter.move.mobility is not Mobility.LEG:
            gun(sketch, (size * 0.5, size * 0.54), size * 0.28)
        else:
            helmet(sketch, (size * 0.5, size * 0.58), size * 0.26)


def broken_rails(sketch: Sketch, centre: Point, reach: float) -> None:
    """A railway from above with a bomb burst on it."""
    x, y = centre
    for tie in (-0.9, -0.62, -0.34, 0.34, 0.62, 0.9):
        left = x + (tie - 0.055) * reach
        sketch.rect(left, y - 0.5 * reach, 0.11 * reach, reach, palette.INK)
    for rail in (-0.28, 0.28):
        sketch.line([(x - 1.08 * reach, y + rail * reach), (x + 1.08 * reach, y + rail * reach)], 0.1 * reach,
                    palette.INK, round_ends=False)
    for size, colour in ((1.0, palette.PAPER), (0.8, palette.ALARM), (0.36, palette.PAPER)):
        angles = ((math.tau * i / 16, 1.0 if i % 2 else 0.55) for i in range(16))
        burst = [(x + far * size * 0.78 * reach * math.sin(turn), y - far * size * 0.78 * reach * math.cos(turn))
                 for turn, far in angles]  # fmt: skip
        sketch.polygon(burst, colour)


def plane(sketch: Sketch, centre: Point, reach: float, heavy: bool = False, ink: palette.Colour = palette.INK) -> None:
    """An aircraft from above, nose up; a heavy one has engines on its wings."""
    x, y = centre

    def at(*points: Point) -> list[Point]:
        return [(x + px * reach, y + py * reach) for px, py in points]

    half = [(0.0, -1.0), (0.11, -0.82), (0.13, -0.4), (1.15, -0.12), (1.15, 0.1), (0.13, 0.16), (0.09, 0.62),
            (0.42, 0.8), (0.42, 0.94), (0.0, 0.9)]
    sketch.polygon(at(*half, *((-px, py) for px, py in reversed(half))), ink)
    if heavy:
        for side in (-0.5, 0.5):
            sketch.rect(x + (side - 0.08) * reach, y - 0.52 * reach, 0.16 * reach, 0.4 * reach, ink,
                        radius=0.07 * reach)


def truck(sketch: Sketch, centre: Point, reach: float) -> None:
    """A lorry from the side."""
    x, y = centre
    ink = palette.INK
    sketch.rect(x - reach, y - 0.62 * reach, 1.25 * reach, 0.92 * reach, ink, radius=0.1 * reach)
    cab = [(0.32, -0.34), (0.68, -0.34), (0.95, 0.0), (0.95, 0.3), (0.32, 0.3)]
    sketch.polygon([(x + px * reach, y + py * reach) for px, py in cab], ink)
    for wheel in (-0.6, 0.56):
        sketch.disc((x + wheel * reach, y + 0.38 * reach), 0.27 * reach, ink)
        sketch.disc((x + wheel * reach, y + 0.38 * reach), 0.11 * reach, palette.PAPER)


def dump(sketch: Sketch, centre: Point, reach: float) -> None:
    """A pile of drums and crates."""
    x, y = centre
    for dx, dy in ((-0.62, 0.42), (0.62, 0.42), (0.0, -0.42)):
        left, top, wide = x + (dx - 0.52) * reach, y + (dy - 0.38) * reach, 1.04 * reach
        sketch.rect(left, top, wide, 0.78 * reach, palette.INK, radius=0.06 * reach)
        inner = 0.1 * reach
        sketch.rect(left + inner, top + inner, wide - 2 * inner, 0.78 * reach - 2 * inner, (232, 214, 166))
        sketch.line([(left + inner, top + inner), (left + wide - inner, top + 0.78 * reach - inner)], 0.09 * reach,
                    palette.INK)


def airfield(sketch: Sketch, centre: Point, reach: float, *, ring: bool = True) -> None:
    """Crossed runways, ringed for a base, bare for a strip."""
    x, y = centre
    if ring:
        sketch.disc(centre, reach, palette.INK)
        sketch.disc(centre, reach * 0.87, palette.PAPER)
    plane(sketch, (x, y - 0.02 * reach), reach * (0.62 if ring else 0.7))
    if not ring:
        for dy in (-0.95, 0.95):
            sketch.line([(x - reach, y + dy * reach), (x + reach, y + dy * reach)], reach * 0.1, palette.INK,
                        round_ends=False)


def hedgehog(sketch: Sketch, centre: Point, reach: float, ink: palette.Colour = palette.INK) -> None:
    """A ring of earthworks with spikes outward."""
    x, y = centre
    for i in range(12):
        angle = math.tau * i / 12
        near, far = 0.62 * reach, reach
        sketch.line([(x + near * math.cos(angle), y + near * math.sin(angle)),
                     (x + far * math.cos(angle), y + far * math.sin(angle))], reach * 0.13, ink, round_ends=False)
    sketch.ring(centre, 0.62 * reach, reach * 0.16, ink)


def gun(sketch: Sketch, centre: Point, reach: float) -> None:
    """A field gun from the side: equipment in the pipeline."""
    x, y = centre
    sketch.line([(x - 0.25 * reach, y + 0.1 * reach), (x + reach, y - 0.5 * reach)], 0.18 * reach, palette.INK)
    sketch.line([(x - 0.2 * reach, y + 0.1 * reach), (x - reach, y + 0.42 * reach)], 0.14 * reach, palette.INK)
    sketch.line([(x + 0.16 * reach, y - 0.52 * reach), (x + 0.3 * reach, y + 0.22 * reach)], 0.12 * reach, palette.INK)
    sketch.disc((x, y + 0.14 * reach), 0.4 * reach, palette.INK)
    sketch.disc((x, y + 0.14 * reach), 0.27 * reach, palette.PAPER)
    sketch.disc((x, y + 0.14 * reach), 0.1 * reach, palette.INK)


def helmet(sketch: Sketch, centre: Point, reach: float) -> None:
    """A helmet: men in the pipeline."""
    x, y = centre
    dome = [(x - 0.8 * reach * math.cos(math.pi * i / 20), y - 0.85 * reach * math.sin(math.pi * i / 20))
            for i in range(21)]
    sketch.polygon(dome, palette.INK)
    sketch.line([(x - reach, y + 0.04 * reach), (x + reach, y + 0.04 * reach)], 0.18 * reach, palette.INK)
