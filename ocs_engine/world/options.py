"""The options by name: rules that hold where a scenario, or who begins a game, asks for them."""

from __future__ import annotations

SIMULCAST_BY_AGREEMENT = "simulcast by agreement"
"""Both sides are asked each turn whether they play it as a simulcast turn (OCS 2.4)."""
EVERYONE_SUPPLIED = "everyone supplied"
"""All units count as having combat supply, nothing being paid (OCS 9.5); refits too."""

HALF_RANGE_AIR = "half-range air effects"
"""Planes that fly more than half their range are the worse for it (OCS 21.4)."""
FIGHTER_BASING_TEMPO = "fighter basing tempo"
"""Only so many planes a turn come to a base and stay Active, by its level (OCS 21.5)."""
UNCOORDINATED_US_AIR = "uncoordinated us air"
"""A barrage mission with an American plane has two at most; victory is one level better for the Allies (T2 4.2)."""

OPTIONS = (
    SIMULCAST_BY_AGREEMENT, EVERYONE_SUPPLIED, HALF_RANGE_AIR, FIGHTER_BASING_TEMPO, UNCOORDINATED_US_AIR,
)  # fmt: skip
