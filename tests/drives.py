"""Transport Points in tests, told as at a table: drive, load, unload, put together, part.

`no` is the rule by which it must be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.session import Entry
from ocs_engine.series.supply import carrying_commands as cc
from ocs_engine.series.supply.driving import allowance
from ocs_engine.state.model import Dump, State, Transport
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from tests.positions import ALLIED, Position, position

Told = Entry[State] | None
Row = tuple[str, str, int, int]
"""A kind of transport, its place, and what it can carry and does, in T."""


class Roads(Position):
    """A position with transport in it, spoken to by its id."""

    def begin_drive(self, tid: str, no: str | None = None, reserve: bool = False) -> Told:
        """The begin of a drive."""
        return self.do(cc.BeginDrive(side=self.side, transport=tid, reserve=reserve), no)

    def to(self, label: str, no: str | None = None) -> Told:
        """The next hex of the drive."""
        return self.do(cc.DriveTo(side=self.side, hex=label), no)

    def take(self, tid: str, tokens: int, no: str | None = None) -> Told:
        """Supply loaded."""
        return self.do(cc.TakeOn(side=self.side, transport=tid, tokens=tokens), no)

    def put(self, tid: str, tokens: int, no: str | None = None) -> Told:
        """Supply unloaded."""
        return self.do(cc.PutDown(side=self.side, transport=tid, tokens=tokens), no)

    def end_drive(self, no: str | None = None) -> Told:
        """The end of the drive."""
        return self.do(cc.EndDrive(side=self.side), no)

    def drive(self, tid: str, path: str = "", no: str | None = None, take: int = 0, put: int = 0,
              reserve: bool = False) -> Told:  # fmt: skip
        """A whole drive along hexes parted by spaces."""
        way = tuple(path.split())
        return self.do(cc.Drive(side=self.side, transport=tid, path=way, take=take, put=put, reserve=reserve), no)

    def combine(self, *tids: str, no: str | None = None) -> Told:
        """Transport put together."""
        return self.do(cc.Combine(side=self.side, transport=tids), no)

    def split(self, tid: str, tokens: int, load: int = 0, no: str | None = None) -> Told:
        """A part of some transport parted from it."""
        return self.do(cc.Split(side=self.side, transport=tid, tokens=tokens, load=load), no)

    def release_truck(self, tid: str, no: str | None = None) -> Told:
        """An organic truck released."""
        return self.do(cc.ReleaseTransport(side=self.side, transport=tid), no)

    def truck(self, tid: str) -> Transport:
        """Transport as it stands now."""
        return self.state.transport[tid]

    def at(self, tid: str) -> str:
        """Its hex or box."""
        return self.state.world.label(self.truck(tid).place)

    def used(self, tid: str) -> Fraction:
        """What it has spent in this phase, in MP."""
        return Fraction(self.state.memory.spent.get(tid, 0), 12)

    def mp(self, tid: str) -> Fraction:
        """Its MA in this phase, in MP."""
        return Fraction(allowance(self.state, tid), 12)

    def dump(self, label: str) -> int:
        """The T on the ground of a hex."""
        found = self.state.dumps.get(self.hex(label))
        return found.tokens if found else 0


def roads(
    note: str = "",
    rows: Sequence[Row] = (),
    *,
    when: str = "Allied Movement Phase",
    ground: str | None = "all: open",
    dice: Sequence[int] = (),
    date: str = "1942-11-15",
    weather: Weather = Weather.FLIGHT,
    change: Callable[[State], State] = lambda state: state,
) -> Roads:
    """A position of a note and some Allied transport, by rows numbered from 1: "allied-truck-1"; then changed."""
    p = position(note, when, ground=ground, date=date, weather=weather, options=())
    state = p.state
    for number, (kind, place, tokens, load) in enumerate(rows, 1):
        tid = f"allied-{kind}-{number}"
        each = Transport(kind, ALLIED, state.world.place(place), tokens, load, "6 Arm Div" if kind == "organic" else "")
        state = replace(state, transport=state.transport.set(tid, each))
    return Roads(p.rules, change(state), RecordedDice(dice))


def with_dump(label: str, tokens: int, side: Side = ALLIED) -> Callable[[State], State]:
    """A change that lays T on the ground of a hex."""
    return lambda state: replace(state, dumps=state.dumps.set(state.world.place(label), Dump(side, tokens)))
