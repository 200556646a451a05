"""Attrition of units out of supply (OCS 12.8b)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.lines import figure, holds, on_two_dice
from ocs_engine.world.tables import Tables


@dataclass(frozen=True, slots=True)
class Attrition:
    """A result in the table's own words, the roll with its modifier, and the steps lost of those in the hex."""

    text: str
    total: int
    steps: int


@rule("OCS 12.8b")
def attrition_drm(tables: Tables, steps: int) -> int:
    """What is added to the roll for a crowd. steps: out of supply in the hex, no others (OCS 12.8b)."""
    words = tables["attrition"]["dice"]
    return figure(words, r"\+(\d+) if") if steps >= figure(words, r"if (\d+) or more") else 0


@rule("OCS 12.8b")
def attrition(tables: Tables, ar: int, steps: int, roll: int) -> Attrition:
    """What attrition takes in a hex on two dice (OCS 12.8b); raises ValueError for no such AR or roll.

    ar: the best among the units out of supply there, without the -1 of DG, 0 in Strat Mode. steps: theirs.
    """
    by_ar = tables["attrition"]["ranges_by_AR"]
    if str(ar) not in by_ar:
        raise ValueError(f"the attrition table has AR {', '.join(sorted(by_ar))}, not {ar}")
    total = on_two_dice(roll) + attrition_drm(tables, steps)
    for text, ends in zip(tables["attrition"]["results"], by_ar[str(ar)], strict=True):
        if ends is not None and holds(ends, total):
            return Attrition(text, total, min(_steps(text, steps), steps))
    raise ValueError(f"the attrition table has no line for {total} at AR {ar}")


def _steps(text: str, present: int) -> int:
    found = re.search(r"\d+", text)
    if found is not None:
        return int(found[0])
    return present if text.startswith("All") else 0
