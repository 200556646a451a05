"""Counters drawn by code: unit symbol, size, name, ratings and the colours that players know."""

from __future__ import annotations

import math
import zlib
from functools import lru_cache

import pygame

from ocs_engine.world.counters import Counter, Face, Mobility, Side
from ocs_view import fonts, palette
from ocs_view.emblems import draw_emblem
from ocs_view.nato import Box, draw_size, draw_symbol
from ocs_view.palette import Colour
from ocs_view.pieces import Piece, PieceKind, tokens_text
from ocs_view.sketch import Sketch

MODE_BADGES: dict[str, tuple[str, Colour, Colour]] = {
    "Move": ("M", (44, 110, 60), (255, 255, 255)),
    "Strat": ("S", (40, 74, 140), (255, 255, 255)),
    "Reserve": ("R", (222, 150, 30), (40, 24, 8)),
    "Exploit": ("E", (120, 50, 130), (255, 255, 255)),
    "DG": ("DG", (196, 30, 30), (255, 255, 255)),
}
"""Letter, ground and ink of each mode's badge; a unit in Combat Mode wears none."""

_SAID_BY_SYMBOL = {"Inf", "Mot", "Arty", "Arm", "Pz", "AC", "MG", "AT", "TD", "AG", "Recon", "Para", "Flak", "Werfer",
                   "Tiger", "Cav", "Cdo", "Eng", "Tank", "Mech", "Gren", "Bn", "Regn", "Mtn", "PJ", "Pzj"}
MOBILITY_INK: dict[Mobility, tuple[Colour, Colour]] = {
    Mobility.LEG: ((255, 255, 255), (74, 62, 50)),
    Mobility.TRUCK: ((20, 18, 16), (250, 246, 236)),
    Mobility.TRACK: ((186, 20, 20), (250, 218, 70)),
}
"""Ink and ground of the movement figure by mobility: white leg, black truck, red on yellow track."""
STATUS_BADGES: dict[str, tuple[str, Colour, Colour]] = {
    "OOS": ("OOS", (176, 24, 24), (255, 255, 255)),
    "Low": ("LOW", (226, 160, 40), (40, 24, 8)),
    "Exhausted": ("EXH", (60, 56, 54), (255, 214, 90)),
    "Fuel": ("FUEL", (44, 110, 60), (255, 255, 255)),
}
"""Word, ground and ink of each status marker."""
_SCALE = 4


def counter_surface(piece: Piece, size: int) -> pygame.Surface:
    """A piece as a square of `size` pixels; the surface is shared, so do not draw on it."""
    return _drawn(piece, size)


def ground(piece: Piece) -> Colour:
    """The colour of a piece's counter."""
    nation = ""
    if piece.kind is PieceKind.BUSTED:
        return palette.mix(palette.PAPER, palette.ALARM, 0.12)
    if piece.counter is not None:
        nation = piece.counter.nation
    elif piece.aircraft is not None:
        nation = _AIR_FORCE.get(piece.aircraft.faction, "")
    return palette.NATION.get(nation, palette.SIDE[piece.side.value])


_AIR_FORCE = {"German": "Luftwaffe", "Italian": "Italian", "Commonwealth": "British", "American": "US",
              "French": "French"}


def short_name(counter: Counter) -> str:
    """A unit's name without what its symbol says anyway: "24 Gds Inf" is "24 Gds"."""
    words = counter.name.replace(" x1", "").replace("(", "").replace(")", "").split()
    while len(words) > 1 and words[-1] in _SAID_BY_SYMBOL:
        words.pop()
    return " ".join(words)


def formation_colour(counter: Counter) -> Colour:
    """The fill of a unit's symbol: one colour a formation, the first for independent units."""
    if not counter.formation:
        return palette.FORMATIONS[0]
    choices = palette.FORMATIONS[1:]
    return choices[zlib.crc32(counter.formation.encode()) % len(choices)]


def strength_text(counter: Counter, face: Face) -> str:
    """What stands to the left of the movement figure: "5-4", "(3)-2", "22 (2)", or a headquarters' throw range."""
    if counter.is_hq:
        return f"{face.throw}"
    if counter.is_artillery and face.barrage:
        return f"{face.barrage}({counter.range})" if counter.range else str(face.barrage)
    if face.strength is None:
        return f"{counter.ar}"
    strength = f"({face.strength})" if face.parenthesised else str(face.strength)
    return f"{strength}-{counter.ar}"


def face_of(piece: Piece) -> Face | None:
    """The side of the unit's counter that lies up; a side that the counter lacks shows the other."""
    counter = piece.counter
    if counter is None:
        return None
    sides = (counter.move, counter.combat) if piece.move_side else (counter.combat, counter.move)
    return sides[0] if sides[0] is not None else sides[1]


