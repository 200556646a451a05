"""OCS 14.1, 14.2, 14.4, 14.5: who may fly, interception and flak, by the missions that any game has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.series.air.missions import hit_planes
from ocs_engine.series.air.planes import room_for_active
from ocs_engine.series.air.refit import most_refitted
from ocs_engine.series.air.zones import exposed, interceptors, patrol_zone
from ocs_engine.state.air_events import FlakFired, InterceptorSent, Mission, MissionLoss, MissionOver
from ocs_engine.state.barrage_events import BaseReduced
from ocs_engine.world.calendar import Weather
from tests.bombs import BARRAGE, bomb
from tests.flights import Told, abort, asked, events, intercept, lies, sky, sweep, take_hit, transfer
from tests.positions import ALLIED, AXIS, Position

BF, SPIT = "Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv"
ZONE = "Axis 1 A35.20: ger-bf109g"
"""A Patrol Zone from column A25 to A45 on row 20."""


# --- who may fly


@pytest.mark.rule("OCS 14.1")
def test_an_inactive_plane_does_not_fly() -> None:
    p = sky(BF, "Allied 1 A21.20: us-spitv inactive")
    sweep(p, "A30.20", "us-spitv-1", no="OCS 14.1")


@pytest.mark.rule("OCS 14.2")
def test_one_mission_a_plane_and_phase() -> None:
    """A Fighter that was transferred within its range is Active still, but has flown."""
    p = sky(BF, SPIT, "Allied 1 A15.20:")
    transfer(p, "A15.20", "us-spitv-1")
    assert lies(p, "us-spitv-1") == "A15.20"
    sweep(p, "A30.20", "us-spitv-1", no="OCS 14.2")


@pytest.mark.rule("OCS 14.2a")
def test_four_planes_at_most() -> None:
    p = sky(BF, "Allied 3 A21.20: us-spitv, us-spitv, us-spitv, us-spitv, us-spitv")
    five = [f"us-spitv-{number}" for number in range(1, 6)]
    sweep(p, "A30.20", *five, no="OCS 14.2a")
    sweep(p, "A30.20", "us-spitv-1", "us-spitv-1", no="OCS 14.2a")
    sweep(p, "A30.20", no="OCS 14.2a")
    assert p.offered("fighter sweep", ("hex", "A30.20"), *[("plane", pid) for pid in five[:4]]) == set()


@pytest.mark.rule("OCS 14.2")
def test_range_counts_in_hexes_from_the_base() -> None:
    """Spit.V, range 45: from A02.20 to A47.20 are 45 hexes, to A48.20 46."""
    near, far = ("Axis 1 A47.20: ger-bf109g", "Axis 1 A48.20: ger-bf109g")
    p = sky(far, "Allied 1 A02.20: us-spitv")
    sweep(p, "A48.20", "us-spitv-1", no="OCS 14.2")
    assert p.offered("fighter sweep") == set()
    p = sky(near, "Allied 1 A02.20: us-spitv", dice=[1, 1, 1])
    sweep(p, "A47.20", "us-spitv-1")


@pytest.mark.rule("OCS 14.1f", "OCS 17")
def test_no_missions_in_no_flight_weather() -> None:
    p = sky(BF, SPIT, "Allied 1 A23.20:", weather=Weather.NO_FLIGHT)
    sweep(p, "A30.20", "us-spitv-1", no="OCS 14.1f")
    transfer(p, "A23.20", "us-spitv-1", no="OCS 14.1f")
    assert p.offered("base transfer") == set()


@pytest.mark.rule("OCS 14.2")
@pytest.mark.parametrize(
    ("when", "flies"),
    [
        ("Allied Movement Phase, Movement Segment", True),
        ("Allied Exploitation Phase, Movement Segment", True),
        ("Allied Reaction Phase, Movement Segment", True),
        ("Allied Combat Phase, Combat Segment", False),
        ("Allied Movement Phase, Barrage Segment", False),
    ],
)
def test_sweeps_and_transfers_are_flown_in_movement_segments(when: str, flies: bool) -> None:
    p = sky(BF, SPIT, when=when)
    legal = p.rules.legal(p.state, ALLIED)
    assert ("fighter sweep" in legal, "base transfer" in legal) == (flies, flies)


@pytest.mark.rule("OCS 14.6")
def test_only_fighters_sweep_and_only_where_active_enemy_planes_are() -> None:
    p = sky(
        "Axis 1 A30.20: ger-bf109g",
        "Axis 1 A32.20: ger-bf109g inactive",
        "Allied 1 A21.20: us-spitv, us-a-20",
    )
    sweep(p, "A30.20", "us-a-20-1", no="OCS 14.6")
    sweep(p, "A32.20", "us-spitv-1", no="OCS 14.6")
    sweep(p, "A31.20", "us-spitv-1", no="OCS 14.6")
    assert p.offered("fighter sweep") == {"A30.20"}
    assert p.offered("fighter sweep", ("hex", "A30.20")) == {"us-spitv-1"}


@pytest.mark.rule("T2 1.5")
def test_no_mission_goes_near_a_closed_entry_area() -> None:
    """Entry A is closed to the Axis: A02.14 is next to its A01.14."""
    when = "Axis Movement Phase, Movement Segment"
    p = sky("Allied 1 A02.14: us-spitv", "Axis 1 A21.11: ger-bf109g", when=when, ground=None)
    sweep(p, "A02.14", "ger-bf109g-1", no="T2 1.5")
    assert p.offered("fighter sweep") == set()


@pytest.mark.rule("T2 1.5", "OCS 14.5")
@pytest.mark.parametrize(("base", "met"), [("A02.14", False), ("A03.14", True)])
def test_no_fighter_intercepts_near_a_closed_entry_area(base: str, met: bool) -> None:
    """A10.14 is 8 hexes from A02.14 and 7 from A03.14, which is two from A01.14 of Entry A, closed to the Axis."""
    p = sky("Axis 1 A10.14: ger-bf109g", f"Allied 1 {base}:", "Allied 1 A21.11: us-p-40", ground=None, dice=[1, 1])
    transfer(p, base, "us-p-40-1")
    assert (asked(p) == ("Axis", "intercept")) is met


# --- Patrol Zones and interception


@pytest.mark.rule("OCS 14.4p")
def test_a_patrol_zone_is_all_within_ten_hexes_of_a_base_with_an_active_fighter() -> None:
    p = sky(
        "Axis 1 A30.20: ger-bf109g",
        "Axis 1 A50.20: ger-bf109g inactive",
        "Axis 1 A10.20: ger-ju87",
        "Axis Sicily: ger-bf109g",
    )
    zone = p.labels(patrol_zone(p.state, AXIS))
    assert {"A20.20", "A40.20"} <= zone
    assert not {"A19.20", "A41.20", "A10.20", "A50.20"} & zone
    assert len(zone) == 1 + 6 * (10 * 11 // 2), "a full disc of ten rings"


@pytest.mark.rule("OCS 14.5", "OCS 14.4a")
def test_a_transfer_is_intercepted_in_an_enemy_zone_alone() -> None:
    p = sky(ZONE, "Allied 1 A20.20: us-p-40, us-p-40", "Allied 1 A24.20:", "Allied 1 A25.20:", dice=[1, 1])
    assert interceptors(p.state, AXIS, p.hex("A24.20")) == []
    assert not exposed(p.state, ALLIED, Mission.TRANSFER, p.hex("A24.20"))
    transfer(p, "A24.20", "us-p-40-1")
    assert lies(p, "us-p-40-1") == "A24.20" and asked(p) is None
    transfer(p, "A25.20", "us-p-40-2")
    assert asked(p) == ("Axis", "intercept")
    intercept(p)
    assert lies(p, "us-p-40-2") == "A25.20", "flak: 2 + 1 is not 11"


@pytest.mark.rule("OCS 14.5")
def test_a_winning_interceptor_stays_active_and_may_go_again() -> None:
    """Bf.109G v P-40: 6 + 4 - 2 is 8, the P-40 aborts, over its own base at A25.20; then the same once more."""
    p = sky(ZONE, "Allied 1 A20.20: us-p-40, us-p-40", "Allied 1 A25.20:", dice=[3, 3, 1, 3, 3, 5])
    transfer(p, "A25.20", "us-p-40-1")
    told = intercept(p, "ger-bf109g-1")
    assert len(events(told, InterceptorSent)) == 1
    assert lies(p, "ger-bf109g-1") == "A35.20"
    assert lies(p, "us-p-40-1") == "A25.20 inactive"
    assert len(events(told, MissionOver)) == 1 and events(told, FlakFired) == []
    transfer(p, "A25.20", "us-p-40-2")
    intercept(p, "ger-bf109g-1")
    assert lies(p, "us-p-40-2") == "A25.20 inactive reduced"


@pytest.mark.rule("OCS 14.5")
@pytest.mark.parametrize("roll", [(2, 3), (1, 1)])
def test_an_interceptor_that_does_not_win_is_inactive_at_its_own_base(roll: tuple[int, int]) -> None:
    """With a difference of 2: 5 is 7, both abort; 2 is 4, the interceptor aborts and the P-40 goes on: flak 2 + 1."""
    both = roll == (2, 3)
    p = sky(ZONE, "Allied 1 A20.20: us-p-40", "Allied 1 A25.20:", dice=[*roll, 1, 1, 1])
    transfer(p, "A25.20", "us-p-40-1")
    intercept(p, "ger-bf109g-1")
    assert lies(p, "ger-bf109g-1") == "A35.20 inactive"
    if not both:
        abort(p)
    assert lies(p, "us-p-40-1") == ("A25.20 inactive" if both else "A25.20")


@pytest.mark.rule("OCS 14.5")
def test_only_an_active_fighter_of_the_zone_intercepts_and_once_per_mission() -> None:
    p = sky(
        "Axis 1 A35.20: ger-bf109g, ger-ju87, ger-fw190a inactive",
        "Axis 1 A36.20: ger-bf109g",
        "Allied 1 A20.20: us-p-40",
        "Allied 1 A25.20:",
        dice=[1, 1, 1, 1, 1],
    )
    transfer(p, "A25.20", "us-p-40-1")
    for pid in ("ger-ju87-1", "ger-fw190a-1", "ger-bf109g-2"):
        intercept(p, pid, no="OCS 14.5")
    told = intercept(p, "ger-bf109g-1")
    abort(p)
    assert lies(p, "us-p-40-1") == "A25.20", "it won, and nobody comes again"
    assert len(events(told, InterceptorSent)) == 1


@pytest.mark.rule("OCS 14.5", "OCS 14.3")
def test_the_active_planes_under_the_mission_fight_too() -> None:
    """A Spit.V is Active at the base to which the P-40 comes: the Axis attacks both, the Allies choose who fights."""
    p = sky(ZONE, "Allied 1 A20.20: us-p-40", "Allied 1 A25.20: us-spitv", dice=[1, 1, 1, 1, 1])
    transfer(p, "A25.20", "us-p-40-1")
    intercept(p, "ger-bf109g-1")
    assert asked(p) == ("Allied", "abort"), "one of two may abort before the fight"
    abort(p)
    assert p.offered("engage") == {"us-p-40-1", "us-spitv-1"}


# --- flak


@pytest.mark.rule("OCS 14.4")
@pytest.mark.parametrize(
    ("plane", "roll", "hit"),
    [
        ("us-p-40", (4, 5), False),  # 9 + 1 for the zone with a Fighter: 10
        ("us-p-40", (5, 5), True),  # 11
        ("us-a-20", (4, 4), False),  # 8 + 2 without a Fighter: 10
        ("us-a-20", (4, 5), True),  # 11
    ],
)
def test_flak_hits_with_eleven_and_the_zone_adds_one_or_two(plane: str, roll: tuple[int, int], hit: bool) -> None:
    p = sky(ZONE, f"Allied 1 A20.20: {plane}", "Allied 3 A25.20:", dice=roll)
    transfer(p, "A25.20", f"{plane}-1")
    told = intercept(p)
    assert [event.hit for event in events(told, FlakFired)] == [hit], "the own base of Level 3 fires not at its own"
    active = "" if plane == "us-p-40" else " inactive"
    assert lies(p, f"{plane}-1") == f"A25.20{active}{' reduced' if hit else ''}"


@pytest.mark.rule("OCS 14.4a")
def test_a_sweep_meets_no_flak() -> None:
    p = sky("Axis 3 A30.20: ger-bf109g", SPIT, dice=[4, 5, 1])
    told = sweep(p, "A30.20", "us-spitv-1")
    assert asked(p) == ("Allied", "abort")
    assert events(told, FlakFired) == [] and events(abort(p), FlakFired) == []


@pytest.mark.rule("OCS 14.4")
@pytest.mark.parametrize(("die", "hit"), [(2, "us-p-40-1"), (3, "us-a-20-1"), (5, "us-p-39-1")])
def test_the_plane_that_is_hit_is_found_by_its_place_in_the_stack(die: int, hit: str) -> None:
    """Three planes: +1 for three, +1 for the zone with a Fighter: 9 is 11. Of three 1-2 is the first, 3-4, 5-6."""
    p = sky(ZONE, "Allied 1 A20.20: us-p-40, us-a-20, us-p-39", "Allied 1 A25.20:", dice=[4, 5, die])
    transfer(p, "A25.20", "us-p-40-1", "us-a-20-1", "us-p-39-1")
    told = intercept(p)
    assert [(event.plane, event.die) for event in events(told, MissionLoss)] == [(hit, die)]
    assert lies(p, hit).endswith("reduced")


@pytest.mark.rule("OCS 14.4")
def test_of_four_planes_a_six_hits_the_strongest_and_the_owner_chooses_among_equals() -> None:
    """Barrage: A-20 10, P-39 5. Two A-20 are the strongest."""
    p = sky(ZONE, "Allied 1 A20.20: us-a-20, us-a-20, us-p-39, us-p-40", "Allied 1 A25.20:", dice=[4, 5, 6])
    planes = ("us-a-20-1", "us-a-20-2", "us-p-39-1", "us-p-40-1")
    transfer(p, "A25.20", *planes)
    intercept(p)
    assert asked(p) == ("Allied", "take hit")
    take_hit(p, "us-p-39-1", no="OCS 14.4")
    take_hit(p, "us-a-20-2")
    assert lies(p, "us-a-20-2") == "A25.20 inactive reduced"
    assert hit_planes(p.state, planes, "Weakest") == ("us-p-40-1",), "4 of barrage"


# --- landing


@pytest.mark.rule("OCS 14.1c")
def test_who_finds_no_base_in_range_is_destroyed() -> None:
    """A Bf.109G, range 45, sweeps from A12.20, where no base is any more; Sicily is farther away than that."""
    p = sky(
        "Allied 1 A56.20: us-spitv", "Axis 1 A12.20: ger-bf109g", dice=[3, 3, 1],
        when="Axis Movement Phase, Movement Segment",
    )  # fmt: skip
    p = Position(p.rules, replace(p.state, bases=p.state.bases.delete(p.hex("A12.20"))), p.game.dice)
    sweep(p, "A56.20", "ger-bf109g-1")
    assert lies(p, "ger-bf109g-1") == "dead"


# --- base transfer


@pytest.mark.rule("OCS 14.11")
@pytest.mark.parametrize(
    ("plane", "base", "after"),
    [
        ("us-spitv", "A47.20", "A47.20"),  # 45 hexes: in range
        ("us-spitv", "A48.20", "A48.20 inactive"),  # 46: beyond it
        ("us-a-20", "A04.20", "A04.20 inactive"),
    ],
)
def test_a_fighter_within_its_range_stays_active(plane: str, base: str, after: str) -> None:
    p = sky(f"Allied 1 A02.20: {plane}", f"Allied 1 {base}:")
    transfer(p, base, f"{plane}-1")
    assert lies(p, f"{plane}-1") == after


@pytest.mark.rule("OCS 14.11")
def test_a_transfer_goes_up_to_twice_the_range_to_a_base_of_ones_own() -> None:
    p = sky("Allied 1 A02.20: us-spitv", "Axis 1 A10.20:", "Allied 1 A21.20:")
    transfer(p, "A10.20", "us-spitv-1", no="OCS 14.11")
    transfer(p, "A12.20", "us-spitv-1", no="OCS 14.11")
    transfer(p, "A02.20", "us-spitv-1", no="OCS 14.11")
    transfer(p, "Nowhere", "us-spitv-1", no="")
    assert p.offered("base transfer") == {"A21.20", "Algiers"}


@pytest.mark.rule("OCS 14.2a", "OCS 15.0b", "OCS 14.11")
def test_a_base_holds_four_active_planes_and_its_level() -> None:
    """Level 1: five. A sixth Fighter comes in Inactive; at a strip the fifth."""
    five = ", ".join(["us-spitv"] * 4)
    p = sky("Allied 1 A21.20: us-p-40, us-p-40", f"Allied 1 A25.20: {five}", "Allied 0 A27.20: us-p-39, us-p-39")
    assert room_for_active(p.state, ALLIED, p.hex("A25.20")) == 1
    assert room_for_active(p.state, ALLIED, p.hex("A27.20")) == 2
    transfer(p, "A25.20", "us-p-40-1", "us-p-40-2")
    assert (lies(p, "us-p-40-1"), lies(p, "us-p-40-2")) == ("A25.20", "A25.20 inactive")


@pytest.mark.rule("T2 1.1c")
def test_a_plane_flies_into_a_box_by_the_hexes_of_an_entry_point() -> None:
    """A47.31 lists Sicily at 38: a Bf.109G with 45 of range comes from Sicily to within 7 hexes of it, Active."""
    p = sky("Axis Sicily: ger-bf109g, ger-bf109g", "Axis 1 A44.28:", "Axis 1 A40.31:",
            when="Axis Movement Phase, Movement Segment", ground=None)  # fmt: skip
    distance = p.state.points.air_distance
    assert distance(p.state.world, p.state.world.place("Sicily"), p.hex("A47.31")) == 38
    transfer(p, "A40.31", "ger-bf109g-1")
    assert lies(p, "ger-bf109g-1") == "A40.31"


# --- what meets whom


@pytest.mark.rule("OCS 14.4a", "OCS 14.5")
def test_the_hex_of_the_mission_counts_and_not_where_planes_come_from() -> None:
    """A28.20 lies in the zone of A35.20, and A20.20 does not."""
    p = sky(ZONE, "Allied 1 A28.20: us-p-40", "Allied 1 A20.20:")
    told = transfer(p, "A20.20", "us-p-40-1")
    assert asked(p) is None and events(told, FlakFired) == []
    assert lies(p, "us-p-40-1") == "A20.20"


@pytest.mark.rule("OCS 14.4a", "OCS 14.1c")
def test_planes_on_their_way_home_meet_nobody() -> None:
    """The Spit.V, 1 + 1 + 3 - 4, flies home to A21.20, in the zone of the Bf.109G that stays Active."""
    p = sky(BF, SPIT, dice=[1, 1, 1])
    told = sweep(p, "A30.20", "us-spitv-1")
    assert p.hex("A21.20") in patrol_zone(p.state, AXIS)
    assert events(told, FlakFired) == events(told, InterceptorSent) == []


@pytest.mark.rule("OCS 14.5", "OCS 14.2")
@pytest.mark.parametrize("phase", ["Movement", "Reaction", "Exploitation"])
def test_fighters_intercept_in_every_phase_in_which_the_enemy_flies(phase: str) -> None:
    p = sky(ZONE, "Allied 1 A20.20: us-p-40", "Allied 1 A25.20:", dice=[6, 6, 1],
            when=f"Allied {phase} Phase, Movement Segment")  # fmt: skip
    transfer(p, "A25.20", "us-p-40-1")
    intercept(p, "ger-bf109g-1")
    assert (lies(p, "ger-bf109g-1"), lies(p, "us-p-40-1")) == ("A35.20", "A25.20 inactive")


@pytest.mark.rule("OCS 14.1f", "OCS 14.4p")
def test_bad_weather_leaves_planes_active_and_patrol_zones_as_they_are() -> None:
    clear, bad = (sky(ZONE, SPIT, weather=weather) for weather in (Weather.FLIGHT, Weather.NO_FLIGHT))
    assert patrol_zone(bad.state, AXIS) == patrol_zone(clear.state, AXIS) != set()
    assert lies(bad, "ger-bf109g-1") == "A35.20" and lies(bad, "us-spitv-1") == "A21.20"


@pytest.mark.rule("OCS 14.6")
def test_a_hex_may_be_swept_again_and_again() -> None:
    p = sky(BF, "Allied 1 A21.20: us-spitv, us-spitv", dice=[1, 1, 1, 6, 6, 1])
    sweep(p, "A30.20", "us-spitv-1")
    abort(p)
    assert lies(p, "ger-bf109g-1") == "A30.20"
    sweep(p, "A30.20", "us-spitv-2")
    abort(p)
    assert lies(p, "ger-bf109g-1") == "A30.20 inactive"


# --- whose flak it is


def added(told: Told) -> dict[str, str]:
    """What was added to the roll of a mission's flak, by the words for it."""
    (fired,) = events(told, FlakFired)
    assert isinstance(fired, FlakFired)
    return {each.why: each.value for each in fired.modifiers}


