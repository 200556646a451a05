"""Cut-outs: the right window of a world raster, and the frames of those that are kept."""

import numpy as np
import pytest

from ocs_engine.mapmaking import cutout
from ocs_engine.mapmaking.sources import load_sources
from ocs_engine.world.resources import bundled


def test_the_window_begins_at_the_north_west_corner_of_the_map() -> None:
    rows, columns = np.indices((6000, 1500), dtype=np.int32)
    part = cutout.window(rows * 10_000 + columns, (50.0, 0.0))
    assert part.shape == (660, 648)                                   # 5.5 by 5.4 degrees, 120 cells each
    assert part[0, 0] == 1452 * 10_000 + 744                          # 12.1 degrees south, 6.2 degrees east


def test_a_raster_that_does_not_reach_is_refused() -> None:
    with pytest.raises(ValueError, match="does not reach the map"):
        cutout.window(np.zeros((100, 100)), (50.0, 0.0))


def test_the_kept_cut_outs_know_sea_from_mountain() -> None:
    sources = load_sources(bundled("maps", "sources"))
    chelia, gulf = (np.array([35.32]), np.array([6.67])), (np.array([34.2]), np.array([10.6]))
    assert sources.elevation.at(*chelia)[0] > 1500                    # highest ground of the Aures
    assert sources.land.at(*chelia)[0]
    assert sources.elevation.at(*gulf)[0] == 0                        # Gulf of Gabès
    assert not sources.land.at(*gulf)[0]
