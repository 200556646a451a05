"""All six scenarios against their lists of units, copied into `setups.json`, and against figures counted by hand."""

import json
from pathlib import Path

import pytest

from ocs_engine.series.arranging import plane_places
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.arrangement import arrange, can_enter, mobilities_of
from ocs_engine.world.counters import Side
from ocs_engine.world.scenario import BattleVictory, CampaignVictory, EighthArmy, OccupyAtLeast
from ocs_engine.world.world import World, list_scenarios, load_world

SETUPS = json.loads(Path(__file__).with_name("setups.json").read_text(encoding="utf-8"))
NUMBERS = {
    "race-for-tunis": 1,
    "tunisia-campaign": 2,
    "battle-for-kasserine": 3,
    "kasserine-campaign": 4,
    "the-mareth-line": 5,
    "the-end-in-africa": 6,
}
TEN_RE = 40
"""What a hex holds, in quarters of an RE (OCS 4.8a)."""
SIDES = [(name, side) for name in NUMBERS for side in Side]


@pytest.fixture(params=list(NUMBERS))
def world(request: pytest.FixtureRequest) -> World:
    return load_world(request.param)


def spelled(world: World, unit) -> str:
    label = unit.area or world.label(unit.place)
    return f"{label} within {unit.within}" if unit.within else label


@pytest.mark.rule("T2 6.0")
@pytest.mark.parametrize(("name", "side"), SIDES)
def test_every_unit_stands_where_its_list_puts_it(name, side):
    world, wanted = load_world(name), SETUPS[name][side.lower()]
    setup = world.scenario.sides[side]
    found: dict[str, list[str]] = {}
    for unit in setup.units:
        found.setdefault(spelled(world, unit), []).append(unit.counter)
    full = {place: sorted(units) for place, units in wanted["places"].items() if units}
    assert {place: sorted(units) for place, units in found.items()} == full
    assert sorted(setup.dead_pile) == sorted(wanted.get("dead", []))
    assert sorted(setup.removed) == sorted(wanted.get("removed", []))


# units, supply on the ground in T, points of charcoal, regular and mule transport, formations with organic trucks
FORCES = {
    ("race-for-tunis", Side.AXIS): (22, 0, 2, 0, 0, ()),
    ("race-for-tunis", Side.ALLIED): (17, 4, 2, 0, 0, ("6 Arm Div",)),
    ("tunisia-campaign", Side.AXIS): (26, 0, 2, 0, 0, ()),
    ("tunisia-campaign", Side.ALLIED): (17, 4, 2, 0, 0, ("6 Arm Div",)),
    ("battle-for-kasserine", Side.AXIS): (41, 48, 1, 2, 0, ("10 Pz Div", "21 Pz Div", "15 Pz Div")),
    ("battle-for-kasserine", Side.ALLIED): (41, 44, 0, 1, 0, ("1 US Arm Div",)),
    ("kasserine-campaign", Side.AXIS): (
        *(127, 70, 1, 3, 1),
        ("Superga It Assault Div", "10 Pz Div", "21 Pz Div", "15 Pz Div"),
    ),
    ("kasserine-campaign", Side.ALLIED): (95, 112, 1, 4, 1, ("6 Arm Div", "1 US Arm Div")),
    ("the-mareth-line", Side.AXIS): (54, 28, 0, 2, 0, ("15 Pz Div", "21 Pz Div")),
    ("the-mareth-line", Side.ALLIED): (30, 64, 0, 3, 0, ("7 Arm Div",)),
    ("the-end-in-africa", Side.AXIS): (78, 52, 0, 1, 0, ("10 Pz Div",)),
    ("the-end-in-africa", Side.ALLIED): (96, 128, 0, 8, 0, ("1 US Arm Div", "6 Arm Div")),
}


@pytest.mark.rule("T2 6.0")
@pytest.mark.parametrize(("name", "side"), SIDES)
def test_units_supply_and_transport_add_up(name, side):
    setup = load_world(name).scenario.sides[side]
    points = {
        kind: sum(each.tokens for each in setup.transport if each.kind == kind) // 4
        for kind in ("charcoal", "truck", "mule")
    }
    organic = tuple(each.formation for each in setup.transport if each.kind == "organic")
    tokens = sum(dump.tokens for dump in setup.supply)
    found = (len(setup.units), tokens, points["charcoal"], points["truck"], points["mule"], organic)
    assert found == FORCES[name, side]
    assert all(each.loaded == (each.kind != "truck") for each in setup.transport)


