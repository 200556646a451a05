"""Lists of words that can be scrolled and pointed at: the story, the order of battle, the off-map boxes."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

import pygame

from ocs_view import fonts, palette


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list. style: "head", "sub", "text" or "faint". places: where it leads on the map; moment: in time."""

    text: str
    style: str = "text"
    places: tuple[int, ...] = ()
    moment: int | None = None
    colour: palette.Colour | None = None


_INDENT = {"head": 0.0, "sub": 0.4, "text": 1.0, "faint": 1.0}


def _font(item: Item) -> str:
    return fonts.BOLD if item.style in ("head", "sub") else fonts.PLAIN


class Listing:
    """Items one under another in a column. Only what shows is measured anew and drawn."""

    def __init__(self, size: float) -> None:
        """size: of the words, in pixels."""
        self.size = size
        self.items: tuple[Item, ...] = ()
        self.selected = -1
        self.scroll = 0.0
        self._sought = False
        self._width = 0
        self._lines: list[list[str]] = []
        self._tops: list[float] = []
        self._rect = pygame.Rect(0, 0, 0, 0)

    def show(self, items: tuple[Item, ...]) -> None:
        """Hold these items; the place in the list stays where it is."""
        if items != self.items:
            longer = bool(self._lines) and items[:len(self._lines)] == self.items
            self.items = items
            if longer and self._width:
                self._measure_on(self._width)
            else:
                self._width = 0

    def select(self, index: int) -> None:
        """Mark an item and bring it into sight."""
        if index == self.selected or not 0 <= index < len(self.items):
            return
        self.selected = index
        self._sought = True

    def walk(self, lines: int) -> None:
        """Mark an item so many further down, or up."""
        if self.items:
            self.selected = min(max(self.selected + lines, 0), len(self.items) - 1)
            self._sought = True

    @property
    def marked(self) -> Item | None:
        """The item that is marked."""
        return self.items[self.selected] if 0 <= self.selected < len(self.items) else None

    def wheel(self, notches: float) -> None:
        """Scroll by notches of the wheel."""
        most = max((self._bottom(len(self.items) - 1) if self.items and self._tops else 0) - self._rect.height, 0)
        self.scroll = min(max(self.scroll - notches * self.size * 4, 0), most)

    def hit(self, x: float, y: float) -> Item | None:
        """The item under a pixel of the surface that it was last drawn on."""
        if not self._rect.collidepoint(x, y) or not self._tops:
            return None
        index = bisect_right(self._tops, y - self._rect.top + self.scroll) - 1
        return self.items[index] if 0 <= index < len(self.items) and y < self._rect.bottom else None

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """What shows of the list in a rectangle."""
        self._rect = rect
        if rect.width != self._width:
            self._measure(rect.width)
        if self._sought:
            self._seek()
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        first = max(bisect_right(self._tops, self.scroll) - 1, 0)
        for index in range(first, len(self.items)):
            y = rect.top + self._tops[index] - self.scroll
            if y > rect.bottom:
                break
            self._draw_item(surface, index, rect, y)
        surface.set_clip(clip)

    def _seek(self) -> None:
        """Scroll to the marked item where it does not show."""
        self._sought = False
        if self.selected < len(self._tops):
            top, bottom = self._tops[self.selected], self._bottom(self.selected)
            if top < self.scroll or bottom > self.scroll + self._rect.height:
                self.scroll = max(top - self._rect.height / 3, 0)

    def _draw_item(self, surface: pygame.Surface, index: int, rect: pygame.Rect, y: float) -> None:
        item = self.items[index]
        if index == self.selected:
            box = pygame.Rect(rect.left, round(y), rect.width, round(self._bottom(index) - self._tops[index]))
            pygame.draw.rect(surface, palette.mix(palette.PAPER, palette.OVER["range"], 0.3), box)
            pygame.draw.rect(surface, palette.OVER["range"], pygame.Rect(box.left, box.top, 3, box.height))
        ink = item.colour or (palette.INK if item.style in ("head", "text") else palette.SEPIA)
        font = _font(item)
        x = rect.left + 6 + _INDENT[item.style] * self.size
        for i, line in enumerate(self._lines[index]):
            middle = y + (i + 0.5) * self._step() + self.size * 0.15
            fonts.written(surface, line, (x, middle), self.size, ink, font)

    def _measure(self, width: int) -> None:
        self._width = width
        self._lines, self._tops = [], []
        self._measure_on(width)

    def _measure_on(self, width: int) -> None:
        """Wrap the items that have come since."""
        top = self._bottom(len(self._lines) - 1) if self._lines else 4.0
        for item in self.items[len(self._lines):]:
            font = _font(item)
            room = width - 14 - _INDENT[item.style] * self.size
            top += self.size * 0.5 if item.style == "head" else 0
            self._tops.append(top)
            self._lines.append(fonts.wrapped(item.text, room, self.size, font) or [""])
            top += len(self._lines[-1]) * self._step() + self.size * 0.3

    def _step(self) -> float:
        return self.size * 1.35

    def _bottom(self, index: int) -> float:
        if index < 0 or index >= len(self._lines):
            return 0.0
        return self._tops[index] + len(self._lines[index]) * self._step() + self.size * 0.3
