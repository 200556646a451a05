"""Everything that can neither appear nor vanish, counted, and what each event that says so takes away or adds.

`count` is a photograph; `due` is what the next one must show. An event that is not named in `due` changes nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ocs_engine.kernel.messages import Event, FactSet
from ocs_engine.series.supply.ledger import changes, holdings
from ocs_engine.state import air_events as air
from ocs_engine.state import arrival_events as arrival
from ocs_engine.state import barrage_events as barrage
from ocs_engine.state import build_events as build
from ocs_engine.state import capture_events as capture
from ocs_engine.state import carry_events as carry
from ocs_engine.state import events, fight_events
from ocs_engine.state import lift_events as lift
from ocs_engine.state import option_events as option
from ocs_engine.state import plane_events as plane
from ocs_engine.state import repl_events as repl
from ocs_engine.state import supply_events as supply
from ocs_engine.state import trace_events as trace
from ocs_engine.state.model import DEAD, State, Unit
from ocs_engine.world.counters import Side

Count = dict[str, Any]


def count(state: State) -> Count:
    """Counters with their steps, transport and supply in T, works with their levels, planes with their steps."""
    return {
        "roster": state.roster,
        "counters": {uid: unit.counter for uid, unit in state.units.items()},
        "steps lost": {uid: unit.lost for uid, unit in state.units.items()},
        "transport": sum(each.tokens for each in (*state.transport.values(), *state.returning)),
        "lost transport": sum(state.lost_transport.values()),
        "supply": sum(holdings(state).values()),
        "bases": {state.world.label(place): work.level for place, work in state.bases.items()},
        "hedgehogs": {state.world.label(place): work.level for place, work in state.hedgehogs.items()},
        "ports": {state.world.label(place): work.hits for place, work in state.ports.items()},
        "flak": {state.world.label(place): work.level for place, work in state.flak.items()},
        "planes": {pid: plane.lost for pid, plane in state.planes.items()},
        "markers": dict(state.reserve_markers),
    }


def due(state: State, event: Event) -> Count:
    """The count that must follow a state when an event happens, by what the event itself says.

    What it changes of supply is told by the engine's own ledger.
    """
    table = count(state)
    table["supply"] += sum(entry.tokens for entry in changes(state, event))
    return _other(table, state, event)


def holdings_due(state: State, event: Event) -> dict[tuple[Side, str], int]:
    """The supply that every holder must have after an event, by the engine's own ledger."""
    found = holdings(state)
    for entry in changes(state, event):
        holder = (entry.side, entry.where)
        found[holder] = found.get(holder, 0) + entry.tokens
    return {holder: tokens for holder, tokens in found.items() if tokens}


