"""The table by which the project tells the truth about itself: each rule case, where it is carried out, what tests it.

Three files and the code make it up. `data/rules-index.csv` lists the cases; functions say by `@rule` which of them
they carry out; `data/rule-tests.csv` holds the tests that passed for each (a full test run compares it with what it
saw); `data/rules-left.csv` says of a case that is carried out only in part what is left of it.
"""

from __future__ import annotations

import csv
import importlib
import pkgutil
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from pathlib import Path

import ocs_engine
from ocs_engine.kernel.cases import CARRIED_OUT
from ocs_engine.world import resources
from ocs_engine.world.errors import DataError, Problem, nearest

INDEX, LEFT, TESTS = "rules-index.csv", "rules-left.csv", "rule-tests.csv"
SCOPES = ("core", "option", "other-games")
WITHOUT_RULES = ("bench", "cli", "mapmaking", "rulebook")
"""Rooms that carry out no rule; they are not read for the table."""

Tests = Mapping[str, Sequence[str]]
"""Test ids by case."""


class Status(StrEnum):
    """How far a case has come, best first."""

    DONE = "done"
    PART = "part"
    UNTESTED = "untested"
    MISSING = "missing"
    OUT_OF_SCOPE = "out of scope"


@dataclass(frozen=True, slots=True)
class Case:
    """One case of the index. implemented: functions as module:name; tests: their ids; left: what is not done of it."""

    rule: str
    title: str
    scope: str
    implemented: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    left: str = ""

    @property
    def status(self) -> Status:
        """Part where something is named as left; done only where something tests it."""
        if self.scope == "other-games":
            return Status.OUT_OF_SCOPE
        if not self.implemented:
            return Status.MISSING
        if self.left:
            return Status.PART
        return Status.DONE if self.tests else Status.UNTESTED

    @property
    def chapter(self) -> str:
        """Its chapter, as "OCS 4" or "T2 1"."""
        return self.rule.partition(".")[0]


def table(tests: Tests | None = None) -> tuple[Case, ...]:
    """Every case of the index, in its order. tests: those that passed; the ones of the committed file if not given.

    Raises DataError where one of the files is wrong.
    """
    tests, carried, left = committed_tests() if tests is None else tests, carried_out(), what_is_left()
    return tuple(
        Case(rule, title, scope, tuple(carried.get(rule, ())), tuple(tests.get(rule, ())), left.get(rule, ""))
        for rule, (title, scope) in index().items()
    )


# --- the files


def index() -> dict[str, tuple[str, str]]:
    """Title and scope of every case, in the order of the file; raises DataError."""
    found: dict[str, tuple[str, str]] = {}
    for line, (rule, title, scope) in _rows(resources.data(INDEX), ("rule", "title", "scope")):
        if scope not in SCOPES:
            raise _fault(INDEX, line, f"{scope!r} is no scope; expected one of {', '.join(SCOPES)}")
        if rule in found:
            raise _fault(INDEX, line, f"{rule} is listed twice")
        found[rule] = (title, scope)
    return found


def what_is_left() -> dict[str, str]:
    """What is left of each case that is carried out only in part; raises DataError."""
    found: dict[str, str] = {}
    for line, (rule, left) in _rows(resources.data(LEFT), ("rule", "left")):
        if rule in found:
            raise _fault(LEFT, line, f"{rule} is listed twice")
        if not left:
            raise _fault(LEFT, line, f"{rule} does not say what is left")
        found[rule] = left
    return found


def committed_tests(path: Path | None = None) -> dict[str, list[str]]:
    """The tests of each case that passed when the file was last renewed; none where there is no file."""
    path = resources.data(TESTS) if path is None else path
    found: dict[str, list[str]] = {}
    if path.exists():
        for _, (rule, test) in _rows(path, ("rule", "test")):
            found.setdefault(rule, []).append(test)
    return found


def write_tests(tests: Tests, path: Path) -> None:
    """Write the file of tests anew, in the order of the index and then of the tests' ids."""
    place = {rule: number for number, rule in enumerate(index())}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("rule", "test"))
        for rule in sorted(tests, key=lambda rule: place[rule]):
            writer.writerows((rule, test) for test in sorted(tests[rule]))


def _rows(path: Path, columns: tuple[str, ...]) -> list[tuple[int, list[str]]]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        head = next(reader, [])
        if tuple(head) != columns:
            raise _fault(path.name, 1, f"found the columns {','.join(head)}; expected {','.join(columns)}")
        rows = [(reader.line_num, row) for row in reader if row]
    for line, row in rows:
        if len(row) != len(columns):
            raise _fault(path.name, line, f"found {len(row)} cells; expected {len(columns)}: {','.join(columns)}")
    return rows


