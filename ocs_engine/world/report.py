"""Where the figures come from, and whether they hold together: what `ocs data report` and `ocs data check` print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ocs_engine.world.atlas import load_atlas
from ocs_engine.world.catalogue import DATA_FILES, data_files, read_catalogue
from ocs_engine.world.datafiles import DataFiles
from ocs_engine.world.errors import Problem, WorldError
from ocs_engine.world.marks import MARKS, parse_marks
from ocs_engine.world.scenario_head import statement_marks
from ocs_engine.world.scenario_reader import read_scenario
from ocs_engine.world.world import scenario_files


@dataclass(frozen=True, slots=True)
class MarkCount:
    """Marks of one kind of entry in one file.

    entry: what is counted: "unit_mark" (that a unit exists), "mark", "statement", "fact" and so on. entries:
    how many there are, each of them counted once: under `whole` when all of it has one mark, else under
    `mixed`. part: how many of the mixed entries have some figure of that mark. So the counts of `whole` and
    `mixed` add up to `entries`; those of `part` need not.
    """

    file: str
    entry: str
    entries: int
    whole: dict[str, int]
    mixed: int
    part: dict[str, int]


@dataclass(frozen=True, slots=True)
class DataReport:
    """counts: by file and kind of entry. corrected: how many figures of each file an overlay changes."""

    counts: tuple[MarkCount, ...]
    corrected: dict[str, int]


def data_report(overlay: Path | None = None) -> DataReport:
    """Counts the marks of data files, map and scenarios; raises DataError or ScenarioError."""
    files, plain = data_files(overlay), data_files()
    counts: list[MarkCount] = []
    for name in DATA_FILES:
        found: dict[str, list[str]] = {}
        for entry, text in _marks(files, name):
            found.setdefault(entry, []).append(text)
        counts += [_count(name, entry, texts) for entry, texts in found.items()]
    atlas_marks = load_atlas().marks
    counts.append(
        MarkCount(
            "maps/baked",
            "fact",
            sum(atlas_marks.values()),
            {mark: atlas_marks.get(mark, 0) for mark in MARKS},
            0,
            dict.fromkeys(MARKS, 0),
        )
    )
    counts += [_count(f"scenarios/{path.name}", "statement", statement_marks(path)) for path in scenario_files()]
    changed = {name: _changes(plain, files, name) for name in DATA_FILES} if overlay else {}
    return DataReport(tuple(counts), {name: number for name, number in changed.items() if number})


def data_check(overlay: Path | None = None) -> tuple[Problem, ...]:
    """Every fault of data files (with the overlay), map and scenarios; empty when all hold together."""
    try:
        catalogue = read_catalogue(overlay)
        atlas = load_atlas()
    except WorldError as error:
        return error.problems
    problems: list[Problem] = []
    for path in scenario_files():
        try:
            read_scenario(path, catalogue, atlas)
        except WorldError as error:
            problems += error.problems
    return tuple(problems)


def _count(file: str, entry: str, texts: Iterable[str]) -> MarkCount:
    whole, part = dict.fromkeys(MARKS, 0), dict.fromkeys(MARKS, 0)
    mixed = total = 0
    for text in texts:
        marks = parse_marks(text)
        total += 1
        if len(marks) == 1:
            whole[marks[0]] += 1
            continue
        mixed += 1
        for mark in marks:
            part[mark] += 1
    return MarkCount(file, entry, total, whole, mixed, part)


def _marks(files: DataFiles, name: str) -> Iterator[tuple[str, str]]:
    """Every mark text of a file with the column or key that it stands under."""
    if name.endswith(".csv"):
        for row in files.rows(name):
            yield from ((column, cell.text) for column, cell in row.items() if _is_mark(column))
    else:
        yield from _tree_marks(files.tree(name))


def _tree_marks(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if _is_mark(key) and isinstance(item, str):
                yield key, item
            else:
                yield from _tree_marks(item)


def _is_mark(key: str) -> bool:
    return key == "mark" or key.endswith("_mark")


def _changes(plain: DataFiles, files: DataFiles, name: str) -> int:
    if name.endswith(".csv"):
        pairs = zip(plain.rows(name), files.rows(name), strict=True)
        return sum(old[column].text != new[column].text for old, new in pairs for column in old)
    return _leaves_changed(plain.tree(name), files.tree(name))


def _leaves_changed(old: Any, new: Any) -> int:
    if isinstance(old, dict) and isinstance(new, dict):
        return sum(_leaves_changed(old[key], new[key]) for key in old)
    return int(old != new)
