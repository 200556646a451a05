"""OCS 4.7d: what may be carried at all: units in Move Mode that have marched half their MA at most."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.series.transport_size import ride_refusal, unit_cargo
from ocs_engine.world.counters import Mobility
from tests.positions import position

NOTE = """
    == Axis ==
    A30.20: Para Bn (1 RA)
    == Allied ==
    A20.20: Para Bn (3)       -- Move
    A21.25: Commando Bn (6 Cdo)
"""


def code(hexes: int, then_still: bool) -> str:
    """What a battalion of Leg MA 5 hears that has marched some hexes of open ground at 1 MP each."""
    p = position(NOTE.replace("Para Bn (1 RA)", "It Para Bn (1 RA)"), "Allied Movement Phase", ground="")
    p.begin("3")
    for row in range(21, 21 + hexes):
        p.step(f"A20.{row}")
    refusal = ride_refusal(p.state, p.id("3"), then_still)
    return refusal.code if refusal else "may"


@pytest.mark.rule("OCS 4.7d")
@pytest.mark.parametrize(("hexes", "told"), [(0, "may"), (2, "may"), (3, "marched too far")])
def test_half_of_the_allowance_may_be_marched_before_a_ride(hexes: int, told: str) -> None:
    """MA 5: 2 MP are at most half of it, 2 1/2; 3 MP are more."""
    assert code(hexes, then_still=False) == told


@pytest.mark.rule("OCS 4.7d")
@pytest.mark.parametrize(("hexes", "told"), [(0, "may"), (1, "marched too far")])
def test_before_a_drop_or_a_sea_passage_no_march_at_all(hexes: int, told: str) -> None:
    assert code(hexes, then_still=True) == told


@pytest.mark.rule("OCS 4.7d", "OCS 5.6")
def test_only_units_in_move_mode_are_carried() -> None:
    p = position(NOTE.replace("Para Bn (1 RA)", "It Para Bn (1 RA)"), "Allied Movement Phase", ground="")
    refusal = ride_refusal(p.state, p.id("6 Cdo"), then_still=False)
    assert refusal is not None
    assert refusal.rule == "OCS 5.6"


@pytest.mark.rule("OCS 4.7")
@pytest.mark.parametrize(
    ("mobility", "ma", "room"),
    [("leg", 0, 4), ("leg", 1, 2), ("leg", 6, 2), ("leg", 7, 4), ("truck", 6, 4), ("track", 5, 4)],
)
def test_a_unit_on_foot_with_1_to_6_ma_in_move_mode_takes_half_its_size(mobility: str, ma: int, room: int) -> None:
    """A battalion of 1/2 RE is 2T, 4 half tokens; the side up does not matter."""
    unit = position(NOTE.replace("Para Bn (1 RA)", "It Para Bn (1 RA)"), ground="").unit("6 Cdo")
    move = replace(unit.counter.move, mobility=Mobility(mobility), ma=ma)
    made = replace(unit, counter=replace(unit.counter, move=move))
    assert unit_cargo(position(ground="").state.world.tables, made) == room
