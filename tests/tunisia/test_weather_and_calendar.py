"""T2 1.3 and the turn track: all 36 throws of November, and the fourteen turns of Race for Tunis."""

from __future__ import annotations

import pytest

from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.calendar import Weather
from ocs_engine.world.world import load_world
from tests.positions import position

RULES = rules_for(load_world("race-for-tunis"))

# Red die by rows, white die by columns: F flight, N no flight, M no flight and mud. November: flight 11 to 53,
# no flight 54 to 64, mud 65 and 66.
NOVEMBER = """
    F F F F F F
    F F F F F F
    F F F F F F
    F F F F F F
    F F F N N N
    N N N N M M
"""
# December: flight 11 to 26, no flight 31 to 35, mud 36 to 66
DECEMBER = """
    F F F F F F
    F F F F F F
    N N N N N M
    M M M M M M
    M M M M M M
    M M M M M M
"""
WORDS = {"F": Weather.FLIGHT, "N": Weather.NO_FLIGHT, "M": Weather.MUD}


@pytest.mark.rule("T2 1.3b")
@pytest.mark.parametrize(("date", "table"), [("1942-11-15", NOVEMBER), ("1942-11-29", NOVEMBER),
                                             ("1942-12-01", DECEMBER), ("1942-12-29", DECEMBER)])  # fmt: skip
def test_every_throw_of_a_month(date: str, table: str) -> None:
    p = position("", ground="", date=date)
    for red, line in enumerate(table.split("\n")[1:7], start=1):
        for white, letter in enumerate(line.split(), start=1):
            assert RULES.points.weather(p.state, (red, white)) is WORDS[letter], (red, white)


@pytest.mark.rule("T2 1.3c")
def test_only_mud_makes_a_turn_simulcast_and_stops_all_movement() -> None:
    for weather in Weather:
        p = position("== Allied ==\nA20.20: Fr Mech Rgt (Coutx)", ground="", weather=weather)
        assert p.rules.points.simulcast(p.state, weather) is (weather is Weather.MUD)
        assert (p.ma("Coutx") == 0) is (weather is Weather.MUD)


@pytest.mark.rule("T2 6.1")
def test_the_fourteen_turns_of_race_for_tunis() -> None:
    world = load_world("race-for-tunis")
    first, last = world.scenario.first_turn, world.scenario.last_turn
    days = [f"{world.calendar.date_of(turn):%d %b}" for turn in range(first, last + 1)]
    assert days == [
        "15 Nov", "19 Nov", "22 Nov", "26 Nov", "29 Nov", "01 Dec", "05 Dec", "08 Dec", "12 Dec", "15 Dec", "19 Dec",
        "22 Dec", "26 Dec", "29 Dec",
    ]  # fmt: skip
