"""Chapter 2: the order of a turn, who goes first, simulcast turns."""

from __future__ import annotations

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import DiceRolled, Event
from ocs_engine.kernel.session import Entry, Game
from ocs_engine.series.commands import ChooseFirst, EndSegment
from ocs_engine.series.points import SeriesPoints
from ocs_engine.series.rules import OcsRules
from ocs_engine.state.events import FirstPlayerSet, SlotEntered, WeatherSet
from ocs_engine.state.model import State
from ocs_engine.state.slots import layout
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, apart, nobody_cut_off, position, quiet

PLAIN = ""
CLEAR = (1, 1)
"""Weather dice of 11: flight in every month."""
MUD = (6, 6)
"""Weather dice of 66: Mud in November."""

PLAYER_TURN = """
    Aircraft Refit Phase: own
    Reinforcement Phase: own
    Movement Phase, Breakout Segment: own
    Movement Phase, Movement Segment: own
    Movement Phase, Barrage Segment: own
    Supply Phase: own
    Reaction Phase, Movement Segment: other
    Reaction Phase, Barrage Segment: other
    Combat Phase, Barrage Segment: own
    Combat Phase, Combat Segment: own
    Exploitation Phase, Movement Segment: own
    Exploitation Phase, Barrage Segment: own
    Exploitation Phase, Combat Segment: own
    Clean Up Phase: own
"""


def player_turn(side: Side) -> list[tuple[str, str]]:
    """The steps of one side's player turn and who acts in each (OCS 2.2, steps 3 to 16)."""
    acts = {"own": side, "other": side.other}
    lines = (line.strip().rpartition(": ") for line in PLAYER_TURN.strip().splitlines())
    return [(title, acts[who]) for title, _, who in lines]


@pytest.mark.rule("OCS 2.2")
@pytest.mark.parametrize("first", list(Side))
def test_the_order_of_a_turn(first: Side) -> None:
    plan = [(slot.title, slot.acts) for slot in layout(first, simulcast=False)]
    assert plan == [
        ("Pre-Turn, Weather Segment", None),
        ("Pre-Turn, First Player Segment", None),
        *player_turn(first),
        *player_turn(first.other),
        ("Turn End", None),
    ]


@pytest.mark.rule("OCS 2.2")
def test_reaction_belongs_to_the_turn_of_the_other_side() -> None:
    reaction = [slot for slot in layout(ALLIED, simulcast=False) if slot.phase == "Reaction"]
    assert [(slot.phasing, slot.acts) for slot in reaction] == [(ALLIED, AXIS)] * 2 + [(AXIS, ALLIED)] * 2


@pytest.mark.rule("OCS 2.4", "T2 1.3c")
def test_a_simulcast_turn_leaves_out_combat_and_does_each_phase_for_both_sides() -> None:
    plan = [(slot.title, slot.acts) for slot in layout(None, simulcast=True)]
    both = [
        (title, side)
        for title in ("Aircraft Refit Phase", "Reinforcement Phase", "Movement Phase, Movement Segment",
                      "Supply Phase", "Clean Up Phase")
        for side in (AXIS, ALLIED)
    ]  # fmt: skip
    assert plan == [("Pre-Turn, Weather Segment", None), ("Pre-Turn, First Player Segment", None), *both,
                    ("Turn End", None)]  # fmt: skip


# --- a game as it runs


def begin(*faces: int) -> Game[State]:
    """Race for Tunis with nobody near an enemy and nobody to come, run up to the first thing that a side must say."""
    rules = rules_for(quiet(load_world("race-for-tunis")))
    game = Game(rules, apart(nobody_cut_off(rules)), RecordedDice(faces))
    assert isinstance(game.begin(), Entry)
    return game


def end(game: Game[State], side: Side) -> tuple[Event, ...]:
    """End the segment of a side; what came of it."""
    done = game.submit(EndSegment(side=side))
    assert isinstance(done, Entry), done
    return done.events


