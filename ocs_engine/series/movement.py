"""Chapter 6: ground movement, as a frame: begin, step, drop, end."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from ocs_engine.grid import GridError, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Refusal, Refused, refuse
from ocs_engine.kernel.search import Reach, reach
from ocs_engine.series import capture
from ocs_engine.series.bridges import entry_cost, marching_arcs, over_own_bridge
from ocs_engine.series.costs import arcs
from ocs_engine.series.general import (
    attack_capable,
    enemy_noncombat,
    enemy_places,
    enemy_units,
    holds_trucks,
    in_enemy_zoc,
    uses_trucks,
    zoc_hexes,
)
from ocs_engine.series.modes import (
    KEEP,
    may_move_in_phase,
    movement_allowance,
    on_map,
    reserve_hexes,
    stance_refusal,
)
from ocs_engine.series.supply.fuel import use_fuel
from ocs_engine.series.supply.railnet import take_rail
from ocs_engine.series.supply.trace import could_trace, draws_trace
from ocs_engine.series.tables.lines import mixed
from ocs_engine.state.events import (
    ControlChanged,
    StackMoved,
    StancesChanged,
    UnitsFinished,
    go_to,
    spend,
)
from ocs_engine.state.model import Mode, State, Unit
from ocs_engine.world.options import STRAT_DRAWS_TRACE


class MoveFrame(Frame):
    """A move under way: the units still moving together, and the hexes that they still march through (OCS 6.1g)."""

    kind: Literal["move"] = "move"
    step: str = "under way"
    units: tuple[str, ...]
    path: tuple[str, ...] = ()


def moving(state: State) -> tuple[str, ...]:
    """The units of the move under way, if there is one."""
    top = state.top_frame
    return top.units if isinstance(top, MoveFrame) else ()


# --- who may begin


@rule("OCS 6.1")
def begin_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit may not begin to move (or be declared not to move) now, or None."""
    if may_begin(state, uid):
        return None
    words = f"{uid} is not on the map and cannot move on it"
    return change_refusal(state, uid) or _no("not on the map", "OCS 6.1", words, uid)


def may_begin(state: State, uid: str) -> bool:
    """Whether a unit may begin to move (or be declared not to move) now."""
    return may_change(state, uid) and on_map(state, state.units[uid].place)


def may_change(state: State, uid: str) -> bool:
    """Whether a unit may change mode at all now."""
    unit = state.units.get(uid)
    return unit is not None and unit.place >= 0 and uid not in state.memory.done and may_move_in_phase(state, uid)


