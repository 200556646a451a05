"""The answers to what a combat takes in supply (OCS 9.2, 9.5, 12.10): the attacker's, then the defender's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refused, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.combat import CombatFrame, attack_on, defend_on, payers
from ocs_engine.series.forms import several
from ocs_engine.series.independents import strands
from ocs_engine.series.supply import combat_supply as due
from ocs_engine.series.supply.combat_supply import Bill, Cover
from ocs_engine.series.supply.paying import SOURCE, next_ways
from ocs_engine.series.supply.payment import Need, spend
from ocs_engine.state.model import State
from ocs_engine.state.supply_events import StocksChanged
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]
INTERNALS, OUT, DECLINE = "internals", "out", "decline"
"""The answers of a unit that is not paid for from the map: its own stocks, no attack, and half a defence."""
OTHERWISE = "otherwise "
"""What begins the name of the blank of an attacker that nothing is paid for."""


class PayAttack(Command):
    """Say how attackers are supplied, each once: T by way, internal stocks, or not at all (OCS 9.2, 9.5)."""

    kind: Literal["pay attack"] = "pay attack"
    side: Side
    payments: dict[str, dict[str, int]] = Field(default_factory=dict)
    internals: tuple[str, ...] = ()
    out: tuple[str, ...] = ()


class PayDefence(Command):
    """Say how defenders are supplied: T by way for all, or internal stocks of some, or decline (OCS 9.2, 9.5)."""

    kind: Literal["pay defence"] = "pay defence"
    side: Side
    payment: dict[str, int] = Field(default_factory=dict)
    internals: tuple[str, ...] = ()
    decline: bool = False


COMMANDS: tuple[type[Command], ...] = (PayAttack, PayDefence)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register combat supply."""
    rules.question(CombatFrame, "pay attack")(_ask_attacker)
    rules.question(CombatFrame, "pay defence")(_ask_defender)
    rules.command(PayAttack, _asked("pay attack"), _attack_blank, _attack_fill)(_pay_attack)
    rules.command(PayDefence, _asked("pay defence"), _defence_blank, _defence_fill)(_pay_defence)


# --- the cheapest answers


def attack_plan(state: State, frame: CombatFrame) -> PayAttack:
    """The cheapest answer of the attacker; see `combat_supply.attack_bill`."""
    bill = due.attack_bill(state, payers(state, frame))
    payments = {uid: dict(payment) for uid, payment in bill.payments.items()}
    return PayAttack(side=frame.side, payments=payments, internals=bill.internals, out=bill.out)


def defence_plan(state: State, frame: CombatFrame) -> PayDefence:
    """The cheapest answer of the defender that leaves most of his strength; see `combat_supply.defence_cover`."""
    cover = due.defence_cover(state, frame.defenders)
    payment, internals = dict(cover.payment), cover.internals
    side = frame.side.other
    return PayDefence(side=side, payment=payment, internals=internals, decline=not (payment or internals))


# --- the questions


def _ask_attacker(_: State, frame: CombatFrame) -> Pending:
    return Pending(frame.side, f"what supplies the attack on {frame.target}?", "OCS 9.5", ("pay attack",))


def _ask_defender(_: State, frame: CombatFrame) -> Pending:
    return Pending(frame.side.other, f"what supplies the defence of {frame.target}?", "OCS 9.5", ("pay defence",))


def _asked(step: str) -> Callable[[State, str], bool]:
    def opened(state: State, side: str) -> bool:
        top = state.top_frame
        if not isinstance(top, CombatFrame) or top.step != step:
            return False
        return side == (top.side if step == "pay attack" else top.side.other)

    return opened



# --- the attacker's answer


def _attack_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """A unit and the way of each of its T, another unit or enough; then what the others do, one by one."""
    frame = state.frame_of(CombatFrame)
    needs = due.attack_needs(state, payers(state, frame))
    paid = _paid(filled)
    taken = due.taken_by(needs, paid)
    if paid:
        uid = list(paid)[-1]
        others = due.taken_by(needs, {each: payment for each, payment in paid.items() if each != uid})
        if ways := next_ways([needs[uid].open_to or ()], needs[uid].tokens, paid[uid], others):
            return Blank(SOURCE, ways)
    rest = [uid for uid in needs if uid not in paid]
    burners = [uid for uid in rest if due.attack_internals_refusal(state, uid, needs[uid], taken) is None]
    if ("unit", ENOUGH) not in filled:
        able = tuple(uid for uid in rest if next_ways([needs[uid].open_to or ()], needs[uid].tokens, {}, taken))
        if able:
            return _next_paid(state, tuple(needs), tuple(paid), able, burners)
    said = {name.removeprefix(OTHERWISE): value for name, value in filled if name.startswith(OTHERWISE)}
    left = rest[len(said) :]
    if not left:
        return None
    uid, dropped = left[0], [each for each, value in said.items() if value == OUT]
    must = strands(state, tuple(needs), [*dropped, uid, *(each for each in left[1:] if each not in burners)])
    answers = (INTERNALS, *(() if must and paid else (OUT,))) if uid in burners else (OUT,)
    return Blank(f"{OTHERWISE}{uid}", answers)


