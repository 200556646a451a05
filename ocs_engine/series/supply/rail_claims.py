"""Rails behind the front that change hands by agreement (OCS 13.3h): one side asks for hexes, the other answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, Refused, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.forms import in_segment, several
from ocs_engine.series.general import enemy_units
from ocs_engine.series.places import read_hex
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.state.trace_events import RailAsked
from ocs_engine.world.counters import Side


class ClaimRail(Command):
    """Ask the other side for the control of detrainable hexes that lie behind the own front (OCS 13.3h)."""

    kind: Literal["claim rail"] = "claim rail"
    side: Side
    hexes: tuple[str, ...]


class AnswerRail(Command):
    """Say whether the hexes that the other side asks for are its own from now on (OCS 13.3h)."""

    kind: Literal["answer rail"] = "answer rail"
    side: Side
    agree: bool


class RailFrame(Frame):
    """A side waits for the other's answer on the detrainable hexes that it claims (OCS 13.3h)."""

    kind: Literal["rail claim"] = "rail claim"
    step: str = "answer"
    side: Side
    hexes: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (ClaimRail, AnswerRail)
FRAMES: tuple[type[Frame], ...] = (RailFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register the claim and its answer."""
    rules.command(ClaimRail, _may_claim, _claim_blank, _claim_fill)(_claim)
    rules.command(AnswerRail, _asked, _answer_blank, _answer_fill)(_answer)
    rules.question(RailFrame, "answer")(_ask)


@rule("OCS 13.3h")
def claim_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    """Why a side may not claim a hex, or None: a detrainable one, not its own, without an enemy combat unit."""
    label = state.world.label(hex_)
    if hex_ not in state.points.detrainable(state.world) or not state.world.in_play(hex_):
        return _no("not detrainable", f"{label} is no detrainable hex, and only those have control", label)
    if state.rail_control.get(hex_) is side:
        return _no("own already", f"the railway in {label} is the {side} side's already", label)
    if enemy_units(state, side, hex_):
        return _no("enemy there", f"an enemy combat unit is in {label}, which is not behind your front", label)
    return None


@rule("OCS 13.3h")
def claimable(state: State, side: Side) -> list[Hex]:
    """The hexes that a side may claim now, in order; none once it has been answered in this phase."""
    if state.memory.claimed:
        return []
    return [hex_ for hex_ in sorted(state.points.detrainable(state.world)) if claim_refusal(state, side, hex_) is None]


@rule("OCS 13.3h")
def _claim(draft: Draft[State], command: ClaimRail) -> None:
    """Put the question to the other side, once in a phase."""
    state = draft.state
    if not command.hexes or len(set(command.hexes)) < len(command.hexes):
        raise refuse("hexes", "OCS 13.3h", "name at least one hex, and each of them once", places=command.hexes)
    if state.memory.claimed:
        raise refuse("answered", "OCS 13.3h", "the other side has answered for this phase", places=command.hexes)
    for label in command.hexes:
        if (refusal := claim_refusal(state, command.side, read_hex(state, label))) is not None:
            raise Refused(refusal)
    draft.open_frame(RailFrame(side=command.side, hexes=command.hexes))


@rule("OCS 13.3h")
def _answer(draft: Draft[State], command: AnswerRail) -> None:
    """The hexes change hands if both sides agree, and stay as they are otherwise."""
    frame = draft.state.top_frame
    if not isinstance(frame, RailFrame):
        raise TypeError("nobody is asked about railways")
    draft.close_frame()
    draft.emit(RailAsked(side=frame.side, hexes=frame.hexes, agreed=command.agree))


# --- the forms


def _may_claim(state: State, side: str) -> bool:
    return in_segment(state, side) and state.now.phase is Phase.MOVEMENT


def _claim_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """A hex, another one, and so on until enough."""
    return several([state.world.label(hex_) for hex_ in claimable(state, Side(side))], filled, name="hex")


def _claim_fill(side: str, filled: Sequence[Answer]) -> Command:
    return ClaimRail(side=Side(side), hexes=values(filled, "hex"))


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, RailFrame) and top.side.other == side


def _ask(_: State, frame: RailFrame) -> Pending:
    prompt = f"does the railway in {', '.join(frame.hexes)} go to the {frame.side}, behind whose front it lies?"
    return Pending(frame.side.other, prompt, "OCS 13.3h", ("answer rail",))


def _answer_blank(_state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    return None if filled else Blank("agree", ("no", "yes"))


def _answer_fill(side: str, filled: Sequence[Answer]) -> Command:
    return AnswerRail(side=Side(side), agree=filled[0][1] == "yes")


def _no(code: str, sentence: str, label: str) -> Refusal:
    return Refusal(code=code, rule="OCS 13.3h", sentence=sentence, places=(label,))
