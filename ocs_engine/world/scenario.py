"""What a scenario says: who stands where when play begins, and how it is won.

A Scenario is read from a file in `scenarios/` by `scenario_reader.py`. Places are ints as everywhere: a hex, or
`grid.size + i` for box i of the world.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

from ocs_engine.grid import Hex
from ocs_engine.world.counters import Side

Place = int
BOXES = ("Algiers", "Tripoli", "Sicily", "Sicily A", "Sicily B")
"""The off-map boxes (T2 1.2); Sicily is its air bases, A and B its ground units (T2 3.2a). Box i is `grid.size + i`."""
AIR_BOXES = ("Algiers", "Tripoli", "Sicily")
GROUND_BOXES = ("Algiers", "Tripoli", "Sicily A", "Sicily B")


@dataclass(frozen=True, slots=True)
class UnitSetup:
    """A unit set up at a place, or at any hex within so many hexes of it; line and column say where the file names it.

    area: the name of a set-up area, "" for none; then place is the first hex of the area and any of its hexes will do.
    """

    counter: str
    place: Place
    within: int
    area: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TransportSetup:
    """Transport of one kind. tokens: capacity in all. loaded: starts full (T2 6.0c). formation: organic trucks."""

    kind: str
    tokens: int
    place: Place
    within: int
    loaded: bool
    formation: str


@dataclass(frozen=True, slots=True)
class SupplySetup:
    """Supply on the ground, in tokens."""

    place: Place
    tokens: int


@dataclass(frozen=True, slots=True)
class ReplSetup:
    """Replacement counters: kind is "pax" or "eq"."""

    kind: str
    place: Place
    count: int


@dataclass(frozen=True, slots=True)
class BaseSetup:
    """An air base of a level, 0 for an air strip."""

    hex: Hex
    level: int


@dataclass(frozen=True, slots=True)
class HedgehogSetup:
    """A hedgehog of a level from 1 to 4."""

    hex: Hex
    level: int


@dataclass(frozen=True, slots=True)
class PlaneSetup:
    """Planes of one kind (T2 6.0d): count in all, reduced of them with a step lost, inactive all of them or none.

    place: None for any own air base, strip or off-map box, as the owner likes. Surge planes stand off the map (T2 1.7).
    """

    aircraft: str
    count: int
    reduced: int
    inactive: bool
    place: Place | None
    surge: bool


@dataclass(frozen=True, slots=True)
class SideSetup:
    """All that one side begins with.

    arrivals: whether the order of arrival is in use. repl_table: whether Repl rolls are made. dead_pile:
    counters that may be rebuilt; removed: counters out of play.
    """

    reserve_markers: int = 0
    arrivals: bool = False
    repl_table: bool = False
    units: tuple[UnitSetup, ...] = ()
    transport: tuple[TransportSetup, ...] = ()
    supply: tuple[SupplySetup, ...] = ()
    repls: tuple[ReplSetup, ...] = ()
    bases: tuple[BaseSetup, ...] = ()
    planes: tuple[PlaneSetup, ...] = ()
    hedgehogs: tuple[HedgehogSetup, ...] = ()
    dead_pile: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OccupyAtLeast:
    """A side wins that occupies so many of the hexes when the game ends; otherwise the other one named."""

    side: Side
    count: int
    hexes: dict[str, Hex]
    otherwise: Side


@dataclass(frozen=True, slots=True)
class CampaignVictory:
    """The campaign's sudden death and levels of victory (T2 5.0 to 5.2)."""


Victory = OccupyAtLeast | CampaignVictory


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A scenario as its file gives it.

    sheets: letters of the map sheets in play. rows: for a sheet of which only a part is in play, its first
    and last row. skip_entries: entry areas at which nothing arrives.
    """

    id: str
    number: int
    title: str
    first_turn: int
    last_turn: int
    first_player: Side
    setup_order: tuple[Side, Side]
    sheets: tuple[str, ...]
    rows: dict[str, tuple[int, int]]
    sides: dict[Side, SideSetup]
    victory: Victory
    ports: dict[Hex, Side]
    skip_entries: tuple[str, ...]
    path: Path
    text_hash: str


@dataclass(frozen=True, slots=True)
class ScenarioSummary:
    """What a list of scenarios shows; reading it loads no map."""

    id: str
    number: int
    title: str
    first: datetime.date
    last: datetime.date
    turns: int
    sheets: tuple[str, ...]
    first_player: Side
    path: Path
