"""Attacks of a position: both sides' best choices, all attacks of a side and their order.

Figures in brackets are strength and AR: a British Para Bn 4-5, an Italian Inf Rgt (350) or (Pavia) 3-2, a March Bn
2-2, US tanks (751) 6-2. On open ground foot counts once and tanks twice against units without AT.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from time import perf_counter

import pytest
from immutables import Map

from ocs_engine.bench import front, plain_odds
from ocs_engine.odds import Case, Chances
from ocs_engine.odds.position import Prospect, as_combat, prospect, prospects, working
from ocs_engine.series.attack import attack_refusal, units_refusal
from ocs_engine.series.combat import CombatFrame, terrain_choices
from ocs_engine.series.general import enemy_units
from ocs_engine.series.reckoning import attack_of, reckon
from ocs_engine.series.tables.combat import Attack
from ocs_engine.state.events import put_units
from ocs_engine.state.model import Mode, State
from ocs_engine.world.catalogue import load_catalogue
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.tables.charts import COMBAT, COMBAT_COLUMNS, RESULTS, rows

FIGHT = "Allied Combat Phase, Combat Segment"
CHANCES = Chances(load_catalogue().tables)

TWO_STACKS = """
    == Axis ==
    A20.21: It Inf Rgt (350)
    == Allied ==
    A20.20: Para Bn (1)
    A21.21: Para Bn (2)
"""
MANY = """
    == Axis ==
    A20.20: March Bn (T-1), LW Para Bn (I-5), Pz Bn (190)
    A21.20: It Inf Rgt (350)   -- DG
    == Allied ==
    A20.21: US Arm Bn (751), Para Bn (1), Fr Inf Bn (Zouv)
    A21.21: 6 Arm Div (17/21 L Arm), 1 Br Inf Div (2 Inf)
    A22.20: Para Bn (2), Fr Corps HQ (19)
    A20.19: Para Bn (3)   -- Reserve
"""
GROUND = """
    A20.20: hills
    A20.20: village
    A20.21 | A20.20: wadi
    A21.21 | A20.20: major_river
    A22.20 | A21.20: minor_river
"""


def fight(note: str = MANY, ground: str = GROUND, when: str = FIGHT) -> Position:
    return position(note, when, ground=ground)


# --- chances of emptying the hex, counted with the charts alone

WORDS = {letter: words[0] for letter, words in rows(RESULTS).items()}
LINES = {int(name.strip("<>=")): letters for name, letters in rows(COMBAT).items()}


def figures(result: str) -> dict[str, int]:
    """A result's hard losses and options: "AL1o1/Do1" is AL 1, Ao 1, Do 1."""
    found: dict[str, int] = {}
    for who, part in zip("AD", result.split("/"), strict=False):
        for what, number in re.findall(r"([Lo])(\d)", part):
            found[who + what] = int(number)
    return found


def emptied(terrain: str, column: str, drm: int, own: int, enemy: int) -> Fraction:
    """How often an attack empties the hex where all options are steps, all 6^5 ways counted."""
    start, ways = rows(COMBAT_COLUMNS)[terrain].index(column), 0
    die = range(1, 7)
    for red, white, shift, black, blue in product(die, repeat=5):
        total = red + white + drm
        moved = shift if total >= 10 else -shift if total <= 5 else 0
        letters = LINES[min(max(black + blue + drm, 1), 15)]
        found = figures(WORDS[letters[min(max(start + moved, 0), 12)]])
        asked = found.get("AL", 0) + found.get("Ao", 0)
        freed = found.get("Ao", 0) > 0 and asked > own
        ways += found.get("DL", 0) + (0 if freed else found.get("Do", 0)) >= enemy
    return Fraction(ways, 6**5)


# --- the order


