"""Barrage of an air base, a port or a railway: what its die does (OCS 10.0c), whatever fired."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.series.firing import Aim
from ocs_engine.series.tables.facility import FacilityResult, base_level_after, facility_result, plane_loses_step
from ocs_engine.series.tables.port import port_hits_after
from ocs_engine.state.air_events import TrainsBusted
from ocs_engine.state.barrage_events import BaseReduced, FacilityStruck, PortHit
from ocs_engine.state.capture_events import PlaneStepLost
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


@rule("OCS 10.0c")
def strike(draft: Draft[State], owner: Side, target: str, aim: Aim, column: int) -> None:
    """Roll a barrage of a facility in a column, without shifts, and do what it says to this kind of target alone."""
    die = draft.roll(f"barrage of the {aim} in {target}", 1)[0]
    result = facility_result(draft.state.world.tables, column, die)
    at_base, at_railway = aim is Aim.AIR_BASE, aim is Aim.RAILWAY
    draft.emit(
        FacilityStruck(
            target=target,
            aim=aim,
            die=die,
            result=result.text,
            hits=0 if at_railway else result.hits,
            plane_loss=result.plane_loss if at_base else None,
        )
    )
    hex_ = draft.state.world.place(target)
    if at_base:
        _reduce_base(draft, hex_, result)
        _strike_planes(draft, owner, hex_, result)
    elif at_railway:
        _bust(draft, owner, target, result)
    else:
        _hit_port(draft, hex_, result)


@rule("OCS 10.0c", "OCS 15.0b")
def _reduce_base(draft: Draft[State], hex_: Hex, result: FacilityResult) -> None:
    """Take levels off an air base, down to Level 1 at most; an air strip has none to lose (OCS 10.0c, 15.0b)."""
    level = draft.state.bases[hex_].level
    left = base_level_after(level, result)
    if left < level:
        draft.emit(BaseReduced(hex=draft.state.world.label(hex_), level=left))


@rule("OCS 10.0c")
def _strike_planes(draft: Draft[State], owner: Side, hex_: Hex, result: FacilityResult) -> None:
    """The firer rolls for each enemy plane at the base, Active or not (OCS 10.0c)."""
    if result.plane_loss is None:
        return
    label = draft.state.world.label(hex_)
    planes = sorted(draft.state.planes.items(), key=lambda pair: pair[0])
    for pid, plane in planes:
        if plane.place == hex_ and plane.aircraft.side is owner:
            die = draft.roll(f"{plane.aircraft.name} at {label}", 1)[0]
            if plane_loses_step(result, die):
                draft.emit(PlaneStepLost(plane=pid, why="barrage"))


@rule("OCS 10.0c", "OCS 14.8")
def _bust(draft: Draft[State], owner: Side, target: str, result: FacilityResult) -> None:
    """A star puts a Trainbusting marker on the hex (OCS 10.0c, 14.8a)."""
    if result.trainbust:
        draft.emit(TrainsBusted(hex=target, side=owner))


@rule("OCS 10.0c", "OCS 19.0b")
def _hit_port(draft: Draft[State], hex_: Hex, result: FacilityResult) -> None:
    """Add hits to a port, up to the most that it can have (OCS 10.0c, 19.0b)."""
    hits = draft.state.ports[hex_].hits
    after = port_hits_after(draft.state.world.tables, hits, result.hits)
    if after > hits:
        draft.emit(PortHit(hex=draft.state.world.label(hex_), hits=after))
