"""Replacements over whole games: no step comes from nowhere, and what is used up is gone (OCS 13.5, 13.9)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ocs_engine.kernel.messages import Event
from ocs_engine.players.base import play
from ocs_engine.players.random_player import RandomPlayer
from ocs_engine.players.simple import SimplePlayer
from ocs_engine.series.soundness import faults
from ocs_engine.series.story import tell
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.model import AWAY, DEAD, State
from ocs_engine.state.repl_events import (
    ReplsCame,
    ReplsRolled,
    TransportRebuilt,
    TrucksSwapped,
    UnitsRebuilt,
    UnitsSwapped,
)
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import check_events

WEIGHED = (UnitsRebuilt, UnitsSwapped, ReplsCame, ReplsRolled, TransportRebuilt, TrucksSwapped)


def steps(state: State) -> dict[str, int]:
    """The steps of ground counters by where they are: on the table, dead, away."""
    found = {"table": 0, "dead": 0, "away": 0}
    for _, unit in state.in_order():
        if unit.counter.is_repl:
            continue
        where = "dead" if unit.place == DEAD else "away" if unit.place == AWAY else "table"
        alive = unit.counter.steps - (unit.lost if unit.place != DEAD else 0)
        found[where] += alive
        found["dead"] += unit.counter.steps - alive
    return found


def repls(state: State) -> dict[str, int]:
    """The replacements on the table, by counter."""
    found: dict[str, int] = {}
    for _, unit in state.in_order():
        if unit.counter.is_repl and unit.place >= 0:
            found[unit.counter.id] = found.get(unit.counter.id, 0) + 1
    return found


def acts(scenario: str, seed: int, turns: int, random: bool) -> Iterator[tuple[State, tuple[Event, ...], State]]:
    """The acts of the first turns of a game, each with the state before and after."""
    game = new_game(load_world(scenario), seed)
    players = {side: RandomPlayer(seed + n) if random else SimplePlayer() for n, side in enumerate(Side)}
    before, first = game.state, game.state.turn
    for entry in play(game, players):
        yield before, entry.events, entry.state
        before = entry.state
        if entry.state.turn - first >= turns:
            break


@pytest.mark.rule("OCS 13.5", "OCS 13.9", "T2 1.4a")
@pytest.mark.parametrize(
    ("scenario", "seed", "turns"),
    [("race-for-tunis", 11, 6), ("kasserine-campaign", 4, 1), ("battle-for-kasserine", 9, 2)],
)
def test_steps_are_conserved_and_replacements_that_are_used_are_gone(scenario: str, seed: int, turns: int):
    rules = new_game(load_world(scenario), seed).rules
    kinds = set()
    for before, events, after in acts(scenario, seed, turns, random=True):
        known = before
        for event in events:
            then = rules.apply(known, event)
            if isinstance(event, WEIGHED):
                kinds.add(type(event))
                check_events(rules, known, (event,))
                _weigh(known, event, then)
            known = then
        assert known == after
    assert list(faults(known)) == []
    assert load_state(dump_state(known), known.world, known.points, rules.read_frame) == known
    assert scenario != "race-for-tunis" or {ReplsRolled, ReplsCame} <= kinds


def _weigh(before: State, event: Event, after: State) -> None:
    """What an event brings back of the dead is on the table, and what pays for it is no more."""
    was, now = steps(before), steps(after)
    assert sum(was.values()) == sum(now.values()), "no step comes from nowhere"
    rebuilt = len(event.stances) if isinstance(event, UnitsRebuilt) else 0
    assert (now["table"] - was["table"], was["dead"] - now["dead"]) == (rebuilt, rebuilt)
    paid = event.repls if isinstance(event, UnitsRebuilt) else ()
    if isinstance(event, TransportRebuilt):
        paid = (event.repl,)
    came = len(event.repls) if isinstance(event, ReplsCame) else 0
    assert sum(repls(after).values()) == sum(repls(before).values()) + came - len(paid)
    assert all(after.units[uid].place == AWAY for uid in paid)
    assert tell(before, [event]), "there is something to tell of it"


@pytest.mark.rule("OCS 13.5")
def test_the_simple_player_rebuilds_what_it_can_pay_for():
    done = 0
    for before, events, after in acts("race-for-tunis", 3, 6, random=False):
        done += sum(isinstance(event, UnitsRebuilt) for event in events)
        assert set(after.roster) >= set(before.roster)
    assert done > 0
