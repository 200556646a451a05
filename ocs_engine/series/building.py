"""The command to build, improve, reduce, repair or damage something, and its form (OCS 13.8d)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Literal

from pydantic import Field

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refused
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset, values
from ocs_engine.series.construction import (
    crew_refusal,
    outcome,
    site_refusal,
    task_need,
    troop_size,
    work_hexes,
    worker_refusal,
)
from ocs_engine.series.forms import in_segment
from ocs_engine.series.places import read_hex
from ocs_engine.series.supply.pausing import paused
from ocs_engine.series.supply.payment import payment_refusal, spend, unspent_ways
from ocs_engine.series.supply.within_reach import within_reach
from ocs_engine.series.tables.construction import troops_needed
from ocs_engine.state.build_events import Task, WorkDone
from ocs_engine.state.events import UnitsFinished
from ocs_engine.state.model import Mode, State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side


class Build(Command):
    """Build, improve, reduce, repair or damage something in a hex (OCS 13.8d).

    by: one engineer-capable unit within reach, or as many troops in the hex as it takes and no more. payment: T by the
    way in which they come to the first of them, as `Access.name`.
    """

    kind: Literal["build"] = "build"
    side: Side
    task: Task
    hex: str
    by: tuple[str, ...]
    payment: dict[str, int] = Field(default_factory=dict)


COMMANDS: tuple[type[Command], ...] = (Build,)
FRAMES: tuple[type[Frame], ...] = ()


@rule("OCS 13.8d", "OCS 13.2a")
def in_construction(state: State, side: str) -> bool:
    """Whether a side may build now: in the movement segment of its own Movement Phase, between moves.

    With what Transport Points carry it may while they pause on their way, too (OCS 13.2a).
    """
    return (in_segment(state, side) or paused(state, side)) and state.now.phase is Phase.MOVEMENT


@rule("OCS 13.8d")
def build(draft: Draft[State], command: Build) -> None:
    """Pay, and have it done at once; whoever worked will not move in this phase; raises Refused."""
    state, side, task = draft.state, command.side, command.task
    hex_ = read_hex(state, command.hex)
    refusal = (
        state.points.may_build(state)
        or site_refusal(state, side, task, hex_)
        or crew_refusal(state, side, task, hex_, command.by)
    )
    if refusal is not None:
        raise Refused(refusal)
    need = task_need(state, task, hex_, command.by[0])
    refusal = payment_refusal(state, side, need, command.payment)
    if refusal is not None:
        raise Refused(refusal)
    spend(draft, side, need, "construction", command.payment)
    draft.emit(WorkDone(side=side, task=task, hex=state.world.label(hex_), units=command.by, tokens=need.tokens))
    draft.emit(outcome(state, side, task, hex_))
    draft.emit(UnitsFinished(units=command.by, held=True))


# --- the form


class Yard:
    """Who of a side could do which task in which hex now, and pay for it.

    engineers: by hex those that work there. troops: by hex those in Combat Mode. Units come in the roster's order.
    """

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side = state, side
        self.engineers: dict[Hex, list[str]] = {}
        self.troops: dict[Hex, list[str]] = {}
        self._needed = {task: troops_needed(state.world.tables, task) for task in Task}
        supply = within_reach(state, side)
        self._at_hand, self._has = cache(supply.at_hand), cache(supply.tokens)
        self._jobs = cache(self._jobs_there)
        for uid, unit in state.in_order():
            if unit.side is not side or worker_refusal(state, side, uid) is not None:
                continue
            if unit.can_engineer:
                for hex_ in work_hexes(state, uid):
                    self.engineers.setdefault(hex_, []).append(uid)
            elif unit.mode is Mode.COMBAT:
                self.troops.setdefault(unit.place, []).append(uid)

    def offers(self, task: Task) -> bool:
        """Whether a task can be done anywhere; supply at hand is looked for first, which is quick."""
        return any(any(True for _ in self._hexes(task, has)) for has in (self._at_hand, self._has))

    def hexes(self, task: Task) -> list[Hex]:
        """The hexes in which a task can be done, in order."""
        return list(self._hexes(task, self._has))

    def leads(self, task: Task, hex_: Hex) -> list[str]:
        """The units that could be named first for a task in a hex where it can be done."""
        tokens = self.state.points.construction_cost(self.state, task, hex_)
        return [uid for uid in self.workers(task, hex_) if not tokens or self._has(uid) >= tokens]

    def _hexes(self, task: Task, has: Callable[[str], int]) -> Iterator[Hex]:
        for hex_, workers, tokens in self._jobs(task):
            if tokens and not any(has(uid) >= tokens for uid in workers):
                continue
            if site_refusal(self.state, self.side, task, hex_) is None:
                yield hex_

    def _jobs_there(self, task: Task) -> list[tuple[Hex, list[str], int]]:
        """The hexes with anybody who does a task there, who that is, and the T that it takes."""
        state = self.state
        there = ((hex_, self.workers(task, hex_)) for hex_ in sorted(self._sites(task)))
        return [(hex_, who, state.points.construction_cost(state, task, hex_)) for hex_, who in there if who]

    def _sites(self, task: Task) -> Collection[Hex]:
        reached = self.engineers if self._needed[task] is None else {**self.engineers, **self.troops}
        match task:
            case Task.STRIP | Task.REDUCE_BASE:
                return reached.keys() & self.state.bases.keys()
            case Task.REDUCE_HEDGEHOG:
                return reached.keys() & self.state.hedgehogs.keys()
            case Task.REPAIR_PORT | Task.DAMAGE_PORT:
                return reached.keys() & self.state.ports.keys()
            case _:
                return reached.keys()

    def workers(self, task: Task, hex_: Hex) -> list[str]:
        """The units that could be named first for a task in a hex, supply apart."""
        engineers, troops, needed = self.engineers.get(hex_, []), self.troops.get(hex_, []), self._needed[task]
        enough = needed is not None and troop_size(self.state, troops) >= needed
        alone = not enough or self.state.points.engineers_alone(self.state, task, hex_)
        return engineers if alone else [*engineers, *troops]

    def more(self, task: Task, hex_: Hex, by: Sequence[str]) -> tuple[str, ...]:
        """The troops of a hex that could help those who do a task so far; () where they are enough."""
        if self.state.units[by[0]].can_engineer or troop_size(self.state, by) >= (self._needed[task] or 0):
            return ()
        return tuple(uid for uid in self.troops[hex_] if uid not in by)


def build_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The task, the hex, who does it, and the way of each T in turn."""
    yard, label = Yard(state, Side(side)), state.world.label
    if not filled:
        barred = state.points.may_build(state) is not None
        return Blank("task", () if barred else tuple(str(task) for task in Task if yard.offers(task)))
    task = Task(filled[0][1])
    if len(filled) == 1:
        return Blank("hex", tuple(label(hex_) for hex_ in yard.hexes(task)))
    hex_, by = state.world.place(str(filled[1][1])), values(filled, "by")
    if not by:
        return Blank("by", tuple(yard.leads(task, hex_)))
    if more := yard.more(task, hex_, by):
        return Blank("by", more)
    need, paid = task_need(state, task, hex_, by[0]), values(filled, "source")
    if len(paid) == need.tokens:
        return None
    return Blank("source", unspent_ways(state, Side(side), need, paid))


def build_fill(side: str, filled: Sequence[Answer]) -> Command:
    """The work, with the T of each way counted."""
    payment = dict(Counter(values(filled, "source")))
    task, hex_ = Task(filled[0][1]), str(filled[1][1])
    return Build(side=Side(side), task=task, hex=hex_, by=values(filled, "by"), payment=payment)


def install(rules: Ruleset[State]) -> None:
    """Register construction."""
    rules.command(Build, in_construction, build_blank, build_fill)(build)
