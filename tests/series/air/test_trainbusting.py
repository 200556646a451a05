"""OCS 14.8: railways are bombed, and what a marker costs the bombed side; every MP by hand from the terrain chart.

An open hex costs 1 MP, along a primary road 1/2 on foot and 1/3 by truck.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.session import state_hash
from ocs_engine.series.busting import busted_hexes
from ocs_engine.series.supply.driving import drive_range, step_costs
from ocs_engine.series.supply.paths import Ground
from ocs_engine.series.view import view
from ocs_engine.state.air_events import BustingOver, FlakFired, MissionFlown, TrainsBusted
from ocs_engine.state.barrage_events import BarrageReckoned, FacilityStruck
from ocs_engine.state.codec import load_state
from ocs_engine.state.model import Transport
from ocs_engine.world.counters import Mobility, Side
from tests.bombs import BARRAGE, SAFE, bomb, bust, busted, the
from tests.flights import asked, events, intercept, lies, sky
from tests.positions import ALLIED, AXIS, Position, position

LINE = " - ".join(f"A30.{row}" for row in range(18, 25))
GROUND = f"all: open\n{LINE}: standard"
NEAR = "Allied 1 A21.20: us-a-20, us-p-40"


def rails(*lines: str, dice: list[int] | None = None, note: str = "", ground: str = GROUND) -> Position:
    """A barrage segment of the Allies by a line from A30.18 to A30.24."""
    return sky(*lines, note=note, when=BARRAGE, ground=ground, dice=dice or [])


# --- the mission


@pytest.mark.rule("OCS 14.8", "OCS 10.0c", "OCS 3.6")
@pytest.mark.parametrize(("die", "text", "starred"), [(3, "-", False), (4, "*(6)", True), (6, "1*(4)", True)])
def test_a_star_on_the_facility_table_puts_a_marker_down(die: int, text: str, starred: bool) -> None:
    """10 is column 5-10; no unit spots, there are no shifts and nothing is paid."""
    p = rails(NEAR, dice=[*SAFE, die])
    told = bust(p, "A30.20", "us-a-20-1")
    reckoned = the(BarrageReckoned, told)
    assert (reckoned.heading, reckoned.cost, the(FacilityStruck, told).result) == ("5-10", 0, text)
    assert dict(p.state.trainbusted) == ({p.hex("A30.20"): AXIS} if starred else {})
    assert lies(p, "us-a-20-1") == "A21.20 inactive"


@pytest.mark.rule("OCS 10.0c")
def test_nothing_else_in_the_hex_is_struck() -> None:
    """A 6 in column 5-10 is 1*(4): no level, no plane, no unit."""
    p = rails("Axis 2 A30.20: ger-ju87 inactive", NEAR, note="== Axis ==\nA30.20: March Bn (T-1)", dice=[*SAFE, 6])
    told = bust(p, "A30.20", "us-a-20-1")
    assert (the(FacilityStruck, told).hits, the(FacilityStruck, told).plane_loss) == (0, None)
    assert p.state.bases[p.hex("A30.20")].level == 2
    assert lies(p, "ger-ju87-1") == "A30.20 inactive"
    assert p.unit("T-1").marker is None
    assert the(TrainsBusted, told).side is AXIS


@pytest.mark.rule("OCS 14.8")
def test_the_target_is_a_railway_that_the_enemy_could_use() -> None:
    note = "== Allied ==\nA30.22: Commando Bn (6 Cdo)"
    p = rails(NEAR, note=note, ground=f"{GROUND}\nA30.24: village")
    bust(p, "A31.20", "us-a-20-1", no="OCS 14.8")
    bust(p, "A30.22", "us-a-20-1", no="OCS 14.8")
    assert p.state.rail_control[p.hex("A30.24")] is ALLIED
    bust(p, "A30.24", "us-a-20-1", no="OCS 14.8")
    assert p.offered("trainbusting") == {f"A30.{row}" for row in (18, 19, 20, 21, 23)}


@pytest.mark.rule("OCS 14.8")
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_a_hex_has_one_marker_at_most(side: Side) -> None:
    p = busted(rails(NEAR), side, "A30.20")
    bust(p, "A30.20", "us-a-20-1", no="OCS 14.8")
    assert "A30.20" not in p.offered("trainbusting")


@pytest.mark.rule("OCS 10.0e", "OCS 14.8")
def test_it_is_the_one_barrage_of_its_hex() -> None:
    p = rails(NEAR, note="== Axis ==\nA30.20: March Bn (T-1)", dice=[*SAFE, 1])
    told = bust(p, "A30.20", "us-a-20-1")
    assert the(MissionFlown, told).counts
    bomb(p, "A30.20", "us-p-40-1", no="OCS 10.0e")
    p = rails(NEAR, note="== Axis ==\nA30.20: March Bn (T-1)", dice=[*SAFE, 1, 1])
    bomb(p, "A30.20", "us-a-20-1")
    bust(p, "A30.20", "us-p-40-1", no="OCS 10.0e")


@pytest.mark.rule("OCS 14.4", "OCS 14.4a")
def test_flak_in_a_patrol_zone_is_heavier() -> None:
    """2 for the zone and no Fighter, 1 more for trainbusting: 2 + 3."""
    p = rails("Axis 1 A35.20: ger-bf109g", NEAR, dice=[*SAFE, 1])
    bust(p, "A30.20", "us-a-20-1")
    assert asked(p) == ("Axis", "intercept")
    assert the(FlakFired, intercept(p)).total == 5


@pytest.mark.rule("T2 1.7a", "OCS 14.1e")
def test_strategic_bombers_bust_trains() -> None:
    """22 is column 21-40, where a 4 is 1*(4)."""
    p = rails("Allied Algiers: us-b-17-surge", NEAR, dice=[*SAFE, 4])
    told = bust(p, "A30.20", "us-b-17-surge-1")
    assert (the(BarrageReckoned, told).heading, the(TrainsBusted, told).hex) == ("21-40", "A30.20")


@pytest.mark.rule("OCS 10.0")
def test_planes_too_weak_bust_nothing() -> None:
    p = rails("Allied 1 A21.20: us-c-47")
    bust(p, "A30.20", "us-c-47-1", no="OCS 10.0")
    assert p.offered("trainbusting") == set()


@pytest.mark.rule("OCS 14.8")
def test_what_the_form_offers_is_not_refused() -> None:
    p = rails(NEAR, "Allied Algiers: us-b-17-surge")
    targets = p.offered("trainbusting")
    assert len(targets) == 7
    for target in targets:
        for pid in p.offered("trainbusting", ("target", target)):
            filled = [("target", target), ("plane", pid), ("plane", "enough")]
            assert p.game.check(p.rules.fill(ALLIED, "trainbusting", filled)) is None


# --- what a marker costs


@pytest.mark.rule("OCS 14.8")
def test_the_zone_is_the_hex_and_all_next_to_it() -> None:
    p = busted(position(ground=GROUND), AXIS, "A30.20")
    around = {"A30.20", "A30.19", "A30.21", "A31.20", "A31.21", "A29.20", "A29.21"}
    assert p.labels(busted_hexes(p.state, AXIS)) == around
    assert busted_hexes(p.state, ALLIED) == frozenset()


def march(path: str, *markers: str, side: Side = ALLIED, ground: str = GROUND, unit: str = "Coutx") -> Fraction:
    """The MP that a unit from A34.20 spends on a path, with markers against a side."""
    kinds = {"Coutx": "Fr Mech Rgt (Coutx)", "6 Cdo": "Commando Bn (6 Cdo)"}
    note = f"== Allied ==\nA34.20: {kinds[unit]}  -- Move"
    p = busted(position(note, ground=ground), side, *markers)
    p.move(unit, path)
    return p.spent(unit)


@pytest.mark.rule("OCS 14.8", "OCS 6.2")
def test_trucks_pay_one_mp_more_for_each_hex_of_the_zone_that_they_enter() -> None:
    """A33.20, A32.20, A31.20, A30.20 are 4 MP; with a marker in A30.20 the last two lie in its zone: 6."""
    assert march("A33.20 A32.20 A31.20 A30.20") == 4
    assert march("A33.20 A32.20 A31.20 A30.20", "A30.20") == 6


@pytest.mark.rule("OCS 14.8")
def test_leaving_a_zone_is_free() -> None:
    assert march("A33.20 A32.20", "A34.20") == 2 + 1, "A33.20 is next to the marker, A32.20 is not"


@pytest.mark.rule("OCS 14.8")
def test_overlapping_zones_cost_no_more() -> None:
    """A31.20 lies next to both markers."""
    assert march("A33.20 A32.20 A31.20", "A30.20", "A30.19") == 3 + 1


@pytest.mark.rule("OCS 14.8", "OCS 6.2")
def test_on_roads_too() -> None:
    """Three hexes of primary road by truck are 1 MP; A31.20 lies in the zone."""
    ground = "all: open\nA34.20 - A33.20 - A32.20 - A31.20: primary"
    assert march("A33.20 A32.20 A31.20", ground=ground) == 1
    assert march("A33.20 A32.20 A31.20", "A30.20", ground=ground) == 2


@pytest.mark.rule("OCS 14.8")
def test_on_foot_only_the_hex_of_the_marker_costs_more() -> None:
    assert march("A33.20 A32.20 A31.20", "A30.20", unit="6 Cdo") == 3
    assert march("A33.20 A32.20 A31.20", "A31.20", unit="6 Cdo") == 4


@pytest.mark.rule("OCS 14.8")
def test_the_side_that_bombed_pays_nothing() -> None:
    assert march("A33.20 A32.20 A31.20", "A31.20", side=AXIS) == 3
    assert march("A33.20 A32.20 A31.20", "A31.20", side=AXIS, unit="6 Cdo") == 3


@pytest.mark.rule("OCS 14.8", "OCS 6.1c")
def test_the_range_of_a_unit_shrinks_by_what_the_zone_costs() -> None:
    """12 MP by truck are 12 hexes down a column of land in the sea; 3 of them in the zone of A34.16 leave 9."""
    note = "== Allied ==\nA34.12: Fr Mech Rgt (Coutx)  -- Move"
    p = position(note, ground="all: sea\n" + ", ".join(f"A34.{row}" for row in range(12, 30)) + ": open")
    assert p.range("Coutx") == {f"A34.{row}" for row in range(12, 25)}
    bombed = busted(p, ALLIED, "A34.16")
    assert bombed.range("Coutx") == {f"A34.{row}" for row in range(12, 22)}


@pytest.mark.rule("OCS 14.8", "OCS 6.1c")
def test_the_minimum_move_is_left() -> None:
    """A mountain takes 3 MP on foot and the marker 1 more: a March Bn with 3 enters it all the same, and pays 3."""
    p = position("== Axis ==\nA34.20: March Bn (T-1)", "Axis Movement Phase", ground="all: mountain")
    bombed = busted(p, AXIS, "A34.21")
    assert bombed.ma("T-1") == 3 and bombed.range("T-1") >= {"A34.19"} and "A34.21" not in bombed.range("T-1")
    bombed.move("T-1", "A34.21")
    assert bombed.spent("T-1") == 3


@pytest.mark.rule("OCS 14.8", "OCS 13.2")
def test_transport_points_pay_too() -> None:
    p = with_trucks(position(ground="all: open"), "A34.20", "truck")
    plain, bombed = step_costs(p.state, "t"), step_costs(busted(p, ALLIED, "A33.20").state, "t")
    zone = busted_hexes(busted(p, ALLIED, "A33.20").state, ALLIED)
    assert set(plain.values()) == {12}
    assert {hex_: cost for hex_, cost in bombed.items() if cost == 24}.keys() == zone & plain.keys()
    assert len(zone & plain.keys()) == 3 and p.hex("A34.20") in zone
    far = drive_range(busted(p, ALLIED, "A33.20").state, "t")
    assert far.cost[p.hex("A33.20")] == 24


def with_trucks(p: Position, label: str, kind: str) -> Position:
    """The position with a Transport Point of the Allies, "t"."""
    points = Transport(kind, ALLIED, p.hex(label), 4, 0)
    return Position(p.rules, replace(p.state, transport=p.state.transport.set("t", points)), RecordedDice(()))


@pytest.mark.rule("OCS 14.8")
@pytest.mark.parametrize("mobility", [Mobility.TRUCK, Mobility.TRACK, Mobility.LEG])
def test_supply_paths_cost_no_more(mobility: Mobility) -> None:
    p = position(ground="all: open")
    start, end = p.hex("A34.20"), p.hex("A30.20")
    for state in (p.state, busted(p, ALLIED, "A31.20", "A33.20").state):
        assert Ground(state, ALLIED).reach(start, mobility, 60).cost[end] == 4 * 12


# --- the marker on the table


@pytest.mark.rule("OCS 14.8", "OCS 2.2")
def test_it_comes_off_in_the_clean_up_of_the_side_that_was_bombed() -> None:
    note = "== Axis ==\nA50.20: March Bn (T-1)\n== Allied ==\nA20.20: Commando Bn (6 Cdo)"
    ground = "all: open"
    p = busted(busted(position(note, "Allied Exploitation Phase", ground=ground), AXIS, "A30.20"), ALLIED, "A10.20")
    entry = p.end_segment()
    assert entry is not None
    assert [event.hexes for event in events(entry, BustingOver)] == [("A10.20",)]
    assert dict(p.state.trainbusted) == {p.hex("A30.20"): AXIS}


@pytest.mark.rule("OCS 4.9", "OCS 3.6")
def test_markers_lie_open_and_are_saved() -> None:
    p = busted(position("== Axis ==\nA50.20: March Bn (T-1)", ground=GROUND), AXIS, "A30.20")
    for side in Side:
        assert view(p.state, side)["trainbusted"] == [["A30.20", AXIS]]
    again = load_state(p.rules.dump(p.state), p.state.world, p.state.points, p.rules.read_frame)
    assert again == p.state and state_hash(p.rules, again) == state_hash(p.rules, p.state)
    assert state_hash(p.rules, p.state) != state_hash(p.rules, busted(p, ALLIED, "A30.20").state)
