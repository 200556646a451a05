"""All that the data files hold, read together: counters, aircraft, charts, calendar, transport."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from ocs_engine.world.aircraft import AIRCRAFT_FILE, Aircraft, load_aircraft
from ocs_engine.world.calendar import CALENDAR_FILE, Calendar, load_calendar
from ocs_engine.world.chart import TERRAIN_FILE, TerrainChart, load_chart
from ocs_engine.world.counters import REPLS_FILE, SYMBOLS_FILE, UNITS_FILE, Counter, load_counters, load_repls
from ocs_engine.world.datafiles import DataFiles
from ocs_engine.world.errors import DataError, Problem
from ocs_engine.world.names import fold
from ocs_engine.world.schedule import SCHEDULE_FILE, Schedule, load_schedule
from ocs_engine.world.tables import TABLES_FILE, Tables, load_tables
from ocs_engine.world.transport import TRANSPORT_FILE, Transport, load_transport
from ocs_engine.world.victory import (
    MIX_FILE,
    VICTORY_FILE,
    CampaignRules,
    CounterMix,
    load_campaign,
    load_mix,
)

DATA_FILES = (
    UNITS_FILE,
    REPLS_FILE,
    SYMBOLS_FILE,
    AIRCRAFT_FILE,
    TERRAIN_FILE,
    CALENDAR_FILE,
    TRANSPORT_FILE,
    SCHEDULE_FILE,
    VICTORY_FILE,
    MIX_FILE,
    TABLES_FILE,
)
"""The data files that an overlay may correct, in the order in which they are hashed and reported."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The content of the data files. repls: the replacement counters, by id such as "axis-pax"."""

    counters: dict[str, Counter]
    repls: dict[str, Counter]
    aircraft: dict[str, Aircraft]
    chart: TerrainChart
    calendar: Calendar
    transport: Transport
    schedule: Schedule
    tables: Tables
    campaign: CampaignRules
    mix: CounterMix
    content_hash: str


def data_files(overlay: Path | None = None) -> DataFiles:
    """The game's data files, with an overlay folder or without; raises DataError when that is no overlay."""
    return DataFiles(DATA_FILES, overlay)


@lru_cache(maxsize=8)
def load_catalogue(overlay: Path | None = None) -> Catalogue:
    """The data files, read once for each overlay; raises DataError."""
    return read_catalogue(overlay)


def read_catalogue(overlay: Path | None = None) -> Catalogue:
    """Reads and checks every data file; raises one DataError with the faults of all of them."""
    files = data_files(overlay)
    problems: list[Problem] = []

    def read(load: Callable[[DataFiles], T]) -> T | None:
        try:
            return load(files)
        except DataError as error:
            problems.extend(error.problems)
            return None

    counters, repls, aircraft = read(load_counters), read(load_repls), read(load_aircraft)
    chart, calendar, transport, tables = read(load_chart), read(load_calendar), read(load_transport), read(load_tables)
    if not (counters and repls and aircraft and chart and calendar and transport and tables):
        raise DataError(problems)
    problems += _name_problems(files, counters, transport)
    schedule = read(lambda files: load_schedule(files, counters, aircraft, transport, calendar))
    campaign, mix = read(lambda files: load_campaign(files, calendar)), read(load_mix)
    if schedule is None or campaign is None or mix is None or problems:
        raise DataError(problems)
    return Catalogue(
        counters,
        repls,
        aircraft,
        chart,
        calendar,
        transport,
        schedule,
        tables,
        campaign,
        mix,
        files.content_hash(),
    )


def _name_problems(files: DataFiles, counters: dict[str, Counter], transport: Transport) -> list[Problem]:
    """Formations without a counter, and booklet names that do not mean one counter."""
    formations = {counter.formation for counter in counters.values()}
    problems = [
        files.fault(TRANSPORT_FILE, ("organic", name), "is no formation of any counter")
        for name in transport.organic
        if name not in formations
    ]
    owner: dict[str, str] = {}
    for counter in counters.values():
        first = owner.setdefault(fold(counter.booklet_name), counter.id)
        if first != counter.id:
            problems.append(Problem(UNITS_FILE, 0, 0, "twice", f"{first} and {counter.id} have the same booklet_name"))
    for counter in counters.values():
        for alias in counter.aliases:
            if owner.get(fold(alias), counter.id) != counter.id:
                message = f"the alias {alias!r} of {counter.id} is the booklet_name of {owner[fold(alias)]}"
                problems.append(Problem(UNITS_FILE, 0, 0, "twice", message))
    return problems
