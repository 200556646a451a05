"""Fighter sweeps: Fighters seek a fight with the Active planes at an enemy base, and go home (OCS 14.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, raise_if, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Ruleset, values
from ocs_engine.series.air.missions import (
    MissionFrame,
    begin_mission,
    go_home,
    in_flight_segment,
    mission_refusal,
    ready_planes,
)
from ocs_engine.series.air.planes import active_at
from ocs_engine.series.places import read_hex
from ocs_engine.series.teams import in_one_team
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side


class Sweep(Command):
    """Fly a fighter sweep to a hex with Active enemy planes (OCS 14.6)."""

    kind: Literal["fighter sweep"] = "fighter sweep"
    side: Side
    hex: str
    planes: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (Sweep,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register fighter sweeps."""
    rules.command(Sweep, in_sweeps, _blank, _fill)(_sweep)
    rules.step(MissionFrame, Mission.SWEEP)(go_home)


def in_sweeps(state: State, side: str) -> bool:
    """Whether a side may sweep now: in a movement segment, not in a simulcast turn (OCS 14.2, 2.4)."""
    return in_flight_segment(state, side, Segment.MOVEMENT) and not state.simulcast


@rule("OCS 14.6")
def _sweep(draft: Draft[State], command: Sweep) -> None:
    """Send Fighters against what is Active in a hex (OCS 14.6)."""
    state, hex_ = draft.state, read_hex(draft.state, command.hex)
    label = state.world.label(hex_)
    raise_if(mission_refusal(state, command.side, Mission.SWEEP, hex_, command.planes))
    others = tuple(pid for pid in command.planes if not state.planes[pid].is_fighter)
    if others:
        raise refuse("no Fighter", "OCS 14.6", f"{', '.join(others)} cannot sweep; Fighters do", pieces=others)
    if not active_at(state, command.side.other, hex_):
        words = f"no Active plane of the enemy's is at {label}"
        raise refuse("nobody there", "OCS 14.6", words, places=(label,))
    begin_mission(
        draft, MissionFrame(side=command.side, mission=Mission.SWEEP, hex=label, planes=command.planes)
    )


@rule("OCS 14.6")
def sweep_targets(state: State, side: Side) -> dict[Hex, list[str]]:
    """The hexes that Fighters of a side can sweep now, in order, each with those that reach it."""
    fighters = [pid for pid in ready_planes(state, side) if state.planes[pid].is_fighter]
    if not fighters:
        return {}
    found: dict[Hex, list[str]] = {}
    for hex_, base in sorted(state.bases.items()):
        if base.side is side or not active_at(state, side.other, hex_):
            continue
        able = [pid for pid in fighters if mission_refusal(state, side, Mission.SWEEP, hex_, (pid,)) is None]
        if able:
            found[hex_] = able
    return found


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The hex, a Fighter, another one, and so on until enough."""
    targets = sweep_targets(state, Side(side))
    if not filled:
        return Blank("hex", tuple(map(state.world.label, targets)))
    return more_planes(state, targets[state.world.place(str(filled[0][1]))], filled[1:])


@rule("OCS 14.2a")
def more_planes(
    state: State, able: Sequence[str], filled: Sequence[Answer], mission: Mission = Mission.SWEEP
) -> Blank | None:
    """A plane of those that are able, another one, and so on until enough or the most that the mission has (14.2a)."""
    if filled and filled[-1][1] == ENOUGH:
        return None
    chosen, size = tuple(str(value) for _, value in filled), state.points.mission_size
    others = (pid for pid in able if pid not in chosen and in_one_team(state, (*chosen, pid)))
    left = tuple(pid for pid in others if len(chosen) < size(state, mission, (*chosen, pid)))
    if chosen and not left:
        return None
    return Blank("plane", (*left, ENOUGH) if chosen else left)


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return Sweep(side=Side(side), hex=str(filled[0][1]), planes=values(filled, "plane"))
