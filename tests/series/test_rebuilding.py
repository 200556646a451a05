"""Replacements rebuild what is dead or reduced, near an HQ (OCS 13.5, 4.5a K, 5.10e)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.session import Entry
from ocs_engine.series.reinforcing.rebuilding import Rebuild, RebuildTruck, fresh_repls
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, DEAD, Mode, State, Transport, Unit, Up
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side
from tests.positions import ALLIED, AXIS, Position, position

PLAIN = ""
WHEN = "Axis Reinforcement Phase"
HQ = "A22.20: Corps HQ (90)"


def lay(
    note: str, dead: Iterable[str] = (), pax: str = "", eq: str = "", when: str = WHEN, ground: str = PLAIN
) -> Position:
    """A position with units in the Dead Pile, and replacements of the Axis in hexes parted by blanks."""
    p = position(f"== Axis ==\n{note}", when, ground=ground)
    units = p.state.units
    for uid in dead:
        counter = p.state.world.counters[uid]
        units = units.set(uid, Unit(counter, DEAD))
    for kind, where in (("pax", pax), ("eq", eq)):
        for number, label in enumerate(where.split(), start=1):
            counter = p.state.world.repls[f"axis-{kind}"]
            units = units.set(f"axis-{kind}-{number}", Unit(counter, p.state.world.place(label), Up.MOVE))
    return Position(p.rules, with_units(p.state, units), p.game.dice)


def with_units(state: State, units: Map[str, Unit]) -> State:
    """The state with these units, the new ones last in the roster."""
    here: dict[int, tuple[str, ...]] = {}
    roster = (*state.roster, *(uid for uid in sorted(units) if uid not in state.units))
    for uid in roster:
        here[units[uid].place] = (*here.get(units[uid].place, ()), uid)
    return replace(state, units=units, roster=roster, here=Map(here))


def rebuild(p: Position, unit: str, repls: str, no: str | None = None, stance: str = "move") -> Entry[State] | None:
    """A dead unit, or several parted by blanks, rebuilt in one stance by replacements parted by blanks."""
    units = tuple(unit.split())
    stances = {uid: stance for uid in units if p.state.units[uid].place == DEAD}
    return p.do(Rebuild(side=AXIS, units=units, stances=stances, repls=tuple(repls.split())), no)


def gone(p: Position, repl: str) -> bool:
    """Whether a replacement is used up."""
    return p.state.units[repl].place == AWAY


@pytest.mark.rule("OCS 13.5")
def test_a_dead_unit_appears_with_the_replacement_that_is_used_up():
    p = lay(HQ, ["ger-para-i5"], pax="A22.20")
    rebuild(p, "ger-para-i5", "axis-pax-1", stance="combat")
    unit = p.state.units["ger-para-i5"]
    assert (p.where("ger-para-i5"), unit.mode, unit.lost) == ("A22.20", Mode.COMBAT, 0)
    assert gone(p, "axis-pax-1")


@pytest.mark.rule("OCS 13.5")
def test_infantry_takes_a_pax_tanks_an_eq_and_an_hq_one_of_each():
    p = lay(HQ, ["ger-para-i5", "ger-10pz-i7", "ger-hq-dak"], pax="A22.20 A22.20", eq="A22.20 A22.20")
    rebuild(p, "ger-para-i5", "axis-eq-1", "OCS 13.5a")
    rebuild(p, "ger-10pz-i7", "axis-pax-1", "OCS 13.5a")
    rebuild(p, "ger-10pz-i7", "axis-eq-1 axis-eq-2", "OCS 13.5a")
    rebuild(p, "ger-hq-dak", "axis-pax-1", "OCS 13.5a")
    rebuild(p, "ger-hq-dak", "axis-pax-1 axis-eq-1")
    rebuild(p, "ger-10pz-i7", "axis-eq-2")
    rebuild(p, "ger-para-i5", "axis-pax-2")
    assert all(gone(p, uid) for uid in ("axis-pax-1", "axis-pax-2", "axis-eq-1", "axis-eq-2"))


@pytest.mark.rule("OCS 13.5")
@pytest.mark.parametrize(("hex_", "no"), [("A24.20", None), ("A25.20", "OCS 13.5a")])
def test_the_hq_is_no_more_than_2_hexes_away(hex_: str, no: str | None):
    p = lay(HQ, ["ger-para-i5"], pax=hex_)
    rebuild(p, "ger-para-i5", "axis-pax-1", no)
    assert p.where("ger-para-i5") == (hex_ if no is None else "dead")


@pytest.mark.rule("OCS 13.5", "OCS 5.10e")
@pytest.mark.parametrize(
    ("remark", "no"),
    [("combat", None), ("dg", None), ("move", "OCS 13.5a"), ("dg, move side up", "OCS 13.5a"),
     ("strat", "OCS 13.5a"), ("reserve", "OCS 13.5a")],
)  # fmt: skip
def test_the_hq_is_in_combat_mode_or_dg_so_oriented(remark: str, no: str | None):
    p = lay(f"{HQ}  -- {remark}", ["ger-para-i5"], pax="A22.20")
    rebuild(p, "ger-para-i5", "axis-pax-1", no)


@pytest.mark.rule("OCS 13.5")
def test_an_hq_of_the_enemy_rebuilds_nothing():
    p = lay("A30.20: LW Para Bn (III-5)\n== Allied ==\nA23.21: Corps HQ (5)", ["ger-para-i5"], pax="A22.20")
    rebuild(p, "ger-para-i5", "axis-pax-1", "OCS 13.5a")


@pytest.mark.rule("OCS 13.5")
def test_the_replacements_are_together_and_in_move_mode():
    p = lay(HQ, ["ger-hq-dak", "ger-para-i5"], pax="A22.20", eq="A22.21")
    rebuild(p, "ger-hq-dak", "axis-pax-1 axis-eq-1", "OCS 13.5a")
    for marker in (Mode.RESERVE, Mode.STRAT, Mode.DG):
        pax = replace(p.state.units["axis-pax-1"], marker=marker)
        other = Position(p.rules, put_units(p.state, {"axis-pax-1": pax}), p.game.dice)
        rebuild(other, "ger-para-i5", "axis-pax-1", "OCS 13.5a")


@pytest.mark.rule("OCS 13.5", "OCS 4.5a")
def test_nothing_is_rebuilt_in_an_enemy_zoc_and_nobody_negates_it():
    enemy = "== Allied ==\nA23.20: Fr Mech Rgt (Coutx)"
    p = lay(f"{HQ}, LW Para Bn (III-5)\n{enemy}", ["ger-para-i5"], pax="A22.20 A21.20")
    rebuild(p, "ger-para-i5", "axis-pax-1", "OCS 4.5a")
    rebuild(p, "ger-para-i5", "axis-pax-2")


@pytest.mark.rule("OCS 13.5", "OCS 5.4a", "OCS 5.7g")
def test_a_dead_unit_may_appear_in_any_voluntary_mode():
    p = lay(HQ, ["ger-para-i5"], pax="A22.20")
    filled = (("unit", "ger-para-i5"), ("place", "A22.20"))
    assert p.offered("rebuild", *filled) == {"combat", "move", "reserve/combat", "reserve/move", "strat/move"}
    rebuild(p, "ger-para-i5", "axis-pax-1", "OCS 13.5a", stance="dg/combat")
    none = replace(p.state, reserve_markers=Map({AXIS: 0, ALLIED: 0}))
    assert Position(p.rules, none, p.game.dice).offered("rebuild", *filled) == {"combat", "move", "strat/move"}


@pytest.mark.rule("OCS 13.5")
def test_a_reduced_unit_must_be_stacked_with_the_replacement():
    p = lay(f"{HQ}\nA22.21: LW Para Bn (I-5)", pax="A22.20 A22.21")
    counter = replace(p.unit("I-5").counter, steps=3)
    hurt = put_units(p.state, {p.id("I-5"): replace(p.unit("I-5"), counter=counter, lost=2)})
    p = Position(p.rules, hurt, p.game.dice)
    rebuild(p, p.id("I-5"), "axis-pax-1", "OCS 13.5a")
    done = p.game.submit(Rebuild(side=AXIS, units=(p.id("I-5"),), repls=("axis-pax-2",)))
    assert isinstance(done, Entry), "such a counter is in no file, so that the position cannot be saved"
    assert (p.unit("I-5").lost, gone(p, "axis-pax-2")) == (1, True)


@pytest.mark.rule("OCS 13.5")
def test_any_number_of_steps_in_a_turn():
    p = lay(HQ, ["ger-para-i5", "ger-para-iii5"], pax="A22.20 A22.20")
    rebuild(p, "ger-para-i5", "axis-pax-1")
    rebuild(p, "ger-para-iii5", "axis-pax-2")
    assert not p.state.here.get(DEAD)


@pytest.mark.rule("OCS 13.5")
def test_some_units_are_never_rebuilt():
    p = lay(HQ, ["ger-para-i5"], pax="A22.20")
    marked = replace(p.unit("I-5").counter, traits=("no rebuild",))
    p = Position(p.rules, put_units(p.state, {"ger-para-i5": replace(p.unit("I-5"), counter=marked)}), p.game.dice)
    rebuild(p, "ger-para-i5", "axis-pax-1", "OCS 13.5a")


@pytest.mark.rule("OCS 13.5d")
def test_two_small_units_come_for_one_eq_and_one_alone_costs_it_too():
    both = "ger-tiger-1-501 ger-tiger-2-501"
    p = lay(HQ, both.split(), eq="A22.20 A22.20")
    rebuild(p, both, "axis-eq-1 axis-eq-2", "OCS 13.5a")
    rebuild(p, both, "axis-eq-1")
    assert p.where("ger-tiger-1-501") == p.where("ger-tiger-2-501") == "A22.20"
    assert gone(p, "axis-eq-1") and not gone(p, "axis-eq-2")
    p = lay(HQ, ["ger-tiger-1-501"], eq="A22.20")
    rebuild(p, "ger-tiger-1-501", "axis-eq-1")
    assert gone(p, "axis-eq-1")


@pytest.mark.rule("OCS 13.5d")
def test_other_units_do_not_share_a_replacement():
    p = lay(HQ, ["ger-para-i5", "ger-para-iii5"], pax="A22.20")
    rebuild(p, "ger-para-i5 ger-para-iii5", "axis-pax-1", "OCS 13.5d")


def lost(p: Position, **tokens: int) -> Position:
    """The position with trucks, wagons or mules of the Axis in the Dead Pile; an organic one of 10 Pz Div."""
    known = {(AXIS, kind, "10 Pz Div" if kind == "organic" else ""): count for kind, count in tokens.items()}
    return Position(p.rules, replace(p.state, lost_transport=Map(known)), p.game.dice)


@pytest.mark.rule("OCS 13.5e")
def test_a_truck_lost_to_the_enemy_costs_an_eq_and_comes_back_empty():
    p = lost(lay(HQ, eq="A22.20 A22.20 A22.20"), truck=6, organic=6)
    p.do(RebuildTruck(side=AXIS, truck="truck", repl="axis-eq-1"))
    assert p.state.transport["axis-truck-1"] == Transport("truck", AXIS, p.hex("A22.20"), 4, 0)
    p.do(RebuildTruck(side=AXIS, truck="10 Pz Div", repl="axis-eq-2"))
    assert p.state.transport["axis-organic-2"] == Transport("organic", AXIS, p.hex("A22.20"), 6, 0, "10 Pz Div")
    assert p.state.lost_transport == Map({(AXIS, "truck", ""): 2})
    p.do(RebuildTruck(side=AXIS, truck="10 Pz Div", repl="axis-eq-3"), "OCS 13.5e")
    p.do(RebuildTruck(side=AXIS, truck="truck", repl="axis-eq-3"))
    assert p.state.transport["axis-truck-3"].tokens == 2, "half a point is all that was lost"


@pytest.mark.rule("OCS 13.5e")
def test_wagons_and_mules_are_never_rebuilt_nor_trucks_by_a_pax_nor_in_an_enemy_zoc():
    p = lost(lay(HQ, pax="A22.20", eq="A22.20"), charcoal=4, mule=4)
    for kind in ("charcoal", "mule", "truck"):
        p.do(RebuildTruck(side=AXIS, truck=kind, repl="axis-eq-1"), "OCS 13.5e")
    p = lost(p, truck=4)
    p.do(RebuildTruck(side=AXIS, truck="truck", repl="axis-pax-1"), "OCS 13.5e")
    p = lost(lay(f"{HQ}\n== Allied ==\nA23.20: Fr Mech Rgt (Coutx)", eq="A22.20"), truck=4)
    p.do(RebuildTruck(side=AXIS, truck="truck", repl="axis-eq-1"), "OCS 4.5a")


@pytest.mark.rule("OCS 13.5", "OCS 2.2")
def test_it_is_for_the_own_reinforcement_phase_which_waits_for_it():
    p = lay(HQ, ["ger-para-i5"], pax="A22.20")
    p.game.begin()
    assert p.state.now.phase is Phase.REINFORCEMENT
    assert "rebuild" in p.legal() and "end segment" in p.legal()
    assert p.rules.legal(p.state, ALLIED) == ()
    p.end_segment()
    assert p.state.now.phase is Phase.MOVEMENT
    assert "rebuild" not in p.legal()
    rebuild(p, "ger-para-i5", "axis-pax-1", "")


@pytest.mark.rule("OCS 13.5", "OCS 2.2")
@pytest.mark.parametrize(
    ("dead", "pax"), [(["ger-para-i5"], "A30.30"), (["ger-10pz-i7"], "A22.20"), ([], "A22.20"), (["ger-para-i5"], "")]
)
def test_it_passes_at_once_where_nobody_can_be_rebuilt(dead: list[str], pax: str):
    p = lay(HQ, dead, pax=pax)
    p.game.begin()
    assert p.state.now.phase is not Phase.REINFORCEMENT


@pytest.mark.rule("OCS 13.5")
def test_used_replacements_come_again_before_new_ones_are_made():
    p = lay(HQ, ["ger-para-i5"], pax="A22.20 A22.20")
    rebuild(p, "ger-para-i5", "axis-pax-1")
    assert list(fresh_repls(p.state, AXIS, "pax", 2)) == ["axis-pax-1", "axis-pax-3"]
    assert list(fresh_repls(p.state, Side.ALLIED, "eq", 1)) == ["allied-eq-1"]


@pytest.mark.rule("T2 2.6")
def test_a_theater_reserve_is_not_rebuilt_outside_algeria():
    p = position("== Allied ==\nA22.20: Corps HQ (5)", "Allied Reinforcement Phase", ground="A22.21: Algeria")
    world = p.state.world
    units = p.state.units.set("us-arm-752", Unit(world.counters["us-arm-752"], DEAD))
    for number, label in ((1, "A22.20"), (2, "A22.21")):
        units = units.set(f"allied-eq-{number}", Unit(world.repls["allied-eq"], p.hex(label), Up.MOVE))
    p = Position(p.rules, with_units(p.state, units), p.game.dice)
    for number, no in ((1, "T2 2.6"), (2, None)):
        eq = (f"allied-eq-{number}",)
        p.do(Rebuild(side=ALLIED, units=("us-arm-752",), stances={"us-arm-752": "move"}, repls=eq), no)
