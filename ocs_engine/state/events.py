"""What can happen in a game, and the state after it.

Places are labels ("A48.24", "Sicily A"), units are ids, MP are twelfths, stances are a mode and the side up, as in
"combat", "move", "reserve/combat" or "strat/move".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import DEAD, Memory, Mode, State, Unit, Up, Verdict
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side


class TurnBegan(Event):
    """A new turn: its number on the calendar, and its date."""

    kind: Literal["turn began"] = "turn began"
    turn: int
    date: str


class WeatherSet(Event):
    """The weather of the turn; a simulcast turn is laid out otherwise (OCS 2.4)."""

    kind: Literal["weather set"] = "weather set"
    weather: Weather
    simulcast: bool


class FirstPlayerSet(Event):
    """Who goes first this turn (OCS 2.3)."""

    kind: Literal["first player set"] = "first player set"
    first: Side


class SlotEntered(Event):
    """The game went on to a phase or segment. slot: its index in the turn; acts: empty where both do or nobody does."""

    kind: Literal["slot entered"] = "slot entered"
    slot: int
    phase: str
    segment: str
    acts: str


class StancesChanged(Event):
    """Units took another mode or side: stance by unit (OCS 5.4)."""

    kind: Literal["stances changed"] = "stances changed"
    stances: dict[str, str]


class StackMoved(Event):
    """Units went on to an adjacent hex. cost: MP in twelfths by unit; all it has for a minimum move (OCS 6.1c)."""

    kind: Literal["stack moved"] = "stack moved"
    to: str
    cost: dict[str, int]


class UnitsFinished(Event):
    """Units will not spend MP any more in this phase; held: declared not to move at all (OCS 4.5b, 6.1f)."""

    kind: Literal["units finished"] = "units finished"
    units: tuple[str, ...]
    held: bool = False


class ReserveReleased(Event):
    """Units lost their Reserve markers in the own Reaction or Exploitation Phase and may act (OCS 5.7b)."""

    kind: Literal["reserve released"] = "reserve released"
    units: tuple[str, ...]


class SegmentEnded(Event):
    """The side that acts is done with the segment."""

    kind: Literal["segment ended"] = "segment ended"
    side: Side


class ControlChanged(Event):
    """A hex has another side's Attack-Capable unit in it, last (T2 5.0)."""

    kind: Literal["control changed"] = "control changed"
    hex: str
    side: Side


class UnitsDestroyed(Event):
    """Units went to the Dead Pile, and why."""

    kind: Literal["units destroyed"] = "units destroyed"
    units: tuple[str, ...]
    why: str


class UnitPlaced(Event):
    """A unit was put into a place."""

    kind: Literal["unit placed"] = "unit placed"
    unit: str
    place: str


class GameEnded(Event):
    """The game is over: the winner (empty for a draw), the level, and why."""

    kind: Literal["game ended"] = "game ended"
    winner: str
    level: str
    why: str


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, WeatherSet, FirstPlayerSet, SlotEntered, StancesChanged, StackMoved, UnitsFinished, ReserveReleased,
    SegmentEnded, ControlChanged, UnitsDestroyed, UnitPlaced, GameEnded,
)  # fmt: skip


def stance(unit: Unit) -> str:
    """A unit's stance in words: its mode, with the side up where a marker lies on it."""
    return f"{unit.marker}/{unit.up}" if unit.marker else str(unit.up)


def read_stance(text: str) -> tuple[Mode | None, Up]:
    """Marker and side up of a stance; raises ValueError for anything else."""
    marker, _, up = text.rpartition("/")
    if marker in (Mode.COMBAT, Mode.MOVE):
        raise ValueError(f"{marker} is a side of the counter and not a marker")
    return (Mode(marker) if marker else None), Up(up)


def put_units(state: State, units: dict[str, Unit]) -> State:
    """The state with some units other than before, and with who is where brought up to date."""
    changed, here = state.units.mutate(), state.here.mutate()
    for uid, unit in units.items():
        old = state.units[uid]
        changed[uid] = unit
        if unit.place == old.place:
            continue
        left = tuple(other for other in here.get(old.place, ()) if other != uid)
        if left:
            here[old.place] = left
        else:
            here.pop(old.place, None)
        here[unit.place] = (*here.get(unit.place, ()), uid)
    return replace(state, units=changed.finish(), here=here.finish())


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _turn_began(state: State, event: TurnBegan) -> State:
    return replace(state, turn=event.turn, slot=0, first=None, simulcast=False)


def _weather_set(state: State, event: WeatherSet) -> State:
    return replace(state, weather=event.weather, simulcast=event.simulcast)


def _first_player_set(state: State, event: FirstPlayerSet) -> State:
    return replace(state, first=event.first)


def _slot_entered(state: State, event: SlotEntered) -> State:
    """What a phase remembers ends with it."""
    old, new = state.now, state.slots[event.slot]
    same_phase = (old.phase, old.phasing) == (new.phase, new.phasing)
    return replace(state, slot=event.slot, memory=replace(state.memory, over=False) if same_phase else Memory())


def _stances_changed(state: State, event: StancesChanged) -> State:
    units = {}
    for uid, text in event.stances.items():
        marker, up = read_stance(text)
        units[uid] = replace(state.units[uid], marker=marker, up=up)
    return put_units(state, units)


def _stack_moved(state: State, event: StackMoved) -> State:
    place = state.world.place(event.to)
    moved = put_units(state, {uid: replace(state.units[uid], place=place) for uid in event.cost})
    spent = state.memory.spent
    for uid, cost in event.cost.items():
        spent = spent.set(uid, spent.get(uid, 0) + cost)
    return replace(moved, memory=replace(state.memory, spent=spent))


def _units_finished(state: State, event: UnitsFinished) -> State:
    done = state.memory.done
    for uid in event.units:
        done = done.set(uid, True)
    return replace(state, memory=replace(state.memory, done=done))


def _reserve_released(state: State, event: ReserveReleased) -> State:
    freed = state.memory.released
    for uid in event.units:
        freed = freed.set(uid, True)
    units = {uid: replace(state.units[uid], marker=None) for uid in event.units}
    return replace(put_units(state, units), memory=replace(state.memory, released=freed))


def _segment_ended(state: State, _: SegmentEnded) -> State:
    return replace(state, memory=replace(state.memory, over=True))


def _control_changed(state: State, event: ControlChanged) -> State:
    return replace(state, control=state.control.set(state.world.place(event.hex), event.side))


def _units_destroyed(state: State, event: UnitsDestroyed) -> State:
    return put_units(state, {uid: replace(state.units[uid], place=DEAD, marker=None) for uid in event.units})


def _unit_placed(state: State, event: UnitPlaced) -> State:
    return put_units(state, {event.unit: replace(state.units[event.unit], place=state.world.place(event.place))})


def _game_ended(state: State, event: GameEnded) -> State:
    winner = Side(event.winner) if event.winner else None
    return replace(state, verdict=Verdict(winner, event.level, event.why))


_APPLIERS: tuple[tuple[type[Event], Any], ...] = (
    (TurnBegan, _turn_began),
    (WeatherSet, _weather_set),
    (FirstPlayerSet, _first_player_set),
    (SlotEntered, _slot_entered),
    (StancesChanged, _stances_changed),
    (StackMoved, _stack_moved),
    (UnitsFinished, _units_finished),
    (ReserveReleased, _reserve_released),
    (SegmentEnded, _segment_ended),
    (ControlChanged, _control_changed),
    (UnitsDestroyed, _units_destroyed),
    (UnitPlaced, _unit_placed),
    (GameEnded, _game_ended),
)
