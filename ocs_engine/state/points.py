"""The points at which a game, a scenario or an option may speak: questions that the series' rules ask it.

Points take facts and return facts; they emit nothing. `series.points` gives the series' answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ocs_engine.kernel.messages import Refusal
from ocs_engine.state.model import State, Transport, Unit, Verdict, Work
from ocs_engine.state.standing import Standing
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side

if TYPE_CHECKING:
    from ocs_engine.grid import Hex
    from ocs_engine.state.air_events import Mission
    from ocs_engine.state.build_events import Task
    from ocs_engine.world.scenario import ListedArrival
    from ocs_engine.world.schedule import Arrival
    from ocs_engine.world.world import World


class Points(ABC):
    """What a game answers. Every method is one point; none of them changes anything."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the rules in force, as a log names it."""

    @property
    @abstractmethod
    def options(self) -> frozenset[str]:
        """The names of the options that are on."""

    @property
    @abstractmethod
    def weather_dice(self) -> int:
        """How many dice the Weather Segment throws; 0 where the game has no weather (OCS 17)."""

    @abstractmethod
    def weather(self, state: State, faces: Sequence[int]) -> Weather:
        """The weather of the turn from the dice thrown."""

    @abstractmethod
    def simulcast(self, state: State, weather: Weather) -> bool:
        """Whether the turn must be played as a simulcast turn (OCS 2.4)."""

    @abstractmethod
    def offers_simulcast(self, state: State) -> bool:
        """Whether the sides are asked to play this turn as a simulcast turn (OCS 2.4)."""

    @abstractmethod
    def movement_frozen(self, state: State) -> bool:
        """Whether every MA is zero now."""

    @abstractmethod
    def waives_crowding(self, state: State, hex_: Hex) -> bool:
        """Whether no stacking limit holds in a hex now, nor shifts to the right of barrages for a crowd (OCS 4.8a)."""

    @abstractmethod
    def may_enter(self, state: State, unit: Unit | Transport, hex_: Hex) -> Refusal | None:
        """Why a unit, or transport, may not enter a hex by the game's own rules, or None."""

    @abstractmethod
    def restricted(self, state: State, unit: Unit) -> set[Hex]:
        """Every hex that `may_enter` could refuse to a unit now."""

    @abstractmethod
    def caught(self, state: State) -> tuple[str, ...]:
        """The units that die as a turn begins, for where they are."""

    @abstractmethod
    def printed_hedgehogs(self, world: World) -> dict[Hex, Work]:
        """The hedgehogs that the map prints on the part in play, with the owners that they begin with."""

    @abstractmethod
    def printed_flak(self, world: World) -> dict[Hex, Work]:
        """The flak that the map prints at ports on the part in play, its points as level (OCS 14.4a)."""

    @abstractmethod
    def endless_dumps(self, state: State, side: Side) -> tuple[int, ...]:
        """The off-map boxes with dumps of a side that never run out (OCS 12.2)."""

    @abstractmethod
    def rail_cap(self, state: State, side: Side) -> int:
        """What a side may send by rail this turn, in SP (OCS 13.3a)."""

    @abstractmethod
    def carries_cargo(self, state: State, hex_: Hex) -> bool:
        """Whether rail transport may go through a hex with a railway, and not trace alone (OCS 13.3)."""

    @abstractmethod
    def rail_entries(self, state: State, side: Side, box: int) -> tuple[Hex, ...]:
        """The map-edge hexes with a railway to which cargo of a side rides from an off-map box (OCS 13.3e)."""

    @abstractmethod
    def sea_cap(self, state: State, side: Side) -> int:
        """What a side may send by sea this turn, in SP (OCS 19.0f)."""

    @abstractmethod
    def closed_to_ships(self, state: State, side: Side, port: Hex) -> Refusal | None:
        """Why no ship of a side may go to or from a port, or None."""

    @abstractmethod
    def may_embark(self, state: State, side: Side, box: int) -> Refusal | None:
        """Why ground units of a side may not leave an off-map box by sea now, or None."""

    @abstractmethod
    def income(self, state: State, side: Side) -> tuple[ListedArrival, ...]:
        """Supply that comes to a side this turn by the game's own rules, besides what the scenario lists."""

    @abstractmethod
    def order_of_arrival(self, state: State, side: Side) -> tuple[Arrival, ...]:
        """The entries of the order of arrival that are due to a side this turn (OCS 13.6)."""

    @abstractmethod
    def usual_entry(self, side: Side) -> str:
        """Where units of a side come whose entry is not named, in the words of the order of arrival (OCS 13.6)."""

    @abstractmethod
    def release_faces(self, state: State, side: Side) -> tuple[int, ...] | None:
        """The faces of a die that release an army which waits for that in a side's Reinforcement Phase of this turn.

        None where none waits; () where it is released without a roll.
        """

    @abstractmethod
    def hq_serves(self, state: State, hq: Unit, unit: Unit) -> bool:
        """Whether an HQ may supply and rebuild a unit by the game's own rules (OCS 13.1)."""

    @abstractmethod
    def teams(self, state: State, pieces: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Those among some units, or some planes, who may attack, fire or fly together: every such group, none within
        another.
        """

    @abstractmethod
    def may_spot(self, state: State, uid: str, firers: Sequence[str]) -> bool:
        """Whether a combat unit next to a hex spots for artillery or planes of its side that barrage it (OCS 10.0b)."""

    @abstractmethod
    def raid_starts(self, state: State, side: Side) -> tuple[int, ...]:
        """The places from which a side may send a raid to sea (T2 4.4)."""

    @abstractmethod
    def fighters_to_give(self, state: State, side: Side) -> tuple[str, ...]:
        """The planes of which a side may give up some for better replacements now; () where it may not."""

    @abstractmethod
    def surge_trade(self, state: State, side: Side) -> int:
        """The SP of Sea Cap for which a side may trade a refit of surge planes; 0 where it may not."""

    @abstractmethod
    def attachments(self, state: State, side: Side) -> dict[str, tuple[str, ...]]:
        """The formations of a side that may be attached to another faction now, each with those to which it may."""

    @abstractmethod
    def trace_sources(self, state: State, side: Side) -> set[Hex]:
        """The hexes in play that the game and its scenario name as a side's sources of trace now (OCS 12.6a)."""

    @abstractmethod
    def rails_without_trace(self, state: State, side: Side) -> frozenset[Hex]:
        """The hexes whose railways serve no trace of a side now by the game's own rules (OCS 12.6)."""

    @abstractmethod
    def detrainable(self, world: World) -> frozenset[Hex]:
        """The hexes on railways at which cargo can be put down, whosever they are (OCS 13.3c)."""

    @abstractmethod
    def attrition_waived(self, state: State) -> bool:
        """Whether nobody rolls for attrition this turn (OCS 12.8b)."""

    @abstractmethod
    def everyone_supplied(self, state: State) -> bool:
        """Whether all units count as having combat supply, nothing being paid (OCS 9.5)."""

    @abstractmethod
    def hedgehog_floor(self, state: State, hex_: Hex) -> int:
        """The level below which a hedgehog in a hex never falls (OCS 16)."""

    @abstractmethod
    def may_build(self, state: State) -> Refusal | None:
        """Why nothing may be built, broken or repaired now by the game's own rules, or None (OCS 13.8d)."""

    @abstractmethod
    def construction_cost(self, state: State, task: Task, hex_: Hex) -> int:
        """What a task takes in a hex as it is now, in T (OCS 13.8d)."""

    @abstractmethod
    def engineers_alone(self, state: State, task: Task, hex_: Hex) -> str:
        """The rule by which troops in a hex cannot do a task there, engineers can; "" where both can (OCS 13.8d)."""

    @abstractmethod
    def closed_to(self, state: State, side: Side) -> set[Hex]:
        """The hexes in which nothing of a side may be now."""

    @abstractmethod
    def captured_hedgehog(self, state: State, hex_: Hex) -> int:
        """The level at which a hedgehog falls into enemy hands; 0 where nothing is left of it (OCS 9.14e)."""

    @abstractmethod
    def captures_strips(self, state: State) -> bool:
        """Whether an air strip is captured as an air base is, or removed instead (OCS 9.14f)."""

    @abstractmethod
    def transport_rounding(self, state: State, caught: Sequence[Transport]) -> int:
        """To how many tokens the captured part of some Transport Points is rounded (OCS 9.14c)."""

    @abstractmethod
    def air_bases(self, state: State, pid: str) -> tuple[int, ...]:
        """The hexes, in order, and then the off-map boxes in which a plane may be based now (OCS 14.1c)."""

    @abstractmethod
    def ground_places(self, state: State, base: int) -> tuple[int, ...]:
        """Where the ground units are that planes of an air base or off-map box carry; () where there are none."""

    @abstractmethod
    def air_distance(self, world: World, place: int, other: int) -> int | None:
        """The hexes that a plane flies from one place to another; None where it cannot (OCS 14.2d)."""

    @abstractmethod
    def no_flight(self, state: State) -> Refusal | None:
        """Why nobody may fly missions now, or None; interception and refit are not asked about (OCS 14.1f)."""

    @abstractmethod
    def may_hip_shoot(self, state: State, pid: str) -> Refusal | None:
        """Why a plane is of an air force that flies no Hip Shoots, or None (OCS 14.7d)."""

    @abstractmethod
    def may_bomb_units(self, state: State, pid: str) -> Refusal | None:
        """Why a plane may take no part in a barrage of combat units by the game's own rules, or None (OCS 10.2)."""

    @abstractmethod
    def refit_limit(self, state: State, side: Side, place: int) -> int:
        """How many planes a base or off-map box of a side may refit in one Refit Phase (OCS 15.1)."""

    @abstractmethod
    def mission_size(self, state: State, mission: Mission, planes: Sequence[str]) -> int:
        """How many planes a mission may have that these fly on (OCS 14.2a)."""

    @abstractmethod
    def surge_refits(self, state: State, side: Side) -> int:
        """How many Inactive surge planes of a side one Special result refits."""

    @abstractmethod
    def air_strips(self, state: State, side: Side) -> int:
        """How many air strips a side may have on the map (OCS 15.2)."""

    @abstractmethod
    def strip_site(self, state: State, hex_: Hex) -> Refusal | None:
        """Why a hex is no place for an air strip, whoever holds it, or None (OCS 15.2)."""

    @abstractmethod
    def repl_rolls(self, state: State, side: Side) -> int:
        """How often a side rolls on its Repl Table in a Reinforcement Phase."""

    @abstractmethod
    def repl_modifier(self, state: State, side: Side) -> int:
        """What is added to a roll of a side on its Repl Table."""

    @abstractmethod
    def repl_box(self, side: Side) -> str:
        """The off-map box in which replacements of a side appear, and units rebuilt without them."""

    @abstractmethod
    def nominal_hqs(self, state: State, side: Side) -> tuple[int, ...]:
        """The off-map boxes in which a side may rebuild as if an HQ were there (OCS 13.5a)."""

    @abstractmethod
    def gives_tokens(self, state: State, tokens: int) -> bool:
        """Whether any trucks of as many T are given for an organic truck of a size, or its like alone (OCS 13.9)."""

    @abstractmethod
    def air_box(self, side: Side) -> str:
        """The off-map box in which planes of a side stand that may stand at any base."""

    @abstractmethod
    def fixed_first_player(self, state: State) -> Side | None:
        """Who goes first without a roll this turn, if the scenario says so (OCS 2.3)."""

    @abstractmethod
    def objectives(self, state: State) -> dict[str, Hex]:
        """The hexes that victory turns on, by name."""

    @abstractmethod
    def ends_early(self, state: State) -> Verdict | None:
        """A verdict that ends the game with this turn, before its last one, or None."""

    @abstractmethod
    def final_verdict(self, state: State) -> Verdict:
        """How the game would be judged if this were the end of its last turn."""

    @abstractmethod
    def standing(self, state: State) -> Standing:
        """How the game ended or would end with this turn, and what each way of ending it still asks for."""
