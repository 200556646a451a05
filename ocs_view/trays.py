"""Off-map boxes as counters under their names, in a column that can be scrolled."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from ocs_view import fonts, palette
from ocs_view.pieces import Stack, heaped
from ocs_view.stacks import draw_tray, tray_height


class Trays:
    """Boxes one under another."""

    def __init__(self, size: float) -> None:
        """size: of the names, in pixels."""
        self.size = size
        self.scroll = 0.0
        self._hidden = 0.0

    def wheel(self, notches: float) -> None:
        """Scroll by notches of the wheel."""
        self.scroll = min(max(self.scroll - notches * self.size * 4, 0), self._hidden)

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, boxes: Sequence[tuple[str, Stack]]) -> None:
        """What shows of the boxes in a rectangle; each by its name and what lies in it."""
        side, wide = round(self.size * 3.6), rect.width - 20
        heaps = [(name, heaped(stack.pieces)) for name, stack in boxes]
        heights = [tray_height(pieces, wide, side) + round(self.size * 2.8) for _, pieces in heaps]
        self._hidden = max(sum(heights) + self.size * 0.6 - rect.height, 0)
        self.scroll = min(self.scroll, self._hidden)
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        y = rect.top + round(self.size * 0.4 - self.scroll)
        for (name, pieces), height in zip(heaps, heights, strict=True):
            if y + height > rect.top and y < rect.bottom:
                fonts.draw(surface, name, (rect.left + 10, y + self.size), self.size * 1.3, palette.INK,
                           font=fonts.SERIF, anchor=(0, 0.5))
                draw_tray(surface, pieces, rect.left + 10, y + round(self.size * 2.1), wide, side)
            y += height
        if not boxes:
            fonts.draw(surface, "Nothing lies in the boxes.", (rect.left + 10, rect.top + self.size * 1.2), self.size,
                       palette.SEPIA, anchor=(0, 0.5))
        surface.set_clip(clip)
