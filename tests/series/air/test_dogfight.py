"""OCS 14.3: air combat. Ratings: Bf.109G 4 (reduced 3), MC.202 3, Spit.V 3 (2), P-40 2, Ju.87 (1), A-20 (2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.series.air.dogfight import DogfightFrame, attacking_side, fighters
from ocs_engine.series.air.zones import interceptors, patrol_zone
from ocs_engine.state.air_events import AirRoundFought, FlakFired, MissionOver
from tests.bombs import BARRAGE, SAFE, bomb
from tests.flights import Told, abort, asked, engage, events, intercept, land, lies, sky, sweep, transfer
from tests.positions import ALLIED, AXIS

BF, SPIT = "Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv"


@pytest.mark.rule("OCS 14.3", "OCS 14.6")
@pytest.mark.parametrize(
    ("roll", "aborts"),
    [
        ((3, 4), ("us-spitv-1",)),  # 7 + 3 - 4 is 6: the attacker aborts
        ((4, 4), ("us-spitv-1", "ger-bf109g-1")),  # 7: both
        ((4, 5), ("ger-bf109g-1",)),  # 8: the defender
    ],
)
def test_two_dice_and_the_difference_of_the_ratings(roll: tuple[int, int], aborts: tuple[str, ...]) -> None:
    p = sky(BF, SPIT, dice=[*roll, 4])
    told = sweep(p, "A30.20", "us-spitv-1")
    assert [event.aborts for event in events(told, AirRoundFought)] == [aborts]
    out = {pid: " inactive" if pid in aborts else "" for pid in ("us-spitv-1", "ger-bf109g-1")}
    assert lies(p, "ger-bf109g-1") == f"A30.20{out['ger-bf109g-1']}"
    if len(aborts) == 1:
        winner = ("Allied", "us-spitv-1") if "ger-bf109g-1" in aborts else ("Axis", "ger-bf109g-1")
        assert asked(p) == (winner[0], "abort") and winner[1] not in aborts, "who is left may go home of his own accord"
        abort(p)
    assert lies(p, "us-spitv-1") == "A21.20 inactive", "it has flown, win or lose (OCS 14.6)"


@pytest.mark.rule("OCS 14.3")
@pytest.mark.parametrize(("die", "lost"), [(4, False), (5, True), (6, True)])
def test_every_plane_that_aborted_in_the_round_loses_a_step_on_5_and_6(die: int, lost: bool) -> None:
    p = sky(BF, SPIT, dice=[4, 4, die])
    sweep(p, "A30.20", "us-spitv-1")
    mark = " reduced" if lost else ""
    assert lies(p, "us-spitv-1") == f"A21.20 inactive{mark}"
    assert lies(p, "ger-bf109g-1") == f"A30.20 inactive{mark}"


@pytest.mark.rule("OCS 14.3", "OCS 3.5")
def test_a_reduced_plane_fights_with_its_reduced_rating_and_dies_of_the_next_step() -> None:
    """Spit.V reduced: 2. 9 + 2 - 4 is 7, both abort; on a die of 5 it has no step left."""
    p = sky(BF, "Allied 1 A21.20: us-spitv reduced", dice=[4, 5, 5])
    sweep(p, "A30.20", "us-spitv-1")
    assert lies(p, "us-spitv-1") == "dead"
    assert lies(p, "ger-bf109g-1") == "A30.20 inactive reduced"


@pytest.mark.rule("OCS 14.3")
def test_the_winner_fights_on_until_nobody_else_is_there() -> None:
    """Spit.V v Bf.109G: 9 - 1 is 8, the defender aborts; then MC.202: 3 v 3, 8, the defender aborts as well."""
    p = sky("Axis 1 A30.20: ger-bf109g, ita-mc202", SPIT, dice=[4, 5, 1, 4, 4, 1])
    sweep(p, "A30.20", "us-spitv-1")
    abort(p)  # the Axis may abort one of two; none
    assert asked(p) == ("Axis", "engage")
    assert p.rules.blank(p.state, "Axis", "engage", []).values == ("ger-bf109g-1", "ita-mc202-1")
    engage(p, "ger-bf109g-1")
    abort(p)
    assert lies(p, "ger-bf109g-1") == lies(p, "ita-mc202-1") == "A30.20 inactive"
    assert lies(p, "us-spitv-1") == "A21.20 inactive"


@pytest.mark.rule("OCS 14.3", "OCS 14.3d")
def test_before_the_fight_the_attacker_then_the_defender_may_abort_and_one_must_stay() -> None:
    p = sky(
        "Axis 1 A30.20: ger-bf109g, ger-ju87",
        "Allied 1 A21.20: us-spitv, us-p-40",
        dice=[3, 4, 1],
    )
    sweep(p, "A30.20", "us-spitv-1", "us-p-40-1")
    assert asked(p) == ("Allied", "abort")
    abort(p, "us-spitv-1", "us-p-40-1", no="OCS 14.3d")
    abort(p, "ger-ju87-1", no="OCS 14.3d")
    abort(p, "us-p-40-1")
    assert lies(p, "us-p-40-1") == "A21.20 inactive", "who aborts lands Inactive (OCS 14.1c)"
    assert asked(p) == ("Axis", "abort")
    abort(p, "ger-ju87-1")
    assert lies(p, "ger-ju87-1") == "A30.20 inactive", "over a friendly base it stays there (OCS 14.2f)"
    # 7 + 3 - 4 is 6: the Spit.V aborts, and the Bf.109G may as well
    assert lies(p, "us-spitv-1") == "A21.20 inactive"
    assert asked(p) == ("Axis", "abort")
    abort(p, "ger-bf109g-1")
    assert lies(p, "ger-bf109g-1") == "A30.20 inactive"


@pytest.mark.rule("OCS 14.3d")
def test_a_lone_plane_is_not_asked_whether_it_aborts_before_the_fight() -> None:
    p = sky(BF, SPIT, dice=[3, 4, 1])
    told = sweep(p, "A30.20", "us-spitv-1")
    assert len(events(told, AirRoundFought)) == 1


@pytest.mark.rule("OCS 14.3")
def test_the_attacker_names_a_plane_without_parentheses_and_the_defender_any() -> None:
    """Two Fighters attack a Ju.87 and a Bf.109G; the Ju.87 (1) fights: 2 + 3 - 1 is 4, the attacker aborts."""
    p = sky("Axis 1 A30.20: ger-bf109g, ger-ju87", "Allied 1 A21.20: us-spitv, us-p-40", dice=[1, 1, 1])
    sweep(p, "A30.20", "us-spitv-1", "us-p-40-1")
    abort(p)
    abort(p)
    assert asked(p) == ("Allied", "engage")
    engage(p, "ger-bf109g-1", no="OCS 14.3")
    engage(p, "us-spitv-1")
    assert asked(p) == ("Axis", "engage")
    told = engage(p, "ger-ju87-1")
    assert [(event.attack, event.defence, event.aborts) for event in events(told, AirRoundFought)] == [
        (3, 1, ("us-spitv-1",))
    ]


def frame(attackers: tuple[str, ...], others: tuple[str, ...]) -> DogfightFrame:
    """A fight that the Allies began over A30.20."""
    return DogfightFrame(side=ALLIED, hex="A30.20", planes=attackers, against=others)


@pytest.mark.rule("OCS 14.3c")
def test_the_roles_swap_where_the_attacker_has_parenthesised_ratings_alone() -> None:
    p = sky("Axis 1 A30.20: ger-bf109g, ger-ju87", "Allied 1 A21.20: us-spitv, us-a-20")
    assert attacking_side(p.state, frame(("us-a-20-1",), ("ger-bf109g-1",))) is AXIS
    assert attacking_side(p.state, frame(("us-a-20-1", "us-spitv-1"), ("ger-bf109g-1",))) is ALLIED


@pytest.mark.rule("OCS 14.3")
def test_a_fight_ends_when_only_parenthesised_ratings_are_left() -> None:
    """The lone Spit.V aborts of its fight with the Bf.109G, and both leave on a 7; the Ju.87 is left alone."""
    p = sky("Axis 1 A30.20: ger-bf109g, ger-ju87", SPIT, dice=[4, 4, 1])
    sweep(p, "A30.20", "us-spitv-1")
    abort(p)
    engage(p, "ger-bf109g-1")
    assert asked(p) == ("Axis", "abort")
    abort(p)
    assert lies(p, "ger-ju87-1") == "A30.20"
    assert p.state.frames == ()


@pytest.mark.rule("OCS 14.3")
def test_inactive_planes_take_no_part() -> None:
    p = sky("Axis 1 A30.20: ger-bf109g, ger-fw190a inactive", SPIT, dice=[4, 5, 6])
    sweep(p, "A30.20", "us-spitv-1")
    abort(p)
    assert lies(p, "ger-bf109g-1") == "A30.20 inactive reduced"
    assert lies(p, "ger-fw190a-1") == "A30.20 inactive"


@pytest.mark.rule("OCS 14.1c")
def test_who_aborts_chooses_among_the_bases_in_its_range() -> None:
    """Spit.V, range 45: A21.20 is 9 hexes from the fight, A22.25 is near as well; a base of the enemy's is none."""
    p = sky(BF, SPIT, "Allied 1 A25.20:", dice=[3, 4, 1])
    sweep(p, "A30.20", "us-spitv-1")
    assert asked(p) == ("Allied", "land")
    assert p.rules.blank(p.state, "Allied", "land", []).values == ("us-spitv-1",)
    bases = p.rules.blank(p.state, "Allied", "land", [("plane", "us-spitv-1")]).values
    assert bases == ("A21.20", "A25.20"), "its own base first; Algiers is farther away"
    land(p, us_spitv_1="A30.20", no="OCS 14.1c")
    land(p, us_spitv_1="A25.20")
    assert lies(p, "us-spitv-1") == "A25.20 inactive"


