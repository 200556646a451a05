"""The supply of a side as `ocs supply` tells it: what it holds, what came and went, and who goes short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ocs_engine.cli.output import note, writing

if TYPE_CHECKING:
    from ocs_engine.series.supply.ledger import Books
    from ocs_engine.state.model import State
    from ocs_engine.world.counters import Side

COLUMNS = ("kind", "side", "turn", "name", "tokens")
"""Of the CSV file: what is held, by holder and turn since which; had at each turn's start; used, by use and turn."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What one holder has: a place, or transport in a place, with T by the turn since which they are there."""

    name: str
    place: str
    tokens: int
    lots: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """The T of a side at a start, what came and went since, by use, and what that leaves it with."""

    start: int
    used: dict[str, int]

    @property
    def end(self) -> int:
        """What is left, in T."""
        return self.start + sum(self.used.values())


@dataclass(frozen=True, slots=True)
class Account:
    """The supply of a side: its holdings, the balance of this turn and of all, and who goes short; units by id."""

    side: Side
    ground: tuple[Holding, ...]
    loaded: tuple[Holding, ...]
    this_turn: Balance
    in_all: Balance
    short: dict[str, tuple[str, ...]]


def account_of(state: State, books: Books, side: Side) -> Account:
    """The account of a side."""
    from ocs_engine.players.human_ledger import short_of

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
        Balance(books.start(side, state.turn), books.spent(side, state.turn)),
        Balance(books.start(side), books.spent(side)),
        dict(short_of(state, side)),
    )


def place_of(state: State, name: str) -> str:
    """The label of the place of a holder."""
    return state.world.label(state.transport[name].place) if name in state.transport else name


# --- for a program


def asdict(account: Account) -> dict[str, Any]:
    """An account for a program."""
    balances = {"this_turn": account.this_turn, "in_all": account.in_all}
    return {
        "ground": [holding_document(each) for each in account.ground],
        "loaded": [holding_document(each) for each in account.loaded],
        "used": {name: each.used for name, each in balances.items()},
        "balance": {name: {"start": each.start, "end": each.end} for name, each in balances.items()},
        "short": {name.replace(" ", "_").lower(): list(units) for name, units in account.short.items()},
    }


def holding_document(each: Holding) -> dict[str, Any]:
    """A holding for a program."""
    lots = [{"since_turn": since, "tokens": tokens} for since, tokens in each.lots]
    return {"name": each.name, "place": each.place, "tokens": each.tokens, "lots": lots}


# --- in words


def account_lines(state: State, account: Account) -> Iterator[str]:
    """An account in words."""
    from ocs_engine.series.story import names, place_name

    ground, loaded = (sum(each.tokens for each in part) for part in (account.ground, account.loaded))
    yield f"{account.side}: {ground}T on the ground, {loaded}T loaded"
    for each in (*account.ground, *account.loaded):
        where = place_name(state.world, each.place)
        holder = where if each in account.ground else f"{each.name} in {where}"
        yield f"  {holder}: {lots_words(each)}"
    yield f"  this turn: {sum_words(account.this_turn)}"
    yield f"  in all: {sum_words(account.in_all)}"
    for what, units in account.short.items():
        if units:
            yield f"  {what}: {len(units)} ({names(state.world, units)})"


def lots_words(each: Holding) -> str:
    """What a holder has, and since when: "4T since turn 1", "9T (4T since turn 1, 5T since turn 3)"."""
    lots = ", ".join(f"{tokens}T since turn {since}" for since, tokens in each.lots)
    return lots if len(each.lots) == 1 else f"{each.tokens}T ({lots})"


def sum_words(balance: Balance) -> str:
    """A balance as a sum: "8T + 7T (off-map boxes) - 5T (fuel) = 10T"."""
    if not balance.used:
        return f"{balance.start}T, and nothing came or went"
    gains_first = sorted(balance.used.items(), key=lambda pair: pair[1] < 0)
    parts = (f" {'+' if tokens > 0 else '-'} {abs(tokens)}T ({use})" for use, tokens in gains_first)
    return f"{balance.start}T{''.join(parts)} = {balance.end}T"


# --- as a file


def write_csv(path: Path, accounts: Sequence[Account], books: Books, turn: int) -> None:
    """What each side holds, had at each turn's start up to `turn`, and used; raises CommandError if it cannot."""
    import csv

    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for account in accounts:
            side = account.side
            for each in (*account.ground, *account.loaded):
                rows.writerows(("held", side, since, each.name, tokens) for since, tokens in each.lots)
            rows.writerows(("start", side, each, "", books.start(side, each)) for each in range(books.first, turn + 1))
            used = ((when, use, tokens) for (when, whose, use), tokens in books.uses.items() if whose is side)
            rows.writerows(("used", side, when, use, tokens) for when, use, tokens in sorted(used) if tokens)
    note(f"wrote {path}")
