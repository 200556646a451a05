"""The table as one sees it through a camera: map, overlay, names, counters, and moves on their way. Needs no window.

What stands still is drawn once, a good way beyond the view on every side, and moved about as the camera pans; while the
camera zooms the last picture is stretched, and drawn anew, crisp, when it rests.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from ocs_engine.grid import Hex
from ocs_engine.world.world import World
from ocs_view import palette
from ocs_view.camera import Camera
from ocs_view.frame import Frame, frame_of
from ocs_view.hexlines import draw_numbers
from ocs_view.labels import Name, moved_aside
from ocs_view.levels import Levels, first_scale
from ocs_view.mapdraw import place_names
from ocs_view.marks import Mark, Ring, draw_lines, draw_washes
from ocs_view.overlays import Laid
from ocs_view.pieces import Piece, Stack
from ocs_view.sketch import Point
from ocs_view.stacks import draw_stack, stack_box

_BEYOND = 224
"""Pixels that are drawn beyond the view on every side."""

_PATIENCE = 0.15
"""Seconds at least between two pictures that differ only in how much of the map is there."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A stack on its way: where it is just now, in map units."""

    stack: Stack
    at: Point


class Board:
    """Draws the table. Set `stacks`, `laid`, `chosen` and `flights`, move the camera, and ask for a picture.

    settled: whether the map of the last picture was there at its best.
    """

    def __init__(self, world: World, width: int, height: int, threaded: bool = True) -> None:
        self.world, self.grid = world, world.atlas.grid
        self.hexes = [h for h in range(self.grid.size) if world.in_play(h)]
        self.camera = Camera.fitted(self.grid, self.hexes, width, height)
        self.levels = Levels(world.atlas, self.hexes, first_scale(self.camera), threaded)
        self.stacks: tuple[Stack, ...] = ()
        self.laid: tuple[Laid, ...] = ()
        self.chosen: Hex | None = None
        self.flights: tuple[Flight, ...] = ()
        self.numbers = True
        self.settled = False
        self._ground: tuple[tuple[object, ...], Frame, pygame.Surface] | None = None
        self._scene: tuple[tuple[object, ...], Frame, pygame.Surface] | None = None
        self._names: dict[float, list[Name]] = {}
        self._aside: tuple[float, tuple[Stack, ...], list[Name]] = (0.0, (), [])
        self._sized = 0.0
        self._version, self._taken = 0, 0.0

    def close(self) -> None:
        """End what works in the background."""
        self.levels.close()

    def show(self, stacks: Sequence[Stack]) -> None:
        """Lay these stacks on the table."""
        self.stacks = tuple(stack for stack in stacks if stack.pieces and stack.place < self.grid.size)

    def draw(self, surface: pygame.Surface, at: tuple[int, int] = (0, 0), moving: bool = False) -> None:
        """The view, its upper left corner at `at`. moving: while the camera zooms, quick rather than crisp."""
        frame = self.camera.frame
        clip = surface.get_clip()
        surface.set_clip(pygame.Rect(*at, frame.width, frame.height).clip(clip))
        if moving and self._scene is not None and self._scene[1].scale != frame.scale:
            _stretch(surface, at, self._scene[2], self._scene[1], frame)
        else:
            drawn, picture = self._still(frame)
            x, y = frame.px(drawn.left, drawn.top)
            surface.blit(picture, (at[0] + round(x), at[1] + round(y)))
        self._fly(surface, at, frame)
        surface.set_clip(clip)

    def resize(self, width: int, height: int) -> None:
        """The view has another size."""
        self.camera = self.camera.resized(width, height)

    def forget(self) -> None:
        """Draw everything anew, as after a change of colours; the map's parts too."""
        self.levels.close()
        self.levels = Levels(self.world.atlas, self.hexes, self.levels.levels[0].frame.scale, self.levels.threaded)
        self._ground = self._scene = None

    def _still(self, frame: Frame) -> tuple[Frame, pygame.Surface]:
        """Map, overlay, names, counters: what stands still, and the frame that it was drawn for."""
        wide = self._ground[1] if self._ground is not None and _inside(frame, self._ground[1]) else self._wide(frame)
        key = (wide, self._parts(), self.stacks, self.laid, self.chosen, self.numbers,
               tuple(flight.stack for flight in self.flights))
        if self._scene is not None and self._scene[0] == key:
            return wide, self._scene[2]
        ground = self._map(wide)
        picture = self._scene[2] if self._scene is not None else ground.copy()
        if picture.get_size() != ground.get_size():
            picture = ground.copy()
        picture.blit(ground, (0, 0))
        marks = [mark for laid in self.laid for mark in laid.marks]
        draw_washes(picture, self.grid, wide, marks)
        self._write(picture, wide)
        self._place(picture, wide)
        chosen: list[Mark] = [Ring(self.chosen, palette.OVER["path"])] if self.chosen is not None else []
        draw_lines(picture, self.grid, wide, [*marks, *chosen])
        self._scene = (key, wide, picture)
        return wide, picture

    def _wide(self, frame: Frame) -> Frame:
        """A frame with room to pan, its corner on whole pixels of the view."""
        return Frame(frame.left - _BEYOND / frame.scale, frame.top + _BEYOND / frame.scale, frame.scale,
                     frame.width + 2 * _BEYOND, frame.height + 2 * _BEYOND)

    def _parts(self) -> int:
        """The version of the map to show: while parts of it are being drawn, a newer one only now and then."""
        now = time.monotonic()
        if self.levels.version != self._version and (not self.levels.busy or now - self._taken > _PATIENCE):
            self._version, self._taken = self.levels.version, now
        return self._version

    def _map(self, wide: Frame) -> pygame.Surface:
        key = (wide, self._version)
        if self._ground is not None and self._ground[0] == key:
            return self._ground[2]
        size = (wide.width, wide.height)
        old = self._ground[2] if self._ground is not None else None
        surface = old if old is not None and old.get_size() == size else pygame.Surface(size, 0, 32)
        surface.fill(_TABLE)
        self.settled = self.levels.draw(surface, wide)
        self._ground = (key, wide, surface)
        return surface

    def _write(self, surface: pygame.Surface, wide: Frame) -> None:
        """Hex numbers and names at the exact scale."""
        shown = [h for h in self.hexes if wide.shows(self.grid.centre(h), 0)]
        if self.numbers:
            draw_numbers(surface, self.world.atlas, shown, wide)
        page = frame_of(self.grid, self.hexes, wide.scale, 0.4)
        left, top = page.px(wide.left, wide.top)
        view = pygame.Rect(round(left), round(top), wide.width, wide.height)
        for name in self._placed_names(page):
            if name.box.colliderect(view):
                name.draw(surface, view.left, view.top)

    def _placed_names(self, page: Frame) -> list[Name]:
        """The names of the whole map at a scale, off the stacks as they lie now."""
        if page.scale not in self._names:
            if len(self._names) > 24:
                self._names.clear()
            self._names[page.scale] = place_names(self.world.atlas, self.hexes, page)
        scale, stacks, names = self._aside
        if scale != page.scale or stacks is not self.stacks:
            covered = [stack_box(stack, page.centre(self.grid, stack.place), page.scale) for stack in self.stacks]
            names = moved_aside(self._names[page.scale], page, covered)
            self._aside = (page.scale, self.stacks, names)
        return names

    def _place(self, surface: pygame.Surface, wide: Frame) -> None:
        """Stacks that stand still, from north to south; pictures of them at other scales are let go."""
        if wide.scale != self._sized:
            _stack_picture.cache_clear()
            self._sized = wide.scale
        for stack in sorted(self.stacks, key=lambda s: (-self.grid.centre(s.place)[1], s.place)):
            if wide.shows(self.grid.centre(stack.place)):
                _blit_stack(surface, stack, wide.centre(self.grid, stack.place), wide.scale)

    def _fly(self, surface: pygame.Surface, at: tuple[int, int], frame: Frame) -> None:
        for flight in self.flights:
            x, y = frame.px(*flight.at)
            _blit_stack(surface, flight.stack, (x + at[0], y + at[1]), frame.scale)


