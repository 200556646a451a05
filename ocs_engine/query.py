"""The face for askers: how far, why not, who is here, what is left to do, who would win now.

Pure and cheap; nothing here decides what is legal. Everything is told from the state alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from immutables import Map

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.search import Reach
from ocs_engine.kernel.search import reach as search
from ocs_engine.kernel.session import Entry
from ocs_engine.series.forms import beginners, in_segment, with_stance
from ocs_engine.series.general import negated, stack_size, zoc_makers
from ocs_engine.series.modes import KEEP, on_map, stance_refusal
from ocs_engine.series.movement import (
    begin_refusal,
    entry_refusal,
    movement_range,
    next_hexes,
    step_cost,
    twelfths,
)
from ocs_engine.series.rail import rail_left
from ocs_engine.series.reinforcing.order import entrances
from ocs_engine.series.shipping import sea_left
from ocs_engine.series.story import name, names
from ocs_engine.state.events import put_units, stance
from ocs_engine.state.model import AWAY, DEAD, Dump, State, Work
from ocs_engine.state.slots import Phase
from ocs_engine.state.standing import Standing
from ocs_engine.world.counters import Side
from ocs_engine.world.scenario import EighthArmy
from ocs_engine.world.schedule import Arrival
from ocs_engine.world.world import World

Path = tuple[Hex, ...]
"""The hexes of a way, without the one it begins in."""


def reach(state: State, uid: str, stance: str = KEEP) -> Reach:
    """Every hex that a unit could reach alone, in the stance it has or would take, with costs in twelfths of an MP."""
    return movement_range(with_stance(state, uid, stance), uid)


def why_not(state: State, uid: str, hex_: Hex, stance: str = KEEP) -> Refusal | None:
    """Why a unit could not move alone to a hex in this segment, or None if it can (OCS 6)."""
    refusal = begin_refusal(state, uid) or (stance_refusal(state, uid, stance) if stance != KEEP else None)
    if refusal is not None:
        return refusal
    changed = with_stance(state, uid, stance)
    within = movement_range(changed, uid)
    if hex_ in within or hex_ in next_hexes(changed, (uid,)):
        return None
    if (refusal := entry_refusal(changed, uid, hex_)) is not None:
        return refusal
    label = state.world.label(hex_)
    words = f"{uid} cannot get to {label} with {twelfths(within.budget)} MP by any way that is open to it"
    return Refusal(code="out of range", rule="OCS 6.1", sentence=words, places=(label,), pieces=(uid,))


@dataclass(frozen=True, slots=True)
class LiftLeft:
    """What a side may still send this turn by rail and by sea, in half tokens: 1 SP or RE is 8 (OCS 4.7)."""

    rail: int
    sea: int


def lift_left(state: State, side: Side) -> LiftLeft:
    """What is left of the Rail Cap and Sea Cap of a side; nothing outside its own Movement Phase (OCS 13.3a, 19.0f)."""
    return LiftLeft(rail_left(state, side), sea_left(state, side))


def can_begin(state: State, uid: str) -> bool:
    """Whether a unit may begin to move now."""
    return begin_refusal(state, uid) is None


def ways(state: State, units: Sequence[str], stops: Sequence[Hex], stances: Mapping[str, str]) -> Iterator[Path]:
    """Ways by which a stack could go from hex to hex of `stops`, the likeliest first; each still has to be checked.

    Between two stops a way is the cheapest for one of the units among hexes that each of them can reach; where several
    stops are named, neighbours are gone to straight. The minimum move (OCS 6.1c) counts. stances: by unit, where it
    takes another one first.
    """
    for uid, text in stances.items():
        state = with_stance(state, uid, text)
    yield from _ways_on(state, units, stops, straight=len(stops) > 1)


def _ways_on(state: State, units: Sequence[str], stops: Sequence[Hex], straight: bool) -> Iterator[Path]:
    if not stops:
        yield ()
        return
    for leg in _legs(state, units, stops[0], straight):
        for rest in _ways_on(_gone(state, units, leg), units, stops[1:], straight):
            yield (*leg, *rest)


def _legs(state: State, units: Sequence[str], goal: Hex, straight: bool) -> Iterator[Path]:
    ranges = [movement_range(state, uid) for uid in units]
    closed = [hex_ for hex_ in range(state.world.atlas.grid.size) if not all(hex_ in within for within in ranges)]
    found: list[Path] = []
    if goal in next_hexes(state, units) and (straight or goal in closed):
        found.append((goal,))
    for within in ranges:
        shared = search(within.arcs, within.start, within.budget, closed)
        if goal in shared:
            found.append(tuple(shared.path(goal)[1:]))
    yield from dict.fromkeys(found)


def _gone(state: State, units: Sequence[str], way: Path) -> State:
    """The state after some units went a way that no rule was asked about, as far as the next leg needs it."""
    for hex_ in way:
        spent = state.memory.spent
        for uid in units:
            spent = spent.set(uid, spent.get(uid, 0) + step_cost(state, uid, hex_))
        state = put_units(state, {uid: replace(state.units[uid], place=hex_) for uid in units})
        state = replace(state, memory=replace(state.memory, spent=spent))
    return state


def way_cost(state: State, uid: str, way: Sequence[Hex], stance: str = KEEP) -> int:
    """What a unit pays for a way that it may go, in twelfths of an MP."""
    start = with_stance(state, uid, stance)
    after = _gone(start, (uid,), tuple(way))
    return after.memory.spent.get(uid, 0) - start.memory.spent.get(uid, 0)


@dataclass(frozen=True, slots=True)
class Zone:
    """One side's ZOC in a hex: the units that exert it, and whether the other side negates it there (OCS 4.5)."""

    side: Side
    makers: tuple[str, ...]
    negated: bool


