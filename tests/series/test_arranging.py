"""Chapter 0 as a phase: what a scenario leaves to its sides, one after the other, before the first turn.

A20.20 has the neighbours A20.21, A21.21, A21.20, A20.19, A19.20 and A19.21.
"""

from __future__ import annotations

import random

import pytest

from ocs_engine.kernel.dice import RecordedDice, SeededDice
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.session import Entry
from ocs_engine.series import arranging, commands
from ocs_engine.series.commands import EndSegment
from ocs_engine.series.general import attack_capable, enemy_units, overstacked
from ocs_engine.series.modes import reserve_hexes
from ocs_engine.state.events import ControlSettled
from ocs_engine.state.model import DEAD, Mode, State, Up
from ocs_engine.state.slots import Phase
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.world import list_scenarios, load_world
from tests import ledger
from tests.positions import ALLIED, AXIS, Position, setting_up
from tests.series.test_whole_games import fill, play

RACE = load_world("race-for-tunis")
PLAIN = ""
AROUND = {"A20.21", "A21.21", "A21.20", "A20.19", "A19.20", "A19.21"}
ONE_OF_SEVEN = "== Axis ==\nA20.20 within 1: LW Para Bn (I-5)\n== Allied ==\nA30.20: Fr Mech Rgt (Coutx)"


def choices(p: Position, name: str) -> set[str]:
    """The places in which a unit may be set up now."""
    return {p.state.world.label(place) for place in arranging.places(p.state, p.id(name))}


# --- whose turn it is to set up


@pytest.mark.rule("T2 6.0", "OCS 0")
def test_the_axis_sets_up_first_and_the_allies_after_it() -> None:
    p = setting_up(ONE_OF_SEVEN, ground=PLAIN, dice=RecordedDice((3, 3)))
    assert (p.state.now.phase, p.side) == (Phase.SET_UP, AXIS)
    assert p.rules.legal(p.state, ALLIED) == (), "nothing to order, and not yet its turn"
    coutx = p.id("Coutx")
    early = p.game.submit(commands.ChangeMode(side=ALLIED, unit=coutx, stance="move"))
    assert isinstance(early, Refusal)
    p.end_segment()
    assert (p.state.now.phase, p.side) == (Phase.SET_UP, ALLIED)
    assert isinstance(p.game.submit(commands.Place(side=AXIS, piece=p.id("I-5"), place="A20.21")), Refusal)
    p.change("Coutx", "move")
    p.end_segment()
    assert (p.state.turn, p.state.arranging) == (1, ())
    assert p.state.now.phase is Phase.MOVEMENT
    assert (p.unit("Coutx").up, p.side) == (Up.MOVE, ALLIED)


@pytest.mark.rule("OCS 0")
def test_without_arranging_both_sides_take_what_lies_on_the_table() -> None:
    game = new_game(RACE, seed=1)
    assert (game.state.turn, game.state.arranging) == (1, ())
    assert game.state.now.phase is Phase.REFIT, "drops can be planned"
    start = new_game(RACE, seed=1, arrange=True).state
    assert start.units == game.state.units
    assert start.now.phase is Phase.SET_UP


# --- the default arrangement


@pytest.mark.rule("OCS 0")
def test_a_unit_with_a_choice_lies_in_the_named_hex_where_it_can() -> None:
    p = setting_up(ONE_OF_SEVEN, ground=PLAIN)
    assert p.where("I-5") == "A20.20"
    assert choices(p, "I-5") == {"A20.20"} | AROUND
    assert choices(p, "Coutx") == {"A30.20"}


