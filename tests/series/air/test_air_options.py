"""OCS 21.4 and 21.5, T2 4.2: the options of the air war. Spit.V: range 45, half of it 22 hexes; P-39: 50, half 25."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.series.air.dogfight import air_rating
from ocs_engine.series.air.missions import mission_refusal
from ocs_engine.series.air.planes import long_range
from ocs_engine.series.air.sweep import more_planes
from ocs_engine.state.air_events import AirRoundFought, Mission
from ocs_engine.state.events import TurnBegan
from ocs_engine.state.model import Verdict
from ocs_engine.tunisia.game import rules_for
from ocs_engine.tunisia.victory import shifted
from ocs_engine.world.options import (
    EVERYONE_SUPPLIED,
    FIGHTER_BASING_TEMPO,
    HALF_RANGE_AIR,
    OPTIONS,
    UNCOORDINATED_US_AIR,
)
from ocs_engine.world.world import load_world
from tests.flights import events, lies, sky, sweep, transfer
from tests.positions import ALLIED, AXIS, Position, set_up_done

HALF, TEMPO = (EVERYONE_SUPPLIED, HALF_RANGE_AIR), (EVERYONE_SUPPLIED, FIGHTER_BASING_TEMPO)
US_AIR = (EVERYONE_SUPPLIED, UNCOORDINATED_US_AIR)
BASE, NEAR, FAR = "A10.20", "A32.20", "A33.20"
"""From BASE it is 22 hexes to NEAR and 23 to FAR."""


@pytest.mark.rule("OCS 21.4")
@pytest.mark.parametrize(("target", "option", "rating"), [(NEAR, True, 3), (FAR, True, 2), (FAR, False, 3)])
def test_beyond_half_its_range_a_plane_fights_with_one_less(target: str, option: bool, rating: int) -> None:
    """Spit.V 3 against Bf.109G 4 at its own base; the die of losses shows 1."""
    p = sky(f"Axis 1 {target}: ger-bf109g", f"Allied 1 {BASE}: us-spitv", dice=[6, 6, 1],
            options=HALF if option else (EVERYONE_SUPPLIED,))  # fmt: skip
    assert p.state.world.atlas.grid.distance(p.hex(BASE), p.hex(target)) == (22 if target == NEAR else 23)
    fought = events(sweep(p, target, "us-spitv-1"), AirRoundFought)
    assert [(each.attack, each.defence) for each in fought] == [(rating, 4)]  # type: ignore[attr-defined]


@pytest.mark.rule("OCS 21.4")
def test_the_reduced_rating_goes_down_as_well_and_below_nothing() -> None:
    """Ju.52 has (0) on either side, and half its range is 37 hexes; Bf.109G has 3 reduced, half is 22."""
    p = sky("Axis 1 A10.20: ger-ju52 reduced, ger-bf109g reduced", options=HALF)
    assert [air_rating(p.state, "ger-ju52-1", p.hex(hex_)) for hex_ in ("A47.20", "A48.20")] == [0, -1]
    assert [air_rating(p.state, "ger-bf109g-1", p.hex(hex_)) for hex_ in (NEAR, FAR)] == [3, 2]


@pytest.mark.rule("OCS 21.4")
def test_one_plane_that_flies_far_makes_it_a_long_flight_for_all() -> None:
    """P-39: 25 hexes are half of 50; A35.20 is 25 away, A36.20 26."""
    p = sky(f"Allied 1 {BASE}: us-spitv, us-p-39", "Allied 1 A35.20: us-a-20", options=HALF)
    assert not long_range(p.state, ("us-spitv-1", "us-p-39-1", "us-a-20-1"), p.hex(NEAR))
    assert long_range(p.state, ("us-p-39-1", "us-spitv-1"), p.hex(FAR))
    assert not long_range(p.state, ("us-p-39-1", "us-a-20-1"), p.hex("A35.20"))
    assert long_range(p.state, ("us-p-39-1", "us-a-20-1"), p.hex("A36.20"))
    q = sky(f"Allied 1 {BASE}: us-spitv")
    assert not long_range(q.state, ("us-spitv-1",), q.hex(FAR)), "the option is off"


@pytest.mark.rule("OCS 21.4", "T2 1.1c")
def test_from_a_box_the_way_in_counts() -> None:
    """Algiers to A06.25: 50 hexes. P-38: range 90, half 45; B-17: 200."""
    p = sky("Allied Algiers: us-p-38-surge, us-b-17-surge", options=HALF)
    assert long_range(p.state, ("us-p-38-surge-1",), p.hex("A06.25"))
    assert not long_range(p.state, ("us-b-17-surge-1",), p.hex("A06.25"))


@pytest.mark.rule("OCS 21.4", "OCS 14.11")
@pytest.mark.parametrize(("base", "option", "active"), [(NEAR, True, True), (FAR, True, False), (FAR, False, True)])
def test_a_fighter_that_transfers_beyond_half_its_range_is_inactive(base: str, option: bool, active: bool) -> None:
    p = sky(f"Allied 1 {BASE}: us-spitv", f"Allied 1 {base}:", options=HALF if option else (EVERYONE_SUPPLIED,))
    transfer(p, base, "us-spitv-1")
    assert lies(p, "us-spitv-1") == base + ("" if active else " inactive")


# --- 21.5


@pytest.mark.rule("OCS 21.5", "OCS 14.11")
@pytest.mark.parametrize(("level", "most"), [(0, 1), (1, 1), (2, 2), (3, 3)])
def test_only_a_plane_for_each_level_of_a_base_transfers_and_stays_active(level: int, most: int) -> None:
    p = sky(f"Allied 1 {BASE}: us-spitv, us-spitv, us-spitv, us-spitv", f"Allied {level} {NEAR}:", options=TEMPO)
    planes = [f"us-spitv-{number}" for number in range(1, 5)]
    transfer(p, NEAR, *planes)
    assert [lies(p, pid) for pid in planes] == [NEAR] * most + [f"{NEAR} inactive"] * (4 - most)


@pytest.mark.rule("OCS 21.5")
def test_it_holds_for_the_whole_turn_and_for_each_base_by_itself() -> None:
    p = sky(f"Allied 1 {BASE}: us-spitv, us-p-40, us-p-39, com-spitv", f"Allied 1 {NEAR}:", "Allied 1 A25.20:",
            options=TEMPO)  # fmt: skip
    transfer(p, NEAR, "us-spitv-1")
    transfer(p, NEAR, "us-p-40-1")
    transfer(p, "A25.20", "us-p-39-1")
    assert [lies(p, pid) for pid in ("us-spitv-1", "us-p-40-1", "us-p-39-1")] == [NEAR, f"{NEAR} inactive", "A25.20"]
    later = p.rules.apply(p.state, TurnBegan(turn=p.state.turn + 1, date="1942-11-19"))
    assert not later.came_active and dict(p.state.came_active) == {p.hex(NEAR): 1, p.hex("A25.20"): 1}
    again = p.rules.load(p.rules.dump(p.state))
    assert again == p.state
    bad = replace(p.state, came_active=p.state.came_active.set(p.hex(NEAR), 0))
    with pytest.raises(ValueError, match="Active there"):
        p.rules.check_state(bad)


@pytest.mark.rule("OCS 21.5", "OCS 14.2a")
def test_without_the_option_and_in_boxes_there_is_room_for_all() -> None:
    p = sky(f"Allied 1 {BASE}: us-spitv, us-spitv", f"Allied 1 {NEAR}:")
    transfer(p, NEAR, "us-spitv-1", "us-spitv-2")
    assert lies(p, "us-spitv-2") == NEAR
    q = sky("Allied 1 A01.28: us-spitv, us-spitv", options=TEMPO)
    transfer(q, "Algiers", "us-spitv-1", "us-spitv-2")
    assert lies(q, "us-spitv-1") == lies(q, "us-spitv-2") == "Algiers"


# --- T2 4.2


BOMBERS = f"Allied 3 {BASE}: us-a-20, us-b-25, us-b-26, com-blenv, com-blenv, com-blenv, com-daf-p-40"


def too_many(p: Position, mission: Mission, *planes: str) -> bool:
    """Whether planes are too many for a mission to NEAR."""
    refusal = mission_refusal(p.state, ALLIED, mission, p.hex(NEAR), planes)
    assert refusal is None or refusal.rule == "OCS 14.2a", refusal
    return refusal is not None


@pytest.mark.rule("T2 4.2", "OCS 14.2a")
def test_a_barrage_with_an_american_plane_has_two_planes_at_most() -> None:
    p, plain = (sky(BOMBERS, options=options, date="1943-03-01") for options in (US_AIR, (EVERYONE_SUPPLIED,)))
    three = ("us-a-20-1", "us-b-25-1", "us-b-26-1")
    for mission in (Mission.BARRAGE, Mission.TRAINBUSTING):
        assert not too_many(plain, mission, *three)
        assert too_many(p, mission, *three) and not too_many(p, mission, *three[:2])
        assert too_many(p, mission, "us-a-20-1", "com-blenv-1", "com-blenv-2")
        assert not too_many(p, mission, "com-blenv-1", "com-blenv-2", "com-blenv-3", "com-daf-p-40-1")
    assert not too_many(p, Mission.SWEEP, *three)


@pytest.mark.rule("T2 4.2", "OCS 14.2a")
def test_a_form_of_a_barrage_offers_no_plane_too_many() -> None:
    p = sky(BOMBERS, options=US_AIR, date="1943-03-01")
    able = sorted(p.state.planes)

    def offered(mission: Mission, *chosen: str) -> set[str] | None:
        blank = more_planes(p.state, able, [("plane", pid) for pid in chosen], mission)
        return None if blank is None else set(blank.values)

    assert offered(Mission.BARRAGE) == set(able)
    assert offered(Mission.BARRAGE, "us-a-20-1", "us-b-25-1") is None
    british = {"com-blenv-3", "com-daf-p-40-1", "enough"}
    assert offered(Mission.BARRAGE, "com-blenv-1", "com-blenv-2") == british
    assert offered(Mission.SWEEP, "us-a-20-1", "us-b-25-1") == {*able, "enough"} - {"us-a-20-1", "us-b-25-1"}
    assert offered(Mission.SWEEP, *able[:4]) is None


LEVELS = ["Axis massive", "Axis major", "Axis minor", "draw", "Allied minor", "Allied major", "Allied massive"]


@pytest.mark.rule("T2 4.2", "T2 5.2")
def test_victory_is_one_level_better_for_the_allies_and_stops_at_the_top() -> None:
    state = set_up_done(rules_for(load_world("tunisia-campaign")))
    winners = [AXIS, AXIS, AXIS, None, ALLIED, ALLIED, ALLIED]
    before = [Verdict(winner, level, "so") for winner, level in zip(winners, LEVELS, strict=True)]
    after = [shifted(state, each, 1, "an option") for each in before]
    assert [each.level for each in after] == [*LEVELS[1:], LEVELS[-1]]
    assert [each.winner for each in after] == [*winners[1:], ALLIED]
    back = [shifted(state, each, -1, "an option") for each in before]
    assert [each.level for each in back] == [LEVELS[0], *LEVELS[:-1]]


@pytest.mark.rule("T2 4.2")
def test_the_option_shifts_the_verdict_of_a_campaign_and_no_other() -> None:
    """Tunis, Bizerte, Mateur and Sfax make an Axis minor; scenario 1 has no levels to shift."""
    for name, options, level in (
        ("tunisia-campaign", (), "Axis minor"),
        ("tunisia-campaign", (UNCOORDINATED_US_AIR,), "draw"),
        ("race-for-tunis", (UNCOORDINATED_US_AIR,), "win"),
    ):
        rules = rules_for(load_world(name), options)
        state = set_up_done(rules)
        towns = {"A48.24": AXIS, "A44.31": AXIS, "A41.28": AXIS, "B57.30": AXIS}
        control = {label: side for label, side in towns.items() if name == "tunisia-campaign"}
        state = replace(state, control=type(state.control)({state.world.place(k): v for k, v in control.items()}))
        assert rules.points.final_verdict(state).level == level, (name, options)


def test_all_options_have_a_name_of_their_own_that_a_scenario_can_write() -> None:
    assert len(set(OPTIONS)) == len(OPTIONS) and all(name == name.casefold() for name in OPTIONS)
    assert {HALF_RANGE_AIR, FIGHTER_BASING_TEMPO, UNCOORDINATED_US_AIR} <= set(OPTIONS)
