"""Sayings on supply: what is paid, fuel, internal stocks, and what arrives (OCS 12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from ocs_engine.kernel.messages import Event
from ocs_engine.series.stories.scene import Reader, Saying, Scene, as_it_is, in_one, one_by_one
from ocs_engine.series.stories.words import (
    FEW,
    by_number,
    do,
    does,
    force,
    listed,
    name,
    place_name,
    source_name,
    units_named,
)
from ocs_engine.state.build_events import DumpBlown
from ocs_engine.state.capture_events import TransportSplit
from ocs_engine.state.carry_events import LoadPutDown, LoadTakenOn, TransportCombined, TransportDriven
from ocs_engine.state.lift_events import CargoRailed, CargoShipped
from ocs_engine.state.model import State, Stocks
from ocs_engine.state.supply_events import (
    FuelBought,
    FuelEnded,
    FuelSpent,
    StocksChanged,
    SupplyNotPaid,
    SupplyPlaced,
    SupplySpent,
    SupplyTurnedAway,
)
from ocs_engine.state.trace_events import UnitsFed
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World

RECOVERY = "recovery"
"""The use of supply that gives back internal stocks."""


@dataclass(frozen=True)
class Fueled:
    """Fuel, and what was paid for it."""

    event: FuelBought
    paid: tuple[SupplySpent, ...]


@dataclass(frozen=True)
class Recovered:
    """A unit got back a level of its internal stocks, and what was paid for it."""

    unit: str
    stocks: Stocks
    paid: tuple[SupplySpent, ...]


# --- what is to be told


def paid_for(scene: Scene, use: str, what: str = "") -> tuple[SupplySpent, ...]:
    """What was paid last for a use, taken back to be told with what it bought. what: for this alone."""
    spent = scene.take_back(SupplySpent)
    own = tuple(each for each in spent if each.use == use and what in ("", each.what))
    scene.facts += [each for each in spent if each not in own]
    return own


def _fueled(scene: Scene, event: FuelBought) -> None:
    scene.add(Fueled(event, paid_for(scene, "fuel")))


def _stocks(scene: Scene, event: StocksChanged) -> None:
    """In a Supply Phase stocks come back, elsewhere they are used."""
    if scene.frame.get("kind") != "supply phase":
        scene.add(event)
        return
    for uid, left in event.stocks.items():
        scene.add(Recovered(uid, left, paid_for(scene, RECOVERY, uid)))


def whose_supply(before: State, event: Event) -> Side | None:
    """The side whose supply an event tells of, what is carried and by what among it, which the other does not see.

    None for all other events, and where nobody's is told of.
    """
    match event:
        case _ if isinstance(event, _OF_A_SIDE):
            return Side(event.side)
        case _ if isinstance(event, _OF_TRANSPORT):
            return Side(event.transport.partition("-")[0].capitalize())
        case StocksChanged():
            return before.units[next(iter(event.stocks))].side
        case FuelSpent():
            return before.units[event.unit].side
        case FuelEnded():
            return before.units[(*event.units, *event.hqs)[0]].side
    return None


_OF_A_SIDE = (SupplySpent, FuelBought, SupplyPlaced, UnitsFed, CargoRailed, CargoShipped, DumpBlown)
_OF_TRANSPORT = (TransportDriven, LoadTakenOn, LoadPutDown, TransportCombined, TransportSplit)


# --- the sentences


def sources(world: World, spent: Iterable[SupplySpent]) -> str:
    """What was paid and from where: "3T from A20.21", "2T from A20.21 by Corps HQ (5) and 1T from Algiers"."""
    sums: dict[tuple[str, str], int] = {}
    for each in spent:
        sums[each.source, each.hq] = sums.get((each.source, each.hq), 0) + each.tokens
    return listed([f"{tokens}T from {source_name(world, *source)}" for source, tokens in sums.items()])


def price(world: World, spent: Sequence[SupplySpent]) -> str:
    """What something cost, to be put after it: " for 4T from A20.21"; "" for nothing."""
    return f" for {sources(world, spent)}" if spent else ""


def _spent(world: World, alike: Sequence[SupplySpent]) -> list[str]:
    """What each side paid; of a recovery that bought nothing, what was lost."""
    told = []
    for (side, use), group in groupby(alike, key=lambda each: (each.side, each.use)):
        paid = list(group)
        if use == RECOVERY:
            told.append(f"{sources(world, paid)}, too little for anybody, is lost")
        else:
            told.append(f"{does(side, 'pay')} {sources(world, paid)}")
    return told


def _fuel(world: World, fact: Fueled) -> str:
    what = fact.event.what if fact.event.how == "formation" else name(world, fact.event.what)
    return f"{what} is fueled{price(world, fact.paid)}"


def _on_fuel_of(world: World, alike: Sequence[FuelSpent]) -> list[str]:
    """The units that begin to move on the fuel of each HQ; an HQ that moves on its own is no news."""
    return [
        f"{do(world, units, 'move')} on the fuel of {name(world, hq)} in {place_name(world, place)}"
        for (hq, place), group in groupby(alike, key=lambda each: (each.hq, each.place))
        if (units := [each.unit for each in group if each.unit != hq])
    ]


def _fuel_ended(world: World, event: FuelEnded) -> str:
    few = units_named(world, event.units) if len(event.units) <= FEW else f"{len(event.units)} units"
    return f"the fuel of {listed([each for each in (few, units_named(world, event.hqs)) if each])} is at an end"


def _internals(world: World, alike: Sequence[StocksChanged]) -> list[str]:
    """Who lives on internal stocks, and what is left of them."""
    stocks = {uid: left for event in alike for uid, left in event.stocks.items()}
    return [
        f"{do(world, units, 'live on internal stocks')} and {by_number('be', len(units))} {level.capitalize()}"
        for level in Stocks
        if (units := [uid for uid, left in stocks.items() if left is level])
    ]


def _recovered(world: World, alike: Sequence[Recovered]) -> str:
    """Who gets back internal stocks, up to which level, and for what."""
    stocks = {fact.unit: fact.stocks for fact in alike}
    levels = ((level, [uid for uid, left in stocks.items() if left is level]) for level in Stocks)
    told = [f"{do(world, units, 'recover')} to {level.capitalize()}" for level, units in levels if units]
    return f"{listed(told)}{price(world, [each for fact in alike for each in fact.paid])}"


def _not_paid(world: World, event: SupplyNotPaid) -> str:
    where = place_name(world, event.target)
    match event.use:
        case "attack":
            return f"{do(world, event.units, 'drop')} out of the attack on {where} for want of supply"
        case "defence":
            return f"{do(world, event.units, 'defend')} {where} without supply"
    return f"{does(event.side, 'call')} off the barrage of {where}, which is not paid for"


def _placed(world: World, event: SupplyPlaced) -> str:
    where = place_name(world, event.place)
    if event.tokens < 0:
        return f"{-event.tokens}T of {force(event.side)} are gone from {where} ({event.why})"
    return f"{event.tokens}T of {force(event.side)} come to {where} ({event.why})"


def _turned_away(_: World, event: SupplyTurnedAway) -> str:
    return f"{event.tokens}T of {force(event.side)} find no port or place that takes them, and are lost ({event.why})"


SAYINGS: dict[type, Saying] = {
    SupplySpent: _spent,
    Fueled: one_by_one(_fuel),
    FuelSpent: _on_fuel_of,
    FuelEnded: one_by_one(_fuel_ended),
    StocksChanged: _internals,
    Recovered: in_one(_recovered),
    SupplyNotPaid: one_by_one(_not_paid),
    SupplyPlaced: one_by_one(_placed),
    SupplyTurnedAway: one_by_one(_turned_away),
}
READERS: dict[type[Event], Reader] = {
    **dict.fromkeys((SupplySpent, FuelSpent, FuelEnded, SupplyNotPaid, SupplyPlaced, SupplyTurnedAway), as_it_is),
    FuelBought: _fueled,
    StocksChanged: _stocks,
}
