"""What bombs that come through would do, exactly: to the units of a hex, its air base, its port or railway (OCS 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from ocs_engine.odds.chances import BARRAGE_WAYS, Chances
from ocs_engine.series.air.planes import long_range, planes_at
from ocs_engine.series.barrage import BarrageFrame, facts_of
from ocs_engine.series.firing import Aim, aims, any_strategic, from_close_by
from ocs_engine.series.general import enemy_units
from ocs_engine.series.losses import steps_left
from ocs_engine.series.tables import facility
from ocs_engine.series.tables.barrage import Barrage, Source, barrage_column
from ocs_engine.series.tables.lines import DIE
from ocs_engine.series.tables.port import port_hits_after
from ocs_engine.series.terrain_effects import terrains
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

_Key = TypeVar("_Key")

NO_BARRAGE = "no barrage"
"""The result where nobody comes through, or too little of strength."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The chances of what a barrage by planes does, each out of 1.

    results: as they come to, [1/2] settled. dg: that the units of the hex go DG. steps: of each number of steps that
    they lose. level: of each level of the air base, or of hits on the port, that it leaves. busted: of a trainbusting
    marker. planes: steps of planes at the base lost on average, by plane.
    """

    results: Mapping[str, Fraction]
    dg: Fraction = Fraction(0)
    steps: Mapping[int, Fraction] = field(default_factory=dict)
    level: Mapping[int, Fraction] = field(default_factory=dict)
    busted: Fraction = Fraction(0)
    planes: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def losses(self) -> Fraction:
        """Steps that the units of the hex lose on average."""
        return sum((steps * chance for steps, chance in self.steps.items()), start=Fraction(0))

    @classmethod
    def mixed(cls, parts: Iterable[tuple[Effect, Fraction]]) -> Effect:
        """Effects of several cases, each with the chance of its case."""
        known = list(parts)
        return cls(
            _mixed((each.results, chance) for each, chance in known),
            sum((each.dg * chance for each, chance in known), start=Fraction(0)),
            dict(sorted(_mixed((each.steps, chance) for each, chance in known).items())),
            dict(sorted(_mixed((each.level, chance) for each, chance in known).items())),
            sum((each.busted * chance for each, chance in known), start=Fraction(0)),
            _mixed((each.planes, chance) for each, chance in known),
        )


def add(chances: dict[_Key, Fraction], key: _Key, more: Fraction) -> None:
    """Add to the chance of something; nothing is noted of what cannot be."""
    if more:
        chances[key] = chances.get(key, Fraction(0)) + more


def _mixed(parts: Iterable[tuple[Mapping[_Key, Fraction], Fraction]]) -> dict[_Key, Fraction]:
    found: dict[_Key, Fraction] = {}
    for chances, share in parts:
        for key, chance in chances.items():
            add(found, key, chance * share)
    return found


class Bombs:
    """What planes of a mission do to a hex with a strength, remembered by what it depends on.

    aim: what is announced; by default the units of the hex, else its air base, else its port. Raises ValueError where
    there is nothing to barrage.
    """

    def __init__(self, state: State, side: Side, mission: Mission, place: int, aim: Aim | None = None) -> None:
        self._state, self._side, self._place = state, side, place
        self._chances = Chances(state.world.tables)
        self._known: dict[tuple[object, ...], Effect] = {}
        self.aim = None if mission is Mission.TRAINBUSTING else aim or next(iter(aims(state, side, place)), None)
        if self.aim is None and mission is not Mission.TRAINBUSTING:
            raise ValueError(f"there is nothing of the enemy's to barrage in {state.world.label(place)}")

    def nothing(self) -> Effect:
        """Nobody comes through, or too little of strength."""
        steps = {0: Fraction(1)} if self.aim is Aim.UNITS else {}
        return Effect({NO_BARRAGE: Fraction(1)}, steps=steps, level=self._level(None))

    def dropped(self, state: State, planes: Sequence[str], strength: Fraction) -> Effect:
        """What some planes do that are over the hex in a state."""
        if self.aim is Aim.UNITS:
            key: tuple[object, ...] = (
                strength,
                any_strategic(state, planes),
                from_close_by(state, planes, self._place),
                long_range(state, planes, self._place),
            )
            if key not in self._known:
                self._known[key] = self._on_units(state, planes, strength)
            return self._known[key]
        there = tuple(planes_at(state, self._side.other, self._place)) if self.aim is Aim.AIR_BASE else ()
        key = strength, there
        if key not in self._known:
            self._known[key] = self._on_facility(strength, there)
        return self._known[key]

    # --- units

    def _on_units(self, state: State, planes: Sequence[str], strength: Fraction) -> Effect:
        """The target's owner chooses his best terrain: fewest steps lost, then least DG (OCS 10.0a)."""
        tables, world = self._state.world.tables, self._state.world
        if barrage_column(tables, strength) is None:
            return self.nothing()
        found = [self._in_terrain(state, planes, strength, terrain) for terrain in terrains(world, self._place)]
        return min(found, key=lambda each: (each.losses, each.dg))

    def _in_terrain(self, state: State, planes: Sequence[str], strength: Fraction, terrain: str) -> Effect:
        most = steps_left(self._state, enemy_units(self._state, self._side, self._place))
        odds = self._chances.barrage(self._facts(state, planes, strength, terrain))
        steps: dict[int, Fraction] = {}
        for lost, chance in odds.steps.items():
            add(steps, min(lost, most), chance)
        results = {text: Fraction(ways, BARRAGE_WAYS) for text, ways in odds.results.items()}
        return Effect(results, odds.dg, steps)

    def _facts(self, state: State, planes: Sequence[str], strength: Fraction, terrain: str) -> Barrage:
        label = state.world.label(self._place)
        frame = BarrageFrame(
            side=self._side, target=label, aim=Aim.UNITS, source=Source.AIR, planes=tuple(planes),
            strength=str(strength), terrain=terrain,
        )  # fmt: skip
        return facts_of(state, frame)

    # --- an air base, a port, a railway

    def _on_facility(self, strength: Fraction, there: Sequence[str]) -> Effect:
        tables = self._state.world.tables
        column = facility.facility_column(tables, strength)
        if column is None:
            return self.nothing()
        share = Fraction(1, len(DIE))
        rolled = [facility.facility_result(tables, column, die) for die in DIE]
        return Effect(
            _mixed(({each.text: Fraction(1)}, share) for each in rolled),
            level=_mixed((self._level(each), share) for each in rolled),
            busted=sum((share * each.trainbust for each in rolled), start=Fraction(0))
            if self.aim is None else Fraction(0),
            planes=_mixed(({pid: _plane_risk(each) for pid in there}, share) for each in rolled),
        )  # fmt: skip

    def _level(self, result: facility.FacilityResult | None) -> dict[int, Fraction]:
        """The level of the base or the hits of the port after a result, or as it is."""
        if self.aim is Aim.AIR_BASE:
            level = self._state.bases[self._place].level
            return {level if result is None else facility.base_level_after(level, result): Fraction(1)}
        if self.aim is Aim.PORT:
            hits = self._state.ports[self._place].hits
            more = 0 if result is None else result.hits
            return {port_hits_after(self._state.world.tables, hits, more): Fraction(1)}
        return {}


def _plane_risk(result: facility.FacilityResult) -> Fraction:
    return Fraction(sum(facility.plane_loses_step(result, die) for die in DIE), len(DIE))
