"""Sea Cap (OCS 19.0f): cargo from port to port, or between ports and off-map boxes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
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
from ocs_engine.series.general import in_enemy_zoc
from ocs_engine.series.places import read_place
from ocs_engine.series.ports import capacity, damaged_capacity, own_ports
from ocs_engine.series.tempo import sea_cap
from ocs_engine.series.transport_size import HALVES, in_tokens, ride_refusal
from ocs_engine.state.lift_events import CargoShipped
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.options import NIGHT_SHIPPING
from ocs_engine.world.scenario import GROUND_BOXES

Filled = Sequence[Answer]


class Ship(Command):
    """Send cargo by sea: units and Transport Points by id, and SP from the ground, in T (OCS 19.0f).

    start, to: ports or off-map boxes.
    """

    kind: Literal["ship"] = "ship"
    side: Side
    start: str
    to: str
    cargo: tuple[str, ...] = ()
    tokens: int = Field(default=0, ge=0)


# --- where ships go


@rule("OCS 19.0f", "T2 1.8")
def sea_left(state: State, side: Side) -> int:
    """What is left of a side's Sea Cap this turn, in half tokens; only in its own Movement Phase is there any."""
    return left_now(state, side, sea_cap(state, side), state.memory.sea_used)


@rule("OCS 19.0a", "OCS 19.0f", "T2 1.2", "T2 1.8a")
def harbour_refusal(state: State, side: Side, place: int) -> Refusal | None:
    """Why no ship of a side may load or unload in a place now, or None; off-map boxes are open to their owners."""
    world, label = state.world, state.world.label(place)
    if world.is_box(place):
        if place in state.points.endless_dumps(state, side):
            return None
        return no("not open", "OCS 19.0f", f"{label} is not open to ships of the {side} side", label)
    if place not in state.ports or state.ports[place].side is not side:
        return no("no own port", "OCS 19.0f", f"{label} is no port of the {side} side", label)
    if not open_capacity(state, place):
        words = f"the port of {label} can handle nothing now, for its damage or an enemy ZOC"
        return no("port shut", "OCS 19.0a", words, label)
    return state.points.closed_to_ships(state, side, place)


@rule("OCS 19.0a", "OCS 21.12")
def open_capacity(state: State, port: int) -> int:
    """What a port handles for ships, in T: by option as much in an enemy ZOC as elsewhere (OCS 21.12b)."""
    return damaged_capacity(state, port) if state.plays(NIGHT_SHIPPING) else capacity(state, port)


@rule("OCS 21.12")
def sea_price(state: State, side: Side, start: int, to: int) -> int:
    """How many times its size cargo takes of Sea Cap: more where a port lies in an enemy ZOC (OCS 21.12b)."""
    ports = (place for place in (start, to) if not state.world.is_box(place))
    watched = state.plays(NIGHT_SHIPPING) and any(in_enemy_zoc(state, side, port) for port in ports)
    return state.world.tables.number("night_shipping_multiple") if watched else 1


@rule("OCS 19.0f")
def voyage_refusal(state: State, side: Side, start: int, to: int) -> Refusal | None:
    """Why nothing of a side sails from one place to another now, or None; all open ports lie on one sea."""
    world = state.world
    if start == to or (world.is_box(start) and world.is_box(to)):
        words = f"ships sail between ports, or a port and a box, not from {world.label(start)} to {world.label(to)}"
        return no("no voyage", "OCS 19.0f", words, world.label(start), world.label(to))
    return harbour_refusal(state, side, start) or harbour_refusal(state, side, to) or landing_refusal(state, side, to)


def harbours(state: State, side: Side) -> list[int]:
    """The off-map boxes and ports of a side that are open to its ships now."""
    places = (*state.points.endless_dumps(state, side), *own_ports(state, side))
    return [place for place in places if harbour_refusal(state, side, place) is None]


# --- what may sail


