"""The map's committed sources, read and checked: rasters, towns, lines, areas, borders, anchors, overrides, ports.

All of them lie in `maps/sources/`; `docs/data-sources.md` says where each comes from.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ocs_engine.grid import Grid, GridError, Sheet
from ocs_engine.mapmaking.georeference import Floats
from ocs_engine.world.errors import DataError, Problem

MARKS = ("S", "S95", "SG", "K", "R")
Position = tuple[float, float]
"""Latitude and longitude in degrees."""


class SourceError(DataError):
    """A source file is missing, broken, or says something impossible; the message names file and line."""


def fault(path: Path, line: int, code: str, message: str, suggestion: str | None = None) -> SourceError:
    """An error in one source file, at a line, or 0 for the file as a whole."""
    return SourceError([Problem("/".join(path.parts[-3:]), line, min(line, 1), code, message, suggestion)])


@dataclass(frozen=True, slots=True)
class Raster:
    """A grid of cells over degrees; row 0 is the northernmost. See `cutout` for the frame."""

    values: NDArray[Any]
    north: float
    west: float
    per_degree: int

    def at(self, latitude: Floats, longitude: Floats) -> NDArray[Any]:
        """The value of the cell that holds each position; positions must lie inside the raster."""
        rows = np.floor((self.north - latitude) * self.per_degree).astype(np.int64)
        columns = np.floor((longitude - self.west) * self.per_degree).astype(np.int64)
        return self.values[rows, columns]


@dataclass(frozen=True, slots=True)
class Place:
    """A town, village or point of interest; `fixed` is the hex label when it is set by hand."""

    name: str
    position: Position
    kind: str
    hex: str | None
    fixed: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Course:
    """A road, rail or river as way-points; `leaves` names the outermost hexes where it goes off the map."""

    name: str
    kind: str
    points: tuple[Position, ...]
    certainty: str
    leaves: dict[str, str]

    @property
    def mark(self) -> str:
        """K for a line that surely existed, R for any other."""
        return "K" if self.certainty == "sure" else "R"


@dataclass(frozen=True, slots=True)
class Area:
    """An outline of salt lake, marsh, lake, lagoon or sand."""

    name: str
    kind: str
    outline: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A hex that the rulebook names and the place it stands for; `position` is None where that is not known."""

    hex: str
    place: str
    position: Position | None
    kind: str
    source: str


