"""The air war by hand: orders and answers as a person types them.

Ratings: Bf.109G 4, Spit.V 3, P-40 2, Ju.87 (1). Air combat: 6 or less the attacker aborts, 7 both, 8 or more the
defender; on a die of 5 or 6 who aborts loses a step.
"""

from __future__ import annotations

from ocs_engine.players.human_table import Table
from ocs_engine.series.commands import EndSegment
from tests.flights import lies, sky
from tests.hands import asks, done, refused
from tests.positions import ALLIED, AXIS, Position

BF, SPITS = "Axis 1 A30.20: ger-bf109g, ger-ju87", "Allied 1 A21.20: us-spitv, us-spitv, us-p-40"
ZONE = "Axis 1 A35.20: ger-bf109g"
REFIT = "Allied Aircraft Refit Phase"


def sit(p: Position) -> Table:
    """A table with a person on either side."""
    return Table(p.game, (ALLIED, AXIS))


def test_planes_tells_where_they_are_and_what_they_can() -> None:
    table = sit(sky(BF, "Allied 1 A21.20: us-spitv reduced, us-a-20 inactive"))
    assert done(table, "planes") == (
        "A21.20:\n"
        "  A-20 [us-a-20-1] T, air (2), barrage 10, range 65, Inactive\n"
        "  Spit.V [us-spitv-1] F, air 2, barrage 1, range 45, a step lost"
    )
    assert done(table, "planes axis").startswith("A30.20:\n  Bf.109G")
    assert "no side" in refused(table, "planes german")


def test_a_sweep_by_kind_and_number() -> None:
    """Alone it lists bases, with a hex those who can; "two Spit.V" are the two. 9 + 3 - 4 is 8."""
    p = sky(BF, SPITS, dice=[4, 5, 1])
    table = sit(p)
    assert done(table, "sweep") == "A30.20: P-40 and two Spit.V"
    assert "Spit.V [us-spitv-2] F" in done(table, "sweep A30.20")
    assert "did you mean" in refused(table, "sweep A30.20 with spot.v")
    assert "2 spit.v for that, not 3" in refused(table, "sweep A30.20 with 3 spit.v")
    done(table, "sweep A30.20 with two Spit.V")
    assert p.state.frames[0].model_dump()["planes"] == ("us-spitv-1", "us-spitv-2")
    assert "which of your planes abort before the air combat" in asks(table)
    done(table, "nobody")
    done(table, "abort ju.87")
    assert lies(p, "ger-ju87-1") == "A30.20 inactive"
    done(table, "engage spit.v")
    assert lies(p, "ger-bf109g-1") == "A30.20 inactive"


def test_of_a_kind_those_with_all_their_steps_are_meant_first() -> None:
    p = sky("Allied 1 A20.20: us-p-40 reduced, us-p-40", "Allied 1 A25.20:")
    done(sit(p), "transfer p-40 to A25.20")
    assert (lies(p, "us-p-40-1"), lies(p, "us-p-40-2")) == ("A20.20 reduced", "A25.20")


def test_a_sweep_that_is_refused_names_the_rule() -> None:
    table = sit(sky(BF, "Allied 1 A21.20: us-spitv, us-a-20"))
    assert "OCS 14.6" in refused(table, "sweep A30.20 with a-20")
    assert "no plane of yours can sweep A31.20" in refused(table, "sweep A31.20")
    assert "when it is time" in refused(table, "engage spit.v")


def test_a_transfer_with_an_interceptor_and_flak() -> None:
    """Bf.109G v P-40: 8 is 10 with 4 - 2, the P-40 aborts."""
    p = sky(ZONE, "Allied 1 A20.20: us-p-40", "Allied 1 A25.20:", dice=[4, 4, 1])
    table = sit(p)
    assert done(table, "transfer") == "A25.20: P-40\nAlgiers: P-40"
    assert "us-p-40-1" in done(table, "transfer A25.20")
    done(table, "transfer p-40 to A25.20")
    assert "meets the enemy planes over A25.20" in asks(table)
    assert "Bf.109G [ger-bf109g-1]: F, air 4, barrage 3, range 45" in asks(table)
    done(table, "intercept with bf.109g")
    assert lies(p, "us-p-40-1") == "A25.20 inactive"


def test_planes_land_where_it_is_said() -> None:
    """8 + 3 - 4 is 7, both abort; the Spit.V may go home or to A23.20."""
    for words, base in (("home", "A21.20"), ("at A23.20", "A23.20"), ("spit.v at A23.20", "A23.20"), ("1", "A21.20")):
        p = sky("Axis 1 A30.20: ger-bf109g", "Allied 1 A21.20: us-spitv", "Allied 1 A23.20:", dice=[4, 4, 1])
        table = sit(p)
        done(table, "sweep A30.20 with all")
        assert "Spit.V [us-spitv-1] F, air 3, barrage 2, range 45" in asks(table)
        done(table, words if words == "1" else f"land {words}")
        assert lies(p, "us-spitv-1") == f"{base} inactive"


