"""Paying for needs: legal payments, and the cheapest plan beside an exhaustive search (OCS 12.1, 12.3)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.series.supply.access import Access, Source
from ocs_engine.series.supply.payment import Need, fewest_sources, payment_refusal, plan
from tests.positions import ALLIED, Position, position

NOTE = """
== Allied ==
A20.20: Para Bn (1), Para Bn (2)
A20.21: 1 SP
A20.22: 1T
A20.19: 3T
"""


def at(note: str) -> Position:
    return position(note, "Allied Combat Phase, Combat Segment", ground="all: open")


def need(p: Position, tokens: int, label: str = "A20.20", one_way: bool = False) -> Need:
    return Need("an attack", p.hex(label), tokens, p.ids("1"), one_way)


@pytest.mark.rule("OCS 12.1", "OCS 12.3a")
@pytest.mark.parametrize(
    ("payment", "code"),
    [
        ({"A20.21": 2}, None),
        ({"A20.22": 1, "A20.19": 1}, None),  # several dumps may contribute to one need
        ({"A20.22": 2}, "too little there"),
        ({"A20.21": 3}, "wrong sum"),
        ({"A20.21": 1}, "wrong sum"),
        ({"A20.21": 3, "A20.22": -1}, "no tokens"),
        ({"A20.40": 2}, "no such source"),
    ],
)
def test_a_payment_names_sources_in_reach_with_enough_in_them(payment: dict[str, int], code: str | None):
    p = at(NOTE)
    refusal = payment_refusal(p.state, ALLIED, need(p, 2), payment)
    assert (refusal.code if refusal else None) == code


@pytest.mark.rule("OCS 12.1")
def test_what_is_promised_elsewhere_is_not_there_any_more():
    p = at(NOTE)
    assert payment_refusal(p.state, ALLIED, need(p, 2), {"A20.21": 2}, {"A20.21": 2}) is None
    refusal = payment_refusal(p.state, ALLIED, need(p, 2), {"A20.21": 2}, {"A20.21": 3})
    assert refusal is not None and refusal.code == "too little there"


@pytest.mark.rule("OCS 12.1")
def test_the_plan_takes_the_fewest_dumps_and_the_fullest_of_equal_ones():
    p = at(NOTE)
    assert plan(p.state, ALLIED, [need(p, 2)]) == [{"A20.21": 2}]
    found = plan(p.state, ALLIED, [need(p, 5)])
    assert found is not None and found[0].keys() == {"A20.21", "A20.19"} and sum(found[0].values()) == 5
    assert plan(p.state, ALLIED, [need(p, 9)]) is None
    assert plan(p.state, ALLIED, [need(p, 4), need(p, 4)]) is not None, "8T are there in all"


@pytest.mark.rule("OCS 12.3b")
def test_one_way_means_one_hq_or_none():
    note = """
        == Allied ==
        A20.20: Para Bn (1)
        A20.21: 2T
        A20.28: Corps HQ (5)
        A20.30: 2T
        """
    p = at(note)
    assert plan(p.state, ALLIED, [need(p, 4)]) is not None
    assert plan(p.state, ALLIED, [need(p, 4, one_way=True)]) is None
    hq = p.id("5")
    refusal = payment_refusal(p.state, ALLIED, need(p, 4, one_way=True), {"A20.21": 2, f"A20.30 by {hq}": 2})
    assert refusal is not None and refusal.code == "more than one way"


STOCKS = st.lists(st.integers(1, 4), min_size=1, max_size=4)
OFFERS = st.lists(st.tuples(st.sets(st.integers(0, 3), max_size=4), st.integers(1, 3)), min_size=1, max_size=3)


@settings(max_examples=150, deadline=None)
@given(stocks=STOCKS, wanted=OFFERS)
def test_no_payment_from_fewer_sources_is_passed_over(stocks: list[int], wanted):
    sources = [Source(f"A20.{10 + i}", i, tokens) for i, tokens in enumerate(stocks)]
    offers = [[Access(sources[i]) for i in sorted(open_to) if i < len(sources)] for open_to, _ in wanted]
    needs = [Need("a need", 0, tokens) for _, tokens in wanted]
    found = fewest_sources(needs, offers)
    fewest = exhaustive(offers, [each.tokens for each in needs], {each.name: each.tokens for each in sources})
    if fewest is None:
        assert found is None
        return
    assert found is not None
    spent: Counter[str] = Counter()
    for payment, each in zip(found, needs, strict=True):
        assert sum(payment.values()) == each.tokens
        spent.update(payment)
    assert all(spent[each.name] <= each.tokens for each in sources)
    assert len(spent) == fewest


def exhaustive(offers: list[list[Access]], tokens: list[int], stocks: dict[str, int]) -> int | None:
    """The fewest sources that meet all needs, by trying every way of taking every token."""
    wants = [need for need, count in enumerate(tokens) for _ in range(count)]
    for count in range(len(stocks) + 1):
        for group in combinations(stocks, count):
            open_to = [[each.source.name for each in offers[need] if each.source.name in group] for need in wants]
            for taken in product(*open_to):
                if all(used <= stocks[name] for name, used in Counter(taken).items()):
                    return count
    return None
