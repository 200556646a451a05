"""Chapter 5 and the scenarios' own conditions: who has won, and why."""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.state.model import State, Verdict
from ocs_engine.world.scenario import OccupyAtLeast


@rule("T2 6.1")
def final_verdict(state: State) -> Verdict:
    """The verdict at the end of a scenario's last turn."""
    victory = state.world.scenario.victory
    if isinstance(victory, OccupyAtLeast):
        return occupation(state, victory)
    return Verdict(None, "draw", "this scenario's levels of victory are not judged yet")


@rule("T2 5.0", "T2 6.1")
def occupation(state: State, victory: OccupyAtLeast) -> Verdict:
    """Whether a side controls enough of the named hexes (T2 6.1; control by T2 5.0)."""
    held = [name for name, hex_ in victory.hexes.items() if state.control.get(hex_) is victory.side]
    winner = victory.side if len(held) >= victory.count else victory.otherwise
    found = f"{len(held)} ({', '.join(held)})" if held else "none"
    why = f"the {victory.side} side holds {found} of {', '.join(victory.hexes)} and needs {victory.count}"
    return Verdict(winner, "win", why)
