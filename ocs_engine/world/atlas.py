"""The map as the rules see it: one frozen value with what is printed in each hex and on each hexside.

Read from the baked text files of `maps/baked/`, whose columns are described in `ocs_engine.mapmaking.bake`.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ocs_engine.grid import Edge, Grid, GridError, Hex, Sheet
from ocs_engine.world.errors import DataError, Problem, nearest
from ocs_engine.world.resources import bundled

TERRAINS = ("open", "hills", "rough", "mountain", "marsh", "salt_marsh", "sand", "sea", "lake")
SETTLEMENTS = ("", "poi", "village", "city")
COUNTRIES = ("", "Algeria", "Tunisia", "Libya")
WATERS = ("", "minor_river", "major_river", "wadi", "blocked", "blocked_with_road")
ROADS = ("", "primary", "secondary", "track")
RAILS = ("", "standard", "metre")
SIDES = ("Axis", "Allied")
MARKS = ("S", "S95", "SG", "K", "R")
RULES_FILES = ("sheets.csv", "hexes.csv", "hexsides.csv", "features.csv", "ports.csv", "air-entry-points.csv",
               "water-zones.csv")

_COLUMNS = {
    "sheets.csv": ("letter", "columns", "rows", "base_row", "mark"),
    "hexes.csv": ("hex", "land", "terrain", "settlement", "name", "country", "coastal", "elevation", "terrain_mark",
                  "settlement_mark"),
    "hexsides.csv": ("hex", "other", "water", "river", "road", "rail", "water_mark", "road_mark", "rail_mark"),
    "features.csv": ("hex", "feature", "value", "mark"),
    "ports.csv": ("hex", "name", "capacity", "hits_1", "hits_2", "hits_3", "hits_4", "size", "zone", "hex_mark",
                  "capacity_mark"),
    "air-entry-points.csv": ("hex", "box", "distance", "mark"),
    "water-zones.csv": ("zone", "sheet", "first_column", "last_column", "closed_to", "mark"),
}
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Port:
    """A port: capacity in tokens when whole, and after 1, 2, 3 and 4 hits; `zone` is its dangerous-water part."""

    name: str
    capacity: int
    hit_capacities: tuple[int, int, int, int]
    size: str
    zone: str
    mark: str
    """Mark of the capacity."""


@dataclass(frozen=True, slots=True)
class AirEntryPoint:
    """A coastal hex through which planes come in from off-map boxes; `links` has hexes to each (T2 1.1c)."""

    hex: Hex
    links: dict[str, int]
    mark: str


@dataclass(frozen=True, slots=True)
class WaterZone:
    """A part of the sea, by sheet and columns; ships of the side that it is closed to never enter it (T2 1.8a)."""

    name: str
    sheet: str
    first_column: int
    last_column: int
    closed_to: str
    """A side, or "" where the water is safe for both."""


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """The map. Tuples over hexes are indexed by hex, tuples over hexsides by directed edge, both ways filled."""

    grid: Grid
    land: tuple[int, ...]
    terrain: tuple[str, ...]
    settlement: tuple[str, ...]
    name: tuple[str, ...]
    country: tuple[str, ...]
    coastal: tuple[bool, ...]
    elevation: tuple[int, ...]
    water: tuple[str, ...]
    river_name: tuple[str, ...]
    road: tuple[str, ...]
    rail: tuple[str, ...]
    ports: dict[Hex, Port]
    airfields: dict[Hex, str]
    flak: dict[Hex, tuple[str, int]]
    hedgehogs: dict[Hex, int]
    areas: dict[str, tuple[Hex, ...]]
    entries: dict[str, tuple[Hex, ...]]
    air_entry_points: tuple[AirEntryPoint, ...]
    water_zones: tuple[WaterZone, ...]
    marks: dict[str, int]
    """How many facts of the map bear each provenance mark."""
    content_hash: str
    """sha256 over the names and bytes of the rules files; pictures do not count."""

    def water_zone(self, hex_: Hex) -> WaterZone:
        """The zone of dangerous water in which a hex lies (T2 1.8a)."""
        letter, column, _ = self.grid.column_row(hex_)
        return next(z for z in self.water_zones if z.sheet == letter and z.first_column <= column <= z.last_column)

    def is_land(self, hex_: Hex) -> bool:
        """Whether a hex is neither sea nor lake."""
        return self.terrain[hex_] not in ("sea", "lake")


def load_atlas(directory: Path | None = None) -> Atlas:
    """Read a baked map, the project's own unless another folder is given; raises DataError."""
    where = directory or bundled("maps", "baked")
    digest = hashlib.sha256()
    tables = {}
    for name in RULES_FILES:
        try:
            content = (where / name).read_bytes()
        except OSError:
            raise _fault(where / name, 0, "no-file", "is missing; bake the map to make it") from None
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
        tables[name] = _Table(where / name, content)
    grid = _grid(tables["sheets.csv"])
    reader = _Reader(grid, tables)
    fields = reader.hexes() | reader.hexsides() | reader.features()
    return Atlas(grid=grid, ports=reader.ports(), air_entry_points=reader.air_entry_points(),
                 water_zones=reader.water_zones(), marks=reader.marks, content_hash=digest.hexdigest(), **fields)


