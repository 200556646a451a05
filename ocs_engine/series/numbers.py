"""Numbers: what is rounded and how (OCS 4.1, 4.2), and multipliers with the rules that give them (OCS 4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, prod

from ocs_engine.kernel.cases import rule

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Factor:
    """One multiplier: its value, the rule that gives it, and why in a few words."""

    value: Fraction
    rule: str
    why: str


@rule("OCS 4.2")
def rounded(value: Fraction) -> int:
    """The nearest whole number; a half goes up (OCS 4.1)."""
    return floor(value + HALF)


@rule("OCS 4.3")
def multiplied(value: Fraction, factors: Iterable[Factor]) -> Fraction:
    """A value with all its multipliers, none rounded away: two halvings make a quarter (OCS 4.3)."""
    return value * prod((factor.value for factor in factors), start=Fraction(1))
