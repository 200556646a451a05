"""Planned missions: worked out by hand from the charts, and against missions that the rules carry out with dice.

Ratings: Bf.109G 4 (reduced 3), MC.202 3, Spit.V 3 (2), P-40 2, A-20 (2). Air combat: 6 or less the attacker aborts, 7
both, 8 or more the defender; a third of those who abort lose a step. Ways of two dice out of 36.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.session import Game
from ocs_engine.odds.air import (
    Fate,
    Sortie,
    as_planned,
    best_answer,
    dogfight,
    flak_chance,
    sortie,
    sorties,
    steps_lost,
)
from ocs_engine.odds.bombs import NO_BARRAGE
from ocs_engine.series.air.dogfight import Abort, Engage
from ocs_engine.series.air.landing import Land
from ocs_engine.series.air.missions import Intercept, TakeHit
from ocs_engine.series.air.sweep import Sweep
from ocs_engine.series.air.transfer import Transfer
from ocs_engine.series.firing import Aim
from ocs_engine.state.air_events import FlakFired, InterceptorSent, Mission
from ocs_engine.state.model import DEAD, State, Work
from ocs_engine.world.calendar import Weather
from ocs_engine.world.catalogue import load_catalogue
from ocs_engine.world.options import EVERYONE_SUPPLIED, HALF_RANGE_AIR
from tests.flights import sky
from tests.positions import ALLIED, AXIS, Position

BF, SPIT = "ger-bf109g-1", "us-spitv-1"
THIRD = Fraction(1, 3)
INFANTRY = """
== Axis ==
A28.20: It Inf Rgt (350)
== Allied ==
A27.20: Para Bn (1)
"""


def fly(p: Position, mission: Mission, hex_: str, *planes: str, against: str = "", aim: Aim | None = None) -> Sortie:
    """An Allied mission of a position."""
    return sortie(p.state, ALLIED, mission, p.hex(hex_), planes, against, aim)


def of36(ways: int) -> Fraction:
    return Fraction(ways, 36)


# --- by hand: flak


@pytest.mark.rule("OCS 14.4")
@pytest.mark.parametrize(("modifier", "ways"), [(0, 3), (1, 6), (2, 10), (4, 21), (9, 36)])
def test_flak_hits_with_eleven(modifier: int, ways: int) -> None:
    """11 and 12 fall in 3 ways, 10 and more in 6, 9 and more in 10, 7 and more in 21; with 9 a 2 is enough."""
    assert flak_chance(load_catalogue().tables, modifier) == of36(ways)


@pytest.mark.rule("OCS 14.4")
def test_flak_takes_a_step_of_the_plane_at_that_place_of_the_stack() -> None:
    """Two planes, no modifier: 3 of 36, half of that each. A plane that is hit flies on but for its last step."""
    p = sky("Allied 1 A20.20: us-a-20, us-p-40 reduced", note=INFANTRY)
    found = fly(p, Mission.BARRAGE, "A28.20", "us-a-20-1", "us-p-40-1")
    half = of36(3) / 2
    assert found.lost == {"us-a-20-1": half, "us-p-40-1": half}
    assert found.arrive == {("us-a-20-1", "us-p-40-1"): 1 - half, ("us-a-20-1",): half}
    assert found.strength == {10: half, 12: 1 - 2 * half, 7: half}, "10 and 2 (reduced); 5 and 2; 10 alone"


@pytest.mark.rule("OCS 14.4")
def test_of_four_planes_a_5_hits_the_weakest_and_a_6_the_strongest() -> None:
    """P-40 4, A-20 10, P-40 reduced 2, P-39 5: the places 1 to 4, then the third and the second. 2d6 + 1: 6 ways."""
    p = sky("Allied 1 A20.20: us-p-40, us-a-20, us-p-40 reduced, us-p-39", note=INFANTRY)
    found = fly(p, Mission.BARRAGE, "A28.20", "us-p-40-1", "us-a-20-1", "us-p-40-2", "us-p-39-1")
    sixth = of36(6) / 6
    assert found.hit == of36(6)
    assert found.lost == {"us-a-20-1": 2 * sixth, "us-p-39-1": sixth, "us-p-40-1": sixth, "us-p-40-2": 2 * sixth}


@pytest.mark.rule("OCS 14.4")
def test_of_equals_the_owner_lets_the_fresh_plane_have_the_hit() -> None:
    """A reduced P-40 and a Spit.V both have a strength of 2; a 5 of the die is the Spit.V's, as its place is."""
    p = sky("Allied 1 A20.20: us-p-40 reduced, us-spitv, us-p-39, us-a-20", note=INFANTRY)
    found = fly(p, Mission.BARRAGE, "A28.20", "us-p-40-1", "us-spitv-1", "us-p-39-1", "us-a-20-1")
    sixth = of36(6) / 6
    assert found.lost["us-spitv-1"] == 2 * sixth and found.lost["us-p-40-1"] == sixth