@pytest.mark.rule("OCS 0", "OCS 6.2c")
def test_nobody_sets_up_where_he_could_not_go() -> None:
    # sea all around and in the named hex itself: only A21.20 and A21.21, which touch each other, can be entered
    ground = "all: sea\nA21.20, A21.21: open"
    p = setting_up(ONE_OF_SEVEN.replace("A30.20", "A21.19"), ground=ground + "\nA21.19: open")
    assert choices(p, "I-5") == {"A21.20", "A21.21"}
    assert p.where("I-5") in {"A21.20", "A21.21"}
    # trucks in the mountains: the Coutx regiment may not enter them, the paratroops may
    note = "== Axis ==\nA20.20 within 1: LW Para Bn (I-5)\n== Allied ==\nA30.20 within 1: Fr Mech Rgt (Coutx)"
    ground = "A30.20, A30.21, A20.20: mountain"
    p = setting_up(note, ground=ground)
    assert p.where("I-5") == "A20.20"
    assert p.where("Coutx") not in {"A30.20", "A30.21"}
    p.end_segment()
    p.place("Coutx", "A30.21", no="OCS 0")


@pytest.mark.rule("OCS 0", "OCS 4.8c")
def test_not_with_the_enemy_and_not_on_his_works() -> None:
    note = """
        == Axis ==
        Air strips: A20.21
        A20.20: March Bn (T-1)
        A19.20: 2 SP
        A21.20: Charcoal Truck Point
        == Allied ==
        A20.20 within 1: Commando Bn (6 Cdo)
    """
    p = setting_up(note, ground=PLAIN)
    # not with the battalion, the strip, the supply and the truck; the rest is free
    assert choices(p, "6 Cdo") == {"A21.21", "A20.19", "A19.21"}
    assert p.where("6 Cdo") in {"A21.21", "A20.19", "A19.21"}
    p.end_segment()
    p.place("6 Cdo", "A20.20", no="OCS 4.8c")
    p.place("6 Cdo", "A20.21", no="OCS 4.8c")
    p.place("6 Cdo", "A20.18", no="OCS 0")
    p.place("6 Cdo", "Algiers", no="OCS 0")
    p.place("6 Cdo", "A99.99", no="")
    p.place("6 Cdo", "A19.21")


CROWD = """
    == Axis ==
    A50.20: March Bn (T-1)
    == Allied ==
    A20.20 within 1: Corps HQ (5, 9, 10, 30), US Corps HQ (2), Fr Corps HQ (19),
      Fr Mech Rgt (Coutx), Fr Mixed Rgt (Sahel), 78 Inf Div (11 Inf, 36 Inf, Arty), Fr Inf Rgt (4 Tun)
"""  # twelve counters of 1 RE


@pytest.mark.rule("OCS 0", "OCS 4.8a")
def test_a_crowd_spreads_to_the_nearest_hexes_with_room() -> None:
    p = setting_up(CROWD, ground=PLAIN)
    own = [uid for uid, unit in p.state.in_order() if unit.side is ALLIED]
    there = [p.state.world.label(p.state.units[uid].place) for uid in own]
    assert sum(p.state.units[uid].counter.re for uid in own) == 4 * 12
    assert there[:10] == ["A20.20"] * 10, "ten RE find room in the named hex, in the scenario's order"
    assert set(there[10:]) <= AROUND
    assert overstacked(p.state) == []
    p.end_segment()
    p.place("4 Tun", "A20.20", no="OCS 4.8a")
    p.place("Coutx", "A21.20")
    p.place("4 Tun", "A20.20")


@pytest.mark.rule("OCS 0", "OCS 4.8a")
def test_a_full_enemy_hex_and_a_full_own_one_leave_the_next_ring() -> None:
    # within 2, but the named hex and all six around it are sea: the battalion lies in the second ring, not nowhere
    ground = "A20.20, A20.21, A21.21, A21.20, A20.19, A19.20, A19.21: sea"
    p = setting_up(ONE_OF_SEVEN.replace("within 1", "within 2"), ground=ground)
    grid = p.state.world.atlas.grid
    assert grid.distance(p.hex(p.where("I-5")), p.hex("A20.20")) == 2
    assert len(choices(p, "I-5")) == 12  # the whole second ring


MARETH = """
    Maps: A, B
    == Axis ==
    Mareth Line south: March Bn (T-1, T-2, T-3), LW Para Bn (I-5), LW Para Rgt (Baren)
    == Allied ==
    A20.20: Commando Bn (6 Cdo)
"""


