"""What an air base can do, by its level (OCS 15.0b, 15.2)."""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.kernel.cases import rule
from ocs_engine.world.tables import Tables


@dataclass(frozen=True, slots=True)
class BaseFigures:
    """What a base of a level does: planes refitted, T unloaded, Active planes at most, and its flak."""

    refit: int
    unload: int
    active: int
    flak: int


@rule("OCS 15.0b", "OCS 15.2")
def base_figures(tables: Tables, level: int) -> BaseFigures:
    """The figures of an air base of a level, or of an air strip, which has level 0 (OCS 15.0b, 15.2)."""
    row = tables["air_base_levels"]["levels"][str(level) if level else "strip"]
    return BaseFigures(int(row["refit"]), int(row["unload_T"]), int(row["active_stack"]), int(row["flak"]))
