"""The sources of trace of Tunisia II by side and date, on the real map (T2 1.1a, 2.1, 2.4, 3.1; OCS 19.0e)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.series.supply.trace import trace
from ocs_engine.state.model import State, Work
from ocs_engine.tunisia.game import rules_for
from ocs_engine.tunisia.points import eighth_army_released
from ocs_engine.tunisia.railways import detrainable_hexes
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, set_up_done

ENTRY_A = {"A01.13", "A01.14", "A01.15", "A01.16", "A01.17"}
ENTRY_E = {"B60.07", "B60.08", "B60.09"}


def start(scenario: str, turn: int = 0) -> State:
    """A scenario set up, in its Supply Phase so that all units negate, on a later turn if one is given."""
    rules = rules_for(load_world(scenario))
    state = set_up_done(rules)
    first = state.world.scenario.first_player or ALLIED
    state = replace(state, first=first, turn=state.turn + turn)
    slot = next(i for i, each in enumerate(state.slots) if each.phase == "Supply")
    return replace(state, slot=slot)


def named(state: State, side: Side) -> set[str]:
    return {state.world.label(hex_) for hex_ in trace(state, side).net.named}


@pytest.mark.rule("T2 2.1", "T2 3.1")
def test_the_allies_have_entry_a_and_bone_the_axis_three_ports_and_entry_e_before_the_release():
    state = start("tunisia-campaign")
    assert named(state, ALLIED) == ENTRY_A | {"A17.26"}
    assert named(state, AXIS) == ENTRY_E | {"A44.31", "A48.24", "A54.11"}


@pytest.mark.rule("T2 2.1", "T2 3.1")
def test_entry_e_changes_hands_with_the_release_of_eighth_army():
    before = start("kasserine-campaign", 1)
    after = replace(before, army_released=before.turn)
    assert not eighth_army_released(before) and eighth_army_released(after)
    assert named(before, AXIS) >= ENTRY_E and not named(before, ALLIED) & ENTRY_E
    assert named(after, ALLIED) >= ENTRY_E and not named(after, AXIS) & ENTRY_E
    released = start("the-mareth-line")
    assert eighth_army_released(released) and named(released, ALLIED) == ENTRY_E


@pytest.mark.rule("T2 2.1", "T2 3.1")
def test_scenarios_add_sources_and_only_those_in_play_count():
    state = start("battle-for-kasserine")
    assert named(state, ALLIED) == {"A08.11", "A18.11", "A27.11", "A36.11"}
    assert named(state, AXIS) == {"A54.11", "B57.30"}
    race = start("race-for-tunis")
    assert named(race, AXIS) == {"A44.31", "A48.24", "A54.11"}, "Entry E lies on map B"


@pytest.mark.rule("OCS 19.0e")
@pytest.mark.parametrize(("port", "hits", "works"), [
    # T of capacity by hits as the map has them: Bizerte 16, 12, 10, 6, 3; Sousse 4, 3, 2, 2, 1. 1 SP is 4T.
    ("A44.31", 3, True),
    ("A44.31", 4, False),
    ("A54.11", 0, True),
    ("A54.11", 1, False),
])  # fmt: skip
def test_a_port_with_less_than_1_sp_of_capacity_is_no_source(port: str, hits: int, works: bool):
    state = start("race-for-tunis")
    hex_ = state.world.place(port)
    hit = replace(state, ports=state.ports.set(hex_, Work(AXIS, hits=hits)))
    assert (port in named(hit, AXIS)) == works


@pytest.mark.rule("T2 2.1", "T2 3.1")
def test_a_port_that_is_lost_is_nobodys_source():
    state = start("race-for-tunis")
    hex_ = state.world.place("A44.31")
    lost = replace(state, ports=state.ports.set(hex_, Work(ALLIED)))
    assert "A44.31" not in named(lost, AXIS) | named(lost, ALLIED), "it is a source of the Axis alone"


@pytest.mark.rule("T2 1.1a")
def test_points_of_interest_on_rails_are_detrainable_and_both_sides_trace_on_any_rail():
    world = load_world("race-for-tunis")
    atlas, hexes = world.atlas, detrainable_hexes(world)
    kinds = {atlas.settlement[hex_] for hex_ in hexes}
    assert {"poi", "village", "city"} <= kinds
    assert all(any(atlas.rail[6 * hex_ : 6 * hex_ + 6]) for hex_ in hexes)
    off_rail = next(h for h in range(atlas.grid.size) if atlas.settlement[h] == "village" and h not in hexes)
    assert world.in_play(off_rail) is False or not any(atlas.rail[6 * off_rail : 6 * off_rail + 6])
    state = start("race-for-tunis")
    gauges = {
        side: {atlas.rail[6 * hex_ + i] for hex_ in trace(state, side).net.rails for i in range(6)} - {""}
        for side in Side
    }
    assert gauges == {ALLIED: {"standard", "metre"}, AXIS: {"standard", "metre"}}


@pytest.mark.rule("OCS 13.3h")
def test_on_15_november_the_rails_of_algeria_are_allied_and_those_of_the_tunis_plain_axis():
    state = start("race-for-tunis")
    owner = {state.world.label(hex_): side for hex_, side in state.rail_control.items()}
    ports = {"A17.26": ALLIED, "A06.25": ALLIED, "A44.31": AXIS, "A48.24": AXIS, "A54.11": AXIS}
    assert {label: owner[label] for label in ports} == ports
    assert owner.keys() == {state.world.label(hex_) for hex_ in detrainable_hexes(state.world)}
    algeria = {label for label in owner if state.world.atlas.country[state.world.place(label)] == "Algeria"}
    assert {owner[label] for label in algeria} == {ALLIED}
