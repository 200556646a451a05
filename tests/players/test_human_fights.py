"""Fighting by hand: every order and answer as a person types it, what he is shown, and what he is told when wrong.

Figures in brackets are strength and AR: a British Para Bn 4-5, an Italian Inf Rgt (350) 3-2, an Italian MG Bn (70 Brs)
2-3, (Prov) and (GAF) 2-1, a brigade of 78 Inf Div 8-4 (1 Gds: 8-5). On open ground foot counts once.
"""

from __future__ import annotations

import pytest

from ocs_engine.kernel.dice import DiceSource, EnteredDice, RecordedDice
from ocs_engine.kernel.ruleset import Blank
from ocs_engine.players.human import hear
from ocs_engine.players.human_forms import _option as option_of
from ocs_engine.players.human_table import Table
from ocs_engine.players.human_words import read_target
from ocs_engine.world.counters import Side
from tests.captures import HEX, taking, with_transport
from tests.hands import asks, done, refused
from tests.positions import position

ALLIED, AXIS = Side.ALLIED, Side.AXIS
COMBAT, MOVEMENT = "Allied Combat Phase, Combat Segment", "Allied Movement Phase"
BARRAGE = "Allied Combat Phase, Barrage Segment"
ONE_PARA = """
== Axis ==
A20.21: It Inf Rgt (350)
== Allied ==
A20.20: Para Bn (1)
"""
PARAS = """
== Axis ==
A20.21: It Inf Rgt (350)
== Allied ==
A20.20: Para Bn (1), Para Bn (2), Para Bn (3)
"""
BIG = """
== Axis ==
A20.21: It MG Bn (70 Brs), It MG Bn (Prov), It MG Bn (GAF)
== Allied ==
A20.20: 78 Inf Div (11 Inf), 78 Inf Div (36 Inf), 78 Inf Div (1 Gds Inf)
"""
GUNS = """
== Axis ==
A20.20: March Bn (T-1)
A22.20: March Bn (T-2)
== Allied ==
A20.21: Commando Bn (6 Cdo)
A20.22: Arty Grp (1 FA, 1 M)
"""


def sit(note: str, *faces: int, when: str = COMBAT, ground: str = "all: open", dice: DiceSource | None = None) -> Table:
    """A table with a person on either side."""
    game = position(note, when, ground=ground, dice=dice or RecordedDice(faces)).game
    return Table(game, (ALLIED, AXIS))


def where(table: Table, uid: str) -> str:
    place = table.state.units[uid].place
    return "dead" if place < 0 else table.state.world.label(place)


# --- words


@pytest.mark.parametrize(("typed", "target", "units"), [
    ("A20.21 with 1, 2", "A20.21", "1, 2"),
    ("A20.21 1, 2", "A20.21", "1, 2"),
    ("A20.21 from A20.20", "A20.21", "A20.20"),
    ("A20.21", "A20.21", ""),
    ("Medjez el Bab with coutx", "Medjez el Bab", "coutx"),
    ("Medjez el Bab", "Medjez el Bab", ""),
])  # fmt: skip
def test_an_order_to_fight_has_a_target_and_units(typed: str, target: str, units: str):
    assert read_target(typed) == (target, units)


@pytest.mark.parametrize(("typed", "steps"), [
    ("1", "1"), ("1 step", "1"), ("lose 1", "1"), ("lose 1 step", "1"), ("lose", "2"), ("retreat", "0"),
    ("retreat 2", "0"), ("retreat 1 hex", "1"), ("2 hexes", "0"), ("lose 1, retreat 1", "1"),
    ("lose 1 step and retreat 1 hex", "1"), ("ign", "ignore"), ("lose 2, retreat 2", "lose 2, retreat 2"),
    ("perhaps", "perhaps"),
])  # fmt: skip
def test_an_option_of_two_is_taken_in_words(typed: str, steps: str):
    assert option_of(Blank("steps", ("ignore", 0, 1, 2)), typed) == steps


# --- attacks


