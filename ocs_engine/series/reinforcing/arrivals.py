"""Reinforcements of a side in its Reinforcement Phase (OCS 13.6): what is due comes, as its owner wants it placed.

What comes to the same entry is one question: where, and in which stance, for all of it or for some first. Markers,
planes and what goes or takes another's place come by themselves; where there is no choice, units do too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, raise_if, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset, values
from ocs_engine.series.air.planes import room_for_active
from ocs_engine.series.air.special import hurt_planes, regained, returns_to
from ocs_engine.series.movement import take_control
from ocs_engine.series.places import read_place
from ocs_engine.series.reinforcing.entering import (
    Comer,
    Comers,
    arrival_stance_refusal,
    arrival_stances,
    room_needed,
    site_refusal,
    sites,
)
from ocs_engine.series.reinforcing.order import (
    ANY_SOURCE,
    DEAD_PILE,
    ORGANIC,
    Due,
    due,
    fresh_ids,
    numbered,
    returning,
)
from ocs_engine.series.reinforcing.withdrawals import Leaving, withdraw
from ocs_engine.series.supply.trace import usable_sources
from ocs_engine.state.arrival_events import (
    ArrivedDead,
    BatchDrawn,
    EntriesCame,
    MarkersGained,
    PlanesArrived,
    PlanesWithdrawn,
    TransportArrived,
    TransportLost,
    UnitExchanged,
    UnitsArrived,
    UnitsWithdrawn,
)
from ocs_engine.state.events import SupplyLoaded, read_stance
from ocs_engine.state.model import AWAY, DEAD, Mode, State
from ocs_engine.world.counters import Side
from ocs_engine.world.scenario import AIR_BOXES

Filled = Sequence[Answer]
NO_PLACE = "there is no place for them"
"""Why units are dead that should have arrived."""
SO_LISTED = "by the order of arrival"
ADDING = "add step"
"""The step at which a side says which plane regains a step (T2 1.4b)."""


class ArrivalsFrame(Frame):
    """Reinforcements of a side come. groups: those that are not placed yet, together what comes to the same entry.

    air_steps: kinds of planes of which one regains a step (T2 1.4b). leaving: transport that goes (T2 1.4c).
    """

    kind: Literal["arrivals"] = "arrivals"
    step: str = "next"
    side: Side
    groups: tuple[Comers, ...]
    air_steps: tuple[str, ...] = ()
    leaving: tuple[Leaving, ...] = ()


class Arrive(Command):
    """Say where reinforcements appear and in which stance; units and transport by id, () for all of the group.

    Organic trucks are in Reserve where the stance is.
    """

    kind: Literal["arrive"] = "arrive"
    side: Side
    place: str
    units: tuple[str, ...] = ()
    stance: str = "move"


# --- what is due


@rule("OCS 13.6", "T2 1.4b", "T2 6.3")
def begin(draft: Draft[State], side: Side) -> None:
    """Let everything come that is due to a side: by itself where it can, else as its owner says."""
    entries = due(draft.state, side)
    if entries:
        draft.emit(EntriesCame(side=side, entries=tuple(each.id for each in entries)))
    groups = _Groups(draft.state, side)
    for each in entries:
        _by_itself(draft, side, each)
        groups.add(each, _living(draft, side, each))
    groups.add_returning(draft.state)
    steps = tuple(kind for each in entries for kind in each.air_steps)
    leaving = tuple(
        Leaving(kind=gone.kind, tokens=gone.points * draft.state.world.tables.number("tokens_per_SP"),
                formation=gone.formation)
        for each in entries for gone in each.remove_transport
    )  # fmt: skip
    if groups.found or steps or leaving:
        draft.open_frame(
            ArrivalsFrame(side=side, groups=tuple(groups.found.values()), air_steps=steps, leaving=leaving)
        )


class _Groups:
    """What comes, by where it comes to; transport has its id from the beginning."""

    def __init__(self, state: State, side: Side) -> None:
        self.side = side
        self.found: dict[str, Comers] = {}
        self._label = state.world.label
        self._taken = set(state.transport)
        self._units = set(state.units)

    def add(self, each: Due, units: Sequence[str]) -> None:
        """One entry, with those of its units that come alive."""
        repls: list[str] = []
        for kind, count in each.repls:
            repls += numbered(f"{self.side.lower()}-{kind}", count, (*self._units, *repls))
        self._units |= set(repls)
        carriers = [
            Comer(id="", kind=some.kind, tokens=some.tokens, formation=some.formation, full=some.full)
            for some in each.transport
        ]
        self._join(each.where, each.places, (*units, *repls), carriers)

    @rule("OCS 12.8e", "OCS 13.6c", "T2 2.1", "T2 3.1")
    def add_returning(self, state: State) -> None:
        """What broke out comes to any supply source of its side (OCS 12.8e)."""
        back = returning(state, self.side)
        if not back:
            return
        carriers = [
            Comer(id="", kind=each.kind, tokens=each.tokens, formation=each.formation, full=each.kind == ORGANIC)
            for each in back
            if not each.unit
        ]
        places = tuple(sorted(usable_sources(state, self.side, set())))
        self._join(f"back from breakout, {ANY_SOURCE}", places, [e.unit for e in back if e.unit], carriers)

    def _join(self, where: str, places: Sequence[int], units: Sequence[str], carriers: Sequence[Comer]) -> None:
        if not units and not carriers:
            return
        ids = fresh_ids((each.kind for each in carriers), self._taken, self.side)
        self._taken |= set(ids)
        named = tuple(each.model_copy(update={"id": tid}) for each, tid in zip(carriers, ids, strict=True))
        old = self.found.get(where) or Comers(where=where, places=tuple(map(self._label, places)))
        joined = {"units": (*old.units, *units), "transport": (*old.transport, *named)}
        self.found[where] = old.model_copy(update=joined)


@rule("T2 1.4b", "T2 1.4d")
def _living(draft: Draft[State], side: Side, each: Due) -> list[str]:
    """The units of an entry that want a place: all that come alive, and those for which the old one was dead."""
    units = list(each.units)
    if each.where == DEAD_PILE:
        draft.emit(ArrivedDead(side=side, units=each.units, why=SO_LISTED))
        units = []
    if each.draw_one_of:
        units += _drawn(draft, side, each)
    for old, new in each.exchange:
        if _stands(draft.state, old):
            draft.emit(UnitExchanged(old=old, new=new))
            take_control(draft, (new,))
        else:
            _withdraw_units(draft, side, (old,))
            units.append(new)
    return units


@rule("T2 1.4d", "T2 4.7")
def _drawn(draft: Draft[State], side: Side, each: Due) -> list[str]:
    """Draw one unit of a batch, or more by option, all with the same chance; the others are dead (T2 1.4d, 4.7)."""
    left, found = list(each.draw_one_of), list[str]()
    for last in range(each.draw, 0, -1):
        (face,) = draft.roll("who of the batch arrives", 1, sides=len(left))
        found.append(left.pop(face - 1))
        draft.emit(BatchDrawn(side=side, entry=each.id, unit=found[-1], dead=tuple(left) if last == 1 else ()))
    return found


def _stands(state: State, uid: str) -> bool:
    """Whether a unit is in play and not dead: it lies in a place, or will be back from a breakout."""
    unit = state.units.get(uid)
    if unit is None or unit.place == DEAD:
        return False
    return unit.place != AWAY or any(each.unit == uid for each in state.returning)


@rule("T2 1.4b", "OCS 13.6b")
def _by_itself(draft: Draft[State], side: Side, each: Due) -> None:
    """What of an entry leaves no choice: units and planes that go, planes that come, Reserve markers."""
    _withdraw_units(draft, side, each.remove)
    for change in each.planes:
        if change.count > 0:
            _planes_come(draft, side, each.where, change.aircraft, change.count, change.reduced)
        else:
            _planes_go(draft, side, change.aircraft, -change.count)
    if each.reserve_markers:
        draft.emit(MarkersGained(side=side, count=each.reserve_markers))


def _withdraw_units(draft: Draft[State], side: Side, units: Iterable[str]) -> None:
    """Take units out of play, wherever they are; what is out of play already stays so (T2 1.4b)."""
    state = draft.state
    gone = tuple(uid for uid in units if _stands(state, uid) or (uid in state.units and state.units[uid].place == DEAD))
    if gone:
        draft.emit(UnitsWithdrawn(side=side, units=gone))


@rule("OCS 13.6b", "OCS 14.2a", "T2 2.1", "T2 2.5", "T2 3.1")
def _planes_come(draft: Draft[State], side: Side, where: str, kind: str, count: int, reduced: int) -> None:
    """Planes come Active to the side's box, or to the air box that the entry names (T2 2.1, 3.1)."""
    state = draft.state
    place = state.world.place(where if where in AIR_BOXES else state.points.air_box(side))
    ids = numbered(kind, count, state.planes)
    active = room_for_active(state, side, place) >= count
    planes = {pid: int(number < reduced) for number, pid in enumerate(ids)}
    draft.emit(PlanesArrived(side=side, place=state.world.label(place), planes=planes, active=active))