@pytest.mark.rule("OCS 0")
def test_units_of_an_area_lie_in_its_hexes_and_nowhere_else() -> None:
    p = setting_up(MARETH, ground=PLAIN)
    area = {"B49.12", "B50.12", "B50.13", "B51.14", "B52.14"}
    where = [p.where(name) for name in ("T-1", "T-2", "T-3", "I-5", "Baren")]
    assert sorted(where) == sorted(area), "five units, five hexes: one in each"
    assert choices(p, "T-1") == area
    p.place("T-1", "B51.14")
    p.place("T-1", "B47.15", no="OCS 0")  # of the northern part
    p.place("T-1", "B49.11", no="OCS 0")  # next to the line, outside it


@pytest.mark.rule("OCS 0")
def test_only_the_part_of_the_map_in_play_is_offered() -> None:
    p = setting_up("Maps: A rows 20 - 34\n" + ONE_OF_SEVEN, ground=PLAIN)
    assert choices(p, "I-5") == {"A20.20", "A20.21", "A21.21", "A21.20", "A19.20", "A19.21"}


@pytest.mark.rule("OCS 0", "T2 1.5", "T2 2.6")
def test_the_games_own_limits_hold_at_set_up_too() -> None:
    # Entry A is A01.13 to A01.17, closed to the Axis within one hex; a theater reserve stays in Algeria
    note = """
        == Axis ==
        A03.15 within 1: LW Para Bn (I-5)
        == Allied ==
        A30.20 within 1: US Arm Bn (70)
    """
    p = setting_up(note)
    grid = p.state.world.atlas.grid
    entry = [grid.hex(f"A01.{row}") for row in range(13, 18)]
    found = choices(p, "I-5")
    assert found
    assert all(min(grid.distance(p.hex(label), hex_) for hex_ in entry) >= 2 for label in found)
    p.place("I-5", "A02.15", no="T2 1.5")
    p = setting_up(note, ground="all: open\nA30.20, A30.21: Algeria")
    assert choices(p, "70") == {"A30.20", "A30.21"}
    p.end_segment()
    p.place("70", "A31.20", no="T2 2.6")


# --- planes

BASES = """
    == Axis ==
    Level 1 air bases: A20.20
    Air strips: A30.20
    Aircraft: 7x Bf.109G, 2x Ju.52#
    Aircraft (A20.20): Ju.88
    Surge: Bf.210#
    == Allied ==
    Level 3 air bases: A10.20
    Aircraft: US P-40
"""


@pytest.mark.rule("OCS 0", "T2 3.1")
def test_planes_stand_at_any_own_base_or_in_the_box() -> None:
    p = setting_up(BASES, ground=PLAIN)
    plane = "ger-bf109g-1"
    assert p.offered("place", ("piece", plane)) == {"A20.20", "A30.20"}, "it stands in the box now"
    p.place(plane, "A20.20")
    assert p.offered("place", ("piece", plane)) == {"Sicily", "A30.20"}
    p.place(plane, "A10.20", no="OCS 0")  # an enemy base
    p.place(plane, "A40.20", no="OCS 0")  # no base
    p.place(plane, "Algiers", no="OCS 0")
    p.place("us-p-40-1", "A10.20", no="OCS 0")  # not the Axis's to place
    p.place(plane, "Sicily")


@pytest.mark.rule("OCS 0")
def test_four_active_planes_and_one_more_for_each_level() -> None:
    # A20.20, level 1: five Active, one of which (the Ju.88) stands there already; the strip: four
    p = setting_up(BASES, ground=PLAIN)
    for number in (1, 2, 3, 4):
        p.place(f"ger-bf109g-{number}", "A20.20")
    p.place("ger-bf109g-5", "A20.20", no="OCS 0")
    for number in (5, 6, 7):
        p.place(f"ger-bf109g-{number}", "A30.20")
    p.place("ger-bf109g-1", "A30.20")
    p.place("ger-bf109g-2", "A30.20", no="OCS 0")
    p.place("ger-ju52-1", "A30.20")  # Inactive planes are not counted
    assert "A30.20" in p.offered("place", ("piece", "ger-ju52-2"))


