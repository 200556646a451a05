"""Recovery of internal stocks, compulsory and before all else (OCS 12.10e): 2T a level for a counter of one step."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.series.supply import recovery
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.state.trace_events import TraceChecked
from ocs_engine.world.counters import Side
from tests.positions import ALLIED, Position
from tests.series.supply.phases import asked, events, recover, recover_all, supply_phase

NEAR = "== Allied ==\nSupply sources: A20.20\n"


def tokens(p: Position) -> dict[str, int]:
    """T on the ground, by hex."""
    return {p.state.world.label(place): dump.tokens for place, dump in p.state.dumps.items()}


def stocks(p: Position, *names: str) -> list[str]:
    return [str(p.unit(name).stocks) for name in names]


@pytest.mark.rule("OCS 12.10e")
@pytest.mark.parametrize(("remark", "left"), [("Low", 6), ("Exhausted", 4), ("Combat", 8)])
def test_a_level_costs_two_tokens_and_two_levels_four(remark: str, left: int):
    p = supply_phase(NEAR + f"A20.21: 2 SP\nA20.22: Para Bn (1)  -- {remark}")
    assert stocks(p, "1") == ["full"] and tokens(p) == {"A20.21": left}, "by itself: there is one dump"
    spent = events(p, SupplySpent)
    assert all(isinstance(each, SupplySpent) and each.use == "recovery" and each.what == p.id("1") for each in spent)


@pytest.mark.rule("OCS 12.10e")
def test_it_comes_before_the_check_of_trace_and_needs_none():
    # Nothing is a source here; the battalion eats nothing, the dump having gone to its stocks, and starves.
    p = supply_phase("== Allied ==\nA20.21: 2T\nA20.22: Para Bn (1)  -- Low", 1, 1)
    assert stocks(p, "1") == ["full"] and tokens(p) == {}
    assert p.unit("1").oos
    kinds = [type(each) for each in events(p, SupplySpent, TraceChecked)]
    assert kinds == [SupplySpent, TraceChecked]


@pytest.mark.rule("OCS 12.10e")
def test_where_supply_does_for_all_it_is_forced_in_full_and_the_owner_chooses_the_dumps():
    note = NEAR + "A20.21: 1 SP\nA20.23: 1 SP\nA20.22: Para Bn (1)  -- Low\nA20.24: Para Bn (2)  -- Exhausted"
    p = supply_phase(note)
    assert asked(p) == "recover" and "recover" in p.legal()
    assert p.offered("recover") == {"plan", p.id("1"), p.id("br-para-2")}
    recover(p, "1", A20_21=1, no="OCS 12.1")
    recover(p, "br-para-2", A20_21=1, A20_23=1)
    assert stocks(p, "br-para-2") == ["low"] and asked(p) == "recover", "one level at a time"
    recover_all(p)
    assert stocks(p, "1", "br-para-2") == ["full", "full"] and sum(tokens(p).values()) == 2


@pytest.mark.rule("OCS 12.10e")
def test_a_payment_must_leave_enough_for_the_rest():
    # Para 1 reaches A20.14 (2T) and A20.20 (2T); Para 2 at A20.26 reaches A20.20 alone. 4T are needed, 5T are there.
    note = "== Allied ==\nSupply sources: A20.20\nA20.14: 3T\nA20.20: 2T\n" \
           "A20.17: Para Bn (1)  -- Low\nA20.26: Para Bn (2)  -- Low"  # fmt: skip
    p = supply_phase(note)
    recover(p, "1", A20_20=1, A20_14=1, no="OCS 12.10e")
    assert p.offered("recover", ("unit", p.id("1"))) == {"A20.14"}
    recover(p, "1", A20_14=2)
    assert stocks(p, "1", "br-para-2") == ["full", "full"] and tokens(p) == {"A20.14": 1}


@pytest.mark.rule("OCS 12.10e")
def test_where_it_is_short_the_owner_chooses_whom_and_the_rest_is_lost():
    note = NEAR + "A20.21: 3T\nA20.22: Para Bn (1)  -- Low\nA20.23: Para Bn (2)  -- Exhausted"
    p = supply_phase(note)
    assert p.offered("recover") == {p.id("1"), p.id("br-para-2")}, "no plan: 6T are wanted"
    recover_all(p, no="OCS 12.10e")
    recover(p, "br-para-2", A20_21=2)
    assert stocks(p, "1", "br-para-2") == ["low", "low"]
    assert tokens(p) == {}, "the third token buys no level, and must still be spent"


@pytest.mark.rule("OCS 12.10e")
def test_all_reachable_dumps_must_serve_down_to_the_last_token():
    p = supply_phase(NEAR + "A20.21: 1T\nA20.23: 1T\nA20.22: Para Bn (1)  -- Exhausted")
    assert stocks(p, "1") == ["low"] and tokens(p) == {}, "2T from two dumps buy one level; there is nothing to choose"
    alone = supply_phase(NEAR + "A20.21: 1T\nA20.22: Para Bn (1)  -- Low")
    assert stocks(alone, "1") == ["low"] and tokens(alone) == {}, "1T is lost"


@pytest.mark.rule("OCS 12.10e", "OCS 13.2g")
def test_an_organic_load_is_left_alone():
    p = supply_phase(NEAR + "A20.21: 6 Arm Div Organic Truck (F)\nA20.22: 6 Arm Div (17/21 L Arm)  -- Low")
    (truck,) = p.state.transport.values()
    assert stocks(p, "17/21 L Arm") == ["low"] and truck.load == truck.tokens
    both = supply_phase(NEAR + "A20.21: 6 Arm Div Organic Truck (F), 1T\nA20.22: 6 Arm Div (17/21 L Arm)  -- Low")
    (truck,) = both.state.transport.values()
    assert truck.load == truck.tokens and tokens(both) == {}


@pytest.mark.rule("OCS 12.10e", "OCS 12.3b")
def test_a_loaded_truck_and_an_hq_serve_as_everywhere():
    note = "== Allied ==\nSupply sources: A20.20\nA20.20: 1x Truck Point (F)\n" \
           "A20.15: Corps HQ (5)\nA20.05: Para Bn (1)  -- Low"  # fmt: skip
    p = supply_phase(note)
    (spent,) = events(p, SupplySpent)
    assert isinstance(spent, SupplySpent) and (spent.source, spent.hq, spent.tokens) == ("allied-truck-1", "br-hq-5", 2)


@pytest.mark.rule("OCS 12.10e", "T2 1.2")
def test_in_a_box_its_endless_dump_lifts_all():
    p = supply_phase("== Allied ==\nAlgiers: Para Bn (1)  -- Exhausted")
    assert stocks(p, "1") == ["full"]


@pytest.mark.rule("OCS 12.10e")
@pytest.mark.parametrize(
    ("steps", "quarters", "lost", "due"), [(1, 2, 0, 2), (1, 4, 0, 2), (3, 12, 0, 6), (3, 12, 1, 4)]
)
def test_a_level_of_a_unit_with_several_steps_costs_two_tokens_for_each_re(steps, quarters, lost, due):
    p = supply_phase(NEAR + "A20.22: Para Bn (1)")
    unit = p.unit("1")
    several = replace(unit, counter=replace(unit.counter, steps=steps, re=quarters), lost=lost)
    assert recovery.price(p.state, several) == due


@pytest.mark.rule("OCS 12.10")
def test_trace_and_stocks_do_not_touch_one_another():
    p = supply_phase(NEAR + "A20.22: Para Bn (1)  -- Exhausted")
    assert stocks(p, "1") == ["exhausted"] and not p.unit("1").oos, "it traces, and there are no SP for its stocks"


@pytest.mark.rule("OCS 12.10e")
def test_the_enemy_recovers_in_his_own_phase():
    p = supply_phase(NEAR + "A20.21: 2 SP\n== Axis ==\nA30.20: March Bn (T-1)  -- Low\nA30.21: 1 SP")
    assert events(p, SupplySpent) == [] and p.unit("T-1").side is Side.AXIS


PLACES = st.lists(st.tuples(st.integers(15, 27), st.integers(1, 5)), min_size=1, max_size=4, unique_by=lambda d: d[0])
WANTS = st.lists(st.tuples(st.integers(15, 27), st.sampled_from(["Low", "Exhausted"])), min_size=1, max_size=3)


@pytest.mark.rule("OCS 12.10e")
@settings(max_examples=40, deadline=None)
@given(dumps=PLACES, wants=WANTS, pick=st.randoms(use_true_random=False))
def test_filled_from_what_is_offered_no_answer_is_refused_and_nothing_is_left_that_could_lift_anybody(
    dumps, wants, pick
):
    lines = [f"A20.{row}: {count}T" for row, count in dumps]
    lines += [f"A20.{row}: Para Bn ({i})  -- {remark}" for i, (row, remark) in enumerate(wants, 1)]
    p = supply_phase(NEAR + "\n".join(lines), *([1] * 24))
    for _ in range(12):
        if asked(p) != "recover":
            break
        filled: list[tuple[str, str]] = []
        while (blank := p.rules.blank(p.state, ALLIED, "recover", filled)) is not None:
            assert blank.values
            filled.append((blank.name, pick.choice(blank.values)))
        p.do(p.rules.fill(ALLIED, "recover", filled))
    assert asked(p) != "recover"
    assert recovery.groups(p.state, ALLIED) == []
