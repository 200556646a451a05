"""The first scenario, counted by hand against the set-up of the rulebook."""

import datetime

import pytest

from ocs_engine.grid import GridError
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import ScenarioError
from ocs_engine.world.scenario import OccupyAtLeast
from ocs_engine.world.world import find_scenario, list_scenarios, load_world

UNITS = {
    Side.AXIS: {
        "A44.31": ("ger-march-t-2", "it-marine-bafile", "it-marine-grado"),
        "A41.28": ("it-inf-10brs",),
        "A34.27": ("ger-witzig",),
        "A39.26": ("it-ag-557",),
        "A45.26": ("ger-obs-ii",),
        "A44.23": ("ger-inf-t5",),
        "A41.22": ("ger-para-i5",),
        "A48.09": ("ger-obs-i",),
        "A48.24": (
            "ger-pz-190",
            "ger-march-t-1",
            "ger-march-t-3",
            "it-superga-101ag",
            "it-superga-136ag",
            "it-para-1ra",
        ),
        "Sicily A": ("it-superga-92", "it-superga-1ag", "it-superga-5art", "ger-march-a-20"),
        "Sicily B": ("ger-para-iii5", "ger-baren"),
    },
    Side.ALLIED: {
        "A30.26": ("br-78-11", "br-78-36"),
        "A17.26": ("br-para-3", "br-cdo-6", "fr-pol-schw", "fr-pol-morl"),
        "A35.23": ("fr-inf-zouv",),
        "A17.22": ("br-6arm-1721l", "br-6arm-1derby"),
        "A40.22": ("fr-mech-coutx",),
        "A02.18": ("fr-pol-regn",),
        "A36.11": ("fr-mix-sahel",),
        "A35.02": ("fr-inf-4tun",),
        "A19.06": ("us-para-2-509",),
        "Algiers": ("br-78-art", "br-para-1", "br-para-2"),
    },
}
# aircraft, count, how many reduced, inactive
PLANES = {
    Side.AXIS: [
        ("ger-fw190a", 1, 0, False),
        ("ger-bf109g", 3, 1, False),
        ("ger-ju87", 1, 1, False),
        ("ger-ju88", 1, 0, False),
        ("ger-ju52", 2, 0, True),
        ("ger-he111-gldr", 1, 0, True),
        ("ita-mc202", 2, 1, False),
        ("ita-mc200", 1, 1, False),
        ("ita-z1007", 1, 1, False),
        ("ita-mixedtpt", 1, 0, True),
    ],
    Side.ALLIED: [
        ("us-spitv", 3, 0, False),
        ("us-p-40", 1, 0, False),
        ("us-a-20", 1, 0, False),
        ("us-c-47", 2, 0, False),
        ("com-spitv", 4, 1, False),
        ("com-hurriii", 1, 1, False),
        ("com-blenv", 2, 1, False),
    ],
}
SURGE = {
    Side.AXIS: [
        ("ger-bf110-surge", 2, 1, True),
        ("ger-bf210-surge", 1, 0, True),
        ("ger-ju88-surge", 2, 0, True),
        ("ita-mixedftr-surge", 1, 0, True),
    ],
    Side.ALLIED: [("us-p-38-surge", 1, 0, True), ("com-beaufgtr-surge", 2, 1, True)],
}
BASES = {
    Side.AXIS: [
        ("A48.25", 2),
        ("A48.09", 2),
        ("A45.26", 1),
        ("A44.31", 1),
        ("A52.18", 0),
        ("A47.22", 0),
        ("A41.28", 0),
    ],
    Side.ALLIED: [
        ("A17.25", 1),
        ("A06.25", 1),
        ("A03.18", 1),
        ("A21.05", 1),
        ("A12.10", 1),
        ("A19.17", 0),
        ("A19.06", 0),
        ("A13.20", 0),
    ],
}


@pytest.mark.rule("T2 6.1")
def test_dates_map_and_who_begins(race):
    scenario = race.scenario
    assert (scenario.id, scenario.number, scenario.title) == ("race-for-tunis", 1, "Race for Tunis")
    assert (scenario.first_turn, scenario.last_turn) == (1, 14)
    assert scenario.sheets == ("A",)
    assert scenario.first_player is Side.ALLIED
    assert scenario.setup_order == (Side.AXIS, Side.ALLIED)
    assert scenario.skip_entries == ("Entry E",)


@pytest.mark.rule("T2 6.1")
@pytest.mark.parametrize("side", list(Side))
def test_every_unit_stands_where_the_rulebook_puts_it(race, side):
    found: dict[str, tuple[str, ...]] = {}
    for unit in race.scenario.sides[side].units:
        place = race.label(unit.place)
        found[place] = (*found.get(place, ()), unit.counter)
        assert (unit.within, unit.area) == (0, "")
    assert found == UNITS[side]


@pytest.mark.rule("T2 6.1")
def test_tunis_holds_six_units_and_a_loaded_charcoal_truck_point(race):
    axis = race.scenario.sides[Side.AXIS]
    tunis = race.place("A48.24")
    assert sum(unit.place == tunis for unit in axis.units) == 6
    (truck,) = [transport for transport in axis.transport if transport.place == tunis]
    assert (truck.kind, truck.tokens, truck.loaded, truck.formation) == ("charcoal", 4, True, "")


