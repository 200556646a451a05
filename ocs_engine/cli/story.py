"""The story of a game in lines, as `ocs play` and `ocs log` print it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ocs_engine.kernel.messages import Event
    from ocs_engine.kernel.ruleset import Ruleset
    from ocs_engine.state.model import State

NO_NEWS = ("units finished",)
"""Kinds of event that the log keeps and a story does not need: that units stand still is no story."""
NOBODY = "    Nobody moved"


class StoryTeller:
    """Tells one act after the other, with a heading for every turn, and every segment in which something happens."""

    def __init__(self, rules: Ruleset[State]) -> None:
        self.rules = rules
        self.segment = ""
        self.moved = True
        """Whether somebody moved in this turn, as far as the story goes back."""

    def act(self, before: State, events: Sequence[Event], by_itself: bool) -> Iterator[str]:
        """The lines of an act. by_itself: nobody asked for it, as at the start of a game."""
        own, end, turn = parts([event for event in events if event.kind not in NO_NEWS])
        self.moved |= any(event.kind == "stack moved" for event in own)
        said = self.rules.say(before, own)
        if said:
            heading = f"  {before.now.acts}: {before.now.title}" if before.now.acts else f"  {before.now.title}"
            if heading != self.segment and not by_itself:
                yield heading
                self.segment = heading
            yield f"    {said}"
        if (end or turn) and not self.moved:
            yield NOBODY
        if end:
            yield ""
            yield self.rules.say(before, end)
        if turn:
            self.segment, self.moved = "", False
            yield ""
            yield self.rules.say(before, turn[:1])
            news = self.rules.say(before, turn[1:])
            if news:
                yield f"    {news}"


def parts(events: Sequence[Event]) -> tuple[list[Event], list[Event], list[Event]]:
    """The events before a new turn, the end of the game among them, and those from the new turn's beginning on."""
    turn = next((index for index, event in enumerate(events) if event.kind == "turn began"), len(events))
    end = [event for event in events[:turn] if event.kind == "game ended"]
    return [event for event in events[:turn] if event not in end], end, list(events[turn:])


def goes_on(state: State, in_segment: bool = False) -> str:
    """The line with which a story goes on that began before: "Turn 3, 22 Nov 1942, goes on".

    in_segment: names the segment too, whose heading will not be told again.
    """
    from ocs_engine.series.story import day

    date = state.world.calendar.date_of(state.turn).isoformat()
    if state.verdict is not None:
        return f"Turn {state.turn}, {day(date)}: the game is over: {verdict(state)}"
    who = f"{state.now.acts}: " if state.now.acts else ""
    where = f" in {who}{state.now.title}" if in_segment else ""
    return f"Turn {state.turn}, {day(date)}, goes on{where}"


def verdict(state: State) -> str:
    """Who won a game that is over, and why."""
    from ocs_engine.series.story import outcome

    end = state.verdict
    return "" if end is None else f"{outcome(end.winner or '', end.level)}; {end.why}"
