"""Out of supply: attrition and what else it does (OCS 12.8).

Columns as the chart has them: AR 5 loses nothing at 2-8, a step at 9-10, two at 11; AR 0 a step at 2-3, all from 8 on.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from ocs_engine.series.general import has_zoc
from ocs_engine.series.modes import movement_allowance
from ocs_engine.series.strength import action_rating, attack_strength, barrage_strength, defence_strength
from ocs_engine.series.supply.supply_phase import TraceThrough
from ocs_engine.state.fight_events import StepLost
from ocs_engine.state.model import Stocks
from ocs_engine.state.trace_events import AttritionRolled
from tests.fights import lose
from tests.positions import ALLIED, Position, position
from tests.series.supply.phases import asked, events, supply_phase

CUT_OFF = "== Allied ==\n"


def rolls(p: Position) -> list[AttritionRolled]:
    return [each for each in events(p, AttritionRolled) if isinstance(each, AttritionRolled)]


@pytest.mark.rule("OCS 12.8b")
def test_one_roll_for_each_hex_by_the_best_ar_there():
    # A paratroop battalion has AR 5, an armoured one of the US Army 2.
    note = CUT_OFF + "A20.21: Para Bn (1), US Arm Bn (751)\nA20.24: US Arm Bn (752)"
    p = supply_phase(note, 4, 4, 1, 2)
    first, second = rolls(p)
    assert (first.hex, first.ar, first.steps, first.total, first.lost) == ("A20.21", 5, 2, 8, 0)
    assert (second.hex, second.ar, second.steps, second.total, second.lost) == ("A20.24", 2, 1, 3, 0)


@pytest.mark.rule("OCS 12.8b")
def test_the_owner_chooses_who_suffers():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1), US Arm Bn (751), Para Bn (2)", 5, 4)
    assert asked(p) == "lose step"
    assert p.offered("lose step") == {p.id("1"), p.id("751"), p.id("br-para-2")}
    lose(p, "751")
    assert p.where("751") == "dead" and p.where("1") == "A20.21"
    assert [type(each) for each in events(p, AttritionRolled, StepLost)] == [AttritionRolled, StepLost]


@pytest.mark.rule("OCS 12.8b")
def test_where_all_die_or_there_is_one_nobody_is_asked():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)", 5, 4)
    assert p.where("1") == "dead"
    two = supply_phase(CUT_OFF + "A20.21: Para Bn (1), Para Bn (2)", 6, 5)
    assert two.where("1") == two.where("br-para-2") == "dead", "11 at AR 5 takes two steps"


@pytest.mark.rule("OCS 12.8b")
def test_five_steps_out_of_supply_add_three_to_the_roll():
    five = CUT_OFF + "A20.21: Para Bn (1), Para Bn (2), Para Bn (3), US Arm Bn (751), US Arm Bn (752)"
    crowd = supply_phase(five, 1, 1)
    assert [(each.steps, each.total) for each in rolls(crowd)] == [(5, 5)]
    four = supply_phase(five.replace(", US Arm Bn (752)", ""), 1, 1)
    assert [(each.steps, each.total) for each in rolls(four)] == [(4, 2)]


@pytest.mark.rule("OCS 12.8b")
def test_only_steps_out_of_supply_count_and_only_they_suffer():
    # 6 Arm Div is split, and its battalion in the south traces; the one beside the paratroops, of AR 4, does not.
    note = "== Allied ==\nSupply sources: A20.10, A20.30\nA20.09: 6 Arm Div (17/21 L Arm)\n" \
           "A20.31: Para Bn (1), Para Bn (2), 6 Arm Div (10 Rfl)"  # fmt: skip
    p = supply_phase(note, 4, 4)
    p.do(TraceThrough(side=ALLIED, formation="6 Arm Div", through="A20.10"))
    (roll,) = rolls(p)
    assert (roll.hex, roll.units, roll.ar, roll.steps, roll.lost) == ("A20.31", (p.id("10 Rfl"),), 4, 1, 1)
    assert p.where("10 Rfl") == "dead"
    assert p.where("1") == p.where("br-para-2") == "A20.31"


@pytest.mark.rule("OCS 12.8b")
@pytest.mark.parametrize(("remark", "ar"), [("", 5), ("  -- DG", 5), ("  -- Strat", 0)])
def test_dg_does_not_lower_the_ar_and_strat_mode_makes_it_0(remark: str, ar: int):
    p = supply_phase(CUT_OFF + f"A20.21: Para Bn (1){remark}", 1, 1)
    assert [each.ar for each in rolls(p)] == [ar]


@pytest.mark.rule("OCS 12.8b", "OCS 13.1")
def test_an_hq_has_ar_0():
    p = supply_phase(CUT_OFF + "A20.21: Corps HQ (5)", 1, 1)
    assert [(each.ar, each.result) for each in rolls(p)] == [(0, "-1 Step")] and p.where("5") == "dead"


STARVED = "== Allied ==\nA20.21: US Arm Bn (751), 6 Arm Div (Arty)  -- OOS\nA20.24: Para Bn (1)  -- OOS, low"
FED = STARVED.replace("  -- OOS, low", "").replace("  -- OOS", "")


@pytest.mark.rule("OCS 12.8d", "OCS 4.5")
def test_out_of_supply_there_is_no_zone_and_half_the_strength_with_combat_supply():
    starved, fed = (position(note, "Allied Movement Phase", ground="all: open", options=()) for note in (STARVED, FED))
    tables, there, here = fed.state.world.tables, starved.unit("751"), fed.unit("751")
    assert has_zoc(here) and not has_zoc(there)
    # 6 as printed: halved to 3, and defending without combat supply quartered to 1 1/2.
    assert attack_strength(tables, here).total == 6 and attack_strength(tables, there).total == 3
    assert defence_strength(tables, there).total == 3
    assert defence_strength(tables, there, paid=False).total == Fraction(3, 2)


@pytest.mark.rule("OCS 12.8d")
def test_out_of_supply_movement_barrage_ar_and_stocks_are_as_ever():
    starved, fed = (position(note, "Allied Movement Phase", ground="all: open", options=()) for note in (STARVED, FED))
    tables = fed.state.world.tables
    assert movement_allowance(starved.state, starved.id("751")) == movement_allowance(fed.state, fed.id("751")) == 72
    assert barrage_strength(tables, starved.unit("Arty")).total == 12
    assert action_rating(tables, starved.unit("1")) == 5
    assert starved.unit("1").stocks is Stocks.LOW


@pytest.mark.rule("OCS 12.8")
def test_attrition_is_last_and_the_phase_ends_with_it():
    p = supply_phase(CUT_OFF + "A20.21: Para Bn (1)", 1, 1)
    assert p.state.frames == () and p.game.pending() is None
    assert rolls(p)[0].side is ALLIED
