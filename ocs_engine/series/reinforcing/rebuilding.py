"""Rebuilding: dead units, steps and trucks come back for replacements in a side's Reinforcement Phase (OCS 13.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Ruleset, values
from ocs_engine.series.capture_transport import fresh_id
from ocs_engine.series.general import in_enemy_zoc
from ocs_engine.series.modes import on_map, reserve_refusal, stances
from ocs_engine.series.movement import take_control
from ocs_engine.series.supply.access import ORGANIC
from ocs_engine.state.events import read_stance
from ocs_engine.state.model import AWAY, DEAD, Mode, State, Unit
from ocs_engine.state.repl_events import ReplsCame, TransportRebuilt, UnitsRebuilt
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Counter, Mobility, Side
from ocs_engine.world.options import REVISED_REBUILDS
from ocs_engine.world.schedule import RebuildRule

PAX, EQ = "pax", "eq"
TRUCK = "truck"
BY_REPLS = "replacements"
"""Why something was rebuilt, where replacements were used up for it."""
NO_REBUILD = "no rebuild"
"""The trait of units that are never rebuilt (OCS 13.5c)."""


class Rebuild(Command):
    """Rebuild dead or reduced units where replacements are (OCS 13.5a).

    units: one, or as many small ones as a replacement gives (OCS 13.5d). stances: by dead unit. repls: who is used up.
    """

    kind: Literal["rebuild"] = "rebuild"
    side: Side
    units: tuple[str, ...]
    stances: dict[str, str] = Field(default_factory=dict)
    repls: tuple[str, ...]


class RebuildTruck(Command):
    """Rebuild a Truck Point, or the organic truck of a formation, that was lost to the enemy (OCS 13.5e)."""

    kind: Literal["rebuild truck"] = "rebuild truck"
    side: Side
    truck: str
    repl: str


COMMANDS: tuple[type[Command], ...] = (Rebuild, RebuildTruck)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register rebuilding."""
    rules.command(Rebuild, in_reinforcement, _blank, _fill)(_rebuild)
    rules.command(RebuildTruck, in_reinforcement, _truck_blank, _truck_fill)(_rebuild_truck)


@rule("OCS 13.5", "OCS 13.9")
def in_reinforcement(state: State, side: str) -> bool:
    """Whether a side may rebuild and consolidate now: in its own Reinforcement Phase, once all has come."""
    now, free = state.now, not state.frames and state.verdict is None and not state.memory.over
    return free and now.acts == side and now.phase is Phase.REINFORCEMENT


def can_rebuild(state: State, side: Side) -> bool:
    """Whether a side could rebuild anything in a Reinforcement Phase of it, as the table lies now."""
    ready = stores(state, side)
    trucks = any(store.eq for store in ready.values()) and lost_trucks(state, side)
    return bool(ready) and bool(trucks or rebuildable(state, side, ready))


# --- replacements


def pax_or_eq(counter: Counter) -> str:
    """Which of the two kinds a replacement is, "pax" or "eq"."""
    return counter.id.rpartition("-")[2]


def fresh_repls(state: State, side: Side, kind: str, count: int) -> dict[str, str]:
    """Ids for replacements of a kind that appear, and their counter: of such as are away first, then new ones."""
    counter = f"{side.lower()}-{kind}"
    away = [uid for uid in state.roster if state.units[uid].counter.id == counter and state.units[uid].place == AWAY]
    known = sum(unit.counter.id == counter for unit in state.units.values())
    return dict.fromkeys([*away, *(f"{counter}-{known + more + 1}" for more in range(count))][:count], counter)


@rule("OCS 13.5")
def place_repls(draft: Draft[State], side: Side, kind: str, count: int, place: int) -> None:
    """Replacements of a kind, Pax or Eq, appear in a place (OCS 13.5)."""
    repls = fresh_repls(draft.state, side, kind, count)
    draft.emit(ReplsCame(side=side, place=draft.state.world.label(place), repls=repls))
    take_control(draft, repls)


