"""What happened, in plain English: a short sentence for each command, and headings for turns and phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from ocs_engine.kernel.messages import DiceRolled, Event, FactSet
from ocs_engine.state.events import (
    ControlChanged,
    FirstPlayerSet,
    GameEnded,
    PlanePlaced,
    ReserveReleased,
    SimulcastAgreed,
    StackMoved,
    StancesChanged,
    SupplyLoaded,
    TransportPlaced,
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
    parts = [_moves(before, events)]
    told = (event for event in events if type(event) in _SAYINGS or type(event) in _FOR_MANY)
    rest = (event for event in told if not (parts[0] and isinstance(event, StancesChanged)))
    for kind, alike in groupby(rest, key=type):
        parts += _together(before.world, kind, list(alike))
    return ". ".join(part[0].upper() + part[1:] for part in parts if part)


def _together(world: World, kind: type[Event], alike: list[Any]) -> list[str]:
    """Events of one kind that follow one another: in one sentence where there is one for many, else one each."""
    if kind in _FOR_MANY:
        return [_FOR_MANY[kind](world, alike)]
    return [_SAYINGS[kind](world, event) for event in alike]


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
    """A whole move as one sentence: who, in which mode if it is new, from where, past which places, and to where."""
    steps = [event for event in events if isinstance(event, StackMoved)]
    if not steps:
        return ""
    units, world = tuple(steps[0].cost), before.world
    start = world.label(before.units[units[0]].place)
    changes = (event.stances for event in events if isinstance(event, StancesChanged))
    stances = {uid: text for each in changes for uid, text in each.items()}
    who = ", ".join(name(world, uid) + (f" in {_mode(stances[uid])}" if uid in stances else "") for uid in units)
    return f"{who}: {place_name(world, start)} to {place_name(world, steps[-1].to)}{_by(world, steps)}"


def _by(world: World, steps: Sequence[StackMoved]) -> str:
    """The way of a move: its hexes where they are few, else their number and the towns on it."""
    between = [step.to for step in steps[:-1]]
    if len(between) <= FEW:
        return f" via {', '.join(between)}" if between else ""
    atlas = world.atlas
    towns = [atlas.name[hex_] for hex_ in map(world.place, between) if atlas.settlement[hex_] in ("city", "village")]
    shown = f", past {', '.join(towns[:FEW])}{' ...' if len(towns) > FEW else ''}" if towns else ""
    return f" ({len(steps)} hexes{shown})"


def _turn(_: World, event: TurnBegan) -> str:
    return f"Turn {event.turn}, {day(event.date)}"


def day(iso: str) -> str:
    """A date as players say it: "15 Nov 1942"."""
    when = date.fromisoformat(iso)
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{when.day} {months[when.month - 1]} {when.year}"


def _weather(_: World, event: WeatherSet) -> str:
    return WEATHER[event.weather]


def _simulcast(_: World, event: SimulcastAgreed) -> str:
    del event
    return "both sides agree to a simulcast turn"


def _first(_: World, event: FirstPlayerSet) -> str:
    return f"the {event.first} side goes first"


def _dice(_: World, rolls: list[DiceRolled]) -> str:
    return "dice: " + "; ".join(f"{roll.purpose} {' '.join(str(face) for face in roll.faces)}" for roll in rolls)


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


def _control(world: World, taken: list[ControlChanged]) -> str:
    """The named places that a side takes; open ground is not worth a word."""
    known = [place_name(world, event.hex) for event in taken if world.atlas.name[world.place(event.hex)]]
    return f"the {taken[0].side} side takes {', '.join(known)}" if known else ""


def _destroyed(world: World, event: UnitsDestroyed) -> str:
    return f"destroyed: {names(world, event.units)} ({event.why})"


def _placed(world: World, event: UnitPlaced) -> str:
    return f"{name(world, event.unit)} is placed in {place_name(world, event.place)}"


def _plane(world: World, event: PlanePlaced) -> str:
    kind = world.aircraft[event.plane.rpartition("-")[0]].name
    return f"{kind} is placed in {place_name(world, event.place)}"


def _transport(world: World, event: TransportPlaced) -> str:
    return f"{_transport_name(world, event.transport)} is placed in {place_name(world, event.place)}"


def _loaded(world: World, event: SupplyLoaded) -> str:
    who = _transport_name(world, event.transport)
    return f"{who} loads {event.tokens}T" if event.tokens > 0 else f"{who} unloads {-event.tokens}T"


def _transport_name(world: World, tid: str) -> str:
    """Transport by its id, "allied-truck-3", as "truck transport 3"."""
    kind, _, number = tid.partition("-")[2].rpartition("-")
    return f"{world.transport.kinds[kind].name} transport {number}"


def _ended(_: World, event: GameEnded) -> str:
    return f"the game is over: {outcome(event.winner, event.level)}; {event.why}"


def outcome(winner: str, level: str) -> str:
    """Who won, and how: "the Axis side wins", "Allied major", "draw"."""
    return f"the {winner} side wins" if level == "win" else f"{winner} {level}".strip()


def _fact(_: World, event: FactSet) -> str:
    return f"set by hand: {event.fact['kind']} ({event.reason})"


_SAYINGS: dict[type[Event], Callable[[World, Any], str]] = {
    TurnBegan: _turn,
    WeatherSet: _weather,
    SimulcastAgreed: _simulcast,
    FirstPlayerSet: _first,
    StancesChanged: _stances,
    UnitsFinished: _finished,
    ReserveReleased: _released,
    UnitsDestroyed: _destroyed,
    UnitPlaced: _placed,
    PlanePlaced: _plane,
    TransportPlaced: _transport,
    SupplyLoaded: _loaded,
    GameEnded: _ended,
    FactSet: _fact,
}
_FOR_MANY: dict[type[Event], Callable[[World, list[Any]], str]] = {DiceRolled: _dice, ControlChanged: _control}
