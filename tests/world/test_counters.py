"""Counters and aircraft: what is printed on them."""

from collections import Counter as Tally

import pytest

from ocs_engine.world.counters import Category, Mobility, Side
from ocs_engine.world.names import fold


def test_the_counter_mix_has_308_ground_units_and_44_kinds_of_aircraft(catalogue):
    assert Tally(counter.side for counter in catalogue.counters.values()) == {Side.AXIS: 147, Side.ALLIED: 161}
    assert Tally(counter.faction for counter in catalogue.counters.values()) == {
        "German": 84,
        "Italian": 63,
        "Commonwealth": 85,
        "American": 43,
        "French": 33,
    }
    assert len(catalogue.aircraft) == 44


@pytest.mark.rule("OCS 3.1")
@pytest.mark.rule("OCS 3.2")
def test_second_battalion_of_7_panzer_is_a_6_5_8(catalogue):
    tanks = catalogue.counters["ger-10pz-ii7"]
    assert tanks.rating == "6-5-8"
    assert (tanks.combat.strength, tanks.ar, tanks.combat.ma) == (6, 5, 8)
    assert tanks.combat.mobility is Mobility.TRACK and tanks.move.mobility is Mobility.TRACK
    assert tanks.move.ma == 14
    assert tanks.category is Category.ARMOR
    assert not tanks.combat.parenthesised
    assert (tanks.size, tanks.re) == ("bn", 2)
    assert tanks.formation == "10 Pz Div" and not tanks.independent


@pytest.mark.rule("OCS 3.2")
@pytest.mark.rule("OCS 3.2f")
def test_a_march_battalion_is_an_independent_2_2_3_on_foot(catalogue):
    march = catalogue.counters["ger-march-t-2"]
    assert march.rating == "2-2-3"
    assert march.combat.mobility is Mobility.LEG and march.move.mobility is Mobility.LEG
    assert march.move.ma == 5
    assert march.category is Category.OTHER
    assert march.independent


@pytest.mark.rule("OCS 3.1")
def test_mobility_can_differ_between_the_sides_of_a_counter(catalogue):
    grenadiers = catalogue.counters["ger-10pz-69pg"]
    assert grenadiers.combat.mobility is Mobility.LEG
    assert grenadiers.move.mobility is Mobility.TRUCK


@pytest.mark.rule("OCS 3.2")
def test_flak_defends_only(catalogue):
    flak = catalogue.counters["ger-flak-i-33"]
    assert flak.rating == "(7)-4-3"
    assert flak.combat.parenthesised and flak.move.parenthesised


@pytest.mark.rule("OCS 3.2")
def test_headquarters_print_a_throw_and_no_strength(catalogue):
    dak = catalogue.counters["ger-hq-dak"]
    assert dak.is_hq and dak.rating == "10-0"
    assert dak.combat.strength is None and dak.move.strength is None
    assert (dak.combat.throw, dak.combat.ma, dak.ar) == (10, 0, 0)
    assert dak.move.throw < dak.combat.throw


@pytest.mark.rule("OCS 3.2")
def test_artillery_prints_a_barrage_and_no_strength(catalogue):
    guns = catalogue.counters["ger-10pz-90art"]
    assert guns.is_artillery
    assert (guns.combat.barrage, guns.range) == (14, 2)
    assert guns.combat.strength is None and guns.move.strength is None
    assert catalogue.counters["ger-werfer-i71"].is_artillery
    assert not catalogue.counters["ger-flak-i-33"].is_artillery


@pytest.mark.rule("OCS 5.5")
def test_the_combat_side_is_the_stronger_side(catalogue):
    for counter in catalogue.counters.values():
        if counter.combat.strength is not None:
            assert counter.combat.strength > counter.move.strength >= 1, counter.id
        if counter.is_artillery:
            assert counter.combat.barrage > counter.move.barrage >= 1, counter.id
        assert counter.combat.ma < counter.move.ma, counter.id


@pytest.mark.rule("OCS 4.6")
def test_sizes_follow_the_kind_of_counter(catalogue):
    quarters = {"co": 1, "bn": 2}
    for counter in catalogue.counters.values():
        assert counter.re == quarters.get(counter.size, 4), counter.id
        assert counter.steps == 1


