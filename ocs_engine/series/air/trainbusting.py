"""Trainbusting: planes barrage a railway, which hampers the enemy's movement round it (OCS 14.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset, values
from ocs_engine.series.air.air_barrage import in_air_barrage
from ocs_engine.series.air.bombing import Radius, bombers, bombers_blank, bombers_refusal, drop_bombs
from ocs_engine.series.air.missions import MissionFrame, begin_mission, mission_refusal
from ocs_engine.series.air.planes import reaches
from ocs_engine.series.firing import Aim, barraged_refusal
from ocs_engine.series.general import enemy_units
from ocs_engine.series.places import read_hex
from ocs_engine.series.supply.railnet import railway_hexes
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


class Trainbust(Command):
    """Bomb the railway in a hex with planes, in the order of their stack (OCS 14.8)."""

    kind: Literal["trainbusting"] = "trainbusting"
    side: Side
    target: str
    planes: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (Trainbust,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register trainbusting."""
    rules.command(Trainbust, in_air_barrage, _blank, _fill)(_trainbust)
    rules.step(MissionFrame, Mission.TRAINBUSTING)(drop_bombs)


@rule("OCS 14.8", "OCS 10.0c")
def railway_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    """Why there is no railway for a side to bomb in a hex, or None.

    It must be one that the enemy could use: no combat units of the side stand on it, and where cargo gets on or off
    the side does not control it. One marker lies in a hex at most (OCS 14.8a).
    """
    if not state.world.in_play(hex_) or not any(state.world.atlas.rail[6 * hex_ : 6 * hex_ + 6]):
        words = "has no railway in play"
    elif enemy_units(state, side.other, hex_) or state.rail_control.get(hex_) is side:
        words = f"has a railway in the hands of the {side}"
    elif hex_ in state.trainbusted:
        words = "has a Trainbusting marker already"
    else:
        return None
    label = state.world.label(hex_)
    return Refusal(code="no railway", rule="OCS 14.8", sentence=f"{label} {words}", places=(label,))


@rule("OCS 14.8", "OCS 10.0e")
def _trainbust(draft: Draft[State], command: Trainbust) -> None:
    """Announce a barrage of a railway and send the planes (OCS 14.8)."""
    state, hex_, side = draft.state, read_hex(draft.state, command.target), command.side
    raise_if(mission_refusal(state, side, Mission.TRAINBUSTING, hex_, command.planes))
    raise_if(barraged_refusal(state, hex_))
    raise_if(railway_refusal(state, side, hex_))
    raise_if(bombers_refusal(state, command.planes, Aim.RAILWAY))
    label = state.world.label(hex_)
    begin_mission(
        draft,
        MissionFrame(side=side, mission=Mission.TRAINBUSTING, hex=label, planes=command.planes, aim=Aim.RAILWAY),
    )


@rule("OCS 14.8")
def open_railways(state: State, side: Side) -> Iterator[Hex]:
    """The hexes whose railway planes of a side can bomb in this segment, in order."""
    within = Radius(state, bombers(state, side, Aim.RAILWAY))
    if not within:
        return
    shut = {*state.points.closed_to(state, side), *state.memory.barraged}
    for hex_ in railway_hexes(state.world):
        if hex_ not in shut and railway_refusal(state, side, hex_) is None and hex_ in within:
            yield hex_


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The target hex, a plane, another one, and so on until enough."""
    if not filled:
        return Blank("target", tuple(map(state.world.label, open_railways(state, Side(side)))))
    hex_ = state.world.place(str(filled[0][1]))
    able = [pid for pid in bombers(state, Side(side), Aim.RAILWAY) if reaches(state, pid, hex_)]
    return bombers_blank(state, able, filled[1:])


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return Trainbust(side=Side(side), target=str(filled[0][1]), planes=values(filled, "plane"))
