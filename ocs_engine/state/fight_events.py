"""What can happen when units fight on the ground: overrun, combat, retreat and advance (OCS 8, 9).

Strengths, shares and totals are written as fractions in text, "7/2"; factors are as in `series.numbers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from ocs_engine.kernel.messages import Event, Message
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.events import go_to, put_units, read_stance, spend
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side


class FactorTold(Message):
    """One multiplier of a strength, or one modifier of a roll: its value, the rule that gives it, and why."""

    value: str
    rule: str
    why: str


class UnitTold(Message):
    """What one unit brings to a fight: hex, printed strength, multipliers, what they make of it, and its AT level."""

    unit: str
    hex: str
    printed: int
    factors: tuple[FactorTold, ...]
    total: str
    at: str = ""


class CombatReckoned(Event):
    """The full working of an attack up to the dice (OCS 9.2 to 9.7).

    terrain: what the defender chose for his own stack; against: for each attacking hex. row: the terrain class. odds:
    as rounded, "" where one side has no strength. column: where it starts, from 0 on the left; heading: what it is
    called. modifiers: of the surprise roll; the combat roll takes the full level of a hedgehog in place of its flat -1.
    """

    kind: Literal["combat reckoned"] = "combat reckoned"
    side: Side
    target: str
    overrun: bool
    attack: tuple[UnitTold, ...]
    defend: tuple[UnitTold, ...]
    attack_total: str
    defend_total: str
    attacker_lead: str
    defender_lead: str
    terrain: str
    against: dict[str, str]
    row: str
    odds: str
    column: int
    heading: str
    modifiers: tuple[FactorTold, ...]
    hedgehog: int


class CombatResolved(Event):
    """What the dice of an attack made of it (OCS 9.8 to 9.10).

    surprise: who gained it. shift: columns, to the left below 0. column, heading: where it ended. total: of the
    combat roll with its modifiers. result: in the table's own words.
    """

    kind: Literal["combat resolved"] = "combat resolved"
    target: str
    surprise: str
    shift: int
    column: int
    heading: str
    total: int
    result: str


class EmptyHexAttacked(Event):
    """Units attacked a hex without combat units, by option; no dice are thrown (OCS 21.8)."""

    kind: Literal["empty hex attacked"] = "empty hex attacked"
    side: Side
    target: str
    units: tuple[str, ...]


class OptionTaken(Event):
    """How a side takes the option of a result: steps lost and hexes of retreat, or not at all (OCS 9.10)."""

    kind: Literal["option taken"] = "option taken"
    side: Side
    steps: int
    hexes: int
    ignored: bool = False


class StepLost(Event):
    """A unit lost a step, and why; one that has none left goes to the Dead Pile (OCS 9.11)."""

    kind: Literal["step lost"] = "step lost"
    unit: str
    why: str


class UnitsDisordered(Event):
    """Units went DG, and why: stance by unit (OCS 5.10a)."""

    kind: Literal["units disordered"] = "units disordered"
    stances: dict[str, str]
    why: str


class ReservesRoused(Event):
    """Reserve markers came off a stack that received a result as defender: stance by unit (OCS 5.7d)."""

    kind: Literal["reserves roused"] = "reserves roused"
    stances: dict[str, str]


class ExploitWon(Event):
    """Attackers got the Exploit marker: stance by unit; ar: the lowest that qualifies (OCS 9.13)."""

    kind: Literal["exploit won"] = "exploit won"
    stances: dict[str, str]
    ar: int


class UnitsRetreated(Event):
    """Units were made to go on to an adjacent hex (OCS 9.12)."""

    kind: Literal["units retreated"] = "units retreated"
    units: tuple[str, ...]
    to: str


class UnitsAdvanced(Event):
    """Attackers entered the hex that they had attacked (OCS 9.12g)."""

    kind: Literal["units advanced"] = "units advanced"
    units: tuple[str, ...]
    to: str


class OverrunPaid(Event):
    """The MP that an overrun took: in twelfths by unit (OCS 8.1a)."""

    kind: Literal["overrun paid"] = "overrun paid"
    target: str
    cost: dict[str, Annotated[int, Field(ge=0, le=12 * 1000)]]


EVENTS: tuple[type[Event], ...] = (
    CombatReckoned, CombatResolved, OptionTaken, StepLost, UnitsDisordered, ReservesRoused, ExploitWon,
    UnitsRetreated, UnitsAdvanced, OverrunPaid, EmptyHexAttacked,
)  # fmt: skip


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _combat_reckoned(state: State, event: CombatReckoned) -> State:
    """Who attacked, and what was attacked, is remembered; an overrun counts for neither (OCS 8.1d, 9.1c)."""
    if event.overrun:
        return state
    return _attacked(state, event.target, [each.unit for each in event.attack])


def _attacked(state: State, target: str, units: Iterable[str]) -> State:
    attacked = state.memory.attacked
    for uid in units:
        attacked = attacked.set(uid, True)
    targets = state.memory.targets.set(state.world.place(target), True)
    return replace(state, memory=replace(state.memory, attacked=attacked, targets=targets))


def _empty_hex_attacked(state: State, event: EmptyHexAttacked) -> State:
    return _attacked(state, event.target, event.units)


def _nothing(state: State, _: Event) -> State:
    return state


def _step_lost(state: State, event: StepLost) -> State:
    unit = state.units[event.unit]
    if unit.lost + 1 < unit.counter.steps:
        return put_units(state, {event.unit: replace(unit, lost=unit.lost + 1)})
    return put_units(state, {event.unit: replace(unit, lost=unit.counter.steps, place=DEAD, marker=None)})


def _stances(state: State, event: UnitsDisordered | ReservesRoused | ExploitWon) -> State:
    units = {}
    for uid, text in event.stances.items():
        marker, up = read_stance(text)
        units[uid] = replace(state.units[uid], marker=marker, up=up)
    return put_units(state, units)


def _gone(state: State, event: UnitsRetreated | UnitsAdvanced) -> State:
    return go_to(state, event.units, event.to)


def _overrun_paid(state: State, event: OverrunPaid) -> State:
    return spend(state, event.cost)


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (CombatReckoned, _combat_reckoned),
    (CombatResolved, _nothing),
    (OptionTaken, _nothing),
    (StepLost, _step_lost),
    (UnitsDisordered, _stances),
    (ReservesRoused, _stances),
    (ExploitWon, _stances),
    (UnitsRetreated, _gone),
    (UnitsAdvanced, _gone),
    (OverrunPaid, _overrun_paid),
    (EmptyHexAttacked, _empty_hex_attacked),
)
