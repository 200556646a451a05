"""The books of a whole game: what each side has, and by which events every bit of it came and went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ocs_engine.kernel.replay import Step
from ocs_engine.series.supply.ledger import holdings
from ocs_engine.state.model import AWAY, DEAD, State
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from tests import ledger

Stock = Counter[tuple[str, Side]]
"""How much of each good a side has."""

COMES = {
    "steps": {"units arrived", "repls came", "units rebuilt", "unit exchanged"},
    "plane steps": {"planes arrived", "plane step regained"},
    "transport": {"transport arrived", "transport rebuilt", "transport captured", "trucks swapped", "transport split"},
    "supply": {
        "supply placed", "transport arrived", "cargo railed", "cargo shipped", "cargo flown", "load taken on",
        "dump captured", "load captured", "loads shared", "transport split",
    },
}  # fmt: skip
"""By good the kinds of event that may bring more of it: on rails, ships and planes it comes from an off-map box."""
GOES = {
    "steps": {
        "step lost", "units destroyed", "broke out", "units withdrawn", "unit exchanged", "units rebuilt",
        "units swapped", "steps merged",
    },
    "plane steps": {"plane step lost", "plane destroyed", "planes withdrawn", "fighters given up"},
    "transport": {
        "transport destroyed", "transport captured", "transport withdrawn", "transport lost", "points broke out",
        "trucks swapped", "transport split",
    },
    "supply": {
        "supply spent", "dump captured", "dump blown", "load captured", "loads shared", "load destroyed",
        "load put down", "cargo railed", "cargo shipped", "cargo flown", "transport split", "trucks swapped",
        "points broke out",
    },
}  # fmt: skip
"""By good the kinds of event that may take some of it. A rebuilt unit may have cost more steps of replacements."""


@dataclass
class Books:
    """What was there at the start, what came and went by kind of event, and what is there now."""

    start: Stock
    now: Stock
    moved: Counter[tuple[str, Side, str]] = field(default_factory=Counter)

    def lines(self) -> list[str]:
        """One line for each good of a side: its start, each kind of event with its sum, its end."""
        told = []
        for good, side in sorted(self.start.keys() | self.now.keys()):
            sums = [f"{kind} {sum_:+}" for (what, whose, kind), sum_ in sorted(self.moved.items())
                    if (what, whose) == (good, side) and sum_]  # fmt: skip
            ends = f"{self.start[good, side]} at the start", f"{self.now[good, side]} at the end"
            told.append(f"{side} {good}: " + "; ".join((ends[0], *sums, ends[1])))
        return told


def stock(state: State) -> Stock:
    """Steps of units in play and of planes, T of transport and supply, by side; transport that broke out counts."""
    found: Stock = Counter()
    for unit in state.units.values():
        if unit.place not in (AWAY, DEAD):
            found["steps", unit.side] += unit.counter.steps - unit.lost
    for plane in state.planes.values():
        found["plane steps", plane.aircraft.side] += plane.aircraft.steps - plane.lost
    for each in (*state.transport.values(), *state.returning):
        found["transport", each.side] += each.tokens
    for (side, _), tokens in holdings(state).items():
        found["supply", side] += tokens
    return found


def books(steps: Iterable[Step[State]]) -> Books:
    """The books of a game from its first line on; raises ValueError at the first event that is not in order.

    After each event all is as the event says that it must be, and only events of the kinds above move goods.
    """
    kept: Books | None = None
    for step in steps:
        state = step.before
        kept = kept or Books(stock(state), stock(state))
        rules = rules_for(state.world, state.points.options)
        for event in step.entry.events if step.entry else ():
            after = rules.apply(state, event)
            if ledger.count(after) != ledger.due(state, event):
                raise ValueError(f"line {step.line.number}: {event.kind!r} does something else than it says")
            _enter(kept, stock(after), event.kind, step.line.number)
            state = after
    return kept or Books(Counter(), Counter())


def _enter(kept: Books, after: Stock, kind: str, line: int) -> None:
    for good, side in after.keys() | kept.now.keys():
        more = after[good, side] - kept.now[good, side]
        if not more:
            continue
        if kind not in (COMES if more > 0 else GOES)[good]:
            raise ValueError(f"line {line}: {kind!r} may not change the {good} of the {side} by {more:+}")
        kept.moved[good, side, kind] += more
    kept.now = after
