"""The series' ruleset: the kernel's with what this game's state, log and sequence need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Event, raise_if, refuse
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.series import barrage, capture, commands, fight_commands, income, losses, play, retreat, sequence
from ocs_engine.series.air import dogfight, landing, missions
from ocs_engine.series.air.special import fact_refusal
from ocs_engine.series.chapters import CHAPTERS, EVENT_PARTS
from ocs_engine.series.combat import CombatFrame
from ocs_engine.series.movement import MoveFrame
from ocs_engine.series.reinforcing import arrivals, replacements, withdrawals
from ocs_engine.series.sequence import go_on
from ocs_engine.series.setup import set_up
from ocs_engine.series.soundness import check_state
from ocs_engine.series.story import tell
from ocs_engine.series.supply import supply_phase
from ocs_engine.series.view import view
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.events import (
    FirstPlayerSet,
    GameEnded,
    HedgehogSet,
    SegmentEnded,
    SimulcastAgreed,
    SlotEntered,
    TurnBegan,
    WeatherSet,
)
from ocs_engine.state.model import State
from ocs_engine.state.points import Points
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World

COMMANDS = (
    *commands.COMMANDS,
    *fight_commands.COMMANDS,
    *barrage.COMMANDS,
    *capture.COMMANDS,
    *(kind for chapter in CHAPTERS for kind in chapter.COMMANDS),
)
EVENTS = tuple(kind for part in EVENT_PARTS for kind in part.EVENTS)
HOLDING: tuple[type[Frame], ...] = (
    CombatFrame, losses.LossFrame, *retreat.FRAMES, *barrage.FRAMES, *capture.FRAMES, *supply_phase.FRAMES,
    income.IncomeFrame, *arrivals.FRAMES, *withdrawals.FRAMES, replacements.ReplFrame, sequence.OverstackFrame,
    *landing.FRAMES, *dogfight.FRAMES, *missions.FRAMES,
)  # fmt: skip
"""The procedures that hold on to pieces or places: while one is open no fact about the table is set by hand.

What would change under their questions might leave one that nobody can answer. A move and a drive can always end.
"""
FRAMES: tuple[type[Frame], ...] = tuple(dict.fromkeys((
    MoveFrame, *sequence.FRAMES, *HOLDING, *(kind for chapter in CHAPTERS for kind in chapter.FRAMES),
)))  # fmt: skip


class OcsRules(Ruleset[State]):
    """The rules in force for one world and its points."""

    def __init__(self, world: World, points: Points) -> None:
        super().__init__(points.name, COMMANDS, EVENTS, FRAMES)
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
        state = load_state(data, self.world, self.points, self.read_frame)
        check_state(state)
        return state

    def check_state(self, state: State) -> None:
        """Raise ValueError for a state that no game could come to."""
        check_state(state)

    def view(self, state: State, side: Side) -> dict[str, Any]:
        """Everything that a side may know (OCS 4.9)."""
        return view(state, side)

    def check_fact(self, state: State, fact: Event) -> None:
        """A fact set by hand leaves a state that can be and waits for what holds on to pieces; the sequence for all."""
        held = any(isinstance(frame, HOLDING) for frame in state.frames)
        if held or (state.frames and isinstance(fact, SEQUENCE)):
            doing = state.frames[-1].kind
            raise refuse("not now", "", f"{fact.kind!r} cannot be set by hand while {doing!r} is under way")
        try:
            _check_sequence(state, fact)
            if isinstance(fact, HedgehogSet):
                self._check_hedgehog(state, fact)
            raise_if(fact_refusal(state, fact))
            check_state(self.apply(state, fact))
        except (KeyError, ValueError, IndexError) as error:
            raise refuse("not a fact", "", f"{fact.kind!r} cannot be true here: {error}") from None

    @rule("OCS 16", "T2 1.1b")
    def _check_hedgehog(self, state: State, fact: HedgehogSet) -> None:
        """A hedgehog has a level up to 4, and not below what the map prints (OCS 16.0a, T2 1.1b)."""
        lowest = self.points.hedgehog_floor(state, self.world.atlas.grid.hex(fact.hex))
        highest = self.world.tables.number("hedgehog_max_level")
        if not lowest <= fact.level <= highest:
            words = f"a hedgehog in {fact.hex} has a level from {lowest} to {highest}, not {fact.level}"
            raise refuse("no such level", "OCS 16", words, places=(fact.hex,))


SEQUENCE = (TurnBegan, SlotEntered, WeatherSet, SimulcastAgreed, FirstPlayerSet, SegmentEnded, GameEnded)
"""The events that take the sequence of play on."""


def _check_sequence(state: State, fact: Event) -> None:
    """Raise ValueError where a step of the sequence calls itself what it is not."""
    if isinstance(fact, TurnBegan) and fact.date != state.world.calendar.date_of(fact.turn).isoformat():
        raise ValueError(f"turn {fact.turn} is of {state.world.calendar.date_of(fact.turn)}, not of {fact.date}")
    if isinstance(fact, SlotEntered):
        if not 0 <= fact.slot < len(state.slots):
            raise ValueError(f"there is no step {fact.slot} in this turn, which has {len(state.slots)}")
        there = state.slots[fact.slot]
        if (fact.phase, fact.segment, fact.acts) != (there.phase, there.segment, there.acts or ""):
            raise ValueError(f"step {fact.slot} of this turn is the {there.title}")
    if isinstance(fact, SegmentEnded) and fact.side is not state.now.acts:
        raise ValueError(f"the {fact.side} side does not act in the {state.now.title}")


_FIRST_SEGMENTS = {
    "Pre-Turn": (Segment.WEATHER,),
    "Movement": (Segment.BREAKOUT, Segment.MOVEMENT),
    "Reaction": (Segment.MOVEMENT,),
    "Combat": (Segment.BARRAGE,),
    "Exploitation": (Segment.MOVEMENT,),
}
"""Phases with segments, and the segments with which they may begin; a simulcast turn has no Breakout Segment."""
