"""Fuel (OCS 12.5), bought in three ways: for a unit 1T, for a formation or an HQ 1 SP.

On the plain a dump is drawn from 6 hexes away. Armor and a motorised brigade in Move Mode burn fuel; foot does not.
"""

from __future__ import annotations

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.rail import Rail
from ocs_engine.series.supply.fuel import Fuel, How, fueling_hq, offers
from ocs_engine.series.supply.fueling import fuel_plan
from ocs_engine.world.calendar import Weather
from tests.fights import advance, attack, cover, lead, pay
from tests.positions import ALLIED, Position, position
from tests.series.supply.hqs import of_division

PANZER = """
== Allied ==
Supply sources: A20.25
A20.20: 6 Arm Div (17/21 L Arm)
A20.22: 6 Arm Div (2 Lo Arm)
A20.30: 6 Arm Div (L+ Arm)
A20.21: 2 SP
"""


def at(note: str, when: str = "Allied Movement Phase", options: tuple[str, ...] = ()) -> Position:
    return position(note, when, ground="all: open", options=options)


def fuel(p: Position, how: How, what: str, payment: dict[str, int], no: str | None = None) -> None:
    p.do(Fuel(side=p.side, how=how, what=what, payment=payment), no)


@pytest.mark.rule("OCS 12.5", "OCS 12.5b")
def test_truck_and_track_units_need_fuel_to_spend_any_mp_and_leg_units_never():
    p = at("== Allied ==\nA20.20: 78 Inf Div (11 Inf), 6 Arm Div (17/21 L Arm), Para Bn (1)\nA20.21: 1 SP")
    p.move("17/21 L Arm", "A20.21", no="OCS 12.5")
    p.move("11 Inf", "A21.20", no="OCS 12.5", **{"11 Inf": "move"})
    p.move("1", "A20.21")
    p.move("11 Inf", "A20.21")  # on foot, in Combat Mode
    assert "begin move" not in p.legal(), "the tanks alone are left, and stand dry"


@pytest.mark.rule("OCS 12.5")
def test_a_single_unit_takes_one_token_for_the_phase():
    p = at(PANZER)
    tank = p.id("17/21 L Arm")
    fuel(p, How.UNIT, tank, {"A20.21": 2}, no="OCS 12.5")
    fuel(p, How.UNIT, tank, {"A20.21": 1})
    assert p.state.dumps[p.hex("A20.21")].tokens == 7
    p.move("17/21 L Arm", "A20.21 A20.20")
    p.end_segment()
    assert tank not in p.state.memory.fueled, "it lasts for the phase alone"


@pytest.mark.rule("OCS 12.5", "OCS 12.5d")
def test_a_formation_is_fueled_whole_from_one_dump_that_its_members_share_until_clean_up():
    # L+ Arm, nine hexes away, cannot draw from the dump and has to pay singly.
    p = at(PANZER)
    fuel(p, How.FORMATION, "6 Arm Div", {"A20.21": 4})
    near, far = p.ids("17/21 L Arm, 2 Lo Arm"), p.id("L+ Arm")
    assert set(p.state.fueled) == set(near)
    p.move("2 Lo Arm", "A20.23")
    p.move("L+ Arm", "A20.31", no="OCS 12.5")
    fuel(p, How.UNIT, far, {"A20.21": 1}, no="OCS 12.5")  # nor does the dump reach it at all
    p.end_segment()
    assert not p.state.fueled, "its owner's Clean Up Phase has passed"


@pytest.mark.rule("OCS 12.5d")
def test_formation_fuel_bought_in_reaction_lasts_through_the_following_player_turn():
    note = PANZER.replace("A20.20: 6 Arm Div (17/21 L Arm)", "A20.20: 6 Arm Div (17/21 L Arm)  -- reserve")
    p = at("First player: Axis\n" + note, "Allied Reaction Phase")
    p.release("17/21 L Arm")
    fuel(p, How.FORMATION, "6 Arm Div", {"A20.21": 4})
    p.move("17/21 L Arm", "A20.21")
    p.end_segment()
    while p.state.now.phase != "Movement" or p.side is not ALLIED:
        p.end_segment()
    assert set(p.state.fueled) == set(p.ids("17/21 L Arm, 2 Lo Arm"))
    p.move("2 Lo Arm", "A20.23")


