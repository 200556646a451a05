"""Payments filled in token by token: which ways still leave the rest payable (OCS 12.1, 12.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ocs_engine.kernel.cases import rule
from ocs_engine.series.supply.access import Access

SOURCE = "source"
"""The blank that takes the way of one token."""
Group = Sequence[Access]
"""Ways that may be mixed in one payment."""


def stocks_left(ways: Iterable[Access], taken: Mapping[str, int]) -> dict[str, int]:
    """The T that the sources of some ways still hold. taken: what is promised already, by the name of the source."""
    sources = {each.source.name: each.source.tokens for each in ways}
    return {name: max(tokens - taken.get(name, 0), 0) for name, tokens in sources.items()}


def left_in(ways: Iterable[Access], taken: Mapping[str, int]) -> int:
    """The T that the sources of some ways still hold together."""
    return sum(stocks_left(ways, taken).values())


def by_source(ways: Iterable[Access], payment: Mapping[str, int]) -> Counter[str]:
    """A payment by the names of its sources in place of its ways."""
    sources = {each.name: each.source.name for each in ways}
    found: Counter[str] = Counter()
    for name, tokens in payment.items():
        found[sources[name]] += tokens
    return found


@rule("OCS 12.1", "OCS 12.3a", "OCS 12.3b")
def next_ways(
    groups: Sequence[Group], tokens: int, paid: Mapping[str, int], taken: Mapping[str, int] | None = None
) -> tuple[str, ...]:
    """The ways in which the next token of a payment may come, so that the rest can still be paid; () when it is whole.

    groups: a payment comes out of one of them. paid: T by way so far. taken: T promised elsewhere, by source.
    """
    owed = tokens - sum(paid.values())
    names: dict[str, None] = {}
    for group in groups:
        if not paid.keys() <= {each.name for each in group}:
            continue
        left = stocks_left(group, by_source(group, paid) + Counter(taken or {}))
        if 0 < owed <= sum(left.values()):
            names |= {each.name: None for each in group if left[each.source.name]}
    return tuple(names)