@dataclass(frozen=True, slots=True)
class Store:
    """The replacements that can be used in one place now, by id."""

    pax: tuple[str, ...] = ()
    eq: tuple[str, ...] = ()

    def affords(self, pax: int, eq: int) -> bool:
        """Whether so many are there."""
        return len(self.pax) >= pax and len(self.eq) >= eq


@rule("OCS 13.5")
def stores(state: State, side: Side) -> dict[int, Store]:
    """The places in which a side could rebuild something now, in order, with the replacements in Move Mode there."""
    found: dict[int, Store] = {}
    for uid, unit in state.in_order():
        if unit.side is side and unit.counter.is_repl and unit.place >= 0 and unit.mode is Mode.MOVE:
            store = found.get(unit.place, Store())
            kind = pax_or_eq(unit.counter)
            found[unit.place] = replace(store, **{kind: (*getattr(store, kind), uid)})
    return {place: store for place, store in sorted(found.items()) if place_refusal(state, side, place) is None}


@rule("OCS 13.5", "OCS 4.5a", "OCS 5.10e", "T2 1.2")
def place_refusal(state: State, side: Side, place: int, counter: Counter | None = None) -> Refusal | None:
    """Why nothing, or not a counter, can be rebuilt in a place, or None: enemy ZOC, or no HQ near that does it.

    No unit negates the ZOC (OCS 4.5a K).
    """
    label = state.world.label(place)
    if on_map(state, place) and in_enemy_zoc(state, side, place):
        return _at("enemy ZOC", "OCS 4.5a", f"{label} lies in an enemy ZOC, in which nothing is rebuilt", label)
    if place in state.points.nominal_hqs(state, side):
        return None
    hqs = working_hqs(state, side, place)
    if not hqs:
        words = f"no HQ of the {side} side in Combat Mode, or DG with that side up, is within 2 hexes of {label}"
        return _at("no HQ", "OCS 13.5a", words, label)
    if counter is not None and not _served(state, hqs, Unit(counter, place)):
        return _at("no such HQ", "OCS 13.5a", f"no HQ near {label} may rebuild {counter.booklet_name}", label)
    return None


@rule("OCS 13.5", "OCS 5.10e")
def working_hqs(state: State, side: Side, place: int) -> list[str]:
    """The HQs of a side near enough to a hex to rebuild there, in Combat Mode or DG so oriented (OCS 13.5a, 5.10e)."""
    if not on_map(state, place):
        return []
    reach = state.world.tables.number("rebuild_radius_hexes")
    near = state.world.atlas.grid.within(place, reach)
    there = (uid for hex_ in sorted(near) for uid in state.here.get(hex_, ()))
    return [uid for uid in there if (hq := state.units[uid]).side is side and hq.counter.is_hq and hq.in_working_mode]


def _served(state: State, hqs: Iterable[str], unit: Unit) -> bool:
    return any(state.points.hq_serves(state, state.units[hq], unit) for hq in hqs)


# --- what can be rebuilt


def dead_pile(state: State, side: Side) -> list[str]:
    """The units of a side in its Dead Pile, in the roster's order; replacements that were lost are out of play."""
    dead = (uid for uid in state.roster if state.units[uid].place == DEAD)
    return [uid for uid in dead if state.units[uid].side is side and not state.units[uid].counter.is_repl]


def hurt_units(state: State, side: Side) -> list[str]:
    """The units of a side that could be rebuilt at all: dead ones, then reduced ones, each in the roster's order."""
    own = [(uid, unit) for uid, unit in state.in_order() if unit.side is side and can_be_rebuilt(unit)]
    return [uid for dead in (True, False) for uid, unit in own if (unit.place == DEAD) is dead]


@rule("OCS 13.5")
def can_be_rebuilt(unit: Unit) -> bool:
    """Whether a unit is dead, or lacks a step, and is of a kind that is rebuilt at all; replacements are not."""
    hurt = unit.place == DEAD or (unit.place >= 0 and unit.lost > 0)
    return hurt and not unit.counter.is_repl and NO_REBUILD not in unit.counter.traits


