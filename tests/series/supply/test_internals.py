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
from tests.series.supply.phases import asked, events, keep_loads, recover, recover_all, supply_phase

NEAR = "== Allied ==\nSupply sources: A20.20\n"
TRUCK = "A20.21: 6 Arm Div Organic Truck (F)"


def tokens(p: Position) -> dict[str, int]:
    """T on the ground, by hex."""
    return {p.state.world.label(place): dump.tokens for place, dump in p.state.dumps.items()}


def load(p: Position) -> int:
    """T on the one transport that there is."""
    (truck,) = p.state.transport.values()
    return truck.load


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
def test_an_organic_load_may_be_kept_or_used():
    # 6 Arm Div's truck holds 4T; a level of the battalion, one step, costs 2T.
    p = supply_phase(NEAR + f"{TRUCK}\nA20.22: 6 Arm Div (17/21 L Arm)  -- Low")
    assert p.legal() == ("recover", "keep loads")
    assert p.offered("recover") == {p.id("17/21 L Arm")}, "no dump does, so there is no plan"
    recover(p, "17/21 L Arm", allied_organic_1=2)
    assert stocks(p, "17/21 L Arm") == ["full"] and load(p) == 2
    p = supply_phase(NEAR + f"{TRUCK}\nA20.22: 6 Arm Div (17/21 L Arm)  -- Low")
    keep_loads(p)
    assert stocks(p, "17/21 L Arm") == ["low"] and load(p) == 4 and asked(p) != "recover"


@pytest.mark.rule("OCS 12.10e", "OCS 13.2g")
def test_an_organic_load_makes_up_for_what_the_dumps_lack_or_their_rest_is_lost_without_it():
    note = NEAR + f"{TRUCK}, 1T\nA20.22: 6 Arm Div (17/21 L Arm)  -- Low"
    p = supply_phase(note)
    recover(p, "17/21 L Arm", A20_21=1, allied_organic_1=1)
    assert stocks(p, "17/21 L Arm") == ["full"] and tokens(p) == {} and load(p) == 3
    p = supply_phase(note)
    keep_loads(p)
    assert stocks(p, "17/21 L Arm") == ["low"] and tokens(p) == {} and load(p) == 4, "1T is lost for nothing"


@pytest.mark.rule("OCS 12.10e", "OCS 13.2g")
def test_what_the_dumps_do_for_is_compulsory_whatever_the_organic_load():
    # The dump must serve; whether the truck pays instead is the owner's choice, that one of them does is not.
    note = NEAR + f"{TRUCK}, 2T\nA20.22: 6 Arm Div (17/21 L Arm)  -- Low"
    p = supply_phase(note)
    assert p.legal() == ("recover",) and p.offered("recover") == {"plan", p.id("17/21 L Arm")}
    keep_loads(p, no="OCS 12.10e")
    assert p.offered("recover", ("unit", p.id("17/21 L Arm"))) == {"A20.21", "allied-organic-1"}
    recover(p, "17/21 L Arm", allied_organic_1=2)
    assert tokens(p) == {"A20.21": 2} and load(p) == 2
    p = supply_phase(note)
    recover_all(p)
    assert tokens(p) == {} and load(p) == 4, "the plan leaves organic loads alone"


@pytest.mark.rule("OCS 12.10e", "OCS 13.2g")
def test_an_organic_load_does_for_its_own_formation_alone_and_too_little_of_one_is_not_asked_about():
    p = supply_phase(NEAR + f"{TRUCK}\nA20.22: Para Bn (1)  -- Low")
    assert stocks(p, "1") == ["low"] and load(p) == 4 and asked(p) != "recover"
    # With the dump's 1T the truck pays 1T of the first level and 2T of the second, and 1T is left for the Low one.
    lines = "6 Arm Div (17/21 L Arm)  -- Exhausted\nA20.23: 6 Arm Div (1 Derby AC)  -- Low"
    p = supply_phase(NEAR + f"{TRUCK}, 1T\nA20.22: {lines}")
    recover(p, "17/21 L Arm", A20_21=1, allied_organic_1=1)
    recover(p, "17/21 L Arm", allied_organic_1=2)
    assert stocks(p, "17/21 L Arm", "1 Derby AC") == ["full", "low"]
    assert load(p) == 1 and asked(p) != "recover", "1T lifts nobody"


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
WHO = ["6 Arm Div (17/21 L Arm)", "Para Bn (1)", "Para Bn (2)"]
WANTS = st.lists(st.tuples(st.integers(15, 27), st.sampled_from(["Low", "Exhausted"])), min_size=1, max_size=3)


@pytest.mark.rule("OCS 12.10e")
@settings(max_examples=40, deadline=None)
@given(dumps=PLACES, wants=WANTS, truck=st.sampled_from([0, 17, 21, 25]), pick=st.randoms(use_true_random=False))
def test_filled_from_what_is_offered_no_answer_is_refused_and_nothing_is_left_that_could_lift_anybody(
    dumps, wants, truck, pick
):
    lines = [f"A20.{row}: {count}T" for row, count in dumps]
    lines += [f"A20.{row}: {WHO[i]}  -- {remark}" for i, (row, remark) in enumerate(wants)]
    lines += [f"A20.{truck}: 6 Arm Div Organic Truck (F)"] if truck else []
    p = supply_phase(NEAR + "\n".join(lines), *([1] * 24))
    for _ in range(12):
        if asked(p) != "recover":
            break
        filled: list[tuple[str, str]] = []
        kind = pick.choice(p.legal())
        while (blank := p.rules.blank(p.state, ALLIED, kind, filled)) is not None:
            assert blank.values
            filled.append((blank.name, pick.choice(blank.values)))
        p.do(p.rules.fill(ALLIED, kind, filled))
    assert asked(p) != "recover"
    assert all(not any(group.offers.values()) for group in recovery.groups(p.state, ALLIED)), "organic loads alone"
