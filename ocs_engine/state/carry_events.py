"""What can happen to cargo: loaded, driven, shipped, railed (OCS 12.2, 13.2, 13.3, 19).

Supply and what transport can carry are in T, MP in twelfths.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.capture_events import forgotten
from ocs_engine.state.events import spend
from ocs_engine.state.model import State
from ocs_engine.state.supply_events import Some, on_ground

Twelfths = Annotated[int, Field(ge=0, le=12 * 1000)]


# --- transport by road


class TransportDriven(Event):
    """Transport Points went on to an adjacent hex. cost: all they have for a minimum move (OCS 6.1c)."""

    kind: Literal["transport driven"] = "transport driven"
    transport: str
    to: str
    cost: Twelfths


class TransportFinished(Event):
    """Transport Points will not spend MP any more in this phase (OCS 6.1f)."""

    kind: Literal["transport finished"] = "transport finished"
    transport: tuple[str, ...]


class LoadTakenOn(Event):
    """Supply went from the ground onto Transport Points, in an off-map box from a dump that never runs out."""

    kind: Literal["load taken on"] = "load taken on"
    transport: str
    tokens: Some
    cost: Twelfths


class LoadPutDown(Event):
    """Supply went from Transport Points to the ground, where nothing can load it again in this phase (OCS 12.2a)."""

    kind: Literal["load put down"] = "load put down"
    transport: str
    tokens: Some
    cost: Twelfths


class TransportCombined(Event):
    """Transport Points of one kind in one place are one from now on, with the loads of all (OCS 13.2c)."""

    kind: Literal["transport combined"] = "transport combined"
    transport: str
    others: tuple[str, ...]


class TransportReserved(Event):
    """Organic trucks took Reserve Mode, or lost it, and why (OCS 5.7f, 13.2g)."""

    kind: Literal["transport reserved"] = "transport reserved"
    transport: tuple[str, ...]
    reserve: bool
    why: str = ""


class TransportReleased(Event):
    """Organic trucks lost their Reserve marker in the own Reaction or Exploitation Phase and may drive (OCS 5.7b)."""

    kind: Literal["transport released"] = "transport released"
    transport: str


def _transport_driven(state: State, event: TransportDriven) -> State:
    each, memory, tid = state.transport[event.transport], state.memory, event.transport
    if tid not in memory.began:
        memory = replace(memory, began=memory.began.set(tid, each.place))
    if each.load:
        memory = replace(memory, driven=memory.driven.set(tid, True))
    moved = state.transport.set(tid, replace(each, place=state.world.place(event.to)))
    return spend(replace(state, transport=moved, memory=memory), {tid: event.cost})


def _transport_finished(state: State, event: TransportFinished) -> State:
    done = state.memory.done
    for tid in event.transport:
        done = done.set(tid, True)
    return replace(state, memory=replace(state.memory, done=done))


def _load_taken_on(state: State, event: LoadTakenOn) -> State:
    each, driven = state.transport[event.transport], state.memory.driven
    if not each.load and event.transport in driven:
        state = replace(state, memory=replace(state.memory, driven=driven.delete(event.transport)))
    if not state.world.is_box(each.place):
        state = on_ground(state, each.place, each.side, -event.tokens)
    return _loaded(state, event.transport, event.tokens, event.cost)


def _load_put_down(state: State, event: LoadPutDown) -> State:
    each, memory = state.transport[event.transport], state.memory
    if not state.world.is_box(each.place):
        state = on_ground(state, each.place, each.side, event.tokens)
        landed = memory.landed.set(each.place, memory.landed.get(each.place, 0) + event.tokens)
        state = replace(state, memory=replace(memory, landed=landed))
    return _loaded(state, event.transport, -event.tokens, event.cost)


def _loaded(state: State, tid: str, tokens: int, cost: int) -> State:
    """The state with more on some transport, less where below 0, and with the MP spent that it took."""
    each = state.transport[tid]
    state = replace(state, transport=state.transport.set(tid, replace(each, load=each.load + tokens)))
    if not each.load + tokens and tid in state.memory.driven:  # what it takes on next has not been driven
        state = replace(state, memory=replace(state.memory, driven=state.memory.driven.delete(tid)))
    return spend(state, {tid: cost}) if cost else state


def _transport_combined(state: State, event: TransportCombined) -> State:
    """MP are not shared: all count as having spent, and done, what any of them has (OCS 6.1f)."""
    one, memory = event.transport, state.memory
    parts = [state.transport[tid] for tid in (one, *event.others)]
    if (most := max(memory.spent.get(tid, 0) for tid in (one, *event.others))) > 0:
        memory = replace(memory, spent=memory.spent.set(one, most))
    for tid in event.others:
        if tid in memory.began and one not in memory.began:
            memory = replace(memory, began=memory.began.set(one, memory.began[tid]))
        if tid in memory.done:
            memory = replace(memory, done=memory.done.set(one, True))
        if tid in memory.rode:
            memory = replace(memory, rode=memory.rode.set(one, True))
        if tid in memory.driven and state.transport[tid].load:
            memory = replace(memory, driven=memory.driven.set(one, True))
    whole = replace(parts[0], tokens=sum(each.tokens for each in parts), load=sum(each.load for each in parts))
    transport = state.transport.set(one, whole)
    for tid in event.others:
        transport, memory = transport.delete(tid), forgotten(memory, tid)
    return replace(state, transport=transport, memory=memory)


def _transport_reserved(state: State, event: TransportReserved) -> State:
    transport = state.transport
    for tid in event.transport:
        transport = transport.set(tid, replace(transport[tid], reserve=event.reserve))
    return replace(state, transport=transport)


def _transport_released(state: State, event: TransportReleased) -> State:
    freed = replace(state.transport[event.transport], reserve=False)
    released = state.memory.released.set(event.transport, True)
    memory = replace(state.memory, released=released)
    return replace(state, transport=state.transport.set(event.transport, freed), memory=memory)


_BY_ROAD: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (TransportDriven, _transport_driven),
    (TransportFinished, _transport_finished),
    (LoadTakenOn, _load_taken_on),
    (LoadPutDown, _load_put_down),
    (TransportCombined, _transport_combined),
    (TransportReserved, _transport_reserved),
    (TransportReleased, _transport_released),
)

# --- rail and sea


EVENTS: tuple[type[Event], ...] = tuple(kind for kind, _ in _BY_ROAD)


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _BY_ROAD:
        rules.event(kind)(applier)
