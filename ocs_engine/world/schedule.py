"""Arrivals, shipping, replacements, off-map boxes and rebuild costs, as in `data/tunisia2/schedule.json`."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from ocs_engine.world.aircraft import Aircraft
from ocs_engine.world.calendar import Calendar, Date
from ocs_engine.world.counters import Counter, Side
from ocs_engine.world.datafiles import DataFiles, StrictModel
from ocs_engine.world.errors import DataError, Problem, nearest
from ocs_engine.world.jsonplaces import Path
from ocs_engine.world.marks import MarkText
from ocs_engine.world.transport import Transport

SCHEDULE_FILE = "tunisia2/schedule.json"
ReplResult = Literal["pax", "eq", "air", "faction", "special"]


@dataclass(frozen=True, slots=True)
class TransportChange:
    """Transport that comes or goes: points of a kind, or the organic truck of a formation. loaded: it comes full."""

    kind: str
    points: int
    formation: str
    loaded: bool = False


@dataclass(frozen=True, slots=True)
class PlaneChange:
    """Planes that come (count above 0, reduced of them with a step lost) or go (below 0)."""

    aircraft: str
    count: int
    reduced: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """One entry of the order of arrival (T2 1.4b-d).

    turn: None when it counts from the release of 8th Army, then `after_release` turns later. entry: where
    things appear, as the source words it. draw_one_of: a batch of which one counter arrives and the rest are
    dead (T2 1.4d); draw: how many do by option. exchange: pairs of old and new counter. air_steps: kinds of planes of
    which a hurt one regains a step. sp: supply in SP.
    """

    id: str
    side: Side
    turn: int | None
    after_release: int
    entry: str
    units: tuple[str, ...]
    draw_one_of: tuple[str, ...]
    remove: tuple[str, ...]
    exchange: tuple[tuple[str, str], ...]
    transport: tuple[TransportChange, ...]
    remove_transport: tuple[TransportChange, ...]
    planes: tuple[PlaneChange, ...]
    reserve_markers: int
    sp: int
    air_steps: tuple[str, ...] = ()
    draw: int = 1


@dataclass(frozen=True, slots=True)
class Lift:
    """Sea Cap and Rail Cap of a side from a date on, in SP a turn (T2 1.8)."""

    start: datetime.date
    sea: int
    rail: int


@dataclass(frozen=True, slots=True)
class ReplTable:
    """Variable replacements of a side (T2 1.4a): results by 2d6 roll, 13 and more as 13; factions by die."""

    results: dict[int, tuple[str, ...]]
    factions: dict[int, str]


@dataclass(frozen=True, slots=True)
class AirBox:
    """The abstract air base of an off-map box (T2 1.2a): planes refitted a turn, and in Mud."""

    side: Side
    start: datetime.date
    refit: int
    refit_mud: int


@dataclass(frozen=True, slots=True)
class RebuildRule:
    """What rebuilding a kind of counter costs (OCS 13.5a). An empty tuple means any."""

    id: str
    types: tuple[str, ...]
    sizes: tuple[str, ...]
    classes: tuple[str, ...]
    mobilities: tuple[str, ...]
    pax: int
    eq: int
    units_per_repl: int

    def fits(self, counter: Counter) -> bool:
        """Whether the rule is about this counter."""
        mobility = counter.combat.mobility if counter.combat else counter.move.mobility
        pairs = (
            (self.types, counter.type),
            (self.sizes, counter.size),
            (self.classes, counter.category),
            (self.mobilities, mobility),
        )
        return all(not wanted or value in wanted for wanted, value in pairs)


@dataclass(frozen=True, slots=True)
class EighthArmy:
    """Release of 8th Army (T2 2.4): dates, die faces that release it, and its supply in SP a turn."""

    first_roll: datetime.date
    released_on: tuple[int, ...]
    automatic: datetime.date
    supply_sp: int


@dataclass(frozen=True, slots=True)
class Caches:
    """Supply caches of a side (OCS 21.10): at the start, and on the first turn of each month."""

    start: int
    monthly: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """Everything that comes with time. daf_at_tripoli_before: T2 2.5a."""

    arrivals: tuple[Arrival, ...]
    eighth_army: EighthArmy
    daf_at_tripoli_before: datetime.date
    lift: dict[Side, tuple[Lift, ...]]
    replacements: dict[Side, ReplTable]
    caches: dict[Side, Caches]
    boxes: dict[str, AirBox]
    rebuild: tuple[RebuildRule, ...]

    def rebuild_rule(self, counter: Counter) -> RebuildRule:
        """The first rule that fits a counter; there is one for each."""
        return next(rule for rule in self.rebuild if rule.fits(counter))


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


Names = Annotated[tuple[str, ...], BeforeValidator(_tuple)]
SideName = Literal["Axis", "Allied"]
Span = Annotated[tuple[int, int], BeforeValidator(_tuple)]


class _Transport(StrictModel):
    kind: Literal["truck", "organic", "charcoal", "mule"]
    points: int = Field(ge=1, le=9)
    formation: str = ""
    loaded: bool = False

    def change(self) -> TransportChange:
        return TransportChange(self.kind, self.points, self.formation, self.loaded)


class _Planes(StrictModel):
    aircraft: str
    count: int = Field(ge=-9, le=9)
    reduced: int = Field(default=0, ge=0, le=9)


class _Arrival(StrictModel):
    when: str = Field(pattern=r"^(\d{4}-\d\d-\d\d|release\+\d)$")
    side: SideName
    entry: str = ""
    units: Names = ()
    draw_one_of: Names = ()
    remove: Names = ()
    exchange: Annotated[tuple[Annotated[tuple[str, str], BeforeValidator(_tuple)], ...], BeforeValidator(_tuple)] = ()
    transport: Annotated[tuple[_Transport, ...], BeforeValidator(_tuple)] = ()
    remove_transport: Annotated[tuple[_Transport, ...], BeforeValidator(_tuple)] = ()
    planes: Annotated[tuple[_Planes, ...], BeforeValidator(_tuple)] = ()
    air_steps: Names = ()
    reserve_markers: int = Field(default=0, ge=0, le=9)
    sp: int = Field(default=0, ge=0, le=99)
    mark: MarkText
    why: str = ""


class _EighthArmy(StrictModel):
    first_roll: Date
    released_on: Annotated[tuple[int, ...], BeforeValidator(_tuple)]
    automatic: Date
    supply_sp: int
    mark: MarkText


class _DesertAirForce(StrictModel):
    at_tripoli_before: Date
    mark: MarkText


class _Lift(StrictModel):
    sea: int = Field(ge=0, le=99)
    rail: int = Field(default=0, ge=0, le=99)
    mark: MarkText


class _ReplRow(StrictModel):
    rolls: Span
    results: Annotated[tuple[ReplResult, ...], BeforeValidator(_tuple)]


class _ReplTable(StrictModel):
    rows: Annotated[tuple[_ReplRow, ...], BeforeValidator(_tuple)]
    factions: dict[str, Span]
    mark: MarkText
    why: str


class _Cache(StrictModel):
    start: int = Field(ge=0, le=9)
    monthly: int = Field(ge=0, le=9)


class _Caches(StrictModel):
    axis: _Cache = Field(alias="Axis")
    allied: _Cache = Field(alias="Allied")
    mark: MarkText


class _Box(StrictModel):
    side: SideName
    start: Date = Field(alias="from")
    refit: int = Field(ge=0, le=99)
    refit_mud: int = Field(ge=0, le=99)
    mark: MarkText
    why: str


class _Rebuild(StrictModel):
    types: Names = ()
    sizes: Names = ()
    classes: Names = ()
    mobilities: Names = ()
    pax: int = Field(ge=0, le=9)
    eq: int = Field(ge=0, le=9)
    units_per_repl: int = Field(default=1, ge=1, le=4)
    mark: MarkText
    why: str


class _File(StrictModel):
    title: str
    units: str
    arrivals: dict[str, _Arrival]
    eighth_army: _EighthArmy
    desert_air_force: _DesertAirForce
    shipping: dict[SideName, dict[str, _Lift]]
    shipping_why: str
    replacements: dict[SideName, _ReplTable]
    supply_caches: _Caches
    boxes: dict[Literal["Algiers", "Sicily", "Tripoli"], _Box]
    rebuild: dict[str, _Rebuild]
    rebuild_why: str


def load_schedule(
    files: DataFiles,
    counters: dict[str, Counter],
    aircraft: dict[str, Aircraft],
    transport: Transport,
    calendar: Calendar,
) -> Schedule:
    """The schedule, its names checked against counters, aircraft, formations and turn track; raises DataError."""
    model = files.read_tree(SCHEDULE_FILE, _File)
    check = _Check(files, counters, aircraft, transport, calendar)
    schedule = Schedule(
        arrivals=tuple(check.arrival(name, row) for name, row in model.arrivals.items()),
        eighth_army=EighthArmy(
            model.eighth_army.first_roll,
            model.eighth_army.released_on,
            model.eighth_army.automatic,
            model.eighth_army.supply_sp,
        ),
        daf_at_tripoli_before=model.desert_air_force.at_tripoli_before,
        lift={
            Side(side): tuple(
                Lift(check.date(("shipping", side, day), day), row.sea, row.rail) for day, row in rows.items()
            )
            for side, rows in model.shipping.items()
        },
        replacements={Side(side): check.repl_table(side, table) for side, table in model.replacements.items()},
        caches={
            Side.AXIS: Caches(model.supply_caches.axis.start, model.supply_caches.axis.monthly),
            Side.ALLIED: Caches(model.supply_caches.allied.start, model.supply_caches.allied.monthly),
        },
        boxes={name: AirBox(Side(box.side), box.start, box.refit, box.refit_mud) for name, box in model.boxes.items()},
        rebuild=tuple(
            RebuildRule(name, row.types, row.sizes, row.classes, row.mobilities, row.pax, row.eq, row.units_per_repl)
            for name, row in model.rebuild.items()
        ),
    )
    for counter in (each for each in counters.values() if not any(rule.fits(each) for rule in schedule.rebuild)):
        check.fault(("rebuild",), f"no rule fits {counter.id}")
    if check.problems:
        raise DataError(check.problems)
    return schedule


class _Check:
    """Turns rows of the file into values, noting names that nothing else has."""

    def __init__(
        self,
        files: DataFiles,
        counters: dict[str, Counter],
        aircraft: dict[str, Aircraft],
        transport: Transport,
        calendar: Calendar,
    ) -> None:
        self.files, self.counters, self.aircraft = files, counters, aircraft
        self.transport, self.calendar = transport, calendar
        self.problems: list[Problem] = []

    def fault(self, path: Path, message: str) -> None:
        self.problems.append(self.files.fault(SCHEDULE_FILE, path, message))

    def known(self, path: Path, name: str, names: dict[str, object], what: str) -> None:
        if name not in names:
            near = nearest(name, names)
            self.fault(path, f"{name!r} is no {what}" + (f"; did you mean {near}?" if near else ""))

    def date(self, path: Path, text: str) -> datetime.date:
        try:
            date = datetime.date.fromisoformat(text)
            self.calendar.turn_of(date)
        except ValueError as error:
            self.fault(path, str(error))
            return self.calendar.turns[0]
        return date

    def arrival(self, name: str, row: _Arrival) -> Arrival:
        here: Path = ("arrivals", name)
        for key in ("units", "draw_one_of", "remove"):
            for unit in getattr(row, key):
                self.known((*here, key), unit, dict(self.counters), "counter")
        for unit in (unit for pair in row.exchange for unit in pair):
            self.known((*here, "exchange"), unit, dict(self.counters), "counter")
        for plane in row.planes:
            self.known((*here, "planes"), plane.aircraft, dict(self.aircraft), "aircraft")
        for kind in row.air_steps:
            self.known((*here, "air_steps"), kind, dict(self.aircraft), "aircraft")
        for item in (*row.transport, *row.remove_transport):
            if item.kind == "organic":
                self.known(here, item.formation, dict(self.transport.organic), "formation with organic trucks")
        after = re.fullmatch(r"release\+(\d)", row.when)
        turn = None if after else self.calendar.turn_of(self.date((*here, "when"), row.when))
        return Arrival(
            name,
            Side(row.side),
            turn,
            int(after[1]) if after else 0,
            row.entry,
            row.units,
            row.draw_one_of,
            row.remove,
            row.exchange,
            tuple(item.change() for item in row.transport),
            tuple(item.change() for item in row.remove_transport),
            tuple(PlaneChange(plane.aircraft, plane.count, plane.reduced) for plane in row.planes),
            row.reserve_markers,
            row.sp,
            row.air_steps,
        )

    def repl_table(self, side: str, table: _ReplTable) -> ReplTable:
        here: Path = ("replacements", side)
        results: dict[int, tuple[str, ...]] = {}
        for row in table.rows:
            for roll in range(row.rolls[0], row.rolls[1] + 1):
                if roll in results:
                    self.fault((*here, "rows"), f"the roll {roll} stands twice")
                results[roll] = row.results
        factions = {face: name for name, (low, high) in table.factions.items() for face in range(low, high + 1)}
        if not set(range(2, 13)) <= set(results):
            self.fault((*here, "rows"), "every roll from 2 to 12 needs a row")
        if sorted(factions) != list(range(1, 7)):
            self.fault((*here, "factions"), "the faces 1 to 6 must each name one faction")
        return ReplTable(results, factions)
