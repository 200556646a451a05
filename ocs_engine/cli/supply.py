"""`ocs supply`: the ledger of a position, who goes short, and the supply of one unit hex by hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.account import account_lines, account_of, asdict, write_csv
from ocs_engine.cli.output import CommandError, ExitCode, JsonOption, OverlayOption, note, say_json, say_wrapped
from ocs_engine.cli.render import (
    LOG_PARTS,
    SCALE,
    LineOption,
    ScaleOption,
    TurnOption,
    check_picture,
    draw,
    lay,
    looker,
    position,
    save,
    side_named,
    state_of,
    unit_named,
)
from ocs_engine.cli.show import heading
from ocs_engine.cli.unit_supply import unit_document

if TYPE_CHECKING:
    from ocs_engine.series.supply.ledger import Books
    from ocs_engine.state.model import State
    from ocs_engine.world.counters import Side

OVERLAY = "supply"
"""What `--png` lays over the map."""


def supply(
    what: Annotated[str, typer.Argument(metavar="SCENARIO|LOG", help="A scenario's id or file, or a log.")],
    turn: TurnOption = None,
    line: LineOption = None,
    side: Annotated[str | None, typer.Option(metavar="SIDE", help="Axis or Allied alone.")] = None,
    unit: Annotated[
        str | None, typer.Option(metavar="UNIT", help="Where this unit draws, and what cuts it off.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", readable=False, help="Write the ledger as CSV.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="FILE", readable=False, help="Draw the supply on the map.")
    ] = None,
    scale: ScaleOption = SCALE,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """Tell where supply is, what was spent, and who goes short.

    With --unit: where a unit draws, hex by hex, and the hexes where an enemy would cut it off.
    """
    from ocs_engine.players.human_ledger import unit_lines

    check_picture(png)
    check_table(csv, what)
    whose = None if side is None else side_named(side)
    state, books = kept(what, turn, line, data_overlay)
    uid = None if unit is None else unit_of(state, whose, unit)
    accounts = [account_of(state, books, each) for each in ((whose,) if whose else every_side())]
    if png is not None:
        seen_by = state.units[uid].side if uid else looker(state, side)
        save(lambda: draw(state, scale, laid=lay(state, None, OVERLAY, seen_by, uid, None)), png)
        if uid is None and whose is None:
            note(f"it shows the supply of the {seen_by} side; --side draws the other one's")
    if csv is not None:
        write_csv(csv, accounts, books, state.turn)
    if json:
        told = {str(each.side): asdict(each) for each in accounts}
        supplied = state.points.everyone_supplied(state)
        document: dict[str, object] = {"turn": state.turn, "everyone_supplied": supplied, "sides": told}
        say_json(document | ({"unit": unit_document(state, uid)} if uid else {}))
    elif uid:
        tell([*headings(state), *unit_lines(state, uid)])
    else:
        tell([*headings(state), *(text for each in accounts for text in account_lines(state, each))])


def tell(lines: Iterable[str]) -> None:
    """Print lines."""
    for text in lines:
        say_wrapped(text)


def headings(state: State) -> Iterator[str]:
    """Scenario, turn and date, and whether supply counts at all."""
    yield heading(state)
    if state.points.everyone_supplied(state):
        yield "everyone counts as supplied, by an option: nothing is paid, and nobody goes short"


def every_side() -> tuple[Side, ...]:
    """Both sides."""
    from ocs_engine.world.counters import Side

    return tuple(Side)


def check_table(csv: Path | None, what: str) -> None:
    """Raises CommandError where the name of the ledger's file is not that of a table, or it is what is read."""
    if csv is None:
        return
    if csv.suffix.lower() != ".csv":
        raise CommandError(f"{csv}: the name of a table ends in .csv", ExitCode.USAGE)
    if csv.exists() and Path(what).exists() and csv.samefile(what):
        raise CommandError(f"{csv} is {what}, which is read; give the table another name", ExitCode.USAGE)


def unit_of(state: State, side: Side | None, text: str) -> str:
    """The unit in play that is named, of one side where that is given; raises CommandError."""
    from ocs_engine.world.counters import Side

    if text in state.transport:
        raise CommandError(f"{text} is transport, and no unit; the ledger tells what it carries", ExitCode.USAGE)
    uid = unit_named(state, side or Side.ALLIED, text)
    if side not in (None, state.units[uid].side):
        raise CommandError(f"{uid} is a unit of the {state.units[uid].side} side, not of the {side}", ExitCode.USAGE)
    return uid


def kept(what: str, turn: int | None, line: int | None, overlay: Path | None) -> tuple[State, Books]:
    """The position that a command line names, and the books up to it; raises CommandError."""
    from ocs_engine.series.supply.ledger import books_at, opened

    if not what.endswith(LOG_PARTS):
        state = state_of(what, turn, line, overlay)
        return state, opened(state)
    reel, at = position(Path(what), turn, line, overlay)
    moment = reel.moments[at]
    if reel.opened is None or reel.rules is None:
        raise CommandError(f"{what} is no log", ExitCode.INPUT)
    events = sum(1 for each in reel.moments[: at + 1] if each.line == moment.line and each.event is not None)
    books = books_at(reel.rules, reel.opened.start, reel.opened.steps(), moment.line, events)
    return moment.state, books
