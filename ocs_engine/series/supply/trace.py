"""Trace supply (OCS 12.6): the sources of a side now, who draws on one, to whom an HQ throws, and split formations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.remembered import remembered
from ocs_engine.kernel.search import nearest_ends
from ocs_engine.series.modes import on_map
from ocs_engine.series.ports import traces
from ocs_engine.series.supply.access import serves, throwers
from ocs_engine.series.supply.paths import draw_budget, draw_mobility, ground
from ocs_engine.series.supply.railnet import detrainable_now, rail_net
from ocs_engine.state.model import State, Unit
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility, Side


@dataclass(frozen=True, slots=True)
class Line:
    """How a unit traces: the hex of the source that it draws on, or that an HQ draws on which throws to it.

    In an off-map box source is the box itself; of a unit that was dropped in this turn it is where the unit is.
    """

    source: int
    hq: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Members of a formation that trace through one HQ (its id) or one source that they draw on (its label)."""

    through: str
    units: tuple[str, ...]


class Net:
    """What the trace of a side goes by at one moment: its sources, and how far they and its HQs reach."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self._side, self.ground = state, side, ground(state, side)
        self._names: dict[Mobility, list[int | None]] = {}
        shut = self.ground.held | self.ground.zones
        self.named = usable_sources(state, side, shut)
        self.rails = rail_net(state, side, self.named, shut | state.points.rails_without_trace(state, side))
        self.sources = sorted(self.named | (detrainable_now(state, side) & self.rails.keys()))

    def drawn(self, hex_: Hex, mobility: Mobility = Mobility.TRUCK) -> int | None:
        """The nearest source on which a hex can draw, None where there is none (OCS 12.3a)."""
        names = self._names.get(mobility)
        if names is None:
            names = self._names[mobility] = self._all_drawn(mobility)
        return names[hex_]

    def _all_drawn(self, mobility: Mobility) -> list[int | None]:
        neighbours = self.state.world.atlas.grid.neighbours
        ends = {hex_: hex_ for hex_ in self.sources}
        for hex_ in self.sources:
            for near in neighbours[6 * hex_ : 6 * hex_ + 6]:
                if near != OFF_MAP:
                    ends.setdefault(near, hex_)
        arcs, closed = self.ground.ways(mobility)
        names = nearest_ends(arcs, ends, draw_budget(self.state), closed)
        for hex_, name in ends.items():
            names[hex_] = name
        return names

    @cached_property
    def throwing(self) -> tuple[str, ...]:
        """The HQs that draw on a source and can throw, in the roster's order."""
        units = ((uid, self.state.units[uid]) for uid in throwers(self.state, self._side))
        return tuple(uid for uid, unit in units if self.drawn(unit.place, draw_mobility(unit)) is not None)

    def all_drawn(self, hex_: Hex, mobility: Mobility) -> set[Hex]:
        """Every source on which a hex can draw."""
        budget = draw_budget(self.state)
        return {source for source in self.sources if self.ground.comes_to(source, hex_, mobility, budget)}

    def throws(self, hq: str, hex_: Hex) -> bool:
        """Whether an HQ throws to a hex from where it is (OCS 12.3b)."""
        unit = self.state.units[hq]
        return hex_ in self.ground.served(unit.place, unit.face.mobility, TWELFTHS * unit.face.throw)


@dataclass(frozen=True, slots=True)
class Traced:
    """Who of a side traces now.

    lines: every unit in play, in the roster's order, with how it traces, None where it does not. throwing: the HQs that
    draw on a source and can throw. split: formations whose members have no common HQ or source, with the parts of which
    one traces free; parts within others are left out (OCS 12.6f).
    """

    net: Net
    throwing: tuple[str, ...]
    lines: Mapping[str, Line | None]
    split: Mapping[str, tuple[Part, ...]]


@remembered(lambda state, side: (state, side))
def net_of(state: State, side: Side) -> Net:
    """What the trace of a side goes by as the table lies now."""
    return Net(state, side)


@remembered(lambda state, side: (state, side))
@rule("OCS 12.6", "OCS 12.6f")
def trace(state: State, side: Side) -> Traced:
    """Who of a side traces now, and how (OCS 12.6)."""
    net = net_of(state, side)
    own = [(uid, unit) for uid, unit in state.in_order() if unit.side is side and unit.place >= 0]
    lines = {uid: _line(net, uid, unit) for uid, unit in own}
    formations: dict[str, list[str]] = {}
    for uid, unit in own:
        if unit.counter.formation and on_map(state, unit.place) and uid not in state.dropped:
            formations.setdefault(unit.counter.formation, []).append(uid)
    split = {
        name: parts
        for name, members in formations.items()
        if len(members) > 1 and (parts := _parts(net, lines, members))
    }
    return Traced(net, net.throwing, lines, split)


