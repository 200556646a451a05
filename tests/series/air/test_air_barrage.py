"""OCS 10.2, 14.7: barrages by planes; columns, shifts and results by hand from the tables.

An A-20 has 10, the column 8-11 of the barrage table and 5-10 of the other; a P-40 has 4, column 3-4. A March Bn is 1/2
RE, one column to the left. Flak that shows 2 hits nobody.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.barrage import Barrage, ChooseCover
from ocs_engine.series.fight_commands import LoseStep
from ocs_engine.series.firing import Aim
from ocs_engine.series.points import EVERYONE_SUPPLIED, SeriesPoints
from ocs_engine.state.air_events import FlakFired, MissionFlown, MissionOver
from ocs_engine.state.barrage_events import (
    BarrageReckoned,
    BarrageResolved,
    BarrageShifted,
    BaseReduced,
    FacilityStruck,
    PortHit,
)
from ocs_engine.state.model import Mode
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.world.calendar import Weather
from tests.bombs import BARRAGE, SAFE, bomb, columns, shifts, the, with_port
from tests.flights import abort, asked, events, intercept, land, lies, sky
from tests.positions import ALLIED, AXIS, Position

TARGET = """
    == Axis ==
    A30.20: March Bn (T-1)
    A40.20: March Bn (T-3)
"""
SPOTTED = f"""{TARGET}
    == Allied ==
    A31.20: Commando Bn (6 Cdo)