def test_a_combat_segment_opens_with_what_can_be_attacked():
    table = sit(ONE_PARA)
    assert "1 hex can be attacked, A20.21; attack tells more, end ends it" in asks(table)
    assert done(table, "left") == done(table, "attack")


@pytest.mark.rule("OCS 9.7")
def test_the_targets_are_listed_with_their_odds():
    # 12 to 3 is 4:1, the eighth column of Open; AR 5 - 2 = +3.
    assert "A20.21: 3 can attack; 12 to 3 is 4:1, column 8 (4:1 of Open), AR +3" in done(sit(PARAS), "attack")


def test_an_attack_without_units_lists_who_can_and_the_odds():
    table = sit(PARAS)
    before = table.state
    told = done(table, "attack A20.21")
    assert "A20.21, on top It Inf Rgt (350) 3-2-3:" in told
    assert "Para Bn (1) [br-para-1] from A20.20: AR 5, 4" in told
    assert table.state is before


@pytest.mark.rule("OCS 9.4")
def test_the_multipliers_of_the_ground_are_told():
    # Foot across a minor river counts half: 4 x 1/2 each; 4 to 3 is 1:1.
    table = sit(PARAS, ground="all: open\nA20.20 | A20.21: minor_river")
    told = done(table, "odds A20.21 with 1, 2")
    assert "4 x 1/2 minor river = 2" in told
    assert "4 to 3 is 1:1" in told


@pytest.mark.rule("OCS 4.9")
@pytest.mark.parametrize("below", ["", "GAF", "Prov, GAF"])
def test_what_lies_below_the_top_unit_changes_nothing_that_is_told(below: str):
    """The rest of the stack may be in Reserve, or not be there at all: the attacker is told the same."""
    lying = "".join(f"\nA20.21: It MG Bn ({name})   -- reserve" for name in below.split(", ") if name)
    note = BIG.replace(", It MG Bn (Prov), It MG Bn (GAF)", lying)
    told = done(sit(note), "attack A20.21")
    assert "on top It MG Bn (70 Brs)" in told and "24 to 2 is 12:1" in told
    assert told == done(sit(BIG), "attack A20.21")


@pytest.mark.parametrize(("line", "told"), [
    ("attack A20.25", "nobody of yours can attack A20.25: nobody is next to it"),
    ("attack A20.19", "A20.19 holds no enemy combat units (OCS 9.1)"),
    ("attack A20.21 with cotux", "there is no unit 'cotux'"),
    ("attack A20.21 with Para Bn", "'Para Bn' may be"),
    ("attack A20.22 with 1", "A20.22 is not next to A20.20, where Para Bn (1) is (OCS 9.1)"),
    ("attack A20.21 with 350", "It Inf Rgt (350)"),
    ("attack A20.21 with A20.21", "no unit of the Allied side"),
    ("attack A99.99 with 1", "off the map"),
    ("attack Algiers with 1", "off-map box"),
    ("atack A20.21", "did you mean attack?"),
    ("overrun A20.21", "an overrun is part of a move"),
    ("barrage A20.21 with 1", "Allied may not barrage now"),
    ("barrage", "nobody may barrage in the Combat Phase, Combat Segment"),
    ("odds", "the hex is missing"),
    ("odds A20.25", "nobody can attack it now"),
    ("odds A20.25 with 1", "Para Bn (1) is not next to A20.25"),
])  # fmt: skip
def test_an_order_that_cannot_be_is_answered(line: str, told: str):
    assert told in refused(sit(PARAS), line)


@pytest.mark.parametrize("line", ["attack A20.21 with 1, 2", "attack A20.21 1, 2", "attack A20.21 with para bn (1), 2"])
def test_an_attack_names_its_units(line: str):
    table = sit(PARAS)
    done(table, line)
    assert set(table.state.frames[-1].units) == {"br-para-1", "br-para-2"}


