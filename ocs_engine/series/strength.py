"""What a unit is worth in a fight before terrain: printed figures, mode, steps and supply (OCS 4, 5, 9).

Strengths are exact fractions (OCS 4.2) and come with every multiplier and its rule, so that a combat can show
its working.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ocs_engine.kernel.cases import rule
from ocs_engine.series.numbers import HALF, Factor, multiplied, rounded
from ocs_engine.state.model import Mode, State, Unit, Up
from ocs_engine.world.options import PROPORTIONAL_LOSS
from ocs_engine.world.tables import Tables


@dataclass(frozen=True, slots=True)
class Strength:
    """A unit's strength: the printed figure, the multipliers, and what they make of it."""

    printed: int
    factors: tuple[Factor, ...]

    @property
    def total(self) -> Fraction:
        """The strength itself, not rounded (OCS 4.2)."""
        return multiplied(Fraction(self.printed), self.factors)


@rule("OCS 3.2")
def printed_strength(tables: Tables, unit: Unit) -> int:
    """The strength of the side up; what the series gives HQs and artillery, which print none (OCS 13.1, 13.4)."""
    if unit.face.strength is not None:
        return unit.face.strength
    if unit.counter.is_hq:
        return tables.number("hq_strength_combat" if unit.up is Up.COMBAT else "hq_strength_move")
    return tables.number("artillery_strength")


@rule("OCS 5.10", "OCS 9.11d")
def attack_strength(tables: Tables, unit: Unit, by_steps: bool = False) -> Strength:
    """What an attacking unit brings, before terrain; that it may attack at all is not asked (see `attack_capable`).

    by_steps: whether a unit of several steps is worth the share of them that is left (OCS 21.2).
    """
    factors = [*_mode_factors(tables, unit), *_oos_factors(unit)]
    if by_steps:
        factors += _step_factors(tables, unit)
    elif unit.lost:
        factors.append(Factor(HALF, "OCS 9.11d", "a step is missing"))
    return Strength(printed_strength(tables, unit), tuple(factors))


@rule("OCS 5.7", "OCS 5.8", "OCS 5.10", "OCS 9.11d")
def defence_strength(tables: Tables, unit: Unit, paid: bool = True, by_steps: bool = False) -> Strength:
    """What a defending unit brings, before terrain. paid: whether its combat supply was (OCS 9.5).

    by_steps: as for `attack_strength`.
    """
    factors = [*_mode_factors(tables, unit), *_oos_factors(unit)]
    if not paid:
        factors.append(Factor(HALF, "OCS 9.5", "no combat supply"))
    if unit.marker is Mode.RESERVE:
        factors.append(Factor(tables.share("reserve_defence_share"), "OCS 5.7", "Reserve Mode"))
    if by_steps:
        factors += _step_factors(tables, unit)
    elif 2 * unit.lost >= unit.counter.steps and unit.lost:
        factors.append(Factor(HALF, "OCS 9.11d", "half of its steps or more are missing"))
    return Strength(printed_strength(tables, unit), tuple(factors))


@rule("OCS 9.11d", "OCS 21.2")
def attacking_strength(state: State, uid: str) -> Strength:
    """What a unit brings to an attack before terrain, by the rule for lost steps that is in force (OCS 21.2)."""
    return attack_strength(state.world.tables, state.units[uid], state.plays(PROPORTIONAL_LOSS))


@rule("OCS 9.11d", "OCS 21.2")
def defending_strength(state: State, uid: str, paid: bool = True) -> Strength:
    """What a unit brings to a defence before terrain, in the same way."""
    return defence_strength(state.world.tables, state.units[uid], paid, state.plays(PROPORTIONAL_LOSS))


@rule("OCS 5.10", "OCS 5.7", "OCS 5.8")
def barrage_strength(tables: Tables, unit: Unit) -> Strength:
    """What artillery brings to a barrage: nothing in Strat or Reserve, half when DG, all when OOS (OCS 10.1)."""
    factors: list[Factor] = []
    if unit.marker is Mode.DG:
        factors.append(Factor(tables.share("dg_barrage_share"), "OCS 5.10b", "DG"))
    if unit.marker in (Mode.STRAT, Mode.RESERVE):
        factors.append(Factor(Fraction(0), "OCS 5.7", f"{unit.marker.capitalize()} Mode"))
    return Strength(unit.face.barrage, tuple(factors))


@rule("OCS 5.8", "OCS 5.10", "OCS 9.6")
def action_rating(tables: Tables, unit: Unit) -> int:
    """Its AR in a fight: 0 in Strat Mode, one less when DG, which may make it -1; an HQ has 0 (OCS 9.6, 13.1)."""
    if unit.marker is Mode.STRAT:
        return 0
    printed = 0 if unit.counter.is_hq else unit.counter.ar
    return printed + (tables.number("dg_AR_change") if unit.marker is Mode.DG else 0)


@rule("OCS 21.2")
def _step_factors(tables: Tables, unit: Unit) -> list[Factor]:
    """What lost steps leave of a unit's strength: their share of it, rounded before anything else (OCS 21.2)."""
    printed, steps = printed_strength(tables, unit), unit.counter.steps
    if not unit.lost or not printed:
        return []
    left = rounded(Fraction(printed * (steps - unit.lost), steps))
    return [Factor(Fraction(left, printed), "OCS 21.2", f"{steps - unit.lost} of {steps} steps, rounded to {left}")]


def _mode_factors(tables: Tables, unit: Unit) -> list[Factor]:
    if unit.marker is Mode.DG:
        return [Factor(tables.share("dg_strength_share"), "OCS 5.10b", "DG")]
    if unit.marker is Mode.STRAT:
        return [Factor(Fraction(0), "OCS 5.8", "Strat Mode")]
    return []


@rule("OCS 12.8d")
def _oos_factors(unit: Unit) -> list[Factor]:
    return [Factor(HALF, "OCS 9.5a", "out of supply")] if unit.oos else []
