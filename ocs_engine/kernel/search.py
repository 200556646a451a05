"""Cheapest paths over integer graphs: one bounded bucket-queue search for every rule that measures a way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property

Arcs = Sequence[Sequence[tuple[int, int]]]
"""For each node, its (neighbour, cost) pairs; costs are integers of at least 1, and barred arcs are left out."""


Buckets = list[list[int] | None]
"""By cost the nodes that a search came to at that cost; one that it came to more cheaply stands in both."""


@dataclass(frozen=True)
class Reach:
    """What can be reached from a start: the cheapest cost of each node, and the ways there."""

    start: int
    budget: int
    cost: Sequence[int]
    """Cost by node; more than `budget` where a node cannot be reached."""
    arcs: Arcs = field(repr=False)
    """The arcs that could be used."""
    buckets: Buckets = field(repr=False)

    def __contains__(self, node: int) -> bool:
        return self.cost[node] <= self.budget

    def nodes(self) -> list[int]:
        """Every node within reach, the start included, in order."""
        return _come_to(self.buckets, self.cost)

    @cached_property
    def before(self) -> Sequence[int]:
        """The node before each on a cheapest way, the lowest of several; -1 for the start and what is out of reach."""
        before = [-1] * len(self.cost)
        for node in self.nodes():
            spent = self.cost[node]
            for neighbour, step in self.arcs[node]:
                if spent + step == self.cost[neighbour] <= self.budget and before[neighbour] < 0:
                    before[neighbour] = node
        return before

    def path(self, node: int) -> list[int]:
        """A cheapest way to a node, both ends included; raises ValueError where it is out of reach."""
        if node not in self:
            raise ValueError(f"node {node} is out of reach")
        way = [node]
        while node != self.start:
            node = self.before[node]
            way.append(node)
        return way[::-1]


def reach(
    arcs: Arcs, start: int, budget: int, closed: Collection[int] = (), halting: Collection[int] = ()
) -> Reach:
    """Everything within `budget` of `start`.

    closed: nodes that may not be entered. halting: nodes that may be entered but not left again; the start may
    always be left, and is reached whatever is closed.
    """
    return _reach(_without_exits(arcs, start, halting) if halting else arcs, start, budget, closed)


def reach_first(arcs: Arcs, start: int, budget: int, closed: Collection[int], ends: AbstractSet[int]) -> Reach:
    """As `reach`, and no further than to the nearest of some ends: its cost is then the budget of the answer."""
    return _reach(arcs, start, budget, closed, ends)


def _reach(
    arcs: Arcs, start: int, budget: int, closed: Collection[int], ends: AbstractSet[int] = frozenset()
) -> Reach:
    cost = _costs(arcs, budget, closed)
    cost[start] = 0
    buckets = _spread(arcs, [start], budget, cost, ends)
    for node in closed:
        cost[node] = budget + 1
    cost[start] = 0
    return Reach(start, len(buckets) - 1, cost, arcs, buckets)


def _costs(arcs: Arcs, budget: int, closed: Collection[int]) -> list[int]:
    """By node a cost beyond the budget, and one that nothing betters where it is closed."""
    cost = [budget + 1] * len(arcs)
    for node in closed:
        cost[node] = -1
    return cost


def _spread(
    arcs: Arcs, starts: list[int], budget: int, cost: list[int], ends: AbstractSet[int] = frozenset()
) -> Buckets:
    """Search from some nodes, which cost 0, and bring down the costs of all that is within the budget.

    Where one of some ends is come to, nothing that costs more is looked at, and its cost is the last of the buckets.
    """
    buckets: Buckets = [None] * (budget + 1)
    buckets[0] = starts
    for spent, bucket in enumerate(buckets):
        if bucket is not None:
            if ends and not ends.isdisjoint(bucket):
                return buckets[: spent + 1]
            for node in bucket:
                if cost[node] == spent:
                    for neighbour, step in arcs[node]:
                        total = spent + step
                        if total < cost[neighbour]:
                            cost[neighbour] = total
                            waiting = buckets[total]
                            if waiting is None:
                                buckets[total] = [neighbour]
                            else:
                                waiting.append(neighbour)
    return buckets


def _come_to(buckets: Buckets, cost: Sequence[int]) -> list[int]:
    """The nodes that a search came to, in order."""
    return sorted(node for spent, bucket in enumerate(buckets) if bucket for node in bucket if cost[node] == spent)


def reach_back(arcs: Arcs, ends: Collection[int], budget: int, closed: Collection[int] = ()) -> list[int]:
    """Every node from which a way within `budget` leads to one of some ends, the ends included, in order.

    Nodes that are closed may be neither entered nor left.
    """
    cost = _costs(arcs, budget, closed)
    starts = [node for node in dict.fromkeys(ends) if cost[node] > 0]
    for node in starts:
        cost[node] = 0
    return _come_to(_spread(turned_round(arcs), starts, budget, cost), cost)


def nearest_ends(
    arcs: Arcs, ends: Mapping[int, int], budget: int, closed: Collection[int] = ()
) -> list[int | None]:
    """By node the name of the end that is nearest to it, counted towards the end; None where none is within `budget`.

    ends: the name of each; of ends equally near the first one counts. Closed nodes may be neither entered nor left.
    """
    cost = _costs(arcs, budget, closed)
    backward = turned_round(arcs)
    names: list[int | None] = [None] * len(arcs)
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    for node, name in ends.items():
        if cost[node] > 0:
            cost[node], names[node] = 0, name
            buckets[0].append(node)
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if cost[node] == spent:
                for neighbour, step in backward[node]:
                    if spent + step < cost[neighbour]:
                        cost[neighbour], names[neighbour] = spent + step, names[node]
                        buckets[spent + step].append(neighbour)
    return names


_BACKWARD: dict[int, tuple[Arcs, Arcs]] = {}
"""Graphs turned round, by the identity of the graph, which is kept so that it stays one."""
MOST_KEPT = 64


def turned_round(arcs: Arcs) -> Arcs:
    """The same arcs the other way: for each node those that lead to it, by where they come from."""
    known = _BACKWARD.get(id(arcs))
    if known is not None:
        return known[1]
    turned: list[list[tuple[int, int]]] = [[] for _ in arcs]
    for node, ways in enumerate(arcs):
        for neighbour, cost in ways:
            turned[neighbour].append((node, cost))
    if len(_BACKWARD) >= MOST_KEPT:
        _BACKWARD.clear()
    _BACKWARD[id(arcs)] = (arcs, turned)
    return turned


def _without_exits(arcs: Arcs, start: int, halting: Collection[int]) -> Arcs:
    usable = list(arcs)
    for node in halting:
        if node != start:
            usable[node] = ()
    return usable
