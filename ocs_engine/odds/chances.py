"""Exact chances of an attack, a barrage and a round of air combat: every way that the dice can fall is counted.

Nothing is sampled and nothing rounded: a chance is a number of ways out of all ways. `Chances` remembers what it has
worked out, so asking for many attacks is cheap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ocs_engine.series.tables.air_combat import aborting_loses_step, air_combat
from ocs_engine.series.tables.barrage import (
    HALF,
    Barrage,
    BarrageEffect,
    barrage_column,
    barrage_effect,
    barrage_result,
    barrage_shifts,
    final_column,
    reduced,
)
from ocs_engine.series.tables.combat import (
    Attack,
    CombatResult,
    combat_drm,
    combat_result,
    parse_result,
    table_width,
)
from ocs_engine.series.tables.lines import DIE, Modifier
from ocs_engine.series.tables.odds_column import Odds, columns, rounded_odds, shifted, starting_column
from ocs_engine.series.tables.surprise import Surprise, surprise, surprise_drm, surprise_shift
from ocs_engine.world.tables import Tables

TWO_DICE: Mapping[int, int] = Counter(first + second for first in DIE for second in DIE)
"""Each total of two dice, and in how many of 36 ways it falls."""
ATTACK_WAYS = 36 * 6 * 36
"""Ways in which the dice of an attack fall: surprise, shift, combat. Without surprise the shift's die is idle."""
BARRAGE_WAYS = 36 * 6
"""Ways of a barrage's dice: the roll, and the die of a 1/2, idle where the result is another."""
AIR_WAYS = 36 * 6
"""Ways of a round of air combat: the roll and the loss die."""

Ways = Mapping[str, int]
"""Results in the table's own words with the ways of each, from the worst for who attacks or fires to the best."""


class Option(StrEnum):
    """How a side takes the option of a result: all of it as steps lost, or all as hexes of retreat."""

    LOSS = "loss"
    RETREAT = "retreat"


@dataclass(frozen=True, slots=True)
class Case:
    """What an attack comes to when each side always takes its options in one way.

    empty: chance that no defender is left in the hex. losses: steps lost on average. Losses in retreat, by enemy
    zones, are no part of it.
    """

    attacker: Option
    defender: Option
    empty: Fraction
    attacker_losses: Fraction
    defender_losses: Fraction


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """The chances of an attack, in ways out of ATTACK_WAYS.

    odds: as rounded, None where just one side has strength. column: where it starts, from 0 on the left, of `columns`.
    drm: the AR modifier, which surprise and combat roll share; surprise_drm and combat_drm have the hedgehog in them.
    """

    attack: Attack
    odds: Odds | None
    columns: tuple[Odds, ...]
    column: int
    drm: int
    surprise_drm: int
    combat_drm: int
    surprise: Mapping[Surprise, int]
    results: Ways

    def chance(self, result: str) -> Fraction:
        """The chance of a result, 0 for one that cannot come up."""
        return Fraction(self.results.get(result, 0), ATTACK_WAYS)

    def exploit(self, ar: int | None = None) -> Fraction:
        """The chance of a result that gives Exploit to a unit of an AR, the leading one's if none is given (OCS 9.13).

        An overrun never gives it (OCS 8.1e). Whether a retreat throws it away is left open.
        """
        if self.attack.overrun:
            return Fraction(0)
        rating = self.attack.attacker_ar if ar is None else ar
        asked = ((parse_result(text).exploit, ways) for text, ways in self.results.items())
        return Fraction(sum(ways for least, ways in asked if least is not None and rating >= least), ATTACK_WAYS)

    def case(
        self,
        defender_steps: int,
        attacker: Option = Option.LOSS,
        defender: Option = Option.LOSS,
        attacker_steps: int | None = None,
        ignores: bool = True,
    ) -> Case:
        """What comes of it when options are taken so. Without attacker_steps the attacker has enough.

        ignores: the defender passes over his option wherever the attacker's retreat or ruin frees him (OCS 9.10c).
        For the attacker's chance at the defender's best choice, ask for losses: whoever retreats empties the hex.
        """
        empty = attacker_losses = defender_losses = 0
        for text, ways in self.results.items():
            result = parse_result(text)
            lost, freed = _attacker_fate(result, attacker, attacker_steps)
            steps, gone = _defender_fate(result, defender, defender_steps, freed and ignores)
            attacker_losses += ways * lost
            defender_losses += ways * steps
            empty += ways * gone
        return Case(
            attacker,
            defender,
            Fraction(empty, ATTACK_WAYS),
            Fraction(attacker_losses, ATTACK_WAYS),
            Fraction(defender_losses, ATTACK_WAYS),
        )

    def cases(
        self, defender_steps: int, attacker_steps: int | None = None, ignores: bool = True
    ) -> tuple[Case, Case, Case, Case]:
        """All four cases: each side's options all as loss, or all as retreat; see `case`."""
        first, second, third, fourth = (
            self.case(defender_steps, attacker, defender, attacker_steps, ignores)
            for attacker in Option
            for defender in Option
        )
        return first, second, third, fourth


