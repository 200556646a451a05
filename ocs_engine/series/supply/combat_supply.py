"""Combat supply (OCS 9.5, 12.4): what attackers and defenders owe, how it may be met, and the cheapest way to do so.

What an answer says about an attack is a `Bill`; about a defence a `Cover`. Both come from a player or from here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.general import size
from ocs_engine.series.independents import counts_as_independent, price_multiple, strands
from ocs_engine.series.strength import defending_strength
from ocs_engine.series.supply.access import Access, accesses
from ocs_engine.series.supply.paying import by_source, left_in
from ocs_engine.series.supply.payment import Need, payable, payment_refusal, plan
from ocs_engine.state.model import State, Stocks
from ocs_engine.world.options import ATTACK_EMPTY_HEXES

LOWER = {Stocks.FULL: Stocks.LOW, Stocks.LOW: Stocks.EXHAUSTED}
"""What a use of internal stocks leaves (OCS 12.10b)."""
ONE_RE = 4
"""One RE in quarters."""
MOST_TRIED = 8
"""Units among which those that supply feeds are found by trying all choices; among more they are taken in turn."""
Payments = Mapping[str, Mapping[str, int]]
"""T by the name of the way in which they come, by unit."""


@dataclass(frozen=True, slots=True)
class Bill:
    """How an attack is supplied: what each unit takes from the map, who uses internal stocks, who drops out."""

    payments: Payments = field(default_factory=dict)
    internals: tuple[str, ...] = ()
    out: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """The T that come from the map, all together."""
        return sum(sum(payment.values()) for payment in self.payments.values())


@dataclass(frozen=True, slots=True)
class Cover:
    """How a defence is supplied: a payment for all, or the units that use internal stocks; neither where declined."""

    payment: Mapping[str, int] = field(default_factory=dict)
    internals: tuple[str, ...] = ()

    def unpaid(self, defenders: Iterable[str]) -> tuple[str, ...]:
        """The defenders that fight without combat supply."""
        return () if self.payment else tuple(uid for uid in defenders if uid not in self.internals)


# --- what is owed


@rule("OCS 9.5", "OCS 12.4", "OCS 21.3")
def attack_price(state: State, uid: str, multiple: int = 1) -> int:
    """The T that an attacker takes: one for each step that it has left, or a multiple of it (OCS 9.5, 21.3)."""
    unit, chart = state.units[uid], state.world.tables["combat_supply_cost"]
    return multiple * int(chart["attacker_T_per_attacking_step"]) * (unit.counter.steps - unit.lost)


@rule("OCS 9.5", "OCS 12.4", "OCS 4.6")
def defence_price(state: State, defenders: Iterable[str]) -> int:
    """The T that a defence takes, less where all of the combat units are 1 RE or less together (OCS 9.5)."""
    chart = state.world.tables["combat_supply_cost"]
    small = sum(size(state.units[uid]) for uid in defenders) <= ONE_RE
    return int(chart["defender_T_if_total_1RE_or_less" if small else "defender_T_per_combat"])


@rule("OCS 9.5", "OCS 12.3a", "OCS 12.3b")
def attack_need(state: State, uid: str, multiple: int = 1) -> Need:
    """What an attacker needs where it stands, with every way for it to come (OCS 9.5C). multiple: of the price."""
    unit = state.units[uid]
    found = accesses(state, unit.side, unit.place, (uid,))
    return Need(uid, unit.place, attack_price(state, uid, multiple), (uid,), open_to=tuple(found))


@rule("OCS 9.5", "OCS 12.3a", "OCS 12.3b")
def defence_need(state: State, defenders: Sequence[str]) -> Need:
    """What the defenders of a hex need, with every way in which it comes to any of them (OCS 9.5C)."""
    first = state.units[defenders[0]]
    each = (way for uid in defenders for way in accesses(state, first.side, first.place, (uid,)))
    found = {way.name: way for way in sorted(each, key=lambda way: bool(way.hq))}
    label, tokens = state.world.label(first.place), defence_price(state, defenders)
    return Need(label, first.place, tokens, tuple(defenders), open_to=tuple(found.values()))


@rule("OCS 13.2g", "OCS 12.10")
def open_to_all(need: Need) -> list[Access]:
    """The ways of a need that count as supply on the map: not those of organic loads, which may be withheld."""
    return [each for each in need.open_to or () if not each.source.formation]


def falls_short(need: Need, taken: Mapping[str, int]) -> bool:
    """Whether supply on the map cannot be had for a need, loads apart that may be withheld (OCS 12.10a)."""
    return left_in(open_to_all(need), taken) < need.tokens


# --- who could fight at all


@rule("OCS 12.10")
def has_internals(state: State, uid: str) -> bool:
    """Whether a unit has internal stocks left: not when Exhausted (OCS 12.10b)."""
    return state.units[uid].stocks is not Stocks.EXHAUSTED


@rule("OCS 12.10", "OCS 21.3")
def attacks_on_internals(state: State, uid: str) -> bool:
    """Whether a unit could attack on internal stocks: it has some left, and by option is no independent (OCS 21.3)."""
    return has_internals(state, uid) and not counts_as_independent(state, uid)


@rule("OCS 21.8")
def free_if_empty(state: State, uid: str) -> bool:
    """Whether a unit attacks an empty hex free of charge: by option, in the turn in which it was dropped (OCS 21.8)."""
    return state.plays(ATTACK_EMPTY_HEXES) and uid in state.dropped


@rule("OCS 9.5", "OCS 12.10")
def attacker_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit may not attack for want of supply, or None: some from the map, or internal stocks (OCS 9.5)."""
    if state.points.everyone_supplied(state) or attacks_on_internals(state, uid):
        return None
    need = attack_need(state, uid)
    if left_in(need.open_to or (), {}) >= need.tokens:
        return None
    why = "an independent unit" if has_internals(state, uid) else "Exhausted"
    words = f"{uid} is {why}, and no supply of {need.tokens}T reaches it"
    return Refusal(code="no combat supply", rule="OCS 9.5", sentence=words, pieces=(uid,))


