"""The air lens: what reaches a hex and from where, what it meets there, and which hexes a side patrols (OCS 14).

Pure and cheap; nothing here decides what is legal. Everything is told from the state alone: from the whole table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.air.hip_shoot import shooter_refusal, spotter_refusal
from ocs_engine.series.air.missions import plane_refusal
from ocs_engine.series.air.planes import active_at
from ocs_engine.series.air.trainbusting import railway_refusal
from ocs_engine.series.air.zones import exposed, flak_target, interceptors, patrol_bases
from ocs_engine.series.firing import Aim, aims
from ocs_engine.series.modes import on_map
from ocs_engine.series.tables.flak import FlakTarget, flak_modifiers
from ocs_engine.series.tables.lines import Modifier
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side


@dataclass(frozen=True, slots=True)
class Flight:
    """A plane that reaches a place from its base, a hex or box, so many hexes away.

    missions: what it could fly there by its range, its figures and what lies there. refusal: why it may fly none now.
    """

    plane: str
    base: int
    distance: int
    missions: tuple[Mission, ...]
    refusal: Refusal | None = None


def flights(state: State, side: Side, place: int) -> tuple[Flight, ...]:
    """The planes of a side, Active or not, that could fly something to a hex or box, the nearest first (OCS 14.2)."""
    found: list[Flight] = []
    for pid, plane in sorted(state.planes.items()):
        if plane.side is not side or plane.place == DEAD:
            continue
        distance = state.points.air_distance(state.world, plane.place, place)
        if distance is not None and (able := missions(state, pid, place, distance)):
            refusal = state.points.no_flight(state) or plane_refusal(state, side, pid)
            found.append(Flight(pid, plane.place, distance, able, refusal))
    return tuple(sorted(found, key=lambda each: (each.distance, each.plane)))


def missions(state: State, pid: str, place: int, distance: int) -> tuple[Mission, ...]:
    """The kinds of mission that a plane could fly to a place so many hexes away; its cargo, if any, is not asked."""
    plane, ranges = state.planes[pid], state.world.tables.number("base_transfer_range")
    near, far = distance <= plane.aircraft.range, distance <= ranges * plane.aircraft.range
    if place in state.points.closed_to(state, plane.side):
        return ()
    lands = far and place != plane.place and place in state.points.air_bases(state, pid)
    carries, fires = plane.aircraft.capacity > 0, near and plane.face.barrage > 0
    open_to = {
        Mission.BARRAGE: fires and bool(targets(state, pid, place)),
        Mission.TRAINBUSTING: fires and on_map(state, place) and railway_refusal(state, plane.side, place) is None,
        Mission.HIP_SHOOT: fires and bool(targets(state, pid, place)) and _hip_shoots(state, pid, place),
        Mission.SWEEP: near and plane.is_fighter and bool(active_at(state, plane.side.other, place)),
        Mission.TRANSPORT: lands and carries,
        Mission.DROP: near and carries and on_map(state, place),
        Mission.TRANSFER: lands,
    }
    return tuple(mission for mission, found in open_to.items() if found)


def targets(state: State, pid: str, place: int) -> tuple[Aim, ...]:
    """What a plane could barrage in a hex, its range not asked (OCS 10.0d, T2 1.7a)."""
    found = aims(state, state.planes[pid].side, place) if on_map(state, place) else ()
    return tuple(aim for aim in found if aim is not Aim.UNITS or state.points.may_bomb_units(state, pid) is None)


def _hip_shoots(state: State, pid: str, hex_: Hex) -> bool:
    return shooter_refusal(state, pid) is None and spotter_refusal(state, state.planes[pid].side, hex_, pid) is None


# --- what is met there


@dataclass(frozen=True, slots=True)
class Threat:
    """What a mission meets over a hex.

    defenders: Active enemy planes based there, which fight it at once (OCS 14.3). interceptors: enemy Fighters that
    may be sent against it. flak: what is added to the roll, None where no flak fires at it (OCS 14.4a).
    """

    defenders: tuple[str, ...]
    interceptors: tuple[str, ...]
    flak: tuple[Modifier, ...] | None


def threat(state: State, side: Side, mission: Mission, place: int, planes: Sequence[str]) -> Threat:
    """What a mission of some planes would meet over a hex or box as things stand."""
    defenders = tuple(active_at(state, side.other, place))
    if not exposed(state, side, mission, place):
        return Threat(defenders, (), None)
    modifiers = flak_modifiers(state.world.tables, flak_target(state, side, mission, place, list(planes)))
    return Threat(defenders, tuple(interceptors(state, side.other, place)), modifiers)


def flak_facts(state: State, side: Side, mission: Mission, place: int) -> FlakTarget | None:
    """What the flak over a hex depends on but for the planes that come; None where none fires at such a mission."""
    return flak_target(state, side, mission, place, []) if exposed(state, side, mission, place) else None


def patrolling(state: State, side: Side) -> dict[Hex, tuple[str, ...]]:
    """The bases on the map from which a side patrols, in order, each with its Active Fighters (OCS 14.4c)."""
    return {
        base: tuple(pid for pid in active_at(state, side, base) if state.planes[pid].is_fighter)
        for base in patrol_bases(state, side)
    }


def patrols(state: State, side: Side) -> dict[Hex, tuple[Hex, ...]]:
    """The hexes of a side's Patrol Zones that are in play, in order, each with its patrolling bases (14.4c)."""
    grid, radius = state.world.atlas.grid, state.world.tables.number("patrol_zone_hexes")
    found: dict[Hex, tuple[Hex, ...]] = {}
    for base in patrol_bases(state, side):
        for hex_ in grid.within(base, radius):
            if state.world.in_play(hex_):
                found[hex_] = (*found.get(hex_, ()), base)
    return dict(sorted(found.items()))
