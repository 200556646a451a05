"""Combat supply of attackers and defenders (OCS 9.2, 9.5, 12.4), and the cheapest plan beside all other answers.

A British Para Bn is 4-5, 1/2 RE and one step; an Italian Inf Rgt (350) or (Pavia) 3-2, 1 RE and one step. A20.20 lies
south of A20.21. A draw takes 5 Truck MP, 1 a hex on open ground, and one hex beyond.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.series import attack as attacking
from ocs_engine.series.combat import CombatFrame
from ocs_engine.series.supply.combat_paying import PayAttack, attack_plan, defence_plan
from ocs_engine.series.supply.combat_supply import attack_bill, attack_price, defence_price
from ocs_engine.series.supply.fuel import Fuel, How
from ocs_engine.state.fight_events import CombatReckoned, OverrunPaid
from ocs_engine.state.model import Memory, Stocks
from ocs_engine.state.supply_events import SupplyNotPaid, SupplySpent
from tests.fights import advance, asked, attack, cover, go, lead, offered, option, overrun, pay, retreat
from tests.positions import ALLIED, AXIS, Position
from tests.series.supply.paid_fights import events, forms, of_steps, supplied

PARAS = """
== Axis ==
A20.21: It Inf Rgt (350)
A20.22: {axis}
== Allied ==
A20.20: Para Bn (1){first}, Para Bn (2)
A20.19: {allied}
"""


def facing(axis: str = "1 SP", allied: str = "1 SP", *faces: int) -> Position:
    """Two battalions next to a regiment, each side with a dump one hex behind."""
    return supplied(PARAS.format(axis=axis, allied=allied, first=""), *faces)


def asked_to_pay(p: Position) -> CombatFrame:
    top = p.state.top_frame
    assert isinstance(top, CombatFrame)
    return top


# --- the attacker


@pytest.mark.rule("OCS 9.2", "OCS 9.5", "OCS 12.4")
def test_both_sides_pay_the_attacker_first_and_before_anything_else():
    p = facing()
    attack(p, "1, 2", "A20.21")
    assert asked(p) == (ALLIED, "pay attack")
    # 1T for each of two units of one step.
    pay(p, **{"1": {"A20.19": 1}, "2": {"A20.19": 1}})
    assert asked(p) == (AXIS, "pay defence")
    # One regiment is 1 RE, which takes 1T.
    cover(p, A20_22=1)
    assert asked(p) == (ALLIED, "name lead")
    assert [(each.side, each.source, each.tokens, each.use, each.what) for each in events(p, SupplySpent)] == [
        (ALLIED, "A20.19", 1, "attack", p.id("1")),
        (ALLIED, "A20.19", 1, "attack", p.id("2")),
        (AXIS, "A20.22", 1, "defence", "A20.21"),
    ]
    assert (p.state.dumps[p.hex("A20.19")].tokens, p.state.dumps[p.hex("A20.22")].tokens) == (2, 3)
    assert not events(p, DiceRolled) and not events(p, SupplyNotPaid)


@pytest.mark.rule("OCS 9.5", "OCS 12.4")
def test_an_attacker_takes_a_token_for_each_step_that_it_has_left():
    p = facing()
    state = of_steps(p, {"1": 3})
    assert attack_price(state, p.id("1")) == 3 and attack_price(state, p.id("2")) == 1
    hurt = state.units.set(p.id("1"), replace(state.units[p.id("1")], lost=1))
    assert attack_price(replace(state, units=hurt), p.id("1")) == 2


@pytest.mark.rule("OCS 9.5")
def test_each_unit_is_supplied_where_it_stands_and_sources_may_differ():
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: Para Bn (1)
        A21.21: Para Bn (2)
        A20.14: 1T
        A25.21: Corps HQ (5)
        A30.21: 1T
        """
    p = supplied(note)
    hq = p.id("5")
    attack(p, "1, 2", "A20.21")
    # A20.14 is 6 hexes from A20.20, in reach, and 7 from A21.21; what lies at A30.21 comes by the HQ to both.
    pay(p, **{"1": {"A20.14": 1}, "2": {"A20.14": 1}}, no="OCS 12.3a")
    pay(p, **{"1": {f"A30.21 by {hq}": 1}, "2": {f"A30.21 by {hq}": 1}}, no="OCS 12.1")  # it holds 1T
    pay(p, **{"1": {"A20.14": 1}, "2": {f"A30.21 by {hq}": 1}})
    assert [(each.source, each.hq) for each in events(p, SupplySpent)] == [("A20.14", ""), ("A30.21", hq)]


