"""`ocs render`: a position as a picture, drawn without a window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.output import CommandError, ExitCode, OverlayOption, note, writing

if TYPE_CHECKING:
    import pygame

    from ocs_engine.state.model import State
    from ocs_engine.tunisia.game import Opened

PngOption = Annotated[Path, typer.Option("--png", metavar="FILE", readable=False, help="Where to put the picture.")]
SCALE = 72
ScaleOption = Annotated[int, typer.Option("--scale", metavar="PIXELS", help="From hex centre to hex centre.")]
LineOption = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="As it stood after line N of the log; ocs log --lines has them.")
]
LOG_PARTS = (".ocslog", ".gz")


def render(
    what: Annotated[str, typer.Argument(metavar="SCENARIO|LOG", help="A scenario's id or file, or a log.")],
    png: PngOption,
    turn: Annotated[int | None, typer.Option(metavar="N", min=1, help="As it stood when turn N ended.")] = None,
    line: LineOption = None,
    scale: ScaleOption = SCALE,
    data_overlay: OverlayOption = None,
) -> None:
    """Draw a set-up, or a position out of a log, as a PNG file."""
    if what.endswith(LOG_PARTS):
        state = position(Path(what), turn, line, data_overlay)
    elif turn is not None or line is not None:
        raise CommandError("--turn and --line go with a log; a scenario is drawn as it is set up", ExitCode.USAGE)
    else:
        state = set_up(what, data_overlay)
    save(lambda: draw(state, scale), png)


def set_up(scenario: str, overlay: Path | None) -> State:
    """A scenario's first position."""
    from ocs_engine.cli.worlds import world_of
    from ocs_engine.tunisia.game import rules_for

    return rules_for(world_of(scenario, overlay)).start()


def position(log: Path, turn: int | None, line: int | None, overlay: Path | None) -> State:
    """A log's last position, or the one at the end of a turn or after a line."""
    from ocs_engine.cli.logs import last_state
    from ocs_engine.cli.worlds import game_of

    if turn is not None and line is not None:
        raise CommandError("--turn N or --line N, not both", ExitCode.USAGE)
    opened = game_of(log, overlay)
    if line is not None:
        return after_line(opened, line)
    if opened.log.problem is not None:
        note(f"{opened.log.problem}; drawn up to line {len(opened.log.lines)}")
    return last_state(opened) if turn is None else end_of(opened, turn)


def after_line(opened: Opened, line: int) -> State:
    """The state after a line of a log; raises LogError for one that it lacks."""
    opened.good_line(line)
    return opened.steps()[line - 2].state if line > 1 else opened.start


def end_of(opened: Opened, turn: int) -> State:
    """The state in which a turn ended, or the last one if it still goes on; raises CommandError for no such turn."""
    found, state = None, opened.start
    for step in opened.steps():
        state = step.state
        if step.entry is None or state is not step.entry.state:
            continue
        during = step.before
        for event in step.entry.events:
            if event.kind == "turn began" and during.turn == turn:
                found = during
            during = opened.rules.apply(during, event)
    if state.turn == turn:
        found = state
    if found is None or state.turn < turn:
        raise CommandError(f"{opened.log.path} has come to turn {state.turn}; turn {turn} is not in it", ExitCode.USAGE)
    return found


def draw(state: State, scale: int) -> pygame.Surface:
    """A state as a picture with its caption."""
    from ocs_view.scene import render_scene
    from ocs_view.table import caption, stacks_of

    world = state.world
    hexes = [hex_ for hex_ in range(world.atlas.grid.size) if world.in_play(hex_)]
    title, lines = caption(state)
    return render_scene(
        world.atlas, stacks_of(state), title, lines,
        sheets="".join(world.scenario.sheets), hexes=hexes, boxes=world.boxes, hex_pixels=scale,
    )  # fmt: skip


def save(picture: Callable[[], pygame.Surface], png: Path) -> None:
    """Draw a picture and write it; what cannot be drawn is a usage error, what cannot be written an output error."""
    from ocs_view.png import PictureError, save_png

    if png.suffix.lower() != ".png":
        raise CommandError(f"{png}: the name of a picture ends in .png", ExitCode.USAGE)
    try:
        surface = picture()
    except PictureError as error:
        raise CommandError(str(error), ExitCode.USAGE) from error
    try:
        with writing(png):
            save_png(surface, png)
    except PictureError as error:
        raise CommandError(str(error), ExitCode.OUTPUT) from error
    note(f"{png}: {surface.get_width()} x {surface.get_height()} pixels")