@pytest.mark.rule("OCS 14.4", "OCS 15.0b")
def test_an_own_hq_and_an_own_base_add_nothing_to_the_flak() -> None:
    """Over its own base of Level 3 with an HQ the P-40 meets the flak of the zone alone."""
    note = "== Allied ==\nA25.20: Corps HQ (5)"
    p = sky(ZONE, "Allied 1 A20.20: us-p-40", "Allied 3 A25.20:", note=note, dice=[1, 1])
    transfer(p, "A25.20", "us-p-40-1")
    assert added(intercept(p)) == {"Patrol Zone": "1"}


@pytest.mark.rule("OCS 14.4", "OCS 15.0b", "OCS 15.2")
@pytest.mark.parametrize(
    ("level", "hqs", "more"),
    [
        (0, "", {}),  # a strip has no flak
        (2, "", {"air base": "2"}),
        (0, "Corps HQ (90)", {"HQ in the hex": "1"}),
        (3, "Corps HQ (90), It Corps HQ (30 It)", {"air base": "3", "HQ in the hex": "1"}),  # one or more HQs
    ],
)
def test_enemy_hqs_and_bases_add_to_the_flak(level: int, hqs: str, more: dict[str, str]) -> None:
    note = f"== Axis ==\nA30.20: March Bn (T-1){f', {hqs}' if hqs else ''}"
    p = sky(f"Axis {level} A30.20:", "Allied 1 A21.20: us-a-20", note=note, when=BARRAGE, dice=[1, 1, 1, 1])
    assert added(bomb(p, "A30.20", "us-a-20-1")) == more


