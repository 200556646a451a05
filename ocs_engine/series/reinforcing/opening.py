"""How a Reinforcement Phase begins (OCS 2.2 step 4); `phase` has its steps."""

from __future__ import annotations

from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.state.model import State
from ocs_engine.state.slots import Slot
from ocs_engine.world.counters import Side


class ReinforcementFrame(Frame):
    """What comes by itself in a Reinforcement Phase, in order; when it is over the phase is open for commands."""

    kind: Literal["reinforcement"] = "reinforcement"
    step: str = "release"
    side: Side


@rule("OCS 2.2")
def begin(draft: Draft[State], slot: Slot) -> None:
    """Begin the Reinforcement Phase of the side that acts (OCS 2.2 step 4)."""
    if slot.acts is not None:
        draft.open_frame(ReinforcementFrame(side=slot.acts))
