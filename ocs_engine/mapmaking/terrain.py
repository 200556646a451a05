"""Terrain of each hex from heights, land mask and outlines: land share, class, height, coast, country.

A hex is judged by 127 sample points spread evenly over it. Relief at a point is the highest less the lowest
height among the 5 x 5 cells (about 4.5 km) around it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from ocs_engine.grid import OFF_MAP, Grid, Hex, corners
from ocs_engine.mapmaking.georeference import HALF_WIDTH, Floats, Point, Warp, to_geographic
from ocs_engine.mapmaking.outlines import rounded_off
from ocs_engine.mapmaking.sources import Raster, Sources

SEA_BELOW = 5
"""Per cent of land under which a hex is sea."""
EDGE_COAST_BELOW = 75
"""A hex on the outer edge with less land than this is coastal, whatever lies beyond."""
ROUGH, HILLS = 170, 90
"""Mean relief in metres from which a hex is rough, or hilly."""
RIDGE, MASSIF = 330, 420
"""Relief in metres above which a quarter of a mountain hex lies: a ridge that stands out of lower ground needs less
than a hex of a massif, where the ground for MASSIF_REACH hexes around is rough as a whole."""
MASSIF_REACH = 3
COVER = 0.4
"""Share of a hex that a salt lake, marsh or sand outline must cover to make its class."""
LAKE_COVER = 0.75
_BORDER_COVER = 0.002
"""A border that cuts off less of a hex than this only brushes it."""
_SIDE_POINTS = 13
"""Sample points along a hexside."""
_AREA_CLASSES = {"chott": "salt_marsh", "marsh": "marsh", "lake+marsh": "marsh", "sand": "sand"}
_RING = 6


@dataclass(slots=True)
class Ground:
    """What the land itself gives, by hex; every list is grid.size long."""

    land: list[int]
    terrain: list[str]
    elevation: list[int]
    coastal: list[bool]
    country: list[str]
    blocked: list[tuple[Hex, Hex]]
    """Pairs of land hexes with no land along the side they share."""


@dataclass(slots=True)
class Samples:
    """The 127 points of each hex: heights, land and relief by (hex, point)."""

    heights: NDArray[np.int64]
    land: NDArray[np.bool_]
    relief: NDArray[np.int64]


def lattice() -> Floats:
    """Offsets of 127 points that tile a hex evenly, as (127, 2) map units."""
    spacing = 1 / math.sqrt(127)
    return np.array([(q * spacing + r * spacing / 2, r * spacing * HALF_WIDTH)
                     for q in range(-_RING, _RING + 1)
                     for r in range(max(-_RING, -q - _RING), min(_RING, -q + _RING) + 1)])


def relief_of(heights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Highest less lowest height among the 5 x 5 cells around each cell."""
    padded = np.pad(heights, 2, mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, (5, 5))
    spread: NDArray[np.int64] = windows.max(axis=(2, 3)) - windows.min(axis=(2, 3))
    return spread


def sample(grid: Grid, sources: Sources) -> Samples:
    """Heights, land and relief at every sample point of every hex."""
    offsets = lattice()
    centres = np.array([grid.centre(h) for h in range(grid.size)])
    points = centres[:, None, :] + offsets[None, :, :]
    latitude, longitude = to_geographic(points[..., 0], points[..., 1])
    heights = sources.elevation.values.astype(np.int64)
    frame = (sources.elevation.north, sources.elevation.west, sources.elevation.per_degree)
    return Samples(
        heights=Raster(heights, *frame).at(latitude, longitude),
        land=sources.land.at(latitude, longitude),
        relief=Raster(relief_of(heights), *frame).at(latitude, longitude),
    )


def hex_polygons(grid: Grid) -> list[Polygon]:
    """The outline of each hex in map units."""
    return [Polygon(corners(*grid.centre(h))) for h in range(grid.size)]


