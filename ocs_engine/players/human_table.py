"""A game with people at it: whom it waits for, what it asks, what comes of what they do. Nothing is printed here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from immutables import Map

from ocs_engine.kernel.dice import EnteredDice
from ocs_engine.kernel.messages import Command, Refusal
from ocs_engine.kernel.ruleset import DiceWanted
from ocs_engine.kernel.session import Entry, Game
from ocs_engine.players import human_answers as answers
from ocs_engine.players import human_briefs as briefs
from ocs_engine.players.base import asked
from ocs_engine.players.human_forms import Form
from ocs_engine.players.human_words import Misheard
from ocs_engine.series import story
from ocs_engine.series.air.air_barrage import in_air_barrage, open_targets
from ocs_engine.series.commands import EndSegment
from ocs_engine.series.sequence import waits
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side


@dataclass(frozen=True, slots=True)
class Reply:
    """What a line came to. problem: it was not carried out. over: the person leaves."""

    lines: tuple[str, ...] = ()
    problem: bool = False
    over: bool = False

    @classmethod
    def of(cls, lines: Iterable[str]) -> Reply:
        """An answer of some lines."""
        return cls(tuple(lines))


class Table:
    """A game with people at it.

    wanted: the dice that are asked for, and the command that waits for them (None for the beginning of the game).
    railways: whether Barrage Segments stop in which nothing but railways can be bombed; they pass by themselves else.
    """

    def __init__(self, game: Game[State], people: Sequence[Side], arrange: bool = False) -> None:
        """people: the sides that they play. arrange: whether they set up themselves, or take it as it lies."""
        self.game = game
        self.people = tuple(people)
        self.arrange = arrange
        self.wanted: tuple[DiceWanted, Command | None] | None = None
        self.form: Form | None = None
        self.railways = False

    @property
    def state(self) -> State:
        """The state now."""
        return self.game.state

    @property
    def side(self) -> Side:
        """The side that is spoken for: the one that is asked if a person plays it, else the first that one plays."""
        now = asked(self.game)
        return now if now in self.people else self.people[0] if self.people else Side.ALLIED

    @property
    def waits(self) -> bool:
        """Whether a person has to say something for the game to go on."""
        return self.wanted is not None or (asked(self.game) in self.people and not self.lies_ready)

    @property
    def lies_ready(self) -> bool:
        """Whether a segment of people ends by itself: set-up taken as it lies, or one with railways alone to bomb."""
        return self._passes(self.state)

    def _passes(self, state: State) -> bool:
        if state.frames or state.memory.over or state.verdict is not None:
            return False
        if state.now.phase is Phase.SET_UP:
            return not self.arrange
        return not self.railways and railways_alone(state)

    def begin(self) -> Reply:
        """Begin a game that has not begun; it may ask for dice first."""
        return self._came_of(None, self.game.begin())

    def submit(self, command: Command) -> Reply:
        """Carry out a command, of a person or any other player; tells a refusal, asks for dice that are missing."""
        return self._came_of(command, self.game.submit(command))

    def prompt(self) -> str:
        """What stands before the line to be typed."""
        if self.wanted is not None:
            wanted, _ = self.wanted
            return f"{wanted.purpose}, {_dice(wanted.count)}> "
        return f"{self.side}> "

    def opening(self) -> tuple[str, ...]:
        """Where the game stands, and what it asks, for a person to begin with."""
        if self.wanted is not None:
            wanted, _ = self.wanted
            return (f"throw {_dice(wanted.count)} with {wanted.sides} sides for {wanted.purpose} and type the faces",)
        pending = self.game.pending()
        if pending is not None:
            question = f"{pending.side}: {answers.spoken(self.state, pending.prompt)}"
            form = self.asked_form()
            if form is None:
                return (question, *briefs.move_lines(self.state), *self._kinds())
            return (question, *form.question(self.game.rules, self.state))
        return (briefs.heading(self.state, self.side),)

    def asked_form(self) -> Form | None:
        """The form of the one command that answers the question the game asks of a person, if it is one."""
        pending = self.game.pending()
        if self.wanted or pending is None or len(pending.kinds) != 1 or pending.side not in self.people:
            return None
        form = Form(pending.kinds[0], Side(pending.side), asked=True)
        settled = form.settled(self.game.rules, self.state)
        return settled if settled.question(self.game.rules, self.state) else form

    def must_answer(self) -> str:
        """The question that a person has to answer before anything else, as a sentence; "" where there is none."""
        pending = self.game.pending()
        if pending is None or self.asked_form() is None:
            return ""
        rule = f" ({pending.rule})" if pending.rule else ""
        return f"{pending.side} must first answer: {answers.spoken(self.state, pending.prompt)}{rule}"

    def kinds(self) -> tuple[str, ...]:
        """The kinds of command that are open and answer a question with several, asked of a person."""
        pending = self.game.pending()
        if self.wanted or pending is None or len(pending.kinds) < 2 or pending.side not in self.people:
            return ()
        legal = self.game.rules.legal(self.state, pending.side)
        return tuple(kind for kind in pending.kinds if kind in legal)

    def _kinds(self) -> tuple[str, ...]:
        listed = ", ".join(f"{number} {kind}" for number, kind in enumerate(self.kinds(), start=1))
        return (f"  {listed}",) if listed else ()

    def fill(self, form: Form, line: str) -> Reply:
        """Answer a form's next blank."""
        after = form.answered(self.game.rules, self.state, line)
        if isinstance(after, Form):
            self.form = after
            return Reply(after.question(self.game.rules, self.state))
        return self.submit(after)

    def throw(self, text: str) -> Reply:
        """Dice thrown by hand, as faces parted by spaces or commas, or digits in a row."""
        dice = self.game.dice
        if not isinstance(dice, EnteredDice):
            raise Misheard("the game throws its own dice; --dice entered, when it begins, leaves them to you")
        if self.wanted is None:
            raise Misheard("no dice are wanted now; the game asks when they are")
        wanted, command = self.wanted
        faces = read_faces(text, wanted)
        dice.enter(wanted.index, faces)
        self.wanted = None
        return self._came_of(command, self.game.begin() if command is None else self.game.submit(command))

    def _came_of(self, command: Command | None, outcome: Entry[State] | Refusal | DiceWanted) -> Reply:
        if isinstance(outcome, Refusal):
            return Reply((answers.told(self.state, outcome), *answers.fuel_advice(self.state, outcome)), problem=True)
        self.form = None
        self.wanted = (outcome, command) if isinstance(outcome, DiceWanted) else None
        return Reply()

    def take_back(self) -> Reply:
        """Take back everything down to the last act of a person, that act included; raises Misheard for none."""
        self.form = None
        if self.wanted is not None and (command := self.wanted[1]) is not None:
            self.wanted = None
            if command.side in self.people:
                return Reply((f"taken back before its dice were thrown: {command.kind}",))
        entries = self.game.entries
        own = (number for number in reversed(range(1, len(entries))) if self._is_own(entries, number))
        if (last := next(own, None)) is None:
            raise Misheard("there is nothing of yours to take back")
        after = [entries[number].command for number in range(last + 1, len(entries))]
        for _ in after:
            self.game.undo()
        entry = self.game.undo()
        others = sum(command is not None and command.side not in self.people for command in after)
        return Reply((f"taken back: {_act(entry)}{_others(others)}",))

    def do_again(self) -> Reply:
        """Do again what was taken back, with what others did after it until a person was asked; raises Misheard."""
        self.form = None
        entry = None if self.wanted else self.game.redo()
        if entry is None:
            raise Misheard("there is nothing to do again")
        others = 0
        while not self.waits and (after := self.game.redo()) is not None:
            others += after.command is not None and after.command.side not in self.people
        return Reply((f"done again: {_act(entry)}{_others(others)}",))

    def _is_own(self, entries: Sequence[Entry[State]], number: int) -> bool:
        """Whether an act was a person's; the end of a segment that ended by itself was nobody's."""
        command, before = entries[number].command, entries[number - 1].state
        if command is None or command.side not in self.people:
            return False
        return not (isinstance(command, EndSegment) and self._passes(before))