def zones(state: State, hex_: Hex) -> tuple[Zone, ...]:
    """The ZOC in a hex, of each side that has any there."""
    found = ((side, tuple(zoc_makers(state, side, hex_))) for side in Side)
    return tuple(Zone(side, makers, negated(state, side.other, hex_)) for side, makers in found if makers)


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a place: ids of units by side, of transport and of planes, and what lies there."""

    units: dict[Side, tuple[str, ...]]
    transport: tuple[str, ...]
    planes: tuple[str, ...]
    port: Work | None
    base: Work | None
    hedgehog: Work | None
    dump: Dump | None


def _by_id(pair: tuple[str, object]) -> str:
    return pair[0]


def contents(state: State, place: int) -> Contents:
    """Everything in a hex or box; units in the order in which they came, the rest by id."""
    here = state.here.get(place, ())
    return Contents(
        units={side: tuple(uid for uid in here if state.units[uid].side is side) for side in Side},
        transport=tuple(key for key, each in sorted(state.transport.items(), key=_by_id) if each.place == place),
        planes=tuple(key for key, plane in sorted(state.planes.items(), key=_by_id) if plane.place == place),
        port=state.ports.get(place),
        base=state.bases.get(place),
        hedgehog=state.hedgehogs.get(place),
        dump=state.dumps.get(place),
    )


def stack_quarters(state: State, hex_: Hex) -> dict[Side, int]:
    """The combat units of each side in a hex, in quarters of an RE."""
    return {side: stack_size(state, hex_, side) for side in Side}


def left_to_do(state: State, side: Side) -> tuple[str, ...]:
    """The units of a side that could still move in this segment, in the roster's order."""
    return tuple(beginners(state, side)) if in_segment(state, side) else ()


def standing(state: State) -> Standing:
    """How the game ended, or would end if this were its last turn, and what each outcome still asks for (T2 5, 6)."""
    return state.points.standing(state)


def living(state: State, side: Side) -> tuple[int, int, int]:
    """A side's units on the map, in boxes, and in the Dead Pile."""
    places = [unit.place for _, unit in state.in_order() if unit.side is side]
    mapped = sum(on_map(state, place) for place in places)
    boxed = sum(state.world.is_box(place) for place in places)
    return mapped, boxed, places.count(DEAD)