_TABLE = (58, 52, 46)
"""The table beyond the map's edge."""


def _inside(frame: Frame, wide: Frame) -> bool:
    if frame.scale != wide.scale:
        return False
    x, y = wide.px(frame.left, frame.top)
    return -0.5 <= x <= wide.width - frame.width + 0.5 and -0.5 <= y <= wide.height - frame.height + 0.5


def _stretch(surface: pygame.Surface, at: tuple[int, int], picture: pygame.Surface, drawn: Frame, frame: Frame) -> None:
    """The part of an older picture that is seen now, at the scale of now."""
    ratio = frame.scale / drawn.scale
    x, y = frame.px(drawn.left, drawn.top)
    left, top = max(int(-x / ratio), 0), max(int(-y / ratio), 0)
    right = min(int((frame.width - x) / ratio) + 1, drawn.width)
    bottom = min(int((frame.height - y) / ratio) + 1, drawn.height)
    surface.fill(_TABLE, pygame.Rect(*at, frame.width, frame.height))
    if left < right and top < bottom:
        cut = picture.subsurface((left, top, right - left, bottom - top))
        size = (round((right - left) * ratio), round((bottom - top) * ratio))
        corner = (at[0] + round(x + left * ratio), at[1] + round(y + top * ratio))
        surface.blit(pygame.transform.scale(cut, size), corner)


def _blit_stack(surface: pygame.Surface, stack: Stack, centre: Point, scale: float) -> None:
    picture, dx, dy = _stack_picture(stack.pieces, round(scale, 3))
    surface.blit(picture, (round(centre[0] - dx), round(centre[1] - dy)), special_flags=pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=600)
def _stack_picture(pieces: tuple[Piece, ...], scale: float) -> tuple[pygame.Surface, float, float]:
    """A stack on a transparent surface, premultiplied, and where the middle of its hex lies on it."""
    stack = Stack(0, pieces)
    box = stack_box(stack, (0, 0), scale).inflate(round(scale * 0.9), round(scale * 0.7))
    surface = pygame.Surface(box.size, pygame.SRCALPHA, 32)
    draw_stack(surface, stack, (-box.left, -box.top), scale)
    return surface.premul_alpha(), -box.left, -box.top


palette.forget_with(_stack_picture.cache_clear)
