"""Reinforcements (OCS 13.6, T2 1.4b-d, 2.1, 2.4a, 3.1): each sentence of the rules a case, on the real map.

Entry A is A01.13 to A01.17, Entry E B60.07 to B60.09. Dates name turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import DiceRolled, Event, SetFact
from ocs_engine.series.general import stack_size
from ocs_engine.series.reinforcing.arrivals import Arrive
from ocs_engine.series.reinforcing.regaining import RegainStep
from ocs_engine.series.reinforcing.withdrawals import Withdraw
from ocs_engine.state.arrival_events import BatchDrawn, PlanesArrived, ReleaseRolled, UnitsArrived
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, DEAD, Memory, Mode, Returning, State, Stocks, Transport, Unit, Up
from ocs_engine.state.slots import Phase, layout
from ocs_engine.tunisia.game import rules_for
from ocs_engine.tunisia.points import TunisiaPoints, eighth_army_released
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from ocs_engine.world.options import EVERYONE_SUPPLIED
from ocs_engine.world.schedule import Arrival, PlaneChange, TransportChange
from ocs_engine.world.world import World, load_world
from tests.positions import ALLIED, AXIS, Position, all_active, check_events, set_up_done, without_repls

ENTRY_A = ["A01.13", "A01.14", "A01.15", "A01.16", "A01.17"]
ENTRY_E = ["B60.07", "B60.08", "B60.09"]


def entry(side: Side, **what: Any) -> Arrival:
    """An entry of an order of arrival of our own, due on 19 November."""
    nothing: dict[str, Any] = {
        "turn": 2, "after_release": 0, "entry": "", "units": (), "draw_one_of": (), "remove": (), "exchange": (),
        "transport": (), "remove_transport": (), "planes": (), "reserve_markers": 0, "sp": 0,
    }  # fmt: skip
    return Arrival(id=f"{side.lower()}-own", side=side, **(nothing | what))


def with_order(scenario: str, *own: Arrival) -> World:
    """A scenario with an order of arrival of our own, of as many entries as are given."""
    world = without_repls(load_world(scenario))
    return replace(world, schedule=replace(world.schedule, arrivals=own)) if own else world


def before(
    side: Side,
    day: date,
    *own: Arrival,
    scenario: str = "race-for-tunis",
    dice: Sequence[int] = (),
    options: Sequence[str] = (),
) -> Position:
    """A scenario on a day, just before the Reinforcement Phase of a side."""
    world = with_order(scenario, *own)
    rules = rules_for(world, options)
    plan = layout(side, simulcast=False)
    slot = next(i for i, each in enumerate(plan) if (each.phase, each.acts) == (Phase.REFIT, side))
    state = replace(all_active(set_up_done(rules)), world=world, first=side, slot=slot, memory=Memory(over=True))
    state = replace(state, turn=world.calendar.turn_of(day))
    return Position(rules, state, RecordedDice(dice))


def changed(p: Position, state: State) -> Position:
    """The same with another state."""
    return Position(p.rules, state, p.game.dice)


def come(p: Position) -> tuple[Event, ...]:
    """Let the Reinforcement Phase begin; what comes by itself."""
    start = p.state
    entry = p.game.begin()
    assert entry is not None
    check_events(p.rules, start, entry.events)
    return entry.events


def asked(p: Position) -> list[str]:
    """The places offered for what arrives."""
    pending = p.game.pending()
    assert pending is not None and pending.kinds == ("arrive",), pending
    blank = p.rules.blank(p.state, pending.side, "arrive", ())
    assert blank is not None and blank.name == "place"
    return list(blank.values)


def modes(p: Position, place: str, *units: str) -> set[str]:
    """The stances offered for some units in a place."""
    filled = [("place", place), *(("unit", uid) for uid in units), ("unit", "enough")]
    pending = p.game.pending()
    assert pending is not None
    blank = p.rules.blank(p.state, pending.side, "arrive", filled)
    return {"move"} if blank is None else set(blank.values)


def puts(p: Position, units: str, place: str, stance: str = "move", no: str | None = None) -> None:
    """The side that is asked puts units, by id and parted by spaces, into a place; "" for all."""
    pending = p.game.pending()
    assert pending is not None
    p.do(Arrive(side=Side(pending.side), place=place, units=tuple(units.split()), stance=stance), no)


def moved(state: State, **places: str) -> State:
    """The state with units of the roster elsewhere; ids with _ for -."""
    units = {uid.replace("_", "-"): place for uid, place in places.items()}
    return put_units(
        state, {uid: replace(state.units[uid], place=state.world.place(label)) for uid, label in units.items()}
    )


# --- where reinforcements come (T2 2.1, 3.1)


@pytest.mark.rule("OCS 13.6", "T2 2.1", "T2 6.1")
def test_new_units_of_the_allies_appear_where_the_schedule_says_at_entry_a_or_in_algiers() -> None:
    p = before(ALLIED, date(1942, 11, 19))
    come(p)
    assert asked(p) == [*ENTRY_A, "Algiers"]
    assert p.rules.legal(p.state, AXIS) == ()
    puts(p, "", "A05.15", no="OCS 13.6")
    puts(p, "br-hq-5", "Algiers", no="OCS 13.6")  # not today
    puts(p, "us-1arm-1-1", "A01.14", "strat/move")
    assert (p.where("1-1 Arm"), p.unit("1-1 Arm").mode) == ("A01.14", Mode.STRAT)
    assert asked(p) == [*ENTRY_A, "Algiers"], "the tank destroyers are to come still"
    puts(p, "", "Algiers")
    assert p.where("us-td-701") == "Algiers"
    assert p.where("1 Cdo") == "Algiers", "for the commandos there is no choice"
    assert p.state.now.phase is Phase.MOVEMENT
    assert set(p.state.arrived) == {"allied-1942-11-19", "allied-1942-11-19-2"}


@pytest.mark.rule("OCS 13.6", "OCS 13.6b", "T2 3.1", "T2 6.1")
def test_units_of_the_axis_wait_in_sicily_and_planes_come_active_there() -> None:
    p = before(AXIS, date(1942, 11, 19))
    there = set(p.state.planes)
    events = come(p)
    assert [p.where(name) for name in ("1/501", "10 Krd", "A-24")] == ["Sicily A", "Sicily A", "Sicily B"]
    new = [plane for pid, plane in p.state.planes.items() if pid not in there]
    assert sorted(plane.aircraft.id for plane in new) == ["ger-fw190a", "ger-ju88"]
    assert all(plane.active and p.state.world.label(plane.place) == "Sicily" for plane in new)
    assert len([each for each in events if isinstance(each, PlanesArrived)]) == 2
    assert p.state.now.phase is Phase.MOVEMENT, "there is nothing to ask"


@pytest.mark.rule("T2 2.1", "T2 2.5")
def test_the_desert_air_force_comes_active_to_tripoli_on_29_january_with_two_planes_reduced() -> None:
    p = before(ALLIED, date(1943, 1, 29), scenario="tunisia-campaign")
    come(p)
    daf = [plane for pid, plane in p.state.planes.items() if plane.aircraft.band == "DAF"]
    assert len(daf) == 16 and all(plane.active for plane in daf)
    assert {p.state.world.label(plane.place) for plane in daf} == {"Tripoli"}
    assert sum(plane.lost for plane in daf) == 2


@pytest.mark.rule("OCS 13.6", "T2 3.1")
def test_the_axis_comes_to_entry_e_until_12_february() -> None:
    p = before(AXIS, date(1943, 1, 15), scenario="tunisia-campaign")
    come(p)
    assert asked(p) == ENTRY_E
    puts(p, "", "B60.08", "combat")
    assert p.where("ger-21pz-i5") == "B60.08" and p.unit("ger-21pz-i5").mode is Mode.COMBAT
    assert p.state.control[p.hex("B60.08")] is AXIS
    truck = next(each for each in p.state.transport.values() if each.formation == "21 Pz Div")
    assert (p.state.world.label(truck.place), truck.tokens, truck.load) == ("B60.08", 4, 4)


@pytest.mark.rule("T2 6.1")
def test_where_a_scenario_lets_nothing_in_at_entry_e_nothing_of_it_comes() -> None:
    p = before(ALLIED, date(1943, 4, 22), scenario="the-end-in-africa", options=(EVERYONE_SUPPLIED,))
    assert "allied-1943-04-22" in [each.id for each in p.rules.points.order_of_arrival(p.state, ALLIED)]
    come(p)
    assert set(p.state.arrived) == {"allied-listed-2"}, "the scenario's own list has another place for them"
    puts(p, "", "A56.01", "combat")
    assert p.where("br-56-167") == "A56.01"


@pytest.mark.rule("T2 1.4b")
def test_what_came_does_not_come_again() -> None:
    p = before(AXIS, date(1942, 11, 19))
    refit = p.state.slot
    assert any(isinstance(event, UnitsArrived) for event in come(p))
    again = changed(p, replace(p.state, slot=refit, memory=Memory(over=True)))
    assert not any(isinstance(event, UnitsArrived | PlanesArrived) for event in come(again))


# --- modes, ZOC, blocked entries, overstacking (OCS 13.6b)


@pytest.mark.rule("OCS 13.6b")
def test_reinforcements_arrive_in_any_voluntary_mode_by_road_and_without_any_in_a_box() -> None:
    p = before(ALLIED, date(1942, 11, 19))
    come(p)
    assert modes(p, "A01.14", "us-td-701") == {"combat", "move", "reserve/combat", "reserve/move", "strat/move"}
    assert modes(p, "Algiers", "us-td-701") == {"move"}
    puts(p, "us-td-701", "A01.14", "dg/combat", no="OCS 13.6b")
    puts(p, "us-td-701", "A01.14", "exploit/combat", no="OCS 13.6b")
    puts(p, "us-td-701", "A01.14", "reserve/combat")
    assert p.unit("us-td-701").mode is Mode.RESERVE


@pytest.mark.rule("OCS 13.6b", "OCS 5.4a")
def test_in_reserve_only_where_there_is_a_marker() -> None:
    p = before(ALLIED, date(1942, 11, 19))
    p = changed(p, replace(p.state, reserve_markers=p.state.reserve_markers.set(ALLIED, 1)))
    come(p)
    puts(p, "us-td-701", "A01.14", "reserve/combat")
    assert "reserve/combat" in modes(p, "A01.14", "us-1arm-1-1"), "the marker lies there"
    assert "reserve/combat" not in modes(p, "A01.15", "us-1arm-1-1")
    puts(p, "", "A01.15", "reserve/combat", no="OCS 5.4a")


@pytest.mark.rule("OCS 13.6b", "OCS 5.7", "OCS 5.8a")
def test_they_may_appear_in_an_enemy_zone_but_neither_in_reserve_nor_in_strat_mode() -> None:
    """The paratroops in A02.15 are next to A01.14 and A01.15 or A01.16, and far from A01.17."""
    p = before(ALLIED, date(1942, 11, 19))
    p = changed(p, moved(p.state, ger_para_i_5="A02.15") if "ger-para-i-5" in p.state.units else para(p.state))
    come(p)
    grid = p.state.world.atlas.grid
    zone = [label for label in ENTRY_A if grid.adjacent(p.hex(label), p.hex("A02.15"))]
    assert zone and "A01.17" not in zone and asked(p) == [*ENTRY_A, "Algiers"]
    assert modes(p, zone[0], "us-td-701") == {"combat", "move"}
    puts(p, "us-td-701", zone[0], "reserve/move", no="OCS 5.7c")
    puts(p, "us-td-701", zone[0], "strat/move", no="OCS 5.8a")
    assert "strat/move" in modes(p, "A01.17", "us-td-701")
    puts(p, "", zone[0], "combat")


def para(state: State) -> State:
    """The paratroops of Medjez el Bab in A02.15, in Combat Mode."""
    (uid,) = (uid for uid in state.units if "(I-5)" in state.units[uid].counter.booklet_name)
    return put_units(state, {uid: replace(state.units[uid], place=state.world.place("A02.15"), up=Up.COMBAT)})


def hold(state: State, *labels: str) -> State:
    """The state with a unit of the Axis in each of some hexes."""
    axis = [uid for uid, unit in state.in_order() if unit.side is AXIS and unit.counter.combat is not None]
    pairs = zip(axis, labels, strict=False)
    return put_units(state, {uid: replace(state.units[uid], place=state.world.place(label)) for uid, label in pairs})


@pytest.mark.rule("OCS 13.6b")
def test_a_hex_with_the_enemy_in_it_is_blocked() -> None:
    p = before(ALLIED, date(1942, 11, 19))
    p = changed(p, hold(p.state, "A01.13", "A01.15"))
    come(p)
    assert asked(p) == ["A01.14", "A01.16", "A01.17", "Algiers"]
    puts(p, "", "A01.15", no="OCS 13.6")


@pytest.mark.rule("OCS 13.6b")
def test_where_the_whole_entry_is_blocked_they_come_to_the_nearest_free_edge_hex() -> None:
    """North of Entry A lies A01.18, south of it A01.12, one hex off each; the salt marsh of A01.12 is for foot."""
    foot = entry(ALLIED, entry="Entry A", units=("fr-dmc-3tir",))
    p = before(ALLIED, date(1942, 11, 19), foot)
    p = changed(p, hold(p.state, *ENTRY_A))
    come(p)
    assert asked(p) == ["A01.12", "A01.18"], "two are as near"
    puts(p, "", "A01.19", no="OCS 13.6")
    q = before(ALLIED, date(1942, 11, 19), foot)
    q = changed(q, hold(q.state, *ENTRY_A, "A01.18"))
    come(q)
    assert asked(q) == ["A01.12"]
    puts(q, "", "A01.12", "combat")
    assert q.where("fr-dmc-3tir") == "A01.12"


@pytest.mark.rule("OCS 13.6b", "OCS 6.2d")
def test_the_nearest_free_hex_is_one_that_they_may_be_in() -> None:
    wheels = entry(ALLIED, entry="Entry A", units=("us-td-701",))
    for held, there in ((ENTRY_A, "A01.18"), ([*ENTRY_A, "A01.18"], "A01.19")):
        p = before(ALLIED, date(1942, 11, 19), wheels)
        p = changed(p, hold(p.state, *held))
        come(p)
        assert asked(p) == [there]


@pytest.mark.rule("OCS 13.6b", "OCS 4.8a")
def test_reinforcements_may_stand_higher_than_the_limit_until_they_move() -> None:
    """Ten battalions and regiments stand in a hex, 10 RE at most; eight more units come, and nobody is given up."""
    p = before(ALLIED, date(1942, 11, 22))
    hex_, room, there = p.hex("A01.14"), 40, {}
    for uid, unit in p.state.in_order():
        if unit.side is ALLIED and unit.counter.combat is not None and unit.counter.re <= room:
            room -= unit.counter.re
            there[uid] = replace(unit, place=hex_)
    p = changed(p, put_units(p.state, there))
    come(p)
    puts(p, "", "A01.14", "combat")
    assert stack_size(p.state, hex_, ALLIED) > 40
    assert p.state.now.phase is Phase.MOVEMENT and p.game.pending() is None


@pytest.mark.rule("T2 1.3c", "OCS 2.4")
def test_in_mud_arrivals_replacements_and_rebuilding_go_on() -> None:
    """On 19 November, in Mud: the Axis, first, has a 2, nothing; units of the Allies come, their 8 is a Pax, and in
    Algiers a dead battalion is rebuilt for one."""
    world = load_world("race-for-tunis")
    rules = rules_for(world)
    plan = layout(None, simulcast=True)
    slot = next(i for i, each in enumerate(plan) if (each.phase, each.acts) == (Phase.REFIT, ALLIED))
    state = replace(all_active(set_up_done(rules)), world=world, turn=2, weather=Weather.MUD, simulcast=True, slot=slot)
    dead = put_units(state, {"br-para-1": replace(state.units["br-para-1"], place=DEAD)})
    p = Position(rules, replace(dead, memory=Memory(over=True)), RecordedDice((1, 1, 5, 3)))
    assert p.state.slots == plan
    come(p)
    puts(p, "us-1arm-1-1 us-td-701", "A01.14")
    algiers = p.state.here[world.place("Algiers")]
    assert "br-cdo-1" in algiers and sum(uid.startswith("allied-pax") for uid in algiers) == 2
    pay = [("unit", "br-para-1"), ("place", "Algiers"), ("stance", "move"), ("pay with", "allied-pax-1")]
    p.do(p.rules.fill(ALLIED, "rebuild", pay))
    assert p.where("br-para-1") == "Algiers"


# --- ports (OCS 13.6a)


def back(p: Position, *uids: str) -> Position:
    """Units that broke out and are due this turn."""
    gone = {uid: replace(p.state.units[uid], place=AWAY) for uid in uids}
    due = tuple(Returning(p.state.turn, p.state.units[uid].side, uid) for uid in uids)
    return changed(p, replace(put_units(p.state, gone), returning=due))


@pytest.mark.rule("OCS 12.8e", "T2 2.1", "OCS 13.6")
def test_what_broke_out_comes_back_on_its_turn_at_any_supply_source() -> None:
    p = back(before(ALLIED, date(1942, 12, 8)), "fr-mech-coutx")
    late = replace(p.state, returning=(Returning(p.state.turn + 1, ALLIED, "fr-mech-coutx"),))
    early = changed(p, late)
    come(early)
    assert early.state.now.phase is Phase.MOVEMENT and early.state.units["fr-mech-coutx"].place == AWAY
    come(p)
    assert asked(p) == [*ENTRY_A, "A17.26"]
    puts(p, "", "Algiers", no="OCS 13.6")
    puts(p, "", "A17.26", "combat")
    assert p.where("Coutx") == "A17.26" and p.state.returning == ()


@pytest.mark.rule("OCS 12.8e")
def test_it_comes_back_with_the_steps_that_it_had_lost_and_full_stocks() -> None:
    """With a regiment of two steps, as the game has none of."""
    p, uid = before(ALLIED, date(1942, 12, 8)), "fr-inf-4tun"
    two = replace(p.unit(uid).counter, steps=2)
    world = replace(p.state.world, counters=p.state.world.counters | {uid: two})
    hurt = replace(put_units(p.state, {uid: replace(p.unit(uid), counter=two, lost=1)}), world=world)
    p = back(Position(rules_for(world), hurt, RecordedDice(())), uid)
    come(p)
    puts(p, "", "A01.14", "combat")
    assert (p.state.units[uid].lost, p.state.units[uid].stocks) == (1, Stocks.FULL)


@pytest.mark.rule("OCS 12.8e", "OCS 13.6c")
def test_transport_that_broke_out_comes_back_as_transport() -> None:
    p = before(ALLIED, date(1942, 12, 8))
    points = (("truck", 4, ""), ("organic", 4, "6 Arm Div"))
    due = tuple(Returning(p.state.turn, ALLIED, "", *each) for each in points)
    p = changed(p, replace(p.state, returning=due, transport=Map()))
    come(p)
    puts(p, "", "A01.14")
    found = {each.kind: (each.tokens, each.load) for each in p.state.transport.values()}
    assert found == {"truck": (4, 0), "organic": (4, 4)} and p.state.returning == ()


@pytest.mark.rule("OCS 13.6", "OCS 19.0b")
def test_arrivals_at_a_port_are_limited_by_what_it_handles_now() -> None:
    """Bône with 3 hits handles 6T; a brigade of 1 RE that goes in trucks takes 4T, two of them take 8T."""
    p, brigades = before(ALLIED, date(1942, 12, 8)), ("br-78-11", "br-78-36")
    hit = p.state.ports.set(p.hex("A17.26"), replace(p.state.ports[p.hex("A17.26")], hits=3))
    p = back(changed(p, replace(p.state, ports=hit)), *brigades)
    come(p)
    assert [p.unit(uid).counter.re for uid in brigades] == [4, 4]
    assert "A17.26" in asked(p)
    puts(p, " ".join(brigades), "A17.26", no="OCS 13.6")
    puts(p, "br-78-11", "A17.26")
    assert asked(p) == ENTRY_A, "what is left of the port is too little"
    puts(p, "br-78-36", "A17.26", no="OCS 13.6")


@pytest.mark.rule("OCS 13.6", "OCS 13.6b", "OCS 19.0a")
def test_at_a_port_in_an_enemy_zone_nothing_arrives() -> None:
    p = back(before(ALLIED, date(1942, 12, 8)), "fr-mech-coutx")
    p = changed(p, hold(p.state, "A17.25"))
    bare = {uid: replace(unit, place=DEAD) for uid, unit in p.state.in_order()
            if unit.place == p.hex("A17.26") and unit.side is AXIS}  # fmt: skip
    p = changed(p, put_units(p.state, bare))
    come(p)
    assert asked(p) == ENTRY_A


# --- transport (OCS 13.6c)


@pytest.mark.rule("OCS 13.6c", "T2 1.6c")
def test_organic_trucks_arrive_full_and_others_empty() -> None:
    p = before(ALLIED, date(1942, 11, 22))
    come(p)
    puts(p, "", "A01.14")
    organic = next(each for each in p.state.transport.values() if each.formation == "78 Inf Div")
    (trucks,) = (each for each in p.state.transport.values() if each.kind == "truck" and each.side is ALLIED)
    assert (organic.tokens, organic.load) == (2, 2)
    assert (p.state.world.label(trucks.place), trucks.tokens, trucks.load) == ("Algiers", 8, 0)


@pytest.mark.rule("OCS 13.6c", "T2 1.4b")
@pytest.mark.parametrize(("side", "day", "place"), [
    (AXIS, date(1942, 12, 12), "Sicily B"),
    (ALLIED, date(1942, 12, 26), "A01.15"),
])  # fmt: skip
def test_the_mules_arrive_full_as_the_order_of_arrival_lists_them(side: Side, day: date, place: str) -> None:
    """A point of mules carries 1 SP, 4T; no supply comes to either place on that day."""
    p = before(side, day)
    come(p)
    if p.game.pending() is not None:
        puts(p, "", place)
    (mules,) = (each for each in p.state.transport.values() if each.kind == "mule")
    assert (p.state.world.label(mules.place), mules.tokens, mules.load) == (place, 4, 4)


@pytest.mark.rule("OCS 13.6c")
def test_other_transport_arrives_full_where_supply_arrives_in_that_turn() -> None:
    """2 SP and 1 Truck Point at Entry A: the point takes 4T of the 8T; at another hex there is nothing to load."""
    own = entry(ALLIED, entry="Entry A", transport=(TransportChange("truck", 1, ""),), sp=2)
    for hex_, load, left in (("A01.14", 4, 4), ("A01.15", 0, 8)):
        p = before(ALLIED, date(1942, 11, 19), own)
        come(p)
        p.do(p.rules.fill(ALLIED, "place supply", [("place", "A01.14")]))
        puts(p, "", hex_)
        (truck,) = (each for each in p.state.transport.values() if each.kind == "truck")
        assert (truck.load, p.state.dumps[p.hex("A01.14")].tokens) == (load, left)


@pytest.mark.rule("OCS 13.6c")
def test_it_does_not_load_what_lay_there_before() -> None:
    own = entry(ALLIED, entry="Entry A", transport=(TransportChange("truck", 2, ""),), sp=1)
    p = before(ALLIED, date(1942, 11, 19), own)
    old = p.state.dumps.set(p.hex("A01.14"), replace(next(iter(p.state.dumps.values())), side=ALLIED, tokens=9))
    p = changed(p, replace(p.state, dumps=old))
    come(p)
    p.do(p.rules.fill(ALLIED, "place supply", [("place", "A01.14")]))
    puts(p, "", "A01.14")
    (truck,) = (each for each in p.state.transport.values() if each.kind == "truck")
    assert (truck.tokens, truck.load, p.state.dumps[p.hex("A01.14")].tokens) == (8, 4, 9)


@pytest.mark.rule("OCS 13.6b", "OCS 5.7")
def test_an_organic_truck_comes_in_reserve_with_its_division() -> None:
    p = before(ALLIED, date(1942, 11, 26))
    come(p)
    puts(p, "", "A01.14", "reserve/combat")
    truck = next(each for each in p.state.transport.values() if each.formation == "1 US Arm Div")
    assert truck.reserve and p.unit("us-1arm-1-13").mode is Mode.RESERVE


# --- what finds no place


class _Nowhere(TunisiaPoints):
    """Rules in which every hex is closed to everybody."""

    def closed_to(self, state: State, side: Side) -> set[int]:
        del side
        return set(range(state.world.atlas.grid.size))


@pytest.mark.rule("OCS 13.6")
def test_what_finds_no_place_is_lost() -> None:
    own = entry(ALLIED, entry="Entry A", units=("us-td-701",), transport=(TransportChange("truck", 1, ""),))
    p = before(ALLIED, date(1942, 11, 19), own)
    p = changed(p, replace(p.state, points=_Nowhere()))
    trucks = len(p.state.transport)
    come(p)
    assert p.where("us-td-701") == "dead" and len(p.state.transport) == trucks
    assert p.game.pending() is None


# --- exchanges, removals, steps (T2 1.4b)


SWAP = {"exchange": (("br-6arm-1721l", "br-6arm-lplus"),)}


@pytest.mark.rule("T2 1.4b")
def test_in_an_exchange_the_new_unit_stands_where_the_old_one_stood_with_all_that_lay_on_it() -> None:
    p = before(ALLIED, date(1942, 11, 19), entry(ALLIED, **SWAP))
    old = replace(p.unit("br-6arm-1721l"), marker=Mode.RESERVE, oos=True, stocks=Stocks.LOW)
    p = changed(p, put_units(p.state, {"br-6arm-1721l": old}))
    come(p)
    assert p.unit("br-6arm-lplus") == replace(old, counter=p.unit("br-6arm-lplus").counter)
    assert p.state.units["br-6arm-1721l"].place == AWAY


@pytest.mark.rule("T2 1.4b", "T2 2.1")
def test_for_a_dead_one_the_new_one_arrives_alive() -> None:
    p = before(ALLIED, date(1942, 11, 19), entry(ALLIED, **SWAP))
    p = changed(p, put_units(p.state, {"br-6arm-1721l": replace(p.unit("br-6arm-1721l"), place=DEAD)}))
    come(p)
    assert asked(p) == [*ENTRY_A, "Algiers"]
    puts(p, "", "A01.14", "combat")
    assert p.where("br-6arm-lplus") == "A01.14"
    assert p.state.units["br-6arm-1721l"].place == AWAY, "the old one cannot be rebuilt beside it"


@pytest.mark.rule("T2 1.4b", "OCS 12.8e")
def test_for_one_that_broke_out_the_new_one_comes_back() -> None:
    p = back(before(ALLIED, date(1942, 11, 19), entry(ALLIED, **SWAP)), "br-6arm-1721l")
    p = changed(p, replace(p.state, returning=(Returning(5, ALLIED, "br-6arm-1721l"),)))
    come(p)
    assert p.state.returning == (Returning(5, ALLIED, "br-6arm-lplus"),)
    assert p.state.units["br-6arm-lplus"].place == AWAY


@pytest.mark.rule("T2 1.4b")
def test_removed_units_are_taken_from_the_map_a_box_and_the_dead_pile() -> None:
    names = ("fr-mech-coutx", "br-para-1", "br-para-2")
    p = before(ALLIED, date(1942, 11, 19), entry(ALLIED, remove=(*names, "fr-arm-maz")))
    p = changed(p, put_units(p.state, {"br-para-2": replace(p.unit("br-para-2"), place=DEAD)}))
    come(p)
    assert [p.state.units[uid].place for uid in names] == [AWAY] * 3
    assert "fr-arm-maz" not in p.state.units, "it never came"
    assert not set(names) & {uid for uid, unit in p.state.in_order() if unit.place == DEAD}


@pytest.mark.rule("T2 1.4b")
def test_a_removed_unit_may_return_later() -> None:
    p = before(ALLIED, date(1942, 11, 19), entry(ALLIED, entry="Algiers", units=("fr-mech-coutx",)))
    gone = put_units(p.state, {"fr-mech-coutx": Unit(p.unit("Coutx").counter, AWAY)})
    p = changed(p, gone)
    come(p)
    assert p.where("Coutx") == "Algiers"


@pytest.mark.rule("T2 1.4b")
@pytest.mark.parametrize("how", ["dead", "hurt", "inactive"])
def test_planes_are_removed_dead_and_hurt_ones_first(how: str) -> None:
    """A dead one goes before an Inactive one, one that is hurt too, and an Inactive one before one that is not."""
    p = before(AXIS, date(1942, 11, 19), entry(AXIS, planes=(PlaneChange("ger-ju52", -1, 0),)))
    one, two = (p.state.planes[pid] for pid in ("ger-ju52-1", "ger-ju52-2"))
    changes = {"dead": {"place": DEAD, "active": False, "lost": 2}, "hurt": {"lost": 1}, "inactive": {"active": False}}
    pair = {"ger-ju52-1": replace(one, active=how == "inactive"), "ger-ju52-2": replace(two, **changes[how])}
    p = changed(p, replace(p.state, planes=p.state.planes.update(pair)))
    come(p)
    assert "ger-ju52-2" not in p.state.planes and "ger-ju52-1" in p.state.planes


@pytest.mark.rule("T2 1.4b")
def test_an_added_step_goes_to_a_hurt_plane_of_its_kind_and_is_lost_without_any() -> None:
    own = entry(AXIS, air_steps=("ger-bf109g",))
    p = before(AXIS, date(1942, 11, 19), own)
    hurt = [pid for pid, plane in p.state.planes.items() if plane.aircraft.id == "ger-bf109g" and plane.lost]
    assert len(hurt) == 1, "one Bf.109G starts reduced"
    come(p)
    assert not p.state.planes[hurt[0]].lost
    whole = before(AXIS, date(1942, 11, 19), own)
    planes = whole.state.planes.set(hurt[0], replace(whole.state.planes[hurt[0]], lost=0))
    whole = changed(whole, replace(whole.state, planes=planes))
    come(whole)
    assert whole.state.planes == planes and whole.state.now.phase is Phase.MOVEMENT


@pytest.mark.rule("T2 1.4b")
def test_the_owner_says_which_plane_regains_the_step_and_where_a_dead_one_appears() -> None:
    p = before(AXIS, date(1942, 11, 19), entry(AXIS, air_steps=("ger-bf109g",)))
    dead = replace(p.state.planes["ger-bf109g-3"], place=DEAD, active=False, lost=2)
    p = changed(p, replace(p.state, planes=p.state.planes.set("ger-bf109g-3", dead)))
    come(p)
    assert p.game.pending().kinds == ("regain step",)  # type: ignore[union-attr]
    p.do(RegainStep(side=AXIS, plane="ger-fw190a-1", base="Sicily"), no="T2 1.4b")
    p.do(RegainStep(side=AXIS, plane="ger-bf109g-3", base="A48.25"))
    assert (p.state.planes["ger-bf109g-3"].place, p.state.planes["ger-bf109g-3"].lost) == (p.hex("A48.25"), 1)


# --- truck removals (T2 1.4c)


def trucks(p: Position, *rows: Transport) -> Position:
    """With these Transport Points of the Axis alone."""
    own = {f"axis-{each.kind}-{number}": each for number, each in enumerate(rows, start=1)}
    return changed(p, replace(p.state, transport=Map(own)))


def point(p: Position, kind: str, place: str, tokens: int, load: int, formation: str = "") -> Transport:
    return Transport(kind, AXIS, p.state.world.place(place), tokens, load, formation)


GIVES_UP = {"remove_transport": (TransportChange("truck", 1, ""),)}


@pytest.mark.rule("T2 1.4c")
def test_any_mix_of_truck_points_may_go_as_the_owner_likes() -> None:
    p = before(AXIS, date(1942, 11, 19), entry(AXIS, **GIVES_UP))
    small = point(p, "organic", "A48.24", 2, 0, "Superga It Assault Div")
    point_and_more, coal = point(p, "truck", "A48.24", 8, 0), point(p, "charcoal", "A44.31", 4, 4)
    p = trucks(p, point_and_more, coal, small, point(p, "mule", "A48.24", 4, 0))
    come(p)
    assert set(p.rules.blank(p.state, AXIS, "withdraw", ()).values) == {  # type: ignore[union-attr]
        "axis-truck-1", "axis-charcoal-2", "axis-organic-3",
    }  # fmt: skip
    p.do(Withdraw(side=AXIS, transport="axis-mule-4"), no="T2 1.4c")
    p.do(Withdraw(side=AXIS, transport="axis-organic-3"))  # 2T: half of the point is still to go
    p.do(Withdraw(side=AXIS, transport="axis-truck-1"))
    assert {tid: each.tokens for tid, each in p.state.transport.items()} == {
        "axis-truck-1": 6, "axis-charcoal-2": 4, "axis-mule-4": 4,
    }  # fmt: skip
    assert p.state.now.phase is Phase.MOVEMENT


@pytest.mark.rule("T2 1.4c", "T2 1.6c")
def test_a_6t_truck_goes_whole_for_one_point_and_may_unload_before() -> None:
    p = before(AXIS, date(1942, 11, 19), entry(AXIS, **GIVES_UP))
    p = trucks(p, point(p, "organic", "A45.26", 6, 6, "10 Pz Div"), point(p, "truck", "A48.24", 4, 4))
    come(p)
    blank = p.rules.blank(p.state, AXIS, "withdraw", [("transport", "axis-organic-1")])
    assert blank is not None and len(blank.values) == 2
    p.do(Withdraw(side=AXIS, transport="axis-organic-1", unload=True))
    assert set(p.state.transport) == {"axis-truck-2"} and p.state.dumps[p.hex("A45.26")].tokens == 6


@pytest.mark.rule("T2 1.4c")
def test_it_may_go_with_its_load() -> None:
    p = before(AXIS, date(1942, 11, 19), entry(AXIS, **GIVES_UP))
    p = trucks(p, point(p, "truck", "A45.26", 4, 3))
    come(p)
    p.do(Withdraw(side=AXIS, transport="axis-truck-1", unload=False))
    assert not p.state.transport and p.hex("A45.26") not in p.state.dumps


@pytest.mark.rule("T2 1.4c")
def test_where_there_is_but_one_empty_truck_it_goes_by_itself_and_where_there_is_none_nothing() -> None:
    p = before(AXIS, date(1942, 11, 19), entry(AXIS, **GIVES_UP))
    one = trucks(p, point(p, "truck", "A45.26", 4, 0))
    come(one)
    assert not one.state.transport and one.state.now.phase is Phase.MOVEMENT
    none = trucks(p, point(p, "mule", "A45.26", 4, 0))
    come(none)
    assert len(none.state.transport) == 1 and none.state.now.phase is Phase.MOVEMENT


@pytest.mark.rule("T2 1.4b", "T2 1.4c")
def test_the_organic_truck_of_a_named_formation_goes_and_no_other() -> None:
    gone = {"remove_transport": (TransportChange("organic", 1, "90 Le Div"),)}
    p = before(AXIS, date(1942, 11, 19), entry(AXIS, **gone))
    p = trucks(p, point(p, "organic", "A45.26", 2, 0, "90 Le Div"), point(p, "truck", "A45.26", 4, 0))
    come(p)
    assert set(p.state.transport) == {"axis-truck-2"}


# --- mostly dead batches (T2 1.4d)


@pytest.mark.rule("T2 1.4d")
@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_of_a_batch_of_four_one_arrives_at_entry_e_and_three_are_dead(face: int) -> None:
    p = before(AXIS, date(1943, 2, 1), scenario="tunisia-campaign", dice=(face,))
    events = come(p)
    batch = ["it-laspezia-125", "it-trieste-65", "it-trieste-101", "ger-ramcke2"]
    (roll,) = (each for each in events if isinstance(each, DiceRolled))
    assert (roll.sides, len([each for each in events if isinstance(each, BatchDrawn)])) == (4, 1)
    assert asked(p) == ENTRY_E
    puts(p, "", "B60.08", "combat")
    living = batch.pop(face - 1)
    assert p.where(living) == "B60.08" and {p.where(uid) for uid in batch} == {"dead"}


@pytest.mark.rule("T2 1.4b")
def test_two_battalions_of_8_march_come_to_the_dead_pile() -> None:
    p = before(ALLIED, date(1943, 3, 8), scenario="kasserine-campaign", options=(EVERYONE_SUPPLIED,))
    p = changed(p, replace(p.state, army_released=p.state.turn - 6))
    come(p)
    assert [p.where(uid) for uid in ("br-7arm-4cly", "br-8bde-staff")] == ["dead", "dead"]


@pytest.mark.rule("T2 1.4b")
def test_reserve_markers_come_with_their_entry() -> None:
    p = before(AXIS, date(1942, 11, 26))
    start = p.state.reserve_markers[AXIS]
    come(p)
    assert p.state.reserve_markers[AXIS] == start + 1


# --- 8th Army (T2 2.4a)


@pytest.mark.rule("T2 2.4a")
@pytest.mark.parametrize(("face", "released"), [(1, False), (4, False), (5, True), (6, True)])
def test_from_15_february_a_five_or_six_releases_8th_army(face: int, released: bool) -> None:
    p = before(ALLIED, date(1943, 2, 15), scenario="kasserine-campaign", dice=(face,), options=(EVERYONE_SUPPLIED,))
    events = come(p)
    (roll,) = (each for each in events if isinstance(each, ReleaseRolled))
    assert (roll.die, roll.released) == (face, released)
    assert eighth_army_released(p.state) is released
    if not released:
        assert p.state.now.phase is Phase.MOVEMENT, "nothing else comes that day"
        return
    assert asked(p) == ENTRY_E
    puts(p, "", "B60.08")
    assert p.where("br-7arm-1rtr") == "B60.08"
    organic = next(each for each in p.state.transport.values() if each.formation == "7 Arm Div")
    assert organic.load == organic.tokens == 4


@pytest.mark.rule("T2 2.4a")
def test_before_15_february_and_in_the_turn_of_the_axis_nobody_rolls() -> None:
    for side, day in ((ALLIED, date(1943, 2, 12)), (AXIS, date(1943, 2, 15))):
        p = before(side, day, scenario="tunisia-campaign")  # no dice: a roll would wait for some
        assert not any(isinstance(each, ReleaseRolled) for each in come(p))


@pytest.mark.rule("T2 2.4a")
def test_on_5_march_it_is_released_without_a_roll() -> None:
    p = before(ALLIED, date(1943, 3, 5), scenario="kasserine-campaign", options=(EVERYONE_SUPPLIED,))
    (roll,) = (each for each in come(p) if isinstance(each, ReleaseRolled))
    assert (roll.die, roll.released) == (0, True)


@pytest.mark.rule("T2 2.4a")
def test_once_released_it_rolls_no_more_and_the_next_waves_come_turn_by_turn() -> None:
    waves = {1: "br-51-152", 2: "nz-2-5", 3: "ind-4-5", 4: "br-1arm-bays"}
    for turns, uid in waves.items():
        p = before(ALLIED, date(1943, 3, 12), scenario="kasserine-campaign", options=(EVERYONE_SUPPLIED,))
        p = changed(p, replace(p.state, army_released=p.state.turn - turns))
        events = come(p)
        assert not any(isinstance(each, ReleaseRolled) for each in events)
        assert asked(p) == ENTRY_E
        puts(p, "", "B60.07")
        assert p.where(uid) == "B60.07"
        others = set(waves.values()) - {uid}
        assert not others & set(p.state.units)


@pytest.mark.rule("T2 2.4a", "T2 6.5")
def test_where_it_was_released_before_play_neither_roll_nor_waves_come() -> None:
    p = before(ALLIED, date(1943, 3, 15), scenario="the-mareth-line", options=(EVERYONE_SUPPLIED,))
    assert not any(isinstance(each, ReleaseRolled | UnitsArrived) for each in come(p))


# --- the list of a scenario (T2 6.3)


@pytest.mark.rule("T2 6.3", "OCS 13.6")
def test_on_15_february_the_guards_come_to_ousseltia_with_two_reserve_markers() -> None:
    p = before(ALLIED, date(1943, 2, 15), scenario="battle-for-kasserine", options=(EVERYONE_SUPPLIED,))
    start = p.state.reserve_markers[ALLIED]
    come(p)
    assert asked(p) == ["A41.11"]
    puts(p, "", "A41.11", "combat")
    assert p.where("1 Gds Inf") == "A41.11" and p.state.reserve_markers[ALLIED] == start + 2


@pytest.mark.rule("T2 6.3", "OCS 13.6c")
def test_on_19_february_6_armoured_comes_to_tadjerouine_with_its_truck_full() -> None:
    p = before(ALLIED, date(1943, 2, 19), scenario="battle-for-kasserine", options=(EVERYONE_SUPPLIED,))
    come(p)
    assert asked(p) == ["A27.11"]
    puts(p, "", "A27.11", "strat/move")
    assert {p.where(name) for name in ("1 Derby AC", "L+ Arm", "Lo+ Arm", "10 Rfl", "br-6arm-art")} == {"A27.11"}
    truck = next(each for each in p.state.transport.values() if each.formation == "6 Arm Div")
    assert (truck.tokens, truck.load) == (4, 4)


# --- set by hand


@pytest.mark.rule("OCS 13.6")
def test_a_unit_that_is_there_does_not_arrive_by_hand() -> None:
    p = before(AXIS, date(1942, 11, 19))
    come(p)
    for fact in (
        {"kind": "units arrived", "side": "Axis", "place": "A48.24", "units": {"nobody": "move"}},
        {"kind": "units arrived", "side": "Axis", "place": "A48.24", "units": {"us-td-701": "strat/combat"}},
        {"kind": "entries came", "side": "Axis", "entries": ["axis-1941-01-01"]},
        {"kind": "transport arrived", "transport": "axis-truck-7", "what": "boat", "side": "Axis", "place": "A48.24",
         "tokens": 4, "load": 0},
    ):  # fmt: skip
        refusal = p.rules.check(p.state, SetFact(side="Axis", reason="a slip", fact=fact))
        assert refusal is not None and refusal.code == "not a fact", fact