@pytest.mark.rule("T2 1.9")
def test_engineers_are_headquarters_two_us_regiments_and_witzig(catalogue):
    able = {counter.id for counter in catalogue.counters.values() if counter.engineer}
    headquarters = {counter.id for counter in catalogue.counters.values() if counter.is_hq}
    assert able - headquarters == {"us-eng-19", "us-eng-20", "ger-witzig"}
    assert headquarters <= able and len(headquarters) == 11


@pytest.mark.rule("T2 2.6")
@pytest.mark.rule("T2 3.3b")
def test_theater_reserves_and_units_that_never_fly(catalogue):
    traits = {counter.id: counter.traits for counter in catalogue.counters.values() if counter.traits}
    assert {unit for unit, trait in traits.items() if trait == ("theater reserve",)} == {
        "us-arm-70",
        "us-arm-752",
        "us-arm-755",
        "us-arm-756",
    }
    assert {unit for unit, trait in traits.items() if "no air lift" in trait} == {
        "ger-baren",
        "ger-konen",
        "ger-witzig",
    }


def test_replacements_are_quarter_re_counters_without_a_combat_side(catalogue):
    assert set(catalogue.repls) == {"axis-pax", "axis-eq", "allied-pax", "allied-eq"}
    for repl in catalogue.repls.values():
        assert repl.combat is None and repl.is_repl
        assert (repl.re, repl.category, repl.independent) == (1, Category.OTHER, True)
        assert repl.move.strength is not None and not repl.move.parenthesised


def test_no_two_counters_answer_to_one_booklet_name(catalogue):
    names = Tally(fold(counter.booklet_name) for counter in catalogue.counters.values())
    assert max(names.values()) == 1
    owners = {fold(counter.booklet_name): counter.id for counter in catalogue.counters.values()}
    for counter in catalogue.counters.values():
        assert all(owners.get(fold(alias), counter.id) == counter.id for alias in counter.aliases)


def test_only_the_halves_of_a_battle_group_share_an_alias(catalogue):
    shared: dict[str, list[str]] = {}
    for counter in catalogue.counters.values():
        for alias in counter.aliases:
            shared.setdefault(fold(alias), []).append(counter.size)
    for alias, sizes in shared.items():
        assert len(sizes) == 1 or (len(sizes) == 2 and alias.endswith("x1)")), alias


def test_sides_are_opponents():
    assert Side.AXIS.other is Side.ALLIED and Side.ALLIED.other is Side.AXIS


@pytest.mark.rule("OCS 3.5")
def test_a_ju_52_cannot_double_its_load_from_sicily(catalogue):
    ju52 = catalogue.aircraft["ger-ju52"]
    assert (ju52.type, ju52.capacity, ju52.drop, ju52.steps) == ("Tpt", 1, True, 2)
    assert ju52.range / 2 < 38  # the entry hex A47.31 lies 38 hexes from Sicily


@pytest.mark.rule("OCS 3.5")
def test_planes_lose_strength_with_their_first_step(catalogue):
    fighter = catalogue.aircraft["ger-bf109g"]
    assert (fighter.full.rating, fighter.full.barrage) == (4, 3)
    assert (fighter.reduced.rating, fighter.reduced.barrage) == (3, 2)
    for plane in catalogue.aircraft.values():
        assert plane.reduced.rating <= plane.full.rating and plane.reduced.barrage <= plane.full.barrage


@pytest.mark.rule("T2 1.7a")
def test_strategic_bombers_are_surge_planes(catalogue):
    bombers = [plane for plane in catalogue.aircraft.values() if plane.strategic]
    assert {plane.name for plane in bombers} == {"B-17", "B-24", "Wellington"}
    assert all(plane.surge and plane.type == "S" for plane in bombers)


@pytest.mark.rule("T2 2.5")
def test_the_desert_air_force_is_commonwealth_with_a_band_of_its_own(catalogue):
    daf = [plane for plane in catalogue.aircraft.values() if plane.band == "DAF"]
    assert len(daf) == 8
    assert {plane.faction for plane in daf} == {"Commonwealth"}
