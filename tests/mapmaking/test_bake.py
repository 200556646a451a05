"""Baking: the same bytes each time, and broken sources told with file and line."""

import shutil
from pathlib import Path

import pytest

from ocs_engine.mapmaking.bake import DRAWING_FILES, bake
from ocs_engine.mapmaking.sources import SourceError, load_sources
from ocs_engine.world import atlas
from ocs_engine.world.atlas import RULES_FILES
from ocs_engine.world.resources import bundled


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    return Path(shutil.copytree(bundled("maps", "sources"), tmp_path / "sources"))


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())


def test_a_fresh_bake_gives_the_committed_bytes(tmp_path: Path) -> None:
    report = bake(tmp_path)
    assert sorted(report.files) == sorted(RULES_FILES + DRAWING_FILES) == sorted(p.name for p in tmp_path.iterdir())
    for name in report.files:
        assert (tmp_path / name).read_bytes() == bundled("maps", "baked", name).read_bytes(), name
    assert report.idle_overrides == ()


def test_text_files_have_plain_line_ends() -> None:
    for name in (*RULES_FILES, "drawing.json"):
        assert b"\r" not in bundled("maps", "baked", name).read_bytes()


def test_an_override_is_laid_over_what_was_computed_and_an_idle_one_is_told(sources: Path, tmp_path: Path) -> None:
    own = atlas.load_atlas()
    assert own.terrain[own.grid.hex("B40.05")] == own.terrain[own.grid.hex("B41.05")] == "open"
    path = sources / "overrides.csv"
    path.write_bytes(path.read_bytes() + b"B40.05,terrain,mountain,S,a peak\nB41.05,terrain,open,R,flat already\n")
    lines = path.read_text(encoding="utf-8").count("\n")
    (told,) = bake(tmp_path / "out", sources).idle_overrides
    assert told.endswith(f"overrides.csv:{lines}: B41.05 terrain open changes nothing")
    loaded = atlas.load_atlas(tmp_path / "out")
    assert loaded.terrain[loaded.grid.hex("B40.05")] == "mountain"


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("overrides.csv", "A19.17,settlement,village,S", "A19.17,settlement,village,Q", "S, S95, SG, K, R"),
        ("overrides.csv", "A43.31/A44.30", "A43.31/A46.30", "not adjacent"),
        ("overrides.csv", "A43.31/A44.30", "A43.31", "is no hexside"),
        ("overrides.csv", ",hedgehog,", ",hedgehgo,", "no field 'hedgehgo'"),
        ("overrides.csv", "terrain,rough", "terrain,ruff", "expected one of open, hills"),
        ("anchors.csv", "\nA02.18,", "\nA02.81,", "A02.81 is off the map"),
        ("anchors.csv", "36.365", "36,365", "cells"),
        ("ports.csv", "\nA48.24,", "\nA84.24,", "A84.24 is off the map"),
        ("air-entry-points.csv", "hex,box", "hex,bx", "no column box"),
        ("network.json", '"rails"', '"rail"', "'rails'"),
        ("network.json", '"places": [', '"places": [[', "network.json"),
        ("sheets.csv", "A,60", "A,sixty", "whole numbers"),
    ],
)
def test_a_broken_source_is_told(sources: Path, tmp_path: Path, file: str, old: str, new: str, expected: str) -> None:
    change(sources / file, old, new)
    with pytest.raises(SourceError) as caught:
        bake(tmp_path / "out", sources)
    assert file in str(caught.value)
    assert expected in str(caught.value)


def test_missing_and_cut_off_rasters_are_told(sources: Path) -> None:
    path = sources / "elevation.npz"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(SourceError, match=r"elevation\.npz"):
        load_sources(sources)
    path.unlink()
    with pytest.raises(SourceError, match=r"elevation\.npz"):
        load_sources(sources)


def test_a_town_with_no_way_over_land_is_told(sources: Path, tmp_path: Path) -> None:
    change(sources / "network.json", '[36.365, 6.615], [36.4525, 6.636]', '[34.2, 11.0], [36.4525, 6.636]')
    with pytest.raises(SourceError, match="no way over land"):
        bake(tmp_path / "out", sources)
