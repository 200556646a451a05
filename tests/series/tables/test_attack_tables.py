"""Odds, columns, surprise and the combat table (OCS 9.7 to 9.10, 9.14a)."""

from fractions import Fraction

import pytest

from ocs_engine.series.tables.combat import Attack, CombatResult, combat_drm, combat_result, parse_result, table_width
from ocs_engine.series.tables.odds_column import (
    Odds,
    column_at,
    columns,
    odds,
    parse_odds,
    rounded_odds,
    shifted,
    starting_column,
)
from ocs_engine.series.tables.surprise import Surprise, surprise, surprise_drm, surprise_on, surprise_shift
from tests.series.tables.charts import COMBAT, COMBAT_COLUMNS, RESULTS, rows

CLASSES = ("Open", "Close", "Very Close", "Extremely Close")
WORDS = {letter: words[0] for letter, words in rows(RESULTS).items()}


# --- 9.7 odds


@pytest.mark.rule("OCS 9.7")
@pytest.mark.parametrize(
    ("attack", "defend", "ratio"),
    [
        ("22", "8", "3:1"),  # 2.75, and .5 up rounds up
        ("7", "18", "1:3"),  # 18/7 = 2.57
        ("9.75", "2", "5:1"),  # 4.875; strengths are not rounded first
        ("5", "2", "3:1"),  # 2.5 goes up
        ("12", "5", "2:1"),  # 2.4
        ("2", "5", "1:3"),  # 2.5 goes up for the defender too
        ("3/2", "4/3", "1:1"),  # 9/8
        ("7/2", "7/3", "2:1"),  # 3/2
        ("1/4", "60", "1:240"),
        ("6", "6", "1:1"),
    ],
)
def test_odds_are_the_ratio_of_exact_strengths_rounded_once(attack: str, defend: str, ratio: str):
    assert str(odds(Fraction(attack), Fraction(defend))) == ratio


def test_odds_without_strength_are_refused():
    with pytest.raises(ValueError, match="makes no odds"):
        odds(Fraction(0), Fraction(3))


@pytest.mark.parametrize("text", ["3", "3:", ":1", "0:1", "x:1", "3-1", "1:0"])
def test_what_is_no_odds_is_refused(text: str):
    with pytest.raises(ValueError, match="expected odds such as"):
        parse_odds(text)


# --- 9.3, 9.7 columns


@pytest.mark.rule("OCS 9.3")
@pytest.mark.parametrize("name", CLASSES)
def test_every_heading_of_every_row(tables, name: str):
    assert [str(each) for each in columns(tables, name)] == rows(COMBAT_COLUMNS)[name]
    assert columns(tables, name.lower()) == columns(tables, name)


@pytest.mark.rule("OCS 9.3")
def test_an_unknown_class_names_the_nearest(tables):
    with pytest.raises(KeyError, match="nearest is Very Close"):
        columns(tables, "verry close")


@pytest.mark.rule("OCS 9.7")
@pytest.mark.parametrize(
    ("terrain", "ratio", "column"),
    [
        ("Open", "1:12", "1:5"),  # outside the row: the end column
        ("Open", "40:1", "13:1"),
        ("Open", "6:1", "5:1"),  # between two columns: the lower
        ("Open", "12:1", "11:1"),
        ("Close", "5:1", "4:1"),
        ("Close", "1:5", "1:4"),
        ("Very Close", "8:1", "6:1"),
        ("Extremely Close", "7:1", "4:1"),
        ("Extremely Close", "1:3", "1:2"),
        ("Extremely Close", "51:1", "44:1"),
    ],
)
def test_the_highest_column_not_above_the_odds(tables, terrain: str, ratio: str, column: str):
    row = columns(tables, terrain)
    assert str(row[column_at(tables, terrain, parse_odds(ratio))]) == column