# --- by hand: air combat


@pytest.mark.rule("OCS 14.3")
def test_one_round_with_a_difference_of_minus_one() -> None:
    """3 v 4: 7 or less is 6 or less, 21 ways; 8 is 7, 5 ways; 9 or more 10 ways."""
    p = sky("Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv")
    found = dogfight(p.state, [SPIT], [BF], p.hex("A30.20"))
    assert found.ends == {
        ((SPIT, Fate.ABORTED),): of36(21),
        ((BF, Fate.ABORTED), (SPIT, Fate.ABORTED)): of36(5),
        ((BF, Fate.ABORTED),): of36(10),
    }
    assert found.lost == {SPIT: of36(26) / 3, BF: of36(15) / 3}


@pytest.mark.rule("OCS 21.4", "OCS 14.3")
@pytest.mark.parametrize(("target", "ways"), [("A32.20", (21, 5, 10)), ("A33.20", (26, 4, 6))])
def test_by_option_a_plane_far_from_its_base_fights_with_one_less(target: str, ways: tuple[int, int, int]) -> None:
    """Spit.V: half its range is 22 hexes; A33.20 is 23 away. 2 v 4: 8 or less is 6 or less, 9 is 7, 10 is 8."""
    p = sky(f"Axis 1 {target}: ger-bf109g", "Allied 1 A10.20: us-spitv", options=(EVERYONE_SUPPLIED, HALF_RANGE_AIR))
    found = dogfight(p.state, [SPIT], [BF], p.hex(target))
    spit_only, both, bf_only = map(of36, ways)
    assert found.ends == {
        ((SPIT, Fate.ABORTED),): spit_only,
        ((BF, Fate.ABORTED), (SPIT, Fate.ABORTED)): both,
        ((BF, Fate.ABORTED),): bf_only,
    }
    assert fly(p, Mission.SWEEP, target, SPIT).comes_through == bf_only


@pytest.mark.rule("OCS 21.4", "OCS 14.3")
@pytest.mark.parametrize(("option", "first", "second"), [(False, SPIT, "us-p-39-1"), (True, "us-p-39-1", SPIT)])
def test_by_option_the_better_plane_is_told_by_its_rating_there(option: bool, first: str, second: str) -> None:
    """Spit.V 3 goes before P-39 2; 23 hexes out it has 2, the P-39 too, half of whose range are 25: then by name."""
    p = sky("Axis 1 A33.20: ger-bf109g", "Allied 1 A10.20: us-spitv, us-p-39",
            options=(EVERYONE_SUPPLIED, *([HALF_RANGE_AIR] if option else [])))  # fmt: skip
    gone = [{pid for pid, _ in fates} for fates in dogfight(p.state, [SPIT, "us-p-39-1"], [BF], p.hex("A33.20")).ends]
    assert {first} < {SPIT, "us-p-39-1"} and any(first in each and second not in each for each in gone)
    assert not any(second in each and first not in each for each in gone)


