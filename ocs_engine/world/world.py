"""The World: all that never changes while a game is played - map, counters, charts, calendar, scenario."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ocs_engine.grid import Hex
from ocs_engine.world import resources
from ocs_engine.world.aircraft import Aircraft
from ocs_engine.world.atlas import Atlas, load_atlas
from ocs_engine.world.calendar import Calendar
from ocs_engine.world.catalogue import Catalogue, load_catalogue
from ocs_engine.world.chart import TerrainChart
from ocs_engine.world.counters import Counter
from ocs_engine.world.errors import Problem, ScenarioError, nearest
from ocs_engine.world.names import fold
from ocs_engine.world.scenario import BOXES, Place, Scenario, ScenarioSummary
from ocs_engine.world.scenario_head import summarise
from ocs_engine.world.scenario_reader import read_scenario
from ocs_engine.world.schedule import Schedule
from ocs_engine.world.tables import Tables
from ocs_engine.world.transport import Transport

SUFFIX = ".ocs"


@lru_cache(maxsize=4)
def _sheet_rows(atlas: Atlas) -> tuple[tuple[str, int], ...]:
    """The map sheet and row of each hex."""
    placed = (atlas.grid.column_row(hex_) for hex_ in range(atlas.grid.size))
    return tuple((letter, row) for letter, _, row in placed)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The map as a scenario uses it; compared and hashed by identity, and one for all worlds that use it alike.

    playing: by hex whether it lies on the part of the map that is used.
    """

    atlas: Atlas = field(repr=False)
    chart: TerrainChart = field(repr=False)
    playing: bytes = field(repr=False)

    def in_play(self, hex_: Hex) -> bool:
        """Whether a hex lies on the part of the map that is used."""
        return bool(self.playing[hex_])


@lru_cache(maxsize=16)
def _board(atlas: Atlas, chart: TerrainChart, playing: bytes) -> Board:
    """The one Board of a map, a chart and the part that is used."""
    return Board(atlas, chart, playing)


@lru_cache(maxsize=4)
def _places(atlas: Atlas, boxes: tuple[str, ...]) -> dict[str, Place]:
    """Every place by its label as it is written."""
    hexes = {label: hex_ for hex_, label in enumerate(atlas.grid.labels)}
    return hexes | {box: atlas.grid.size + index for index, box in enumerate(boxes)}


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """Everything fixed about one game; compared and hashed by identity.

    counters: every ground unit by id, whether in this scenario or not. repls: replacement counters, by id such as
    "axis-pax". boxes: off-map boxes; box i is the place `atlas.grid.size + i`. hashes: sha256 of "map",
    "data" (with overlay) and "scenario".
    """

    atlas: Atlas = field(repr=False)
    chart: TerrainChart
    counters: dict[str, Counter]
    repls: dict[str, Counter]
    aircraft: dict[str, Aircraft]
    tables: Tables
    calendar: Calendar
    transport: Transport
    schedule: Schedule
    scenario: Scenario
    boxes: tuple[str, ...]
    hashes: dict[str, str]
    board: Board = field(init=False, repr=False)
    _places: dict[str, Place] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        bounds = {letter: self.scenario.rows.get(letter, (1, 99)) for letter in self.scenario.sheets}
        plays = bytes(
            letter in bounds and bounds[letter][0] <= row <= bounds[letter][1]
            for letter, row in _sheet_rows(self.atlas)
        )
        object.__setattr__(self, "board", _board(self.atlas, self.chart, plays))
        object.__setattr__(self, "_places", _places(self.atlas, self.boxes))

    def in_play(self, hex_: Hex) -> bool:
        """Whether a hex lies on the part of the map that the scenario uses."""
        return self.board.in_play(hex_)

    def is_box(self, place: Place) -> bool:
        """Whether a place is an off-map box."""
        return place >= self.atlas.grid.size

    def place(self, label: str) -> Place:
        """The place of a hex label or box name; raises GridError for a label that is neither."""
        found = self._places.get(label)
        if found is not None:
            return found
        box = next((name for name in self.boxes if fold(name) == fold(label)), None)
        return self.atlas.grid.hex(label) if box is None else self._places[box]

    def label(self, place: Place) -> str:
        """The hex label or box name of a place."""
        size = self.atlas.grid.size
        return self.boxes[place - size] if place >= size else self.atlas.grid.label(place)


def find_scenario(scenario: str | Path) -> Path:
    """The file of a scenario: the id of one of ours such as "race-for-tunis", or a path; raises ScenarioError.

    A text is a path where it ends in ".ocs" or has a slash in it, and else an id, whatever lies in the current folder.
    """
    if isinstance(scenario, Path) or scenario.endswith(SUFFIX) or "/" in scenario or os.sep in scenario:
        return Path(scenario)
    own = {file.stem: file for file in scenario_files()}
    if scenario not in own:
        names = ", ".join(own)
        problem = Problem(
            scenario, 0, 0, "no-scenario", f"is no scenario of ours ({names}) and no .ocs file", nearest(scenario, own)
        )
        raise ScenarioError([problem])
    return own[scenario]


def load_world(scenario: str | Path, overlay: Path | None = None) -> World:
    """The World of a scenario, given by id or file, with a data overlay or without; raises DataError or ScenarioError.

    Loaded once: the same scenario file, with the same content, and overlay give the same World again.
    """
    path = find_scenario(scenario)
    stamp = path.stat().st_mtime_ns if path.is_file() else 0
    return _load(path.resolve(), stamp, overlay.resolve() if overlay else None)


@lru_cache(maxsize=8)
def _load(path: Path, _stamp: int, overlay: Path | None) -> World:
    catalogue, atlas = load_catalogue(overlay), the_atlas()
    return make_world(read_scenario(path, catalogue, atlas), catalogue, atlas)


def make_world(scenario: Scenario, catalogue: Catalogue, atlas: Atlas) -> World:
    """The World of a scenario that has been read."""
    return World(
        atlas=atlas,
        chart=catalogue.chart,
        counters=catalogue.counters,
        repls=catalogue.repls,
        aircraft=catalogue.aircraft,
        tables=catalogue.tables,
        calendar=catalogue.calendar,
        transport=catalogue.transport,
        schedule=catalogue.schedule,
        scenario=scenario,
        boxes=BOXES,
        hashes={"map": atlas.content_hash, "data": catalogue.content_hash, "scenario": scenario.text_hash},
    )


@lru_cache(maxsize=1)
def the_atlas() -> Atlas:
    """The project's own map, loaded once."""
    return load_atlas()


def list_scenarios() -> list[ScenarioSummary]:
    """Our scenarios by number, read without the map; raises ScenarioError when a file's header is wrong."""
    calendar = load_catalogue().calendar
    return sorted((summarise(file, calendar) for file in scenario_files()), key=lambda each: (each.number, each.id))


def scenario_files() -> list[Path]:
    """The files of our scenarios, by name."""
    return sorted(resources.bundled("scenarios").glob(f"*{SUFFIX}"))
