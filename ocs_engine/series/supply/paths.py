"""How far supply is drawn and thrown (OCS 12.3): paths, and what blocks them.

A path is counted outward, from the user to the dump in a draw and from the HQ to the user in a throw; it pays each hex
that it enters. It ends in the other's hex or next to it (12.3c).
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.remembered import remembered
from ocs_engine.kernel.search import Arcs, Reach, reach, reach_back, reach_first
from ocs_engine.series.bridges import bridged_arcs
from ocs_engine.series.disorder import may_throw
from ocs_engine.series.general import negated, zoc_hexes
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


def enemy_held(state: State, side: Side) -> set[Hex]:
    """The hexes of the map with combat units of the other side."""
    units = state.units
    return {
        place for place, there in state.here.items() if on_map(state, place) and units[there[0]].side is not side
    }


@rule("OCS 4.5a", "OCS 4.5b")
def truck_blocks(state: State, side: Side) -> set[Hex]:
    """The hexes in an enemy ZOC that this side does not negate (OCS 4.5a B)."""
    return {hex_ for hex_ in zoc_hexes(state, side.other) if not negated(state, side, hex_)}


class Ground:
    """The table as supply of a side goes over it at one moment; every way is searched once."""

    def __init__(self, state: State, side: Side) -> None:
        self._state, self._side = state, side
        self.held, self.zones = enemy_held(state, side), truck_blocks(state, side)
        self._ways: dict[Mobility, tuple[Arcs, set[Hex]]] = {}
        self._reached: dict[tuple[Hex, Mobility, int], Reach] = {}
        self._served: dict[tuple[Hex, Mobility, int], frozenset[Hex]] = {}

    @rule("OCS 12.3d", "OCS 4.5a")
    def ways(self, mobility: Mobility) -> tuple[Arcs, set[Hex]]:
        """The arcs that a path may use, and the hexes that it may neither enter nor leave.

        Those with enemy combat units, and for truck paths those in an enemy ZOC that is not negated (OCS 4.5a B). A
        path may begin in such a hex only where it is none at all.
        """
        if mobility not in self._ways:
            closed = self.held | self.zones if mobility is Mobility.TRUCK else self.held
            self._ways[mobility] = bridged_arcs(self._state, self._side, mobility), closed
        return self._ways[mobility]

    @rule("OCS 12.3a", "OCS 12.3b", "OCS 12.3d")
    def reach(self, start: Hex, mobility: Mobility, budget: int) -> Reach:
        """Every hex to which a supply path leads from a hex, with its cost in twelfths of an MP (OCS 12.3d).

        Roads and bridges serve; there is no minimum move and no fuel; weather and trainbusting cost nothing more.
        """
        asked = start, mobility, budget
        if asked not in self._reached:
            arcs, closed = self.ways(mobility)
            self._reached[asked] = reach(arcs, start, 0 if start in closed else budget, closed)
        return self._reached[asked]

    def reach_first(self, start: Hex, mobility: Mobility, budget: int, ends: AbstractSet[Hex]) -> Reach:
        """The same, but perhaps no further than to the nearest of some hexes."""
        if (start, mobility, budget) in self._reached:
            return self._reached[start, mobility, budget]
        arcs, closed = self.ways(mobility)
        return reach_first(arcs, start, 0 if start in closed else budget, closed, ends)

    @rule("OCS 12.3c")
    def comes_to(self, hex_: Hex, start: Hex, mobility: Mobility, budget: int) -> bool:
        """Whether a path leads from a hex to another one or next to it."""
        found, neighbours = self.reach(start, mobility, budget), self._state.world.atlas.grid.neighbours
        return hex_ in found or any(near != OFF_MAP and near in found for near in neighbours[6 * hex_ : 6 * hex_ + 6])

    @rule("OCS 12.3c")
    def served(self, start: Hex, mobility: Mobility, budget: int) -> frozenset[Hex]:
        """The hexes to which a path leads from a hex, and those next to them."""
        asked = start, mobility, budget
        if asked not in self._served:
            self._served[asked] = frozenset(and_next(self._state, self.reach(*asked).nodes()))
        return self._served[asked]


def _lies(state: State, side: Side) -> tuple[object, ...]:
    """What the ground of a side goes by."""
    memory = state.memory
    return (state.world, state.points, state.units, state.here, memory.done, memory.released, memory.spent, state.now,
            state.weather, side)  # fmt: skip


@remembered(_lies)
def ground(state: State, side: Side) -> Ground:
    """The ground of a side as the table lies now."""
    return Ground(state, side)


@rule("OCS 12.3c")
def and_next(state: State, hexes: Iterable[Hex]) -> set[Hex]:
    """Some hexes and all those next to them: adjacency always suffices, whatever lies between (OCS 12.3c)."""
    neighbours, found = state.world.atlas.grid.neighbours, set(hexes)
    around = {neighbours[6 * hex_ + side] for hex_ in found for side in range(6)}
    return (found | around) - {OFF_MAP}


@rule("OCS 12.3a")
def draw_hexes(state: State, side: Side, start: Hex, mobility: Mobility = Mobility.TRUCK) -> set[Hex]:
    """The hexes whose supply can be drawn to a hex (OCS 12.3a)."""
    return set(ground(state, side).served(start, mobility, draw_budget(state)))


@rule("OCS 12.3b", "OCS 5.8b")
def throw_hexes(state: State, uid: str) -> set[Hex]:
    """The hexes to which an HQ can throw from where it is, none where it may not throw at all (OCS 12.3b)."""
    unit = state.units[uid]
    if not (may_throw(unit) and on_map(state, unit.place)):
        return set()
    return set(ground(state, unit.side).served(unit.place, unit.face.mobility, TWELFTHS * unit.face.throw))


@rule("OCS 12.3b", "OCS 5.8b")
def throws_to(state: State, uid: str, hex_: Hex) -> bool:
    """Whether an HQ on the map, which may throw, throws to a hex (OCS 12.3b)."""
    unit = state.units[uid]
    return ground(state, unit.side).comes_to(hex_, unit.place, unit.face.mobility, TWELFTHS * unit.face.throw)


@rule("OCS 12.3a")
def draws_on(state: State, side: Side, start: Hex, mobility: Mobility, hex_: Hex) -> bool:
    """Whether supply in a hex can be drawn to another one (OCS 12.3a)."""
    return ground(state, side).comes_to(hex_, start, mobility, draw_budget(state))


@rule("OCS 12.3a", "OCS 12.6")
def drawing_hexes(state: State, side: Side, sources: Iterable[Hex], mobility: Mobility = Mobility.TRUCK) -> set[Hex]:
    """The hexes from which some sources can be drawn on: the same as `draw_hexes`, searched from the other end."""
    ends = and_next(state, sources)
    arcs, closed = ground(state, side).ways(mobility)
    found = reach_back(arcs, ends - closed, draw_budget(state), closed)
    return set(found) | ends
