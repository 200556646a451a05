"""Internal stocks in a fight (OCS 12.9, 12.10): two uses for each unit, only where the map has no supply for it.

A20.20 lies south of A20.21. A draw takes 5 Truck MP and one hex beyond.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.ruleset import Decision
from ocs_engine.series.combat import CombatFrame
from ocs_engine.series.supply.combat_paying import PayAttack, PayDefence, attack_plan, defence_plan
from ocs_engine.series.supply.combat_supply import attack_bill
from ocs_engine.state.fight_events import CombatReckoned
from ocs_engine.state.model import State, Stocks
from ocs_engine.state.supply_events import StocksChanged, SupplyNotPaid, SupplySpent
from tests.fights import asked, attack, cover, offered, pay
from tests.positions import ALLIED, AXIS, Position
from tests.series.supply.paid_fights import events, of_steps, supplied


def facing(axis: str, allied: str, more: str = "", *faces: int) -> Position:
    """An Axis stack in A20.21 and an Allied one south of it; more: lines of the Allies."""
    return supplied(f"== Axis ==\nA20.21: {axis}\n== Allied ==\nA20.20: {allied}\n{more}", *faces)


@pytest.mark.rule("OCS 12.10")
@pytest.mark.parametrize(("remark", "after"), [("combat", Stocks.LOW), ("low", Stocks.EXHAUSTED)])
def test_a_use_takes_full_to_low_and_low_to_exhausted_at_full_strength(remark: str, after: Stocks):
    p = facing("It Inf Rgt (350)", f"Para Bn (1)   -- {remark}", "", 3, 3, 3, 3)
    attack(p, "1", "A20.21")
    pay(p, internals="1")
    assert p.unit("1").stocks is after
    cover(p, internals="350")
    assert p.unit("350").stocks is Stocks.LOW
    reckoned = events(p, CombatReckoned)[0]
    # Para Bn 4, regiment 3: as with supply from the map.
    assert (reckoned.attack_total, reckoned.defend_total) == ("4", "3")
    assert not events(p, SupplySpent) and not events(p, SupplyNotPaid)


@pytest.mark.rule("OCS 12.10")
def test_an_exhausted_unit_has_none_and_attacks_with_supply_from_the_map_alone():
    p = facing("It Inf Rgt (350)", "Para Bn (1)   -- exhausted", "A20.19: Para Bn (2)\nA20.14: 1T")
    attack(p, "1", "A20.21")
    pay(p, internals="1", no="OCS 12.10b")
    pay(p, **{"1": {"A20.14": 1}})
    assert p.unit("1").stocks is Stocks.EXHAUSTED


@pytest.mark.rule("OCS 12.10", "OCS 12.10g")
def test_stocks_serve_only_where_the_map_has_nothing_left_after_what_the_others_take():
    p = facing("It Inf Rgt (350)", "Para Bn (1), Para Bn (2), Para Bn (3)", "A20.19: 1T")
    attack(p, "1, 2, 3", "A20.21")
    pay(p, internals="1, 2, 3", no="OCS 12.10a")
    pay(p, internals="1, 2", out="3", no="OCS 12.10a")
    # The owner decides who gets the token, and the rest use their own (12.10g).
    pay(p, internals="1, 3", **{"2": {"A20.19": 1}})
    assert [p.unit(name).stocks for name in ("1", "2", "3")] == [Stocks.LOW, Stocks.FULL, Stocks.LOW]
    (changed,) = events(p, StocksChanged)
    assert changed.stocks == {p.id("1"): Stocks.LOW, p.id("3"): Stocks.LOW}


@pytest.mark.rule("OCS 12.10", "OCS 13.2g")
def test_the_load_of_organic_trucks_may_be_withheld():
    more = "A20.19: 6 Arm Div Organic Truck (F)"
    p = facing("It Inf Rgt (350)", "6 Arm Div (17/21 L Arm)", more)
    (truck,) = p.state.transport
    attack(p, "17/21 L Arm", "A20.21")
    assert attack_plan(p.state, _frame(p)).payments == {p.id("17/21 L Arm"): {truck: 1}}
    pay(p, internals="17/21 L Arm")
    assert p.unit("17/21 L Arm").stocks is Stocks.LOW
    plain = facing("It Inf Rgt (350)", "6 Arm Div (17/21 L Arm)", "A20.19: 1x Truck Point (F)")
    attack(plain, "17/21 L Arm", "A20.21")
    pay(plain, internals="17/21 L Arm", no="OCS 12.10a")


@pytest.mark.rule("OCS 12.10", "OCS 9.5")
def test_defenders_use_their_own_only_where_the_full_payment_cannot_be_had():
    # Two regiments take 2T; with 1T on the map nothing of it is taken, and each may use its own stocks.
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350), It Inf Rgt (Pavia)
        A20.22: {dump}
        == Allied ==
        A20.20: Para Bn (1)
        """
    p = supplied(note.format(dump="2T"))
    attack(p, "1", "A20.21")
    pay(p, internals="1")
    cover(p, internals="350", no="OCS 12.10a")
    assert offered(p, "pay defence") == ("A20.22", "decline")
    p = supplied(note.format(dump="1T"), 3, 3, 3, 3)
    attack(p, "1", "A20.21")
    pay(p, internals="1")
    assert offered(p, "pay defence") == ("internals", "decline")
    cover(p, A20_22=1, no="OCS 12.1")
    cover(p, internals="1", no="OCS 12.10g")
    cover(p, internals="350", A20_22=1, no="OCS 9.5")
    cover(p, internals="350")
    assert asked(p) == (AXIS, "name lead")
    assert (p.unit("350").stocks, p.unit("Pavia").stocks) == (Stocks.LOW, Stocks.FULL)
    assert _frame(p).unpaid == p.ids("Pavia"), "it fights at half while the other is at full strength"
    assert p.state.dumps[p.hex("A20.22")].tokens == 1


