"""The commands, forms and questions of the Supply Phase (OCS 12.6, 12.8, 12.10e)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refused, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.forms import no_blank, several
from ocs_engine.series.supply import recovery, upkeep
from ocs_engine.series.supply.foraging import foragers
from ocs_engine.series.supply.recovery import Group
from ocs_engine.series.supply.upkeep import SupplyFrame
from ocs_engine.state.model import State
from ocs_engine.state.option_events import CachesSpent
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]
PLAN = "plan"
"""The answer that lets all units of a group recover by the cheapest plan."""


class Recover(Command):
    """Lift a unit by one level of internal stocks, paid as named; or all that share its dumps by the cheapest plan.

    payment: T by the name of the way in which they come, as for all payments (OCS 12.10e).
    """

    kind: Literal["recover"] = "recover"
    side: Side
    unit: str = ""
    payment: dict[str, int] = Field(default_factory=dict)
    plan: bool = False


class KeepLoads(Command):
    """Keep organic loads for other things where nobody can be lifted from the dumps any more (OCS 12.10e, 13.2g G)."""

    kind: Literal["keep loads"] = "keep loads"
    side: Side


class TraceThrough(Command):
    """Choose the part of a split formation that traces: the one that goes through an HQ or source (OCS 12.6f)."""

    kind: Literal["trace through"] = "trace through"
    side: Side
    formation: str
    through: str


class Eat(Command):
    """Let units without trace eat off a dump, all that shall eat there; without a source nobody more eats (12.6c)."""

    kind: Literal["eat"] = "eat"
    side: Side
    source: str = ""
    units: tuple[str, ...] = ()


class Forage(Command):
    """Spend a cache so that an HQ without trace gives it to all around (OCS 21.10); without an HQ nobody forages."""

    kind: Literal["forage"] = "forage"
    side: Side
    hq: str = ""


COMMANDS: tuple[type[Command], ...] = (Recover, KeepLoads, TraceThrough, Eat, Forage)
FRAMES: tuple[type[Frame], ...] = (SupplyFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register the Supply Phase."""
    steps: dict[str, Callable[[Draft[State], SupplyFrame], None]] = {
        "recover": upkeep.recover,
        "trace": upkeep.check_trace,
        "eat": upkeep.offer_meals,
        "mark": upkeep.mark,
        "attrition": upkeep.roll_attrition,
    }
    for name, take in steps.items():
        rules.step(SupplyFrame, name)(take)
    for name, (prompt, case, kind) in _QUESTIONS.items():
        rules.question(SupplyFrame, name)(_asking(prompt, case, kind))
    rules.question(SupplyFrame, "ask recovery")(_ask_recovery)
    rules.command(Recover, _asked("ask recovery"), _recover_blank, _recover_fill)(_recover)
    rules.command(KeepLoads, _may_keep_loads, no_blank, _keep_fill)(_keep_loads)
    rules.command(TraceThrough, _asked("choose part"), _part_blank, _part_fill)(_choose_part)
    rules.command(Forage, _asked("ask forage"), _forage_blank, _forage_fill)(_forage)
    rules.command(Eat, _asked("ask eating"), _eat_blank, _eat_fill)(_eat)


_QUESTIONS = {
    "ask forage": ("which HQs that the enemy cut off use a supply cache?", "OCS 21.10", "forage"),
    "choose part": ("which part of a split formation traces?", "OCS 12.6f", "trace through"),
    "ask eating": ("which units without trace eat, and off which dumps?", "OCS 12.6c", "eat"),
}
"""The steps at which the Supply Phase asks what one command answers: what, by which rule, and the command."""


def _asking(prompt: str, case: str, kind: str) -> Callable[[State, SupplyFrame], Pending]:
    return lambda _, frame: Pending(frame.side, prompt, case, (kind,))


def _asked(step: str) -> Callable[[State, str], bool]:
    def opened(state: State, side: str) -> bool:
        top = state.top_frame
        return isinstance(top, SupplyFrame) and top.step == step and top.side == side

    return opened



# --- internal stocks


def _ask_recovery(state: State, frame: SupplyFrame) -> Pending:
    """Which units recover; where dumps lift nobody any more, whether organic loads are kept (OCS 12.10e)."""
    prompt = "which units get back internal stocks, and from which dumps?"
    kept = ("keep loads",) if recovery.may_keep_loads(_group(state)) else ()
    return Pending(frame.side, prompt, "OCS 12.10e", ("recover", *kept))


def _group(state: State) -> Group:
    frame = state.frame_of(SupplyFrame)
    return recovery.groups(state, frame.side, frame.keeping)[0]


def _begun(filled: Filled) -> dict[str, int]:
    """T by way, of the tokens named so far."""
    payment: dict[str, int] = {}
    for name in values(filled, "source"):
        payment[name] = payment.get(name, 0) + 1
    return payment


def _recover_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """The plan where supply does for all, or a unit; then the way of each token of its level in turn."""
    group = _group(state)
    if not filled:
        return Blank("unit", (PLAN, *group.units) if recovery.does(group) else _able(group))
    uid, payment = str(filled[0][1]), _begun(filled)
    if uid == PLAN or sum(payment.values()) == recovery.need_of(state, uid).tokens:
        return None
    return Blank("source", recovery.next_ways(state, group, uid, payment))


def _recover_fill(side: str, filled: Filled) -> Command:
    uid = str(filled[0][1])
    if uid == PLAN:
        return Recover(side=Side(side), plan=True)
    return Recover(side=Side(side), unit=uid, payment=_begun(filled))