@pytest.mark.rule("OCS 12.5")
def test_formation_fuel_takes_one_dump_when_drawn_and_several_when_one_hq_throws():
    note = """
        == Allied ==
        A20.20: 6 Arm Div (17/21 L Arm)
        A20.21: 2T
        A20.22: 2T
        {hq}
        """
    p = at(note.format(hq=""))
    fuel(p, How.FORMATION, "6 Arm Div", {"A20.21": 2, "A20.22": 2}, no="OCS 12.5")
    assert fuel_plan(p.state, ALLIED, How.FORMATION, "6 Arm Div") is None
    p = at(note.format(hq="A20.24: Corps HQ (5)"))
    hq = p.id("5")
    fuel(p, How.FORMATION, "6 Arm Div", {f"A20.21 by {hq}": 2, "A20.22": 2}, no="OCS 12.5")
    fuel(p, How.FORMATION, "6 Arm Div", {f"A20.21 by {hq}": 2, f"A20.22 by {hq}": 2})
    assert not p.state.dumps


HQ_NOTE = """
== Allied ==
A20.20: Corps HQ (5), Arm Bn (142), 6 Arm Div (17/21 L Arm)
A20.34: Arm Bn (51 RTR)
A20.21: 2 SP
"""


@pytest.mark.rule("OCS 12.5", "OCS 12.5e")
def test_a_fueled_hq_fuels_itself_and_every_independent_in_its_throw_range_as_it_begins_to_move():
    p = at(HQ_NOTE)
    hq = p.id("5")
    fuel(p, How.HQ, hq, {"A20.21": 4})
    p.move("142", "A20.21")
    p.move("17/21 L Arm", "A20.21", no="OCS 12.5")  # a division's is none of its business
    p.move("51 RTR", "A20.33", no="OCS 12.5")  # 14 hexes away; it throws 12 and one beyond
    assert p.id("142") in p.state.memory.fueled


@pytest.mark.rule("OCS 12.5e")
def test_a_fueled_hq_fuels_from_one_hex_a_phase_alone():
    note = HQ_NOTE.replace("A20.34", "A20.28")
    p = at(note)
    hq = p.id("5")
    fuel(p, How.HQ, hq, {"A20.21": 4})
    p.move("142", "A20.21")
    p.move("5", "A20.21", all="move")
    p.move("51 RTR", "A20.27", no="OCS 12.5")  # in range of both its hexes, but it has thrown from the first
    p = at(note)
    fuel(p, How.HQ, hq, {"A20.21": 4})
    p.move("5", "A20.21 A20.22", all="move")  # it throws 6 now
    p.move("51 RTR", "A20.27")
    assert p.state.memory.fuel_from[hq] == p.hex("A20.22")


@pytest.mark.rule("OCS 12.5", "OCS 12.10")
def test_internal_stocks_are_no_fuel_and_what_lies_out_of_reach_is_none():
    p = at("== Allied ==\nA20.20: Arm Bn (142)\nA20.30: 1 SP")
    p.move("142", "A20.21", no="OCS 12.5")
    assert "fuel" not in p.legal()


@pytest.mark.rule("OCS 12.5", "OCS 9.5")
def test_with_everyone_supplied_nobody_needs_fuel():
    p = at("== Allied ==\nA20.20: Arm Bn (142)", options=("everyone supplied",))
    p.move("142", "A20.21")
    assert "fuel" not in p.legal()


@pytest.mark.rule("OCS 12.5", "OCS 8.1")
def test_an_overrun_takes_fuel_though_no_hex_is_moved():
    p = at("== Axis ==\nA20.21: It Static Rgt (280 CD)\n== Allied ==\nA20.20: Arm Bn (142)")
    p.begin("142", no="OCS 12.5")


@pytest.mark.rule("OCS 12.5")
def test_every_form_of_fuel_that_can_be_filled_is_carried_out():
    p = at(HQ_NOTE)
    filled: list[tuple[str, str]] = []
    for how in p.offered("fuel"):
        for what in p.offered("fuel", ("how", how)):
            filled = [("how", how), ("what", what)]
            while values := sorted(p.offered("fuel", *filled)):
                filled.append(("source", values[0]))
            assert p.game.check(p.rules.fill(p.side, "fuel", filled)) is None
    assert p.offered("fuel") == {"unit", "formation", "hq"}


@pytest.mark.rule("OCS 12.5")
def test_the_plan_is_one_that_is_carried_out():
    p = at(HQ_NOTE)
    for how, what in ((How.UNIT, p.id("142")), (How.FORMATION, "6 Arm Div"), (How.HQ, p.id("5"))):
        command = fuel_plan(p.state, ALLIED, how, what)
        assert command is not None and p.game.check(command) is None


