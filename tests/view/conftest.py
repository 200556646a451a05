"""What the picture tests share; nothing here opens a window."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.world import World, load_world
from ocs_view import without_window
from ocs_view.frame import Frame, frame_of
from ocs_view.geography import Geography, load_geography

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
