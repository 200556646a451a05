"""Capture of Transport Points (OCS 9.14c): one die for trucks, one for wagons; what is not lost gets away.

The owner picks what is lost, and where the rest goes and with how much of the load that is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refused, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset
from ocs_engine.series.general import enemy_noncombat, enemy_units
from ocs_engine.series.tables.capture import Captured, captured_supply, captured_transport, column
from ocs_engine.state.capture_events import (
    LoadCaptured,
    LoadDestroyed,
    LoadsShared,
    TransportCaptured,
    TransportDestroyed,
    TransportDisplaced,
    TransportRolled,
    TransportSplit,
)
from ocs_engine.state.events import SupplyLoaded
from ocs_engine.state.model import State, Transport
from ocs_engine.world.arrangement import can_enter
from ocs_engine.world.counters import Side

ORGANIC, TRUCK = "organic", "truck"
"""The kind of transport that is a counter in one piece, and the kind that it becomes where it is captured."""
_REACH = {Captured.TRUCKS: "displace_trucks_hexes", Captured.WAGONS: "displace_wagons_hexes"}


class GiveUpTransport(Command):
    """Name transport that makes up what a die has taken, and how much of it, in T that it can carry (OCS 9.14c)."""

    kind: Literal["give up transport"] = "give up transport"
    side: Side
    transport: str
    tokens: int


class Displace(Command):
    """Let transport get away to a hex, all or a part, in T that it can carry, with so many T of supply (OCS 9.14c)."""

    kind: Literal["displace"] = "displace"
    side: Side
    transport: str
    tokens: int
    load: int
    hex: str


class TransportFrame(Frame):
    """All trucks, or all wagons, of a hex are rolled for. side: the captor. what: which of the two.

    unit: to how many tokens losses are rounded. owed: tokens of transport still to be lost. seized: tokens of captured
    supply that lie on the ground and go onto captured transport.
    """

    kind: Literal["transport capture"] = "transport capture"
    step: str = "roll"
    side: Side
    hex: str
    what: Captured
    unit: int = 1
    owed: int = 0
    seized: int = 0


def transport_there(state: State, side: Side, hex_: Hex, what: Captured) -> dict[str, Transport]:
    """The transport of a side in a hex that is rolled for in one column, by id, in a fixed order."""
    kinds, tables = state.world.transport.kinds, state.world.tables
    return {
        tid: each
        for tid, each in sorted(state.transport.items())
        if each.place == hex_ and each.side is side and column(tables, kinds[each.kind].ma) is what
    }


def _there(state: State, frame: TransportFrame) -> dict[str, Transport]:
    return transport_there(state, frame.side.other, state.world.place(frame.hex), frame.what)


def _sums(there: Mapping[str, Transport]) -> tuple[int, int]:
    """What some transport can carry, and what it does, in T."""
    return sum(each.tokens for each in there.values()), sum(each.load for each in there.values())


# --- the die


@rule("OCS 9.14c", "T2 1.6d")
def _roll(draft: Draft[State], frame: TransportFrame) -> None:
    """One die takes of the points, and the same share of the whole load to a token (OCS 9.14c)."""
    state, there = draft.state, _there(draft.state, frame)
    (tokens, load), tables = _sums(there), state.world.tables
    (die,) = draft.roll(f"capture of {frame.what} in {frame.hex}", 1)
    unit = state.points.transport_rounding(state, tuple(there.values()))
    lost = captured_transport(tables, frame.what, tokens, die, unit)
    seized = captured_supply(tables, frame.what, load, die).taken
    draft.emit(
        TransportRolled(
            hex=frame.hex, side=frame.side, what=frame.what, die=die, percent=lost.percent,
            tokens=tokens, lost=lost.taken, load=load, seized=seized,
        )
    )  # fmt: skip
    left = seized
    for tid, each in there.items():
        if part := min(left, each.load):
            draft.emit(LoadCaptured(transport=tid, tokens=part))
            left -= part
    draft.change_frame(step="give up", unit=unit, owed=lost.taken, seized=seized)


# --- what is lost


@rule("OCS 9.14c", "T2 1.6c")
def amounts(frame: TransportFrame, each: Transport) -> tuple[int, ...]:
    """How many tokens of some transport its owner may give up next; an organic truck goes as a whole."""
    if each.kind == ORGANIC:
        return (each.tokens,)
    grain = gcd(frame.unit, each.tokens)
    most = min(each.tokens, -(-frame.owed // grain) * grain)
    return tuple(range(grain, most + 1, grain))


def _give_up(draft: Draft[State], frame: TransportFrame) -> None:
    """Take what there is no choice about, ask for the rest, and go on when nothing is owed any more."""
    there = _there(draft.state, frame)
    if not frame.owed or not there:
        draft.change_frame(step="displace")
    elif len(there) == 1 or _sums(there)[0] <= frame.owed:
        tid = next(iter(there))
        _lose(draft, frame, tid, amounts(frame, there[tid])[-1])
    else:
        draft.change_frame(step="choose")


@rule("OCS 9.14c", "T2 1.6b")
def _lose(draft: Draft[State], frame: TransportFrame, tid: str, tokens: int) -> None:
    """Transport of a kind that can be captured is the enemy's now, loaded with what he seized; other is destroyed."""
    _shed(draft, frame, tid, tokens)
    each, seized = draft.state.transport[tid], frame.seized
    if draft.state.world.transport.kinds[each.kind].capturable:
        kind = TRUCK if each.kind == ORGANIC else each.kind
        prize = fresh_id(draft.state, frame.side, kind)
        draft.emit(TransportCaptured(transport=tid, tokens=tokens, to=prize, as_kind=kind))
        if load := min(seized, tokens):
            draft.emit(SupplyLoaded(transport=prize, tokens=load))
            seized -= load
    else:
        draft.emit(TransportDestroyed(transport=tid, tokens=tokens, why="it cannot be captured"))
    draft.change_frame(step="give up", owed=max(frame.owed - tokens, 0), seized=seized)


