"""The supply lens: where a unit draws and what would cut it off, who will starve, what a plan costs (OCS 12).

Pure and cheap; nothing here decides what is legal. Everything is told from the state alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import combinations

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.kernel.search import Reach, turned_round
from ocs_engine.series.general import negated
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.access import ENDLESS, Access, Source, all_sources, feeds, serves, throwers
from ocs_engine.series.supply.combat_supply import Bill, Cover, attack_bill, defence_cover, defence_price
from ocs_engine.series.supply.fuel import How, fuel_refusal, offers, price
from ocs_engine.series.supply.fueling import fuel_plan
from ocs_engine.series.supply.paths import draw_budget, draw_mobility, ground, throw_hexes
from ocs_engine.series.supply.payment import Need, plan
from ocs_engine.series.supply.trace import Part, net_of, trace
from ocs_engine.series.supply.upkeep import SupplyFrame, tables_laid, untraced
from ocs_engine.state.model import State
from ocs_engine.state.supply_events import on_ground
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility, Side


@dataclass(frozen=True, slots=True)
class Leg:
    """A path of supply, counted from a unit: in a draw from who draws to the dump, in a throw from the HQ to the user.

    costs: at each hex, in twelfths of an MP, out of `budget`. The last hex costs nothing more than the one before where
    the path ends next to it (OCS 12.3c).
    """

    unit: str
    mobility: Mobility
    hexes: tuple[Hex, ...]
    costs: tuple[int, ...]
    budget: int


@dataclass(frozen=True, slots=True)
class Line:
    """A way in which supply comes: drawn in one leg, or drawn by an HQ and thrown by it in two; none in a box."""

    access: Access
    legs: tuple[Leg, ...]

    def hexes(self) -> tuple[Hex, ...]:
        """Every hex that it goes over, both ends included."""
        return tuple(dict.fromkeys(hex_ for leg in self.legs for hex_ in leg.hexes))


@dataclass(frozen=True, slots=True)
class Cuts:
    """The single hexes by which all lines are cut: by an enemy unit in it, or by an enemy ZOC that is not negated.

    All that is in a hex with an enemy unit is lost to its owner. What an enemy unit exerts around it is not reckoned.
    """

    units: tuple[Hex, ...] = ()
    zones: tuple[Hex, ...] = ()


@dataclass(frozen=True, slots=True)
class Lens:
    """The supply of one unit.

    lines: every way to supply on the map, drawn ones first. tokens: T that they lead to. traced: its trace, None where
    it has none or is in a box. cuts, trace_cuts: what would cut all lines, or all trace.
    """

    unit: str
    lines: tuple[Line, ...]
    tokens: int
    cuts: Cuts
    traced: Line | None
    trace_cuts: Cuts


def lens(state: State, uid: str) -> Lens:
    """Where a unit draws, by which HQ, over which hexes, and what would cut it off (OCS 12.3, 12.6)."""
    unit = state.units[uid]
    sources = [each for each in all_sources(state, unit.side) if feeds(state, each, (uid,))]
    if not on_map(state, unit.place):
        here = [each for each in sources if each.place == unit.place]
        lines = tuple(Line(Access(each), ()) for each in here)
        return Lens(uid, lines, sum(each.tokens for each in here), Cuts(), None, Cuts())
    near = [each for each in sources if on_map(state, each.place)]
    hqs = [hq for hq in throwers(state, unit.side) if hq != uid and serves(state, state.units[hq], unit)]
    throws = _Throws(state, unit.place)
    web = _Web(state, uid, [each.place for each in near], hqs, throws)
    lines = tuple(web.lines(near))
    tokens = sum({each.access.source.name: each.access.source.tokens for each in lines}.values())
    # an enemy ZOC in the source of a trace shuts it (OCS 12.6b)
    traced = _Web(state, uid, net_of(state, unit.side).sources, hqs, throws, zone_shuts=True)
    return Lens(uid, lines, tokens, web.cuts(), traced.nearest(), traced.cuts())


class _Stretch:
    """The paths of one unit that end in some hexes or next to them, all within a budget (OCS 12.3c)."""

    def __init__(self, state: State, uid: str, budget: int, found: Reach, ends: Iterable[Hex]) -> None:
        self._uid, self.mobility, self._budget, self._found = uid, draw_mobility(state.units[uid]), budget, found
        self._before = turned_round(self._found.arcs)
        self._goals: dict[Hex, list[Hex]] = {}
        self._last: dict[Hex, Hex] = {}
        self._legs: dict[Hex, Leg] = {}
        cost, neighbours = found.cost, state.world.atlas.grid.neighbours
        for end in ends:
            around = (end, *neighbours[6 * end : 6 * end + 6])
            beside = [near for near in around if near != OFF_MAP and cost[near] <= found.budget]
            for near in beside:
                self._goals.setdefault(near, []).append(end)
            if beside:
                self._last[end] = min(beside, key=cost.__getitem__)

    def __bool__(self) -> bool:
        return bool(self._goals)

    def leg(self, end: Hex | None = None) -> Leg | None:
        """The cheapest path to one of the ends, or to any."""
        cost = self._found.cost
        if end is None:
            end = min(self._last, key=lambda each: cost[self._last[each]], default=None)
        if end is None or end not in self._last:
            return None
        if end not in self._legs:
            self._legs[end] = self._path(end, self._last[end])
        return self._legs[end]

    def _path(self, end: Hex, last: Hex) -> Leg:
        cost = self._found.cost
        way = [last]
        while (here := way[-1]) != self._found.start:  # as Reach.path has it, looking beside the path alone
            way.append(min(hex_ for hex_, mp in self._before[here] if cost[hex_] + mp == cost[here]))
        hexes = (*way[::-1], *((end,) if end != last else ()))
        return Leg(self._uid, self.mobility, hexes, tuple(min(cost[each], cost[last]) for each in hexes), self._budget)

    def common(self) -> set[Hex]:
        """The hexes that lie on the cheapest paths to all of the ends."""
        legs = [leg for end in self._last if (leg := self.leg(end)) is not None]
        return set(legs[0].hexes).intersection(*(leg.hexes for leg in legs)) if legs else set()

    def killers(self, wanted: set[Hex]) -> set[Hex]:
        """Those of some hexes any one of which, with an enemy unit in it, leaves no path."""
        waiting = sorted(self.common() & wanted)
        found: set[Hex] = set()
        while waiting:
            hex_ = waiting.pop(0)
            other = self.clear_of(hex_, hex_)
            if other is None:
                found.add(hex_)
            else:
                waiting = [each for each in waiting if each in other]
        return found

    def clear_of(self, shut: Hex | None, lost: Hex | None) -> set[Hex] | None:
        """The hexes of a path that enters one of them not, and does not serve an end that is lost; None without any.

        It is searched from its end, since what the start of each path costs is known.
        """
        cost, budget, start = self._found.cost, self._found.budget, self._found.start
        goals: dict[Hex, Hex] = {}
        for near, ends in self._goals.items():
            if (near != shut or near == start) and (left := [end for end in ends if end != lost]):
                goals[near] = left[0]
        waiting = [(cost[near], 0, near) for near in goals]
        heapify(waiting)
        best, after = {near: 0 for _, _, near in waiting}, dict[Hex, Hex]()
        while waiting:
            _, spent, here = heappop(waiting)
            spent = -spent  # of paths as short as each other the longest is looked at first
            if here == start:
                way = [here]
                while way[-1] in after:
                    way.append(after[way[-1]])
                return {*way, goals[way[-1]]}
            for near, mp in self._before[here] if spent == best[here] else ():
                total = spent + mp
                if near != shut and total + cost[near] <= budget and total < best.get(near, budget + 1):
                    best[near], after[near] = total, here
                    heappush(waiting, (total + cost[near], -total, near))
        return None


class _Throw(_Stretch):
    """The paths on which an HQ throws to one hex: of them the shortest, and the others when they are asked for."""

    def __init__(self, state: State, hq: str, end: Hex) -> None:
        unit, self._state, self._end = state.units[hq], state, end
        self._asked = unit.place, draw_mobility(unit), TWELFTHS * unit.face.throw
        self._ground = ground(state, unit.side)
        ends = {end, *state.world.atlas.grid.around(end)}
        super().__init__(state, hq, self._asked[2], self._ground.reach_first(*self._asked, ends), (end,))

    @cached_property
    def _all(self) -> _Stretch:
        return _Stretch(self._state, self._uid, self._budget, self._ground.reach(*self._asked), (self._end,))

    def clear_of(self, shut: Hex | None, lost: Hex | None) -> set[Hex] | None:
        """As every stretch has it."""
        return self._all.clear_of(shut, lost)


class _Throws:
    """What the HQs of a side throw to one hex, each looked at once."""

    def __init__(self, state: State, end: Hex) -> None:
        self._state, self._end = state, end
        self._known: dict[str, _Throw] = {}

    def by(self, hq: str) -> _Throw:
        """What an HQ throws there, which is nothing where no path leads so far."""
        if hq not in self._known:
            self._known[hq] = _Throw(self._state, hq, self._end)
        return self._known[hq]


def _drawn(state: State, uid: str, sources: Sequence[Hex]) -> _Stretch:
    """What a unit draws from some hexes."""
    unit, budget = state.units[uid], draw_budget(state)
    found = ground(state, unit.side).reach(unit.place, draw_mobility(unit), budget)
    return _Stretch(state, uid, budget, found, sources)


class _Web:
    """How supply comes to one unit from some hexes, drawn or by some HQs; and what cuts it.

    zone_shuts: whether an enemy ZOC is enough to close a hex as a source.
    """

    def __init__(
        self,
        state: State,
        uid: str,
        sources: Sequence[Hex],
        hqs: Sequence[str],
        throws: _Throws,
        zone_shuts: bool = False,
    ) -> None:
        self._state, self._uid, self._zone_shuts = state, uid, zone_shuts
        self._place = state.units[uid].place
        self._own = _drawn(state, uid, sources)
        self._by: dict[str, tuple[_Stretch, ...]] = {}
        for hq in hqs:
            if (drawn := _drawn(state, hq, sources)) and (thrown := throws.by(hq)):
                self._by[hq] = drawn, thrown

    def lines(self, sources: Iterable[Source]) -> Iterator[Line]:
        """Every line, drawn ones first."""
        known = list(sources)
        for hq in ("", *self._by):
            drawn, *thrown = self._by.get(hq, (self._own,))
            last = [leg for each in thrown if (leg := each.leg()) is not None]
            for source in known:
                if (first := drawn.leg(source.place)) is not None:
                    yield Line(Access(source, hq), (first, *last))

    def nearest(self) -> Line | None:
        """The line from the nearest hex, drawn if it can be, else by the first HQ that throws."""
        hq = "" if self._own else next(iter(self._by), "")
        legs = [leg for each in self._by.get(hq, (self._own,)) if (leg := each.leg()) is not None]
        if not legs:
            return None
        source = Source(self._state.world.label(legs[0].hexes[-1]), legs[0].hexes[-1], ENDLESS)
        return Line(Access(source, hq), tuple(legs))

    def cuts(self) -> Cuts:
        """The hexes any one of which, shut, leaves no line."""
        routes = [({self._state.units[hq].place}, stretches) for hq, stretches in self._by.items()]
        if self._own:
            routes.insert(0, (set(), (self._own,)))
        if not routes:
            return Cuts()
        found = set.intersection(*(lost.union(*(each.common() for each in parts)) for lost, parts in routes))
        found -= {self._place}
        for lost, parts in routes:
            found &= lost.union(*(each.killers(found - lost) for each in parts))
        by_unit = sorted(found)
        side = self._state.units[self._uid].side
        able = [hex_ for hex_ in (self._place, *by_unit) if not negated(self._state, side, hex_)]
        return Cuts(tuple(by_unit), tuple(hex_ for hex_ in able if self._zone_cuts(hex_)))

    def _zone_cuts(self, hex_: Hex) -> bool:
        """Whether an enemy ZOC in a hex leaves no line."""
        lost = hex_ if self._zone_shuts else None

        def stands(stretch: _Stretch, lost: Hex | None) -> bool:
            return stretch.clear_of(hex_ if stretch.mobility is Mobility.TRUCK else None, lost) is not None

        if stands(self._own, lost):
            return False
        return not any(stands(drawn, lost) and stands(thrown, None) for drawn, thrown in self._by.values())


# --- a side


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a side would fare in its next Supply Phase if nothing changed until then (OCS 12.6, 12.8).

    without: the units without trace, in the roster's order. split: formations of which one part alone traces free; the
    first one counts here. meals: by source the units without trace that could eat off it. starving: those that could
    not eat anywhere, and would be out of supply.
    """

    without: tuple[str, ...] = ()
    split: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    meals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    starving: tuple[str, ...] = ()