@pytest.mark.rule("OCS 0")
def test_a_plane_with_a_named_base_stays_there() -> None:
    p = setting_up(BASES, ground=PLAIN)
    assert p.state.world.label(p.state.planes["ger-ju88-1"].place) == "A20.20"
    p.place("ger-ju88-1", "A30.20", no="OCS 0")
    assert "ger-ju88-1" not in p.offered("place")


@pytest.mark.rule("T2 1.7", "OCS 0")
def test_surge_planes_stand_off_the_map() -> None:
    p = setting_up(BASES, ground=PLAIN)
    assert p.state.world.label(p.state.planes["ger-bf210-surge-1"].place) == "Sicily"
    p.place("ger-bf210-surge-1", "A30.20", no="OCS 0")
    assert "ger-bf210-surge-1" not in p.offered("place")


# --- transport and loads

TRUCKS = """
    == Axis ==
    A20.21: March Bn (T-1)
    == Allied ==
    A21.20: 2 SP
    A20.20 within 1: 3x Truck Points
    A30.20: 1x Truck Point (F)
    A40.20: Charcoal Truck Point, 1 SP
"""


@pytest.mark.rule("OCS 0", "OCS 4.8c")
def test_transport_is_set_up_within_its_limits_and_not_with_the_enemy() -> None:
    p = setting_up(TRUCKS, ground="A19.21: mountain")
    p.end_segment()
    assert p.offered("place", ("piece", "allied-truck-1")) == AROUND - {"A20.21", "A19.21"}
    p.place("allied-truck-1", "A20.21", no="OCS 0")  # the enemy is there
    p.place("allied-truck-1", "A19.21", no="OCS 0")  # no truck gets there
    p.place("allied-truck-2", "A30.21", no="OCS 0")  # has a hex of its own
    p.place("allied-truck-1", "A20.19")


@pytest.mark.rule("OCS 0", "OCS 4.8c")
def test_transport_is_not_set_up_on_enemy_works() -> None:
    p = setting_up(TRUCKS.replace("A20.21: March", "Air strips: A19.20\n    A20.21: March"), ground=PLAIN)
    p.end_segment()
    p.place("allied-truck-1", "A19.20", no="OCS 0")


@pytest.mark.rule("OCS 0", "OCS 3.3")
def test_trucks_with_supply_may_start_loaded_and_others_may_not() -> None:
    p = setting_up(TRUCKS, ground=PLAIN)
    p.end_segment()
    p.load("allied-truck-1", 4, no="OCS 0")  # not with the dump
    assert p.offered("load") == set()
    p.place("allied-truck-1", "A21.20")
    assert p.offered("load") == {"allied-truck-1"}
    # three points carry 12T, but 2 SP are 8T
    assert p.offered("load", ("transport", "allied-truck-1")) == {*range(1, 9)}
    p.load("allied-truck-1", 9, no="OCS 0")
    p.load("allied-truck-1", 8)
    assert p.hex("A21.20") not in p.state.dumps
    p.load("allied-truck-1", 3)
    assert p.state.dumps[p.hex("A21.20")].tokens == 5
    p.load("allied-truck-1", 3, no="OCS 0")  # that it has


@pytest.mark.rule("OCS 0")
def test_what_was_loaded_at_set_up_is_not_driven_away() -> None:
    # only Transport Points stacked with SP may start loaded; so a loaded one stays with its dump
    p = setting_up(TRUCKS, ground=PLAIN)
    p.end_segment()
    p.place("allied-truck-1", "A21.20")
    p.load("allied-truck-1", 8)
    p.place("allied-truck-1", "A20.19", no="OCS 0")
    p.load("allied-truck-1", 0)
    p.place("allied-truck-1", "A20.19")