@pytest.mark.rule("OCS 9.5")
@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ({"1": {"A20.19": 1}}, "OCS 9.5"),  # nothing is said of the other
        ({"1": {"A20.19": 2}, "2": {"A20.19": 1}}, "OCS 12.1"),  # 1T and no more
        ({"1": {}, "2": {"A20.19": 1}}, "OCS 12.1"),
        ({"1": {"A20.22": 1}, "2": {"A20.19": 1}}, "OCS 12.3a"),  # the enemy's
        ({"350": {"A20.22": 1}, "1": {"A20.19": 1}, "2": {"A20.19": 1}}, "OCS 9.5"),
    ],
)
def test_payments_that_do_not_meet_what_is_owed_are_refused(answer: dict[str, dict[str, int]], rule: str):
    p = facing()
    attack(p, "1, 2", "A20.21")
    pay(p, **answer, no=rule)
    pay(p, out="1", **{"1": {"A20.19": 1}, "2": {"A20.19": 1}}, no="OCS 9.5")
    pay(p, **{"1": {"A20.19": 1}, "2": {"A20.19": 1}})


@pytest.mark.rule("OCS 9.2", "OCS 9.5", "OCS 9.1c")
def test_what_is_not_paid_for_drops_out_and_has_not_attacked():
    # AR 5 - 2 is +3. Surprise 2 + 3 = 5: none at 6 to 9 or what the table says; 4 to 3 is 1:1.
    p = facing("1 SP", "1 SP", 3, 3, 3, 3)
    attack(p, "1, 2", "A20.21")
    pay(p, out="2", **{"1": {"A20.19": 1}})
    assert [(each.use, each.target, each.units) for each in events(p, SupplyNotPaid)] == [
        ("attack", "A20.21", p.ids("2"))
    ]
    assert tuple(asked_to_pay(p).units) == p.ids("1")
    cover(p, A20_22=1)
    reckoned = events(p, CombatReckoned)[0]
    assert [told.unit for told in reckoned.attack] == [p.id("1")], "it leads alone and unasked"
    assert reckoned.attack_total == "4"
    assert set(p.state.memory.attacked) == {p.id("1")}


@pytest.mark.rule("OCS 9.2", "OCS 9.1c")
def test_with_nothing_left_the_attack_is_off_the_defender_owes_nothing_and_it_does_not_count():
    p = facing()
    attack(p, "1, 2", "A20.21")
    pay(p, out="1, 2")
    assert p.state.frames == () and p.state.memory == Memory()
    assert not events(p, SupplySpent) and not events(p, DiceRolled)
    attack(p, "1, 2", "A20.21")
    assert asked(p) == (ALLIED, "pay attack")


@pytest.mark.rule("OCS 9.5", "OCS 9.1")
def test_a_unit_may_be_declared_where_it_could_be_supplied():
    def may(remark: str, dump: str) -> bool:
        note = PARAS.format(axis="1 SP", allied=dump, first=f"   -- {remark}").replace(", Para Bn (2)", "")
        p = supplied(note)
        found = attacking.attack_refusal(p.state, p.id("1"), p.hex("A20.21"))
        assert (found is None) == (p.id("1") in attacking.attackers(p.state, ALLIED, p.hex("A20.21")))
        assert attacking.can_attack(p.state, ALLIED) == (found is None)
        assert found is None or found.rule == "OCS 9.5"
        return found is None

    nothing = "Para Bn (3)"
    assert may("Combat", nothing) and may("low", nothing), "internal stocks are left"
    assert not may("exhausted", nothing)
    assert may("exhausted", "1T")


