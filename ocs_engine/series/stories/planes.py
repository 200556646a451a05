"""Sayings on planes that regain what they lost and on air strips that are placed (OCS 13.9, T2 1.4a, 1.7, 1.11d)."""

from __future__ import annotations

from ocs_engine.kernel.messages import Event
from ocs_engine.series.stories.scene import Reader, Saying, as_it_is, one_by_one
from ocs_engine.series.stories.words import by_number, does, listed, place_name, plane_name
from ocs_engine.state.plane_events import PlanesMerged, PlaneStepRegained, StripPlaced, SurgeRefitted
from ocs_engine.world.world import World


def _merged(world: World, event: PlanesMerged) -> str:
    halves = listed([plane_name(world, pid) for pid in (event.kept, event.spent)])
    return f"{halves} in {place_name(world, event.place)} become one at full strength"


def _surge(world: World, event: SurgeRefitted) -> str:
    planes = listed([plane_name(world, pid) for pid in event.planes])
    return f"{planes} {by_number('be', len(event.planes))} Active again by a Special result"


def _strip(world: World, event: StripPlaced) -> str:
    where = place_name(world, event.hex)
    if event.moved_from:
        return f"{does(event.side, 'move')} the air strip of {place_name(world, event.moved_from)} to {where}"
    return f"{does(event.side, 'place')} an air strip in {where}"


def _step(world: World, event: PlaneStepRegained) -> str:
    return f"{plane_name(world, event.plane)} regains a step in {place_name(world, event.base)}"


SAYINGS: dict[type, Saying] = {
    PlanesMerged: one_by_one(_merged),
    SurgeRefitted: one_by_one(_surge),
    StripPlaced: one_by_one(_strip),
    PlaneStepRegained: one_by_one(_step),
}
READERS: dict[type[Event], Reader] = dict.fromkeys(
    (PlanesMerged, SurgeRefitted, StripPlaced, PlaneStepRegained), as_it_is
)
