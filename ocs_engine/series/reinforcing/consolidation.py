"""Consolidation of ground units and trucks in a side's Reinforcement Phase (OCS 13.9); of planes see `air.merging`.

Enemies near and a lack of supply are no bar; Low, Exhausted and DG are (OCS 13.9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset, values
from ocs_engine.series.capture_transport import fresh_id
from ocs_engine.series.movement import take_control
from ocs_engine.series.reinforcing.rebuilding import TRUCK, in_reinforcement, may_appear
from ocs_engine.series.supply.access import ORGANIC
from ocs_engine.state.model import DEAD, Mode, State, Stocks, Transport, Unit
from ocs_engine.state.repl_events import StepsMerged, TrucksSwapped, UnitsSwapped
from ocs_engine.world.counters import Counter, Marks, Side


class Consolidate(Command):
    """Put a dead unit of a formation into the place of its like, which goes to the Dead Pile (OCS 13.9)."""

    kind: Literal["consolidate"] = "consolidate"
    side: Side
    spent: str
    back: str


class MergeSteps(Command):
    """Give the steps of a multi-step unit to its like in the same place, and the rest of it up (OCS 13.9)."""

    kind: Literal["merge steps"] = "merge steps"
    side: Side
    kept: str
    spent: str


class ConsolidateTrucks(Command):
    """Give trucks for the organic truck of a formation in the Dead Pile: T by transport (OCS 13.9, T2 1.6c)."""

    kind: Literal["consolidate trucks"] = "consolidate trucks"
    side: Side
    formation: str
    given: dict[str, int]


COMMANDS: tuple[type[Command], ...] = (Consolidate, MergeSteps, ConsolidateTrucks)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register consolidation."""
    rules.command(Consolidate, in_reinforcement, _swap_blank, _swap_fill)(_consolidate)
    rules.command(MergeSteps, in_reinforcement, _merge_blank, _merge_fill)(_merge_steps)
    rules.command(ConsolidateTrucks, in_reinforcement, _truck_blank, _truck_fill)(_consolidate_trucks)


def can_consolidate(state: State, side: Side) -> bool:
    """Whether a side could consolidate anything on the ground in a Reinforcement Phase of it, as the table lies now."""
    return bool(swaps(state, side)) or bool(merges(state, side)) or bool(truck_swaps(state, side))


# --- like units


@rule("OCS 13.9", "T2 2.6")
def alike(one: Counter, other: Counter) -> bool:
    """Whether two counters are identical on both sides, but for their names and formations (OCS 13.9).

    Nation and traits are printed too: theater reserves are like one another alone (T2 2.6).
    """
    return _print_of(one) == _print_of(other)


@lru_cache(maxsize=1024)
def _print_of(counter: Counter) -> Counter:
    """A counter without what may differ between like ones."""
    blank = Marks("", "", "")
    return replace(counter, id="", name="", formation="", booklet_name="", aliases=(), marks=blank)


@rule("OCS 13.9")
def may_take_part(state: State, side: Side, uid: str) -> Refusal | None:
    """Why a unit on the table may take no part in a consolidation, or None: not Low, Exhausted or DG (OCS 13.9)."""
    unit = state.units.get(uid)
    if unit is None or unit.side is not side or unit.place < 0 or unit.counter.is_repl:
        return _no("no such unit", f"the {side} side has no unit {uid!r} on the table", uid)
    if unit.mode is Mode.DG or unit.stocks is not Stocks.FULL:
        return _no("not fit", f"{uid} is DG, Low or Exhausted and does not consolidate", uid)
    return None


# --- swaps


@rule("OCS 13.9")
def swap_refusal(state: State, side: Side, spent: str, back: str) -> Refusal | None:
    """Why a dead unit may not take the place of one on the table, or None (OCS 13.9).

    It is of a formation, and not of that of the other, which may be independent; never the reverse.
    """
    if (refusal := may_take_part(state, side, spent)) is not None:
        return refusal
    there, dead = state.units[spent], state.units.get(back)
    if dead is None or dead.side is not side or dead.place != DEAD:
        return _no("not dead", f"the {side} side has no unit {back!r} in its Dead Pile", back)
    if not dead.counter.formation or dead.counter.formation == there.counter.formation:
        words = f"{back} must be of a formation, and of another than {spent}"
        return _no("formation", words, spent, back)
    if not alike(there.counter, dead.counter):
        return _no("not alike", f"{spent} and {back} are not identical on both sides", spent, back)
    return may_appear(state, dead.counter, there.place)


