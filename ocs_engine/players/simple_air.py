"""How the player `simple` uses its planes: refit, sweeps, bases near the front, and its answers in the air.

Fighters count first: they cover the front. What cannot win keeps out of a fight, and what has flown lands where it can
be refitted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Command
from ocs_engine.players.simple_answers import SAFE
from ocs_engine.players.simple_supply import KEPT, THREAT
from ocs_engine.players.simple_worth import enemies, nearest_enemy
from ocs_engine.series.air.dogfight import Abort, DogfightFrame, Engage, fighters, still_there
from ocs_engine.series.air.landing import Land, LandFrame, havens
from ocs_engine.series.air.missions import Intercept, MissionFrame, TakeHit, flying, mission_refusal, ready_planes
from ocs_engine.series.air.planes import active_at, planes_at, room_for_active
from ocs_engine.series.air.refit import Refit, most_refitted, place_refusal, refit_need, refit_places, refittable
from ocs_engine.series.air.sweep import Sweep, sweep_targets
from ocs_engine.series.air.transfer import Transfer, destinations
from ocs_engine.series.air.zones import interceptors
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.paying import left_in
from ocs_engine.series.supply.payment import offered, plan
from ocs_engine.series.teams import best_team
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import Plane, State
from ocs_engine.world.counters import Side

TRANSPORT = "Tpt"
"""The type of planes that are there to carry, alone or besides another."""
BETTER = 2
"""By how much another base must cover more for Fighters to go there; so they do not go to and fro."""
OBJECTIVE, PORT, FRONT = 4, 2, 1
"""What a base covers: an objective, a port of its side's, and a hex next to the enemy with units of its side."""


# --- what planes are worth


def rating(state: State, planes: Iterable[str]) -> int:
    """The best air combat rating among planes that can attack in the air; 0 for none."""
    return max((state.planes[pid].face.rating for pid in planes if state.planes[pid].can_attack), default=0)


def value(plane: Plane) -> tuple[bool, int, int]:
    """What a plane is worth, the least first: Fighters most, by what they fight with, others by what they bomb with."""
    return plane.is_fighter, plane.face.rating if plane.is_fighter else plane.face.barrage, plane.aircraft.capacity


def is_transport(plane: Plane) -> bool:
    """Whether a plane is there to carry things."""
    return TRANSPORT in plane.aircraft.type and plane.aircraft.capacity > 0


def by_value(state: State, planes: Iterable[str]) -> list[str]:
    """Planes, those worth most first, in a fixed order."""
    return sorted(sorted(planes), key=lambda pid: value(state.planes[pid]), reverse=True)


# --- answers


MISSION_QUESTIONS = ("choose interceptor", "choose hit")
"""The questions of a mission to which it has an answer of its own."""


def mission_answer(state: State, side: Side, frame: MissionFrame) -> Command:
    """The best Fighter meets a mission that has no better one; flak hits the plane that is worth least."""
    if frame.step == "choose hit":
        return TakeHit(side=side, plane=min(sorted(frame.hit), key=lambda pid: value(state.planes[pid])))
    hex_ = state.world.place(frame.hex)
    best = by_value(state, interceptors(state, side, hex_))[0]
    enemies = (*flying(state, frame), *active_at(state, side.other, hex_))
    return Intercept(side=side, plane=best if rating(state, (best,)) >= rating(state, enemies) else "")


def dogfight_answer(state: State, side: Side, frame: DogfightFrame) -> Command:
    """The best plane fights; who is outmatched goes home before, but those that can attack, or one at least."""
    if frame.step == "engage":
        best = max(fighters(state, frame), key=lambda pid: (state.planes[pid].face.rating, -state.planes[pid].lost))
        return Engage(side=side, plane=best)
    own, enemy = (still_there(state, frame, each) for each in (side, side.other))
    if not frame.step.startswith("abort") or rating(state, own) >= rating(state, enemy):
        return Abort(side=side)
    stays = [pid for pid in own if state.planes[pid].can_attack] or by_value(state, own)[-1:]
    return Abort(side=side, planes=tuple(pid for pid in own if pid not in stays))


def land(state: State, side: Side, frame: LandFrame) -> Land:
    """Each lands, Fighters first, out of danger where it can be refitted, and as near to the front as may be.

    Transports land where there is supply to carry.
    """
    coming: Counter[int] = Counter()
    bases: dict[str, str] = {}
    for pid in by_value(state, frame.ranges):
        places = map(state.world.place, havens(state, frame, pid))
        carries = is_transport(state.planes[pid])
        best = min(places, key=lambda place: (*_poorly(state, side, place, coming[place], carries), place))
        coming[best] += 1
        bases[pid] = state.world.label(best)
    return Land(side=side, bases={pid: bases[pid] for pid in frame.ranges})


