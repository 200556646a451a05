"""Cargo that the planes left cannot carry: it is where aborted planes landed, or lost with dead ones (OCS 14.4g)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, raise_if, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.air.loads import (
    LOST,
    bring,
    cargo_room,
    full_tokens,
    gliders_left,
    grounds,
    jumps,
    left_to_carry,
    less,
    lift,
    profiles_of,
    stocks,
    unit_room,
)
from ocs_engine.series.air.missions import MissionFrame, flying
from ocs_engine.series.air.planes import choice_refusal
from ocs_engine.series.movement import take_control
from ocs_engine.series.transport_size import HALVES
from ocs_engine.state.air_events import Mission
from ocs_engine.state.events import UnitPlaced, UnitsDestroyed, UnitsFinished
from ocs_engine.state.model import DEAD, State
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.counters import Side


class Shed(Command):
    """Name the cargo that is not with the planes left: units, and SP in T (OCS 14.4g)."""

    kind: Literal["shed cargo"] = "shed cargo"
    side: Side
    units: tuple[str, ...] = ()
    tokens: int = Field(default=0, ge=0)


COMMANDS: tuple[type[Command], ...] = (Shed,)
FRAMES: tuple[type[Frame], ...] = ()

_THEN = {Mission.TRANSPORT: "unload", Mission.DROP: "drop"}
"""What a mission goes on with once its planes carry their cargo."""


# --- how much is over


@rule("OCS 14.4g", "OCS 14.10f")
def holds(state: State, frame: MissionFrame, units: Sequence[str], tokens: int) -> bool:
    """Whether the planes left carry some cargo; of a drop, what bears no Para symbol by glider alone (OCS 14.10a)."""
    if cargo_room(state, units, tokens) > left_to_carry(state, frame):
        return False
    gliding = [uid for uid in units if not jumps(state.units[uid])]
    return frame.mission is not Mission.DROP or unit_room(state, gliding) <= gliders_left(state, frame)


def tokens_over(state: State, frame: MissionFrame, units: Sequence[str]) -> int | None:
    """The T of SP that must go for the planes left to carry the rest, with some units; None where that is no help."""
    return next((over for over in range(frame.tokens + 1) if holds(state, frame, units, frame.tokens - over)), None)


def _rest(frame: MissionFrame, shed: Sequence[str]) -> list[str]:
    return [uid for uid in frame.units if uid not in shed]


@rule("OCS 14.4g")
def _weigh(draft: Draft[State], frame: MissionFrame) -> None:
    """Go on where all of the cargo is carried; else let go what is over, by the owner's choice (OCS 14.4g)."""
    state = draft.state
    if holds(state, frame, frame.units, frame.tokens):
        _go_on(draft, frame)
    elif not flying(state, frame):
        _let_go(draft, frame, frame.units, frame.tokens)
    elif not frame.units:
        _let_go(draft, frame, (), tokens_over(state, frame, ()) or 0)
    elif len(frame.units) == 1 and not frame.tokens:
        _let_go(draft, frame, frame.units, 0)
    else:
        draft.change_frame(step="shed")


def _go_on(draft: Draft[State], frame: MissionFrame) -> None:
    """Planes without cargo fly home, cargo without planes is no more with the mission.

    Without cargo they still make their stop, where there may be some (OCS 21.12a).
    """
    if not flying(draft.state, frame):
        draft.change_frame(step="landed")
    elif frame.then:
        draft.change_frame(step="stop")
    else:
        draft.change_frame(step=_THEN[frame.mission] if frame.units or frame.tokens else "go home")


# --- where it goes


