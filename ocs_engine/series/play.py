"""The commands carried out, and everything of the series registered in one ruleset."""

from __future__ import annotations

from typing import TypeVar

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Command, Refused, refuse
from ocs_engine.kernel.ruleset import Pending, Ruleset
from ocs_engine.series import (
    arranging,
    barrage,
    capture,
    combat_play,
    commands,
    forms,
    losses,
    movement,
    overrun,
    retreat,
)
from ocs_engine.series.arranging import in_set_up
from ocs_engine.series.chapters import CHAPTERS, EVENT_PARTS
from ocs_engine.series.modes import on_map, release_refusal, stance_refusal
from ocs_engine.series.movement import MoveFrame
from ocs_engine.series.places import read_hex
from ocs_engine.series.sequence import (
    FirstPlayerFrame,
    OverstackFrame,
    SimulcastFrame,
    expendable,
    settle_first_player,
    still_crowded,
)
from ocs_engine.series.view import top_candidates
from ocs_engine.state.events import (
    FirstPlayerSet,
    ReserveReleased,
    SegmentEnded,
    SimulcastAgreed,
    StancesChanged,
    TopChosen,
    UnitsDestroyed,
    UnitsFinished,
    stance,
)
from ocs_engine.state.model import State
from ocs_engine.world.options import RECON

C = TypeVar("C", bound=Command)


def install(rules: Ruleset[State]) -> None:
    """Register the series' events, commands, forms and questions."""
    for family in EVENT_PARTS:
        family.install(rules)
    for part in (losses, retreat, overrun, combat_play, barrage, capture):
        part.install(rules)
    for chapter in CHAPTERS:
        chapter.install(rules)
    rules.command(commands.BeginMove, forms.in_segment, forms.begin_blank, forms.begin_fill)(_begin)
    rules.command(commands.Step, forms.in_move, forms.step_blank, forms.step_fill)(_step)
    rules.command(commands.Drop, forms.in_move, forms.drop_blank, forms.drop_fill)(_drop)
    rules.command(commands.EndMove, forms.in_move, forms.end_move_blank, forms.end_move_fill)(_end_move)
    rules.command(commands.Move, forms.in_segment, forms.move_blank(rules), forms.move_fill)(_move)
    rules.command(commands.ChangeMode, forms.in_mode_change, forms.change_blank, forms.change_fill)(_change_mode)
    rules.command(commands.Hold, forms.in_segment, forms.hold_blank, forms.hold_fill)(_hold)
    rules.command(commands.Release, forms.in_release, forms.release_blank, forms.release_fill)(_release)
    rules.command(commands.Place, in_set_up, forms.place_blank, forms.place_fill)(_place)
    rules.command(commands.Load, in_set_up, forms.load_blank, forms.load_fill)(_load)
    rules.command(commands.EndSegment, forms.may_end, forms.no_blank, forms.end_segment_fill)(_end_segment)
    rules.command(commands.ChooseFirst, forms.asked_first, forms.first_blank, forms.first_fill)(_choose_first)
    rules.command(commands.Destroy, forms.asked_destroy, forms.destroy_blank, forms.destroy_fill)(_destroy)
    simulcast = (forms.asked_simulcast, forms.simulcast_blank, forms.simulcast_fill)
    rules.command(commands.AnswerSimulcast, *simulcast)(_simulcast)
    rules.command(commands.Top, forms.in_between, forms.top_blank, forms.top_fill)(_top)
    rules.step(MoveFrame, "marching")(movement.go_on_marching)
    rules.question(MoveFrame, "under way")(_ask_move)
    rules.question(FirstPlayerFrame, "choose")(_ask_first)
    rules.question(OverstackFrame, "destroy")(_ask_destroy)
    rules.question(SimulcastFrame, "first")(_ask_simulcast)
    rules.question(SimulcastFrame, "second")(_ask_simulcast)


def _begin(draft: Draft[State], command: commands.BeginMove) -> None:
    movement.begin_move(draft, command.units, command.stances)


def _step(draft: Draft[State], command: commands.Step) -> None:
    movement.take_step(draft, read_hex(draft.state, command.hex))


def _drop(draft: Draft[State], command: commands.Drop) -> None:
    movement.drop(draft, command.units)


def _end_move(draft: Draft[State], _: commands.EndMove) -> None:
    movement.end_move(draft)


def _move(draft: Draft[State], command: commands.Move) -> None:
    movement.begin_move(draft, command.units, command.stances)
    movement.march(draft, tuple(read_hex(draft.state, label) for label in command.path))


