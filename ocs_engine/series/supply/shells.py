"""Supply caches spent as Shells of a barrage, by option (OCS 21.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset, values
from ocs_engine.series import firing
from ocs_engine.series.barrage import BarrageFrame, cost_of, open_fire, strength_of
from ocs_engine.series.numbers import rounded
from ocs_engine.series.supply.access import Access
from ocs_engine.series.supply.barrage_supply import need_of, shell_hqs
from ocs_engine.series.supply.paying import SOURCE, next_ways
from ocs_engine.series.supply.payment import Need, payment_refusal, spend
from ocs_engine.state.model import State
from ocs_engine.state.option_events import CachesSpent
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]
ALL = "all"
"""The answer that fires the whole strength of a barrage."""


class FireShells(Command):
    """Pay a barrage with caches through an HQ (OCS 21.10). strength: with which it fires, 0 for all of it.

    payment: T by way for what the shells leave to pay, thrown by the same HQ.
    """

    kind: Literal["fire shells"] = "fire shells"
    side: Side
    hq: str
    shells: int = Field(ge=1)
    strength: int = Field(0, ge=0)
    payment: dict[str, int] = Field(default_factory=dict)


COMMANDS: tuple[type[Command], ...] = (FireShells,)
FRAMES: tuple[type[Frame], ...] = ()


def can_shell(state: State, frame: BarrageFrame) -> bool:
    """Whether the side that pays for a barrage has shells that an HQ could throw, and something they could pay."""
    return bool(_hqs(state, frame))


def _hqs(state: State, frame: BarrageFrame) -> tuple[str, ...]:
    """The HQs through which a barrage could be paid with shells, its strength cut down as far as need be."""
    if not state.caches.get(frame.side):
        return ()
    return tuple(hq for hq in shell_hqs(state, frame.units) if _strengths(state, frame, hq))


def shell_worth(state: State) -> int:
    """The T of a barrage that one marker pays."""
    return state.world.tables.number("cache_shells_T")


@rule("OCS 21.10")
def partial_strengths(state: State, frame: BarrageFrame) -> tuple[int, ...]:
    """The part strengths worth firing with: the most of each column below that of the whole (OCS 21.10)."""
    whole = strength_of(state, frame)
    best: dict[int, int] = {}
    for strength in range(1, rounded(whole)):
        best[firing.start_column(state, Fraction(strength), frame.aim)] = strength
    best.pop(firing.start_column(state, whole, frame.aim), None)
    return tuple(best.values())


def _cut(frame: BarrageFrame, strength: int) -> BarrageFrame:
    return frame.model_copy(update={"partial": strength})


def _need(state: State, frame: BarrageFrame, hq: str, shells: int) -> Need:
    """What shells leave to pay, with the ways by which this HQ throws it; no change is given."""
    tokens = max(cost_of(state, frame) - shells * shell_worth(state), 0)
    need = need_of(state, frame.units, frame.target, tokens)
    return replace(need, open_to=tuple(way for way in need.open_to or () if way.hq == hq))


def shell_rest(state: State, frame: BarrageFrame, hq: str, strength: int, shells: int) -> tuple[list[Access], int]:
    """The ways in which an HQ throws what shells leave to pay, and the T that it is."""
    need = _need(state, _cut(frame, strength), hq, shells)
    return list(need.open_to or ()), need.tokens


def _numbers(state: State, frame: BarrageFrame, hq: str) -> tuple[int, ...]:
    """How many shells may pay: of those there are none that would pay nothing, and so that the HQ throws the rest."""
    most = -(-cost_of(state, frame) // shell_worth(state))
    found = range(1, min(most, state.caches.get(frame.side, 0)) + 1)
    return tuple(count for count in found if _throws_rest(_need(state, frame, hq, count)))


def _throws_rest(need: Need) -> bool:
    return not need.tokens or bool(next_ways([need.open_to or ()], need.tokens, {}))


def _strengths(state: State, frame: BarrageFrame, hq: str) -> tuple[int, ...]:
    """The strengths with which this HQ can supply a barrage with shells; 0 is the whole of it."""
    return tuple(each for each in (0, *partial_strengths(state, frame)) if _numbers(state, _cut(frame, each), hq))


def shell_plan(state: State, frame: BarrageFrame) -> FireShells | None:
    """The most strength that can be fired with shells, for the fewest; None where no shells help."""
    for hq in _hqs(state, frame):
        best = max(_strengths(state, frame, hq), key=lambda strength: strength or 10**6)
        cut = _cut(frame, best)
        shells = min(_numbers(state, cut, hq))
        payment: Counter[str] = Counter()
        need = _need(state, cut, hq, shells)
        while left := next_ways([need.open_to or ()], need.tokens, payment):
            payment[left[0]] += 1
        return FireShells(side=frame.side, hq=hq, shells=shells, strength=best, payment=dict(payment))
    return None


@rule("OCS 21.10")
def _shell(draft: Draft[State], command: FireShells) -> None:
    """Pay a barrage with shells, and the rest of it by the same HQ, and fire (OCS 21.10)."""
    state, frame = draft.state, draft.state.frame_of(BarrageFrame)
    if command.hq not in shell_hqs(state, frame.units):
        words = f"{command.hq} is no HQ that throws to all that fire"
        raise refuse("no such HQ", "OCS 21.10", words, (), (command.hq,))
    if command.strength and command.strength >= strength_of(state, frame):
        words = f"all together fire with {rounded(strength_of(state, frame))}, so {command.strength} is no part of it"
        raise refuse("no part", "OCS 21.10", words, (frame.target,))
    cut = _cut(frame, command.strength)
    raise_if(_count_refusal(state, cut, command))
    need = _need(state, cut, command.hq, command.shells)
    if need.tokens or command.payment:
        raise_if(payment_refusal(state, command.side, need, command.payment))
    draft.emit(
        CachesSpent(side=frame.side, hq=command.hq, count=command.shells, use="shells", turn=state.turn)
    )
    spend(draft, command.side, need, "barrage", command.payment)
    draft.change_frame(partial=command.strength)
    open_fire(draft, cut)


def _count_refusal(state: State, frame: BarrageFrame, command: FireShells) -> Refusal | None:
    cost, worth, there = cost_of(state, frame), shell_worth(state), state.caches.get(command.side, 0)
    if command.shells > there:
        words = f"{there} supply caches are there, not {command.shells}"
    elif (command.shells - 1) * worth >= cost:
        words = f"the barrage takes {cost}T, so the last of {command.shells} shells would pay nothing of it"
    else:
        return None
    return Refusal(code="shells", rule="OCS 21.10", sentence=words, pieces=(command.hq,))


# --- the forms


def _asked_shells(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, BarrageFrame) and top.step == "pay" and top.side == side and can_shell(state, top)


def _shell_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """The HQ, the strength, how many shells, then the way of each T of the rest."""
    frame = state.frame_of(BarrageFrame)
    if not filled:
        return Blank("hq", _hqs(state, frame))
    hq = str(filled[0][1])
    if len(filled) == 1:
        return Blank("strength", tuple(str(each) if each else ALL for each in _strengths(state, frame, hq)))
    cut = _cut(frame, _strength(filled))
    if len(filled) == 2:
        return Blank("shells", tuple(map(str, _numbers(state, cut, hq))))
    need = _need(state, cut, hq, int(filled[2][1]))
    left = next_ways([need.open_to or ()], need.tokens, Counter(values(filled, SOURCE)))
    return Blank(SOURCE, left) if left else None


def _strength(filled: Filled) -> int:
    return 0 if filled[1][1] == ALL else int(filled[1][1])


def _shell_fill(side: str, filled: Filled) -> Command:
    payment = dict(Counter(values(filled, SOURCE)))
    hq, shells = str(filled[0][1]), int(filled[2][1])
    return FireShells(side=Side(side), hq=hq, shells=shells, strength=_strength(filled), payment=payment)


def install(rules: Ruleset[State]) -> None:
    """Register shells."""
    rules.command(FireShells, _asked_shells, _shell_blank, _shell_fill)(_shell)
