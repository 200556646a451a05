"""Air combat (OCS 14.3): all Active planes in a hex fight, round by round, until one side is alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, raise_if, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.air.landing import open_landing
from ocs_engine.series.air.planes import NO_LEGS, any_attacker, choice_refusal, long_range
from ocs_engine.series.tables.air_combat import aborting_loses_step, air_combat
from ocs_engine.state.air_events import AirRoundFought, PlaneLanded, PlanesAborted
from ocs_engine.state.capture_events import PlaneStepLost
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side

WHY = "air combat"
"""What takes steps of planes here, as events say it."""


class Abort(Command):
    """Take planes out of an air combat before its first round or after it, or none of them (OCS 14.3d)."""

    kind: Literal["abort"] = "abort"
    side: Side
    planes: tuple[str, ...] = ()


class Engage(Command):
    """Name the plane that fights the next round for a side (OCS 14.3e)."""

    kind: Literal["engage"] = "engage"
    side: Side
    plane: str


class DogfightFrame(Frame):
    """An air combat over a hex. side: who began it, and speaks first.

    planes, against: those of `side` and of the other that are in the hex, gone or not. interceptor: "" for none.
    one, two: who fights this round, "" while not named; of `fights` the first, and of the other side.
    legs: the hexes of the longest leg of planes that came there by way of another base (OCS 21.12a).
    """

    kind: Literal["air combat"] = "air combat"
    step: str = "before first"
    side: Side
    hex: str
    planes: tuple[str, ...]
    against: tuple[str, ...]
    interceptor: str = ""
    one: str = ""
    two: str = ""
    legs: dict[str, int] = Field(default_factory=dict)

    def of(self, side: Side) -> tuple[str, ...]:
        """The planes of a side that were in the hex at first."""
        return self.planes if side is self.side else self.against


COMMANDS: tuple[type[Command], ...] = (Abort, Engage)
FRAMES: tuple[type[Frame], ...] = (DogfightFrame,)

_AFTER_ABORTS = {
    "abort first": "before second",
    "abort second": "round",
    "break off first": "after second",
    "break off second": "over",
}
"""The questions about aborts, and what comes after each."""


def open_dogfight(
    draft: Draft[State],
    side: Side,
    hex_: str,
    planes: Sequence[str],
    against: Sequence[str],
    interceptor: str = "",
    legs: Mapping[str, int] = NO_LEGS,
) -> None:
    """Let an air combat begin that a side brings about; nothing where nobody could attack, or nobody is there."""
    state = draft.state
    if planes and against and any_attacker(state, (*planes, *against)):
        frame = DogfightFrame(
            side=side,
            hex=hex_,
            planes=tuple(planes),
            against=tuple(against),
            interceptor=interceptor,
            legs=dict(legs),
        )
        draft.open_frame(frame)


@rule("OCS 14.3")
def still_there(state: State, frame: DogfightFrame, side: Side) -> list[str]:
    """The planes of a side that have not left the fight: they are Active still."""
    there = frame.of(side)
    return [pid for pid in there if state.planes[pid].active and state.planes[pid].place != DEAD]


def asked_side(frame: DogfightFrame) -> Side:
    """The side that is asked at a step at which planes may abort."""
    return frame.side if frame.step.endswith("first") else frame.side.other


# --- the steps


@rule("OCS 14.3d")
def _before(draft: Draft[State], frame: DogfightFrame) -> None:
    """Ask a side whether planes of it abort before the first round; one of them must stay (OCS 14.3d)."""
    first = frame.step == "before first"
    side = frame.side if first else frame.side.other
    ask, then = ("abort first", "before second") if first else ("abort second", "round")
    draft.change_frame(step=ask if len(still_there(draft.state, frame, side)) > 1 else then)


@rule("OCS 14.3c")
def attacking_side(state: State, frame: DogfightFrame) -> Side:
    """Who attacks in a round: who began, unless all of his planes have ratings in parentheses (OCS 14.3c)."""
    return frame.side if any_attacker(state, still_there(state, frame, frame.side)) else frame.side.other


@rule("OCS 14.3")
def fighters(state: State, frame: DogfightFrame) -> list[str]:
    """The planes that may fight the round for the side that names one next (OCS 14.3e)."""
    side = attacking_side(state, frame)
    if frame.one:
        return still_there(state, frame, side.other)
    return [pid for pid in still_there(state, frame, side) if state.planes[pid].can_attack]


@rule("OCS 14.3")
def _round(draft: Draft[State], frame: DogfightFrame) -> None:
    """Begin a round, or end the fight: one side is alone, or nobody left can attack (OCS 14.3e)."""
    state = draft.state
    sides = [still_there(state, frame, side) for side in (frame.side, frame.side.other)]
    if not all(sides) or not any_attacker(state, (*sides[0], *sides[1])):
        draft.change_frame(step="after first", one="", two="")
        return
    able = fighters(state, frame)
    if len(able) > 1:
        draft.change_frame(step="engage")
    else:
        _name(draft, frame, able[0])


def _name(draft: Draft[State], frame: DogfightFrame, pid: str) -> None:
    if frame.one:
        draft.change_frame(two=pid, step="shoot")
    else:
        draft.change_frame(one=pid, step="round")


@rule("OCS 14.3")
def _shoot(draft: Draft[State], frame: DogfightFrame) -> None:
    """Two dice, with one rating less the other; who aborts may lose a step, and leaves at once (OCS 14.3e)."""
    state, tables = draft.state, draft.state.world.tables
    hex_ = state.world.place(frame.hex)
    attack, defence = (air_rating(state, pid, hex_, frame.legs) for pid in (frame.one, frame.two))
    roll = sum(draft.roll(f"air combat over {frame.hex}", 2))
    result = air_combat(tables, attack, defence, roll)
    aborts = tuple(
        pid for pid, out in ((frame.one, result.attacker_aborts), (frame.two, result.defender_aborts)) if out
    )
    die = draft.roll(f"losses in the air over {frame.hex}", 1)[0]
    loss = aborting_loses_step(tables, die)
    draft.emit(
        AirRoundFought(
            hex=frame.hex,
            attacker=frame.one,
            defender=frame.two,
            attack=attack,
            defence=defence,
            roll=roll,
            result=result.text,
            aborts=aborts,
            die=die,
            loss=loss,
        )
    )
    for pid in aborts if loss else ():
        draft.emit(PlaneStepLost(plane=pid, why=WHY))
    draft.change_frame(step="round", one="", two="")
    for side in (frame.side, frame.side.other):
        leave(draft, frame, side, [pid for pid in aborts if pid in frame.of(side)])


@rule("OCS 14.3", "OCS 21.4")
def air_rating(state: State, pid: str, hex_: int, legs: Mapping[str, int] = NO_LEGS) -> int:
    """A plane's air combat rating over a hex with the steps it has; by option one less far from its base (21.4)."""
    return state.planes[pid].face.rating - long_range(state, (pid,), hex_, legs)


