"""Cargo of rail and ships: what may be taken together from a place, how much room it takes, and its blanks in a form.

Cargo is units, Transport Points and SP from the ground, all in one place (OCS 13.3a, 19.0f). Room is in half tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, values
from ocs_engine.series.general import enemy_noncombat
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import take_control
from ocs_engine.series.supply.access import ENDLESS
from ocs_engine.series.transport_size import (
    HALVES,
    in_tokens,
    supply_cargo,
    transport_cargo,
    transport_refusal,
    unit_cargo,
)
from ocs_engine.state.carry_events import TransportFinished
from ocs_engine.state.events import UnitsFinished
from ocs_engine.state.lift_events import CargoRailed, CargoShipped
from ocs_engine.state.model import State, Transport, Unit
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]


@dataclass(frozen=True, slots=True)
class Cargo:
    """What is carried together: units and Transport Points by id, and SP from the ground, in T."""

    units: tuple[str, ...] = ()
    transport: tuple[str, ...] = ()
    tokens: int = 0

    def and_piece(self, state: State, piece: str) -> Cargo:
        """The same and one more piece: transport by its id, and else a unit."""
        if piece in state.transport:
            return replace(self, transport=(*self.transport, piece))
        return replace(self, units=(*self.units, piece))


def points_left(state: State, points: int | Fraction, used: int) -> int:
    """The room that a cap of so many SP still gives when some of it is used."""
    return max(int(HALVES * state.world.tables.number("tokens_per_SP") * points) - used, 0)


def left_now(state: State, side: Side, points: int | Fraction, used: int) -> int:
    """What is left of a cap of so many SP in this turn: nothing but in the side's own Movement Phase."""
    now = state.now
    return points_left(state, points, used) if now.phase is Phase.MOVEMENT and now.acts is side else 0


@rule("OCS 4.7")
def room(state: State, cargo: Cargo) -> int:
    """The room that cargo takes (OCS 4.7)."""
    units = sum(unit_cargo(state.world.tables, state.units[uid]) for uid in cargo.units)
    return units + sum(transport_cargo(state.transport[tid]) for tid in cargo.transport) + supply_cargo(cargo.tokens)


@rule("OCS 12.2", "T2 1.2")
def supply_there(state: State, side: Side, place: int) -> int:
    """The T on the ground of a place that may still be carried away: not what came in this phase (OCS 12.2a)."""
    if place in state.points.endless_dumps(state, side):
        return ENDLESS
    dump = state.dumps.get(place)
    there = dump.tokens if dump is not None and dump.side is side else 0
    return max(there - state.memory.landed.get(place, 0), 0)


def pieces_at(state: State, side: Side, place: int) -> Iterator[str]:
    """The units of a side in a place in the order in which they came, then its Transport Points by id."""
    yield from (uid for uid in state.here.get(place, ()) if state.units[uid].side is side)
    yield from sorted(tid for tid, each in state.transport.items() if each.place == place and each.side is side)


Fit = Callable[[str], Refusal | None]
"""Why a unit may not ride in some way now, or None."""
Refused = Callable[[Cargo], Refusal | None]
"""Why some cargo may not go from one place to another, or None."""
Routes = Callable[[int], Mapping[int, Refused]]
"""From a place the ways that are open, by where they end."""


@rule("OCS 13.3a", "OCS 19.0f", "OCS 12.2")
def cargo_refusal(
    state: State, side: Side, start: int, to: int, cargo: Cargo, fit: Fit, then_still: bool
) -> Refusal | None:
    """Why cargo may not go from one place to another, whatever way it takes and however large it is."""
    if cargo == Cargo():
        return no("no cargo", "", "name units, Transport Points or SP to carry")
    pieces = (*cargo.units, *cargo.transport)
    if len(set(pieces)) < len(pieces):
        return Refusal(code="named twice", rule="", sentence="a piece is named twice", pieces=pieces)
    there, label = set(pieces_at(state, side, start)), state.world.label(start)
    if strangers := [piece for piece in pieces if piece not in there]:
        words = f"the {side} side has no {', '.join(strangers)} in {label}"
        return Refusal(code="not there", rule="", sentence=words, places=(label,), pieces=tuple(strangers))
    found = (*(fit(uid) for uid in cargo.units), *(transport_refusal(state, t, then_still) for t in cargo.transport))
    refusal = next((each for each in found if each is not None), None) or entry_refusal(state, to, cargo)
    if refusal is None and cargo.tokens > (left := supply_there(state, side, start)):
        words = f"{left}T of the {side} side may be carried from {label}, without what was put down there in this phase"
        return no("too little there", "OCS 12.2", words, label)
    return refusal


def entry_refusal(state: State, to: int, cargo: Cargo) -> Refusal | None:
    """Why a unit or transport among the cargo may not be in a place by the game's own rules."""
    if not on_map(state, to):
        return None
    pieces: list[Unit | Transport] = [state.units[uid] for uid in cargo.units]
    pieces += [state.transport[tid] for tid in cargo.transport]
    refusals = (state.points.may_enter(state, piece, to) for piece in pieces)
    return next((each for each in refusals if each is not None), None)


