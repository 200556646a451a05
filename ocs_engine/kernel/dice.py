"""Where dice come from: a seed, a record, or a player's hand.

A die has an index in its game that only moves forward. A source answers for an index, so deciding a command twice
from the same index sees the same faces.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol

_WORD = 1 << 64


class DiceSource(Protocol):
    """Answers for the face of the die with an index, or None where it has none yet."""

    def face(self, index: int, sides: int) -> int | None:
        """The face, 1 to `sides`, of die `index`; None where the source has none yet."""


class SeededDice:
    """Faces as a function of seed and index alone: SHA-256 of "seed:index", the same everywhere and for ever."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def face(self, index: int, sides: int) -> int:
        """The face of die `index`; words above the last full multiple are skipped, to be fair."""
        fair = _WORD - _WORD % sides
        attempt = 0
        while True:
            digest = hashlib.sha256(f"{self.seed}:{index}:{attempt}".encode("ascii")).digest()
            for start in range(0, 32, 8):
                word = int.from_bytes(digest[start : start + 8], "big")
                if word < fair:
                    return word % sides + 1
            attempt += 1


class RecordedDice:
    """Faces of a record, from index `start` on; None beyond its end."""

    def __init__(self, faces: Sequence[int], start: int = 0) -> None:
        self.faces = faces
        self.start = start

    def face(self, index: int, sides: int) -> int | None:
        """The recorded face of die `index`, or None outside the record; raises ValueError for one the die lacks."""
        at = index - self.start
        if not 0 <= at < len(self.faces):
            return None
        return _checked(self.faces[at], sides)


class EnteredDice:
    """Faces typed in by a player at a real table; None until they are entered."""

    def __init__(self) -> None:
        self._faces: dict[int, int] = {}

    def enter(self, index: int, faces: Iterable[int]) -> None:
        """Give the faces of dice `index`, `index` + 1 and so on; raises ValueError for a face below 1."""
        entered = dict(enumerate(faces, start=index))
        for face in entered.values():
            if face < 1:
                raise ValueError(f"{face} is not the face of a die; expected 1 or more")
        self._faces |= entered

    def face(self, index: int, sides: int) -> int | None:
        """The face entered for die `index`, if any; raises ValueError where it is more than the die has sides."""
        face = self._faces.get(index)
        return None if face is None else _checked(face, sides)


def _checked(face: int, sides: int) -> int:
    if not 1 <= face <= sides:
        raise ValueError(f"{face} is not the face of a die with {sides} sides")
    return face
