"""Bridging (OCS 13.8b): rivers are easier for friends who enter or leave the hex of an engineer-capable unit."""

from __future__ import annotations

from functools import lru_cache

from ocs_engine.grid import OFF_MAP, Edge, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.search import Arcs
from ocs_engine.series.costs import arcs, edge_costs, hex_cost
from ocs_engine.series.disorder import keeps_working
from ocs_engine.series.modes import on_map
from ocs_engine.state.model import State
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import World

EASIER = {"major_river": "minor_river", "minor_river": "", "wadi": ""}
"""What a river hexside counts as next to a bridging unit: Major as Minor, Minor as nothing (OCS 13.8b)."""


@rule("OCS 13.8", "T2 1.9")
def bridging_hexes(state: State, side: Side) -> frozenset[Hex]:
    """The hexes with engineer-capable units of a side on the map (OCS 13.8a)."""
    return frozenset(
        unit.place
        for _, unit in state.in_order()
        if unit.counter.engineer and unit.side is side and keeps_working(unit) and on_map(state, unit.place)
    )


@lru_cache(maxsize=256)
def bridged_edges(world: World, mobility: Mobility, hexes: frozenset[Hex]) -> dict[Edge, int]:
    """What the river hexsides of bridging hexes cost, both ways, in twelfths; those that are no easier are left out."""
    grid, atlas = world.atlas.grid, world.atlas
    found: dict[Edge, int] = {}
    for hex_ in hexes:
        for edge in range(6 * hex_, 6 * hex_ + 6):
            if grid.neighbours[edge] == OFF_MAP or atlas.water[edge] not in EASIER:
                continue
            pair = (edge, grid.reverse(edge))
            costs = [_eased(world, mobility, each) for each in pair]
            if None not in costs and world.in_play(grid.neighbours[edge]):
                for each, cost in zip(pair, costs, strict=True):
                    old = edge_costs(world, mobility)[each]
                    if cost is not None and (old is None or cost < old):
                        found[each] = cost
    return found


def _eased(world: World, mobility: Mobility, edge: Edge) -> int | None:
    """The cost across country with the river as it counts next to a bridge."""
    easier = EASIER[world.atlas.water[edge]]
    added = world.chart.hexside[easier].mp[mobility] if easier else 0
    within = hex_cost(world, mobility, world.atlas.grid.neighbours[edge])
    return None if added is None or within is None else within + added


@rule("OCS 13.8b")
def bridged_arcs(state: State, side: Side, mobility: Mobility) -> Arcs:
    """The neighbours and costs of each hex for a side, its bridges counted (OCS 13.8b)."""
    bridges = bridged_edges(state.world, mobility, bridging_hexes(state, side))
    return _patched(state.world, mobility, frozenset(bridges.items())) if bridges else arcs(state.world, mobility)


@lru_cache(maxsize=64)
def _patched(world: World, mobility: Mobility, bridges: frozenset[tuple[Edge, int]]) -> Arcs:
    plain, costs = list(arcs(world, mobility)), edge_costs(world, mobility)
    neighbours, eased = world.atlas.grid.neighbours, dict(bridges)
    for hex_ in {edge // 6 for edge in eased}:
        edges = range(6 * hex_, 6 * hex_ + 6)
        plain[hex_] = tuple(
            (neighbours[edge], cost) for edge in edges if (cost := eased.get(edge, costs[edge])) is not None
        )
    return tuple(plain)
