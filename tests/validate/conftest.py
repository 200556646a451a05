"""Writes scenario files, and plays a short game for its log."""

from pathlib import Path

import pytest

from ocs_engine.players import RandomPlayer, play
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.validate.samples import ACTS


@pytest.fixture
def small(tmp_path: Path):
    """Writes bytes or text as a scenario file and gives its path."""

    def write(content: bytes | str, name: str = "small.ocs") -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log of the first acts of a game of two random players."""
    path = tmp_path_factory.mktemp("played") / "game.ocslog"
    game = new_game(load_world("race-for-tunis"), seed=7, log=path)
    acts = play(game, {side: RandomPlayer(7) for side in Side})
    for _ in range(ACTS):
        next(acts)
    assert game.log is not None
    game.log.close()
    return path.read_bytes()
