"""The supply that comes to units where they are, for many units at once (OCS 12.3)."""

from __future__ import annotations

from functools import cached_property

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.remembered import remembered
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.access import Access, Source, all_sources, feeds, serves, throwers, together
from ocs_engine.series.supply.paths import draw_mobility, drawing_hexes, throws_to
from ocs_engine.state.model import State, Unit
from ocs_engine.world.counters import Mobility, Side


class WithinReach:
    """What comes to the units of a side: the same as `access.accesses` for each alone, but found from the sources."""

    def __init__(self, state: State, side: Side) -> None:
        self._state, self._side = state, side
        self._all = all_sources(state, side)
        self.sources = [source for source in self._all if on_map(state, source.place)]
        self._drawing: dict[tuple[Hex, Mobility], set[Hex]] = {}

    @rule("OCS 12.3c")
    def at_hand(self, uid: str) -> int:
        """The T in a unit's hex and next to it, which it can always draw; a first look for a unit on the map."""
        unit, distance = self._state.units[uid], self._state.world.atlas.grid.distance
        near = (source for source in self.sources if distance(source.place, unit.place) <= 1)
        return sum(source.tokens for source in near if feeds(self._state, source, (uid,)))

    def tokens(self, uid: str) -> int:
        """The T that come to a unit, drawn or thrown."""
        return together(self.accesses(uid))

    @rule("OCS 12.3a", "OCS 12.3b", "OCS 12.3e")
    def accesses(self, uid: str) -> list[Access]:
        """Every way in which supply comes to a unit, drawn ones first."""
        state, unit = self._state, self._state.units[uid]
        if not on_map(state, unit.place):
            return [Access(each) for each in self._all if each.place == unit.place and feeds(state, each, (uid,))]
        drawn = (Access(source) for source in self.drawn(unit))
        thrown = (
            Access(source, hq)
            for hq, sources in self.throwing
            if hq != uid and self.throws(hq, unit)
            for source in sources
        )
        return [access for access in (*drawn, *thrown) if feeds(state, access.source, (uid,))]

    @cached_property
    def throwing(self) -> list[tuple[str, list[Source]]]:
        """The HQs with anything to throw, in the roster's order, each with the sources that it draws on."""
        drawn = ((hq, self.drawn(self._state.units[hq])) for hq in throwers(self._state, self._side))
        return [(hq, sources) for hq, sources in drawn if sources]

    def throws(self, hq: str, unit: Unit) -> bool:
        """Whether an HQ serves a unit and throws to where it is."""
        state = self._state
        return serves(state, state.units[hq], unit) and throws_to(state, hq, unit.place)

    def drawn(self, unit: Unit) -> list[Source]:
        """The sources on which a unit can draw, for whomever their loads are."""
        mobility = draw_mobility(unit)
        return [source for source in self.sources if unit.place in self._drawn_from(source.place, mobility)]

    def _drawn_from(self, place: Hex, mobility: Mobility) -> set[Hex]:
        """The hexes that draw on a place."""
        if (place, mobility) not in self._drawing:
            self._drawing[place, mobility] = drawing_hexes(self._state, self._side, (place,), mobility)
        return self._drawing[place, mobility]


@remembered(lambda state, side: (state, side))
def within_reach(state: State, side: Side) -> WithinReach:
    """What comes to the units of a side as the table lies now."""
    return WithinReach(state, side)
