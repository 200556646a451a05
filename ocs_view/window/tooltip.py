"""What is shown beside the pointer, and the fan of a chosen stack: counters side by side, and the hex in words."""

from __future__ import annotations

import pygame

from ocs_engine.grid import Hex
from ocs_engine.state.model import State
from ocs_view import fonts, inquiry, palette, roster
from ocs_view.counters import counter_surface
from ocs_view.pieces import Piece, PieceKind, Stack, heaped
from ocs_view.stacks import draw_tray, tray_height
from ocs_view.table import in_stack, pieces_of

_MOST = 9
"""Units that are told of in words."""


def draw_tooltip(surface: pygame.Surface, state: State, hex_: Hex, stack: Stack | None, at: tuple[int, int],
                 room: pygame.Rect, size: float, free: pygame.Rect | None = None) -> None:
    """A hex and what lies in it, beside a pixel, within a rectangle; it keeps off the rectangle `free`."""
    world = state.world
    uids = in_stack(state, state.here.get(hex_, ()))
    lines = inquiry.hex_words(state, hex_)
    units = [inquiry.unit_words(state, uid) for uid in uids[:_MOST]]
    units += [f"and {len(uids) - _MOST} more"] if len(uids) > _MOST else []
    others = [p for p in stack.pieces if p.kind is not PieceKind.UNIT] if stack else []
    units += [", ".join(roster.words(others))] if others else []
    wide = round(min(size * 30, room.width - 20))
    longest = max(fonts.width(text, size) for text in (*lines, *units, roster.head(world.atlas, hex_, world.boxes)))
    wide = min(wide, max(longest + 28, round(size * (13 if not stack else 26))))
    told = [line for text in (*lines, *units) for line in fonts.wrapped(text, wide - 20, size)]
    side = round(size * 4.4)
    pieces = heaped(stack.pieces) if stack else ()
    tray = tray_height(pieces, wide - 20, side) if pieces else 0
    box = pygame.Rect(at[0] + 18, at[1] + 14, wide, round(size * 2.4 + tray + len(told) * size * 1.4 + size * 0.6))
    if box.right > room.right:
        box.right = at[0] - 14
    box.clamp_ip(room)
    if free is not None and box.colliderect(free):
        box.top = free.bottom + 8 if free.bottom + 8 + box.height <= room.bottom else free.top - 8 - box.height
        box.clamp_ip(room)
    _card(surface, box)
    title = roster.head(world.atlas, hex_, world.boxes)
    fonts.written(surface, title, (box.left + 10, box.top + size * 1.1), size * 1.15, palette.INK, fonts.SERIF)
    y = round(box.top + size * 2.2)
    if pieces:
        y += draw_tray(surface, pieces, box.left + 10, y, wide - 20, side)
    for line in told:
        y += round(size * 1.4)
        fonts.written(surface, line, (box.left + 10, y - size * 0.6), size, palette.INK)


def fan(
    state: State, hex_: Hex, centre: tuple[int, int], room: pygame.Rect, side: int
) -> list[tuple[str, pygame.Rect]]:  # fmt: skip
    """Where each unit of a hex lies when its stack is fanned out above it."""
    uids = in_stack(state, state.here.get(hex_, ()))
    per_row = max(1, min(len(uids), (room.width - 20) // (side + 6), 6))
    rows = -(-len(uids) // per_row)
    box = pygame.Rect(0, 0, per_row * (side + 6) + 6, rows * (side + 6) + 6)
    box.midbottom = (centre[0], centre[1] - side // 2)
    box.clamp_ip(room)
    return [(uid, pygame.Rect(box.left + 6 + i % per_row * (side + 6), box.top + 6 + i // per_row * (side + 6), side,
                              side)) for i, uid in enumerate(uids)]


def fan_box(places: list[tuple[str, pygame.Rect]]) -> pygame.Rect | None:
    """The card on which a fanned stack lies."""
    return places[0][1].unionall([rect for _, rect in places]).inflate(12, 12) if places else None


def draw_fan(surface: pygame.Surface, state: State, places: list[tuple[str, pygame.Rect]], chosen: str) -> None:
    """The fanned stack; the chosen unit is framed."""
    box = fan_box(places)
    if box is None:
        return
    _card(surface, box)
    for uid, rect in places:
        piece: Piece = pieces_of(state, (uid,))[0]
        surface.blit(counter_surface(piece, rect.width), rect)
        if uid == chosen:
            pygame.draw.rect(surface, palette.OVER["path"], rect.inflate(6, 6), 3, border_radius=6)


def _card(surface: pygame.Surface, box: pygame.Rect) -> None:
    pygame.draw.rect(surface, (60, 50, 40), box.move(3, 4), border_radius=8)
    pygame.draw.rect(surface, palette.PAPER, box, border_radius=8)
    pygame.draw.rect(surface, palette.SEPIA, box, 2, border_radius=8)
