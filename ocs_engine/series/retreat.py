"""Retreats (OCS 9.12): how far, which way hex by hex, what happens on it, and who dies of it."""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State

FRAMES: tuple[type[Frame], ...] = ()


def farthest(state: State, units: Sequence[str], limit: int, enemies: Sequence[str]) -> int:
    """The most hexes, up to a limit, that at least one of some units could retreat from where it is (OCS 9.12).

    enemies: labels of the hexes in which the enemies of the combat stood when it began (OCS 9.12f).
    """
    raise NotImplementedError


def open_retreat(
    draft: Draft[State], units: Sequence[str], hexes: int, enemies: Sequence[str], taggers: Sequence[str] = ()
) -> None:
    """Let the owner retreat all of some units so many hexes, each from where it is; closes itself when all have.

    enemies: as for `farthest`. taggers: units that did not fight and may tag along (OCS 9.12d).
    """
    raise NotImplementedError


def install(rules: Ruleset[State]) -> None:
    """Register retreats."""