def fresh_id(state: State, side: Side, kind: str) -> str:
    """An id that no transport on the table has, in the pattern of the set-up."""
    taken = [int(tid.rpartition("-")[2]) for tid in state.transport if tid.startswith(f"{side.lower()}-")]
    return f"{side.lower()}-{kind}-{max(taken, default=0) + 1}"


def _shed(draft: Draft[State], frame: TransportFrame, tid: str, tokens: int) -> None:
    """Empty a part of some transport: what it carries goes onto the rest; what finds no room there is destroyed."""
    there = _there(draft.state, frame)
    room = {other: each.tokens - (tokens if other == tid else 0) for other, each in there.items()}
    if (over := _sums(there)[1] - sum(room.values())) > 0:
        draft.emit(LoadDestroyed(transport=tid, tokens=over))
    _share(draft, frame, room, {})


def _share(draft: Draft[State], frame: TransportFrame, room: Mapping[str, int], fixed: Mapping[str, int]) -> None:
    """Share the loads out over the room there is, as little as need be carried over.

    fixed: T that go, beyond what fits into the room, with a part of some transport.
    """
    there = _there(draft.state, frame)
    loads = {tid: min(max(each.load - fixed.get(tid, 0), 0), room[tid]) for tid, each in there.items()}
    left = _sums(there)[1] - sum(fixed.values()) - sum(loads.values())
    for tid, load in loads.items():
        change = min(max(left, -load), room[tid] - load)
        loads[tid] += change
        left -= change
    loads = {tid: load + fixed.get(tid, 0) for tid, load in loads.items()}
    changed = {tid: load for tid, load in loads.items() if load != there[tid].load}
    if changed:
        draft.emit(LoadsShared(loads=changed))


# --- what gets away


@rule("OCS 9.14c", "T2 1.5")
def havens(state: State, tid: str) -> tuple[Hex, ...]:
    """The hexes to which transport may get away, the nearest first (OCS 9.14c).

    In plain distance, whatever lies between; land in play that it may stand on, without enemies of any sort, and not
    closed to its side by the game.
    """
    world, each = state.world, state.transport[tid]
    grid, kind = world.atlas.grid, world.transport.kinds[each.kind]
    reach = world.tables.number(_REACH[column(world.tables, kind.ma)])
    closed = state.points.closed_to(state, each.side)
    found = (
        hex_
        for hex_ in grid.within(each.place, reach)
        if hex_ != each.place
        and world.in_play(hex_)
        and hex_ not in closed
        and can_enter(world.atlas, world.chart, hex_, (kind.mobility,))
        and not enemy_units(state, each.side, hex_)
        and not enemy_noncombat(state, each.side, hex_)
    )
    return tuple(sorted(found, key=lambda hex_: (grid.distance(each.place, hex_), hex_)))


def parts(state: State, tid: str) -> tuple[int, ...]:
    """The parts, in tokens, in which transport may get away: by points, an organic truck as a whole."""
    each = state.transport[tid]
    if each.kind == ORGANIC:
        return (each.tokens,)
    grain = gcd(state.world.tables.number("tokens_per_SP"), each.tokens)
    return tuple(range(grain, each.tokens + 1, grain))


def loads(state: State, frame: TransportFrame, tokens: int) -> tuple[int, ...]:
    """How many T a part may take along; what it leaves must find room on the transport that is still there."""
    room, load = _sums(_there(state, frame))
    return tuple(range(max(0, load - (room - tokens)), min(tokens, load) + 1))


def _displace(draft: Draft[State], frame: TransportFrame) -> None:
    """What has nowhere to go is destroyed; where there is one hex for all, all go; else the owner is asked."""
    for tid, each in _there(draft.state, frame).items():
        if not havens(draft.state, tid):
            _shed(draft, frame, tid, each.tokens)
            draft.emit(TransportDestroyed(transport=tid, tokens=each.tokens, why="it has no hex to go to"))
    there = _there(draft.state, frame)
    hexes = {hex_ for tid in there for hex_ in havens(draft.state, tid)}
    if len(hexes) > 1:
        draft.change_frame(step="place")
        return
    for tid in there:
        draft.emit(TransportDisplaced(transport=tid, to=draft.state.world.label(min(hexes))))
    draft.close_frame()


