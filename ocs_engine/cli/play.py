"""`ocs play`: a scenario played by two players, its story told, its log kept."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ocs_engine.cli.human import HUMAN, sit_down
from ocs_engine.cli.output import (
    CommandError,
    ExitCode,
    ForceOption,
    JsonOption,
    OverlayOption,
    meant,
    note,
    progress,
    say,
    say_json,
    say_wrapped,
    shortened,
    writing,
)
from ocs_engine.cli.story import goes_on
from ocs_engine.cli.worlds import LOG_ENDINGS, game_of, tell_damage, world_of

if TYPE_CHECKING:
    from ocs_engine.cli.story import StoryTeller
    from ocs_engine.kernel.session import Game
    from ocs_engine.state.model import State

SEEDED, ENTERED = "seeded", "entered"
MOST_SEED = 2**64 - 1
SeedOption = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, max=MOST_SEED, help="Of the dice; drawn, or the parent's, if not given."),
]
LogOption = Annotated[
    Path | None, typer.Option(metavar="FILE", readable=False, help="Keep a log in this .ocslog[.gz].")
]
ContinueOption = Annotated[
    Path | None, typer.Option("--continue", metavar="LOG", readable=False, help="Go on in that log.")
]
RuleOption = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="Play with an optional rule, as `ocs options` lists them.")
]
PlayerOption = Annotated[str, typer.Option(metavar="PLAYER", help="Who plays this side: human, simple or random.")]


def play(
    scenario: Annotated[str | None, typer.Argument(metavar="SCENARIO", help="An id, or a scenario file.")] = None,
    allied: PlayerOption = "simple",
    axis: PlayerOption = "simple",
    seed: SeedOption = None,
    dice: Annotated[str, typer.Option(metavar="SOURCE", help="seeded, or entered: you throw and type them.")] = SEEDED,
    set_up: Annotated[bool, typer.Option("--set-up", help="The players arrange the set-up first.")] = False,
    option: RuleOption = None,
    log: LogOption = None,
    from_: Annotated[str | None, typer.Option("--from", metavar="LOG:LINE", help="A new game from there.")] = None,
    continue_: ContinueOption = None,
    standing: Annotated[
        bool, typer.Option("--standing", help="Tell at the end of each turn who would win now, and why.")
    ] = False,
    force: ForceOption = False,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """Play a scenario and tell its story turn by turn.

    A game can also be gone on with, from any line of a log. With the player human you play a side yourself, in typed
    commands; such a game always keeps a log, SCENARIO.ocslog if none is named.
    A log that is there already is moved aside, to NAME.1.ocslog and so on, unless --force is given.
    """
    check_words([scenario, from_, continue_], log, seed, dice, set_up or bool(option))
    named_well(log)
    players = {"Allied": allied, "Axis": axis}
    for name in players.values():
        check_player(name)
    if log is None and continue_ is None and (HUMAN in players.values() or dice == ENTERED):
        log = own_name(scenario, from_)
    if continue_ is not None:
        game, seed = go_on(continue_, data_overlay)
    elif from_ is not None:
        game, seed = branch_off(from_, seed, log, force, data_overlay)
    else:
        game, seed = begin(str(scenario), seed, dice, log, force, data_overlay, set_up, option or [])
    told = 0 if continue_ is None else len(game.entries)
    if told or not game.entries:
        (note if json else say)(goes_on(game.state, in_segment=told > 0))
    try:
        if HUMAN in players.values() or seed is None:
            sit_down(game, players, seed, set_up or scenario is None, note if json else say, standing)
        else:
            play_out(game, players, seed, told, quiet=json, standing=standing)
    finally:
        if game.log is not None:
            game.log.close()
    tell_result(result(game, seed) | {"players": players}, json)


def tell_result(told: dict[str, Any], json: bool) -> None:
    """What came of a game, as JSON or in a line; a game that people left has said how to go on with it."""
    if json:
        say_json(told)
    elif told["over"] or HUMAN not in told["players"].values():
        dice = "The dice were entered by hand" if told["seed"] is None else f"The seed was {told['seed']}"
        say(f"\n{dice}; the final state is {told['final_hash']}.")


def check_words(games: list[object], log: Path | None, seed: int | None, dice: str, begun_with: bool) -> None:
    """Refuse words that do not go together.

    games: scenario, --from and --continue. begun_with: whether something is said of how a new game begins.
    """
    if games.count(None) != 2:
        raise CommandError("name a scenario, --from LOG:LINE or --continue LOG, and just one of them", ExitCode.USAGE)
    if games[2] is not None and (log is not None or seed is not None):
        raise CommandError("--continue goes on in its own log and with its own dice", ExitCode.USAGE)
    if dice not in (SEEDED, ENTERED):
        raise CommandError(f"there are no {dice!r} dice; {meant(dice, (SEEDED, ENTERED))}", ExitCode.USAGE)
    if dice == ENTERED and (seed is not None or games[0] is None):
        raise CommandError("--dice entered goes with a new game of a scenario, and without a --seed", ExitCode.USAGE)
    if begun_with and games[0] is None:
        raise CommandError("--set-up and --option go with a new game of a scenario", ExitCode.USAGE)


def check_player(name: str) -> None:
    """Refuse a player that there is not."""
    from ocs_engine.players import PLAYERS

    known = (HUMAN, *PLAYERS)
    if name not in known:
        raise CommandError(f"there is no player {name!r}; {meant(name, known)}", ExitCode.USAGE)


def own_name(scenario: str | None, parent: str | None) -> Path:
    """The log of a game with people at it where none is named: called like the scenario, or its parent and line."""
    if scenario is not None:
        name = Path(scenario).stem
    else:
        old, line = log_and_line(str(parent))
        name = f"{old.name.partition('.')[0]}-{line}"
    log = Path(f"{name}{LOG_ENDINGS[0]}")
    note(f"the game is kept in {log}")
    return log


def named_well(log: Path | None) -> None:
    """Refuse a log whose name does not say that it is one."""
    if log is not None and not log.name.endswith(LOG_ENDINGS):
        raise CommandError(f"{log}: the name of a log ends in {' or '.join(LOG_ENDINGS)}", ExitCode.USAGE)


@contextmanager
def room_for(log: Path | None, force: bool) -> Iterator[None]:
    """Around the beginning of a game in a log: what stands under its name is moved aside, or deleted if `force`.

    It is back where it stood, untouched, if the game cannot begin.
    """
    if log is None:
        yield
        return
    with writing(log):
        old = moved_aside(log)
        try:
            yield
        except BaseException:
            if old is not None:
                old.replace(log)
            raise
        if old is None:
            return
        if force:
            old.unlink()
        else:
            note(f"{log} was there already and is now {old}")


def moved_aside(log: Path) -> Path | None:
    """Where a file or link of that name is now, if there was one."""
    if not os.path.lexists(log) or log.is_dir():
        return None
    return log.rename(free_name(log))


def free_name(log: Path) -> Path:
    """The first of NAME.1.ocslog, NAME.2.ocslog and so on that is free."""
    ending = next(ending for ending in LOG_ENDINGS if log.name.endswith(ending))
    stem, number = log.name.removesuffix(ending), 1
    while os.path.lexists(free := log.with_name(f"{stem}.{number}{ending}")):
        number += 1
    return free


def begin(
    scenario: str,
    seed: int | None,
    dice: str,
    log: Path | None,
    force: bool,
    overlay: Path | None,
    arrange: bool,
    options: list[str],
) -> tuple[Game[State], int | None]:
    """A new game of a scenario and its seed, drawn if none is given; None where the dice are entered by hand."""
    import secrets

    from ocs_engine.tunisia.game import new_game
    from ocs_engine.world.options import OPTIONS, at_odds, plain_name

    options = [plain_name(name) for name in options]
    for name in options:
        if name not in OPTIONS:
            raise CommandError(f"there is no optional rule {name!r}; {meant(name, OPTIONS)}", ExitCode.USAGE)
    world = world_of(scenario, overlay)
    if problem := at_odds((*world.scenario.options, *options)):
        raise CommandError(problem, ExitCode.USAGE)
    if dice == SEEDED and seed is None:
        seed = secrets.randbelow(2**32)
    with room_for(log, force):
        return new_game(world, seed, log, arrange=arrange, options=options), seed


def branch_off(
    parent: str, seed: int | None, log: Path | None, force: bool, overlay: Path | None
) -> tuple[Game[State], int | None]:
    """A new game from a line of another's log, given as LOG:LINE, and its seed."""
    from ocs_engine.tunisia.game import branch

    name, line = log_and_line(parent)
    opened = game_of(name, overlay)
    opened.good_line(line)
    tell_damage(opened, "read up to")
    if log is not None and log.exists() and log.samefile(name):
        raise CommandError(f"{log} is the log that the game begins from; name another for --log", ExitCode.USAGE)
    with room_for(log, force):
        game = branch(opened, line, seed, log)
    return game, seed if seed is not None else opened.header.seed


