"""A source of choices for players that is the same on every platform and Python version: SHA-256 of seed and count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ocs_engine.kernel.dice import SeededDice

T = TypeVar("T")


class Chance:
    """Choices in a row; never the game's dice."""

    def __init__(self, seed: int) -> None:
        self._dice = SeededDice(seed)
        self._index = 0

    def one_of(self, choices: Sequence[T]) -> T:
        """One of some choices, each as likely as the others."""
        self._index += 1
        return choices[self._dice.face(self._index, len(choices)) - 1]

    def one_in(self, count: int) -> bool:
        """True once in `count` times."""
        return self.one_of(range(count)) == 0
