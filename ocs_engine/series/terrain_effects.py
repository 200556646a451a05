"""Terrain in combat: what a defender may choose, multipliers by category, and anti-tank effects (OCS 9.3, 9.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.grid import Hex
from ocs_engine.series.numbers import Factor
from ocs_engine.state.model import State, Unit
from ocs_engine.world.world import World

HEXSIDE = "hexside"
"""What a defender chooses who counts the hexside that a stack attacks across, and no terrain of his hex."""


def terrains(world: World, hex_: Hex) -> tuple[str, ...]:
    """The terrains of a hex that its defender may choose among for his own stack (OCS 9.4c)."""
    raise NotImplementedError


def against(world: World, start: Hex, target: Hex) -> tuple[str, ...]:
    """What may count against a stack that attacks from a hex: terrains of the target, or HEXSIDE (OCS 9.4b)."""
    raise NotImplementedError


def terrain_row(world: World, terrain: str) -> str:
    """The terrain class of a terrain, as the combat table names its row (OCS 9.3)."""
    raise NotImplementedError


def anti_tank_level(unit: Unit) -> str:
    """A unit's AT level: "Heavy", "Light" or "None" (OCS 9.4e)."""
    raise NotImplementedError


def defending_level(state: State, target: Hex, defenders: Sequence[str]) -> str:
    """The AT level of a defended hex: the best of its units, and Heavy with a hedgehog (OCS 9.4e, 16.0e)."""
    raise NotImplementedError


def attack_factor(world: World, unit: Unit, start: Hex, target: Hex, choice: str, level: str) -> Factor:
    """The multiplier of an attacking unit for a choice of `against`, with the AT level of the hex (OCS 9.4)."""
    raise NotImplementedError


def defence_factor(world: World, unit: Unit, terrain: str) -> Factor:
    """The multiplier of a defending unit for a choice of `terrains`; x1 where it is for attack only (OCS 9.4d)."""
    raise NotImplementedError
