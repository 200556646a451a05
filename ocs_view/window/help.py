"""The screen of keys, made from the same table that the keyboard uses, and of what stands on counters."""

from __future__ import annotations

import pygame

from ocs_view import fonts, palette
from ocs_view.counter_legend import counter_entries
from ocs_view.legend import ROW, draw_entries, rows_of
from ocs_view.window import keys

_SIGNS = {"pagedown": "page down", "pageup": "page up", "return": "enter"}


def draw_help(surface: pygame.Surface, size: float) -> None:
    """Every key with its words, in columns, over the middle of the window; below, where there is room, the counters."""
    groups = keys.bindings()
    width, height = surface.get_size()
    lines = sum(len(group) + 2 for group in groups.values())
    columns = max(2, min(3, width // round(size * 26)))
    rows = -(-lines // columns) + 3
    step = min(size * 1.6, (height - size * 8) / rows)
    box = pygame.Rect(0, 0, min(round(size * 27 * columns), width - 20), round(step * (rows + 3)))
    unit, entries = size * 2.6, counter_entries()
    legend = round(rows_of(entries, columns + 1) * ROW * unit + step * 2.4)
    explained = box.height + legend < height - size * 4
    box.height += legend if explained else 0
    box.center = (width // 2, height // 2)
    pygame.draw.rect(surface, palette.PAPER, box, border_radius=10)
    pygame.draw.rect(surface, palette.INK, box, 2, border_radius=10)
    left = box.left + size * 1.5
    title = fonts.written(surface, "Keys", (left, box.top + step), size * 1.5, palette.INK, fonts.SERIF)
    hint = "The wheel zooms about the pointer, a drag pans, a click chooses. Escape closes."
    fonts.written(surface, hint, (title.right + size * 2, box.top + step), size, palette.SEPIA)
    _draw_groups(surface, groups, box, rows, step, (box.width - size * 2) / columns, size)
    if explained:
        top = box.bottom - legend
        fonts.written(surface, "Counters", (left, top), size * 1.5, palette.INK, fonts.SERIF)
        draw_entries(surface, entries, box.left + size, top + step, box.width - size * 2, unit, columns + 1)


def _draw_groups(surface: pygame.Surface, groups: dict[str, tuple[keys.Binding, ...]], box: pygame.Rect, rows: int,
                 step: float, wide: float, size: float) -> None:
    column, row = 0, 0
    for name, group in groups.items():
        if row and row + len(group) + 1 > rows:
            column, row = column + 1, 0
        left = box.left + size * 1.5 + column * wide
        fonts.written(surface, name, (left, box.top + step * (row + 2.4)), size, palette.OVER["path"], fonts.BOLD)
        for binding in group:
            row += 1
            y = box.top + step * (row + 2.4)
            shown = " or ".join(_sign(key) for key in binding.keys)
            fonts.written(surface, shown, (left, y), size * 0.95, palette.INK, fonts.BOLD)
            text = fonts.clipped(binding.words, wide - size * 10, size * 0.95)
            fonts.written(surface, text, (left + size * 9, y), size * 0.95, palette.INK)
        row += 2


def _sign(key: str) -> str:
    for plain, shown in _SIGNS.items():
        key = key.replace(plain, shown)
    return key