@rule("OCS 13.9")
def swaps(state: State, side: Side) -> dict[str, tuple[str, ...]]:
    """The units on the table with the dead units that could take their place, in the roster's order."""
    dead: dict[Counter, list[str]] = {}
    for uid, unit in state.in_order():
        if unit.place == DEAD and unit.side is side and unit.counter.formation:
            dead.setdefault(_print_of(unit.counter), []).append(uid)
    if not dead:
        return {}
    able = [(uid, unit) for uid, unit in state.in_order() if unit.side is side and unit.place >= 0]
    found = {uid: _backs(state, side, uid, dead.get(_print_of(unit.counter), ())) for uid, unit in able}
    return {uid: backs for uid, backs in found.items() if backs}


def _backs(state: State, side: Side, uid: str, like: Sequence[str]) -> tuple[str, ...]:
    return tuple(back for back in like if swap_refusal(state, side, uid, back) is None)


def _consolidate(draft: Draft[State], command: Consolidate) -> None:
    """Mode, markers and what it lacks stay; the one on the table goes to the Dead Pile (OCS 13.9)."""
    raise_if(swap_refusal(draft.state, command.side, command.spent, command.back))
    place = draft.state.world.label(draft.state.units[command.spent].place)
    draft.emit(UnitsSwapped(side=command.side, place=place, spent=command.spent, back=command.back))
    take_control(draft, (command.back,))


def _swap_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The unit on the table, and the dead one."""
    found = swaps(state, Side(side))
    if not filled:
        return Blank("spent", tuple(found))
    return Blank("back", found[str(filled[0][1])]) if len(filled) == 1 else None


def _swap_fill(side: str, filled: Sequence[Answer]) -> Command:
    return Consolidate(side=Side(side), spent=str(filled[0][1]), back=str(filled[1][1]))


# --- steps


@rule("OCS 13.9")
def merge_refusal(state: State, side: Side, kept: str, spent: str) -> Refusal | None:
    """Why two units may not merge their steps, or None: like multi-step units in one place (OCS 13.9)."""
    for uid in (kept, spent):
        if (refusal := may_take_part(state, side, uid)) is not None:
            return refusal
    one, other = state.units[kept], state.units[spent]
    if kept == spent or one.counter.steps == 1 or not alike(one.counter, other.counter) or one.place != other.place:
        return _no("not alike", f"{kept} and {spent} are no like multi-step units in one place", kept, spent)
    return None if one.lost else _no("whole", f"{kept} has all its steps", kept)


def merges(state: State, side: Side) -> dict[str, tuple[str, ...]]:
    """The reduced multi-step units with those whose steps each could have, in the roster's order."""
    many = [(uid, unit) for uid, unit in state.in_order() if unit.side is side and unit.counter.steps > 1]
    found = {
        uid: tuple(other for other, _ in many if merge_refusal(state, side, uid, other) is None)
        for uid, unit in many
        if unit.lost and unit.place >= 0
    }
    return {uid: others for uid, others in found.items() if others}


@rule("OCS 13.9")
def _merge_steps(draft: Draft[State], command: MergeSteps) -> None:
    """Steps above full strength are lost, and the other unit goes to the Dead Pile (OCS 13.9)."""
    raise_if(merge_refusal(draft.state, command.side, command.kept, command.spent))
    kept, spent = draft.state.units[command.kept], draft.state.units[command.spent]
    draft.emit(
        StepsMerged(
            side=command.side,
            place=draft.state.world.label(kept.place),
            kept=command.kept,
            spent=command.spent,
            steps=min(kept.lost, _steps(spent)),
        )
    )


def _steps(unit: Unit) -> int:
    return unit.counter.steps - unit.lost