def outlook(state: State, side: Side) -> Outlook:
    """Who of a side would be out of supply at its next Supply Phase if nothing changed."""
    if state.points.everyone_supplied(state):
        return Outlook()
    frame = SupplyFrame(side=side)
    without = untraced(state, frame)
    fresh = replace(state, units=state.units.update({uid: replace(state.units[uid], ate=False) for uid in without}))
    laid = tables_laid(fresh, SupplyFrame(side=side, without=without))
    meals = {source: tuple(users) for source, users in laid.items()}
    fed = {uid for users in meals.values() for uid in users}
    return Outlook(without, trace(state, side).split, meals, tuple(uid for uid in without if uid not in fed))


# --- what a plan costs


@dataclass(frozen=True, slots=True)
class Attack:
    """What an attack would cost: the attackers' bill, the T that the defence owes, and how it would best be paid."""

    bill: Bill
    defence: int
    answer: Cover


def attack_cost(state: State, units: Sequence[str], target: Hex) -> Attack:
    """The bill of an attack on a hex, as things stand, and the defender's answer (OCS 9.5).

    It is told from the whole table: what the enemy holds is his secret (OCS 4.9).
    """
    side = state.units[units[0]].side
    defenders = [uid for uid in state.here.get(target, ()) if state.units[uid].side is not side]
    if not defenders or state.points.everyone_supplied(state):
        return Attack(attack_bill(state, units), 0, Cover())
    return Attack(attack_bill(state, units), defence_price(state, defenders), defence_cover(state, defenders))


