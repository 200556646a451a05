"""A unit that a side may bring in at set-up, with its formation, for nothing or for another (T2 6.3, 6.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.arranging import in_set_up, unit_places, unit_refusal
from ocs_engine.series.places import read_place
from ocs_engine.state.model import DEAD, State
from ocs_engine.state.repl_events import BroughtIn
from ocs_engine.world.counters import Side
from ocs_engine.world.scenario import SetupChoice


class BringIn(Command):
    """Set a dead unit up with its formation (T2 6.3, 6.4)."""

    kind: Literal["bring in"] = "bring in"
    side: Side
    unit: str
    place: str


COMMANDS: tuple[type[Command], ...] = (BringIn,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register the choice at set-up."""
    rules.command(BringIn, in_set_up, _blank, _fill)(_bring_in)


@rule("T2 6.3", "T2 6.4")
def choices(state: State, side: Side) -> tuple[str, ...]:
    """The units of which a side may bring one in: those of its scenario, while none of them is in play."""
    choice = _choice(state, side)
    if choice is None or any(state.units[uid].place != DEAD for uid in choice.choices):
        return ()
    return tuple(uid for uid in choice.choices if places(state, uid))


def _choice(state: State, side: Side) -> SetupChoice | None:
    return state.world.scenario.sides[side].setup_choice


@rule("T2 6.3", "T2 6.4")
def places(state: State, uid: str) -> tuple[int, ...]:
    """The hexes in which a unit is set up with its formation, in order: where units of it may, and there is room."""
    formation = state.units[uid].counter.formation
    own = (each for each, unit in state.in_order() if unit.place >= 0 and unit.counter.formation == formation)
    there = {place for each in own for place in unit_places(state, each)}
    return tuple(place for place in sorted(there) if unit_refusal(state, uid, place) is None)


@rule("T2 6.3", "T2 6.4")
def _bring_in(draft: Draft[State], command: BringIn) -> None:
    """It stands in Combat Mode; what the scenario wants for it goes to the Dead Pile (T2 6.4)."""
    state, uid = draft.state, command.unit
    choice = _choice(state, command.side)
    if choice is None or uid not in choices(state, command.side):
        raise_if(_no("not that unit", f"{uid} is no unit that the {command.side} may bring in now", uid))
        return
    place = read_place(state, command.place)
    if place not in (found := places(state, uid)):
        words = f"{uid} stands with its formation, in {', '.join(map(state.world.label, found))}"
        raise_if(_no("not there", words, uid))
    label = state.world.label(place)
    draft.emit(BroughtIn(side=command.side, unit=uid, place=label, given_up=choice.give_up))


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The unit, and the hex."""
    if not filled:
        return Blank("unit", choices(state, Side(side)))
    if len(filled) > 1:
        return None
    return Blank("place", tuple(map(state.world.label, places(state, str(filled[0][1])))))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return BringIn(side=Side(side), unit=str(filled[0][1]), place=str(filled[1][1]))


def _no(code: str, sentence: str, piece: str) -> Refusal:
    return Refusal(code=code, rule="OCS 0", sentence=sentence, pieces=(piece,))
