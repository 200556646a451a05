"""What Tunisia II changes in construction (T2 1.1b, 1.3c, 1.9, 1.11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.series.building import Build
from ocs_engine.state.build_events import Task
from ocs_engine.state.model import State, Work
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS
from tests.series.supply.sites import base, build, port, site

HQ = "== Allied ==\nA20.20: Corps HQ (5)\nA20.19: 10 SP\n"
DUMP, HERE = "A20.19", "A20.20"
TROOPS = "== Allied ==\nA20.20: Fr Inf Rgt (4 Tun)\nA20.19: 10 SP\n"


@pytest.mark.rule("T2 1.3c")
@pytest.mark.parametrize("task", list(Task))
def test_nothing_is_built_broken_or_repaired_in_mud(task: Task):
    works = {"bases": {HERE: base(2)}, "hedgehogs": {HERE: base(2)}, "ports": {HERE: port(2)}}
    p = site(HQ, weather=Weather.MUD, **works)
    p.do(Build(side=ALLIED, task=task, hex=HERE, by=p.ids("5"), payment={DUMP: 4}), no="T2 1.3c")
    assert "build" not in p.legal() and "blow" in p.legal()


# --- hedgehogs


@pytest.mark.rule("T2 1.11b", "OCS 21.11")
@pytest.mark.parametrize(("level", "tokens"), [(0, 8), (1, 12), (2, 16), (3, 20)])
def test_an_engineer_pays_two_to_five_sp_for_levels_one_to_four(level: int, tokens: int):
    p = site(HQ, hedgehogs={HERE: base(level)} if level else {})
    build(p, "hedgehog", HERE, "5", {DUMP: tokens - 1}, no="OCS 12.1")
    build(p, "hedgehog", HERE, "5", {DUMP: tokens})
    assert p.state.hedgehogs[p.hex(HERE)] == Work(ALLIED, level + 1)
    assert p.state.dumps[p.hex(DUMP)].tokens == 40 - tokens


@pytest.mark.rule("T2 1.11b", "OCS 21.11")
@pytest.mark.parametrize(("level", "tokens", "no"), [(0, 8, None), (1, 12, "T2 1.11b"), (3, 20, "T2 1.11b")])
def test_troops_build_level_one_alone(level: int, tokens: int, no: str | None):
    p = site(TROOPS, hedgehogs={HERE: base(level)} if level else {})
    build(p, "hedgehog", HERE, "4 Tun", {DUMP: tokens}, no=no)


@pytest.mark.rule("T2 1.9")
def test_the_luftwaffe_battalion_is_an_engineer():
    p = site("== Axis ==\nA20.20: LW Para Eng Bn (Witzig)\nA20.19: 10 SP", "Axis Movement Phase")
    build(p, "air base", "A20.22", "Witzig", {DUMP: 4})
    assert p.state.bases[p.hex("A20.22")] == Work(AXIS, 1)


MARETH = "Maps: B\n== Axis ==\n{hex}: It Corps HQ (21 It)\n{hex}: 10 SP"


@pytest.mark.rule("T2 1.1b", "OCS 16.0c")
@pytest.mark.parametrize(("level", "no"), [(2, "OCS 16.0c"), (3, None)])
def test_the_mareth_line_never_falls_below_level_two(level: int, no: str | None):
    printed = _printed()
    p = site(MARETH.format(hex=printed), "Axis Movement Phase", ground=None, hedgehogs={printed: base(level, AXIS)})
    build(p, "reduce hedgehog", printed, "21 It", no=no)


@pytest.mark.rule("T2 1.1b", "T2 1.11b")
@pytest.mark.parametrize(("level", "tokens", "no"), [(2, 16, None), (3, 20, None), (4, 24, "OCS 16.0b")])
def test_the_mareth_line_may_rise_to_level_four(level: int, tokens: int, no: str | None):
    printed = _printed()
    p = site(MARETH.format(hex=printed), "Axis Movement Phase", ground=None, hedgehogs={printed: base(level, AXIS)})
    build(p, "hedgehog", printed, "21 It", {printed: tokens}, no=no)


def _printed() -> str:
    """A hex of the map with a printed hedgehog."""
    atlas = load_world("the-mareth-line").atlas
    return atlas.grid.label(min(atlas.hedgehogs))


# --- ports


def _repair(port_hex: str, hits: int) -> int:
    state: State = new_game(load_world("race-for-tunis"), 7).state
    hex_ = state.world.place(port_hex)
    state = replace(state, ports=state.ports.set(hex_, Work(Side.AXIS, 0, hits)))
    return state.points.construction_cost(state, Task.REPAIR_PORT, hex_)


@pytest.mark.rule("T2 1.11a", "OCS 21.11")
@pytest.mark.parametrize(
    ("label", "hits", "tokens"),
    [
        ("A48.24", 1, 4),  # Tunis: 12T are left of 16
        ("A48.24", 4, 3),  # 3T are left, less than 1 SP
        ("A54.11", 1, 3),  # Sousse: 3T are left of 4
        ("A54.11", 3, 2),
        ("A54.11", 4, 1),
        ("A30.26", 1, 1),  # Tabarka: 1T while it has up to two hits, then nothing
        ("A30.26", 4, 0),
    ],
)
def test_a_hit_takes_what_the_port_can_still_handle_if_that_is_under_one_sp(label: str, hits: int, tokens: int):
    assert _repair(label, hits) == tokens


@pytest.mark.rule("T2 1.11a", "OCS 19.0d")
def test_a_small_port_is_repaired_for_less():
    note = "== Axis ==\nA54.11: Corps HQ (90)\nA54.11: 1 SP"
    p = site(note, "Axis Movement Phase", ground=None, ports={"A54.11": port(4, AXIS)})
    build(p, "repair port", "A54.11", "90", {"A54.11": 4}, no="OCS 12.1")
    build(p, "repair port", "A54.11", "90", {"A54.11": 1})
    assert p.state.ports[p.hex("A54.11")].hits == 3 and p.state.dumps[p.hex("A54.11")].tokens == 3


# --- air strips and closed ground


@pytest.mark.rule("T2 1.11d")
def test_an_engineer_raises_a_strip_for_three_tokens():
    p = site(HQ, bases={HERE: base(0)})
    build(p, "strip to base", HERE, "5", {DUMP: 3})
    assert p.state.bases[p.hex(HERE)] == Work(ALLIED, 1)


@pytest.mark.rule("T2 1.5")
def test_nothing_is_built_near_a_closed_entry_area():
    """Within 1 hex of Entry A the Axis may do nothing (T2 1.5)."""
    state = new_game(load_world("race-for-tunis"), 7).state
    barred = state.points.closed_to(state, AXIS)
    grid, land = state.world.atlas.grid, state.world.atlas.is_land
    edges = sorted(hex_ for hex_ in barred if land(hex_))
    inside = edges[0]
    outside = next(hex_ for hex_ in sorted(grid.around(inside)) if hex_ not in barred and land(hex_))
    note = f"== Axis ==\n{grid.label(outside)}: LW Para Eng Bn (Witzig)\n{grid.label(outside)}: 2 SP"
    p = site(note, "Axis Movement Phase", ground=None)
    build(p, "air base", grid.label(inside), "Witzig", {grid.label(outside): 4}, no="OCS 15.3")
    build(p, "air base", grid.label(outside), "Witzig", {grid.label(outside): 4})
