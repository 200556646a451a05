"""The story of a game in lines, as `ocs play` and `ocs log` print it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ocs_engine.chronicle import Loss
    from ocs_engine.kernel.messages import Event
    from ocs_engine.kernel.ruleset import Ruleset
    from ocs_engine.state.model import State
    from ocs_engine.world.counters import Side

NO_NEWS = ("units finished", "fuel ended")
"""Kinds of event that the log keeps and a story does not need: that units stand still, or fuel ends with the turn."""
NOBODY = "    Nobody moved"
MOVES = ("stack moved", "transport driven", "cargo railed", "cargo shipped", "mission flown")
"""Kinds of event with which somebody moves: on foot or wheels, by rail, by sea, in the air."""

FIGHTS = frozenset({"combat", "barrage", "mission"})
SUPPLY_PHASE = "supply phase"
PARAGRAPHS = FIGHTS | {SUPPLY_PHASE}
"""Kinds of procedure that make one paragraph, from their beginning to their end."""
GATHERED = PARAGRAPHS | {"drive"}
"""Those that are told in one when they are over; a drive is no paragraph that stands apart."""
INDENT = "    "


@dataclass(frozen=True, slots=True)
class Told:
    """Something that is told.

    kind: "turn", "news" of its beginning, "segment", "said", "move", "paragraph" (a fight, a mission, a Supply Phase),
    "sum head" and "sum" of a turn that ends, "end". under: lines of working that belong under it.
    """

    kind: str
    text: str
    under: tuple[str, ...] = ()


def as_lines(told: Told) -> Iterator[str]:
    """The same as lines to print; an empty one keeps apart what comes before or after."""
    match told.kind:
        case "turn" | "end":
            yield from ("", told.text)
        case "segment" | "sum head":
            yield from (*([""] if told.kind == "sum head" else []), f"  {told.text}")
        case "paragraph":
            yield from ("", f"{INDENT}{told.text}.", *(f"{2 * INDENT}{line}" for line in told.under), "")
        case _:
            yield from (f"{INDENT}{told.text}", *(f"{2 * INDENT}{line}" for line in told.under))


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
        """gather: a fight, mission, Supply Phase or drive in one, once it is over; small acts of one kind, as modes
        taken or planes transferred, in one line; what each turn cost as it ends. working: with the strengths of fights.

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
        self._small: tuple[object, State, list[Event]] | None = None
        self._march: Told | None = None
        self._losses: list[Loss] = []

    def act(self, before: State, events: Sequence[Event], by_itself: bool) -> Iterator[str]:
        """The lines of an act. by_itself: nobody asked for it, as at the start of a game."""
        for told in self.told(before, events, by_itself):
            yield from self.lines(told)

    def rest(self) -> Iterator[str]:
        """What is still to be told of acts that may go on, as at the end of a log."""
        for told in self.told_rest():
            yield from self.lines(told)

    def told(self, before: State, events: Sequence[Event], by_itself: bool) -> Iterator[Told]:
        """What is told of an act."""
        yield from self._marched_together(self._told(before, events, by_itself))

    def told_rest(self) -> Iterator[Told]:
        """The same as the rest."""
        yield from self._marched_together(self._kept())
        if self._march is not None:
            march, self._march = self._march, None
            yield march

    def _marched_together(self, all_told: Iterator[Told]) -> Iterator[Told]:
        """Units that go the same way one after the other are told as one move."""
        for told in all_told:
            if self._march is not None:
                if (both := together(self._march, told)) is not None:
                    self._march = both
                    continue
                yield self._march
                self._march = None
            if told.kind == "move":
                self._march = told
            else:
                yield told

    def _told(self, before: State, events: Sequence[Event], by_itself: bool) -> Iterator[Told]:
        pieces = list(cut(before, events))
        for piece in pieces:
            if piece.whole and self.gather:
                first, so_far = self._paragraph or (before, [])
                self._paragraph = (first, [*so_far, *piece.events])
                if piece.over:
                    yield from self._whole()
            elif not self.gather or by_itself or (kind := small(piece.events)) is None:
                yield from self._kept()
                yield from self._tell(before, piece.events, by_itself)
            else:
                yield from self._whole()
                yield from self._add((kind, before.turn, before.slot), before, piece.events)
            before = self._follow(before, piece.events)

    def _kept(self) -> Iterator[Told]:
        """What was kept back, since more of its kind might have followed."""
        yield from self._whole()
        yield from self._small_ones()

    def _follow(self, state: State, events: Sequence[Event]) -> State:
        """The state after some events; what they cost is kept in mind until the turn ends."""
        from ocs_engine.chronicle import losses

        for event in events:
            if event.kind == "turn began":
                self._losses = []
            self._losses += losses(state, event)
            state = self.rules.apply(state, event)
        return state

    def _whole(self) -> Iterator[Told]:
        """The paragraph that is over; a transfer that nobody disturbed is a small thing."""
        if self._paragraph is None:
            return
        (before, events), self._paragraph = self._paragraph, None
        if is_quiet_transfer(events):
            yield from self._add(("transfer", before.turn, before.slot), before, events)
        else:
            yield from self._small_ones()
            kinds = {*(frame.kind for frame in before.frames), *opened(events)}
            apart = not PARAGRAPHS.isdisjoint(kinds)
            yield from self._tell(before, events, by_itself=False, apart=apart)

    def _add(self, key: object, before: State, events: Sequence[Event]) -> Iterator[Told]:
        """Keep a small act until it is known whether another of its kind follows."""
        if self._small is not None and self._small[0] == key:
            self._small[2].extend(events)
            return
        yield from self._small_ones()
        self._small = (key, before, list(events))

    def _small_ones(self) -> Iterator[Told]:
        if self._small is not None:
            (_, before, events), self._small = self._small, None
            yield from self._tell(before, events, by_itself=False)

    def _tell(self, before: State, events: Sequence[Event], by_itself: bool, apart: bool = False) -> Iterator[Told]:
        heard = (event for event in events if event.kind not in NO_NEWS and not self._hidden(before, event))
        own, end, turn = parts(list(heard))
        self.moved |= any(event.kind in MOVES for event in own)
        said = self._say(before, own)
        if said:
            heading = self._heading(before, own)
            if heading != self.segment and not by_itself:
                yield Told("segment", heading)
                self.segment = heading
            goes = self.gather and not apart and any(event.kind == "stack moved" for event in own)
            yield Told("move" if goes else "paragraph" if apart else "said", said, self._working(before, own))
        if (end or turn) and not self.moved and not self.gather:
            yield Told("said", NOBODY.strip())
        if end or (turn and turn_begun(turn[0]) > before.turn):
            yield from self._sum(reduce(self.rules.apply, own, before), over=bool(end))
        if end:
            yield Told("end", self.rules.say(before, end))
        if turn:
            self.segment, self.moved = "", False
            yield Told("turn", self.rules.say(before, turn[:1]))
            if news := self.rules.say(before, turn[1:]):
                yield Told("news", news)

    def _heading(self, before: State, events: Sequence[Event]) -> str:
        """The segment in which some events happen: the one that they enter, or else the one that goes on."""
        entered = events[0].kind == "slot entered"
        now = (self.rules.apply(before, events[0]) if entered else before).now
        return f"{now.acts}: {now.title}" if now.acts else now.title

    def _say(self, before: State, events: Sequence[Event]) -> str:
        from ocs_engine.series.stories.small import is_quiet_transfer, transfers

        quiet = self.gather and any(event.kind == "mission flown" for event in events)
        if quiet and all(is_quiet_transfer(each) for each in missions(events)):
            return transfers(before, events)
        return self.rules.say(before, events)

    def _sum(self, state: State, over: bool) -> Iterator[Told]:
        """What a turn cost and, if asked, where the game stands as it ends."""
        from ocs_engine.series.stories.standing import short_line, standing_lines
        from ocs_engine.series.stories.sums import cost_of_turn
        from ocs_engine.series.stories.words import capital

        if self.gather:
            yield Told("sum head", f"End of turn {state.turn}")
            if not self.moved:
                yield Told("sum", NOBODY.strip())
            yield Told("sum", cost_of_turn([(each.side, each.kind, each.steps) for each in self._losses]))
            if not self.standing and not over:
                yield Told("sum", capital(short_line(state)))
        if self.standing and not over:
            yield Told("sum head", f"Standing after turn {state.turn}")
            yield from (Told("sum", line) for line in standing_lines(state, self.seen_by))

    def _hidden(self, before: State, event: Event) -> bool:
        """Whether an event is one of the other side's supply that this side does not see."""
        from ocs_engine.series.stories.supply import whose_supply

        return self.seen_by is not None and whose_supply(before, event) is self.seen_by.other

    def _working(self, before: State, events: Sequence[Event]) -> tuple[str, ...]:
        """The working of a fight, to stand under it."""
        from ocs_engine.series.stories.working import working

        return tuple(working(before.world, events)) if self.working else ()

    def lines(self, told: Told) -> Iterator[str]:
        """The lines of what is told, with no more than one that is empty between two."""
        for line in as_lines(told):
            if line or not self._gap:
                yield line
            self._gap = not line


