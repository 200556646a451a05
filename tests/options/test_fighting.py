"""OCS 21.2 and 21.3: options of combat. Figures by hand; 10 Krd is 5-5, 1 Gds 8-5, 11 Inf 8-4, a Para Bn 4-5."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.odds.position import prospect, prospects, working
from ocs_engine.players.simple_fight import attack as simple_attack
from ocs_engine.series.independents import attack_leads
from ocs_engine.series.strength import attack_strength, attacking_strength, defence_strength, defending_strength
from ocs_engine.series.supply.combat_paying import attack_plan
from ocs_engine.series.supply.combat_supply import attack_bill, defence_price
from ocs_engine.state.events import put_units
from ocs_engine.state.fight_events import CombatReckoned
from ocs_engine.state.model import Mode
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.options import EVERYONE_SUPPLIED, INDEPENDENTS_PAY_DOUBLE, PROPORTIONAL_LOSS
from tests.fights import asked, attack, cover, fight, lead, offered, pay
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.supply.paid_fights import events, forms, of_steps

DICE = (3, 4, 3, 4, 3, 4, 3, 4)
"""More than a fight without surprise takes."""

# --- OCS 21.2

BRIGADE = """
    == Axis ==
    A20.20: March Bn (T-1)
    == Allied ==
    A20.21: 78 Inf Div (11 Inf)
"""


@pytest.mark.rule("OCS 21.2")
@pytest.mark.parametrize(
    ("steps", "lost", "left"),
    [(4, 0, 8), (4, 1, 6), (4, 2, 4), (4, 3, 2), (3, 1, 5), (3, 2, 3), (5, 1, 6), (5, 2, 5), (5, 3, 3), (5, 4, 2)],
)
def test_a_unit_is_worth_the_share_of_its_steps_rounded(steps: int, lost: int, left: int):
    """Of 8: 8/3 x 2 is 5 1/3, so 5; 8/3 is 2 2/3, so 3; fifths of 8 are 6.4, 4.8, 3.2 and 1.6."""
    p = position(BRIGADE, ground="all: open", options=(PROPORTIONAL_LOSS,))
    state = of_steps(p, {"11 Inf": steps})
    state = put_units(state, {(uid := p.id("11 Inf")): replace(state.units[uid], lost=lost)})
    assert attacking_strength(state, uid).total == defending_strength(state, uid).total == left


@pytest.mark.rule("OCS 21.2")
def test_it_is_rounded_before_anything_else_multiplies_it():
    """Of 8 a third of the steps is 3, halved for DG 3/2, and for want of supply 3/4; not a twelfth of 8, 2/3."""
    p = position(BRIGADE, ground="all: open", options=(PROPORTIONAL_LOSS,))
    state = of_steps(p, {"11 Inf": 3})
    uid = p.id("11 Inf")
    state = put_units(state, {uid: replace(state.units[uid], lost=2, marker=Mode.DG)})
    assert defending_strength(state, uid).total == Fraction(3, 2)
    assert defending_strength(state, uid, paid=False).total == Fraction(3, 4)
    assert {each.rule for each in defending_strength(state, uid).factors} == {"OCS 5.10b", "OCS 21.2"}


@pytest.mark.rule("OCS 21.2", "OCS 9.11d")
def test_it_takes_the_place_of_the_usual_rule_for_lost_steps():
    """Without it a unit that lacks 1 of 4 steps attacks at half and defends in full."""
    p = position(BRIGADE, ground="all: open")
    state = of_steps(p, {"11 Inf": 4})
    uid = p.id("11 Inf")
    state = put_units(state, {uid: replace(state.units[uid], lost=1)})
    assert (attacking_strength(state, uid).total, defending_strength(state, uid).total) == (4, 8)
    tables, unit = state.world.tables, state.units[uid]
    assert (attack_strength(tables, unit, True).total, defence_strength(tables, unit, True, True).total) == (6, 6)


@pytest.mark.rule("OCS 21.2")
def test_a_fight_counts_it_on_both_sides():
    p = fight(BRIGADE, options=(EVERYONE_SUPPLIED, PROPORTIONAL_LOSS))
    state = of_steps(p, {"11 Inf": 4, "T-1": 3})
    hurt = {p.id("11 Inf"): 1, p.id("T-1"): 2}
    state = put_units(state, {uid: replace(state.units[uid], lost=lost) for uid, lost in hurt.items()})
    sums = working(state, prospect(state, p.hex("A20.20"), p.ids("11 Inf")))
    # 8 x 3/4 is 6; 2 x 1/3 is 2/3, so 1.
    assert (sums.attack_total, sums.defend_total) == ("6", "1")


# --- OCS 21.3

MIXED = """
    == Axis ==
    A20.21: It Inf Rgt (350)
    A20.22: 2 SP
    == Allied ==
    A20.20: Para Bn (1), Para Bn (2), 78 Inf Div (11 Inf)
    A20.19: {supply}
