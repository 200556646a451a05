"""Blowing up an own dump (OCS 12.11a)."""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.capture import Share, share
from ocs_engine.series.tables.lines import on_die
from ocs_engine.world.tables import Tables


@rule("OCS 12.11a")
def dump_blowing(tables: Tables, tokens: int, die: int) -> Share:
    """What one die destroys of the tokens set fire to, to the nearest token (OCS 12.11a); raises ValueError."""
    return share(tokens, int(tables["dump_blowing"]["pct_destroyed"][str(on_die(die))]))
