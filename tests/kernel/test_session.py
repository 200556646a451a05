"""A game being played: who hears of it, undo and redo, dice that only move forward, a log that cannot be written."""

import pytest

from ocs_engine.kernel.dice import EnteredDice, SeededDice
from ocs_engine.kernel.messages import DiceRolled, SetFact
from ocs_engine.kernel.ruleset import DiceWanted
from ocs_engine.kernel.session import Notice, state_hash
from tests.kernel.games import at_battle, blue, do, finish, first, new_game, offered, red, thrown, verified
from tests.kernel.toy import RULES, Retreat, Table

# --- subscriptions


def test_everybody_who_subscribed_hears_of_everything_in_order():
    game = thrown(3, 1, 2, 5)
    one, two = [], []
    game.subscribe(one.append)
    game.subscribe(two.append)
    entry = do(game, red(1, "Birch"))
    after, before = game.state, game.entries[0].state
    game.undo()
    game.redo()
    assert one == two == [Notice("done", entry, after), Notice("undone", entry, before), Notice("redone", entry, after)]


def test_who_ends_a_subscription_hears_no_more_and_may_end_it_twice():
    game = thrown(3, 1, 2, 5)
    heard = []
    end, _ = game.subscribe(heard.append), game.subscribe(heard.append)
    end()
    end()
    do(game, red(1, "Birch"))
    assert len(heard) == 1


def test_a_listener_that_fails_harms_neither_the_game_nor_who_listens_after_it(tmp_path):
    path = tmp_path / "game.ocslog"
    game = new_game(SeededDice(7), path)

    def fail(notice: Notice[Table]) -> None:
        raise OSError(f"cannot draw {notice.what}")

    heard = []
    game.subscribe(fail)
    game.subscribe(heard.append)
    with pytest.raises(OSError, match="cannot draw done"):
        game.submit(offered(game, first))
    with pytest.raises(OSError, match="cannot draw undone"):
        game.undo()
    with pytest.raises(OSError, match="cannot draw redone"):
        game.redo()
    assert [notice.what for notice in heard] == ["done", "undone", "redone"]
    assert len(game.entries) == 2
    finish(game)
    assert verified(path) == game.state


def test_a_listener_may_submit_and_all_hear_it_in_the_order_of_the_game():
    game = thrown(3, 1, 2, 5)
    one, two = [], []

    def answer(notice: Notice[Table]) -> None:
        one.append(notice.state.turns)
        if notice.state.turns == 1:
            do(game, blue(2, "Elm"))

    game.subscribe(answer)
    game.subscribe(lambda notice: two.append((notice.state.turns, notice.entry.state.turns)))
    do(game, red(1, "Birch"))
    assert one == [1, 2]
    assert two == [(1, 1), (2, 2)]


# --- undo and redo


def test_undo_and_redo_of_any_depth():
    game = new_game(SeededDice(7))
    states = [game.state]
    while (command := offered(game, first)) is not None:
        states.append(do(game, command).state)
    assert len(states) > 12
    for state in states[-2::-1]:
        assert game.undo() is not None
        assert game.state is state
    assert game.undo() is None
    for state in states[1:]:
        assert game.redo() is not None
        assert game.state is state
    assert game.redo() is None


def test_what_happened_by_itself_at_the_start_cannot_be_undone():
    game = thrown(3, 1, 2, 5)
    assert game.undo() is None
    assert game.state.deals == 1


def test_a_new_act_ends_what_could_be_redone():
    game = thrown(3, 1, 2, 5)
    do(game, red(3, "Birch"))
    game.undo()
    do(game, red(1, "Fir"))
    assert game.redo() is None
    assert game.state.armies == ("Fir", "Dogwood")


def test_a_refusal_keeps_what_could_be_redone():
    game = thrown(3, 1, 2, 5)
    entry = do(game, red(3, "Birch"))
    game.undo()
    game.submit(red(6, "Fir"))
    assert game.redo() is entry


