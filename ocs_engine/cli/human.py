"""People at the terminal: what they type is heard, and the story told, until the game is over or they leave."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ocs_engine.cli.output import CommandError, ExitCode, shortened

if TYPE_CHECKING:
    from ocs_engine.kernel.messages import Event
    from ocs_engine.kernel.session import Entry, Game, Notice
    from ocs_engine.players import Player
    from ocs_engine.players.human_table import Reply, Table
    from ocs_engine.state.model import State
    from ocs_engine.world.counters import Side

HUMAN = "human"
"""The name of the player that a person is."""
DRIVE_TO = "drive to"
"""The kind of command by which a drive goes one hex on."""
LINE = 400
"""Letters of a piped line that are told at most."""


def sit_down(
    game: Game[State],
    names: dict[str, str],
    seed: int | None,
    arrange: bool,
    tell: Callable[[str], None],
    standing: bool = False,
) -> None:
    """Play a game with people at it to its end, or until they leave; everything is told by `tell`.

    arrange: whether they set up themselves. standing: whether each turn ends with where the game stands.
    A person ends by `quit` or by the end of the input; Ctrl-C ends with its own exit code. The log stays as it is.
    """
    from ocs_engine.players.human_table import Table
    from ocs_engine.world.counters import Side

    table = Table(game, tuple(side for side in Side if names[side] == HUMAN), arrange)
    sitting = Sitting(table, bots(names, seed), tell, standing)
    end = game.subscribe(sitting.hear_of)
    try:
        left = sitting.play()
    except KeyboardInterrupt:
        tell("")
        tell(goodbye(game, names))
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    finally:
        end()
    if left:
        tell(goodbye(game, names))


def bots(names: dict[str, str], seed: int | None) -> dict[Side, Player]:
    """The players that are no people, by side."""
    from ocs_engine.players import PLAYERS
    from ocs_engine.world.counters import Side

    numbered = enumerate(Side, start=1)
    return {side: PLAYERS[names[side]](2 * (seed or 0) + n) for n, side in numbered if names[side] != HUMAN}


class Sitting:
    """One sitting at a table, told line by line."""

    def __init__(
        self, table: Table, bots: dict[Side, Player], tell: Callable[[str], None], standing: bool = False
    ) -> None:  # fmt: skip
        from ocs_engine.cli.story import StoryTeller

        self.table = table
        self.bots = bots
        self.tell = tell
        alone = table.people[0] if len(table.people) == 1 else None
        self.teller = StoryTeller(table.game.rules, seen_by=alone, standing=standing)
        self.before = table.state
        self.told: object = None
        self.row: list[Entry[State]] | None = None
        """The hexes of a drive that one typed line goes over, to be told together; None between lines."""
        self.lines = Lines(tell)

    def play(self) -> bool:
        """Play on; True when a person left, False when the game is over."""
        from ocs_engine.players import asked
        from ocs_engine.series.sequence import BEFORE_THE_FIRST_TURN

        table = self.table
        if table.state.slot == BEFORE_THE_FIRST_TURN:
            table.begin()
        while table.wanted is not None or asked(table.game) is not None:
            if not table.waits:
                self.bot_acts()
            elif (line := self.ask()) is None or self.heard(line).over:
                return True
        return False

    def bot_acts(self) -> None:
        """The next act that is no person's; raises CommandError where it is refused."""
        from ocs_engine.players import asked
        from ocs_engine.series.commands import EndSegment

        side = asked(self.table.game)
        if side is not None:
            as_it_lies = EndSegment(side=side) if self.table.lies_ready else None
            reply = self.table.submit(as_it_lies or self.bots[side].command(self.table.game, side))
            if reply.problem:
                raise CommandError(f"the {side} player was refused: {reply.lines[0]}", ExitCode.PROBLEMS)

    def ask(self) -> str | None:
        """The next line from a person, after what he must know first; None at the end of the input."""
        table, state = self.table, self.table.state
        moment = (state.turn, state.slot, state.frames, table.wanted)
        if moment != self.told:
            self.told = moment
            for line in table.opening():
                self.tell(line)
        return self.lines.next(table.prompt())

    def heard(self, line: str) -> Reply:
        """Carry a line out and tell what came of it."""
        from ocs_engine.players.human import hear

        self.row = []
        try:
            reply = hear(self.table, line)
        finally:
            self.tell_row()
            self.row = None
        for each in reply.lines:
            self.tell(each)
        return reply

    def hear_of(self, notice: Notice[State]) -> None:
        """Tell the story of what was done; what was undone or redone is told by whoever did it."""
        if notice.what == "done" and self.row is not None and getattr(notice.entry.command, "kind", "") == DRIVE_TO:
            self.row.append(notice.entry)
            return
        self.tell_row()
        if notice.what == "done":
            self.tell_act(notice.entry.events, notice.entry.command is None)
        else:
            self.teller.segment, self.told = "", None
        self.before = notice.state

    def tell_row(self) -> None:
        """Tell the hexes of a drive that are still to be told."""
        if self.row:
            self.tell_act([event for entry in self.row for event in entry.events], False)
            self.before = self.row[-1].state
            self.row.clear()

    def tell_act(self, events: Sequence[Event], by_itself: bool) -> None:
        """Tell what was done since `before`."""
        for line in self.teller.act(self.before, events, by_itself):
            self.tell(line)


class Lines:
    """Lines as they are typed, or piped in; piped ones are told with their prompt, so that both look the same."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.typed = sys.stdin.isatty()
        if self.typed:
            edit_lines()
        elif hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def next(self, prompt: str) -> str | None:
        """The next line; None at the end."""
        if self.typed:
            try:
                return input(prompt)
            except EOFError:
                self.tell("")
                return None
        line = sys.stdin.readline()
        if not line:
            return None
        self.tell(f"{prompt}{shortened(line.rstrip(), LINE)}")
        return line


def edit_lines() -> None:
    """Let the arrow keys edit and recall lines, where the platform knows how."""
    try:
        import readline
    except ImportError:
        return
    readline.set_history_length(1000)


def goodbye(game: Game[State], names: dict[str, str]) -> str:
    """Where the game is kept, and how to go on."""
    if game.log is None:
        return "The game was kept nowhere."
    people = "".join(f" --{side.lower()} {name}" for side, name in names.items() if name != "simple")
    return f"The game is kept in {game.log.path}. Go on with: ocs play --continue {quoted(game.log.path)}{people}"


def quoted(path: Path) -> str:
    """A path as a shell wants it."""
    import shlex

    return shlex.quote(str(path))
