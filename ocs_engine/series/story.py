"""What happened, in plain English: a few short sentences for each command, and headings for turns and phases."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from ocs_engine.kernel.messages import Event, FrameChanged, FrameClosed, FrameOpened
from ocs_engine.series.stories import (
    air,
    arrivals,
    barrage,
    building,
    capture,
    carriage,
    combat,
    options,
    planes,
    replacements,
    supply,
    turns,
    upkeep,
)
from ocs_engine.series.stories.scene import Opening, Reader, Saying, Scene, Turning
from ocs_engine.series.stories.turns import WEATHER, moves, outcome
from ocs_engine.series.stories.words import FEW, capital, day, name, names, place_name, transport_name
from ocs_engine.state.arrival_events import EntriesCame
from ocs_engine.state.capture_events import LoadCaptured, LoadsShared
from ocs_engine.state.carry_events import TransportFinished
from ocs_engine.state.events import ControlSettled, SegmentEnded, SlotEntered, StancesChanged, TopChosen
from ocs_engine.state.fight_events import OverrunPaid, UnitsRetreated
from ocs_engine.state.lift_events import DropPlanCancelled, DropPlanned
from ocs_engine.state.model import State
from ocs_engine.state.trace_events import RailSettled

__all__ = ["FEW", "WEATHER", "day", "name", "names", "outcome", "place_name", "tell", "transport_name"]


class Family(Protocol):
    """A module of sayings on some kinds of events."""

    SAYINGS: dict[type, Saying]
    READERS: dict[type[Event], Reader]


def tell(before: State, events: Sequence[Event]) -> str:
    """Plain sentences on what a command, or all commands of a fight, brought about; "" where there is nothing to tell.

    events: one after the other, as they happened from `before` on.
    """
    scene = Scene(before)
    for event in _close_up(events):
        _read(scene, event)
        scene.follow(event)
    parts = [moves(before, events)]
    rest = (fact for fact in scene.facts if not (parts[0] and isinstance(fact, StancesChanged)))
    for kind, alike in groupby(rest, key=type):
        parts += _SAYINGS[kind](before.world, list(alike))
    return ". ".join(capital(part) for part in parts if part)


def _read(scene: Scene, event: Event) -> None:
    """Add what is to be told of an event; of many there is nothing."""
    match event:
        case FrameOpened():
            if opening := _OPENINGS.get(event.frame["kind"]):
                opening(scene, event.frame)
        case FrameChanged():
            if turning := _TURNINGS.get(scene.frame.get("kind", "")):
                turning(scene, scene.frame, event.changes)
        case _:
            if reader := _READERS.get(type(event)):
                reader(scene, event)


def _close_up(events: Sequence[Event]) -> list[Event]:
    """The events, but the hexes of one retreat one after the other: what they cost is told when it is done."""
    found: list[Event] = []
    last = -1
    for event in events:
        if not isinstance(event, UnitsRetreated):
            found.append(event)
            continue
        before = found[last] if last >= 0 else None
        goes_on = isinstance(before, UnitsRetreated) and before.units == event.units
        last = last + 1 if goes_on else len(found)
        found.insert(last, event)
    return found


_FAMILIES: tuple[Family, ...] = (
    turns, combat, barrage, capture, supply, upkeep, carriage, building, air, planes, arrivals, replacements, options,
)  # fmt: skip
_SAYINGS: dict[type, Saying] = {kind: saying for family in _FAMILIES for kind, saying in family.SAYINGS.items()}
_READERS: dict[type[Event], Reader] = {kind: read for family in _FAMILIES for kind, read in family.READERS.items()}
_OPENINGS: dict[str, Opening] = combat.OPENINGS
_TURNINGS: dict[str, Turning] = {**combat.TURNINGS, **barrage.TURNINGS}
UNTOLD: tuple[type[Event], ...] = (
    SlotEntered, SegmentEnded, FrameClosed,  # where the game stands, which headings tell
    ControlSettled, RailSettled,  # how the game begins
    EntriesCame,  # told with what comes
    TopChosen, OverrunPaid, TransportFinished,  # small things of a stack, a fight or a drive
    LoadCaptured, LoadsShared,  # told with the die that took them
    DropPlanned, DropPlanCancelled,  # secret
)  # fmt: skip
"""The events of which there is nothing to tell."""
