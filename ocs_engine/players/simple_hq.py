"""Where the player `simple` puts its HQs: in trace, out of danger, and where they throw to those who look to them."""

from __future__ import annotations

from collections import Counter

from ocs_engine.grid import Hex
from ocs_engine.kernel.search import reach_back
from ocs_engine.players.simple_trace import home, way_to
from ocs_engine.players.simple_worth import enemy_hexes, garrison, nearest_enemy
from ocs_engine.series.commands import Move
from ocs_engine.series.forms import other_stances, with_stance
from ocs_engine.series.general import attack_capable, size, stack_limit, stack_size
from ocs_engine.series.modes import KEEP, movement_allowance, on_map
from ocs_engine.series.movement import may_end_in, movement_range
from ocs_engine.series.supply.access import serves, throwers
from ocs_engine.series.supply.paths import and_next, draw_mobility, ground
from ocs_engine.series.supply.trace import net_of
from ocs_engine.state.events import stance
from ocs_engine.state.model import State, Unit
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility

FRONT = 10
"""Hexes to the nearest enemy within which its units count as the front."""
BEHIND = 2
"""Hexes to the nearest enemy nearer than which an HQ does not go."""
ALONE = 6
"""The same where no unit that fights is with it: the enemy rides over it at his leisure."""
NEEDY = 3
"""How many units that can draw for themselves count as much as one that cannot: it starves without its HQ."""
FOLLOW = 3
"""Hexes by which it must come nearer to those who look to it, on average, to move for that alone: fuel is dear."""


def march(state: State, uid: str) -> Move | None:
    """The march of an HQ to where it throws to more of those who look to it; None where it had best stay."""
    unit = state.units[uid]
    text = KEEP if stance(unit) == "move" else "move"
    if text != KEEP and text not in other_stances(state, uid):
        return None
    there = with_stance(state, uid, text)
    if movement_allowance(there, uid) <= 0:
        return None
    goal = _best(state, there, uid)
    if goal is None or goal == unit.place:
        return None
    path = tuple(state.world.label(each) for each in movement_range(there, uid).path(goal)[1:])
    return Move(side=unit.side, units=(uid,), path=path, stances={} if text == KEEP else {uid: text})


def _best(state: State, there: State, uid: str) -> Hex | None:
    """The hex for an HQ that throws to most, counted for this turn and the next.

    On its Move side, which it shows for a turn after a march, it throws less far. Of hexes as good as each other it
    takes the one farthest from the enemy, who would cut it off; from one as good it goes only to be much nearer to
    those who look to it. Where no hex in range is fit for it, it goes back towards trace.
    """
    unit, distance = there.units[uid], state.world.atlas.grid.distance
    fit = [hex_ for hex_ in movement_range(there, uid).nodes() if _fit(state, there, uid, hex_)]
    if not fit:
        return _back(state, there, uid)
    flock = clients(state, uid)
    settled = _throwing(state, unit, (unit.counter.combat or unit.face).throw, flock)
    marching = _throwing(state, unit, unit.face.throw, flock)

    def far(hex_: Hex) -> int:
        return sum(count * distance(hex_, each) for each, count in flock.items())

    def worth(hex_: Hex) -> int:
        return settled[hex_] + (settled if hex_ == unit.place else marching)[hex_]

    most = max(map(worth, fit))
    enough = (hex_ for hex_ in fit if worth(hex_) == most)
    best = max(enough, key=lambda hex_: (nearest_enemy(state, unit.side, hex_, FRONT), -far(hex_), -hex_))
    nearer = far(unit.place) - far(best) >= FOLLOW * sum(flock.values())
    stays = unit.place in fit and worth(unit.place) == most and not (flock and nearer)
    return unit.place if stays else best


def _back(state: State, there: State, uid: str) -> Hex | None:
    """The hex in range from which trace is nearest, if it has none where it is."""
    unit = there.units[uid]
    if net_of(state, unit.side).drawn(unit.place, draw_mobility(unit)) is not None:
        return None
    goal = home(there, uid)
    if goal is None:
        return None
    way, found = way_to(state.world, unit.face.mobility, goal).cost, movement_range(there, uid)
    return min(found.nodes(), key=lambda hex_: (way[hex_], found.cost[hex_], hex_))


def _throwing(state: State, hq: Unit, throw: int, flock: Counter[Hex]) -> Counter[Hex]:
    """By hex how many of those who look to an HQ it would throw to from there, so many MP far."""
    ways, closed = ground(state, hq.side).ways(hq.face.mobility)
    thrown = Counter[Hex]()
    for place, count in flock.items():
        ends = and_next(state, (place,))
        for hex_ in {*reach_back(ways, ends - closed, TWELFTHS * throw, closed), *ends}:
            thrown[hex_] += count
    return thrown


def _fit(state: State, there: State, uid: str, hex_: Hex) -> bool:
    """Whether an HQ draws on a source of trace in a hex, may end there, and is in no danger."""
    unit, distance = there.units[uid], state.world.atlas.grid.distance
    if net_of(state, unit.side).drawn(hex_, draw_mobility(unit)) is None:
        return False
    near = BEHIND if garrison(state, hex_, unit.side) else ALONE
    if any(distance(hex_, place) < near for place in enemy_hexes(state, unit.side)):
        return False
    room = stack_limit(state) - (0 if hex_ == unit.place else size(unit))
    return stack_size(state, hex_, unit.side) <= room and may_end_in(there, uid, hex_)


def clients(state: State, uid: str) -> Counter[Hex]:
    """Where those stand that look to an HQ, each counted by its need.

    They are the units at the front to which it is the nearest HQ, and all that draw on no source of trace by
    themselves, if it is the nearest HQ or no other one throws to them.
    """
    hq, distance = state.units[uid], state.world.atlas.grid.distance
    net, near = net_of(state, hq.side), enemy_hexes(state, hq.side)
    others = [each for each in throwers(state, hq.side) if each != uid]
    found = Counter[Hex]()
    for _, unit in state.in_order():
        if unit.side is not hq.side or not (on_map(state, unit.place) and attack_capable(unit)):
            continue
        if not serves(state, hq, unit):
            continue
        rivals = [each for each in others if serves(state, state.units[each], unit)]
        far = distance(hq.place, unit.place)
        nearest = all(distance(state.units[each].place, unit.place) >= far for each in rivals)
        if net.drawn(unit.place, Mobility.TRUCK) is None:
            if nearest or not any(net.throws(each, unit.place) for each in rivals):
                found[unit.place] += NEEDY
        elif nearest and any(distance(unit.place, place) <= FRONT for place in near):
            found[unit.place] += 1
    return found
