"""Answers about one state are worked out once, and again for another."""

from __future__ import annotations

from ocs_engine.kernel.remembered import remembered


def test_the_same_question_about_the_same_state_is_answered_from_memory() -> None:
    asked: list[tuple[str, int]] = []

    @remembered
    def count(state: list[str], letter: str, times: int = 1) -> int:
        asked.append((letter, times))
        return times * state.count(letter)

    one, other = ["a", "b", "a"], ["a", "b", "a"]
    assert [count(one, "a"), count(one, "a"), count(one, "b"), count(one, "a", times=3)] == [2, 2, 1, 6]
    assert asked == [("a", 1), ("b", 1), ("a", 3)]
    assert count(other, "a") == 2, "an equal state is another one"
    assert count(one, "a") == 2, "and only the last one is remembered"
    assert len(asked) == 5