@rule("OCS 14.1c", "OCS 14.5")
def leave(draft: Draft[State], frame: DogfightFrame, side: Side, planes: Sequence[str]) -> None:
    """Planes that abort are Inactive where they land: at a friendly base under the fight if there is one.

    An interceptor lands at its own base (OCS 14.1c, 14.2f, 14.5).
    """
    state = draft.state
    alive = [pid for pid in planes if state.planes[pid].place != DEAD]
    away = []
    for pid in alive:
        if pid == frame.interceptor:
            draft.emit(PlaneLanded(plane=pid, base=state.world.label(state.planes[pid].place)))
        elif state.world.place(frame.hex) in state.points.air_bases(state, pid):
            draft.emit(PlaneLanded(plane=pid, base=frame.hex))
        else:
            away.append(pid)
    open_landing(draft, side, frame.hex, away)


@rule("OCS 14.3d")
def _after(draft: Draft[State], frame: DogfightFrame) -> None:
    """After the fight both sides may abort what they like; an interceptor that won stays Active (OCS 14.3d, 14.5)."""
    first = frame.step == "after first"
    side = frame.side if first else frame.side.other
    ask, then = ("break off first", "after second") if first else ("break off second", "over")
    able = [pid for pid in still_there(draft.state, frame, side) if pid != frame.interceptor]
    draft.change_frame(step=ask if able else then)


