"""Odds and the column on which an attack starts (OCS 9.3, 9.7, 9.14a). Columns count from 0 on the left."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ocs_engine.kernel.cases import rule
from ocs_engine.series.numbers import rounded
from ocs_engine.world.errors import nearest
from ocs_engine.world.tables import Tables


@dataclass(frozen=True, slots=True)
class Odds:
    """Attacker to defender as rounded, the smaller one 1: prints as 3:1 or 1:4."""

    attacker: int
    defender: int

    @property
    def ratio(self) -> Fraction:
        """Attacker divided by defender."""
        return Fraction(self.attacker, self.defender)

    def __str__(self) -> str:
        return f"{self.attacker}:{self.defender}"


EVEN = Odds(1, 1)


@lru_cache(maxsize=256)
def parse_odds(text: str) -> Odds:
    """Odds from their print, "3:1"; raises ValueError."""
    attacker, colon, defender = text.partition(":")
    if not (colon and attacker.isdecimal() and defender.isdecimal() and int(attacker) and int(defender)):
        raise ValueError(f"{text!r} is no odds; expected odds such as 3:1")
    return Odds(int(attacker), int(defender))


def terrain_classes(tables: Tables) -> tuple[str, ...]:
    """The terrain classes, as the chart prints them."""
    return tuple(tables["combat_table"]["columns_by_terrain_class"])


def terrain_class(tables: Tables, name: str) -> str:
    """A terrain class as the chart prints it, whatever the case; raises KeyError that names the nearest."""
    classes = {each.casefold(): each for each in terrain_classes(tables)}
    if name.casefold() not in classes:
        raise KeyError(f"there is no terrain class {name!r}; nearest is {nearest(name, classes.values())}")
    return classes[name.casefold()]


@rule("OCS 9.3")
def columns(tables: Tables, terrain: str) -> tuple[Odds, ...]:
    """The row of columns for a terrain class, left to right (OCS 9.3); raises KeyError."""
    row = tables["combat_table"]["columns_by_terrain_class"][terrain_class(tables, terrain)]
    return tuple(parse_odds(text) for text in row)


@rule("OCS 9.7", "OCS 4.2")
def odds(attack: Fraction, defend: Fraction) -> Odds:
    """Both totals divided by the smaller, each rounded: 22 against 8 is 3:1 (OCS 9.7); ValueError without any."""
    smaller = min(attack, defend)
    if smaller <= 0:
        raise ValueError(f"{attack} against {defend} makes no odds; both need strength")
    return Odds(rounded(attack / smaller), rounded(defend / smaller))


@rule("OCS 9.14a")
def zero_strength_column(tables: Tables, terrain: str, attack: Fraction, defend: Fraction) -> int | None:
    """Where a fight with a total of zero starts (OCS 9.14a): the end of the table, or 1:1; None where both have any."""
    row = columns(tables, terrain)
    if attack and defend:
        return None
    if attack:
        return len(row) - 1
    return 0 if defend else row.index(EVEN)


@rule("OCS 9.7")
def column_at(tables: Tables, terrain: str, found: Odds) -> int:
    """The highest column that is not above some odds; the end column for odds outside the row (OCS 9.7b)."""
    fitting = [index for index, each in enumerate(columns(tables, terrain)) if each.ratio <= found.ratio]
    return fitting[-1] if fitting else 0


def starting_column(tables: Tables, terrain: str, attack: Fraction, defend: Fraction) -> int:
    """Where an attack starts: by its odds (OCS 9.7), or by the rule for strengths of zero (OCS 9.14a)."""
    special = zero_strength_column(tables, terrain, attack, defend)
    return column_at(tables, terrain, odds(attack, defend)) if special is None else special


def rounded_odds(attack: Fraction, defend: Fraction) -> Odds | None:
    """The odds as rounded; 1:1 where nobody has strength, None where only one side does (OCS 9.7, 9.14a)."""
    if attack and defend:
        return odds(attack, defend)
    return None if attack or defend else EVEN


@rule("OCS 9.7", "OCS 9.8")
def shifted(column: int, shift: int, width: int) -> int:
    """A column moved right, or left where negative; it stops at the ends of a table `width` columns wide (OCS 9.7b)."""
    return min(max(column + shift, 0), width - 1)
