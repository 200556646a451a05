"""A game as a picture: the map or a part of it, the stacks on it, an overlay, the boxes beside it and a caption."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.scenario import BOXES
from ocs_view import roster
from ocs_view.frame import Frame, frame_of, sheet_hexes
from ocs_view.layout import Caption, Margin, Panel, compose
from ocs_view.mapdraw import check_scale, check_sheets, draw_map, entry_note, shown_boxes
from ocs_view.marks import draw_lines, draw_washes
from ocs_view.overlays import Laid
from ocs_view.pieces import Piece, PieceKind, Stack, heaped
from ocs_view.stacks import draw_stack, stack_box

__all__ = ["Closeup", "Piece", "PieceKind", "Stack", "render_scene"]

_CLOSE_WIDTH, _CLOSE_HEIGHT = 1520, 1080
_CLOSE_UNIT = 44
"""Pixels that the margin of a close-up takes for a hex at most."""


@dataclass(frozen=True, slots=True)
class Closeup:
    """A part of the map: the hex in its middle, and how many times larger than usual it is drawn."""

    hex: Hex
    zoom: float = 1.0


def render_scene(atlas: Atlas, stacks: Iterable[Stack], title: str, lines: Sequence[str] = (), *,
                 sheets: str = "AB", hexes: Sequence[Hex] | None = None, boxes: tuple[str, ...] = BOXES,
                 hex_pixels: int = 72, closeup: Closeup | None = None, laid: Laid | None = None) -> pygame.Surface:
    """A whole page: map, stacks, off-map boxes, stacks in words, legend.

    stacks: hexes that are not shown are left out. title, lines: the caption, as turn, phase and weather. sheets: the
    scenario's sheets; hexes: the hexes in play, where that is not whole sheets. boxes: names of the off-map boxes, box
    i being place `grid.size + i`; an empty one that no shown air entry point leads to gets no panel. closeup: a part
    of the map alone, without the boxes. laid: an overlay. Raises PictureError.
    """
    wanted = check_sheets(atlas, sheets)
    scale = check_scale(round(hex_pixels * (closeup.zoom if closeup else 1)))
    shown = list(hexes) if hexes is not None else sheet_hexes(atlas.grid, wanted)
    frame = _close(atlas, shown, scale, closeup.hex) if closeup else frame_of(atlas.grid, shown, scale)
    held = {stack.place: stack for stack in stacks if stack.pieces}
    inside = frozenset(shown)
    rows = sorted((h for h in held if h in inside and frame.shows(atlas.grid.centre(h), 0.4)),
                  key=lambda h: (-atlas.grid.centre(h)[1], h))
    covered = [stack_box(held[h], frame.centre(atlas.grid, h), scale) for h in rows]
    marks = laid.marks if laid else ()
    chart = draw_map(atlas, shown, frame, covered=covered,
                     under_names=lambda surface: draw_washes(surface, atlas.grid, frame, marks))
    for hex_ in rows:
        draw_stack(chart, held[hex_], frame.centre(atlas.grid, hex_), scale)
    draw_lines(chart, atlas.grid, frame, marks)
    panels = () if closeup else _panels(atlas, held, inside, boxes)
    words = tuple(roster.entries(atlas, (held[h] for h in rows), boxes))
    margin = Margin(Caption(title, tuple(lines)), panels, words, True, laid.key if laid else (),
                    laid.notes if laid else ())
    return compose(chart, min(hex_pixels, _CLOSE_UNIT) if closeup else hex_pixels, margin)


def _close(atlas: Atlas, hexes: list[Hex], scale: int, middle: Hex) -> Frame:
    """A frame round a hex, moved so that it shows no more than it must of what lies beyond the map."""
    whole = frame_of(atlas.grid, hexes, scale)
    width, height = min(_CLOSE_WIDTH, whole.width), min(_CLOSE_HEIGHT, whole.height)
    x, y = atlas.grid.centre(middle)
    left = min(max(x - width / scale / 2, whole.left), whole.left + (whole.width - width) / scale)
    top = max(min(y + height / scale / 2, whole.top), whole.top - (whole.height - height) / scale)
    return Frame(left, top, scale, width, height)


def _panels(atlas: Atlas, held: dict[int, Stack], inside: frozenset[Hex], boxes: tuple[str, ...]) -> tuple[Panel, ...]:
    linked = shown_boxes(atlas, boxes, inside)
    panels = []
    for i, name in enumerate(boxes):
        stack = held.get(atlas.grid.size + i, Stack(atlas.grid.size + i))
        if stack.pieces or name in linked:
            panels.append(Panel(name, entry_note(atlas, name, inside), heaped(stack.pieces)))
    return tuple(panels)
