"""What supply reaches a hex, and by whom: drawn from dumps near it, or thrown by HQs that draw (OCS 12.3).

A source is the supply on the ground of a place, named by its label ("A20.20", "Algiers"), or the load of transport,
named by its id. Supply is used where it lies, without unloading (OCS 12.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.remembered import remembered
from ocs_engine.series.disorder import may_throw
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.paths import draw_mobility, drawing_hexes, draws_on, throw_hexes, throws_to
from ocs_engine.series.supply.pausing import driving, paused
from ocs_engine.state.model import State, Transport, Unit
from ocs_engine.world.counters import Mobility, Side

ENDLESS = 10**6
"""The tokens of a dump that never runs out."""
ORGANIC = "organic"
"""The kind of transport that feeds its own formation alone (OCS 13.2g)."""


@dataclass(frozen=True, slots=True)
class Source:
    """Supply that lies somewhere: its name, its place, the T there are, and the one formation it is for, "" for all."""

    name: str
    place: int
    tokens: int
    formation: str = ""


@dataclass(frozen=True, slots=True)
class Access:
    """A way in which a source comes to a user: drawn by him, or thrown by an HQ; hq: "" where it is drawn."""

    source: Source
    hq: str = ""

    @property
    def name(self) -> str:
        """How an answer names it: "A20.20", or "A20.20 by br-hq-5"."""
        return f"{self.source.name} by {self.hq}" if self.hq else self.source.name


@remembered(lambda state, side: (state, side))
@rule("OCS 12.1", "OCS 13.2a", "OCS 13.2g", "T2 1.2")
def all_sources(state: State, side: Side) -> tuple[Source, ...]:
    """All supply of a side: on the ground, by place, then loaded, by id; off-map boxes that never run out first.

    While Transport Points pause on their way, what they carry is all that there is (OCS 13.2a).
    """
    label = state.world.label
    if paused(state, side):
        tid = driving(state)
        return (_load(tid, state.transport[tid]),)
    dumps = ((place, state.dumps[place]) for place in sorted(state.dumps))
    loads = ((tid, state.transport[tid]) for tid in sorted(state.transport))
    return (
        *(Source(label(box), box, ENDLESS) for box in state.points.endless_dumps(state, side)),
        *(Source(label(place), place, dump.tokens) for place, dump in dumps if dump.side is side and dump.tokens),
        *(_load(tid, each) for tid, each in loads if each.side is side and each.load),
    )


def _load(tid: str, each: Transport) -> Source:
    return Source(tid, each.place, each.load, each.formation if each.kind == ORGANIC else "")


@rule("OCS 12.11a")
def blowable(state: State, side: Side) -> list[Hex]:
    """The hexes of the map whose dump a side may blow in this phase, in order: each once (OCS 12.11a)."""
    hexes = {source.place for source in all_sources(state, side) if on_map(state, source.place)}
    return sorted(hex_ for hex_ in hexes if hex_ not in state.memory.blown)


@remembered(lambda state, side: (state.world, state.roster, state.units, side))
@rule("OCS 13.1", "OCS 13.1d", "OCS 5.8b")
def throwers(state: State, side: Side) -> list[str]:
    """The HQs of a side that can throw, in the roster's order."""
    return [
        uid
        for uid, unit in state.in_order()
        if unit.side is side and may_throw(unit) and on_map(state, unit.place)
    ]


@rule("OCS 13.1d")
def serves(state: State, hq: Unit, unit: Unit) -> bool:
    """Whether an HQ serves a unit: a divisional one its division and independents of its nation alone (OCS 13.1d)."""
    own = hq.counter.formation
    if own and unit.counter.formation != own:
        return not unit.counter.formation and unit.counter.nation == hq.counter.nation
    return state.points.hq_serves(state, hq, unit)


@rule("OCS 12.3a", "OCS 12.3b", "OCS 12.3e")
def accesses(state: State, side: Side, place: int, users: Sequence[str] = ()) -> list[Access]:
    """Every way in which supply comes to a place, drawn ones first, each source once in each way (OCS 12.3).

    users: units there that it is for: an HQ must serve all of them, and the load of an organic truck be for the
    formation of each. Without users it is for what stands there, as an air base. In an off-map box only that box's
    dump serves, and on the map none of a box does (OCS 12.3e).
    """
    sources = [each for each in all_sources(state, side) if feeds(state, each, users)]
    if not on_map(state, place):
        return [Access(each) for each in sources if each.place == place]
    on_ground = [each for each in sources if on_map(state, each.place)]
    return [*_drawn(state, side, place, users, on_ground), *_thrown(state, side, place, users, on_ground)]


def feeds(state: State, source: Source, users: Sequence[str]) -> bool:
    """Whether a source may feed all users: what is organic feeds its own formation alone (OCS 13.2g B)."""
    if not source.formation:
        return True
    return bool(users) and all(state.units[uid].counter.formation == source.formation for uid in users)


def _drawn(state: State, side: Side, place: Hex, users: Sequence[str], sources: list[Source]) -> Iterator[Access]:
    mobility = draw_mobility(state.units[users[0]]) if users else Mobility.TRUCK
    yield from (Access(each) for each in sources if draws_on(state, side, place, mobility, each.place))


def _thrown(state: State, side: Side, place: Hex, users: Sequence[str], sources: list[Source]) -> Iterator[Access]:
    for hq in throwers(state, side):
        unit = state.units[hq]
        if hq in users or not all(serves(state, unit, state.units[uid]) for uid in users):
            continue
        if throws_to(state, hq, place):
            mobility = draw_mobility(unit)
            yield from (Access(each, hq) for each in sources if draws_on(state, side, unit.place, mobility, each.place))


@rule("OCS 12.3a", "OCS 12.3b")
def reached_hexes(state: State, side: Side) -> set[int]:
    """Every place to which any supply of a side comes, drawn or thrown, for whomever it may be; a first look."""
    places = {each.place for each in all_sources(state, side)}
    ground = [place for place in places if on_map(state, place)]
    drawing = {mobility: drawing_hexes(state, side, ground, mobility) for mobility in Mobility}
    found = {place for place in places if not on_map(state, place)} | set().union(*drawing.values())
    for hq in throwers(state, side):
        unit = state.units[hq]
        if unit.place in drawing[draw_mobility(unit)]:
            found |= throw_hexes(state, hq)
    return found


def together(each: Iterable[Access]) -> int:
    """The T of the sources among some ways, each source once."""
    return sum({access.source.name: access.source.tokens for access in each}.values())
