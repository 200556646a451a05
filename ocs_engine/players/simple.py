"""The player `simple`: marches its units to the hexes that victory turns on, fights for them, and keeps them.

It goes in Strat Mode far from the enemy, in Move Mode nearer, and in Combat Mode next to him; it keeps clear of enemy
ZOC unless in Combat Mode, never stacks too high, and never uses reserves. It barrages and attacks where the exact
chances promise more than they cost, objectives first; what threatens to drive it from an objective it pays for in
steps, elsewhere it retreats. It may look at all units of the enemy's stacks, not at the top ones alone.

It refits its planes, Fighters first, sweeps where its own are better, flies supply to those who go short and out of
enemy Patrol Zones, bombs what it is to attack, or bases and ports where the exact odds are good, with an escort where
Fighters may come, and keeps its Fighters where they cover the front.

It rebuilds HQs, then what is worth most. It lifts what it can by ship and rail, then marches, on the cheapest fuel,
to where its units trace, HQs first, and drives its trucks last. Its HQs stay in trace, out of danger, near those who
look to them; HQs, stores and the stations by which they trace keep a guard; what is cut off goes back, and before
anybody else fighters go to open a railway that the enemy cuts. It keeps some supply to eat, attacks where that leaves
something to defend with, and never blows a dump.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.session import Game
from ocs_engine.players import (
    simple_air,
    simple_airlift,
    simple_answers,
    simple_arrivals,
    simple_bombs,
    simple_fight,
    simple_lift,
    simple_march,
    simple_posts,
    simple_rails,
    simple_replacements,
    simple_supply,
    simple_trucks,
)
from ocs_engine.series.air.dogfight import DogfightFrame
from ocs_engine.series.air.landing import LandFrame
from ocs_engine.series.air.missions import MissionFrame
from ocs_engine.series.barrage import BarrageFrame
from ocs_engine.series.capture_planes import PlanesFrame
from ocs_engine.series.capture_transport import TransportFrame
from ocs_engine.series.combat import CombatFrame
from ocs_engine.series.commands import AnswerSimulcast, ChooseFirst, EndSegment, Hold
from ocs_engine.series.forms import beginners
from ocs_engine.series.income import IncomeFrame
from ocs_engine.series.losses import LossFrame
from ocs_engine.series.movement import MoveFrame
from ocs_engine.series.reinforcing.arrivals import ArrivalsFrame
from ocs_engine.series.reinforcing.replacements import ReplFrame
from ocs_engine.series.reinforcing.withdrawals import WithdrawalFrame
from ocs_engine.series.retreat import RetreatFrame
from ocs_engine.series.sequence import FirstPlayerFrame, OverstackFrame, SimulcastFrame
from ocs_engine.series.supply.carrying_commands import EndDrive
from ocs_engine.series.supply.pausing import DriveFrame
from ocs_engine.series.supply.upkeep import SupplyFrame
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.world.counters import Side


class SimplePlayer:
    """Plays for the objectives, without guile."""

    def __init__(self, seed: int = 0) -> None:
        """seed: of no use here, since nothing is left to chance."""
        del seed
        self._moment = (0, 0)
        self._notes = _Notes()

    def command(self, game: Game[State], side: Side) -> Command:
        """The next command: an answer where one is asked, else what the segment is for, else its end."""
        state = game.state
        if self._moment != (state.turn, state.slot):
            self._moment, self._notes = (state.turn, state.slot), _Notes()
        if (step := self._next_leg(game)) is not None:
            return step
        if state.frames:
            return _answer(game, side) or _any_answer(game, side)
        if state.now.segment is Segment.BARRAGE:
            return self._bomb(state, side) or simple_fight.barrage(state, side) or EndSegment(side=side)
        if state.now.segment is Segment.COMBAT:
            return simple_fight.attack(state, side, self._prized(state, side)) or EndSegment(side=side)
        if state.now.phase is Phase.REFIT:
            return simple_air.refit(state, side) or EndSegment(side=side)
        if state.now.phase is Phase.REINFORCEMENT:
            return simple_replacements.order(state, side) or EndSegment(side=side)
        if state.now.is_movement:
            order = self._fly(state, side) or self._lift(state, side) or self._move(state, side)
            return order or self._last(state, side)
        return EndSegment(side=side)

    def _next_leg(self, game: Game[State]) -> Command | None:
        """The next command of a drive that is planned; what is left of the plan is dropped where it is not allowed."""
        if not self._notes.drive:
            return None
        step = self._notes.drive.pop(0)
        if game.check(step) is None:
            return step
        self._notes.drive.clear()
        return None

    def _fly(self, state: State, side: Side) -> Command | None:
        """Sweeps before anything else, then supply by air."""
        order: Command | None = None if self._notes.swept else simple_air.sweep(state, side)
        self._notes.swept = order is None
        if order is None and not self._notes.flown:
            order = simple_airlift.fly(state, side)
            self._notes.flown = order is None
        return order

    def _bomb(self, state: State, side: Side) -> Command | None:
        """Bombs before shells, which cost supply."""
        order = None if self._notes.bombed else simple_bombs.bomb(state, side)
        self._notes.bombed = order is None
        return order

    def _lift(self, state: State, side: Side) -> Command | None:
        """Ships and rails, before anybody marches."""
        order = None if self._notes.lifted else simple_lift.order(state, side)
        self._notes.lifted = order is None
        return order

    def _move(self, state: State, side: Side) -> Command | None:
        """Overruns, then the march of one unit after the other, fuel first; all others hold."""
        notes, waiting = self._notes, beginners(state, side)
        if not notes.overran and (overrun := simple_march.overrun_order(state, side, waiting)) is not None:
            return overrun
        notes.overran = True
        if notes.thirsty is None:
            notes.errands = simple_rails.errands(state, side, simple_rails.breaks(state, side), waiting)
            notes.thirsty = simple_march.thirsty(state, waiting, notes.errands)
        for uid in self._in_turn(state, side, waiting):
            thirsty = [each for each in notes.thirsty if each in waiting and each not in notes.content]
            order = simple_march.order(state, uid, thirsty, notes.errands)
            if order is not None:
                return order
            notes.content.add(uid)
        return Hold(side=side, units=tuple(waiting)) if waiting else None

    def _in_turn(self, state: State, side: Side, waiting: Sequence[str]) -> Iterator[str]:
        """Who opens railways, then HQs, by whom the others trace; then who guards what they trace by, and the rest."""
        notes = self._notes
        left = [uid for uid in waiting if uid not in notes.content]
        if not notes.posted:
            yield from sorted((uid for uid in left if uid in notes.errands), key=lambda uid: notes.errands[uid])
            yield from (uid for uid in left if state.units[uid].counter.is_hq)
            notes.posted = True
            free = [uid for uid in waiting if uid not in notes.errands]
            notes.errands |= simple_posts.guards(state, side, free)
        left = [uid for uid in waiting if uid not in notes.content]
        yield from (uid for uid in left if uid in notes.errands)
        yield from (uid for uid in left if uid not in notes.errands)

    def _prized(self, state: State, side: Side) -> frozenset[Hex]:
        """The hexes in which the enemy cuts its railways, as the segment began."""
        if self._notes.prized is None:
            goals = (hex_ for each in simple_rails.breaks(state, side) for hex_ in each.goals)
            self._notes.prized = frozenset(goals)
        return self._notes.prized

    def _last(self, state: State, side: Side) -> Command:
        """Hip Shoots, planes to better bases, and transport last, so that it follows the units."""
        if not self._notes.shot and (shot := simple_bombs.hip_shoot(state, side)) is not None:
            return shot
        self._notes.shot = True
        if not self._notes.rebased and (order := simple_air.rebase(state, side)) is not None:
            return order
        self._notes.rebased = True
        legs = simple_trucks.drives(state, side)
        if not legs:
            return EndSegment(side=side)
        self._notes.drive = legs[1:]
        return legs[0]


@dataclass
class _Notes:
    """What it remembers within a segment: who had best stay, what is done with, who wants fuel, the drive planned."""

    content: set[str] = field(default_factory=set)
    swept: bool = False
    flown: bool = False
    lifted: bool = False
    shot: bool = False
    rebased: bool = False
    bombed: bool = False
    overran: bool = False
    posted: bool = False
    thirsty: set[str] | None = None
    errands: dict[str, Hex] = field(default_factory=dict)
    prized: frozenset[Hex] | None = None
    drive: list[Command] = field(default_factory=list)


def _answer(game: Game[State], side: Side) -> Command | None:
    """What it says to a question; None for one that it does not know. It goes first where it may."""
    rules, state = game.rules, game.state
    match state.top_frame:
        case FirstPlayerFrame():
            return ChooseFirst(side=side, first=side)
        case SimulcastFrame():
            return AnswerSimulcast(side=side, agree=False)
        case OverstackFrame() as frame:
            return simple_answers.destroy(state, side, frame)
        case MoveFrame() as frame:
            return simple_march.go_on(state, side, frame.units)
        case CombatFrame() as frame:
            return simple_fight.answer(state, side, frame)
        case BarrageFrame() as frame:
            return simple_fight.barrage_answer(state, side, frame)
        case LossFrame() as frame:
            return simple_answers.lose(state, side, frame)
        case RetreatFrame() as frame:
            return simple_answers.retreat(rules, state, side, frame)
        case TransportFrame() as frame:
            return simple_answers.transport(rules, state, side, frame)
        case SupplyFrame() as frame:
            return simple_supply.answer(rules, state, side, frame)
        case IncomeFrame() as frame:
            return simple_supply.place(state, side, frame)
        case ArrivalsFrame() as frame:
            return simple_arrivals.answer(state, side, frame)
        case WithdrawalFrame() as frame:
            return simple_arrivals.give_up(state, side, frame)
        case ReplFrame() as frame:
            return simple_replacements.answer(state, side, frame)
        case DriveFrame():
            return EndDrive(side=side)
        case MissionFrame() as frame if frame.step in simple_air.MISSION_QUESTIONS:
            return simple_air.mission_answer(state, side, frame)
        case DogfightFrame() as frame:
            return simple_air.dogfight_answer(state, side, frame)
        case LandFrame() as frame:
            return simple_air.land(state, side, frame)
        case PlanesFrame() as frame:
            return simple_answers.rebase(state, side, frame)
    return None


def _any_answer(game: Game[State], side: Side) -> Command:
    """The plainest answer to a question that it does not know: nothing where that will do, else what comes first."""
    kind = game.rules.legal(game.state, side)[0]
    return simple_answers.filled(game.rules, game.state, side, kind, simple_answers.first)
