"""The map as a picture: `render_map` for whole sheets, `draw_map` for any window on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pygame

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.scenario import BOXES
from ocs_view import palette
from ocs_view.features import Sheet, draw_features, draw_texts
from ocs_view.frame import Frame, frame_of, sheet_hexes
from ocs_view.geography import Geography, load_geography
from ocs_view.hexlines import draw_area, draw_blocked, draw_borders, draw_grid, draw_numbers, draw_seams, number_boxes
from ocs_view.labels import Name, Page, draw_regions, place_rivers, place_towns
from ocs_view.layout import Caption, Margin, Panel, compose
from ocs_view.png import PictureError
from ocs_view.relief import Painted, paint, paint_ground
from ocs_view.rivers import river_sketch
from ocs_view.roads import draw_rails, draw_roads, rail_runs, road_runs, run_boxes
from ocs_view.sketch import Sketch
from ocs_view.texture import draw_texture

SMALLEST, LARGEST = 8, 200
"""Pixels a hex between which a map can be drawn."""


@dataclass(frozen=True, slots=True)
class MapOptions:
    """What to draw beyond ground, lines and symbols.

    page: the whole picture of which the frame is a part, for the great names of lands and seas.
    """

    grid: bool = True
    numbers: bool = True
    names: bool = True
    page: Frame | None = None


def draw_map(atlas: Atlas, hexes: list[Hex], frame: Frame, geography: Geography | None = None,
             options: MapOptions | None = None, covered: Iterable[pygame.Rect] = (),
             painted: Painted | None = None,
             under_names: Callable[[pygame.Surface], None] | None = None) -> pygame.Surface:
    """The part of the map in a frame; symbols, grid and names only for the given hexes.

    covered: parts of the picture that counters will hide, so that names keep clear of them. painted: the ground of a
    frame that holds this one, where it has been painted before. under_names: draws what lies on the map, under its
    names.
    """
    chosen = options or MapOptions()
    land = geography or load_geography()
    inside = [h for h in hexes if frame.shows(atlas.grid.centre(h))]
    hidden = list(covered)

    def on_land(surface: pygame.Surface) -> None:
        draw_texture(surface, atlas, inside, frame)
        river_sketch(land, frame).onto(surface)

    surface = paint_ground(land, frame, painted or paint(atlas, land, frame), on_land)
    if chosen.grid:
        draw_grid(surface, atlas, inside, frame)
    if chosen.names or chosen.page is not None:
        draw_regions(surface, land, frame, chosen.page)
    lines, symbols = _line_work(atlas, land, inside, frame, hidden)
    lines.onto(surface)
    if under_names is not None:
        under_names(surface)
    if chosen.numbers:
        draw_numbers(surface, atlas, inside, frame)
    draw_texts(surface, symbols)
    if chosen.names:
        taken = [*symbols.boxes, *hidden, *(number_boxes(atlas, inside, frame) if chosen.numbers else [])]
        for name in _names(atlas, land, inside, Page(frame, taken, _busy(atlas, land, inside, frame))):
            name.draw(surface)
    return surface


def _line_work(atlas: Atlas, land: Geography, inside: list[Hex], frame: Frame, hidden: list[pygame.Rect],
               ) -> tuple[Sketch, Sheet]:
    """Frontiers, edges, roads, rails and symbols, and what the symbols take of the hexes."""
    lines = Sketch()
    draw_borders(lines, land, frame)
    draw_seams(lines, atlas, inside, frame)
    for _, area in sorted(atlas.areas.items()):
        draw_area(lines, atlas, area, frame, palette.FORT)
    draw_roads(lines, road_runs(atlas, land, inside), frame)
    draw_rails(lines, rail_runs(atlas, land, inside), frame)
    draw_blocked(lines, atlas, inside, frame)
    return lines, draw_features(lines, atlas, land, inside, frame, hidden)


def place_names(atlas: Atlas, hexes: list[Hex], frame: Frame, geography: Geography | None = None) -> list[Name]:
    """The names of towns and rivers in a frame, placed as on a map without counters."""
    land = geography or load_geography()
    symbols = draw_features(Sketch(), atlas, land, hexes, frame, [])
    taken = [*symbols.boxes, *number_boxes(atlas, hexes, frame)]
    return _names(atlas, land, hexes, Page(frame, taken, _busy(atlas, land, hexes, frame)))


def _busy(atlas: Atlas, land: Geography, hexes: list[Hex], frame: Frame) -> list[pygame.Rect]:
    return run_boxes([*road_runs(atlas, land, hexes), *rail_runs(atlas, land, hexes)], frame)


def _names(atlas: Atlas, geography: Geography, hexes: list[Hex], page: Page) -> list[Name]:
    return place_towns(page, atlas, geography, hexes) + place_rivers(page, geography.rivers)


def render_map(atlas: Atlas, sheets: str = "AB", hex_pixels: int = 64, *, title: str = "Tunisia",
               lines: tuple[str, ...] | None = None, boxes: tuple[str, ...] = BOXES,
               options: MapOptions | None = None) -> pygame.Surface:
    """Whole sheets ("A", "B" or "AB") as a printed page with title, boxes, legend, scale and compass.

    hex_pixels: from hex centre to hex centre. Raises PictureError.
    """
    wanted = check_sheets(atlas, sheets)
    scale = check_scale(hex_pixels)
    hexes = sheet_hexes(atlas.grid, wanted)
    chart = draw_map(atlas, hexes, frame_of(atlas.grid, hexes, scale), options=options)
    if lines is None:
        named = f"Map sheets {' and '.join(wanted)}" if len(wanted) > 1 else f"Map sheet {wanted}"
        lines = ("November 1942 to May 1943", f"{named}; one hex is 8 km")
    shown = frozenset(hexes)
    panels = tuple(Panel(name, entry_note(atlas, name, shown)) for name in shown_boxes(atlas, boxes, shown))
    return compose(chart, scale, Margin(Caption(title, lines), panels))


def check_sheets(atlas: Atlas, sheets: str) -> str:
    """The letters of sheets in the map's order; raises PictureError for one that is not there."""
    letters = [sheet.letter for sheet in atlas.grid.sheets]
    wanted = sheets.upper()
    if not wanted or any(letter not in letters for letter in wanted):
        raise PictureError(f"no map sheet {sheets!r}; expected some of {''.join(letters)}")
    return "".join(letter for letter in letters if letter in wanted)


def check_scale(hex_pixels: int) -> int:
    """Pixels a hex within what can be drawn; raises PictureError."""
    if not SMALLEST <= hex_pixels <= LARGEST:
        raise PictureError(f"{hex_pixels} pixels a hex cannot be drawn; expected {SMALLEST} to {LARGEST}")
    return hex_pixels


def entry_note(atlas: Atlas, box: str, shown: frozenset[Hex]) -> str:
    """Which shown air entry points lead to an off-map box, and over how many hexes; "" for none."""
    found = [f"{atlas.grid.labels[point.hex]} {point.links[box]}" for point in atlas.air_entry_points
             if point.hex in shown and box in point.links]
    return f"air entry {', '.join(found)}" if found else ""


def shown_boxes(atlas: Atlas, boxes: tuple[str, ...], shown: frozenset[Hex]) -> tuple[str, ...]:
    """The off-map boxes that a shown air entry point leads to; the parts of such a box ("Sicily A") too."""
    linked = {name for point in atlas.air_entry_points if point.hex in shown for name in point.links}
    return tuple(box for box in boxes if any(box == name or box.startswith(f"{name} ") for name in sorted(linked)))
