"""An answer is worked out once for the objects that it stands on, and again for others."""

from __future__ import annotations

from ocs_engine.kernel.remembered import MOST_KEPT, remembered

ASKED: list[str] = []


@remembered(lambda words, letter: (words, letter))
def count(words: list[str], letter: str) -> int:
    ASKED.append(letter)
    return words.count(letter)


def test_the_same_question_about_the_same_things_is_answered_from_memory() -> None:
    ASKED.clear()
    one, other = ["a", "b", "a"], ["a", "b", "a"]
    assert [count(one, "a"), count(one, "a"), count(one, letter="b")] == [2, 2, 1]
    assert ASKED == ["a", "b"]
    assert count(other, "a") == 2, "equal things are other things"
    assert ASKED == ["a", "b", "a"]


def test_what_was_asked_first_is_forgotten_first() -> None:
    ASKED.clear()
    tables = [["a"] for _ in range(MOST_KEPT + 1)]
    assert [count(each, "a") for each in tables] == [1] * len(tables)
    count(tables[-1], "a")
    assert len(ASKED) == len(tables)
    count(tables[0], "a")
    assert len(ASKED) == len(tables) + 1


def test_things_that_are_gone_are_not_taken_for_new_ones() -> None:
    """A list that is made where another one was may have its identity, unless the other one is kept."""
    assert [count(["a"] * times, "a") for times in range(20)] == list(range(20))
