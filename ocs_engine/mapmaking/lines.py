"""Roads and rails as chains of hexes from town to town, along the true line and the ways already laid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from ocs_engine.grid import OFF_MAP, Grid, Hex
from ocs_engine.mapmaking.georeference import Point, Warp, nearest_hex
from ocs_engine.mapmaking.paths import NoWayError, TrueLine, cheapest, length
from ocs_engine.mapmaking.sources import Course, Position, Sources

Side = tuple[Hex, Hex]
"""Two adjacent hexes, the smaller number first."""

_STRAY = 6.0
"""How dear it is to leave the true line: a step one hex away costs this many times a step more."""
_SHARED, _RIVER, _MOUNTAIN = 0.55, 1.5, 1.25
"""Factors for a step along a line of the same sort, over a river, into a mountain hex."""
_KINDS = {"main": "primary", "secondary": "secondary", "track": "track", "standard": "standard", "narrow": "metre"}
_FIRST = ("primary", "secondary", "track", "standard", "metre")
_TURNS = (0.0, 0.15, 2.5, 6.0)
"""Added for a turn of 0, 60, 120 and 180 degrees."""
_GAP = 1
Heading = tuple[Hex, int]
"""A hex and the direction in which a line came to it; START at its beginning."""
START = -1


@dataclass(frozen=True, slots=True)
class Line:
    """A road or rail laid on the grid; `leaves` has the ends ("start", "end") that run on off the map."""

    course: Course
    kind: str
    hexes: tuple[Hex, ...]
    leaves: tuple[str, ...]

    @property
    def name(self) -> str:
        """As in the network."""
        return self.course.name

    @property
    def mark(self) -> str:
        """How sure it is that the line existed."""
        return self.course.mark


@dataclass(frozen=True, slots=True)
class Land:
    """What a line must heed: hexes it may not enter, sides it may not or should not cross."""

    terrain: list[str]
    blocked: frozenset[Side]
    rivers: frozenset[Side]


def side(one: Hex, two: Hex) -> Side:
    """A pair of hexes with the smaller number first."""
    return (one, two) if one < two else (two, one)


@dataclass(frozen=True, slots=True)
class Stop:
    """A way-point that a line touches; one in passing may be left aside."""

    index: int
    hex: Hex
    passing: bool = False


class LineLayer:
    """Lays the courses of one sort (roads, or rails) one after the other, greater classes first."""

    def __init__(self, grid: Grid, sources: Sources, warp: Warp, land: Land, moved: dict[str, Hex]) -> None:
        self._grid, self._warp, self._land = grid, warp, land
        self._centres = [grid.centre(h) for h in range(grid.size)]
        self._named: dict[Position, Hex] = {}
        for place in sources.places:
            at = moved.get(place.name)
            if at is None and place.hex is not None:
                at = nearest_hex(grid, *warp.place(*place.position))
            if at is not None and at != OFF_MAP:
                self._named[place.position] = at
        self._moved = frozenset(moved.values())
        self._hamlets = frozenset(p.position for p in sources.places if p.kind == "poi")

    def lay(self, courses: Iterable[Course]) -> list[Line]:
        """Every course as a chain of hexes, in order of class; one that stays inside a single hex is left out."""
        laid: list[Line] = []
        used: set[Side] = set()
        occupied: set[Hex] = set()
        for course in sorted(courses, key=lambda c: _FIRST.index(_KINDS[c.kind])):
            line = self._lay(course, used, occupied)
            if len(line.hexes) > 1:
                laid.append(line)
            used.update(side(a, b) for a, b in pairwise(line.hexes))
            occupied.update(line.hexes)
        return [self._joined(line, laid) for line in laid]

    def _joined(self, line: Line, laid: list[Line]) -> Line:
        """The line led on to the next hex where it should meet one that passed its end by."""
        hexes = list(line.hexes)
        for end, at in (("start", 0), ("end", -1)):
            position = line.course.points[at]
            meant = [x for x in laid if x is not line and position in x.course.points and hexes[at] not in x.hexes]
            if end in line.leaves:
                continue
            near = [h for h in self._grid.around(hexes[at]) if any(h in x.hexes for x in meant) and h not in hexes]
            if near:
                point = self._drawn(position)
                best = min(near, key=lambda h: (length(self._centres[h], point), h))
                hexes.insert(0 if end == "start" else len(hexes), best)
        return replace(line, hexes=tuple(hexes))

    def _lay(self, course: Course, used: set[Side], occupied: set[Hex]) -> Line:
        points = [self._drawn(position) for position in course.points]
        stops = self._stops(course, points, occupied)
        hexes = self._through(course, points, stops, used)
        for stop in [s for s in stops[1:-1] if s.passing]:      # a hamlet is not worth a hairpin
            at = [i for i in range(1, len(hexes) - 1) if hexes[i] == stop.hex]
            if any(self._grid.distance(hexes[i - 1], hexes[i + 1]) < 2 for i in at):
                stops.remove(stop)
                hexes = self._through(course, points, stops, used)
        leaves = tuple(sorted(course.leaves))
        return Line(course, _KINDS[course.kind], tuple(hexes), leaves)

    def _through(self, course: Course, points: list[Point], stops: list[Stop], used: set[Side]) -> list[Hex]:
        """The chain of hexes from stop to stop."""
        hexes = [stops[0].hex]
        came, own = START, set(used)
        for start, goal in pairwise(stops):
            if start.hex == goal.hex:
                continue
            line = TrueLine(points[start.index : goal.index + 1])
            goals = {(goal.hex, direction) for direction in range(6)}
            chain = cheapest([(start.hex, came)], goals, partial(self._steps, line, own))
            if chain is None:
                names = self._grid.label(start.hex), self._grid.label(goal.hex)
                raise NoWayError(f"{course.name}: no way over land from {names[0]} to {names[1]}")
            hexes += [h for h, _ in chain[1:]]
            came = chain[-1][1]
            own.update(side(a, b) for (a, _), (b, _) in pairwise(chain))
        return hexes

    def _drawn(self, position: Position) -> Point:
        hex_ = self._named.get(position)
        return self._centres[hex_] if hex_ in self._moved and hex_ is not None else self._warp.place(*position)

    def _stops(self, course: Course, points: list[Point], occupied: set[Hex]) -> list[Stop]:
        """The way-points that the line must touch: its ends and its towns."""
        stops = []
        last = len(points) - 1
        for i, position in enumerate(course.points):
            named = self._named.get(position)
            end = "start" if i == 0 else "end" if i == last else ""
            if end in course.leaves:
                stops.append(Stop(i, self._grid.hex(course.leaves[end])))
            elif named is not None:
                stops.append(Stop(i, named, position in self._hamlets))
            elif end:
                stops.append(Stop(i, self._junction(points[i], occupied)))
        return stops

    def _junction(self, point: Point, occupied: set[Hex]) -> Hex:
        """The hex of an end that is no town: a line already there, near by, or the nearest land."""
        here = nearest_hex(self._grid, *point)
        near = [h for h in self._grid.within(here, _GAP) if self._land.terrain[h] not in ("sea", "lake")]
        joined = [h for h in near if h in occupied]
        if not near:
            raise NoWayError(f"no way over land from a line's end at {point[0]:.1f}, {point[1]:.1f}")
        if here in (joined or near):
            return here
        return min(joined or near, key=lambda h: (length(self._centres[h], point), h))

    def _steps(self, line: TrueLine, used: set[Side], at: Heading) -> Iterator[tuple[Heading, float]]:
        land, (here, came) = self._land, at
        for direction in range(6):
            there = self._grid.neighbours[6 * here + direction]
            across = side(here, there)
            if there == OFF_MAP or land.terrain[there] in ("sea", "lake") or across in land.blocked:
                continue
            cost = 1 + _STRAY * line.stray(self._centres[here], self._centres[there])
            if across in used:
                cost *= _SHARED
            if across in land.rivers:
                cost *= _RIVER
            if land.terrain[there] == "mountain":
                cost *= _MOUNTAIN
            turn = 0 if came == START else min((direction - came) % 6, (came - direction) % 6)
            yield (there, direction), cost + _TURNS[turn]