# --- what is still to come


@dataclass(frozen=True, slots=True)
class Coming:
    """Something that a side is still to get, or to lose, by its order of arrival (T2 1.4b) or its scenario's list.

    turn: None where it comes every turn, or where it waits for 8th Army. after_release: turns after the release of 8th
    Army (T2 2.4); None where it does not wait for that. places: hexes and boxes, any of which it may come in at; none
    where it comes in at no place of the map, or at any supply source. where: the same in words. what: each thing in
    words, as "2x Fw.190A" or "3 SP".
    """

    side: Side
    turn: int | None
    after_release: int | None
    places: tuple[int, ...]
    where: str
    what: tuple[str, ...]


def coming(state: State) -> tuple[Coming, ...]:
    """All that is still to come up to the scenario's last turn: by turn, then what waits for 8th Army, then what comes
    every turn. What enters where the scenario lets nothing in is left out."""
    found = [each for side in Side for each in (*_scheduled(state, side), *_listed(state, side))]
    kept = [each for each in found if each.turn is None or _due(state, each.side, each.turn)]
    return tuple(sorted(kept, key=_by_time))


def _by_time(each: Coming) -> tuple[bool, int, bool, int]:
    return each.turn is None, each.turn or 0, each.after_release is None, each.after_release or 0


def _due(state: State, side: Side, turn: int) -> bool:
    """Whether a turn's Reinforcement Phase of a side is not over, and the scenario comes to it."""
    if turn != state.turn:
        return state.turn < turn <= state.world.scenario.last_turn
    phases = [i for i, slot in enumerate(state.slots) if slot.phase is Phase.REINFORCEMENT and slot.acts is side]
    return not phases or phases[-1] >= state.slot


def _scheduled(state: State, side: Side) -> Iterator[Coming]:
    scenario = state.world.scenario
    waiting = scenario.eighth_army in (EighthArmy.BY_SCHEDULE, EighthArmy.ROLLS_AT_ONCE)
    if not scenario.sides[side].arrivals:
        return
    for arrival in state.world.schedule.arrivals:
        if arrival.side is not side or (arrival.turn is None and not waiting) or arrival.id in state.arrived:
            continue
        places = entrances(state, arrival.entry)
        if places is not None:
            turn, after = arrival.turn, arrival.after_release if arrival.turn is None else None
            if after is not None and state.army_released is not None:
                turn, after = state.army_released + after, None
            yield Coming(side, turn, after, places, arrival.entry, tuple(_arriving(state.world, arrival)))


_NUMBERS = {1: "one", 2: "two", 3: "three"}


def _arriving(world: World, arrival: Arrival) -> Iterator[str]:
    yield from (name(world, uid) for uid in arrival.units)
    if arrival.draw_one_of:
        yield f"{_NUMBERS[arrival.draw]} of {names(world, arrival.draw_one_of)}"
    yield from (f"{name(world, new)} for {name(world, old)}" for old, new in arrival.exchange)
    for plane in arrival.planes:
        model = world.aircraft[plane.aircraft].name
        yield f"{plane.count}x {model}" if plane.count > 0 else f"{-plane.count}x {model} leaves"
    yield from (_points(each.kind, each.points, each.formation) for each in arrival.transport)
    yield from (f"{_points(each.kind, each.points, each.formation)} leaves" for each in arrival.remove_transport)
    yield from _supplies(arrival.sp, arrival.reserve_markers)
    yield from (f"{name(world, uid)} leaves" for uid in arrival.remove)


def _listed(state: State, side: Side) -> Iterator[Coming]:
    for each in state.world.scenario.sides[side].listed:
        what = [name(state.world, uid) for uid in each.units]
        what += [f"{count}x {state.world.repls[f'{side.lower()}-{kind}'].booklet_name}" for kind, count in each.repls]
        what += [
            _points(some.kind, 1, some.formation) if some.formation else f"{some.tokens}T {some.kind}"
            for some in each.transport
        ]
        what += _supplies(Fraction(each.tokens, state.world.tables.number("tokens_per_SP")), each.reserve_markers)
        yield Coming(side, each.turn, None, each.places, each.spelled, tuple(what))


