"""Roads and rails: from the middle of a hexside to the town or middle of the hex, and on across the next side."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from itertools import pairwise

import pygame

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.world.atlas import Atlas
from ocs_view import palette
from ocs_view.frame import Frame, side_ends
from ocs_view.geography import Geography
from ocs_view.palette import Colour
from ocs_view.scatter import scatter
from ocs_view.sketch import Point, Sketch, bend

_STEPS = 6
_APART = 0.1
"""How far from the middle of a hexside road and rail cross it when both do, in hexes."""
_ORDER = ("track", "secondary", "primary")
_ROAD: dict[str, tuple[float, Colour, float]] = {
    "primary": (0.052, palette.PRIMARY, 0.086),
    "secondary": (0.042, palette.SECONDARY, 0.072),
    "track": (0.026, palette.TRACK, 0.0),
}
"""Width, colour and width of the casing, in hexes, by class."""
_RAIL: dict[str, tuple[float, float, float]] = {"standard": (0.034, 0.13, 0.12), "metre": (0.02, 0.11, 0.2)}
"""Width of the line, length and distance of the ties, in hexes, by gauge."""

_CROWDED = ("primary", "standard", "metre")

Run = tuple[str, list[Point]]
"""A class and a course in map units."""


def road_runs(atlas: Atlas, geography: Geography, hexes: list[Hex]) -> list[Run]:
    """The courses of all roads within the given hexes."""
    return _runs(atlas, geography, hexes, atlas.road, atlas.rail, 1)


def rail_runs(atlas: Atlas, geography: Geography, hexes: list[Hex]) -> list[Run]:
    """The courses of all rails within the given hexes."""
    return _runs(atlas, geography, hexes, atlas.rail, atlas.road, -1)


def run_boxes(runs: list[Run], frame: Frame) -> list[pygame.Rect]:
    """The parts of a picture that railways and greater roads cross."""
    boxes = []
    for kind, points in runs:
        if kind in _CROWDED:
            pixels = frame.line(points[::2])
            for (x1, y1), (x2, y2) in pairwise(pixels):
                left, top = round(min(x1, x2)) - 2, round(min(y1, y2)) - 2
                boxes.append(pygame.Rect(left, top, round(abs(x2 - x1)) + 4, round(abs(y2 - y1)) + 4))
    return boxes


def draw_roads(sketch: Sketch, runs: list[Run], frame: Frame) -> None:
    """Tracks broken and thin, other roads cased; primary on top."""
    placed = [(kind, frame.line(points)) for kind, points in runs]
    for kind, points in placed:
        casing = _ROAD[kind][2] * frame.scale
        if casing:
            sketch.line(points, max(casing, 1.6), palette.ROAD_CASING)
    for wanted in _ORDER:
        width, colour, _ = _ROAD[wanted]
        for kind, points in placed:
            if kind == wanted == "track":
                sketch.dashes(points, max(width * frame.scale, 0.9), colour, (0.09 * frame.scale, 0.05 * frame.scale))
            elif kind == wanted:
                sketch.line(points, max(width * frame.scale, 1.0), colour)


def draw_rails(sketch: Sketch, runs: list[Run], frame: Frame) -> None:
    """A line with ties: heavier and closer for standard gauge."""
    for kind, points in runs:
        width, tie, apart = (length * frame.scale for length in _RAIL[kind])
        pixels = frame.line(points)
        sketch.line(pixels, max(width, 0.9), palette.RAIL)
        sketch.strokes([((x - dy * tie / 2, y + dx * tie / 2), (x + dy * tie / 2, y - dx * tie / 2))
                        for (x, y), (dx, dy) in _along(pixels, max(apart, 2.5))], max(width * 0.8, 0.7), palette.RAIL)


def _runs(atlas: Atlas, geography: Geography, hexes: list[Hex], lines: tuple[str, ...], others: tuple[str, ...],
          hand: int) -> list[Run]:
    known = _known_runs(atlas, geography, hand)
    missing = [h for h in hexes if h not in known]
    if missing:
        crossing = partial(_crossing, atlas, others, hand)
        leaving = geography.leaving(atlas.grid, rails=hand < 0)
        for h in missing:
            ways = [(lines[edge], crossing(edge)) for edge in range(6 * h, 6 * h + 6) if lines[edge]]
            ways += [(kind, _edge_point(atlas, h, came)) for kind, came in leaving.get(h, ())]
            both = bool(any(others[6 * h:6 * h + 6])) * hand
            known[h] = _within_hex(ways, _node(atlas, geography, h, both)) if ways else []
    return [run for h in hexes for run in known[h]]


@lru_cache(maxsize=8)
def _known_runs(atlas: Atlas, geography: Geography, hand: int) -> dict[Hex, list[Run]]:  # noqa: ARG001 (they are its key)
    """The courses within each hex that were asked for so far."""
    return {}


def _within_hex(ways: list[tuple[str, Point]], node: Point) -> list[Run]:
    if len(ways) != 2:
        return [(kind, [at, node]) for kind, at in ways]
    (first, start), (last, end) = ways
    curve = [bend(start, node, end, i / (2 * _STEPS)) for i in range(2 * _STEPS + 1)]
    if first == last:
        return [(first, curve)]
    return [(first, curve[:_STEPS + 1]), (last, curve[_STEPS:])]


def _crossing(atlas: Atlas, others: tuple[str, ...], hand: int, edge: int) -> Point:
    """Where a line crosses a hexside: near its middle, on its own hand when road and rail both cross."""
    a, b = side_ends(atlas.grid, edge)
    back = atlas.grid.reverse(edge)
    share = 0.5 + 0.16 * (scatter((min(edge, back), max(edge, back)), 1)[0] - 0.5)
    if others[edge]:
        share += hand * _APART / math.dist(a, b)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _node(atlas: Atlas, geography: Geography, hex_: Hex, hand: int) -> Point:
    """Where the lines of a hex meet: at its town, else near its middle, apart when road and rail share the hex."""
    town = geography.site(atlas.grid, hex_)
    if atlas.settlement[hex_] and town is not None:
        return town
    x, y = atlas.grid.centre(hex_)
    east, north = scatter(hex_, 2)
    return x + 0.16 * (east - 0.5) + 0.07 * hand, y + 0.16 * (north - 0.5) - 0.07 * hand


def _edge_point(atlas: Atlas, hex_: Hex, came_from: Hex) -> Point:
    """Where a line that goes on beyond the map crosses the map's edge: the outer side most nearly ahead."""
    x, y = atlas.grid.centre(hex_)
    fx, fy = atlas.grid.centre(came_from)
    outer = [e for e in range(6 * hex_, 6 * hex_ + 6) if atlas.grid.neighbours[e] == OFF_MAP]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in (side_ends(atlas.grid, e) for e in outer)]
    return max(middles, key=lambda p: (p[0] - x) * (x - fx) + (p[1] - y) * (y - fy), default=(x, y))


def _along(points: list[Point], apart: float) -> list[tuple[Point, Point]]:
    """(place, direction) every `apart` pixels along a line, from half that distance on."""
    found, left = [], apart / 2
    for (x1, y1), (x2, y2) in pairwise(points):
        length = math.hypot(x2 - x1, y2 - y1)
        if not length:
            continue
        direction = ((x2 - x1) / length, (y2 - y1) / length)
        while left <= length:
            found.append(((x1 + direction[0] * left, y1 + direction[1] * left), direction))
            left += apart
        left -= length
    return found
