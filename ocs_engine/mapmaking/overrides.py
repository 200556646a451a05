"""Facts set by hand, laid over what was computed; one that changes nothing is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ocs_engine.grid import Grid, GridError, Hex
from ocs_engine.mapmaking.lines import Side, side
from ocs_engine.mapmaking.sources import Override, Sources, fault

HEX_FIELDS = ("place", "settlement", "coast", "lake", "airfield", "flak", "entry", "area", "hedgehog", "terrain")
SIDE_FIELDS = ("hexside", "road")
HEXSIDE_VALUES = ("blocked", "blocked_with_road", "open")
TERRAINS = ("open", "hills", "rough", "mountain", "marsh", "salt_marsh", "sand", "sea", "lake")


class Overrides:
    """The override table, checked against the grid and sorted by field."""

    def __init__(self, grid: Grid, sources: Sources) -> None:
        self._grid = grid
        self._file = sources.directory / "overrides.csv"
        self._rows: dict[str, list[Override]] = {}
        self.idle: list[str] = []
        for row in sources.overrides:
            self._check(row)
            self._rows.setdefault(row.field, []).append(row)

    def hexes(self, field: str) -> list[tuple[Hex, Override]]:
        """The hex and row of each override of a hex field."""
        return [(self._grid.hex(row.hex), row) for row in self._rows.get(field, ())]

    def sides(self, field: str) -> list[tuple[Side, Override]]:
        """The hexside and row of each override of a hexside field."""
        return [(self._side(row), row) for row in self._rows.get(field, ())]

    def lay(self, field: str, change: Callable[[Hex, Override], bool]) -> None:
        """Apply each row of a hex field; `change` says whether it altered anything."""
        for hex_, row in self.hexes(field):
            if not change(hex_, row):
                self.note_idle(row)

    def note_idle(self, row: Override) -> None:
        """Keep a row that changed nothing for the report; one with a source stands as a proof and is not told."""
        if row.mark not in ("S", "S95"):
            self.idle.append(f"{_short(self._file)}:{row.line}: {row.hex} {row.field} {row.value} changes nothing")

    def _side(self, row: Override) -> Side:
        one, two = row.hex.split("/")
        return side(self._grid.hex(one), self._grid.hex(two))

    def _check(self, row: Override) -> None:
        try:
            if row.field in HEX_FIELDS:
                self._grid.hex(row.hex)
            elif row.field in SIDE_FIELDS:
                if row.hex.count("/") != 1:
                    raise GridError(f"{row.hex!r} is no hexside; expected two hexes, as in A43.31/A44.30")
                self._grid.edge_between(*self._side(row))
            else:
                raise GridError(f"no field {row.field!r}; expected one of {', '.join(HEX_FIELDS + SIDE_FIELDS)}")
            values = {"terrain": TERRAINS, "hexside": HEXSIDE_VALUES}.get(row.field)
            if values is not None and row.value not in values:
                raise GridError(f"{row.field} {row.value!r}; expected one of {', '.join(values)}")
        except GridError as error:
            raise fault(self._file, row.line, "bad-override", str(error)) from error


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])
