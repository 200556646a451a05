"""Frames and drafts: how a procedure stops half done, and how a decision is written before it counts.

A procedure is a frame, a frozen record of its kind, its next step and the facts so far, on a stack in the state. A
decision is written into a draft, which applies each event as it is emitted; a refusal throws the draft away.
"""

from __future__ import annotations

from typing import Any, Generic, Protocol, Self, TypeVar

from ocs_engine.kernel.dice import DiceSource
from ocs_engine.kernel.messages import (
    DiceRolled,
    Event,
    FrameChanged,
    FrameClosed,
    FrameOpened,
    Message,
)


class Frame(Message):
    """A half-done procedure. Subclasses give `kind` a literal value and add the facts that later steps need."""

    kind: str
    step: str


class HasFrames(Protocol):
    """What the kernel asks of a state: it holds frames, the top one last, and can be had with others."""

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The open frames, the top one last."""

    def with_frames(self, frames: tuple[Frame, ...]) -> Self:
        """The same state with other frames."""


S = TypeVar("S", bound=HasFrames)
S_co = TypeVar("S_co", bound=HasFrames, covariant=True)


class Applies(Protocol[S]):
    """Something that knows the state after an event."""

    def apply(self, state: S, event: Event) -> S:
        """The state after an event."""


class DiceMissing(Exception):  # noqa: N818 (a question, not an error)
    """Raised inside a draft when the source has no face yet; never leaves the kernel."""

    def __init__(self, purpose: str, index: int, count: int, sides: int) -> None:
        super().__init__(purpose)
        self.purpose, self.index, self.count, self.sides = purpose, index, count, sides


class NoDice:
    """A source without dice, for finding out whether a command would be refused."""

    def face(self, index: int, sides: int) -> int | None:  # noqa: ARG002 (the protocol's form)
        """None, always."""
        return None


class Draft(Generic[S]):
    """A decision being written: the state so far, the events so far, and the dice still to come."""

    def __init__(self, rules: Applies[S], state: S, dice: DiceSource, index: int) -> None:
        self.state = state
        self.events: list[Event] = []
        self.index = index
        self._rules = rules
        self._dice = dice

    @property
    def rolled(self) -> bool:
        """Whether a die has been thrown, after which nothing may be refused."""
        return any(isinstance(event, DiceRolled) for event in self.events)

    def emit(self, event: Event) -> None:
        """Write an event: the state is from now on the one after it."""
        self.state = self._rules.apply(self.state, event)
        self.events.append(event)

    def roll(self, purpose: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """Throw dice for a stated purpose and record them; their faces in order."""
        faces = tuple(self._dice.face(self.index + i, sides) for i in range(count))
        known = tuple(face for face in faces if face is not None)
        if len(known) < count:
            raise DiceMissing(purpose, self.index, count, sides)
        self.emit(DiceRolled(purpose=purpose, faces=known, sides=sides, index=self.index))
        self.index += count
        return known

    def open_frame(self, frame: Frame) -> None:
        """Put a new procedure on top."""
        self.emit(FrameOpened(frame=frame.model_dump(mode="json")))

    def change_frame(self, **changes: Any) -> None:
        """Give fields of the top frame new values; `step` among them says what comes next."""
        self.emit(FrameChanged(changes=changes))

    def close_frame(self) -> None:
        """End the procedure on top."""
        self.emit(FrameClosed())
