"""Where Trainbusting markers hamper a side, and what entering there costs its ground units besides (OCS 14.8)."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.state.model import State
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility, Side


@rule("OCS 14.8", "OCS 3.6")
def busted_hexes(state: State, side: Side) -> frozenset[Hex]:
    """The hexes of the Trainbusting Zones against a side: those with a marker and all next to them (OCS 14.8b)."""
    around = state.world.atlas.grid.around
    return frozenset(near for hex_ in busting_markers(state, side) for near in (hex_, *around(hex_)))


@rule("OCS 14.8")
def slow_hexes(state: State, side: Side, mobility: Mobility) -> frozenset[Hex]:
    """The hexes that cost a side's ground units more: to Leg those with a marker alone, else the zones (OCS 14.8b)."""
    if not state.trainbusted:
        return frozenset()
    return frozenset(busting_markers(state, side)) if mobility is Mobility.LEG else busted_hexes(state, side)


@rule("OCS 14.8")
def busting_cost(state: State) -> int:
    """What a hex of a zone costs more to enter, in twelfths of an MP, however many zones it lies in (OCS 14.8c)."""
    return TWELFTHS * state.world.tables.number("trainbusting_MP")


def busting_markers(state: State, side: Side) -> list[Hex]:
    """The hexes with a Trainbusting marker against a side, in order."""
    return sorted(hex_ for hex_, bombed in state.trainbusted.items() if bombed is side)