@pytest.mark.rule("OCS 14.3")
def test_planes_on_their_last_step_fall_together_by_one_die() -> None:
    """2 v 3, both reduced: both abort in 5 ways, and a third of that both are dead, never one alone."""
    p = sky("Axis 1 A30.20: ger-bf109g reduced", "Allied 1 A21.20: us-spitv reduced")
    ends = dogfight(p.state, [SPIT], [BF], p.hex("A30.20")).ends
    assert ends[(BF, Fate.DEAD), (SPIT, Fate.DEAD)] == of36(5) / 3
    assert ends[(BF, Fate.ABORTED), (SPIT, Fate.ABORTED)] == of36(5) * 2 / 3
    assert ((BF, Fate.ABORTED), (SPIT, Fate.DEAD)) not in ends
    assert ends[((SPIT, Fate.DEAD),)] == of36(21) / 3


@pytest.mark.rule("OCS 14.3")
def test_the_winner_meets_the_next_best() -> None:
    """Spit.V 3 v Bf.109G 4: 10 of 36; then v MC.202 3, with no difference: 8 or more, 15 of 36."""
    p = sky("Axis 1 A30.20: ita-mc202, ger-bf109g", "Allied 1 A21.20: us-spitv")
    found = fly(p, Mission.SWEEP, "A30.20", SPIT)
    assert found.comes_through == of36(10) * of36(15)
    assert found.lost["ita-mc202-1"] == of36(10) * of36(21) * THIRD
    assert found.lost[SPIT] == (of36(26) + of36(10) * of36(21)) * THIRD
    assert steps_lost(p.state, found.lost, AXIS) == found.lost["ita-mc202-1"] + found.lost[BF]
    assert (found.met, found.fired_at, found.effect) == (0, 0, None)


@pytest.mark.rule("OCS 14.3")
def test_against_parentheses_alone_the_others_attack_and_with_them_nobody() -> None:
    """An A-20 (2) over a Bf.109G: that attacks with +2, and aborts on 4 or less, 6 ways. A Ju.87 (1) attacks not."""
    p = sky("Axis 1 A30.20: ger-bf109g", "Axis 1 A40.20: ger-ju87", "Allied 1 A21.20: us-a-20")
    bomber = "us-a-20-1"
    assert fly(p, Mission.BARRAGE, "A30.20", bomber).comes_through == of36(6)
    assert dogfight(p.state, [bomber], ["ger-ju87-1"], p.hex("A40.20")).ends == {(): 1}


# --- by hand: interception


@pytest.mark.rule("OCS 14.5")
def test_a_transfer_against_the_only_fighter_of_the_zone() -> None:
    """Bf.109G v P-40, +2: on 4 or less (6 ways) it aborts, and with its zone the flak goes. 5: both; 6 up: P-40."""
    p = sky("Axis 1 A35.20: ger-bf109g", "Allied 1 A20.20: us-p-40", "Allied 1 A25.20:")
    found = fly(p, Mission.TRANSFER, "A25.20", "us-p-40-1", against=BF)
    assert (found.met, found.fired_at) == (1, 0)
    assert found.arrive == {("us-p-40-1",): of36(6), (): of36(30)}
    assert found.lost == {BF: of36(10) / 3, "us-p-40-1": of36(30) / 3}
    alone = fly(p, Mission.TRANSFER, "A25.20", "us-p-40-1")
    assert (alone.met, alone.fired_at, alone.hit) == (0, 1, of36(6)), "2d6 + 1 for the zone"