@pytest.mark.rule("OCS 0", "T2 6.0")
def test_what_the_scenario_fills_stays_full() -> None:
    p = setting_up(TRUCKS, ground=PLAIN)
    p.end_segment()
    p.load("allied-truck-2", 0, no="OCS 0")  # full, and not with a dump
    charcoal = p.state.transport["allied-charcoal-3"]
    assert charcoal.load == charcoal.tokens == 4
    p.load("allied-charcoal-3", 0, no="OCS 0")


@pytest.mark.rule("OCS 0")
def test_the_other_side_neither_loads_nor_changes_anything() -> None:
    p = setting_up(TRUCKS, ground=PLAIN)
    p.load("allied-truck-2", 0, no="OCS 0")
    p.place("allied-truck-1", "A20.19", no="OCS 0")
    p.load("nobody", 0, no="OCS 0")


# --- modes

CLOSE = """
    == Axis ==
    Reserve markers: 1
    A20.20: March Bn (T-1)          -- attack-capable
    A30.20: LW Inf Bn (II-OBS)      -- (2) in strength: defends only
    A50.20: March Bn (T-2)
    == Allied ==
    Reserve markers: 1
    A20.21: Commando Bn (6 Cdo)
    A30.21: Para Bn (3), Fr Mech Rgt (Coutx)
    A40.20 within 1: Fr Mixed Rgt (Sahel)
"""


@pytest.mark.rule("OCS 0")
def test_no_reserve_and_no_strat_next_to_an_attack_capable_enemy() -> None:
    p = setting_up(CLOSE, ground=PLAIN)
    p.end_segment()
    near = {"move"}
    assert p.offered("change mode", ("unit", p.id("6 Cdo"))) == near
    for stance in ("reserve/combat", "reserve/move", "strat/move"):
        p.change("6 Cdo", stance, no="OCS 0")
    p.change("6 Cdo", "move")
    everything = {"move", "reserve/combat", "reserve/move", "strat/move"}
    assert p.offered("change mode", ("unit", p.id("3"))) == everything, "beside one that only defends"
    p.change("3", "strat/move")
    p.change("3", "combat")  # and back, as often as he likes
    p.change("3", "dg/combat", no="OCS 0")
    p.change("3", "exploit/combat", no="OCS 0")


@pytest.mark.rule("OCS 0", "OCS 4.4")
def test_what_counts_is_what_the_first_side_has_set_up() -> None:
    # the March battalion in Reserve is no longer Attack-Capable, so nothing keeps the commandos from Strat Mode
    p = setting_up(CLOSE.replace("A20.21: Commando", "A21.22: Commando"), ground=PLAIN)
    p.change("T-1", "reserve/combat")
    p.end_segment()
    p.change("6 Cdo", "strat/move")
    note = CLOSE.replace("A20.20: March Bn (T-1)", "A20.20 within 1: March Bn (T-1)").replace("A20.21: C", "A20.22: C")
    p = setting_up(note, ground=PLAIN)
    p.place("T-1", "A20.21")  # now next to the commandos in A20.22
    p.end_segment()
    p.change("6 Cdo", "strat/move", no="OCS 0")
    p.change("6 Cdo", "move")


@pytest.mark.rule("OCS 5.4a", "OCS 0")
def test_one_reserve_marker_covers_one_stack() -> None:
    p = setting_up(CLOSE, ground=PLAIN)
    p.end_segment()
    p.change("3", "reserve/combat")
    p.change("Sahel", "reserve/combat", no="OCS 0")  # another hex, and there is one marker
    p.change("Coutx", "reserve/move")  # under the same marker
    p.change("3", "combat")
    p.change("Coutx", "combat")
    p.change("Sahel", "reserve/combat")


