"""Sayings on what is built, broken and blown (OCS 12.11, 13.8, 15, 16, 19)."""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.kernel.messages import DiceRolled, Event
from ocs_engine.series.stories.scene import Reader, Saying, Scene, as_it_is, one_by_one
from ocs_engine.series.stories.supply import paid_for, price
from ocs_engine.series.stories.words import counted, do, does, listed, place_name, source_name
from ocs_engine.state.build_events import BaseBuilt, DumpBlown, PortRepaired, Task, WorkDone
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.world import World

_DONE = {
    Task.AIR_BASE: "build an air base in",
    Task.STRIP: "turn into an air base the strip in",
    Task.REDUCE_BASE: "break down the air base in",
    Task.HEDGEHOG: "build a hedgehog in",
    Task.REDUCE_HEDGEHOG: "break down the hedgehog in",
    Task.REPAIR_PORT: "repair the port of",
    Task.DAMAGE_PORT: "damage the port of",
}
"""What those do who do a task, up to the hex."""


@dataclass(frozen=True)
class Work:
    """A task that was done, and what was paid for it."""

    event: WorkDone
    paid: tuple[SupplySpent, ...]


def _worked(scene: Scene, event: WorkDone) -> None:
    scene.add(Work(event, paid_for(scene, "construction")))


def _blown(scene: Scene, event: DumpBlown) -> None:
    """The event tells the die that was thrown for it."""
    scene.take_back(DiceRolled)
    scene.add(event)


def _work(world: World, fact: Work) -> str:
    event = fact.event
    return f"{do(world, event.units, _DONE[event.task])} {place_name(world, event.hex)}{price(world, fact.paid)}"


def _base(world: World, event: BaseBuilt) -> str:
    return f"the air base in {place_name(world, event.hex)} has Level {event.level} now"


def _port(world: World, event: PortRepaired) -> str:
    left = counted(event.hits, "hit") if event.hits else "no hits"
    return f"the port of {place_name(world, event.hex)} has {left} now"


def _dump(world: World, event: DumpBlown) -> str:
    loads = [f"{t}T of {source_name(world, name)}" for name, t in event.destroyed.items() if name != event.hex]
    burnt = sum(event.destroyed.values())
    among = f", {listed(loads)} among them" if loads else ""
    fate = f"{burnt}T burn{'s' if burnt == 1 else ''}{among}" if burnt else "nothing burns"
    where = place_name(world, event.hex)
    return f"{does(event.side, 'set')} fire to {event.stated}T in {where} ({event.die}: {event.percent} %): {fate}"


SAYINGS: dict[type, Saying] = {
    Work: one_by_one(_work),
    BaseBuilt: one_by_one(_base),
    PortRepaired: one_by_one(_port),
    DumpBlown: one_by_one(_dump),
}
READERS: dict[type[Event], Reader] = {
    WorkDone: _worked,
    BaseBuilt: as_it_is,
    PortRepaired: as_it_is,
    DumpBlown: _blown,
}
