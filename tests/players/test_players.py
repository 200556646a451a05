"""How players are asked, and what they throw: a rule broken is told, every choice is reached."""

from __future__ import annotations

import pytest

from ocs_engine.kernel.session import Game
from ocs_engine.players import Stuck, play
from ocs_engine.players.chance import Chance
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world


def test_a_player_who_breaks_the_rules_is_told_which() -> None:
    class Cheat:
        def command(self, game: Game[State], side: Side) -> object:
            return game.rules.commands.read({"kind": "step", "side": side, "hex": "A48.24"})

    game = new_game(load_world("race-for-tunis"), 1)
    with pytest.raises(Stuck, match="may not step now"):
        next(play(game, {Side.ALLIED: Cheat(), Side.AXIS: Cheat()}))  # type: ignore[dict-item]


def test_chance_reaches_every_choice() -> None:
    chance = Chance(4)
    assert {chance.one_of("abcdefg") for _ in range(300)} == set("abcdefg")
