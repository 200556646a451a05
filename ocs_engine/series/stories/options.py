"""Sayings on what happens by optional rules alone (OCS 21, T2 4)."""

from __future__ import annotations

from ocs_engine.kernel.messages import Event
from ocs_engine.series.stories.scene import Reader, Saying, as_it_is, one_by_one
from ocs_engine.series.stories.words import counted, does, force, name, place_name, planes_named
from ocs_engine.series.terrain_effects import NO_LEVEL
from ocs_engine.state.option_events import (
    CachesGained,
    CachesSpent,
    FightersGivenUp,
    FormationAttached,
    HexScouted,
    RaidEmbarked,
    RaidLanded,
    ReplsLapsed,
    SurgeTraded,
)
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World


def _scouted(world: World, event: HexScouted) -> str:
    tanks = "no AT" if event.at == NO_LEVEL else f"{event.at} AT"
    where, told = place_name(world, event.hex), f"{counted(event.steps, 'step')} and {tanks}"
    return f"{name(world, event.unit)} looks into {where}: {force(Side(event.side).other)} must tell of {told} there"


def _attached(_: World, event: FormationAttached) -> str:
    if not event.formation:
        return f"no formation of {force(event.side)} is attached any more"
    return f"{event.formation} is attached to the {event.faction} faction"


def _given_up(world: World, event: FightersGivenUp) -> str:
    return f"{does(event.side, 'give')} up {planes_named(world, event.planes)} for better replacements"


def _traded(_: World, event: SurgeTraded) -> str:
    return f"{does(event.side, 'take')} {event.points} SP more of Sea Cap in place of a refit of surge planes"


def _caches_gained(_: World, event: CachesGained) -> str:
    return f"{does(event.side, 'get')} {counted(event.count, 'supply cache')}"


def _caches_spent(world: World, event: CachesSpent) -> str:
    uses = {"shells": "as shells of a barrage", "forage": "to give trace to those around it"}
    hq, spent = name(world, event.hq), counted(event.count, "supply cache")
    return f"{does(event.side, 'spend')} {spent} at {hq} {uses[event.use]}"


def _lapsed(_: World, event: ReplsLapsed) -> str:
    return f"{does(event.side, 'lose')} {counted(len(event.repls), 'replacement')} not used in time"


def _embarked(world: World, event: RaidEmbarked) -> str:
    return f"{name(world, event.unit)} goes to sea from {place_name(world, event.place)} for a raid"


def _landed(world: World, event: RaidLanded) -> str:
    return f"{name(world, event.unit)} lands in {place_name(world, event.hex)}"


SAYINGS: dict[type, Saying] = {
    HexScouted: one_by_one(_scouted),
    FormationAttached: one_by_one(_attached),
    FightersGivenUp: one_by_one(_given_up),
    SurgeTraded: one_by_one(_traded),
    CachesGained: one_by_one(_caches_gained),
    CachesSpent: one_by_one(_caches_spent),
    ReplsLapsed: one_by_one(_lapsed),
    RaidEmbarked: one_by_one(_embarked),
    RaidLanded: one_by_one(_landed),
}
READERS: dict[type[Event], Reader] = dict.fromkeys(SAYINGS, as_it_is)
