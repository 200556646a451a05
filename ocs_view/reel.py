"""A game that has been played, as one reads a film: every state kept, back as quick as forward.

States share what did not change, so keeping one for each event costs little. A reel is made from a log, may grow with
it, or hears a game that is being played.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ocs_engine.grid import GridError
from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.log import LogError, LogFile, LogLine, LogWriter, in_use, read_on
from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.replay import Step, at_start, replay_on
from ocs_engine.kernel.session import Game, Notice
from ocs_engine.series.rules import OcsRules
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import Opened
from ocs_engine.world.counters import Side

QUIET = frozenset(("frame opened", "frame changed", "frame closed", "units finished", "segment ended", "dice rolled"))
"""Kinds of event after which nothing looks different: a step passes over them."""
_SILENT = frozenset(("units finished",))
"""Kinds of event that the story leaves out: that units stand still is no news."""
BY = ("event", "phase", "turn")
"""What one may step by."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after an event (None at the start, or where something was undone) of a line of the log."""

    line: int
    event: Event | None
    state: State


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the story. kind: "turn", "phase", "act", "undo", "redo", "comment" or "bookmark".

    first, last: its moments. places: the hexes and boxes that it speaks of, the last of a move first.
    """

    kind: str
    text: str
    line: int
    first: int
    last: int
    places: tuple[int, ...] = ()


class Reel:
    """Moments in order, the rows of the story, and where phases and turns begin."""

    def __init__(self, source: Opened | State, rules: OcsRules | None = None) -> None:
        """From a log, or from a state alone (with its rules, if it is to hear a game). Raises LogError."""
        self.opened = source if isinstance(source, Opened) else None
        self.rules = source.rules if isinstance(source, Opened) else rules
        self.start = source.start if isinstance(source, Opened) else source
        self.moments: list[Moment] = [Moment(1, None, self.start)]
        self.rows: list[Row] = []
        self._seen: list[int] = [0]
        self._phases: list[int] = [0]
        self._turns: list[int] = [0]
        self._ends: dict[Side, list[int]] = {side: [] for side in Side}
        self._heading = ""
        self._game: Game[State] | None = None
        self._stuck = False
        if isinstance(source, Opened):
            self._game = at_start(source.rules, source.start, source.log, RecordedDice(()))
            self._follow(source.log, source.log.lines[1:])

    @classmethod
    def of_game(cls, game: Game[State], start: State, rules: OcsRules) -> Reel:
        """A reel of a game that is being played: what was done so far, and from now on whatever comes."""
        reel = cls(start, rules)
        for entry in game.entries:
            reel.hear(Notice("done", entry, entry.state))
        game.subscribe(reel.hear)
        return reel

    def hear(self, notice: Notice[State]) -> None:
        """Add what a game tells its listeners."""
        if notice.what == "done":
            self._act(self.moments[-1].line + 1, notice.entry.events, notice.entry.command is None)
        else:
            self._other("undo" if notice.what == "undone" else "redo", "", self.moments[-1].line + 1, notice.state)

    def grow(self) -> bool:
        """Read what was added to the log's file; whether there was more. What is gone through stays where it is.

        A line that makes no sense ends the following; it is told in the log's problem.
        """
        if self.opened is None or self.opened.log.path.suffix == ".gz" or self._stuck:
            return False
        try:
            longer = self.opened.log.path.stat().st_size > len(self.opened.log.good)
            return longer and self._read_on(self.opened)
        except OSError:
            return False

    def comment(self, text: str) -> None:
        """Add a comment to the end of the log.

        Raises ValueError where nobody can: there is no log, it is damaged (LogError), or somebody is writing it. Raises
        OSError where the file cannot be written.
        """
        if self.opened is None:
            raise ValueError("only a log can hold comments")
        if in_use(self.opened.log.path):
            raise ValueError("the game is still being played; comments can be written when its log is closed")
        self._read_on(self.opened)
        writer = LogWriter.go_on(self.opened.log)
        try:
            writer.add({"type": "comment", "text": text})
        finally:
            writer.close()
        self._read_on(self.opened)

    def _read_on(self, opened: Opened) -> bool:
        told = len(self.moments) + len(self.rows)
        log = read_on(opened.log)
        try:
            self._follow(log, log.lines[len(opened.log.lines):])
        except LogError as error:
            log, self._stuck = replace(log, problem=error, cut_off=False), True
        self.opened = replace(opened, log=log)
        return len(self.moments) + len(self.rows) > told

    def _follow(self, log: LogFile, lines: Sequence[LogLine]) -> None:
        if self._game is not None and self.rules is not None:
            for step in replay_on(self.rules, self._game, log.path, lines):
                self._add(step)

    def step(self, at: int, by: str, forward: bool) -> int:
        """The moment one event, phase or turn on or back from a moment; the first or last where there is none.

        Back goes to the beginning of the phase or turn that one is in, and from there to the one before.
        """
        marks = {"event": self._seen, "phase": self._phases, "turn": self._turns}[by]
        if forward:
            i = bisect_right(marks, at)
            return marks[i] if i < len(marks) else len(self.moments) - 1
        i = bisect_left(marks, at) - 1
        return marks[i] if i >= 0 else 0

    def end_of_turn(self, turn: int) -> int | None:
        """The last moment of a turn, or None where the game has not come to it."""
        if self.moments[-1].state.turn < turn:
            return None
        found = [i for i, moment in enumerate(self.moments) if moment.state.turn == turn]
        return found[-1] if found else None

    def after_line(self, line: int) -> int | None:
        """The moment after a line of the log, or None where the log has no such line."""
        lines = [moment.line for moment in self.moments]
        last = self.rows[-1].line if self.rows else 1
        if not 1 <= line <= max(last, lines[-1]):
            return None
        return max(bisect_right(lines, line) - 1, 0)

    def row_at(self, at: int) -> int | None:
        """The last row of the story that has begun by a moment."""
        found = bisect_right([row.first for row in self.rows], at) - 1
        return found if found >= 0 else None

    def since(self, at: int, side: Side) -> State | None:
        """The state as a side's last whole player turn before a moment ended; None before that."""
        ends = self._ends[side]
        i = bisect_left(ends, at)
        return self.moments[ends[i - 1]].state if i else None

    def turns(self) -> dict[int, int]:
        """The first moment of each turn that the game came to."""
        found: dict[int, int] = {}
        for at in self._turns:
            if at or len(self._turns) == 1:
                found.setdefault(self.moments[at].state.turn, at)
        return found

    def bookmarks(self) -> list[Row]:
        """The rows of bookmarks and comments."""
        return [row for row in self.rows if row.kind in ("bookmark", "comment")]

    def _add(self, step: Step[State]) -> None:
        data, line = step.line.data, step.line.number
        if data["type"] == "act" and step.entry is not None:
            self._act(line, step.entry.events, step.entry.command is None)
        else:
            self._other(data["type"], data.get("text") or data.get("name") or "", line, step.state)

    def _act(self, line: int, events: Sequence[Event], by_itself: bool) -> None:
        rules = self.rules
        if rules is None:
            raise ValueError("a reel without rules cannot go on")
        split = next((i for i, event in enumerate(events) if event.kind == "turn began"), len(events))
        for part in (events[:split], events[split:]):
            first, state = len(self.moments), self.moments[-1].state
            for event in part:
                self._push(line, event, rules.apply(self.moments[-1].state, event))
            self._tell(line, state, part, first, by_itself)

    def _tell(self, line: int, before: State, part: Sequence[Event], first: int, by_itself: bool) -> None:
        if not part or self.rules is None:
            return
        last = len(self.moments) - 1
        if part[0].kind == "turn began":
            by_itself = True
            self.rows.append(Row("turn", self.rules.say(before, part[:1]), line, first, first))
            self._heading = ""
            part = part[1:]
        said = self.rules.say(before, [event for event in part if event.kind not in _SILENT])
        if not said:
            return
        heading = f"{before.now.acts}: {before.now.title}" if before.now.acts else before.now.title
        if heading != self._heading and not by_itself:
            self.rows.append(Row("phase", heading, line, first, first))
            self._heading = heading
        self.rows.append(Row("act", said, line, first, last, _places(before, part, said)))

    def _other(self, kind: str, text: str, line: int, state: State) -> None:
        if kind in ("undo", "redo"):
            self._push(line, None, state)
        at = len(self.moments) - 1
        self.rows.append(Row(kind, text or kind, line, at, at))

    def _push(self, line: int, event: Event | None, state: State) -> None:
        at, old = len(self.moments), self.moments[-1].state
        self.moments.append(Moment(line, event, state))
        if event is None or event.kind not in QUIET:
            self._seen.append(at)
        if (old.turn, old.now.phase, old.now.phasing) != (state.turn, state.now.phase, state.now.phasing):
            self._phases.append(at)
        if old.turn != state.turn or (event is not None and event.kind == "turn began"):
            self._turns.append(at)
        was = old.now.phasing
        if was is not None and state.now.phasing is not was:
            self._ends[was].append(at - 1)


