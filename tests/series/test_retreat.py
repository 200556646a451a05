"""OCS 9.12: who retreats together, and what a retreat does to those on it; the hexes are drawn in `retreats`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from ocs_engine.grid import Hex
from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.ruleset import ENOUGH
from ocs_engine.kernel.session import Entry
from ocs_engine.series import retreat
from ocs_engine.series.fight_commands import BeginRetreat, LoseStep
from ocs_engine.series.losses import LossFrame
from ocs_engine.series.retreat import farthest
from ocs_engine.state.events import ControlChanged, UnitsDestroyed, put_units, stance
from ocs_engine.state.fight_events import StepLost, UnitsDisordered
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from tests.positions import AXIS, Position, position
from tests.series.retreats import ONE, ONE_IN_ZONE, Retreat, only

# --- together or split


TWO = "== Axis ==\nA20.20: March Bn (T-1), March Bn (T-2)\n== Allied ==\nA20.21: Para Bn (3)  -- Move"


@pytest.mark.rule("OCS 9.12")
def test_units_go_together() -> None:
    r = Retreat(position(TWO, ground=""), "T-1, T-2", 1, "A20.21")
    t1, t2 = r.ids("T-1, T-2")
    assert r.values("begin retreat") == {t1, t2}
    assert r.values("begin retreat", ("unit", t1)) == {t2, ENOUGH}
    assert r.values("begin retreat", ("unit", t1), ("unit", t2)) == {ENOUGH}
    r.group("T-1, T-2")
    r.to("A20.19")
    assert (r.where("T-1"), r.where("T-2"), r.over) == ("A20.19", "A20.19", True)


@pytest.mark.rule("OCS 9.12")
def test_units_part_and_the_last_is_not_asked_whether_it_goes() -> None:
    r = Retreat(position(TWO, ground=""), "T-1, T-2", 1, "A20.21")
    r.group("T-2")
    r.to("A20.19")
    assert "begin retreat" not in r.rules.legal(r.state, "Axis"), "T-1 is on its way"
    r.to("A19.20")
    assert (r.where("T-1"), r.where("T-2"), r.over) == ("A19.20", "A20.19", True)


@pytest.mark.rule("OCS 9.12")
def test_each_measures_from_its_own_hex() -> None:
    note = TWO.replace(", March Bn (T-2)", "\nA21.20: March Bn (T-2)")
    r = Retreat(position(note, ground=only("A20.20, A20.21, A20.19, A21.20, A21.19")), "T-1, T-2", 1, "A20.21")
    r.group("T-1, T-2", no="OCS 9.12")
    r.group("T-1")
    assert r.open() == {"A20.19", "A21.20"}
    r.to("A20.19")
    assert r.open() == {"A20.20", "A20.19", "A21.19"}, "a friend's start is no start of his own"
    r.to("A21.19")
    assert (r.where("T-1"), r.where("T-2"), r.over) == ("A20.19", "A21.19", True)


@pytest.mark.rule("OCS 9.12")
def test_who_is_named_must_be_among_those_that_retreat_once() -> None:
    r = Retreat(position(TWO + "\nA30.20: Commando Bn (6 Cdo)", ground=""), "T-1, T-2", 1, "A20.21")
    r.group("T-1, T-1", no="OCS 9.12")
    r.group("6 Cdo", no="OCS 9.12")
    r.answer(BeginRetreat(side=AXIS, units=()), no="OCS 9.12")
    r.answer(BeginRetreat(side=AXIS, units=("nobody",)), no="OCS 9.12")
    r.answer(BeginRetreat(side=Side.ALLIED, units=r.ids("T-1")), no="OCS 9.12")
    assert r.rules.legal(r.state, "Allied") == ()


@pytest.mark.rule("OCS 9.12")
def test_units_of_different_mobility_may_have_no_way_together() -> None:
    """Mountain to the south-west for legs, and to the south a hex for all: the first two legs may take either."""
    note = TWO.replace("(T-2)", "(T-2), Pz Bn (190)")
    ground = only("A20.20, A20.21") + "\nA19.20: mountain\nA20.20 - A19.20: primary"
    r = Retreat(position(note, ground=only("A20.20, A20.21") + "\nA19.20: mountain"), "T-1, T-2, 190", 1, "A20.21")
    assert r.values("begin retreat") == set(r.ids("T-1, T-2")), "the tanks have no way"
    r.group("T-1, 190", no="OCS 9.12")
    r.group("T-1, T-2")
    assert (r.where("T-1"), r.where("T-2"), r.where("190"), r.over) == ("A19.20", "A19.20", "dead", True)
    road = Retreat(position(note, ground=ground), "T-1, T-2, 190", 1, "A20.21")
    road.group("T-1, T-2, 190")
    assert road.where("190") == "A19.20"


@pytest.mark.rule("OCS 9.12")
def test_the_questions_name_hexes_and_no_units() -> None:
    r = Retreat(position(TWO, ground=""), "T-1, T-2", 2, "A20.21")
    asked = r.game.pending()
    assert asked is not None and "A20.20" in asked.prompt and "T-1" not in asked.prompt
    assert (asked.side, asked.kinds) == ("Axis", ("begin retreat",))
    r.group("T-1")
    asked = r.game.pending()
    assert asked is not None and "A20.20" in asked.prompt and "T-1" not in asked.prompt
    assert asked.kinds == ("retreat to",)


# --- stances


@pytest.mark.rule("OCS 9.12b", "OCS 13.1")
@pytest.mark.parametrize(
    ("remark", "after"), [("Combat", "move"), ("Move", "move"), ("DG", "dg/move"), ("Reserve", "move")]
)
def test_an_hq_turns_to_its_move_side_and_goes(remark: str, after: str) -> None:
    note = f"== Axis ==\nA20.20: Corps HQ (90)  -- {remark}\n== Allied ==\nA20.21: Para Bn (3)  -- Move"
    r = Retreat(position(note, ground=""), "90", 1, "A20.21")
    r.to("A20.19")
    assert (r.where("90"), stance(r.unit("90"))) == ("A20.19", after)


@pytest.mark.rule("OCS 9.12b")
def test_a_unit_keeps_the_side_that_is_up_if_that_has_any_ma() -> None:
    r = Retreat(position(ONE, ground=""), "T-1", 1, "A20.21")
    r.to("A20.19")
    assert stance(r.unit("T-1")) == "combat"


def with_ma(p: Position, name: str, combat_ma: int, move_ma: int) -> Position:
    """The position with a unit that has other MA on its two sides."""
    unit = p.unit(name)
    assert unit.counter.combat is not None
    combat, move = replace(unit.counter.combat, ma=combat_ma), replace(unit.counter.move, ma=move_ma)
    unit = replace(unit, counter=replace(unit.counter, combat=combat, move=move))
    return Position(p.rules, put_units(p.state, {p.id(name): unit}), RecordedDice(()))


@pytest.mark.rule("OCS 9.12b")
def test_a_unit_without_ma_turns_to_move_first_and_one_that_never_has_any_is_destroyed() -> None:
    r = Retreat(with_ma(position(ONE, ground=""), "T-1", 0, 5), "T-1", 1, "A20.21")
    r.to("A20.19")
    assert (r.where("T-1"), stance(r.unit("T-1"))) == ("A20.19", "move")
    p = with_ma(position(ONE, ground=""), "T-1", 0, 0)
    assert farthest(p.state, p.ids("T-1"), 1, ["A20.21"]) == 0
    r = Retreat(p, "T-1", 1, "A20.21")
    assert (r.where("T-1"), r.over) == ("dead", True)


@pytest.mark.rule("OCS 13.1")
def test_an_hq_turns_to_its_move_side_even_if_it_has_ma_on_the_other() -> None:
    """No HQ of this game has MA in Combat Mode; the rule holds for any."""
    p = position(ONE.replace("March Bn (T-1)", "Corps HQ (90)"), ground="")
    r = Retreat(with_ma(p, "90", 4, 12), "90", 1, "A20.21")
    r.to("A20.19")
    assert stance(r.unit("90")) == "move"


@pytest.mark.rule("OCS 5.8a")
def test_a_unit_in_strat_mode_is_destroyed_if_forced_into_an_enemy_zone() -> None:
    """A20.19 is free of the enemy's ZOC, A21.21 is in it."""
    note = ONE_IN_ZONE.replace("(T-1)", "(T-1)  -- Strat")
    forced = Retreat(position(note, ground=only("A20.20, A20.21, A21.21")), "T-1", 1, "A20.21")
    assert (forced.where("T-1"), forced.over) == ("dead", True)
    free = Retreat(position(note, ground=only("A20.20, A20.21, A21.21, A20.19")), "T-1", 1, "A20.21")
    assert (free.where("T-1"), stance(free.unit("T-1"))) == ("A20.19", "strat/move")


