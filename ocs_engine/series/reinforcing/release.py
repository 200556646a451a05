"""The release of an army that waits off the map: a die in each Reinforcement Phase of its side (T2 2.4a)."""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.state.arrival_events import ReleaseRolled
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


@rule("T2 2.4a")
def try_release(draft: Draft[State], side: Side) -> None:
    """Roll for the release of the army that a side waits for, if it does now; on its last day it needs no roll."""
    faces = draft.state.points.release_faces(draft.state, side)
    if faces is None:
        return
    die = draft.roll("release of 8th Army", 1)[0] if faces else 0
    draft.emit(ReleaseRolled(side=side, die=die, released=not faces or die in faces))
