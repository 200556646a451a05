"""What replacements a side gets in its Reinforcement Phase, and what of them it must use at once (T2 1.4a)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.air.special import (
    free_strips,
    hurt_planes,
    inactive_surge,
    movable_strips,
    returns_to,
    strip_refusal,
    strip_sites,
    surge_refusal,
)
from ocs_engine.series.general import enemy_noncombat, enemy_units, in_enemy_zoc
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import take_control
from ocs_engine.series.places import read_hex, read_place
from ocs_engine.series.reinforcing.rebuilding import EQ, PAX, hurt_units, may_appear, place_repls, stances_there
from ocs_engine.series.supply.trace import trace
from ocs_engine.series.teams import factions_of
from ocs_engine.series.tempo import repl_rolls
from ocs_engine.state.model import DEAD, State, Unit
from ocs_engine.state.plane_events import StripPlaced, SurgeRefitted
from ocs_engine.state.repl_events import FactionDrawn, ReplsRolled, UnitsRebuilt
from ocs_engine.world.counters import Side
from ocs_engine.world.options import REVISED_REBUILDS

AIR, FACTION, SPECIAL, EACH_TURN = "air", "faction", "special", "each turn"
AIR_STEPS = 2
"""Steps of planes that an Air result rebuilds (T2 1.4a)."""
FACTION_STEPS = 1
"""Steps of planes that a Faction result rebuilds (T2 1.4a)."""
ATTACHING = "choose attachment"
"""The step at which a Faction result lets a side change its attachment (T2 4.1d)."""
GIVING, TRADING = "choose fighters", "choose trade"
"""The steps at which a side may give up fighters for better rolls, or trade the refit of a Special result (T2 4.6)."""
REGAINING = "choose plane"
"""The step at which a side says which plane regains a step (T2 1.4a)."""
PLACING = "choose repl place"
"""The step at which a side says where a replacement appears (OCS 21.7)."""
NOWHERE = "nowhere"
"""The answer that places no air strip."""
NEW = "new"
"""The answer that places an air strip from off the map."""


class ReplFrame(Frame):
    """A side gets its replacements. rolls: still to make on the Repl Table; results: still to carry out, in order.

    result: the one under way; faction: that of a Faction result, "" for any; steps: of planes still to regain;
    units: still to rebuild for nothing.
    """

    kind: Literal["replacements"] = "replacements"
    step: str = "roll"
    side: Side
    rolls: int = 0
    results: tuple[str, ...] = ()
    result: str = ""
    faction: str = ""
    steps: int = 0
    units: int = 0


class RebuildFree(Command):
    """Say which unit is rebuilt without replacements, and where and how it appears (T2 1.4a, 6.3)."""

    kind: Literal["rebuild free"] = "rebuild free"
    side: Side
    unit: str
    place: str
    stance: str = ""


class RefitSurge(Command):
    """Say which surge planes a Special result refits (T2 1.7)."""

    kind: Literal["refit surge"] = "refit surge"
    side: Side
    planes: tuple[str, ...]


class PlaceStrip(Command):
    """Say where a Special result places an air strip, "" for nowhere; moved_from: "" for one from off the map."""

    kind: Literal["place strip"] = "place strip"
    side: Side
    hex: str = ""
    moved_from: str = ""


COMMANDS: tuple[type[Command], ...] = (RebuildFree, RefitSurge, PlaceStrip)
FRAMES: tuple[type[Frame], ...] = (ReplFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register the steps, in their order, and what they ask."""
    for name, step in _STEPS.items():
        rules.step(ReplFrame, name)(step)
    for name, ask in _QUESTIONS.items():
        rules.question(ReplFrame, name)(ask)
    rules.command(RebuildFree, _at("choose unit"), _unit_blank, _unit_fill)(_rebuild_free)
    rules.command(RefitSurge, _at("choose surge"), _surge_blank, _surge_fill)(_refit_surge)
    rules.command(PlaceStrip, _at("choose strip"), _strip_blank, _strip_fill)(_place_strip)


def begin(draft: Draft[State], side: Side) -> None:
    """Let a side get what it gets in its Reinforcement Phase."""
    rolls = repl_rolls(draft.state, side)
    asked = rolls and draft.state.points.fighters_to_give(draft.state, side)
    draft.open_frame(ReplFrame(side=side, step=GIVING if asked else "roll", rolls=rolls))


# --- the steps


