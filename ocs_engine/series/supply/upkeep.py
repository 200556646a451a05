"""The Supply Phase of a side, step by step in the order of the booklet (OCS 12.6, 12.8, 12.10e).

Internal stocks first, then trace, then eating off the map, then the marks, attrition last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.series.disorder import may_eat
from ocs_engine.series.general import size
from ocs_engine.series.losses import open_losses, steps_left
from ocs_engine.series.modes import on_map
from ocs_engine.series.strength import action_rating
from ocs_engine.series.supply import recovery
from ocs_engine.series.supply.access import Access, accesses
from ocs_engine.series.supply.foraging import foragers, served
from ocs_engine.series.supply.trace import Part, trace
from ocs_engine.series.tables.attrition import attrition
from ocs_engine.series.tables.eating import eating_cost
from ocs_engine.state.model import Mode, State
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.state.trace_events import AttritionRolled, TraceChecked, UnitsFed, UnitsStarved
from ocs_engine.world.counters import Side


class SupplyFrame(Frame):
    """The Supply Phase of a side.

    keeping: units whose organic loads are kept from their stocks. chosen: by split formation through what its one part
    traces. without: the units that have no trace. fed: the dumps off which units ate. foraged: HQs
    that spent a cache, while the side is still foraging (OCS 21.10). hexes: where attrition is still
    to be rolled.
    """

    kind: Literal["supply phase"] = "supply phase"
    step: str = "recover"
    side: Side
    keeping: tuple[str, ...] = ()
    chosen: dict[str, str] = Field(default_factory=dict)
    without: tuple[str, ...] = ()
    fed: tuple[str, ...] = ()
    foraged: tuple[str, ...] = ()
    foraging: bool = True
    hexes: tuple[str, ...] = ()


@rule("OCS 12.6", "OCS 2.2")
def open_supply_phase(draft: Draft[State], side: Side) -> None:
    """Begin the Supply Phase of a side; it passes where all units count as supplied."""
    if not draft.state.points.everyone_supplied(draft.state):
        draft.open_frame(SupplyFrame(side=side))


# --- internal stocks


@rule("OCS 12.10e")
def recover(draft: Draft[State], frame: SupplyFrame) -> None:
    """Lift who can be lifted, group by group; ask where the owner has a choice (OCS 12.10e)."""
    waiting = recovery.groups(draft.state, frame.side, frame.keeping)
    if not waiting:
        draft.change_frame(step="trace")
        return
    lifted = recovery.settled(waiting[0])
    if lifted is None:
        draft.change_frame(step="ask recovery")
    for uid, payment in lifted or ():
        recovery.lift(draft, uid, payment)
    if lifted == []:
        recovery.lose_rest(draft, waiting[0])


@rule("OCS 12.10e", "OCS 13.2g")
def keep_loads(draft: Draft[State], frame: SupplyFrame) -> None:
    """The owner keeps the organic loads of a group for other things; what is left in its dumps is lost all the same."""
    group = recovery.groups(draft.state, frame.side, frame.keeping)[0]
    recovery.lose_rest(draft, group)
    draft.change_frame(step="recover", keeping=(*frame.keeping, *group.units))


# --- trace


def undecided(state: State, frame: SupplyFrame) -> dict[str, tuple[Part, ...]]:
    """The split formations of which the owner must still say which part traces (OCS 12.6f)."""
    split = trace(state, frame.side).split
    return {name: parts for name, parts in split.items() if len(parts) > 1 and name not in frame.chosen}


@rule("OCS 12.6", "OCS 12.6f", "OCS 21.10")
def check_trace(draft: Draft[State], frame: SupplyFrame) -> None:
    """Find who has no trace, the parts of split formations that are not chosen among them (OCS 12.6f)."""
    if frame.foraging and foragers(draft.state, frame.side, frame.foraged):
        draft.change_frame(step="ask forage")
        return
    if undecided(draft.state, frame):
        draft.change_frame(step="choose part")
        return
    without = untraced(draft.state, frame)
    draft.emit(TraceChecked(side=frame.side, without=without))
    draft.change_frame(step="eat", without=without)


def untraced(state: State, frame: SupplyFrame) -> tuple[str, ...]:
    """The units without trace, in the roster's order."""
    found, foraged = trace(state, frame.side), served(state, frame.side, frame.foraged)
    tracing = {
        name: next(part.units for part in parts if part.through == frame.chosen.get(name, parts[0].through))
        for name, parts in found.split.items()
    }
    return tuple(
        uid
        for uid, line in found.lines.items()
        if uid not in foraged
        and (line is None or (_asks(state, uid) and uid not in _part_of(state, uid, tracing)))
    )


def _asks(state: State, uid: str) -> bool:
    """Whether a unit needs any trace: not in an off-map box, nor dropped in this turn (OCS 12.6h)."""
    return on_map(state, state.units[uid].place) and uid not in state.dropped


