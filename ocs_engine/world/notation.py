"""The set-up notation: reads the text of a scenario file into statements, each with its place in the file.

A statement is one line; a line that ends with a comma or semicolon goes on in the next. `--` opens a remark that runs
to the end of its line. What the words mean - which unit, which hex - is found out in `scenario_reader.py`. A fault
costs its statement alone, so all are reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from ocs_engine.world.errors import Problem, nearest

_REMARK = re.compile(r"(^|\s)--.*")
_NUMBERED = re.compile(r"scenario\s+\d+", re.IGNORECASE)
_AMOUNT = re.compile(r"(?<![\w.,-])([-+]?\d+(?:\.\d+)?)\s*(?:SP|T)\b", re.IGNORECASE)
_WORDS = {
    "TEXT": "a name",
    "TITLE": "a title",
    "OPTION": "an optional rule",
    "NAME": "a unit",
    "PLANE": "an aircraft",
    "MEMBER": "a unit in the brackets",
    "HEX": "a hex such as A48.24",
    "COLON": "':'",
    "COMMA": "','",
    "LPAR": "'('",
    "RPAR": "')'",
    "SEMICOLON": "';'",
    "DATE": "a date such as 15 Nov 1942",
    "TO": "'to'",
    "SIDE": "Axis or Allied",
    "INT": "a number",
    "LETTER": "a map letter",
    "OCCUPY": "'the Axis occupies', 'the Allies occupy'",
    "HAVE": "'the Axis has combat units in', 'the Allies have combat units in'",
    "AND": "'and'",
    "BY": "'by' and a date",
    "DRAW": "'a draw'",
    "OF": "'of'",
    "OTHERWISE": "'otherwise'",
    "NAMED": "a place with its hex, as in Tunis A48.24",
    "CAMPAIGN": "'campaign'",
    "CAP": "Sea Cap or Rail Cap",
    "FACES": "faces of a die such as 1-3:",
    "HITS": "hits such as 2 hits",
    "RELEASED": "'released'",
    "AT_ONCE": "'release rolls at once'",
    "ABSENT": "'not in play'",
    "ONE_OF": "'one of'",
    "FOR_ONE_OF": "'for one of'",
    "REBUILD_UNITS": "'rebuild 1 unit'",
    "BY_RAIL": "'by rail at'",
    "AT": "'at'",
    "MARKERS": "reserve markers",
    "IN_ORDER": "'order of arrival'",
    "AS_LISTED": "'as listed'",
    "BY_TABLE": "'Repl Table'",
    "NONE": "'none'",
    "LOAD": "(F) or (E)",
    "FLAGS": "* or #",
    "COUNT": "a count such as 2x",
    "SUPPLY": "supply such as 1 SP 2T",
    "$END": "the end of the line",
}

LABELS = (
    "Scenario",
    "Turns",
    "Maps",
    "Off-map boxes",
    "First player",
    "Set-up order",
    "Axis ports",
    "Allied ports",
    "No arrivals at",
    "Options",
    "Not in use",
    "Port damage",
    "Port damage table",
    "8th Army",
    "Victory",
    "Reserve markers",
    "Reinforcements",
    "Replacements",
    "Supply sources",
    "Level 1 air bases",
    "Level 2 air bases",
    "Level 3 air bases",
    "Air strips",
    "Aircraft",
    "Surge",
    "Dead pile",
    "Dead planes",
    "Removed",
    "Set-up rebuild",
    "Set-up exchange",
    "Each turn",
)
"""The words that open statements."""

LONGEST = 4000
"""Characters of a statement at most."""
MOST_FAULTS = 100
"""Faults of a file at most; the rest is not looked at."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a scenario file and where it begins; lines and columns count from 1."""

    text: str
    line: int
    column: int

    @property
    def number(self) -> int:
        """The first number in it; it has one."""
        found = re.search(r"\d+", self.text)
        assert found is not None
        return int(found[0])