@pytest.mark.rule("OCS 5.10", "OCS 9.14a")
def test_disorder_and_weakness_do_not_make_an_attack_cheaper():
    p = supplied(PARAS.format(axis="1 SP", allied="1 SP", first="").replace("Para Bn (2)", "Para Bn (2)   -- DG"))
    assert [attack_price(p.state, uid) for uid in p.ids("1, 2")] == [1, 1]


@pytest.mark.rule("OCS 9.12g", "OCS 9.5")
def test_only_those_that_were_supplied_may_advance_those_on_internal_stocks_too():
    # 8 + 4 to 2 is 6:1; a static regiment has AR 0: +5. Surprise 2 + 5 = 7: none. Combat 12 + 5: the end row.
    note = """
        == Axis ==
        A20.21: It Static Rgt (280 CD)
        == Allied ==
        A20.20: Para Bn (1), Para Bn (2), Para Bn (3)
        A20.19: 1T
        """
    p = supplied(note, 1, 1, 6, 6)
    attack(p, "1, 2, 3", "A20.21")
    pay(p, internals="2", out="3", **{"1": {"A20.19": 1}})
    cover(p, decline=True)
    lead(p, "1")
    assert p.where("280 CD") == "dead"
    advance(p, "3", no="OCS 9.12g")
    advance(p, "1, 2")
    assert (p.where("1"), p.where("2"), p.where("3")) == ("A20.21", "A20.21", "A20.20")
    assert p.unit("2").stocks is Stocks.LOW and p.unit("1").stocks is Stocks.FULL


# --- the defender


@pytest.mark.rule("OCS 9.5", "OCS 12.4")
def test_the_defence_takes_two_tokens_or_one_for_1_re_or_less():
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350, Pavia)
        A25.25: LW Para Bn (I-5), March Bn (T-1)
        A27.25: LW Para Bn (III-5), It Inf Rgt (Savona)
        """
    p = supplied(note)
    # 2 RE; twice 1/2 RE; 1 1/2 RE.
    assert [defence_price(p.state, p.ids(names)) for names in ("350, Pavia", "I-5, T-1", "Savona, III-5")] == [2, 1, 2]
    state = of_steps(p, {"Savona": 3})
    hurt = state.units.set(p.id("Savona"), replace(state.units[p.id("Savona")], lost=2))
    # Three steps of 1 RE each; with two of them lost 1 RE is left.
    assert defence_price(state, p.ids("Savona")) == 2
    assert defence_price(replace(state, units=hurt), p.ids("Savona")) == 1


@pytest.mark.rule("OCS 9.5")
def test_a_defender_may_always_decline_and_fights_at_half():
    p = facing("1 SP", "1 SP", 3, 3, 3, 3)
    attack(p, "1", "A20.21")
    pay(p, **{"1": {"A20.19": 1}})
    cover(p, no="OCS 9.5")  # no answer at all
    cover(p, A20_22=1, decline=True, no="OCS 9.5")
    cover(p, A20_22=2, no="OCS 12.1")
    cover(p, decline=True)
    (told,) = events(p, CombatReckoned)[0].defend
    first = told.factors[0]
    assert (first.value, first.rule, first.why) == ("1/2", "OCS 9.5", "no combat supply")
    assert told.total == "3/2"
    assert [(each.use, each.units) for each in events(p, SupplyNotPaid)] == [("defence", p.ids("350"))]
    assert p.state.dumps[p.hex("A20.22")].tokens == 4


@pytest.mark.rule("OCS 9.5")
def test_a_payment_supplies_all_defenders_and_any_of_them_may_bring_it_in():
    # The load of an organic truck is for its division alone, whose regiment brings it in for the Italians too.
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350), 10 Pz Div (69 PG)
        A20.22: 10 Pz Div Organic Truck (F)
        == Allied ==
        A20.20: Para Bn (1)
        """
    p = supplied(note)
    attack(p, "1", "A20.21")
    pay(p, internals="1")
    (truck,) = p.state.transport
    assert offered(p, "pay defence") == (truck, "internals", "decline"), "the load may be withheld"
    cover(p, **{truck: 2})
    assert asked_to_pay(p).unpaid == ()
    assert asked(p) == (AXIS, "name lead")


