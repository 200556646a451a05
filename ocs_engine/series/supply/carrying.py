"""Transport Points: loading, driving, unloading, and what they may spend on the way (OCS 13.2).

A drive is a procedure like a move: begin, drive hex by hex, load and unload, end. `pausing` tells what may be paid for
in the midst of it.
"""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Refusal, raise_if
from ocs_engine.kernel.ruleset import Pending, Ruleset
from ocs_engine.series.capture_transport import fresh_id
from ocs_engine.series.forms import in_release, in_segment, no_blank
from ocs_engine.series.modes import on_map, release_refusal
from ocs_engine.series.places import read_hex
from ocs_engine.series.supply import carrying_commands as commands
from ocs_engine.series.supply import carrying_forms as forms
from ocs_engine.series.supply.drives import begin, drive_to, end, put_down, take_on
from ocs_engine.series.supply.driving import own_refusal
from ocs_engine.series.supply.grouping import combine_refusal, split_refusal
from ocs_engine.series.supply.pausing import DriveFrame, driving
from ocs_engine.state.capture_events import TransportSplit
from ocs_engine.state.carry_events import TransportCombined, TransportFinished, TransportReleased
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

COMMANDS = commands.COMMANDS
FRAMES: tuple[type[Frame], ...] = (DriveFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register Transport Points."""
    rules.command(commands.BeginDrive, in_segment, forms.begin_blank, forms.begin_fill)(_begin)
    rules.command(commands.DriveTo, forms.in_drive, forms.step_blank, forms.step_fill)(_drive_to)
    rules.command(commands.TakeOn, forms.may_load, forms.take_blank, forms.take_fill)(_take_on)
    rules.command(commands.PutDown, forms.may_load, forms.put_blank, forms.put_fill)(_put_down)
    rules.command(commands.EndDrive, forms.in_drive, no_blank, forms.end_fill)(_end)
    rules.command(commands.Drive, in_segment, forms.drive_blank(rules), forms.drive_fill)(_drive)
    rules.command(commands.Combine, forms.may_group, forms.combine_blank, forms.combine_fill)(_combine)
    rules.command(commands.Split, forms.may_group, forms.split_blank, forms.split_fill)(_split)
    released = (in_release, forms.release_blank, forms.release_fill)
    rules.command(commands.ReleaseTransport, *released)(_release)
    rules.question(DriveFrame, "under way")(_ask)


def _ask(state: State, frame: DriveFrame) -> Pending:
    prompt = "go on with the drive under way, load, unload, or end it"  # it names nothing: the enemy may hear it
    kinds = ("drive to", "take on", "put down", "split", "combine", "end drive")
    return Pending(state.transport[frame.transport].side, prompt, "OCS 13.2", kinds)


# --- the commands


def _begin(draft: Draft[State], command: commands.BeginDrive) -> None:
    begin(draft, command.side, command.transport, command.reserve)


def _drive_to(draft: Draft[State], command: commands.DriveTo) -> None:
    drive_to(draft, read_hex(draft.state, command.hex))


def _take_on(draft: Draft[State], command: commands.TakeOn) -> None:
    raise_if(_handling_refusal(draft.state, command.side, command.transport))
    take_on(draft, command.transport, command.tokens)


def _put_down(draft: Draft[State], command: commands.PutDown) -> None:
    raise_if(_handling_refusal(draft.state, command.side, command.transport))
    put_down(draft, command.transport, command.tokens)


def _handling_refusal(state: State, side: Side, tid: str) -> Refusal | None:
    """Why it is not this transport's turn to be loaded or unloaded, or None: on the map in its drive alone."""
    if (refusal := own_refusal(state, side, tid)) is not None:
        return refusal
    if tid == (under_way := driving(state)) or (not under_way and not on_map(state, state.transport[tid].place)):
        return None
    words = f"{tid} is not on its way; {under_way or 'nothing'} is"
    return Refusal(code="not moving", rule="OCS 13.2f", sentence=words, pieces=(tid,))


def _end(draft: Draft[State], _: commands.EndDrive) -> None:
    end(draft)


def _drive(draft: Draft[State], command: commands.Drive) -> None:
    begin(draft, command.side, command.transport, command.reserve)
    if command.take:
        take_on(draft, command.transport, command.take)
    for label in command.path:
        drive_to(draft, read_hex(draft.state, label))
    if command.put:
        put_down(draft, command.transport, command.put)
    end(draft)


@rule("OCS 13.2c")
def _combine(draft: Draft[State], command: commands.Combine) -> None:
    """Put transport together; what drives goes on with all of it."""
    raise_if(combine_refusal(draft.state, command.side, command.transport))
    first, *others = command.transport
    if under_way := driving(draft.state):
        first, others = under_way, [tid for tid in command.transport if tid != under_way]
    draft.emit(TransportCombined(transport=first, others=tuple(others)))


@rule("OCS 13.2c", "OCS 6.1f")
def _split(draft: Draft[State], command: commands.Split) -> None:
    """Part transport; what is left behind by a drive that has spent MP is finished (OCS 6.1f)."""
    tid, tokens, load = command.transport, command.tokens, command.load
    raise_if(split_refusal(draft.state, command.side, tid, tokens, load))
    part = fresh_id(draft.state, command.side, draft.state.transport[tid].kind)
    draft.emit(TransportSplit(transport=tid, tokens=tokens, load=load, to=part))
    if driving(draft.state) and draft.state.memory.spent.get(part, 0) > 0:
        draft.emit(TransportFinished(transport=(part,)))


@rule("OCS 5.7", "OCS 13.2g")
def _release(draft: Draft[State], command: commands.ReleaseTransport) -> None:
    """Release an organic truck from Reserve (OCS 5.7b, 5.7f)."""
    raise_if(own_refusal(draft.state, command.side, command.transport))
    raise_if(release_refusal(draft.state, command.transport))
    draft.emit(TransportReleased(transport=command.transport))
