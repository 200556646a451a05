"""Sea Cap in Tunisia II: the Shipping Chart, dangerous waters, and the off-map boxes (T2 1.2, 1.8, 2.2, 3.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.series.shipping import Ship, sea_left
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, Position, position, set_up_done

PORTS = "Maps: A, B\nAllied ports: Philippeville, Bône, Tabarka\nAxis ports: all others\n"
BONE, TABARKA, TUNIS, SFAX = "A17.26", "A30.26", "A48.24", "B57.30"


def at(note: str, when: str, date: str = "1942-11-15", ports: str = PORTS) -> Position:
    return position(ports + note, when, date=date, options=())


def ship(p: Position, start: str, to: str, names: str = "", tokens: int = 0, no: str | None = None) -> None:
    cargo = p.ids(names) if names else ()
    p.do(Ship(side=p.side, start=start, to=to, cargo=cargo, tokens=tokens), no)


@pytest.mark.rule("T2 1.8", "T2 2.1")
@pytest.mark.parametrize(
    ("side", "date", "points"),
    [
        ("Axis", "1942-11-15", 2), ("Axis", "1942-12-01", 3), ("Axis", "1943-01-01", 5), ("Axis", "1943-02-12", 4),
        ("Axis", "1943-05-29", 3),
        ("Allied", "1942-11-15", 1), ("Allied", "1943-02-26", 1), ("Allied", "1943-03-01", 2),
    ],
)  # fmt: skip
def test_the_shipping_chart_gives_the_sea_cap_of_a_turn(side: str, date: str, points: int):
    """Half tokens: 8 a point."""
    p = at("", f"{side} Movement Phase", date)
    assert sea_left(p.state, p.side) == 8 * points
    assert sea_left(p.state, p.side.other) == 0


@pytest.mark.rule("T2 1.8", "T2 6.3")
def test_where_a_scenario_has_no_sea_cap_nothing_sails():
    world = load_world("battle-for-kasserine")
    state = set_up_done(rules_for(world))
    assert [state.points.sea_cap(state, side) for side in Side] == [0, 0]


@pytest.mark.rule("T2 1.8a")
def test_the_west_of_map_a_is_dangerous_to_the_axis_its_east_to_the_allies_and_map_b_to_nobody():
    all_axis = "Maps: A, B\nAllied ports: Sfax\nAxis ports: all others\n"
    p = at(f"== Axis ==\n{BONE}: 1 SP\n{TUNIS}: 1 SP", "Axis Movement Phase", ports=all_axis)
    ship(p, "Sicily", BONE, tokens=1, no="T2 1.8a")
    ship(p, BONE, TUNIS, tokens=1, no="T2 1.8a")
    ship(p, "Sicily", TUNIS, tokens=1)
    ship(p, TUNIS, "B48.17", tokens=1)
    allied = "Maps: A, B\nAllied ports: Bône, Tunis, Sfax\nAxis ports: all others\n"
    q = at(f"== Allied ==\n{BONE}: 1 SP\n{SFAX}: 1 SP", "Allied Movement Phase", ports=allied)
    ship(q, "Algiers", TUNIS, tokens=1, no="T2 1.8a")
    ship(q, "Algiers", BONE, tokens=1)
    ship(q, SFAX, BONE, tokens=1)


@pytest.mark.rule("T2 1.2", "T2 2.2", "T2 2.1")
def test_the_dumps_of_the_boxes_never_run_out_and_their_ports_take_all():
    p = at("", "Axis Movement Phase", "1943-01-01")
    ship(p, "Sicily", TUNIS, tokens=16)
    ship(p, "Sicily B", SFAX, tokens=4)
    assert sum(dump.tokens for dump in p.state.dumps.values()) == 20
    assert sea_left(p.state, AXIS) == 0


@pytest.mark.rule("T2 1.2")
def test_supply_that_sails_to_a_box_is_off_the_map():
    p = at(f"== Allied ==\n{BONE}: 3T", "Allied Movement Phase")
    ship(p, BONE, "Algiers", tokens=2)
    assert {dump.tokens for dump in p.state.dumps.values()} == {1}
    ship(p, "Algiers", BONE, tokens=2)  # no leapfrog: what is in a box has no end


@pytest.mark.rule("T2 2.2b", "T2 2.2")
@pytest.mark.parametrize(("date", "rule"), [("1943-01-26", "OCS 19.0f"), ("1943-01-29", None)])
def test_tripoli_is_an_allied_box_from_29_january(date: str, rule: str | None):
    ports = "Maps: A, B\nAllied ports: Sfax, Bône\nAxis ports: all others\n"
    p = at("", "Allied Movement Phase", date, ports)
    ship(p, "Tripoli", SFAX, tokens=1, no=rule)
    ship(p, "Sicily", SFAX, tokens=1, no="OCS 19.0f")
    ship(p, "Algiers", "Tripoli", tokens=1, no="OCS 19.0f")


@pytest.mark.rule("T2 2.2b", "T2 3.2")
def test_the_axis_never_sails_from_tripoli():
    p = at("", "Axis Movement Phase")
    ship(p, "Tripoli", SFAX, tokens=1, no="OCS 19.0f")
    ship(p, "Algiers", SFAX, tokens=1, no="OCS 19.0f")
    ship(p, "Sicily", SFAX, tokens=1)


@pytest.mark.rule("T2 3.2a")
def test_nobody_sails_from_box_b_while_anybody_waits_in_box_a_and_supply_always_may():
    p = at("== Axis ==\nSicily A: March Bn (T-1)  -- Move\nSicily B: March Bn (T-2)  -- Move", "Axis Movement Phase")
    ship(p, "Sicily B", TUNIS, "T-2", no="T2 3.2a")
    ship(p, "Sicily B", TUNIS, tokens=1)
    ship(p, "Sicily A", TUNIS, "T-1")
    ship(p, "Sicily B", TUNIS, "T-2")


@pytest.mark.rule("T2 3.2a")
def test_transport_in_box_a_goes_first_too():
    p = at("== Axis ==\nSicily A: 1x Truck Point\nSicily B: March Bn (T-2)  -- Move", "Axis Movement Phase")
    ship(p, "Sicily B", TUNIS, "T-2", no="T2 3.2a")
    p.do(Ship(side=AXIS, start="Sicily A", to=TUNIS, cargo=tuple(p.state.transport)))
    ship(p, "Sicily B", TUNIS, "T-2")


@pytest.mark.rule("T2 1.2", "T2 3.2")
def test_ground_units_go_to_sicily_into_one_of_its_ground_boxes():
    p = at(f"== Axis ==\n{TUNIS}: March Bn (T-1)  -- Move", "Axis Movement Phase")
    ship(p, TUNIS, "Sicily", "T-1", no="T2 1.2")
    ship(p, TUNIS, "Sicily B", "T-1")
    assert p.where("T-1") == "Sicily B"


@pytest.mark.rule("T2 2.6")
def test_a_theater_reserve_does_not_leave_algeria_by_sea():
    p = at("== Allied ==\nAlgiers: US Arm Bn (755)  -- Move", "Allied Movement Phase", "1943-03-01")
    ship(p, "Algiers", TABARKA, "755", no="T2 2.6")
    ship(p, "Algiers", BONE, "755")


@pytest.mark.rule("T2 1.8")
def test_the_sea_cap_is_whole_again_in_the_next_phase_of_its_side():
    p = at(f"== Allied ==\n{BONE}: 1 SP", "Allied Movement Phase")
    ship(p, BONE, "Algiers", tokens=4)
    fresh = replace(p.state, memory=replace(p.state.memory, sea_used=0, port_used=Map()))
    assert sea_left(p.state, ALLIED) == 0 and sea_left(fresh, ALLIED) == 8
    p.end_segment()
    assert (p.state.memory.sea_used, p.state.memory.port_used) == (0, Map())
