"""Surprise (OCS 9.8): who gains it, and how far it shifts the column."""

from __future__ import annotations

from enum import StrEnum

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.lines import figure, on_die, on_two_dice, range_of
from ocs_engine.world.tables import Tables


class Surprise(StrEnum):
    """Who gains surprise."""

    ATTACKER = "attacker"
    NONE = "none"
    DEFENDER = "defender"


_WORDS = {"attacker_surprise": Surprise.ATTACKER, "none": Surprise.NONE, "defender_surprise": Surprise.DEFENDER}


@rule("OCS 9.8", "OCS 16.0d")
def surprise_drm(tables: Tables, drm: int, hedgehog: int) -> int:
    """What is added to the surprise roll: the AR modifier, and -1 for a hedgehog of any level (OCS 9.8)."""
    flat = figure(tables["surprise"]["dice"], r"\((-\d+) if defender has a hedgehog")
    return drm + (flat if hedgehog else 0)


@rule("OCS 9.8")
def surprise(tables: Tables, total: int, overrun: bool) -> Surprise:
    """Who gains surprise on a roll with its modifiers; overruns have their own thresholds (OCS 9.8)."""
    row = tables["surprise"]["overrun" if overrun else "regular"]
    found = range_of(row.values(), total)
    return next(_WORDS[name] for name, words in row.items() if words == found)


def surprise_on(tables: Tables, roll: int, drm: int, hedgehog: int, overrun: bool) -> Surprise:
    """Who gains surprise on two dice. drm: attacker's AR less the defender's. Raises ValueError for no such roll."""
    return surprise(tables, on_two_dice(roll) + surprise_drm(tables, drm, hedgehog), overrun)


@rule("OCS 9.8")
def surprise_shift(found: Surprise, die: int) -> int:
    """Columns to the right, negative to the left, that surprise moves an attack (OCS 9.8); raises ValueError."""
    if found is Surprise.NONE:
        return 0
    return on_die(die) if found is Surprise.ATTACKER else -on_die(die)