@rule("T2 1.4b")
def _planes_go(draft: Draft[State], side: Side, kind: str, count: int) -> None:
    """Planes of a kind go, the dead and the most hurt first, for they are worth least to their owner (T2 1.4b)."""
    own = [(pid, plane) for pid, plane in sorted(draft.state.planes.items()) if plane.aircraft.id == kind]
    worst = sorted(own, key=lambda pair: (pair[1].place != DEAD, -pair[1].lost, pair[1].active))
    if gone := tuple(pid for pid, _ in worst[:count]):
        draft.emit(PlanesWithdrawn(side=side, planes=gone))


# --- steps


def _next(draft: Draft[State], frame: ArrivalsFrame) -> None:
    """Place what leaves no choice; ask about the rest; then steps of planes, and what leaves last."""
    if frame.groups:
        _place_or_ask(draft, frame)
    elif frame.air_steps:
        _step_or_ask(draft, frame)
    else:
        draft.close_frame()
        withdraw(draft, frame.side, frame.leaving)


@rule("OCS 13.6")
def _place_or_ask(draft: Draft[State], frame: ArrivalsFrame) -> None:
    state, side, group = draft.state, frame.side, frame.groups[0]
    lost = [piece for piece in group.pieces if not _homes(state, side, group, (piece,))]
    if lost:
        _lose(draft, frame, lost)
        return
    homes = _homes(state, side, group, group.pieces)
    if len(homes) == 1 and sites(state, side, group) == homes:
        texts = arrival_stances(state, group.units, homes[0])
        if len(texts) == 1:
            _arrive(draft, frame, group.pieces, homes[0], texts[0])
            return
    draft.change_frame(step="place")


def _homes(state: State, side: Side, group: Comers, pieces: Sequence[str]) -> tuple[int, ...]:
    """The places in which some comers may appear together."""
    found = sites(state, side, group)
    return tuple(place for place in found if site_refusal(state, side, group, pieces, place) is None)


@rule("OCS 13.6")
def _lose(draft: Draft[State], frame: ArrivalsFrame, pieces: Sequence[str]) -> None:
    """What finds no place is lost: units go to the Dead Pile (OCS 13.6)."""
    group, side = frame.groups[0], frame.side
    if units := tuple(uid for uid in group.units if uid in pieces):
        draft.emit(ArrivedDead(side=side, units=units, why=NO_PLACE))
    for each in (each for each in group.transport if each.id in pieces):
        draft.emit(TransportLost(side=side, what=each.kind, tokens=each.tokens, formation=each.formation))
    _go_on(draft, frame, pieces)


def _go_on(draft: Draft[State], frame: ArrivalsFrame, pieces: Sequence[str]) -> None:
    left = frame.groups[0].without(pieces)
    groups = (left, *frame.groups[1:]) if left.pieces else frame.groups[1:]
    draft.change_frame(step="next", groups=[each.model_dump(mode="json") for each in groups])


@rule("OCS 13.6", "OCS 13.6c", "T2 5.0")
def _arrive(draft: Draft[State], frame: ArrivalsFrame, pieces: Sequence[str], place: int, text: str) -> None:
    """Put some comers down in a place; units take control of it (T2 5.0)."""
    side, group, label = frame.side, frame.groups[0], draft.state.world.label(place)
    units = tuple(uid for uid in group.units if uid in pieces)
    if units:
        room = room_needed(draft.state, side, group, units, place)
        draft.emit(UnitsArrived(side=side, place=label, units=dict.fromkeys(units, text), room=room))
        take_control(draft, units)
    reserve = bool(units) and read_stance(text)[0] is Mode.RESERVE
    for each in (each for each in group.transport if each.id in pieces):
        _transport_comes(draft, frame, each, place, reserve and each.kind == ORGANIC)
    _go_on(draft, frame, pieces)


@rule("OCS 13.6c", "OCS 5.7")
def _transport_comes(draft: Draft[State], frame: ArrivalsFrame, each: Comer, place: int, reserve: bool) -> None:
    """Organic trucks come full; others load what supply came there in this phase, as much as they take (OCS 13.6c)."""
    state, label = draft.state, draft.state.world.label(place)
    room = room_needed(state, frame.side, frame.groups[0], (each.id,), place)
    came = TransportArrived(
        transport=each.id,
        what=each.kind,
        side=frame.side,
        place=label,
        tokens=each.tokens,
        load=each.tokens if each.full else 0,
        formation=each.formation,
        reserve=reserve,
        room=room,
    )
    draft.emit(came)
    dump = draft.state.dumps.get(place)
    there = min(dump.tokens, state.memory.came.get(place, 0)) if dump is not None and dump.side is frame.side else 0
    if not each.full and (load := min(there, each.tokens)):
        draft.emit(SupplyLoaded(transport=each.id, tokens=load))


# --- the question of places


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, ArrivalsFrame) and top.step == "place" and top.side == side


