"""Chapter 2: the sequence of play, and what it brings about by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.series.air.planes import caught
from ocs_engine.series.air.waiting import planes_can_act
from ocs_engine.series.arranging import ways_made
from ocs_engine.series.attack import can_attack
from ocs_engine.series.barrage import can_fire
from ocs_engine.series.busting import busting_markers
from ocs_engine.series.general import (
    attack_capable,
    enemy_units,
    overstacked,
    stack_limit,
    stack_size,
    strat_crowds,
    strat_units,
    too_high,
    too_many_strat,
)
from ocs_engine.series.modes import on_map
from ocs_engine.series.reinforcing import opening as reinforcing
from ocs_engine.series.reinforcing import revised
from ocs_engine.series.reinforcing.consolidation import can_consolidate
from ocs_engine.series.reinforcing.rebuilding import can_rebuild
from ocs_engine.series.supply import driving
from ocs_engine.series.supply.access import blowable
from ocs_engine.series.supply.breaking_out import can_break_out
from ocs_engine.series.supply.fuel import end_fuel
from ocs_engine.series.supply.railnet import first_rail_control
from ocs_engine.series.supply.upkeep import open_supply_phase
from ocs_engine.state.air_events import BustingOver
from ocs_engine.state.barrage_events import PortHit
from ocs_engine.state.capture_events import LoadDestroyed, PlaneDestroyed, TransportDestroyed
from ocs_engine.state.carry_events import TransportReserved
from ocs_engine.state.events import (
    ControlSettled,
    FirstPlayerSet,
    GameEnded,
    SlotEntered,
    StancesChanged,
    TurnBegan,
    UnitPlaced,
    UnitsDestroyed,
    WeatherSet,
)
from ocs_engine.state.lift_events import CrowdsEnded, CrowdsFormed
from ocs_engine.state.model import Mode, State, Unit
from ocs_engine.state.slots import Phase, Segment, Slot
from ocs_engine.state.trace_events import RailSettled
from ocs_engine.world.counters import Side


class FirstPlayerFrame(Frame):
    """The higher roller chooses who goes first (OCS 2.3)."""

    kind: Literal["first player"] = "first player"
    step: str = "choose"
    chooser: Side


class SimulcastFrame(Frame):
    """Both sides are asked whether they play the turn as a simulcast turn; the first answer stays hidden (OCS 2.4)."""

    kind: Literal["simulcast"] = "simulcast"
    step: str = "first"
    agreed: bool = False

    @property
    def asked(self) -> Side:
        """The side that is asked now: the Axis first, then the Allies."""
        return Side.AXIS if self.step == "first" else Side.ALLIED


class OverstackFrame(Frame):
    """A hex holds too much at the end of a segment; its owner destroys units until it does not (OCS 4.8a).

    strat: whether it is too much in Strat Mode, by option (OCS 21.12c).
    """

    kind: Literal["overstacked"] = "overstacked"
    step: str = "destroy"
    hex: str
    side: Side
    strat: bool = False

    @property
    def case(self) -> str:
        """The rule that asks."""
        return "OCS 21.12" if self.strat else "OCS 4.8a"

    @property
    def why(self) -> str:
        """What is wrong, in words."""
        return f"more than {'3 RE in Strat Mode' if self.strat else '10 RE'} in {self.hex}"


@rule("OCS 4.8a", "OCS 21.12")
def expendable(state: State, frame: OverstackFrame) -> tuple[str, ...]:
    """The units of a crowded hex that its owner may destroy."""
    hex_ = state.world.place(frame.hex)
    if frame.strat:
        return tuple(strat_units(state, hex_, frame.side))
    return tuple(uid for uid in state.here.get(hex_, ()) if state.units[uid].side is frame.side)


@rule("OCS 4.8a", "OCS 21.12")
def still_crowded(state: State, frame: OverstackFrame) -> bool:
    """Whether a crowded hex is one still."""
    hex_ = state.world.place(frame.hex)
    if frame.strat:
        return too_many_strat(state, hex_, frame.side)
    return stack_size(state, hex_, frame.side) > stack_limit(state)


FRAMES: tuple[type[Frame], ...] = (FirstPlayerFrame, OverstackFrame, SimulcastFrame)

CLOSED = "in an area that closed"
BEFORE_THE_FIRST_TURN = -1
"""The slot of a game in which nothing has happened yet."""


def go_on(draft: Draft[State]) -> bool:
    """Go on to the next slot unless this one waits for a side; True when something was done (OCS 2.2)."""
    state = draft.state
    if state.verdict is not None:
        return False
    if state.slot == BEFORE_THE_FIRST_TURN:
        enter(draft, 0) if state.arranging else begin_turn(draft, state.turn)
        return True
    if waits(state):
        return False
    if (spread := crowds_spread(state)) is not None:
        draft.emit(CrowdsEnded(side=spread))
        return True
    if not _stacking_waived(state.now) and find_overstack(draft):
        return True
    leave(draft)
    if state.slot + 1 < len(state.slots):
        enter(draft, state.slot + 1)
    else:
        begin_turn(draft, state.turn if state.arranging else state.turn + 1)
    return True


def leave(draft: Draft[State]) -> None:
    """What the end of a slot brings about: at set-up who makes way or controls what; no Reserve with a hedgehog."""
    state = draft.state
    if state.now.phase is Phase.SET_UP:
        if state.slot + 1 == len(state.slots):
            damage_ports(draft)
            draft.emit(ControlSettled(control=first_control(state)))
            if rails := first_rail_control(state):
                draft.emit(RailSettled(control=rails))
        else:
            for uid, place in ways_made(state):
                draft.emit(UnitPlaced(unit=uid, place=state.world.label(place)))
    for side, hexes in crowds_formed(state).items():
        draft.emit(CrowdsFormed(side=side, hexes=tuple(state.world.label(hex_) for hex_ in hexes)))
    revised.lapse(draft)
    if state.now.is_movement:
        if found := reserves_with_hedgehogs(state):
            draft.emit(StancesChanged(stances=found))
        if trucks := driving.reserves_with_hedgehogs(state):
            draft.emit(TransportReserved(transport=trucks, reserve=False, why="with a hedgehog"))


@rule("T2 6.4")
def damage_ports(draft: Draft[State]) -> None:
    """Roll a die for the damage of each port that the scenario names, before its first turn (T2 6.4)."""
    damage = draft.state.world.scenario.port_damage
    for hex_ in damage.ports if damage else ():
        label = draft.state.world.label(hex_)
        (die,) = draft.roll(f"damage of the port {label}", 1)
        if damage and (hits := damage.hits[die]) and hex_ in draft.state.ports:
            draft.emit(PortHit(hex=label, hits=hits))


@rule("T2 1.3c")
def crowds_formed(state: State) -> dict[Side, list[Hex]]:
    """The hexes without a stacking limit that units joined, by side, and where it is not known already (T2 1.3c).

    They got off rail or ships in this phase, or came as reinforcements in this turn; whatever brought them, a hex with
    too many counts.
    """
    found: dict[Side, set[Hex]] = {}
    for uid in sorted({*state.memory.rode, *state.newcomers}):
        unit = state.units.get(uid)
        if unit and on_map(state, unit.place) and state.points.waives_crowding(state, unit.place):
            found.setdefault(unit.side, set()).add(unit.place)
    for hex_, side in too_high(state):
        if state.points.waives_crowding(state, hex_):
            found.setdefault(side, set()).add(hex_)
    new = {side: sorted(hex_ for hex_ in hexes if state.crowds.get(hex_) is not side) for side, hexes in found.items()}
    return {side: hexes for side, hexes in new.items() if hexes}


@rule("T2 1.3c")
def crowds_spread(state: State) -> Side | None:
    """The side whose crowds had a whole Movement Phase in which they could spread out, as it ends (T2 1.3c)."""
    now, slots = state.now, state.slots
    last = state.slot + 1 == len(slots) or slots[state.slot + 1].phase is not Phase.MOVEMENT
    if now.phase is not Phase.MOVEMENT or not last or state.points.movement_frozen(state):
        return None
    return now.acts if any(side is now.acts for side in state.crowds.values()) else None


@rule("T2 5.0")
def first_control(state: State) -> dict[str, Side]:
    """Who has an Attack-Capable unit in a hex of the map after set-up controls it (T2 5.0)."""
    size = state.world.atlas.grid.size
    standing = (unit for _, unit in state.in_order() if 0 <= unit.place < size and attack_capable(unit))
    return {state.world.label(unit.place): unit.side for unit in standing}


@rule("OCS 5.7g")
def reserves_with_hedgehogs(state: State) -> dict[str, str]:
    """The Reserve units that share a hex with a hedgehog, and the stance that each is left with (OCS 5.7g)."""
    return {
        uid: str(unit.up)
        for uid, unit in state.in_order()
        if unit.marker is Mode.RESERVE and unit.place in state.hedgehogs
    }


@rule("OCS 2.2", "OCS 6.3")
def waits(state: State) -> bool:
    """Whether a side may act in this slot and has not ended it; what nobody can act in passes at once."""
    now = state.now
    if state.memory.over or now.acts is None:
        return False
    if now.phase is Phase.SET_UP or (now.phase is Phase.MOVEMENT and now.is_movement):
        return True
    if now.phase is Phase.REINFORCEMENT:
        return can_rebuild(state, now.acts) or can_consolidate(state, now.acts)
    if planes_can_act(state, now.acts):
        return True
    if now.segment not in _CAN_ACT:
        return False
    return _reserves_to_release(state) or _CAN_ACT[now.segment](state, now.acts)


def _reserves_to_release(state: State) -> bool:
    """Whether the side that acts has reserves whose release could be of use in this segment (OCS 5.7b)."""
    now = state.now
    if now.phase not in (Phase.REACTION, Phase.EXPLOITATION):
        return False
    if now.is_movement and any(each.reserve and each.side is now.acts for each in state.transport.values()):
        return True
    return any(
        unit.side is now.acts
        and unit.marker is Mode.RESERVE
        and on_map(state, unit.place)
        and _of_use(state, unit)
        for _, unit in state.in_order()
    )


def _of_use(state: State, unit: Unit) -> bool:
    """Whether a unit could do anything in this segment once released: move, fire if artillery, fight what is near."""
    if state.now.segment is Segment.BARRAGE:
        return unit.counter.is_artillery
    if state.now.segment is Segment.COMBAT:
        return any(enemy_units(state, unit.side, near) for near in state.world.atlas.grid.around(unit.place))
    return True


@rule("OCS 12.11a")
def dump_in_danger(state: State, side: Side) -> bool:
    """Whether a dump that a side may blow lies next to enemy combat units; for others no phase is held up."""
    around = state.world.atlas.grid.around
    return any(enemy_units(state, side, near) for hex_ in blowable(state, side) for near in around(hex_))


def _can_move(state: State, side: Side) -> bool:
    """Whether a side has units that Reaction or Exploitation lets move, or a dump in danger to blow (OCS 7, 11)."""
    if dump_in_danger(state, side):
        return True
    exploiting = state.now.phase is Phase.EXPLOITATION
    if any(tid in state.memory.released and each.side is side for tid, each in state.transport.items()):
        return True
    return any(
        unit.side is side
        and on_map(state, unit.place)
        and (uid in state.memory.released or (exploiting and unit.marker is Mode.EXPLOIT))
        for uid, unit in state.in_order()
    )


_CAN_ACT: dict[Segment, Callable[[State, Side], bool]] = {
    Segment.BREAKOUT: can_break_out,
    Segment.MOVEMENT: _can_move,
    Segment.BARRAGE: can_fire,
    Segment.COMBAT: can_attack,
}


def begin_turn(draft: Draft[State], turn: int) -> None:
    """Begin a turn of the calendar."""
    draft.emit(TurnBegan(turn=turn, date=draft.state.world.calendar.date_of(turn).isoformat()))
    if units := draft.state.points.caught(draft.state):
        draft.emit(UnitsDestroyed(units=units, why=CLOSED))
    for tid in driving.caught(draft.state):
        each = draft.state.transport[tid]
        if each.load:
            draft.emit(LoadDestroyed(transport=tid, tokens=each.load))
        draft.emit(TransportDestroyed(transport=tid, tokens=each.tokens, why=CLOSED, by_enemy=False))
    for pid in caught(draft.state):
        draft.emit(PlaneDestroyed(plane=pid, why=CLOSED))
    enter(draft, 0)


def enter(draft: Draft[State], slot: int) -> None:
    """Enter a slot of the turn and do what it does by itself."""
    there = draft.state.slots[slot]
    draft.emit(SlotEntered(slot=slot, phase=there.phase, segment=there.segment, acts=there.acts or ""))
    do = _BY_ITSELF.get((there.phase, there.segment))
    if do is not None:
        do(draft, there)


@rule("OCS 17", "OCS 2.4")
def roll_weather(draft: Draft[State], _: Slot) -> None:
    """Roll the weather of the turn, which may make it a simulcast turn (OCS 17, 2.4)."""
    points = draft.state.points
    if points.weather_dice:
        weather = points.weather(draft.state, draft.roll("weather", points.weather_dice))
        draft.emit(WeatherSet(weather=weather, simulcast=points.simulcast(draft.state, weather)))


@rule("OCS 2.3", "OCS 2.4")
def find_first_player(draft: Draft[State], _: Slot) -> None:
    """Find who goes first, unless the turn is a simulcast turn, or the sides are asked to make it one (OCS 2.4)."""
    if draft.state.simulcast:
        return
    if draft.state.points.offers_simulcast(draft.state):
        draft.open_frame(SimulcastFrame())
        return
    settle_first_player(draft)


@rule("OCS 2.3")
def settle_first_player(draft: Draft[State]) -> None:
    """Set the first player by the scenario, or roll and ask the winner (OCS 2.3)."""
    fixed = draft.state.points.fixed_first_player(draft.state)
    if fixed is not None:
        draft.emit(FirstPlayerSet(first=fixed))
        return
    totals: dict[Side, int] = {}
    while len(set(totals.values())) < len(Side):
        totals = {side: sum(draft.roll(f"first player, {side}", 2)) for side in Side}
    draft.open_frame(FirstPlayerFrame(chooser=max(totals, key=lambda side: totals[side])))


@rule("OCS 2.2")
def supply_phase(draft: Draft[State], slot: Slot) -> None:
    """The Supply Phase of the side that acts (OCS 2.2 step 7)."""
    if slot.acts is not None:
        open_supply_phase(draft, slot.acts)


@rule("OCS 2.2", "OCS 5.10", "OCS 14.8")
def clean_up(draft: Draft[State], slot: Slot) -> None:
    """Remove the own DG and Exploit markers, and Trainbusting markers that the enemy put down (OCS 2.2 step 16)."""
    found = {
        uid: str(unit.up)
        for uid, unit in draft.state.in_order()
        if unit.side is slot.acts and unit.marker in (Mode.DG, Mode.EXPLOIT)
    }
    if found:
        draft.emit(StancesChanged(stances=found))
    if slot.acts is not None:
        end_fuel(draft, slot.acts)
        if busted := tuple(map(draft.state.world.label, busting_markers(draft.state, slot.acts))):
            draft.emit(BustingOver(side=slot.acts, hexes=busted))


def end_turn(draft: Draft[State], _: Slot) -> None:
    """End the turn, and the game if it was the last or a sudden end has come."""
    state = draft.state
    last = state.turn >= state.world.scenario.last_turn
    verdict = state.points.ends_early(state) or (state.points.final_verdict(state) if last else None)
    if verdict is not None:
        draft.emit(GameEnded(winner=verdict.winner or "", level=verdict.level, why=verdict.why))


_BY_ITSELF: dict[tuple[Phase, Segment], Callable[[Draft[State], Slot], None]] = {
    (Phase.PRE_TURN, Segment.WEATHER): roll_weather,
    (Phase.PRE_TURN, Segment.FIRST_PLAYER): find_first_player,
    (Phase.SUPPLY, Segment.NONE): supply_phase,
    (Phase.REINFORCEMENT, Segment.NONE): reinforcing.begin,
    (Phase.CLEAN_UP, Segment.NONE): clean_up,
    (Phase.TURN_END, Segment.NONE): end_turn,
}


def _stacking_waived(slot: Slot) -> bool:
    """Whether too much may stay in a hex when a slot ends: where arrivals have not had their move yet (OCS 4.8a)."""
    return slot.phase is Phase.REINFORCEMENT or slot.segment is Segment.BREAKOUT


@rule("OCS 4.8a", "OCS 21.12")
def find_overstack(draft: Draft[State]) -> bool:
    """Ask the owner about the first hex that holds too much, if there is one; True when there was (OCS 4.8a)."""
    state, found = draft.state, overstacked(draft.state)
    if not found:
        for hex_, side in strat_crowds(state)[:1]:
            draft.open_frame(OverstackFrame(hex=state.world.label(hex_), side=side, strat=True))
            return True
        return False
    hex_ = found[0]
    side = next(side for side in Side if stack_size(state, hex_, side) > stack_limit(state))
    draft.open_frame(OverstackFrame(hex=state.world.label(hex_), side=side))
    return True
