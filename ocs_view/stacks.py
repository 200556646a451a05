"""Stacks on the map: the top unit in the middle of the hex, those under it fanned behind, the rest as small chips."""

from __future__ import annotations

from functools import lru_cache

import pygame

from ocs_view import emblems, fonts, palette
from ocs_view.counters import counter_surface, ground
from ocs_view.pieces import Piece, PieceKind, Stack, tokens_text
from ocs_view.sketch import Point, Sketch

COUNTER = 0.7
"""Side of a counter on the map, in hexes."""
_LONE = 0.54
"""Side of a base, dump or other lesser piece that lies alone, in hexes."""
_FAN, _FANNED = 0.07, 3
"""Step between fanned counters, in hexes, and how many show at most."""
_CHIP = 0.235
_ORDER = tuple(PieceKind)


def stack_box(stack: Stack, centre: Point, scale: float) -> pygame.Rect:
    """The part of the picture that a stack hides, nearly."""
    units = sum(piece.kind is PieceKind.UNIT for piece in stack.pieces)
    side = scale * (COUNTER if units else _LONE)
    fan = _FAN * scale * max(0, min(units, _FANNED) - 1)
    chips = _CHIP * scale if len(stack.pieces) > max(units, 1) else 0.0
    return pygame.Rect(round(centre[0] - side / 2), round(centre[1] - side / 2 - fan), round(side + fan),
                       round(side + fan + chips))


def draw_stack(surface: pygame.Surface, stack: Stack, centre: Point, scale: float) -> None:
    """A whole stack round the pixel `centre` of its hex; `scale` is pixels a hex."""
    units = [p for p in stack.pieces if p.kind is PieceKind.UNIT]
    others = [p for p in stack.pieces if p.kind is not PieceKind.UNIT]
    if not units and others:
        units, others = others[:1], others[1:]
    side = round(scale * (COUNTER if units and units[0].kind is PieceKind.UNIT else _LONE))
    for depth in range(min(len(units), _FANNED) - 1, -1, -1):
        shift = depth * _FAN * scale
        left, top = round(centre[0] - side / 2 + shift), round(centre[1] - side / 2 - shift)
        _shade(surface, left, top, side)
        surface.blit(counter_surface(units[depth], side), (left, top))
    count = sum(piece.count for piece in units)
    if count > 1:
        count_badge(surface, (centre[0] + side / 2 + scale * 0.02, centre[1] - side / 2 - scale * 0.03), count, scale)
    _chips(surface, others, (centre[0], centre[1] + side / 2 - scale * 0.045), scale)


