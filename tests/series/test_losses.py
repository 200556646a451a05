"""Step losses (OCS 9.11), with made-up divisions of several steps, which Tunisia II lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.session import Game
from ocs_engine.series.fight_commands import LoseStep
from ocs_engine.series.losses import open_losses, steps_left
from ocs_engine.state.events import put_units
from ocs_engine.state.fight_events import StepLost
from ocs_engine.state.model import DEAD, State
from tests.positions import ALLIED, position

NOTE = """
== Allied ==
A20.20: 78 Inf Div (11 Inf), 78 Inf Div (36 Inf), Para Bn (1)
"""
THREE, TWO, ONE = "br-78-11", "br-78-36", "br-para-1"
"""A division of three steps, one of two, and a battalion of one."""


def losing(
    owed: int, units: tuple[str, ...] = (THREE, TWO, ONE), lead: str = "", even: bool = True, lost: dict | None = None
) -> Game[State]:
    """A game in which the Allies lose steps. lost: what the units lacked before."""
    p = position(NOTE, "Allied Combat Phase, Combat Segment", ground="all: open")
    made = {}
    for uid, steps in ((THREE, 3), (TWO, 2), (ONE, 1)):
        unit = p.state.units[uid]
        counter = replace(unit.counter, steps=steps, re=4 * steps)
        made[uid] = replace(unit, counter=counter, lost=(lost or {}).get(uid, 0))
    state = put_units(p.state, made)
    draft = Draft(p.rules, state, RecordedDice(()), 0)
    before = {uid: state.units[uid].lost for uid in units} if even else None
    open_losses(draft, units, owed, "combat in A20.21", before, lead)
    game: Game[State] = Game(p.rules, draft.state, RecordedDice(()))
    game.begin()
    return game


def choices(game: Game[State]) -> set[str]:
    """Whom the owner may choose among now, nobody where nothing is asked."""
    blank = game.rules.blank(game.state, ALLIED, "lose step", ()) if game.pending() else None
    return set(blank.values) if blank else set()


def lose(game: Game[State], uid: str) -> None:
    assert not isinstance(game.submit(LoseStep(side=ALLIED, unit=uid)), Refusal)


def lost(game: Game[State]) -> tuple[int, int, int]:
    """The steps that the three lack."""
    return tuple(game.state.units[uid].lost for uid in (THREE, TWO, ONE))


@pytest.mark.rule("OCS 9.11")
def test_the_first_step_comes_from_the_unit_whose_ar_counted():
    game = losing(2, lead=TWO)
    assert lost(game) == (0, 1, 0)
    assert choices(game) == {THREE, ONE}, "each must lose one before any loses two"
    lose(game, THREE)
    assert lost(game) == (1, 1, 0) and not game.state.frames


@pytest.mark.rule("OCS 9.11")
def test_when_all_have_lost_one_the_owner_chooses_freely_again():
    game = losing(4, lead=ONE)
    assert lost(game) == (0, 0, 1) and game.state.units[ONE].place == DEAD
    lose(game, TWO)
    # The last of the round was forced; now one more is owed, from either of those that are left.
    assert lost(game) == (1, 1, 1)
    assert choices(game) == {THREE, TWO}
    lose(game, TWO)
    assert lost(game) == (1, 2, 1) and game.state.units[TWO].place == DEAD


@pytest.mark.rule("OCS 9.11")
def test_what_is_lost_is_counted_over_the_whole_result_and_not_from_earlier_ones():
    # The division of three lacks one from before; that counts for nothing here.
    game = losing(1, lead="", lost={THREE: 1})
    assert choices(game) == {THREE, TWO, ONE}


@pytest.mark.rule("OCS 9.11")
def test_a_dead_lead_of_one_step_passes_further_losses_to_the_others():
    game = losing(3, lead=ONE)
    assert choices(game) == {THREE, TWO}


@pytest.mark.rule("OCS 9.11")
def test_elsewhere_the_owner_may_take_all_from_one():
    game = losing(2, even=False)
    lose(game, THREE)
    lose(game, THREE)
    assert lost(game) == (2, 0, 0)


@pytest.mark.rule("OCS 9.11")
def test_losses_beyond_what_is_there_vanish():
    game = losing(9)
    assert lost(game) == (3, 2, 1) and not game.state.frames
    assert all(game.state.units[uid].place == DEAD for uid in (THREE, TWO, ONE))
    assert steps_left(game.state, (THREE, TWO, ONE)) == 0


@pytest.mark.rule("OCS 9.11")
def test_nothing_is_asked_of_a_side_that_has_no_choice():
    assert lost(losing(2, units=(THREE,))) == (2, 0, 0)
    assert lost(losing(6)) == (3, 2, 1)


@pytest.mark.rule("OCS 9.11", "OCS 4.6")
def test_a_unit_with_steps_left_stays_where_it_is_and_shrinks():
    game = losing(1, units=(THREE,))
    assert [event.unit for entry in game.entries for event in entry.events if isinstance(event, StepLost)] == [THREE]
    assert game.state.units[THREE].place >= 0 and steps_left(game.state, (THREE,)) == 2


@pytest.mark.rule("OCS 9.11")
def test_a_unit_outside_the_result_is_refused():
    game = losing(1, units=(THREE, TWO))
    refusal = game.submit(LoseStep(side=ALLIED, unit=ONE))
    assert isinstance(refusal, Refusal) and refusal.rule == "OCS 9.11"