# planes at any base or box, in the Tripoli box, surge planes, how many kinds have one reduced, inactive planes
PLANES = {
    ("race-for-tunis", Side.AXIS): (14, 0, 6, 6, 10),
    ("race-for-tunis", Side.ALLIED): (14, 0, 3, 4, 3),
    ("tunisia-campaign", Side.AXIS): (14, 0, 6, 6, 10),
    ("tunisia-campaign", Side.ALLIED): (14, 0, 3, 4, 3),
    ("battle-for-kasserine", Side.AXIS): (7, 0, 3, 0, 0),
    ("battle-for-kasserine", Side.ALLIED): (10, 0, 0, 0, 0),
    ("kasserine-campaign", Side.AXIS): (23, 0, 6, 8, 8),
    ("kasserine-campaign", Side.ALLIED): (21, 16, 8, 5, 11),
    ("the-mareth-line", Side.AXIS): (9, 0, 0, 0, 0),
    ("the-mareth-line", Side.ALLIED): (17, 0, 0, 2, 0),
    ("the-end-in-africa", Side.AXIS): (7, 0, 0, 0, 0),
    ("the-end-in-africa", Side.ALLIED): (24, 16, 0, 2, 0),
}


@pytest.mark.rule("T2 6.0")
@pytest.mark.parametrize(("name", "side"), SIDES)
def test_planes_add_up(name, side):
    world = load_world(name)
    planes = world.scenario.sides[side].planes
    tripoli = [plane for plane in planes if plane.place == world.place("Tripoli")]
    anywhere = [plane for plane in planes if plane.place is None and not plane.surge]
    surge = [plane for plane in planes if plane.surge]
    assert len(anywhere) + len(tripoli) + len(surge) == len(planes)
    counts = [sum(plane.count for plane in kind) for kind in (anywhere, tripoli, surge)]
    reduced = sum(plane.reduced for plane in planes)
    inactive = sum(plane.count for plane in planes if plane.inactive)
    assert (*counts, reduced, inactive) == PLANES[name, side]


@pytest.mark.rule("T2 2.5")
def test_all_in_the_tripoli_box_is_desert_air_force():
    for name in ("kasserine-campaign", "the-end-in-africa"):
        world = load_world(name)
        box = world.place("Tripoli")
        bands = {world.aircraft[p.aircraft].band for p in world.scenario.sides[Side.ALLIED].planes if p.place == box}
        assert bands == {"DAF"}


# hexes of level 2 and level 1 bases and of strips; Reserve markers
BASES = {
    ("tunisia-campaign", Side.AXIS): (
        ("A48.25", "A48.09"),
        ("A45.26", "A44.31", "B56.30", "B54.10", "B48.17"),
        ("A52.18", "A47.22", "A41.28"),
        4,
    ),
    ("battle-for-kasserine", Side.AXIS): (("A48.09",), ("B56.30",), ("A55.04", "B33.26", "B43.34"), 5),
    ("battle-for-kasserine", Side.ALLIED): (("A21.05",), ("A19.06", "A12.10"), ("A35.02", "B28.32"), 2),
    ("kasserine-campaign", Side.AXIS): (
        ("A48.25", "A48.09"),
        ("B56.30", "B54.10", "B48.17", "A44.31", "A45.26", "A47.22"),
        ("A55.04", "B33.26", "B43.34"),
        11,
    ),
    ("kasserine-campaign", Side.ALLIED): (
        ("A21.05", "A06.25", "A03.18"),
        ("A30.20", "A19.17", "A19.06", "A17.25", "A13.20", "A12.10"),
        ("A35.02", "A32.21", "B28.32"),
        7,
    ),
    ("the-mareth-line", Side.AXIS): ((), ("B56.30", "B48.17"), (), 8),
    ("the-mareth-line", Side.ALLIED): (("B54.10",), (), (), 8),
    ("the-end-in-africa", Side.AXIS): (("A48.25",), ("A44.31", "A45.26"), (), 6),
    ("the-end-in-africa", Side.ALLIED): (("A30.20", "A19.17"), ("A48.09", "A54.11"), (), 12),
}