def can_defend_supplied(state: State, defenders: Sequence[str]) -> bool:
    """Whether defenders have any choice: supply that could be paid, or internal stocks."""
    need = defence_need(state, defenders)
    return left_in(need.open_to or (), {}) >= need.tokens or any(has_internals(state, uid) for uid in defenders)


# --- what may be answered


def attack_needs(state: State, units: Iterable[str]) -> dict[str, Need]:
    """What each of some attackers needs, in order; they attack together (OCS 21.3)."""
    group = tuple(units)
    multiple = price_multiple(state, group)
    return {uid: attack_need(state, uid, multiple) for uid in group}


def taken_by(needs: Mapping[str, Need], payments: Payments) -> Counter[str]:
    """The T that payments take, by source."""
    found: Counter[str] = Counter()
    for uid, payment in payments.items():
        found += by_source(needs[uid].open_to or (), payment)
    return found


@rule("OCS 9.2", "OCS 9.5", "OCS 12.10", "OCS 12.10g")
def bill_refusal(state: State, needs: Mapping[str, Need], bill: Bill) -> Refusal | None:
    """Why attackers may not be supplied so, or None. Each is paid whole, or uses internal stocks, or drops out."""
    named = Counter([*bill.payments, *bill.internals, *bill.out])
    if named.keys() != needs.keys() or named.total() > len(needs):
        words = _each_once(needs, named)
        return Refusal(code="each once", rule="OCS 9.5", sentence=words, pieces=tuple(needs))
    taken: Counter[str] = Counter()
    for uid, payment in bill.payments.items():
        refusal = payment_refusal(state, state.units[uid].side, needs[uid], payment, taken)
        if refusal is not None:
            return refusal
        taken += by_source(needs[uid].open_to or (), payment)
    if strands(state, tuple(needs), bill.out):
        words = "without a divisional unit these independents are alone and pay more: let all drop out, and attack anew"
        return Refusal(code="independents alone", rule="OCS 21.3", sentence=words, pieces=tuple(needs))
    found = (attack_internals_refusal(state, uid, needs[uid], taken) for uid in bill.internals)
    return next(filter(None, found), None)