def together(first: Told, second: Told) -> Told | None:
    """Two moves as one, "A in Strat Mode, B in Strat Mode: here to there"; None where they are not the same way."""
    (who, _, way), (other, _, same) = first.text.partition(": "), second.text.partition(": ")
    if first.kind != "move" or second.kind != "move" or not way or way != same:
        return None
    if mode_of(who) != mode_of(other):
        return None
    return Told("move", f"{who.removesuffix(mode_of(other))}, {other}: {way}")


def mode_of(who: str) -> str:
    """The mode that stands after who moves, as " in Strat Mode"; "" where it is not a new one."""
    mode = who.rpartition(" in ")[2]
    return f" in {mode}" if mode.endswith(" Mode") else ""


def missions(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of missions one after the other, cut where each is flown."""
    at = [number for number, event in enumerate(events) if event.kind == "mission flown"]
    for start, end in zip([0, *at[1:]], [*at[1:], len(events)], strict=True):
        yield list(events[start:end])


def small(events: Sequence[Event]) -> object | None:
    """What a small act is, so that those that are alike can be told together; None for any other act."""
    from ocs_engine.series.stories.small import small

    return small(events)


def is_quiet_transfer(events: Sequence[Event]) -> bool:
    """Whether a mission is a transfer that nobody disturbed."""
    from ocs_engine.series.stories.small import is_quiet_transfer

    return is_quiet_transfer(events)


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
