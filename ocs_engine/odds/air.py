"""What a planned mission would come to, exactly: its fights, flak, what comes through and what that does (OCS 14, 10).

Both sides fight by one plain policy. Who attacks a round sends his best rating without parentheses, who defends his
best; nobody aborts of his own accord; of planes as good as each other the one with more steps goes first. All planes
and units are looked at, whoever may see them (OCS 4.9): this is the referee's knowledge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import reduce

from ocs_engine.odds.bombs import Bombs, Effect, add
from ocs_engine.odds.chances import TWO_DICE
from ocs_engine.series.air.dogfight import air_rating
from ocs_engine.series.air.missions import hit_planes
from ocs_engine.series.air.planes import active_at, any_attacker
from ocs_engine.series.air.zones import exposed, flak_target, interceptors
from ocs_engine.series.firing import Aim
from ocs_engine.series.tables.air_combat import aborting_loses_step, air_combat
from ocs_engine.series.tables.flak import flak_hits, flak_modifiers, mission_loss
from ocs_engine.series.tables.lines import DIE
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import DEAD, Plane, State
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from ocs_engine.world.tables import Tables

BOMBING = (Mission.BARRAGE, Mission.HIP_SHOOT, Mission.TRAINBUSTING)
"""The missions that end with a roll on a barrage table."""


class Fate(StrEnum):
    """What becomes of a plane over a hex; a plane that is hit goes on with a step less."""

    ABORTED = "aborted"
    HIT = "hit"
    DEAD = "dead"


Fates = tuple[tuple[str, Fate], ...]
"""The planes to which something has happened, in order, and what."""
Branches = Mapping[Fates, Fraction]


@dataclass(frozen=True, slots=True)
class Fight:
    """An air combat: the chance of each end of it, and the steps that each plane loses on average."""

    ends: Branches
    lost: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Sortie:
    """A mission as it would go.

    interceptor: the Fighter that the enemy sends if he still can, "" for none; met: the chance that it comes to that.
    fired_at, hit: the chances that flak fires, and that it takes a step. arrive: the chance of each set of planes that
    carries the mission out, () for nobody. strength: the chance of each barrage strength of theirs, not rounded. lost:
    steps of planes lost on average, of either side, by plane. aim: what is barraged, None for
    a railway. effect: what a barrage does, None for other missions.
    """

    side: Side
    mission: Mission
    hex: int
    planes: tuple[str, ...]
    interceptor: str
    met: Fraction
    fired_at: Fraction
    hit: Fraction
    arrive: Mapping[tuple[str, ...], Fraction]
    strength: Mapping[Fraction, Fraction]
    lost: Mapping[str, Fraction]
    aim: Aim | None
    effect: Effect | None

    @property
    def comes_through(self) -> Fraction:
        """The chance that somebody carries the mission out."""
        return 1 - self.arrive.get((), Fraction(0))

    @property
    def mean_strength(self) -> Fraction:
        """The barrage strength that arrives on average."""
        return sum((power * chance for power, chance in self.strength.items()), start=Fraction(0))

    @property
    def mean_planes(self) -> Fraction:
        """The planes that arrive on average."""
        return sum((len(planes) * chance for planes, chance in self.arrive.items()), start=Fraction(0))


def steps_lost(state: State, lost: Mapping[str, Fraction], side: Side) -> Fraction:
    """The steps of planes that a side loses on average."""
    return sum((steps for pid, steps in lost.items() if state.planes[pid].side is side), start=Fraction(0))


def as_planned(state: State, planes: Sequence[str]) -> State:
    """The state with some planes Active and not flown in this phase yet, in weather in which one flies."""
    changes = {pid: replace(state.planes[pid], active=True) for pid in planes if not state.planes[pid].active}
    flown = [pid for pid in planes if pid in state.memory.flown]
    if not changes and not flown and not state.simulcast and state.points.no_flight(state) is None:
        return state
    memory = replace(state.memory, flown=reduce(lambda left, pid: left.delete(pid), flown, state.memory.flown))
    flight = state if state.points.no_flight(state) is None else replace(state, weather=Weather.FLIGHT)
    return replace(flight, planes=state.planes.update(changes), memory=memory, simulcast=False)


# --- the whole mission


def sortie(
    state: State,
    side: Side,
    mission: Mission,
    place: int,
    planes: Sequence[str],
    interceptor: str = "",
    aim: Aim | None = None,
) -> Sortie:
    """How a mission of Active planes, in the order of their stack, would go; whether they may fly it is not asked.

    interceptor: whom the enemy sends, "" for nobody. aim: what a barrage is announced against, by default units where
    there are any.
    """
    return _Run(state, side, mission, place, tuple(planes)).told(interceptor, aim)


def sorties(
    state: State, side: Side, mission: Mission, place: int, planes: Sequence[str], aim: Aim | None = None
) -> list[Sortie]:
    """The mission against nobody and against each Fighter that could intercept it as things stand."""
    able = interceptors(state, side.other, place) if exposed(state, side, mission, place) else []
    return [sortie(state, side, mission, place, planes, each, aim) for each in ("", *able)]


def best_answer(state: State, found: Sequence[Sortie]) -> Sortie:
    """Of some answers the enemy's best: least comes through, then more steps for the mission, then fewer of his own."""

    def worth(each: Sortie) -> tuple[Fraction, ...]:
        through = each.mean_strength if each.mission in BOMBING else each.mean_planes
        losses = (steps_lost(state, each.lost, side) for side in (each.side.other, each.side))
        theirs, own = losses
        return through, -own, theirs

    return min(found, key=worth)


