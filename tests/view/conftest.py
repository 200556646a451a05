"""What the picture tests share; nothing here opens a window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from ocs_engine.grid import Hex
from ocs_engine.players import PLAYERS, play
from ocs_engine.tunisia.game import new_game, open_log
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World, load_world
from ocs_view import without_window
from ocs_view.frame import Frame, frame_of
from ocs_view.geography import Geography, load_geography
from ocs_view.reel import Reel

without_window()


@pytest.fixture(scope="session")
def world() -> World:
    return load_world("race-for-tunis")


@pytest.fixture(scope="session")
def atlas(world: World) -> Atlas:
    return world.atlas


@pytest.fixture(scope="session")
def geography() -> Geography:
    return load_geography()


def pixels(surface: pygame.Surface) -> NDArray[np.int64]:
    """Red, green and blue of each pixel as (height, width, 3)."""
    return pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(np.int64)


def near(picture: NDArray[np.int64], at: tuple[float, float], reach: int) -> NDArray[np.int64]:
    """The pixels at most `reach` from a place, as (n, 3)."""
    x, y = round(at[0]), round(at[1])
    return picture[max(y - reach, 0):y + reach + 1, max(x - reach, 0):x + reach + 1].reshape(-1, 3)


def like(found: NDArray[np.int64], colour: tuple[int, int, int], within: int = 40) -> bool:
    """Whether any pixel is close to a colour in every channel."""
    return bool((np.abs(found - np.array(colour)).max(axis=1) <= within).any())


def window(atlas: Atlas, middle: str, reach: int, scale: float) -> tuple[list[Hex], Frame]:
    """The hexes around a hex and the frame that holds them."""
    hexes = list(atlas.grid.within(atlas.grid.hex(middle), reach))
    return hexes, frame_of(atlas.grid, hexes, scale)


@pytest.fixture(scope="session")
def log(tmp_path_factory: pytest.TempPathFactory, world: World) -> Path:
    """The log of a whole game between two players that march."""
    path = tmp_path_factory.mktemp("view") / "game.ocslog"
    game = new_game(world, seed=7, log=path)
    for _ in play(game, {side: PLAYERS["simple"](7) for side in Side}):
        pass
    return path


@pytest.fixture
def reel(log: Path) -> Reel:
    return Reel(open_log(log))
