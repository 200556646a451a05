"""Dice: frozen for ever when seeded, fair, recorded, and entered by hand."""

import hashlib
from collections import Counter

import pytest

from ocs_engine.kernel.dice import EnteredDice, RecordedDice, SeededDice

GOLDEN = {
    0: (1, 1, 1, 6, 6, 1, 2, 3, 5, 3, 2, 4),
    7: (3, 4, 2, 1, 2, 6, 3, 1, 6, 1, 6, 5),
    2026: (4, 2, 1, 4, 3, 2, 1, 3, 2, 3, 1, 6),
    -1: (4, 2, 1, 3, 2, 3, 2, 1, 5, 5, 4, 5),
    2**70: (4, 4, 3, 1, 1, 2, 3, 3, 2, 4, 6, 4),
}
"""The first twelve faces of six-sided dice by seed: never to be changed, for games are replayed with them."""


def by_the_formula(seed: int, index: int, sides: int) -> int:
    """SHA-256 of "seed:index:0", its first eight bytes read as a big-endian number, modulo the sides, plus 1."""
    return int(hashlib.sha256(f"{seed}:{index}:0".encode()).hexdigest()[:16], 16) % sides + 1


@pytest.mark.parametrize("seed", GOLDEN)
def test_the_faces_of_a_seed_never_change(seed):
    assert tuple(SeededDice(seed).face(index, 6) for index in range(12)) == GOLDEN[seed]


def test_other_dice_of_a_seed_never_change():
    dice = SeededDice(7)
    assert tuple(dice.face(index, 10) for index in range(12)) == (9, 4, 4, 3, 10, 6, 3, 9, 4, 7, 6, 7)
    assert tuple(dice.face(index, 6) for index in (10**6, 10**12, 2**63)) == (5, 5, 5)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20, 100])
def test_a_face_is_the_documented_function_of_seed_and_index(sides):
    for seed in (0, 1, 7, 123456789):
        dice = SeededDice(seed)
        for index in range(50):
            assert dice.face(index, sides) == by_the_formula(seed, index, sides)


def test_words_above_the_last_full_multiple_are_skipped():
    """A die of 2**63 + 1 sides: about every second word is too high, so the next one of the digest counts."""
    sides = 2**63 + 1
    skipped = 0
    for index in range(40):
        digests = (hashlib.sha256(f"7:{index}:{attempt}".encode()).digest() for attempt in range(9))
        words = [int.from_bytes(digest[at : at + 8], "big") for digest in digests for at in (0, 8, 16, 24)]
        fair = [word for word in words if word < sides]
        skipped += words[0] >= sides
        assert SeededDice(7).face(index, sides) == fair[0] + 1
    assert 5 < skipped < 35


@pytest.mark.parametrize("sides", [6, 10])
def test_seeded_dice_are_fair(sides):
    """Chi-squared over 6000 dice stays below its 1 in 10000 bound (25.7 for 5 degrees of freedom, 33.7 for 9)."""
    counts = Counter(SeededDice(7).face(index, sides) for index in range(6000))
    mean = 6000 / sides
    assert sorted(counts) == list(range(1, sides + 1))
    assert sum((count - mean) ** 2 / mean for count in counts.values()) < {6: 25.7, 10: 33.7}[sides]


def test_neighbours_in_seed_or_index_do_not_go_together():
    """Of 6000 pairs of d6, 1000 should agree (standard deviation 29)."""
    one, two = SeededDice(7), SeededDice(8)
    assert 870 < sum(one.face(i, 6) == two.face(i, 6) for i in range(6000)) < 1130
    assert 870 < sum(one.face(i, 6) == one.face(i + 1, 6) for i in range(6000)) < 1130


# --- recorded


def test_recorded_dice_answer_for_their_own_indices_only():
    dice = RecordedDice((3, 1, 6), start=10)
    assert [dice.face(index, 6) for index in (9, 10, 11, 12, 13)] == [None, 3, 1, 6, None]


@pytest.mark.parametrize("face", [0, -1, 7])
def test_a_record_with_a_face_that_the_die_lacks_is_no_record(face):
    with pytest.raises(ValueError, match=f"{face} is not the face of a die with 6 sides"):
        RecordedDice((face,)).face(0, 6)


# --- entered by hand


def test_entered_dice_are_there_once_entered():
    dice = EnteredDice()
    assert dice.face(4, 6) is None
    dice.enter(4, (2, 5))
    assert [dice.face(index, 6) for index in (3, 4, 5, 6)] == [None, 2, 5, None]


def test_a_slip_can_be_entered_anew():
    dice = EnteredDice()
    dice.enter(4, (2, 5))
    dice.enter(5, (6,))
    assert [dice.face(index, 6) for index in (4, 5)] == [2, 6]


@pytest.mark.parametrize("faces", [(5, 0), (5, -2)])
def test_a_face_below_one_is_an_error_and_none_of_them_is_taken(faces):
    dice = EnteredDice()
    with pytest.raises(ValueError, match=f"{faces[1]} is not the face of a die; expected 1 or more"):
        dice.enter(0, faces)
    assert dice.face(0, 6) is None


def test_a_face_that_the_die_lacks_is_an_error():
    dice = EnteredDice()
    dice.enter(0, (7,))
    assert dice.face(0, 10) == 7
    with pytest.raises(ValueError, match="7 is not the face of a die with 6 sides"):
        dice.face(0, 6)
