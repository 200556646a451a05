"""The Reinforcement Phase of a side, step by step (OCS 2.2 step 4)."""

from __future__ import annotations

from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.series import income
from ocs_engine.series.reinforcing import arrivals, release, replacements
from ocs_engine.series.reinforcing.opening import ReinforcementFrame
from ocs_engine.state.model import State


def _release(draft: Draft[State], frame: ReinforcementFrame) -> None:
    """First, for supply and units come with an army that is released."""
    release.try_release(draft, frame.side)
    draft.change_frame(step="income")


def _income(draft: Draft[State], frame: ReinforcementFrame) -> None:
    draft.change_frame(step="arrivals")
    income.receive(draft, frame.side)


def _arrivals(draft: Draft[State], frame: ReinforcementFrame) -> None:
    draft.change_frame(step="replacements")
    arrivals.begin(draft, frame.side)


def _replacements(draft: Draft[State], frame: ReinforcementFrame) -> None:
    """The rolls for replacements, and what of them must be used at once."""
    draft.close_frame()
    replacements.begin(draft, frame.side)


COMMANDS: tuple[type[Command], ...] = ()
FRAMES: tuple[type[Frame], ...] = (ReinforcementFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register the steps of the phase."""
    rules.step(ReinforcementFrame, "release")(_release)
    rules.step(ReinforcementFrame, "income")(_income)
    rules.step(ReinforcementFrame, "arrivals")(_arrivals)
    rules.step(ReinforcementFrame, "replacements")(_replacements)
