"""Terrain in combat: what a defender may choose, multipliers by category, and anti-tank effects (OCS 9.3, 9.4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.series.costs import SETTLEMENTS
from ocs_engine.series.numbers import Factor
from ocs_engine.series.tables.odds_column import terrain_class
from ocs_engine.state.model import State, Unit
from ocs_engine.world.counters import Category, Symbol
from ocs_engine.world.tables import Tables
from ocs_engine.world.world import World

HEXSIDE = "hexside"
"""What a defender chooses who counts the hexside that a stack attacks across, and no terrain of his hex."""

NO_LEVEL, LIGHT, HEAVY = LEVELS = ("None", "Light", "Heavy")
"""The AT levels, the lowest first (OCS 9.4e)."""
_CUT = re.compile(r"x(\d+) becomes x(\d+(?:\.\d+)?)\b")


@rule("OCS 9.3", "OCS 9.4")
def terrains(world: World, hex_: Hex) -> tuple[str, ...]:
    """The terrains of a hex that its defender may choose among for his own stack (OCS 9.4c)."""
    atlas = world.atlas
    settled = atlas.settlement[hex_]
    return (atlas.terrain[hex_], settled) if settled in SETTLEMENTS else (atlas.terrain[hex_],)


@rule("OCS 9.4")
def against(world: World, start: Hex, target: Hex) -> tuple[str, ...]:
    """What may count against a stack that attacks from a hex: terrains of the target, or HEXSIDE (OCS 9.4b)."""
    water = _water(world, start, target)
    counts = bool(water) and bool(world.chart.hexside[water].attack)
    return (*terrains(world, target), HEXSIDE) if counts else terrains(world, target)


def _water(world: World, start: Hex, target: Hex) -> str:
    """The water on the hexside between two hexes, "" for none."""
    atlas = world.atlas
    return atlas.water[atlas.grid.edge_between(start, target)]


@rule("OCS 9.3")
def terrain_row(world: World, terrain: str) -> str:
    """The terrain class of a terrain, as the combat table names its row (OCS 9.3)."""
    return terrain_class(world.tables, world.chart.hex[terrain].combat_class)


@rule("OCS 9.4e")
def anti_tank_level(unit: Unit) -> str:
    """A unit's AT level: "Heavy", "Light" or "None" (OCS 9.4e)."""
    counter = unit.counter
    if counter.category is Category.ARMOR or counter.symbol in (Symbol.ANTI_TANK, Symbol.ANTI_AIRCRAFT):
        return HEAVY
    if counter.category is Category.MECH:
        return HEAVY if counter.symbol is Symbol.TANK else LIGHT
    return NO_LEVEL


@rule("OCS 9.4e", "OCS 16.0d")
def defending_level(state: State, target: Hex, defenders: Sequence[str]) -> str:
    """The AT level of a defended hex: the best of its units, and Heavy with a hedgehog (OCS 9.4e, 16.0e)."""
    if target in state.hedgehogs:
        return HEAVY
    return max((anti_tank_level(state.units[uid]) for uid in defenders), key=LEVELS.index, default=NO_LEVEL)


@rule("OCS 9.4", "OCS 9.4e")
def attack_factor(world: World, unit: Unit, start: Hex, target: Hex, choice: str, level: str) -> Factor:
    """The multiplier of an attacking unit for a choice of `against`, with the AT level of the hex (OCS 9.4)."""
    category = unit.counter.category
    if choice == HEXSIDE:
        name = _water(world, start, target)
        multiplier = world.chart.hexside[name].attack[category]
    else:
        name, multiplier = choice, world.chart.hex[choice].attack[category]
    name = name.replace("_", " ")
    full, reduced = _cut(world.tables)
    armored = category in (Category.ARMOR, Category.MECH)
    if armored and multiplier == full and LEVELS.index(level) >= LEVELS.index(anti_tank_level(unit)):
        return Factor(reduced, "OCS 9.4e", f"{name}, against {level} AT")
    return Factor(multiplier, "OCS 9.4", name)


def _cut(tables: Tables) -> tuple[Fraction, Fraction]:
    """The multiplier that anti-tank effects bear on, and what they make of it (OCS 9.4e)."""
    words = tables["anti_tank_effects"]["rule"]
    found = _CUT.search(words)
    if found is None:
        raise ValueError(f"{words!r} does not say what becomes of which multiplier")
    return Fraction(found[1]), Fraction(found[2])


@rule("OCS 9.4", "OCS 9.4d")
def defence_factor(world: World, unit: Unit, terrain: str) -> Factor:
    """The multiplier of a defending unit for a choice of `terrains`; x1 where it is for attack only (OCS 9.4d)."""
    entry, name = world.chart.hex[terrain], terrain.replace("_", " ")
    if entry.bracketed:
        return Factor(Fraction(1), "OCS 9.4d", f"{name}, for attackers alone")
    return Factor(entry.defend[unit.counter.category], "OCS 9.4", name)
