"""The printed page: the map in its border, and beside it title, off-map boxes, legend, scale and compass."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from ocs_view import fonts, legend, palette
from ocs_view.counter_legend import counter_entries
from ocs_view.pieces import Piece
from ocs_view.sketch import Sketch
from ocs_view.stacks import draw_tray, tray_height

_WIDTH = 10.6
_TRAY = 1.15
_GAP = 0.18
_WORDS = 0.235
"""Size of the words on stacks, in hexes."""
_SMALL_ROWS = 0.74
"""Size of the counters' legend beside the map's."""
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


@dataclass(frozen=True, slots=True)
class Margin:
    """What stands beside a chart.

    stacks: (heading, pieces) of each, as many as find room. counters: whether counters are explained. key: colours of
    an overlay, and what they mean; notes: its sentences.
    """

    caption: Caption
    panels: tuple[Panel, ...] = ()
    stacks: tuple[tuple[str, str], ...] = ()
    counters: bool = False
    key: tuple[tuple[palette.Colour, str], ...] = ()
    notes: tuple[str, ...] = ()


def compose(chart: pygame.Surface, scale: float, margin: Margin) -> pygame.Surface:
    """The whole page. chart: the drawn map at `scale` pixels a hex.

    A wide map has its margin on the right, a tall one under it.
    """
    unit = max(scale, _SMALLEST_UNIT)
    if chart.get_height() > chart.get_width() >= 3 * _WIDTH * unit:
        return _tall(chart, margin, unit)
    return _wide(chart, margin, unit)


def _wide(chart: pygame.Surface, margin: Margin, unit: float) -> pygame.Surface:
    rim, content = round(unit * 0.55), round(unit * (_WIDTH - 0.55))
    boxes = sum(_panel_height(panel, content, unit) for panel in margin.panels)
    fixed = _caption_height(margin.caption, content, unit) + boxes + _foot_height(unit)
    fixed += _key_height(margin, content, unit) + _legend_height(unit) + _counters_height(margin, unit)
    height = max(chart.get_height(), fixed)
    page = _page(chart, chart.get_width() + content + 3 * rim, height + 2 * rim, rim, unit)
    left = chart.get_width() + 2 * rim
    y = _draw_caption(page, margin.caption, left, rim, content, unit)
    y = _draw_key(page, margin, left, y, content, unit)
    for panel in margin.panels:
        y = _draw_panel(page, panel, left, y, content, unit)
    foot = height + rim - _foot_height(unit)
    top = foot - _legend_height(unit)
    legend.draw_legend(page, left, top, content, unit)
    if margin.counters:
        top -= _counters_height(margin, unit)
        legend.draw_entries(page, counter_entries(), left, top, content, unit * _SMALL_ROWS, 3)
    _draw_stacks(page, margin.stacks, pygame.Rect(left, y, content, top - y - round(unit * 0.2)), unit)
    _draw_foot(page, left, foot, content, unit)
    return page


def _tall(chart: pygame.Surface, margin: Margin, unit: float) -> pygame.Surface:
    rim, gap = round(unit * 0.55), round(unit * 1.1)
    content = (chart.get_width() - 2 * gap) // 3
    boxes = sum(_panel_height(panel, content, unit) for panel in margin.panels)
    words = _caption_height(margin.caption, content, unit) + _key_height(margin, content, unit) + _foot_height(unit)
    strip = max(boxes, words, _legend_height(unit) + _counters_height(margin, unit))
    top = chart.get_height() + 2 * rim
    page = _page(chart, chart.get_width() + 2 * rim, top + strip + rim, rim, unit)
    lefts = [rim + i * (content + gap) for i in range(3)]
    y = _draw_caption(page, margin.caption, lefts[0], top, content, unit)
    y = _draw_key(page, margin, lefts[0], y, content, unit)
    foot = top + strip - _foot_height(unit)
    _draw_stacks(page, margin.stacks, pygame.Rect(lefts[0], y, content, foot - y), unit)
    _draw_foot(page, lefts[0], foot, content, unit)
    y = top
    for panel in margin.panels:
        y = _draw_panel(page, panel, lefts[1], y, content, unit)
    legend.draw_legend(page, lefts[2], top, content, unit)
    if margin.counters:
        legend.draw_entries(page, counter_entries(), lefts[2], top + _legend_height(unit), content,
                            unit * _SMALL_ROWS, 3)
    return page


def _counters_height(margin: Margin, unit: float) -> int:
    rows = legend.rows_of(counter_entries(), 3) if margin.counters else 0
    return round(unit * _SMALL_ROWS * legend.ROW * rows + (unit * 0.25 if rows else 0))


def _key_height(margin: Margin, width: int, unit: float) -> int:
    lines = sum(len(fonts.wrapped(note, width, unit * _WORDS)) for note in margin.notes)
    return round(unit * 0.42 * (len(margin.key) + lines) + (unit * 0.3 if margin.key or lines else 0))


def _draw_key(page: pygame.Surface, margin: Margin, left: int, top: int, width: int, unit: float) -> int:
    y = top + unit * 0.21
    for colour, text in margin.key:
        pygame.draw.rect(page, colour, pygame.Rect(left, round(y - unit * 0.12), round(unit * 0.5), round(unit * 0.24)))
        size = fonts.fit(text, width - unit * 0.7, unit * 0.27, fonts.PLAIN, 6)
        fonts.draw(page, text, (left + unit * 0.7, y), size, palette.INK, anchor=(0, 0.5))
        y += unit * 0.42
    for note in margin.notes:
        for line in fonts.wrapped(note, width, unit * _WORDS):
            fonts.draw(page, line, (left, y), unit * _WORDS, palette.INK, anchor=(0, 0.5))
            y += unit * 0.42
    return top + _key_height(margin, width, unit)


def _draw_stacks(page: pygame.Surface, stacks: tuple[tuple[str, str], ...], room: pygame.Rect, unit: float) -> None:
    """Stacks in words, in as many lines as there is room for; the last line tells how many found none."""
    size = unit * _WORDS
    step = size * 1.5
    left = int(room.height / step)
    y = room.top + step / 2
    for i, (head, pieces) in enumerate(stacks):
        lines = _stack_lines(head, pieces, room.width, size)
        if len(lines) > left - (1 if i < len(stacks) - 1 else 0):
            if left > 0:
                text = f"and {len(stacks) - i} more stacks"
                fonts.draw(page, text, (room.left, y), size, palette.SEPIA, anchor=(0, 0.5))
            return
        for number, line in enumerate(lines):
            inked = fonts.draw(page, line, (room.left, y), size, palette.INK, anchor=(0, 0.5)) if number else \
                fonts.draw(page, head, (room.left, y), size, palette.INK, font=fonts.BOLD, anchor=(0, 0.5))
            if number == 0 and line:
                fonts.draw(page, line, (inked.right + size * 0.6, y), size, palette.INK, anchor=(0, 0.5))
            y += step
        left -= len(lines)


def _stack_lines(head: str, pieces: str, width: int, size: float) -> list[str]:
    """The pieces in lines, the first of which stands behind the heading."""
    indent = fonts.width(head, size, fonts.BOLD) + size * 0.6
    lines = [""]
    for word in pieces.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if fonts.width(longer, size) <= width - (indent if len(lines) == 1 else 0):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


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


def _caption_lines(caption: Caption, width: int, unit: float) -> list[tuple[str, float, str, palette.Colour]]:
    """(words, size, font, colour) of each line under a title; the first shrinks to fit, the others run on."""
    found = []
    for i, text in enumerate(caption.lines):
        if i == 0:
            found.append((text, fonts.fit(text, width, unit * 0.4, fonts.SERIF, 7), fonts.SERIF, palette.INK))
        else:
            size = unit * 0.31
            found += [(line, size, fonts.PLAIN, palette.SEPIA) for line in fonts.wrapped(text, width, size)]
    return found


def _caption_height(caption: Caption, width: int, unit: float) -> int:
    return round(unit * 1.55 + sum(size * 1.5 for _, size, _, _ in _caption_lines(caption, width, unit)))


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
    for text, points, font, colour in _caption_lines(caption, width, unit):
        y += points * 0.75
        fonts.draw(page, text, (left, y), points, colour, font=font, anchor=(0, 0.5))
        y += points * 0.75
    return top + _caption_height(caption, width, unit)


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
