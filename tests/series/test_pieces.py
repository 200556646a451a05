"""Chapter 3 and what hangs on it: counters, non-combat units and planes on the table, markers, sizes for transport."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series import transport_size
from ocs_engine.series.general import attack_capable, enemy_noncombat, enemy_units, stack_size
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.events import put_units
from ocs_engine.state.model import Mode, Transport, Unit, Up
from ocs_engine.world.counters import Category, Counter, Face, Mobility
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, Position, position

WORLD = load_world("race-for-tunis")
PLAIN = ""


# --- 3.1, 3.2 combat units


@pytest.mark.rule("OCS 3.1", "OCS 6.1")
def test_the_side_up_says_how_a_unit_moves() -> None:
    # the engineers of Witzig go on foot in Combat Mode, 3 MP, and ride in Move Mode, 12 MP
    p = position("== Axis ==\nA20.20: LW Para Eng Bn (Witzig)", "Axis Movement Phase", ground="A20.21: mountain")
    assert p.unit("Witzig").face.mobility is Mobility.LEG
    assert p.ma("Witzig") == 3
    assert "A20.21" in p.ways("Witzig"), "foot climbs mountains"
    p.begin("Witzig", all="move")
    assert p.unit("Witzig").face.mobility is Mobility.TRUCK
    assert p.ma("Witzig") == 12
    assert "A20.21" not in p.ways("Witzig"), "trucks do not"


@pytest.mark.rule("OCS 3.2")
@pytest.mark.parametrize(
    ("uid", "category"),
    [
        ("ger-pz-190", Category.ARMOR),
        ("it-ag-557", Category.ARMOR),
        ("us-td-776", Category.MECH),
        ("fr-mech-coutx", Category.MECH),
        ("br-cdo-6", Category.OTHER),
        ("ger-hq-dak", Category.OTHER),
    ],
)
def test_armor_mech_and_the_rest(uid: str, category: Category) -> None:
    assert WORLD.counters[uid].category is category


@pytest.mark.rule("OCS 3.2", "OCS 4.4")
def test_a_strength_in_parentheses_only_defends() -> None:
    assert not attack_capable(Unit(WORLD.counters["ger-obs-ii"], 0))
    assert attack_capable(Unit(WORLD.counters["ger-march-t-1"], 0))


@pytest.mark.rule("OCS 3.2f")
@pytest.mark.parametrize(
    ("uid", "independent"),
    [
        ("ger-march-t-1", True),
        ("ger-hq-dak", True),  # an HQ above division
        ("ger-10pz-ii7", False),  # of 10 Pz Div
        ("br-78-art", False),  # artillery of a division belongs to it
        ("us-1arm-6bg1", False),
        ("axis-pax", True),
        ("allied-eq", True),
    ],
)
def test_who_is_independent(uid: str, independent: bool) -> None:
    assert (WORLD.counters | WORLD.repls)[uid].independent is independent


@pytest.mark.rule("OCS 3.2f")
def test_a_unit_of_several_steps_is_never_independent() -> None:
    assert not replace(WORLD.counters["ger-march-t-1"], steps=3).independent


# --- 3.3 non-combat units

THINGS = """
    == Axis ==
    A20.20: {thing}
    == Allied ==
    A20.22: Commando Bn (6 Cdo)