@dataclass(frozen=True, slots=True)
class Override:
    """One fact set by hand; `hex` is a label, or two labels with a slash for a hexside."""

    hex: str
    field: str
    value: str
    mark: str
    reason: str
    line: int


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything that a bake reads."""

    directory: Path
    grid: Grid
    elevation: Raster
    land: Raster
    places: tuple[Place, ...]
    rails: tuple[Course, ...]
    roads: tuple[Course, ...]
    rivers: tuple[Course, ...]
    areas: tuple[Area, ...]
    borders: tuple[tuple[str, tuple[Position, ...]], ...]
    ranges: tuple[tuple[str, tuple[Position, ...]], ...]
    anchors: tuple[Anchor, ...]
    overrides: tuple[Override, ...]
    ports: tuple[dict[str, str], ...]
    entry_points: tuple[dict[str, str], ...]


def load_sources(directory: Path) -> Sources:
    """Read `maps/sources/`; raises SourceError."""
    grid = _grid(directory / "sheets.csv")
    path = directory / "network.json"
    network = _network(path)
    try:
        places = tuple(_place(entry) for entry in network["places"])
        courses = {kind: tuple(_course(entry) for entry in network[kind]) for kind in ("rails", "roads", "rivers")}
        areas = tuple(Area(e[0], e[1], _positions(e[2])) for e in network["areas"])
        borders = tuple((e[0], _positions(e[1])) for e in network["borders"])
        ranges = tuple((e[0], _positions(e[1])) for e in network["mountains"])
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise fault(path, 0, "bad-network", f"an entry is not as expected: {error!r}") from error
    lines = courses["roads"] + courses["rails"]
    for label in [p.hex for p in places if p.hex] + [label for line in lines for label in line.leaves.values()]:
        check_hex(grid, path, 0, label)
    return Sources(
        directory=directory,
        grid=grid,
        elevation=_raster(directory / "elevation.npz"),
        land=_raster(directory / "land-mask.npz"),
        places=places,
        **courses,
        areas=areas,
        borders=borders,
        ranges=ranges,
        anchors=tuple(_anchors(grid, directory / "anchors.csv")),
        overrides=tuple(_overrides(directory / "overrides.csv")),
        ports=_located(grid, directory / "ports.csv", ("hex", "name", "capacity", "zone")),
        entry_points=_located(grid, directory / "air-entry-points.csv", ("hex", "box", "distance")),
    )


def read_rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and row of each line of a CSV file that must have the given columns; raises SourceError."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream, strict=True)
            missing = [name for name in columns if name not in (reader.fieldnames or ())]
            if missing:
                raise fault(path, 1, "no-column", f"no column {', '.join(missing)}; expected {', '.join(columns)}")
            for row in reader:
                if None in row or None in row.values():
                    raise fault(path, reader.line_num, "bad-csv", f"expected {len(reader.fieldnames or ())} cells")
                yield reader.line_num, row
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise fault(path, 0, "bad-file", f"cannot be read: {error}") from error


def check_hex(grid: Grid, path: Path, line: int, label: str) -> None:
    """Raise SourceError unless a label is a hex of the grid."""
    try:
        grid.hex(label)
    except GridError as error:
        raise fault(path, line, "bad-hex", str(error), grid.suggest(label)) from error


def _located(grid: Grid, path: Path, columns: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    rows = []
    for line, row in read_rows(path, columns):
        check_hex(grid, path, line, row["hex"])
        rows.append(row)
    return tuple(rows)


def _grid(path: Path) -> Grid:
    sheets = []
    for line, row in read_rows(path, ("letter", "columns", "rows", "base_row")):
        try:
            sheets.append(Sheet(row["letter"], int(row["columns"]), int(row["rows"]), int(row["base_row"])))
        except ValueError as error:
            raise fault(path, line, "bad-value", f"{error}; expected whole numbers") from error
    return Grid(tuple(sheets))


def _network(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise fault(path, error.lineno, "bad-json", error.msg) from error
    except (OSError, UnicodeDecodeError) as error:
        raise fault(path, 0, "bad-file", f"cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise fault(path, 1, "bad-network", "expected an object with places, rails, roads, rivers, areas and borders")
    return found


def _raster(path: Path) -> Raster:
    try:
        with np.load(path, allow_pickle=False) as held:
            return Raster(held["values"], float(held["north"]), float(held["west"]), int(held["per_degree"]))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise fault(path, 0, "bad-raster", f"expected values, north, west and per_degree: {error}") from error


def _positions(pairs: list[list[float]]) -> tuple[Position, ...]:
    return tuple((float(latitude), float(longitude)) for latitude, longitude in pairs)


def _place(entry: dict[str, Any]) -> Place:
    mark = "K" if entry["coord_source"] == "geonames" else "R"
    fixed = entry["hex_by"] == "override"
    return Place(entry["name"], (entry["lat"], entry["lon"]), entry["class"], entry["hex"], fixed, mark)


def _course(entry: list[Any]) -> Course:
    extra = entry[3] if len(entry) > 3 else {}
    leaves = {end: label.split()[0] for end, label in extra.get("leaves_map", {}).items()}
    return Course(entry[0], entry[1], _positions(entry[2]), extra.get("certainty", "sure"), leaves)


def _anchors(grid: Grid, path: Path) -> Iterator[Anchor]:
    for line, row in read_rows(path, ("hex", "place", "lat", "lon", "kind", "source")):
        check_hex(grid, path, line, row["hex"])
        try:
            position = (float(row["lat"]), float(row["lon"])) if row["lat"] else None
        except ValueError as error:
            raise fault(path, line, "bad-value", f"{error}; expected latitude and longitude in degrees") from error
        yield Anchor(row["hex"], row["place"], position, row["kind"], row["source"])


def _overrides(path: Path) -> Iterator[Override]:
    seen: dict[tuple[str, str], int] = {}
    for line, row in read_rows(path, ("hex", "field", "value", "mark", "reason")):
        if row["mark"] not in MARKS:
            raise fault(path, line, "bad-mark", f"mark is {row['mark']!r}; expected one of {', '.join(MARKS)}")
        first = seen.setdefault((row["hex"], row["field"]), line)
        if first != line:
            raise fault(path, line, "twice", f"{row['hex']} {row['field']} is already set on line {first}")
        yield Override(row["hex"], row["field"], row["value"], row["mark"], row["reason"], line)
