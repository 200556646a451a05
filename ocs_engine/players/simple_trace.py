"""What the player `simple` minds of trace: where a unit would keep it, and where one without finds it again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ocs_engine.grid import Hex
from ocs_engine.kernel.remembered import remembered
from ocs_engine.kernel.search import Reach, reach
from ocs_engine.series.costs import arcs
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.access import serves
from ocs_engine.series.supply.paths import draw_mobility, enemy_held
from ocs_engine.series.supply.trace import could_trace, net_of
from ocs_engine.state.model import State, Unit
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import World

FARTHEST = 12 * 400
"""How far it looks for a way, in twelfths of an MP."""


@lru_cache(maxsize=256)
def way_to(world: World, mobility: Mobility, goal: Hex) -> Reach:
    """How far each hex is from a goal, enemies apart."""
    return reach(arcs(world.board, mobility), goal, FARTHEST)


def nearest(state: State, units: Iterable[str], goal: Hex, far: int) -> list[str]:
    """Those of some units on the map that come to a hex for at most `far`, in twelfths of an MP, the nearest first."""
    ways = ((way_to(state.world, state.units[uid].counter.move.mobility, goal), uid) for uid in units)
    costs = sorted((way.cost[state.units[uid].place], uid) for way, uid in ways)
    return [uid for cost, uid in costs if cost <= far]


@remembered(lambda state, side: (state, side))
def lifelines(state: State, side: Side) -> frozenset[Hex]:
    """The stations by which the trace of its HQs runs, from those on which they draw back to the named sources."""
    net, towns, found = net_of(state, side), state.points.detrainable(state.world), set[Hex]()
    for uid in net.throwing:
        hq = state.units[uid]
        hex_ = net.drawn(hq.place, draw_mobility(hq))
        while hex_ is not None and hex_ not in found:
            found.add(hex_)
            hex_ = net.rails.get(hex_)
    return frozenset(hex_ for hex_ in found if hex_ in towns or hex_ in net.named)


def keeps_trace(state: State, uid: str, hex_: Hex) -> bool:
    """Whether a unit would trace from a hex, and through the same HQ or source as most of its formation (OCS 12.6f)."""
    if not could_trace(state, uid, hex_):
        return False
    mates = list(_mates(state, uid))
    return not mates or 2 * max(_together(state, uid, hex_, mates), default=0) >= len(mates)


def _mates(state: State, uid: str) -> Iterator[Unit]:
    """The other units of its formation on the map."""
    formation = state.units[uid].counter.formation
    for other, unit in state.in_order() if formation else ():
        if unit.counter.formation == formation and other != uid and on_map(state, unit.place):
            yield unit


def _together(state: State, uid: str, hex_: Hex, mates: list[Unit]) -> Iterator[int]:
    """By HQ that would throw to a unit, then by source on which it would draw: how many of some others go by it too."""
    unit = state.units[uid]
    net = net_of(state, unit.side)
    for hq in net.throwing:
        if hq == uid or (serves(state, state.units[hq], unit) and net.throws(hq, hex_)):
            yield sum(net.throws(hq, mate.place) for mate in mates)
    drawn = [net.all_drawn(mate.place, draw_mobility(mate)) for mate in mates]
    for source in sorted(net.all_drawn(hex_, draw_mobility(unit))):
        yield sum(source in each for each in drawn)


def home(state: State, uid: str) -> Hex | None:
    """The nearest hex from which a unit would trace, if a way leads there past the enemy."""
    unit = state.units[uid]
    ways = arcs(state.world.board, unit.face.mobility)
    found = reach(ways, unit.place, FARTHEST, enemy_held(state, unit.side))
    nearest = sorted(found.nodes(), key=lambda hex_: (found.cost[hex_], hex_))
    return next((hex_ for hex_ in nearest if could_trace(state, uid, hex_)), None)
