"""What lies on the table, as a picture needs it: pieces and the stacks they lie in.

Plain values without a rule in them; whoever has a game state makes them from queries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ocs_engine.world.aircraft import Aircraft
from ocs_engine.world.counters import Counter, Side

TOKENS_PER_POINT = 4
"""Supply tokens in one supply point, for writing figures as players say them."""


class PieceKind(StrEnum):
    """The sorts of counter on the table."""

    UNIT = "unit"
    AIRCRAFT = "aircraft"
    TRUCK = "truck"
    DUMP = "dump"
    BASE = "base"
    STRIP = "strip"
    HEDGEHOG = "hedgehog"
    REPLACEMENT = "replacement"
    BUSTED = "bombed railway"
    MARKER = "marker"


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter, or several alike (`count`).

    counter: of a unit; aircraft: of a plane. mode: as the players call it ("Combat", "Move", "Strat", "Reserve",
    "Exploit", "DG"; "" for none). move_side: the unit lies on its move side. tokens: supply in a dump or on trucks,
    in supply tokens. level: of an air base or hedgehog. marks: short status words ("OOS", "Low", "Fuel"). text: the
    words on any other piece. reduced, inactive: of planes.
    """

    kind: PieceKind
    side: Side
    counter: Counter | None = None
    aircraft: Aircraft | None = None
    mode: str = ""
    move_side: bool = False
    tokens: int | None = None
    level: int | None = None
    count: int = 1
    steps_lost: int = 0
    marks: tuple[str, ...] = ()
    text: str = ""
    reduced: bool = False
    inactive: bool = False


@dataclass(frozen=True, slots=True)
class Stack:
    """All pieces in one place, top first. A place is a hex of the grid, or `grid.size + i` for off-map box i."""

    place: int
    pieces: tuple[Piece, ...] = field(default=())


def heaped(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The same pieces with those that are alike in one heap, in the order in which each first lies."""
    counts: dict[Piece, int] = {}
    for piece in pieces:
        kind = replace(piece, count=1)
        counts[kind] = counts.get(kind, 0) + piece.count
    return tuple(replace(kind, count=count) for kind, count in counts.items())


def tokens_text(tokens: int) -> str:
    """Supply as players write it: "2 SP", "1T", "3 SP 2T"."""
    points, rest = divmod(tokens, TOKENS_PER_POINT)
    words = [f"{points} SP"] if points else []
    if rest or not points:
        words.append(f"{rest}T")
    return " ".join(words)