def _fault(file: str, line: int, message: str) -> DataError:
    return DataError([Problem(file, line, 1, "rules", message)])


# --- the code


def carried_out() -> Mapping[str, Sequence[str]]:
    """The functions that carry out each case, from all rooms that play."""
    for module in pkgutil.iter_modules(ocs_engine.__path__, f"{ocs_engine.__name__}."):
        if module.name.rpartition(".")[2] in WITHOUT_RULES:
            continue
        room = importlib.import_module(module.name)
        for inner in pkgutil.walk_packages(getattr(room, "__path__", ()), f"{module.name}."):
            importlib.import_module(inner.name)
    return CARRIED_OUT


def function_of(where: str) -> object:
    """The function that a module:name means; raises AttributeError or ImportError where there is none such."""
    module, _, name = where.partition(":")
    return reduce(getattr, name.split("."), importlib.import_module(module))


def misnamed(rule: str, known: Iterable[str]) -> str | None:
    """What is wrong with the number of a case, with the nearest right one; None for one that the index has."""
    known = list(known)
    if rule in known:
        return None
    near = nearest(rule, known, 1, 0.5)
    return f"{rule!r} is no case of {INDEX}" + (f"; did you mean {near!r}?" if near else "")


def faults() -> list[str]:
    """What is wrong with the table itself: cases that there are not, functions that are gone, parts of nothing."""
    known, carried, found = index(), carried_out(), []
    for rule, functions in carried.items():
        wrong = misnamed(rule, known)
        found += [f"{where}: {wrong}" for where in functions] if wrong else []
        found += [f"{rule}: there is no function {where}" for where in functions if not _exists(where)]
    for file, rules in ((LEFT, what_is_left()), (TESTS, committed_tests())):
        found += [f"{file}: {wrong}" for rule in rules if (wrong := misnamed(rule, known))]
    for rule in what_is_left():
        if rule in known and rule not in carried:
            found.append(f"{LEFT}: {rule} is not carried out by any function, so nothing can be left of it")
    return found


def _exists(where: str) -> bool:
    try:
        found = function_of(where)
        return callable(found) or isinstance(found, property)
    except (AttributeError, ImportError):
        return False


# --- choosing and counting


def select(cases: Sequence[Case], words: Sequence[str]) -> list[Case]:
    """The cases of some chapters or cases as typed: "4", "OCS 4.5", "t2 1.3c 6"; raises LookupError for one not there.

    A number takes in what lies under it: 4 the whole chapter, 4.5 its sub-cases too. The name of a game holds for the
    numbers after it, and is all of that game where none follows; a number before any means that of every game.
    """
    games = {case.rule.partition(" ")[0] for case in cases}
    chosen: set[str] = set()
    game, alone = "", False
    for word in [*" ".join(words).replace(",", " ").split(), ""]:
        if alone and (not word or word.upper() in games):
            chosen.update(_covered(cases, game, ""))
        alone = word.upper() in games
        if alone:
            game = word.upper()
        elif word:
            chosen.update(_covered(cases, game, word))
    return [case for case in cases if case.rule in chosen or not words]


def _covered(cases: Sequence[Case], game: str, number: str) -> list[str]:
    under = re.compile(rf"{game or '[^ ]+'} {re.escape(number)}(?![0-9])" if number else f"{game} ", re.IGNORECASE)
    found = [case.rule for case in cases if under.match(case.rule)]
    if not found:
        wanted = f"{game} {number}".strip()
        near = nearest(wanted, [case.rule for case in cases], 3, 0.5)
        raise LookupError(f"there is no rule {wanted}" + (f"; did you mean {near}?" if near else ""))
    return found


def summary(cases: Sequence[Case]) -> dict[str, object]:
    """How many cases have each status, in all and by scope."""
    by_scope = {scope: _count(case for case in cases if case.scope == scope) for scope in SCOPES}
    return {"cases": len(cases), **_count(cases), "by_scope": by_scope}


def _count(cases: Iterable[Case]) -> dict[str, int]:
    statuses = [case.status for case in cases]
    return {str(status): statuses.count(status) for status in Status}


def in_words(cases: Sequence[Case]) -> str:
    """The summary in a line: "283 cases: 40 done, 3 part, ..."."""
    counts = _count(cases)
    return f"{len(cases)} cases: " + ", ".join(f"{number} {status}" for status, number in counts.items() if number)