"""


def mixed(supply: str = "2 SP", *faces: int, options: tuple[str, ...] = (INDEPENDENTS_PAY_DOUBLE,)) -> Position:
    """Two independent battalions and a brigade of a division next to a regiment; a dump one hex behind."""
    return fight(MIXED.format(supply=supply), *faces, options=options)


@pytest.mark.rule("OCS 21.3")
def test_independents_alone_pay_two_tokens_a_step():
    p = mixed()
    attack(p, "1, 2", "A20.21")
    pay(p, **{"1": {"A20.19": 1}, "2": {"A20.19": 1}}, no="OCS 12.1")
    pay(p, **{"1": {"A20.19": 2}, "2": {"A20.19": 2}})
    assert [each.tokens for each in events(p, SupplySpent)] == [2, 2]


@pytest.mark.rule("OCS 21.3")
def test_with_a_divisional_unit_each_pays_as_usual_and_without_the_option_too():
    p = mixed()
    attack(p, "1, 11 Inf", "A20.21")
    pay(p, **{"1": {"A20.19": 2}, "11 Inf": {"A20.19": 1}}, no="OCS 12.1")
    pay(p, **{"1": {"A20.19": 1}, "11 Inf": {"A20.19": 1}})
    q = mixed(options=())
    attack(q, "1, 2", "A20.21")
    pay(q, **{"1": {"A20.19": 1}, "2": {"A20.19": 1}})
    r = mixed()
    attack(r, "11 Inf", "A20.21")
    pay(r, **{"11 Inf": {"A20.19": 1}})


@pytest.mark.rule("OCS 21.3", "OCS 12.10")
def test_independents_never_attack_on_internal_stocks_and_divisional_units_do():
    p = mixed("1T")
    attack(p, "1, 11 Inf", "A20.21")
    pay(p, internals="1", **{"11 Inf": {"A20.19": 1}}, no="OCS 21.3")
    pay(p, internals="11 Inf", **{"1": {"A20.19": 1}})
    q = mixed("1T")
    attack(q, "1, 2", "A20.21")
    assert offered(q, "pay attack") == ("out",) or offered(q, "pay attack", ("unit", "enough"))[0] == "out"
    pay(q, internals="1, 2", no="OCS 21.3")
    pay(q, out="1, 2")
    assert q.game.pending() is None and not q.state.memory.attacked


@pytest.mark.rule("OCS 21.3")
def test_an_independent_that_nothing_reaches_may_not_attack_at_all():
    """Without supply on the map; with its stocks it might, without the option."""
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: Para Bn (1), 78 Inf Div (11 Inf)
        """
    p, q = (fight(note, options=options) for options in ((INDEPENDENTS_PAY_DOUBLE,), ()))
    attack(p, "1", "A20.21", no="OCS 9.5")
    attack(p, "11 Inf", "A20.21")
    attack(q, "1", "A20.21")


@pytest.mark.rule("OCS 21.3")
def test_independents_are_not_left_to_attack_alone_at_the_lower_price():
    p = mixed()
    attack(p, "1, 11 Inf", "A20.21")
    pay(p, out="11 Inf", **{"1": {"A20.19": 1}}, no="OCS 21.3")
    pay(p, out="11 Inf, 1")
    attack(p, "1", "A20.21")
    pay(p, **{"1": {"A20.19": 2}})


