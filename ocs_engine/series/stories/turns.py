"""Sayings on the sequence of play, on movement, and on what is set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ocs_engine.kernel.messages import DiceRolled, Event, FactSet
from ocs_engine.series.stories.scene import Reader, Saying, Scene, as_it_is, in_one, one_by_one
from ocs_engine.series.stories.words import FEW, day, do, name, names, place_name, plane_name, transport_name, way
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
from ocs_engine.state.trace_events import RailAsked, RailTaken
from ocs_engine.world.world import World

WEATHER = {"flight": "Flight weather", "no flight": "No Flight weather", "mud": "No Flight and Mud: a simulcast turn"}


@dataclass(frozen=True)
class Taken:
    """A hex, or the railway in it, has gone to a side."""

    hex: str
    side: str
    rail: bool


def moves(before: State, events: Sequence[Event]) -> str:
    """A whole move as one sentence: who, in which mode if it is new, from where, past which places, and to where."""
    steps = [event for event in events if isinstance(event, StackMoved)]
    if not steps:
        return ""
    units, world = tuple(steps[0].cost), before.world
    start = world.label(before.units[units[0]].place)
    changes = (event.stances for event in events if isinstance(event, StancesChanged))
    stances = {uid: text for each in changes for uid, text in each.items()}
    who = ", ".join(name(world, uid) + (f" in {mode_words(stances[uid])}" if uid in stances else "") for uid in units)
    *between, end = [step.to for step in steps]
    return f"{who}: {place_name(world, start)} to {place_name(world, end)}{way(world, between)}"


def _taken(scene: Scene, event: ControlChanged | RailTaken) -> None:
    scene.add(Taken(event.hex, event.side, isinstance(event, RailTaken)))


def _turn(_: World, event: TurnBegan) -> str:
    return f"Turn {event.turn}, {day(event.date)}"


def _weather(_: World, event: WeatherSet) -> str:
    return WEATHER[event.weather]


def _simulcast(_: World, event: SimulcastAgreed) -> str:
    del event
    return "both sides agree to a simulcast turn"


def _first(_: World, event: FirstPlayerSet) -> str:
    return f"the {event.first} side goes first"


def _dice(_: World, rolls: Sequence[DiceRolled]) -> str:
    """Dice by what they are for; those that open a turn in words of their own."""
    shown = [(roll.purpose, " ".join(str(face) for face in roll.faces)) for roll in rolls]
    first = [f"{purpose.partition(', ')[2]} {faces}" for purpose, faces in shown if purpose.startswith(_FIRST)]
    if len(first) == len(shown):
        return f"dice for the first player: {', '.join(first)}"
    return "dice: " + "; ".join(f"{purpose} {faces}" for purpose, faces in shown)


_FIRST = "first player, "
"""How the purpose of dice begins that decide who goes first."""


def _stances(world: World, events: Sequence[StancesChanged]) -> str:
    """Who takes which mode, all of a mode together."""
    modes: dict[str, list[str]] = {}
    for uid, text in {uid: text for event in events for uid, text in event.stances.items()}.items():
        modes.setdefault(mode_words(text), []).append(uid)
    return "; ".join(f"{do(world, units, 'take')} {mode}" for mode, units in modes.items())


def mode_words(text: str) -> str:
    """A stance in words: "Combat Mode", "Reserve Mode (move side up)"."""
    marker, _, up = text.rpartition("/")
    words = {"dg": "DG"}.get(marker or up, (marker or up).capitalize())
    return f"{words} Mode" + (f" ({up} side up)" if marker and marker != "strat" else "")


def _held(scene: Scene, event: UnitsFinished) -> None:
    """That units are done with moving needs no word, but for those that are held."""
    if event.held:
        scene.add(event)


def _finished(world: World, event: UnitsFinished) -> str:
    few = len(event.units) <= FEW
    return f"{names(world, event.units) if few else f'{len(event.units)} units'} will not move"


def _released(world: World, event: ReserveReleased) -> str:
    return f"released from reserve: {names(world, event.units)}"


def _control(world: World, taken: Sequence[Taken]) -> str:
    """The named places and the railways that a side takes; open ground is not worth a word."""
    places = {each.hex: None for each in taken if not each.rail and world.atlas.name[world.place(each.hex)]}
    rails = {each.hex: None for each in taken if each.rail}
    towns = ", ".join(place_name(world, label) for label in places)
    lines = f"the railway in {', '.join(place_name(world, label) for label in rails)}" if rails else ""
    both = rails.keys() == places.keys()
    what = f"{towns}, with the railway" if both and rails else " and ".join(filter(None, (towns, lines)))
    return f"the {taken[0].side} side takes {what}" if what else ""


def _asked(world: World, event: RailAsked) -> str:
    where = ", ".join(place_name(world, label) for label in event.hexes)
    if event.agreed:
        return f"both sides agree that the railway in {where} goes to the {event.side} side"
    return f"the {event.side} side asks for the railway in {where}, and the other does not agree"


def _destroyed(world: World, event: UnitsDestroyed) -> str:
    return f"destroyed: {names(world, event.units)} ({event.why})"


def _placed(world: World, event: UnitPlaced) -> str:
    return f"{name(world, event.unit)} is placed in {place_name(world, event.place)}"


def _plane(world: World, event: PlanePlaced) -> str:
    return f"{plane_name(world, event.plane)} is placed in {place_name(world, event.place)}"


def _transport(world: World, event: TransportPlaced) -> str:
    return f"{transport_name(world, event.transport)} is placed in {place_name(world, event.place)}"


def _loaded(world: World, event: SupplyLoaded) -> str:
    who = transport_name(world, event.transport)
    return f"{who} loads {event.tokens}T" if event.tokens > 0 else f"{who} unloads {-event.tokens}T"


def _ended(_: World, event: GameEnded) -> str:
    return f"the game is over: {outcome(event.winner, event.level)}; {event.why}"


def outcome(winner: str, level: str) -> str:
    """Who won, and how: "the Axis side wins", "Allied major", "draw"."""
    if level == "win":
        return f"the {winner} side wins"
    return level if level.startswith(winner) else f"{winner} {level}"


def _fact(_: World, event: FactSet) -> str:
    return f"set by hand: {event.fact['kind']} ({event.reason})"


SAYINGS: dict[type, Saying] = {
    TurnBegan: one_by_one(_turn),
    WeatherSet: one_by_one(_weather),
    SimulcastAgreed: one_by_one(_simulcast),
    FirstPlayerSet: one_by_one(_first),
    StancesChanged: in_one(_stances),
    UnitsFinished: one_by_one(_finished),
    ReserveReleased: one_by_one(_released),
    UnitsDestroyed: one_by_one(_destroyed),
    UnitPlaced: one_by_one(_placed),
    PlanePlaced: one_by_one(_plane),
    TransportPlaced: one_by_one(_transport),
    SupplyLoaded: one_by_one(_loaded),
    GameEnded: one_by_one(_ended),
    FactSet: one_by_one(_fact),
    DiceRolled: in_one(_dice),
    RailAsked: one_by_one(_asked),
    Taken: in_one(_control),
}
READERS: dict[type[Event], Reader] = {
    **{kind: as_it_is for kind in SAYINGS if kind is not Taken},
    **dict.fromkeys((ControlChanged, RailTaken), _taken),
    UnitsFinished: _held,
}
