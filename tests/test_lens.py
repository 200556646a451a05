"""The supply lens: lines with their costs, what cuts them, who will starve, what an attack and a march cost.

A20.20 lies south of A20.21. On open ground a truck pays 1 MP for a hex; a draw takes 5 MP, and next to it is near
enough. Costs are in twelfths of an MP.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ocs_engine import lens
from ocs_engine.grid import Hex
from ocs_engine.kernel.search import reach
from ocs_engine.lens import Cuts, Lens, attack_cost, march_cost, outlook
from ocs_engine.series.general import negated
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.access import accesses, all_sources, feeds, serves, throwers
from ocs_engine.series.supply.fuel import Fuel, How
from ocs_engine.series.supply.paths import draw_budget, draw_mobility, ground
from ocs_engine.series.supply.trace import trace
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, Position, position, set_up_done

WHEN = "Allied Combat Phase, Combat Segment"


def at(note: str, terrain: str = "all: open", when: str = WHEN) -> Position:
    return position(note, when, ground=terrain, options=())


def look(p: Position, name: str) -> Lens:
    return lens.lens(p.state, p.id(name))


def told(p: Position, hexes: Iterable[Hex]) -> list[str]:
    return [p.state.world.label(hex_) for hex_ in hexes]


def names(found: Lens) -> list[str]:
    return [line.access.name for line in found.lines]


# --- lines


@pytest.mark.rule("OCS 12.3a", "OCS 12.3c")
def test_a_draw_is_told_hex_by_hex_and_ends_next_to_the_dump():
    p = at("== Allied ==\nA20.20: Para Bn (1)\nA20.26: 2 SP")
    found = look(p, "1")
    (line,) = found.lines
    (leg,) = line.legs
    assert told(p, leg.hexes) == ["A20.20", "A20.21", "A20.22", "A20.23", "A20.24", "A20.25", "A20.26"]
    assert leg.costs == (0, 12, 24, 36, 48, 60, 60), "the last hex is free: next to it is near enough"
    assert (leg.budget, leg.mobility, found.tokens) == (60, Mobility.TRUCK, 8)


@pytest.mark.rule("OCS 12.3b")
def test_a_throw_is_told_as_the_draw_of_the_hq_and_its_throw():
    p = at("== Allied ==\nA20.30: 2 SP\nA20.25: Corps HQ (5)\nA20.14: Para Bn (1)")
    found = look(p, "1")
    (line,) = found.lines
    hq = p.id("5")
    assert line.access.name == f"A20.30 by {hq}"
    drawn, thrown = line.legs
    assert (drawn.unit, told(p, drawn.hexes)[0], told(p, drawn.hexes)[-1]) == (hq, "A20.25", "A20.30")
    assert (drawn.costs[-1], drawn.budget) == (4 * 12, 5 * 12)
    # 5 Corps throws 12: ten hexes to A20.15, and A20.14 is next to it.
    assert (thrown.unit, told(p, thrown.hexes)[0], told(p, thrown.hexes)[-1]) == (hq, "A20.25", "A20.14")
    assert (thrown.costs[-1], thrown.budget) == (10 * 12, 12 * 12)


def test_supply_in_the_own_hex_and_next_to_it_costs_nothing():
    p = at("== Allied ==\nA20.20: Para Bn (1), 1 SP\nA20.21: 2T")
    assert [(line.access.name, line.legs[0].costs) for line in look(p, "1").lines] == [
        ("A20.20", (0,)), ("A20.21", (0, 0)),
    ]  # fmt: skip


@pytest.mark.rule("OCS 12.3e")
def test_in_a_box_there_is_the_box_alone_and_nothing_cuts_it():
    p = at("== Allied ==\nAlgiers: Para Bn (1)\nA20.20: 2 SP")
    found = look(p, "1")
    assert names(found) == ["Algiers"]
    assert (found.lines[0].legs, found.cuts, found.traced) == ((), Cuts(), None)


# --- cuts


@pytest.mark.rule("OCS 12.3d", "OCS 4.5a")
def test_a_path_of_no_other_way_is_cut_at_every_hex():
    # Six hexes in a straight line, five to be paid: the only path. The unit negates zones in its own hex; the dump is
    # lost to an enemy unit in its hex, and drawn from next to it whatever zone it lies in.
    p = at("== Allied ==\nA20.20: Para Bn (1)\nA20.26: 2 SP")
    cuts = look(p, "1").cuts
    assert told(p, cuts.units) == ["A20.21", "A20.22", "A20.23", "A20.24", "A20.25", "A20.26"]
    assert told(p, cuts.zones) == ["A20.21", "A20.22", "A20.23", "A20.24", "A20.25"]


@pytest.mark.rule("OCS 12.3d")
def test_where_there_is_room_to_go_round_the_dump_alone_can_be_cut_off():
    p = at("== Allied ==\nA20.20: Para Bn (1)\nA20.23: 2 SP")
    cuts = look(p, "1").cuts
    assert (told(p, cuts.units), cuts.zones) == (["A20.23"], ())


@pytest.mark.rule("OCS 12.3d")
def test_two_dumps_on_different_sides_are_not_cut_by_any_one_hex():
    p = at("== Allied ==\nA20.20: Para Bn (1)\nA20.26: 2 SP\nA20.14: 2 SP")
    assert look(p, "1").cuts == Cuts()


@pytest.mark.rule("OCS 12.3b", "OCS 12.3d")
def test_an_hq_and_its_dump_are_what_a_throw_with_room_hangs_on():
    # The HQ draws over 4 MP of 5 and throws over 10 of 12: one hex in the way costs a detour of 1 MP. It negates zones.
    p = at("== Allied ==\nA20.30: 2 SP\nA20.25: Corps HQ (5)\nA20.14: Para Bn (1)")
    cuts = look(p, "1").cuts
    assert (told(p, cuts.units), cuts.zones) == (["A20.25", "A20.30"], ())


@pytest.mark.rule("OCS 12.3b", "OCS 12.3d", "OCS 4.5a")
def test_what_cuts_one_hq_does_not_cut_the_other():
    # 5 Corps and 2 Corps, on either side, both draw on A20.26; what they have in common is the dump.
    p = at("== Allied ==\nA20.26: 2 SP\nA18.26: Corps HQ (5)\nA22.25: US Corps HQ (2)\nA20.16: Para Bn (1)")
    found = look(p, "1")
    assert len(found.lines) == 2
    assert told(p, found.cuts.units) == ["A20.26"]


@pytest.mark.rule("OCS 12.6", "OCS 12.6b")
def test_trace_is_cut_on_the_way_and_by_a_zone_in_the_source_itself():
    p = at("== Allied ==\nSupply sources: A20.20\nA20.26: Para Bn (1)")
    found = look(p, "1")
    assert found.lines == () and found.traced is not None
    way = ["A20.20", "A20.21", "A20.22", "A20.23", "A20.24", "A20.25"]
    assert told(p, found.traced.legs[0].hexes) == ["A20.26", *way[::-1]]
    assert sorted(told(p, found.trace_cuts.units)) == way
    assert sorted(told(p, found.trace_cuts.zones)) == way
    assert look(at("== Allied ==\nA20.26: Para Bn (1)"), "1").traced is None


# --- against plain searches in a whole scenario


def stands(state: State, uid: str, sources: list[Hex], hqs: list[str], shut: Hex, by_unit: bool, closes: bool) -> bool:
    """Whether a line from any source is left with a hex shut: everything searched anew."""
    side, grid = state.units[uid].side, state.world.atlas.grid
    left = [hex_ for hex_ in sources if not (hex_ == shut and (by_unit or closes))]

    def gets(user: str, budget: int, goals: list[Hex]) -> bool:
        unit = state.units[user]
        mobility = draw_mobility(unit)
        arcs, closed = ground(state, side).ways(mobility)
        if by_unit or mobility is Mobility.TRUCK:
            closed = closed | {shut}
        found = reach(arcs, unit.place, 0 if unit.place in closed else budget, closed)
        return any(near in found for goal in goals for near in (goal, *grid.around(goal)))

    draw = draw_budget(state)
    if gets(uid, draw, left):
        return True
    able = [hq for hq in hqs if not (by_unit and state.units[hq].place == shut)]
    place = state.units[uid].place
    return any(gets(hq, TWELFTHS * state.units[hq].face.throw, [place]) and gets(hq, draw, left) for hq in able)


@pytest.fixture(scope="module")
def kasserine() -> State:
    return set_up_done(rules_for(load_world("kasserine-campaign"), ()))


@pytest.mark.rule("OCS 12.3a", "OCS 12.3b", "OCS 12.3d")
@pytest.mark.parametrize("side", Side)
def test_lines_are_the_ways_that_pay(kasserine: State, side: Side) -> None:
    for uid, unit in kasserine.in_order():
        if unit.side is side and on_map(kasserine, unit.place):
            ways = [each.name for each in accesses(kasserine, side, unit.place, (uid,))]
            found, line = lens.lens(kasserine, uid), trace(kasserine, side).lines[uid]
            assert names(found) == ways, uid
            assert (found.traced is None, found.traced and found.traced.access.hq) == (line is None, line and line.hq)


@pytest.mark.rule("OCS 12.3d", "OCS 12.6")
@pytest.mark.parametrize("side", Side)
def test_cuts_are_those_of_shutting_hex_after_hex(kasserine: State, side: Side) -> None:
    own = [uid for uid, unit in kasserine.in_order() if unit.side is side and on_map(kasserine, unit.place)]
    for uid in own[::9]:
        check_cuts(kasserine, uid)


def check_cuts(state: State, uid: str) -> None:
    """What cuts the lines of a unit is found by shutting each hex of the first of them; it must lie on that."""
    unit = state.units[uid]
    found, tracing = lens.lens(state, uid), trace(state, unit.side)
    able = [hq for hq in throwers(state, unit.side) if hq != uid and serves(state, state.units[hq], unit)]
    sources = [each.place for each in all_sources(state, unit.side) if feeds(state, each, (uid,))]
    mapped = [place for place in sources if on_map(state, place)]
    for line, cuts, places, closes in (
        (next(iter(found.lines), None), found.cuts, mapped, False),
        (found.traced, found.trace_cuts, list(tracing.net.sources), True),
    ):
        hexes = sorted({hex_ for leg in line.legs for hex_ in leg.hexes} - {unit.place}) if line else []
        by_unit = [h for h in hexes if not stands(state, uid, places, able, h, True, closes)]
        assert list(cuts.units) == by_unit
        open_ = [h for h in sorted({*hexes, unit.place}) if line and not negated(state, unit.side, h)]
        by_zone = {h for h in open_ if not stands(state, uid, places, able, h, False, closes)}
        assert set(cuts.zones) == by_zone


# --- a side


@pytest.mark.rule("OCS 12.6", "OCS 12.6c", "OCS 12.8")
def test_who_will_starve_if_nothing_changes():
    note = """
        == Allied ==
        Supply sources: A20.20
        A20.26: Para Bn (1)
        A20.33: Para Bn (3)
        A20.34: 1T
        A05.20: Commando Bn (6 Cdo)
        """
    p = at(note)
    found = outlook(p.state, ALLIED)
    assert found.without == p.ids("3, 6 Cdo"), "Para 1 draws on the source, six hexes away"
    assert found.meals == {"A20.34": p.ids("3")}, "a battalion eats 1T"
    assert found.starving == p.ids("6 Cdo")
    assert outlook(p.state, AXIS).without == ()
    supplied = position(note, WHEN, ground="all: open")
    assert outlook(supplied.state, ALLIED) == lens.Outlook()


# --- plans


@pytest.mark.rule("OCS 9.5", "OCS 12.4")
def test_an_attack_costs_a_token_for_each_step_and_the_defence_one_for_a_battalion():
    note = """
        == Axis ==
        A20.21: March Bn (T-1)
        A20.22: 2T
        == Allied ==
        A20.20: Para Bn (1), Para Bn (3)
        A20.19: 1T
        A20.18: 3T
        """
    p = at(note)
    found = attack_cost(p.state, p.ids("1, 3"), p.hex("A20.21"))
    one, three = p.ids("1, 3")
    assert found.bill.payments == {one: {"A20.18": 1}, three: {"A20.18": 1}}, "from one dump, which has enough for both"
    assert (found.bill.tokens, found.defence, found.answer.payment) == (2, 1, {"A20.22": 1})


TANKS = """
== Allied ==
A20.20: 6 Arm Div (17/21 L Arm, 2 Lo Arm{more})
A20.30: 6 Arm Div (L+ Arm)
A20.21: {dump}
"""


def march(note: str, units: str) -> tuple[Position, lens.March]:
    p = at(note, when="Allied Movement Phase")
    return p, march_cost(p.state, p.ids(units))


@pytest.mark.rule("OCS 12.5")
def test_two_tanks_are_fueled_singly_and_one_out_of_reach_stays_dry():
    p, found = march(TANKS.format(more="", dump="2 SP"), "17/21 L Arm, 2 Lo Arm, L+ Arm")
    assert [(each.how, each.what, each.payment) for each in found.purchases] == [
        (How.UNIT, uid, {"A20.21": 1}) for uid in p.ids("17/21 L Arm, 2 Lo Arm")
    ]
    assert (found.tokens, found.dry) == (2, p.ids("L+ Arm"))


@pytest.mark.rule("OCS 12.5")
def test_four_of_a_formation_are_fueled_for_the_same_price_together_and_for_longer():
    note = TANKS.format(more=", 1 Derby AC", dump="2 SP").replace("A20.30", "A21.20")
    p, found = march(note, "17/21 L Arm, 2 Lo Arm, 1 Derby AC, L+ Arm")
    (bought,) = found.purchases
    assert (bought.how, bought.what, bought.payment) == (How.FORMATION, "6 Arm Div", {"A20.21": 4})
    assert found.dry == ()
    for each in found.purchases:
        p.do(Fuel(side=ALLIED, how=each.how, what=each.what, payment=dict(each.payment)))
    assert march_cost(p.state, p.ids("17/21 L Arm, 2 Lo Arm, 1 Derby AC, L+ Arm")) == lens.March()


@pytest.mark.rule("OCS 12.5", "OCS 12.5e")
def test_an_hq_fuels_itself_and_independents_in_its_range_and_no_division():
    note = """
        == Allied ==
        A20.20: Corps HQ (5), Arm Bn (142, NIH), 6 Arm Div (17/21 L Arm)   -- Move
        A20.25: Arm Bn (51 RTR)
        A20.21: 2 SP
        """
    p, found = march(note, "5, 142, NIH, 51 RTR, 17/21 L Arm")
    assert {each.how: each.units for each in found.purchases} == {
        How.HQ: p.ids("5, 142, NIH, 51 RTR"), How.UNIT: p.ids("17/21 L Arm"),
    }  # fmt: skip
    assert found.tokens == 4 + 1, "four singly would be as dear, and last for the phase alone"


@pytest.mark.rule("OCS 12.5", "OCS 12.1")
def test_a_token_is_not_paid_twice():
    p, found = march(TANKS.format(more="", dump="1T"), "17/21 L Arm, 2 Lo Arm")
    assert (found.tokens, found.dry) == (1, p.ids("2 Lo Arm"))


@pytest.mark.rule("OCS 12.5b")
def test_foot_soldiers_march_for_nothing():
    _, found = march("== Allied ==\nA20.20: Para Bn (1)", "1")
    assert found == lens.March()
