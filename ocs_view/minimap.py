"""The whole map in a corner: where the view lies, and where the sides stand."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from ocs_engine.grid import Grid
from ocs_view import palette
from ocs_view.camera import Camera
from ocs_view.frame import Frame
from ocs_view.pieces import Stack


class Minimap:
    """Draws itself into a box as wide as asked; knows which place of the map a pixel of it means."""

    def __init__(self, picture: pygame.Surface, frame: Frame, width: int) -> None:
        """picture: of the whole map, drawn for the frame."""
        high = round(picture.get_height() * width / picture.get_width())
        self.picture = pygame.transform.smoothscale(picture, (width, high))
        self.frame = Frame(frame.left, frame.top, frame.scale * width / picture.get_width(), width, high)
        self.rect = pygame.Rect(0, 0, width, high)

    def draw(self, surface: pygame.Surface, grid: Grid, stacks: Iterable[Stack], camera: Camera) -> None:
        """The map, a mark for each stack (square for the Axis, round for the Allies), and the view's outline."""
        left, top = self.rect.topleft
        surface.blit(self.picture, self.rect)
        for stack in stacks:
            x, y = self.frame.centre(grid, stack.place)
            colour = palette.OVER[stack.pieces[0].side.value]
            at = (round(left + x), round(top + y))
            if stack.pieces[0].side.value == "Axis":
                pygame.draw.rect(surface, colour, pygame.Rect(at[0] - 2, at[1] - 2, 5, 5))
            else:
                pygame.draw.circle(surface, colour, at, 3)
        seen = camera.frame
        x, y = self.frame.px(seen.left, seen.top)
        ratio = self.frame.scale / seen.scale
        box = pygame.Rect(round(left + x), round(top + y), round(seen.width * ratio), round(seen.height * ratio))
        pygame.draw.rect(surface, palette.PAPER, box.clip(self.rect).inflate(2, 2), 3)
        pygame.draw.rect(surface, palette.INK, box.clip(self.rect), 1)
        pygame.draw.rect(surface, palette.INK, self.rect.inflate(4, 4), 2)

    def position(self, x: float, y: float) -> tuple[float, float]:
        """The map position under a pixel."""
        return (self.frame.left + (x - self.rect.left) / self.frame.scale,
                self.frame.top - (y - self.rect.top) / self.frame.scale)
