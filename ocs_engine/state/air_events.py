"""What happens in the air (OCS 14, 15.1): missions, air combat, flak, landings, refit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.fight_events import FactorTold
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side


class Mission(StrEnum):
    """The kinds of mission that a side flies of its own accord (OCS 14.2)."""

    BARRAGE = "barrage"
    TRAINBUSTING = "trainbusting"
    HIP_SHOOT = "hip shoot"
    SWEEP = "fighter sweep"
    TRANSPORT = "air transport"
    DROP = "air drop"
    TRANSFER = "base transfer"


class MissionFlown(Event):
    """Planes set out on a mission to a hex, in the order of their stack (OCS 14.2f).

    aim: what a barrage or Hip Shoot is announced against (OCS 10.0d), "" for other missions. counts: whether it is
    the one barrage that the hex may have in this phase (OCS 10.0e).
    """

    kind: Literal["mission flown"] = "mission flown"
    side: Side
    mission: Mission
    hex: str
    planes: tuple[str, ...]
    aim: str = ""
    counts: bool = False


class MissionWentOn(Event):
    """The planes that are left of a transport take off from the base of their first stop for the next one (21.12a)."""

    kind: Literal["mission went on"] = "mission went on"
    side: Side
    mission: Mission
    start: str
    hex: str
    planes: tuple[str, ...]


class TrainsBusted(Event):
    """A Trainbusting marker lies on a hex; side: the bombed one, whose movement it hampers (OCS 14.8)."""

    kind: Literal["trains busted"] = "trains busted"
    hex: str
    side: Side


class BustingOver(Event):
    """The Trainbusting markers against a side are taken off some hexes (OCS 14.8d)."""

    kind: Literal["busting over"] = "busting over"
    side: Side
    hexes: tuple[str, ...]


class MissionOver(Event):
    """No plane of a mission is left to go on with it (OCS 14.2f)."""

    kind: Literal["mission over"] = "mission over"
    side: Side
    mission: Mission
    hex: str


class InterceptorSent(Event):
    """An Active Fighter meets the mission over a hex (OCS 14.5)."""

    kind: Literal["interceptor sent"] = "interceptor sent"
    side: Side
    plane: str
    hex: str


class AirRoundFought(Event):
    """A round of air combat: two planes, their ratings, two dice, and the die of losses (OCS 14.3e).

    result: in the table's own words. aborts: the planes that abort; die: on which all of them lose a step or not.
    """

    kind: Literal["air round fought"] = "air round fought"
    hex: str
    attacker: str
    defender: str
    attack: int
    defence: int
    roll: Annotated[int, Field(ge=2, le=12)]
    result: str
    aborts: tuple[str, ...]
    die: Annotated[int, Field(ge=1, le=6)]
    loss: bool


class PlanesAborted(Event):
    """A side takes planes out of a hex of its own accord, before an air combat or after it (OCS 14.3d)."""

    kind: Literal["planes aborted"] = "planes aborted"
    side: Side
    hex: str
    planes: tuple[str, ...]


class FlakFired(Event):
    """Flak at a mission: two dice and what is added to them (OCS 14.4)."""

    kind: Literal["flak fired"] = "flak fired"
    side: Side
    hex: str
    roll: Annotated[int, Field(ge=2, le=12)]
    modifiers: tuple[FactorTold, ...]
    total: int
    hit: bool


class MissionLoss(Event):
    """Which plane of a mission the flak has hit; die: None for a lone plane, which needs none (OCS 14.4f)."""

    kind: Literal["mission loss"] = "mission loss"
    plane: str
    die: Annotated[int, Field(ge=1, le=6)] | None
    result: str


class PlaneLanded(Event):
    """A plane landed at a base or in an off-map box, and is Active there or not (OCS 14.1c)."""

    kind: Literal["plane landed"] = "plane landed"
    plane: str
    base: str
    active: bool = False


class PlanesRefitted(Event):
    """Inactive planes of a base or an off-map box are Active again; tokens: what it took (OCS 15.1)."""

    kind: Literal["planes refitted"] = "planes refitted"
    side: Side
    base: str
    planes: tuple[str, ...]
    tokens: int


EVENTS: tuple[type[Event], ...] = (
    MissionFlown, MissionOver, InterceptorSent, AirRoundFought, PlanesAborted, FlakFired, MissionLoss, PlaneLanded,
    PlanesRefitted, TrainsBusted, BustingOver, MissionWentOn,
)  # fmt: skip


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _nothing(state: State, _: Event) -> State:
    return state


def _mission_flown(state: State, event: MissionFlown) -> State:
    memory = state.memory
    flown, barraged = memory.flown, memory.barraged
    for pid in event.planes:
        flown = flown.set(pid, True)
    if event.counts:
        barraged = barraged.set(state.world.place(event.hex), True)
    return replace(state, memory=replace(memory, flown=flown, barraged=barraged))


def _plane_landed(state: State, event: PlaneLanded) -> State:
    plane = state.planes[event.plane]
    if plane.place == DEAD:
        raise ValueError(f"{event.plane} is in the Dead Pile and lands nowhere")
    base, came = state.world.place(event.base), state.came_active
    landed = replace(plane, place=base, active=event.active)
    if event.active:
        came = came.set(base, came.get(base, 0) + 1)
    return replace(state, planes=state.planes.set(event.plane, landed), came_active=came)


def _planes_refitted(state: State, event: PlanesRefitted) -> State:
    planes = state.planes
    for pid in event.planes:
        planes = planes.set(pid, replace(planes[pid], active=True))
    refitted = state.memory.refitted.set(state.world.place(event.base), True)
    return replace(state, planes=planes, memory=replace(state.memory, refitted=refitted))


def _trains_busted(state: State, event: TrainsBusted) -> State:
    return replace(state, trainbusted=state.trainbusted.set(state.world.place(event.hex), event.side))


def _busting_over(state: State, event: BustingOver) -> State:
    markers = state.trainbusted
    for label in event.hexes:
        markers = markers.delete(state.world.place(label))
    return replace(state, trainbusted=markers)


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (MissionFlown, _mission_flown),
    (MissionOver, _nothing),
    (MissionWentOn, _nothing),
    (InterceptorSent, _nothing),
    (AirRoundFought, _nothing),
    (PlanesAborted, _nothing),
    (FlakFired, _nothing),
    (MissionLoss, _nothing),
    (PlaneLanded, _plane_landed),
    (PlanesRefitted, _planes_refitted),
    (TrainsBusted, _trains_busted),
    (BustingOver, _busting_over),
)
