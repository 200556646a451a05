"""The state of a game: what a photograph of the table would show, and the place in the sequence of play.

Everything here is immutable. A place is a hex or an off-map box (see `World.place`), or one of AWAY and DEAD.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Self, TypeVar

from immutables import Map

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Frame
from ocs_engine.state.slots import Slot, layout, set_up_slots
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Counter, Face, Side

if TYPE_CHECKING:
    from ocs_engine.state.points import Points
    from ocs_engine.world.aircraft import Aircraft, AirFace
    from ocs_engine.world.world import World

F = TypeVar("F", bound=Frame)

AWAY = -1
"""Not in play: yet to arrive, or removed for good."""
DEAD = -2
"""In the Dead Pile (OCS 9.11)."""


class Up(StrEnum):
    """The side of a counter that is up: its orientation (OCS 5.2)."""

    COMBAT = "combat"
    MOVE = "move"


@rule("OCS 5.1", "OCS 3.6")
class Mode(StrEnum):
    """The six modes; a unit is in exactly one (OCS 5.1)."""

    COMBAT = "combat"
    MOVE = "move"
    RESERVE = "reserve"
    STRAT = "strat"
    EXPLOIT = "exploit"
    DG = "dg"


@rule("OCS 3.6", "OCS 12.10")
class Stocks(StrEnum):
    """What a unit holds of its internal stocks: two uses, one, none (OCS 12.10b)."""

    FULL = "full"
    LOW = "low"
    EXHAUSTED = "exhausted"


@rule("OCS 3.6")
@dataclass(frozen=True, slots=True)
class Unit:
    """A combat unit or replacement on the table.

    marker: the mode that lies on it; None for Combat or Move by the side up. lost: steps. ate: it had no trace in its
    last own Supply Phase and ate off the map (OCS 12.6c).
    """

    counter: Counter
    place: int
    up: Up = Up.COMBAT
    marker: Mode | None = None
    lost: int = 0
    oos: bool = False
    stocks: Stocks = Stocks.FULL
    ate: bool = False

    @property
    def side(self) -> Side:
        """Whose it is."""
        return self.counter.side

    @property
    def mode(self) -> Mode:
        """Its one mode (OCS 5.2)."""
        return self.marker or Mode(self.up.value)

    @property
    def in_working_mode(self) -> bool:
        """Whether its mode lets it work, where it is one that does: Combat, or DG with that side up (OCS 5.10e)."""
        return self.up is Up.COMBAT and self.marker in (None, Mode.DG)

    @property
    def can_engineer(self) -> bool:
        """Whether it is engineer-capable: an HQ or another engineer in a mode that lets it work (OCS 13.8a, T2 1.9)."""
        return self.counter.engineer and self.in_working_mode

    @property
    def face(self) -> Face:
        """The figures of the side up; replacements have a Move side only (OCS 5.5)."""
        combat = self.counter.combat
        return combat if self.up is Up.COMBAT and combat is not None else self.counter.move


@rule("OCS 3.3")
@dataclass(frozen=True, slots=True)
class Transport:
    """Transport Points of one kind in one place (OCS 13.2). tokens: what they can carry; load: what they do, in T.

    reserve: under a Reserve marker, which organic trucks alone may be (OCS 5.7f).
    """

    kind: str
    side: Side
    place: int
    tokens: int
    load: int
    formation: str = ""
    reserve: bool = False


@rule("OCS 3.3")
@dataclass(frozen=True, slots=True)
class Dump:
    """SP on the ground in one place, in T (OCS 12.1)."""

    side: Side
    tokens: int


@rule("OCS 3.3")
@dataclass(frozen=True, slots=True)
class Work:
    """An air base, a port or a hedgehog: whose, its level (0 for an air strip), and hits on a port (OCS 15, 16, 19)."""

    side: Side
    level: int = 0
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Plane:
    """An aircraft unit (OCS 3.5, 14.1). lost: steps."""

    aircraft: Aircraft
    place: int
    active: bool = True
    lost: int = 0

    @property
    def side(self) -> Side:
        """Whose it is."""
        return self.aircraft.side

    @property
    def face(self) -> AirFace:
        """The figures of the side up: the reduced one once a step is lost (OCS 3.5)."""
        return self.aircraft.reduced if self.lost else self.aircraft.full

    @property
    def is_fighter(self) -> bool:
        """Whether it can intercept and make a Patrol Zone (OCS 14.1)."""
        return "F" in self.aircraft.type.split("/")

    @property
    def can_attack(self) -> bool:
        """Whether its air combat rating has no parentheses, so that it can attack in the air (OCS 14.3)."""
        return not self.aircraft.parenthesised


@dataclass(frozen=True, slots=True)
class Memory:
    """What a phase must remember; emptied when it ends.

    spent: MP in twelfths by unit that began to move. done: units that will not spend MP any more (OCS 4.5b).
    released: reserves released in this phase (OCS 5.7b). began: where units that have moved began the phase (OCS 8.1).
    These four hold Transport Points too. driven: Transport Points that went on with what they carry (OCS 12.2a).
    fueled: units fueled for the phase, or that began to move on an HQ's fuel; fuel_from: where an HQ fuels from (OCS
    12.5). landed: T on the ground of a place that came by some transport in this phase (OCS 12.2a).
    came: T of supply that came to a place in a Reinforcement Phase (OCS 13.6c).
    bridge: engineers that stopped working in this phase, and whose own way out is bridged still (OCS 13.8b).
    worked: units that built or broke something (OCS 13.8d). built: the tasks done in a hex (OCS 13.8d). blown: hexes
    whose dump was blown (OCS 12.11a).
    rode: units and Transport Points that rail or ships have carried (OCS 4.7d). rail_used, sea_used, port_used: what
    is used of Rail Cap, Sea Cap and the capacity of ports, in half tokens (OCS 13.3a, 19.0).
    flown: planes that have flown a mission (OCS 14.2). unloaded: what planes have unloaded at bases, of what these
    can unload, in half tokens (OCS 14.9f). refitted: bases and boxes that have refitted planes (OCS 15.1).
    attacked, fired: units that have attacked, or barraged (OCS 9.1c, 10.0e). targets, barraged: hexes that were
    attacked, or barraged. repls_came, repls_used: the replacements that came in a Reinforcement Phase, and how many of
    a kind were used, where half of them must be (OCS 21.7). claimed: whether a side has asked for railways behind its
    front (OCS 13.3h). over: whether the segment was ended by its side.
    """

    spent: Map[str, int] = Map()
    done: Map[str, bool] = Map()
    released: Map[str, bool] = Map()
    began: Map[str, int] = Map()
    driven: Map[str, bool] = Map()
    fueled: Map[str, bool] = Map()
    fuel_from: Map[str, int] = Map()
    landed: Map[int, int] = Map()
    came: Map[int, int] = Map()
    bridge: Map[str, bool] = Map()
    worked: Map[str, bool] = Map()
    built: Map[int, tuple[str, ...]] = Map()
    blown: Map[int, bool] = Map()
    rode: Map[str, bool] = Map()
    rail_used: int = 0
    sea_used: int = 0
    port_used: Map[int, int] = Map()
    flown: Map[str, bool] = Map()
    unloaded: Map[int, int] = Map()
    refitted: Map[int, bool] = Map()
    attacked: Map[str, bool] = Map()
    targets: Map[int, bool] = Map()
    fired: Map[str, bool] = Map()
    barraged: Map[int, bool] = Map()
    repls_came: Map[str, bool] = Map()
    repls_used: Map[str, int] = Map()
    claimed: bool = False
    over: bool = False


@rule("OCS 12.8e")
@dataclass(frozen=True, slots=True)
class Returning:
    """What broke out and comes back as a reinforcement on a turn: a unit, or Transport Points, unit "" (OCS 12.8e)."""

    turn: int
    side: Side
    unit: str = ""
    kind: str = ""
    tokens: int = 0
    formation: str = ""


@rule("OCS 14.10b")
@dataclass(frozen=True, slots=True)
class DropPlan:
    """A written plan to drop a unit: the hex, and the turn (OCS 14.10b)."""

    hex: int
    turn: int


@rule("T2 4.1")
@dataclass(frozen=True, slots=True)
class Attached:
    """A formation that counts with another faction besides its own (T2 4.1d)."""

    formation: str
    faction: str


@rule("T2 4.4")
@dataclass(frozen=True, slots=True)
class Raid:
    """The raid by sea of a game: its unit, the turn in which it embarked, and whether it has landed (T2 4.4)."""

    unit: str
    turn: int
    landed: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended: the winner (None for a draw), the level reached, and why."""

    winner: Side | None
    level: str
    why: str


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game.

    slot: index into `slots`. arranging: the order of sides that set up, empty once the first turn began.
    units and the like are keyed by id and listed, in a fixed order, by their rosters.
    rail_control: whose the detrainable hexes are (OCS 13.3h). crowds: hexes with stacks that formed while
    no limit held there, until their side has had a Movement Phase to spread them out (T2 1.3c).
    returning: what broke out, in the order in which it did. lost_transport: what is in the Dead Pile of transport that
    was lost to the enemy, in T by side, kind and formation (OCS 13.5e). arrived: the entries of the order of arrival
    and of the scenario's list that have come, by id, and the turn in which each did (OCS 13.6). newcomers: the units
    and Transport Points that came as reinforcements in this turn (OCS 13.3e). army_released: the turn in which 8th Army
    was released; None where it was not, or before play (T2 2.4a).
    came_active: how many planes have come to a base in this turn and were Active there (OCS 14.11, 21.5).
    fueled, fueled_hqs: units, by their formation, and HQs with fuel until their side's Clean Up Phase (OCS 12.5).
    drop_plans: the secret plans, by unit (OCS 14.10b). dropped: units that came by air in this turn (OCS 12.6h).
    flak: points that the map prints at ports, as level (T2 1.10). trainbusted: the hexes with a Trainbusting marker,
    each with the side that was bombed (OCS 14.8). tops: the unit that its owner put on top of a stack.
    attached: the formation of each side that is attached to another faction, by option (T2 4.1d).
    better_repls: the sides that gave up planes for better replacements; sea_gained: SP of Sea Cap that a side has more
    in this turn (T2 4.6). caches: the supply caches of a side; foraged: the turn in which an HQ last used one as
    Forage (OCS 21.10). raid: the one raid by sea, once it has embarked (T2 4.4).
    here: the units of each place as `units` has them, in the order in which they came.
    """

    world: World
    points: Points = field(compare=False)
    turn: int
    slot: int
    roster: tuple[str, ...]
    units: Map[str, Unit]
    here: Map[int, tuple[str, ...]]
    arranging: tuple[Side, ...] = ()
    first: Side | None = None
    simulcast: bool = False
    weather: Weather = Weather.FLIGHT
    transport: Map[str, Transport] = Map()
    dumps: Map[int, Dump] = Map()
    bases: Map[int, Work] = Map()
    hedgehogs: Map[int, Work] = Map()
    ports: Map[int, Work] = Map()
    flak: Map[int, Work] = Map()
    planes: Map[str, Plane] = Map()
    came_active: Map[int, int] = Map()
    drop_plans: Map[str, DropPlan] = Map()
    dropped: Map[str, bool] = Map()
    fueled: Map[str, bool] = Map()
    fueled_hqs: Map[str, bool] = Map()
    control: Map[int, Side] = Map()
    rail_control: Map[int, Side] = Map()
    crowds: Map[int, Side] = Map()
    trainbusted: Map[int, Side] = Map()
    returning: tuple[Returning, ...] = ()
    lost_transport: Map[tuple[Side, str, str], int] = Map()
    arrived: Map[str, int] = Map()
    newcomers: Map[str, bool] = Map()
    army_released: int | None = None
    tops: Map[int, str] = Map()
    reserve_markers: Map[Side, int] = Map()
    attached: Map[Side, Attached] = Map()
    better_repls: Map[Side, bool] = Map()
    sea_gained: Map[Side, int] = Map()
    caches: Map[Side, int] = Map()
    foraged: Map[str, int] = Map()
    raid: Raid | None = None
    memory: Memory = Memory()
    frames: tuple[Frame, ...] = ()
    verdict: Verdict | None = None

    def with_frames(self, frames: tuple[Frame, ...]) -> Self:
        """The same state with other frames."""
        return replace(self, frames=frames)

    def plays(self, option: str) -> bool:
        """Whether the game is played with an option, as `world.options` names it."""
        return option in self.points.options

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The turn as it is laid out now, or the set-up before the first one."""
        return set_up_slots(self.arranging) if self.arranging else layout(self.first, self.simulcast)

    @property
    def now(self) -> Slot:
        """The slot in force: phase, segment, and who acts."""
        return self.slots[self.slot]

    @property
    def top_frame(self) -> Frame | None:
        """The procedure under way, if there is one."""
        return self.frames[-1] if self.frames else None

    def frame_of(self, kind: type[F]) -> F:
        """The procedure under way, of the kind that the asker knows it to be; raises TypeError for another."""
        top = self.top_frame
        if not isinstance(top, kind):
            raise TypeError(f"no {kind.__name__} is on top but {type(top).__name__}")
        return top

    def in_order(self) -> list[tuple[str, Unit]]:
        """Every unit with its id, in the roster's order."""
        return [(uid, self.units[uid]) for uid in self.roster]
