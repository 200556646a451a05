"""The ledger of supply: what each event changes, and the books of a game kept by it; all in T.

Supply lies with a holder: a place, named by its label, for what is on the ground there, or transport, named by its id,
for its load. Off-map boxes never run out: what is taken there comes in by `ENDLESS`, what is put there goes out by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from immutables import Map

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Event, FactSet
from ocs_engine.kernel.replay import Step
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.arrival_events import TransportArrived
from ocs_engine.state.build_events import DumpBlown
from ocs_engine.state.capture_events import DumpCaptured, LoadCaptured, LoadDestroyed, LoadsShared, TransportSplit
from ocs_engine.state.carry_events import LoadPutDown, LoadTakenOn, TransportCombined
from ocs_engine.state.events import SupplyLoaded
from ocs_engine.state.lift_events import CargoFlown, CargoRailed, CargoShipped
from ocs_engine.state.model import State
from ocs_engine.state.repl_events import TrucksSwapped
from ocs_engine.state.supply_events import SupplyPlaced, SupplySpent
from ocs_engine.state.trace_events import PointsBrokeOut
from ocs_engine.world.counters import Side

ENDLESS = "off-map boxes"
"""The use under which the supply of an off-map box comes and goes."""
LOST = "lost to capture"
"""The use under which goes what the enemy captures; what he gets comes in as captured."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger: T that a holder got, or gave where below 0, and what for, in a word.

    The lines of one use within an event come to 0 where supply only changed hands.
    """

    where: str
    side: Side
    tokens: int
    use: str


@rule("OCS 12.1")
def changes(state: State, event: Event) -> list[Entry]:
    """What an event changes of the supply on the table, told before it happens; nothing for other kinds of event."""
    if isinstance(event, FactSet):
        kind = _BY_NAME.get(event.fact["kind"])
        return [] if kind is None else changes(state, kind.model_validate(event.fact))
    told = _CHANGES.get(type(event))
    return [] if told is None else [entry for entry in told(state, event) if entry.tokens]


def holdings(state: State) -> dict[tuple[Side, str], int]:
    """The T of every holder, by side and name, a photograph of the table."""
    label = state.world.label
    found = {(dump.side, label(place)): dump.tokens for place, dump in sorted(state.dumps.items()) if dump.tokens}
    loads = sorted(state.transport.items(), key=lambda pair: pair[0])
    return found | {(each.side, tid): each.load for tid, each in loads if each.load}


def _at(state: State, where: str, side: Side, tokens: int, use: str) -> list[Entry]:
    """What one holder gets or gives, made good by the dump of no end where it is an off-map box."""
    found = [Entry(where, side, tokens, use)]
    if where not in state.transport and state.world.is_box(state.world.place(where)):
        found.append(Entry(where, side, -tokens, ENDLESS))
    return found


def _spent(state: State, event: SupplySpent) -> list[Entry]:
    return _at(state, event.source, event.side, -event.tokens, event.use)


def _placed(_: State, event: SupplyPlaced) -> list[Entry]:
    return [Entry(event.place, event.side, event.tokens, event.why)]


def _arrived(_: State, event: TransportArrived) -> list[Entry]:
    return [Entry(event.transport, event.side, event.load, "arrived")]


def _loaded(state: State, event: SupplyLoaded) -> list[Entry]:
    return _lifted(state, event.transport, event.tokens)


def _taken_on(state: State, event: LoadTakenOn) -> list[Entry]:
    return _lifted(state, event.transport, event.tokens)


def _put_down(state: State, event: LoadPutDown) -> list[Entry]:
    return _lifted(state, event.transport, -event.tokens)


def _lifted(state: State, tid: str, tokens: int) -> list[Entry]:
    """What transport takes up from the ground where it is, or puts down where below 0."""
    each, use = state.transport[tid], "loaded" if tokens > 0 else "unloaded"
    return [*_at(state, state.world.label(each.place), each.side, -tokens, use), Entry(tid, each.side, tokens, use)]


def _carried(state: State, event: CargoRailed | CargoShipped | CargoFlown) -> list[Entry]:
    use = _CARRIED[type(event)]
    start, to, side, tokens = event.start, event.to, event.side, event.tokens
    return [*_at(state, start, side, -tokens, use), *_at(state, to, side, tokens, use)]


_CARRIED: dict[type[Event], str] = {CargoRailed: "railed", CargoShipped: "shipped", CargoFlown: "flown"}


def _combined(state: State, event: TransportCombined) -> list[Entry]:
    side = state.transport[event.transport].side
    loads = [(tid, state.transport[tid].load) for tid in event.others]
    given = [Entry(tid, side, -load, "shared") for tid, load in loads]
    return [*given, Entry(event.transport, side, sum(load for _, load in loads), "shared")]


def _left_behind(state: State, event: PointsBrokeOut) -> list[Entry]:
    side = state.transport[event.transport].side
    use = "unloaded"
    return [Entry(event.transport, side, -event.load, use), *_at(state, event.hex, side, event.load, use)]


def _blown(_: State, event: DumpBlown) -> list[Entry]:
    return [Entry(source, event.side, -tokens, "blown") for source, tokens in event.destroyed.items()]


def _dump_captured(_: State, event: DumpCaptured) -> list[Entry]:
    return [
        Entry(event.hex, event.side.other, -event.captured, LOST),
        Entry(event.hex, event.side.other, -event.destroyed, "destroyed"),
        Entry(event.hex, event.side, event.captured, "captured"),
    ]


def _load_captured(state: State, event: LoadCaptured) -> list[Entry]:
    loser = state.transport[event.transport]
    return [
        Entry(event.transport, loser.side, -event.tokens, LOST),
        Entry(state.world.label(loser.place), loser.side.other, event.tokens, "captured"),
    ]


def _load_destroyed(state: State, event: LoadDestroyed) -> list[Entry]:
    return [Entry(event.transport, state.transport[event.transport].side, -event.tokens, "destroyed")]


def _loads_shared(state: State, event: LoadsShared) -> list[Entry]:
    known = state.transport
    return [Entry(tid, known[tid].side, load - known[tid].load, "shared") for tid, load in event.loads.items()]


def _trucks_swapped(state: State, event: TrucksSwapped) -> list[Entry]:
    """The new truck carries what it can; the rest is on the ground, or joins a dump of no end."""
    own = {tid: state.transport[tid] for tid in event.given}
    loads = {tid: max(0, each.load - (each.tokens - event.given[tid])) for tid, each in own.items()}
    given = [Entry(tid, event.side, -load, "shared") for tid, load in loads.items()]
    over = sum(loads.values()) - event.load
    return [
        *given,
        Entry(event.transport, event.side, event.load, "shared"),
        *_at(state, event.place, event.side, over, "unloaded"),
    ]


def _split(state: State, event: TransportSplit) -> list[Entry]:
    side = state.transport[event.transport].side
    return [Entry(event.transport, side, -event.load, "shared"), Entry(event.to, side, event.load, "shared")]


_CHANGES: dict[type[Event], Callable[[State, Any], list[Entry]]] = {
    SupplySpent: _spent,
    SupplyPlaced: _placed,
    SupplyLoaded: _loaded,
    TransportArrived: _arrived,
    DumpCaptured: _dump_captured,
    LoadCaptured: _load_captured,
    LoadDestroyed: _load_destroyed,
    LoadsShared: _loads_shared,
    TransportSplit: _split,
    LoadTakenOn: _taken_on,
    LoadPutDown: _put_down,
    TransportCombined: _combined,
    CargoRailed: _carried,
    CargoShipped: _carried,
    CargoFlown: _carried,
    PointsBrokeOut: _left_behind,
    DumpBlown: _blown,
    TrucksSwapped: _trucks_swapped,
}
"""What each kind of event that touches supply says of it: every kind that does stands here."""
_BY_NAME = {str(kind.model_fields["kind"].default): kind for kind in _CHANGES}


# --- the books of a game


@dataclass(frozen=True, slots=True)
class Lot:
    """T that a holder got in one turn; since: which."""

    since: int
    tokens: int


Use = tuple[int, Side, str]
"""The turn, the side, and what for."""


@dataclass(frozen=True, slots=True)
class Books:
    """What every holder has, in lots, the oldest first, and what each side gained or lost by turn and use.

    What is taken from a holder is its oldest. A lot is as old as its stay with the holder. uses: T; below 0 they left.
    What off-map boxes give comes in under `ENDLESS`. first, stock: the turn in which the books were opened, and the T
    of each side then.
    """

    lots: Map[tuple[Side, str], tuple[Lot, ...]] = Map()
    uses: Map[Use, int] = Map()
    first: int = 0
    stock: Map[Side, int] = Map()

    def after(self, turn: int, entries: Iterable[Entry]) -> Books:
        """The books with the lines of one event of a turn."""
        uses, net = self.uses, dict[tuple[Side, str], int]()
        for entry in entries:
            holder = (entry.side, entry.where)
            net[holder] = net.get(holder, 0) + entry.tokens
            use = (turn, entry.side, entry.use)
            uses = uses.set(use, uses.get(use, 0) + entry.tokens)
        lots = self.lots
        for holder, tokens in net.items():
            held = lots.get(holder, ())
            left = _received(held, turn, tokens) if tokens > 0 else _given(held, -tokens)
            lots = lots.set(holder, left) if left else lots.delete(holder) if holder in lots else lots
        return replace(self, lots=lots, uses=uses)

    def held(self, side: Side) -> int:
        """The T that a side has now, on the ground and loaded."""
        return sum(lot.tokens for (whose, _), lots in self.lots.items() if whose is side for lot in lots)

    def start(self, side: Side, turn: int | None = None) -> int:
        """The T that a side had as a turn began, or as the books were opened.

        With all that `spent` tells of the turn it is what the side has at its end; with that of all turns, what it has.
        """
        before = (tokens for (when, whose, _), tokens in self.uses.items() if whose is side and when < (turn or 0))
        return self.stock.get(side, 0) + sum(before)

    def spent(self, side: Side, turn: int | None = None) -> dict[str, int]:
        """What a side gained or lost, net, by use in alphabetical order, in one turn or in all; without what is 0."""
        found: dict[str, int] = {}
        for (when, whose, use), tokens in self.uses.items():
            if whose is side and turn in (None, when):
                found[use] = found.get(use, 0) + tokens
        return {use: found[use] for use in sorted(found) if found[use]}


def _received(lots: tuple[Lot, ...], turn: int, tokens: int) -> tuple[Lot, ...]:
    if lots and lots[-1].since == turn:
        return (*lots[:-1], Lot(turn, lots[-1].tokens + tokens))
    return (*lots, Lot(turn, tokens))


def _given(lots: tuple[Lot, ...], tokens: int) -> tuple[Lot, ...]:
    """What is left when the oldest go first."""
    left: list[Lot] = []
    for lot in lots:
        taken = min(lot.tokens, tokens)
        tokens -= taken
        if lot.tokens > taken:
            left.append(Lot(lot.since, lot.tokens - taken))
    return tuple(left)


def opened(state: State) -> Books:
    """The books as they are opened: what lies on the table, all of it as old as the turn."""
    held = holdings(state)
    stock = {side: sum(tokens for (whose, _), tokens in held.items() if whose is side) for side in Side}
    lots = {key: (Lot(state.turn, tokens),) for key, tokens in held.items()}
    return Books(Map(lots), first=state.turn, stock=Map(stock))


def books_at(
    rules: Ruleset[State],
    start: State,
    steps: Sequence[Step[State]],
    line: int | None = None,
    events: int | None = None,
) -> Books:
    """The books of a log that was replayed, up to a line and so many of its events, or to its end.

    What was undone is out of the books again.
    """
    known = {id(start): opened(start)}
    books = known[id(start)]
    for step in steps:
        if line is not None and step.line.number > line:
            break
        if step.line.data["type"] == "act" and step.entry is not None:
            last = step.line.number == line
            books = _with(rules, books, step.before, step.entry.events[: events if last else None])
            known[id(step.state)] = books
        books = known.get(id(step.state), books)
    return books


def _with(rules: Ruleset[State], books: Books, state: State, events: Sequence[Event]) -> Books:
    for event in events:
        books = books.after(state.turn, changes(state, event))
        state = rules.apply(state, event)
    return books
