"""Games of Tunisia II begun, found again in their logs, and proved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import ocs_engine
from ocs_engine.kernel.dice import DiceSource, EnteredDice, SeededDice
from ocs_engine.kernel.header import Header, Parent, read_header
from ocs_engine.kernel.log import LogError, LogFile, LogWriter, read_log
from ocs_engine.kernel.replay import NONSENSE, Step, replay, restore, verify
from ocs_engine.kernel.session import Game, state_hash
from ocs_engine.series.commands import EndSegment
from ocs_engine.series.rules import OcsRules
from ocs_engine.state.model import State
from ocs_engine.tunisia.arrival_options import reordered
from ocs_engine.tunisia.points import TunisiaPoints
from ocs_engine.world.options import OPTIONS, at_odds
from ocs_engine.world.world import SUFFIX, World, load_world, scenario_files

PLAIN_ID = re.compile(r"[^\W_][^/\\:\x00-\x1f]{0,99}")
"""An id is a file's name without its ending: it begins with a letter or digit and leads into no folder."""


class OtherContentError(LogError):
    """A log, perhaps a true one, whose scenario, map or data are not the ones that are here."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A log found again: what was read of it, its header, the rules, and the state at its start."""

    log: LogFile
    header: Header
    rules: OcsRules
    start: State

    def steps(self) -> list[Step[State]]:
        """Every good line replayed; raises LogError where one makes no sense."""
        return list(replay(self.rules, self.start, self.log))

    def verify(self, progress: Callable[[int], None] = lambda _: None) -> State:
        """Prove the log and give its last state; raises LogError naming the first line that is wrong."""
        return verify(self.rules, self.start, self.log, progress)

    def good_line(self, line: int) -> None:
        """Raises LogError for the number of a line that the log lacks."""
        good = len(self.log.lines)
        if not 1 <= line <= good:
            raise LogError(self.log.path, line, f"there is no such line; the log has {good} good lines")

    def go_on(self) -> Game[State]:
        """The game as it stood at the last good line, going on in the same log."""
        game = restore(self.rules, self.start, self.log, dice_from(self.header.seed))
        game.keep_log(LogWriter.go_on(self.log))
        return game


def rules_for(world: World, options: Iterable[str] = ()) -> OcsRules:
    """The rules of Tunisia II for a world, with some options on.

    Raises ValueError for one that there is not, and for two of which only one can be on.
    """
    chosen = tuple(options)
    for name in chosen:
        if name not in OPTIONS:
            raise ValueError(f"there is no option {name!r}; the options are {', '.join(OPTIONS)}")
    if problem := at_odds(chosen):
        raise ValueError(problem)
    return OcsRules(reordered(world, chosen), TunisiaPoints(chosen))


def header(rules: OcsRules, start: State, seed: int | None, parent: Parent | None = None) -> Header:
    """The first line of a log; a game that goes on from another names its parent and holds its own first state."""
    world = rules.world
    return Header(
        engine=ocs_engine.__version__,
        ruleset=rules.name,
        scenario=world.scenario.id,
        title=world.scenario.title,
        options=dict.fromkeys(sorted(rules.points.options), True),
        content=dict(sorted(world.hashes.items())),
        seed=seed,
        start=state_hash(rules, start),
        parent=parent,
        begun_from=rules.dump(start) if parent else None,
    )


def new_game(
    world: World,
    seed: int | None,
    log: Path | None = None,
    overwrite: bool = False,
    arrange: bool = False,
    options: Sequence[str] = (),
) -> Game[State]:
    """A new game of the world's scenario, begun up to the first thing that a side must say.

    seed: None for dice that are entered by hand. options: names of those that are on besides the scenario's own.
    arrange: whether the sides set up by their own commands; else both take the default arrangement. Where the dice are
    entered by hand, the end of the last side's set-up waits for the first dice: enter them and submit its EndSegment
    again. Raises FileExistsError for a log that is there and may not go.
    """
    rules = rules_for(world, (*world.scenario.options, *options))
    start = rules.start()
    game = Game(rules, start, dice_from(seed))
    if log is not None:
        game.keep_log(LogWriter(log, header(rules, start, seed).as_line(), overwrite))
    game.begin()
    if not arrange:
        for side in world.scenario.setup_order:
            game.submit(EndSegment(side=side))
    return game


def branch(
    opened: Opened, line: int, seed: int | None = None, log: Path | None = None, overwrite: bool = False
) -> Game[State]:
    """A new game that starts from the state after a line of another's log; raises LogError for a line it lacks.

    seed: the parent's where none is given, so that the same acts see the same dice.
    """
    lines = opened.log.lines
    opened.good_line(line)
    part = replace(opened.log, lines=lines[:line], problem=None)
    seed = opened.header.seed if seed is None else seed
    before = restore(opened.rules, opened.start, part, dice_from(seed))
    game = Game(opened.rules, before.state, dice_from(seed), before.next_die)
    if log is not None:
        parent = Parent(log=opened.log.path.name, line=line, hash=lines[line - 1].hash, die=before.next_die)
        top = header(opened.rules, before.state, seed, parent)
        game.keep_log(LogWriter(log, top.as_line(), overwrite))
    if not before.entries:
        game.begin()
    return game


def open_log(path: Path, overlay: Path | None = None) -> Opened:
    """A log read and its world found; raises LogError, OSError, or what loading the world raises.

    OtherContentError is the LogError of a log that was made on something else than what is here.
    The scenario, map and data must be the ones that the log was made with. A scenario that is none of ours is looked
    for beside the log and in the current folder.
    """
    log = read_log(path)
    top = read_header(log)
    world = _world_of(top, path, overlay)
    try:
        rules = rules_for(world, [name for name, on in top.options.items() if on])
    except ValueError as error:
        raise LogError(path, 1, str(error)) from None
    if top.begun_from is None:
        return Opened(log, top, rules, rules.start())
    try:
        return Opened(log, top, rules, rules.load(top.begun_from))
    except NONSENSE as error:
        raise LogError(path, 1, f"the state that the game began from makes no sense: {error}") from None


def _world_of(top: Header, path: Path, overlay: Path | None) -> World:
    """The world that a log was made with; a header names a scenario by its id, and no file elsewhere."""
    if not PLAIN_ID.fullmatch(top.scenario):
        raise LogError(path, 1, f"{top.scenario[:40]!r} is not the id of a scenario")
    own = [file for file in scenario_files() if file.stem == top.scenario]
    beside = [folder / f"{top.scenario}{SUFFIX}" for folder in (path.parent, Path.cwd())]
    found = [file for file in (*own, *beside) if file.is_file()]
    if not found:
        told = f"there is no scenario {top.scenario!r} here; put its file {beside[1].name} beside the log"
        raise OtherContentError(path, 1, told)
    worlds = [load_world(file, overlay) for file in found]
    right = (world for world in worlds if world.hashes["scenario"] == top.content.get("scenario"))
    world = next(right, worlds[0])
    if top.content.keys() != world.hashes.keys() or top.title != world.scenario.title:
        raise LogError(path, 1, "the header does not name the contents, or not the title, of this scenario")
    for what, here in world.hashes.items():
        if top.content.get(what) != here:
            hint = "; give the same --data-overlay" if what == "data" else ""
            told = f"the log was made with a {what} that differs from the one here{hint}"
            raise OtherContentError(path, 1, told)
    return world


def dice_from(seed: int | None) -> DiceSource:
    """Dice of a seed, or dice entered by hand where there is none."""
    return EnteredDice() if seed is None else SeededDice(seed)
