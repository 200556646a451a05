"""Consolidation of planes: two reduced ones in one place merge into a full one, in any phase (OCS 13.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.state.model import DEAD, State
from ocs_engine.state.plane_events import PlanesMerged
from ocs_engine.state.slots import Phase
from ocs_engine.world.aircraft import Aircraft
from ocs_engine.world.counters import Side


class Merge(Command):
    """Give the one step of a reduced plane to another one of its kind, and the rest of it up (OCS 13.9)."""

    kind: Literal["merge planes"] = "merge planes"
    side: Side
    kept: str
    spent: str


COMMANDS: tuple[type[Command], ...] = (Merge,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register the consolidation of planes."""
    rules.command(Merge, in_merging, _blank, _fill)(_merge)


@rule("OCS 13.9")
def in_merging(state: State, side: str) -> bool:
    """Whether either side may merge planes: in any phase of play, while no procedure is under way (OCS 13.9)."""
    free = not state.frames and state.verdict is None and side in tuple(Side)
    return free and state.now.phase is not Phase.SET_UP


@rule("OCS 13.9", "T2 1.7", "T2 2.5")
def alike(one: Aircraft, other: Aircraft) -> bool:
    """Whether two kinds of plane are of one type with the same values, of whatever nation.

    Surge planes and the Desert Air Force merge among themselves alone (T2 1.7, 2.5).
    """
    return replace(one, id=other.id, faction=other.faction, mark=other.mark) == other


@rule("OCS 13.9")
def partners(state: State, side: Side, pid: str) -> list[str]:
    """The reduced planes with which one could merge, in a fixed order: with it, like it, and both Active or neither."""
    plane = state.planes[pid]
    if plane.side is not side or plane.place == DEAD or not plane.lost:
        return []
    return [
        other
        for other, each in sorted(state.planes.items())
        if other != pid
        and each.lost
        and (each.place, each.active) == (plane.place, plane.active)
        and alike(plane.aircraft, each.aircraft)
    ]


@rule("OCS 13.9", "T2 1.7", "T2 2.5")
def merge_refusal(state: State, side: Side, kept: str, spent: str) -> Refusal | None:
    """Why two planes of a side may not merge, or None."""
    for pid in (kept, spent):
        plane = state.planes.get(pid)
        if plane is None or plane.side is not side or plane.place == DEAD:
            return _no("no such plane", f"the {side} side has no plane {pid!r} in play", pid)
        if not plane.lost:
            return _no("not reduced", f"{pid} has all its steps", pid)
    if spent not in partners(state, side, kept):
        words = f"{kept} and {spent} must be of one type, in one hex or box, and both Active or both Inactive"
        return _no("not alike", words, kept, spent)
    return None


@rule("OCS 13.9")
def _merge(draft: Draft[State], command: Merge) -> None:
    """Two steps become one full plane; its other half goes to the Dead Pile (OCS 13.9)."""
    state = draft.state
    raise_if(merge_refusal(state, command.side, command.kept, command.spent))
    place = state.world.label(state.planes[command.kept].place)
    draft.emit(PlanesMerged(side=command.side, place=place, kept=command.kept, spent=command.spent))


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The plane that stays, then the one that goes."""
    if not filled:
        own = Side(side)
        return Blank("kept", tuple(pid for pid in sorted(state.planes) if partners(state, own, pid)))
    return Blank("spent", tuple(partners(state, Side(side), str(filled[0][1])))) if len(filled) == 1 else None


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return Merge(side=Side(side), kept=str(filled[0][1]), spent=str(filled[1][1]))


def _no(code: str, sentence: str, *pieces: str) -> Refusal:
    return Refusal(code=code, rule="OCS 13.9", sentence=sentence, pieces=pieces)
