"""Rail Cap in Tunisia II: the Allies alone, in Algeria alone, and from Algiers (T2 1.1a, 2.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.series.rail import Rail, rail_left
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, Position, position, set_up_done

ENTRY, GUELMA, BONE, CONSTANTINE, TEBESSA = "A01.14", "A13.20", "A17.26", "A02.18", "A21.05"


def at(note: str, when: str = "Allied Movement Phase", date: str = "1942-11-15") -> Position:
    return position(
        "Allied ports: Philippeville, Bône, Tabarka\nAxis ports: all others\n" + note, when, date=date, options=()
    )


def ride(p: Position, start: str, to: str, names: str = "", tokens: int = 0, no: str | None = None) -> None:
    p.do(Rail(side=p.side, start=start, to=to, cargo=p.ids(names) if names else (), tokens=tokens), no)


@pytest.mark.rule("T2 1.1a", "T2 2.1", "T2 2.2c")
@pytest.mark.parametrize(
    ("date", "points"), [("1942-11-15", 2), ("1943-01-29", 2), ("1943-02-01", 3), ("1943-03-01", 4)]
)
def test_the_allies_have_rail_cap_by_date_and_the_axis_none(date: str, points: int):
    """Half tokens: 8 a point."""
    assert rail_left(at("", date=date).state, ALLIED) == 8 * points
    assert rail_left(at("", "Axis Movement Phase", date).state, AXIS) == 0


@pytest.mark.rule("T2 6.3", "T2 2.2c")
def test_where_a_scenario_has_no_rail_cap_nothing_rides():
    state = set_up_done(rules_for(load_world("battle-for-kasserine")))
    assert [state.points.rail_cap(state, side) for side in Side] == [0, 0]


@pytest.mark.rule("T2 1.1a")
def test_the_axis_does_not_ride():
    p = at(f"== Axis ==\n{GUELMA}: March Bn (T-1)  -- Move", "Axis Movement Phase")
    assert "rail" not in p.legal()
    ride(p, GUELMA, BONE, "T-1", no="")


@pytest.mark.rule("T2 1.1a", "T2 2.2c")
def test_the_whole_ride_is_in_algeria():
    """Souk Ahras lies in Algeria, Souk el Arba on the same line in Tunisia."""
    p = at("== Allied ==\nA19.17: Para Bn (1)  -- Move\nA30.20: Para Bn (2)  -- Move")
    world = p.state.world
    assert world.atlas.country[p.hex("A30.20")] == "Tunisia" and p.hex("A30.20") in p.state.points.detrainable(world)
    ride(p, "A19.17", "A30.20", "1", no="OCS 13.3c")
    ride(p, "A30.20", "A19.17", "2", no="OCS 13.3c")
    ride(p, "A19.17", TEBESSA, "1")


@pytest.mark.rule("T2 1.1a", "OCS 13.3c")
def test_cargo_gets_on_and_off_at_points_of_interest():
    """El Guerrah A02.14 is smaller than a village."""
    p = at(f"== Allied ==\n{CONSTANTINE}: Para Bn (1)  -- Move")
    assert p.state.world.atlas.settlement[p.hex("A02.14")] == "poi"
    ride(p, CONSTANTINE, "A02.14", "1")


@pytest.mark.rule("T2 2.2", "OCS 13.3e", "T2 1.2")
def test_units_and_supply_ride_from_algiers_to_what_is_joined_to_entry_a():
    p = at("== Allied ==\nAlgiers: Para Bn (1)  -- Move", date="1943-03-01")
    ride(p, "Algiers", GUELMA, "1", tokens=5)
    assert p.where("1") == GUELMA and p.state.dumps[p.hex(GUELMA)].tokens == 5
    ride(p, "Algiers", TEBESSA, tokens=8)
    assert rail_left(p.state, ALLIED) == 4 * 8 - 2 - 10 - 16
    ride(p, GUELMA, "Algiers", no="OCS 13.3c", tokens=1)


@pytest.mark.rule("T2 2.2")
def test_the_railway_of_algiers_serves_the_allies_alone():
    p = at("")
    algiers = p.state.world.place("Algiers")
    assert ENTRY in p.labels(p.state.points.rail_entries(p.state, ALLIED, algiers))
    assert p.state.points.rail_entries(p.state, AXIS, algiers) == ()


@pytest.mark.rule("T2 2.2", "OCS 13.3e")
def test_what_is_cut_off_from_entry_a_has_no_train_from_algiers():
    """All lines of Entry A come together in A02.14 and go on by A02.15, which is in the zone of A02.16."""
    p = at("== Axis ==\nA02.16: March Bn (T-1)\n== Allied ==\nAlgiers: Para Bn (1)  -- Move")
    ride(p, "Algiers", GUELMA, "1", no="OCS 13.3e")
    ride(p, "Algiers", ENTRY, "1")


@pytest.mark.rule("OCS 13.3e", "OCS 13.6b")
def test_reinforcements_ride_on_from_an_edge_hex_that_is_no_station_for_they_got_on_off_the_map():
    """A01.13 has a railway and no town; nobody gets on there but who came to it in this turn."""
    note = "== Allied ==\nA01.13: Para Bn (1, 2)  -- Move\nA02.15: Para Bn (3)  -- Move"
    p = at(note)
    assert p.hex("A01.13") not in p.state.points.detrainable(p.state.world)
    ride(p, "A01.13", GUELMA, "1", no="OCS 13.3e")
    assert "A01.13" not in p.offered("rail")
    p = Position(p.rules, replace(p.state, newcomers=Map({"br-para-1": True, "br-para-3": True})), p.game.dice)
    assert "A01.13" in p.offered("rail")
    ride(p, "A02.15", GUELMA, "3", no="OCS 13.3c")  # no edge hex
    ride(p, "A01.13", GUELMA, "1, 2", no="OCS 13.3e")
    ride(p, "A01.13", GUELMA, "1")
    assert p.where("1") == GUELMA


@pytest.mark.rule("T2 2.2b")
def test_no_train_runs_from_tripoli():
    p = at("", date="1943-02-01")
    ride(p, "Tripoli", GUELMA, tokens=1, no="OCS 13.3c")
