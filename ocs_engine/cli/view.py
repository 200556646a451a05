"""`ocs view`: the viewer's window, on a scenario's set-up or on a log."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.output import CommandError, ExitCode, OverlayOption, meant, note, shortened

if TYPE_CHECKING:
    from ocs_view.reel import Reel

LOG_PARTS = (".ocslog", ".gz")
_SIZE = (1440, 900)
_PICTURE = (1600, 1000)
MOST_DIGITS = 9
"""Of the number of a turn or line."""


def view(
    what: Annotated[str, typer.Argument(metavar="SCENARIO|LOG", help="A scenario's id or file, or a log.")],
    scale: Annotated[float, typer.Option(metavar="TIMES", min=0.6, max=2.5, help="Size of words and buttons.")] = 1.0,
    palette: Annotated[str, typer.Option(help="printed, colour-blind or contrast.")] = "printed",
    do: Annotated[
        list[str] | None, typer.Option("--do", metavar="ACTION", help="With --png: as a key does it, or jump, point.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="FILE", readable=False, help="Draw the window into a file instead.")
    ] = None,
    frames: Annotated[int | None, typer.Option(hidden=True, min=1)] = None,
    data_overlay: OverlayOption = None,
) -> None:
    """See a scenario, or replay a log, in a window.

    A log that is still being written is followed. With --png no screen is needed.
    """
    from ocs_view.palette import PALETTES

    if palette not in PALETTES:
        raise CommandError(f"there is no palette {palette!r}; {meant(palette, PALETTES)}", ExitCode.USAGE)
    if do and png is None:
        raise CommandError("--do goes with --png", ExitCode.USAGE)
    reel = reel_of(what, data_overlay)
    if png is not None:
        draw(reel, scale, palette, do or [], png)
        return
    import pygame

    from ocs_view.window.app import run

    try:
        drawn = run(reel, _SIZE, scale, palette, frames)
    except pygame.error as error:
        told = f"no window can be opened here ({error}); `ocs render` draws without a screen"
        raise CommandError(told, ExitCode.OUTPUT) from error
    if frames is not None:
        note(f"{drawn} frames")


def draw(reel: Reel, scale: float, palette: str, actions: list[str], png: Path) -> None:
    """The window as a picture; raises CommandError for an action that there is not, or a file that cannot be made."""
    from ocs_engine.cli.render import check_picture, save
    from ocs_view import without_window

    without_window()
    from ocs_view.window.app import ActionError, portrait

    check_picture(png)
    understood = [action_of(reel, action) for action in actions]
    try:
        picture = portrait(reel, _PICTURE, scale, palette, understood)
    except ActionError as error:
        raise CommandError(f"{error}; {meant(error.action, error.known)}", ExitCode.USAGE) from error
    save(lambda: picture, png)


def action_of(reel: Reel, action: str) -> str:
    """An action with the name of a town in its hex; raises CommandError for a turn, line or hex that there is not."""
    from ocs_engine.cli.render import hex_of

    word, _, rest = action.partition(" ")
    if word not in ("jump", "point"):
        return action
    if not rest.strip():
        told = "a turn, a line or a hex is missing, as in: jump turn 5" if word == "jump" else "the hex is missing"
        raise CommandError(f"{word}: {told}", ExitCode.USAGE)
    found = re.fullmatch(r"\s*(turn|t|line|l)?\s*([0-9]+)\s*", rest, re.IGNORECASE) if word == "jump" else None
    if found is None:
        return f"{word} {reel.start.world.atlas.grid.label(hex_of(reel.start, rest))}"
    turns = list(reel.turns())
    kind = "line" if (found[1] or "turn").lower().startswith("l") else "turn"
    lines = max([reel.moments[-1].line, *(row.line for row in reel.rows[-1:])])
    first, last = (1, lines) if kind == "line" else (min(turns), max(turns))
    if len(found[2]) > MOST_DIGITS or not first <= int(found[2]) <= last:
        raise CommandError(f"{shortened(action)}: the game has {kind}s {first} to {last}", ExitCode.USAGE)
    return action


def reel_of(what: str, overlay: Path | None) -> Reel:
    """A scenario's set-up as a reel of one moment, or a log's; raises what opening them raises."""
    from ocs_engine.cli.render import set_up
    from ocs_engine.cli.worlds import game_of, tell_damage
    from ocs_view.reel import Reel

    if not what.endswith(LOG_PARTS):
        return Reel(set_up(what, overlay))
    opened = game_of(Path(what), overlay)
    tell_damage(opened, "shown up to")
    return Reel(opened)