def slots(events: tuple[Event, ...]) -> list[tuple[str, str, str]]:
    """The slots that some events entered."""
    return [(each.phase, each.segment, each.acts) for each in events if isinstance(each, SlotEntered)]


def play_turn(game: Game[State], first: Side) -> None:
    """End both movement segments of a turn; nobody has reserves."""
    for side in (first, first.other):
        assert game.state.now.acts is side
        end(game, side)


@pytest.mark.rule("OCS 2.3", "T2 6.0")
def test_the_scenario_says_who_goes_first_on_its_first_turn() -> None:
    game = begin(*CLEAR)
    events = game.entries[0].events
    assert [each.purpose for each in events if isinstance(each, DiceRolled)] == ["weather"]
    assert [each.first for each in events if isinstance(each, FirstPlayerSet)] == [ALLIED]
    assert slots(events) == [
        ("Pre-Turn", "Weather", ""), ("Pre-Turn", "First Player", ""), ("Aircraft Refit", "", "Allied"),
        ("Reinforcement", "", "Allied"), ("Movement", "Breakout", "Allied"), ("Movement", "Movement", "Allied"),
    ]  # fmt: skip


@pytest.mark.rule("OCS 2.2")
def test_phases_in_which_nobody_can_act_pass_at_once() -> None:
    game = begin(*CLEAR)
    assert [title[0] for title in slots(end(game, ALLIED))] == [
        "Movement", "Supply", "Reaction", "Reaction", "Combat", "Combat", *["Exploitation"] * 3, "Clean Up",
        "Aircraft Refit", "Reinforcement", "Movement", "Movement",
    ]  # fmt: skip
    assert (game.state.now.phase, game.state.now.segment, game.state.now.acts) == ("Movement", "Movement", AXIS)


@pytest.mark.rule("OCS 2.3")
@pytest.mark.parametrize(
    ("faces", "chooser", "why"),
    [
        # two dice of the Axis, two of the Allies
        ((6, 1, 3, 3), AXIS, "7 against 6"),
        ((1, 1, 1, 2), ALLIED, "2 against 3"),
        ((3, 3, 4, 2, 5, 5, 4, 6, 1, 2, 6, 6), ALLIED, "6 and 10 tied, then 3 against 12"),
    ],
)
@pytest.mark.parametrize("choice", list(Side))
def test_later_the_higher_roll_chooses(faces: tuple[int, ...], chooser: Side, why: str, choice: Side) -> None:
    game = begin(*CLEAR, *CLEAR, *faces)
    play_turn(game, ALLIED)
    assert game.state.turn == 2
    pending = game.pending()
    assert pending is not None and pending.side == chooser, why
    assert pending.kinds == ("choose first player",)
    loser = ChooseFirst(side=chooser.other, first=choice)
    refused = game.submit(loser)
    assert not isinstance(refused, Entry)
    done = game.submit(ChooseFirst(side=chooser, first=choice))
    assert isinstance(done, Entry)
    assert game.state.now.acts is choice
    assert game.next_die == 2 + 2 + len(faces), "every die was used, none twice"
    end(game, choice)
    assert game.state.now.acts is choice.other


@pytest.mark.rule("OCS 2.2")
def test_ending_belongs_to_the_side_that_acts() -> None:
    game = begin(*CLEAR)
    assert not isinstance(game.submit(EndSegment(side=AXIS)), Entry)
    end(game, ALLIED)
    assert not isinstance(game.submit(EndSegment(side=ALLIED)), Entry)


@pytest.mark.rule("T2 1.3c", "OCS 2.4", "OCS 2.3")
def test_a_mud_turn_is_simulcast_and_rolls_for_no_first_player() -> None:
    game = begin(*CLEAR, *MUD, *CLEAR, 6, 6, 1, 1)
    play_turn(game, ALLIED)
    assert game.state.simulcast
    assert game.state.first is None
    rolls = [each for each in game.entries[-1].events if isinstance(each, DiceRolled)]
    assert [each.purpose for each in rolls] == ["weather"]
    assert game.state.now.acts is AXIS
    assert slots(end(game, AXIS)) == [("Movement", "Movement", "Allied")]
    after = slots(end(game, ALLIED))
    assert [step[0] for step in after[:5]] == ["Supply", "Supply", "Clean Up", "Clean Up", "Turn End"]
    assert game.state.turn == 3
    assert not game.state.simulcast, "the next turn is as its own weather has it"
    assert game.pending() is not None


