"""Chapter 4: attack-capable units, zones of control, RE and stacking, and who may share a hex."""

from __future__ import annotations

from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.state.model import Mode, State, Unit, Up
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.options import STRAT_STACKING


def stack_limit(state: State) -> int:
    """Combat units in a hex at most, in quarters of an RE (OCS 4.8a)."""
    return 4 * state.world.tables.number("stacking_limit_RE")


@rule("OCS 4.4")
def attack_capable(unit: Unit) -> bool:
    """Whether it has a printed strength without parentheses, 0 included, and is not in Strat or Reserve (OCS 4.4)."""
    face = unit.face
    return face.strength is not None and not face.parenthesised and unit.marker not in (Mode.STRAT, Mode.RESERVE)


@rule("OCS 4.5")
def has_zoc(unit: Unit) -> bool:
    """Whether it exerts a ZOC: Attack-Capable, in Combat Mode, not OOS; Exploit keeps what it had (OCS 4.5)."""
    if unit.up is not Up.COMBAT or unit.marker not in (None, Mode.EXPLOIT) or unit.oos:
        return False
    return unit.counter.combat is not None and attack_capable(unit)


@rule("OCS 4.5")
def zoc_makers(state: State, side: Side, hex_: Hex) -> list[str]:
    """The units of a side whose ZOC reaches a hex; it reaches all six neighbours, whatever lies between (OCS 4.5)."""
    grid, here, units = state.world.atlas.grid, state.here, state.units
    return [
        uid
        for neighbour in grid.neighbours[6 * hex_ : 6 * hex_ + 6]
        if neighbour != OFF_MAP
        for uid in here.get(neighbour, ())
        if units[uid].side is side and has_zoc(units[uid])
    ]


def in_enemy_zoc(state: State, side: Side, hex_: Hex) -> bool:
    """Whether a hex lies in a ZOC of the other side, negated or not (OCS 4.5)."""
    return bool(zoc_makers(state, side.other, hex_))


def zoc_hexes(state: State, side: Side) -> set[Hex]:
    """Every hex in a ZOC of a side."""
    grid = state.world.atlas.grid
    makers = {unit.place for _, unit in state.in_order() if unit.side is side and unit.place >= 0 and has_zoc(unit)}
    return {near for hex_ in makers if hex_ < grid.size for near in grid.around(hex_)}


@rule("OCS 4.5b")
def negated(state: State, side: Side, hex_: Hex) -> bool:
    """Whether a unit of this side cancels enemy ZOC in its hex: one that spends no more MP this phase (OCS 4.5b)."""
    return any(state.units[uid].side is side and spends_no_more(state, uid) for uid in state.here.get(hex_, ()))


@rule("OCS 4.5b")
def spends_no_more(state: State, uid: str) -> bool:
    """Whether a unit will not spend MP any more in this phase (OCS 4.5b).

    In its side's movement segments only a unit that has finished, was declared not to move, or has no MA or no leave
    to move at all; elsewhere every unit, in the Breakout Segment too, for breaking out is no spending of MP. Only in
    the Movement Phase may it turn to the side that has MA.
    """
    unit, now = state.units[uid], state.now
    if not (now.is_movement and now.acts is unit.side):
        return True
    if uid in state.memory.done or state.points.movement_frozen(state):
        return True
    if now.phase is Phase.MOVEMENT:
        combat = unit.counter.combat
        return max(unit.counter.move.ma, combat.ma if combat else 0) == 0
    may_act = unit.marker in (Mode.RESERVE, Mode.EXPLOIT) or uid in state.memory.released
    return not may_act or unit.face.ma == 0


@rule("OCS 4.5a")
def holds_trucks(state: State, side: Side, hex_: Hex) -> bool:
    """Whether units on Truck MP must stop when they enter: an enemy ZOC that is not negated (OCS 4.5a A)."""
    return in_enemy_zoc(state, side, hex_) and not negated(state, side, hex_)


def uses_trucks(unit: Unit) -> bool:
    """Whether a unit moves with Truck MP now."""
    return unit.face.mobility is Mobility.TRUCK


@rule("OCS 4.6")
def size(unit: Unit) -> int:
    """Its size in quarters of an RE; a multi-step unit loses one RE with each step (OCS 4.6)."""
    return unit.counter.re - 4 * unit.lost if unit.counter.steps > 1 else unit.counter.re


def stack_size(state: State, hex_: Hex, side: Side) -> int:
    """All combat units of a side in a hex, in quarters of an RE."""
    return sum(size(unit) for unit in (state.units[uid] for uid in state.here.get(hex_, ())) if unit.side is side)


