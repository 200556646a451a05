"""Forms: what they offer is carried out, and on tiny positions they offer all that the rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

import pytest

from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Answer
from ocs_engine.series import commands
from ocs_engine.series.forms import values
from ocs_engine.state.events import stance
from tests.positions import Position, position

ISLAND = """
    all: sea
    A20.20, A19.21, A21.20: open
    A20.21: hills
    A20.19: mountain
"""
HEXES = ("A20.20", "A19.21", "A21.20", "A20.21", "A20.19", "A21.21", "A30.20")
STANCES = (
    "combat", "move", "reserve/combat", "reserve/move", "strat/move", "strat/combat", "dg/combat", "dg/move",
    "exploit/combat", "exploit/move",
)  # fmt: skip

NOTES = {
    "two friends, one of them in Reserve": """
        == Axis ==
        A20.21: LW Para Bn (I-5)
        == Allied ==
        Reserve markers: 1
        A20.20: Corps HQ (5)
        A20.20: Commando Bn (6 Cdo)   -- Reserve
    """,
    "on both sides of the island, one shaken": """
        == Allied ==
        Reserve markers: 1
        A19.21: Fr Mech Rgt (Coutx)
        A20.20: Commando Bn (6 Cdo)   -- DG
    """,
    "replacements and a unit in a box": """
        == Allied ==
        A20.20: 1x Pax, Fr Mech Rgt (Coutx)   -- Move
        Algiers: Para Bn (3)
    """,
}
WHENS = ("Allied Movement Phase", "Allied Reaction Phase", "Allied Exploitation Phase")


def forms(p: Position, kind: str, hexes: int = 2, filled: tuple[Answer, ...] = ()) -> Iterator[Command]:
    """Every command that a form can be filled in to give, with paths up to so many hexes."""
    if len(values(filled, "hex")) > hexes:
        return
    blank = p.rules.blank(p.state, p.side, kind, filled)
    if blank is None:
        yield p.rules.fill(p.side, kind, filled)
        return
    for value in blank.values:
        yield from forms(p, kind, hexes, (*filled, (blank.name, value)))


def accepted(p: Position, candidates: Iterable[Command]) -> set[object]:
    """What the rules let pass of some candidates."""
    return {meaning(p, each) for each in candidates if p.rules.check(p.state, each) is None}


def meaning(p: Position, command: Command) -> object:
    """A command without regard to the order of its units and to stances that are no change."""
    data = command.model_dump()
    if "units" in data:
        data["units"] = tuple(sorted(data["units"]))
    if "stances" in data:
        changed = {uid: text for uid, text in data["stances"].items() if text != stance(p.state.units[uid])}
        data["stances"] = tuple(sorted(changed.items()))
    return tuple(sorted(data.items()))


def groups(p: Position) -> list[tuple[str, ...]]:
    """Every set of one or two units on the table, the enemy's too."""
    return [group for size in (1, 2) for group in combinations(p.state.roster, size)]


def candidates(p: Position, kind: str) -> Iterator[Command]:
    """Every command of a kind that could be thought of here."""
    side = p.side
    if kind == "end segment":
        yield commands.EndSegment(side=side)
    if kind in ("hold", "release"):
        make = {"hold": commands.Hold, "release": commands.Release}[kind]
        yield from (make(side=side, units=group) for group in groups(p))
    if kind == "change mode":
        yield from (commands.ChangeMode(side=side, unit=u, stance=s) for u, s in product(p.state.roster, STANCES))
    if kind in ("begin move", "move"):
        paths = [path for length in (0, 1, 2) for path in product(HEXES, repeat=length)] if kind == "move" else [()]
        for group in groups(p):
            for texts, path in product(product(("keep", *STANCES), repeat=len(group)), paths):
                changes = {uid: text for uid, text in zip(group, texts, strict=True) if text != "keep"}
                if kind == "move":
                    yield commands.Move(side=side, units=group, path=path, stances=changes)
                else:
                    yield commands.BeginMove(side=side, units=group, stances=changes)


KINDS = ("begin move", "change mode", "hold", "release", "end segment")


@pytest.mark.rule("OCS 5.4", "OCS 6.1")
@pytest.mark.parametrize("when", WHENS)
@pytest.mark.parametrize("note", NOTES)
def test_forms_give_just_what_the_rules_accept(note: str, when: str) -> None:
    p = position(NOTES[note], when, ground=ISLAND)
    for kind in KINDS:
        filled = list(forms(p, kind)) if kind in p.legal() else []
        for command in filled:
            assert p.rules.check(p.state, command) is None, command
        assert {meaning(p, each) for each in filled} == accepted(p, candidates(p, kind)), kind


@pytest.mark.rule("OCS 6.1")
def test_move_forms_give_just_the_moves_that_the_rules_accept() -> None:
    p = position(NOTES["two friends, one of them in Reserve"], ground=ISLAND)
    filled = {meaning(p, each) for each in forms(p, "move")}
    assert filled == accepted(p, candidates(p, "move"))


@pytest.mark.rule("OCS 6.1", "OCS 6.1f")
def test_the_forms_of_a_move_under_way() -> None:
    p = position(NOTES["two friends, one of them in Reserve"], ground=ISLAND)
    p.begin("5, 6 Cdo", **{"5": "move", "6 Cdo": "combat"})
    assert p.legal() == ("step", "drop", "end move")
    steps = {meaning(p, each) for each in forms(p, "step")}
    assert steps == accepted(p, (commands.Step(side=p.side, hex=label) for label in HEXES))
    drops = {meaning(p, each) for each in forms(p, "drop")}
    assert drops == accepted(p, (commands.Drop(side=p.side, units=group) for group in groups(p)))


@pytest.mark.rule("OCS 2.3", "OCS 4.8a")
def test_the_forms_of_questions() -> None:
    note = """
        == Axis ==
        A20.21: LW Para Bn (I-5)
        == Allied ==
        A20.20: 78 Inf Div (11 Inf, 36 Inf, 1 Gds Inf, Arty), Fr Pol Bde (Schw, Morl, Regn), Fr Mech Rgt (Coutx),
          Fr Mixed Rgt (Sahel), Fr Inf Rgt (4 Tun), Commando Bn (6 Cdo)
    """
    p = position(note, ground=ISLAND)
    p.end_segment()
    given = {meaning(p, each) for each in forms(p, "destroy")}
    assert given == accepted(p, (commands.Destroy(side=p.side, unit=uid) for uid in p.state.roster))
    assert len(given) == 11
    assert p.rules.legal(p.state, "Axis") == ()
