"""Retreats (OCS 9.12): how far, which way hex by hex, what happens on it, and who dies of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.capture import entered
from ocs_engine.series.disorder import disordered, rouse_trucks
from ocs_engine.series.fight_commands import BeginRetreat, RetreatTo
from ocs_engine.series.general import in_enemy_zoc
from ocs_engine.series.losses import open_losses
from ocs_engine.series.movement import take_control
from ocs_engine.series.places import read_hex
from ocs_engine.series.retreat_ways import (
    Aim,
    Bounds,
    Party,
    able,
    could_go,
    have_way,
    parties,
    present,
    retreating,
    ways_of,
)
from ocs_engine.state.events import StancesChanged, TransportPlaced, UnitsDestroyed, stance
from ocs_engine.state.fight_events import UnitsDisordered, UnitsRetreated
from ocs_engine.state.model import Mode, State
from ocs_engine.world.counters import Side

SECOND_HEX = 3
"""The length of a trail that has come to the second hex of a retreat, its start counted (OCS 5.10a)."""


class RetreatFrame(Frame):
    """A side retreats units. waiting: those that have yet to go; group: those on their way, and their bounds."""

    kind: Literal["retreat"] = "retreat"
    step: str = "next"
    side: Side
    aim: Aim
    waiting: tuple[Party, ...]
    group: Party | None = None
    bounds: Bounds | None = None


FRAMES: tuple[type[Frame], ...] = (RetreatFrame,)


@rule("OCS 9.12")
def farthest(state: State, units: Sequence[str], limit: int, enemies: Sequence[str]) -> int:
    """The most hexes, up to a limit, that at least one of some units could retreat from where it is (OCS 9.12).

    enemies: labels of the hexes in which the enemies of the combat stood when it began (OCS 9.12f).
    """
    standing = parties(state, units)
    for hexes in range(limit, 0, -1):
        aim = Aim(hexes=hexes, enemies=tuple(enemies))
        if any(able(state, aim, party) for party in standing):
            return hexes
    return 0


def open_retreat(
    draft: Draft[State], units: Sequence[str], hexes: int, enemies: Sequence[str], taggers: Sequence[str] = ()
) -> None:
    """Let the owner retreat all of some units so many hexes, each from where it is; closes itself when all have.

    enemies: as for `farthest`. taggers: units that did not fight and may tag along (OCS 9.12d).
    """
    standing = parties(draft.state, units, taggers)
    if hexes > 0 and standing:
        side, aim = draft.state.units[units[0]].side, Aim(hexes=hexes, enemies=tuple(enemies))
        draft.open_frame(RetreatFrame(side=side, aim=aim, waiting=tuple(standing)))


# --- who goes next


def _waiting(state: State, frame: RetreatFrame) -> list[Party]:
    return [party for each in frame.waiting if (party := present(state, each)).units]


@rule("OCS 9.12", "OCS 5.8a")
def _next(draft: Draft[State], frame: RetreatFrame) -> None:
    """Let those go for whom there is no choice, ask for others, destroy those who cannot go, and end."""
    state, waiting = draft.state, _waiting(draft.state, frame)
    if not any(able(state, frame.aim, party) for party in waiting):
        for party in waiting:
            draft.emit(UnitsDestroyed(units=party.units, why=f"no way to retreat from {party.trail[-1]}"))
        draft.close_frame()
    elif filled := _only_form(state, frame):
        units = values(filled, "unit")
        party = next(each for each in waiting if units[0] in each.units)
        _begin(draft, frame, party, units, values(filled, "transport"))
    else:
        draft.change_frame(step="group")


def _party(state: State, frame: RetreatFrame, uid: str) -> Party | None:
    """The waiting party that a unit is in."""
    return next((each for each in _waiting(state, frame) if uid in (*each.units, *each.taggers)), None)


@rule("OCS 9.12", "OCS 9.12d")
def _form(state: State, frame: RetreatFrame, filled: Sequence[Answer]) -> Blank | None:
    """A unit, another of its hex or enough, then an organic truck or enough, as long as they can go together."""
    aim, units, trucks = frame.aim, values(filled, "unit"), values(filled, "transport")
    party = _party(state, frame, units[0]) if units else None
    if party is None:
        return Blank("unit", tuple(uid for each in _waiting(state, frame) for uid in able(state, aim, each)))
    name, last = filled[-1]
    if name == "unit" and last != ENOUGH:
        others = (uid for uid in (*party.units, *party.taggers) if uid not in units)
        more = tuple(uid for uid in others if could_go(state, aim, party, (*units, uid)))
        return Blank("unit", (*more, ENOUGH) if have_way(state, aim, party, units) else more)
    rest = (tid for tid in party.transport if tid not in trucks)
    free = tuple(tid for tid in rest if have_way(state, aim, party, units, (*trucks, tid)))
    return Blank("transport", (*free, ENOUGH)) if free and (name, last) != ("transport", ENOUGH) else None


def _only_form(state: State, frame: RetreatFrame) -> list[Answer] | None:
    """The answers of the form where there is but one way to fill it, else None."""
    filled: list[Answer] = []
    while (blank := _form(state, frame, filled)) is not None:
        if len(blank.values) > 1:
            return None
        filled.append((blank.name, blank.values[0]))
    return filled


@rule("OCS 9.12b", "OCS 13.1")
def _begin(
    draft: Draft[State], frame: RetreatFrame, party: Party, units: tuple[str, ...], transport: tuple[str, ...]
) -> None:
    """Put a group of a party on its way, each unit in the stance in which it retreats."""
    state = draft.state
    ready = {uid: unit for uid in units if (unit := retreating(state.units[uid])) is not None}
    changes = {uid: stance(unit) for uid, unit in ready.items() if unit != state.units[uid]}
    if changes:
        draft.emit(StancesChanged(stances=changes))
        take_control(draft, changes)
    gone = {*units, *transport}
    kinds = ("units", "taggers", "transport")
    left = {kind: tuple(each for each in getattr(party, kind) if each not in gone) for kind in kinds}
    waiting = [each.model_copy(update=left) if each == party else each for each in _waiting(state, frame)]
    group = Party(units=units, transport=transport, trail=party.trail)
    _change(draft, frame, step="go on", waiting=tuple(waiting), group=group, bounds=None)


def _change(draft: Draft[State], frame: RetreatFrame, **changes: object) -> None:
    """Change the frame; parties and bounds go into the event as plain data."""
    plain = frame.model_copy(update=changes).model_dump(mode="json")
    draft.change_frame(**{name: plain[name] for name in changes})


# --- the way


@rule("OCS 9.12")
def _go_on(draft: Draft[State], frame: RetreatFrame) -> None:
    """Take the group to its next hex, or ask for it; let it rest at its end, or where its way together is closed."""
    state = draft.state
    group = present(state, frame.group) if frame.group else None
    if group is None or not group.units:
        _change(draft, frame, step="next", group=None)
        return
    ways = ways_of(state, frame.aim, group, group.units, group.transport)
    bounds = ways.still(frame.bounds) if ways else None
    if ways is None or bounds is None:
        _change(draft, frame, step="next", group=None, waiting=(group, *frame.waiting))
    elif ways.completed(bounds):
        _change(draft, frame, step="next", group=None)
    elif len(found := ways.next_hexes(bounds)) == 1:
        _enter(draft, frame, group, bounds, found[0])
    else:
        _change(draft, frame, step="hex", group=group, bounds=bounds)


def _open_hexes(state: State, frame: RetreatFrame) -> list[Hex]:
    """The hexes that the group on its way may enter next."""
    if frame.group is None or frame.bounds is None:
        return []
    group = present(state, frame.group)
    ways = ways_of(state, frame.aim, group, group.units, group.transport) if group.units else None
    return ways.next_hexes(frame.bounds) if ways else []


@rule("OCS 9.12", "OCS 9.12e", "OCS 5.10a", "OCS 5.8a")
def _enter(draft: Draft[State], frame: RetreatFrame, group: Party, bounds: Bounds | None, to: Hex) -> None:
    """Take the group into a hex, with what comes of it: disorder, a step lost, control, and capture.

    Units count as DG already as they were before this hex, so that the second hex does not cost a step by itself.
    """
    label = draft.state.world.label(to)
    shaken = [uid for uid in group.units if draft.state.units[uid].marker is Mode.DG]
    draft.emit(UnitsRetreated(units=group.units, to=label))
    for tid in group.transport:
        draft.emit(TransportPlaced(transport=tid, place=label))
    trail = (*group.trail, label)
    zone = in_enemy_zoc(draft.state, frame.side, to)
    if zone or len(trail) == SECOND_HEX:
        why = f"retreat into an enemy ZOC in {label}" if zone else f"second hex of a retreat, {label}"
        stances = disordered(draft.state, frame.side, to)
        if stances:
            draft.emit(UnitsDisordered(stances=stances, why=why))
            take_control(draft, stances)
        rouse_trucks(draft, frame.side, to, why)
    take_control(draft, group.units)
    _change(draft, frame, step="go on", group=group.model_copy(update={"trail": trail}), bounds=bounds)
    if zone:
        open_losses(draft, shaken, 1, f"retreat into an enemy ZOC in {label}")
    entered(draft, group.units, to)


# --- the commands


def _asked(state: State, side: str, step: str) -> RetreatFrame | None:
    """The retreat that waits for a side to answer at a step, if one does."""
    top = state.top_frame
    return top if isinstance(top, RetreatFrame) and (top.step, top.side) == (step, side) else None


def _asked_group(state: State, side: str) -> bool:
    return _asked(state, side, "group") is not None


def _asked_hex(state: State, side: str) -> bool:
    return _asked(state, side, "hex") is not None


def _group_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    frame = _asked(state, side, "group")
    return _form(state, frame, filled) if frame else None


def _group_fill(side: str, filled: Sequence[Answer]) -> Command:
    return BeginRetreat(side=Side(side), units=values(filled, "unit"), transport=values(filled, "transport"))


def _hex_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    frame = _asked(state, side, "hex")
    if frame is None or filled:
        return None
    return Blank("hex", tuple(state.world.label(hex_) for hex_ in _open_hexes(state, frame)))


def _hex_fill(side: str, filled: Sequence[Answer]) -> Command:
    return RetreatTo(side=Side(side), hex=values(filled, "hex")[0])


def _begin_retreat(draft: Draft[State], command: BeginRetreat) -> None:
    frame = _asked(draft.state, command.side, "group")
    if frame is None:
        raise TypeError("nobody is asked who retreats")
    party = _chosen(draft.state, frame, command)
    _begin(draft, frame, party, command.units, command.transport)


@rule("OCS 9.12", "OCS 9.12d")
def _chosen(state: State, frame: RetreatFrame, command: BeginRetreat) -> Party:
    """The party of which units and trucks go on together; raises Refused where they may not."""
    units, trucks = command.units, command.transport
    named = (*units, *trucks)
    if len(set(named)) < len(named):
        raise refuse("named twice", "OCS 9.12", "a piece is named twice in this retreat", pieces=named)
    waiting = _waiting(state, frame)
    strangers = [uid for uid in units if _party(state, frame, uid) is None]
    if strangers or not units:
        words = f"{', '.join(strangers) or 'nobody'} is not among those that retreat, nor may it tag along"
        raise refuse("not retreating", "OCS 9.12", words, pieces=units)
    party = next((each for each in waiting if {*units} <= {*each.units, *each.taggers}), None)
    if party is None:
        raise refuse("not together", "OCS 9.12", "units that retreat together stand in one hex", pieces=units)
    where = party.trail[-1]
    if not any(uid in party.units for uid in units):
        words = f"{', '.join(units)} did not fight and may only tag along with a unit that retreats from {where}"
        raise refuse("tag-along", "OCS 9.12d", words, places=(where,), pieces=units)
    others = [tid for tid in trucks if tid not in party.transport]
    if others:
        words = f"{', '.join(others)} is not an own organic truck in {where} and may not tag along"
        raise refuse("tag-along", "OCS 9.12d", words, places=(where,), pieces=others)
    if not have_way(state, frame.aim, party, units, trucks):
        words = f"{', '.join(named)} have no way together to a hex {frame.aim.hexes} away from {party.trail[0]}"
        raise refuse("no way", "OCS 9.12", words, places=(where,), pieces=named)
    return party


def _retreat_to(draft: Draft[State], command: RetreatTo) -> None:
    frame = _asked(draft.state, command.side, "hex")
    if frame is None or frame.group is None:
        raise TypeError("nobody is asked where to retreat")
    state, to = draft.state, read_hex(draft.state, command.hex)
    found = _open_hexes(state, frame)
    if to not in found:
        ways = ", ".join(state.world.label(hex_) for hex_ in found)
        words = f"the units in {frame.group.trail[-1]} may not retreat to {command.hex}, only to {ways}"
        raise refuse("not that way", "OCS 9.12", words, places=(command.hex,))
    _enter(draft, frame, present(state, frame.group), frame.bounds, to)


def _far(frame: RetreatFrame) -> str:
    return "1 hex" if frame.aim.hexes == 1 else f"{frame.aim.hexes} hexes"


def _ask_group(state: State, frame: RetreatFrame) -> Pending:
    where = ", ".join(dict.fromkeys(party.trail[-1] for party in _waiting(state, frame)))
    prompt = f"which units retreat next, together, from {where} ({_far(frame)})?"
    return Pending(frame.side, prompt, "OCS 9.12", ("begin retreat",))


def _ask_hex(_: State, frame: RetreatFrame) -> Pending:
    trail = frame.group.trail if frame.group else ("",)
    prompt = f"where do the units in {trail[-1]} go on, to be {_far(frame)} from {trail[0]}?"
    return Pending(frame.side, prompt, "OCS 9.12", ("retreat to",))


def install(rules: Ruleset[State]) -> None:
    """Register retreats."""
    rules.step(RetreatFrame, "next")(_next)
    rules.step(RetreatFrame, "go on")(_go_on)
    rules.question(RetreatFrame, "group")(_ask_group)
    rules.question(RetreatFrame, "hex")(_ask_hex)
    rules.command(BeginRetreat, _asked_group, _group_blank, _group_fill)(_begin_retreat)
    rules.command(RetreatTo, _asked_hex, _hex_blank, _hex_fill)(_retreat_to)
