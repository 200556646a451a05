"""The map check: the project's own map passes, and each fault put into a copy is found at its place."""

import csv
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ocs_engine.mapmaking import check
from ocs_engine.mapmaking.check import MapCheck, Proof, check_map
from ocs_engine.mapmaking.sources import load_sources
from ocs_engine.world.atlas import load_atlas
from ocs_engine.world.resources import bundled
from ocs_engine.world.world import World, list_scenarios, load_world

Row = dict[str, str]


@pytest.fixture(scope="module")
def worlds() -> list[World]:
    return [load_world(summary.id) for summary in list_scenarios()]


@pytest.fixture(scope="module")
def own(worlds: list[World]) -> MapCheck:
    return check_map(worlds=worlds)


def edit(path: Path, change: Callable[[Row], None]) -> None:
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        change(row)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def spoil_hex(row: Row) -> None:
    if row["hex"] == "A06.25":                                 # Philippeville: port and air entry point
        row["coastal"] = "0"
    if row["hex"] in ("A02.18", "A36.11"):                     # Constantine, and the set-up hex Maktar
        row["terrain"] = "sea"
    if row["hex"] == "A41.28":                                 # Mateur, an air strip at the start
        row["settlement"] = row["name"] = row["settlement_mark"] = ""


def spoil_side(row: Row) -> None:
    sides = {row["hex"], row["other"]}
    if "A48.24" in sides:                                      # every rail of Tunis
        row["rail"] = row["rail_mark"] = ""
    if sides == {"A43.31", "A44.30"}:                          # Lake of Bizerte
        row["water"] = row["water_mark"] = ""
    if "B43.34" in sides:                                      # every road of Faid
        row["road"] = row["road_mark"] = ""
    if sides == {"A40.22", "A41.22"}:                          # the Medjerda at Medjez
        row["water"] = row["river"] = row["water_mark"] = ""


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory, worlds: list[World]) -> MapCheck:
    baked = Path(shutil.copytree(bundled("maps", "baked"), tmp_path_factory.mktemp("spoilt") / "baked"))
    edit(baked / "hexes.csv", spoil_hex)
    edit(baked / "hexsides.csv", spoil_side)
    grid = load_atlas().grid
    with (baked / "hexsides.csv").open("a", encoding="utf-8", newline="") as stream:
        for other in grid.around(grid.hex("B38.05")):          # a hex of the southern plain, walled in
            stream.write(f"B38.05,{grid.label(other)},blocked,,,,R,,\n")
    return check_map(baked=baked, worlds=worlds)


def test_the_map_of_the_project_passes(own: MapCheck) -> None:
    assert [str(finding) for finding in own.findings] == []
    assert all(proof.count > 0 for proof in own.proofs)


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ("located anchors", 53), ("ports are coastal", 13), ("air entry points", 12), ("rivers are unbroken", 35),
        ("hexside data agree", 6 * 60 * 34 * 2), ("roads are unbroken", 124), ("hexes that the rules name", 85),
    ],
)
def test_it_says_how_much_it_looked_at(own: MapCheck, statement: str, count: int) -> None:
    assert next(p.count for p in own.proofs if p.statement.startswith(statement)) == count


def test_every_scenario_has_its_proof(own: MapCheck, worlds: list[World]) -> None:
    for world in worlds:
        assert any(world.scenario.title in proof.statement for proof in own.proofs)


@pytest.mark.parametrize(
    ("kind", "where", "what"),
    [
        ("ports", "A06.25", "Philippeville is not coastal"),
        ("air entry points", "A06.25", "is not coastal"),
        ("named hexes", "A02.18", "Constantine is sea"),
        ("features", "A02.18", "town on water"),
        ("hexsides", "A43.31/A44.30", "hexside is nothing"),
        ("rivers", "Medjerda", "no water on the next hexside"),
        ("rails", "A48.24", "no rail where"),
        ("roads", "B43.34", "no road where"),
        ("rail", "Entry A", "no rail to Tunis"),
        ("passes", "B43.34", "no road through Faid"),
        ("cut off", "B38.05", "no way over land"),
        ("set-up", "A36.11", "may not enter sea"),
        ("set-up", "A41.28", "an air strip in the wild"),
        ("bake", "hexes.csv", "differs from a fresh bake"),
        ("bake", "hexsides.csv", "differs from a fresh bake"),
    ],
)
def test_each_fault_is_found_at_its_place(spoilt: MapCheck, kind: str, where: str, what: str) -> None:
    assert any(f.check == kind and where in f.where and what in f.what for f in spoilt.findings)


def test_what_is_right_is_not_told(spoilt: MapCheck) -> None:
    assert not any("B57.30" in f.where for f in spoilt.findings)
    assert next(p for p in spoilt.proofs if p.statement.startswith("hexside data agree")).holds
    assert next(p for p in spoilt.proofs if p.statement.startswith("located anchors")).holds


def test_an_anchor_outside_its_hex_is_found() -> None:
    sources = load_sources(bundled("maps", "sources"))
    tunis = next(a.position for a in sources.anchors if a.place == "Tunis")
    far = tuple(replace(a, position=tunis) if a.place == "Constantine" else a for a in sources.anchors)
    proof = Proof.of("anchors", check._anchors(load_atlas(), replace(sources, anchors=far)))
    assert any(f.where == "A02.18" and "Constantine lies" in f.what for f in proof.findings)


def test_looking_at_nothing_proves_nothing() -> None:
    assert not Proof.of("nothing", []).holds


def test_a_reason_for_a_hex_that_is_not_cut_off_is_told(tmp_path: Path) -> None:
    (tmp_path / "cut-off.csv").write_text("hex,reason,mark\nA30.10,none,R\n", encoding="utf-8")
    proof = Proof.of("cut off", check._cut_off(load_atlas(), tmp_path))
    assert {(f.where, f.what) for f in proof.findings} == {
        ("A30.10", "has a reason in cut-off.csv but is not cut off"),
        ("B60.28", "no way over land to the rest"), ("B60.29", "no way over land to the rest")}