@rule("OCS 5.4")
def _change_mode(draft: Draft[State], command: commands.ChangeMode) -> None:
    if in_set_up(draft.state, command.side):
        arranging.set_stance(draft, command.side, command.unit, command.stance)
        return
    refusal = movement.change_refusal(draft.state, command.unit) or stance_refusal(
        draft.state, command.unit, command.stance
    )
    if refusal is not None:
        raise Refused(refusal)
    if command.stance == stance(draft.state.units[command.unit]):
        raise refuse("no change", "OCS 5.4", f"{command.unit} already has {command.stance}", pieces=(command.unit,))
    draft.emit(StancesChanged(stances={command.unit: command.stance}))
    if (stray := movement.strays(draft.state, command.unit)) is not None:
        raise Refused(stray)
    movement.take_control(draft, (command.unit,))
    draft.emit(UnitsFinished(units=(command.unit,)))


@rule("OCS 4.5b")
def _hold(draft: Draft[State], command: commands.Hold) -> None:
    _distinct(command.units)
    for uid in command.units:
        refusal = movement.begin_refusal(draft.state, uid)
        if refusal is not None:
            raise Refused(refusal)
    draft.emit(UnitsFinished(units=command.units, held=True))


@rule("OCS 5.7")
def _release(draft: Draft[State], command: commands.Release) -> None:
    _distinct(command.units)
    for uid in command.units:
        if uid not in draft.state.units:
            raise refuse("no such unit", "", f"there is no unit {uid!r} in play", pieces=(uid,))
        refusal = release_refusal(draft.state, uid)
        if refusal is not None:
            raise Refused(refusal)
    draft.emit(ReserveReleased(units=command.units))
    movement.take_control(draft, command.units)


def _place(draft: Draft[State], command: commands.Place) -> None:
    arranging.put(draft, command.side, command.piece, command.place)


def _load(draft: Draft[State], command: commands.Load) -> None:
    arranging.load(draft, command.side, command.transport, command.tokens)


def _end_segment(draft: Draft[State], command: commands.EndSegment) -> None:
    draft.emit(SegmentEnded(side=command.side))


@rule("OCS 2.3")
def _choose_first(draft: Draft[State], command: commands.ChooseFirst) -> None:
    draft.close_frame()
    draft.emit(FirstPlayerSet(first=command.first))


@rule("OCS 2.4")
def _simulcast(draft: Draft[State], command: commands.AnswerSimulcast) -> None:
    top = draft.state.frame_of(SimulcastFrame)
    if top.step == "first":
        draft.change_frame(step="second", agreed=command.agree)
        return
    draft.close_frame()
    if top.agreed and command.agree:
        draft.emit(SimulcastAgreed())
    else:
        settle_first_player(draft)


@rule("OCS 4.8a")
def _destroy(draft: Draft[State], command: commands.Destroy) -> None:
    top = draft.state.frame_of(OverstackFrame)
    if command.unit not in expendable(draft.state, top):
        told = f"{command.unit} is not a unit of the {top.side}{' in Strat Mode' * top.strat} in {top.hex}"
        raise refuse("not there", top.case, told, places=(top.hex,), pieces=(command.unit,))
    draft.emit(UnitsDestroyed(units=(command.unit,), why=top.why))
    if not still_crowded(draft.state, top):
        draft.close_frame()


@rule("OCS 4.9")
def _top(draft: Draft[State], command: commands.Top) -> None:
    state = draft.state
    unit = state.units.get(command.unit)
    if unit is None or unit.side is not command.side or not on_map(state, unit.place):
        words = f"the {command.side} side has no unit {command.unit!r} on the map"
        raise refuse("no such unit", "OCS 4.9", words, pieces=(command.unit,))
    if command.unit not in top_candidates(state, command.side, unit.place):
        words = f"{command.unit} may not lie on top: a Combat-Mode Attack-Capable unit of the stack must"
        raise refuse("not on top", "OCS 4.9", words, pieces=(command.unit,))
    draft.emit(TopChosen(unit=command.unit))


@rule("OCS 6.1g")
def _ask_move(state: State, frame: MoveFrame) -> Pending:
    side = state.units[frame.units[0]].side
    prompt = "go on with the move under way, overrun, drop units, or end it"  # it names no units: the enemy may hear it
    more = ("recon",) if state.plays(RECON) else ()
    return Pending(side, prompt, "OCS 6.1g", ("step", "overrun", "drop", "end move", *more))


def _ask_first(_: State, frame: FirstPlayerFrame) -> Pending:
    return Pending(frame.chooser, "who goes first this turn?", "OCS 2.3", ("choose first player",))


def _ask_simulcast(_: State, frame: SimulcastFrame) -> Pending:
    prompt = "play this turn as a simulcast turn, without fighting?"
    return Pending(frame.asked, prompt, "OCS 2.4", ("answer simulcast",))


def _ask_destroy(_: State, frame: OverstackFrame) -> Pending:
    prompt = f"which unit is destroyed in {frame.hex}? There is {frame.why}"
    return Pending(frame.side, prompt, frame.case, ("destroy",))


def _distinct(units: tuple[str, ...]) -> None:
    if not units or len(set(units)) < len(units):
        raise refuse("units", "", "name at least one unit, and each of them once", pieces=units)
