"""Soft outlines of salt lakes, marshes, lakes and sand: what is drawn, and what the terrain of hexes is judged by."""

from __future__ import annotations

from itertools import pairwise

from ocs_engine.mapmaking.georeference import Point
from ocs_engine.mapmaking.paths import length

_ROUGH, _LONG = 8, 6.0
"""An outline of so few points, none so many map units from the next, was drawn roughly by hand."""


def rounded_off(ring: list[Point]) -> list[Point]:
    """A closed outline made soft: curves (Catmull-Rom) through the points of a small rough one, else corners cut."""
    points = ring[:-1] if ring[0] == ring[-1] else ring
    if len(points) > _ROUGH or max(length(a, b) for a, b in pairwise(points)) > _LONG:
        for _ in range(2):
            points = [(a[0] * near + b[0] * (1 - near), a[1] * near + b[1] * (1 - near))
                      for a, b in zip(points, [*points[1:], points[0]], strict=True) for near in (0.75, 0.25)]
        return points
    curve = []
    for i in range(len(points)):
        a, b, c, d = (points[(i + k) % len(points)] for k in (-1, 0, 1, 2))
        for step in range(8):
            curve.append((_curve(a[0], b[0], c[0], d[0], step / 8), _curve(a[1], b[1], c[1], d[1], step / 8)))
    return curve


def _curve(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + (c - a) * t / 2 + (2 * a - 5 * b + 4 * c - d) * (t * t) / 2 + (3 * b - a - 3 * c + d) * (t * t * t) / 2
