"""The player `random`: fills any form that the rules offer, fights where it can, and ends segments after a while."""

from __future__ import annotations

from typing import Any

from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank
from ocs_engine.kernel.session import Game
from ocs_engine.players.chance import Chance
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

WEIGHTS = {
    "attack": 40, "barrage": 40, "overrun": 40, "begin move": 12, "move": 12, "step": 12, "fuel": 9, "end segment": 4,
    "hold": 3, "consolidate": 2, "build": 2, "top": 2, "blow": 1, "breakout": 1,
}  # fmt: skip
"""How likely it gives some kinds of command, so that fights come about, segments end, and dumps are not all blown."""
ANY_OTHER = 6
"""How likely it gives any other kind."""
RUINOUS = ("reduce", "damage", "decline")
"""How answers begin that only do harm; it gives them seldom."""
FAIR = 5
"""How much likelier than such an answer it gives any other."""
LONGEST = 8
"""Answers to a blank that can be filled again and again, at most, before it says enough."""


class RandomPlayer:
    """Plays legal nonsense; good for finding what breaks."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = Chance(seed)

    def command(self, game: Game[State], side: Side) -> Command:
        """Any command that the rules offer."""
        kinds = game.rules.legal(game.state, side)
        kind = self._chance.one_of([each for each in kinds for _ in range(WEIGHTS.get(each, ANY_OTHER))])
        return game.rules.fill(side, kind, self._answers(game, side, kind))

    def _answers(self, game: Game[State], side: Side, kind: str) -> list[Answer]:
        filled: list[Answer] = []
        while (blank := game.rules.blank(game.state, side, kind, filled)) is not None:
            tired = len(filled) >= LONGEST and ENOUGH in blank.values
            filled.append((blank.name, ENOUGH if tired else self._value(blank)))
        return filled

    def _value(self, blank: Blank) -> Any:
        if not any(str(value).startswith(RUINOUS) for value in blank.values):
            return self._chance.one_of(blank.values)
        fair = [value for value in blank.values if not str(value).startswith(RUINOUS)]
        return self._chance.one_of([*blank.values, *fair * (FAIR - 1)])