def test_refit_of_the_planes_that_are_named() -> None:
    """A base of Level 1 refits two; everybody is supplied here."""
    p = sky("Allied 1 A21.20: us-spitv inactive, us-p-40 inactive, us-a-20 inactive", when=REFIT)
    table = sit(p)
    assert "planes can be refitted in A21.20; refit tells more" in asks(table)
    assert done(table, "refit") == "A21.20: 2 of A-20, P-40 and Spit.V"
    assert "OCS 15.1" in refused(table, "refit A21.20 with all")
    done(table, "refit A21.20 with spit.v and p-40")
    assert (lies(p, "us-spitv-1"), lies(p, "us-p-40-1"), lies(p, "us-a-20-1")) == (
        "A21.20",
        "A21.20",
        "A21.20 inactive",
    )


def test_two_reduced_planes_merge() -> None:
    p = sky("Allied 1 A21.20: us-spitv reduced, us-spitv reduced")
    table = sit(p)
    assert "us-spitv-2" in done(table, "merge")
    done(table, "merge two spit.v")
    assert (lies(p, "us-spitv-1"), lies(p, "us-spitv-2")) == ("A21.20", "dead")


FRONT = """
== Axis ==
A30.20: It Inf Rgt (350)
== Allied ==
A29.20: Para Bn (1)
"""
BARRAGE = "Allied Movement Phase, Barrage Segment"


def test_bombs_fall_on_what_is_named() -> None:
    """An A-20 has 10: what comes of the dice is no matter here. Without an aim what is there is meant."""
    p = sky("Allied 1 A21.20: us-a-20, us-spitv", note=FRONT, when=BARRAGE, dice=[1, 1, 1, 1, 1, 1])
    table = sit(p)
    assert "planes can bomb 1 hex; bomb tells more" in asks(table)
    assert done(table, "bomb") == "A30.20: units"
    assert "can bomb the units in A30.20:" in done(table, "bomb A30.20")
    assert "OCS 10.0d" in refused(table, "bomb A30.20 port with a-20")
    done(table, "bomb A30.20 with a-20")
    assert lies(p, "us-a-20-1") == "A21.20 inactive"


def test_a_railway_is_bombed() -> None:
    ground = "all: open\nA30.20 - A31.20: metre"
    p = sky("Allied 1 A21.20: us-a-20", when=BARRAGE, ground=ground, dice=[1, 1, 1, 1, 1, 1])
    table = sit(p)
    assert "A30.20" in done(table, "trainbust")
    assert "us-a-20-1" in done(table, "trainbust A30.20")
    done(table, "trainbust A30.20 with a-20")
    assert lies(p, "us-a-20-1") == "A21.20 inactive"


def test_a_hip_shoot_is_flown_by_one_plane_of_those_that_may() -> None:
    """Of the Allies the Desert Air Force alone."""
    base = "Allied 1 A21.20: com-daf-b-25, com-daf-b-25, us-a-20"
    p = sky(base, note=FRONT, date="1943-03-05", dice=[1, 1, 1, 1, 1, 1])
    table = sit(p)
    assert done(table, "hipshoot") == "A30.20: units"
    assert "T2 2.3" in refused(table, "hipshoot A30.20 with a-20")
    assert "one plane, not 2" in refused(table, "hipshoot A30.20 with two b-25")
    done(table, "hipshoot A30.20 with b-25")
    done(table, "home")
    assert lies(p, "com-daf-b-25-1") == "A21.20 inactive"


RAILWAY = "all: open\nA30.20 - A31.20: metre"


def test_a_segment_with_railways_alone_to_bomb_passes_unless_the_person_wants_to_be_asked() -> None:
    table = sit(sky("Allied 1 A21.20: us-a-20", when=BARRAGE, ground=RAILWAY))
    assert table.lies_ready and not table.waits
    assert "only railways can be bombed" in done(table, "railways")
    assert "railways pass" in done(table, "railways ask")
    assert table.waits and not table.lies_ready
    done(table, "railways pass")
    assert table.lies_ready
    assert "railways ask or railways pass" in refused(table, "railways often")


def test_a_segment_with_anything_else_to_barrage_stops() -> None:
    """Enemy units within range of the A-20; a port of his; or artillery with something to fire at."""
    enemy = "== Axis ==\nA30.20: It Inf Rgt (350)\n"
    gun = f"{enemy}== Allied ==\nA29.20: US Arty Rgt (36)\n"
    for base, note in (("us-a-20", enemy), ("us-spitv inactive", gun)):
        table = sit(sky(f"Allied 1 A21.20: {base}", note=note, when=BARRAGE, ground=RAILWAY))
        assert table.waits and not table.lies_ready


def test_a_segment_that_ended_by_itself_is_nothing_of_ones_own_to_take_back() -> None:
    """The movement segment was ended by the person, the barrage segment after it by itself: undo takes back both."""
    note, when = "== Allied ==\nA10.20: Para Bn (1)", "Allied Movement Phase, Movement Segment"
    table = sit(sky("Allied 1 A21.20: us-a-20, us-p-40", ground=RAILWAY, note=note, when=when))
    done(table, "hold 1")
    before = table.state
    done(table, "end")
    assert table.lies_ready
    table.submit(EndSegment(side=ALLIED))
    assert done(table, "undo") == "taken back: end segment"
    assert table.state is before
