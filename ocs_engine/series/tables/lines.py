"""How the charts are worded, and how a figure is read from their words: ranges, lines, modifiers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ocs_engine.world.errors import nearest

DIE = range(1, 7)
"""The faces of one die."""
TWO_DICE = range(2, 13)
"""The totals of two dice."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """One shift of a column or one addition to a roll: its value, the rule that gives it, and why in a few words."""

    value: int
    rule: str
    why: str


@lru_cache(maxsize=256)
def span(words: str) -> tuple[int | None, int | None]:
    """The ends of a range as charts print it: ">=9", "<=6", "7-8", "7"; None for an open end. Raises ValueError."""
    found = re.fullmatch(r"(<=|>=)?(\d+)(?:-(\d+))?", words)
    if found is None or (found[1] and found[3]):
        raise ValueError(f"{words!r} is no range; expected one such as 7, 7-8, >=9 or <=6")
    number = int(found[2])
    if found[1]:
        return (None, number) if found[1] == "<=" else (number, None)
    return number, int(found[3] or number)


def holds(ends: Sequence[int | None], total: int) -> bool:
    """Whether a total lies between two ends, both inside; None is an open end."""
    low, high = ends
    return (low is None or total >= low) and (high is None or total <= high)


def range_of(ranges: Iterable[str], total: int) -> str:
    """The one of a chart's ranges that a total falls in; raises ValueError where none does."""
    for words in ranges:
        if holds(span(words), total):
            return words
    raise ValueError(f"the chart has no line for {total}")


def line(lines: Sequence[Mapping[str, Any]], opening: str) -> Mapping[str, Any]:
    """The line of a chart whose condition opens with some words; raises KeyError that names the nearest."""
    for each in lines:
        if str(each["if"]).startswith(opening):
            return each
    conditions = [str(each["if"]) for each in lines]
    raise KeyError(f"no line opens with {opening!r}; nearest is {nearest(opening, conditions)}")


def figure(words: str, pattern: str) -> int:
    """The whole number that a pattern's one group finds in a chart's words; raises ValueError where it finds none."""
    found = re.search(pattern, words)
    if found is None:
        raise ValueError(f"{words!r} holds no figure of the form {pattern}")
    return int(found[1])


def mixed(value: Fraction) -> str:
    """A number as players write it: "13", "1/2", "3 1/2"."""
    whole, rest = divmod(value, 1)
    return str(whole) if not rest else f"{whole} {rest}" if whole else str(rest)


def on_die(face: int) -> int:
    """The face itself; raises ValueError for one that a die lacks."""
    return _thrown(face, DIE, "a die shows")


def on_two_dice(total: int) -> int:
    """The total itself; raises ValueError for one that two dice cannot show."""
    return _thrown(total, TWO_DICE, "two dice show")


def _thrown(roll: int, possible: range, who: str) -> int:
    if roll not in possible:
        raise ValueError(f"{who} {possible[0]} to {possible[-1]}, not {roll}")
    return roll
