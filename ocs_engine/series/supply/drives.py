"""A drive carried out: begun, taken on hex by hex, loads taken and left, ended (OCS 13.2)."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import raise_if, refuse
from ocs_engine.series.supply.driving import allowance, begin_refusal, mode_refusal, step_cost, step_refusal
from ocs_engine.series.supply.loading import handling_cost, put_refusal, take_refusal
from ocs_engine.series.supply.pausing import DriveFrame, driving
from ocs_engine.state.carry_events import (
    LoadPutDown,
    LoadTakenOn,
    TransportDriven,
    TransportFinished,
    TransportReserved,
)
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


@rule("OCS 13.2", "OCS 6.1g")
def begin(draft: Draft[State], side: Side, tid: str, reserve: bool) -> None:
    """Begin a drive, in Reserve Mode or out of it; raises Refused."""
    raise_if(begin_refusal(draft.state, side, tid))
    raise_if(mode_refusal(draft.state, tid, reserve))
    if draft.state.transport[tid].reserve is not reserve:
        draft.emit(TransportReserved(transport=(tid,), reserve=reserve))
    elif allowance(draft.state, tid) <= 0:
        raise refuse("no MA", "OCS 6.1", f"{tid} has no movement allowance now", pieces=(tid,))
    draft.open_frame(DriveFrame(transport=tid))


@rule("OCS 13.2", "OCS 6.1")
def drive_to(draft: Draft[State], to: Hex) -> None:
    """Drive one hex on; raises Refused."""
    state, tid = draft.state, driving(draft.state)
    raise_if(step_refusal(state, tid, to))
    draft.emit(TransportDriven(transport=tid, to=state.world.label(to), cost=step_cost(state, tid, to)))


@rule("OCS 13.2f")
def take_on(draft: Draft[State], tid: str, tokens: int) -> None:
    """Load supply from the ground; raises Refused."""
    raise_if(take_refusal(draft.state, tid, tokens))
    draft.emit(LoadTakenOn(transport=tid, tokens=tokens, cost=handling_cost(draft.state, tid)))


@rule("OCS 13.2f", "OCS 12.2")
def put_down(draft: Draft[State], tid: str, tokens: int) -> None:
    """Unload supply; raises Refused."""
    raise_if(put_refusal(draft.state, tid, tokens))
    draft.emit(LoadPutDown(transport=tid, tokens=tokens, cost=handling_cost(draft.state, tid)))


@rule("OCS 6.1f")
def end(draft: Draft[State]) -> None:
    """End the drive."""
    draft.emit(TransportFinished(transport=(driving(draft.state),)))
    draft.close_frame()