def _places(before: State, events: Sequence[Event], said: str) -> tuple[int, ...]:
    """Every place that events name, directly or through a unit, or what is said of them: the hex that is attacked
    first, then the last of a move."""
    targets = (str(getattr(event, "target", "")) for event in events)
    found = dict.fromkeys(_named(before, " ".join(targets)))
    for event in reversed(events):
        for name in ("to", "place", "hex"):
            label = getattr(event, name, None)
            if isinstance(label, str) and (place := _place(before, label)) is not None:
                found[place] = None
        for uid in _units(event):
            unit = before.units.get(uid)
            if unit is not None and unit.place >= 0:
                found[unit.place] = None
    return tuple(found | dict.fromkeys(_named(before, said)))


def _place(state: State, label: str) -> int | None:
    """The hex or box of a label; None for what is none, as the id of transport is."""
    with suppress(GridError, KeyError):
        return state.world.place(label)
    return None


def _named(state: State, text: str) -> Iterator[int]:
    """The hexes whose labels stand in a text."""
    for label in _LABEL.findall(text):
        with suppress(GridError):
            yield state.world.atlas.grid.hex(label)


_LABEL = re.compile(r"\b[A-Z]\d\d\.\d\d\b")


def _units(event: Event) -> list[str]:
    uids: list[str] = []
    for name in ("cost", "stances", "units", "unit"):
        value: Any = getattr(event, name, ())
        if not isinstance(value, int):  # as the cost of a drive is
            uids += [value] if isinstance(value, str) else list(value)
    return uids


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A reader's own mark in a log: a line and a word."""

    line: int
    name: str


class Bookmarks:
    """A reader's own marks, kept in a small file beside the log; the log itself is never touched."""

    def __init__(self, log: Path) -> None:
        self.path = log.with_name(f"{log.name}.marks.json")
        self.marks: list[Bookmark] = []
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            self.marks = [Bookmark(int(each["line"]), str(each["name"])) for each in data]
        except (OSError, ValueError, KeyError, TypeError):
            self.marks = []

    def toggle(self, line: int, name: str) -> bool:
        """Set a mark, or take away the one that is there; whether there is one now. A full disk keeps it in mind."""
        kept = [mark for mark in self.marks if mark.line != line]
        there = len(kept) == len(self.marks)
        self.marks = sorted([*kept, *([Bookmark(line, name)] if there else [])], key=lambda mark: mark.line)
        try:
            text = json.dumps([{"line": mark.line, "name": mark.name} for mark in self.marks], indent=1)
            self.path.write_text(text, encoding="utf-8")
        except OSError:
            pass
        return there
