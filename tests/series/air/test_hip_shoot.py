"""OCS 14.7: Hip Shoots of one plane in movement segments; columns by hand from the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.points import SeriesPoints
from ocs_engine.state.air_events import FlakFired, MissionFlown
from ocs_engine.state.barrage_events import BarrageReckoned, BarrageResolved, FacilityStruck, PortHit
from ocs_engine.state.model import Mode
from tests.bombs import BARRAGE, SAFE, bomb, columns, hip_shoot, shifts, the, with_port
from tests.flights import asked, intercept, lies, sky
from tests.positions import ALLIED, AXIS, Position

WHEN = "Axis Movement Phase, Movement Segment"
NOTE = """
    == Axis ==
    A22.20: March Bn (T-1)
    == Allied ==
    A21.20: Commando Bn (6 Cdo)
    A40.20: Fr Mech Rgt (Coutx)
"""
STUKAS = "Axis 1 A30.20: ger-ju87, ger-ju87"
"""Nine hexes from A21.20; a Ju.87 has 12."""


@pytest.mark.rule("OCS 14.7", "OCS 10.0a", "OCS 10.0r")
def test_a_hip_shoot_is_a_barrage_by_one_plane_in_a_movement_segment() -> None:
    """12 is column 12-16: 1 left for 1/2 RE, 1 right from 9 hexes. A 9 there is [1/2], by air a DG."""
    p = sky(STUKAS, note=NOTE, when=WHEN, dice=[*SAFE, 4, 5])
    told = hip_shoot(p, "A21.20", "ger-ju87-1")
    assert (shifts(told), columns(told)) == (
        {"1/2 RE in the hex": -1, "planes from close by": 1},
        ("12-16", "12-16"),
    )
    assert (the(BarrageResolved, told).printed, the(BarrageResolved, told).result) == ("[1/2]", "DG")
    assert p.unit("6 Cdo").marker is Mode.DG
    assert lies(p, "ger-ju87-1") == "A30.20 inactive"


@pytest.mark.rule("OCS 14.7", "OCS 10.0b")
def test_it_needs_a_spotter_whatever_the_target() -> None:
    p = with_port(sky(STUKAS, note=NOTE, when=WHEN), ALLIED, "A40.21", ())
    hip_shoot(p, "A40.20", "ger-ju87-1", no="OCS 10.0b")
    hip_shoot(p, "A40.21", "ger-ju87-1", aim="port", no="OCS 10.0b")
    assert p.offered("hip shoot") == {"A21.20"}


@pytest.mark.rule("OCS 14.7", "OCS 10.0c")
def test_a_spotted_port_is_hit_by_the_facility_table() -> None:
    """12 is column 11-20, where a 5 is 1*(4)."""
    p = with_port(sky(STUKAS, note=NOTE, when=WHEN), ALLIED, "A21.20", [*SAFE, 5])
    assert p.offered("hip shoot", ("target", "A21.20")) == {"units", "port"}
    told = hip_shoot(p, "A21.20", "ger-ju87-1", aim="port")
    assert (the(BarrageReckoned, told).heading, the(FacilityStruck, told).result) == ("11-20", "1*(4)")
    assert the(PortHit, told).hits == 1


@pytest.mark.rule("OCS 14.7", "OCS 10.0e")
def test_it_neither_counts_as_the_barrage_of_the_hex_nor_is_kept_off_by_one() -> None:
    p = sky(STUKAS, note=NOTE, when=WHEN, dice=[*SAFE, 1, 1, *SAFE, 1, 1])
    told = hip_shoot(p, "A21.20", "ger-ju87-1")
    assert not the(MissionFlown, told).counts
    assert not p.state.memory.barraged
    hip_shoot(p, "A21.20", "ger-ju87-2")
    p = sky(STUKAS, note=NOTE, when=WHEN, dice=[*SAFE, 1, 1])
    memory = replace(p.state.memory, barraged=p.state.memory.barraged.set(p.hex("A21.20"), True))
    p = Position(p.rules, replace(p.state, memory=memory), RecordedDice((*SAFE, 1, 1)))
    hip_shoot(p, "A21.20", "ger-ju87-1")


@pytest.mark.rule("OCS 10.0e", "OCS 14.7")
def test_after_a_hip_shoot_the_hex_has_its_barrage_still() -> None:
    p = sky(STUKAS, note=NOTE, when=WHEN, dice=[*SAFE, 1, 1, *SAFE, 1, 1])
    hip_shoot(p, "A21.20", "ger-ju87-1")
    p.end_segment()
    bomb(p, "A21.20", "ger-ju87-1", no="OCS 14.1")
    bomb(p, "A21.20", "ger-ju87-2")


@pytest.mark.rule("OCS 14.7", "OCS 14.8")
def test_it_never_busts_trains() -> None:
    p = sky(STUKAS, note=NOTE, when=WHEN, ground="all: open\nA21.20 - A21.21: standard")
    hip_shoot(p, "A21.20", "ger-ju87-1", aim="railway", no="OCS 10.0d")
    assert p.offered("hip shoot", ("target", "A21.20")) == {"units"}


@pytest.mark.rule("T2 3.3a")
def test_german_planes_fly_hip_shoots_and_italian_ones_do_not() -> None:
    p = sky("Axis 1 A30.20: ita-g50, ger-bf109g", note=NOTE, when=WHEN)
    hip_shoot(p, "A21.20", "ita-g50-1", no="T2 3.3a")
    assert p.offered("hip shoot", ("target", "A21.20"), ("aim", "units")) == {"ger-bf109g-1"}


@pytest.mark.rule("T2 2.3")
def test_of_the_allies_the_desert_air_force_alone_flies_hip_shoots() -> None:
    when = "Allied Movement Phase, Movement Segment"
    line = "Allied 1 A12.20: us-a-20, com-blenv, com-daf-p-40"
    p = sky(line, note=NOTE, when=when, date="1943-03-05", dice=[*SAFE, 1, 1])
    hip_shoot(p, "A22.20", "us-a-20-1", no="T2 2.3")
    hip_shoot(p, "A22.20", "com-blenv-1", no="T2 2.3")
    assert p.offered("hip shoot", ("target", "A22.20"), ("aim", "units")) == {"com-daf-p-40-1"}
    assert the(BarrageReckoned, hip_shoot(p, "A22.20", "com-daf-p-40-1")).total == "4"


@pytest.mark.rule("OCS 14.1e")
def test_a_strategic_bomber_never_flies_one() -> None:
    when = "Allied Movement Phase, Movement Segment"
    p = sky("Allied 1 A12.20: us-b-17-surge", note=NOTE, when=when)
    hip_shoot(p, "A22.20", "us-b-17-surge-1", no="OCS 14.1e")
    assert p.offered("hip shoot") == set()


@pytest.mark.rule("OCS 14.7")
def test_the_series_lists_no_air_force() -> None:
    p = sky(STUKAS, note=NOTE, when=WHEN)
    p = Position(p.rules, replace(p.state, points=SeriesPoints()), RecordedDice(()))
    hip_shoot(p, "A21.20", "ger-ju87-1", no="OCS 14.7")


@pytest.mark.rule("OCS 14.7", "OCS 14.2")
@pytest.mark.parametrize(
    ("when", "flies"),
    [
        ("Axis Movement Phase, Movement Segment", True),
        ("Axis Reaction Phase, Movement Segment", True),
        ("Axis Exploitation Phase, Movement Segment", True),
        ("Axis Movement Phase, Barrage Segment", False),
        ("Axis Combat Phase, Combat Segment", False),
    ],
)
def test_hip_shoots_are_flown_in_movement_segments(when: str, flies: bool) -> None:
    p = sky(STUKAS, note=NOTE, when=when)
    assert ("hip shoot" in p.rules.legal(p.state, AXIS)) == flies
    assert "hip shoot" not in p.rules.legal(p.state, ALLIED)


@pytest.mark.rule("OCS 14.7", "OCS 6.1")
def test_none_is_flown_while_a_stack_is_on_the_march() -> None:
    p = sky(STUKAS, note=NOTE, when=WHEN)
    p.begin("T-1", all="move")
    hip_shoot(p, "A21.20", "ger-ju87-1", no="OCS 6.1g")


@pytest.mark.rule("OCS 14.4a", "OCS 14.5")
def test_it_may_be_intercepted_and_meets_flak() -> None:
    """A P-40 at A15.20 is six hexes off; when it stays, flak has 2 for its zone and no Fighter with the mission."""
    p = sky(STUKAS, "Allied 1 A15.20: us-p-40", note=NOTE, when=WHEN, dice=[*SAFE, 1, 1])
    hip_shoot(p, "A21.20", "ger-ju87-1")
    assert asked(p) == ("Allied", "intercept")
    assert the(FlakFired, intercept(p)).total == 4


@pytest.mark.rule("OCS 14.7")
def test_what_the_form_offers_is_not_refused() -> None:
    p = with_port(sky(STUKAS, "Axis Sicily: ita-g50", note=NOTE, when=WHEN), ALLIED, "A21.20", ())
    tried = 0
    for target in p.offered("hip shoot"):
        for aim in p.offered("hip shoot", ("target", target)):
            for pid in p.offered("hip shoot", ("target", target), ("aim", aim)):
                filled = [("target", target), ("aim", aim), ("plane", pid)]
                assert p.rules.blank(p.state, AXIS, "hip shoot", filled) is None
                assert p.game.check(p.rules.fill(AXIS, "hip shoot", filled)) is None
                tried += 1
    assert tried == 4, "two planes at units and at the port"


@pytest.mark.rule("OCS 14.7")
def test_in_a_barrage_segment_it_is_no_order() -> None:
    p = sky("Allied 1 A12.20: com-daf-p-40", note=NOTE, when=BARRAGE, date="1943-03-05")
    hip_shoot(p, "A22.20", "com-daf-p-40-1", no="")
