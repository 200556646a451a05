"""Base transfer: planes go from their base to another one, up to twice their range away (OCS 14.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, raise_if, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset, values
from ocs_engine.series.air.missions import (
    MissionFrame,
    begin_mission,
    flying,
    in_flight_segment,
    mission_refusal,
    ready_planes,
)
from ocs_engine.series.air.planes import bases_in_reach, long_range, reaches, room_to_stay
from ocs_engine.series.air.sweep import more_planes
from ocs_engine.series.places import read_place
from ocs_engine.state.air_events import Mission, PlaneLanded
from ocs_engine.state.model import State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side


class Transfer(Command):
    """Move planes to another base of their side (OCS 14.11). base: a hex or an off-map box."""

    kind: Literal["base transfer"] = "base transfer"
    side: Side
    base: str
    planes: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (Transfer,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register base transfers."""
    rules.command(Transfer, in_transfers, _blank, _fill)(_transfer)
    rules.step(MissionFrame, Mission.TRANSFER)(_arrive)


def in_transfers(state: State, side: str) -> bool:
    """Whether a side may transfer planes now: in a movement segment (OCS 14.2)."""
    return in_flight_segment(state, side, Segment.MOVEMENT)


@rule("OCS 14.11")
def _transfer(draft: Draft[State], command: Transfer) -> None:
    """Let planes set out for another base (OCS 14.11)."""
    state, base = draft.state, read_place(draft.state, command.base)
    label, ranges = state.world.label(base), state.world.tables.number("base_transfer_range")
    raise_if(mission_refusal(state, command.side, Mission.TRANSFER, base, command.planes, ranges))
    for pid in command.planes:
        if base not in state.points.air_bases(state, pid):
            words = f"{pid} may not be based at {label}"
            raise refuse("no base", "OCS 14.11", words, places=(label,), pieces=(pid,))
        if state.planes[pid].place == base:
            raise refuse("there already", "OCS 14.11", f"{pid} is based at {label} already", pieces=(pid,))
    begin_mission(
        draft, MissionFrame(side=command.side, mission=Mission.TRANSFER, hex=label, planes=command.planes)
    )


@rule("OCS 14.11", "OCS 14.2a", "OCS 21.4", "OCS 21.5")
def _arrive(draft: Draft[State], frame: MissionFrame) -> None:
    """All land; a Fighter within its normal range stays Active if the base has room for one more (OCS 14.11).

    By option it must fly half its range at most, and the base take no more of them in the turn (OCS 21.4, 21.5).
    """
    base = draft.state.world.place(frame.hex)
    planes = flying(draft.state, frame)
    draft.change_frame(step="landed")
    for pid in planes:
        state = draft.state
        near = state.planes[pid].is_fighter and reaches(state, pid, base) and not long_range(state, (pid,), base)
        draft.emit(
            PlaneLanded(plane=pid, base=frame.hex, active=near and room_to_stay(state, frame.side, base) > 0)
        )


@rule("OCS 14.11")
def destinations(state: State, pid: str) -> tuple[int, ...]:
    """The other bases to which a plane could be transferred now, the nearest first."""
    plane, ranges = state.planes[pid], state.world.tables.number("base_transfer_range")
    return tuple(
        base for base in bases_in_reach(state, pid, plane.place, ranges * plane.aircraft.range) if base != plane.place
    )


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The base, a plane, another one, and so on until enough."""
    ways = {pid: destinations(state, pid) for pid in ready_planes(state, Side(side))}
    if not filled:
        bases = sorted({base for found in ways.values() for base in found})
        return Blank("base", tuple(map(state.world.label, bases)))
    base = state.world.place(str(filled[0][1]))
    return more_planes(state, [pid for pid, found in ways.items() if base in found], filled[1:], Mission.TRANSFER)


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return Transfer(side=Side(side), base=str(filled[0][1]), planes=values(filled, "plane"))
