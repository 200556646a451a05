"""Where reinforcements may be put down, and in which stances: questions alone (OCS 13.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Message, Refusal
from ocs_engine.series.costs import edge_costs, hex_cost
from ocs_engine.series.general import enemy_noncombat, enemy_units, in_enemy_zoc
from ocs_engine.series.modes import on_map, reserve_refusal, stances
from ocs_engine.series.ports import capacity
from ocs_engine.series.transport_size import HALVES, in_tokens, transport_cargo, unit_cargo
from ocs_engine.state.arrival_events import counter_of
from ocs_engine.state.events import in_stance, read_stance
from ocs_engine.state.model import Mode, State, Transport, Unit, Up
from ocs_engine.world.counters import Mobility, Side

MOVE = "move"
"""The stance of what arrives in a box, where any mode may be taken before anything goes on."""


class Comer(Message):
    """Transport that comes: its id to be, and what it is. tokens, load: in T; full: whether it comes loaded."""

    id: str
    kind: str
    tokens: int
    formation: str = ""
    full: bool = False


class Comers(Message):
    """What comes together. where: in words; places: labels, any of which will do, as the owner likes."""

    where: str
    places: tuple[str, ...]
    units: tuple[str, ...] = ()
    transport: tuple[Comer, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """All its ids, units first."""
        return (*self.units, *(each.id for each in self.transport))

    def carrier(self, piece: str) -> Comer | None:
        """The transport of an id; None for a unit."""
        return next((each for each in self.transport if each.id == piece), None)

    def without(self, pieces: Sequence[str]) -> Comers:
        """What is left when some have come."""
        units = tuple(uid for uid in self.units if uid not in pieces)
        return self.model_copy(
            update={"units": units, "transport": tuple(each for each in self.transport if each.id not in pieces)}
        )


def comer_unit(state: State, uid: str, place: int) -> Unit:
    """A unit as it would come; one that broke out has the losses that it had."""
    known = state.units.get(uid)
    counter = counter_of(state.world, uid)
    lost = known.lost if known is not None and any(each.unit == uid for each in state.returning) else 0
    return Unit(counter, place, Up.MOVE, lost=lost)


def comer_transport(side: Side, each: Comer, place: int) -> Transport:
    """Transport as it would come, empty."""
    return Transport(each.kind, side, place, each.tokens, 0, each.formation)


def _piece(state: State, side: Side, comers: Comers, piece: str, place: int) -> Unit | Transport:
    carrier = comers.carrier(piece)
    return comer_unit(state, piece, place) if carrier is None else comer_transport(side, carrier, place)


# --- places


def blocked(state: State, side: Side, hex_: Hex) -> bool:
    """Whether the enemy has anything in a hex, or it is closed to a side; an enemy ZOC is no bar (OCS 13.6b)."""
    closed = not state.world.in_play(hex_) or hex_ in state.points.closed_to(state, side)
    return closed or bool(enemy_units(state, side, hex_) or enemy_noncombat(state, side, hex_))


@rule("OCS 13.6b")
def free_edges(state: State, side: Side, kinds: Iterable[Mobility], hexes: Sequence[Hex]) -> tuple[Hex, ...]:
    """The free edge hexes nearest to any of some hexes, all that are as near; () where there are none (OCS 13.6b).

    kinds: the mobilities of all that comes, which their ground must let in; none for supply.
    """
    distance = state.world.atlas.grid.distance
    free = [
        hex_
        for hex_ in edge_hexes(state)
        if not blocked(state, side, hex_) and all(lets_in(state, kind, hex_) for kind in kinds)
    ]
    ways = {hex_: min(distance(hex_, each) for each in hexes) for hex_ in free}
    return tuple(hex_ for hex_, off in ways.items() if off == min(ways.values()))


def _mobility(state: State, piece: Unit | Transport) -> Mobility:
    return piece.face.mobility if isinstance(piece, Unit) else state.world.transport.kinds[piece.kind].mobility


def lets_in(state: State, mobility: Mobility, hex_: Hex) -> bool:
    """Whether the ground of a hex can be entered, or a road leads into it (OCS 6.2d)."""
    costs, grid = edge_costs(state.world, mobility), state.world.atlas.grid
    by_road = (costs[grid.edge_between(near, hex_)] is not None for near in grid.around(hex_))
    return hex_cost(state.world, mobility, hex_) is not None or any(by_road)


def edge_hexes(state: State) -> tuple[Hex, ...]:
    """The land hexes along the edge of the part of the map that is in play, in order."""
    world, grid = state.world, state.world.atlas.grid
    found = []
    for hex_ in range(grid.size):
        if world.in_play(hex_) and world.atlas.is_land(hex_):
            near = grid.neighbours[6 * hex_ : 6 * hex_ + 6]
            if any(each == OFF_MAP or not world.in_play(each) for each in near):
                found.append(hex_)
    return tuple(found)


@rule("OCS 13.6", "OCS 13.6b")
def sites(state: State, side: Side, comers: Comers) -> tuple[int, ...]:
    """The places where some comers may appear: of those named all that are free, else the nearest free edge hexes."""
    named = [state.world.place(label) for label in comers.places]
    hexes = [place for place in named if on_map(state, place)]
    boxes = tuple(place for place in named if not on_map(state, place))
    free = tuple(hex_ for hex_ in hexes if not blocked(state, side, hex_))
    if hexes and not free:
        kinds = {_mobility(state, _piece(state, side, comers, piece, 0)) for piece in comers.pieces}
        free = free_edges(state, side, kinds, hexes)
    return (*free, *boxes)


@rule("OCS 13.6", "OCS 4.7")
def room_needed(state: State, side: Side, comers: Comers, pieces: Sequence[str], place: int) -> int:
    """What some comers take of the capacity of a port, in half tokens; 0 where there is none (OCS 13.6a)."""
    if place not in state.ports:
        return 0
    found = [_piece(state, side, comers, piece, place) for piece in pieces]
    tables = state.world.tables
    return sum(unit_cargo(tables, each) if isinstance(each, Unit) else transport_cargo(each) for each in found)


@rule("OCS 13.6", "OCS 19.0a", "T2 1.5", "T2 2.6")
def site_refusal(state: State, side: Side, comers: Comers, pieces: Sequence[str], place: int) -> Refusal | None:
    """Why some comers may not appear together in a place, or None (OCS 13.6)."""
    label = state.world.label(place)
    if place not in (open_to := sites(state, side, comers)):
        names = ", ".join(map(state.world.label, open_to))
        return _at("not there", "OCS 13.6", f"they may appear in {names}, not in {label}", label)
    if not on_map(state, place):
        return None
    for each in (_piece(state, side, comers, piece, place) for piece in pieces):
        if (refusal := state.points.may_enter(state, each, place)) is not None:
            return refusal
        if not lets_in(state, _mobility(state, each), place):
            return _at("prohibited terrain", "OCS 6.2d", f"the ground of {label} is closed to what goes there", label)
    needed = room_needed(state, side, comers, pieces, place)
    if place in state.ports and needed > (left := port_left(state, place)):
        words = f"they take {in_tokens(needed)} of the port of {label}, which handles {in_tokens(left)} now"
        return _at("too small a port", "OCS 13.6", words, label)
    return None


@rule("OCS 13.6", "OCS 19.0a")
def port_left(state: State, port: Hex) -> int:
    """What a port still handles in this phase, in half tokens: nothing in an enemy ZOC (OCS 13.6a)."""
    return max(HALVES * capacity(state, port) - state.memory.port_used.get(port, 0), 0)


# --- stances


@rule("OCS 13.6b", "OCS 5.4", "OCS 5.4a", "OCS 5.7", "OCS 5.8a")
def arrival_stance_refusal(state: State, uid: str, place: int, text: str) -> Refusal | None:
    """Why a unit may not appear in a place in a stance, or None: any voluntary mode will do (OCS 13.6b).

    In an enemy ZOC neither Reserve nor Strat Mode.
    """
    unit = comer_unit(state, uid, place)
    label = state.world.label(place)
    if text not in (open_to := stances(unit) if on_map(state, place) else (MOVE,)):
        words = f"{uid} may appear in {label} in {', '.join(open_to)}, not in {text}"
        return Refusal(code="no such mode", rule="OCS 13.6b", sentence=words, pieces=(uid,))
    marker, _ = read_stance(text)
    if marker is Mode.STRAT and in_enemy_zoc(state, unit.side, place):
        words = f"{uid} may not appear in Strat Mode in an enemy ZOC"
        return Refusal(code="enemy zone", rule="OCS 5.8a", sentence=words, pieces=(uid,))
    return reserve_refusal(state, uid, in_stance(unit, text)) if marker is Mode.RESERVE else None


def arrival_stances(state: State, units: Sequence[str], place: int) -> tuple[str, ...]:
    """The stances in which all of some units may appear in a place."""
    if not units:
        return (MOVE,)
    first = stances(comer_unit(state, units[0], place)) if on_map(state, place) else (MOVE,)
    return tuple(t for t in first if all(arrival_stance_refusal(state, uid, place, t) is None for uid in units))


def _at(code: str, case: str, sentence: str, label: str) -> Refusal:
    return Refusal(code=code, rule=case, sentence=sentence, places=(label,))
