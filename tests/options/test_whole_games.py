"""Whole games of nonsense with options taken at random: after every event the table is in order."""

from __future__ import annotations

import random

import pytest

from ocs_engine.tunisia.game import new_game
from ocs_engine.world.options import KNOWN, at_odds
from ocs_engine.world.world import load_world
from tests.series.test_whole_games import play

SCENARIOS = ("race-for-tunis", "battle-for-kasserine", "the-mareth-line", "tunisia-campaign")
ACTS = 15


def some_options(seed: int) -> tuple[str, ...]:
    """About half of all options, no two of them at odds."""
    chance = random.Random(seed)
    found: list[str] = []
    for option in chance.sample(KNOWN, len(KNOWN)):
        if chance.random() < 0.5 and not at_odds([*found, option.name]):
            found.append(option.name)
    return tuple(found)


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_random_options_keep_the_table_in_order(seed: int):
    world = load_world(SCENARIOS[seed % len(SCENARIOS)])
    game = new_game(world, seed, options=some_options(seed))
    assert play(game, seed, ACTS) or game.state.verdict is not None
