"""What happened, in plain English: a short sentence for each command, and headings for turns and phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from ocs_engine.kernel.messages import DiceRolled, Event, FactSet
from ocs_engine.state.events import (
    ControlChanged,
    FirstPlayerSet,
    GameEnded,
    ReserveReleased,
    StackMoved,
    StancesChanged,
    TurnBegan,
    UnitPlaced,
    UnitsDestroyed,
    UnitsFinished,
    WeatherSet,
)
from ocs_engine.state.model import State
from ocs_engine.world.world import World

FEW = 3
"""Units that a sentence names one by one; more are counted."""
WEATHER = {"flight": "Flight weather", "no flight": "No Flight weather", "mud": "No Flight and Mud: a simulcast turn"}


def tell(before: State, events: Sequence[Event]) -> str:
    """One or a few plain sentences on what a command brought about; "" where there is nothing to tell."""
    world = before.world
    parts = [_moves(before, events)]
    for event in events:
        say = _SAYINGS.get(type(event))
        if say is not None:
            parts.append(say(world, event))
    return ". ".join(part for part in parts if part)


def name(world: World, uid: str) -> str:
    """A unit as the booklet names it, with the number of a replacement."""
    counter = world.counters.get(uid)
    if counter is not None:
        return counter.booklet_name
    kind, _, number = uid.rpartition("-")
    return f"{world.repls[kind].booklet_name} {number}"


def place_name(world: World, label: str) -> str:
    """A hex with the name of what lies in it, as "A48.24 Tunis"; a box by its name."""
    place = world.place(label)
    known = "" if world.is_box(place) else world.atlas.name[place]
    return f"{label} {known}".rstrip()


def names(world: World, units: Sequence[str]) -> str:
    """Several units in a row."""
    return ", ".join(name(world, uid) for uid in units)


def _moves(before: State, events: Sequence[Event]) -> str:
    """A whole move as one sentence: who, from where, by which hexes, and to where."""
    steps = [event for event in events if isinstance(event, StackMoved)]
    if not steps:
        return ""
    units, world = tuple(steps[0].cost), before.world
    start = world.label(before.units[units[0]].place)
    way = [step.to for step in steps]
    via = f" via {', '.join(way[:-1])}" if len(way) > 1 else ""
    return f"{names(world, units)}: {place_name(world, start)} to {place_name(world, way[-1])}{via}"


def _turn(_: World, event: TurnBegan) -> str:
    return f"Turn {event.turn}, {day(event.date)}"


def day(iso: str) -> str:
    """A date as players say it: "15 Nov 1942"."""
    when = date.fromisoformat(iso)
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{when.day} {months[when.month - 1]} {when.year}"


def _weather(_: World, event: WeatherSet) -> str:
    return WEATHER[event.weather]


def _first(_: World, event: FirstPlayerSet) -> str:
    return f"the {event.first} side goes first"


def _dice(_: World, event: DiceRolled) -> str:
    return f"{event.purpose}: rolled {' '.join(str(face) for face in event.faces)}"


def _stances(world: World, event: StancesChanged) -> str:
    return ", ".join(f"{name(world, uid)} takes {_mode(text)}" for uid, text in event.stances.items())


def _mode(text: str) -> str:
    marker, _, up = text.rpartition("/")
    words = {"dg": "DG"}.get(marker or up, (marker or up).capitalize())
    return f"{words} Mode" + (f" ({up} side up)" if marker and marker != "strat" else "")


def _finished(world: World, event: UnitsFinished) -> str:
    if not event.held:
        return ""
    few = len(event.units) <= FEW
    return f"{names(world, event.units) if few else f'{len(event.units)} units'} will not move"


def _released(world: World, event: ReserveReleased) -> str:
    return f"released from reserve: {names(world, event.units)}"


def _control(world: World, event: ControlChanged) -> str:
    known = world.atlas.name[world.place(event.hex)]
    return f"the {event.side} side takes {event.hex} {known}" if known else ""


def _destroyed(world: World, event: UnitsDestroyed) -> str:
    return f"destroyed: {names(world, event.units)} ({event.why})"


def _placed(world: World, event: UnitPlaced) -> str:
    return f"{name(world, event.unit)} is placed in {place_name(world, event.place)}"


def _ended(_: World, event: GameEnded) -> str:
    return f"the game is over: {f'{event.winner} {event.level}' if event.winner else event.level}; {event.why}"


def _fact(_: World, event: FactSet) -> str:
    return f"set by hand: {event.fact['kind']} ({event.reason})"


_SAYINGS: dict[type[Event], Callable[[World, Any], str]] = {
    TurnBegan: _turn,
    WeatherSet: _weather,
    FirstPlayerSet: _first,
    DiceRolled: _dice,
    StancesChanged: _stances,
    UnitsFinished: _finished,
    ReserveReleased: _released,
    ControlChanged: _control,
    UnitsDestroyed: _destroyed,
    UnitPlaced: _placed,
    GameEnded: _ended,
    FactSet: _fact,
}
