"""Sayings on the air war: a sentence for each mission with its fights and flak, and refit (OCS 14, 15.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ocs_engine.kernel.messages import DiceRolled, Event
from ocs_engine.series.air.dogfight import WHY
from ocs_engine.series.air.missions import FLAK
from ocs_engine.series.stories.scene import Reader, Saying, Scene, one_by_one
from ocs_engine.series.stories.supply import paid_for, price
from ocs_engine.series.stories.words import by_number, does, place_name, plane_name, planes_named
from ocs_engine.state.air_events import (
    AirRoundFought,
    FlakFired,
    InterceptorSent,
    Mission,
    MissionFlown,
    MissionLoss,
    MissionOver,
    MissionWentOn,
    PlaneLanded,
    PlanesAborted,
    PlanesRefitted,
)
from ocs_engine.state.capture_events import PlaneStepLost
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.world import World


@dataclass(frozen=True)
class Landed:
    """Planes that have landed elsewhere than at their base, or are Active after it; base: "" for their own."""

    base: str
    active: bool
    planes: tuple[str, ...]


@dataclass(frozen=True)
class Flight:
    """A mission, or what it goes on with: who flies where, and what befalls them one thing after the other."""

    head: str
    doings: tuple[str | Landed, ...] = ()


@dataclass(frozen=True)
class Refit:
    """Planes that are Active again, and what was paid for it."""

    event: PlanesRefitted
    paid: tuple[SupplySpent, ...]


REFIT = "refit"
"""The use of supply that makes planes Active again."""
_HITS = " hits"
_MISSIONS = {
    Mission.BARRAGE: "fly a barrage of",
    Mission.TRAINBUSTING: "go trainbusting in",
    Mission.HIP_SHOOT: "fly a hip shoot at",
    Mission.SWEEP: "sweep",
    Mission.TRANSPORT: "fly transport to",
    Mission.DROP: "fly an air drop to",
    Mission.TRANSFER: "transfer to",
}
"""What the planes of a mission do, before its hex."""


# --- what is to be told


def _flown(scene: Scene, event: MissionFlown) -> None:
    who, verb = planes_named(scene.world, event.planes), by_number(_MISSIONS[event.mission], len(event.planes))
    scene.add(Flight(f"{who} {verb} {place_name(scene.world, event.hex)}"))


def _went_on(scene: Scene, event: MissionWentOn) -> None:
    who, verb = planes_named(scene.world, event.planes), by_number("go", len(event.planes))
    scene.add(Flight(f"{who} {verb} on to {place_name(scene.world, event.hex)}"))


def _add(scene: Scene, doing: str | Landed, instead: bool = False) -> None:
    """One more thing that befalls the mission. instead: of the one before."""
    last = scene.facts[-1] if scene.facts else None
    if isinstance(last, Flight):
        scene.facts[-1] = replace(last, doings=(*(last.doings[:-1] if instead else last.doings), doing))
    else:
        scene.add(Flight("", (doing,)))


def _last(scene: Scene) -> str | Landed:
    last = scene.facts[-1] if scene.facts else None
    return last.doings[-1] if isinstance(last, Flight) and last.doings else ""


def _sent(scene: Scene, event: InterceptorSent) -> None:
    _add(scene, f"{plane_name(scene.world, event.plane)} intercepts")


def _round(scene: Scene, event: AirRoundFought) -> None:
    scene.take_back(DiceRolled)
    one, two = (plane_name(scene.world, pid) for pid in (event.attacker, event.defender))
    total = event.roll + event.attack - event.defence
    sums = f"{event.roll} + {event.attack} - {event.defence} = {total}"
    _add(scene, f"{one} fights {two}, {sums}, losses {event.die}: {_come_of(scene, event)}")


def _come_of(scene: Scene, event: AirRoundFought) -> str:
    """Who aborts of a round, and what it costs."""
    fates = [_fate(scene, pid) if event.loss else "" for pid in event.aborts]
    if len(fates) == 2 and len(set(fates)) == 1:
        return {"": "both abort", "loses a step": "both abort and lose a step"}.get(fates[0], "both are destroyed")
    told = {"": "aborts", "loses a step": "aborts and loses a step"}
    who = (plane_name(scene.world, pid) for pid in event.aborts)
    return ", ".join(f"{name} {told.get(fate, fate)}" for name, fate in zip(who, fates, strict=True))


def _fate(scene: Scene, pid: str) -> str:
    """What becomes of a plane that loses a step."""
    return "loses a step" if scene.plane_steps(pid) > 1 else "is destroyed"


def _aborted(scene: Scene, event: PlanesAborted) -> None:
    when = "before" if scene.frame["step"].startswith("abort") else "after"
    who, verb = planes_named(scene.world, event.planes), by_number("abort", len(event.planes))
    _add(scene, f"{who} {verb} {when} the fight")


def _flak(scene: Scene, event: FlakFired) -> None:
    scene.take_back(DiceRolled)
    added = event.total - event.roll
    sums = f"{event.roll} {'+' if added > 0 else '-'} {abs(added)} = {event.total}" if added else f"{event.roll}"
    _add(scene, f"flak {sums}{_HITS if event.hit else ' misses'}")


def _mission_loss(scene: Scene, event: MissionLoss) -> None:
    scene.take_back(DiceRolled)
    last = _last(scene)
    opening = last if isinstance(last, str) and last.endswith(_HITS) else ""
    told = f"{opening or f'the flak{_HITS}'} {plane_name(scene.world, event.plane)}, which {_fate(scene, event.plane)}"
    _add(scene, told, instead=bool(opening))


def _over(scene: Scene, event: MissionOver) -> None:
    """What comes to nothing; of a sweep the fight was all, and of a transfer it is told where each plane lands."""
    if event.mission not in (Mission.SWEEP, Mission.TRANSFER):
        _add(scene, "no plane gets through")


def _landed(scene: Scene, event: PlaneLanded) -> None:
    """Of planes that come home, and are Inactive there as ever, there is nothing to tell."""
    base = "" if event.base in (scene.place(event.plane), _destination(scene)) else event.base
    if not base and not event.active:
        return
    last = _last(scene)
    alike = isinstance(last, Landed) and (last.base, last.active) == (base, event.active)
    before = last.planes if isinstance(last, Landed) and alike else ()
    _add(scene, Landed(base, event.active, (*before, event.plane)), instead=alike)


def _destination(scene: Scene) -> str:
    """Where the planes of a transfer go."""
    frame = scene.frame
    return str(frame["hex"]) if frame.get("mission") == Mission.TRANSFER else ""


def _step_lost(scene: Scene, event: PlaneStepLost) -> None:
    """What fights and flak take is told with them."""
    if event.why not in (WHY, FLAK):
        scene.add(f"{plane_name(scene.world, event.plane)} {_fate(scene, event.plane)} ({event.why})")


def _refitted(scene: Scene, event: PlanesRefitted) -> None:
    scene.add(Refit(event, paid_for(scene, REFIT)))


# --- the sentences


def _flight(world: World, fact: Flight) -> str:
    doings = "; ".join(each if isinstance(each, str) else _lands(world, each) for each in fact.doings)
    return ": ".join(filter(None, (fact.head, doings)))


def _lands(world: World, fact: Landed) -> str:
    who, many = planes_named(world, fact.planes), len(fact.planes)
    where = f"{by_number('land', many)} in {place_name(world, fact.base)}" if fact.base else ""
    active = f"{by_number('stay', many)} Active" if fact.active else ""
    return f"{who} {' and '.join(filter(None, (where, active)))}"


def _refit(world: World, fact: Refit) -> str:
    event = fact.event
    planes, where = planes_named(world, event.planes), place_name(world, event.base)
    return f"{does(event.side, 'refit')} {planes} in {where}{price(world, fact.paid)}"


def _as_said(_: World, alike: Sequence[str]) -> list[str]:
    return list(alike)


SAYINGS: dict[type, Saying] = {
    Flight: one_by_one(_flight),
    Refit: one_by_one(_refit),
    str: _as_said,
}
READERS: dict[type[Event], Reader] = {
    MissionFlown: _flown,
    MissionOver: _over,
    MissionWentOn: _went_on,
    InterceptorSent: _sent,
    AirRoundFought: _round,
    PlanesAborted: _aborted,
    FlakFired: _flak,
    MissionLoss: _mission_loss,
    PlaneLanded: _landed,
    PlaneStepLost: _step_lost,
    PlanesRefitted: _refitted,
}
