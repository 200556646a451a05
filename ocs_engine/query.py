"""The face for askers: how far, why not, who is here, what is left to do, who would win now.

Pure and cheap; nothing here decides what is legal. Everything is told from the state alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.search import Reach
from ocs_engine.series.forms import beginners, in_segment, with_stance
from ocs_engine.series.general import negated, stack_size, zoc_makers
from ocs_engine.series.modes import KEEP, on_map, stance_refusal
from ocs_engine.series.movement import begin_refusal, entry_refusal, movement_range, next_hexes, twelfths
from ocs_engine.state.model import State, Verdict
from ocs_engine.world.counters import Side


def reach(state: State, uid: str, stance: str = KEEP) -> Reach:
    """Every hex that a unit could reach alone, in the stance it has or would take, with costs in twelfths of an MP."""
    return movement_range(with_stance(state, uid, stance), uid)


def why_not(state: State, uid: str, hex_: Hex, stance: str = KEEP) -> Refusal | None:
    """Why a unit could not move alone to a hex in this segment, or None if it can (OCS 6)."""
    refusal = begin_refusal(state, uid) or (stance_refusal(state, uid, stance) if stance != KEEP else None)
    if refusal is not None:
        return refusal
    changed = with_stance(state, uid, stance)
    within = movement_range(changed, uid)
    if hex_ in within or hex_ in next_hexes(changed, (uid,)):
        return None
    if (refusal := entry_refusal(changed, uid, hex_)) is not None:
        return refusal
    label = state.world.label(hex_)
    words = f"{uid} cannot get to {label} with {twelfths(within.budget)} MP by any way that is open to it"
    return Refusal(code="out of range", rule="OCS 6.1", sentence=words, places=(label,), pieces=(uid,))


@dataclass(frozen=True, slots=True)
class Zone:
    """One side's ZOC in a hex: the units that exert it, and whether the other side negates it there (OCS 4.5)."""

    side: Side
    makers: tuple[str, ...]
    negated: bool


def zones(state: State, hex_: Hex) -> tuple[Zone, ...]:
    """The ZOC in a hex, of each side that has any there."""
    found = ((side, tuple(zoc_makers(state, side, hex_))) for side in Side)
    return tuple(Zone(side, makers, negated(state, side.other, hex_)) for side, makers in found if makers)


def stack_quarters(state: State, hex_: Hex) -> dict[Side, int]:
    """The combat units of each side in a hex, in quarters of an RE."""
    return {side: stack_size(state, hex_, side) for side in Side}


def left_to_do(state: State, side: Side) -> tuple[str, ...]:
    """The units of a side that could still move in this segment, in the roster's order."""
    return tuple(beginners(state, side)) if in_segment(state, side) else ()


def held(state: State) -> dict[str, Side | None]:
    """Who controls each hex that victory turns on, by name; None where nobody does (T2 5.0)."""
    return {name: state.control.get(hex_) for name, hex_ in state.points.objectives(state).items()}


def standing(state: State) -> Verdict:
    """How the game ended, or would end if this were its last turn."""
    return state.verdict or state.points.final_verdict(state)


def living(state: State, side: Side) -> tuple[int, int, int]:
    """A side's units on the map, in boxes, and in the Dead Pile."""
    places = [unit.place for _, unit in state.in_order() if unit.side is side]
    mapped = sum(on_map(state, place) for place in places)
    boxed = sum(state.world.is_box(place) for place in places)
    return mapped, boxed, len(places) - mapped - boxed
