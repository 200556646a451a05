"""Text in the fonts that every pygame-ce wheel carries: a bold sans, a plain sans and a serif for titles."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pygame
import pygame.freetype

from ocs_view.palette import Colour

BOLD, PLAIN, SERIF = "bold", "plain", "serif"
_FILES = {
    BOLD: "freesansbold.ttf",
    PLAIN: "examples/data/sans.ttf",
    SERIF: "tests/fixtures/fonts/PlayfairDisplaySemibold.ttf",
}
_CENTRE = (0.5, 0.5)
_WIDEST_GAP = 1.0
"""Space between spread letters at most, in sizes; a longer path is left bare at both ends."""
_UNEVEN = 15.0
_TURNED = 3
"""How many times too large a letter is drawn before it is turned, to keep its edges clean."""


@lru_cache(maxsize=16)
def face(name: str) -> pygame.freetype.Font:
    """The font of a name (bold, plain, serif); pygame's own default font where a trimmed wheel lacks its file."""
    pygame.freetype.init()
    file = Path(pygame.__file__).parent / _FILES[name]
    font = pygame.freetype.Font(str(file) if file.is_file() else None)
    font.pad = False
    font.kerning = name != BOLD                        # the bold font's own table tears letters apart, as in "Axis"
    return font


@lru_cache(maxsize=8192)
def line(text: str, size: float, colour: Colour, font: str = PLAIN, slanted: bool = False,
         turn: int = 0) -> pygame.Surface:
    """A line of text on a transparent surface, cropped to its ink; do not draw on it, it is shared."""
    style = pygame.freetype.STYLE_OBLIQUE if slanted else pygame.freetype.STYLE_DEFAULT
    fine = _fineness(size, font) if turn == 0 else 1
    rendered, _ = face(font).render(text, colour, size=size * fine, style=style, rotation=turn)
    if fine == 1 or 0 in rendered.get_size():
        return rendered
    wide, high = (max(round(length / fine), 1) for length in rendered.get_size())
    return pygame.transform.smoothscale(rendered, (wide, high))


def _fineness(size: float, font: str) -> int:
    """How many times too large a text is drawn first: small bold letters would else stand unevenly apart."""
    return 4 if font == BOLD and size < _UNEVEN else 1


def width(text: str, size: float, font: str = PLAIN) -> int:
    """Pixels from the first to the last ink of a line."""
    fine = _fineness(size, font)
    return round(face(font).get_rect(text, size=size * fine).width / fine)


def cap_height(size: float, font: str = PLAIN) -> int:
    """Pixels of a capital letter."""
    return face(font).get_rect("H", size=size).height


def fit(text: str, room: float, size: float, font: str = PLAIN, least: float = 5) -> float:
    """The largest size up to `size` at which the line is no wider than `room`; not under `least`."""
    while size > least and width(text, size, font) > room:
        size -= 0.5
    return size


def clipped(text: str, room: float, size: float, font: str = PLAIN) -> str:
    """A text cut off with three dots where it is wider than `room`."""
    if width(text, size, font) <= room:
        return text
    kept = text
    while kept and width(f"{kept} ...", size, font) > room:
        kept = kept[:-1].rstrip()
    return f"{kept} ..."


