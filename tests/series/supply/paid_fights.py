"""What the tests of paid fights share: supply is played, forms are filled to the end, units have many steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ocs_engine.kernel.messages import Command, Event
from ocs_engine.kernel.ruleset import Answer
from ocs_engine.state.events import put_units
from ocs_engine.state.model import State
from tests.fights import fight, whose
from tests.positions import Position


def supplied(note: str, *faces: int, when: str = "Allied Combat Phase, Combat Segment", ground: str = "all: open"):
    """A fight in which supply is played."""
    return fight(note, *faces, when=when, ground=ground, options=())


def events(p: Position, kind: type[Event]) -> list:
    """All that happened of one kind."""
    return [event for entry in p.game.entries for event in entry.events if isinstance(event, kind)]


def forms(p: Position, kind: str, filled: tuple[Answer, ...] = ()) -> Iterator[Command]:
    """Every command that the form of the side that is asked can be filled in to give."""
    blank = p.rules.blank(p.state, whose(p), kind, filled)
    if blank is None:
        yield p.rules.fill(whose(p), kind, filled)
        return
    assert blank.values, "no blank is without a value"
    for value in blank.values:
        yield from forms(p, kind, (*filled, (blank.name, value)))


def of_steps(p: Position, steps: dict[str, int]) -> State:
    """The state with units, by name, made ones of so many steps, each of 1 RE."""
    made = {}
    for name, count in steps.items():
        unit = p.unit(name)
        made[p.id(name)] = replace(unit, counter=replace(unit.counter, steps=count, re=4 * count))
    return put_units(p.state, made)
