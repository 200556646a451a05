"""The commands of the series: what a side may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ocs_engine.kernel.messages import Command
from ocs_engine.world.counters import Side


class BeginMove(Command):
    """Begin the move of a stack; stances: a new one by unit, where it takes one (OCS 5.4, 6.1)."""

    kind: Literal["begin move"] = "begin move"
    side: Side
    units: tuple[str, ...]
    stances: dict[str, str] = Field(default_factory=dict)


class Step(Command):
    """Go on with the move into an adjacent hex (OCS 6.1)."""

    kind: Literal["step"] = "step"
    side: Side
    hex: str


class Drop(Command):
    """Leave units of the moving stack where it is (OCS 6.1f)."""

    kind: Literal["drop"] = "drop"
    side: Side
    units: tuple[str, ...]


class EndMove(Command):
    """End the move (OCS 6.1g)."""

    kind: Literal["end move"] = "end move"
    side: Side


class Move(Command):
    """A whole move in one: begin, each hex of the path in turn, end; without a path the units stay (OCS 6.1)."""

    kind: Literal["move"] = "move"
    side: Side
    units: tuple[str, ...]
    path: tuple[str, ...]
    stances: dict[str, str] = Field(default_factory=dict)


class ChangeMode(Command):
    """Give a unit another stance and let it stay where it is for this phase (OCS 5.4)."""

    kind: Literal["change mode"] = "change mode"
    side: Side
    unit: str
    stance: str


class Hold(Command):
    """Declare that units will not move in this phase, so that they negate enemy ZOC in their hex (OCS 4.5b)."""

    kind: Literal["hold"] = "hold"
    side: Side
    units: tuple[str, ...]


class Release(Command):
    """Take the Reserve markers off units in the own Reaction or Exploitation Phase (OCS 5.7b)."""

    kind: Literal["release"] = "release"
    side: Side
    units: tuple[str, ...]


class EndSegment(Command):
    """Be done with the segment (OCS 2.2)."""

    kind: Literal["end segment"] = "end segment"
    side: Side


class Place(Command):
    """Put a unit, plane or transport into another place at set-up (OCS 0)."""

    kind: Literal["place"] = "place"
    side: Side
    piece: str
    place: str


class Load(Command):
    """Set Transport Points up with another load, in T, from or to the dump they stand with (OCS 0)."""

    kind: Literal["load"] = "load"
    side: Side
    transport: str
    tokens: int


class Top(Command):
    """Put a unit on top of its stack, for the other side to see (OCS 4.9)."""

    kind: Literal["top"] = "top"
    side: Side
    unit: str


class AnswerSimulcast(Command):
    """Say whether the turn may be played as a simulcast turn (OCS 2.4)."""

    kind: Literal["answer simulcast"] = "answer simulcast"
    side: Side
    agree: bool


class ChooseFirst(Command):
    """Say who goes first this turn, as the higher roller (OCS 2.3)."""

    kind: Literal["choose first player"] = "choose first player"
    side: Side
    first: Side


class Destroy(Command):
    """Name a unit of an overstacked hex to be destroyed (OCS 4.8a)."""

    kind: Literal["destroy"] = "destroy"
    side: Side
    unit: str


COMMANDS: tuple[type[Command], ...] = (
    BeginMove, Step, Drop, EndMove, Move, ChangeMode, Hold, Release, EndSegment, Place, Load, ChooseFirst,
    Destroy, Top, AnswerSimulcast,
)  # fmt: skip