def group_asked(state: State) -> tuple[Side, Comers]:
    """The side that is asked, and what it is asked about."""
    frame = state.frame_of(ArrivalsFrame)
    return frame.side, frame.groups[0]


def open_places(state: State) -> tuple[int, ...]:
    """Where something of what is asked about may appear, in order."""
    side, group = group_asked(state)
    return tuple(p for p in sites(state, side, group) if any(able(state, p, (), piece) for piece in group.pieces))


def able(state: State, place: int, chosen: Sequence[str], piece: str) -> bool:
    """Whether a piece may appear in a place together with some that are chosen already, in some stance."""
    side, group = group_asked(state)
    pieces = (*chosen, piece)
    if site_refusal(state, side, group, pieces, place) is not None:
        return False
    return bool(arrival_stances(state, [each for each in pieces if each in group.units], place))


def _blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """A place, the pieces that go there until enough, then a stance for them all where they have one."""
    if not filled:
        return Blank("place", tuple(map(state.world.label, open_places(state))))
    _, group = group_asked(state)
    place = state.world.place(filled[0][1])
    chosen = values(filled, "unit")
    if filled[-1][0] == "stance":
        return None
    if filled[-1] != ("unit", ENOUGH):
        more = [p for p in group.pieces if p not in chosen and able(state, place, chosen, p)]
        if more:
            return Blank("unit", (*more, ENOUGH) if chosen else tuple(more))
    texts = arrival_stances(state, [each for each in chosen if each in group.units], place)
    return Blank("stance", texts) if len(texts) > 1 else None


def _fill(side: str, filled: Filled) -> Command:
    text = next(iter(values(filled, "stance")), "move")
    return Arrive(side=Side(side), place=str(filled[0][1]), units=values(filled, "unit"), stance=text)


@rule("OCS 13.6", "OCS 13.6b")
def _place(draft: Draft[State], command: Arrive) -> None:
    """Put down the pieces named, or all that are asked about; the others are asked about again."""
    state, frame = draft.state, draft.state.frame_of(ArrivalsFrame)
    group, place = frame.groups[0], read_place(state, command.place)
    pieces = command.units or group.pieces
    if strangers := [each for each in pieces if each not in group.pieces]:
        words = f"{', '.join(strangers)} is none of those that arrive now: {', '.join(group.pieces)}"
        raise refuse("does not arrive", "OCS 13.6", words, pieces=strangers)
    raise_if(site_refusal(state, frame.side, group, pieces, place))
    for uid in (each for each in group.units if each in pieces):
        raise_if(arrival_stance_refusal(state, uid, place, command.stance))
    _arrive(draft, frame, pieces, place, command.stance)


def _ask(_: State, frame: ArrivalsFrame) -> Pending:
    group = frame.groups[0]
    count = len(group.pieces)
    who = f"do the {count} that come" if count > 1 else "does the one that comes"
    prompt = f"where {who} to {group.where} arrive, and in which mode?"
    return Pending(frame.side, prompt, "OCS 13.6", ("arrive",))


# --- steps of planes


@rule("T2 1.4b")
def step_planes(state: State, side: Side, kind: str) -> list[str]:
    """The planes of a kind that could regain a step, in a fixed order (T2 1.4b)."""
    return [pid for pid in hurt_planes(state, side)
            if state.planes[pid].aircraft.id == kind and returns_to(state, pid)]  # fmt: skip


def step_choices(state: State, side: Side, kind: str) -> list[tuple[str, int]]:
    """The same, each with every base at which it could regain one."""
    return [(pid, base) for pid in step_planes(state, side, kind) for base in returns_to(state, pid)]


@rule("T2 1.4b")
def _step_or_ask(draft: Draft[State], frame: ArrivalsFrame) -> None:
    """A plane regains a step; where none of the kind is hurt it is lost (T2 1.4b)."""
    found = step_choices(draft.state, frame.side, frame.air_steps[0])
    if len(found) > 1:
        draft.change_frame(step=ADDING)
        return
    for pid, base in found:
        draft.emit(regained(draft.state, pid, base))
    draft.change_frame(step="next", air_steps=list(frame.air_steps[1:]))


def _ask_step(state: State, frame: ArrivalsFrame) -> Pending:
    kind = state.world.aircraft[frame.air_steps[0]].name
    return Pending(frame.side, f"which {kind} regains a step, and where?", "T2 1.4b", ("regain step",))


COMMANDS: tuple[type[Command], ...] = (Arrive,)
FRAMES: tuple[type[Frame], ...] = (ArrivalsFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register reinforcements."""
    rules.step(ArrivalsFrame, "next")(_next)
    rules.question(ArrivalsFrame, "place")(_ask)
    rules.question(ArrivalsFrame, ADDING)(_ask_step)
    rules.command(Arrive, _asked, _blank, _fill)(_place)
