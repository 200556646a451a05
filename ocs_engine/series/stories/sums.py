"""What a turn and a fight came to, in few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ocs_engine.series.stories.words import counted, listed, place_name
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World


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


_VERBS = {"attack": "attacks", "overrun": "overruns", "barrage": "barrages"}


def fight_words(world: World, side: Side, kind: str, target: str, odds: str, aim: str = "units") -> str:
    """A fight without its result: "the Axis side attacks A35.23 Beja at 3:1"; attrition with its roll.

    aim: what a barrage is meant for, told where it is not the units.
    """
    where = f"{'' if aim == 'units' else f'the {aim} in '}{place_name(world, target)}"
    if kind not in _VERBS:
        return f"{kind} of the {side} side in {where} ({odds})"
    return f"the {side} side {_VERBS[kind]} {where}{f' at {odds}' if odds else ''}"


def retreat_words(attacker: Side, retreats: Mapping[tuple[Side, str], int]) -> str:
    """Who fell back and how far: "the defender retreats 3 hexes"; "" where nobody did.

    retreats: hexes by side and unit. "up to" where some went less far than others.
    """
    told = []
    for who, side in (("attacker", attacker), ("defender", attacker.other)):
        if far := [hexes for (whose, _), hexes in retreats.items() if whose is side]:
            up_to = "up to " if min(far) < max(far) else ""
            told.append(f"the {who} retreats {up_to}{counted(max(far), 'hex')}")
    return listed(told) if told else ""


def cost_words(lost: Mapping[Side, int], planes: Mapping[Side, int] | None = None) -> str:
    """What a fight cost: "the Axis side 1 step and the Allied side 2 steps"; steps of planes are told as such."""
    parts = [f"the {side} side {counted(steps, 'step')}" for side in Side if (steps := lost.get(side, 0))]
    flown = ((side, steps) for side in Side if (steps := (planes or {}).get(side, 0)))
    parts += [f"the {side} side {counted(steps, 'step')} of planes" for side, steps in flown]
    return listed(parts) if parts else "nobody a step"