@rule("T2 1.4a", "T2 6.1", "T2 6.2")
def _roll(draft: Draft[State], frame: ReplFrame) -> None:
    """2d6 on the side's own Repl Table, where it is in use; then what a scenario rebuilds each turn (T2 1.4a, 6.3)."""
    if not frame.rolls:
        each_turn = draft.state.world.scenario.sides[frame.side].rebuild_each_turn
        count = each_turn.count if each_turn else 0
        draft.change_frame(step="unit", result=EACH_TURN, faction="", units=count)
        return
    table = draft.state.world.schedule.replacements[frame.side].results
    faces = draft.roll(f"replacements, {frame.side}", 2)
    total = sum(faces) + draft.state.points.repl_modifier(draft.state, frame.side)
    results = table[max(min(table), min(total, max(table)))]
    draft.emit(ReplsRolled(side=frame.side, total=total, results=results))
    draft.change_frame(step="result", rolls=frame.rolls - 1, results=results)


@rule("OCS 13.5", "T2 1.4a")
def _result(draft: Draft[State], frame: ReplFrame) -> None:
    """Carry out one result after the other (T2 1.4a)."""
    if not frame.results:
        draft.change_frame(step="roll")
        return
    result, rest = frame.results[0], frame.results[1:]
    draft.change_frame(results=rest, result=result, faction="")
    CARRIED_OUT[result](draft, frame)


@rule("T2 2.1", "T2 3.1", "T2 3.2")
def _counters(kind: str) -> Callable[[Draft[State], ReplFrame], None]:
    """A Pax or an Eq appears in the side's box (T2 2.1, 3.2), by option where the side likes (OCS 21.7)."""

    def come(draft: Draft[State], frame: ReplFrame) -> None:
        if len(repl_places(draft.state, frame)) > 1:
            draft.change_frame(step=PLACING)
            return
        place_repls(draft, frame.side, kind, 1, draft.state.world.place(draft.state.points.repl_box(frame.side)))

    return come


@rule("OCS 21.7")
def repl_places(state: State, frame: ReplFrame) -> tuple[int, ...]:
    """Where a replacement appears: in the side's box, by option with any HQ of it that traces (OCS 21.7)."""
    side, box = frame.side, state.world.place(state.points.repl_box(frame.side))
    if not state.plays(REVISED_REBUILDS):
        return (box,)
    lines = trace(state, side).lines
    hqs = (unit for uid, unit in state.in_order() if unit.counter.is_hq and lines.get(uid) is not None)
    counter = state.world.repls[f"{side.lower()}-{PAX}"]
    able = {hq.place for hq in hqs if on_map(state, hq.place) and may_appear(state, counter, hq.place) is None}
    return (box, *sorted(able))


@rule("T2 1.4a")
def _air(draft: Draft[State], _: ReplFrame) -> None:
    draft.change_frame(step="plane", steps=AIR_STEPS)


@rule("T2 1.4a", "T2 1.12a")
def _faction(draft: Draft[State], frame: ReplFrame) -> None:
    """A die draws the faction: one unit of it, and one step of a plane (T2 1.4a)."""
    (die,) = draft.roll(f"faction, {frame.side}", 1)
    faction = draft.state.world.schedule.replacements[frame.side].factions[die]
    draft.emit(FactionDrawn(side=frame.side, die=die, faction=faction))
    asked = bool(draft.state.points.attachments(draft.state, frame.side))
    draft.change_frame(step=ATTACHING if asked else "unit", faction=faction, units=1, steps=FACTION_STEPS)


def _special(draft: Draft[State], frame: ReplFrame) -> None:
    traded = draft.state.points.surge_trade(draft.state, frame.side)
    draft.change_frame(step=TRADING if traded else "surge")


CARRIED_OUT: dict[str, Callable[[Draft[State], ReplFrame], None]] = {
    PAX: _counters(PAX),
    EQ: _counters(EQ),
    AIR: _air,
    FACTION: _faction,
    SPECIAL: _special,
}
"""How each result of a Repl Table is carried out."""


def _unit(draft: Draft[State], frame: ReplFrame) -> None:
    """Ask for a unit to rebuild, as long as one is owed and there is one; what cannot be used is lost."""
    if frame.units and free_units(draft.state, frame):
        draft.change_frame(step="choose unit")
    elif frame.result == EACH_TURN:
        draft.close_frame()
    else:
        draft.change_frame(step="plane", units=0)


def _plane(draft: Draft[State], frame: ReplFrame) -> None:
    """Ask for a plane, as long as steps are owed and one lacks any; what cannot be used is lost (T2 1.4a)."""
    if frame.steps and free_planes(draft.state, frame):
        draft.change_frame(step=REGAINING)
    else:
        draft.change_frame(step="result", steps=0)


@rule("T2 1.4a", "T2 1.7")
def _surge(draft: Draft[State], frame: ReplFrame) -> None:
    """Three Inactive surge planes, or all where there are no more, are Active (T2 1.7)."""
    able = inactive_surge(draft.state, frame.side)
    if len(able) > draft.state.points.surge_refits(draft.state, frame.side):
        draft.change_frame(step="choose surge")
        return
    if able:
        draft.emit(SurgeRefitted(side=frame.side, planes=tuple(able)))
    draft.change_frame(step="strip")


