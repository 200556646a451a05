"""Logs and saves read back: replay applies events, verify decides everything again and compares.

A game's own module gives the state at the start (from its header) and the rules; this one does the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from ocs_engine.kernel.dice import DiceSource, RecordedDice, SeededDice
from ocs_engine.kernel.draft import HasFrames
from ocs_engine.kernel.header import read_header
from ocs_engine.kernel.log import LogError, LogFile, LogLine, read_line, write_atomically, write_line
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.ruleset import Decision, DiceWanted, Ruleset
from ocs_engine.kernel.session import Entry, Game, describe, state_hash

S = TypeVar("S", bound=HasFrames)

_MEMBERS: dict[str, tuple[str, ...]] = {"undo": (), "redo": (), "comment": ("text",), "bookmark": ("name",)}
"""The members of those types of line that stand for nothing but themselves, beside number and type."""
LINE_TYPES = ("header", "act", "undo", "redo", "comment", "bookmark")
NONSENSE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading or applying something may raise that no game of these rules wrote."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One line of a log replayed: the line, the entry that it did, undid or redid (if any), and the state after it."""

    line: LogLine
    entry: Entry[S] | None
    before: S
    state: S


def replay(rules: Ruleset[S], start: S, log: LogFile) -> Iterator[Step[S]]:
    """Every good line of a log after the header, its events applied; raises LogError where a line makes no sense."""
    yield from replay_on(rules, at_start(rules, start, log, RecordedDice(())), log.path, log.lines[1:])


def replay_on(rules: Ruleset[S], game: Game[S], path: Path, lines: Sequence[LogLine]) -> Iterator[Step[S]]:
    """The lines that follow in a log where a game has come to; raises LogError where a line makes no sense."""
    for line in lines:
        before = game.state
        entry = _play_line(rules, game, path, line)
        yield Step(line, entry, before, game.state)


def restore(rules: Ruleset[S], start: S, log: LogFile, dice: DiceSource) -> Game[S]:
    """The game of a log as it stood at its last good line, undo and redo included, ready to go on."""
    game = at_start(rules, start, log, dice)
    for line in log.lines[1:]:
        _play_line(rules, game, log.path, line)
    return game


def at_start(rules: Ruleset[S], start: S, log: LogFile, dice: DiceSource) -> Game[S]:
    """The game of a log before its first act."""
    return Game(rules, start, dice, read_header(log).first_die)


def _play_line(rules: Ruleset[S], game: Game[S], path: Path, line: LogLine) -> Entry[S] | None:
    kind = line.data.get("type")
    if isinstance(kind, str) and kind in _MEMBERS and line.data.keys() != {"line", "type", *_MEMBERS[kind]}:
        raise LogError(path, line.number, f"the members of a line of type {kind!r} are not right")
    if kind == "act":
        entry = _read_entry(rules, game, path, line)
        game.restore(entry)
        return entry
    if kind == "undo" or kind == "redo":
        moved = game.undo() if kind == "undo" else game.redo()
        if moved is None:
            raise LogError(path, line.number, f"there is nothing to {kind} here")
        return moved
    if kind in ("comment", "bookmark"):
        if not all(isinstance(line.data[name], str) for name in _MEMBERS[kind]):
            raise LogError(path, line.number, f"a {kind} is a text")
        return None
    raise LogError(path, line.number, f"{kind!r} is not a kind of line; expected one of {', '.join(LINE_TYPES)}")


def _read_entry(rules: Ruleset[S], game: Game[S], path: Path, line: LogLine) -> Entry[S]:
    state = game.state
    try:
        data = line.data["command"]
        if data is None and game.entries:
            raise ValueError("only the first act of a game has no command")
        command = None if data is None else rules.commands.read(data)
        events = tuple(rules.events.read(each) for each in line.data["events"])
        index, faces = line.data["dice"]["index"], line.data["dice"]["faces"]
        if index != game.next_die:
            raise ValueError(f"its first die is number {index}; the next one is {game.next_die}")
        if not isinstance(faces, list) or not all(type(face) is int for face in faces):
            raise ValueError("the faces of its dice are not a list of whole numbers")
        for event in events:
            state = rules.apply(state, event)
        rules.check_state(state)
    except NONSENSE as error:
        raise LogError(path, line.number, f"the line cannot be replayed: {_told(error)}") from None
    return Entry(command, events, state, game.next_die + len(faces))