# --- the commands


def _asked(state: State, side: str, step: str) -> bool:
    top = state.top_frame
    return isinstance(top, TransportFrame) and top.step == step and top.side.other == side


def _asked_loss(state: State, side: str) -> bool:
    return _asked(state, side, "choose")


def _asked_hex(state: State, side: str) -> bool:
    return _asked(state, side, "place")



def _give_up_blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    top = state.frame_of(TransportFrame)
    if not filled:
        return Blank("transport", tuple(_there(state, top)))
    if len(filled) == 1:
        return Blank("tokens", amounts(top, state.transport[filled[0][1]]))
    return None


def _give_up_fill(side: str, filled: Sequence[Answer]) -> Command:
    return GiveUpTransport(side=Side(side), transport=str(filled[0][1]), tokens=int(filled[1][1]))


def _given_up(draft: Draft[State], command: GiveUpTransport) -> None:
    frame = draft.state.frame_of(TransportFrame)
    each = _wanted(draft.state, frame, command.transport)
    if command.tokens not in (allowed := amounts(frame, each)):
        words = f"of {command.transport} go one of {_list(allowed)} T, not {command.tokens}"
        raise _no("not that much", words, command)
    _lose(draft, frame, command.transport, command.tokens)


def _displace_blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    top, label = state.frame_of(TransportFrame), state.world.label
    match [value for _, value in filled]:
        case []:
            return Blank("transport", tuple(_there(state, top)))
        case [tid]:
            return Blank("tokens", parts(state, tid))
        case [_, tokens]:
            return Blank("load", loads(state, top, tokens))
        case [tid, _, _]:
            return Blank("hex", tuple(map(label, havens(state, tid))))
    return None


def _displace_fill(side: str, filled: Sequence[Answer]) -> Command:
    tid, tokens, load, hex_ = (value for _, value in filled)
    return Displace(side=Side(side), transport=tid, tokens=tokens, load=load, hex=hex_)


def _displaced(draft: Draft[State], command: Displace) -> None:
    state, frame, tid = draft.state, draft.state.frame_of(TransportFrame), command.transport
    each = _wanted(state, frame, tid)
    if command.tokens not in (allowed := parts(state, tid)):
        raise _no("not that much", f"of {tid} go one of {_list(allowed)} T, not {command.tokens}", command)
    if command.load not in (allowed := loads(state, frame, command.tokens)):
        raise _no("not that load", f"{tid} takes one of {_list(allowed)} T along, not {command.load}", command)
    if command.hex not in (hexes := tuple(map(state.world.label, havens(state, tid)))):
        raise _no("not that hex", f"{tid} may not go to {command.hex}, but to {_list(hexes)}", command, command.hex)
    room = {other: found.tokens for other, found in _there(state, frame).items()}
    room[tid] -= command.tokens
    _share(draft, frame, room, {tid: command.load})
    if command.tokens < each.tokens:
        part = fresh_id(draft.state, each.side, each.kind)
        draft.emit(TransportSplit(transport=tid, tokens=command.tokens, load=command.load, to=part))
        tid = part
    draft.emit(TransportDisplaced(transport=tid, to=command.hex))
    draft.change_frame(step="displace")


def _wanted(state: State, frame: TransportFrame, tid: str) -> Transport:
    there = _there(state, frame)
    if tid not in there:
        words = f"{tid!r} is not asked for; it is one of {_list(there)}"
        raise refuse("not that transport", "OCS 9.14c", words, pieces=(tid,))
    return there[tid]


def _no(code: str, words: str, command: GiveUpTransport | Displace, *places: str) -> Refused:
    return refuse(code, "OCS 9.14c", words, places=places, pieces=(command.transport,))


def _list(values: Sequence[object] | Mapping[str, object]) -> str:
    shown = [str(value) for value in values]
    return ", ".join(shown[:6]) + (" ..." if len(shown) > 6 else "")


def _ask_loss(_: State, frame: TransportFrame) -> Pending:
    prompt = f"which {frame.what} in {frame.hex} are lost?"
    return Pending(frame.side.other, prompt, "OCS 9.14c", ("give up transport",))


def _ask_hex(_: State, frame: TransportFrame) -> Pending:
    prompt = f"where do the {frame.what} in {frame.hex} go?"
    return Pending(frame.side.other, prompt, "OCS 9.14c", ("displace",))


def install(rules: Ruleset[State]) -> None:
    """Register the capture of transport."""
    rules.step(TransportFrame, "roll")(_roll)
    rules.step(TransportFrame, "give up")(_give_up)
    rules.step(TransportFrame, "displace")(_displace)
    rules.question(TransportFrame, "choose")(_ask_loss)
    rules.question(TransportFrame, "place")(_ask_hex)
    rules.command(GiveUpTransport, _asked_loss, _give_up_blank, _give_up_fill)(_given_up)
    rules.command(Displace, _asked_hex, _displace_blank, _displace_fill)(_displaced)
