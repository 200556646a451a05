"""Chapter 5 and the scenarios' conditions: every level, and every way in which a game can end."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from ocs_engine.series.stories.standing import condition_words
from ocs_engine.state.events import ControlSettled, UnitPlaced
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import rules_for
from ocs_engine.tunisia.victory import final_verdict, sudden_verdict
from ocs_engine.world.counters import Side
from ocs_engine.world.scenario import Condition
from ocs_engine.world.world import World, load_world
from tests.positions import ALLIED, AXIS, set_up_done

TOWNS = {
    "Tunis": "A48.24", "Bizerte": "A44.31", "Mateur": "A41.28", "Sfax": "B57.30", "Gafsa": "B31.25",
    "Tebessa": "A21.05", "Bône": "A17.26",
}  # fmt: skip


@cache
def world(name: str) -> World:
    """One World a scenario."""
    return load_world(name)


def held(name: str, axis: str = "", allied: str = "") -> State:
    """A scenario's start, with towns (by name) and hexes held as said and nothing else."""
    rules = rules_for(world(name))
    sides = [(AXIS, axis), (ALLIED, allied)]
    control = {TOWNS.get(town, town): side for side, towns in sides for town in towns.split()}
    return rules.apply(set_up_done(rules), ControlSettled(control=control))


@pytest.mark.rule("T2 5.2", "T2 6.2")
@pytest.mark.parametrize(
    ("axis", "allied", "level"),
    [
        ("", "Tunis Bizerte", "Allied major"),
        ("Bizerte", "Tunis", "Allied minor"),
        ("Tunis Sfax Mateur Gafsa Tebessa Bône", "Bizerte", "Allied minor"),
        ("Tunis Bizerte Mateur", "Sfax", "draw"),
        ("Tunis Bizerte Sfax Mateur", "", "Axis minor"),
        ("Tunis Bizerte Sfax Mateur Tebessa Bône", "Gafsa", "Axis minor"),
        ("Tunis Bizerte Sfax Mateur Gafsa", "Tebessa Bône", "Axis minor"),
        ("Tunis Bizerte Sfax Mateur Gafsa Tebessa", "", "Axis major"),
        ("Tunis Bizerte Sfax Mateur Gafsa Bône", "Tebessa", "Axis major"),
        ("Tunis Bizerte Sfax Mateur Gafsa Tebessa Bône", "", "Axis massive"),
        ("", "", "draw"),
    ],
)
@pytest.mark.parametrize("name", ["tunisia-campaign", "kasserine-campaign"])
def test_the_levels_of_the_campaign(name: str, axis: str, allied: str, level: str) -> None:
    """T2 5.2: the highest level that is met counts; nobody's towns make a draw."""
    verdict = final_verdict(held(name, axis, allied))
    assert verdict.level == level
    assert verdict.winner == (AXIS if "Axis" in level else ALLIED if "Allied" in level else None)


@pytest.mark.rule("T2 5.1", "T2 6.2")
@pytest.mark.parametrize(
    ("allied", "day", "ends"),
    [
        ("Tunis Bizerte", date(1942, 11, 22), True),
        ("Tunis Bizerte", date(1943, 2, 15), True),
        ("Tunis Bizerte", date(1943, 2, 19), False),
        ("Tunis", date(1943, 2, 15), False),
    ],
)
def test_sudden_death_up_to_15_february(allied: str, day: date, ends: bool) -> None:
    """T2 5.1: Allied Massive if they control both at the end of any turn on or before 15 Feb."""
    state = replace(held("tunisia-campaign", allied=allied), turn=world("tunisia-campaign").calendar.turn_of(day))
    verdict = sudden_verdict(state)
    assert (verdict is not None) is ends
    if verdict is not None:
        assert (verdict.winner, verdict.level) == (ALLIED, "Allied massive")


@pytest.mark.rule("T2 6.2")
def test_the_campaign_runs_from_15_november_to_29_may_in_58_turns() -> None:
    scenario, calendar = world("tunisia-campaign").scenario, world("tunisia-campaign").calendar
    assert (scenario.first_turn, scenario.last_turn) == (1, 58)
    assert (calendar.date_of(1), calendar.date_of(58)) == (date(1942, 11, 15), date(1943, 5, 29))
    assert scenario.sheets == ("A", "B")


