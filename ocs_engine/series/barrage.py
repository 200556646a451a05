"""Chapter 10: barrage by artillery, and what any barrage does."""

from __future__ import annotations

from ocs_engine.kernel.draft import Frame
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State

COMMANDS: tuple[type[Command], ...] = ()
FRAMES: tuple[type[Frame], ...] = ()


def can_fire(state: State, side: str) -> bool:
    """Whether a side could give a barrage in this segment."""
    del state, side
    return False


def install(rules: Ruleset[State]) -> None:
    """Register barrages."""