@pytest.mark.rule("T2 6.0")
@pytest.mark.parametrize(("name", "side"), list(BASES))
def test_air_bases_and_reserve_markers(name, side):
    world = load_world(name)
    setup = world.scenario.sides[side]
    by_level = tuple(
        tuple(world.label(base.hex) for base in setup.bases if base.level == level) for level in (2, 1, 0)
    )
    assert (*by_level, setup.reserve_markers) == BASES[name, side]


def test_algerian_bases_of_november_are_allied_in_the_campaign_too():
    """The source lists A21.05 and A12.10 among the Axis bases of scenarios 1 and 2."""
    for name in ("race-for-tunis", "tunisia-campaign"):
        world = load_world(name)
        allied = {world.label(base.hex): base.level for base in world.scenario.sides[Side.ALLIED].bases}
        assert (allied["A21.05"], allied["A12.10"]) == (1, 1)


def test_six_scenarios_with_their_dates():
    found = {each.id: (each.number, each.turns, str(each.first), str(each.last)) for each in list_scenarios()}
    assert found == {
        "race-for-tunis": (1, 14, "1942-11-15", "1942-12-29"),
        "tunisia-campaign": (2, 58, "1942-11-15", "1943-05-29"),
        "battle-for-kasserine": (3, 3, "1943-02-15", "1943-02-22"),
        "kasserine-campaign": (4, 31, "1943-02-15", "1943-05-29"),
        "the-mareth-line": (5, 8, "1943-03-15", "1943-04-08"),
        "the-end-in-africa": (6, 13, "1943-04-19", "1943-05-29"),
    }


@pytest.mark.rule("T2 6.0")
def test_the_axis_sets_up_first_and_the_allies_begin_but_at_kasserine(world):
    assert world.scenario.setup_order == (Side.AXIS, Side.ALLIED)
    first = Side.AXIS if world.scenario.number == 3 else Side.ALLIED
    assert world.scenario.first_player is first


def test_maps_boxes_and_caps(world):
    scenario = world.scenario
    sheets = {1: ("A",), 5: ("B",), 6: ("A",)}.get(scenario.number, ("A", "B"))
    assert scenario.sheets == sheets
    assert scenario.sea_cap is scenario.rail_cap is (scenario.number != 3)
    assert scenario.rows == ({"A": (1, 11), "B": (21, 34)} if scenario.number == 3 else {})
    boxes = {3: ("Algiers", "Sicily", "Sicily A", "Sicily B"), 5: ("Tripoli", "Sicily", "Sicily A", "Sicily B")}
    assert scenario.boxes == boxes.get(scenario.number, world.boxes)


@pytest.mark.rule("T2 2.2", "T2 3.2")
def test_planes_start_in_the_boxes_that_their_side_has_by_then(world):
    axis, allied = (world.scenario.sides[side].air_boxes for side in Side)
    wanted = {4: ["Algiers", "Tripoli"], 5: ["Tripoli"], 6: ["Algiers", "Tripoli"]}
    assert [world.label(box) for box in axis] == ["Sicily"]
    assert [world.label(box) for box in allied] == wanted.get(world.scenario.number, ["Algiers"])
    planes = rules_for(world).start().planes.values()
    there = {(plane.side, world.label(plane.place)) for plane in planes if plane.place >= 0}
    boxes = wanted.get(world.scenario.number, ["Algiers"])
    assert there == {(Side.AXIS, "Sicily"), *((Side.ALLIED, box) for box in boxes)}


@pytest.mark.rule("OCS 0", "T2 6.4")
def test_american_planes_may_start_in_tripoli_too_once_it_is_allied_and_the_desert_air_force_there_alone():
    state = rules_for(load_world("kasserine-campaign")).start()
    places = {pid: {state.world.label(place) for place in plane_places(state, pid)} for pid in state.planes}
    assert {"Algiers", "Tripoli", "A21.05"} <= places["us-p-40-1"]
    assert places["com-daf-p-40-1"] == {"Tripoli"} and places["us-b-17-surge-1"] == {"Algiers"}


