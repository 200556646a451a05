"""Barrage against units and facilities, and damaged ports (OCS 10.0, 19.0b)."""

from fractions import Fraction

import pytest

from ocs_engine.series.tables.barrage import (
    Barrage,
    BarrageEffect,
    Source,
    barrage_column,
    barrage_cost,
    barrage_effect,
    barrage_label,
    barrage_result,
    barrage_shifts,
    counted_re,
    density_shift,
    final_column,
    half_loses_step,
    reduced,
)
from ocs_engine.series.tables.facility import (
    FacilityResult,
    base_level_after,
    facility_column,
    facility_cost,
    facility_label,
    facility_result,
    plane_loses_step,
)
from ocs_engine.series.tables.port import port_capacity, port_hits_after
from tests.series.tables.charts import BARRAGE, BARRAGE_COLUMNS, FACILITY, FACILITY_COLUMNS, rows

RE = 4
"""RE are counted in quarters."""
LAST = 10
"""The right-most column, from 0."""


# --- columns and their cost


def ends(chart: str) -> list[tuple[int, int, int]]:
    """Least and most strength and cost of each column; the last one ends at 500 here."""
    found = rows(chart)
    most = [500 if each == "+" else int(each) for each in found["most"]]
    return list(zip(map(int, found["least"]), most, map(int, found["T"]), strict=True))


@pytest.mark.rule("OCS 10.0a")
@pytest.mark.parametrize("column", range(11))
def test_columns_and_cost_of_a_barrage(tables, column: int):
    least, most, cost = ends(BARRAGE_COLUMNS)[column]
    assert barrage_column(tables, Fraction(least)) == column
    assert barrage_column(tables, Fraction(most)) == column
    assert barrage_cost(tables, column) == cost
    assert barrage_cost(tables, column, Source.AIR) == barrage_cost(tables, column, Source.NAVAL) == 0


@pytest.mark.rule("OCS 10.0c")
@pytest.mark.parametrize("column", range(8))
def test_columns_and_cost_of_a_facility_barrage(tables, column: int):
    least, most, cost = ends(FACILITY_COLUMNS)[column]
    assert facility_column(tables, Fraction(least)) == column
    assert facility_column(tables, Fraction(most)) == column
    assert facility_cost(tables, column) == cost
    assert facility_cost(tables, column, Source.AIR) == 0


def test_columns_carry_their_headings(tables):
    assert barrage_label(tables, 5) == "12-16"
    assert facility_label(tables, 3) == "5-10"


@pytest.mark.rule("OCS 4.2")
def test_barrage_strength_is_rounded_once(tables):
    # 2 1/4 + 2 1/4 = 4 1/2, which is 5: column 5-7; each rounded first would give 4
    assert barrage_column(tables, Fraction(9, 4) + Fraction(9, 4)) == 3
    assert barrage_column(tables, Fraction(1, 2)) == 0
    assert barrage_column(tables, Fraction(2, 5)) is None  # under 1 nothing fires
    assert facility_column(tables, Fraction(1, 4)) is None


# --- shifts


@pytest.mark.rule("OCS 10.0a")
@pytest.mark.parametrize(
    ("re", "shift"),
    [
        ("1/4", -1), ("1", -1), ("5/4", 0), ("3", 0), ("13/4", 1), ("4", 1), ("17/4", 2),
        ("5", 2), ("21/4", 3), ("6", 3), ("25/4", 4), ("10", 4),
    ],
)  # fmt: skip
def test_density_is_not_rounded(tables, re: str, shift: int):
    assert density_shift(tables, int(Fraction(re) * RE)) == shift


@pytest.mark.rule("OCS 10.0a")
def test_a_division_counts_three_regiments_at_most(tables):
    # a division of 5 RE, one of 2, a company of 1/4: 3 + 2 + 1/4 = 5 1/4, three to the right and not four
    counted = counted_re(tables, [5 * RE, 2 * RE], others=1)
    assert counted == 21
    assert density_shift(tables, counted) == 3
    assert density_shift(tables, 29) == 4


