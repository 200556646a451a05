"""How Transport Points drive (OCS 13.2): which may, where to, and at what cost; rules first, MP last.

They are always in Move Mode, need no fuel and are never OOS (OCS 13.2b).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ocs_engine.grid import GridError, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.search import Reach, reach
from ocs_engine.series.bridges import marching_arcs
from ocs_engine.series.general import enemy_noncombat, enemy_places, enemy_units, holds_trucks, zoc_hexes
from ocs_engine.series.modes import on_map, reserve_hexes, reserve_refusal
from ocs_engine.series.movement import twelfths
from ocs_engine.series.supply.access import ORGANIC
from ocs_engine.state.model import State, Transport
from ocs_engine.state.slots import Phase
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.transport import TransportKind


def kind_of(state: State, tid: str) -> TransportKind:
    """The kind of some Transport Points, with its printed figures."""
    return state.world.transport.kinds[state.transport[tid].kind]


# --- which may


def own_refusal(state: State, side: Side, tid: str) -> Refusal | None:
    """Why a side has no such transport, or None."""
    if tid not in state.transport or state.transport[tid].side is not side:
        words = f"the {side} side has no transport {tid!r}"
        return Refusal(code="no such transport", rule="", sentence=words, pieces=(tid,))
    return None


@rule("OCS 13.2", "OCS 6.1f", "OCS 6.3", "OCS 12.2", "OCS 4.7d")
def begin_refusal(state: State, side: Side, tid: str) -> Refusal | None:
    """Why a side's transport may not begin to drive now, or None; whether it has any MA is not asked."""
    return own_refusal(state, side, tid) or _begin_refusal(state, tid)


def _begin_refusal(state: State, tid: str) -> Refusal | None:
    now, each = state.now, state.transport[tid]
    if not now.is_movement or now.acts is not each.side:
        return _no("not its phase", "OCS 6.3", f"{tid} may not move in this segment: {now.title}", tid)
    if now.phase is not Phase.MOVEMENT and tid not in state.memory.released:
        words = f"{tid} moves in its own Movement Phase alone, unless an organic truck was released from Reserve"
        return _no("not its phase", "OCS 13.2", words, tid)
    if not on_map(state, each.place):
        return _no("not on the map", "OCS 6.1", f"{tid} is not on the map and cannot move on it", tid)
    if tid in state.memory.rode:
        return _no("carried already", "OCS 13.3e", f"{tid} has been carried in this phase and moves no more", tid)
    if tid in state.memory.done:
        return _no("finished", "OCS 6.1f", f"{tid} is finished for this phase", tid)
    return None


def beginners(state: State, side: Side) -> Iterator[str]:
    """The transport of a side that may begin to drive, or take or leave Reserve Mode, in a fixed order."""
    able = (tid for tid in sorted(state.transport) if begin_refusal(state, side, tid) is None)
    return (tid for tid in able if allowance(state, tid) > 0 or len(reserve_choices(state, tid)) > 1)


@rule("OCS 13.2g", "OCS 5.4", "OCS 5.7")
def mode_refusal(state: State, tid: str, reserve: bool) -> Refusal | None:
    """Why transport may not begin to drive in Reserve, or out of it, or None: organic trucks may (OCS 5.7f)."""
    each = state.transport[tid]
    if not _changes(each, reserve):
        return None
    if each.kind != ORGANIC:
        return _no("no such mode", "OCS 5.7", f"{tid} may not be in Reserve Mode; organic trucks alone may", tid)
    if state.now.phase is not Phase.MOVEMENT:
        return _no("not in this phase", "OCS 5.4", f"{tid} may change mode only in its own Movement Phase", tid)
    return reserve_refusal(state, tid, each) if reserve else None


def _changes(each: Transport, reserve: bool) -> bool:
    return each.reserve is not reserve


def reserve_choices(state: State, tid: str) -> tuple[bool, ...]:
    """Whether transport could begin to drive out of Reserve Mode, and in it."""
    return tuple(answer for answer in (False, True) if mode_refusal(state, tid, answer) is None)


# --- MP


@rule("OCS 13.2", "OCS 5.7", "OCS 6.1", "T2 1.3c", "T2 1.6a")
def allowance(state: State, tid: str) -> int:
    """The MA of transport in this phase, in twelfths of an MP: its kind's, less in Reserve and Reaction (OCS 5.7)."""
    if state.points.movement_frozen(state):
        return 0
    tables, found = state.world.tables, Fraction(TWELFTHS * kind_of(state, tid).ma)
    if state.transport[tid].reserve:
        found *= tables.share("reserve_MA_share")
    if state.now.phase is Phase.REACTION:
        found *= tables.share("reaction_MA_share")
    return int(found)


def remaining(state: State, tid: str) -> int:
    """The MP that transport has left in this phase, in twelfths."""
    return allowance(state, tid) - state.memory.spent.get(tid, 0)


# --- one step


@rule("OCS 13.2", "OCS 6.1c", "OCS 6.1d", "OCS 6.2")
def step_refusal(state: State, tid: str, to: Hex) -> Refusal | None:
    """Why driving transport may not go on to a hex, or None."""
    each, label = state.transport[tid], state.world.label
    if not state.world.atlas.grid.adjacent(each.place, to):
        return _no("not adjacent", "OCS 6.1", f"{label(to)} is not next to {label(each.place)}", tid, label(to))
    cost = step_costs(state, tid).get(to)
    if cost is None:
        words = f"{tid} may not go from {label(each.place)} to {label(to)} without a road: prohibited"
        return _no("prohibited", "OCS 6.2c", words, tid, label(to))
    return entry_refusal(state, tid, to) or leave_refusal(state, tid) or _cost_refusal(state, tid, to, cost)