@pytest.mark.rule("OCS 5.4a", "OCS 5.7g", "OCS 0")
def test_a_reserve_unit_is_not_moved_from_its_marker_or_to_a_hedgehog_or_the_enemy() -> None:
    note = """
        == Axis ==
        A43.20: March Bn (T-1)
        == Allied ==
        Reserve markers: 1
        A40.21: Level 1 hedgehog
        A40.20: Fr Mech Rgt (Coutx)
        A40.20 within 2: Fr Mixed Rgt (Sahel), Fr Inf Rgt (4 Tun)
    """
    p = setting_up(note, ground=PLAIN)
    p.end_segment()
    p.change("Sahel", "reserve/combat")
    p.place("Sahel", "A40.21", no="OCS 5.7g")
    p.place("Sahel", "A42.19", no="OCS 0")  # next to the March battalion in A43.20
    p.place("Sahel", "A40.19")  # its marker goes with it
    p.place("4 Tun", "A40.19")
    p.change("4 Tun", "reserve/combat")  # under the same marker
    p.place("4 Tun", "A39.20", no="OCS 5.4a")  # there is no second one
    p.change("4 Tun", "strat/move")
    p.place("4 Tun", "A39.20")
    p.place("4 Tun", "A42.19", no="OCS 0")


@pytest.mark.rule("OCS 0")
def test_the_dead_are_not_set_up() -> None:
    p = setting_up("== Axis ==\nA20.20: March Bn (T-1)\nDead pile: LW Para Bn (I-5)\n== Allied ==\n"
                   "A30.20: Commando Bn (6 Cdo)", ground=PLAIN)  # fmt: skip
    assert p.unit("I-5").place == DEAD
    assert p.id("I-5") not in p.offered("change mode")
    p.change("I-5", "move", no="OCS 0")
    p.place("I-5", "A20.20", no="OCS 0")


@pytest.mark.rule("OCS 0", "OCS 5.5")
def test_replacements_have_no_combat_side_at_set_up_either() -> None:
    note = "== Axis ==\nReserve markers: 1\nA20.20: 1x Pax\n== Allied ==\nA30.20: Commando Bn (6 Cdo)"
    p = setting_up(note, ground=PLAIN)
    assert p.offered("change mode", ("unit", "axis-pax-1")) == {"reserve/move", "strat/move"}
    p.change("axis-pax-1", "combat", no="OCS 0")


# --- the end of set-up


@pytest.mark.rule("T2 5.0", "OCS 0")
def test_control_is_settled_by_the_arrangement_that_both_sides_leave() -> None:
    p = setting_up(CLOSE.replace("A20.20: March", "A20.20 within 1: March"), ground=PLAIN, dice=RecordedDice((3, 3)))
    assert len(p.state.control) == 0
    p.place("T-1", "A20.19")
    p.change("T-2", "strat/move")
    p.end_segment()
    assert len(p.state.control) == 0
    p.place("Sahel", "A40.21")
    entry = p.end_segment()
    assert entry is not None
    assert [type(event) for event in entry.events].count(ControlSettled) == 1
    control = p.state.control
    assert (control[p.hex("A20.19")], control[p.hex("A40.21")]) == (AXIS, ALLIED)
    assert control[p.hex("A30.21")] is ALLIED
    for label in ("A20.20", "A40.20", "A30.20", "A50.20"):  # left, left, only defends, in Strat Mode
        assert p.hex(label) not in control


# --- forms


FULL = """
    == Axis ==
    Reserve markers: 1
    Level 1 air bases: A22.24
    Air strips: A24.24
    Aircraft: 7x Bf.109G, 2x Ju.52#
    Aircraft (A22.24): Ju.88
    Surge: Bf.210#
    A20.22 within 2: March Bn (T-1, T-2), LW Para Bn (I-5)
    A21.23: It AG Bn (557), 2 SP, 1x Pax
    A21.23 within 1: 2x Truck Points
    Dead pile: LW Para Eng Bn (Witzig)
    == Allied ==
    Reserve markers: 2
    A20.20 within 2: Commando Bn (6 Cdo), Fr Mech Rgt (Coutx), Fr Pol Bde (Schw, Morl)
    A20.18: 1 SP, Truck Point, Level 1 hedgehog
    A20.18 within 3: Corps HQ (5), 1x Eq
    Algiers: Para Bn (1)
"""
RUGGED = "A20.21, A21.21: mountain\nA19.20, A22.21: sea\nA20.20 - A20.21 - A20.22: track"


