"""The player `random`: fills any form that the rules offer, and ends every segment after a while."""

from __future__ import annotations

from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import ENOUGH, Answer
from ocs_engine.kernel.session import Game
from ocs_engine.players.chance import Chance
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

PATIENCE = 12
"""In a segment that it may end, it ends it once in so many times."""
LONGEST = 8
"""Answers to a blank that can be filled again and again, at most, before it says enough."""


class RandomPlayer:
    """Plays legal nonsense; good for finding what breaks."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = Chance(seed)

    def command(self, game: Game[State], side: Side) -> Command:
        """Any command that the rules offer."""
        kinds = game.rules.legal(game.state, side)
        if "end segment" in kinds and (len(kinds) == 1 or self._chance.one_in(PATIENCE)):
            return game.rules.fill(side, "end segment", ())
        kind = self._chance.one_of([each for each in kinds if each != "end segment"])
        return game.rules.fill(side, kind, self._answers(game, side, kind))

    def _answers(self, game: Game[State], side: Side, kind: str) -> list[Answer]:
        filled: list[Answer] = []
        while (blank := game.rules.blank(game.state, side, kind, filled)) is not None:
            tired = len(filled) >= LONGEST and ENOUGH in blank.values
            filled.append((blank.name, ENOUGH if tired else self._chance.one_of(blank.values)))
        return filled