@pytest.mark.rule("OCS 9.5", "OCS 12.10")
def test_exhausted_defenders_out_of_reach_of_supply_fight_at_half_unasked():
    p = supplied(PARAS.format(axis="1 SP", allied="1 SP", first="").replace("(350)", "(350)   -- exhausted").replace(
        "A20.22", "A20.34"))  # fmt: skip
    attack(p, "1, 2", "A20.21")
    pay(p, **{"1": {"A20.19": 1}, "2": {"A20.19": 1}})
    assert asked(p) == (ALLIED, "name lead")
    assert asked_to_pay(p).unpaid == p.ids("350")


# --- overruns

TANKS = """
== Axis ==
A20.22: It Static Rgt (280 CD)
== Allied ==
A20.20: 6 Arm Div (17/21 L Arm), 6 Arm Div (2 Lo Arm), 1 SP
"""
LANCERS, LOTHIANS = "17/21 L Arm", "2 Lo Arm"


def rolling(*faces: int, note: str = TANKS) -> Position:
    p = supplied(note, *faces, when="Allied Movement Phase")
    p.do(_fuel(p))
    p.begin(f"{LANCERS}, {LOTHIANS}")
    p.step("A20.21")
    return p


def _fuel(p: Position):
    return Fuel(side=ALLIED, how=How.FORMATION, what=p.unit(LANCERS).counter.formation, payment={"A20.18": 4})


FUELED = TANKS + "A20.18: 5T\n"


@pytest.mark.rule("OCS 8.1", "OCS 9.5")
def test_both_sides_pay_for_an_overrun_and_its_mp_are_spent_when_it_is_on():
    # As in the tests of overruns: surprise 4 + 4 = 8: none. Combat 5 + 4 = 9; 20 to 1 is beyond 9:1: Ae4/DL1o2.
    p = rolling(2, 2, 2, 3, note=FUELED)
    overrun(p, "A20.22")
    assert asked(p) == (ALLIED, "pay attack")
    assert (p.spent(LANCERS), p.spent(LOTHIANS)) == (1, 1)
    # Trucks may not leave A20.21, which is in the enemy's zone: what lies next to it is all that there is.
    pay(p, **{LANCERS: {"A20.18": 1}, LOTHIANS: {"A20.20": 1}}, no="OCS 12.3a")
    pay(p, **{LANCERS: {"A20.20": 1}, LOTHIANS: {"A20.20": 1}})
    assert (p.spent(LANCERS), p.spent(LOTHIANS)) == (4, 4)
    assert asked(p) == (AXIS, "pay defence")
    cover(p, internals="280 CD")
    lead(p, LANCERS)
    assert p.where(LANCERS) == p.where(LOTHIANS) == "A20.22"


@pytest.mark.rule("OCS 8.1", "OCS 9.2")
def test_an_overrun_that_is_off_costs_no_mp_and_the_move_goes_on():
    p = rolling(note=FUELED)
    overrun(p, "A20.22")
    pay(p, out=f"{LANCERS}, {LOTHIANS}")
    assert not events(p, OverrunPaid) and p.spent(LANCERS) == 1
    p.end_move()


