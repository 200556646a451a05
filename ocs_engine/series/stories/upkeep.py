"""Sayings on trace: who has none, eats, starves or breaks out (OCS 12.6, 12.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ocs_engine.kernel.messages import DiceRolled, Event
from ocs_engine.series.stories.scene import Reader, Saying, Scene, one_by_one
from ocs_engine.series.stories.supply import paid_for, sources
from ocs_engine.series.stories.words import (
    by_number,
    counted,
    do,
    listed,
    name,
    place_name,
    transport_name,
)
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.state.trace_events import (
    AttritionRolled,
    BrokeOut,
    PointsBrokeOut,
    TraceChecked,
    UnitsFed,
    UnitsStarved,
)
from ocs_engine.world.world import World


@dataclass(frozen=True)
class Traced:
    """Who has no trace, and whether all of them are marked for it; who had been out of supply and has one again."""

    without: tuple[str, ...]
    again: tuple[str, ...]
    starve: bool = False


@dataclass(frozen=True)
class Fed:
    """Units that ate, and what was paid for it."""

    event: UnitsFed
    paid: tuple[SupplySpent, ...]


@dataclass(frozen=True)
class Thrown:
    """An event with the faces of the dice that were thrown for it."""

    faces: tuple[int, ...]
    event: AttritionRolled | BrokeOut | PointsBrokeOut


# --- what is to be told


def _traced(scene: Scene, event: TraceChecked) -> None:
    units = ((uid, unit) for uid, unit in scene.before.in_order() if unit.side is event.side and unit.place >= 0)
    scene.add(Traced(event.without, tuple(uid for uid, unit in units if unit.oos and uid not in event.without)))


def _fed(scene: Scene, event: UnitsFed) -> None:
    scene.add(Fed(event, paid_for(scene, "eating")))


def _starved(scene: Scene, event: UnitsStarved) -> None:
    last = scene.facts[-1] if scene.facts else None
    if isinstance(last, Traced) and last.without == event.units:
        scene.facts[-1] = replace(last, starve=True)
    else:
        scene.add(event)


def _thrown(scene: Scene, event: AttritionRolled | BrokeOut | PointsBrokeOut) -> None:
    faces = [face for roll in scene.take_back(DiceRolled) for face in roll.faces]
    scene.add(Thrown(tuple(faces), event))


# --- the sentences


def _trace(world: World, fact: Traced) -> list[str]:
    told = [f"{do(world, fact.again, 'trace')} again"] if fact.again else []
    starve = f" and {by_number('be', len(fact.without))} out of supply" if fact.starve else ""
    return [*told, f"{do(world, fact.without, 'have no trace')}{starve}"] if fact.without else told


def _eat(world: World, fact: Fed) -> str:
    return f"{do(world, fact.event.units, 'eat')} {sources(world, fact.paid)}"


def _starve(world: World, event: UnitsStarved) -> str:
    return do(world, event.units, "be out of supply")


def _dice(world: World, fact: Thrown) -> str:
    match fact.event:
        case AttritionRolled():
            return _attrition(world, fact.faces, fact.event)
        case BrokeOut():
            return _broke_out(world, fact.faces, fact.event)
    return _points(world, fact.faces, fact.event)


def _shown(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _attrition(world: World, faces: Sequence[int], event: AttritionRolled) -> str:
    """The column, the roll, and what it takes; who suffers is told as it is lost."""
    column = f"AR {event.ar}, {counted(event.steps, 'step')}"
    lost = f"{counted(event.lost, 'step')} lost" if event.lost else "no loss"
    return f"attrition in {place_name(world, event.hex)} ({column}): {_shown(faces)} = {event.total}: {lost}"


def _fate(turns: int) -> str:
    return f"away for {counted(turns, 'turn')}" if turns else "lost"


def _broke_out(world: World, faces: Sequence[int], event: BrokeOut) -> str:
    roll = f"{_shown(faces[:1])} = {event.total}"
    who, where = name(world, event.unit), place_name(world, event.hex)
    return f"{who} tries to break out of {where}: {roll}: {_fate(event.turns)}"


def _points(world: World, faces: Sequence[int], event: PointsBrokeOut) -> str:
    fates = [f"{tokens}T {_fate(turns)}" for tokens, turns in event.points]
    load = f"; its load of {event.load}T stays behind" if event.load else ""
    who = transport_name(world, event.transport)
    where = place_name(world, event.hex)
    return f"{who} tries to break out of {where}: {_shown(faces)}: {listed(fates)}{load}"


SAYINGS: dict[type, Saying] = {
    Traced: lambda world, alike: [told for fact in alike for told in _trace(world, fact)],
    Fed: one_by_one(_eat),
    UnitsStarved: one_by_one(_starve),
    Thrown: one_by_one(_dice),
}
READERS: dict[type[Event], Reader] = {
    TraceChecked: _traced,
    UnitsFed: _fed,
    UnitsStarved: _starved,
    **dict.fromkeys((AttritionRolled, BrokeOut, PointsBrokeOut), _thrown),
}
