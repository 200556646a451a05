"""What the player `simple` does in fights, by small positions in which one choice is plainly the better one.

Figures are strength and AR: a British Para Bn 4-5, a brigade of 78 Inf Div 8-4, It Inf Rgt (350) 3-2, (10 Brs) 5-3, a
March Bn 2-2; each has one step. A20.20 lies south of A20.21. Whatever it says must also be what the rules accept.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.session import Entry
from ocs_engine.players import PLAYERS, SimplePlayer, asked, simple_answers, simple_worth
from ocs_engine.series import fight_commands as fc
from ocs_engine.series.barrage import Barrage
from ocs_engine.series.capture_planes import Rebase
from ocs_engine.series.capture_transport import Displace, GiveUpTransport
from ocs_engine.series.commands import BeginMove, EndMove, EndSegment
from ocs_engine.series.firing import Aim
from ocs_engine.series.general import zoc_hexes
from ocs_engine.series.losses import LossFrame
from ocs_engine.series.soundness import check_state
from ocs_engine.state.model import Plane, State
from ocs_engine.world.counters import Side
from tests.captures import taking, with_transport
from tests.fights import attack, fight, lead
from tests.positions import ALLIED, AXIS, Position, check_events, position
from tests.series.test_whole_games import BAZAAR, GROUND

GOAL = "Victory: the Allies occupy 1 of Tunis A20.21; otherwise the Axis\n"
"""Makes A20.21 the hex that victory turns on."""
BARRAGE = "Allied Combat Phase, Barrage Segment"


def says(p: Position, side: Side | None = None) -> Command:
    """What a fresh `simple` says now; the rules must accept it."""
    whose = side or asked(p.game)
    assert whose is not None
    command = SimplePlayer().command(p.game, whose)
    assert p.game.check(command) is None
    return command


# --- attacks


def test_it_attacks_at_good_odds_and_from_all_sides_that_help() -> None:
    """8 + 8 against 2 is 8:1 in the open, and two brigades from two hexes are one column better than one alone."""
    p = fight("""
        == Axis ==
        A20.21: March Bn (T-1)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf)
        A21.21: 78 Inf Div (36 Inf)
    """)
    told = says(p)
    assert isinstance(told, fc.Attack)
    assert (told.target, set(told.units)) == ("A20.21", set(p.ids("11 Inf, 36 Inf")))


def test_it_lets_a_strong_stack_alone() -> None:
    """2 against 16: the worst column there is, and the lower AR."""
    p = fight("""
        == Axis ==
        A20.21: March Bn (T-1)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf, 36 Inf)
    """, when="Axis Combat Phase, Combat Segment")  # fmt: skip
    assert says(p) == EndSegment(side=AXIS)


def test_it_attacks_an_objective_first() -> None:
    """The same battalion in two hexes: only in one of them victory is to be had."""
    p = fight(GOAL + """
        == Axis ==
        A20.21: March Bn (T-1)
        A20.19: March Bn (T-2)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf, 36 Inf)
    """)
    told = says(p)
    assert isinstance(told, fc.Attack)
    assert told.target == "A20.21"


@pytest.mark.rule("OCS 9.6")
def test_the_best_ar_leads_and_of_those_alike_the_cheaper() -> None:
    """AR 5, 4 and 4 in attack; 3, 2 and 2 in defence. Of 350 and T-1, both 2, the battalion of strength 2 leads."""
    p = fight("""
        == Axis ==
        A20.21: March Bn (T-1), It Inf Rgt (350, 10 Brs)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf, 36 Inf), Para Bn (1)
    """)
    attack(p, "11 Inf, 36 Inf, 1", "A20.21")
    assert says(p) == fc.NameLead(side=ALLIED, unit=p.id("1"))
    lead(p, "1")
    assert says(p) == fc.NameLead(side=AXIS, unit=p.id("10 Brs"))
    assert simple_worth.lead(p.state, p.ids("350, T-1")) == p.id("T-1")


@pytest.mark.rule("OCS 9.4")
def test_the_defender_counts_the_river_where_it_halves_the_attack() -> None:
    """Open ground leaves infantry as it is; across a major river it counts for less."""
    p = fight("""
        == Axis ==
        A20.21: March Bn (T-1)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf)
    """, ground="A20.20 | A20.21: major_river")  # fmt: skip
    attack(p, "11 Inf", "A20.21")
    told = says(p)
    assert isinstance(told, fc.ChooseTerrain)
    assert told.against == {"A20.20": "hexside"}


# --- options


def at(note: str, names: str, kind: str, side: Side, *faces: int) -> Position:
    """An attack on A20.21 as both sides carry it on, up to the first time that a side is asked for a kind of answer."""
    p = fight(note, *faces)
    attack(p, names, "A20.21")
    while (pending := p.game.pending()) is not None and (pending.side, pending.kinds) != (side, (kind,)):
        assert isinstance(p.game.submit(says(p)), Entry)
    return p


TWO = """
    == Axis ==
    A20.21: It Inf Rgt (350, 10 Brs)
    == Allied ==
    A20.20: 78 Inf Div (11 Inf, 36 Inf)