def _worth(result: CombatResult) -> tuple[int, ...]:
    """A key that puts results in order, the worst for the attacker first; Exploit is the better the lower it asks."""
    exploit = result.exploit is not None, -(result.exploit or 0)
    return -result.attacker_loss, result.defender_loss, result.defender_option, *exploit, -result.attacker_option


def _attacker_fate(result: CombatResult, taken: Option, steps: int | None) -> tuple[int, bool]:
    """Steps that the attacker loses, and whether that frees the defender of his option (OCS 9.10c)."""
    asked = result.attacker_loss + (result.attacker_option if taken is Option.LOSS else 0)
    lost = asked if steps is None else min(asked, steps)
    if not result.attacker_option:
        return lost, False
    return lost, taken is Option.RETREAT or lost < asked


def _defender_fate(result: CombatResult, taken: Option, steps: int, freed: bool) -> tuple[int, bool]:
    """Steps that the defender loses, and whether he leaves the hex empty."""
    option = 0 if freed else result.defender_option
    asked = result.defender_loss + (option if taken is Option.LOSS else 0)
    gone = asked >= steps or (taken is Option.RETREAT and option > 0)
    return min(asked, steps), gone


@dataclass(frozen=True, slots=True)
class BarrageOdds:
    """The chances of a barrage, in ways out of BARRAGE_WAYS.

    column: where it starts, final: after its shifts, both from 0 on the left. printed: results as the table has them;
    results: what they come to, [1/2] settled; effects: what they do, the die of 1/2 thrown.
    """

    column: int
    shifts: tuple[Modifier, ...]
    final: int
    printed: Ways
    results: Ways
    effects: Mapping[BarrageEffect, int]

    @property
    def dg(self) -> Fraction:
        """The chance that the hex goes DG."""
        return Fraction(sum(ways for effect, ways in self.effects.items() if effect.dg), BARRAGE_WAYS)

    @property
    def steps(self) -> Mapping[int, Fraction]:
        """The chance of each number of steps lost."""
        found: Counter[int] = Counter()
        for effect, ways in self.effects.items():
            found[effect.steps] += ways
        return {steps: Fraction(ways, BARRAGE_WAYS) for steps, ways in sorted(found.items())}

    @property
    def losses(self) -> Fraction:
        """Steps lost on average, by a hex that has enough of them."""
        return sum((steps * chance for steps, chance in self.steps.items()), start=Fraction(0))


@dataclass(frozen=True, slots=True)
class AirOdds:
    """The chances of a round of air combat, in ways out of AIR_WAYS; aborting and losing a step, for each plane."""

    results: Ways
    attacker_aborts: int
    defender_aborts: int
    attacker_loses: int
    defender_loses: int


def _sorted(found: Ways, order: Iterable[str]) -> Ways:
    return {text: found[text] for text in order if text in found}


