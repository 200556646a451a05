"""Flak (OCS 14.4): its modifiers, its roll, and which plane is hit."""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.lines import Modifier, figure, line, on_die, on_two_dice
from ocs_engine.world.tables import Tables

LOSS, NONE = "loss", "none"


@dataclass(frozen=True, slots=True)
class FlakTarget:
    """What the flak that a mission meets depends on; all of it looks at the mission's hex.

    base: level of an air base, 0 for none and for a strip. printed: map-printed flak and ships, or port flak. zone: in
    an enemy Patrol Zone. fighter: a Fighter flies with the mission.
    """

    planes: int
    hq: bool = False
    base: int = 0
    printed: int = 0
    zone: bool = False
    fighter: bool = False
    trainbusting: bool = False


_WORDS = {"two": 2, "three": 3, "four": 4}


@rule("OCS 14.4")
def flak_modifiers(tables: Tables, target: FlakTarget) -> tuple[Modifier, ...]:
    """Everything added to a flak roll (OCS 14.4)."""
    lines = tables["flak"]["modifiers"]
    many = line(lines, "three or more")

    def drm(opening: str) -> int:
        return int(line(lines, opening)["drm"])

    rows = (
        (drm("three or more") if target.planes >= _WORDS[many["if"].split()[0]] else 0, f"{target.planes} planes"),
        (drm("target hex has one or more HQs") if target.hq else 0, "HQ in the hex"),
        (target.base, "air base"),
        (target.printed, "flak in the hex"),
        (drm("in enemy PZ and mission has at least one") if target.zone and target.fighter else 0, "Patrol Zone"),
        (drm("in enemy PZ and mission has no") if target.zone and not target.fighter else 0, "Patrol Zone, no Fighter"),
        (drm("in enemy PZ and mission is Train") if target.zone and target.trainbusting else 0, "trainbusting there"),
    )
    return tuple(Modifier(value, "OCS 14.4", why) for value, why in rows if value)


@rule("OCS 14.4")
def flak_hits(tables: Tables, modifier: int, roll: int) -> bool:
    """Whether flak takes a step of one plane of a mission, on two dice (OCS 14.4)."""
    return on_two_dice(roll) + modifier >= figure(tables["flak"]["dice"], r">= (\d+) kills")


@rule("OCS 14.4")
def mission_loss(tables: Tables, planes: int, die: int) -> str:
    """Which plane of a mission is hit: "#n" from the top, "Weakest" or "Strongest" by barrage (OCS 14.4f)."""
    sizes = tables["mission_loss"]["by_mission_size"]
    if str(planes) not in sizes:
        raise ValueError(f"a mission has {', '.join(sizes)} planes, not {planes}")
    return str(sizes[str(planes)][on_die(die) - 1])
