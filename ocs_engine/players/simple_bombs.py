"""How the player `simple` bombs: what is to be attacked, else bases and ports; and Hip Shoots of Fighters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ocs_engine.grid import Hex
from ocs_engine.odds import BarrageOdds
from ocs_engine.odds.air import best_answer, sortie, steps_lost
from ocs_engine.odds.bombs import Bombs, Effect
from ocs_engine.players.simple_air import by_value, rating
from ocs_engine.players.simple_fight import best_attack, worst_odds
from ocs_engine.players.simple_worth import is_objective
from ocs_engine.series import firing
from ocs_engine.series.air.air_barrage import AirBarrage, in_air_barrage, open_targets
from ocs_engine.series.air.bombing import bombers, strong_enough
from ocs_engine.series.air.hip_shoot import HipShoot, shots
from ocs_engine.series.air.missions import mission_refusal, ready_planes
from ocs_engine.series.air.planes import active_at, planes_at, reaches
from ocs_engine.series.air.zones import exposed, flak_target, interceptors
from ocs_engine.series.attack import targets
from ocs_engine.series.barrage import BarrageFrame
from ocs_engine.series.firing import Aim
from ocs_engine.series.tables.barrage import Source
from ocs_engine.series.tables.facility import facility_column
from ocs_engine.series.tables.flak import flak_modifiers
from ocs_engine.series.tables.port import port_hits_after
from ocs_engine.series.teams import best_team, in_one_team
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
LEVEL, PORT_HIT = Fraction(1, 4), Fraction(1, 2)
"""What a level of an enemy base and a hit on his port are worth, in steps of planes."""
WORTH_IT = Fraction(1, 4)
"""What the bombing of a base or port must promise, in steps of planes."""
_FACILITIES = (Aim.AIR_BASE, Aim.PORT)


def bomb(state: State, side: Side) -> AirBarrage | None:
    """The hex that promises most to an attack, objectives first; else a base or port; None for nothing."""
    found = open_targets(state, side) if in_air_barrage(state, side) else {}
    if not found:
        return None
    spotted = [hex_ for hex_ in found if Aim.UNITS in found[hex_] and firing.spotter_near(state, side, hex_)]
    for hex_ in _by_promise(state, side, spotted):
        planes = _party(state, side, Mission.BARRAGE, hex_, Aim.UNITS)
        if planes and _odds(state, side, hex_, planes).dg >= SHAKEN:
            return AirBarrage(side=side, target=state.world.label(hex_), aim=Aim.UNITS, planes=planes)
    return _on_facility(state, side, found)


def _on_facility(state: State, side: Side, found: Mapping[Hex, Sequence[Aim]]) -> AirBarrage | None:
    """The barrage of a base or port that would do most harm, of those that promise enough by the exact odds."""
    hopes: list[tuple[Fraction, Hex, Aim, tuple[str, ...]]] = []
    for hex_, aims in found.items():
        for aim in (aim for aim in _FACILITIES if aim in aims and _can_be_hurt(state, side, hex_, aim)):
            planes = _party(state, side, Mission.BARRAGE, hex_, aim)
            bombs = Bombs(state, side, Mission.BARRAGE, hex_, aim) if planes else None
            strength = firing.air_total(state, planes)
            hope = _harm(state, side, hex_, aim, bombs.dropped(state, planes, strength)) if bombs else Fraction(0)
            hopes.append((hope, hex_, aim, planes))
    for hope, hex_, aim, planes in sorted(hopes, key=lambda each: (-each[0], each[1])):
        if hope >= WORTH_IT and facility_gain(state, side, hex_, aim, planes) >= WORTH_IT:
            return AirBarrage(side=side, target=state.world.label(hex_), aim=aim, planes=planes)
    return None


def _can_be_hurt(state: State, side: Side, hex_: Hex, aim: Aim) -> bool:
    """Whether a barrage of a base finds planes there, or one of a port does any more harm."""
    if aim is Aim.AIR_BASE:
        return bool(planes_at(state, side.other, hex_))
    hits = state.ports[hex_].hits
    return port_hits_after(state.world.tables, hits, 1) > hits


def facility_gain(state: State, side: Side, hex_: Hex, aim: Aim, planes: Sequence[str]) -> Fraction:
    """What bombing a base or port is worth on average, in steps of planes, if the enemy sends his best or nobody."""
    met = interceptors(state, side.other, hex_)
    answers = ["", *by_value(state, met)[:1]]
    told = best_answer(state, [sortie(state, side, Mission.BARRAGE, hex_, planes, each, aim) for each in answers])
    gain = steps_lost(state, told.lost, side.other) - steps_lost(state, told.lost, side)
    return gain + (_harm(state, side, hex_, aim, told.effect) if told.effect else 0)


def _harm(state: State, side: Side, hex_: Hex, aim: Aim, effect: Effect) -> Fraction:
    """What the bombs on a base or port do on average, in steps of planes."""
    left = sum((level * chance for level, chance in effect.level.items()), start=Fraction(0))
    if aim is Aim.PORT:
        return PORT_HIT * (left - state.ports[hex_].hits)
    return steps_lost(state, effect.planes, side.other) + LEVEL * (state.bases[hex_].level - left)


def hip_shoot(state: State, side: Side) -> HipShoot | None:
    """Fighters shoot at what is to be attacked, since bombers do it later; the strongest of them first."""
    if state.simulcast or state.now.phase is not Phase.MOVEMENT:
        return None
    found = {hex_: [pid for pid in able if state.planes[pid].is_fighter] for hex_, able in shots(state, side).items()}
    found = {hex_: able for hex_, able in found.items() if able and Aim.UNITS in firing.aims(state, side, hex_)}
    for hex_ in _by_promise(state, side, list(found)):
        for pid in sorted(found[hex_], key=lambda pid: (-state.planes[pid].face.barrage, pid)):
            if may_go(state, side, Mission.HIP_SHOOT, hex_, (pid,)) and _shakes(state, side, hex_, pid):
                return HipShoot(side=side, target=state.world.label(hex_), aim=Aim.UNITS, plane=pid)
    return None


def _shakes(state: State, side: Side, hex_: Hex, pid: str) -> bool:
    return strong_enough(state, (pid,)) and _odds(state, side, hex_, (pid,)).dg >= SHAKEN


def _by_promise(state: State, side: Side, hexes: Iterable[Hex]) -> list[Hex]:
    """Of some hexes those that are worth an attack or nearly so, the best first."""
    state = _before_combat(state, side)
    able = targets(state, side)
    gains = {hex_: best_attack(state, side, hex_, best_team(state, able[hex_])).gain for hex_ in hexes if hex_ in able}
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
    able = best_team(
        state, [pid for pid in bombers(state, side, aim) if _bombs(state, pid) and reaches(state, pid, hex_)]
    )
    guards = escort(state, side, hex_, able)
    chosen = sorted(able, key=lambda pid: (-state.planes[pid].face.barrage, pid))[: most - len(guards)]
    if not chosen or not strong_enough(state, chosen):
        return ()
    best = _column(state, side, hex_, aim, chosen)
    while len(chosen) > 1 and _column(state, side, hex_, aim, chosen[:-1]) == best:
        chosen.pop()
    party = (*chosen, *guards)
    return party if may_go(state, side, mission, hex_, party) else ()


def _column(state: State, side: Side, hex_: Hex, aim: Aim, planes: Sequence[str]) -> int | None:
    """The column on which planes bomb; None where they are too weak."""
    if aim is Aim.UNITS:
        return _odds(state, side, hex_, planes).final
    return facility_column(state.world.tables, firing.air_total(state, planes))


def _bombs(state: State, pid: str) -> bool:
    """Whether a plane is there for bombing: no Fighter, and stronger than nothing."""
    plane = state.planes[pid]
    return not plane.is_fighter and plane.face.barrage > 0


def escort(state: State, side: Side, hex_: Hex, planes: Sequence[str]) -> tuple[str, ...]:
    """The best Fighter in range that flies with some planes, where the enemy could intercept; nobody elsewhere."""
    if not interceptors(state, side.other, hex_):
        return ()
    ready = (pid for pid in ready_planes(state, side) if state.planes[pid].is_fighter and reaches(state, pid, hex_))
    able = [pid for pid in ready if in_one_team(state, (*planes, pid))]
    return tuple(by_value(state, able)[:1])


def may_go(
    state: State, side: Side, mission: Mission, hex_: Hex, planes: Sequence[str], ranges: int = 1
) -> bool:
    """Whether planes may fly to a hex, meet no better Fighter that could come, and no more flak than they should.

    ranges: how often theirs they may fly. Friends that are based there fight with them.
    """
    if mission_refusal(state, side, mission, hex_, planes, ranges) is not None:
        return False
    met = [*interceptors(state, side.other, hex_), *active_at(state, side.other, hex_)]
    if rating(state, met) > rating(state, (*planes, *active_at(state, side, hex_))):
        return False
    if not exposed(state, side, mission, hex_):
        return True
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
