"""Breakout (OCS 12.8e)."""

from __future__ import annotations

from ocs_engine.kernel.draft import Frame
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State

COMMANDS: tuple[type[Command], ...] = ()
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register breakout."""
