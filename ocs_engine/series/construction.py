"""Construction (OCS 13.8d): air bases (15.2-15.4), hedgehogs (16.0), and the hits of ports (19.0c, 19.0d).

An engineer-capable unit works within two hexes of where it stands; some tasks troops in the hex can do too. Whoever
works does not move in that phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Event, Refusal
from ocs_engine.series.bridges import bridged_arcs
from ocs_engine.series.general import enemy_noncombat, size
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.paths import enemy_held
from ocs_engine.series.supply.payment import Need
from ocs_engine.series.tables.construction import troops_needed
from ocs_engine.series.tables.port import port_hits_after
from ocs_engine.state.barrage_events import BaseReduced, PortHit
from ocs_engine.state.build_events import BaseBuilt, PortRepaired, Task
from ocs_engine.state.events import HedgehogSet
from ocs_engine.state.model import Mode, State, Work
from ocs_engine.world.counters import Mobility, Side

RULES = {
    Task.AIR_BASE: "OCS 15.3",
    Task.STRIP: "OCS 15.2",
    Task.REDUCE_BASE: "OCS 15.4",
    Task.HEDGEHOG: "OCS 16.0b",
    Task.REDUCE_HEDGEHOG: "OCS 16.0c",
    Task.REPAIR_PORT: "OCS 19.0d",
    Task.DAMAGE_PORT: "OCS 19.0c",
}
"""The case that each task goes by."""
RAISING = (Task.AIR_BASE, Task.STRIP)
"""Tasks that raise an air base, together once a turn (OCS 15.3)."""


# --- who works, and where


@rule("OCS 13.8d")
def work_hexes(state: State, uid: str) -> set[Hex]:
    """The hexes in which an engineer works: Leg could walk there by no more than two hexes without enemy units.

    MP and enemy ZOC do not matter.
    """
    unit = state.units[uid]
    ways, held = bridged_arcs(state, unit.side, Mobility.LEG), enemy_held(state, unit.side)
    found = {unit.place}
    for _ in range(state.world.tables.number("construction_radius_hexes")):
        found |= {near for hex_ in found for near, _ in ways[hex_] if near not in held}
    return found


@rule("OCS 13.8d")
def worker_refusal(state: State, side: Side, uid: str) -> Refusal | None:
    """Why a unit may do no work at all in this phase, or None: it has moved, or has worked already."""
    unit, memory = state.units.get(uid), state.memory
    if unit is None or unit.side is not side or not on_map(state, unit.place):
        return _no("no such unit", "", f"the {side} side has no unit {uid!r} on the map", (uid,))
    if uid in memory.spent:
        return _no("has moved", "OCS 13.8d", f"{uid} has moved in this phase and does no work in it", (uid,))
    if uid in memory.worked:
        return _no("has worked", "OCS 13.8d", f"{uid} has done its work in this phase", (uid,))
    return None


@rule("OCS 13.8", "OCS 13.8d", "T2 1.9")
def crew_refusal(state: State, side: Side, task: Task, hex_: Hex, by: Sequence[str]) -> Refusal | None:
    """Why some units may not do a task in a hex, or None; whether the task can be done there is not asked."""
    if not by or len(set(by)) < len(by):
        return _no("units", "OCS 13.8d", "name at least one unit that works, and each of them once", by)
    refusal = next(filter(None, (worker_refusal(state, side, uid) for uid in by)), None)
    if refusal is not None:
        return refusal
    if not state.units[by[0]].can_engineer:
        return _troops_refusal(state, task, hex_, by)
    label = state.world.label(hex_)
    if len(by) > 1:
        return _no("too many", "OCS 13.8d", f"{by[0]} is engineer-capable and works alone", by)
    if hex_ not in work_hexes(state, by[0]):
        words = f"{label} is more than two hexes on foot from {by[0]}, or enemy units are in the way"
        return _no("too far", "OCS 13.8d", words, by, label)
    return None


@rule("OCS 15.4", "OCS 16.0b", "OCS 16.0c", "OCS 19.0c")
def _troops_refusal(state: State, task: Task, hex_: Hex, by: Sequence[str]) -> Refusal | None:
    """Why some troops may not do a task: it takes an engineer, they do not fit, or they are too few or too many."""
    label = state.world.label(hex_)
    barred, needed = state.points.engineers_alone(state, task, hex_), troops_needed(state.world.tables, task)
    if barred or needed is None:
        words = f"{task} in {label} takes an HQ or engineer in Combat Mode, which {by[0]} is not"
        return _no("no engineer", barred or "OCS 13.8d", words, by, label)
    for uid in by:
        unit = state.units[uid]
        if unit.place != hex_ or unit.mode is not Mode.COMBAT or unit.can_engineer:
            words = f"{uid} is not one of the troops in Combat Mode in {label}"
            return _no("no troops", RULES[task], words, (uid,), label)
    if troop_size(state, by) < needed:
        return _no("too few", RULES[task], f"{task} takes at least {needed // 4} RE of troops in {label}", by, label)
    if troop_size(state, by[:-1]) >= needed:
        return _no("too many", RULES[task], f"{by[-1]} is not needed for {task} in {label}", by, label)
    return None


@rule("OCS 4.6")
def troop_size(state: State, units: Iterable[str]) -> int:
    """The size of some units together, in quarters of an RE."""
    return sum(size(state.units[uid]) for uid in units)


# --- what can be done where


@rule("OCS 13.8d", "OCS 15.3", "OCS 16.0b", "OCS 16.0c", "OCS 19.0c", "OCS 19.0d")
def site_refusal(state: State, side: Side, task: Task, hex_: Hex) -> Refusal | None:
    """Why a task cannot be done in a hex by anybody of a side, or None."""
    label = state.world.label(hex_)
    done = state.memory.built.get(hex_, ())
    once = RAISING if task in RAISING else (task,)
    if any(each in done for each in once):
        return _no("done already", RULES[task], f"{task} was done in {label} in this turn already", (), label)
    if enemy_noncombat(state, side, hex_) or hex_ in state.points.closed_to(state, side):
        return _no("not its own", RULES[task], f"{label} is not in the hands of the {side} side", (), label)
    flaw = _FLAWS[task](state, hex_)
    return _no("nothing to do", RULES[task], f"{label} {flaw}", (), label) if flaw else None


@rule("OCS 15.3", "OCS 15.0b")
def _base_flaw(state: State, hex_: Hex) -> str:
    base, most = state.bases.get(hex_), state.world.tables.number("air_base_max_level")
    if base is None:
        return ""
    if base.level == 0:
        return "has an air strip, which is raised and not built"
    return f"has an air base of Level {most} already" if base.level >= most else ""


@rule("OCS 15.2", "T2 1.11d")
def _strip_flaw(state: State, hex_: Hex) -> str:
    base = state.bases.get(hex_)
    return "" if base is not None and base.level == 0 else "has no air strip"


@rule("OCS 15.4", "OCS 15.0b")
def _lower_base_flaw(state: State, hex_: Hex) -> str:
    base = state.bases.get(hex_)
    return "" if base is not None and base.level > 1 else "has no air base above Level 1"


@rule("OCS 16", "OCS 16.0b", "OCS 5.7g")
def _hedgehog_flaw(state: State, hex_: Hex) -> str:
    """A hedgehog cannot be built where Reserve units stand, since these may not be with one (OCS 5.7g, 16.0f)."""
    most = state.world.tables.number("hedgehog_max_level")
    if hex_ in state.hedgehogs and state.hedgehogs[hex_].level >= most:
        return f"has a hedgehog of Level {most} already"
    reserves = any(state.units[uid].marker is Mode.RESERVE for uid in state.here.get(hex_, ()))
    return "holds Reserve units, which may not be with a hedgehog" if reserves else ""


@rule("OCS 16.0c", "T2 1.1b")
def _lower_hedgehog_flaw(state: State, hex_: Hex) -> str:
    if hex_ not in state.hedgehogs:
        return "has no hedgehog"
    level = state.hedgehogs[hex_].level
    return "" if level > state.points.hedgehog_floor(state, hex_) else f"has a hedgehog that stays at Level {level}"


@rule("OCS 19.0d")
def _repair_flaw(state: State, hex_: Hex) -> str:
    return "" if hex_ in state.ports and state.ports[hex_].hits else "has no port with hits"


@rule("OCS 19.0b", "OCS 19.0c")
def _damage_flaw(state: State, hex_: Hex) -> str:
    if hex_ not in state.ports:
        return "has no port"
    hits = state.ports[hex_].hits
    return f"has a port with {hits} hits already" if port_hits_after(state.world.tables, hits, 1) == hits else ""


_FLAWS = {
    Task.AIR_BASE: _base_flaw,
    Task.STRIP: _strip_flaw,
    Task.REDUCE_BASE: _lower_base_flaw,
    Task.HEDGEHOG: _hedgehog_flaw,
    Task.REDUCE_HEDGEHOG: _lower_hedgehog_flaw,
    Task.REPAIR_PORT: _repair_flaw,
    Task.DAMAGE_PORT: _damage_flaw,
}
"""What speaks against each task in a hex of the own side, in words that go on from its label; "" for nothing."""


# --- what it takes, and what comes of it


@rule("OCS 13.8d")
def task_need(state: State, task: Task, hex_: Hex, lead: str) -> Need:
    """The supply that a task takes, which must come to the unit that is named first."""
    tokens = state.points.construction_cost(state, task, hex_)
    return Need(lead, state.units[lead].place, tokens, (lead,))


@rule("OCS 15.2", "OCS 15.3", "OCS 15.4", "OCS 16.0b", "OCS 16.0c", "OCS 19.0c", "OCS 19.0d")
def outcome(state: State, side: Side, task: Task, hex_: Hex) -> Event:
    """What a task brings about: one level more or less, one hit more or less."""
    label = state.world.label(hex_)
    base, hedgehog = state.bases.get(hex_, Work(side)), state.hedgehogs.get(hex_, Work(side))
    match task:
        case Task.AIR_BASE | Task.STRIP:
            return BaseBuilt(hex=label, side=side, level=base.level + 1)
        case Task.REDUCE_BASE:
            return BaseReduced(hex=label, level=base.level - 1)
        case Task.HEDGEHOG:
            return HedgehogSet(hex=label, level=hedgehog.level + 1, side=side)
        case Task.REDUCE_HEDGEHOG:
            return HedgehogSet(hex=label, level=hedgehog.level - 1, side=side)
        case Task.REPAIR_PORT:
            return PortRepaired(hex=label, hits=state.ports[hex_].hits - 1)
        case Task.DAMAGE_PORT:
            return PortHit(hex=label, hits=state.ports[hex_].hits + 1)


def _no(code: str, rule_number: str, sentence: str, pieces: Sequence[str], *places: str) -> Refusal:
    return Refusal(code=code, rule=rule_number, sentence=sentence, places=places, pieces=tuple(pieces))
