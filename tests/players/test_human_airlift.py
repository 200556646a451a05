"""Air transport, air drops and their plans as a person types them (OCS 14.9, 14.10).

C-47: range 100, 1T; it unloads at most 200 (A), 100 (B) or 50 hexes (C, 2T) away. A Bn on foot of 1/2 RE takes 1T, a
Rgt of 1 RE takes 2T. A drop on friends in the open takes a roll of 5.
"""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.players.human_table import Table
from tests.flights import lies, sky
from tests.hands import asks, done, refused
from tests.lifts import planning, tokens
from tests.positions import ALLIED, AXIS, Position

C47S = "Allied 1 A10.20: us-c-47, us-c-47, us-c-47"
FAR = "Allied 3 A30.20:"
DUMP = "== Allied ==\nA10.20: 3 SP\n"
BN = "A10.20: Para Bn (1) -- move\n"
REFIT = "Allied Aircraft Refit Phase"


def sit(p: Position) -> Table:
    """A table with a person on either side."""
    return Table(p.game, (ALLIED, AXIS))


def at_base(*lines: str, note: str = "", dice: Sequence[int] = (), when: str = "Allied Movement Phase") -> Position:
    """Three C-47s at A10.20 with 3 SP, an empty base of Level 3 twenty hexes off, and some more."""
    return sky(C47S, *(lines or (FAR,)), note=DUMP + note, dice=dice, when=when)


# --- transport


def test_fly_alone_lists_the_flights() -> None:
    assert done(sit(at_base()), "fly") == "A10.20: three C-47 to A30.20, Algiers"
    assert done(sit(sky("Allied 1 A10.20: us-spitv", FAR, note=DUMP)), "fly") == "there is nothing to fly now"


def test_without_planes_it_lists_who_can_by_which_profile() -> None:
    """Twenty hexes are within half the range of 100; a Spit.V with its range of 45 can go along."""
    table = sit(at_base("Allied 3 A30.20: us-spitv"))
    told = done(table, "fly 2 SP from A10.20 to A30.20")
    assert told.splitlines()[0] == "it takes 8T; these can fly it from A10.20 to A30.20:"
    assert "  C-47 [us-c-47-1]: A 1T and stays, B 1T, C 2T" in told
    assert "  Spit.V [us-spitv-1], in A30.20: escort" in told


def test_where_none_can_fly_it_is_told_why() -> None:
    """The one C-47 has flown; at A20.20 there never was one; and nothing is flown in a Barrage Segment."""
    table = sit(sky("Allied 1 A10.20: us-c-47", FAR, "Allied 1 A20.20:", note=f"{DUMP}A20.20: 1 SP\n"))
    told = refused(table, "fly 1T from A20.20 to A30.20")
    assert told.endswith("now: no transport is based there, but in A10.20")
    done(table, "fly 1T from A10.20 to A30.20 with C-47", "home")
    told = refused(table, "fly 1T from A10.20 to A30.20")
    assert told.endswith("now: of C-47 there none is Active that has not flown in this phase")
    late = sit(at_base(when="Allied Movement Phase, Barrage Segment"))
    assert "in your own movement segments alone" in refused(late, "fly 1T from A10.20 to A30.20")


def test_planes_fly_so_that_they_carry_most_and_come_back() -> None:
    """Within 50 hexes a C-47 carries 2T there and back."""
    p = at_base()
    done(sit(p), "fly 2T from A10.20 to A30.20 with C-47", "home")
    assert (tokens(p, "A10.20"), tokens(p, "A30.20")) == (10, 2)
    assert lies(p, "us-c-47-1") == "A10.20 inactive"


def test_the_profile_can_be_said() -> None:
    """By A it stays, by B it carries 1T."""
    for words in ("by A", "by profile a", "as far"):
        p = at_base()
        done(sit(p), f"fly 1T from A10.20 to A30.20 with C-47 {words}")
        assert lies(p, "us-c-47-1") == "A30.20 inactive"
    table = sit(at_base())
    assert "OCS 14.9" in refused(table, "fly 2T from A10.20 to A30.20 with C-47 by B")
    assert "no way to fly" in refused(table, "fly 1T from A10.20 to A30.20 with C-47 by D")


def test_planes_pool_what_they_carry_each_in_its_way() -> None:
    """One by A, two by C, and an escort: 1 + 2 + 2 are 5T."""
    p = at_base("Allied 3 A30.20: us-spitv")
    table = sit(p)
    order = "from A10.20 to A30.20 with C-47 by A, two C-47 by C and Spit.V"
    assert "the cargo takes 6T, and the planes carry 5T" in refused(table, f"fly 6T {order}")
    done(table, f"fly 5T {order}")
    assert p.state.frames[0].model_dump()["profiles"] == ("A", "C", "C", "escort")
    assert tokens(p, "A30.20") == 5


def test_supply_means_as_much_as_they_carry() -> None:
    """Two C-47s by C carry 4T; with a battalion 3T of SP."""
    p = at_base()
    done(sit(p), "fly supply from A10.20 to A30.20 with two C-47")
    assert tokens(p, "A30.20") == 4
    p = at_base(note=BN)
    done(sit(p), "fly Para Bn (1) and supply to A30.20 with two C-47")
    assert tokens(p, "A30.20") == 3
    assert p.where("1") == "A30.20"


