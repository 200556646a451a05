"""The command of a breakout and its form (OCS 12.8e)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refused, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.forms import acting
from ocs_engine.series.supply.breaking_out import (
    break_out,
    hopefuls,
    points_break_out,
    transport_refusal,
    unit_refusal,
)
from ocs_engine.state.model import State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side


class Breakout(Command):
    """Let a unit that has no trace, or the points of some transport, try to break out (OCS 12.8e)."""

    kind: Literal["breakout"] = "breakout"
    side: Side
    unit: str


COMMANDS: tuple[type[Command], ...] = (Breakout,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register breakout."""
    rules.command(Breakout, _open, _blank, _fill)(_break_out)


def _open(state: State, side: str) -> bool:
    return acting(state, side) and state.now.segment is Segment.BREAKOUT


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    return None if filled else Blank("unit", tuple(hopefuls(state, Side(side))))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return Breakout(side=Side(side), unit=str(filled[0][1]))


def _break_out(draft: Draft[State], command: Breakout) -> None:
    state, name = draft.state, command.unit
    if state.points.everyone_supplied(state):
        raise refuse("supplied", "OCS 12.8e", "all units count as supplied, and nobody breaks out", pieces=(name,))
    loaded = name in state.transport
    found = (transport_refusal if loaded else unit_refusal)(state, command.side, name)
    if found is not None:
        raise Refused(found)
    (points_break_out if loaded else break_out)(draft, name)
