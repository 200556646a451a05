"""From latitude and longitude to map units and back, and the small warp that brings towns into their known hexes.

Map units are those of `Grid.centre`: x east, y north, one unit from hex centre to hex centre (about 7.9 km).
The transform is a cubic fit of a conformal projection (Lambert, parallels 34 and 37 N, through 35.5 N 9 E) and
an affine fit to the hexes that the rulebook names; it holds to 1e-4 hex over both sheets. Only additions,
multiplications and square roots are used, so that every machine finds the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ocs_engine.grid import OFF_MAP, Grid, Hex

Number = TypeVar("Number", float, NDArray[np.float64])
Point = tuple[float, float]
Floats = NDArray[np.float64]

HALF_WIDTH = math.sqrt(3) / 2
_COLUMN = (33.05974, 13.150388, -0.152261, -0.000631, -0.163021, -0.000009, 0.000006, -0.000003, -0.000226, -0.000005)
_Y = (6.188166, 0.212166, 14.150075, 0.058643, -0.00263, 0.001173, -0.000727, 0.0, -0.000003, 0.000717)
_LATITUDE = (35.065996, -0.029731, 2.402549, -0.021447, -0.000388, -0.0001, -0.000634, 0.000015, 0.000008, -0.000702)
_LONGITUDE = (8.763577, 2.268793, 0.020664, -0.000832, 0.067209, 0.000611, -0.000058, 0.00199, -0.0004, 0.000017)

_SHRUNK = 0.78
"""Towns are brought into their hex shrunk to this share, so that they do not sit on its edge."""
_SOFT, _CALM = 0.6 * 0.6, 1 / 6.0**3
"""Softening (hexes squared) of each anchor's pull, and the weight of staying put."""


def _cubic(k: tuple[float, ...], a: Number, b: Number) -> Number:
    return (k[0] + k[1] * a + k[2] * b + k[3] * (a * a) + k[4] * (a * b) + k[5] * (b * b)
            + k[6] * (a * a * b) + k[7] * (a * b * b) + k[8] * (a * a * a) + k[9] * (b * b * b))


def to_map(latitude: Number, longitude: Number) -> tuple[Number, Number]:
    """Map units (x, y) of a position in degrees (WGS84)."""
    a, b = longitude - 9.0, latitude - 35.5
    return _cubic(_COLUMN, a, b) * HALF_WIDTH, _cubic(_Y, a, b)


def to_geographic(x: Number, y: Number) -> tuple[Number, Number]:
    """Latitude and longitude in degrees of a point in map units."""
    a, b = (x / HALF_WIDTH - 30.0) / 30.0, y / 34.0
    return _cubic(_LATITUDE, a, b), _cubic(_LONGITUDE, a, b)


def nearest_hex(grid: Grid, x: float, y: float) -> Hex:
    """The hex with the nearest centre, or OFF_MAP when that centre is not on a sheet."""
    column = round(x / HALF_WIDTH)
    best, best_distance = OFF_MAP, math.inf
    for q in (column - 1, column, column + 1):
        row = round(y - 0.5 - q / 2)
        for r in (row - 1, row, row + 1):
            dx, dy = q * HALF_WIDTH - x, r + q / 2 + 0.5 - y
            distance = dx * dx + dy * dy
            if distance < best_distance:
                best, best_distance = grid.at(q, r), distance
    return best


@dataclass(frozen=True, slots=True)
class Pin:
    """A town that must lie in a known hex: its true position and that hex's centre, in map units."""

    at: Point
    centre: Point


class Warp:
    """A smooth displacement of positions, nowhere above a third of a hex, that brings pinned towns into their hexes."""

    def __init__(self, pins: Iterable[Pin]) -> None:
        chosen = list(pins)
        self._at = np.array([pin.at for pin in chosen], dtype=np.float64).reshape(-1, 2)
        moves = [_into_hex(pin) for pin in chosen]
        self._move = np.array(moves, dtype=np.float64).reshape(-1, 2)

    def __call__(self, point: Point) -> Point:
        """Where a point in map units is drawn (a Shepard mean of the pins' moves)."""
        dx, dy = self._at[:, 0] - point[0], self._at[:, 1] - point[1]
        near = dx * dx + dy * dy + _SOFT
        weights = (1 / (near * np.sqrt(near))).tolist()
        total = math.fsum(weights) + _CALM
        move_x = math.fsum(w * m for w, m in zip(weights, self._move[:, 0].tolist(), strict=True)) / total
        move_y = math.fsum(w * m for w, m in zip(weights, self._move[:, 1].tolist(), strict=True)) / total
        return point[0] + move_x, point[1] + move_y

    def place(self, latitude: float, longitude: float) -> Point:
        """Map units at which a position in degrees is drawn."""
        return self(to_map(latitude, longitude))


def _into_hex(pin: Pin) -> Point:
    """The shortest move that brings a pinned town into its hex shrunk to 78 %; (0, 0) when it is inside."""
    reach = 0.5 * _SHRUNK
    dx, dy = pin.at[0] - pin.centre[0], pin.at[1] - pin.centre[1]
    for _ in range(2):                                   # a town outside a corner needs a push from two sides
        for normal_x, normal_y in _NORMALS:
            over = dx * normal_x + dy * normal_y - reach
            if over > 0:
                dx, dy = dx - over * normal_x, dy - over * normal_y
    return pin.centre[0] + dx - pin.at[0], pin.centre[1] + dy - pin.at[1]


_NORMALS = ((0.0, 1.0), (HALF_WIDTH, 0.5), (HALF_WIDTH, -0.5), (0.0, -1.0), (-HALF_WIDTH, -0.5), (-HALF_WIDTH, 0.5))
"""Unit vectors across the six hexsides, in the order of `grid.DIRECTIONS`."""