# --- disorder and steps


@pytest.mark.rule("OCS 9.12", "OCS 5.10a")
def test_the_second_hex_disorders_all_who_are_there() -> None:
    """Along a strip of land; T-2 is a bystander in the second hex, I-5 one in the first and III-5 one in the third."""
    others = "A20.19: LW Para Bn (I-5)\nA20.18: March Bn (T-2)  -- Move\nA20.17: LW Para Bn (III-5)\n== Allied =="
    note = ONE.replace("== Allied ==", others)
    ground = only("A20.20, A20.21, A20.19, A20.18, A20.17")
    one = Retreat(position(note, ground=ground), "T-1", 1, "A20.21")
    assert one.of(UnitsDisordered) == []
    r = Retreat(position(note, ground=ground), "T-1", 3, "A20.21")
    assert (r.where("T-1"), stance(r.unit("T-1")), stance(r.unit("T-2"))) == ("A20.17", "dg/combat", "dg/move")
    assert (stance(r.unit("I-5")), stance(r.unit("III-5"))) == ("combat", "combat")
    assert r.of(StepLost) == []


@pytest.mark.rule("OCS 9.12e", "OCS 5.10a")
def test_an_enemy_zone_disorders_all_who_are_there_and_nothing_negates_it() -> None:
    """A21.21 is in the ZOC of the enemy in A20.21 although a friend stands there, who will not move any more."""
    note = ONE_IN_ZONE.replace("== Allied ==", "A21.21: LW Para Bn (I-5)\n== Allied ==")
    r = Retreat(position(note, ground=only("A20.20, A20.21, A21.21")), "T-1", 1, "A20.21")
    assert (r.where("T-1"), stance(r.unit("T-1")), stance(r.unit("I-5"))) == ("A21.21", "dg/combat", "dg/combat")
    assert r.of(StepLost) == []


