"""What can be true of a state: facts set by hand, saves and logs are held to it."""

from __future__ import annotations

from typing import Any

import pytest

from ocs_engine.kernel.messages import Refusal, SetFact
from ocs_engine.series.soundness import faults
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.world import list_scenarios, load_world

GAME = new_game(load_world("race-for-tunis"), 7)
RULES, STATE = GAME.rules, GAME.state


def told(fact: dict[str, Any]) -> str:
    """Why a fact is refused, or what comes of it."""
    refusal = RULES.check(STATE, SetFact(side="Allied", reason="a slip", fact=fact))
    return refusal.sentence if isinstance(refusal, Refusal) else "done"


@pytest.mark.parametrize("name", [each.id for each in list_scenarios()])
def test_every_scenario_begins_soundly(name: str) -> None:
    assert list(faults(new_game(load_world(name), 1).state)) == []


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ({"kind": "unit placed", "unit": "fr-inf-zouv", "place": "A41.22"}, "holds combat units of both sides"),
        ({"kind": "unit placed", "unit": "fr-inf-zouv", "place": "A50.32"}, "which is water"),
        ({"kind": "unit placed", "unit": "fr-inf-zouv", "place": "B20.20"}, "which is not in play"),
        ({"kind": "unit placed", "unit": "fr-nobody", "place": "A35.23"}, "fr-nobody"),
        ({"kind": "slot entered", "slot": -1, "phase": "Turn End", "segment": "", "acts": ""}, "no step -1"),
        ({"kind": "slot entered", "slot": 3, "phase": "Supply", "segment": "", "acts": "Axis"}, "is the Reinforcement"),
        ({"kind": "turn began", "turn": 2, "date": "1942-11-20"}, "is of 1942-11-19"),
        ({"kind": "turn began", "turn": 15, "date": "1943-01-01"}, "none of this scenario's"),
        ({"kind": "stances changed", "stances": {"fr-inf-zouv": "strat/combat"}}, "cannot lie with a Combat side up"),
        ({"kind": "stances changed", "stances": {"allied-pax-1": "combat"}}, "cannot lie with a Combat side up"),
        ({"kind": "control changed", "hex": "Sicily A", "side": "Axis"}, "is no hex"),
        ({"kind": "segment ended", "side": "Axis"}, "does not act"),
        ({"kind": "stack moved", "to": "A36.23", "cost": {"fr-inf-zouv": -12}}, "greater than or equal to 0"),
    ],
)
def test_facts_that_cannot_be_true_are_refused(fact: dict[str, Any], words: str) -> None:
    assert words in told(fact)


@pytest.mark.parametrize(
    "fact",
    [
        {"kind": "unit placed", "unit": "fr-inf-zouv", "place": "A36.23"},
        {"kind": "unit placed", "unit": "br-78-art", "place": "A17.26"},
        {"kind": "stances changed", "stances": {"fr-inf-zouv": "dg/combat"}},
        {"kind": "control changed", "hex": "A35.23", "side": "Axis"},
    ],
)
def test_facts_that_can_be_true_are_taken(fact: dict[str, Any]) -> None:
    assert told(fact) == "done"


def test_reserves_need_markers() -> None:
    """The Allies have three markers in Race for Tunis: a fourth hex with reserves cannot be."""
    four = ("fr-inf-zouv", "fr-mech-coutx", "fr-pol-regn", "fr-mix-sahel")
    stances = dict.fromkeys(four, "reserve/combat")
    assert "4 hexes with 3 markers" in told({"kind": "stances changed", "stances": stances})
    stances.pop("fr-pol-regn")
    assert told({"kind": "stances changed", "stances": stances}) == "done"


CHANGES: list[tuple[str, Any]] = [
    ("turn", 99), ("turn", 3.5), ("turn", "x"), ("slot", 500), ("slot", None), ("simulcast", "yes"), ("over", "x"),
    ("units", []), ("stacks", []), ("spent", [["fr-inf-zouv", -4]]), ("spent", [["ghost", 4]]), ("done", ["ghost"]),
    ("dumps", [["A17.26", "Allied", -5]]), ("control", [["Algiers", "Allied"]]), ("weather", "rain"),
    ("frames", [{"kind": "move", "step": "under way", "units": ["ghost"]}]),
    ("frames", [{"kind": "move", "step": "under way", "units": []}]),
    ("reserve markers", [["Allied", -3], ["Axis", 4]]), ("more", 1),
]  # fmt: skip


@pytest.mark.parametrize(("member", "value"), CHANGES)
def test_a_written_state_that_cannot_be_is_not_read(member: str, value: Any) -> None:
    data = RULES.dump(STATE)
    RULES.load(data)
    with pytest.raises((KeyError, TypeError, ValueError)):
        RULES.load(data | {member: value})


def test_a_unit_written_twice_or_with_impossible_losses_is_not_read() -> None:
    data = RULES.dump(STATE)
    rows = data["units"]
    for bad in ([*rows, rows[0]], [[*rows[0][:4], -5, False], *rows[1:]], [[*rows[0][:4], 1, False], *rows[1:]]):
        with pytest.raises((KeyError, TypeError, ValueError)):
            RULES.load(data | {"units": bad})
