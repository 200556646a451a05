"""What a unit is worth before terrain: printed figures, modes, steps and supply, exact to the eighth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ocs_engine.series.numbers import HALF, Factor, multiplied, rounded
from ocs_engine.series.strength import (
    action_rating,
    attack_strength,
    barrage_strength,
    defence_strength,
    printed_strength,
)
from ocs_engine.state.model import Mode, Unit, Up
from ocs_engine.world.counters import Counter, Face, Mobility
from ocs_engine.world.world import load_world

WORLD = load_world("race-for-tunis")
TABLES = WORLD.tables


def unit(uid: str, **state: object) -> Unit:
    """A counter of the catalogue in some state."""
    return Unit((WORLD.counters | WORLD.repls)[uid], 0, **state)  # type: ignore[arg-type]


def division(steps: int, strength: int = 12) -> Counter:
    """A made-up division of several steps: 12-4-6 of 4 RE, say."""
    face = Face(Mobility.LEG, 6, strength, parenthesised=False, barrage=0, throw=0)
    base = WORLD.counters["ger-baren"]
    return replace(base, id="division", steps=steps, re=4 * steps, combat=face, move=face, ar=4)


# --- 4.1 to 4.3 numbers


@pytest.mark.rule("OCS 4.2")
@pytest.mark.parametrize(
    ("value", "whole"),
    [
        (Fraction(0), 0), (Fraction(1, 4), 0), (Fraction(1, 2), 1), (Fraction(5, 8), 1), (Fraction(11, 8), 1),
        (Fraction(3, 2), 2), (Fraction(5, 2), 3), (Fraction(249, 100), 2), (Fraction(7), 7),
    ],
)  # fmt: skip
def test_a_half_and_more_is_rounded_up(value: Fraction, whole: int) -> None:
    assert rounded(value) == whole


@pytest.mark.rule("OCS 4.3")
def test_two_halvings_make_a_quarter_and_three_an_eighth() -> None:
    half = Factor(HALF, "OCS 9.5", "no combat supply")
    assert multiplied(Fraction(6), []) == 6
    assert multiplied(Fraction(6), [half]) == 3
    assert multiplied(Fraction(6), [half, half]) == Fraction(3, 2)
    assert multiplied(Fraction(6), [half, half, half]) == Fraction(3, 4)
    assert multiplied(Fraction(3), [half, Factor(Fraction(2), "OCS 9.3", "terrain")]) == 3


@pytest.mark.rule("OCS 4.2", "OCS 4.3", "OCS 9.5", "OCS 5.10")
def test_strengths_are_not_rounded() -> None:
    # a March battalion, 2 in strength, DG, out of supply and unpaid: an eighth of 2 is a quarter of a point
    march = unit("ger-march-t-1", marker=Mode.DG, oos=True)
    assert defence_strength(TABLES, march, paid=False).total == Fraction(1, 4)
    assert attack_strength(TABLES, march).total == Fraction(1, 2)
    # four of them are worth one point only when the sum is rounded, none when each is
    total = sum((defence_strength(TABLES, march, paid=False).total for _ in range(4)), start=Fraction(0))
    assert rounded(total) == 1


# --- 3.2 printed strengths, 13.1, 13.4 those that are not printed


@pytest.mark.rule("OCS 3.2", "OCS 5.2")
@pytest.mark.parametrize(
    ("uid", "combat", "move"),
    [("ger-pz-190", 6, 3), ("ger-march-t-1", 2, 1), ("fr-mech-coutx", 3, 2), ("axis-pax", 1, 1)],
)
def test_the_side_up_gives_the_strength(uid: str, combat: int, move: int) -> None:
    assert printed_strength(TABLES, unit(uid)) == combat
    assert printed_strength(TABLES, unit(uid, up=Up.MOVE)) == move
    assert printed_strength(TABLES, unit(uid, marker=Mode.DG, up=Up.MOVE)) == move


@pytest.mark.rule("OCS 3.2")
def test_a_strength_in_parentheses_defends_in_full() -> None:
    assert defence_strength(TABLES, unit("ger-flak-i-33")).total == 7
    assert defence_strength(TABLES, unit("ger-obs-ii")).total == 2


@pytest.mark.rule("OCS 13.1")
@pytest.mark.parametrize("uid", ["ger-hq-90", "br-hq-5", "us-hq-2", "fr-hq-19"])
def test_an_hq_is_worth_five_deployed_and_one_on_the_move(uid: str) -> None:
    assert defence_strength(TABLES, unit(uid)).total == 5
    assert defence_strength(TABLES, unit(uid, up=Up.MOVE)).total == 1
    assert defence_strength(TABLES, unit(uid, marker=Mode.DG)).total == Fraction(5, 2)
    assert action_rating(TABLES, unit(uid)) == 0


@pytest.mark.rule("OCS 13.4")
@pytest.mark.parametrize("uid", ["ger-arty-afr1", "br-78-art", "ger-werfer-i71", "us-1arm-art"])
@pytest.mark.parametrize("up", list(Up))
def test_artillery_is_worth_one_on_both_sides(uid: str, up: Up) -> None:
    assert defence_strength(TABLES, unit(uid, up=up)).total == 1


# --- 5.7 to 5.10 modes

TANKS = "ger-pz-190"  # 6-5-8 in Combat Mode, 3 in Move Mode


@pytest.mark.rule("OCS 5.5", "OCS 5.6", "OCS 5.7", "OCS 5.8", "OCS 5.9", "OCS 5.10")
@pytest.mark.parametrize(
    ("up", "marker", "attack", "defence", "ar"),
    [
        (Up.COMBAT, None, 6, 6, 5),
        (Up.MOVE, None, 3, 3, 5),
        (Up.COMBAT, Mode.EXPLOIT, 6, 6, 5),
        (Up.MOVE, Mode.EXPLOIT, 3, 3, 5),
        (Up.COMBAT, Mode.DG, 3, 3, 4),
        (Up.MOVE, Mode.DG, Fraction(3, 2), Fraction(3, 2), 4),
        (Up.COMBAT, Mode.RESERVE, None, 3, 5),
        (Up.MOVE, Mode.RESERVE, None, Fraction(3, 2), 5),
        (Up.MOVE, Mode.STRAT, None, 0, 0),
    ],
)
def test_what_each_mode_is_worth(
    up: Up, marker: Mode | None, attack: Fraction | None, defence: Fraction, ar: int
) -> None:
    tanks = unit(TANKS, up=up, marker=marker)
    if attack is not None:  # Reserve and Strat units do not attack at all (OCS 4.4)
        assert attack_strength(TABLES, tanks).total == attack
    assert defence_strength(TABLES, tanks).total == defence
    assert action_rating(TABLES, tanks) == ar


@pytest.mark.rule("OCS 5.10", "OCS 9.6")
def test_a_poor_unit_in_disorder_has_an_ar_of_minus_one() -> None:
    conscripts = unit("axis-pax", up=Up.MOVE, marker=Mode.DG)
    assert conscripts.counter.ar == 0
    assert action_rating(TABLES, conscripts) == -1


@pytest.mark.rule("OCS 5.8", "OCS 9.6")
def test_in_strat_mode_nobody_has_an_ar() -> None:
    for uid in ("ger-para-i5", "br-cdo-6", "ger-arty-afr1"):
        assert action_rating(TABLES, unit(uid, up=Up.MOVE, marker=Mode.STRAT)) == 0


# --- 9.5 supply


@pytest.mark.rule("OCS 9.5")
@pytest.mark.parametrize(
    ("oos", "paid", "defence"), [(False, True, 6), (False, False, 3), (True, True, 3), (True, False, Fraction(3, 2))]
)
def test_unpaid_and_out_of_supply_halve_each_for_itself(oos: bool, paid: bool, defence: Fraction) -> None:
    assert defence_strength(TABLES, unit(TANKS, oos=oos), paid).total == defence


@pytest.mark.rule("OCS 9.5")
def test_out_of_supply_halves_an_attack_too() -> None:
    assert attack_strength(TABLES, unit(TANKS, oos=True)).total == 3


# --- 9.11d steps


@pytest.mark.rule("OCS 9.11d")
@pytest.mark.parametrize(
    ("steps", "lost", "attack", "defence"),
    [
        (4, 0, 12, 12),
        (4, 1, 6, 12),  # a step is missing, but not half of them
        (4, 2, 6, 6),
        (4, 3, 6, 6),  # a half and no more, however few are left
        (3, 1, 6, 12),  # one of three is less than half
        (3, 2, 6, 6),
        (2, 1, 6, 6),  # one of two is half
        (5, 2, 6, 12),
        (5, 3, 6, 6),
        (1, 0, 12, 12),
    ],
)
def test_reduced_units_attack_at_half_and_from_half_of_their_steps_defend_at_half(
    steps: int, lost: int, attack: int, defence: int
) -> None:
    reduced = Unit(division(steps), 0, lost=lost)
    assert attack_strength(TABLES, reduced).total == attack
    assert defence_strength(TABLES, reduced).total == defence


@pytest.mark.rule("OCS 9.11d", "OCS 4.3")
def test_all_at_once() -> None:
    # 7 in strength; DG, out of supply, unpaid and reduced to half: a sixteenth of 7, nothing rounded
    wreck = Unit(division(2, strength=7), 0, marker=Mode.DG, lost=1, oos=True)
    defence = defence_strength(TABLES, wreck, paid=False)
    assert defence.total == Fraction(7, 16)
    assert defence.printed == 7
    assert [factor.rule for factor in defence.factors] == ["OCS 5.10b", "OCS 9.5a", "OCS 9.5", "OCS 9.11d"]
    assert attack_strength(TABLES, wreck).total == Fraction(7, 8)


@pytest.mark.rule("OCS 4.3")
@pytest.mark.parametrize("paid", [True, False])
def test_the_working_makes_the_total(paid: bool) -> None:
    for marker in (None, Mode.DG, Mode.RESERVE):
        for oos in (True, False):
            strength = defence_strength(TABLES, unit(TANKS, marker=marker, oos=oos), paid)
            product = Fraction(strength.printed)
            for factor in strength.factors:
                assert factor.rule.startswith("OCS ") and factor.why
                product *= factor.value
            assert strength.total == product


# --- 10.1, 13.4 barrage

GUNS = "ger-arty-afr1"  # barrage 12 in Combat Mode, 6 in Move Mode


@pytest.mark.rule("OCS 13.4", "OCS 10.1", "OCS 5.7", "OCS 5.8", "OCS 5.10")
@pytest.mark.parametrize(
    ("up", "marker", "oos", "barrage"),
    [
        (Up.COMBAT, None, False, 12),
        (Up.MOVE, None, False, 6),
        (Up.COMBAT, Mode.DG, False, 6),
        (Up.MOVE, Mode.DG, False, 3),
        (Up.COMBAT, Mode.RESERVE, False, 0),
        (Up.MOVE, Mode.STRAT, False, 0),
        (Up.COMBAT, None, True, 12),  # out of supply takes nothing from it
        (Up.COMBAT, Mode.EXPLOIT, False, 12),
    ],
)
def test_what_artillery_fires(up: Up, marker: Mode | None, oos: bool, barrage: int) -> None:
    assert barrage_strength(TABLES, unit(GUNS, up=up, marker=marker, oos=oos)).total == barrage


@pytest.mark.rule("OCS 13.4", "OCS 4.2")
def test_half_a_barrage_of_seven_is_three_and_a_half() -> None:
    assert barrage_strength(TABLES, unit("it-centauro-131art", marker=Mode.DG)).total == Fraction(7, 2)


@pytest.mark.rule("OCS 13.4")
def test_the_combat_side_of_artillery_has_the_higher_barrage() -> None:
    guns = [counter for counter in WORLD.counters.values() if counter.is_artillery]
    assert len(guns) > 20
    for counter in guns:
        assert counter.combat is not None
        assert counter.combat.barrage > counter.move.barrage, counter.id


@pytest.mark.rule("OCS 10.1")
def test_others_fire_nothing() -> None:
    assert barrage_strength(TABLES, unit(TANKS)).total == 0
    assert barrage_strength(TABLES, unit("ger-hq-90")).total == 0
