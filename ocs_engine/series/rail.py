"""Rail transport (OCS 13.3): the railways open to cargo, where it gets on and off, and the ride itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from pydantic import Field

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.busting import busted_hexes
from ocs_engine.series.cargo import (
    Cargo,
    Refused,
    as_fields,
    beyond_cap,
    cargo_refusal,
    landing_refusal,
    left_now,
    lift_blank,
    no,
    put_down,
    read_cargo,
    room,
)
from ocs_engine.series.forms import in_segment
from ocs_engine.series.general import zoc_hexes
from ocs_engine.series.modes import on_map
from ocs_engine.series.places import read_place
from ocs_engine.series.supply.paths import enemy_held
from ocs_engine.series.supply.railnet import detrainable_now, rail_net, railway_hexes
from ocs_engine.series.supply.trace import usable_sources
from ocs_engine.series.tempo import rail_cap
from ocs_engine.series.transport_size import ride_refusal
from ocs_engine.state.events import StancesChanged
from ocs_engine.state.lift_events import CargoRailed
from ocs_engine.state.model import State, Up
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]


class Rail(Command):
    """Send cargo by rail: units and Transport Points by id, and SP from the ground, in T (OCS 13.3).

    start: a hex, or an off-map box with a railway; to: a hex.
    """

    kind: Literal["rail"] = "rail"
    side: Side
    start: str
    to: str
    cargo: tuple[str, ...] = ()
    tokens: int = Field(default=0, ge=0)


@dataclass(frozen=True, slots=True)
class Ride:
    """A way by rail to a hex, and whether it costs double (OCS 14.8c).

    before: from each hex the one before it on the way, from the first one itself.
    """

    to: Hex
    before: Mapping[Hex, Hex]
    doubled: bool = False

    @property
    def path(self) -> tuple[Hex, ...]:
        """Its hexes in order, both ends included."""
        way = [self.to]
        while (last := self.before[way[-1]]) != way[-1]:
            way.append(last)
        return tuple(reversed(way))

    @property
    def price(self) -> int:
        """How many times its room cargo takes of the Rail Cap."""
        return 2 if self.doubled else 1


@dataclass(frozen=True, slots=True)
class Railways:
    """What is open to the cargo of a side: all but the closed hexes, and the stations where it may get on or off."""

    closed: frozenset[Hex]
    stations: tuple[Hex, ...]


# --- where cargo rides


@rule("T2 1.1a")
def without_cargo(state: State) -> frozenset[Hex]:
    """The hexes whose railway carries no cargo."""
    return frozenset(hex_ for hex_ in railway_hexes(state.world.atlas) if not state.points.carries_cargo(state, hex_))


@rule("OCS 13.3c", "OCS 13.3e", "OCS 4.5a", "T2 1.1a")
def railways(state: State, side: Side) -> Railways:
    """The railways on which cargo of a side rides now, with a way to a source (OCS 13.3c, 13.3e).

    Neither enemy combat units nor an enemy ZOC, negated or not, nor a detrainable hex of the enemy may lie on the way.
    The way to the source may go where no cargo rides; the ride may not (T2 1.1a).
    """
    barred, idle = enemy_held(state, side) | zoc_hexes(state, side.other), without_cargo(state)
    served = rail_net(state, side, usable_sources(state, side, barred), barred)
    stations = detrainable_now(state, side) & served.keys() - idle
    return Railways(idle.union(barred), tuple(sorted(stations)))


@rule("OCS 13.3e", "T2 2.2")
def gates(state: State, side: Side) -> tuple[Hex, ...]:
    """The map-edge hexes by which railways come onto the map, in order; there newcomers got on off the map (13.3e)."""
    boxes = state.points.endless_dumps(state, side)
    return tuple(sorted({hex_ for box in boxes for hex_ in state.points.rail_entries(state, side, box)}))


@rule("OCS 13.3e", "OCS 14.8", "T2 2.2")
def rides(state: State, side: Side, ways: Railways, start: int) -> dict[Hex, Ride]:
    """The rides from a hex or an off-map box, by where they end; round Trainbusting zones where that can be."""
    on_rail = start in ways.stations or start in gates(state, side)
    starts = {start} if on_rail else set(state.points.rail_entries(state, side, start))
    zone = busted_hexes(state, side)
    found: dict[Hex, Ride] = {}
    for doubled, closed in ((True, ways.closed), (False, ways.closed | zone)) if zone else ((False, ways.closed),):
        before = rail_net(state, side, starts - closed, closed)
        found |= {to: Ride(to, before, doubled) for to in ways.stations if to in before and to != start}
    return found


# --- what may ride


@rule("OCS 13.3a", "T2 2.2c")
def rail_left(state: State, side: Side) -> int:
    """What is left of a side's Rail Cap this turn, in half tokens; only in its own Movement Phase is there any."""
    return left_now(state, side, rail_cap(state, side), state.memory.rail_used)


@rule("OCS 13.8c")
def takes_move(state: State, uid: str) -> bool:
    """Whether an HQ may get on as it is, for it makes its own hex detrainable, and takes Move Mode then (OCS 13.8c)."""
    unit, fresh = state.units[uid], uid not in state.memory.done
    return unit.counter.is_hq and unit.counter.engineer and unit.marker is None and unit.up is Up.COMBAT and fresh