@pytest.mark.parametrize("units", ["all", "A20.20"])
def test_all_or_a_hex_are_all_that_can_attack(units: str):
    table = sit(PARAS)
    done(table, f"attack A20.21 with {units}")
    assert set(table.state.frames[-1].units) == {"br-para-1", "br-para-2", "br-para-3"}


@pytest.mark.parametrize(("line", "told"), [
    ("attack A34.28 with all", "nobody of yours can attack A34.28: nobody is next to it"),
    ("attack with all", "the hex is missing"),
    ("attack with", "the hex is missing"),
    ("move all to A20.22", "none of your units is left"),
    ("hold all", "none of your units is left"),
])  # fmt: skip
def test_an_order_for_nobody_is_answered(line: str, told: str):
    assert told in refused(sit(PARAS), line)


def test_with_and_nobody_named_lists_who_can():
    assert done(sit(PARAS), "attack A20.21 with") == done(sit(PARAS), "attack A20.21")


# --- who leads


def test_a_part_of_an_id_that_is_no_word_names_nobody():
    """Two of the ids, br-para-1 and br-para-2, hold "-1" and "-2"."""
    table = sit(PARAS)
    done(table, "attack A20.21 with 1, 2")
    assert "'-1' is none of its values" in refused(table, "-1")
    done(table, "br-para-2")


def test_the_lead_is_asked_for_with_ar_and_strength():
    table = sit(BIG)
    done(table, "attack A20.21 with all")
    assert "78 Inf Div (1 Gds Inf) [br-78-1gds]: AR 5, strength 8, 1 step" in asks(table)
    assert "did you mean 36 inf" in refused(table, "36 ifn").casefold()
    assert "may not lead; the lead is one of" in refused(table, "70 Brs")
    done(table, "lead 1 gds")
    assert table.side is AXIS
    assert "the attack is led with AR 5" in asks(table)
    assert "It MG Bn (70 Brs) [it-mg-70brs]: AR 3, strength 2, 1 step" in asks(table)


def test_a_question_can_be_asked_again_and_taken_back():
    table = sit(BIG)
    done(table, "attack A20.21 with all")
    assert done(table, "left") == asks(table)
    done(table, "1 gds")
    assert "which unit leads the defence" in asks(table)
    assert "taken back" in done(table, "u")
    assert "which unit leads the attack" in asks(table)
    done(table, "redo")
    assert "which unit leads the defence" in asks(table)


def test_a_number_that_is_also_a_name_is_asked_about():
    """Without Para Bn (1), number 1 of the list is Para Bn (2), and 2 is the number of Para Bn (3)."""
    table = sit(PARAS, 4, 2, 3, 3)
    done(table, "attack A20.21 with 2, 3")
    assert "may be Para Bn (3) [br-para-3] or Para Bn (2) [br-para-2]" in refused(table, "2")
    done(table, "1")
    assert table.state.frames[0].attacker_lead == "br-para-2"


# --- terrain


RIVER = "all: open\nA20.21: village\nA20.20 | A20.21: minor_river"


def test_terrain_is_chosen_with_the_odds_of_each_choice():
    """Three paras bring 12 on open ground, 6 across the river; in Close terrain 6 to 3 stands further left."""
    table = sit(PARAS, 4, 2, 3, 3, ground=RIVER)
    done(table, "attack A20.21 with all", "lead 1")
    told = asks(table)
    assert table.side is AXIS
    assert "the lowest odds come of: village, hexside" in told
    assert "1 open: x1: 6 to 3 is 2:1" in told
    assert "2 village: x1: 6 to 3 is 2:1" in told
    assert "did you mean village?" in refused(table, "vilage")
    assert "one answer too many" in refused(table, "village, hexside, open")
    told = done(table, "village")
    assert "3 hexside: minor river" in told and "6 from A20.20: 6 to 3 is 2:1" in told
    assert "12 from A20.20: 12 to 3 is 4:1" in told
    done(table, "hexside")
    reckoned = next(each for each in table.game.entries[-1].events if each.kind == "combat reckoned")
    assert (reckoned.terrain, reckoned.against) == ("village", {"A20.20": "hexside"})