@pytest.mark.rule("OCS 12.5")
def test_nobody_pays_twice_for_the_fuel_that_he_has():
    """A unit has its own for the phase, a formation and an HQ theirs until Clean Up: 8T less 1T, 1T and 4T leave 2T."""
    p = at(PANZER.replace("A20.21: 2 SP", "A20.21: 2 SP\nA20.19: Arm Bn (142), Corps HQ (5)"))
    tank, hq = p.id("142"), p.id("5")
    fuel(p, How.UNIT, tank, {"A20.21": 1})
    fuel(p, How.UNIT, tank, {"A20.21": 1}, no="OCS 12.5")
    assert tank not in p.offered("fuel", ("how", How.UNIT))
    fuel(p, How.FORMATION, "6 Arm Div", {"A20.21": 4})
    fuel(p, How.UNIT, p.id("17/21 L Arm"), {"A20.21": 1}, no="OCS 12.5")
    assert p.state.dumps[p.hex("A20.21")].tokens == 3

    p = at(PANZER.replace("A20.21: 2 SP", "A20.21: 3 SP\nA20.19: Corps HQ (5)"))
    fuel(p, How.HQ, hq, {"A20.21": 4})
    fuel(p, How.HQ, hq, {"A20.21": 4}, no="OCS 12.5")
    fuel(p, How.UNIT, hq, {"A20.21": 1}, no="OCS 12.5")
    assert hq not in (*p.offered("fuel", ("how", How.UNIT)), *p.offered("fuel", ("how", How.FORMATION)))


@pytest.mark.rule("OCS 12.5")
def test_members_that_the_fuel_of_their_formation_left_out_pay_singly():
    """L+ Arm, nine hexes from the first dump, has one of its own, which the others cannot draw on."""
    p = at(PANZER + "A20.31: 2 SP\n")
    fuel(p, How.FORMATION, "6 Arm Div", {"A20.21": 4})
    refusal = p.game.check(Fuel(side=ALLIED, how=How.FORMATION, what="6 Arm Div", payment={"A20.31": 4}))
    assert refusal is not None and "members that were left out pay singly" in refusal.sentence
    fuel(p, How.UNIT, p.id("L+ Arm"), {"A20.31": 1})


@pytest.mark.parametrize(("how", "what", "payment", "words"), [
    (How.UNIT, "br-para-1", {"A20.21": 1}, "moves on foot and needs no fuel"),
    (How.UNIT, "ger-pz-190", {"A20.21": 1}, "is no unit of the Allied side"),
    (How.HQ, "br-arm-142", {"A20.21": 4}, "is no HQ that could throw supply"),
    (How.FORMATION, "78 Inf Div", {"A20.21": 4}, "has no unit on the map that could need fuel"),
    (How.FORMATION, "6 Arm Div", {"A20.21": 3}, "takes 4T of fuel, and no more than 3T can come from one dump"),
    (How.UNIT, "br-arm-142", {"A20.21": 2}, "takes 1T of fuel, and 2T are paid; it can come from A20.21"),
    (How.UNIT, "br-arm-51rtr", {"A20.21": 1}, "takes 1T of fuel, and no supply reaches it"),
])  # fmt: skip
def test_a_refusal_says_what_is_wrong(how: How, what: str, payment: dict[str, int], words: str):
    p = at("== Axis ==\nA30.30: Pz Bn (190)\n== Allied ==\nA20.20: 6 Arm Div (17/21 L Arm), Para Bn (1), Arm Bn (142)"
           "\nA20.34: Arm Bn (51 RTR)\nA20.21: 3T")  # fmt: skip
    refusal = p.game.check(Fuel(side=ALLIED, how=how, what=what, payment=payment))
    assert refusal is not None and words in refusal.sentence


@pytest.mark.rule("OCS 12.5", "OCS 12.5d")
def test_a_member_that_bought_fuel_singly_is_fueled_with_its_formation_all_the_same():
    note = PANZER.replace("A20.20: 6 Arm Div (17/21 L Arm)", "A20.20: 6 Arm Div (17/21 L Arm)  -- reserve")
    p = at("First player: Axis\n" + note, "Allied Reaction Phase")
    p.release("17/21 L Arm")
    fuel(p, How.UNIT, p.id("17/21 L Arm"), {"A20.21": 1})
    fuel(p, How.FORMATION, "6 Arm Div", {"A20.21": 4})
    assert set(p.state.fueled) == set(p.ids("17/21 L Arm, 2 Lo Arm")), "single fuel ends with the phase, this does not"


