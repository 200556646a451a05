"""Paying for a need with supply: legal payments, the cheapest plan, and the payment itself (OCS 12.1, 12.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.supply.access import Access, accesses
from ocs_engine.state.model import State
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.counters import Side

MOST_TRIED = 12
"""Sources among which the fewest that do are found by trying all of them; among more, the fullest come first."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something that takes supply: who or what, where, how many T, and for which units (none: what stands there).

    One HQ must throw all of it, or all be drawn, where `one_way` (a formation's fuel, a barrage). open_to: the ways in
    which it may come, where those of the place are not what counts, or are known already.
    """

    what: str
    place: int
    tokens: int
    users: tuple[str, ...] = ()
    one_way: bool = False
    open_to: tuple[Access, ...] | None = None


Payment = Mapping[str, int]
"""T by the name of the way in which they come, as `Access.name`."""


def offered(state: State, side: Side, need: Need) -> list[Access]:
    """The ways in which supply could come to a need."""
    return accesses(state, side, need.place, need.users) if need.open_to is None else list(need.open_to)


def ways(state: State, side: Side, need: Need) -> dict[str, Access]:
    """The ways in which supply could come to a need, by name."""
    return {each.name: each for each in offered(state, side, need)}


@rule("OCS 12.1", "OCS 12.3a", "OCS 12.3b")
def payment_refusal(
    state: State, side: Side, need: Need, payment: Payment, taken: Payment | None = None
) -> Refusal | None:
    """Why a payment does not meet a need, or None. taken: T already promised, by the name of the source."""
    known = ways(state, side, need)
    for name, tokens in payment.items():
        if name not in known:
            words = f"{name} does not reach {need.what}; it could come from {', '.join(known) or 'nowhere'}"
            return Refusal(code="no such source", rule="OCS 12.3a", sentence=words, pieces=need.users)
        if tokens < 1:
            words = f"{name} cannot give {tokens}T; name a number of 1 or more"
            return Refusal(code="no tokens", rule="OCS 12.1", sentence=words, pieces=need.users)
    if sum(payment.values()) != need.tokens:
        words = f"{need.what} takes {need.tokens}T and {sum(payment.values())}T are offered"
        return Refusal(code="wrong sum", rule="OCS 12.1", sentence=words, pieces=need.users)
    given = Counter(taken or {})
    for name, tokens in payment.items():
        source = known[name].source
        given[source.name] += tokens
        if given[source.name] > source.tokens:
            words = f"{source.name} holds {source.tokens}T, which is less than is asked of it"
            return Refusal(code="too little there", rule="OCS 12.1", sentence=words, pieces=need.users)
    if need.one_way and len({known[name].hq for name in payment}) > 1:
        words = f"all supply for {need.what} must come by one HQ, or all be drawn"
        return Refusal(code="more than one way", rule="OCS 12.3b", sentence=words, pieces=need.users)
    return None


@rule("OCS 12.1")
def plan(state: State, side: Side, needs: Sequence[Need]) -> list[dict[str, int]] | None:
    """The cheapest payment of several needs at once, from the fewest sources; None where they cannot all be met.

    Loads for one formation alone are left for last. For each need its payment, in order.
    """
    return fewest_sources(needs, [offered(state, side, need) for need in needs])


def unspent_ways(state: State, side: Side, need: Need, paid: Sequence[str]) -> tuple[str, ...]:
    """The ways by which another T may come to a need, by name, after one T each by those named so far."""
    known = ways(state, side, need)
    given = Counter(known[name].source.name for name in paid)
    return tuple(name for name, way in known.items() if given[way.source.name] < way.source.tokens)


def payable(needs: Sequence[Need], offers: list[list[Access]]) -> bool:
    """Whether several needs can all be met at once by what is offered to each."""
    return any_payment(needs, offers) is not None


def fewest_sources(needs: Sequence[Need], offers: list[list[Access]]) -> list[dict[str, int]] | None:
    """Payments from as few sources as will do; all groups of them are tried where they are not too many."""
    if not payable(needs, offers):
        return None
    sources = {each.source.name: each.source for offer in offers for each in offer}
    ranked = sorted(sources.values(), key=lambda each: (bool(each.formation), -each.tokens, each.name))
    names = [each.name for each in ranked]
    for count in range(len(names) + 1):
        few = len(names) <= MOST_TRIED
        for group in combinations(names, count) if few else (tuple(names[:count]),):
            found = _shared_out(needs, offers, {name: sources[name].tokens for name in group})
            if found is not None:
                return found
    return None


def any_payment(needs: Sequence[Need], offers: list[list[Access]]) -> list[dict[str, int]] | None:
    """A payment of several needs at once by what is offered to each, none better than others; None where there is none.

    Much quicker than the one from the fewest sources.
    """
    stocks = {each.source.name: each.source.tokens for offer in offers for each in offer}
    return _shared_out(needs, offers, stocks)


ANY_WAY = "any"
"""What stands for all HQs, and for drawing, where a need may be met in several ways at once."""


def _shared_out(
    needs: Sequence[Need], offers: list[list[Access]], stocks: Mapping[str, int]
) -> list[dict[str, int]] | None:
    """Payments from some sources alone, None where they do not do; drawn before thrown."""
    hqs = [
        tuple(dict.fromkeys(each.hq for each in offer)) if need.one_way else (ANY_WAY,)
        for need, offer in zip(needs, offers, strict=True)
    ]
    for chosen in product(*hqs):
        names = [
            {
                each.source.name: each.name
                for each in reversed(offer)
                if each.source.name in stocks and hq in (ANY_WAY, each.hq)
            }
            for offer, hq in zip(offers, chosen, strict=True)
        ]
        found = _assigned([need.tokens for need in needs], names, stocks)
        if found is not None:
            return [{names[i][source]: count for source, count in sorted(each.items())} for i, each in enumerate(found)]
    return None


def _assigned(
    tokens: Sequence[int], open_to: Sequence[Mapping[str, str]], stocks: Mapping[str, int]
) -> list[Counter[str]] | None:
    """For each need the T from each source, none giving more than it has; None where that cannot be."""
    wants = [need for need, count in enumerate(tokens) for _ in range(count)]
    given: dict[str, list[int]] = {name: [] for name in stocks}

    def serve(want: int, seen: set[str]) -> bool:
        """Give a token to a want, if need be by serving others from elsewhere."""
        for name in open_to[wants[want]]:
            if name in seen:
                continue
            seen.add(name)
            if len(given[name]) < stocks[name]:
                given[name].append(want)
                return True
            for at, other in enumerate(given[name]):
                if serve(other, seen):
                    given[name][at] = want
                    return True
        return False

    if not all(serve(want, set()) for want in range(len(wants))):
        return None
    found: list[Counter[str]] = [Counter() for _ in tokens]
    for name, served in given.items():
        for want in served:
            found[wants[want]][name] += 1
    return found


def spend(draft: Draft[State], side: Side, need: Need, use: str, payment: Payment) -> None:
    """Take the T of a payment that was found to be right. use: what for, in one word, as the ledger has it."""
    known = ways(draft.state, side, need)
    for name, tokens in payment.items():
        access = known[name]
        draft.emit(
            SupplySpent(
                side=side,
                source=access.source.name,
                tokens=tokens,
                hq=access.hq,
                use=use,
                what=need.what,
                place=draft.state.world.label(need.place),
            )
        )
