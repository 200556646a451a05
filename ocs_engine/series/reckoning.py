"""The working of an attack up to the dice: strengths, terrain, odds and modifiers (OCS 9.2 to 9.7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.series import terrain_effects
from ocs_engine.series.numbers import Factor
from ocs_engine.series.strength import Strength, action_rating, attacking_strength, defending_strength
from ocs_engine.series.tables.combat import Attack
from ocs_engine.series.tables.odds_column import columns, rounded_odds, starting_column
from ocs_engine.series.tables.surprise import surprise_drm
from ocs_engine.state.fight_events import CombatReckoned, FactorTold, UnitTold
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.tables import Tables


@rule("OCS 9.2", "OCS 9.3", "OCS 9.4", "OCS 9.6", "OCS 9.7", "OCS 9.14a", "OCS 16.0d")
def reckon(
    state: State,
    side: Side,
    target: Hex,
    units: Mapping[str, str],
    defenders: Sequence[str],
    leads: tuple[str, str],
    terrain: str,
    against: Mapping[str, str],
    overrun: bool,
    unpaid: Collection[str] = (),
) -> CombatReckoned:
    """The full working of an attack (OCS 9.2 to 9.7). That it is allowed, and the choices too, is not asked.

    units: the label of the hex that each attacker attacks from. defenders: all enemy combat units of the hex
    (OCS 9.1d). leads: attacker and defender whose AR count (OCS 9.6). terrain: the defender's choice for his own stack;
    against: for each attacking hex, by its label (OCS 9.4). unpaid: defenders without combat supply (OCS 9.5).
    """
    world, label = state.world, state.world.label(target)
    level = terrain_effects.defending_level(state, target, defenders)
    attack = {uid: _attacking(state, uid, start, target, against[start], level) for uid, start in units.items()}
    defend = {uid: _defending(state, uid, terrain, uid not in unpaid) for uid in defenders}
    attack_total, defend_total = _total(attack.values()), _total(defend.values())
    row = terrain_effects.terrain_row(world, terrain)
    column = starting_column(world.tables, row, attack_total, defend_total)
    hedgehog = hedgehog_level(state, target)
    return CombatReckoned(
        side=side,
        target=label,
        overrun=overrun,
        attack=tuple(_told(state, uid, units[uid], strength) for uid, strength in attack.items()),
        defend=tuple(_told(state, uid, label, strength) for uid, strength in defend.items()),
        attack_total=str(attack_total),
        defend_total=str(defend_total),
        attacker_lead=leads[0],
        defender_lead=leads[1],
        terrain=terrain,
        against=dict(against),
        row=row,
        odds=str(rounded_odds(attack_total, defend_total) or ""),
        column=column,
        heading=str(columns(world.tables, row)[column]),
        modifiers=_modifiers(state, leads, hedgehog),
        hedgehog=hedgehog,
    )


@rule("OCS 9.2")
def attack_of(state: State, event: CombatReckoned) -> Attack:
    """What the dice steps of an attack need of its working; AR as the units that lead have them now."""
    tables, units = state.world.tables, state.units
    return Attack(
        attack=Fraction(event.attack_total),
        defend=Fraction(event.defend_total),
        terrain=event.row,
        attacker_ar=action_rating(tables, units[event.attacker_lead]),
        defender_ar=action_rating(tables, units[event.defender_lead]),
        hedgehog=event.hedgehog,
        overrun=event.overrun,
    )


@dataclass(frozen=True, slots=True)
class Ground:
    """A terrain that a defender may choose for his own stack: its row in the table, and what his stack brings on it."""

    terrain: str
    row: str
    defend: Fraction


@rule("OCS 9.3", "OCS 9.4")
def best_terrain(
    state: State, target: Hex, units: Mapping[str, str], defenders: Sequence[str], unpaid: Collection[str] = ()
) -> tuple[str, dict[str, str]]:
    """The choices that are best for a defender: his own terrain, and what counts against each attacking hex.

    units, unpaid: as for `reckon`. Against each hex what leaves its stack the least; for his own see `best_ground`.
    """
    level = terrain_effects.defending_level(state, target, defenders)
    against: dict[str, str] = {}
    attack = Fraction(0)
    for start in dict.fromkeys(units.values()):
        stack = [uid for uid, where in units.items() if where == start]
        against[start], total = best_against(state, stack, start, target, level)
        attack += total
    return best_ground(state.world.tables, grounds(state, target, defenders, unpaid), attack).terrain, against


@rule("OCS 9.4")
def best_against(
    state: State, stack: Sequence[str], start: str, target: Hex, level: str
) -> tuple[str, Fraction]:  # fmt: skip
    """What leaves a stack that attacks from a hex the least, the first of those alike, and what that is."""
    world = state.world
    totals = {
        choice: _total(_attacking(state, uid, start, target, choice, level) for uid in stack)
        for choice in terrain_effects.against(world, world.place(start), target)
    }
    choice = min(totals, key=totals.__getitem__)
    return choice, totals[choice]


@rule("OCS 9.3", "OCS 9.4")
def grounds(
    state: State, target: Hex, defenders: Sequence[str], unpaid: Collection[str] = ()
) -> tuple[Ground, ...]:  # fmt: skip
    """What a defender may choose among for his own stack. unpaid: as for `reckon`."""
    world = state.world
    return tuple(
        Ground(
            terrain,
            terrain_effects.terrain_row(world, terrain),
            _total(_defending(state, uid, terrain, uid not in unpaid) for uid in defenders),
        )
        for terrain in terrain_effects.terrains(world, target)
    )


@rule("OCS 9.3")
def best_ground(tables: Tables, choices: Sequence[Ground], attack: Fraction) -> Ground:
    """The choice with the lowest starting column, then the most strength; the first of those alike."""
    return min(choices, key=lambda each: (starting_column(tables, each.row, attack, each.defend), -each.defend))


# --- the parts of the working



def _attacking(state: State, uid: str, start: str, target: Hex, choice: str, level: str) -> Strength:
    """What an attacker brings from a hex, terrain included."""
    world, unit = state.world, state.units[uid]
    factor = terrain_effects.attack_factor(world, unit, world.place(start), target, choice, level)
    return _with(attacking_strength(state, uid), factor)


@rule("OCS 9.5")
def _defending(state: State, uid: str, terrain: str, paid: bool) -> Strength:
    """What a defender brings, terrain included; half without combat supply (OCS 9.5)."""
    world, unit = state.world, state.units[uid]
    return _with(defending_strength(state, uid, paid), terrain_effects.defence_factor(world, unit, terrain))


def _with(strength: Strength, factor: Factor) -> Strength:
    return Strength(strength.printed, (*strength.factors, factor))


@rule("OCS 4.2")
def _total(strengths: Iterable[Strength]) -> Fraction:
    """The sum of a side, nothing rounded (OCS 4.2)."""
    return sum((each.total for each in strengths), start=Fraction(0))


def _told(state: State, uid: str, where: str, strength: Strength) -> UnitTold:
    return UnitTold(
        unit=uid,
        hex=where,
        printed=strength.printed,
        factors=tuple(FactorTold(value=str(each.value), rule=each.rule, why=each.why) for each in strength.factors),
        total=str(strength.total),
        at=terrain_effects.anti_tank_level(state.units[uid]),
    )


def hedgehog_level(state: State, target: Hex) -> int:
    """The level of the hedgehog in a hex, 0 for none."""
    return state.hedgehogs[target].level if target in state.hedgehogs else 0


@rule("OCS 9.6", "OCS 16.0d")
def _modifiers(state: State, leads: tuple[str, str], hedgehog: int) -> tuple[FactorTold, ...]:
    """What is added to the surprise roll: both AR, and the flat figure of a hedgehog (OCS 9.6, 16.0d)."""
    tables = state.world.tables
    attacker, defender = (action_rating(tables, state.units[uid]) for uid in leads)
    lines = [(attacker, "OCS 9.6", "attacker's AR"), (-defender, "OCS 9.6", "defender's AR")]
    if hedgehog:
        lines.append((surprise_drm(tables, 0, hedgehog), "OCS 16.0d", "hedgehog"))
    return tuple(FactorTold(value=f"{value:+d}", rule=case, why=why) for value, case, why in lines)
