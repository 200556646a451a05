"""What the player `simple` thinks of units, hexes and attacks: whole numbers for what it would give for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ocs_engine.grid import Hex
from ocs_engine.kernel.remembered import remembered
from ocs_engine.odds import ATTACK_WAYS, Chances
from ocs_engine.series.general import attack_capable, enemy_units
from ocs_engine.series.independents import attack_leads
from ocs_engine.series.losses import steps_left
from ocs_engine.series.modes import on_map
from ocs_engine.series.reckoning import attack_of, best_terrain, reckon
from ocs_engine.series.strength import action_rating, printed_strength
from ocs_engine.series.supply.combat_supply import expected_unpaid
from ocs_engine.series.tables.combat import CombatResult, parse_result
from ocs_engine.state.model import State, Unit
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World

OBJECTIVE = 30
"""What an objective is worth; a middling battalion is worth about ten."""
LATE = 2
"""Turns before the last one, itself counted, in which an objective is worth more than any unit."""
AT_LAST = 90
"""What an objective is worth then."""
GROUND = 2
"""What any other hex is worth that the enemy gives up."""
DISORDER = 1
"""What it is worth to put a stack in disorder."""
EXPLOIT = 3
"""What Exploit is worth."""
LEAST_GAIN = 1
"""What an attack must be worth on average to be made."""


@lru_cache(maxsize=4)
def chances(world: World) -> Chances:
    """The exact chances by a world's tables."""
    return Chances(world.tables)


def price(state: State, uid: str) -> int:
    """What a step of a unit is worth: by its strength and AR."""
    unit = state.units[uid]
    fighting = printed_strength(state.world.tables, unit) + unit.face.barrage + 2 * max(unit.counter.ar, 0)
    return 1 + fighting // unit.counter.steps


def cheapest(state: State, units: Sequence[str]) -> str:
    """Of some units the one whose step is worth least, the first of those alike."""
    return min(units, key=lambda uid: price(state, uid))


def lead(state: State, units: Sequence[str]) -> str:
    """Of some units that which had best lead: the best AR, and of those alike the one that is worth least."""
    tables = state.world.tables
    return max(units, key=lambda uid: (action_rating(tables, state.units[uid]), -price(state, uid)))


def is_objective(state: State, hex_: Hex) -> bool:
    """Whether victory turns on a hex."""
    return hex_ in state.points.objectives(state).values()


def ground_worth(state: State, hex_: Hex) -> int:
    """What a side would give for a hex."""
    if not is_objective(state, hex_):
        return GROUND
    return AT_LAST if is_late(state) else OBJECTIVE


def is_late(state: State) -> bool:
    """Whether the scenario is nearly over."""
    return state.turn > state.world.scenario.last_turn - LATE


def nearest_enemy(state: State, side: Side, hex_: Hex, none: int) -> int:
    """Hexes to the nearest enemy combat unit on the map; `none` where there is none."""
    distance = state.world.atlas.grid.distance
    return min((distance(hex_, place) for place in enemy_hexes(state, side)), default=none)


@remembered(lambda state, side: (state.world, state.units, state.roster, side))
def enemies(state: State, side: Side) -> tuple[Unit, ...]:
    """The enemy's combat units on the map."""
    return tuple(unit for _, unit in state.in_order() if unit.side is not side and on_map(state, unit.place))


@remembered(lambda state, side: (state.world, state.units, state.roster, side))
def enemy_hexes(state: State, side: Side) -> tuple[Hex, ...]:
    """The hexes in which they are."""
    return tuple(dict.fromkeys(unit.place for unit in enemies(state, side)))


def garrison(state: State, hex_: Hex, side: Side, but: Sequence[str] = ()) -> int:
    """How many Attack-Capable units of a side hold a hex, some left out."""
    there = (state.units[uid] for uid in state.here.get(hex_, ()) if uid not in but)
    return sum(unit.side is side and attack_capable(unit) for unit in there)


@dataclass(frozen=True, slots=True)
class Stake:
    """What is at stake in an attack: the steps of each side, what one is worth, what the hex is; whether it is held."""

    attackers: int
    attacker_price: Fraction
    defenders: int
    defender_price: Fraction
    ground: int
    held: bool

    def come_of(self, result: CombatResult, gives: bool) -> tuple[Fraction, bool]:
        """What a result is worth to the attacker, and whether the hex is emptied (OCS 9.10).

        gives: whether he takes his option as steps, not as retreat, which frees the defender of his.
        """
        asked = result.attacker_loss + (result.attacker_option if gives else 0)
        lost = min(asked, self.attackers)
        freed = result.attacker_option > 0 and (not gives or lost < asked)
        option = 0 if freed else result.defender_option
        stands = result.defender_loss + (option if self.held else 0)
        empty = stands >= self.defenders or (option > 0 and not self.held)
        steps = min(stands, self.defenders)
        worth = self.defender_price * steps - self.attacker_price * lost
        return worth + (self.ground if empty else DISORDER if result.dg else 0), empty

    def better_given(self, result: CombatResult) -> bool:
        """Whether the attacker had better give steps for his option than retreat."""
        return self.come_of(result, True)[0] >= self.come_of(result, False)[0]


def stake(state: State, side: Side, target: Hex, attackers: Sequence[str], defenders: Sequence[str]) -> Stake:
    """What is at stake as an attack stands now."""
    return Stake(
        steps_left(state, attackers),
        _mean(state, attackers),
        steps_left(state, defenders),
        _mean(state, defenders),
        ground_worth(state, target) if state.control.get(target) is not side else GROUND,
        is_objective(state, target),
    )


def _mean(state: State, units: Sequence[str]) -> Fraction:
    return Fraction(sum(price(state, uid) for uid in units), max(len(units), 1))


@dataclass(frozen=True, slots=True)
class Prospect:
    """An attack weighed by exact chances. gain: what it is worth on average; empty: the chance to empty the hex."""

    target: Hex
    units: tuple[str, ...]
    gain: Fraction
    empty: Fraction


def prospect(state: State, side: Side, target: Hex, units: Mapping[str, str], overrun: bool = False) -> Prospect:
    """What an attack on a hex promises when all choose well. units: by unit the label of the hex it attacks from."""
    defenders = enemy_units(state, side, target)
    leads = lead(state, attack_leads(state, units)), lead(state, defenders)
    unpaid = expected_unpaid(state, defenders)
    terrain, against = best_terrain(state, target, units, defenders, unpaid)
    odds = chances(state.world).attack(
        attack_of(state, reckon(state, side, target, units, defenders, leads, terrain, against, overrun, unpaid))
    )
    at_stake = stake(state, side, target, tuple(units), defenders)
    gain, empty = Fraction(0), 0
    for text, ways in odds.results.items():
        result = parse_result(text)
        worth, gone = at_stake.come_of(result, at_stake.better_given(result))
        gain += ways * worth
        empty += ways * gone
    return Prospect(
        target,
        tuple(units),
        gain / ATTACK_WAYS + EXPLOIT * odds.exploit(),
        Fraction(empty, ATTACK_WAYS),
    )
