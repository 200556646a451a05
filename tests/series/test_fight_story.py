"""What the story says of fights: each command its sentences, and a whole fight told as one.

The figures are those of the tests of combats and barrages, worked out there from the tables; here it is the words. On
open ground foot counts once; a Para Bn is 4-5, (350) and (Pavia) are 3-2, a March Bn is 2-2, US Arm Bn (751) is 6-2.
"""

from __future__ import annotations

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.stories import words
from ocs_engine.series.stories.working import working
from ocs_engine.series.story import tell
from ocs_engine.world.counters import Side
from tests.fights import advance, attack, fight, go, ignore, lead, lose, option, overrun, retreat, terrain
from tests.positions import AXIS, Position, position
from tests.series.barrages import COMBAT, PLAIN, guns
from tests.series.test_capture_transport import caught
from tests.series.test_combat import ONE_PARA, PARAS, big
from tests.series.test_facility_barrage import field, laid

CLASH = "The Allies attack A20.21 with Para Bn (1) from A20.20"
EVEN = f"{CLASH}. Strength 4 (open) against 3 (open) of It Inf Rgt (350): 1:1 on the Open row"


def sentences(p: Position) -> list[str]:
    """What is said of each command in turn."""
    states = [p.game.start, *(entry.state for entry in p.game.entries)]
    return [tell(before, entry.events) for before, entry in zip(states, p.game.entries, strict=False)]


def last(p: Position) -> str:
    return sentences(p)[-1]


def whole(p: Position) -> str:
    """All commands told as one."""
    return tell(p.game.start, [event for entry in p.game.entries for event in entry.events])


# --- a whole combat


def test_each_command_has_its_own_sentences():
    p = big()
    lose(p, "Prov")
    option(p, 0)
    go(p, "A20.22")
    go(p, "A20.23")
    advance(p, "36 Inf")
    assert sentences(p) == [
        "The Allies attack A20.21 with 78 Inf Div (11 Inf, 36 Inf, 1 Gds Inf) from A20.20",
        "78 Inf Div (1 Gds Inf) leads the attack",
        "It MG Bn (70 Brs) leads the defence. Strength 24 (3 x 8, open)"
        " against 6 (3 x 2, open) of It MG Bn (70 Brs, Prov, GAF):"
        " 4:1 on the Open row."
        " AR 5 - 3 = +2; surprise 4 3 + 2 = 9: none; combat 5 6 + 2 = 13: Ae3/DL2o2DG."
        " Attackers of AR 3 or more may win Exploit; the Axis must lose 2 steps, then go DG,"
        " then lose 2 more steps, lose 1 more step and retreat 1 hex, or retreat 2 hexes."
        " 78 Inf Div (11 Inf, 36 Inf, 1 Gds Inf) win Exploit."
        " It MG Bn (70 Brs) loses its last step and is destroyed",
        "It MG Bn (Prov) loses its last step and is destroyed. It MG Bn (GAF) goes DG",
        "The Axis takes the option as a retreat of 2 hexes",
        "It MG Bn (GAF) retreats from A20.21 to A20.22",
        "It MG Bn (GAF) retreats from A20.22 to A20.23",
        "78 Inf Div (36 Inf) advances into A20.21",
    ]


def test_told_as_one_a_retreat_is_one_sentence_and_losses_stand_together():
    p = big()
    lose(p, "Prov")
    option(p, 0)
    go(p, "A20.22")
    go(p, "A20.23")
    advance(p, "36 Inf, 11 Inf")
    assert whole(p).split(". ")[-5:] == [
        "It MG Bn (70 Brs, Prov) lose their last steps and are destroyed",
        "It MG Bn (GAF) goes DG",
        "The Axis takes the option as a retreat of 2 hexes",
        "It MG Bn (GAF) retreats 2 hexes from A20.21 to A20.23 via A20.22",
        "78 Inf Div (36 Inf, 11 Inf) advance into A20.21",
    ]


def test_the_attacker_does_not_hear_who_lies_there_before_the_dice():
    p = big()
    before_the_dice = sentences(p)[:2]
    assert len(before_the_dice) == 2
    assert not any("It MG Bn" in told for told in before_the_dice)


