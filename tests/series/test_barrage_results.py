"""Chapter 10 against combat units: spotters, shifts, results, losses and disorder, half-done barrages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.series import firing
from ocs_engine.series.barrage import Barrage, BarrageFrame
from ocs_engine.series.fight_commands import LoseStep
from ocs_engine.series.firing import Aim
from ocs_engine.series.losses import LossFrame
from ocs_engine.state.barrage_events import BarrageReckoned, BarrageResolved, BarrageShifted
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.fight_events import StepLost, UnitsDisordered
from ocs_engine.state.model import Dump, Mode, State, Transport, Up
from tests.positions import ALLIED, AXIS
from tests.series.barrages import COMBAT, PLAIN, Guns, every, guns, only, shifts_of

# --- 10.0b: spotters


@pytest.mark.rule("OCS 10.0b")
@pytest.mark.parametrize("remark", ["Combat", "Move", "Reserve", "Strat", "DG", "OOS"])
@pytest.mark.parametrize("spotter", ["Commando Bn (6 Cdo)", "Corps HQ (5)", "1x Pax"])
def test_any_own_combat_unit_next_to_the_target_spots_in_any_mode(spotter: str, remark: str) -> None:
    if spotter == "1x Pax" and remark in ("Combat",):
        remark = "Move"
    note = f"""
        == Axis ==
        A20.20: March Bn (T-1)
        == Allied ==
        A20.21: {spotter}            -- {remark}
        A20.22: Arty Grp (1 FA)
    """
    p = guns(note, COMBAT, [1, 1])
    told = p.fire("1 FA", "A20.20")
    assert only(BarrageShifted, told).spotted
    assert "no spotter" not in shifts_of(told)


@pytest.mark.rule("OCS 10.0b", "OCS 10.0r")
def test_without_a_spotter_three_to_the_left_and_a_bracketed_half_is_dg() -> None:
    note = """
        == Axis ==
        A20.20: Corps HQ (90), It Arty Rgt (8)
        A20.21: March Bn (T-1)
        == Allied ==
        A20.22: Arty Grp (1 FA, 1 M), 78 Inf Div (Arty)
    """
    # 48 in column 41-68, three to the left 12-16: a 9 is [1/2], DG without a spotter; 2 RE shift nothing
    p = guns(note, COMBAT, [4, 5])
    told = p.fire("1 FA, 1 M, Arty", "A20.20")
    assert shifts_of(told) == {"no spotter": -3}
    assert only(BarrageShifted, told).heading == "12-16"
    resolved = only(BarrageResolved, told)
    assert (resolved.printed, resolved.result, resolved.why, resolved.half) == ("[1/2]", "DG", "no spotter", None)
    assert (resolved.steps, resolved.dg) == (0, True)


@pytest.mark.rule("OCS 10.0b")
def test_artillery_next_to_its_target_spots_for_itself_and_dumps_do_not() -> None:
    near = "== Axis ==\nA20.20: March Bn (T-1)\n== Allied ==\nA20.21: Arty Grp (1 FA)"
    p = guns(near, COMBAT, [1, 1])
    assert only(BarrageShifted, p.fire("1 FA", "A20.20")).spotted
    far = near.replace("A20.21", "A20.22")
    p = guns(far, COMBAT, [1, 1], change=lambda state: replace(
        state, dumps=state.dumps.set(state.world.place("A20.21"), Dump(ALLIED, 4)),
        transport=state.transport.set("allied-truck-1", Transport("truck", ALLIED, state.world.place("A19.20"), 4, 4)),
    ))  # fmt: skip
    assert not only(BarrageShifted, p.fire("1 FA", "A20.20")).spotted


# --- 10.0a: shifts


CROWDS = {
    "March Bn (T-1)": ("1/2", -1),
    "March Bn (T-1, T-2)": ("1", -1),
    "March Bn (T-1, T-2), LW Para Bn (I-5)": ("1 1/2", 0),
    "Corps HQ (90), It Arty Rgt (8, 29)": ("3", 0),
    "Corps HQ (90), It Arty Rgt (8, 29), March Bn (T-1)": ("3 1/2", 1),
    "Corps HQ (90), It Arty Rgt (8, 29, Prov)": ("4", 1),
    "Corps HQ (90), It Arty Rgt (8, 29, Prov), March Bn (T-1)": ("4 1/2", 2),
    "Corps HQ (90), It Arty Rgt (8, 29, Prov), It Arty Grp (30)": ("5", 2),
    "Corps HQ (90), It Arty Rgt (8, 29, Prov), It Arty Grp (30, 21)": ("6", 3),
    "Corps HQ (90), It Arty Rgt (8, 29, Prov), It Arty Grp (30, 21), March Bn (T-1)": ("6 1/2", 4),
    # of 10 Pz Div, 5 RE in all, 3 count
    "10 Pz Div (I-7 Pz, II-7 Pz, 69 PG, 86 Inf, 10 Krd, 90 PJ, 90 Arty)": ("3", 0),
    "10 Pz Div (I-7 Pz, II-7 Pz, 69 PG, 86 Inf, 10 Krd, 90 PJ, 90 Arty), March Bn (T-1)": ("3 1/2", 1),
    # two divisions are capped one by one; 3/2 of the second
    "10 Pz Div (69 PG, 86 Inf, 90 Arty, 10 Krd), 334 Inf Div (334 Arty)": ("4", 1),
    "1x Pax": ("1/4", -1),
}


@pytest.mark.rule("OCS 10.0a", "OCS 4.6", "OCS 3.2f")
@pytest.mark.parametrize("crowd", CROWDS)
def test_the_crowd_in_the_hex_shifts_of(crowd: str) -> None:
    re, shift = CROWDS[crowd]
    note = f"""
        == Axis ==
        A20.20: {crowd}
        == Allied ==
        A20.21: Arty Grp (1 FA)
    """
    p = guns(note, COMBAT, [1, 1])
    assert shifts_of(p.fire("1 FA", "A20.20")) == ({f"{re} RE in the hex": shift} if shift else {})


@pytest.mark.rule("OCS 10.0a")
def test_a_unit_of_several_steps_counts_with_three_re_at_most() -> None:
    def grow(state: State) -> State:
        """The March battalion as a division of 5 steps, one of them lost: 4 RE."""
        unit = state.units["ger-march-t-1"]
        counter = replace(unit.counter, steps=5, re=20)
        return replace(state, units=state.units.set("ger-march-t-1", replace(unit, counter=counter, lost=1)))

    note = PLAIN.replace("A20.20: March Bn (T-1)", "A20.20: March Bn (T-1), Corps HQ (90)")
    p = guns(note, COMBAT, change=grow)
    assert firing.crowd(p.state, p.ids("T-1")) == 12
    assert firing.crowd(p.state, p.ids("T-1, 90")) == 16


@pytest.mark.rule("OCS 10.0a")
@pytest.mark.parametrize(
    ("ground", "shift"),
    [
        ("A20.20: open", {}), ("A20.20: sand", {}),
        ("A20.20: hills", {"Close terrain": -1}), ("A20.20: rough", {"Close terrain": -1}),
        ("A20.20: mountain", {"Very Close terrain": -1}),
        ("A20.20: hills\nA20.20: village", {"Close terrain": -1}),
    ],
)  # fmt: skip
def test_terrain_of_one_class_shifts_without_a_question(ground: str, shift: dict[str, int]) -> None:
    p = guns(PLAIN, COMBAT, [1, 1], ground=ground)
    assert shifts_of(p.fire("1 FA", "A20.20")) == {"1/2 RE in the hex": -1, **shift}


@pytest.mark.rule("OCS 10.0a")
def test_the_owner_of_the_target_chooses_among_several_terrains() -> None:
    p = guns(PLAIN, COMBAT, [1, 1], ground="A20.20: open\nA20.20: city")
    told = p.fire("1 FA", "A20.20")
    assert not every(DiceRolled, told), "before the choice no die is thrown"
    asked = p.rules.pending(p.state)
    assert asked is not None
    assert (asked.side, asked.kinds, asked.rule) == (AXIS, ("choose cover",), "OCS 10.0a")
    assert "A20.20" in asked.prompt
    assert p.rules.legal(p.state, AXIS) == ("choose cover",)
    assert p.rules.legal(p.state, ALLIED) == ()
    assert p.rules.blank(p.state, AXIS, "choose cover", ()) is not None
    p.cover(ALLIED, "city", no="OCS 10.0a")
    p.cover(AXIS, "hills", no="OCS 10.0a")
    told = p.cover(AXIS, "city")
    assert shifts_of(told) == {"1/2 RE in the hex": -1, "Very Close terrain": -1}
    p = guns(PLAIN, COMBAT, [1, 1], ground="A20.20: open\nA20.20: city")
    p.fire("1 FA", "A20.20")
    assert shifts_of(p.cover(AXIS, "open")) == {"1/2 RE in the hex": -1}


@pytest.mark.rule("OCS 10.0a", "OCS 16.0d")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_hedgehog_of_any_level_shifts_by_one(level: int) -> None:
    note = PLAIN.replace("A22.20:", f"A20.20: Level {level} Hedgehog\n    A22.20:")
    p = guns(note, COMBAT, [1, 1])
    assert shifts_of(p.fire("1 FA", "A20.20")) == {"1/2 RE in the hex": -1, "hedgehog": -1}


@pytest.mark.rule("OCS 10.0a", "OCS 5.8")
def test_one_unit_in_strat_mode_shifts_by_three_and_two_no_further() -> None:
    for strat in ("A20.20: March Bn (T-2)   -- Strat", "A20.20: March Bn (T-2), LW Para Bn (I-5)   -- Strat"):
        note = PLAIN.replace("A22.20: March Bn (T-2)", strat)
        p = guns(note, COMBAT, [1, 1])
        assert shifts_of(p.fire("1 FA", "A20.20"))["Strat Mode"] == 3


@pytest.mark.rule("OCS 10.0a")
def test_shifts_stop_at_the_ends_of_the_table() -> None:
    note = """
        First player: Axis
        == Axis ==
        A20.20: March Bn (T-1)
        A20.22: It Arty Bn (20)         -- Move, DG
        == Allied ==
        A20.24: Commando Bn (6 Cdo)
    """
    # 3/2 is 2 rounded, column 2; one left for the crowd, three without a spotter: 1 or less, where 11 is DG
    p = guns(note, "Axis Combat Phase, Barrage Segment", [5, 6])
    told = p.fire("20", "A20.24")
    assert only(BarrageReckoned, told).heading == "2"
    assert (only(BarrageShifted, told).column, only(BarrageShifted, told).heading) == (0, "1 or less")
    assert only(BarrageResolved, told).result == "DG"


# --- 10.0r: results and losses


ROW = (
    "Corps HQ (90)",
    *(f"It Arty Rgt ({name})" for name in ("8", "29", "Prov")),
    "It Arty Grp (30)",
    "It Arty Grp (21)",
)
ALL = "1 FA, 5 FA, 1 M, 5 M"


def crowd_of(count: int) -> str:
    """An Axis hex of 1 to 6 RE, under four groups of 52 together, in column 41-68."""
    return f"""
        == Axis ==
        A20.20: {", ".join(ROW[:count])}
        == Allied ==
        A20.21: Commando Bn (6 Cdo)
        A20.22: Arty Grp (1 FA, 5 FA, 1 M, 5 M)
    """


@pytest.mark.rule("OCS 10.0r")
def test_no_effect() -> None:
    p = guns(PLAIN, COMBAT, [1, 1])
    told = p.fire("1 FA", "A20.20")
    assert (only(BarrageResolved, told).result, only(BarrageResolved, told).dg) == ("-", False)
    assert not every(UnitsDisordered, told)
    assert p.unit("T-1").mode is Mode.COMBAT


@pytest.mark.rule("OCS 10.0r")
@pytest.mark.parametrize(("die", "lost"), [(1, False), (3, False), (4, True), (6, True)])
def test_a_half_takes_a_step_on_four_to_six(die: int, lost: bool) -> None:
    # 26 in 25-40, one to the left for half an RE: 17-24, where 11 is 1/2
    p = guns(PLAIN, COMBAT, [5, 6, die])
    told = p.fire("1 FA, 1 M", "A20.20")
    resolved = only(BarrageResolved, told)
    assert (resolved.printed, resolved.result, resolved.half) == ("1/2", "1/2", die)
    assert resolved.steps == int(lost)
    assert [len(roll.faces) for roll in every(DiceRolled, told)] == [2, 1], "the half has a die of its own"
    assert p.where("T-1") == ("dead" if lost else "A20.20")
    assert len(every(UnitsDisordered, told)) == int(not lost), "a unit in the Dead Pile has no mode"


@pytest.mark.rule("OCS 10.0r", "OCS 16.0d")
@pytest.mark.parametrize(("level", "result"), [(2, "1/2"), (3, "DG"), (4, "DG")])
def test_a_high_hedgehog_makes_dg_of_a_bracketed_half(level: int, result: str) -> None:
    note = PLAIN.replace("A22.20:", f"A20.20: Level {level} Hedgehog\n    A22.20:")
    # 26 in 25-40, two to the left: 12-16, where 9 is [1/2]
    p = guns(note, COMBAT, [4, 5, 1])
    resolved = only(BarrageResolved, p.fire("1 FA, 1 M", "A20.20"))
    assert (resolved.printed, resolved.result) == ("[1/2]", result)
    assert (resolved.half is None) == (result == "DG")
    assert resolved.why == (
        "a hedgehog of a high level" if result == "DG" else "spotted, and no hedgehog of a high level"
    )


@pytest.mark.rule("OCS 10.0r", "OCS 10.0a", "OCS 5.10a")
@pytest.mark.parametrize(("dice", "steps"), [((6, 4), 1), ((6, 5), 2), ((6, 6), 3)])
def test_so_many_steps_are_lost_as_the_owner_likes_and_the_rest_goes_dg(dice: tuple[int, int], steps: int) -> None:
    # 6 RE: +3 from 41-68 stops at 117+, where 10, 11 and 12 are 1, 2 and 3
    p = guns(crowd_of(6), COMBAT, dice)
    told = p.fire(ALL, "A20.20")
    assert only(BarrageShifted, told).heading == "117+"
    assert only(BarrageResolved, told).steps == steps
    victims = ["90", "30", "8"][:steps]
    for name in victims:
        assert p.unit("29").mode is Mode.COMBAT, "steps come before disorder"
        assert p.rules.legal(p.state, AXIS) == ("lose step",)
        asked = p.rules.pending(p.state)
        assert asked is not None
        assert asked.side is AXIS
        told = p.lose(AXIS, name)
    assert [p.where(name) for name in victims] == ["dead"] * steps
    left = set(p.ids("90, 8, 29, Prov, 30, 21")) - set(p.ids(victims))
    assert set(only(UnitsDisordered, told).stances) == left
    assert all(p.state.units[uid].mode is Mode.DG for uid in left)


@pytest.mark.rule("OCS 10.0a", "OCS 9.11")
def test_there_is_no_question_where_one_unit_is_or_all_are_lost() -> None:
    # 1 RE shifts to the left, 25-40, where 12 is 1
    p = guns(crowd_of(1), COMBAT, [6, 6])
    told = p.fire(ALL, "A20.20")
    assert [each.unit for each in every(StepLost, told)] == [p.id("90")]
    assert p.where("90") == "dead"
    assert not every(UnitsDisordered, told), "nobody is left"
    # 3 RE shift nothing; Strat Mode takes it to 117+, where 12 is 3
    p = guns(crowd_of(3), COMBAT, [6, 6], change=lambda state: replace(
        state, units=state.units.set("ger-hq-90", replace(state.units["ger-hq-90"], up=Up.MOVE, marker=Mode.STRAT))
    ))  # fmt: skip
    told = p.fire(ALL, "A20.20")
    assert {each.unit for each in every(StepLost, told)} == set(p.ids("90, 8, 29"))


@pytest.mark.rule("OCS 10.0a", "OCS 9.11")
def test_the_owner_may_take_all_steps_from_one_unit() -> None:
    def grow(state: State) -> State:
        """The HQ as a unit of three steps."""
        unit = state.units["ger-hq-90"]
        return replace(state, units=state.units.set("ger-hq-90", replace(unit, counter=replace(unit.counter, steps=3))))

    p = guns(crowd_of(6), COMBAT, [6, 5], change=grow)
    p.game.submit(Barrage(side=ALLIED, target="A20.20", aim=Aim.UNITS, units=p.ids(ALL)))
    for _ in range(2):
        p.game.submit(LoseStep(side=AXIS, unit=p.id("90")))
    assert (p.unit("90").lost, p.unit("90").mode) == (2, Mode.DG)


@pytest.mark.rule("OCS 10.0r", "OCS 5.10a")
def test_dg_takes_the_other_markers_of_the_hex() -> None:
    note = """
        == Axis ==
        A20.20: March Bn (T-1)          -- Reserve
        A20.20: LW Para Bn (I-5)        -- Exploit
        A20.20: March Bn (T-2)          -- Strat
        A20.20: It Para Bn (1 RA)       -- DG, Move side up
        == Allied ==
        A20.21: Commando Bn (6 Cdo)
        A20.22: Arty Grp (1 FA)
    """
    # three to the right for Strat Mode, none for 2 RE: 41-68, where 4 is DG
    p = guns(note, COMBAT, [2, 2])
    told = p.fire("1 FA", "A20.20")
    assert only(UnitsDisordered, told).stances == {
        p.id("T-1"): "dg/combat", p.id("I-5"): "dg/combat", p.id("T-2"): "dg/move",
    }  # fmt: skip
    assert {p.unit(name).mode for name in ("T-1", "I-5", "T-2", "1 RA")} == {Mode.DG}


# --- half-done barrages, saved and taken up again


def resumed(p: Guns, dice: list[int]) -> Guns:
    """The same game saved, loaded, and gone on with."""
    state = load_state(dump_state(p.state), p.state.world, p.state.points, p.rules.read_frame)
    assert state == p.state
    again = guns("", COMBAT, dice)
    return Guns(again.rules, state, again.game.dice)


@pytest.mark.rule("OCS 10.0")
def test_a_half_done_barrage_can_be_saved_and_goes_on_alike() -> None:
    ground = "A20.20: open\nA20.20: city"
    p = guns(crowd_of(6), COMBAT, [6, 5], ground=ground)
    p.fire(ALL, "A20.20")
    assert [type(frame) for frame in p.state.frames] == [BarrageFrame]
    again = resumed(p, [6, 5])
    for each in (p, again):
        each.cover(AXIS, "city")
        assert [type(frame) for frame in each.state.frames] == [BarrageFrame, LossFrame]
    again = resumed(p, [])
    for each in (p, again):
        each.lose(AXIS, "8")
        each.lose(AXIS, "90")
    assert again.state == p.state


@pytest.mark.rule("OCS 10.0")
def test_a_saved_barrage_that_nobody_fires_is_not_read() -> None:
    p = guns(PLAIN, COMBAT, ground="A20.20: open\nA20.20: city")
    p.fire("1 FA", "A20.20")
    p.rules.check_state(p.state)
    (frame,) = p.state.frames
    for changes in ({"target": "A22.20"}, {"target": "Sicily"}, {"units": p.ids("1 M")}, {"units": ("nobody",)}):
        with pytest.raises(ValueError, match=r"can be under way|cannot be firing"):
            p.rules.check_state(p.state.with_frames((frame.model_copy(update=changes),)))
