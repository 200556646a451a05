"""A ruleset: everything a game says about its commands, events and procedures, registered by kind.

    rules = Ruleset("noughts/1", commands=[Mark], events=[Marked])

    @rules.command(Mark, opened=..., blank=...)
    def mark(draft, command): ...

    @rules.event(Marked)
    def marked(state, event): ...

`decide` and `check` never change anything; `apply` never rolls and never refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ocs_engine.kernel.dice import DiceSource
from ocs_engine.kernel.draft import DiceMissing, Draft, Frame, HasFrames, NoDice
from ocs_engine.kernel.messages import (
    KERNEL_COMMANDS,
    KERNEL_EVENTS,
    Codec,
    Command,
    DiceRolled,
    Event,
    FactSet,
    FrameChanged,
    FrameClosed,
    FrameOpened,
    MessageError,
    Refusal,
    Refused,
    SetFact,
    kind_of,
    refuse,
)

S = TypeVar("S", bound=HasFrames)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Answer = tuple[str, Any]
"""One filled blank of a form: its name and the value chosen."""
ENOUGH = "enough"
"""The value that ends a blank which may be filled again and again."""


def values(filled: Sequence[Answer], name: str) -> tuple[str, ...]:
    """The values that the blanks of a name were filled with, in order, without the ending one."""
    return tuple(str(value) for blank, value in filled if blank == name and value != ENOUGH)


@dataclass(frozen=True, slots=True)
class Blank:
    """The next blank of a form and every value that may be put into it now."""

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """A question that stops the game: who is asked, what about, and the kinds of command that answer it."""

    side: str
    prompt: str
    rule: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision(Generic[S]):
    """A command carried out: its events, the state after them, and the index of the next die."""

    events: tuple[Event, ...]
    state: S
    index: int


@dataclass(frozen=True, slots=True)
class DiceWanted:
    """A command that waits for dice: what for, from which index, how many, with how many sides."""

    purpose: str
    index: int
    count: int
    sides: int


@dataclass(frozen=True, slots=True)
class _CommandRule(Generic[S]):
    carry_out: Callable[[Draft[S], Any], None]
    opened: Callable[[S, str], bool]
    blank: Callable[[S, str, Sequence[Answer]], Blank | None]
    fill: Callable[[str, Sequence[Answer]], Command]


class Ruleset(Generic[S]):
    """The rules of one game as data: how to decide, apply, offer, and write down."""

    def __init__(
        self,
        name: str,
        commands: Iterable[type[Command]],
        events: Iterable[type[Event]],
        frames: Iterable[type[Frame]] = (),
    ) -> None:
        self.name = name
        self.commands: Codec[Command] = Codec("command", [*commands, *KERNEL_COMMANDS])
        self.events: Codec[Event] = Codec("event", [*events, *KERNEL_EVENTS])
        self.frames: dict[str, type[Frame]] = {kind_of(each): each for each in frames}
        self._command_rules: dict[type[Command], _CommandRule[S]] = {}
        self._appliers: dict[type[Event], Callable[[S, Any], S]] = {}
        self._steps: dict[tuple[str, str], Callable[[Draft[S], Any], None]] = {}
        self._questions: dict[tuple[str, str], Callable[[S, Any], Pending]] = {}
        self._register_kernel()

    # --- what a game registers

    def command(
        self,
        kind: type[C],
        opened: Callable[[S, str], bool],
        blank: Callable[[S, str, Sequence[Answer]], Blank | None],
        fill: Callable[[str, Sequence[Answer]], Command],
    ) -> Callable[[Callable[[Draft[S], C], None]], Callable[[Draft[S], C], None]]:
        """Register how a command is carried out.

        opened(state, side): whether the game is at a point where a side may give this command. blank(state, side,
        filled): the next blank, or None when the form is complete. fill(side, filled): the command of a complete form.
        """

        def register(carry_out: Callable[[Draft[S], C], None]) -> Callable[[Draft[S], C], None]:
            self._command_rules[kind] = _CommandRule(carry_out, opened, blank, fill)
            return carry_out

        return register

    def event(self, kind: type[E]) -> Callable[[Callable[[S, E], S]], Callable[[S, E], S]]:
        """Register the state after an event of this kind."""

        def register(applier: Callable[[S, E], S]) -> Callable[[S, E], S]:
            self._appliers[kind] = applier
            return applier

        return register

    def step(self, frame: type[Frame], name: str) -> Callable[[Callable[[Draft[S], Any], None]], None]:
        """Register a step that a procedure takes by itself; it must change, nest or close the frame."""

        def register(take: Callable[[Draft[S], Any], None]) -> None:
            self._steps[kind_of(frame), name] = take

        return register

    def question(self, frame: type[Frame], name: str) -> Callable[[Callable[[S, Any], Pending]], None]:
        """Register a step at which a procedure stops and asks a side."""

        def register(ask: Callable[[S, Any], Pending]) -> None:
            self._questions[kind_of(frame), name] = ask

        return register

    # --- what a game overrides

    def idle(self, draft: Draft[S]) -> bool:  # noqa: ARG002 (a hook)
        """Go on by itself where no procedure is open; True when something was done. Games override this."""
        return False

    def milestone(self, event: Event) -> bool:  # noqa: ARG002 (a hook)
        """Whether the log keeps a hash of the state after this event. Games override this."""
        return False

    def say(self, before: S, events: Sequence[Event]) -> str:  # noqa: ARG002 (a hook)
        """One short plain sentence on what a command brought about. Games override this."""
        return "; ".join(event.kind for event in events)

    def dump(self, state: S) -> Any:
        """A state as plain data with a fixed order, for saving and hashing. Games override this."""
        raise NotImplementedError(f"{self.name} does not say how its state is written down")

    def load(self, data: Any) -> S:
        """The state of `dump`'s data. Games override this."""
        raise NotImplementedError(f"{self.name} does not say how its state is read back")

    def check_state(self, state: S) -> None:
        """Raise ValueError for a state that no game could come to. Games override this."""

    def check_fact(self, state: S, fact: Event) -> None:
        """Raise Refused where a fact set by hand makes no sense here. Games override this."""

    # --- what everybody calls

    def apply(self, state: S, event: Event) -> S:
        """The state after an event."""
        return self._appliers[type(event)](state, event)

    def decide(self, state: S, command: Command, dice: DiceSource, index: int) -> Decision[S] | Refusal | DiceWanted:
        """Carry a command out, from die `index` on, up to the next thing that a side must say."""
        draft = Draft(self, state, dice, index)
        try:
            self._carry_out(draft, command)
            self._run(draft)
        except Refused as no:
            if draft.rolled:
                raise RuntimeError(f"{command.kind} was refused after a die was thrown: {no}") from no
            return no.refusal
        except DiceMissing as need:
            return DiceWanted(need.purpose, need.index, need.count, need.sides)
        return Decision(tuple(draft.events), draft.state, draft.index)

    def check(self, state: S, command: Command) -> Refusal | None:
        """The refusal that a command would get, or None; no die is thrown to find out."""
        draft = Draft(self, state, NoDice(), 0)
        try:
            self._carry_out(draft, command)
        except Refused as no:
            return no.refusal
        except DiceMissing:
            return None
        return None

    def begin(self, state: S, dice: DiceSource, index: int = 0) -> Decision[S] | DiceWanted:
        """Let a new game run up to the first thing that a side must say."""
        draft = Draft(self, state, dice, index)
        try:
            self._run(draft)
        except DiceMissing as need:
            return DiceWanted(need.purpose, need.index, need.count, need.sides)
        return Decision(tuple(draft.events), draft.state, draft.index)

    def pending(self, state: S) -> Pending | None:
        """The question that the game waits on, if a procedure asks one."""
        if not state.frames:
            return None
        top = state.frames[-1]
        ask = self._questions.get((top.kind, top.step))
        return ask(state, top) if ask else None

    def legal(self, state: S, side: str) -> tuple[str, ...]:
        """The kinds of command that a side can fill in now, in the order they were registered."""
        return tuple(
            kind_of(kind)
            for kind, rule in self._command_rules.items()
            if kind is not SetFact and rule.opened(state, side) and _can_start(rule.blank(state, side, ()))
        )

    def blank(self, state: S, side: str, kind: str, filled: Sequence[Answer]) -> Blank | None:
        """The next blank of a form with the values that may be put there, or None when it is complete."""
        return self._rule_of(kind).blank(state, side, filled)

    def fill(self, side: str, kind: str, filled: Sequence[Answer]) -> Command:
        """The command of a complete form."""
        return self._rule_of(kind).fill(side, filled)

    def read_frame(self, data: dict[str, Any]) -> Frame:
        """The frame of plain data; raises MessageError for a kind that these rules lack, ValueError for bad fields."""
        if data["kind"] not in self.frames:
            raise MessageError(f"{data['kind']!r} is not a kind of frame; expected one of {', '.join(self.frames)}")
        return self.frames[data["kind"]].model_validate(data)

    # --- inside

    def _rule_of(self, kind: str) -> _CommandRule[S]:
        if kind not in self.commands.kinds:
            raise MessageError(f"{kind!r} is not a kind of command; expected one of {', '.join(self.commands.kinds)}")
        return self._command_rules[self.commands.kinds[kind]]

    def _carry_out(self, draft: Draft[S], command: Command) -> None:
        rule = self._command_rules[type(command)]
        if not rule.opened(draft.state, command.side):
            raise self._not_now(draft.state, command)
        rule.carry_out(draft, command)

    def _not_now(self, state: S, command: Command) -> Refused:
        asked = self.pending(state)
        if asked is not None:
            return refuse("other question", asked.rule, f"{asked.side} must first answer: {asked.prompt}")
        kinds = ", ".join(self.legal(state, command.side)) or "nothing"
        return refuse("not now", "", f"{command.side} may not {command.kind} now; open to {command.side}: {kinds}")

    def _run(self, draft: Draft[S]) -> None:
        while True:
            frames = draft.state.frames
            if not frames:
                if not self.idle(draft):
                    return
                continue
            take = self._steps.get((frames[-1].kind, frames[-1].step))
            if take is None:
                return
            take(draft, frames[-1])

    def _register_kernel(self) -> None:
        self._appliers[DiceRolled] = lambda state, _: state
        self._appliers[FrameOpened] = lambda state, event: state.with_frames(
            (*state.frames, self.read_frame(event.frame))
        )
        self._appliers[FrameChanged] = lambda state, event: state.with_frames(
            (*state.frames[:-1], self.read_frame(state.frames[-1].model_dump() | event.changes))
        )
        self._appliers[FrameClosed] = lambda state, _: state.with_frames(state.frames[:-1])
        self._appliers[FactSet] = lambda state, event: self.apply(state, self.events.read(event.fact))
        self._command_rules[SetFact] = _CommandRule(
            self._set_fact, lambda _state, _side: True, lambda _s, _side, _filled: None, _no_form
        )

    def _set_fact(self, draft: Draft[S], command: SetFact) -> None:
        try:
            fact = self.events.read(command.fact)
        except MessageError as error:
            raise refuse("not a fact", "", str(error)) from None
        if type(fact) in KERNEL_EVENTS:
            raise refuse("not a fact", "", f"{fact.kind!r} cannot be set by hand; name a fact of the game")
        self.check_fact(draft.state, fact)
        draft.emit(FactSet(reason=command.reason, fact=fact.model_dump(mode="json")))


def _can_start(blank: Blank | None) -> bool:
    return blank is None or bool(blank.values)


def _no_form(side: str, filled: Sequence[Answer]) -> Command:
    raise LookupError(f"the referee's command has no form ({side}, {len(filled)} answers)")
