"""Attrition, capture, dump blowing, flak and air combat (OCS 12.8b, 9.14, 12.11a, 14.3, 14.4)."""

import pytest

from ocs_engine.series.tables import lines
from ocs_engine.series.tables.air_combat import AirRound, aborting_loses_step, air_combat
from ocs_engine.series.tables.attrition import attrition, attrition_drm
from ocs_engine.series.tables.capture import (
    Captured,
    Share,
    capture_percent,
    captured_supply,
    captured_transport,
    caught_plane_loses_step,
    caught_plane_modifiers,
    column,
)
from ocs_engine.series.tables.dump_blowing import dump_blowing
from ocs_engine.series.tables.flak import FlakTarget, flak_hits, flak_modifiers, mission_loss
from tests.series.tables.charts import ATTRITION, CAPTURE, DUMP_BLOWING, MISSION_LOSS, rows

WORDS = {"0": "No Loss", "1": "-1 Step", "2": "-2 Steps", "4": "-4 Steps", "A": "All Steps"}


@pytest.mark.rule("OCS 12.8b")
@pytest.mark.parametrize("ar", range(6))
def test_every_cell_of_the_attrition_table(tables, ar: int):
    row = rows(ATTRITION)[str(ar)]  # totals from 2
    for roll in range(2, 13):
        assert attrition(tables, ar, 4, roll).text == WORDS[row[roll - 2]]
        assert attrition(tables, ar, 5, roll).text == WORDS[row[roll + 3 - 2]]  # five steps: +3


@pytest.mark.rule("OCS 12.8b")
def test_attrition_takes_no_more_than_there_is(tables):
    assert [attrition_drm(tables, steps) for steps in (1, 4, 5, 9)] == [0, 0, 3, 3]
    assert attrition(tables, 0, 3, 6).text == "-4 Steps"
    assert attrition(tables, 0, 3, 6).steps == 3
    assert attrition(tables, 3, 9, 6).steps == 2  # 6 + 3 = 9: -2 Steps
    assert attrition(tables, 3, 9, 12).steps == 9
    assert attrition(tables, 5, 2, 4).steps == 0
    with pytest.raises(ValueError, match="not 6"):
        attrition(tables, 6, 1, 7)


@pytest.mark.rule("OCS 9.14b")
@pytest.mark.rule("OCS 9.14c")
@pytest.mark.parametrize("kind", Captured)
def test_every_share_of_a_capture(tables, kind: Captured):
    assert [capture_percent(tables, kind, die) for die in range(1, 7)] == [int(each) for each in rows(CAPTURE)[kind]]


@pytest.mark.rule("OCS 9.14b")
def test_a_captured_dump_is_rounded_to_a_token(tables):
    # 25 % of 6T is 1.5T, which is 2T; 75 % of 7T is 5.25T
    assert captured_supply(tables, Captured.DUMP, 6, 2) == Share(25, 2, 4)
    assert captured_supply(tables, Captured.DUMP, 7, 6) == Share(75, 5, 2)
    assert captured_supply(tables, Captured.DUMP, 7, 1) == Share(0, 0, 7)


@pytest.mark.rule("OCS 9.14c")
def test_the_booklets_captured_trucks(tables):
    # 3 points with 12T: 25 % is 3/4 of a point, which is one, and 3T
    assert captured_transport(tables, Captured.TRUCKS, 12, 3) == Share(25, 4, 8)
    assert captured_supply(tables, Captured.TRUCKS, 12, 3) == Share(25, 3, 9)


@pytest.mark.rule("OCS 9.14c")
def test_more_than_ten_ma_is_the_column_of_trucks(tables):
    assert [column(tables, ma) for ma in (8, 10, 11, 45)] == [Captured.WAGONS] * 2 + [Captured.TRUCKS] * 2


@pytest.mark.rule("OCS 9.14f")
def test_planes_at_a_base_that_falls(tables):
    # 6 and less costs a step; +2 for an Active plane, +2 where the base falls to an advance after combat
    for active, advance, added in ((False, False, 0), (True, False, 2), (False, True, 2), (True, True, 4)):
        modifiers = caught_plane_modifiers(tables, active, advance)
        assert sum(each.value for each in modifiers) == added
        hit = [roll for roll in range(2, 13) if caught_plane_loses_step(tables, roll, modifiers)]
        assert hit == list(range(2, 7 - added))