def ratings_room(size: int) -> tuple[float, float]:
    """Width in pixels for the strength figures and for the movement figure on a counter of a size."""
    return size * 0.57, size * 0.26


def name_room(size: int) -> float:
    """Width in pixels for the name at the top of a counter."""
    return size * 0.9


@lru_cache(maxsize=1024)
def _drawn(piece: Piece, size: int) -> pygame.Surface:
    surface = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    colour = ground(piece)
    if piece.inactive:
        colour = palette.mix(colour, (150, 150, 150), 0.55)
    _card(surface, size, colour, piece.side)
    if piece.counter is not None and piece.kind is not PieceKind.REPLACEMENT:
        _unit(surface, size, piece, piece.counter)
    else:
        _other(surface, size, piece)
    _badges(surface, size, piece)
    return surface


palette.forget_with(_drawn.cache_clear)


def _card(surface: pygame.Surface, size: int, colour: Colour, side: Side) -> None:
    sketch = Sketch(_SCALE)
    radius = size * 0.09
    edge = max(size * 0.02, 0.8)
    rim = palette.darker(colour, 0.55)
    if palette.MARKED:
        edge, rim = max(size * 0.035, 1.2), palette.OVER[side.value]
        radius = 0.0 if side is Side.AXIS else size * 0.2
    sketch.rect(0, 0, size, size, rim, radius=radius)
    sketch.rect(edge, edge, size - 2 * edge, size - 2 * edge, palette.darker(colour, 0.14), radius=radius * 0.9)
    sketch.rect(edge, edge, size - 3.2 * edge, size - 3.2 * edge, palette.lighter(colour, 0.42), radius=radius * 0.9)
    sketch.rect(2 * edge, 2 * edge, size - 4 * edge, size - 4 * edge, colour, radius=radius * 0.8)
    sketch.onto(surface)


def _unit(surface: pygame.Surface, size: int, piece: Piece, counter: Counter) -> None:
    sketch = Sketch(_SCALE)
    box = Box(size * 0.23, size * 0.345, size * 0.54, size * 0.29, max(size * 0.026, 0.8), palette.INK)
    draw_symbol(sketch, counter.type, box, formation_colour(counter))
    draw_size(sketch, counter.size, (size * 0.5, size * 0.275), size * 0.085, palette.INK)
    for i in range(piece.steps_lost):
        sketch.disc((size * 0.11, size * (0.38 + 0.1 * i)), size * 0.035, palette.ALARM)
    sketch.onto(surface)
    if counter.is_hq:
        fonts.draw(surface, "HQ", box.at(0.5, 0.66), size * 0.2, palette.INK, font=fonts.BOLD)
    _name(surface, size, short_name(counter))
    face = face_of(piece)
    if face is not None:
        _ratings(surface, size, counter, face)


def _name(surface: pygame.Surface, size: int, name: str) -> None:
    room, least = name_room(size), max(size * 0.13, 5)
    while " " in name and fonts.width(name, least, fonts.BOLD) > room:
        name = name.rpartition(" ")[0]
    points = fonts.fit(name, room, size * 0.19, fonts.BOLD, 4)
    fonts.draw(surface, name, (size * 0.5, size * 0.148), points, palette.INK, font=fonts.BOLD)


def _ratings(surface: pygame.Surface, size: int, counter: Counter, face: Face) -> None:
    left_room, right_room = ratings_room(size)
    text = strength_text(counter, face)
    middle = size * 0.81
    points = fonts.fit(text, left_room, size * 0.29, fonts.BOLD, 5)
    at = size * 0.37
    if counter.is_hq:
        _throw_arrow(surface, size, middle)
        at = size * 0.46
    fonts.draw(surface, text, (at, middle), points, palette.INK, font=fonts.BOLD)
    ink, chip = MOBILITY_INK[face.mobility]
    sketch = Sketch(_SCALE)
    sketch.rect(size * 0.685, middle - size * 0.135, right_room, size * 0.27, chip, radius=size * 0.05)
    sketch.onto(surface)
    movement = "" if face.ma is None else str(face.ma)
    points = fonts.fit(movement, right_room * 0.86, size * 0.27, fonts.BOLD, 5)
    fonts.draw(surface, movement, (size * 0.685 + right_room / 2, middle), points, ink, font=fonts.BOLD)


def _throw_arrow(surface: pygame.Surface, size: int, middle: float) -> None:
    sketch = Sketch(_SCALE)
    left, right, line = size * 0.1, size * 0.29, size * 0.035
    sketch.line([(left, middle), (right, middle)], line, palette.INK)
    head = size * 0.07
    sketch.line([(right - head, middle - head), (right, middle), (right - head, middle + head)], line, palette.INK)
    sketch.onto(surface)