class _Run:
    """One mission against one set of enemies; the steps of the booklet, each a spread of what may become of planes."""

    def __init__(self, state: State, side: Side, mission: Mission, place: int, planes: tuple[str, ...]) -> None:
        self._state, self._side, self._mission, self._place, self._planes = state, side, mission, place, planes
        self._lost: dict[str, Fraction] = {}
        self._met = self._fired = self._hit = Fraction(0)

    def told(self, interceptor: str, aim: Aim | None) -> Sortie:
        """The mission from its fights to its effect (OCS 14.2f)."""
        branches: Branches = {(): Fraction(1)}
        for step in (self._clash, lambda state, chance: self._intercepted(state, chance, interceptor), self._flak):
            branches = self._spread(branches, step)
        arrive: dict[tuple[str, ...], Fraction] = {}
        strength: dict[Fraction, Fraction] = {}
        effects: list[tuple[Effect, Fraction]] = []
        bombs = Bombs(self._state, self._side, self._mission, self._place, aim) if self._bombing() else None
        for fates, chance in branches.items():
            state = _after(self._state, fates)
            there = tuple(self._flying(state))
            power = sum((Fraction(state.planes[pid].face.barrage) for pid in there), start=Fraction(0))
            add(arrive, there, chance)
            add(strength, power, chance)
            if bombs is not None:
                effects.append((bombs.dropped(state, there, power) if there else bombs.nothing(), chance))
        effect = Effect.mixed(effects) if bombs is not None else None
        for pid, steps in effect.planes.items() if effect is not None else ():
            add(self._lost, pid, steps)
        return Sortie(
            self._side, self._mission, self._place, self._planes, interceptor, self._met, self._fired, self._hit,
            arrive, dict(sorted(strength.items())), dict(sorted(self._lost.items())),
            bombs.aim if bombs is not None else None, effect,
        )  # fmt: skip

    def _bombing(self) -> bool:
        return self._mission in BOMBING

    def _spread(self, branches: Branches, step: Callable[[State, Fraction], Fight]) -> Branches:
        found: dict[Fates, Fraction] = {}
        for fates, chance in branches.items():
            fight = step(_after(self._state, fates), chance)
            for more, share in fight.ends.items():
                add(found, tuple(sorted((*fates, *more))), chance * share)
            for pid, steps in fight.lost.items():
                add(self._lost, pid, chance * steps)
        return found

    def _flying(self, state: State) -> list[str]:
        return [pid for pid in self._planes if _there(state.planes[pid])]

    def _over(self, state: State) -> list[str]:
        """All planes of the mission's side over the hex: bystanders based there fight as well (OCS 14.3)."""
        mission = self._flying(state)
        return [*mission, *(pid for pid in active_at(state, self._side, self._place) if pid not in mission)]

    def _clash(self, state: State, _: Fraction) -> Fight:
        """Step C: at once with what is Active there."""
        return dogfight(state, self._over(state), active_at(state, self._side.other, self._place), self._place)

    def _intercepted(self, state: State, chance: Fraction, interceptor: str) -> Fight:
        """Step D: the interceptor, if it can still be sent, attacks with all that is Active there (OCS 14.5)."""
        if not interceptor or not self._flying(state) or not self._exposed(state):
            return _NO_FIGHT
        if interceptor not in interceptors(state, self._side.other, self._place):
            return _NO_FIGHT
        self._met += chance
        others = [pid for pid in active_at(state, self._side.other, self._place) if pid != interceptor]
        return dogfight(state, [interceptor, *others], self._over(state), self._place)

    def _flak(self, state: State, chance: Fraction) -> Fight:
        """Step E: one roll against the mission; of equal planes its owner lets one with more steps have it."""
        tables, planes = state.world.tables, self._flying(state)
        if not planes or not self._exposed(state):
            return _NO_FIGHT
        modifiers = flak_modifiers(tables, flak_target(state, self._side, self._mission, self._place, planes))
        share = flak_chance(tables, sum(each.value for each in modifiers))
        self._fired += chance
        self._hit += chance * share
        ends: dict[Fates, Fraction] = {(): 1 - share} if share < 1 else {}
        lost: dict[str, Fraction] = {}
        for pid, part in _hit_shares(state, planes).items():
            fate = Fate.DEAD if _last_step(state.planes[pid]) else Fate.HIT
            add(ends, ((pid, fate),), share * part)
            add(lost, pid, share * part)
        return Fight(ends, lost)

    def _exposed(self, state: State) -> bool:
        return exposed(state, self._side, self._mission, self._place)


