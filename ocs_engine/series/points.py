"""The series' answers at the points where a game may speak."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.tables.air_base import base_figures
from ocs_engine.series.tables.construction import task_cost, troops_needed
from ocs_engine.state.air_events import Mission
from ocs_engine.state.build_events import Task
from ocs_engine.state.model import State, Transport, Unit, Verdict, Work
from ocs_engine.state.points import Points
from ocs_engine.state.standing import Standing
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from ocs_engine.world.options import EVERYONE_SUPPLIED, SIMULCAST_BY_AGREEMENT
from ocs_engine.world.scenario import ListedArrival
from ocs_engine.world.schedule import Arrival
from ocs_engine.world.world import World


class SeriesPoints(Points):
    """What holds where a game says nothing else. options: the names of those that are on."""

    def __init__(self, options: Iterable[str] = ()) -> None:
        self._options = frozenset(options)

    @property
    def options(self) -> frozenset[str]:
        """Those that the game was begun with."""
        return self._options

    @property
    def name(self) -> str:
        """The rules of the series alone, version 4.3."""
        return "ocs-4.3"

    @property
    def weather_dice(self) -> int:
        """None: the series prints no weather table (OCS 17)."""
        return 0

    def weather(self, state: State, faces: Sequence[int]) -> Weather:  # noqa: ARG002 (a point)
        """Always fit for flight."""
        return Weather.FLIGHT

    def simulcast(self, state: State, weather: Weather) -> bool:  # noqa: ARG002 (a point)
        """Only by agreement (OCS 2.4)."""
        return False

    def offers_simulcast(self, state: State) -> bool:  # noqa: ARG002 (a point)
        """Where the option is on (OCS 2.4)."""
        return SIMULCAST_BY_AGREEMENT in self.options

    def movement_frozen(self, state: State) -> bool:  # noqa: ARG002 (a point)
        """Never."""
        return False

    def waives_crowding(self, state: State, hex_: Hex) -> bool:  # noqa: ARG002 (a point)
        """Never."""
        return False

    def may_enter(self, state: State, unit: Unit | Transport, hex_: Hex) -> Refusal | None:  # noqa: ARG002 (a point)
        """Everywhere."""
        return None

    def restricted(self, state: State, unit: Unit) -> set[Hex]:  # noqa: ARG002 (a point)
        """Nowhere."""
        return set()

    def caught(self, state: State) -> tuple[str, ...]:  # noqa: ARG002 (a point)
        """None."""
        return ()

    def printed_hedgehogs(self, world: World) -> dict[Hex, Work]:  # noqa: ARG002 (a point)
        """None."""
        return {}

    def printed_flak(self, world: World) -> dict[Hex, Work]:  # noqa: ARG002 (a point)
        """None."""
        return {}

    def endless_dumps(self, state: State, side: Side) -> tuple[int, ...]:  # noqa: ARG002 (a point)
        """None."""
        return ()

    def rail_cap(self, state: State, side: Side) -> int:  # noqa: ARG002 (a point)
        """None: a scenario says what there is (OCS 13.3a)."""
        return 0

    def carries_cargo(self, state: State, hex_: Hex) -> bool:  # noqa: ARG002 (a point)
        """Every railway."""
        return True

    def rail_entries(self, state: State, side: Side, box: int) -> tuple[Hex, ...]:  # noqa: ARG002 (a point)
        """None."""
        return ()

    def sea_cap(self, state: State, side: Side) -> int:  # noqa: ARG002 (a point)
        """None: a game says what there is (OCS 19.0f)."""
        return 0

    def closed_to_ships(self, state: State, side: Side, port: Hex) -> Refusal | None:  # noqa: ARG002 (a point)
        """Every port is open."""
        return None

    def may_embark(self, state: State, side: Side, box: int) -> Refusal | None:  # noqa: ARG002 (a point)
        """From every box."""
        return None

    def income(self, state: State, side: Side) -> tuple[ListedArrival, ...]:  # noqa: ARG002 (a point)
        """None."""
        return ()

    @rule("OCS 13.6")
    def order_of_arrival(self, state: State, side: Side) -> tuple[Arrival, ...]:
        """Those of its date, where the scenario uses the order of arrival (OCS 13.6)."""
        if not state.world.scenario.sides[side].arrivals:
            return ()
        due = (each for each in state.world.schedule.arrivals if each.side is side)
        return tuple(each for each in due if each.turn == state.turn)

    def usual_entry(self, side: Side) -> str:
        """The series has no entries of its own (OCS 13.6)."""
        raise LookupError(f"these rules do not say where units of the {side} come whose entry is not named")

    def release_faces(self, state: State, side: Side) -> tuple[int, ...] | None:  # noqa: ARG002 (a point)
        """None waits."""
        return None

    def hq_serves(self, state: State, hq: Unit, unit: Unit) -> bool:  # noqa: ARG002 (a point)
        """All friends (OCS 13.1)."""
        return True

    def teams(self, state: State, pieces: Sequence[str]) -> tuple[tuple[str, ...], ...]:  # noqa: ARG002 (a point)
        """All of them."""
        return (tuple(pieces),) if pieces else ()

    def may_spot(self, state: State, uid: str, firers: Sequence[str]) -> bool:  # noqa: ARG002 (a point)
        """For all (OCS 10.0b)."""
        return True

    def raid_starts(self, state: State, side: Side) -> tuple[int, ...]:  # noqa: ARG002 (a point)
        """Where a raid by sea may set out: nowhere."""
        return ()

    def fighters_to_give(self, state: State, side: Side) -> tuple[str, ...]:  # noqa: ARG002 (a point)
        """None."""
        return ()

    def surge_trade(self, state: State, side: Side) -> int:  # noqa: ARG002 (a point)
        """None."""
        return 0

    def attachments(self, state: State, side: Side) -> dict[str, tuple[str, ...]]:  # noqa: ARG002 (a point)
        """None."""
        return {}

    @rule("OCS 12.6")
    def trace_sources(self, state: State, side: Side) -> set[Hex]:
        """Those that the scenario names (OCS 12.6a)."""
        world = state.world
        return {hex_ for hex_ in world.scenario.sides[side].sources if world.in_play(hex_)}

    def rails_without_trace(self, state: State, side: Side) -> frozenset[Hex]:  # noqa: ARG002 (a point)
        """None."""
        return frozenset()

    @rule("OCS 13.3c")
    def detrainable(self, world: World) -> frozenset[Hex]:
        """Villages, cities and ports on a railway (OCS 13.3c)."""
        atlas = world.atlas
        return frozenset(
            hex_
            for hex_ in range(atlas.grid.size)
            if (atlas.settlement[hex_] in ("village", "city") or hex_ in atlas.ports)
            and any(atlas.rail[6 * hex_ : 6 * hex_ + 6])
        )

    def attrition_waived(self, state: State) -> bool:  # noqa: ARG002 (a point)
        """Never."""
        return False

    def everyone_supplied(self, state: State) -> bool:  # noqa: ARG002 (a point)
        """Where the option is on."""
        return EVERYONE_SUPPLIED in self.options

    def hedgehog_floor(self, state: State, hex_: Hex) -> int:  # noqa: ARG002 (a point)
        """None: a hedgehog may be reduced until it is gone (OCS 16.0c)."""
        return 0

    def may_build(self, state: State) -> Refusal | None:  # noqa: ARG002 (a point)
        """Always (OCS 13.8d)."""
        return None

    @rule("OCS 13.8d", "OCS 15.3", "OCS 16.0b", "OCS 19.0d")
    def construction_cost(self, state: State, task: Task, hex_: Hex) -> int:  # noqa: ARG002 (a point)
        """By the chart, wherever it is (OCS 13.8d)."""
        return task_cost(state.world.tables, task)

    @rule("OCS 13.8d")
    def engineers_alone(self, state: State, task: Task, hex_: Hex) -> str:  # noqa: ARG002 (a point)
        """By the chart, wherever it is (OCS 13.8d)."""
        return "OCS 13.8d" if troops_needed(state.world.tables, task) is None else ""

    def closed_to(self, state: State, side: Side) -> set[Hex]:  # noqa: ARG002 (a point)
        """None."""
        return set()

    @rule("OCS 9.14e")
    def captured_hedgehog(self, state: State, hex_: Hex) -> int:
        """It falls intact (OCS 9.14e)."""
        return state.hedgehogs[hex_].level

    @rule("OCS 9.14f", "OCS 15.2")
    def captures_strips(self, state: State) -> bool:  # noqa: ARG002 (a point)
        """It is, as a base without a level (OCS 15.2)."""
        return True

    def transport_rounding(self, state: State, caught: Sequence[Transport]) -> int:  # noqa: ARG002 (a point)
        """To full points (OCS 9.14c)."""
        return state.world.tables.number("tokens_per_SP")

    @rule("OCS 14.1")
    def air_bases(self, state: State, pid: str) -> tuple[int, ...]:
        """The bases of its side on the map; stacking is no bar to Inactive planes (OCS 14.2a)."""
        side = state.planes[pid].side
        closed = self.closed_to(state, side)
        return tuple(place for place, base in sorted(state.bases.items()) if base.side is side and place not in closed)

    def ground_places(self, state: State, base: int) -> tuple[int, ...]:  # noqa: ARG002 (a point)
        """The base itself."""
        return (base,)

    @rule("OCS 14.2")
    def air_distance(self, world: World, place: int, other: int) -> int | None:
        """Hexes in a straight line, whatever lies under it (OCS 14.2d)."""
        return world.atlas.grid.distance(place, other)

    @rule("OCS 14.1f", "OCS 17")
    def no_flight(self, state: State) -> Refusal | None:
        """Weather may forbid all missions (OCS 14.1f)."""
        if state.weather is Weather.FLIGHT:
            return None
        return Refusal(code="no flight", rule="OCS 14.1f", sentence="the weather allows no air missions this turn")

    def may_hip_shoot(self, state: State, pid: str) -> Refusal | None:  # noqa: ARG002 (a point)
        """None of the series: a game lists its air forces (OCS 14.7d)."""
        words = f"{pid} is of no air force that may fly Hip Shoots"
        return Refusal(code="no Hip Shoot", rule="OCS 14.7", sentence=words, pieces=(pid,))

    def may_bomb_units(self, state: State, pid: str) -> Refusal | None:  # noqa: ARG002 (a point)
        """Any may."""
        return None

    @rule("OCS 15.0b", "OCS 15.1", "OCS 15.2")
    def refit_limit(self, state: State, side: Side, place: int) -> int:
        """Two planes a level, one at a strip; none where the side has no base (OCS 15.0b, 15.2)."""
        base = state.bases.get(place)
        return base_figures(state.world.tables, base.level).refit if base is not None and base.side is side else 0

    @rule("OCS 14.2a")
    def mission_size(self, state: State, mission: Mission, planes: Sequence[str]) -> int:  # noqa: ARG002 (a point)
        """Four, whatever they do (OCS 14.2a)."""
        return state.world.tables.number("planes_per_mission")

    def surge_refits(self, state: State, side: Side) -> int:  # noqa: ARG002 (a point)
        """None: the series knows no surge planes."""
        return 0

    def air_strips(self, state: State, side: Side) -> int:  # noqa: ARG002 (a point)
        """None: a game says whether there are any (OCS 15.2)."""
        return 0

    def strip_site(self, state: State, hex_: Hex) -> Refusal | None:  # noqa: ARG002 (a point)
        """Everywhere."""
        return None

    def repl_rolls(self, state: State, side: Side) -> int:
        """Once, where the scenario has a table in use (OCS 13.5)."""
        return int(state.world.scenario.sides[side].repl_table)

    def repl_modifier(self, state: State, side: Side) -> int:  # noqa: ARG002 (a point)
        """Nothing."""
        return 0

    def repl_box(self, side: Side) -> str:
        """The series has no boxes of its own (OCS 13.5)."""
        raise LookupError(f"these rules have no off-map box for the replacements of the {side}")

    def nominal_hqs(self, state: State, side: Side) -> tuple[int, ...]:  # noqa: ARG002 (a point)
        """None: a game says what a box has (OCS 13.5a)."""
        return ()

    def gives_tokens(self, state: State, tokens: int) -> bool:  # noqa: ARG002 (a point)
        """Its like alone (OCS 13.9)."""
        return False

    def air_box(self, side: Side) -> str:
        """The series has no boxes of its own (OCS 0)."""
        raise LookupError(f"these rules have no off-map box for the planes of the {side}")

    def fixed_first_player(self, state: State) -> Side | None:
        """The scenario's first player on its first turn (T2 6.0b holds for every OCS game), afterwards nobody."""
        scenario = state.world.scenario
        return scenario.first_player if state.turn == scenario.first_turn else None

    def objectives(self, state: State) -> dict[str, Hex]:  # noqa: ARG002 (a point)
        """None, where nothing is said."""
        return {}

    def ends_early(self, state: State) -> Verdict | None:  # noqa: ARG002 (a point)
        """Never."""
        return None

    def final_verdict(self, state: State) -> Verdict:  # noqa: ARG002 (a point)
        """A draw, where nothing else is said."""
        return Verdict(None, "draw", "the last turn is over")

    def standing(self, state: State) -> Standing:
        """The verdict alone, where nothing is said of what it turns on."""
        verdict = state.verdict or self.ends_early(state) or self.final_verdict(state)
        return Standing(verdict, over=state.verdict is not None)
