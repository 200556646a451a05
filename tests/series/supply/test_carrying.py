"""Transport Points (OCS 13.2): how far they drive, how they load and unload, come together and part.

On the made-up ground a hex costs trucks 1 MP in the open, 3 in hills and 6 in rough, a minor river 4 more; mules go on
foot: 1 in hills. A truck has 45 MP, a charcoal truck 10, mules 8.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import ENOUGH
from ocs_engine.series.building import Build
from ocs_engine.series.general import holds_trucks
from ocs_engine.series.soundness import faults
from ocs_engine.series.supply import carrying_commands as cc
from ocs_engine.series.supply.access import all_sources
from ocs_engine.series.supply.driving import allowance, drive_range, next_hexes
from ocs_engine.series.supply.fuel import Fuel, How
from ocs_engine.series.supply.loading import handling_cost
from ocs_engine.series.supply.pausing import paused
from ocs_engine.series.transport_size import has_driven, transport_refusal
from ocs_engine.state.build_events import Task
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.model import State, Transport, Work
from tests.captures import transport_of
from tests.drives import Roads, roads, with_dump
from tests.positions import ALLIED, AXIS

TRUCK, CHARCOAL, MULE = "allied-truck-1", "allied-charcoal-1", "allied-mule-1"


def column(first: int, last: int) -> str:
    """A way along the column A20, its ends included."""
    step = 1 if last >= first else -1
    return " ".join(f"A20.{row:02}" for row in range(first, last + step, step))


# --- how far


@pytest.mark.rule("OCS 13.2", "OCS 6.1", "T2 1.6a")
@pytest.mark.parametrize(("kind", "last"), [("truck", 20), ("charcoal", 8), ("mule", 13)])
def test_each_kind_has_its_own_ma_and_mobility(kind: str, last: int) -> None:
    """In hills from A20.05: 45 MP are 15 hexes at 3, 10 MP are 3, and 8 MP on foot are 8 at 1."""
    tid = f"allied-{kind}-1"
    p = roads(rows=[(kind, "A20.05", 4, 0)], ground="all: hills")
    p.drive(tid, column(6, last + 1), no="OCS 6.1")
    p.drive(tid, column(6, last))
    assert p.at(tid) == f"A20.{last:02}"


@pytest.mark.rule("OCS 13.2", "OCS 12.5")
def test_no_fuel_is_needed() -> None:
    p = roads(rows=[("truck", "A20.05", 4, 0)])
    p.drive(TRUCK, "A20.06")
    assert p.at(TRUCK) == "A20.06" and not p.state.dumps


@pytest.mark.rule("OCS 6.1c")
def test_the_first_and_only_hex_may_cost_more_than_is_left() -> None:
    """Rough over a minor river costs 6 + 4 of the 10 MP: all of them, or the 9 that loading has left."""
    ground = "all: open\nA20.06: rough\nA20.05 | A20.06: minor_river"
    p = roads(rows=[("charcoal", "A20.05", 4, 0)], ground=ground, change=with_dump("A20.05", 4))
    p.begin_drive(CHARCOAL)
    p.take(CHARCOAL, 4)
    p.to("A20.06")
    assert p.used(CHARCOAL) == 10
    p.to("A20.07", no="OCS 6.1")
    later = roads(rows=[("charcoal", "A20.04", 4, 0)], ground=ground)
    later.drive(CHARCOAL, "A20.05 A20.06", no="OCS 6.1")


@pytest.mark.rule("OCS 13.2", "OCS 6.2")
def test_prohibited_terrain_is_closed_to_trucks_and_not_to_mules() -> None:
    p = roads(rows=[("truck", "A20.05", 4, 0), ("mule", "A20.05", 4, 0)], ground="all: open\nA20.06: mountain")
    p.drive(TRUCK, "A20.06", no="OCS 6.2c")
    p.drive("allied-mule-2", "A20.06")
    assert p.used("allied-mule-2") == 3


@pytest.mark.rule("OCS 13.8b", "OCS 13.2")
def test_a_bridge_carries_trucks_over_a_major_river() -> None:
    ground = "all: open\nA20.05 | A20.06: major_river"
    rows = [("truck", "A20.05", 4, 0)]
    roads(rows=rows, ground=ground).drive(TRUCK, "A20.06", no="OCS 6.2c")
    p = roads("== Allied ==\nA20.06: Corps HQ (5)", rows, ground=ground)
    p.drive(TRUCK, "A20.06")
    assert p.used(TRUCK) == 5, "1 for the open and 4 for a major river that counts as minor"


# --- enemies


ENEMY = "== Axis ==\nA20.10: LW Para Bn (I-5)"


@pytest.mark.rule("OCS 4.5a", "OCS 6.3")
def test_trucks_stop_where_they_enter_an_enemy_zone_and_mules_do_not() -> None:
    """The paras reach A20.09 and all its neighbours that touch A20.10; A19.09 does not."""
    p = roads(ENEMY, [("truck", "A20.07", 4, 0), ("mule", "A20.07", 4, 0)])
    p.drive(TRUCK, "A20.08 A20.09 A20.08", no="OCS 4.5a")
    p.drive(TRUCK, "A20.08 A20.09")
    p.drive("allied-mule-2", "A20.08 A20.09 A20.08")


@pytest.mark.rule("OCS 4.5a")
def test_leaving_a_zone_in_which_it_began_is_free_even_after_loading_there() -> None:
    p = roads(ENEMY, [("truck", "A20.09", 4, 0)], change=with_dump("A20.09", 4))
    p.drive(TRUCK, "A20.08 A20.07", take=4)
    assert (p.at(TRUCK), p.truck(TRUCK).load) == ("A20.07", 4)


@pytest.mark.rule("OCS 4.5b", "OCS 4.5a")
def test_a_friend_that_is_finished_there_lets_trucks_roll_on() -> None:
    note = f"{ENEMY}\n== Allied ==\nA20.09: Para Bn (1)"
    p = roads(note, [("truck", "A20.08", 4, 0)])
    assert holds_trucks(p.state, ALLIED, p.hex("A20.09"))
    p.drive(TRUCK, "A20.09 A20.08", no="OCS 4.5a")
    p.hold("1")
    p.drive(TRUCK, "A20.09 A20.08")


@pytest.mark.rule("OCS 4.8c", "OCS 4.4c")
def test_hexes_with_enemies_of_any_sort_are_closed() -> None:
    def works(state: State) -> State:
        base, truck = state.world.place("A19.06"), state.world.place("A21.06")
        lorry = Transport("truck", AXIS, truck, 4, 0)
        return replace(
            with_dump("A20.06", 1, AXIS)(state),
            bases=state.bases.set(base, Work(AXIS, 1)),
            transport=state.transport.set("axis-truck-1", lorry),
        )

    p = roads("== Axis ==\nA20.04: LW Para Bn (I-5)  -- Move", [("truck", "A20.05", 4, 0)], change=works)
    p.drive(TRUCK, "A20.04", no="OCS 4.8c")
    p.drive(TRUCK, "A20.06", no="OCS 4.4c")
    p.drive(TRUCK, "A19.06", no="OCS 4.4c")
    p.drive(TRUCK, "A21.06", no="OCS 4.4c")
    assert p.labels(next_hexes(p.state, TRUCK)) == {"A19.05", "A21.05"}


# --- when


@pytest.mark.rule("OCS 13.2", "OCS 6.3")
@pytest.mark.parametrize("when", ["Allied Reaction Phase", "Allied Exploitation Phase"])
def test_it_moves_in_the_own_movement_phase_alone(when: str) -> None:
    note = "== Axis ==\nA30.10: March Bn (T-1)\n== Allied ==\nA30.20: Para Bn (1)  -- Reserve"
    p = roads(note, [("truck", "A20.05", 4, 0)], when=when)
    p.drive(TRUCK, "A20.06", no="OCS 13.2")
    assert not {"begin drive", "drive", "combine", "split"} & set(p.legal())


@pytest.mark.rule("OCS 6.1f", "OCS 6.1g")
def test_one_drive_ends_before_another_begins_and_what_has_driven_is_finished() -> None:
    p = roads("== Allied ==\nA20.20: Para Bn (1)", [("truck", "A20.05", 4, 0), ("truck", "A20.05", 4, 0)])
    p.begin_drive(TRUCK)
    pending = p.game.pending()
    assert pending is not None and (pending.side, pending.rule) == ("Allied", "OCS 13.2")
    assert not any(tid in pending.prompt for tid in p.state.transport), "the enemy may hear it"
    p.begin_drive("allied-truck-2", no="OCS 13.2")
    p.move("1", "A20.21", no="OCS 13.2")
    p.to("A20.06")
    assert set(p.legal()) == {"drive to", "end drive"}, "nothing to load here, and nothing to unload"
    p.end_drive()
    p.begin_drive(TRUCK, no="OCS 6.1f")
    p.begin_drive("allied-truck-2")
    p.end_drive()
    assert list(faults(p.state)) == []


@pytest.mark.rule("OCS 13.2")
def test_nobody_drives_what_is_not_his() -> None:
    rows = [("truck", "A20.05", 4, 0)]
    p = roads(rows=rows, when="Axis Movement Phase")
    p.begin_drive(TRUCK, no="")
    p.begin_drive("axis-truck-7", no="")
    p.combine(TRUCK, "axis-truck-7", no="")
    p.split(TRUCK, 2, no="")


# --- loading and unloading


@pytest.mark.rule("OCS 13.2f")
@pytest.mark.parametrize(("kind", "cost"), [("truck", 5), ("charcoal", 1), ("mule", 1)])
def test_loading_and_unloading_cost_a_tenth_of_the_ma_rounded_for_any_amount(kind: str, cost: int) -> None:
    """A tenth of 45 is 4.5, rounded up to 5; of 10 it is 1; of 8 it is 0.8, rounded to 1."""
    tid = f"allied-{kind}-1"
    p = roads(rows=[(kind, "A20.05", 8, 0)], change=with_dump("A20.05", 9))
    p.begin_drive(tid)
    assert handling_cost(p.state, tid) == 12 * cost
    p.take(tid, 8)
    assert (p.used(tid), p.truck(tid).load, p.dump("A20.05")) == (cost, 8, 1)
    p.to("A20.06")
    p.to("A20.05")
    p.put(tid, 1)
    assert (p.used(tid), p.truck(tid).load, p.dump("A20.05")) == (2 * cost + 2, 7, 2)


@pytest.mark.rule("OCS 13.2f")
def test_what_is_loaded_lies_in_the_same_hex() -> None:
    p = roads(rows=[("truck", "A20.05", 4, 0)], change=with_dump("A20.06", 4))
    p.drive(TRUCK, take=1, no="OCS 13.2f")
    p.begin_drive(TRUCK)
    p.take(TRUCK, 1, no="OCS 13.2f")
    p.to("A20.06")
    p.take(TRUCK, 4)
    assert p.dump("A20.06") == 0


@pytest.mark.rule("OCS 13.2")
def test_it_carries_up_to_its_size() -> None:
    p = roads(rows=[("truck", "A20.05", 8, 3)], change=with_dump("A20.05", 9))
    p.drive(TRUCK, take=6, no="OCS 13.2")
    p.drive(TRUCK, take=0, put=4, no="OCS 13.2f")
    p.drive(TRUCK, take=-1, no="OCS 12.1")
    p.drive(TRUCK, take=5)
    assert p.truck(TRUCK).load == 8


def with_work(name: str) -> Callable[[State], State]:
    """A change that puts a port or an air base of the Allies into A20.06."""

    def change(state: State) -> State:
        hex_ = state.world.place("A20.06")
        works = getattr(state, name).set(hex_, Work(ALLIED, 1))
        return replace(state, **{name: works})

    return change


@pytest.mark.rule("OCS 13.2f")
@pytest.mark.parametrize(
    ("note", "change", "no"),
    [
        ("", with_dump("A20.06", 1), None),
        ("", with_work("ports"), None),
        ("", with_work("bases"), None),
        ("== Allied ==\nA20.06: Para Bn (1)", lambda state: state, None),
        ("", with_work("hedgehogs"), "OCS 13.2f"),
        ("", with_dump("A20.07", 1), "OCS 13.2f"),
        ("", lambda state: state, "OCS 13.2f"),
    ],
)
def test_it_unloads_at_a_dump_a_port_an_air_base_or_a_friend(
    note: str, change: Callable[[State], State], no: str | None
) -> None:
    p = roads(note, [("truck", "A20.05", 4, 4)], change=change)
    before = p.dump("A20.06")
    p.drive(TRUCK, "A20.06", put=3, no=no)
    assert (p.truck(TRUCK).load, p.dump("A20.06")) == ((4, before) if no else (1, before + 3))


@pytest.mark.rule("OCS 13.2f")
def test_without_the_mp_nothing_is_loaded_or_unloaded() -> None:
    """A charcoal truck in hills: 3 hexes take 9 of 10 MP and leave 1 to unload; over open 10 hexes leave none."""
    note = "== Allied ==\nA20.08: Para Bn (1)\nA20.15: Para Bn (2)"
    hills = roads(note, [("charcoal", "A20.05", 4, 4)], ground="all: hills")
    hills.drive(CHARCOAL, column(6, 8), put=4)
    assert (hills.used(CHARCOAL), hills.dump("A20.08")) == (10, 4)
    p = roads(note, [("charcoal", "A20.05", 4, 4)])
    p.drive(CHARCOAL, column(6, 15), put=4, no="OCS 13.2f")
    p.drive(CHARCOAL, column(6, 15))


@pytest.mark.rule("OCS 13.2f", "OCS 13.2")
def test_no_loading_beside_a_drive() -> None:
    rows = [("truck", "A20.05", 4, 0), ("truck", "A20.05", 4, 2)]
    p = roads(rows=rows, change=with_dump("A20.05", 9))
    p.take(TRUCK, 1, no="OCS 13.2f")
    p.begin_drive(TRUCK)
    p.take("allied-truck-2", 1, no="OCS 13.2f")
    p.put("allied-truck-2", 1, no="OCS 13.2f")


# --- what moves once


@pytest.mark.rule("OCS 12.2")
def test_what_was_unloaded_in_a_phase_is_not_loaded_again_in_it() -> None:
    rows = [("truck", "A20.05", 4, 4), ("truck", "A20.06", 8, 0)]
    p = roads(rows=rows, change=with_dump("A20.06", 2))
    p.drive(TRUCK, "A20.06", put=4)
    p.begin_drive("allied-truck-2")
    p.take("allied-truck-2", 3, no="OCS 12.2")
    assert p.offered("take on", ("transport", "allied-truck-2")) == {1, 2}
    p.take("allied-truck-2", 2)
    p.take("allied-truck-2", 1, no="OCS 12.2")
    p.end_drive()
    p.end_segment()
    assert not p.state.memory.landed, "with the phase it is forgotten"


@pytest.mark.rule("OCS 12.2", "OCS 12.1")
def test_a_load_that_has_driven_is_known_for_it_until_it_is_gone() -> None:
    p = roads("== Allied ==\nA20.07: Para Bn (1)", [("truck", "A20.05", 4, 0)], change=with_dump("A20.06", 4))
    p.begin_drive(TRUCK)
    p.to("A20.06")
    p.take(TRUCK, 2)
    assert not has_driven(p.state, TRUCK), "the truck has driven, the load has not"
    p.to("A20.07")
    assert has_driven(p.state, TRUCK)
    p.put(TRUCK, 2)
    assert not has_driven(p.state, TRUCK)
    p.to("A20.06")
    p.take(TRUCK, 2)
    assert not has_driven(p.state, TRUCK), "another load"


@pytest.mark.rule("OCS 12.2", "OCS 13.2c")
def test_a_load_that_has_driven_is_known_for_it_in_company_too() -> None:
    """A load driven to A20.06 and put together with an empty truck goes on by no rail; one that stood there may."""
    rows = [("truck", "A20.05", 4, 4), ("truck", "A20.05", 4, 0), ("truck", "A20.06", 4, 0), ("truck", "A20.06", 4, 4)]
    p = roads(rows=rows)
    p.drive(TRUCK, "A20.06")
    p.drive("allied-truck-2", "A20.06")
    p.combine("allied-truck-4", "allied-truck-2")
    assert transport_refusal(p.state, "allied-truck-4", then_still=False) is None, "an empty one has driven"
    p.combine("allied-truck-3", TRUCK)
    refusal = transport_refusal(p.state, "allied-truck-3", then_still=False)
    assert refusal is not None and refusal.rule == "OCS 12.2"


@pytest.mark.rule("OCS 12.2", "OCS 4.7d")
def test_what_rail_or_ships_have_carried_does_not_drive_nor_do_its_parts() -> None:
    rows = [("truck", "A20.05", 8, 4), ("truck", "A20.05", 4, 0), ("truck", "A20.05", 4, 0)]
    p = roads(rows=rows)
    rode = replace(p.state.memory, rode=p.state.memory.rode.set(TRUCK, True))
    p = Roads(p.rules, replace(p.state, memory=rode), RecordedDice(()))
    p.drive(TRUCK, "A20.06", no="OCS 13.3e")
    p.split(TRUCK, 4, 4)
    p.combine("allied-truck-2", TRUCK)
    assert set(p.state.memory.rode) == {"allied-truck-2", "allied-truck-4"}
    assert p.offered("begin drive") == {"allied-truck-3"}
    assert transport_refusal(p.state, "allied-truck-4", then_still=False) is not None
    p.begin_drive("allied-truck-3")
    p.combine("allied-truck-3", "allied-truck-2", no="OCS 13.2c")


# --- a pause on the way


PANZER = "== Allied ==\nA20.10: 6 Arm Div (17/21 L Arm)\nA20.11: {dump}"


@pytest.mark.rule("OCS 13.2a", "OCS 12.2")
def test_a_drive_pauses_to_fuel_from_the_load_and_from_nothing_else() -> None:
    p = roads(PANZER.format(dump="2T"), [("truck", "A20.08", 4, 1)])
    tank = p.id("17/21 L Arm")

    def fuel(source: str, no: str | None = None) -> None:
        p.do(Fuel(side=ALLIED, how=How.UNIT, what=tank, payment={source: 1}), no)

    p.begin_drive(TRUCK)
    p.to("A20.09")
    assert paused(p.state, "Allied") and not paused(p.state, "Axis")
    assert "fuel" in p.legal()
    fuel("A20.11", no="OCS 12.5")
    assert [each.name for each in all_sources(p.state, ALLIED)] == [TRUCK]
    fuel(TRUCK)
    assert tank in p.state.memory.fueled and p.truck(TRUCK).load == 0
    assert not paused(p.state, "Allied") and "fuel" not in p.legal(), "it carries nothing any more"
    p.to("A20.08")
    p.end_drive()
    p.move("17/21 L Arm", "A20.09")


@pytest.mark.rule("OCS 13.2a", "OCS 13.8d")
def test_a_drive_pauses_to_build_with_the_load() -> None:
    """A hedgehog of Level 1 takes 2 SP, all that the trucks carry; the dump beside does not help."""
    p = roads("== Allied ==\nA20.10: Corps HQ (5)\nA20.11: 2 SP", [("truck", "A20.07", 8, 8)])

    def dig(source: str, no: str | None = None) -> None:
        work = {"task": Task.HEDGEHOG, "hex": "A20.10", "by": p.ids("5"), "payment": {source: 8}}
        p.do(Build(side=ALLIED, **work), no)

    p.begin_drive(TRUCK)
    p.to("A20.08")
    assert "build" in p.legal()
    dig("A20.11", no="OCS 12.3a")
    dig(TRUCK)
    assert p.state.hedgehogs[p.hex("A20.10")] == Work(ALLIED, 1)
    assert p.truck(TRUCK).load == 0 and "build" not in p.legal()
    p.to("A20.09")
    p.end_drive()


@pytest.mark.rule("OCS 13.2a", "OCS 6.1g")
def test_nobody_moves_before_the_drive_has_ended() -> None:
    p = roads(PANZER.format(dump="2T"), [("truck", "A20.08", 4, 4)])
    p.begin_drive(TRUCK)
    p.move("17/21 L Arm", "A20.09", no="OCS 13.2")
    assert not {"move", "begin move", "end segment", "hold", "drive"} & set(p.legal())


# --- together and apart


@pytest.mark.rule("OCS 13.2c")
def test_transport_of_one_kind_in_one_place_is_put_together_and_parted_for_no_mp() -> None:
    rows = [("truck", "A20.05", 4, 3), ("truck", "A20.05", 8, 2), ("truck", "A20.06", 4, 0), ("mule", "A20.05", 4, 0)]
    p = roads(rows=rows)
    one, two, three, mule = "allied-truck-1", "allied-truck-2", "allied-truck-3", "allied-mule-4"
    p.combine(one, three, no="OCS 13.2c")
    p.combine(one, mule, no="OCS 13.2c")
    p.combine(one, no="OCS 13.2c")
    p.combine(one, one, no="OCS 13.2c")
    p.combine(one, two)
    assert (p.truck(one).tokens, p.truck(one).load) == (12, 5) and two not in p.state.transport
    p.split(one, 6, 0, no="OCS 13.2c")
    p.split(one, 4, 5, no="OCS 13.2c")
    p.split(one, 8, 0, no="OCS 13.2c")  # 4T cannot carry 5T
    p.split(one, 8, 1)
    assert (p.truck(one).tokens, p.truck(one).load) == (4, 4)
    assert (p.truck("allied-truck-5").tokens, p.truck("allied-truck-5").load) == (8, 1), "4 is the mules' number"
    assert not p.state.memory.spent
    p.drive("allied-truck-5", "A20.06")
    p.drive(one, "A20.06")


@pytest.mark.rule("OCS 13.2c", "T2 1.6d")
def test_a_truck_of_2t_makes_parts_of_2t() -> None:
    p = roads(rows=[("truck", "A20.05", 6, 0), ("truck", "A20.05", 2, 0), ("truck", "A20.05", 8, 0)])
    assert p.offered("split") == {"allied-truck-1", "allied-truck-3"}
    assert p.offered("split", ("transport", "allied-truck-1")) == {2, 4}
    assert p.offered("split", ("transport", "allied-truck-3")) == {4}


@pytest.mark.rule("OCS 13.2c", "OCS 6.1f")
def test_a_part_left_on_the_way_is_finished_and_the_rest_goes_on() -> None:
    p = roads(rows=[("truck", "A20.05", 8, 8)])
    p.begin_drive(TRUCK)
    p.split(TRUCK, 4, 4)
    assert not p.state.memory.done, "before any MP is spent the part is free to go later"
    p.combine(TRUCK, "allied-truck-2")
    p.to("A20.06")
    p.split(TRUCK, 4, 4)
    p.to("A20.07")
    p.end_drive()
    p.begin_drive("allied-truck-2", no="OCS 6.1f")
    assert (p.at("allied-truck-2"), p.at(TRUCK)) == ("A20.06", "A20.07")
    assert has_driven(p.state, "allied-truck-2") and p.used("allied-truck-2") == 1


@pytest.mark.rule("OCS 13.2c", "OCS 6.1f")
def test_no_mp_are_won_by_putting_transport_together() -> None:
    rows = [("charcoal", "A20.05", 4, 0), ("charcoal", "A20.12", 4, 0), ("charcoal", "A20.15", 4, 0)]
    p = roads(rows=rows)
    p.begin_drive(CHARCOAL)
    for row in range(6, 13):
        p.to(f"A20.{row:02}")
    p.combine("allied-charcoal-2", CHARCOAL)
    assert p.used(CHARCOAL) == 7, "the fresh one counts as having come as far"
    p.combine(CHARCOAL, "allied-charcoal-3", no="OCS 13.2c")
    for row in range(13, 16):
        p.to(f"A20.{row:02}")
    p.to("A20.16", no="OCS 6.1")
    p.end_drive()
    p.combine("allied-charcoal-3", CHARCOAL)
    p.begin_drive("allied-charcoal-3", no="OCS 6.1f")
    assert (p.truck("allied-charcoal-3").tokens, p.used("allied-charcoal-3")) == (12, 10)
    assert list(faults(p.state)) == []


@pytest.mark.rule("OCS 13.2c", "OCS 6.1f")
def test_what_is_finished_does_not_go_on_with_a_drive() -> None:
    p = roads(rows=[("truck", "A20.05", 4, 0), ("truck", "A20.07", 4, 0), ("truck", "A20.07", 4, 0)])
    p.drive("allied-truck-2")
    p.begin_drive(TRUCK)
    p.combine("allied-truck-2", "allied-truck-3", no="OCS 13.2c")
    p.to("A20.06")
    p.to("A20.07")
    p.combine(TRUCK, "allied-truck-2", no="OCS 13.2c")
    assert p.offered("combine", ("transport", TRUCK)) == {"allied-truck-3"}


# --- captured


@pytest.mark.rule("OCS 9.14c", "OCS 13.2")
def test_captured_trucks_may_move_at_once_when_the_stack_has_finished() -> None:
    """Die 6 takes 75 % of two points, 1.5 and so 2, and 75 % of 4T of load, 3T; 1T has no truck left and is lost."""
    note = "== Axis ==\nA30.10: March Bn (T-1)\n== Allied ==\nA20.05: Fr Mech Rgt (Coutx)  -- Move\nA20.04: 1 SP"

    def lorry(state: State) -> State:
        each = Transport("truck", AXIS, state.world.place("A20.06"), 8, 4)
        return replace(state, transport=state.transport.set("axis-truck-1", each))

    p = roads(note, dice=[6], change=lorry)
    p.do(Fuel(side=ALLIED, how=How.UNIT, what=p.id("Coutx"), payment={"A20.04": 1}))
    p.begin("Coutx")
    p.step("A20.06")
    prize = next(tid for tid, each in p.state.transport.items() if each.side is ALLIED)
    p.begin_drive(prize, no="OCS 6.1g")
    p.end_move()
    p.drive(prize, "A20.07 A20.08")
    assert transport_of(p.state, "Allied") == {prize: ("truck", "A20.08", 8, 3)}


# --- boxes


@pytest.mark.rule("OCS 13.2f", "T2 1.2")
def test_in_a_box_it_loads_from_the_endless_dump_and_does_not_drive() -> None:
    p = roads(rows=[("truck", "Algiers", 8, 0), ("organic", "Algiers", 6, 0), ("truck", "Sicily A", 4, 0)])
    p.drive(TRUCK, take=4, no="OCS 6.1")
    p.take(TRUCK, 5)
    p.take("allied-organic-2", 6)
    p.take(TRUCK, 4, no="OCS 13.2")
    p.take("allied-truck-3", 1, no="OCS 13.2f")
    assert (p.truck(TRUCK).load, p.used(TRUCK)) == (5, 0)
    p.put(TRUCK, 2)
    p.put("allied-organic-2", 6)
    p.put("allied-truck-3", 1, no="OCS 13.2f")
    assert (p.truck(TRUCK).load, p.truck("allied-organic-2").load) == (3, 0)
    assert p.offered("take on") == {TRUCK, "allied-organic-2"} and p.offered("put down") == {TRUCK}
    assert "begin drive" not in p.legal()


# --- forms, saves


@pytest.mark.rule("OCS 13.2")
def test_a_form_fills_a_whole_drive() -> None:
    p = roads("== Allied ==\nA20.07: Para Bn (1)", [("truck", "A20.05", 4, 1)], change=with_dump("A20.05", 2))
    filled: list[tuple[str, Any]] = [("transport", TRUCK)]
    assert p.offered("drive") == {TRUCK}
    assert p.offered("drive", *filled) == {0, 1, 2}
    filled += [("take", 2), ("hex", "A20.06"), ("hex", "A20.07"), ("hex", ENOUGH)]
    assert p.offered("drive", *filled) == {0, 1, 2, 3}
    command = p.rules.fill("Allied", "drive", [*filled, ("put", 3)])
    p.do(command)
    assert (p.at(TRUCK), p.dump("A20.07"), p.used(TRUCK)) == ("A20.07", 3, 12)  # 5 + 1 + 1 + 5


@pytest.mark.rule("OCS 13.2")
def test_a_drive_saved_half_way_goes_on() -> None:
    p = roads(rows=[("truck", "A20.05", 4, 0)], change=with_dump("A20.05", 4))
    p.begin_drive(TRUCK)
    p.take(TRUCK, 3)
    p.to("A20.06")
    again = load_state(dump_state(p.state), p.state.world, p.state.points, p.rules.read_frame)
    assert again == p.state and list(faults(again)) == []
    other = Roads(p.rules, again, RecordedDice(()))
    for each in (p, other):
        each.to("A20.07")
        each.end_drive()
    assert other.state == p.state


@pytest.mark.rule("OCS 13.2")
def test_a_state_with_a_drive_that_cannot_be_is_found_out() -> None:
    p = roads(rows=[("truck", "A20.05", 4, 0)])
    p.begin_drive(TRUCK)
    gone = replace(p.state, transport=p.state.transport.delete(TRUCK))
    assert any("on its way" in fault for fault in faults(gone))
    done = replace(p.state, memory=replace(p.state.memory, done=p.state.memory.done.set(TRUCK, True)))
    assert any("must be over" in fault for fault in faults(done))
    lost = replace(p.state, memory=replace(p.state.memory, driven=p.state.memory.driven.set("axis-truck-1", True)))
    assert any("no transport" in fault for fault in faults(lost))


@pytest.mark.rule("OCS 13.2")
def test_the_range_is_what_single_steps_come_to() -> None:
    """All hexes that a search by single steps finds, with the fewest MP, among zones, friends, rivers and a dump."""
    ground = "all: mountain\nA18.18, A18.19, A19.18, A19.19, A19.20, A20.18, A20.20, A20.21: hills\n" + (
        "A21.19, A21.20, A21.21, A20.19: open\nA20.19 | A20.20: minor_river\nA18.18 - A19.19 - A20.19: primary"
    )
    note = "== Axis ==\nA20.22: LW Para Bn (I-5)\n== Allied ==\nA21.21: Para Bn (1)  -- finished"
    p = roads(note, [("charcoal", "A20.19", 4, 0)], ground=ground, change=with_dump("A19.18", 1, AXIS))
    p.begin_drive(CHARCOAL)
    best: dict[int, int] = {p.truck(CHARCOAL).place: 0}
    waiting = [p.state]
    while waiting:
        state = waiting.pop()
        for hex_ in next_hexes(state, CHARCOAL):
            there = Roads(p.rules, state, RecordedDice(()))
            there.to(state.world.label(hex_))
            spent = there.state.memory.spent[CHARCOAL]
            if spent < best.get(hex_, 10**6):
                best[hex_] = spent
                waiting.append(there.state)
    found = drive_range(p.state, CHARCOAL)
    assert {hex_: found.cost[hex_] for hex_ in found.nodes()} == best
    assert len(best) > 5 and p.hex("A19.18") not in best


# --- nothing comes or goes


CORNER = """
== Axis ==
A20.23: LW Para Bn (I-5)
A19.19: 1 SP
== Allied ==
A20.20: Para Bn (1), 3 SP
A20.21: 6 Arm Div (17/21 L Arm), 2T
A21.20: Corps HQ (5)
"""
AROUND = "all: sea\nA19.20, A19.21, A20.20, A20.22, A20.23, A21.20, A21.21: open\nA20.19, A20.21, A21.19, A19.19: hills"
PARK = [
    ("truck", "A20.20", 8, 0), ("charcoal", "A20.21", 4, 4), ("truck", "A20.21", 6, 3), ("mule", "A21.20", 4, 4),
    ("organic", "A20.20", 6, 2), ("truck", "A20.20", 4, 4), ("truck", "Algiers", 4, 0),
]  # fmt: skip
DRIVES = ["begin drive", "drive", "drive to", "take on", "put down", "split", "combine", "end drive", "fuel"]


@pytest.mark.rule("OCS 13.2", "OCS 13.2c", "OCS 13.2f", "OCS 12.2")
@settings(max_examples=12, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_drives_at_random_neither_win_nor_lose_a_token(chance: random.Random) -> None:
    """Whatever forms offer is done; each token is counted after every event, and none is loaded twice."""
    p = roads(CORNER, PARK, ground=AROUND)
    for _ in range(25):
        kinds = [kind for kind in p.legal() if kind in DRIVES]
        if not kinds:
            break
        kind = chance.choice(kinds)
        filled: list[tuple[str, Any]] = []
        while (blank := p.rules.blank(p.state, "Allied", kind, filled)) is not None:
            assert blank.values, f"{kind}: nothing to put into {blank.name} after {filled}"
            done = ENOUGH in blank.values and (len(filled) > 6 or chance.random() < 0.3)
            filled.append((blank.name, ENOUGH if done else chance.choice(blank.values)))
        p.do(p.rules.fill("Allied", kind, filled))  # counts every token, saves and loads
        assert list(faults(p.state)) == []
        for tid, each in p.state.transport.items():
            assert p.state.memory.spent.get(tid, 0) <= allowance(p.state, tid)
            assert each.place != p.hex("A19.19") and 0 <= each.load <= each.tokens
        for place, tokens in p.state.memory.landed.items():
            assert tokens <= p.state.dumps[place].tokens, "what came in this phase was taken away again"


def filled_forms(p: Roads, kind: str, *begun: tuple[str, Any]) -> list[Command]:
    """Every command that a form could be filled to that has been begun so."""
    waiting: list[list[tuple[str, Any]]] = [[*begun]]
    found = []
    while waiting:
        filled = waiting.pop()
        blank = p.rules.blank(p.state, "Allied", kind, filled)
        if blank is None:
            found.append(p.rules.fill("Allied", kind, filled))
        else:
            waiting += [[*filled, (blank.name, value)] for value in blank.values]
    return found


@pytest.mark.rule("OCS 13.2", "OCS 13.2c", "OCS 13.2f")
def test_forms_come_to_just_what_would_not_be_refused() -> None:
    """On three hexes of hills and one of rough a charcoal truck goes three hexes at most: all its drives are tried."""
    hexes = ("A20.20", "A20.21", "A21.21", "A20.22")
    ground = "all: sea\nA20.20, A20.21, A21.21: hills\nA20.22: rough"
    rows = [("charcoal", "A20.20", 4, 3), ("charcoal", "A20.20", 8, 2), ("organic", "A20.20", 2, 1)]
    p = roads("== Allied ==\nA20.21: Para Bn (1)", rows, ground=ground, change=with_dump("A20.20", 2))
    drives = {
        str(each)
        for length in range(5)
        for path in product(hexes, repeat=length)
        for take in range(3)
        for put in range(6)
        if p.game.check(
            each := cc.Drive(side=ALLIED, transport=CHARCOAL, path=path, take=take, put=put)
        ) is None
    }  # fmt: skip
    own = filled_forms(p, "drive", ("transport", CHARCOAL))
    assert set(map(str, own)) == drives
    assert len(own) == len(drives) > 20
    parts = {
        str(each)
        for tid in p.state.transport
        for tokens, load in product(range(-1, 10), range(-1, 6))
        if p.game.check(each := cc.Split(side=ALLIED, transport=tid, tokens=tokens, load=load)) is None
    }
    assert set(map(str, filled_forms(p, "split"))) == parts == {
        str(cc.Split(side=ALLIED, transport="allied-charcoal-2", tokens=4, load=load)) for load in range(3)
    }  # fmt: skip
    named = {str(each) for each in filled_forms(p, "combine")}
    pairs = [(CHARCOAL, "allied-charcoal-2"), ("allied-charcoal-2", CHARCOAL)]
    assert named == {str(cc.Combine(side=ALLIED, transport=pair)) for pair in pairs}
