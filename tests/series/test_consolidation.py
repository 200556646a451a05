"""Consolidation: like units take one another's place, trucks become organic ones (OCS 13.9, T2 1.6c, 2.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.session import Entry
from ocs_engine.series.reinforcing.consolidation import (
    Consolidate,
    ConsolidateTrucks,
    MergeSteps,
    can_consolidate,
    swaps,
    truck_swaps,
)
from ocs_engine.state.events import put_units
from ocs_engine.state.model import DEAD, Dump, Mode, State, Stocks, Transport, Unit, Up
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.test_rebuilding import with_units

PLAIN = ""
WHEN = "Axis Reinforcement Phase"
TENTH, FIFTEENTH = "ger-10pz-i7", "ger-15pz-i8"
"""Panzer battalions of two divisions, identical on both sides."""


def lay(note: str, *dead: str, when: str = WHEN, ground: str = PLAIN) -> Position:
    """A position with units in the Dead Pile."""
    p = position(note, when, ground=ground)
    units = p.state.units
    for uid in dead:
        units = units.set(uid, Unit(p.state.world.counters[uid], DEAD))
    return Position(p.rules, with_units(p.state, units), RecordedDice(()))


def axis(note: str, *dead: str) -> Position:
    return lay(f"== Axis ==\n{note}", *dead)


def swap(p: Position, spent: str, back: str, no: str | None = None) -> Entry[State] | None:
    return p.do(Consolidate(side=p.side, spent=spent, back=back), no)


# --- units


@pytest.mark.rule("OCS 13.9")
def test_a_like_unit_of_another_formation_takes_the_place_mode_and_markers():
    p = axis("A20.20: 10 Pz Div (I-7 Pz)  -- reserve, oos", FIFTEENTH)
    before = p.state.units[TENTH]
    swap(p, TENTH, FIFTEENTH)
    after = p.state.units[FIFTEENTH]
    assert (after.place, after.mode, after.up, after.oos) == (before.place, Mode.RESERVE, Up.COMBAT, True)
    assert p.where("I-7 Pz") == "dead"
    swap(p, FIFTEENTH, TENTH)
    assert (p.where("I-8 Pz"), p.where("I-7 Pz")) == ("dead", "A20.20")


@pytest.mark.rule("OCS 13.9")
def test_next_to_the_enemy_too():
    p = lay("== Axis ==\nA20.20: 10 Pz Div (I-7 Pz)\n== Allied ==\nA21.20: Fr Mech Rgt (Coutx)", FIFTEENTH)
    swap(p, TENTH, FIFTEENTH)


@pytest.mark.rule("OCS 13.9")
@pytest.mark.parametrize("remark", ["low", "exhausted", "dg"])
def test_not_with_low_exhausted_or_dg_units(remark: str):
    p = axis(f"A20.20: 10 Pz Div (I-7 Pz)  -- {remark}", FIFTEENTH)
    swap(p, TENTH, FIFTEENTH, "OCS 13.9")
    assert not can_consolidate(p.state, AXIS)


@pytest.mark.rule("OCS 13.9")
def test_the_two_are_identical_on_both_sides():
    p = axis("A20.20: 10 Pz Div (90 Arty)\nA22.20: 10 Pz Div (I-7 Pz)", FIFTEENTH)
    swap(p, "ger-10pz-90art", FIFTEENTH, "OCS 13.9")
    assert swaps(p.state, AXIS) == {TENTH: (FIFTEENTH,)}


@pytest.mark.rule("OCS 13.9")
def test_the_dead_one_is_dead_and_of_another_formation():
    p = axis("A20.20: 10 Pz Div (I-7 Pz)\nA22.20: 15 Pz Div (I-8 Pz)", "ger-10pz-ii7")
    swap(p, TENTH, FIFTEENTH, "OCS 13.9")
    swap(p, TENTH, "ger-10pz-ii7", "OCS 13.9")
    swap(p, FIFTEENTH, "ger-10pz-ii7")


@pytest.mark.rule("OCS 13.9")
def test_an_independent_unit_goes_into_a_formation_and_never_the_reverse():
    p = axis("A20.20: Pz Bn (190)", TENTH)
    swap(p, "ger-pz-190", TENTH)
    assert (p.where("I-7 Pz"), p.where("190")) == ("A20.20", "dead")
    p = axis("A20.20: 10 Pz Div (I-7 Pz)", "ger-pz-190")
    swap(p, TENTH, "ger-pz-190", "OCS 13.9")


@pytest.mark.rule("OCS 13.9", "OCS 2.2")
def test_it_is_for_the_own_reinforcement_phase_which_waits_for_it():
    p = axis("A20.20: Pz Bn (190)", TENTH)
    p.game.begin()
    assert p.state.now.phase is Phase.REINFORCEMENT
    assert "consolidate" in p.legal()
    p.end_segment()
    assert p.state.now.phase is Phase.MOVEMENT
    swap(p, "ger-pz-190", TENTH, "")


@pytest.mark.rule("OCS 13.9")
def test_plans_and_the_top_of_a_stack_go_with_the_one_that_lies_there():
    p = axis("A20.20: Pz Bn (190), LW Para Bn (I-5)", TENTH)
    p = Position(p.rules, replace(p.state, tops=Map({p.hex("A20.20"): "ger-pz-190"})), RecordedDice(()))
    swap(p, "ger-pz-190", TENTH)
    assert p.state.tops == Map({p.hex("A20.20"): TENTH})


@pytest.mark.rule("T2 2.6", "OCS 13.9")
def test_theater_reserves_are_like_one_another_alone():
    p = lay("== Allied ==\nA20.20: US Arm Bn (752), US Arm Bn (751)", when="Allied Reinforcement Phase",
            ground="A20.20: Algeria")  # fmt: skip
    reserve, other = p.unit("752").counter, p.unit("751").counter
    assert "theater reserve" in reserve.traits and "theater reserve" not in other.traits
    formed = replace(other, formation="1 US Arm Div")
    mine = replace(reserve, formation="", traits=())
    assert replace(mine, id="", name="", booklet_name="", aliases=(), marks=formed.marks) == replace(
        formed, id="", name="", booklet_name="", aliases=(), formation=""
    ), "but for the trait the two could take one another's place"
    units = {p.id("752"): replace(p.unit("752"), place=DEAD, counter=replace(reserve, formation="1 US Arm Div"))}
    state = put_units(p.state, units)
    assert swaps(state, ALLIED) == {}
    twin = replace(p.unit("751"), counter=replace(other, traits=reserve.traits))
    assert swaps(put_units(state, {p.id("751"): twin}), ALLIED) == {p.id("751"): (p.id("752"),)}


# --- steps


@pytest.mark.rule("OCS 13.9")
@pytest.mark.parametrize(("lost", "of_other", "left"), [(1, 2, 0), (2, 2, 1), (2, 0, 0)])
def test_steps_of_two_like_multi_step_units_merge_and_what_is_above_full_strength_is_lost(
    lost: int, of_other: int, left: int
):
    p = axis("A20.20: 10 Pz Div (I-7 Pz), 15 Pz Div (I-8 Pz)")
    state = put_units(
        p.state,
        {
            uid: replace(p.state.units[uid], lost=less, counter=replace(p.state.units[uid].counter, steps=3))
            for uid, less in ((TENTH, lost), (FIFTEENTH, of_other))
        },
    )
    p = Position(p.rules, state, RecordedDice(()))
    assert isinstance(p.game.submit(MergeSteps(side=AXIS, kept=TENTH, spent=FIFTEENTH)), Entry)
    assert (p.state.units[TENTH].lost, p.where("I-8 Pz")) == (left, "dead")


@pytest.mark.rule("OCS 13.9")
def test_steps_do_not_merge_across_hexes_nor_of_single_steps():
    p = axis("A20.20: 10 Pz Div (I-7 Pz), 15 Pz Div (I-8 Pz)")
    p.do(MergeSteps(side=AXIS, kept=TENTH, spent=FIFTEENTH), "OCS 13.9")
    p = axis("A20.20: 10 Pz Div (I-7 Pz)\nA20.21: 15 Pz Div (I-8 Pz)")
    many = {uid: replace(p.state.units[uid], counter=replace(p.state.units[uid].counter, steps=2), lost=1)
            for uid in (TENTH, FIFTEENTH)}  # fmt: skip
    p = Position(p.rules, put_units(p.state, many), RecordedDice(()))
    p.do(MergeSteps(side=AXIS, kept=TENTH, spent=FIFTEENTH), "OCS 13.9")
    low = {TENTH: replace(p.state.units[TENTH], stocks=Stocks.LOW, place=p.hex("A20.21"))}
    p = Position(p.rules, put_units(p.state, low), RecordedDice(()))
    p.do(MergeSteps(side=AXIS, kept=TENTH, spent=FIFTEENTH), "OCS 13.9")


# --- trucks


def trucks(*rows: tuple[str, str, int, int], lost: str, size: int, side: Side = AXIS) -> Position:
    """Transport by kind (or the formation of an organic truck), hex, size and load; an organic truck is lost."""
    p = lay("", when=f"{side} Reinforcement Phase")
    known = {}
    for number, (what, label, tokens, load) in enumerate(rows, start=1):
        organic = what[0].isdigit()
        kind = "organic" if organic else what
        tid = f"{side.lower()}-{kind}-{number}"
        known[tid] = Transport(kind, side, p.hex(label), tokens, load, what if organic else "")
    state = replace(p.state, transport=Map(known), lost_transport=Map({(side, "organic", lost): size}))
    return Position(p.rules, state, RecordedDice(()))


def give(p: Position, formation: str, no: str | None = None, **given: int) -> Entry[State] | None:
    named = {f"{p.side.lower()}-{tid.replace('_', '-')}": tokens for tid, tokens in given.items()}
    return p.do(ConsolidateTrucks(side=p.side, formation=formation, given=named), no)


@pytest.mark.rule("OCS 13.9")
def test_an_ordinary_truck_of_the_same_size_becomes_organic_and_keeps_its_load():
    p = trucks(("truck", "A20.20", 8, 7), lost="15 Pz Div", size=4)
    give(p, "15 Pz Div", truck_1=4)
    assert p.state.transport["axis-organic-2"] == Transport("organic", AXIS, p.hex("A20.20"), 4, 3, "15 Pz Div")
    assert p.state.transport["axis-truck-1"] == Transport("truck", AXIS, p.hex("A20.20"), 4, 4)
    assert p.state.lost_transport == Map({(AXIS, "truck", ""): 4})


@pytest.mark.rule("OCS 13.9")
def test_an_organic_truck_takes_the_place_of_one_of_its_size():
    p = trucks(("21 Pz Div", "A20.20", 4, 4), ("truck", "A20.20", 2, 0), lost="15 Pz Div", size=4)
    give(p, "15 Pz Div", "T2 1.6c", truck_2=2, organic_1=4)
    give(p, "15 Pz Div", organic_1=4)
    assert p.state.transport["axis-organic-3"] == Transport("organic", AXIS, p.hex("A20.20"), 4, 4, "15 Pz Div")
    assert p.state.lost_transport == Map({(AXIS, "organic", "21 Pz Div"): 4})


@pytest.mark.rule("T2 1.6c")
def test_for_a_size_that_no_truck_has_at_least_as_many_tokens_are_removed_and_no_change_is_given():
    p = trucks(("truck", "A20.20", 8, 0), lost="10 Pz Div", size=6)
    give(p, "10 Pz Div", "T2 1.6c", truck_1=4)
    give(p, "10 Pz Div", "T2 1.6c", truck_1=6)
    give(p, "10 Pz Div", truck_1=8)
    assert p.state.transport["axis-organic-2"].tokens == 6
    p = trucks(("truck", "A20.20", 4, 3), ("90 Le Div", "A20.20", 2, 2), lost="10 Pz Div", size=6)
    give(p, "10 Pz Div", truck_1=4, organic_2=2)
    assert p.state.transport["axis-organic-3"].load == 5
    p = trucks(("truck", "A20.20", 4, 4), lost="90 Le Div", size=2)
    give(p, "90 Le Div", truck_1=4)
    assert p.state.transport["axis-organic-2"] == Transport("organic", AXIS, p.hex("A20.20"), 2, 2, "90 Le Div")
    assert p.state.dumps == Map({p.hex("A20.20"): Dump(AXIS, 2)}), "what it cannot carry lies on the ground"


@pytest.mark.rule("T2 1.6c", "OCS 13.9")
def test_the_trucks_are_together_and_not_more_than_enough():
    p = trucks(("truck", "A20.20", 4, 0), ("truck", "A20.21", 4, 0), lost="10 Pz Div", size=6)
    assert truck_swaps(p.state, AXIS) == {}
    give(p, "10 Pz Div", "T2 1.6c", truck_1=4, truck_2=4)
    p = trucks(("truck", "A20.20", 4, 0), ("truck", "A20.20", 4, 0), lost="90 Le Div", size=2)
    give(p, "90 Le Div", "T2 1.6c", truck_1=4, truck_2=4)
    give(p, "21 Pz Div", "OCS 13.9", truck_1=4)


@pytest.mark.rule("T2 1.6a")
def test_charcoal_trucks_are_not_exchanged_nor_mules():
    p = trucks(("charcoal", "A20.20", 4, 0), ("mule", "A20.20", 4, 0), lost="90 Le Div", size=2)
    assert truck_swaps(p.state, AXIS) == {} and not can_consolidate(p.state, AXIS)
    give(p, "90 Le Div", "T2 1.6c", charcoal_1=4)


@pytest.mark.rule("OCS 13.9")
def test_a_reserve_marker_stays_on_the_truck():
    p = trucks(("21 Pz Div", "A20.20", 4, 4), lost="15 Pz Div", size=4)
    waiting = replace(p.state.transport["axis-organic-1"], reserve=True)
    p = Position(p.rules, replace(p.state, transport=Map({"axis-organic-1": waiting})), RecordedDice(()))
    give(p, "15 Pz Div", organic_1=4)
    assert p.state.transport["axis-organic-2"].reserve
    assert p.state.transport["axis-organic-2"].formation == "15 Pz Div"
