"""Chapter 4: who is Attack-Capable, who has a ZOC and what it does, negation, RE and stacking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.series.general import (
    attack_capable,
    has_zoc,
    in_enemy_zoc,
    negated,
    overstacked,
    size,
    stack_limit,
    stack_size,
    zoc_hexes,
)
from ocs_engine.series.sequence import OverstackFrame
from ocs_engine.state.model import Mode, Unit, Up
from ocs_engine.world.counters import Counter, Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, position

PLAIN = ""
COUNTERS = load_world("race-for-tunis").counters
REPLS = load_world("race-for-tunis").repls
INFANTRY = COUNTERS["ger-para-i5"]  # strength 4 on its Combat side
DEFENDS_ONLY = COUNTERS["ger-obs-ii"]  # (2)
ARTILLERY = COUNTERS["it-superga-5art"]
HEADQUARTERS = COUNTERS["ger-hq-90"]


# --- 4.4 Attack-Capable


@pytest.mark.rule("OCS 4.4")
@pytest.mark.parametrize(
    ("counter", "up", "marker", "capable"),
    [
        (INFANTRY, Up.COMBAT, None, True),
        (INFANTRY, Up.MOVE, None, True),  # the Move side has a strength too
        (INFANTRY, Up.COMBAT, Mode.DG, True),
        (INFANTRY, Up.MOVE, Mode.EXPLOIT, True),
        (INFANTRY, Up.COMBAT, Mode.RESERVE, False),
        (INFANTRY, Up.MOVE, Mode.STRAT, False),
        (DEFENDS_ONLY, Up.COMBAT, None, False),  # in parentheses: defends only
        (ARTILLERY, Up.COMBAT, None, False),  # its strength is not printed
        (HEADQUARTERS, Up.COMBAT, None, False),
        (REPLS["allied-pax"], Up.MOVE, None, True),
        (REPLS["allied-eq"], Up.MOVE, Mode.RESERVE, False),
    ],
)
def test_attack_capable(counter: Counter, up: Up, marker: Mode | None, capable: bool) -> None:
    assert attack_capable(Unit(counter, 0, up, marker)) is capable


@pytest.mark.rule("OCS 4.4")
def test_a_strength_of_nought_is_attack_capable() -> None:
    weak = replace(INFANTRY, combat=replace(INFANTRY.combat, strength=0))
    assert attack_capable(Unit(weak, 0))


@pytest.mark.rule("OCS 4.4")
def test_out_of_supply_takes_nothing_from_attack_capability() -> None:
    assert attack_capable(Unit(INFANTRY, 0, oos=True))


# --- 4.5 Zones of control


@pytest.mark.rule("OCS 4.5")
@pytest.mark.parametrize(
    ("counter", "up", "marker", "zone"),
    [
        (INFANTRY, Up.COMBAT, None, True),
        (INFANTRY, Up.MOVE, None, False),
        (INFANTRY, Up.COMBAT, Mode.RESERVE, False),
        (INFANTRY, Up.MOVE, Mode.STRAT, False),
        (INFANTRY, Up.COMBAT, Mode.DG, False),
        (INFANTRY, Up.COMBAT, Mode.EXPLOIT, True),  # Exploit keeps the ZOC that the unit had: in Combat Mode it had one
        (INFANTRY, Up.MOVE, Mode.EXPLOIT, False),  # and in Move Mode none
        (DEFENDS_ONLY, Up.COMBAT, None, False),
        (ARTILLERY, Up.COMBAT, None, False),
        (HEADQUARTERS, Up.COMBAT, None, False),
        (REPLS["axis-pax"], Up.MOVE, None, False),
    ],
)
def test_who_has_a_zone(counter: Counter, up: Up, marker: Mode | None, zone: bool) -> None:
    assert has_zoc(Unit(counter, 0, up, marker)) is zone


@pytest.mark.rule("OCS 4.5")
def test_a_unit_out_of_supply_has_no_zone() -> None:
    p = position("== Axis ==\nA20.20: LW Para Bn (I-5)  -- OOS", ground=PLAIN)
    assert not zoc_hexes(p.state, AXIS)
    assert not has_zoc(replace(p.unit("I-5"), marker=Mode.EXPLOIT)), "Exploit gives back nothing"


@pytest.mark.rule("OCS 4.5")
def test_a_zone_reaches_all_six_neighbours_whatever_lies_between() -> None:
    ground = """
        A20.21: mountain
        A21.21: sea
        A20.20 | A21.20: major_river
        A20.20 | A20.19: blocked
    """
    p = position("== Axis ==\nA20.20: LW Para Bn (I-5)", ground=ground)
    # A20 is an even column, half a hex further north: its eastern and western neighbours are rows 20 and 21
    assert p.labels(zoc_hexes(p.state, AXIS)) == {"A20.21", "A21.21", "A21.20", "A20.19", "A19.20", "A19.21"}
    assert in_enemy_zoc(p.state, ALLIED, p.hex("A20.19"))
    assert not in_enemy_zoc(p.state, ALLIED, p.hex("A20.20")), "the own hex is not one of the six"
    assert not in_enemy_zoc(p.state, ALLIED, p.hex("A22.20"))
    assert not in_enemy_zoc(p.state, AXIS, p.hex("A20.19")), "nobody is held by his own zone"


# A truck unit on its way past a paratroop battalion: A21.20 is next to A20.20, A22.20 and A22.19 are not.
TRUCKS = """
    == Axis ==
    A20.20: LW Para Bn (I-5)
    == Allied ==
    A22.20: Fr Mech Rgt (Coutx), 6 Arm Div (1 Derby AC)   -- Move
