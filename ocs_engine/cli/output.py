"""The conventions of every `ocs` command: data on stdout, notes on stderr, exit codes, tables, progress.

Importing this module costs next to nothing; rich is loaded by the functions that draw with it.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

if TYPE_CHECKING:
    from rich.console import Console

# Paths are declared with readable=False: an unreadable file is for the command to tell (3), and not a usage error.
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")]
OverlayOption = Annotated[
    Path | None,
    typer.Option("--data-overlay", metavar="DIR", readable=False, help="A folder of corrected data files, over ours."),
]

PIPE_WIDTH = 10_000
"""Columns of a table that is not printed to a terminal: wide enough that nothing wraps."""
NARROWEST = 40
"""Columns of text that a line keeps on the narrowest terminal."""


class ExitCode(IntEnum):
    """What `ocs` tells the shell; docs/cli.md explains each."""

    FINE = 0
    PROBLEMS = 1
    USAGE = 2
    INPUT = 3
    UNVERIFIED = 4
    OUTPUT = 5
    INTERNAL = 70
    INTERRUPTED = 130
    PIPE = 141


class CommandError(Exception):
    """Ends a command with one plain sentence on stderr and an exit code."""

    def __init__(self, message: str, code: ExitCode) -> None:
        super().__init__(message)
        self.code = code


def say(text: str = "") -> None:
    """A line of data."""
    print(text, file=sys.stdout)


def say_wrapped(text: str) -> None:
    """A line of data; on a terminal broken between words, and each part as far from the edge as the first."""
    if not sys.stdout.isatty():
        say(text)
        return
    indent = text[: len(text) - len(text.lstrip())]
    width = max(shutil.get_terminal_size().columns, len(indent) + NARROWEST)
    for part in textwrap.wrap(text, width, subsequent_indent=indent) or [""]:
        say(part)


def note(text: str) -> None:
    """A line about the work, which is no part of the data."""
    print(text, file=sys.stderr)


def say_json(document: object) -> None:
    """The one document of a command with --json: keys sorted, plain ASCII, a newline at its end."""
    say(json.dumps(document, sort_keys=True, indent=2))


def say_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table; columns whose every cell is a number stand to the right. Never cut off outside a terminal."""
    from rich.table import Table
    from rich.text import Text

    cells = [list(row) for row in rows]
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for index, heading in enumerate(headings):
        numbers = bool(cells) and all(isinstance(row[index], int) for row in cells)
        drawn.add_column(Text(heading), justify="right" if numbers else "left")
    for row in cells:
        drawn.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    screen = console(sys.stdout)
    with screen.capture() as captured:
        screen.print(drawn)
    for line in captured.get().splitlines():
        say(line.rstrip())


def console(stream: TextIO) -> Console:
    """A rich console on a stream: colours on a terminal unless NO_COLOR is set, full width in a pipe."""
    from rich.console import Console

    width = None if stream.isatty() else PIPE_WIDTH
    return Console(file=stream, highlight=False, width=width)


@contextmanager
def progress(label: str, total: int, plain: bool = True) -> Iterator[Callable[[str], None]]:
    """A step counter on stderr: a bar on a terminal, else a line a step (none at all if not `plain`).

    Yields a function to call after each step with a word or two on it.
    """
    if not sys.stderr.isatty():
        done = 0

        def line(step: str) -> None:
            nonlocal done
            done += 1
            if plain:
                note(f"{label}: {done} of {total}: {step}")

        yield line
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[step]}"))
    bar = Progress(*columns, console=console(sys.stderr), transient=True, redirect_stdout=sys.stdout.isatty())
    with bar:
        identifier = bar.add_task(label, total=total, step="")
        yield lambda step: bar.update(identifier, advance=1, step=step)


@contextmanager
def writing(path: Path, force: bool = True) -> Iterator[None]:
    """Around the writing of a file: makes its folder, keeps an existing file unless forced, explains a failure."""
    try:
        if path.exists() and not force:
            raise CommandError(f"{path} exists already; --force overwrites it", ExitCode.OUTPUT)
        make_folder(path.parent)
        yield
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}", ExitCode.OUTPUT) from error


def make_folder(folder: Path) -> None:
    """Make a folder and those above it where they are missing, and say so: the name may be mistyped."""
    if not folder.exists():
        folder.mkdir(parents=True)
        note(f"made the folder {folder}")


def shortened(text: str, length: int = 60) -> str:
    """A text as typed, cut where it is too long to be told."""
    return text if len(text) <= length else f"{text[:length]}..."


def meant(word: str, choices: Iterable[str]) -> str:
    """A sentence's end that names the choice most like a mistyped word, or all of them."""
    from ocs_engine.world.errors import nearest

    known = list(choices)
    close = nearest(word, known)
    return f"did you mean {close}?" if close else f"expected one of {', '.join(known)}"


def debugging() -> bool:
    """Whether the user asked for tracebacks with OCS_DEBUG=1."""
    return os.environ.get("OCS_DEBUG", "") not in ("", "0")
