"""`ocs supply`: the ledger of a position, who goes short, and the supply of one unit hex by hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ocs_engine.cli.output import CommandError, ExitCode, JsonOption, OverlayOption, meant, note, say, say_json, writing
from ocs_engine.cli.render import (
    LOG_PARTS,
    SCALE,
    LineOption,
    ScaleOption,
    TurnOption,
    draw,
    lay,
    looker,
    position,
    save,
    side_named,
    state_of,
)
from ocs_engine.cli.show import heading

if TYPE_CHECKING:
    from ocs_engine.lens import Cuts, Leg, Lens
    from ocs_engine.series.supply.ledger import Books
    from ocs_engine.state.model import State
    from ocs_engine.world.counters import Side

OVERLAY = "supply"
"""What `--png` lays over the map."""
COLUMNS = ("kind", "side", "turn", "name", "tokens")
"""Of the CSV file: what is held, by holder and the turn since which, and what was used, by use and turn."""


def supply(
    what: Annotated[str, typer.Argument(metavar="SCENARIO|LOG", help="A scenario's id or file, or a log.")],
    turn: TurnOption = None,
    line: LineOption = None,
    side: Annotated[str | None, typer.Option(metavar="SIDE", help="Axis or Allied alone.")] = None,
    unit: Annotated[str | None, typer.Option(metavar="ID", help="Where this unit draws, and what cuts it off.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the ledger as CSV.")] = None,
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
    state, books = kept(what, turn, line, data_overlay)
    sides = every_side() if side is None else (side_named(side),)
    if unit is not None and unit not in state.units:
        raise CommandError(f"there is no unit {unit!r}; {meant(unit, state.units)}", ExitCode.USAGE)
    accounts = [account_of(state, books, each) for each in sides]
    if json:
        told = {str(each.side): asdict(each) for each in accounts}
        supplied = state.points.everyone_supplied(state)
        document: dict[str, object] = {"turn": state.turn, "everyone_supplied": supplied, "sides": told}
        say_json(document | ({"unit": unit_document(state, unit)} if unit else {}))
    elif unit:
        tell([*headings(state), *unit_lines(state, unit)])
    else:
        tell([*headings(state), *(text for each in accounts for text in account_lines(state, each))])
    if csv is not None:
        write_csv(csv, accounts, books)
    if png is not None:
        laid = lay(state, None, OVERLAY, state.units[unit].side if unit else looker(state, side), unit, None)
        save(lambda: draw(state, scale, laid=laid), png)


def tell(lines: Iterable[str]) -> None:
    """Print lines."""
    for text in lines:
        say(text)


def headings(state: State) -> Iterator[str]:
    """Scenario, turn and date, and whether supply counts at all."""
    yield heading(state)
    if state.points.everyone_supplied(state):
        yield "everyone counts as supplied, by an option: nothing is paid, and nobody goes short"


def every_side() -> tuple[Side, ...]:
    """Both sides."""
    from ocs_engine.world.counters import Side

    return tuple(Side)


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


# --- a side


@dataclass(frozen=True, slots=True)
class Holding:
    """What one holder has: a place, or transport in a place, with T by the turn since which they are there."""

    name: str
    place: str
    tokens: int
    lots: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Account:
    """The supply of a side: its holdings, what was used this turn and in all, and who goes short; units by id.

    soon: who would be out of supply at the next Supply Phase; hungry: of those without trace, who could eat.
    """

    side: Side
    ground: tuple[Holding, ...]
    loaded: tuple[Holding, ...]
    this_turn: dict[str, int]
    in_all: dict[str, int]
    short: dict[str, tuple[str, ...]]


def account_of(state: State, books: Books, side: Side) -> Account:
    """The account of a side."""
    found = [
        (name, tuple((lot.since, lot.tokens) for lot in lots))
        for (whose, name), lots in books.lots.items()
        if whose is side
    ]
    holdings = [Holding(name, place_of(state, name), sum(lot[1] for lot in lots), lots) for name, lots in sorted(found)]
    return Account(
        side,
        tuple(each for each in holdings if each.name not in state.transport),
        tuple(each for each in holdings if each.name in state.transport),
        books.spent(side, state.turn),
        books.spent(side),
        dict(short_of(state, side)),
    )


def place_of(state: State, name: str) -> str:
    """The label of the place of a holder."""
    return state.world.label(state.transport[name].place) if name in state.transport else name


def short_of(state: State, side: Side) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who of a side goes short of what now, and would at the next Supply Phase."""
    from ocs_engine.lens import outlook
    from ocs_engine.series.modes import on_map
    from ocs_engine.series.supply.fuel import fuel_refusal
    from ocs_engine.state.model import Stocks

    own = [(uid, unit) for uid, unit in state.in_order() if unit.side is side and unit.place >= 0]
    soon = outlook(state, side)
    mapped = [uid for uid, unit in own if on_map(state, unit.place)]
    yield "out of supply", tuple(uid for uid, unit in own if unit.oos)
    yield "Low", tuple(uid for uid, unit in own if unit.stocks is Stocks.LOW)
    yield "Exhausted", tuple(uid for uid, unit in own if unit.stocks is Stocks.EXHAUSTED)
    yield "without fuel", tuple(uid for uid in mapped if fuel_refusal(state, uid) is not None)
    yield "without trace", soon.without
    yield "without trace or food", soon.starving


def asdict(account: Account) -> dict[str, Any]:
    """An account for a program."""
    return {
        "ground": [holding_document(each) for each in account.ground],
        "loaded": [holding_document(each) for each in account.loaded],
        "used": {"this_turn": account.this_turn, "in_all": account.in_all},
        "short": {name.replace(" ", "_").lower(): list(units) for name, units in account.short.items()},
    }


