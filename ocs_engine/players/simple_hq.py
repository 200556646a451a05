"""Where the player `simple` puts its HQs: near enough to throw to the front, and out of danger."""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.grid import Hex
from ocs_engine.players.simple_worth import enemies, garrison
from ocs_engine.series.commands import Move
from ocs_engine.series.forms import other_stances, with_stance
from ocs_engine.series.general import attack_capable, size, stack_limit, stack_size
from ocs_engine.series.modes import KEEP, movement_allowance, on_map
from ocs_engine.series.movement import may_end_in, movement_range
from ocs_engine.series.supply.access import serves
from ocs_engine.series.supply.paths import draw_mobility, throw_hexes
from ocs_engine.series.supply.trace import trace
from ocs_engine.state.events import stance
from ocs_engine.state.model import State

FRONT = 10
"""Hexes to the nearest enemy within which its units count as the front."""
BEHIND = 3
"""Hexes to the nearest enemy nearer than which an HQ does not go."""


def march(state: State, uid: str) -> Move | None:
    """The march of an HQ to where it throws to more of the front than where it is; None where it had best stay."""
    unit = state.units[uid]
    front = clients(state, uid)
    covered = throw_hexes(state, uid)
    if not front or 2 * sum(hex_ in covered for hex_ in front) >= len(front):
        return None
    text = KEEP if stance(unit) == "move" else "move"
    if text != KEEP and text not in other_stances(state, uid):
        return None
    there = with_stance(state, uid, text)
    if movement_allowance(there, uid) <= 0:
        return None
    found = movement_range(there, uid)
    distance = state.world.atlas.grid.distance
    far = {hex_: sum(distance(hex_, each) for each in front) for hex_ in found.nodes()}
    near = [enemy.place for enemy in enemies(state, unit.side)]
    drawn = trace(state, unit.side).net.drawn
    room = stack_limit(state) - size(unit)
    for hex_ in sorted(far, key=lambda each: (far[each], found.cost[each], each)):
        if far[hex_] >= far[unit.place]:
            return None
        exposed = any(distance(hex_, place) < BEHIND for place in near) or not may_end_in(there, uid, hex_)
        if exposed or drawn(hex_, draw_mobility(there.units[uid])) is None:
            continue
        if stack_size(state, hex_, unit.side) <= room and _guarded(state, hex_, near, uid):
            path = tuple(state.world.label(each) for each in found.path(hex_)[1:])
            return Move(side=unit.side, units=(uid,), path=path, stances={} if text == KEEP else {uid: text})
    return None


def _guarded(state: State, hex_: Hex, near: Sequence[Hex], uid: str) -> bool:
    """Whether an HQ is safe in a hex: with units that fight, or some way off from the enemy."""
    distance = state.world.atlas.grid.distance
    return garrison(state, hex_, state.units[uid].side) > 0 or all(distance(hex_, place) > BEHIND for place in near)


def clients(state: State, uid: str) -> list[Hex]:
    """Where the units stand that an HQ serves, those at the front or else all."""
    hq, distance = state.units[uid], state.world.atlas.grid.distance
    near = [enemy.place for enemy in enemies(state, hq.side)]
    served = [
        unit.place
        for _, unit in state.in_order()
        if unit.side is hq.side and on_map(state, unit.place) and attack_capable(unit) and serves(state, hq, unit)
    ]
    return [hex_ for hex_ in served if any(distance(hex_, place) <= FRONT for place in near)]
