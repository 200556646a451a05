"""Chapter 9: combats from the attack to the advance, each choice asked of the side that it belongs to.

Figures in brackets are strength and AR: a British Para Bn 4-5, an Italian Inf Rgt (350), (Pavia) or (Savona) 3-2, a
brigade of 78 Inf Div 8-4 (1 Gds: 8-5). On open ground foot counts once. A20.20 lies south of A20.21.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.messages import DiceRolled, Refusal, SetFact
from ocs_engine.state.fight_events import CombatReckoned, CombatResolved, ExploitWon, OptionTaken, StepLost
from ocs_engine.state.model import Mode, State
from ocs_engine.tunisia.points import TunisiaPoints
from tests.fights import (
    advance,
    asked,
    attack,
    fight,
    go,
    ignore,
    lead,
    lose,
    offered,
    option,
    retreat,
    terrain,
)
from tests.positions import ALLIED, AXIS, Position

PARAS = """
== Axis ==
A20.21: It Inf Rgt (350)
== Allied ==
A20.20: Para Bn (1), Para Bn (2)
"""
ONE_PARA = """
== Axis ==
A20.21: It Inf Rgt (350)
== Allied ==
A20.20: Para Bn (1)
"""


def events(p: Position, kind: type) -> list:
    return [event for entry in p.game.entries for event in entry.events if isinstance(event, kind)]


def resolved(p: Position) -> str:
    return events(p, CombatResolved)[-1].result


@pytest.mark.rule("OCS 9.2", "OCS 9.6")
def test_the_attacker_names_his_lead_first_and_a_lone_unit_leads_unasked():
    p = fight(PARAS, 4, 2, 3, 3)
    attack(p, "1, 2", "A20.21")
    assert asked(p) == (ALLIED, "name lead")
    lead(p, "350", no="OCS 9.6")
    lead(p, "2")
    assert p.state.frames[-1].step == "attacker chooses"  # the dice are thrown; the Italians had no choice to make
    assert events(p, CombatReckoned)[0].attacker_lead == p.id("2")
    assert events(p, CombatReckoned)[0].defender_lead == p.id("350")


@pytest.mark.rule("OCS 9.2", "OCS 9.6")
def test_the_defender_names_his_lead_after_the_attacker():
    p = fight(
        """
        == Axis ==
        A20.21: It Inf Rgt (350, Pavia)
        == Allied ==
        A20.20: Para Bn (1), Para Bn (2)
        """
    )
    attack(p, "1, 2", "A20.21")
    lead(p, "1")
    assert asked(p) == (AXIS, "name lead")
    assert set(offered(p, "name lead")) == {p.id("350"), p.id("Pavia")}


@pytest.mark.rule("OCS 9.2", "OCS 9.7", "OCS 9.8", "OCS 9.9")
def test_the_working_of_an_attack_without_surprise():
    # 8 to 3 is 3:1, the seventh column of Open; AR 5 - 2 = +3. Surprise 6 + 3 = 9: none. Combat 6 + 3 = 9: Ao1/DL1o1.
    p = fight(PARAS, 4, 2, 3, 3)
    attack(p, "1, 2", "A20.21")
    lead(p, "1")
    reckoned, told = events(p, CombatReckoned)[0], events(p, CombatResolved)[0]
    assert (reckoned.attack_total, reckoned.defend_total, reckoned.odds) == ("8", "3", "3:1")
    assert (reckoned.column, reckoned.heading) == (6, "3:1")
    assert (told.surprise, told.shift, told.column, told.total, told.result) == ("none", 0, 6, 9, "Ao1/DL1o1")
    assert [(roll.purpose, roll.faces) for roll in events(p, DiceRolled)] == [("surprise", (4, 2)), ("combat", (3, 3))]


@pytest.mark.rule("OCS 9.2", "OCS 9.8")
def test_attackers_surprise_shifts_right_before_the_combat_roll():
    # Surprise 7 + 3 = 10: the attacker's; a 2 shifts from 3:1 to 5:1. Combat 6 + 3 = 9 there: Ao1e4/DL1o2.
    p = fight(PARAS, 4, 3, 2, 3, 3)
    attack(p, "1, 2", "A20.21")
    lead(p, "1")
    told = events(p, CombatResolved)[0]
    assert (told.surprise, told.shift, told.heading, told.result) == ("attacker", 2, "5:1", "Ao1e4/DL1o2")


@pytest.mark.rule("OCS 9.2", "OCS 9.8")
def test_defenders_surprise_shifts_left():
    # Surprise 2 + 3 = 5: the defender's; a 4 shifts from 3:1 to 1:3. Combat 6 + 3 = 9 there: AL1o1/Do1.
    p = fight(PARAS, 1, 1, 4, 3, 3)
    attack(p, "1, 2", "A20.21")
    lead(p, "1")
    told = events(p, CombatResolved)[0]
    assert (told.surprise, told.shift, told.heading, told.result) == ("defender", -4, "1:3", "AL1o1/Do1")


@pytest.mark.rule("OCS 9.10", "OCS 9.11", "OCS 9.12g")
def test_the_attacker_carries_out_all_of_his_part_first_and_the_lead_loses_the_first_step():
    p = fight(PARAS, 4, 2, 3, 3)  # Ao1/DL1o1
    attack(p, "1, 2", "A20.21")
    lead(p, "2")
    assert asked(p) == (ALLIED, "take option")
    assert offered(p, "take option") == (0, 1)
    option(p, 1)
    assert p.where("2") == "dead" and p.where("1") == "A20.20"
    assert p.where("350") == "dead", "its one step is the hard loss; nobody is left for the option"
    assert asked(p) == (ALLIED, "advance")
    advance(p, "1")
    assert p.where("1") == "A20.21"
    assert p.state.control[p.hex("A20.21")] is ALLIED


@pytest.mark.rule("OCS 9.12g")
def test_nobody_need_advance_and_only_attackers_of_this_combat_may():
    p = fight(
        """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: Para Bn (1), Para Bn (2), Para Bn (3)
        """,
        4, 2, 3, 3,
    )  # fmt: skip
    attack(p, "1, 2", "A20.21")
    lead(p, "2")
    option(p, 1)
    advance(p, "3", no="OCS 9.12g")
    advance(p, "2", no="OCS 9.12g")  # it is dead
    advance(p)
    assert p.where("1") == "A20.20" and not p.state.frames


@pytest.mark.rule("OCS 9.12g", "T2 1.5", "T2 2.6")
def test_nobody_is_offered_an_advance_that_the_game_forbids_him(monkeypatch: pytest.MonkeyPatch):
    p = fight(PARAS, 4, 2, 3, 3)  # Ao1/DL1o1
    attack(p, "1, 2", "A20.21")
    lead(p, "2")
    free, barred = TunisiaPoints.may_enter, p.id("1")
    no = Refusal(code="closed area", rule="T2 1.5", sentence="closed")
    monkeypatch.setattr(
        TunisiaPoints,
        "may_enter",
        lambda self, state, unit, hex_: no if unit.counter.id == barred else free(self, state, unit, hex_),
    )
    option(p, 1)
    assert p.where("2") == "dead" and p.where("350") == "dead", "the hex is empty and 1 is left"
    assert not p.state.frames, "and may not enter it, so nobody is asked"
    assert p.where("1") == "A20.20"


@pytest.mark.rule("OCS 9.10c", "OCS 9.12g")
def test_an_attacker_who_retreats_frees_the_defender_and_nobody_advances():
    # 4 to 3 is 1:1; surprise 6 + 3 = 9: none; combat 6 + 3 = 9: Ao1/Do1.
    p = fight(ONE_PARA, 4, 2, 3, 3)
    attack(p, "1", "A20.21")
    assert resolved(p) == "Ao1/Do1"
    option(p, 0)
    go(p, "A20.19")
    assert asked(p) == (AXIS, "take option")
    assert offered(p, "take option") == ("ignore", 0, 1)
    ignore(p)
    assert p.where("350") == "A20.21" and p.where("1") == "A20.19"
    assert events(p, OptionTaken)[-1].ignored


@pytest.mark.rule("OCS 9.10c")
def test_a_freed_defender_may_carry_his_option_out_in_full_all_the_same():
    p = fight(ONE_PARA, 4, 2, 3, 3)  # Ao1/Do1
    attack(p, "1", "A20.21")
    option(p, 0)
    go(p, "A20.19")
    option(p, 0)
    go(p, "A20.22")
    assert p.where("350") == "A20.22"
    assert not p.state.frames, "the attackers retreated: no advance"


@pytest.mark.rule("OCS 9.10", "OCS 9.10c")
def test_an_attacker_who_takes_all_of_his_option_leaves_the_defender_no_way_out_even_in_death():
    p = fight(ONE_PARA, 4, 2, 3, 3)  # Ao1/Do1
    attack(p, "1", "A20.21")
    option(p, 1)
    assert p.where("1") == "dead"
    assert offered(p, "take option") == (0, 1)
    ignore(p, no="OCS 9.10c")
    option(p, 1)
    assert p.where("350") == "dead"
    assert not p.state.frames, "nobody is left to advance"


@pytest.mark.rule("OCS 9.10c", "OCS 9.11")
def test_an_attacker_who_dies_before_his_option_frees_the_defender():
    # Combat 3 + 3 = 6 at 1:1: AL1o1/Do1. The para dies of the hard loss; the rest of his part goes beyond him.
    p = fight(ONE_PARA, 4, 2, 1, 2)
    attack(p, "1", "A20.21")
    assert resolved(p) == "AL1o1/Do1"
    assert p.where("1") == "dead"
    assert offered(p, "take option") == ("ignore", 0, 1)
    ignore(p)
    assert p.where("350") == "A20.21"


@pytest.mark.rule("OCS 9.10c")
def test_a_freed_defender_who_has_one_way_to_carry_his_option_out_may_still_ignore_it():
    # AL1o1/Do1 as above. Water leaves the Italians no hex to retreat to: all of the option would be steps.
    p = fight(ONE_PARA, 4, 2, 1, 2, ground="all: sea\nA20.20, A20.21: open")
    attack(p, "1", "A20.21")
    assert asked(p) == (AXIS, "take option") and offered(p, "take option") == ("ignore", 1)
    ignore(p)
    assert p.where("350") == "A20.21"
    # Ao1/Do1, the para's step taken: the defender is not free, and with one way is not asked.
    p = fight(ONE_PARA, 4, 2, 3, 3, ground="all: sea\nA20.20, A20.21: open")
    attack(p, "1", "A20.21")
    assert (p.where("1"), p.where("350")) == ("dead", "dead") and not p.state.frames


@pytest.mark.rule("OCS 9.11")
def test_losses_beyond_what_is_there_vanish():
    # Combat 2 + 3 = 5 shifted left by defender's surprise (2 + 3 = 5, a 1) to 1:2: AL1o1. The lone para dies once.
    p = fight(ONE_PARA, 1, 1, 1, 1, 1)
    attack(p, "1", "A20.21")
    assert resolved(p) == "AL1o1"
    assert [event.unit for event in events(p, StepLost)] == [p.id("1")]
    assert p.where("350") == "A20.21" and not p.state.frames


@pytest.mark.rule("OCS 9.11", "OCS 9.10")
def test_after_the_lead_the_owner_chooses_among_those_that_have_lost_nothing():
    # Three paras, 12 to 3 is 4:1; defender's surprise 2 + 3 = 5, a 6 shifts to 1:3; combat 2 + 3 = 5: AL2.
    p = fight(
        """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: Para Bn (1), Para Bn (2), Para Bn (3)
        """,
        1, 1, 5, 1, 1,
    )  # fmt: skip
    attack(p, "1, 2, 3", "A20.21")
    lead(p, "3")
    assert resolved(p) == "AL2"
    assert p.where("3") == "dead", "the lead's step is taken unasked"
    assert asked(p) == (ALLIED, "lose step")
    lose(p, "3", no="OCS 9.11")
    lose(p, "1")
    assert [p.where(name) for name in ("1", "2", "3")] == ["dead", "A20.20", "dead"]
    assert p.where("350") == "A20.21" and not p.state.frames, "a blank result asks nothing of the defender"


BIG = """
== Axis ==
A20.21: It MG Bn (70 Brs), It MG Bn (Prov), It MG Bn (GAF)
== Allied ==
A20.20: 78 Inf Div (11 Inf), 78 Inf Div (36 Inf), 78 Inf Div (1 Gds Inf)
"""


def big() -> Position:
    """24 to 6 is 4:1; AR 5 - 3 = +2; surprise 7 + 2 = 9: none; combat 11 + 2 = 13: Ae3/DL2o2DG."""
    p = fight(BIG, 4, 3, 5, 6)
    attack(p, "11 Inf, 36 Inf, 1 Gds Inf", "A20.21")
    lead(p, "1 Gds Inf")
    lead(p, "70 Brs")
    assert resolved(p) == "Ae3/DL2o2DG"
    return p


@pytest.mark.rule("OCS 9.10", "OCS 9.11", "OCS 5.10a", "OCS 9.12")
def test_the_defender_takes_hard_losses_then_dg_then_his_option():
    p = big()
    assert p.where("70 Brs") == "dead", "it leads"
    assert asked(p) == (AXIS, "lose step")
    assert set(offered(p, "lose step")) == {p.id("Prov"), p.id("GAF")}
    lose(p, "Prov")
    assert p.unit("GAF").marker is Mode.DG
    assert asked(p) == (AXIS, "take option")
    assert offered(p, "take option") == (0, 1, 2)
    option(p, 0)
    go(p, "A20.22")
    go(p, "A20.23")
    assert p.where("GAF") == "A20.23" and p.unit("GAF").marker is Mode.DG
    assert asked(p) == (ALLIED, "advance")


@pytest.mark.rule("OCS 9.13", "OCS 5.9")
def test_exploit_goes_at_once_to_every_attacker_with_the_ar_whether_or_not_it_advances():
    p = big()
    assert asked(p) == (AXIS, "lose step")  # the defender has yet to begin
    assert [p.unit(name).marker for name in ("11 Inf", "36 Inf", "1 Gds Inf")] == [Mode.EXPLOIT] * 3
    lose(p, "Prov")
    option(p, 2)
    assert p.where("GAF") == "dead"
    advance(p, "36 Inf")
    assert p.unit("11 Inf").marker is Mode.EXPLOIT and p.unit("36 Inf").marker is Mode.EXPLOIT


def strong(hexes: tuple[str, str, str], *faces: int, when: str = "Allied Combat Phase, Combat Segment",
           note: str = "", names: str = "11 Inf, 36 Inf, 1 Gds Inf") -> Position:  # fmt: skip
    """78 Inf Div against a lone Italian regiment from three places, 1 Gds Inf in the lead."""
    one, two, three = hexes
    p = fight(
        f"""
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        {one}: 78 Inf Div (11 Inf)        {note}
        {two}: 78 Inf Div (36 Inf)        {note}
        {three}: 78 Inf Div (1 Gds Inf)   {note}
        """,
        *faces,
        when=when,
    )
    attack(p, names, "A20.21")
    lead(p, "1 Gds Inf")
    return p


QUIET = (2, 3)
"""A surprise roll of 5; with +3 it is 8: none."""


@pytest.mark.rule("OCS 9.13")
def test_no_exploit_by_an_attack_from_three_hexes():
    # 24 to 3 is 8:1, in the column 7:1; combat 6 + 3 = 9: Ae4/DL1o2.
    p = strong(("A20.20", "A21.21", "A19.21"), *QUIET, 3, 3)
    assert resolved(p) == "Ae4/DL1o2"
    assert not events(p, ExploitWon)


@pytest.mark.rule("OCS 9.13")
def test_no_exploit_from_two_hexes_that_are_not_side_by_side():
    p = strong(("A20.20", "A20.20", "A21.22"), *QUIET, 3, 3)
    assert not events(p, ExploitWon)


@pytest.mark.rule("OCS 9.13")
def test_exploit_from_two_hexes_side_by_side_for_those_of_the_ar():
    p = strong(("A20.20", "A20.20", "A21.21"), *QUIET, 3, 3)
    assert set(events(p, ExploitWon)[0].stances) == {p.id(name) for name in ("11 Inf", "36 Inf", "1 Gds Inf")}
    assert events(p, ExploitWon)[0].ar == 4


@pytest.mark.rule("OCS 9.13")
def test_a_hex_counts_for_exploit_though_all_its_attackers_died():
    # 24 to 3 is 8:1, in 7:1; combat 5 + 3 = 8: Ao1e4/DL1o2. The one unit of the hex that lies apart is the lead and
    # takes the option; those that are left stand in one hex, but the attack came from two that are not side by side.
    p = strong(("A20.20", "A20.20", "A21.22"), *QUIET, 2, 3)
    assert resolved(p) == "Ao1e4/DL1o2"
    option(p, 1)
    assert p.where("1 Gds Inf") == "dead"
    assert not events(p, ExploitWon)


@pytest.mark.rule("OCS 9.13")
def test_no_exploit_for_a_lower_ar():
    # Two US battalions of AR 2 and Para Bn (1) of AR 5: 12 x2 for armor and 4 make 28 to 3: 9:1.
    # AR 5 - 2 = +3: surprise 8, none; combat 5 + 3 = 8: Ae4/DL1o2, which the para alone can use.
    p = fight(
        """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: 1 US Arm Div (2-1 Arm), 1 US Arm Div (3-1 Arm), Para Bn (1)
        """,
        *QUIET, 2, 3,
    )  # fmt: skip
    attack(p, "2-1 Arm, 3-1 Arm, 1", "A20.21")
    lead(p, "1")
    assert resolved(p) == "Ae4/DL1o2"
    assert list(events(p, ExploitWon)[0].stances) == [p.id("1")]


@pytest.mark.rule("OCS 9.13", "OCS 5.10")
def test_no_exploit_for_a_dg_attacker_which_fights_at_half():
    # 8/2 three times is 12 to 3: 4:1. AR 5 - 1 - 2 = +2: surprise 5 + 2 = 7, none; combat 10 + 2 = 12: Ae4/DL1o2.
    p = strong(("A20.20", "A20.20", "A20.20"), *QUIET, 5, 5, note="-- DG")
    assert (events(p, CombatReckoned)[0].attack_total, resolved(p)) == ("12", "Ae4/DL1o2")
    assert not events(p, ExploitWon)


@pytest.mark.rule("OCS 9.13", "OCS 11")
def test_no_exploit_in_the_exploitation_phase():
    p = strong(("A20.20",) * 3, *QUIET, 3, 3, when="Allied Exploitation Phase, Combat Segment", note="-- exploit")
    assert resolved(p) == "Ae4/DL1o2"
    assert not events(p, ExploitWon)


@pytest.mark.rule("OCS 9.10d")
def test_exploit_is_kept_only_by_taking_the_whole_option_as_loss():
    # 24 to 3 is 8:1, in 7:1; combat 5 + 3 = 8: Ao1e4/DL1o2.
    p = strong(("A20.20",) * 3, *QUIET, 2, 3)
    assert resolved(p) == "Ao1e4/DL1o2"
    option(p, 1)
    assert p.where("1 Gds Inf") == "dead"
    assert set(events(p, ExploitWon)[0].stances) == {p.id("11 Inf"), p.id("36 Inf")}


@pytest.mark.rule("OCS 9.10d")
def test_any_retreat_throws_exploit_away():
    p = strong(("A20.20",) * 3, *QUIET, 2, 3)
    option(p, 0)
    retreat(p, "11 Inf, 36 Inf, 1 Gds Inf")
    go(p, "A20.19")
    assert not events(p, ExploitWon)


@pytest.mark.rule("OCS 9.12", "OCS 9.12d")
def test_attackers_from_two_hexes_all_retreat_each_from_its_own():
    p = strong(("A20.20", "A20.20", "A21.21"), *QUIET, 2, 3)
    option(p, 0)
    retreat(p, "11 Inf, 36 Inf")
    go(p, "A20.19")
    go(p, "A22.20")
    assert [p.where(name) for name in ("11 Inf", "36 Inf", "1 Gds Inf")] == ["A20.19", "A20.19", "A22.20"]


@pytest.mark.rule("OCS 5.7d")
def test_reserve_markers_come_off_defenders_for_any_result_but_a_blank_one():
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350)   -- reserve
        == Allied ==
        A20.20: Para Bn (1)
        """
    # In Reserve it defends with 3/2: 4 to 1 1/2 is 2.67, 3:1. Surprise 2 + 3 = 5: the defender's, a 5 shifts to 1:4;
    # combat 2 + 3 = 5: AL2, blank for the defender.
    blank = fight(note, 1, 1, 5, 1, 1)
    attack(blank, "1", "A20.21")
    assert resolved(blank) == "AL2"
    assert blank.unit("350").marker is Mode.RESERVE
    # At 3:1 combat 6 + 3 = 9: Ao1/DL1o1. With a 4 to the left, at 1:3, it is AL1o1/Do1, which the freed side ignores.
    p = fight(note, 1, 1, 4, 3, 3)
    attack(p, "1", "A20.21")
    assert resolved(p) == "AL1o1/Do1"
    assert p.unit("350").marker is None
    ignore(p)
    assert p.where("350") == "A20.21"


