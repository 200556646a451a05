"""Scenes: pieces where they lie, boxes beside the map, the same bytes each time."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from ocs_engine.world.counters import Side
from ocs_engine.world.world import World
from ocs_view import png
from ocs_view.counters import counter_surface
from ocs_view.mapdraw import draw_map
from ocs_view.pieces import Piece, PieceKind, Stack
from ocs_view.scene import render_scene
from ocs_view.stacks import COUNTER, draw_stack, tray_height

from .conftest import pixels, window


def set_up(world: World) -> list[Stack]:
    """The units of a scenario where its file puts them."""
    held: dict[int, list[Piece]] = {}
    for side, setup in world.scenario.sides.items():
        for unit in setup.units:
            held.setdefault(unit.place, []).append(Piece(PieceKind.UNIT, side, world.counters[unit.counter]))
    return [Stack(place, tuple(pieces)) for place, pieces in held.items()]


def piece(world: World, index: int = 0) -> Piece:
    counter = list(world.counters.values())[index]
    return Piece(PieceKind.UNIT, counter.side, counter)


def changed(first: pygame.Surface, last: pygame.Surface) -> pygame.Rect:
    rows, columns, _ = np.nonzero(pixels(first) != pixels(last))
    assert rows.size, "nothing has changed"
    return pygame.Rect(columns.min(), rows.min(), columns.max() - columns.min() + 1, rows.max() - rows.min() + 1)


def test_the_top_counter_lies_at_the_middle_of_its_hex(world: World) -> None:
    atlas = world.atlas
    hexes, frame = window(atlas, "A36.11", 1, 60)
    surface = draw_map(atlas, hexes, frame)
    x, y = frame.centre(atlas.grid, atlas.grid.hex("A36.11"))
    draw_stack(surface, Stack(0, (piece(world, 0), piece(world, 1))), (x, y), 60)
    side = round(60 * COUNTER)
    expected = pixels(counter_surface(piece(world, 0), side))
    left, top = round(x - side / 2), round(y - side / 2)
    seen = pixels(surface)[top:top + side, left:left + side]
    # the count lies on the upper right corner, and corners are round: compare below and inside them
    assert (seen[12:-4, 4:-10] == expected[12:-4, 4:-10]).all()


def test_a_unit_changes_the_picture_at_its_hex_alone(world: World) -> None:
    atlas = world.atlas
    hex_ = atlas.grid.hex("A40.22")
    unit = piece(world)
    bare = render_scene(atlas, [], "t", sheets="A", hex_pixels=20)
    scene = render_scene(atlas, [Stack(hex_, (unit,))], "t", sheets="A", hex_pixels=20)
    rim = round(24 * 0.55)                                     # the paper round the map
    chart = pygame.Rect(0, 0, rim + 52 * 20, scene.get_height())    # 60 columns are 51.7 hexes wide; then the margin
    box = changed(bare.subsurface(chart), scene.subsurface(chart))
    grid_x, grid_y = atlas.grid.centre(hex_)
    left_x = min(atlas.grid.centre(h)[0] for h in range(atlas.grid.size)) - 1 / 3 ** 0.5
    # row 34 of an even column reaches y = 34.5 + 0.5
    assert abs(box.centerx - (rim + (grid_x - left_x) * 20)) <= 2
    assert abs(box.centery - (rim + (35.0 - grid_y) * 20)) <= 2
    assert box.width <= 20 and box.height <= 20


def test_more_units_in_a_stack_can_be_seen(world: World) -> None:
    def drawn(count: int) -> bytes:
        surface = pygame.Surface((120, 120), 0, 32)
        draw_stack(surface, Stack(0, tuple(piece(world, i) for i in range(count))), (60, 60), 80)
        return pygame.image.tobytes(surface, "RGB")

    pictures = [drawn(count) for count in (1, 2, 3, 4, 7)]
    assert len(set(pictures)) == 5


@pytest.mark.parametrize("other", [
    Piece(PieceKind.DUMP, Side.ALLIED, tokens=6), Piece(PieceKind.TRUCK, Side.ALLIED, tokens=4),
    Piece(PieceKind.BASE, Side.ALLIED, level=2), Piece(PieceKind.STRIP, Side.ALLIED),
    Piece(PieceKind.HEDGEHOG, Side.ALLIED, level=3), Piece(PieceKind.MARKER, Side.ALLIED, text="Res"),
    Piece(PieceKind.BUSTED, Side.ALLIED, text="Trainbusting"),
])
def test_what_lies_under_units_shows_as_a_chip_below_them(world: World, other: Piece) -> None:
    def drawn(*pieces: Piece) -> pygame.Surface:
        surface = pygame.Surface((120, 120), 0, 32)
        draw_stack(surface, Stack(0, pieces), (60, 60), 80)
        return surface

    box = changed(drawn(piece(world)), drawn(piece(world), other))
    assert box.top > 60 + 80 * 0.25                            # clear of the symbol, at the counter's foot
    alone = changed(pygame.Surface((120, 120), 0, 32), drawn(other))
    assert alone.collidepoint(60, 60)


def test_a_box_has_its_pieces_beside_the_map(world: World) -> None:
    atlas = world.atlas
    place = world.place("Sicily A")
    bare = render_scene(atlas, [], "t", sheets="A", hex_pixels=20)
    scene = render_scene(atlas, [Stack(place, (piece(world),))], "t", sheets="A", hex_pixels=20)
    assert bare.get_size() == scene.get_size()
    map_right = round(24 * 0.55) + 60 * 0.866 * 20
    assert changed(bare, scene).left > map_right


def test_pieces_off_the_shown_sheets_are_left_out(world: World) -> None:
    away = world.atlas.grid.hex("B20.20")
    with_it = render_scene(world.atlas, [Stack(away, (piece(world),))], "t", sheets="A", hex_pixels=12)
    without = render_scene(world.atlas, [], "t", sheets="A", hex_pixels=12)
    assert pygame.image.tobytes(with_it, "RGB") == pygame.image.tobytes(without, "RGB")


def test_a_full_box_grows(world: World) -> None:
    pieces = tuple(piece(world, i) for i in range(10))
    # counters of 50 with a gap of 4: four in a row of 215, so ten take three rows
    assert tray_height(pieces, 215, 50) == 3 * 54
    assert tray_height((), 215, 50) == 0
    many = Stack(world.place("Algiers"), pieces * 30)
    tall = render_scene(world.atlas, [many], "t", sheets="A", hex_pixels=12)
    assert tall.get_height() > render_scene(world.atlas, [], "t", sheets="A", hex_pixels=12).get_height()


def test_the_scenario_draws_the_same_each_time(world: World) -> None:
    def page() -> bytes:
        return png.png_bytes(render_scene(world.atlas, set_up(world), "Race for Tunis", ("Turn 1",), sheets="A",
                                          hex_pixels=20))

    assert page() == page()


def test_the_caption_is_on_the_page(world: World) -> None:
    first = render_scene(world.atlas, [], "Race for Tunis", ("Turn 1: 15 November 1942",), sheets="A", hex_pixels=12)
    last = render_scene(world.atlas, [], "Race for Tunis", ("Turn 2: 19 November 1942",), sheets="A", hex_pixels=12)
    box = changed(first, last)
    assert box.left > 60 * 0.866 * 12 and box.height < 24
