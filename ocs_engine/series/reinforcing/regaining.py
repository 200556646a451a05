"""The answer which plane regains a step: one that the order of arrival gives (T2 1.4b), or replacements (T2 1.4a)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.air.special import regained, returns_to
from ocs_engine.series.places import read_place
from ocs_engine.series.reinforcing.arrivals import ADDING, ArrivalsFrame, step_planes
from ocs_engine.series.reinforcing.replacements import REGAINING, ReplFrame, free_planes
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


class RegainStep(Command):
    """Say which plane regains a step, and at which base one from the Dead Pile appears (T2 1.4a, 1.4b)."""

    kind: Literal["regain step"] = "regain step"
    side: Side
    plane: str
    base: str


COMMANDS: tuple[type[Command], ...] = (RegainStep,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register the answer; the questions are those of the two chapters."""
    rules.command(RegainStep, _asked, _blank, _fill)(_regain)


def _asked(state: State, side: str) -> bool:
    match state.top_frame:
        case ArrivalsFrame() as top:
            return top.step == ADDING and top.side == side
        case ReplFrame() as top:
            return top.step == REGAINING and top.side == side
    return False


@rule("T2 1.4a", "T2 1.4b")
def able_planes(state: State) -> list[str]:
    """The planes of which one regains a step by what is asked, in a fixed order."""
    top = state.top_frame
    if isinstance(top, ArrivalsFrame):
        return step_planes(state, top.side, top.air_steps[0])
    return free_planes(state, state.frame_of(ReplFrame))


def _blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    """A plane, then a base."""
    if not filled:
        return Blank("plane", tuple(able_planes(state)))
    if len(filled) > 1:
        return None
    return Blank("base", tuple(map(state.world.label, returns_to(state, str(filled[0][1])))))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return RegainStep(side=Side(side), plane=str(filled[0][1]), base=str(filled[1][1]))


@rule("T2 1.4a", "T2 1.4b")
def _regain(draft: Draft[State], command: RegainStep) -> None:
    """A plane has a step more; from the Dead Pile it appears at a base of its owner's choice."""
    state, pid, top = draft.state, command.plane, draft.state.top_frame
    case = "T2 1.4b" if isinstance(top, ArrivalsFrame) else "T2 1.4a"
    if pid not in able_planes(state):
        raise refuse("not that plane", case, f"{pid} is no plane that could regain a step by this", pieces=(pid,))
    base = read_place(state, command.base)
    if base not in (able := returns_to(state, pid)):
        words = f"{pid} may regain a step in {', '.join(map(state.world.label, able))}, not in {command.base}"
        raise refuse("not there", case, words, pieces=(pid,))
    if isinstance(top, ArrivalsFrame):
        draft.change_frame(step="next", air_steps=list(top.air_steps[1:]))
    else:
        draft.change_frame(step="plane", steps=state.frame_of(ReplFrame).steps - 1)
    draft.emit(regained(state, pid, base))
