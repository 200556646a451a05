"""Who may break out, and what comes of it (OCS 12.8e)."""

from __future__ import annotations

from collections import deque

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.paths import ground
from ocs_engine.series.supply.trace import trace
from ocs_engine.series.tables.breakout import breakout
from ocs_engine.state.model import State, Transport, Unit
from ocs_engine.state.slots import Segment
from ocs_engine.state.trace_events import BrokeOut, PointsBrokeOut
from ocs_engine.world.counters import Side


@rule("OCS 12.8e")
def can_break_out(state: State, side: Side) -> bool:
    """Whether anything of a side could break out in this segment."""
    return state.now.segment is Segment.BREAKOUT and state.now.acts is side and bool(hopefuls(state, side))


def hopefuls(state: State, side: Side) -> list[str]:
    """The units, in the roster's order, and after them the transport, by id, that may try to break out now."""
    if state.points.everyone_supplied(state):
        return []
    lost = [uid for uid, line in trace(state, side).lines.items() if line is None]
    units = [uid for uid in lost if unit_refusal(state, side, uid) is None]
    return units + [tid for tid in sorted(state.transport) if transport_refusal(state, side, tid) is None]


def first_turn(unit: Unit) -> bool:
    """Whether a unit that has no trace now had one in its last Supply Phase (OCS 12.8e)."""
    return not (unit.oos or unit.ate)


# --- who may


@rule("OCS 12.8e")
def unit_refusal(state: State, side: Side, uid: str) -> Refusal | None:
    """Why a unit may not try to break out now, or None (OCS 12.8e)."""
    unit = state.units.get(uid)
    if unit is None or unit.side is not side or not on_map(state, unit.place):
        return _no("no such unit", f"the {side} side has no unit {uid!r} on the map", uid)
    if unit.counter.move.ma < 1:
        return _no("no MA", f"{uid} has no printed MA, without which there is no breakout", uid)
    if trace(state, side).lines[uid] is not None:
        return _no("in trace", f"{uid} traces now; only what is cut off breaks out", uid)
    if first_turn(unit):
        return None
    friends = _in_trace(state, side)
    reach = state.world.tables.number("breakout_reach_hexes")
    distance = state.world.atlas.grid.distance
    if all(distance(unit.place, hex_) > reach for hex_ in friends):
        return _no("too far", f"no friendly unit in trace is within {reach} hexes of {uid}", uid)
    if not _path_leads(state, unit, friends):
        return _no("no path", f"no path free of the enemy leads from {uid} to a friendly unit in trace", uid)
    return None


def _in_trace(state: State, side: Side) -> set[Hex]:
    lines = trace(state, side).lines.items()
    return {place for uid, line in lines if line is not None and on_map(state, place := state.units[uid].place)}


@rule("OCS 12.8e", "OCS 4.5a")
def _path_leads(state: State, unit: Unit, friends: set[Hex]) -> bool:
    """Whether a path of any length leads to one of some hexes as the Move side moves, the enemy in nobody's way."""
    arcs, closed = ground(state, unit.side).ways(unit.counter.move.mobility)
    seen = {unit.place}
    waiting = deque(() if unit.place in closed else seen)
    while waiting:
        hex_ = waiting.popleft()
        if hex_ in friends:
            return True
        for near, _ in arcs[hex_]:
            if near not in seen and near not in closed:
                seen.add(near)
                waiting.append(near)
    return False


@rule("OCS 12.8e")
def transport_refusal(state: State, side: Side, tid: str) -> Refusal | None:
    """Why Transport Points may not try to break out, or None: with a unit in its first turn without trace (12.8e)."""
    each = state.transport.get(tid)
    if each is None or each.side is not side or not on_map(state, each.place):
        return _no("no such transport", f"the {side} side has no transport {tid!r} on the map", tid)
    lines = trace(state, side).lines
    beside = (uid for uid in state.here.get(each.place, ()) if uid in lines and lines[uid] is None)
    if not any(first_turn(state.units[uid]) for uid in beside):
        words = f"{tid} is not with a unit that has no trace for the first turn; only then transport breaks out too"
        return _no("not the first turn", words, tid)
    return None


# --- what comes of it


@rule("OCS 12.8e")
def break_out(draft: Draft[State], uid: str) -> None:
    """Roll for a unit: the Dead Pile, or away for as many turns as a second die says (OCS 12.8e)."""
    unit = draft.state.units[uid]
    label = draft.state.world.label(unit.place)
    total, turns = _roll(draft, label, first_turn(unit))
    draft.emit(BrokeOut(unit=uid, hex=label, total=total, turns=turns))


@rule("OCS 12.8e")
def points_break_out(draft: Draft[State], tid: str) -> None:
    """Roll for each point of some transport, whose load stays behind (OCS 12.8e)."""
    each = draft.state.transport[tid]
    label = draft.state.world.label(each.place)
    fates = tuple((tokens, _roll(draft, label, first=True)[1]) for tokens in points_of(draft.state, each))
    draft.emit(PointsBrokeOut(transport=tid, hex=label, points=fates, load=each.load))


def points_of(state: State, each: Transport) -> tuple[int, ...]:
    """The T of each point of some transport; an organic truck is one."""
    size = state.world.transport.kinds[each.kind].capacity
    if size is None:
        return (each.tokens,)
    whole, rest = divmod(each.tokens, size)
    return (size,) * whole + ((rest,) if rest else ())


def _roll(draft: Draft[State], label: str, first: bool) -> tuple[int, int]:
    (face,) = draft.roll(f"breakout from {label}", 1)
    escape = breakout(draft.state.world.tables, face, first)
    if not escape.away:
        return escape.total, 0
    (turns,) = draft.roll("turns until they return", 1)
    return escape.total, turns


def _no(code: str, sentence: str, piece: str) -> Refusal:
    return Refusal(code=code, rule="OCS 12.8e", sentence=sentence, pieces=(piece,))
