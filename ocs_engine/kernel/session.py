"""A game being played: the only object with memory.

Commands go in by `submit`; everybody who subscribed hears what came of them. Every state is kept, sharing structure
with the next, so undo is keeping a reference.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ocs_engine.kernel.dice import DiceSource
from ocs_engine.kernel.draft import HasFrames
from ocs_engine.kernel.log import LogWriter
from ocs_engine.kernel.messages import Command, DiceRolled, Event, Refusal
from ocs_engine.kernel.ruleset import Decision, DiceWanted, Pending, Ruleset

S = TypeVar("S", bound=HasFrames)


@dataclass(frozen=True, slots=True)
class Entry(Generic[S]):
    """One act of a game: the command (None for what happens by itself at the start), its events, the state after.

    index: of the first die that comes after it.
    """

    command: Command | None
    events: tuple[Event, ...]
    state: S
    index: int


@dataclass(frozen=True, slots=True)
class Notice(Generic[S]):
    """What subscribers hear: "done", "undone" or "redone", the entry concerned, and the state now."""

    what: str
    entry: Entry[S]
    state: S


class Game(Generic[S]):
    """One game: its rules, the states so far, the dice, those who listen, and the log if one is kept."""

    def __init__(self, rules: Ruleset[S], start: S, dice: DiceSource, index: int = 0) -> None:
        """A game at its start; nothing has happened yet (see `begin`). index: of the first die."""
        self.rules = rules
        self.dice = dice
        self._start = start
        self._past: list[Entry[S]] = []
        self._future: list[Entry[S]] = []
        self._index = index
        self._listeners: dict[object, Callable[[Notice[S]], None]] = {}
        self._news: deque[Notice[S]] = deque()
        self._log: LogWriter | None = None

    @property
    def start(self) -> S:
        """The state before anything was done."""
        return self._start

    @property
    def state(self) -> S:
        """The state now."""
        return self._past[-1].state if self._past else self._start

    @property
    def entries(self) -> tuple[Entry[S], ...]:
        """What was done so far and not undone."""
        return tuple(self._past)

    @property
    def next_die(self) -> int:
        """The index of the next die; it only moves forward, whatever is undone."""
        return self._index

    @property
    def log(self) -> LogWriter | None:
        """The log that is kept, if any."""
        return self._log

    def keep_log(self, writer: LogWriter) -> None:
        """Write everything from now on into a log."""
        self._log = writer

    def subscribe(self, listener: Callable[[Notice[S]], None]) -> Callable[[], None]:
        """Hear of everything from now on; the function that is returned ends it."""
        key = object()
        self._listeners[key] = listener

        def end() -> None:
            self._listeners.pop(key, None)

        return end

    def begin(self) -> Entry[S] | DiceWanted:
        """Let the game run up to the first thing that a side must say; raises RuntimeError where it has begun."""
        if self._past:
            raise RuntimeError("the game has begun")
        return self._settle(None, self.rules.begin(self.state, self.dice, self._index))

    def submit(self, command: Command) -> Entry[S] | Refusal | DiceWanted:
        """Carry out a command, or say why not; a command that wants dice changes nothing until it has them."""
        outcome = self.rules.decide(self.state, command, self.dice, self._index)
        return outcome if isinstance(outcome, Refusal) else self._settle(command, outcome)

    def restore(self, entry: Entry[S]) -> None:
        """Add an entry that was decided before, as a log holds it; nothing is decided and nothing written."""
        self._past.append(entry)
        self._future.clear()
        self._index = max(self._index, entry.index)

    def undo(self) -> Entry[S] | None:
        """Take back the last act; it, or None where there is nothing to take back."""
        if not self._past or self._past[-1].command is None:
            return None
        self._write({"type": "undo"})
        entry = self._past.pop()
        self._future.append(entry)
        self._tell("undone", entry)
        return entry

    def redo(self) -> Entry[S] | None:
        """Do again, with the same dice, what was last undone; None where there is nothing."""
        if not self._future:
            return None
        self._write({"type": "redo"})
        entry = self._future.pop()
        self._past.append(entry)
        self._tell("redone", entry)
        return entry

    def comment(self, text: str) -> None:
        """Put a comment into the log."""
        self._write({"type": "comment", "text": text})

    def bookmark(self, name: str) -> None:
        """Put a named bookmark into the log."""
        self._write({"type": "bookmark", "name": name})

    def check(self, command: Command) -> Refusal | None:
        """The refusal that a command would get now, or None."""
        return self.rules.check(self.state, command)

    def pending(self) -> Pending | None:
        """The question that the game waits on, if any."""
        return self.rules.pending(self.state)

    def _settle(self, command: Command | None, outcome: Decision[S] | DiceWanted) -> Entry[S] | DiceWanted:
        if isinstance(outcome, DiceWanted):
            return outcome
        before = self.state
        entry = Entry(command, outcome.events, outcome.state, outcome.index)
        if self._log is not None:
            self._log.add(describe(self.rules, before, entry, self._index))
        self._past.append(entry)
        self._future.clear()
        self._index = outcome.index
        self._tell("done", entry)
        return entry

    def _write(self, data: dict[str, Any]) -> None:
        if self._log is not None:
            self._log.add(data)

    def _tell(self, what: str, entry: Entry[S]) -> None:
        """Tell everybody, in the order of the game even where a listener submits; then raise the first failure."""
        self._news.append(Notice(what, entry, self.state))
        if len(self._news) > 1:
            return  # a listener is being told just now; it goes on from there
        failure: Exception | None = None
        try:
            while self._news:
                for listener in tuple(self._listeners.values()):
                    try:
                        listener(self._news[0])
                    except Exception as error:
                        failure = failure or error
                self._news.popleft()
        finally:
            self._news.clear()
        if failure is not None:
            raise failure


def state_hash(rules: Ruleset[S], state: S) -> str:
    """A hash of everything in a state, the same on every platform."""
    text = json.dumps(rules.dump(state), ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return hashlib.blake2b(text.encode("ascii"), digest_size=16).hexdigest()


def describe(rules: Ruleset[S], before: S, entry: Entry[S], index: int) -> dict[str, Any]:
    """An entry as a line of the log: command, dice, events, a sentence, and a hash of the state at each milestone.

    before: the state before it. index: of the first die that it could use.
    """
    line: dict[str, Any] = {"type": "act", "command": entry.command and entry.command.model_dump(mode="json")}
    faces = [face for event in entry.events if isinstance(event, DiceRolled) for face in event.faces]
    line["dice"] = {"index": index, "faces": faces}
    line["events"] = [event.model_dump(mode="json") for event in entry.events]
    line["say"] = rules.say(before, entry.events)
    line["states"] = milestones(rules, before, entry.events)
    return line


def milestones(rules: Ruleset[S], state: S, events: Sequence[Event]) -> list[str]:
    """The hash of the state after each event that is a milestone, in order."""
    hashes = []
    for event in events:
        state = rules.apply(state, event)
        if rules.milestone(event):
            hashes.append(state_hash(rules, state))
    return hashes
