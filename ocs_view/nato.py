"""Unit symbols inside their box, and the marks of unit size above it.

A symbol is made of parts, each a small drawing in the unit square of the box ((0, 0) top left, (1, 1) bottom right).
`SYMBOLS` names the parts of every unit type.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from ocs_view.palette import Colour
from ocs_view.sketch import Point, Sketch


@dataclass(frozen=True, slots=True)
class Box:
    """The symbol's box in picture pixels, the width of its lines and their ink."""

    left: float
    top: float
    width: float
    height: float
    line: float
    ink: Colour

    def at(self, x: float, y: float) -> Point:
        """Picture position of a place in the unit square."""
        return self.left + x * self.width, self.top + y * self.height


def _path(sketch: Sketch, box: Box, *points: Point) -> None:
    sketch.line([box.at(*point) for point in points], box.line, box.ink)


def _arc(sketch: Sketch, box: Box, centre: Point, radius: Point, first: float, last: float) -> None:
    """Part of an ellipse; angles in degrees, 0 east, 90 up."""
    steps = 24
    angles = [math.radians(first + (last - first) * i / steps) for i in range(steps + 1)]
    _path(sketch, box, *((centre[0] + radius[0] * math.cos(a), centre[1] - radius[1] * math.sin(a)) for a in angles))


def _saltire(sketch: Sketch, box: Box) -> None:
    _path(sketch, box, (0, 0), (1, 1))
    _path(sketch, box, (0, 1), (1, 0))


def _slash(sketch: Sketch, box: Box) -> None:
    _path(sketch, box, (0, 1), (1, 0))


def _track(sketch: Sketch, box: Box) -> None:
    _arc(sketch, box, (0.5, 0.5), (0.34, 0.29), 0, 360)


def _heavy_track(sketch: Sketch, box: Box) -> None:
    _track(sketch, box)
    points = [box.at(0.5 + 0.22 * math.cos(a), 0.5 + 0.16 * math.sin(a)) for a in
              (math.tau * i / 24 for i in range(24))]
    sketch.polygon(points, box.ink)


def _upright(sketch: Sketch, box: Box) -> None:
    _path(sketch, box, (0.5, 0), (0.5, 1))


def _wheels(sketch: Sketch, box: Box) -> None:
    for x in (0.26, 0.74):
        sketch.disc(box.at(x, 1.0), box.height * 0.13, box.ink)


def _wheel(sketch: Sketch, box: Box) -> None:
    sketch.disc(box.at(0.5, 1.0), box.height * 0.14, box.ink)


def _hoops(sketch: Sketch, box: Box) -> None:
    for x in (0.3, 0.7):
        sketch.ring(box.at(x, 1.02), box.height * 0.13, box.line * 0.8, box.ink)


def _gun(sketch: Sketch, box: Box) -> None:
    sketch.disc(box.at(0.5, 0.5), box.height * 0.2, box.ink)


def _small_gun(sketch: Sketch, box: Box) -> None:
    sketch.disc(box.at(0.5, 0.5), box.height * 0.12, box.ink)


def _wedge(sketch: Sketch, box: Box) -> None:
    _path(sketch, box, (0, 1), (0.5, 0), (1, 1))


def _dome(sketch: Sketch, box: Box) -> None:
    _arc(sketch, box, (0.5, 1), (0.42, 0.72), 0, 180)


def _rockets(sketch: Sketch, box: Box) -> None:
    for y in (0.36, 0.58):
        _path(sketch, box, (0.32, y), (0.5, y - 0.24), (0.68, y))
    sketch.disc(box.at(0.5, 0.76), box.height * 0.13, box.ink)


def _chute(sketch: Sketch, box: Box) -> None:
    _arc(sketch, box, (0.38, 0.93), (0.12, 0.15), 0, 180)
    _arc(sketch, box, (0.62, 0.93), (0.12, 0.15), 0, 180)


def _peak(sketch: Sketch, box: Box) -> None:
    sketch.polygon([box.at(0.36, 1), box.at(0.5, 0.66), box.at(0.64, 1)], box.ink)


def _anchor(sketch: Sketch, box: Box) -> None:
    _path(sketch, box, (0.5, 0.1), (0.5, 0.9))
    _path(sketch, box, (0.42, 0.24), (0.58, 0.24))
    _arc(sketch, box, (0.5, 0.6), (0.16, 0.3), 200, 340)


def _bridge(sketch: Sketch, box: Box) -> None:
    _path(sketch, box, (0.22, 0.74), (0.22, 0.28), (0.78, 0.28), (0.78, 0.74))
    _path(sketch, box, (0.5, 0.28), (0.5, 0.74))


def _machine_gun(sketch: Sketch, box: Box) -> None:
    _path(sketch, box, (0.5, 0.84), (0.5, 0.14))
    _path(sketch, box, (0.4, 0.36), (0.5, 0.14), (0.6, 0.36))
    _path(sketch, box, (0.38, 0.84), (0.62, 0.84))


def _flame(sketch: Sketch, box: Box) -> None:
    _path(sketch, box, (0.34, 0.82), (0.34, 0.3), (0.44, 0.18), (0.56, 0.3), (0.66, 0.18))


