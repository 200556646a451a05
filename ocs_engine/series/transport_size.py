"""How much room units, Transport Points and supply take where they are carried: 1 RE = 1 SP = 4T (OCS 4.7).

Sizes are in half tokens, so that half of a quarter RE is still a whole number.
"""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.series.general import size
from ocs_engine.state.model import Transport, Unit
from ocs_engine.world.counters import Mobility
from ocs_engine.world.tables import Tables

HALVES = 2
"""Half tokens in a token; a quarter of an RE is one token."""


@rule("OCS 4.7")
def unit_cargo(tables: Tables, unit: Unit) -> int:
    """The room of a combat unit: its RE, half of it where the Move side goes on foot with an MA of 1 to 6 (OCS 4.7)."""
    on_foot = unit.counter.move.mobility is Mobility.LEG
    slow = 0 < unit.counter.move.ma <= tables.number("leg_MA_halved_for_transport_up_to")
    return size(unit) * (1 if on_foot and slow else HALVES)


@rule("OCS 4.7")
def transport_cargo(points: Transport) -> int:
    """The room of Transport Points: what they could carry, whether they carry it or not (OCS 4.7)."""
    return HALVES * points.tokens


@rule("OCS 4.7")
def supply_cargo(tokens: int) -> int:
    """The room of supply, given in T."""
    return HALVES * tokens
