"""`ocs report`: a game as one page of HTML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.logs import LogArgument, by_hand, dice_of
from ocs_engine.cli.output import CommandError, ExitCode, ForceOption, OverlayOption, note, progress, writing
from ocs_engine.cli.worlds import game_of, tell_damage

if TYPE_CHECKING:
    from ocs_engine.chronicle import Act, Chronicle
    from ocs_engine.tunisia.game import Opened
    from ocs_view.report.page import Told
    from ocs_view.report.pictures import Picture


def report(
    log: LogArgument,
    html: Annotated[Path, typer.Option("--html", metavar="FILE", readable=False, help="Where to put the page.")],
    maps: Annotated[bool, typer.Option("--maps/--no-maps", help="With a map of each turn, or without.")] = True,
    force: ForceOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """Write a game as one HTML page with maps, charts and its story.

    The page holds its pictures and charts within itself and needs no network.
    """
    from ocs_engine.chronicle import acts_of, chronicle
    from ocs_engine.series.stories.words import counted
    from ocs_view.report.page import Report, page

    if html.suffix.lower() not in (".html", ".htm"):
        raise CommandError(f"{html}: the name of a page ends in .html", ExitCode.USAGE)
    opened = game_of(log, data_overlay)
    acts = acts_of(opened.steps())
    found = chronicle(opened.rules, opened.start, acts)
    if not found.turns:
        tell_damage(opened, "read up to")
        raise CommandError(f"{log} has not come to its first turn; there is nothing to report", ExitCode.INPUT)
    with writing(html, force):
        drawn = drawn_maps(found) if maps else ()
        footer = f"Made from {log.name} by the rules {opened.header.ruleset}, version {opened.header.engine}."
        text = page(Report(found, tuple(facts(opened, found, acts)), stories(opened, acts), drawn, footer))
        part = html.with_name(f".{html.name}.part")
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(html)
    size = f"{len(text) / 1_000_000:.1f} MB" if len(text) >= 1_000_000 else f"{len(text) // 1000} kB"
    note(f"{html}: {size}, {counted(len(drawn), 'map')}")
    tell_damage(opened, "told up to")


def drawn_maps(found: Chronicle) -> tuple[Picture, ...]:
    """A map of the set-up and of each turn's end."""
    from ocs_view import without_window

    without_window()
    from ocs_view.report.pictures import situation_maps

    states = [found.start, *(turn.end for turn in found.turns)]
    with progress("drawing", len(states), plain=False) as step:
        drawn = []
        for picture in situation_maps(states):
            drawn.append(picture)
            step(f"map {len(drawn)}")
    return tuple(drawn)


def facts(opened: Opened, found: Chronicle, acts: list[Act]) -> list[tuple[str, str]]:
    """What stands at the top of the page: the scenario, the sides, options, dice, and what was set by hand."""
    from ocs_engine.chronicle import nation_of
    from ocs_engine.query import living
    from ocs_engine.world.counters import Side

    header, scenario = opened.header, found.start.world.scenario
    told = [("Scenario", f"{scenario.number}, {header.title}"), ("Turns", turns_of(found))]
    for side in Side:
        begun, left = (sum(living(state, side)[:2]) for state in (found.start, found.end))
        own = (unit.counter.nation for _, unit in found.end.in_order() if unit.side is side)
        nations = sorted({nation_of(nation) for nation in own} - {""})
        told.append((str(side), f"{', '.join(nations)}; {begun} units at the start, {left} at the end"))
    told.append(("Options", ", ".join(sorted(header.options)) or "none"))
    told.append(("Dice", dice_of(header.seed)))
    if header.parent:
        told.append(("Begun from", f"line {header.parent.line} of {header.parent.log}"))
    if lines := by_hand(opened):
        told.append(("Set by hand", f"lines {', '.join(str(line) for line in lines)}"))
    return [*told, ("Acts", str(len(acts)))]


def turns_of(found: Chronicle) -> str:
    """How many turns were played, of how many."""
    scenario = found.start.world.scenario
    return f"{len(found.turns)} of {scenario.last_turn - scenario.first_turn + 1}"


def stories(opened: Opened, acts: list[Act]) -> dict[int, tuple[Told, ...]]:
    """The story of each turn."""
    from ocs_engine.cli.story import StoryTeller
    from ocs_view.report.page import Told

    teller = StoryTeller(opened.rules, gather=True)
    found: dict[int, list[Told]] = {}
    turn = opened.start.turn
    for act in acts:
        for each in teller.told(act.before, act.events, act.by_itself):
            if each.kind == "turn":
                turn = act.after.turn
            found.setdefault(turn, []).append(Told(each.kind, each.text))
    found.setdefault(turn, []).extend(Told(each.kind, each.text) for each in teller.told_rest())
    return {number: tuple(told) for number, told in found.items()}
