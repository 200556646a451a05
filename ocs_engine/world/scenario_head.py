"""The head of a scenario file: title, dates, maps, who sets up and who begins."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from ocs_engine.world.calendar import Calendar
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import Problem, ScenarioError, nearest
from ocs_engine.world.names import fold
from ocs_engine.world.notation import MOST_FAULTS, Node, Statement, Word, parse
from ocs_engine.world.options import OPTIONS, at_odds, plain_name
from ocs_engine.world.scenario import BOXES, EighthArmy, ScenarioSummary

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
HEAD = {
    "title": "Scenario",
    "turns": "Turns",
    "maps": "Maps",
    "boxes": "Off-map boxes",
    "first": "First player",
    "order": "Set-up order",
    "ports": "Axis ports",
    "skip": "No arrivals at",
    "unused": "Not in use",
    "options": "Options",
    "damage": "Port damage",
    "damage_table": "Port damage table",
    "eighth": "8th Army",
    "goals": "Victory",
    "campaign": "Victory",
}
"""The statements that stand before the sides, by kind, and the words that open them."""
_NEEDED = ("Scenario", "Turns", "Maps", "First player", "Set-up order", "Victory")
UNMARKED = "R"
"""The provenance of a scenario that gives none."""
BIGGEST = 200_000
"""Bytes of a scenario file at most; the longest of ours has a twentieth of it."""
MOST_HITS = 4
"""Hits of a port at most (OCS 19.0b)."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029]")


def summarise(path: Path, calendar: Calendar) -> ScenarioSummary:
    """What a scenario file says of itself, without the set-up and without a map; raises ScenarioError."""
    head = Head(path, calendar)
    text = re.split(r"(?mi)^\s*=+\s*(?:axis|allied|allies)", read_text(path)[0], maxsplit=1)[0]
    statements, head.problems = parse(text, head.shown)
    with suppress(EnoughFaultsError):
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
    """The text of a file and the sha256 of its bytes; raises ScenarioError where that is no text of a fit size."""
    shown = shown_path(path)
    try:
        if path.exists() and not path.is_file():
            raise ValueError("it is no regular file")  # a pipe would keep us waiting
        with path.open("rb") as file:
            content = file.read(BIGGEST + 1)
    except FileNotFoundError:
        raise ScenarioError([Problem(shown, 0, 0, "no-file", "there is no such scenario file")]) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ScenarioError([Problem(shown, 0, 0, "no-file", f"cannot be read: {reason}")]) from None
    if len(content) > BIGGEST:
        raise ScenarioError([Problem(shown, 0, 0, "too-big", f"holds more than the {BIGGEST} bytes of a scenario")])
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        raise ScenarioError([_bad_text(shown, before, "is not UTF-8 text here")]) from None
    control = _CONTROL.search(text)
    if control:
        words = f"has a control character here, U+{ord(control[0]):04X}"
        raise ScenarioError([_bad_text(shown, text[: control.start()], words)])
    return text, hashlib.sha256(content).hexdigest()


def _bad_text(shown: str, before: str, words: str) -> Problem:
    lines = re.split(r"\r\n|\r|\n", before.removeprefix("\ufeff"))
    return Problem(shown, len(lines), len(lines[-1]) + 1, "bad-text", words)


def side_of(word: Word) -> Side:
    """The side that a word names."""
    return Side.AXIS if "axis" in word.text.casefold() else Side.ALLIED


TOP = Word("", 1, 1)
"""Where faults of the file as a whole are reported."""


class EnoughFaultsError(Exception):
    """A file has so many faults that more would help nobody."""


