"""What the story says of missions: one sentence for each, with its fights, flak, and landings that are news.

Ratings: Bf.109G 4, Spit.V 3, P-40 2, Ju.87 (1). Air combat: 6 or less the attacker aborts, 7 both, 8 or more the
defender; on a die of 5 or 6 who aborts loses a step.
"""

from __future__ import annotations

from ocs_engine.cli.story import StoryTeller
from ocs_engine.series.stories.working import working
from ocs_engine.series.story import tell
from tests.flights import abort, engage, intercept, land, sky, sweep, take_hit, transfer
from tests.positions import Position

ZONE = "Axis 1 A35.20: ger-bf109g"
"""A Patrol Zone from column A25 to A45 on row 20."""
COM, GOING = "Allied 1 A20.20: us-p-40", "Allied 1 A25.20:"


def whole(p: Position) -> str:
    """What is said of all commands together, as of a mission that is over."""
    return tell(p.game.start, [event for entry in p.game.entries for event in entry.events])


def each(p: Position) -> list[str]:
    """What is said of each command by itself."""
    states = [p.game.start, *(entry.state for entry in p.game.entries)]
    return [tell(before, entry.events) for before, entry in zip(states, p.game.entries, strict=False)]


def test_a_sweep_is_one_sentence_with_its_fight() -> None:
    """8 + 3 - 4 is 7, both abort; on a 5 both lose a step."""
    p = sky("Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv", dice=[4, 4, 5])
    sweep(p, "A30.20", "us-spitv-1")
    assert whole(p) == (
        "Spit.V sweeps A30.20: Spit.V fights Bf.109G, 8 + 3 - 4 = 7, losses 5: both abort and lose a step"
    )


def test_planes_of_a_kind_are_counted_and_aborts_of_their_own_accord_are_told() -> None:
    """The Ju.87 stays away; 9 + 3 - 4 is 8, the Bf.109G aborts, no loss on a 1; both Spit.V are left and leave."""
    p = sky("Axis 1 A30.20: ger-bf109g, ger-ju87", "Allied 1 A21.20: us-spitv, us-spitv", dice=[4, 5, 1])
    sweep(p, "A30.20", "us-spitv-1", "us-spitv-2")
    abort(p)
    abort(p, "ger-ju87-1")
    engage(p, "us-spitv-1")
    abort(p, "us-spitv-1")
    assert whole(p) == (
        "Two Spit.V sweep A30.20: Ju.87 aborts before the fight; Spit.V fights Bf.109G, 9 + 3 - 4 = 8, losses 1:"
        " Bf.109G aborts; Spit.V aborts after the fight"
    )
    assert each(p)[-1] == "Spit.V aborts after the fight", "each command by itself begins a sentence of its own"


def test_of_two_that_lose_a_step_one_may_be_destroyed() -> None:
    p = sky("Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv reduced", dice=[4, 5, 5])
    sweep(p, "A30.20", "us-spitv-1")  # 9 + 2 - 4 is 7
    assert whole(p) == (
        "Spit.V sweeps A30.20: Spit.V fights Bf.109G, 9 + 2 - 4 = 7, losses 5:"
        " Spit.V is destroyed, Bf.109G aborts and loses a step"
    )


def test_an_interceptor_and_where_its_enemy_lands() -> None:
    """6 + 4 - 2 is 8: the P-40 aborts over the base that it was going to, and lands there."""
    p = sky(ZONE, COM, GOING, dice=[3, 3, 1])
    transfer(p, "A25.20", "us-p-40-1")
    intercept(p, "ger-bf109g-1")
    assert whole(p) == (
        "P-40 transfers to A25.20: Bf.109G intercepts; Bf.109G fights P-40, 6 + 4 - 2 = 8, losses 1: P-40 aborts;"
        " P-40 lands in A25.20"
    )


def test_flak_with_its_sum_and_whom_it_hits() -> None:
    """In a Patrol Zone with a Fighter +1: 9 + 1 misses, 10 + 1 hits. Lone planes that stay Active are news."""
    p = sky(ZONE, COM, GOING, dice=[4, 5])
    transfer(p, "A25.20", "us-p-40-1")
    intercept(p)
    assert whole(p) == "P-40 transfers to A25.20: flak 9 + 1 = 10 misses; P-40 stays Active"
    p = sky(ZONE, COM, GOING, dice=[5, 5])
    transfer(p, "A25.20", "us-p-40-1")
    intercept(p)
    assert whole(p) == ("P-40 transfers to A25.20: flak 10 + 1 = 11 hits P-40, which loses a step; P-40 stays Active")
    lines = working(p.state.world, [event for entry in p.game.entries for event in entry.events])
    assert lines == ["Flak in A25.20: 10", "  +1 Patrol Zone [OCS 14.4]"]


def test_flak_that_leaves_the_owner_a_choice_is_told_in_two_parts() -> None:
    """Four planes, +1 for three or more and +2 for the zone: 8 + 3 is 11. A 5 is the weakest, and all are alike."""
    base = "Allied 3 A20.20: us-a-20, us-a-20, us-a-20, us-a-20"
    p = sky(ZONE, base, "Allied 3 A25.20:", dice=[4, 4, 5])
    transfer(p, "A25.20", *(f"us-a-20-{number}" for number in range(1, 5)))
    intercept(p)
    take_hit(p, "us-a-20-2")
    assert each(p)[-1] == "The flak hits A-20, which loses a step"
    assert "Flak 8 + 3 = 11 hits. Dice: which plane is hit 5" in each(p)[-2]


def test_landing_elsewhere_is_told_and_coming_home_is_not() -> None:
    """Two bases in reach: the Spit.V may choose; both abort on 7."""
    bases = ("Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv", "Allied 1 A23.20:")
    home, away = (sky(*bases, dice=[4, 4, 1]) for _ in range(2))
    for p, base in ((home, "A21.20"), (away, "A23.20")):
        sweep(p, "A30.20", "us-spitv-1")
        land(p, us_spitv_1=base)
    fight = "Spit.V sweeps A30.20: Spit.V fights Bf.109G, 8 + 3 - 4 = 7, losses 1: both abort"
    assert (whole(home), whole(away)) == (fight, f"{fight}; Spit.V lands in A23.20")


def test_the_working_of_a_fight() -> None:
    p = sky("Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv", dice=[4, 4, 5])
    sweep(p, "A30.20", "us-spitv-1")
    assert working(p.state.world, p.game.entries[-1].events) == [
        "Air combat in A30.20: both abort; losses 5: a step [OCS 14.3]",
        "  3 attacker, Spit.V",
        "  4 defender, Bf.109G",
    ]


def test_a_mission_is_a_paragraph_of_its_own() -> None:
    """Told when it is over, whatever was asked in between."""
    p = sky(ZONE, COM, GOING, dice=[4, 5])
    transfer(p, "A25.20", "us-p-40-1")
    intercept(p)
    teller = StoryTeller(p.rules, gather=True)
    states = [p.game.start, *(entry.state for entry in p.game.entries)]
    lines = [list(teller.act(state, act.events, False)) for state, act in zip(states, p.game.entries, strict=False)]
    assert lines[0] == []
    assert "    P-40 transfers to A25.20: flak 9 + 1 = 10 misses; P-40 stays Active." in lines[1]
