"""Positions in which artillery fires: told what to fire at, with the dice that it will throw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Command, Event, Refusal
from ocs_engine.kernel.session import Entry, state_hash
from ocs_engine.series.barrage import Barrage, ChooseCover
from ocs_engine.series.fight_commands import LoseStep
from ocs_engine.series.firing import Aim
from ocs_engine.series.points import EVERYONE_SUPPLIED
from ocs_engine.state.barrage_events import BarrageShifted
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from tests.positions import Position, check_table, position

E = TypeVar("E", bound=Event)

COMBAT = "Allied Combat Phase, Barrage Segment"

# 1 FA fires 14 in Combat Mode and 7 in Move Mode over 2 hexes, 1 M 12 and 6 over 3.
PLAIN = """
    == Axis ==
    A20.20: March Bn (T-1)
    A22.20: March Bn (T-2)
    == Allied ==
    A20.21: Commando Bn (6 Cdo)
    A20.22: Arty Grp (1 FA, 1 M)
"""


class Guns(Position):
    """A position in a barrage segment; losses may take what lies on its table."""

    def fire(self, names: str, target: str, aim: str = "units", no: str | None = None) -> list[Event]:
        """A barrage by the side that acts, and all that came of it up to the next question."""
        return self.done(Barrage(side=self.side, target=target, aim=Aim(aim), units=self.ids(names)), no)

    def cover(self, side: Side, terrain: str, no: str | None = None) -> list[Event]:
        """The terrain that the owner of the target chooses."""
        return self.done(ChooseCover(side=side, terrain=terrain), no)

    def lose(self, side: Side, name: str, no: str | None = None) -> list[Event]:
        """The unit that loses the next step."""
        return self.done(LoseStep(side=side, unit=self.id(name)), no)

    def done(self, command: Command, no: str | None = None) -> list[Event]:
        """Carry a command out, or see it refused; after each event the table is in order and saving loses nothing."""
        before, checked = self.state, self.game.check(command)
        outcome = self.game.submit(command)
        if no is not None:
            assert isinstance(outcome, Refusal), f"expected a refusal by {no}, but it was done"
            assert (outcome.rule, checked) == (no, outcome), outcome.sentence
            assert self.state is before, "a refusal changes nothing"
            return []
        assert isinstance(outcome, Entry), f"not done: {outcome}"
        assert checked is None, "check and submit must agree"
        for event in outcome.events:
            before = self.rules.apply(before, event)
            check_table(before)
            self.rules.check_state(before)
        again = load_state(dump_state(before), before.world, before.points, self.rules.read_frame)
        assert again == before
        assert state_hash(self.rules, again) == state_hash(self.rules, before)
        return list(outcome.events)


def guns(
    note: str,
    when: str,
    dice: Sequence[int] = (),
    *,
    ground: str = "",
    supplied: bool = True,
    change: Callable[[State], State] = lambda state: state,
) -> Guns:
    """The position of a note, with the dice to come. supplied: nothing is paid. change: what a note cannot say."""
    p = position(note, when, ground=ground, options=(EVERYONE_SUPPLIED,) if supplied else ())
    return Guns(p.rules, change(p.state), RecordedDice(dice))


def only(kind: type[E], events: Iterable[Event]) -> E:
    """The one event of a kind."""
    (found,) = every(kind, events)
    return found


def every(kind: type[E], events: Iterable[Event]) -> list[E]:
    """All events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def shifts_of(events: Iterable[Event]) -> dict[str, int]:
    """The shifts of a barrage, by the words for them."""
    return {each.why: int(each.value) for each in only(BarrageShifted, events).shifts}
