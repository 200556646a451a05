"""What can be built, broken and blown (OCS 12.11, 13.8, 15, 16, 19)."""

from __future__ import annotations

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State

EVENTS: tuple[type[Event], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
