"""What the game says of railways: where cargo may be put down, and where it may ride at all (T2 1.1a)."""

from __future__ import annotations

from functools import lru_cache

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.series.supply.railnet import railway_hexes
from ocs_engine.world.world import World

RAIL_CAP_COUNTRY = "Algeria"
"""The whole ride of rail transport stays here; rails elsewhere serve trace alone (T2 1.1a, 2.2c)."""


@rule("T2 1.1a")
def detrainable(world: World, hex_: Hex) -> bool:
    """Whether a hex on a railway is a place to put cargo down: a town, a port, or a point of interest (T2 1.1a)."""
    atlas = world.atlas
    on_rail = any(atlas.rail[edge] for edge in range(6 * hex_, 6 * hex_ + 6))
    return on_rail and (atlas.settlement[hex_] != "" or hex_ in atlas.ports)


@rule("T2 1.1a")
def open_to_cargo(world: World, hex_: Hex) -> bool:
    """Whether rail transport may go through a hex."""
    return world.atlas.country[hex_] == RAIL_CAP_COUNTRY


@rule("T2 1.1a")
@lru_cache(maxsize=16)
def detrainable_hexes(world: World) -> frozenset[Hex]:
    """All such hexes on the part of the map in play."""
    rails = railway_hexes(world.atlas)
    return frozenset(hex_ for hex_ in rails if world.in_play(hex_) and detrainable(world, hex_))


BOX_RAILWAYS = {"Algiers": "A"}
"""The entry areas to which railways lead from off-map boxes (T2 2.2)."""


@rule("T2 2.2")
def box_railways(world: World, box: str) -> tuple[Hex, ...]:
    """The hexes in play by which the railway of an off-map box comes onto the map; none where it has no railway."""
    rail, area = world.atlas.rail, world.atlas.entries.get(BOX_RAILWAYS.get(box, ""), ())
    return tuple(hex_ for hex_ in area if world.in_play(hex_) and any(rail[6 * hex_ : 6 * hex_ + 6]))


TEBESSA_ROW = 5
"""The row of map A south of which, by option, no railway serves Allied trace at first; all of map B lies there."""


@rule("T2 4.8")
@lru_cache(maxsize=16)
def southern_railways(world: World) -> frozenset[Hex]:
    """The hexes with railways south of the row of Tebessa (T2 4.8)."""
    labels = ((hex_, world.label(hex_)) for hex_ in railway_hexes(world.atlas))
    return frozenset(hex_ for hex_, label in labels if label[0] != "A" or int(label.partition(".")[2]) < TEBESSA_ROW)