class Faults:
    """Collects the faults of one file, and warnings: what may be meant as it stands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shown = shown_path(path)
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []

    def fault(self, word: Word, code: str, message: str, suggestion: str | None = None) -> None:
        """Note a fault; raises EnoughFaultsError when that is enough."""
        self.problems.append(Problem(self.shown, word.line, word.column, code, message, suggestion))
        if len(self.problems) >= MOST_FAULTS:
            raise EnoughFaultsError

    def warn(self, word: Word, code: str, message: str) -> None:
        """Note something that may be meant as it stands."""
        self.warnings.append(Problem(self.shown, word.line, word.column, code, message))

    def stop_if_faulty(self) -> None:
        """Raise what has been noted, if anything."""
        if self.problems:
            raise ScenarioError(in_order(self.problems))


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems of one file by place, each once."""
    return sorted(dict.fromkeys(problems), key=lambda problem: (problem.line, problem.column))


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
        self.boxes: tuple[str, ...] = BOXES
        self.caps = {"sea cap": True, "rail cap": True}
        self.hits: dict[int, int] = {}
        self.eighth_army = EighthArmy.BY_SCHEDULE
        self.options: tuple[str, ...] = ()
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
            "boxes": self._boxes,
            "unused": self._unused,
            "options": self._options,
            "damage_table": self._hits,
            "eighth": self._eighth,
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
        pair = ("Port damage", "Port damage table")
        for one, other in (pair, pair[::-1]):
            if one in self.found and other not in self.found and not unreadable:
                self.fault(self.found[one].node.start, "missing", f"{one}: stands without {other}:")

    def _title(self, node: Node) -> None:
        self.number = node.start.number
        self.title = node.all("TITLE")[0].text

    def _turns(self, node: Node) -> None:
        first, last = (self.turn(word) for word in node.all("DATE"))
        if first and last and first > last:
            self.fault(node.all("DATE")[1], "date", "the last turn comes before the first")
        self.turns = (first or 1, last or 1)

    def turn(self, word: Word) -> int | None:
        """The turn of a date; a fault and None where the calendar has none."""
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
                if low <= high:
                    self.rows[letter] = (low, high)
                else:
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

    def _boxes(self, node: Node) -> None:
        named: list[str] = []
        for word in node.all("TEXT"):
            name = fold(word.text)
            boxes = [box for box in BOXES if fold(box) == name or fold(box).startswith(f"{name} ")]
            if not boxes:
                self.fault(word, "place", f"{word.text!r} is no off-map box", nearest(word.text, BOXES))
            elif boxes[0] in named:
                self.fault(word, "twice", f"{word.text} is named twice")
            named += boxes
        self.boxes = tuple(box for box in BOXES if box in named)

    def _unused(self, node: Node) -> None:
        for word in node.all("CAP"):
            self.caps[fold(word.text)] = False

    def _options(self, node: Node) -> None:
        for word in node.all("OPTION"):
            name = plain_name(word.text)
            if name not in OPTIONS:
                self.fault(word, "option", f"there is no option {word.text!r}", nearest(word.text, OPTIONS))
            elif name in self.options:
                self.fault(word, "twice", f"the option {name} is named twice")
            elif problem := at_odds((*self.options, name)):
                self.fault(word, "option", problem)
            self.options += (name,)

    def _hits(self, node: Node) -> None:
        for row in node.parts:
            faces, hits = row.all("FACES")[0], row.all("HITS")[0]
            numbers = [int(number) for number in re.findall(r"\d", faces.text)]
            for face in range(numbers[0], numbers[-1] + 1):
                if face in self.hits:
                    self.fault(faces, "twice", f"the face {face} stands twice")
                self.hits[face] = 0 if hits.text[0] in "nN" else hits.number
            if numbers[0] > numbers[-1]:
                self.fault(faces, "faces", "the lower face comes first")
        missing = [face for face in range(1, 7) if face not in self.hits]
        if missing:
            self.fault(node.start, "faces", f"the table has no row for the face {missing[0]}")
        most = max(self.hits.values(), default=0)
        if most > MOST_HITS:
            self.fault(node.start, "faces", f"{most} hits; a port takes {MOST_HITS} at most")

    def _eighth(self, node: Node) -> None:
        self.eighth_army = EighthArmy(" ".join(node.words[1][1].text.casefold().split()))
