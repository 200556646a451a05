"""The atlas: geography that any atlas shows, facts of the errata, and clear errors for broken files."""

import shutil
from pathlib import Path

import pytest

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import RULES_FILES, Atlas, load_atlas
from ocs_engine.world.errors import DataError
from ocs_engine.world.resources import bundled

ATLAS = load_atlas()
GRID = ATLAS.grid


def at(label: str) -> Hex:
    return GRID.hex(label)


def between(one: str, two: str) -> int:
    return GRID.edge_between(at(one), at(two))


@pytest.mark.parametrize(
    ("label", "name", "settlement", "country"),
    [
        ("A02.18", "Constantine", "city", "Algeria"),
        ("A17.26", "Bône", "city", "Algeria"),
        ("A21.05", "Tebessa", "city", "Algeria"),
        ("A19.17", "Souk Ahras", "village", "Algeria"),
        ("A30.26", "Tabarka", "village", "Tunisia"),
        ("A31.16", "Le Kef", "village", "Tunisia"),
        ("A41.22", "Medjez el Bab", "village", "Tunisia"),
        ("A48.24", "Tunis", "city", "Tunisia"),
        ("A48.09", "Kairouan", "city", "Tunisia"),
        ("A31.01", "Kasserine", "village", "Tunisia"),
        ("B57.30", "Sfax", "city", "Tunisia"),
        ("B54.10", "Medenine", "village", "Tunisia"),
        ("B04.09", "El Oued", "village", "Algeria"),
    ],
)
def test_towns_lie_in_their_hexes(label: str, name: str, settlement: str, country: str) -> None:
    hex_ = at(label)
    assert (ATLAS.name[hex_], ATLAS.settlement[hex_], ATLAS.country[hex_]) == (name, settlement, country)


@pytest.mark.rule("T2 1.1e")
@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("A17.25", "A17.26"),
        ("A43.31", "A44.30"),
        ("A48.29", "A48.30"),
        ("A48.29", "A49.30"),
        ("A49.24", "A49.25"),
        ("A57.09", "A57.10"),
    ],
)
def test_full_lake_and_sea_hexsides_of_the_errata_are_blocked_both_ways(one: str, two: str) -> None:
    assert ATLAS.water[between(one, two)] == ATLAS.water[between(two, one)] == "blocked"


def test_the_bizerte_channel_is_crossed_by_a_road() -> None:
    assert ATLAS.water[between("A44.30", "A44.31")] == "blocked_with_road"
    assert ATLAS.road[between("A44.30", "A44.31")] == "primary"


def test_the_road_from_souk_ahras_to_the_upper_right_is_primary() -> None:
    assert ATLAS.road[between("A19.17", "A20.17")] == "primary"


def test_everything_on_a_hexside_is_the_same_from_both_sides() -> None:
    for edge in range(6 * GRID.size):
        back = GRID.reverse(edge)
        for table in (ATLAS.water, ATLAS.river_name, ATLAS.road, ATLAS.rail):
            assert table[edge] == (table[back] if back >= 0 else "")


def test_ports_have_their_capacities() -> None:
    tunis = ATLAS.ports[at("A48.24")]
    assert (tunis.name, tunis.capacity, tunis.hit_capacities[2]) == ("Tunis", 16, 6)  # 4 SP; 1 SP 2T with 3 hits
    assert {ATLAS.grid.label(h) for h, port in ATLAS.ports.items() if port.zone == "A west"} == {
        "A06.25",
        "A17.26",
        "A30.26",
    }
    assert all(ATLAS.coastal[h] for h in ATLAS.ports)


@pytest.mark.rule("T2 1.8a")
@pytest.mark.parametrize(
    ("label", "zone", "closed_to"),
    [("A30.26", "A west", "Axis"), ("A31.31", "A east", "Allied"), ("A48.24", "A east", "Allied"), ("B57.30", "B", "")],
)
def test_halves_of_the_sea(label: str, zone: str, closed_to: str) -> None:
    found = ATLAS.water_zone(at(label))
    assert (found.name, found.closed_to) == (zone, closed_to)


@pytest.mark.rule("T2 1.10")
def test_ports_have_intrinsic_flak() -> None:
    assert ATLAS.flak == {
        at("A17.26"): ("Allied", 1),
        at("A44.31"): ("Axis", 2),
        at("A48.24"): ("Axis", 2),
        at("A54.11"): ("Axis", 1),
    }


@pytest.mark.rule("T2 1.1c")
def test_the_printed_air_entry_point_is_38_hexes_from_sicily() -> None:
    point = next(p for p in ATLAS.air_entry_points if p.hex == at("A47.31"))
    assert point.links == {"Sicily": 38}
    assert point.mark == "S"
    assert len(ATLAS.air_entry_points) == 12


