"""Fights in tests, told as at a table: attack, lead, terrain, steps, options, retreats, advance.

Every answer is given by the side that is asked; `no` is the rule by which it must be refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.session import Entry
from ocs_engine.series import fight_commands as fc
from ocs_engine.series.points import EVERYONE_SUPPLIED
from ocs_engine.series.supply.combat_paying import PayAttack, PayDefence
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from tests.positions import Position, position

Told = Entry[State] | None


def fight(note: str, *faces: int, when: str = "Allied Combat Phase, Combat Segment", ground: str = "all: open",
          date: str = "1942-11-15", options: Sequence[str] = (EVERYONE_SUPPLIED,)) -> Position:  # fmt: skip
    """A position in a combat segment, with the faces that the dice will show in order."""
    return position(note, when, ground=ground, dice=RecordedDice(faces), date=date, options=options)


def asked(p: Position) -> tuple[Side, str]:
    """Who is asked, and the kind of command that answers."""
    pending = p.game.pending()
    assert pending is not None, "nobody is asked"
    return Side(pending.side), pending.kinds[0]


def whose(p: Position) -> Side:
    """The side that is asked, or whose segment it is."""
    pending = p.game.pending()
    return Side(pending.side) if pending else p.side


def attack(p: Position, names: str, target: str, no: str | None = None) -> Told:
    """An attack declared."""
    return p.do(fc.Attack(side=p.side, target=target, units=p.ids(names)), no)


def overrun(p: Position, target: str, no: str | None = None) -> Told:
    """An overrun by the stack that moves."""
    return p.do(fc.Overrun(side=p.side, target=target), no)


def pay(p: Position, internals: str = "", out: str = "", no: str | None = None, **payments: dict[str, int]) -> Told:
    """How the attackers are supplied: by name T by way, then those on internal stocks, and those that drop out."""
    paid = {p.id(name): payment for name, payment in payments.items()}
    named = [p.ids(names) if names else () for names in (internals, out)]
    return p.do(PayAttack(side=whose(p), payments=paid, internals=named[0], out=named[1]), no)


def cover(p: Position, internals: str = "", no: str | None = None, decline: bool = False, **payment: int) -> Told:
    """How the defence is supplied: T by way, with _ for the point, or those on internal stocks, or not at all."""
    paid = {way.replace("_", "."): tokens for way, tokens in payment.items()}
    named = p.ids(internals) if internals else ()
    return p.do(PayDefence(side=whose(p), payment=paid, internals=named, decline=decline), no)


def lead(p: Position, name: str, no: str | None = None) -> Told:
    """The unit that leads."""
    return p.do(fc.NameLead(side=whose(p), unit=p.id(name)), no)


def terrain(p: Position, own: str, no: str | None = None, **against: str) -> Told:
    """The defender's terrain; against: by label of the attacking hex with _ for the point, A20_20="hexside"."""
    chosen = {label.replace("_", "."): choice for label, choice in against.items()}
    return p.do(fc.ChooseTerrain(side=whose(p), terrain=own, against=chosen), no)


def lose(p: Position, name: str, no: str | None = None) -> Told:
    """The unit that loses the next step."""
    return p.do(fc.LoseStep(side=whose(p), unit=p.id(name)), no)


def option(p: Position, steps: int, no: str | None = None) -> Told:
    """So many steps of an option, the rest as hexes."""
    return p.do(fc.TakeOption(side=whose(p), steps=steps), no)


def ignore(p: Position, no: str | None = None) -> Told:
    """The option left aside."""
    return p.do(fc.TakeOption(side=whose(p), ignore=True), no)


def retreat(p: Position, names: str, no: str | None = None, transport: Sequence[str] = ()) -> Told:
    """The units that retreat together next."""
    return p.do(fc.BeginRetreat(side=whose(p), units=p.ids(names), transport=tuple(transport)), no)


def go(p: Position, label: str, no: str | None = None) -> Told:
    """The next hex of a retreat."""
    return p.do(fc.RetreatTo(side=whose(p), hex=label), no)


def advance(p: Position, names: str = "", no: str | None = None) -> Told:
    """The units that advance, or nobody."""
    return p.do(fc.Advance(side=whose(p), units=p.ids(names) if names else ()), no)


def offered(p: Position, kind: str, *filled: tuple[str, object]) -> tuple[object, ...]:
    """The values that a form of the side that is asked offers next, in order."""
    blank = p.rules.blank(p.state, whose(p), kind, list(filled))
    return () if blank is None else blank.values
