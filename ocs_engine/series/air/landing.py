"""Planes that have done their flying land at bases in reach and are Inactive there (OCS 14.1c)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset
from ocs_engine.series.air.planes import bases_in_reach
from ocs_engine.state.air_events import PlaneLanded
from ocs_engine.state.capture_events import PlaneDestroyed
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

NO_BASE = "no base in reach"
"""What destroys a plane that cannot land."""


class Land(Command):
    """Name the base at which each plane lands that could land at several (OCS 14.1c). bases: by plane."""

    kind: Literal["land"] = "land"
    side: Side
    bases: dict[str, str]


class LandFrame(Frame):
    """Planes of a side fly from a hex to bases. ranges: the hexes that each flies at most; its order is theirs."""

    kind: Literal["landing"] = "landing"
    step: str = "land"
    side: Side
    hex: str
    ranges: dict[str, int] = Field(default_factory=dict)


COMMANDS: tuple[type[Command], ...] = (Land,)
FRAMES: tuple[type[Frame], ...] = (LandFrame,)


def open_landing(
    draft: Draft[State], side: Side, hex_: str, planes: Sequence[str], ranges: Mapping[str, int] | None = None
) -> None:
    """Let planes land that are over a hex, each within its printed range where `ranges` names no other."""
    if planes:
        known = dict(ranges or {})
        full = {pid: known.get(pid, draft.state.planes[pid].aircraft.range) for pid in planes}
        draft.open_frame(LandFrame(side=side, hex=hex_, ranges=full))


@rule("OCS 14.1c")
def havens(state: State, frame: LandFrame, pid: str) -> tuple[str, ...]:
    """The bases at which a plane may land, the one it came from first, then the nearest (OCS 14.1c)."""
    home = state.planes[pid].place
    places = bases_in_reach(state, pid, state.world.place(frame.hex), frame.ranges[pid])
    own_first = sorted(places, key=lambda place: place != home)
    return tuple(map(state.world.label, own_first))


@rule("OCS 14.1c")
def _land(draft: Draft[State], frame: LandFrame) -> None:
    """Land what has one base in reach, destroy what has none, and ask about the others (OCS 14.1c)."""
    open_: dict[str, int] = {}
    for pid, hexes in frame.ranges.items():
        bases = havens(draft.state, frame, pid)
        if not bases:
            draft.emit(PlaneDestroyed(plane=pid, why=NO_BASE))
        elif len(bases) == 1:
            draft.emit(PlaneLanded(plane=pid, base=bases[0]))
        else:
            open_[pid] = hexes
    if open_:
        draft.change_frame(step="choose", ranges=open_)
    else:
        draft.close_frame()


# --- the command


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, LandFrame) and top.step == "choose" and top.side == side


def _blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    """The base of each plane in turn."""
    top = state.frame_of(LandFrame)
    planes = list(top.ranges)
    if len(filled) % 2:
        return Blank("base", havens(state, top, str(filled[-1][1])))
    done = len(filled) // 2
    return Blank("plane", (planes[done],)) if done < len(planes) else None


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    names = [str(value) for _, value in filled]
    return Land(side=Side(side), bases=dict(zip(names[::2], names[1::2], strict=True)))


@rule("OCS 14.1c")
def _carry_out(draft: Draft[State], command: Land) -> None:
    top = draft.state.frame_of(LandFrame)
    if set(command.bases) != set(top.ranges):
        words = f"name a base for each of {', '.join(top.ranges)}, and for no other plane"
        raise refuse("planes", "OCS 14.1c", words, pieces=tuple(sorted(set(command.bases) ^ set(top.ranges))))
    for pid, base in command.bases.items():
        if base not in (bases := havens(draft.state, top, pid)):
            words = f"{pid} may not land at {base}; it may at {', '.join(bases)}"
            raise refuse("not that base", "OCS 14.1c", words, places=(base,), pieces=(pid,))
    for pid in top.ranges:
        draft.emit(PlaneLanded(plane=pid, base=command.bases[pid]))
    draft.close_frame()


def _ask(_: State, frame: LandFrame) -> Pending:
    return Pending(frame.side, f"where do your planes land that were over {frame.hex}?", "OCS 14.1c", ("land",))


def install(rules: Ruleset[State]) -> None:
    """Register landings."""
    rules.step(LandFrame, "land")(_land)
    rules.question(LandFrame, "choose")(_ask)
    rules.command(Land, _asked, _blank, _fill)(_carry_out)
