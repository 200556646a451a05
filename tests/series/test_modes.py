"""Chapter 5: every change of mode, what each mode is worth in MP, and reserves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ocs_engine.series.modes import stance_refusal, stances
from ocs_engine.state.events import stance
from ocs_engine.state.model import Mode
from ocs_engine.world.calendar import Weather
from tests.positions import ALLIED, AXIS, Position, position

PLAIN = ""
COUTX = "Coutx"  # French mechanised regiment, truck both sides: MA 6 in Combat, 12 in Move
CDO = "6 Cdo"  # commandos, leg: MA 3 in Combat, 5 in Move
WITZIG = "Witzig"  # paratroop engineers: leg MA 3 in Combat, truck MA 12 in Move

REMARKS = {
    "combat": "Combat", "move": "Move", "reserve/combat": "Reserve", "reserve/move": "Reserve, Move side up",
    "strat/move": "Strat", "dg/combat": "DG", "dg/move": "DG, Move side up",
    "exploit/combat": "Exploit", "exploit/move": "Exploit, Move side up",
}  # fmt: skip
VOLUNTARY = ("combat", "move", "reserve/combat", "reserve/move", "strat/move")


def alone(text: str, when: str = "Allied Movement Phase", **rest: object) -> Position:
    """One French regiment far from everybody, in a stance."""
    return position(f"== Allied ==\nA22.20: Fr Mech Rgt (Coutx)  -- {REMARKS[text]}", when, ground=PLAIN, **rest)  # type: ignore[arg-type]


# --- 5.4: which changes there are


@pytest.mark.rule("OCS 5.4", "OCS 5.2")
@pytest.mark.parametrize("old", VOLUNTARY)
@pytest.mark.parametrize("new", VOLUNTARY)
def test_voluntary_modes_change_into_each_other(old: str, new: str) -> None:
    p = alone(old)
    if old == new:
        p.change(COUTX, new, no="OCS 5.4")
    else:
        p.change(COUTX, new)
        assert stance(p.unit(COUTX)) == new


@pytest.mark.rule("OCS 5.4", "OCS 5.10")
@pytest.mark.parametrize(("old", "new"), [("dg/combat", "dg/move"), ("dg/move", "dg/combat")])
def test_a_disorganised_unit_flips_and_no_more(old: str, new: str) -> None:
    p = alone(old)
    for other in VOLUNTARY:
        p.change(COUTX, other, no="OCS 5.4")
    p.change(COUTX, new)
    assert p.unit(COUTX).mode is Mode.DG


@pytest.mark.rule("OCS 5.4", "OCS 5.9")
@pytest.mark.parametrize("old", ["exploit/combat", "exploit/move"])
def test_an_exploit_unit_changes_nothing(old: str) -> None:
    p = alone(old)
    for other in (*VOLUNTARY, "dg/combat", "dg/move"):
        p.change(COUTX, other, no="OCS 5.4")
    assert stances(p.unit(COUTX)) == (old,)


@pytest.mark.rule("OCS 5.4")
@pytest.mark.parametrize("wanted", ["dg/combat", "exploit/move", "strat/combat", "combat/combat", "nonsense", ""])
def test_involuntary_and_impossible_stances_are_refused(wanted: str) -> None:
    alone("combat").change(COUTX, wanted, no="OCS 5.4")


@pytest.mark.rule("OCS 5.5")
def test_replacements_have_no_combat_side() -> None:
    p = position("== Allied ==\nA22.20: 1x Pax", ground=PLAIN)
    assert p.unit("allied-pax-1").mode is Mode.MOVE
    for wanted in ("combat", "reserve/combat"):
        p.change("allied-pax-1", wanted, no="OCS 5.4")
    p.change("allied-pax-1", "strat/move")


@pytest.mark.rule("OCS 5.4")
def test_once_a_phase_whether_it_moves_or_not() -> None:
    p = alone("combat")
    p.change(COUTX, "move")
    p.change(COUTX, "combat", no="OCS 6.1f")
    p.move(COUTX, "A22.21", no="OCS 6.1f")
    p = alone("combat")
    p.move(COUTX, "A22.21", Coutx="move")
    p.change(COUTX, "combat", no="OCS 6.1f")


@pytest.mark.rule("OCS 5.4")
def test_a_unit_dropped_from_a_stack_changes_no_more() -> None:
    p = position("== Allied ==\nA22.20: Fr Mech Rgt (Coutx), Fr Inf Bn (Zouv)", ground=PLAIN)
    p.begin("Coutx, Zouv")
    p.drop("Zouv")
    p.end_move()
    p.change("Zouv", "move", no="OCS 6.1f")


@pytest.mark.rule("OCS 5.4")
@pytest.mark.parametrize(
    "when",
    ["Axis Movement Phase", "Axis Reaction Phase", "Allied Reaction Phase", "Allied Exploitation Phase",
     "Axis Exploitation Phase"],
)  # fmt: skip
def test_only_in_the_own_movement_phase(when: str) -> None:
    p = alone("reserve/move", when)
    if p.side is AXIS:  # the Allied regiment is not his
        p.change(COUTX, "combat", no="OCS 6.3" if p.state.now.phase == "Movement" else "")
        return
    assert "change mode" not in p.legal()
    refusal = stance_refusal(p.state, p.id(COUTX), "combat")
    assert refusal is not None and refusal.rule == "OCS 5.4"


@pytest.mark.rule("OCS 5.4")
def test_a_released_reserve_takes_no_other_mode_as_it_moves() -> None:
    p = alone("reserve/move", "Allied Exploitation Phase")
    p.release(COUTX)
    p.move(COUTX, "A22.21", no="OCS 5.4", Coutx="combat")
    p.move(COUTX, "A22.21")


@pytest.mark.rule("OCS 5.1")
def test_mixed_modes_stack_freely() -> None:
    note = """
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx)   -- Strat
        A22.20: Fr Inf Bn (Zouv)      -- DG
        A22.20: Commando Bn (6 Cdo)   -- Reserve
    """
    p = position(note, ground=PLAIN)
    p.begin("Coutx, Zouv, 6 Cdo")
    # MA: Strat 2 x 12, DG 3 / 2, Reserve 3 / 4: each is counted for itself
    assert [p.ma(name) for name in ("Coutx", "Zouv", "6 Cdo")] == [24, Fraction(3, 2), Fraction(3, 4)]


# --- what each mode is worth in MP (5, 6.1h: fractions are kept)


@pytest.mark.rule("OCS 5.4", "OCS 5.5", "OCS 5.6", "OCS 5.7", "OCS 5.8", "OCS 5.10", "OCS 6.1")
@pytest.mark.parametrize(
    ("text", "coutx", "cdo", "witzig"),
    [
        ("combat", 6, 3, 3),
        ("move", 12, 5, 12),
        ("strat/move", 24, 10, 24),  # twice the Move side
        ("dg/combat", 3, Fraction(3, 2), Fraction(3, 2)),
        ("dg/move", 6, Fraction(5, 2), 6),
        ("reserve/combat", Fraction(3, 2), Fraction(3, 4), Fraction(3, 4)),
        ("reserve/move", 3, Fraction(5, 4), 3),
    ],
)
def test_allowances_in_the_movement_phase(text: str, coutx: Fraction, cdo: Fraction, witzig: Fraction) -> None:
    note = f"""
        == Axis ==
        A30.20: LW Para Eng Bn (Witzig)                             -- {REMARKS[text]}
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)   -- {REMARKS[text]}
    """
    allied, axis = (position(note, f"{side} Movement Phase", ground=PLAIN) for side in (ALLIED, AXIS))
    assert (allied.ma(COUTX), allied.ma(CDO), axis.ma(WITZIG)) == (coutx, cdo, witzig)


@pytest.mark.rule("OCS 5.4")
def test_a_change_at_the_start_of_a_move_gives_the_new_allowance() -> None:
    p = alone("combat")
    # 7 hexes of open ground cost 7 MP: too many for the Combat side (6), few for the Move side (12)
    path = " ".join(f"A22.{row}" for row in range(21, 28))
    p.move(COUTX, path, no="OCS 6.1")
    p.move(COUTX, path, Coutx="move")
    p = alone("move")
    p.move(COUTX, path, no="OCS 6.1", Coutx="combat")  # and the other way round
    p.move(COUTX, path)


@pytest.mark.rule("OCS 5.4")
def test_a_change_at_the_start_of_a_move_gives_the_new_mobility() -> None:
    note = "== Axis ==\nA30.20: LW Para Eng Bn (Witzig)"
    hills = "A30.21: mountain"  # 3 MP on foot, prohibited to trucks
    p = position(note, "Axis Movement Phase", ground=hills)
    p.move(WITZIG, "A30.21", no="OCS 6.2c", Witzig="move")
    p.move(WITZIG, "A30.21")


@pytest.mark.rule("OCS 5.7", "OCS 5.9")
def test_allowances_in_reaction_and_exploitation() -> None:
    p = alone("reserve/move", "Allied Reaction Phase")
    assert p.ma(COUTX) == 0
    p.release(COUTX)
    assert p.ma(COUTX) == 6  # half of 12
    p = alone("reserve/move", "Allied Exploitation Phase")
    p.release(COUTX)
    assert p.ma(COUTX) == 12
    assert alone("exploit/move", "Allied Exploitation Phase").ma(COUTX) == 6
    assert alone("exploit/combat", "Allied Exploitation Phase").ma(COUTX) == 3


@pytest.mark.rule("OCS 4.3", "OCS 5.10")
def test_multipliers_of_mode_and_phase_multiply() -> None:
    # a released reserve that was disorganised in the same phase: 12 x 1/2 x 1/2
    p = position("== Allied ==\nA22.20: Fr Mech Rgt (Coutx)  -- DG, Move side up, released", "Allied Reaction Phase",
                 ground=PLAIN)  # fmt: skip
    assert p.ma(COUTX) == 3


# --- 5.7 Reserve


NEAR = """
    == Axis ==
    A20.20: LW Para Bn (I-5)
    == Allied ==
    A21.20: Commando Bn (6 Cdo){remark}
