"""The Supply Phase in tests: the Allied one, entered from the end of their movement, and the answers that it asks."""

from __future__ import annotations

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.session import Entry
from ocs_engine.series.supply import supply_phase as sp
from ocs_engine.state.model import State
from ocs_engine.world.calendar import Weather
from tests.positions import ALLIED, Position, position

Told = Entry[State] | None


def supply_phase(note: str, *faces: int, ground: str = "all: open", weather: Weather = Weather.FLIGHT,
                 options: tuple[str, ...] = ()) -> Position:  # fmt: skip
    """The position of a note as the Allied Supply Phase begins, up to its first question or beyond its end."""
    dice = RecordedDice(faces)
    p = position(note, "Allied Movement Phase", ground=ground, weather=weather, dice=dice, options=options)
    p.end_segment()
    return p


def asked(p: Position) -> str:
    """The kind of command that answers the question of the Supply Phase, "" where none is asked."""
    pending = p.game.pending()
    return pending.kinds[0] if pending is not None and pending.side == ALLIED else ""


def recover(p: Position, name: str, no: str | None = None, **payment: int) -> Told:
    """A unit lifted by one level; payment by dump with _ for the point, A20_21=2, or by transport, allied_truck_1=2."""
    paid = {name.replace("_", "." if name[0].isupper() else "-"): tokens for name, tokens in payment.items()}
    return p.do(sp.Recover(side=ALLIED, unit=p.id(name), payment=paid), no)


def keep_loads(p: Position, no: str | None = None) -> Told:
    """Organic loads kept for other things."""
    return p.do(sp.KeepLoads(side=ALLIED), no)


def recover_all(p: Position, no: str | None = None) -> Told:
    """All by the cheapest plan."""
    return p.do(sp.Recover(side=ALLIED, plan=True), no)


def eat(p: Position, source: str = "", names: str = "", no: str | None = None) -> Told:
    """Units that eat off a dump, or nobody any more."""
    return p.do(sp.Eat(side=ALLIED, source=source, units=p.ids(names) if names else ()), no)


def events(p: Position, *kinds: type[Event]) -> list[Event]:
    """Everything of some kinds that has happened so far, in order."""
    return [event for entry in p.game.entries for event in entry.events if isinstance(event, kinds)]
