"""Which function carries out which case of a rulebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

CARRIED_OUT: dict[str, list[str]] = {}
"""Rule case, as "OCS 9.8", to the functions that carry it out, as module:name."""


def rule(*cases: str) -> Callable[[F], F]:
    """Note that a function carries out these cases; the function itself is left as it is.

    Raises ValueError where no case is named, or one twice. That the rules index has the case is checked by the table of
    rules, which knows the index.
    """
    if not cases or len(set(cases)) < len(cases):
        raise ValueError(f"name the cases that the function carries out, each of them once; found {cases}")

    def note(function: F) -> F:
        where = f"{function.__module__}:{function.__qualname__}"
        for case in cases:
            CARRIED_OUT.setdefault(case, []).append(where)
        return function

    return note
