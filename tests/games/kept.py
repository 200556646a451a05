"""The kept games: their list, and how each is played and proved."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from ocs_engine.kernel.replay import Step
from ocs_engine.players import PLAYERS, play
from ocs_engine.state.model import State, Verdict
from ocs_engine.tunisia.game import new_game, open_log
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world

HERE = Path(__file__).parent
LIST = HERE / "games.csv"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One line of the list: scenario, players by side, seed, options."""

    name: str
    scenario: str
    players: dict[Side, str]
    seed: int
    options: tuple[str, ...]

    @property
    def log(self) -> Path:
        """Where its log lies."""
        return HERE / f"{self.name}.ocslog.gz"

    @property
    def kind(self) -> str:
        """`simple` or `random` where both sides are played so, else `mixed`."""
        names = set(self.players.values())
        return names.pop() if len(names) == 1 else "mixed"

    def play(self) -> None:
        """Play it to its verdict and keep its log in place of the old one."""
        game = new_game(load_world(self.scenario), self.seed, self.log, overwrite=True, options=self.options)
        players = {side: PLAYERS[self.players[side]](2 * self.seed + n) for n, side in enumerate(Side, start=1)}
        try:
            for _ in play(game, players):
                pass
        finally:
            if game.log is not None:
                game.log.close()

    def verify(self) -> State:
        """Decide every command again; the last state. Raises LogError naming the first line that is wrong."""
        return open_log(self.log).verify()

    def replay(self) -> list[Step[State]]:
        """Every line with its events applied."""
        return open_log(self.log).steps()


def kept_games() -> tuple[KeptGame, ...]:
    """All of the list."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return tuple(
            KeptGame(
                row["name"], row["scenario"], {Side.ALLIED: row["allied"], Side.AXIS: row["axis"]}, int(row["seed"]),
                tuple(name.strip() for name in row["options"].split(";") if name.strip()),
            )
            for row in csv.DictReader(file)
        )  # fmt: skip


def told(verdict: Verdict | None) -> str:
    """A verdict in a line; raises ValueError for a game without one."""
    if verdict is None:
        raise ValueError("the game is not over")
    level = f"{verdict.winner} win" if verdict.level == "win" else verdict.level
    return f"{level} ({verdict.why})"