@pytest.mark.rule("OCS 9.6", "OCS 9.7")
def test_attacks_in_order_as_worked_out_by_hand() -> None:
    """4 or 8 to 3 in the open: 1:1 from one hex, 3:1 from both; AR 5 - 2 = +3; one step defends."""
    p = fight(TWO_STACKS, "all: open")
    found = prospects(p.state, ALLIED)
    assert [each.hexes for each in found] == [("A20.20", "A21.21"), ("A20.20",), ("A21.21",)]
    assert [(str(each.odds.odds), each.odds.drm, each.steps) for each in found] == [
        ("3:1", 3, (2, 1)), ("1:1", 3, (1, 1)), ("1:1", 3, (1, 1)),
    ]  # fmt: skip
    both, one = emptied("Open", "3:1", 3, 2, 1), emptied("Open", "1:1", 3, 1, 1)
    assert both > one
    assert [each.case.empty for each in found] == [both, one, one]


@pytest.mark.rule("OCS 9.13")
def test_exploit_is_for_two_neighbouring_hexes_and_none_that_is_disorganised() -> None:
    """A20.20 and A21.21 touch; with A19.21 there are three hexes, and A19.21 and A21.21 do not touch."""
    p = fight(TWO_STACKS + "    A19.22: Para Bn (3)\n", "all: open")
    chances = {each.hexes: each.exploit for each in prospects(p.state, ALLIED)}
    assert chances["A20.20", "A21.21"] > 0
    assert chances["A20.20", "A21.21", "A19.22"] == chances["A21.21", "A19.22"] == 0
    dg = put_units(p.state, {p.id("1"): replace(p.unit("1"), marker=Mode.DG)})
    assert prospect(dg, p.hex("A20.21"), p.ids("1")).exploit == 0


# --- one attack


@pytest.mark.rule("OCS 9.3", "OCS 9.4", "OCS 9.7")
def test_the_odds_are_those_of_strengths_added_up_by_hand() -> None:
    """Tanks of 6 count once in the village, foot of 4 too: 10 to 2 is 5:1, in the Close row less than 6:1 and so the
    seventh column, 4:1; in the Open row 5:1 is the ninth. AR 5 - 2 = +3.
    """
    note = """
        == Axis ==
        A20.20: March Bn (T-1)
        == Allied ==
        A20.21: US Arm Bn (751), Para Bn (1)
    """
    p = fight(note, "A20.20: village")
    found = prospect(p.state, p.hex("A20.20"), p.ids("751, 1"))
    assert (found.terrain, found.against) == ("village", {"A20.21": "village"})
    assert found.leads == (p.id("1"), p.id("T-1"))
    assert found.odds == CHANCES.attack(Attack(Fraction(10), Fraction(2), "Close", 5, 2))
    assert (found.odds.column, str(found.odds.columns[6])) == (6, "4:1")
    assert found.case.empty == emptied("Close", "4:1", 3, 2, 1)
    assert found == prospects(p.state, ALLIED)[0]


@pytest.mark.rule("OCS 16.0d")
def test_a_hedgehog_counts() -> None:
    """Level 2: one less on the surprise roll, two less on the combat roll."""
    p = fight(TWO_STACKS.replace("(350)", "(350), Level 2 hedgehog"), "all: open")
    found = prospects(p.state, ALLIED)[0]
    assert (found.odds.drm, found.odds.surprise_drm, found.odds.combat_drm) == (3, 2, 1)


@pytest.mark.rule("OCS 9.11")
def test_the_weakest_of_the_best_leads() -> None:
    """Both paratroops have AR 5; the disorganised one has 4, and the other leads."""
    p = fight("== Axis ==\nA20.21: It Inf Rgt (350)\n== Allied ==\nA20.20: Para Bn (1), Para Bn (2)", "all: open")
    assert prospect(p.state, p.hex("A20.21"), p.ids("1, 2")).leads[0] == p.id("1")
    dg = put_units(p.state, {p.id("1"): replace(p.unit("1"), marker=Mode.DG)})
    assert prospect(dg, p.hex("A20.21"), p.ids("1, 2")).leads[0] == p.id("2")
    strong = fight(
        "== Axis ==\nA20.21: It Inf Rgt (350)\n== Allied ==\nA20.20: 78 Inf Div (1 Gds Inf), Para Bn (1)", "all: open"
    )
    # the Guards are 8-5
    assert prospect(strong.state, strong.hex("A20.21"), strong.ids("1 Gds Inf, 1")).leads[0] == strong.id("1")


