"""The baked map against the real country: what anyone with a school atlas or a history of the campaign looks for."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from ocs_engine.grid import OFF_MAP, Edge, Hex
from ocs_engine.mapmaking.georeference import nearest_hex, to_map
from ocs_engine.world.atlas import load_atlas
from ocs_engine.world.resources import bundled

ATLAS = load_atlas()
GRID = ATLAS.grid
DRAWING: dict[str, Any] = json.loads(bundled("maps", "baked", "drawing.json").read_text(encoding="utf-8"))


def at(latitude: float, longitude: float) -> Hex:
    return nearest_hex(GRID, *to_map(latitude, longitude))


def place(name: str) -> Hex:
    return next(GRID.hex(p["hex"]) for p in DRAWING["places"] if p["name"] == name)


def reach(start: Hex, passes: Callable[[Edge], bool]) -> set[Hex]:
    seen, stack = {start}, [start]
    while stack:
        here = stack.pop()
        for edge in range(6 * here, 6 * here + 6):
            there = GRID.neighbours[edge]
            if there != OFF_MAP and there not in seen and passes(edge):
                seen.add(there)
                stack.append(there)
    return seen


def river(name: str) -> dict[str, Any]:
    return next(r for r in DRAWING["rivers"] if r["name"] == name)


def river_hexes(name: str) -> set[Hex]:
    """Hexes on either bank."""
    return {e // 6 for e in range(6 * GRID.size) if ATLAS.river_name[e] == name}


@pytest.mark.parametrize(
    ("what", "latitude", "longitude", "kinds"),
    [
        ("Djebel Chambi, the highest of Tunisia", 35.20, 8.67, {"mountain"}),
        ("Djebel Zaghouan", 36.34, 10.10, {"mountain"}),
        ("Aures, Chelia", 35.32, 6.67, {"mountain"}),
        ("Edough by Bône", 36.90, 7.60, {"mountain", "rough"}),
        ("Djebel Orbata by Gafsa", 34.38, 9.08, {"mountain"}),
        ("Kroumirie", 36.75, 8.60, {"mountain", "rough"}),
        ("Matmata hills", 33.40, 10.12, {"rough", "hills"}),
        ("plain of the upper Medjerda", 36.60, 8.97, {"open"}),
        ("plain of Kairouan", 35.62, 10.05, {"open"}),
        ("Sahel by Sfax", 34.85, 10.50, {"open"}),
        ("Djeffara by Medenine", 33.45, 10.60, {"open"}),
        ("Chott el Djerid", 33.70, 8.40, {"salt_marsh"}),
        ("Chott el Fejaj", 33.92, 9.20, {"salt_marsh"}),
        ("Chott el Gharsa", 34.10, 7.80, {"salt_marsh"}),
        ("Chott Melrhir", 34.20, 6.60, {"salt_marsh"}),
        ("Sebkhet Sidi el Hani", 35.53, 10.38, {"salt_marsh"}),
        ("Lac Achkel", 37.17, 9.66, {"lake", "marsh"}),
        ("Grand Erg Oriental", 33.00, 7.50, {"sand"}),
        ("Gulf of Gabès", 34.10, 10.60, {"sea"}),
        ("Gulf of Hammamet", 36.10, 10.80, {"sea"}),
        ("Gulf of Tunis", 36.95, 10.45, {"sea"}),
        ("Cap Bon", 36.85, 10.90, {"open", "hills", "rough"}),
        ("Djerba", 33.80, 10.90, {"open"}),
    ],
)
def test_terrain(what: str, latitude: float, longitude: float, kinds: set[str]) -> None:
    assert ATLAS.terrain[at(latitude, longitude)] in kinds, what


@pytest.mark.parametrize(
    ("name", "lowest", "highest"),
    [("Tunis", 0, 60), ("Sfax", 0, 60), ("Tebessa", 750, 1100), ("Kasserine", 600, 850), ("Ain Beida", 900, 1100),
     ("Gafsa", 250, 500), ("Kairouan", 30, 130), ("Constantine", 450, 850)],
)
def test_heights(name: str, lowest: int, highest: int) -> None:
    assert lowest <= ATLAS.elevation[place(name)] <= highest


@pytest.mark.parametrize(
    ("town", "country"),
    [("Tebessa", "Algeria"), ("La Calle", "Algeria"), ("Souk Ahras", "Algeria"), ("Ouenza", "Algeria"),
     ("Bir el Ater", "Algeria"), ("Tabarka", "Tunisia"), ("Thala", "Tunisia"), ("Le Kef", "Tunisia"),
     ("Feriana", "Tunisia"), ("Tozeur", "Tunisia"), ("Foum Tatahouine", "Tunisia")],
)
def test_countries(town: str, country: str) -> None:
    assert ATLAS.country[place(town)] == country


def test_a_hex_on_the_algerian_border_counts_as_algeria() -> None:
    line = next(b["line"] for b in DRAWING["borders"] if b["name"] == "Algeria - Tunisia")
    on_it = {nearest_hex(GRID, (x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(line)} - {OFF_MAP}
    assert len(on_it) > 25
    assert {ATLAS.country[h] for h in on_it} == {"Algeria"}


def test_the_medjerda_runs_from_souk_ahras_to_the_gulf_of_tunis() -> None:
    medjerda = river("Medjerda")
    assert medjerda["class"] == "major_river"
    assert medjerda["end"] == "sea"
    banks = river_hexes("Medjerda")
    for town in ("Souk Ahras", "Ghardimaou", "Souk el Arba", "Medjez el Bab", "Djedeida"):
        assert place(town) in banks, town
    mouth = nearest_hex(GRID, *medjerda["corners"][-1])
    assert any(ATLAS.terrain[h] == "sea" for h in (mouth, *GRID.around(mouth)))
    assert GRID.distance(mouth, at(37.05, 10.15)) <= 2


def test_medjez_lies_on_the_east_bank_and_the_west_bank_hex_across_the_river() -> None:
    one, two = GRID.hex("A40.22"), GRID.hex("A41.22")
    assert ATLAS.water[GRID.edge_between(one, two)] == "major_river"


@pytest.mark.parametrize(
    ("tributary", "parent"),
    [("Mellegue", "Medjerda"), ("Siliana", "Medjerda"), ("Tessa", "Medjerda"), ("Beja", "Medjerda"),
     ("Meskiana", "Mellegue"), ("Cherf", "Seybouse"), ("Hatab/Foussana/Derb (Kasserine)", "Zeroud")],
)
def test_tributaries_end_on_their_parents(tributary: str, parent: str) -> None:
    assert river(tributary)["end"] == parent
    assert river(tributary)["corners"][-1] in river(parent)["corners"]


@pytest.mark.parametrize("name", ["Seybouse", "Miliane", "Safsaf", "Akarit", "Zigzaou"])
def test_rivers_that_reach_the_sea(name: str) -> None:
    assert river(name)["end"] == "sea"


def test_river_chains_are_unbroken_hexsides() -> None:
    side = 1 / 3**0.5
    for each in DRAWING["rivers"]:
        for (x1, y1), (x2, y2) in pairwise(each["corners"]):
            assert ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 == pytest.approx(side, abs=2e-3), each["name"]


@pytest.mark.rule("T2 1.1a")
def test_entry_a_reaches_tunis_by_rail() -> None:
    rails = reach(GRID.hex("A01.15"), lambda e: ATLAS.rail[e] != "")
    assert place("Tunis") in rails
    for town in ("Bône", "Tebessa", "Bizerte", "Sfax", "Gabès", "Gafsa", "Kasserine", "Tozeur", "Tabarka"):
        assert place(town) in rails, town


@pytest.mark.rule("T2 1.1a")
@pytest.mark.parametrize("town", ["Sfax", "Kairouan"])
def test_the_lines_to_sfax_and_kairouan_leave_that_from_tunis_at_sousse(town: str) -> None:
    """They branch off at Kalaa Srira, which the main line passes by; no way round through Algeria is needed."""
    west = GRID.centre(place("Kairouan"))[0] - 1
    coast = reach(place("Sousse"), lambda e: ATLAS.rail[e] != "" and GRID.centre(e // 6)[0] > west)
    assert {place("Tunis"), place(town)} <= set(coast)


def test_standard_gauge_runs_from_entry_a_to_tunis_and_no_rail_south_of_gabes() -> None:
    assert place("Tunis") in reach(GRID.hex("A01.15"), lambda e: ATLAS.rail[e] == "standard")
    assert place("Sousse") not in reach(GRID.hex("A01.15"), lambda e: ATLAS.rail[e] == "standard")
    south = place("Gabès")
    _, limit = GRID.centre(south)
    assert all(GRID.centre(e // 6)[1] >= limit - 1 for e in range(6 * GRID.size) if ATLAS.rail[e])


def test_all_great_towns_hang_on_one_road_net() -> None:
    net = reach(place("Tunis"), lambda e: ATLAS.road[e] != "")
    for town in ("Constantine", "Bône", "Tebessa", "Bizerte", "Sousse", "Sfax", "Gabès", "Gafsa", "Medenine", "Tozeur",
                 "Le Kef", "Tabarka", "Kelibia", "Foum Tatahouine", "Kebili"):
        assert place(town) in net, town


@pytest.mark.parametrize(
    ("one", "two", "classes"),
    [
        ("Tunis", "Medjez el Bab", {"primary"}),
        ("Medjez el Bab", "Le Kef", {"primary"}),
        ("Tunis", "Bizerte", {"primary"}),
        ("Tunis", "Sousse", {"primary"}),
        ("Sousse", "Sfax", {"primary"}),
        ("Sbeitla", "Sfax", {"primary"}),
        ("Gabès", "Medenine", {"primary"}),
        ("Kasserine", "Thala", {"primary"}),
        ("Constantine", "Tebessa", {"primary"}),
        ("Beja", "Mateur", {"primary", "secondary"}),
        ("Tozeur", "Kebili", {"primary", "secondary", "track"}),
    ],
)
def test_great_roads(one: str, two: str, classes: set[str]) -> None:
    assert place(two) in reach(place(one), lambda e: ATLAS.road[e] in classes)


@pytest.mark.parametrize(
    ("gate", "shoulders"),
    [
        ("Kasserine Pass", [(35.20, 8.67), (35.32, 8.80)]),             # Chambi and Semmama
        ("Faid", [(35.12, 9.72), (34.94, 9.64)]),                        # ridges north and south of the pass
        ("El Guettar", [(34.38, 9.08)]),                                 # Orbata
    ],
)
def test_gates_are_easier_than_their_shoulders(gate: str, shoulders: list[tuple[float, float]]) -> None:
    hardness = ("open", "hills", "rough", "mountain")
    through = hardness.index(ATLAS.terrain[place(gate)])
    assert sum(1 for e in range(6 * place(gate), 6 * place(gate) + 6) if ATLAS.road[e]) >= 2
    assert all(hardness.index(ATLAS.terrain[at(*shoulder)]) > through for shoulder in shoulders)


def test_mountains_are_a_small_part_of_the_land_and_kroumirie_is_no_solid_block() -> None:
    land = [h for h in range(GRID.size) if ATLAS.is_land(h)]
    assert 0.04 < sum(1 for h in land if ATLAS.terrain[h] == "mountain") / len(land) < 0.12
    block = list(GRID.within(at(36.75, 8.60), 3))
    assert sum(1 for h in block if ATLAS.terrain[h] == "mountain") / len(block) < 0.75


def test_roads_and_rails_take_no_hairpins_but_where_water_bars_the_way() -> None:
    for line in DRAWING["roads"] + DRAWING["rails"]:
        hexes = [GRID.hex(label) for label in line["hexes"]]
        assert all(one != two for one, two in zip(hexes, hexes[2:], strict=False)), line["name"]
        assert all(GRID.adjacent(one, two) for one, two in pairwise(hexes)), line["name"]
        assert all(ATLAS.is_land(h) for h in hexes), line["name"]


def test_lines_leave_the_map_where_history_says() -> None:
    outer = {line["hexes"][-1 if end == "end" else 0] for line in DRAWING["roads"] + DRAWING["rails"]
             for end in line["leaves"]}
    assert outer == {"A01.15", "A01.13", "A01.17", "A60.04", "A60.02", "A01.06", "B01.29", "B60.08", "B60.12", "B53.01"}


def test_the_coast_is_drawn_where_the_sea_hexes_are() -> None:
    from shapely import Point, Polygon, prepare, unary_union

    land = unary_union([Polygon(p["outer"], p["holes"]) for p in DRAWING["land"]])
    prepare(land)
    wrong = [GRID.label(h) for h in range(GRID.size)
             if ATLAS.land[h] in (0, 100) and land.contains(Point(GRID.centre(h))) != (ATLAS.land[h] == 100)]
    assert wrong == []


def test_the_height_raster_lies_under_the_map() -> None:
    heights = np.load(bundled("maps", "baked", "relief.npy"))
    frame = DRAWING["relief"]

    def highest(latitude: float, longitude: float) -> int:
        """Of the cells within about 3 km."""
        x, y = to_map(latitude, longitude)
        row = int((frame["north"] - y) * frame["cells_per_unit"])
        column = int((x - frame["west"]) * frame["cells_per_unit"])
        return int(heights[row - 4 : row + 5, column - 4 : column + 5].max())

    assert highest(35.205, 8.675) > 1200                                # Chambi, 1544 m
    assert highest(36.36, 10.12) > 800                                  # Zaghouan, 1295 m
    assert highest(34.2, 10.6) == 0                                     # Gulf of Gabès
    assert 600 < highest(35.1676, 8.8365) < 900                         # Kasserine, 660 m
