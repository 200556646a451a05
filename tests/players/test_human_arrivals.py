"""Reinforcements by hand: what a person is asked, and what is understood."""

from __future__ import annotations

from datetime import date

import pytest

from ocs_engine.players.human_table import Table
from ocs_engine.state.model import Mode
from tests.hands import asks, done, refused
from tests.positions import ALLIED, AXIS
from tests.tunisia.test_arrivals import GIVES_UP, before, come, entry, point, trucks


def table_of_22_november() -> Table:
    """Eight Allied units and a truck are to come to Entry A or Algiers."""
    p = before(ALLIED, date(1942, 11, 22))
    come(p)
    return Table(p.game, (ALLIED, AXIS))


def where(table: Table, uid: str) -> str:
    """Where a unit is, and in which mode."""
    unit = table.state.units[uid]
    return f"{table.state.world.label(unit.place)} {unit.mode}"


def test_a_person_is_shown_who_arrives_and_where_that_can_be() -> None:
    told = asks(table_of_22_november())
    assert "where do the 9 that come to Entry A or Algiers arrive" in told
    assert "78 Inf Div (1 Gds Inf) [br-78-1gds] 8-5-3" in told and "2T, full" in told
    assert "A01.14 Ain Mlila" in told and "Algiers" in told
    assert "PLACE is for all of them" in told


def test_units_are_named_by_what_stands_in_their_brackets_and_the_rest_is_asked_about_again() -> None:
    table = table_of_22_november()
    done(table, "1 Gds Inf, 78 Inf Div (56 Rec AC) at A01.14 in reserve")
    assert [where(table, uid) for uid in ("br-78-1gds", "br-78-56rec")] == ["A01.14 reserve"] * 2
    done(table, "arrive 2-13 Arm to Ain Mlila in strat")
    assert where(table, "us-1arm-2-13") == "A01.14 strat"
    assert "where do the 6" in asks(table)
    done(table, "rest at Algiers")
    assert where(table, "br-6arm-10rfl") == f"Algiers {Mode.MOVE}"


def test_a_place_alone_is_for_all() -> None:
    table = table_of_22_november()
    done(table, "A01.15 in combat")
    assert where(table, "br-6arm-art") == "A01.15 combat"
    assert table.game.pending() is None


def test_the_form_may_be_filled_by_numbers() -> None:
    table = table_of_22_november()
    done(table, "2", "1, 2", "strat/move")
    assert where(table, "br-78-1gds") == "A01.14 strat"


def test_what_does_not_arrive_or_may_not_is_said() -> None:
    table = table_of_22_november()
    assert "'frogs' does not arrive now" in refused(table, "frogs at Algiers")
    assert "may be" in refused(table, "78 Inf at Algiers")
    assert "OCS 13.6" in refused(table, "rest at A05.15")
    assert "OCS 13.6b" in refused(table, "rest at A01.14 in exploit")


def test_transport_that_is_given_up_is_named_with_its_place_and_load() -> None:
    p = before(AXIS, date(1942, 11, 19), entry(AXIS, **GIVES_UP))
    p = trucks(p, point(p, "organic", "A45.26", 6, 6, "10 Pz Div"), point(p, "truck", "A48.24", 4, 0))
    come(p)
    table = Table(p.game, (AXIS,))
    assert "6T of 6T in A45.26 Djedeida, 6T of its load with it" in asks(table)
    done(table, "1", "unload")
    assert set(table.state.transport) == {"axis-truck-2"} and table.state.dumps[p.hex("A45.26")].tokens == 6


@pytest.mark.parametrize("verb", ["rail", "ship", "fuel", "refit", "rebuild", "consolidate", "fly", "attack"])
def test_while_the_game_asks_nothing_else_is_listed(verb: str) -> None:
    """What can be done is not listed as nothing: the answer comes first."""
    table = table_of_22_november()
    told = refused(table, verb)
    assert told.startswith("Allied must first answer: where do the 9 that come to Entry A or Algiers arrive")
    assert told.endswith("(OCS 13.6)")
    done(table, "Algiers")
    assert "must first answer" not in done(table, "rebuild")
