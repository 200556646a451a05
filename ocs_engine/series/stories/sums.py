"""What a turn cost, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ocs_engine.series.stories.words import counted
from ocs_engine.world.counters import Side


def cost_of_turn(lost: Iterable[tuple[Side, str, int]]) -> str:
    """The losses of a turn by side and kind: "Losses: Axis 2 steps (infantry 2); Allied none".

    lost: side, kind of piece, and steps, of each loss.
    """
    found: dict[Side, dict[str, int]] = {side: {} for side in Side}
    for side, kind, steps in lost:
        found[side][kind] = found[side].get(kind, 0) + steps
    return f"Losses: {'; '.join(f'{side} {_told(kinds)}' for side, kinds in found.items())}"


def _told(kinds: dict[str, int]) -> str:
    if not kinds:
        return "none"
    by_kind = ", ".join(f"{kind} {steps}" for kind, steps in sorted(kinds.items()))
    return f"{counted(sum(kinds.values()), 'step')} ({by_kind})"
