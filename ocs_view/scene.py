"""A game as a picture: the map of the scenario's sheets, the stacks on it, the boxes beside it and a caption."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.scenario import BOXES
from ocs_view.frame import frame_of, sheet_hexes
from ocs_view.layout import Caption, Panel, compose
from ocs_view.mapdraw import check_scale, check_sheets, draw_map, entry_note, shown_boxes
from ocs_view.pieces import Piece, PieceKind, Stack, heaped
from ocs_view.stacks import draw_stack, stack_box

__all__ = ["Piece", "PieceKind", "Stack", "render_scene"]


def render_scene(atlas: Atlas, stacks: Iterable[Stack], title: str, lines: Sequence[str] = (), *,
                 sheets: str = "AB", hexes: Sequence[Hex] | None = None, boxes: tuple[str, ...] = BOXES,
                 hex_pixels: int = 72) -> pygame.Surface:
    """A whole page: map, stacks, off-map boxes, legend.

    stacks: hexes that are not shown are left out. title, lines: the caption, as turn, phase and weather. sheets: the
    scenario's sheets; hexes: the hexes in play, where that is not whole sheets. boxes: names of the off-map boxes, box
    i being place `grid.size + i`; an empty one that no shown air entry point leads to gets no panel. Raises
    PictureError.
    """
    wanted = check_sheets(atlas, sheets)
    scale = check_scale(hex_pixels)
    shown = list(hexes) if hexes is not None else sheet_hexes(atlas.grid, wanted)
    frame = frame_of(atlas.grid, shown, scale)
    held = {stack.place: stack for stack in stacks if stack.pieces}
    inside = frozenset(shown)
    rows = sorted((h for h in held if h in inside), key=lambda h: (-atlas.grid.centre(h)[1], h))
    covered = [stack_box(held[h], frame.centre(atlas.grid, h), scale) for h in rows]
    chart = draw_map(atlas, shown, frame, covered=covered)
    for hex_ in rows:
        draw_stack(chart, held[hex_], frame.centre(atlas.grid, hex_), scale)
    linked = shown_boxes(atlas, boxes, inside)
    panels = []
    for i, name in enumerate(boxes):
        stack = held.get(atlas.grid.size + i, Stack(atlas.grid.size + i))
        if stack.pieces or name in linked:
            panels.append(Panel(name, entry_note(atlas, name, inside), heaped(stack.pieces)))
    return compose(chart, scale, Caption(title, tuple(lines)), tuple(panels))
