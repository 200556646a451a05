"""How much room units, Transport Points and supply take where they are carried: 1 RE = 1 SP = 4T (OCS 4.7).

Sizes are in half tokens, so that half of a quarter RE is still a whole number.
"""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.general import size
from ocs_engine.series.modes import movement_allowance
from ocs_engine.series.movement import twelfths
from ocs_engine.state.model import Mode, State, Transport, Unit
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility
from ocs_engine.world.tables import Tables

HALVES = 2
"""Half tokens in a token; a quarter of an RE is one token."""


def in_tokens(room: int) -> str:
    """Half tokens as players write them: "8T", "2 1/2T", "1/2T"."""
    return f"{twelfths(TWELFTHS * room // HALVES)}T"


@rule("OCS 4.7d", "OCS 5.6")
def ride_refusal(state: State, uid: str, then_still: bool) -> Refusal | None:
    """Why a unit may not be carried now: it must be in Move Mode, and have marched no more than half its MA (OCS 4.7d).

    then_still: whether the ride allows no march at all before it, as an air drop or Sea Cap.
    """
    if state.units[uid].mode is not Mode.MOVE:
        words = f"{uid} must be in Move Mode to be carried"
        return Refusal(code="not in Move Mode", rule="OCS 5.6", sentence=words, pieces=(uid,))
    return _tired(state, uid, 0 if then_still else movement_allowance(state, uid) // 2)


@rule("OCS 12.2")
def has_driven(state: State, tid: str) -> bool:
    """Whether what transport carries went on with it in this phase, so that no rail and no ship takes it (12.2a)."""
    return tid in state.memory.driven and state.transport[tid].load > 0


@rule("OCS 4.7d", "OCS 5.7", "OCS 12.2")
def transport_refusal(state: State, tid: str, then_still: bool) -> Refusal | None:
    """Why Transport Points may not be carried now: as for units; nor with a load that was driven (OCS 12.2a)."""
    each = state.transport[tid]
    if each.reserve:
        words = f"{tid} is in Reserve Mode and may not be carried"
        return Refusal(code="in Reserve Mode", rule="OCS 5.7", sentence=words, pieces=(tid,))
    if has_driven(state, tid):
        words = f"{tid} has been driven with what it carries, which no other transport may carry in this phase"
        return Refusal(code="driven with its load", rule="OCS 12.2", sentence=words, pieces=(tid,))
    frozen = then_still or state.points.movement_frozen(state)
    return _tired(state, tid, 0 if frozen else TWELFTHS * state.world.transport.kinds[each.kind].ma // 2)


def _tired(state: State, piece: str, most: int) -> Refusal | None:
    """Why a unit or transport has moved, or been carried, too much already to be carried; most: MP, in twelfths."""
    if piece in state.memory.rode:
        words = f"{piece} has been carried already in this phase"
        return Refusal(code="carried already", rule="OCS 4.7d", sentence=words, pieces=(piece,))
    if state.memory.spent.get(piece, 0) > most:
        words = f"{piece} has marched too far in this phase to be carried"
        return Refusal(code="marched too far", rule="OCS 4.7d", sentence=words, pieces=(piece,))
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
