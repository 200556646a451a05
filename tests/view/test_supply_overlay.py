"""The supply overlay marks what the lens and the ledger say."""

from __future__ import annotations

import pytest

from ocs_engine.lens import lens, outlook
from ocs_engine.series.supply.access import reached_hexes, throwers
from ocs_engine.series.supply.paths import throw_hexes
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from ocs_view.marks import Border, Path, Ring, Tag, Wash
from ocs_view.overlays import Look, overlays
from tests.positions import set_up_done


@pytest.fixture(scope="module")
def state() -> State:
    return set_up_done(rules_for(load_world("kasserine-campaign"), ()))


def test_a_side_shows_its_reach_its_tokens_and_who_is_without_trace(state: State) -> None:
    laid = overlays()["supply"].lay(Look(state, Side.ALLIED))
    size = state.world.atlas.grid.size
    (wash,) = [mark for mark in laid.marks if isinstance(mark, Wash)]
    assert set(wash.hexes) == {hex_ for hex_ in reached_hexes(state, Side.ALLIED) if hex_ < size}
    # Tebessa, A21.05: 7 SP on the ground, and an empty truck point.
    x, y = state.world.atlas.grid.centre(state.world.place("A21.05"))
    assert [mark.text for mark in laid.marks if isinstance(mark, Tag) and mark.at == (x, y + 0.5)] == ["28T"]
    # The Allied HQs of February are those of 5 Corps, 2 US Corps and 19 Fr Corps; Bône and Tebessa are trace sources.
    words = {mark.at: mark.text for mark in laid.marks if isinstance(mark, Tag) and not mark.text.endswith("T")}
    hq = state.units["br-hq-5"]
    assert words[x, y - 0.5] == f"throws {state.units['us-hq-2'].face.throw}, trace"
    bone_x, bone_y = state.world.atlas.grid.centre(state.world.place("A17.26"))
    assert words[bone_x, bone_y - 0.5] == "trace"
    borders = [set(mark.hexes) for mark in laid.marks if isinstance(mark, Border)]
    assert throw_hexes(state, "br-hq-5") in borders and hq.place in throw_hexes(state, "br-hq-5")
    assert len(borders) == 1 + len(throwers(state, Side.ALLIED)) == 4
    rings = {mark.hex for mark in laid.marks if isinstance(mark, Ring)}
    assert rings == {state.units[uid].place for uid in outlook(state, Side.ALLIED).without}
    assert rings


def test_a_unit_shows_each_leg_of_its_lines_and_what_cuts_them(state: State) -> None:
    uid = next(
        uid
        for uid, unit in state.in_order()
        if unit.side is Side.AXIS and (cuts := lens(state, uid).cuts).units and cuts.zones
    )
    found = lens(state, uid)
    laid = overlays()["supply"].lay(Look(state, Side.AXIS, uid))
    grid = state.world.atlas.grid
    drawn = {mark.points for mark in laid.marks if isinstance(mark, Path)}
    legs = {leg.hexes for line in found.lines for leg in line.legs if len(leg.hexes) > 1}
    for hexes in legs:
        points = tuple(grid.centre(hex_) for hex_ in hexes)
        assert points in drawn or points[::-1] in drawn
    washes = {mark.hatch: set(mark.hexes) for mark in laid.marks if isinstance(mark, Wash)}
    assert washes == {"/": set(found.cuts.units), "\\": set(found.trace_cuts.units)}
    rings = {mark.hex for mark in laid.marks if isinstance(mark, Ring)}
    assert rings == {state.units[uid].place, *found.cuts.zones}
    assert any("would cut it off" in note for note in laid.notes)


def test_who_is_off_the_map_draws_nothing_on_it(state: State) -> None:
    uid = next(uid for uid, unit in state.in_order() if unit.place >= state.world.atlas.grid.size)
    laid = overlays()["supply"].lay(Look(state, Side.ALLIED, uid))
    assert not laid.marks and "is not on the map" in laid.notes[0]
