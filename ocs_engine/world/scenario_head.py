"""The head of a scenario file: title, dates, maps, who sets up and who begins."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from ocs_engine.world.calendar import Calendar
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import Problem, ScenarioError
from ocs_engine.world.notation import Node, Statement, Word, parse
from ocs_engine.world.scenario import ScenarioSummary

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
HEAD = {
    "title": "Scenario",
    "turns": "Turns",
    "maps": "Maps",
    "first": "First player",
    "order": "Set-up order",
    "ports": "Axis ports",
    "skip": "No arrivals at",
    "occupy": "Victory",
    "campaign": "Victory",
}
"""The statements that stand before the sides, by kind, and the words that open them."""
_NEEDED = ("Scenario", "Turns", "Maps", "First player", "Set-up order", "Victory")
UNMARKED = "R"
"""The provenance of a scenario that gives none."""


def summarise(path: Path, calendar: Calendar) -> ScenarioSummary:
    """What a scenario file says of itself, without the set-up and without a map; raises ScenarioError."""
    head = Head(path, calendar)
    text = re.split(r"(?mi)^\s*=+\s*(?:axis|allied|allies)", read_text(path)[0], maxsplit=1)[0]
    statements, head.problems = parse(text, head.shown)
    head.read(statements)
    head.stop_if_faulty()
    return ScenarioSummary(
        path.stem,
        head.number,
        head.title,
        calendar.date_of(head.turns[0]),
        calendar.date_of(head.turns[1]),
        head.turns[1] - head.turns[0] + 1,
        head.sheets,
        head.first_player,
        path,
    )


def statement_marks(path: Path) -> list[str]:
    """The mark text of each statement of a scenario file, its own or that of the title; raises ScenarioError."""
    statements, problems = parse(read_text(path)[0], shown_path(path))
    if problems:
        raise ScenarioError(problems)
    marks = {statement.kind: statement.mark for statement in statements if statement.mark}
    general = marks["title"].text.strip("[] ") if "title" in marks else UNMARKED
    return [
        statement.mark.text.strip("[] ") if statement.mark else general
        for statement in statements
        if statement.kind != "heading"
    ]


def shown_path(path: Path) -> str:
    """The path as messages show it: short when the file lies under the working folder."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)


def read_text(path: Path) -> tuple[str, str]:
    """The text of a file and the sha256 of its bytes."""
    try:
        content = path.read_bytes()
    except OSError:
        raise ScenarioError([Problem(shown_path(path), 0, 0, "no-file", "there is no such scenario file")]) from None
    try:
        return content.decode("utf-8"), hashlib.sha256(content).hexdigest()
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        column = error.start - (content.rfind(b"\n", 0, error.start) + 1) + 1
        raise ScenarioError([Problem(shown_path(path), line, column, "bad-text", "is not UTF-8 text here")]) from None


def side_of(word: Word) -> Side:
    """The side that a word names."""
    return Side.AXIS if "axis" in word.text.casefold() else Side.ALLIED


TOP = Word("", 1, 1)
"""Where faults of the file as a whole are reported."""


class Faults:
    """Collects the faults of one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shown = shown_path(path)
        self.problems: list[Problem] = []

    def fault(self, word: Word, code: str, message: str, suggestion: str | None = None) -> None:
        self.problems.append(Problem(self.shown, word.line, word.column, code, message, suggestion))

    def stop_if_faulty(self) -> None:
        if self.problems:
            raise ScenarioError(sorted(self.problems, key=lambda p: (p.line, p.column)))


class Head(Faults):
    """The statements before the sides: title, dates, maps, who sets up and who begins."""

    def __init__(self, path: Path, calendar: Calendar) -> None:
        super().__init__(path)
        self.calendar = calendar
        self.number = 0
        self.title = ""
        self.turns = (1, 1)
        self.sheets: tuple[str, ...] = ()
        self.rows: dict[str, tuple[int, int]] = {}
        self.first_player = Side.ALLIED
        self.setup_order = (Side.AXIS, Side.ALLIED)
        self.skip_entries: tuple[str, ...] = ()
        self.mark = UNMARKED
        self.found: dict[str, Statement] = {}

    def read(self, statements: Iterable[Statement]) -> None:
        """Takes in the header among the statements; faults are collected, not raised."""
        readers: dict[str, Callable[[Node], None]] = {
            "title": self._title,
            "turns": self._turns,
            "maps": self._maps,
            "first": self._first,
            "order": self._order,
            "skip": self._skip,
        }
        for statement in statements:
            kind = statement.kind
            if kind not in HEAD:
                continue
            if HEAD[kind] in self.found and kind != "ports":
                first = self.found[HEAD[kind]].node.start.line
                self.fault(statement.node.start, "twice", f"{HEAD[kind]} stands already on line {first}")
            self.found.setdefault(HEAD[kind], statement)
            if kind in readers:
                readers[kind](statement.node)
            if kind == "title" and statement.mark:
                self.mark = statement.mark.text.strip("[] ")
        unreadable = any(problem.code == "syntax" for problem in self.problems)
        for label in _NEEDED:
            if label not in self.found and not unreadable:
                self.fault(TOP, "missing", f"the statement {label}: is missing")

    def _title(self, node: Node) -> None:
        self.number = node.start.number
        self.title = node.all("TEXT")[0].text

    def _turns(self, node: Node) -> None:
        first, last = (self._turn(word) for word in node.all("DATE"))
        if first and last and first > last:
            self.fault(node.all("DATE")[1], "date", "the last turn comes before the first")
        self.turns = (first or 1, last or 1)

    def _turn(self, word: Word) -> int | None:
        day, month, year = word.text.split()
        try:
            date = datetime.date(int(year), _MONTHS.index(month[:3].casefold()) + 1, int(day))
        except ValueError:
            self.fault(word, "date", f"{word.text} is no date; expected one such as 15 Nov 1942")
            return None
        try:
            return self.calendar.turn_of(date)
        except ValueError as error:
            self.fault(word, "date", str(error))
            return None

    def _maps(self, node: Node) -> None:
        for part in node.parts:
            letter = part.start.text.upper()
            if letter in self.sheets:
                self.fault(part.start, "twice", f"map {letter} is named twice")
            self.sheets += (letter,)
            rows = part.first("ROWS")
            if rows:
                low, high = (int(number) for number in re.findall(r"\d+", rows.text))
                self.rows[letter] = (low, high)
                if low > high:
                    self.fault(rows, "rows", "rows run from south to north: the lower number first")

    def _first(self, node: Node) -> None:
        self.first_player = side_of(node.all("SIDE")[0])

    def _order(self, node: Node) -> None:
        first, second = node.all("SIDE")
        self.setup_order = (side_of(first), side_of(second))
        if side_of(first) is side_of(second):
            self.fault(second, "twice", "names the same side twice")

    def _skip(self, node: Node) -> None:
        self.skip_entries = tuple(word.text for word in node.all("TEXT"))
