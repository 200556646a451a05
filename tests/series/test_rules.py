"""The referee's facts, the sentences of the story, and where the log keeps hashes."""

from __future__ import annotations

import pytest

from ocs_engine.kernel.messages import Refusal, SetFact
from ocs_engine.kernel.session import Entry
from ocs_engine.series.story import day, place_name
from ocs_engine.state.events import SlotEntered
from ocs_engine.state.slots import layout
from tests.positions import ALLIED, Position, position

NOTE = """
    == Axis ==
    A44.23: Inf Bn (T-5)
    == Allied ==
    A40.22: Fr Mech Rgt (Coutx)
    A35.23: Fr Inf Bn (Zouv)
"""


def say(p: Position, entry: Entry | None, before: object) -> str:  # type: ignore[type-arg]
    """The sentence that the log has for an act."""
    assert entry is not None
    return p.rules.say(before, entry.events)  # type: ignore[arg-type]


# --- facts set by hand


def test_a_referee_sets_a_fact() -> None:
    p = position(NOTE)
    p.do(SetFact(side="Allied", reason="a slip", fact={"kind": "unit placed", "unit": p.id("Zouv"), "place": "A36.22"}))
    assert p.where("Zouv") == "A36.22"
    p.do(
        SetFact(side="Allied", reason="a slip", fact={"kind": "stances changed", "stances": {p.id("Zouv"): "dg/move"}})
    )
    assert p.unit("Zouv").mode == "dg"


@pytest.mark.parametrize(
    "fact",
    [
        {"kind": "unit placed", "unit": "nobody", "place": "A36.22"},
        {"kind": "unit placed", "unit": "fr-inf-zouv", "place": "Z36.22"},
        {"kind": "stances changed", "stances": {"fr-inf-zouv": "asleep"}},
        {"kind": "stances changed", "stances": {"fr-inf-zouv": "strat/sideways"}},
        {"kind": "units destroyed", "units": ["nobody"], "why": "a slip"},
        {"kind": "units finished", "units": ["nobody"]},
        {"kind": "reserve released", "units": ["nobody"]},
        {"kind": "slot entered", "slot": 99, "phase": "Movement", "segment": "", "acts": ""},
        {"kind": "turn began", "turn": 99, "date": "1950-01-01"},
        {"kind": "weather set", "weather": "mud", "simulcast": True, "wind": "north"},
        {"kind": "snow fell"},
        {},
    ],
)
def test_what_cannot_be_true_is_refused(fact: dict[str, object]) -> None:
    p = position(NOTE, "Allied Exploitation Phase, Combat Segment")
    refused = p.game.submit(SetFact(side="Allied", reason="a slip", fact=fact))
    assert isinstance(refused, Refusal)
    assert refused.code == "not a fact"


CROWDED = """
    == Allied ==
    A40.22: 78 Inf Div (11 Inf, 36 Inf, 1 Gds Inf, Arty), Fr Pol Bde (Schw, Morl, Regn), Fr Mech Rgt (Coutx),
      Fr Mixed Rgt (Sahel), Fr Inf Rgt (4 Tun), Commando Bn (6 Cdo)
"""
HUNGRY = """
    == Allied ==
    A40.22: Fr Mech Rgt (Coutx)
    A40.23: 2 SP
"""


@pytest.mark.parametrize(("note", "asks"), [(CROWDED, "overstacked"), (HUNGRY, "supply phase")])
def test_no_fact_is_set_by_hand_while_a_question_is_about_what_lies_there(note: str, asks: str) -> None:
    """A unit taken out of the crowd, or fed, would leave a question about nothing."""
    p = position(note, ground="all: open", options=())
    p.end_segment()
    top = p.state.top_frame
    assert top is not None and top.kind == asks
    fact = {"kind": "unit placed", "unit": p.id("Coutx"), "place": "A36.22"}
    refused = p.game.submit(SetFact(side="Allied", reason="a slip", fact=fact))
    assert isinstance(refused, Refusal)
    assert refused.code == "not now"


# --- the story


def test_a_move_is_told_as_one_sentence() -> None:
    p = position(NOTE, ground="")
    before = p.state
    told = say(p, p.move("Coutx", "A40.23 A40.24 A40.25", Coutx="move"), before)
    assert told == "Fr Mech Rgt (Coutx) in Move Mode: A40.22 to A40.25 via A40.23, A40.24"


def test_modes_and_declarations_are_told() -> None:
    p = position(NOTE)
    before = p.state
    told = say(p, p.change("Coutx", "reserve/move"), before)
    assert told == "Fr Mech Rgt (Coutx) takes Reserve Mode (move side up)"
    before = p.state
    assert say(p, p.hold("Zouv"), before) == "Fr Inf Bn (Zouv) will not move"


def test_a_taken_town_is_told_by_its_name() -> None:
    p = position(NOTE)
    before = p.state
    assert "The Allied side takes A41.22 Medjez el Bab" in say(p, p.move("Coutx", "A41.22", Coutx="move"), before)


def test_dates_and_places_in_words() -> None:
    assert day("1942-11-15") == "15 Nov 1942"
    world = position(NOTE).state.world
    assert place_name(world, "A48.24") == "A48.24 Tunis"
    assert place_name(world, "Algiers") == "Algiers"


# --- milestones


@pytest.mark.rule("OCS 2.2")
@pytest.mark.parametrize("simulcast", [False, True])
def test_the_log_keeps_a_hash_as_each_phase_begins(simulcast: bool) -> None:
    rules = position(NOTE).rules
    plan = layout(None if simulcast else ALLIED, simulcast)
    for number, slot in enumerate(plan):
        before = plan[number - 1]
        event = SlotEntered(slot=number, phase=slot.phase, segment=slot.segment, acts=slot.acts or "")
        if (before.phase, before.phasing) != (slot.phase, slot.phasing):
            assert rules.milestone(event), slot.title
        elif slot.segment in ("Barrage", "Combat", "First Player"):
            assert not rules.milestone(event), slot.title
