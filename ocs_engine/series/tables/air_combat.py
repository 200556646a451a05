"""A round of air combat (OCS 14.3)."""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.lines import on_die, on_two_dice, range_of
from ocs_engine.world.tables import Tables


@dataclass(frozen=True, slots=True)
class AirRound:
    """A result in the table's own words, and which of the two planes abort."""

    text: str
    attacker_aborts: bool
    defender_aborts: bool


@rule("OCS 14.3")
def air_combat(tables: Tables, attacker: int, defender: int, roll: int) -> AirRound:
    """Who aborts on two dice, with the attacker's air combat rating less the defender's (OCS 14.3e)."""
    results = tables["air_combat"]["results"]
    text = str(results[range_of(results, on_two_dice(roll) + attacker - defender)])
    both = text.startswith("both")
    return AirRound(text, both or text.startswith("attacker"), both or text.startswith("defender"))


@rule("OCS 14.3")
def aborting_loses_step(tables: Tables, die: int) -> bool:
    """Whether every plane that aborted in the round loses a step: one die for all of them (OCS 14.3e)."""
    rows = tables["air_combat"]["loss_die"]
    found = range_of(rows, on_die(die))
    return not str(rows[found]).startswith("no")
