"""Construction (OCS 13.8d, 15.3, 15.4, 16, 19.0c, 19.0d)."""

from __future__ import annotations

from ocs_engine.kernel.draft import Frame
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State

COMMANDS: tuple[type[Command], ...] = ()
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register construction."""
