"""The transform against its own definition, and the warp against the hexes that the rulebook names."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ocs_engine.grid import OFF_MAP
from ocs_engine.mapmaking.bake import make_warp
from ocs_engine.mapmaking.georeference import Pin, Warp, nearest_hex, to_geographic, to_map
from ocs_engine.mapmaking.sources import load_sources
from ocs_engine.world.resources import bundled

SOURCES = load_sources(bundled("maps", "sources"))
GRID = SOURCES.grid
WARP = make_warp(SOURCES)

A, E2 = 6378.137, 0.00669437999014
"""WGS84: semi-major axis in km, and eccentricity squared."""


def lambert(latitude: float, longitude: float) -> tuple[float, float]:
    """Lambert conformal conic in km, parallels 34 and 37 N, origin 35.5 N 9 E (Snyder, 15-1 to 15-11)."""
    e = math.sqrt(E2)

    def m(phi: float) -> float:
        return math.cos(phi) / math.sqrt(1 - E2 * math.sin(phi) ** 2)

    def t(phi: float) -> float:
        s = e * math.sin(phi)
        return math.tan(math.pi / 4 - phi / 2) / ((1 - s) / (1 + s)) ** (e / 2)

    one, two, origin, phi = (math.radians(v) for v in (34, 37, 35.5, latitude))
    n = math.log(m(one) / m(two)) / math.log(t(one) / t(two))
    f = m(one) / (n * t(one) ** n)
    radius, at_origin = A * f * t(phi) ** n, A * f * t(origin) ** n
    theta = n * math.radians(longitude - 9)
    return radius * math.sin(theta), at_origin - radius * math.cos(theta)


@given(st.floats(32.8, 37.4), st.floats(6.7, 10.9))
def test_the_transform_is_the_affine_fit_over_a_conformal_projection(latitude: float, longitude: float) -> None:
    x, y = to_map(latitude, longitude)
    column = x / (math.sqrt(3) / 2) * math.sqrt(3) / 2
    east = 7.9626 * column + 0.0742 * y - 228.433
    north = -0.1460 * column + 7.8369 * y - 44.316
    true_east, true_north = lambert(latitude, longitude)
    assert math.hypot(east - true_east, north - true_north) < 0.01           # km; a hex is 7.9


@given(st.floats(1, 51), st.floats(-32, 33))
def test_there_and_back_again(x: float, y: float) -> None:
    there = to_map(*to_geographic(x, y))
    assert there == pytest.approx((x, y), abs=2e-3)


@pytest.mark.parametrize(
    ("latitude", "longitude", "label"),
    [(36.365, 6.615, "A02.18"), (36.80, 10.17, "A48.24"), (34.738, 10.762, "B57.30"), (33.8815, 10.098, "B48.17")],
)
def test_towns_of_the_rulebook(latitude: float, longitude: float, label: str) -> None:
    assert GRID.label(nearest_hex(GRID, *WARP.place(latitude, longitude))) == label


@given(st.integers(0, GRID.size - 1), st.floats(0, 0.49), st.floats(0, 2 * math.pi))
def test_points_near_a_centre_belong_to_its_hex(hex_: int, distance: float, angle: float) -> None:
    x, y = GRID.centre(hex_)
    assert nearest_hex(GRID, x + distance * math.cos(angle), y + distance * math.sin(angle)) == hex_


def test_far_points_are_off_the_map() -> None:
    assert nearest_hex(GRID, -20.0, 0.0) == OFF_MAP


@given(st.floats(1, 51), st.floats(-33, 34))
def test_the_warp_moves_nothing_far(x: float, y: float) -> None:
    assert math.dist(WARP((x, y)), (x, y)) < 0.34


def test_the_warp_brings_a_town_into_its_hex_and_leaves_far_ground_alone() -> None:
    hex_ = GRID.hex("A30.20")
    x, y = GRID.centre(hex_)
    warp = Warp([Pin((x, y + 0.6), (x, y))])
    assert nearest_hex(GRID, x, y + 0.6) == GRID.hex("A30.21")
    assert nearest_hex(GRID, *warp((x, y + 0.6))) == hex_
    assert math.dist(warp((x + 20, y)), (x + 20, y)) < 0.01


def test_a_town_already_well_inside_stays() -> None:
    centre = GRID.centre(GRID.hex("A30.20"))
    town = (centre[0] + 0.2, centre[1] - 0.1)
    assert Warp([Pin(town, centre)])(town) == pytest.approx(town)
