"""What the story knows while it goes along the events of an act: who was where, and which procedures were open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ocs_engine.kernel.messages import Event, FrameChanged, FrameClosed, FrameOpened
from ocs_engine.state.air_events import PlaneLanded
from ocs_engine.state.capture_events import PlaneDisplaced, PlaneStepLost, TransportDisplaced, TransportSplit
from ocs_engine.state.carry_events import TransportDriven
from ocs_engine.state.events import StackMoved
from ocs_engine.state.fight_events import StepLost, UnitsAdvanced, UnitsRetreated
from ocs_engine.state.model import State
from ocs_engine.world.world import World

Fact = TypeVar("Fact")
FrameData = dict[str, Any]
Saying = Callable[[World, Sequence[Any]], list[str]]
"""The sentences on facts of one kind that follow one another."""
Reader = Callable[["Scene", Any], None]
"""Adds to a scene what is to be told of an event."""
Opening = Callable[["Scene", FrameData], None]
"""Adds what is to be told of a procedure that begins, from its frame as plain data."""
Turning = Callable[["Scene", FrameData, FrameData], None]
"""Adds what is to be told of a change of the top frame: the frame before it, and the changes."""


class Scene:
    """Goes along the events of an act and collects facts: events as they are, or with what a sentence needs beside."""

    def __init__(self, before: State) -> None:
        self.before = before
        self.world = before.world
        self.facts: list[Any] = []
        self._frames: list[FrameData] = [frame.model_dump(mode="json") for frame in before.frames]
        self._places: dict[str, str] = {}
        self._lost: dict[str, int] = {}

    def place(self, piece: str) -> str:
        """The label of where a unit, plane or some transport is now; "" for transport that came into being since."""
        if piece in self._places:
            return self._places[piece]
        before = self.before
        known = before.units.get(piece) or before.transport.get(piece) or before.planes.get(piece)
        return self.world.label(known.place) if known else ""

    def steps(self, uid: str) -> int:
        """The steps that a unit has now."""
        unit = self.before.units[uid]
        return unit.counter.steps - self._lost.get(uid, unit.lost)

    def plane_steps(self, pid: str) -> int:
        """The steps that a plane has now."""
        plane = self.before.planes[pid]
        return plane.aircraft.steps - self._lost.get(pid, plane.lost)

    @property
    def frame(self) -> FrameData:
        """The top frame, as plain data; empty where none is open."""
        return self._frames[-1] if self._frames else {}

    def add(self, fact: object) -> None:
        """One more thing to tell."""
        self.facts.append(fact)

    def take_back(self, kind: type[Fact]) -> list[Fact]:
        """The facts of a kind that were added last, which will be told otherwise."""
        taken: list[Fact] = []
        while self.facts and isinstance(self.facts[-1], kind):
            taken.insert(0, self.facts.pop())
        return taken

    def follow(self, event: Event) -> None:
        """Keep up with an event that was read."""
        match event:
            case StackMoved():
                self._places |= dict.fromkeys(event.cost, event.to)
            case UnitsRetreated() | UnitsAdvanced():
                self._places |= dict.fromkeys(event.units, event.to)
            case TransportDriven() | TransportDisplaced():
                self._places[event.transport] = event.to
            case TransportSplit():
                self._places[event.to] = self.place(event.transport)
            case PlaneLanded():
                self._places[event.plane] = event.base
            case PlaneDisplaced():
                self._places[event.plane] = event.to
            case PlaneStepLost():
                self._lost[event.plane] = self._lost.get(event.plane, self.before.planes[event.plane].lost) + 1
            case StepLost():
                self._lost[event.unit] = self.before.units[event.unit].counter.steps - self.steps(event.unit) + 1
            case FrameOpened():
                self._frames.append(dict(event.frame))
            case FrameChanged():
                if self._frames:
                    self._frames[-1] = {**self.frame, **event.changes}
            case FrameClosed():
                self._frames = self._frames[:-1]
            case _:
                pass


def as_it_is(scene: Scene, event: Event) -> None:
    """Tell of an event by what stands in it."""
    scene.add(event)


def one_by_one(say: Callable[[World, Any], str]) -> Saying:
    """A saying with a sentence for each fact."""
    return lambda world, alike: [say(world, fact) for fact in alike]


def in_one(say: Callable[[World, Sequence[Any]], str]) -> Saying:
    """A saying with one sentence for all facts of a kind that follow one another."""
    return lambda world, alike: [say(world, alike)]