@rule("OCS 5.4", "OCS 6.1f", "OCS 6.3")
def change_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit may not change mode at all now, or None; in an off-map box it may."""
    if may_change(state, uid):
        return None
    unit = state.units.get(uid)
    now = state.now
    if unit is None:
        return Refusal(code="no such unit", rule="", sentence=f"there is no unit {uid!r} in play", pieces=(uid,))
    if not now.is_movement or now.acts is not unit.side:
        return _no("not its phase", "OCS 6.3", f"{uid} ({unit.side}) may not move in this segment: {now.title}", uid)
    if unit.place < 0:
        return _no("not in play", "OCS 6.1", f"{uid} is not in play", uid)
    if not may_move_in_phase(state, uid):
        return _no("not released", "OCS 7", f"{uid} is not a released reserve and may not move now", uid)
    return _no("finished", "OCS 6.1f", f"{uid} is finished for this phase", uid)


def remaining(state: State, uid: str) -> int:
    """The MP that a unit has left in this phase, in twelfths; may be below 0 after a minimum move (OCS 6.1c)."""
    return movement_allowance(state, uid) - state.memory.spent.get(uid, 0)


# --- one step


@rule("OCS 6.1c", "OCS 6.1d", "OCS 6.2")
def step_refusal(state: State, uid: str, to: Hex) -> Refusal | None:
    """Why a moving unit may not go on to an adjacent hex, or None; rules first, MP last (OCS 6)."""
    return _pace_refusal(state, uid, to) or _stray_refusal(state, uid, to)


def _pace_refusal(state: State, uid: str, to: Hex) -> Refusal | None:
    """Why it may not, whatever hex it could then end in."""
    unit = state.units[uid]
    grid = state.world.atlas.grid
    if not grid.adjacent(unit.place, to):
        words = f"{grid.label(to)} is not next to {grid.label(unit.place)}"
        return _no("not adjacent", "OCS 6.1", words, uid, grid.label(to))
    cost = entry_cost(state, uid, grid.edge_between(unit.place, to))
    if cost is None:
        where = f"{grid.label(unit.place)} to {grid.label(to)}"
        words = f"{uid} ({unit.face.mobility}) may not go from {where} without a road: prohibited terrain or hexside"
        return _no("prohibited", "OCS 6.2c", words, uid, grid.label(to))
    return entry_refusal(state, uid, to) or leave_refusal(state, uid) or _cost_refusal(state, uid, to, cost)


@rule("OCS 4.4c", "OCS 4.8c", "OCS 5.8a", "OCS 5.7g", "OCS 5.4a")
def entry_refusal(state: State, uid: str, to: Hex) -> Refusal | None:
    """Why a unit may not be in a hex at all: enemies, its mode, or the game's own rules (OCS 4.8c, 5.7, 5.8)."""
    unit, label = state.units[uid], state.world.label(to)
    if enemy_units(state, unit.side, to):
        return _no("enemy units", "OCS 4.8c", f"{label} holds enemy combat units", uid, label)
    if enemy_noncombat(state, unit.side, to) and not _takes_with_it(state, uid):
        words = f"{label} holds enemy non-combat units; only a stack with an Attack-Capable unit may enter"
        return _no("enemy non-combat units", "OCS 4.4c", words, uid, label)
    if unit.marker is Mode.STRAT and in_enemy_zoc(state, unit.side, to):
        return _no("enemy zone", "OCS 5.8a", f"{uid} in Strat Mode may not enter the enemy ZOC in {label}", uid, label)
    if unit.marker is Mode.RESERVE and to in state.hedgehogs:
        return _no("hedgehog", "OCS 5.7g", f"{uid} in Reserve Mode may not be with the hedgehog in {label}", uid, label)
    if unit.marker is Mode.RESERVE and (marked := _only_marked(state, uid)) is not None and to not in marked:
        return _no("no marker", "OCS 5.4a", f"{uid} leaves a Reserve stack and there is no further marker", uid, label)
    return state.points.may_enter(state, unit, to)


def _takes_with_it(state: State, uid: str) -> bool:
    """Whether a unit can take what the enemy has in a hex, or one that moves with it can (OCS 4.4c)."""
    return any(attack_capable(state.units[each]) for each in (uid, *moving(state)))


def _only_marked(state: State, uid: str) -> set[Hex] | None:
    """The places under Reserve markers, if a moving Reserve unit has to join one for want of another (OCS 5.4a)."""
    side = state.units[uid].side
    standing = reserve_hexes(state, side, {uid, *moving(state)})
    return standing if len(standing) >= state.reserve_markers.get(side, 0) else None