def survey(grid: Grid, sources: Sources, warp: Warp) -> Ground:
    """Judge every hex from the sources alone; overrides come later."""
    samples = sample(grid, sources)
    land = [int(share) for share in (samples.land.sum(axis=1) * 200 + 127) // 254]
    polygons = hex_polygons(grid)
    terrain = _classes(grid, samples, land)
    for h, kind in _outlined(polygons, sources, warp).items():
        if terrain[h] != "sea":
            terrain[h] = kind
    elevation = [int(np.median(samples.heights[h][samples.land[h]])) if terrain[h] != "sea" else 0
                 for h in range(grid.size)]
    return Ground(
        land=land,
        terrain=terrain,
        elevation=elevation,
        coastal=[is_coastal(grid, h, terrain, land) for h in range(grid.size)],
        country=_countries(polygons, sources, warp, terrain),
        blocked=_wet_sides(grid, sources.land, terrain),
    )


def is_coastal(grid: Grid, hex_: Hex, terrain: list[str], land: list[int]) -> bool:
    """A land hex beside a sea hex, or on the outer edge and partly sea."""
    if terrain[hex_] == "sea":
        return False
    around = grid.neighbours[6 * hex_ : 6 * hex_ + 6]
    return any(n != OFF_MAP and terrain[n] == "sea" for n in around) or (
        OFF_MAP in around and land[hex_] < EDGE_COAST_BELOW)


def _classes(grid: Grid, samples: Samples, land: list[int]) -> list[str]:
    """Sea, open, hills, rough or mountain by land share and relief."""
    dry = [h for h in range(grid.size) if land[h] >= SEA_BELOW]
    relief = {h: samples.relief[h][samples.land[h]] for h in dry}
    mean = {h: int(values.sum()) / len(values) for h, values in relief.items()}
    terrain = ["sea"] * grid.size
    for h in dry:
        around = [mean[n] for n in grid.within(h, MASSIF_REACH) if n in mean]
        bound = MASSIF if math.fsum(around) / len(around) >= ROUGH else RIDGE
        terrain[h] = ("mountain" if np.percentile(relief[h], 75) >= bound else
                      "rough" if mean[h] >= ROUGH else "hills" if mean[h] >= HILLS else "open")
    return terrain


def _outlined(polygons: list[Polygon], sources: Sources, warp: Warp) -> dict[Hex, str]:
    """Hexes that a salt lake, marsh, lake or sand outline covers enough to be of its class."""
    found: dict[Hex, tuple[float, str]] = {}
    for area in sources.areas:
        kind = _AREA_CLASSES.get(area.kind)
        if kind is None:
            continue
        outline = Polygon(rounded_off([warp.place(*position) for position in area.outline])).buffer(0)
        for h, polygon in enumerate(polygons):
            if not polygon.intersects(outline):
                continue
            cover = polygon.intersection(outline).area / polygon.area
            wet = "lake" if area.kind == "lake+marsh" and cover >= LAKE_COVER else kind
            if cover > COVER and cover > found.get(h, (0.0, ""))[0]:
                found[h] = (cover, wet)
    return {h: kind for h, (_, kind) in found.items()}


def border_line(sources: Sources, warp: Warp, name: str) -> list[Point]:
    """The pieces of a border joined end to end, from south to north, in map units."""
    pieces = [list(points) for title, points in sources.borders if title == name]
    line = pieces.pop(min(range(len(pieces)), key=lambda i: min(p[0] for p in (pieces[i][0], pieces[i][-1]))))
    if line[0][0] > line[-1][0]:
        line.reverse()
    while pieces:
        index = next(i for i, piece in enumerate(pieces) if line[-1] in (piece[0], piece[-1]))
        piece = pieces.pop(index)
        line += piece[1:] if piece[0] == line[-1] else piece[-2::-1]
    return [warp.place(*position) for position in line]


def _countries(polygons: list[Polygon], sources: Sources, warp: Warp, terrain: list[str]) -> list[str]:
    """Algeria, Tunisia or Libya for each land hex; a hex that a border crosses goes to the outer country."""
    algerian = border_line(sources, warp, "Algeria - Tunisia")
    libyan = border_line(sources, warp, "Libya - Tunisia")
    outer = [
        ("Algeria", Polygon([*algerian, (algerian[-1][0], 60.0), (-60.0, 60.0), (-60.0, algerian[0][1])])),
        ("Libya", Polygon([*libyan, (libyan[-1][0], 60.0), (120.0, 60.0), (120.0, libyan[0][1])])),
    ]
    countries = ["" if kind == "sea" else "Tunisia" for kind in terrain]
    for name, region in outer:
        shapely.prepare(region)
        for h, polygon in enumerate(polygons):
            if countries[h] and region.intersects(polygon):
                share = region.intersection(polygon).area / polygon.area
                if share > _BORDER_COVER:
                    countries[h] = name
    return countries


def _wet_sides(grid: Grid, land: Raster, terrain: list[str]) -> list[tuple[Hex, Hex]]:
    """Sides between two land hexes that are wholly lake or sea (T2 1.1e)."""
    share = (np.arange(_SIDE_POINTS) + 0.5) / _SIDE_POINTS
    found = []
    for h in range(grid.size):
        around = corners(*grid.centre(h))
        for direction in range(3):
            other = grid.neighbours[6 * h + direction]
            if other == OFF_MAP or "sea" in (terrain[h], terrain[other]):
                continue
            (x1, y1), (x2, y2) = around[direction - 1], around[direction]
            if not land.at(*to_geographic(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)).any():
                found.append((h, other))
    return found