@rule("OCS 19.0a")
def handled(state: State, port: int, cargo: Cargo) -> int | None:
    """What cargo takes of the capacity of a port, in half tokens; None where that is more than is left.

    A combat unit alone that is larger than the port may use all of it, where nothing of it is used yet (OCS 19.0a).
    """
    whole, used, needed = HALVES * open_capacity(state, port), state.memory.port_used.get(port, 0), room(state, cargo)
    if needed <= whole - used:
        return needed
    alone = len(cargo.units) == 1 and not cargo.transport and not cargo.tokens
    return HALVES * state.world.atlas.ports[port].capacity if alone and not used and needed > whole else None


@rule("OCS 19.0f", "T2 3.2a", "T2 1.2")
def ship_refusal(state: State, side: Side, start: int, to: int, cargo: Cargo) -> Refusal | None:
    """Why cargo may not sail on a voyage that is open, or None."""
    world = state.world
    fit = partial(ride_refusal, state, then_still=True)
    refusal = cargo_refusal(state, side, start, to, cargo, fit, then_still=True)
    if refusal is not None:
        return refusal
    if cargo.units or cargo.transport:
        if world.is_box(to) and world.label(to) not in GROUND_BOXES:
            return no("no ground box", "T2 1.2", f"no ground units wait in {world.label(to)}", world.label(to))
        if world.is_box(start) and (refusal := state.points.may_embark(state, side, start)) is not None:
            return refusal
    needed = sea_price(state, side, start, to) * room(state, cargo)
    if (refusal := beyond_cap("Sea Cap", "OCS 19.0f", side, needed, sea_left(state, side))) is not None:
        return refusal
    for port in (place for place in (start, to) if not world.is_box(place)):
        if handled(state, port, cargo) is None:
            free = max(HALVES * open_capacity(state, port) - state.memory.port_used.get(port, 0), 0)
            handles = f"the port of {world.label(port)} handles {in_tokens(free)} more"
            words = f"the cargo takes {in_tokens(room(state, cargo))}, and {handles} in this turn"
            return no("port too small", "OCS 19.0a", words, world.label(port))
    return None


def _ship(draft: Draft[State], command: Ship) -> None:
    state, side = draft.state, command.side
    start, to = read_place(state, command.start), read_place(state, command.to)
    cargo = read_cargo(state, command.cargo, command.tokens)
    raise_if(voyage_refusal(state, side, start, to))
    raise_if(ship_refusal(state, side, start, to, cargo))
    label, is_box = state.world.label, state.world.is_box
    put_down(
        draft,
        CargoShipped(
            side=side,
            start=label(start),
            to=label(to),
            units=cargo.units,
            transport=cargo.transport,
            tokens=cargo.tokens,
            room=sea_price(state, side, start, to) * room(state, cargo),
            ports={label(port): handled(state, port, cargo) or 0 for port in (start, to) if not is_box(port)},
        ),
    )


# --- forms


def _may_ship(state: State, side: str) -> bool:
    return in_segment(state, side) and sea_left(state, Side(side)) > 0


def voyages(state: State, side: Side, open_now: Sequence[int], start: int) -> dict[int, Refused]:
    """The voyages from a place to those among some places to which anything of a side may sail."""
    return {
        to: partial(ship_refusal, state, side, start, to)
        for to in open_now
        if voyage_refusal(state, side, start, to) is None
    }


def _blank(state: State, side: str, filled: Filled) -> Blank | None:
    own, open_now = Side(side), harbours(state, Side(side))
    fit = partial(ride_refusal, state, then_still=True)
    return lift_blank(state, own, filled, open_now, partial(voyages, state, own, open_now), fit, then_still=True)


def _fill(side: str, filled: Filled) -> Command:
    return Ship(side=Side(side), **as_fields(filled))


COMMANDS: tuple[type[Command], ...] = (Ship,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register Sea Cap."""
    rules.command(Ship, _may_ship, _blank, _fill)(_ship)
