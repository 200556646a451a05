"""Tables come to by games of nonsense under full supply, and forms filled at random."""

from __future__ import annotations

import random
from functools import lru_cache

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.session import Game
from ocs_engine.series.commands import EndSegment
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import position
from tests.series.test_whole_games import GROUND, fill, play

CROWD = """
    == Axis ==
    Reserve markers: 1
    A20.22: LW Para Bn (I-5), March Bn (T-1, T-2), Superga It Assault Div (5 Arty)
    A21.23: LW Para Rgt (Baren), LW Para Eng Bn (Witzig), Pz Bn (190)
    A22.22: Corps HQ (90), It AG Bn (557)
    A22.21: 2 SP, 2x Truck Points
    Level 1 air bases: A22.22
    == Allied ==
    Reserve markers: 2
    Supply sources: A19.19
    A20.20: 78 Inf Div (11 Inf, 36 Inf, Arty), Fr Mech Rgt (Coutx)
    A19.20: 6 Arm Div (17/21 L Arm, 1 Derby AC)
    A22.19: Fr Inf Rgt (4 Tun)                      -- Low
    A21.19: Commando Bn (6 Cdo)                     -- Exhausted
    A20.19: Corps HQ (5), US Eng Rgt (19), 3 SP, 3x Truck Points
    A19.21: 2 SP, 2x Mule Points, Level 1 hedgehog
"""


def crowd(seed: int) -> Game[State]:
    """A crowded corner with little to live on, and no trace for the Axis."""
    game: Game[State] = position(CROWD, ground=GROUND, dice=SeededDice(seed), options=()).game
    return game


def race(seed: int) -> Game[State]:
    """The race for Tunis from its start."""
    return new_game(load_world("race-for-tunis"), seed)


TABLES = range(7)


@lru_cache(maxsize=len(TABLES))
def table(number: int) -> Game[State]:
    """One of some games left at different times, and of the start of a campaign."""
    if number == TABLES[-1]:
        game = new_game(load_world("kasserine-campaign"), 7)
        game.submit(EndSegment(side=Side.ALLIED))
        return game
    game = (crowd if number < 3 else race)(number)
    play(game, number, 25 + 50 * (number % 3))
    return game


def refused(game: Game[State], chance: random.Random) -> list[object]:
    """What is refused of one form of each kind that is open to either side, filled at random."""
    rules, state = game.rules, game.state
    filled = (
        rules.fill(side, kind, fill(game, side, kind, chance))
        for side in ("Axis", "Allied")
        for kind in rules.legal(state, side)
    )
    return [(command, no) for command in filled if (no := rules.check(state, command)) is not None]
