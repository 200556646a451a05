"""Away from enemies a unit reaches in a stack just what it reaches alone: each pays its own way (OCS 6.1)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.grid import Hex
from ocs_engine.series.movement import movement_range, next_hexes, step_refusal
from tests.positions import Position, position

COMPANIONS = ("Coutx", "6 Cdo", "17/21 L Arm", "11 Inf", "Arty")
"""On trucks, on foot, on tracks, in a regiment, with guns."""


def together(start: str) -> Position:
    """All five in one hex of the real map in Move Mode, no enemy on it."""
    units = "Fr Mech Rgt (Coutx), Commando Bn (6 Cdo), 6 Arm Div (17/21 L Arm), 78 Inf Div (11 Inf, Arty)"
    return position(f"== Allied ==\n{start}: {units}  -- Move")


def march(p: Position, name: str, path: list[Hex]) -> int:
    """Take a unit along a path in a stack with all others, leaving behind who cannot go on; what it spent."""
    uid = p.id(name)
    p.begin(", ".join(COMPANIONS))
    stack = [p.id(each) for each in COMPANIONS]
    for hex_ in path[1:]:
        tired = [each for each in stack if each != uid and step_refusal(p.state, each, hex_) is not None]
        if tired:
            p.drop(tired)
            stack = [each for each in stack if each not in tired]
        assert hex_ in next_hexes(p.state, stack)
        p.step(p.state.world.label(hex_))
    return p.state.memory.spent.get(uid, 0)


@pytest.mark.rule("OCS 6.1", "OCS 6.1f")
@settings(max_examples=25)
@given(st.sampled_from(COMPANIONS), st.sampled_from(["A20.20", "A35.23", "A12.10", "A30.05"]), st.integers(0, 10**6))
def test_a_unit_goes_as_far_in_a_stack_as_alone(name: str, start: str, pick: int) -> None:
    alone = together(start)
    within = movement_range(alone.state, alone.id(name))
    hexes = within.nodes()
    there = hexes[pick % len(hexes)]
    assert march(together(start), name, within.path(there)) == within.cost[there]
