"""The combat table (OCS 9.9) and its results (OCS 9.10)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.lines import range_of
from ocs_engine.world.tables import Tables

_RESULT = re.compile(r"A(?:L(\d+))?(?:o(\d+))?(?:e(\d+))?(?:/D(?:L(\d+))?(?:o(\d+))?(DG)?)?")


@dataclass(frozen=True, slots=True)
class Attack:
    """What an attack on one hex is decided by.

    attack, defend: each side's total strength after every multiplier. terrain: the class that the defender chose.
    attacker_ar, defender_ar: of the units that lead (OCS 9.6). hedgehog: its level, 0 for none.
    """

    attack: Fraction
    defend: Fraction
    terrain: str
    attacker_ar: int
    defender_ar: int
    hedgehog: int = 0
    overrun: bool = False

    @property
    def drm(self) -> int:
        """The AR modifier: attacker's less defender's (OCS 9.2, 9.6)."""
        return ar_modifier(self.attacker_ar, self.defender_ar)


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A result of the combat table, in its own words and taken apart (OCS 9.10).

    loss: steps that a side must lose. option: what its owner splits between steps and hexes of retreat. exploit: the
    AR that Exploit takes, None where it is not to be had. dg: the defender is disorganised.
    """

    text: str
    attacker_loss: int
    attacker_option: int
    exploit: int | None
    defender_loss: int
    defender_option: int
    dg: bool

    def __str__(self) -> str:
        return self.text


@rule("OCS 9.10")
@lru_cache(maxsize=64)
def parse_result(text: str) -> CombatResult:
    """A result taken apart, as "Ao1e4/DL1o2" (OCS 9.10); raises ValueError for what is none."""
    found = _RESULT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no combat result; expected one such as AL1o1/Do1")
    attacker_loss, attacker_option, exploit, defender_loss, defender_option, dg = found.groups(default="0")
    return CombatResult(
        text,
        attacker_loss=int(attacker_loss),
        attacker_option=int(attacker_option),
        exploit=int(exploit) or None,
        defender_loss=int(defender_loss),
        defender_option=int(defender_option),
        dg=dg == "DG",
    )


@rule("OCS 9.6")
def ar_modifier(attacker_ar: int, defender_ar: int) -> int:
    """The modifier of the surprise and combat rolls: the attacker's AR less the defender's (OCS 9.6)."""
    return attacker_ar - defender_ar


@rule("OCS 9.9", "OCS 16.0d")
def combat_drm(drm: int, hedgehog: int) -> int:
    """What is added to the combat roll: the AR modifier less the full level of a hedgehog (OCS 9.9)."""
    return drm - hedgehog


@rule("OCS 9.9")
def combat_result(tables: Tables, column: int, total: int) -> CombatResult:
    """The result in a column, from 0 on the left, for a modified roll; end rows hold beyond them (OCS 9.9)."""
    rows = tables["combat_table"]["rows"]
    return parse_result(rows[range_of(rows, total)][column])


def table_width(tables: Tables) -> int:
    """How many columns the combat table has."""
    return len(next(iter(tables["combat_table"]["rows"].values())))
