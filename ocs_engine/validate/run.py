"""Validates files and folders, each file on its own; map and data are loaded once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ocs_engine.validate.logs import check_log
from ocs_engine.validate.scenarios import check_scenario
from ocs_engine.world.catalogue import load_catalogue
from ocs_engine.world.errors import Problem
from ocs_engine.world.scenario_head import shown_path
from ocs_engine.world.world import the_atlas

SCENARIO = "scenario"
LOG = "log"
_SUFFIXES = {".ocs": SCENARIO, ".ocslog": LOG, ".ocslog.gz": LOG}


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file: its kind ("scenario", "log" or ""), what is wrong with it, and what looks odd, by place."""

    file: str
    kind: str
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Every file that was looked at, in order."""

    files: tuple[FileReport, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Everything that is wrong."""
        return tuple(problem for file in self.files for problem in file.errors)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Everything that looks odd."""
        return tuple(problem for file in self.files for problem in file.warnings)


def validate(
    paths: Iterable[Path],
    verify: bool = False,
    overlay: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """Check scenario files, logs, and folders of them; a bad file never ends the run.

    verify: prove logs by deciding every command anew, instead of checking their chain alone. overlay: a data overlay.
    progress: told the name of each file that is done. Raises DataError when data or map themselves are faulty.
    """
    load_catalogue(overlay), the_atlas()
    found = []
    for path in find_files(paths):
        found.append(_check(path, verify, overlay))
        progress(path.name)
    return Report(tuple(found))


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The files that the paths name, each once: a folder stands for the scenarios and logs in and below it."""
    found: dict[Path, None] = {}
    for path in paths:
        inside = _below(path) if path.is_dir() else [path]
        found |= dict.fromkeys(inside)
    return list(found)


def _below(folder: Path) -> list[Path]:
    files = [Path(where, name) for where, _, names in os.walk(folder) for name in names]
    return sorted(file for file in files if kind_of(file))


def kind_of(path: Path) -> str:
    """What a file is by its name: "scenario", "log", or ""."""
    name = path.name.casefold()
    return next((kind for suffix, kind in _SUFFIXES.items() if name.endswith(suffix)), "")


def _check(path: Path, verify: bool, overlay: Path | None) -> FileReport:
    shown, kind = shown_path(path), kind_of(path)
    if not kind and path.exists():
        words = f"is neither a scenario nor a log; expected a name in {', '.join(_SUFFIXES)}"
        return FileReport(shown, kind, (Problem(shown, 0, 0, "kind", words),), ())
    if path.exists() and not path.is_file():
        return FileReport(shown, kind, (Problem(shown, 0, 0, "no-file", "is no regular file"),), ())
    try:
        if kind == LOG:
            return FileReport(shown, kind, _of(shown, check_log(path, verify, overlay)), ())
        errors, warnings = check_scenario(path, load_catalogue(overlay), the_atlas())
    except Exception as error:
        if os.environ.get("OCS_DEBUG", "") not in ("", "0"):
            raise
        words = f"the file could not be checked: {type(error).__name__}: {error}"
        return FileReport(shown, kind, (Problem(shown, 0, 0, "internal", words),), ())
    return FileReport(shown, kind, _of(shown, errors), _of(shown, warnings))


def _of(shown: str, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems of one file under its name."""
    return tuple(replace(problem, file=shown) for problem in problems)