@dataclass(frozen=True, slots=True)
class Node:
    """A parsed piece: its kind, the words in it by terminal name, in order, and the pieces inside."""

    kind: str
    words: tuple[tuple[str, Word], ...]
    parts: tuple[Node, ...]

    def all(self, *terminals: str) -> list[Word]:
        """Every word of these terminals, in order."""
        return [word for name, word in self.words if name in terminals]

    def first(self, *terminals: str) -> Word | None:
        """The first word of these terminals, if any."""
        return next(iter(self.all(*terminals)), None)

    @property
    def start(self) -> Word:
        """The first word of the piece."""
        return self.words[0][1] if self.words else self.parts[0].start


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement and the provenance mark that closes it, if any."""

    node: Node
    mark: Word | None

    @property
    def kind(self) -> str:
        """Which statement it is: "title", "setup" and so on, as in notation.lark."""
        return self.node.kind


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = Path(__file__).with_name("notation.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", propagate_positions=False, maybe_placeholders=False)


def parse(text: str, shown: str) -> tuple[list[Statement], list[Problem]]:
    """The statements of a text, and the faults of those that cannot be read; shown: the file in messages.

    Reading ends after MOST_FAULTS.
    """
    statements: list[Statement] = []
    problems: list[Problem] = []
    for line, piece in _pieces(text):
        if len(problems) >= MOST_FAULTS:
            break
        if len(piece) > LONGEST:
            words = f"the statement is {len(piece)} characters long; expected {LONGEST} at most"
            problems.append(Problem(shown, line, 1, "too-long", words))
            continue
        try:
            tree: Any = _parser().parse(piece)
        except UnexpectedInput as error:
            problems.append(_problem(error, shown, line, piece))
            continue
        marks = [_word(child, line) for child in tree.children if isinstance(child, Token)]
        statements.append(Statement(_node(tree.children[0], line), marks[0] if marks else None))
    return statements, problems


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Each statement's text with the number of its first line; remarks are blanked."""
    held: list[str] = []
    begun = 0
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.lstrip("\ufeff")), 1):
        line = _REMARK.sub("", raw).rstrip()
        if not line and not held:
            continue
        if held and line.lstrip().startswith("=="):
            yield begun, "\n".join(held).rstrip("\n")
            held = []
        begun = begun if held else number
        held.append(line)
        if not line.endswith((",", ";")) and line:
            yield begun, "\n".join(held).rstrip("\n")
            held = []
    if held:
        yield begun, "\n".join(held).rstrip("\n")


def _word(token: Token, first_line: int) -> Word:
    return Word(str(token).strip(), first_line + (token.line or 1) - 1, token.column or 1)


def _node(tree: Tree[Token], line: int) -> Node:
    words = tuple((child.type, _word(child, line)) for child in tree.children if isinstance(child, Token))
    parts = tuple(_node(child, line) for child in tree.children if isinstance(child, Tree))
    return Node(str(tree.data), words, parts)


def _problem(error: UnexpectedInput, shown: str, first_line: int, piece: str) -> Problem:
    lines = piece.split("\n")
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    if at_end or not isinstance(error, UnexpectedToken | UnexpectedCharacters):
        line, column, found = len(lines), len(lines[-1]) + 1, "the end of the line"
    else:
        line, column = error.line, error.column
        found = repr(
            re.split(r"[,\[]", lines[line - 1][column - 1 :], maxsplit=1)[0].strip()[:30] or lines[line - 1][column - 1]
        )
    if opening := _opening(piece):
        words, near = opening
        return Problem(shown, first_line, len(piece) - len(piece.lstrip()) + 1, "syntax", words, near)
    accepted = (error.accepts if isinstance(error, UnexpectedToken) else getattr(error, "allowed", None)) or ()
    if "LPAR" in accepted and (amount := _amount(lines)):
        at, column, words = amount
        return Problem(shown, first_line + at, column, "syntax", words)
    known = [words for name, words in _WORDS.items() if name in accepted]
    wanted = " or ".join([", ".join(known[:-1]), known[-1]] if len(known) > 1 else known) or "a statement"
    return Problem(shown, first_line + line - 1, column, "syntax", f"found {found}; expected {wanted}")


def _opening(piece: str) -> tuple[str, str | None] | None:
    """What is wrong with the words that open a statement, and the nearest ones; None where they are right."""
    label = piece.split(":")[0].strip()
    if label.casefold() == "scenario":
        return "a scenario has a number, as in 'Scenario 7: Three days at Mateur'", None
    if _NUMBERED.fullmatch(label) or label.casefold() in (known.casefold() for known in LABELS):
        return None
    near = nearest(label, LABELS, cutoff=0.7)
    return (f"{label!r} opens no statement", near) if near else None


def _amount(lines: list[str]) -> tuple[int, int, str] | None:
    """Supply that is no amount of it, taken for the name of a unit: its line from 0, its column, and what to say."""
    for at, line in enumerate(lines):
        for found in _AMOUNT.finditer(line):
            if not (found[1].isdigit() and len(found[1]) <= 3):
                words = f"{found[0]!r} is no amount of supply; expected 1 to 999 SP or T, as 1 SP 2T"
                return at, found.start() + 1, words
    return None