@pytest.mark.rule("OCS 21.3")
@pytest.mark.parametrize("supply", ["2 SP", "2T", "1T", "3T"])
@pytest.mark.parametrize("names", ["1, 2", "1, 11 Inf", "1, 2, 11 Inf", "11 Inf"])
@pytest.mark.parametrize("tired", [False, True])
def test_every_filled_form_is_accepted(supply: str, names: str, tired: bool):
    p = mixed(supply)
    if tired:
        unit = p.unit("11 Inf")
        state = put_units(p.state, {p.id("11 Inf"): replace(unit, stocks=type(unit.stocks)("exhausted"))})
        p = Position(p.rules, state, RecordedDice(()))
    attack(p, names, "A20.21")
    found = list(forms(p, "pay attack"))
    assert found
    for command in found:
        assert p.game.check(command) is None, command
    assert p.game.check(attack_plan(p.state, p.state.top_frame)) is None


@pytest.mark.rule("OCS 21.3", "OCS 9.6")
def test_a_divisional_unit_gives_its_ar_where_both_attack():
    """Para Bn (1) has AR 5, 11 Inf 4."""
    p = mixed("2 SP", *DICE, options=(EVERYONE_SUPPLIED, INDEPENDENTS_PAY_DOUBLE))
    attack(p, "1, 11 Inf", "A20.21")
    # One divisional unit: nobody is asked, and the dice follow at once.
    assert events(p, CombatReckoned)[0].attacker_lead == p.id("11 Inf")


@pytest.mark.rule("OCS 21.3", "OCS 9.6")
def test_of_two_divisional_units_one_must_lead():
    note = MIXED.replace("78 Inf Div (11 Inf)", "78 Inf Div (11 Inf), 78 Inf Div (36 Inf)").format(supply="2 SP")
    p = fight(note, *DICE, options=(EVERYONE_SUPPLIED, INDEPENDENTS_PAY_DOUBLE))
    attack(p, "1, 11 Inf, 36 Inf", "A20.21")
    assert offered(p, "name lead") == p.ids("11 Inf, 36 Inf")
    lead(p, "1", no="OCS 21.3")
    lead(p, "36 Inf")
    assert events(p, CombatReckoned)[0].attacker_lead == p.id("36 Inf")
    plain = fight(note, options=(EVERYONE_SUPPLIED,))
    attack(plain, "1, 11 Inf", "A20.21")
    assert offered(plain, "name lead") == plain.ids("1, 11 Inf")
    alone = fight(note, options=(EVERYONE_SUPPLIED, INDEPENDENTS_PAY_DOUBLE))
    attack(alone, "1, 2", "A20.21")
    assert offered(alone, "name lead") == alone.ids("1, 2")


@pytest.mark.rule("OCS 21.3")
def test_a_defence_is_as_ever():
    """A regiment of 1 RE takes 1T, and an independent may defend on internal stocks."""
    p = mixed("2 SP", options=(INDEPENDENTS_PAY_DOUBLE,))
    assert defence_price(p.state, p.ids("350")) == 1
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf)
        A20.19: 1 SP
        """
    q = fight(note, *DICE, options=(INDEPENDENTS_PAY_DOUBLE,))
    attack(q, "11 Inf", "A20.21")
    pay(q, **{"11 Inf": {"A20.19": 1}})
    assert asked(q) == (AXIS, "pay defence")
    cover(q, "350")


@pytest.mark.rule("OCS 21.3")
def test_players_and_odds_know_it():
    p = mixed("3T")
    bill = attack_bill(p.state, p.ids("1, 2, 11 Inf"))
    assert bill.tokens == 3 and not bill.out
    assert attack_bill(p.state, p.ids("1, 2")).out == p.ids("2") or attack_bill(p.state, p.ids("1, 2")).tokens == 2
    assert attack_leads(p.state, p.ids("1, 11 Inf")) == p.ids("11 Inf")
    assert all(each.leads[0] == p.id("11 Inf") for each in prospects(p.state, ALLIED))
    poor = mixed("1T", options=(INDEPENDENTS_PAY_DOUBLE,))
    assert attack_bill(poor.state, poor.ids("1, 2")).out == poor.ids("1, 2")
    chosen = simple_attack(poor.state, ALLIED)
    assert chosen is None or poor.id("11 Inf") in chosen.units
