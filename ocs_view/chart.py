"""A chart of chances: a title, a few lines, and a bar for each result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from ocs_view import fonts, palette

WIDTH = 960
MARGIN = 36
ROW = 34
NAME_WIDTH = 190
FIGURE_WIDTH = 96
"""All in pixels; names stand left of the bars, figures right of them."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A line of the chart: its name, its share from 0 to 1, and the share in words."""

    name: str
    share: float
    figure: str


def draw_chart(title: str, lines: Sequence[str], bars: Sequence[Bar]) -> pygame.Surface:
    """The chart as a picture; the longest bar fills the width."""
    top = MARGIN + 44 + 24 * len(lines) + 14
    surface = pygame.Surface((WIDTH, top + ROW * len(bars) + MARGIN), 0, 32)
    surface.fill(palette.PAPER)
    pygame.draw.rect(surface, palette.PAPER_EDGE, surface.get_rect(), 3)
    size = fonts.fit(title, WIDTH - 2 * MARGIN, 30, fonts.SERIF)
    fonts.draw(surface, title, (MARGIN, MARGIN), size, palette.INK, font=fonts.SERIF, anchor=(0, 0))
    for index, text in enumerate(lines):
        fonts.written(surface, text, (MARGIN, MARGIN + 44 + 24 * index + 12), 16, palette.SEPIA)
    longest = max((bar.share for bar in bars), default=1) or 1
    for index, bar in enumerate(bars):
        _bar(surface, bar, top + ROW * index, longest)
    return surface


def _bar(surface: pygame.Surface, bar: Bar, top: int, longest: float) -> None:
    left = MARGIN + NAME_WIDTH
    room = WIDTH - left - FIGURE_WIDTH - MARGIN
    middle = top + ROW / 2
    fonts.written(surface, bar.name, (MARGIN, middle), fonts.fit(bar.name, NAME_WIDTH - 12, 17), palette.INK)
    box = pygame.Rect(left, top + 5, max(round(room * bar.share / longest), 1), ROW - 10)
    pygame.draw.rect(surface, palette.PRIMARY, box)
    pygame.draw.rect(surface, palette.darker(palette.PRIMARY, 0.35), box, 1)
    fonts.written(surface, bar.figure, (box.right + 10, middle), 16, palette.INK)
