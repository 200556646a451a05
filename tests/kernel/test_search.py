"""The bounded search: cheapest costs and ways, against a plain search with heapq and a dict."""

from heapq import heappop, heappush
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ocs_engine.kernel.search import reach, reach_first

#  0 --2-- 1 --2-- 2
#  |               |
#  +------5--------+--1-- 3
DIAMOND = [[(1, 2), (2, 5)], [(0, 2), (2, 2)], [(0, 5), (1, 2), (3, 1)], [(2, 1)]]


def plain(arcs, start, budget, closed, halting):
    """Cost by node within budget, by the textbook."""
    cost, heap = {start: 0}, [(0, start)]
    while heap:
        spent, node = heappop(heap)
        if spent > cost[node] or (node in halting and node != start):
            continue
        for neighbour, step in arcs[node]:
            total = spent + step
            if total <= budget and neighbour not in closed and total < cost.get(neighbour, budget + 1):
                cost[neighbour] = total
                heappush(heap, (total, neighbour))
    return cost


def test_the_cheapest_way_counts_not_the_shortest():
    found = reach(DIAMOND, 0, 5)
    assert [found.cost[node] for node in range(4)] == [0, 2, 4, 5]
    assert found.path(3) == [0, 1, 2, 3]
    assert found.nodes() == [0, 1, 2, 3]


def test_the_budget_is_a_bound_that_may_be_spent_to_the_last():
    assert reach(DIAMOND, 0, 4).nodes() == [0, 1, 2]
    assert reach(DIAMOND, 0, 3).nodes() == [0, 1]
    assert reach(DIAMOND, 0, 0).nodes() == [0]


def test_a_closed_node_is_gone_round_and_out_of_reach():
    found = reach(DIAMOND, 0, 9, closed={1})
    assert found.path(3) == [0, 2, 3]
    assert found.cost[3] == 6
    assert 1 not in found


def test_a_halting_node_is_entered_but_not_left():
    found = reach(DIAMOND, 0, 9, halting={1})
    assert 1 in found
    assert found.path(3) == [0, 2, 3]


def test_the_start_may_be_left_whatever_it_is():
    assert reach(DIAMOND, 0, 9, closed={0}, halting={0}).nodes() == [0, 1, 2, 3]


def test_no_way_leads_out_of_reach():
    found = reach(DIAMOND, 0, 4)
    assert 3 not in found
    assert found.cost[3] > 4
    with pytest.raises(ValueError, match="node 3 is out of reach"):
        found.path(3)


def test_of_equally_cheap_ways_the_one_by_the_lowest_node_is_taken():
    arcs = [[(2, 1), (1, 1)], [(3, 1)], [(3, 1)], []]
    assert reach(arcs, 0, 2).path(3) == [0, 1, 3]


def test_what_is_out_of_reach_or_closed_has_no_node_before_it():
    """Also where its cost would be just one more than the budget."""
    assert list(reach(DIAMOND, 0, 4).before) == [-1, 0, 1, -1]
    assert list(reach(DIAMOND, 0, 4, closed={2}).before) == [-1, 0, -1, -1]


@st.composite
def graphs(draw):
    size = draw(st.integers(1, 9))
    nodes = st.integers(0, size - 1)
    arcs = [draw(st.lists(st.tuples(nodes, st.integers(1, 7)), max_size=4)) for _ in range(size)]
    some = st.frozensets(nodes, max_size=3)
    return arcs, draw(nodes), draw(st.integers(0, 20)), draw(some), draw(some)


@given(graphs())
def test_costs_agree_with_the_plain_search_and_ways_add_up(graph):
    arcs, start, budget, closed, halting = graph
    found = reach(arcs, start, budget, closed, halting)
    expected = plain(arcs, start, budget, closed, halting)
    assert {node: found.cost[node] for node in found.nodes()} == expected
    assert all(found.cost[node] > budget for node in range(len(arcs)) if node not in expected)
    for node in found.nodes():
        way = found.path(node)
        assert (way[0], way[-1]) == (start, node)
        assert len(set(way)) == len(way)
        steps = [min(cost for to, cost in arcs[a] if to == b) for a, b in pairwise(way)]
        assert sum(steps) == found.cost[node]
        assert not closed.intersection(way[1:])
        assert not halting.intersection(way[1:-1])


@given(graphs())
def test_the_same_question_has_the_same_answer(graph):
    arcs, start, budget, closed, halting = graph
    one, two = (reach(arcs, start, budget, each, list(halting)) for each in (closed, list(closed)))
    assert (list(one.cost), list(one.before)) == (list(two.cost), list(two.before))


@given(graphs(), st.data())
def test_a_search_for_the_nearest_of_some_ends_goes_no_further(graph, data):
    arcs, start, budget, closed, _ = graph
    ends = data.draw(st.frozensets(st.integers(0, len(arcs) - 1)))
    whole, first = reach(arcs, start, budget, closed), reach_first(arcs, start, budget, closed, ends)
    nearest = min((whole.cost[end] for end in ends if end in whole), default=budget)
    assert first.budget == nearest
    assert first.nodes() == [node for node in whole.nodes() if whole.cost[node] <= nearest]
    assert all((first.cost[node], first.path(node)) == (whole.cost[node], whole.path(node)) for node in first.nodes())
