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


class StoryTeller:
    """Tells one act after the other, with a heading for every turn, and every segment in which something happens."""

    def __init__(self, rules: Ruleset[State]) -> None:
        self.rules = rules
        self.segment = ""

    def act(self, before: State, events: Sequence[Event], by_itself: bool) -> Iterator[str]:
        """The lines of an act. by_itself: nobody asked for it, as at the start of a game."""
        own, turn = split_at_turn([event for event in events if event.kind not in NO_NEWS])
        said = self.rules.say(before, own)
        if said:
            heading = f"  {before.now.acts}: {before.now.title}" if before.now.acts else f"  {before.now.title}"
            if heading != self.segment and not by_itself:
                yield heading
                self.segment = heading
            yield f"    {said}"
        if turn:
            self.segment = ""
            yield ""
            yield self.rules.say(before, turn[:1])
            news = self.rules.say(before, turn[1:])
            if news:
                yield f"    {news}"


def split_at_turn(events: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event]]:
    """The events before a new turn, and those from its beginning on."""
    for index, event in enumerate(events):
        if event.kind == "turn began":
            return events[:index], events[index:]
    return events, ()
