"""Entering hexes that hold enemies without combat units: dumps, transport, works and planes are taken (OCS 9.14)."""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.grid import Hex
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

COMMANDS: tuple[type[Command], ...] = ()
FRAMES: tuple[type[Frame], ...] = ()


def entered(draft: Draft[State], units: Sequence[str], hex_: Hex) -> None:
    """Let units that have just been put into a hex take what the enemy has there besides combat units.

    Opens a procedure on top where something has to be rolled or asked; without enemies there it does nothing. Throws no
    die itself, so that a command may call it.
    """


def would_capture(state: State, side: Side, hex_: Hex) -> bool:
    """Whether units of a side that enter a hex would begin to take what is there."""
    del state, side, hex_
    return False


def install(rules: Ruleset[State]) -> None:
    """Register captures."""
