"""Transport that a side must give up by its order of arrival, as it likes to choose it (T2 1.4c)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Message, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset
from ocs_engine.series.reinforcing.order import ORGANIC
from ocs_engine.state.arrival_events import TransportWithdrawn
from ocs_engine.state.capture_events import LoadDestroyed
from ocs_engine.state.carry_events import LoadPutDown
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]
TRUCKS = ("truck", "charcoal", ORGANIC)
"""The kinds of Truck Points, any mix of which will do (T2 1.4c)."""
FIRST_UNLOADED, WITH_ITS_LOAD = "unload", "with its load"


class Leaving(Message):
    """Transport that goes. formation: its organic truck, "" for T of any trucks as the owner likes (T2 1.4c)."""

    kind: str
    tokens: int
    formation: str = ""


class WithdrawalFrame(Frame):
    """A side gives up transport. leaving: what is still to go, the first of it now."""

    kind: Literal["withdrawal"] = "withdrawal"
    step: str = "next"
    side: Side
    leaving: tuple[Leaving, ...]


class Withdraw(Command):
    """Say which transport is given up, and whether it unloads first what the rest of it cannot carry (T2 1.4c)."""

    kind: Literal["withdraw"] = "withdraw"
    side: Side
    transport: str
    unload: bool = True


@rule("T2 1.4c")
def withdraw(draft: Draft[State], side: Side, leaving: Sequence[Leaving]) -> None:
    """Let a side give up transport, if it must."""
    if leaving:
        draft.open_frame(WithdrawalFrame(side=side, leaving=tuple(leaving)))


@rule("T2 1.4c", "T2 1.6c")
def candidates(state: State, side: Side, leaving: Leaving) -> list[str]:
    """The transport of a side that may go: a formation's organic truck, or Truck Points of any kind (T2 1.4c)."""
    own = [(tid, each) for tid, each in sorted(state.transport.items()) if each.side is side]
    if leaving.formation:
        return [tid for tid, each in own if each.kind == ORGANIC and each.formation == leaving.formation]
    kinds = TRUCKS if leaving.kind in TRUCKS else (leaving.kind,)
    return [tid for tid, each in own if each.kind in kinds]


@rule("T2 1.4c", "T2 1.6c")
def share(state: State, leaving: Leaving, tid: str) -> int:
    """The T of some transport that go: an organic truck whole, for no change is given, of others what is needed."""
    each = state.transport[tid]
    return each.tokens if each.kind == ORGANIC else min(each.tokens, leaving.tokens)


def excess(state: State, leaving: Leaving, tid: str) -> int:
    """What the rest of some transport cannot carry of its load, in T."""
    each = state.transport[tid]
    return max(0, each.load - (each.tokens - share(state, leaving, tid)))


def _next(draft: Draft[State], frame: WithdrawalFrame) -> None:
    """Take what leaves no choice; nothing where there is none left."""
    if not frame.leaving:
        draft.close_frame()
        return
    state, first = draft.state, frame.leaving[0]
    found = candidates(state, frame.side, first)
    if len(found) == 1 and not excess(state, first, found[0]):
        _take(draft, frame, found[0], unload=True)
    elif found:
        draft.change_frame(step="choose")
    else:
        _rest(draft, frame.leaving[1:])


@rule("T2 1.4c")
def _take(draft: Draft[State], frame: WithdrawalFrame, tid: str, unload: bool) -> None:
    """Take transport away, its load put down before or gone with it."""
    first = frame.leaving[0]
    gone, over = share(draft.state, first, tid), excess(draft.state, first, tid)
    if over:
        put = LoadPutDown(transport=tid, tokens=over, cost=0)
        draft.emit(put if unload else LoadDestroyed(transport=tid, tokens=over))
    draft.emit(TransportWithdrawn(transport=tid, tokens=gone))
    left = first.model_copy(update={"tokens": first.tokens - gone})
    done = left.tokens <= 0 or bool(first.formation)
    _rest(draft, frame.leaving[1:] if done else (left, *frame.leaving[1:]))


def _rest(draft: Draft[State], leaving: Sequence[Leaving]) -> None:
    draft.change_frame(step="next", leaving=[each.model_dump(mode="json") for each in leaving])


# --- the question


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, WithdrawalFrame) and top.step == "choose" and top.side == side


def _blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """The transport, then whether it unloads first, if it carries too much."""
    frame = state.frame_of(WithdrawalFrame)
    if not filled:
        return Blank("transport", tuple(candidates(state, frame.side, frame.leaving[0])))
    if len(filled) == 1 and excess(state, frame.leaving[0], str(filled[0][1])):
        return Blank("load", (FIRST_UNLOADED, WITH_ITS_LOAD))
    return None


def _fill(side: str, filled: Filled) -> Command:
    unload = ("load", WITH_ITS_LOAD) not in filled
    return Withdraw(side=Side(side), transport=str(filled[0][1]), unload=unload)


@rule("T2 1.4c")
def _withdraw(draft: Draft[State], command: Withdraw) -> None:
    frame = draft.state.frame_of(WithdrawalFrame)
    found = candidates(draft.state, frame.side, frame.leaving[0])
    if command.transport not in found:
        words = f"{command.transport} may not go; of these one must: {', '.join(found)}"
        raise refuse("not that transport", "T2 1.4c", words, pieces=(command.transport,))
    _take(draft, frame, command.transport, command.unload)


def _ask(_: State, frame: WithdrawalFrame) -> Pending:
    prompt = f"which transport is given up, {frame.leaving[0].tokens}T in all?"
    return Pending(frame.side, prompt, "T2 1.4c", ("withdraw",))


COMMANDS: tuple[type[Command], ...] = (Withdraw,)
FRAMES: tuple[type[Frame], ...] = (WithdrawalFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register transport that goes."""
    rules.step(WithdrawalFrame, "next")(_next)
    rules.question(WithdrawalFrame, "choose")(_ask)
    rules.command(Withdraw, _asked, _blank, _fill)(_withdraw)
