"""The plain versions that the benchmarks run beside ours do the same work, or the ratios would say nothing."""

from __future__ import annotations

import pytest

from ocs_engine.bench import (
    ALLOWANCE,
    CROWDED,
    STARTS,
    PlainTable,
    bench_commands,
    plain_graphs,
    plain_lens,
    plain_reach,
    plain_trace,
)
from ocs_engine.kernel.search import reach
from ocs_engine.lens import lens
from ocs_engine.odds.position import as_combat
from ocs_engine.series.costs import arcs
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.trace import trace
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import load_world


@pytest.mark.parametrize("mobility", Mobility)
@pytest.mark.parametrize("label", STARTS)
def test_plain_search_finds_the_same_range(mobility: Mobility, label: str) -> None:
    world = load_world("race-for-tunis")
    graph, start, axial = arcs(world, mobility), world.place(label), world.atlas.grid.axial
    closed = set(world.atlas.grid.around(start)) - {world.atlas.grid.neighbours[6 * start]}
    halting = set(range(0, world.atlas.grid.size, 7))
    ours = reach(graph, start, ALLOWANCE, closed, halting)
    plain, before = plain_reach(
        {axial[node]: {axial[near]: cost for near, cost in ways} for node, ways in enumerate(graph)},
        axial[start],
        ALLOWANCE,
        {axial[hex_] for hex_ in closed},
        {axial[hex_] for hex_ in halting},
    )
    assert {axial[node]: ours.cost[node] for node in ours.nodes()} == plain
    assert set(before) == set(plain) - {axial[start]}


def test_plain_table_undoes() -> None:
    table = PlainTable({"units": [["a", "counter", "A01.01", "combat"]]})
    table.move(["a"], "A02.02")
    assert table.units["a"]["place"] == "A02.02"
    table.undo()
    assert table.units["a"]["place"] == "A01.01"


@pytest.fixture(scope="module")
def crowded() -> State:
    return as_combat(rules_for(load_world(CROWDED)).start(), Side.ALLIED)


@pytest.mark.parametrize("side", Side)
def test_plain_trace_finds_who_traces(crowded: State, side: Side) -> None:
    found = trace(crowded, side).lines
    plain = plain_trace(crowded, side, plain_graphs(crowded, side))
    assert plain == {uid: line is not None for uid, line in found.items() if on_map(crowded, crowded.units[uid].place)}


@pytest.mark.parametrize("side", Side)
def test_plain_lens_finds_the_same_lines_and_cuts(crowded: State, side: Side) -> None:
    graphs, axial = plain_graphs(crowded, side), crowded.world.atlas.grid.axial
    own = [uid for uid, unit in crowded.in_order() if unit.side is side and on_map(crowded, unit.place)]
    for uid in own[::25]:
        found = lens(crowded, uid)
        lines, cuts, trace_cuts = plain_lens(crowded, uid, graphs)
        assert lines == [(axial[line.access.source.place], line.access.hq) for line in found.lines]
        assert set(cuts) == {axial[hex_] for hex_ in found.cuts.units}
        assert set(trace_cuts) == {axial[hex_] for hex_ in found.trace_cuts.units}


def test_the_slowest_command_is_named_with_its_kind() -> None:
    """One turn of the smallest scenario; no command of it takes a second on any machine."""
    found = bench_commands("race-for-tunis", turns=1)
    assert found.name.startswith("slowest command in race-for-tunis: '")
    assert 0 < found.ours < 1
