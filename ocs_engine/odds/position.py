"""The odds of attacks from the position itself, each side's choices made as is best for it (OCS 9).

All units are looked at, whoever may see them (OCS 4.9): this is the referee's knowledge. Options count as taken in
steps: the attacker stands, and whoever of the defenders retreats empties the hex (see `AttackOdds.case`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.odds.chances import AttackOdds, Case, Chances
from ocs_engine.series import attack
from ocs_engine.series.combat import CombatFrame, exploiters
from ocs_engine.series.general import enemy_units
from ocs_engine.series.independents import attack_leads
from ocs_engine.series.losses import steps_left
from ocs_engine.series.reckoning import Ground, best_against, best_ground, grounds, hedgehog_level, reckon
from ocs_engine.series.strength import action_rating, printed_strength
from ocs_engine.series.supply.combat_supply import attack_bill, expected_unpaid
from ocs_engine.series.tables.combat import Attack
from ocs_engine.series.terrain_effects import defending_level
from ocs_engine.state.fight_events import CombatReckoned
from ocs_engine.state.model import Memory, State
from ocs_engine.state.slots import Phase, Segment, layout
from ocs_engine.world.counters import Side


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an attack from a position would come to.

    units: attackers, and the label of the hex each attacks from. leads, terrain, against, unpaid: as for `reckon`, the
    defender paying as well as he can. steps: how many both sides have, the attacker first. case: options taken in steps
    by both. exploit: the chance of a result that gives Exploit to one of the attackers, whether or not he survives (OCS
    9.13).
    """

    side: Side
    target: Hex
    units: Mapping[str, str]
    defenders: tuple[str, ...]
    leads: tuple[str, str]
    terrain: str
    against: Mapping[str, str]
    steps: tuple[int, int]
    odds: AttackOdds
    case: Case
    exploit: Fraction
    unpaid: tuple[str, ...] = ()

    @property
    def hexes(self) -> tuple[str, ...]:
        """The labels of the attacking hexes."""
        return tuple(self.against)


def as_combat(state: State, side: Side) -> State:
    """The state as it is in a combat segment of a side; any other as if it stood in that of its next Combat Phase.

    Then nobody has attacked yet, and nothing else is under way.
    """
    now = state.now
    if now.segment is Segment.COMBAT and now.acts is side:
        return state
    first = state.first or side
    slots = layout(first, simulcast=False)
    slot = next(
        i for i, each in enumerate(slots)
        if each.phase is Phase.COMBAT and each.segment is Segment.COMBAT and each.acts is side
    )  # fmt: skip
    return replace(state, arranging=(), first=first, simulcast=False, slot=slot, frames=(), memory=Memory())


def prospect(state: State, target: Hex, units: Sequence[str], chances: Chances | None = None) -> Prospect:
    """An attack by units of one side that may make it; whether they may is not asked (see `attack.units_refusal`)."""
    side = state.units[units[0]].side
    defence = _defence(state, side, target)
    stacks = _stacks(state, units, target, defence.level)
    return _prospect(state, side, defence, stacks, chances or Chances(state.world.tables))


def prospects(state: State, side: Side, chances: Chances | None = None) -> list[Prospect]:
    """The attacks that a side may make now, the best first: on each hex from each choice of hexes next to it, with all
    that may attack from there and can be supplied together. Alike ones stand in the order of their hexes.
    """
    chances = chances or Chances(state.world.tables)
    found: list[Prospect] = []
    for target, units in attack.targets(state, side).items():
        defence = _defence(state, side, target)
        for team in state.points.teams(state, units):
            for chosen in _choices(_stacks(state, team, target, defence.level)):
                if supplied := _supplied(state, defence, chosen):
                    found.append(_prospect(state, side, defence, supplied, chances))
    return sorted(found, key=lambda each: _worth(each.case), reverse=True)


def working(state: State, found: Prospect) -> CombatReckoned:
    """The full working of an attack up to the dice, unit by unit."""
    return reckon(
        state, found.side, found.target, found.units, found.defenders, found.leads, found.terrain, found.against,
        overrun=False, unpaid=found.unpaid,
    )  # fmt: skip


# --- what is worked out once for a target


@dataclass(frozen=True, slots=True)
class _Defence:
    """A hex that is attacked: its units, their AT level, the hedgehog's level, steps, those without combat supply,
    terrains, and who leads.
    """

    target: Hex
    units: tuple[str, ...]
    level: str
    hedgehog: int
    steps: int
    unpaid: tuple[str, ...]
    grounds: tuple[Ground, ...]
    lead: str


