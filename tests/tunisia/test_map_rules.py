"""T2 1.1, 1.5, 1.12: what the map prints and whose it is - hedgehogs, entry points, mountains, water, factions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import SetFact
from ocs_engine.state.events import UnitsDestroyed
from ocs_engine.state.model import DEAD, Unit, Work
from ocs_engine.tunisia.air_entry import entry_distance
from ocs_engine.tunisia.game import rules_for
from ocs_engine.tunisia.points import open_boxes
from ocs_engine.tunisia.railways import detrainable, open_to_cargo
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, Position, position

RACE = load_world("race-for-tunis")
GRID = RACE.atlas.grid
BOTH = "Maps: A, B\n"
TWO = "== Axis ==\nB40.20: March Bn (T-1)\n== Allied ==\nA20.20: Commando Bn (6 Cdo)"
SOUTH = ("B49.12", "B50.12", "B50.13", "B51.14", "B52.14")
NORTH = ("B47.15", "B48.15", "B49.16", "B50.16")


def set_hedgehog(p: Position, label: str, level: int, side: str = "Axis", no: str | None = None) -> None:
    """The referee sets a hedgehog."""
    fact = {"kind": "hedgehog set", "hex": label, "level": level, "side": side}
    command = SetFact(side=p.side, reason="built", fact=fact)
    refusal = p.game.check(command)
    if no is None:
        assert refusal is None, refusal
        p.game.submit(command)
    else:
        assert refusal is not None and refusal.rule == no


# --- 1.1b the Mareth Line


@pytest.mark.rule("T2 1.1b")
def test_nine_hexes_of_map_b_have_axis_hedgehogs_of_level_2() -> None:
    p = position(BOTH + TWO)
    assert p.labels(p.state.hedgehogs) == {*SOUTH, *NORTH}
    assert set(p.state.hedgehogs.values()) == {Work(AXIS, 2)}


@pytest.mark.rule("T2 1.1b")
def test_without_map_b_there_is_no_mareth_line() -> None:
    p = position("== Axis ==\nA40.20: March Bn (T-1)\n== Allied ==\nA20.20: Commando Bn (6 Cdo)")
    assert len(p.state.hedgehogs) == 0
    p = position("Maps: A, B rows 15 - 34\n" + TWO)
    assert p.labels(p.state.hedgehogs) == set(NORTH), "the southern part lies below row 15"


@pytest.mark.rule("T2 1.1b")
def test_a_scenario_may_say_otherwise() -> None:
    note = TWO.replace("== Axis ==", "== Axis ==\nB49.12: Level 3 hedgehog").replace(
        "== Allied ==", "== Allied ==\nB52.14: Level 2 hedgehog"
    )
    p = position(BOTH + note)
    works = p.state.hedgehogs
    assert (works[p.hex("B49.12")], works[p.hex("B52.14")]) == (Work(AXIS, 3), Work(ALLIED, 2))
    assert works[p.hex("B50.12")] == Work(AXIS, 2)


@pytest.mark.rule("T2 1.1b", "OCS 16")
def test_they_rise_to_4_and_never_fall_below_2() -> None:
    p = position(BOTH + TWO)
    for level in (3, 4, 2):
        set_hedgehog(p, "B50.13", level)
        assert p.state.hedgehogs[p.hex("B50.13")] == Work(AXIS, level)
    for level in (5, 1, 0, -1):
        set_hedgehog(p, "B50.13", level, no="OCS 16")
    set_hedgehog(p, "B50.13", 2, side="Allied")  # captured: the owner changes, the level does not (T2 1.11c)
    assert p.state.hedgehogs[p.hex("B50.13")] == Work(ALLIED, 2)


@pytest.mark.rule("OCS 16")
def test_other_hedgehogs_come_and_go() -> None:
    p = position(BOTH + TWO)
    for level in (1, 4, 1, 0):
        set_hedgehog(p, "A20.20", level, side="Allied")
    assert p.hex("A20.20") not in p.state.hedgehogs
    set_hedgehog(p, "A20.20", 5, no="OCS 16")
    set_hedgehog(p, "A20.20", 0, no="")  # there is none to take away
    set_hedgehog(p, "Algiers", 1, no="")  # no hex
    set_hedgehog(p, "Z20.20", 1, no="")


@pytest.mark.rule("T2 1.1b", "OCS 5.7g")
def test_no_reserve_in_the_mareth_line() -> None:
    note = "== Axis ==\nB50.13: March Bn (T-1)\n== Allied ==\nA20.20: Commando Bn (6 Cdo)"
    position(BOTH + note, "Axis Movement Phase").change("T-1", "reserve/combat", no="OCS 5.7g")


# --- 1.1c air entry points


@pytest.mark.rule("T2 1.1c")
@pytest.mark.parametrize(
    ("box", "label", "distance", "by"),
    [
        ("Sicily", "A47.31", 38, "A47.31"),
        # Tunis A48.24: one column east and seven hexes in all from A47.31
        ("Sicily", "A48.24", 38 + 7, "A47.31"),
        ("Algiers", "A01.28", 45, "A01.28"),
        # Bône A17.26 lies next to A16.26 (60), 11 from A06.25 (50) and 16 from A01.28 (45): 61 by each of them
        ("Algiers", "A17.26", 61, "A01.28"),
    ],
)
def test_the_way_from_a_box_is_the_shortest_by_any_entry_point(box: str, label: str, distance: int, by: str) -> None:
    assert entry_distance(RACE, box, GRID.hex(label)) == (distance, GRID.hex(by))


@pytest.mark.rule("T2 1.1c", "T2 6.3")
def test_flights_come_to_the_part_of_the_map_of_kasserine_by_entry_points_beyond_it() -> None:
    """All entry points of Algiers lie north of row 11, which bounds the ground alone (T2 6.3)."""
    world = load_world("battle-for-kasserine")
    assert not any(world.in_play(point.hex) for point in world.atlas.air_entry_points if "Algiers" in point.links)
    # A01.28 to Tebessa A21.05: 20 columns, in which 10 of the 23 rows are gone down, and 13 more; 45 to the point
    assert entry_distance(world, "Algiers", GRID.hex("A21.05")) == (45 + 33, GRID.hex("A01.28"))
    # A52.14 to Kairouan A48.09: 4 columns, in which 2 of the 5 rows are gone down, and 3 more; 38 to the point
    assert entry_distance(world, "Sicily", GRID.hex("A48.09")) == (38 + 7, GRID.hex("A52.14"))


@pytest.mark.rule("T2 6.3", "T2 1.2a")
def test_no_plane_bases_in_a_box_that_the_scenario_does_not_use() -> None:
    """Tripoli is Allied by 15 Feb, but scenario 3 uses Algiers and Sicily alone."""
    rules = rules_for(load_world("battle-for-kasserine"))
    boxes = {side: open_boxes(rules.start(), side) for side in (AXIS, ALLIED)}
    assert boxes == {AXIS: ("Sicily",), ALLIED: ("Algiers",)}


@pytest.mark.rule("T2 1.1c", "T2 6.6")
def test_a_box_with_no_entry_point_on_the_sheets_in_use_has_those_of_the_other_sheet() -> None:
    """The Desert Air Force flies from Tripoli to map A in The End in Africa; its entry points are all on map B."""
    world = load_world("the-end-in-africa")
    # B59.18 serves Tripoli at 31; up its column are 16 hexes more of map B, which has 34, and 11 of map A
    assert entry_distance(world, "Tripoli", GRID.hex("A59.11")) == (31 + 16 + 11, GRID.hex("B59.18"))
    both = position(BOTH + TWO).state.world
    # the Allies' own two near Gabès and on the coast road: B59.13 serves Tripoli at 31
    assert entry_distance(both, "Tripoli", GRID.hex("B59.13")) == (31, GRID.hex("B59.13"))
    # on map B alone Sicily has B58.31 at 52 and B47.20; the nearer A59.09 lies on the sheet that is not used
    assert entry_distance(load_world("the-mareth-line"), "Sicily", GRID.hex("B58.31")) == (52, GRID.hex("B58.31"))


@pytest.mark.rule("T2 1.1c", "OCS 3.5")
def test_no_axis_base_lies_within_half_the_range_of_a_ju_52_of_sicily() -> None:
    half = RACE.aircraft["ger-ju52"].range // 2
    for hex_ in range(GRID.size):
        found = entry_distance(RACE, "Sicily", hex_)
        assert found is not None and found[0] > half


# --- 1.1d mountains, 1.1e lakes and the sea

CHAMBI = "A29.02"  # Djebel Chambi, 1544 m, west of Kasserine


@pytest.mark.rule("T2 1.1d")
def test_the_djebel_chambi_is_mountain_where_only_foot_goes() -> None:
    chart = RACE.chart.hex["mountain"]
    assert RACE.atlas.terrain[GRID.hex(CHAMBI)] == "mountain"
    assert chart.mp == {Mobility.LEG: 3 * TWELFTHS, Mobility.TRACK: None, Mobility.TRUCK: None}
    edge = RACE.atlas.grid.edge_between(GRID.hex("A30.01"), GRID.hex(CHAMBI))
    assert (RACE.atlas.road[edge], RACE.atlas.rail[edge], RACE.atlas.water[edge]) == ("", "", "")
    p = position("== Allied ==\nA30.01: Commando Bn (6 Cdo), Fr Mech Rgt (Coutx), 6 Arm Div (17/21 L Arm)   -- Move")
    p.move("Coutx", CHAMBI, no="OCS 6.2c")
    p.move("17/21 L Arm", CHAMBI, no="OCS 6.2c")
    p.move("6 Cdo", CHAMBI)
    assert p.spent("6 Cdo") == 3


@pytest.mark.rule("T2 1.1e")
@pytest.mark.parametrize(
    ("here", "there"),
    [("A43.30", "A44.30"), ("A49.24", "A49.25")],  # the lakes of Bizerte and Tunis
)
def test_nobody_crosses_a_lake(here: str, there: str) -> None:
    note = f"== Axis ==\n{here}: LW Para Bn (I-5), Pz Bn (190)"
    p = position(note, "Axis Movement Phase")
    for name in ("I-5", "190"):
        p.move(name, there, no="OCS 6.2c")
    assert RACE.atlas.water[GRID.edge_between(p.hex(here), p.hex(there))] == "blocked"


@pytest.mark.rule("T2 1.1e")
def test_a_hexside_along_a_shore_is_land() -> None:
    # from Tunis A48.24 to A49.25, both on the shore of its lake
    edge = GRID.edge_between(GRID.hex("A48.24"), GRID.hex("A49.25"))
    assert RACE.atlas.water[edge] == ""
    position("== Axis ==\nA48.24: LW Para Bn (I-5)", "Axis Movement Phase").move("I-5", "A49.25")


# --- 1.5 when Entry E changes hands

# in the area, next to it, two hexes from it, far away
ENTRY_E = """
    Maps: A, B
    == Axis ==
    B60.08: March Bn (T-1)
    B59.08: LW Para Bn (I-5)
    B58.08: March Bn (T-2)
    B50.20: Corps HQ (90)
    == Allied ==
    A20.20: Commando Bn (6 Cdo)