def shifts(tables, **changes: object) -> list[tuple[int, str]]:
    """Shifts and their rules of a barrage in the open against 2 RE, which has none, with some changes."""
    plain: dict[str, object] = {"strength": Fraction(9), "re": 2 * RE, "terrain": "open"}
    return [(each.value, each.rule) for each in barrage_shifts(tables, Barrage(**plain | changes))]


@pytest.mark.rule("OCS 10.0a", "OCS 10.2")
@pytest.mark.parametrize(
    ("changes", "shift"),
    [
        ({}, []),
        ({"re": RE}, [(-1, "OCS 10.0a")]),
        ({"hedgehog": 1}, [(-1, "OCS 16.0d")]),
        ({"hedgehog": 4}, [(-1, "OCS 16.0d")]),
        ({"terrain": "close"}, [(-1, "OCS 10.0a")]),
        ({"terrain": "very close"}, [(-1, "OCS 10.0a")]),
        ({"terrain": "extremely close"}, [(-2, "OCS 10.0a")]),
        ({"spotted": False}, [(-3, "OCS 10.0b")]),
        ({"strat": True}, [(3, "OCS 10.0a")]),
        ({"source": Source.AIR, "close_air": True}, [(1, "OCS 10.2")]),
        ({"source": Source.AIR, "far_air": True}, [(-1, "OCS 21.4")]),
    ],
)
def test_each_line_of_the_shifts(tables, changes: dict[str, object], shift: list[tuple[int, str]]):
    assert shifts(tables, **changes) == shift


@pytest.mark.rule("OCS 10.0a")
def test_all_lines_add_up(tables):
    # 7 RE +4, hedgehog -1, Very Close -1, no spotter -3, Strat +3
    found = shifts(tables, re=7 * RE, hedgehog=2, terrain="very close", spotted=False, strat=True)
    assert [value for value, _ in found] == [4, -1, -1, -3, 3]


def test_a_waiver_of_crowding_takes_right_shifts_only(tables):
    assert shifts(tables, re=7 * RE, no_crowding=True) == []
    assert shifts(tables, re=RE, no_crowding=True) == [(-1, "OCS 10.0a")]


@pytest.mark.rule("OCS 10.0a")
def test_shifts_stop_at_the_ends_of_the_table(tables):
    def final(column: int, **changes: object) -> int:
        plain: dict[str, object] = {"strength": Fraction(9), "re": 2 * RE, "terrain": "open"}
        return final_column(tables, column, barrage_shifts(tables, Barrage(**plain | changes)))

    assert final(2, spotted=False, hedgehog=1) == 0
    assert final(8, re=10 * RE) == LAST
    assert final(4) == 4


# --- results


@pytest.mark.rule("OCS 10.0a")
@pytest.mark.parametrize("roll", range(2, 13))
def test_every_cell_of_the_barrage_table(tables, roll: int):
    assert [barrage_result(tables, column, roll) for column in range(11)] == rows(BARRAGE)[str(roll)]


@pytest.mark.rule("OCS 10.0r")
@pytest.mark.parametrize(
    ("hedgehog", "source", "spotted", "comes_to"),
    [
        (0, Source.ARTILLERY, True, "1/2"),
        (2, Source.ARTILLERY, True, "1/2"),
        (3, Source.ARTILLERY, True, "DG"),
        (4, Source.ARTILLERY, True, "DG"),
        (0, Source.ARTILLERY, False, "DG"),
        (0, Source.AIR, True, "DG"),
        (0, Source.NAVAL, True, "DG"),
    ],
)
def test_a_bracketed_half(tables, hedgehog: int, source: Source, spotted: bool, comes_to: str):
    assert reduced(tables, "[1/2]", hedgehog, source, spotted) == comes_to


@pytest.mark.rule("OCS 10.0r")
def test_other_results_stand_but_ships_are_weaker_on_land(tables):
    for result in ("-", "DG", "1/2", "1", "2", "3"):
        assert reduced(tables, result, 4, Source.AIR, False) == result
    found = [reduced(tables, result, 0, Source.NAVAL, True) for result in ("-", "DG", "1/2", "1", "2", "3")]
    assert found == ["-", "DG", "DG", "1/2", "1", "2"]  # 3 is not on the chart of ships: one less, like the others


