"""The screen of keys, made from the same table that the keyboard uses."""

from __future__ import annotations

import pygame

from ocs_view import fonts, palette
from ocs_view.window import keys

_SIGNS = {"pagedown": "page down", "pageup": "page up", "return": "enter"}


def draw_help(surface: pygame.Surface, size: float) -> None:
    """Every key with its words, in columns, over the middle of the window."""
    groups = keys.bindings()
    width, height = surface.get_size()
    lines = sum(len(group) + 2 for group in groups.values())
    columns = max(2, min(3, width // round(size * 26)))
    rows = -(-lines // columns) + 3
    step = min(size * 1.6, (height - size * 8) / rows)
    box = pygame.Rect(0, 0, min(round(size * 27 * columns), width - 20), round(step * (rows + 3)))
    box.center = (width // 2, height // 2)
    pygame.draw.rect(surface, palette.PAPER, box, border_radius=10)
    pygame.draw.rect(surface, palette.INK, box, 2, border_radius=10)
    fonts.draw(surface, "Keys", (box.left + size * 1.5, box.top + step), size * 1.5, palette.INK, font=fonts.SERIF,
               anchor=(0, 0.5))
    hint = "The wheel zooms about the pointer, a drag pans, a click chooses. Escape closes."
    fonts.draw(surface, hint, (box.left + size * 7, box.top + step), size, palette.SEPIA, anchor=(0, 0.5))
    wide = (box.width - size * 2) / columns
    column, row = 0, 0
    for name, group in groups.items():
        if row and row + len(group) + 1 > rows:
            column, row = column + 1, 0
        left = box.left + size * 1.5 + column * wide
        fonts.draw(surface, name, (left, box.top + step * (row + 2.4)), size, palette.OVER["path"], font=fonts.BOLD,
                   anchor=(0, 0.5))
        for binding in group:
            row += 1
            y = box.top + step * (row + 2.4)
            shown = " or ".join(_sign(key) for key in binding.keys)
            fonts.draw(surface, shown, (left, y), size * 0.95, palette.INK, font=fonts.BOLD, anchor=(0, 0.5))
            text = fonts.clipped(binding.words, wide - size * 10, size * 0.95)
            fonts.draw(surface, text, (left + size * 9, y), size * 0.95, palette.INK, anchor=(0, 0.5))
        row += 2


def _sign(key: str) -> str:
    for plain, shown in _SIGNS.items():
        key = key.replace(plain, shown)
    return key
