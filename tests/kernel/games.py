"""Toy games begun, played on from what their forms offer, written into logs, and logs forged."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ocs_engine.kernel.dice import DiceSource, RecordedDice, SeededDice
from ocs_engine.kernel.header import Header
from ocs_engine.kernel.log import LogWriter, read_log, write_line
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.replay import restore, verify
from ocs_engine.kernel.session import Entry, Game, state_hash
from tests.kernel.toy import RULES, SIDES, Play, Table

ToyGame = Game[Table]
Choose = Callable[[Sequence[Any]], Any]


def header(start: Table, seed: int | None, **more: Any) -> dict[str, Any]:
    """The first line of a toy game's log."""
    first = Header(
        engine="0", ruleset=RULES.name, scenario="ring", title="Ring", content={}, seed=seed,
        start=state_hash(RULES, start),
    )  # fmt: skip
    return first.as_line() | more


def new_game(dice: DiceSource, log: Path | None = None) -> ToyGame:
    """A toy game begun, logged where a path is given; its header names the seed of seeded dice."""
    game = Game(RULES, Table(), dice)
    if log is not None:
        game.keep_log(LogWriter(log, header(Table(), getattr(dice, "seed", None))))
    game.begin()
    return game


def thrown(*faces: int) -> ToyGame:
    """A game with these dice; the first four are the deal: two cards for Red, two for Blue."""
    return new_game(RecordedDice(faces))


def do(game: ToyGame, command: Command) -> Entry[Table]:
    """Submit a command that must be carried out."""
    entry = game.submit(command)
    assert isinstance(entry, Entry), entry
    return entry


def red(card: int, *path: str) -> Play:
    """Red's play of a card."""
    return Play(side="Red", card=card, path=path)


def blue(card: int, *path: str) -> Play:
    """Blue's play of a card."""
    return Play(side="Blue", card=card, path=path)


def at_battle() -> ToyGame:
    """Red came from Ash to Blue at Dogwood with a 3 and threw 2 against 5: Red is asked where to retreat."""
    game = thrown(3, 1, 2, 5, 2, 5)
    do(game, red(3, "Birch", "Cedar", "Dogwood"))
    return game


def offered(game: ToyGame, choose: Choose) -> Command | None:
    """A form filled with values that the game offers; None when neither side can do anything."""
    for side in SIDES:
        for kind in RULES.legal(game.state, side)[:1]:
            filled: list[tuple[str, Any]] = []
            while (blank := RULES.blank(game.state, side, kind, filled)) is not None:
                filled.append((blank.name, choose(blank.values)))
            return RULES.fill(side, kind, filled)
    return None


def first(values: Sequence[Any]) -> Any:
    """The first value offered: a chooser."""
    return values[0]


def last(values: Sequence[Any]) -> Any:
    """The last value offered: a chooser."""
    return values[-1]


def write_small_log(path: Path, seed: int = 7) -> ToyGame:
    """A short game in a log that holds every kind of line: acts, battles, undo, redo, comment and bookmark."""
    game = new_game(SeededDice(seed), path)
    game.comment("Zwölf Straßen führen nach Tunis")
    for choose in (first, last, first, first):
        command = offered(game, choose)
        assert command is not None
        do(game, command)
    game.bookmark("before the second thoughts")
    game.undo()
    game.undo()
    game.redo()
    command = offered(game, last)
    assert command is not None
    do(game, command)
    return game


def finish(game: ToyGame) -> None:
    """Close the log, as a program that ends in good order does."""
    assert game.log is not None
    game.log.close()


def reopened(path: Path, dice: DiceSource) -> ToyGame:
    """The game of a log, going on in the same log."""
    log = read_log(path)
    game = restore(RULES, Table(), log, dice)
    game.keep_log(LogWriter.go_on(log))
    return game


def verified(path: Path) -> Table:
    """The last state of a log that must be good."""
    return verify(RULES, Table(), read_log(path))


def forge(path: Path, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """Change the lines of a log in place and hash it all anew, as one who knows the format would."""
    lines = [line.data for line in read_log(path).lines]
    change(lines)
    raw, digest = b"", ""
    for data in lines:
        text, digest = write_line(data, digest)
        raw += text
    path.write_bytes(raw)
