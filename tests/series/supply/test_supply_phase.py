"""The Supply Phase in its order: trace, eating off the map, the marks (OCS 12.6, 12.8a, T2 1.3c)."""

from __future__ import annotations

from textwrap import dedent

import pytest

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.series.supply import supply_phase as sp
from ocs_engine.series.tables.eating import eating_cost
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.state.trace_events import AttritionRolled, TraceChecked, UnitsFed, UnitsStarved
from ocs_engine.world.calendar import Weather
from ocs_engine.world.options import EVERYONE_SUPPLIED
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.supply.phases import asked, eat, events, supply_phase
from tests.series.test_whole_games import play

NEAR = "== Allied ==\nSupply sources: A20.20\n"
CUT_OFF = "== Allied ==\n"
"""A side with no source at all."""
HELD_OUT = 1, 1
"""A roll of 2, at which an AR of 1 or better loses nothing."""


def tokens(p: Position) -> int:
    return sum(dump.tokens for dump in p.state.dumps.values())


def supplied(p: Position, name: str) -> tuple[bool, bool]:
    """Whether it is out of supply, and whether it ate."""
    return p.unit(name).oos, p.unit(name).ate


# --- trace


@pytest.mark.rule("OCS 12.6", "OCS 12.8")
def test_who_traces_loses_the_mark_and_nobody_is_asked():
    p = supply_phase(NEAR + "A20.21: Para Bn (1)  -- OOS\nA20.22: Para Bn (2)\nA20.23: 1 SP")
    assert supplied(p, "1") == supplied(p, "br-para-2") == (False, False)
    assert p.state.now.phase is not Phase.SUPPLY
    assert events(p, TraceChecked)[0] == TraceChecked(side=ALLIED, without=())
    assert tokens(p) == 4, "trace takes no supply"


@pytest.mark.rule("OCS 12.6", "OCS 12.8")
def test_who_neither_traces_nor_eats_is_marked_and_rolls_at_once():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)", *HELD_OUT)
    assert supplied(p, "1") == (True, False)
    kinds = [type(each) for each in events(p, TraceChecked, UnitsStarved, AttritionRolled)]
    assert kinds == [TraceChecked, UnitsStarved, AttritionRolled]


@pytest.mark.rule("OCS 12.8")
def test_a_mark_stays_until_an_own_supply_phase_with_trace_and_rolls_in_each():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)  -- OOS", *HELD_OUT)
    assert supplied(p, "1") == (True, False)
    assert events(p, UnitsStarved) == [], "it is marked already"
    assert len(events(p, AttritionRolled)) == 1


@pytest.mark.rule("OCS 12.6", "OCS 2.2")
def test_only_the_side_whose_phase_it_is_is_checked():
    p = supply_phase(NEAR + "A20.21: Para Bn (1)\n== Axis ==\nA40.20: March Bn (T-1)")
    assert not p.unit("T-1").oos
    assert [each.side for each in events(p, TraceChecked) if isinstance(each, TraceChecked)] == [ALLIED]


@pytest.mark.rule("OCS 12.6")
def test_where_all_units_count_as_supplied_the_phase_passes():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)  -- Low\nA20.22: 1 SP", options=(EVERYONE_SUPPLIED,))
    assert events(p, TraceChecked, SupplySpent) == [] and not p.unit("1").oos


@pytest.mark.rule("T2 1.3c")
def test_in_mud_trace_is_checked_and_units_are_marked_and_nobody_rolls():
    next_turn = 1, 1, 6, 6, 1, 1  # its weather, and who goes first
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)", *next_turn, weather=Weather.MUD)
    assert supplied(p, "1") == (True, False)
    assert events(p, AttritionRolled) == []


# --- eating


@pytest.mark.rule("OCS 12.6c")
def test_the_owner_may_let_units_without_trace_eat_and_they_are_in_supply():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)  -- OOS\nA20.23: 2T")
    assert asked(p) == "eat"
    eat(p, "A20.23", "1")
    assert supplied(p, "1") == (False, True) and tokens(p) == 1
    assert events(p, AttritionRolled) == []
    (spent,) = events(p, SupplySpent)
    assert isinstance(spent, SupplySpent)
    assert (spent.use, spent.source, spent.tokens, spent.place) == ("eating", "A20.23", 1, "A20.21")


@pytest.mark.rule("OCS 12.6c")
def test_eating_is_never_compulsory():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)\nA20.23: 1T", *HELD_OUT)
    eat(p)
    assert supplied(p, "1") == (True, False) and tokens(p) == 1


