"""The player `simple` flies supply: from where to where, with what, out of Patrol Zones, and home again.

C-47: range 100, 1T, and 2T on half of it; Algiers, off the map, has SP without end. A base of Level 1 unloads 2T in a
segment, one of Level 2 unloads 4T.
"""

from __future__ import annotations

from ocs_engine.players import simple_air
from ocs_engine.players.simple_airlift import fly
from ocs_engine.series.air.airlift import AirTransport
from ocs_engine.series.air.landing import Land
from ocs_engine.series.air.loads import Profile
from ocs_engine.series.air.transfer import Transfer
from tests.drives import with_dump
from tests.flights import sky
from tests.players.test_simple_air import says
from tests.positions import ALLIED, Position

TWO = "Allied Algiers: us-c-47, us-c-47"
HQ = "== Allied ==\nA20.20: Corps HQ (5)\n"
REFIT = "Allied Aircraft Refit Phase"


def flown(p: Position) -> tuple[str, str, int, tuple[str, ...]]:
    """From where to where it flies how many T, and with which planes; the rules must allow it."""
    order = fly(p.state, ALLIED)
    assert isinstance(order, AirTransport)
    assert p.game.check(order) is None
    return order.start, order.to, order.tokens, order.planes


def test_it_flies_from_a_box_to_the_base_on_which_an_hq_draws() -> None:
    """A15.20 lies next to nobody, A21.20 next to the HQ. Both planes carry 1T each by B: Algiers is too far for C."""
    p = sky(TWO, "Allied 3 A15.05:", "Allied 3 A21.20:", note=HQ)
    assert flown(p) == ("Algiers", "A21.20", 2, ("us-c-47-1", "us-c-47-2"))
    order = says(p)
    assert isinstance(order, AirTransport) and order.profiles == (Profile.NEAR, Profile.NEAR)


def test_it_sends_no_more_planes_than_the_base_unloads() -> None:
    """Three C-47s at a base near by carry 2T each: 4T are unloaded at Level 2."""
    p = sky("Allied 3 A15.05: us-c-47, us-c-47, us-c-47", "Allied 2 A21.20:", note=HQ)
    p = stocked(p, "A15.05", 40)
    assert flown(p) == ("A15.05", "A21.20", 4, ("us-c-47-1", "us-c-47-2"))


def test_nothing_is_flown_from_the_map_but_to_those_who_go_short() -> None:
    """Without the HQ nobody wants it; and what an HQ beside the first base wants stays there: 24T of 25T."""
    planes, far = "Allied 3 A15.05: us-c-47, us-c-47", "Allied 2 A21.20:"
    assert fly(stocked(sky(planes, far), "A15.05", 40).state, ALLIED) is None
    near = sky(planes, far, note=f"{HQ}A15.06: Corps HQ (9)\n")
    assert fly(stocked(near, "A15.05", 25).state, ALLIED) is None
    assert flown(stocked(near, "A15.05", 28))[2] == 4


def test_it_keeps_out_of_patrol_zones() -> None:
    """A Bf.109G at A32.20 patrols ten hexes: A22.20 is in it, A20.19 is not. Of A22.20 alone nothing comes."""
    enemy = "Axis 1 A32.20: ger-bf109g"
    bases = "Allied 1 A22.20:", "Allied 1 A20.19:"
    assert flown(sky(TWO, *bases, enemy, note=HQ))[1] == "A20.19"
    assert fly(sky(TWO, bases[0], enemy, note=HQ).state, ALLIED) is None


def test_in_a_patrol_zone_a_fighter_as_good_goes_along() -> None:
    """A Spit.V (3) against an MC.202 (3), and not against a Bf.109G (4)."""
    for kind, goes in (("ita-mc202", True), ("ger-bf109g", False)):
        p = sky("Allied 3 A15.05: us-c-47, us-spitv", "Allied 1 A22.20:", f"Axis 1 A32.20: {kind}", note=HQ)
        p = stocked(p, "A15.05", 40)
        order = fly(p.state, ALLIED)
        assert (order is not None) is goes
        if order is not None:
            assert p.game.check(order) is None
            assert (order.planes, order.profiles[-1]) == (("us-c-47-1", "us-spitv-1"), Profile.ESCORT)


def test_transports_land_where_supply_is_without_end() -> None:
    p = sky(TWO, "Allied 3 A21.20:", note=HQ)
    p.do(says(p))
    assert says(p) == Land(side=ALLIED, bases={"us-c-47-1": "Algiers", "us-c-47-2": "Algiers"})


def test_transports_without_anything_to_carry_go_to_supply() -> None:
    p = sky("Allied 3 A21.20: us-c-47", note=HQ)
    assert simple_air.rebase(p.state, ALLIED) == Transfer(side=ALLIED, base="Algiers", planes=("us-c-47-1",))


def test_transports_in_a_box_are_refitted_before_bombers_and_after_fighters() -> None:
    """At a base on the map they come last."""
    planes = "us-a-20 inactive, us-c-47 inactive, us-spitv inactive"
    box, base = (sky(f"{where}: {planes}", when=REFIT) for where in ("Allied Algiers", "Allied 2 A21.20"))
    assert says(box).model_dump()["planes"] == ("us-spitv-1", "us-c-47-1", "us-a-20-1")
    assert says(base).model_dump()["planes"] == ("us-spitv-1", "us-a-20-1", "us-c-47-1")


def stocked(p: Position, label: str, tokens: int) -> Position:
    """The same with a dump of the Allies."""
    return Position(p.rules, with_dump(label, tokens)(p.state), p.game.dice)