def _act(entry: Entry[State] | None) -> str:
    if entry is None or entry.command is None:
        return "nothing"
    units = getattr(entry.command, "units", ())
    few = story.names(entry.state.world, units) if len(units) <= story.FEW else f"{len(units)} units"
    return f"{entry.command.kind} {few}".strip()


def _others(count: int) -> str:
    return f", and {count} act{'s' * (count > 1)} of the other side after it" if count else ""


def railways_alone(state: State) -> bool:
    """Whether this is a Barrage Segment in which the side that acts could do nothing but bomb railways (OCS 14.8)."""
    side = state.now.acts
    if side is None or not in_air_barrage(state, side) or not waits(state):
        return False
    return not open_targets(state, side) and not waits(replace(state, planes=Map()))


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def read_faces(text: str, wanted: DiceWanted) -> tuple[int, ...]:
    """The faces typed for dice that are wanted; raises Misheard where there are more or fewer, or no such faces."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) == wanted.count and wanted.sides < 10:
        words = list(words[0])
    if not all(word.isdecimal() and word.isascii() for word in words):
        raise Misheard(f"{text!r} are not the faces of dice; expected {wanted.count} numbers from 1 to {wanted.sides}")
    if len(words) != wanted.count:
        raise Misheard(f"{wanted.purpose} takes {_dice(wanted.count)}, not {len(words)}")
    wrong = [word for word in words if len(word) > 3 or not 1 <= int(word) <= wanted.sides]
    if wrong:
        raise Misheard(f"{wrong[0]} is not the face of a die; expected a number from 1 to {wanted.sides}")
    return tuple(int(word) for word in words)
