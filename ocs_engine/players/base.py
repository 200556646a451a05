"""What a player is: somebody who is asked for commands and gives them, until the other side is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from ocs_engine.kernel.messages import Command, Refusal
from ocs_engine.kernel.ruleset import DiceWanted
from ocs_engine.kernel.session import Entry, Game
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


class Player(Protocol):
    """A policy for one side."""

    def command(self, game: Game[State], side: Side) -> Command:
        """The next command of a side that is asked; it must be one that the rules allow."""


class Stuck(RuntimeError):  # noqa: N818 (a state of the game)
    """A game in which a player gave a command that was refused, or in which nobody may do anything."""


def asked(game: Game[State]) -> Side | None:
    """The side that is asked a question, or whose segment it is; None when the game is over."""
    state = game.state
    if state.verdict is not None:
        return None
    pending = game.pending()
    return Side(pending.side) if pending else state.now.acts


def play(game: Game[State], players: dict[Side, Player]) -> Iterator[Entry[State]]:
    """Play a game on to its end, giving each act as it is done; raises Stuck where it cannot go on."""
    while (side := asked(game)) is not None:
        command = players[side].command(game, side)
        done = game.submit(command)
        if isinstance(done, Refusal):
            raise Stuck(f"{command.kind} of the {side} was refused ({done.rule}): {done.sentence}")
        if isinstance(done, DiceWanted):
            raise Stuck(f"dice are wanted for {done.purpose} and nobody throws them")
        yield done


PlayerMaker = Callable[[int], Player]
"""Makes a player from a seed."""
