"""Whatever is done in whatever order: events, logs and saves agree with the live game."""

import json
import tempfile
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.log import LogWriter, read_log
from ocs_engine.kernel.messages import DiceRolled, Refusal, SetFact
from ocs_engine.kernel.replay import read_save, replay, restore, verify, write_save
from ocs_engine.kernel.session import Entry
from tests.kernel.games import new_game, offered
from tests.kernel.toy import RULES, SIDES, TOWNS, Play, Retreat, Table

ANY_PLAY = st.builds(Play, side=st.sampled_from(SIDES), card=st.integers(0, 7), path=st.lists(st.sampled_from(TOWNS)))
ANY_RETREAT = st.builds(Retreat, side=st.sampled_from(SIDES), to=st.sampled_from(TOWNS))

ANY_FACT = st.fixed_dictionaries(
    {"kind": st.just("moved"), "side": st.sampled_from(SIDES), "to": st.sampled_from([*TOWNS, "Tunis"])}
)
BY_HAND = st.builds(SetFact, side=st.sampled_from(SIDES), reason=st.just("a slip"), fact=ANY_FACT)


class AnyGame(RuleBasedStateMachine):
    """A game with a log, to which anything is done; beside it a plain list of the states it went through."""

    @initialize(seed=st.integers(0, 99), packed=st.booleans())
    def begin(self, seed, packed):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / ("game.ocslog.gz" if packed else "game.ocslog")
        self.seed = seed
        self.game = new_game(SeededDice(seed), self.path)
        self.done, self.undone = [self.game.state], []
        self.seen = read_log(self.path).good

    @rule(choice=st.randoms(use_true_random=False))
    def what_is_offered(self, choice):
        command = offered(self.game, choice.choice)
        if command is not None:
            assert self.game.check(command) is None
            self.carried_out(command)

    @rule(command=ANY_PLAY | ANY_RETREAT | BY_HAND)
    def anything(self, command):
        before, refusal = (self.game.state, self.game.next_die), self.game.check(command)
        if refusal is None:
            self.carried_out(command)
        else:
            assert self.game.submit(command) == refusal
            assert isinstance(refusal, Refusal)
            assert (self.game.state, self.game.next_die) == before

    def carried_out(self, command):
        die = self.game.next_die
        entry = self.game.submit(command)
        assert isinstance(entry, Entry)
        self.done.append(self.game.state)
        self.undone = []
        thrown = [event for event in entry.events if isinstance(event, DiceRolled)]
        faces = [face for event in thrown for face in event.faces]
        assert faces == [SeededDice(self.seed).face(die + i, 6) for i in range(len(faces))]
        assert self.game.next_die == die + len(faces)

    @rule()
    def undo(self):
        die = self.game.next_die
        assert (self.game.undo() is not None) == (len(self.done) > 1)
        if len(self.done) > 1:
            self.undone.append(self.done.pop())
        assert self.game.next_die == die

    @rule()
    def redo(self):
        die = self.game.next_die
        assert (self.game.redo() is not None) == bool(self.undone)
        if self.undone:
            self.done.append(self.undone.pop())
        assert self.game.next_die == die

    @rule(text=st.text(max_size=5))
    def comment(self, text):
        self.game.comment(text)

    @rule()
    def save_and_load(self):
        path = self.path.with_name("save")
        write_save(path, RULES, {"seed": self.seed}, self.game)
        save = read_save(path, RULES)
        assert (save.state, save.index, save.line) == (self.game.state, self.game.next_die, self.game.log.number)

    @rule(closed=st.booleans())
    def leave_and_come_back(self, closed):
        """In the same log; what was undone can still be redone."""
        if closed:
            self.game.log.close()
        log = read_log(self.path)
        die = self.game.next_die
        self.game = restore(RULES, Table(), log, SeededDice(self.seed))
        self.game.keep_log(LogWriter.go_on(log))
        assert self.game.next_die == die

    @precondition(lambda self: self.done[-1].frames)
    @rule()
    def there_is_a_question_while_a_frame_is_open(self):
        pending = self.game.pending()
        assert [RULES.legal(self.game.state, side) for side in SIDES if side == pending.side] == [pending.kinds]
        assert [RULES.legal(self.game.state, side) for side in SIDES if side != pending.side] == [()]

    @invariant()
    def the_live_game_is_the_plain_list(self):
        assert self.game.state == self.done[-1]

    @invariant()
    def the_events_from_the_start_give_the_state(self):
        state = Table()
        for entry in self.game.entries:
            for event in entry.events:
                state = RULES.apply(state, event)
            assert state == entry.state
        assert state == self.game.state

    @invariant()
    def the_log_is_only_added_to(self):
        now = read_log(self.path)
        assert now.problem is None
        assert now.good.startswith(self.seen)
        self.seen = now.good

    def teardown(self):
        if hasattr(self, "path"):
            log = read_log(self.path)
            assert verify(RULES, Table(), log) == self.game.state
            steps = list(replay(RULES, Table(), log))
            assert steps[-1].state == self.game.state
            assert all(one.state == two.before for one, two in pairwise(steps))
            self.folder.cleanup()


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


@given(seed=st.integers(), choice=st.randoms(use_true_random=False))
def test_every_state_of_a_whole_game_can_be_written_down_and_read_back(seed, choice):
    game = new_game(SeededDice(seed))
    while (command := offered(game, choice.choice)) is not None:
        assert isinstance(game.submit(command), Entry)
        written = json.dumps(RULES.dump(game.state))
        assert RULES.load(json.loads(written)) == game.state
    assert game.state.turns == 12  # three deals of two cards each
    assert not any(game.state.hands)