@rule("OCS 4.5a", "OCS 6.3")
def leave_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit may not go on from where it is: trucks stop where they enter an un-negated enemy ZOC (OCS 4.5a A)."""
    unit = state.units[uid]
    if uses_trucks(unit) and uid in state.memory.began and holds_trucks(state, unit.side, unit.place):
        words = f"{uid} moves by truck and must stop in the enemy ZOC in {state.world.label(unit.place)}"
        return _no("stopped by zone", "OCS 4.5a", words, uid)
    return None


@rule("OCS 6.1c")
def _cost_refusal(state: State, uid: str, to: Hex, cost: int) -> Refusal | None:
    """Why a unit cannot pay for a step: its first and only hex it may always enter if it has any MA (OCS 6.1c)."""
    left, spent = remaining(state, uid), state.memory.spent.get(uid, 0)
    if cost <= left or (spent == 0 and left > 0):
        return None
    label = state.world.label(to)
    words = f"{uid} has {twelfths(max(left, 0))} MP left and {label} costs {twelfths(cost)}"
    return _no("not enough MP", "OCS 6.1", words, uid, label)


# --- Strat Mode ends where trace is possible


@rule("OCS 5.8b")
def _stray_refusal(state: State, uid: str, to: Hex) -> Refusal | None:
    """Why a Strat unit may not step where it could come to no hex any more in which it may end (OCS 5.8b)."""
    if may_end_in(state, uid, to):
        return None
    if _finds_trace(state, stepped(state, (uid,), to), uid):
        return None
    label = state.world.label(to)
    words = f"{uid} in Strat Mode must end where trace is possible, and from {label} it could come to no such hex"
    return _no("no trace in reach", "OCS 5.8b", words, uid, label)


def _finds_trace(state: State, after: State, uid: str) -> bool:
    """Whether a unit can come, from where a later state has it, to a hex from which it would trace now."""
    return any(_may_halt(state, uid, hex_) for hex_ in movement_range(after, uid).nodes())


@rule("OCS 5.8b")
def strat_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit may not begin to move in Strat Mode: it could end nowhere (OCS 5.8b)."""
    if may_end_in(state, uid, state.units[uid].place) or _finds_trace(state, state, uid):
        return None
    words = f"{uid} in Strat Mode must end where trace is possible, and no such hex is in its reach"
    return _no("no trace in reach", "OCS 5.8b", words, uid)


@rule("OCS 5.8b")
def strays(state: State, uid: str) -> Refusal | None:
    """Why the movement of a unit may not end here, whether it can go on or not; None where it may (OCS 5.8b)."""
    unit = state.units[uid]
    if may_end_in(state, uid, unit.place):
        return None
    label = state.world.label(unit.place)
    words = f"{uid} in Strat Mode must end where trace is possible, which it is not in {label}"
    return _no("no trace", "OCS 5.8b", words, uid, label)


@rule("OCS 5.8b")
def end_refusal(state: State, units: Iterable[str]) -> Refusal | None:
    """Why the movement of some units may not end here: one of them strays, and they can go on (OCS 5.8b)."""
    group = tuple(units)
    found = next((stray for uid in group if (stray := strays(state, uid)) is not None), None)
    return found if found is not None and next_hexes(state, group) else None


def may_end_in(state: State, uid: str, hex_: Hex) -> bool:
    """Whether a unit in its mode may end its movement in a hex, trace as it is now; only Strat Mode asks (OCS 5.8b)."""
    free = state.units[uid].marker is not Mode.STRAT or state.points.everyone_supplied(state)
    return free or _may_halt(state, uid, hex_)


@rule("OCS 5.8b", "OCS 21.12")
def _may_halt(state: State, uid: str, hex_: Hex) -> bool:
    """Whether Strat Mode may end in a hex: with trace as it is now, by option only such as it draws (OCS 21.12d)."""
    return (draws_trace if state.plays(STRAT_DRAWS_TRACE) else could_trace)(state, uid, hex_)


def step_cost(state: State, uid: str, to: Hex) -> int:
    """What a unit pays for a step that is not refused, in twelfths: for a minimum move, all that it has (OCS 6.1c)."""
    cost = entry_cost(state, uid, state.world.atlas.grid.edge_between(state.units[uid].place, to))
    if cost is None:
        raise GridError(f"{state.world.label(to)} is prohibited to {uid}")
    return min(cost, remaining(state, uid))


def next_hexes(state: State, units: Iterable[str]) -> list[Hex]:
    """The hexes that all of some moving units may step into next, clockwise from north."""
    group = tuple(units)
    if not group:
        return []
    around = state.world.atlas.grid.around(state.units[group[0]].place)
    return [hex_ for hex_ in around if all(step_refusal(state, uid, hex_) is None for uid in group)]


# --- carrying out