@rule("OCS 21.3")
def _next_paid(
    state: State, units: tuple[str, ...], paid: tuple[str, ...], able: tuple[str, ...], burners: Sequence[str]
) -> Blank:
    """Another attacker to pay for, or enough, so that independents are not left alone (OCS 21.3)."""

    def stranded(fed: tuple[str, ...]) -> bool:
        return bool(fed) and strands(state, units, [uid for uid in units if uid not in (*fed, *burners)])

    if stranded(paid):
        return Blank("unit", tuple(uid for uid in able if not stranded((*paid, uid))))
    return Blank("unit", (*(uid for uid in able if not stranded((*paid, uid))), ENOUGH))


def _paid(filled: Filled) -> dict[str, Counter[str]]:
    """T by way of each unit that was named, in order."""
    found: dict[str, Counter[str]] = {}
    for name, value in filled:
        if name == "unit" and value != ENOUGH:
            found[str(value)] = Counter()
        elif name == SOURCE:
            found[list(found)[-1]][str(value)] += 1
    return found


def _attack_fill(side: str, filled: Filled) -> Command:
    rest = {name.removeprefix(OTHERWISE): value for name, value in filled if name.startswith(OTHERWISE)}
    return PayAttack(
        side=Side(side),
        payments={uid: dict(payment) for uid, payment in _paid(filled).items()},
        internals=tuple(uid for uid, value in rest.items() if value == INTERNALS),
        out=tuple(uid for uid, value in rest.items() if value == OUT),
    )


@rule("OCS 9.2", "OCS 9.5", "OCS 12.4", "OCS 12.10")
def _pay_attack(draft: Draft[State], command: PayAttack) -> None:
    """Pay for the attackers one by one, and go on with those that are supplied (OCS 9.2)."""
    frame = draft.state.frame_of(CombatFrame)
    needs = due.attack_needs(draft.state, payers(draft.state, frame))
    bill = Bill(command.payments, command.internals, command.out)
    refusal = due.bill_refusal(draft.state, needs, bill)
    if refusal is not None:
        raise Refused(refusal)
    for uid, payment in command.payments.items():
        spend(draft, command.side, needs[uid], "attack", payment)
    taken = due.taken_by(needs, command.payments)
    for uid in command.internals:
        part = due.burnt(needs[uid], taken)
        spend(draft, command.side, needs[uid], "attack", part)
        taken += due.taken_by(needs, {uid: part})
    _use_internals(draft, command.internals)
    attack_on(draft, frame, command.out)


@rule("OCS 12.10")
def _use_internals(draft: Draft[State], units: Sequence[str]) -> None:
    """Units use their own stocks: Full to Low, Low to Exhausted, each on its own (OCS 12.10b, d)."""
    if units:
        draft.emit(StocksChanged(stocks={uid: due.LOWER[draft.state.units[uid].stocks] for uid in units}))


# --- the defender's answer


def _defence_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """The way of each T; or internal stocks, and then of which units; or decline."""
    frame = state.frame_of(CombatFrame)
    need = due.defence_need(state, frame.defenders)
    first = filled[0][1] if filled else ""
    if first == DECLINE:
        return None
    able = [uid for uid in frame.defenders if due.internals_refusal(state, uid, need, {}) is None]
    if first == INTERNALS:
        return several(able, filled[1:])
    ways = next_ways([need.open_to or ()], need.tokens, Counter(str(value) for _, value in filled))
    if filled:
        return Blank(SOURCE, ways) if ways else None
    return Blank(SOURCE, (*ways, *((INTERNALS,) if able else ()), DECLINE))


def _defence_fill(side: str, filled: Filled) -> Command:
    ways = Counter(str(value) for name, value in filled if name == SOURCE and value not in (INTERNALS, DECLINE))
    decline = filled[0][1] == DECLINE
    return PayDefence(side=Side(side), payment=dict(ways), internals=values(filled, "unit"), decline=decline)


@rule("OCS 9.2", "OCS 9.5", "OCS 12.4", "OCS 12.10")
def _pay_defence(draft: Draft[State], command: PayDefence) -> None:
    """Pay for the defence of a hex as a whole, or use the stocks of some units, or let it be (OCS 9.2)."""
    frame = draft.state.frame_of(CombatFrame)
    need = due.defence_need(draft.state, frame.defenders)
    cover = Cover(command.payment, command.internals)
    if command.decline == bool(command.payment or command.internals):
        raise refuse("one answer", "OCS 9.5", "pay, name units that use internal stocks, or decline")
    refusal = due.cover_refusal(draft.state, need, cover)
    if refusal is not None:
        raise Refused(refusal)
    spend(draft, command.side, need, "defence", _spent(draft.state, need, command))
    _use_internals(draft, command.internals)
    defend_on(draft, frame, cover.unpaid(frame.defenders))


@rule("OCS 12.10")
def _spent(state: State, need: Need, command: PayDefence) -> dict[str, int]:
    """What is taken from the map: the payment, or what a lone unit of several steps burns (OCS 12.10h)."""
    alone = command.internals == need.users and len(need.users) == 1
    if alone and state.units[need.users[0]].counter.steps > 1:
        return due.burnt(need, {})
    return command.payment
