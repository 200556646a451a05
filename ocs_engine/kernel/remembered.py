"""Answers that are asked for again and again about things that never change, worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
MOST_KEPT = 4


def remembered(stands_on: Callable[P, tuple[object, ...]]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """For a pure function: its last few answers, known again by the very objects that they stand on.

    stands_on: of the same arguments, all that the answer goes by; none of it may ever change. Answers are shared:
    nobody may change them either.
    """

    def remembering(function: Callable[P, R]) -> Callable[P, R]:
        kept: dict[tuple[int, ...], tuple[tuple[object, ...], R]] = {}

        @wraps(function)
        def ask(*args: P.args, **kwargs: P.kwargs) -> R:
            ground = stands_on(*args, **kwargs)
            key = tuple(id(each) for each in ground)  # of objects that are kept, so that it stays theirs
            if key not in kept:
                answer = function(*args, **kwargs)
                while len(kept) >= MOST_KEPT:
                    kept.pop(next(iter(kept)))
                kept[key] = ground, answer
            return kept[key][1]

        return ask

    return remembering
