"""Rail transport (OCS 13.3): what rides, on which railways, and what it takes of the Rail Cap.

The line runs down column 20 of an open plain in Algeria, from Entry A at A20.20 by the villages A20.20, A20.24 and
A20.28. The cap of 15 November is 2 points of 1 SP: 16 half tokens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Command, Event
from ocs_engine.series.rail import Rail, rail_left
from ocs_engine.series.supply.carrying_commands import Combine, Drive
from ocs_engine.series.supply.fuel import Fuel, How
from ocs_engine.series.supply.railnet import first_rail_control
from ocs_engine.series.transport_size import transport_refusal
from ocs_engine.state.lift_events import CargoRailed
from ocs_engine.state.model import Dump
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from tests.positions import ALLIED, AXIS, Position, position

LINE = " - ".join(f"A20.{row}" for row in range(20, 31))
HEXES = ", ".join(f"A20.{row}" for row in range(20, 31))
GROUND = f"""
    all: open
    {LINE}: standard
    {HEXES}: Algeria
    A20.20, A20.24, A20.28: village
"""
ONE_SP = 8
"""Half tokens."""


def at(
    note: str,
    when: str = "Allied Movement Phase",
    ground: str = GROUND,
    date: str = "1942-11-15",
    weather: Weather = Weather.FLIGHT,
    entries: Mapping[str, str] = {"A": "A20.20"},
) -> Position:
    """A position on the line, with Entry A at its head."""
    p = position(note, when, ground=ground, date=date, weather=weather, options=())
    world = p.state.world
    areas = {name: (p.hex(label),) for name, label in entries.items()}
    world = replace(world, atlas=replace(world.atlas, entries=areas))
    rules = rules_for(world, ())
    state = replace(p.state, world=world, points=rules.points)
    rail = Map((p.hex(label), owner) for label, owner in first_rail_control(state).items())
    return Position(rules, replace(state, rail_control=rail), RecordedDice(()))


def ride(
    p: Position, start: str, to: str, names: str = "", transport: tuple[str, ...] = (), tokens: int = 0,
    no: str | None = None,
) -> tuple[Event, ...]:  # fmt: skip
    """Units by name, Transport Points by id and T of SP sent by rail."""
    units = p.ids(names) if names else ()
    entry = p.do(Rail(side=p.side, start=start, to=to, cargo=(*units, *transport), tokens=tokens), no)
    return entry.events if entry else ()


# --- the Rail Cap


@pytest.mark.rule("OCS 13.3a")
def test_a_point_carries_one_re_however_far_and_what_is_used_up_is_gone_for_the_turn():
    p = at("== Allied ==\nA20.20: Fr Mech Rgt (Coutx), Fr AC Rgt (5 CdA), Para Bn (1)  -- Move")
    assert rail_left(p.state, ALLIED) == 2 * ONE_SP
    ride(p, "A20.20", "A20.24", "Coutx")
    assert rail_left(p.state, ALLIED) == ONE_SP, "1 RE takes a point over 4 hexes"
    ride(p, "A20.20", "A20.28", "5 CdA")
    assert rail_left(p.state, ALLIED) == 0, "and a point over 8"
    assert (p.where("Coutx"), p.where("5 CdA")) == ("A20.24", "A20.28")
    ride(p, "A20.20", "A20.24", "1", no="")
    assert "rail" not in p.legal()


@pytest.mark.rule("OCS 13.3a", "OCS 4.7")
def test_parts_of_a_point_count_and_a_slow_battalion_on_foot_takes_half_its_size():
    """A battalion of 1/2 RE with MA 5 on foot takes 1T, 2 half tokens; 7T of SP take 14: together the 16 of the cap."""
    p = at("== Allied ==\nA20.20: Para Bn (1)  -- Move\nA20.20: 2 SP")
    ride(p, "A20.20", "A20.24", "1", tokens=8, no="OCS 13.3a")
    (railed,) = (each for each in ride(p, "A20.20", "A20.24", "1", tokens=7) if isinstance(each, CargoRailed))
    assert railed.room == 16
    assert rail_left(p.state, ALLIED) == 0


@pytest.mark.rule("OCS 13.3a", "OCS 13.2")
@pytest.mark.parametrize("load", [0, 4])
def test_transport_points_ride_at_their_size_loaded_or_not(load: int):
    p = at("== Allied ==\nA20.20: 1x Truck Point\nA20.24: 1x Mule Point")
    (tid,) = (tid for tid, each in p.state.transport.items() if each.kind == "truck")
    loaded = replace(p.state.transport[tid], load=load)
    p = Position(p.rules, replace(p.state, transport=p.state.transport.set(tid, loaded)), RecordedDice(()))
    ride(p, "A20.20", "A20.28", transport=(tid,))
    assert p.state.transport[tid] == replace(loaded, place=p.hex("A20.28"))
    assert rail_left(p.state, ALLIED) == ONE_SP
    ride(p, "A20.28", "A20.20", transport=(tid,), no="OCS 4.7d")
    p.do(Drive(side=ALLIED, transport=tid, path=("A20.29",)), "OCS 13.3e")


@pytest.mark.rule("OCS 13.3a")
@pytest.mark.parametrize(
    "when", ["Allied Movement Phase, Barrage Segment", "Allied Exploitation Phase", "Axis Movement Phase"]
)
def test_rail_runs_in_the_own_movement_phase_alone(when: str):
    p = at(
        "== Axis ==\nA50.20: LW Para Bn (I-5)  -- Exploit\n== Allied ==\nA20.20: 1 SP, Para Bn (1)  -- Exploit", when
    )
    assert "rail" not in p.rules.legal(p.state, ALLIED)
    order = Rail(side=ALLIED, start="A20.20", to="A20.24", tokens=1)
    assert p.rules.check(p.state, order) is not None


@pytest.mark.rule("OCS 13.3a")
def test_no_rail_cap_is_left_in_the_enemy_movement_phase():
    assert rail_left(at("== Allied ==\nA20.20: 1 SP").state, ALLIED) == 2 * ONE_SP
    assert rail_left(at("== Allied ==\nA20.20: 1 SP", "Axis Movement Phase").state, ALLIED) == 0


# --- supply


@pytest.mark.rule("OCS 12.2", "OCS 13.3a")
def test_supply_goes_from_dump_to_dump_and_not_on_in_the_same_phase():
    p = at("== Allied ==\nA20.20: 1 SP\nA20.24: 2T")
    ride(p, "A20.20", "A20.24", tokens=5, no="OCS 12.2")
    ride(p, "A20.20", "A20.24", tokens=3)
    assert p.state.dumps == Map({p.hex("A20.20"): Dump(ALLIED, 1), p.hex("A20.24"): Dump(ALLIED, 5)})
    ride(p, "A20.24", "A20.28", tokens=3, no="OCS 12.2")
    ride(p, "A20.24", "A20.28", tokens=2)  # the two that lay there before


@pytest.mark.rule("OCS 12.2")
@pytest.mark.parametrize(("full", "rule"), [("(F)", "OCS 12.2"), ("", None)])
def test_a_load_that_was_driven_does_not_ride(full: str, rule: str | None):
    p = at(f"== Allied ==\nA20.21: 1x Truck Point {full}")
    (tid,) = p.state.transport
    p.do(Drive(side=ALLIED, transport=tid, path=("A20.20",)))
    ride(p, "A20.20", "A20.24", transport=(tid,), no=rule)


@pytest.mark.rule("OCS 12.2", "OCS 12.1")
def test_what_came_in_this_phase_may_be_spent_and_is_spent_before_what_was_there():
    """1 SP comes to 2T that lie there. The tanks burn 1T of what came; the 2T may still ride on, and no third one."""
    p = at("== Allied ==\nA20.20: 1 SP\nA20.24: 2T\nA20.25: 6 Arm Div (17/21 L Arm)")
    ride(p, "A20.20", "A20.24", tokens=4)
    tanks = p.id("17/21 L Arm")
    p.do(Fuel(side=ALLIED, how=How.UNIT, what=tanks, payment={"A20.24": 1}))
    p.move("17/21 L Arm", "A20.26")
    ride(p, "A20.24", "A20.28", tokens=3, no="OCS 12.2")
    ride(p, "A20.24", "A20.28", tokens=2)
    assert p.state.dumps == Map({p.hex("A20.24"): Dump(ALLIED, 3), p.hex("A20.28"): Dump(ALLIED, 2)})


@pytest.mark.rule("OCS 12.2")
def test_a_load_taken_on_at_the_station_rides():
    p = at("== Allied ==\nA20.20: 1x Truck Point, 1 SP")
    (tid,) = p.state.transport
    p.do(Drive(side=ALLIED, transport=tid, path=(), take=4))
    ride(p, "A20.20", "A20.24", transport=(tid,))
    assert p.state.transport[tid].load == 4


@pytest.mark.rule("OCS 4.7d", "OCS 13.2c")
def test_points_that_have_ridden_ride_no_more_in_company_either():
    p = at("== Allied ==\nA20.20: 1x Truck Point\nA20.24: 1x Truck Point")
    one, other = sorted(p.state.transport, key=lambda tid: p.state.transport[tid].place)
    ride(p, "A20.20", "A20.24", transport=(one,))
    p.do(Combine(side=ALLIED, transport=(other, one)))
    ride(p, "A20.24", "A20.28", transport=(other,), no="OCS 4.7d")


@pytest.mark.rule("OCS 5.7")
def test_organic_trucks_in_reserve_do_not_ride():
    p = at("== Allied ==\nA20.20: 6 Arm Div Organic Truck")
    (tid,) = p.state.transport
    held = p.state.transport.set(tid, replace(p.state.transport[tid], reserve=True))
    held_there = Position(p.rules, replace(p.state, transport=held), RecordedDice(()))
    ride(held_there, "A20.20", "A20.24", transport=(tid,), no="OCS 5.7")
    ride(p, "A20.20", "A20.24", transport=(tid,))


@pytest.mark.rule("OCS 4.7d")
@pytest.mark.parametrize(("mp", "rule"), [(22, None), (23, "OCS 4.7d")])
def test_trucks_too_ride_after_half_their_allowance_at_most(mp: int, rule: str | None):
    """Half of 45 MP is 22 1/2."""
    p = at("== Allied ==\nA20.20: 1x Truck Point")
    spent = Map(dict.fromkeys(p.state.transport, 12 * mp))
    refusal = transport_refusal(replace(p.state, memory=replace(p.state.memory, spent=spent)), *spent, then_still=False)
    assert (refusal.rule if refusal else None) == rule


# --- units


@pytest.mark.rule("OCS 5.6", "OCS 13.3e")
def test_a_unit_must_be_in_move_mode_and_may_take_it_first():
    p = at("== Allied ==\nA20.20: Para Bn (1)")
    ride(p, "A20.20", "A20.24", "1", no="OCS 5.6")
    p.change("1", "move")
    ride(p, "A20.20", "A20.24", "1")


@pytest.mark.rule("OCS 4.7d", "OCS 13.3e")
def test_half_the_allowance_may_be_marched_before_the_ride_and_nothing_after_it():
    """MA 5 on foot: 2 MP are at most half of it, 3 are more. Open ground costs 1 MP."""
    p = at("== Allied ==\nA18.20: Para Bn (1)  -- Move\nA17.21: Para Bn (2)  -- Move")
    p.move("1", "A19.20 A20.20")
    p.move("2", "A18.20 A19.20 A20.20")
    ride(p, "A20.20", "A20.24", "2", no="OCS 4.7d")
    ride(p, "A20.20", "A20.24", "1")
    p.move("1", "A20.25", no="OCS 6.1f")
    p.change("1", "combat", no="OCS 6.1f")
    ride(p, "A20.24", "A20.28", "1", no="OCS 4.7d")


@pytest.mark.rule("OCS 13.3e")
def test_a_ride_needs_no_fuel():
    p = at("== Allied ==\nA20.20: Fr Mech Rgt (Coutx)  -- Move")
    p.move("Coutx", "A20.21", no="OCS 12.5")
    ride(p, "A20.20", "A20.24", "Coutx")


@pytest.mark.rule("T2 5.0", "OCS 13.3e")
def test_who_gets_off_takes_the_hex():
    p = at("== Allied ==\nA20.20: Para Bn (1)  -- Move")
    assert p.hex("A20.24") not in p.state.control
    ride(p, "A20.20", "A20.24", "1")
    assert p.state.control[p.hex("A20.24")] is ALLIED


# --- where


@pytest.mark.rule("OCS 13.3c")
def test_cargo_gets_on_and_off_in_villages_and_the_like_alone():
    p = at("== Allied ==\nA20.20: Para Bn (1)  -- Move\nA20.23: Para Bn (2)  -- Move")
    ride(p, "A20.20", "A20.25", "1", no="OCS 13.3c")
    ride(p, "A20.20", "A24.20", "1", no="OCS 13.3c")
    ride(p, "A20.20", "A20.20", "1", no="OCS 13.3e")
    ride(p, "A20.23", "A20.24", "2", no="OCS 13.3c")
    (railed,) = (each for each in ride(p, "A20.20", "A20.24", "1") if isinstance(each, CargoRailed))
    assert railed.path == ("A20.20", "A20.21", "A20.22", "A20.23", "A20.24")


@pytest.mark.rule("OCS 13.3c", "OCS 13.8c")
@pytest.mark.parametrize(("stance", "works"), [("", True), ("DG", True), ("Move", False), ("Reserve", False)])
def test_an_hq_that_works_makes_its_hex_on_the_line_detrainable(stance: str, works: bool):
    p = at(f"== Allied ==\nA20.20: Para Bn (1)  -- Move\nA20.26: Corps HQ (5)  -- {stance}")
    ride(p, "A20.20", "A20.26", "1", no=None if works else "OCS 13.3c")


@pytest.mark.rule("OCS 13.8c")
def test_an_hq_gets_on_in_the_hex_that_it_makes_detrainable_and_takes_move_mode_then():
    p = at("== Allied ==\nA20.26: Corps HQ (5)")
    ride(p, "A20.26", "A20.28", "5")
    assert (p.where("5"), p.unit("5").mode) == ("A20.28", "move")
    q = at("== Allied ==\nA20.26: Corps HQ (5)  -- Move")
    ride(q, "A20.26", "A20.28", "5", no="OCS 13.3c")
    dg = at("== Allied ==\nA20.26: Corps HQ (5)  -- DG")
    ride(dg, "A20.26", "A20.28", "5", no="OCS 5.6")
    held = at("== Allied ==\nA20.26: Corps HQ (5)")
    held.hold("5")
    ride(held, "A20.26", "A20.28", "5", no="OCS 5.6")


@pytest.mark.rule("OCS 13.3e", "OCS 4.5a")
@pytest.mark.parametrize(
    ("enemy", "rule"),
    [
        ("A21.20", "OCS 13.3c"),  # next to A20.20, where it gets on
        ("A21.25", "OCS 13.3c"),  # next to A20.24, where it gets off
        ("A21.22", "OCS 13.3c"),  # next to A20.21 and A20.22: no free way leads on to a source
        ("A19.30", None),  # beyond
    ],
)
def test_no_enemy_zone_lies_on_the_way_though_it_be_negated(enemy: str, rule: str | None):
    p = at(f"""
        == Axis ==
        {enemy}: LW Para Bn (I-5)
        == Allied ==
        A20.20: Fr Inf Bn (Zouv)       -- finished
        A20.21: Para Bn (2)            -- finished
        A20.22: Commando Bn (6 Cdo)    -- finished
        A20.24: Para Bn (3)            -- finished
        A20.20: Para Bn (1)            -- Move
        """)
    ride(p, "A20.20", "A20.24", "1", no=rule)


@pytest.mark.rule("OCS 13.3e")
def test_no_enemy_unit_stands_on_the_way_though_it_have_no_zone():
    p = at("== Axis ==\nA20.22: LW Para Bn (I-5)  -- Move\n== Allied ==\nA20.20: Para Bn (1)  -- Move")
    ride(p, "A20.20", "A20.24", "1", no="OCS 13.3c")


@pytest.mark.rule("OCS 4.8c", "OCS 13.3e")
def test_cargo_passes_enemy_dumps_and_does_not_get_off_with_them():
    p = at("== Axis ==\nA20.22: 1 SP\nA20.24: 1 SP\n== Allied ==\nA20.20: Para Bn (1)  -- Move")
    ride(p, "A20.20", "A20.24", "1", no="OCS 4.8c")
    ride(p, "A20.20", "A20.28", "1")


@pytest.mark.rule("T2 1.5")
def test_nothing_gets_off_beside_a_closed_entry_area():
    """Entry E is closed to the Allies up to 12 February; A20.27 is next to its hex."""
    note, areas = "== Allied ==\nA20.20: Para Bn (1)  -- Move\nA20.20: 1 SP", {"A": "A20.20", "E": "A20.27"}
    for date, no in (("1943-02-12", "OCS 4.8c"), ("1943-02-15", None)):
        p = at(note, entries=areas, date=date)
        control = p.state.rail_control.update({p.hex("A20.24"): ALLIED, p.hex("A20.28"): ALLIED})
        p = Position(p.rules, replace(p.state, rail_control=control), RecordedDice(()))
        ride(p, "A20.20", "A20.28", tokens=1, no=no)
        ride(p, "A20.20", "A20.28", "1", no=no)


@pytest.mark.rule("OCS 13.3h")
def test_no_ride_goes_to_or_through_a_detrainable_hex_of_the_enemy():
    p = at("== Allied ==\nA20.20: Para Bn (1)  -- Move")
    taken = p.state.rail_control.set(p.hex("A20.24"), AXIS)
    held = Position(p.rules, replace(p.state, rail_control=taken), RecordedDice(()))
    ride(held, "A20.20", "A20.24", "1", no="OCS 13.3c")
    ride(held, "A20.20", "A20.28", "1", no="OCS 13.3c")
    nobody = Position(p.rules, replace(p.state, rail_control=taken.delete(p.hex("A20.24"))), RecordedDice(()))
    ride(nobody, "A20.20", "A20.24", "1", no="OCS 13.3c")
    ride(nobody, "A20.20", "A20.28", "1")  # through it, for it is not the enemy's


@pytest.mark.rule("OCS 13.3c")
def test_between_two_stations_that_are_cut_off_from_every_source_nothing_rides():
    p = at("== Axis ==\nA21.22: LW Para Bn (I-5)\n== Allied ==\nA20.24: Para Bn (1)  -- Move")
    ride(p, "A20.24", "A20.28", "1", no="OCS 13.3c")
    whole = at("== Allied ==\nA20.24: Para Bn (1)  -- Move")
    ride(whole, "A20.24", "A20.28", "1")


@pytest.mark.rule("T2 1.1a", "OCS 13.3c")
def test_the_way_to_a_source_may_leave_the_country_and_the_ride_may_not():
    """Entry A lies in an enemy ZOC. The source A20.30 is joined by A20.29; both are in Tunisia, A20.32 is not."""
    ground = GROUND.replace("A20.30: standard", "A20.30 - A20.31 - A20.32: standard").replace(", A20.29, A20.30", "")
    ground += "A20.29, A20.30, A20.31: Tunisia\nA20.32: Algeria\nA20.32: village"
    note = """
        == Axis ==
        A20.19: LW Para Bn (I-5)
        == Allied ==
        Supply sources: {}
        A20.24: Para Bn (1), Para Bn (2)  -- Move
        """
    p = at(note.format("A20.30"), ground=ground)
    ride(p, "A20.24", "A20.28", "1")
    ride(p, "A20.24", "A20.32", "2", no="OCS 13.3e")
    ride(at(note.format("A40.30"), ground=ground), "A20.24", "A20.28", "1", no="OCS 13.3c")


# --- Trainbusting


def busted(p: Position, label: str, side: Side = ALLIED) -> Position:
    """The position with a Trainbusting marker against a side."""
    markers = p.state.trainbusted.set(p.hex(label), side)
    return Position(p.rules, replace(p.state, trainbusted=markers), RecordedDice(()))


@pytest.mark.rule("OCS 14.8", "OCS 13.3a")
def test_a_ride_through_a_trainbusting_zone_costs_double_once():
    """A marker in A20.26 makes a zone from A20.25 to A20.27. 1T through it takes 4 half tokens, on the near side 2."""
    p = busted(at("== Allied ==\nA20.20: 1 SP"), "A20.26")
    ride(p, "A20.20", "A20.28", tokens=1)
    assert rail_left(p.state, ALLIED) == 16 - 4
    ride(p, "A20.20", "A20.24", tokens=1)
    assert rail_left(p.state, ALLIED) == 16 - 4 - 2


@pytest.mark.rule("OCS 14.8")
def test_cargo_goes_round_a_trainbusting_zone_where_another_line_does():
    """The zone of A20.26 holds A21.26 and A21.27; the other line goes two hexes off, by A22.26."""
    ground = GROUND + "A20.24 - A21.25 - A22.25 - A22.26 - A22.27 - A21.28 - A20.28: standard\n"
    ground += "A21.25, A22.25, A22.26, A22.27, A21.28: Algeria"
    p = busted(at("== Allied ==\nA20.20: 1 SP", ground=ground), "A20.26")
    (railed,) = ride(p, "A20.20", "A20.28", tokens=1)
    assert isinstance(railed, CargoRailed)
    assert (railed.doubled, railed.room) == (False, 2)
    assert "A22.26" in railed.path and "A20.26" not in railed.path


@pytest.mark.rule("OCS 14.8")
def test_a_zone_against_the_enemy_costs_own_cargo_nothing():
    p = busted(at("== Allied ==\nA20.20: 1 SP"), "A20.26", AXIS)
    ride(p, "A20.20", "A20.28", tokens=1)
    assert rail_left(p.state, ALLIED) == 16 - 2


# --- what is named


@pytest.mark.rule("OCS 13.3a")
def test_orders_name_what_is_there_once_each():
    p = at(
        "== Axis ==\nA50.20: LW Para Bn (I-5)\n== Allied ==\nA20.20: Para Bn (1)  -- Move\nA20.24: Para Bn (2)  -- Move"
    )
    ride(p, "A20.20", "A20.24", no="")
    ride(p, "A20.20", "A20.24", "2", no="")
    ride(p, "A20.20", "A20.24", "I-5", no="")
    ride(p, "A20.20", "A20.24", transport=("nobody",), no="")
    ride(p, "A20.20", "A20.24", transport=(p.id("1"), p.id("1")), no="")
    ride(p, "Nowhere", "A20.24", "1", no="")


# --- forms


def orders(p: Position, filled: tuple[tuple[str, object], ...] = ()) -> Iterator[Command]:
    """Every order that the form gives."""
    blank = p.rules.blank(p.state, p.side, "rail", filled)
    if blank is None:
        yield p.rules.fill(p.side, "rail", filled)
        return
    assert blank.values, filled
    for value in blank.values:
        yield from orders(p, (*filled, (blank.name, value)))


@pytest.mark.rule("OCS 13.3e")
def test_the_form_offers_all_that_may_ride_and_nothing_else():
    note = """
        == Axis ==
        A21.29: LW Para Bn (I-5)
        == Allied ==
        A20.20: Fr Mech Rgt (Coutx), Fr Inf Rgt (4 Tun)  -- Move
        A20.20: Para Bn (1), 1x Truck Point, 3T
        A20.26: Corps HQ (5)
        """
    p = at(note)
    places = ("Algiers", "A20.20", "A20.23", "A20.24", "A20.26", "A20.28", "A20.30", "A22.20")
    pieces = (*p.ids("Coutx, 4 Tun, 1, 5"), *p.state.transport)
    groups = [group for count in range(4) for group in combinations(pieces, count)]
    every = (
        Rail(side=ALLIED, start=start, to=to, cargo=group, tokens=tokens)
        for start in places for to in places for group in groups for tokens in range(5)
    )  # fmt: skip
    right = {(o.start, o.to, frozenset(o.cargo), o.tokens) for o in every if p.rules.check(p.state, o) is None}
    given = {(o.start, o.to, frozenset(o.cargo), o.tokens) for o in orders(p) if isinstance(o, Rail)}
    assert {each for each in given if each[3] < 5} == right
    assert any(start == "Algiers" for start, *_ in right)
    assert all(p.rules.check(p.state, order) is None for order in orders(p))


@pytest.mark.rule("T2 1.3c")
def test_rail_runs_in_mud():
    p = at("== Allied ==\nA20.20: Para Bn (1)  -- Move", weather=Weather.MUD)
    p.move("1", "A20.21", no="OCS 6.1")
    ride(p, "A20.20", "A20.24", "1")