@rule("OCS 6.1", "OCS 6.1f", "OCS 12.5")
def begin_move(draft: Draft[State], units: tuple[str, ...], changes: dict[str, str]) -> None:
    """Begin the move of a stack, each unit with a new stance if one is given; raises Refused."""
    if not units:
        raise refuse("no units", "OCS 6.1", "a move needs at least one unit")
    if len(set(units)) < len(units):
        raise refuse("named twice", "OCS 6.1", "a unit is named twice in this move", pieces=units)
    for uid in units:
        _raise(begin_refusal(draft.state, uid))
    if len({draft.state.units[uid].place for uid in units}) > 1:
        raise refuse("not together", "OCS 6.1", "units of one move must begin in one hex", pieces=units)
    strangers = [uid for uid in changes if uid not in units]
    if strangers:
        raise refuse("not moving", "OCS 5.4", f"{', '.join(strangers)} would change mode but does not move")
    for uid in units:
        _set_out(draft, uid, changes.get(uid, KEEP))
    draft.open_frame(MoveFrame(units=units))


def _set_out(draft: Draft[State], uid: str, text: str) -> None:
    """Let a unit take its stance and its fuel, before the next one does: an HQ may fuel others and then flip itself."""
    if text != KEEP:
        change_stances(draft, {uid: text})
        take_control(draft, (uid,))
    if movement_allowance(draft.state, uid) <= 0:
        raise refuse("no MA", "OCS 6.1", f"{uid} has no movement allowance in its mode now", pieces=(uid,))
    _raise(strat_refusal(draft.state, uid))
    use_fuel(draft, (uid,))


def change_stances(draft: Draft[State], changes: dict[str, str]) -> None:
    """Give units new stances one by one, so that each is tested with those before it changed; raises Refused."""
    for uid, text in changes.items():
        if text != KEEP:
            _raise(stance_refusal(draft.state, uid, text))
            draft.emit(StancesChanged(stances={uid: text}))


@rule("T2 5.0")
def take_control(draft: Draft[State], units: Iterable[str]) -> None:
    """Attack-Capable units take control of the hexes that they are in (T2 5.0), and all of the rails (OCS 13.3h)."""
    for uid in units:
        take_rail(draft, uid)
        state, unit = draft.state, draft.state.units[uid]
        taken = state.control.get(unit.place) is unit.side
        if not taken and on_map(state, unit.place) and attack_capable(unit):
            draft.emit(ControlChanged(hex=state.world.label(unit.place), side=unit.side))


@rule("OCS 6.1")
def take_step(draft: Draft[State], to: Hex, ends_well: bool = False) -> None:
    """Move the stack one hex on; raises Refused. ends_well: the step leads to a hex in which all may end."""
    state = draft.state
    units = moving(state)
    for uid in units:
        _raise(_pace_refusal(state, uid, to) if ends_well else step_refusal(state, uid, to))
    label = state.world.label(to)
    draft.emit(StackMoved(to=label, cost={uid: step_cost(state, uid, to) for uid in units}))
    take_control(draft, units)
    capture.entered(draft, units, to)


@rule("OCS 6.1", "OCS 4.4c")
def march(draft: Draft[State], path: tuple[Hex, ...]) -> None:
    """Move the stack along a path and end the move; raises Refused before anything is done.

    From the first hex in which it takes something the march goes on by itself, step by step.
    """
    label, units = draft.state.world.label, moving(draft.state)
    ends_well = all(may_end_in(draft.state, uid, hex_) for uid in units for hex_ in path[-1:])
    for done, hex_ in enumerate(path):
        if capture.would_capture(draft.state, draft.state.units[units[0]].side, hex_):
            _rehearse(draft.state, path[done:])
            draft.change_frame(step="marching", path=tuple(label(each) for each in path[done:]))
            return
        take_step(draft, hex_, ends_well)
    end_move(draft)


def _rehearse(state: State, path: tuple[Hex, ...]) -> None:
    """Raise Refused where a stack could not go along a path; what it takes on the way makes no difference."""
    units = moving(state)
    for hex_ in path:
        for uid in units:
            _raise(step_refusal(state, uid, hex_))
        state = stepped(state, units, hex_)
    _raise(end_refusal(state, units))


def stepped(state: State, units: Iterable[str], to: Hex) -> State:
    """The state after a step that is not refused, as far as the next step needs it."""
    cost = {uid: step_cost(state, uid, to) for uid in units}
    return spend(go_to(state, cost, state.world.label(to)), cost)


