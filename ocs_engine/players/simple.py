"""The player `simple`: marches its units to the hexes that victory turns on, and keeps them there.

It goes in Strat Mode far from the enemy, in Move Mode nearer, and in Combat Mode next to him; it keeps clear of enemy
ZOC unless in Combat Mode, never stacks too high, and never uses reserves.
"""

from __future__ import annotations

from functools import lru_cache

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.search import Reach, reach
from ocs_engine.kernel.session import Game
from ocs_engine.series.commands import (
    AnswerSimulcast,
    ChangeMode,
    ChooseFirst,
    Destroy,
    EndMove,
    EndSegment,
    Hold,
    Move,
)
from ocs_engine.series.costs import arcs
from ocs_engine.series.forms import beginners, moving_stances, other_stances, with_stance
from ocs_engine.series.general import attack_capable, size, stack_limit, stack_size, worth, zoc_hexes
from ocs_engine.series.modes import KEEP, on_map
from ocs_engine.series.movement import may_end_in, movement_range
from ocs_engine.series.sequence import FirstPlayerFrame, OverstackFrame, SimulcastFrame
from ocs_engine.state.events import stance
from ocs_engine.state.model import State, Unit
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import World

FAR = 12
"""Hexes from the nearest enemy from which it marches in Strat Mode."""
NEAR = 4
"""Hexes from the nearest enemy within which it goes in Combat Mode."""
COMPANY = 12 * 6
"""How much farther, in twelfths of an MP, it would march to a goal for each unit already sent there."""
FARTHEST = 12 * 400
"""How far it looks for a way to a goal, in twelfths of an MP."""


class SimplePlayer:
    """Plays for the objectives, without guile."""

    def __init__(self, seed: int = 0) -> None:
        """seed: of no use here, since nothing is left to chance."""
        del seed
        self._moment = (0, 0)
        self._content: set[str] = set()

    def command(self, game: Game[State], side: Side) -> Command:
        """The next command: an answer where one is asked, else the next unit's march, else the end of the segment."""
        state = game.state
        if state.frames:
            return _answer(state, side)
        waiting = beginners(state, side)
        for uid in self._undecided(state, waiting):
            order = _order(state, uid)
            if order is not None:
                return order
            self._content.add(uid)
        return Hold(side=side, units=tuple(waiting)) if waiting else EndSegment(side=side)

    def _undecided(self, state: State, waiting: list[str]) -> list[str]:
        """The units that were not yet found to be best left where they are in this segment."""
        if self._moment != (state.turn, state.slot):
            self._moment, self._content = (state.turn, state.slot), set()
        return [uid for uid in waiting if uid not in self._content]


def _answer(state: State, side: Side) -> Command:
    """It goes first where it may, and gives up the weakest unit of a crowd."""
    top = state.frames[-1]
    if isinstance(top, FirstPlayerFrame):
        return ChooseFirst(side=side, first=side)
    if isinstance(top, SimulcastFrame):
        return AnswerSimulcast(side=side, agree=False)
    if isinstance(top, OverstackFrame):
        there = [uid for uid in state.here[state.world.place(top.hex)] if state.units[uid].side is side]
        return Destroy(side=side, unit=min(there, key=lambda uid: (worth(state.units[uid]), uid)))
    return EndMove(side=side)


def _order(state: State, uid: str) -> Command | None:
    """What a unit should do now, or None where it had best stay as it is."""
    unit = state.units[uid]
    goal = _goal(state, uid)
    wanted = _wanted_stance(state, unit)
    if goal is not None and unit.place != goal:
        offered = tuple(moving_stances(state, uid))
        chosen = wanted if wanted in offered else KEEP
        if chosen in offered and (path := _march(state, uid, chosen, goal)):
            changes = {} if chosen == KEEP else {uid: chosen}
            return Move(side=unit.side, units=(uid,), path=path, stances=changes)
    stays = _wanted_stance(state, unit, marching=False)
    if stays in other_stances(state, uid):
        return ChangeMode(side=unit.side, unit=uid, stance=stays)
    return None


def _wanted_stance(state: State, unit: Unit, marching: bool = True) -> str:
    """The stance for its distance from the nearest enemy; KEEP for the one it has."""
    grid = state.world.atlas.grid
    others = (other for _, other in state.in_order() if other.side is not unit.side and on_map(state, other.place))
    nearest = min((grid.distance(unit.place, other.place) for other in others), default=FAR)
    text = "strat/move" if nearest >= FAR and marching else "move" if nearest > NEAR and marching else "combat"
    return KEEP if text == stance(unit) else text


def _goal(state: State, uid: str) -> Hex | None:
    """The objective for a unit: one it holds where nobody else does, else the nearest, counting who else is there."""
    unit = state.units[uid]
    objectives = list(state.points.objectives(state).values())
    if unit.place in objectives and attack_capable(unit) and _garrison(state, unit.place, uid) == 0:
        return unit.place
    best: tuple[int, Hex] | None = None
    for hex_ in objectives:
        cost = _way(state.world, unit.counter.move.mobility, hex_).cost[unit.place]
        if cost <= FARTHEST:
            weight = cost + COMPANY * _company(state, hex_, uid)
            best = min(best, (weight, hex_)) if best else (weight, hex_)
    return best[1] if best else None


def _garrison(state: State, hex_: Hex, but: str) -> int:
    there = (uid for uid in state.here.get(hex_, ()) if uid != but)
    return sum(attack_capable(state.units[uid]) for uid in there)


def _company(state: State, hex_: Hex, but: str) -> int:
    """Friends in a hex or next to it."""
    side = state.units[but].side
    near = (uid for place in state.world.atlas.grid.within(hex_, 1) for uid in state.here.get(place, ()))
    return sum(1 for uid in near if uid != but and state.units[uid].side is side)


def _march(state: State, uid: str, text: str, goal: Hex) -> tuple[str, ...]:
    """The way to the hex in range from which the goal is nearest, as labels; () where none is nearer than this one."""
    changed = with_stance(state, uid, text)
    unit = changed.units[uid]
    way = _way(state.world, unit.counter.move.mobility, goal).cost
    zone = set() if stance(unit) == "combat" else zoc_hexes(state, unit.side.other)
    within = movement_range(changed, uid)
    room = stack_limit(state) - size(unit)
    ends = (
        hex_
        for hex_ in within.nodes()
        if hex_ not in zone
        and way[hex_] < way[unit.place]
        and stack_size(state, hex_, unit.side) <= room
        and may_end_in(changed, uid, hex_)
    )
    best = min(ends, key=lambda hex_: (way[hex_], within.cost[hex_], hex_), default=None)
    return () if best is None else tuple(state.world.label(hex_) for hex_ in within.path(best)[1:])


@lru_cache(maxsize=256)
def _way(world: World, mobility: Mobility, goal: Hex) -> Reach:
    """How far each hex is from a goal, enemies apart."""
    return reach(arcs(world, mobility), goal, FARTHEST)
