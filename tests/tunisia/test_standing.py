"""Where a game stands: each outcome, what it still asks for, and who is in the hexes that it turns on (T2 5, 6)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from ocs_engine import query
from ocs_engine.series.stories.standing import standing_lines
from ocs_engine.state.events import ControlSettled, UnitPlaced
from ocs_engine.state.model import State
from ocs_engine.state.standing import Need, Outcome
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.options import UNCOORDINATED_US_AIR
from tests.positions import ALLIED, AXIS, set_up_done
from tests.tunisia.test_victory import held as held_at_start
from tests.tunisia.test_victory import world

LEVELS = ["Axis massive", "Axis major", "Axis minor", "draw", "Allied minor", "Allied major", "Allied massive"]


def held(name: str, axis: str = "", allied: str = "") -> State:
    """A scenario's first turn, with hexes held as said and nothing else."""
    return replace(held_at_start(name, axis, allied), slot=0)


def outcomes(state: State) -> dict[str, Outcome]:
    """The outcomes of a position, by level."""
    return {each.level: each for each in query.standing(state).outcomes}


def wanted(need: Need) -> tuple[int, set[str]]:
    """How many hexes a condition still asks for, and out of which."""
    return need.short, set(need.lacks)


@pytest.mark.rule("T2 5.2", "T2 6.2", "T2 6.4")
@pytest.mark.parametrize("name", ["tunisia-campaign", "kasserine-campaign"])
def test_a_campaign_tells_of_each_level_from_the_axis_to_the_allies_what_it_lacks(name: str) -> None:
    """The Axis holds Tunis, Bizerte, Sfax and Mateur, which is Axis Minor: Major needs Gafsa too and one of Tebessa and
    Bône, Massive all three. For Allied Minor just one of Tunis and Bizerte must fall, for Major both."""
    state = held(name, axis="Tunis Bizerte Sfax Mateur", allied="Gafsa Tebessa Bône")
    found = outcomes(state)
    assert [each.level for each in query.standing(state).outcomes] == LEVELS
    assert [level for level, each in found.items() if each.decides] == ["Axis minor"]
    assert [wanted(need) for need in found["Axis major"].needs] == [(1, {"Gafsa"}), (1, {"Tebessa", "Bône"})]
    assert [wanted(need) for need in found["Axis massive"].needs] == [(3, {"Gafsa", "Tebessa", "Bône"})]
    assert [wanted(need) for need in found["Allied minor"].needs] == [(1, {"Tunis", "Bizerte"})]
    assert [wanted(need) for need in found["Allied major"].needs] == [(2, {"Tunis", "Bizerte"})]
    assert found["Axis minor"].needs[0].spare == 0, "any of the four lost makes a draw"


@pytest.mark.rule("T2 5.2")
def test_allied_minor_is_just_one_of_the_two() -> None:
    """With both they have Major, and Minor tells that they hold one too many."""
    found = outcomes(replace(held("tunisia-campaign", allied="Tunis Bizerte"), turn=58))
    assert found["Allied major"].decides
    (minor,) = found["Allied minor"].needs
    assert (minor.surplus, minor.met, found["Allied minor"].met) == (1, False, False)


@pytest.mark.rule("T2 5.1")
@pytest.mark.parametrize(("day", "late"), [(date(1943, 2, 15), False), (date(1943, 2, 19), True)])
def test_sudden_death_holds_up_to_15_february_and_is_too_late_then(day: date, late: bool) -> None:
    turn = world("tunisia-campaign").calendar.turn_of(day)
    state = replace(held("tunisia-campaign", allied="Tunis Bizerte"), turn=turn)
    massive = outcomes(state)["Allied massive"]
    assert (massive.late, massive.decides) == (late, not late)
    assert query.standing(state).verdict.level == ("Allied major" if late else "Allied massive")


@pytest.mark.rule("T2 6.1")
@pytest.mark.parametrize(
    ("allied", "winner", "short", "spare"),
    [
        ("", AXIS, 3, 0),
        ("A41.22", AXIS, 2, 0),
        ("A41.22 A45.26 Mateur", ALLIED, 0, 0),
        ("A41.22 A45.26 Mateur Tunis Bizerte", ALLIED, 0, 2),
    ],
)
def test_the_race_counts_three_of_five(allied: str, winner: object, short: int, spare: int) -> None:
    """Short of three they must take as many more as lack; with all five they can lose two."""
    state = held("race-for-tunis", allied=allied)
    found = query.standing(state)
    assert found.verdict.winner is winner
    won, rest = found.outcomes
    assert (won.winner, won.needs[0].short, won.needs[0].spare) == (ALLIED, short, spare)
    assert (rest.winner, rest.needs, rest.decides) == (AXIS, (), winner is AXIS)


