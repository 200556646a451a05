"""What a scenario says: who stands where when play begins, and how it is won.

A Scenario is read from a file in `scenarios/` by `scenario_reader.py`. Places are ints as everywhere: a hex, or
`grid.size + i` for box i of the world.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import StrEnum
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
    """Transport of one kind. tokens: capacity in all. loaded: starts full (T2 6.0c). formation: organic trucks.

    area, line, column: as for a unit, here and below.
    """

    kind: str
    tokens: int
    place: Place
    within: int
    loaded: bool
    formation: str
    area: str = ""
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class SupplySetup:
    """Supply on the ground, in tokens."""

    place: Place
    tokens: int
    within: int = 0
    area: str = ""
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class ReplSetup:
    """Replacement counters: kind is "pax" or "eq"."""

    kind: str
    place: Place
    count: int
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class BaseSetup:
    """An air base of a level, 0 for an air strip."""

    hex: Hex
    level: int
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class HedgehogSetup:
    """A hedgehog of a level from 1 to 4."""

    hex: Hex
    level: int
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class PlaneSetup:
    """Planes of one kind (T2 6.0d): count in all, reduced of them with a step lost, inactive all of them or none.

    place: None for any own air base, strip or one of the side's `air_boxes`, as the owner likes. Surge planes stand
    off the map (T2 1.7).
    """

    aircraft: str
    count: int
    reduced: int
    inactive: bool
    place: Place | None
    surge: bool
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class PlaneCount:
    """So many planes of a kind, all of them dead."""

    aircraft: str
    count: int


@dataclass(frozen=True, slots=True)
class TransportCount:
    """Transport that is not on the map: tokens of a kind, or the organic truck of a formation; loaded: comes full."""

    kind: str
    tokens: int
    formation: str
    loaded: bool = False
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class SetupChoice:
    """One unit that its side may bring in at set-up, beside the units of its formation (T2 6.3, 6.4).

    choices: dead units, of which at most one is set up. give_up: the unit on the map that goes to the Dead Pile for
    it; "" where it costs nothing.
    """

    choices: tuple[str, ...]
    give_up: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ListedArrival:
    """What a scenario itself lets arrive in its side's Reinforcement Phase (OCS 13.6).

    turn: None for every turn. places: any one of these, as the owner likes; empty for any supply source of the side.
    spelled: the place as the file words it. tokens: supply. reserve_markers: markers that the side gains.
    """

    turn: int | None
    places: tuple[Place, ...]
    spelled: str
    units: tuple[str, ...] = ()
    transport: tuple[TransportCount, ...] = ()
    repls: tuple[tuple[str, int], ...] = ()
    tokens: int = 0
    reserve_markers: int = 0
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class RebuildEachTurn:
    """Combat units that a side rebuilds each turn, as if with one Pax or Eq each; they come by rail (T2 6.3)."""

    count: int
    places: tuple[Hex, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class SideSetup:
    """All that one side begins with.

    arrivals: whether the order of arrival is in use; listed: what arrives by the scenario's own list. repl_table:
    whether Repl rolls are made. dead_pile: counters that may be rebuilt; removed: counters out of play. sources: supply
    sources beside the side's own (T2 2.1, 3.1). air_boxes: off-map boxes in use in which its planes may start.
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
    removed_transport: tuple[TransportCount, ...] = ()
    dead_planes: tuple[PlaneCount, ...] = ()
    sources: tuple[Hex, ...] = ()
    air_boxes: tuple[Place, ...] = ()
    listed: tuple[ListedArrival, ...] = ()
    rebuild_each_turn: RebuildEachTurn | None = None
    setup_choice: SetupChoice | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """A side holds at least `least` and at most `most` of some hexes.

    A hex is held by control (T2 5.0), or, where `present`, by a combat unit that is in it at that moment.
    """

    side: Side
    hexes: dict[str, Hex]
    least: int
    most: int
    present: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """A way in which the game can end: all conditions hold; without conditions it is what remains.

    winner: None for a draw. until: judged at the end of every turn up to this one, and ends the game; None: judged
    when the last turn is over.
    """

    winner: Side | None
    level: str
    conditions: tuple[Condition, ...]
    until: int | None = None


@dataclass(frozen=True, slots=True)
class OccupyAtLeast:
    """A side wins that occupies so many of the hexes when the game ends; otherwise the other one named.

    until: it wins as soon as a turn up to this one ends so; None: judged when the last turn is over.
    """

    side: Side
    count: int
    hexes: dict[str, Hex]
    otherwise: Side
    until: int | None = None

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The same as goals, in the order in which they are judged."""
        held = Condition(self.side, self.hexes, self.count, len(self.hexes))
        return (Goal(self.side, "win", (held,), self.until), Goal(self.otherwise, "win", ()))


@dataclass(frozen=True, slots=True)
class BattleVictory:
    """A scenario's own goals, judged in this order: the first that is met decides."""

    goals: tuple[Goal, ...]

    @property
    def hexes(self) -> dict[str, Hex]:
        """Every hex that a goal names."""
        return _named_hexes(self.goals)


@dataclass(frozen=True, slots=True)
class CampaignVictory:
    """The campaign's sudden death and levels of victory (T2 5.1, 5.2); the first goal that is met decides.

    levels: from best for the Axis to best for the Allies, for options that shift the outcome (T2 4).
    """

    goals: tuple[Goal, ...] = ()
    levels: tuple[str, ...] = ()

    @property
    def hexes(self) -> dict[str, Hex]:
        """Every hex that a goal names."""
        return _named_hexes(self.goals)


Victory = OccupyAtLeast | BattleVictory | CampaignVictory


def _named_hexes(goals: tuple[Goal, ...]) -> dict[str, Hex]:
    return {name: hex_ for goal in goals for each in goal.conditions for name, hex_ in each.hexes.items()}


class EighthArmy(StrEnum):
    """How the release of 8th Army stands in a scenario (T2 2.4)."""

    BY_SCHEDULE = "by schedule"
    ROLLS_AT_ONCE = "release rolls at once"
    RELEASED = "released"
    ABSENT = "not in play"


@dataclass(frozen=True, slots=True)
class PortDamage:
    """Damage to ports before play: a die for each of them, hits by face (T2 6.4). All other ports start whole."""

    ports: tuple[Hex, ...]
    hits: dict[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A scenario as its file gives it.

    sheets: letters of the map sheets in play. rows: for a sheet of which only a part is in play, its first
    and last row. boxes: off-map boxes in use. skip_entries: entry areas at which nothing arrives. sea_cap, rail_cap:
    whether anybody has it. options: those that it is played with.
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
    boxes: tuple[str, ...] = BOXES
    sea_cap: bool = True
    rail_cap: bool = True
    port_damage: PortDamage | None = None
    eighth_army: EighthArmy = EighthArmy.BY_SCHEDULE
    options: tuple[str, ...] = ()


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