"""


@pytest.mark.rule("OCS 4.5a")
def test_trucks_stop_where_they_enter_a_zone() -> None:
    p = position(TRUCKS, ground=PLAIN)
    p.move("Coutx", "A21.20 A22.19", no="OCS 4.5a")
    p.move("Coutx", "A21.20")
    assert p.spent("Coutx") == 1, "a zone costs no MP"


@pytest.mark.rule("OCS 4.5a")
def test_trucks_may_leave_a_zone_in_which_they_started() -> None:
    note = TRUCKS.replace("A22.20:", "A21.20:")
    p = position(note, ground=PLAIN)
    p.move("Coutx", "A22.19 A23.19")
    p.move("1 Derby AC", "A21.19")
    # from one zone hex straight into another: leaving is free, entering halts
    p = position(note, ground=PLAIN)
    assert in_enemy_zoc(p.state, ALLIED, p.hex("A21.21"))
    p.move("Coutx", "A21.21 A22.21", no="OCS 4.5a")
    p.move("Coutx", "A21.21")


@pytest.mark.rule("OCS 4.5a")
def test_a_truck_that_comes_back_to_its_first_hex_has_entered_it() -> None:
    p = position(TRUCKS.replace("A22.20:", "A21.20:"), ground=PLAIN)
    p.move("Coutx", "A22.19 A21.20 A22.20", no="OCS 4.5a")
    p.move("Coutx", "A22.19 A21.20")


@pytest.mark.rule("OCS 4.5a")
@pytest.mark.parametrize("name", ["17/21 L Arm", "6 Cdo"])
def test_track_and_leg_ignore_zones(name: str) -> None:
    note = """
        == Axis ==
        A20.20: LW Para Bn (I-5)
        == Allied ==
        A22.20: 6 Arm Div (17/21 L Arm), Commando Bn (6 Cdo)   -- Move
    """
    p = position(note, ground=PLAIN)
    p.move(name, "A21.20 A20.19 A19.20 A18.20")
    assert p.spent(name) == 4


@pytest.mark.rule("OCS 4.5a")
@pytest.mark.parametrize("stance", ["Move", "DG", "OOS", "Reserve"])
def test_units_without_a_zone_hold_nobody(stance: str) -> None:
    p = position(TRUCKS.replace("(I-5)", f"(I-5)  -- {stance}"), ground=PLAIN)
    p.move("Coutx", "A21.20 A22.19")


# --- 4.5b Negation


@pytest.mark.rule("OCS 4.5b")
def test_a_unit_that_can_still_move_does_not_negate() -> None:
    note = TRUCKS + "    A21.20: Commando Bn (6 Cdo)"
    p = position(note, ground=PLAIN)
    assert not negated(p.state, ALLIED, p.hex("A21.20"))
    p.move("Coutx", "A21.20 A22.19", no="OCS 4.5a")


@pytest.mark.rule("OCS 4.5b")
def test_a_unit_declared_not_to_move_negates() -> None:
    p = position(TRUCKS + "    A21.20: Commando Bn (6 Cdo)", ground=PLAIN)
    p.hold("6 Cdo")
    assert negated(p.state, ALLIED, p.hex("A21.20"))
    p.move("Coutx", "A21.20 A22.19")
    p.move("6 Cdo", "A22.20", no="OCS 6.1f")  # and it is bound by the declaration


@pytest.mark.rule("OCS 4.5b")
def test_a_finished_unit_negates_and_a_mode_change_in_place_finishes() -> None:
    p = position(TRUCKS + "    A21.20: Commando Bn (6 Cdo)", ground=PLAIN)
    p.change("6 Cdo", "move")
    p.move("Coutx", "A21.20 A22.19")
    p = position(TRUCKS + "    A22.19: Commando Bn (6 Cdo)", ground=PLAIN)
    p.move("6 Cdo", "A21.20")
    p.move("Coutx", "A21.20 A22.19")


@pytest.mark.rule("OCS 4.5b")
def test_any_mode_and_kind_negates_but_only_in_its_own_hex() -> None:
    # a disorganised unit that defends only and has no zone of its own
    p = position(TRUCKS + "    A21.20: US TD Bn (601)  -- DG, finished\n", ground=PLAIN)
    p.move("Coutx", "A21.20 A22.19")
    p.move("1 Derby AC", "A21.20 A21.21 A22.21", no="OCS 4.5a")  # A21.21 is in the zone too, and empty


@pytest.mark.rule("OCS 4.5b", "OCS 6.1f")
def test_carpet_a_dropped_unit_lets_the_rest_roll_on() -> None:
    p = position(TRUCKS, ground=PLAIN)
    p.begin("Coutx, 1 Derby AC")
    p.step("A21.20")
    p.step("A20.19", no="OCS 4.5a")
    p.drop("Coutx")
    p.step("A20.19")  # the hex left behind is negated; this one holds again
    p.step("A19.19", no="OCS 4.5a")
    p.end_move()
    assert (p.where("Coutx"), p.where("1 Derby AC")) == ("A21.20", "A20.19")


@pytest.mark.rule("OCS 4.5b")
def test_in_segments_in_which_it_cannot_move_every_unit_negates() -> None:
    note = "== Axis ==\nA20.20: LW Para Bn (I-5)\n== Allied ==\nA21.20: Commando Bn (6 Cdo)"
    hex_ = "A21.20"
    for when in (
        "Allied Aircraft Refit Phase", "Allied Movement Phase, Barrage Segment", "Allied Supply Phase",
        "Allied Combat Phase, Combat Segment", "Axis Movement Phase", "Axis Reaction Phase", "Axis Combat Phase, "
        "Barrage Segment", "Allied Reaction Phase", "Allied Exploitation Phase",
        "Allied Movement Phase, Breakout Segment",
    ):  # fmt: skip
        p = position(note, when, ground=PLAIN)
        assert negated(p.state, ALLIED, p.hex(hex_)), when
    p = position(note, "Allied Movement Phase", ground=PLAIN)
    assert not negated(p.state, ALLIED, p.hex(hex_))


@pytest.mark.rule("OCS 4.5b")
@pytest.mark.parametrize("when", ["Allied Reaction Phase", "Allied Exploitation Phase"])
def test_a_reserve_negates_only_when_it_has_been_released_and_is_finished(when: str) -> None:
    note = "== Axis ==\nA20.20: LW Para Bn (I-5)\n== Allied ==\nA21.20: Commando Bn (6 Cdo)  -- Reserve"
    p = position(note, when, ground=PLAIN)
    hex_ = p.hex("A21.20")
    assert not negated(p.state, ALLIED, hex_), "it may yet be released"
    p.release("6 Cdo")
    assert not negated(p.state, ALLIED, hex_)
    p.hold("6 Cdo")
    assert negated(p.state, ALLIED, hex_)


@pytest.mark.rule("OCS 4.5b")
def test_an_exploit_unit_may_still_move_in_exploitation() -> None:
    note = "== Axis ==\nA20.20: LW Para Bn (I-5)\n== Allied ==\nA21.20: Commando Bn (6 Cdo)  -- Exploit"
    p = position(note, "Allied Exploitation Phase", ground=PLAIN)
    assert not negated(p.state, ALLIED, p.hex("A21.20"))
    p = position(note, "Axis Reaction Phase", ground=PLAIN)
    assert negated(p.state, ALLIED, p.hex("A21.20"))


@pytest.mark.rule("OCS 4.5b", "OCS 5.7")
def test_a_deployed_hq_in_reserve_cannot_move_in_exploitation_and_negates() -> None:
    # Its Combat side has MA 0, and its orientation is fixed until the next Movement Phase.
    note = "== Axis ==\nA20.20: LW Para Bn (I-5)\n== Allied ==\nA21.20: Corps HQ (5)  -- Reserve"
    p = position(note, "Allied Exploitation Phase", ground=PLAIN)
    assert negated(p.state, ALLIED, p.hex("A21.20"))
    p = position(note, "Allied Movement Phase", ground=PLAIN)
    assert not negated(p.state, ALLIED, p.hex("A21.20")), "now it may flip and move"


# --- 4.6 RE, 4.8 stacking


@pytest.mark.rule("OCS 4.6", "T2 1.12c")
@pytest.mark.parametrize(
    ("counter", "quarters"),
    [
        (COUNTERS["ger-para-i5"], 2),  # a battalion
        (COUNTERS["ger-baren"], 4),  # a regiment
        (COUNTERS["br-78-11"], 4),  # a brigade
        (COUNTERS["br-78-art"], 4),  # an artillery group
        (COUNTERS["ger-21pz-104kg1"], 4),  # half of a pair: 1 RE each (T2 1.12c)
        (COUNTERS["ger-hq-90"], 4),
        (REPLS["axis-pax"], 1),
        (REPLS["allied-eq"], 1),
    ],
)
def test_sizes(counter: Counter, quarters: int) -> None:
    assert size(Unit(counter, 0)) == quarters


@pytest.mark.rule("OCS 4.6")
def test_a_multi_step_unit_shrinks_with_its_steps_and_others_do_not() -> None:
    division = replace(COUNTERS["br-78-11"], steps=3, re=12)
    assert [size(Unit(division, 0, lost=lost)) for lost in (0, 1, 2)] == [12, 8, 4]


# Ten regiments or brigades of 1 RE, and a battalion.
TEN = """
    == Allied ==
    A20.20: 78 Inf Div (11 Inf, 36 Inf, 1 Gds Inf, Arty), Fr Pol Bde (Schw, Morl, Regn), Fr Mech Rgt (Coutx),
      Fr Mixed Rgt (Sahel), Fr Inf Rgt (4 Tun)
    A21.20: Commando Bn (6 Cdo)
