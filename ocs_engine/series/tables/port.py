"""What hits leave of a port (OCS 19.0b)."""

from __future__ import annotations

from fractions import Fraction

from ocs_engine.kernel.cases import rule
from ocs_engine.series.numbers import rounded
from ocs_engine.world.tables import Tables


@rule("OCS 19.0b")
def port_capacity(tables: Tables, tokens: int, hits: int) -> int:
    """Tokens that a port of a full capacity handles after some hits, for ports without a printed track (OCS 19.0b)."""
    left = tables["port_damage"]["capacity_pct_by_hits"]
    if str(hits) not in left:
        raise ValueError(f"a port has {', '.join(left)} hits, not {hits}")
    return rounded(Fraction(tokens * left[str(hits)], 100))


@rule("OCS 10.0c", "OCS 19.0b")
def port_hits_after(tables: Tables, hits: int, more: int) -> int:
    """A port's hits after some more, up to the most that a port can have (OCS 19.0b)."""
    return min(hits + more, tables.number("port_hits_max"))
