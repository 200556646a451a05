"""The bare map at a few scales, cut into square parts that are drawn when they are first wanted and kept for a while.

A view between two scales is taken from the larger one and scaled down, so it stays crisp. Parts are drawn by one
worker thread, those in the middle of the view first; until a part is there, a coarser one stands in for it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_view.camera import LARGEST, Camera
from ocs_view.frame import Frame, frame_of
from ocs_view.geography import load_geography
from ocs_view.mapdraw import MapOptions, draw_map
from ocs_view.relief import FINEST, Painted, paint

PART = 640
"""Pixels of a part's side."""
KEPT = 56
"""Parts that are kept at most: about 92 MB."""
_SEAM = 0.7
"""Hexes that are drawn round a part and cut off again, so that lines and symbols run on."""

Key = tuple[int, int, int]
"""A level, and the column and row of a part in it."""


@dataclass(frozen=True, slots=True)
class Level:
    """One scale: the frame of the whole map at it."""

    frame: Frame

    def parts(self, seen: Frame) -> Iterator[tuple[int, int]]:
        """The parts that a frame of any scale touches, those nearest its middle first."""
        ratio = self.frame.scale / seen.scale
        x, y = self.frame.px(seen.left, seen.top)
        columns = range(max(int(x // PART), 0), min(int((x + seen.width * ratio) // PART), self.last(0)) + 1)
        rows = range(max(int(y // PART), 0), min(int((y + seen.height * ratio) // PART), self.last(1)) + 1)
        middle = ((x + seen.width * ratio / 2) / PART - 0.5, (y + seen.height * ratio / 2) / PART - 0.5)
        found = [(column, row) for column in columns for row in rows]
        yield from sorted(found, key=lambda p: ((p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2, p))

    def last(self, axis: int) -> int:
        """The number of the last column (0) or row (1) of parts."""
        return ((self.frame.width, self.frame.height)[axis] - 1) // PART

    def box(self, column: int, row: int) -> pygame.Rect:
        """The pixels of a part at this level."""
        whole = pygame.Rect(0, 0, self.frame.width, self.frame.height)
        return pygame.Rect(column * PART, row * PART, PART, PART).clip(whole)


class Levels:
    """The map's levels: the whole of it at the coarsest, parts of it at the others."""

    def __init__(self, atlas: Atlas, hexes: Sequence[Hex], coarsest: float, threaded: bool = True) -> None:
        """coarsest: pixels a hex at which the whole map is drawn at once. threaded: else parts are drawn on demand."""
        self.atlas, self.hexes = atlas, list(hexes)
        self.threaded = threaded
        self.geography = load_geography()
        self.levels = list(_levels(atlas, self.hexes, coarsest))
        self._pages: dict[float, Frame] = {}
        rough = self.levels[0].frame
        self._painted = paint(atlas, self.geography, _around(rough))
        self.base = self._draw(rough)
        self._kept: OrderedDict[Key, pygame.Surface] = OrderedDict()
        self._wanted: list[Key] = []
        self._busy = False
        self._lock = threading.Condition()
        self._ended = False
        self.version = 0
        self._worker: threading.Thread | None = None

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            self._ended = True
            self._lock.notify()
        if self._worker is not None:
            self._worker.join(timeout=2)

    @property
    def busy(self) -> bool:
        """Whether more parts are to come."""
        return self._busy

    def draw(self, surface: pygame.Surface, seen: Frame) -> bool:
        """Lay the map on a surface as large as the frame; whether every part of it was there at its best."""
        self._lay(surface, seen, self.base, self.levels[0].frame, pygame.Rect(0, 0, *self.base.get_size()))
        index = self._best(seen.scale)
        if index == 0:
            return True
        keys = [(index, *part) for part in self.levels[index].parts(seen)]
        missing = []
        with self._lock:
            for key in keys:
                part = self._kept.get(key)
                if part is None:
                    missing.append(key)
                    self._stand_in(surface, seen, key)
                    continue
                self._kept.move_to_end(key)
                self._lay(surface, seen, part, self.levels[index].frame, self.levels[index].box(*key[1:]))
        if missing and not self.threaded:
            for key in missing:
                self._keep(key, self._part(key))
            return self.draw(surface, seen)
        self._want(missing)
        return not missing

    def _best(self, scale: float) -> int:
        """The first level that is at least as fine as a scale."""
        return next((i for i, level in enumerate(self.levels) if level.frame.scale >= scale * 0.999),
                    len(self.levels) - 1)

    def _stand_in(self, surface: pygame.Surface, seen: Frame, key: Key) -> None:
        """Kept parts of the next coarser level under a part that is not there yet."""
        index, column, row = key
        if index < 2:
            return
        frame, box = self.levels[index].frame, self.levels[index].box(column, row)
        there = Frame(frame.left + box.left / frame.scale, frame.top - box.top / frame.scale, frame.scale, *box.size)
        coarser = self.levels[index - 1]
        for part in coarser.parts(there):
            kept = self._kept.get((index - 1, *part))
            if kept is not None:
                self._lay(surface, seen, kept, coarser.frame, coarser.box(*part))

    @staticmethod
    def _lay(surface: pygame.Surface, seen: Frame, picture: pygame.Surface, frame: Frame, box: pygame.Rect) -> None:
        """The visible part of a picture, which is the `box` of a level's frame, scaled into the view."""
        ratio = seen.scale / frame.scale
        x, y = seen.px(frame.left + box.left / frame.scale, frame.top - box.top / frame.scale)
        first_x, first_y = max(int(-x / ratio) - 1, 0), max(int(-y / ratio) - 1, 0)
        last_x = min(int((seen.width - x) / ratio) + 2, box.width)
        last_y = min(int((seen.height - y) / ratio) + 2, box.height)
        if first_x >= last_x or first_y >= last_y:
            return
        left, top = round(x + first_x * ratio), round(y + first_y * ratio)
        size = (round(x + last_x * ratio) - left, round(y + last_y * ratio) - top)
        if size[0] <= 0 or size[1] <= 0:
            return
        cut = picture.subsurface((first_x, first_y, last_x - first_x, last_y - first_y))
        same = size == cut.get_size()
        surface.blit(cut if same else pygame.transform.smoothscale(cut, size), (left, top))

    def _want(self, keys: list[Key]) -> None:
        with self._lock:
            self._wanted = keys
            self._busy = self._busy or bool(keys)
            if keys and self._worker is None and not self._ended:
                self._worker = threading.Thread(target=self._work, name="map", daemon=True)
                self._worker.start()
            self._lock.notify()

    def _work(self) -> None:
        while True:
            with self._lock:
                while not self._wanted and not self._ended:
                    self._busy = False
                    self._lock.wait()
                if self._ended:
                    return
                key = self._wanted.pop(0)
                if key in self._kept:
                    continue
            self._keep(key, self._part(key))

    def _keep(self, key: Key, part: pygame.Surface) -> None:
        with self._lock:
            self._kept[key] = part
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            self.version += 1

    def _part(self, key: Key) -> pygame.Surface:
        index, column, row = key
        level = self.levels[index]
        box, scale = level.box(column, row), level.frame.scale
        if self._painted.frame.scale < min(FINEST, scale):
            self._painted = paint(self.atlas, self.geography, _around(replace_scale(level.frame, FINEST)))
        seam = round(_SEAM * scale)
        frame = Frame(level.frame.left + (box.left - seam) / scale, level.frame.top - (box.top - seam) / scale, scale,
                      box.width + 2 * seam, box.height + 2 * seam)
        return self._draw(frame).subsurface((seam, seam, *box.size)).copy()

    def _draw(self, frame: Frame) -> pygame.Surface:
        if frame.scale not in self._pages:
            self._pages[frame.scale] = frame_of(self.atlas.grid, self.hexes, frame.scale)
        options = MapOptions(numbers=False, names=False, page=self._pages[frame.scale])
        drawn = draw_map(self.atlas, self.hexes, frame, self.geography, options, painted=self._painted)
        plain = pygame.Surface(drawn.get_size(), 0, 32)
        plain.blit(drawn, (0, 0))
        return plain


def _levels(atlas: Atlas, hexes: list[Hex], coarsest: float) -> Iterator[Level]:
    scale = coarsest
    while True:
        yield Level(frame_of(atlas.grid, hexes, scale, _MARGIN))
        if scale >= LARGEST:
            return
        scale = min(scale * 2, LARGEST)


_MARGIN = 0.4


def replace_scale(frame: Frame, scale: float) -> Frame:
    """The same part of the map at another scale."""
    ratio = scale / frame.scale
    return replace(frame, scale=scale, width=round(frame.width * ratio), height=round(frame.height * ratio))


def _around(frame: Frame) -> Frame:
    """A frame with a little more on every side, as the cut-off rim of a part needs it."""
    more = 1.0
    return Frame(frame.left - more, frame.top + more, frame.scale, round(frame.width + 2 * more * frame.scale),
                 round(frame.height + 2 * more * frame.scale))


def first_scale(camera: Camera) -> float:
    """The coarsest level for a camera: the whole map in its window."""
    return max(camera.smallest, 10.0)


__all__ = ["KEPT", "PART", "Level", "Levels", "Painted", "first_scale"]
