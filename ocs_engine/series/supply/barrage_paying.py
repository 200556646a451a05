"""The answer to what a barrage takes in supply (OCS 10.1b): a payment, or the barrage is cancelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refused
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset
from ocs_engine.series.barrage import BarrageFrame, cost_of, open_fire
from ocs_engine.series.supply import barrage_supply as due
from ocs_engine.series.supply import shells
from ocs_engine.series.supply.paying import SOURCE, next_ways
from ocs_engine.series.supply.payment import Need, spend
from ocs_engine.state.model import State
from ocs_engine.state.supply_events import SupplyNotPaid
from ocs_engine.world.counters import Side

CANCEL = "cancel"
"""The answer of a side that does not pay for its barrage after all."""


class PayBarrage(Command):
    """Pay for a barrage: T by way; nothing at all cancels it (OCS 10.1b)."""

    kind: Literal["pay barrage"] = "pay barrage"
    side: Side
    payment: dict[str, int] = Field(default_factory=dict)


COMMANDS: tuple[type[Command], ...] = (PayBarrage,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register the supply of barrages."""
    rules.question(BarrageFrame, "pay")(_ask)
    rules.command(PayBarrage, _asked, _blank, _fill)(_pay)


def barrage_plan(state: State, frame: BarrageFrame) -> PayBarrage:
    """The cheapest payment for a barrage that is announced; it can always be paid, though maybe with shells alone."""
    payment = due.barrage_bill(state, frame.units, cost_of(state, frame))
    return PayBarrage(side=frame.side, payment=payment or {})


def any_payment(state: State, frame: BarrageFrame) -> Command:
    """The cheapest payment, or shells where there is no other."""
    planned = barrage_plan(state, frame)
    return planned if planned.payment else shells.shell_plan(state, frame) or planned


def _need(state: State, frame: BarrageFrame) -> Need:
    return due.need_of(state, frame.units, frame.target, cost_of(state, frame))


def _ask(state: State, frame: BarrageFrame) -> Pending:
    kinds = ("pay barrage", "fire shells") if shells.can_shell(state, frame) else ("pay barrage",)
    return Pending(frame.side, f"what supplies the barrage of {frame.target}?", "OCS 10.1b", kinds)



def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, BarrageFrame) and top.step == "pay" and top.side == side


def _blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    """The way of each T, or cancel."""
    if filled and filled[0][1] == CANCEL:
        return None
    need = _need(state, state.frame_of(BarrageFrame))
    paid = Counter(str(value) for _, value in filled)
    ways = next_ways(due.groups(state, need.users, need.tokens), need.tokens, paid)
    if filled:
        return Blank(SOURCE, ways) if ways else None
    return Blank(SOURCE, (*ways, CANCEL))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return PayBarrage(side=Side(side), payment=dict(Counter(str(value) for _, value in filled if value != CANCEL)))


@rule("OCS 10.1b")
def _pay(draft: Draft[State], command: PayBarrage) -> None:
    """Pay and fire, or cancel, which does not count as fired (OCS 10.1b)."""
    frame = draft.state.frame_of(BarrageFrame)
    if not command.payment:
        draft.emit(SupplyNotPaid(side=frame.side, use="barrage", target=frame.target, units=frame.units))
        draft.close_frame()
        return
    need = _need(draft.state, frame)
    refusal = due.pay_refusal(draft.state, need, command.payment)
    if refusal is not None:
        raise Refused(refusal)
    spend(draft, command.side, need, "barrage", command.payment)
    open_fire(draft, frame)