# --- fights of barrages, which go on afterwards

INFANTRY = "== Axis ==\nA30.20: March Bn (T-1)"
MIXED = "Allied 1 A21.20: us-spitv, us-a-20, us-p-40"


def rounds(*told: Told) -> list[tuple[str, int, str, int, tuple[str, ...]]]:
    """The rounds of a fight: who attacks with what, whom and his rating, and who aborts."""
    found = [event for each in told for event in events(each, AirRoundFought)]
    fought = [event for event in found if isinstance(event, AirRoundFought)]
    return [(each.attacker, each.attack, each.defender, each.defence, each.aborts) for each in fought]


@pytest.mark.rule("OCS 14.3")
def test_without_a_rating_that_can_attack_there_is_no_fight() -> None:
    """An A-20 (2) over a Ju.87 (1): flak of a base of Level 1, 2 + 1, and a barrage that does nothing."""
    p = sky("Axis 1 A30.20: ger-ju87", "Allied 1 A21.20: us-a-20", note=INFANTRY, when=BARRAGE, dice=[*SAFE, 1, 1])
    told = bomb(p, "A30.20", "us-a-20-1")
    assert rounds(told) == [] and len(events(told, FlakFired)) == 1
    assert (lies(p, "ger-ju87-1"), lies(p, "us-a-20-1")) == ("A30.20", "A21.20 inactive")


