"""How much room units, Transport Points and supply take where they are carried: 1 RE = 1 SP = 4T (OCS 4.7).

Sizes are in half tokens, so that half of a quarter RE is still a whole number.
"""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.general import size
from ocs_engine.series.modes import movement_allowance
from ocs_engine.state.model import Mode, State, Transport, Unit
from ocs_engine.world.counters import Mobility
from ocs_engine.world.tables import Tables

HALVES = 2
"""Half tokens in a token; a quarter of an RE is one token."""


@rule("OCS 4.7d", "OCS 5.6")
def ride_refusal(state: State, uid: str, then_still: bool) -> Refusal | None:
    """Why a unit may not be carried now: it must be in Move Mode, and have marched no more than half its MA (OCS 4.7d).

    then_still: whether the ride allows no march at all before it, as an air drop or Sea Cap.
    """
    unit, spent = state.units[uid], state.memory.spent.get(uid, 0)
    if unit.mode is not Mode.MOVE:
        words = f"{uid} must be in Move Mode to be carried"
        return Refusal(code="not in Move Mode", rule="OCS 5.6", sentence=words, pieces=(uid,))
    if spent > (0 if then_still else movement_allowance(state, uid) // 2):
        words = f"{uid} has marched too far in this phase to be carried"
        return Refusal(code="marched too far", rule="OCS 4.7d", sentence=words, pieces=(uid,))
    return None


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
