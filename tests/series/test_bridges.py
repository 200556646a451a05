"""Bridging (OCS 13.8b): rivers at the hex of an engineer-capable unit.

Open ground costs Leg and Truck 1 MP; a minor river adds 1 for Leg and 4 for Truck, a major one adds 3 for Leg and bars
Truck. So next to a bridge a minor river costs 1 for both, a major one 2 for Leg and 5 for Truck.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from ocs_engine import query
from ocs_engine.kernel.session import Entry
from ocs_engine.series.attack import attack_refusal
from ocs_engine.series.bridges import bridging_hexes
from ocs_engine.series.movement import movement_range, moving, next_hexes, stepped
from ocs_engine.state.fight_events import CombatReckoned
from ocs_engine.state.model import State
from tests.fights import attack, fight, overrun, terrain
from tests.positions import ALLIED, AXIS, Position, position

RIVER = "A20.20 | A20.21: {}"
WALKER = "Para Bn (1)"
"""Leg; 5 MP in Move Mode, 3 in Combat Mode."""
DRIVER = "Corps HQ (9)"
"""Truck, 12 MP in Move Mode."""


def at(note: str, river: str = "major_river", when: str = "Allied Movement Phase") -> Position:
    return position("== Allied ==\n" + note, when, ground=RIVER.format(river))


@pytest.mark.rule("OCS 13.8", "OCS 13.8b")
@pytest.mark.parametrize(
    ("river", "who", "cost"),
    [
        ("minor_river", WALKER, 1), ("major_river", WALKER, 2), ("minor_river", DRIVER, 1), ("major_river", DRIVER, 5),
        ("wadi", WALKER, 1), ("wadi", DRIVER, 1),
    ],
)
@pytest.mark.parametrize(("start", "end"), [("A20.20", "A20.21"), ("A20.21", "A20.20")])
def test_friends_enter_and_leave_over_easier_rivers(river: str, who: str, cost: int, start: str, end: str):
    p = at(f"A20.21: Corps HQ (5)\n{start}: {who}  -- Move", river)
    name = who.partition("(")[2].rstrip(")")
    p.move(name, end)
    assert p.spent(name) == cost


@pytest.mark.rule("OCS 13.8b")
def test_without_an_engineer_a_river_costs_what_the_chart_says():
    p = at(f"A20.20: {WALKER}, {DRIVER}  -- Move")
    p.move("9", "A20.21", no="OCS 6.2c")
    p.move("1", "A20.21")
    assert p.spent("1") == 4


@pytest.mark.rule("OCS 13.8b")
def test_a_river_elsewhere_is_not_bridged():
    p = position(f"== Allied ==\nA20.22: Corps HQ (5)\nA20.20: {WALKER}  -- Move", ground=RIVER.format("major_river"))
    p.move("1", "A20.21")
    assert p.spent("1") == 4


@pytest.mark.rule("OCS 13.8", "OCS 5.10e", "T2 1.9")
@pytest.mark.parametrize(
    ("who", "works"),
    [
        ("Corps HQ (5)", True),
        ("US Eng Rgt (19)", True),
        ("Corps HQ (5)  -- DG", True),
        ("Corps HQ (5)  -- DG, move side up", False),
        ("Corps HQ (5)  -- Move", False),
        ("Corps HQ (5)  -- Strat", False),
        ("Corps HQ (5)  -- Reserve", False),
        ("Fr Inf Rgt (4 Tun)", False),
    ],
)
def test_hqs_and_engineers_bridge_in_combat_mode_or_disordered_with_that_side_up(who: str, works: bool):
    p = at(f"A20.21: {who}")
    assert bridging_hexes(p.state, ALLIED) == ({p.hex("A20.21")} if works else set())
    assert bridging_hexes(p.state, AXIS) == set(), "for friends only"


@pytest.mark.rule("OCS 13.8b")
def test_an_hq_leaves_over_its_own_bridge_and_takes_it_along():
    p = at(f"A20.20: Corps HQ (5)\nA20.20: {DRIVER}  -- Move\nA20.20: {WALKER}  -- Move")
    hq = p.id("5")
    assert p.hex("A20.21") in query.reach(p.state, hq, "move"), "a player who asks is told so"
    p.begin("5, 9", **{"5": "move"})
    p.step("A20.21", no="OCS 6.2c")  # the other HQ cannot follow: the bridge is the first one's alone
    p.drop("9")
    p.step("A20.21")
    assert p.spent("5") == 5
    p.end_move()
    p.move("1", "A20.21")
    assert p.spent("1") == 4, "it is gone with the status"


@pytest.mark.rule("OCS 13.8b")
def test_an_hq_that_was_in_move_mode_has_no_bridge_to_leave_over():
    p = at("A20.20: Corps HQ (5)  -- Move")
    p.move("5", "A20.21", no="OCS 6.2c")


@pytest.mark.rule("OCS 13.8b")
def test_the_own_way_out_is_the_first_step_alone():
    p = position(
        "== Allied ==\nA20.19: Corps HQ (5)", ground="A20.19 | A20.20: minor_river\nA20.20 | A20.21: major_river"
    )
    p.begin("5", all="move")
    p.step("A20.20")
    assert p.spent("5") == 1
    p.step("A20.21", no="OCS 6.2c")


@pytest.mark.rule("OCS 13.8b")
def test_an_engineer_on_the_march_bridges_again_where_its_move_ends():
    p = at(f"A20.19: US Eng Rgt (19)\nA20.20: {WALKER}  -- Move")
    p.begin("19")
    p.step("A20.20")
    assert "A20.21" not in p.ways("19"), "it costs 4 MP over the river, and 2 are left"
    p.end_move()
    p.move("1", "A20.21")
    assert p.spent("1") == 2


@pytest.mark.rule("OCS 13.8b")
def test_a_bridge_never_serves_an_overrun():
    """Leg overruns where it costs 3 MP or less to enter; over the river it is 4, and over a bridge it would be 2."""
    note = "== Axis ==\nA20.21: March Bn (T-1)\n== Allied ==\nA20.20: Corps HQ (5)\nA20.20: Fr Goum Grp (1)  -- Move"
    p = position(note, ground=RIVER.format("major_river"))
    p.begin("fr-goum-1")
    overrun(p, "A20.21", no="OCS 8.1c")


FIGHT = "== Axis ==\nA20.21: March Bn (T-1)\n== Allied ==\nA20.20: Corps HQ (5)  -- {mode}\nA20.20: {who}"


@pytest.mark.rule("OCS 13.8b", "OCS 9.1f")
@pytest.mark.parametrize(("mode", "code"), [("Move", "prohibited"), ("Combat", None)])
def test_a_bridge_makes_a_regular_attack_possible(mode: str, code: str | None):
    p = fight(FIGHT.format(mode=mode, who="Fr Mech Rgt (Coutx)"), ground=RIVER.format("major_river"))
    refusal = attack_refusal(p.state, p.id("Coutx"), p.hex("A20.21"))
    assert (refusal.code if refusal else None) == code


@pytest.mark.rule("OCS 13.8b")
def test_a_bridge_changes_no_combat_multiplier():
    """The battalion's 4 count half or less over a major river, whether the HQ bridges it or not."""
    totals = []
    for mode in ("Move", "Combat"):
        p = fight(FIGHT.format(mode=mode, who=WALKER), 1, 1, 1, 1, 1, 1, 1, 1, ground=RIVER.format("major_river"))
        attack(p, "1", "A20.21")
        entry = terrain(p, "open", A20_20="hexside")
        assert isinstance(entry, Entry)
        totals += [Fraction(each.attack_total) for each in entry.events if isinstance(each, CombatReckoned)]
    bridgeless, bridged = totals
    assert bridged == bridgeless <= 2


