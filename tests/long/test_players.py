"""Both players end whole games by legal commands alone, the same ones each time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

import pytest

from ocs_engine.kernel.session import Game, state_hash
from ocs_engine.players import PLAYERS, asked, play
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World, load_world


@pytest.fixture(scope="module")
def world() -> World:
    return load_world("race-for-tunis")


def whole_game(world: World, allied: str, axis: str, seed: int) -> Game[State]:
    game = new_game(world, seed)
    for _ in play(game, {Side.ALLIED: PLAYERS[allied](seed), Side.AXIS: PLAYERS[axis](seed + 1)}):
        pass
    return game


@pytest.mark.parametrize("allied", sorted(PLAYERS))
@pytest.mark.parametrize("axis", sorted(PLAYERS))
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_ends_after_turn_14_with_a_winner(world: World, allied: str, axis: str, seed: int) -> None:
    """Scenario 1 runs from 15 Nov to 29 Dec, 14 turns, and always has a winner (T2 6.1)."""
    game = whole_game(world, allied, axis, seed)
    assert game.state.turn == 14
    assert game.state.verdict is not None
    assert game.state.verdict.winner in Side
    assert asked(game) is None


@pytest.mark.parametrize("player", sorted(PLAYERS))
def test_the_same_seeds_give_the_same_game(world: World, player: str) -> None:
    first, second = (whole_game(world, player, player, 7) for _ in range(2))
    assert state_hash(first.rules, first.state) == state_hash(second.rules, second.state)


def test_other_seeds_give_other_random_games(world: World) -> None:
    games = [whole_game(world, "random", "random", seed) for seed in (1, 2, 3)]
    assert len({state_hash(game.rules, game.state) for game in games}) == 3


def march(state: State, side: Side, units: Collection[str]) -> int:
    """Hexes from those of some units that are on the map to the nearest hex that victory turns on, added up."""
    grid = state.world.atlas.grid
    wanted = state.points.objectives(state).values()
    places = (state.units[uid].place for uid in units if state.units[uid].side is side)
    return sum(min(grid.distance(place, hex_) for hex_ in wanted) for place in places if 0 <= place < grid.size)


def test_simple_marches_to_what_victory_wants(world: World) -> None:
    """The Allies begin in Algeria and central Tunisia, more than a hundred hexes away in all, and close in."""
    game = whole_game(world, "simple", "simple", 7)
    start = game.rules.start()
    before = march(start, Side.ALLIED, start.roster)
    assert before > 100
    assert march(game.state, Side.ALLIED, start.roster) < before / 3


def held(world: World, allied: str, axis: str, side: Side, seeds: Iterable[int]) -> Fraction:
    """How many victory hexes a side holds at the end of a game, on average over some seeds."""
    games = [whole_game(world, allied, axis, seed).state for seed in seeds]
    wanted = games[0].points.objectives(games[0]).values()
    return Fraction(sum(state.control.get(hex_) is side for state in games for hex_ in wanted), len(games))


@pytest.mark.parametrize("side", list(Side))
def test_simple_holds_more_than_random_in_the_same_seat(world: World, side: Side) -> None:
    """Against `simple` it ends with more victory hexes than `random` does; the same over twenty seeds."""
    seats = {Side.ALLIED: ("random", "simple"), Side.AXIS: ("simple", "random")}
    by_random = held(world, *seats[side], side, range(1, 5))
    assert held(world, "simple", "simple", side, range(1, 5)) > by_random


def test_simple_keeps_what_random_does_not_take(world: World) -> None:
    """All five have Axis units at the start; an enemy who wanders takes none of them."""
    assert held(world, "random", "simple", Side.AXIS, (3, 4)) == 5


@pytest.mark.parametrize("seed", [5, 6])
def test_simple_loses_no_unit_to_stacking(world: World, seed: int) -> None:
    kinds = {entry.command.kind for entry in whole_game(world, "simple", "simple", seed).entries if entry.command}
    assert "attack" in kinds
    assert "destroy" not in kinds


def test_both_players_fight(world: World) -> None:
    """In three games each of them attacks, overruns and retreats."""
    given = {name: set() for name in PLAYERS}
    for seed in (1, 2, 3):
        seats = {Side.ALLIED: "simple", Side.AXIS: "random"}
        for entry in whole_game(world, *seats.values(), seed).entries:
            if entry.command and entry.command.side:
                given[seats[Side(entry.command.side)]].add(entry.command.kind)
    assert {"attack", "overrun", "take option", "advance"} <= given["simple"]
    assert {"attack", "take option"} <= given["random"]
