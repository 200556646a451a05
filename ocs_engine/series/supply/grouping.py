"""Transport Points of one place put together, and parted (OCS 13.2c)."""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.capture_transport import parts
from ocs_engine.series.supply.access import ORGANIC
from ocs_engine.series.supply.driving import own_refusal
from ocs_engine.series.supply.pausing import driving
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


@rule("OCS 13.2c")
def combine_refusal(state: State, side: Side, named: Sequence[str]) -> Refusal | None:
    """Why some transport may not be put together, or None: of one kind, in one place, none organic (OCS 13.2c).

    While some is on its way it must be among them, and none that is finished, which would stop it.
    """
    if len(set(named)) < max(len(named), 2):
        return _no("transport", "name two or more, and each of them once", named)
    for tid in named:
        if (refusal := own_refusal(state, side, tid)) is not None:
            return refusal
    found = [state.transport[tid] for tid in named]
    if any(each.kind == ORGANIC for each in found):
        return _no("organic", "an organic truck is never put together with others", named)
    if len({(each.kind, each.place) for each in found}) > 1:
        return _no("not alike", f"{', '.join(named)} are not of one kind in one place", named)
    if (under_way := driving(state)) and under_way not in named:
        return _no("not moving", f"{under_way} is on its way, and none of these is", named)
    if under_way and any(tid in state.memory.done or tid in state.memory.rode for tid in named):
        return _no("finished", "what is finished for this phase cannot go on with what drives", named)
    return None


def partners(state: State, side: Side, named: Sequence[str]) -> tuple[str, ...]:
    """The transport that could be put together with some, or with any other where none is named."""
    own = [tid for tid, each in sorted(state.transport.items()) if each.side is side and tid not in named]
    if named:
        return tuple(tid for tid in own if combine_refusal(state, side, (*named, tid)) is None)
    return tuple(tid for tid in own if any(combine_refusal(state, side, (tid, to)) is None for to in own if to != tid))


@rule("OCS 13.2c", "T2 1.6c")
def splits(state: State, tid: str) -> tuple[int, ...]:
    """The parts, in T that they can carry, that transport may leave or send on: by points, 2T where it has a 2T truck.

    None of an organic truck, which is one piece.
    """
    return parts(state, tid)[:-1]


def shares(state: State, tid: str, tokens: int) -> tuple[int, ...]:
    """How many T of its load transport may give to a part that can carry so many."""
    each = state.transport[tid]
    return tuple(range(max(0, each.load - (each.tokens - tokens)), min(tokens, each.load) + 1))


@rule("OCS 13.2c")
def split_refusal(state: State, side: Side, tid: str, tokens: int, load: int) -> Refusal | None:
    """Why a part of some transport may not part from it with so much of the load, or None (OCS 13.2c)."""
    if (refusal := own_refusal(state, side, tid)) is not None:
        return refusal
    if (under_way := driving(state)) and under_way != tid:
        return _no("not moving", f"{under_way} is on its way, and {tid} is not", (tid,))
    if tokens not in splits(state, tid):
        offered = " or ".join(f"{part}T" for part in splits(state, tid))
        can = f"{offered} of {tid} can part from it" if offered else f"{tid} is one piece and cannot be parted"
        return _no("not that much", f"{can}, not {tokens}T", (tid,))
    if load not in shares(state, tid, tokens):
        least, most = min(shares(state, tid, tokens)), max(shares(state, tid, tokens))
        span = f"{least}T" if least == most else f"{least}T to {most}T"
        return _no("not that load", f"{tokens}T of {tid} can take {span} of its load with them, not {load}T", (tid,))
    return None


def _no(code: str, words: str, pieces: Sequence[str]) -> Refusal:
    return Refusal(code=code, rule="OCS 13.2c", sentence=words, pieces=tuple(pieces))
