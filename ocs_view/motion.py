"""Moves on their way: what is drawn between two moments of a game."""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.state.events import StackMoved
from ocs_engine.state.model import State
from ocs_view.board import Flight
from ocs_view.pieces import Stack
from ocs_view.reel import Reel
from ocs_view.sketch import Point
from ocs_view.table import pieces_of, stacks_of, without

__all__ = ["Motion", "motion"]


@dataclass(frozen=True, slots=True)
class Motion:
    """Units that go from one place to another. still: everything else that lies on the table."""

    stack: Stack
    still: tuple[Stack, ...]
    start: Point
    end: Point

    def at(self, share: float) -> tuple[Flight, ...]:
        """The units when a share (0 to 1) of the way is done."""
        eased = share * share * (3 - 2 * share)
        x = self.start[0] + (self.end[0] - self.start[0]) * eased
        y = self.start[1] + (self.end[1] - self.start[1]) * eased
        return (Flight(self.stack, (x, y)),)


def motion(reel: Reel, at: int) -> Motion | None:
    """How a moment came about, where that was a move from hex to hex on the map; else None."""
    moment = reel.moments[at]
    if at == 0 or not isinstance(moment.event, StackMoved):
        return None
    state, before = moment.state, reel.moments[at - 1].state
    uids = tuple(moment.event.cost)
    grid = state.world.atlas.grid
    start, end = before.units[uids[0]].place, state.world.place(moment.event.to)
    if not (0 <= start < grid.size and 0 <= end < grid.size):
        return None
    return Motion(Stack(end, pieces_of(state, uids)), tuple(_still(state, uids)), grid.centre(start), grid.centre(end))


def _still(state: State, uids: tuple[str, ...]) -> list[Stack]:
    return [stack for stack in stacks_of(without(state, uids)) if stack.place >= 0]
