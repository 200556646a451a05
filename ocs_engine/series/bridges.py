"""Bridging (OCS 13.8b): rivers are easier for friends who enter or leave the hex of an engineer-capable unit.

It serves movement, retreats, regular attacks and supply paths, never overruns.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from ocs_engine.grid import OFF_MAP, Edge, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.search import Arcs
from ocs_engine.series.busting import busting_cost, slow_hexes
from ocs_engine.series.costs import arcs, edge_costs, hex_cost
from ocs_engine.series.modes import on_map
from ocs_engine.state.model import State
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import Board, World

EASIER = {"major_river": "minor_river", "minor_river": "", "wadi": ""}
"""What a river hexside counts as next to a bridging unit: Major as Minor, Minor as nothing (OCS 13.8b)."""


@rule("OCS 13.8", "T2 1.9")
def bridging_hexes(state: State, side: Side) -> frozenset[Hex]:
    """The hexes of the map in which units of a side bridge (OCS 13.8b)."""
    units = state.units
    return frozenset(
        units[uid].place
        for uid in _engineers(state.world)
        if uid in units and units[uid].side is side and on_map(state, units[uid].place) and bridges(state, uid)
    )


@lru_cache(maxsize=64)
def _engineers(world: World) -> tuple[str, ...]:
    """The units that could be engineer-capable (OCS 13.8a)."""
    return tuple(uid for uid, counter in world.counters.items() if counter.engineer)


@rule("OCS 13.8b")
def bridges(state: State, uid: str) -> bool:
    """Whether a unit bridges where it is: it is engineer-capable, and not on the march."""
    memory = state.memory
    return state.units[uid].can_engineer and (uid not in memory.spent or uid in memory.done)


@rule("OCS 13.8b")
def over_own_bridge(state: State, uid: str) -> bool:
    """Whether an engineer that has stopped working leaves over the bridge it made: by its first step alone."""
    return uid in state.memory.bridge and uid not in state.memory.spent


@rule("OCS 13.8b")
def crossing_cost(state: State, uid: str, edge: Edge) -> int | None:
    """What it costs a unit to cross a hexside, bridges counted, in twelfths of an MP; None where it may not."""
    world, unit = state.world, state.units[uid]
    mobility = unit.face.mobility
    eased = world.atlas.water[edge] in EASIER
    if eased and (over_own_bridge(state, uid) or bridged_by_others(state, unit.side, edge, ())):
        return bridged_cost(world.board, mobility, edge)
    return edge_costs(world.board, mobility)[edge]


@rule("OCS 14.8", "OCS 6.2")
def entry_cost(state: State, uid: str, edge: Edge) -> int | None:
    """What a unit pays for crossing a hexside, bridges and Trainbusting Zones counted; None where it may not."""
    unit, there = state.units[uid], state.world.atlas.grid.neighbours[edge]
    slow = there in slow_hexes(state, unit.side, unit.face.mobility)
    cost = crossing_cost(state, uid, edge)
    return cost + busting_cost(state) if slow and cost is not None else cost


@rule("OCS 13.8b")
def bridged_by_others(state: State, side: Side, edge: Edge, but: Collection[str]) -> bool:
    """Whether a unit of a side at either end of a river hexside bridges it, some units left out (OCS 13.8b)."""
    if state.world.atlas.water[edge] not in EASIER:
        return False
    ends = (edge // 6, state.world.atlas.grid.neighbours[edge])
    there = (uid for hex_ in ends for uid in state.here.get(hex_, ()) if uid not in but)
    return any(state.units[uid].side is side and bridges(state, uid) for uid in there)


@lru_cache(maxsize=8192)
def bridged_cost(board: Board, mobility: Mobility, edge: Edge) -> int | None:
    """The cost of a hexside with a river at the hex of a bridging unit, where it is crossed so both ways (OCS 6.1d)."""
    plain = edge_costs(board, mobility)[edge]
    back = board.atlas.grid.reverse(edge)
    if not all(board.in_play(each // 6) for each in (edge, back)) or _eased(board, mobility, back) is None:
        return plain
    eased = _eased(board, mobility, edge)
    return eased if plain is None or (eased is not None and eased < plain) else plain


def _eased(board: Board, mobility: Mobility, edge: Edge) -> int | None:
    """The cost across country with the river as it counts next to a bridge."""
    easier = EASIER[board.atlas.water[edge]]
    added = board.chart.hexside[easier].mp[mobility] if easier else 0
    within = hex_cost(board, mobility, board.atlas.grid.neighbours[edge])
    return None if added is None or within is None else within + added


@lru_cache(maxsize=256)
def bridged_edges(board: Board, mobility: Mobility, hexes: frozenset[Hex]) -> dict[Edge, int]:
    """What the river hexsides of bridging hexes cost, both ways, in twelfths; those that are no easier are left out."""
    grid, atlas, plain = board.atlas.grid, board.atlas, edge_costs(board, mobility)
    rivers = (
        edge
        for hex_ in sorted(hexes)
        for edge in range(6 * hex_, 6 * hex_ + 6)
        if grid.neighbours[edge] != OFF_MAP and atlas.water[edge] in EASIER
    )
    both_ways = (each for edge in rivers for each in (edge, grid.reverse(edge)))
    costs = {edge: bridged_cost(board, mobility, edge) for edge in both_ways}
    return {edge: cost for edge, cost in costs.items() if cost is not None and cost != plain[edge]}


@rule("OCS 13.8b")
def bridged_arcs(state: State, side: Side, mobility: Mobility, own: frozenset[Hex] = frozenset()) -> Arcs:
    """The neighbours and costs of each hex for a side, its bridges counted (OCS 13.8b).

    own: hexes that are bridged besides, for whoever asks alone.
    """
    bridged = bridged_edges(state.world.board, mobility, bridging_hexes(state, side) | own)
    board = state.world.board
    return _patched(board, mobility, frozenset(bridged.items())) if bridged else arcs(board, mobility)


@rule("OCS 14.8", "OCS 6.2")
def marching_arcs(state: State, side: Side, mobility: Mobility, own: frozenset[Hex] = frozenset()) -> Arcs:
    """The same for what moves on the ground: it pays more in Trainbusting Zones, which supply does not (OCS 14.8c)."""
    slow = slow_hexes(state, side, mobility)
    ways = bridged_arcs(state, side, mobility, own)
    if not slow:
        return ways
    more, around = busting_cost(state), state.world.atlas.grid.around
    slowed = list(ways)
    for hex_ in {near for each in slow for near in around(each)}:
        slowed[hex_] = tuple((near, cost + more if near in slow else cost) for near, cost in ways[hex_])
    return slowed


@lru_cache(maxsize=64)
def _patched(board: Board, mobility: Mobility, bridged: frozenset[tuple[Edge, int]]) -> Arcs:
    plain, costs = list(arcs(board, mobility)), edge_costs(board, mobility)
    neighbours, eased = board.atlas.grid.neighbours, dict(bridged)
    for hex_ in {edge // 6 for edge in eased}:
        edges = range(6 * hex_, 6 * hex_ + 6)
        plain[hex_] = tuple(
            (neighbours[edge], cost) for edge in edges if (cost := eased.get(edge, costs[edge])) is not None
        )
    return tuple(plain)
