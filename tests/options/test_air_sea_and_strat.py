"""OCS 21.12b to 21.12e: ships at night, Strat Mode in few hexes and near supply, drops on bad ground."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.players.simple_answers import destroy as simple_destroy
from ocs_engine.series import commands
from ocs_engine.series.air.drop import ground_modifier
from ocs_engine.series.general import strat_crowds
from ocs_engine.series.movement import may_end_in
from ocs_engine.series.sequence import OverstackFrame
from ocs_engine.series.shipping import Ship, sea_left
from ocs_engine.series.story import tell
from ocs_engine.series.tables.air_drop import terrain_drm
from ocs_engine.series.tables.odds_column import terrain_classes
from ocs_engine.state.events import UnitsDestroyed
from ocs_engine.state.lift_events import DropRolled
from ocs_engine.state.model import Work
from ocs_engine.world.options import (
    DROP_TERRAIN,
    EVERYONE_SUPPLIED,
    NIGHT_SHIPPING,
    STRAT_DRAWS_TRACE,
    STRAT_STACKING,
)
from tests.flights import events, sky
from tests.lifts import drop, planning
from tests.positions import ALLIED, AXIS, Position, position

# --- 21.12b

BESIEGED = """
    Maps: A, B
    Allied ports: Bône, Tabarka
    Axis ports: all others
    == Axis ==
    Sicily B: March Bn (T-1)  -- Move
    A48.24: 2 SP
    == Allied ==
    {besieger}: 78 Inf Div (11 Inf)
"""
TUNIS, SFAX = "A48.24", "B57.30"


def harbour(*options: str, besieger: str = "A47.24", date: str = "1943-01-01") -> Position:
    """Tunis with an Allied brigade beside it or far from it; 5 SP of Sea Cap, 40 half tokens."""
    return position(BESIEGED.format(besieger=besieger), "Axis Movement Phase", date=date, options=options)


def ship(p: Position, start: str, to: str, names: str = "", tokens: int = 0, no: str | None = None) -> None:
    p.do(Ship(side=AXIS, start=start, to=to, cargo=p.ids(names) if names else (), tokens=tokens), no)


@pytest.mark.rule("OCS 21.12", "OCS 19.0a")
def test_a_port_in_an_enemy_zone_is_shut_without_the_option():
    p = harbour()
    ship(p, "Sicily", TUNIS, tokens=1, no="OCS 19.0a")
    ship(p, TUNIS, SFAX, tokens=1, no="OCS 19.0a")


@pytest.mark.rule("OCS 21.12")
def test_cargo_takes_four_times_its_size_of_sea_cap_in_either_direction():
    """1T is 2 half tokens, four times 8; a march battalion of 1/2 RE on foot 1T, so 8 as well."""
    p = harbour(NIGHT_SHIPPING)
    ship(p, "Sicily", TUNIS, tokens=2)
    assert sea_left(p.state, AXIS) == 40 - 16
    ship(p, TUNIS, SFAX, tokens=1)
    assert sea_left(p.state, AXIS) == 40 - 24
    ship(p, "Sicily B", TUNIS, "T-1")
    assert sea_left(p.state, AXIS) == 40 - 32
    ship(p, "Sicily", TUNIS, tokens=2, no="OCS 19.0f")
    ship(p, "Sicily", SFAX, tokens=4)
    assert sea_left(p.state, AXIS) == 0


@pytest.mark.rule("OCS 21.12")
def test_it_does_so_where_the_port_to_which_it_goes_lies_in_the_zone():
    note = BESIEGED.format(besieger="A47.24").replace("A48.24: 2 SP", "B57.30: 1 SP")
    p = position(note, "Axis Movement Phase", date="1943-01-01", options=(NIGHT_SHIPPING,))
    ship(p, SFAX, TUNIS, tokens=1)
    assert sea_left(p.state, AXIS) == 40 - 8


@pytest.mark.rule("OCS 21.12")
def test_elsewhere_it_takes_what_it_always_does():
    p = harbour(NIGHT_SHIPPING, besieger="A30.20")
    ship(p, "Sicily", TUNIS, tokens=2)
    assert sea_left(p.state, AXIS) == 40 - 4


@pytest.mark.rule("OCS 21.12", "OCS 19.0a", "OCS 19.0b")
def test_the_capacity_of_the_port_binds_the_cargo_at_its_own_size():
    """Tunis with four hits handles 3T."""
    p = harbour(NIGHT_SHIPPING)
    tunis = p.hex(TUNIS)
    printed = p.state.world.atlas.ports[tunis]
    hits, left = 4, 3
    assert printed.hit_capacities[hits - 1] == left
    state = replace(p.state, ports=p.state.ports.set(tunis, Work(AXIS, 0, hits)))
    p = Position(p.rules, state, RecordedDice(()))
    ship(p, "Sicily", TUNIS, tokens=left + 1, no="OCS 19.0a")
    ship(p, "Sicily", TUNIS, tokens=left)
    assert p.state.memory.port_used[tunis] == 2 * left and p.state.memory.sea_used == 8 * left


@pytest.mark.rule("OCS 21.12")
def test_its_forms_offer_what_may_sail():
    p = harbour(NIGHT_SHIPPING)
    assert TUNIS in p.offered("ship", ("start", "Sicily"))
    # 40 half tokens carry 5T at 8 each.
    blank = p.rules.blank(p.state, AXIS, "ship", [("start", "Sicily"), ("to", TUNIS)])
    assert blank is not None and max(blank.values) == 5
    assert TUNIS not in harbour().offered("ship", ("start", "Sicily"))


# --- 21.12c

CROWD = """
    == Axis ==
    A40.20: It Inf Rgt (350)
    == Allied ==
    A20.20: {units}  -- Strat