def _poorly(state: State, side: Side, place: int, coming: int, carries: bool = False) -> tuple[bool, bool, bool, int]:
    """What is wrong with a base for planes to land at, the least the best: danger, no refit, distance to the front.

    carries: whether they are transports, which want to be where supply is without end.
    """
    waiting = sum(not state.planes[pid].active for pid in planes_at(state, side, place)) + coming
    need = refit_need(state, place)
    supplied = not need.tokens or left_in(offered(state, side, need), {}) >= need.tokens
    refits = supplied and waiting < state.points.refit_limit(state, side, place)
    empty = carries and place not in state.points.endless_dumps(state, side)
    return in_danger(state, side, place), empty, not refits, _to_front(state, side, place)


def in_danger(state: State, side: Side, place: int) -> bool:
    """Whether a base lies so near to the enemy's units that he may be in it soon."""
    return on_map(state, place) and nearest_enemy(state, side, place, SAFE) < SAFE


def _to_front(state: State, side: Side, place: int) -> int:
    size = state.world.atlas.grid.size
    return nearest_enemy(state, side, place, size) if on_map(state, place) else size


# --- refit


def refit(state: State, side: Side) -> Refit | None:
    """Fighters first at each base, while it leaves what a defence takes where the enemy is near; None when done."""
    for place in refit_places(state, side):
        need = refit_need(state, place)
        if place_refusal(state, side, place) is not None or not _spares(state, side, place):
            continue
        paid = plan(state, side, [need]) if need.tokens else [{}]
        planes = _first_refitted(state, side, place)[: most_refitted(state, side, place)]
        if paid is not None:
            return Refit(side=side, base=state.world.label(place), planes=tuple(planes), payment=paid[0])
    return None


def _first_refitted(state: State, side: Side, place: int) -> list[str]:
    """The planes that a base could refit in their order: Fighters, transports where supply is without end, others."""
    found = by_value(state, refittable(state, side, place))
    if place in state.points.endless_dumps(state, side):
        found.sort(key=lambda pid: (not state.planes[pid].is_fighter, not is_transport(state.planes[pid])))
    return found


def _spares(state: State, side: Side, place: int) -> bool:
    """Whether the supply of a refit can be spared where it comes from."""
    need = refit_need(state, place)
    if not need.tokens:
        return True
    kept = KEPT if nearest_enemy(state, side, place, THREAT + 1) <= THREAT else 0
    return left_in(offered(state, side, need), {}) >= need.tokens + kept


# --- sweeps


def sweep(state: State, side: Side) -> Sweep | None:
    """Fighters that are better than all that fly there sweep the base with the most planes; one in four stays home."""
    found: list[tuple[int, int, tuple[str, ...]]] = []
    homes = Counter(state.planes[pid].place for pid in ready_planes(state, side) if state.planes[pid].is_fighter)
    for hex_, able in sweep_targets(state, side).items():
        there = active_at(state, side.other, hex_)
        better = [pid for pid in able if state.planes[pid].face.rating > rating(state, there)]
        party = _party(state, best_team(state, better), homes, len(there))
        if party and mission_refusal(state, side, Mission.SWEEP, hex_, party) is None:
            found.append((min(len(there), len(party)), -hex_, party))
    if not found:
        return None
    _, target, planes = max(found)
    return Sweep(side=side, hex=state.world.label(-target), planes=planes)


def _party(state: State, able: Sequence[str], homes: Counter[int], wanted: int) -> tuple[str, ...]:
    """The best of those that are able, as many as find an enemy each, one Fighter left at each base."""
    most = min(wanted, state.world.tables.number("planes_per_mission"))
    left, chosen = Counter(homes), list[str]()
    for pid in by_value(state, able):
        home = state.planes[pid].place
        if len(chosen) < most and (left[home] > 1 or not on_map(state, home)):
            left[home] -= 1
            chosen.append(pid)
    return tuple(chosen)


# --- bases


def rebase(state: State, side: Side) -> Transfer | None:
    """A plane that goes to a better base; None when all are well where they are.

    Fighters go, as long as they stay Active, where they cover more of the front and its ports, transports to supply
    without end. Who has not got the front in range comes nearer, and who is in danger gets away. None flies into the
    zone of a better Fighter.
    """
    cover = _Cover(state, side)
    for pid in by_value(state, ready_planes(state, side)):
        if is_transport(state.planes[pid]):
            base = _to_supply(state, side, pid)
        else:
            base = _cover_more(state, side, pid, cover) if state.planes[pid].is_fighter else None
        if base is None:
            base = _refuge(state, side, pid)
        if base is not None:
            return Transfer(side=side, base=state.world.label(base), planes=(pid,))
    return None


