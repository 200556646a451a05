"""Recovery of internal stocks (OCS 12.10e): who wants what, from which dumps, and what is forced."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.general import size
from ocs_engine.series.supply.access import Access, accesses, together
from ocs_engine.series.supply.payment import (
    Need,
    Payment,
    any_payment,
    fewest_sources,
    payable,
    payment_refusal,
    spend,
    ways,
)
from ocs_engine.state.model import State, Stocks, Unit
from ocs_engine.state.supply_events import StocksChanged, SupplySpent
from ocs_engine.world.counters import Side

USE = "recovery"
"""What the supply is for, as the ledger has it."""
NEXT = {Stocks.EXHAUSTED: Stocks.LOW, Stocks.LOW: Stocks.FULL}
"""The level to which one price lifts a unit."""
LEVELS = {Stocks.FULL: 0, Stocks.LOW: 1, Stocks.EXHAUSTED: 2}
"""The levels that a unit lacks."""


@rule("OCS 12.10e")
def price(state: State, unit: Unit) -> int:
    """T for one level: 2 for a counter of one step, 2 for each RE of one with several (OCS 12.10e)."""
    level: int = state.world.tables["other_supply_costs"]["internal_low_recovery_T"]
    return level if unit.counter.steps == 1 else -(-level * size(unit) // 4)


@dataclass(frozen=True, slots=True)
class Group:
    """Units that lack internal stocks and share dumps: a need for each level, and the compulsory ways of each unit.

    loads: the ways by organic loads of its formation, which the owner of each unit may use as well.
    """

    needs: tuple[Need, ...]
    offers: Mapping[str, list[Access]]
    loads: Mapping[str, list[Access]]

    @property
    def units(self) -> tuple[str, ...]:
        """Its units, in the roster's order."""
        return tuple(self.offers)

    def all_offers(self) -> list[list[Access]]:
        """The ways of each need."""
        return [self.offers[need.users[0]] for need in self.needs]

    def tokens(self, uid: str | None = None, *, with_loads: bool = False) -> int:
        """The T that one unit, or all together, can get at; organic loads are left out unless they are asked for."""
        units = self.units if uid is None else (uid,)
        return together(
            each for unit in units for each in (*self.offers[unit], *(self.loads[unit] if with_loads else ()))
        )


def need_of(state: State, uid: str) -> Need:
    """What lifts a unit by one level."""
    unit = state.units[uid]
    return Need(uid, unit.place, price(state, unit), (uid,))


@rule("OCS 12.10e", "OCS 13.2g")
def compulsory(state: State, uid: str) -> list[Access]:
    """The ways of all reachable dumps; loads that are for one formation alone may be withheld (OCS 13.2g G)."""
    return [each for each in _reaching(state, uid) if not each.source.formation]


def _reaching(state: State, uid: str) -> list[Access]:
    unit = state.units[uid]
    return accesses(state, unit.side, unit.place, (uid,))


@rule("OCS 12.10e")
def groups(state: State, side: Side, keeping: Collection[str] = ()) -> list[Group]:
    """The units of a side that lack internal stocks and reach some supply, those that share dumps together.

    A unit that only an organic load can lift is a group of its own, unless its load is kept. keeping: such units.
    """
    found: list[tuple[set[str], list[str]]] = []
    offers, loads = {}, {}
    for uid, unit in state.in_order():
        if unit.side is not side or unit.place < 0 or not LEVELS[unit.stocks] or uid in keeping:
            continue
        reaching = _reaching(state, uid)
        ways = [each for each in reaching if not each.source.formation]
        if ways or together(reaching) >= price(state, unit):
            offers[uid], loads[uid] = ways, [each for each in reaching if each.source.formation]
            names, units = {each.source.name for each in ways}, [uid]
            for other in [each for each in found if each[0] & names]:
                found.remove(other)
                names, units = names | other[0], [*other[1], *units]
            found.append((names, units))
    ordered = [sorted(units, key=list(offers).index) for _, units in found]
    return [_group(state, units, offers, loads) for units in sorted(ordered, key=lambda u: u[0])]


def _group(
    state: State, units: Sequence[str], offers: Mapping[str, list[Access]], loads: Mapping[str, list[Access]]
) -> Group:
    needs = (need_of(state, uid) for uid in units for _ in range(LEVELS[state.units[uid].stocks]))
    return Group(tuple(needs), {uid: offers[uid] for uid in units}, {uid: loads[uid] for uid in units})


# --- what is forced


def does(group: Group) -> bool:
    """Whether supply does for all of a group."""
    return payable(group.needs, group.all_offers())


@rule("OCS 12.10e")
def cheapest(group: Group) -> list[dict[str, int]] | None:
    """Payments that lift all units of a group in full, from the fewest dumps; None where supply is short."""
    return fewest_sources(group.needs, group.all_offers())


