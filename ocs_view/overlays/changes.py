"""What has changed since the end of one's last turn: who moved where, who came, who is gone, what changed hands."""

from __future__ import annotations

import math

from ocs_engine.grid import Hex
from ocs_engine.state.model import AWAY, DEAD, State
from ocs_engine.world.counters import Side
from ocs_view import palette
from ocs_view.marks import Mark, Path, Ring, Wash
from ocs_view.overlays import Laid, Look, Overlay
from ocs_view.sketch import Point

_SHORT = 0.42
"""Hexes from the middle of a hex at which an arrow into it ends."""


def lay(look: Look) -> Laid:
    """Arrows for moves, rings for arrivals, crossed rings where something was lost, a tint on what changed hands."""
    if look.before is None:
        return Laid(notes=(f"The {look.side} side has not had a turn yet.",))
    before, state = look.before, look.state
    grid, label = state.world.atlas.grid, state.world.label
    marks: list[Mark] = [*_hands(before, state)]
    notes = []
    moves: dict[tuple[Side, int, int], int] = {}
    for uid, unit in state.in_order():
        old = before.units[uid].place if uid in before.units else AWAY
        if old != unit.place:
            moves[unit.side, old, unit.place] = moves.get((unit.side, old, unit.place), 0) + 1
    for (side, old, new), count in sorted(moves.items()):
        colour = palette.OVER[side.value]
        if _mapped(grid.size, old) and _mapped(grid.size, new):
            line = _short(grid.centre(old), grid.centre(new))
            marks.append(Path(line, colour, 0.05 + 0.02 * min(count, 3), arrow=True))
        elif _mapped(grid.size, new):
            marks.append(Ring(new, colour))
            notes.append(f"{side}: {count} came to {label(new)}")
        elif _mapped(grid.size, old):
            marks.append(Ring(old, colour, crossed=new == DEAD))
            notes.append(f"{side}: {count} {'lost in' if new == DEAD else 'left'} {label(old)}")
    key = tuple((palette.OVER[side.value], f"{side} moves; ring: came, crossed: lost") for side in Side)
    return Laid(tuple(marks), key, (f"Since turn {before.turn}: {len(moves)} moves", *notes))


def _short(start: Point, end: Point) -> tuple[Point, Point]:
    """From hex to hex, ending short of the counters there."""
    far = math.dist(start, end)
    share = max(far - _SHORT, far * 0.4) / far
    return start, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def _mapped(size: int, place: int) -> bool:
    return 0 <= place < size


def _hands(before: State, state: State) -> list[Wash]:
    taken: dict[Side, list[Hex]] = {}
    for hex_, side in sorted(state.control.items()):
        if before.control.get(hex_) is not side:
            taken.setdefault(side, []).append(hex_)
    return [Wash(tuple(hexes), palette.OVER[side.value], 80) for side, hexes in sorted(taken.items())]


OVERLAY = Overlay("changes", "6", "Since my last turn", lay)