@pytest.mark.rule("OCS 14.1", "OCS 14.3c", "OCS 14.4p")
def test_a_plane_that_is_no_fighter_attacks_by_its_rating_and_does_not_patrol() -> None:
    """A Ju.88, were its (2) a 2: it would attack an A-20 (2), and meet no mission that is not over its base."""
    p = sky("Axis 1 A30.20: ger-ju88", "Allied 1 A21.20: us-a-20")
    bomber = p.state.planes["ger-ju88-1"]
    armed = replace(bomber, aircraft=replace(bomber.aircraft, parenthesised=False))
    state = replace(p.state, planes=p.state.planes.set("ger-ju88-1", armed))
    fight = frame(("us-a-20-1",), ("ger-ju88-1",))
    assert attacking_side(state, fight) is AXIS and fighters(state, fight) == ["ger-ju88-1"]
    assert patrol_zone(state, AXIS) == set() and interceptors(state, AXIS, p.hex("A30.20")) == []


@pytest.mark.rule("OCS 14.3c")
def test_who_attacks_is_found_out_anew_in_each_round() -> None:
    """Spit.V 3 v Bf.109G 4: 6 is 5, it aborts. The A-20 (2) is left: now the Bf.109G attacks it, and 2 is 4."""
    p = sky(BF, "Allied 1 A21.20: us-spitv, us-a-20", note=INFANTRY, when=BARRAGE, dice=[3, 3, 1, 1, 1, 1, *SAFE, 1, 1])
    bomb(p, "A30.20", "us-spitv-1", "us-a-20-1")
    told = abort(p)
    assert rounds(told) == [
        ("us-spitv-1", 3, "ger-bf109g-1", 4, ("us-spitv-1",)),
        ("ger-bf109g-1", 4, "us-a-20-1", 2, ("ger-bf109g-1",)),
    ]
    assert asked(p) == ("Allied", "abort"), "it may still break off"
    assert len(events(abort(p), FlakFired)) == 1, "and goes on"


