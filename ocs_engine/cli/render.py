"""`ocs render`: a position as a picture, drawn without a window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.inputs import from_one
from ocs_engine.cli.output import CommandError, ExitCode, OverlayOption, meant, note, writing

if TYPE_CHECKING:
    import pygame

    from ocs_engine.state.model import State
    from ocs_engine.world.counters import Side
    from ocs_view.overlays import Laid
    from ocs_view.reel import Reel

PngOption = Annotated[Path, typer.Option("--png", metavar="FILE", readable=False, help="Where to put the picture.")]
SCALE = 48
ScaleOption = Annotated[int, typer.Option("--scale", metavar="PIXELS", help="From hex centre to hex centre.")]
TurnOption = Annotated[
    int | None, typer.Option(parser=from_one, metavar="N", help="As it stood when turn N ended.")
]
LineOption = Annotated[
    int | None,
    typer.Option(parser=from_one, metavar="N", help="As it stood after line N of the log; ocs log --lines has them."),
]
OverlayName = Annotated[
    str | None, typer.Option("--overlay", metavar="NAME", help="What to lay over the map; an unknown name lists them.")
]
SideOption = Annotated[str | None, typer.Option("--side", help="Whose eyes: Axis or Allied; else who acts.")]
LOG_PARTS = (".ocslog", ".gz")


def render(
    what: Annotated[str, typer.Argument(metavar="SCENARIO|LOG", help="A scenario's id or file, or a log.")],
    png: PngOption,
    turn: TurnOption = None,
    line: LineOption = None,
    hex: Annotated[str | None, typer.Option("--hex", metavar="LABEL", help="A close-up round a hex.")] = None,
    zoom: Annotated[float, typer.Option(metavar="TIMES", help="How much larger a close-up is.")] = 1.0,
    overlay: OverlayName = None,
    unit: Annotated[str | None, typer.Option(metavar="ID", help="Whose movement; else the top unit in --hex.")] = None,
    side: SideOption = None,
    scale: ScaleOption = SCALE,
    data_overlay: OverlayOption = None,
) -> None:
    """Draw a set-up, or a position out of a log, as a PNG file."""
    before = None
    if what.endswith(LOG_PARTS):
        reel, at = position(Path(what), turn, line, data_overlay)
        state, before = reel.moments[at].state, reel.since(at, looker(reel.moments[at].state, side))
    elif turn is not None or line is not None:
        word = "--turn" if turn is not None else "--line"
        raise CommandError(f"{word} goes with a log; a scenario is drawn as it is set up", ExitCode.USAGE)
    else:
        state = set_up(what, data_overlay)
    if hex is None and zoom != 1:
        raise CommandError("--zoom goes with --hex; --scale sets the size of the whole map", ExitCode.USAGE)
    place = hex_of(state, hex) if hex is not None else None
    laid = lay(state, before, overlay, looker(state, side), unit, place) if overlay is not None else None
    save(lambda: draw(state, scale, place, zoom, laid), png)


def place_named(state: State, text: str) -> int:
    """The hex or box of a label or of the name of a town; raises CommandError with the nearest name."""
    from ocs_engine.players.human_names import place_of
    from ocs_engine.players.human_words import Misheard

    try:
        return place_of(state, text, whole=True)
    except Misheard as no:
        raise CommandError(str(no), ExitCode.USAGE) from None


def unit_named(state: State, side: Side, text: str) -> str:
    """The unit of an id, a name or what stands in its brackets, of a side before the other; raises CommandError."""
    from ocs_engine.players.human_names import near_units, unit_of
    from ocs_engine.players.human_words import Misheard, Unknown

    try:
        return unit_of(state, side, text)
    except Unknown:
        near = near_units(state, text)
        advice = f"did you mean {near}?" if near else "ocs show tells who is there"
        raise CommandError(f"there is no unit {text!r}; {advice}", ExitCode.USAGE) from None
    except Misheard as no:
        raise CommandError(str(no), ExitCode.USAGE) from None


def hex_of(state: State, label: str) -> int:
    """The hex, in play, of a label or of the name of a town; raises CommandError."""
    hex_ = place_named(state, label)
    if state.world.is_box(hex_):
        raise CommandError(f"{state.world.label(hex_)} is an off-map box, and no hex", ExitCode.USAGE)
    if not state.world.in_play(hex_):
        sheets = " and ".join(state.world.scenario.sheets)
        raise CommandError(f"{label} is not on the sheets of this scenario ({sheets})", ExitCode.USAGE)
    return hex_


def looker(state: State, side: str | None) -> Side:
    """The side of a name, or the one that acts, or the Allies; raises CommandError for no such side."""
    from ocs_engine.world.counters import Side

    if side is not None:
        return side_named(side)
    return state.now.acts or state.first or Side.ALLIED if state.slot >= 0 else Side.ALLIED


def side_named(name: str) -> Side:
    """The side of a name in any case; raises CommandError for no such side."""
    from ocs_engine.world.counters import Side

    found = next((each for each in Side if each.lower() == name.lower()), None)
    if found is None:
        raise CommandError(f"there is no side {name!r}; {meant(name, tuple(Side))}", ExitCode.USAGE)
    return found


def lay(
    state: State, before: State | None, name: str, side: Side, unit: str | None, place: int | None
) -> Laid:  # fmt: skip
    """An overlay by name, over a state; raises CommandError for an unknown one, or a unit that is not there."""
    from ocs_engine.series.view import top_unit
    from ocs_view.overlays import Look, overlays

    known = overlays()
    if name not in known:
        raise CommandError(f"there is no overlay {name!r}; {meant(name, known)}", ExitCode.USAGE)
    if unit is not None:
        unit = unit_named(state, side, unit)
    if unit is None and place is not None:
        found = (top_unit(state, each, place) for each in (side, side.other))
        unit = next((uid for uid in found if uid is not None), None)
    return known[name].lay(Look(state, side, unit or "", None, before))


def set_up(scenario: str, overlay: Path | None) -> State:
    """A scenario's first position."""
    from ocs_engine.cli.worlds import world_of
    from ocs_engine.tunisia.game import rules_for

    world = world_of(scenario, overlay)
    return rules_for(world, world.scenario.options).start()