def _draws(net: Net, unit: Unit) -> int | None:
    return net.drawn(unit.place, draw_mobility(unit))


@rule("OCS 12.6", "OCS 12.6h", "OCS 13.1d", "T2 1.2")
def _line(net: Net, uid: str, unit: Unit) -> Line | None:
    """Drawn before thrown; one HQ at most stands between a unit and a source (OCS 12.6).

    Units that came by air drop need none in this turn, as in an off-map box (OCS 12.6h).
    """
    state = net.state
    if not on_map(state, unit.place) or uid in state.dropped:
        return Line(unit.place)
    if (source := _draws(net, unit)) is not None:
        return Line(source)
    for hq in net.throwing:
        if hq != uid and serves(state, state.units[hq], unit) and net.throws(hq, unit.place):
            drawn = _draws(net, state.units[hq])
            return None if drawn is None else Line(drawn, hq)
    return None


@rule("OCS 12.6f", "OCS 13.7")
def _parts(net: Net, lines: Mapping[str, Line | None], members: list[str]) -> tuple[Part, ...]:
    """The parts of a formation of which one traces, none where all have something in common, or nobody traces."""
    if not any(lines[uid] for uid in members):
        return ()
    found: list[Part] = []
    for part in _all_parts(net, members):
        if len(part.units) == len(members):
            return ()
        found.append(part)
    best: list[Part] = []
    for part in found:
        units = set(part.units)
        if not any(units < set(other.units) for other in found) and all(units != set(each.units) for each in best):
            best.append(part)
    return tuple(best)


def _all_parts(net: Net, members: list[str]) -> Iterator[Part]:
    """By HQ first, an HQ of the formation being served by itself; then by source drawn on."""
    units = net.state.units
    for hq in net.throwing:
        thrower = units[hq]
        served = [
            uid
            for uid in members
            if uid == hq or (serves(net.state, thrower, units[uid]) and net.throws(hq, units[uid].place))
        ]
        if served:
            yield Part(hq, tuple(served))
    by_place = {(units[uid].place, draw_mobility(units[uid])) for uid in members}
    drawn = {each: net.all_drawn(*each) for each in sorted(by_place)}
    for source in sorted(set().union(*drawn.values())):
        fed = tuple(uid for uid in members if source in drawn[units[uid].place, draw_mobility(units[uid])])
        yield Part(net.state.world.label(source), fed)


@rule("OCS 12.6", "OCS 5.8b")
def could_trace(state: State, uid: str, hex_: Hex) -> bool:
    """Whether a unit would trace by itself from a place, all else staying as it is now."""
    unit = state.units[uid]
    if not on_map(state, hex_):
        return True
    if draws_trace(state, uid, hex_):
        return True
    net = net_of(state, unit.side)
    hqs = (hq for hq in net.throwing if hq != uid and serves(state, state.units[hq], unit))
    return any(net.throws(hq, hex_) for hq in hqs)


@rule("OCS 12.6", "OCS 21.12")
def draws_trace(state: State, uid: str, hex_: Hex) -> bool:
    """Whether a unit would draw trace itself from a place, all else staying as it is now."""
    unit = state.units[uid]
    return not on_map(state, hex_) or net_of(state, unit.side).drawn(hex_, draw_mobility(unit)) is not None


@rule("OCS 12.6", "OCS 12.6b", "OCS 19.0e")
def usable_sources(state: State, side: Side, shut: set[Hex]) -> set[Hex]:
    """The named sources that can be used: not shut, not the enemy's, nor ports that handle too little (OCS 12.6b).

    shut: the hexes with enemy units or an enemy ZOC, one that is not negated for trace.
    """
    named = state.points.trace_sources(state, side) - shut
    small = {port for port in state.ports if not traces(state, port)}
    return {hex_ for hex_ in named - small if not _taken(state, side, hex_)}


def _taken(state: State, side: Side, hex_: Hex) -> bool:
    """Whether the enemy has a hex: its rail, where it is detrainable, and else by who was there last (T2 5.0)."""
    return state.rail_control.get(hex_, state.control.get(hex_)) is side.other
