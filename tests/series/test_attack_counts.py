"""Attack counts on tiny positions: how many choices of a target and of units that attack it together, by hand.

A form names units one after another, so the same attack is found in several orders; it counts once. n units that may
all attack one hex make 2^n - 1 attacks on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.ruleset import ENOUGH, Answer
from ocs_engine.series.fight_commands import Attack
from tests.positions import ALLIED, AXIS, Position, position

COMBAT = "Allied Combat Phase, Combat Segment"
EXPLOITATION = "Allied Exploitation Phase, Combat Segment"

# Around A20.20 lie, from the north by the right: A20.21, A21.21, A21.20, A20.19, A19.20, A19.21.


def forms(p: Position, *filled: Answer) -> Iterator[Attack]:
    """Every attack that the form can be filled to, in every order of its units."""
    blank = p.rules.blank(p.state, p.side, "attack", filled)
    if blank is None:
        command = p.rules.fill(p.side, "attack", filled)
        assert isinstance(command, Attack)
        yield command
        return
    for value in blank.values:
        yield from forms(p, *filled, (blank.name, value))


def count(p: Position) -> int:
    """The attacks of the side that acts; none of them is refused."""
    if "attack" not in p.rules.legal(p.state, p.side):
        return 0
    found = {(command.target, frozenset(command.units)): command for command in forms(p)}
    for command in found.values():
        assert p.game.check(command) is None
        assert ENOUGH not in command.units
    return len(found)


ALONE = """
    == Axis ==
    A20.21: March Bn (T-1)
    == Allied ==
    A20.20: Para Bn (1)
"""
STACK = """
    == Axis ==
    A20.21: March Bn (T-1), LW Para Bn (I-5)
    == Allied ==
    A20.20: Para Bn (1), Para Bn (2), Para Bn (3)
"""
BETWEEN = """
    == Axis ==
    A20.21: March Bn (T-1)
    A20.19: March Bn (T-2)
    == Allied ==
    A20.20: Para Bn (1), Para Bn (2)
"""
LINE = """
    == Axis ==
    A20.21: March Bn (T-1)
    A22.20: March Bn (T-2)
    == Allied ==
    A20.20: Para Bn (1)
    A21.21: Para Bn (2)
"""
RING = """
    == Axis ==
    A20.20: March Bn (T-1)
    == Allied ==
    A20.21: Para Bn (1), Fr Corps HQ (19)
    A21.21: Para Bn (2), US Arty Rgt (17)
    A21.20: Para Bn (3)
    A20.19: Commando Bn (6 Cdo)
    A19.20: Fr Inf Rgt (4 Tun)
    A19.21: 78 Inf Div (11 Inf)   -- Reserve
"""
HEIGHT = """
    == Axis ==
    A20.20: March Bn (T-1)
    A20.22: March Bn (T-2)
    == Allied ==
    A20.21: Fr Mech Rgt (Coutx), 6 Arm Div (17/21 L Arm), Commando Bn (6 Cdo)
"""
RIVER = """
    == Axis ==
    A20.20: March Bn (T-1)
    == Allied ==
    A20.21: 6 Arm Div (17/21 L Arm), Commando Bn (6 Cdo)
    A21.21: Para Bn (1)
"""
BREAKTHROUGH = """
    == Axis ==
    A20.21: March Bn (T-1)
    == Allied ==
    A20.20: Para Bn (1)   -- Exploit
    A20.20: Para Bn (2)
    A21.21: Para Bn (3)   -- released
"""


@pytest.mark.rule("OCS 9.1", "OCS 4.4")
@pytest.mark.parametrize(
    ("note", "when", "ground", "attacks"),
    [
        (ALONE, COMBAT, "all: open", 1),
        # three units against one hex, however many defend it: 7
        (STACK, COMBAT, "all: open", 7),
        # two units against either of two hexes: 3 + 3
        (BETWEEN, COMBAT, "all: open", 6),
        # A20.21 lies next to both, A22.20 next to the second alone: 3 + 1
        (LINE, COMBAT, "all: open", 4),
        # five of the ring may: neither the HQ and the artillery nor the reserve: 31
        (RING, COMBAT, "all: open", 31),
        # into the mountain only the men on foot, into the open all three: 1 + 7
        (HEIGHT, COMBAT, "all: open\nA20.20: mountain", 8),
        # tanks do not cross a major river; men do, and the third stands on its own side: 3
        (RIVER, COMBAT, "all: open\nA20.21 | A20.20: major_river", 3),
        # in the Exploitation Phase the unit with the marker and the released one: 3
        (BREAKTHROUGH, EXPLOITATION, "all: open", 3),
        # nobody attacks in a movement segment
        (STACK, "Allied Movement Phase", "all: open", 0),
    ],
)
def test_attacks_counted(note: str, when: str, ground: str, attacks: int) -> None:
    assert count(position(note, when, ground=ground)) == attacks


@pytest.mark.rule("OCS 9.1c")
def test_who_has_attacked_and_what_was_attacked_count_no_more() -> None:
    note = BETWEEN + "    A21.21: Para Bn (3)\n"
    p = position(note, COMBAT, ground="all: open")
    # three against A20.21, two against A20.19: 7 + 3
    assert count(p) == 10
    # the first has attacked A20.19: two are left, against A20.21
    memory = replace(p.state.memory, attacked=Map({p.id("1"): True}), targets=Map({p.hex("A20.19"): True}))
    assert count(Position(p.rules, replace(p.state, memory=memory), RecordedDice(()))) == 3


@pytest.mark.rule("OCS 9.1")
def test_the_other_side_counts_its_own() -> None:
    # the two battalions of A20.21 against A20.20: 3; nobody acts for the Allies then
    p = position(STACK, "Axis Combat Phase, Combat Segment", ground="all: open")
    assert p.side is AXIS and count(p) == 3
    assert "attack" not in p.rules.legal(p.state, ALLIED)
