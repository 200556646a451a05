"""A drive under way, and the pause in it in which Transport Points may spend their load (OCS 13.2a).

While a drive of a side is under way and its transport carries anything, the commands that spend supply on fuel,
construction or repair are open to that side where they say `in_segment(...) or paused(...)`; those for combat and
barrage are not. The load is then the only supply there is: `access.all_sources` sees to it.
"""

from __future__ import annotations

from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Frame
from ocs_engine.state.model import State


class DriveFrame(Frame):
    """Transport Points on their way."""

    kind: Literal["drive"] = "drive"
    step: str = "under way"
    transport: str


def driving(state: State) -> str:
    """The Transport Points on their way, "" where there are none."""
    top = state.top_frame
    return top.transport if isinstance(top, DriveFrame) else ""


@rule("OCS 13.2a")
def paused(state: State, side: str) -> bool:
    """Whether a side has Transport Points on their way that could spend their load now (OCS 13.2a)."""
    each = state.transport.get(driving(state))
    return each is not None and each.side == side and each.load > 0