@rule("T2 1.3c")
def crowding_waived(state: State, side: Side, hex_: Hex) -> bool:
    """Whether a stack of a side may be as big as it likes: for where and when it stands, or was formed (T2 1.3c)."""
    return state.crowds.get(hex_) is side or state.points.waives_crowding(state, hex_)


@rule("OCS 4.8a", "OCS 13.6")
def has_yet_to_move(state: State, side: Side) -> bool:
    """Whether the Movement step of a side in a simulcast turn lies ahead; what came or was rebuilt may stand too high.

    The step of the other side may come between (OCS 2.4). Nobody fights in such a turn, so nothing else crowds a hex.
    """
    later = state.slots[state.slot + 1 :] if state.simulcast else ()
    return any(slot.phase is Phase.MOVEMENT and slot.acts is side for slot in later)


def too_high(state: State) -> list[tuple[Hex, Side]]:
    """The hexes that hold more than 10 RE of combat units of a side, in order, whether or not they may (OCS 4.8a)."""
    crowded = (hex_ for hex_, units in state.here.items() if len(units) > 1)
    hexes, limit = sorted(hex_ for hex_ in crowded if 0 <= hex_ < state.world.atlas.grid.size), stack_limit(state)
    return [(hex_, side) for hex_ in hexes for side in Side if stack_size(state, hex_, side) > limit]


@rule("OCS 4.8a")
def overstacked(state: State) -> list[Hex]:
    """The hexes that hold more than 10 RE of combat units, in order, and may not (OCS 4.8a).

    Off-map boxes have no limit.
    """
    return [
        hex_
        for hex_, side in too_high(state)
        if not crowding_waived(state, side, hex_) and not has_yet_to_move(state, side)
    ]


@rule("OCS 21.12")
def strat_units(state: State, hex_: Hex, side: Side) -> list[str]:
    """The units of a side in a hex that are in Strat Mode."""
    there = (uid for uid in state.here.get(hex_, ()) if state.units[uid].side is side)
    return [uid for uid in there if state.units[uid].marker is Mode.STRAT]


@rule("OCS 21.12")
def too_many_strat(state: State, hex_: Hex, side: Side) -> bool:
    """Whether a hex holds more of a side in Strat Mode than the option lets end a segment there (OCS 21.12c).

    One unit of several steps always may, and so may the units of one formation.
    """
    found = [state.units[uid] for uid in strat_units(state, hex_, side)]
    if len(found) <= 1 or not state.plays(STRAT_STACKING):
        return False
    formations = {unit.counter.formation for unit in found}
    together = len(formations) == 1 and "" not in formations
    limit = 4 * state.world.tables.number("strat_stacking_RE")
    free = crowding_waived(state, side, hex_) or has_yet_to_move(state, side)
    return not together and sum(map(size, found)) > limit and not free


@rule("OCS 21.12")
def strat_crowds(state: State) -> list[tuple[Hex, Side]]:
    """The hexes of the map with too many units in Strat Mode, in order, each with their side (OCS 21.12c)."""
    if not state.plays(STRAT_STACKING):
        return []
    hexes = (hex_ for hex_ in sorted(state.here) if 0 <= hex_ < state.world.atlas.grid.size)
    return [(hex_, side) for hex_ in hexes for side in Side if too_many_strat(state, hex_, side)]


def worth(unit: Unit) -> tuple[int, int]:
    """What a unit is worth beside others: the strength of the side up, then its AR."""
    return unit.face.strength or 0, unit.counter.ar


def enemy_units(state: State, side: Side, hex_: Hex) -> list[str]:
    """The other side's combat units in a hex."""
    return [uid for uid in state.here.get(hex_, ()) if state.units[uid].side is not side]


def enemy_places(state: State, side: Side) -> set[int]:
    """The places in which the other side has anything at all but planes."""
    found = {place for place in state.here if enemy_units(state, side, place)}
    for works in (state.bases, state.ports, state.hedgehogs):
        found |= {hex_ for hex_, work in works.items() if work.side is not side}
    found |= {hex_ for hex_, dump in state.dumps.items() if dump.side is not side}
    return found | {each.place for each in state.transport.values() if each.side is not side}


@rule("OCS 3.3")
def enemy_noncombat(state: State, side: Side, hex_: Hex) -> list[str]:
    """What the other side has in a hex besides combat units: "air base", "port", "hedgehog", "dump", "transport"."""
    found = [
        name
        for name, works in (("air base", state.bases), ("port", state.ports), ("hedgehog", state.hedgehogs))
        if hex_ in works and works[hex_].side is not side
    ]
    if hex_ in state.dumps and state.dumps[hex_].side is not side:
        found.append("dump")
    if any(each.place == hex_ and each.side is not side for each in state.transport.values()):
        found.append("transport")
    return found
