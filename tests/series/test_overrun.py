"""Chapter 8: overruns, made in a move against an adjacent hex and resolved as a combat.

Two battalions of 6 Arm Div, (17/21 L Arm) and (2 Lo Arm), are armor of 5-4, MA 7 on tracks; on open ground they count
twice. An Italian static regiment is 2-0: 20 to 2 is 10:1, in the column 9:1, and AR 4 - 0 is +4. A20.20 lies south of
A20.21.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.series.overrun import overrun_refusal
from ocs_engine.state.events import put_units
from ocs_engine.state.fight_events import CombatReckoned, CombatResolved, ExploitWon
from tests.fights import asked, fight, go, ignore, lead, lose, option, overrun, retreat
from tests.positions import ALLIED, AXIS, Position

LANCERS, LOTHIANS = "17/21 L Arm", "2 Lo Arm"
NOTE = f"""
== Axis ==
A20.22: It Static Rgt (280 CD)
== Allied ==
A20.20: 6 Arm Div ({LANCERS}), 6 Arm Div ({LOTHIANS})
"""
ALLIED_MOVE = "Allied Movement Phase"


def moved(note: str, *faces: int, when: str = ALLIED_MOVE, ground: str = "all: open") -> Position:
    return fight(note, *faces, when=when, ground=ground)


def events(p: Position, kind: type) -> list:
    return [event for entry in p.game.entries for event in entry.events if isinstance(event, kind)]


@pytest.mark.rule("OCS 8.1", "OCS 9.8")
def test_an_overrun_costs_three_mp_and_is_resolved_with_its_own_thresholds_of_surprise():
    # Surprise 4 + 4 = 8: none in an overrun. Combat 5 + 4 = 9 in 9:1: Ae4/DL1o2.
    p = moved(NOTE, 2, 2, 2, 3)
    p.begin(f"{LANCERS}, {LOTHIANS}")
    p.step("A20.21")
    overrun(p, "A20.22")
    lead(p, LANCERS)
    reckoned = events(p, CombatReckoned)[0]
    assert reckoned.overrun and (reckoned.attack_total, reckoned.heading) == ("20", "9:1")
    assert events(p, CombatResolved)[0].result == "Ae4/DL1o2"
    assert p.where("280 CD") == "dead"
    assert p.where(LANCERS) == p.where(LOTHIANS) == "A20.22", "all must enter, unasked"
    assert (p.spent(LANCERS), p.spent(LOTHIANS)) == (4, 4)
    assert p.state.control[p.hex("A20.22")] is ALLIED
    p.step("A20.23")
    assert p.spent(LANCERS) == 5


@pytest.mark.rule("OCS 8.1e", "OCS 9.13")
def test_an_overrun_never_gives_exploit():
    p = moved(NOTE, 2, 2, 2, 3)  # Ae4/DL1o2, and both have AR 4
    p.begin(f"{LANCERS}, {LOTHIANS}")
    p.step("A20.21")
    overrun(p, "A20.22")
    lead(p, LANCERS)
    assert not events(p, ExploitWon) and p.unit(LANCERS).marker is None


@pytest.mark.rule("OCS 8.1", "OCS 9.8")
def test_nine_is_surprise_in_an_overrun():
    p = moved(NOTE, 3, 2, 1, 1, 1)  # surprise 5 + 4 = 9: the attacker's
    p.begin(f"{LANCERS}, {LOTHIANS}")
    p.step("A20.21")
    overrun(p, "A20.22")
    lead(p, LANCERS)
    assert events(p, CombatResolved)[0].surprise == "attacker"


@pytest.mark.rule("OCS 8.1")
def test_units_with_less_than_three_mp_left_take_no_part_and_there_is_no_minimum_move():
    # MA 7: five hexes of open ground leave 2.
    p = moved(NOTE.replace("A20.22", "A20.26"))
    p.begin(LANCERS)
    for row in range(21, 26):
        p.step(f"A20.{row}")
    overrun(p, "A20.26", no="OCS 8.1a")
    p = moved("== Axis ==\nA20.21: It Static Rgt (280 CD)\n== Allied ==\nA20.20: US Eng Rgt (19)  -- DG")
    p.begin("19")  # MA 3, halved by DG
    overrun(p, "A20.21", no="OCS 8.1")


@pytest.mark.rule("OCS 8.1", "OCS 5.7", "OCS 5.8", "OCS 5.10")
@pytest.mark.parametrize("remark", ["DG", "Strat", "Reserve"])
def test_units_in_these_modes_never_overrun(remark: str):
    p = moved(f"== Axis ==\nA20.21: It Static Rgt (280 CD)\n== Allied ==\nA20.20: 6 Arm Div ({LANCERS})  -- {remark}")
    p.begin(LANCERS)
    overrun(p, "A20.21", no="OCS 8.1")
    assert "overrun" not in p.legal()


@pytest.mark.rule("OCS 8.1", "OCS 4.4")
@pytest.mark.parametrize("who", ["US TD Bn (601)", "Arty Grp (1 FA)", "Corps HQ (5)"])
def test_a_unit_that_cannot_attack_must_be_dropped_first(who: str):
    name = who[who.index("(") + 1 : -1]
    note = NOTE.replace("A20.22", "A20.21").replace("A20.20: ", f"A20.20: {who}, ")
    p = moved(note, 2, 2, 2, 3)
    p.begin(f"{LANCERS}, {name}", all="move")
    overrun(p, "A20.21", no="OCS 8.1")
    p.drop(name)
    overrun(p, "A20.21")


@pytest.mark.rule("OCS 8.1")
def test_only_hexes_with_combat_units_are_overrun():
    p = moved(f"== Axis ==\nA20.21: 1x Truck Point\n== Allied ==\nA20.20: 6 Arm Div ({LANCERS})")
    p.begin(LANCERS)
    overrun(p, "A20.21", no="OCS 8.1")
    overrun(p, "A20.22", no="OCS 8.1")  # not adjacent either


@pytest.mark.rule("OCS 8.1")
def test_attackers_must_have_begun_the_phase_in_one_hex():
    note = f"""
        == Axis ==
        A20.22: It Static Rgt (280 CD)
        == Allied ==
        A20.20: 6 Arm Div ({LANCERS})
        A19.21: 6 Arm Div ({LOTHIANS})
        """
    p = moved(note)
    together = {uid: p.hex("A20.21") for uid in p.ids([LANCERS, LOTHIANS])}
    began = {p.id(LANCERS): p.hex("A20.20"), p.id(LOTHIANS): p.hex("A19.21")}
    state = put_units(p.state, {uid: replace(p.state.units[uid], place=hex_) for uid, hex_ in together.items()})
    apart = replace(state, memory=replace(state.memory, began=Map(began)))
    refusal = overrun_refusal(apart, tuple(together), p.hex("A20.22"))
    assert refusal is not None and (refusal.rule, refusal.code) == ("OCS 8.1", "not together")
    assert overrun_refusal(state, tuple(together), p.hex("A20.22")) is None, "had they begun there, they might"


@pytest.mark.rule("OCS 8.1c")
@pytest.mark.parametrize(
    ("terrain", "mobility_unit", "no"),
    [
        ("A20.21: hills", "78 Inf Div (11 Inf)", None),  # Truck in Move Mode: hills 3
        ("A20.21: rough", "78 Inf Div (11 Inf)", "OCS 8.1c"),  # Truck: rough 6
        ("A20.21: rough\nA20.20 - A20.21: primary", "78 Inf Div (11 Inf)", "OCS 8.1c"),  # the road does not help
        ("A20.20 | A20.21: minor_river", f"6 Arm Div ({LANCERS})", None),  # Track: 1 + 2
        ("A20.20 | A20.21: major_river", f"6 Arm Div ({LANCERS})", "OCS 8.1c"),  # prohibited to Track
        ("A20.21: mountain\nA20.20 - A20.21: primary", f"6 Arm Div ({LANCERS})", "OCS 8.1c"),
        ("A20.20: mountain\nA20.20 - A20.21: primary", f"6 Arm Div ({LANCERS})", "OCS 8.1c"),  # nor could it go back
    ],
)
def test_the_ground_must_be_open_to_the_attackers_without_road_or_bridge(terrain: str, mobility_unit: str, no):
    name = mobility_unit[mobility_unit.index("(") + 1 : -1]
    note = f"== Axis ==\nA20.21: It Static Rgt (280 CD)\n== Allied ==\nA20.20: {mobility_unit}"
    p = moved(note, 3, 3, 3, 3, 3, ground=f"all: open\n{terrain}")
    p.begin(name, **({"all": "move"} if "Inf Div" in mobility_unit else {}))
    overrun(p, "A20.21", no=no)


@pytest.mark.rule("OCS 4.5a", "OCS 8.1")
def test_trucks_held_by_a_zone_may_overrun_and_go_on_from_the_emptied_hex():
    # A motorised brigade in Move Mode, 4-4 and MA 12, against 2-0: 4 to 2 is 2:1; +4. The regiment in A20.22 has a
    # zone. Surprise 3 + 4 = 7: none; combat 8 + 4 = 12 in 2:1: Ao1/DL1o1.
    note = """
        == Axis ==
        A20.22: It Static Rgt (280 CD)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf), 78 Inf Div (36 Inf)
        """
    p = moved(note, 1, 2, 4, 4)  # 8 to 2 is 4:1; combat 8 + 4 = 12: Ae4/DL1o2
    p.begin("11 Inf, 36 Inf", all="move")
    p.step("A20.21")
    p.step("A20.20", no="OCS 4.5a")
    overrun(p, "A20.22")
    lead(p, "11 Inf")
    assert p.where("11 Inf") == "A20.22"
    p.step("A20.23")


@pytest.mark.rule("OCS 8.1d", "OCS 8.2")
def test_a_stack_that_stood_may_overrun_again_while_it_has_mp():
    # Against 6: 10 + 10 + 14 = 34 is 6:1 (5.67), in 5:1. Surprise 3 + 4 = 7: none. Combat 4 + 4 = 8: Ao1/DL1o1.
    note = f"""
        == Axis ==
        A20.21: It Static Rgt (280 CD, 34 CD, T Vol)
        == Allied ==
        A20.20: 6 Arm Div ({LANCERS}), 6 Arm Div ({LOTHIANS}), 6 Arm Div (L+ Arm)
        """
    p = moved(note, 1, 2, 2, 2, 1, 2, 2, 2)
    p.begin(f"{LANCERS}, {LOTHIANS}, L+ Arm")
    overrun(p, "A20.21")
    lead(p, LANCERS)
    lead(p, "T Vol")
    option(p, 1)
    assert p.where(LANCERS) == "dead"
    assert p.where("T Vol") == "dead"
    assert asked(p) == (AXIS, "take option")
    option(p, 1)
    lose(p, "34 CD")
    assert p.where("280 CD") == "A20.21" and p.where(LOTHIANS) == "A20.20"
    assert asked(p)[0] is ALLIED, "the move goes on"
    assert p.spent(LOTHIANS) == 3
    overrun(p, "A20.21")  # 10 + 14 to 2 is 12:1
    assert p.spent(LOTHIANS) == 6


@pytest.mark.rule("OCS 8.1f", "OCS 8.2")
def test_attackers_who_retreat_have_done_moving_for_the_phase():
    # A lone commando, 3-5, against 2-0: 3 to 2 is 2:1 (1.5), +5. Surprise 2 + 5 = 7: none. Combat 3 + 5 = 8: Ao1/Do1.
    note = """
        == Axis ==
        A20.21: It Static Rgt (280 CD)
        == Allied ==
        A20.20: Commando Bn (6 Cdo)
        """
    p = moved(note, 1, 1, 1, 2)
    p.begin("6 Cdo")
    overrun(p, "A20.21")
    option(p, 0)
    go(p, "A20.19")
    ignore(p)
    assert not p.state.frames
    p.begin("6 Cdo", no="OCS 6.1f")


@pytest.mark.rule("OCS 8.1h", "OCS 9.12d")
def test_friends_in_the_launching_hex_are_untouched_but_may_tag_along():
    note = """
        == Axis ==
        A20.21: It Static Rgt (280 CD)
        == Allied ==
        A20.20: Commando Bn (6 Cdo), Para Bn (1)
        """
    p = moved(note, 1, 1, 1, 2)
    p.begin("6 Cdo")
    overrun(p, "A20.21")
    option(p, 0)
    retreat(p, "6 Cdo, 1")
    go(p, "A20.19")
    ignore(p)
    assert p.where("1") == "A20.19" and p.id("1") not in p.state.memory.done


@pytest.mark.rule("OCS 8.1h", "OCS 4.8a")
def test_a_crowd_of_more_than_ten_re_does_not_overrun():
    crowd = (
        "78 Inf Div (11 Inf, 36 Inf, 1 Gds Inf), 46 Inf Div (128 Inf, 138 Inf, 139 Inf), "
        "1 US Inf Div (16 Inf, 18 Inf, 26 Inf)"
    )
    note = f"""
        == Axis ==
        A20.21: It Static Rgt (280 CD)
        == Allied ==
        A20.20: {crowd}, Para Bn (1), Para Bn (2)
        A20.19: 6 Arm Div ({LANCERS})
        """
    p = moved(note, 3, 3, 3, 3, 3)
    p.begin(LANCERS)
    p.step("A20.20")  # 10 1/2 RE now
    overrun(p, "A20.21", no="OCS 8.1h")


@pytest.mark.rule("OCS 7", "OCS 8.1", "OCS 5.7")
def test_a_released_reserve_overruns_at_full_strength_in_reaction():
    # MA 7 halved is 3 1/2: enough for one overrun from where it stands.
    note = f"""
        == Axis ==
        A20.21: It Static Rgt (280 CD)
        == Allied ==
        A20.20: 6 Arm Div ({LANCERS})   -- reserve
        """
    p = moved(note, 1, 2, 2, 3, when="Allied Reaction Phase")
    p.release(LANCERS)
    p.begin(LANCERS)
    overrun(p, "A20.21")  # 10 to 2 is 5:1; combat 5 + 4 = 9: Ao1e4/DL1o2
    assert events(p, CombatReckoned)[0].attack_total == "10"


@pytest.mark.rule("OCS 11", "OCS 8.1", "OCS 5.9")
def test_an_exploit_unit_overruns_in_exploitation_with_half_its_ma():
    note = f"""
        == Axis ==
        A20.21: It Static Rgt (280 CD)
        == Allied ==
        A20.20: 6 Arm Div ({LANCERS})   -- exploit
        """
    p = moved(note, 1, 2, 2, 3, when="Allied Exploitation Phase")
    p.begin(LANCERS)
    overrun(p, "A20.21")
    assert p.spent(LANCERS) == 3


@pytest.mark.rule("OCS 9.2", "OCS 8.2")
def test_the_whole_stack_stays_where_it_is_until_the_fight_is_over_and_dice_fall_once():
    p = moved(NOTE, 2, 2, 2, 3)
    p.begin(f"{LANCERS}, {LOTHIANS}")
    p.step("A20.21")
    overrun(p, "A20.22")
    assert p.where(LANCERS) == "A20.21" and not events(p, DiceRolled)
    assert p.rules.load(p.rules.dump(p.state)) == p.state
    lead(p, LOTHIANS)
    assert [roll.purpose for roll in events(p, DiceRolled)] == ["surprise", "combat"]
    assert "advance" not in p.legal()


@pytest.mark.rule("OCS 4.5a", "OCS 8.2")
def test_trucks_that_began_in_a_zone_may_leave_it_after_an_overrun_that_came_to_nothing():
    # Three brigades in Move Mode, 12 to 4 is 3:1; AR 4 - 5 = -1. Surprise 8 - 1 = 7: none. Combat 2 - 1 = 1: AL2.
    note = """
        == Axis ==
        A20.21: LW Para Bn (I-5)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf, 36 Inf), 46 Inf Div (139 Inf)   -- Move
        """
    p = moved(note, 4, 4, 1, 1)
    p.begin("11 Inf, 36 Inf, 139 Inf")
    overrun(p, "A20.21")
    lead(p, "11 Inf")
    lose(p, "36 Inf")
    assert p.spent("139 Inf") == 3 and p.where("I-5") == "A20.21"
    p.step("A20.19")


@pytest.mark.rule("OCS 8.1", "T2 2.6")
def test_a_theater_reserve_overruns_nobody_beyond_the_border():
    # The plain is Tunisia but for the hexes named; a US battalion that is no theater reserve may.
    note = "== Axis ==\nA20.21: March Bn (T-1)\n== Allied ==\nA20.19: US Arm Bn ({})  -- Move"
    for name, no in (("752", "T2 2.6"), ("751", None)):
        p = moved(note.format(name), ground="A20.19, A20.20: Algeria")
        p.begin(name)
        p.step("A20.20")
        assert (p.offered("overrun") == {"A20.21"}) is (no is None)
        refusal = overrun_refusal(p.state, p.ids(name), p.hex("A20.21"))
        assert (refusal and refusal.rule) == no