@dataclass(frozen=True, slots=True)
class _Stack:
    """All that attacks from one hex: what the defender counts against it, and what that leaves of its strength."""

    start: str
    units: tuple[str, ...]
    against: str
    total: Fraction
    steps: int


def _defence(state: State, side: Side, target: Hex) -> _Defence:
    units = tuple(enemy_units(state, side, target))
    unpaid = expected_unpaid(state, units)
    return _Defence(
        target,
        units,
        defending_level(state, target, units),
        hedgehog_level(state, target),
        steps_left(state, units),
        unpaid,
        grounds(state, target, units, unpaid),
        _lead(state, units),
    )


def _stacks(state: State, units: Iterable[str], target: Hex, level: str) -> list[_Stack]:
    """Attackers by the hex they attack from, in the order in which they are named."""
    by_hex: dict[Hex, list[str]] = {}
    for uid in units:
        by_hex.setdefault(state.units[uid].place, []).append(uid)
    found: list[_Stack] = []
    for hex_, stack in by_hex.items():
        start = state.world.label(hex_)
        against, total = best_against(state, stack, start, target, level)
        found.append(_Stack(start, tuple(stack), against, total, steps_left(state, stack)))
    return found


def _lead(state: State, units: Iterable[str]) -> str:
    """The unit that had best lead: of the highest AR, which is never worse for its owner in any column of the table.

    Of several the weakest, as the lead loses the first step (OCS 9.11).
    """
    tables = state.world.tables

    def worth(uid: str) -> tuple[int, int]:
        return action_rating(tables, state.units[uid]), -printed_strength(tables, state.units[uid])

    return max(units, key=worth)


def _choices(stacks: Sequence[_Stack]) -> Iterator[tuple[_Stack, ...]]:
    """Every choice of one or more of the stacks."""
    return (chosen for size in range(1, len(stacks) + 1) for chosen in combinations(stacks, size))


@rule("OCS 9.2", "OCS 9.5")
def _supplied(state: State, defence: _Defence, stacks: Sequence[_Stack]) -> Sequence[_Stack]:
    """The stacks of an attack without those that would drop out of it for want of supply (OCS 9.2)."""
    if state.points.everyone_supplied(state):
        return stacks
    units = [uid for stack in stacks for uid in stack.units]
    out = attack_bill(state, units).out
    left = [uid for uid in units if uid not in out]
    return _stacks(state, left, defence.target, defence.level) if out else stacks


# --- one attack


def _worth(case: Case) -> tuple[Fraction, Fraction, Fraction]:
    """What an attacker would have: first the hex empty, then more losses for the enemy, then fewer of his own."""
    return case.empty, case.defender_losses, -case.attacker_losses


def _prospect(state: State, side: Side, defence: _Defence, stacks: Sequence[_Stack], chances: Chances) -> Prospect:
    """The attack of some stacks on a hex, the terrain chosen that gives it the lowest column."""
    tables = state.world.tables
    total = sum((stack.total for stack in stacks), start=Fraction(0))
    steps = sum(stack.steps for stack in stacks), defence.steps
    ground = best_ground(tables, defence.grounds, total)
    units = {uid: stack.start for stack in stacks for uid in stack.units}
    leads = _lead(state, attack_leads(state, units)), defence.lead
    attacker_ar, defender_ar = (action_rating(tables, state.units[uid]) for uid in leads)
    odds = chances.attack(Attack(total, ground.defend, ground.row, attacker_ar, defender_ar, defence.hedgehog))
    return Prospect(
        side=side,
        target=defence.target,
        units=units,
        defenders=defence.units,
        leads=leads,
        terrain=ground.terrain,
        against={stack.start: stack.against for stack in stacks},
        steps=steps,
        odds=odds,
        case=odds.case(steps[1], attacker_steps=steps[0]),
        exploit=_exploit(state, side, defence, units, odds),
        unpaid=defence.unpaid,
    )


def _exploit(state: State, side: Side, defence: _Defence, units: dict[str, str], odds: AttackOdds) -> Fraction:
    """The chance of a result that gives Exploit to the best of the attackers that can win it at all."""
    target, able = state.world.label(defence.target), [state.units[uid].counter.ar for uid in units]
    frame = CombatFrame(side=side, target=target, units=units, defenders=defence.units, before={})
    won = exploiters(state, frame, min(able))
    return odds.exploit(max(state.units[uid].counter.ar for uid in won)) if won else Fraction(0)