def wrapped(text: str, room: float, size: float, font: str = PLAIN) -> list[str]:
    """A text in lines no wider than `room`, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size, font) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def draw(surface: pygame.Surface, text: str, at: tuple[float, float], size: float, colour: Colour, *,
         font: str = PLAIN, slanted: bool = False, halo: Colour | None = None, halo_width: int = 2,
         anchor: tuple[float, float] = _CENTRE, turn: int = 0) -> pygame.Rect:
    """Draw a line of text and return the rectangle of its ink.

    `anchor` is the part of the text that lies on `at`: (0, 0) its top left, (0.5, 0.5) its middle. A halo is a soft
    outline that keeps the text legible on a busy ground.
    """
    ink = line(text, size, colour, font, slanted, turn)
    left = round(at[0] - ink.get_width() * anchor[0])
    top = round(at[1] - ink.get_height() * anchor[1])
    if halo is not None:
        glow = _halo(text, size, halo, halo_width, font, slanted, turn)
        surface.blit(glow, (left - halo_width, top - halo_width))
    return surface.blit(ink, (left, top))


def written(surface: pygame.Surface, text: str, at: tuple[float, float], size: float, colour: Colour,
            font: str = PLAIN) -> pygame.Rect:
    """A line of text that begins at `at`, its capitals standing round that height whatever letters it has."""
    top = at[1] + cap_height(size, font) / 2 - face(font).get_rect(text, size=size).top
    return draw(surface, text, (at[0], top), size, colour, font=font, anchor=(0, 0))


def spaced(surface: pygame.Surface, text: str, path: list[tuple[float, float]], size: float, colour: Colour, *,
           font: str = SERIF, slanted: bool = True) -> bool:
    """Letters spread along a path of points, each turned with it; for seas, ranges and countries.

    Returns False, and draws nothing, when the path is too short for the text.
    """
    lengths = [0.0]
    for (x1, y1), (x2, y2) in pairwise(path):
        lengths.append(lengths[-1] + math.hypot(x2 - x1, y2 - y1))
    widths = [size * 0.3 if letter == " " else float(width(letter, size, font)) for letter in text]
    gap = (lengths[-1] - sum(widths)) / max(len(text) - 1, 1)
    if gap < size * 0.06:
        return False
    gap = min(gap, size * _WIDEST_GAP)
    at = (lengths[-1] - sum(widths) - gap * max(len(text) - 1, 1)) / 2
    for letter, wide in zip(text, widths, strict=True):
        if letter != " ":
            (x, y), turn = _along(path, lengths, at + wide / 2)
            draw_letter(surface, letter, (x, y), turn, size, colour, font, slanted)
        at += wide + gap
    return True


def draw_letter(surface: pygame.Surface, letter: str, foot: tuple[float, float], turn: int, size: float,
                colour: Colour, font: str, slanted: bool) -> None:
    """One letter that stands on the middle of its foot, turned by degrees anticlockwise."""
    box = face(font).get_rect(letter, size=size)
    rise = box.top - box.height / 2
    large = line(letter, size * _TURNED, colour, font, slanted)
    ink = pygame.transform.rotozoom(large, turn, 1 / _TURNED)
    angle = math.radians(turn)
    x, y = foot[0] - rise * math.sin(angle), foot[1] - rise * math.cos(angle)
    surface.blit(ink, (round(x - ink.get_width() / 2), round(y - ink.get_height() / 2)))


def _along(path: list[tuple[float, float]], lengths: list[float], at: float) -> tuple[tuple[float, float], int]:
    """The point at a distance along a path, and the degrees by which the path rises there."""
    for (start, end), before, after in zip(pairwise(path), lengths, lengths[1:], strict=False):
        if at <= after or after == lengths[-1]:
            share = (at - before) / (after - before or 1)
            turn = round(math.degrees(math.atan2(start[1] - end[1], end[0] - start[0])))
            return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share), turn
    return path[-1], 0


@lru_cache(maxsize=4096)
def _halo(text: str, size: float, colour: Colour, width_: int, font: str, slanted: bool,
          turn: int) -> pygame.Surface:
    ink = line(text, size, colour, font, slanted, turn)
    glow = pygame.Surface((ink.get_width() + 2 * width_, ink.get_height() + 2 * width_), pygame.SRCALPHA, 32)
    for dx in range(-width_, width_ + 1):
        for dy in range(-width_, width_ + 1):
            if dx * dx + dy * dy <= width_ * width_ + 1:
                glow.blit(ink, (width_ + dx, width_ + dy))
    glow.set_alpha(200)
    return glow
