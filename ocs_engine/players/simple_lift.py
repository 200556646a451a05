"""How the player `simple` uses ships and rails: whatever waits in boxes, and supply, as near to the enemy as is safe.

HQs go first, then transport, then what fights. Half of a cap is left to supply while there is little of it on the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from ocs_engine.kernel.messages import Command
from ocs_engine.players.simple_supply import is_safe, nearness
from ocs_engine.players.simple_worth import nearest_enemy, price
from ocs_engine.series.cargo import Cargo, Refused, most_supply, pieces_at, points_left, room
from ocs_engine.series.commands import ChangeMode
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import change_refusal
from ocs_engine.series.rail import Rail, Railways, rail_left, railways, routes
from ocs_engine.series.shipping import Ship, harbours, sea_left, voyages
from ocs_engine.series.supply.access import all_sources
from ocs_engine.series.supply.carrying_commands import TakeOn
from ocs_engine.series.supply.loading import most_taken
from ocs_engine.series.tempo import rail_cap, sea_cap
from ocs_engine.state.model import Mode, State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side

STOCK = 16
"""T on the map below which half of a cap is for supply alone."""
NEARER = 10
"""Hexes nearer to the enemy that a ride must bring transport on the map."""

End = tuple[int, Refused]
"""Where a voyage or ride that is open ends, and why some cargo may not go on it, or None."""


def order(state: State, side: Side) -> Command | None:
    """The next thing to lift, or to make ready for it; None when nothing more can be."""
    if state.now.phase is not Phase.MOVEMENT:
        return None
    boxes = [box for box in state.points.endless_dumps(state, side) if sea_left(state, side) or rail_left(state, side)]
    ready = next((found for box in boxes if (found := _made_ready(state, side, box)) is not None), None)
    return ready or _by_sea(state, side, boxes) or _by_rail(state, side, boxes)


def _made_ready(state: State, side: Side, box: int) -> Command | None:
    """Units take Move Mode in a box, and transport what it can carry."""
    for piece in pieces_at(state, side, box):
        if piece in state.transport:
            if tokens := most_taken(state, piece):
                return TakeOn(side=side, transport=piece, tokens=tokens)
        elif state.units[piece].mode is not Mode.MOVE and change_refusal(state, piece) is None:
            return ChangeMode(side=side, unit=piece, stance="move")
    return None


def _by_sea(state: State, side: Side, boxes: Sequence[int]) -> Ship | Rail | None:
    if not (left := sea_left(state, side)):
        return None
    ports = [place for place in harbours(state, side) if on_map(state, place) and is_safe(state, side, place)]
    ports.sort(key=partial(nearness, state, side))
    spare = left - points_left(state, sea_cap(state, side), 0) // 2
    ends = {start: list(voyages(state, side, ports, start).items()) for start in boxes}
    return _sent(state, side, Ship, ends, spare)


def _by_rail(state: State, side: Side, boxes: Sequence[int]) -> Ship | Rail | None:
    if not (left := rail_left(state, side)):
        return None
    ways = railways(state, side)
    far = [each.place for _, each in sorted(state.transport.items()) if each.side is side]
    starts = dict.fromkeys([*boxes, *(place for place in far if place in ways.stations)])
    spare = left - points_left(state, rail_cap(state, side), 0) // 2
    return _sent(state, side, Rail, {start: list(_rail_ends(state, side, ways, start)) for start in starts}, spare)


def _rail_ends(state: State, side: Side, ways: Railways, start: int) -> Iterator[End]:
    """The stations to ride to, best first; on the map only such as are much nearer to the enemy."""
    found = routes(state, side, ways, start)
    gap = nearest_enemy(state, side, start, 0) - NEARER if on_map(state, start) else None
    for to in sorted(found, key=partial(nearness, state, side)):
        nearer = gap is None or nearest_enemy(state, side, to, 0) <= gap
        if nearer and is_safe(state, side, to):
            yield to, found[to]


def _sent(
    state: State, side: Side, how: type[Ship | Rail], ends: Mapping[int, Sequence[End]], spare: int
) -> Ship | Rail | None:
    """What to send next: pieces from anywhere, then supply from a box."""
    label = state.world.label
    for start in ends:
        if (found := _piece(state, side, start, ends[start], spare)) is not None:
            to, piece = found
            return how(side=side, start=label(start), to=label(to), cargo=(piece,))
    for start in ends:
        for to, refused in ends[start] if not on_map(state, start) else ():
            if tokens := most_supply(state, side, start, Cargo(), refused):
                return how(side=side, start=label(start), to=label(to), tokens=tokens)
    return None


def _piece(state: State, side: Side, start: int, ends: Sequence[End], spare: int) -> tuple[int, str] | None:
    """The piece to send from a place, and where to; from the map transport alone.

    spare: the half tokens that units may take while supply is scarce.
    """
    scarce = sum(each.tokens for each in all_sources(state, side) if on_map(state, each.place)) < STOCK
    for piece in sorted(pieces_at(state, side, start), key=partial(_urgency, state)):
        loaded = piece in state.transport
        if not loaded and (on_map(state, start) or state.units[piece].counter.combat is None):
            continue  # replacements stay where they are
        cargo = Cargo().and_piece(state, piece)
        if loaded or not scarce or room(state, cargo) <= spare:
            to = next((to for to, refused in ends if refused(cargo) is None), None)
            if to is not None:
                return to, piece
    return None


def _urgency(state: State, piece: str) -> tuple[int, int, str]:
    """HQs, then transport, then units by what they are worth."""
    if piece in state.transport:
        return 1, 0, piece
    return 0 if state.units[piece].counter.is_hq else 2, -price(state, piece), piece