@pytest.mark.rule("OCS 14.3", "OCS 14.2")
def test_with_parentheses_left_on_both_sides_the_fight_ends_and_the_mission_goes_on() -> None:
    """Spit.V v Bf.109G: 8 is 7, both abort; an A-20 (2) and a Ju.87 (1) are left, and the A-20 barrages."""
    p = sky("Axis 1 A30.20: ger-bf109g, ger-ju87", "Allied 1 A21.20: us-spitv, us-a-20", note=INFANTRY, when=BARRAGE,
            dice=[4, 4, 1, *SAFE, 1, 1])  # fmt: skip
    bomb(p, "A30.20", "us-spitv-1", "us-a-20-1")
    abort(p)
    abort(p)
    told = engage(p, "ger-bf109g-1")
    assert rounds(told) == [("us-spitv-1", 3, "ger-bf109g-1", 4, ("us-spitv-1", "ger-bf109g-1"))]
    abort(p)
    assert len(events(abort(p), FlakFired)) == 1
    assert (lies(p, "ger-ju87-1"), lies(p, "us-a-20-1")) == ("A30.20", "A21.20 inactive")


@pytest.mark.rule("OCS 14.3d", "OCS 14.2")
def test_after_the_fight_a_whole_mission_may_break_off() -> None:
    """Nobody meets flak then; and a barrage counts for its hex (10.0e)."""
    p = sky(BF, MIXED, note=f"{INFANTRY}\nA33.20: March Bn (T-2)", when=BARRAGE, dice=[6, 6, 1])
    bomb(p, "A30.20", "us-spitv-1", "us-a-20-1")
    abort(p)
    told = abort(p, "us-spitv-1", "us-a-20-1")
    assert len(events(told, MissionOver)) == 1 and events(told, FlakFired) == []
    assert {lies(p, "us-spitv-1"), lies(p, "us-a-20-1")} == {"A21.20 inactive"}
    bomb(p, "A30.20", "us-p-40-1", no="OCS 10.0e")


@pytest.mark.rule("OCS 14.2", "OCS 14.3d")
def test_who_aborts_after_a_fight_over_an_own_base_goes_to_it_too() -> None:
    """The Bf.109G, 2 + 4 - 2, is driven off; the P-40 breaks off all the same, and lands under it without a choice."""
    p = sky("Axis 1 A35.20: ger-bf109g", "Allied 1 A20.20: us-p-40", "Allied 1 A25.20:", dice=[1, 1, 1])
    transfer(p, "A25.20", "us-p-40-1")
    intercept(p, "ger-bf109g-1")
    assert asked(p) == ("Allied", "abort")
    abort(p, "us-p-40-1")
    assert asked(p) is None and lies(p, "us-p-40-1") == "A25.20 inactive"


@pytest.mark.rule("OCS 14.2", "OCS 14.1c")
def test_who_aborts_over_an_enemy_base_goes_to_one_of_its_own() -> None:
    p = sky(BF, SPIT, dice=[3, 3, 1])
    sweep(p, "A30.20", "us-spitv-1")
    assert lies(p, "us-spitv-1") == "A21.20 inactive"