def test_ports(world):
    allied = {world.atlas.ports[hex_].name for hex_, side in world.scenario.ports.items() if side is Side.ALLIED}
    wanted = {
        1: {"Philippeville", "Bône", "Tabarka"},
        2: {"Philippeville", "Bône", "Tabarka"},
        4: {"Philippeville", "Bône", "Tabarka"},
        6: {"Philippeville", "Bône", "Tabarka", "Sousse", "Monastir", "Mahdia"},
    }
    assert allied == wanted.get(world.scenario.number, set())
    assert set(world.scenario.ports) == {hex_ for hex_ in world.atlas.ports if world.in_play(hex_)}


@pytest.mark.rule("T2 6.3")
def test_the_part_of_the_map_of_kasserine():
    world = load_world("battle-for-kasserine")
    inside, outside = ("A01.01", "A30.11", "B30.34", "B30.21"), ("A30.12", "B30.20", "A48.24", "B01.01")
    assert all(world.in_play(world.place(label)) for label in inside)
    assert not any(world.in_play(world.place(label)) for label in outside)


@pytest.mark.rule("T2 6.3")
def test_kasserine_has_its_own_sources_and_supply():
    world = load_world("battle-for-kasserine")
    axis, allied = (world.scenario.sides[side] for side in Side)
    assert [world.label(hex_) for hex_ in axis.sources] == ["A54.11", "B57.30"]
    assert [world.label(hex_) for hex_ in allied.sources] == ["A08.11", "A18.11", "A27.11", "A36.11"]
    assert [(each.turn, world.label(each.places[0]), each.tokens) for each in axis.listed] == [
        (None, "B57.30", 4),
        (None, "A54.11", 4),
    ]
    income, guards, armor = allied.listed
    assert (income.turn, income.places, income.tokens) == (None, (), 8)
    assert (world.calendar.date_of(guards.turn).isoformat(), guards.units) == ("1943-02-15", ("br-78-1gds",))
    assert (world.label(guards.places[0]), guards.reserve_markers) == ("A41.11", 2)
    assert (world.calendar.date_of(armor.turn).isoformat(), world.label(armor.places[0])) == ("1943-02-19", "A27.11")
    names = ("1derby", "lplus", "loplus", "10rfl", "art")
    assert armor.units == tuple(f"br-6arm-{name}" for name in names)
    (truck,) = armor.transport
    assert (truck.kind, truck.tokens, truck.formation, truck.loaded) == ("organic", 4, "6 Arm Div", True)
    assert not (axis.arrivals or allied.arrivals or axis.repl_table or allied.repl_table)
    assert world.scenario.eighth_army is EighthArmy.ABSENT


@pytest.mark.rule("T2 6.3", "T2 6.4")
def test_a_dead_panzer_battalion_may_come_in_at_set_up():
    dead = ("ger-10pz-ii7", "ger-15pz-ii8", "ger-21pz-ii5")
    rebuilt = load_world("battle-for-kasserine").scenario.sides[Side.AXIS]
    swapped = load_world("kasserine-campaign").scenario.sides[Side.AXIS]
    assert (rebuilt.setup_choice.choices, rebuilt.setup_choice.give_up) == (dead, "")
    assert (swapped.setup_choice.choices, swapped.setup_choice.give_up) == (dead, "ger-pz-190")
    assert set(dead) <= set(swapped.dead_pile)


@pytest.mark.rule("T2 6.3")
def test_the_allies_rebuild_a_unit_a_turn_at_kasserine():
    world = load_world("battle-for-kasserine")
    each_turn = world.scenario.sides[Side.ALLIED].rebuild_each_turn
    assert each_turn.count == 1
    assert [world.label(hex_) for hex_ in each_turn.places] == ["A08.11", "A18.11"]


@pytest.mark.rule("T2 6.3")
def test_kasserine_is_won_by_tebessa_and_one_allied_source():
    world = load_world("battle-for-kasserine")
    victory = world.scenario.victory
    assert isinstance(victory, BattleVictory)
    axis, allied, rest = victory.goals
    tebessa, source = axis.conditions
    assert (axis.winner, tebessa.present, source.present) == (Side.AXIS, True, True)
    assert [world.label(hex_) for hex_ in tebessa.hexes.values()] == ["A21.05"]
    assert [world.label(hex_) for hex_ in source.hexes.values()] == ["A08.11", "A18.11", "A27.11", "A36.11"]
    assert (tebessa.least, source.least, source.most) == (1, 1, 4)
    (held,) = allied.conditions
    assert (allied.winner, held.present, list(held.hexes)) == (Side.ALLIED, False, ["Tebessa"])
    assert (rest.winner, rest.level, rest.conditions) == (None, "draw", ())


