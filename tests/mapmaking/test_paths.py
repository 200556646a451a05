"""Cheapest chains against a plain search over all chains, and distances from a line."""

from itertools import pairwise, permutations

from hypothesis import given
from hypothesis import strategies as st

from ocs_engine.mapmaking.paths import TrueLine, cheapest

NODES = range(5)
weights = st.dictionaries(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), st.integers(1, 20), max_size=14
)


def all_chains(links: dict[tuple[int, int], int], start: int, goal: int) -> list[int]:
    """The cost of every chain without a node twice."""
    costs = []
    others = [n for n in NODES if n not in (start, goal)]
    for count in range(len(others) + 1):
        for middle in permutations(others, count):
            chain = [start, *middle, goal]
            steps = list(pairwise(chain))
            if all(step in links for step in steps):
                costs.append(sum(links[step] for step in steps))
    return costs


@given(weights)
def test_cheapest_is_the_least_of_all_chains(links: dict[tuple[int, int], int]) -> None:
    found = cheapest([0], {4}, lambda n: [(b, float(cost)) for (a, b), cost in links.items() if a == n])
    costs = all_chains(links, 0, 4)
    if found is None:
        assert costs == []
    else:
        assert found[0] == 0
        assert found[-1] == 4
        assert sum(links[step] for step in pairwise(found)) == min(costs)


def test_a_start_that_is_a_goal_is_a_chain_by_itself() -> None:
    assert cheapest([3], {3}, lambda _: []) == [3]


def test_distance_and_stray_from_a_line() -> None:
    line = TrueLine([(0.0, 0.0), (10.0, 0.0)])
    assert line.distance((5.0, 3.0)) == 3.0
    assert line.distance((13.0, 4.0)) == 5.0                                   # nearest the end point
    assert line.stray((2.0, 1.0), (4.0, 1.0)) == 1.0
    assert line.stray((2.0, 0.0), (4.0, 0.0)) == 0.0
