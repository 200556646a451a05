"""Barrage against an air base, a port or a railway (OCS 10.0c): one die, no shifts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.barrage import Source, strength_column
from ocs_engine.series.tables.lines import on_die
from ocs_engine.world.tables import Tables

TABLE = "barrage_vs_facility_table"


@dataclass(frozen=True, slots=True)
class FacilityResult:
    """A result in the table's own words and taken apart.

    hits: levels that a base loses, or hits on a port. trainbust: a trainbusting mission succeeds. plane_loss: a plane
    in an air base's hex loses a step where its die shows this or more, None where none can.
    """

    text: str
    hits: int
    trainbust: bool
    plane_loss: int | None


def facility_column(tables: Tables, strength: Fraction) -> int | None:
    """The column of a strength, rounded once; None where it is too weak to fire."""
    return strength_column(tables[TABLE]["columns"], strength)


def facility_label(tables: Tables, column: int) -> str:
    """A column's heading, as "5-10"."""
    return str(tables[TABLE]["columns"][column]["label"])


@rule("OCS 10.0c")
def facility_cost(tables: Tables, column: int, source: Source = Source.ARTILLERY) -> int:
    """Tokens that artillery pays; planes and ships fire free (OCS 10.1)."""
    return int(tables[TABLE]["columns"][column]["cost_T"]) if source is Source.ARTILLERY else 0


@rule("OCS 10.0c")
def facility_result(tables: Tables, column: int, die: int) -> FacilityResult:
    """The result in a column for one die (OCS 10.0c); raises ValueError for no such face."""
    cell = tables[TABLE]["rows"][str(on_die(die))][column]
    return FacilityResult(cell["text"], cell["hits"], cell["trainbust"], cell["plane_loss_on_ge"])


@rule("OCS 10.0c")
def plane_loses_step(result: FacilityResult, die: int) -> bool:
    """Whether a plane at the base loses a step on its own die (OCS 10.0c)."""
    return result.plane_loss is not None and on_die(die) >= result.plane_loss


@rule("OCS 10.0c")
def base_level_after(level: int, result: FacilityResult) -> int:
    """An air base's level after a barrage, never under 1; an air strip (level 0) is immune (OCS 10.0c)."""
    return max(level - result.hits, min(level, 1))