"""
"""16 against 8 is 2:1 in the open. Both leads add 4 - 3 = +1: 4 3 gives no surprise."""
ONE = TWO.replace("350, ", "")
"""16 against 5 is 3:1, with the same modifier."""


@pytest.mark.parametrize(("note", "faces", "steps"), [
    (GOAL + TWO, (4, 3, 3, 3), 1),  # AL1/Do1 (row 7): one step of two is left to hold Tunis
    (TWO, (4, 3, 3, 3), 0),         # the same, where nothing is to be held
    (GOAL + ONE, (4, 3, 3, 2), 0),  # AL1/Do1 (row 6): the last step would be lost, and Tunis with it
])  # fmt: skip
def test_a_defender_pays_for_an_objective_in_steps_while_one_is_left(
    note: str, faces: tuple[int, ...], steps: int
) -> None:
    p = at(note, "11 Inf, 36 Inf", "take option", AXIS, *faces)
    assert says(p) == fc.TakeOption(side=AXIS, steps=steps)


@pytest.mark.rule("OCS 9.10c")
def test_an_attacker_gives_a_step_only_for_what_is_worth_it() -> None:
    """Ao1/Do1 each time: a brigade for Tunis (row 7 at 3:1), but not for a step of a weaker regiment (row 8 at 2:1)."""
    p = at(GOAL + ONE, "11 Inf, 36 Inf", "take option", ALLIED, 4, 3, 3, 3)
    assert says(p) == fc.TakeOption(side=ALLIED, steps=1)
    p = at(GOAL + TWO, "11 Inf, 36 Inf", "take option", ALLIED, 4, 3, 4, 3)
    assert says(p) == fc.TakeOption(side=ALLIED, steps=0)


@pytest.mark.rule("OCS 9.10c")
def test_a_defender_who_is_free_of_his_option_leaves_it() -> None:
    """Ao1/Do1 (row 8 at 2:1): the attackers retreat."""
    p = at(TWO, "11 Inf, 36 Inf", "take option", AXIS, 4, 3, 4, 3)
    assert says(p) == fc.TakeOption(side=AXIS, ignore=True)


def test_the_last_guards_of_an_objective_do_not_retreat_from_it() -> None:
    """Ao1/Do1 again, but Tunis is where the attackers stand."""
    p = at(GOAL.replace("A20.21", "A20.20") + TWO, "11 Inf, 36 Inf", "take option", ALLIED, 4, 3, 4, 3)
    assert says(p) == fc.TakeOption(side=ALLIED, steps=1)


# --- losses, retreats, advance


def test_a_retreat_keeps_out_of_enemy_zones() -> None:
    """AL1/Do1: of the hexes behind A20.21, those next to the paras in A22.22 are in a ZOC."""
    note = TWO + "        A22.22: Para Bn (1)\n"
    p = at(note, "11 Inf, 36 Inf", "retreat to", AXIS, 4, 3, 3, 3)
    zone = {p.state.world.label(hex_) for hex_ in zoc_hexes(p.state, ALLIED)}
    open_hexes = set(p.rules.blank(p.state, AXIS, "retreat to", []).values)
    assert open_hexes & zone
    told = says(p)
    assert isinstance(told, fc.RetreatTo)
    assert told.hex in open_hexes - zone


@pytest.mark.rule("OCS 9.12g")
@pytest.mark.parametrize(("goals", "who"), [
    ("Tunis A20.21", "11 Inf, 36 Inf"),                # to Tunis with all of them
    ("Tunis A20.20", ""),                              # no step out of Tunis
    ("Tunis A20.20, Mateur A20.21", "11 Inf"),         # one guards Tunis, one takes Mateur
])  # fmt: skip
def test_an_advance_takes_objectives_and_leaves_none_empty(goals: str, who: str) -> None:
    """16 against 2 is 8:1, column 7:1, with AR +2; 4 3 is no surprise, and 7 + 2 is row 9: Ae4/DL1o2."""
    note = GOAL.replace("Tunis A20.21", goals) + TWO.replace("It Inf Rgt (350, 10 Brs)", "March Bn (T-1)")
    p = at(note, "11 Inf, 36 Inf", "advance", ALLIED, 4, 3, 4, 3)
    assert says(p) == fc.Advance(side=ALLIED, units=p.ids(who) if who else ())


def test_the_weakest_takes_a_free_loss() -> None:
    """A 1/2 whose die takes a step: its owner chooses freely among 5-3, 3-2 and 2-2."""
    p = position(TWO.replace("(350,", "(350), March Bn (T-1), It Inf Rgt ("), BARRAGE, ground="all: open")
    frame = LossFrame(step="choose", side=AXIS, units=p.ids("350, T-1, 10 Brs"), owed=1, why="barrage")
    assert simple_answers.lose(p.state, AXIS, frame) == fc.LoseStep(side=AXIS, unit=p.id("T-1"))


# --- barrages and overruns


def test_artillery_fires_at_what_can_be_attacked() -> None:
    """The battalion in A20.21 is next to a brigade; the regiment in A22.21 is worth more, but nobody is near it."""
    p = position("""
        == Axis ==
        A20.21: March Bn (T-1)
        A22.21: It Inf Rgt (10 Brs)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf)
        A21.20: 78 Inf Div (Arty)
    """, BARRAGE, ground="all: open", dice=SeededDice(1))  # fmt: skip
    told = says(p)
    assert told == Barrage(side=ALLIED, target="A20.21", aim=Aim.UNITS, units=p.ids("Arty"))


RAID = """
    == Axis ==
    A20.22: March Bn (T-1)
    == Allied ==
    A20.20: 6 Arm Div (17/21 L Arm, 1 Derby AC)