def _fit(state: State, uid: str) -> Refusal | None:
    return None if takes_move(state, uid) else ride_refusal(state, uid, then_still=False)


@rule("OCS 13.3c", "OCS 13.3e", "T2 2.2")
def route_refusal(state: State, side: Side, ways: Railways, start: int, to: int) -> Refusal | None:
    """Why nothing of a side rides from one place to another now, or None."""
    label = state.world.label
    entries = state.points.rail_entries(state, side, start)
    if start not in ways.stations and start not in gates(state, side) and not entries:
        return no("no station", "OCS 13.3c", _why_no_station(state, side, start), label(start))
    if not on_map(state, to) or to not in ways.stations:
        return no("no station", "OCS 13.3c", _why_no_station(state, side, to), label(to))
    if to not in rides(state, side, ways, start):
        words = f"no railway on which the {side} side may ride leads from {label(start)} to {label(to)}"
        return no("no way", "OCS 13.3e", words, label(start), label(to))
    return landing_refusal(state, side, to)


def _why_no_station(state: State, side: Side, place: int) -> str:
    label = state.world.label(place)
    if place not in railway_hexes(state.world.atlas):
        return f"{label} has no railway on which cargo of the {side} side gets on or off"
    if not state.points.carries_cargo(state, place):
        return f"the railway in {label} serves trace alone and carries no cargo"
    if place in zoc_hexes(state, side.other):
        return f"{label} lies in an enemy ZOC, where no cargo gets on or off"
    return f"{label} is no detrainable hex of the {side} side with a free way by rail to a source"


@rule("OCS 13.3a", "OCS 13.3e", "OCS 14.8")
def rail_refusal(state: State, side: Side, start: int, to: int, ride: Ride, cargo: Cargo) -> Refusal | None:
    """Why cargo may not take a ride, or None."""
    refusal = cargo_refusal(state, side, start, to, cargo, partial(_fit, state), then_still=False)
    refusal = refusal or _boarding_refusal(state, side, start, cargo)
    if refusal is not None:
        return refusal
    return beyond_cap("Rail Cap", "OCS 13.3a", side, ride.price * room(state, cargo), rail_left(state, side))


@rule("OCS 13.3e")
def _boarding_refusal(state: State, side: Side, start: int, cargo: Cargo) -> Refusal | None:
    """Why cargo may not get on in a hex that is no detrainable one: there reinforcements of this turn alone (13.3e)."""
    if not on_map(state, start) or start in detrainable_now(state, side):
        return None
    old = [piece for piece in (*cargo.units, *cargo.transport) if piece not in state.newcomers]
    if not old and not cargo.tokens:
        return None
    words = f"in {state.world.label(start)} only reinforcements of this turn ride on, who got on off the map"
    return Refusal(code="no station", rule="OCS 13.3e", sentence=words, pieces=tuple(old))


def _rail(draft: Draft[State], command: Rail) -> None:
    state, side = draft.state, command.side
    start, to = read_place(state, command.start), read_place(state, command.to)
    ways, cargo = railways(state, side), read_cargo(state, command.cargo, command.tokens)
    raise_if(route_refusal(state, side, ways, start, to))
    ride = rides(state, side, ways, start)[to]
    raise_if(rail_refusal(state, side, start, to, ride, cargo))
    turned = {uid: str(Up.MOVE) for uid in cargo.units if takes_move(state, uid)}
    if turned:
        draft.emit(StancesChanged(stances=turned))
    label = state.world.label
    put_down(
        draft,
        CargoRailed(
            side=side,
            start=label(start),
            to=label(to),
            units=cargo.units,
            transport=cargo.transport,
            tokens=cargo.tokens,
            room=ride.price * room(state, cargo),
            path=tuple(label(hex_) for hex_ in ride.path),
            doubled=ride.doubled,
        ),
    )


# --- forms


def _may_rail(state: State, side: str) -> bool:
    return in_segment(state, side) and rail_left(state, Side(side)) > 0


def routes(state: State, side: Side, ways: Railways, start: int) -> dict[int, Refused]:
    """The rides from a place by where they end, where cargo may be put down at all."""
    return {
        to: partial(rail_refusal, state, side, start, to, ride)
        for to, ride in rides(state, side, ways, start).items()
        if landing_refusal(state, side, to) is None
    }


def _blank(state: State, side: str, filled: Filled) -> Blank | None:
    own, ways = Side(side), railways(state, Side(side))
    boxes = (box for box in state.points.endless_dumps(state, own) if state.points.rail_entries(state, own, box))
    edges = (hex_ for hex_ in gates(state, own) if hex_ not in ways.stations)
    starts, fit = (*boxes, *ways.stations, *edges), partial(_fit, state)
    return lift_blank(state, own, filled, starts, partial(routes, state, own, ways), fit, then_still=False)


def _fill(side: str, filled: Filled) -> Command:
    return Rail(side=Side(side), **as_fields(filled))


COMMANDS: tuple[type[Command], ...] = (Rail,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register rail transport."""
    rules.command(Rail, _may_rail, _blank, _fill)(_rail)
