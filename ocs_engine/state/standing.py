"""Where a game stands: how it would end now, and what each way of ending it still asks for."""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.grid import Hex
from ocs_engine.state.model import Verdict
from ocs_engine.world.counters import Side


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex that victory turns on: who controls it, None for nobody, and the ids of the units in it by side."""

    name: str
    hex: Hex
    holder: Side | None
    units: dict[Side, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Need:
    """A condition of an outcome: a side holds at least `least` and at most `most` of some hexes.

    present: a hex is held by a combat unit in it, else by control. has, lacks: the hexes by name that the side holds
    now, and those that it does not.
    """

    side: Side
    least: int
    most: int
    present: bool
    has: tuple[str, ...]
    lacks: tuple[str, ...]

    @property
    def short(self) -> int:
        """How many hexes the side still has to take, out of `lacks`."""
        return max(0, self.least - len(self.has))

    @property
    def surplus(self) -> int:
        """How many hexes it holds beyond what the condition allows."""
        return max(0, len(self.has) - self.most)

    @property
    def spare(self) -> int:
        """How many it could lose, and still have enough."""
        return max(0, len(self.has) - self.least)

    @property
    def met(self) -> bool:
        """Whether it holds now."""
        return not self.short and not self.surplus


@dataclass(frozen=True, slots=True)
class Outcome:
    """A way in which the game can end; without needs it is what remains where no other is met.

    winner: None for a draw. until: the last turn at whose end it ends the game at once; None: judged when the last turn
    is over. late: whether that turn is past. met: whether it would hold now. decides: whether it is how the game would
    end now.
    """

    winner: Side | None
    level: str
    needs: tuple[Need, ...]
    until: int | None
    late: bool
    met: bool
    decides: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game ended or, if it is not over, would end now; its outcomes, and the hexes that they turn on.

    outcomes: from best for the Axis to best for the Allies where the game has levels, else in the order of judging.
    """

    verdict: Verdict
    over: bool
    outcomes: tuple[Outcome, ...] = ()
    spots: tuple[Spot, ...] = ()
