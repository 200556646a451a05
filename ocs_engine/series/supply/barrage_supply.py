"""The supply of a barrage by artillery (OCS 10.1b): from one HQ, or from one dump where no HQ is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.supply.access import Access, accesses, serves, throwers
from ocs_engine.series.supply.paths import throws_to
from ocs_engine.series.supply.paying import left_in
from ocs_engine.series.supply.payment import Need, fewest_sources, payment_refusal
from ocs_engine.state.model import State


@rule("OCS 10.1b", "OCS 12.3a", "OCS 12.3b")
def groups(state: State, units: Sequence[str], tokens: int) -> list[list[Access]]:
    """The ways in which one barrage could be paid, those with enough in them: each dump drawn alone, then each HQ.

    Supply must come to all that fire, wherever they stand. What lies in one hex, loaded or not, is one dump (OCS 12.1).
    """
    found: dict[tuple[str, int], list[Access]] = {}
    for way in _to_all(state, units):
        found.setdefault((way.hq, -1 if way.hq else way.source.place), []).append(way)
    return [group for group in found.values() if left_in(group, {}) >= tokens]


def _to_all(state: State, units: Sequence[str]) -> list[Access]:
    """The ways that lead to each hex from which a barrage is fired."""
    by_hex: dict[int, list[str]] = {}
    for uid in units:
        by_hex.setdefault(state.units[uid].place, []).append(uid)
    side = state.units[units[0]].side
    offers = [accesses(state, side, hex_, stack) for hex_, stack in by_hex.items()]
    common = Counter(way.name for offer in offers for way in offer)
    return [way for way in offers[0] if common[way.name] == len(offers)]


def can_pay(state: State, units: Sequence[str], tokens: int) -> bool:
    """Whether artillery could be supplied for one barrage together."""
    return bool(groups(state, units, tokens))


@rule("OCS 21.10")
def shell_hqs(state: State, units: Sequence[str]) -> list[str]:
    """The HQs that throw to all that fire in a barrage, in trace or not (OCS 21.10)."""
    firers = [state.units[uid] for uid in units]
    return [
        hq
        for hq in throwers(state, firers[0].side)
        if hq not in units
        and all(serves(state, state.units[hq], unit) and throws_to(state, hq, unit.place) for unit in firers)
    ]


def need_of(state: State, units: Sequence[str], target: str, tokens: int) -> Need:
    """What a barrage of a target, by its label, needs, with every way in which it may come."""
    ways = tuple(_to_all(state, units))
    return Need(target, state.units[units[0]].place, tokens, tuple(units), one_way=True, open_to=ways)


@rule("OCS 10.1b")
def pay_refusal(state: State, need: Need, payment: dict[str, int]) -> Refusal | None:
    """Why a payment does not meet a barrage, or None: all by one HQ, or drawn from one dump (OCS 10.1b)."""
    refusal = payment_refusal(state, state.units[need.users[0]].side, need, payment)
    if refusal is not None:
        return refusal
    if any(payment.keys() <= {way.name for way in group} for group in groups(state, need.users, need.tokens)):
        return None
    words = f"{', '.join(payment)}: where no HQ throws it, supply for a barrage is drawn from one dump alone"
    return Refusal(code="more than one dump", rule="OCS 10.1b", sentence=words, pieces=need.users)


@rule("OCS 10.1b")
def barrage_bill(state: State, units: Sequence[str], tokens: int) -> dict[str, int] | None:
    """The cheapest payment for one barrage: from the fewest sources, drawn before thrown; None where there is none."""
    need = Need("a barrage", state.units[units[0]].place, tokens, tuple(units))
    found = [fewest_sources([need], [group]) for group in groups(state, units, tokens)]
    return min((each[0] for each in found if each is not None), key=len, default=None)
