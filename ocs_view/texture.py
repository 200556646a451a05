"""Small pen strokes that tell terrain classes apart where tints alone would not."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_view.frame import Frame
from ocs_view.palette import Colour
from ocs_view.scatter import scatter
from ocs_view.sketch import Point, Sketch

_SMALLEST = 18
"""Pixels a hex under which strokes would be mere dirt."""
_SPOTS: tuple[Point, ...] = ((0, 0.3), (-0.28, 0.2), (0.28, 0.2), (-0.14, 0.02), (0.16, 0.0), (-0.32, -0.14),
                             (0.34, -0.14), (0.0, -0.22), (-0.2, -0.34), (0.2, -0.36))
"""Where strokes lie in a hex, before each is moved a little."""


def _hill(sketch: Sketch, size: float) -> None:
    arc = [(0.22, 0.62), (0.34, 0.44), (0.5, 0.37), (0.66, 0.44), (0.78, 0.62)]
    _pen(sketch, size, arc, 0.075, (122, 88, 48), 120)


def _rough(sketch: Sketch, size: float) -> None:
    _pen(sketch, size, [(0.32, 0.6), (0.44, 0.4), (0.56, 0.6)], 0.085, (112, 80, 50), 135)
    sketch.disc((0.7 * size, 0.56 * size), 0.055 * size, (112, 80, 50), 120)


def _peak(sketch: Sketch, size: float) -> None:
    ink = (84, 54, 36)
    sketch.polygon([(x * size, y * size) for x, y in ((0.48, 0.18), (0.84, 0.78), (0.6, 0.7))], ink, 150)
    _pen(sketch, size, [(0.16, 0.78), (0.48, 0.18), (0.84, 0.78)], 0.07, ink, 150)


def _reeds(sketch: Sketch, size: float) -> None:
    ink = (62, 112, 110)
    _pen(sketch, size, [(0.14, 0.66), (0.86, 0.66)], 0.07, ink, 170)
    for x, lean in ((0.36, -0.08), (0.5, 0.0), (0.64, 0.08)):
        _pen(sketch, size, [(x, 0.6), (x + lean, 0.3)], 0.07, ink, 170)


def _salt(sketch: Sketch, size: float) -> None:
    ink = (102, 122, 146)
    _pen(sketch, size, [(0.04, 0.44), (0.6, 0.44)], 0.065, ink, 150)
    _pen(sketch, size, [(0.4, 0.62), (0.98, 0.62)], 0.065, ink, 150)


def _grains(sketch: Sketch, size: float) -> None:
    for x, y in ((0.3, 0.4), (0.6, 0.3), (0.5, 0.66), (0.78, 0.56), (0.18, 0.68)):
        sketch.disc((x * size, y * size), 0.055 * size, (168, 128, 66), 150)


_STROKES: dict[str, tuple[Callable[[Sketch, float], None], float, int]] = {
    "hills": (_hill, 0.25, 6),
    "rough": (_rough, 0.2, 10),
    "mountain": (_peak, 0.27, 7),
    "marsh": (_reeds, 0.2, 9),
    "salt_marsh": (_salt, 0.26, 10),
    "sand": (_grains, 0.2, 8),
}
"""The stroke of each class, its size in hexes, and how many to a hex."""


def draw_texture(surface: pygame.Surface, atlas: Atlas, hexes: list[Hex], frame: Frame) -> None:
    """Strokes over all given hexes."""
    if frame.scale < _SMALLEST:
        return
    stamps: list[tuple[pygame.Surface, tuple[float, float]]] = []
    for h in hexes:
        kind = atlas.terrain[h]
        if kind not in _STROKES:
            continue
        stroke = _stamp(kind, round(_STROKES[kind][1] * frame.scale))
        half = stroke.get_width() / 2
        for x, y in _spots(atlas, h, _STROKES[kind][2]):
            px, py = frame.px(x, y)
            stamps.append((stroke, (round(px - half), round(py - half))))
    surface.fblits(stamps, pygame.BLEND_PREMULTIPLIED)


def swatch(kind: str, scale: float) -> pygame.Surface | None:
    """A class's stroke at a scale, to be laid on premultiplied; None for a class without strokes. For the legend."""
    return _stamp(kind, round(_STROKES[kind][1] * scale)) if kind in _STROKES else None


def _spots(atlas: Atlas, hex_: Hex, count: int) -> list[Point]:
    x, y = atlas.grid.centre(hex_)
    first, *nudges = scatter(hex_, 2 * count + 1)
    start = int(first * len(_SPOTS))
    chosen = [_SPOTS[(start + i) % len(_SPOTS)] for i in range(count)]
    return [(x + sx + 0.12 * (nudges[2 * i] - 0.5), y + sy + 0.12 * (nudges[2 * i + 1] - 0.5))
            for i, (sx, sy) in enumerate(chosen)]


@lru_cache(maxsize=64)
def _stamp(kind: str, size: int) -> pygame.Surface:
    surface = pygame.Surface((max(size, 2), max(size, 2)), pygame.SRCALPHA, 32)
    sketch = Sketch(4)
    _STROKES[kind][0](sketch, size)
    sketch.onto(surface)
    return surface


def _pen(sketch: Sketch, size: float, points: list[Point], width: float, ink: Colour, alpha: int) -> None:
    sketch.line([(x * size, y * size) for x, y in points], max(width * size, 0.8), ink, alpha)