@pytest.mark.rule("T2 1.6d")
def test_truck_losses_are_rounded_to_two_tokens_where_there_is_a_truck_of_two(tables):
    # 25 % of 6T is 1.5T: no full point (.375 of one), but 2T (.75 of such a truck)
    assert captured_transport(tables, Captured.TRUCKS, 6, 3).taken == 0
    assert captured_transport(tables, Captured.TRUCKS, 6, 3, unit=2).taken == 2
    # 50 % of 6T is 3T: .75 of a point is one; 1.5 of a truck of two is two of them
    assert captured_transport(tables, Captured.TRUCKS, 6, 4).taken == 4
    assert captured_transport(tables, Captured.TRUCKS, 6, 4, unit=2).taken == 4
    # all of 6T is a point and a half; rounded up that is 8T, but there are only six
    assert captured_transport(tables, Captured.WAGONS, 6, 6) == Share(100, 6, 0)


@pytest.mark.rule("OCS 12.11a")
def test_every_share_of_a_blown_dump(tables):
    assert [dump_blowing(tables, 100, die).percent for die in range(1, 7)] == list(DUMP_BLOWING)
    assert dump_blowing(tables, 10, 1) == Share(25, 3, 7)  # 2.5 goes up
    assert dump_blowing(tables, 5, 6) == Share(100, 5, 0)


@pytest.mark.rule("OCS 14.4")
def test_flak_hits_on_eleven(tables):
    for modifier in range(-2, 10):
        for roll in range(2, 13):
            assert flak_hits(tables, modifier, roll) is (roll + modifier >= 11)


@pytest.mark.rule("OCS 14.4")
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (FlakTarget(planes=2), 0),
        (FlakTarget(planes=3), 1),
        (FlakTarget(planes=4), 1),
        (FlakTarget(planes=1, hq=True), 1),
        (FlakTarget(planes=1, base=3), 3),
        (FlakTarget(planes=1, printed=2), 2),
        (FlakTarget(planes=1, zone=True, fighter=True), 1),
        (FlakTarget(planes=1, zone=True), 2),
        (FlakTarget(planes=1, zone=True, trainbusting=True), 3),
        (FlakTarget(planes=1, zone=True, fighter=True, trainbusting=True), 2),
        (FlakTarget(planes=1, fighter=True, trainbusting=True), 0),  # no zone, nothing
        (FlakTarget(planes=4, hq=True, base=2, printed=2, zone=True), 8),  # 1 + 1 + 2 + 2 + 2
    ],
)
def test_flak_modifiers(tables, target: FlakTarget, expected: int):
    assert sum(each.value for each in flak_modifiers(tables, target)) == expected


@pytest.mark.rule("OCS 14.4")
@pytest.mark.parametrize("planes", range(1, 5))
def test_every_cell_of_the_mission_loss_table(tables, planes: int):
    assert [mission_loss(tables, planes, die) for die in range(1, 7)] == rows(MISSION_LOSS)[str(planes)]


def test_a_mission_of_five_planes_is_none(tables):
    with pytest.raises(ValueError, match="1, 2, 3, 4 planes, not 5"):
        mission_loss(tables, 5, 1)


@pytest.mark.rule("OCS 14.3")
def test_air_combat_on_every_total(tables):
    for difference in range(-5, 6):
        for roll in range(2, 13):
            total = roll + difference
            found = air_combat(tables, 3 + difference, 3, roll)
            assert (found.attacker_aborts, found.defender_aborts) == (total <= 7, total >= 7)


@pytest.mark.rule("OCS 14.3")
def test_the_booklets_air_combat(tables):
    # 2 against 4: 9 - 2 = 7
    assert air_combat(tables, 2, 4, 9) == AirRound("both abort", attacker_aborts=True, defender_aborts=True)
    assert air_combat(tables, 2, 4, 8).text == "attacker aborts"
    assert air_combat(tables, 2, 4, 10).text == "defender aborts"
    assert [aborting_loses_step(tables, die) for die in range(1, 7)] == [False] * 4 + [True] * 2


# --- how charts are read


@pytest.mark.parametrize(("words", "ends"), [("7", (7, 7)), ("7-8", (7, 8)), (">=9", (9, None)), ("<=6", (None, 6))])
def test_ranges_as_charts_print_them(words: str, ends: tuple[int | None, int | None]):
    assert lines.span(words) == ends


@pytest.mark.parametrize("words", ["", "x", ">=7-8", "7-", "> 9"])
def test_what_is_no_range_is_refused(words: str):
    with pytest.raises(ValueError, match="is no range"):
        lines.span(words)


def test_what_a_chart_lacks_is_named(tables):
    with pytest.raises(ValueError, match="has no line for 5"):
        lines.range_of(["6-9", ">=10"], 5)
    with pytest.raises(KeyError, match="nearest is Extremely Close terrain"):
        lines.line(tables["barrage_additional_shifts"]["shifts"], "Extremly Close terrain")
    with pytest.raises(ValueError, match="holds no figure"):
        lines.figure("no number here", r"(\d+)")
