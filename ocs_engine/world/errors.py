"""Faults in files that people edit: what, where, what was expected, and the nearest spelling."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in one file. Lines and columns count from 1; 0 where the file as a whole is meant."""

    file: str
    line: int
    column: int
    code: str
    message: str
    suggestion: str | None = None

    def __str__(self) -> str:
        hint = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        return f"{self.file}:{self.line}:{self.column}: {self.code} {self.message}{hint}"


class WorldError(Exception):
    """One or more faults found in data or scenario files; prints as one line a fault."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class DataError(WorldError):
    """A data file, or an overlay over one, is wrong."""


class ScenarioError(WorldError):
    """A scenario file is wrong, or there is no such scenario."""


def nearest(word: str, known: Iterable[str], count: int = 1, cutoff: float = 0.6) -> str | None:
    """The known spellings most like a mistyped word, best first, joined by "or"; None when nothing is close."""
    by_folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), by_folded, n=count, cutoff=cutoff)
    return " or ".join(by_folded[name] for name in close) or None
