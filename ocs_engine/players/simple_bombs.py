"""How the player `simple` bombs: what is to be attacked, else bases full of planes; and Hip Shoots of Fighters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from ocs_engine.grid import Hex
from ocs_engine.odds import BarrageOdds
from ocs_engine.players.simple_air import by_value, rating
from ocs_engine.players.simple_fight import best_attack, worst_odds
from ocs_engine.players.simple_worth import is_objective
from ocs_engine.series import firing
from ocs_engine.series.air.air_barrage import AirBarrage, in_air_barrage, open_targets
from ocs_engine.series.air.bombing import bombers, strong_enough
from ocs_engine.series.air.hip_shoot import HipShoot, shots
from ocs_engine.series.air.missions import mission_refusal, ready_planes
from ocs_engine.series.air.planes import planes_at, reaches
from ocs_engine.series.air.zones import flak_target, interceptors
from ocs_engine.series.attack import targets
from ocs_engine.series.barrage import BarrageFrame
from ocs_engine.series.firing import Aim
from ocs_engine.series.tables.barrage import Source
from ocs_engine.series.tables.flak import flak_modifiers
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.world.counters import Side

FLAK = 3
"""What may be added to the flak roll at most for planes to go there."""
SHAKEN = Fraction(1, 4)
"""The chance to put a stack in disorder that is worth a flight."""
NEARLY = -3
"""What an attack promises at least for bombs to make it worth while."""
CROWD = 2
"""Enemy planes at a base that are worth its bombing."""


def bomb(state: State, side: Side) -> AirBarrage | None:
    """The hex that promises most to an attack, objectives first; else the base with most planes; None for nothing."""
    found = open_targets(state, side) if in_air_barrage(state, side) else {}
    if not found:
        return None
    spotted = [hex_ for hex_ in found if Aim.UNITS in found[hex_] and firing.spotter_near(state, side, hex_)]
    for hex_ in _by_promise(state, side, spotted):
        planes = _party(state, side, Mission.BARRAGE, hex_, Aim.UNITS)
        if planes and _odds(state, side, hex_, planes).dg >= SHAKEN:
            return AirBarrage(side=side, target=state.world.label(hex_), aim=Aim.UNITS, planes=planes)
    crowds = {hex_: len(planes_at(state, side.other, hex_)) for hex_ in found if Aim.AIR_BASE in found[hex_]}
    for hex_ in sorted(crowds, key=lambda hex_: (-crowds[hex_], hex_)):
        planes = _party(state, side, Mission.BARRAGE, hex_, Aim.AIR_BASE)
        if crowds[hex_] >= CROWD and planes:
            return AirBarrage(side=side, target=state.world.label(hex_), aim=Aim.AIR_BASE, planes=planes)
    return None


def hip_shoot(state: State, side: Side) -> HipShoot | None:
    """Fighters shoot at what is to be attacked, since bombers do it later; the strongest of them first."""
    if state.simulcast or state.now.phase is not Phase.MOVEMENT:
        return None
    found = {hex_: [pid for pid in able if state.planes[pid].is_fighter] for hex_, able in shots(state, side).items()}
    found = {hex_: able for hex_, able in found.items() if able and Aim.UNITS in firing.aims(state, side, hex_)}
    for hex_ in _by_promise(state, side, list(found)):
        for pid in sorted(found[hex_], key=lambda pid: (-state.planes[pid].face.barrage, pid)):
            if _may_go(state, side, Mission.HIP_SHOOT, hex_, (pid,)) and _shakes(state, side, hex_, pid):
                return HipShoot(side=side, target=state.world.label(hex_), aim=Aim.UNITS, plane=pid)
    return None


def _shakes(state: State, side: Side, hex_: Hex, pid: str) -> bool:
    return strong_enough(state, (pid,)) and _odds(state, side, hex_, (pid,)).dg >= SHAKEN


def _by_promise(state: State, side: Side, hexes: Iterable[Hex]) -> list[Hex]:
    """Of some hexes those that are worth an attack or nearly so, the best first."""
    state = _before_combat(state, side)
    able = targets(state, side)
    gains = {hex_: best_attack(state, side, hex_, able[hex_]).gain for hex_ in hexes if hex_ in able}
    worth_it = [hex_ for hex_, gain in gains.items() if gain >= NEARLY]
    return sorted(worth_it, key=lambda hex_: (not is_objective(state, hex_), -gains[hex_], hex_))


def _before_combat(state: State, side: Side) -> State:
    """The table as it lies now, at the next Combat Segment of a side; as it is where none comes in this turn."""
    plan = state.slots
    to_come = range(state.slot, len(plan))
    own = (slot for slot in to_come if plan[slot].segment is Segment.COMBAT and plan[slot].acts is side)
    return replace(state, slot=next(own, state.slot))


def _party(state: State, side: Side, mission: Mission, hex_: Hex, aim: Aim) -> tuple[str, ...]:
    """The bombers for a hex, the strongest first, no more than count, and a Fighter with them where others may come."""
    most = state.world.tables.number("planes_per_mission")
    able = [pid for pid in bombers(state, side, aim) if _bombs(state, pid) and reaches(state, pid, hex_)]
    escort = _escort(state, side, hex_)
    chosen = sorted(able, key=lambda pid: (-state.planes[pid].face.barrage, pid))[: most - len(escort)]
    if not chosen or not strong_enough(state, chosen):
        return ()
    if aim is Aim.UNITS:
        best = _odds(state, side, hex_, chosen).final
        while len(chosen) > 1 and _odds(state, side, hex_, chosen[:-1]).final == best:
            chosen.pop()
    party = (*chosen, *escort)
    return party if _may_go(state, side, mission, hex_, party) else ()


def _bombs(state: State, pid: str) -> bool:
    """Whether a plane is there for bombing: no Fighter, and stronger than nothing."""
    plane = state.planes[pid]
    return not plane.is_fighter and plane.face.barrage > 0


def _escort(state: State, side: Side, hex_: Hex) -> tuple[str, ...]:
    """The best Fighter in range where the enemy could intercept; nobody elsewhere."""
    if not interceptors(state, side.other, hex_):
        return ()
    able = [pid for pid in ready_planes(state, side) if state.planes[pid].is_fighter and reaches(state, pid, hex_)]
    return tuple(by_value(state, able)[:1])


def _may_go(state: State, side: Side, mission: Mission, hex_: Hex, planes: Sequence[str]) -> bool:
    """Whether planes may fly to a hex, meet no better Fighter that could come, and no more flak than they should."""
    if mission_refusal(state, side, mission, hex_, planes) is not None:
        return False
    met = [*interceptors(state, side.other, hex_), *planes_at(state, side.other, hex_)]
    if rating(state, (pid for pid in met if state.planes[pid].active)) > rating(state, planes):
        return False
    target = flak_target(state, side, mission, hex_, list(planes))
    return sum(each.value for each in flak_modifiers(state.world.tables, target)) <= FLAK


def _odds(state: State, side: Side, hex_: Hex, planes: Sequence[str]) -> BarrageOdds:
    """The chances of a barrage of units by planes."""
    strength = str(firing.air_total(state, planes))
    frame = BarrageFrame(
        side=side,
        target=state.world.label(hex_),
        aim=Aim.UNITS,
        source=Source.AIR,
        planes=tuple(planes),
        strength=strength,
    )
    return worst_odds(state, frame)