def _fault(path: Path, line: int, code: str, message: str, suggestion: str | None = None, column: int = 0) -> DataError:
    return DataError([Problem(str(path), line, column or min(line, 1), code, message, suggestion)])


class _Table:
    """A CSV file with known columns; turns cells into values and faults into messages with their place."""

    def __init__(self, path: Path, content: bytes) -> None:
        self.path = path
        self.columns = _COLUMNS[path.name]
        try:
            self._lines = content.decode().splitlines()
        except UnicodeDecodeError as error:
            raise self.fault(content[: error.start].count(b"\n") + 1, "bad-text", "is not UTF-8 text here") from None

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Line number and cells of each row, in the known order of columns."""
        reader = csv.reader(self._lines, strict=True)
        try:
            header = next(reader, [])
            if tuple(header) != self.columns:
                raise self.fault(1, "bad-header", f"columns are {','.join(header)}; expected {','.join(self.columns)}")
            for cells in reader:
                if len(cells) != len(self.columns):
                    raise self.fault(reader.line_num, "bad-csv",
                                     f"has {len(cells)} cells; expected {len(self.columns)}")
                yield reader.line_num, cells
        except csv.Error as error:
            raise self.fault(reader.line_num, "bad-csv", str(error)) from None

    def fault(self, line: int, code: str, message: str, suggestion: str | None = None, cell: int = 0) -> DataError:
        """An error at a cell of a line."""
        text = self._lines[line - 1].split(",")[:cell] if cell and line <= len(self._lines) else []
        return _fault(self.path, line, code, message, suggestion, column=sum(len(c) + 1 for c in text) + 1)

    def value(self, line: int, cells: list[str], cell: int, read: Callable[[str], T], expected: str) -> T:
        """A cell read by a function; a cell that it refuses is an error."""
        try:
            return read(cells[cell])
        except ValueError:
            name = self.columns[cell]
            raise self.fault(line, "bad-value", f"{name} is {cells[cell]!r}; expected {expected}", cell=cell) from None

    def number(self, line: int, cells: list[str], cell: int) -> int:
        """A whole number of a cell."""
        return self.value(line, cells, cell, int, "a whole number")

    def one_of(self, line: int, cells: list[str], cell: int, known: tuple[str, ...]) -> str:
        """A cell that must be one of the known words."""
        if cells[cell] not in known:
            expected = ", ".join(word or "nothing" for word in known)
            raise self.fault(line, "bad-value", f"{self.columns[cell]} is {cells[cell]!r}; expected one of {expected}",
                             nearest(cells[cell], known), cell)
        return cells[cell]


def _grid(table: _Table) -> Grid:
    sheets = [Sheet(cells[0], *(table.number(line, cells, i) for i in (1, 2, 3))) for line, cells in table.rows()]
    try:
        return Grid(tuple(sheets))
    except GridError as error:
        raise table.fault(1, "bad-sheets", str(error)) from None


class _Reader:
    """Reads each table into the fields of an Atlas."""

    def __init__(self, grid: Grid, tables: dict[str, _Table]) -> None:
        self._grid, self._tables = grid, tables
        self.marks = dict.fromkeys(MARKS, 0)

    def _hex(self, table: _Table, line: int, cells: list[str], cell: int = 0) -> Hex:
        try:
            return self._grid.hex(cells[cell])
        except GridError as error:
            raise table.fault(line, "bad-hex", str(error), self._grid.suggest(cells[cell]), cell) from None

    def _mark(self, table: _Table, line: int, cells: list[str], cell: int) -> str:
        mark = table.one_of(line, cells, cell, MARKS)
        self.marks[mark] += 1
        return mark

    def hexes(self) -> dict[str, Any]:
        """The fields indexed by hex."""
        table, size = self._tables["hexes.csv"], self._grid.size
        found: dict[Hex, tuple[object, ...]] = {}
        for line, cells in table.rows():
            hex_ = self._hex(table, line, cells)
            if hex_ in found:
                raise table.fault(line, "twice", f"{cells[0]} stands already on an earlier line")
            land = table.number(line, cells, 1)
            if not 0 <= land <= 100:
                raise table.fault(line, "bad-value", f"land is {land}; expected per cent, 0 to 100", cell=1)
            self._mark(table, line, cells, 8)
            if cells[9]:
                self._mark(table, line, cells, 9)
            found[hex_] = (land, table.one_of(line, cells, 2, TERRAINS), table.one_of(line, cells, 3, SETTLEMENTS),
                           cells[4], table.one_of(line, cells, 5, COUNTRIES),
                           table.one_of(line, cells, 6, ("0", "1")) == "1", table.number(line, cells, 7))
        if len(found) != size:
            lost = next(h for h in range(size) if h not in found)
            missing = self._grid.label(lost)
            raise table.fault(len(found) + 2, "missing-hex", f"no row for {missing}; expected {size} hexes")
        fields = ("land", "terrain", "settlement", "name", "country", "coastal", "elevation")
        return dict(zip(fields, zip(*(found[h] for h in range(size)), strict=True), strict=True))

    def hexsides(self) -> dict[str, Any]:
        """The fields indexed by directed edge."""
        table, size = self._tables["hexsides.csv"], 6 * self._grid.size
        kinds = (WATERS, None, ROADS, RAILS)
        arrays = [[""] * size for _ in kinds]
        seen: set[Edge] = set()
        for line, cells in table.rows():
            here, there = self._hex(table, line, cells), self._hex(table, line, cells, 1)
            try:
                edge = self._grid.edge_between(here, there)
            except GridError as error:
                raise table.fault(line, "bad-hexside", str(error), cell=1) from None
            if edge in seen:
                raise table.fault(line, "twice", f"{cells[0]}/{cells[1]} stands already on an earlier line")
            back = self._grid.reverse(edge)
            seen.update((edge, back))
            for cell, known, array in zip(range(2, 6), kinds, arrays, strict=True):
                word = cells[cell] if known is None else table.one_of(line, cells, cell, known)
                array[edge] = array[back] = word
            for cell in (6, 7, 8):
                if cells[cell]:
                    self._mark(table, line, cells, cell)
        return dict(zip(("water", "river_name", "road", "rail"), (tuple(a) for a in arrays), strict=True))

    def features(self) -> dict[str, Any]:
        """Airfields, flak, hedgehogs, areas and entries."""
        table = self._tables["features.csv"]
        airfields: dict[Hex, str] = {}
        flak: dict[Hex, tuple[str, int]] = {}
        hedgehogs: dict[Hex, int] = {}
        areas: dict[str, list[Hex]] = {}
        entries: dict[str, list[Hex]] = {}
        for line, cells in table.rows():
            hex_, value = self._hex(table, line, cells), cells[2]
            self._mark(table, line, cells, 3)
            match table.one_of(line, cells, 1, ("airfield", "area", "entry", "flak", "hedgehog", "lake")):
                case "airfield":
                    airfields[hex_] = value
                case "area":
                    areas.setdefault(value, []).append(hex_)
                case "entry":
                    entries.setdefault(value, []).append(hex_)
                case "hedgehog":
                    hedgehogs[hex_] = table.number(line, cells, 2)
                case "flak":
                    flak[hex_] = table.value(line, cells, 2, _flak, 'a side and points, as in "Axis 2"')
        return {"airfields": airfields, "flak": flak, "hedgehogs": hedgehogs,
                "areas": {k: tuple(v) for k, v in areas.items()}, "entries": {k: tuple(v) for k, v in entries.items()}}

    def ports(self) -> dict[Hex, Port]:
        """Ports by hex."""
        table = self._tables["ports.csv"]
        found = {}
        for line, cells in table.rows():
            self._mark(table, line, cells, 9)
            capacity, one, two, three, four = (table.number(line, cells, i) for i in range(2, 7))
            found[self._hex(table, line, cells)] = Port(
                cells[1], capacity, (one, two, three, four), cells[7], cells[8], self._mark(table, line, cells, 10))
        return found

    def air_entry_points(self) -> tuple[AirEntryPoint, ...]:
        """Air entry points in order of hex; a hex may be linked with several boxes."""
        table = self._tables["air-entry-points.csv"]
        links: dict[Hex, dict[str, int]] = {}
        marks: dict[Hex, str] = {}
        for line, cells in table.rows():
            hex_ = self._hex(table, line, cells)
            links.setdefault(hex_, {})[cells[1]] = table.number(line, cells, 2)
            marks[hex_] = self._mark(table, line, cells, 3)
        return tuple(AirEntryPoint(h, links[h], marks[h]) for h in sorted(links))

    def water_zones(self) -> tuple[WaterZone, ...]:
        """Zones of dangerous water; together they must cover every column of every sheet once."""
        table = self._tables["water-zones.csv"]
        zones = []
        for line, cells in table.rows():
            self._mark(table, line, cells, 5)
            closed_to = table.one_of(line, cells, 4, ("", *SIDES))
            zones.append(WaterZone(cells[0], cells[1], table.number(line, cells, 2), table.number(line, cells, 3),
                                   closed_to))
        covered = sorted((z.sheet, c) for z in zones for c in range(z.first_column, z.last_column + 1))
        if covered != sorted((s.letter, c) for s in self._grid.sheets for c in range(1, s.columns + 1)):
            raise table.fault(1, "bad-zones", "expected every column of every sheet in one zone")
        return tuple(zones)


def _flak(text: str) -> tuple[str, int]:
    side, points = text.split(" ")
    if side not in SIDES:
        raise ValueError(text)
    return side, int(points)