"""


def next_turn(date: str) -> Position:
    """The same units one turn after a date."""
    p = position(ENTRY_E, "Axis Movement Phase", date=date, dice=RecordedDice((1, 1, 6, 6, 1, 1)))
    turn = p.state.turn
    entry = p.end_segment()
    assert entry is not None
    assert p.state.turn == turn + 1
    dead = [uid for event in entry.events if isinstance(event, UnitsDestroyed) for uid in event.units]
    assert dead == [uid for uid, unit in p.state.in_order() if unit.place == DEAD]
    return p


@pytest.mark.rule("T2 1.5")
def test_on_15_february_the_axis_loses_what_stands_at_entry_e() -> None:
    p = next_turn("1943-02-12")
    assert [p.where(name) for name in ("T-1", "I-5", "T-2", "90")] == ["dead", "dead", "B58.08", "B50.20"]


@pytest.mark.rule("T2 1.5")
def test_up_to_12_february_it_stands_there_unharmed() -> None:
    p = next_turn("1943-02-08")
    assert [p.where(name) for name in ("T-1", "I-5", "T-2")] == ["B60.08", "B59.08", "B58.08"]


@pytest.mark.rule("T2 1.5")
def test_the_allies_keep_away_from_it_until_then() -> None:
    note = "Maps: A, B\n== Axis ==\nA48.24: March Bn (T-1)\n== Allied ==\nB58.08: Commando Bn (6 Cdo)"
    position(note, date="1943-02-12").move("6 Cdo", "B59.08", no="T2 1.5")
    position(note, date="1943-02-15").move("6 Cdo", "B59.08")
    position(note, "Allied Movement Phase", date="1943-02-15").move("6 Cdo", "B59.08 B60.08")


# --- 1.12 nations


@pytest.mark.rule("T2 1.12a")
def test_each_nation_belongs_to_a_faction() -> None:
    of_nation = {
        "German": "German", "Luftwaffe": "German", "Italian": "Italian", "US": "American", "French": "French",
        "British": "Commonwealth", "Indian": "Commonwealth", "NZ": "Commonwealth",
    }  # fmt: skip
    others = {counter.id for counter in RACE.counters.values() if counter.faction != of_nation[counter.nation]}
    assert others == {"ger-phalange", "fr-lforce"}
    assert RACE.counters["ger-phalange"].faction == "German"
    assert RACE.counters["fr-lforce"].faction == "Commonwealth"


@pytest.mark.rule("T2 1.12a")
def test_factions_are_of_one_side() -> None:
    sides = {"German": AXIS, "Italian": AXIS, "American": ALLIED, "French": ALLIED, "Commonwealth": ALLIED}
    pieces = [*RACE.counters.values(), *RACE.aircraft.values()]
    assert {each.faction for each in pieces} == set(sides)
    assert all(each.side is sides[each.faction] for each in pieces)


@pytest.mark.rule("T2 1.12c", "OCS 4.6")
def test_battle_groups_are_two_counters_of_one_re_that_go_their_own_ways() -> None:
    halves = [counter for counter in RACE.counters.values() if counter.size == "kg-half"]
    assert len(halves) == 2 * 4
    for counter in halves:
        assert (counter.re, counter.steps) == (4, 1)
        twin = counter.id[:-1] + ("2" if counter.id.endswith("1") else "1")
        assert (RACE.counters[twin].combat, RACE.counters[twin].move) == (counter.combat, counter.move)
    p = position("== Axis ==\nA20.20: 21 Pz Div (104 KG x2)", "Axis Movement Phase", ground="")
    one, two = (uid for uid, _ in p.state.in_order())
    p.move(one, "A20.21")
    assert (p.where(one), p.where(two)) == ("A20.21", "A20.20")
    assert Unit(RACE.counters[one], 0).side is AXIS


# --- 1.1a railways


@pytest.mark.rule("T2 1.1a")
@pytest.mark.parametrize(
    ("label", "stop", "cargo"),
    [
        ("A17.26", True, True),  # Bône: city and port
        ("A19.17", True, True),  # Souk Ahras: village
        ("A03.16", True, True),  # Ouled Rahmoun: a point of interest, on the line to Constantine
        ("A48.24", True, False),  # Tunis: rails of Tunisia serve trace alone
        ("A41.22", True, False),  # Medjez el Bab
        ("A29.02", False, False),  # the Djebel Chambi has no railway
    ],
)
def test_where_trains_stop_and_where_cargo_rides(label: str, stop: bool, cargo: bool) -> None:
    assert detrainable(RACE, GRID.hex(label)) is stop
    assert open_to_cargo(RACE, GRID.hex(label)) is cargo


@pytest.mark.rule("T2 1.1a", "OCS 13.3c")
def test_a_port_on_a_railway_is_a_place_to_stop_whatever_else_is_there() -> None:
    bare = tuple("" for _ in RACE.atlas.settlement)
    world = replace(RACE, atlas=replace(RACE.atlas, settlement=bare))
    stops = {hex_ for hex_ in range(GRID.size) if detrainable(world, hex_)}
    assert stops == {hex_ for hex_ in RACE.atlas.ports if any(RACE.atlas.rail[6 * hex_ : 6 * hex_ + 6])}
    assert GRID.hex("A17.26") in stops


@pytest.mark.rule("T2 1.1a")
def test_open_line_is_no_place_to_stop() -> None:
    on_rail = [h for h in range(GRID.size) if any(RACE.atlas.rail[edge] for edge in range(6 * h, 6 * h + 6))]
    line = [h for h in on_rail if RACE.atlas.settlement[h] == "" and h not in RACE.atlas.ports]
    assert line
    assert not any(detrainable(RACE, hex_) for hex_ in line)
    village_without_rail = next(
        h for h in range(GRID.size) if RACE.atlas.settlement[h] == "village" and h not in on_rail
    )
    assert not detrainable(RACE, village_without_rail)
