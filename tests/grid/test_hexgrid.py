"""The Tunisia grid: two sheets of 60 by 34 flat-top hexes, even columns half a hex north, B south of A."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ocs_engine.grid import DIRECTIONS, OFF_MAP, Grid, GridError, Hex, Sheet, corners

GRID = Grid((Sheet("A", 60, 34, 0), Sheet("B", 60, 34, -34)))

hexes = st.integers(0, GRID.size - 1)


def interior(margin: int) -> st.SearchStrategy[Hex]:
    """Hexes at least `margin` hexes from every edge of the two sheets together."""
    def deep(hex_: Hex) -> bool:
        letter, column, row = GRID.column_row(hex_)
        height = row + (34 if letter == "A" else 0)
        return margin < column <= 60 - margin and margin < height <= 68 - margin
    return st.sampled_from([hex_ for hex_ in range(GRID.size) if deep(hex_)])


def labels(*names: str) -> set[Hex]:
    return {GRID.hex(name) for name in names}


def breadth_first(start: Hex, radius: int) -> dict[Hex, int]:
    """Steps from a hex to all within a radius, walking neighbour by neighbour."""
    steps = {start: 0}
    border = [start]
    for step in range(1, radius + 1):
        found = {there: step for here in border for there in GRID.around(here) if there not in steps}
        steps |= found
        border = list(found)
    return steps


# Labels


def test_two_sheets_hold_4080_hexes():
    assert GRID.size == 2 * 60 * 34
    assert len(set(GRID.labels)) == GRID.size


@given(hexes)
def test_a_label_names_its_hex(hex_: Hex):
    assert GRID.hex(GRID.label(hex_)) == hex_


@given(hexes)
def test_a_label_needs_no_padding_no_capitals_and_minds_no_blanks(hex_: Hex):
    letter, column, row = GRID.column_row(hex_)
    assert GRID.hex(f"{letter}{column}.{row}") == hex_
    assert GRID.hex(f" {letter.lower()}{column:02d}.{row:02d} ") == hex_


def test_labels_are_printed_padded():
    assert GRID.label(GRID.hex("a8.1")) == "A08.01"


@pytest.mark.parametrize(("label", "words"), [
    ("A61.10", ["A61.10", "columns 01-60", "A60.10"]),
    ("A48.35", ["A48.35", "rows 01-34", "A48.34"]),
    ("B00.00", ["B00.00", "B01.01"]),
    ("C10.10", ["no sheet C", "A, B"]),
])
def test_a_label_off_the_map_is_refused_with_the_nearest_hex(label: str, words: list[str]):
    with pytest.raises(GridError) as refused:
        GRID.hex(label)
    for word in words:
        assert word in str(refused.value)


@pytest.mark.parametrize("label", ["", "A", "4824", "A48-24", "A48.24.1", "AA48.24", "A148.24", "A48.", "Ä48.24"])
def test_what_is_no_label_is_refused_with_an_example(label: str):
    with pytest.raises(GridError, match=r"A08\.11"):
        GRID.hex(label)


def test_a_mistyped_label_brings_up_the_one_meant():
    assert GRID.suggest("A48.244") == "A48.24"
    assert GRID.suggest("Rommel") is None


def test_overlapping_sheets_are_refused():
    with pytest.raises(GridError, match="overlap"):
        Grid((Sheet("A", 4, 4, 0), Sheet("B", 4, 4, -3)))


# Neighbours


def test_an_even_column_sits_half_a_hex_north():
    """Hexes round A44.30, clockwise from north; the errata name its hexside with A43.31."""
    around = ["A44.31", "A45.31", "A45.30", "A44.29", "A43.30", "A43.31"]
    assert [GRID.label(hex_) for hex_ in GRID.around(GRID.hex("A44.30"))] == around


def test_an_odd_column_sits_half_a_hex_south():
    """Hexes round A49.30, clockwise from north; the errata name its hexside with A48.29."""
    around = ["A49.31", "A50.30", "A50.29", "A49.29", "A48.29", "A48.30"]
    assert [GRID.label(hex_) for hex_ in GRID.around(GRID.hex("A49.30"))] == around


@pytest.mark.parametrize(("here", "there"), [("A43.31", "A44.30"), ("A48.29", "A49.30")])
def test_the_hexsides_that_the_errata_name_exist(here: str, there: str):
    assert GRID.adjacent(GRID.hex(here), GRID.hex(there))
    assert GRID.adjacent(GRID.hex(there), GRID.hex(here))


def test_sheet_b_continues_south_of_sheet_a():
    north, south = DIRECTIONS.index("N"), DIRECTIONS.index("S")
    a, b = GRID.hex("A20.01"), GRID.hex("B20.34")
    assert GRID.neighbours[6 * a + south] == b
    assert GRID.neighbours[6 * b + north] == a


def test_the_seam_keeps_the_stagger():
    """A odd column's southern diagonals reach over the seam; an even one's stay on its own sheet."""
    assert set(GRID.around(GRID.hex("A21.01"))) == labels(
        "A21.02", "A22.01", "B22.34", "B21.34", "B20.34", "A20.01")
    assert set(GRID.around(GRID.hex("A20.01"))) == labels(
        "A20.02", "A21.02", "A21.01", "B20.34", "A19.01", "A19.02")


@pytest.mark.parametrize(("corner", "around"), [
    ("A01.34", {"A01.33", "A02.34", "A02.33"}),
    ("A60.34", {"A60.33", "A59.34"}),
    ("B01.01", {"B01.02", "B02.01"}),
    ("B60.01", {"B60.02", "B59.01", "B59.02"}),
])
def test_the_corners_of_the_map_have_their_few_neighbours(corner: str, around: set[str]):
    assert set(GRID.around(GRID.hex(corner))) == labels(*around)


@given(hexes)
def test_neighbours_are_mutual_and_six_inside_the_map(hex_: Hex):
    around = list(GRID.around(hex_))
    assert len(set(around)) == len(around)
    assert all(hex_ in GRID.around(other) for other in around)


@given(interior(1))
def test_an_interior_hex_has_six_neighbours(hex_: Hex):
    assert len(list(GRID.around(hex_))) == 6


# Hexsides


@given(hexes, st.integers(0, 5))
def test_a_hexside_seen_from_both_hexes(hex_: Hex, direction: int):
    edge = 6 * hex_ + direction
    there = GRID.neighbours[edge]
    if there == OFF_MAP:
        assert GRID.reverse(edge) == OFF_MAP
        return
    back = GRID.reverse(edge)
    assert back // 6 == there
    assert GRID.neighbours[back] == hex_
    assert GRID.reverse(back) == edge
    assert GRID.edge_between(hex_, there) == edge
    assert GRID.edge_between(there, hex_) == back


def test_hexes_that_do_not_touch_have_no_hexside():
    with pytest.raises(GridError, match=r"A10\.10 and A12\.10"):
        GRID.edge_between(GRID.hex("A10.10"), GRID.hex("A12.10"))


# Distance and range


@pytest.mark.parametrize(("here", "there", "hexes_apart"), [
    ("A10.10", "A10.10", 0),
    ("A10.10", "A10.15", 5),           # up a column
    ("A10.10", "A14.10", 4),           # four columns give two rows for nothing
    ("A10.10", "A14.12", 4),
    ("A10.10", "A14.13", 5),           # and the third row costs one
    ("A10.01", "B10.34", 1),           # over the seam
    ("A01.34", "B60.01", 96),          # 66.5 hexes south, 59 columns east, which give 29.5 of them: 59 + 37
])
def test_distances_counted_by_hand(here: str, there: str, hexes_apart: int):
    assert GRID.distance(GRID.hex(here), GRID.hex(there)) == hexes_apart


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex):
    assert GRID.distance(a, b) == GRID.distance(b, a)
    assert (GRID.distance(a, b) == 0) == (a == b)
    assert GRID.distance(a, c) <= GRID.distance(a, b) + GRID.distance(b, c)


@given(hexes)
def test_distance_is_the_number_of_steps(hex_: Hex):
    """Walking neighbour by neighbour never leaves the sheets on the shortest way: they have no inlets."""
    assert all(GRID.distance(hex_, there) == steps for there, steps in breadth_first(hex_, 6).items())


@given(hexes, st.integers(0, 5))
def test_within_a_range_lie_just_the_hexes_so_many_steps_away(hex_: Hex, radius: int):
    found = list(GRID.within(hex_, radius))
    assert set(found) == set(breadth_first(hex_, radius))
    assert found == sorted(set(found))


@given(st.integers(0, 8).flatmap(lambda radius: st.tuples(interior(radius), st.just(radius))))
def test_a_whole_range_counts_1_3_3n_and_so_on(case: tuple[Hex, int]):
    """Ring n has 6n hexes, so a range n holds 1 + 6 + 12 + ... + 6n = 1 + 3n(n + 1)."""
    hex_, radius = case
    assert len(list(GRID.within(hex_, radius))) == 1 + 3 * radius * (radius + 1)


# Lines and positions


def test_a_line_up_a_column():
    line = GRID.line(GRID.hex("A10.33"), GRID.hex("A10.30"))
    assert [GRID.label(hex_) for hex_ in line] == ["A10.33", "A10.32", "A10.31", "A10.30"]


def test_a_line_along_the_top_edge_keeps_on_the_map():
    """A02.34 and A04.34 have one hex between them on the map, A03.34; A03.35 on the other side is off it."""
    line = GRID.line(GRID.hex("A02.34"), GRID.hex("A04.34"))
    assert [GRID.label(hex_) for hex_ in line] == ["A02.34", "A03.34", "A04.34"]


@given(interior(1), interior(1))
def test_a_line_goes_step_by_step_and_no_way_about(here: Hex, there: Hex):
    line = GRID.line(here, there)
    assert line[0] == here
    assert line[-1] == there
    assert len(line) == GRID.distance(here, there) + 1
    assert all(GRID.adjacent(one, other) for one, other in pairwise(line))


@given(hexes)
def test_neighbouring_centres_lie_one_apart_and_share_two_corners(hex_: Hex):
    x, y = GRID.centre(hex_)
    own = {(round(cx, 6), round(cy, 6)) for cx, cy in corners(x, y)}
    assert len(own) == 6
    for other in GRID.around(hex_):
        ox, oy = GRID.centre(other)
        assert math.isclose(math.dist((x, y), (ox, oy)), 1)
        shared = own & {(round(cx, 6), round(cy, 6)) for cx, cy in corners(ox, oy)}
        assert len(shared) == 2


def test_positions_run_east_and_north():
    """A48.24: 48 columns of half the square root of 3 east; row 24 and, the column being even, a half north."""
    x, y = GRID.centre(GRID.hex("A48.24"))
    assert math.isclose(x, 48 * math.sqrt(3) / 2)
    assert math.isclose(y, 24.5)
    assert math.isclose(GRID.centre(GRID.hex("B47.24"))[1], 24 - 34)
