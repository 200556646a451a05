"""Arithmetic over whole pictures, on examples small enough to work out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ocs_engine.grid import Grid, Sheet
from ocs_view.frame import Frame, frame_of
from ocs_view.raster import blur, distance, hex_at, hillshade, resample
from ocs_view.sketch import dashed


def test_distance_from_one_pixel_is_pythagoras() -> None:
    mask = np.zeros((8, 8), dtype=bool)
    mask[1, 2] = True
    away = distance(mask, 7)
    assert away[1, 2] == 0
    assert away[1, 5] == pytest.approx(3)
    assert away[5, 5] == pytest.approx(5)           # 3 across, 4 down
    assert away[7, 7] == 7                          # sqrt(61) is beyond the reach


def test_a_picture_of_level_ground_is_level_and_of_a_slope_a_slope() -> None:
    level = np.full((20, 30), 250.0, dtype=np.float32)
    slope = np.tile(np.arange(30, dtype=np.float32) * 10, (20, 1))
    frame = Frame(left=1.0, top=-0.5, scale=20.0, width=20, height=10)     # samples lie 10 to the unit
    assert resample(level, 0.0, 0.0, 10.0, frame) == pytest.approx(250)
    seen = resample(slope, 0.0, 0.0, 10.0, frame)
    # a pixel centre at map x lies on sample 10 x, whose height is 100 x
    assert seen[4, 0] == pytest.approx(100 * (1.0 + 0.5 / 20), abs=0.01)
    assert seen[4, 19] == pytest.approx(100 * (1.0 + 19.5 / 20), abs=0.01)


def test_slopes_towards_the_sun_are_lighter() -> None:
    ridge = np.minimum(np.arange(21), 20 - np.arange(21)).astype(np.float32) * 100
    west_east = hillshade(np.tile(ridge, (5, 1)), 1000.0, 1.0)
    north_south = hillshade(np.tile(ridge[:, None], (1, 5)), 1000.0, 1.0)
    assert west_east[2, 4] > 0.6 > west_east[2, 16]            # the west side faces the sun in the north-west
    assert north_south[4, 2] > 0.6 > north_south[16, 2]
    assert hillshade(np.full((5, 5), 700.0, dtype=np.float32), 1000.0, 1.0) == pytest.approx(0.6)


def test_blurring_keeps_the_sum_of_an_inner_spot() -> None:
    spot = np.zeros((31, 31), dtype=np.float32)
    spot[15, 15] = 100
    soft = blur(spot, 2.0)
    assert soft.sum() == pytest.approx(100, rel=1e-4)
    assert soft[15, 15] < 10 and soft[15, 17] == pytest.approx(soft[17, 15])


def test_each_pixel_knows_its_hex() -> None:
    grid = Grid((Sheet("A", 6, 4),))
    frame = frame_of(grid, list(range(grid.size)), 40)
    found = hex_at(grid, frame)
    for h in range(grid.size):
        x, y = frame.centre(grid, h)
        # half a hex is 20 pixels north and south; the east and west corners lie 23 pixels off
        for dx, dy in ((0, 0), (0, -17), (0, 17), (20, 0), (-20, 0)):
            assert found[int(y + dy), int(x + dx)] == h
    assert found[0, 0] == grid.size                            # an upper left corner beyond the hexes


def test_dashes_of_a_straight_line() -> None:
    strokes = dashed([(0.0, 0.0), (4.0, 0.0), (10.0, 0.0)], (2.0, 1.0))
    ends = [(round(stroke[0][0], 6), round(stroke[-1][0], 6)) for stroke in strokes]
    assert ends == [(0, 2), (3, 5), (6, 8), (9, 10)]