@pytest.mark.rule("OCS 9.12e")
def test_a_unit_that_is_dg_already_loses_a_step_in_a_zone() -> None:
    note = ONE_IN_ZONE.replace("(T-1)", "(T-1)  -- DG")
    r = Retreat(position(note, ground=only("A20.20, A20.21, A21.21")), "T-1", 1, "A20.21")
    lost = StepLost(unit=r.id("T-1"), why="retreat into an enemy ZOC in A21.21")
    assert (r.of(StepLost), r.where("T-1"), r.over) == ([lost], "dead", True)


@pytest.mark.rule("OCS 9.12e", "OCS 9.11")
def test_the_owner_names_who_of_those_that_were_dg_loses_the_step() -> None:
    """The group loses one step, not one each; the unit that was in order does not lose it."""
    note = (
        "== Axis ==\nA20.20: March Bn (T-1)  -- DG\nA20.20: March Bn (T-2)  -- DG\nA20.20: LW Para Bn (I-5)\n"
        "== Allied ==\nA20.21: Para Bn (3)"
    )
    r = Retreat(position(note, ground=only("A20.20, A20.21, A21.21")), "T-1, T-2, I-5", 1, "A20.21")
    r.group("T-1, T-2, I-5")
    assert isinstance(r.state.top_frame, LossFrame)
    assert r.values("lose step") == set(r.ids("T-1, T-2"))
    r.answer(LoseStep(side=AXIS, unit=r.id("T-2")))
    assert (r.where("T-1"), r.where("T-2"), r.where("I-5"), r.over) == ("A21.21", "dead", "A21.21", True)
    assert stance(r.unit("I-5")) == "dg/combat"