@pytest.mark.rule("T2 6.0")
def test_transport_supply_and_replacements(race):
    axis, allied = race.scenario.sides[Side.AXIS], race.scenario.sides[Side.ALLIED]
    carts = [(race.label(each.place), each.kind, each.tokens, each.loaded, each.formation) for each in axis.transport]
    assert carts == [("A44.31", "charcoal", 4, True, ""), ("A48.24", "charcoal", 4, True, "")]
    carts = [(race.label(each.place), each.kind, each.tokens, each.loaded, each.formation) for each in allied.transport]
    assert carts == [("A17.22", "organic", 4, True, "6 Arm Div"), ("A02.18", "charcoal", 8, True, "")]
    assert [(race.label(dump.place), dump.tokens) for dump in allied.supply] == [("A17.26", 4)]
    assert axis.supply == () and axis.repls == ()
    assert [(repl.kind, race.label(repl.place), repl.count) for repl in allied.repls] == [
        ("pax", "Algiers", 1),
        ("eq", "Algiers", 1),
    ]
    assert (axis.reserve_markers, allied.reserve_markers) == (4, 3)
    assert axis.arrivals and allied.arrivals and axis.repl_table and allied.repl_table


@pytest.mark.rule("T2 6.1")
@pytest.mark.parametrize("side", list(Side))
def test_planes_and_surge_planes(race, side):
    planes = race.scenario.sides[side].planes
    assert all(plane.place is None for plane in planes)
    found = [(plane.aircraft, plane.count, plane.reduced, plane.inactive) for plane in planes if not plane.surge]
    assert found == PLANES[side]
    assert [(plane.aircraft, plane.count, plane.reduced, plane.inactive) for plane in planes if plane.surge] == SURGE[
        side
    ]


@pytest.mark.parametrize("side", list(Side))
def test_air_bases(race, side):
    bases = race.scenario.sides[side].bases
    assert [(race.label(base.hex), base.level) for base in bases] == BASES[side]


def test_air_bases_in_algeria_are_allied(race):
    """The source gives A21.05 and A12.10 to the Axis, which cannot be; both are Allied in February."""
    for side, setup in race.scenario.sides.items():
        for base in setup.bases:
            assert (race.atlas.country[base.hex] == "Algeria") <= (side is Side.ALLIED)


@pytest.mark.rule("T2 6.1")
def test_the_allies_hold_three_ports_and_the_axis_the_others_of_map_a(race):
    owners = {race.atlas.ports[hex_].name: side for hex_, side in race.scenario.ports.items()}
    assert {name for name, side in owners.items() if side is Side.ALLIED} == {"Philippeville", "Bône", "Tabarka"}
    assert {"Bizerte", "Tunis", "Sousse"} <= {name for name, side in owners.items() if side is Side.AXIS}
    assert "Sfax" not in owners  # on map B


@pytest.mark.rule("T2 6.1")
def test_victory_is_three_of_five_towns(race):
    victory = race.scenario.victory
    assert isinstance(victory, OccupyAtLeast)
    assert (victory.side, victory.count, victory.otherwise) == (Side.ALLIED, 3, Side.AXIS)
    assert {name: race.label(hex_) for name, hex_ in victory.hexes.items()} == {
        "Tunis": "A48.24",
        "Bizerte": "A44.31",
        "Mateur": "A41.28",
        "Medjez el Bab": "A41.22",
        "Djedeida": "A45.26",
    }


def test_only_map_a_is_in_play(race):
    assert race.in_play(race.place("A48.24"))
    assert not race.in_play(race.place("B48.17"))


def test_places_are_hexes_and_boxes(race):
    size = race.atlas.grid.size
    assert set(race.boxes) == {"Algiers", "Tripoli", "Sicily", "Sicily A", "Sicily B"}
    assert [race.place(box) for box in race.boxes] == list(range(size, size + 5))
    assert race.label(race.place("sicily b")) == "Sicily B" and race.is_box(size) and not race.is_box(size - 1)
    assert race.place("A8.11") == race.place("A08.11") == race.atlas.grid.hex("A08.11")
    assert race.label(size + 1) == "Tripoli" and race.label(race.place("a08.11")) == "A08.11"
    with pytest.raises(GridError):
        race.place("Malta")


def test_the_world_holds_the_whole_catalogue(race):
    assert len(race.counters) == 308
    assert set(race.hashes) == {"map", "data", "scenario"}
    assert all(len(value) == 64 for value in race.hashes.values())
    assert load_world("race-for-tunis") is race
    assert hash(race) == object.__hash__(race)


def test_the_list_of_scenarios_needs_no_map(monkeypatch):
    monkeypatch.setattr("ocs_engine.world.world.load_atlas", None)
    (first, *_) = list_scenarios()
    assert (first.id, first.number, first.title, first.turns) == ("race-for-tunis", 1, "Race for Tunis", 14)
    assert (first.first, first.last) == (datetime.date(1942, 11, 15), datetime.date(1942, 12, 29))


def test_a_mistyped_scenario_names_the_nearest():
    with pytest.raises(ScenarioError, match=r"did you mean race-for-tunis\?"):
        find_scenario("race-for-tunes")


def test_a_scenario_file_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(ScenarioError, match="there is no such scenario file"):
        load_world(tmp_path / "lost.ocs")
