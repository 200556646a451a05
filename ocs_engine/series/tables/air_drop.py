"""Whether what was dropped comes down whole (OCS 14.10d)."""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.lines import line, on_two_dice
from ocs_engine.world.tables import Tables


@rule("OCS 14.10d")
def drop_needs(tables: Tables, friendly: bool, clear: bool) -> int:
    """The total that a drop takes at least; friendly: the hex had a unit of the side's; clear: its terrain is Clear."""
    row = tables["air_transport_success"]["success_on_ge"]["Friendly" if friendly else "Enemy"]
    return int(row["Clear" if clear else "Closed"])


@rule("OCS 14.10d", "OCS 14.10f")
def glider_bonus(tables: Tables) -> int:
    """What is added to the roll of what lands by glider."""
    return int(line(tables["air_transport_success"]["drm"], "glider landing")["drm"])


@rule("OCS 21.12")
def terrain_drm(tables: Tables, terrain_class: str) -> int:
    """What is added to the roll of a drop on terrain of a class, by option: nothing where it has no line (21.12e)."""
    lines = {str(each["if"]): int(each["drm"]) for each in tables["air_transport_success"]["drm"]}
    return lines.get(f"OPTION 21.12e {terrain_class}", 0)


@rule("OCS 14.10d")
def clear_terrains(tables: Tables) -> tuple[str, ...]:
    """The terrains that are Clear to a drop; any other is where an air base is, as the chart says."""
    words = str(tables["air_transport_success"]["terrain"]).partition(";")[0].removeprefix("Clear = ")
    return tuple(word.casefold() for word in words.split(", ") if " " not in word)


@rule("OCS 14.10d")
def drop_succeeds(needed: int, modifier: int, roll: int) -> bool:
    """Whether a unit, or 1T of SP, that was dropped comes down whole, on two dice."""
    return on_two_dice(roll) + modifier >= needed