@pytest.mark.rule("OCS 9.12e")
def test_a_second_hex_in_a_zone_costs_no_step_but_a_zone_after_a_zone_does() -> None:
    """6 Cdo in A21.18 has a ZOC into A20.18 and none into A20.19; a third hex in a ZOC costs the step."""
    note = ONE + "\nA21.18: Commando Bn (6 Cdo)"
    ground = only("A20.20, A20.21, A20.19, A20.18, A20.17, A21.18")
    second = Retreat(position(note, ground=ground), "T-1", 2, "A20.21")
    assert (second.where("T-1"), stance(second.unit("T-1")), second.of(StepLost)) == ("A20.18", "dg/combat", [])
    third = Retreat(position(note, ground=ground), "T-1", 3, "A20.21")
    assert (third.where("T-1"), len(third.of(StepLost)), third.over) == ("dead", 1, True)


@pytest.mark.rule("OCS 9.12e")
def test_those_who_die_on_the_way_drop_out_and_the_others_go_on() -> None:
    """Two hexes beside the enemy, both in his ZOC: the first only disorders, the second costs one of the two."""
    note = TWO.replace("-- Move", "\nA22.22: Commando Bn (6 Cdo)")
    r = Retreat(position(note, ground=only("A20.20, A20.21, A21.21, A22.21, A22.22")), "T-1, T-2", 2, "A20.21")
    r.group("T-1, T-2")
    assert r.values("lose step") == set(r.ids("T-1, T-2"))
    r.answer(LoseStep(side=AXIS, unit=r.id("T-1")))
    assert (r.where("T-1"), r.where("T-2"), r.over) == ("dead", "A22.21", True)


# --- tag-alongs


WITH_TRUCKS = """
    == Axis ==
    A20.20: Pz Bn (190), 21 Pz Div Organic Truck (F), Truck Point
    A20.20: LW Para Bn (I-5)       -- Reserve
    A20.20: March Bn (T-1)
    == Allied ==
    A20.21: Para Bn (3)            -- Move
"""


def trucks(p: Position, kind: str) -> str:
    """The transport of a kind."""
    return next(tid for tid, each in sorted(p.state.transport.items()) if each.kind == kind)


@pytest.mark.rule("OCS 9.12d")
def test_units_that_did_not_fight_and_organic_trucks_may_tag_along() -> None:
    p = position(WITH_TRUCKS, ground="")
    organic, regular = trucks(p, "organic"), trucks(p, "truck")
    r = Retreat(p, "190", 2, "A20.21", taggers="I-5, T-1")
    tank, para, march = r.ids("190, I-5, T-1")
    assert r.values("begin retreat") == {tank}, "nobody tags along with nobody"
    assert r.values("begin retreat", ("unit", tank)) == {para, march, ENOUGH}
    named = (("unit", tank), ("unit", para), ("unit", ENOUGH))
    assert r.values("begin retreat", *named) == {organic, ENOUGH}
    r.group("I-5", no="OCS 9.12d")
    r.group("190", (regular,), no="OCS 9.12d")
    r.group("190, I-5", (organic,))
    r.to("A20.19")
    r.to("A20.18")
    assert (r.where("190"), r.where("I-5"), r.where("T-1")) == ("A20.18", "A20.18", "A20.20")
    assert stance(r.unit("I-5")) == "dg/combat", "like those that it follows; its Reserve marker is off"
    assert {r.state.world.label(r.state.transport[tid].place) for tid in (organic,)} == {"A20.18"}
    assert r.state.transport[regular].place == r.hex("A20.20")
    assert (r.state.transport[organic].load, r.over) == (p.state.transport[organic].load, True)


@pytest.mark.rule("OCS 9.12d")
def test_nobody_has_to_tag_along() -> None:
    r = Retreat(position(WITH_TRUCKS, ground=""), "190", 1, "A20.21", taggers="I-5, T-1")
    r.group("190")
    r.to("A20.19")
    assert (r.where("I-5"), stance(r.unit("I-5")), r.over) == ("A20.20", "reserve/combat", True)


