"""The player `simple`: marches its units to the hexes that victory turns on, fights for them, and keeps them.

It goes in Strat Mode far from the enemy, in Move Mode nearer, and in Combat Mode next to him; it keeps clear of enemy
ZOC unless in Combat Mode, never stacks too high, and never uses reserves. It barrages and attacks where the exact
chances promise more than they cost, objectives first; what threatens to drive it from an objective it pays for in
steps, elsewhere it retreats. It may look at all units of the enemy's stacks, not at the top ones alone.
"""

from __future__ import annotations

from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.session import Game
from ocs_engine.players import simple_answers, simple_fight, simple_march
from ocs_engine.series.barrage import BarrageFrame
from ocs_engine.series.capture_planes import PlanesFrame
from ocs_engine.series.capture_transport import TransportFrame
from ocs_engine.series.combat import CombatFrame
from ocs_engine.series.commands import AnswerSimulcast, ChooseFirst, EndSegment, Hold
from ocs_engine.series.forms import beginners
from ocs_engine.series.losses import LossFrame
from ocs_engine.series.movement import MoveFrame
from ocs_engine.series.retreat import RetreatFrame
from ocs_engine.series.sequence import FirstPlayerFrame, OverstackFrame, SimulcastFrame
from ocs_engine.state.model import State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side


class SimplePlayer:
    """Plays for the objectives, without guile."""

    def __init__(self, seed: int = 0) -> None:
        """seed: of no use here, since nothing is left to chance."""
        del seed
        self._moment = (0, 0)  # turn and slot, for which it remembers who had best stay, and that no overrun was left
        self._content: set[str] = set()
        self._overran = False

    def command(self, game: Game[State], side: Side) -> Command:
        """The next command: an answer where one is asked, else what the segment is for, else its end."""
        state = game.state
        if state.frames:
            return _answer(game, side) or _any_answer(game, side)
        if state.now.segment is Segment.BARRAGE:
            return simple_fight.barrage(state, side) or EndSegment(side=side)
        if state.now.segment is Segment.COMBAT:
            return simple_fight.attack(state, side) or EndSegment(side=side)
        return self._move(state, side)

    def _move(self, state: State, side: Side) -> Command:
        """Overruns first, then the march of one unit after the other."""
        if self._moment != (state.turn, state.slot):
            self._moment, self._content, self._overran = (state.turn, state.slot), set(), False
        waiting = beginners(state, side)
        if not self._overran and (overrun := simple_march.overrun_order(state, side, waiting)) is not None:
            return overrun
        self._overran = True
        for uid in (uid for uid in waiting if uid not in self._content):
            order = simple_march.order(state, uid)
            if order is not None:
                return order
            self._content.add(uid)
        return Hold(side=side, units=tuple(waiting)) if waiting else EndSegment(side=side)


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
        case PlanesFrame() as frame:
            return simple_answers.rebase(state, side, frame)
    return None


def _any_answer(game: Game[State], side: Side) -> Command:
    """The plainest answer to a question that it does not know: nothing where that will do, else what comes first."""
    kind = game.rules.legal(game.state, side)[0]
    return simple_answers.filled(game.rules, game.state, side, kind, simple_answers.first)
