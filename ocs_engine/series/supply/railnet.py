"""Railways for trace: who controls them, and the hexes of a side that they join to its sources (OCS 12.6, 13.3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from functools import lru_cache

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.series.costs import arcs
from ocs_engine.series.disorder import keeps_working
from ocs_engine.series.modes import on_map
from ocs_engine.state.model import State
from ocs_engine.state.trace_events import RailTaken
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import World


@lru_cache(maxsize=16)
def railway_hexes(world: World) -> tuple[Hex, ...]:
    """The hexes of the map with a railway, in order."""
    rail = world.atlas.rail
    return tuple(hex_ for hex_ in range(world.atlas.grid.size) if any(rail[6 * hex_ : 6 * hex_ + 6]))


@lru_cache(maxsize=16)
def _links(world: World) -> dict[Hex, tuple[Hex, ...]]:
    """From each hex with a railway the hexes in play that it leads to, in the order of the hexsides."""
    rail, neighbours = world.atlas.rail, world.atlas.grid.neighbours
    return {
        hex_: tuple(
            near
            for edge in range(6 * hex_, 6 * hex_ + 6)
            if rail[edge] and (near := neighbours[edge]) != OFF_MAP and world.in_play(near)
        )
        for hex_ in railway_hexes(world)
    }


@rule("OCS 13.3h")
def first_rail_control(state: State) -> dict[str, Side]:
    """Who controls each detrainable hex after set-up (OCS 13.3h): whoever is nearer to it over land, in hexes.

    A side is where its combat units, its ports and its sources of trace are. Of hexes equally near to both the owner of
    the nearest port has them; without ports they are nobody's.
    """
    hexes = sorted(state.points.detrainable(state.world))
    if not hexes:
        return {}
    near = {side: _overland(state, _held(state, side)) for side in Side}
    found = {}
    for hex_ in hexes:
        far = {side: near[side][hex_] for side in Side if hex_ in near[side]}
        nearest = [side for side, hexes_off in far.items() if hexes_off == min(far.values())]
        owner = nearest[0] if len(nearest) == 1 else _port_owner(state, hex_) if nearest else None
        if owner is not None:
            found[state.world.label(hex_)] = owner
    return found


def _held(state: State, side: Side) -> set[Hex]:
    units = {unit.place for _, unit in state.in_order() if unit.side is side and on_map(state, unit.place)}
    ports = {hex_ for hex_, port in state.ports.items() if port.side is side}
    return units | ports | state.points.trace_sources(state, side)


def _overland(state: State, starts: Iterable[Hex]) -> dict[Hex, int]:
    """How many hexes on foot each hex is from the nearest of some, where it can be come to at all."""
    ways = arcs(state.world, Mobility.LEG)
    far = dict.fromkeys(sorted(starts), 0)
    waiting = deque(far)
    while waiting:
        hex_ = waiting.popleft()
        for near, _ in ways[hex_]:
            if near not in far:
                far[near] = far[hex_] + 1
                waiting.append(near)
    return far


def _port_owner(state: State, hex_: Hex) -> Side | None:
    grid = state.world.atlas.grid
    ports = [(grid.distance(hex_, place), place) for place in state.ports]
    return state.ports[min(ports)[1]].side if ports else None


@rule("OCS 13.3h")
def take_rail(draft: Draft[State], uid: str) -> None:
    """A combat unit takes the detrainable hex that it is in for its side (OCS 13.3h)."""
    state, unit = draft.state, draft.state.units[uid]
    theirs = state.rail_control.get(unit.place) is not unit.side
    if theirs and unit.place in state.points.detrainable(state.world):
        draft.emit(RailTaken(hex=state.world.label(unit.place), side=unit.side))


@rule("OCS 12.6", "OCS 13.3c", "OCS 13.3h", "T2 1.1a")
def rail_net(state: State, side: Side, sources: Collection[Hex], closed: Collection[Hex]) -> dict[Hex, Hex]:
    """The hexes that rails of any gauge join to some sources of a side, and from each the next hex on the way there.

    closed: hexes into which the path may not go, those with enemy combat units or in an enemy ZOC that is not negated.
    Nor does it go into a detrainable hex that the enemy controls. From a source the next hex is itself.
    """
    links = _links(state.world)
    barred = {hex_ for hex_, owner in state.rail_control.items() if owner is not side}.union(closed)
    net = {hex_: hex_ for hex_ in sorted(sources) if hex_ in links}
    waiting = deque(net)
    while waiting:
        hex_ = waiting.popleft()
        for near in links[hex_]:
            if near not in net and near not in barred:
                net[near] = hex_
                waiting.append(near)
    return net


@rule("OCS 13.3c", "OCS 13.8", "OCS 13.3h")
def detrainable_now(state: State, side: Side) -> set[Hex]:
    """The hexes on railways in which a side can put cargo down: what it controls, and where its HQs work (OCS 13.8c).

    Whether a path leads there is not asked.
    """
    rail = state.world.atlas.rail
    towns = {hex_ for hex_ in state.points.detrainable(state.world) if state.rail_control.get(hex_) is side}
    working = {
        unit.place
        for _, unit in state.in_order()
        if unit.side is side and unit.counter.is_hq and keeps_working(unit) and on_map(state, unit.place)
    }
    return towns | {hex_ for hex_ in working if any(rail[6 * hex_ : 6 * hex_ + 6])}
