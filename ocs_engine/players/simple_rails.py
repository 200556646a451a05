"""How the player `simple` opens its railways again: where the enemy cuts them, and who goes there.

A break is where trace by rail ends at a hex that the enemy holds, has taken or keeps in his ZOC, and beyond which units
of the side would trace again. The nearest fighters go there, whoever stands in it is worth an attack, and a hex without
anybody is taken back by walking into it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.players.simple_trace import nearest
from ocs_engine.players.simple_worth import garrison, is_objective
from ocs_engine.series.general import attack_capable, enemy_units
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.railnet import detrainable_now, rail_net
from ocs_engine.series.supply.trace import could_trace, net_of
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

FEWEST = 3
"""Units without trace from which on it looks for breaks."""
NEAR = 15
"""Hexes from a station within which units would trace by way of it, with the throw of an HQ."""
STRETCH = 9
"""Hexes of railway that a single break has at most."""
PARTY = 3
"""Units that go to a break."""
FAR = 12 * 40
"""How far they come from, in twelfths of an MP."""


@dataclass(frozen=True, slots=True)
class Break:
    """Where a railway is cut. goals: the hexes to go to, or to attack; units: how many would trace were it open.

    gaps: where nobody of the enemy stands on the line, the hexes that open it at once when each has a fighter: he
    takes a station back, and negates the ZOC in which he stands (OCS 4.5b).
    """

    goals: tuple[Hex, ...]
    units: int
    gaps: tuple[Hex, ...] = ()


def breaks(state: State, side: Side) -> list[Break]:
    """The breaks of a side's railways that keep its units from tracing, the worst first."""
    if state.points.everyone_supplied(state):
        return []
    own = ((uid, unit.place) for uid, unit in state.in_order() if unit.side is side and on_map(state, unit.place))
    astray = [place for uid, place in own if not could_trace(state, uid, place)]
    if len(astray) < FEWEST:
        return []
    net, distance = net_of(state, side), state.world.atlas.grid.distance
    shut = net.ground.held | net.ground.zones
    lost = state.points.trace_sources(state, side) - net.named
    ends = [*((hex_, True) for hex_ in sorted(lost)), *((hex_, False) for hex_ in _ends(state, side, shut, net.rails))]
    found: dict[tuple[Hex, ...], Break] = {}
    stations = detrainable_now(state, side)
    for hex_, source in ends:
        stretch = _stretch(state, side, shut, hex_)
        if stretch:
            sources = {*net.named, hex_} if source else net.named
            now = rail_net(_given_back(state, side, stretch), side, sources, shut - stretch)
            open_again = now.keys() - net.rails.keys()
            gained = (open_again & stations) | ({hex_} if source else set())
            units = sum(any(distance(place, station) <= NEAR for station in gained) for place in astray)
            goals = _goals(state, side, stretch)
            if units >= FEWEST and goals:
                found.setdefault(goals, Break(goals, units, _gaps(state, side, stretch)))
    return sorted(found.values(), key=lambda each: (-each.units, each.goals))


def _ends(state: State, side: Side, shut: Collection[Hex], rails: Collection[Hex]) -> Iterator[Hex]:
    """The hexes of railway that stop the trace of a side, next to those that it comes to, in order."""
    world, found = state.world, set[Hex]()
    for hex_ in rails:
        for edge in range(6 * hex_, 6 * hex_ + 6):
            near = world.atlas.grid.neighbours[edge] if world.atlas.rail[edge] else OFF_MAP
            if near != OFF_MAP and near not in rails and _stops(state, side, shut, near):
                found.add(near)
    yield from sorted(found)


def _stops(state: State, side: Side, shut: Collection[Hex], hex_: Hex) -> bool:
    taken = state.rail_control.get(hex_, state.control.get(hex_)) is side.other
    return hex_ in shut or taken


def _stretch(state: State, side: Side, shut: Collection[Hex], start: Hex) -> frozenset[Hex]:
    """The stretch of railway from a hex on that stops trace; none where it is too long, as in the enemy's own land."""
    world, found, waiting = state.world, {start}, [start]
    while waiting:
        hex_ = waiting.pop()
        for edge in range(6 * hex_, 6 * hex_ + 6):
            near = world.atlas.grid.neighbours[edge] if world.atlas.rail[edge] else OFF_MAP
            if near != OFF_MAP and near not in found and _stops(state, side, shut, near):
                found.add(near)
                waiting.append(near)
        if len(found) > STRETCH:
            return frozenset()
    return frozenset(found)


def _given_back(state: State, side: Side, stretch: Collection[Hex]) -> State:
    """The state as it would be with a stretch of railway in the hands of a side."""
    taken = {hex_: side for hex_ in stretch if hex_ in state.rail_control}
    return replace(state, rail_control=state.rail_control.update(taken))


def _goals(state: State, side: Side, stretch: Collection[Hex]) -> tuple[Hex, ...]:
    """Where to go: to the enemies in a stretch or whose ZOC shuts it, and to the hexes that he has taken."""
    around = state.world.atlas.grid.around
    near = sorted({*stretch, *(next_ for hex_ in stretch for next_ in around(hex_))})
    held = [hex_ for hex_ in near if enemy_units(state, side, hex_)]
    taken = [hex_ for hex_ in sorted(stretch) if state.rail_control.get(hex_) is side.other and hex_ not in held]
    return (*held, *taken)


def _gaps(state: State, side: Side, stretch: Collection[Hex]) -> tuple[Hex, ...]:
    """The hexes of a stretch to stand in, none where there are many or an enemy stands in one."""
    held = any(enemy_units(state, side, hex_) for hex_ in stretch)
    return () if held or len(stretch) > PARTY else tuple(sorted(stretch))


def errands(state: State, side: Side, known: Sequence[Break], waiting: Sequence[str]) -> dict[str, Hex]:
    """Who goes to which hex of a break: the nearest fighters that can be spared."""
    sent: dict[str, Hex] = {}
    able = [uid for uid in waiting if attack_capable(state.units[uid]) and not holds(state, side, uid)]
    for each in known:
        for goal in dict.fromkeys((*each.gaps, *each.goals)):
            party = PARTY if enemy_units(state, side, goal) else 1
            near = nearest(state, (uid for uid in able if uid not in sent), goal, FAR)
            sent |= dict.fromkeys(near[:party], goal)
    return sent


def holds(state: State, side: Side, uid: str) -> bool:
    """Whether a unit holds an objective by itself."""
    place = state.units[uid].place
    return is_objective(state, place) and not garrison(state, place, side, [uid])
