"""The campaign's levels of victory and the counter mix, as in `data/tunisia2/victory.json` and `mix.json`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from ocs_engine.world.calendar import Calendar, Date
from ocs_engine.world.counters import Side
from ocs_engine.world.datafiles import DataFiles, StrictModel
from ocs_engine.world.errors import DataError, nearest
from ocs_engine.world.marks import MarkText

VICTORY_FILE = "tunisia2/victory.json"
MIX_FILE = "tunisia2/mix.json"


@dataclass(frozen=True, slots=True)
class TownClause:
    """A side controls at least `least` and at most `most` of some towns."""

    towns: tuple[str, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class CampaignGoal:
    """One level of victory (T2 5.1, 5.2): all clauses hold for the side.

    until: the last turn at whose end it ends the game; None: judged when the last turn is over.
    """

    level: str
    side: Side
    clauses: tuple[TownClause, ...]
    until: int | None


@dataclass(frozen=True, slots=True)
class CampaignRules:
    """towns: hex labels by name. levels: from best for the Axis to best for the Allies. goals: in order of judging."""

    towns: dict[str, str]
    levels: tuple[str, ...]
    goals: tuple[CampaignGoal, ...]


@dataclass(frozen=True, slots=True)
class CounterMix:
    """How many there are: air strips and mule points of a side, organic trucks of a formation that has any."""

    air_strips: int
    mule_points: int
    organic_trucks: int


class _Town(StrictModel):
    hex: str = Field(pattern=r"^[A-Z]\d\d\.\d\d$")
    mark: MarkText


Names = Annotated[tuple[str, ...], BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)]


class _Goal(StrictModel):
    level: str
    side: Literal["Axis", "Allied"]
    all: Names = ()
    any: Names = ()
    one: Names = ()
    until: Date | None = None
    mark: MarkText


class _VictoryFile(StrictModel):
    title: str
    units: str
    towns: dict[str, _Town]
    levels: Names
    goals: dict[str, _Goal]


class _Limit(StrictModel):
    count: int = Field(ge=0, le=99)
    mark: MarkText
    why: str


class _Limits(StrictModel):
    air_strips: _Limit = Field(alias="air strips a side")
    mule_points: _Limit = Field(alias="mule points a side")
    organic_trucks: _Limit = Field(alias="organic trucks a formation")


class _MixFile(StrictModel):
    title: str
    units: str
    limits: _Limits


def load_campaign(files: DataFiles, calendar: Calendar) -> CampaignRules:
    """The campaign's levels of victory; raises DataError, also for a town, a level or a date that nothing else has."""
    model = files.read_tree(VICTORY_FILE, _VictoryFile)
    problems = []
    goals: list[CampaignGoal] = []

    def known(name: str, key: str, word: str, names: Iterable[str]) -> None:
        names = list(names)
        if word not in names:
            near = nearest(word, names)
            hint = f"; did you mean {near}?" if near else ""
            problems.append(files.fault(VICTORY_FILE, ("goals", name, key), f"{word!r} is not listed above{hint}"))

    for name, goal in model.goals.items():
        known(name, "level", goal.level, model.levels)
        for key in ("all", "any", "one"):
            for town in getattr(goal, key):
                known(name, key, town, model.towns)
        turn = None
        if goal.until is not None:
            try:
                turn = calendar.turn_of(goal.until)
            except ValueError as error:
                problems.append(files.fault(VICTORY_FILE, ("goals", name, "until"), str(error)))
        goals.append(CampaignGoal(goal.level, Side(goal.side), _clauses(goal), turn))
    if problems:
        raise DataError(problems)
    return CampaignRules({name: town.hex for name, town in model.towns.items()}, model.levels, tuple(goals))


def _clauses(goal: _Goal) -> tuple[TownClause, ...]:
    bounds = (
        (goal.all, len(goal.all), len(goal.all)),
        (goal.any, 1, len(goal.any)),
        (goal.one, 1, 1),
    )
    return tuple(TownClause(towns, least, most) for towns, least, most in bounds if towns)


def load_mix(files: DataFiles) -> CounterMix:
    """The counter mix where it is known; raises DataError."""
    limits = files.read_tree(MIX_FILE, _MixFile).limits
    return CounterMix(limits.air_strips.count, limits.mule_points.count, limits.organic_trucks.count)
