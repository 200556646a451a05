"""Revised rebuilds by option (OCS 21.7): where replacements appear, and that half of them are used at once or lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.places import read_place
from ocs_engine.series.reinforcing.rebuilding import EQ, PAX, pax_or_eq, place_repls
from ocs_engine.series.reinforcing.replacements import PLACING, ReplFrame, repl_places
from ocs_engine.state.model import State
from ocs_engine.state.option_events import ReplsLapsed
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side
from ocs_engine.world.options import REVISED_REBUILDS


class PlaceRepl(Command):
    """Say where a replacement that comes appears: the side's box, or the hex of an HQ that traces (OCS 21.7)."""

    kind: Literal["place repl"] = "place repl"
    side: Side
    place: str


COMMANDS: tuple[type[Command], ...] = (PlaceRepl,)
FRAMES: tuple[type[Frame], ...] = ()


@rule("OCS 21.7")
def lapse(draft: Draft[State]) -> None:
    """At the end of a Reinforcement Phase what was to be used of the Pax and the Eq received, and was not, is lost."""
    state, side = draft.state, draft.state.now.acts
    if state.now.phase is not Phase.REINFORCEMENT or side is None or not state.plays(REVISED_REBUILDS):
        return
    lost = [uid for kind in (PAX, EQ) for uid in _unused(state, kind)]
    if lost:
        draft.emit(ReplsLapsed(side=side, repls=tuple(lost)))


def _unused(state: State, kind: str) -> list[str]:
    """The replacements of a kind that may not be kept: at least half of those received are to be used (OCS 21.7)."""
    came = [uid for uid in state.memory.repls_came if pax_or_eq(state.units[uid].counter) == kind]
    over = -(-len(came) // 2) - state.memory.repls_used.get(kind, 0)
    there = sorted(uid for uid in came if state.units[uid].place >= 0)
    return there[: max(over, 0)]


@rule("OCS 21.7")
def _place(draft: Draft[State], command: PlaceRepl) -> None:
    """A replacement appears where its owner says (OCS 21.7)."""
    state, frame = draft.state, draft.state.frame_of(ReplFrame)
    place, able = read_place(state, command.place), repl_places(state, frame)
    if place not in able:
        words = f"a replacement appears in {', '.join(map(state.world.label, able))}, not in {command.place}"
        raise refuse("not there", "OCS 21.7", words, (command.place,))
    draft.change_frame(step="result")
    place_repls(draft, frame.side, frame.result, 1, place)


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, ReplFrame) and top.step == PLACING and top.side == side


def _blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    """The place."""
    if filled:
        return None
    return Blank("place", tuple(map(state.world.label, repl_places(state, state.frame_of(ReplFrame)))))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return PlaceRepl(side=Side(side), place=str(filled[0][1]))


def install(rules: Ruleset[State]) -> None:
    """Register where replacements appear."""
    rules.command(PlaceRepl, _asked, _blank, _fill)(_place)
