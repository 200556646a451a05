"""Where in time one is: stepping, playing, following a log that grows, proving it. Knows nothing of the screen."""

from __future__ import annotations

import re
import threading

from ocs_engine.kernel.log import LogError
from ocs_view.motion import Motion, motion
from ocs_view.reel import Bookmarks, Reel
from ocs_view.window.bars import Badge

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Events a second, of those that can be seen; a move takes one hex an event."""
_FOLLOW = 1.0
"""Seconds between looks at the log's file."""


class Playback:
    """A reel, a moment in it, and the clock."""

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self.at = len(reel.moments) - 1 if reel.opened is None else 0
        self.playing = False
        self.speed = 3
        self.motion: Motion | None = None
        self.share = 1.0
        self.badge = Badge("not proved" if reel.opened is not None else "set-up", None)
        self.marks = Bookmarks(reel.opened.log.path) if reel.opened is not None else None
        self._wait = self._look = 0.0
        self._prover: threading.Thread | None = None
        self._warn()

    @property
    def last(self) -> int:
        """The last moment there is."""
        return len(self.reel.moments) - 1

    def go(self, at: int) -> None:
        """To a moment at once."""
        self.at = min(max(at, 0), self.last)
        self.motion, self.share = None, 1.0

    def step(self, by: str, forward: bool) -> None:
        """One event, phase or turn on or back; an event on shows its move on the way."""
        before = self.at
        self.go(self.reel.step(self.at, by, forward))
        if by == "event" and forward and self.at != before:
            self.motion = motion(self.reel, self.at)
            self.share = 0.0 if self.motion is not None else 1.0

    def tick(self, seconds: float) -> bool:
        """Let time pass; whether there is another moment than before."""
        before = self.at
        pace = SPEEDS[self.speed]
        if self.motion is not None:
            self.share += seconds * max(pace, 2.0)
            if self.share >= 1:
                self.motion, self.share, self._wait = None, 1.0, 0.0
        elif self.playing:
            self._wait += seconds
            if self._wait >= 1 / pace:
                self._wait = 0.0
                self.step("event", True)
                self.playing = self.at < self.last or self._growing()
        self._follow(seconds)
        return self.at != before

    def _growing(self) -> bool:
        return self.reel.opened is not None and self.reel.moments[-1].state.verdict is None

    def _follow(self, seconds: float) -> None:
        self._look += seconds
        if self._look < _FOLLOW:
            return
        self._look = 0.0
        end = self.last
        if self.reel.grow() and self.at == end and not self.playing:
            self.go(self.last)
        self._warn()

    def jump(self, text: str) -> str | int:
        """To "turn 5" or "line 40"; a hex's number if the text is a hex, else a sentence on what was wrong."""
        found = re.fullmatch(r"\s*(turn|t|line|l)?\s*(\d+)\s*", text, re.IGNORECASE)
        if found is None:
            return f"{text!r} is no turn, line or hex; write as in: turn 5, line 40, A48.24"
        kind, number = (found[1] or "turn").lower()[0], int(found[2])
        at = self.reel.turns().get(number) if kind == "t" else self.reel.after_line(number)
        if at is None:
            return f"the game has no {'turn' if kind == 't' else 'line'} {number}"
        self.go(at)
        return ""

    def _warn(self) -> None:
        """Tell by the badge where a log is damaged; a last line without its end may be one that is being written."""
        opened = self.reel.opened
        if opened is not None and opened.log.problem is not None and not opened.log.cut_off:
            self.badge = Badge(f"damaged at line {opened.log.problem.line}", False)

    def bookmark(self) -> str:
        """Set or take away a mark at this line; what to say of it."""
        if self.marks is None:
            return "only a log can hold bookmarks"
        moment = self.reel.moments[self.at]
        name = f"Turn {moment.state.turn}, {moment.state.now.title}"
        return f"bookmark set: {name}" if self.marks.toggle(moment.line, name) else "bookmark taken away"

    def comment(self, text: str) -> str:
        """Put a comment into the log, at its end; what to say of it."""
        words = " ".join(text.split())
        if not words:
            return "no comment: the line was empty"
        moment = self.reel.moments[self.at]
        if self.at < self.last:
            words = f"On line {moment.line}, turn {moment.state.turn}: {words}"
        try:
            self.reel.comment(words)
        except OSError as error:
            return f"the comment could not be written: {error.strerror or error}"
        except ValueError as error:
            return str(error)
        return "the comment stands at the end of the log"

    def next_bookmark(self) -> str:
        """To the next mark, bookmark or comment after this moment, round the end; what to say of it."""
        own = {mark.line: mark.name for mark in self.marks.marks} if self.marks is not None else {}
        stops = {self.reel.after_line(line) or 0: name for line, name in own.items()}
        stops |= {row.first: row.text for row in self.reel.bookmarks()}
        if not stops:
            return "there are no bookmarks or comments"
        at = next((stop for stop in sorted(stops) if stop > self.at), min(stops))
        self.go(at)
        return stops[at]

    def verify(self) -> None:
        """Begin to prove the log in the background; the badge tells how far it has come."""
        opened = self.reel.opened
        if opened is None or (self._prover is not None and self._prover.is_alive()):
            return
        total = len(opened.log.lines)

        def tell(line: int) -> None:
            self.badge = Badge(f"proving {100 * line // total} %", None)

        def prove() -> None:
            try:
                opened.verify(tell)
                self.badge = Badge("verified", True)
            except LogError as error:
                self.badge = Badge(f"false at line {error.line}", False)

        self._prover = threading.Thread(target=prove, name="verify", daemon=True)
        self._prover.start()
