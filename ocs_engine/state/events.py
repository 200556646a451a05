"""What can happen in a game, and the state after it.

Places are labels ("A48.24", "Sicily A"), units are ids, MP are twelfths, stances are a mode and the side up, as in
"combat", "move", "reserve/combat" or "strat/move".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from immutables import Map
from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import DEAD, Dump, Memory, Mode, State, Unit, Up, Verdict, Work
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


class SimulcastAgreed(Event):
    """Both sides agreed to play the turn as a simulcast turn (OCS 2.4)."""

    kind: Literal["simulcast agreed"] = "simulcast agreed"


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
    cost: dict[str, Annotated[int, Field(ge=0, le=12 * 1000)]]


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


class ControlSettled(Event):
    """Who controls which hex as the first turn begins, from the set-up: side by hex (T2 5.0)."""

    kind: Literal["control settled"] = "control settled"
    control: dict[str, Side]


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


class TopChosen(Event):
    """A unit was put on top of its stack (OCS 4.9)."""

    kind: Literal["top chosen"] = "top chosen"
    unit: str


class PlanePlaced(Event):
    """A plane was put into a place."""

    kind: Literal["plane placed"] = "plane placed"
    plane: str
    place: str


class TransportPlaced(Event):
    """Transport Points were put into a place, at set-up or on a retreat; a Reserve marker comes off."""

    kind: Literal["transport placed"] = "transport placed"
    transport: str
    place: str


class SupplyLoaded(Event):
    """Supply went from the ground onto Transport Points in the same place, in T; back to the ground where below 0."""

    kind: Literal["supply loaded"] = "supply loaded"
    transport: str
    tokens: int


class HedgehogSet(Event):
    """A hex got a hedgehog of a level, another level, or another owner; none at all at level 0 (OCS 16)."""

    kind: Literal["hedgehog set"] = "hedgehog set"
    hex: str
    level: int
    side: Side


class GameEnded(Event):
    """The game is over: the winner (empty for a draw), the level, and why."""

    kind: Literal["game ended"] = "game ended"
    winner: str
    level: str
    why: str


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, WeatherSet, SimulcastAgreed, FirstPlayerSet, SlotEntered, StancesChanged, StackMoved, UnitsFinished,
    ReserveReleased, SegmentEnded, ControlChanged, ControlSettled, UnitsDestroyed, UnitPlaced, PlanePlaced,
    TransportPlaced, SupplyLoaded, TopChosen, HedgehogSet, GameEnded,
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


def in_stance(unit: Unit, text: str) -> Unit:
    """A unit in another stance."""
    marker, up = read_stance(text)
    return replace(unit, marker=marker, up=up)


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


def go_to(state: State, units: Iterable[str], to: str) -> State:
    """The state with units in another place; where they began the phase is remembered (OCS 8.1)."""
    place, began = state.world.place(to), state.memory.began
    there = {uid: replace(state.units[uid], place=place) for uid in units}
    for uid in there:
        if uid not in began:
            began = began.set(uid, state.units[uid].place)
    return replace(put_units(state, there), memory=replace(state.memory, began=began))


def spend(state: State, cost: Mapping[str, int]) -> State:
    """The state with MP spent, in twelfths by unit."""
    spent = state.memory.spent
    for uid, mp in cost.items():
        spent = spent.set(uid, spent.get(uid, 0) + mp)
    return replace(state, memory=replace(state.memory, spent=spent))


def with_lost(state: State, side: Side, kind: str, formation: str, tokens: int) -> State:
    """The state with so much more transport of a side in the Dead Pile, less where below 0, in T."""
    key, lost = (side, kind, formation), state.lost_transport
    total = lost.get(key, 0) + tokens
    return replace(state, lost_transport=lost.set(key, total) if total else lost.delete(key) if key in lost else lost)


def take_stances(state: State, stances: Mapping[str, str]) -> State:
    """The state with other stances; engineers that stop working have their own way out bridged still (OCS 13.8b)."""
    units, bridge = {}, state.memory.bridge
    for uid, text in stances.items():
        old, new = state.units[uid], in_stance(state.units[uid], text)
        units[uid] = new
        if old.can_engineer and not new.can_engineer:
            bridge = bridge.set(uid, True)
    if bridge is not state.memory.bridge:
        state = replace(state, memory=replace(state.memory, bridge=bridge))
    return put_units(state, units)


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _turn_began(state: State, event: TurnBegan) -> State:
    """What is counted by turns is counted anew, and drop plans lapse with their turn."""
    plans = {uid: plan for uid, plan in state.drop_plans.items() if plan.turn >= event.turn}
    state = replace(state, drop_plans=Map(plans), dropped=Map(), came_active=Map(), newcomers=Map(), sea_gained=Map())
    return replace(state, turn=event.turn, slot=0, arranging=(), first=None, simulcast=False)


def _weather_set(state: State, event: WeatherSet) -> State:
    return replace(state, weather=event.weather, simulcast=event.simulcast)


def _simulcast_agreed(state: State, _: SimulcastAgreed) -> State:
    return replace(state, simulcast=True)


def _first_player_set(state: State, event: FirstPlayerSet) -> State:
    return replace(state, first=event.first)


def _slot_entered(state: State, event: SlotEntered) -> State:
    """What a phase remembers ends with it."""
    old, new = state.now, state.slots[event.slot]
    same_phase = (old.phase, old.phasing) == (new.phase, new.phasing)
    return replace(state, slot=event.slot, memory=replace(state.memory, over=False) if same_phase else Memory())


def _stances_changed(state: State, event: StancesChanged) -> State:
    return take_stances(state, event.stances)


def _stack_moved(state: State, event: StackMoved) -> State:
    return spend(go_to(state, event.cost, event.to), event.cost)


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


def _control_settled(state: State, event: ControlSettled) -> State:
    return replace(state, control=Map((state.world.place(label), side) for label, side in event.control.items()))


def _units_destroyed(state: State, event: UnitsDestroyed) -> State:
    return put_units(state, {uid: replace(state.units[uid], place=DEAD, marker=None) for uid in event.units})


def _unit_placed(state: State, event: UnitPlaced) -> State:
    return put_units(state, {event.unit: replace(state.units[event.unit], place=state.world.place(event.place))})


def _top_chosen(state: State, event: TopChosen) -> State:
    return replace(state, tops=state.tops.set(state.units[event.unit].place, event.unit))


def _plane_placed(state: State, event: PlanePlaced) -> State:
    plane = replace(state.planes[event.plane], place=state.world.place(event.place))
    return replace(state, planes=state.planes.set(event.plane, plane))


def _transport_placed(state: State, event: TransportPlaced) -> State:
    moved = replace(state.transport[event.transport], place=state.world.place(event.place), reserve=False)
    return replace(state, transport=state.transport.set(event.transport, moved))


def _supply_loaded(state: State, event: SupplyLoaded) -> State:
    loaded = state.transport[event.transport]
    left = state.dumps[loaded.place].tokens if loaded.place in state.dumps else 0
    dump = Dump(loaded.side, left - event.tokens)
    loaded = replace(loaded, load=loaded.load + event.tokens)
    dumps = state.dumps.set(loaded.place, dump) if dump.tokens else state.dumps.delete(loaded.place)
    came = state.memory.came
    if loaded.place in came:
        left = max(came[loaded.place] - event.tokens, 0)
        came = came.set(loaded.place, left) if left else came.delete(loaded.place)
    memory = replace(state.memory, came=came)
    return replace(state, transport=state.transport.set(event.transport, loaded), dumps=dumps, memory=memory)


def _hedgehog_set(state: State, event: HedgehogSet) -> State:
    hex_ = state.world.atlas.grid.hex(event.hex)
    if event.level:
        return replace(state, hedgehogs=state.hedgehogs.set(hex_, Work(event.side, event.level)))
    return replace(state, hedgehogs=state.hedgehogs.delete(hex_))


def _game_ended(state: State, event: GameEnded) -> State:
    winner = Side(event.winner) if event.winner else None
    return replace(state, verdict=Verdict(winner, event.level, event.why))


_APPLIERS: tuple[tuple[type[Event], Any], ...] = (
    (TurnBegan, _turn_began),
    (WeatherSet, _weather_set),
    (SimulcastAgreed, _simulcast_agreed),
    (FirstPlayerSet, _first_player_set),
    (SlotEntered, _slot_entered),
    (StancesChanged, _stances_changed),
    (StackMoved, _stack_moved),
    (UnitsFinished, _units_finished),
    (ReserveReleased, _reserve_released),
    (SegmentEnded, _segment_ended),
    (ControlChanged, _control_changed),
    (ControlSettled, _control_settled),
    (UnitsDestroyed, _units_destroyed),
    (UnitPlaced, _unit_placed),
    (TopChosen, _top_chosen),
    (PlanePlaced, _plane_placed),
    (TransportPlaced, _transport_placed),
    (SupplyLoaded, _supply_loaded),
    (HedgehogSet, _hedgehog_set),
    (GameEnded, _game_ended),
)
