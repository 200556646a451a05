"""How supply is drawn and thrown (OCS 12.3): paths, adjacency, zones, bridges.

A20.20 lies south of A20.21. A draw takes 5 Truck MP; on open ground a hex costs 1.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.access import accesses, serves
from ocs_engine.series.supply.paths import draw_hexes, drawing_hexes, throw_hexes
from ocs_engine.world.counters import Mobility
from tests.positions import ALLIED, Position, position
from tests.series.supply.hqs import afoot, of_division

WHEN = "Allied Combat Phase, Combat Segment"


def at(note: str, ground: str = "all: open", when: str = WHEN) -> Position:
    return position(note, when, ground=ground)


def drawn(p: Position, label: str) -> set[str]:
    return p.labels(draw_hexes(p.state, p.side, p.hex(label)))


def thrown(p: Position, name: str) -> set[str]:
    return p.labels(throw_hexes(p.state, p.id(name)))


def names(p: Position, label: str, *users: str) -> list[str]:
    return [each.name for each in accesses(p.state, p.side, p.hex(label), p.ids(users))]


@pytest.mark.rule("OCS 12.3a", "OCS 12.3c")
def test_a_draw_goes_five_truck_mp_and_one_hex_beyond():
    p = at("== Allied ==\nA20.20: Para Bn (1)")
    found = drawn(p, "A20.20")
    assert "A20.26" in found and "A20.27" not in found
    # All hexes within 6 of A20.20: 1 + 6 * (1 + 2 + 3 + 4 + 5 + 6).
    assert len(found) == 127


@pytest.mark.rule("OCS 12.3a", "OCS 12.3d")
def test_each_hex_entered_is_paid_counted_from_the_user():
    # Hills cost a truck 3: one of them leaves 2 MP, which is two open hexes, and the next one by adjacency.
    p = at("== Allied ==\nA20.20: Para Bn (1)", "all: rough\nA20.21: hills\nA20.22, A20.23, A20.24: open")
    assert "A20.24" in drawn(p, "A20.20") and "A20.25" not in drawn(p, "A20.20")
    # From the other end it begins with open ground: A20.23, A20.22 and then the hills, 5 MP in all; A20.20 is adjacent.
    assert "A20.20" in drawn(p, "A20.24")
    # The rough all around costs 6 and is out of reach but for the hexes next to the path.
    assert "A22.20" not in drawn(p, "A20.20")


@pytest.mark.rule("OCS 12.3d", "OCS 6.2")
def test_a_path_follows_a_road_at_the_price_of_the_road():
    # A truck pays 1/3 MP a hex on a primary road, whatever the hills: 15 of them take 5 MP.
    column = [f"A20.{row}" for row in range(10, 31)]
    p = at("== Allied ==\nA20.10: Para Bn (1)", f"all: mountain\n{' - '.join(column)}: primary")
    found = drawn(p, "A20.10")
    assert "A20.26" in found and "A20.27" not in found
    assert "A21.26" in found, "next to A20.25, the last hex that is entered"


@pytest.mark.rule("OCS 12.3d", "OCS 6.1d")
def test_a_path_leaves_no_hex_that_it_could_not_enter():
    # Trucks go into no mountain without a road, so none comes out of it either.
    p = at("== Allied ==\nA20.20: Para Bn (1)", "all: open\nA20.20: mountain")
    assert len(drawn(p, "A20.20")) == 7, "its own hex and those next to it"
    road = at("== Allied ==\nA20.20: Para Bn (1)", "all: open\nA20.20: mountain\nA20.20 - A20.21: primary")
    assert "A20.25" in drawn(road, "A20.20")


@pytest.mark.rule("OCS 12.3c")
def test_next_to_it_is_near_enough_whatever_lies_between():
    p = at("== Allied ==\nA20.20: Para Bn (1)", "all: mountain\nA20.20 | A20.21: major_river")
    assert drawn(p, "A20.20") == {"A20.20", "A20.21", "A21.21", "A21.20", "A20.19", "A19.20", "A19.21"}


@pytest.mark.rule("OCS 12.3d", "OCS 4.8c")
def test_a_path_goes_through_enemy_noncombat_units_and_not_through_combat_units():
    wall = "A18.22, A19.22, A20.21, A21.22, A22.21: open"  # a pass of one hex, A20.21, through the mountains
    ground = f"all: open\nA17.21, A18.21, A19.21, A21.21, A22.20, A23.20: mountain\n{wall}"
    note = "== Axis ==\nA20.21: {there}\n== Allied ==\nA20.20: Para Bn (1)"
    through = at(note.format(there="2 SP"), ground)
    assert "A20.25" in drawn(through, "A20.20")
    barred = at(note.format(there="March Bn (T-1)  -- Move"), ground)
    assert "A20.25" not in drawn(barred, "A20.20")


@pytest.mark.rule("OCS 4.5a", "OCS 4.5b", "OCS 12.3d")
def test_truck_paths_neither_enter_nor_leave_an_enemy_zone_that_is_not_negated():
    note = "== Axis ==\nA20.23: March Bn (T-1)\n== Allied ==\nA20.20: Para Bn (1)\n{more}"
    p = at(note.format(more=""))
    assert "A20.22" in drawn(p, "A20.20"), "next to A20.21, where the path may end"
    # A20.22 is in the zone of A20.23 and so cannot be entered; what lies beyond it is reached round the zone or not.
    assert "A20.24" not in drawn(p, "A20.20")
    negated = at(note.format(more="A20.22: Commando Bn (6 Cdo)\nA21.23: Commando Bn (1 Cdo)"))
    assert "A21.24" in drawn(negated, "A20.20")


@pytest.mark.rule("OCS 4.5a", "OCS 12.3d")
def test_a_user_in_a_zone_draws_only_what_is_with_it_or_next_to_it():
    note = "== Axis ==\nA20.21: March Bn (T-1)\n== Allied ==\nA20.19: 1 SP"
    p = at(note)
    around = {"A20.20", "A20.21", "A21.21", "A21.20", "A20.19", "A19.20", "A19.21"}
    assert drawn(p, "A20.20") == around
    with_unit = at(note + "\nA20.20: Para Bn (1)")
    assert len(drawn(with_unit, "A20.20")) > len(around), "its own combat unit negates its hex (4.5b)"


@pytest.mark.rule("OCS 12.3b", "OCS 5.8b")
def test_an_hq_throws_as_far_as_is_printed_on_the_side_up():
    # 5 Corps throws 12 in Combat Mode and 6 in Move Mode, by truck, and one hex beyond.
    p = at("== Allied ==\nA20.15: Corps HQ (5)")
    assert "A20.28" in thrown(p, "5") and "A20.29" not in thrown(p, "5")
    moving = at("== Allied ==\nA20.15: Corps HQ (5)  -- Move")
    assert "A20.22" in thrown(moving, "5") and "A20.23" not in thrown(moving, "5")
    assert thrown(at("== Allied ==\nA20.15: Corps HQ (5)  -- Strat"), "5") == set()
    shaken = at("== Allied ==\nA20.15: Corps HQ (5)  -- DG, OOS")
    assert "A20.28" in thrown(shaken, "5")


@pytest.mark.rule("OCS 12.3b")
def test_an_hq_passes_on_what_it_can_draw_and_no_second_hq_passes_it_on():
    note = """
        == Allied ==
        A20.30: 2 SP
        A20.25: Corps HQ (5)
        A20.14: Para Bn (1)
        A20.13: US Corps HQ (2)
        A20.05: Para Bn (2)
        """
    p = at(note)
    hq = p.id("5")
    assert names(p, "A20.14", "1") == [f"A20.30 by {hq}"]
    assert names(p, "A20.05", "br-para-2") == [], "2 Corps is in reach, but has nothing to draw"


@pytest.mark.rule("OCS 12.1", "OCS 13.2g")
def test_supply_on_the_ground_and_loaded_is_used_where_it_lies_an_organic_load_by_its_formation_alone():
    note = """
        == Allied ==
        A20.20: 6 Arm Div (17/21 L Arm), Para Bn (1)
        A20.21: 1 SP
        A20.22: 1x Truck Point (F)
        A20.23: 6 Arm Div Organic Truck (F)
        """
    p = at(note)
    assert names(p, "A20.20", "1") == ["A20.21", "allied-truck-1"]
    assert names(p, "A20.20", "17/21 L Arm") == ["A20.21", "allied-organic-2", "allied-truck-1"]
    assert names(p, "A20.20", "17/21 L Arm", "1") == ["A20.21", "allied-truck-1"]


@pytest.mark.rule("OCS 12.3e", "T2 1.2")
def test_a_box_feeds_its_own_and_nobody_on_the_map():
    p = at("== Allied ==\nAlgiers: Para Bn (1)\nA20.20: Para Bn (2)")
    assert [each.name for each in accesses(p.state, ALLIED, p.unit("1").place, (p.id("1"),))] == ["Algiers"]
    assert names(p, "A20.20", "br-para-2") == []


@pytest.mark.rule("OCS 13.8b", "OCS 12.3d")
def test_a_bridge_helps_a_path_that_enters_or_leaves_the_engineers_hex():
    valley = "all: mountain\nA20.19, A20.20, A20.21, A20.22, A20.23: open\nA20.20 | A20.21: major_river"
    note = "== Allied ==\nA20.20: {who}\nA20.10: Para Bn (1)"
    plain = at(note.format(who="Para Bn (2)"), valley)
    assert "A20.21" in drawn(plain, "A20.20") and "A20.22" not in drawn(plain, "A20.20")
    # A major river bars trucks; at the HQ it counts as minor: 1 + 4 take all 5 MP, and A20.22 is next to it.
    bridged = at(note.format(who="Corps HQ (5)"), valley)
    assert "A20.22" in drawn(bridged, "A20.20") and "A20.23" not in drawn(bridged, "A20.20")
    beside = at(note.format(who="Corps HQ (5)  -- Move"), valley)
    assert "A20.22" not in drawn(beside, "A20.20"), "in Move Mode it builds no bridge"


def forward(p: Position, side, mobility: Mobility) -> set[int]:
    """The hexes from which the dumps of a side can be drawn on, found one by one."""
    dumps = {place for place, dump in p.state.dumps.items() if dump.side is side}
    land = [hex_ for hex_ in range(p.state.world.atlas.grid.size) if p.state.world.in_play(hex_)]
    near = [hex_ for hex_ in land if p.state.world.atlas.grid.distance(hex_, p.hex("A20.20")) <= 9]
    return {hex_ for hex_ in near if dumps & draw_hexes(p.state, side, hex_, mobility)}


GROUND = st.lists(
    st.tuples(
        st.integers(15, 25), st.integers(15, 25), st.sampled_from(["hills", "rough", "mountain", "sand", "sea"])
    ),
    max_size=30,
)  # fmt: skip


@pytest.mark.rule("OCS 12.3a", "OCS 12.3d")
@settings(max_examples=15, deadline=None)
@given(spots=GROUND, mobility=st.sampled_from(list(Mobility)), row=st.integers(17, 24))
def test_searched_from_the_dump_or_from_the_user_the_same_hexes_draw(spots, mobility: Mobility, row: int):
    free = [(x, y, what) for x, y, what in spots if (x, y) not in ((20, 20), (22, row))]
    ground = "all: open\n" + "\n".join(f"A{x}.{y}: {what}" for x, y, what in free)
    note = f"== Axis ==\nA22.{row}: March Bn (T-1)\n== Allied ==\nA20.20: 2 SP"
    p = at(note, ground)
    back = drawing_hexes(p.state, ALLIED, [p.hex("A20.20")], mobility)
    near = {hex_ for hex_ in back if on_map(p.state, hex_) and p.state.world.in_play(hex_)}
    assert forward(p, ALLIED, mobility) == near


# --- whom an HQ serves


@pytest.mark.rule("OCS 13.1d")
def test_a_divisional_hq_serves_its_division_and_independents_of_its_nation_alone():
    p = position(
        """
        == Allied ==
        A20.20: Corps HQ (5), 6 Arm Div (17/21 L Arm), 78 Inf Div (11 Inf), Para Bn (1), Fr Mech Rgt (Coutx)
        """,
        ground="all: open",
    )
    corps, division = p.unit("5"), of_division(p, "5", "6 Arm Div").unit("5")
    others = [p.unit(name) for name in ("17/21 L Arm", "11 Inf", "1", "Coutx")]
    assert [serves(p.state, division, unit) for unit in others] == [True, False, True, False]
    assert [serves(p.state, corps, unit) for unit in others] == [True] * 4, "others serve all friends (OCS 13.1)"


@pytest.mark.rule("OCS 13.1d", "OCS 12.3b")
def test_a_divisional_hq_throws_to_nobody_else():
    p = at("== Allied ==\nA20.20: Corps HQ (5)\nA20.21: 1 SP\nA20.08: 6 Arm Div (10 Rfl), 78 Inf Div (11 Inf)")
    assert names(p, "A20.08", "10 Rfl") == names(p, "A20.08", "11 Inf") == ["A20.21 by br-hq-5"]
    p = of_division(p, "5", "6 Arm Div")
    assert (names(p, "A20.08", "10 Rfl"), names(p, "A20.08", "11 Inf")) == (["A20.21 by br-hq-5"], [])
    assert names(p, "A20.08", "10 Rfl", "11 Inf") == [], "nor to both together"


# --- HQs that throw on foot, of which this game has none


CAUSEWAY = "all: sea\n" + ", ".join(f"A20.{row:02}" for row in range(3, 25)) + ", A21.15: open"
"""One hex wide, with room for an enemy beside it whose zone lies on it."""


@pytest.mark.rule("OCS 12.3a", "OCS 4.5a")
def test_an_hq_that_throws_on_foot_draws_on_foot_through_enemy_zones_and_a_battalion_by_truck_does_not():
    # A20.18 to A20.13 are five hexes of open ground, 5 MP, and the dump lies next to the last. The zone is on the way.
    p = at(
        "== Axis ==\nA21.15: March Bn (T-1)\n== Allied ==\nA20.18: Corps HQ (5), Para Bn (1)\nA20.12: 1 SP", CAUSEWAY
    )
    assert (names(p, "A20.18", "5"), names(p, "A20.18", "1")) == ([], [])
    p = afoot(p, "5")
    assert names(p, "A20.18", "5") == ["A20.12"]
    assert names(p, "A20.18", "1") == ["A20.12 by br-hq-5"], "on foot itself, it draws by truck all the same"


@pytest.mark.rule("OCS 12.3b", "OCS 4.5a")
def test_an_hq_that_throws_on_foot_throws_through_enemy_zones_at_the_cost_of_foot():
    # 12 MP on foot come from A20.18 to A20.06, and A20.05 is next to it.
    p = at("== Axis ==\nA21.15: March Bn (T-1)\n== Allied ==\nA20.18: Corps HQ (5)\nA20.19: 1 SP", CAUSEWAY)
    assert "A20.12" not in thrown(p, "5")
    found = thrown(afoot(p, "5"), "5")
    assert "A20.05" in found and "A20.04" not in found