@pytest.mark.rule("OCS 14.5")
def test_the_answers_of_the_enemy_and_the_best_of_them() -> None:
    """Of Bf.109G 4 and MC.202 3 the first lets least through; the Ju.88 is no Fighter."""
    p = sky("Axis 1 A35.20: ita-mc202, ger-bf109g, ger-ju88", "Allied 1 A20.20: us-p-40", "Allied 1 A25.20:")
    found = sorties(p.state, ALLIED, Mission.TRANSFER, p.hex("A25.20"), ("us-p-40-1",))
    assert [each.interceptor for each in found] == ["", BF, "ita-mc202-1"]
    assert best_answer(p.state, found).interceptor == BF
    # +1 for the MC.202: it aborts on 5 or less, 10 ways; the Bf.109G's zone is still there: 2d6 + 1
    assert found[2].fired_at == of36(10) and found[2].hit == of36(10) * of36(6)


@pytest.mark.rule("OCS 14.5")
def test_a_fighter_that_was_driven_off_before_is_not_sent() -> None:
    """The Bf.109G is based under the barrage of a Spit.V: where it is beaten at once (10 ways) nobody can intercept."""
    p = sky("Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv")
    found = fly(p, Mission.BARRAGE, "A30.20", SPIT, against=BF)
    assert found.met == 0 and found.comes_through == of36(10)


# --- by hand: bombs


@pytest.mark.rule("OCS 10.0a", "OCS 10.2")
def test_a_barrage_of_units_with_what_flak_leaves_of_it() -> None:
    """A-20 from 8 hexes: 10, on 8-11; 1 RE left 1, from close by right 1. "-" 2 to 6, DG 7 to 10, 1/2 on 11 and 12.

    Hit in 3 of 36 ways it fires 5, on 5-7: "-" 2 to 7 (21 ways), DG 8 to 10 (12), 1/2 (3).
    """
    p = sky("Allied 1 A20.20: us-a-20", note=INFANTRY)
    found = fly(p, Mission.BARRAGE, "A28.20", "us-a-20-1").effect
    assert found is not None
    whole, hit = Fraction(11, 12), Fraction(1, 12)
    assert found.results == {
        "-": whole * of36(15) + hit * of36(21),
        "DG": whole * of36(18) + hit * of36(12),
        "1/2": of36(3),
    }
    assert found.dg == whole * of36(21) + hit * of36(15)
    assert found.losses == of36(3) / 2, "a half is a step on 4 to 6"
    assert found.steps == {0: 1 - of36(3) / 2, 1: of36(3) / 2}


@pytest.mark.rule("OCS 10.0b", "OCS 10.2", "OCS 14.1e")
def test_shifts_for_short_flights_and_spotters() -> None:
    """From 11 hexes: one column less than from 8. Without a spotter 3 less."""
    near = sky("Allied 1 A20.20: us-a-20", note=INFANTRY)
    far = sky("Allied 1 A17.20: us-a-20", note=INFANTRY)
    blind = sky("Allied 1 A20.20: us-a-20", note=INFANTRY.replace("A27.20", "A01.05"))
    dg = [fly(p, Mission.BARRAGE, "A28.20", "us-a-20-1").effect for p in (near, far, blind)]
    # columns of 10 and 5: 8-11 and 5-7; 5-7 and 3-4; 2 and 1 or less (the end of the table)
    whole, hit = Fraction(11, 12), Fraction(1, 12)
    assert [each.dg for each in dg if each] == [
        whole * of36(21) + hit * of36(15),
        whole * of36(15) + hit * of36(10),
        whole * of36(6) + hit * of36(3),
    ]