"""


def raiders(goal: str) -> Position:
    """Tanks two hexes from a lone battalion, 7 MP in hand, and victory turning on a hex."""
    return position(GOAL.replace("A20.21", goal) + RAID, ground="all: open", dice=SeededDice(2))


@pytest.mark.rule("OCS 8.1")
def test_it_overruns_the_weak_on_its_way() -> None:
    """Both march next to the battalion and overrun it; the answers go on to the end of the move."""
    p = raiders("A20.30")
    told = says(p)
    assert isinstance(told, BeginMove)
    assert set(told.units) == set(p.ids("17/21 L Arm, 1 Derby AC"))
    given = []
    assert isinstance(p.game.submit(told), Entry)
    while p.game.pending() is not None:
        given.append(says(p))
        assert isinstance(p.game.submit(given[-1]), Entry)
    assert fc.Overrun(side=ALLIED, target="A20.22") in given
    assert isinstance(given[-1], EndMove | fc.TakeOption | fc.RetreatTo)


def test_it_leaves_no_objective_empty_to_overrun_somebody() -> None:
    """The same tanks, in Tunis."""
    assert not isinstance(says(raiders("A20.20")), BeginMove)


# --- captures

TAKEN = """
    == Axis ==
    A48.24: March Bn (T-1)
    Air strips: A21.20
    Level 1 air bases: A22.20, A29.20
    == Allied ==
    A20.20: Fr Mech Rgt (Coutx)
