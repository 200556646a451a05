"""The finer geography behind the hexes, for drawing alone: heights, coast, lakes, rivers, towns, borders, ranges.

Read from `drawing.json` and the height raster beside it in the baked map; all positions are in map units.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ocs_engine.grid import Grid, Hex
from ocs_engine.world.resources import bundled
from ocs_view.png import PictureError
from ocs_view.raster import Floats
from ocs_view.sketch import Point

Line = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LandMass:
    """A coast line round land, and the lagoons and lakes in it."""

    outer: Line
    holes: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Water:
    """An outline of chott, marsh, lake, lake+marsh, sea-lagoon or sand."""

    name: str
    kind: str
    outline: Line


@dataclass(frozen=True, slots=True)
class River:
    """A river as the corners of its hexsides, source first. kind: major_river, minor_river or wadi."""

    name: str
    kind: str
    end: str
    corners: Line


@dataclass(frozen=True, slots=True)
class Town:
    """A town where it truly lies, and the label of its hex; kind: city, town, village or poi."""

    name: str
    kind: str
    hex: str
    at: Point


@dataclass(frozen=True, slots=True)
class Leaving:
    """A road or rail that runs on off the map: its class, its outermost hex and the hex before that, as labels."""

    rail: bool
    kind: str
    hex: str
    came_from: str


@dataclass(frozen=True, slots=True, eq=False)
class Geography:
    """All of it. heights: metres, rows from north, first cell centred at (left, top), `per_unit` cells a map unit.

    sites: where the chief town of a hex lies, by label.
    """

    left: float
    top: float
    per_unit: float
    heights: Floats
    land: tuple[LandMass, ...]
    waters: tuple[Water, ...]
    rivers: tuple[River, ...]
    towns: tuple[Town, ...]
    leaves: tuple[Leaving, ...]
    borders: tuple[tuple[str, Line], ...]
    ranges: tuple[tuple[str, Line], ...]
    sites: dict[str, Point]

    def site(self, grid: Grid, hex_: Hex) -> Point | None:
        """Where the chief town of a hex lies, kept well inside the hex; None for a hex without a town."""
        at = self.sites.get(grid.labels[hex_])
        if at is None:
            return None
        x, y = grid.centre(hex_)
        far = math.dist(at, (x, y))
        share = min(1.0, _TOWN_REACH / far) if far else 1.0
        return x + (at[0] - x) * share, y + (at[1] - y) * share

    def leaving(self, grid: Grid, *, rails: bool) -> dict[Hex, list[tuple[str, Hex]]]:
        """Class and previous hex of each road (or rail) that leaves the map, by its outermost hex."""
        found: dict[Hex, list[tuple[str, Hex]]] = {}
        for line in self.leaves:
            if line.rail == rails:
                found.setdefault(grid.hex(line.hex), []).append((line.kind, grid.hex(line.came_from)))
        return found

    def lakes(self) -> list[Line]:
        """Shores of the lakes and lagoons that the coast line itself leaves out.

        Outlines are only rough, so they are drawn with a little natural unevenness; a lake in a marsh fills the
        marsh's middle.
        """
        holes = [hole for mass in self.land for hole in mass.holes]
        shores = []
        for water in self.waters:
            if water.kind not in _SHARE_OF_WATER or any(_inside(_middle(water.outline), hole) for hole in holes):
                continue
            shores.append(_natural(water, _SHARE_OF_WATER[water.kind]))
        return shores


_TOWN_REACH = 0.22
"""Hexes from the centre of its hex at which a town is drawn at most."""
_SHARE_OF_WATER = {"lake": 1.0, "sea-lagoon": 1.0, "lake+marsh": 0.62}
"""How far the water reaches from the middle of an outline to its edge."""


def _natural(water: Water, share: float) -> Line:
    x0, y0 = _middle(water.outline)
    seed = zlib.crc32(water.name.encode()) % 1000 / 1000 * math.tau
    shore = []
    for x, y in water.outline:
        angle = math.atan2(y - y0, x - x0)
        reach = share * (1 + 0.09 * math.sin(3 * angle + seed) + 0.07 * math.sin(5 * angle + 2.3 * seed)
                         + 0.04 * math.sin(11 * angle - seed))
        shore.append((x0 + (x - x0) * reach, y0 + (y - y0) * reach))
    return tuple(shore)


def _middle(ring: Line) -> Point:
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def _inside(point: Point, ring: Line) -> bool:
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1


@lru_cache(maxsize=4)
def load_geography(directory: Path | None = None) -> Geography:
    """The drawing data of a baked map, the project's own by default; raises PictureError."""
    folder = directory or bundled("maps", "baked")
    source = folder / "drawing.json"
    try:
        data = json.loads(source.read_text(encoding="utf-8"))
        return _geography(data, np.load(folder / data["relief"]["file"], allow_pickle=False))
    except OSError as error:
        file, why = error.filename or source, error.strerror
        raise PictureError(f"{file}: cannot read the map's drawing data: {why}; bake the map to make it") from error
    except json.JSONDecodeError as error:
        raise PictureError(f"{source}:{error.lineno}:{error.colno}: not valid JSON: {error.msg}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise PictureError(f"{source}: not the drawing data of a baked map ({error!r}); bake the map again") from error


def _geography(data: dict[str, Any], heights: Any) -> Geography:
    relief = data["relief"]
    per_unit = float(relief["cells_per_unit"])
    return Geography(
        left=relief["west"] + 0.5 / per_unit,
        top=relief["north"] - 0.5 / per_unit,
        per_unit=per_unit,
        heights=heights.astype(np.float32),
        land=tuple(LandMass(_line(p["outer"]), tuple(_line(hole) for hole in p["holes"])) for p in data["land"]),
        waters=tuple(Water(w["name"], w["kind"], _line(w["outline"])) for w in data["waters"]),
        rivers=tuple(River(r["name"], r["class"], r["end"], _line(r["corners"])) for r in data["rivers"]),
        towns=tuple(Town(p["name"], p["class"], p["hex"], (p["x"], p["y"])) for p in data["places"]),
        leaves=tuple(_leaves(data)),
        borders=tuple((b["name"], _line(b["line"])) for b in data["borders"]),
        ranges=tuple((r["name"], _line(r["line"])) for r in data["ranges"]),
        sites={p["hex"]: (p["x"], p["y"]) for p in reversed(data["places"])},
    )


def _leaves(data: dict[str, Any]) -> Iterator[Leaving]:
    for rail, lines in ((False, data["roads"]), (True, data["rails"])):
        for line in lines:
            hexes = line["hexes"]
            if len(hexes) > 1:
                for end in line["leaves"]:
                    last, before = (hexes[-1], hexes[-2]) if end == "end" else (hexes[0], hexes[1])
                    yield Leaving(rail, line["class"], last, before)


def _line(points: list[list[float]]) -> Line:
    return tuple((float(x), float(y)) for x, y in points)