@pytest.mark.rule("T2 6.3")
def test_kasserine_wants_units_in_tebessa_and_in_one_source() -> None:
    """The Axis must stand in Tebessa and in one of four; control of Tebessa is enough for the Allies; else a draw."""
    rules = rules_for(world("battle-for-kasserine"))
    start = replace(rules.apply(set_up_done(rules), ControlSettled(control={})), slot=0)
    raider = next(uid for uid, unit in start.in_order() if unit.side is AXIS and unit.place >= 0)
    state = rules.apply(start, UnitPlaced(unit=raider, place="A36.11"))
    axis, allied, draw = query.standing(state).outcomes
    assert [wanted(need)[0] for need in axis.needs] == [1, 0]
    assert axis.needs[0].lacks == ("Tebessa",)
    assert axis.needs[1].has == ("Maktar",)
    assert all(need.present for need in axis.needs)
    assert wanted(allied.needs[0]) == (1, {"Tebessa"})
    assert (draw.winner, draw.decides) == (None, True)
    there = rules.apply(state, UnitPlaced(unit=raider, place="A21.05"))
    spot = next(spot for spot in query.standing(there).spots if spot.name == "Tebessa")
    assert raider in spot.units[AXIS]
    assert spot.holder is None


@pytest.mark.rule("T2 6.5", "T2 6.6")
def test_the_last_two_scenarios_by_their_own_conditions() -> None:
    """Two of Gabès, El Hamma and Mareth; both Tunis and Bizerte by 12 May."""
    line, _ = query.standing(held("the-mareth-line", allied="B48.17")).outcomes
    assert wanted(line.needs[0]) == (1, {"El Hamma", "Mareth"})
    end = held("the-end-in-africa", allied="Tunis")
    allied, axis = query.standing(end).outcomes
    assert wanted(allied.needs[0]) == (1, {"Bizerte"})
    assert allied.until == world("the-end-in-africa").calendar.turn_of(date(1943, 5, 12))
    assert axis.decides
    assert allied.until is not None
    assert query.standing(replace(end, turn=allied.until + 1)).outcomes[0].late


@pytest.mark.rule("T2 4.2")
def test_an_option_shifts_each_level_of_the_last_turn() -> None:
    """One level better for the Allies: the draw is an Allied minor, Axis massive can only be major; sudden death is the
    top as it is."""
    rules = rules_for(world("tunisia-campaign"), (UNCOORDINATED_US_AIR,))
    state = replace(rules.apply(set_up_done(rules), ControlSettled(control={})), slot=0)
    told = [each.level for each in query.standing(state).outcomes]
    assert told == [
        "Axis major", "Axis minor", "draw", "Allied minor", "Allied major", "Allied massive", "Allied massive",
    ]  # fmt: skip
    (deciding,) = [each for each in query.standing(state).outcomes if each.decides]
    assert (deciding.winner, deciding.level, deciding.needs) == (ALLIED, "Allied minor", ())


@pytest.mark.rule("T2 5.0")
def test_before_the_first_turn_garrisons_count_as_they_will() -> None:
    """The race begins with Attack-Capable garrisons in four of the five; the battalion in Djedeida only defends."""
    rules = rules_for(world("race-for-tunis"))
    holders = {spot.name: spot.holder for spot in query.standing(rules.start()).spots}
    assert holders == dict.fromkeys(("Tunis", "Bizerte", "Mateur", "Medjez el Bab"), AXIS) | {"Djedeida": None}


def test_the_words_name_what_is_held_and_wanted() -> None:
    lines = list(standing_lines(held("tunisia-campaign", axis="Tunis Sfax Mateur", allied="Bizerte")))
    assert lines[0].startswith("as it stands: Allied minor; ")
    assert "  Axis minor (not met): the Axis holds Tunis, Sfax and Mateur; wanted: Bizerte" in lines
    assert "  draw: where no other is met" in lines
    assert "  Allied minor (as it stands): the Allies hold Bizerte; the Allies must not lose it" in lines
    assert "  Allied major (not met): the Allies hold Bizerte; wanted: Tunis" in lines
    assert "  A21.05 Tebessa: nobody; no unit there" in lines
    late = replace(held("tunisia-campaign"), turn=58)
    assert "  Allied massive, at the end of any turn up to 15 Feb 1943: too late" in list(standing_lines(late))


@pytest.mark.rule("OCS 4.9")
def test_a_side_is_told_the_top_of_the_others_stacks_alone() -> None:
    """Six battalions in Tunis: the Allies see the panzers on top."""
    state = rules_for(world("race-for-tunis")).start()
    (seen,) = [line for line in standing_lines(state, ALLIED) if "A48.24" in line]
    (own,) = [line for line in standing_lines(state, AXIS) if "A48.24" in line]
    assert seen == "  A48.24 Tunis: Axis; Axis there: Pz Bn (190) on top"
    assert own.endswith("Superga It Assault Div (101 AG) and 3 more units")
