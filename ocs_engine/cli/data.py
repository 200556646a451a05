"""`ocs data`: the figures of the game, where they come from, and whether they hold together."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from ocs_engine.cli.output import ExitCode, JsonOption, OverlayOption, note, say, say_json, say_table

if TYPE_CHECKING:
    from ocs_engine.world.report import DataReport

app = typer.Typer(help="Count where the figures come from, and check them.", no_args_is_help=True)

MEANING = "S a source for this game, S95 its 1995 edition, SG a sister game, K well known, R reconstructed"


@app.command("report")
def report(json: JsonOption = False, data_overlay: OverlayOption = None) -> None:
    """Count the figures by the mark that says where each comes from."""
    from ocs_engine.world.report import data_report

    found = data_report(data_overlay)
    if json:
        say_json({"counts": [asdict(count) for count in found.counts], "corrected": found.corrected})
    else:
        print_report(found)


def print_report(found: DataReport) -> None:
    """The counts as a table; an entry with several marks stands under "mixed"."""
    from ocs_engine.world.marks import MARKS

    rows: list[list[object]] = []
    for count in found.counts:
        rows.append([count.file, count.entry, count.entries, *(count.whole[mark] for mark in MARKS), count.mixed])
    rows.append(["in all", "", *(sum(int(str(row[column])) for row in rows) for column in range(2, 4 + len(MARKS)))])
    say_table(("file", "what", "entries", *MARKS, "mixed"), rows)
    for file, figures in found.corrected.items():
        say(f"{file}: {figures} figures corrected by the overlay")
    note(MEANING)


@app.command("check")
def check(json: JsonOption = False, data_overlay: OverlayOption = None) -> None:
    """Read all data files, the map and the scenarios anew, with your corrections if you name them."""
    from ocs_engine.series.stories.words import counted
    from ocs_engine.world.report import data_check

    problems = data_check(data_overlay)
    if json:
        say_json({"problems": [asdict(problem) for problem in problems]})
    else:
        for problem in problems:
            say(str(problem))
        note(counted(len(problems), "problem") if problems else "no problems")
    if problems:
        raise typer.Exit(ExitCode.INPUT if problems[0].code == "no-overlay" else ExitCode.PROBLEMS)