def _over(draft: Draft[State], _: DogfightFrame) -> None:
    draft.close_frame()


# --- the commands


def _may_abort(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, DogfightFrame) and top.step in _AFTER_ABORTS and asked_side(top) == side


def _abort_blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    """A plane that aborts, another one, and so on until enough."""
    if filled and filled[-1][1] == ENOUGH:
        return None
    top = state.frame_of(DogfightFrame)
    chosen = [value for _, value in filled]
    left = [pid for pid in _abortable(state, top) if pid not in chosen]
    stays = len(still_there(state, top, asked_side(top))) - len(chosen)
    more = left if not _before_the_fight(top) or stays > 1 else []
    return Blank("plane", (ENOUGH, *more))


def _before_the_fight(frame: DogfightFrame) -> bool:
    return frame.step.startswith("abort")


def _abortable(state: State, frame: DogfightFrame) -> list[str]:
    there = still_there(state, frame, asked_side(frame))
    return there if _before_the_fight(frame) else [pid for pid in there if pid != frame.interceptor]


def _abort_fill(side: str, filled: Sequence[Answer]) -> Command:
    return Abort(side=Side(side), planes=values(filled, "plane"))


@rule("OCS 14.3d")
def _abort(draft: Draft[State], command: Abort) -> None:
    """Planes leave of their own accord; before the fight one of the side must stay for it (OCS 14.3d)."""
    state, top = draft.state, draft.state.frame_of(DogfightFrame)
    able = _abortable(state, top)
    raise_if(choice_refusal(able, command.planes, "OCS 14.3d", "may abort", top.hex))
    if _before_the_fight(top) and len(command.planes) == len(still_there(state, top, command.side)):
        raise refuse("nobody stays", "OCS 14.3d", "one plane at least must stay for the fight", pieces=command.planes)
    if command.planes:
        draft.emit(PlanesAborted(side=command.side, hex=top.hex, planes=command.planes))
    draft.change_frame(step=_AFTER_ABORTS[top.step])
    leave(draft, top, command.side, command.planes)


def _may_engage(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, DogfightFrame) and top.step == "engage" and _engager(state, top) == side


def _engager(state: State, frame: DogfightFrame) -> Side:
    side = attacking_side(state, frame)
    return side.other if frame.one else side


def _engage_blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    return None if filled else Blank("plane", tuple(fighters(state, state.frame_of(DogfightFrame))))


def _engage_fill(side: str, filled: Sequence[Answer]) -> Command:
    return Engage(side=Side(side), plane=str(filled[0][1]))


def _engage(draft: Draft[State], command: Engage) -> None:
    top = draft.state.frame_of(DogfightFrame)
    able = fighters(draft.state, top)
    if command.plane not in able:
        words = f"{command.plane} may not fight this round; {', '.join(able)} may"
        raise refuse("not that plane", "OCS 14.3", words, places=(top.hex,), pieces=(command.plane,))
    _name(draft, top, command.plane)


def _ask_abort(_: State, frame: DogfightFrame) -> Pending:
    when = "before the air combat" if _before_the_fight(frame) else "after the air combat"
    return Pending(asked_side(frame), f"which of your planes abort {when} over {frame.hex}?", "OCS 14.3d", ("abort",))


def _ask_engage(state: State, frame: DogfightFrame) -> Pending:
    prompt = f"which plane fights the next round over {frame.hex}?"
    return Pending(_engager(state, frame), prompt, "OCS 14.3", ("engage",))


def install(rules: Ruleset[State]) -> None:
    """Register air combat."""
    for name in ("before first", "before second"):
        rules.step(DogfightFrame, name)(_before)
    for name in ("after first", "after second"):
        rules.step(DogfightFrame, name)(_after)
    for name, step in (("round", _round), ("shoot", _shoot), ("over", _over)):
        rules.step(DogfightFrame, name)(step)
    for name in _AFTER_ABORTS:
        rules.question(DogfightFrame, name)(_ask_abort)
    rules.question(DogfightFrame, "engage")(_ask_engage)
    rules.command(Abort, _may_abort, _abort_blank, _abort_fill)(_abort)
    rules.command(Engage, _may_engage, _engage_blank, _engage_fill)(_engage)