@pytest.mark.rule("T2 1.3c", "T2 6.0")
def test_mud_on_the_first_turn_waives_the_first_player() -> None:
    game = begin(*MUD)
    assert game.state.simulcast
    assert game.state.now.acts is AXIS


@pytest.mark.rule("T2 1.3b", "OCS 17")
def test_the_weather_is_rolled_every_turn_the_first_included() -> None:
    game = begin(*CLEAR, *CLEAR, 6, 6, 1, 1)
    play_turn(game, ALLIED)
    told = [each for entry in game.entries for each in entry.events if isinstance(each, WeatherSet)]
    assert len(told) == 2


@pytest.mark.rule("OCS 2.2")
def test_what_a_phase_remembers_ends_with_it() -> None:
    note = """
        == Allied ==
        A20.20: Fr Mech Rgt (Coutx)   -- Move
        A24.20: Commando Bn (6 Cdo)   -- Reserve, Move side up
    """
    p = position(note, ground=PLAIN)
    p.move("Coutx", "A20.21")
    assert p.spent("Coutx") == 1
    p.end_segment()  # the Axis has no reserves, so his Reaction Phase passes; the Allies may release theirs
    assert (p.state.now.phase, p.side) == ("Exploitation", ALLIED)
    assert p.spent("Coutx") == 0
    assert not p.state.memory.done
    p.release("6 Cdo")
    p.move("6 Cdo", "A24.21")
    p.end_segment()
    assert not p.state.memory.released
    assert not p.state.memory.over


@pytest.mark.rule("OCS 2.2")
def test_the_barrage_segment_still_remembers_the_movement_of_its_phase() -> None:
    # the phase is the same, so a unit that has moved is still one that will not spend MP any more
    p = position("== Allied ==\nA20.20: Fr Mech Rgt (Coutx)   -- Move", ground=PLAIN)
    p.move("Coutx", "A20.21")
    barrage = p.state.slot + 1
    entered = SlotEntered(slot=barrage, phase="Movement", segment="Barrage", acts="Allied")
    after = p.rules.apply(p.state, entered)
    assert after.memory.done.get(p.id("Coutx"))


@pytest.mark.rule("OCS 2.2", "OCS 7")
def test_reaction_waits_only_for_reserves_on_the_map() -> None:
    note = """
        == Axis ==
        {place}: LW Para Rgt (Baren)   -- {stance}
        == Allied ==
        A20.20: Fr Mech Rgt (Coutx)
    """
    for place, stance, waits in (
        ("A40.20", "Reserve", True), ("A40.20", "Combat", False), ("Sicily A", "Reserve", False)
    ):  # fmt: skip
        p = position(note.format(place=place, stance=stance), ground=PLAIN)
        p.end_segment()
        assert (p.state.now.phase == "Reaction") is waits, (place, stance)


# --- the series without a game of its own over it


@pytest.mark.rule("OCS 17", "OCS 2.2")
def test_the_series_alone_has_no_weather_and_ends_in_a_draw() -> None:
    world = load_world("race-for-tunis")

    class Boxes(SeriesPoints):
        """The series, with boxes for the planes of this scenario."""

        def air_box(self, side: Side) -> str:
            return "Algiers" if side is ALLIED else "Sicily"

    rules = OcsRules(world, Boxes())
    game = Game(rules, nobody_cut_off(rules), RecordedDice(()))
    game.begin()
    assert not any(isinstance(each, DiceRolled | WeatherSet) for each in game.entries[0].events)
    assert rules.points.ends_early(game.state) is None
    assert rules.points.final_verdict(game.state).winner is None
