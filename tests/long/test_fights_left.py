"""A fight left in the middle of a whole game, and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from ocs_engine.tunisia.game import new_game, open_log
from ocs_engine.world.world import load_world
from tests.series.test_whole_games import Watch, play


@pytest.mark.rule("OCS 9.2")
def test_a_fight_can_be_left_in_the_middle_and_taken_up_again(tmp_path: Path) -> None:
    """At the first question of each kind the log proves itself and gives the same state, and the act can be undone."""
    path = tmp_path / "game.ocslog"
    game = new_game(load_world("the-end-in-africa"), 4, path)
    waiting = {"combat, attacker chooses", "combat, defender chooses", "retreat, hex"}
    watch = Watch()
    for seed in range(1500):
        play(game, seed, 1, watch)
        top = game.state.top_frame
        if top is not None and (asked := f"{top.kind}, {top.step}") in waiting:
            waiting.remove(asked)
            here = game.state
            opened = open_log(path)
            assert opened.verify() == here
            assert opened.go_on().state == here
            assert game.undo() is not None
            assert game.state != here
            assert game.redo() is not None
            assert game.state == here
        if not waiting:
            return
    assert not waiting