"""
FREE = (EVERYONE_SUPPLIED, STRAT_STACKING)


def crowd(units: str, *options: str) -> Position:
    return position(CROWD.format(units=units), "Allied Movement Phase", ground="all: open", options=options or FREE)


FOUR = "78 Inf Div (11 Inf), 6 Arm Div (38 Irish Inf), Inf Bde (201 Gds), 50 Inf Div (69 Inf)"


@pytest.mark.rule("OCS 21.12")
@pytest.mark.parametrize(
    ("units", "crowded"),
    [
        (FOUR, True),  # 4 RE of three divisions and an independent brigade
        ("78 Inf Div (11 Inf), 6 Arm Div (38 Irish Inf), Inf Bde (201 Gds)", False),  # 3 RE
        ("78 Inf Div (11 Inf), 6 Arm Div (38 Irish Inf), Inf Bde (201 Gds), Para Bn (1)", True),  # 3 1/2
        ("2 NZ Div (5 NZ Inf, 6 NZ Inf, NZ Cav, Arty)", False),  # 3 1/2 of one division
        ("2 NZ Div (5 NZ Inf, 6 NZ Inf, NZ Cav, Arty), Para Bn (1)", True),
        ("Fr Inf Rgt (4 Tun), Fr Mixed Rgt (Sahel), Fr Mech Rgt (Coutx), Inf Bde (201 Gds)", True),  # 4 RE of none
    ],
)
def test_at_most_three_re_or_one_formation_in_strat_mode(units: str, crowded: bool):
    p = crowd(units)
    assert strat_crowds(p.state) == ([(p.hex("A20.20"), ALLIED)] if crowded else [])
    assert strat_crowds(crowd(units, EVERYONE_SUPPLIED).state) == []


@pytest.mark.rule("OCS 21.12")
def test_other_modes_are_not_counted_and_a_unit_of_several_steps_always_may():
    p = crowd(FOUR)
    guards = p.id("201 Gds")
    calm = replace(p.state, units=p.state.units.set(guards, replace(p.unit("201 Gds"), marker=None)))
    assert strat_crowds(calm) == []
    big = crowd("78 Inf Div (11 Inf)")
    unit = big.unit("11 Inf")
    unit = replace(unit, counter=replace(unit.counter, steps=4, re=16, formation=""))
    state = replace(big.state, units=big.state.units.set(big.id("11 Inf"), unit))
    assert strat_crowds(state) == []


@pytest.mark.rule("OCS 21.12")
def test_the_owner_destroys_the_excess_as_the_segment_ends():
    p = crowd(FOUR)
    p.end_segment()
    top = p.state.top_frame
    assert isinstance(top, OverstackFrame) and top.strat
    pending = p.game.pending()
    assert pending is not None and (pending.side, pending.rule) == (ALLIED, "OCS 21.12")
    blank = p.rules.blank(p.state, ALLIED, "destroy", [])
    assert blank is not None and set(blank.values) == set(p.ids("11 Inf, 38 Irish Inf, 201 Gds, br-50-69"))
    p.destroy(ALLIED, "350", no="OCS 21.12")
    assert p.game.check(simple_destroy(p.state, ALLIED, top)) is None
    entry = p.do(commands.Destroy(side=ALLIED, unit=p.id("11 Inf")))
    assert p.where("11 Inf") == "dead" and not isinstance(p.state.top_frame, OverstackFrame)
    gone = [event for event in entry.events if isinstance(event, UnitsDestroyed)]  # type: ignore[union-attr]
    assert gone[0].why == "more than 3 RE in Strat Mode in A20.20"
    assert "more than 3 RE in Strat Mode" in tell(p.game.start, entry.events)  # type: ignore[union-attr]


# --- 21.12d

FED = """
    == Allied ==
    Supply sources: A20.05
    A20.09: Corps HQ (5)
    A20.11: Para Bn (1)  -- Strat
"""


@pytest.mark.rule("OCS 21.12", "OCS 5.8b")
def test_strat_mode_ends_where_the_unit_draws_trace_itself():
    """A20.05 is drawn on as far as A20.11; 5 Corps at A20.09 throws twelve hexes and one beyond."""
    plain, strict = (
        position(FED, "Allied Movement Phase", ground="all: open", options=options)
        for options in ((), (STRAT_DRAWS_TRACE,))
    )
    rows = range(6, 20)
    ends = [
        {row for row in rows if may_end_in(p.state, p.id("1"), p.hex(f"A20.{row:02}"))} for p in (plain, strict)
    ]
    assert ends == [set(rows), {6, 7, 8, 9, 10, 11}]
    strict.move("1", "A20.12", no="OCS 5.8b")
    plain.move("1", "A20.12")
    strict.begin("1")
    strict.step("A20.12")
    strict.end_move(no="OCS 5.8b")
    strict.step("A20.11")
    strict.end_move()


@pytest.mark.rule("OCS 21.12", "OCS 5.8b")
def test_nobody_takes_strat_mode_where_he_could_not_end():
    note = FED.replace("A20.11: Para Bn (1)  -- Strat", "A20.16: Para Bn (1)  -- Move")
    p = position(note, "Allied Movement Phase", ground="all: open", options=(STRAT_DRAWS_TRACE,))
    p.change("1", "strat/move", no="OCS 5.8b")
    assert "strat/move" not in p.offered("change mode", ("unit", p.id("1")))
    position(note, "Allied Movement Phase", ground="all: open", options=()).change("1", "strat/move")


# --- 21.12e

GROUND = """all: open
A31.20: hills
A32.20: mountain
A33.20: city
A34.20: mountain
A34.20: village
A35.20: mountain
"""


@pytest.mark.rule("OCS 21.12", "OCS 14.10d")
def test_a_drop_has_less_on_very_close_and_least_on_extremely_close_terrain():
    """Open, hills (close), mountain and city (very close); a village and any air base are Clear."""
    p = sky("Axis 1 A35.20:", ground=GROUND, options=(DROP_TERRAIN,))
    found = [ground_modifier(p.state, p.hex(f"A{column}.20")) for column in range(30, 36)]
    assert found == [0, 0, -1, -1, 0, 0]
    tables = p.state.world.tables
    assert [terrain_drm(tables, row) for row in terrain_classes(tables)] == [0, 0, -1, -2]
    q = sky("Axis 1 A35.20:", ground=GROUND)
    assert [ground_modifier(q.state, q.hex(f"A{column}.20")) for column in range(30, 36)] == [0] * 6


@pytest.mark.rule("OCS 21.12", "OCS 14.10d")
@pytest.mark.parametrize(("option", "dice", "whole"), [
    (True, (4, 3), False), (True, (4, 4), True), (False, (4, 3), True), (False, (3, 3), False),
])  # fmt: skip
def test_the_roll_for_mountains_needs_one_more(option: bool, dice: tuple[int, int], whole: bool):
    """Enemy and Closed is 7: with -1 a total of 8 is thrown for it."""
    options = (EVERYONE_SUPPLIED, DROP_TERRAIN) if option else (EVERYONE_SUPPLIED,)
    note = "== Allied ==\nA20.20: Para Bn (1)  -- Move"
    p = sky("Allied 1 A20.20: us-c-47, us-c-47", dice=dice, note=note, ground=GROUND, options=options)
    p = planning(p, **{"1": ("A32.20", 0)})
    rolled = events(drop(p, "A20.20", "A32.20", "us-c-47-1 B", "1"), DropRolled)
    assert [(each.modifier, each.success) for each in rolled] == [(-1 if option else 0, whole)]  # type: ignore[attr-defined]
    assert p.where("1") == ("A32.20" if whole else "dead")
