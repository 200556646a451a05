"""What Tunisia II says where the series asks."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

from immutables import Map

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.modes import on_map
from ocs_engine.series.points import SeriesPoints
from ocs_engine.series.reinforcing.trades import GIVEN_UP
from ocs_engine.series.sequence import BEFORE_THE_FIRST_TURN, first_control
from ocs_engine.state.air_events import Mission
from ocs_engine.state.build_events import Task
from ocs_engine.state.model import State, Transport, Unit, Verdict, Work
from ocs_engine.state.standing import Standing
from ocs_engine.tunisia import cooperation
from ocs_engine.tunisia.air_entry import flight_distance
from ocs_engine.tunisia.railways import box_railways, detrainable_hexes, open_to_cargo, southern_railways
from ocs_engine.tunisia.victory import final_verdict, outcomes, shifted_by_options, spots, sudden_verdict
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from ocs_engine.world.options import (
    AMPHIBIOUS_RAID,
    FIGHTERS_FOR_REPLACEMENTS,
    INTERNATIONAL_COOPERATION,
    NO_SOUTHERN_RAIL_TRACE,
    SURGE_FOR_SEA_CAP,
    UNCOORDINATED_US_AIR,
    VIVE_LA_FRANCE,
)
from ocs_engine.world.scenario import GROUND_BOXES, EighthArmy, ListedArrival
from ocs_engine.world.schedule import Arrival, Lift
from ocs_engine.world.world import World

ENTRY_E_CHANGES_HANDS = datetime.date(1943, 2, 15)
"""From this turn on Entry E is open to the Allies and closed to the Axis (T2 1.5)."""
KEEP_AWAY = 1
"""Hexes this near to a closed entry area, or nearer, are barred: two or more away is allowed (T2 1.5)."""
SMALL_TRUCK = 2
"""Tokens that the smallest truck carries; with one in the hex losses are rounded to as many (T2 1.6d)."""
MORE_THAN_ITS_LEVEL = 1
"""SP that a hedgehog above Level 1 takes besides as many as its level (T2 1.11b)."""
SICILY = ("Sicily A", "Sicily B")
"""The boxes in which ground units of the Axis wait; those in the first sail first (T2 3.2a)."""
SOURCE_PORTS = {Side.ALLIED: ("Bône",), Side.AXIS: ("Bizerte", "Tunis", "Sousse")}
"""The ports that are sources of trace for good, as long as they are the side's (T2 2.1, 3.1)."""
DESERT_AIR_FORCE = "DAF"
"""The band of the planes that arrive with the Tripoli box (T2 2.5)."""
HIP_SHOOTERS = {Side.AXIS: "German planes", Side.ALLIED: "the Desert Air Force"}
"""Who flies Hip Shoots, in words (T2 2.3, 3.3a)."""
SURGE_REFITS = 3
"""Inactive surge planes that one Special result refits (T2 1.7)."""
AIR_STRIPS = 3
"""Air strips of a side (T2 1.11d)."""
STRIP_SITES = ("village", "poi")
"""Where air strips are placed: villages and points of interest (T2 1.11d)."""
US_BARRAGE_PLANES = 2
"""Planes that a barrage mission with an American one has at most, by option (T2 4.2)."""
GIVEN_KIND = "ger-bf109g"
"""The planes that the Axis may give up (T2 4.6a)."""
RAID_STARTS = ("Bône", "Algiers")
"""Where the raid embarks (T2 4.4)."""
HOME = "Algeria"
"""Where the theater reserves stay (T2 2.6)."""