def test_terrain_can_be_chosen_in_one_line():
    table = sit(PARAS, 4, 2, 3, 3, ground=RIVER)
    done(table, "attack A20.21 with all", "lead 1", "open, hexside")
    reckoned = next(each for each in table.game.entries[-1].events if each.kind == "combat reckoned")
    assert (reckoned.terrain, reckoned.against) == ("open", {"A20.20": "hexside"})


# --- steps, options, retreat, advance


def big() -> Table:
    """24 to 6 is 4:1; AR 5 - 3 = +2; surprise 7 + 2 = 9: none; combat 11 + 2 = 13: Ae3/DL2o2DG."""
    table = sit(BIG, 4, 3, 5, 6)
    done(table, "attack A20.21 with all", "1 gds", "70 brs")
    return table


@pytest.mark.rule("OCS 9.11")
def test_a_step_is_lost_by_the_unit_that_is_named():
    table = big()
    assert "which unit loses a step" in asks(table)
    assert "It MG Bn (70 Brs) may not lose the next step" in refused(table, "70 Brs")
    assert "did you mean prov?" in refused(table, "porv")
    done(table, "lose prov")
    assert where(table, "it-mg-prov") == "dead"


@pytest.mark.rule("OCS 9.10")
def test_each_way_to_take_an_option_is_told():
    table = big()
    done(table, "prov")
    told = asks(table)
    assert "  0 retreat 2 hexes\n  1 lose 1 step, retreat 1 hex\n  2 lose 2 steps" in told
    assert "they are 0, 1, 2" in refused(table, "3")
    assert "they are 0, 1, 2" in refused(table, "ignore")
    assert "'retreat 9' is none of its values; they are 0, 1, 2" in refused(table, "retreat 9")
    for verb in ("lose", "retreat"):
        told = refused(table, f"{verb} {'9' * 5000}")
        assert "they are 0, 1, 2" in told and len(told) < 200
    done(table, "2")
    assert where(table, "it-mg-gaf") == "dead"


@pytest.mark.rule("OCS 9.12")
def test_a_retreat_goes_hex_by_hex():
    """Off A20.22 lead hexes two away from A20.21; those next to the Allies in A20.20 are in their ZOC."""
    table = big()
    done(table, "prov", "retreat 2")
    told = asks(table)
    assert "It MG Bn (GAF)" in told, "who goes on"
    assert "1 A20.22: open" in told
    assert "A21.21: open, enemy ZOC" in told
    assert "may not retreat to A20.20" in refused(table, "A20.20")
    refused(table, "A20.2")
    assert "Sicily A" in refused(table, "Sicily A")
    done(table, "retreat to A20.22", "A20.23")
    assert where(table, "it-mg-gaf") == "A20.23"


@pytest.mark.rule("OCS 9.12g")
@pytest.mark.parametrize(("line", "gone"), [
    ("nobody", ()), ("", ()), ("all", ("br-78-11", "br-78-36", "br-78-1gds")), ("36 inf", ("br-78-36",)),
    ("1, 3", ("br-78-11", "br-78-1gds")), ("advance 11 inf, 36 inf", ("br-78-11", "br-78-36")),
])  # fmt: skip
def test_attackers_advance_as_they_are_named(line: str, gone: tuple[str, ...]):
    table = big()
    done(table, "prov", "2")
    assert asks(table).endswith("\n    nobody")
    assert "did you mean" in refused(table, "11 ifn")
    done(table, line)
    assert not table.state.frames
    assert [uid for uid in ("br-78-11", "br-78-36", "br-78-1gds") if where(table, uid) == "A20.21"] == list(gone)


@pytest.mark.rule("OCS 9.10c")
def test_a_freed_defender_may_ignore_his_option():
    table = sit(ONE_PARA, 4, 2, 3, 3)  # 4 to 3 is 1:1; combat 6 + 3 = 9: Ao1/Do1
    done(table, "attack A20.21 with 1", "retreat 1", "A20.19")
    assert "ignore: the option is left aside" in asks(table)
    done(table, "ignore")
    assert (where(table, "it-inf-350"), where(table, "br-para-1")) == ("A20.21", "A20.19")


