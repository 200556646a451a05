"""How the player `simple` spends supply: fuel for its marches, meals, recovery, and what it keeps for its defence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any

from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.players.simple_answers import SAFE, filled
from ocs_engine.players.simple_worth import garrison, nearest_enemy, price
from ocs_engine.series.income import IncomeFrame, PlaceSupply, places
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply import fuel
from ocs_engine.series.supply.access import accesses, serves, throwers
from ocs_engine.series.supply.combat_supply import LOWER, attack_bill, attack_needs
from ocs_engine.series.supply.foraging import foragers
from ocs_engine.series.supply.fuel import Fuel, How
from ocs_engine.series.supply.fueling import fuel_plan
from ocs_engine.series.supply.paths import throw_hexes
from ocs_engine.series.supply.paying import left_in
from ocs_engine.series.supply.supply_phase import PLAN, Eat, Forage, TraceThrough
from ocs_engine.series.supply.trace import could_trace
from ocs_engine.series.supply.upkeep import SupplyFrame, meal, tables_laid, undecided
from ocs_engine.state.model import State, Stocks
from ocs_engine.world.counters import Side

KEPT = 2
"""T that it keeps where its units draw: what a defence takes."""
MEAL = 4
"""T that it keeps elsewhere, to eat or to get away when it is cut off."""
THREAT = 6
"""Hexes to the nearest enemy within which it keeps them."""
NEAREST = 3
"""Hexes from the nearest enemy nearer than which it puts no supply down without units to guard it."""
TOKEN = Fraction(1, 4)
"""What a T is worth that an attack takes."""
INTERNALS = 1
"""What the internal stocks of a unit are worth that it uses."""


# --- the Supply Phase


def answer(rules: Ruleset[State], state: State, side: Side, frame: SupplyFrame) -> Command:
    """All recover that can, the best first; the strongest part of a formation traces; all eat that can.

    HQs that were cut off forage while there are caches.
    """
    if frame.step == "ask recovery":
        return filled(rules, state, side, "recover", _recovery(state))
    if frame.step == "choose part":
        formation, parts = next(iter(undecided(state, frame).items()))
        best = max(parts, key=lambda part: sum(price(state, uid) for uid in part.units))
        return TraceThrough(side=side, formation=formation, through=best.through)
    if frame.step == "ask forage":
        return Forage(side=side, hq=foragers(state, side, frame.foraged)[0])
    return _meal(state, side, frame)


def _recovery(state: State) -> Callable[[Blank, Sequence[Answer]], Any]:
    def choice(blank: Blank, _: Sequence[Answer]) -> Any:
        if blank.name != "unit" or PLAN in blank.values:
            return PLAN if PLAN in blank.values else blank.values[0]
        return max(blank.values, key=lambda uid: price(state, uid))

    return choice


def _meal(state: State, side: Side, frame: SupplyFrame) -> Eat:
    """The meal off one dump that feeds most, for the least."""
    found = []
    for source, laid in tables_laid(state, frame).items():
        tokens = next(iter(laid.values())).source.tokens
        guests: list[str] = []
        for uid in sorted(laid, key=lambda uid: (-price(state, uid), uid)):
            if meal(state, [*guests, uid]) <= tokens:
                guests.append(uid)
        found.append((len(guests), -meal(state, guests), source, tuple(guests)))
    if not found:
        return Eat(side=side)
    _, _, source, units = max(found)
    return Eat(side=side, source=source, units=units)


def place(state: State, side: Side, frame: IncomeFrame) -> PlaceSupply:
    """What comes each turn appears as near to the enemy as is safe."""
    found = places(state, frame)
    return PlaceSupply(side=side, place=state.world.label(min(found, key=lambda hex_: nearness(state, side, hex_))))


# --- where supply is wanted


def nearness(state: State, side: Side, hex_: int) -> tuple[bool, int, int]:
    """What makes a place a good one for supply, the least the best: safe, and near to the enemy."""
    if not on_map(state, hex_):
        return False, state.world.atlas.grid.size, hex_
    return not is_safe(state, side, hex_), nearest_enemy(state, side, hex_, SAFE), hex_


def is_safe(state: State, side: Side, hex_: int) -> bool:
    """Whether supply may be put down in a hex: guarded, or away from the enemy."""
    return garrison(state, hex_, side) > 0 or nearest_enemy(state, side, hex_, NEAREST) >= NEAREST


# --- attacks


def bill_worth(state: State, units: Sequence[str]) -> tuple[Fraction, tuple[str, ...]] | None:
    """What the supply of an attack is worth, and who would drop out of it; None where it leaves too little.

    Enough is left where a defence can be paid, or where nobody who attacks would be without internal stocks.
    """
    if state.points.everyone_supplied(state):
        return Fraction(0), ()
    bill = attack_bill(state, units)
    offers = [way for need in attack_needs(state, units).values() for way in need.open_to or ()]
    after = {uid: LOWER[state.units[uid].stocks] if uid in bill.internals else state.units[uid].stocks for uid in units}
    if left_in(offers, {}) - bill.tokens < KEPT and Stocks.EXHAUSTED in after.values():
        return None
    return TOKEN * bill.tokens + INTERNALS * len(bill.internals), bill.out


# --- fuel


def fuel_order(state: State, uid: str, thirsty: Collection[str]) -> Fuel | None:
    """The cheapest fuel with which a unit, and others that want some, may march; None where there is none to spare.

    thirsty: the units that want fuel, this one among them.
    """
    unit = state.units[uid]
    single = fuel.price(state, How.UNIT)
    for how, what, served in _deals(state, uid, thirsty):
        cost = fuel.price(state, how)
        if served * single > cost and _spares(state, uid, cost) and (order := fuel_plan(state, unit.side, how, what)):
            return order
    return fuel_plan(state, unit.side, How.UNIT, uid) if _spares(state, uid, single) else None


def _deals(state: State, uid: str, thirsty: Collection[str]) -> list[tuple[How, str, int]]:
    """For its formation, or by an HQ that serves it: how many of the thirsty would be fueled."""
    unit, units = state.units[uid], state.units
    if unit.counter.formation:
        name = unit.counter.formation
        found = fuel.offers(state, unit.side, How.FORMATION, name)
        fed = max((sum(each in thirsty for each in offer.units) for offer in found if uid in offer.units), default=0)
        return [(How.FORMATION, name, fed)]
    deals = []
    for hq in throwers(state, unit.side):
        near = throw_hexes(state, hq)
        if hq in state.fueled_hqs or unit.place not in near or not serves(state, units[hq], unit):
            continue
        independents = (units[each] for each in thirsty if not units[each].counter.formation)
        deals.append((How.HQ, hq, sum(each.place in near and serves(state, units[hq], each) for each in independents)))
    return deals


def _spares(state: State, uid: str, tokens: int) -> bool:
    """Whether so many T can be taken where a unit draws, and a defence near the enemy, or a meal, be paid after that.

    One that is cut off keeps nothing: it had better get away.
    """
    unit = state.units[uid]
    threatened = nearest_enemy(state, unit.side, unit.place, THREAT + 1) <= THREAT
    kept = (KEPT if threatened else MEAL) if could_trace(state, uid, unit.place) else 0
    return left_in(accesses(state, unit.side, unit.place, (uid,)), {}) >= tokens + kept