VILLAGE = "all: open\nA20.21: hills\nA20.21: village\nA20.20 | A20.21: minor_river"


@pytest.mark.rule("OCS 9.3", "OCS 9.4")
def test_the_defender_chooses_terrain_for_himself_and_against_each_hex_after_the_leads():
    p = fight(
        """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: Para Bn (1)
        A21.21: Para Bn (2)
        """,
        4, 2, 3, 3,
        ground=VILLAGE,
    )  # fmt: skip
    attack(p, "1, 2", "A20.21")
    lead(p, "1")
    assert asked(p) == (AXIS, "choose terrain")
    assert set(offered(p, "choose terrain")) == {"hills", "village"}
    terrain(p, "open", no="OCS 9.4")
    terrain(p, "hills", A21_21="hexside", A20_20="hexside", no="OCS 9.4")
    terrain(p, "hills", A20_20="hexside", A21_21="hills")
    reckoned = events(p, CombatReckoned)[0]
    # The river halves the para that crosses it: 2 + 4 = 6 to 3, 2:1 in the row of Close.
    assert (reckoned.attack_total, reckoned.row, reckoned.heading) == ("6", "Close", "2:1")


@pytest.mark.rule("OCS 9.1c")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once_in_a_segment():
    p = fight(
        """
        == Axis ==
        A20.21: It Inf Rgt (350), It Inf Rgt (Pavia)
        A21.21: It Inf Rgt (Savona)
        == Allied ==
        A20.20: Para Bn (1), Para Bn (2)
        """,
        4, 2, 4, 4,
    )  # fmt: skip
    attack(p, "1", "A20.21")  # 4 to 6: 1:2; combat 8 + 3 = 11: Ao1/Do1
    lead(p, "350")
    assert resolved(p) == "Ao1/Do1"
    option(p, 0)
    retreat(p, "1")  # the other para, which did not fight, might have come along
    go(p, "A20.19")
    ignore(p)
    attack(p, "2", "A20.21", no="OCS 9.1c")
    attack(p, "1", "A21.21", no="OCS 9.1c")
    assert set(offered(p, "attack")) == {"A21.21"}, "the other para may still attack the other hex"


