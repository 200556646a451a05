"""Barrage by planes of combat units, an air base or a port, flown in barrage segments (OCS 10.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset, values
from ocs_engine.series.air.bombing import bomb_targets, bombers, bombers_blank, bombers_refusal, drop_bombs
from ocs_engine.series.air.missions import MissionFrame, begin_mission, in_flight_segment, mission_refusal
from ocs_engine.series.air.planes import reaches
from ocs_engine.series.firing import Aim, target_refusal
from ocs_engine.series.places import read_hex
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side


class AirBarrage(Command):
    """Barrage one kind of target in a hex with planes, in the order of their stack (OCS 10.2)."""

    kind: Literal["air barrage"] = "air barrage"
    side: Side
    target: str
    aim: Aim
    planes: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (AirBarrage,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register barrages by planes."""
    rules.command(AirBarrage, in_air_barrage, _blank, _fill)(_air_barrage)
    rules.step(MissionFrame, Mission.BARRAGE)(drop_bombs)


@rule("OCS 10.0e", "OCS 14.7")
def in_air_barrage(state: State, side: str) -> bool:
    """Whether a side may barrage with planes now: in a barrage segment of a phase in which it flies (OCS 10.0e)."""
    return in_flight_segment(state, side, Segment.BARRAGE) and not state.simulcast


@rule("OCS 10.2", "OCS 14.7")
def _air_barrage(draft: Draft[State], command: AirBarrage) -> None:
    """Announce a barrage and send the planes (OCS 10.2)."""
    state, hex_, side = draft.state, read_hex(draft.state, command.target), command.side
    raise_if(mission_refusal(state, side, Mission.BARRAGE, hex_, command.planes))
    raise_if(target_refusal(state, side, hex_, command.aim))
    raise_if(bombers_refusal(state, command.planes, command.aim))
    label = state.world.label(hex_)
    begin_mission(
        draft,
        MissionFrame(side=side, mission=Mission.BARRAGE, hex=label, planes=command.planes, aim=command.aim),
    )


def open_targets(state: State, side: Side) -> dict[Hex, list[Aim]]:
    """The hexes that planes of a side can barrage in this segment, in order, each with what can be announced there."""
    return {hex_: aims for hex_, aims in bomb_targets(state, side) if hex_ not in state.memory.barraged}


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The target hex, what there is announced, a plane, another one, and so on until enough."""
    own = Side(side)
    if len(filled) < 2:
        targets = open_targets(state, own)
        if not filled:
            return Blank("target", tuple(map(state.world.label, targets)))
        return Blank("aim", tuple(map(str, targets[state.world.place(str(filled[0][1]))])))
    hex_ = state.world.place(str(filled[0][1]))
    able = [pid for pid in bombers(state, own, Aim(filled[1][1])) if reaches(state, pid, hex_)]
    return bombers_blank(state, able, filled[2:])


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    planes = values(filled, "plane")
    return AirBarrage(side=Side(side), target=str(filled[0][1]), aim=Aim(filled[1][1]), planes=planes)
