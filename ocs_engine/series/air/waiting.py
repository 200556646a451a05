"""Whether the sequence of play waits for what a side could do with its planes (OCS 14.2)."""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.series.air.missions import ready_planes
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side


@rule("OCS 14.2")
def planes_can_act(state: State, side: Side) -> bool:
    """Whether planes of a side could fly in this slot, in which it acts: any that is ready, in a movement segment."""
    now = state.now
    return now.is_movement and now.phase in (Phase.REACTION, Phase.EXPLOITATION) and bool(ready_planes(state, side))