@pytest.mark.rule("OCS 9.12b")
def test_attackers_who_retreat_are_named_group_by_group():
    """Paras from two hexes at 8 to 3, 3:1; surprise 6 + 3: none; combat 6 + 3 = 9: Ao1/DL1o1; they go back one hex."""
    note = PARAS.replace(", Para Bn (2), Para Bn (3)", "\n        A21.21: Para Bn (2)").replace("        ", "")
    table = sit(note, 4, 2, 3, 3)
    done(table, "attack A20.21 with 1, 2", "lead 2", "retreat")
    assert "begin retreat, unit:" in asks(table)
    assert "It Inf Rgt (350) is not among those that retreat" in refused(table, "350")
    done(table, "retreat 2")
    assert "where do the units in A21.21 go on" in asks(table)


# --- where transport goes


TAKEN = """
== Axis ==
A40.20: March Bn (T-1)
== Allied ==
A20.20: Fr Mech Rgt (Coutx)
"""


def trucks() -> Table:
    """On the real map the Axis is asked where trucks go: of 12T in A21.20 a 3 takes 4; 8 get away, up to 10 hexes."""
    hex_ = position(TAKEN).hex(HEX)
    return Table(taking(TAKEN, [3], ground=None, with_=with_transport(hex_, ("truck", 12, 12))).game, (AXIS,))


@pytest.mark.rule("OCS 9.14c")
def test_a_hex_to_which_trucks_may_not_go_is_refused():
    """Tunis, A48.24, is out of reach, and a box is no hex."""
    table = trucks()
    assert "they are 4, 8" in refused(table, "Tunis")
    done(table, "8")
    for typed, label in (("Tunis", "A48.24"), ("Sicily A", "Sicily A"), ("A48.24", "A48.24")):
        form, before = table.form, table.state
        reply = hear(table, typed)
        assert reply.problem and f"truck transport 1 may not go to {label}" in reply.lines[0]
        assert (table.form, table.state) == (form, before)
    done(table, "A22.20")
    assert table.state.world.label(table.state.transport["axis-truck-1"].place) == "A22.20"


@pytest.mark.rule("OCS 9.14c")
def test_a_town_is_understood_as_its_hex():
    """Barral, A17.22, is 4 columns from A21.20."""
    table = trucks()
    done(table, "8", "barral")
    assert table.state.world.label(table.state.transport["axis-truck-1"].place) == "A17.22"


# --- a whole combat with dice thrown by hand


def test_a_whole_combat_with_dice_thrown_by_hand():
    """8 to 3 is 3:1. Surprise 7 + 3 = 10 is the attacker's; a 2 shifts to 5:1; combat 6 + 3 = 9 there: Ao1e4/DL1o2."""
    table = sit(PARAS, dice=EnteredDice())
    done(table, "attack A20.21 with 1, 2", "lead 1")
    assert table.prompt() == "surprise, 2 dice> "
    assert "surprise takes 2 dice, not 1" in refused(table, "4")
    assert done(table, "left") == "throw 2 dice with 6 sides for surprise and type the faces"
    assert "the dice for surprise come first" in refused(table, "attack A20.21 with 3")
    done(table, "4 3")
    assert table.prompt() == "shift, 1 die> "
    assert "is not the face of a die" in refused(table, "7")
    done(table, "2")
    done(table, "33")
    assert "Ao1e4/DL1o2" in asks(table)
    done(table, "lose 1")
    assert where(table, "br-para-1") == "dead", "it leads"
    assert where(table, "it-inf-350") == "dead"
    done(table, "advance 2")
    assert where(table, "br-para-2") == "A20.21"


def test_an_answer_can_be_taken_back_while_its_dice_are_wanted():
    table = sit(PARAS, dice=EnteredDice())
    done(table, "attack A20.21 with 1, 2", "lead 1")
    assert "taken back before its dice were thrown" in done(table, "undo")
    assert "which unit leads the attack" in asks(table)