def holding_document(each: Holding) -> dict[str, Any]:
    """A holding for a program."""
    lots = [{"since_turn": since, "tokens": tokens} for since, tokens in each.lots]
    return {"name": each.name, "place": each.place, "tokens": each.tokens, "lots": lots}


def account_lines(state: State, account: Account) -> Iterator[str]:
    """An account in words."""
    from ocs_engine.series.story import names, place_name

    ground, loaded = (sum(each.tokens for each in part) for part in (account.ground, account.loaded))
    yield f"{account.side}: {ground}T on the ground, {loaded}T loaded"
    for each in (*account.ground, *account.loaded):
        where = place_name(state.world, each.place)
        holder = where if each in account.ground else f"{each.name} in {where}"
        lots = ", ".join(f"{tokens}T since turn {since}" for since, tokens in each.lots)
        yield f"  {holder}: {lots}"
    yield f"  this turn: {uses(account.this_turn)}"
    yield f"  in all: {uses(account.in_all)}"
    for what, units in account.short.items():
        if units:
            yield f"  {what}: {len(units)} ({names(state.world, units)})"


def uses(found: dict[str, int]) -> str:
    """What was gained and lost, by use: "fuel -4T, captured +2T"."""
    return ", ".join(f"{use} {tokens:+}T" for use, tokens in found.items()) or "nothing used"


# --- a unit


def unit_lines(state: State, uid: str) -> Iterator[str]:
    """The supply of a unit in words."""
    from ocs_engine.lens import lens
    from ocs_engine.series.story import name

    found = lens(state, uid)
    place = state.units[uid].place
    where = state.world.label(place) if place >= 0 else "off the map"
    yield f"{name(state.world, uid)} [{uid}] in {where}: {told_tokens(found)}"
    for line in found.lines:
        yield f"  {line.access.name}: {amount(line.access.source.tokens)}"
        yield from (f"    {leg_words(state, uid, leg)}" for leg in line.legs)
    if found.lines:
        yield from (f"  {text}" for text in cut_lines(state, found.cuts, "supply"))
    if found.traced is not None:
        yield f"  traces to {found.traced.access.name}"
        yield from (f"    {leg_words(state, uid, leg)}" for leg in found.traced.legs)
        yield from (f"  {text}" for text in cut_lines(state, found.trace_cuts, "trace"))
    elif place in range(state.world.atlas.grid.size):
        yield "  has no trace"


def told_tokens(found: Lens) -> str:
    """How much a unit can get at."""
    if not found.lines:
        return "no supply reaches it"
    return f"{amount(found.tokens)} in reach by {len(found.lines)} way{'s' * (len(found.lines) > 1)}"


def amount(tokens: int) -> str:
    """T, or that there is no end of them."""
    from ocs_engine.series.supply.access import ENDLESS

    return "supply without end" if tokens >= ENDLESS else f"{tokens}T"


def leg_words(state: State, uid: str, leg: Leg) -> str:
    """A leg hex by hex, each with the MP so far."""
    from ocs_engine.series.movement import twelfths

    throws = leg.unit != uid and leg.hexes[-1] == state.units[uid].place
    who = f"{leg.unit} {'throws' if throws else 'draws'}" if leg.unit != uid else "draws"
    steps = zip(leg.hexes, leg.costs, strict=True)
    way = ", ".join(f"{state.world.label(hex_)} {twelfths(cost)}" for hex_, cost in steps)
    return f"{who} by {leg.mobility}, {twelfths(leg.costs[-1])} of {twelfths(leg.budget)} MP: {way}"


def cut_lines(state: State, cuts: Cuts, what: str) -> Iterator[str]:
    """The hexes where something is cut off."""
    for who, hexes in (("an enemy unit", cuts.units), ("an enemy zone of control", cuts.zones)):
        where = ", ".join(state.world.label(hex_) for hex_ in hexes) or "no single hex"
        yield f"{who} would cut all {what} in {where}"


def unit_document(state: State, uid: str) -> dict[str, Any]:
    """The supply of a unit for a program; costs in twelfths of an MP."""
    from ocs_engine.lens import lens

    found, label = lens(state, uid), state.world.label
    known = [*found.lines, *((found.traced,) if found.traced else ())]
    lines = [
        {
            "name": line.access.name, "source": line.access.source.name, "hq": line.access.hq,
            "tokens": line.access.source.tokens,
            "legs": [{"unit": leg.unit, "mobility": str(leg.mobility), "hexes": [label(hex_) for hex_ in leg.hexes],
                      "costs": list(leg.costs), "budget": leg.budget} for leg in line.legs],
        }
        for line in known
    ]  # fmt: skip

    def cut(cuts: Cuts) -> dict[str, list[str]]:
        return {"units": [label(hex_) for hex_ in cuts.units], "zones": [label(hex_) for hex_ in cuts.zones]}

    return {
        "id": uid, "tokens": found.tokens, "lines": lines[: len(found.lines)],
        "trace": lines[-1] if found.traced else None, "cuts": cut(found.cuts), "trace_cuts": cut(found.trace_cuts),
    }  # fmt: skip


# --- the ledger as a file


def write_csv(path: Path, accounts: list[Account], books: Books) -> None:
    """What each side holds and used, as CSV; raises CommandError where it cannot be written."""
    import csv

    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for account in accounts:
            for each in (*account.ground, *account.loaded):
                rows.writerows(("held", account.side, since, each.name, tokens) for since, tokens in each.lots)
            used = ((turn, use, tokens) for (turn, side, use), tokens in books.uses.items() if side is account.side)
            rows.writerows(("used", account.side, turn, use, tokens) for turn, use, tokens in sorted(used) if tokens)
    note(f"wrote {path}")
