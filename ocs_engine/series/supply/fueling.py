"""The command that buys fuel (OCS 12.5c): when it is open, and its form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.disorder import may_throw
from ocs_engine.series.forms import in_segment
from ocs_engine.series.movement import may_begin
from ocs_engine.series.supply.fuel import Fuel, How, Offer, burns_either, buy, fueled, offers
from ocs_engine.series.supply.pausing import paused
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

COMMANDS: tuple[type[Command], ...] = (Fuel,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register fuel."""
    rules.command(Fuel, may_fuel, _blank, _fill)(_fuel)


def may_fuel(state: State, side: str) -> bool:
    """Whether a side may buy fuel now: in its own movement segments, between two moves (OCS 12.5).

    With what Transport Points carry it may while they pause on their way, too (OCS 13.2a).
    """
    return (in_segment(state, side) or paused(state, side)) and not state.points.everyone_supplied(state)


def _fuel(draft: Draft[State], command: Fuel) -> None:
    buy(draft, command)


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """How, for whom, and then the source of one token after another."""
    own = Side(side)
    if not filled:
        thirsty = _thirsty(state, own)
        found = [how for how in How if next(_who(state, own, how, thirsty), None) is not None]
        return Blank("how", tuple(str(how) for how in found))
    how = How(filled[0][1])
    if len(filled) == 1:
        return Blank("what", tuple(_who(state, own, how, _thirsty(state, own))))
    sources = _sources(offers(state, own, how, filled[1][1]), Counter(str(value) for _, value in filled[2:]))
    return Blank("source", sources) if sources else None


def _who(state: State, side: Side, how: How, thirsty: list[str]) -> Iterator[str]:
    """Whom fuel could be bought for in one way."""
    if how is How.HQ:
        names = [uid for uid, unit in state.in_order() if unit.side is side and may_throw(unit)]
    else:
        names = thirsty
    if how is How.FORMATION:
        names = [name for uid in names if (name := state.units[uid].counter.formation)]
    return (name for name in dict.fromkeys(names) if offers(state, side, how, name))


def _thirsty(state: State, side: Side) -> list[str]:
    """The units that burn fuel, have none, and may still begin to move."""
    return [
        uid
        for uid, unit in state.in_order()
        if unit.side is side and burns_either(unit) and not fueled(state, uid) and may_begin(state, uid)
    ]


def _sources(found: list[Offer], paid: Counter[str]) -> tuple[str, ...]:
    """The ways in which the next token may come, so that one of the offers can still be paid."""
    names: dict[str, None] = {}
    for offer in found:
        stocks = {each.name: each.source.tokens for each in offer.ways}
        if all(paid[name] <= stocks.get(name, 0) for name in paid) and paid.total() < offer.tokens:
            names |= {name: None for name, tokens in stocks.items() if paid[name] < tokens}
    return tuple(names)


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    payment = Counter(str(value) for name, value in filled if name == "source")
    return Fuel(side=Side(side), how=How(filled[0][1]), what=str(filled[1][1]), payment=dict(payment))


def fuel_plan(state: State, side: Side, how: How, what: str) -> Fuel | None:
    """The cheapest way to buy some fuel: of those that fuel most units the one from the fewest, fullest sources."""
    found = offers(state, side, how, what)
    if not found:
        return None
    best = max(found, key=lambda offer: (len(offer.units), offer.ways[0].hq == ""))
    payment: dict[str, int] = {}
    owed = best.tokens
    for each in sorted(best.ways, key=lambda way: (bool(way.source.formation), -way.source.tokens, way.name)):
        if owed:
            payment[each.name] = min(owed, each.source.tokens)
            owed -= payment[each.name]
    return Fuel(side=side, how=how, what=what, payment=payment)
