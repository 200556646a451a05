"""The player `simple` in the air: what it answers, refits, sweeps, bombs, and where its planes are based.

Ratings: Bf.109G 4, MC.202 3, Spit.V 3, P-40 2, Ju.87 (1), A-20 (2).
"""

from __future__ import annotations

from dataclasses import replace

from ocs_engine.kernel.messages import Command
from ocs_engine.players.simple import SimplePlayer
from ocs_engine.players.simple_air import rebase
from ocs_engine.players.simple_bombs import WORTH_IT, bomb, facility_gain
from ocs_engine.series.air.air_barrage import AirBarrage
from ocs_engine.series.air.dogfight import Abort, Engage
from ocs_engine.series.air.landing import Land
from ocs_engine.series.air.missions import Intercept
from ocs_engine.series.air.refit import Refit
from ocs_engine.series.air.sweep import Sweep
from ocs_engine.series.air.transfer import Transfer
from ocs_engine.series.commands import EndSegment
from ocs_engine.series.firing import Aim
from ocs_engine.state.model import Work
from tests.fights import whose
from tests.flights import abort, sky, sweep, transfer
from tests.positions import ALLIED, AXIS, Position

ZONE = "Axis 1 A35.20: {}"
COM, GOING = "Allied 1 A20.20: us-p-40", "Allied 1 A25.20:"
FRONT = """
== Axis ==
A30.20: It Inf Rgt (350)
== Allied ==
A29.20: Para Bn (1)
"""
REFIT, BARRAGE = "Allied Aircraft Refit Phase", "Allied Movement Phase, Barrage Segment"


def says(p: Position) -> Command:
    """What it does next for the side that is asked or acts; the rules must allow it."""
    side = whose(p) if p.game.pending() else p.side
    command = SimplePlayer().command(p.game, side)
    assert p.game.check(command) is None
    return command


def test_it_intercepts_with_its_best_where_that_is_as_good_as_any() -> None:
    """Against a P-40 (2) the Bf.109G goes; an MC.200 (2) is as good, a G.50 (1) is not."""
    for planes, sent in (("ita-mc202, ger-bf109g", "ger-bf109g-1"), ("ita-mc200", "ita-mc200-1"), ("ita-g50", "")):
        p = sky(ZONE.format(planes), COM, GOING)
        transfer(p, "A25.20", "us-p-40-1")
        assert says(p) == Intercept(side=AXIS, plane=sent)


def test_bombers_leave_before_a_better_enemy_and_stay_beside_a_better_friend() -> None:
    for own, enemy, gone in (("ita-mc200", "us-spitv", ("ger-ju87-1",)), ("ger-bf109g", "us-spitv", ())):
        p = sky(f"Axis 1 A30.20: {own}, ger-ju87", f"Allied 1 A21.20: {enemy}")
        sweep(p, "A30.20", "us-spitv-1")
        assert says(p) == Abort(side=AXIS, planes=gone)


def test_bombers_alone_leave_the_one_that_bombs_least() -> None:
    """The Ju.87 (12) goes home, the Ju.88 (10) stays for the fight."""
    p = sky("Axis 1 A30.20: ger-ju87, ger-ju88", "Allied 1 A21.20: us-spitv")
    sweep(p, "A30.20", "us-spitv-1")
    assert says(p) == Abort(side=AXIS, planes=("ger-ju87-1",))


def test_the_best_plane_fights() -> None:
    p = sky("Axis 1 A30.20: ita-mc200, ger-bf109g", "Allied 1 A21.20: us-spitv")
    sweep(p, "A30.20", "us-spitv-1")
    abort(p)
    assert says(p) == Engage(side=AXIS, plane="ger-bf109g-1")


def test_planes_land_near_the_front_but_out_of_danger() -> None:
    """The enemy is at A30.20: A21.20 is 9 hexes off, A27.20 in danger with 3, A11.20 farther."""
    bases = ("Allied 1 A11.20: us-spitv", "Allied 1 A21.20:", "Allied 1 A27.20:")
    note = "== Axis ==\nA30.20: It Inf Rgt (350)"
    p = sky("Axis 1 A33.20: ger-bf109g", *bases, note=note, dice=[4, 4, 1])
    sweep(p, "A33.20", "us-spitv-1")
    assert says(p) == Land(side=ALLIED, bases={"us-spitv-1": "A21.20"})


