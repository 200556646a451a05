"""What a person is shown who is asked about reinforcements: who arrives, and which transport could go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ocs_engine.series import story
from ocs_engine.series.reinforcing.arrivals import group_asked
from ocs_engine.series.reinforcing.entering import Comers
from ocs_engine.series.reinforcing.withdrawals import WithdrawalFrame, excess, share
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


def comers_lines(state: State) -> Iterator[str]:
    """Who arrives, a line each, and how to speak of several at once."""
    _, group = group_asked(state)
    yield from (f"    {comer_name(state, group, piece)}" for piece in group.pieces)
    if len(group.pieces) > 1:
        yield "  PLACE is for all of them, UNITS at PLACE for some, each with or without in MODE; a number for one"


def comer_name(state: State, group: Comers, piece: str) -> str:
    """What arrives as the booklet names it: a unit with its figures, transport with what it carries."""
    each = group.carrier(piece)
    if each is None:
        counter = state.world.counters.get(piece)
        return f"{story.name(state.world, piece)} [{piece}] {counter.rating if counter else ''}".rstrip()
    what = f"organic truck of {each.formation}" if each.formation else f"{each.kind} transport"
    return f"{what} [{piece}] {each.tokens}T{', full' if each.full else ''}"


def beside(state: State, side: Side, _filled: Sequence[Any], value: Any) -> str:
    """What stands beside a piece that could be named."""
    del side
    _, group = group_asked(state)
    if value in group.pieces:
        return comer_name(state, group, str(value)).partition("] ")[2]
    return ""


def goes(state: State, _side: Side, _filled: Sequence[Any], value: Any) -> str:
    """What goes of some transport, and what it carries."""
    frame = state.top_frame
    if not isinstance(frame, WithdrawalFrame) or value not in state.transport:
        return ""
    each, first = state.transport[value], frame.leaving[0]
    where = story.place_name(state.world, state.world.label(each.place))
    over = excess(state, first, value)
    load = f", {over}T of its load with it" if over else ""
    return f"{share(state, first, value)}T of {each.tokens}T in {where}{load}"
