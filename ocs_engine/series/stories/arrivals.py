"""Sayings on reinforcements: who arrives, who goes, and the release of 8th Army (OCS 13.6, T2 1.4b-d, 2.4a)."""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.kernel.messages import Event
from ocs_engine.series.stories.scene import Reader, Saying, as_it_is, one_by_one
from ocs_engine.series.stories.turns import mode_words
from ocs_engine.series.stories.words import (
    amount,
    by_number,
    counted,
    do,
    does,
    name,
    place_name,
    planes_named,
    transport_name,
    units_named,
)
from ocs_engine.state.arrival_events import (
    ArrivedDead,
    BatchDrawn,
    MarkersGained,
    PlanesArrived,
    PlanesWithdrawn,
    ReleaseRolled,
    TransportArrived,
    TransportLost,
    TransportWithdrawn,
    UnitExchanged,
    UnitsArrived,
    UnitsWithdrawn,
)
from ocs_engine.world.world import World


def _release(_: World, event: ReleaseRolled) -> str:
    if not event.released:
        return "8th Army is not released yet"
    return "8th Army is released" + ("" if event.die else ", by its date")


def _units(world: World, event: UnitsArrived) -> str:
    stances = set(event.units.values())
    mode = f" in {mode_words(next(iter(stances)))}" if len(stances) == 1 and not _in_box(world, event.place) else ""
    return f"{do(world, tuple(event.units), 'arrive')} in {place_name(world, event.place)}{mode}"


def _in_box(world: World, label: str) -> bool:
    return world.is_box(world.place(label))


def _transport(world: World, event: TransportArrived) -> str:
    what = f"the organic truck of {event.formation}" if event.formation else transport_name(world, event.transport)
    reserve = " in Reserve Mode" if event.reserve else ""
    load = f" with {amount(world, event.load)}" if event.load else ""
    return f"{what} arrives in {place_name(world, event.place)}{load}{reserve}"


def _dead(world: World, event: ArrivedDead) -> str:
    verb = by_number("come", len(event.units))
    return f"{units_named(world, event.units)} {verb} to the Dead Pile ({event.why})"


def _transport_lost(world: World, event: TransportLost) -> str:
    what = f"the organic truck of {event.formation}" if event.formation else f"{event.what} transport"
    return f"{what} of {amount(world, event.tokens)} finds no place and is lost"


def _drawn(world: World, event: BatchDrawn) -> str:
    if not event.dead:
        return f"{name(world, event.unit)} is drawn from its batch"
    dead = by_number("be", len(event.dead))
    return f"{name(world, event.unit)} is drawn from its batch; {units_named(world, event.dead)} {dead} dead"


def _withdrawn(world: World, event: UnitsWithdrawn) -> str:
    return f"{does(event.side, 'withdraw')} {units_named(world, event.units)}"


def _exchanged(world: World, event: UnitExchanged) -> str:
    return f"{name(world, event.new)} takes the place of {name(world, event.old)}"


def _trucks_go(world: World, event: TransportWithdrawn) -> str:
    return f"{amount(world, event.tokens)} of {transport_name(world, event.transport)} leaves"


def _planes(world: World, events: Sequence[PlanesArrived]) -> list[str]:
    """All that come to one base in one sentence."""
    found = []
    for place in dict.fromkeys(event.place for event in events):
        planes = [pid for event in events if event.place == place for pid in event.planes]
        found.append(f"{planes_named(world, planes)} {by_number('arrive', len(planes))} in {place_name(world, place)}")
    return found


def _planes_go(world: World, event: PlanesWithdrawn) -> str:
    return f"{does(event.side, 'withdraw')} {planes_named(world, event.planes)}"


def _markers(_: World, event: MarkersGained) -> str:
    return f"{does(event.side, 'get')} {counted(event.count, 'Reserve marker')}"


SAYINGS: dict[type, Saying] = {
    ReleaseRolled: one_by_one(_release),
    UnitsArrived: one_by_one(_units),
    TransportArrived: one_by_one(_transport),
    ArrivedDead: one_by_one(_dead),
    TransportLost: one_by_one(_transport_lost),
    BatchDrawn: one_by_one(_drawn),
    UnitsWithdrawn: one_by_one(_withdrawn),
    UnitExchanged: one_by_one(_exchanged),
    TransportWithdrawn: one_by_one(_trucks_go),
    PlanesArrived: _planes,
    PlanesWithdrawn: one_by_one(_planes_go),
    MarkersGained: one_by_one(_markers),
}
READERS: dict[type[Event], Reader] = dict.fromkeys(SAYINGS, as_it_is)
