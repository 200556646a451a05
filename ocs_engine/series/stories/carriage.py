"""Sayings on what is carried: transport by road, rail, ships and planes (OCS 13.2, 13.3, 19, 14.9, 14.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ocs_engine.kernel.messages import Event
from ocs_engine.series.stories.scene import Reader, Saying, Scene, as_it_is, one_by_one
from ocs_engine.series.stories.turns import Taken
from ocs_engine.series.stories.words import (
    amount,
    by_number,
    listed,
    place_name,
    source_name,
    transport_name,
    unit_groups,
    units_named,
    way,
)
from ocs_engine.state.capture_events import TransportSplit
from ocs_engine.state.carry_events import (
    LoadPutDown,
    LoadTakenOn,
    TransportCombined,
    TransportDriven,
    TransportReleased,
    TransportReserved,
)
from ocs_engine.state.lift_events import CargoFlown, CargoRailed, CargoShipped, CrowdsEnded, CrowdsFormed, DropRolled
from ocs_engine.world.world import World

Handled = LoadTakenOn | LoadPutDown
Step = TransportDriven | Handled
Lift = CargoRailed | CargoShipped


@dataclass(frozen=True)
class Drive:
    """What some transport did in a row from a place on."""

    transport: str
    start: str
    steps: tuple[Step, ...]


# --- what is to be told


def _driven(scene: Scene, event: Step) -> None:
    last = scene.facts[-1] if scene.facts else None
    if isinstance(last, Drive) and last.transport == event.transport:
        scene.facts[-1] = replace(last, steps=(*last.steps, event))
    else:
        scene.add(Drive(event.transport, scene.place(event.transport), (event,)))


def _lifted(scene: Scene, event: Lift) -> None:
    """Cargo that goes the same way as some just before is told with it, whatever places that took on its way."""
    for at in reversed(range(len(scene.facts))):
        fact = scene.facts[at]
        if isinstance(fact, Lift) and _way(fact) == _way(event):
            scene.facts[at] = _both(fact, event)
            return
        if not isinstance(fact, Lift | Taken):
            break
    scene.add(event)


def _way(event: Lift) -> tuple[str, str, str, bool]:
    return event.kind, event.start, event.to, isinstance(event, CargoRailed) and event.doubled


def _both(first: Lift, second: Lift) -> Lift:
    """The cargo of two lifts as one."""
    cargo = {
        "units": (*first.units, *second.units),
        "transport": (*first.transport, *second.transport),
        "tokens": first.tokens + second.tokens,
    }
    return first.model_copy(update=cargo)


# --- the sentences


def _drive(world: World, fact: Drive) -> str:
    return f"{transport_name(world, fact.transport)} {listed(list(_doings(world, fact)))}"


def _doings(world: World, fact: Drive) -> Iterator[str]:
    """What transport does one after the other; a place is named where it is not known from what went before."""
    here, named, taken = fact.start, False, 0
    trail: list[str] = []
    for step in (*fact.steps, None):
        if isinstance(step, TransportDriven):
            trail.append(step.to)
            continue
        if trail:
            start = "" if named else f"from {place_name(world, here)} "
            yield f"drives {start}to {place_name(world, trail[-1])}{way(world, trail[:-1])}"
            here, named, trail = trail[-1], True, []
        if step is not None:
            yield f"{_handles(step, taken)}{'' if named else f' in {place_name(world, here)}'}"
            taken = step.tokens if isinstance(step, LoadTakenOn) else 0
            named = True


def _handles(step: Handled, taken: int) -> str:
    """A load taken on or put down. taken: T of the load that was taken on just before."""
    if isinstance(step, LoadTakenOn):
        return f"takes on {step.tokens}T"
    return "puts it down" if step.tokens == taken else f"puts down {step.tokens}T"


def _combined(world: World, event: TransportCombined) -> str:
    others = [transport_name(world, tid) for tid in event.others]
    return f"{listed(others)} {by_number('join', len(others))} {transport_name(world, event.transport)}"


def _split(world: World, event: TransportSplit) -> str:
    load = f" with {event.load}T on board" if event.load else ""
    who, part = transport_name(world, event.transport), transport_name(world, event.to)
    return f"{event.tokens}T of {who} part from it{load}, as {part}"


def _reserved(world: World, event: TransportReserved) -> str:
    who = [transport_name(world, tid) for tid in event.transport]
    why = f" ({event.why})" if event.why else ""
    return f"{listed(who)} {by_number('take' if event.reserve else 'lose', len(who))} Reserve Mode{why}"


def _released(world: World, event: TransportReleased) -> str:
    return f"released from reserve: {transport_name(world, event.transport)}"


def _cargo(world: World, event: CargoRailed | CargoShipped | CargoFlown) -> tuple[str, int]:
    """What is carried, and how many things that is."""
    units = unit_groups(world, event.units)
    carried = () if isinstance(event, CargoFlown) else event.transport
    transport = [source_name(world, tid) for tid in carried]
    supply = [amount(world, event.tokens)] if event.tokens else []
    counted = int(supply[0].partition(" ")[0].removesuffix("T")) if supply else 0
    return listed([*units, *transport, *supply]), len(event.units) + len(transport) + counted


def _ends(world: World, event: CargoRailed | CargoShipped | CargoFlown) -> str:
    return f"from {place_name(world, event.start)} to {place_name(world, event.to)}"


def _railed(world: World, event: CargoRailed) -> str:
    cargo, count = _cargo(world, event)
    doubled = ", for double the Rail Cap" if event.doubled else ""
    return f"{cargo} {by_number('ride', count)} by rail {_ends(world, event)}{doubled}"


def _shipped(world: World, event: CargoShipped) -> str:
    cargo, count = _cargo(world, event)
    return f"{cargo} {by_number('be', count)} shipped {_ends(world, event)}"


def _crowds(world: World, event: CrowdsFormed) -> str:
    where = ", ".join(place_name(world, label) for label in event.hexes)
    return f"the {event.side} side may crowd in {where} until it could spread out"


def _spread(_: World, event: CrowdsEnded) -> str:
    return f"the {event.side} side has had time to spread out; its stacks are held to the limit again"


def _flown(world: World, event: CargoFlown) -> str:
    cargo, count = _cargo(world, event)
    if event.dropped:
        return f"{cargo} {by_number('land', count)} in {place_name(world, event.to)}"
    return f"{cargo} {by_number('be', count)} flown {_ends(world, event)}"


def _drop_rolled(world: World, event: DropRolled) -> str:
    what = units_named(world, (event.unit,)) if event.unit else "1T"
    total, outcome = event.roll + event.modifier, "comes down whole" if event.success else "is lost"
    return f"{what} dropped on {place_name(world, event.hex)} {outcome} ({total}, {event.needed} is needed)"


SAYINGS: dict[type, Saying] = {
    Drive: one_by_one(_drive),
    TransportCombined: one_by_one(_combined),
    TransportSplit: one_by_one(_split),
    TransportReserved: one_by_one(_reserved),
    TransportReleased: one_by_one(_released),
    CargoRailed: one_by_one(_railed),
    CargoShipped: one_by_one(_shipped),
    CrowdsFormed: one_by_one(_crowds),
    CrowdsEnded: one_by_one(_spread),
    CargoFlown: one_by_one(_flown),
    DropRolled: one_by_one(_drop_rolled),
}
READERS: dict[type[Event], Reader] = {
    **dict.fromkeys((TransportCombined, TransportSplit, TransportReserved, TransportReleased), as_it_is),
    **dict.fromkeys((CargoFlown, DropRolled, CrowdsFormed, CrowdsEnded), as_it_is),
    **dict.fromkeys((CargoRailed, CargoShipped), _lifted),
    **dict.fromkeys((TransportDriven, LoadTakenOn, LoadPutDown), _driven),
}