@dataclass(frozen=True, slots=True)
class Purchase:
    """Fuel bought in one of the three ways: for what, the units that move on it, and where it is paid (OCS 12.5c)."""

    how: How
    what: str
    units: tuple[str, ...]
    payment: Mapping[str, int]

    @property
    def tokens(self) -> int:
        """What it costs, in T."""
        return sum(self.payment.values())


@dataclass(frozen=True, slots=True)
class March:
    """What the fuel of a march would cost: what to buy, and the units for which there is none."""

    purchases: tuple[Purchase, ...] = ()
    dry: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """What it costs, in T."""
        return sum(each.tokens for each in self.purchases)


_Deal = tuple[How, str, tuple[str, ...]]
"""A formation or HQ for which fuel could be bought, and the thirsty units that would move on it."""
MOST_DEALS = 6
"""Deals of which every choice is tried; of more those that serve most units."""


def march_cost(state: State, units: Sequence[str]) -> March:
    """The cheapest fuel for some units of a side where they stand, in the stance that they have (OCS 12.5c).

    Fewest stay dry; then fewest T; then what lasts longer than the phase. HQs alone fuel nobody's formation.
    """
    thirsty = [uid for uid in units if fuel_refusal(state, uid) is not None]
    if not thirsty:
        return March()
    side = state.units[thirsty[0]].side
    deals = sorted(_deals(state, side, thirsty), key=lambda deal: -len(deal[2]))[:MOST_DEALS]
    choices = (chosen for count in range(len(deals) + 1) for chosen in combinations(deals, count))
    ranked = sorted(choices, key=lambda chosen: (_price(state, thirsty, chosen), -len(chosen)))
    best: March | None = None
    for chosen in ranked:
        march = _march(state, side, thirsty, chosen)
        if best is None or len(march.dry) < len(best.dry):
            best = march
        if not best.dry:
            break
    return best or March()


