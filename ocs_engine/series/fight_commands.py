"""The commands of fighting on the ground: attacks, overruns, and the answers that they ask for (OCS 8, 9)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ocs_engine.kernel.messages import Command
from ocs_engine.world.counters import Side


class Attack(Command):
    """Attack the enemy combat units of a hex with units next to it (OCS 9.1)."""

    kind: Literal["attack"] = "attack"
    side: Side
    target: str
    units: tuple[str, ...]


class Overrun(Command):
    """Overrun the enemy combat units of an adjacent hex with the whole moving stack (OCS 8.1)."""

    kind: Literal["overrun"] = "overrun"
    side: Side
    target: str


class NameLead(Command):
    """Name the unit whose AR counts (OCS 9.6)."""

    kind: Literal["name lead"] = "name lead"
    side: Side
    unit: str


class ChooseTerrain(Command):
    """Choose, as defender, the terrain for the own stack, and what counts against each attacking hex (OCS 9.4).

    against: by label of the attacking hex a terrain of the defender's hex, or "hexside".
    """

    kind: Literal["choose terrain"] = "choose terrain"
    side: Side
    terrain: str
    against: dict[str, str] = Field(default_factory=dict)


class LoseStep(Command):
    """Name the unit that loses the next step (OCS 9.11)."""

    kind: Literal["lose step"] = "lose step"
    side: Side
    unit: str


class TakeOption(Command):
    """Say how the option of a result is taken: so many steps lost, the rest as retreat; or ignore it (OCS 9.10)."""

    kind: Literal["take option"] = "take option"
    side: Side
    steps: int = 0
    ignore: bool = False


class BeginRetreat(Command):
    """Name the units, and transport that tags along, that retreat together next from one hex (OCS 9.12)."""

    kind: Literal["begin retreat"] = "begin retreat"
    side: Side
    units: tuple[str, ...]
    transport: tuple[str, ...] = ()


class RetreatTo(Command):
    """Go on with the retreat into an adjacent hex (OCS 9.12)."""

    kind: Literal["retreat to"] = "retreat to"
    side: Side
    hex: str


class Advance(Command):
    """Name the attackers that enter the hex that they emptied, or none (OCS 9.12g)."""

    kind: Literal["advance"] = "advance"
    side: Side
    units: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (
    Attack, Overrun, NameLead, ChooseTerrain, LoseStep, TakeOption, BeginRetreat, RetreatTo, Advance,
)  # fmt: skip
