"""Terrain chart, calendar, weather, series tables and transport."""

import datetime
from fractions import Fraction

import pytest

from ocs_engine.world.calendar import Weather
from ocs_engine.world.catalogue import read_catalogue
from ocs_engine.world.chart import twelfths
from ocs_engine.world.counters import Category, Mobility
from ocs_engine.world.errors import DataError


@pytest.mark.parametrize(("printed", "expected"), [("1/3", 4), ("1/2", 6), ("1", 12), ("6", 72), ("0", 0), ("P", None)])
def test_costs_are_counted_in_twelfths_of_an_mp(printed, expected):
    assert twelfths(printed) == expected


@pytest.mark.parametrize("printed", ["1/5", "0.3", "-1", "x", "", "1/0", "101"])
def test_a_cost_that_is_no_twelfth_is_refused(printed):
    with pytest.raises(ValueError, match="found"):
        twelfths(printed)


def test_trucks_pay_a_third_on_a_primary_road_and_others_a_half(catalogue):
    primary = catalogue.chart.road["primary"].mp
    assert primary == {Mobility.LEG: 6, Mobility.TRACK: 6, Mobility.TRUCK: 4}


def test_mountain_and_sea_are_prohibited(catalogue):
    hexes = catalogue.chart.hex
    assert hexes["mountain"].mp == {Mobility.LEG: 36, Mobility.TRACK: None, Mobility.TRUCK: None}
    assert set(hexes["sea"].mp.values()) == {None}
    assert set(catalogue.chart.hexside["blocked"].mp.values()) == {None}


def test_armor_and_mech_double_in_the_open_as_attackers_alone(catalogue):
    open_ground = catalogue.chart.hex["open"]
    assert open_ground.attack == {Category.ARMOR: 2, Category.MECH: 2, Category.OTHER: 1}
    assert open_ground.bracketed and open_ground.combat_class == "open"
    assert catalogue.chart.hex["mountain"].attack[Category.ARMOR] == Fraction(1, 3)
    assert not catalogue.chart.hex["mountain"].bracketed


def test_the_track_has_58_turns(catalogue):
    calendar = catalogue.calendar
    assert len(calendar.turns) == 58
    assert calendar.date_of(1) == datetime.date(1942, 11, 15)
    assert calendar.date_of(14) == datetime.date(1942, 12, 29)
    assert calendar.date_of(58) == datetime.date(1943, 5, 29)
    assert calendar.turn_of(datetime.date(1943, 2, 15)) == 28  # so 31 turns are left for the Kasserine Campaign
    assert datetime.date(1943, 2, 26) in calendar.turns and datetime.date(1943, 2, 28) not in calendar.turns


def test_a_date_off_the_track_names_the_nearest(catalogue):
    with pytest.raises(ValueError, match="nearest is 1942-11-19"):
        catalogue.calendar.turn_of(datetime.date(1942, 11, 18))
    with pytest.raises(ValueError, match="runs from 1 to 58"):
        catalogue.calendar.date_of(0)


BOUNDS = [  # month, a turn in it, last throw with flight, last throw without flight but dry (66 where there is no mud)
    ("November", 1, 53, 64),
    ("December", 6, 26, 35),
    ("January", 15, 26, 35),
    ("February", 24, 55, 63),
    ("March", 32, 55, 64),
    ("April", 41, 62, 65),
    ("May", 50, 62, 66),
]


@pytest.mark.rule("T2 1.3b")
@pytest.mark.parametrize(("month", "turn", "last_flight", "last_dry"), BOUNDS)
def test_weather_goes_by_the_month(catalogue, month, turn, last_flight, last_dry):
    assert f"{catalogue.calendar.date_of(turn):%B}" == month
    for red in range(1, 7):
        for white in range(1, 7):
            throw = 10 * red + white
            expected = "flight" if throw <= last_flight else "no flight" if throw <= last_dry else "mud"
            assert catalogue.calendar.weather(turn, red, white) == expected


@pytest.mark.rule("T2 1.3b")
def test_about_half_of_the_winter_turns_are_mud(catalogue):
    throws = [(red, white) for red in range(1, 7) for white in range(1, 7)]
    mud = sum(catalogue.calendar.weather(14, *throw) is Weather.MUD for throw in throws)
    assert mud == 19  # 36, and the six throws each of 4x, 5x and 6x


def test_constants_of_the_series(catalogue):
    tables = catalogue.tables
    assert tables.number("stacking_limit_RE") == 10
    assert tables.number("overrun_MP") == 3
    assert tables.share("dg_MA_share") == Fraction(1, 2)
    assert tables.share("load_unload_share_of_printed_MA") == Fraction(1, 10)


def test_charts_of_the_series_are_read_only(catalogue):
    combat = catalogue.tables["combat_table"]
    three_to_one = combat["columns_by_terrain_class"]["Open"].index("3:1")
    assert combat["rows"]["7"][three_to_one] == "Ao1/Do1"
    with pytest.raises(TypeError):
        combat["rows"]["7"] = ()


def test_an_unknown_chart_names_the_nearest(catalogue):
    with pytest.raises(KeyError, match="nearest is surprise"):
        catalogue.tables["suprise"]
    with pytest.raises(KeyError, match="nearest is overrun_MP"):
        catalogue.tables.number("overun_MP")
    with pytest.raises(ValueError, match="no whole number"):
        catalogue.tables.number("dg_MA_share")


@pytest.mark.rule("T2 1.6a")
@pytest.mark.rule("T2 1.6b")
def test_only_regular_trucks_can_be_captured(catalogue):
    kinds = catalogue.transport.kinds
    assert set(kinds) == {"truck", "organic", "charcoal", "mule"}
    assert [name for name, kind in kinds.items() if kind.capturable] == ["truck"]
    assert kinds["charcoal"].ma == 10 and kinds["truck"].capacity == 4
    assert kinds["mule"].mobility is Mobility.LEG


@pytest.mark.rule("T2 1.6c")
def test_organic_trucks_hold_6_4_or_2_tokens(catalogue):
    organic = catalogue.transport.organic
    assert set(organic.values()) == {2, 4, 6}
    assert organic["6 Arm Div"] == 4 and organic["10 Pz Div"] == 6


def test_weather_must_cover_each_throw_once(overlay):
    folder = overlay("tunisia2/calendar.json", '{"weather": {"1942-12": {\n  "flight": [11, 31]}}}')
    with pytest.raises(DataError, match=r"calendar.json:1:14: bad-value weather.1942-12: the throw 31 has two results"):
        read_catalogue(folder)