class Chances:
    """Exact chances by one set of tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._columns: dict[tuple[int, int], Counter[str]] = {}
        self._attacks: dict[tuple[int, int, int, bool], tuple[Mapping[Surprise, int], Ways]] = {}

    def attack(self, attack: Attack) -> AttackOdds:
        """The chances of an attack."""
        tables = self.tables
        column = starting_column(tables, attack.terrain, attack.attack, attack.defend)
        found_surprise, results = self._fight(column, attack.drm, attack.hedgehog, attack.overrun)
        return AttackOdds(
            attack=attack,
            odds=rounded_odds(attack.attack, attack.defend),
            columns=columns(tables, attack.terrain),
            column=column,
            drm=attack.drm,
            surprise_drm=surprise_drm(tables, attack.drm, attack.hedgehog),
            combat_drm=combat_drm(attack.drm, attack.hedgehog),
            surprise=found_surprise,
            results=results,
        )

    def _fight(self, column: int, drm: int, hedgehog: int, overrun: bool) -> tuple[Mapping[Surprise, int], Ways]:
        """Ways of each surprise and each result, from a starting column on."""
        key = (column, drm, hedgehog, overrun)
        if key not in self._attacks:
            self._attacks[key] = self._count(column, drm, hedgehog, overrun)
        return self._attacks[key]

    def _count(self, column: int, drm: int, hedgehog: int, overrun: bool) -> tuple[Mapping[Surprise, int], Ways]:
        added = surprise_drm(self.tables, drm, hedgehog)
        who = dict.fromkeys(Surprise, 0)
        for roll, ways in TWO_DICE.items():
            who[surprise(self.tables, roll + added, overrun)] += ways
        width = table_width(self.tables)
        finals: Counter[int] = Counter()
        for found, ways in who.items():
            for die in DIE if ways else ():
                finals[shifted(column, surprise_shift(found, die), width)] += ways
        results: Counter[str] = Counter()
        for final, ways in sorted(finals.items()):
            for text, more in self._column(final, combat_drm(drm, hedgehog)).items():
                results[text] += ways * more
        in_order = sorted(results, key=lambda text: _worth(parse_result(text)))
        return {found: 6 * 36 * ways for found, ways in who.items()}, {text: results[text] for text in in_order}

    def _column(self, column: int, drm: int) -> Counter[str]:
        """Of 36 ways, those of each result in one column."""
        if (column, drm) not in self._columns:
            found: Counter[str] = Counter()
            for roll, ways in TWO_DICE.items():
                found[combat_result(self.tables, column, roll + drm).text] += ways
            self._columns[column, drm] = found
        return self._columns[column, drm]

    def barrage(self, barrage: Barrage) -> BarrageOdds:
        """The chances of a barrage against units; raises ValueError for one too weak to fire (OCS 10.0)."""
        tables = self.tables
        column = barrage_column(tables, barrage.strength)
        if column is None:
            raise ValueError(f"a strength of {barrage.strength} rounds to 0; a barrage takes 1 or more (OCS 10.0)")
        shifts = barrage_shifts(tables, barrage)
        final = final_column(tables, column, shifts)
        printed: Counter[str] = Counter()
        results: Counter[str] = Counter()
        effects: Counter[BarrageEffect] = Counter()
        for roll, ways in TWO_DICE.items():
            text = barrage_result(tables, final, roll)
            comes_to = reduced(tables, text, barrage.hedgehog, barrage.source, barrage.spotted)
            printed[text] += 6 * ways
            results[comes_to] += 6 * ways
            for die in DIE:
                effects[barrage_effect(tables, comes_to, die if comes_to == HALF else None)] += ways
        words = tables["barrage_table"]["results"]
        return BarrageOdds(column, shifts, final, _sorted(printed, words), _sorted(results, words), dict(effects))

    def air(self, attacker: int, defender: int) -> AirOdds:
        """The chances of a round of air combat between two ratings."""
        results: Counter[str] = Counter()
        aborts = [0, 0]
        for roll, ways in TWO_DICE.items():
            found = air_combat(self.tables, attacker, defender, roll)
            results[found.text] += 6 * ways
            aborts[0] += 6 * ways * found.attacker_aborts
            aborts[1] += 6 * ways * found.defender_aborts
        hurt = sum(aborting_loses_step(self.tables, die) for die in DIE)
        return AirOdds(dict(results), aborts[0], aborts[1], aborts[0] * hurt // 6, aborts[1] * hurt // 6)