def _other(surface: pygame.Surface, size: int, piece: Piece) -> None:
    sketch = Sketch(_SCALE)
    draw_emblem(sketch, piece, size)
    sketch.onto(surface)
    title, figures = _words(piece)
    if title:
        _name(surface, size, title)
    if figures:
        points = fonts.fit(figures, size * 0.88, size * 0.25, fonts.BOLD, 5)
        fonts.draw(surface, figures, (size * 0.5, size * 0.83), points, palette.INK, font=fonts.BOLD)


def _words(piece: Piece) -> tuple[str, str]:
    plane = piece.aircraft
    if plane is not None:
        up = plane.reduced if piece.reduced else plane.full
        rating = f"({up.rating})" if plane.parenthesised else str(up.rating)
        return plane.name, f"{rating}-{up.barrage}  {plane.range}"
    if piece.kind is PieceKind.REPLACEMENT:
        return piece.text or (piece.counter.name if piece.counter else ""), ""
    if piece.tokens is not None:
        empty = piece.kind is PieceKind.TRUCK and not piece.tokens
        return piece.text, "empty" if empty else tokens_text(piece.tokens)
    if piece.level is not None:
        figures = {PieceKind.BASE: f"L{piece.level}", PieceKind.STRIP: ""}
        return piece.text, figures.get(piece.kind, str(piece.level))
    return piece.text, ""


def _badges(surface: pygame.Surface, size: int, piece: Piece) -> None:
    if piece.mode in MODE_BADGES:
        drawn = badge(piece.mode, round(size * 0.27))
        corner = (round(size * 0.875 - drawn.get_width() / 2), round(size * 0.49 - drawn.get_height() / 2))
        surface.blit(drawn, corner, special_flags=pygame.BLEND_PREMULTIPLIED)
    if piece.marks:
        strip = status_marks(piece.marks, max(round(size * _MARK_HEIGHT[min(len(piece.marks), 3)]), 6))
        corner = (round(size * 0.02), round(size * 0.67) - strip.get_height())      # upward, and off the ratings
        surface.blit(strip, corner, special_flags=pygame.BLEND_PREMULTIPLIED)


_MARK_HEIGHT = {1: 0.2, 2: 0.18, 3: 0.15}
"""Height of a status marker, in counters, by how many there are."""


@lru_cache(maxsize=64)
def badge(mode: str, size: int) -> pygame.Surface:
    """The badge of a mode, `size` pixels across, premultiplied; each has its own letter and its own outline."""
    letter, colour, ink = MODE_BADGES[mode]
    surface = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    sketch = Sketch(_SCALE)
    centre, radius = (size / 2, size / 2), size / 2
    for reach, fill in ((radius, palette.lighter(colour, 0.75)), (radius * 0.86, colour)):
        corners = _BADGE_CORNERS[mode]
        if corners == 4:
            sketch.rect(centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach, fill, radius=reach * 0.2)
        elif corners:
            turn = math.pi / corners if corners % 2 == 0 else 0.0
            angles = [turn + math.tau * i / corners for i in range(corners)]
            sketch.polygon([(centre[0] + reach * math.sin(a), centre[1] - reach * math.cos(a)) for a in angles], fill)
        else:
            sketch.disc(centre, reach, fill)
    sketch.onto(surface)
    points = fonts.fit(letter, size * 0.76, size * 0.68, fonts.BOLD, 4)
    fonts.draw(surface, letter, centre, points, ink, font=fonts.BOLD)
    return surface


_BADGE_CORNERS = {"Move": 0, "Strat": 5, "Reserve": 6, "Exploit": 8, "DG": 4}
"""Corners of a badge's outline, 0 for a disc, so that badges differ by shape too."""


@lru_cache(maxsize=256)
def status_marks(marks: tuple[str, ...], high: int) -> pygame.Surface:
    """Status markers one under another, each `high` pixels high, premultiplied; an unknown word is shown as it is."""
    drawn = [STATUS_BADGES.get(mark, (mark[:4].upper(), (90, 84, 78), (255, 255, 255))) for mark in marks[:3]]
    size = max(high * 0.7, 4)
    wide = max(fonts.width(word, size, fonts.BOLD) for word, _, _ in drawn) + round(high * 0.5)
    surface = pygame.Surface((wide, high * len(drawn)), pygame.SRCALPHA, 32)
    sketch = Sketch(_SCALE)
    for i, (_, colour, _) in enumerate(drawn):
        sketch.rect(0, i * high, wide, high - 1, palette.PAPER, radius=high * 0.25)
        sketch.rect(1, i * high + 1, wide - 2, high - 3, colour, radius=high * 0.2)
    sketch.onto(surface)
    for i, (word, _, ink) in enumerate(drawn):
        fonts.draw(surface, word, (wide / 2, (i + 0.5) * high - 0.5), size, ink, font=fonts.BOLD)
    return surface
