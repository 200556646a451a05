"""Fuel (OCS 12.5): what needs it, the three ways to buy it, and how long it lasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Command, Refusal, Refused
from ocs_engine.kernel.remembered import remembered
from ocs_engine.series.disorder import may_throw
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.access import Access, serves
from ocs_engine.series.supply.paths import throw_hexes
from ocs_engine.series.supply.within_reach import WithinReach, within_reach
from ocs_engine.state.model import State, Unit
from ocs_engine.state.supply_events import FuelBought, FuelEnded, FuelSpent, SupplySpent
from ocs_engine.world.counters import Mobility, Side


class How(StrEnum):
    """The three ways to buy fuel (OCS 12.5c)."""

    UNIT = "unit"
    FORMATION = "formation"
    HQ = "hq"


class Fuel(Command):
    """Buy fuel for a unit, a formation, or an HQ; payment: T by the way in which they come (OCS 12.5c)."""

    kind: Literal["fuel"] = "fuel"
    side: Side
    how: How
    what: str
    payment: dict[str, int]


# --- what needs it


@rule("OCS 12.5", "OCS 12.5b")
def burns_fuel(unit: Unit) -> bool:
    """Whether a unit needs fuel to spend any MP: by truck or track, on the side up (OCS 12.5a)."""
    return unit.face.mobility is not Mobility.LEG


@rule("OCS 12.5", "OCS 12.5d")
def fueled(state: State, uid: str) -> bool:
    """Whether a unit has fuel of its own, or by its formation, in this phase."""
    return uid in state.memory.fueled or uid in state.fueled


@remembered(lambda state, side: (state, side))
@rule("OCS 12.5e")
def cover_of(state: State, side: Side) -> Mapping[str, set[Hex]]:
    """The fueled HQs of a side that may fuel others now, each with the hexes that it throws to (OCS 12.5e).

    An HQ fuels from one hex a phase.
    """
    found: dict[str, set[Hex]] = {}
    for hq in sorted(state.fueled_hqs):
        unit = state.units[hq]
        if unit.side is side and state.memory.fuel_from.get(hq, unit.place) == unit.place:
            found[hq] = throw_hexes(state, hq)
    return found


@rule("OCS 12.5", "OCS 12.5e")
def fueling_hq(state: State, uid: str) -> str | None:
    """The fueled HQ on whose fuel a unit may begin to move: itself, or one in whose throw range an independent is."""
    unit = state.units[uid]
    if uid in state.fueled_hqs:
        return uid
    if unit.counter.formation:
        return None
    cover = cover_of(state, unit.side).items()
    near = (hq for hq, hexes in cover if unit.place in hexes and serves(state, state.units[hq], unit))
    return next(near, None)


@rule("OCS 12.5", "OCS 12.5f")
def fuel_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit may spend no MP for want of fuel, in the stance it has, or None."""
    unit = state.units[uid]
    if has_fuel(state, uid, unit):
        return None
    words = f"{uid} moves by {unit.face.mobility} and has no fuel"
    return Refusal(code="no fuel", rule="OCS 12.5", sentence=words, pieces=(uid,))


def has_fuel(state: State, uid: str, unit: Unit) -> bool:
    """Whether a unit, as it is given, can go on fuel or needs none."""
    if state.points.everyone_supplied(state) or not burns_fuel(unit) or fueled(state, uid):
        return True
    return fueling_hq(state, uid) is not None


def use_fuel(draft: Draft[State], units: Iterable[str]) -> None:
    """Let units begin to move on their fuel; raises Refused for one that has none (OCS 12.5)."""
    for uid in units:
        state = draft.state
        refusal = fuel_refusal(state, uid)
        if refusal is not None:
            raise Refused(refusal)
        if state.points.everyone_supplied(state) or not burns_fuel(state.units[uid]) or fueled(state, uid):
            continue
        hq = fueling_hq(state, uid)
        if hq is not None:
            draft.emit(FuelSpent(unit=uid, hq=hq, place=state.world.label(state.units[hq].place)))


