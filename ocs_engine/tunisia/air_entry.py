"""Air entry points: coastal hexes by which planes come in from the off-map boxes (T2 1.1c)."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.world.world import World


@rule("T2 1.1c")
def entry_distance(world: World, box: str, hex_: Hex) -> tuple[int, Hex] | None:
    """The hexes from a box to a hex of the map and the entry point of the shortest way; None where none serves the box.

    Of two equal ways the one by the lower hex. Only the points on the part of the map in play serve.
    """
    grid = world.atlas.grid
    ways = (
        (point.links[box] + grid.distance(point.hex, hex_), point.hex)
        for point in world.atlas.air_entry_points
        if box in point.links and world.in_play(point.hex)
    )
    return min(ways, default=None)