def _fort(sketch: Sketch, box: Box) -> None:
    sketch.rect(*box.at(0.42, 0.0), box.width * 0.16, box.height * 0.2, box.ink)
    sketch.rect(*box.at(0.42, 0.8), box.width * 0.16, box.height * 0.2, box.ink)


def _dagger(sketch: Sketch, box: Box) -> None:
    _path(sketch, box, (0.5, 0.08), (0.5, 0.92))
    _path(sketch, box, (0.4, 0.68), (0.6, 0.68))


def _fasces(sketch: Sketch, box: Box) -> None:
    for x in (0.46, 0.54):
        _path(sketch, box, (x, 0.12), (x, 0.88))


def _half(sketch: Sketch, box: Box) -> None:
    sketch.polygon([box.at(0, 1), box.at(0, 0), box.at(0.5, 0.5)], box.ink)


def _badge(sketch: Sketch, box: Box) -> None:
    sketch.disc(box.at(0.5, 0.2), box.height * 0.12, box.ink)


def _staff(sketch: Sketch, box: Box) -> None:
    sketch.rect(*box.at(0, 0), box.width, box.height * 0.3, box.ink)


def _crescent(sketch: Sketch, box: Box) -> None:
    _arc(sketch, box, (0.52, 0.2), (0.07, 0.15), 60, 300)


Part = Callable[[Sketch, Box], None]

SYMBOLS: dict[str, tuple[Part, ...]] = {
    "AC": (_slash, _track, _wheels),
    "AG": (_track, _small_gun),
    "AT": (_wedge,),
    "HQ": (_staff,),
    "MG": (_machine_gun,),
    "PJ": (_wedge, _wheels),
    "TD": (_wedge, _track),
    "Tiger": (_heavy_track,),
    "arm inf BG": (_saltire, _track),
    "armor": (_track,),
    "artillery": (_gun,),
    "bicycle": (_saltire, _hoops),
    "blackshirt inf": (_saltire, _fasces),
    "cavalry": (_slash,),
    "commando": (_saltire, _dagger),
    "eng": (_bridge,),
    "flak": (_dome, _small_gun),
    "flamethrower": (_flame,),
    "goum": (_saltire, _crescent),
    "inf": (_saltire,),
    "inf tank": (_track, _upright),
    "light armor": (_track, _slash),
    "light tank": (_track, _slash),
    "marine": (_saltire, _anchor),
    "mech": (_saltire, _track),
    "mixed": (_half, _saltire),
    "mot inf": (_saltire, _wheels),
    "motorcycle": (_saltire, _wheel),
    "mtn": (_saltire, _peak),
    "para": (_saltire, _chute),
    "para KG": (_saltire, _chute),
    "para eng": (_bridge, _chute),
    "police": (_saltire, _badge),
    "pz": (_track,),
    "pz gren": (_saltire, _track),
    "pz gren KG": (_saltire, _track),
    "recon": (_slash, _wheels),
    "static": (_saltire, _fort),
    "werfer": (_rockets,),
}
"""The parts of each unit type's symbol."""

_BARS = {"co": 1, "bn": 2, "rgt": 3}
_CROSSES = {"bde": 1, "hq": 3}


def draw_symbol(sketch: Sketch, kind: str, box: Box, fill: Colour) -> None:
    """The box and symbol of a unit type; a type without a symbol gets the box alone."""
    sketch.rect(box.left, box.top, box.width, box.height, fill)
    for part in SYMBOLS.get(kind, ()):
        part(sketch, box)
    sketch.line([box.at(0, 0), box.at(1, 0), box.at(1, 1), box.at(0, 1), box.at(0, 0)], box.line, box.ink)


def draw_size(sketch: Sketch, size: str, centre: Point, height: float, ink: Colour) -> None:
    """The mark of a unit's size: bars to the regiment, crosses above; dots for an artillery group, a bracket for half
    a battle group."""
    x, y = centre
    half, line, step = height / 2, max(height * 0.24, 0.7), height * 0.62
    if size in _BARS:
        for place in _spread(x, _BARS[size], step):
            sketch.line([(place, y - half), (place, y + half)], line, ink, round_ends=False)
    elif size in _CROSSES:
        for place in _spread(x, _CROSSES[size], height * 1.05):
            sketch.line([(place - half, y - half), (place + half, y + half)], line, ink, round_ends=False)
            sketch.line([(place - half, y + half), (place + half, y - half)], line, ink, round_ends=False)
    elif size == "group":
        for place in _spread(x, 3, height * 0.8):
            sketch.disc((place, y), height * 0.28, ink)
    elif size == "kg-half":
        wide = height * 0.9
        sketch.line([(x - wide, y + half), (x - wide, y - half), (x + wide, y - half), (x + wide, y + half)],
                    line, ink, round_ends=False)
        for place in _spread(x, 2, step):
            sketch.line([(place, y - half * 0.2), (place, y + half)], line, ink, round_ends=False)


def _spread(middle: float, count: int, step: float) -> list[float]:
    return [middle + (i - (count - 1) / 2) * step for i in range(count)]
