"""Units put into hexes of small positions, and what they take there, with an eye on every token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from ocs_engine.grid import Hex
from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Command, Event, Refusal
from ocs_engine.kernel.session import Entry
from ocs_engine.series.capture import entered
from ocs_engine.series.soundness import faults
from ocs_engine.state.events import UnitPlaced
from ocs_engine.state.model import State, Transport
from tests.positions import AXIS, Position, check_events, position

E = TypeVar("E", bound=Event)
HEX = "A21.20"
"""Where the things lie in most tests; the unit that enters comes from A20.20."""


class Taking(Position):
    """A position in which a unit has just been put into a hex; `events` is all that came of it so far."""

    def __init__(self, p: Position, state: State, name: str, label: str, dice: Sequence[int], advance: bool) -> None:
        draft = Draft(p.rules, state, RecordedDice(()), 0)
        draft.emit(UnitPlaced(unit=p.id(name), place=label))
        entered(draft, (p.id(name),), p.hex(label), advance)
        super().__init__(p.rules, draft.state, RecordedDice(dice))
        self.events = [*draft.events]
        check_events(p.rules, state, draft.events)
        begun = self.game.begin()
        assert isinstance(begun, Entry), begun
        self._note(draft.state, begun)

    def answer(self, command: Command, no: str | None = None) -> None:
        """Give an answer, or see it refused by a rule; every token is counted after every event."""
        before, checked = self.state, self.game.check(command)
        outcome = self.game.submit(command)
        if no is not None:
            assert isinstance(outcome, Refusal) and outcome.rule == no and outcome == checked, outcome
            assert self.state is before
            return
        assert isinstance(outcome, Entry), outcome
        assert checked is None
        self._note(before, outcome)

    def told(self, kind: type[E]) -> list[E]:
        """The events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def asked(self) -> tuple[str, str] | None:
        """Who is asked, and for what command."""
        asked = self.rules.pending(self.state)
        return None if asked is None else (asked.side, asked.kinds[0])

    def offers(self, kind: str, *filled: tuple[str, object]) -> tuple[object, ...]:
        """The values that the form of the side asked offers next."""
        asked = self.rules.pending(self.state)
        assert asked is not None
        blank = self.rules.blank(self.state, asked.side, kind, filled)
        assert blank is not None
        return blank.values

    def _note(self, before: State, entry: Entry[State]) -> None:
        check_events(self.rules, before, entry.events)
        assert list(faults(self.state)) == []
        self.events += entry.events


def taking(
    note: str,
    dice: Sequence[int] = (),
    *,
    unit: str = "Coutx",
    at: str = HEX,
    ground: str | None = "",
    advance: bool = False,
    date: str = "1942-11-15",
    with_: Callable[[State], State] = lambda state: state,
) -> Taking:
    """A position of a note, changed by `with_`, after a unit has been put into a hex."""
    p = position(note, "Allied Movement Phase", ground=ground, date=date)
    return Taking(p, with_(p.state), unit, at, dice, advance)


def transport_of(state: State, side: str) -> dict[str, tuple[str, str, int, int]]:
    """The transport of a side by id: kind, hex, and T that it can and does carry."""
    found = sorted(state.transport.items())
    return {
        tid: (each.kind, state.world.label(each.place), each.tokens, each.load)
        for tid, each in found
        if each.side == side
    }


def with_transport(hex_: Hex, *rows: tuple[str, int, int]) -> Callable[[State], State]:
    """A change that puts Axis transport into a hex: kind, T that it can carry, and T that it does."""

    def change(state: State) -> State:
        new = state.transport
        for number, (kind, tokens, load) in enumerate(rows, 1):
            new = new.set(f"axis-{kind}-{number}", Transport(kind, AXIS, hex_, tokens, load))
        return replace(state, transport=new)

    return change
