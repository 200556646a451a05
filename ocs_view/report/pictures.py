"""The situation maps of a report: the part of the map where the sides met, as JPEG files of a modest size."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import pygame
from PIL import Image

from ocs_engine.grid import Hex
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view import palette
from ocs_view.board import Board
from ocs_view.marks import Path
from ocs_view.overlays import Laid, Look, overlays
from ocs_view.overlays.control import front
from ocs_view.table import stacks_of

AREA = 1_250_000
"""Pixels of a map."""
MOST_BYTES = 285_000
"""A map is packed into so many bytes at most: 15 of them come to less than 6 MB of text, 59 to less than 25."""
QUALITIES = (76, 70, 64, 58, 50, 40, 30)
"""JPEG qualities, the first of which that is small enough is taken."""
NEAR = 4
"""Hexes between two enemies that count as having met."""
AROUND = 3.0
"""Hexes of the map that are shown around where the sides met."""
SLIMMEST, WIDEST = 0.75, 1.7
"""The proportions of a map, width by height."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG file and its size in pixels."""

    data: bytes
    width: int
    height: int


def situation_maps(states: Sequence[State]) -> Iterator[Picture]:
    """A map for each state of a game, all of the same part: where the sides met at any of them, and what victory
    turns on. The palette is the one for colour-blind eyes while they are drawn."""
    if not states:
        return
    was = palette.used()
    palette.use("colour-blind")
    try:
        left, right, low, high = theatre(states)
        width = round((AREA * (right - left) / (high - low)) ** 0.5)
        height = round(AREA / width)
        board = Board(states[0].world, width, height, threaded=False)
        scale = max(width / (right - left), board.camera.smallest)
        board.camera = board.camera.at_scale(scale).centred((left + right) / 2, (low + high) / 2)
        page = pygame.Surface((width, height), 0, 32)
        for state in states:
            yield _drawn(page, board, state)
        board.close()
    finally:
        palette.use(was)


def _drawn(page: pygame.Surface, board: Board, state: State) -> Picture:
    board.show(stacks_of(state))
    known = overlays()
    look = Look(state, Side.ALLIED)
    line = Laid(tuple(Path(each, palette.OVER["front"], 0.09) for each in front(state)))
    board.laid = (line, replace(known["standing"].lay(look), notes=()))
    board.draw(page)
    return packed(page)


def packed(page: pygame.Surface) -> Picture:
    """A picture as JPEG, of the best quality that is small enough."""
    image = Image.frombytes("RGB", page.get_size(), pygame.image.tobytes(page, "RGB"))
    data = b""
    for quality in QUALITIES:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=quality, optimize=True, progressive=True)
        data = file.getvalue()
        if len(data) <= MOST_BYTES:
            break
    return Picture(data, *page.get_size())


def theatre(states: Iterable[State]) -> tuple[float, float, float, float]:
    """Left, right, lower and upper end of the part of the map that a report shows, in map units."""
    states = list(states)
    world = states[0].world
    grid = world.atlas.grid
    met: set[Hex] = set(states[0].points.objectives(states[0]).values())
    for state in states:
        met |= _met(state)
    met = met or {hex_ for hex_ in range(grid.size) if world.in_play(hex_)}
    points = [grid.centre(hex_) for hex_ in met]
    left, right = min(x for x, _ in points) - AROUND, max(x for x, _ in points) + AROUND
    low, high = min(y for _, y in points) - AROUND, max(y for _, y in points) + AROUND
    wide, tall = right - left, high - low
    more_wide, more_tall = max(0.0, tall * SLIMMEST - wide) / 2, max(0.0, wide / WIDEST - tall) / 2
    return left - more_wide, right + more_wide, low - more_tall, high + more_tall


def _met(state: State) -> set[Hex]:
    """The hexes of units with an enemy unit near."""
    grid = state.world.atlas.grid
    places: dict[Side, list[Hex]] = {
        side: sorted({unit.place for _, unit in state.in_order() if unit.side is side and 0 <= unit.place < grid.size})
        for side in Side
    }
    return {hex_ for one, two in ((Side.AXIS, Side.ALLIED), (Side.ALLIED, Side.AXIS)) for hex_ in places[one]
            if any(grid.distance(hex_, other) <= NEAR for other in places[two])}  # fmt: skip