def test_who_has_no_choice_is_not_said_to_make_one():
    """AL1o1/Do1 kills the para, and the freed defender stays: one command tells all up to his question."""
    p = fight(ONE_PARA, 4, 2, 1, 2)
    attack(p, "1", "A20.21")
    ignore(p)
    assert sentences(p) == [
        f"{EVEN}. AR 5 - 2 = +3; surprise 4 2 + 3 = 9: none; combat 1 2 + 3 = 6: AL1o1/Do1."
        " The Allies must lose 1 step, then lose 1 more step or retreat 1 hex;"
        " the Axis must lose 1 step or retreat 1 hex. Para Bn (1) loses its last step and is destroyed",
        "The Axis leaves the option aside",
    ]


# --- the dice


@pytest.mark.parametrize(("faces", "said"), [
    # 7 + 3 = 10 is the attacker's; 2 to the right of 3:1 is 5:1, where 9 is Ao1e4/DL1o2
    ((4, 3, 2, 3, 3), "4 3 + 3 = 10: for the Allies, a 2 shifts right to 5:1; combat 3 3 + 3 = 9: Ao1e4/DL1o2. "),
    # 2 + 3 = 5 is the defender's; 4 to the left of 3:1 is 1:3, where 9 is AL1o1/Do1
    ((1, 1, 4, 3, 3), "1 1 + 3 = 5: for the Axis, a 4 shifts left to 1:3; combat 3 3 + 3 = 9: AL1o1/Do1. "),
])  # fmt: skip
def test_surprise_names_the_side_and_the_column_that_it_makes(faces: tuple[int, ...], said: str):
    p = fight(PARAS, *faces)
    attack(p, "1, 2", "A20.21")
    lead(p, "1")
    assert f"surprise {said}" in last(p)


def test_a_shift_that_the_table_has_no_room_for():
    """From 1:1, the fifth column, a 6 would go six to the left; 1:5 is the first. 2 + 3 = 5 there is AL2."""
    p = fight(ONE_PARA, 1, 1, 6, 1, 1)
    attack(p, "1", "A20.21")
    assert "for the Axis, a 6 shifts left, but only to 1:5; combat 1 1 + 3 = 5: AL2" in last(p)


def test_a_hedgehog_and_anti_tank_effects_are_told_with_their_rules():
    """9 to 2 is 4 1/2, rounded up to 5:1; AR 2 - 2; surprise 8 - 1 = 7; combat 6 - 3 = 3: AL1/Do1."""
    p = fight("== Axis ==\nA20.20: March Bn (T-1), Level 3 hedgehog\n== Allied ==\nA20.21: US Arm Bn (751)", 4, 4, 3, 3)
    attack(p, "751", "A20.20")
    assert (
        "Strength 9 (6 x 3/2 for open, against Heavy AT [OCS 9.4e]) against 2 (open) of March Bn (T-1):"
        " 5:1 on the Open row."
        " AR 2 - 2 = +0, hedgehog -1 for surprise and -3 in combat;"
        " surprise 4 4 - 1 = 7: none; combat 3 3 - 3 = 3: AL1/Do1."
        " The Allies must lose 1 step; the Axis must lose 1 step or retreat 1 hex"
    ) in last(p)


def test_no_strength_makes_no_odds_and_a_low_ar_stands_in_brackets():
    """Strat Mode counts nothing: the last column, 13:1. The AR of an Italian coastal regiment, 0, is -1 when DG."""
    note = "== Axis ==\nA20.20: LW Para Bn (I-5)  -- Strat\n== Allied ==\nA20.21: Para Bn (1)"
    p = fight(note, 1, 2, 3, 3)
    attack(p, "1", "A20.20")
    assert (
        "Strength 4 (open) against 0 (2 x 0 for Strat Mode [OCS 5.8], else open) of LW Para Bn (I-5):"
        " the 13:1 column on the Open row"
    ) in last(p)
    p = fight("== Axis ==\nA20.20: It Static Rgt (280 CD)  -- DG\n== Allied ==\nA20.21: Fr Inf Bn (Zouv)", 3, 3, 3, 3)
    attack(p, "Zouv", "A20.20")
    assert ". AR 2 - (-1) = +3; " in last(p)


def test_dice_that_do_not_fit_are_told_as_they_are():
    """As in a log that somebody has changed: the working, and what dice there are."""
    p = fight(ONE_PARA, 4, 2, 3, 3)
    entry = attack(p, "1", "A20.21")
    assert entry is not None
    events = [event for event in entry.events if getattr(event, "purpose", "") != "combat"]
    assert tell(p.game.start, events) == f"{EVEN}. Dice: surprise 4 2"