@pytest.mark.rule("OCS 12.10", "OCS 9.5")
def test_out_of_supply_units_use_them_like_any_other():
    p = facing("It Inf Rgt (350)   -- OOS", "Para Bn (1)   -- OOS", "", 3, 3, 3, 3)
    attack(p, "1", "A20.21")
    pay(p, internals="1")
    cover(p, internals="350")
    reckoned = events(p, CombatReckoned)[0]
    # Half for being out of supply, and no more.
    assert (reckoned.attack_total, reckoned.defend_total) == ("2", "3/2")
    p = facing("It Inf Rgt (350)   -- OOS", "Para Bn (1)   -- OOS", "", 3, 3, 3, 3)
    attack(p, "1", "A20.21")
    pay(p, internals="1")
    cover(p, decline=True)
    assert events(p, CombatReckoned)[0].defend_total == "3/4", "a quarter (9.5a)"


@pytest.mark.rule("OCS 12.10")
def test_the_plan_of_a_defence_uses_the_stocks_of_all_that_have_strength():
    note = "It Inf Rgt (350), It Inf Rgt (Pavia)   -- exhausted"
    p = facing(note.replace("   -- exhausted", ""), "Para Bn (1)")
    attack(p, "1", "A20.21")
    pay(p, internals="1")
    assert set(defence_plan(p.state, _frame(p)).internals) == set(p.ids("350, Pavia"))


# --- units of many steps: none are in play, so the answers are decided without being saved


def _frame(p: Position) -> CombatFrame:
    top = p.state.top_frame
    assert isinstance(top, CombatFrame)
    return top


def decided(p: Position, state: State, command: PayAttack | PayDefence) -> Decision[State]:
    done = p.rules.decide(state, command, RecordedDice([3] * 8), 0)
    assert isinstance(done, Decision), done
    return done


@pytest.mark.rule("OCS 12.10")
def test_a_unit_of_many_steps_burns_what_is_too_little_for_it():
    p = facing("It Inf Rgt (350)", "Para Bn (1)", "A20.19: 2T\nA20.18: 6 Arm Div Organic Truck (F)")
    attack(p, "1", "A20.21")
    state = of_steps(p, {"1": 3})
    uid = p.id("1")
    # 3T are owed, 2T are there (the organic load is not for it).
    answer = PayAttack(side=ALLIED, internals=(uid,))
    assert p.rules.check(state, answer) is None
    assert p.rules.check(state, PayAttack(side=ALLIED, payments={uid: {"A20.19": 2}})) is not None
    done = decided(p, state, answer)
    assert p.hex("A20.19") not in done.state.dumps and done.state.units[uid].stocks is Stocks.LOW
    spent = [each for each in done.events if isinstance(each, SupplySpent)]
    assert [(each.source, each.tokens, each.use) for each in spent] == [("A20.19", 2, "attack")]


@pytest.mark.rule("OCS 12.10")
def test_several_of_many_steps_burn_it_once():
    p = facing("It Inf Rgt (350)", "Para Bn (1), Para Bn (2), Para Bn (3)", "A20.19: 3T")
    attack(p, "1, 2, 3", "A20.21")
    state = of_steps(p, {"1": 3, "2": 3})
    answer = PayAttack(side=ALLIED, payments={p.id("3"): {"A20.19": 1}}, internals=p.ids("1, 2"))
    done = decided(p, state, answer)
    spent = [(each.what, each.tokens) for each in done.events if isinstance(each, SupplySpent)]
    assert spent == [(p.id("3"), 1), (p.id("1"), 2)]
    bill = attack_bill(state, p.ids("1, 2, 3"))
    # All take part in any case; with 3T two can be fed by no choice, so one is, for the least T.
    assert bill.payments == {p.id("3"): {"A20.19": 1}} and set(bill.internals) == set(p.ids("1, 2"))


@pytest.mark.rule("OCS 12.10")
def test_a_lone_defender_of_many_steps_burns_it_and_a_stack_does_not():
    note = "== Axis ==\nA20.21: {}\nA20.22: 1T\n== Allied ==\nA20.20: Para Bn (1)"
    for names, burnt in (("It Inf Rgt (350)", 1), ("It Inf Rgt (350, Pavia)", 0)):
        p = supplied(note.format(names))
        attack(p, "1", "A20.21")
        pay(p, internals="1")
        state = of_steps(p, {"350": 3})
        answer = PayDefence(side=AXIS, internals=p.ids("350"))
        done = decided(p, state, answer)
        assert sum(each.tokens for each in done.events if isinstance(each, SupplySpent)) == burnt
        assert done.state.units[p.id("350")].stocks is Stocks.LOW


@pytest.mark.rule("OCS 12.10")
def test_a_unit_of_one_step_burns_nothing_and_takes_no_part_payment():
    p = facing("It Inf Rgt (350)", "Para Bn (1)", "A20.19: 1T")
    attack(p, "1", "A20.21")
    pay(p, internals="1", no="OCS 12.10a")
    reduced = of_steps(p, {"1": 3})
    unit = replace(reduced.units[p.id("1")], lost=2)
    state = replace(reduced, units=reduced.units.set(p.id("1"), unit))
    answer = PayAttack(side=ALLIED, internals=p.ids("1"))
    refusal = p.rules.check(state, answer)
    assert refusal is not None and refusal.rule == "OCS 12.10a", "with one step left 1T is all that it needs"
