"""How long the viewer's pictures take, on a view of 1920 x 1080 with an overlay laid, and how much memory they want."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame

from ocs_engine.state.model import State
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from ocs_view.board import Board
from ocs_view.overlays import Look, overlays
from ocs_view.png import save_png
from ocs_view.scene import render_scene
from ocs_view.table import caption, stacks_of

SIZE = (1920, 1080)
FRAMES = 60
SCENARIO = "kasserine-campaign"
"""Both sheets, and both armies on them."""
PIXELS = 48
"""Pixels a hex of the PNG picture."""


def drawing_speeds() -> Iterator[tuple[str, float]]:
    """(what, seconds) of each measurement: the first map, panning, zooming, a crisp picture after it, a PNG file."""
    state = rules_for(load_world(SCENARIO)).start()
    surface = pygame.Surface(SIZE, 0, 32)
    begin = time.perf_counter()
    board = _laid_board(state)
    board.draw(surface)
    yield "viewer, first map", time.perf_counter() - begin
    board.camera = board.camera.zoom(6, *_MIDDLE)
    settle(board, surface)
    yield "viewer, a frame while panning", _median(lambda: _panned(board, surface))
    yield "viewer, a frame while zooming", _median(lambda: _zoomed(board, surface))
    yield "viewer, crisp again after a notch of the wheel", _crisp(board, surface)
    board.close()
    begin = time.perf_counter()
    picture = _page(state)
    with tempfile.TemporaryDirectory() as folder:
        save_png(picture, Path(folder) / "speed.png")
    yield f"two sheets as PNG, {PIXELS} pixels a hex", time.perf_counter() - begin


def most_memory() -> int | None:
    """Bytes of memory that a viewer of its own process takes at most; None on a system that does not tell."""
    told = subprocess.run([sys.executable, "-m", "ocs_view.speed"], capture_output=True, text=True, check=True).stdout
    return int(told.split()[-1]) or None


def look_round() -> None:
    """What somebody does who looks about: zoom in at several places, pan there, zoom out again."""
    state = rules_for(load_world(SCENARIO)).start()
    surface = pygame.Surface(SIZE, 0, 32)
    board = _laid_board(state)
    for x, y in ((1000, 200), (1050, 700)):
        for _ in range(3):
            board.camera = board.camera.zoom(4, x, y)
            settle(board, surface)
        board.camera = board.camera.pan(-700, -300)
        settle(board, surface)
        board.camera = board.camera.fit()
    board.close()


def settle(board: Board, surface: pygame.Surface) -> None:
    """Draw until the parts of the map in view are there, ten seconds at most."""
    end = time.perf_counter() + 10
    while time.perf_counter() < end:
        board.draw(surface)
        if board.settled:
            return
        time.sleep(0.02)


_MIDDLE = (SIZE[0] / 2, SIZE[1] / 2)


def _laid_board(state: State) -> Board:
    board = Board(state.world, *SIZE)
    board.show(stacks_of(state))
    board.laid = (overlays()["zoc"].lay(Look(state, Side.ALLIED)),)
    return board


def _page(state: State) -> pygame.Surface:
    title, lines = caption(state)
    hexes = [h for h in range(state.world.atlas.grid.size) if state.world.in_play(h)]
    sheets = "".join(state.world.scenario.sheets)
    return render_scene(
        state.world.atlas,
        stacks_of(state),
        title,
        lines,
        sheets=sheets,
        hexes=hexes,
        boxes=state.world.boxes,
        hex_pixels=PIXELS,
    )


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


def _crisp(board: Board, surface: pygame.Surface) -> float:
    """The median time of the first picture drawn at rest, each time at a scale that was not drawn before."""
    settle(board, surface)
    times = []
    for notches in (0.3, -0.7, 0.5, -0.9, 0.4):
        board.camera = board.camera.zoom(notches, *_MIDDLE)
        begin = time.perf_counter()
        board.draw(surface)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def _peak() -> int:
    """Bytes of memory that this process took at most; 0 on a system that does not tell."""
    status = Path("/proc/self/status")
    if status.is_file():  # on Linux getrusage counts the parent's memory too, from before this program was loaded
        return next(int(line.split()[1]) * 1024 for line in status.read_text().splitlines() if "VmHWM" in line)
    try:
        import resource
    except ImportError:  # Windows has no such module
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    look_round()
    print(_peak())