@pytest.mark.rule("OCS 9.14a")
def test_a_target_without_strength_starts_in_the_last_column():
    p = fight(
        """
        == Axis ==
        A20.21: It Inf Rgt (350)   -- strat
        == Allied ==
        A20.20: Para Bn (1)
        """,
        *QUIET, 1, 1, 1,
    )  # fmt: skip
    attack(p, "1", "A20.21")  # AR 5 - 0: surprise 5 + 5 = 10, the attacker's
    assert events(p, CombatReckoned)[0].heading == "13:1" and events(p, CombatReckoned)[0].odds == ""


@pytest.mark.rule("OCS 9.11", "OCS 9.2")
def test_a_combat_half_done_is_saved_and_loaded_and_undone():
    p = big()
    data = p.rules.dump(p.state)
    assert p.rules.load(data) == p.state
    before: State = p.state
    lose(p, "Prov")
    p.game.undo()
    assert p.state == before


@pytest.mark.rule("OCS 9.2")
def test_no_fact_is_set_by_hand_while_a_combat_is_under_way():
    p = big()
    fact = {"kind": "step lost", "unit": p.id("GAF"), "why": "a slip"}
    refusal = p.game.submit(SetFact(side=ALLIED, reason="a slip", fact=fact))
    assert isinstance(refusal, Refusal) and refusal.code == "not now"


