"""Proves that what a scenario sets up can stand where it is put."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ocs_engine.grid import Hex
from ocs_engine.mapmaking.report import Finding, Proof
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.counters import Mobility
from ocs_engine.world.scenario import SideSetup, UnitSetup
from ocs_engine.world.world import World


def check_setups(atlas: Atlas, worlds: Iterable[World]) -> list[Proof]:
    """A proof for each scenario: units stand where they may enter, bases and supply on land, strips in a settlement."""
    return [Proof.of(f"set-up of {world.scenario.title} stands on ground it may enter", _setup(atlas, world))
            for world in worlds]


def _setup(atlas: Atlas, world: World) -> Iterator[Finding | None]:
    for side in world.scenario.sides.values():
        for unit in side.units:
            yield _unit(atlas, world, unit)
        for what, place, within, mobilities in _pieces(side):
            spots = [] if world.is_box(place) else list(atlas.grid.within(place, within))
            good = world.is_box(place) or any(_may_enter(atlas, world, h, mobilities) for h in spots)
            yield None if good else Finding("set-up", world.label(place), f"{what} cannot stand here", "land to enter")
        for base in side.bases:
            label = atlas.grid.label(base.hex)
            if not atlas.is_land(base.hex):
                yield Finding("set-up", label, "an air base on water", "land")
            elif base.level == 0 and not atlas.settlement[base.hex]:
                yield Finding("set-up", label, "an air strip in the wild", "a village, point of interest or city")
            else:
                yield None


def _unit(atlas: Atlas, world: World, unit: UnitSetup) -> Finding | None:
    if world.is_box(unit.place):
        return None
    counter = world.counters[unit.counter]
    mobilities = tuple(face.mobility for face in (counter.combat, counter.move) if face is not None)
    spots = atlas.areas[unit.area] if unit.area else atlas.grid.within(unit.place, unit.within)
    if any(_may_enter(atlas, world, h, mobilities) for h in spots):
        return None
    label = world.label(unit.place)
    return Finding("set-up", label, f"{counter.booklet_name} may not enter {atlas.terrain[unit.place]} here",
                   f"ground for {' or '.join(sorted(set(mobilities)))} mobility")


def _pieces(side: SideSetup) -> Iterator[tuple[str, int, int, tuple[Mobility, ...]]]:
    """Name, place, spread and mobilities of transport, supply and replacements."""
    for transport in side.transport:
        yield f"{transport.kind} transport", transport.place, transport.within, (Mobility.TRUCK,)
    for supply in side.supply:
        yield "supply", supply.place, 0, tuple(Mobility)
    for repl in side.repls:
        yield repl.kind, repl.place, 0, tuple(Mobility)


def _may_enter(atlas: Atlas, world: World, hex_: Hex, mobilities: tuple[Mobility, ...]) -> bool:
    """Whether a hex is land that one of the mobilities may enter, over open ground or by road or rail."""
    if not atlas.is_land(hex_):
        return False
    chart = world.chart
    sides = range(6 * hex_, 6 * hex_ + 6)
    costs = [chart.hex[atlas.terrain[hex_]].mp]
    costs += [chart.road[atlas.road[e]].mp for e in sides if atlas.road[e]]
    costs += [chart.rail.mp for e in sides if atlas.rail[e]]
    return any(cost[mobility] is not None for cost in costs for mobility in mobilities)
