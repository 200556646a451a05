"""Chapter 0: the table as Race for Tunis lays it out, and as a note does."""

from __future__ import annotations

import pytest

from ocs_engine.series.general import overstacked
from ocs_engine.state.model import DEAD, Up
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, check_table, position, set_up_done

RACE = set_up_done(rules_for(load_world("race-for-tunis")))


def at(label: str) -> int:
    """A place of the race's World."""
    return RACE.world.place(label)


@pytest.mark.rule("OCS 0", "T2 6.1")
def test_race_for_tunis_as_it_begins() -> None:
    check_table(RACE)
    assert set(RACE.here[at("A44.31")]) == {"ger-march-t-2", "it-marine-bafile", "it-marine-grado"}
    assert RACE.here[at("A40.22")] == ("fr-mech-coutx",)
    assert len(RACE.here[at("A48.24")]) == 6
    assert RACE.reserve_markers[AXIS] == 4
    assert RACE.reserve_markers[ALLIED] == 3
    assert (RACE.turn, RACE.verdict, RACE.first) == (1, None, None)


@pytest.mark.rule("OCS 0")
def test_units_begin_in_combat_mode_whole_and_in_supply() -> None:
    for uid, unit in RACE.in_order():
        assert unit.up is (Up.MOVE if unit.counter.is_repl else Up.COMBAT), uid
        assert (unit.marker, unit.lost, unit.oos) == (None, 0, False), uid
    assert overstacked(RACE) == []


@pytest.mark.rule("T2 6.0")
def test_charcoal_and_organic_trucks_begin_full() -> None:
    organic = next(each for each in RACE.transport.values() if each.kind == "organic")
    assert (organic.formation, organic.load) == ("6 Arm Div", organic.tokens)
    charcoal = [each for each in RACE.transport.values() if each.kind == "charcoal"]
    assert [(each.tokens, each.load) for each in charcoal if each.side is AXIS] == [(4, 4), (4, 4)]
    assert [(each.tokens, each.load) for each in charcoal if each.side is ALLIED] == [(8, 8)], "two points in one place"


@pytest.mark.rule("OCS 0", "OCS 3.3")
def test_supply_bases_and_ports_have_owners() -> None:
    assert (RACE.dumps[at("A17.26")].side, RACE.dumps[at("A17.26")].tokens) == (ALLIED, 4)  # 1 SP at Bône
    assert (RACE.bases[at("A48.25")].side, RACE.bases[at("A48.25")].level) == (AXIS, 2)
    assert (RACE.bases[at("A19.17")].side, RACE.bases[at("A19.17")].level) == (ALLIED, 0)
    assert RACE.ports[at("A17.26")].side is ALLIED
    assert RACE.ports[at("A30.26")].side is ALLIED
    assert RACE.ports[at("A44.31")].side is AXIS


@pytest.mark.rule("OCS 0", "T2 2.1", "T2 3.1")
def test_planes_begin_active_in_their_box_unless_marked() -> None:
    spitfires = [plane for plane in RACE.planes.values() if plane.aircraft.name == "Spit.V"]
    assert len(spitfires) == 3 + 4
    assert {plane.place for plane in spitfires} == {at("Algiers")}
    assert sum(plane.lost for plane in spitfires) == 1, "one of the four Commonwealth ones starts reduced"
    transports = [plane for plane in RACE.planes.values() if plane.aircraft.name == "Ju.52"]
    assert [(plane.place, plane.active) for plane in transports] == [(at("Sicily"), False)] * 2


@pytest.mark.rule("T2 5.0")
def test_who_controls_what_at_the_start() -> None:
    assert RACE.control[at("A48.24")] is AXIS
    assert RACE.control[at("A40.22")] is ALLIED
    assert at("A45.26") not in RACE.control, "the battalion in Djedeida, (2) in strength, defends only (OCS 4.4)"
    assert at("A43.22") not in RACE.control


@pytest.mark.rule("OCS 0")
def test_a_dead_pile_lies_beside_the_map() -> None:
    p = position("== Axis ==\nDead pile: LW Para Bn (I-5)\n== Allied ==\nA20.20: Fr Mech Rgt (Coutx)", ground="")
    assert p.unit("I-5").place == DEAD
