"""Cheapest chains on small graphs, and distances from a true line: what lays rivers, roads and rails on the grid."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Hashable, Iterable
from typing import TypeVar

import shapely
from shapely import LineString

from ocs_engine.mapmaking.georeference import Point

Node = TypeVar("Node", bound=Hashable)
_SCALE = 1_000_000
"""Costs are kept as whole millionths, so that sums do not depend on their order."""


class NoWayError(ValueError):
    """A river, road or rail of the network cannot be laid on the grid."""


def cheapest(
    starts: Iterable[Node], goals: Collection[Node], steps: Callable[[Node], Iterable[tuple[Node, float]]]
) -> list[Node] | None:
    """The cheapest chain from any start to any goal, both ends included; None when there is none.

    Ties go to the chain found first, in the order in which `steps` lists its neighbours.
    """
    best: dict[Node, int] = {}
    came: dict[Node, Node | None] = {}
    heap: list[tuple[int, int, Node]] = []
    order = 0
    for node in starts:
        if node not in best:
            best[node], came[node] = 0, None
            heap.append((0, order, node))
            order += 1
    done: set[Node] = set()
    while heap:
        cost, _, node = heapq.heappop(heap)
        if node in done:
            continue
        done.add(node)
        if node in goals:
            return _walk_back(came, node)
        for there, step in steps(node):
            total = cost + round(step * _SCALE)
            if there not in done and total < best.get(there, total + 1):
                best[there], came[there] = total, node
                order += 1
                heapq.heappush(heap, (total, order, there))
    return None


def _walk_back(came: dict[Node, Node | None], node: Node) -> list[Node]:
    chain = [node]
    while (previous := came[chain[-1]]) is not None:
        chain.append(previous)
    chain.reverse()
    return chain


class TrueLine:
    """A line as geography has it, in map units; says how far a step strays from it."""

    def __init__(self, points: list[Point]) -> None:
        self._line = LineString(points if len(points) > 1 else [points[0], points[0]])
        self.points = points

    def distance(self, point: Point) -> float:
        """Map units from a point to the nearest place on the line."""
        return float(shapely.distance(self._line, shapely.Point(point)))

    def stray(self, here: Point, there: Point) -> float:
        """Mean square distance from the line of three points of a step."""
        middle = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
        return sum(self.distance(p) ** 2 for p in (here, middle, there)) / 3


def length(here: Point, there: Point) -> float:
    """Straight distance in map units."""
    return math.hypot(there[0] - here[0], there[1] - here[1])
