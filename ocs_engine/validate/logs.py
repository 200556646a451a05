"""Checks logs: that each line is as it was written, and, where asked, that it is what the rules make of it."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from pathlib import Path

from ocs_engine.kernel.header import read_header
from ocs_engine.kernel.log import LogError, read_log
from ocs_engine.tunisia.game import Opened, open_log
from ocs_engine.world.errors import Problem, WorldError

BIGGEST_LOG = 200_000_000
"""Bytes of a log at most, unpacked; a game of 58 turns has a hundredth of that."""


def check_log(path: Path, verify: bool, overlay: Path | None = None) -> list[Problem]:
    """What is wrong with a log; the first fault alone, since nothing after it can be trusted.

    The chain of hashes, the header, and that scenario, map and data are the ones it was made with; with `verify` every
    command is decided anew.
    """

    def fault(line: int, code: str, message: str) -> list[Problem]:
        return [Problem(str(path), line, 1 if line else 0, code, message)]

    if _is_huge(path):
        return fault(0, "too-big", f"holds more than {BIGGEST_LOG:,} bytes, unpacked")
    try:
        opened = open_log(path, overlay)
    except LogError as error:
        return fault(error.line, "log-content" if _has_header(path) else "log-header", error.problem)
    except WorldError as error:
        return fault(1, "log-content", f"the log's scenario cannot be read: {error.problems[0]}")
    except OSError as error:
        return fault(0, "no-file", f"cannot be read: {error.strerror or error}")
    problem = opened.log.problem
    if problem is not None:
        return fault(problem.line, "log-cut" if opened.log.cut_off else "log-line", problem.problem)
    return _prove(opened, fault) if verify else []


def _has_header(path: Path) -> bool:
    """Whether a log begins with a header, whatever game it names."""
    try:
        read_header(read_log(path))
    except LogError:
        return False
    return True


def _is_huge(path: Path) -> bool:
    """Whether a log is too long to be read at once; a small file can unpack to more than there is memory."""
    try:
        if path.suffix.casefold() != ".gz":
            return path.stat().st_size > BIGGEST_LOG
        size = 0
        with gzip.open(path) as packed:
            while part := packed.read(1 << 20):
                size += len(part)
                if size > BIGGEST_LOG:
                    return True
    except (OSError, EOFError, zlib.error):
        pass  # what is wrong with it is told by reading it
    return False


def _prove(opened: Opened, fault: Callable[[int, str, str], list[Problem]]) -> list[Problem]:
    try:
        opened.verify()
    except LogError as error:
        return fault(error.line, "log-false", error.problem)
    return []
