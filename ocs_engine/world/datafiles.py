"""Reads the data files, with an overlay laid over them, and keeps the place of every value for messages.

An overlay is a folder that holds files of the same relative names. A CSV row is laid over the row with the
same id (its first column): a filled cell replaces the value, an empty cell leaves it, a lone "-" blanks it. A
JSON object is laid over key by key; lists and single values are replaced whole. Ids, columns, keys and files
that ours do not have are errors.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from ocs_engine.world import resources
from ocs_engine.world.errors import DataError, Problem, nearest
from ocs_engine.world.jsonplaces import Path as JsonPath
from ocs_engine.world.jsonplaces import place_of

Model = TypeVar("Model", bound=BaseModel)


class StrictModel(BaseModel):
    """Base of every model at the door: no unknown keys, no guessing at types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class RowModel(BaseModel):
    """Base of a model of a CSV row, whose cells are texts: numbers are read from them, blanks are None."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class Cell:
    """One CSV value and where it stands."""

    text: str
    file: str
    line: int
    source: str
    index: int

    @property
    def column(self) -> int:
        """The character of the line at which the cell begins, from 1."""
        starts = [match.start(1) for match in re.finditer(r'(?:^|,)("(?:[^"]|"")*"|[^,]*)', self.source)]
        return starts[self.index] + 1 if self.index < len(starts) else 1


Row = dict[str, Cell]


_NUMBER = re.compile(r"[0-9]{1,4}(/[1-9][0-9]{0,3}|\.[0-9]{1,4})?")


def fraction(text: object) -> Fraction:
    """A figure written as a whole number, a fraction or a decimal of a few digits; raises ValueError."""
    if not _NUMBER.fullmatch(str(text)):
        raise ValueError(f"{text!r} is not a number such as 2, 1/3 or 0.5")
    return Fraction(str(text))


class DataFiles:
    """The data files of one game, with or without an overlay.

    overlay: a folder laid over ours, or None. Raises DataError when it is no folder or holds a file that is
    none of ours.
    """

    def __init__(self, names: tuple[str, ...], overlay: Path | None = None, root: Path | None = None) -> None:
        self.names = names
        self.root = root or resources.data()
        self.overlay = overlay
        if overlay is not None:
            self._check_overlay(overlay)

    def _check_overlay(self, overlay: Path) -> None:
        if not overlay.is_dir():
            raise DataError(
                [Problem(str(overlay), 0, 0, "no-overlay", "is not a folder; an overlay is a folder of data files")]
            )
        found = sorted(p for p in overlay.rglob("*") if p.suffix in (".csv", ".json"))
        odd = [p for p in found if p.relative_to(overlay).as_posix() in self.names and not p.is_file()]
        if odd:
            raise DataError(Problem(str(p), 0, 0, "no-file", "is no ordinary file") for p in odd)
        strange = [p for p in found if p.relative_to(overlay).as_posix() not in self.names]
        if strange:
            raise DataError(
                Problem(
                    str(p),
                    0,
                    0,
                    "unknown-file",
                    "lies over none of our data files",
                    nearest(p.relative_to(overlay).as_posix(), self.names),
                )
                for p in strange
            )
        if not any((overlay / name).is_file() for name in self.names):
            words = f"holds none of our data files, as {self.names[-1]}"
            raise DataError([Problem(str(overlay), 0, 0, "no-overlay", words)])

    def layers(self, name: str) -> list[tuple[Path, str]]:
        """The files to read for a name, ours first, each with the name to show in messages."""
        paths = [(self.root / name, name)]
        if self.overlay is not None and (self.overlay / name).is_file():
            paths.append((self.overlay / name, str(self.overlay / name)))
        return paths

    def content_hash(self) -> str:
        """sha256 over the names and bytes of all data files and of what is laid over them, in order."""
        digest = hashlib.sha256()
        for name in self.names:
            for path, _ in self.layers(name):
                content = path.read_bytes()
                digest.update(f"{name} {len(content)}\n".encode())
                digest.update(content)
        return digest.hexdigest()

    def rows(self, name: str) -> list[Row]:
        """The rows of a CSV file with its overlay, in our order; the first column is the id."""
        merged: dict[str, Row] = {}
        header: list[str] = []
        for layer, (path, shown) in enumerate(self.layers(name)):
            head, rows = _read_csv(path, shown)
            if layer == 0:
                header, merged = head, _by_id(rows, head[0])
            else:
                _lay_rows(merged, header, head, rows)
        return list(merged.values())

    def tree(self, name: str) -> Any:
        """The content of a JSON file with its overlay."""
        base: Any = None
        for layer, (path, shown) in enumerate(self.layers(name)):
            text = _read_text(path, shown)
            content = _parse_json(text, shown)
            if layer == 0:
                base = content
            else:
                problems: list[Problem] = []
                base = _lay_tree(base, content, (), shown, text, problems)
                if problems:
                    raise DataError(problems)
        return base

    def read_rows(self, name: str, model: type[Model]) -> list[Model]:
        """Every row of a CSV file as a model; raises one DataError with all faults found."""
        problems: list[Problem] = []
        models = []
        for row in self.rows(name):
            try:
                models.append(model.model_validate({key: cell.text or None for key, cell in row.items()}))
            except ValidationError as error:
                problems += _row_problems(error, row)
        if problems:
            raise DataError(problems)
        return models

    def read_tree(self, name: str, model: type[Model]) -> Model:
        """A JSON file as a model; raises one DataError with all faults found."""
        tree = self.tree(name)
        try:
            return model.model_validate_json(json.dumps(tree))
        except ValidationError as error:
            raise DataError(self._tree_problems(name, error)) from None

    def fault(self, name: str, path: JsonPath, message: str, code: str = "bad-value") -> Problem:
        """A problem at a place of a JSON file, in the overlay if that is where the value comes from."""
        for file, shown in reversed(self.layers(name)):
            place = place_of(_read_text(file, shown), path)
            if place is not None:
                return Problem(shown, *place, code, f"{_spell(path)}: {message}")
        return Problem(name, 0, 0, code, f"{_spell(path)}: {message}")

    def _tree_problems(self, name: str, error: ValidationError) -> Iterator[Problem]:
        for item in error.errors():
            path = item["loc"]
            while path and all(place_of(_read_text(*layer), path) is None for layer in self.layers(name)):
                path = path[:-1]
            missing = ".".join(str(part) for part in item["loc"][len(path) :])
            yield self.fault(name, path, f"{missing + ': ' if missing else ''}{_plain(item)}")


def _read_text(path: Path, shown: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError([Problem(shown, 0, 0, "no-file", "there is no such file")]) from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise DataError([Problem(shown, line, 1, "bad-text", "is not UTF-8 text here")]) from None


def _read_csv(path: Path, shown: str) -> tuple[list[str], list[Row]]:
    lines = _read_text(path, shown).lstrip("\ufeff").splitlines()
    header: list[str] = []
    rows: list[Row] = []
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        try:
            values = next(csv.reader([line], strict=True), [])
        except csv.Error:
            problems.append(
                Problem(shown, number, 1, "bad-csv", "a quotation mark is not closed on its line or stands amid a cell")
            )
            continue
        if not header:
            header = values
            twins = sorted({name for name in header if header.count(name) > 1})
            problems += [Problem(shown, number, 1, "twice", f"the column {name!r} stands twice") for name in twins]
        elif len(values) != len(header) and values:
            problems.append(Problem(shown, number, 1, "bad-csv", f"has {len(values)} cells; expected {len(header)}"))
        elif values:
            cells = (Cell(value.strip(), shown, number, line, index) for index, value in enumerate(values))
            rows.append(dict(zip(header, cells, strict=True)))
    if not header:
        problems.append(Problem(shown, 1, 1, "bad-csv", "is empty; expected a line of column names"))
    if problems:
        raise DataError(problems)
    return header, rows


def _by_id(rows: list[Row], key: str) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for row in rows:
        cell = row[key]
        if cell.text in found:
            first = found[cell.text][key].line
            raise DataError(
                [Problem(cell.file, cell.line, cell.column, "twice", f"{cell.text} stands already on line {first}")]
            )
        found[cell.text] = row
    return found


def _lay_rows(merged: dict[str, Row], header: list[str], head: list[str], rows: list[Row]) -> None:
    key = header[0]
    problems: list[Problem] = []
    shown = next(iter(rows))[head[0]].file if rows else ""
    if rows and key not in head:
        problems.append(
            Problem(shown, 1, 1, "no-id", f"an overlay needs the column {key}, which says which row is meant")
        )
    problems += [
        Problem(shown, 1, 1, "unknown-column", f"{name!r} is no column of this file", nearest(name, header))
        for name in head
        if rows and name not in header
    ]
    if not problems:
        for row in _by_id(rows, key).values():
            name = row[key]
            if name.text not in merged:
                problems.append(
                    Problem(
                        name.file,
                        name.line,
                        name.column,
                        "unknown-id",
                        f"{name.text!r} is no {key} of this file",
                        nearest(name.text, merged),
                    )
                )
            else:
                filled = {column: cell for column, cell in row.items() if cell.text}
                merged[name.text].update(
                    {c: Cell("", v.file, v.line, v.source, v.index) if v.text == "-" else v for c, v in filled.items()}
                )
    if problems:
        raise DataError(problems)


def _parse_json(text: str, shown: str) -> Any:
    def no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        twin = next((key for key in keys if keys.count(key) > 1), None)
        if twin is not None:
            raise DataError([Problem(shown, 0, 0, "twice", f"the key {twin!r} stands twice in one object")])
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=no_twins)
    except json.JSONDecodeError as error:
        raise DataError([Problem(shown, error.lineno, error.colno, "bad-json", error.msg)]) from None
    except RecursionError:
        raise DataError([Problem(shown, 1, 1, "bad-json", "is nested too deeply")]) from None
    except ValueError:  # a number of thousands of digits
        raise DataError([Problem(shown, 1, 1, "bad-json", "holds a number that is far too long")]) from None


def _lay_tree(base: Any, over: Any, path: JsonPath, shown: str, text: str, problems: list[Problem]) -> Any:
    if not isinstance(base, Mapping) or not isinstance(over, Mapping):
        return over
    merged = dict(base)
    for key, value in over.items():
        here = (*path, key)
        if key in base:
            merged[key] = _lay_tree(base[key], value, here, shown, text, problems)
        else:
            line, column = place_of(text, here) or (0, 0)
            problems.append(
                Problem(
                    shown, line, column, "unknown-key", f"{_spell(here)} is no key of this file", nearest(key, base)
                )
            )
    return merged


def _row_problems(error: ValidationError, row: Row) -> Iterator[Problem]:
    first = next(iter(row.values()))
    for item in error.errors():
        column = str(item["loc"][0]) if item["loc"] else ""
        cell = row.get(column, first)
        if item["type"] == "missing":
            yield Problem(first.file, 1, 1, "no-column", f"the column {column} is missing")
        elif item["type"] == "extra_forbidden":
            yield Problem(first.file, 1, cell.column, "unknown-column", f"{column!r} is no column of this file")
        else:
            what = f"{first.text}: {column + ': ' if column else ''}{_plain(item)}"
            yield Problem(cell.file, cell.line, cell.column, "bad-value", what)


def _plain(item: Any) -> str:
    """A pydantic finding in one plain sentence, with the value that was found."""
    message = str(item["msg"]).removeprefix("Value error, ").removeprefix("Assertion failed, ")
    found = item.get("input")
    if item["type"] in ("missing", "value_error") or isinstance(found, dict | list):
        return message[:1].lower() + message[1:]
    return f"found {'nothing' if found is None else repr(found)}; {message[:1].lower() + message[1:]}"


def _spell(path: JsonPath) -> str:
    return ".".join(str(part) for part in path) or "the file"