def _cover_more(state: State, side: Side, pid: str, cover: _Cover) -> int | None:
    """The base to which a Fighter had best go to patrol."""
    place = state.planes[pid].place
    bases = (base for base in destinations(state, pid) if _keeps_active(state, side, pid, base))
    gains = {base: cover.gain(base, place) for base in bases}
    best = max(gains, key=lambda base: (gains[base], -base), default=None)
    return best if best is not None and gains[best] >= BETTER else None


def _refuge(state: State, side: Side, pid: str) -> int | None:
    """The base to which a plane had best go that is out of range of the front, or in danger where it is."""
    plane = state.planes[pid]
    idle = bool(plane.face.barrage) and not _has_in_range(state, side, pid, plane.place)
    if not idle and not in_danger(state, side, plane.place):
        return None
    good = {
        base: poorly
        for base in destinations(state, pid)
        if not any((poorly := _poorly(state, side, base, 0))[:3])
        and (not idle or _has_in_range(state, side, pid, base))
        and _may_go(state, side, pid, base)
    }
    return min(good, key=lambda base: (good[base], base), default=None)


def _has_in_range(state: State, side: Side, pid: str, place: int) -> bool:
    """Whether a plane could fly from a place to any unit of the enemy's."""
    distance, hexes = state.points.air_distance, {unit.place for unit in enemies(state, side)}
    ways = (distance(state.world, place, hex_) for hex_ in hexes)
    return any(way is not None and way <= state.planes[pid].aircraft.range for way in ways)


def _to_supply(state: State, side: Side, pid: str) -> int | None:
    """The place with supply without end to which a transport had best go; None where it is at one."""
    stocked = state.points.endless_dumps(state, side)
    if state.planes[pid].place in stocked:
        return None
    able = (base for base in destinations(state, pid) if base in stocked and _may_go(state, side, pid, base))
    return min(able, default=None)


def _keeps_active(state: State, side: Side, pid: str, base: int) -> bool:
    near = state.points.air_distance(state.world, state.planes[pid].place, base)
    fits = near is not None and near <= state.planes[pid].aircraft.range and room_for_active(state, side, base) > 0
    return fits and on_map(state, base) and not in_danger(state, side, base) and _may_go(state, side, pid, base)


def _may_go(state: State, side: Side, pid: str, base: int) -> bool:
    """Whether a plane may be transferred to a base and meets no better Fighter there."""
    ranges = state.world.tables.number("base_transfer_range")
    met = interceptors(state, side.other, base)
    safe = not met or rating(state, met) <= state.planes[pid].face.rating
    return safe and mission_refusal(state, side, Mission.TRANSFER, base, (pid,), ranges) is None


class _Cover:
    """What a side's Patrol Zones cover; a second Fighter over a hex counts half as much as the first, and so on."""

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.wants = wanted_cover(state, side)
        self.near: dict[int, frozenset[Hex]] = {}
        self.over: Counter[Hex] = Counter()
        for plane in state.planes.values():
            if plane.side is side and plane.is_fighter and plane.active:
                self.over.update(self._near(plane.place))

    def _near(self, place: int) -> frozenset[Hex]:
        if place not in self.near:
            grid, radius = self.state.world.atlas.grid, self.state.world.tables.number("patrol_zone_hexes")
            based = on_map(self.state, place)
            found = frozenset(hex_ for hex_ in self.wants if based and grid.distance(place, hex_) <= radius)
            self.near[place] = found
        return self.near[place]

    def gain(self, place: int, come_from: int) -> Fraction:
        """What is gained if a Fighter goes to a base from another one."""
        there, here = self._near(place), self._near(come_from)
        more = sum((Fraction(self.wants[hex_], 1 + self.over[hex_]) for hex_ in there - here), start=Fraction(0))
        return more - sum((Fraction(self.wants[hex_], self.over[hex_]) for hex_ in here - there), start=Fraction(0))


def wanted_cover(state: State, side: Side) -> dict[Hex, int]:
    """The hexes that Patrol Zones are for, with what each is worth: objectives and ports of its side, and its front."""
    wants: Counter[Hex] = Counter()
    for hex_ in state.points.objectives(state).values():
        wants[hex_] += OBJECTIVE
    for hex_, port in state.ports.items():
        if port.side is side:
            wants[hex_] += PORT
    grid = state.world.atlas.grid
    enemy = {unit.place for _, unit in state.in_order() if unit.side is not side and on_map(state, unit.place)}
    for hex_ in sorted(hex_ for hex_ in state.here if on_map(state, hex_)):
        if any(state.units[uid].side is side for uid in state.here[hex_]) and enemy & set(grid.around(hex_)):
            wants[hex_] += FRONT
    return dict(wants)
