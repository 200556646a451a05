"""`ocs view`: the viewer's window, on a scenario's set-up or on a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.output import CommandError, ExitCode, OverlayOption, meant, note

if TYPE_CHECKING:
    from ocs_view.reel import Reel

LOG_PARTS = (".ocslog", ".gz")
_SIZE = (1440, 900)
_PICTURE = (1600, 1000)


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
    from ocs_engine.cli.render import save
    from ocs_view import without_window

    without_window()
    from ocs_view.window.app import ActionError, portrait

    try:
        picture = portrait(reel, _PICTURE, scale, palette, actions)
    except ActionError as error:
        raise CommandError(f"{error}; {meant(error.action, error.known)}", ExitCode.USAGE) from error
    save(lambda: picture, png)


def reel_of(what: str, overlay: Path | None) -> Reel:
    """A scenario's set-up as a reel of one moment, or a log's; raises what opening them raises."""
    from ocs_engine.cli.render import set_up
    from ocs_engine.cli.worlds import game_of
    from ocs_view.reel import Reel

    if not what.endswith(LOG_PARTS):
        return Reel(set_up(what, overlay))
    opened = game_of(Path(what), overlay)
    if opened.log.problem is not None:
        note(f"{opened.log.problem}; shown up to line {len(opened.log.lines)}")
    return Reel(opened)
