"""Planes in tests, written as a player would note them down.

    p = sky("Axis 2 A30.20: ger-bf109g, ger-ju87 inactive", "Allied 1 A21.20: us-spitv reduced", dice=[3, 4, 6])

A line is a side, the level of an air base, its hex, and the planes there; without a level it is an off-map box. The
planes of a kind are numbered as they come: us-spitv-1, us-spitv-2.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.session import Entry
from ocs_engine.series.air.dogfight import Abort, Engage
from ocs_engine.series.air.landing import Land
from ocs_engine.series.air.missions import Intercept, TakeHit
from ocs_engine.series.air.sweep import Sweep
from ocs_engine.series.air.transfer import Transfer
from ocs_engine.state.model import DEAD, Plane, State, Work
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from ocs_engine.world.options import EVERYONE_SUPPLIED
from tests.fights import whose
from tests.positions import Position, position

Told = Entry[State] | None
LINE = re.compile(r"(Axis|Allied) (?:(\d) )?([^:]+): *(.*)")


def sky(
    *lines: str,
    dice: Sequence[int] = (),
    note: str = "",
    when: str = "Allied Movement Phase, Movement Segment",
    ground: str | None = "all: open",
    date: str = "1942-11-15",
    weather: Weather = Weather.FLIGHT,
    options: Sequence[str] = (EVERYONE_SUPPLIED,),
) -> Position:
    """A position with planes at their bases, with the faces that the dice will show in order."""
    p = position(note, when, ground=ground, date=date, weather=weather, options=options)
    state, count = p.state, dict[str, int]()
    for line in lines:
        found = LINE.fullmatch(line)
        assert found, f"{line!r} is no line of planes"
        side, level, where, planes = found.groups()
        place = state.world.place(where)
        if level:
            state = replace(state, bases=state.bases.set(place, Work(Side(side), int(level))))
        for text in filter(None, re.split(r", *", planes)):
            kind, *how = text.split()
            count[kind] = count.get(kind, 0) + 1
            plane = Plane(state.world.aircraft[kind], place, "inactive" not in how, int("reduced" in how))
            state = replace(state, planes=state.planes.set(f"{kind}-{count[kind]}", plane))
    return Position(p.rules, state, RecordedDice(tuple(dice)))


def lies(p: Position, pid: str) -> str:
    """How a plane lies: its base, and what is not as it should be, as "A30.20 inactive reduced"."""
    plane = p.state.planes[pid]
    if plane.place == DEAD:
        return "dead"
    marks = [text for text, so in (("inactive", not plane.active), ("reduced", plane.lost)) if so]
    return " ".join([p.state.world.label(plane.place), *marks])


def sweep(p: Position, hex_: str, *planes: str, no: str | None = None) -> Told:
    """A fighter sweep."""
    return p.do(Sweep(side=p.side, hex=hex_, planes=planes), no)


def transfer(p: Position, base: str, *planes: str, no: str | None = None) -> Told:
    """A base transfer."""
    return p.do(Transfer(side=p.side, base=base, planes=planes), no)


def abort(p: Position, *planes: str, no: str | None = None) -> Told:
    """The planes that abort, or none."""
    return p.do(Abort(side=whose(p), planes=planes), no)


def engage(p: Position, plane: str, no: str | None = None) -> Told:
    """The plane that fights the round."""
    return p.do(Engage(side=whose(p), plane=plane), no)


def intercept(p: Position, plane: str = "", no: str | None = None) -> Told:
    """The interceptor, or none."""
    return p.do(Intercept(side=whose(p), plane=plane), no)


def take_hit(p: Position, plane: str, no: str | None = None) -> Told:
    """The plane that flak has hit."""
    return p.do(TakeHit(side=whose(p), plane=plane), no)


def land(p: Position, no: str | None = None, **bases: str) -> Told:
    """Where planes land: by id with _ for -, us_spitv_1="A21.20"."""
    named = {pid.replace("_", "-"): base for pid, base in bases.items()}
    return p.do(Land(side=whose(p), bases=named), no)


def asked(p: Position) -> tuple[str, str] | None:
    """Who is asked, and the kind of command that answers; None where nobody is."""
    pending = p.game.pending()
    return (str(pending.side), pending.kinds[0]) if pending else None


def events(told: Told, kind: type[Event]) -> list[Event]:
    """The events of a kind among those that a command brought about."""
    assert told is not None
    return [event for event in told.events if isinstance(event, kind)]