@pytest.mark.rule("OCS 14.4")
def test_only_planes_of_the_mission_are_hit_and_a_lone_one_needs_no_die() -> None:
    """10 + 1 for the zone; a Spit.V is Active at the base under it."""
    p = sky(ZONE, "Allied 1 A20.20: us-p-40", "Allied 1 A25.20: us-spitv", dice=[5, 5])
    transfer(p, "A25.20", "us-p-40-1")
    (loss,) = events(intercept(p), MissionLoss)
    assert isinstance(loss, MissionLoss) and (loss.plane, loss.die) == ("us-p-40-1", None)
    assert (lies(p, "us-p-40-1"), lies(p, "us-spitv-1")) == ("A25.20 reduced", "A25.20")


# --- room at bases


@pytest.mark.rule("OCS 14.2a")
def test_a_reduced_plane_counts_as_one_and_inactive_ones_without_end() -> None:
    """Five reduced Fighters fill a base of Level 1; Inactive planes come on top, as many as like."""
    five, six = ", ".join(["us-spitv reduced"] * 5), ", ".join(["us-a-20 inactive"] * 6)
    p = sky(f"Allied 1 A25.20: {five}, {six}", "Allied 1 A21.20: us-b-25, us-p-40")
    assert room_for_active(p.state, ALLIED, p.hex("A25.20")) == 0
    transfer(p, "A25.20", "us-b-25-1", "us-p-40-1")
    assert lies(p, "us-b-25-1") == lies(p, "us-p-40-1") == "A25.20 inactive"


@pytest.mark.rule("OCS 14.2a", "OCS 15.0b", "OCS 15.1")
def test_planes_stay_active_at_a_base_that_is_reduced_under_them() -> None:
    """Six are Active at a base of Level 2, which holds six; at Level 1 it holds five, and takes no more of them."""
    six = ", ".join(["us-p-39"] * 6)
    p = sky(f"Allied 2 A25.20: {six}, us-spitv inactive", "Allied 1 A21.20: us-p-40")
    reduced = p.rules.apply(p.state, BaseReduced(hex="A25.20", level=1))
    p = Position(p.rules, reduced, p.game.dice)
    assert room_for_active(p.state, ALLIED, p.hex("A25.20")) == -1
    assert most_refitted(p.state, ALLIED, p.hex("A25.20")) == 0
    transfer(p, "A25.20", "us-p-40-1")
    assert lies(p, "us-p-40-1") == "A25.20 inactive"
    assert [lies(p, f"us-p-39-{number}") for number in range(1, 7)] == ["A25.20"] * 6
