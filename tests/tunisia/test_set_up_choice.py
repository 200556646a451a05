"""What two scenarios leave to the Axis at set-up, and the damage to ports (T2 6.3, 6.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice, SeededDice
from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.series.arranging import unit_refusal
from ocs_engine.series.commands import EndSegment
from ocs_engine.series.setup_choice import BringIn
from ocs_engine.state.barrage_events import PortHit
from ocs_engine.state.model import DEAD
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, Position

PANZERS = {"ger-10pz-ii7", "ger-15pz-ii8", "ger-21pz-ii5"}
TENTH = "ger-10pz-ii7"
PORTS = ("A17.26", "A44.31", "A48.24", "A54.11", "B57.30", "B48.17")


def begun(name: str, dice: tuple[int, ...] | None = None) -> Position:
    """A scenario with its first side to set up."""
    rules = rules_for(load_world(name))
    p = Position(rules, rules.start(), SeededDice(1) if dice is None else RecordedDice(dice))
    p.game.begin()
    return p


def beside(p: Position, uid: str) -> set[str]:
    """The hexes in which the scenario lets the rest of a unit's division stand that have room for it."""
    middle = {"ger-10pz-ii7": "B43.34", "ger-15pz-ii8": "B33.24", "ger-21pz-ii5": "B41.27"}[uid]
    within = p.state.world.atlas.grid.within(p.hex(middle), 1)
    return p.labels(hex_ for hex_ in within if unit_refusal(p.state, uid, hex_) is None)


@pytest.mark.rule("T2 6.3", "T2 6.4")
@pytest.mark.parametrize("name", ["battle-for-kasserine", "kasserine-campaign"])
def test_the_axis_may_bring_in_one_dead_panzer_battalion_with_its_division(name: str):
    p = begun(name)
    assert p.side is AXIS
    assert p.offered("bring in") == PANZERS
    assert p.offered("bring in", ("unit", TENTH)) == beside(p, TENTH)
    p.do(BringIn(side=AXIS, unit=TENTH, place="A48.24"), "OCS 0")
    p.do(BringIn(side=AXIS, unit="ger-pz-190", place="B43.34"), "OCS 0")
    p.do(BringIn(side=AXIS, unit=TENTH, place=sorted(beside(p, TENTH))[0]))
    assert p.where(TENTH) in beside(p, TENTH)
    assert "bring in" not in p.legal(), "one alone"
    for other in PANZERS - {TENTH}:
        p.do(BringIn(side=AXIS, unit=other, place=sorted(beside(p, other))[0]), "OCS 0")


@pytest.mark.rule("T2 6.4")
def test_in_the_campaign_190_pz_goes_to_the_dead_pile_for_it():
    p = begun("kasserine-campaign")
    assert p.where("ger-pz-190") == "A48.24"
    p.do(BringIn(side=AXIS, unit=TENTH, place=sorted(beside(p, TENTH))[0]))
    assert p.where("ger-pz-190") == "dead"


@pytest.mark.rule("T2 6.3")
def test_in_the_battle_it_costs_nothing():
    p = begun("battle-for-kasserine")
    before = {uid for uid, unit in p.state.in_order() if unit.place == DEAD}
    assert before == PANZERS
    p.do(BringIn(side=AXIS, unit=TENTH, place=sorted(beside(p, TENTH))[0]))
    assert {uid for uid, unit in p.state.in_order() if unit.place == DEAD} == before - {TENTH}


@pytest.mark.rule("T2 6.3", "T2 6.4")
def test_nobody_need_bring_in_anybody_and_the_allies_and_later_turns_cannot():
    p = begun("battle-for-kasserine")
    p.end_segment()
    assert p.side is ALLIED and "bring in" not in p.legal()
    p.end_segment()
    assert "bring in" not in p.rules.legal(p.state, AXIS)
    assert all(p.state.units[uid].place == DEAD for uid in PANZERS)


@pytest.mark.rule("T2 6.4")
def test_a_die_for_each_of_six_ports_damages_it_and_small_ports_start_whole():
    p = begun("kasserine-campaign", (1, 3, 4, 5, 6, 2, 1, 1, *[1] * 40))
    p.end_segment()
    entry = p.do(EndSegment(side=ALLIED))
    assert entry is not None
    rolled = [each for each in entry.events if isinstance(each, DiceRolled) and each.purpose.startswith("damage")]
    assert [each.faces for each in rolled] == [(1,), (3,), (4,), (5,), (6,), (2,)]
    damage = {each.hex: each.hits for each in entry.events if isinstance(each, PortHit)}
    assert damage == dict(zip(PORTS, (1, 1, 2, 2, 3, 1), strict=True))
    others = {p.state.world.label(hex_): port.hits for hex_, port in p.state.ports.items()}
    assert {hits for label, hits in others.items() if label not in PORTS} == {0}


@pytest.mark.rule("T2 6.4")
def test_elsewhere_ports_are_whole():
    p = begun("tunisia-campaign")
    p.end_segment()
    p.end_segment()
    assert {port.hits for port in p.state.ports.values()} == {0}


@pytest.mark.rule("T2 6.4", "T2 1.4a")
def test_dead_planes_of_the_scenario_are_in_the_dead_pile():
    p = begun("kasserine-campaign")
    dead = sorted(plane.aircraft.id for plane in p.state.planes.values() if plane.place == DEAD)
    assert dead == ["ger-ju87", "ger-ju88", "ita-mc200"]
    assert all(not plane.active and plane.lost == plane.aircraft.steps
               for plane in p.state.planes.values() if plane.place == DEAD)  # fmt: skip


def test_room_is_asked_for():
    p = begun("battle-for-kasserine")
    hexes = beside(p, TENTH)
    full = replace(p.state.world.counters[TENTH], re=44)
    units = p.state.units.set(TENTH, replace(p.state.units[TENTH], counter=full))
    crowded = replace(p.state, units=units)
    assert hexes and p.rules.blank(crowded, Side.AXIS, "bring in", ()).values == tuple(  # type: ignore[union-attr]
        uid for uid in ("ger-10pz-ii7", "ger-15pz-ii8", "ger-21pz-ii5") if uid != TENTH
    )
