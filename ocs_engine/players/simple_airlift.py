"""How the player `simple` flies supply: from boxes and full bases to bases near those who go short, and home again.

It keeps its transports out of the enemy's Patrol Zones, but where nothing else can be reached and a Fighter that is as
good as any enemy there goes with them or is there. They come back on the same day, to be refitted where supply is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ocs_engine.grid import Hex
from ocs_engine.players.simple_air import is_transport
from ocs_engine.players.simple_bombs import escort, may_go
from ocs_engine.players.simple_supply import is_safe, nearness
from ocs_engine.players.simple_trucks import Customer, customers
from ocs_engine.series.air.airlift import AirTransport, plane_refusal, unload_left
from ocs_engine.series.air.lift_forms import bases, carriers, manners
from ocs_engine.series.air.loads import Profile, farthest, lift, load_refusal, pool, way_refusal
from ocs_engine.series.air.zones import interceptors
from ocs_engine.series.cargo import Cargo, supply_there
from ocs_engine.series.modes import on_map
from ocs_engine.series.teams import best_team
from ocs_engine.series.transport_size import HALVES
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side

LEAST = 2
"""T that are worth a flight from a base on the map, where the planes' refit takes 1T."""


def fly(state: State, side: Side) -> AirTransport | None:
    """The next flight of supply; None when there is none to fly."""
    if state.now.phase is not Phase.MOVEMENT:
        return None
    starts = [start for start in bases(state, side) if _transports(state, side, start)]
    starts = [start for start in starts if supply_there(state, side, start)]
    if not starts:
        return None
    known = customers(state, side)
    ends = _ends(state, side, known)
    for start in sorted(starts, key=lambda start: (on_map(state, start), start)):
        spare = _spare(state, side, start, known)
        for to, wanted in ends.items():
            if wanted or not on_map(state, start):
                order = _flight(state, side, start, to, spare)
                if order is not None and (order.tokens >= LEAST or not on_map(state, start)):
                    return order
    return None


def _transports(state: State, side: Side, start: int) -> list[str]:
    return [pid for pid in carriers(state, side, start) if is_transport(state.planes[pid])]


def _spare(state: State, side: Side, start: int, known: Sequence[Customer]) -> int:
    """The T that may be flown from a base: not what those want who draw on it."""
    there = supply_there(state, side, start)
    if not on_map(state, start):
        return there
    return min([there, *(each.has - each.wants for each in known if start in each.hexes)])


def _ends(state: State, side: Side, known: Sequence[Customer]) -> dict[Hex, int]:
    """The safe bases to fly to, best first: out of enemy Patrol Zones, for those who go shortest, near the front.

    Each with the T that those want who draw on it.
    """
    short = [each for each in known if each.has < each.wants]
    own = sorted(hex_ for hex_, base in state.bases.items() if base.side is side and is_safe(state, side, hex_))
    wanted = {hex_: max((each.wants - each.has for each in short if hex_ in each.hexes), default=0) for hex_ in own}

    def poorly(hex_: Hex) -> tuple[bool, int, tuple[bool, int, int]]:
        return bool(interceptors(state, side.other, hex_)), -wanted[hex_], nearness(state, side, hex_)

    return {hex_: wanted[hex_] for hex_ in sorted(own, key=poorly)}


def _flight(state: State, side: Side, start: int, to: Hex, spare: int) -> AirTransport | None:
    """The flight that carries most from a base to another one and back, with as few planes as that takes."""
    left = unload_left(state, to)
    if way_refusal(state, start, to) is not None or spare < 1 or not left:
        return None
    found = dict(_able(state, side, start, to))
    able = [(pid, found[pid]) for pid in best_team(state, tuple(found))]
    guards = escort(state, side, to, [pid for pid, _ in able])
    most = state.world.tables.number("planes_per_mission") - len(guards)
    planes: list[str] = []
    for pid, _ in sorted(able, key=lambda pair: (-lift(state, *pair), pair))[:most]:
        if pool(state, planes, [dict(able)[each] for each in planes]) < min(left, HALVES * spare):
            planes.append(pid)
    profiles = [dict(able)[pid] for pid in planes]
    tokens = min(pool(state, planes, profiles), left, HALVES * spare) // HALVES
    if tokens < 1 or not may_go(state, side, Mission.TRANSPORT, to, (*planes, *guards), farthest(state)):
        return None
    if load_refusal(state, side, start, to, Cargo(tokens=tokens), HALVES * tokens, then_still=False) is not None:
        return None
    label, flown = state.world.label, (*profiles, *(Profile.ESCORT for _ in guards))
    return AirTransport(
        side=side, start=label(start), to=label(to), planes=(*planes, *guards), profiles=flown, tokens=tokens
    )


def _able(state: State, side: Side, start: int, to: Hex) -> Iterator[tuple[str, Profile]]:
    """The transports of a base that come back from another one, each by the profile by which it carries most."""
    for pid in _transports(state, side, start):
        ways = manners(state, start, to, pid, plane_refusal)
        best = next((each for each in (Profile.DOUBLE, Profile.NEAR) if each in ways), None)
        if best is not None:
            yield pid, best
