"""`ocs replay` and `ocs log`: what a log holds, and whether it is true."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ocs_engine.cli.output import (
    CommandError,
    ExitCode,
    JsonOption,
    OverlayOption,
    meant,
    note,
    progress,
    say,
    say_json,
    say_wrapped,
)
from ocs_engine.cli.worlds import game_of, tell_damage

if TYPE_CHECKING:
    from ocs_engine.cli.story import StoryTeller, Told
    from ocs_engine.kernel.log import LogError
    from ocs_engine.kernel.replay import Step
    from ocs_engine.state.model import State
    from ocs_engine.tunisia.game import Opened

LogArgument = Annotated[Path, typer.Argument(metavar="LOG", readable=False, help="A log, .ocslog or .ocslog.gz.")]


def replay(
    log: LogArgument,
    verify: Annotated[bool, typer.Option("--verify", help="Decide every command anew and compare.")] = False,
    json: JsonOption = False,
    frames: Annotated[
        Path | None, typer.Option("--frames", metavar="DIR", help="Write numbered PNG pictures into a folder.")
    ] = None,
    gif: Annotated[Path | None, typer.Option("--gif", metavar="FILE", help="Write a moving picture.")] = None,
    by: Annotated[str, typer.Option("--by", help="A frame for each event, phase or turn.")] = "phase",
    width: Annotated[int, typer.Option("--width", metavar="PIXELS", min=200, max=2400, help="Of the frames.")] = 800,
    data_overlay: OverlayOption = None,
) -> None:
    """Play a log again by its events; with --verify, prove it.

    With --frames or --gif, draw it.
    """
    from ocs_engine.kernel.log import LogError
    from ocs_engine.kernel.session import state_hash
    from ocs_engine.tunisia.game import OtherContentError

    told: dict[str, Any] = {"log": str(log), "lines": 0, "verified": False, "problem": None, "set_by_hand": []}
    cut_off = False
    try:
        opened = game_of(log, data_overlay)
        told |= {"scenario": opened.header.scenario, "seed": opened.header.seed}
        state = prove(opened) if verify else last_state(opened)
        told |= {"lines": len(opened.log.lines), "final_hash": state_hash(opened.rules, state), "verified": verify}
        told |= outcome(state) | {"set_by_hand": by_hand(opened)}
        problem, cut_off = opened.log.problem, opened.log.cut_off
    except LogError as error:
        problem = error
    if frames is not None or gif is not None:
        film(log, frames, gif, by, width, data_overlay)
    if problem is not None:
        told["problem"] = {"line": problem.line, "message": problem.problem}
    if json:
        say_json(told)
    elif problem is None or cut_off:
        print_outcome(told)
    if problem is not None:
        note(str(problem))
    if problem is not None and not cut_off:
        false = verify and not isinstance(problem, OtherContentError)
        raise typer.Exit(ExitCode.UNVERIFIED if false else ExitCode.INPUT)


def film(log: Path, frames: Path | None, gif: Path | None, by: str, width: int, overlay: Path | None) -> None:
    """Draw a replay; raises LogError, or CommandError for what cannot be drawn or written."""
    from ocs_view import without_window

    without_window()
    from ocs_view.film import save_frames, save_gif
    from ocs_view.png import PictureError
    from ocs_view.reel import BY, Reel

    if by not in BY:
        raise CommandError(f"there is no way {by!r} to step; {meant(by, BY)}", ExitCode.USAGE)
    reel = Reel(game_of(log, overlay))
    try:
        for target, save in ((frames, save_frames), (gif, save_gif)):
            if target is not None:
                note(f"{target}: {save(reel, target, width, by)} frames")
    except PictureError as error:
        raise CommandError(str(error), ExitCode.OUTPUT) from error


def prove(opened: Opened) -> State:
    """Verify a log with a progress bar; the last state. Raises LogError."""
    lines = opened.log.lines
    with progress("verifying", len(lines), plain=False) as step:
        return opened.verify(lambda number: step(f"line {number}"))


def last_state(opened: Opened) -> State:
    """The state after the last good line."""
    steps = opened.steps()
    return steps[-1].state if steps else opened.start


def outcome(state: State) -> dict[str, Any]:
    """How far a game has come, and who won if it is over."""
    verdict = state.verdict
    winner = str(verdict.winner) if verdict and verdict.winner else None
    level, why = (verdict.level, verdict.why) if verdict else ("", "")
    return {"turn": state.turn, "over": verdict is not None, "winner": winner, "level": level, "why": why}


def print_outcome(told: dict[str, Any]) -> None:
    """The outcome of a replay in a few lines."""
    from ocs_engine.series.story import outcome as ended_so

    say(f"{told['log']}: {told['scenario']}, {dice_of(told['seed'])}, {told['lines']} lines")
    who = ended_so(told["winner"] or "", told["level"])
    ending = f"the game is over: {who}; {told['why']}" if told["over"] else "the game is not over"
    say(f"turn {told['turn']}; {ending}")
    tell_facts(told["set_by_hand"])
    say(f"final state {told['final_hash']}")
    if told["verified"]:
        say("verified: every line is what the rules make of it")


def dice_of(seed: int | None) -> str:
    """Where the dice of a game came from."""
    return "dice entered by hand" if seed is None else f"seed {seed}"


def by_hand(opened: Opened) -> list[int]:
    """The lines of a log, replayed before, in which facts were set by hand."""
    acts = (line for line in opened.log.lines if line.data.get("type") == "act")
    return [line.number for line in acts if any(event.get("kind") == "fact set" for event in line.data["events"])]


def tell_facts(lines: list[int]) -> None:
    """Say in which lines facts were set by hand, if any were: what follows is not by the rules alone."""
    if lines:
        facts = "1 fact was" if len(lines) == 1 else f"{len(lines)} facts were"
        say(f"{facts} set by hand (line{'s' * (len(lines) > 1)} {', '.join(str(line) for line in lines)})")


def log(
    log: LogArgument,
    lines: Annotated[bool, typer.Option("--lines", help="Put the number of its line in the log before each.")] = False,
    working: Annotated[
        bool, typer.Option("--working", help="Put the strengths of every unit, with their rules, under each fight.")
    ] = False,
    turn: Annotated[str | None, typer.Option("--turn", metavar="N[..M]", help="One turn, or some, alone.")] = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="A few lines a turn: fights, victory hexes, losses, who would win.")
    ] = False,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """Tell the story of a log in plain English.

    A fight, or a Supply Phase, is one paragraph; with --lines, its commands are told one by one.
    """
    if brief and (lines or working or json):
        raise CommandError("--brief goes with --turn alone", ExitCode.USAGE)
    wanted = turns_wanted(turn)
    opened = game_of(log, data_overlay)
    steps = opened.steps()
    if turn is not None and not any(step.state.turn in wanted for step in steps):
        tell_damage(opened, "read up to")
        begun, last = opened.start.turn, last_state(opened).turn
        words = f"{log} tells of the turns {begun} to {last}; there is no turn {turn} in it"
        raise CommandError(words, ExitCode.USAGE)
    if json:
        told = {"header": opened.log.header, "lines": [as_data(each) for each in steps if each.before.turn in wanted]}
        say_json(told | {"problem": as_text(opened.log.problem), "set_by_hand": by_hand(opened)})
    elif brief:
        print_brief(opened, steps, wanted)
    else:
        print_story(opened, steps, lines, working, wanted)
    tell_damage(opened, "told up to")


EVERY_TURN = range(1, 10_000)
"""The turns that are told where none is named."""


def turns_wanted(text: str | None) -> range:
    """The turns of "N" or "N..M", all without; raises CommandError for anything else."""
    import re

    if text is None:
        return EVERY_TURN
    found = re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last:
        raise CommandError(f"--turn {text}: expected a turn or some, as 3 or 3..5", ExitCode.USAGE)
    return range(first, last + 1)


def print_brief(opened: Opened, steps: list[Step[State]], wanted: range) -> None:
    """A few lines for each turn: its fights, victory hexes, losses, and who would win; nothing that was undone."""
    from ocs_engine.chronicle import acts_of, chronicle
    from ocs_engine.series.stories.standing import short_line
    from ocs_engine.series.stories.sums import cost_of_turn, cost_words, fight_words, retreat_words
    from ocs_engine.series.stories.turns import WEATHER
    from ocs_engine.series.stories.words import capital, day, place_name

    say(f"{opened.header.title}, {dice_of(opened.header.seed)}")
    world = opened.start.world
    for turn in chronicle(opened.rules, opened.start, acts_of(steps)).turns:
        if turn.number not in wanted:
            continue
        first = f"; the {turn.first} side first" if turn.first else ""
        date = day(world.calendar.date_of(turn.number).isoformat())
        say(f"\nTurn {turn.number}, {date}: {WEATHER[turn.end.weather]}{first}")
        for each in turn.fights:
            words = fight_words(world, each.side, each.kind, each.target, each.odds, each.aim)
            result = each.result or "nothing is rolled"
            cost = f"it costs {cost_words(each.lost, each.planes)}" if each.lost or each.planes else ""
            told = filter(None, (result, retreat_words(each.side, each.retreats), cost))
            say_wrapped(f"    {capital(words)}: {'; '.join(told)}")
        for hex_ in turn.taken:
            say_wrapped(f"    The {hex_.side} side takes {place_name(world, hex_.hex)}")
        say_wrapped(f"    {cost_of_turn([(each.side, each.kind, each.steps) for each in turn.losses])}")
        say_wrapped(f"    {capital(short_line(turn.end))}")


def as_text(problem: LogError | None) -> str | None:
    """What is wrong with a log, as a sentence."""
    return None if problem is None else str(problem)


def as_data(step: Step[State]) -> dict[str, Any]:
    """One line of a log for a program: what was done in which turn and segment, by whom, and the sentence on it."""
    data, now = step.line.data, step.before.now
    place = {"line": step.line.number, "type": data["type"], "turn": step.before.turn, "segment": now.title}
    if data["type"] != "act":
        return place | {name: data[name] for name in ("text", "name") if name in data}
    command = data["command"]
    return place | {"side": command["side"] if command else None, "command": command and command["kind"],
                    "dice": data["dice"]["faces"], "say": data["say"]}


def print_story(
    opened: Opened, steps: list[Step[State]], numbered: bool, working: bool, wanted: range = EVERY_TURN
) -> None:  # fmt: skip
    """The story with its headings; what was undone stays in it, and the undoing too.

    numbered: each line of it after the number of the line in the log that it tells of, a fight in as many as it took.
    working: with the strengths of every unit. wanted: the turns that are told.
    """
    from ocs_engine.cli.story import StoryTeller, goes_on

    header = opened.header
    parent = f", from line {header.parent.line} of {header.parent.log}" if header.parent else ""
    say(f"{header.title}, {dice_of(header.seed)}{parent}")
    if header.parent and header.parent.line > 1:
        say(goes_on(opened.start))
    teller = StoryTeller(opened.rules, gather=not numbered, working=working)
    turn = opened.start.turn
    for step in steps:
        for told in told_of(step, teller):
            turn = step.state.turn if told.kind == "turn" else turn
            for text in teller.lines(told) if turn in wanted else ():
                say_wrapped(f"{step.line.number:>5} {text}" if numbered and text else text)
    for told in teller.told_rest():
        for text in teller.lines(told) if turn in wanted else ():
            say_wrapped(text)
    tell_facts(by_hand(opened))


def told_of(step: Step[State], teller: StoryTeller) -> Iterator[Told]:
    """What the story says of one line of a log; what is no act cuts a paragraph in two."""
    from ocs_engine.cli.story import Told

    data, entry = step.line.data, step.entry
    if data["type"] == "act" and entry is not None:
        yield from teller.told(step.before, entry.events, entry.command is None)
        return
    yield from teller.told_rest()
    if data["type"] == "comment":
        yield Told("said", f"# {data['text']}")
    elif data["type"] == "bookmark":
        yield Told("said", f"= {data['name']}")
    else:
        yield Told("said", f"({data['type']}: {entry and entry.command and entry.command.kind})")