"""


@pytest.mark.rule("OCS 5.7c", "OCS 4.5a")
def test_reserve_is_not_taken_in_an_enemy_zone_negated_or_not() -> None:
    p = position(NEAR.format(remark="") + "    A21.20: Para Bn (3)   -- finished\n", ground=PLAIN)
    p.change(CDO, "reserve/combat", no="OCS 5.7c")
    p.move(CDO, "A22.20", no="OCS 5.7c", all="reserve/move")


@pytest.mark.rule("OCS 5.7c")
def test_a_unit_in_reserve_already_may_stay_and_move_in_zones() -> None:
    p = position(NEAR.format(remark="  -- Reserve, Move side up"), ground=PLAIN)
    p.change(CDO, "reserve/combat")  # it stays in Reserve
    p = position(NEAR.format(remark="  -- Reserve, Move side up"), ground=PLAIN)
    p.move(CDO, "A21.21")  # also next to A20.20; leg, so it goes in and out as it likes
    assert p.unit(CDO).mode is Mode.RESERVE


@pytest.mark.rule("OCS 5.7")
def test_a_reserve_moves_a_quarter() -> None:
    # 12 / 4 = 3 MP: three hexes of open ground, and no fourth
    p = alone("combat")
    p.move(COUTX, "A22.21 A22.22 A22.23 A22.24", no="OCS 6.1", Coutx="reserve/move")
    p.move(COUTX, "A22.21 A22.22 A22.23", Coutx="reserve/move")
    assert stance(p.unit(COUTX)) == "reserve/move"


@pytest.mark.rule("OCS 5.4a")
def test_each_hex_with_reserves_takes_a_marker() -> None:
    note = """
        == Allied ==
        Reserve markers: 1
        A22.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)
        A30.20: Fr Inf Bn (Zouv)
    """
    p = position(note, ground=PLAIN)
    p.change(COUTX, "reserve/combat")
    p.change(CDO, "reserve/combat")  # the same hex, the same marker
    p.change("Zouv", "reserve/combat", no="OCS 5.4a")


@pytest.mark.rule("OCS 5.4a")
def test_a_reserve_stack_that_parts_needs_a_second_marker() -> None:
    note = """
        == Allied ==
        Reserve markers: 1
        A22.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)   -- Reserve, Move side up
    """
    p = position(note, ground=PLAIN)
    p.move(CDO, "A22.21", no="OCS 5.4a")
    p.move("Coutx, 6 Cdo", "A22.21")  # together they keep theirs
    p = position(note, ground=PLAIN)
    p.move(COUTX, "A22.21", Coutx="move")  # and out of Reserve one may go
    p = position(note.replace("markers: 1", "markers: 2"), ground=PLAIN)
    p.move(COUTX, "A22.21")


@pytest.mark.rule("OCS 5.4a")
def test_a_stack_in_reserve_drops_no_unit_that_would_need_a_marker() -> None:
    note = """
        == Allied ==
        Reserve markers: 1
        A22.20: Fr Mech Rgt (Coutx), LW Para Eng Bn (Witzig)   -- Reserve, Move side up
    """.replace(", LW Para Eng Bn (Witzig)", ", 78 Inf Div (11 Inf)")
    p = position(note, ground=PLAIN)
    p.begin("Coutx, 11 Inf")
    p.step("A22.21")
    p.drop("11 Inf")  # it lies under the only marker now
    p.step("A22.22", no="OCS 5.4a")
    p.end_move()


@pytest.mark.rule("OCS 5.4a")
def test_a_marker_that_comes_off_can_be_used_again() -> None:
    note = """
        == Allied ==
        Reserve markers: 1
        A22.20: Fr Mech Rgt (Coutx)   -- Reserve
        A30.20: Fr Inf Bn (Zouv)
    """
    p = position(note, ground=PLAIN)
    p.change("Zouv", "reserve/combat", no="OCS 5.4a")
    p.change(COUTX, "combat")
    p.change("Zouv", "reserve/combat")


@pytest.mark.rule("OCS 5.4a")
def test_the_other_side_has_markers_of_its_own() -> None:
    note = """
        == Axis ==
        Reserve markers: 1
        A40.20: LW Para Bn (I-5)   -- Reserve
        == Allied ==
        Reserve markers: 1
        A22.20: Fr Mech Rgt (Coutx)
    """
    position(note, ground=PLAIN).change(COUTX, "reserve/combat")


@pytest.mark.rule("OCS 5.7g")
def test_no_reserve_with_a_hedgehog() -> None:
    note = """
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx), Level 1 hedgehog
        A23.20: Fr Inf Bn (Zouv)
    """
    p = position(note, ground=PLAIN)
    p.change(COUTX, "reserve/combat", no="OCS 5.7g")
    p.move("Zouv", "A22.20", no="OCS 5.7g", Zouv="reserve/move")
    p.move("Zouv", "A22.20")


@pytest.mark.rule("OCS 5.7")
@pytest.mark.parametrize(
    ("when", "may"),
    [
        ("Allied Movement Phase", False),
        ("Axis Reaction Phase", False),
        ("Allied Reaction Phase", True),
        ("Allied Exploitation Phase", True),
        ("Axis Exploitation Phase", False),
    ],
)
def test_release_in_the_own_reaction_and_exploitation_phases(when: str, may: bool) -> None:
    p = alone("reserve/combat", when)
    assert ("release" in p.legal()) is may
    if may:
        p.release(COUTX)
        assert stance(p.unit(COUTX)) == "combat", "by its orientation"
    elif p.side is ALLIED:
        p.release(COUTX, no="")
    else:
        p.release(COUTX, no="" if p.state.now.phase == "Movement" else "OCS 5.7b")


@pytest.mark.rule("OCS 5.7", "OCS 6.3", "OCS 7", "OCS 11")
@pytest.mark.parametrize("when", ["Allied Reaction Phase", "Allied Exploitation Phase"])
def test_only_released_reserves_move_and_one_by_one(when: str) -> None:
    note = """
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx)   -- Reserve, Move side up
        A24.20: Commando Bn (6 Cdo)   -- Reserve
        A26.20: Fr Inf Bn (Zouv)
    """
    p = position(note, when, ground=PLAIN)
    for name, hex_ in ((COUTX, "A22.21"), (CDO, "A24.21"), ("Zouv", "A26.21")):
        p.move(name, hex_, no="OCS 7")
    p.release("Zouv", no="OCS 5.7b")  # it is not in Reserve
    p.release(COUTX)
    p.move(COUTX, "A22.21")
    p.move(CDO, "A24.21", no="OCS 7")
    p.release(CDO)  # after the first has moved
    p.move(CDO, "A24.21")
    p.hold("Zouv", no="OCS 7")


@pytest.mark.rule("OCS 5.7", "OCS 2.2")
@pytest.mark.parametrize("when", ["Allied Reaction Phase", "Allied Exploitation Phase"])
def test_the_segment_waits_for_the_last_reserve_that_was_released(when: str) -> None:
    p = alone("reserve/move", when)
    before = p.state.now
    p.release(COUTX)
    assert p.state.now == before
    p.move(COUTX, "A22.21")


@pytest.mark.rule("OCS 5.9", "OCS 11")
def test_exploit_units_move_in_exploitation() -> None:
    p = alone("exploit/move", "Allied Exploitation Phase")
    path = "A22.21 A22.22 A22.23 A22.24 A22.25 A22.26"  # 6 MP, half of 12
    p.move(COUTX, path + " A22.27", no="OCS 6.1")
    p.move(COUTX, path)
    assert p.unit(COUTX).mode is Mode.EXPLOIT


@pytest.mark.rule("OCS 7")
def test_an_exploit_unit_does_not_react() -> None:
    alone("exploit/move", "Allied Reaction Phase").move(COUTX, "A22.21", no="OCS 7")


# --- 5.8 Strat


@pytest.mark.rule("OCS 5.8a")
def test_strat_is_not_taken_in_a_zone_negated_or_not() -> None:
    p = position(NEAR.format(remark="") + "    A21.20: Para Bn (3)   -- finished\n", ground=PLAIN)
    p.change(CDO, "strat/move", no="OCS 5.8a")
    p.begin(CDO, no="OCS 5.8a", all="strat/move")


@pytest.mark.rule("OCS 5.8a")
def test_strat_never_enters_a_zone_negated_or_not() -> None:
    note = """
        == Axis ==
        A20.20: LW Para Bn (I-5)
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)
        A21.20: Para Bn (3)   -- finished
    """
    p = position(note, ground=PLAIN)
    p.move(COUTX, "A21.20", no="OCS 5.8a", Coutx="strat/move")
    p.move(CDO, "A21.20", no="OCS 5.8a", all="strat/move")
    p.move(COUTX, "A22.19 A22.18", Coutx="strat/move")


@pytest.mark.rule("OCS 5.8")
def test_strat_moves_twice_its_move_side() -> None:
    # 5 MP of the Move side on foot: ten hexes of open ground
    p = position("== Allied ==\nA22.10: Commando Bn (6 Cdo)", ground=PLAIN)
    ten = [f"A22.{row}" for row in range(11, 21)]
    p.move(CDO, " ".join([*ten, "A22.21"]), no="OCS 6.1", all="strat/move")
    p.move(CDO, " ".join(ten), all="strat/move")


@pytest.mark.rule("OCS 5.8a")
def test_an_enemy_that_comes_later_leaves_strat_as_it_is() -> None:
    p = position(NEAR.format(remark="  -- Strat"), ground=PLAIN)
    p.change(CDO, "move")
    p = position(NEAR.format(remark="  -- Strat"), ground=PLAIN)
    p.move(CDO, "A22.20")  # it starts in the zone and leaves it, in Strat Mode still
    assert p.unit(CDO).mode is Mode.STRAT


# --- 5.10 DG and the Clean Up Phase


@pytest.mark.rule("OCS 5.10", "OCS 2.2")
def test_clean_up_takes_the_own_markers_and_leaves_the_side_up() -> None:
    note = """
        == Axis ==
        A40.20: LW Para Bn (I-5)   -- DG
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx)   -- DG, Move side up
        A24.20: Commando Bn (6 Cdo)   -- Exploit
        A26.20: Fr Inf Bn (Zouv)      -- Reserve
        A28.20: Para Bn (3)           -- Strat
    """
    p = position(note, "Allied Exploitation Phase", ground=PLAIN)
    p.end_segment()
    assert p.side is AXIS
    assert p.state.now.phase == "Movement"
    assert [stance(p.unit(name)) for name in (COUTX, CDO, "Zouv", "3", "I-5")] == [
        "move", "combat", "reserve/combat", "strat/move", "dg/combat"
    ]  # fmt: skip


# --- Mud (T2 1.3c)


@pytest.mark.rule("T2 1.3c")
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_in_mud_nobody_moves_but_modes_change(side: str) -> None:
    note = """
        == Axis ==
        A40.20: LW Para Eng Bn (Witzig)
        A42.20: LW Para Bn (I-5)       -- DG
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx)
        A24.20: Commando Bn (6 Cdo)    -- DG
    """
    p = position(note, f"{side} Movement Phase", ground=PLAIN, weather=Weather.MUD)
    unit, beside, shaken = (COUTX, "A22.21", CDO) if side == ALLIED else (WITZIG, "A40.21", "I-5")
    assert p.ma(unit) == 0
    assert p.legal() == ("change mode", "hold", "end segment")
    p.move(unit, beside, no="OCS 6.1")
    p.move(unit, beside, no="OCS 6.1", **{unit: "strat/move"})
    p.change(unit, "reserve/move")
    p.change(shaken, "dg/move")


# --- units in off-map boxes


@pytest.mark.rule("OCS 5.4")
def test_units_in_a_box_change_mode_but_do_not_move() -> None:
    note = """
        == Allied ==
        Reserve markers: 1
        Algiers: Para Bn (1, 2), Fr Mech Rgt (Coutx)
        A22.20: Commando Bn (6 Cdo)
    """
    p = position(note, ground=PLAIN)
    p.move("1", "A22.20", no="OCS 6.1")
    p.hold("1", no="OCS 6.1")
    p.change("1", "move")
    p.change("2", "reserve/combat")
    p.change("6 Cdo", "reserve/combat", no="OCS 5.4a")
    p.change("Coutx", "reserve/combat")  # the same place, the same marker
