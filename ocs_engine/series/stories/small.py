"""Small things of a phase, which a story tells together: modes taken, moves step by step, drives, transfers, refits."""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.kernel.messages import Event, FrameChanged, FrameClosed, FrameOpened
from ocs_engine.series.stories.words import by_number, capital, place_name, planes_named
from ocs_engine.state.air_events import Mission, MissionFlown, MissionOver, PlaneLanded, PlanesRefitted
from ocs_engine.state.carry_events import LoadPutDown, LoadTakenOn, TransportDriven, TransportFinished
from ocs_engine.state.events import ControlChanged, StackMoved, StancesChanged, UnitsFinished
from ocs_engine.state.lift_events import CargoRailed, CargoShipped
from ocs_engine.state.model import State
from ocs_engine.state.supply_events import FuelBought, FuelSpent, SupplySpent
from ocs_engine.state.trace_events import RailTaken

_BESIDE = (FrameOpened, FrameChanged, FrameClosed, UnitsFinished, TransportFinished)
"""Events that say nothing of what an act is."""
_DRIVES = (TransportDriven, LoadTakenOn, LoadPutDown)
_MOVES = (StackMoved, StancesChanged, ControlChanged, RailTaken, FuelSpent, FuelBought, SupplySpent)


def small(events: Sequence[Event]) -> object | None:
    """What a small act is, so that those that are alike can be told together; None for any other act."""
    found = [event for event in events if not isinstance(event, _BESIDE)]
    kinds = {type(event) for event in found}
    if not kinds:
        return None
    if kinds <= {StancesChanged}:
        return "modes"
    if kinds <= {PlanesRefitted, SupplySpent} and PlanesRefitted in kinds:
        return "refit"
    if kinds <= {CargoRailed, CargoShipped, ControlChanged, RailTaken} and kinds & {CargoRailed, CargoShipped}:
        return "lift"
    if kinds <= {*_DRIVES, ControlChanged, RailTaken}:
        carriers = {event.transport for event in found if isinstance(event, _DRIVES)}
        return ("drive", *sorted(carriers)) if len(carriers) == 1 else None
    return _mover(found) if kinds <= set(_MOVES) else None


def _mover(events: Sequence[Event]) -> object | None:
    """Who moves, or is fueled alone to move next."""
    for event in events:
        if isinstance(event, StackMoved):
            return ("move", *event.cost)
        if isinstance(event, FuelBought) and event.how == "unit":
            return ("move", event.what)
    return None


_OF_TRANSFERS = (*_BESIDE, MissionFlown, MissionOver, PlaneLanded)


def is_quiet_transfer(events: Sequence[Event]) -> bool:
    """Whether a mission is a transfer to another base that nobody disturbed."""
    flown = [event.mission for event in events if isinstance(event, MissionFlown)]
    return flown == [Mission.TRANSFER] and all(isinstance(event, _OF_TRANSFERS) for event in events)


def transfers(before: State, events: Sequence[Event]) -> str:
    """Transfers one after the other, by the base that they go to: "two Spit.V transfer to A17.25, Active"."""
    world = before.world
    landed: dict[tuple[str, bool], list[str]] = {}
    for event in events:
        if isinstance(event, PlaneLanded):
            landed.setdefault((event.base, event.active), []).append(event.plane)
    told = []
    for (base, active), planes in landed.items():
        stay = f" and {by_number('stay', len(planes))} Active" if active else ""
        who = f"{planes_named(world, planes)} {by_number('transfer', len(planes))}"
        told.append(f"{who} to {place_name(world, base)}{stay}")
    return capital("; ".join(told))
