"""The planes at an air base that falls (OCS 9.14f): each is rolled for, and what is left of it gets away to a base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset
from ocs_engine.series.air.planes import bases_in_reach
from ocs_engine.series.tables.capture import caught_plane_loses_step, caught_plane_modifiers
from ocs_engine.state.capture_events import PlaneDestroyed, PlaneDisplaced, PlaneStepLost
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side


class Rebase(Command):
    """Name the base to which a plane gets away from a base that falls (OCS 9.14f)."""

    kind: Literal["rebase"] = "rebase"
    side: Side
    plane: str
    base: str


class PlanesFrame(Frame):
    """The planes at a base that falls. side: the captor. planes: those still to be rolled for; plane: the one rolled.

    advance: whether the base falls to an advance after combat.
    """

    kind: Literal["planes caught"] = "planes caught"
    step: str = "roll"
    side: Side
    hex: str
    advance: bool
    planes: tuple[str, ...]
    plane: str = ""


def planes_there(state: State, side: Side, hex_: Hex) -> tuple[str, ...]:
    """The planes of a side in a hex, Active or not, in a fixed order."""
    planes = sorted(state.planes.items())
    return tuple(pid for pid, plane in planes if plane.place == hex_ and plane.aircraft.side is side)


@rule("OCS 9.14f")
def refuges(state: State, frame: PlanesFrame) -> tuple[str, ...]:
    """The bases to which the plane just rolled for may get away: within twice its range (OCS 9.14f)."""
    aircraft = state.planes[frame.plane].aircraft
    reach = state.world.tables.number("air_base_capture_reach_in_ranges") * aircraft.range
    fallen = state.world.place(frame.hex)
    places = (place for place in bases_in_reach(state, frame.plane, fallen, reach) if place != fallen)
    return tuple(map(state.world.label, places))


@rule("OCS 9.14f")
def _roll(draft: Draft[State], frame: PlanesFrame) -> None:
    """Two dice for the next plane; an Active one, and an advance after combat, help it (OCS 9.14f)."""
    if not frame.planes:
        draft.close_frame()
        return
    pid, *others = frame.planes
    tables, plane = draft.state.world.tables, draft.state.planes[pid]
    roll = sum(draft.roll(f"{plane.aircraft.name} at the base in {frame.hex}", 2))
    if caught_plane_loses_step(tables, roll, caught_plane_modifiers(tables, plane.active, frame.advance)):
        draft.emit(PlaneStepLost(plane=pid, why=f"the base in {frame.hex} fell"))
    alive = draft.state.planes[pid].place != DEAD
    draft.change_frame(step="escape" if alive else "roll", plane=pid, planes=tuple(others))


def _escape(draft: Draft[State], frame: PlanesFrame) -> None:
    """Without a base in reach a plane is destroyed, to a single one it goes, and of several its owner chooses."""
    bases = refuges(draft.state, frame)
    if len(bases) > 1:
        draft.change_frame(step="choose")
        return
    if bases:
        draft.emit(PlaneDisplaced(plane=frame.plane, to=bases[0]))
    else:
        draft.emit(PlaneDestroyed(plane=frame.plane, why="no base in reach"))
    draft.change_frame(step="roll")


# --- the command


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, PlanesFrame) and top.step == "choose" and top.side.other == side



def _blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    top = state.frame_of(PlanesFrame)
    if not filled:
        return Blank("plane", (top.plane,))
    return Blank("base", refuges(state, top)) if len(filled) == 1 else None


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return Rebase(side=Side(side), plane=str(filled[0][1]), base=str(filled[1][1]))


def _rebase(draft: Draft[State], command: Rebase) -> None:
    top = draft.state.frame_of(PlanesFrame)
    if command.plane != top.plane:
        raise refuse("not that plane", "OCS 9.14f", f"it is {top.plane} that gets away", pieces=(command.plane,))
    if command.base not in (bases := refuges(draft.state, top)):
        words = f"{command.plane} may not go to {command.base}; it may to {', '.join(bases)}"
        raise refuse("not that base", "OCS 9.14f", words, places=(command.base,), pieces=(command.plane,))
    draft.emit(PlaneDisplaced(plane=command.plane, to=command.base))
    draft.change_frame(step="roll")


def _ask(_: State, frame: PlanesFrame) -> Pending:
    prompt = f"to which base does a plane get away from {frame.hex}?"
    return Pending(frame.side.other, prompt, "OCS 9.14f", ("rebase",))


def install(rules: Ruleset[State]) -> None:
    """Register what happens to planes."""
    rules.step(PlanesFrame, "roll")(_roll)
    rules.step(PlanesFrame, "escape")(_escape)
    rules.question(PlanesFrame, "choose")(_ask)
    rules.command(Rebase, _asked, _blank, _fill)(_rebase)