@pytest.mark.rule("OCS 10.0c")
def test_a_barrage_of_an_air_base_takes_levels_and_steps_of_planes() -> None:
    """A Level 3 base, an Inactive Ju.87: A-20 10 on 5-10: *(6), 1*(5), 1*(4) on 4 to 6. Flak 2d6 + 3: 15 ways, then 5.

    5 is on 5-10 too. A level falls in 2 of 6; the plane loses a step in 1, 2 and 3 of 6 on those three faces.
    """
    p = sky("Allied 1 A20.20: us-a-20", "Axis 3 A30.20: ger-ju87 inactive")
    found = fly(p, Mission.BARRAGE, "A30.20", "us-a-20-1")
    assert found.hit == of36(15) and found.effect is not None
    assert found.effect.level == {2: THIRD, 3: 2 * THIRD}
    assert found.effect.planes == {"ger-ju87-1": of36(6)}
    assert found.lost == {"ger-ju87-1": of36(6), "us-a-20-1": of36(15)}
    assert (found.effect.steps, found.effect.dg) == ({}, 0)


@pytest.mark.rule("OCS 10.0c")
def test_a_barrage_of_a_port_adds_hits_up_to_four() -> None:
    """The same strength: 1 hit on 5 and 6, where it has 4 already none."""
    p = sky("Allied 1 A20.20: us-a-20")
    for before, after in ((1, {1: 2 * THIRD, 2: THIRD}), (4, {4: 1})):
        table = replace(p.state, ports=p.state.ports.set(p.hex("A28.20"), Work(AXIS, 1, before)))
        effect = sortie(table, ALLIED, Mission.BARRAGE, p.hex("A28.20"), ("us-a-20-1",)).effect
        assert effect is not None and effect.level == after


@pytest.mark.rule("OCS 14.8")
def test_trainbusting_wants_a_star() -> None:
    """10 or 5 on 5-10: a star on 4 to 6."""
    p = sky("Allied 1 A20.20: us-a-20", ground="A28.20 - A29.20: standard")
    effect = fly(p, Mission.TRAINBUSTING, "A28.20", "us-a-20-1").effect
    assert effect is not None and effect.busted == Fraction(1, 2)


@pytest.mark.rule("OCS 10.0")
def test_nobody_comes_through_and_nothing_happens() -> None:
    """A Spit.V over two Bf.109G, as far as it does not win twice."""
    p = sky("Axis 2 A30.20: ger-bf109g, ger-bf109g", "Allied 1 A21.20: us-spitv")
    found = fly(p, Mission.BARRAGE, "A30.20", SPIT)
    assert found.effect is not None
    assert found.effect.results[NO_BARRAGE] == found.arrive[()] == 1 - of36(10) ** 2
    assert sum(found.effect.results.values()) == sum(found.effect.level.values()) == 1


def test_a_barrage_of_nothing_is_none() -> None:
    p = sky("Allied 1 A20.20: us-a-20")
    with pytest.raises(ValueError, match="nothing of the enemy's"):
        fly(p, Mission.BARRAGE, "A28.20", "us-a-20-1")


def test_as_planned_planes_are_active_and_the_sky_clear() -> None:
    p = sky("Allied 1 A20.20: us-a-20 inactive, us-p-40", weather=Weather.NO_FLIGHT)
    ready = as_planned(p.state, ["us-a-20-1"])
    assert ready.planes["us-a-20-1"].active and ready.weather is Weather.FLIGHT
    assert as_planned(ready, ["us-a-20-1"]) is ready


# --- against missions that the rules carry out


GAMES = 2000
SIGMAS = 4.5
"""How far the share of games may lie from a chance, in standard errors: once in 150 000 beyond."""


def played(
    state: State, rules: Position, command: Command, against: str, seed: int
) -> tuple[Game[State], Counter[str]]:
    """A mission carried out, each question answered as the odds take it to be; and what was told on the way."""
    game: Game[State] = Game(rules.rules, state, SeededDice(seed))
    told: Counter[str] = Counter()
    waiting: Command | None = command
    while waiting is not None:
        entry = game.submit(waiting)
        for event in getattr(entry, "events", ()):
            told[type(event).__name__] += 1
            told["hit"] += isinstance(event, FlakFired) and event.hit
        waiting = answer(game, against)
    return game, told


