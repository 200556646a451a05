"""The Reinforcement Phase of a side, step by step (OCS 2.2 step 4)."""

from __future__ import annotations

from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.series import income
from ocs_engine.series.reinforcing import replacements
from ocs_engine.state.model import State
from ocs_engine.state.slots import Slot
from ocs_engine.world.counters import Side


class ReinforcementFrame(Frame):
    """What comes by itself in a Reinforcement Phase, in order; when it is over the phase is open for commands."""

    kind: Literal["reinforcement"] = "reinforcement"
    step: str = "income"
    side: Side


@rule("OCS 2.2")
def begin(draft: Draft[State], slot: Slot) -> None:
    """Begin the Reinforcement Phase of the side that acts (OCS 2.2 step 4)."""
    if slot.acts is not None:
        draft.open_frame(ReinforcementFrame(side=slot.acts))


def _income(draft: Draft[State], frame: ReinforcementFrame) -> None:
    draft.change_frame(step="replacements")
    income.receive(draft, frame.side)


@rule("OCS 2.2")
def _replacements(draft: Draft[State], frame: ReinforcementFrame) -> None:
    """The rolls for replacements, and what of them must be used at once (OCS 2.2 step 4)."""
    draft.close_frame()
    replacements.begin(draft, frame.side)


COMMANDS: tuple[type[Command], ...] = ()
FRAMES: tuple[type[Frame], ...] = (ReinforcementFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register the steps of the phase."""
    rules.step(ReinforcementFrame, "income")(_income)
    rules.step(ReinforcementFrame, "replacements")(_replacements)
