"""The turn as one flat tuple of slots: phase, segment, and who acts (OCS 2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from ocs_engine.kernel.cases import rule
from ocs_engine.world.counters import Side


class Phase(StrEnum):
    """The phases of a turn, in the booklet's words."""

    SET_UP = "Set-up"
    PRE_TURN = "Pre-Turn"
    REFIT = "Aircraft Refit"
    REINFORCEMENT = "Reinforcement"
    MOVEMENT = "Movement"
    SUPPLY = "Supply"
    REACTION = "Reaction"
    COMBAT = "Combat"
    EXPLOITATION = "Exploitation"
    CLEAN_UP = "Clean Up"
    TURN_END = "Turn End"


class Segment(StrEnum):
    """The segments within phases; NONE where a phase has just one."""

    NONE = ""
    WEATHER = "Weather"
    FIRST_PLAYER = "First Player"
    BREAKOUT = "Breakout"
    MOVEMENT = "Movement"
    BARRAGE = "Barrage"
    COMBAT = "Combat"


@dataclass(frozen=True, slots=True)
class Slot:
    """One step of the turn. phasing: whose player turn it is; acts: who may act; both None before the player turns."""

    phase: Phase
    segment: Segment = Segment.NONE
    phasing: Side | None = None
    acts: Side | None = None

    @property
    def is_movement(self) -> bool:
        """Whether it is a movement segment: of the Movement, Reaction or Exploitation Phase."""
        return self.segment is Segment.MOVEMENT

    @property
    def title(self) -> str:
        """Its name as players say it, as "Reaction Phase, Movement Segment"."""
        bare = self.phase in (Phase.SET_UP, Phase.PRE_TURN, Phase.TURN_END)
        phase = str(self.phase) if bare else f"{self.phase} Phase"
        return f"{phase}, {self.segment} Segment" if self.segment else phase


PRE_TURN = (Slot(Phase.PRE_TURN, Segment.WEATHER), Slot(Phase.PRE_TURN, Segment.FIRST_PLAYER))
TURN_END = (Slot(Phase.TURN_END),)

_PLAYER_TURN: tuple[tuple[Phase, Segment, bool], ...] = (
    (Phase.REFIT, Segment.NONE, True),
    (Phase.REINFORCEMENT, Segment.NONE, True),
    (Phase.MOVEMENT, Segment.BREAKOUT, True),
    (Phase.MOVEMENT, Segment.MOVEMENT, True),
    (Phase.MOVEMENT, Segment.BARRAGE, True),
    (Phase.SUPPLY, Segment.NONE, True),
    (Phase.REACTION, Segment.MOVEMENT, False),
    (Phase.REACTION, Segment.BARRAGE, False),
    (Phase.COMBAT, Segment.BARRAGE, True),
    (Phase.COMBAT, Segment.COMBAT, True),
    (Phase.EXPLOITATION, Segment.MOVEMENT, True),
    (Phase.EXPLOITATION, Segment.BARRAGE, True),
    (Phase.EXPLOITATION, Segment.COMBAT, True),
    (Phase.CLEAN_UP, Segment.NONE, True),
)
"""Phase, segment, and whether the phasing side acts in it."""

_SIMULCAST: tuple[tuple[Phase, Segment], ...] = (
    (Phase.REFIT, Segment.NONE),
    (Phase.REINFORCEMENT, Segment.NONE),
    (Phase.MOVEMENT, Segment.MOVEMENT),
    (Phase.SUPPLY, Segment.NONE),
    (Phase.CLEAN_UP, Segment.NONE),
)


@lru_cache
def set_up_slots(order: tuple[Side, ...]) -> tuple[Slot, ...]:
    """The slots before the first turn: one side sets up after the other (OCS 0)."""
    return tuple(Slot(Phase.SET_UP, Segment.NONE, side, side) for side in order)


@rule("OCS 2.2", "OCS 2.4")
@lru_cache
def layout(first: Side | None, simulcast: bool) -> tuple[Slot, ...]:
    """The slots of a turn (OCS 2.2), or of a simulcast turn (OCS 2.4).

    first: who goes first; None while it is not known, and then only the Pre-Turn slots are there.
    """
    if simulcast:
        order = (first or Side.AXIS, (first or Side.AXIS).other)
        steps = tuple(Slot(phase, segment, side, side) for phase, segment in _SIMULCAST for side in order)
        return PRE_TURN + steps + TURN_END
    if first is None:
        return PRE_TURN
    turns = tuple(
        Slot(phase, segment, side, side if own else side.other)
        for side in (first, first.other)
        for phase, segment, own in _PLAYER_TURN
    )
    return PRE_TURN + turns + TURN_END