"""
NEAR = "Allied 1 A21.20: us-a-20, us-p-40"
"""Nine hexes from the target."""


# --- the barrage itself


@pytest.mark.rule("OCS 10.2", "OCS 10.0a", "OCS 10.0r")
def test_a_spotted_barrage_from_close_by() -> None:
    """10 begins on 8-11: 1 left for 1/2 RE, 1 right for planes from 9 hexes. A 10 there is [1/2], by air a DG."""
    p = sky(NEAR, note=SPOTTED, when=BARRAGE, dice=[*SAFE, 5, 5])
    told = bomb(p, "A30.20", "us-a-20-1")
    assert shifts(told) == {"1/2 RE in the hex": -1, "planes from close by": 1}
    assert columns(told) == ("8-11", "8-11")
    resolved = the(BarrageResolved, told)
    assert (resolved.printed, resolved.result, resolved.why) == ("[1/2]", "DG", "fired by planes")
    assert p.unit("T-1").marker is Mode.DG
    assert lies(p, "us-a-20-1") == "A21.20 inactive", "after the barrage it is back at its base"
    assert lies(p, "us-p-40-1") == "A21.20"


@pytest.mark.rule("OCS 10.2", "OCS 10.0b", "OCS 10.0r")
def test_without_a_spotter_three_columns_less_and_a_plain_half_stays_a_half() -> None:
    """8-11 and 1 left, 1 right, 3 left: column 2. A 12 there is 1/2, whose 4 takes the only step."""
    p = sky(NEAR, note=TARGET, when=BARRAGE, dice=[*SAFE, 6, 6, 4])
    told = bomb(p, "A30.20", "us-a-20-1")
    assert shifts(told) == {"1/2 RE in the hex": -1, "no spotter": -3, "planes from close by": 1}
    assert columns(told) == ("8-11", "2")
    assert p.where("T-1") == "dead"


@pytest.mark.rule("OCS 10.2")
@pytest.mark.parametrize(("bases", "close"), [(("A20.20",), True), (("A19.20",), False), (("A20.20", "A19.20"), False)])
def test_all_planes_must_come_from_ten_hexes_or_less(bases: tuple[str, ...], close: bool) -> None:
    planes = [f"Allied 1 {base}: us-a-20" for base in bases]
    p = sky(*planes, note=SPOTTED, when=BARRAGE, dice=[*SAFE, 1, 1])
    told = bomb(p, "A30.20", *[f"us-a-20-{number}" for number in range(1, 1 + len(bases))])
    assert ("planes from close by" in shifts(told)) == close


@pytest.mark.rule("OCS 10.2", "T2 1.1c")
def test_from_a_box_the_way_by_the_entry_point_counts() -> None:
    """A47.31 is 38 hexes from Sicily, however near to it the target lies; a Ju.88 flies 85."""
    note = "== Allied ==\nA46.31: Commando Bn (6 Cdo)\n== Axis ==\nA46.30: March Bn (T-1)"
    when = "Axis Movement Phase, Barrage Segment"
    p = sky("Axis Sicily: ger-ju88, ger-ju88", "Allied 1 A20.20:", note=note, when=when, dice=[*SAFE, 1, 1])
    assert shifts(bomb(p, "A46.31", "ger-ju88-1")) == {"1/2 RE in the hex": -1}
    assert lies(p, "ger-ju88-1") == "Sicily inactive"


@pytest.mark.rule("OCS 10.0", "OCS 10.2", "OCS 14.4")
def test_four_planes_add_their_strengths_and_fire_free() -> None:
    """10 + 5 of a reduced A-20 + 4 + 2 of a reduced P-40 is 21, column 17-24; flak has 1 more for three or more."""
    line = "Allied 1 A21.20: us-a-20, us-a-20 reduced, us-p-40, us-p-40 reduced"
    p = sky(line, note=SPOTTED, when=BARRAGE, dice=[5, 4, 1, 1])
    told = bomb(p, "A30.20", "us-a-20-1", "us-a-20-2", "us-p-40-1", "us-p-40-2")
    reckoned, flak = the(BarrageReckoned, told), the(FlakFired, told)
    assert (reckoned.total, reckoned.heading, reckoned.cost, reckoned.source) == ("21", "17-24", 0, "air")
    assert (flak.roll, flak.total, flak.hit) == (9, 10, False)
    assert {each.unit: each.total for each in reckoned.fire} == {
        "us-a-20-1": "10", "us-a-20-2": "5", "us-p-40-1": "4", "us-p-40-2": "2",
    }  # fmt: skip


@pytest.mark.rule("OCS 10.0a")
def test_the_owner_of_the_target_chooses_the_terrain() -> None:
    """Open ground and a village, which is Close: 1 left more."""
    p = sky(NEAR, note=SPOTTED, when=BARRAGE, ground="all: open\nA30.20: village", dice=[*SAFE, 1, 1])
    bomb(p, "A30.20", "us-a-20-1")
    assert asked(p) == ("Axis", "choose cover")
    told = p.do(ChooseCover(side=AXIS, terrain="village"))
    assert shifts(told) == {"1/2 RE in the hex": -1, "planes from close by": 1, "Close terrain": -1}
    assert the(BarrageShifted, told).heading == "5-7"
    assert lies(p, "us-a-20-1") == "A21.20 inactive"


@pytest.mark.rule("OCS 10.0r", "OCS 10.0a")
def test_the_owner_of_the_target_chooses_who_loses_the_step() -> None:
    note = TARGET.replace("(T-1)", "(T-1, T-2)")
    p = sky(NEAR, note=note, when=BARRAGE, dice=[*SAFE, 6, 6, 4])
    bomb(p, "A30.20", "us-a-20-1")
    assert asked(p) == ("Axis", "lose step")
    p.do(LoseStep(side=AXIS, unit=p.id("T-2")))
    assert (p.where("T-2"), p.unit("T-1").marker) == ("dead", Mode.DG)
    assert lies(p, "us-a-20-1") == "A21.20 inactive"


# --- flak comes first


@pytest.mark.rule("OCS 14.4", "OCS 10.0")
def test_flak_takes_a_step_before_the_barrage() -> None:
    """5 + 6 hits, a 2 means the first of two: the A-20 goes on with 5, and 5 + 4 is still 8-11."""
    p = sky(NEAR, note=SPOTTED, when=BARRAGE, dice=[5, 6, 2, 1, 1])
    told = bomb(p, "A30.20", "us-a-20-1", "us-p-40-1")
    assert the(BarrageReckoned, told).total == "9"
    assert lies(p, "us-a-20-1") == "A21.20 inactive reduced"


@pytest.mark.rule("OCS 14.4", "OCS 10.0")
def test_flak_wipes_out_one_plane_and_the_other_barrages_alone() -> None:
    """A reduced A-20 is gone; 4 of the P-40 is column 3-4, where a 9 is a DG."""
    p = sky("Allied 1 A21.20: us-a-20 reduced, us-p-40", note=SPOTTED, when=BARRAGE, dice=[5, 6, 2, 4, 5])
    told = bomb(p, "A30.20", "us-a-20-1", "us-p-40-1")
    reckoned = the(BarrageReckoned, told)
    assert [each.unit for each in reckoned.fire] == ["us-p-40-1"]
    assert (reckoned.total, columns(told)) == ("4", ("3-4", "3-4"))
    assert p.unit("T-1").marker is Mode.DG
    assert (lies(p, "us-a-20-1"), lies(p, "us-p-40-1")) == ("dead", "A21.20 inactive")


@pytest.mark.rule("OCS 10.0")
def test_what_is_left_with_less_than_1_goes_home_without_a_barrage() -> None:
    """A C-47 has no barrage strength: the reduced P-40, second of two, is hit by a 4 and gone."""
    p = sky("Allied 1 A21.20: us-c-47, us-p-40 reduced", note=SPOTTED, when=BARRAGE, dice=[5, 6, 4])
    told = bomb(p, "A30.20", "us-c-47-1", "us-p-40-1")
    assert events(told, BarrageReckoned) == []
    land(p, us_c_47_1="A21.20")
    assert (lies(p, "us-c-47-1"), lies(p, "us-p-40-1")) == ("A21.20 inactive", "dead")


@pytest.mark.rule("OCS 10.0e")
def test_a_mission_that_is_wiped_out_has_used_up_the_barrage_of_the_hex() -> None:
    p = sky("Allied 1 A21.20: us-a-20 reduced, us-p-40", note=SPOTTED, when=BARRAGE, dice=[5, 6])
    told = bomb(p, "A30.20", "us-a-20-1")
    assert len(events(told, MissionOver)) == 1 and events(told, BarrageReckoned) == []
    bomb(p, "A30.20", "us-p-40-1", no="OCS 10.0e")
    assert p.offered("air barrage") == {"A40.20"}


@pytest.mark.rule("OCS 14.5", "OCS 10.0e")
def test_an_intercepted_barrage_that_aborts_has_used_it_up_too() -> None:
    """Bf.109G v A-20: 6 + 4 - 2 is 8, the A-20 aborts; a 1 loses no step."""
    line = "Axis 1 A35.20: ger-bf109g"
    p = sky(line, NEAR, note=SPOTTED, when=BARRAGE, dice=[3, 3, 1])
    bomb(p, "A30.20", "us-a-20-1")
    assert asked(p) == ("Axis", "intercept")
    intercept(p, "ger-bf109g-1")
    assert lies(p, "us-a-20-1") == "A21.20 inactive"
    bomb(p, "A30.20", "us-p-40-1", no="OCS 10.0e")


@pytest.mark.rule("OCS 14.3", "OCS 14.2")
def test_over_an_enemy_base_the_active_planes_there_are_met_first() -> None:
    """P-40 v Bf.109G: 5 + 4 with 2 - 4 is 7, both abort. The A-20 goes on: flak 2 and 1 for the base, then a 1: "-"."""
    p = sky("Axis 1 A30.20: ger-bf109g", NEAR, note=TARGET, when=BARRAGE, dice=[5, 4, 1, *SAFE, 1])
    bomb(p, "A30.20", "us-a-20-1", "us-p-40-1", aim="air base")
    abort(p)
    assert asked(p) == ("Allied", "abort"), "after the fight the A-20 may go home or on"
    assert (lies(p, "us-p-40-1"), lies(p, "ger-bf109g-1")) == ("A21.20 inactive", "A30.20 inactive")
    told = abort(p)
    assert (the(FlakFired, told).total, the(BarrageReckoned, told).total) == (3, "10")
    assert the(FacilityStruck, told).result == "-"


# --- facilities


@pytest.mark.rule("OCS 10.0c", "OCS 15.0b")
def test_an_air_base_loses_a_level_and_its_planes_are_rolled_for() -> None:
    """10 is column 5-10 of the facility table, where a 5 is 1*(5): a level, and each plane a step on 5 or more."""
    axis = "Axis 2 A30.20: ger-ju87 inactive, ger-ju87 inactive"
    p = sky(axis, NEAR, note=SPOTTED, when=BARRAGE, dice=[*SAFE, 5, 5, 4])
    told = bomb(p, "A30.20", "us-a-20-1", aim="air base")
    flak, reckoned, struck = the(FlakFired, told), the(BarrageReckoned, told), the(FacilityStruck, told)
    assert (flak.roll, flak.total) == (2, 4)
    assert (reckoned.heading, reckoned.cost, struck.result) == ("5-10", 0, "1*(5)")
    assert the(BaseReduced, told).level == 1
    assert (lies(p, "ger-ju87-1"), lies(p, "ger-ju87-2")) == ("A30.20 inactive reduced", "A30.20 inactive")
    assert p.unit("T-1").marker is None, "nothing else in the hex is affected"
    assert not p.state.trainbusted, "a star is nothing to a base"


@pytest.mark.rule("OCS 10.0c", "OCS 10.0b")
def test_a_port_takes_hits_without_a_spotter() -> None:
    """A 6 in column 5-10 is 1*(4)."""
    p = with_port(sky(NEAR, when=BARRAGE), AXIS, "A30.20", [*SAFE, 6])
    told = bomb(p, "A30.20", "us-a-20-1", aim="port")
    assert the(PortHit, told).hits == 1


@pytest.mark.rule("T2 1.7a")
def test_strategic_bombers_strike_facilities_alone() -> None:
    """22 is column 21-40 of the facility table, where a 4 is 1*(4)."""
    surge = "Allied Algiers: us-b-17-surge"
    p = sky("Axis 2 A30.20:", surge, NEAR, note=SPOTTED, when=BARRAGE, dice=[*SAFE, 4])
    bomb(p, "A30.20", "us-b-17-surge-1", no="T2 1.7a")
    bomb(p, "A30.20", "us-a-20-1", "us-b-17-surge-1", no="T2 1.7a")
    assert p.offered("air barrage", ("target", "A30.20"), ("aim", "units")) == {"us-a-20-1", "us-p-40-1"}
    told = bomb(p, "A30.20", "us-b-17-surge-1", aim="air base")
    assert (the(BarrageReckoned, told).heading, the(BaseReduced, told).level) == ("21-40", 1)
    assert lies(p, "us-b-17-surge-1") == "Algiers inactive"


@pytest.mark.rule("T2 1.7a")
def test_with_strategic_bombers_alone_no_units_are_offered() -> None:
    p = sky("Axis 2 A30.20:", "Allied Algiers: us-b-17-surge", note=SPOTTED, when=BARRAGE)
    assert p.offered("air barrage", ("target", "A30.20")) == {"air base"}
    p = sky("Allied Algiers: us-b-17-surge", note=SPOTTED, when=BARRAGE)
    assert p.offered("air barrage") == set()


@pytest.mark.rule("OCS 14.1e", "OCS 10.0b", "OCS 10.2")
def test_in_the_series_a_strategic_bomber_makes_a_barrage_unspotted_and_never_close() -> None:
    """22 + 10 begins on 25-40: 1 left for 1/2 RE and 3 for no spotter, from 9 hexes and with a unit next to it."""
    p = sky("Allied 1 A21.20: us-b-17-surge, us-a-20", note=SPOTTED, when=BARRAGE)
    p = Position(p.rules, replace(p.state, points=SeriesPoints((EVERYONE_SUPPLIED,))), RecordedDice((*SAFE, 1, 1)))
    told = bomb(p, "A30.20", "us-b-17-surge-1", "us-a-20-1")
    assert shifts(told) == {"1/2 RE in the hex": -1, "no spotter": -3}
    assert columns(told) == ("25-40", "5-7")
    assert the(BarrageShifted, told).spotted is False


# --- when, and at what


@pytest.mark.rule("OCS 10.0e", "OCS 7", "OCS 11")
@pytest.mark.parametrize(
    ("when", "flies"),
    [
        ("Allied Movement Phase, Movement Segment", False),
        ("Allied Movement Phase, Barrage Segment", True),
        ("Allied Reaction Phase, Barrage Segment", True),
        ("Allied Combat Phase, Barrage Segment", False),
        ("Allied Exploitation Phase, Barrage Segment", True),
    ],
)
def test_planes_barrage_in_the_barrage_segments_of_three_phases(when: str, flies: bool) -> None:
    p = sky(NEAR, note=SPOTTED, when=when)
    assert ("air barrage" in p.rules.legal(p.state, ALLIED)) == flies
    if not flies:
        bomb(p, "A30.20", "us-a-20-1", no="")
    assert "air barrage" not in p.rules.legal(p.state, AXIS)


@pytest.mark.rule("OCS 10.0d")
def test_the_announced_kind_must_be_there_and_be_the_enemy_s() -> None:
    p = sky("Axis 1 A33.20:", NEAR, note=SPOTTED, when=BARRAGE)
    for aim in ("air base", "port", "railway"):
        bomb(p, "A30.20", "us-a-20-1", aim=aim, no="OCS 10.0d")
    bomb(p, "A33.20", "us-a-20-1", no="OCS 10.0d")
    bomb(p, "A31.20", "us-a-20-1", no="OCS 10.0d")
    bomb(p, "A21.20", "us-a-20-1", aim="air base", no="OCS 10.0d")
    assert p.offered("air barrage") == {"A30.20", "A33.20", "A40.20"}


@pytest.mark.rule("OCS 14.2", "OCS 14.2a", "OCS 14.1")
def test_planes_must_be_ready_and_in_range() -> None:
    """A Hurri.II flies 45: from A02.20 to A47.20, not to A48.20."""
    note = "== Axis ==\nA47.20: March Bn (T-1)\nA48.20: March Bn (T-2)"
    p = sky("Allied 1 A02.20: com-hurriii, us-a-20 inactive", note=note, when=BARRAGE)
    bomb(p, "A48.20", "com-hurriii-1", no="OCS 14.2")
    bomb(p, "A47.20", "us-a-20-1", no="OCS 14.1")
    bomb(p, "A47.20", no="OCS 14.2a")
    assert p.offered("air barrage") == {"A47.20"}


@pytest.mark.rule("OCS 14.1f")
def test_no_barrage_in_bad_weather() -> None:
    p = sky(NEAR, note=SPOTTED, when=BARRAGE, weather=Weather.NO_FLIGHT)
    bomb(p, "A30.20", "us-a-20-1", no="OCS 14.1f")
    assert p.offered("air barrage") == set()


@pytest.mark.rule("OCS 10.0")
def test_planes_without_barrage_strength_only_fly_along() -> None:
    p = sky("Allied 1 A21.20: us-c-47, us-c-47, us-c-47, us-c-47, us-p-40", note=SPOTTED, when=BARRAGE)
    bomb(p, "A30.20", "us-c-47-1", no="OCS 10.0")
    start = (("target", "A30.20"), ("aim", "units"))
    three = tuple(("plane", f"us-c-47-{number}") for number in (1, 2, 3))
    assert p.offered("air barrage", *start, three[0]) == {"us-c-47-2", "us-c-47-3", "us-c-47-4", "us-p-40-1"}
    assert p.offered("air barrage", *start, *three) == {"us-p-40-1"}
    assert "enough" in p.offered("air barrage", *start, ("plane", "us-p-40-1"))
    p = sky("Allied 1 A21.20: us-c-47", note=SPOTTED, when=BARRAGE)
    assert p.offered("air barrage") == set()


@pytest.mark.rule("OCS 10.0e")
def test_one_barrage_a_hex_and_phase_of_planes_or_artillery() -> None:
    """1 M fires 12 over 3 hexes from A30.22."""
    note = f"{SPOTTED}    A30.22: Arty Grp (1 M)  -- released\n"
    when = "Allied Exploitation Phase, Barrage Segment"
    p = sky(NEAR, note=note, when=when, dice=[*SAFE, 1, 1])
    gun = Barrage(side=ALLIED, target="A30.20", aim=Aim.UNITS, units=p.ids("1 M"))
    told = bomb(p, "A30.20", "us-a-20-1")
    assert the(MissionFlown, told).counts
    p.do(gun, no="OCS 10.0e")
    p = sky(NEAR, note=note, when=when, dice=[1, 1])
    p.do(gun)
    bomb(p, "A30.20", "us-a-20-1", no="OCS 10.0e")


@pytest.mark.rule("OCS 10.0e", "OCS 2.2")
@pytest.mark.parametrize(("plane", "waits"), [("us-p-40", True), ("us-p-40 inactive", False), ("us-c-47", False)])
def test_the_barrage_segment_waits_for_a_side_whose_planes_could_barrage(plane: str, waits: bool) -> None:
    p = sky(f"Allied 1 A21.20: {plane}", note=SPOTTED)
    p.end_segment()
    barraging = (p.state.now.phase, p.state.now.segment) == (Phase.MOVEMENT, Segment.BARRAGE)
    assert barraging == waits


@pytest.mark.rule("OCS 10.0e")
def test_the_barrage_segment_passes_where_nothing_can_be_barraged() -> None:
    p = sky("Allied 1 A02.20: com-hurriii", note="== Axis ==\nA48.20: March Bn (T-1)")
    p.end_segment()
    assert p.state.now.segment is not Segment.BARRAGE


@pytest.mark.rule("OCS 10.2")
def test_what_the_form_offers_is_not_refused() -> None:
    axis = "Axis 1 A30.20: ger-ju87 inactive"
    p = sky(axis, NEAR, "Allied Algiers: us-b-17-surge, us-c-47", note=SPOTTED, when=BARRAGE)
    p = with_port(p, AXIS, "A33.22", ())
    tried = 0
    for target in p.offered("air barrage"):
        for aim in p.offered("air barrage", ("target", target)):
            start = (("target", target), ("aim", aim))
            for first in p.offered("air barrage", *start):
                for second in p.offered("air barrage", *start, ("plane", first)):
                    filled = [*start, ("plane", first), ("plane", second)]
                    if "enough" in p.offered("air barrage", *filled) or second == "enough":
                        command = p.rules.fill(ALLIED, "air barrage", [*filled, ("plane", "enough")])
                        assert p.game.check(command) is None
                        tried += 1
    assert tried > 20
