"""Provenance marks: where a figure comes from.

S a source for this game, S95 its 1995 edition, SG a sister game, K well known, R reconstructed. A mark text is one
mark, or several clauses parted by semicolons, each opening with a mark: "S throw; R rest".
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

MARKS = ("S", "S95", "SG", "K", "R")
_CLAUSE = re.compile(r"(S95|SG|S|K|R)\b")


def parse_marks(text: str) -> tuple[str, ...]:
    """The marks of a mark text, each once, in the order of MARKS; raises ValueError where a clause has none."""
    found = set()
    for clause in _clauses(text):
        match = _CLAUSE.match(clause)
        if match is None:
            raise ValueError(f"{clause!r} opens with no mark; expected one of {', '.join(MARKS)}")
        found.add(match[1])
    return tuple(mark for mark in MARKS if mark in found)


def _clauses(text: str) -> list[str]:
    """The parts of a text between semicolons, those inside brackets left alone."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == ";" and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _check(text: str) -> str:
    parse_marks(text)
    return text


MarkText = Annotated[str, AfterValidator(_check)]
"""A pydantic field that holds a mark text."""
