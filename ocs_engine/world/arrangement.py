"""Where the units of a scenario may stand when their owner has a choice, and an arrangement that is always legal.

A set-up line may leave a choice: `within N`, or any hex of an area (OCS 0). This module knows no rule: what ground
a unit may stand on and how much a hex holds are handed to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.chart import TerrainChart
from ocs_engine.world.counters import Counter, Mobility, Side
from ocs_engine.world.scenario import Place, SupplySetup, TransportSetup, UnitSetup
from ocs_engine.world.world import World

MayStand = Callable[[Counter, Hex], bool]
"""Whether a unit may stand in a hex when play begins."""
SWAPS = 4
"""How many units in a row may make room for one another."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where everything stands when its owner makes no use of his choices.

    places: of units, by counter id. transport, supply: of each side's, in the order of its set-up. unplaced: units for
    which no room was found.
    """

    places: dict[str, Place]
    transport: dict[Side, tuple[Place, ...]]
    supply: dict[Side, tuple[Place, ...]]
    unplaced: tuple[UnitSetup, ...]


def hexes_open_to(world: World, setup: UnitSetup | TransportSetup | SupplySetup) -> list[Hex]:
    """The hexes in play that a set-up line allows, the named one first, then the nearest; empty for a box."""
    grid = world.atlas.grid
    if setup.place >= grid.size or setup.place < 0:
        return []
    if setup.area:
        return [hex_ for hex_ in world.atlas.areas[setup.area] if world.in_play(hex_)]
    near = sorted((grid.distance(setup.place, hex_), hex_) for hex_ in grid.within(setup.place, setup.within))
    return [hex_ for _, hex_ in near if world.in_play(hex_)]


def can_enter(atlas: Atlas, chart: TerrainChart, hex_: Hex, mobilities: Iterable[Mobility]) -> bool:
    """Whether a hex is land that one of the mobilities may enter: over open ground, or by a road or railway into it."""
    if not atlas.is_land(hex_):
        return False
    costs = [chart.hex[atlas.terrain[hex_]].mp]
    for edge in range(6 * hex_, 6 * hex_ + 6):
        if atlas.road[edge]:
            costs.append(chart.road[atlas.road[edge]].mp)
        if atlas.rail[edge]:
            costs.append(chart.rail.mp)
    return any(cost[mobility] is not None for cost in costs for mobility in mobilities)


def mobilities_of(counter: Counter) -> tuple[Mobility, ...]:
    """How a counter may move, on either side."""
    return tuple(face.mobility for face in (counter.combat, counter.move) if face is not None)


def arrange(world: World, may_stand: MayStand, limit: int) -> Arrangement:
    """A place for everything that a scenario sets up, no hex over the limit and no two sides together.

    may_stand: for units with a choice and without. limit: quarters of an RE a hex. Units stand in the named hex while
    there is room, then as near as may be; those of an area are spread over it. A side that sets up later keeps off
    the hexes of the earlier one; the earlier one leaves free what the later one has no choice about.
    """
    order = world.scenario.setup_order
    setups = {side: world.scenario.sides[side].units for side in order}
    places: dict[str, Place] = {}
    unplaced: list[UnitSetup] = []
    held: dict[Hex, Side] = {}
    fixed = {side: _only_hexes(world, units) for side, units in setups.items()}
    for side in order:
        barred = {hex_ for hex_, owner in held.items() if owner is not side} | fixed[side.other]
        table = _Table(world, may_stand, limit, barred)
        unplaced += table.fill(setups[side])
        places |= table.places
        held |= {place: side for place in table.places.values() if place < world.atlas.grid.size}
    sides = world.scenario.sides.items()
    return Arrangement(
        places,
        {side: tuple(_rest(world, each, held, side) for each in setup.transport) for side, setup in sides},
        {side: tuple(_rest(world, each, held, side) for each in setup.supply) for side, setup in sides},
        tuple(unplaced),
    )


def _only_hexes(world: World, units: Iterable[UnitSetup]) -> set[Hex]:
    """The hexes in which units of a side stand without a choice."""
    return {unit.place for unit in units if 0 <= unit.place < world.atlas.grid.size and not (unit.within or unit.area)}


@dataclass(slots=True)
class _Table:
    """One side's units being laid out."""

    world: World
    may_stand: MayStand
    limit: int
    barred: set[Hex]
    places: dict[str, Place] = field(default_factory=dict)
    load: dict[Hex, int] = field(default_factory=dict)
    choices: dict[str, list[Hex]] = field(default_factory=dict)
    around: dict[tuple[Place, int, str], list[Hex]] = field(default_factory=dict)

    def fill(self, units: Iterable[UnitSetup]) -> list[UnitSetup]:
        """Lay out the units, those with the least choice first; what found no room comes back."""
        counters = self.world.counters
        left = []
        waiting: list[UnitSetup] = []
        for unit in units:
            if unit.place >= self.world.atlas.grid.size:
                self.places[unit.counter] = unit.place
                continue
            self.choices[unit.counter] = self._choices(unit)
            waiting.append(unit)
        for unit in sorted(waiting, key=lambda each: (len(self.choices[each.counter]), -counters[each.counter].re)):
            if not self._seat(unit.counter, bool(unit.area), set()):
                left.append(unit)
        return left

    def _choices(self, unit: UnitSetup) -> list[Hex]:
        """The hexes open to a unit; a hex without a choice counts even where the enemy is."""
        counter = self.world.counters[unit.counter]
        free, line = bool(unit.within or unit.area), (unit.place, unit.within, unit.area)
        if line not in self.around:
            self.around[line] = hexes_open_to(self.world, unit)
        return [
            hex_
            for hex_ in self.around[line]
            if self.may_stand(counter, hex_) and not (free and hex_ in self.barred)
        ]

    def _seat(self, uid: str, spread: bool, asked: set[Hex], swaps: int = SWAPS) -> bool:
        """Find a hex for a unit, moving others out of its way where need be; asked: hexes in which that is tried."""
        size, hexes = self.world.counters[uid].re, [hex_ for hex_ in self.choices[uid] if hex_ not in asked]
        open_hexes = [hex_ for hex_ in hexes if self.load.get(hex_, 0) + size <= self.limit]
        if open_hexes:
            best = min(open_hexes, key=lambda hex_: self.load.get(hex_, 0)) if spread else open_hexes[0]
            self._put(uid, best)
            return True
        for hex_ in hexes if swaps else ():
            if hex_ in asked:  # a unit further down the row has tried it meanwhile
                continue
            asked.add(hex_)
            for other in [each for each, place in self.places.items() if place == hex_]:
                if self.load[hex_] - self.world.counters[other].re + size > self.limit:
                    continue
                self._take(other)
                if self._seat(other, False, asked, swaps - 1):
                    self._put(uid, hex_)
                    return True
                self._put(other, hex_)
        return False

    def _put(self, uid: str, hex_: Hex) -> None:
        self.places[uid] = hex_
        self.load[hex_] = self.load.get(hex_, 0) + self.world.counters[uid].re

    def _take(self, uid: str) -> None:
        self.load[self.places.pop(uid)] -= self.world.counters[uid].re


def _rest(world: World, setup: TransportSetup | SupplySetup, held: Mapping[Hex, Side], side: Side) -> Place:
    """Where transport or supply stands: the nearest open hex that it may enter and the enemy does not hold.

    The named place where nothing will do.
    """
    ways = (world.transport.kinds[setup.kind].mobility,) if isinstance(setup, TransportSetup) else tuple(Mobility)
    for hex_ in hexes_open_to(world, setup):
        if held.get(hex_, side) is side and can_enter(world.atlas, world.chart, hex_, ways):
            return hex_
    return setup.place