@pytest.mark.rule("OCS 8.1", "OCS 9.2")
def test_who_drops_out_of_an_overrun_is_dropped_from_the_stack():
    p = rolling(2, 2, 2, 3, note=FUELED)
    overrun(p, "A20.22")
    pay(p, out=LOTHIANS, **{LANCERS: {"A20.20": 1}})
    cover(p, decline=True)
    assert (p.where(LANCERS), p.where(LOTHIANS)) == ("A20.22", "A20.21")
    assert p.id(LOTHIANS) in p.state.memory.done and p.spent(LOTHIANS) == 1
    p.step("A20.23")
    assert p.where(LANCERS) == "A20.23"


# --- forms and plans


def small(dumps: tuple[int, int, int], remarks: tuple[str, str, str]) -> Position:
    """Three battalions in three hexes, with a dump that all reach and two that some do; all by 1 to 6 hexes."""
    lines = ("A20.20: Para Bn (1)", "A19.22: Para Bn (2)", "A21.21: Commando Bn (6 Cdo)")
    units = "\n".join(f"{line}   -- {remark}" for line, remark in zip(lines, remarks, strict=True))
    # A19.22 to A20.15 are 7 hexes, A20.20 to A14.25 6 and more; A20.18 is near all of them.
    places = ("A20.18", "A20.14", "A14.25")
    heaps = "\n".join(f"{place}: {tokens}T" for place, tokens in zip(places, dumps, strict=True) if tokens)
    return supplied(f"== Axis ==\nA20.21: It Inf Rgt (350)\n== Allied ==\n{units}\n{heaps}")


def worth(answer: PayAttack) -> tuple[int, int, int, int]:
    """What an answer costs: units out, units on internal stocks, T, dumps."""
    tokens = sum(sum(payment.values()) for payment in answer.payments.values())
    dumps = {way for payment in answer.payments.values() for way in payment}
    return len(answer.out), len(answer.internals), tokens, len(dumps)


def every_answer(p: Position) -> list[PayAttack]:
    """Every answer that the rules accept, by trying all: units here take 1T, and no HQ throws any."""
    units = tuple(asked_to_pay(p).units)
    ways = [p.state.world.label(place) for place in p.state.dumps]
    found = []
    for choice in product([*ways, "internals", "out"], repeat=len(units)):
        answer = PayAttack(
            side=ALLIED,
            payments={uid: {way: 1} for uid, way in zip(units, choice, strict=True) if way in ways},
            internals=tuple(uid for uid, way in zip(units, choice, strict=True) if way == "internals"),
            out=tuple(uid for uid, way in zip(units, choice, strict=True) if way == "out"),
        )
        if p.rules.check(p.state, answer) is None:
            found.append(answer)
    return found


def meaning(answer: PayAttack) -> tuple[object, ...]:
    payments = tuple(sorted((uid, tuple(sorted(payment.items()))) for uid, payment in answer.payments.items()))
    return payments, tuple(sorted(answer.internals)), tuple(sorted(answer.out))


REMARKS = st.sampled_from(["combat", "low", "exhausted"])


@pytest.mark.rule("OCS 9.5", "OCS 12.10")
@settings(max_examples=25, deadline=None)
@given(dumps=st.tuples(*[st.integers(0, 2)] * 3), remarks=st.tuples(REMARKS, REMARKS, REMARKS))
def test_the_plan_is_never_dearer_than_any_other_answer_and_forms_give_just_those(dumps, remarks):
    p = small(dumps, remarks)
    able = attacking.attackers(p.state, ALLIED, p.hex("A20.21"))
    if not able:
        return
    attack(p, able, "A20.21")
    answers = every_answer(p)
    plan = attack_plan(p.state, asked_to_pay(p))
    assert p.rules.check(p.state, plan) is None
    assert worth(plan) == min(map(worth, answers))
    filled = [each for each in forms(p, "pay attack") if isinstance(each, PayAttack)]
    assert all(p.rules.check(p.state, each) is None for each in filled)
    assert {meaning(each) for each in filled} == {meaning(each) for each in answers}