@pytest.mark.rule("OCS 13.8b", "OCS 6.1")
@pytest.mark.parametrize("name", ["9", "1", "5", "19"])
def test_a_range_is_what_single_steps_come_to(name: str):
    """On a small island with three rivers, found by trying all ways."""
    island = """
        all: sea
        A20.19, A20.20, A20.21, A20.22, A21.20, A21.21, A19.20, A19.21: open
        A20.20 | A20.21: major_river
        A20.20 | A21.20: minor_river
        A20.21 | A20.22: major_river
        A19.20 | A20.19: major_river
    """
    note = f"""
        == Allied ==
        A20.20: Corps HQ (5)
        A20.19: US Eng Rgt (19)
        A20.20: {DRIVER}, {WALKER}  -- Move
    """
    p = position(note, ground=island)
    p.begin(name, **({"5": "move"} if name == "5" else {}))
    state, uid = p.state, p.id(name)
    found: dict[int, int] = {}
    _walk(state, uid, found)
    within = movement_range(state, uid)
    assert {hex_: within.cost[hex_] for hex_ in within.nodes()} == found


def _walk(state: State, uid: str, found: dict[int, int]) -> None:
    place, spent = state.units[uid].place, state.memory.spent.get(uid, 0)
    if spent < found.get(place, spent + 1):
        found[place] = spent
        assert moving(state) == (uid,)
        for hex_ in next_hexes(state, (uid,)):
            _walk(stepped(state, (uid,), hex_), uid, found)
