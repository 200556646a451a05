"""Barrages by planes in tests, told as at a table; `no` is the rule by which an order must be refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.session import Entry
from ocs_engine.series.air.air_barrage import AirBarrage
from ocs_engine.series.air.hip_shoot import HipShoot
from ocs_engine.series.air.trainbusting import Trainbust
from ocs_engine.series.firing import Aim
from ocs_engine.state.barrage_events import BarrageReckoned, BarrageShifted
from ocs_engine.state.model import State, Work
from ocs_engine.world.counters import Side
from tests.positions import Position

Told = Entry[State] | None
E = TypeVar("E", bound=Event)

BARRAGE = "Allied Movement Phase, Barrage Segment"
SAFE = (1, 1)
"""Dice of flak that hit nobody."""


def bomb(p: Position, target: str, *planes: str, aim: str = "units", no: str | None = None) -> Told:
    """A barrage by planes."""
    return p.do(AirBarrage(side=p.side, target=target, aim=Aim(aim), planes=planes), no)


def hip_shoot(p: Position, target: str, plane: str, aim: str = "units", no: str | None = None) -> Told:
    """A Hip Shoot."""
    return p.do(HipShoot(side=p.side, target=target, aim=Aim(aim), plane=plane), no)


def bust(p: Position, target: str, *planes: str, no: str | None = None) -> Told:
    """A mission against a railway."""
    return p.do(Trainbust(side=p.side, target=target, planes=planes), no)


def busted(p: Position, side: Side, *labels: str) -> Position:
    """The position with Trainbusting markers against a side."""
    markers = p.state.trainbusted
    for label in labels:
        markers = markers.set(p.hex(label), side)
    return Position(p.rules, replace(p.state, trainbusted=markers), RecordedDice(()))


def with_port(p: Position, side: Side, label: str, dice: Sequence[int]) -> Position:
    """The position with a port in a hex, and the dice to come."""
    ports = p.state.ports.set(p.hex(label), Work(side))
    return Position(p.rules, replace(p.state, ports=ports), RecordedDice(tuple(dice)))


def the(kind: type[E], told: Told) -> E:
    """The one event of a kind that a command brought about."""
    assert told is not None
    (found,) = (event for event in told.events if isinstance(event, kind))
    return found


def columns(told: Told) -> tuple[str, str]:
    """The columns on which a barrage of units began and was rolled."""
    return the(BarrageReckoned, told).heading, the(BarrageShifted, told).heading


def shifts(told: Told) -> dict[str, int]:
    """The shifts of a barrage of units, by the words for them."""
    return {each.why: int(each.value) for each in the(BarrageShifted, told).shifts}
