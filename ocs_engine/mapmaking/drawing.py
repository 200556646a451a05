"""What a picture of the map needs beyond the rules: outlines, smooth lines and a height raster, in map units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import LineString, MultiPolygon, Polygon, box, unary_union

from ocs_engine.grid import Grid
from ocs_engine.mapmaking.georeference import Point, Warp, to_geographic, to_map
from ocs_engine.mapmaking.lines import Line
from ocs_engine.mapmaking.outlines import rounded_off
from ocs_engine.mapmaking.rivers import River, corner_point
from ocs_engine.mapmaking.sources import Raster, Sources
from ocs_engine.mapmaking.terrain import border_line

BOUNDS = (0.0, -34.0, 53.0, 35.5)
"""West, south, east and north edge of the drawn ground in map units; every hex lies inside."""
PER_UNIT = 10
"""Height cells a map unit, about 0.8 km each: no finer than the source."""
_SMALLEST = 0.02
"""Islets and ponds below this many square units are left out."""
_SIMPLER = 0.012
Outline = list[list[float]]


def drawing(
    grid: Grid, sources: Sources, warp: Warp, rivers: list[River], roads: list[Line], rails: list[Line],
    places: list[dict[str, Any]],
) -> dict[str, Any]:
    """The content of `drawing.json`; see `bake` for its shape."""
    shores = coast(sources.land)
    return {
        "bounds": list(BOUNDS),
        "relief": {"file": "relief.npy", "west": BOUNDS[0], "north": BOUNDS[3], "cells_per_unit": PER_UNIT},
        "land": [{"outer": _rounded(p.exterior.coords), "holes": [_rounded(h.coords) for h in p.interiors]}
                 for p in shores],
        "waters": [{"name": name, "kind": kind, "outline": _rounded(outline)}
                   for name, kind, outline in _waters(sources, warp, shores)],
        "rivers": [{"name": river.name, "class": river.kind, "end": river.end, "mark": river.mark,
                    "corners": _rounded(corner_point(c) for c in river.chain)} for river in rivers],
        "roads": [_line(grid, line) for line in roads],
        "rails": [_line(grid, line) for line in rails],
        "places": places,
        "borders": [{"name": name, "line": _rounded(clipped(border_line(sources, warp, name)))}
                    for name in ("Algeria - Tunisia",)],
        "ranges": [{"name": name, "line": _rounded(warp.place(*p) for p in points)}
                   for name, points in sources.ranges],
    }


def _waters(sources: Sources, warp: Warp, shores: list[Polygon]) -> Iterator[tuple[str, str, list[Point]]]:
    """Soft outlines of the drawn waters, without lagoons that the coast shows already."""
    for area in sources.areas:
        outline = rounded_off([warp.place(*position) for position in area.outline])
        whole = Polygon(outline).buffer(0)
        dry = sum(float(whole.intersection(shore).area) for shore in shores)
        if area.kind != "sea-lagoon" or 2 * dry > whole.area:
            yield area.name, area.kind, outline


def relief(sources: Sources) -> NDArray[np.int16]:
    """Heights in metres over BOUNDS, rows from north, PER_UNIT cells a unit, between cells in proportion."""
    columns = round((BOUNDS[2] - BOUNDS[0]) * PER_UNIT)
    rows = round((BOUNDS[3] - BOUNDS[1]) * PER_UNIT)
    x = BOUNDS[0] + (np.arange(columns) + 0.5) / PER_UNIT
    y = BOUNDS[3] - (np.arange(rows) + 0.5) / PER_UNIT
    mesh_x, mesh_y = np.meshgrid(x, y)
    latitude, longitude = to_geographic(mesh_x, mesh_y)
    return _between(sources.elevation, latitude, longitude)


def _between(raster: Raster, latitude: NDArray[np.float64], longitude: NDArray[np.float64]) -> NDArray[np.int16]:
    """Bilinear heights; weights are whole 1/256, so that every machine finds the same."""
    heights = raster.values.astype(np.int64)
    row = np.clip((raster.north - latitude) * raster.per_degree - 0.5, 0, heights.shape[0] - 2)
    column = np.clip((longitude - raster.west) * raster.per_degree - 0.5, 0, heights.shape[1] - 2)
    r, c = np.floor(row).astype(np.int64), np.floor(column).astype(np.int64)
    down, right = ((row - r) * 256).astype(np.int64), ((column - c) * 256).astype(np.int64)
    upper = heights[r, c] * (256 - right) + heights[r, c + 1] * right
    lower = heights[r + 1, c] * (256 - right) + heights[r + 1, c + 1] * right
    return ((upper * (256 - down) + lower * down) // 65536).astype(np.int16)


def coast(land: Raster) -> list[Polygon]:
    """Land as smooth polygons in map units, largest first; holes are lakes and lagoons."""
    runs = []
    for row, values in enumerate(land.values):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], values.astype(np.int8), [0]))))
        runs += [box(int(a), row, int(b), row + 1) for a, b in edges.reshape(-1, 2)]
    union = unary_union(runs)
    frame = box(*BOUNDS)
    found: list[Polygon] = []
    for blocky in union.geoms if isinstance(union, MultiPolygon) else [union]:
        smooth = Polygon(_shore(land, blocky.exterior.coords), [_shore(land, h.coords) for h in blocky.interiors])
        simple = smooth.buffer(0).simplify(_SIMPLER).intersection(frame)
        for part in getattr(simple, "geoms", [simple]):
            if isinstance(part, Polygon) and part.area >= _SMALLEST:
                found.append(Polygon(part.exterior, [h for h in part.interiors if Polygon(h).area >= _SMALLEST]))
    return sorted(found, key=lambda p: (-p.area, p.bounds))


def _shore(land: Raster, ring: Iterable[tuple[float, ...]]) -> list[Point]:
    """A staircase of cells as a smooth ring in map units: middles of its unit steps, averaged along the ring."""
    corners = [(p[0], p[1]) for p in ring]
    middles = []
    for (x1, y1), (x2, y2) in pairwise(corners):
        steps = round(abs(x2 - x1) + abs(y2 - y1))
        middles += [(x1 + (x2 - x1) * (i + 0.5) / steps, y1 + (y2 - y1) * (i + 0.5) / steps) for i in range(steps)]
    points = np.array(middles)
    for _ in range(2):
        points = (np.roll(points, 1, axis=0) + 2 * points + np.roll(points, -1, axis=0)) / 4
    x, y = to_map(land.north - points[:, 1] / land.per_degree, land.west + points[:, 0] / land.per_degree)
    return list(zip(x.tolist(), y.tolist(), strict=True))


def clipped(points: list[Point]) -> list[Point]:
    """The part of a line inside BOUNDS."""
    inside = LineString(points).intersection(box(*BOUNDS))
    longest = max(getattr(inside, "geoms", [inside]), key=lambda part: float(part.length))
    return [(x, y) for x, y in longest.coords]


def _line(grid: Grid, line: Line) -> dict[str, Any]:
    return {"name": line.name, "class": line.kind, "certainty": line.course.certainty, "mark": line.mark,
            "leaves": list(line.leaves), "hexes": [grid.label(h) for h in line.hexes]}


def _rounded(points: Iterable[tuple[float, ...]]) -> Outline:
    return [[round(float(p[0]), 3) + 0.0, round(float(p[1]), 3) + 0.0] for p in points]
