"""OCS 21.6: convention tempo; T2 4.8, its first half: no Allied trace by rail in the south."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from ocs_engine.kernel.dice import RecordedDice, SeededDice
from ocs_engine.kernel.draft import Draft
from ocs_engine.players.simple_lift import order
from ocs_engine.series.income import entries
from ocs_engine.series.rail import rail_left
from ocs_engine.series.reinforcing import replacements
from ocs_engine.series.reinforcing.replacements import ReplFrame
from ocs_engine.series.setup import set_up
from ocs_engine.series.shipping import Ship, sea_left
from ocs_engine.series.supply.trace import trace
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import new_game, rules_for
from ocs_engine.world.options import CONVENTION_TEMPO, EVERYONE_SUPPLIED, NO_SOUTHERN_RAIL_TRACE
from ocs_engine.world.world import World, load_world
from tests.positions import ALLIED, AXIS, Position, position, set_up_done, setting_up

TEMPO = (CONVENTION_TEMPO,)


@pytest.fixture(scope="module")
def campaign() -> World:
    return load_world("tunisia-campaign")


def both(world: World) -> tuple[State, State]:
    """A scenario's start without the option and with it."""
    plain, tempo = (set_up(world, rules_for(world, options).points) for options in ((), TEMPO))
    return plain, tempo


@pytest.mark.rule("OCS 21.6")
def test_supply_on_the_map_at_the_start_is_doubled(campaign: World):
    plain, tempo = both(campaign)
    assert plain.dumps and {place: dump.tokens for place, dump in tempo.dumps.items()} == {
        place: 2 * dump.tokens for place, dump in plain.dumps.items()
    }


@pytest.mark.rule("OCS 21.6")
def test_transport_points_are_doubled_but_neither_organic_trucks_nor_their_loads():
    plain, tempo = both(load_world("kasserine-campaign"))
    kinds = {each.kind for each in plain.transport.values()}
    assert kinds == {"organic", "charcoal", "mule", "truck"}
    for tid, each in plain.transport.items():
        now = tempo.transport[tid]
        share = 1 if each.kind == "organic" else 2
        assert (now.tokens, now.load) == (share * each.tokens, share * each.load), tid


@pytest.mark.rule("OCS 21.6")
def test_trucks_that_start_doubled_can_be_loaded_at_set_up():
    note = "== Allied ==\nA20.20: 2x Truck Points, 1 SP"
    p = setting_up(note, ground="all: open")
    tempo = rules_for(p.state.world, TEMPO)
    p = Position(tempo, tempo.start(), RecordedDice(()))
    p.game.begin()
    p.end_segment()
    (tid,) = p.state.transport
    assert p.state.transport[tid].tokens == 16 and p.state.dumps[p.hex("A20.20")].tokens == 8
    p.load(tid, 8)
    assert p.state.transport[tid].load == 8 and not p.state.dumps
    p.load(tid, 3)
    p.load(tid, 0)


@pytest.mark.rule("OCS 21.6", "OCS 13.3a")
def test_rail_cap_is_doubled(campaign: World):
    """2 SP on 15 Nov, 16 half tokens; 4 SP with the option."""
    p, q = (position("", "Allied Movement Phase", options=options) for options in ((), TEMPO))
    assert (rail_left(p.state, ALLIED), rail_left(q.state, ALLIED)) == (16, 32)
    assert rail_left(q.state, AXIS) == 0 and campaign.scenario.rail_cap


@pytest.mark.rule("OCS 21.6", "OCS 19.0f")
@pytest.mark.parametrize(("when", "day", "halves"), [
    ("Allied Movement Phase", "1942-11-15", 12), ("Axis Movement Phase", "1942-11-15", 24),
    ("Axis Movement Phase", "1943-01-01", 60),
])  # fmt: skip
def test_half_as_much_again_goes_by_sea(when: str, day: str, halves: int):
    """1, 2 and 5 SP become 1 1/2, 3 and 7 1/2; 8 half tokens each."""
    p = position("", when, date=day, options=TEMPO)
    assert sea_left(p.state, p.side) == halves


@pytest.mark.rule("OCS 21.6", "OCS 19.0f")
def test_all_of_it_can_be_used():
    note = "Maps: A, B\nAllied ports: Bône\nAxis ports: all others\n== Axis ==\nSicily B: March Bn (T-1)"
    p = position(note, "Axis Movement Phase", date="1943-01-01", options=TEMPO)
    p.do(Ship(side=AXIS, start="Sicily", to="A48.24", tokens=16))
    p.do(Ship(side=AXIS, start="Sicily", to="A44.31", tokens=14))
    assert sea_left(p.state, AXIS) == 0
    assert "ship" not in p.legal()
    q = position(note, "Axis Movement Phase", date="1943-01-01", options=TEMPO)
    found = order(q.state, AXIS)
    assert found is None or q.game.check(found) is None


