"""Whether the sequence of play waits for what a side could do with its planes (OCS 14.2, 15.1)."""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.series.air.air_barrage import in_air_barrage, open_targets
from ocs_engine.series.air.missions import ready_planes
from ocs_engine.series.air.plans import can_plan
from ocs_engine.series.air.refit import can_refit
from ocs_engine.series.air.trainbusting import open_railways
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side


@rule("OCS 14.2", "OCS 14.10b", "OCS 15.1", "OCS 10.0e")
def planes_can_act(state: State, side: Side) -> bool:
    """Whether planes of a side could do anything in this slot, in which it acts: be refitted, or fly.

    A Refit Phase waits for a side with drops to plan, or with plans to change, too.
    In a movement segment any that is ready flies, in a barrage segment where there is something that they can barrage.
    Merging planes holds nothing up: it can be done at any time (OCS 13.9).
    """
    now = state.now
    if now.phase is Phase.REFIT:
        return can_refit(state, side) or can_plan(state, side)
    if in_air_barrage(state, side):
        return any(True for _ in open_railways(state, side)) or bool(open_targets(state, side))
    return now.is_movement and now.phase in (Phase.REACTION, Phase.EXPLOITATION) and bool(ready_planes(state, side))
