"""What is offered under full supply: none of it is refused, and quick looks see what slow ones see."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.kernel.session import Game
from ocs_engine.series import commands
from ocs_engine.series.forms import beginners, in_segment, other_stances, starters
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import begin_refusal, change_refusal, may_begin, may_change
from ocs_engine.series.supply.access import accesses, throwers
from ocs_engine.series.supply.fuel import fuel_refusal, has_fuel
from ocs_engine.series.supply.paths import draw_hexes, draw_mobility, draws_on, throw_hexes, throws_to
from ocs_engine.series.supply.trace import Net
from ocs_engine.series.supply.within_reach import WithinReach
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from tests.series.supply.chance import TABLES, crowd, race, refused, table
from tests.series.test_whole_games import Watch, play

KINDS = {
    "fuel", "begin drive", "drive", "drive to", "end drive", "take on", "put down", "combine", "split", "blow", "build",
    "pay attack", "pay defence", "pay barrage", "recover", "eat", "rail", "ship",
}  # fmt: skip
"""The commands of supply that some of the games must have come to."""


@pytest.mark.rule("OCS 12.3e", "OCS 12.5", "OCS 13.2")
def test_no_form_that_is_open_under_supply_is_refused():
    seen: Counter[str] = Counter()
    for seed, make in product(range(4), (crowd, race)):
        game, chance, watch = make(seed), random.Random(seed), Watch()
        for _ in range(16):
            if game.state.verdict is None:
                play(game, chance.randrange(1000), 8, watch)
            assert refused(game, chance) == []
        seen.update(entry.command.kind for entry in game.entries if entry.command)
    assert {kind for kind in KINDS if not seen[kind]} == set()


@pytest.fixture(params=TABLES)
def game(request: pytest.FixtureRequest) -> Game[State]:
    return table(request.param)


@pytest.fixture
def state(game: Game[State]) -> State:
    return game.state


@pytest.mark.rule("OCS 5.4", "OCS 6.1", "OCS 6.3")
def test_who_may_begin_is_who_is_not_refused_and_each_refusal_says_what_is_so(state: State):
    for uid in (*state.roster, "nobody"):
        refusal = change_refusal(state, uid)
        assert may_change(state, uid) is (refusal is None)
        assert may_begin(state, uid) is (begin_refusal(state, uid) is None)
        so = {"finished": uid in state.memory.done, "no such unit": uid not in state.units}
        assert refusal is None or so.get(refusal.code, True), refusal


@pytest.mark.rule("OCS 6.1", "OCS 12.5")
def test_who_is_offered_to_set_out_is_who_could(game: Game[State]):
    state, rules = game.state, game.rules
    for side in Side:
        if in_segment(state, side):
            able = [uid for uid in beginners(state, side) if _sets_out(rules, state, side, uid)]
            assert list(starters(state, side)) == able


def _sets_out(rules: Ruleset[State], state: State, side: Side, uid: str) -> bool:
    """Whether a move of the unit alone, in any stance that it can take, would be carried out."""
    changes = ({}, *({uid: text} for text in other_stances(state, uid)))
    moves = (commands.BeginMove(side=side, units=(uid,), stances=each) for each in changes)
    return any(rules.check(state, each) is None for each in moves)


@pytest.mark.rule("OCS 12.5")
def test_fuel_is_had_by_those_who_are_not_refused_for_want_of_it(state: State):
    for uid, unit in state.in_order():
        assert has_fuel(state, uid, unit) is (fuel_refusal(state, uid) is None)


@pytest.mark.rule("OCS 12.3a", "OCS 12.3b", "OCS 12.3c", "OCS 12.3e", "OCS 13.1d")
def test_what_comes_to_many_units_comes_to_each_in_the_same_ways(state: State):
    for side in Side:
        supply = WithinReach(state, side)
        own = [uid for uid, unit in state.in_order() if unit.side is side and unit.place >= 0]
        for uid in own:
            assert supply.accesses(uid) == accesses(state, side, state.units[uid].place, (uid,)), uid


@pytest.mark.rule("OCS 12.3c", "OCS 12.6")
def test_a_look_at_one_hex_sees_what_a_look_at_all_sees(state: State):
    size = state.world.atlas.grid.size
    for side in Side:
        sources, one, every = sorted(state.dumps), Net(state, side), Net(state, side)
        for uid in throwers(state, side):
            thrown = throw_hexes(state, uid)
            assert [hex_ for hex_ in range(size) if throws_to(state, uid, hex_)] == sorted(thrown)
        for unit in state.units.values():
            if unit.side is side and on_map(state, unit.place):
                place, mobility = unit.place, draw_mobility(unit)
                drawn = draw_hexes(state, side, place, mobility)
                assert [each for each in sources if draws_on(state, side, place, mobility, each)] == [
                    each for each in sources if each in drawn
                ]
                assert bool(one.all_drawn(place, mobility)) is (every.drawn(place, mobility) is not None)