def every_answer(p: Position, found: Prospect, attacker: str) -> Iterator[Case]:
    """What comes of an attack with a lead, for each answer that the defender can give."""
    target = p.state.world.label(found.target)
    frame = CombatFrame(
        side=found.side, target=target, units=dict(found.units), defenders=found.defenders, before={}
    )  # fmt: skip
    own, each = terrain_choices(p.state, frame)
    for defender, terrain, *against in product(found.defenders, own, *each.values()):
        told = reckon(
            p.state, found.side, found.target, found.units, found.defenders, (attacker, defender), terrain,
            dict(zip(each, against, strict=True)), overrun=False,
        )  # fmt: skip
        yield CHANCES.attack(attack_of(p.state, told)).case(found.steps[1], attacker_steps=found.steps[0])


@pytest.mark.rule("OCS 9.4", "OCS 9.6")
def test_no_other_lead_is_better_for_the_attacker_and_no_other_answer_for_the_defender() -> None:
    p = fight()
    found = prospects(p.state, ALLIED)
    assert len(found) == 3 + 3  # A20.20 from two hexes; A21.20 from A21.21 and A22.20
    for each in found:
        worst = {lead: min(case.empty for case in every_answer(p, each, lead)) for lead in each.units}
        assert each.case.empty == max(worst.values()) == worst[each.leads[0]]


def test_a_column_further_right_and_a_higher_drm_are_never_worse_for_the_attacker() -> None:
    """So the best lead is the highest AR, and the best terrain the lowest column, whoever is left to lose steps."""
    heads = rows(COMBAT_COLUMNS)["Open"]
    odds = [Fraction(*map(int, head.split(":"))) for head in heads]
    for hedgehog, own, enemy in product((0, 1, 4), (1, 2, 3, 9), range(1, 6)):
        table = {
            (column, drm): CHANCES.attack(
                Attack(ratio, Fraction(1), "Open", max(drm, 0), max(-drm, 0), hedgehog)
            ).case(enemy, attacker_steps=own).empty
            for column, ratio in enumerate(odds) for drm in range(-6, 7)
        }  # fmt: skip
        for (column, drm), chance in table.items():
            assert chance <= table.get((column + 1, drm), 1)
            assert chance <= table.get((column, drm + 1), 1)


def test_the_working_bears_the_odds_out() -> None:
    p = fight()
    for each in prospects(p.state, ALLIED):
        told = working(p.state, each)
        assert attack_of(p.state, told) == each.odds.attack
        assert (told.column, told.terrain) == (each.odds.column, each.terrain)


# --- which attacks


def allowed(state: State, side: Side) -> set[tuple[int, frozenset[str]]]:
    """Hexes, and all that may attack them from each choice of hexes, found by asking for every unit and subset."""
    grid, found = state.world.atlas.grid, set()
    for target in (hex_ for hex_ in state.here if enemy_units(state, side, hex_) and hex_ < grid.size and hex_ >= 0):
        around = list(grid.around(target))
        for size in range(1, 7):
            for hexes in combinations(around, size):
                each = [
                    [uid for uid in state.here.get(hex_, ()) if attack_refusal(state, uid, target) is None]
                    for hex_ in hexes
                ]
                if all(each):
                    found.add((target, frozenset(uid for units in each for uid in units)))
    return found


def as_found(state: State, side: Side) -> set[tuple[int, frozenset[str]]]:
    found = prospects(state, side)
    assert all(units_refusal(state, tuple(each.units), each.target) is None for each in found)
    keys = {(each.target, frozenset(each.units)) for each in found}
    assert len(keys) == len(found), "no attack is listed twice"
    assert [each.case.empty for each in found] == sorted((each.case.empty for each in found), reverse=True)
    return keys