def _points(kind: str, points: int, formation: str) -> str:
    if formation:
        return f"{points} organic truck of {formation}"
    return f"{points} {kind} point{'s' if points > 1 else ''}"


def _supplies(points: int | Fraction, markers: int) -> Iterator[str]:
    if points:
        yield f"{points} SP"
    if markers:
        yield f"{markers} Reserve marker{'s' if markers > 1 else ''}"


# --- what changed


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was. what: "moved", "mode", "steps", "supply" of a unit, "control" of a place,
    or what it is that changed hands or level there, as "air base"; before and after: in words.
    """

    what: str
    who: str
    before: str
    after: str


def last_turn(entries: Sequence[Entry[State]], side: Side) -> State | None:
    """The state before the last act of a side's last player turn before this one; None where there was none."""
    if not entries:
        return None
    now = entries[-1].state
    for before, entry in zip(entries[-2::-1], entries[:0:-1], strict=True):
        then = before.state
        same_turn = (then.turn, then.now.phasing) == (now.turn, now.now.phasing)
        if entry.command is not None and then.now.phasing is side and not same_turn:
            return then
    return None


def changes(before: State, after: State) -> tuple[Change, ...]:
    """What is other than it was: units in the roster's order, then control, then what lies in places."""
    found: list[Change] = []
    for uid, unit in after.in_order():
        old = before.units.get(uid)
        was = (AWAY, stance(unit), 0, False) if old is None else (old.place, stance(old), old.lost, old.oos)
        found += _unit_changes(after, uid, was)
    owners = _owners(before.control), _owners(after.control)
    found += _place_changes(after, "control", *owners)
    for what, old_map, new_map in _works(before, after):
        found += _place_changes(after, what, old_map, new_map)
    return tuple(found)


def _unit_changes(state: State, uid: str, was: tuple[int, str, int, bool]) -> Iterator[Change]:
    unit, (place, old_stance, lost, oos) = state.units[uid], was
    if unit.place != place:
        yield Change("moved", uid, _where(state, place), _where(state, unit.place))
    if stance(unit) != old_stance and unit.place >= 0:
        yield Change("mode", uid, old_stance, stance(unit))
    if unit.lost != lost:
        yield Change("steps", uid, str(lost), str(unit.lost))
    if unit.oos != oos:
        yield Change("supply", uid, _SUPPLY[oos], _SUPPLY[unit.oos])


_SUPPLY = {False: "in supply", True: "out of supply"}


def _where(state: State, place: int) -> str:
    return {AWAY: "away", DEAD: "dead"}.get(place) or state.world.label(place)


def _owners(control: Map[int, Side]) -> dict[int, str]:
    return {place: str(side) for place, side in control.items()}


def _works(before: State, after: State) -> Iterator[tuple[str, dict[int, str], dict[int, str]]]:
    """Ports, air bases, hedgehogs and dumps as words by place, before and after."""

    def tell(state: State) -> tuple[dict[int, str], ...]:
        bases = {place: f"{work.side} level {work.level}" for place, work in state.bases.items()}
        hogs = {place: f"{work.side} level {work.level}" for place, work in state.hedgehogs.items()}
        ports = {place: f"{work.side}, {work.hits} hits" for place, work in state.ports.items()}
        dumps = {place: f"{dump.side} {dump.tokens}T" for place, dump in state.dumps.items()}
        return bases, hogs, ports, dumps

    yield from zip(("air base", "hedgehog", "port", "dump"), tell(before), tell(after), strict=True)


def _place_changes(state: State, what: str, old: Mapping[int, str], new: Mapping[int, str]) -> Iterator[Change]:
    for place in sorted({*old, *new}):
        if old.get(place) != new.get(place):
            yield Change(what, state.world.label(place), old.get(place, "nobody"), new.get(place, "nobody"))
