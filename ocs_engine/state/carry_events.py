"""What can happen to cargo: loaded, driven, shipped, railed (OCS 12.2, 13.2, 13.3, 19)."""

from __future__ import annotations

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.model import State

EVENTS: tuple[type[Event], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
