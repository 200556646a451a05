"""Arrivals, shipping, replacements, boxes and rebuild costs."""

import datetime
from collections import Counter as Tally

import pytest

from ocs_engine.world.counters import Side


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
