"""OCS 9.14b, e, h: dumps, hedgehogs and ports fall to an Attack-Capable unit that enters their hex; who may enter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.draft import Draft, NoDice
from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.series.capture import entered, would_capture
from ocs_engine.series.capture_transport import Displace
from ocs_engine.series.points import SeriesPoints
from ocs_engine.state.capture_events import DumpCaptured, PortCaptured
from ocs_engine.state.events import HedgehogSet
from ocs_engine.state.model import Dump, State, Work
from tests.captures import HEX, taking
from tests.positions import ALLIED, AXIS, position

NOTE = """
== Axis ==
A40.20: March Bn (T-1)
{axis}
== Allied ==
A20.20: Fr Mech Rgt (Coutx)
{allied}
"""


def note(axis: str = "", allied: str = "") -> str:
    """A position with things of the Axis and things of the Allies."""
    return NOTE.format(axis=axis, allied=allied)


# --- when it happens


@pytest.mark.rule("OCS 4.8c", "OCS 4.4c")
def test_nothing_happens_where_the_enemy_has_nothing() -> None:
    p = taking(note(axis="A21.21: 2 SP"))
    assert p.told(DiceRolled) == [] and p.state.frames == () and p.asked is None


@pytest.mark.rule("OCS 4.8c")
def test_own_things_are_not_taken() -> None:
    p = taking(note(allied=f"{HEX}: 2 SP, Truck Point"))
    assert p.told(DiceRolled) == []
    assert p.state.dumps[p.hex(HEX)] == Dump(ALLIED, 8)


@pytest.mark.rule("OCS 4.4c")
def test_a_unit_that_is_not_attack_capable_takes_nothing() -> None:
    """A unit in Strat Mode takes nothing; with another that is not among them the dump falls."""
    p = position(note(axis=f"{HEX}: 2 SP", allied="A20.20: Commando Bn (6 Cdo)  -- Strat"), ground="")
    for names, frames in ((("6 Cdo",), 0), (("6 Cdo", "Coutx"), 1)):
        draft = Draft(p.rules, p.state, NoDice(), 0)
        entered(draft, p.ids(names), p.hex(HEX))
        assert len(draft.state.frames) == frames


@pytest.mark.rule("OCS 4.8c")
def test_a_hex_with_combat_units_is_not_taken_by_entering() -> None:
    p = position(note(axis=f"{HEX}: 2 SP\nA21.21: 2 SP, March Bn (T-2)"), ground="")
    assert would_capture(p.state, ALLIED, p.hex(HEX))
    assert not would_capture(p.state, ALLIED, p.hex("A21.21"))
    assert not would_capture(p.state, ALLIED, p.hex("A19.20"))
    assert not would_capture(p.state, AXIS, p.hex(HEX))


# --- dumps


@pytest.mark.rule("OCS 9.14b", "OCS 12.11b")
@pytest.mark.parametrize(
    ("die", "percent", "captured", "destroyed"),
    [
        (1, 0, 0, 6),
        (2, 25, 2, 4),  # 1.5T is 2T
        (4, 50, 3, 3),
        (6, 75, 5, 1),  # 4.5T is 5T
    ],
)
def test_a_share_of_a_dump_is_captured_and_the_rest_destroyed(
    die: int, percent: int, captured: int, destroyed: int
) -> None:
    p = taking(note(axis=f"{HEX}: 1 SP 2T"), [die])
    assert p.told(DumpCaptured) == [
        DumpCaptured(hex=HEX, side=ALLIED, before=6, die=die, percent=percent, captured=captured, destroyed=destroyed)
    ]
    assert p.state.dumps.get(p.hex(HEX)) == (Dump(ALLIED, captured) if captured else None)
    assert p.state.frames == (), "and the procedure is over"
    assert p.where("Coutx") == HEX and p.spent("Coutx") == 0, "no MP, and the unit goes on if it can"


@pytest.mark.rule("OCS 9.14b", "OCS 9.14c")
def test_each_category_has_a_die_of_its_own_in_the_order_of_the_table() -> None:
    """Dice 1, 6, 6: the dump and the trucks are lost, and the wagon, which begins full (T2 6.0c), with its 4T."""
    p = taking(note(axis=f"{HEX}: 1 SP, Truck Point, Charcoal Truck Point"), [1, 6, 6])
    assert [event.purpose for event in p.told(DiceRolled)] == [
        f"capture of the dump in {HEX}", f"capture of trucks in {HEX}", f"capture of wagons in {HEX}",
    ]  # fmt: skip
    assert p.state.frames == () and p.state.dumps[p.hex(HEX)] == Dump(ALLIED, 4)


# --- works


def series_only(state: State) -> State:
    """A state under the rules of the series alone."""
    return replace(state, points=SeriesPoints())


@pytest.mark.rule("OCS 9.14e")
def test_the_series_captures_a_hedgehog_intact() -> None:
    p = taking(note(axis=f"{HEX}: Level 3 hedgehog"), with_=series_only)
    assert p.state.hedgehogs[p.hex(HEX)] == Work(ALLIED, 3)
    assert p.told(DiceRolled) == [], "without a die"


@pytest.mark.rule("OCS 9.14h")
def test_a_port_is_captured_with_its_hits() -> None:
    hit = Work(AXIS, hits=2)
    p = taking(note(), with_=lambda state: replace(state, ports=state.ports.set(state.world.place(HEX), hit)))
    assert p.told(PortCaptured) == [PortCaptured(hex=HEX, side=ALLIED)]
    assert p.state.ports[p.hex(HEX)] == Work(ALLIED, hits=2)


def test_a_hex_is_taken_once() -> None:
    """Who has taken a hex finds nothing more of the enemy in it."""
    p = taking(note(axis=f"{HEX}: 1 SP, Level 2 hedgehog"), [6])
    assert p.told(HedgehogSet) != []
    assert not would_capture(p.state, ALLIED, p.hex(HEX))


# --- on the march


@pytest.mark.rule("OCS 9.14b", "OCS 9.14c", "OCS 12.11b", "OCS 4.8c")
def test_a_march_takes_a_dump_waits_for_the_trucks_and_goes_on() -> None:
    """The Axis is asked in the Allied march where its truck goes; then the regiment goes on to A22.20 as ordered."""
    things = f"{HEX}: 1 SP, Truck Point"
    p = position(note(axis=things), ground="", dice=RecordedDice([4, 1]))
    p.move("Coutx", f"{HEX} A22.20", Coutx="move")
    asked = p.rules.pending(p.state)
    assert asked is not None and (asked.side, asked.kinds) == ("Axis", ("displace",))
    assert p.where("Coutx") == HEX and p.state.control[p.hex(HEX)] is ALLIED
    p.do(Displace(side=AXIS, transport="axis-truck-1", tokens=4, load=0, hex="A26.20"))
    assert p.where("Coutx") == "A22.20" and p.state.frames == ()
    assert p.state.dumps[p.hex(HEX)] == Dump(ALLIED, 2)
    q = position(note(), ground="")
    q.move("Coutx", f"{HEX} A22.20", Coutx="move")
    assert p.spent("Coutx") == q.spent("Coutx"), "the capture has cost no MP"