@pytest.mark.rule("T2 1.1b")
def test_the_mareth_line_runs_from_the_sea_to_the_hills_without_a_gap() -> None:
    south = ATLAS.areas["Mareth Line south"]
    assert {GRID.label(h) for h in south} == {"B52.14", "B51.14", "B50.13", "B50.12", "B49.12"}
    assert ATLAS.coastal[at("B52.14")]
    joined = {south[0]}
    for _ in south:
        joined |= {h for h in south if any(GRID.adjacent(h, other) for other in joined)}
    assert joined == set(south)
    north = ATLAS.areas["Mareth Line north"]
    assert ATLAS.hedgehogs == dict.fromkeys((*south, *north), 2)
    assert len(north) == 4


def test_entries() -> None:
    assert {GRID.label(h) for h in ATLAS.entries["A"]} == {"A01.13", "A01.14", "A01.15", "A01.16", "A01.17"}
    assert {GRID.label(h) for h in ATLAS.entries["E"]} == {"B60.07", "B60.08", "B60.09"}


def test_errata_leave_b58_11_open() -> None:
    assert ATLAS.terrain[at("B58.11")] == "open"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in RULES_FILES:
        shutil.copy(bundled("maps", "baked", name), tmp_path / name)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())


def test_the_content_hash_is_of_the_rules_files_alone(copy: Path) -> None:
    assert load_atlas(copy).content_hash == ATLAS.content_hash
    (copy / "drawing.json").write_text("{}")
    assert load_atlas(copy).content_hash == ATLAS.content_hash
    change(copy / "features.csv", "Djedeida", "Djedeidah")
    assert load_atlas(copy).content_hash != ATLAS.content_hash


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("hexes.csv", "A02.18,100,rough", "A02.18,100,ruogh", "did you mean rough"),
        ("hexes.csv", "A02.18,100,rough", "A02.18,101,rough", "0 to 100"),
        ("hexes.csv", "A02.18,100,rough", "A02.18,much,rough", "expected a whole number"),
        ("hexes.csv", "\nA02.18,", "\nA02.38,", "A02.38 is off the map"),
        ("hexes.csv", "hex,land,", "hex,lnad,", "columns are"),
        ("hexsides.csv", "A44.30,A44.31,", "A44.30,A46.31,", "not adjacent"),
        ("hexsides.csv", "blocked_with_road", "blocked_with_rod", "did you mean blocked_with_road"),
        ("features.csv", "flak,Axis 2", "flak,Axis two", "a side and points"),
        ("features.csv", "hedgehog,2,K", "hedgehog,2,X", "S, S95, SG, K, R"),
        ("ports.csv", ",16,", ",sixteen,", "expected a whole number"),
        ("air-entry-points.csv", "Sicily,38,S", "Sicily,38", "expected 4"),
        ("water-zones.csv", "31,60,Allied", "31,60,Alied", "did you mean Allied"),
    ],
)
def test_a_broken_file_is_told_with_file_line_and_what_was_expected(
    copy: Path, file: str, old: str, new: str, expected: str
) -> None:
    change(copy / file, old, new)
    line = next(
        (i for i, text in enumerate((copy / file).read_text(encoding="utf-8").splitlines(), 1) if new.strip() in text),
        1,
    )
    with pytest.raises(DataError) as caught:
        load_atlas(copy)
    assert f"{file}:{line}:" in str(caught.value)
    assert expected in str(caught.value)


def test_a_hex_that_stands_twice_and_sheets_that_overlap_are_told(copy: Path) -> None:
    change(copy / "hexes.csv", "\nA02.19,", "\nA02.18,")
    with pytest.raises(DataError, match=r"A02\.18 stands already on an earlier line"):
        load_atlas(copy)
    change(copy / "sheets.csv", "B,60,34,-34", "B,60,34,0")
    with pytest.raises(DataError, match=r"sheets\.csv.*overlap"):
        load_atlas(copy)


def test_water_zones_must_cover_the_map(copy: Path) -> None:
    change(copy / "water-zones.csv", "A,31,60", "A,32,60")
    with pytest.raises(DataError, match="every column of every sheet"):
        load_atlas(copy)


def test_a_column_is_named_too(copy: Path) -> None:
    change(copy / "hexes.csv", "A02.18,100,rough", "A02.18,100,ruogh")
    with pytest.raises(DataError) as caught:
        load_atlas(copy)
    assert caught.value.problems[0].column == len("A02.18,100,") + 1


def test_a_missing_file_and_a_missing_hex_are_told(copy: Path) -> None:
    text = (copy / "hexes.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (copy / "hexes.csv").write_bytes("".join(line for line in text if not line.startswith("A48.24,")).encode())
    with pytest.raises(DataError, match=r"no row for A48\.24"):
        load_atlas(copy)
    (copy / "ports.csv").unlink()
    with pytest.raises(DataError, match=r"ports\.csv.*missing"):
        load_atlas(copy)


def test_an_atlas_is_complete() -> None:
    assert isinstance(ATLAS, Atlas)
    for table in (ATLAS.land, ATLAS.terrain, ATLAS.name, ATLAS.elevation):
        assert len(table) == 60 * 34 * 2
    for edges in (ATLAS.water, ATLAS.road, ATLAS.rail):
        assert len(edges) == 6 * 60 * 34 * 2
    assert all(ATLAS.country[h] == "" for h in range(GRID.size) if ATLAS.terrain[h] == "sea")
