"""Flat-top hexes on stacked map sheets: labels "A48.24", axial coordinates, dense integers.

A hex is a dense integer `0 <= hex < grid.size`. A hexside, or edge, is a directed integer `6 * hex + direction`,
so tables over edges are flat arrays and an edge has one number from each of its two hexes.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

Hex = int
Edge = int

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Axial (dq, dr) of the six directions, clockwise from north; q runs east, r runs north."""
OFF_MAP = -1

_LABEL = re.compile(r"^([A-Za-z])([0-9]{1,2})\.([0-9]{1,2})$")
_HALF_WIDTH = math.sqrt(3) / 2
_NUDGE = Fraction(1, 1000)
"""Off a hexside by so little that no other hex is touched."""


class GridError(ValueError):
    """A label or position that is not on this grid; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One map sheet: its letter, size in hexes, and the global row that lies one under its row 1."""

    letter: str
    columns: int
    rows: int
    base_row: int = 0


@dataclass(frozen=True, slots=True)
class Grid:
    """Sheets joined into one grid of hexes; even columns sit half a hex further north.

    Column numbers run on unchanged from sheet to sheet; rows count from the south edge of each sheet up (OCS 0).
    """

    sheets: tuple[Sheet, ...]
    size: int = field(init=False)
    neighbours: tuple[Hex, ...] = field(init=False, repr=False)
    """The hex across each directed edge, OFF_MAP where there is none; 6 * size long."""
    axial: tuple[tuple[int, int], ...] = field(init=False, repr=False)
    labels: tuple[str, ...] = field(init=False, repr=False)
    _hex_of: dict[tuple[int, int], Hex] = field(init=False, repr=False, hash=False, compare=False)
    _hex_named: dict[str, Hex] = field(init=False, repr=False, hash=False, compare=False)

    def __post_init__(self) -> None:
        places: list[tuple[int, int, str]] = sorted(
            (column, row + sheet.base_row, f"{sheet.letter}{column:02d}.{row:02d}")
            for sheet in self.sheets
            for column in range(1, sheet.columns + 1)
            for row in range(1, sheet.rows + 1)
        )
        axial = tuple((column, row - (column + 1) // 2) for column, row, _ in places)
        labels = tuple(label for *_, label in places)
        hex_of = {qr: index for index, qr in enumerate(axial)}
        if len(hex_of) != len(axial):
            raise GridError("two sheets of this grid overlap")
        neighbours = tuple(hex_of.get((q + dq, r + dr), OFF_MAP) for q, r in axial for dq, dr in STEPS)
        for name, value in (
            ("size", len(axial)),
            ("neighbours", neighbours),
            ("axial", axial),
            ("labels", labels),
            ("_hex_of", hex_of),
            ("_hex_named", {label: index for index, label in enumerate(labels)}),
        ):
            object.__setattr__(self, name, value)

    def hex(self, label: str) -> Hex:
        """The hex of a label, with or without padding zeros ("A8.11", "a08.11"); raises GridError."""
        found = _LABEL.match(label.strip())
        if found is None:
            raise GridError(f"{label!r} is not a hex label; expected sheet, column and row, as in A08.11")
        letter, column, row = found[1].upper(), int(found[2]), int(found[3])
        name = f"{letter}{column:02d}.{row:02d}"
        index = self._hex_named.get(name)
        if index is not None:
            return index
        sheet = next((s for s in self.sheets if s.letter == letter), None)
        if sheet is None:
            raise GridError(f"{name}: no sheet {letter}; the sheets are {', '.join(s.letter for s in self.sheets)}")
        near = f"{letter}{min(max(column, 1), sheet.columns):02d}.{min(max(row, 1), sheet.rows):02d}"
        raise GridError(
            f"{name} is off the map: sheet {letter} has columns 01-{sheet.columns} and rows 01-{sheet.rows}; "
            f"the nearest hex is {near}"
        )

    def suggest(self, label: str) -> str | None:
        """The existing label most like a mistyped one, if any is close."""
        close = difflib.get_close_matches(label.upper(), self.labels, n=1, cutoff=0.7)
        return close[0] if close else None

    def label(self, hex_: Hex) -> str:
        """The padded label of a hex."""
        return self.labels[hex_]

    def at(self, q: int, r: int) -> Hex:
        """The hex at axial (q, r), or OFF_MAP."""
        return self._hex_of.get((q, r), OFF_MAP)

    def around(self, hex_: Hex) -> Iterator[Hex]:
        """The on-map neighbours of a hex, clockwise from north."""
        return (n for n in self.neighbours[6 * hex_ : 6 * hex_ + 6] if n != OFF_MAP)

    def edge_between(self, here: Hex, there: Hex) -> Edge:
        """The directed edge from one hex to an adjacent one; raises GridError when they do not touch."""
        for direction in range(6):
            if self.neighbours[6 * here + direction] == there:
                return 6 * here + direction
        raise GridError(f"{self.labels[here]} and {self.labels[there]} are not adjacent")

    def adjacent(self, here: Hex, there: Hex) -> bool:
        """Whether two hexes share a hexside."""
        return there in self.neighbours[6 * here : 6 * here + 6]

    def reverse(self, edge: Edge) -> Edge:
        """The same hexside seen from the other hex; OFF_MAP at the map's edge."""
        there = self.neighbours[edge]
        return OFF_MAP if there == OFF_MAP else 6 * there + (edge % 6 + 3) % 6

    def distance(self, here: Hex, there: Hex) -> int:
        """Hexes from one to another in a straight line, as OCS counts ranges."""
        (q1, r1), (q2, r2) = self.axial[here], self.axial[there]
        dq, dr = q2 - q1, r2 - r1
        return max(abs(dq), abs(dr), abs(dq + dr))

    def within(self, centre: Hex, radius: int) -> Iterator[Hex]:
        """Every on-map hex at most `radius` hexes away, the centre included, in order of column and row."""
        q, r = self.axial[centre]
        for dq in range(-radius, radius + 1):
            for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1):
                found = self.at(q + dq, r + dr)
                if found != OFF_MAP:
                    yield found

    def line(self, here: Hex, there: Hex) -> list[Hex]:
        """A straight line of hexes from one to another, both ends included.

        Where it runs along a hexside it keeps to the north-east of it, or to the other hex where that is off the map.
        """
        (q1, r1), (q2, r2) = self.axial[here], self.axial[there]
        length = max(self.distance(here, there), 1)

        def cell(step: int, nudge: Fraction) -> Hex:
            along = Fraction(step, length)
            return self.at(*_round_axial(q1 + (q2 - q1) * along + nudge, r1 + (r2 - r1) * along + 2 * nudge))

        cells = ((cell(step, _NUDGE), cell(step, -_NUDGE)) for step in range(self.distance(here, there) + 1))
        return [one if one != OFF_MAP else other for one, other in cells]

    def centre(self, hex_: Hex) -> tuple[float, float]:
        """(x, y) of a hex's centre: x east and y north, in units of one hex from centre to centre."""
        q, r = self.axial[hex_]
        return q * _HALF_WIDTH, r + q / 2 + 0.5

    def column_row(self, hex_: Hex) -> tuple[str, int, int]:
        """Sheet letter, column and row of a hex as printed."""
        label = self.labels[hex_]
        return label[0], int(label[1:3]), int(label[4:])


def corners(x: float, y: float) -> list[tuple[float, float]]:
    """The six corners of a flat-top hex around (x, y), clockwise from the north-east one."""
    side = 1 / math.sqrt(3)
    return [(x + side * math.cos(math.radians(a)), y + side * math.sin(math.radians(a)))
            for a in (60, 0, -60, -120, 180, 120)]


def _round_axial(q: Fraction, r: Fraction) -> tuple[int, int]:
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr
