"""Ports and Sea Cap (OCS 19): what ships carry, between which ports, and what the ports at both ends handle.

On the real map, 1 March 1943 unless said otherwise, when the Allies have a Sea Cap of 2 points of 1 SP and the Axis 3.
Whole ports handle, in T: Bône 16, Philippeville 8, Sfax 8, Sousse and Gabès 4, Tabarka and Monastir 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Command, Event
from ocs_engine.series.building import Build
from ocs_engine.series.ports import capacity, damaged_capacity, traces
from ocs_engine.series.rail import Rail
from ocs_engine.series.shipping import Ship, sea_left
from ocs_engine.series.supply.carrying_commands import Drive
from ocs_engine.state.build_events import Task
from ocs_engine.state.lift_events import CargoShipped
from ocs_engine.state.model import Dump
from ocs_engine.world.calendar import Weather
from tests.positions import ALLIED, AXIS, Position, position

PORTS = "Maps: A, B\nAllied ports: Philippeville, Bône, Tabarka\nAxis ports: all others\n"
ONE_SP = 8
"""Half tokens."""
BONE, PHILIPPEVILLE, TABARKA = "A17.26", "A06.25", "A30.26"
TUNIS, SOUSSE, SFAX, GABES, MONASTIR = "A48.24", "A54.11", "B57.30", "B48.17", "A57.10"


def at(
    note: str,
    when: str = "Allied Movement Phase",
    date: str = "1943-03-01",
    weather: Weather = Weather.FLIGHT,
    hits: dict[str, int] | None = None,
) -> Position:
    """A position with hits on some ports."""
    p = position(PORTS + note, when, date=date, weather=weather, options=())
    ports = p.state.ports
    for label, count in (hits or {}).items():
        ports = ports.set(p.hex(label), replace(ports[p.hex(label)], hits=count))
    return Position(p.rules, replace(p.state, ports=ports), RecordedDice(()))


def ship(
    p: Position, start: str, to: str, names: str = "", transport: tuple[str, ...] = (), tokens: int = 0,
    no: str | None = None,
) -> tuple[Event, ...]:  # fmt: skip
    """Units by name, Transport Points by id and T of SP sent by sea."""
    units = p.ids(names) if names else ()
    entry = p.do(Ship(side=p.side, start=start, to=to, cargo=(*units, *transport), tokens=tokens), no)
    return entry.events if entry else ()


AXIS_PHASE = "Axis Movement Phase"


# --- the Sea Cap


@pytest.mark.rule("OCS 19.0f", "T2 1.8")
def test_a_point_carries_one_sp_or_re_and_what_is_used_is_gone_for_the_turn():
    """Cap 2: a regiment of 1 RE, a battalion on foot of half of its 1/2 RE, 3T; together 16 half tokens."""
    p = at(f"== Allied ==\n{BONE}: Fr Mech Rgt (Coutx), Para Bn (1)  -- Move\n{BONE}: 3 SP")
    assert sea_left(p.state, ALLIED) == 2 * ONE_SP
    ship(p, BONE, PHILIPPEVILLE, "Coutx")
    assert sea_left(p.state, ALLIED) == ONE_SP
    ship(p, BONE, PHILIPPEVILLE, "1", tokens=4, no="OCS 19.0f")
    ship(p, BONE, PHILIPPEVILLE, "1", tokens=3)
    assert sea_left(p.state, ALLIED) == 0
    assert "ship" not in p.legal()


@pytest.mark.rule("OCS 19.0f", "OCS 13.2")
def test_transport_points_sail_at_their_size_with_what_they_carry():
    p = at(f"== Axis ==\nSicily B: 1x Truck Point (F)\n{SFAX}: 1x Truck Point", AXIS_PHASE)
    full, empty = (
        next(t for t, each in p.state.transport.items() if bool(each.load) is load) for load in (True, False)
    )
    ship(p, "Sicily B", TUNIS, transport=(full,))
    assert sea_left(p.state, AXIS) == 2 * ONE_SP
    assert (p.state.transport[full].place, p.state.transport[full].load) == (p.hex(TUNIS), 4)
    ship(p, SFAX, TUNIS, transport=(empty,))
    assert sea_left(p.state, AXIS) == ONE_SP
    ship(p, TUNIS, SFAX, transport=(full,), no="OCS 4.7d")


@pytest.mark.rule("OCS 19.0f", "OCS 4.7d")
def test_transport_points_that_have_driven_at_all_do_not_sail_and_may_ride():
    p = at("== Allied ==\nA16.25: 1x Truck Point")
    (truck,) = p.state.transport
    p.do(Drive(side=ALLIED, transport=truck, path=(BONE,)))
    ship(p, BONE, PHILIPPEVILLE, transport=(truck,), no="OCS 4.7d")
    p.do(Rail(side=ALLIED, start=BONE, to="A13.20", cargo=(truck,)))


@pytest.mark.rule("OCS 19.0f")
@pytest.mark.parametrize("when", ["Allied Movement Phase, Barrage Segment", "Allied Exploitation Phase", AXIS_PHASE])
def test_ships_sail_in_the_own_movement_phase_alone(when: str):
    p = at(
        f"== Axis ==\n{TUNIS}: LW Para Bn (I-5)  -- Exploit\n== Allied ==\n{BONE}: 1 SP, Para Bn (1)  -- Exploit", when
    )
    assert "ship" not in p.rules.legal(p.state, ALLIED)
    assert p.rules.check(p.state, Ship(side=ALLIED, start=BONE, to=PHILIPPEVILLE, tokens=1)) is not None


@pytest.mark.rule("OCS 19.0f")
def test_no_sea_cap_is_left_in_the_enemy_movement_phase():
    assert sea_left(at(f"== Allied ==\n{BONE}: 1 SP").state, ALLIED) == 2 * ONE_SP
    assert sea_left(at(f"== Allied ==\n{BONE}: 1 SP", AXIS_PHASE).state, ALLIED) == 0


# --- units and supply


@pytest.mark.rule("OCS 19.0f", "OCS 5.6", "OCS 4.7d")
def test_units_sail_in_move_mode_without_a_step_before_or_after():
    p = at(f"== Allied ==\n{BONE}: Para Bn (1)\n{BONE}: Commando Bn (6 Cdo)  -- Move\nA16.25: Para Bn (2)  -- Move")
    ship(p, BONE, PHILIPPEVILLE, "1", no="OCS 5.6")
    p.change("1", "move")
    ship(p, BONE, PHILIPPEVILLE, "1, 6 Cdo")
    assert p.where("1") == p.where("6 Cdo") == PHILIPPEVILLE
    p.move("6 Cdo", "A06.24", no="OCS 6.1f")
    ship(p, PHILIPPEVILLE, BONE, "1", no="OCS 4.7d")
    p.move("2", BONE)
    ship(p, BONE, PHILIPPEVILLE, "2", no="OCS 4.7d")
    assert p.state.control[p.hex(PHILIPPEVILLE)] is ALLIED


@pytest.mark.rule("OCS 12.2", "OCS 4.7d")
def test_what_came_by_sea_does_not_go_on_by_rail_in_the_same_phase():
    p = at(f"== Allied ==\nAlgiers: Para Bn (1)  -- Move\n{BONE}: 1T")
    ship(p, "Algiers", BONE, "1", tokens=3)
    assert p.state.dumps[p.hex(BONE)] == Dump(ALLIED, 4)
    assert p.state.memory.landed == Map({p.hex(BONE): 3})
    p.do(Rail(side=ALLIED, start=BONE, to="A13.20", cargo=p.ids("1")), "OCS 4.7d")
    p.do(Rail(side=ALLIED, start=BONE, to="A13.20", tokens=2), "OCS 12.2")
    p.do(Rail(side=ALLIED, start=BONE, to="A13.20", tokens=1))


@pytest.mark.rule("OCS 19.0f", "OCS 12.2")
def test_no_more_supply_sails_than_lies_there():
    p = at(f"== Allied ==\n{BONE}: 3T")
    ship(p, BONE, PHILIPPEVILLE, tokens=4, no="OCS 12.2")
    ship(p, BONE, PHILIPPEVILLE, tokens=3)
    assert p.state.dumps == Map({p.hex(PHILIPPEVILLE): Dump(ALLIED, 3)})


# --- ports


@pytest.mark.rule("OCS 19.0a")
def test_a_port_counts_what_is_loaded_and_unloaded_together():
    """Sousse handles 4T a phase: 2T come, 1T goes, and 1T is left."""
    p = at(f"== Axis ==\n{SOUSSE}: 1 SP", AXIS_PHASE)
    ship(p, "Sicily", SOUSSE, tokens=5, no="OCS 19.0a")
    ship(p, "Sicily", SOUSSE, tokens=2)
    ship(p, SOUSSE, TUNIS, tokens=1)
    ship(p, "Sicily", SOUSSE, tokens=2, no="OCS 19.0a")
    ship(p, "Sicily", SOUSSE, tokens=1)
    assert sea_left(p.state, AXIS) == 3 * ONE_SP - 8, "the Sea Cap would carry more"
    ship(p, "Sicily", TUNIS, tokens=8)


@pytest.mark.rule("OCS 19.0a", "OCS 19.0f")
def test_the_ports_at_both_ends_bind():
    """Gabès handles 4T and Sfax 8."""
    p = at(f"== Axis ==\n{SFAX}: 3 SP\n{GABES}: 3 SP", AXIS_PHASE)
    ship(p, SFAX, GABES, tokens=5, no="OCS 19.0a")
    ship(p, GABES, SFAX, tokens=5, no="OCS 19.0a")
    ship(p, GABES, SFAX, tokens=4)


@pytest.mark.rule("OCS 19.0b", "T2 1.8b")
@pytest.mark.parametrize(("hits", "tokens"), [(0, 4), (1, 3), (2, 2), (3, 2), (4, 1)])
def test_hits_cut_what_a_port_handles(hits: int, tokens: int):
    """Of 4T the hits leave 75, 50, 40 and 20 per cent, to the nearest token: 3, 2, 1.6 and 0.8."""
    p = at("", AXIS_PHASE, hits={SOUSSE: hits})
    assert damaged_capacity(p.state, p.hex(SOUSSE)) == tokens
    ship(p, "Sicily", SOUSSE, tokens=tokens + 1, no="OCS 19.0a")
    ship(p, "Sicily", SOUSSE, tokens=tokens)


@pytest.mark.rule("OCS 19.0a", "OCS 4.5a")
@pytest.mark.parametrize("start", [True, False])
def test_a_port_in_an_enemy_zone_handles_nothing_though_the_zone_be_negated(start: bool):
    p = at(f"""
        == Axis ==
        A17.25: LW Para Bn (I-5)
        == Allied ==
        {BONE}: Para Bn (1)          -- Move, finished
        {BONE}: Commando Bn (6 Cdo)  -- finished
        {BONE}: 1 SP
        """)
    assert capacity(p.state, p.hex(BONE)) == 0
    if start:
        ship(p, BONE, PHILIPPEVILLE, "1", no="OCS 19.0a")
    else:
        ship(p, "Algiers", BONE, tokens=1, no="OCS 19.0a")
    assert p.offered("ship") == {"Algiers", "Tripoli"}, "Bône is not among them"
    assert p.offered("ship", ("start", "Algiers")) == {PHILIPPEVILLE, TABARKA}


@pytest.mark.rule("OCS 19.0a")
def test_a_combat_unit_too_large_for_a_port_takes_all_of_it():
    """Tabarka handles 1T; a regiment of 1 RE, 4T, may land there alone, and nothing else does then."""
    p = at("== Allied ==\nAlgiers: Fr Mech Rgt (Coutx), Para Bn (1)  -- Move")
    ship(p, "Algiers", TABARKA, "Coutx, 1", no="OCS 19.0a")
    ship(p, "Algiers", TABARKA, "Coutx", tokens=1, no="OCS 19.0a")
    ship(p, "Algiers", TABARKA, "Coutx")
    assert sea_left(p.state, ALLIED) == ONE_SP, "its own size counts against the Sea Cap"
    ship(p, "Algiers", TABARKA, tokens=1, no="OCS 19.0a")
    ship(p, "Algiers", TABARKA, "1", no="OCS 19.0a")


@pytest.mark.rule("OCS 19.0a")
def test_nothing_may_have_used_a_port_that_a_unit_takes_whole_nor_be_anything_else_than_a_combat_unit():
    p = at("== Allied ==\nAlgiers: Fr Mech Rgt (Coutx)  -- Move\nAlgiers: 1x Truck Point")
    ship(p, "Algiers", TABARKA, transport=tuple(p.state.transport), no="OCS 19.0a")
    ship(p, "Algiers", TABARKA, tokens=1)
    ship(p, "Algiers", TABARKA, "Coutx", no="OCS 19.0a")
    shut = at("== Allied ==\nAlgiers: Fr Mech Rgt (Coutx)  -- Move", hits={TABARKA: 3})
    ship(shut, "Algiers", TABARKA, "Coutx", no="OCS 19.0a")


@pytest.mark.rule("OCS 19.0a")
def test_a_unit_too_large_for_the_port_where_it_gets_on_takes_all_of_it_too():
    p = at(f"== Axis ==\n{MONASTIR}: Inf Rgt (Afrika)  -- Move\n{MONASTIR}: 1T", AXIS_PHASE)
    (shipped, *_) = ship(p, MONASTIR, "Sicily B", "Afrika")
    assert isinstance(shipped, CargoShipped)
    ship(p, MONASTIR, "Sicily B", tokens=1, no="OCS 19.0a")


@pytest.mark.rule("OCS 19.0a")
def test_a_repair_after_a_unit_too_large_makes_no_room_in_the_same_phase():
    """After four hits Tunis handles 3T; a regiment of 4T takes it whole. A repair makes 6T of it, for the next turn."""
    note = f"== Axis ==\nSicily B: Inf Rgt (Afrika)  -- Move\n{TUNIS}: Corps HQ (90), 1 SP"
    p = at(note, AXIS_PHASE, hits={TUNIS: 4})
    ship(p, "Sicily B", TUNIS, "Afrika")
    p.do(Build(side=AXIS, task=Task.REPAIR_PORT, hex=TUNIS, by=p.ids("90"), payment={TUNIS: 3}))
    assert capacity(p.state, p.hex(TUNIS)) == 6
    ship(p, "Sicily", TUNIS, tokens=1, no="OCS 19.0a")
    whole = at(note, AXIS_PHASE, hits={TUNIS: 3})
    ship(whole, "Sicily B", TUNIS, "Afrika")
    ship(whole, "Sicily", TUNIS, tokens=2)


@pytest.mark.rule("OCS 19.0f")
def test_ships_go_to_and_from_own_ports_alone():
    p = at(f"== Axis ==\n{SFAX}: 1 SP\n== Allied ==\n{BONE}: 1 SP\nA17.25: 1 SP")
    ship(p, BONE, SFAX, tokens=1, no="OCS 19.0f")
    ship(p, SFAX, BONE, tokens=1, no="OCS 19.0f")
    ship(p, "A17.25", PHILIPPEVILLE, tokens=1, no="OCS 19.0f")
    ship(p, BONE, BONE, tokens=1, no="OCS 19.0f")
    ship(p, BONE, "Nowhere", tokens=1, no="")


@pytest.mark.rule("OCS 19.0f", "OCS 4.8c")
def test_nothing_is_put_down_in_a_port_with_a_dump_of_the_enemy():
    p = at(f"== Axis ==\n{BONE}: 1 SP\n== Allied ==\n{PHILIPPEVILLE}: 1 SP")
    ship(p, PHILIPPEVILLE, BONE, tokens=1, no="OCS 4.8c")
    ship(p, PHILIPPEVILLE, TABARKA, tokens=1)


@pytest.mark.rule("OCS 19.0e")
@pytest.mark.parametrize(
    ("label", "hits", "right"), [(SOUSSE, 0, True), (SOUSSE, 1, False), (TUNIS, 3, True), (TUNIS, 4, False)]
)
def test_a_port_that_handles_less_than_1_sp_is_no_source_of_trace(label: str, hits: int, right: bool):
    """Sousse handles 4T and 3 after a hit; Tunis 16, and 3 after four hits. ZOC shuts sources by another rule."""
    p = at("== Allied ==\nA53.11: Fr Mech Rgt (Coutx)", hits={label: hits})
    assert capacity(p.state, p.hex(SOUSSE)) == 0
    assert traces(p.state, p.hex(label)) is right


# --- Mud and forms


@pytest.mark.rule("T2 1.3c")
def test_ships_sail_in_mud():
    p = at("== Allied ==\nAlgiers: Para Bn (1)", weather=Weather.MUD)
    p.change("1", "move")
    ship(p, "Algiers", BONE, "1")


def orders(p: Position, filled: tuple[tuple[str, object], ...] = ()) -> Iterator[Command]:
    """Every order that the form gives."""
    blank = p.rules.blank(p.state, p.side, "ship", filled)
    if blank is None:
        yield p.rules.fill(p.side, "ship", filled)
        return
    assert blank.values, filled
    for value in blank.values:
        yield from orders(p, (*filled, (blank.name, value)))


@pytest.mark.rule("OCS 19.0f", "OCS 19.0a", "T2 3.2a")
def test_the_form_offers_all_that_may_sail_and_nothing_else():
    p = at(
        f"""
        == Axis ==
        Sicily A: Inf Rgt (Afrika)           -- Move
        Sicily B: March Bn (T-1)             -- Move
        {MONASTIR}: March Bn (T-2), 1T       -- Move
        {SOUSSE}: 3T, LW Para Bn (I-5)
        """,
        AXIS_PHASE,
        date="1942-11-15",
    )
    places = ("Sicily", "Sicily A", "Sicily B", "Algiers", MONASTIR, SOUSSE, TABARKA, "A50.20")
    pieces = p.ids("Afrika, T-1, T-2, I-5")
    groups = [group for count in range(3) for group in combinations(pieces, count)]
    every = (
        Ship(side=AXIS, start=start, to=to, cargo=group, tokens=tokens)
        for start in places for to in places for group in groups for tokens in range(9)
    )  # fmt: skip
    right = {(o.start, o.to, frozenset(o.cargo), o.tokens) for o in every if p.rules.check(p.state, o) is None}
    given = {(o.start, o.to, frozenset(o.cargo), o.tokens) for o in orders(p) if isinstance(o, Ship)}
    assert {each for each in given if each[0] in places and each[1] in places} == right
    assert all(p.rules.check(p.state, order) is None for order in orders(p))
