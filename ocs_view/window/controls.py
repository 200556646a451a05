"""The buttons and the slider, of pygame_gui; each tells the name of an action."""

from __future__ import annotations

from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIHorizontalSlider, UITextEntryLine

from ocs_view import palette
from ocs_view.overlays import overlays

_TIME = (("|<<", "back turn"), ("<<", "back phase"), ("<", "back event"), ("Play", "play"), (">", "forward event"),
         (">>", "forward phase"), (">>|", "forward turn"), ("-", "slower"), ("+", "faster"))
TABS = ("Story", "Armies", "Coming", "Boxes", "Overlay")

_ASKED = {"jump": (22, "turn 5, line 40, or A48.24"), "comment": (48, "a comment for the log, then Enter")}
"""How wide the line is that asks for something, in sizes of words, and what it says while it is empty."""


def _hex(colour: palette.Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def theme(size: float) -> dict[str, Any]:
    """Colours and fonts of the widgets, from the palette in force."""
    paper, ink, edge = _hex(palette.PAPER), _hex(palette.INK), _hex(palette.SEPIA)
    hover, active = _hex(palette.darker(palette.PAPER, 0.08)), _hex(palette.OVER["range"])
    colours = {"normal_bg": paper, "hovered_bg": hover, "active_bg": active, "selected_bg": active,
               "normal_text": ink, "hovered_text": ink, "active_text": "#ffffff", "selected_text": "#ffffff",
               "normal_border": edge, "hovered_border": ink, "active_border": ink, "selected_border": ink,
               "dark_bg": paper, "disabled_bg": paper, "disabled_text": edge}
    font = {"name": "noto_sans", "size": str(max(round(size), 9)), "bold": "0", "italic": "0"}
    misc = {"border_width": "1", "shadow_width": "0", "shape": "rounded_rectangle", "shape_corner_radius": "4"}
    return {"defaults": {"colours": colours, "font": font, "misc": misc}}


class Controls:
    """All widgets for one size of the window; made anew when that changes."""

    def __init__(self, size: tuple[int, int], bottom: pygame.Rect, panel: pygame.Rect, words: float, last: int) -> None:
        pygame.font.init()
        self.manager = pygame_gui.UIManager(size, theme_path=theme(words), enable_live_theme_updates=False)
        self.actions: dict[Any, str] = {}
        self.entry: UITextEntryLine | None = None
        self.asked = ""
        self._size, self._words = size, words
        high = round(words * 2.1)
        x = bottom.left + 8
        for text, action in _TIME:
            wide = round(words * (3.6 if text == "Play" else 2.9))
            self._button(text, action, pygame.Rect(x, bottom.top + 6, wide, high))
            x += wide + 4
        names = {"Help": "help", "Jump": "jump", "Mark": "bookmark", "Comment": "comment", "Fit": "fit",
                 "Palette": "palette"}
        right = bottom.right - 8
        for text, action in names.items():
            wide = round(words * (1.5 + 0.68 * len(text)))
            right -= wide + 4
            self._button(text, action, pygame.Rect(right, bottom.top + 6, wide, high))
        self.slider = UIHorizontalSlider(pygame.Rect(x + 6, bottom.top + 6, max(right - x - 14, 40), high), 0,
                                         (0, max(last, 1)), self.manager)
        if panel.width:
            self._in_panel(panel, high)

    def _in_panel(self, panel: pygame.Rect, high: int) -> None:
        wide = panel.width // len(TABS)
        for i, name in enumerate(TABS):
            self._button(name, f"tab {name}", pygame.Rect(panel.left + i * wide, panel.top, wide, high))
        each = panel.width // 2
        top = panel.bottom - high * ((len(overlays()) + 1) // 2)
        for i, overlay in enumerate(overlays().values()):
            at = pygame.Rect(panel.left + i % 2 * each, top + i // 2 * high, each, high)
            self._button(f"{overlay.key}  {overlay.title}", f"overlay {overlay.name}", at)

    def _button(self, text: str, action: str, rect: pygame.Rect) -> None:
        self.actions[UIButton(rect, text, self.manager)] = action

    def ask(self, what: str) -> None:
        """Open the line in which one types: "jump" for where to go, "comment" for what to write into the log."""
        if self.entry is None:
            self.asked = what
            wide, hint = _ASKED[what]
            rect = pygame.Rect(0, 0, min(round(self._words * wide), self._size[0] - 40), round(self._words * 2.4))
            rect.center = (self._size[0] // 2, self._size[1] // 3)
            self.entry = UITextEntryLine(rect, self.manager, placeholder_text=hint)
            self.entry.focus()  # type: ignore[no-untyped-call]

    def close_entry(self) -> None:
        """Take the line away."""
        if self.entry is not None:
            self.entry.kill()  # type: ignore[no-untyped-call]
            self.entry = None

    def mark(self, chosen: frozenset[str], playing: bool) -> None:
        """Show which overlays and which tab are on, and whether time runs."""
        for button, action in self.actions.items():
            if action == "play":
                wanted = "Pause" if playing else "Play"
                if button.text != wanted:
                    button.set_text(wanted)
            elif action in chosen and not button.is_selected:
                button.select()
            elif action not in chosen and button.is_selected:
                button.unselect()

    def over(self, at: tuple[int, int]) -> bool:
        """Whether a widget lies under a pixel."""
        return any(each.rect.collidepoint(at) for each in (*self.actions, self.slider)) or (
            self.entry is not None and self.entry.rect.collidepoint(at))
