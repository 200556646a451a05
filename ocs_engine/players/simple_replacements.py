"""What `simple` does with replacements: it saves for dead HQs, else rebuilds what is worth most at the front.

Replacements in a box stay there, for they are used there; those on the map go to an HQ while anybody is dead for whom
they could be used. It never consolidates, and leaves its air strips where they are while all are on the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Command
from ocs_engine.players.simple_air import by_value, in_danger
from ocs_engine.players.simple_worth import nearest_enemy, price
from ocs_engine.series.air.special import free_strips, inactive_surge, returns_to, strip_sites
from ocs_engine.series.modes import on_map
from ocs_engine.series.reinforcing.rebuilding import (
    Rebuild,
    RebuildTruck,
    Store,
    can_rebuild,
    cost,
    hurt_units,
    lost_trucks,
    pax_or_eq,
    place_refusal,
    rebuildable,
    stances_there,
    stores,
    unit_refusal,
)
from ocs_engine.series.reinforcing.regaining import RegainStep
from ocs_engine.series.reinforcing.replacements import (
    PlaceStrip,
    RebuildFree,
    RefitSurge,
    ReplFrame,
    free_places,
    free_planes,
    free_units,
    repl_places,
)
from ocs_engine.series.reinforcing.revised import PlaceRepl
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side

NEAR = 3
"""Hexes from the enemy within which what is rebuilt lies in Combat Mode."""


def order(state: State, side: Side) -> Command | None:
    """The next thing to rebuild; None when nothing more can be."""
    if not can_rebuild(state, side):
        return None
    ready = stores(state, side)
    able = _spared(state, side, ready, rebuildable(state, side, ready))
    if able:
        uid = _most_wanted(state, able)
        place = _best_place(state, side, able[uid])
        pax, eq = cost(state, (uid,))
        paid = (*ready[place].pax[:pax], *ready[place].eq[:eq])
        stances = {uid: _stance(state, uid, place)} if state.units[uid].place == DEAD else {}
        return Rebuild(side=side, units=(uid,), stances=stances, repls=paid)
    eqs = [] if _waiting_hqs(state, side) else [uid for store in ready.values() for uid in store.eq]
    trucks = lost_trucks(state, side)
    best = max(trucks, key=lambda each: (trucks[each], each), default="")
    return RebuildTruck(side=side, truck=best, repl=eqs[0]) if best and eqs else None


def _waiting_hqs(state: State, side: Side) -> list[str]:
    """The HQs that wait to be rebuilt."""
    return [uid for uid in hurt_units(state, side) if state.units[uid].counter.is_hq]


def _spared(
    state: State, side: Side, ready: Mapping[int, Store], able: Mapping[str, tuple[int, ...]]
) -> dict[str, tuple[int, ...]]:
    """Who can be rebuilt, and where, without what a place saves up for an HQ that could come back there."""
    hqs = _waiting_hqs(state, side)

    def spares(uid: str, place: int) -> bool:
        """Whether an HQ, if any waits, could be paid for after this."""
        waiting = [cost(state, (hq,)) for hq in hqs if unit_refusal(state, side, hq, place) is None]
        kept_pax, kept_eq = (max((each[kind] for each in waiting), default=0) for kind in (0, 1))
        store, (pax, eq) = ready[place], cost(state, (uid,))
        return (not pax or len(store.pax) - pax >= kept_pax) and (not eq or len(store.eq) - eq >= kept_eq)

    found = {uid: tuple(each for each in places if uid in hqs or spares(uid, each)) for uid, places in able.items()}
    return {uid: places for uid, places in found.items() if places}


def _most_wanted(state: State, units: Iterable[str]) -> str:
    """An HQ before all others, for without it many units trace no more; then what is worth most."""
    return max(units, key=lambda uid: (state.units[uid].counter.is_hq, price(state, uid), uid))


def _best_place(state: State, side: Side, places: Sequence[int]) -> int:
    """On the map before a box, there as near to the enemy as may be."""
    return min(places, key=lambda place: (not on_map(state, place), _distance(state, side, place), place))


def _distance(state: State, side: Side, place: int) -> int:
    return nearest_enemy(state, side, place, state.world.atlas.grid.size) if on_map(state, place) else 0


def _stance(state: State, uid: str, place: int) -> str:
    """Combat Mode near the enemy, else Move Mode."""
    near = on_map(state, place) and nearest_enemy(state, state.units[uid].side, place, NEAR + 1) <= NEAR
    offered = stances_there(state, uid, place)
    return "combat" if near and "combat" in offered else "move"


def goal(state: State, uid: str) -> Hex | None:
    """Where a replacement on the map goes: to the nearest HQ, while anybody is dead who takes one of its kind."""
    unit = state.units[uid]
    if not on_map(state, unit.place) or unit.place in stores(state, unit.side):
        return None
    wanted = [cost(state, (each,)) for each in hurt_units(state, unit.side)]
    if not any(pax if pax_or_eq(unit.counter) == "pax" else eq for pax, eq in wanted):
        return None
    distance = state.world.atlas.grid.distance
    hqs = {hq.place for _, hq in state.in_order() if hq.side is unit.side and hq.counter.is_hq}
    return min((hex_ for hex_ in hqs if on_map(state, hex_)), key=lambda hex_: (distance(unit.place, hex_), hex_),
               default=None)  # fmt: skip


def answer(state: State, side: Side, frame: ReplFrame) -> Command:
    """What it says to the questions of its replacements."""
    match frame.step:
        case "choose unit":
            uid = _most_wanted(state, free_units(state, frame))
            place = _best_place(state, side, free_places(state, frame, uid))
            stance = _stance(state, uid, place) if state.units[uid].place == DEAD else ""
            return RebuildFree(side=side, unit=uid, place=state.world.label(place), stance=stance)
        case "choose plane":
            return _regain(state, side, by_value(state, free_planes(state, frame)))
        case "choose surge":
            planes = by_value(state, inactive_surge(state, side))[: state.points.surge_refits(state, side)]
            return RefitSurge(side=side, planes=tuple(planes))
        case "choose repl place":
            usable = [place for place in repl_places(state, frame) if place_refusal(state, side, place) is None]
            best = _best_place(state, side, usable or repl_places(state, frame))
            return PlaceRepl(side=side, place=state.world.label(best))
    return _strip(state, side)


def _regain(state: State, side: Side, planes: Sequence[str]) -> RegainStep:
    """A dead plane of those worth most first, at a base out of danger as near to the front as may be."""
    pid = next((each for each in planes if state.planes[each].place == DEAD), planes[0])
    bases = returns_to(state, pid)
    base = min(bases, key=lambda place: (in_danger(state, side, place), not on_map(state, place),
                                         _distance(state, side, place), place))  # fmt: skip
    return RegainStep(side=side, plane=pid, base=state.world.label(base))


def _strip(state: State, side: Side) -> PlaceStrip:
    """A strip from off the map comes as near to the front as is out of danger; none is moved."""
    sites = [hex_ for hex_ in strip_sites(state, side) if not in_danger(state, side, hex_)]
    if not free_strips(state, side) or not sites:
        return PlaceStrip(side=side)
    best = min(sites, key=lambda hex_: (_distance(state, side, hex_), hex_))
    return PlaceStrip(side=side, hex=state.world.label(best))