def arrange(p: Position, seed: int, acts: int) -> None:
    """Both sides set up at random from their forms, so many acts each; whatever a form offers must be done."""
    chance = random.Random(seed)
    for side in (AXIS, ALLIED):
        for _ in range(acts):
            assert p.side is side
            kinds = [kind for kind in p.legal() if kind != "end segment"]
            kind = chance.choice(kinds)
            p.do(p.rules.fill(side, kind, fill(p.game, side, kind, chance)))
            check_arrangement(p.state)
        p.end_segment()


def check_arrangement(state: State) -> None:
    """What must hold of every arrangement: no overstacking, no enemy together, no more Reserve hexes than markers."""
    assert overstacked(state) == []
    for side in (AXIS, ALLIED):
        assert len(reserve_hexes(state, side)) <= state.reserve_markers[side]
    for uid, unit in state.in_order():
        if not 0 <= unit.place < state.world.atlas.grid.size:
            continue
        assert not enemy_units(state, unit.side, unit.place), uid
        assert state.world.atlas.terrain[unit.place] != "sea", uid
        near = [state.units[other] for hex_ in state.world.atlas.grid.around(unit.place)
                for other in state.here.get(hex_, ())]  # fmt: skip
        if unit.side is ALLIED and unit.marker in (Mode.RESERVE, Mode.STRAT):
            assert not any(other.side is AXIS and attack_capable(other) for other in near), uid


@pytest.mark.rule("OCS 0", "OCS 4.8a", "OCS 5.4a")
@pytest.mark.parametrize("seed", range(4))
def test_forms_offer_only_what_is_done_and_nothing_comes_or_goes(seed: int) -> None:
    p = setting_up(FULL, ground=RUGGED, dice=SeededDice(seed))
    before = ledger.count(p.state)
    arrange(p, seed, 30)
    assert p.state.arranging == ()
    assert ledger.count(p.state) == before


@pytest.mark.rule("OCS 0")
def test_forms_and_refusals_agree_on_where_units_may_stand() -> None:
    p = setting_up(FULL, ground=RUGGED)
    grid = p.state.world.atlas.grid
    for name in ("T-1", "557", "I-5"):
        own = p.where(name)
        offered = p.offered("place", ("piece", p.id(name))) if p.id(name) in p.offered("place") else set()
        assert own not in offered
        near = {grid.label(hex_) for hex_ in grid.within(p.hex("A20.22"), 4)} - {own}
        done = {
            label for label in near
            if p.game.check(commands.Place(side=AXIS, piece=p.id(name), place=label)) is None
        }  # fmt: skip
        assert done == offered


@pytest.mark.rule("OCS 0", "T2 6.0", "T2 6.1")
@pytest.mark.parametrize("seed", [5])
def test_race_for_tunis_arranged_and_played_at_random(seed: int) -> None:
    game = new_game(RACE, seed=seed, arrange=True)
    chance = random.Random(seed)
    for side in (AXIS, ALLIED):
        for _ in range(12):
            kind = chance.choice([kind for kind in game.rules.legal(game.state, side) if kind != "end segment"])
            command = game.rules.fill(side, kind, fill(game, side, kind, chance))
            assert isinstance(game.submit(command), Entry)
            assert overstacked(game.state) == []
        assert isinstance(game.submit(EndSegment(side=side)), Entry)
    assert game.state.turn == 1
    assert play(game, seed, 80) == 80


# --- both sides want the same ground

SAME = """
    == Axis ==
    Reserve markers: 1
    A20.20 within 1: March Bn (T-1, T-2)
    == Allied ==
    A20.21 within 1: Commando Bn (6 Cdo)
    A30.20: Fr Mixed Rgt (Sahel)
"""


