"""A log of the air war alone: it proves itself by its commands, is written alike each time, and can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from ocs_engine.kernel.session import Game, state_hash
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import open_log
from ocs_engine.validate.logs import check_log
from tests import air_log

KINDS = {
    "refit": "planes refitted", "fighter sweep": "air round fought", "air barrage": "flak fired",
    "intercept": "interceptor sent", "air transport": "cargo flown", "air drop": "drop rolled",
    "base transfer": "plane landed", "plan drop": "drop planned",
}  # fmt: skip
"""Each kind of command of the log, and an event that it brings about."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game[State], Path]:
    """The game of the script and its log."""
    folder = tmp_path_factory.mktemp("air")
    return air_log.play(folder), folder / f"{air_log.NAME}.ocslog"


def test_the_script_has_all_kinds_of_air_commands(played: tuple[Game[State], Path]) -> None:
    game, _ = played
    given = {entry.command.kind for entry in game.entries if entry.command is not None}
    brought = {event.kind for entry in game.entries for event in entry.events}
    assert set(KINDS) <= given and set(KINDS.values()) <= brought
    assert given <= {*KINDS, "end segment", "land", "abort", "engage", "take hit"}, "commands of the air war alone"


def test_the_log_replays_and_verifies(played: tuple[Game[State], Path]) -> None:
    game, path = played
    opened = open_log(path)
    assert opened.steps()[-1].state == game.state, "by its events"
    assert opened.verify() == game.state, "by its commands and dice"
    assert state_hash(game.rules, opened.go_on().state) == state_hash(game.rules, game.state)


def test_the_same_script_writes_the_same_log(played: tuple[Game[State], Path], tmp_path: Path) -> None:
    _, path = played
    air_log.play(tmp_path)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_every_act_can_be_taken_back_and_done_again(played: tuple[Game[State], Path], tmp_path: Path) -> None:
    game = air_log.play(tmp_path)
    after, undone = game.state, 0
    while game.undo() is not None:
        undone += 1
    assert undone >= len(KINDS)
    while game.redo() is not None:
        pass
    assert game.state == after
    assert state_hash(game.rules, after) == state_hash(game.rules, played[0].state)


def test_a_word_that_was_changed_is_found(played: tuple[Game[State], Path], tmp_path: Path) -> None:
    """A log in which somebody has touched an air combat is no proof any more."""
    _, path = played
    (tmp_path / f"{air_log.NAME}.ocs").write_text(air_log.SCENARIO, encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    assert '"air round fought"' in text
    spoiled = tmp_path / path.name
    spoiled.write_text(text.replace('"air round fought"', '"air round fough"', 1), encoding="utf-8")
    assert check_log(path, verify=True) == [] != check_log(spoiled, verify=True)