def _price(state: State, thirsty: Sequence[str], chosen: Sequence[_Deal]) -> int:
    served = {uid for _, _, units in chosen for uid in units}
    singles = sum(uid not in served for uid in thirsty) * price(state, How.UNIT)
    return singles + sum(price(state, how) for how, _, _ in chosen)


def _deals(state: State, side: Side, thirsty: Sequence[str]) -> Iterator[_Deal]:
    """What could be bought for several of the units at once."""
    units = state.units
    for formation in dict.fromkeys(units[uid].counter.formation for uid in thirsty):
        found = offers(state, side, How.FORMATION, formation) if formation else []
        served = max((tuple(uid for uid in thirsty if uid in each.units) for each in found), key=len, default=())
        if served:
            yield How.FORMATION, formation, served
    for hq in throwers(state, side):
        if hq in state.fueled_hqs or not offers(state, side, How.HQ, hq):
            continue
        near = throw_hexes(state, hq)
        served = tuple(uid for uid in thirsty if uid == hq or _fuels(state, hq, uid, near))
        if served:
            yield How.HQ, hq, served


def _fuels(state: State, hq: str, uid: str, near: Collection[Hex]) -> bool:
    """Whether an HQ with fuel would fuel another unit: an independent one in its throw range (OCS 12.5c B)."""
    unit = state.units[uid]
    return not unit.counter.formation and unit.place in near and serves(state, state.units[hq], unit)