def test_an_answer_can_be_taken_back_to_the_question():
    game = at_battle()
    asked, state = game.pending(), game.state
    do(game, Retreat(side="Red", to="Elm"))
    game.undo()
    assert (game.pending(), game.state) == (asked, state)


def test_a_fact_set_by_hand_can_be_undone():
    game = thrown(3, 1, 2, 5)
    state = game.state
    do(game, SetFact(side="Red", reason="a slip", fact={"kind": "moved", "side": "Red", "to": "Fir"}))
    game.undo()
    assert game.state is state


# --- dice only move forward


def fight(game):
    """Red's march to Dogwood; the dice of the battle there."""
    entry = do(game, red(3, "Birch", "Cedar", "Dogwood"))
    (roll,) = [event for event in entry.events if isinstance(event, DiceRolled)]
    return roll.index, roll.faces


def test_after_undo_a_new_act_gets_new_dice_and_redo_its_old_ones():
    game = thrown(3, 1, 2, 5, 2, 5, 6, 4)
    assert fight(game) == (4, (2, 5))
    game.undo()
    assert game.next_die == 6
    assert fight(game) == (6, (6, 4))
    game.undo()
    game.redo()
    assert game.pending().side == "Blue"
    assert game.next_die == 8


def test_redo_asks_for_no_dice():
    dice = EnteredDice()
    dice.enter(0, (3, 1, 2, 5, 2, 5))
    game = new_game(dice)
    fight(game)
    game.undo()
    assert game.submit(red(3, "Birch", "Cedar", "Dogwood")) == DiceWanted("battle", 6, 2, 6)
    game.redo()
    assert game.pending().side == "Red"


def test_a_wrong_face_entered_by_hand_changes_nothing_and_can_be_put_right():
    dice = EnteredDice()
    dice.enter(0, (3, 1, 2, 5, 2, 7))
    game = new_game(dice)
    state = game.state
    with pytest.raises(ValueError, match="7 is not the face of a die with 6 sides"):
        game.submit(red(3, "Birch", "Cedar", "Dogwood"))
    assert game.state is state
    dice.enter(5, (5,))
    assert fight(game) == (4, (2, 5))


# --- begin


def test_a_game_begins_once():
    game = thrown(3, 1, 2, 5)
    with pytest.raises(RuntimeError, match="the game has begun"):
        game.begin()
    assert len(game.entries) == 1


# --- the log


class FullDisk:
    """A file on a disk that fills up after so many bytes more."""

    def __init__(self, file, room):
        self.file, self.room = file, room

    def write(self, data):
        self.file.write(data[: self.room])
        if len(data) > self.room:
            self.room = 0
            raise OSError(28, "No space left on device")
        self.room -= len(data)

    def __getattr__(self, name):
        return getattr(self.file, name)


@pytest.mark.parametrize("room", [0, 5])
@pytest.mark.parametrize("name", ["game.ocslog", "game.ocslog.gz"])
@pytest.mark.parametrize("act", ["submit", "undo", "redo"])
def test_what_cannot_be_logged_does_not_happen(tmp_path, name, act, room):
    path = tmp_path / name
    game = new_game(SeededDice(7), path)
    do(game, offered(game, first))
    if act == "redo":
        game.undo()
    heard = []
    game.subscribe(heard.append)
    state, die, number, digest = game.state, game.next_die, game.log.number, game.log.hash
    game.log._file = FullDisk(game.log._file, room)
    for _ in range(2):
        with pytest.raises(OSError):
            game.submit(offered(game, first)) if act == "submit" else getattr(game, act)()
    assert (game.state, game.next_die, game.log.number, game.log.hash) == (state, die, number, digest)
    assert heard == []


def test_the_same_state_has_the_same_hash_and_another_has_another():
    assert state_hash(RULES, thrown(3, 1, 2, 5).state) == state_hash(RULES, thrown(3, 1, 2, 5).state)
    assert state_hash(RULES, thrown(3, 1, 2, 5).state) != state_hash(RULES, thrown(3, 1, 5, 2).state)