# --- choices


GROUND = """
all: open
A20.21: hills
A20.21: village
A20.21 | A20.20: minor_river
"""


def crossing(*faces: int) -> Position:
    """Paras south of the village, across a river, and north-east of it, without one."""
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: Para Bn (1)
        A21.22: Para Bn (2)
    """
    p = fight(note, *faces, ground=GROUND)
    attack(p, "1, 2", "A20.21")
    lead(p, "1")
    return p


def test_the_terrain_that_the_defender_chose():
    """A river halves (OCS 9.4): 4 x 1/2 + 4 = 6 to 3 is 2:1 in the Close row of a village."""
    p = crossing(3, 3, 3, 3)
    terrain(p, "village", A20_20="hexside", A21_22="village")
    assert last(p).startswith(
        "The Axis chooses village for the defence and against A21.22, the hexside against A20.20."
        " Strength 6 (4 x 1/2 for minor river [OCS 9.4] + 4, else village) against 3 (village) of It Inf Rgt (350):"
        " 2:1 on the Close row."
    )


def test_attackers_from_several_hexes_are_told_by_hex():
    assert sentences(crossing())[0] == (
        "The Allies attack A20.21 with Para Bn (1) from A20.20 and Para Bn (2) from A21.22"
    )


def test_an_option_in_steps_and_hexes():
    """Ao1/Do1 at 1:1: the Allies give a hex, then the freed Axis a hex of its own accord."""
    p = fight(ONE_PARA, 4, 2, 3, 3)
    attack(p, "1", "A20.21")
    option(p, 0)
    go(p, "A20.19")
    option(p, 1)
    assert sentences(p)[1:] == [
        "The Allies take the option as a retreat of 1 hex",
        "Para Bn (1) retreats from A20.20 to A20.19",
        "The Axis takes the option as 1 step lost. It Inf Rgt (350) loses its last step and is destroyed",
    ]


def test_an_option_split_between_steps_and_hexes():
    """The lone unit left dies of the step, and nobody is there for the hex."""
    p = big()
    lose(p, "Prov")
    option(p, 1)
    assert last(p).startswith("The Axis takes the option as 1 step lost and a retreat of 1 hex. It MG Bn (GAF) loses")


def test_units_that_retreat_together():
    """12 to 6 is 2:1; combat 2 + 3 = 5 is AL1o1/Do1: the lead dies, the other two go back a hex in one stack."""
    note = PARAS.replace("(2)", "(2), Para Bn (3)").replace("(350)", "(350, Pavia)")
    p = fight(note, 4, 2, 1, 1)
    attack(p, "1, 2, 3", "A20.21")
    lead(p, "1")
    lead(p, "350")
    option(p, 0)
    retreat(p, "3, 2")
    go(p, "A20.19")
    assert last(p) == "Para Bn (3, 2) retreat from A20.20 to A20.19"


def test_nobody_advances():
    p = fight(PARAS, 4, 2, 3, 3)  # Ao1/DL1o1 kills the defender
    attack(p, "1, 2", "A20.21")
    lead(p, "1")
    option(p, 1)
    advance(p)
    assert last(p) == "Nobody advances into A20.21"


@pytest.mark.parametrize(("land", "there", "why"), [
    ("A20.21, A20.20, A20.19, A20.18, A20.17", "A20.17", ""),
    ("A20.21, A20.20, A20.19, A20.18", "A20.18", ". It Inf Rgt (350) goes DG (retreat into an enemy ZOC in A20.19)"),
])  # fmt: skip
def test_an_enemy_zone_on_the_way_is_told_as_the_reason(land: str, there: str, why: str):
    """An isthmus: the Allies have no way back and lose their step, the Axis go south, where a second para may be."""
    note = f"== Axis ==\nA20.20: It Inf Rgt (350)\n== Allied ==\nA20.21: Para Bn (1)\n{there}: Para Bn (2)"
    p = fight(note, 4, 2, 3, 3, ground=f"all: sea\n{land}: open")  # Ao1/Do1
    attack(p, "1", "A20.20")
    option(p, 0)
    assert whole(p).endswith(
        "The Allies take the option as 1 step lost. Para Bn (1) loses its last step and is destroyed."
        " The Axis takes the option as a retreat of 1 hex. It Inf Rgt (350) retreats from A20.20 to A20.19" + why
    )


def test_reserves_are_roused():
    p = fight(ONE_PARA.replace("It Inf Rgt (350)", "It Inf Rgt (350)  -- Reserve"), 4, 2, 3, 3)
    attack(p, "1", "A20.21")
    option(p, 1)
    assert "It Inf Rgt (350) loses Reserve Mode" in whole(p)


# --- either side, and overruns


def test_the_axis_is_one_and_the_allies_are_many():
    note = "First player: Axis\n== Axis ==\nA20.20: LW Para Bn (I-5)\n== Allied ==\nA20.21: Para Bn (1)"
    p = fight(note, 3, 3, 3, 3, when="Axis Combat Phase, Combat Segment")  # 4 to 4, 5 - 5: combat 6: AL1o1/Do1
    attack(p, "I-5", "A20.21")
    told = last(p)
    assert told.startswith("The Axis attacks A20.21 with LW Para Bn (I-5) from A20.20. Strength 4")
    assert "The Axis must lose 1 step, then lose 1 more step or retreat 1 hex; the Allies must" in told
    ignore(p)
    assert last(p) == "The Allies leave the option aside"


def test_an_overrun_is_told_so_and_wins_no_exploit():
    """Eight to three is 2 2/3, 3:1; overruns are surprised otherwise, but a 7 never is. Combat 15 is Ae3/DL2o2DG."""
    note = "== Axis ==\nA20.21: It Inf Rgt (350)\n== Allied ==\nA20.20: 78 Inf Div (1 Gds Inf)  -- Move"
    p = position(note, ground="all: open", dice=RecordedDice((2, 3, 6, 6)))
    p.begin("1 Gds Inf")
    overrun(p, "A20.21")
    told = last(p)
    assert told.startswith("The Allies overrun A20.21 with 78 Inf Div (1 Gds Inf) from A20.20. ")
    assert "Exploit" not in told
    assert told.endswith("78 Inf Div (1 Gds Inf) advances into A20.21")


# --- barrage and capture


def test_a_barrage_in_two_sentences_and_what_came_of_it():
    p = guns(PLAIN, COMBAT, [3, 4])  # 14 in 12-16, 3T; half an RE shifts to 8-11, where 7 is DG
    p.fire("1 FA", "A20.20")
    assert last(p) == (
        "The Allies barrage the units in A20.20 with Arty Grp (1 FA): 14, column 12-16 for 3T."
        " Open terrain, spotted: 1 left for 1/2 RE in the hex, to column 8-11."
        " Barrage 3 4 = 7: DG. March Bn (T-1) goes DG"
    )


def test_the_die_of_a_half_and_guns_together():
    """14 + 12 is 26: 25-40, shifted to 17-24, where 10 is a plain 1/2; the 5 takes the step."""
    p = guns(PLAIN, COMBAT, [4, 6, 5])
    p.fire("1 FA, 1 M", "A20.20")
    assert "with Arty Grp (1 FA, 1 M): 26 (14 + 12), column 25-40 for 4T" in last(p)
    assert last(p).endswith(
        "Barrage 4 6 = 10: 1/2, and a 5 for it: 1 step lost and DG. March Bn (T-1) loses its last step and is destroyed"
    )


def test_a_result_that_becomes_another_says_why():
    """26 in 25-40; half an RE and a hedgehog shift to 12-16, where 9 is [1/2], which is DG in Level 3 (OCS 10.0r)."""
    p = guns(PLAIN.replace("(T-1)", "(T-1), Level 3 hedgehog"), COMBAT, [4, 5])
    p.fire("1 FA, 1 M", "A20.20")
    assert last(p).endswith(
        "spotted: 1 left for 1/2 RE in the hex, 1 left for hedgehog, to column 12-16."
        " Barrage 4 5 = 9: [1/2], which is DG (a hedgehog of a high level). March Bn (T-1) goes DG"
    )


def test_the_cover_that_was_chosen_and_no_spotter():
    """A city is Very Close: half an RE, the city and no spotter are five to the left of 12-16: 1 or less."""
    p = guns(PLAIN.replace("A20.21: Commando Bn (6 Cdo)", ""), COMBAT, [1, 1], ground="A20.20: open\nA20.20: city")
    p.fire("1 FA", "A20.20")
    p.cover(AXIS, "city")
    assert last(p) == (
        "The Axis chooses city for cover. Very Close terrain, not spotted: 1 left for 1/2 RE in the hex,"
        " 1 left for Very Close terrain, 3 left for no spotter, to column 1 or less. Barrage 1 1 = 2: no result"
    )


def test_a_barrage_of_an_air_base():
    """14 is column 11-20 of the facility table, 2T; a 4 takes a level, and a plane goes on 5 and more."""
    p = field([4], laid(base=3))
    p.fire("1 FA", "A20.20", "air base")
    assert last(p) == (
        "The Allies barrage the air base in A20.20 with Arty Grp (1 FA): 14, column 11-20 for 2T."
        " Barrage of the air base 4: 1*(5); a plane there loses a step on 5 or more."
        " The air base in A20.20 is down to Level 2"
    )


def test_the_booklets_three_trucks_are_told():
    """3 points with 12T, die 3: one point and 3T are captured; 1T finds no room on the two left (OCS 9.14c)."""
    p = caught([3], ("truck", 12, 12))
    told = tell(p.game.start, [event for entry in p.game.entries for event in entry.events])
    assert told == (
        "4T of 12T of trucks are lost to the Allies in A21.20 (3: 25 %), and 3T of the 12T on board."
        " 1T of supply on Axis truck transport 1 are destroyed."
        " 4T of Axis truck transport 1 are captured, as Allied truck transport 1. Truck transport 1 loads 3T"
    )


def test_what_an_advance_captures_is_told_with_its_die():
    """A dump of 1 SP is 4T; a 4 takes half of it (OCS 9.14b)."""
    p = fight(PARAS.replace("It Inf Rgt (350)", "It Inf Rgt (350), 1 SP"), 4, 2, 3, 3, 4)
    attack(p, "1, 2", "A20.21")
    lead(p, "1")
    option(p, 1)
    advance(p, "2")
    assert last(p) == (
        "Para Bn (2) advances into A20.21. The Allies capture 2T of the 4T in A20.21 (4: 50 %), 2T are destroyed"
    )


# --- the full working


def test_the_working_lists_every_unit_with_each_factor_and_rule():
    p = fight("== Axis ==\nA20.20: March Bn (T-1), Level 3 hedgehog\n== Allied ==\nA20.21: US Arm Bn (751)", 4, 4, 3, 3)
    entry = attack(p, "751", "A20.20")
    assert entry is not None
    assert working(p.state.world, entry.events) == [
        "The Allies: 9",
        "  US Arm Bn (751)  A20.21  6 x 3/2 open, against Heavy AT [OCS 9.4e] = 9, Heavy AT",
        "The Axis: 2",
        "  March Bn (T-1)  A20.20  2 x 1 open, for attackers alone [OCS 9.4d] = 2",
        "Modifiers of surprise",
        "  +2 attacker's AR [OCS 9.6]",
        "  -2 defender's AR [OCS 9.6]",
        "  -1 hedgehog [OCS 16.0d]",
        "In the combat roll the hedgehog counts -3 [OCS 16.0d]",
    ]


def test_the_working_of_a_barrage():
    p = guns(PLAIN, COMBAT, [3, 4])
    assert working(p.state.world, p.fire("1 FA", "A20.20")) == [
        "The Allies: 14",
        "  Arty Grp (1 FA)  A20.22  14",
        "Shifts to column 8-11",
        "  -1 1/2 RE in the hex [OCS 10.0a]",
    ]


# --- words


@pytest.mark.parametrize(("verb", "one", "many"), [
    ("go DG", "goes DG", "go DG"), ("lose", "loses", "lose"), ("attack", "attacks", "attack"),
])  # fmt: skip
def test_verbs_agree(verb: str, one: str, many: str):
    assert (words.by_number(verb, 1), words.by_number(verb, 2)) == (one, many)
    assert (words.does(Side.AXIS, verb), words.does(Side.ALLIED, verb)) == (f"the Axis {one}", f"the Allies {many}")


@pytest.mark.parametrize(("written", "read"), [("8", "8"), ("27/2", "13 1/2"), ("2/3", "2/3"), ("0", "0")])
def test_fractions_are_written_as_players_do(written: str, read: str):
    assert words.number(written) == read


def test_units_of_one_name_stand_in_one_bracket():
    p = position("== Axis ==\nA20.20: It Inf Rgt (350, Pavia), March Bn (T-1)\n== Allied ==\n", ground="all: open")
    assert words.units_named(p.state.world, p.ids("350, T-1, Pavia")) == "It Inf Rgt (350, Pavia) and March Bn (T-1)"