@pytest.mark.rule("OCS 5.10", "OCS 9.6")
def test_dg_takes_one_off_the_ar_of_an_hq_too():
    p = fight(
        """
        == Axis ==
        A20.21: Corps HQ (90)   -- DG
        == Allied ==
        A20.20: Para Bn (1)
        """,
        *QUIET, 1, 1, 1,
    )  # fmt: skip
    attack(p, "1", "A20.21")  # AR 5 - (0 - 1) is +6: surprise 5 + 6 = 11, the attacker's
    assert sum(int(each.value) for each in events(p, CombatReckoned)[0].modifiers) == 6


@pytest.mark.rule("T2 5.0", "OCS 5.10a")
def test_a_strat_unit_that_goes_dg_takes_control_of_its_hex():
    # DG units are Attack-Capable, Strat units are not. Strat has no strength: the column 13:1; AR 4 - 0. Surprise
    # 2 + 4 = 6: none; combat 11 + 4 = 15: Ae2/DL2o3DG.
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350, Pavia, Savona, Ter), It Inf Rgt (10 Brs, 7 Brs)   -- strat
        == Allied ==
        A20.20: 78 Inf Div (11 Inf)
        """
    p = fight(note, 1, 1, 5, 6)
    p = Position(p.rules, replace(p.state, control=p.state.control.set(p.hex("A20.21"), ALLIED)), p.game.dice)
    attack(p, "11 Inf", "A20.21")
    lead(p, "350")
    assert resolved(p) == "Ae2/DL2o3DG"
    lose(p, "Pavia")
    assert p.unit("Ter").marker is Mode.DG and p.state.control[p.hex("A20.21")] is AXIS
