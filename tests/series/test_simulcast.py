"""OCS 2.4: a quiet turn that both sides agree to play as a simulcast turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import DiceRolled, Event, Refusal
from ocs_engine.kernel.session import Entry, Game
from ocs_engine.series.commands import AnswerSimulcast, EndSegment
from ocs_engine.series.view import view
from ocs_engine.state.events import FirstPlayerSet, SimulcastAgreed, SlotEntered
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import new_game, open_log, rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.options import SIMULCAST_BY_AGREEMENT
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, apart, nobody_cut_off

RACE = load_world("race-for-tunis")
CLEAR = (1, 1)
MUD = (6, 6)


def begin(*faces: int, options: tuple[str, ...] = (SIMULCAST_BY_AGREEMENT,)) -> Game[State]:
    """Race for Tunis with nobody near an enemy, with these dice, run up to the first thing that a side must say."""
    rules = rules_for(RACE, options)
    game = Game(rules, apart(nobody_cut_off(rules)), RecordedDice(faces))
    assert isinstance(game.begin(), Entry)
    return game


def answer(game: Game[State], side: Side, agree: bool) -> tuple[Event, ...]:
    """The answer of a side, and what comes of it."""
    done = game.submit(AnswerSimulcast(side=side, agree=agree))
    assert isinstance(done, Entry), done
    return done.events


def asked(game: Game[State]) -> str | None:
    """The side that is asked whether the turn is played as a simulcast turn."""
    pending = game.pending()
    if pending is None or pending.kinds != ("answer simulcast",):
        return None
    assert pending.rule == "OCS 2.4"
    return pending.side


def end(game: Game[State], side: Side) -> tuple[Event, ...]:
    """A side ends its segment."""
    done = game.submit(EndSegment(side=side))
    assert isinstance(done, Entry), done
    return done.events


def rolls(events: tuple[Event, ...]) -> list[str]:
    """What dice were thrown for."""
    return [each.purpose for each in events if isinstance(each, DiceRolled)]


@pytest.mark.rule("OCS 2.4")
def test_with_both_sides_willing_the_turn_has_no_fighting_and_no_first_player() -> None:
    game = begin(*CLEAR, *CLEAR)
    assert asked(game) == AXIS
    assert answer(game, AXIS, True) != ()
    assert asked(game) == ALLIED
    events = answer(game, ALLIED, True)
    assert [type(each) for each in events].count(SimulcastAgreed) == 1
    assert rolls(events) == []
    assert not any(isinstance(each, FirstPlayerSet) for each in events)
    assert (game.state.simulcast, game.state.first, game.state.now.acts) == (True, None, AXIS)
    phases = [each.phase for each in (*events, *end(game, AXIS), *end(game, ALLIED)) if isinstance(each, SlotEntered)]
    turn = ["Aircraft Refit"] * 2 + ["Reinforcement"] * 2 + ["Movement"] * 2 + ["Supply"] * 2 + ["Clean Up"] * 2
    assert phases == [*turn, "Turn End", "Pre-Turn", "Pre-Turn"]
    assert (game.state.turn, game.state.simulcast) == (2, False), "the next turn is asked about anew"
    assert asked(game) == AXIS


@pytest.mark.rule("OCS 2.4")
def test_units_do_move_in_a_simulcast_turn_by_agreement() -> None:
    game = begin(*CLEAR)
    answer(game, AXIS, True)
    answer(game, ALLIED, True)
    assert game.state.now.is_movement
    assert "move" in game.rules.legal(game.state, AXIS), "it is quiet, not Mud"


@pytest.mark.rule("OCS 2.4", "OCS 2.3")
@pytest.mark.parametrize(("axis", "allied"), [(True, False), (False, True), (False, False)])
def test_one_that_will_not_is_enough(axis: bool, allied: bool) -> None:
    game = begin(*CLEAR)
    answer(game, AXIS, axis)
    assert asked(game) == ALLIED, "it is asked whatever the Axis said"
    events = answer(game, ALLIED, allied)
    assert not any(isinstance(each, SimulcastAgreed) for each in events)
    assert [each.first for each in events if isinstance(each, FirstPlayerSet)] == [ALLIED]
    assert game.state.simulcast is False


@pytest.mark.rule("OCS 2.4", "OCS 2.3")
def test_after_a_no_the_dice_say_who_chooses_as_ever() -> None:
    game = begin(*CLEAR, *CLEAR, 6, 1, 3, 3)
    for turn in (1, 2):
        assert game.state.turn == turn
        answer(game, AXIS, True)
        events = answer(game, ALLIED, False)
        if turn == 1:
            end(game, ALLIED)
            end(game, AXIS)
    assert rolls(events) == ["first player, Axis", "first player, Allied"]
    pending = game.pending()
    assert pending is not None
    assert (pending.side, pending.rule) == (AXIS, "OCS 2.3")  # 7 against 6


@pytest.mark.rule("OCS 2.4", "OCS 4.9")
def test_the_first_answer_is_hidden_from_the_second() -> None:
    games = [begin(*CLEAR), begin(*CLEAR)]
    for game, agree in zip(games, (True, False), strict=True):
        answer(game, AXIS, agree)
    yes, no = (game.state for game in games)
    assert yes != no
    assert view(yes, ALLIED) == view(no, ALLIED)
    assert games[0].pending() == games[1].pending()
    blanks = [game.rules.blank(game.state, ALLIED, "answer simulcast", []) for game in games]
    assert blanks[0] == blanks[1]
    assert blanks[0] is not None and blanks[0].values == ("yes", "no")
    entries = [game.entries[-1] for game in games]
    assert [game.rules.say(game.state, entry.events) for game, entry in zip(games, entries, strict=True)] == ["", ""]


@pytest.mark.rule("OCS 2.4")
def test_nobody_answers_for_the_other_or_twice() -> None:
    game = begin(*CLEAR)
    assert isinstance(game.submit(AnswerSimulcast(side=ALLIED, agree=True)), Refusal)
    answer(game, AXIS, True)
    assert isinstance(game.submit(AnswerSimulcast(side=AXIS, agree=True)), Refusal)
    assert isinstance(game.submit(EndSegment(side=AXIS)), Refusal)


@pytest.mark.rule("OCS 2.4", "T2 1.3c")
def test_mud_needs_no_consent() -> None:
    game = begin(*MUD)
    assert game.state.simulcast
    assert asked(game) is None


@pytest.mark.rule("OCS 2.4")
def test_without_the_option_nobody_is_asked() -> None:
    game = begin(*CLEAR, options=())
    assert asked(game) is None
    assert isinstance(game.submit(AnswerSimulcast(side=AXIS, agree=True)), Refusal)
    with pytest.raises(ValueError, match="there is no option 'tea break'"):
        rules_for(RACE, ["tea break"])


@pytest.mark.rule("OCS 2.4")
def test_a_log_remembers_the_option(tmp_path: Path) -> None:
    path = tmp_path / "quiet.ocslog"
    game = new_game(RACE, seed=4, log=path, options=(SIMULCAST_BY_AGREEMENT,))
    while asked(game) is not None:
        answer(game, Side(asked(game) or ""), True)
    opened = open_log(path)
    assert opened.rules.points.options == {SIMULCAST_BY_AGREEMENT}
    assert opened.verify().simulcast is True