def _other(table: Count, state: State, event: Event) -> Count:
    """The count with what an event says of all but supply."""
    match event:
        case FactSet():
            return _other(table, state, _fact(event))
        case fight_events.StepLost(unit=uid):
            table["steps lost"][uid] += 1
        case capture.DumpCaptured(destroyed=tokens, captured=kept, before=before):
            assert kept + tokens == before
        case capture.TransportDestroyed(tokens=tokens):
            table["transport"] -= tokens
            table["lost transport"] += tokens if event.by_enemy else 0
        case capture.TransportCaptured(tokens=tokens):
            table["lost transport"] += tokens
        case arrival.UnitsArrived(units=units):
            _join(table, state, units)
        case arrival.ArrivedDead(units=units) | arrival.BatchDrawn(dead=units):
            _join(table, state, units)
        case arrival.UnitExchanged(old=old, new=new):
            lost = state.units[old].lost
            _join(table, state, (new,))
            table["steps lost"] |= {old: 0, new: min(lost, state.world.counters[new].steps - 1)}
        case arrival.UnitsWithdrawn(units=units):
            table["steps lost"] |= dict.fromkeys(units, 0)
        case arrival.TransportArrived(tokens=tokens) | arrival.TransportLost(tokens=tokens):
            back = _comes_back(state, event)
            table["transport"] += tokens * (isinstance(event, arrival.TransportArrived) - back)
        case arrival.TransportWithdrawn(tokens=tokens):
            table["transport"] -= tokens
        case arrival.PlanesArrived(planes=planes):
            assert not set(planes) & set(table["planes"]), "a plane arrives once"
            table["planes"] |= planes
        case arrival.PlanesWithdrawn(planes=planes) | option.FightersGivenUp(planes=planes):
            table["planes"] = {pid: lost for pid, lost in table["planes"].items() if pid not in planes}
        case arrival.MarkersGained(side=side, count=more):
            table["markers"][side] = table["markers"].get(side, 0) + more
        case trace.PointsBrokeOut(points=points):
            gone = sum(tokens for tokens, turns in points if not turns)
            table["transport"] -= gone
            table["lost transport"] += gone
        case repl.ReplsCame(repls=repls):
            fresh = {uid: state.world.repls[counter] for uid, counter in repls.items() if uid not in state.units}
            table["roster"] = (*table["roster"], *fresh)
            table["counters"] |= fresh
            table["steps lost"] |= dict.fromkeys(fresh, 0)
        case repl.UnitsRebuilt(stances=stances):
            table["steps lost"] |= {uid: _rebuilt(state.units[uid]) for uid in stances}
        case repl.TransportRebuilt(tokens=tokens):
            table["transport"] += tokens
            table["lost transport"] -= tokens
        case repl.TrucksSwapped(given=given, tokens=tokens):
            table["transport"] += tokens - sum(given.values())
            table["lost transport"] += sum(given.values()) - tokens
        case repl.UnitsSwapped(spent=uid, back=back):
            table["steps lost"] |= {uid: state.units[uid].lost, back: state.units[uid].lost}
        case repl.StepsMerged(kept=kept, spent=spent, steps=steps):
            table["steps lost"][kept] -= steps
            table["steps lost"][spent] = state.units[spent].counter.steps
        case capture.FlakLost(hex=label):
            del table["flak"][label]
        case capture.StripRemoved(hex=label):
            del table["bases"][label]
        case capture.PlaneStepLost(plane=pid):
            table["planes"][pid] += 1
        case capture.PlaneDestroyed(plane=pid):
            table["planes"][pid] = state.planes[pid].aircraft.steps
        case barrage.BaseReduced(hex=label, level=level):
            table["bases"][label] = level
        case barrage.PortHit(hex=label, hits=hits):
            table["ports"][label] = hits
        case build.BaseBuilt(hex=label, level=level):
            table["bases"][label] = level
        case build.PortRepaired(hex=label, hits=hits):
            table["ports"][label] = hits
        case plane.PlanesMerged(kept=kept, spent=spent):
            table["planes"][kept] -= 1
            table["planes"][spent] = state.planes[spent].aircraft.steps
        case plane.PlaneStepRegained(plane=pid):
            table["planes"][pid] -= 1
        case plane.StripPlaced(hex=label, moved_from=old):
            table["bases"].pop(old, None)
            table["bases"][label] = 0
        case events.HedgehogSet(hex=label, level=level):
            table["hedgehogs"][label] = level
            if not level:
                del table["hedgehogs"][label]
    return table


def _rebuilt(unit: Unit) -> int:
    """The steps that a unit lacks once one is rebuilt; a dead one has lost all."""
    return (unit.counter.steps if unit.place == DEAD else unit.lost) - 1


def _join(table: Count, state: State, units: Iterable[str]) -> None:
    """Units that come for the first time come last in the roster; what broke out has lost what it had."""
    back = {each.unit for each in state.returning}
    for uid in units:
        if uid not in table["roster"]:
            table["roster"] += (uid,)
            world = state.world
            table["counters"][uid] = world.counters.get(uid) or world.repls[uid.rpartition("-")[0]]
        if uid not in back:
            table["steps lost"][uid] = 0


def _comes_back(state: State, event: Any) -> bool:
    """Whether transport is what broke out and is due."""
    return any(
        not each.unit and each.turn <= state.turn and each.side is event.side
        and (each.kind, each.tokens, each.formation) == (event.what, event.tokens, event.formation)
        for each in state.returning
    )  # fmt: skip


def _fact(event: FactSet) -> Event:
    families = (events, fight_events, capture, barrage, supply, build, trace, carry, lift, air, plane, arrival, repl)
    every = (kind for family in families for kind in family.EVENTS)
    kinds = {str(each.model_fields["kind"].default): each for each in every}
    return kinds[event.fact["kind"]].model_validate(event.fact)
