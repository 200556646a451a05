"""How the player `simple` drives its Transport Points: from ports and railheads to where HQs and the front are short.

A drive is planned whole: empty trucks fetch a load first, loaded ones put it down within reach of whom it is for.
Organic trucks keep their load and follow their formation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.search import Reach, reach
from ocs_engine.players.simple_supply import is_safe
from ocs_engine.players.simple_worth import enemies
from ocs_engine.series.costs import arcs
from ocs_engine.series.general import attack_capable, zoc_hexes
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.access import ORGANIC, serves, throwers
from ocs_engine.series.supply.carrying_commands import BeginDrive, Drive, DriveTo, EndDrive, PutDown, TakeOn
from ocs_engine.series.supply.driving import begin_refusal, drive_range, kind_of, remaining
from ocs_engine.series.supply.loading import handling_cost, loadable
from ocs_engine.series.supply.paths import draw_hexes, draw_mobility, throw_hexes
from ocs_engine.series.supply.trace import could_trace
from ocs_engine.state.model import State, Transport, Unit
from ocs_engine.world.counters import Side

FRONT = 8
"""Hexes to the nearest enemy within which units that no HQ reaches want supply of their own."""
HQ_WANTS = 24
"""T that an HQ wants to draw on: the fuel of a corps for two turns, so that little is left lying at the ports."""
UNIT_WANTS = 4
"""T that a unit at the front wants to draw on."""
FARTHEST = 12 * 400
"""How far it looks for a way, in twelfths of an MP."""


@dataclass(frozen=True, slots=True)
class Customer:
    """A hex whose units draw supply: from which hexes, how many T they want, and how many they have there."""

    place: Hex
    hexes: frozenset[Hex]
    wants: int
    has: int


def drives(state: State, side: Side) -> list[Command]:
    """The next drive of a side, in one command where that can be; [] when no transport has anywhere to go."""
    waiting = [tid for tid in sorted(state.transport) if begin_refusal(state, side, tid) is None]
    if not any(remaining(state, tid) > 0 for tid in waiting):
        return []
    known = customers(state, side)
    for tid in waiting:
        if legs := _drive(state, side, tid, known):
            return _in_one(side, tid, legs) or [BeginDrive(side=side, transport=tid), *legs, EndDrive(side=side)]
    return []


def _in_one(side: Side, tid: str, legs: Sequence[Command]) -> list[Command]:
    """A drive as one command, where it loads before it goes and unloads at its end; [] for any other."""
    take = legs[0].tokens if isinstance(legs[0], TakeOn) else 0
    put = legs[-1].tokens if isinstance(legs[-1], PutDown) else 0
    path = legs[1 if take else 0 : len(legs) - 1 if put else len(legs)]
    hexes = tuple(leg.hex for leg in path if isinstance(leg, DriveTo))
    if len(hexes) < len(path):
        return []
    return [Drive(side=side, transport=tid, path=hexes, take=take, put=put)]


# --- who wants supply


def customers(state: State, side: Side) -> list[Customer]:
    """The HQs of a side on the map, then its units at the front or cut off that none of them reaches."""
    hqs = throwers(state, side)
    thrown = [(state.units[hq], throw_hexes(state, hq)) for hq in hqs]
    there = {state.units[hq].place: hq for hq in reversed(hqs)}
    near = [enemy.place for enemy in enemies(state, side)]
    distance = state.world.atlas.grid.distance
    for uid, unit in state.in_order():
        if unit.side is side and on_map(state, unit.place) and attack_capable(unit) and unit.place not in there:
            at_front = any(distance(unit.place, hex_) <= FRONT for hex_ in near)
            hungry = at_front or not could_trace(state, uid, unit.place)
            if hungry and not any(unit.place in hexes and serves(state, hq, unit) for hq, hexes in thrown):
                there[unit.place] = uid
    stocks = _stocks(state, side)
    found = []
    for place, uid in there.items():
        unit = state.units[uid]
        hexes = frozenset(draw_hexes(state, side, place, draw_mobility(unit)))
        wants = HQ_WANTS if unit.counter.is_hq else UNIT_WANTS
        found.append(Customer(place, hexes, wants, sum(t for hex_, t in stocks.items() if hex_ in hexes)))
    return found


def _stocks(state: State, side: Side) -> dict[Hex, int]:
    """The T that anybody may draw, by hex."""
    stocks = {hex_: dump.tokens for hex_, dump in state.dumps.items() if dump.side is side and on_map(state, hex_)}
    for _, each in sorted(state.transport.items()):
        if each.side is side and each.kind != ORGANIC and on_map(state, each.place):
            stocks[each.place] = stocks.get(each.place, 0) + each.load
    return stocks


# --- one drive


def _drive(state: State, side: Side, tid: str, known: Sequence[Customer]) -> list[Command]:
    """What transport does on its drive; [] where it had best stay."""
    each = state.transport[tid]
    if each.kind == ORGANIC:
        stops = _formation_stops(state, each)
    else:
        stops = _stops(state, side, [each for each in known if each.has - _own_load(state, tid, each) < each.wants])
    if each.load and each.place in stops and each.kind != ORGANIC:
        return [PutDown(side=side, transport=tid, tokens=each.load)]
    legs: list[Command] = []
    fetches = stops and (not each.load or (each.kind == ORGANIC and each.load < each.tokens))
    if fetches and (fetched := _fetch(state, side, tid, stops, known)) is not None:
        state, legs = fetched
    each = state.transport[tid]
    if each.load and stops and each.place not in stops:
        legs += _carry(state, side, tid, stops)
    return legs


def _own_load(state: State, tid: str, customer: Customer) -> int:
    """What a customer has only because this transport stands there, loaded."""
    each = state.transport[tid]
    return each.load if each.place in customer.hexes else 0


def _formation_stops(state: State, each: Transport) -> set[Hex]:
    """Where the units of a formation stand."""
    own = (unit for _, unit in state.in_order() if unit.side is each.side and on_map(state, unit.place))
    return {unit.place for unit in own if unit.counter.formation == each.formation}


def _stops(state: State, side: Side, short: Sequence[Customer]) -> set[Hex]:
    """Safe hexes on which those who are short draw, and in which something receives supply: units, dumps or ports."""
    zone = zoc_hexes(state, side.other)
    own = {place for place, there in state.here.items() if on_map(state, place) and _own(state.units[there[0]], side)}
    own |= {hex_ for hex_, dump in state.dumps.items() if dump.side is side}
    own |= {hex_ for hex_, port in state.ports.items() if port.side is side}
    drawn = {hex_ for customer in short for hex_ in customer.hexes}
    return {hex_ for hex_ in own & drawn if hex_ not in zone and is_safe(state, side, hex_)}


def _own(unit: Unit, side: Side) -> bool:
    return unit.side is side


def _fetch(
    state: State, side: Side, tid: str, stops: set[Hex], known: Sequence[Customer]
) -> tuple[State, list[Command]] | None:
    """The way to the dump that fills it best, and loading there if there are the MP; None where there is none."""
    spare = dict(_spare(state, side, tid, stops, known))
    found = drive_range(state, tid)
    inside = [hex_ for hex_ in spare if hex_ in found]
    each = state.transport[tid]
    if not inside:  # what has some load had better follow its formation
        return None if each.load or not spare else (state, _towards(state, side, tid, set(spare), found))
    room = each.tokens - each.load
    goal = min(inside, key=lambda hex_: (-min(spare[hex_], room), found.cost[hex_], hex_))
    legs: list[Command] = [_step(state, side, hex_) for hex_ in found.path(goal)[1:]]
    cost = found.cost[goal] + handling_cost(state, tid)
    if cost <= remaining(state, tid):
        tokens = min(spare[goal], room)
        legs.append(TakeOn(side=side, transport=tid, tokens=tokens))
        each = replace(each, load=each.load + tokens)
    after = replace(each, place=goal)
    spent = state.memory.spent.set(tid, state.memory.spent.get(tid, 0) + cost)
    began = state.memory.began.set(tid, goal)
    memory = replace(state.memory, spent=spent, began=began)
    return replace(state, transport=state.transport.set(tid, after), memory=memory), legs


def _spare(state: State, side: Side, tid: str, stops: set[Hex], known: Sequence[Customer]) -> Iterator[tuple[Hex, int]]:
    """The dumps from which transport may take, and how many T: not what those want who draw on them."""
    each = state.transport[tid]
    for hex_, dump in sorted(state.dumps.items()):
        if dump.side is not side or not on_map(state, hex_):
            continue
        at = replace(state, transport=state.transport.set(tid, replace(each, place=hex_)))
        tokens = loadable(at, tid)
        for customer in known if each.kind != ORGANIC else ():
            if hex_ in customer.hexes:
                tokens = min(tokens, customer.has - customer.wants)
        if tokens > 0 and (hex_ not in stops or each.kind == ORGANIC):
            yield hex_, tokens


def _carry(state: State, side: Side, tid: str, stops: set[Hex]) -> list[Command]:
    """The way with a load to the nearest stop, and putting it down there if there are the MP, or as near as can be."""
    found, cost = drive_range(state, tid), handling_cost(state, tid)
    organic = state.transport[tid].kind == ORGANIC
    room = remaining(state, tid) - (0 if organic else cost)
    inside = [hex_ for hex_ in stops if hex_ in found and found.cost[hex_] <= room]
    if not inside:
        return _towards(state, side, tid, stops, found)
    goal = min(inside, key=lambda hex_: (found.cost[hex_], hex_))
    legs: list[Command] = [_step(state, side, hex_) for hex_ in found.path(goal)[1:]]
    if not organic:
        legs.append(PutDown(side=side, transport=tid, tokens=state.transport[tid].load))
    return legs


def _towards(state: State, side: Side, tid: str, goals: set[Hex], found: Reach) -> list[Command]:
    """The way to the safe hex in range from which one of some goals is nearest."""
    ways = [
        reach(arcs(state.world.board, kind_of(state, tid).mobility), goal, FARTHEST).cost
        for goal in sorted(goals, key=lambda hex_: (state.world.atlas.grid.distance(found.start, hex_), hex_))[:3]
    ]
    zone = zoc_hexes(state, side.other)

    def far(hex_: Hex) -> int:
        return min(way[hex_] for way in ways)

    ends = (hex_ for hex_ in found.nodes() if hex_ not in zone and is_safe(state, side, hex_))
    best = min(ends, key=lambda hex_: (far(hex_), found.cost[hex_], hex_), default=found.start)
    if far(best) >= far(found.start):
        return []
    return [_step(state, side, hex_) for hex_ in found.path(best)[1:]]


def _step(state: State, side: Side, hex_: Hex) -> DriveTo:
    return DriveTo(side=side, hex=state.world.label(hex_))
