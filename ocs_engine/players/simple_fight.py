"""How the player `simple` fights: which barrages and attacks it gives, and what it answers in a combat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Command
from ocs_engine.odds import BarrageOdds
from ocs_engine.players.simple_supply import bill_worth
from ocs_engine.players.simple_worth import (
    DISORDER,
    LEAST_GAIN,
    Prospect,
    chances,
    garrison,
    is_objective,
    lead,
    price,
    prospect,
    stake,
)
from ocs_engine.series import firing
from ocs_engine.series.attack import targets
from ocs_engine.series.barrage import Barrage, BarrageFrame, ChooseCover, facts_of
from ocs_engine.series.combat import (
    CombatFrame,
    advancers,
    alive,
    attacked_from,
    freed,
    may_enter_together,
    splits,
)
from ocs_engine.series.fight_commands import Advance, Attack, ChooseTerrain, NameLead, TakeOption
from ocs_engine.series.firing import Aim
from ocs_engine.series.general import enemy_units, size, stack_limit, stack_size
from ocs_engine.series.independents import attack_leads
from ocs_engine.series.losses import steps_left
from ocs_engine.series.reckoning import best_terrain
from ocs_engine.series.supply.barrage_paying import any_payment
from ocs_engine.series.supply.combat_paying import attack_plan, defence_plan
from ocs_engine.series.terrain_effects import terrains
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

PRIZE = 20
"""What it is worth besides to drive the enemy from a hex in which he cuts a railway."""

# --- attacks


def attack(state: State, side: Side, prized: Collection[Hex] = ()) -> Attack | None:
    """The attack that promises most, objectives first; None where none is worth it.

    prized: hexes that are worth more than others to have the enemy out of.
    """
    choices = ((hex_, team) for hex_, able in targets(state, side).items() for team in state.points.teams(state, able))
    wished = (best_attack(state, side, *pair) for pair in choices)
    found = [_paid(state, side, each, PRIZE if each.target in prized else 0) for each in wished]
    worth_it = [each for each in found if each is not None and each.gain >= LEAST_GAIN]
    if not worth_it:
        return None
    best = max(worth_it, key=lambda each: (is_objective(state, each.target), each.gain, -each.target))
    return Attack(side=side, target=state.world.label(best.target), units=best.units)


def _paid(state: State, side: Side, wished: Prospect, prize: int = 0) -> Prospect | None:
    """An attack without those for whom there is no supply, what it costs taken off; None where it costs too much.

    prize: what it is worth besides to empty the hex.
    """
    if wished.gain + prize * wished.empty < LEAST_GAIN:
        return None
    bill = bill_worth(state, wished.units)
    if bill is None:
        return None
    cost, out = bill
    if set(out) >= set(wished.units):
        return None
    if out:
        starts = {uid: state.world.label(state.units[uid].place) for uid in wished.units if uid not in out}
        wished = prospect(state, side, wished.target, starts)
    return replace(wished, gain=wished.gain + prize * wished.empty - cost)


def best_attack(state: State, side: Side, target: Hex, units: Sequence[str]) -> Prospect:
    """The attack on a hex from all hexes that help: each is left out without which there is as much to be won."""
    starts = {uid: state.world.label(state.units[uid].place) for uid in units}
    best = prospect(state, side, target, starts)
    for label in dict.fromkeys(starts.values()):
        fewer = {uid: start for uid, start in starts.items() if start != label and uid in best.units}
        if fewer and (other := prospect(state, side, target, fewer)).gain >= best.gain:
            best = other
    return best


# --- barrages


def barrage(state: State, side: Side) -> Barrage | None:
    """The barrage of units that does most where it counts: what could be attacked first, and objectives first."""

    def worth(target: Hex) -> tuple[bool, bool, Fraction, int]:
        odds = _odds(state, side, target, guns[target])
        enemies = enemy_units(state, side, target)
        hurt = odds.losses * Fraction(sum(price(state, uid) for uid in enemies), len(enemies)) + odds.dg * DISORDER
        return firing.spotter_near(state, side, target), is_objective(state, target), hurt, -target

    guns = {
        hex_: chosen
        for hex_, units in firing.possible_barrages(state, side).items()
        if Aim.UNITS in firing.aims(state, side, hex_) and (chosen := _guns(state, side, hex_, units))
    }
    if not guns:
        return None
    target = max(guns, key=worth)
    return Barrage(side=side, target=state.world.label(target), aim=Aim.UNITS, units=guns[target])


def _guns(state: State, side: Side, target: Hex, units: Sequence[str]) -> tuple[str, ...]:
    """As few of some guns as fire on the column that all that can be paid reach, the strongest kept; () for none."""
    chosen: tuple[str, ...] = ()
    for uid in sorted(units, key=lambda uid: (-state.units[uid].face.barrage, uid)):
        if uid in firing.joiners(state, side, target, chosen, Aim.UNITS):
            chosen = (*chosen, uid)
    if not chosen:
        return ()
    best = _odds(state, side, target, chosen).final
    while firing.strong_enough(state, chosen[:-1]) and _odds(state, side, target, chosen[:-1]).final == best:
        chosen = chosen[:-1]
    return chosen


def _odds(state: State, side: Side, target: Hex, units: Sequence[str]) -> BarrageOdds:
    """The chances of a barrage, the enemy choosing what covers him best."""
    frame = BarrageFrame(
        side=side,
        target=state.world.label(target),
        aim=Aim.UNITS,
        units=tuple(units),
        strength=str(firing.total(state, units)),
    )
    return worst_odds(state, frame)


def worst_odds(state: State, frame: BarrageFrame) -> BarrageOdds:
    """The chances of a barrage of units in the terrain that covers the enemy best."""
    found = terrains(state.world, state.world.place(frame.target))
    return min((_covered(state, frame, terrain) for terrain in found), key=_hurt)


def _covered(state: State, frame: BarrageFrame, terrain: str) -> BarrageOdds:
    return chances(state.world).barrage(facts_of(state, frame.model_copy(update={"terrain": terrain})))


def _hurt(odds: BarrageOdds) -> tuple[Fraction, Fraction]:
    return odds.losses, odds.dg


def barrage_answer(state: State, side: Side, frame: BarrageFrame) -> Command:
    """The cheapest payment for its own barrage; under one of the enemy's the terrain under which it does least."""
    if frame.step == "pay":
        return any_payment(state, frame)
    found = terrains(state.world, state.world.place(frame.target))
    return ChooseCover(side=side, terrain=min(found, key=lambda terrain: _hurt(_covered(state, frame, terrain))))