# --- overruns


RIDE = """
== Axis ==
A20.21: It MG Bn (70 Brs)
== Allied ==
A20.19: Fr Mech Rgt (Coutx)   -- Move
"""


@pytest.mark.rule("OCS 8.1")
def test_an_overrun_is_ordered_in_the_middle_of_a_move():
    # 2 x 2 for a mechanised regiment in the open to 2 is 2:1; combat 11 + 0 at 2:1: Ao1/DL1o1.
    table = sit(RIDE, 4, 3, 5, 6, when=MOVEMENT)
    done(table, "begin coutx")
    assert "there is nothing that you can overrun now" in done(table, "overrun")
    done(table, "step A20.20")
    assert "in reach of an overrun: A20.21" in asks(table)
    assert "4 to 2 is 2:1" in done(table, "odds A20.21")
    assert "A20.21: 1 can overrun; 4 to 2 is 2:1" in done(table, "overrun")
    assert "A20.22 is not next to A20.20 (OCS 8.1)" in refused(table, "overrun A20.22")
    assert "the whole moving stack overruns" in refused(table, "overrun A20.21 with coutx")
    done(table, "overrun A20.21")
    assert table.state.frames[-1].overrun


def test_a_question_with_several_orders_can_be_answered_by_number():
    table = sit(RIDE, when=MOVEMENT)
    done(table, "begin coutx")
    assert "1 step, 2 drop, 3 end move" in asks(table)
    assert "type a number, 1 to 3" in refused(table, "9")
    assert "step, hex:" in done(table, "1")
    done(table, "A20.20")
    assert where(table, "fr-mech-coutx") == "A20.20"


# --- barrages


@pytest.mark.rule("OCS 10.1")
def test_a_barrage_segment_opens_with_the_targets_in_reach():
    # 1 FA fires 14 over 2 hexes, 1 M 12 over 3.
    table = sit(GUNS, when=BARRAGE)
    assert "2 hexes can be barraged, A20.20, A22.20; barrage tells more" in asks(table)
    assert done(table, "left") == "A20.20: units; 2 can fire, together 26\nA22.20: units; 1 can fire, together 12"
    told = done(table, "barrage A20.20")
    assert "Arty Grp (1 M) [br-arty-1m] from A20.22: 12" in told
    assert "together 26: column 25-40 against units, before shifts; a spotter is next to it" in told


@pytest.mark.parametrize(("line", "told"), [
    ("barrage A20.20 port with 1 FA", "OCS 10.0d"),
    ("barrage A20.20 with 6 Cdo", "Commando Bn (6 Cdo) is no artillery (OCS 10.1)"),
    ("barrage A22.20 with 1 FA", "out of the range of Arty Grp (1 FA)"),
    ("barrage A20.25", "nobody of yours can barrage A20.25"),
    ("barrage A20.20 with Arty", "'Arty' may be"),
    ("attack A20.20 with 6 Cdo", "Allied may not attack now"),
    ("attack", "nobody may attack in the Combat Phase, Barrage Segment"),
    ("barage A20.20", "did you mean barrage?"),
])  # fmt: skip
def test_a_barrage_that_cannot_be_is_answered(line: str, told: str):
    assert told in refused(sit(GUNS, when=BARRAGE), line)


@pytest.mark.rule("OCS 10.0a")
def test_cover_is_chosen_with_the_column_of_each_terrain():
    """14 stands in 12-16 and moves by the shifts; a village lies further left than open ground."""
    table = sit(GUNS, 4, 3, when=BARRAGE, ground="all: open\nA20.20: village")
    done(table, "barrage A20.20 with 1 FA")
    assert table.side is AXIS
    assert "1 open: Open, column " in asks(table) and "2 village: Close, column " in asks(table)
    assert "did you mean village?" in refused(table, "vilage")
    done(table, "village")
    assert "br-arty-1fa" in table.state.memory.fired
