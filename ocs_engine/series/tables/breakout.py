"""What becomes of those who try to break out (OCS 12.8e)."""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.lines import line, on_die, range_of
from ocs_engine.world.tables import Tables


@dataclass(frozen=True, slots=True)
class Escape:
    """The roll as it counts, and whether they get away."""

    total: int
    away: bool


@rule("OCS 12.8e")
def breakout(tables: Tables, roll: int, first: bool) -> Escape:
    """Whether a unit or Transport Point gets away on a die; first: its first turn out of trace (OCS 12.8e)."""
    chart = tables["breakout"]
    drm = int(line(chart["drm"], "first turn")["drm"]) if first else 0
    total = on_die(roll) + drm
    words = chart["results"][range_of(chart["results"], min(total, 6))]
    return Escape(total, words.startswith("succeeds"))
