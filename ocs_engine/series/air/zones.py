"""Patrol Zones, who may intercept in them, and the flak that a mission meets (OCS 14.4, 14.5)."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.series.air.planes import active_planes
from ocs_engine.series.modes import on_map
from ocs_engine.series.tables.air_base import base_figures
from ocs_engine.series.tables.flak import FlakTarget
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.tables import Tables


@rule("OCS 14.4p")
def patrol_bases(state: State, side: Side) -> list[Hex]:
    """The air bases on the map from which a side patrols: those with an Active Fighter (OCS 14.4c)."""
    bases = {state.planes[pid].place for pid in active_planes(state, side) if state.planes[pid].is_fighter}
    return sorted(place for place in bases if on_map(state, place))


@rule("OCS 14.4p")
def patrol_zone(state: State, side: Side) -> set[Hex]:
    """The hexes of a side's Patrol Zones (OCS 14.4c)."""
    grid, radius = state.world.atlas.grid, state.world.tables.number("patrol_zone_hexes")
    return {hex_ for base in patrol_bases(state, side) for hex_ in grid.within(base, radius)}


@rule("OCS 14.4p", "OCS 14.5", "T2 1.5")
def interceptors(state: State, side: Side, hex_: Hex) -> list[str]:
    """The Active Fighters of a side whose Patrol Zone a hex of the map lies in, in a fixed order (OCS 14.5).

    None where no plane of the side may fly to (T2 1.5).
    """
    if not on_map(state, hex_) or hex_ in state.points.closed_to(state, side):
        return []
    distance, radius = state.world.atlas.grid.distance, state.world.tables.number("patrol_zone_hexes")
    near = {base for base in patrol_bases(state, side) if distance(base, hex_) <= radius}
    planes = ((pid, state.planes[pid]) for pid in active_planes(state, side))
    return [pid for pid, plane in planes if plane.is_fighter and plane.place in near]


@rule("OCS 14.4a", "OCS 14.5")
def exposed(state: State, side: Side, mission: Mission, hex_: Hex) -> bool:
    """Whether a mission of a side meets flak in a hex, and could be intercepted were there a Fighter (OCS 14.4a)."""
    if not on_map(state, hex_):
        return False
    flak = state.world.tables["flak"]
    if _listed(flak["always"], mission):
        return True
    return _listed(flak["only_in_enemy_patrol_zone"], mission) and bool(interceptors(state, side.other, hex_))


def _listed(names: list[str], mission: Mission) -> bool:
    return mission in (name.casefold() for name in names)


@rule("OCS 14.4")
def flak_target(state: State, side: Side, mission: Mission, hex_: Hex, planes: list[str]) -> FlakTarget:
    """What the flak that planes of a side meet in a hex depends on: all of it the enemy's (OCS 14.4)."""
    enemy, printed = side.other, state.flak.get(hex_)
    return FlakTarget(
        planes=len(planes),
        hq=any(state.units[uid].counter.is_hq and state.units[uid].side is enemy for uid in state.here.get(hex_, ())),
        base=_base_flak(state.world.tables, state, enemy, hex_),
        printed=printed.level if printed is not None and printed.side is enemy else 0,
        zone=bool(interceptors(state, enemy, hex_)),
        fighter=any(state.planes[pid].is_fighter for pid in planes),
        trainbusting=mission is Mission.TRAINBUSTING,
    )


@rule("OCS 14.4", "OCS 15.0b")
def _base_flak(tables: Tables, state: State, side: Side, hex_: Hex) -> int:
    base = state.bases.get(hex_)
    return base_figures(tables, base.level).flak if base is not None and base.side is side else 0
