"""Fuel (OCS 12.5): what needs it, the three ways to buy it, and how long it lasts."""

from __future__ import annotations

from ocs_engine.kernel.draft import Frame
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State

COMMANDS: tuple[type[Command], ...] = ()
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register fuel."""
