"""Whole-picture arithmetic with numpy: resampling, blurring, hill-shading, distances, and which hex a pixel is in."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ocs_engine.grid import Grid
from ocs_view.frame import HALF_WIDTH, Frame

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]


def grid_lines(frame: Frame) -> tuple[Floats, Floats]:
    """Map x of each pixel column and map y of each pixel row, at pixel centres."""
    xs = frame.left + (np.arange(frame.width, dtype=np.float32) + 0.5) / frame.scale
    ys = frame.top - (np.arange(frame.height, dtype=np.float32) + 0.5) / frame.scale
    return xs.astype(np.float32), ys.astype(np.float32)


def resample(field: Floats, left: float, top: float, per_unit: float, frame: Frame) -> Floats:
    """A raster of map samples seen through a frame, smoothed by cubic B-splines; beyond its edge it goes on level.

    field: (rows from north, columns from west), its first sample at map position (left, top), `per_unit` samples a
    map unit. Returns (frame.height, frame.width).
    """
    xs, ys = grid_lines(frame)
    down = _weighted(field, (top - ys) * per_unit)
    return np.ascontiguousarray(_weighted(np.ascontiguousarray(down.T), (xs - left) * per_unit).T)


def _weighted(field: Floats, at: Floats) -> Floats:
    """Rows of a field at real-valued row numbers."""
    base = np.floor(at).astype(np.int64)
    t = (at - base).astype(np.float32)
    weights = ((1 - t) ** 3 / 6, (3 * t**3 - 6 * t**2 + 4) / 6, (-3 * t**3 + 3 * t**2 + 3 * t + 1) / 6, t**3 / 6)
    total: Floats = np.zeros((len(at), field.shape[1]), dtype=np.float32)
    for offset, weight in zip((-1, 0, 1, 2), weights, strict=True):
        rows = np.clip(base + offset, 0, field.shape[0] - 1)
        total += field[rows] * weight[:, None]
    return total


def blur(field: Floats, sigma: float) -> Floats:
    """A Gaussian blur of a (rows, columns[, channels]) field; its edge goes on level."""
    radius = max(1, math.ceil(2.5 * sigma))
    weights = [math.exp(-(i * i) / (2 * sigma * sigma)) for i in range(-radius, radius + 1)]
    norm = sum(weights)
    result = field
    for axis in (0, 1):
        padding = [(radius, radius) if axis == a else (0, 0) for a in range(field.ndim)]
        padded = np.pad(result, padding, mode="edge")
        length = result.shape[axis]
        total = np.zeros_like(result)
        for i, weight in enumerate(weights):
            total += padded[(slice(None),) * axis + (slice(i, i + length),)] * np.float32(weight / norm)
        result = total
    return result


def hillshade(heights: Floats, metres: float, height_factor: float) -> Floats:
    """Light on the land, about 0 in shadow to 1 on a slope that faces the sun; level ground is 0.6.

    metres: ground distance between samples. The sun stands in the north-west, with a weaker light from the north and
    the west, so that ridges of every direction show.
    """
    down, across = np.gradient(heights * np.float32(height_factor / metres))
    north, east = -down, across
    steep = 1 / np.sqrt(1 + north * north + east * east)
    total: Floats = np.zeros_like(heights)
    for azimuth, weight in ((315.0, 0.6), (360.0, 0.2), (270.0, 0.2)):
        sun_east, sun_north = math.sin(math.radians(azimuth)), math.cos(math.radians(azimuth))
        flat = 0.8 * (-east * np.float32(sun_east) - north * np.float32(sun_north))
        total += np.float32(weight) * np.clip((flat + np.float32(0.6)) * steep, 0, 1.2)
    return total


def distance(mask: NDArray[np.bool_], reach: int) -> Floats:
    """Exact distance in pixels of each pixel from the nearest True one, cut off at `reach`."""
    far = np.float32(reach)
    steps = np.where(mask, np.float32(0), far)
    for order in (slice(None), slice(None, None, -1)):
        view = steps[order]
        for row in range(1, view.shape[0]):
            np.minimum(view[row], view[row - 1] + 1, out=view[row])
    square = steps * steps
    best = square.copy()
    width = mask.shape[1]
    for shift in range(1, min(reach, width - 1)):
        np.minimum(best[:, shift:], square[:, :-shift] + shift * shift, out=best[:, shift:])
        np.minimum(best[:, :-shift], square[:, shift:] + shift * shift, out=best[:, :-shift])
    result: Floats = np.minimum(np.sqrt(best), far)
    return result


def hex_at(grid: Grid, frame: Frame) -> NDArray[np.int32]:
    """The hex of each pixel, (frame.height, frame.width); grid.size where there is none."""
    lookup, first_q, first_r = _lookup(grid)
    xs, ys = grid_lines(frame)
    column = np.round(xs / HALF_WIDTH).astype(np.int32)
    best = np.full((frame.height, frame.width), np.inf, dtype=np.float32)
    found = np.full((frame.height, frame.width), grid.size, dtype=np.int32)
    for q in (column - 1, column, column + 1):
        across = (q * np.float32(HALF_WIDTH) - xs) ** 2
        row = np.round(ys[:, None] - 0.5 - q / 2).astype(np.int32)
        apart = (row + (q / 2 + 0.5).astype(np.float32) - ys[:, None]).astype(np.float32) ** 2 + across
        index_q = np.clip(q - first_q, 0, lookup.shape[0] - 1)
        index_r = np.clip(row - first_r, 0, lookup.shape[1] - 1)
        nearer = apart < best
        found = np.where(nearer, lookup[index_q[None, :], index_r], found)
        best = np.where(nearer, apart, best)
    return found


def _lookup(grid: Grid) -> tuple[NDArray[np.int32], int, int]:
    axial = np.array(grid.axial, dtype=np.int32)
    low, high = axial.min(axis=0) - 2, axial.max(axis=0) + 2
    table = np.full(tuple(high - low + 1), grid.size, dtype=np.int32)
    table[axial[:, 0] - low[0], axial[:, 1] - low[1]] = np.arange(grid.size, dtype=np.int32)
    return table, int(low[0]), int(low[1])
