"""Hip Shoots: one plane barrages at once, in a movement segment, what a combat unit spots for it (OCS 14.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.air.bombing import bombers_refusal, drop_bombs, strong_enough
from ocs_engine.series.air.missions import (
    MissionFrame,
    begin_mission,
    in_flight_segment,
    mission_refusal,
    ready_planes,
)
from ocs_engine.series.air.planes import reaches
from ocs_engine.series.firing import Aim, aim_refusal, aims, spotter_near
from ocs_engine.series.places import read_hex
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side


class HipShoot(Command):
    """Barrage one kind of target in a hex with one plane, between two moves (OCS 14.7)."""

    kind: Literal["hip shoot"] = "hip shoot"
    side: Side
    target: str
    aim: Aim
    plane: str


COMMANDS: tuple[type[Command], ...] = (HipShoot,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register Hip Shoots."""
    rules.command(HipShoot, in_hip_shoots, _blank, _fill)(_hip_shoot)
    rules.step(MissionFrame, Mission.HIP_SHOOT)(drop_bombs)


def in_hip_shoots(state: State, side: str) -> bool:
    """Whether a side may fly Hip Shoots now: in a movement segment, not in a simulcast turn (OCS 14.2, 2.4)."""
    return in_flight_segment(state, side, Segment.MOVEMENT) and not state.simulcast


@rule("OCS 14.7", "OCS 14.1e", "T2 2.3", "T2 3.3a")
def shooter_refusal(state: State, pid: str) -> Refusal | None:
    """Why a plane flies no Hip Shoots at all, or None: Strategic Bombers never do, others as the game has it."""
    if state.planes[pid].aircraft.strategic:
        words = f"{pid} is a Strategic Bomber and flies no Hip Shoots"
        return Refusal(code="strategic bomber", rule="OCS 14.1e", sentence=words, pieces=(pid,))
    return state.points.may_hip_shoot(state, pid)


@rule("OCS 14.7", "OCS 10.0b")
def spotter_refusal(state: State, side: Side, hex_: Hex, pid: str) -> Refusal | None:
    """Why nobody spots for a Hip Shoot of a plane, at whatever target, or None (OCS 10.0b, 14.7d)."""
    if spotter_near(state, side, hex_, (pid,)):
        return None
    label = state.world.label(hex_)
    words = f"a Hip Shoot needs a combat unit of its side next to {label}"
    return Refusal(code="no spotter", rule="OCS 10.0b", sentence=words, places=(label,))


@rule("OCS 14.7", "OCS 10.0e")
def _hip_shoot(draft: Draft[State], command: HipShoot) -> None:
    """Send the plane; the hex may have been barraged, and may be barraged later (OCS 10.0e, 14.7d)."""
    state, hex_, side = draft.state, read_hex(draft.state, command.target), command.side
    raise_if(mission_refusal(state, side, Mission.HIP_SHOOT, hex_, (command.plane,)))
    raise_if(shooter_refusal(state, command.plane))
    raise_if(aim_refusal(state, side, hex_, command.aim))
    raise_if(spotter_refusal(state, side, hex_, command.plane))
    raise_if(bombers_refusal(state, (command.plane,), command.aim))
    label = state.world.label(hex_)
    begin_mission(
        draft,
        MissionFrame(side=side, mission=Mission.HIP_SHOOT, hex=label, planes=(command.plane,), aim=command.aim),
    )


def shooters(state: State, side: Side) -> list[str]:
    """The planes of a side that could fly a Hip Shoot in this phase, wherever it is."""
    fit = (pid for pid in ready_planes(state, side) if shooter_refusal(state, pid) is None)
    return [pid for pid in fit if strong_enough(state, (pid,))]


@rule("OCS 14.7")
def shots(state: State, side: Side) -> dict[Hex, list[str]]:
    """The hexes at which planes of a side can fly Hip Shoots now, in order, each with those planes."""
    planes = shooters(state, side)
    if not planes:
        return {}
    size, closed = state.world.atlas.grid.size, state.points.closed_to(state, side)
    found: dict[Hex, list[str]] = {}
    for hex_ in sorted({*state.here, *state.bases, *state.ports}):
        on_map = 0 <= hex_ < size and hex_ not in closed
        if on_map and spotter_near(state, side, hex_) and aims(state, side, hex_):
            near = (pid for pid in planes if reaches(state, pid, hex_))
            found[hex_] = [pid for pid in near if spotter_near(state, side, hex_, (pid,))]
    return {hex_: able for hex_, able in found.items() if able}


def _aimable(state: State, pid: str, aim: Aim) -> bool:
    return bombers_refusal(state, (pid,), aim) is None


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The target hex, what there is announced, and the plane."""
    own, found = Side(side), shots(state, Side(side)) if len(filled) < 3 else {}
    if not filled:
        return Blank("target", tuple(map(state.world.label, found)))
    hex_ = state.world.place(str(filled[0][1]))
    if len(filled) == 1:
        possible = (aim for aim in aims(state, own, hex_) if any(_aimable(state, pid, aim) for pid in found[hex_]))
        return Blank("aim", tuple(map(str, possible)))
    if len(filled) == 2:
        return Blank("plane", tuple(pid for pid in found[hex_] if _aimable(state, pid, Aim(filled[1][1]))))
    return None


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    target, aim, plane = (str(value) for _, value in filled)
    return HipShoot(side=Side(side), target=target, aim=Aim(aim), plane=plane)
