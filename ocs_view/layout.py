"""The printed page: the map in its border, and beside it title, off-map boxes, legend, scale and compass."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from ocs_view import fonts, legend, palette
from ocs_view.pieces import Piece
from ocs_view.sketch import Sketch
from ocs_view.stacks import draw_tray, tray_height

_WIDTH = 10.6
_TRAY = 1.15
_GAP = 0.18
_SMALLEST_UNIT = 24.0
"""Pixels that the margin takes for a hex at least, however small the map is drawn."""


@dataclass(frozen=True, slots=True)
class Panel:
    """An off-map box: its name, a remark under it, and what lies in it."""

    name: str
    note: str = ""
    pieces: tuple[Piece, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Caption:
    """Title and the lines under it; the first line is set larger."""

    title: str
    lines: tuple[str, ...] = ()


def compose(chart: pygame.Surface, scale: float, caption: Caption, panels: tuple[Panel, ...]) -> pygame.Surface:
    """The whole page. chart: the drawn map at `scale` pixels a hex.

    A wide map has its margin on the right, a tall one under it.
    """
    unit = max(scale, _SMALLEST_UNIT)
    if chart.get_height() > chart.get_width() >= 3 * _WIDTH * unit:
        return _tall(chart, caption, panels, unit)
    return _wide(chart, caption, panels, unit)


def _wide(chart: pygame.Surface, caption: Caption, panels: tuple[Panel, ...], unit: float) -> pygame.Surface:
    rim, content = round(unit * 0.55), round(unit * (_WIDTH - 0.55))
    boxes = sum(_panel_height(panel, content, unit) for panel in panels)
    needed = _caption_height(caption, unit) + boxes + _legend_height(unit) + _foot_height(unit)
    height = max(chart.get_height(), needed)
    page = _page(chart, chart.get_width() + content + 3 * rim, height + 2 * rim, rim, unit)
    left = chart.get_width() + 2 * rim
    y = _draw_caption(page, caption, left, rim, content, unit)
    for panel in panels:
        y = _draw_panel(page, panel, left, y, content, unit)
    foot = height + rim - _foot_height(unit)
    legend.draw_legend(page, left, foot - _legend_height(unit), content, unit)
    _draw_foot(page, left, foot, content, unit)
    return page


def _tall(chart: pygame.Surface, caption: Caption, panels: tuple[Panel, ...], unit: float) -> pygame.Surface:
    rim, gap = round(unit * 0.55), round(unit * 1.1)
    content = (chart.get_width() - 2 * gap) // 3
    boxes = sum(_panel_height(panel, content, unit) for panel in panels)
    words = _caption_height(caption, unit) + _foot_height(unit)
    strip = max(boxes, words, _legend_height(unit))
    top = chart.get_height() + 2 * rim
    page = _page(chart, chart.get_width() + 2 * rim, top + strip + rim, rim, unit)
    lefts = [rim + i * (content + gap) for i in range(3)]
    _draw_caption(page, caption, lefts[0], top, content, unit)
    _draw_foot(page, lefts[0], top + strip - _foot_height(unit), content, unit)
    y = top
    for panel in panels:
        y = _draw_panel(page, panel, lefts[1], y, content, unit)
    legend.draw_legend(page, lefts[2], top, content, unit)
    return page


def _page(chart: pygame.Surface, width: int, height: int, rim: int, unit: float) -> pygame.Surface:
    page = pygame.Surface((width, height), 0, 32)
    page.fill(palette.PAPER)
    page.blit(chart, (rim, rim))
    _border(page, pygame.Rect(rim, rim, *chart.get_size()), unit)
    return page


def _border(page: pygame.Surface, box: pygame.Rect, unit: float) -> None:
    thick = max(2, round(unit * 0.06))
    pygame.draw.rect(page, palette.INK, box.inflate(2 * thick, 2 * thick), thick)
    far = box.inflate(round(unit * 0.42), round(unit * 0.42))
    pygame.draw.rect(page, palette.SEPIA, far, max(1, round(unit * 0.02)))


def _line_sizes(caption: Caption, unit: float) -> list[float]:
    return [unit * (0.4 if i == 0 else 0.31) for i in range(len(caption.lines))]


def _caption_height(caption: Caption, unit: float) -> int:
    return round(unit * 1.55 + sum(size * 1.5 for size in _line_sizes(caption, unit)))


def _panel_height(panel: Panel, width: int, unit: float) -> int:
    """Height of a panel and the gap under it."""
    inner = width - round(unit * 0.3)
    tray = tray_height(panel.pieces, inner, round(unit * _TRAY))
    return round(unit * (0.95 if panel.pieces else 0.72)) + tray + round(unit * _GAP)


def _legend_height(unit: float) -> int:
    return round(unit * (legend.ROW * legend.legend_rows() + 0.3))


def _foot_height(unit: float) -> int:
    """Height of scale and compass."""
    return round(unit * 2.1)


def _draw_caption(page: pygame.Surface, caption: Caption, left: int, top: int, width: int, unit: float) -> int:
    size = fonts.fit(caption.title, width, unit * 0.92, fonts.SERIF, 10)
    y = top + unit * 0.55
    fonts.draw(page, caption.title, (left, y), size, palette.INK, font=fonts.SERIF, anchor=(0, 0.5))
    y += unit * 0.62
    rule = Sketch()
    rule.line([(left, y), (left + width, y)], max(1.2, unit * 0.03), palette.SEPIA)
    rule.onto(page)
    y += unit * 0.2
    for i, (text, most) in enumerate(zip(caption.lines, _line_sizes(caption, unit), strict=True)):
        points = fonts.fit(text, width, most, fonts.SERIF if i == 0 else fonts.PLAIN, 7)
        y += most * 0.75
        fonts.draw(page, text, (left, y), points, palette.INK if i == 0 else palette.SEPIA,
                   font=fonts.SERIF if i == 0 else fonts.PLAIN, anchor=(0, 0.5))
        y += most * 0.75
    return top + _caption_height(caption, unit)


def _draw_panel(page: pygame.Surface, panel: Panel, left: int, top: int, width: int, unit: float) -> int:
    taken = _panel_height(panel, width, unit)
    height = taken - round(unit * _GAP)
    radius = unit * 0.12
    sketch = Sketch()
    sketch.rect(left, top, width, height, palette.SEPIA, radius=radius)
    line = max(1.0, unit * 0.03)
    sketch.rect(left + line, top + line, width - 2 * line, height - 2 * line, (233, 221, 193), radius=radius)
    sketch.onto(page)
    y = top + unit * 0.36
    name = fonts.draw(page, panel.name, (left + unit * 0.2, y), unit * 0.36, palette.INK, font=fonts.SERIF,
                      anchor=(0, 0.5))
    if panel.note:
        room = width - name.width - unit * 0.7
        size = fonts.fit(panel.note, room, unit * 0.22, fonts.PLAIN, 6)
        fonts.draw(page, panel.note, (left + width - unit * 0.2, y), size, palette.SEPIA, anchor=(1, 0.5))
    draw_tray(page, panel.pieces, left + round(unit * 0.15), top + round(unit * 0.74), width - round(unit * 0.3),
              round(unit * _TRAY))
    return top + taken


def _draw_foot(page: pygame.Surface, left: int, top: int, width: int, unit: float) -> None:
    y = top + unit * 1.3
    legend.draw_scale(page, left + unit * 0.2, y, unit)
    legend.draw_compass(page, (left + width - unit * 1.1, y + unit * 0.1), unit * 0.72)