@pytest.mark.rule("OCS 12.6c")
def test_only_who_has_no_trace_eats():
    p = supply_phase(NEAR + "A20.21: Para Bn (1)\nA40.20: Para Bn (2)\nA20.22: 1 SP\nA40.21: 1 SP")
    eat(p, "A20.22", "1", no="OCS 12.6c")
    eat(p, "A40.21", "1", no="OCS 12.6c")
    assert p.offered("eat") == {"A40.21", "enough"}
    eat(p, "A40.21", "br-para-2")
    assert supplied(p, "br-para-2") == (False, True)


@pytest.mark.rule("OCS 12.6c")
@pytest.mark.parametrize(("quarters", "cost"), [(1, 1), (8, 1), (9, 2), (16, 2), (17, 3)])
def test_a_token_feeds_two_re_or_part_of_them(state: State, quarters: int, cost: int):
    assert eating_cost(state.world.tables, quarters) == cost


@pytest.fixture(scope="module")
def state() -> State:
    return supply_phase(NEAR).state


@pytest.mark.rule("OCS 12.6c")
def test_the_re_of_all_that_eat_off_one_dump_are_summed_first():
    # Three battalions of 1/2 RE and an HQ of 1 RE are 2 1/2 RE: 2T together. Without one battalion they are 2 RE: 1T.
    note = CUT_OFF + "A20.21: Para Bn (1), Para Bn (2)\nA20.22: Para Bn (3), Corps HQ (5)\nA20.23: 1 SP"
    all_four = supply_phase(note)
    eat(all_four, "A20.23", ["1", "br-para-2", "3", "5"])
    assert tokens(all_four) == 2
    three = supply_phase(note, *HELD_OUT)
    eat(three, "A20.23", ["1", "3", "5"])
    assert tokens(three) == 3
    assert supplied(three, "br-para-2") == (True, False)
    assert asked(three) == "", "the dump has fed; it does not feed again"


@pytest.mark.rule("OCS 12.6c")
def test_several_dumps_feed_each_their_own():
    note = CUT_OFF + "A20.21: Para Bn (1)\nA20.23: Para Bn (2)\nA20.22: 1T\nA20.24: 1T"
    p = supply_phase(note)
    eat(p, "A20.22", "1")
    assert asked(p) == "eat" and p.offered("eat") == {"A20.24", "enough"}
    eat(p, "A20.24", "br-para-2")
    assert tokens(p) == 0 and len(events(p, UnitsFed)) == 2


@pytest.mark.rule("OCS 12.6c")
def test_nobody_eats_more_than_there_is():
    # 1T feeds 2 RE: two HQs, and no battalion besides.
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1), Corps HQ (5), US Corps HQ (2)\nA20.23: 1T", *HELD_OUT)
    eat(p, "A20.23", ["1", "5", "us-hq-2"], no="OCS 12.6c")
    taken = [("source", "A20.23"), ("unit", p.id("5")), ("unit", p.id("us-hq-2"))]
    assert p.offered("eat", *taken) == {"enough"}
    eat(p, "A20.23", ["5", "us-hq-2"])
    assert tokens(p) == 0


@pytest.mark.rule("OCS 12.6c", "OCS 12.3b")
def test_what_is_eaten_may_be_thrown_by_an_hq():
    p = supply_phase(CUT_OFF + "A20.30: 1T\nA20.25: Corps HQ (5)\nA20.14: Para Bn (1)")
    eat(p, "A20.30", ["1", "5"])
    assert supplied(p, "1") == supplied(p, "5") == (False, True)


@pytest.mark.rule("OCS 12.6c", "OCS 13.2g")
def test_an_organic_load_feeds_its_own_formation_alone():
    note = CUT_OFF + "A20.21: 6 Arm Div Organic Truck (F)\nA20.22: 6 Arm Div (17/21 L Arm), Para Bn (1)"
    p = supply_phase(note, *HELD_OUT)
    assert p.offered("eat", ("source", "allied-organic-1")) == {p.id("17/21 L Arm")}
    eat(p, "allied-organic-1", "1", no="OCS 12.6c")
    eat(p, "allied-organic-1", "17/21 L Arm")
    assert supplied(p, "1") == (True, False)


@pytest.mark.rule("OCS 5.8b", "OCS 12.6c")
def test_a_unit_in_strat_mode_never_eats():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)  -- Strat\nA20.22: 1 SP", 1, 1)
    assert asked(p) == "" and tokens(p) == 4
    assert p.where("1") == "dead", "in Strat Mode it rolls with AR 0"


