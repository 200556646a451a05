"""What is due to a side this turn: its order of arrival, its scenario's list, and those who broke out (OCS 13.6).

An entry says in words where things come, as "Entry A or Algiers"; here are the places that such words mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ocs_engine.kernel.cases import rule
from ocs_engine.state.model import Returning, State
from ocs_engine.world.counters import Side
from ocs_engine.world.scenario import ListedArrival
from ocs_engine.world.schedule import Arrival, PlaneChange, TransportChange

DEAD_PILE = "Dead pile"
"""The entry of units that come into the Dead Pile."""
ORGANIC = "organic"
ANY_SOURCE = "any supply source"


@dataclass(frozen=True, slots=True)
class Carrier:
    """Transport of one kind that comes. tokens: in T; full: whether it comes with as much on it."""

    kind: str
    tokens: int
    formation: str
    full: bool


@dataclass(frozen=True, slots=True)
class Due:
    """One entry that is due.

    where: its place in words; places: the hexes and boxes that these mean, none where nothing needs a place, or it is
    the Dead Pile. tokens: supply in T; repls: kinds and how many. All else as in `Arrival`.
    """

    id: str
    where: str
    places: tuple[int, ...]
    units: tuple[str, ...] = ()
    transport: tuple[Carrier, ...] = ()
    repls: tuple[tuple[str, int], ...] = ()
    tokens: int = 0
    reserve_markers: int = 0
    draw_one_of: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    exchange: tuple[tuple[str, str], ...] = ()
    remove_transport: tuple[TransportChange, ...] = ()
    planes: tuple[PlaneChange, ...] = ()
    air_steps: tuple[str, ...] = ()
    draw: int = 1


@rule("OCS 13.6", "T2 2.1", "T2 3.1")
def due(state: State, side: Side) -> list[Due]:
    """The entries that are due to a side this turn and have not come, the order of arrival before the list."""
    scheduled = (_scheduled(state, each) for each in state.points.order_of_arrival(state, side))
    found = [each for each in scheduled if each is not None]
    listed = enumerate(state.world.scenario.sides[side].listed, start=1)
    found += [_listed(state, side, number, each) for number, each in listed if each.turn == state.turn]
    return [each for each in found if each.id not in state.arrived]


@rule("T2 6.1")
def entrances(state: State, entry: str) -> tuple[int, ...] | None:
    """Hexes and boxes that an entry names, as "Entry A or Algiers"; None where all of them are shut (T2 6.1)."""
    world = state.world
    places: list[int] = []
    shut = False
    for way in entry.split(" or "):
        if way in world.boxes:
            places.append(world.place(way))
        elif (area := way.removeprefix("Entry ")) in world.atlas.entries:
            skipped = way in world.scenario.skip_entries
            hexes = [hex_ for hex_ in world.atlas.entries[area] if world.in_play(hex_) and not skipped]
            shut = shut or not hexes
            places += hexes
    return None if shut and not places else tuple(places)


def _scheduled(state: State, arrival: Arrival) -> Due | None:
    """An entry of the order of arrival; None where it comes to an entry that is shut (T2 6.1)."""
    places = entrances(state, arrival.entry)
    if places is None:
        return None
    where = arrival.entry
    if not where and arrival.exchange:
        where = state.points.usual_entry(arrival.side)
        places = entrances(state, where) or ()
    carriers = tuple(_carrier(state, each) for each in arrival.transport)
    return Due(
        arrival.id,
        where,
        places,
        arrival.units,
        carriers,
        tokens=arrival.sp * state.world.tables.number("tokens_per_SP"),
        reserve_markers=arrival.reserve_markers,
        draw_one_of=arrival.draw_one_of,
        remove=arrival.remove,
        exchange=arrival.exchange,
        remove_transport=arrival.remove_transport,
        planes=arrival.planes,
        air_steps=arrival.air_steps,
        draw=arrival.draw,
    )


@rule("OCS 13.6c", "T2 1.6c")
def _carrier(state: State, change: TransportChange) -> Carrier:
    """Organic trucks come full, in the size of their formation's; of others a point is a point (OCS 13.6c).

    Others are full where the order of arrival says so.
    """
    transport = state.world.transport
    if change.kind == ORGANIC:
        return Carrier(change.kind, transport.organic[change.formation], change.formation, full=True)
    capacity = transport.kinds[change.kind].capacity or 0
    return Carrier(change.kind, change.points * capacity, change.formation, full=change.loaded)


@rule("OCS 13.6", "OCS 13.6c", "T2 6.3")
def _listed(state: State, side: Side, number: int, each: ListedArrival) -> Due:
    """An entry of the scenario's list; the sources of its side are its places where it names none."""
    carriers = tuple(
        Carrier(some.kind, some.tokens, some.formation, some.loaded or some.kind == ORGANIC) for some in each.transport
    )
    places = each.places or tuple(sorted(state.points.trace_sources(state, side)))
    return Due(
        listed_id(side, number),
        each.spelled or ANY_SOURCE,
        places,
        each.units,
        carriers,
        each.repls,
        each.tokens,
        each.reserve_markers,
    )


def listed_id(side: Side, number: int) -> str:
    """The id of an entry of a scenario's list, by its number from 1."""
    return f"{side.lower()}-listed-{number}"


@rule("OCS 12.8e")
def returning(state: State, side: Side) -> list[Returning]:
    """What of a side broke out and is back this turn, or was due before (OCS 12.8e)."""
    return [each for each in state.returning if each.side is side and each.turn <= state.turn]


def fresh_ids(kinds: Iterable[str], taken: Iterable[str], side: Side) -> list[str]:
    """Ids in the pattern of the set-up for transport of some kinds, none of which is taken."""
    numbers = [int(tid.rpartition("-")[2]) for tid in taken if tid.startswith(f"{side.lower()}-")]
    first = max(numbers, default=0) + 1
    return [f"{side.lower()}-{kind}-{number}" for number, kind in enumerate(kinds, start=first)]


def numbered(name: str, count: int, taken: Iterable[str]) -> list[str]:
    """So many ids of a name with numbers after it that are higher than those that are taken."""
    numbers = [int(each.rpartition("-")[2]) for each in taken if each.rpartition("-")[0] == name]
    first = max(numbers, default=0) + 1
    return [f"{name}-{number}" for number in range(first, first + count)]
