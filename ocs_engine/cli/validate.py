"""`ocs validate`: are these scenario files and logs right?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.output import ExitCode, JsonOption, OverlayOption, note, progress, say, say_json

if TYPE_CHECKING:
    from ocs_engine.validate import Report

PathsArgument = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Scenario files, logs, folders of them, ids of scenarios.")
]


def validate(
    paths: PathsArgument,
    verify: Annotated[bool, typer.Option("--verify", help="Prove logs: decide every command anew.")] = False,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """Check scenario files and logs, each fault with file, line, column and code."""
    from ocs_engine import validate as checks

    files = checks.find_files(known_ids(paths))
    with progress("validating", len(files), plain=False) as step:
        report = checks.validate(files, verify, data_overlay, step)
    if json:
        say_json(as_data(report))
    else:
        print_report(report)
    if any(problem.code in ("no-file", "kind") for problem in report.errors):
        raise typer.Exit(ExitCode.INPUT)
    if report.errors:
        raise typer.Exit(ExitCode.PROBLEMS)


def known_ids(paths: Iterable[Path]) -> list[Path]:
    """The paths, an id of ours such as race-for-tunis standing for its file."""
    from ocs_engine.world.world import scenario_files

    own = {file.stem: file for file in scenario_files()}
    return [path if path.exists() else own.get(str(path), path) for path in paths]


def as_data(report: Report) -> dict[str, object]:
    """The report for a program: files in order, errors and warnings by file and place, and the totals."""
    from dataclasses import asdict

    return {
        "files": [{"file": file.file, "kind": file.kind, "ok": not file.errors} for file in report.files],
        "errors": [asdict(problem) for problem in report.errors],
        "warnings": [asdict(problem) for problem in report.warnings],
        "summary": {
            "files": len(report.files),
            "errors": len(report.errors),
            "warnings": len(report.warnings),
        },
    }


def print_report(report: Report) -> None:
    """A line for each fault; how many there are goes to stderr."""
    for file in report.files:
        for problem in file.errors:
            say(str(problem))
        for problem in file.warnings:
            say(str(problem).replace(f": {problem.code} ", f": warning {problem.code} ", 1))
    counts = (len(report.files), "file"), (len(report.errors), "error"), (len(report.warnings), "warning")
    note(", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in counts))
