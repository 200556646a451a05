"""Step losses (OCS 9.11): who takes them, asked one by one wherever the owner has a choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset
from ocs_engine.series.fight_commands import LoseStep
from ocs_engine.state.fight_events import StepLost
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


class LossFrame(Frame):
    """A side loses steps. owed: how many still. why: what takes them.

    before: steps that each unit lacked before the result, where its losses are spread evenly (OCS 9.11c); empty where
    the owner chooses freely. lead: the unit that gives the first step of the result, "" for none.
    """

    kind: Literal["losses"] = "losses"
    step: str = "next"
    side: Side
    units: tuple[str, ...]
    owed: int
    why: str
    before: dict[str, int] = Field(default_factory=dict)
    lead: str = ""


def open_losses(
    draft: Draft[State],
    units: Sequence[str],
    owed: int,
    why: str,
    before: Mapping[str, int] | None = None,
    lead: str = "",
) -> None:
    """Let the owner of some units lose steps; what goes beyond them vanishes (OCS 9.11b). Nothing where none are owed.

    before, lead: as in `LossFrame`; with neither, the owner chooses freely.
    """
    if owed > 0 and units:
        side = draft.state.units[units[0]].side
        draft.open_frame(
            LossFrame(side=side, units=tuple(units), owed=owed, why=why, before=dict(before or {}), lead=lead)
        )


@rule("OCS 9.11")
def losers(state: State, frame: LossFrame) -> list[str]:
    """The units of which one loses the next step.

    The first step of a combat result comes from the unit whose AR counted, then each must lose one before any loses
    two (OCS 9.11c); elsewhere the owner chooses freely.
    """
    alive = [uid for uid in frame.units if state.units[uid].place >= 0]
    if not frame.before:
        return alive
    taken = {uid: state.units[uid].lost - frame.before[uid] for uid in frame.units}
    if frame.lead in alive and not any(taken.values()):
        return [frame.lead]
    fresh = [uid for uid in alive if not taken[uid]]
    return fresh or alive


def steps_left(state: State, units: Iterable[str]) -> int:
    """The steps that units still have, all together; none in the Dead Pile."""
    there = (state.units[uid] for uid in units)
    return sum(unit.counter.steps - unit.lost for unit in there if unit.place >= 0)


@rule("OCS 9.11")
def _next(draft: Draft[State], frame: LossFrame) -> None:
    """Take the next step where there is no choice; ask where there is; end when none is owed, or nobody is left."""
    state = draft.state
    found = losers(state, frame)
    if not frame.owed or not found:
        draft.close_frame()
    elif len(found) == 1 or steps_left(state, frame.units) <= frame.owed:
        _take(draft, frame, found[0])
    else:
        draft.change_frame(step="choose")


def _take(draft: Draft[State], frame: LossFrame, uid: str) -> None:
    draft.emit(StepLost(unit=uid, why=frame.why))
    draft.change_frame(step="next", owed=frame.owed - 1)


# --- the command


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, LossFrame) and top.step == "choose" and top.side == side


def _blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    top = state.top_frame
    return None if filled or not isinstance(top, LossFrame) else Blank("unit", tuple(losers(state, top)))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return LoseStep(side=Side(side), unit=str(filled[0][1]))


def _lose(draft: Draft[State], command: LoseStep) -> None:
    top = draft.state.frame_of(LossFrame)
    found = losers(draft.state, top)
    if command.unit not in found:
        words = f"{command.unit} may not lose the next step; it comes from one of {', '.join(found)}"
        raise refuse("not that unit", "OCS 9.11", words, pieces=(command.unit,))
    _take(draft, top, command.unit)


def _ask(_: State, frame: LossFrame) -> Pending:
    return Pending(frame.side, f"which unit loses a step ({frame.why})?", "OCS 9.11", ("lose step",))


def install(rules: Ruleset[State]) -> None:
    """Register step losses."""
    rules.step(LossFrame, "next")(_next)
    rules.question(LossFrame, "choose")(_ask)
    rules.command(LoseStep, _asked, _blank, _fill)(_lose)