def log_and_line(text: str) -> tuple[Path, int]:
    """The two parts of LOG:LINE."""
    name, _, line = text.rpartition(":")
    if not name or not re.fullmatch("[0-9]{1,9}", line):
        raise CommandError(f"--from {shortened(text)}: expected LOG:LINE, as in out/a.ocslog:120", ExitCode.USAGE)
    return Path(name), int(line)


def go_on(log: Path, overlay: Path | None) -> tuple[Game[State], int | None]:
    """The game of a log as it stands at its last good line, and its seed."""
    opened = game_of(log, overlay)
    if opened.log.problem is not None and not opened.log.cut_off:
        good = f"--from {log}:{len(opened.log.lines)} begins a game of its own after its last good line"
        raise CommandError(f"{opened.log.problem}; {good}", ExitCode.INPUT)
    tell_damage(opened, "going on after")
    with writing(log):
        return opened.go_on(), opened.header.seed


def play_out(
    game: Game[State], names: dict[str, str], seed: int, told: int, quiet: bool, standing: bool = False
) -> None:  # fmt: skip
    """Play a game to its end between two players; tells the story on stdout unless quiet.

    told: how many of the acts so far were told before. standing: whether each turn ends with where the game stands.
    """
    from ocs_engine.cli.story import StoryTeller
    from ocs_engine.players import PLAYERS, Stuck, play
    from ocs_engine.world.counters import Side

    players = {side: PLAYERS[names[side]](2 * seed + number) for number, side in enumerate(Side, start=1)}
    teller = StoryTeller(game.rules, gather=True, standing=standing)
    tell = (lambda _: None) if quiet else say_wrapped
    turns = game.state.world.scenario.last_turn - game.state.turn + 1
    with progress("playing", turns, plain=quiet) as step:
        tell_so_far(game, teller, told, tell)
        before = game.state
        try:
            for entry in play(game, players):
                tell_all(teller.act(before, entry.events, by_itself=False), tell)
                if entry.state.turn > before.turn or entry.state.verdict is not None:
                    step(f"turn {before.turn}")
                before = entry.state
            tell_all(teller.rest(), tell)
        except Stuck as stuck:
            tell_all(teller.rest(), tell)
            raise CommandError(str(stuck), ExitCode.PROBLEMS) from stuck


def tell_so_far(game: Game[State], teller: StoryTeller, told: int, tell: Callable[[str], None]) -> None:
    """Tell the acts of a game from number `told` on; those before are heard by the teller alone."""
    before = game.start
    for number, entry in enumerate(game.entries):
        if number == told:
            list(teller.rest())
        lines = list(teller.act(before, entry.events, entry.command is None))
        if number >= told:
            tell_all(lines, tell)
        before = entry.state
    if told >= len(game.entries):
        list(teller.rest())


def tell_all(lines: Iterable[str], tell: Callable[[str], None]) -> None:
    """Tell some lines."""
    for line in lines:
        tell(line)


def result(game: Game[State], seed: int | None) -> dict[str, Any]:
    """What came of a game, for a program."""
    from ocs_engine.cli.logs import outcome
    from ocs_engine.kernel.session import state_hash

    state, log = game.state, game.log
    scenario = state.world.scenario
    return outcome(state) | {
        "scenario": scenario.id,
        "seed": seed,
        "turns": state.turn - scenario.first_turn + 1,
        "acts": len(game.entries),
        "log": str(log.path) if log else None,
        "final_hash": state_hash(game.rules, state),
    }