def draw_tray(surface: pygame.Surface, pieces: tuple[Piece, ...], left: int, top: int, width: int, side: int) -> int:
    """Pieces side by side in rows, as in an off-map box; returns the height taken. A count stands on each heap."""
    step = side + max(3, side // 12)
    per_row = max(1, (width + step - side) // step)
    for i, piece in enumerate(pieces):
        x, y = left + i % per_row * step, top + i // per_row * step
        _shade(surface, x, y, side)
        surface.blit(counter_surface(piece, side), (x, y))
        if piece.count > 1:
            count_badge(surface, (x + side * 0.88, y + side * 0.41), piece.count, side * 1.2)
    return -(-len(pieces) // per_row) * step


def tray_height(pieces: tuple[Piece, ...], width: int, side: int) -> int:
    """The height that `draw_tray` will take."""
    step = side + max(3, side // 12)
    return -(-len(pieces) // max(1, (width + step - side) // step)) * step


def _shade(surface: pygame.Surface, left: int, top: int, side: int) -> None:
    soft = max(1, side // 22)
    surface.blit(_shadow(side + 2 * soft), (left - soft + max(1, side // 30), top - soft + max(1, side // 22)))


@lru_cache(maxsize=32)
def _shadow(side: int) -> pygame.Surface:
    layer = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    for i in range(3):
        inset = i * max(1, side // 60)
        box = pygame.Rect(inset, inset, side - 2 * inset, side - 2 * inset)
        pygame.draw.rect(layer, (30, 22, 16, 40 + 40 * i), box, border_radius=side // 9)
    return layer


def count_badge(surface: pygame.Surface, at: Point, count: int, scale: float) -> None:
    """A figure on a dark disc: how many counters lie here."""
    radius = scale * 0.115
    sketch = Sketch(4)
    sketch.disc((radius + 1, radius + 1), radius, palette.PAPER)
    sketch.disc((radius + 1, radius + 1), radius * 0.84, palette.INK)
    badge = pygame.Surface((round(2 * radius + 3), round(2 * radius + 3)), pygame.SRCALPHA, 32)
    sketch.onto(badge)
    left, top = round(at[0] - radius - 1), round(at[1] - radius - 1)
    surface.blit(badge, (left, top), special_flags=pygame.BLEND_PREMULTIPLIED)
    text = str(count)
    size = fonts.fit(text, radius * 1.4, scale * 0.17, fonts.BOLD, 5)
    fonts.draw(surface, text, (left + radius + 1, top + radius + 1), size, palette.PAPER, font=fonts.BOLD)


def _chips(surface: pygame.Surface, pieces: list[Piece], top_middle: Point, scale: float) -> None:
    made = [_chip(kind, *_heap(kind, heap), max(round(scale * _CHIP), 8))
            for kind in _ORDER if (heap := [p for p in pieces if p.kind is kind])]
    if not made:
        return
    gap = max(1, round(scale * 0.02))
    wide = sum(chip.get_width() for chip in made) + gap * (len(made) - 1)
    left, top = round(top_middle[0] - wide / 2), round(top_middle[1])
    for chip in made:
        surface.blit(chip, (left, top), special_flags=pygame.BLEND_PREMULTIPLIED)
        left += chip.get_width() + gap


def _heap(kind: PieceKind, pieces: list[Piece]) -> tuple[str, palette.Colour]:
    """The figure and the colour of a chip for all pieces of one kind."""
    colour = palette.lighter(ground(pieces[0]), 0.25)
    if kind in (PieceKind.DUMP, PieceKind.TRUCK):
        tokens = sum((p.tokens or 0) * p.count for p in pieces)
        return "" if kind is PieceKind.TRUCK and not tokens else tokens_text(tokens).replace(" SP", ""), colour
    if kind in (PieceKind.BASE, PieceKind.HEDGEHOG):
        return str(pieces[0].level or ""), colour
    if kind is PieceKind.MARKER:
        return pieces[0].text[:3], colour
    if kind is PieceKind.BUSTED:
        return "", colour
    return str(sum(p.count for p in pieces)) if kind is not PieceKind.STRIP else "", colour


def kind_chip(kind: PieceKind, text: str, high: int) -> pygame.Surface:
    """The chip of a kind of piece on no side's ground, for a legend."""
    return _chip(kind, text, palette.PAPER, high)


@lru_cache(maxsize=512)
def _chip(kind: PieceKind, text: str, colour: palette.Colour, high: int) -> pygame.Surface:
    """A small tablet with the emblem of a kind and a figure."""
    size = fonts.fit(text, high * 2, high * 0.66, fonts.BOLD, 5)
    room = fonts.width(text, size, fonts.BOLD) if text else 0
    icon = 0 if kind is PieceKind.MARKER else high
    wide = icon + room + (round(high * 0.24) if text else round(high * 0.06))
    chip = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
    sketch = Sketch(4)
    sketch.rect(0, 0, wide, high, palette.INK, radius=high * 0.24)
    edge = max(high * 0.06, 0.8)
    sketch.rect(edge, edge, wide - 2 * edge, high - 2 * edge, colour, radius=high * 0.2)
    middle = (high * 0.54, high * 0.5)
    if kind in (PieceKind.BASE, PieceKind.STRIP):
        emblems.airfield(sketch, middle, high * 0.38, ring=kind is PieceKind.BASE)
    elif kind is PieceKind.DUMP:
        emblems.dump(sketch, middle, high * 0.3)
    elif kind is PieceKind.TRUCK:
        emblems.truck(sketch, middle, high * 0.36)
    elif kind is PieceKind.AIRCRAFT:
        emblems.plane(sketch, middle, high * 0.34)
    elif kind is PieceKind.HEDGEHOG:
        emblems.hedgehog(sketch, middle, high * 0.38)
    elif kind is PieceKind.BUSTED:
        emblems.broken_rails(sketch, middle, high * 0.38)
    elif kind is PieceKind.REPLACEMENT:
        emblems.helmet(sketch, (high * 0.54, high * 0.66), high * 0.36)
    sketch.onto(chip)
    if text:
        fonts.draw(chip, text, (icon + high * 0.08 + room / 2, high * 0.52), size, palette.INK, font=fonts.BOLD)
    return chip


palette.forget_with(_chip.cache_clear)
