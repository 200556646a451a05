"""What can be built, broken and blown (OCS 12.11, 13.8, 15, 16, 19)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State, Work
from ocs_engine.state.supply_events import Some, used_up
from ocs_engine.world.counters import Side


class Task(StrEnum):
    """The kinds of construction (OCS 13.8d)."""

    AIR_BASE = "air base"
    STRIP = "strip to base"
    REDUCE_BASE = "reduce air base"
    HEDGEHOG = "hedgehog"
    REDUCE_HEDGEHOG = "reduce hedgehog"
    REPAIR_PORT = "repair port"
    DAMAGE_PORT = "damage port"


class WorkDone(Event):
    """Units did a task in a hex; what it brought about and took follows or went before (OCS 13.8d).

    units: an engineer within reach of the hex, or troops in it. tokens: what it took.
    """

    kind: Literal["work done"] = "work done"
    side: Side
    task: Task
    hex: str
    units: tuple[str, ...]
    tokens: int


class BaseBuilt(Event):
    """A hex got an air base, or its air base or strip a higher level (OCS 15.3)."""

    kind: Literal["base built"] = "base built"
    hex: str
    side: Side
    level: int


class PortRepaired(Event):
    """A port has fewer hits now (OCS 19.0d)."""

    kind: Literal["port repaired"] = "port repaired"
    hex: str
    hits: int


class DumpBlown(Event):
    """A side set fire to so many T of its dump in a hex (OCS 12.11a).

    percent: of the die; destroyed: T by source, as a hex ("A20.20") for what lay on the ground, or the id of transport.
    """

    kind: Literal["dump blown"] = "dump blown"
    side: Side
    hex: str
    stated: Some
    die: Annotated[int, Field(ge=1, le=6)]
    percent: int
    destroyed: dict[str, Some]


EVENTS: tuple[type[Event], ...] = (WorkDone, BaseBuilt, PortRepaired, DumpBlown)


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _work_done(state: State, event: WorkDone) -> State:
    memory, hex_ = state.memory, state.world.place(event.hex)
    worked = memory.worked
    for uid in event.units:
        worked = worked.set(uid, True)
    built = memory.built.set(hex_, (*memory.built.get(hex_, ()), str(event.task)))
    return replace(state, memory=replace(memory, worked=worked, built=built))


def _base_built(state: State, event: BaseBuilt) -> State:
    return replace(state, bases=state.bases.set(state.world.place(event.hex), Work(event.side, event.level)))


def _port_repaired(state: State, event: PortRepaired) -> State:
    hex_ = state.world.place(event.hex)
    return replace(state, ports=state.ports.set(hex_, replace(state.ports[hex_], hits=event.hits)))


def _dump_blown(state: State, event: DumpBlown) -> State:
    for source, tokens in event.destroyed.items():
        state = used_up(state, event.side, source, tokens)
    blown = state.memory.blown.set(state.world.place(event.hex), True)
    return replace(state, memory=replace(state.memory, blown=blown))


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (WorkDone, _work_done),
    (BaseBuilt, _base_built),
    (PortRepaired, _port_repaired),
    (DumpBlown, _dump_blown),
)