# --- answers in a combat


def answer(state: State, side: Side, frame: CombatFrame) -> Command | None:
    """The answer to a question of a combat; None for one that it does not know."""
    match frame.step:
        case "pay attack":
            return attack_plan(state, frame)
        case "pay defence":
            return defence_plan(state, frame)
        case "name attacker":
            return NameLead(side=side, unit=lead(state, attack_leads(state, frame.units)))
        case "name defender":
            return NameLead(side=side, unit=lead(state, frame.defenders))
        case "choose terrain":
            target = state.world.place(frame.target)
            own, against = best_terrain(state, target, frame.units, frame.defenders, frame.unpaid)
            return ChooseTerrain(side=side, terrain=own, against=against)
        case "attacker chooses":
            return TakeOption(side=side, steps=_attackers_steps(state, side, frame))
        case "defender chooses" if freed(frame):
            return TakeOption(side=side, ignore=True)
        case "defender chooses":
            return TakeOption(side=side, steps=_defenders_steps(state, frame))
        case "choose advance":
            return Advance(side=side, units=_advance(state, side, frame))
    return None


def _attackers_steps(state: State, side: Side, frame: CombatFrame) -> int:
    """All of the option as steps where the rest of the result is worth them, or an objective would be left empty."""
    target, left = state.world.place(frame.target), alive(state, frame.units)
    found = splits(state, left, frame.parsed.attacker_option, (frame.target,))
    defenders = enemy_units(state, side, target)
    at_stake = stake(state, side, target, left, defenders)
    to_come = replace(frame.parsed, attacker_loss=0)
    keeps = _last_guards(state, side, left) and found[-1] < steps_left(state, left)
    return found[-1] if keeps or at_stake.better_given(to_come) else found[0]


def _last_guards(state: State, side: Side, units: Sequence[str]) -> bool:
    """Whether an objective that some units stand in would be left empty without them."""
    places = {state.units[uid].place for uid in units}
    return any(is_objective(state, hex_) and not garrison(state, hex_, side, units) for hex_ in places)


def _defenders_steps(state: State, frame: CombatFrame) -> int:
    """All of the option as steps in an objective, while something is left there; else as much retreat as can be."""
    left = alive(state, frame.defenders)
    found = splits(state, left, frame.parsed.defender_option, attacked_from(frame))
    holds = is_objective(state, state.world.place(frame.target)) and found[-1] < steps_left(state, left)
    return found[-1] if holds else found[0]


def _advance(state: State, side: Side, frame: CombatFrame) -> tuple[str, ...]:
    """Who enters an emptied hex: the most valuable first, as many as may stack, no last guard of an objective.

    Into a hex that is no objective only those that do not come away from one.
    """
    target = state.world.place(frame.target)
    room = stack_limit(state) - stack_size(state, target, side)
    chosen: list[str] = []
    for uid in sorted(advancers(state, frame), key=lambda uid: (-price(state, uid), uid)):
        place = state.units[uid].place
        guards = is_objective(state, place) and (
            not is_objective(state, target) or not garrison(state, place, side, [*chosen, uid])
        )
        if not guards and size(state.units[uid]) <= room:
            chosen.append(uid)
            room -= size(state.units[uid])
    return tuple(chosen) if may_enter_together(state, side, chosen, target) else ()