@pytest.mark.rule("OCS 9.12d")
def test_trucks_are_held_to_ways_for_trucks() -> None:
    """Over mountains go legs alone."""
    note = WITH_TRUCKS.replace("Pz Bn (190), ", "").replace("March Bn (T-1)", "March Bn (T-1), March Bn (T-2)")
    p = position(note, ground=only("A20.20, A20.21") + "\nA20.19: mountain")
    r = Retreat(p, "T-1, T-2", 1, "A20.21")
    assert r.values("begin retreat", ("unit", r.id("T-1")), ("unit", ENOUGH)) == set()
    r.group("T-1", (trucks(p, "organic"),), no="OCS 9.12")
    both = position(note, ground=only("A20.20, A20.21, A19.20") + "\nA20.19: mountain")
    r = Retreat(both, "T-1", 1, "A20.21")
    r.group("T-1", (trucks(both, "organic"),))
    assert r.where("T-1") == "A19.20", "with the trucks there is no other way"
    r = Retreat(both, "T-1", 1, "A20.21")
    r.group("T-1")
    assert r.open() == {"A20.19", "A19.20"}


@pytest.mark.rule("OCS 5.10c")
def test_trucks_never_lose_the_step_nor_go_dg() -> None:
    note = WITH_TRUCKS.replace("-- Move", "").replace("(190)", "(190)  -- DG\n    A20.20:").replace(":, ", ": ")
    p = position(note, ground=only("A20.20, A20.21, A21.21"))
    organic = trucks(p, "organic")
    r = Retreat(p, "190", 1, "A20.21")
    r.group("190", (organic,))
    assert r.where("190") == "dead"
    assert r.state.transport[organic] == replace(p.state.transport[organic], place=r.hex("A21.21"))


# --- enemies that are no combat units, and control


DEPOT = """
    == Axis ==
    A20.20: March Bn (T-1), Corps HQ (90)
    == Allied ==
    A20.21: Para Bn (3)      -- Move
    A20.19: 2 SP
"""


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[str, ...], Hex]]:
    """The calls for capture, which is another chapter's: who entered which hex."""
    calls: list[tuple[tuple[str, ...], Hex]] = []

    def record(_draft: Draft[State], units: Iterable[str], hex_: Hex) -> None:
        calls.append((tuple(units), hex_))

    monkeypatch.setattr(retreat, "entered", record)
    return calls


@pytest.mark.rule("OCS 4.8c", "OCS 9.12f")
def test_an_attack_capable_unit_leads_others_over_an_enemy_dump(entries: list[tuple[tuple[str, ...], Hex]]) -> None:
    """An HQ is not Attack-Capable and goes only with the battalion."""
    r = Retreat(position(DEPOT, ground=only("A20.20, A20.21, A20.19")), "T-1, 90", 1, "A20.21")
    hq, march = r.ids("90, T-1")
    assert r.values("begin retreat") == {hq, march}
    assert r.values("begin retreat", ("unit", hq)) == {march}, "not alone"
    r.group("90", no="OCS 9.12")
    r.group("90, T-1")
    assert (r.where("90"), r.where("T-1"), r.over) == ("A20.19", "A20.19", True)
    assert entries == [((hq, march), r.hex("A20.19"))]


@pytest.mark.rule("OCS 4.8c")
def test_an_hq_has_no_way_over_an_enemy_dump(entries: list[tuple[tuple[str, ...], Hex]]) -> None:
    p = position(DEPOT, ground=only("A20.20, A20.21, A20.19"))
    assert farthest(p.state, p.ids("90"), 1, ["A20.21"]) == 0
    assert farthest(p.state, p.ids("90, T-1"), 1, ["A20.21"]) == 1
    assert Retreat(p, "90", 1, "A20.21").where("90") == "dead"
    assert entries == []