@pytest.mark.rule("OCS 12.5", "OCS 12.1")
def test_all_supply_in_one_hex_is_one_dump_to_a_formation():
    note = "== Allied ==\nA20.20: 6 Arm Div (17/21 L Arm)\nA20.22: 6 Arm Div (2 Lo Arm)\nA20.21: 2T, 1x Truck Point (F)"
    p = at(note)
    fuel(p, How.FORMATION, "6 Arm Div", {"A20.21": 2, "allied-truck-1": 2})
    assert set(p.state.fueled) == set(p.ids("17/21 L Arm, 2 Lo Arm"))


@pytest.mark.rule("OCS 12.5", "OCS 13.2g")
@pytest.mark.parametrize(("truck", "no"), [("6 Arm Div", None), ("1 US Arm Div", "OCS 12.5")])
def test_an_organic_load_is_fuel_for_its_own_formation_alone(truck: str, no: str | None):
    """The trucks of 6 Arm carry 4T, those of 1 US Arm 6T; either way it is enough."""
    p = at(f"== Allied ==\nA20.20: 6 Arm Div (17/21 L Arm)\nA20.21: {truck} Organic Truck (F)")
    fuel(p, How.FORMATION, "6 Arm Div", {"allied-organic-1": 4}, no=no)
    assert set(p.state.fueled) == (set() if no else {p.id("17/21 L Arm")})


@pytest.mark.rule("OCS 12.5", "OCS 5.8b")
def test_an_hq_in_strat_mode_fuels_nobody_but_itself_for_1t():
    p = at("== Allied ==\nA20.20: Corps HQ (5)  -- Strat\nA20.22: Arm Bn (142)\nA20.19: 5T")
    fuel(p, How.HQ, p.id("5"), {"A20.19": 4}, no="OCS 12.5")
    fuel(p, How.UNIT, p.id("5"), {"A20.19": 1})
    assert fueling_hq(p.state, p.id("142")) is None


@pytest.mark.rule("OCS 12.5", "T2 1.3c")
def test_no_fuel_is_sold_in_mud():
    p = position(PANZER, "Allied Movement Phase", ground="all: open", options=(), weather=Weather.MUD)
    fuel(p, How.UNIT, p.id("17/21 L Arm"), {"A20.21": 1}, no="OCS 12.5")
    fuel(p, How.FORMATION, "6 Arm Div", {"A20.21": 4}, no="OCS 12.5")
    assert p.offered("fuel") == set()


@pytest.mark.rule("OCS 12.5", "OCS 12.3a")
def test_an_hq_takes_its_fuel_from_several_dumps_drawn_and_thrown_each_once():
    note = "== Allied ==\nA20.20: Corps HQ (5)\nA20.21: 2T\nA20.32: Corps HQ (9)\nA20.33: 2T"
    p = at(note)
    five, nine = p.id("5"), p.id("9")
    fuel(p, How.HQ, five, {"A20.21": 2, f"A20.21 by {nine}": 2}, no="OCS 12.5")
    fuel(p, How.HQ, five, {"A20.21": 2, f"A20.33 by {nine}": 2})
    assert five in p.state.fueled_hqs and not p.state.dumps


@pytest.mark.rule("OCS 12.5")
def test_fuel_is_sold_to_nobody_whom_it_could_not_serve():
    p = at("== Allied ==\nA20.20: Arm Bn (142), Arm Bn (51 RTR)  -- finished\nAlgiers: Arm Bn (NIH)\nA20.21: 1 SP")
    for name in ("142", "NIH"):
        fuel(p, How.UNIT, p.id(name), {"A20.21": 1}, no="OCS 12.5")
    assert "fuel" not in p.legal()


@pytest.mark.rule("OCS 12.5", "OCS 12.5d")
def test_the_fuel_of_an_hq_ends_in_its_owners_clean_up():
    p = at("First player: Axis\n" + HQ_NOTE.replace("A20.20: Corps", "A21.20: Para Bn (1)  -- reserve\nA20.20: Corps"),
           "Allied Reaction Phase")  # fmt: skip
    p.release("1")
    fuel(p, How.HQ, p.id("5"), {"A20.21": 4})
    p.end_segment()
    while p.state.now.title != "Movement Phase, Movement Segment" or p.side is not ALLIED:
        p.end_segment()
    p.move("142", "A20.21")
    assert p.id("5") in p.state.fueled_hqs


