"""The map: geography where it belongs, lines where the rules have them, the same bytes each time."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_view import palette
from ocs_view.frame import Frame, frame_of, sheet_hexes, side_ends
from ocs_view.geography import Geography, load_geography
from ocs_view.labels import Page, place_towns
from ocs_view.mapdraw import MapOptions, draw_map, render_map
from ocs_view.png import PictureError, png_bytes
from ocs_view.relief import paint, paint_ground

from .conftest import like, near, pixels, window

SEA = ("A10.32", "A30.33", "A52.27", "A56.15", "B52.20")
"""Off Philippeville, off Tabarka, Gulf of Tunis, Gulf of Hammamet, Gulf of Gabès."""
LAND = ("A20.10", "A35.23", "A59.29", "B31.25", "B20.05", "B58.17")
"""Near Tebessa, Beja, Cap Bon, Gafsa, the Erg, Djerba."""
BARE = MapOptions(grid=False, numbers=False, names=False)


Whole = tuple[pygame.Surface, Frame]


@pytest.fixture(scope="module")
def whole(atlas: Atlas, geography: Geography) -> Whole:
    frame = frame_of(atlas.grid, sheet_hexes(atlas.grid, "AB"), 12)
    return paint_ground(geography, frame, paint(atlas, geography, frame)), frame


def colour_at(atlas: Atlas, whole: Whole, hex_: Hex) -> tuple[int, int, int]:
    surface, frame = whole
    x, y = frame.centre(atlas.grid, hex_)
    red, green, blue, _ = surface.get_at((int(x), int(y)))
    return red, green, blue


@pytest.mark.parametrize("label", SEA)
def test_the_sea_is_blue(atlas: Atlas, whole: Whole, label: str) -> None:
    red, _, blue = colour_at(atlas, whole, atlas.grid.hex(label))
    assert blue > red + 20


@pytest.mark.parametrize("label", LAND)
def test_the_land_is_not(atlas: Atlas, whole: Whole, label: str) -> None:
    red, _, blue = colour_at(atlas, whole, atlas.grid.hex(label))
    assert red > blue


def test_every_whole_land_or_sea_hex_is_painted_as_such(atlas: Atlas, whole: Whole) -> None:
    """Hexes all land or all sea; lakes in land hexes may be blue, so a few land hexes may be."""
    wet = [h for h in range(atlas.grid.size) if atlas.land[h] == 0]
    dry = [h for h in range(atlas.grid.size) if atlas.land[h] == 100]
    blue = {h for h in wet + dry if colour_at(atlas, whole, h)[2] > colour_at(atlas, whole, h)[0]}
    assert [atlas.grid.labels[h] for h in wet if h not in blue] == []
    assert len([h for h in dry if h in blue]) <= 8


def test_deep_water_is_darker_than_the_shallows(atlas: Atlas, whole: Whole) -> None:
    deep = sum(colour_at(atlas, whole, atlas.grid.hex("A20.34")))      # seven hexes off the coast of La Calle
    near_coast = sum(colour_at(atlas, whole, atlas.grid.hex("A22.27")))
    assert deep < near_coast


def test_mountains_are_darker_than_plains(atlas: Atlas, whole: Whole) -> None:
    def mean(kind: str) -> float:
        found = [sum(colour_at(atlas, whole, h)) for h in range(atlas.grid.size) if atlas.terrain[h] == kind]
        return sum(found) / len(found)

    assert mean("mountain") < mean("rough") < mean("open")


def side_between(atlas: Atlas, first: str, last: str) -> int:
    return atlas.grid.edge_between(atlas.grid.hex(first), atlas.grid.hex(last))


def test_the_side_between_bone_and_its_air_base_is_barred(atlas: Atlas) -> None:
    """A full sea hexside by the official errata."""
    hexes, frame = window(atlas, "A17.25", 2, 64)
    picture = pixels(draw_map(atlas, hexes, frame, options=BARE))
    (x1, y1), (x2, y2) = frame.line(side_ends(atlas.grid, side_between(atlas, "A17.25", "A17.26")))
    at = (x1 + (x2 - x1) * 0.25, y1 + (y2 - y1) * 0.25)
    assert like(near(picture, at, 2), palette.BLOCKED)


@pytest.mark.parametrize(("lines", "kind", "colour"), [
    ("road", "primary", palette.PRIMARY), ("rail", "standard", palette.RAIL), ("rail", "metre", palette.RAIL),
    ("water", "major_river", palette.RIVER),
])
def test_every_line_of_the_atlas_is_drawn_where_it_runs(atlas: Atlas, lines: str, kind: str,
                                                        colour: palette.Colour) -> None:
    """Round Medjez el Bab and Tunis: each hexside's middle has the line's colour close by."""
    hexes, frame = window(atlas, "A44.23", 6, 48)
    picture = pixels(draw_map(atlas, hexes, frame, options=BARE))
    inside = frozenset(hexes)
    edges = [e for h in hexes for e in range(6 * h, 6 * h + 6)
             if getattr(atlas, lines)[e] == kind and atlas.grid.neighbours[e] in inside]
    assert len(edges) >= 10
    for edge in edges:
        (x1, y1), (x2, y2) = frame.line(side_ends(atlas.grid, edge))
        found = near(picture, ((x1 + x2) / 2, (y1 + y2) / 2), 11)
        here, there = atlas.grid.labels[edge // 6], atlas.grid.labels[atlas.grid.neighbours[edge]]
        assert like(found, colour, 45), f"no {kind} at {here}/{there}"


def test_names_do_not_lie_on_each_other(atlas: Atlas, geography: Geography) -> None:
    hexes = sheet_hexes(atlas.grid, "A")
    frame = frame_of(atlas.grid, hexes, 64)
    page = Page(frame, [])
    place_towns(page, atlas, geography, hexes)
    assert len(page.taken) > 100
    assert [(a, b) for a, b in combinations(page.taken, 2) if a.colliderect(b)] == []


def test_names_keep_clear_of_counters(atlas: Atlas, geography: Geography) -> None:
    hexes, frame = window(atlas, "A48.24", 3, 64)
    x, y = frame.centre(atlas.grid, atlas.grid.hex("A48.24"))
    counter = pygame.Rect(round(x) - 22, round(y) - 22, 45, 45)
    page = Page(frame, [counter])
    place_towns(page, atlas, geography, [h for h in hexes if atlas.name[h] == "Tunis"])
    assert len(page.taken) == 2
    assert not page.taken[1].colliderect(counter)


def test_the_same_map_gives_the_same_bytes(atlas: Atlas) -> None:
    assert png_bytes(render_map(atlas, "A", 16)) == png_bytes(render_map(atlas, "A", 16))


def test_the_picture_does_not_depend_on_the_hash_seed() -> None:
    code = """
