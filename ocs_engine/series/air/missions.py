"""A mission from its start to the landing of its planes, in the booklet's order of steps (OCS 14.2f).

What the mission itself does is the step of its frame that bears the name of the kind of mission.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset
from ocs_engine.series.air.dogfight import open_dogfight
from ocs_engine.series.air.landing import open_landing
from ocs_engine.series.air.planes import active_at, active_planes, air_hexes, reaches
from ocs_engine.series.air.zones import exposed, flak_target, interceptors
from ocs_engine.series.tables.flak import flak_hits, flak_modifiers, mission_loss
from ocs_engine.series.teams import team_refusal
from ocs_engine.state.air_events import FlakFired, InterceptorSent, Mission, MissionFlown, MissionLoss, MissionOver
from ocs_engine.state.capture_events import PlaneStepLost
from ocs_engine.state.fight_events import FactorTold
from ocs_engine.state.model import DEAD, State
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.world.counters import Side

FLAK = "flak"
"""What takes steps of planes here, as events say it."""
NOBODY = "nobody"
"""The answer of a side that does not intercept."""


class Intercept(Command):
    """Send a Fighter against the mission that is over a hex, or nobody, plane "" (OCS 14.5)."""

    kind: Literal["intercept"] = "intercept"
    side: Side
    plane: str = ""


class TakeHit(Command):
    """Name the plane that flak has hit, of several that are equally weak or strong (OCS 14.4f)."""

    kind: Literal["take hit"] = "take hit"
    side: Side
    plane: str


class MissionFrame(Frame):
    """A mission. planes: in the order of their stack, the gone ones too. hit: those of which flak has hit one.

    aim: what a barrage or Hip Shoot is announced against (OCS 10.0d).

    Of a transport or drop (OCS 14.9, 14.10): start, from where its cargo comes; profiles, by plane, how each of them
    flies; units and tokens, the cargo that is with it still; staying, who stays at the base to unload more there.
    Of one with a stop on its way (OCS 21.12a): then, the base to which it goes on from `hex`; later via, where its stop
    was, and loaded, the T among `tokens` that were loaded there.
    """

    kind: Literal["mission"] = "mission"
    step: str = "clash"
    side: Side
    mission: Mission
    hex: str
    planes: tuple[str, ...]
    aim: str = ""
    hit: tuple[str, ...] = ()
    die: int | None = None
    loss: str = ""
    start: str = ""
    profiles: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    tokens: int = 0
    staying: tuple[str, ...] = ()
    then: str = ""
    via: str = ""
    loaded: int = 0


COMMANDS: tuple[type[Command], ...] = (Intercept, TakeHit)
FRAMES: tuple[type[Frame], ...] = (MissionFrame,)


# --- who may fly


_PHASES = (Phase.MOVEMENT, Phase.REACTION, Phase.EXPLOITATION)
"""The phases in which a side flies missions (OCS 14.2)."""


@rule("OCS 14.2")
def in_flight_segment(state: State, side: str, segment: Segment) -> bool:
    """Whether a side acts in such a segment of a phase in which it flies, and nothing else is under way (OCS 14.2)."""
    now = state.now
    free = not state.frames and state.verdict is None and not state.memory.over
    return free and now.acts == side and now.segment is segment and now.phase in _PHASES


@rule("OCS 14.1", "OCS 14.2")
def plane_refusal(state: State, side: Side, pid: str) -> Refusal | None:
    """Why a plane may fly no mission now at all, or None: it must be Active, and flies one a phase (OCS 14.1, 14.2)."""
    plane = state.planes.get(pid)
    if plane is None or plane.side is not side or plane.place == DEAD:
        return _no("no such plane", "", f"the {side} side has no plane {pid!r} in play", pid)
    if not plane.active:
        return _no("inactive", "OCS 14.1", f"{pid} is Inactive", pid)
    if pid in state.memory.flown:
        return _no("has flown", "OCS 14.2", f"{pid} has flown a mission in this phase already", pid)
    return None


def ready_planes(state: State, side: Side) -> list[str]:
    """The planes of a side that may fly a mission in this phase, in a fixed order; none in bad weather."""
    if state.points.no_flight(state) is not None:
        return []
    return [pid for pid in active_planes(state, side) if pid not in state.memory.flown]


@rule("OCS 14.2", "OCS 14.2a", "OCS 14.1f", "T2 1.5", "T2 4.1")
def mission_refusal(
    state: State, side: Side, mission: Mission, hex_: Hex, planes: Sequence[str], ranges: int = 1
) -> Refusal | None:
    """Why planes may not fly together to a hex, whatever they do there, or None. ranges: how often theirs they may fly.

    One to four planes, each Active, not flown in this phase, and with the hex in its range (OCS 14.2).
    """
    label = state.world.label(hex_)
    if (weather := state.points.no_flight(state)) is not None:
        return weather
    if state.simulcast and mission not in _PEACEFUL:
        words = f"a {mission} is an attack, and this is a simulcast turn"
        return Refusal(code="simulcast turn", rule="OCS 2.4", sentence=words, places=(label,))
    if not planes or len(set(planes)) < len(planes):
        return _no("planes", "OCS 14.2a", "name at least one plane, and each of them once", *planes)
    for pid in planes:
        if (refusal := plane_refusal(state, side, pid)) is not None:
            return refusal
        if not reaches(state, pid, hex_, ranges * state.planes[pid].aircraft.range):
            return _no("out of range", "OCS 14.2", f"{label} is out of the range of {pid}", pid, place=label)
    if (mixed := team_refusal(state, planes)) is not None:
        return mixed
    if len(planes) > (most := state.points.mission_size(state, mission, planes)):
        return _no("too many planes", "OCS 14.2a", f"these fly at most {most} together on a {mission}", *planes)
    return closed_refusal(state, side, hex_)


@rule("T2 1.5")
def closed_refusal(state: State, side: Side, place: int) -> Refusal | None:
    """Why nothing of a side may fly to a place, or None: it is closed to it."""
    if place not in state.points.closed_to(state, side):
        return None
    label = state.world.label(place)
    return _no("closed area", "T2 1.5", f"{label} is too near an entry area that is closed", place=label)


_PEACEFUL = (Mission.TRANSPORT, Mission.DROP, Mission.TRANSFER)
"""Missions that attack nobody, and so may be flown in a simulcast turn (OCS 2.4)."""


def begin_mission(draft: Draft[State], frame: MissionFrame) -> None:
    """Let planes set out; the barrage of a hex is used up even where none of them comes through (OCS 14.2f, 10.0e)."""
    counts = frame.mission in (Mission.BARRAGE, Mission.TRAINBUSTING)
    draft.emit(
        MissionFlown(
            side=frame.side, mission=frame.mission, hex=frame.hex, planes=frame.planes, aim=frame.aim, counts=counts
        )
    )
    draft.open_frame(frame)


# --- the steps C to G


@rule("OCS 14.2")
def flying(state: State, frame: MissionFrame) -> list[str]:
    """The planes of a mission that are still with it, in the order of their stack."""
    return [pid for pid in frame.planes if state.planes[pid].active and state.planes[pid].place != DEAD]


@rule("OCS 14.2", "OCS 14.3")
def _clash(draft: Draft[State], frame: MissionFrame) -> None:
    """Step C: over a base with Active enemy planes there is an air combat at once (OCS 14.2f C, 14.3)."""
    state = draft.state
    there = active_at(state, frame.side.other, state.world.place(frame.hex))
    draft.change_frame(step="intercept")
    open_dogfight(draft, frame.side, frame.hex, _over_hex(state, frame), there, legs=_legs(state, frame))


@rule("OCS 21.12")
def _legs(state: State, frame: MissionFrame) -> dict[str, int]:
    """The hexes of the longer leg of each plane of a mission that has made a stop (OCS 21.12a)."""
    if not frame.via:
        return {}
    via, off = state.world.place(frame.via), state.points.air_distance
    last = off(state.world, via, state.world.place(frame.hex)) or 0
    return {pid: max(air_hexes(state, pid, via) or 0, last) for pid in flying(state, frame)}


def _over_hex(state: State, frame: MissionFrame) -> list[str]:
    """The planes of a mission, and other Active ones of its side that are based under it (OCS 14.3)."""
    based = active_at(state, frame.side, state.world.place(frame.hex))
    mission = flying(state, frame)
    return [*mission, *(pid for pid in based if pid not in mission)]


@rule("OCS 14.5")
def _intercept(draft: Draft[State], frame: MissionFrame) -> None:
    """Step D: who has a Fighter near may send it, once, if the mission is of an exposed kind (OCS 14.5)."""
    state, hex_ = draft.state, draft.state.world.place(frame.hex)
    if not flying(state, frame):
        draft.change_frame(step="over")
        return
    met = exposed(state, frame.side, frame.mission, hex_) and interceptors(state, frame.side.other, hex_)
    draft.change_frame(step="choose interceptor" if met else "flak")


@rule("OCS 14.4", "OCS 14.4a")
def _flak(draft: Draft[State], frame: MissionFrame) -> None:
    """Step E: one roll of flak for the mission; a plane that is hit loses a step (OCS 14.4)."""
    state, tables, planes = draft.state, draft.state.world.tables, flying(draft.state, frame)
    if not planes:
        draft.change_frame(step="over")
        return
    hex_ = state.world.place(frame.hex)
    if not exposed(state, frame.side, frame.mission, hex_):
        draft.change_frame(step=frame.mission)
        return
    modifiers = flak_modifiers(tables, flak_target(state, frame.side, frame.mission, hex_, planes))
    added = sum(each.value for each in modifiers)
    roll = sum(draft.roll(f"flak at {frame.hex}", 2))
    hit = flak_hits(tables, added, roll)
    draft.emit(
        FlakFired(
            side=frame.side.other,
            hex=frame.hex,
            roll=roll,
            modifiers=tuple(FactorTold(value=str(each.value), rule=each.rule, why=each.why) for each in modifiers),
            total=roll + added,
            hit=hit,
        )
    )
    if hit:
        _find_hit(draft, planes)
    else:
        draft.change_frame(step=frame.mission)


@rule("OCS 14.4")
def _find_hit(draft: Draft[State], planes: Sequence[str]) -> None:
    """Roll for the plane that is hit; of several equally weak or strong the owner chooses (OCS 14.4f)."""
    if len(planes) == 1:
        _take_hit(draft, planes[0], None, "")
        return
    die = draft.roll("which plane is hit", 1)[0]
    result = mission_loss(draft.state.world.tables, len(planes), die)
    found = hit_planes(draft.state, planes, result)
    if len(found) == 1:
        _take_hit(draft, found[0], die, result)
    else:
        draft.change_frame(step="choose hit", hit=found, die=die, loss=result)


@rule("OCS 14.4")
def hit_planes(state: State, planes: Sequence[str], result: str) -> tuple[str, ...]:
    """The planes that a result of mission loss may mean: "#n" from the top, the weakest or strongest by barrage."""
    if result.startswith("#"):
        return (planes[int(result[1:]) - 1],)
    strengths = {pid: state.planes[pid].face.barrage for pid in planes}
    sought = (min if result == "Weakest" else max)(strengths.values())
    return tuple(pid for pid in planes if strengths[pid] == sought)


def _take_hit(draft: Draft[State], pid: str, die: int | None, result: str) -> None:
    draft.emit(MissionLoss(plane=pid, die=die, result=result))
    draft.emit(PlaneStepLost(plane=pid, why=FLAK))
    frame = draft.state.frame_of(MissionFrame)
    draft.change_frame(step=frame.mission if flying(draft.state, frame) else "over")


@rule("OCS 14.1c", "OCS 14.2")
def go_home(draft: Draft[State], frame: MissionFrame) -> None:
    """Step G: the planes that are left land within their range, and are Inactive (OCS 14.1c)."""
    planes = flying(draft.state, frame)
    draft.change_frame(step="landed")
    open_landing(draft, frame.side, frame.hex, planes)


def _over(draft: Draft[State], frame: MissionFrame) -> None:
    """Nobody is left to go on with it; its cargo is where its planes have landed, or lost with them."""
    draft.emit(MissionOver(side=frame.side, mission=frame.mission, hex=frame.hex))
    draft.change_frame(step="weigh" if frame.units or frame.tokens else "landed")


def _landed(draft: Draft[State], _: MissionFrame) -> None:
    draft.close_frame()


# --- the commands


def _may_intercept(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, MissionFrame) and top.step == "choose interceptor" and top.side.other == side


def _intercept_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """A Fighter, or nobody."""
    top = state.frame_of(MissionFrame)
    able = interceptors(state, Side(side), state.world.place(top.hex))
    return None if filled else Blank("plane", (NOBODY, *able))


def _intercept_fill(side: str, filled: Sequence[Answer]) -> Command:
    chosen = str(filled[0][1])
    return Intercept(side=Side(side), plane="" if chosen == NOBODY else chosen)


@rule("OCS 14.5")
def _send(draft: Draft[State], command: Intercept) -> None:
    """Send an interceptor, which attacks; all that is Active over the hex takes part (OCS 14.5, 14.3)."""
    state, top = draft.state, draft.state.frame_of(MissionFrame)
    hex_ = state.world.place(top.hex)
    if command.plane:
        able = interceptors(state, command.side, hex_)
        if command.plane not in able:
            words = f"{command.plane} may not intercept over {top.hex}; {', '.join(able)} may"
            raise refuse("not that plane", "OCS 14.5", words, places=(top.hex,), pieces=(command.plane,))
    draft.change_frame(step="flak")
    if command.plane:
        draft.emit(InterceptorSent(side=command.side, plane=command.plane, hex=top.hex))
        others = [pid for pid in active_at(state, command.side, hex_) if pid != command.plane]
        planes = (command.plane, *others)
        over, legs = _over_hex(state, top), _legs(state, top)
        open_dogfight(draft, command.side, top.hex, planes, over, interceptor=command.plane, legs=legs)


def _may_take_hit(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, MissionFrame) and top.step == "choose hit" and top.side == side


def _hit_blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    return None if filled else Blank("plane", state.frame_of(MissionFrame).hit)


def _hit_fill(side: str, filled: Sequence[Answer]) -> Command:
    return TakeHit(side=Side(side), plane=str(filled[0][1]))


@rule("OCS 14.4")
def _choose_hit(draft: Draft[State], command: TakeHit) -> None:
    top = draft.state.frame_of(MissionFrame)
    if command.plane not in top.hit:
        words = f"{command.plane} was not hit; it is one of {', '.join(top.hit)}"
        raise refuse("not that plane", "OCS 14.4", words, places=(top.hex,), pieces=(command.plane,))
    _take_hit(draft, command.plane, top.die, top.loss)


def _ask_interceptor(_: State, frame: MissionFrame) -> Pending:
    prompt = f"which of your Fighters meets the enemy planes over {frame.hex}, if any?"
    return Pending(frame.side.other, prompt, "OCS 14.5", ("intercept",))


def _ask_hit(_: State, frame: MissionFrame) -> Pending:
    return Pending(frame.side, f"which plane over {frame.hex} has the flak hit?", "OCS 14.4", ("take hit",))


def install(rules: Ruleset[State]) -> None:
    """Register what all missions share."""
    steps = (("clash", _clash), ("intercept", _intercept), ("flak", _flak), ("over", _over), ("landed", _landed))
    for name, step in steps:
        rules.step(MissionFrame, name)(step)
    rules.step(MissionFrame, "go home")(go_home)
    rules.question(MissionFrame, "choose interceptor")(_ask_interceptor)
    rules.question(MissionFrame, "choose hit")(_ask_hit)
    rules.command(Intercept, _may_intercept, _intercept_blank, _intercept_fill)(_send)
    rules.command(TakeHit, _may_take_hit, _hit_blank, _hit_fill)(_choose_hit)


def _no(code: str, case: str, sentence: str, *pieces: str, place: str = "") -> Refusal:
    return Refusal(code=code, rule=case, sentence=sentence, places=(place,) if place else (), pieces=pieces)