def _march(state: State, side: Side, thirsty: Sequence[str], chosen: Sequence[_Deal]) -> March:
    """A march on some deals, the rest fueled singly, as far as there is supply for all of it."""
    purchases: list[Purchase] = []
    waiting, left = list(thirsty), state
    for how, what, served in chosen:
        order = fuel_plan(left, side, how, what)
        if order is not None:
            left = _without(left, side, order.payment)
            purchases.append(Purchase(how, what, tuple(uid for uid in served if uid in waiting), order.payment))
            waiting = [uid for uid in waiting if uid not in served]
    paid = _singles(left, side, waiting)
    purchases += [Purchase(How.UNIT, uid, (uid,), payment) for uid, payment in paid.items()]
    return March(tuple(purchases), tuple(uid for uid in waiting if uid not in paid))


def _singles(state: State, side: Side, units: Sequence[str]) -> dict[str, dict[str, int]]:
    """Payments for as many units as can be fueled singly, all together from the fewest sources."""
    needs: list[Need] = []
    for uid in units:
        more = [*needs, Need(uid, state.units[uid].place, price(state, How.UNIT), (uid,))]
        needs = more if plan(state, side, more) is not None else needs
    paid = plan(state, side, needs) or []
    return {need.what: payment for need, payment in zip(needs, paid, strict=True)}


def _without(state: State, side: Side, payment: Mapping[str, int]) -> State:
    """The table with a payment taken off it; off-map boxes never run out."""
    for name, tokens in payment.items():
        source = name.partition(" by ")[0]
        if source in state.transport:
            each = state.transport[source]
            state = replace(state, transport=state.transport.set(source, replace(each, load=each.load - tokens)))
        elif not state.world.is_box(place := state.world.place(source)):
            state = on_ground(state, place, side, -tokens)
    return state