def answer(game: Game[State], against: str) -> Command | None:
    """The answer to what the game asks."""
    pending = game.pending()
    if pending is None:
        return None
    side, kind = pending.side, pending.kinds[0]
    blank = game.rules.blank(game.state, side, kind, [])
    offered = [str(value) for value in blank.values] if blank is not None else []
    planes = game.state.planes
    match kind:
        case "abort":
            return Abort(side=side)
        case "engage":
            return Engage(
                side=side, plane=min(offered, key=lambda pid: (-planes[pid].face.rating, planes[pid].lost, pid))
            )
        case "intercept":
            return Intercept(side=side, plane=against if against in offered else "")
        case "take hit":
            return TakeHit(side=side, plane=min(offered, key=lambda pid: planes[pid].lost))
        case _:
            top = game.state.top_frame
            bases = {pid: _first_base(game, side, list(top.ranges), pid) for pid in top.ranges}  # type: ignore[union-attr]
            return Land(side=side, bases=bases)


def _first_base(game: Game[State], side: str, planes: list[str], pid: str) -> str:
    filled = [
        (name, value) for plane in planes[: planes.index(pid)] for name, value in (("plane", plane), ("base", ""))
    ]
    blank = game.rules.blank(game.state, side, "land", [*filled, ("plane", pid)])
    assert blank is not None
    return str(blank.values[0])


def near(share: int, chance: Fraction) -> bool:
    """Whether so many of all games fit a chance."""
    spread = sqrt(float(chance * (1 - chance)) / GAMES)
    return abs(share / GAMES - float(chance)) <= SIGMAS * spread + 1e-9


SWEEP = (
    "Axis 2 A30.20: ger-bf109g, ita-mc202, ger-ju87, ger-bf109g reduced",
    "Allied 1 A21.20: us-spitv, us-p-40, us-spitv reduced",
)
TRANSFER = (
    "Axis 1 A35.20: ger-bf109g, ita-mc202",
    "Allied 1 A20.20: us-p-40, us-a-20, us-c-47 reduced, us-spitv",
    "Allied 1 A25.20: com-spitv reduced",
)


def _sweep(p: Position) -> tuple[Command, Sortie]:
    planes = ("us-spitv-1", "us-p-40-1", "us-spitv-2")
    return Sweep(side=ALLIED, hex="A30.20", planes=planes), fly(p, Mission.SWEEP, "A30.20", *planes)


def _transfer(p: Position) -> tuple[Command, Sortie]:
    planes = ("us-p-40-1", "us-a-20-1", "us-c-47-1", "us-spitv-1")
    return Transfer(side=ALLIED, base="A25.20", planes=planes), fly(p, Mission.TRANSFER, "A25.20", *planes, against=BF)


@pytest.mark.parametrize(("lines", "plan"), [(SWEEP, _sweep), (TRANSFER, _transfer)], ids=["sweep", "transfer"])
def test_missions_that_the_rules_carry_out_come_to_the_same(
    lines: tuple[str, ...], plan: Callable[[Position], tuple[Command, Sortie]]
) -> None:
    """Steps lost by each plane, interception, flak: as often as the odds say."""
    p = sky(*lines)
    command, found = plan(p)
    lost: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for seed in range(GAMES):
        game, events = played(p.state, p, command, found.interceptor, seed)
        told += events
        for pid, plane in game.state.planes.items():
            before = p.state.planes[pid]
            lost[pid] += before.aircraft.steps - before.lost if plane.place == DEAD else plane.lost - before.lost
    for pid in p.state.planes:
        assert near(lost[pid], found.lost.get(pid, Fraction(0))), (pid, lost[pid], found.lost.get(pid))
    assert near(told[InterceptorSent.__name__], found.met)
    assert near(told[FlakFired.__name__], found.fired_at)
    assert near(told["hit"], found.hit)
    assert near(told["MissionOver"], found.arrive.get((), Fraction(0))) or command.kind == "fighter sweep"