@pytest.mark.rule("T2 5.1", "T2 5.2")
@pytest.mark.parametrize("name", ["tunisia-campaign", "kasserine-campaign"])
def test_the_levels_of_the_campaign(name):
    world = load_world(name)
    victory = world.scenario.victory
    assert isinstance(victory, CampaignVictory)
    sudden, major, minor, massive, axis_major, axis_minor, draw = victory.goals
    assert world.calendar.date_of(sudden.until).isoformat() == "1943-02-15"
    assert (sudden.level, list(sudden.conditions[0].hexes)) == ("Allied massive", ["Tunis", "Bizerte"])
    assert (major.level, major.conditions[0].least) == ("Allied major", 2)
    assert (minor.level, minor.conditions[0].least, minor.conditions[0].most) == ("Allied minor", 1, 1)
    assert (massive.level, massive.conditions[0].least) == ("Axis massive", 7)
    five, one_of_two = axis_major.conditions
    assert (five.least, sorted(one_of_two.hexes), one_of_two.least) == (5, ["Bône", "Tebessa"], 1)
    assert set(axis_minor.conditions[0].hexes) == {"Tunis", "Bizerte", "Sfax", "Mateur"}
    assert (draw.winner, draw.level) == (None, "draw")
    assert victory.levels[0] == "Axis massive" and victory.levels[-1] == "Allied massive"
    for town, hex_ in victory.hexes.items():
        assert world.atlas.name[hex_] == town


@pytest.mark.rule("T2 6.4")
def test_ports_are_damaged_before_the_kasserine_campaign():
    world = load_world("kasserine-campaign")
    damage = world.scenario.port_damage
    names = {world.atlas.ports[hex_].name for hex_ in damage.ports}
    assert names == {"Bône", "Bizerte", "Tunis", "Sousse", "Sfax", "Gabès"}
    assert damage.hits == {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}
    assert world.scenario.eighth_army is EighthArmy.ROLLS_AT_ONCE


@pytest.mark.rule("T2 6.4")
def test_what_is_dead_or_removed_before_the_kasserine_campaign():
    world = load_world("kasserine-campaign")
    axis, allied = (world.scenario.sides[side] for side in Side)
    assert [(each.kind, each.tokens, each.formation) for each in axis.removed_transport] == [
        ("charcoal", 4, ""),
        ("organic", 2, "90 Le Div"),
        ("organic", 2, "Trieste It Mot Div"),
    ]
    assert [(each.kind, each.tokens) for each in allied.removed_transport] == [("charcoal", 4)]
    dead = [(plane.aircraft, plane.count) for plane in axis.dead_planes]
    assert dead == [("ger-ju87", 1), ("ger-ju88", 1), ("ita-mc200", 1)]
    assert (len(axis.dead_pile), len(allied.removed)) == (10, 5)
    (hedgehog,) = axis.hedgehogs
    assert (world.label(hedgehog.hex), hedgehog.level) == ("A44.23", 1)


@pytest.mark.rule("T2 1.4d")
def test_one_unit_of_each_mostly_dead_batch_is_on_the_map_of_the_kasserine_campaign():
    world = load_world("kasserine-campaign")
    axis = world.scenario.sides[Side.AXIS]
    alive = {unit.counter for unit in axis.units}
    survivors = []
    for arrival in world.schedule.arrivals:
        if arrival.draw_one_of:
            survivors += [uid for uid in arrival.draw_one_of if uid in alive]
            assert sum(uid in axis.dead_pile for uid in arrival.draw_one_of) == 3
    assert survivors == ["ger-flak-19", "it-trieste-101", "ger-flak-briel"]


@pytest.mark.rule("T2 1.1b")
def test_the_mareth_line_has_nine_hexes_with_level_two_hedgehogs():
    world = load_world("the-mareth-line")
    south, north = world.atlas.areas["Mareth Line south"], world.atlas.areas["Mareth Line north"]
    assert (len(south), len(north)) == (5, 4)
    assert {world.atlas.hedgehogs[hex_] for hex_ in (*south, *north)} == {2}
    axis = world.scenario.sides[Side.AXIS]
    by_area = [sum(unit.area == f"Mareth Line {part}" for unit in axis.units) for part in ("south", "north")]
    assert by_area == [22, 10]