@rule("OCS 12.10e")
def settled(group: Group) -> list[tuple[str, dict[str, int]]] | None:
    """The units to lift, with payments, where there is nothing to choose; None where the owner chooses.

    In full there is nothing to choose where each unit has one dump, or all dumps of the group are emptied. When supply
    is short, where one unit alone can be lifted, and from one dump or by emptying several. An organic load with which
    anybody could be lifted is always a choice.
    """
    if any(group.loads[uid] for uid in liftable(group, with_loads=True)):
        return None
    payments = any_payment(group.needs, group.all_offers())
    if payments is not None:
        one_each = all(_dumps(group, uid) == 1 for uid in group.units)
        if one_each or group.tokens() == sum(need.tokens for need in group.needs):
            return [(need.users[0], payment) for need, payment in zip(group.needs, payments, strict=True)]
        return None
    able = liftable(group)
    if not able:
        return []
    need = next(need for need in group.needs if need.users[0] == able[0])
    if len(able) == 1 and (_dumps(group, able[0]) == 1 or group.tokens(able[0]) == need.tokens):
        payments = any_payment([need], [group.offers[able[0]]])
        return [(able[0], payment) for payment in payments or ()]
    return None


def _dumps(group: Group, uid: str) -> int:
    return len({each.source.name for each in group.offers[uid]})


def liftable(group: Group, *, with_loads: bool = False) -> list[str]:
    """The units of a group that can get a whole level's price from dumps alone, or with organic loads."""
    prices = {need.users[0]: need.tokens for need in group.needs}
    return [uid for uid in group.units if group.tokens(uid, with_loads=with_loads) >= prices[uid]]


@rule("OCS 12.10e", "OCS 13.2g")
def may_keep_loads(group: Group) -> bool:
    """Whether nobody in a group must be lifted any more, so that its owner may keep his organic loads (OCS 13.2g G)."""
    return not liftable(group)


# --- the owner's choice


@rule("OCS 12.10e")
def lift_refusal(state: State, group: Group, uid: str, payment: Payment) -> Refusal | None:
    """Why a unit may not be lifted by one level with a payment, or None.

    Where supply does for all of the group the payment must leave enough for the rest.
    """
    if uid not in group.units:
        words = f"{uid} does not recover now; it is the turn of {', '.join(group.units)}"
        return Refusal(code="not that unit", rule="OCS 12.10e", sentence=words, pieces=(uid,))
    need, unit = need_of(state, uid), state.units[uid]
    if (refusal := payment_refusal(state, unit.side, need, payment)) is not None:
        return refusal
    if not leaves_enough(state, group, uid, payment):
        words = f"so paid for, {uid} leaves too little for the others, and supply does for all"
        return Refusal(code="too little left", rule="OCS 12.10e", sentence=words, pieces=(uid,))
    return None


def leaves_enough(state: State, group: Group, uid: str, payment: Payment) -> bool:
    """Whether the rest of a group can still be met after a payment, whole or begun, or could not anyway."""
    if not does(group):
        return True
    known = ways(state, state.units[uid].side, need_of(state, uid))
    taken: dict[str, int] = {}
    for name, tokens in payment.items():
        source = known[name].source.name
        taken[source] = taken.get(source, 0) + tokens
    at = next(at for at, need in enumerate(group.needs) if need.users[0] == uid)
    owed = group.needs[at].tokens - sum(payment.values())
    needs = [*group.needs[:at], *group.needs[at + 1 :]]
    offers = [group.offers[need.users[0]] for need in needs]
    if owed:
        needs.append(replace(group.needs[at], tokens=owed))
        offers.append(list(known.values()))
    return payable(needs, [[_less(each, taken) for each in offer] for offer in offers])


def _less(access: Access, taken: Mapping[str, int]) -> Access:
    left = access.source.tokens - taken.get(access.source.name, 0)
    return replace(access, source=replace(access.source, tokens=left))


def next_ways(state: State, group: Group, uid: str, payment: Payment) -> tuple[str, ...]:
    """The ways in which the next token of a unit's level may come, after those of a payment begun."""
    known = ways(state, state.units[uid].side, need_of(state, uid))
    given: dict[str, int] = {}
    for name, tokens in payment.items():
        given[known[name].source.name] = given.get(known[name].source.name, 0) + tokens
    found = []
    for name, access in known.items():
        more = {**payment, name: payment.get(name, 0) + 1}
        left = access.source.tokens - given.get(access.source.name, 0)
        if left > 0 and _goes_on(group, known, uid, more) and leaves_enough(state, group, uid, more):
            found.append(name)
    return tuple(found)


def _goes_on(group: Group, known: Mapping[str, Access], uid: str, payment: Payment) -> bool:
    """Whether a payment begun can be brought to the price."""
    total = sum({each.source.name: each.source.tokens for each in known.values()}.values())
    return total >= next(need.tokens for need in group.needs if need.users[0] == uid) >= sum(payment.values())


@rule("OCS 12.10e")
def lift(draft: Draft[State], uid: str, payment: Payment) -> None:
    """Pay for one level and take it."""
    unit = draft.state.units[uid]
    spend(draft, unit.side, need_of(draft.state, uid), USE, payment)
    draft.emit(StocksChanged(stocks={uid: NEXT[unit.stocks]}))


@rule("OCS 12.10e")
def lose_rest(draft: Draft[State], group: Group) -> None:
    """What is left below a full price must still be spent, and is lost (OCS 12.10e)."""
    for uid in group.units:
        unit = draft.state.units[uid]
        seen = set()
        for access in compulsory(draft.state, uid):
            if access.source.name not in seen:
                seen.add(access.source.name)
                draft.emit(
                    SupplySpent(
                        side=unit.side,
                        source=access.source.name,
                        tokens=access.source.tokens,
                        hq=access.hq,
                        use=USE,
                        what=uid,
                        place=draft.state.world.label(unit.place),
                    )
                )