def _merge_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The unit that stays, and the one that goes."""
    found = merges(state, Side(side))
    if not filled:
        return Blank("kept", tuple(found))
    return Blank("spent", found[str(filled[0][1])]) if len(filled) == 1 else None


def _merge_fill(side: str, filled: Sequence[Answer]) -> Command:
    return MergeSteps(side=Side(side), kept=str(filled[0][1]), spent=str(filled[1][1]))


# --- trucks


def lost_organic(state: State, side: Side) -> dict[str, int]:
    """The organic trucks of a side in its Dead Pile: T by formation."""
    lost = sorted((key, tokens) for key, tokens in state.lost_transport.items())
    return {formation: tokens for (owner, kind, formation), tokens in lost if owner is side and kind == ORGANIC}


@rule("OCS 13.9", "T2 1.6a", "T2 1.6c")
def parts(state: State, each: Transport) -> tuple[int, ...]:
    """How many T of some transport could be given for an organic truck: trucks by whole points, organic ones whole.

    Charcoal trucks and mules are not exchanged for trucks of another kind (T2 1.6a).
    """
    if each.kind not in (TRUCK, ORGANIC):
        return ()
    point = state.world.transport.kinds[TRUCK].capacity or each.tokens
    whole = () if each.kind == ORGANIC else tuple(range(point, each.tokens, point))
    return (*whole, each.tokens)


@rule("OCS 13.9", "T2 1.6c")
def givers(state: State, side: Side, size: int, given: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """The transport of which more could be given for an organic truck of a size beside what is, and how many T each.

    Its like alone, as many T at once; or whatever trucks together come to as many, no change given (T2 1.6c).
    """
    owed = size - sum(given.values())
    if owed <= 0:
        return {}
    place = next((state.transport[tid].place for tid in given), None)
    own = {tid: each for tid, each in sorted(state.transport.items()) if each.side is side and tid not in given}
    there = {tid: each for tid, each in own.items() if place in (None, each.place)}
    if not state.points.gives_tokens(state, size):
        return {tid: (size,) for tid, each in there.items() if size in parts(state, each)}
    most = {tid: max(parts(state, each), default=0) for tid, each in there.items()}
    found = dict[str, tuple[int, ...]]()
    for tid, each in there.items():
        rest = sum(most[other] for other in there if other != tid and there[other].place == each.place)
        found[tid] = tuple(tokens for tokens in _enough(parts(state, each), owed) if tokens + rest >= owed)
    return {tid: amounts for tid, amounts in found.items() if amounts}


def _enough(amounts: Sequence[int], owed: int) -> tuple[int, ...]:
    """Those that are not more than enough, but for the least that is."""
    over = [each for each in amounts if each >= owed]
    return (*(each for each in amounts if each < owed), *over[:1])


def truck_swaps(state: State, side: Side) -> dict[str, int]:
    """The organic trucks in the Dead Pile for which a side could give trucks now: T by formation."""
    lost = lost_organic(state, side).items()
    return {formation: size for formation, size in lost if givers(state, side, size, {})}


@rule("OCS 13.9", "T2 1.6c")
def truck_refusal(state: State, side: Side, formation: str, given: Mapping[str, int]) -> Refusal | None:
    """Why just these trucks may not be given for the organic truck of a formation, or None."""
    size = lost_organic(state, side).get(formation)
    if size is None:
        return _no("not lost", f"the organic truck of {formation or 'no formation'} is not in the Dead Pile")
    so_far: dict[str, int] = {}
    for tid, tokens in given.items():
        if tokens not in givers(state, side, size, so_far).get(tid, ()):
            words = f"{tokens}T of {tid} cannot be given for an organic truck of {size}T beside what else is"
            return Refusal(code="no such trucks", rule="T2 1.6c", sentence=words, pieces=(tid,))
        so_far[tid] = tokens
    if sum(so_far.values()) < size:
        words = f"at least {size}T of trucks are given for the organic truck of {formation}"
        return Refusal(code="too few", rule="T2 1.6c", sentence=words)
    return None


def _consolidate_trucks(draft: Draft[State], command: ConsolidateTrucks) -> None:
    """The organic truck is where they were, and carries on what it can of their loads (OCS 13.9)."""
    state, side = draft.state, command.side
    raise_if(truck_refusal(state, side, command.formation, command.given))
    given = {tid: state.transport[tid] for tid in command.given}
    size = lost_organic(state, side)[command.formation]
    loads = sum(max(0, each.load - (each.tokens - command.given[tid])) for tid, each in given.items())
    draft.emit(
        TrucksSwapped(
            side=side,
            place=state.world.label(next(iter(given.values())).place),
            given=command.given,
            transport=fresh_id(state, side, ORGANIC),
            formation=command.formation,
            tokens=size,
            load=min(size, loads),
        )
    )


def _truck_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The formation; transport and how many T of it, until they are enough."""
    own = Side(side)
    if not filled:
        return Blank("formation", tuple(truck_swaps(state, own)))
    size = lost_organic(state, own)[str(filled[0][1])]
    given = _given(filled)
    if filled[-1][0] == "transport":
        return Blank("tokens", givers(state, own, size, given)[str(filled[-1][1])])
    found = givers(state, own, size, given)
    return Blank("transport", tuple(found)) if sum(given.values()) < size else None


def _given(filled: Sequence[Answer]) -> dict[str, int]:
    tokens = map(int, values(filled, "tokens"))
    return dict(zip(values(filled, "transport"), tokens, strict=False))


def _truck_fill(side: str, filled: Sequence[Answer]) -> Command:
    return ConsolidateTrucks(side=Side(side), formation=str(filled[0][1]), given=_given(filled))


def _no(code: str, sentence: str, *pieces: str) -> Refusal:
    return Refusal(code=code, rule="OCS 13.9", sentence=sentence, pieces=pieces)