def _told(error: Exception) -> str:
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)


def verify(rules: Ruleset[S], start: S, log: LogFile, progress: Callable[[int], None] = lambda _: None) -> S:
    """Prove a log: decide every command again from its dice and compare events, sentences and hashes.

    The seed's own dice are thrown again where the header names one. Returns the last state; raises LogError naming the
    first line that is not what the rules make of it.
    """
    header = read_header(log)
    if header.ruleset != rules.name:
        told = f"the log was made under ruleset {header.ruleset!r}; these rules are {rules.name!r}"
        raise LogError(log.path, 1, told)
    if header.start != state_hash(rules, start):
        raise LogError(log.path, 1, "the state at the start is not the one that the header names")
    before = _check_form(log.path, log.lines[0], "")
    for step in replay(rules, start, log):
        before = _check_form(log.path, step.line, before)
        if step.line.data["type"] == "act" and step.entry is not None:
            _prove(rules, log.path, step.line, step.before, step.entry, header.seed)
        progress(step.line.number)
        start = step.state
    if log.problem is not None:
        raise log.problem
    return start


def _check_form(path: Path, line: LogLine, before: str) -> str:
    """The hash of a line that is written as a log writes it, with nothing twice and nothing between."""
    if write_line(line.data, before)[1] != line.hash:
        raise LogError(path, line.number, "the line is not written the way that a log is written")
    return line.hash


def _prove(rules: Ruleset[S], path: Path, line: LogLine, before: S, entry: Entry[S], seed: int | None) -> None:
    index, faces = line.data["dice"]["index"], line.data["dice"]["faces"]
    dice: DiceSource = RecordedDice(faces, index) if seed is None else SeededDice(seed)
    try:
        if entry.command is None:
            outcome: Decision[S] | DiceWanted | Refusal = rules.begin(before, dice, index)
        else:
            outcome = rules.decide(before, entry.command, dice, index)
    except ValueError as error:  # a face that the die lacks
        raise LogError(path, line.number, str(error)) from None
    if isinstance(outcome, Refusal):
        raise LogError(path, line.number, f"the rules refuse this command: {outcome.sentence}")
    if isinstance(outcome, DiceWanted):
        raise LogError(path, line.number, f"a die is missing: {outcome.purpose}")
    again: Entry[S] = Entry(entry.command, outcome.events, outcome.state, outcome.index)
    expected = {"line": line.number} | describe(rules, before, again, index)
    if json.dumps(expected) != json.dumps(line.data):
        made, found = ({name: json.dumps(each[name]) for name in each} for each in (expected, line.data))
        member = next((name for name in sorted({*made, *found}) if made.get(name) != found.get(name)), "line")
        raise LogError(path, line.number, f"{member!r} is not what the rules make of this command here")


@dataclass(frozen=True, slots=True)
class Save(Generic[S]):
    """A snapshot of a game: its header, the line of the log that it follows, the state and the next die."""

    header: dict[str, Any]
    line: int
    hash: str
    state: S
    index: int


def write_save(path: Path, rules: Ruleset[S], header: dict[str, Any], game: Game[S]) -> None:
    """Save a game in one file, whole or not at all; raises OSError."""
    log = game.log
    data = {
        "header": header,
        "log": {"line": log.number if log else 0, "hash": log.hash if log else ""},
        "state": rules.dump(game.state),
        "die": game.next_die,
    }
    write_atomically(path, write_line(data, "")[0])


def read_save(path: Path, rules: Ruleset[S]) -> Save[S]:
    """A saved game; raises LogError where the file is not one or was changed, OSError where it cannot be read."""
    try:
        data, _ = read_line(path.read_bytes(), "")
        at = data["log"]
        return Save(data["header"], int(at["line"]), str(at["hash"]), rules.load(data["state"]), int(data["die"]))
    except NONSENSE as error:
        raise LogError(path, 1, f"not a saved game: {_told(error)}") from None