def go_on_marching(draft: Draft[State], frame: MoveFrame) -> None:
    """The next step of a march; where it cannot go on, the move stays under way."""
    state = draft.state
    if not frame.path:
        if end_refusal(state, frame.units) is None:
            end_move(draft)
        else:
            draft.change_frame(step="under way")
        return
    to = state.world.place(frame.path[0])
    if any(step_refusal(state, uid, to) is not None for uid in frame.units):
        draft.change_frame(step="under way", path=())
    else:
        draft.change_frame(path=frame.path[1:])
        take_step(draft, to)


@rule("OCS 8.1f", "OCS 8.2")
def after_overrun(draft: Draft[State], units: Iterable[str], retreated: bool) -> None:
    """Go on with the move of units that overran; those who retreated have done moving for the phase (OCS 8.1f)."""
    left = tuple(uid for uid in units if draft.state.units[uid].place >= 0)
    if left and not retreated:
        draft.change_frame(units=left)
        return
    if left:
        draft.emit(UnitsFinished(units=left))
    draft.close_frame()


@rule("OCS 6.1f")
def drop(draft: Draft[State], units: tuple[str, ...]) -> None:
    """Leave some units of the moving stack where it is, finished; raises Refused."""
    stack = moving(draft.state)
    strangers = [uid for uid in units if uid not in stack]
    if len(set(units)) < len(units):
        raise refuse("named twice", "OCS 6.1f", "a unit is named twice", pieces=units)
    if strangers or not units:
        told = f"{', '.join(strangers) or 'nobody'} is not in the moving stack: {', '.join(stack)}"
        raise refuse("not moving", "OCS 6.1f", told, pieces=units)
    _raise(end_refusal(draft.state, units))
    draft.emit(UnitsFinished(units=units))
    left = tuple(uid for uid in stack if uid not in units)
    if left:
        draft.change_frame(units=left)
    else:
        draft.close_frame()


def end_move(draft: Draft[State]) -> None:
    """End the move of all that still move (OCS 6.1g)."""
    drop(draft, moving(draft.state))


# --- how far


def movement_range(state: State, uid: str) -> Reach:
    """Every hex that a unit could reach alone from where it is, in the stance it has, friends staying as they are.

    Costs are twelfths of an MP from now on. The minimum move (OCS 6.1c) is not counted in; `next_hexes` knows it.
    """
    unit = state.units[uid]
    if not on_map(state, unit.place):
        size = state.world.atlas.grid.size
        return Reach(unit.place, 0, [1] * size, arcs(state.world.board, unit.face.mobility), [])
    closed = closed_hexes(state, uid, unit)
    halting: set[Hex] = set()
    if uses_trucks(unit):
        zone = zoc_hexes(state, unit.side.other)
        halting = {hex_ for hex_ in zone if holds_trucks(state, unit.side, hex_)}
    budget = 0 if leave_refusal(state, uid) else max(remaining(state, uid), 0)
    own = frozenset([unit.place]) if over_own_bridge(state, uid) else frozenset()
    return reach(marching_arcs(state, unit.side, unit.face.mobility, own), unit.place, budget, closed, halting)


def closed_hexes(state: State, uid: str, unit: Unit) -> set[Hex]:
    """The hexes that a unit may not be in, terrain and MP apart."""
    grid = state.world.atlas.grid
    suspects = enemy_places(state, unit.side) | state.points.restricted(state, unit)
    if unit.marker is Mode.STRAT:
        suspects |= zoc_hexes(state, unit.side.other)
    if unit.marker is Mode.RESERVE:
        suspects |= set(state.hedgehogs)
    closed = {hex_ for hex_ in suspects if 0 <= hex_ < grid.size and entry_refusal(state, uid, hex_) is not None}
    marked = _only_marked(state, uid) if unit.marker is Mode.RESERVE else None
    return closed if marked is None else closed | (set(range(grid.size)) - marked)


def twelfths(mp: int) -> str:
    """MP in twelfths as players write them: "2", "1/3", "2 1/2"."""
    return mixed(Fraction(mp, 12))


def _raise(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise Refused(refusal)


def _no(code: str, rule_number: str, sentence: str, uid: str, *places: str) -> Refusal:
    return Refusal(code=code, rule=rule_number, sentence=sentence, places=places, pieces=(uid,))
