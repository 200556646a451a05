"""The series' ruleset: the kernel's with what this game's state, log and sequence need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Event, refuse
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.series import play
from ocs_engine.series.commands import COMMANDS
from ocs_engine.series.movement import MoveFrame
from ocs_engine.series.sequence import FirstPlayerFrame, OverstackFrame, SimulcastFrame, go_on
from ocs_engine.series.setup import set_up
from ocs_engine.series.story import tell
from ocs_engine.series.view import view
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.events import EVENTS, SlotEntered
from ocs_engine.state.model import State
from ocs_engine.state.points import Points
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World


class OcsRules(Ruleset[State]):
    """The rules in force for one world and its points."""

    def __init__(self, world: World, points: Points) -> None:
        super().__init__(points.name, COMMANDS, EVENTS, (MoveFrame, FirstPlayerFrame, OverstackFrame, SimulcastFrame))
        self.world = world
        self.points = points
        play.install(self)

    def start(self) -> State:
        """The state at the start of the world's scenario."""
        return set_up(self.world, self.points)

    def idle(self, draft: Draft[State]) -> bool:
        """Go on in the sequence of play (OCS 2.2)."""
        return go_on(draft)

    def milestone(self, event: Event) -> bool:
        """The log keeps a hash of the state at every phase: as its first segment is entered."""
        return isinstance(event, SlotEntered) and event.segment in _FIRST_SEGMENTS.get(event.phase, ("",))

    def say(self, before: State, events: Sequence[Event]) -> str:
        """One plain sentence on what a command brought about."""
        return tell(before, events)

    def dump(self, state: State) -> dict[str, Any]:
        """A state as plain data."""
        return dump_state(state)

    def load(self, data: Any) -> State:
        """The state of plain data."""
        return load_state(data, self.world, self.points, self.read_frame)

    def view(self, state: State, side: Side) -> dict[str, Any]:
        """Everything that a side may know (OCS 4.9)."""
        return view(state, side)

    def check_fact(self, state: State, fact: Event) -> None:
        """A fact set by hand must speak of units and places that there are."""
        try:
            after = self.apply(state, fact)
            after.now  # noqa: B018 (a slot that does not exist has no place in the turn)
            after.world.calendar.date_of(after.turn)
            for uid in after.memory.done:
                after.units[uid]
        except (KeyError, ValueError, IndexError) as error:
            raise refuse("not a fact", "", f"{fact.kind!r} cannot be true here: {error}") from None


_FIRST_SEGMENTS = {
    "Pre-Turn": (Segment.WEATHER,),
    "Movement": (Segment.BREAKOUT, Segment.MOVEMENT),
    "Reaction": (Segment.MOVEMENT,),
    "Combat": (Segment.BARRAGE,),
    "Exploitation": (Segment.MOVEMENT,),
}
"""Phases with segments, and the segments with which they may begin; a simulcast turn has no Breakout Segment."""