@rule("OCS 4.4c", "OCS 4.8c", "OCS 5.4a", "OCS 5.7g", "T2 1.5")
def entry_refusal(state: State, tid: str, to: Hex) -> Refusal | None:
    """Why transport may not be in a hex at all: enemies of any sort, its mode, or the game's own rules (OCS 4.8c)."""
    each, label = state.transport[tid], state.world.label(to)
    if enemy_units(state, each.side, to):
        return _no("enemy units", "OCS 4.8c", f"{label} holds enemy combat units", tid, label)
    if enemy_noncombat(state, each.side, to):
        words = f"{label} holds enemy non-combat units; only a stack with an Attack-Capable unit may enter"
        return _no("enemy non-combat units", "OCS 4.4c", words, tid, label)
    if each.reserve and to in state.hedgehogs:
        return _no("hedgehog", "OCS 5.7g", f"{tid} in Reserve Mode may not be with the hedgehog in {label}", tid, label)
    if each.reserve and not _marker_for(state, tid, to):
        words = f"{tid} leaves a Reserve stack and there is no further marker"
        return _no("no marker", "OCS 5.4a", words, tid, label)
    return state.points.may_enter(state, each, to)


def _marker_for(state: State, tid: str, to: Hex) -> bool:
    """Whether a Reserve marker lies in a hex, or is left to lie there (OCS 5.4a)."""
    side = state.transport[tid].side
    marked = reserve_hexes(state, side, {tid})
    return to in marked or len(marked) < state.reserve_markers.get(side, 0)


@rule("OCS 4.5a", "OCS 6.3")
def leave_refusal(state: State, tid: str) -> Refusal | None:
    """Why transport may not go on: on Truck MP it stops where it enters an un-negated enemy ZOC (OCS 4.5a A)."""
    each = state.transport[tid]
    if _by_truck(state, tid) and tid in state.memory.began and holds_trucks(state, each.side, each.place):
        words = f"{tid} moves by truck and must stop in the enemy ZOC in {state.world.label(each.place)}"
        return _no("stopped by zone", "OCS 4.5a", words, tid)
    return None


def _by_truck(state: State, tid: str) -> bool:
    return kind_of(state, tid).mobility is Mobility.TRUCK


@rule("OCS 6.1c")
def _cost_refusal(state: State, tid: str, to: Hex, cost: int) -> Refusal | None:
    """Why transport cannot pay for a step: its first and only hex it may always enter if it has any MP (OCS 6.1c)."""
    left = remaining(state, tid)
    if cost <= left or (tid not in state.memory.began and left > 0):
        return None
    label = state.world.label(to)
    words = f"{tid} has {twelfths(max(left, 0))} MP left and {label} costs {twelfths(cost)}"
    return _no("not enough MP", "OCS 6.1", words, tid, label)


@rule("OCS 6.2", "OCS 13.8b", "OCS 14.8")
def step_costs(state: State, tid: str) -> dict[Hex, int]:
    """What each hex next to transport would cost it, in twelfths, its side's bridges counted; prohibited ones not."""
    each = state.transport[tid]
    return dict(marching_arcs(state, each.side, kind_of(state, tid).mobility)[each.place])


def step_cost(state: State, tid: str, to: Hex) -> int:
    """What transport pays for a step that is not refused: for a minimum move, all that it has (OCS 6.1c)."""
    cost = step_costs(state, tid).get(to)
    if cost is None:
        raise GridError(f"{state.world.label(to)} is prohibited to {tid}")
    return min(cost, remaining(state, tid))


def next_hexes(state: State, tid: str) -> list[Hex]:
    """The hexes into which transport may drive next, clockwise from north."""
    around = state.world.atlas.grid.around(state.transport[tid].place)
    return [hex_ for hex_ in around if step_refusal(state, tid, hex_) is None]


# --- how far


@rule("OCS 13.2")
def drive_range(state: State, tid: str) -> Reach:
    """Every hex that transport could reach from where it is with the MP that it has, in twelfths.

    The minimum move (OCS 6.1c) is not counted in; `next_hexes` knows it. Raises ValueError off the map.
    """
    each = state.transport[tid]
    if not on_map(state, each.place):
        raise ValueError(f"{tid} is not on the map")
    suspects = enemy_places(state, each.side) | state.points.closed_to(state, each.side)
    if each.reserve:
        suspects |= {*range(state.world.atlas.grid.size)}
    closed = {hex_ for hex_ in suspects if on_map(state, hex_) and entry_refusal(state, tid, hex_) is not None}
    halting: set[Hex] = set()
    if _by_truck(state, tid):
        zone = zoc_hexes(state, each.side.other)
        halting = {hex_ for hex_ in zone if holds_trucks(state, each.side, hex_)}
    budget = 0 if leave_refusal(state, tid) else max(remaining(state, tid), 0)
    return reach(marching_arcs(state, each.side, kind_of(state, tid).mobility), each.place, budget, closed, halting)


# --- where it may not be


@rule("T2 1.5")
def caught(state: State) -> tuple[str, ...]:
    """The transport that stands where nothing of its side may be any more."""
    closed = {side: state.points.closed_to(state, side) for side in Side}
    return tuple(tid for tid, each in sorted(state.transport.items()) if each.place in closed[each.side])


@rule("OCS 5.7g")
def reserves_with_hedgehogs(state: State) -> tuple[str, ...]:
    """The trucks in Reserve that share a hex with a hedgehog; they lose the marker as the segment ends (OCS 5.7g)."""
    return tuple(tid for tid, each in sorted(state.transport.items()) if each.reserve and each.place in state.hedgehogs)


def _no(code: str, rule_number: str, sentence: str, tid: str, *places: str) -> Refusal:
    return Refusal(code=code, rule=rule_number, sentence=sentence, places=places, pieces=(tid,))
