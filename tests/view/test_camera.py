"""The camera: a place stays under the pointer, the map stays in sight, every hex is found under its middle."""

from __future__ import annotations

import pytest

from ocs_engine.world.atlas import Atlas
from ocs_view.camera import LARGEST, Camera


@pytest.fixture
def camera(atlas: Atlas) -> Camera:
    return Camera.fitted(atlas.grid, range(atlas.grid.size), 800, 600)


def test_a_fitted_map_is_seen_whole_in_the_middle(atlas: Atlas, camera: Camera) -> None:
    pixels = [camera.frame.centre(atlas.grid, h) for h in range(atlas.grid.size)]
    assert all(0 < x < 800 and 0 < y < 600 for x, y in pixels)
    # 68 rows against 52 columns' width: height decides, and the map has as much table on its left as on its right
    left, right = min(x for x, _ in pixels), max(x for x, _ in pixels)
    assert abs(left - (800 - right)) < 1


@pytest.mark.parametrize("notches", [1, 5, -1, 3.5])
def test_zooming_keeps_the_place_under_the_pointer(camera: Camera, notches: float) -> None:
    near = camera.zoom(8, 400, 300)
    before = near.position(250, 180)
    after = near.zoom(notches, 250, 180).position(250, 180)
    assert after == pytest.approx(before)


def test_four_notches_double_the_map(camera: Camera) -> None:
    assert camera.zoom(4, 400, 300).scale == pytest.approx(2 * camera.scale)


def test_there_is_an_end_to_zooming(camera: Camera) -> None:
    assert camera.zoom(100, 0, 0).scale == LARGEST
    assert camera.zoom(-100, 0, 0).scale == pytest.approx(camera.smallest)


def test_a_dragged_map_follows_the_hand(camera: Camera) -> None:
    near = camera.zoom(8, 400, 300)
    place = near.position(400, 300)
    assert near.pan(30, -20).position(430, 280) == pytest.approx(place)


def test_the_map_cannot_be_dragged_out_of_sight(camera: Camera) -> None:
    near = camera.zoom(8, 400, 300).pan(100_000, 100_000)
    assert (near.left, near.top) == pytest.approx((near.whole.left, near.whole.top))


def test_every_hex_lies_under_its_middle_and_none_beyond_the_edge(atlas: Atlas, camera: Camera) -> None:
    grid = atlas.grid
    for h in range(grid.size):
        assert camera.hex_at(grid, *camera.frame.centre(grid, h)) == h
    assert camera.hex_at(grid, 2, 300) is None


def test_a_fitted_map_stays_fitted_in_another_window(camera: Camera) -> None:
    larger = camera.resized(1600, 1200)
    assert larger.scale == pytest.approx(2 * camera.scale)
