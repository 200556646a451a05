"""Which ways are open to a retreat (OCS 9.12): questions alone, nothing here changes anything."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ocs_engine.grid import Edge, Grid, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Message
from ocs_engine.series.bridges import EASIER, bridged_by_others, bridged_cost
from ocs_engine.series.costs import edge_costs
from ocs_engine.series.general import attack_capable, enemy_noncombat, enemy_units, in_enemy_zoc
from ocs_engine.series.modes import on_map
from ocs_engine.state.model import Mode, State, Unit, Up
from ocs_engine.world.counters import Mobility


class Aim(Message):
    """What a retreat is held to: how many hexes, and the hexes where enemies of the combat stood when it began."""

    hexes: int
    enemies: tuple[str, ...]


class Party(Message):
    """Pieces in one hex that came the same way.

    units: those that must retreat. taggers, transport: combat units and organic trucks that may go along (OCS 9.12d).
    trail: the labels of the hexes that they have been in, the start first and the one where they are last.
    """

    units: tuple[str, ...]
    taggers: tuple[str, ...] = ()
    transport: tuple[str, ...] = ()
    trail: tuple[str, ...]


class Bounds(Message):
    """How free a way is.

    onward: no step leads nearer to the start. apart: it ends as many hexes away from every enemy of the combat, or
    more, as the retreat is long.
    """

    onward: bool
    apart: bool


@rule("OCS 9.12d")
def parties(state: State, units: Sequence[str], taggers: Sequence[str] = ()) -> list[Party]:
    """Those of some units that are on the map, a party for each hex, with what may tag along from there."""
    places = dict.fromkeys(state.units[uid].place for uid in units)
    return [
        Party(
            units=_standing(state, units, place),
            taggers=_standing(state, [uid for uid in taggers if uid not in units], place),
            transport=_organic(state, state.units[units[0]].side, place),
            trail=(state.world.label(place),),
        )
        for place in places
        if on_map(state, place)
    ]


def _standing(state: State, units: Sequence[str], place: int) -> tuple[str, ...]:
    return tuple(uid for uid in units if state.units[uid].place == place)


def _organic(state: State, side: str, place: int) -> tuple[str, ...]:
    there = ((tid, each) for tid, each in sorted(state.transport.items()) if each.place == place)
    return tuple(tid for tid, each in there if each.side == side and each.kind == "organic")


def present(state: State, party: Party) -> Party:
    """A party without those that are no longer where it is."""
    place = state.world.place(party.trail[-1])
    left = [tid for tid in party.transport if tid in state.transport and state.transport[tid].place == place]
    changes = {
        "units": _standing(state, party.units, place),
        "taggers": _standing(state, party.taggers, place),
        "transport": tuple(left),
    }
    return party.model_copy(update=changes)


@rule("OCS 9.12b")
def retreating(unit: Unit) -> Unit | None:
    """A unit in the stance in which it retreats, None for one without MA in any mode, which cannot (OCS 9.12b).

    HQs and units without MA flip to Move first; a Reserve marker comes off.
    """
    up = Up.MOVE if unit.counter.is_hq or unit.face.ma == 0 else unit.up
    ready = replace(unit, up=up, marker=None if unit.marker is Mode.RESERVE else unit.marker)
    return ready if ready.face.ma > 0 else None


@dataclass(frozen=True)
class Ways:
    """The ways open to a group. units: in the stances in which they retreat. trail: as of its party, in hexes."""

    state: State
    aim: Aim
    units: tuple[Unit, ...]
    mobilities: tuple[Mobility, ...]
    trail: tuple[Hex, ...]

    @property
    def _grid(self) -> Grid:
        return self.state.world.atlas.grid

    @cached_property
    def _enemies(self) -> frozenset[Hex]:
        return frozenset(self.state.world.place(label) for label in self.aim.enemies)

    @cached_property
    def _ground(self) -> frozenset[Hex]:
        """The hexes, none farther from the start than the retreat is long, that the group may enter."""
        near = self._grid.within(self.trail[0], self.aim.hexes)
        return frozenset(hex_ for hex_ in near if hex_ not in self.trail and self._may_enter(hex_))

    @cached_property
    def _zones(self) -> frozenset[Hex]:
        """Those of them that lie in an enemy ZOC, which is never negated here (OCS 9.12e)."""
        return frozenset(hex_ for hex_ in self._ground if in_enemy_zoc(self.state, self.units[0].side, hex_))

    @rule("OCS 9.12f", "OCS 4.8c", "OCS 5.8a", "T2 1.5", "T2 2.6")
    def _may_enter(self, hex_: Hex) -> bool:
        """Whether all of the group may be in a hex, terrain apart.

        Not where enemy combat units are or were, nor in Strat Mode in an enemy ZOC, nor against the game's own rules;
        with enemy non-combat units only if an Attack-Capable unit is in the group.
        """
        state, side = self.state, self.units[0].side
        if hex_ in self._enemies or enemy_units(state, side, hex_):
            return False
        if enemy_noncombat(state, side, hex_) and not any(attack_capable(unit) for unit in self.units):
            return False
        if any(unit.marker is Mode.STRAT for unit in self.units) and in_enemy_zoc(state, side, hex_):
            return False
        return all(state.points.may_enter(state, unit, hex_) is None for unit in self.units)

    @rule("OCS 9.12")
    def _steps(self, hex_: Hex, onward: bool) -> Iterator[Hex]:
        """The hexes next to one into which a way may go on, clockwise from north."""
        away = self._grid.distance(hex_, self.trail[0])
        for to in self._grid.around(hex_):
            edge = self._grid.edge_between(hex_, to)
            if to not in self._ground or (onward and self._grid.distance(to, self.trail[0]) < away):
                continue
            if all(self._crosses(edge, each) for each in self.mobilities):
                yield to

    @rule("OCS 9.12", "OCS 13.8b")
    def _crosses(self, edge: Edge, mobility: Mobility) -> bool:
        """Whether the group's units of a mobility may cross a hexside: by its terrain, or by a bridge.

        The bridge is one of friends outside the group, at either end; an engineer leaves its first hex over its own.
        """
        world, group = self.state.world, {unit.counter.id for unit in self.units}
        if edge_costs(world.board, mobility)[edge] is not None or world.atlas.water[edge] not in EASIER:
            return edge_costs(world.board, mobility)[edge] is not None
        own = [unit for unit in self.units if unit.face.mobility is mobility]
        leaving = len(self.trail) == 1 and edge // 6 == self.trail[0]
        over_own = leaving and bool(own) and all(unit.counter.engineer for unit in own)
        bridged = over_own or bridged_by_others(self.state, self.units[0].side, edge, group)
        return bridged and bridged_cost(world.board, mobility, edge) is not None

    def _flood(self, hex_: Hex, onward: bool, closed: Collection[Hex] = ()) -> list[Hex]:
        """The hexes to which a way may lead on from one, itself the first, none of the closed ones entered."""
        found = [hex_]
        for here in found:
            found += [to for to in self._steps(here, onward) if to not in found and to not in closed]
        return found

    @rule("OCS 9.12")
    def _is_end(self, hex_: Hex, apart: bool) -> bool:
        """Whether a retreat may end in a hex: at its distance from the start, in a straight line."""
        if self._grid.distance(hex_, self.trail[0]) != self.aim.hexes:
            return False
        return not apart or all(self._grid.distance(hex_, enemy) >= self.aim.hexes for enemy in self._enemies)

    @rule("OCS 9.12")
    def bounds(self) -> Bounds | None:
        """The strictest bounds that leave the group a complete way from where it is; None where it has no way at all.

        A step nearer to the start is allowed only where there is no way without one, and an end near to enemies of
        the combat where all others are reached by entering an enemy ZOC alone, or not at all.
        """
        here = self.trail[-1]
        for onward in (True, False):
            if any(self._is_end(hex_, apart=False) for hex_ in self._flood(here, onward)):
                quiet = self._flood(here, onward, closed=self._zones)
                return Bounds(onward=onward, apart=any(self._is_end(hex_, apart=True) for hex_ in quiet))
        return None

    def completed(self, bounds: Bounds) -> bool:
        """Whether the group has gone all its way."""
        return self._is_end(self.trail[-1], bounds.apart)

    def next_hexes(self, bounds: Bounds) -> list[Hex]:
        """The hexes that the group may enter next, those from which its way can be completed, clockwise from north."""
        return [
            to
            for to in self._steps(self.trail[-1], bounds.onward)
            if any(self._is_end(hex_, bounds.apart) for hex_ in self._flood(to, bounds.onward))
        ]

    def still(self, bounds: Bounds | None) -> Bounds | None:
        """The bounds that hold from here on: new ones at the start, and where a loss closed the ways under the old."""
        return bounds if bounds and (self.completed(bounds) or self.next_hexes(bounds)) else self.bounds()


def ways_of(state: State, aim: Aim, party: Party, units: Sequence[str], transport: Sequence[str] = ()) -> Ways | None:
    """The ways of some units and trucks of a party together; None where one of them has no MA in any mode."""
    ready = [unit for uid in units if (unit := retreating(state.units[uid])) is not None]
    if len(ready) < len(units):
        return None
    kinds = state.world.transport.kinds
    trucks = (kinds[state.transport[tid].kind].mobility for tid in transport)
    mobilities = dict.fromkeys((*(unit.face.mobility for unit in ready), *trucks))
    trail = tuple(state.world.place(label) for label in party.trail)
    return Ways(state, aim, tuple(ready), tuple(mobilities), trail)


def have_way(state: State, aim: Aim, party: Party, units: Sequence[str], transport: Sequence[str] = ()) -> bool:
    """Whether some units and trucks of a party can complete their retreat together."""
    ways = ways_of(state, aim, party, units, transport)
    return ways is not None and ways.bounds() is not None


@rule("OCS 4.8c")
def could_go(state: State, aim: Aim, party: Party, units: Sequence[str]) -> bool:
    """Whether some units can complete their retreat together, if need be behind an Attack-Capable unit of the party."""
    if have_way(state, aim, party, units):
        return True
    leaders = (
        uid
        for uid in (*party.units, *party.taggers)
        if uid not in units and (ready := retreating(state.units[uid])) is not None and attack_capable(ready)
    )
    return any(have_way(state, aim, party, (*units, uid)) for uid in leaders)


def able(state: State, aim: Aim, party: Party) -> list[str]:
    """Those units of a party that must retreat and can."""
    return [uid for uid in party.units if could_go(state, aim, party, (uid,))]