@rule("OCS 12.10", "OCS 21.3")
def attack_internals_refusal(state: State, uid: str, need: Need, taken: Mapping[str, int]) -> Refusal | None:
    """Why a unit may not use internal stocks to attack, or None; taken: as for `internals_refusal`."""
    if counts_as_independent(state, uid):
        words = f"{uid} is an independent unit, which never attacks on internal stocks"
        return Refusal(code="independent", rule="OCS 21.3", sentence=words, pieces=(uid,))
    return internals_refusal(state, uid, need, taken)


def _each_once(needs: Mapping[str, Need], named: Counter[str]) -> str:
    """What is wrong where attackers are not named each once."""
    strangers = [uid for uid in named if uid not in needs]
    twice = [uid for uid, times in named.items() if times > 1]
    if strangers or twice:
        return f"{strangers[0]} does not attack" if strangers else f"{twice[0]} is supplied once, and named more often"
    missing = ", ".join(uid for uid in needs if uid not in named)
    return f"say of every attacker what it is paid from, or internals, or out; nothing was said of {missing}"


@rule("OCS 12.10", "OCS 13.2g")
def internals_refusal(state: State, uid: str, need: Need, taken: Mapping[str, int]) -> Refusal | None:
    """Why a unit may not use internal stocks for a need, or None. taken: T that others take, by source (OCS 12.10a)."""
    if not has_internals(state, uid):
        words = f"{uid} is Exhausted and has no internal stocks left"
        return Refusal(code="exhausted", rule="OCS 12.10b", sentence=words, pieces=(uid,))
    if not falls_short(need, taken):
        names = ", ".join(each.name for each in open_to_all(need))
        words = f"{uid} may not use internal stocks: {need.tokens}T can be had from the map ({names})"
        return Refusal(code="supply at hand", rule="OCS 12.10a", sentence=words, pieces=(uid,))
    return None


@rule("OCS 9.2", "OCS 9.5", "OCS 12.10", "OCS 12.10g")
def cover_refusal(state: State, need: Need, cover: Cover) -> Refusal | None:
    """Why the defenders of a hex may not be supplied so, or None; they may always decline (OCS 9.5C)."""
    if cover.payment and cover.internals:
        words = "the defence is paid for from the map as a whole, or not at all"
        return Refusal(code="both", rule="OCS 9.5", sentence=words, pieces=cover.internals)
    if cover.payment:
        return payment_refusal(state, state.units[need.users[0]].side, need, cover.payment)
    strangers = [uid for uid in cover.internals if uid not in need.users]
    if strangers or len(set(cover.internals)) < len(cover.internals):
        words = f"name defenders, each once: {', '.join(need.users)}; not {', '.join(strangers) or 'one twice'}"
        return Refusal(code="each once", rule="OCS 12.10g", sentence=words, pieces=cover.internals)
    return next(filter(None, (internals_refusal(state, uid, need, {}) for uid in cover.internals)), None)


@rule("OCS 12.10")
def burnt(need: Need, taken: Mapping[str, int]) -> dict[str, int]:
    """What a unit burns that uses internal stocks because supply fell short: all that it could have had (OCS 12.10h).

    By way, drawn before thrown; nothing for a unit of one step, which never leaves a part.
    """
    left = {each.source.name: max(each.source.tokens - taken.get(each.source.name, 0), 0) for each in open_to_all(need)}
    ways = {each.source.name: each.name for each in reversed(open_to_all(need))}
    return {ways[name]: tokens for name, tokens in left.items() if tokens}


