"""The player `simple` under full supply through whole games: its armies do not starve."""

from __future__ import annotations

from fractions import Fraction

from ocs_engine.kernel.session import Game
from ocs_engine.players import play
from ocs_engine.players.simple import SimplePlayer
from ocs_engine.series.modes import on_map
from ocs_engine.state.events import TurnBegan
from ocs_engine.state.lift_events import CargoFlown, CargoRailed, CargoShipped
from ocs_engine.state.model import State
from ocs_engine.state.supply_events import FuelBought
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED

SEEDS = (3, 4, 5)
MOST_OUT = Fraction(1, 20)
"""The share of a side's units on the map that may be out of supply as turns begin: the enemy cuts some of them off."""


def whole_game(seed: int) -> Game[State]:
    game = new_game(load_world("race-for-tunis"), seed)
    for _ in play(game, {side: SimplePlayer(seed) for side in Side}):
        pass
    return game


def test_its_armies_are_supplied_through_the_race() -> None:
    """The Allies begin with 4T at Bône; 14 turns of 1 SP by sea and 2 SP by rail are 168T for units and supply.

    At least a third of that comes as supply, and it is spent: no SP lie idle by the dozen.
    """
    games = [whole_game(seed) for seed in SEEDS]
    turns = [
        entry.state for game in games for entry in game.entries
        if any(isinstance(event, TurnBegan) for event in entry.events)
    ]  # fmt: skip
    for side in Side:
        units = [
            unit for state in turns for _, unit in state.in_order() if unit.side is side and on_map(state, unit.place)
        ]
        assert sum(unit.oos for unit in units) <= MOST_OUT * len(units)
    for game in games:
        events = [event for entry in game.entries for event in entry.events]
        lifts = (event for event in events if isinstance(event, CargoRailed | CargoShipped | CargoFlown))
        assert sum(event.tokens for event in lifts if event.side is ALLIED) >= 56
        state = game.state
        lying = {hex_: dump.tokens for hex_, dump in state.dumps.items() if dump.side is ALLIED}
        assert sum(tokens for hex_, tokens in lying.items() if on_map(state, hex_)) < 48
        assert {event.side for event in events if isinstance(event, FuelBought)} == set(Side)
    kinds = {entry.command.kind for game in games for entry in game.entries if entry.command}
    assert {"ship", "rail", "drive", "pay attack", "pay defence", "pay barrage"} <= kinds
    assert "blow" not in kinds
