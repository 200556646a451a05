"""What the Supply Phase can bring: out of supply, eating, attrition, breakout (OCS 12.6 to 12.10)."""

from __future__ import annotations

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State

EVENTS: tuple[type[Event], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
