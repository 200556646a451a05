"""What the player `simple` does with replacements."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.players.simple import SimplePlayer
from ocs_engine.players.simple_replacements import goal, order
from ocs_engine.series.reinforcing.rebuilding import Rebuild, RebuildTruck
from ocs_engine.series.reinforcing.regaining import RegainStep
from ocs_engine.series.reinforcing.replacements import PlaceStrip, RebuildFree, RefitSurge
from ocs_engine.state.model import Up
from tests.positions import AXIS, Position
from tests.series.test_rebuilding import HQ, lay
from tests.tunisia.test_replacements import at_refit, dead, go_on, hurt, surge

TENTH = "ger-10pz-i7"


def test_it_rebuilds_what_is_worth_most_and_then_ends():
    p = lay(HQ, ["ger-para-i5", TENTH, "ger-pz-190"], pax="A22.20", eq="A22.20")
    first = order(p.state, AXIS)
    assert isinstance(first, Rebuild) and first.units in ((TENTH,), ("ger-pz-190",)), "tanks before paratroops"
    p.do(first)
    second = order(p.state, AXIS)
    assert isinstance(second, Rebuild) and second.units == ("ger-para-i5",)
    p.do(second)
    assert order(p.state, AXIS) is None


def test_a_dead_hq_comes_back_before_anybody_else():
    """It takes a Pax and an Eq, and fights for little; yet many units trace by it."""
    p = lay(HQ, ["ger-para-i5", TENTH, "ger-hq-dak"], pax="A22.20", eq="A22.20")
    first = order(p.state, AXIS)
    assert isinstance(first, Rebuild) and first.units == ("ger-hq-dak",)


def test_what_a_dead_hq_needs_is_saved_for_it():
    """It takes a Pax and an Eq: the only Pax waits for an Eq, and of two Pax one may go to the paratroops."""
    assert order(lay(HQ, ["ger-para-i5", "ger-hq-dak"], pax="A22.20").state, AXIS) is None
    assert order(lay(HQ, [TENTH, "ger-hq-dak"], eq="A22.20").state, AXIS) is None
    two = order(lay(HQ, ["ger-para-i5", "ger-hq-dak"], pax="A22.20 A22.20").state, AXIS)
    assert isinstance(two, Rebuild) and two.units == ("ger-para-i5",)
    p = lay(HQ, ["ger-hq-dak"], eq="A22.20")
    lost = replace(p.state, lost_transport=Map({(AXIS, "truck", ""): 8}))
    assert order(lost, AXIS) is None, "nor does it go for a truck"


def test_near_the_enemy_in_combat_mode_else_in_move_mode():
    far = order(lay(HQ, [TENTH], eq="A22.20").state, AXIS)
    near = order(lay(f"{HQ}\n== Allied ==\nA25.20: Fr Mech Rgt (Coutx)", [TENTH], eq="A22.20").state, AXIS)
    assert isinstance(far, Rebuild) and isinstance(near, Rebuild)
    assert (far.stances, near.stances) == ({TENTH: "move"}, {TENTH: "combat"})


def test_an_eq_that_nobody_needs_gives_a_truck():
    p = lay(HQ, eq="A22.20")
    p = Position(p.rules, replace(p.state, lost_transport=Map({(AXIS, "truck", ""): 8})), p.game.dice)
    found = order(p.state, AXIS)
    assert isinstance(found, RebuildTruck)
    p.do(found)


def test_replacements_on_the_map_go_to_an_hq_while_they_are_needed():
    p = lay(HQ, ["ger-para-i5"], pax="A30.20", eq="A31.20", when="Axis Movement Phase")
    assert goal(p.state, "axis-pax-1") == p.hex("A22.20")
    assert goal(p.state, "axis-eq-1") is None, "nobody dead takes an Eq"
    near = lay(HQ, ["ger-para-i5"], pax="A24.20", when="Axis Movement Phase")
    assert goal(near.state, "axis-pax-1") is None, "it can be used where it is"
    player = SimplePlayer()
    start = p.state.world.atlas.grid.distance(p.state.units["axis-pax-1"].place, p.hex("A22.20"))
    for _ in range(20):
        command = player.command(p.game, AXIS)
        if command.kind == "end segment":
            break
        p.do(command)
    assert p.state.units["axis-pax-1"].up is Up.MOVE
    assert p.state.world.atlas.grid.distance(p.state.units["axis-pax-1"].place, p.hex("A22.20")) < start


@pytest.mark.rule("T2 1.4a")
def test_it_answers_what_its_replacements_ask():
    player = SimplePlayer()
    p = hurt(dead(at_refit(AXIS, (4, 4, 1)), "ger-para-i5", "ger-pz-190"), **{"ger-ju88-1": 2})
    go_on(p)
    unit = player.command(p.game, AXIS)
    assert isinstance(unit, RebuildFree) and unit.unit == "ger-pz-190"
    p.do(unit)
    step = player.command(p.game, AXIS)
    assert isinstance(step, RegainStep) and step.plane == "ger-ju88-1"
    p.do(step)
    special, _ = surge(at_refit(AXIS, (2, 3)), 5)
    go_on(special)
    planes = player.command(special.game, AXIS)
    assert isinstance(planes, RefitSurge) and len(planes.planes) == 3
    special.do(planes)
    strip = player.command(special.game, AXIS)
    assert isinstance(strip, PlaceStrip)
    special.do(strip)