@pytest.mark.rule("OCS 9.7")
@pytest.mark.parametrize("terrain", CLASSES)
def test_printed_odds_start_on_their_own_column(tables, terrain: str):
    row = columns(tables, terrain)
    assert [starting_column(tables, terrain, Fraction(each.attacker), Fraction(each.defender)) for each in row] == list(
        range(13)
    )


@pytest.mark.rule("OCS 9.14a")
@pytest.mark.parametrize("terrain", CLASSES)
def test_fights_with_a_strength_of_zero(tables, terrain: str):
    row = columns(tables, terrain)

    def start(attack: int, defend: int) -> str:
        return str(row[starting_column(tables, terrain, Fraction(attack), Fraction(defend))])

    assert start(3, 0) == str(row[12])  # no defence: the right-most
    assert start(0, 3) == str(row[0])  # no attack: the left-most
    assert start(0, 0) == "1:1"
    assert rounded_odds(Fraction(3), Fraction(0)) is None
    assert rounded_odds(Fraction(0), Fraction(3)) is None
    assert rounded_odds(Fraction(0), Fraction(0)) == Odds(1, 1)


@pytest.mark.rule("OCS 9.7")
def test_shifts_count_from_the_end_column_and_stop_at_the_ends(tables):
    # 1:12 on the Open row stands on 1:5; six to the right of it is 3:1
    row = columns(tables, "Open")
    start = column_at(tables, "Open", parse_odds("1:12"))
    assert str(row[shifted(start, 6, 13)]) == "3:1"
    assert [shifted(2, shift, 13) for shift in (-6, -2, 0, 6)] == [0, 0, 2, 8]
    assert [shifted(10, shift, 13) for shift in (2, 3, 6)] == [12, 12, 12]


# --- 9.8 surprise


@pytest.mark.rule("OCS 9.8")
@pytest.mark.parametrize("overrun", [False, True])
def test_surprise_on_every_total(tables, overrun: bool):
    for total in range(-6, 21):
        if total >= (9 if overrun else 10):
            expected = Surprise.ATTACKER
        elif total >= (7 if overrun else 6):
            expected = Surprise.NONE
        else:
            expected = Surprise.DEFENDER
        assert surprise(tables, total, overrun) is expected


@pytest.mark.rule("OCS 9.8")
@pytest.mark.rule("OCS 16.0d")
def test_a_hedgehog_of_any_level_takes_one_off_the_surprise_roll(tables):
    assert [surprise_drm(tables, 2, level) for level in range(5)] == [2, 1, 1, 1, 1]
    assert surprise_on(tables, 8, 2, 0, overrun=False) is Surprise.ATTACKER
    assert surprise_on(tables, 8, 2, 4, overrun=False) is Surprise.NONE