import hashlib
from ocs_engine.world.atlas import load_atlas
from ocs_view.frame import frame_of
from ocs_view.mapdraw import draw_map
from ocs_view.png import png_bytes
atlas = load_atlas()
hexes = list(atlas.grid.within(atlas.grid.hex("A44.23"), 5))
print(hashlib.sha256(png_bytes(draw_map(atlas, hexes, frame_of(atlas.grid, hexes, 48)))).hexdigest())
"""
    found = [subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
                            stdout=subprocess.PIPE, text=True).stdout for seed in ("1", "2")]
    assert found[0] == found[1]
    assert len(found[0].strip()) == len(hashlib.sha256().hexdigest())      # nothing else on standard output


def test_a_page_holds_the_sheets_asked_for(atlas: Atlas) -> None:
    one, both = render_map(atlas, "a", 12), render_map(atlas, "AB", 12)
    # a sheet is 60 columns of 0.866 hexes and a rest wide, 34 rows and half a hex high
    assert one.get_width() > 60 * 0.866 * 12 and one.get_height() > 34.5 * 12
    assert both.get_height() - one.get_height() >= 34 * 12 - 60


def test_unknown_sheets_and_sizes_are_refused(atlas: Atlas) -> None:
    with pytest.raises(PictureError, match="no map sheet 'AC'; expected some of AB"):
        render_map(atlas, "AC", 20)
    with pytest.raises(PictureError, match="no map sheet ''"):
        render_map(atlas, "", 20)
    with pytest.raises(PictureError, match="2000 pixels a hex cannot be drawn; expected 8 to 200"):
        render_map(atlas, "A", 2000)


def test_missing_and_broken_drawing_data_are_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"drawing\.json: cannot read .*bake the map"):
        load_geography(tmp_path)
    (tmp_path / "drawing.json").write_text('{"relief": ')
    with pytest.raises(PictureError, match=r"drawing\.json:1:\d+: not valid JSON"):
        load_geography(tmp_path)
    (tmp_path / "drawing.json").write_text('{"relief": {"file": "relief.npy"}}')
    with pytest.raises(PictureError, match="cannot read"):
        load_geography(tmp_path)
