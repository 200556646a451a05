"""How planes regain what they lost and air strips come to the map (OCS 13.9, T2 1.4a, 1.7, 1.11d)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import DEAD, State, Work
from ocs_engine.world.counters import Side


class PlanesMerged(Event):
    """Two reduced planes became one: `kept` has a step more, `spent` is in the Dead Pile without any (OCS 13.9)."""

    kind: Literal["planes merged"] = "planes merged"
    side: Side
    place: str
    kept: str
    spent: str


class SurgeRefitted(Event):
    """Inactive surge planes are Active again by a Special result (T2 1.7)."""

    kind: Literal["surge refitted"] = "surge refitted"
    side: Side
    planes: tuple[str, ...]


class StripPlaced(Event):
    """An air strip was placed in a hex; moved_from: the hex in which it was before, "" for one off the map."""

    kind: Literal["strip placed"] = "strip placed"
    side: Side
    hex: str
    moved_from: str = ""


class PlaneStepRegained(Event):
    """A plane has a step more; base: where it is, or where one from the Dead Pile appears, Active or not."""

    kind: Literal["plane step regained"] = "plane step regained"
    plane: str
    base: str
    active: bool


EVENTS: tuple[type[Event], ...] = (PlanesMerged, SurgeRefitted, StripPlaced, PlaneStepRegained)


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _planes_merged(state: State, event: PlanesMerged) -> State:
    """What has flown in this phase has flown, whichever of the two it was."""
    kept, spent, flown = state.planes[event.kept], state.planes[event.spent], state.memory.flown
    planes = state.planes.set(event.kept, replace(kept, lost=kept.lost - 1))
    planes = planes.set(event.spent, replace(spent, place=DEAD, active=False, lost=spent.aircraft.steps))
    if event.spent in flown:
        flown = flown.set(event.kept, True)
    return replace(state, planes=planes, memory=replace(state.memory, flown=flown))


def _surge_refitted(state: State, event: SurgeRefitted) -> State:
    planes = state.planes
    for pid in event.planes:
        planes = planes.set(pid, replace(planes[pid], active=True))
    return replace(state, planes=planes)


def _strip_placed(state: State, event: StripPlaced) -> State:
    bases, place = state.bases, state.world.place
    if event.moved_from:
        bases = bases.delete(place(event.moved_from))
    return replace(state, bases=bases.set(place(event.hex), Work(event.side)))


def _plane_step_regained(state: State, event: PlaneStepRegained) -> State:
    """One from the Dead Pile that appears Active counts as one that came to its base in the turn (OCS 21.5)."""
    plane, place, came = state.planes[event.plane], state.world.place(event.base), state.came_active
    if plane.place == DEAD and event.active and not state.world.is_box(place):
        came = came.set(place, came.get(place, 0) + 1)
    plane = replace(plane, lost=plane.lost - 1, place=place, active=event.active)
    return replace(state, planes=state.planes.set(event.plane, plane), came_active=came)


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (PlanesMerged, _planes_merged),
    (SurgeRefitted, _surge_refitted),
    (StripPlaced, _strip_placed),
    (PlaneStepRegained, _plane_step_regained),
)