@pytest.mark.rule("OCS 4.8c", "OCS 9.12e")
def test_who_loses_its_leader_on_the_way_may_be_lost_with_it(entries: list[tuple[tuple[str, ...], Hex]]) -> None:
    """The DG battalion dies in the ZOC of 6 Cdo in A20.19, and the HQ stands before the dump in A20.18 alone."""
    note = DEPOT.replace("(T-1), Corps", "(T-1)  -- DG\n    A20.20: Corps").replace(
        "A20.19: 2 SP", "A20.18: 2 SP\n    A21.19: Commando Bn (6 Cdo)"
    )
    p = position(note, ground=only("A20.20, A20.21, A20.19, A20.18, A21.19"))
    r = Retreat(p, "T-1, 90", 2, "A20.21")
    r.group("90, T-1")
    assert (r.where("T-1"), r.where("90"), r.over) == ("dead", "dead", True)
    assert r.of(UnitsDestroyed) == [UnitsDestroyed(units=r.ids("90"), why="no way to retreat from A20.19")]
    assert entries == [(r.ids("90, T-1"), r.hex("A20.19"))]


@pytest.mark.rule("OCS 4.8c", "OCS 9.12")
def test_a_retreat_takes_a_dump_on_its_way_and_goes_on() -> None:
    """The capture rolls its die before the battalion goes on to A20.18."""
    r = Retreat(position(DEPOT, ground=only("A20.20, A20.21, A20.19, A20.18")), "T-1", 2, "A20.21", dice=(3,))
    told = [event.kind for event in r.events if event.kind in ("units retreated", "dice rolled")]
    assert told == ["units retreated", "dice rolled", "units retreated"]
    dump = r.state.dumps.get(r.hex("A20.19"))
    assert dump is None or dump.side is AXIS
    assert (r.where("T-1"), r.over) == ("A20.18", True)


@pytest.mark.rule("T2 5.0")
def test_attack_capable_units_take_control_of_each_hex_on_the_way() -> None:
    strip = only("A20.20, A20.21, A20.19, A20.18")
    p = position(ONE, ground=strip)
    p.game.restore(Entry(None, (), replace(p.state, control=p.state.control.set(p.hex("A20.18"), Side.ALLIED)), 0))
    r = Retreat(p, "T-1", 2, "A20.21")
    taken = [event.hex for event in r.events if isinstance(event, ControlChanged)]
    assert taken == ["A20.19", "A20.18"]
    hq = Retreat(position(ONE.replace("March Bn (T-1)", "Corps HQ (90)"), ground=strip), "90", 2, "A20.21")
    assert hq.of(ControlChanged) == []


# --- bridges


RIVER = "all: open\nA19.21, A19.20, A21.20, A21.21: sea\nA20.20 | A20.19: major_river"


@pytest.mark.rule("OCS 9.12", "OCS 13.8b", "OCS 6.2c")
@pytest.mark.parametrize(("who", "away"), [("Corps HQ (90)", True), ("Corps HQ (90)  -- Move", False)])
def test_a_retreat_crosses_a_river_where_an_engineer_bridges_it(who: str, away: bool) -> None:
    # A major river bars tanks; at an HQ in Combat Mode it counts as minor.
    note = f"== Axis ==\nA20.20: 10 Pz Div (I-7 Pz)\nA20.19: {who}\n== Allied ==\nA20.21: Para Bn (3)  -- Move"
    p = position(note, ground=RIVER)
    assert farthest(p.state, p.ids("I-7 Pz"), 1, ("A20.21",)) == int(away)
    r = Retreat(p, "I-7 Pz", 1, "A20.21")
    assert r.where("I-7 Pz") == ("A20.19" if away else "dead")


@pytest.mark.rule("OCS 9.12", "OCS 13.8b")
def test_an_engineer_retreats_over_its_own_bridge_and_others_before_it() -> None:
    note = "== Axis ==\nA20.20: 10 Pz Div (I-7 Pz), Corps HQ (90)\n== Allied ==\nA20.21: Para Bn (3)  -- Move"
    r = Retreat(position(note, ground=RIVER), "I-7 Pz, 90", 1, "A20.21")
    assert r.values("begin retreat", ("unit", r.id("I-7 Pz"))) == {ENOUGH}, "they need the HQ's bridge"
    r.group("I-7 Pz")
    assert (r.where("I-7 Pz"), r.where("90")) == ("A20.19", "A20.19")
