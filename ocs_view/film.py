"""A replay as pictures: numbered PNG files, or one moving GIF. Needs no window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pygame
from PIL import Image

from ocs_engine.state.events import StackMoved
from ocs_view import fonts, palette
from ocs_view.board import Board
from ocs_view.camera import Camera
from ocs_view.motion import motion
from ocs_view.png import PictureError, save_png
from ocs_view.raster import Bytes
from ocs_view.reel import Reel
from ocs_view.table import caption, stacks_of

_FOOT = 58
_HOLD, _STEP, _LAST = 900, 140, 4000
"""Milliseconds of a frame that tells something, of one amid a move, and of the last."""
_COLOURS = 127
_MOST = 4
"""Frames of one move at most."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame: the picture, and how long it stands, in milliseconds."""

    picture: pygame.Surface
    milliseconds: int


def shots(reel: Reel, width: int = 960, by: str = "phase", moves: bool = True) -> Iterator[Shot]:
    """The frames of a replay, in order; each picture is drawn over by the next.

    by: "event", "phase" or "turn", what a frame stands for. moves: whether moves are shown on their way as well.
    """
    world = reel.start.world
    board = Board(world, width, _height(reel, width), threaded=False)
    page = pygame.Surface((width, board.camera.height + _FOOT), 0, 32)
    at, last = 0, len(reel.moments) - 1
    while True:
        yield Shot(_draw(page, board, reel, at), _LAST if at == last else _HOLD)
        if at == last:
            return
        after = reel.step(at, by, True)
        if moves:
            yield from _ways(page, board, reel, at, after)
        at = after


def _ways(page: pygame.Surface, board: Board, reel: Reel, at: int, after: int) -> Iterator[Shot]:
    """The moves between two moments: some hexes of each on its way, the last one always."""
    steps: dict[int, list[int]] = {}
    for moment in range(at + 1, after + 1):
        if isinstance(reel.moments[moment].event, StackMoved):
            steps.setdefault(reel.moments[moment].line, []).append(moment)
    for way in steps.values():
        every = -(-len(way) // _MOST)
        for moment in way[::-1][::every][::-1]:
            found = motion(reel, moment)
            if found is not None:
                board.show(found.still)
                board.flights = found.at(1.0)
                yield Shot(_page(page, board, reel, moment), _STEP)
    board.flights = ()


def _draw(page: pygame.Surface, board: Board, reel: Reel, at: int) -> pygame.Surface:
    board.show(stacks_of(reel.moments[at].state))
    return _page(page, board, reel, at)


def _page(page: pygame.Surface, board: Board, reel: Reel, at: int) -> pygame.Surface:
    """The board with a strip under it: turn and phase, and what has just been done."""
    page.fill(palette.PAPER)
    board.draw(page)
    title, lines = caption(reel.moments[at].state)
    top = board.camera.height
    drawn = fonts.draw(page, f"{title}: {lines[0]}", (10, top + 17), 17, palette.INK, font=fonts.SERIF, anchor=(0, 0.5))
    fonts.draw(page, "   ".join(lines[1:3]), (drawn.right + 16, top + 17), 14, palette.SEPIA, anchor=(0, 0.5))
    row = reel.row_at(at)
    if row is not None:
        text = fonts.clipped(reel.rows[row].text, page.get_width() - 20, 14)
        fonts.draw(page, text, (10, top + 41), 14, palette.INK, anchor=(0, 0.5))
    return page


def _height(reel: Reel, width: int) -> int:
    """The height at which the scenario's map just fills a width."""
    world = reel.start.world
    hexes = [h for h in range(world.atlas.grid.size) if world.in_play(h)]
    whole = Camera.fitted(world.atlas.grid, hexes, width, width).whole
    return min(round(width * whole.height / whole.width), 2 * width)


def save_frames(reel: Reel, folder: Path, width: int, by: str) -> int:
    """Every frame as a numbered PNG file in a folder; how many. Raises PictureError."""
    count = 0
    for count, shot in enumerate(shots(reel, width, by, moves=False), start=1):
        save_png(shot.picture, folder / f"frame-{count:05d}.png")
    return count


def save_gif(reel: Reel, path: Path, width: int, by: str) -> int:
    """A moving picture; how many frames it has. Raises PictureError."""
    if path.suffix.lower() != ".gif":
        raise PictureError(f"{path}: a moving picture's file must end in .gif")
    frames: list[Image.Image] = []
    times: list[int] = []
    inks: Image.Image | None = None
    last: Bytes | None = None
    for shot in shots(reel, width, by):
        full = Image.frombytes("RGB", shot.picture.get_size(), pygame.image.tobytes(shot.picture, "RGB"))
        if inks is None:
            inks = full.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        now = np.asarray(full.quantize(palette=inks, dither=Image.Dither.NONE))
        frames.append(_changed(now, last, inks))
        times.append(shot.milliseconds)
        last = now
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        frames[0].save(part, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False,
                       transparency=_COLOURS, disposal=1)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True) if part.parent.is_dir() else None
        raise PictureError(f"{path}: cannot write the moving picture: {error.strerror or error}") from error
    return len(frames)


def _changed(now: Bytes, last: Bytes | None, inks: Image.Image) -> Image.Image:
    """A frame of which only what is not as in the last one is drawn, and the rest clear: that packs well."""
    frame = Image.fromarray(now if last is None else np.where(now == last, np.uint8(_COLOURS), now))
    colours = inks.getpalette() or []
    frame.putpalette([*colours[:3 * _COLOURS], 0, 0, 0])
    return frame