def test_from_where_is_not_asked_where_it_is_plain() -> None:
    """The only base with transports, or the one where the units are."""
    p = at_base(note=BN)
    done(sit(p), "fly 1 to A30.20 with C-47")
    assert p.where("1") == "A30.20"
    table = sit(sky(C47S, FAR, "Allied 1 A12.20: us-c-47", note=DUMP))
    assert "from where? transports are in A10.20, A12.20" in refused(table, "fly 1T to A30.20 with C-47")


def test_what_cannot_be_flown_is_refused_before_planes_are_named() -> None:
    """13T are more than lie there; a truck-borne regiment does not fly; A20.20 has no base."""
    table = sit(at_base(note="A10.20: Fr Mech Rgt (Coutx) -- move"))
    assert "OCS 12.2" in refused(table, "fly 13T from A10.20 to A30.20")
    assert "OCS 14.9c" in refused(table, "fly coutx to A30.20")
    assert "no plane of yours can fly it from A10.20 to A20.20" in refused(table, "fly 1T from A10.20 to A20.20")
    assert "OCS 14.9" in refused(table, "fly 1T from A10.20 to A20.20 with C-47")
    assert "name units or supply" in refused(table, "fly from A10.20 to A30.20")
    assert "say where to" in refused(table, "fly 1T from A10.20")


def test_who_stays_where_a_base_unloads_too_little() -> None:
    """A base of Level 1 unloads 2T in a segment: of 6T two transports of 2T must stay."""
    p = at_base("Allied 1 A30.20:")
    table = sit(p)
    done(table, "fly 6T from A10.20 to A30.20 with three C-47")
    assert "which transports stay" in asks(table)
    assert "C-47 [us-c-47-2]: Tpt," in asks(table)
    assert "OCS 14.9f" in refused(table, "stay us-c-47-2")
    done(table, "stay us-c-47-2 and us-c-47-3", "home")
    assert [lies(p, f"us-c-47-{each}") for each in (1, 2, 3)] == [
        "A10.20 inactive",
        "A30.20 inactive",
        "A30.20 inactive",
    ]
    assert tokens(p, "A30.20") == 6


def test_what_is_shed_when_a_transport_carries_less() -> None:
    """By C a C-47 carries a battalion of 1T and 1T of SP; with the step that flak of 11 takes, one of the two."""
    for words, where, left in (("shed supply", "A30.20", 0), ("shed 1", "dead", 1)):
        p = sky("Allied 1 A10.20: us-c-47", FAR, "Axis 1 A32.20: ger-bf109g", note=DUMP + BN, dice=[5, 6])
        table = sit(p)
        done(table, "fly 1, 1T to A30.20 with C-47", "nobody")
        assert "which of the cargo" in asks(table)
        assert "supply alone, as much as must go" in asks(table)
        assert "OCS 14.4g" in refused(table, "shed 1 and 1T")
        done(table, words, "home")
        assert (p.where("1"), tokens(p, "A30.20")) == (where, left)


# --- drops and their plans


def test_supply_is_dropped_on_a_hex() -> None:
    """A roll of 3 and 2 for each T is the 5 that it takes on friends in the open."""
    p = at_base(note="A25.20: Para Bn (1)", dice=[3, 2, 3, 2])
    table = sit(p)
    assert done(table, "airdrop").startswith("A10.20: three C-47 on ")
    assert "C-47 [us-c-47-1]: B 1T, C 2T" in done(table, "airdrop 2T from A10.20 on A25.20")
    assert "OCS 14.10" in refused(table, "airdrop 1T from A10.20 on A25.20 with C-47 by A")
    done(table, "airdrop 2T from A10.20 on A25.20 with C-47", "home")
    assert tokens(p, "A25.20") == 2


def test_units_are_dropped_where_their_plan_says() -> None:
    note = f"{BN}A24.20: Para Bn (3)"
    table = sit(at_base(note=note))
    assert "OCS 14.10b" in refused(table, "airdrop 1 from A10.20 on A25.20")
    assert "say on what hex" in refused(table, "airdrop 1 from A10.20")
    p = planning(at_base(note=note, dice=[6, 6]), **{"1": ("A25.20", 0)})
    done(sit(p), "airdrop 1 with C-47", "home")
    assert p.where("1") == "A25.20"


def test_a_drop_is_planned_put_back_and_given_up() -> None:
    """In the own Refit Phase, for two turns ahead at least; the turn is the earliest where none is said."""
    p = at_base("Allied 1 A12.20: us-spitv inactive", note="A10.20: Para Bn (1)", when=REFIT)
    table, turn = sit(p), p.state.turn
    assert "in A12.20; refit tells more; drops can be planned; dropplan tells more, end ends it" in asks(table)
    assert done(table, "dropplan").splitlines() == [
        "no drop is planned",
        f"one can be planned from turn {turn + 2} on for Para Bn (1)",
    ]
    assert "OCS 14.10b" in refused(table, f"dropplan 1 on A25.20 in turn {turn + 1}")
    assert done(table, "dropplan 1 on A25.20") == f"Para Bn (1): on A25.20 in turn {turn + 2}"
    assert "OCS 14.10b" in refused(table, "dropplan 1 on A26.20")
    assert done(table, "dropplan 1 later") == f"Para Bn (1): on A25.20 in turn {turn + 3}"
    assert done(table, "dropplan 1 off") == "no drop is planned"
    assert "OCS 14.10c" in refused(table, "dropplan 1 later")
    assert "dropplan UNIT on HEX" in refused(table, "dropplan 1")
