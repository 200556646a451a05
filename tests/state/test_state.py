"""The state: stances in words, what events do to it, saving and loading."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.events import UnitPlaced, UnitsDestroyed, read_stance, stance
from ocs_engine.state.model import Mode, Unit, Up
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.world import load_world
from tests.positions import check_table, position

RULES = rules_for(load_world("race-for-tunis"))
COUNTER = RULES.world.counters["ger-para-i5"]


@pytest.mark.rule("OCS 5.2")
@given(st.sampled_from(Up), st.sampled_from([None, Mode.RESERVE, Mode.STRAT, Mode.EXPLOIT, Mode.DG]))
def test_a_stance_in_words_and_back(up: Up, marker: Mode | None) -> None:
    unit = Unit(COUNTER, 0, up, marker)
    assert read_stance(stance(unit)) == (marker, up)


@pytest.mark.parametrize("text", ["", "strat", "combat/combat", "move/combat", "reserve/strat", "dg/", "Combat"])
def test_what_is_no_stance(text: str) -> None:
    with pytest.raises(ValueError):
        read_stance(text)


@pytest.mark.rule("OCS 5.1", "OCS 5.2")
def test_a_marker_is_the_only_mode_and_leaves_the_figures_of_the_side_up() -> None:
    shaken = Unit(COUNTER, 0, Up.MOVE, Mode.DG)
    assert shaken.mode is Mode.DG
    assert shaken.face is COUNTER.move
    assert Unit(COUNTER, 0).mode is Mode.COMBAT
    assert Unit(COUNTER, 0, Up.MOVE).mode is Mode.MOVE


@pytest.mark.rule("OCS 9.11")
def test_destroyed_units_lie_in_the_dead_pile_without_markers() -> None:
    p = position("== Allied ==\nA20.20: Commando Bn (6 Cdo), Fr Inf Bn (Zouv)   -- DG", ground="")
    after = p.rules.apply(p.state, UnitsDestroyed(units=(p.id("6 Cdo"),), why="test"))
    check_table(after)
    assert after.here[p.hex("A20.20")] == (p.id("Zouv"),)
    assert after.units[p.id("6 Cdo")].marker is None


def test_a_place_that_empties_is_forgotten() -> None:
    p = position("== Allied ==\nA20.20: Commando Bn (6 Cdo)", ground="")
    after = p.rules.apply(p.state, UnitPlaced(unit=p.id("6 Cdo"), place="Algiers"))
    check_table(after)
    assert p.hex("A20.20") not in after.here
    assert after.world.label(after.units[p.id("6 Cdo")].place) == "Algiers"


def test_saving_and_loading_the_start_of_the_race() -> None:
    start = RULES.start()
    data = json.loads(json.dumps(dump_state(start)))
    assert load_state(data, RULES.world, RULES.points, RULES.read_frame) == start


def test_saving_and_loading_in_the_middle_of_a_move() -> None:
    note = """
        == Axis ==
        A40.20: LW Para Bn (I-5)   -- DG, OOS
        == Allied ==
        A20.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)
        A30.20: Fr Inf Bn (Zouv)   -- Reserve
    """
    p = position(note, ground="A20.21: rough")
    p.hold("Zouv")
    p.begin("Coutx, 6 Cdo", Coutx="move")
    p.step("A20.21")
    p.drop("6 Cdo")
    data = json.loads(json.dumps(dump_state(p.state)))
    again = load_state(data, p.state.world, p.state.points, p.rules.read_frame)
    assert again == p.state
    assert again.memory.spent[p.id("Coutx")] == 72
    assert again.units[p.id("I-5")].oos
    assert again.frames == p.state.frames != ()


@pytest.mark.parametrize(
    "change",
    [
        {"weather": "snow"},
        {"units": [["nobody", "x", "A01.01"]]},
        {"dumps": [["Z99.99", "Axis", 4]]},
        {"first": "Vichy"},
    ],
)
def test_data_that_are_no_state(change: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        load_state(dump_state(RULES.start()) | change, RULES.world, RULES.points, RULES.read_frame)


def test_data_that_lack_something() -> None:
    data = dump_state(RULES.start())
    del data["turn"]
    with pytest.raises(KeyError):
        load_state(data, RULES.world, RULES.points, RULES.read_frame)