@pytest.mark.rule("OCS 12.6c", "OCS 12.8")
def test_what_was_eaten_feeds_for_one_supply_phase():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)\nA20.23: 1T")
    eat(p, "A20.23", "1")
    assert supplied(p, "1") == (False, True)
    again = supply_phase(NEAR + "A20.21: Para Bn (1)")
    checked = p.rules.apply(p.state, TraceChecked(side=ALLIED, without=(p.id("1"),)))
    assert not checked.units[p.id("1")].ate, "the next check finds it unfed"
    assert not p.rules.apply(again.state, TraceChecked(side=AXIS, without=())).units[p.id("1")].oos


# --- split formations

SPLIT = "== Allied ==\nSupply sources: A20.10, A20.30\n" \
        "A20.09: 6 Arm Div (17/21 L Arm), 6 Arm Div (2 Lo Arm)\nA20.31: 6 Arm Div (10 Rfl)"  # fmt: skip


def choose(p: Position, through: str, no: str | None = None, formation: str = "6 Arm Div") -> None:
    p.do(sp.TraceThrough(side=ALLIED, formation=formation, through=through), no)


@pytest.mark.rule("OCS 12.6f")
def test_the_owner_picks_the_part_of_a_split_formation_that_traces_and_the_rest_goes_out_of_supply():
    p = supply_phase(SPLIT, *HELD_OUT)
    assert asked(p) == "trace through"
    assert p.offered("trace through", ("formation", "6 Arm Div")) == {"A20.10", "A20.30"}
    choose(p, "A20.20", no="OCS 12.6f")
    choose(p, "A20.10", no="OCS 12.6f", formation="1 Arm Div")
    choose(p, "A20.10")
    assert [p.unit(name).oos for name in ("17/21 L Arm", "2 Lo Arm", "10 Rfl")] == [False, False, True]
    other = supply_phase(SPLIT, *HELD_OUT)
    choose(other, "A20.30")
    assert [other.unit(name).oos for name in ("17/21 L Arm", "2 Lo Arm", "10 Rfl")] == [True, True, False]


@pytest.mark.rule("OCS 12.6f", "OCS 12.6c")
def test_the_rest_of_a_split_formation_may_eat():
    p = supply_phase(SPLIT + "\nA20.32: 1T")
    choose(p, "A20.10")
    assert asked(p) == "eat"
    eat(p, "A20.32", "10 Rfl")
    assert supplied(p, "10 Rfl") == (False, True)


@pytest.mark.rule("OCS 12.6f")
def test_where_one_part_holds_the_others_nobody_is_asked():
    note = NEAR + "A20.24: 6 Arm Div (17/21 L Arm)\nA20.26: 6 Arm Div (10 Rfl)\nA20.33: 6 Arm Div (2 Lo Arm)"
    p = supply_phase(note, *HELD_OUT)
    assert [p.unit(name).oos for name in ("17/21 L Arm", "10 Rfl", "2 Lo Arm")] == [False, False, True]


# --- at random

CORNER = """
    == Axis ==
    Supply sources: A20.30
    A20.26: March Bn (T-1, T-2)
    == Allied ==
    Supply sources: A20.05, A26.12
    A20.10: Para Bn (1, 2), Fr Inf Rgt (4 Tun)  -- Low
    A21.12: Para Bn (3)                         -- Strat
    A20.17: 6 Arm Div (10 Rfl)                  -- OOS
    A20.09: Corps HQ (5)
    A20.08: 2 SP
    A20.18: 1T
    A24.14: 6 Arm Div (38 Irish Inf)            -- Exhausted
"""
ROUGH = """
    all: rough
    A20.05 - A20.06 - A20.07 - A20.08 - A20.09 - A20.10 - A20.11 - A20.12 - A20.13: primary
    A22.10, A22.11, A23.12, A24.12: mountain
    A20.15, A21.16: sea
    A20.12 - A20.13 - A20.14: metre
    A20.14: village
"""


@pytest.mark.rule("OCS 12.6", "OCS 12.8", "OCS 12.10e")
@pytest.mark.parametrize("seed", range(5))
def test_a_corner_short_of_supply_played_at_random(seed: int):
    p = position(CORNER, ground=dedent(ROUGH), dice=SeededDice(seed), options=())
    acts = play(p.game, seed, 80)
    assert acts == 80 and events(p, TraceChecked)