@pytest.mark.rule("OCS 9.5")
def test_a_plan_for_more_units_than_can_be_tried_feeds_exhausted_ones_first():
    names = [f"Para Bn ({n})" for n in (1, 2, 3)] + [f"Commando Bn ({n} Cdo)" for n in (1, 6)]
    tanks = ", ".join(f"6 Arm Div ({each})" for each in ("17/21 L Arm", "2 Lo Arm", "10 Rfl"))
    note = f"== Axis ==\nA20.21: It Inf Rgt (350)\n== Allied ==\nA20.20: {', '.join(names)}\nA21.21: {tanks}" \
           "   -- exhausted\nA19.21: Fr Mech Rgt (Coutx)\nA20.19: 1 SP"  # fmt: skip
    p = supplied(note)
    able = attacking.attackers(p.state, ALLIED, p.hex("A20.21"))
    assert len(able) == 9
    bill = attack_bill(p.state, able)
    assert bill.tokens == 4 and bill.out == () and len(bill.internals) == 5
    assert set(p.ids("17/21 L Arm, 2 Lo Arm, 10 Rfl")) <= bill.payments.keys()


@pytest.mark.rule("OCS 9.5")
@pytest.mark.parametrize(("axis", "tokens"), [("1 SP", 1), ("1T", 1), ("Para Bn (3)", 0)])
def test_the_plan_of_a_defence_is_accepted_and_so_are_its_forms(axis: str, tokens: int):
    p = facing(axis if "Para" not in axis else "It Inf Rgt (Pavia)")
    attack(p, "1, 2", "A20.21")
    p.do(attack_plan(p.state, asked_to_pay(p)))
    plan = defence_plan(p.state, asked_to_pay(p))
    assert sum(plan.payment.values()) == tokens and plan.internals == (() if tokens else p.ids("350"))
    for each in forms(p, "pay defence"):
        assert p.rules.check(p.state, each) is None
    p.do(plan)
    assert asked_to_pay(p).unpaid == ()


def test_combinations_of_forms_leave_no_blank_empty_with_nothing_to_pay_with():
    p = facing("It Inf Rgt (Pavia)", "Para Bn (3)")
    attack(p, "1, 2", "A20.21")
    answers = [each for each in forms(p, "pay attack") if isinstance(each, PayAttack)]
    # Each of the two may use its own stocks or drop out.
    assert {meaning(each) for each in answers} == {
        ((), tuple(sorted(inside)), tuple(sorted(set(p.ids("1, 2")) - set(inside))))
        for count in range(3)
        for inside in combinations(p.ids("1, 2"), count)
    }


# --- who drops out has not fought


@pytest.mark.rule("OCS 9.12d", "OCS 9.5")
def test_a_unit_left_out_of_the_attack_may_tag_along_when_the_others_retreat():
    # Para 1 alone, 4 to 3, is 1:1; AR 5 - 2 = +3: surprise 6 + 3 = 9, none; combat 6 + 3 = 9: Ao1/Do1.
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350)
        A20.22: 1 SP
        == Allied ==
        A20.20: Para Bn (1), Para Bn (2), 1T
    """
    p = supplied(note, 4, 2, 3, 3)
    attack(p, "1, 2", "A20.21")
    pay(p, out="2", **{"1": {"A20.20": 1}})
    cover(p, A20_22=1)
    option(p, 0)
    assert offered(p, "begin retreat") == (p.id("1"),)
    assert p.id("2") in offered(p, "begin retreat", ("unit", p.id("1")))
    retreat(p, "2", no="OCS 9.12d")
    retreat(p, "1, 2")
    go(p, "A20.19")
    assert (p.where("1"), p.where("2")) == ("A20.19", "A20.19")
    alone = supplied(note, 4, 2, 3, 3)
    attack(alone, "1, 2", "A20.21")
    pay(alone, out="2", **{"1": {"A20.20": 1}})
    cover(alone, A20_22=1)
    option(alone, 0)
    retreat(alone, "1")
    go(alone, "A20.19")
    assert (alone.where("1"), alone.where("2")) == ("A20.19", "A20.20"), "it need not"
