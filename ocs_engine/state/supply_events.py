"""What can happen to supply: spent, and where it goes otherwise; all in T (OCS 12).

A source is a place ("A20.20", "Algiers") for what lies on the ground there, or the id of transport for its load.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal

from immutables import Map
from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.events import put_units
from ocs_engine.state.model import Dump, State, Stocks
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side

Some = Annotated[int, Field(ge=1)]


class SupplySpent(Event):
    """Supply was used up. hq: who threw it, "" where it was drawn; use: what for, in a word; what, place: whose it was.

    Off-map boxes never run out.
    """

    kind: Literal["supply spent"] = "supply spent"
    side: Side
    source: str
    tokens: Some
    hq: str = ""
    use: str
    what: str
    place: str


class StocksChanged(Event):
    """Units used internal stocks, or got them back: by unit what is left (OCS 12.10)."""

    kind: Literal["stocks changed"] = "stocks changed"
    stocks: dict[str, Stocks]


class SupplyNotPaid(Event):
    """Units go without supply. use: "attack", they drop out of it; "defence", they fight at half (OCS 9.5); "barrage",
    they do not fire (OCS 10.1b). target: the hex that is attacked or barraged.
    """

    kind: Literal["supply not paid"] = "supply not paid"
    side: Side
    use: Literal["attack", "defence", "barrage"]
    target: str
    units: tuple[str, ...]


class FuelBought(Event):
    """Fuel was bought (OCS 12.5c). how: "unit" for this phase, "formation" or "hq" until the owner's Clean Up Phase.

    what: the unit, the formation, or the HQ. units: those that it fuels; those near a fueled HQ as they begin to move.
    """

    kind: Literal["fuel bought"] = "fuel bought"
    side: Side
    how: Literal["unit", "formation", "hq"]
    what: str
    units: tuple[str, ...]


class FuelSpent(Event):
    """A unit begins to move on the fuel of an HQ, which throws from a place in this phase (OCS 12.5e)."""

    kind: Literal["fuel spent"] = "fuel spent"
    unit: str
    hq: str
    place: str


class FuelEnded(Event):
    """The fuel of some formations' units, and of some HQs, is at an end (OCS 12.5d)."""

    kind: Literal["fuel ended"] = "fuel ended"
    units: tuple[str, ...]
    hqs: tuple[str, ...]


class SupplyPlaced(Event):
    """Supply lies on the ground in a place that was not there before, or less of it where below 0; and why."""

    kind: Literal["supply placed"] = "supply placed"
    side: Side
    place: str
    tokens: int
    why: str


class SupplyTurnedAway(Event):
    """Supply that was to come found no place that takes it, and is lost before it was anywhere (OCS 13.6)."""

    kind: Literal["supply turned away"] = "supply turned away"
    side: Side
    tokens: Annotated[int, Field(ge=1)]
    why: str


EVENTS: tuple[type[Event], ...] = (
    SupplySpent, StocksChanged, SupplyNotPaid, FuelBought, FuelSpent, FuelEnded, SupplyPlaced, SupplyTurnedAway,
)  # fmt: skip


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def on_ground(state: State, place: int, side: Side, tokens: int) -> State:
    """The state with so much more supply of a side on the ground of a place, less where below 0."""
    dump = state.dumps.get(place)
    left = tokens + (dump.tokens if dump is not None and dump.side is side else 0)
    if left:
        return replace(state, dumps=state.dumps.set(place, Dump(side, left)))
    return replace(state, dumps=state.dumps.delete(place)) if dump is not None else state


def used_up(state: State, side: Side, source: str, tokens: int) -> State:
    """The state with so much less supply in a source; off-map boxes never run out."""
    if source in state.transport:
        each = state.transport[source]
        return replace(state, transport=state.transport.set(source, replace(each, load=each.load - tokens)))
    place = state.world.place(source)
    if state.world.is_box(place):
        return state
    state = on_ground(state, place, side, -tokens)
    landed = state.memory.landed
    if place in landed:
        left = max(landed[place] - tokens, 0)
        landed = landed.set(place, left) if left else landed.delete(place)
    return replace(state, memory=replace(state.memory, landed=landed))


def _supply_spent(state: State, event: SupplySpent) -> State:
    return used_up(state, event.side, event.source, event.tokens)


def _stocks_changed(state: State, event: StocksChanged) -> State:
    return put_units(state, {uid: replace(state.units[uid], stocks=left) for uid, left in event.stocks.items()})


def _marked(found: Map[str, bool], names: Iterable[str]) -> Map[str, bool]:
    for name in names:
        found = found.set(name, True)
    return found


def _nothing(state: State, _: Event) -> State:
    return state


def _fuel_bought(state: State, event: FuelBought) -> State:
    if event.how == "unit":
        return replace(state, memory=replace(state.memory, fueled=_marked(state.memory.fueled, event.units)))
    if event.how == "hq":
        return replace(state, fueled_hqs=_marked(state.fueled_hqs, event.units))
    return replace(state, fueled=_marked(state.fueled, event.units))


def _fuel_spent(state: State, event: FuelSpent) -> State:
    memory = state.memory
    place = memory.fuel_from
    if event.unit != event.hq:  # an HQ that moves on its own fuel may still choose to throw from where it ends
        place = place.set(event.hq, state.world.place(event.place))
    return replace(state, memory=replace(memory, fueled=memory.fueled.set(event.unit, True), fuel_from=place))


def _fuel_ended(state: State, event: FuelEnded) -> State:
    fueled, hqs = state.fueled, state.fueled_hqs
    for uid in event.units:
        fueled = fueled.delete(uid)
    for uid in event.hqs:
        hqs = hqs.delete(uid)
    return replace(state, fueled=fueled, fueled_hqs=hqs)


def _supply_placed(state: State, event: SupplyPlaced) -> State:
    place = state.world.place(event.place)
    state = on_ground(state, place, event.side, event.tokens)
    if state.now.phase is not Phase.REINFORCEMENT or event.tokens < 1:
        return state
    came = state.memory.came.set(place, state.memory.came.get(place, 0) + event.tokens)
    return replace(state, memory=replace(state.memory, came=came))


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (SupplySpent, _supply_spent),
    (StocksChanged, _stocks_changed),
    (SupplyNotPaid, _nothing),
    (FuelBought, _fuel_bought),
    (FuelSpent, _fuel_spent),
    (FuelEnded, _fuel_ended),
    (SupplyPlaced, _supply_placed),
    (SupplyTurnedAway, _nothing),
)
