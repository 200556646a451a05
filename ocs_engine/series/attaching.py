"""A formation attached to another faction of its side, by option (T2 4.1d)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.arranging import in_set_up
from ocs_engine.series.reinforcing.replacements import ATTACHING, ReplFrame
from ocs_engine.state.model import State
from ocs_engine.state.option_events import FormationAttached
from ocs_engine.world.counters import Side

KEEP, NOBODY = "keep", "nobody"
"""The answers that leave everything as it is, and that end an attachment."""


class Attach(Command):
    """Attach a formation to another faction of its side, in place of any other; "keep" changes nothing, "nobody" ends
    it (T2 4.1d).
    """

    kind: Literal["attach"] = "attach"
    side: Side
    formation: str
    faction: str = ""


COMMANDS: tuple[type[Command], ...] = (Attach,)
FRAMES: tuple[type[Frame], ...] = ()


@rule("T2 4.1")
def may_attach(state: State, side: str) -> bool:
    """Whether a side may attach a formation now: at set-up, and when a Faction result asks (T2 4.1d)."""
    if not state.points.attachments(state, Side(side)):
        return False
    top = state.top_frame
    asked = isinstance(top, ReplFrame) and top.step == ATTACHING and top.side == side
    return asked or in_set_up(state, side)


@rule("T2 4.1")
def attach(draft: Draft[State], command: Attach) -> None:
    """Change the attachment of a side; raises Refused."""
    state, side = draft.state, command.side
    able = state.points.attachments(state, side)
    if command.formation not in (KEEP, NOBODY) and command.faction not in able.get(command.formation, ()):
        known = "; ".join(f"{name} to {' or '.join(factions)}" for name, factions in able.items())
        words = f"{command.formation} is not attached to {command.faction or 'nobody'}; these may be: {known}"
        raise refuse("no such attachment", "T2 4.1", words)
    new = ("", "") if command.formation == NOBODY else (command.formation, command.faction)
    old = state.attached.get(side)
    if command.formation != KEEP and new != ((old.formation, old.faction) if old else ("", "")):
        draft.emit(FormationAttached(side=side, formation=new[0], faction=new[1]))
    if isinstance(state.top_frame, ReplFrame):
        draft.change_frame(step="unit")


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """A formation, or that none is attached, or that nothing changes; then the faction."""
    able = state.points.attachments(state, Side(side))
    if not filled:
        others = ((KEEP,) if state.frames else ()) + ((NOBODY,) if Side(side) in state.attached else ())
        return Blank("formation", (*others, *able))
    formation = str(filled[0][1])
    return Blank("faction", able[formation]) if len(filled) == 1 and formation in able else None


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    formation, *faction = (str(value) for _, value in filled)
    return Attach(side=Side(side), formation=formation, faction=faction[0] if faction else "")


def install(rules: Ruleset[State]) -> None:
    """Register attachments."""
    rules.command(Attach, may_attach, _blank, _fill)(attach)