def rebuild_rule(state: State, uid: str) -> RebuildRule:
    """What the game's Rebuild Table says of a unit (OCS 13.5a)."""
    return state.world.schedule.rebuild_rule(state.units[uid].counter)


@rule("OCS 13.5", "OCS 13.5d", "OCS 21.7")
def cost(state: State, units: Sequence[str]) -> tuple[int, int]:
    """The Pax and the Eq that rebuilding some units of one kind takes: one alone costs as much as a pair (13.5d)."""
    table = rebuild_rule(state, units[0])
    times = -(-len(units) // table.units_per_repl)
    if state.plays(REVISED_REBUILDS):
        eq = bool(table.eq) and (not table.pax or on_tracks(state.units[units[0]].counter))
        return (0, times) if eq else (times, 0)
    return table.pax * times, table.eq * times


def on_tracks(counter: Counter) -> bool:
    """Whether either side of a counter moves on tracks."""
    faces = (counter.move, *([counter.combat] if counter.combat else []))
    return any(face.mobility is Mobility.TRACK for face in faces)


def rebuildable(state: State, side: Side, open_: Mapping[int, Store] | None = None) -> dict[str, tuple[int, ...]]:
    """The units that a side could rebuild now, each with the places, in the order of `hurt_units`."""
    ready = stores(state, side) if open_ is None else open_
    found = {uid: rebuild_places(state, side, uid, ready) for uid in hurt_units(state, side)} if ready else {}
    return {uid: places for uid, places in found.items() if places}


def rebuild_places(state: State, side: Side, uid: str, ready: Mapping[int, Store]) -> tuple[int, ...]:
    """Where one unit could be rebuilt now, of some places with their replacements."""
    pax, eq = cost(state, (uid,))
    able = (place for place, store in ready.items() if store.affords(pax, eq))
    return tuple(place for place in able if unit_refusal(state, side, uid, place) is None)


@rule("OCS 13.5")
def unit_refusal(state: State, side: Side, uid: str, place: int) -> Refusal | None:
    """Why a unit may not be rebuilt in a place, whoever pays, or None."""
    unit, label = state.units.get(uid), state.world.label(place)
    if unit is None or unit.side is not side or not can_be_rebuilt(unit):
        return _no("not hurt", "OCS 13.5a", f"{uid} is no dead or reduced {side} unit that can be rebuilt", uid)
    if unit.place not in (DEAD, place):
        return _no("not there", "OCS 13.5a", f"{uid} is rebuilt only where it stands, which is not {label}", uid)
    if (refusal := place_refusal(state, side, place, unit.counter)) is not None:
        return refusal
    return may_appear(state, unit.counter, place)


def may_appear(state: State, counter: Counter, place: int) -> Refusal | None:
    """Why a counter may not appear in a place by the game's own rules, or None."""
    return state.points.may_enter(state, Unit(counter, place), place) if on_map(state, place) else None


@rule("OCS 13.5", "OCS 5.4a", "OCS 5.7c", "OCS 5.8a")
def stances_there(state: State, uid: str, place: int) -> tuple[str, ...]:
    """The voluntary modes in which a unit may appear in a place, as stances: Reserve and Strat by their own rules."""
    unit = Unit(state.units[uid].counter, place)
    zoc = on_map(state, place) and in_enemy_zoc(state, unit.side, place)

    def open_(text: str) -> bool:
        marker, _ = read_stance(text)
        if marker is Mode.RESERVE:
            return reserve_refusal(state, uid, unit) is None
        return marker is not Mode.STRAT or not zoc

    return tuple(text for text in stances(unit) if open_(text))


# --- the command


@rule("OCS 13.5", "OCS 13.5d")
def rebuild_refusal(state: State, command: Rebuild) -> Refusal | None:
    """Why units may not be rebuilt by just these replacements, or None."""
    side, units = command.side, command.units
    if not units or len(set(units)) < len(units) or not command.repls:
        return _no("units", "OCS 13.5a", "name units, each once, and the replacements that pay for them", *units)
    paying = [state.units.get(uid) for uid in command.repls]
    if any(unit is None or unit.side is not side or not unit.counter.is_repl for unit in paying):
        words = f"{', '.join(command.repls)}: not all are replacements of the {side}"
        return _no("no replacement", "OCS 13.5a", words, *command.repls)
    place = next(unit.place for unit in paying if unit is not None)
    store = store_at(state, side, place)
    if any(uid not in (*store.pax, *store.eq) for uid in command.repls):
        words = "the replacements must be together in one place, in Move Mode"
        return _no("not together", "OCS 13.5a", words, *command.repls)
    for uid in units:
        if (refusal := unit_refusal(state, side, uid, place)) is not None:
            return refusal
    return _kinds_refusal(state, command) or _stances_refusal(state, command, place)


def store_at(state: State, side: Side, place: int) -> Store:
    """The replacements in Move Mode in a place, whether an HQ is near or not."""
    own = [uid for uid in state.here.get(place, ()) if place >= 0 and state.units[uid].side is side]
    able = [uid for uid in own if state.units[uid].counter.is_repl and state.units[uid].mode is Mode.MOVE]
    pax = tuple(uid for uid in able if pax_or_eq(state.units[uid].counter) == PAX)
    return Store(pax, tuple(uid for uid in able if uid not in pax))


def _kinds_refusal(state: State, command: Rebuild) -> Refusal | None:
    """Why so many units, or other replacements than these, or None (OCS 13.5a, 13.5d)."""
    units, table = command.units, rebuild_rule(state, command.units[0])
    if len(units) > table.units_per_repl or any(rebuild_rule(state, uid) is not table for uid in units):
        words = f"one at a time is rebuilt, or {table.units_per_repl} small ones of a kind for one replacement"
        return _no("too many", "OCS 13.5d", words, *units)
    named = [pax_or_eq(state.units[uid].counter) for uid in command.repls]
    pax, eq = cost(state, units)
    if (named.count(PAX), named.count(EQ)) != (pax, eq) or len(set(command.repls)) < len(command.repls):
        words = f"{', '.join(units)}: rebuilding takes {pax} Pax and {eq} Eq, no more and no less"
        return _no("other cost", "OCS 13.5a", words, *units)
    return None


def _stances_refusal(state: State, command: Rebuild, place: int) -> Refusal | None:
    dead = [uid for uid in command.units if state.units[uid].place == DEAD]
    if set(command.stances) != set(dead):
        return _no("stances", "OCS 13.5a", "name a stance for each dead unit, and for no other", *command.units)
    for uid in dead:
        offered = stances_there(state, uid, place)
        if (text := command.stances[uid]) not in offered:
            words = f"{uid} may not appear in {text}; it may in: {', '.join(offered)}"
            return _no("no such mode", "OCS 13.5a", words, uid)
    return None


def _rebuild(draft: Draft[State], command: Rebuild) -> None:
    """Replacements are used up, and units appear, or regain a step, where they were (OCS 13.5a)."""
    raise_if(rebuild_refusal(draft.state, command))
    state = draft.state
    place = state.world.label(state.units[command.repls[0]].place)
    taken = {uid: command.stances.get(uid, "") for uid in command.units}
    draft.emit(UnitsRebuilt(side=command.side, place=place, stances=taken, repls=command.repls, why=BY_REPLS))
    take_control(draft, command.units)


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """A unit, the place, its stance, another small one of its kind with its own or enough, and who pays."""
    own = Side(side)
    ready = stores(state, own)
    if not filled:
        return Blank("unit", tuple(rebuildable(state, own, ready)))
    units = values(filled, "unit")
    if len(filled) == 1:
        return Blank("place", tuple(map(state.world.label, rebuild_places(state, own, units[0], ready))))
    place = state.world.place(str(filled[1][1]))
    if filled[-1][1] != ENOUGH and not values(filled, "pay with"):
        dead = [uid for uid in units if state.units[uid].place == DEAD]
        if len(values(filled, "stance")) < len(dead):
            return Blank("stance", stances_there(state, units[-1], place))
        if more := _more(state, own, units, place):
            return Blank("unit", (*more, ENOUGH))
    return _pay_blank(state, ready[place], units, values(filled, "pay with"))


def _more(state: State, side: Side, units: Sequence[str], place: int) -> tuple[str, ...]:
    """Other units that the same replacement rebuilds with some (OCS 13.5d)."""
    table = rebuild_rule(state, units[0])
    if len(units) >= table.units_per_repl:
        return ()
    others = (uid for uid in hurt_units(state, side) if uid not in units and rebuild_rule(state, uid) is table)
    return tuple(uid for uid in others if unit_refusal(state, side, uid, place) is None)


def _pay_blank(state: State, store: Store, units: Sequence[str], paid: Sequence[str]) -> Blank | None:
    pax, eq = cost(state, units)
    for wanted, there in ((pax, store.pax), (eq, store.eq)):
        if sum(uid in there for uid in paid) < wanted:
            return Blank("pay with", tuple(uid for uid in there if uid not in paid))
    return None


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    """A stance follows the unit that it is of; a reduced one has none."""
    chosen, unit = dict[str, str](), ""
    for name, value in filled:
        unit = str(value) if name == "unit" else unit
        if name == "stance":
            chosen[unit] = str(value)
    return Rebuild(side=Side(side), units=values(filled, "unit"), stances=chosen, repls=values(filled, "pay with"))


# --- trucks


@rule("OCS 13.5e")
def lost_trucks(state: State, side: Side) -> dict[str, int]:
    """What of trucks a side could rebuild for one Eq: T by name, "truck" or a formation; no wagons and no mules."""
    point = state.world.transport.kinds[TRUCK].capacity or 0
    lost = sorted((key, tokens) for key, tokens in state.lost_transport.items() if key[0] is side)
    points = state.lost_transport.get((side, TRUCK, ""), 0)
    found = {TRUCK: min(points, point)} if points else {}
    return found | {formation: tokens for (_, kind, formation), tokens in lost if kind == ORGANIC}


@rule("OCS 13.5e")
def truck_refusal(state: State, side: Side, truck: str, repl: str) -> Refusal | None:
    """Why a truck may not be rebuilt by an Eq, or None."""
    if truck not in lost_trucks(state, side):
        return _no("no such truck", "OCS 13.5e", f"the {side} lost no truck {truck!r} to the enemy", truck)
    unit = state.units.get(repl)
    if unit is None or unit.side is not side or repl not in store_at(state, side, unit.place).eq:
        return _no("no Eq", "OCS 13.5e", f"{repl} is no Eq of the {side} side in Move Mode", repl)
    return place_refusal(state, side, unit.place)


@rule("OCS 13.5e")
def _rebuild_truck(draft: Draft[State], command: RebuildTruck) -> None:
    """An Eq is used up, and an empty truck is where it was (OCS 13.5e)."""
    raise_if(truck_refusal(draft.state, command.side, command.truck, command.repl))
    state, side = draft.state, command.side
    kind, formation = (TRUCK, "") if command.truck == TRUCK else (ORGANIC, command.truck)
    draft.emit(
        TransportRebuilt(
            side=side,
            place=state.world.label(state.units[command.repl].place),
            transport=fresh_id(state, side, kind),
            of=kind,
            formation=formation,
            tokens=lost_trucks(state, side)[command.truck],
            repl=command.repl,
        )
    )


def _truck_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The truck, and the Eq that pays for it."""
    own = Side(side)
    able = tuple(uid for store in stores(state, own).values() for uid in store.eq)
    if not filled:
        return Blank("truck", tuple(lost_trucks(state, own)) if able else ())
    return Blank("pay with", able) if len(filled) == 1 else None


def _truck_fill(side: str, filled: Sequence[Answer]) -> Command:
    return RebuildTruck(side=Side(side), truck=str(filled[0][1]), repl=str(filled[1][1]))


def _no(code: str, case: str, sentence: str, *pieces: str) -> Refusal:
    return Refusal(code=code, rule=case, sentence=sentence, pieces=pieces)


def _at(code: str, case: str, sentence: str, place: str) -> Refusal:
    return Refusal(code=code, rule=case, sentence=sentence, places=(place,))
