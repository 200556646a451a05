"""Chapter 6: what a step costs, what is prohibited, one-hex minimum, stacks; all figures from the terrain chart."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from immutables import Map

from ocs_engine.kernel.session import Entry
from ocs_engine.series.costs import edge_costs, off_road_cost
from ocs_engine.series.movement import movement_range, twelfths
from ocs_engine.state.model import State
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Mobility
from ocs_engine.world.world import load_world
from tests.positions import Position, position

PLAIN = ""
COUTX = "Coutx"  # truck: MA 6 in Combat, 12 in Move
TANKS = "17/21 L Arm"  # track: MA 7 in Combat, 12 in Move
CDO = "6 Cdo"  # leg: MA 3 in Combat, 5 in Move
PAX = "allied-pax-1"  # leg, MA 5

THREE = """
    == Allied ==
    A20.20: Fr Mech Rgt (Coutx), 6 Arm Div (17/21 L Arm), Commando Bn (6 Cdo)   -- Move
"""


def three(ground: str, **rest: object) -> Position:
    """A truck, a track and a leg unit together on A20.20, with MA 12, 12 and 5."""
    return position(THREE, ground=ground, **rest)  # type: ignore[arg-type]


# --- 6.2 terrain


@pytest.mark.rule("OCS 6.2")
@pytest.mark.parametrize(
    ("terrain", "truck", "track", "leg"),
    [
        ("open", 1, 1, 1),
        ("hills", 3, 2, 1),
        ("rough", 6, 4, 2),
        ("mountain", None, None, 3),
        ("marsh", None, None, 3),
        ("salt_marsh", None, None, 2),
        ("sand", 6, 3, 2),
        ("village", 1, 1, 1),
        ("city", 1, 1, 1),
        ("sea", None, None, None),
        ("lake", None, None, None),
    ],
)
def test_what_a_hex_costs(terrain: str, truck: int | None, track: int | None, leg: int | None) -> None:
    p = three(f"A20.21: {terrain}")
    for name, cost in ((COUTX, truck), (TANKS, track), (CDO, leg)):
        if cost is None:
            p.move(name, "A20.21", no="OCS 6.2c")
            assert "A20.21" not in p.range(name)
        else:
            p.move(name, "A20.21")
            assert p.spent(name) == cost


@pytest.mark.rule("OCS 6.2")
@pytest.mark.parametrize(
    ("water", "truck", "track", "leg"),
    [
        ("minor_river", 1 + 4, 1 + 2, 1 + 1),
        ("major_river", None, None, 1 + 3),
        ("wadi", 1 + 4, 1 + 2, 1 + 1),
        ("blocked", None, None, None),
        ("blocked_with_road", None, None, None),  # the road is what opens it, and there is none here
    ],
)
def test_what_a_hexside_adds(water: str, truck: int | None, track: int | None, leg: int | None) -> None:
    p = three(f"A20.20 | A20.21: {water}")
    for name, cost in ((COUTX, truck), (TANKS, track), (CDO, leg)):
        p.move(name, "A20.21", no="OCS 6.2c") if cost is None else p.move(name, "A20.21")
        assert p.spent(name) == (cost or 0)


@pytest.mark.rule("OCS 6.2")
def test_hex_and_hexside_are_both_paid() -> None:
    # a hill behind a minor river: truck 3 + 4, track 2 + 2, leg 1 + 1
    p = three("A20.21: hills\nA20.20 | A20.21: minor_river")
    for name in (COUTX, TANKS, CDO):
        p.move(name, "A20.21")
    assert [p.spent(name) for name in (COUTX, TANKS, CDO)] == [7, 4, 2]


@pytest.mark.rule("OCS 6.2d")
def test_of_several_terrains_the_dearest_counts() -> None:
    # a village in rough ground costs as the rough ground: truck 6, track 4, leg 2
    p = three("A20.21: rough\nA20.21: village")
    for name in (COUTX, TANKS, CDO):
        p.move(name, "A20.21")
    assert [p.spent(name) for name in (COUTX, TANKS, CDO)] == [6, 4, 2]


@pytest.mark.rule("OCS 6.2d")
def test_a_town_counts_where_it_is_the_dearer() -> None:
    # On this chart no town costs more than open ground; on one where a city costs 3 on foot, it would.
    world = load_world("race-for-tunis")
    city = world.chart.hex["city"]
    dear = replace(city, mp={**city.mp, Mobility.LEG: 36})
    other = replace(world, chart=replace(world.chart, hex={**world.chart.hex, "city": dear}))
    tunis, beside = world.atlas.grid.hex("A48.24"), world.atlas.grid.hex("A47.24")
    edge = world.atlas.grid.edge_between(beside, tunis)
    assert (world.atlas.terrain[tunis], world.atlas.settlement[tunis]) == ("open", "city")
    assert (off_road_cost(world.board, Mobility.LEG, edge), off_road_cost(other.board, Mobility.LEG, edge)) == (12, 36)


@pytest.mark.rule("T2 1.1e", "OCS 6.2c")
def test_a_blocked_hexside_can_be_crossed_only_along_its_road() -> None:
    p = three("A20.20 | A20.21: blocked_with_road\nA20.20 - A20.21: primary")
    for name in (COUTX, TANKS, CDO):
        p.move(name, "A20.21")
    assert [p.spent(name) for name in (COUTX, TANKS, CDO)] == [Fraction(1, 3), Fraction(1, 2), Fraction(1, 2)]


# --- 6.2a roads


@pytest.mark.rule("OCS 6.2")
@pytest.mark.parametrize(
    ("road", "truck", "track", "leg"),
    [
        ("primary", Fraction(1, 3), Fraction(1, 2), Fraction(1, 2)),
        ("secondary", Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)),
        ("track", 1, 1, 1),
        ("standard", 2, 1, 1),
        ("metre", 2, 1, 1),
    ],
)
def test_a_road_replaces_hex_and_hexside(road: str, truck: Fraction, track: Fraction, leg: Fraction) -> None:
    p = three(f"A20.21: mountain\nA20.20 | A20.21: major_river\nA20.20 - A20.21: {road}")
    for name, cost in ((COUTX, truck), (TANKS, track), (CDO, leg)):
        p.move(name, "A20.21")
        assert p.spent(name) == cost


@pytest.mark.rule("OCS 6.2")
def test_thirds_and_halves_add_up_exactly() -> None:
    # three hexes of primary road are 1 MP by truck, two of secondary 1 MP: 12 MP are 36 hexes of primary road
    north = [f"A20.{row}" for row in range(1, 34)]
    p = position("== Allied ==\nA20.01: Fr Mech Rgt (Coutx)  -- Move", ground=" - ".join(north) + ": primary")
    p.begin(COUTX)
    for label in north[1:4]:
        p.step(label)
    assert p.spent(COUTX) == 1
    for label in north[4:]:
        p.step(label)
    assert p.spent(COUTX) == Fraction(32, 3)
    p = three("A20.20 - A20.21 - A20.22: primary\nA20.22 - A20.23: secondary\nA20.23 - A20.24: track")
    p.move(COUTX, "A20.21 A20.22 A20.23 A20.24 A20.25")
    assert p.spent(COUTX) == Fraction(2, 3) + Fraction(1, 2) + 1 + 1


@pytest.mark.rule("OCS 6.2")
def test_the_road_must_cross_the_hexside() -> None:
    # both hexes have a road, but none runs from one to the other: the rough hex is paid in full
    ground = "A20.21: rough\nA20.20 - A20.19: primary\nA20.21 - A20.22: primary"
    p = three(ground)
    p.move(COUTX, "A20.21 A20.22")
    assert p.spent(COUTX) == 6 + Fraction(1, 3)


@pytest.mark.rule("OCS 6.2")
def test_road_like_features_of_one_hex_are_joined() -> None:
    # up a secondary road, on by rail: all of it counts as one road
    p = three("A20.21, A20.22: mountain\nA20.20 - A20.21: secondary\nA20.21 - A20.22: metre")
    p.move(COUTX, "A20.21 A20.22")
    assert p.spent(COUTX) == Fraction(1, 2) + 2


@pytest.mark.rule("OCS 6.2")
def test_nobody_pays_more_for_a_road_than_across_country() -> None:
    # along a railway over open ground a truck drives beside the rails for 1 and not on them for 2
    p = three("A20.20 - A20.21: metre")
    p.move(COUTX, "A20.21")
    assert p.spent(COUTX) == 1


# --- 6.1d reverse legality, 6.2c prohibited


@pytest.mark.rule("OCS 6.1d")
def test_what_may_not_be_entered_may_not_be_left() -> None:
    p = three("A20.20: mountain")
    p.move(COUTX, "A20.21", no="OCS 6.2c")
    p.move(TANKS, "A20.21", no="OCS 6.2c")
    p.move(CDO, "A20.21")
    assert p.range(COUTX) == {"A20.20"}


@pytest.mark.rule("OCS 6.1d", "OCS 6.2")
def test_a_mountain_is_left_by_road_at_the_price_of_the_road() -> None:
    # Across country a truck could not come back, so it drives the rails down into the plain: 2 MP, not 1.
    p = three("A20.20: mountain\nA20.20 - A20.21: metre")
    p.move(COUTX, "A20.19", no="OCS 6.2c")
    p.move(COUTX, "A20.21")
    assert p.spent(COUTX) == 2
    p.move(CDO, "A20.21")
    assert p.spent(CDO) == 1


@pytest.mark.rule("OCS 6.1d", "OCS 6.2c")
@pytest.mark.parametrize("mobility", list(Mobility))
def test_on_the_real_map_a_way_is_open_both_ways_or_not_at_all(mobility: Mobility) -> None:
    world = load_world("race-for-tunis")
    costs, grid = edge_costs(world.board, mobility), world.atlas.grid
    one_way = [
        grid.label(edge // 6) for edge, cost in enumerate(costs)
        if cost is not None and costs[grid.reverse(edge)] is None
    ]  # fmt: skip
    assert one_way == []
    assert sum(cost is not None for cost in costs) > 1000


@pytest.mark.rule("OCS 0")
def test_only_the_sheets_in_play_are_entered() -> None:
    # A20.01 lies on the southern edge of map A; B20.34 is south of it. Race for Tunis is played on map A alone.
    note = "== Allied ==\nA20.01: Fr Mech Rgt (Coutx)  -- Move"
    p = position(note, ground=PLAIN)
    p.move(COUTX, "B20.34", no="OCS 6.2c")
    p = position("Maps: A, B\n" + note, ground=PLAIN)
    p.move(COUTX, "B20.34")


@pytest.mark.rule("OCS 6.1")
def test_steps_go_to_adjacent_hexes_that_there_are() -> None:
    p = three(PLAIN)
    p.move(COUTX, "A20.22", no="OCS 6.1")
    p.move(COUTX, "A20.20", no="OCS 6.1")
    p.move(COUTX, "A20.99", no="")


@pytest.mark.rule("OCS 6.1", "OCS 5.4")
def test_a_move_of_no_hexes_is_a_mode_change_in_place() -> None:
    p = three(PLAIN)
    p.move(COUTX, "", Coutx="combat")
    assert (p.where(COUTX), p.unit(COUTX).mode) == ("A20.20", "combat")
    p.move(COUTX, "A20.21", no="OCS 6.1f")


# --- 6.1c: one hex can always be moved


@pytest.mark.rule("OCS 6.1c")
def test_the_first_hex_may_cost_more_than_there_is() -> None:
    # a mountain costs 3 on foot, a disorganised commando has 3 x 1/2
    note = "== Allied ==\nA20.20: Commando Bn (6 Cdo)  -- DG"
    p = position(note, ground="A20.21: mountain")
    p.move(CDO, "A20.21")
    assert p.spent(CDO) == Fraction(3, 2), "it costs him all he has"


@pytest.mark.rule("OCS 6.1c")
def test_it_must_be_the_only_hex() -> None:
    note = "== Allied ==\nA20.20: Commando Bn (6 Cdo)  -- DG"
    p = position(note, ground="A20.21: mountain\nA20.22: mountain")
    p.move(CDO, "A20.21 A20.20", no="OCS 6.1")  # not after it
    p = position(note, ground="A20.22: mountain")
    p.move(CDO, "A20.21 A20.22", no="OCS 6.1")  # nor after another
    p.move(CDO, "A20.21")
    assert p.spent(CDO) == 1


@pytest.mark.rule("OCS 6.1c", "OCS 6.1d")
def test_not_into_or_across_what_is_prohibited() -> None:
    p = position("== Allied ==\nA20.20: Fr Mech Rgt (Coutx)  -- DG", ground="A20.21: marsh\nA20.20 | A20.19: blocked")
    p.move(COUTX, "A20.21", no="OCS 6.2c")
    p.move(COUTX, "A20.19", no="OCS 6.2c")


@pytest.mark.rule("OCS 6.1c")
def test_not_to_break_a_rule_of_its_mode() -> None:
    # to the far hill across the river costs 7; in Reserve (12 / 4) the unit has 3 and may go, in Strat not into a zone
    note = "== Axis ==\nA20.22: LW Para Bn (I-5)\n== Allied ==\nA20.20: Fr Mech Rgt (Coutx)"
    ground = "A20.21: hills\nA20.20 | A20.21: minor_river"
    p = position(note, ground=ground)
    p.move(COUTX, "A20.21", no="OCS 5.8a", Coutx="strat/move")
    p.move(COUTX, "A20.21", Coutx="reserve/move")
    assert p.spent(COUTX) == 3


@pytest.mark.rule("OCS 6.1c")
def test_not_with_an_allowance_of_nought() -> None:
    p = position("== Allied ==\nA20.20: Corps HQ (5)", ground=PLAIN)
    p.move("5", "A20.21", no="OCS 6.1")  # its Combat side does not move
    p.move("5", "A20.21", **{"5": "move"})


@pytest.mark.rule("OCS 6.1c", "T2 1.3c")
def test_not_in_mud() -> None:
    p = three(PLAIN, weather=Weather.MUD)
    p.move(CDO, "A20.21", no="OCS 6.1")


@pytest.mark.rule("OCS 6.1c")
def test_a_stack_makes_its_minimum_move_unit_by_unit() -> None:
    # Rough costs a truck 6 and leg 2. In Combat Mode the truck regiment has just 6; the disorganised one has 1 1/2.
    note = """
        == Allied ==
        A20.20: Fr Mech Rgt (Coutx)
        A20.20: Commando Bn (6 Cdo)   -- DG
    """
    p = position(note, ground="A20.21: rough")
    p.begin("Coutx, 6 Cdo")
    p.step("A20.21")
    assert (p.spent(COUTX), p.spent(CDO)) == (6, Fraction(3, 2))
    p.step("A20.22", no="OCS 6.1")


# --- 6.1e-g: stacks


@pytest.mark.rule("OCS 6.1", "OCS 6.1f")
def test_units_of_a_stack_count_for_themselves() -> None:
    # over a hill and a minor river: truck 3 + 5, track 2 + 3, leg 1 + 2
    p = three("A20.21: hills\nA20.21 | A20.22: minor_river")
    p.begin("Coutx, 17/21 L Arm, 6 Cdo")
    p.step("A20.21")
    p.step("A20.22")
    assert [p.spent(name) for name in (COUTX, TANKS, CDO)] == [8, 5, 3]
    p.step("A20.23")
    p.step("A20.24")
    p.step("A20.25", no="OCS 6.1")  # the commandos have spent their 5
    p.drop(CDO)
    p.step("A20.25")
    assert [p.where(name) for name in (COUTX, TANKS, CDO)] == ["A20.25", "A20.25", "A20.24"]
    assert p.state.memory.spent[p.id(COUTX)] == 12 * 11


@pytest.mark.rule("OCS 6.1")
def test_a_stack_goes_where_all_of_it_may_go() -> None:
    p = three("A20.21: mountain")
    p.begin("Coutx, 6 Cdo")
    p.step("A20.21", no="OCS 6.2c")
    p.drop(COUTX)
    p.step("A20.21")


@pytest.mark.rule("OCS 6.1f")
def test_a_dropped_unit_is_finished_and_may_be_dropped_before_the_first_step() -> None:
    p = three(PLAIN)
    p.begin("Coutx, 6 Cdo")
    p.drop(CDO)
    p.step("A20.21")
    p.drop(CDO, no="OCS 6.1f")
    p.drop(TANKS, no="OCS 6.1f")  # it never was of the stack
    p.drop("Coutx, Coutx", no="OCS 6.1f")
    p.end_move()
    p.move(CDO, "A20.21", no="OCS 6.1f")
    p.move(COUTX, "A20.22", no="OCS 6.1f")
    p.move(TANKS, "A20.21")


@pytest.mark.rule("OCS 6.1f")
def test_when_the_last_unit_is_dropped_the_move_is_over() -> None:
    p = three(PLAIN)
    p.begin(COUTX)
    p.drop(COUTX)
    assert p.state.frames == ()


@pytest.mark.rule("OCS 6.1g")
def test_one_move_is_finished_before_the_next_begins() -> None:
    p = three(PLAIN)
    p.begin(COUTX)
    p.begin(CDO, no="OCS 6.1g")
    p.move(CDO, "A20.21", no="OCS 6.1g")
    p.change(CDO, "combat", no="OCS 6.1g")
    p.hold(CDO, no="OCS 6.1g")
    p.end_segment(no="OCS 6.1g")
    p.end_move()
    p.begin(CDO)


@pytest.mark.rule("OCS 6.1")
def test_a_stack_begins_in_one_hex_and_picks_nobody_up() -> None:
    p = position(THREE + "    A20.21: Fr Inf Bn (Zouv)", ground=PLAIN)
    p.begin("Coutx, Zouv", no="OCS 6.1")
    p.begin("Coutx, Coutx", no="OCS 6.1")
    p.begin([], no="OCS 6.1")  # type: ignore[arg-type]
    p.begin(COUTX)
    p.step("A20.21")
    p.drop("Zouv", no="OCS 6.1f")


@pytest.mark.rule("OCS 6.3")
def test_only_the_side_that_acts_moves() -> None:
    note = THREE + "    == Axis ==\n    A40.20: LW Para Bn (I-5)"
    p = position(note, ground=PLAIN)
    p.move("I-5", "A40.21", no="OCS 6.3")
    p = position(note, "Axis Movement Phase", ground=PLAIN)
    p.move("I-5", "A40.21")
    p.move(COUTX, "A20.21", no="OCS 6.3")


@pytest.mark.rule("OCS 6.3")
@pytest.mark.parametrize(
    "when", ["Allied Supply Phase", "Allied Combat Phase, Combat Segment", "Allied Movement Phase, Barrage Segment"]
)
def test_no_moves_outside_movement_segments(when: str) -> None:
    p = position(THREE, when, ground=PLAIN)
    p.move(COUTX, "A20.21", no="")
    p.begin(COUTX, no="")


# --- T2 5.0: control changes with movement and modes


@pytest.mark.rule("T2 5.0")
def test_an_attack_capable_unit_takes_every_hex_it_enters() -> None:
    p = position("== Axis ==\nA20.22: 1x Pax\n" + THREE, "Axis Movement Phase", ground=PLAIN)
    pax, a = "axis-pax-1", p.hex("A20.23")
    p.move(pax, "A20.23 A20.24")
    assert p.state.control[a] == p.state.control[p.hex("A20.24")] == "Axis"
    assert p.state.control[p.hex("A20.20")] == "Allied", "from the set-up"
    assert p.hex("A20.30") not in p.state.control


@pytest.mark.rule("T2 5.0", "OCS 4.4")
@pytest.mark.parametrize("stance", ["strat/move", "reserve/move"])
def test_units_that_are_not_attack_capable_take_nothing(stance: str) -> None:
    p = three(PLAIN)
    p.move(COUTX, "A20.21", Coutx=stance)
    assert p.hex("A20.21") not in p.state.control
    p = position("== Allied ==\nA20.20: US TD Bn (601), Corps HQ (5)  -- Move", ground=PLAIN)
    p.move("601, 5", "A20.21")
    assert p.hex("A20.21") not in p.state.control


@pytest.mark.rule("T2 5.0", "OCS 5.4")
@pytest.mark.parametrize("stance", ["Strat", "Reserve"])
def test_a_unit_that_becomes_attack_capable_where_it_stands_takes_its_hex(stance: str) -> None:
    note = f"== Allied ==\nA20.20: Fr Mech Rgt (Coutx)  -- {stance}"
    p = position(note, ground=PLAIN)
    p.game.restore(_without_control(p))
    p.change(COUTX, "combat")
    assert p.state.control[p.hex("A20.20")] == "Allied"
    p = position(note, ground=PLAIN)
    p.game.restore(_without_control(p))
    p.move(COUTX, "A20.21", Coutx="move")
    assert p.state.control[p.hex("A20.20")] == "Allied"


@pytest.mark.rule("T2 5.0", "OCS 5.7")
def test_a_released_reserve_takes_its_hex() -> None:
    p = position("== Allied ==\nA20.20: Fr Mech Rgt (Coutx)  -- Reserve", "Allied Reaction Phase", ground=PLAIN)
    p.game.restore(_without_control(p))
    p.release(COUTX)
    assert p.state.control[p.hex("A20.20")] == "Allied"


def _without_control(p: Position) -> Entry[State]:
    """The position as it would be had the units come in a mode that takes no hexes."""
    return Entry(None, (), replace(p.state, control=Map()), 0)


# --- how far


@pytest.mark.rule("OCS 4.5a")
def test_the_range_of_trucks_ends_in_zones() -> None:
    # A wall of two battalions: from A20.20 north, every way past A20.24 and A23.24 runs through their zones.
    note = THREE + "    == Axis ==\n    A20.22: LW Para Bn (I-5)"
    p = position(note, ground="A19.20, A19.21, A21.20, A21.21: marsh\nA20.19: marsh")
    # shut in by marsh: north to A20.21, which is in the zone of A20.22, and there a truck stops
    assert p.range(COUTX) == {"A20.20", "A20.21"}
    assert {"A19.22", "A21.22"} < p.range(TANKS)


@pytest.mark.rule("OCS 4.5a")
def test_a_truck_held_in_mid_move_has_nowhere_to_go() -> None:
    p = position(THREE + "    == Axis ==\n    A20.22: LW Para Bn (I-5)", ground=PLAIN)
    p.begin(COUTX)
    p.step("A20.21")
    assert p.ways(COUTX) == set()
    assert p.range(COUTX) == {"A20.21"}


@pytest.mark.rule("OCS 5.4a")
def test_the_range_of_a_reserve_without_a_marker_to_spare_is_its_stack() -> None:
    note = """
        == Allied ==
        Reserve markers: 2
        A20.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)   -- Reserve, Move side up
        A20.22: Fr Inf Bn (Zouv)                           -- Reserve
    """
    p = position(note, ground=PLAIN)
    p.begin(COUTX)
    assert p.ways(COUTX) == set()
    # A20.22 is two hexes off, and the hex between would need a third marker
    assert p.range(COUTX) == {"A20.20"}
    p = position(note.replace("A20.22", "A20.21"), ground=PLAIN)
    assert p.range(COUTX) == {"A20.20", "A20.21"}


@pytest.mark.rule("OCS 6.1")
def test_the_way_to_the_end_of_a_range_is_one_that_can_be_walked() -> None:
    p = position(THREE, ground=None)
    found = movement_range(p.state, p.id(COUTX))
    far = max(found.nodes(), key=lambda hex_: found.cost[hex_])
    p.move(COUTX, " ".join(p.state.world.label(hex_) for hex_ in found.path(far)[1:]))
    assert p.spent(COUTX) == Fraction(found.cost[far], 12)


@pytest.mark.parametrize(("mp", "text"), [(0, "0"), (4, "1/3"), (6, "1/2"), (12, "1"), (30, "2 1/2"), (128, "10 2/3")])
def test_mp_in_words(mp: int, text: str) -> None:
    assert twelfths(mp) == text