def _part_of(state: State, uid: str, tracing: Mapping[str, Collection[str]]) -> Collection[str]:
    """The part of its formation that traces; that of a unit whose formation is not split is the unit itself."""
    return tracing.get(state.units[uid].counter.formation, (uid,))


# --- eating


@rule("OCS 12.6c", "OCS 5.8b")
def tables_laid(state: State, frame: SupplyFrame) -> dict[str, dict[str, Access]]:
    """By dump the units that may eat off it, each with the way in which it comes; a dump feeds once (OCS 12.6c)."""
    for known, laid in _KEPT:
        if known is state:
            return laid
    found: dict[str, dict[str, Access]] = {}
    for uid in hungry(state, frame):
        for access in accesses(state, frame.side, state.units[uid].place, (uid,)):
            name = access.source.name
            if name not in frame.fed and meal(state, [uid]) <= access.source.tokens:
                found.setdefault(name, {}).setdefault(uid, access)
    _KEPT[:] = [(state, found)]
    return found


_KEPT: list[tuple[State, dict[str, dict[str, Access]]]] = []
"""The last answer, by the identity of its state, which never changes."""


def hungry(state: State, frame: SupplyFrame) -> list[str]:
    """The units without trace that have not eaten, and may."""
    there = ((uid, state.units[uid]) for uid in frame.without)
    return [uid for uid, unit in there if unit.place >= 0 and not unit.ate and may_eat(unit)]


@rule("OCS 12.6c")
def meal(state: State, units: Iterable[str]) -> int:
    """T that units eat which are fed from one dump (OCS 12.6c)."""
    return eating_cost(state.world.tables, sum(size(state.units[uid]) for uid in units))


@rule("OCS 12.6c")
def offer_meals(draft: Draft[State], frame: SupplyFrame) -> None:
    """Ask the owner who eats, while anybody could."""
    draft.change_frame(step="ask eating" if tables_laid(draft.state, frame) else "mark")


@rule("OCS 12.6c")
def feed(draft: Draft[State], frame: SupplyFrame, source: str, units: Sequence[str]) -> None:
    """Feed units off a dump, once it is known that they may eat there."""
    state, laid = draft.state, tables_laid(draft.state, frame)[source]
    hqs = list(dict.fromkeys(laid[uid].hq for uid in units))
    tokens = meal(state, units)
    draft.emit(
        SupplySpent(
            side=frame.side,
            source=source,
            tokens=tokens,
            hq=hqs[0] if len(hqs) == 1 else "",
            use="eating",
            what=", ".join(units),
            place=state.world.label(state.units[units[0]].place),
        )
    )
    draft.emit(UnitsFed(side=frame.side, units=tuple(units), source=source, tokens=tokens))
    draft.change_frame(step="eat", fed=(*frame.fed, source))


# --- out of supply


@rule("OCS 12.8", "T2 1.3c")
def mark(draft: Draft[State], frame: SupplyFrame) -> None:
    """Mark who neither traces nor ate (OCS 12.8a), and go on to attrition unless nobody rolls for it."""
    state = draft.state
    starving = [uid for uid in frame.without if state.units[uid].place >= 0 and not state.units[uid].ate]
    fresh = tuple(uid for uid in starving if not state.units[uid].oos)
    if fresh:
        draft.emit(UnitsStarved(side=frame.side, units=fresh))
    hexes = () if state.points.attrition_waived(state) else sorted({state.units[uid].place for uid in starving})
    draft.change_frame(step="attrition", hexes=tuple(state.world.label(hex_) for hex_ in hexes))


@rule("OCS 12.8b")
def roll_attrition(draft: Draft[State], frame: SupplyFrame) -> None:
    """Roll for the next hex, all of its units that are out of supply together; the owner chooses who suffers."""
    if not frame.hexes:
        draft.close_frame()
        return
    state, label = draft.state, frame.hexes[0]
    draft.change_frame(hexes=frame.hexes[1:])
    units = tuple(uid for uid in state.here.get(state.world.place(label), ()) if state.units[uid].oos)
    if not units:
        return
    ar, steps = max(steady_rating(state, uid) for uid in units), steps_left(state, units)
    result = attrition(state.world.tables, ar, steps, sum(draft.roll(f"attrition in {label}", 2)))
    draft.emit(
        AttritionRolled(
            side=frame.side,
            hex=label,
            units=units,
            ar=ar,
            steps=steps,
            total=result.total,
            result=result.text,
            lost=result.steps,
        )
    )
    open_losses(draft, units, result.steps, "attrition")


@rule("OCS 12.8b")
def steady_rating(state: State, uid: str) -> int:
    """The AR of a unit, DG or not; in Strat Mode it is 0 (OCS 12.8b)."""
    unit = state.units[uid]
    return action_rating(state.world.tables, replace(unit, marker=None) if unit.marker is Mode.DG else unit)
