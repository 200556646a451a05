"""Games of Tunisia II begun, found again in their logs, and proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ocs_engine
from ocs_engine.kernel.dice import DiceSource, EnteredDice, SeededDice
from ocs_engine.kernel.log import FORMAT, LogError, LogFile, LogWriter, read_log
from ocs_engine.kernel.replay import Step, replay, restore, verify
from ocs_engine.kernel.session import Game, state_hash
from ocs_engine.series.rules import OcsRules
from ocs_engine.state.model import State
from ocs_engine.tunisia.points import TunisiaPoints
from ocs_engine.world.world import World, load_world


@dataclass(frozen=True, slots=True)
class Opened:
    """A log found again: what was read of it, the rules, and the state at its start."""

    log: LogFile
    rules: OcsRules
    start: State

    def steps(self) -> list[Step[State]]:
        """Every good line replayed; raises LogError where one makes no sense."""
        return list(replay(self.rules, self.start, self.log))

    def verify(self, progress: Callable[[int], None] = lambda _: None) -> State:
        """Prove the log and give its last state; raises LogError naming the first line that is wrong."""
        return verify(self.rules, self.start, self.log, progress)

    def go_on(self) -> Game[State]:
        """The game as it stood at the last good line, going on in the same log."""
        game = restore(self.rules, self.start, self.log, dice_from(self.log.header["seed"]))
        game.keep_log(LogWriter.go_on(self.log))
        return game


def rules_for(world: World) -> OcsRules:
    """The rules of Tunisia II for a world."""
    return OcsRules(world, TunisiaPoints())


def header(rules: OcsRules, start: State, seed: int | None, parent: dict[str, Any] | None = None) -> dict[str, Any]:
    """The first line of a log: what is played, by which rules, on which data, with which dice.

    A game that goes on from another names its parent, and holds the whole state that it starts from.
    """
    world = rules.world
    return {
        "type": "header",
        "format": FORMAT,
        "engine": ocs_engine.__version__,
        "ruleset": rules.name,
        "scenario": world.scenario.id,
        "title": world.scenario.title,
        "options": {},
        "content": dict(sorted(world.hashes.items())),
        "seed": seed,
        "start": state_hash(rules, start),
        "parent": parent,
        "from": rules.dump(start) if parent else None,
    }


def new_game(world: World, seed: int | None, log: Path | None = None, overwrite: bool = False) -> Game[State]:
    """A new game of the world's scenario, begun up to the first thing that a side must say.

    seed: None for dice that are entered by hand. Raises FileExistsError for a log that is there and may not go.
    """
    rules = rules_for(world)
    start = rules.start()
    game = Game(rules, start, dice_from(seed))
    if log is not None:
        game.keep_log(LogWriter(log, header(rules, start, seed), overwrite))
    game.begin()
    return game


def branch(
    opened: Opened, line: int, seed: int | None = None, log: Path | None = None, overwrite: bool = False
) -> Game[State]:
    """A new game that starts from the state after a line of another's log; raises LogError for a line it lacks.

    seed: the parent's where none is given, so that the same acts see the same dice.
    """
    lines = opened.log.lines
    if not 1 <= line <= len(lines):
        raise LogError(opened.log.path, line, f"there is no such line; the log has {len(lines)} good lines")
    part = LogFile(opened.log.path, lines[:line], None, b"", cut_off=False)
    before = restore(opened.rules, opened.start, part, dice_from(part.header["seed"]))
    seed = part.header["seed"] if seed is None else seed
    game = Game(opened.rules, before.state, dice_from(seed), before.next_die)
    if log is not None:
        parent = {"log": opened.log.path.name, "line": line, "hash": lines[line - 1].hash, "die": before.next_die}
        game.keep_log(LogWriter(log, header(opened.rules, before.state, seed, parent), overwrite))
    return game


def open_log(path: Path, overlay: Path | None = None) -> Opened:
    """A log read and its world found; raises LogError, OSError, or what loading the world raises.

    The scenario, map and data must be the ones that the log was made with.
    """
    log = read_log(path)
    top = log.header
    try:
        scenario, content, begun_from = top["scenario"], top["content"], top["from"]
    except KeyError as error:
        raise LogError(path, 1, f"the header lacks {error}") from None
    rules = rules_for(load_world(str(scenario), overlay))
    for what, found in rules.world.hashes.items():
        if content.get(what) != found:
            raise LogError(path, 1, f"the log was made with another {what} than the one here")
    return Opened(log, rules, rules.load(begun_from) if begun_from else rules.start())


def dice_from(seed: int | None) -> DiceSource:
    """Dice of a seed, or dice entered by hand where there is none."""
    return EnteredDice() if seed is None else SeededDice(seed)
