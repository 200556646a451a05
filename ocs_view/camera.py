"""Which part of the map one sees, and how large: panning, zooming about a point, fitting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ocs_engine.grid import Grid, Hex
from ocs_view.frame import HALF_WIDTH, Frame, frame_of

STEP = 2 ** 0.25
"""How much larger the map gets with a notch of the wheel."""
LARGEST = 176.0
"""Pixels a hex at most."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A view on the map. whole: the frame of all that there is, at any scale; left, top, scale, width, height: of what
    is seen, as a `Frame` has them. Each method gives another camera, kept on the map."""

    whole: Frame
    left: float
    top: float
    scale: float
    width: int
    height: int

    @classmethod
    def fitted(cls, grid: Grid, hexes: Sequence[Hex], width: int, height: int) -> Camera:
        """A camera that sees all given hexes."""
        whole = frame_of(grid, list(hexes), 64, 0.4)
        return cls(whole, 0, 0, 1, max(width, 1), max(height, 1)).fit()

    @property
    def frame(self) -> Frame:
        """What is seen."""
        return Frame(self.left, self.top, self.scale, self.width, self.height)

    @property
    def smallest(self) -> float:
        """The scale at which the whole map is just seen."""
        wide, high = self.whole.width / self.whole.scale, self.whole.height / self.whole.scale
        return min(self.width / wide, self.height / high)

    def fit(self) -> Camera:
        """The whole map."""
        return self.at_scale(self.smallest)._kept()

    def resized(self, width: int, height: int) -> Camera:
        """The same middle in a window of another size; what was fitted stays fitted."""
        fitted = self.scale <= self.smallest * 1.001
        x, y = self.middle()
        other = replace(self, width=max(width, 1), height=max(height, 1))
        return other.fit() if fitted else other.centred(x, y)

    def middle(self) -> tuple[float, float]:
        """The map position in the middle of the view."""
        return self.left + self.width / self.scale / 2, self.top - self.height / self.scale / 2

    def position(self, x: float, y: float) -> tuple[float, float]:
        """The map position under a pixel."""
        return self.left + x / self.scale, self.top - y / self.scale

    def pan(self, dx: float, dy: float) -> Camera:
        """The map moved by pixels, as by a hand that drags it."""
        return replace(self, left=self.left - dx / self.scale, top=self.top + dy / self.scale)._kept()

    def zoom(self, notches: float, x: float, y: float) -> Camera:
        """Larger or smaller by notches of the wheel; the place under the pixel stays under it."""
        at = self.position(x, y)
        scale = min(max(self.scale * STEP ** notches, self.smallest), LARGEST)
        other = replace(self, scale=scale)
        now = other.position(x, y)
        return replace(other, left=other.left + at[0] - now[0], top=other.top + at[1] - now[1])._kept()

    def at_scale(self, scale: float) -> Camera:
        """The same middle at another scale."""
        x, y = self.middle()
        return replace(self, scale=min(max(scale, self.smallest), LARGEST)).centred(x, y)

    def centred(self, x: float, y: float) -> Camera:
        """A map position in the middle."""
        return replace(self, left=x - self.width / self.scale / 2, top=y + self.height / self.scale / 2)._kept()

    def hex_at(self, grid: Grid, x: float, y: float) -> Hex | None:
        """The hex under a pixel, or None."""
        east, north = self.position(x, y)
        column = round(east / HALF_WIDTH)
        near = []
        for q in (column - 1, column, column + 1):
            r = round(north - 0.5 - q / 2)
            there = grid.at(q, r)
            if there >= 0:
                cx, cy = grid.centre(there)
                near.append(((cx - east) ** 2 + (cy - north) ** 2, there))
        best = min(near, default=None)
        return best[1] if best is not None and best[0] < _OUTSIDE else None

    def _kept(self) -> Camera:
        """Moved so that no more than must be seen lies beyond the map; a map smaller than the view is centred."""
        wide, high = self.width / self.scale, self.height / self.scale
        map_wide, map_high = self.whole.width / self.whole.scale, self.whole.height / self.whole.scale
        left, top = self.whole.left, self.whole.top
        kept_left = min(max(self.left, left), left + map_wide - wide)
        kept_top = max(min(self.top, top), top - map_high + high)
        x = left - (wide - map_wide) / 2 if wide >= map_wide else kept_left
        y = top + (high - map_high) / 2 if high >= map_high else kept_top
        return replace(self, left=x, top=y)


_OUTSIDE = 0.34
"""Square of the distance from a hex's middle beyond which a position lies outside the map."""
