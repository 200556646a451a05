"""How the player `simple` keeps its trace: HQs near those who look to them, units in trace, supply where it is used.

On open ground a truck path costs 1 MP a hex: supply is drawn 5 hexes and one more (OCS 12.3a, 12.3c). Corps HQ (5)
throws 12 MP on its Combat side and 6 on its Move side, where it has MA 12.
"""

from __future__ import annotations

from ocs_engine.players import simple_hq, simple_march, simple_trucks
from ocs_engine.players.simple_supply import fuel_order
from ocs_engine.series.commands import Move
from ocs_engine.series.supply.carrying_commands import BeginDrive, Drive, DriveTo, TakeOn
from ocs_engine.series.supply.trace import could_trace
from tests.drives import roads, with_dump
from tests.positions import ALLIED, Position, position

GOAL = "A20.32"
ENEMY = f"== Axis ==\n{GOAL}: March Bn (T-1)\n"
"""The one enemy unit stands on the objective."""


def field(note: str, enemy: str = ENEMY, goal: str = GOAL) -> Position:
    """The Allied Movement Phase on open ground, the only source of trace at A20.01."""
    head = f"Victory: the Allies occupy 1 of Tunis {goal}; otherwise the Axis\n"
    text = f"{head}{enemy}== Allied ==\nSupply sources: A20.01\n{note}"
    return position(text, "Allied Movement Phase", ground="all: open", options=())


def end(move: Move | None) -> str:
    """Where a march ends, fuel apart."""
    assert move is not None
    return move.path[-1]


# --- HQs


def test_an_hq_stays_where_it_throws_to_all_who_look_to_it() -> None:
    """From A20.05 it throws 12 hexes and one more, to A20.18; on its Move side it would reach less."""
    p = field("A20.05: Corps HQ (5)\nA20.14: 78 Inf Div (11 Inf)\nA20.17: 78 Inf Div (36 Inf)")
    assert simple_hq.march(p.state, p.id("5")) is None


def test_an_hq_goes_to_those_it_does_not_reach_and_not_out_of_trace() -> None:
    """A20.20 is out of its throw from A20.03; it draws on the source from A20.07 at the farthest."""
    p = field("A20.03: Corps HQ (5)\nA20.20: 78 Inf Div (11 Inf)")
    assert end(simple_hq.march(p.state, p.id("5"))) == "A20.07"


def test_an_hq_alone_leaves_before_the_enemy_rides_over_it() -> None:
    p = field("A20.05: Corps HQ (5)", enemy="== Axis ==\nA20.08: March Bn (T-1)\n")
    to = end(simple_hq.march(p.state, p.id("5")))
    assert p.state.world.atlas.grid.distance(p.hex(to), p.hex("A20.08")) >= simple_hq.ALONE


def test_an_hq_out_of_trace_goes_back_to_it() -> None:
    p = field("A20.10: Corps HQ (5)\nA20.18: 78 Inf Div (11 Inf)")
    to = end(simple_hq.march(p.state, p.id("5")))
    assert p.state.world.atlas.grid.distance(p.hex(to), p.hex("A20.01")) <= 6


# --- units


def test_a_unit_goes_no_farther_than_it_traces() -> None:
    """The HQ throws from A20.05 to A20.18, and the objective is beyond."""
    p = field("A20.05: Corps HQ (5)\nA20.16: 78 Inf Div (11 Inf)")
    assert end(simple_march.marching_order(p.state, p.id("11 Inf"))) == "A20.18"


def test_a_unit_that_is_cut_off_goes_home_and_not_to_the_objective() -> None:
    p = field("A20.18: 78 Inf Div (11 Inf)")
    assert not could_trace(p.state, p.id("11 Inf"), p.hex("A20.18"))
    assert p.hex(end(simple_march.marching_order(p.state, p.id("11 Inf")))) < p.hex("A20.18")


def test_a_unit_on_foot_walks_home_where_there_is_no_fuel() -> None:
    """78 Inf Div has 3 MP on foot, which take it three hexes towards the source; in Strat Mode it would burn fuel."""
    p = field("A20.18: 78 Inf Div (11 Inf)")
    told = simple_march.order(p.state, p.id("11 Inf"), ())
    assert isinstance(told, Move)
    p.do(told)
    assert p.where("11 Inf") == "A20.15"


def test_the_last_fighter_stays_with_an_hq_that_the_enemy_could_reach() -> None:
    """Eleven hexes from the enemy one of two brigades goes, and the other stays."""
    note = "A20.05: Corps HQ (5), 78 Inf Div (11 Inf{})"
    near = "== Axis ==\nA20.16: March Bn (T-1)\n"
    alone, two = (field(note.format(more), enemy=near, goal="A20.16") for more in ("", ", 36 Inf"))
    assert simple_march.marching_order(alone.state, alone.id("11 Inf")) is None
    assert simple_march.marching_order(two.state, two.id("11 Inf")) is not None


def test_who_is_cut_off_burns_the_last_token_to_get_away() -> None:
    """With trace it keeps the 2T that a defence takes; without, it buys fuel of the same 2T."""
    note = "A20.17: 6 Arm Div (17/21 L Arm)\nA20.18: 2T"
    near = "== Axis ==\nA20.20: March Bn (T-1)\n"
    cut, fed = (field(f"{more}{note}", enemy=near) for more in ("", "A20.05: Corps HQ (5)\n"))
    tank = cut.id("17/21 L Arm")
    assert fuel_order(cut.state, tank, {tank}) is not None
    assert fuel_order(fed.state, tank, {tank}) is None


# --- supply carried forward


def test_a_truck_passes_a_remnant_by_and_fills_up() -> None:
    """1T lies two hexes away and 8T five: it loads the 4T that it carries."""
    p = roads("== Allied ==\nSupply sources: A20.01\nA20.24: Corps HQ (5)", [("truck", "A20.05", 4, 0)],
              change=lambda state: with_dump("A20.10", 8)(with_dump("A20.07", 1)(state)))  # fmt: skip
    told = simple_trucks.drives(p.state, ALLIED)
    assert [each.tokens for each in told if isinstance(each, TakeOn)] == [4]
    before = told[: next(i for i, each in enumerate(told) if isinstance(each, TakeOn))]
    assert [each for each in before if isinstance(each, DriveTo)][-1].hex == "A20.10"
    assert isinstance(told[0], BeginDrive) and not isinstance(told[0], Drive)


def test_organic_trucks_with_some_load_do_not_leave_for_a_dump_out_of_range() -> None:
    """2T of 4 are aboard, and the only dump lies farther away than they drive: they go with their division."""
    note = "== Allied ==\nSupply sources: A20.01\nA02.08: 6 Arm Div (17/21 L Arm)"
    p = roads(note, [("organic", "A02.05", 4, 2)], change=with_dump("A59.30", 8))
    told = simple_trucks.drives(p.state, ALLIED)
    assert [each.path for each in told if isinstance(each, Drive)] == [("A02.06", "A02.07", "A02.08")]
