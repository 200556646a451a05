"""What a result does to the modes of a hex, whatever brought it: disorder, and reserves that are no longer any."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.series.modes import released
from ocs_engine.state.carry_events import TransportReserved
from ocs_engine.state.model import Mode, State, Unit
from ocs_engine.world.counters import Side


@rule("OCS 5.10a", "OCS 5.10c")
def disordered(state: State, side: Side, hex_: Hex) -> dict[str, str]:
    """The new stances when one unit of a side in a hex goes DG: all of its combat units there do, bystanders too.

    Their other markers come off; the side up stays. Units that are DG already are not named, and Transport Points have
    no modes at all (OCS 5.10c).
    """
    there = ((uid, state.units[uid]) for uid in state.here.get(hex_, ()))
    return {uid: f"{Mode.DG}/{unit.up}" for uid, unit in there if unit.side is side and unit.marker is not Mode.DG}


@rule("OCS 5.7d")
def roused(state: State, side: Side, hex_: Hex) -> dict[str, str]:
    """The new stances when a stack receives any result as defender: its Reserve markers come off (OCS 5.7d)."""
    there = ((uid, state.units[uid]) for uid in state.here.get(hex_, ()))
    return {uid: released(unit) for uid, unit in there if unit.side is side and unit.marker is Mode.RESERVE}


@rule("OCS 5.7d", "OCS 5.10c", "OCS 13.2g")
def rouse_trucks(draft: Draft[State], side: Side, hex_: Hex, why: str) -> None:
    """Organic trucks lose their Reserve markers where a result, or disorder, takes hold of a hex (OCS 5.10c)."""
    there = sorted(draft.state.transport.items())
    found = tuple(tid for tid, each in there if each.reserve and each.place == hex_ and each.side is side)
    if found:
        draft.emit(TransportReserved(transport=found, reserve=False, why=why))


@rule("OCS 5.8b", "OCS 5.10e")
def may_throw(unit: Unit) -> bool:
    """Whether an HQ may throw supply: not in Strat Mode, DG or not, from either side up (OCS 5.8b, 5.10e, 12.3b)."""
    return unit.counter.is_hq and unit.marker is not Mode.STRAT


@rule("OCS 5.8b")
def may_eat(unit: Unit) -> bool:
    """Whether a unit without trace may eat off the map: never in Strat Mode (OCS 5.8b)."""
    return unit.marker is not Mode.STRAT


@rule("OCS 5.10e")
def keeps_working(unit: Unit) -> bool:
    """Whether the mode of an HQ, engineer or rail repair unit lets it work: Combat, or DG with the Combat side up."""
    return unit.in_working_mode
