"""What a side may trade in its Reinforcement Phase by option: fighters for rolls, a surge for Sea Cap (T2 4.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.reinforcing.replacements import GIVING, TRADING, ReplFrame
from ocs_engine.state.model import State
from ocs_engine.state.option_events import FightersGivenUp, SurgeTraded
from ocs_engine.world.counters import Side

GIVEN_UP = 3
"""Planes that are given up together (T2 4.6a)."""
NOBODY, REFIT, SEA_CAP = "nobody", "refit", "sea cap"


class GiveUp(Command):
    """Give up planes for better replacements; none keeps them all (T2 4.6a)."""

    kind: Literal["give up"] = "give up"
    side: Side
    planes: tuple[str, ...] = ()


class TradeSurge(Command):
    """Say whether a refit of surge planes is traded for Sea Cap (T2 4.6b)."""

    kind: Literal["trade surge"] = "trade surge"
    side: Side
    trade: bool = False


COMMANDS: tuple[type[Command], ...] = (GiveUp, TradeSurge)
FRAMES: tuple[type[Frame], ...] = ()


def _at(step: str) -> Callable[[State, str], bool]:
    def asked(state: State, side: str) -> bool:
        top = state.top_frame
        return isinstance(top, ReplFrame) and top.step == step and top.side == side

    return asked


@rule("T2 4.6")
def give_up(draft: Draft[State], command: GiveUp) -> None:
    """Three planes at full strength go for good, or all stay; then the roll (T2 4.6a)."""
    able, planes = draft.state.points.fighters_to_give(draft.state, command.side), command.planes
    if planes and (len(planes) != GIVEN_UP or len(set(planes)) != GIVEN_UP or not set(planes) <= set(able)):
        words = f"name {GIVEN_UP} of {', '.join(able)}, each once, or none"
        raise refuse("planes", "T2 4.6", words, pieces=planes)
    if planes:
        draft.emit(FightersGivenUp(side=command.side, planes=planes))
    draft.change_frame(step="roll")


@rule("T2 4.6")
def trade_surge(draft: Draft[State], command: TradeSurge) -> None:
    """Sea Cap for this turn in place of the refit, or the refit (T2 4.6b)."""
    if command.trade:
        points = draft.state.points.surge_trade(draft.state, command.side)
        draft.emit(SurgeTraded(side=command.side, points=points))
    draft.change_frame(step="strip" if command.trade else "surge")


def _give_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """Nobody, or a plane, another one, and a third."""
    chosen = [str(value) for _, value in filled]
    if chosen == [NOBODY] or len(chosen) == GIVEN_UP:
        return None
    able = tuple(pid for pid in state.points.fighters_to_give(state, Side(side)) if pid not in chosen)
    return Blank("plane", able if chosen else (NOBODY, *able))


def _give_fill(side: str, filled: Sequence[Answer]) -> Command:
    return GiveUp(side=Side(side), planes=tuple(str(value) for _, value in filled if value != NOBODY))


def _trade_blank(_state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    return None if filled else Blank("for", (REFIT, SEA_CAP))


def _trade_fill(side: str, filled: Sequence[Answer]) -> Command:
    return TradeSurge(side=Side(side), trade=filled[0][1] == SEA_CAP)


def install(rules: Ruleset[State]) -> None:
    """Register these trades."""
    rules.command(GiveUp, _at(GIVING), _give_blank, _give_fill)(give_up)
    rules.command(TradeSurge, _at(TRADING), _trade_blank, _trade_fill)(trade_surge)
