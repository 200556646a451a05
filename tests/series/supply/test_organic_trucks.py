"""Organic trucks (OCS 13.2g): what they carry stays theirs, and they alone may be in Reserve (OCS 5.7f).

In hills a hex costs 3 MP. Of 45 MP a truck in Reserve has 11 1/4, one released in Reaction 22 1/2, in Exploitation 45.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.modes import reserve_hexes
from ocs_engine.series.soundness import faults
from ocs_engine.series.transport_size import transport_refusal
from ocs_engine.state.capture_events import TransportDisplaced
from ocs_engine.state.events import TransportPlaced
from ocs_engine.state.fight_events import CombatResolved
from ocs_engine.state.model import Mode, State, Work
from ocs_engine.state.slots import Phase
from tests.drives import Roads, roads, with_dump
from tests.fights import attack, fight
from tests.positions import ALLIED, AXIS
from tests.series.barrages import COMBAT, guns
from tests.series.retreats import Retreat

TRUCK = "allied-organic-1"
ENEMY = "== Axis ==\nA20.12: LW Para Bn (I-5)"
FAR = "== Axis ==\nA40.20: March Bn (T-1)"


def in_reserve(state: State) -> State:
    """The organic truck under a Reserve marker."""
    each = replace(state.transport[TRUCK], reserve=True)
    return replace(state, transport=state.transport.set(TRUCK, each))


def organic(
    note: str = FAR, when: str = "Allied Movement Phase", change: Callable[[State], State] = lambda state: state,
    ground: str = "all: hills",
) -> Roads:  # fmt: skip
    """A position with an organic truck of 6T with 4T on it in A20.05."""
    return roads(note, [("organic", "A20.05", 6, 4)], when=when, ground=ground, change=change)


# --- what it carries


@pytest.mark.rule("OCS 13.2g")
def test_it_is_loaded_and_never_unloaded_on_the_map() -> None:
    p = organic(f"{FAR}\n== Allied ==\nA20.05: Para Bn (1)", change=with_dump("A20.05", 4))
    p.drive(TRUCK, put=1, no="OCS 13.2g")
    p.begin_drive(TRUCK)
    assert "put down" not in p.legal()
    p.take(TRUCK, 2)
    assert p.truck(TRUCK).load == 6


@pytest.mark.rule("OCS 13.2c", "T2 1.6c")
def test_it_is_one_piece_and_never_with_others() -> None:
    rows = [("organic", "A20.05", 6, 4), ("truck", "A20.05", 6, 0), ("organic", "A20.05", 4, 0)]
    p = roads(FAR, rows)
    p.combine(TRUCK, "allied-truck-2", no="OCS 13.2c")
    p.combine(TRUCK, "allied-organic-3", no="OCS 13.2c")
    p.split(TRUCK, 4, 0, no="OCS 13.2c")
    assert p.offered("combine") == set() and p.offered("split") == {"allied-truck-2"}


# --- Reserve


@pytest.mark.rule("OCS 13.2g", "OCS 5.7", "OCS 5.4")
def test_it_may_go_in_reserve_at_a_quarter_of_its_ma_and_others_may_not() -> None:
    p = organic()
    assert p.offered("begin drive", ("transport", TRUCK)) == {"no", "yes"}
    p.begin_drive(TRUCK, reserve=True)
    assert p.mp(TRUCK) == Fraction(45, 4)
    for label in ("A20.06", "A20.07", "A20.08"):
        p.to(label)
    p.to("A20.09", no="OCS 6.1")
    p.end_drive()
    assert reserve_hexes(p.state, ALLIED) == {p.hex("A20.08")}
    others = roads(FAR, [("truck", "A20.05", 4, 0)])
    others.begin_drive("allied-truck-1", no="OCS 5.7", reserve=True)
    assert others.offered("begin drive", ("transport", "allied-truck-1")) == set()


@pytest.mark.rule("OCS 5.4", "OCS 13.2g")
def test_the_marker_comes_off_as_it_begins_to_drive_without_it() -> None:
    p = organic(change=in_reserve)
    p.drive(TRUCK, " ".join(f"A20.{row:02}" for row in range(6, 21)))
    assert not p.truck(TRUCK).reserve and p.used(TRUCK) == 45
    stays = organic()
    stays.drive(TRUCK, reserve=True)
    assert stays.truck(TRUCK).reserve and TRUCK in stays.state.memory.done


@pytest.mark.rule("OCS 5.4a", "OCS 13.2g")
def test_a_marker_covers_all_in_the_hex_and_there_are_only_so_many() -> None:
    note = "== Axis ==\nA40.20: March Bn (T-1)\n== Allied ==\nReserve markers: 1\nA20.07: Para Bn (1)  -- Reserve"
    p = organic(note)
    p.begin_drive(TRUCK, reserve=True, no="OCS 5.4a")
    there = roads(note, [("organic", "A20.07", 6, 4)])
    there.begin_drive(TRUCK, reserve=True)
    there.to("A20.08", no="OCS 5.4a")
    assert there.offered("drive to") == set()
    alone = organic(note.replace("  -- Reserve", ""))
    alone.drive(TRUCK, "A20.06", reserve=True)
    alone.change("1", "reserve/combat", no="OCS 5.4a")


@pytest.mark.rule("OCS 5.7", "OCS 13.2g")
def test_no_reserve_in_an_enemy_zone_nor_with_a_hedgehog() -> None:
    near = roads(ENEMY, [("organic", "A20.11", 6, 4)])
    near.begin_drive(TRUCK, reserve=True, no="OCS 5.7c")

    def dug_in(state: State) -> State:
        works = {state.world.place(label): Work(ALLIED, 1) for label in ("A20.05", "A20.10")}
        return replace(state, hedgehogs=Map(works))

    p = organic(change=dug_in)
    p.begin_drive(TRUCK, reserve=True, no="OCS 5.7g")
    beside = roads(FAR, [("organic", "A20.09", 6, 4)], change=dug_in)
    beside.begin_drive(TRUCK, reserve=True)
    beside.to("A20.10", no="OCS 5.7g")


@pytest.mark.rule("OCS 5.7g")
def test_a_hedgehog_that_came_to_it_takes_the_marker_as_the_segment_ends() -> None:
    def dug_in(state: State) -> State:
        works = Map({state.world.place("A20.05"): Work(ALLIED, 1)})
        return in_reserve(replace(state, hedgehogs=works))

    p = organic(change=dug_in)
    p.end_segment()
    assert not p.truck(TRUCK).reserve


# --- release


@pytest.mark.rule("OCS 5.7", "OCS 7", "OCS 13.2g", "OCS 13.2")
@pytest.mark.parametrize(("when", "last", "ma"), [
    ("Allied Reaction Phase", 12, Fraction(45, 2)), ("Allied Exploitation Phase", 20, Fraction(45)),
])  # fmt: skip
def test_released_it_drives_in_reaction_at_half_and_in_exploitation_at_its_full_ma(
    when: str, last: int, ma: Fraction
) -> None:
    """Hills take 3 MP: 7 hexes are 21 of 22 1/2 MP, 15 are all 45."""
    p = organic(when=when, change=in_reserve)
    p.begin_drive(TRUCK, no="OCS 13.2")
    assert p.offered("release transport") == {TRUCK}
    p.release_truck(TRUCK)
    assert (p.truck(TRUCK).reserve, p.mp(TRUCK)) == (False, ma)
    p.begin_drive(TRUCK, reserve=True, no="OCS 5.4")
    way = [f"A20.{row:02}" for row in range(6, last + 2)]
    p.drive(TRUCK, " ".join(way), no="OCS 6.1")
    p.drive(TRUCK, " ".join(way[:-1]))
    assert p.at(TRUCK) == f"A20.{last:02}"
    p.release_truck(TRUCK, no="OCS 5.7b")


@pytest.mark.rule("OCS 5.7", "OCS 2.2")
def test_the_segment_waits_for_it_and_for_nothing_else() -> None:
    p = organic(when="Allied Reaction Phase", change=in_reserve)
    assert p.game.begin() is not None and p.state.now.phase is Phase.REACTION
    p.release_truck(TRUCK)
    assert {"drive", "begin drive"} <= set(p.legal()), "released, it may still drive"


@pytest.mark.rule("OCS 5.7")
def test_only_reserves_are_released_in_the_own_phases() -> None:
    organic(when="Allied Exploitation Phase", change=in_reserve).release_truck("allied-truck-9", no="")
    p = organic(f"{FAR}\n== Allied ==\nA20.20: Para Bn (1)  -- Reserve", when="Allied Reaction Phase")
    p.release_truck(TRUCK, no="OCS 5.7b")
    assert "release transport" not in p.legal()


# --- how it is lost


@pytest.mark.rule("OCS 5.7d", "OCS 13.2g")
def test_any_result_for_the_defender_takes_the_marker() -> None:
    """AL1/Do1 gives the defender an option, which is a result even while he thinks about it."""
    note = """
        == Axis ==
        A20.21: March Bn (T-1), 10 Pz Div Organic Truck (F)
        == Allied ==
        A20.20: 6 Arm Div (17/21 L Arm)
    """
    p = fight(note)
    (tid,) = p.state.transport
    p = Roads(p.rules, marked(p.state, tid), RecordedDice((3, 4, 1, 1)))
    done = attack(p, "17/21 L Arm", "A20.21")
    assert done is not None
    assert [event.result for event in done.events if isinstance(event, CombatResolved)] == ["AL1/Do1"]
    assert not p.state.transport[tid].reserve and p.state.transport[tid].load == p.state.transport[tid].tokens


@pytest.mark.rule("OCS 5.10c")
def test_disorder_by_a_barrage_takes_the_marker() -> None:
    """48 points on 2 RE without a spotter: 41-68 and three columns to the left, where a 9 is DG and no step."""
    note = """
        == Axis ==
        A20.20: Corps HQ (90), It Arty Rgt (8), 10 Pz Div Organic Truck (F)
        A20.21: March Bn (T-1)
        == Allied ==
        A20.22: Arty Grp (1 FA, 1 M), 78 Inf Div (Arty)
    """
    p = guns(note, COMBAT, [4, 5], change=lambda state: marked(state, next(iter(state.transport))))
    p.fire("1 FA, 1 M, Arty", "A20.20")
    (each,) = p.state.transport.values()
    assert (p.unit("8").mode, each.reserve) == (Mode.DG, False)


def marked(state: State, tid: str) -> State:
    """Some truck under a Reserve marker."""
    return replace(state, transport=state.transport.set(tid, replace(state.transport[tid], reserve=True)))


@pytest.mark.rule("OCS 5.10c", "OCS 5.10a")
def test_disorder_brought_into_the_hex_takes_the_marker() -> None:
    """The second hex of a retreat makes all there DG; a truck that waits in it loses its marker."""
    note = """
        == Axis ==
        A20.20: March Bn (T-1)
        A20.18: 10 Pz Div Organic Truck (F)
        == Allied ==
        A20.21: Para Bn (3)  -- Move
    """
    p = roads(note)
    tid = next(iter(p.state.transport))
    r = Retreat(Roads(p.rules, marked(p.state, tid), RecordedDice(())), "T-1", 2, "A20.21")
    r.to("A20.19")
    assert r.state.transport[tid].reserve
    r.to("A20.18")
    assert not r.state.transport[tid].reserve


@pytest.mark.rule("OCS 5.4a", "OCS 9.14c")
def test_what_is_put_elsewhere_leaves_its_marker_behind() -> None:
    p = organic(change=in_reserve)
    for event in (TransportDisplaced(transport=TRUCK, to="A20.08"), TransportPlaced(transport=TRUCK, place="A20.08")):
        after = p.rules.apply(p.state, event)
        assert (after.transport[TRUCK].reserve, reserve_hexes(after, ALLIED)) == (False, set())


@pytest.mark.rule("OCS 5.7", "OCS 13.2g")
def test_in_reserve_nothing_carries_it() -> None:
    p = organic(change=in_reserve)
    refusal = transport_refusal(p.state, TRUCK, then_still=False)
    assert refusal is not None and refusal.rule == "OCS 5.7"
    assert transport_refusal(organic().state, TRUCK, then_still=False) is None


@pytest.mark.rule("OCS 5.7")
def test_nothing_but_an_organic_truck_can_be_in_reserve() -> None:
    p = roads(FAR, [("truck", "A20.05", 4, 0)])
    wrong = marked(p.state, "allied-truck-1")
    assert any("no organic truck" in fault for fault in faults(wrong))
    assert list(faults(marked(organic().state, TRUCK))) == []
    assert reserve_hexes(p.state, AXIS) == set()
