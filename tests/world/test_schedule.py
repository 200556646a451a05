"""Arrivals, shipping, replacements, boxes and rebuild costs."""

import datetime
from collections import Counter as Tally

import pytest

from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world


def arrivals_on(catalogue, year, month, day, side):
    turn = catalogue.calendar.turn_of(datetime.date(year, month, day))
    return [each for each in catalogue.schedule.arrivals if each.turn == turn and each.side is side]


@pytest.mark.rule("T2 1.4b")
def test_sourced_arrivals_stand_on_their_dates(catalogue):
    (recon,) = arrivals_on(catalogue, 1942, 12, 29, Side.ALLIED)
    assert recon.units == ("us-recon-91",)
    (new_year,) = arrivals_on(catalogue, 1943, 1, 1, Side.ALLIED)
    assert ("us-p-39", 3) in [(planes.aircraft, planes.count) for planes in new_year.planes]
    flak = arrivals_on(catalogue, 1943, 2, 5, Side.AXIS)
    assert any("ger-flak-i-33" in each.units for each in flak)


@pytest.mark.rule("T2 1.4d")
def test_three_batches_of_four_are_mostly_dead(catalogue):
    batches = [each.draw_one_of for each in catalogue.schedule.arrivals if each.draw_one_of]
    assert [len(batch) for batch in batches] == [4, 4, 4]
    assert any("it-laspezia-125" in batch for batch in batches)


@pytest.mark.rule("T2 2.4a")
def test_8th_army_comes_from_15_february_and_by_itself_on_5_march(catalogue):
    army = catalogue.schedule.eighth_army
    assert army.first_roll == datetime.date(1943, 2, 15) and army.automatic == datetime.date(1943, 3, 5)
    assert army.released_on == (5, 6) and army.supply_sp == 3
    waves = [each for each in catalogue.schedule.arrivals if each.turn is None]
    assert [each.after_release for each in waves] == [0, 1, 2, 3, 4]
    assert "br-7arm-1rtr" in waves[0].units


def test_each_counter_arrives_or_stands_set_up_at_most_once(catalogue, race):
    arriving = Tally(unit for each in catalogue.schedule.arrivals for unit in (*each.units, *each.draw_one_of))
    assert max(arriving.values()) == 1
    set_up = {unit.counter for setup in race.scenario.sides.values() for unit in setup.units}
    assert not set_up & set(arriving)


@pytest.mark.rule("T2 1.8")
def test_lift_on_15_november(catalogue):
    allied, axis = (catalogue.schedule.lift[side][0] for side in (Side.ALLIED, Side.AXIS))
    assert (allied.start, allied.sea, allied.rail) == (datetime.date(1942, 11, 15), 1, 2)
    assert (axis.sea, axis.rail) == (2, 0)


@pytest.mark.rule("T2 1.4a")
def test_replacement_tables_answer_every_roll(catalogue):
    axis, allied = (catalogue.schedule.replacements[side] for side in (Side.AXIS, Side.ALLIED))
    assert sorted(axis.results) == list(range(2, 14)) and sorted(allied.results) == list(range(2, 13))
    assert axis.results[7] == () and allied.results[12] == ("pax", "pax", "eq", "eq")
    assert Tally(axis.factions.values()) == {"German": 3, "Italian": 3}
    assert Tally(allied.factions.values()) == {"American": 2, "French": 2, "Commonwealth": 2}


@pytest.mark.rule("T2 1.2a")
def test_algiers_refits_twelve_and_half_in_mud(catalogue):
    algiers = catalogue.schedule.boxes["Algiers"]
    assert (algiers.side, algiers.refit, algiers.refit_mud) == (Side.ALLIED, 12, 6)
    assert catalogue.schedule.boxes["Tripoli"].start == datetime.date(1943, 1, 29)
    assert catalogue.schedule.daf_at_tripoli_before == datetime.date(1943, 3, 1)


REBUILD = [  # counter, Pax, Eq, units for one Repl
    ("ger-hq-dak", 1, 1, 1),
    ("ger-tiger-1-501", 0, 1, 2),
    ("ger-10pz-ii7", 0, 1, 1),
    ("us-1arm-art", 0, 1, 1),
    ("br-kdg", 0, 1, 1),
    ("ger-flak-i-33", 0, 1, 1),
    ("ger-march-t-2", 1, 0, 1),
    ("ger-10pz-69pg", 1, 0, 1),
]


@pytest.mark.parametrize(("counter", "pax", "eq", "together"), REBUILD)
def test_rebuild_costs(catalogue, counter, pax, eq, together):
    rule = catalogue.schedule.rebuild_rule(catalogue.counters[counter])
    assert (rule.pax, rule.eq, rule.units_per_repl) == (pax, eq, together)


def test_supply_caches(catalogue):
    caches = catalogue.schedule.caches
    assert (caches[Side.AXIS].start, caches[Side.AXIS].monthly) == (0, 1)
    assert (caches[Side.ALLIED].start, caches[Side.ALLIED].monthly) == (1, 2)


# --- the November set-up and all that comes until February give the February set-up


def by_12_february(catalogue, side):
    """The entries of a side up to 12 February 1943."""
    last = catalogue.calendar.turn_of(datetime.date(1943, 2, 12))
    return [each for each in catalogue.schedule.arrivals if each.side is side and each.turn and each.turn <= last]


@pytest.mark.rule("T2 1.4b", "T2 1.4d", "T2 6.4")
@pytest.mark.parametrize("side", list(Side))
def test_units_of_november_with_all_that_came_are_those_of_february(catalogue, side):
    november, february = (load_world(name).scenario.sides[side] for name in ("tunisia-campaign", "kasserine-campaign"))
    there, left = {unit.counter for unit in november.units}, set()
    for each in by_12_february(catalogue, side):
        there |= {*each.units, *each.draw_one_of, *(new for _, new in each.exchange)}
        left |= {*each.remove, *(old for old, _ in each.exchange)}
    assert left <= there
    assert there - left == {unit.counter for unit in february.units} | set(february.dead_pile)
    assert left == set(february.removed)


@pytest.mark.rule("T2 1.4b", "T2 6.4")
@pytest.mark.parametrize("side", list(Side))
def test_planes_and_reserve_markers_of_november_with_all_that_came_are_those_of_february(catalogue, side):
    november, february = (load_world(name).scenario.sides[side] for name in ("tunisia-campaign", "kasserine-campaign"))
    planes, then = Tally(), Tally()
    for plane in november.planes:
        planes[plane.aircraft] += plane.count
    for plane in (*february.planes, *february.dead_planes):
        then[plane.aircraft] += plane.count
    markers = november.reserve_markers
    for each in by_12_february(catalogue, side):
        markers += each.reserve_markers
        for change in each.planes:
            planes[change.aircraft] += change.count
    assert +planes == then
    assert markers == february.reserve_markers
