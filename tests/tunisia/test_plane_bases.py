"""T2 1.5, 2.5a: planes caught where an entry area closes, and where the Desert Air Force may be based."""

from __future__ import annotations

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.sequence import CLOSED
from ocs_engine.state.capture_events import PlaneDestroyed
from tests.flights import events, lies, sky, transfer
from tests.positions import ALLIED, Position

ENTRY_E = (
    "Axis 1 B60.08: ger-ju87, ger-ju88 inactive reduced",  # in the area
    "Axis 0 B59.08: ger-bf109g",  # next to it
    "Axis 1 B58.08: ger-hs129",  # two hexes from it
    "Axis Sicily: ger-ju52",
)
NOTE = "Maps: A, B\n== Axis ==\nA48.24: March Bn (T-1)\n== Allied ==\nA20.20: Commando Bn (6 Cdo)"


def next_turn(date: str) -> tuple[Position, list[str]]:
    """The planes one turn after a date, and those that were destroyed as it began."""
    p = sky(*ENTRY_E, note=NOTE, ground=None, date=date, when="Axis Exploitation Phase")
    p = Position(p.rules, p.state, RecordedDice((1, 1, 6, 6, 1, 1)))
    turn, told = p.state.turn, []
    while p.state.turn == turn:
        told.append(p.end_segment())
    gone = [event for each in told for event in events(each, PlaneDestroyed)]
    assert all(event.why == CLOSED for event in gone)  # type: ignore[attr-defined]
    return p, [event.plane for event in gone]  # type: ignore[attr-defined]


@pytest.mark.rule("T2 1.5")
def test_on_15_february_the_axis_loses_the_planes_based_at_entry_e() -> None:
    p, gone = next_turn("1943-02-12")
    assert gone == ["ger-bf109g-1", "ger-ju87-1", "ger-ju88-1"]
    assert [lies(p, pid) for pid in gone] == ["dead"] * 3
    assert lies(p, "ger-hs129-1") == "B58.08" and lies(p, "ger-ju52-1") == "Sicily"


@pytest.mark.rule("T2 1.5")
def test_up_to_12_february_they_stay_there_unharmed() -> None:
    p, gone = next_turn("1943-02-08")
    assert gone == [] and lies(p, "ger-ju87-1") == "B60.08"


@pytest.mark.rule("T2 1.5", "OCS 14.11")
@pytest.mark.parametrize(("date", "open_to"), [("1943-02-12", False), ("1943-02-15", True)])
def test_the_allies_base_no_planes_there_before(date: str, open_to: bool) -> None:
    """B54.14 to B60.08 is well within the 135 hexes of a B-25."""
    p = sky("Allied 1 B60.08:", "Allied 1 B54.14: us-b-25", note=NOTE, ground=None, date=date)
    transfer(p, "B60.08", "us-b-25-1", no=None if open_to else "T2 1.5")


@pytest.mark.rule("T2 2.5", "T2 2.5a")
@pytest.mark.parametrize(
    ("date", "bases"), [("1943-02-26", ["Tripoli"]), ("1943-03-01", ["B54.14", "Algiers", "Tripoli"])]
)
def test_the_desert_air_force_bases_in_tripoli_until_1_march(date: str, bases: list[str]) -> None:
    p = sky("Allied 1 B54.14: us-p-40", "Allied Tripoli: com-daf-p-40", note=NOTE, ground=None, date=date)
    places = p.state.points.air_bases(p.state, "com-daf-p-40-1")
    assert [p.state.world.label(place) for place in places] == bases
    others = p.state.points.air_bases(p.state, "us-p-40-1")
    assert [p.state.world.label(place) for place in others] == ["B54.14", "Algiers", "Tripoli"]


@pytest.mark.rule("T2 2.5a", "OCS 14.11")
@pytest.mark.parametrize(("date", "allowed"), [("1943-02-26", False), ("1943-03-01", True)])
def test_it_is_not_transferred_to_the_map_before(date: str, allowed: bool) -> None:
    """Tripoli to B54.14 is 36 hexes, and a P-40 of the Desert Air Force flies 50: it stays Active."""
    p = sky("Allied 1 B54.14:", "Allied Tripoli: com-daf-p-40", note=NOTE, ground=None, date=date)
    assert ("base transfer" in p.rules.legal(p.state, ALLIED)) is allowed
    transfer(p, "B54.14", "com-daf-p-40-1", no=None if allowed else "OCS 14.11")
    assert lies(p, "com-daf-p-40-1") == ("B54.14" if allowed else "Tripoli")
