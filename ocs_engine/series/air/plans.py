"""Written plans for the drops of combat units, which the other side never sees (OCS 14.10b, 14.10c)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.air.loads import jumps, light_refusal
from ocs_engine.series.arranging import in_set_up
from ocs_engine.series.places import read_hex
from ocs_engine.state.lift_events import DropPlanCancelled, DropPlanned
from ocs_engine.state.model import DEAD, State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World

Filled = Sequence[Answer]


class PlanDrop(Command):
    """Write down, in secret, that a unit will be dropped on a hex in a turn (OCS 14.10b)."""

    kind: Literal["plan drop"] = "plan drop"
    side: Side
    unit: str
    hex: str
    turn: int


class DelayDrop(Command):
    """Put a planned drop back by a turn (OCS 14.10c)."""

    kind: Literal["delay drop"] = "delay drop"
    side: Side
    unit: str


class CancelDrop(Command):
    """Give up a planned drop (OCS 14.10c)."""

    kind: Literal["cancel drop"] = "cancel drop"
    side: Side
    unit: str


COMMANDS: tuple[type[Command], ...] = (PlanDrop, DelayDrop, CancelDrop)
FRAMES: tuple[type[Frame], ...] = ()


@rule("OCS 14.10b")
def in_own_refit(state: State, side: str) -> bool:
    """Whether a side is in its own Aircraft Refit Phase, in which plans are made and changed."""
    free = not state.frames and state.verdict is None and not state.memory.over
    return free and state.now.acts == side and state.now.phase is Phase.REFIT


def in_planning(state: State, side: str) -> bool:
    """Whether a side may make plans now: in its own Refit Phase, or as it sets up."""
    return in_own_refit(state, side) or in_set_up(state, side)


@rule("OCS 14.10b")
def earliest(state: State) -> int:
    """The first turn for which a drop may be planned now: two turns ahead, or any turn before the game begins."""
    notice = state.world.tables.number("drop_plan_lead_turns")
    return state.turn if state.now.phase is Phase.SET_UP else state.turn + notice


@rule("OCS 14.10", "OCS 14.10b", "OCS 14.10f")
def subject_refusal(state: State, side: Side, uid: str) -> Refusal | None:
    """Why no drop of a unit can be planned: it must fly, bear the Para symbol or go by glider, and have no plan yet."""
    unit = state.units.get(uid)
    if unit is None or unit.side is not side or unit.place == DEAD:
        return _no("no such unit", "", f"the {side} side has no unit {uid!r} in play", uid)
    if uid in state.drop_plans:
        return _no("planned already", "OCS 14.10b", f"{uid} has a plan already, and each unit has one at most", uid)
    gliders = any(each.side is side and each.aircraft.glider and each.place != DEAD for each in state.planes.values())
    if not jumps(unit) and not gliders:
        return _no("no paratroops", "OCS 14.10a", f"{uid} has no Para symbol, and the {side} side no gliders", uid)
    return light_refusal(state, uid)


@lru_cache(maxsize=16)
def landing_hexes(world: World) -> tuple[Hex, ...]:
    """The hexes in play on which something can be dropped, in order: those with land."""
    return tuple(hex_ for hex_ in range(world.atlas.grid.size) if world.in_play(hex_) and world.atlas.is_land(hex_))


@rule("OCS 14.10")
def landing_hex_refusal(world: World, hex_: Hex) -> Refusal | None:
    """Why nothing can be dropped on a hex at all: it must be land, on the part of the map in play."""
    if world.in_play(hex_) and world.atlas.is_land(hex_):
        return None
    label = world.label(hex_)
    words = f"{label} is water, or not in play"
    return Refusal(code="no land", rule="OCS 14.10", sentence=words, places=(label,))


@rule("OCS 14.10b")
def _plan(draft: Draft[State], command: PlanDrop) -> None:
    """Make a plan, for two turns ahead at least; before the game for any turn (OCS 14.10b)."""
    state, hex_ = draft.state, read_hex(draft.state, command.hex)
    raise_if(subject_refusal(state, command.side, command.unit))
    raise_if(landing_hex_refusal(state.world, hex_))
    first, last = earliest(state), state.world.scenario.last_turn
    if not first <= command.turn <= last:
        words = f"a drop that is planned now is for a turn from {first} to {last}, not for {command.turn}"
        raise refuse("not that turn", "OCS 14.10b", words, pieces=(command.unit,))
    draft.emit(DropPlanned(unit=command.unit, hex=state.world.label(hex_), turn=command.turn))


@rule("OCS 14.10b")
def planned(state: State, side: Side) -> list[str]:
    """The units of a side that have plans, in a fixed order."""
    return [uid for uid in sorted(state.drop_plans) if state.units[uid].side is side]


def _delayable(state: State, side: Side) -> list[str]:
    last = state.world.scenario.last_turn
    return [uid for uid in planned(state, side) if state.drop_plans[uid].turn < last]


def _known(state: State, side: Side, uid: str, among: Sequence[str]) -> None:
    if uid not in among:
        why = "has no plan that could be put back" if uid in planned(state, side) else "has no plan"
        raise refuse("no plan", "OCS 14.10c", f"{uid} {why}", pieces=(uid,))


@rule("OCS 14.10b")
def _delay(draft: Draft[State], command: DelayDrop) -> None:
    """Put a plan back by one turn, for the same hex (OCS 14.10c)."""
    state = draft.state
    _known(state, command.side, command.unit, _delayable(state, command.side))
    plan = state.drop_plans[command.unit]
    draft.emit(DropPlanned(unit=command.unit, hex=state.world.label(plan.hex), turn=plan.turn + 1))


@rule("OCS 14.10b")
def _cancel(draft: Draft[State], command: CancelDrop) -> None:
    """Give a plan up (OCS 14.10c)."""
    _known(draft.state, command.side, command.unit, planned(draft.state, command.side))
    draft.emit(DropPlanCancelled(unit=command.unit))


@rule("OCS 14.10b")
def can_plan(state: State, side: Side) -> bool:
    """Whether a side has a plan, or could make one, in a Refit Phase of it: it has planes that drop, and units."""
    if planned(state, side):
        return True
    droppers = any(each.side is side and each.aircraft.drop and each.place != DEAD for each in state.planes.values())
    if not droppers or earliest(state) > state.world.scenario.last_turn:
        return False
    return any(subject_refusal(state, side, uid) is None for uid in state.units)


def _subjects(state: State, side: Side) -> list[str]:
    """The units whose drop may be planned, in the roster's order."""
    return [uid for uid, _ in state.in_order() if subject_refusal(state, side, uid) is None]


