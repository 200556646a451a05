"""Moves on the real map; each test first says what is printed on the ground it needs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.positions import Position, position

MEDJEZ = """
    == Allied ==
    A40.22: Fr Mech Rgt (Coutx), 6 Arm Div (17/21 L Arm), Commando Bn (6 Cdo)   -- Move
"""


def printed(p: Position, label: str, terrain: str, settlement: str = "") -> None:
    """What fills a hex."""
    atlas, hex_ = p.state.world.atlas, p.hex(label)
    assert (atlas.terrain[hex_], atlas.settlement[hex_]) == (terrain, settlement), label


def between(p: Position, here: str, there: str, water: str = "", road: str = "", rail: str = "") -> None:
    """What lies along and across a hexside."""
    atlas = p.state.world.atlas
    edge = atlas.grid.edge_between(p.hex(here), p.hex(there))
    assert (atlas.water[edge], atlas.road[edge], atlas.rail[edge]) == (water, road, rail), (here, there)


@pytest.mark.rule("OCS 6.2")
def test_over_the_medjerda_bridge_and_up_the_tunis_road() -> None:
    p = position(MEDJEZ)
    printed(p, "A41.22", "rough", "village")  # Medjez el Bab
    between(p, "A40.22", "A41.22", "major_river", "primary", "standard")
    between(p, "A41.22", "A42.22", "", "primary", "standard")
    between(p, "A42.22", "A43.23", "", "primary")
    for name in ("Coutx", "17/21 L Arm", "6 Cdo"):
        p.move(name, "A41.22 A42.22 A43.23")
    # three hexes of primary road: 3 x 1/3 by truck, 3 x 1/2 by track and on foot; river and rough ground cost nothing
    assert [p.spent(name) for name in ("Coutx", "17/21 L Arm", "6 Cdo")] == [1, Fraction(3, 2), Fraction(3, 2)]


@pytest.mark.rule("OCS 6.2", "OCS 6.2c")
def test_across_the_medjerda_where_there_is_no_bridge() -> None:
    p = position(MEDJEZ)
    printed(p, "A40.21", "hills")
    between(p, "A40.22", "A40.21", "major_river")
    p.move("Coutx", "A40.21", no="OCS 6.2c")
    p.move("17/21 L Arm", "A40.21", no="OCS 6.2c")
    p.move("6 Cdo", "A40.21")
    assert p.spent("6 Cdo") == 1 + 3  # the hill and the river


@pytest.mark.rule("OCS 6.2", "OCS 6.2d")
def test_from_beja_down_to_the_plain() -> None:
    # Beja is a village in rough ground, with minor rivers on its southern sides; the rails cross one of them.
    note = "== Allied ==\nA36.22: Fr Mech Rgt (Coutx), 6 Arm Div (17/21 L Arm), Commando Bn (6 Cdo)   -- Move"
    p = position(note)
    printed(p, "A35.23", "rough", "village")
    between(p, "A36.22", "A35.23", "minor_river", "", "standard")
    for name in ("Coutx", "17/21 L Arm", "6 Cdo"):
        p.move(name, "A35.23")
    # across country 6 + 4, 4 + 2 and 2 + 1; along the rails 2, 1 and 1
    assert [p.spent(name) for name in ("Coutx", "17/21 L Arm", "6 Cdo")] == [2, 1, 1]


@pytest.mark.rule("T2 1.1e", "OCS 6.2c")
def test_out_of_bizerte_over_the_channel() -> None:
    p = position("== Axis ==\nA44.31: March Bn (T-2), LW Para Eng Bn (Witzig)   -- Move", "Axis Movement Phase")
    printed(p, "A44.31", "hills", "city")
    between(p, "A44.31", "A44.30", "blocked_with_road", "primary")
    printed(p, "A45.32", "sea")
    p.move("T-2", "A45.32", no="OCS 6.2c")
    p.move("T-2", "A44.30")
    p.move("Witzig", "A44.30")
    assert [p.spent(name) for name in ("T-2", "Witzig")] == [Fraction(1, 2), Fraction(1, 3)]


@pytest.mark.rule("OCS 4.5a", "OCS 6.2")
def test_the_first_turn_as_the_french_find_it() -> None:
    # Race for Tunis as it begins: a paratroop battalion in Medjez el Bab bars the bridge, and its zone reaches the
    # hexes around, A40.22 among them. The French may leave that hex, in which they start, by the road to the west.
    p = position("""
        == Axis ==
        A41.22: LW Para Bn (I-5)
        == Allied ==
        A40.22: Fr Mech Rgt (Coutx)
    """)
    p.move("Coutx", "A41.22", no="OCS 4.8c")
    p.move("Coutx", "A40.23", no="OCS 5.8a", Coutx="strat/move")
    p.move("Coutx", "A39.22", no="OCS 5.7c", Coutx="reserve/move")
    between(p, "A40.22", "A39.23", "", "primary", "standard")
    p.move("Coutx", "A39.23", Coutx="move")
    assert p.spent("Coutx") == Fraction(1, 3)