def _recover(draft: Draft[State], command: Recover) -> None:
    state, group = draft.state, _group(draft.state)
    if command.plan:
        plan = recovery.cheapest(group)
        if plan is None:
            raise refuse("too little there", "OCS 12.10e", "supply does not do for all; name a unit and its payment")
        chosen = [(need.users[0], payment) for need, payment in zip(group.needs, plan, strict=True)]
    else:
        refusal = recovery.lift_refusal(state, group, command.unit, command.payment)
        if refusal is not None:
            raise Refused(refusal)
        chosen = [(command.unit, command.payment)]
    for uid, payment in chosen:
        recovery.lift(draft, uid, payment)
    draft.change_frame(step="recover")


def _able(group: Group) -> tuple[str, ...]:
    return tuple(recovery.liftable(group, with_loads=True))


def _may_keep_loads(state: State, side: str) -> bool:
    return _asked("ask recovery")(state, side) and recovery.may_keep_loads(_group(state))


def _keep_fill(side: str, _: Filled) -> Command:
    return KeepLoads(side=Side(side))


def _keep_loads(draft: Draft[State], _: KeepLoads) -> None:
    upkeep.keep_loads(draft, draft.state.frame_of(SupplyFrame))


# --- split formations


def _part_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """A split formation, then through what its part traces."""
    open_now = upkeep.undecided(state, state.frame_of(SupplyFrame))
    if not filled:
        return Blank("formation", tuple(open_now))
    if len(filled) > 1:
        return None
    return Blank("through", tuple(part.through for part in open_now[str(filled[0][1])]))


def _part_fill(side: str, filled: Filled) -> Command:
    return TraceThrough(side=Side(side), formation=str(filled[0][1]), through=str(filled[1][1]))


def _choose_part(draft: Draft[State], command: TraceThrough) -> None:
    frame = draft.state.frame_of(SupplyFrame)
    open_now = upkeep.undecided(draft.state, frame)
    if command.formation not in open_now:
        words = f"{command.formation!r} is not a split formation to decide on; these are: {', '.join(open_now)}"
        raise refuse("not split", "OCS 12.6f", words)
    ways = [part.through for part in open_now[command.formation]]
    if command.through not in ways:
        words = f"no part traces through {command.through!r}; the choices are {', '.join(ways)}"
        raise refuse("no such part", "OCS 12.6f", words)
    draft.change_frame(step="trace", chosen={**frame.chosen, command.formation: command.through})


# --- forage


NOBODY = "nobody"
"""The answer that lets no HQ forage any more."""


def _forage_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """An HQ, or nobody."""
    frame = state.frame_of(SupplyFrame)
    return None if filled else Blank("hq", (*foragers(state, Side(side), frame.foraged), NOBODY))


def _forage_fill(side: str, filled: Filled) -> Command:
    hq = str(filled[0][1])
    return Forage(side=Side(side), hq="" if hq == NOBODY else hq)


@rule("OCS 21.10")
def _forage(draft: Draft[State], command: Forage) -> None:
    """Spend a cache at an HQ, or leave it at that (OCS 21.10)."""
    frame = draft.state.frame_of(SupplyFrame)
    if not command.hq:
        draft.change_frame(step="trace", foraging=False)
        return
    able = foragers(draft.state, frame.side, frame.foraged)
    if command.hq not in able:
        words = f"{command.hq} may not forage; these may: {', '.join(able)}"
        raise refuse("may not forage", "OCS 21.10", words, (), (command.hq,))
    draft.emit(CachesSpent(side=frame.side, hq=command.hq, count=1, use="forage", turn=draft.state.turn))
    draft.change_frame(step="trace", foraged=(*frame.foraged, command.hq))


# --- eating


def _eat_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """A dump, or enough; then a unit, another while the dump does for it, or enough."""
    laid = upkeep.tables_laid(state, state.frame_of(SupplyFrame))
    if not filled:
        return Blank("source", (*laid, ENOUGH))
    source = str(filled[0][1])
    if source == ENOUGH:
        return None
    chosen = values(filled, "unit")
    tokens = next(iter(laid[source].values())).source.tokens
    able = [uid for uid in laid[source] if upkeep.meal(state, {*chosen, uid}) <= tokens]
    return several(able, filled[1:])


def _eat_fill(side: str, filled: Filled) -> Command:
    source = values(filled, "source")
    return Eat(side=Side(side), source=source[0] if source else "", units=values(filled, "unit"))


def _eat(draft: Draft[State], command: Eat) -> None:
    state, frame = draft.state, draft.state.frame_of(SupplyFrame)
    if not command.source and not command.units:
        draft.change_frame(step="mark")
        return
    laid = upkeep.tables_laid(state, frame)
    if command.source not in laid:
        words = f"nobody can eat off {command.source or 'nothing'} now; the choices are {', '.join(laid)}"
        raise refuse("no such source", "OCS 12.6c", words)
    there, units = laid[command.source], command.units
    strangers = [uid for uid in units if uid not in there]
    if not units or strangers or len(set(units)) < len(units):
        words = f"off {command.source} may eat, each once: {', '.join(there)}; not {', '.join(strangers) or 'these'}"
        raise refuse("may not eat", "OCS 12.6c", words, pieces=units)
    tokens, cost = there[units[0]].source.tokens, upkeep.meal(state, units)
    if cost > tokens:
        words = f"{command.source} holds {tokens}T and these units eat {cost}T"
        raise refuse("too little there", "OCS 12.6c", words, pieces=units)
    upkeep.feed(draft, frame, command.source, units)
