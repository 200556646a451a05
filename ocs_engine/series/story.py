"""What happened, in plain English: a few short sentences for each command, and headings for turns and phases."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ocs_engine.kernel.messages import Event, FrameChanged, FrameOpened
from ocs_engine.series.stories import barrage, capture, combat, turns
from ocs_engine.series.stories.scene import Opening, Reader, Saying, Scene, Turning
from ocs_engine.series.stories.turns import WEATHER, moves, outcome
from ocs_engine.series.stories.words import FEW, capital, day, name, names, place_name
from ocs_engine.state.events import StancesChanged
from ocs_engine.state.fight_events import UnitsRetreated
from ocs_engine.state.model import State

__all__ = ["FEW", "WEATHER", "day", "name", "names", "outcome", "place_name", "tell"]


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


_SAYINGS: dict[type, Saying] = {**turns.SAYINGS, **combat.SAYINGS, **barrage.SAYINGS, **capture.SAYINGS}
_READERS: dict[type[Event], Reader] = {**turns.READERS, **combat.READERS, **barrage.READERS, **capture.READERS}
_OPENINGS: dict[str, Opening] = combat.OPENINGS
_TURNINGS: dict[str, Turning] = {**combat.TURNINGS, **barrage.TURNINGS}
