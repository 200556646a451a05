"""Blowing dumps (OCS 12.11a): one die destroys 25, 50, 50, 75, 75 or 100 % of the amount stated, to the nearest T."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.session import Entry
from ocs_engine.series.sequence import waits
from ocs_engine.series.supply.blowing import Blow
from ocs_engine.state.build_events import DumpBlown
from ocs_engine.state.model import Transport
from tests.positions import ALLIED, AXIS, Position
from tests.series.supply.sites import site, walked

NOTE = "== Axis ==\nA30.20: March Bn (T-1)\nA30.20: 2 SP\n== Allied ==\nA20.20: 2 SP\nA20.22: 1 SP\nA25.20: Para Bn (1)"
HERE = "A20.20"


def blow(p: Position, label: str, tokens: int, *first: str, no: str | None = None) -> DumpBlown | None:
    """Set fire to a dump; what came of it."""
    entry = p.do(Blow(side=p.side, hex=label, tokens=tokens, first=first), no)
    if not isinstance(entry, Entry):
        return None
    (found,) = (event for event in entry.events if isinstance(event, DumpBlown))
    return found


def left(p: Position, label: str = HERE) -> int:
    """The T on the ground of a hex."""
    dump = p.state.dumps.get(p.hex(label))
    return dump.tokens if dump else 0


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize(
    ("die", "percent", "burnt"), [(1, 25, 2), (2, 50, 4), (3, 50, 4), (4, 75, 6), (5, 75, 6), (6, 100, 8)]
)
def test_one_die_destroys_a_share_of_the_dump(die: int, percent: int, burnt: int):
    p = site(NOTE, dice=[die])
    event = blow(p, HERE, 8)
    assert event is not None and (event.die, event.percent, event.stated) == (die, percent, 8)
    assert event.destroyed == {HERE: burnt} and left(p) == 8 - burnt


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize(("stated", "die", "burnt"), [(5, 1, 1), (3, 4, 2), (1, 1, 0), (1, 2, 1), (4, 6, 4)])
def test_of_the_stated_part_alone_to_the_nearest_token(stated: int, die: int, burnt: int):
    """5T by 25 % are 1.25, 3T by 75 % are 2.25, 1T by 25 % is 0.25 and by 50 % is 0.5, which counts as 1."""
    p = site(NOTE, dice=[die])
    blow(p, HERE, stated)
    assert left(p) == 8 - burnt


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize(("label", "tokens"), [(HERE, 0), (HERE, 9), ("A20.21", 1), ("A30.20", 1), (HERE, -1)])
def test_a_part_or_all_of_an_own_dump(label: str, tokens: int):
    blow(site(NOTE), label, tokens, no="OCS 12.11a")


def loaded(*dice: int) -> Position:
    """3T on the ground with two trucks of 4T, and a truck in another hex."""
    p = site(NOTE.replace("A20.20: 2 SP", "A20.20: 3T"), dice=dice)
    trucks = {
        "allied-truck-8": Transport("truck", ALLIED, p.hex(HERE), 4, 4),
        "allied-truck-9": Transport("truck", ALLIED, p.hex(HERE), 4, 2),
        "allied-truck-7": Transport("truck", ALLIED, p.hex("A20.22"), 4, 4),
    }
    state = replace(p.state, transport=p.state.transport.update(trucks))
    return Position(p.rules, state, site(NOTE, dice=dice).game.dice)


@pytest.mark.rule("OCS 12.11a", "OCS 12.1")
def test_loads_are_part_of_the_dump_and_transport_survives():
    """9T in the hex, of which the die destroys 75 %: 6.75, so 7T: the 3T on the ground, then 4T of the first truck."""
    p = loaded(4)
    event = blow(p, HERE, 9)
    assert event is not None and event.destroyed == {HERE: 3, "allied-truck-8": 4}
    transport = p.state.transport
    assert [transport[f"allied-truck-{n}"].load for n in (7, 8, 9)] == [4, 0, 2]
    assert [transport[f"allied-truck-{n}"].tokens for n in (7, 8, 9)] == [4, 4, 4]


@pytest.mark.rule("OCS 12.11a")
def test_the_owner_may_name_what_burns_first():
    p = loaded(6)
    event = blow(p, HERE, 4, "allied-truck-9", "allied-truck-8")
    assert event is not None and event.destroyed == {"allied-truck-9": 2, "allied-truck-8": 2}
    assert left(p) == 3


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize("first", [("allied-truck-7",), ("A20.22",), (HERE, HERE)])
def test_only_what_is_in_the_hex_is_named_and_each_once(first: tuple[str, ...]):
    blow(loaded(6), HERE, 4, *first, no="OCS 12.11a")


@pytest.mark.rule("OCS 12.11a")
def test_once_per_dump_and_phase():
    p = site(NOTE, dice=[1, 1, 1])
    blow(p, HERE, 4)
    blow(p, HERE, 4, no="OCS 12.11a")
    assert p.offered("blow") == {"A20.22"}
    blow(p, "A20.22", 4)
    assert "blow" not in p.legal()


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize(
    ("when", "who"),
    [
        ("Allied Movement Phase", "Para Bn (1)"),
        ("Allied Reaction Phase", "Para Bn (1)  -- Reserve"),
        ("Allied Exploitation Phase", "Para Bn (1)  -- Exploit"),
    ],
)
def test_in_the_three_movement_segments(when: str, who: str):
    p = site(NOTE.replace("Para Bn (1)", who), when, dice=[6])
    blow(p, HERE, 8)
    assert left(p) == 0 and p.hex(HERE) not in p.state.dumps


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize(
    "when", ["Allied Combat Phase, Barrage Segment", "Allied Combat Phase, Combat Segment", "Axis Movement Phase"]
)
def test_at_no_other_time(when: str):
    p = site(NOTE, when)
    p.do(Blow(side=ALLIED, hex=HERE, tokens=4), no="")


@pytest.mark.rule("OCS 12.11a")
def test_between_moves_alone_and_nothing_waits_for_it():
    p = site(NOTE)
    p.begin("1")
    p.do(Blow(side=ALLIED, hex=HERE, tokens=4), no="OCS 6.1g")
    assert not waits(site(NOTE, "Allied Reaction Phase").state), "a dump alone holds up no Reaction Phase"


@pytest.mark.rule("OCS 12.11a")
def test_no_unit_is_needed_and_the_enemy_has_no_say():
    p = site("== Axis ==\nA20.21: March Bn (T-1)\n== Allied ==\nA20.20: 1 SP", dice=[6])
    blow(p, HERE, 4)
    assert left(p) == 0
    p.do(Blow(side=AXIS, hex=HERE, tokens=4), no="")


@pytest.mark.rule("OCS 12.11a")
def test_forms_offer_every_amount_of_every_dump():
    p = loaded(1)
    forms = walked(p, "blow")
    assert len(forms) == 9 + 8, "1 to 9T of one dump, 1 to 8T of the other, truck and ground"
    assert [each for each in forms if p.rules.check(p.state, each) is not None] == []