def _plan_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """A unit, a hex, a turn."""
    world, first = state.world, earliest(state)
    turns = tuple(range(first, world.scenario.last_turn + 1))
    if not filled:
        return Blank("unit", tuple(_subjects(state, Side(side))) if turns else ())
    if len(filled) == 1:
        return Blank("hex", tuple(map(world.label, landing_hexes(world))))
    return Blank("turn", turns) if len(filled) == 2 else None


def _plan_fill(side: str, filled: Filled) -> Command:
    unit, hex_, turn = (value for _, value in filled)
    return PlanDrop(side=Side(side), unit=str(unit), hex=str(hex_), turn=int(turn))


def _delay_blank(state: State, side: str, filled: Filled) -> Blank | None:
    return None if filled else Blank("unit", tuple(_delayable(state, Side(side))))


def _delay_fill(side: str, filled: Filled) -> Command:
    return DelayDrop(side=Side(side), unit=str(filled[0][1]))


def _cancel_blank(state: State, side: str, filled: Filled) -> Blank | None:
    return None if filled else Blank("unit", tuple(planned(state, Side(side))))


def _cancel_fill(side: str, filled: Filled) -> Command:
    return CancelDrop(side=Side(side), unit=str(filled[0][1]))


def install(rules: Ruleset[State]) -> None:
    """Register the plans of drops."""
    rules.command(PlanDrop, in_planning, _plan_blank, _plan_fill)(_plan)
    rules.command(DelayDrop, in_own_refit, _delay_blank, _delay_fill)(_delay)
    rules.command(CancelDrop, in_planning, _cancel_blank, _cancel_fill)(_cancel)


def _no(code: str, case: str, sentence: str, uid: str) -> Refusal:
    return Refusal(code=code, rule=case, sentence=sentence, pieces=(uid,))