@rule("OCS 12.5d")
def end_fuel(draft: Draft[State], side: Side) -> None:
    """Formations and HQs lose their fuel in their owner's Clean Up Phase (OCS 12.5d)."""
    state = draft.state
    units = tuple(uid for uid in sorted(state.fueled) if state.units[uid].side is side)
    hqs = tuple(uid for uid in sorted(state.fueled_hqs) if state.units[uid].side is side)
    if units or hqs:
        draft.emit(FuelEnded(units=units, hqs=hqs))


# --- what can be bought


@dataclass(frozen=True, slots=True)
class Offer:
    """Fuel that could be bought one way: drawn from one dump, or by one HQ from several. units: whom it would fuel."""

    how: How
    what: str
    tokens: int
    ways: tuple[Access, ...]
    units: tuple[str, ...]

    @property
    def enough(self) -> bool:
        """Whether the sources hold what it takes."""
        return sum(each.source.tokens for each in self.ways) >= self.tokens


def price(state: State, how: How) -> int:
    """What fuel costs, in T (OCS 12.5c)."""
    name = {How.UNIT: "single_unit", How.FORMATION: "formation", How.HQ: "hq"}[how]
    return int(state.world.tables["fuel_costs"][name]["cost_T"])


@rule("OCS 12.5")
def offers(state: State, side: Side, how: How, what: str) -> list[Offer]:
    """The ways in which some fuel could be bought now, those with enough in them."""
    if state.points.movement_frozen(state):
        return []
    return [each for each in _all_offers(state, side, how, what) if each.enough]


def _all_offers(state: State, side: Side, how: How, what: str) -> list[Offer]:
    """The ways in which some fuel comes to those it is for, with enough in them or not."""
    find = {How.UNIT: _unit_offers, How.FORMATION: _formation_offers, How.HQ: _hq_offers}[how]
    return [] if why_none(state, side, how, what) else find(state, side, what)


@rule("OCS 12.5", "OCS 12.5d")
def why_none(state: State, side: Side, how: How, what: str) -> str:
    """Why no fuel can be bought for somebody, wherever supply is, as the rest of a sentence; "" where it can.

    Nobody pays twice for the fuel that he has. Members whom the fuel of their formation left out pay singly.
    """
    if how is How.FORMATION:
        members = members_of(state, side, what)
        if any(uid in state.fueled for uid in members):
            left = any(uid not in state.fueled for uid in members)
            return "is fueled already" + ("; members that were left out pay singly" if left else "")
        return "" if members else "has no unit on the map that could need fuel"
    unit = state.units.get(what)
    if unit is None or unit.side is not side:
        return f"is no unit of the {side} side"
    if what in state.fueled_hqs or (how is How.UNIT and fueled(state, what)):
        return "is fueled already"
    if how is How.HQ:
        return "" if may_throw(unit) else "is no HQ that could throw supply"
    if not burns_either(unit):
        return "moves on foot and needs no fuel"
    return "" if _may_burn(state, what) else "cannot move any more in this phase"


def _unit_offers(state: State, side: Side, uid: str) -> list[Offer]:
    """For one unit any source will do, of 1T (OCS 12.5c C)."""
    ways = within_reach(state, side).accesses(uid)
    return [Offer(How.UNIT, uid, price(state, How.UNIT), (way,), (uid,)) for way in ways]


def _hq_offers(state: State, side: Side, uid: str) -> list[Offer]:
    """An HQ takes it from several dumps at once, drawn or, where it cannot draw, thrown by others (OCS 12.5c B)."""
    ways: dict[str, Access] = {}
    for way in within_reach(state, side).accesses(uid):
        ways.setdefault(way.source.name, way)
    return [Offer(How.HQ, uid, price(state, How.HQ), tuple(ways.values()), (uid,))]


def _may_burn(state: State, uid: str) -> bool:
    """Whether fuel could be of any use to a unit in this phase."""
    return on_map(state, state.units[uid].place) and uid not in state.memory.done


@rule("OCS 12.5", "OCS 13.7")
def _formation_offers(state: State, side: Side, formation: str) -> list[Offer]:
    """The members that share one HQ, or one dump, are fueled together; others have to pay singly (OCS 12.5c A)."""
    members = members_of(state, side, formation)
    within, cost = within_reach(state, side), price(state, How.FORMATION)
    together = (*_by_dump(state, within, members), *_by_hq(state, within, members))
    found = ((tuple(way for way in ways if way.source.formation in ("", formation)), units) for ways, units in together)
    return [Offer(How.FORMATION, formation, cost, ways, units) for ways, units in found if ways and units]


