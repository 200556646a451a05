"""The turn track and the weather table, as in `data/tunisia2/calendar.json`."""

from __future__ import annotations

import datetime
import itertools
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from ocs_engine.world.datafiles import DataFiles, StrictModel
from ocs_engine.world.errors import DataError
from ocs_engine.world.marks import MarkText

CALENDAR_FILE = "tunisia2/calendar.json"
THROWS = tuple(10 * red + white for red in range(1, 7) for white in range(1, 7))
"""The 36 throws of the weather dice, red as tens and white as units (T2 1.3b)."""


class Weather(StrEnum):
    """What the weather roll of a turn gives (T2 1.3b)."""

    FLIGHT = "flight"
    NO_FLIGHT = "no flight"
    MUD = "mud"


@dataclass(frozen=True, slots=True)
class Calendar:
    """Turns by date, and weather by month. Turns count from 1."""

    turns: tuple[datetime.date, ...]
    table: dict[str, dict[int, Weather]]

    def date_of(self, turn: int) -> datetime.date:
        """The date that names a turn; raises ValueError outside the track."""
        if not 1 <= turn <= len(self.turns):
            raise ValueError(f"there is no turn {turn}; the track runs from 1 to {len(self.turns)}")
        return self.turns[turn - 1]

    def turn_of(self, date: datetime.date) -> int:
        """The turn that a date names; raises ValueError when none has this date, naming the nearest one."""
        if date in self.turns:
            return self.turns.index(date) + 1
        near = min(self.turns, key=lambda day: (abs((day - date).days), day))
        raise ValueError(f"{date} is no date of the turn track; the nearest is {near}")

    def weather(self, turn: int, red: int, white: int) -> Weather:
        """The weather of a turn for two dice (T2 1.3b); the table goes by the month of its date."""
        return self.table[f"{self.date_of(turn):%Y-%m}"][10 * red + white]


def _to_date(text: object) -> object:
    return datetime.date.fromisoformat(text) if isinstance(text, str) else text


def _in_order(dates: tuple[datetime.date, ...]) -> tuple[datetime.date, ...]:
    for before, after in itertools.pairwise(dates):
        if before >= after:
            raise ValueError(f"{after} does not come after {before}")
    return dates


Date = Annotated[datetime.date, BeforeValidator(_to_date)]
Throw = Annotated[int, Field(ge=11, le=66)]
Bounds = Annotated[tuple[Throw, Throw], BeforeValidator(lambda v: tuple(v) if isinstance(v, list) else v)]


class _Turns(StrictModel):
    mark: MarkText
    why: str
    dates: Annotated[tuple[Date, ...], BeforeValidator(tuple), Field(min_length=1), AfterValidator(_in_order)]


class _Month(StrictModel):
    flight: Bounds | None
    no_flight: Bounds | None
    mud: Bounds | None
    mark: MarkText

    def by_throw(self) -> dict[int, Weather]:
        """The weather of each throw; raises ValueError unless each of the 36 has exactly one."""
        found: dict[int, Weather] = {}
        for weather, bounds in (
            (Weather.FLIGHT, self.flight),
            (Weather.NO_FLIGHT, self.no_flight),
            (Weather.MUD, self.mud),
        ):
            for throw in THROWS:
                if bounds and bounds[0] <= throw <= bounds[1]:
                    if throw in found:
                        raise ValueError(f"the throw {throw} has two results")
                    found[throw] = weather
        missing = [throw for throw in THROWS if throw not in found]
        if missing:
            raise ValueError(f"the throw {missing[0]} has no result")
        return found


class _File(StrictModel):
    title: str
    turns: _Turns
    weather: dict[str, _Month]
    weather_note: str


def load_calendar(files: DataFiles) -> Calendar:
    """The calendar; raises DataError, also when a month has no weather or a throw not exactly one result."""
    model = files.read_tree(CALENDAR_FILE, _File)
    problems = []
    table: dict[str, dict[int, Weather]] = {}
    for month, row in model.weather.items():
        try:
            table[month] = row.by_throw()
        except ValueError as error:
            problems.append(files.fault(CALENDAR_FILE, ("weather", month), str(error)))
    for date in model.turns.dates:
        if f"{date:%Y-%m}" not in model.weather:
            problems.append(
                files.fault(CALENDAR_FILE, ("weather",), f"there is no row for {date:%Y-%m}, the month of {date}")
            )
    if problems:
        raise DataError(problems)
    return Calendar(model.turns.dates, table)
