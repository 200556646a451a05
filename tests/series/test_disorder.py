"""OCS 5.7d, 5.10a, 5.10c, 5.10e: what a result does to the modes of a hex, and who works on in disorder."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.series.disorder import disordered, keeps_working, may_eat, may_throw, roused
from ocs_engine.state.events import StancesChanged, stance
from ocs_engine.state.model import Mode, Up
from tests.positions import ALLIED, AXIS, Position, position

NOTE = """
    == Axis ==
    A20.20: March Bn (T-1)                -- Reserve
    A20.20: LW Para Bn (I-5)              -- Move
    A20.20: It AG Bn (557)                -- Exploit
    A20.20: Pz Bn (190)                   -- Strat
    A20.20: It Para Bn (1 RA)             -- DG, Move side up
    A20.20: Corps HQ (90), Truck Point
    A20.21: March Bn (T-2)                -- Reserve, Move side up
    == Allied ==
    A30.20: Commando Bn (6 Cdo)           -- Reserve
"""


def board() -> Position:
    """A hex full of modes."""
    return position(NOTE, "Axis Movement Phase", ground="")


@pytest.mark.rule("OCS 5.10a")
def test_a_whole_hex_goes_dg_and_loses_its_other_markers() -> None:
    p = board()
    found = disordered(p.state, AXIS, p.hex("A20.20"))
    assert found == {
        p.id("T-1"): "dg/combat", p.id("I-5"): "dg/move", p.id("557"): "dg/combat", p.id("190"): "dg/move",
        p.id("90"): "dg/combat",
    }  # fmt: skip
    after = p.rules.apply(p.state, StancesChanged(stances=found))
    modes = {after.units[uid].mode for uid in after.here[p.hex("A20.20")]}
    assert modes == {Mode.DG}
    assert stance(after.units[p.id("1 RA")]) == "dg/move", "as it was"
    assert after.units[p.id("T-2")].marker is Mode.RESERVE, "in another hex"
    assert disordered(after, AXIS, p.hex("A20.20")) == {}
    assert disordered(p.state, ALLIED, p.hex("A20.20")) == {}


@pytest.mark.rule("OCS 5.10c")
def test_transport_points_never_go_dg() -> None:
    p = board()
    found = disordered(p.state, AXIS, p.hex("A20.20"))
    assert not set(found) & set(p.state.transport)
    after = p.rules.apply(p.state, StancesChanged(stances=found))
    assert after.transport == p.state.transport


@pytest.mark.rule("OCS 5.7d")
def test_any_result_takes_the_reserve_markers_off_a_stack() -> None:
    p = board()
    assert roused(p.state, AXIS, p.hex("A20.20")) == {p.id("T-1"): "combat"}
    assert roused(p.state, AXIS, p.hex("A20.21")) == {p.id("T-2"): "move"}
    assert roused(p.state, ALLIED, p.hex("A30.20")) == {p.id("6 Cdo"): "combat"}
    assert roused(p.state, AXIS, p.hex("A30.20")) == {}


@pytest.mark.rule("OCS 5.10e")
@pytest.mark.parametrize(
    ("up", "marker", "works"),
    [
        (Up.COMBAT, None, True),
        (Up.COMBAT, Mode.DG, True),
        (Up.MOVE, None, False),
        (Up.MOVE, Mode.DG, False),
        (Up.COMBAT, Mode.RESERVE, False),
        (Up.MOVE, Mode.STRAT, False),
    ],
)
def test_an_hq_works_on_in_disorder_with_its_combat_side_up(up: Up, marker: Mode | None, works: bool) -> None:
    assert keeps_working(replace(board().unit("90"), up=up, marker=marker)) is works


@pytest.mark.rule("OCS 5.8b")
@pytest.mark.parametrize(
    ("remark", "throws", "eats"),
    [("Combat", True, True), ("Move", True, True), ("DG", True, True), ("Strat", False, False)],
)
def test_strat_mode_neither_throws_nor_eats(remark: str, throws: bool, eats: bool) -> None:
    """An HQ in Strat Mode throws no supply, and no unit in it eats off the map; disorder stops neither (OCS 5.10e)."""
    p = position(f"== Axis ==\nA20.20: Corps HQ (90)  -- {remark}\n== Allied ==\nA30.20: Para Bn (3)", ground="")
    assert (may_throw(p.unit("90")), may_eat(p.unit("90"))) == (throws, eats)


@pytest.mark.rule("OCS 5.8b")
def test_only_an_hq_throws() -> None:
    p = position("== Axis ==\nA20.20: Pz Bn (190)\n== Allied ==\nA30.20: Para Bn (3)", ground="")
    assert not may_throw(p.unit("190"))
