"""The `ocs` command: its commands, and the promise that no traceback reaches a user."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ocs_engine import __version__
from ocs_engine.cli import (
    bench,
    data,
    logs,
    map,
    odds,
    optional,
    play,
    render,
    report,
    rules,
    scenarios,
    schema,
    show,
    supply,
    table,
    validate,
    view,
)
from ocs_engine.cli.output import CommandError, ExitCode, debugging, note
from ocs_engine.cli.worlds import READ_DAMAGED

app = typer.Typer(
    name="ocs",
    help="Play, replay and check Operational Combat Series games.",
    epilog="Data goes to stdout, notes to stderr. docs/cli.md lists the exit codes.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("scenarios")(scenarios.scenarios)
app.command("play")(play.play)
app.command("options")(optional.options)
app.command("replay")(logs.replay)
app.command("log")(logs.log)
app.command("report")(report.report)
app.command("render")(render.render)
app.command("view")(view.view)
app.add_typer(map.app, name="map")
app.add_typer(data.app, name="data")
app.add_typer(table.app, name="table")
app.add_typer(odds.app, name="odds")
app.command("rules")(rules.rules)
app.command("show")(show.show)
app.command("supply")(supply.supply)
app.command("validate")(validate.validate)
app.command("schema")(schema.schema)
app.command("bench")(bench.bench)


FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))
"""The faults of a disk that takes no more."""
MOST_FAULTS = 20
"""Faults of a file that are told one by one."""


def print_version(wanted: bool) -> None:
    """Print the version and end, when --version was given."""
    if wanted:
        print(f"ocs {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=print_version, is_eager=True)
    ] = False,
) -> None:
    """The options that stand before any command."""


def run(words: Sequence[str]) -> int:
    """Carry out one command line and give its exit code; every failure is one plain sentence on stderr."""
    READ_DAMAGED.set(False)
    code = carry_out(words)
    return ExitCode.INPUT if code == ExitCode.FINE and READ_DAMAGED.get() else code


def carry_out(words: Sequence[str]) -> int:
    """Carry out one command line; its exit code, which does not tell yet whether a log was damaged."""
    try:
        app(list(words), prog_name="ocs")
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # typer turns it into a plain exit
            return ExitCode.PIPE
        return ended.code if isinstance(ended.code, int) else ExitCode.FINE
    except CommandError as error:
        note(f"ocs: {error}")
        return error.code
    except Exception as error:
        if debugging():
            raise
        return explain(error)
    return ExitCode.FINE


def explain(error: Exception) -> ExitCode:
    """Say what an exception means in plain words, and give its exit code."""
    from ocs_engine.grid import GridError
    from ocs_engine.kernel.log import LogError
    from ocs_engine.world.errors import WorldError

    if isinstance(error, WorldError):
        for problem in error.problems[:MOST_FAULTS]:
            note(f"{problem}")
        if len(error.problems) > MOST_FAULTS:
            note(f"... and {len(error.problems) - MOST_FAULTS} more")
        return ExitCode.INPUT
    if isinstance(error, GridError | LogError):
        note(f"{error}")
        return ExitCode.INPUT
    if isinstance(error, OSError) and error.errno in FULL:
        note(f"ocs: cannot write: {error.strerror}")
        return ExitCode.OUTPUT
    if isinstance(error, OSError) and error.filename:
        note(f"ocs: cannot read {error.filename}: {error.strerror}")
        return ExitCode.INPUT
    if isinstance(error, MemoryError):
        note("ocs: there is not enough memory for this")
        return ExitCode.INPUT
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}:{place.lineno}"
    note(f"ocs: internal error at {where}: {type(error).__name__}: {error}")
    note("This is a fault in ocs; OCS_DEBUG=1 shows the whole trace.")
    return ExitCode.INTERNAL


def main() -> None:
    """Run the command line given to this process."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started this
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 (as long as the process)
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = ExitCode.PIPE if isinstance(error, BrokenPipeError) else ExitCode.OUTPUT
    sys.exit(code)