def state_of(what: str, turn: int | None, line: int | None, overlay: Path | None) -> State:
    """The position that a command line names: of a scenario its set-up, of a log its end, a turn's end or a line."""
    if what.endswith(LOG_PARTS):
        reel, at = position(Path(what), turn, line, overlay)
        return reel.moments[at].state
    if turn is not None or line is not None:
        raise CommandError("--turn and --line go with a log; a scenario is told as it is set up", ExitCode.USAGE)
    return set_up(what, overlay)


def position(log: Path, turn: int | None, line: int | None, overlay: Path | None) -> tuple[Reel, int]:
    """A log's moments, and which to draw: the last, that after a line, or the last of a turn; raises CommandError."""
    from ocs_engine.cli.worlds import game_of, tell_damage
    from ocs_view.reel import Reel

    if turn is not None and line is not None:
        raise CommandError("give --turn or --line, not both", ExitCode.USAGE)
    opened = game_of(log, overlay)
    tell_damage(opened, "read up to")
    reel = Reel(opened)
    if line is not None:
        at = reel.after_line(line)
        if at is None:
            raise CommandError(f"{log} has {len(opened.log.lines)} lines; line {line} is not in it", ExitCode.USAGE)
        return reel, at
    at = len(reel.moments) - 1 if turn is None else reel.end_of_turn(turn)
    if at is None:
        last = reel.moments[-1].state.turn
        raise CommandError(f"{log} has come to turn {last}; turn {turn} is not in it", ExitCode.USAGE)
    return reel, at


def draw(
    state: State, scale: int, place: int | None = None, zoom: float = 1.0, laid: Laid | None = None
) -> pygame.Surface:  # fmt: skip
    """A state as a picture with its caption: the whole map, or a close-up round a hex."""
    from ocs_view.scene import Closeup, render_scene
    from ocs_view.table import caption, stacks_of

    world = state.world
    hexes = [hex_ for hex_ in range(world.atlas.grid.size) if world.in_play(hex_)]
    title, lines = caption(state)
    return render_scene(
        world.atlas, stacks_of(state), title, lines,
        sheets="".join(world.scenario.sheets), hexes=hexes, boxes=world.boxes, hex_pixels=scale,
        closeup=None if place is None else Closeup(place, zoom), laid=laid,
    )  # fmt: skip


def check_picture(png: Path | None) -> Path | None:
    """The name of a picture, or None for none; raises CommandError where it does not say that it is one."""
    if png is not None and png.suffix.lower() != ".png":
        raise CommandError(f"{png}: the name of a picture ends in .png", ExitCode.USAGE)
    return png


def save(picture: Callable[[], pygame.Surface], png: Path) -> None:
    """Draw a picture and write it; what cannot be drawn is a usage error, what cannot be written an output error."""
    from ocs_view.png import PictureError, save_png

    check_picture(png)
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