@pytest.mark.rule("T2 6.5", "T2 6.6")
def test_the_two_last_scenarios():
    mareth, end = load_world("the-mareth-line"), load_world("the-end-in-africa")
    for world in (mareth, end):
        assert world.scenario.eighth_army is EighthArmy.RELEASED
        assert isinstance(world.scenario.victory, OccupyAtLeast)
    towns, ports = mareth.scenario.victory, end.scenario.victory
    assert (towns.side, towns.count, towns.otherwise, towns.until) == (Side.ALLIED, 2, Side.AXIS, None)
    assert [mareth.label(hex_) for hex_ in towns.hexes.values()] == ["B48.17", "B44.17", "B51.14"]
    assert (ports.count, [end.label(hex_) for hex_ in ports.hexes.values()]) == (2, ["A48.24", "A44.31"])
    assert end.calendar.date_of(ports.until).isoformat() == "1943-05-12"
    supply, armor = mareth.scenario.sides[Side.ALLIED].listed
    assert (supply.turn, supply.tokens, supply.places) == (None, 12, mareth.atlas.entries["E"])
    assert (mareth.calendar.date_of(armor.turn).isoformat(), len(armor.units)) == ("1943-03-26", 6)
    assert end.scenario.skip_entries == ("Entry E",)


def test_victory_of_one_kind_reads_as_goals():
    first, rest = load_world("the-end-in-africa").scenario.victory.goals
    assert (first.winner, first.conditions[0].least, first.until) == (Side.ALLIED, 2, 53)
    assert (rest.winner, rest.conditions) == (Side.AXIS, ())


# Arrangement


def stands(world: World):
    """Ground alone: an arrangement must keep to whatever it is told, here to terrain."""
    return lambda counter, hex_: can_enter(world.atlas, world.chart, hex_, mobilities_of(counter))


@pytest.mark.rule("OCS 0", "OCS 4.8a")
def test_a_default_arrangement_keeps_to_choices_stacking_and_enemies(world):
    found = arrange(world, stands(world), TEN_RE)
    assert found.unplaced == ()
    grid, load = world.atlas.grid, {}
    for side, setup in world.scenario.sides.items():
        for unit in setup.units:
            place = found.places[unit.counter]
            if unit.place >= grid.size:
                assert place == unit.place
                continue
            near = grid.distance(place, unit.place) <= unit.within
            if unit.area:
                near = place in world.atlas.areas[unit.area]
            assert near and world.in_play(place) and stands(world)(world.counters[unit.counter], place)
            owners, size = load.get(place, (set(), 0))
            load[place] = (owners | {side}, size + world.counters[unit.counter].re)
    assert all(len(owners) == 1 and size <= TEN_RE for owners, size in load.values())
    for side, setup in world.scenario.sides.items():
        pieces = [*zip(setup.transport, found.transport[side], strict=True)]
        pieces += zip(setup.supply, found.supply[side], strict=True)
        for piece, place in pieces:
            assert grid.distance(place, piece.place) <= piece.within
            assert load.get(place, ({side}, 0))[0] == {side}


@pytest.mark.rule("OCS 0")
def test_units_stay_in_the_named_hex_while_there_is_room():
    """The seven units of the Tunis garrison are less than 10 RE: none leaves Tunis, though all may."""
    world = load_world("kasserine-campaign")
    found = arrange(world, stands(world), TEN_RE)
    tunis = [unit.counter for unit in world.scenario.sides[Side.AXIS].units if unit.place == world.place("A48.24")]
    assert len(tunis) == 7 and {found.places[uid] for uid in tunis} == {world.place("A48.24")}


def test_an_area_is_held_along_its_whole_length():
    world = load_world("the-mareth-line")
    found = arrange(world, stands(world), TEN_RE)
    for area in ("Mareth Line south", "Mareth Line north"):
        units = [unit.counter for unit in world.scenario.sides[Side.AXIS].units if unit.area == area]
        assert {found.places[uid] for uid in units} == set(world.atlas.areas[area])


def test_what_has_no_room_is_told():
    world = load_world("race-for-tunis")
    found = arrange(world, stands(world), 4)
    assert "ger-pz-190" in found.places
    assert {world.label(unit.place) for unit in found.unplaced} >= {"A48.24", "A44.31"}
