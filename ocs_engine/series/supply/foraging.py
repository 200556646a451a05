"""Supply caches spent as Forage, by option (OCS 21.10): an HQ that was just cut off gives trace to those around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from immutables import Map

from ocs_engine.kernel.cases import rule
from ocs_engine.series.supply.access import serves, throwers
from ocs_engine.series.supply.trace import net_of, trace
from ocs_engine.state.model import State, Unit
from ocs_engine.world.counters import Side


@rule("OCS 21.10")
def foragers(state: State, side: Side, foraged: Sequence[str]) -> tuple[str, ...]:
    """The HQs that may forage: cut off by the enemy since their side's last Supply Phase, one cache each (OCS 21.10).

    foraged: those that have.
    """
    if not state.caches.get(side):
        return ()
    lines = trace(state, side).lines
    fresh = [hq for hq in throwers(state, side) if lines.get(hq) is None and _traced_last(state, hq)]
    fresh = [hq for hq in fresh if hq not in foraged]
    if not fresh:
        return ()
    free = trace(_without_enemy(state, side), side).lines
    return tuple(hq for hq in fresh if free.get(hq) is not None)


def _traced_last(state: State, hq: str) -> bool:
    """Whether this is the first turn of an HQ without trace: it neither starved, ate nor foraged in the last one."""
    unit = state.units[hq]
    return not unit.oos and not unit.ate and state.foraged.get(hq) != state.turn - 1


def _without_enemy(state: State, side: Side) -> State:
    """The table as it would be without the enemy: his units, what he holds, and the damage he did to ports and rail."""
    own: dict[str, Unit] = {uid: unit for uid, unit in state.in_order() if unit.side is side}
    here = {place: kept for place, there in state.here.items() if (kept := tuple(uid for uid in there if uid in own))}
    held = {hex_: owner for hex_, owner in state.control.items() if owner is side}
    rails = {hex_: owner for hex_, owner in state.rail_control.items() if owner is side}
    ports = {hex_: replace(port, side=side, hits=0) for hex_, port in state.ports.items()}
    return replace(
        state,
        roster=tuple(own),
        units=Map(own),
        here=Map(here),
        control=Map(held),
        rail_control=Map(rails),
        ports=Map(ports),
        trainbusted=Map(),
    )


@rule("OCS 21.10")
def served(state: State, side: Side, hqs: Sequence[str]) -> set[str]:
    """The combat units to which foraging HQs give trace: they themselves, and those to which they could throw."""
    if not hqs:
        return set()
    net, found = net_of(state, side), set(hqs)
    for hq in hqs:
        thrower = state.units[hq]
        for uid, unit in state.in_order():
            near = unit.side is side and unit.place >= 0 and serves(state, thrower, unit)
            if near and net.throws(hq, unit.place):
                found.add(uid)
    return found