@rule("T2 1.4a", "T2 1.11d")
def _strip(draft: Draft[State], frame: ReplFrame) -> None:
    """Ask for a place for an air strip, where there is one (T2 1.11d)."""
    state, side = draft.state, frame.side
    able = (free_strips(state, side) or movable_strips(state, side)) and strip_sites(state, side)
    draft.change_frame(step="choose strip" if able else "result")


_STEPS: dict[str, Callable[[Draft[State], ReplFrame], None]] = {
    "roll": _roll,
    "result": _result,
    "unit": _unit,
    "plane": _plane,
    "surge": _surge,
    "strip": _strip,
}


# --- what is rebuilt for nothing


@rule("T2 1.4a", "T2 6.3")
def free_units(state: State, frame: ReplFrame) -> list[str]:
    """The units that can be rebuilt without replacements now: of the faction drawn, or as if with a Pax or an Eq."""
    wanted = (uid for uid in hurt_units(state, frame.side) if _wanted(state, frame, uid))
    return [uid for uid in wanted if free_places(state, frame, uid)]


def _wanted(state: State, frame: ReplFrame, uid: str) -> bool:
    counter = state.units[uid].counter
    if frame.result == FACTION:
        return frame.faction in factions_of(state, counter)
    table = state.world.schedule.rebuild_rule(counter)
    return table.pax + table.eq == 1


@rule("T2 1.4a", "T2 2.1", "T2 3.1", "T2 6.3")
def free_places(state: State, frame: ReplFrame, uid: str) -> tuple[int, ...]:
    """Where a unit appears that is rebuilt without replacements: at any HQ that may, or in its side's box (T2 2.1).

    What a scenario rebuilds each turn comes by rail to its places (T2 6.3). A reduced unit must be there already.
    """
    unit, side = state.units[uid], frame.side
    if frame.result == EACH_TURN:
        each_turn = state.world.scenario.sides[side].rebuild_each_turn
        found = {hex_ for hex_ in (each_turn.places if each_turn else ()) if _free_railway(state, side, hex_)}
    else:
        hqs = (hq for _, hq in state.in_order() if hq.side is side and hq.counter.is_hq and hq.place >= 0)
        found = {hq.place for hq in hqs if state.points.hq_serves(state, hq, Unit(unit.counter, hq.place))}
        found.add(state.world.place(state.points.repl_box(side)))
    able = (place for place in sorted(found) if may_appear(state, unit.counter, place) is None)
    return tuple(place for place in able if unit.place in (DEAD, place))


@rule("OCS 13.3e", "T2 6.3")
def _free_railway(state: State, side: Side, hex_: int) -> bool:
    """Whether units come off rail in a hex: no enemy is there, nor his ZOC (OCS 13.3e)."""
    there = enemy_units(state, side, hex_) or enemy_noncombat(state, side, hex_)
    return not there and not in_enemy_zoc(state, side, hex_)


@rule("T2 1.4a")
def free_planes(state: State, frame: ReplFrame) -> list[str]:
    """The planes that could regain a step now, in a fixed order: of the faction drawn, or any (T2 1.4a)."""
    able = (pid for pid in hurt_planes(state, frame.side) if returns_to(state, pid))
    return [pid for pid in able if frame.faction in ("", state.planes[pid].aircraft.faction)]


# --- the questions


def open_choices(state: State, frame: ReplFrame) -> bool:
    """Whether what is asked in a step has an answer."""
    match frame.step:
        case "choose unit":
            return bool(frame.units and free_units(state, frame))
        case "choose plane":
            return bool(frame.steps and free_planes(state, frame))
        case "choose surge":
            return len(inactive_surge(state, frame.side)) > state.points.surge_refits(state, frame.side)
    return frame.step == "choose strip"


def _ask(words: str, kind: str, case: str) -> Callable[[State, ReplFrame], Pending]:
    def ask(_: State, frame: ReplFrame) -> Pending:
        return Pending(frame.side, words.format(faction=frame.faction or "own"), case, (kind,))

    return ask


def _ask_unit(_: State, frame: ReplFrame) -> Pending:
    if frame.result == EACH_TURN:
        return Pending(frame.side, "which unit is rebuilt this turn, and where?", "T2 6.3", ("rebuild free",))
    words = f"which {frame.faction} unit is rebuilt, and where?"
    return Pending(frame.side, words, "T2 1.4a", ("rebuild free",))


_QUESTIONS: dict[str, Callable[[State, ReplFrame], Pending]] = {
    GIVING: _ask("are fighters given up for better replacements?", "give up", "T2 4.6"),
    TRADING: _ask("is the refit of surge planes traded for Sea Cap?", "trade surge", "T2 4.6"),
    ATTACHING: _ask("is a formation attached to another faction?", "attach", "T2 4.1"),
    "choose unit": _ask_unit,
    PLACING: _ask("where does a replacement appear?", "place repl", "OCS 21.7"),
    REGAINING: _ask("which {faction} plane regains a step?", "regain step", "T2 1.4a"),
    "choose surge": _ask("which surge planes are refitted?", "refit surge", "T2 1.7"),
    "choose strip": _ask("where is an air strip placed?", "place strip", "T2 1.11d"),
}


