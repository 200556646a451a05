"""The charts and constants of the series, as in `data/series/tables.json`: checked at the door, read-only inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from ocs_engine.world.datafiles import DataFiles, StrictModel
from ocs_engine.world.errors import DataError, nearest
from ocs_engine.world.jsonplaces import Path
from ocs_engine.world.marks import MarkText

TABLES_FILE = "series/tables.json"


@dataclass(frozen=True, slots=True)
class Tables:
    """The series' charts by name, and its constants. Charts come as read-only mappings and tuples."""

    charts: Mapping[str, Mapping[str, Any]]
    constants: Mapping[str, Fraction]

    def __getitem__(self, name: str) -> Mapping[str, Any]:
        """A chart, as in `tables["surprise"]`; raises KeyError that names the nearest one."""
        return self.charts[_known(name, self.charts)]

    def number(self, name: str) -> int:
        """A constant that is a whole number, as in `tables.number("overrun_MP")`; raises KeyError or ValueError."""
        value = self.share(name)
        if value.denominator != 1:
            raise ValueError(f"the constant {name} is {value}, no whole number")
        return int(value)

    def share(self, name: str) -> Fraction:
        """A constant as a fraction, as in `tables.share("dg_MA_share")`; raises KeyError that names the nearest one."""
        return self.constants[_known(name, self.constants)]


def _known(name: str, names: Mapping[str, object]) -> str:
    if name not in names:
        raise KeyError(f"there is no {name!r}; nearest is {nearest(name, names)}")
    return name


class _Constant(StrictModel):
    value: Annotated[int, Field(ge=-1, le=1000)] | Annotated[str, Field(pattern=r"^\d{1,3}/[1-9]\d{0,2}$")]
    rule: str


class _Constants(StrictModel):
    mark: MarkText
    source: str
    values: dict[str, _Constant]


class _Chart(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)

    mark: MarkText
    source: str


class _File(StrictModel):
    title: str
    units: str
    constants: _Constants
    tables: dict[str, _Chart]


def load_tables(files: DataFiles) -> Tables:
    """The series tables; raises DataError, also for a decimal number or a row of the wrong length."""
    model = files.read_tree(TABLES_FILE, _File)
    content = files.tree(TABLES_FILE)["tables"]
    problems = [files.fault(TABLES_FILE, ("tables", *path), message) for path, message in _faults(content)]
    if problems:
        raise DataError(problems)
    constants = {name: Fraction(constant.value) for name, constant in model.constants.values.items()}
    return Tables(_frozen(content), MappingProxyType(constants))


def _faults(value: Any, path: Path = ()) -> list[tuple[Path, str]]:
    if isinstance(value, float):
        return [(path, f"found {value}; expected a whole number or a fraction such as 1/2")]
    if isinstance(value, list):
        return [fault for index, item in enumerate(value) for fault in _faults(item, (*path, index))]
    if not isinstance(value, dict):
        return []
    found = [fault for key, item in value.items() for fault in _faults(item, (*path, key))]
    rows = value.get("rows")
    columns = value.get("columns", next(iter(value.get("columns_by_terrain_class", {}).values()), None))
    if isinstance(rows, dict) and isinstance(columns, list):
        found += [
            ((*path, "rows", key), f"has {len(row)} results; expected {len(columns)}, one a column")
            for key, row in rows.items()
            if len(row) != len(columns)
        ]
    return found


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value