@pytest.mark.rule("OCS 10.0r")
def test_what_results_do(tables):
    assert barrage_effect(tables, "-") == BarrageEffect(0, dg=False)
    assert barrage_effect(tables, "DG") == BarrageEffect(0, dg=True)
    assert [barrage_effect(tables, str(steps)) for steps in (1, 2, 3)] == [
        BarrageEffect(steps, dg=True) for steps in (1, 2, 3)
    ]
    assert [half_loses_step(tables, die) for die in range(1, 7)] == [False, False, False, True, True, True]
    assert [barrage_effect(tables, "1/2", die).steps for die in range(1, 7)] == [0, 0, 0, 1, 1, 1]
    assert barrage_effect(tables, "1/2", 1).dg
    with pytest.raises(ValueError, match="takes a die"):
        barrage_effect(tables, "1/2")


@pytest.mark.rule("OCS 10.0a")
@pytest.mark.rule("OCS 10.0r")
@pytest.mark.parametrize(
    ("barrage", "start", "end", "roll", "result"),
    [
        # 16 stands on 12-16; 8 RE +4, hedgehog -1, Close -1: two to the right
        (Barrage(Fraction(16), 8 * RE, "close", hedgehog=1), "12-16", "25-40", 8, "[1/2]"),
        # 9 stands on 8-11; 4 RE +1, no spotter -3: two to the left
        (Barrage(Fraction(9), 4 * RE, "open", Source.AIR, spotted=False), "8-11", "3-4", 12, "1/2"),
        # 1 RE -1
        (Barrage(Fraction(20), 1 * RE, "open", Source.AIR), "17-24", "12-16", 8, "DG"),
    ],
)
def test_the_booklets_barrages(tables, barrage: Barrage, start: str, end: str, roll: int, result: str):
    column = barrage_column(tables, barrage.strength)
    final = final_column(tables, column, barrage_shifts(tables, barrage))
    assert (barrage_label(tables, column), barrage_label(tables, final)) == (start, end)
    assert barrage_result(tables, final, roll) == result


# --- 10.0c facilities, 19.0b ports


@pytest.mark.rule("OCS 10.0c")
@pytest.mark.parametrize("die", range(1, 7))
def test_every_cell_of_the_facility_table(tables, die: int):
    for column, text in enumerate(rows(FACILITY)[str(die)]):
        hits = int(text[0]) if text[0].isdecimal() else 0
        plane_loss = int(text[-2]) if text.endswith(")") else None
        assert facility_result(tables, column, die) == FacilityResult(text, hits, "*" in text, plane_loss)


@pytest.mark.rule("OCS 10.0c")
def test_planes_at_a_bombed_base_roll_each(tables):
    result = facility_result(tables, 7, 6)  # 2*(3)
    assert [plane_loses_step(result, die) for die in range(1, 7)] == [False, False, True, True, True, True]
    assert not plane_loses_step(facility_result(tables, 0, 1), 6)


@pytest.mark.rule("OCS 10.0c")
def test_a_base_keeps_level_1_and_a_strip_is_immune(tables):
    two = facility_result(tables, 7, 6)
    assert [base_level_after(level, two) for level in (0, 1, 2, 3)] == [0, 1, 1, 1]
    one = facility_result(tables, 7, 1)
    assert [base_level_after(level, one) for level in (0, 1, 2, 3)] == [0, 1, 1, 2]


@pytest.mark.rule("OCS 19.0b")
def test_hits_cut_a_ports_capacity_to_the_nearest_token(tables):
    # of 4T: 3.2, 2.4, 1.6, 0.8
    assert [port_capacity(tables, 4, hits) for hits in range(5)] == [4, 3, 2, 2, 1]
    assert [port_capacity(tables, 20, hits) for hits in range(5)] == [20, 16, 12, 8, 4]
    assert [port_hits_after(tables, 3, more) for more in (0, 1, 2)] == [3, 4, 4]
    with pytest.raises(ValueError, match="not 5"):
        port_capacity(tables, 4, 5)