"""


@pytest.mark.rule("OCS 4.8a")
def test_ten_re_may_stay() -> None:
    p = position(TEN, ground=PLAIN)
    assert stack_size(p.state, p.hex("A20.20"), ALLIED) == stack_limit(p.state) == 40
    assert overstacked(p.state) == []
    p.end_segment()
    assert p.state.frames == ()


@pytest.mark.rule("OCS 4.8a")
def test_more_than_ten_re_must_shrink_when_the_segment_ends() -> None:
    p = position(TEN, ground=PLAIN)
    p.move("6 Cdo", "A20.20")  # 10 1/2 RE: while the segment lasts that is nobody's business
    assert p.state.frames == ()
    p.end_segment()
    frame = p.state.frames[-1]
    assert isinstance(frame, OverstackFrame)
    assert (frame.hex, frame.side) == ("A20.20", ALLIED)
    pending = p.game.pending()
    assert pending is not None
    assert (pending.side, pending.kinds) == ("Allied", ("destroy",))


@pytest.mark.rule("OCS 4.8a")
def test_the_owner_chooses_what_dies_until_the_hex_is_legal() -> None:
    p = position(TEN, ground=PLAIN)
    p.move("6 Cdo", "A20.20")
    p.end_segment()
    p.destroy(ALLIED, "6 Cdo")  # the half RE is enough
    assert p.where("6 Cdo") == "dead"
    assert p.state.frames == ()
    note = TEN.replace("A21.20: Commando", "A20.20: Para Bn (3), Commando")
    p = position(note, ground=PLAIN)
    p.end_segment()
    p.destroy(ALLIED, "6 Cdo")  # 10 1/2 RE are left
    assert len(p.state.frames) == 1
    p.destroy(ALLIED, "11 Inf")
    assert p.state.frames == ()


@pytest.mark.rule("OCS 4.8a")
def test_only_units_of_that_hex_and_side_can_be_given_up() -> None:
    p = position(TEN + "    A25.20: Para Bn (3)\n    == Axis ==\n    A40.20: LW Para Bn (I-5)", ground=PLAIN)
    p.move("6 Cdo", "A20.20")
    p.end_segment()
    p.destroy(ALLIED, "3", no="OCS 4.8a")
    p.destroy(ALLIED, "I-5", no="OCS 4.8a")
    p.destroy(AXIS, "I-5", no="OCS 4.8a")


@pytest.mark.rule("OCS 4.8a")
def test_a_stack_may_pass_through_a_full_hex() -> None:
    p = position(TEN, ground=PLAIN)
    p.move("6 Cdo", "A20.20 A19.20", all="move")
    p.end_segment()
    assert p.state.frames == ()


@pytest.mark.rule("OCS 4.8a")
def test_the_limit_is_checked_after_segments_in_which_nobody_acts() -> None:
    note = TEN.replace("A21.20", "A20.20")
    p = position(note, "Allied Combat Phase, Barrage Segment", ground=PLAIN)
    p.game.begin()  # goes on by itself from here
    assert isinstance(p.state.frames[-1], OverstackFrame)
    assert p.state.now.phase == "Combat"


@pytest.mark.rule("OCS 4.8a")
def test_the_reinforcement_phase_is_not_enforced_so_that_arrivals_can_move_apart() -> None:
    p = position(TEN.replace("A21.20", "A20.20"), "Allied Reinforcement Phase", ground=PLAIN)
    p.game.begin()
    assert p.state.frames == ()
    assert (p.state.now.phase, p.state.now.segment) == ("Movement", "Movement")
    p.move("6 Cdo", "A21.20")
    p.end_segment()
    assert p.state.frames == ()


@pytest.mark.rule("OCS 4.8a")
def test_boxes_hold_any_number() -> None:
    note = TEN.replace("A20.20", "Algiers").replace("A21.20", "Algiers")
    p = position(note, ground=PLAIN)
    assert overstacked(p.state) == []
    p.end_segment()
    assert p.state.frames == ()


@pytest.mark.rule("OCS 4.8a")
def test_transport_and_supply_take_no_room() -> None:
    note = TEN.replace("(4 Tun)", "(4 Tun), 9x Truck Points, 50 SP, Level 2 hedgehog")
    p = position(note, ground=PLAIN)
    assert overstacked(p.state) == []


# --- 4.8c, 4.4c: enemies in one hex


@pytest.mark.rule("OCS 4.8c")
def test_a_hex_with_enemy_combat_units_is_not_entered() -> None:
    p = position(TRUCKS, ground=PLAIN)
    p.move("Coutx", "A21.20 A20.20", no="OCS 4.8c")


@pytest.mark.rule("OCS 4.8c", "OCS 4.4c", "OCS 3.3")
@pytest.mark.parametrize(
    "thing", ["A21.20: 1x Truck Point", "A21.20: 2 SP", "A21.20: Level 1 hedgehog", "Level 1 air bases: A21.20"]
)
def test_enemy_noncombat_units_bar_the_way_to_a_stack_that_cannot_attack(thing: str) -> None:
    note = f"""
        == Axis ==
        {thing}
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx), Corps HQ (5)   -- Move
    """
    p = position(note, ground=PLAIN)
    p.move("5", "A21.20", no="OCS 4.4c")  # an HQ is not Attack-Capable and captures nothing
    assert "A21.20" not in p.range("5")
    assert "A21.20" in p.range("Coutx")
    p.begin("Coutx, 5")
    assert "A21.20" in p.ways("Coutx"), "it may come along with a unit that is"


@pytest.mark.rule("OCS 4.8c")
def test_own_works_and_units_bar_nobody() -> None:
    note = """
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx)   -- Move
        A21.20: 2 SP, Fr Inf Bn (Zouv), 1x Truck Point
        Level 1 air bases: A21.20
    """
    p = position(note, ground=PLAIN)
    p.move("Coutx", "A21.20 A20.20")


def test_sides_have_one_other() -> None:
    assert (Side.AXIS.other, Side.ALLIED.other) == (ALLIED, AXIS)
