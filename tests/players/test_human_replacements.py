"""Replacements by hand: rebuilding, consolidation and the Dead Pile, as a person types them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.players.human_table import Table
from ocs_engine.state.model import AWAY, DEAD, Mode, Transport
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side
from tests.hands import asks, done, refused
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.test_consolidation import FIFTEENTH, TENTH
from tests.series.test_rebuilding import HQ, lay
from tests.tunisia.test_replacements import at_refit, dead, go_on
from tests.tunisia.test_set_up_choice import begun

TIGERS = ("ger-tiger-1-501", "ger-tiger-2-501")


def sit(p: Position) -> Table:
    """A table with a person on either side."""
    return Table(p.game, (ALLIED, AXIS))


def with_trucks(p: Position, lost: dict[str, int], *own: tuple[str, int]) -> Position:
    """The position with Axis trucks lost, by "truck" or a formation, and others in A22.20, by kind and T."""
    key = {(AXIS, "truck" if name == "truck" else "organic", "" if name == "truck" else name): size
           for name, size in lost.items()}  # fmt: skip
    there = {f"axis-{kind}-{number}": Transport(kind, AXIS, p.hex("A22.20"), tokens, 0)
             for number, (kind, tokens) in enumerate(own, start=1)}  # fmt: skip
    state = replace(p.state, lost_transport=Map(key), transport=Map(there))
    return Position(p.rules, state, RecordedDice(()))


# --- rebuilding


def test_the_heading_says_what_can_be_done_and_rebuild_alone_who_where_and_for_what():
    table = sit(lay(HQ, [TENTH, "ger-para-i5", "ger-hq-dak", *TIGERS], pax="A22.20", eq="A22.20"))
    assert "Reinforcement Phase: 5 units can be rebuilt; rebuild tells more, end ends it." in asks(table)
    lines = done(table, "rebuild").splitlines()
    assert "  10 Pz Div (I-7 Pz) for 1 Eq: at A22.20" in lines
    assert "  LW Para Bn (I-5) for 1 Pax: at A22.20" in lines
    assert "  Corps HQ (DAK) for 1 Pax and 1 Eq: at A22.20" in lines
    assert "  Tiger Co (1/501) for 1 Eq for 2 of them: at A22.20" in lines


@pytest.mark.rule("OCS 13.5")
@pytest.mark.parametrize(
    ("typed", "mode"),
    [("rebuild I-5", Mode.COMBAT), ("rebuild I-5 at A22.20 in move", Mode.MOVE),
     ("rebuild LW Para Bn (I-5) in strat", Mode.STRAT), ("rebuild I-5 in reserve/move", Mode.RESERVE)],
)  # fmt: skip
def test_a_unit_is_rebuilt_by_its_name(typed: str, mode: Mode):
    table = sit(lay(HQ, ["ger-para-i5"], pax="A22.20"))
    done(table, typed)
    unit = table.state.units["ger-para-i5"]
    assert (unit.place, unit.mode) == (table.state.world.place("A22.20"), mode)
    assert table.state.units["axis-pax-1"].place == AWAY


@pytest.mark.rule("OCS 13.5d")
def test_two_small_ones_for_one_eq():
    table = sit(lay(HQ, TIGERS, eq="A22.20"))
    done(table, "rebuild 1/501, 2/501")
    assert all(table.state.units[uid].place >= 0 for uid in TIGERS)


def test_what_cannot_be_is_told_with_its_rule():
    table = sit(lay(f"{HQ}\n== Allied ==\nA23.20: Fr Mech Rgt (Coutx)", ["ger-para-i5"], pax="A22.20 A21.20"))
    assert "4.5a" in refused(table, "rebuild I-5 at A22.20")
    assert "there is no unit" in refused(table, "rebuild truck"), "none is lost"
    assert "missing" in refused(table, "rebuild in move")
    none = sit(lay(HQ, ["ger-para-i5"], pax="A30.30"))
    assert done(none, "rebuild") == "nothing can be rebuilt now"
    assert "none of your replacements" in refused(none, "rebuild I-5")
    assert refused(sit(lay(HQ, ["ger-para-i5"])), "rebuild I-5") == "you have no replacements"


@pytest.mark.rule("OCS 13.5e")
def test_trucks_are_rebuilt_by_kind_or_formation():
    p = with_trucks(lay(HQ, eq="A22.20 A22.20"), {"truck": 4, "10 Pz Div": 6})
    table = sit(p)
    assert "a truck can be rebuilt; rebuild tells more" in asks(table)
    assert done(table, "rebuild").splitlines() == ["  truck of 4T for 1 Eq", "  10 Pz Div organic truck of 6T for 1 Eq"]
    done(table, "rebuild truck", "rebuild 10 pz div organic truck")
    assert {each.tokens for each in table.state.transport.values()} == {4, 6}


# --- consolidation


@pytest.mark.rule("OCS 13.9")
def test_a_dead_unit_takes_the_place_of_its_like():
    p = lay("A22.20: Pz Bn (190)\nA24.20: 10 Pz Div (I-7 Pz)", [FIFTEENTH])
    table = sit(p)
    assert "units or trucks can be consolidated; consolidate tells more" in asks(table)
    assert done(table, "consolidate") == "  15 Pz Div (I-8 Pz) for Pz Bn (190), 10 Pz Div (I-7 Pz)"
    done(table, "consolidate I-8 Pz for I-7 Pz")
    assert table.state.units[TENTH].place == DEAD
    done(table, "consolidate I-7 Pz")
    assert table.state.units["ger-pz-190"].place == DEAD


@pytest.mark.rule("T2 1.6c")
def test_trucks_are_given_for_an_organic_one():
    p = with_trucks(lay(HQ), {"10 Pz Div": 6}, ("truck", 4), ("truck", 4))
    table = sit(p)
    assert done(table, "consolidate") == "  truck of 10 Pz Div for trucks of 6T"
    done(table, "consolidate truck of 10 Pz Div with truck-1, truck-2")
    assert [(each.kind, each.tokens) for each in table.state.transport.values()] == [("organic", 6)]


def test_consolidation_without_anybody_is_told_so():
    table = sit(lay("A22.20: LW Para Bn (III-5)", ["ger-10pz-i7"]))
    assert done(table, "consolidate") == "nothing on the ground can be consolidated now"
    assert "whose place" in refused(table, "consolidate I-7 Pz")


# --- the Dead Pile, questions, set-up


def test_the_dead_pile_is_told_by_what_it_takes():
    p = with_trucks(lay(HQ, [TENTH, "ger-para-i5"]), {"truck": 4})
    table = sit(p)
    told = done(table, "dead Axis").splitlines()
    assert told == ["1 Eq: 10 Pz Div (I-7 Pz)", "1 Pax: LW Para Bn (I-5)", "transport: 4T truck"]
    assert done(table, "dead al") == "the Allied side has nothing in its Dead Pile"
    assert "no side" in refused(table, "dead french")


@pytest.mark.rule("T2 1.4a")
def test_a_faction_result_is_answered_in_words():
    p = dead(at_refit(AXIS, (4, 4, 1)), "ger-para-i5", "ger-para-iii5")
    go_on(p)
    table = sit(p)
    assert "which German unit is rebuilt, and where?" in asks(table)
    assert "may be rebuilt in" in refused(table, "rebuild I-5 at A48.24")
    done(table, "rebuild I-5 at Sicily B in move")
    assert table.state.units["ger-para-i5"].place == table.state.world.place("Sicily B")
    assert table.state.now.phase is Phase.MOVEMENT
    again = dead(at_refit(AXIS, (4, 4, 1)), "ger-para-i5", "ger-para-iii5")
    go_on(again)
    table = sit(again)
    done(table, "III-5, move")
    assert table.state.units["ger-para-iii5"].place == table.state.world.place("Sicily B"), "there is no other place"


@pytest.mark.rule("T2 1.4a")
def test_a_special_result_may_place_no_strip():
    p = at_refit(Side.ALLIED, (2, 2))
    go_on(p)
    table = sit(p)
    assert "where is an air strip placed?" in asks(table)
    done(table, "nowhere")
    assert table.state.bases == p.rules.start().bases


@pytest.mark.rule("T2 6.4")
def test_the_choice_at_set_up():
    table = Table(begun("kasserine-campaign").game, (AXIS, ALLIED), arrange=True)
    assert "  10 Pz Div (II-7 Pz): to B42.33, B42.34, B43.33, B43.34 Faid" in done(table, "bring")
    done(table, "bring II-7 Pz to B43.34")
    assert table.state.units["ger-10pz-ii7"].place == table.state.world.place("B43.34")
    assert done(table, "bring") == "nobody can be brought in now"
    quiet = sit(position())
    assert done(quiet, "bring") == "nobody can be brought in now"
