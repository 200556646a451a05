"""OCS 14.3: air combat. Ratings: Bf.109G 4 (reduced 3), MC.202 3, Spit.V 3 (2), P-40 2, Ju.87 (1), A-20 (2)."""

from __future__ import annotations

import pytest

from ocs_engine.series.air.dogfight import DogfightFrame, attacking_side
from ocs_engine.state.air_events import AirRoundFought
from tests.flights import abort, asked, engage, events, land, lies, sky, sweep
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
