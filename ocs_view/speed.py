"""How long the viewer's pictures take, on a view of 1920 x 1080 with an overlay laid."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame

from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import list_scenarios, load_world
from ocs_view.board import Board
from ocs_view.overlays import Look, overlays
from ocs_view.png import save_png
from ocs_view.scene import render_scene
from ocs_view.table import caption, stacks_of

SIZE = (1920, 1080)
FRAMES = 60
_LARGEST = "the-campaign"


def drawing_speeds() -> Iterator[tuple[str, float]]:
    """(what, seconds) of each measurement: the first map, a frame while panning and while zooming, a PNG file."""
    state = rules_for(load_world(_scenario())).start()
    surface = pygame.Surface(SIZE, 0, 32)
    begin = time.perf_counter()
    board = Board(state.world, *SIZE)
    board.show(stacks_of(state))
    board.laid = (overlays()["zoc"].lay(Look(state, Side.ALLIED)),)
    board.draw(surface)
    yield "viewer, first map", time.perf_counter() - begin
    board.camera = board.camera.zoom(6, *(length / 2 for length in SIZE))
    _settle(board, surface)
    yield "viewer, a frame while panning", _median(lambda: _panned(board, surface))
    yield "viewer, a frame while zooming", _median(lambda: _zoomed(board, surface))
    board.close()
    begin = time.perf_counter()
    title, lines = caption(state)
    hexes = [h for h in range(state.world.atlas.grid.size) if state.world.in_play(h)]
    sheets = "".join(state.world.scenario.sheets)
    picture = render_scene(state.world.atlas, stacks_of(state), title, lines, sheets=sheets, hexes=hexes, hex_pixels=48)
    with tempfile.TemporaryDirectory() as folder:
        save_png(picture, Path(folder) / "speed.png")
    yield "a picture of the whole map as PNG, 48 pixels a hex", time.perf_counter() - begin


def _scenario() -> str:
    """The scenario with the most sheets and units that there is."""
    known = [each.id for each in list_scenarios()]
    return _LARGEST if _LARGEST in known else known[-1]


def _settle(board: Board, surface: pygame.Surface) -> None:
    """Until the parts of the map in view are drawn, ten seconds at most."""
    end = time.perf_counter() + 10
    while time.perf_counter() < end:
        before = board.levels.version
        board.draw(surface)
        time.sleep(0.4)
        if board.levels.version == before:
            return


def _median(frame: Callable[[], None]) -> float:
    times = []
    for _ in range(FRAMES):
        begin = time.perf_counter()
        frame()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def _panned(board: Board, surface: pygame.Surface) -> None:
    board.camera = board.camera.pan(-7, -3)
    board.draw(surface)


def _zoomed(board: Board, surface: pygame.Surface) -> None:
    board.camera = board.camera.zoom(-0.05, 900, 500)
    board.draw(surface, moving=True)