# --- the cheapest answers


@rule("OCS 9.5", "OCS 12.10")
def attack_bill(state: State, units: Sequence[str]) -> Bill:
    """The cheapest way to supply an attack: most units take part, fewest on internal stocks, from the fewest sources.

    Internal stocks serve only where supply from the map does not; what has neither drops out.
    """
    if state.points.everyone_supplied(state):
        return Bill({uid: {} for uid in units})
    needs = attack_needs(state, units)
    payments = _payments(state, needs, _best_fed(state, needs))
    rest = [uid for uid in units if uid not in payments]
    out = tuple(uid for uid in rest if not attacks_on_internals(state, uid))
    if strands(state, units, out):
        return Bill(out=tuple(units))
    return Bill(payments, internals=tuple(uid for uid in rest if uid not in out), out=out)


Fed = tuple[str, ...]
"""Attackers that are paid for from the map."""


def _best_fed(state: State, needs: Mapping[str, Need]) -> Fed:
    """The attackers to pay for: Exhausted ones, then as many as can be, for the least, from the fewest sources."""
    if _can_feed(needs, tuple(needs)):
        return tuple(needs)
    if len(needs) > MOST_TRIED:
        return _fed_in_turn(state, needs)
    choices = (fed for count in range(len(needs)) for fed in combinations(needs, count))
    ranked: dict[tuple[int, int, int], list[Fed]] = {}
    for fed in choices:
        exhausted = sum(1 for uid in fed if not attacks_on_internals(state, uid))
        if strands(state, tuple(needs), [uid for uid in needs if not (uid in fed or attacks_on_internals(state, uid))]):
            continue
        ranked.setdefault((-exhausted, -len(fed), sum(needs[uid].tokens for uid in fed)), []).append(fed)
    for rank in sorted(ranked):
        if found := [fed for fed in ranked[rank] if _can_feed(needs, fed)]:
            return min(found, key=lambda fed: len(taken_by(needs, _payments(state, needs, fed))))
    return ()


def _fed_in_turn(state: State, needs: Mapping[str, Need]) -> Fed:
    """As many as can be paid for when they are taken in turn: Exhausted ones, then those that need least."""
    fed: Fed = ()
    for uid in sorted(needs, key=lambda uid: (attacks_on_internals(state, uid), needs[uid].tokens)):
        if _can_feed(needs, (*fed, uid)):
            fed = (*fed, uid)
    return tuple(uid for uid in needs if uid in fed)


def _can_feed(needs: Mapping[str, Need], fed: Fed) -> bool:
    return payable([needs[uid] for uid in fed], [list(needs[uid].open_to or ()) for uid in fed])


def _payments(state: State, needs: Mapping[str, Need], fed: Fed) -> dict[str, dict[str, int]]:
    """The payments for some attackers, from the fewest sources."""
    if not fed:
        return {}
    found = plan(state, state.units[fed[0]].side, [needs[uid] for uid in fed]) or []
    return dict(zip(fed, found, strict=False))


@rule("OCS 9.5", "OCS 12.10")
def defence_cover(state: State, defenders: Sequence[str]) -> Cover:
    """The cheapest way to supply a defence in full: from the map, else by internal stocks of all that have strength."""
    need = defence_need(state, defenders)
    found = plan(state, state.units[defenders[0]].side, [need])
    if found is not None:
        return Cover(payment=found[0])
    able = [uid for uid in defenders if has_internals(state, uid)]
    return Cover(internals=tuple(uid for uid in able if defending_strength(state, uid).total))


@rule("OCS 9.5")
def expected_unpaid(state: State, defenders: Sequence[str]) -> tuple[str, ...]:
    """The defenders that would fight without combat supply, their owner paying as well as he can."""
    return () if state.points.everyone_supplied(state) else defence_cover(state, defenders).unpaid(defenders)
