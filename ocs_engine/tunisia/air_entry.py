"""Air entry points: coastal hexes by which planes come in from the off-map boxes (T2 1.1c)."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.world.world import World


@rule("T2 1.1c", "T2 6.3")
def _ways_in(world: World, box: str) -> list[tuple[int, Hex]]:
    """The entry points of a box on the map sheets in use, each with its distance from the box in hexes.

    Those of a sheet that is in play in part serve too: flights between boxes and that part are allowed (T2 6.3). Where
    none is on those sheets the others serve, over the sheet that is not used.
    """
    grid, sheets = world.atlas.grid, world.scenario.sheets
    points = [(point.links[box], point.hex) for point in world.atlas.air_entry_points if box in point.links]
    return [(off, hex_) for off, hex_ in points if grid.labels[hex_][0] in sheets] or points


@rule("T2 1.1c")
def entry_distance(world: World, box: str, hex_: Hex) -> tuple[int, Hex] | None:
    """The hexes from a box to a hex of the map and the entry point of the shortest way; None where none serves the box.

    Of two equal ways the one by the lower hex.
    """
    distance = world.atlas.grid.distance
    return min(((hexes + distance(point, hex_), point) for hexes, point in _ways_in(world, box)), default=None)


@rule("T2 1.1c")
def flight_distance(world: World, place: int, other: int) -> int | None:
    """The hexes of the shortest flight between two places, each a hex or an off-map box; None where there is none.

    From one box to another it leads over an entry point of each (T2 1.1c).
    """
    size, distance = world.atlas.grid.size, world.atlas.grid.distance
    if place == other:
        return 0
    starts = [(0, place)] if place < size else _ways_in(world, world.label(place))
    ends = [(0, other)] if other < size else _ways_in(world, world.label(other))
    return min((out + distance(a, b) + in_ for out, a in starts for in_, b in ends), default=None)
