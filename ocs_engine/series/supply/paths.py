"""How far supply is drawn and thrown (OCS 12.3): paths, and what blocks them.

A path is counted outward, from the user to the dump in a draw and from the HQ to the user in a throw; it pays each hex
that it enters. It ends in the other's hex or next to it (12.3c).
"""

from __future__ import annotations

from collections.abc import Iterable

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.remembered import remembered
from ocs_engine.kernel.search import Reach, reach, reach_back
from ocs_engine.series.bridges import bridged_arcs
from ocs_engine.series.disorder import may_throw
from ocs_engine.series.general import holds_trucks, zoc_hexes
from ocs_engine.series.modes import on_map
from ocs_engine.state.model import State, Unit
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility, Side


def draw_budget(state: State) -> int:
    """How far supply is drawn, in twelfths of an MP (OCS 12.3a)."""
    return TWELFTHS * state.world.tables.number("draw_MP")


@rule("OCS 12.3a", "OCS 12.3b")
def draw_mobility(unit: Unit) -> Mobility:
    """How a unit draws: by truck, an HQ as its throw range goes (OCS 12.3a)."""
    return unit.face.mobility if unit.counter.is_hq else Mobility.TRUCK


@rule("OCS 12.3d", "OCS 4.5a")
def blocked(state: State, side: Side, mobility: Mobility) -> set[Hex]:
    """The hexes that a supply path of a side may neither enter nor leave.

    Those with enemy combat units, and for truck paths those in an enemy ZOC that is not negated (OCS 4.5a B). A path
    may begin in such a hex only where it is none at all.
    """
    return enemy_held(state, side) | (truck_blocks(state, side) if mobility is Mobility.TRUCK else set())


@remembered
def enemy_held(state: State, side: Side) -> set[Hex]:
    """The hexes of the map with combat units of the other side."""
    units = state.units
    return {
        place for place, there in state.here.items() if on_map(state, place) and units[there[0]].side is not side
    }


@rule("OCS 4.5a", "OCS 4.5b")
@remembered
def truck_blocks(state: State, side: Side) -> set[Hex]:
    """The hexes in an enemy ZOC that this side does not negate (OCS 4.5a B)."""
    return {hex_ for hex_ in zoc_hexes(state, side.other) if holds_trucks(state, side, hex_)}


@rule("OCS 12.3a", "OCS 12.3b", "OCS 12.3d")
def path(state: State, side: Side, start: Hex, mobility: Mobility, budget: int) -> Reach:
    """Every hex to which a supply path leads from a hex, with its cost in twelfths of an MP (OCS 12.3d).

    Roads and bridges serve; there is no minimum move and no fuel; weather and trainbusting cost nothing more.
    """
    closed = blocked(state, side, mobility)
    return reach(bridged_arcs(state, side, mobility), start, 0 if start in closed else budget, closed)


@rule("OCS 12.3c")
def and_next(state: State, hexes: Iterable[Hex]) -> set[Hex]:
    """Some hexes and all those next to them: adjacency always suffices, whatever lies between (OCS 12.3c)."""
    neighbours, found = state.world.atlas.grid.neighbours, set(hexes)
    around = {neighbours[6 * hex_ + side] for hex_ in found for side in range(6)}
    return (found | around) - {OFF_MAP}


@rule("OCS 12.3a")
@remembered
def draw_hexes(state: State, side: Side, start: Hex, mobility: Mobility = Mobility.TRUCK) -> set[Hex]:
    """The hexes whose supply can be drawn to a hex (OCS 12.3a)."""
    return and_next(state, path(state, side, start, mobility, draw_budget(state)).nodes())


@rule("OCS 12.3b", "OCS 5.8b")
@remembered
def throw_hexes(state: State, uid: str) -> set[Hex]:
    """The hexes to which an HQ can throw from where it is, none where it may not throw at all (OCS 12.3b)."""
    unit = state.units[uid]
    if not (may_throw(unit) and on_map(state, unit.place)):
        return set()
    budget = TWELFTHS * unit.face.throw
    return and_next(state, path(state, unit.side, unit.place, unit.face.mobility, budget).nodes())


@rule("OCS 12.3a", "OCS 12.6")
def drawing_hexes(state: State, side: Side, sources: Iterable[Hex], mobility: Mobility = Mobility.TRUCK) -> set[Hex]:
    """The hexes from which some sources can be drawn on: the same as `draw_hexes`, searched from the other end."""
    ends = and_next(state, sources)
    closed = blocked(state, side, mobility)
    found = reach_back(bridged_arcs(state, side, mobility), ends - closed, draw_budget(state), closed)
    return set(found) | ends
