"""What reaches a hex and meets planes there, and Patrol Zones. Ranges: A-20 65, P-40 50, Bf.109G 45, Ju.88 85."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.air_lens import Flight, flak_facts, flights, patrolling, patrols, threat
from ocs_engine.series.air.zones import patrol_zone
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import Work
from ocs_engine.world.calendar import Weather
from tests.flights import sky
from tests.positions import ALLIED, AXIS, Position

INFANTRY = """
== Axis ==
A28.20: It Inf Rgt (350)
== Allied ==
A01.05: Para Bn (1)
"""
SPOTTED = INFANTRY.replace("A01.05", "A27.20")


def missions(p: Position, plane: str, hex_: str) -> set[Mission]:
    """What a plane could fly to a hex, nothing where it does not reach it."""
    side = p.state.planes[plane].side
    place = p.state.world.place(hex_)
    return {mission for each in flights(p.state, side, place) if each.plane == plane for mission in each.missions}


@pytest.mark.rule("OCS 14.2")
def test_planes_that_reach_a_hex_the_nearest_first_with_base_distance_and_why_not_now() -> None:
    p = sky(
        "Allied 1 A20.20: us-a-20",
        "Allied 1 A24.20: us-p-40 inactive",
        "Axis 1 A30.20: ger-bf109g",
        note=INFANTRY,
    )
    near, far = flights(p.state, ALLIED, p.hex("A28.20"))
    assert (near.plane, near.base, near.distance) == ("us-p-40-1", p.hex("A24.20"), 4)
    assert near.refusal is not None and near.refusal.rule == "OCS 14.1"
    assert far == Flight("us-a-20-1", p.hex("A20.20"), 8, (Mission.BARRAGE,))
    grey = replace(p.state, weather=Weather.NO_FLIGHT)
    assert all(each.refusal and each.refusal.rule == "OCS 14.1f" for each in flights(grey, ALLIED, p.hex("A28.20")))


@pytest.mark.rule("OCS 14.2", "OCS 14.11", "OCS 14.9e")
def test_within_its_range_it_barrages_within_twice_that_it_changes_its_base() -> None:
    """A P-40 flies 50 hexes, and 100 to another base; from A01.20 to A52.20 it is 51."""
    p = sky("Allied 1 A01.20: us-p-40", "Axis 1 A51.20: ger-ju88", "Allied 1 A52.20:")
    assert Mission.BARRAGE in missions(p, "us-p-40-1", "A51.20")
    assert missions(p, "us-p-40-1", "A52.20") == {Mission.TRANSFER}
    assert missions(p, "us-p-40-1", "A52.21") == set()
    q = sky("Allied 1 A01.20: us-c-47", "Allied 1 A52.20:")
    assert missions(q, "us-c-47-1", "A52.20") == {Mission.TRANSPORT, Mission.DROP, Mission.TRANSFER}


@pytest.mark.rule("OCS 14.6")
def test_fighters_alone_sweep_and_only_over_active_enemies() -> None:
    p = sky("Allied 1 A20.20: us-p-40, us-a-20", "Axis 1 A30.20: ger-ju87", "Axis 1 A31.20: ger-ju87 inactive")
    assert Mission.SWEEP in missions(p, "us-p-40-1", "A30.20")
    assert Mission.SWEEP not in missions(p, "us-a-20-1", "A30.20")
    assert Mission.SWEEP not in missions(p, "us-p-40-1", "A31.20")


@pytest.mark.rule("T2 2.3")
@pytest.mark.parametrize(
    ("plane", "note", "shoots"),
    [
        ("com-daf-p-40", SPOTTED, True),
        ("com-daf-p-40", INFANTRY, False),  # nobody spots
        ("us-p-40", SPOTTED, False),  # not of the Desert Air Force
    ],
)
def test_hip_shoots_are_for_the_desert_air_force_with_a_spotter(plane: str, note: str, shoots: bool) -> None:
    p = sky(f"Allied 1 A20.20: {plane}", note=note)
    assert (Mission.HIP_SHOOT in missions(p, f"{plane}-1", "A28.20")) is shoots


@pytest.mark.rule("OCS 14.8")
def test_trains_are_bombed_where_a_railway_runs() -> None:
    p = sky("Allied 1 A20.20: us-a-20", ground="A28.20 - A29.20: standard")
    assert missions(p, "us-a-20-1", "A28.20") == {Mission.TRAINBUSTING}
    assert missions(p, "us-a-20-1", "A27.20") == set()


@pytest.mark.rule("OCS 14.4", "OCS 14.5")
def test_what_a_mission_meets_with_every_modifier() -> None:
    """Base of Level 2, printed flak 1, three planes, in a zone with a Fighter: 2 + 1 + 1 + 1; its Fighters may come."""
    p = sky(
        "Allied 1 A20.20: us-a-20, us-a-20, us-p-40",
        "Axis 2 A30.20: ger-ju87",
        "Axis 1 A38.20: ger-bf109g, ger-bf109g inactive",
    )
    state = replace(p.state, flak=p.state.flak.set(p.hex("A30.20"), Work(AXIS, 1)))
    found = threat(state, ALLIED, Mission.BARRAGE, p.hex("A30.20"), ("us-a-20-1", "us-a-20-2", "us-p-40-1"))
    assert found.defenders == ("ger-ju87-1",)
    assert found.interceptors == ("ger-bf109g-1",)
    assert found.flak is not None
    assert {each.why: each.value for each in found.flak} == {
        "3 planes": 1, "air base": 2, "flak in the hex": 1, "Patrol Zone": 1,
    }  # fmt: skip
    assert {each.rule for each in found.flak} == {"OCS 14.4"}


@pytest.mark.rule("OCS 14.4a")
def test_no_flak_at_a_sweep_nor_at_a_transport_outside_the_zone() -> None:
    p = sky("Allied 1 A20.20: us-p-40, us-c-47", "Axis 1 A38.20: ger-bf109g", "Allied 1 A27.20:", "Allied 1 A28.20:")
    sweep = threat(p.state, ALLIED, Mission.SWEEP, p.hex("A38.20"), ("us-p-40-1",))
    assert sweep.flak is None and sweep.interceptors == () and sweep.defenders == ("ger-bf109g-1",)
    assert threat(p.state, ALLIED, Mission.TRANSPORT, p.hex("A27.20"), ("us-c-47-1",)).flak is None
    inside = threat(p.state, ALLIED, Mission.TRANSPORT, p.hex("A28.20"), ("us-c-47-1",))
    assert inside.flak is not None and [each.value for each in inside.flak] == [2], "no Fighter flies with it"
    assert flak_facts(p.state, ALLIED, Mission.TRANSPORT, p.hex("A27.20")) is None


@pytest.mark.rule("OCS 14.4p")
def test_the_map_of_patrols_names_the_bases_of_each_hex() -> None:
    """A30.20 and A42.20 are 12 apart; A36.20 lies within 10 of both, A31.20 is 11 from A42.20."""
    p = sky("Axis 1 A30.20: ger-bf109g, ita-mc202", "Axis 1 A42.20: ger-bf109g, ger-ju88", "Axis 1 A10.20: ger-ju88")
    found = patrols(p.state, AXIS)
    assert found[p.hex("A36.20")] == (p.hex("A30.20"), p.hex("A42.20"))
    assert found[p.hex("A31.20")] == (p.hex("A30.20"),)
    assert p.hex("A10.20") not in found, "a Ju.88 is no Fighter"
    assert set(found) == {hex_ for hex_ in patrol_zone(p.state, AXIS) if p.state.world.in_play(hex_)}
    assert patrolling(p.state, AXIS) == {
        p.hex("A30.20"): ("ger-bf109g-1", "ita-mc202-1"), p.hex("A42.20"): ("ger-bf109g-2",),
    }  # fmt: skip
    assert patrols(p.state, ALLIED) == {}