"""


@pytest.mark.rule("OCS 3.3")
@pytest.mark.parametrize(
    ("thing", "name"),
    [("1 SP", "dump"), ("Truck Point", "transport"), ("Level 1 hedgehog", "hedgehog"), ("strip", "air base")],
)
def test_non_combat_units_have_an_owner_and_no_strength(thing: str, name: str) -> None:
    note = THINGS.format(thing=thing) if thing != "strip" else THINGS.replace("A20.20: {thing}", "Air strips: A20.20")
    p = position(note, ground=PLAIN)
    hex_ = p.hex("A20.20")
    assert enemy_noncombat(p.state, ALLIED, hex_) == [name]
    assert enemy_noncombat(p.state, AXIS, hex_) == []
    assert enemy_units(p.state, ALLIED, hex_) == []
    assert stack_size(p.state, hex_, AXIS) == 0


@pytest.mark.rule("OCS 3.3")
def test_a_port_is_one_too() -> None:
    p = position("Axis ports: all others\n== Axis ==\nA40.10: March Bn (T-1)\n== Allied ==\nA41.12: Para Bn (3)")
    assert enemy_noncombat(p.state, ALLIED, p.hex("A44.31")) == ["port"]


# --- 3.5 planes on the table


@pytest.mark.rule("OCS 3.5")
def test_a_reduced_plane_has_the_figures_of_its_back() -> None:
    note = "== Axis ==\nAircraft: 2x Bf.109G*\n== Allied ==\nA41.12: Para Bn (3)"
    p = position(note, ground=PLAIN)
    whole, reduced = sorted(p.state.planes.values(), key=lambda plane: plane.lost)
    assert (whole.lost, reduced.lost) == (0, 1)
    assert whole.aircraft is reduced.aircraft
    assert (whole.aircraft.full.rating, whole.aircraft.reduced.rating) == (4, 3)
    assert whole.aircraft.steps == 2


# --- 3.6, 5.1 markers and modes


@pytest.mark.rule("OCS 3.6", "OCS 5.2")
def test_a_marker_lies_on_a_side_and_an_oos_marker_beside_it() -> None:
    note = "== Axis ==\nA20.20: March Bn (T-1)  -- DG, Move side up, OOS\n== Allied ==\nA30.20: Commando Bn (6 Cdo)"
    p = position(note, ground=PLAIN)
    march = p.unit("T-1")
    assert (march.marker, march.up, march.oos, march.mode) == (Mode.DG, Up.MOVE, True, Mode.DG)
    again = load_state(dump_state(p.state), p.state.world, p.state.points, p.rules.read_frame)
    assert again.units[p.id("T-1")] == march


@pytest.mark.rule("OCS 3.6", "OCS 2.2")
def test_disorder_and_exploit_markers_come_off_in_the_own_clean_up_and_oos_stays() -> None:
    note = """
        == Axis ==
        A20.20: March Bn (T-1)           -- DG, OOS
        == Allied ==
        A30.20: Commando Bn (6 Cdo)      -- Exploit
        A32.20: Para Bn (3)              -- DG
        A34.20: Fr Mixed Rgt (Sahel)     -- Reserve
    """
    p = position(note, "Allied Exploitation Phase", ground=PLAIN)
    p.end_segment()
    assert p.state.now.title == "Movement Phase, Movement Segment" and p.side is AXIS
    assert (p.unit("6 Cdo").marker, p.unit("3").marker, p.unit("Sahel").marker) == (None, None, Mode.RESERVE)
    assert (p.unit("T-1").marker, p.unit("T-1").oos) == (Mode.DG, True), "it is not the Axis's Clean Up yet"


@pytest.mark.rule("OCS 5.1")
def test_only_combat_units_and_replacements_have_modes() -> None:
    note = "== Axis ==\nLevel 1 air bases: A20.20\nAircraft: Ju.88\nA20.20: Truck Point, 1 SP, Level 1 hedgehog, 1x Pax"
    p = position(note + "\n== Allied ==\nA30.20: Commando Bn (6 Cdo)", "Axis Movement Phase", ground=PLAIN)
    assert p.offered("change mode") == {"axis-pax-1"}


# --- 4.7 room in transport


def of(mobility: Mobility, ma: int, quarters: int, steps: int = 1, lost: int = 0) -> Unit:
    """A made-up unit whose Move side has this MA."""
    face = Face(mobility, ma, 3, parenthesised=False, barrage=0, throw=0)
    combat = replace(face, mobility=Mobility.LEG, ma=3)
    base: Counter = WORLD.counters["ger-march-t-1"]
    return Unit(replace(base, combat=combat, move=face, re=quarters, steps=steps), 0, lost=lost)


@pytest.mark.rule("OCS 4.7")
@pytest.mark.parametrize(
    ("mobility", "ma", "halved"),
    [
        (Mobility.LEG, 0, False),
        (Mobility.LEG, 1, True),
        (Mobility.LEG, 6, True),
        (Mobility.LEG, 7, False),
        (Mobility.TRUCK, 6, False),
        (Mobility.TRUCK, 12, False),
        (Mobility.TRACK, 5, False),
    ],
)
def test_slow_foot_takes_half_the_room(mobility: Mobility, ma: int, halved: bool) -> None:
    tables = WORLD.tables
    # 1 RE is 4T, 8 half tokens; half of it 4
    assert transport_size.unit_cargo(tables, of(mobility, ma, 4)) == (4 if halved else 8)


@pytest.mark.rule("OCS 4.7", "OCS 4.6")
@pytest.mark.parametrize(
    ("uid", "half_tokens"),
    [
        ("ger-march-t-1", 2),  # a battalion, 1/2 RE, MA 5 on foot: 1/4 RE = 1T
        ("ger-witzig", 4),  # a battalion that rides: 2T
        ("ger-baren", 8),  # a regiment that rides: 4T = 1 SP
        ("fr-mix-sahel", 4),  # a regiment on foot: 2T
        ("ger-hq-90", 8),  # 1 RE
        ("axis-pax", 1),  # 1/4 RE on foot: half a token
        ("axis-eq", 2),  # 1/4 RE on wheels: 1T
    ],
)
def test_room_of_units(uid: str, half_tokens: int) -> None:
    unit = Unit((WORLD.counters | WORLD.repls)[uid], 0)
    for up in Up:  # what is printed on the Move side counts, whatever side is up
        assert transport_size.unit_cargo(WORLD.tables, replace(unit, up=up)) == half_tokens


@pytest.mark.rule("OCS 4.7", "OCS 4.6")
def test_lost_steps_take_no_room() -> None:
    # three RE on wheels, one lost: 2 RE = 8T; on foot half of it
    assert transport_size.unit_cargo(WORLD.tables, of(Mobility.TRUCK, 12, 12, steps=3, lost=1)) == 16
    assert transport_size.unit_cargo(WORLD.tables, of(Mobility.LEG, 5, 12, steps=3, lost=1)) == 8


@pytest.mark.rule("OCS 4.7")
def test_transport_points_take_their_size_loaded_or_not_and_supply_its_tokens() -> None:
    for load in (0, 4):
        assert transport_size.transport_cargo(Transport("truck", AXIS, 0, 4, load)) == 8
    assert transport_size.supply_cargo(4) == 8, "1 SP is 1 RE"
    assert transport_size.supply_cargo(1) == 2


# --- 5.7g no Reserve unit with a hedgehog


def dug_in(when: str) -> Position:
    """Reserves of both sides in hexes with hedgehogs, as only the referee or a rule to come could leave them."""
    note = """
        == Axis ==
        A20.20: Level 1 hedgehog, March Bn (T-1)        -- Reserve
        A24.20: March Bn (T-2)                          -- Reserve
        == Allied ==
        A30.20: Level 2 hedgehog, Fr Mixed Rgt (Sahel)  -- Reserve, Move side up
        A34.20: Fr Mech Rgt (Coutx)
    """
    return position(note, when, ground=PLAIN)


@pytest.mark.rule("OCS 5.7g")
@pytest.mark.parametrize(
    "when", ["Allied Movement Phase", "Axis Movement Phase", "Axis Reaction Phase", "Allied Exploitation Phase"]
)
def test_the_marker_comes_off_when_any_movement_segment_ends(when: str) -> None:
    p = dug_in(when)
    assert p.unit("T-1").marker is p.unit("Sahel").marker is Mode.RESERVE
    p.end_segment()
    assert (p.unit("T-1").marker, p.unit("T-1").up) == (None, Up.COMBAT)
    assert (p.unit("Sahel").marker, p.unit("Sahel").up) == (None, Up.MOVE)
    assert p.unit("T-2").marker is Mode.RESERVE, "no hedgehog there"


@pytest.mark.rule("OCS 5.7g")
def test_units_in_other_modes_stay_in_theirs() -> None:
    p = dug_in("Allied Movement Phase")
    disordered = put_units(p.state, {p.id("T-1"): replace(p.unit("T-1"), marker=Mode.DG)})
    p = Position(p.rules, disordered, RecordedDice(()))
    p.end_segment()
    assert p.unit("T-1").marker is Mode.DG