Together = tuple[list[Access], tuple[str, ...]]
"""The ways in which supply comes to some units together, and these units."""


def _by_dump(state: State, within: WithinReach, members: Sequence[str]) -> Iterator[Together]:
    """All supply in one place, on the ground and loaded, is one dump (OCS 12.1)."""
    drawn = {uid: {source.place for source in within.drawn(state.units[uid])} for uid in members}
    for place in dict.fromkeys(source.place for source in within.sources):
        here = [Access(source) for source in within.sources if source.place == place]
        yield here, tuple(uid for uid in members if place in drawn[uid])


def _by_hq(state: State, within: WithinReach, members: Sequence[str]) -> Iterator[Together]:
    for hq, sources in within.throwing:
        units = tuple(uid for uid in members if within.throws(hq, state.units[uid]))
        yield [Access(source, hq) for source in sources], units


def members_of(state: State, side: Side, formation: str) -> list[str]:
    """The units of a formation on the map that could need fuel, in the roster's order."""
    return [
        uid
        for uid, unit in state.in_order()
        if formation
        and unit.counter.formation == formation
        and unit.side is side
        and on_map(state, unit.place)
        and burns_either(unit)
    ]


def burns_either(unit: Unit) -> bool:
    """Whether a unit moves by truck or track on either side of its counter."""
    faces = (unit.counter.combat, unit.counter.move)
    return any(face is not None and face.mobility is not Mobility.LEG for face in faces)


@rule("OCS 12.5")
def buy(draft: Draft[State], command: Fuel) -> None:
    """Pay for fuel in one of the ways offered; raises Refused."""
    state = draft.state
    found = offers(state, command.side, command.how, command.what)
    offer = next((each for each in found if _pays(each, command.payment)), None)
    if offer is None:
        raise Refused(_not_so(state, command, found))
    known = {each.name: each for each in offer.ways}
    for name, tokens in command.payment.items():
        access = known[name]
        place = state.world.label(state.units[offer.units[0]].place)
        draft.emit(
            SupplySpent(
                side=command.side, source=access.source.name, tokens=tokens, hq=access.hq, use="fuel",
                what=command.what, place=place,
            )
        )  # fmt: skip
    draft.emit(FuelBought(side=command.side, how=command.how.value, what=command.what, units=offer.units))


def _pays(offer: Offer, payment: dict[str, int]) -> bool:
    """Whether a payment is one of those that an offer allows."""
    stocks = {each.name: each.source.tokens for each in offer.ways}
    fits = all(name in stocks and 0 < tokens <= stocks[name] for name, tokens in payment.items())
    return fits and sum(payment.values()) == offer.tokens


def _not_so(state: State, command: Fuel, found: list[Offer]) -> Refusal:
    """Why a payment buys no fuel: it is not needed, nothing or too little comes, or it is paid otherwise."""
    why = why_none(state, command.side, command.how, command.what) or _why_not_paid(state, command, found)
    return Refusal(code="not paid", rule="OCS 12.5", sentence=f"{command.what} {why}", pieces=(command.what,))


def _why_not_paid(state: State, command: Fuel, found: list[Offer]) -> str:
    takes = f"takes {price(state, command.how)}T of fuel"
    names = dict.fromkeys(each.name for offer in found for each in offer.ways)
    if names:
        together = {How.UNIT: "", How.FORMATION: ", from one dump or all by one HQ", How.HQ: ""}[command.how]
        paid = sum(command.payment.values())
        wrong = f", and {paid}T are paid" if paid and paid != price(state, command.how) else ""
        return f"{takes}{together}{wrong}; it can come from {', '.join(names)}"
    near = _all_offers(state, command.side, command.how, command.what)
    if not near or state.points.movement_frozen(state):
        return f"{takes}, and no supply reaches it"
    most = max(sum(each.source.tokens for each in offer.ways) for offer in near)
    together = " from one dump or by one HQ" if command.how is How.FORMATION else ""
    return f"{takes}, and no more than {most}T can come{together}"