@pytest.mark.rule("OCS 9.8")
def test_surprise_shifts_right_for_the_attacker_and_left_for_the_defender():
    assert [surprise_shift(Surprise.ATTACKER, die) for die in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert [surprise_shift(Surprise.DEFENDER, die) for die in range(1, 7)] == [-1, -2, -3, -4, -5, -6]
    assert surprise_shift(Surprise.NONE, 4) == 0
    with pytest.raises(ValueError, match="a die shows 1 to 6, not 7"):
        surprise_shift(Surprise.ATTACKER, 7)


def test_two_dice_show_no_thirteen(tables):
    with pytest.raises(ValueError, match="two dice show 2 to 12, not 13"):
        surprise_on(tables, 13, 0, 0, overrun=False)


# --- 9.9 combat table


@pytest.mark.rule("OCS 9.9")
@pytest.mark.parametrize("row", rows(COMBAT))
def test_every_cell_of_the_combat_table(tables, row: str):
    total = int(row.strip("<>="))
    found = [combat_result(tables, column, total).text for column in range(13)]
    assert found == [WORDS[letter] for letter in rows(COMBAT)[row]]
    assert table_width(tables) == 13


@pytest.mark.rule("OCS 9.9")
def test_rolls_beyond_the_rows_use_the_end_rows(tables):
    for column in range(13):
        assert combat_result(tables, column, -7) == combat_result(tables, column, 1)
        assert combat_result(tables, column, 22) == combat_result(tables, column, 15)


@pytest.mark.rule("OCS 9.9")
@pytest.mark.rule("OCS 9.6")
@pytest.mark.rule("OCS 16.0d")
def test_the_combat_roll_takes_the_ratings_and_the_full_level_of_a_hedgehog():
    attack = Attack(Fraction(1), Fraction(1), "open", attacker_ar=2, defender_ar=4, hedgehog=3)
    assert attack.drm == -2
    assert combat_drm(attack.drm, attack.hedgehog) == -5


# --- 9.10 results


@pytest.mark.rule("OCS 9.10")
@pytest.mark.parametrize(
    ("text", "attacker", "exploit", "defender", "dg"),
    [
        ("AL2", (2, 0), None, (0, 0), False),
        ("AL1o1", (1, 1), None, (0, 0), False),
        ("AL1o1/Do1", (1, 1), None, (0, 1), False),
        ("AL1/Do1", (1, 0), None, (0, 1), False),
        ("AL1/DL1o1", (1, 0), None, (1, 1), False),
        ("Ao1/Do1", (0, 1), None, (0, 1), False),
        ("Ao1/DL1o1", (0, 1), None, (1, 1), False),
        ("Ao1/DL1o2", (0, 1), None, (1, 2), False),
        ("Ao1e4/DL1o2", (0, 1), 4, (1, 2), False),
        ("Ae4/DL1o2", (0, 0), 4, (1, 2), False),
        ("Ae3/DL2o2DG", (0, 0), 3, (2, 2), True),
        ("Ae2/DL2o3DG", (0, 0), 2, (2, 3), True),
    ],
)
def test_every_result_taken_apart(
    text: str, attacker: tuple[int, int], exploit: int | None, defender: tuple[int, int], dg: bool
):
    assert parse_result(text) == CombatResult(text, *attacker, exploit, *defender, dg)
    assert str(parse_result(text)) == text
    assert text in WORDS.values()


@pytest.mark.parametrize("text", ["", "DL1", "AL2/", "Ax1", "AL1 /Do1"])
def test_what_is_no_result_is_refused(text: str):
    with pytest.raises(ValueError, match="is no combat result"):
        parse_result(text)


# --- two worked overruns: 4:1 in the open


def overrun(tables, attack: Attack, surprise_roll: int, shift_die: int, combat_roll: int) -> tuple[str, str, str]:
    """Final column, result, and what the result had been without the shift."""
    row = columns(tables, attack.terrain)
    start = starting_column(tables, attack.terrain, attack.attack, attack.defend)
    found = surprise_on(tables, surprise_roll, attack.drm, attack.hedgehog, attack.overrun)
    final = shifted(start, surprise_shift(found, shift_die), len(row))
    total = combat_roll + combat_drm(attack.drm, attack.hedgehog)
    return str(row[final]), *(combat_result(tables, column, total).text for column in (final, start))


@pytest.mark.rule("OCS 9.8")
@pytest.mark.rule("OCS 9.9")
def test_the_booklets_overrun_that_goes_well(tables):
    # DRM +5: 8 + 5 = 13 surprises, three columns right of 4:1 is 9:1; 7 + 5 = 12
    attack = Attack(Fraction(4), Fraction(1), "Open", 5, 0, overrun=True)
    assert overrun(tables, attack, 8, 3, 7) == ("9:1", "Ae3/DL2o2DG", "Ae4/DL1o2")


@pytest.mark.rule("OCS 9.8")
@pytest.mark.rule("OCS 9.9")
def test_the_booklets_overrun_that_goes_wrong(tables):
    # DRM -5: 10 - 5 = 5, the defender surprises, six columns left of 4:1 is 1:4; 7 - 5 = 2
    attack = Attack(Fraction(4), Fraction(1), "Open", 0, 5, overrun=True)
    assert overrun(tables, attack, 10, 6, 7) == ("1:4", "AL2", "AL1o1/Do1")