@pytest.mark.rule("OCS 9.1")
def test_the_list_is_what_asking_for_every_choice_finds() -> None:
    p = fight()
    assert as_found(p.state, ALLIED) == allowed(p.state, ALLIED) != set()
    assert as_found(p.state, AXIS) == set(), "it is not their segment"


@pytest.mark.rule("OCS 9.1")
@pytest.mark.parametrize("seed", range(6))
def test_the_list_of_a_front_with_units_in_all_modes_and_places(seed: int) -> None:
    dice = random.Random(seed)
    state = front(load_world("tunisia-campaign"))
    world, markers = state.world, (None, None, None, *Mode)
    columns = {ALLIED: ("A34", "A35", "A36"), AXIS: ("A37", "A38")}
    units = {}
    for uid, unit in state.in_order():
        marker = dice.choice([each for each in markers if each not in (Mode.COMBAT, Mode.MOVE)])
        place = world.place(f"{dice.choice(columns[unit.side])}.{dice.randint(1, 12):02}")
        units[uid] = replace(unit, place=place, marker=marker)
    state = put_units(state, units)
    spent = dice.sample([uid for uid, unit in units.items() if unit.side is ALLIED], 5)
    state = replace(state, memory=replace(state.memory, attacked=Map((uid, True) for uid in spent)))
    assert as_found(state, ALLIED) == allowed(state, ALLIED) != set()


# --- any moment told as a combat segment


def test_any_segment_can_be_told_as_a_combat_segment() -> None:
    p, moving = fight(), fight(when="Allied Movement Phase")
    assert as_combat(p.state, ALLIED) is p.state
    assert prospects(moving.state, ALLIED) == []
    told = as_combat(moving.state, ALLIED)
    assert (told.now.title, told.now.acts) == ("Combat Phase, Combat Segment", ALLIED)
    assert prospects(told, ALLIED) == prospects(p.state, ALLIED)
    other = as_combat(p.state, AXIS)
    assert other.now.acts is AXIS and as_found(other, AXIS) == allowed(other, AXIS) != set()


def test_what_was_attacked_in_a_combat_segment_stays_attacked_in_it() -> None:
    p = fight(TWO_STACKS, "all: open")
    memory = replace(p.state.memory, attacked=Map({p.id("1"): True}))
    found = prospects(as_combat(replace(p.state, memory=memory), ALLIED), ALLIED)
    assert [each.hexes for each in found] == [("A21.21",)]


# --- beside dice


def test_thrown_dice_agree() -> None:
    """4 000 throws: off by less than four standard errors, 0.5 / sqrt(4000) each at most."""
    p = fight()
    for seed, each in enumerate(prospects(p.state, ALLIED)):
        about = plain_odds(p.state, each, random.Random(seed), throws=4000)
        assert abs(about - float(each.case.empty)) < 4 * 0.5 / 4000**0.5


def test_the_front_that_is_timed() -> None:
    """Two lines of 15 hexes with two units each; all that is asked for stands next to the enemy."""
    state = front(load_world("tunisia-campaign"))
    assert len(state.units) == 60
    assert {len(units) for units in state.here.values()} == {2} and len(state.here) == 30
    assert as_found(state, ALLIED) == allowed(state, ALLIED)


def test_one_attack_and_a_whole_front_are_quick() -> None:
    """Medians of fresh calculations, nothing remembered; held to three times 1 ms and 100 ms, for slow machines."""
    state = front(load_world("tunisia-campaign"))
    best = prospects(state, ALLIED)[0]
    alone = [seconds(lambda: prospect(state, best.target, tuple(best.units))) for _ in range(21)]
    whole = [seconds(lambda: prospects(state, ALLIED)) for _ in range(5)]
    assert sorted(alone)[10] < 0.003
    assert sorted(whole)[2] < 0.3


def seconds(work: Callable[[], object]) -> float:
    """What some work takes."""
    start = perf_counter()
    work()
    return perf_counter() - start
