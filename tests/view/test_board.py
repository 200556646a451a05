"""The board: parts join without a seam, panning moves what is drawn, and pictures stay as they were approved."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest

from ocs_engine.state.model import State
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World
from ocs_view import png
from ocs_view.board import Board
from ocs_view.levels import PART
from ocs_view.mapdraw import MapOptions, draw_map
from ocs_view.overlays import Look, overlays
from ocs_view.table import stacks_of

from .conftest import pixels

KEPT = Path(__file__).parent / "kept"
SIZE = (480, 320)


@pytest.fixture(scope="module")
def start(world: World) -> State:
    return new_game(world, seed=7).state


@pytest.fixture(scope="module")
def board(world: World, start: State) -> Board:
    made = Board(world, *SIZE, threaded=False)
    made.show(stacks_of(start))
    return made


def seen(board: Board) -> pygame.Surface:
    surface = pygame.Surface(SIZE, 0, 32)
    board.draw(surface)
    return surface


def look(board: Board, label: str, scale: float) -> None:
    grid = board.grid
    board.camera = board.camera.at_scale(scale).centred(*grid.centre(grid.hex(label)))


def test_parts_join_without_a_seam(board: Board) -> None:
    levels = board.levels
    level = levels.levels[-1]
    # a view over the corner where four parts meet, at the level's own scale, beside one drawing of the same place
    frame = level.frame
    x, y = frame.left + 3 * PART / frame.scale, frame.top - 3 * PART / frame.scale
    board.camera = board.camera.at_scale(frame.scale).centred(x, y)
    view = board.camera.frame
    joined = pygame.Surface(SIZE, 0, 32)
    levels.draw(joined, view)
    once = draw_map(board.world.atlas, board.hexes, view, options=MapOptions(numbers=False, names=False, page=frame),
                    painted=levels._painted)
    apart = np.abs(pixels(joined) - pixels(once)).mean(axis=2)
    assert apart.mean() < 3
    middle = apart[SIZE[1] // 2 - 3:SIZE[1] // 2 + 4, :]
    assert middle.mean() < apart.mean() + 3


def test_panning_moves_the_picture_whole(board: Board) -> None:
    look(board, "A40.22", 60)
    before = pixels(seen(board))
    board.camera = board.camera.pan(-30, -20)
    after = pixels(seen(board))
    assert (before[20:, 30:] == after[:-20, :-30]).mean() > 0.99


def test_counters_lie_on_their_hexes(board: Board, start: State) -> None:
    look(board, "A44.31", 60)
    full = pixels(seen(board))
    board.show(())
    bare = pixels(seen(board))
    board.show(stacks_of(start))
    x, y = board.camera.frame.centre(board.grid, board.grid.hex("A44.31"))
    changed = (full != bare).any(axis=2)
    assert changed[round(y) - 15:round(y) + 15, round(x) - 15:round(x) + 15].mean() > 0.9
    assert changed.mean() < 0.4


SCENES = {
    "whole": ("", 0.0, ""),
    "bizerte": ("A42.28", 54.0, ""),
    "close": ("A45.27", 110.0, ""),
    "control": ("A42.26", 40.0, "control"),
    "standing": ("A44.27", 40.0, "standing"),
    "rails": ("A40.24", 40.0, "rails"),
    "zoc": ("A42.26", 48.0, "zoc"),
}


@pytest.mark.parametrize("name", SCENES)
def test_pictures_look_as_they_were_approved(board: Board, start: State, name: str) -> None:
    """Within a tolerance, for text and scaling differ a little between systems. To approve anew, delete the file."""
    label, scale, overlay = SCENES[name]
    board.laid = (overlays()[overlay].lay(Look(start, Side.ALLIED)),) if overlay else ()
    if label:
        look(board, label, scale)
    else:
        board.camera = board.camera.fit()
    surface = seen(board)
    board.laid = ()
    kept = KEPT / f"{name}.png"
    if not kept.exists():
        png.save_png(surface, kept)
        pytest.fail(f"{kept} was missing and has been made; look at it, and keep it if it is good")
    wanted = pixels(pygame.image.load(kept))
    apart = np.abs(pixels(surface) - wanted).mean(axis=2)
    assert apart.mean() < 4, f"{name} differs by {apart.mean():.1f} on average"
    blocks = apart.reshape(SIZE[1] // 32, 32, SIZE[0] // 32, 32).mean(axis=(1, 3))
    assert blocks.max() < 40, f"{name} differs by {blocks.max():.1f} in one place"