def test_two_planes_that_land_are_spread_over_the_bases_that_refit() -> None:
    """A strip refits one plane: the second goes to the next base, though it lies farther back."""
    bases = ("Allied 1 A11.20: us-spitv, us-spitv", "Allied 0 A21.20:")
    note = "== Axis ==\nA30.20: It Inf Rgt (350)"
    p = sky("Axis 1 A33.20: ger-ju87", *bases, note=note, dice=[6, 6, 1])
    sweep(p, "A33.20", "us-spitv-1", "us-spitv-2")
    while not isinstance(command := says(p), Land):
        p.do(command)
    assert sorted(command.bases.values()) == ["A11.20", "A21.20"]


def test_fighters_are_refitted_first() -> None:
    """A base of Level 1 refits two of three."""
    p = sky("Allied 1 A21.20: us-a-20 inactive, us-p-40 inactive, us-spitv inactive", when=REFIT)
    assert says(p) == Refit(side=ALLIED, base="A21.20", planes=("us-spitv-1", "us-p-40-1"), payment={})
    p.do(says(p))
    assert says(p) == EndSegment(side=ALLIED)


def test_it_sweeps_where_its_own_are_better_and_leaves_one_at_home() -> None:
    """Two Spit.V (3) and a P-40 of the enemy's (2): one goes. Against a Bf.109G nobody does."""
    when = "Axis Movement Phase, Movement Segment"
    p = sky("Axis 1 A30.20: ger-bf109g, ger-bf109g", "Allied 1 A21.20: us-p-40, us-a-20", when=when)
    assert says(p) == Sweep(side=AXIS, hex="A21.20", planes=("ger-bf109g-1",))
    p = sky("Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv, us-spitv")
    assert not isinstance(says(p), Sweep)


def test_fighters_go_where_they_cover_the_front() -> None:
    """From A11.20 a Patrol Zone ends at A21.20; from A20.20, 10 hexes from the enemy, it covers A29.20."""
    note = "== Axis ==\nA30.20: It Inf Rgt (350)\n== Allied ==\nA29.20: Para Bn (1)\nA29.21: Para Bn (2)"
    p = sky("Allied 1 A11.20: us-spitv", "Allied 1 A20.20:", note=note)
    assert rebase(p.state, ALLIED) == Transfer(side=ALLIED, base="A20.20", planes=("us-spitv-1",))


def test_it_bombs_what_it_can_attack() -> None:
    p = sky("Allied 1 A21.20: us-a-20, us-spitv", note=FRONT, when=BARRAGE)
    command = says(p)
    assert isinstance(command, AirBarrage)
    assert (command.target, command.aim, command.planes) == ("A30.20", "units", ("us-a-20-1",))


def test_it_does_not_bomb_under_better_fighters() -> None:
    """A Bf.109G (4) patrols over A30.20, and the escort would be a Spit.V (3)."""
    p = sky("Axis 1 A35.20: ger-bf109g", "Allied 1 A21.20: us-a-20, us-spitv", note=FRONT, when=BARRAGE)
    assert says(p) == EndSegment(side=ALLIED)


def test_it_bombs_a_base_full_of_planes_where_that_is_worth_the_flak() -> None:
    """Two A-20s have 20: on the column 11-20 a die of 3 or 4 alone takes a step of each plane on 5 or 6, which of four
    planes makes 4/3 steps, on average 4/9 for a flight."""
    crowd = "ger-ju87 inactive, ger-ju88 inactive, ita-mc200 inactive, ita-g50 inactive"
    p = sky(f"Axis 1 A30.20: {crowd}", "Allied 1 A21.20: us-a-20, us-a-20", when=BARRAGE)
    command = says(p)
    assert isinstance(command, AirBarrage)
    assert (command.target, command.aim) == ("A30.20", "air base")
    assert facility_gain(p.state, ALLIED, p.hex("A30.20"), Aim.AIR_BASE, command.planes) >= WORTH_IT


def test_it_leaves_a_base_alone_whose_fighters_take_more_than_the_bombs() -> None:
    """An empty base is no target, and neither is one with an Active Bf.109G (4) above a Blen.V (1)."""
    for base in ("Axis 1 A30.20:", "Axis 1 A30.20: ger-bf109g"):
        p = sky(base, "Allied 1 A21.20: com-blenv", when=BARRAGE)
        assert not isinstance(says(p), AirBarrage)


def test_it_bombs_a_port_that_is_whole() -> None:
    """Four A-20s have 40; a port with all the hits that it can take is no target."""
    for hits, bombed in ((0, True), (4, False)):
        p = sky("Allied 1 A21.20: us-a-20, us-a-20, us-a-20, us-a-20", when=BARRAGE)
        ports = p.state.ports.set(p.hex("A30.20"), Work(AXIS, hits=hits))
        state = replace(p.state, ports=ports)
        found = bomb(state, ALLIED)
        assert (found is not None and found.aim is Aim.PORT) is bombed