@rule("OCS 4.8c")
def landing_refusal(state: State, side: Side, to: int) -> Refusal | None:
    """Why nothing of a side may be put down in a hex: something of the enemy is there (OCS 4.8c)."""
    label = state.world.label(to)
    if on_map(state, to) and (enemy_noncombat(state, side, to) or to in state.points.closed_to(state, side)):
        words = f"{label} holds something of the enemy, or is closed to the {side}; no cargo may be put down there"
        return no("enemy there", "OCS 4.8c", words, label)
    return None


@rule("OCS 4.7d", "OCS 13.3e", "T2 5.0")
def put_down(draft: Draft[State], event: CargoRailed | CargoShipped) -> None:
    """Carry cargo; what rode has done moving, and units take control where they get off (OCS 13.3e)."""
    draft.emit(event)
    take_control(draft, event.units)
    if event.units:
        draft.emit(UnitsFinished(units=event.units))
    if event.transport:
        draft.emit(TransportFinished(transport=event.transport))


def read_cargo(state: State, pieces: Sequence[str], tokens: int) -> Cargo:
    """The cargo that a command names; ids that nothing has count as units, which are not there."""
    cargo = Cargo(tokens=tokens)
    for piece in pieces:
        cargo = cargo.and_piece(state, piece)
    return cargo


def beyond_cap(cap: str, rule_number: str, side: Side, needed: int, left: int) -> Refusal | None:
    """Why cargo takes too much of a cap, or None. needed, left: its room and what is left, in half tokens."""
    if needed <= left:
        return None
    words = f"the cargo takes {in_tokens(needed)} of {cap}, and the {side} side has {in_tokens(left)} left in this turn"
    return no(f"not enough {cap}", rule_number, words)


def no(code: str, rule_number: str, sentence: str, *places: str) -> Refusal:
    """A refusal that names places."""
    return Refusal(code=code, rule=rule_number, sentence=sentence, places=places)


# --- forms


def chosen(state: State, filled: Filled) -> Cargo:
    """The cargo that a form has been filled with so far."""
    fields = as_fields(filled)
    return read_cargo(state, fields["cargo"], fields["tokens"])


def as_fields(filled: Filled) -> dict[str, Any]:
    """The fields of a command that names its cargo, from a filled form."""
    (start,), (to,) = values(filled, "start"), values(filled, "to")
    return {"start": start, "to": to, "cargo": values(filled, "cargo"), "tokens": tokens_of(filled)}


def tokens_of(filled: Filled) -> int:
    """The T of SP in a form that asks for them last, where there is a choice; 0 while they are not named."""
    return next((int(value) for name, value in filled if name == "tokens"), 0)


def lift_blank(
    state: State, side: Side, filled: Filled, starts: Iterable[int], routes: Routes, fit: Fit, then_still: bool
) -> Blank | None:
    """From where, to where, then the cargo; starts: the places from which anything could go."""
    label, place = state.world.label, state.world.place

    def ends(start: int) -> Iterator[int]:
        cargoes = parcels(state, side, start, fit, then_still)
        for to, refused in routes(start).items() if cargoes else ():
            if any(refused(cargo) is None for cargo in cargoes):
                yield to

    match [str(value) for _, value in filled]:
        case []:
            return Blank("start", tuple(label(start) for start in starts if any(True for _ in ends(start))))
        case [start]:
            return Blank("to", tuple(label(to) for to in ends(place(start))))
        case [start, to, *_]:
            return cargo_blank(state, side, place(start), filled, routes(place(start))[place(to)])
    return None


def cargo_blank(
    state: State,
    side: Side,
    start: int,
    filled: Filled,
    refused: Refused,
    pieces_there: Iterable[str] | None = None,
    needed: bool = True,
) -> Blank | None:
    """One piece after another until enough, then T of SP; a blank in which there is no choice is left out.

    refused: why some cargo may not go. pieces_there: what may be among it, where it is not all that lies in `start`.
    needed: whether there must be some cargo.
    """
    if filled[-1][0] == "tokens":
        return None
    cargo = chosen(state, filled)
    free, tokens = not needed or cargo != Cargo(), most_supply(state, side, start, cargo, refused)
    if filled[-1] != ("cargo", ENOUGH):
        more = [
            piece
            for piece in (pieces_at(state, side, start) if pieces_there is None else pieces_there)
            if piece not in (*cargo.units, *cargo.transport) and refused(cargo.and_piece(state, piece)) is None
        ]
        if more:
            return Blank("cargo", (*more, ENOUGH) if free or tokens else tuple(more))
    return Blank("tokens", tuple(range(0 if free else 1, tokens + 1))) if tokens else None


def most_supply(state: State, side: Side, start: int, cargo: Cargo, refused: Refused) -> int:
    """The most SP, in T, that may go with some cargo."""
    low, high = 0, min(supply_there(state, side, start), MOST_TOKENS)
    while low < high:
        middle = (low + high + 1) // 2
        if refused(replace(cargo, tokens=middle)) is None:
            low = middle
        else:
            high = middle - 1
    return low


MOST_TOKENS = 400
"""More T than any cap of a scenario carries."""


def parcels(state: State, side: Side, start: int, fit: Fit, then_still: bool) -> list[Cargo]:
    """The smallest cargoes in a place that may be carried at all: 1T of SP, and each piece by itself."""
    found = [Cargo(tokens=1)] if supply_there(state, side, start) else []
    for piece in pieces_at(state, side, start):
        held = transport_refusal(state, piece, then_still) if piece in state.transport else fit(piece)
        if held is None:
            found.append(Cargo().and_piece(state, piece))
    return found
