"""The story of a game in lines, as `ocs play` and `ocs log` print it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ocs_engine.kernel.messages import Event
    from ocs_engine.kernel.ruleset import Ruleset
    from ocs_engine.state.model import State
    from ocs_engine.world.counters import Side

NO_NEWS = ("units finished", "fuel ended")
"""Kinds of event that the log keeps and a story does not need: that units stand still, or fuel ends with the turn."""
NOBODY = "    Nobody moved"


FIGHTS = frozenset({"combat", "barrage", "mission"})
SUPPLY_PHASE = "supply phase"
PARAGRAPHS = FIGHTS | {SUPPLY_PHASE}
"""Kinds of procedure that make one paragraph, from their beginning to their end."""
GATHERED = PARAGRAPHS | {"drive"}
"""Those that are told in one when they are over; a drive is no paragraph that stands apart."""
INDENT = "    "


class StoryTeller:
    """Tells one act after the other, with a heading for every turn, and every segment in which something happens."""

    def __init__(
        self,
        rules: Ruleset[State],
        gather: bool = False,
        working: bool = False,
        seen_by: Side | None = None,
        standing: bool = False,
    ) -> None:
        """gather: a fight, mission, Supply Phase or drive is told in one, once it is over. working: with its strengths.

        seen_by: the side that does not hear what supply the other one uses and moves (OCS 4.9); None hears all.
        standing: at the end of each turn, who would win now and what each side lacks.
        """
        self.rules = rules
        self.gather = gather
        self.working = working
        self.seen_by = seen_by
        self.standing = standing
        self.segment = ""
        self.moved = True
        """Whether somebody moved in this turn, as far as the story goes back."""
        self._gap = True
        self._paragraph: tuple[State, list[Event]] | None = None

    def act(self, before: State, events: Sequence[Event], by_itself: bool) -> Iterator[str]:
        """The lines of an act. by_itself: nobody asked for it, as at the start of a game."""
        pieces = list(cut(before, events))
        for piece in pieces:
            if piece.whole and self.gather:
                first, so_far = self._paragraph or (before, [])
                self._paragraph = (first, [*so_far, *piece.events])
                if piece.over:
                    yield from self.rest()
            else:
                yield from self.rest()
                yield from self._spaced(self._tell(before, piece.events, by_itself))
            if piece is not pieces[-1]:
                before = reduce(self.rules.apply, piece.events, before)

    def rest(self) -> Iterator[str]:
        """What is still to be told of a paragraph that is not over, as at the end of a log."""
        if self._paragraph is not None:
            (before, events), self._paragraph = self._paragraph, None
            kinds = {*(frame.kind for frame in before.frames), *opened(events)}
            apart = not PARAGRAPHS.isdisjoint(kinds)
            yield from self._spaced(self._tell(before, events, by_itself=False, apart=apart))

    def _tell(self, before: State, events: Sequence[Event], by_itself: bool, apart: bool = False) -> Iterator[str]:
        heard = (event for event in events if event.kind not in NO_NEWS and not self._hidden(before, event))
        own, end, turn = parts(list(heard))
        self.moved |= any(event.kind == "stack moved" for event in own)
        said = self.rules.say(before, own)
        if said:
            heading = f"  {before.now.acts}: {before.now.title}" if before.now.acts else f"  {before.now.title}"
            if heading != self.segment and not by_itself:
                yield heading
                self.segment = heading
            yield from self._said(before, own, said, apart)
        if (end or turn) and not self.moved:
            yield NOBODY
        if end:
            yield ""
            yield self.rules.say(before, end)
        if turn and self.standing and turn_begun(turn[0]) > before.turn:
            yield ""
            yield from self._standing(reduce(self.rules.apply, own, before))
        if turn:
            self.segment, self.moved = "", False
            yield ""
            yield self.rules.say(before, turn[:1])
            news = self.rules.say(before, turn[1:])
            if news:
                yield f"{INDENT}{news}"

    def _standing(self, state: State) -> Iterator[str]:
        """Where the game stands as a turn ends."""
        from ocs_engine.series.stories.standing import standing_lines

        yield f"  Standing after turn {state.turn}"
        yield from (f"{INDENT}{line}" for line in standing_lines(state, self.seen_by))

    def _hidden(self, before: State, event: Event) -> bool:
        """Whether an event is one of the other side's supply that this side does not see."""
        from ocs_engine.series.stories.supply import whose_supply

        return self.seen_by is not None and whose_supply(before, event) is self.seen_by.other

    def _said(self, before: State, events: Sequence[Event], said: str, apart: bool) -> Iterator[str]:
        """What was said of an act; a paragraph stands apart, and the working of a fight under it."""
        from ocs_engine.series.stories.working import working

        if apart:
            yield ""
        yield f"{INDENT}{said}{'.' * apart}"
        if self.working:
            yield from (f"{2 * INDENT}{line}" for line in working(before.world, events))
        if apart:
            yield ""

    def _spaced(self, lines: Iterator[str]) -> Iterator[str]:
        """The lines, with no more than one that is empty between two."""
        for line in lines:
            if line or not self._gap:
                yield line
            self._gap = not line


@dataclass(frozen=True, slots=True)
class Piece:
    """Events of an act that are told together. whole: they belong into one paragraph; over: they end it."""

    events: list[Event]
    whole: bool = False
    over: bool = False


def cut(before: State, events: Sequence[Event]) -> Iterator[Piece]:
    """An act in pieces: each phase by itself up to a new turn, and what makes one paragraph apart from the rest."""
    from ocs_engine.kernel.messages import FrameClosed

    kinds = [frame.kind for frame in before.frames]
    piece: list[Event] = []
    new_turn = False
    for event in events:
        whole = not GATHERED.isdisjoint(kinds)
        begun = "".join(opened((event,)))
        apart = event.kind == "slot entered" and not new_turn
        if piece and not whole and (apart or begun == SUPPLY_PHASE):
            yield Piece(piece)
            piece = []
        piece.append(event)
        new_turn |= event.kind == "turn began"
        if begun:
            kinds.append(begun)
        elif isinstance(event, FrameClosed):
            kinds.pop()
            if whole and GATHERED.isdisjoint(kinds):
                yield Piece(piece, whole=True, over=True)
                piece = []
    if piece or not events:
        yield Piece(piece, whole=not GATHERED.isdisjoint(kinds))


def opened(events: Iterable[Event]) -> Iterator[str]:
    """The kinds of the procedures that some events begin."""
    from ocs_engine.kernel.messages import FrameOpened

    return (event.frame["kind"] for event in events if isinstance(event, FrameOpened))


def turn_begun(began: Event) -> int:
    """The turn that begins, as a game's first event of a turn names it; 0 for any other event."""
    turn = getattr(began, "turn", 0)
    return turn if isinstance(turn, int) else 0


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
