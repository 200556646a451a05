"""Positions with works in them, told what to build and what to pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Answer
from ocs_engine.series.building import Build
from ocs_engine.series.soundness import faults
from ocs_engine.state.build_events import Task
from ocs_engine.state.model import State, Work
from ocs_engine.world.atlas import Port
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from tests.positions import ALLIED, Position, position

Works = Mapping[str, Work]


def site(
    note: str,
    when: str = "Allied Movement Phase",
    *,
    bases: Works | None = None,
    hedgehogs: Works | None = None,
    ports: Works | None = None,
    ground: str | None = "all: open",
    weather: Weather = Weather.FLIGHT,
    options: Sequence[str] = (),
    dice: Sequence[int] = (),
) -> Position:
    """A position with air bases, hedgehogs and ports by label in place of those of the map."""
    p = position(note, when, ground=ground, weather=weather, options=options)
    p = Position(p.rules, _with_ports(p, ports or {}), RecordedDice(()))
    changed = {"bases": bases, "hedgehogs": hedgehogs, "ports": ports}
    state, none = p.state, type(p.state.bases)()
    for field, works in changed.items():
        laid = none.update({p.hex(label): work for label, work in (works or {}).items()})
        state = replace(state, **{field: laid})
    return Position(p.rules, state, RecordedDice(dice))


PRINTED = Port("Somewhere", 16, (12, 9, 6, 3), "large", "A east", "R")
"""A port as a map prints it: 4 SP, less by steps with each hit."""


def _with_ports(p: Position, ports: Works) -> State:
    """The state on a map that prints a port wherever there is to be one."""
    world, printed = p.state.world, p.state.world.atlas.ports
    new = {p.hex(label): PRINTED for label in ports if p.hex(label) not in printed}
    return replace(p.state, world=replace(world, atlas=replace(world.atlas, ports=printed | new))) if new else p.state


def base(level: int, side: Side = ALLIED) -> Work:
    """An air base or hedgehog of a level."""
    return Work(side, level)


def port(hits: int, side: Side = ALLIED) -> Work:
    """A port with some hits."""
    return Work(side, 0, hits)


def build(
    p: Position,
    task: str,
    hex_: str,
    by: str,
    payment: Mapping[str, int] | None = None,
    no: str | None = None,
) -> None:
    """Have something built or broken; nothing that cannot be follows."""
    p.do(Build(side=p.side, task=Task(task), hex=hex_, by=p.ids(by), payment=dict(payment or {})), no)
    assert not list(faults(p.state))


def walked(p: Position, kind: str, filled: tuple[Answer, ...] = (), every: str = "") -> list[Command]:
    """The commands of a form; of the blanks named `every` the first value and the last one alone."""
    blank = p.rules.blank(p.state, p.side, kind, filled)
    if blank is None:
        return [p.rules.fill(p.side, kind, filled)]
    assert blank.values, f"nothing to put into {blank.name} after {filled}"
    values = dict.fromkeys((blank.values[0], blank.values[-1])) if blank.name == every else blank.values
    return [each for value in values for each in walked(p, kind, (*filled, (blank.name, value)), every)]
