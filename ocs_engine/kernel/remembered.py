"""Answers about one state that are asked for again and again, kept until another state is asked about."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")


def remembered(function: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """A pure function of an immutable state and of hashable things besides, which need not be worked out twice.

    Only answers for the state that was asked about last are kept. They are shared: nobody may change them.
    """
    kept: list[tuple[S, dict[object, R]]] = []

    @wraps(function)
    def ask(state: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not kept or kept[0][0] is not state:
            kept[:] = [(state, {})]
        known, key = kept[0][1], (args, tuple(sorted(kwargs.items())))
        if key not in known:
            known[key] = function(state, *args, **kwargs)
        return known[key]

    return ask
