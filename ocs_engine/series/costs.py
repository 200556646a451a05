"""What it costs to cross each hexside, worked out once for a map, a terrain chart and a mobility (OCS 6.2)."""

from __future__ import annotations

from functools import lru_cache

from ocs_engine.grid import OFF_MAP, Edge, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.search import Arcs
from ocs_engine.world.chart import TerrainChart
from ocs_engine.world.counters import Mobility
from ocs_engine.world.world import Board

SETTLEMENTS = ("village", "city")
"""Settlements that are terrain of their own; a point of interest is not."""


@rule("OCS 6.1d", "OCS 6.2")
@lru_cache(maxsize=64)
def edge_costs(board: Board, mobility: Mobility) -> tuple[int | None, ...]:
    """The cost in twelfths of an MP of crossing each directed hexside, None where it may not be crossed.

    The cheaper of the ways across country and by road, each only where it is open in reverse too (OCS 6.1d), so that
    a hex entered by road alone is left by road alone; and only on the sheets in play.
    """
    grid = board.atlas.grid
    edges = [edge for edge, there in enumerate(grid.neighbours) if there != OFF_MAP and board.in_play(there)]
    costs: list[int | None] = [None] * (6 * grid.size)
    for way in (off_road_cost, road_cost):
        one_way = {edge: way(board, mobility, edge) for edge in edges}
        for edge, cost in one_way.items():
            old = costs[edge]
            if cost is not None and one_way.get(grid.reverse(edge)) is not None and (old is None or cost < old):
                costs[edge] = cost
    return tuple(costs)


@lru_cache(maxsize=64)
def arcs(board: Board, mobility: Mobility) -> Arcs:
    """The same as neighbours and costs of each hex, in the order of the directions, barred hexsides left out.

    Equal pairs are one object, which keeps the graph small enough for a processor's cache.
    """
    costs, neighbours = edge_costs(board, mobility), board.atlas.grid.neighbours
    pairs: dict[tuple[int, int], tuple[int, int]] = {}

    def ways(hex_: Hex) -> tuple[tuple[int, int], ...]:
        edges = range(6 * hex_, 6 * hex_ + 6)
        found = ((neighbours[edge], cost) for edge in edges if (cost := costs[edge]) is not None)
        return tuple(pairs.setdefault(pair, pair) for pair in found)

    return tuple(ways(hex_) for hex_ in range(board.atlas.grid.size))


@rule("OCS 6.2", "OCS 6.2c", "OCS 6.2d", "T2 1.1d", "T2 1.1e")
def off_road_cost(board: Board, mobility: Mobility, edge: Edge) -> int | None:
    """Cost of hex and hexside without road or bridge; None where prohibited (OCS 6.2, 6.2c, 6.2d)."""
    atlas, chart = board.atlas, board.chart
    hex_ = atlas.grid.neighbours[edge]
    if hex_ == OFF_MAP:
        return None
    water = atlas.water[edge]
    added = chart.hexside[water].mp[mobility] if water else 0
    within = hex_cost(board, mobility, hex_)
    if added is None or within is None or water.startswith("blocked"):
        return None
    return within + added


def hex_cost(board: Board, mobility: Mobility, hex_: Hex) -> int | None:
    """What a hex costs, hexsides apart: its dearest terrain counts, however little there is of it (OCS 6.2d)."""
    atlas = board.atlas
    return _terrain_cost(board.chart, mobility, atlas.terrain[hex_], atlas.settlement[hex_])


@lru_cache(maxsize=1024)
def _terrain_cost(chart: TerrainChart, mobility: Mobility, terrain: str, settlement: str) -> int | None:
    base = chart.hex[terrain].mp[mobility]
    settled = chart.hex[settlement].mp[mobility] if settlement in SETTLEMENTS else 0
    return None if base is None or settled is None else max(base, settled)


@rule("OCS 6.2")
def road_cost(board: Board, mobility: Mobility, edge: Edge) -> int | None:
    """Cost along the road that crosses a hexside, in place of hex and hexside; None without a road (OCS 6.2a)."""
    atlas, chart = board.atlas, board.chart
    if not (atlas.road[edge] or atlas.rail[edge]):
        return None
    ways = []
    if atlas.road[edge]:
        ways.append(chart.road[atlas.road[edge]].mp[mobility])
    if atlas.rail[edge]:
        ways.append(chart.rail.mp[mobility])
    return min((cost for cost in ways if cost is not None), default=None)
