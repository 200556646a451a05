"""Scenarios are played to their last turn by `random`, set-up and all; the logs prove themselves. `simple` plays some.

The two campaigns take minutes: they are among the kept games (tests/games).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ocs_engine.players import PLAYERS, play
from ocs_engine.series.commands import EndSegment
from ocs_engine.series.soundness import check_state
from ocs_engine.state.slots import Phase
from ocs_engine.tunisia.game import new_game, open_log
from ocs_engine.world.counters import Side
from ocs_engine.world.world import list_scenarios, load_world
from tests.arrivals import check_all_came

SHORT = [each.id for each in list_scenarios() if not each.id.endswith("campaign")]


@pytest.mark.rule("OCS 13.6", "T2 1.4b", "T2 6.1", "T2 6.3", "T2 6.5", "T2 6.6")
@pytest.mark.parametrize("name", SHORT)
def test_a_scenario_from_set_up_to_its_last_turn(name: str, tmp_path: Path) -> None:
    world, path = load_world(name), tmp_path / "game.ocslog"
    game = new_game(world, 4, path, arrange=True)
    for entry in play(game, {side: PLAYERS["random"](n) for n, side in enumerate(Side)}):
        if isinstance(entry.command, EndSegment):
            check_state(game.state)
            if game.state.now.phase is Phase.MOVEMENT:
                check_all_came(game.state)
    check_all_came(game.state)
    assert game.state.turn == world.scenario.last_turn
    assert game.state.verdict is not None
    assert open_log(path).verify() == game.state


@pytest.mark.parametrize("seat", list(Side))
@pytest.mark.parametrize("name", ["race-for-tunis", "battle-for-kasserine", "the-mareth-line"])
def test_a_short_scenario_between_simple_and_random(name: str, seat: Side) -> None:
    """Whatever they are asked, both have an answer that the rules accept, up to the end."""
    game = new_game(load_world(name), 4, arrange=True)
    for _ in play(game, {seat: PLAYERS["simple"](1), seat.other: PLAYERS["random"](2)}):
        check_state(game.state)
    check_all_came(game.state)
    assert game.state.verdict is not None
