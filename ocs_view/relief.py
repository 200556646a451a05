"""The ground of the map: hill-shaded land tinted by terrain, height and climate, and the sea around it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pygame

from ocs_engine.world.atlas import Atlas
from ocs_view import palette
from ocs_view.frame import Frame
from ocs_view.geography import Geography
from ocs_view.raster import Bytes, Floats, blur, distance, hex_at, hillshade, resample
from ocs_view.sketch import Sketch

METRES_PER_HEX = 7900
FINEST = 16.0
"""Pixels a hex at which land and sea are painted at most; larger pictures enlarge them: the heights hold no more."""
_EPSILON = 1e-6
_HEIGHT_FACTOR = 6.0
_HEIGHT_TINTS = (
    (0, (219, 221, 181)), (150, (231, 223, 184)), (400, (228, 208, 160)), (800, (207, 174, 124)),
    (1200, (181, 141, 98)), (1700, (152, 115, 84)), (2300, (214, 198, 182)),
)
_DESERT = (241, 218, 170)
_TELL = (198, 210, 160)
_SHADOW = (74, 58, 62)
_LIGHT = (255, 250, 232)
_WHITE = (255, 255, 255)
_SEA_FINEST = 8.0
_TINTS_FINEST = 12.0
_BLUES = 512
"""Steps from the blue of the shore to that of the deep."""
_FOAM = (236, 243, 240)
_SHORE_LINES = ((0.10, 0.5), (0.22, 0.36), (0.36, 0.24), (0.53, 0.14))
"""Distance from the coast, in hexes, and strength of each light line that follows it."""
_SEA_REACH = 5.0
"""Hexes from the coast at which the sea has reached its deepest tint."""


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """Sea and land of a frame in colour, before the coast parts them; finer frames inside it are enlarged from it."""

    frame: Frame
    sea: pygame.Surface
    land: pygame.Surface


def paint(atlas: Atlas, geography: Geography, frame: Frame, finest: float = FINEST) -> Painted:
    """Sea and land of a frame at its own scale, or at `finest` pixels a hex if that is coarser."""
    coarse = _coarse(frame, finest)
    return Painted(coarse, _surface(_sea_colours(geography, coarse)), _surface(_land_colours(atlas, geography, coarse)))


def paint_ground(geography: Geography, frame: Frame, painted: Painted,
                 on_land: Callable[[pygame.Surface], None] | None = None) -> pygame.Surface:
    """Land, sea, lakes and coast line of a frame; `on_land` may draw what ends at the shore, such as rivers.

    painted: of this frame, or of one that holds it.
    """
    surface = _enlarged(painted.sea, painted.frame, frame)
    land = _enlarged(painted.land, painted.frame, frame)
    if on_land is not None:
        on_land(land)
    mask = _land_mask(geography, frame)
    view = pygame.surfarray.pixels_alpha(land)
    view[:] = mask.T
    del view
    surface.blit(land, (0, 0))
    _coast_lines(geography, frame).onto(surface)
    return surface


def _land_shapes(geography: Geography, frame: Frame, factor: int) -> Sketch:
    sketch = Sketch(factor)
    for mass in geography.land:
        sketch.polygon(frame.line(mass.outer), _WHITE)
        for hole in mass.holes:
            sketch.polygon(frame.line(hole), _WHITE, alpha=0)
    for ring in geography.lakes():
        sketch.polygon(frame.line(ring), _WHITE, alpha=0)
    return sketch


def _land_mask(geography: Geography, frame: Frame) -> Bytes:
    """How much of each pixel is land, 0 to 255, (height, width)."""
    mask: Bytes = np.zeros((frame.height, frame.width), dtype=np.uint8)
    for (left, top), layer in _land_shapes(geography, frame, 2).layers((frame.width, frame.height)):
        wide, rows = layer.get_size()
        mask[top:top + rows, left:left + wide] = pygame.surfarray.array_alpha(layer).T
    return mask


def _coast_lines(geography: Geography, frame: Frame) -> Sketch:
    sketch = Sketch(2)
    width = max(1.0, frame.scale * 0.022)
    lines = [ring for mass in geography.land for ring in (mass.outer, *mass.holes)]
    lines += geography.lakes()
    for ring in lines:
        sketch.line(frame.line((*ring, ring[0])), width, palette.COAST)
    return sketch


def _coarse(frame: Frame, finest: float) -> Frame:
    ratio = max(1.0, frame.scale / finest)
    return Frame(frame.left, frame.top, frame.scale / ratio, math.ceil(frame.width / ratio),
                 math.ceil(frame.height / ratio))


def _surface(colours: Floats) -> pygame.Surface:
    high, wide, _ = colours.shape
    surface = pygame.Surface((wide, high), 0, 32)
    pygame.surfarray.blit_array(surface, np.clip(colours, 0, 255).astype(np.uint8).swapaxes(0, 1))
    return surface


def _enlarged(painting: pygame.Surface, coarse: Frame, frame: Frame) -> pygame.Surface:
    """A frame's part of a painting in the frame's size, as a 32-bit surface."""
    ratio = frame.scale / coarse.scale
    x, y = coarse.px(frame.left, frame.top)
    part = pygame.Rect(math.floor(x + _EPSILON), math.floor(y + _EPSILON), 0, 0)
    part.width = math.ceil(x + frame.width / ratio - _EPSILON) - part.left
    part.height = math.ceil(y + frame.height / ratio - _EPSILON) - part.top
    part = part.inflate(4, 4).clip(painting.get_rect())
    size = (max(1, round(part.width * ratio)), max(1, round(part.height * ratio)))
    big = pygame.transform.smoothscale(painting.subsurface(part), size)
    surface = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
    surface.blit(big, (round((part.left - x) * ratio), round((part.top - y) * ratio)))
    return surface


def _land_colours(atlas: Atlas, geography: Geography, frame: Frame) -> Floats:
    heights = resample(geography.heights, geography.left, geography.top, geography.per_unit, frame)
    colours = _terrain_tints(atlas, frame) * np.float32(0.55) + _height_tints(heights) * np.float32(0.45)
    _climate(colours, heights, frame)
    light = _light(heights, frame)[..., None]
    shadow, bright = np.array(_SHADOW, dtype=np.float32), np.array(_LIGHT, dtype=np.float32)
    colours += (shadow - colours) * np.clip((np.float32(0.6) - light) * np.float32(1.02), 0, 0.66)
    colours += (bright - colours) * np.clip((light - np.float32(0.6)) * np.float32(0.95), 0, 0.6)
    return colours


def _light(heights: Floats, frame: Frame) -> Floats:
    metres = METRES_PER_HEX / frame.scale
    soft = blur(heights, max(frame.scale * 0.2, 0.5))
    crisp = heights + (heights - soft) * np.float32(0.5)
    fine = hillshade(crisp, metres, _HEIGHT_FACTOR)
    broad = hillshade(soft, metres, _HEIGHT_FACTOR * 1.4)
    result: Floats = fine * np.float32(0.62) + broad * np.float32(0.38)
    return result


def _terrain_tints(atlas: Atlas, frame: Frame) -> Floats:
    """The tint of each hex's terrain class, softened over its edges."""
    table = np.array([palette.TERRAIN[kind] for kind in atlas.terrain] + [palette.TERRAIN["open"]], dtype=np.float32)
    kinds = list(atlas.terrain)
    for h, kind in enumerate(kinds):
        if kind in ("sea", "lake"):                    # a sea hex may hold a strip of land: tint it like its neighbour
            beside = next((n for n in atlas.grid.around(h) if kinds[n] not in ("sea", "lake")), None)
            table[h] = palette.TERRAIN["open" if beside is None else kinds[beside]]
    rough = _coarse(frame, _TINTS_FINEST)
    soft = blur(table[hex_at(atlas.grid, rough)], max(rough.scale * 0.085, 0.5))
    tints = pygame.surfarray.array3d(_enlarged(_surface(soft), rough, frame))
    return np.ascontiguousarray(tints.swapaxes(0, 1)).astype(np.float32)


