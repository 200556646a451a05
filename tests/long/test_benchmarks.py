"""The benchmarks of whole games, and the plain replay beside ours: it ends where the game did."""

from __future__ import annotations

from pathlib import Path

from ocs_engine.bench import bench_log, bench_undo, plain_replay
from ocs_engine.players import PLAYERS, play
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world


def test_plain_replay_ends_where_the_game_did(tmp_path: Path) -> None:
    path = tmp_path / "game.ocslog"
    game = new_game(load_world("race-for-tunis"), 2, path)
    start = game.rules.dump(game.rules.start())
    for _ in play(game, {side: PLAYERS["random"](9) for side in Side}):
        pass
    ends = {row[0]: row[2] for row in game.rules.dump(game.state)["units"]}
    assert {uid: unit["place"] for uid, unit in plain_replay(path, start).items()} == ends


def test_what_needs_a_game_is_measured(tmp_path: Path) -> None:
    """A game begins in a Refit Phase, in which nobody moves: the benchmarks go on to where somebody does."""
    world = load_world("race-for-tunis")
    names = [timing.name for timing in (*bench_undo(world, 1), *bench_log(world, tmp_path, 1))]
    assert names[:2] == ["a move of one hex, and undo", "undo"]
    assert names[3].startswith("verify ")