class TunisiaPoints(SeriesPoints):
    """The game's own rules, over those of the series."""

    @property
    def name(self) -> str:
        """The rules of Tunisia II over those of the series, and the version of this reading of them."""
        return "tunisia2/1"

    @property
    def weather_dice(self) -> int:
        """A red and a white die, every turn (T2 1.3a)."""
        return 2

    @rule("T2 1.3b")
    def weather(self, state: State, faces: Sequence[int]) -> Weather:
        """Red die as tens, white as units, by the month's table (T2 1.3b)."""
        red, white = faces
        return state.world.calendar.weather(state.turn, red, white)

    @rule("T2 1.3c")
    def simulcast(self, state: State, weather: Weather) -> bool:  # noqa: ARG002 (a point)
        """Mud makes the turn a simulcast turn, no consent needed (T2 1.3c)."""
        return weather is Weather.MUD

    @rule("T2 1.3c")
    def movement_frozen(self, state: State) -> bool:
        """In Mud every MA is 0 (T2 1.3c)."""
        return state.weather is Weather.MUD

    @rule("T2 1.3c")
    def waives_crowding(self, state: State, hex_: Hex) -> bool:
        """In Mud, in ports and entry hexes (T2 1.3c)."""
        if state.weather is not Weather.MUD:
            return False
        return hex_ in state.ports or any(hex_ in area for area in state.world.atlas.entries.values())

    @rule("T2 1.5", "T2 2.6")
    def may_enter(self, state: State, unit: Unit | Transport, hex_: Hex) -> Refusal | None:
        """Closed entry areas (T2 1.5) and the border for theater reserves (T2 2.6)."""
        label = state.world.label(hex_)
        for area in closed_areas(state, unit.side):
            if hex_ in near_area(state.world, area):
                words = f"{label} is less than 2 hexes from Entry {area}, which is closed to the {unit.side}"
                return Refusal(code="closed area", rule="T2 1.5", sentence=words, places=(label,))
        if isinstance(unit, Transport):
            return None
        if self._stays_home(unit) and state.world.atlas.country[hex_] != HOME:
            words = f"{unit.counter.booklet_name} is a theater reserve and may not leave {HOME} for {label}"
            return Refusal(code="theater reserve", rule="T2 2.6", sentence=words, places=(label,))
        return None

    def restricted(self, state: State, unit: Unit) -> set[Hex]:
        """The hexes near closed entry areas, and for theater reserves all outside Algeria."""
        barred = self.closed_to(state, unit.side)
        if self._stays_home(unit):
            barred |= {hex_ for hex_, country in enumerate(state.world.atlas.country) if country != HOME}
        return barred

    @rule("T2 2.6", "T2 4.5")
    def _stays_home(self, unit: Unit) -> bool:
        """Whether a unit is a theater reserve that may not leave its country; by option they may (T2 4.5)."""
        return "theater reserve" in unit.counter.traits and VIVE_LA_FRANCE not in self.options

    @rule("T2 1.5")
    def closed_to(self, state: State, side: Side) -> set[Hex]:
        """The hexes near the entry areas that are closed to a side (T2 1.5)."""
        return {hex_ for area in closed_areas(state, side) for hex_ in near_area(state.world, area)}

    @rule("T2 1.5")
    def caught(self, state: State) -> tuple[str, ...]:
        """Units that stand too near an entry area when it closes to them are destroyed (T2 1.5)."""
        return tuple(
            uid
            for uid, unit in state.in_order()
            if any(unit.place in near_area(state.world, area) for area in closed_areas(state, unit.side))
        )

    @rule("T2 1.1b")
    def printed_hedgehogs(self, world: World) -> dict[Hex, Work]:
        """Those of the Mareth Line, which the Axis holds unless a scenario says otherwise (T2 1.1b)."""
        printed = world.atlas.hedgehogs.items()
        return {hex_: Work(Side.AXIS, level) for hex_, level in printed if world.in_play(hex_)}

    @rule("T2 1.10")
    def printed_flak(self, world: World) -> dict[Hex, Work]:
        """The flak of each port whose printed side holds it as the scenario begins (T2 1.10)."""
        holders = world.scenario.ports
        printed = ((hex_, Work(Side(side), points)) for hex_, (side, points) in world.atlas.flak.items())
        return {hex_: work for hex_, work in printed if world.in_play(hex_) and holders.get(hex_) is work.side}

    @rule("T2 1.1b")
    def hedgehog_floor(self, state: State, hex_: Hex) -> int:
        """A printed hedgehog never falls below its printed level (T2 1.1b)."""
        return state.world.atlas.hedgehogs.get(hex_, 0)

    @rule("T2 1.3c")
    def may_build(self, state: State) -> Refusal | None:
        """Nothing in Mud (T2 1.3c)."""
        if state.weather is not Weather.MUD:
            return None
        return Refusal(code="mud", rule="T2 1.3c", sentence="in Mud nothing is built, broken or repaired")

    @rule("T2 1.11a", "T2 1.11b", "OCS 21.11")
    def construction_cost(self, state: State, task: Task, hex_: Hex) -> int:
        """A hit on a small port takes what it can handle now; a big hedgehog more than its level (T2 1.11a, 1.11b)."""
        usual = super().construction_cost(state, task, hex_)
        ports = state.world.atlas.ports
        if task is Task.REPAIR_PORT and hex_ in ports and hex_ in state.ports:
            return min(usual, (ports[hex_].capacity, *ports[hex_].hit_capacities)[state.ports[hex_].hits])
        if task is Task.HEDGEHOG and (level := _next_level(state, hex_)) > 1:
            return (level + MORE_THAN_ITS_LEVEL) * state.world.tables.number("tokens_per_SP")
        return usual

    @rule("T2 1.11b", "OCS 21.11")
    def engineers_alone(self, state: State, task: Task, hex_: Hex) -> str:
        """Hedgehogs above Level 1 too (T2 1.11b)."""
        if task is Task.HEDGEHOG and _next_level(state, hex_) > 1:
            return "T2 1.11b"
        return super().engineers_alone(state, task, hex_)

    @rule("T2 1.11c", "OCS 21.11")
    def captured_hedgehog(self, state: State, hex_: Hex) -> int:
        """A counter drops one level; what the map prints stays (T2 1.11c)."""
        return max(state.hedgehogs[hex_].level - 1, self.hedgehog_floor(state, hex_))

    @rule("T2 1.11d")
    def captures_strips(self, state: State) -> bool:  # noqa: ARG002 (a point)
        """An air strip is removed, never captured (T2 1.11d)."""
        return False

    @rule("T2 1.6d")
    def transport_rounding(self, state: State, caught: Sequence[Transport]) -> int:
        """To full points, or to the size of the smallest truck where one of that size is there (T2 1.6d)."""
        point = super().transport_rounding(state, caught)
        small = (each.tokens == SMALL_TRUCK or (each.kind != "organic" and each.tokens % point) for each in caught)
        return SMALL_TRUCK if any(small) else point

    @rule("T2 1.2a", "T2 1.5", "T2 1.7", "T2 2.5", "T2 2.5a")
    def air_bases(self, state: State, pid: str) -> tuple[int, ...]:
        """The bases of the series and the boxes that are open to the plane's side.

        Surge planes have the boxes alone (T2 1.7), and the Desert Air Force Tripoli alone at first (T2 2.5a).
        """
        aircraft = state.planes[pid].aircraft
        boxes = tuple(map(state.world.place, open_boxes(state, aircraft.side)))
        today, kept = state.world.calendar.date_of(state.turn), state.world.schedule.daf_at_tripoli_before
        if aircraft.band == DESERT_AIR_FORCE and today < kept:
            return tuple(place for place in boxes if state.world.label(place) == "Tripoli")
        return boxes if aircraft.surge else (*super().air_bases(state, pid), *boxes)

    @rule("T2 1.2", "T2 3.2a")
    def ground_places(self, state: State, base: int) -> tuple[int, ...]:
        """Sicily's planes carry what waits in its two boxes, whatever their order by sea (T2 3.2a)."""
        world = state.world
        if not world.is_box(base):
            return (base,)
        return tuple(world.place(box) for box in GROUND_BOXES if box.startswith(world.label(base)))

    @rule("T2 1.1c")
    def air_distance(self, world: World, place: int, other: int) -> int | None:
        """Into and out of a box by the nearest air entry point that serves it (T2 1.1c)."""
        return flight_distance(world, place, other)

    @rule("T2 2.3", "T2 3.3a")
    def may_hip_shoot(self, state: State, pid: str) -> Refusal | None:
        """German planes and the Desert Air Force alone (T2 2.3, 3.3a)."""
        aircraft = state.planes[pid].aircraft
        if aircraft.faction == "German" or aircraft.band == DESERT_AIR_FORCE:
            return None
        case = "T2 2.3" if aircraft.side is Side.ALLIED else "T2 3.3a"
        words = f"{pid} may fly no Hip Shoot: of the {aircraft.side} only {HIP_SHOOTERS[aircraft.side]} may"
        return Refusal(code="no Hip Shoot", rule=case, sentence=words, pieces=(pid,))

    @rule("T2 1.7a")
    def may_bomb_units(self, state: State, pid: str) -> Refusal | None:
        """B-17, B-24 and Wellington, the Strategic Bombers, strike facilities alone (T2 1.7a)."""
        if not state.planes[pid].aircraft.strategic:
            return None
        words = f"{pid} is a Strategic Bomber and barrages air bases, ports and railways alone"
        return Refusal(code="facilities only", rule="T2 1.7a", sentence=words, pieces=(pid,))

    @rule("T2 1.2a", "T2 1.3c")
    def refit_limit(self, state: State, side: Side, place: int) -> int:
        """A box by its printed limit; in Mud half of everything, but a strip one still (T2 1.2a, 1.3c)."""
        mud = state.weather is Weather.MUD
        if on_map(state, place):
            most = super().refit_limit(state, side, place)
            return most - most // 2 if mud else most
        name = state.world.label(place)
        if name not in open_boxes(state, side):
            return 0
        box = state.world.schedule.boxes[name]
        return box.refit_mud if mud else box.refit

    @rule("T2 4.2")
    def mission_size(self, state: State, mission: Mission, planes: Sequence[str]) -> int:
        """By option two where an American plane barrages, at whatever (T2 4.2)."""
        most = super().mission_size(state, mission, planes)
        barrages = mission in (Mission.BARRAGE, Mission.TRAINBUSTING) and UNCOORDINATED_US_AIR in self.options
        american = (state.planes[pid].aircraft.faction == "American" for pid in planes)
        return min(most, US_BARRAGE_PLANES) if barrages and any(american) else most

    @rule("T2 4.1")
    def hq_serves(self, state: State, hq: Unit, unit: Unit) -> bool:
        """By option not American and French HQs Commonwealth units, nor the other way round (T2 4.1c)."""
        return not self._apart or cooperation.serves(state, hq, unit)

    @rule("T2 4.1")
    def teams(self, state: State, pieces: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """By option those of one faction (T2 4.1a, b)."""
        return cooperation.teams(state, pieces) if self._apart else super().teams(state, pieces)

    @rule("T2 4.1")
    def may_spot(self, state: State, uid: str, firers: Sequence[str]) -> bool:
        """By option for its own faction (T2 4.1b)."""
        return not self._apart or cooperation.may_spot(state, uid, firers)

    @rule("T2 4.1")
    def attachments(self, state: State, side: Side) -> dict[str, tuple[str, ...]]:
        """By option divisions to the factions that they may go to (T2 4.1d)."""
        return cooperation.attachments(state, side) if self._apart else {}

    @rule("T2 4.4")
    def raid_starts(self, state: State, side: Side) -> tuple[int, ...]:
        """By option Bône and Algiers, for the Allies (T2 4.4)."""
        if AMPHIBIOUS_RAID not in self.options or side is not Side.ALLIED:
            return ()
        ports = (hex_ for hex_, port in state.world.atlas.ports.items() if port.name in RAID_STARTS)
        return (*(state.world.place(box) for box in state.world.boxes if box in RAID_STARTS), *ports)

    @rule("T2 4.6")
    def fighters_to_give(self, state: State, side: Side) -> tuple[str, ...]:
        """By option Bf.109G of the Axis at full strength, once, where there are enough (T2 4.6a)."""
        if FIGHTERS_FOR_REPLACEMENTS not in self.options or side is not Side.AXIS or side in state.better_repls:
            return ()
        whole = (pid for pid, plane in sorted(state.planes.items()) if plane.place >= 0 and not plane.lost)
        found = tuple(pid for pid in whole if state.planes[pid].aircraft.id == GIVEN_KIND)
        return found if len(found) >= GIVEN_UP else ()

    @rule("T2 4.6")
    def repl_modifier(self, state: State, side: Side) -> int:
        """1 more for a side that gave up fighters (T2 4.6a)."""
        return super().repl_modifier(state, side) + (1 if side in state.better_repls else 0)

    @rule("T2 4.6")
    def surge_trade(self, state: State, side: Side) -> int:  # noqa: ARG002 (a point)
        """By option 1 SP for the Axis (T2 4.6b)."""
        return 1 if SURGE_FOR_SEA_CAP in self.options and side is Side.AXIS else 0

    @property
    def _apart(self) -> bool:
        """Whether the factions of a side keep apart (T2 4.1)."""
        return INTERNATIONAL_COOPERATION in self.options

    @rule("T2 1.7")
    def surge_refits(self, state: State, side: Side) -> int:  # noqa: ARG002 (a point)
        """Three, in Mud too (T2 1.7)."""
        return SURGE_REFITS

    @rule("T2 1.11d")
    def air_strips(self, state: State, side: Side) -> int:  # noqa: ARG002 (a point)
        """Three a side (T2 1.11d)."""
        return AIR_STRIPS

    @rule("T2 1.11d")
    def strip_site(self, state: State, hex_: Hex) -> Refusal | None:
        """Villages and points of interest (T2 1.11d)."""
        if state.world.atlas.settlement[hex_] in STRIP_SITES:
            return None
        label = state.world.label(hex_)
        words = f"{label} is neither a village nor a point of interest"
        return Refusal(code="no site", rule="T2 1.11d", sentence=words, places=(label,))

    @rule("T2 1.2", "T2 2.1", "T2 3.2")
    def endless_dumps(self, state: State, side: Side) -> tuple[int, ...]:
        """Those of the boxes that are the side's now; Sicily's two are parts of one (T2 1.2, 3.2)."""
        world = state.world
        own = open_boxes(state, side)
        boxes = world.scenario.boxes
        return tuple(world.place(box) for box in boxes if any(box.startswith(name) for name in own))

    @rule("T2 2.4b")
    def income(self, state: State, side: Side) -> tuple[ListedArrival, ...]:
        """8th Army's supply at Entry E from its release on, where the scenario does not list it itself (T2 2.4b)."""
        world = state.world
        gates = entry_hexes(world, "E")
        listed = any(each.turn is None and each.tokens for each in world.scenario.sides[side].listed)
        if side is not Side.ALLIED or listed or not gates or not eighth_army_released(state):
            return ()
        tokens = world.schedule.eighth_army.supply_sp * world.tables.number("tokens_per_SP")
        return (ListedArrival(None, gates, "Entry E", tokens=tokens),)

    @rule("T2 2.4a")
    def order_of_arrival(self, state: State, side: Side) -> tuple[Arrival, ...]:
        """By date, and by the turns since 8th Army was released (T2 2.4a)."""
        found = super().order_of_arrival(state, side)
        if state.army_released is None or not state.world.scenario.sides[side].arrivals:
            return found
        turns = state.turn - state.army_released
        waves = (each for each in state.world.schedule.arrivals if each.turn is None and each.side is side)
        return (*found, *(each for each in waves if each.after_release == turns))

    @rule("T2 2.1", "T2 3.1")
    def usual_entry(self, side: Side) -> str:
        """Entry A or Algiers; of the Axis, Box B of Sicily (T2 2.1, 3.1)."""
        return "Entry A or Algiers" if side is Side.ALLIED else SICILY[1]

    @rule("T2 2.4a", "T2 4.3")
    def release_faces(self, state: State, side: Side) -> tuple[int, ...] | None:
        """8th Army by a die from 15 February on, by itself from 5 March, where there is an Entry E (T2 2.4a).

        By option there is no die (T2 4.3).
        """
        world, how = state.world, state.world.scenario.eighth_army
        waits = how in (EighthArmy.BY_SCHEDULE, EighthArmy.ROLLS_AT_ONCE) and state.army_released is None
        if side is not Side.ALLIED or not waits or not entry_hexes(world, "E"):
            return None
        army, today = world.schedule.eighth_army, world.calendar.date_of(state.turn)
        if today >= army.automatic:
            return ()
        rolls = how is EighthArmy.ROLLS_AT_ONCE or today >= army.first_roll
        return army.released_on or None if rolls else None

    @rule("T2 1.1a", "T2 2.2c")
    def rail_cap(self, state: State, side: Side) -> int:
        """By date; the Axis never has any, and in some scenarios nobody has (T2 1.1a)."""
        return lift(state, side).rail if state.world.scenario.rail_cap else 0

    @rule("T2 1.1a", "T2 2.2c")
    def carries_cargo(self, state: State, hex_: Hex) -> bool:
        """Railways in Algeria alone (T2 2.2c)."""
        return open_to_cargo(state.world, hex_)

    @rule("T2 2.2", "OCS 13.3e")
    def rail_entries(self, state: State, side: Side, box: int) -> tuple[Hex, ...]:
        """From Algiers those of Entry A (T2 2.2)."""
        own = box in self.endless_dumps(state, side)
        return box_railways(state.world, state.world.label(box)) if own else ()

    @rule("T2 1.8")
    def sea_cap(self, state: State, side: Side) -> int:
        """By date, for both sides; in some scenarios nobody has any (T2 1.8)."""
        return lift(state, side).sea + state.sea_gained.get(side, 0) if state.world.scenario.sea_cap else 0

    @rule("T2 1.8a")
    def closed_to_ships(self, state: State, side: Side, port: Hex) -> Refusal | None:
        """Dangerous waters (T2 1.8a)."""
        world = state.world
        if world.atlas.water_zone(port).closed_to != side:
            return None
        words = f"{world.label(port)} lies in waters that are dangerous to the {side}"
        return Refusal(code="dangerous waters", rule="T2 1.8a", sentence=words, places=(world.label(port),))

    @rule("T2 3.2a")
    def may_embark(self, state: State, side: Side, box: int) -> Refusal | None:
        """Nobody sails from Sicily's Box B while anybody waits in Box A (T2 3.2a)."""
        world = state.world
        first, last = (world.place(name) for name in SICILY)
        waiting = state.here.get(first) or any(each.place == first for each in state.transport.values())
        if side is not Side.AXIS or box != last or not waiting:
            return None
        words = f"no ground unit sails from {SICILY[1]} while {SICILY[0]} holds any"
        return Refusal(code="Box A first", rule="T2 3.2a", sentence=words, places=SICILY)

    @rule("T2 2.1", "T2 3.1")
    def trace_sources(self, state: State, side: Side) -> set[Hex]:
        """Ports and entry areas by side and date, and those of the scenario (T2 2.1, 3.1)."""
        world, found = state.world, super().trace_sources(state, side)
        for area in source_areas(state, side):
            found |= set(entry_hexes(world, area))
        named = (hex_ for hex_, port in world.atlas.ports.items() if port.name in SOURCE_PORTS[side])
        return found | {hex_ for hex_ in named if hex_ in state.ports and state.ports[hex_].side is side}

    @rule("T2 4.8")
    def rails_without_trace(self, state: State, side: Side) -> frozenset[Hex]:
        """By option those of the south, for the Allies before 8th Army is released (T2 4.8)."""
        barred = side is Side.ALLIED and NO_SOUTHERN_RAIL_TRACE in self.options and not eighth_army_released(state)
        return southern_railways(state.world) if barred else frozenset()

    @rule("T2 1.1a")
    def detrainable(self, world: World) -> frozenset[Hex]:
        """Points of interest besides the towns and ports of the series (T2 1.1a)."""
        return detrainable_hexes(world)

    @rule("T2 1.3c")
    def attrition_waived(self, state: State) -> bool:
        """Nobody rolls in Mud (T2 1.3c)."""
        return state.weather is Weather.MUD

    @rule("T2 2.1", "T2 3.1", "T2 3.2")
    def repl_box(self, side: Side) -> str:
        """Algiers, and Sicily's Box B (T2 2.1, 3.1)."""
        return "Algiers" if side is Side.ALLIED else SICILY[1]

    @rule("T2 1.2")
    def nominal_hqs(self, state: State, side: Side) -> tuple[int, ...]:
        """All boxes for ground units that are the side's now (T2 1.2)."""
        return self.endless_dumps(state, side)

    @rule("T2 1.6c")
    def gives_tokens(self, state: State, tokens: int) -> bool:
        """For the sizes that no Truck Point has (T2 1.6c)."""
        return tokens != state.world.transport.kinds["truck"].capacity

    @rule("T2 1.2", "T2 2.1", "T2 3.1")
    def air_box(self, side: Side) -> str:
        """Algiers and Sicily (T2 2.1, 3.1)."""
        return "Algiers" if side is Side.ALLIED else "Sicily"

    def objectives(self, state: State) -> dict[str, Hex]:
        """The hexes of the scenario's victory conditions that lie in play."""
        world = state.world
        return {name: hex_ for name, hex_ in world.scenario.victory.hexes.items() if world.in_play(hex_)}

    def ends_early(self, state: State) -> Verdict | None:
        """Sudden death, and whatever else ends a scenario with a turn (T2 5.1)."""
        return sudden_verdict(state)

    def final_verdict(self, state: State) -> Verdict:
        """By the scenario's own conditions, and the levels that an option shifts (T2 5.2, 4)."""
        return shifted_by_options(state, final_verdict(state))

    def standing(self, state: State) -> Standing:
        """The verdict with every level of chapter 5 or of the scenario, and the hexes that they turn on (T2 5, 6).

        Before the first turn it goes by who would control what if that began now.
        """
        if not state.control and (state.arranging or state.slot == BEFORE_THE_FIRST_TURN):
            control = {state.world.place(label): side for label, side in first_control(state).items()}
            state = replace(state, control=Map(control))
        verdict = state.verdict or self.ends_early(state) or self.final_verdict(state)
        found = tuple(outcomes(state, partial(shifted_by_options, state)))
        return Standing(verdict, state.verdict is not None, found, tuple(spots(state)))


def _next_level(state: State, hex_: Hex) -> int:
    """The level of a hedgehog in a hex when it is next built up."""
    return state.hedgehogs[hex_].level + 1 if hex_ in state.hedgehogs else 1


@rule("T2 1.5")
def closed_areas(state: State, side: Side) -> tuple[str, ...]:
    """The entry areas that a side keeps away from this turn (T2 1.5)."""
    late = state.world.calendar.date_of(state.turn) >= ENTRY_E_CHANGES_HANDS
    if side is Side.AXIS:
        return ("A", "E") if late else ("A",)
    return () if late else ("E",)


@rule("T2 2.1", "T2 3.1")
def source_areas(state: State, side: Side) -> tuple[str, ...]:
    """The entry areas that are sources of trace for a side: Entry E changes hands with 8th Army (T2 2.1, 3.1)."""
    released = eighth_army_released(state)
    if side is Side.ALLIED:
        return ("A", "E") if released else ("A",)
    return () if released else ("E",)


@rule("T2 2.4a")
def eighth_army_released(state: State) -> bool:
    """Whether 8th Army is released: before the scenario begins, or in a Reinforcement Phase of the Allies (T2 2.4a)."""
    return state.army_released is not None or state.world.scenario.eighth_army is EighthArmy.RELEASED


def entry_hexes(world: World, area: str) -> tuple[Hex, ...]:
    """The hexes of an entry area that are in play."""
    return tuple(hex_ for hex_ in world.atlas.entries.get(area, ()) if world.in_play(hex_))


@lru_cache(maxsize=16)
def near_area(world: World, area: str) -> frozenset[Hex]:
    """The hexes less than 2 hexes from an entry area."""
    grid = world.atlas.grid
    return frozenset(near for hex_ in world.atlas.entries.get(area, ()) for near in grid.within(hex_, KEEP_AWAY))


@rule("T2 1.2a", "T2 2.2", "T2 2.2b", "T2 3.2", "T2 6.3")
def open_boxes(state: State, side: Side) -> tuple[str, ...]:
    """The boxes in use in which planes of a side may base this turn; the Axis never in Tripoli (T2 2.2b, 3.2)."""
    today, in_use = state.world.calendar.date_of(state.turn), state.world.scenario.boxes
    boxes = ((name, box) for name, box in state.world.schedule.boxes.items() if name in in_use)
    return tuple(name for name, box in boxes if box.side is side and today >= box.start)


@rule("T2 1.8")
def lift(state: State, side: Side) -> Lift:
    """The Sea Cap and Rail Cap of a side this turn: the last of the Shipping Chart that has begun (T2 1.8)."""
    world = state.world
    today = world.calendar.date_of(state.turn)
    return next((each for each in reversed(world.schedule.lift[side]) if each.start <= today), Lift(today, 0, 0))
