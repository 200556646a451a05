"""The options by name: rules that hold where a scenario, or who begins a game, asks for them."""

from __future__ import annotations

SIMULCAST_BY_AGREEMENT = "simulcast by agreement"
"""Both sides are asked each turn whether they play it as a simulcast turn (OCS 2.4)."""
EVERYONE_SUPPLIED = "everyone supplied"
"""All units count as having combat supply, nothing being paid (OCS 9.5)."""

OPTIONS = (SIMULCAST_BY_AGREEMENT, EVERYONE_SUPPLIED)