"""


@pytest.mark.rule("OCS 9.14f")
def test_a_plane_gets_away_to_the_nearest_base_out_of_danger() -> None:
    """The captors are in A21.20: A22.20 is next to them, A29.20 eight hexes away, Sicily farther still."""

    def with_plane(state: State) -> State:
        plane = Plane(state.world.aircraft["ger-bf109g"], state.world.place("A21.20"))
        return replace(state, planes=state.planes.set("ger-bf109g-1", plane))

    p = taking(TAKEN, [6, 6], with_=with_plane)
    assert p.asked == ("Axis", "rebase")
    assert says(p) == Rebase(side=AXIS, plane="ger-bf109g-1", base="A29.20")


@pytest.mark.rule("OCS 9.14c")
def test_transport_is_given_up_without_overpaying_and_the_rest_gets_away_loaded() -> None:
    """Die 4: half of 10T is a point, 4T, and half of the load of 2T is seized; the truck pays it, not the 6T."""
    text = TAKEN.replace("Air strips: A21.20\n", "")
    p = taking(text, [4], with_=with_transport(position(text).hex("A21.20"), ("organic", 6, 2), ("truck", 4, 0)))
    assert p.asked == ("Axis", "give up transport")
    told = says(p)
    assert told == GiveUpTransport(side=AXIS, transport="axis-truck-2", tokens=4)
    p.answer(told)
    gone = says(p)
    assert isinstance(gone, Displace)
    assert (gone.transport, gone.tokens, gone.load) == ("axis-organic-1", 6, 1)
    grid = p.state.world.atlas.grid
    assert grid.distance(p.hex(gone.hex), p.hex("A21.20")) >= simple_answers.SAFE


# --- all the rest


def test_what_it_does_not_know_it_answers_plainly() -> None:
    """Every kind of command that is open can be given by the first value of each blank, or enough."""
    p = position(BAZAAR, ground=GROUND)
    kinds = p.legal()
    assert len(kinds) > 3
    for kind in kinds:
        command = simple_answers.filled(p.rules, p.state, p.side, kind, simple_answers.first)
        assert command.kind == kind
        assert p.game.check(command) is None


ANSWERED = (
    "attack", "overrun", "barrage", "name lead", "choose terrain", "choose cover", "take option", "lose step",
    "begin retreat", "retreat to", "advance", "displace", "step", "end move",
)  # fmt: skip


def test_every_question_is_answered_somewhere_in_crowded_games() -> None:
    """`simple` against itself and against `random`; each answer is accepted, and the table stays in order."""
    given: Counter[str] = Counter()
    for seed in range(12):
        p = position(BAZAAR, ground=f"{GROUND}\nA20.22, A21.23: city", dice=SeededDice(seed))
        names = {AXIS: "simple" if seed % 3 else "random", ALLIED: "simple" if seed % 2 else "random"}
        players = {side: PLAYERS[name](seed) for side, name in names.items()}
        for _ in range(200):
            side = asked(p.game)
            if side is None:
                break
            before, command = p.state, players[side].command(p.game, side)
            outcome = p.game.submit(command)
            assert isinstance(outcome, Entry), f"{command} was refused: {outcome}"
            check_events(p.rules, before, outcome.events)
            given[command.kind] += names[side] == "simple"
        check_state(p.state)
    assert {kind for kind in ANSWERED if not given[kind]} == set()
