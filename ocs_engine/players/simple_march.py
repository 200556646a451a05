"""How the player `simple` moves: each unit to an objective, and over weak enemies that stand in the way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.search import Reach
from ocs_engine.players import simple_hq, simple_replacements
from ocs_engine.players.simple_posts import GUARDED, posts
from ocs_engine.players.simple_supply import fuel_order
from ocs_engine.players.simple_trace import FARTHEST, home, keeps_trace, way_to
from ocs_engine.players.simple_worth import (
    LEAST_GAIN,
    Prospect,
    enemies,
    garrison,
    is_late,
    is_objective,
    nearest_enemy,
    prospect,
)
from ocs_engine.series.combat import overrun_price
from ocs_engine.series.commands import BeginMove, ChangeMode, EndMove, Move, Step
from ocs_engine.series.fight_commands import Overrun
from ocs_engine.series.forms import moving_stances, other_stances, with_stance
from ocs_engine.series.general import (
    attack_capable,
    enemy_units,
    size,
    stack_limit,
    stack_size,
    zoc_hexes,
)
from ocs_engine.series.modes import KEEP, movement_allowance, on_map
from ocs_engine.series.movement import (
    may_end_in,
    movement_range,
    next_hexes,
    remaining,
    step_refusal,
    stepped,
    strat_refusal,
)
from ocs_engine.series.overrun import overrun_refusal
from ocs_engine.series.strength import attack_strength, defence_strength
from ocs_engine.series.supply.fuel import burns_either, fueled, has_fuel
from ocs_engine.series.supply.trace import could_trace
from ocs_engine.state.events import in_stance, stance
from ocs_engine.state.model import State, Unit
from ocs_engine.world.counters import Side

FAR = 12
"""Hexes from the nearest enemy from which it marches in Strat Mode."""
NEAR = 4
"""Hexes from the nearest enemy within which it goes in Combat Mode."""
COMPANY = 12 * 6
"""How much farther, in twelfths of an MP, it would march to a goal for each unit there that is not needed."""
STORES = 8
"""T in a dump that are worth a guard."""
DEFENDED = 12 * 3
"""How much farther, in twelfths of an MP, it would march to another goal for each enemy unit in one."""
ODDS = 3
"""Units that it wants against each enemy unit in an objective."""
WATCH = 5
"""Hexes around an objective in which an enemy threatens it."""
SUPPORT = 2
"""Hexes in which friends back a stack that goes next to the enemy."""
RAID = 6
"""Hexes that it goes out of its way for an overrun."""
NO_ERRANDS: Mapping[str, Hex] = {}
"""Nobody is sent anywhere."""
SURE = Fraction(2, 3)
"""The chance to empty a hex from which it overruns."""


# --- a unit's march


def order(
    state: State, uid: str, thirsty: Collection[str], errands: Mapping[str, Hex] = NO_ERRANDS
) -> Command | None:
    """What a unit should do now, buying fuel apart, or None where it had best stay as it is.

    thirsty: the units that want fuel. errands: by unit the hex to which it is sent, whatever else it would do.
    """
    unit = state.units[uid]
    move = marching_order(state, uid, errands=errands)
    if move is not None:
        if _has_fuel_for(state, uid, move):
            return move
        if (fuel := fuel_order(state, uid, {*thirsty, uid})) is not None:
            return fuel
        if (walk := marching_order(state, uid, dry=True, errands=errands)) is not None:
            return walk
    stays = _wanted_stance(state, unit, marching=False)
    if stays in other_stances(state, uid):
        return ChangeMode(side=unit.side, unit=uid, stance=stays)
    return None


def marching_order(
    state: State, uid: str, dry: bool = False, errands: Mapping[str, Hex] = NO_ERRANDS
) -> Move | None:
    """The march that a unit would make if it had fuel, or that it makes without; None where it had best stay."""
    unit = state.units[uid]
    if unit.counter.is_hq:
        return None if dry else simple_hq.march(state, uid)
    goal = (
        simple_replacements.goal(state, uid) if unit.counter.is_repl else errands.get(uid) or _goal(state, uid)
    )
    if goal is None or unit.place == goal:
        return None
    if uid in errands and not dry and (attempt := _attempt(state, uid, goal)) is not None:
        return attempt
    wanted = _wanted_stance(state, unit)
    for chosen in dict.fromkeys((wanted, KEEP, "move") if dry else (wanted, KEEP)):
        if chosen != KEEP and chosen not in other_stances(state, uid):
            continue
        there = with_stance(state, uid, chosen)
        if dry and not has_fuel(state, uid, there.units[uid]):
            continue
        if movement_allowance(there, uid) > 0 and strat_refusal(there, uid) is None:
            path = _march(there, (uid,), goal, heedless=uid in errands)
            changes = {} if chosen == KEEP else {uid: chosen}
            return Move(side=unit.side, units=(uid,), path=path, stances=changes) if path else None
    return None


def _attempt(state: State, uid: str, goal: Hex) -> Move | None:
    """The march into an enemy ZOC in Combat Mode, where a unit would end in no other; None where it does not arrive."""
    unit = state.units[uid]
    if goal not in zoc_hexes(state, unit.side.other) or "combat" not in (stance(unit), *other_stances(state, uid)):
        return None
    path = _march(with_stance(state, uid, "combat"), (uid,), goal, heedless=True)
    if not path or path[-1] != state.world.label(goal):
        return None
    return Move(side=unit.side, units=(uid,), path=path, stances={} if stance(unit) == "combat" else {uid: "combat"})


def thirsty(state: State, waiting: Sequence[str], errands: Mapping[str, Hex] = NO_ERRANDS) -> set[str]:
    """The units among those that wait which would go somewhere if they had fuel."""
    found = set()
    for uid in waiting:
        unit = state.units[uid]
        if burns_either(unit) and not fueled(state, uid):
            goal = None if unit.counter.is_hq else errands.get(uid) or _goal(state, uid)
            if goal not in (None, unit.place) or (unit.counter.is_hq and simple_hq.march(state, uid) is not None):
                found.add(uid)
    return found


def _has_fuel_for(state: State, uid: str, move: Move) -> bool:
    """Whether a unit has fuel for a march in the stance that it takes for it."""
    text = move.stances.get(uid, KEEP)
    return has_fuel(state, uid, state.units[uid] if text == KEEP else in_stance(state.units[uid], text))


def _wanted_stance(state: State, unit: Unit, marching: bool = True) -> str:
    """The stance for its distance from the nearest enemy; KEEP for the one it has."""
    nearest = nearest_enemy(state, unit.side, unit.place, none=FAR)
    if unit.counter.is_repl:  # it rebuilds in no other mode
        return KEEP if stance(unit) == "move" else "move"
    text = "strat/move" if nearest >= FAR and marching else "move" if nearest > NEAR and marching else "combat"
    return KEEP if text == stance(unit) else text


def _goal(state: State, uid: str) -> Hex | None:
    """The objective for a unit: what it holds or guards where nobody else does, else the nearest, by who is there."""
    unit = state.units[uid]
    objectives = list(state.points.objectives(state).values())
    alone = attack_capable(unit) and not garrison(state, unit.place, unit.side, [uid])
    if alone and (unit.place in objectives or _guards(state, unit)):
        return unit.place
    best: tuple[int, Hex] | None = None
    for hex_ in objectives:
        cost = way_to(state.world, unit.counter.move.mobility, hex_).cost[unit.place]
        if cost <= FARTHEST:
            weight = cost + DEFENDED * len(enemy_units(state, unit.side, hex_))
            weight += COMPANY * max(_company(state, hex_, uid) - _need(state, hex_, unit.side), 0)
            best = min(best, (weight, hex_)) if best else (weight, hex_)
    return best[1] if best else None


def _guards(state: State, unit: Unit) -> bool:
    """Whether a unit is at a post or at stores, and the enemy near enough to ride over them."""
    if nearest_enemy(state, unit.side, unit.place, GUARDED + 1) > GUARDED:
        return False
    dump = state.dumps.get(unit.place)
    stores = dump is not None and dump.side is unit.side and dump.tokens >= STORES
    return stores or unit.place in posts(state, unit.side)


def _company(state: State, hex_: Hex, but: str) -> int:
    """Friends in a hex or next to it."""
    side = state.units[but].side
    near = (uid for place in state.world.atlas.grid.within(hex_, 1) for uid in state.here.get(place, ()))
    return sum(1 for uid in near if uid != but and state.units[uid].side is side)


def _need(state: State, hex_: Hex, side: Side) -> int:
    """How many units an objective takes: by the enemies in it, or else by those that threaten it."""
    within = enemy_units(state, side, hex_)
    if within:
        return ODDS * len(within)
    grid = state.world.atlas.grid
    return sum(attack_capable(unit) and grid.distance(hex_, unit.place) <= WATCH for unit in enemies(state, side))


def _march(state: State, units: Sequence[str], goal: Hex, heedless: bool = False) -> tuple[str, ...]:
    """The way to the hex in range of a stack from which the goal is nearest, as labels; () where none is nearer.

    It ends where all trace with their formations, or else where they trace at all; what traces no more goes back to
    where it does. Late in the game, and to who is heedless, the goal is all that counts.
    Only units in Combat Mode end it in an enemy ZOC, and such as cannot attack only with others that can.
    """
    head = state.units[units[0]]
    way = way_to(state.world, head.counter.move.mobility, goal).cost
    ranges = [movement_range(state, uid) for uid in units]
    free = heedless or state.points.everyone_supplied(state) or is_late(state)
    astray = not free and not all(keeps_trace(state, uid, head.place) for uid in units)
    fits = _fitting(state, units, ranges)

    def ends(way: Sequence[int], wanted: Callable[[State, str, Hex], bool] | None, anywhere: bool) -> Iterator[Hex]:
        nearer = (hex_ for hex_ in ranges[0].nodes() if anywhere or way[hex_] < way[head.place])
        for hex_ in sorted(nearer, key=lambda hex_: (way[hex_], ranges[0].cost[hex_], hex_)):
            if (wanted is None or all(wanted(state, uid, hex_) for uid in units)) and fits(hex_):
                yield hex_

    if free:
        best = next(ends(way, None, anywhere=False), None)
    else:
        best = next(chain(ends(way, keeps_trace, astray), ends(way, could_trace, astray)), None)
    if best is None and astray and (back := home(state, units[0])) is not None:
        best = next(ends(way_to(state.world, head.counter.move.mobility, back).cost, None, anywhere=False), None)
    return () if best is None else tuple(state.world.label(hex_) for hex_ in ranges[0].path(best)[1:])


def _fitting(state: State, units: Sequence[str], ranges: Sequence[Reach]) -> Callable[[Hex], bool]:
    """Whether a stack may and dares end its march in a hex."""
    side = state.units[units[0]].side
    zone = zoc_hexes(state, side.other)
    bold = all(stance(state.units[uid]) in ("combat", "exploit/combat") for uid in units)
    fighter = any(attack_capable(state.units[uid]) for uid in units)
    room = stack_limit(state) - sum(size(state.units[uid]) for uid in units)
    backed = _backing(state, units)

    def fits(hex_: Hex) -> bool:
        return (
            all(hex_ in within for within in ranges)
            and (hex_ not in zone or (bold and (fighter or garrison(state, hex_, side) > 0) and backed(hex_)))
            and stack_size(state, hex_, side) <= room
            and all(may_end_in(state, uid, hex_) for uid in units)
        )

    return fits


def _backing(state: State, units: Sequence[str]) -> Callable[[Hex], bool]:
    """Whether a stack in a hex would be, with its friends near there, as strong as the weakest enemies beside it."""
    tables, grid, side = state.world.tables, state.world.atlas.grid, state.units[units[0]].side
    friends: dict[Hex, Fraction] = {}
    for uid, unit in state.in_order():
        if unit.side is side and uid not in units and on_map(state, unit.place) and attack_capable(unit):
            friends[unit.place] = friends.get(unit.place, Fraction(0)) + attack_strength(tables, unit).total
    own = sum(attack_strength(tables, state.units[uid]).total for uid in units)

    def backed(hex_: Hex) -> bool:
        against = [
            sum(defence_strength(tables, state.units[uid]).total for uid in there)
            for near in grid.around(hex_)
            if (there := enemy_units(state, side, near))
        ]
        strength = own + sum(more for place, more in friends.items() if grid.distance(place, hex_) <= SUPPORT)
        return strength >= min(against, default=0)

    return backed


# --- overruns


def overrun_order(state: State, side: Side, waiting: Sequence[str]) -> BeginMove | None:
    """The beginning of a move that leads to an overrun with very good odds, by the fighters of one hex that wait.

    An objective is not left empty for it.
    """
    stacks: dict[Hex, list[str]] = {}
    for uid in waiting:
        stacks.setdefault(state.units[uid].place, []).append(uid)
    for place, stack in stacks.items():
        for text in (KEEP, "move"):
            ready = [uid for uid in stack if text in moving_stances(state, uid)]
            changed = state
            for uid in ready:
                changed = with_stance(changed, uid, text)
            units = tuple(uid for uid in ready if attack_capable(changed.units[uid]))
            leaves = is_objective(state, place) and not garrison(state, place, side, units)
            if units and not leaves and _plan(changed, side, units) is not None:
                return BeginMove(side=side, units=units, stances={} if text == KEEP else dict.fromkeys(units, text))
    return None


def go_on(state: State, side: Side, units: tuple[str, ...]) -> Command:
    """The next thing in a move under way: an overrun, a step towards one, or one towards the goal, or its end."""
    plan = _plan(state, side, units)
    if plan is not None:
        target, path = plan
        label = state.world.label
        return Step(side=side, hex=label(path[0])) if path else Overrun(side=side, target=label(target))
    goal = _goal(state, units[0])
    way = _march(state, units, goal) if goal is not None else ()
    if way and state.world.place(way[0]) in next_hexes(state, units):
        return Step(side=side, hex=way[0])
    return EndMove(side=side)


def _plan(state: State, side: Side, units: tuple[str, ...]) -> tuple[Hex, tuple[Hex, ...]] | None:
    """The best overrun in range of a stack and the way to where it begins; None where none is sure enough."""
    weaker = _weaker(state, side, units)
    found = [
        (each.gain, -each.target, -len(path), tuple(-hex_ for hex_ in path))
        for path, there in (_starts(state, units, weaker) if weaker else ())
        for each in _overruns(there, side, units, weaker)
        if each.empty >= SURE and each.gain >= LEAST_GAIN
    ]
    if not found:
        return None
    _, target, _, path = max(found)
    return -target, tuple(-hex_ for hex_ in path)


def _weaker(state: State, side: Side, units: tuple[str, ...]) -> set[Hex]:
    """The hexes near a stack in which there is less of the enemy than what it brings, terrain apart."""
    tables, grid = state.world.tables, state.world.atlas.grid
    place = state.units[units[0]].place
    strength = sum(attack_strength(tables, state.units[uid]).total for uid in units)
    defence: dict[Hex, Fraction] = {}
    for unit in enemies(state, side):
        if grid.distance(place, unit.place) <= RAID + 1:
            more = defence_strength(tables, unit).total
            defence[unit.place] = defence.get(unit.place, Fraction(0)) + more
    return {hex_ for hex_, against in defence.items() if against < strength}


def _starts(state: State, units: tuple[str, ...], targets: Collection[Hex]) -> Iterator[tuple[tuple[Hex, ...], State]]:
    """The hexes in range from which a stack could overrun a target: the way there, and the state when it is there."""
    grid, price = state.world.atlas.grid, overrun_price(state)
    place = state.units[units[0]].place
    if any(remaining(state, uid) < price for uid in units):
        return
    near = {hex_ for target in targets for hex_ in grid.around(target) if grid.distance(place, hex_) <= RAID}
    if place in near:
        yield (), state
    free = state.points.everyone_supplied(state) or is_late(state)
    traced = not free and all(could_trace(state, uid, place) for uid in units)
    first, *others = (movement_range(state, uid) for uid in units)
    for hex_ in sorted(near - {place}):
        if first.cost[hex_] + price > first.budget or any(hex_ not in within for within in others):
            continue
        if traced and not all(could_trace(state, uid, hex_) for uid in units):
            continue  # a raid out of trace costs more by attrition than it wins
        path = tuple(first.path(hex_)[1:])
        if (there := _gone(state, units, path)) is not None:
            yield path, there


def _gone(state: State, units: tuple[str, ...], path: Sequence[Hex]) -> State | None:
    """The state after a stack went a way; None where one of its units cannot."""
    for hex_ in path:
        if any(step_refusal(state, uid, hex_) is not None for uid in units):
            return None
        state = stepped(state, units, hex_)
    return state


def _overruns(state: State, side: Side, units: tuple[str, ...], targets: Collection[Hex]) -> Iterator[Prospect]:
    """What each overrun of a target that a stack may make from where it is promises."""
    place = state.units[units[0]].place
    start = dict.fromkeys(units, state.world.label(place))
    for target in state.world.atlas.grid.around(place):
        if target in targets and overrun_refusal(state, units, target) is None:
            yield prospect(state, side, target, start, overrun=True)