@pytest.mark.rule("T2 6.0", "OCS 0", "OCS 4.8c")
def test_the_side_that_sets_up_last_makes_way() -> None:
    # by default the Axis lies in A20.20 and the commandos in A20.21; the Axis may have that hex too
    p = setting_up(SAME, ground=PLAIN)
    assert (p.where("T-1"), p.where("6 Cdo")) == ("A20.20", "A20.21")
    p.place("T-1", "A20.21")
    p.end_segment()
    assert p.where("T-1") == "A20.21"
    grid = p.state.world.atlas.grid
    assert grid.distance(p.hex(p.where("6 Cdo")), p.hex("A20.21")) == 1, "within 1 of A20.21, and not in it"
    assert p.where("6 Cdo") != "A20.20", "the other battalion is there"
    p.place("6 Cdo", "A20.21", no="OCS 4.8c")


@pytest.mark.rule("OCS 0", "OCS 4.8c")
def test_who_has_no_other_place_makes_no_way() -> None:
    fixed = SAME.replace("A20.21 within 1", "A20.21")
    setting_up(fixed, ground=PLAIN).place("T-1", "A20.21", no="OCS 4.8c")
    # sea all around the commandos but for the hex of the Axis: they cannot go anywhere either
    alone = "A20.22, A21.22, A19.22, A19.21, A21.21: sea"
    setting_up(SAME, ground=alone).place("T-1", "A20.21", no="OCS 4.8c")


@pytest.mark.rule("OCS 0")
def test_reserves_of_the_first_side_ask_only_for_enemies_that_cannot_go_elsewhere() -> None:
    p = setting_up(SAME, ground=PLAIN)
    p.change("T-1", "reserve/combat")  # the commandos next to it have yet to set up
    p.end_segment()
    assert p.unit("T-1").marker is Mode.RESERVE
    p.place("6 Cdo", "A19.21")  # and are not bound by it when they do: the first side is not tested again
    assert p.unit("T-1").marker is Mode.RESERVE
    near = SAME.replace("A20.21 within 1", "A20.21")
    setting_up(near, ground=PLAIN).change("T-1", "reserve/combat", no="OCS 0")


# --- the scenarios


@pytest.mark.rule("OCS 0", "OCS 4.8a", "OCS 4.8c")
@pytest.mark.parametrize("scenario", [each.id for each in list_scenarios()])
def test_each_scenario_begins_in_a_legal_arrangement(scenario: str) -> None:
    world = load_world(scenario)
    state = new_game(world, seed=1, arrange=True).state
    check_arrangement(state)
    for uid in state.roster:
        assert arranging.unit_refusal(state, uid, state.units[uid].place) is None, uid
    for line in (line for side in world.scenario.sides.values() for line in side.units):
        place = state.units[line.counter].place
        if line.area:
            assert place in world.atlas.areas[line.area]
        elif world.is_box(line.place):
            assert place == line.place
        else:
            assert world.atlas.grid.distance(place, line.place) <= line.within


@pytest.mark.rule("OCS 0", "T2 6.0")
@pytest.mark.parametrize("scenario", ["battle-for-kasserine", "the-end-in-africa"])
def test_scenarios_with_many_choices_arranged_at_random(scenario: str) -> None:
    game = new_game(load_world(scenario), seed=2, arrange=True)
    before = ledger.count(game.state)
    chance = random.Random(2)
    for side in (AXIS, ALLIED):
        for _ in range(40):
            kind = chance.choice(["place", "change mode"])
            outcome = game.submit(game.rules.fill(side, kind, fill(game, side, kind, chance)))
            assert isinstance(outcome, Entry), outcome
        assert ledger.count(game.state) == before
        assert isinstance(game.submit(EndSegment(side=side)), Entry)
        if side is AXIS:
            check_arrangement(game.state)
    assert game.state.turn == game.state.world.scenario.first_turn
    for uid, unit in game.state.in_order():
        if unit.place < game.state.world.atlas.grid.size:
            assert not enemy_units(game.state, unit.side, unit.place), uid