def _there(plane: Plane) -> bool:
    return plane.active and plane.place != DEAD


def _last_step(plane: Plane) -> bool:
    return plane.lost + 1 >= plane.aircraft.steps


def _after(state: State, fates: Fates) -> State:
    """The state once some planes have had their fates; who aborts is Inactive, wherever it has landed."""
    if not fates:
        return state
    changes: dict[str, Plane] = {}
    for pid, fate in fates:
        plane = state.planes[pid]
        match fate:
            case Fate.ABORTED:
                changes[pid] = replace(plane, active=False)
            case Fate.DEAD:
                changes[pid] = replace(plane, active=False, place=DEAD)
            case Fate.HIT:
                changes[pid] = replace(plane, lost=plane.lost + 1)
    return replace(state, planes=state.planes.update(changes))


# --- flak


def flak_chance(tables: Tables, modifier: int) -> Fraction:
    """The chance that flak takes a step from a mission, with all that is added to its roll (OCS 14.4)."""
    return Fraction(sum(ways for roll, ways in TWO_DICE.items() if flak_hits(tables, modifier, roll)), 36)


def _hit_shares(state: State, planes: Sequence[str]) -> dict[str, Fraction]:
    """The chance of each plane of a mission to be the one that is hit (OCS 14.4f)."""
    if len(planes) == 1:
        return {planes[0]: Fraction(1)}
    found: dict[str, Fraction] = {}
    for die in DIE:
        able = hit_planes(state, planes, mission_loss(state.world.tables, len(planes), die))
        add(found, min(able, key=lambda pid: state.planes[pid].lost), Fraction(1, 6))
    return found


# --- air combat

_NO_FIGHT = Fight({(): Fraction(1)}, {})


def dogfight(state: State, planes: Sequence[str], against: Sequence[str], place: int) -> Fight:
    """All ends of an air combat that `planes` begin, fought on until one side is alone or nobody can attack (14.3).

    place: the hex over which they fight; by option ratings are one less far from a plane's base (OCS 21.4).
    """
    ratings = {pid: air_rating(state, pid, place) for pid in (*planes, *against)}
    waiting: dict[Fates, Fraction] = {(): Fraction(1)}
    ends: dict[Fates, Fraction] = {}
    lost: dict[str, Fraction] = {}
    while waiting:
        then: dict[Fates, Fraction] = {}
        for fates, chance in waiting.items():
            gone = {pid for pid, _ in fates}
            sides = [[pid for pid in side if pid not in gone] for side in (planes, against)]
            if not all(sides) or not any_attacker(state, (*sides[0], *sides[1])):
                add(ends, fates, chance)
                continue
            for aborts, hurt, share in _round(state, ratings, *_fighters(state, ratings, *sides)):
                fallen = tuple((pid, _fallen(state, pid, hurt)) for pid in aborts)
                add(then, tuple(sorted((*fates, *fallen))), chance * share)
                for pid in aborts if hurt else ():
                    add(lost, pid, chance * share)
        waiting = then
    return Fight(ends, lost)


def _fallen(state: State, pid: str, hurt: bool) -> Fate:
    return Fate.DEAD if hurt and _last_step(state.planes[pid]) else Fate.ABORTED


def _fighters(
    state: State, ratings: Mapping[str, int], planes: Sequence[str], against: Sequence[str]
) -> tuple[str, str]:
    """The planes of the next round, the attacker first; the other side's where it alone can attack (14.3c)."""
    attackers, defenders = (planes, against) if any_attacker(state, planes) else (against, planes)
    able = [pid for pid in attackers if state.planes[pid].can_attack]
    return _best(state, ratings, able), _best(state, ratings, defenders)


def _best(state: State, ratings: Mapping[str, int], planes: Sequence[str]) -> str:
    return min(planes, key=lambda pid: (-ratings[pid], state.planes[pid].lost, pid))


def _round(
    state: State, ratings: Mapping[str, int], one: str, two: str
) -> Iterator[tuple[tuple[str, ...], bool, Fraction]]:
    """Who aborts a round of air combat, whether they lose a step, and the chance of it (OCS 14.3e)."""
    tables = state.world.tables
    attack, defence = ratings[one], ratings[two]
    ways: Counter[tuple[str, ...]] = Counter()
    for roll, many in TWO_DICE.items():
        result = air_combat(tables, attack, defence, roll)
        out = ((one, result.attacker_aborts), (two, result.defender_aborts))
        ways[tuple(pid for pid, aborts in out if aborts)] += many
    hurting = sum(aborting_loses_step(tables, die) for die in DIE)
    for aborts, many in ways.items():
        for hurt, faces in ((True, hurting), (False, len(DIE) - hurting)):
            yield aborts, hurt, Fraction(many * faces, 36 * len(DIE))
