"""Transports and drops in tests, beside `flights`: `fly(p, "A20.20", "A40.20", "us-c-47-1 B", tokens=1)`."""

from __future__ import annotations

from dataclasses import replace

from ocs_engine.series.air.airlift import AirTransport, Stay
from ocs_engine.series.air.drop import AirDrop
from ocs_engine.series.air.loads import Profile
from ocs_engine.series.air.shedding import Shed
from ocs_engine.series.air.xyz import LoadAtStop, UnloadAtStop, XyzTransport
from ocs_engine.state.model import DropPlan
from tests.fights import whose
from tests.flights import Told
from tests.positions import Position


def _planes(text: str) -> tuple[tuple[str, ...], tuple[Profile, ...]]:
    pairs = [each.split() for each in text.split(", ")]
    return tuple(pid for pid, _ in pairs), tuple(Profile(profile) for _, profile in pairs)


def fly(p: Position, start: str, to: str, planes: str, names: str = "", tokens: int = 0, no: str | None = None) -> Told:
    """A transport; planes as "us-c-47-1 A, us-c-47-2 C"."""
    pids, profiles = _planes(planes)
    cargo = p.ids(names) if names else ()
    command = AirTransport(side=p.side, start=start, to=to, planes=pids, profiles=profiles, cargo=cargo, tokens=tokens)
    return p.do(command, no)


def fly_xyz(p: Position, way: str, planes: str, names: str = "", tokens: int = 0, no: str | None = None) -> Told:
    """A transport with a stop; its way as "A10.20 A30.20 A50.20"."""
    (start, via, to), (pids, profiles) = way.split(), _planes(planes)
    return p.do(
        XyzTransport(
            side=p.side,
            start=start,
            via=via,
            to=to,
            planes=pids,
            profiles=profiles,
            cargo=p.ids(names) if names else (),
            tokens=tokens,
        ),
        no,
    )


def put_off(p: Position, names: str = "", tokens: int = 0, no: str | None = None) -> Told:
    """What is unloaded at the stop."""
    return p.do(UnloadAtStop(side=whose(p), cargo=p.ids(names) if names else (), tokens=tokens), no)


def take_on(p: Position, names: str = "", tokens: int = 0, no: str | None = None) -> Told:
    """What is loaded at the stop."""
    return p.do(LoadAtStop(side=whose(p), cargo=p.ids(names) if names else (), tokens=tokens), no)


def drop(
    p: Position, start: str, to: str, planes: str, names: str = "", tokens: int = 0, no: str | None = None
) -> Told:
    """An air drop."""
    pids, profiles = _planes(planes)
    cargo = p.ids(names) if names else ()
    command = AirDrop(side=p.side, start=start, to=to, planes=pids, profiles=profiles, cargo=cargo, tokens=tokens)
    return p.do(command, no)


def shed(p: Position, names: str = "", tokens: int = 0, no: str | None = None) -> Told:
    """The cargo that is over."""
    return p.do(Shed(side=whose(p), units=p.ids(names) if names else (), tokens=tokens), no)


def stay(p: Position, *planes: str, no: str | None = None) -> Told:
    """The transports that stay."""
    return p.do(Stay(side=whose(p), planes=planes), no)


def tokens(p: Position, label: str) -> int:
    """The T on the ground of a hex."""
    dump = p.state.dumps.get(p.hex(label))
    return dump.tokens if dump else 0


def planning(p: Position, **plans: tuple[str, int]) -> Position:
    """The same position with drop plans: by unit, _ for -, the hex and the turns from now on."""
    state = p.state
    for name, (label, turns) in plans.items():
        plan = DropPlan(p.hex(label), state.turn + turns)
        state = replace(state, drop_plans=state.drop_plans.set(p.id(name.replace("_", "-")), plan))
    return Position(p.rules, state, p.game.dice)