@pytest.mark.rule("OCS 21.6", "OCS 13.6", "T2 6.3", "T2 2.4b")
def test_half_as_much_again_comes_each_turn():
    """Kasserine: 1 SP at each of two ports of the Axis, 2 SP of the Allies; 8th Army brings 3 SP."""
    kasserine = load_world("battle-for-kasserine")
    plain, tempo = (set_up_done(rules_for(kasserine, options)) for options in ((), TEMPO))
    for side, tokens in ((AXIS, [4, 4]), (ALLIED, [8])):
        assert [each.tokens for each in entries(plain, side)] == tokens
        assert [each.tokens for each in entries(tempo, side)] == [3 * each // 2 for each in tokens]
    campaign = load_world("tunisia-campaign")
    late = set_up_done(rules_for(campaign, TEMPO))
    late = replace(late, turn=(turn := campaign.calendar.turn_of(date(1943, 3, 5))), army_released=turn)
    assert [each.tokens for each in entries(late, ALLIED)] == [18]


@pytest.mark.rule("OCS 21.6", "T2 1.4a")
@pytest.mark.parametrize(("options", "rolls"), [((), 1), (TEMPO, 2)])
def test_each_side_rolls_twice_for_replacements(campaign: World, options: tuple[str, ...], rolls: int):
    rules = rules_for(campaign, (EVERYONE_SUPPLIED, *options))
    state = replace(set_up(campaign, rules.points), arranging=())
    draft: Draft[State] = Draft(rules, state, SeededDice(1), 0)
    replacements.begin(draft, AXIS)
    frame = draft.state.top_frame
    assert isinstance(frame, ReplFrame) and frame.rolls == rolls


@pytest.mark.rule("OCS 21.6")
def test_a_game_with_it_begins_and_is_found_again(campaign: World):
    game = new_game(campaign, 3, options=TEMPO)
    assert game.rules.load(game.rules.dump(game.state)) == game.state


# --- T2 4.8

LONG = (
    "A20.12 - A20.11 - A20.10 - A20.09 - A20.08 - A20.07 - A20.06 - A20.05 - A20.04 - A20.03 - A20.02 - A21.02 - A22.01"
    " - A23.02 - A24.01 - A25.02 - A26.01 - A27.02 - A28.01: metre\nA20.05, A28.01: village"
)
SOUTH = "== Allied ==\nSupply sources: A20.12\nA28.01: Para Bn (1)\nA24.05: Para Bn (2)"


def tracing(option: bool, day: str, released: bool = False) -> list[bool]:
    """Whether battalion 1, at the southern end of a railway, and battalion 2, near the row of Tebessa, trace."""
    when = "Allied Combat Phase, Combat Segment"
    p = position(SOUTH, when, ground=LONG, date=day, options=(NO_SOUTHERN_RAIL_TRACE,) if option else ())
    state = replace(p.state, army_released=p.state.turn if released else None)
    lines = trace(state, ALLIED).lines
    return [lines[p.id(name)] is not None for name in ("br-para-1", "br-para-2")]


@pytest.mark.rule("T2 4.8")
def test_the_allies_trace_along_no_railway_south_of_the_row_of_tebessa():
    """From A20.12 a railway leads to A28.01; A20.05 is a detrainable hex of the row, which is open."""
    assert tracing(False, "1942-12-01") == [True, True]
    assert tracing(True, "1942-12-01") == [False, True]


@pytest.mark.rule("T2 4.8", "T2 2.4a")
def test_from_the_release_of_eighth_army_on_they_do():
    assert tracing(True, "1943-03-01") == [False, True]
    assert tracing(True, "1943-03-01", released=True) == [True, True]


@pytest.mark.rule("T2 4.8")
def test_the_axis_and_draws_over_land_are_not_touched():
    axis = "== Axis ==\nSupply sources: A20.12\nA28.01: March Bn (T-1)"
    when = "Axis Combat Phase, Combat Segment"
    p = position(axis, when, ground=LONG, options=(NO_SOUTHERN_RAIL_TRACE,))
    assert trace(p.state, AXIS).lines[p.id("T-1")] is not None
    by_land = "== Allied ==\nSupply sources: A20.05\nA20.01: Para Bn (1)"
    q = position(by_land, "Allied Combat Phase, Combat Segment", ground="all: open", options=(NO_SOUTHERN_RAIL_TRACE,))
    assert trace(q.state, ALLIED).lines[q.id("1")] is not None


@pytest.mark.rule("T2 4.8", "T2 1.1a")
def test_on_the_real_map_the_railway_to_tozeur_and_gafsa_is_barred(campaign: World):
    state = set_up_done(rules_for(campaign, (NO_SOUTHERN_RAIL_TRACE,)))
    barred = {campaign.label(hex_) for hex_ in state.points.rails_without_trace(state, ALLIED)}
    assert {"A28.04", "A31.01", "A55.04"} <= barred and not {"A21.05", "A27.05", "A41.05"} & barred
    assert any(label.startswith("B") for label in barred)
    assert not state.points.rails_without_trace(state, AXIS)
