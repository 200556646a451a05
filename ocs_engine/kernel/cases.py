"""Which function carries out which case of a rulebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

CARRIED_OUT: dict[str, list[str]] = {}
"""Rule case, as "OCS 9.8", to the functions that carry it out, as module:name."""


def rule(*cases: str) -> Callable[[F], F]:
    """Note that a function carries out these cases; the function itself is left as it is."""

    def note(function: F) -> F:
        for case in cases:
            CARRIED_OUT.setdefault(case, []).append(f"{function.__module__}:{function.__qualname__}")
        return function

    return note