@pytest.mark.rule("OCS 12.5", "OCS 12.5e")
def test_a_fueled_hq_fuels_other_hqs_in_its_range_too():
    p = at("== Allied ==\nA20.20: Corps HQ (5)\nA20.24: US Corps HQ (2)\nA20.19: 1 SP")
    p.move("us-hq-2", "A20.25", no="OCS 12.5", all="move")
    fuel(p, How.HQ, p.id("5"), {"A20.19": 4})
    p.move("us-hq-2", "A20.25", all="move")
    assert not p.state.dumps and set(p.state.fueled_hqs) == {p.id("5")}


@pytest.mark.rule("OCS 13.1d", "OCS 12.5e", "OCS 12.5")
def test_the_fuel_of_a_divisional_hq_serves_independents_of_its_nation_alone_and_no_other_division():
    note = "== Allied ==\nA20.20: Corps HQ (5)\nA20.22: Arm Bn (142), US Arm Bn (751), 6 Arm Div (17/21 L Arm)\n" \
           "A20.32: 78 Inf Div (11 Inf)  -- Move\nA20.19: 2 SP"  # fmt: skip
    p = at(note)
    hq = p.id("5")
    fuel(p, How.HQ, hq, {"A20.19": 4})
    names = ("142", "751", "17/21 L Arm")
    assert [fueling_hq(p.state, p.id(name)) for name in names] == [hq, hq, None]
    assert [each.units for each in offers(p.state, ALLIED, How.FORMATION, "78 Inf Div")] == [p.ids("11 Inf")]
    p = of_division(p, "5", "6 Arm Div")
    assert [fueling_hq(p.state, p.id(name)) for name in names] == [hq, None, None]
    assert offers(p.state, ALLIED, How.FORMATION, "78 Inf Div") == []


# --- what needs none


@pytest.mark.rule("OCS 12.5b")
def test_tanks_attack_and_advance_without_fuel():
    # AR 3 to 0: surprise 3 + 3 = 6, none. 6 x2 twice on open ground to a half of 2, and the end row of the table.
    p = position(
        "== Axis ==\nA20.21: It Static Rgt (280 CD)\n== Allied ==\nA20.20: Arm Bn (142), Arm Bn (51 RTR)\nA20.19: 2T",
        "Allied Combat Phase, Combat Segment", ground="all: open", options=(), dice=RecordedDice((1, 2, 6, 6)),
    )  # fmt: skip
    attack(p, "142, 51 RTR", "A20.21")
    pay(p, **{"142": {"A20.19": 1}, "51 RTR": {"A20.19": 1}})
    cover(p, decline=True)
    lead(p, "142")
    advance(p, "142, 51 RTR")
    assert p.where("142") == p.where("51 RTR") == "A20.21" and p.where("280 CD") == "dead"
    assert not p.state.memory.fueled and not p.state.fueled and not p.state.dumps, "2T went into the attack, no third"


# --- what a Formation marker would do on the table


@pytest.mark.rule("OCS 13.7")
def test_members_leave_and_join_the_others_for_nothing_on_the_fuel_of_the_formation():
    # Open ground costs tracks 1 MP a hex; 4T fuel the two of the formation that share the dump, and them alone.
    p = at(PANZER + "A20.20: US Arm Bn (751)\n")
    fuel(p, How.FORMATION, "6 Arm Div", {"A20.21": 4})
    p.move("17/21 L Arm", "A20.21 A20.22")
    p.begin("2 Lo Arm")
    assert (p.spent("17/21 L Arm"), p.spent("2 Lo Arm")) == (2, 0), "neither leaving nor joining took anything"
    p.end_move()
    p.move("751", "A20.21", no="OCS 12.5")


@pytest.mark.rule("OCS 12.5f")
def test_a_reinforcement_needs_fuel_to_go_on_from_its_entry_hex_and_none_for_the_ride_there():
    # A01.15 is a hex of Entry A. No supply lies in reach, then 1T.
    note = "== Allied ==\nA01.15: 6 Arm Div (17/21 L Arm)\nAlgiers: 6 Arm Div (2 Lo Arm)  -- Move\n"
    p = position(note, options=(), date="1943-03-01")
    p.move("17/21 L Arm", "A02.14", no="OCS 12.5")
    p.do(Rail(side=p.side, start="Algiers", to="A01.14", cargo=p.ids("2 Lo Arm")))
    assert p.where("2 Lo Arm") == "A01.14"
    p = position(note + "A01.14: 1T\n", options=())
    fuel(p, How.UNIT, p.id("17/21 L Arm"), {"A01.14": 1})
    p.move("17/21 L Arm", "A02.14")
    assert p.where("17/21 L Arm") == "A02.14"
