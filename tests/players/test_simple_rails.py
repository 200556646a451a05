"""The player `simple` opens its railways again where the enemy cuts them.

A railway leads from the source of trace at A20.01 along column A20 to the villages A20.14 and A20.28. Who stands at
A20.29 draws on A20.28, five hexes being too far from the source.
"""

from __future__ import annotations

from dataclasses import replace

from ocs_engine.players import simple_march
from ocs_engine.players.simple_fight import attack
from ocs_engine.players.simple_rails import Break, breaks, errands
from ocs_engine.series.forms import beginners
from ocs_engine.state.model import State
from tests.positions import ALLIED, AXIS, Position, position

LINE = " - ".join(f"A20.{row:02}" for row in range(1, 30))
GROUND = f"all: open\n{LINE}: metre\nA20.14: village\nA20.28: village\n"
ARMY = "A20.29: 78 Inf Div (11 Inf), 78 Inf Div (36 Inf), Para Bn (1)\n"
RAIDER = "== Axis ==\n{}: March Bn (T-1)\n"
HEAD = "Victory: the Allies occupy 1 of Tunis A45.20; otherwise the Axis\n"


def line(note: str = ARMY, enemy: str = "", when: str = "Allied Movement Phase") -> Position:
    """The Allied Movement Phase with the railway, which is the Allies' all along."""
    text = f"{HEAD}{enemy}== Allied ==\nSupply sources: A20.01\n{note}"
    p = position(text, when, ground=GROUND, options=())
    return taken(p, ALLIED, "A20.14", "A20.28")


def taken(p: Position, side: object, *labels: str) -> Position:
    """The same with stations in the hands of a side."""
    control = p.state.rail_control.update({p.hex(label): side for label in labels})
    return Position(p.rules, replace(p.state, rail_control=control), p.game.dice)


def found(state: State) -> list[tuple[list[str], int]]:
    """The breaks: where to go, and how many units they concern."""
    return [([state.world.label(goal) for goal in each.goals], each.units) for each in breaks(state, ALLIED)]


def test_an_enemy_on_the_line_is_a_break_for_all_beyond_him() -> None:
    assert found(line().state) == []
    assert found(line(enemy=RAIDER.format("A20.20")).state) == [(["A20.20"], 3)]


def test_an_enemy_beside_the_line_cuts_it_by_his_zone() -> None:
    """March Bn has a ZOC, and stands at A21.20 next to A20.20."""
    assert found(line(enemy=RAIDER.format("A21.20")).state) == [(["A21.20"], 3)]


def test_a_station_that_the_enemy_took_and_left_is_a_break() -> None:
    assert found(taken(line(), AXIS, "A20.14").state) == [(["A20.14"], 3)]


def test_one_or_two_units_without_trace_are_no_break() -> None:
    two = "A20.29: 78 Inf Div (11 Inf), 78 Inf Div (36 Inf)\n"
    assert found(line(two, RAIDER.format("A20.20")).state) == []


def test_the_nearest_fighters_go_three_to_an_enemy_and_one_to_a_station() -> None:
    more = f"{ARMY}A20.22: Para Bn (3)\nA20.33: Para Bn (2)\n"
    p = line(more, RAIDER.format("A20.18"))
    sent = errands(p.state, ALLIED, breaks(p.state, ALLIED), beginners(p.state, ALLIED))
    assert set(sent.values()) == {p.hex("A20.18")}
    assert len(sent) == 3 and p.id("3") in sent and p.id("2") not in sent
    p = taken(line(more), AXIS, "A20.14")
    sent = errands(p.state, ALLIED, breaks(p.state, ALLIED), beginners(p.state, ALLIED))
    assert sent == {p.id("3"): p.hex("A20.14")}


def test_who_is_sent_goes_there_whatever_his_trace() -> None:
    """3 MP on foot: from A20.22 to A20.19, next to the enemy, in Combat Mode and as strong as he."""
    p = line(f"{ARMY}A20.22: Commando Bn (1 Cdo)\n", RAIDER.format("A20.18"))
    unit = p.id("1 Cdo")
    move = simple_march.marching_order(p.state, unit, errands={unit: p.hex("A20.18")})
    assert move is not None
    distance = p.state.world.atlas.grid.distance
    assert distance(p.hex(move.path[-1]), p.hex("A20.18")) < distance(p.hex("A20.22"), p.hex("A20.18"))


def test_an_enemy_who_cuts_a_railway_is_worth_more_to_attack() -> None:
    """Two regiments empty the hex with a chance of one half, and lose more by it than the hex is worth elsewhere."""
    enemy = "== Axis ==\nA20.20: LW Para Eng Bn (Witzig)\n"
    p = line("A20.21: 78 Inf Div (11 Inf), 78 Inf Div (36 Inf)\n", enemy, when="Allied Combat Phase, Combat Segment")
    assert attack(p.state, ALLIED) is None
    told = attack(p.state, ALLIED, {p.hex("A20.20")})
    assert told is not None and told.target == "A20.20"


def test_no_break_counts_where_everyone_is_supplied() -> None:
    p = line(enemy=RAIDER.format("A20.20"))
    free = position(f"{HEAD}{RAIDER.format('A20.20')}== Allied ==\nSupply sources: A20.01\n{ARMY}", ground=GROUND)
    assert breaks(free.state, ALLIED) == []
    assert breaks(p.state, ALLIED) == [Break((p.hex("A20.20"),), 3)]
