"""Sayings on what falls to whoever enters a hex: dumps, transport, works and planes (OCS 9.14)."""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.kernel.messages import DiceRolled, Event
from ocs_engine.series.stories.scene import Reader, Saying, Scene, as_it_is, in_one, one_by_one
from ocs_engine.series.stories.words import capital, does, force, listed, place_name, plane_name, transport_name
from ocs_engine.state.capture_events import (
    BaseCaptured,
    DumpCaptured,
    FlakLost,
    LoadDestroyed,
    PlaneDestroyed,
    PlaneDisplaced,
    PortCaptured,
    StripRemoved,
    TransportCaptured,
    TransportDestroyed,
    TransportDisplaced,
    TransportRolled,
)
from ocs_engine.state.events import HedgehogSet
from ocs_engine.world.world import World


def _with_its_die(scene: Scene, event: DumpCaptured | TransportRolled) -> None:
    """The event tells the die that was thrown for it."""
    scene.facts = scene.facts[:-1] if scene.facts and isinstance(scene.facts[-1], DiceRolled) else scene.facts
    scene.add(event)


def _dump(world: World, event: DumpCaptured) -> str:
    rest = f", {event.destroyed}T are destroyed" if event.destroyed else ""
    who, where = does(event.side, "capture"), place_name(world, event.hex)
    return f"{who} {event.captured}T of the {event.before}T in {where} ({event.die}: {event.percent} %){rest}"


def _rolled(world: World, event: TransportRolled) -> str:
    load = f", and {event.seized}T of the {event.load}T on board" if event.load else ""
    taken = f"{event.lost}T of {event.tokens}T of {event.what} are lost"
    return f"{taken} to {force(event.side)} in {place_name(world, event.hex)} ({event.die}: {event.percent} %){load}"


def _load_lost(world: World, event: LoadDestroyed) -> str:
    return f"{event.tokens}T of supply on {_sided(world, event.transport)} are destroyed"


def _transport(world: World, event: TransportCaptured) -> str:
    return f"{event.tokens}T of {_sided(world, event.transport)} are captured, as {_sided(world, event.to)}"


def _transport_lost(world: World, event: TransportDestroyed) -> str:
    return f"{event.tokens}T of {_sided(world, event.transport)} are destroyed ({event.why})"


def _displaced(world: World, event: TransportDisplaced) -> str:
    return f"{_sided(world, event.transport)} gets away to {place_name(world, event.to)}"


def _sided(world: World, tid: str) -> str:
    """Transport with its side, as both sides number their own: "Axis truck transport 1"."""
    return f"{capital(tid.partition('-')[0])} {transport_name(world, tid)}"


def _hedgehog(world: World, event: HedgehogSet) -> str:
    where = place_name(world, event.hex)
    if not event.level:
        return f"the hedgehog in {where} is gone"
    return f"{does(event.side, 'hold')} a hedgehog of Level {event.level} in {where}"


def _port(world: World, event: PortCaptured) -> str:
    return f"{does(event.side, 'capture')} the port of {place_name(world, event.hex)}"


def _base(world: World, event: BaseCaptured) -> str:
    return f"{does(event.side, 'capture')} the air base in {place_name(world, event.hex)}"


def _strip(world: World, event: StripRemoved) -> str:
    return f"the air strip in {place_name(world, event.hex)} is gone"


def _flak(world: World, alike: Sequence[FlakLost]) -> str:
    return f"the flak of {listed([place_name(world, event.hex) for event in alike])} is lost"


def _plane(world: World, event: PlaneDestroyed) -> str:
    return f"{plane_name(world, event.plane)} is destroyed ({event.why})"


def _flown(world: World, event: PlaneDisplaced) -> str:
    return f"{plane_name(world, event.plane)} gets away to {place_name(world, event.to)}"


SAYINGS: dict[type, Saying] = {
    DumpCaptured: one_by_one(_dump),
    TransportRolled: one_by_one(_rolled),
    LoadDestroyed: one_by_one(_load_lost),
    TransportCaptured: one_by_one(_transport),
    TransportDestroyed: one_by_one(_transport_lost),
    TransportDisplaced: one_by_one(_displaced),
    HedgehogSet: one_by_one(_hedgehog),
    PortCaptured: one_by_one(_port),
    BaseCaptured: one_by_one(_base),
    StripRemoved: one_by_one(_strip),
    FlakLost: in_one(_flak),
    PlaneDestroyed: one_by_one(_plane),
    PlaneDisplaced: one_by_one(_flown),
}
READERS: dict[type[Event], Reader] = {
    **dict.fromkeys(SAYINGS, as_it_is),
    DumpCaptured: _with_its_die,
    TransportRolled: _with_its_die,
}
