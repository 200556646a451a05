"""How pieces come back: replacements, rebuilding and consolidation (OCS 13.5, 13.9, T2 1.4a, 6.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.events import in_stance, put_units, with_lost
from ocs_engine.state.model import AWAY, DEAD, State, Transport, Unit, Up
from ocs_engine.state.supply_events import on_ground
from ocs_engine.world.counters import Side
from ocs_engine.world.options import REVISED_REBUILDS

Some = Annotated[int, Field(ge=1)]
Tokens = Annotated[int, Field(ge=0)]


class ReplsRolled(Event):
    """A side rolled on its Repl Table (T2 1.4a). total: as the roll counts; results: what it gives, in order."""

    kind: Literal["repls rolled"] = "repls rolled"
    side: Side
    total: int
    results: tuple[str, ...]


class FactionDrawn(Event):
    """A die drew the faction of a Faction result (T2 1.4a)."""

    kind: Literal["faction drawn"] = "faction drawn"
    side: Side
    die: Annotated[int, Field(ge=1, le=6)]
    faction: str


class ReplsCame(Event):
    """Replacements appeared in a place, in Move Mode: the counter of each, by its id (OCS 13.5)."""

    kind: Literal["repls came"] = "repls came"
    side: Side
    place: str
    repls: dict[str, str]


class UnitsRebuilt(Event):
    """Units came out of the Dead Pile into a place, or regained a step there (OCS 13.5a).

    stances: by unit, what a reduced one has being no new one. repls: what was used up for it; why: what rebuilt them.
    """

    kind: Literal["units rebuilt"] = "units rebuilt"
    side: Side
    place: str
    stances: dict[str, str]
    repls: tuple[str, ...] = ()
    why: str


class TransportRebuilt(Event):
    """Transport that was lost to the enemy came back, empty (OCS 13.5e). tokens: what it can carry; repl: used up."""

    kind: Literal["transport rebuilt"] = "transport rebuilt"
    side: Side
    place: str
    transport: str
    of: str
    formation: str
    tokens: Some
    repl: str


class UnitsSwapped(Event):
    """A unit went to the Dead Pile, and its like of another formation took its place as it lay (OCS 13.9)."""

    kind: Literal["units swapped"] = "units swapped"
    side: Side
    place: str
    spent: str
    back: str


class StepsMerged(Event):
    """Two like units became one: `kept` has so many steps more, `spent` is in the Dead Pile (OCS 13.9)."""

    kind: Literal["steps merged"] = "steps merged"
    side: Side
    place: str
    kept: str
    spent: str
    steps: Tokens


class TrucksSwapped(Event):
    """Trucks went to the Dead Pile for an organic truck out of it (OCS 13.9, T2 1.6c).

    given: T of transport, by its id; load: what the organic truck carries on of their loads; what is above that is
    left on the ground, or in a box.
    """

    kind: Literal["trucks swapped"] = "trucks swapped"
    side: Side
    place: str
    given: dict[str, Some]
    transport: str
    formation: str
    tokens: Some
    load: Tokens


class BroughtIn(Event):
    """A unit out of the Dead Pile was set up with its formation; another was given up for it, "" for none (T2 6.4)."""

    kind: Literal["brought in"] = "brought in"
    side: Side
    unit: str
    place: str
    given_up: str


EVENTS: tuple[type[Event], ...] = (
    ReplsRolled, FactionDrawn, ReplsCame, UnitsRebuilt, TransportRebuilt, UnitsSwapped, StepsMerged, TrucksSwapped,
    BroughtIn,
)  # fmt: skip


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _nothing(state: State, _: Event) -> State:
    return state


def with_repls(state: State, repls: dict[str, str], place: int) -> State:
    """The state with replacements in a place, new ones or such as were used before: the counter of each, by its id."""
    new = {uid: Unit(state.world.repls[counter], AWAY, Up.MOVE) for uid, counter in repls.items()}
    units, here = state.units.update(new), state.here
    strangers = tuple(uid for uid in new if uid not in state.units)
    if strangers:
        here = here.set(AWAY, (*here.get(AWAY, ()), *strangers))
    state = replace(state, units=units, here=here, roster=(*state.roster, *strangers))
    return put_units(state, {uid: replace(unit, place=place) for uid, unit in new.items()})


def _repls_came(state: State, event: ReplsCame) -> State:
    state = with_repls(state, event.repls, state.world.place(event.place))
    if not state.plays(REVISED_REBUILDS):
        return state
    came = state.memory.repls_came.update(dict.fromkeys(event.repls, True))
    return replace(state, memory=replace(state.memory, repls_came=came))


def _used(state: State, repls: tuple[str, ...]) -> State:
    """Replacements were used, which counts where half of them must be."""
    if state.plays(REVISED_REBUILDS):
        used = state.memory.repls_used
        for uid in repls:
            kind = state.units[uid].counter.id.rpartition("-")[2]
            used = used.set(kind, used.get(kind, 0) + 1)
        state = replace(state, memory=replace(state.memory, repls_used=used))
    return used_up(state, repls)


def used_up(state: State, repls: tuple[str, ...]) -> State:
    """Replacements that were used up are away, as good as new, until they come again."""
    state = put_units(state, {uid: Unit(state.units[uid].counter, AWAY, Up.MOVE) for uid in repls})
    return without_plans(state, repls)


def without_plans(state: State, units: tuple[str, ...]) -> State:
    """What is not in play any more has no plan to be dropped, and lies on top of nothing."""
    plans, tops = state.drop_plans, state.tops
    for uid in units:
        plans = plans.delete(uid) if uid in plans else plans
    for place in [place for place, uid in tops.items() if uid in units]:
        tops = tops.delete(place)
    return replace(state, drop_plans=plans, tops=tops)


def _units_rebuilt(state: State, event: UnitsRebuilt) -> State:
    """A dead unit comes back with one step, whatever it was before."""
    place, changed = state.world.place(event.place), dict[str, Unit]()
    for uid, text in event.stances.items():
        unit = state.units[uid]
        if unit.place == DEAD:
            changed[uid] = in_stance(Unit(unit.counter, place, lost=unit.counter.steps - 1), text)
        else:
            changed[uid] = replace(unit, lost=unit.lost - 1)
    return _used(put_units(state, changed), event.repls)


def _transport_rebuilt(state: State, event: TransportRebuilt) -> State:
    new = Transport(event.of, event.side, state.world.place(event.place), event.tokens, 0, event.formation)
    state = with_lost(state, event.side, event.of, event.formation, -event.tokens)
    return _used(replace(state, transport=state.transport.set(event.transport, new)), (event.repl,))


def _units_swapped(state: State, event: UnitsSwapped) -> State:
    """The like takes over the mode, the markers, and the place in the stack."""
    spent, back = state.units[event.spent], state.units[event.back]
    tops = state.tops.set(spent.place, event.back) if state.tops.get(spent.place) == event.spent else state.tops
    there = {event.spent: replace(spent, place=DEAD, marker=None), event.back: replace(spent, counter=back.counter)}
    return without_plans(replace(put_units(state, there), tops=tops), (event.spent,))


def _steps_merged(state: State, event: StepsMerged) -> State:
    kept, spent = state.units[event.kept], state.units[event.spent]
    there = {
        event.kept: replace(kept, lost=kept.lost - event.steps),
        event.spent: replace(spent, place=DEAD, marker=None, lost=spent.counter.steps),
    }
    return without_plans(put_units(state, there), (event.spent,))


def _trucks_swapped(state: State, event: TrucksSwapped) -> State:
    place, transport, carried = state.world.place(event.place), state.transport, 0
    for tid, tokens in event.given.items():
        each = transport[tid]
        load = each.load - max(0, each.load - (each.tokens - tokens))
        carried += each.load - load
        left = replace(each, tokens=each.tokens - tokens, load=load)
        transport = transport.set(tid, left) if left.tokens else transport.delete(tid)
        state = with_lost(state, each.side, each.kind, each.formation, tokens)
    reserve = len(event.given) == 1 and all(state.transport[tid].reserve for tid in event.given)
    new = Transport("organic", event.side, place, event.tokens, event.load, event.formation, reserve)
    state = replace(state, transport=transport.set(event.transport, new))
    state = with_lost(state, event.side, "organic", event.formation, -event.tokens)
    over = carried - event.load
    return on_ground(state, place, event.side, over) if over and not state.world.is_box(place) else state


def _brought_in(state: State, event: BroughtIn) -> State:
    there = {event.unit: replace(state.units[event.unit], place=state.world.place(event.place))}
    if event.given_up:
        there[event.given_up] = replace(state.units[event.given_up], place=DEAD, marker=None)
    return put_units(state, there)


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (ReplsRolled, _nothing),
    (FactionDrawn, _nothing),
    (ReplsCame, _repls_came),
    (UnitsRebuilt, _units_rebuilt),
    (TransportRebuilt, _transport_rebuilt),
    (UnitsSwapped, _units_swapped),
    (StepsMerged, _steps_merged),
    (TrucksSwapped, _trucks_swapped),
    (BroughtIn, _brought_in),
)