def _at(step: str) -> Callable[[State, str], bool]:
    """Whether a side is asked in a step of its replacements."""

    def asked(state: State, side: str) -> bool:
        top = state.top_frame
        return isinstance(top, ReplFrame) and top.step == step and top.side == side

    return asked


def _unit_blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    """The unit, the place, and a dead unit's stance."""
    frame = state.frame_of(ReplFrame)
    if not filled:
        return Blank("unit", tuple(free_units(state, frame)))
    uid = str(filled[0][1])
    if len(filled) == 1:
        return Blank("place", tuple(map(state.world.label, free_places(state, frame, uid))))
    if len(filled) > 2 or state.units[uid].place != DEAD:
        return None
    return Blank("stance", stances_there(state, uid, state.world.place(str(filled[1][1]))))


def _unit_fill(side: str, filled: Sequence[Answer]) -> Command:
    answers = {name: str(value) for name, value in filled}
    return RebuildFree(side=Side(side), **answers)


@rule("T2 1.4a", "T2 6.3")
def _rebuild_free(draft: Draft[State], command: RebuildFree) -> None:
    """A unit appears, or regains a step, and no replacement is used up."""
    state, frame, uid = draft.state, draft.state.frame_of(ReplFrame), command.unit
    case = "T2 6.3" if frame.result == EACH_TURN else "T2 1.4a"
    if uid not in state.units or uid not in free_units(state, frame):
        raise_if(_no("not that unit", case, f"{uid} is no unit that can be rebuilt by this", uid))
    place = read_place(state, command.place)
    if place not in (able := free_places(state, frame, uid)):
        words = f"{uid} may be rebuilt in {', '.join(map(state.world.label, able))}, not in {command.place}"
        raise_if(_no("not there", case, words, uid))
    offered = stances_there(state, uid, place) if state.units[uid].place == DEAD else ("",)
    if command.stance not in offered:
        raise_if(_no("no such mode", case, f"{uid} may be rebuilt in: {', '.join(offered)}", uid))
    draft.change_frame(step="unit", units=frame.units - 1)
    label, why = state.world.label(place), frame.result
    draft.emit(UnitsRebuilt(side=command.side, place=label, stances={uid: command.stance}, why=why))
    take_control(draft, (uid,))


def _surge_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """As many surge planes as a Special result refits."""
    chosen = values(filled, "plane")
    if len(chosen) == state.points.surge_refits(state, Side(side)):
        return None
    return Blank("plane", tuple(pid for pid in inactive_surge(state, Side(side)) if pid not in chosen))


def _surge_fill(side: str, filled: Sequence[Answer]) -> Command:
    return RefitSurge(side=Side(side), planes=values(filled, "plane"))


def _refit_surge(draft: Draft[State], command: RefitSurge) -> None:
    raise_if(surge_refusal(draft.state, command.side, command.planes))
    draft.change_frame(step="strip")
    draft.emit(SurgeRefitted(side=command.side, planes=command.planes))


def _strip_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The hex, or nowhere; a new strip, or one that moves."""
    own = Side(side)
    if not filled:
        return Blank("hex", (*map(state.world.label, strip_sites(state, own)), NOWHERE))
    if len(filled) > 1 or filled[0][1] == NOWHERE:
        return None
    new = (NEW,) if free_strips(state, own) else ()
    return Blank("strip", (*new, *map(state.world.label, movable_strips(state, own))))


def _strip_fill(side: str, filled: Sequence[Answer]) -> Command:
    answers = {name: str(value) for name, value in filled}
    hex_, moved = answers["hex"].replace(NOWHERE, ""), answers.get("strip", "").replace(NEW, "")
    return PlaceStrip(side=Side(side), hex=hex_, moved_from=moved)


def _place_strip(draft: Draft[State], command: PlaceStrip) -> None:
    state, side = draft.state, command.side
    if not command.hex:
        draft.change_frame(step="result")
        return
    hex_ = read_hex(state, command.hex)
    moved = read_hex(state, command.moved_from) if command.moved_from else None
    raise_if(strip_refusal(state, side, hex_, moved))
    draft.change_frame(step="result")
    label = state.world.label
    draft.emit(StripPlaced(side=side, hex=label(hex_), moved_from="" if moved is None else label(moved)))


def _no(code: str, case: str, sentence: str, piece: str) -> Refusal:
    return Refusal(code=code, rule=case, sentence=sentence, pieces=(piece,))