def _height_tints(heights: Floats) -> Floats:
    steps = [metres for metres, _ in _HEIGHT_TINTS]
    every = np.arange(steps[-1] + 1)
    table = np.stack([np.interp(every, steps, [colour[i] for _, colour in _HEIGHT_TINTS]) for i in range(3)], axis=-1)
    tints: Floats = table.astype(np.float32)[np.clip(heights, 0, steps[-1]).astype(np.intp)]
    return tints


def _climate(colours: Floats, heights: Floats, frame: Frame) -> None:
    """Green in the rainy north, sand in the south; less so on high ground."""
    ys = frame.top - (np.arange(frame.height, dtype=np.float32) + 0.5) / frame.scale
    for colour, first, last, most in ((_TELL, 8.0, 24.0, 0.5), (_DESERT, -2.0, -20.0, 0.5)):
        share = np.clip((ys - first) / (last - first), 0, 1) * np.float32(most)
        rows = np.flatnonzero(share)
        if len(rows):
            band = slice(rows[0], rows[-1] + 1)
            weight = np.clip(1 - heights[band] / np.float32(1400), 0, 1) * share[band, None]
            colours[band] += (np.array(colour, dtype=np.float32) - colours[band]) * weight[..., None]


def _sea_colours(geography: Geography, frame: Frame) -> Floats:
    """Deeper blue away from the coast, with the engraver's fine lines along it."""
    rough = _coarse(frame, _SEA_FINEST)
    away = _offshore(geography, rough, _SEA_REACH)
    depth = np.clip(away / np.float32(_SEA_REACH), 0, 1) ** np.float32(0.6)
    depth = resample(depth, rough.left + 0.5 / rough.scale, rough.top - 0.5 / rough.scale, rough.scale, frame)
    near, far = (np.array(c, dtype=np.float32) for c in (palette.SEA_NEAR, palette.SEA_FAR))
    blues = near + (far - near) * np.linspace(0, 1, _BLUES, dtype=np.float32)[:, None]
    colours: Floats = blues[(np.clip(depth, 0, 1) * np.float32(_BLUES - 1)).astype(np.intp)]
    close = _offshore(geography, frame, _SHORE_LINES[-1][0] + 0.1)
    clear = np.ones_like(close)
    for line, strength in _SHORE_LINES:
        clear *= 1 - np.clip(1 - np.abs(close - np.float32(line)) * np.float32(frame.scale * 0.9), 0, 1) * strength
    lined = clear < 1
    foam = np.array(_FOAM, dtype=np.float32)
    colours[lined] = foam + (colours[lined] - foam) * clear[lined][:, None]
    return colours


def _offshore(geography: Geography, frame: Frame, reach: float) -> Floats:
    """Hexes from the nearest land, at most `reach`."""
    return distance(_land_mask(geography, frame) > 127, max(2, round(reach * frame.scale))) / np.float32(frame.scale)
