"""Breakout (OCS 12.8e): who may try, on a die 5 or 6 gets away, +1 on the first turn out of trace.

The Axis battalion in A20.22 shuts the way: its zone lies on A20.21 and all hexes around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.soundness import faults
from ocs_engine.series.supply.breaking_out import hopefuls
from ocs_engine.series.supply.breakout import Breakout
from ocs_engine.series.tables.breakout import breakout
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, Returning, Stocks
from ocs_engine.state.slots import Segment
from ocs_engine.world.options import EVERYONE_SUPPLIED
from tests.positions import ALLIED, AXIS, Position, position

WHEN = "Allied Movement Phase, Breakout Segment"
SOURCE = "== Allied ==\nSupply sources: A20.05\nA20.10: Para Bn (1)\n"
"""A battalion in trace, which reaches the draw of A20.05."""
DEAD, AWAY_NOW = "dead", AWAY


def at(note: str, *faces: int, ground: str = "all: open", options: Sequence[str] = ()) -> Position:
    return position(note, WHEN, ground=ground, dice=RecordedDice(faces), options=options)


def try_out(p: Position, name: str, no: str | None = None) -> None:
    uid = name if name in p.state.transport else p.id(name)
    p.do(Breakout(side=p.side, unit=uid), no)


def may(p: Position) -> list[str]:
    return hopefuls(p.state, p.side)


@pytest.mark.rule("OCS 12.8e")
@pytest.mark.parametrize(("roll", "first", "away"), [
    (1, False, False), (4, False, False), (5, False, True), (6, False, True),
    (3, True, False), (4, True, True), (6, True, True),
])  # fmt: skip
def test_5_or_6_gets_away_and_the_first_turn_adds_one(roll: int, first: bool, away: bool):
    escape = breakout(at(SOURCE).state.world.tables, roll, first)
    assert (escape.total, escape.away) == (roll + first, away)


@pytest.mark.rule("OCS 12.8e")
def test_only_units_of_the_side_that_have_no_trace_now_may_try():
    p = at(SOURCE + "A20.20: Para Bn (2)\n== Axis ==\nA40.20: March Bn (T-1)")
    assert may(p) == [p.id("br-para-2")]
    assert p.offered("breakout") == {p.id("br-para-2")}
    try_out(p, "1", no="OCS 12.8e")
    try_out(p, "T-1", no="OCS 12.8e")
    p.do(Breakout(side=ALLIED, unit="nobody"), "OCS 12.8e")


@pytest.mark.rule("OCS 12.8e")
def test_a_unit_without_printed_ma_may_not():
    p = at(SOURCE + "A20.20: Para Bn (2)")
    uid = p.id("br-para-2")
    unit = p.state.units[uid]
    fixed = replace(unit, counter=replace(unit.counter, move=replace(unit.counter.move, ma=0)))
    assert hopefuls(p.state, ALLIED) == [uid]
    assert hopefuls(put_units(p.state, {uid: fixed}), ALLIED) == []


@pytest.mark.rule("OCS 12.8e")
def test_who_fails_dies_and_may_be_rebuilt():
    p = at(SOURCE + "A20.20: Para Bn (2)", 3)
    try_out(p, "br-para-2")
    assert p.where("br-para-2") == DEAD and p.state.returning == ()


@pytest.mark.rule("OCS 12.8e")
def test_who_gets_away_returns_after_a_second_die_of_turns_with_its_losses_and_nothing_else():
    p = at(SOURCE + "A20.20: Para Bn (2)  -- DG, low", 4, 5)
    try_out(p, "br-para-2")
    unit = p.unit("br-para-2")
    assert (unit.place, unit.marker, unit.oos, unit.stocks) == (AWAY_NOW, None, False, Stocks.FULL)
    assert p.state.returning == (Returning(p.state.turn + 5, ALLIED, p.id("br-para-2")),)


@pytest.mark.rule("OCS 12.8e")
def test_on_the_first_turn_out_of_trace_no_path_and_no_distance_is_asked_for():
    # 24 hexes from the only friend, the enemy all round.
    ring = "\n== Axis ==\n" + "\n".join(f"{label}: March Bn (T-{i})" for i, label in enumerate(("A20.33", "A20.31"), 1))
    p = at(SOURCE + "A20.32: Para Bn (2)" + ring, 4, 1)
    assert may(p) == [p.id("br-para-2")]
    try_out(p, "br-para-2")
    assert p.unit("br-para-2").place == AWAY_NOW, "4 and 1 are 5"


@pytest.mark.rule("OCS 12.8e")
@pytest.mark.parametrize(("row", "near"), [(25, True), (26, False)])
def test_later_a_friendly_unit_in_trace_must_be_within_15_hexes(row: int, near: bool):
    p = at(SOURCE + f"A20.{row}: Para Bn (2)  -- OOS")
    assert (may(p) == [p.id("br-para-2")]) == near
    if not near:
        try_out(p, "br-para-2", no="OCS 12.8e")


SEA = "all: open\n" + ", ".join(f"A{column:02}.15" for column in range(1, 61)) + ": sea"


@pytest.mark.rule("OCS 12.8e")
def test_later_a_path_of_any_length_must_lead_there_free_of_prohibited_terrain():
    note = SOURCE + "A20.20: Para Bn (2)  -- OOS"
    assert may(at(note)) != []
    assert may(at(note, ground=SEA)) == []
    assert may(at(note, ground=SEA.replace("A60.15", "A59.15"))) != [], "round by the far side of the map"


NECK = "all: sea\n" + ", ".join(f"A20.{row:02}" for row in range(3, 25)) + ": open"
"""A causeway one hex wide."""


@pytest.mark.rule("OCS 12.8e")
def test_later_enemy_units_bar_the_path_and_their_zone_bars_trucks_alone():
    open_way = SOURCE + "A20.20: {who}  -- OOS"
    enemy = "\n== Axis ==\nA20.15: March Bn (T-1)  -- Move"
    assert may(at(open_way.format(who="Para Bn (2)"), ground=NECK)) != []
    assert may(at(open_way.format(who="Para Bn (2)") + enemy, ground=NECK)) == []
    # On a causeway widened at A21.15 the enemy stands beside the path, and his zone lies on it.
    wide = NECK + "\nA21.15: open"
    zone = "\n== Axis ==\nA21.15: March Bn (T-1)"
    assert may(at(open_way.format(who="Para Bn (2)") + zone, ground=wide)) != [], "Leg in Move Mode"
    assert may(at(open_way.format(who="Corps HQ (5)") + zone, ground=wide)) == [], "Truck in Move Mode"
    brigade = open_way.format(who="78 Inf Div (11 Inf)")
    assert may(at(brigade + zone, ground=wide)) == [], "on foot in Combat Mode, but by truck in Move Mode"
    assert may(at(brigade, ground=wide)) != []


@pytest.mark.rule("OCS 12.8e", "T2 1.2")
def test_later_friends_in_a_box_are_no_goal():
    note = "== Allied ==\nSupply sources: A20.05\nAlgiers: Para Bn (1)\nA20.20: Para Bn (2)  -- OOS\n"
    assert may(at(note)) == [], "in trace, and at no distance from any hex"
    assert may(at(note + "A20.10: Para Bn (3)")) != []


@pytest.mark.rule("OCS 12.8e")
def test_a_unit_that_ate_or_is_marked_is_past_its_first_turn():
    p = at(SOURCE + "A20.30: Para Bn (2)")
    uid = p.id("br-para-2")
    assert hopefuls(p.state, ALLIED) == [uid]
    for later in (replace(p.state.units[uid], ate=True), replace(p.state.units[uid], oos=True)):
        assert hopefuls(put_units(p.state, {uid: later}), ALLIED) == [], "20 hexes are too far then"


# --- transport


@pytest.mark.rule("OCS 12.8e")
def test_transport_tries_with_a_unit_in_its_first_turn_point_by_point_and_leaves_its_load():
    # Three points of 4T: 3 + 1 fails, 4 + 1 returns after 2 turns, 6 + 1 after 6.
    p = at(SOURCE + "A20.20: Para Bn (2), 3x Truck Point (F)", 3, 4, 2, 6, 6)
    assert may(p) == [p.id("br-para-2"), "allied-truck-1"]
    try_out(p, "allied-truck-1")
    assert "allied-truck-1" not in p.state.transport
    turn = p.state.turn
    assert p.state.returning == (
        Returning(turn + 2, ALLIED, "", "truck", 4), Returning(turn + 6, ALLIED, "", "truck", 4),
    )  # fmt: skip
    assert p.state.dumps[p.hex("A20.20")].tokens == 12, "the load of all three stays on the ground"


@pytest.mark.rule("OCS 12.8e", "OCS 13.2g")
def test_an_organic_truck_rolls_once():
    p = at(SOURCE + "A20.20: 6 Arm Div (10 Rfl), 6 Arm Div Organic Truck (F)", 6, 1)
    (truck,) = p.state.transport.values()
    try_out(p, "allied-organic-1")
    assert p.state.returning == (Returning(p.state.turn + 1, ALLIED, "", "organic", truck.tokens, "6 Arm Div"),)


@pytest.mark.rule("OCS 12.8e")
@pytest.mark.parametrize("note", [
    "A20.20: Para Bn (2)  -- OOS\nA20.20: 1x Truck Point (F)",  # later than the first turn
    "A20.21: Para Bn (2)\nA20.20: 1x Truck Point (F)",  # with nobody
    "A20.10: 1x Truck Point (F)",  # with a unit in trace
    "A20.20: 1x Truck Point (F)\n== Axis ==\nA20.20: March Bn (T-1)",  # with the enemy, as a slip may leave it
])  # fmt: skip
def test_elsewhere_transport_does_not_try(note: str):
    p = at(SOURCE + note)
    assert "allied-truck-1" not in may(p)
    try_out(p, "allied-truck-1", no="OCS 12.8e")


@pytest.mark.rule("OCS 12.8e")
@pytest.mark.parametrize("back", [
    Returning(3, ALLIED, "nobody"), Returning(3, ALLIED, "br-para-2"), Returning(3, ALLIED, "", "carpet", 4),
    Returning(3, ALLIED, "", "truck", 0),
])  # fmt: skip
def test_only_what_is_away_can_come_back(back: Returning):
    p = at(SOURCE + "A20.20: Para Bn (2)")
    assert list(faults(p.state)) == []
    assert any("come back" in fault for fault in faults(replace(p.state, returning=(back,))))


# --- the segment


@pytest.mark.rule("OCS 12.8e", "OCS 2.2")
def test_the_segment_waits_while_somebody_could_try_and_nobody_must():
    p = at(SOURCE + "A20.20: Para Bn (2)\nA20.22: Para Bn (3)", 1)
    try_out(p, "br-para-2")
    assert p.state.now.segment is Segment.BREAKOUT, "one is left"
    p.end_segment()
    assert p.state.now.segment is Segment.MOVEMENT and p.where("3") == "A20.22"
    last = at(SOURCE + "A20.20: Para Bn (2)", 1)
    try_out(last, "br-para-2")
    assert last.state.now.segment is Segment.MOVEMENT


@pytest.mark.rule("OCS 12.8e")
def test_where_all_units_count_as_supplied_nobody_breaks_out():
    p = at(SOURCE + "A20.20: Para Bn (2)", options=(EVERYONE_SUPPLIED,))
    assert may(p) == []
    try_out(p, "br-para-2", no="OCS 12.8e")


@pytest.mark.rule("OCS 12.8e")
def test_it_is_for_the_own_breakout_segment_alone():
    p = position(SOURCE + "A20.20: Para Bn (2)", "Allied Movement Phase", ground="all: open", options=())
    assert "breakout" not in p.legal()
    axis = position(SOURCE + "A20.20: Para Bn (2)", "Axis Movement Phase, Breakout Segment", ground="all: open",
                    options=())  # fmt: skip
    assert hopefuls(axis.state, AXIS) == [] and "breakout" not in axis.rules.legal(axis.state, ALLIED)
