"""How much supply comes to units where they are, for many units at once (OCS 12.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.access import Source, all_sources, feeds, serves, throwers
from ocs_engine.series.supply.paths import draw_mobility, drawing_hexes, throw_hexes
from ocs_engine.state.model import State
from ocs_engine.world.counters import Mobility, Side


class WithinReach:
    """What comes to the units of a side on the map: the same as all their accesses together, found from the sources."""

    def __init__(self, state: State, side: Side) -> None:
        self._state, self._side = state, side
        self._sources = [source for source in all_sources(state, side) if on_map(state, source.place)]
        self._drawing: dict[tuple[Hex, Mobility], set[Hex]] = {}

    @rule("OCS 12.3c")
    def at_hand(self, uid: str) -> int:
        """The T in a unit's hex and next to it, which it can always draw; a first look."""
        unit, distance = self._state.units[uid], self._state.world.atlas.grid.distance
        near = (source for source in self._sources if distance(source.place, unit.place) <= 1)
        return _sum(source for source in near if feeds(self._state, source, (uid,)))

    @rule("OCS 12.3a", "OCS 12.3b")
    def tokens(self, uid: str) -> int:
        """The T that come to a unit, drawn or thrown."""
        state, unit = self._state, self._state.units[uid]
        found = {source.name: source for source in self._drawn(unit.place, draw_mobility(unit))}
        for hq, hexes, sources in self._thrown:
            if unit.place in hexes and hq != uid and serves(state, state.units[hq], unit):
                found |= {source.name: source for source in sources}
        return _sum(source for source in found.values() if feeds(state, source, (uid,)))

    @cached_property
    def _thrown(self) -> list[tuple[str, set[Hex], list[Source]]]:
        """The HQs with anything to throw: to which hexes, from which sources."""
        state, units = self._state, self._state.units
        drawn = ((hq, self._drawn(units[hq].place, draw_mobility(units[hq]))) for hq in throwers(state, self._side))
        return [(hq, throw_hexes(state, hq), sources) for hq, sources in drawn if sources]

    def _drawn(self, place: Hex, mobility: Mobility) -> list[Source]:
        return [source for source in self._sources if place in self._drawn_from(source.place, mobility)]

    def _drawn_from(self, place: Hex, mobility: Mobility) -> set[Hex]:
        """The hexes that draw on a place."""
        if (place, mobility) not in self._drawing:
            self._drawing[place, mobility] = drawing_hexes(self._state, self._side, (place,), mobility)
        return self._drawing[place, mobility]


def _sum(sources: Iterable[Source]) -> int:
    return sum(source.tokens for source in sources)