@rule("OCS 14.4g", "OCS 14.1c")
def _let_go(draft: Draft[State], frame: MissionFrame, units: Sequence[str], tokens: int) -> None:
    """Cargo that is over comes down with the planes that aborted, as far as they carry it; the rest is destroyed.

    Planes that landed together carry together.
    """
    room = _aborted(draft.state, frame)
    down: dict[int, list[str]] = {base: [] for base in room}
    lost: list[str] = []
    for uid in units:
        needed = unit_room(draft.state, (uid,))
        base = next((each for each, left in room.items() if needed <= full_tokens(left)), None)
        if base is None or not grounds(draft.state, base):
            lost.append(uid)
        else:
            room[base] -= needed
            down[base].append(uid)
    for base, taken in down.items():
        loaded = min(max(full_tokens(room[base]) // HALVES, 0), tokens)
        tokens -= loaded
        if taken or loaded:
            _come_down(draft, frame, base, tuple(taken), loaded)
    lose(draft, frame, tuple(lost), tokens)
    draft.change_frame(units=tuple(_rest(draft.state.frame_of(MissionFrame), units)))
    _go_on(draft, draft.state.frame_of(MissionFrame))


def _aborted(state: State, frame: MissionFrame) -> dict[int, int]:
    """What the planes carry that aborted, by where they landed, in half tokens."""
    found: dict[int, int] = {}
    there = flying(state, frame)
    for pid, profile in profiles_of(frame).items():
        place = state.planes[pid].place
        if pid not in there and place != DEAD:
            found[place] = found.get(place, 0) + lift(state, pid, profile)
    return found


def _come_down(draft: Draft[State], frame: MissionFrame, base: int, units: tuple[str, ...], tokens: int) -> None:
    """Put cargo down where planes have landed; units in a box go where its ground units are."""
    label = draft.state.world.label
    places = grounds(draft.state, base)
    back = {uid: draft.state.units[uid].place for uid in units if draft.state.units[uid].place in places}
    bring(draft, draft.state.frame_of(MissionFrame), label(base), units, tokens)
    for uid in units if places != (base,) else ():
        draft.emit(UnitPlaced(unit=uid, place=label(back.get(uid, places[0]))))
    take_control(draft, units)
    if units and frame.mission is Mission.DROP:
        draft.emit(UnitsFinished(units=units))
    draft.change_frame(**less(draft.state.frame_of(MissionFrame), tokens))


def lose(draft: Draft[State], frame: MissionFrame, units: tuple[str, ...], tokens: int, why: str = LOST) -> None:
    """Cargo of a mission is destroyed."""
    if units:
        draft.emit(UnitsDestroyed(units=units, why=why))
    if tokens:
        for source, count in stocks(draft.state.frame_of(MissionFrame), tokens).items():
            draft.emit(
                SupplySpent(
                    side=frame.side, source=source, tokens=count, use=why, what=frame.mission, place=frame.hex
                )
            )
        draft.change_frame(**less(draft.state.frame_of(MissionFrame), tokens))


# --- the question


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, MissionFrame) and top.step == "shed" and top.side == side


def _blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    """A unit, another one, until SP alone can make up for the rest; then that is known."""
    top = state.frame_of(MissionFrame)
    shed = values(filled, "unit")
    enough = tokens_over(state, top, _rest(top, shed))
    if filled and filled[-1][0] == "tokens":
        return None
    if enough == 0 or (filled and filled[-1][1] == ENOUGH):
        return Blank("tokens", (enough or 0,))
    left = _rest(top, shed)
    return Blank("unit", (*left, ENOUGH) if enough is not None else tuple(left))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return Shed(side=Side(side), units=values(filled, "unit"), tokens=int(filled[-1][1]))


@rule("OCS 14.4g")
def _shed(draft: Draft[State], command: Shed) -> None:
    """Let go what its owner names: enough, and no more T of SP than are over (OCS 14.4g)."""
    state, top = draft.state, draft.state.frame_of(MissionFrame)
    raise_if(choice_refusal(top.units, command.units, "OCS 14.4g", "may be left behind", top.hex))
    needed = tokens_over(state, top, _rest(top, command.units))
    if needed is None or command.tokens != needed:
        told = f"{needed}T of SP must go with them" if needed is not None else "more units must go"
        raise refuse("not so much", "OCS 14.4g", f"for the planes left to carry the rest, {told}", pieces=command.units)
    _let_go(draft, top, command.units, command.tokens)


def _ask(_: State, frame: MissionFrame) -> Pending:
    prompt = f"which of the cargo do the planes over {frame.hex} carry no more?"
    return Pending(frame.side, prompt, "OCS 14.4g", ("shed cargo",))


def install(rules: Ruleset[State]) -> None:
    """Register what becomes of cargo when planes are lost."""
    for name in ("weigh", Mission.TRANSPORT, Mission.DROP):
        rules.step(MissionFrame, name)(_weigh)
    rules.question(MissionFrame, "shed")(_ask)
    rules.command(Shed, _asked, _blank, _fill)(_shed)