@pytest.mark.rule("T2 6.3")
def test_kasserine_is_won_by_combat_units_in_tebessa_and_a_source() -> None:
    """The Axis needs units in Tebessa and in one Allied source; the Allies need Tebessa; else a draw."""
    rules = rules_for(world("battle-for-kasserine"))
    start = set_up_done(rules)
    axis = next(uid for uid, unit in start.in_order() if unit.side is AXIS)
    other = next(uid for uid, unit in start.in_order() if unit.side is AXIS and uid != axis)
    empty = rules.apply(start, ControlSettled(control={}))
    in_tebessa = rules.apply(empty, UnitPlaced(unit=axis, place="A21.05"))
    both = rules.apply(in_tebessa, UnitPlaced(unit=other, place="A36.11"))
    assert final_verdict(both).winner is AXIS
    assert final_verdict(in_tebessa).winner is None
    assert final_verdict(rules.apply(empty, ControlSettled(control={"A21.05": ALLIED}))).winner is ALLIED


@pytest.mark.rule("T2 6.5")
@pytest.mark.parametrize(("allied", "winner"), [("B48.17 B44.17", ALLIED), ("B48.17", AXIS), ("", AXIS)])
def test_the_mareth_line_needs_two_of_three(allied: str, winner: object) -> None:
    assert final_verdict(held("the-mareth-line", allied=allied)).winner is winner


@pytest.mark.rule("T2 6.6")
def test_the_end_in_africa_must_come_by_12_may() -> None:
    state = held("the-end-in-africa", allied="Tunis Bizerte")
    turn_of = world("the-end-in-africa").calendar.turn_of
    in_time, late = (replace(state, turn=turn_of(day)) for day in (date(1943, 5, 12), date(1943, 5, 15)))
    early = sudden_verdict(in_time)
    assert early is not None
    assert (early.winner, early.why) == (ALLIED, "the Allies hold Tunis and Bizerte, all that they need")
    assert sudden_verdict(late) is None
    verdict = final_verdict(late)
    assert verdict.winner is AXIS
    assert verdict.why == "the Allies hold Tunis and Bizerte, all that they need, but not by 12 May 1943"


@pytest.mark.parametrize(("name", "axis", "allied", "why"), [
    ("the-mareth-line", "", "B48.17 B44.17",
     "the Allies hold Gabès and El Hamma of Gabès, El Hamma and Mareth, and need two"),
    ("the-mareth-line", "", "B48.17", "the Allies hold Gabès alone of Gabès, El Hamma and Mareth, and need two"),
    ("the-mareth-line", "", "B48.17 B44.17 B51.14", "the Allies hold Gabès, El Hamma and Mareth, and need two"),
    ("the-mareth-line", "", "", "the Allies hold none of Gabès, El Hamma and Mareth, and need two"),
    ("the-end-in-africa", "Tunis Bizerte", "", "the Allies hold none of Tunis and Bizerte, and need both"),
    ("the-end-in-africa", "Tunis", "Bizerte", "the Allies hold Bizerte alone of Tunis and Bizerte, and need both"),
    ("battle-for-kasserine", "", "Tebessa", "the Allies hold Tebessa"),
    ("battle-for-kasserine", "Tebessa A36.11", "A18.11",
     "the Axis holds Tebessa and Maktar; the Allies hold Clairefontaine"),
    ("tunisia-campaign", "Sfax", "Tunis Bizerte", "the Allies hold Tunis and Bizerte, all that they need"),
    ("tunisia-campaign", "Sfax", "Tunis", "the Allies hold Tunis alone of Tunis and Bizerte, and need just one"),
    ("tunisia-campaign", "Tunis Bizerte Sfax Mateur", "",
     "the Axis holds Tunis, Bizerte, Sfax and Mateur, all that it needs"),
])  # fmt: skip
def test_a_verdict_says_what_is_held_of_what_was_needed(name: str, axis: str, allied: str, why: str) -> None:
    verdict = final_verdict(held(name, axis, allied))
    assert verdict.why.replace("; nobody holds ", "|").partition("|")[0] == why


@pytest.mark.parametrize(("side", "hexes", "has", "words"), [
    (ALLIED, "Mateur", "", "the Allies have no combat units in Mateur"),
    (AXIS, "Mateur", "", "the Axis has no combat units in Mateur"),
    (AXIS, "Mateur", "Mateur", "the Axis has combat units in Mateur"),
    (AXIS, "Tunis Sfax Gafsa", "", "the Axis has combat units in none of Tunis, Sfax and Gafsa, and needs all of them"),
])  # fmt: skip
def test_combat_units_in_hexes_are_told_as_such(side: Side, hexes: str, has: str, words: str) -> None:
    names = dict.fromkeys(hexes.split(), 0)
    condition = Condition(side, names, len(names), len(names), present=True)
    assert condition_words(condition, has.split()) == words
