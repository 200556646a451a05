"""The chronicle of a game: turn by turn who lost what, who fought where, what flew, what supply came and went.

Everything is counted from the events of a log; what was taken back is out of it again. Nothing here decides anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ocs_engine.kernel.messages import Event, FactSet, FrameClosed, FrameOpened
from ocs_engine.kernel.replay import Step
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.series.modes import on_map
from ocs_engine.series.stories.words import counted
from ocs_engine.series.supply.ledger import Books, changes, holdings, opened
from ocs_engine.state.air_events import MissionFlown, TrainsBusted
from ocs_engine.state.barrage_events import BarrageResolved, BaseReduced, FacilityStruck, PortHit
from ocs_engine.state.capture_events import PlaneDestroyed, PlaneStepLost
from ocs_engine.state.events import ControlChanged, FirstPlayerSet, UnitsDestroyed
from ocs_engine.state.fight_events import CombatReckoned, CombatResolved, StepLost, UnitsRetreated
from ocs_engine.state.model import State, Unit, Verdict
from ocs_engine.state.trace_events import AttritionRolled, UnitsStarved
from ocs_engine.world.counters import Category, Side


@dataclass(frozen=True, slots=True)
class Loss:
    """Steps that a unit or plane lost at once. kind: as "armor"; "aircraft" for a plane. gone: none are left."""

    side: Side
    piece: str
    nation: str
    kind: str
    steps: int
    gone: bool
    why: str


def losses(state: State, event: Event) -> list[Loss]:
    """The steps that an event takes, told before it happens; nothing for other kinds of event."""
    event = _meant(event)
    told = _LOSSES.get(type(event))
    return [] if told is None else told(state, event)


AIRCRAFT = "aircraft"
"""The kind of a plane."""
KINDS = ("armor", "mechanized", "infantry", "artillery", "headquarters", "replacements", AIRCRAFT)
"""The kinds of pieces, in the order in which they are told; what is neither of the others counts as infantry."""


def kind_of(unit: Unit) -> str:
    """What a unit is counted as: by its type where it is an HQ, artillery or a replacement, else by its symbol."""
    counter = unit.counter
    if counter.is_hq or counter.is_repl:
        return "headquarters" if counter.is_hq else "replacements"
    if counter.is_artillery:
        return "artillery"
    return {Category.ARMOR: "armor", Category.MECH: "mechanized"}.get(counter.category, "infantry")


def nation_of(text: str) -> str:
    """A nation by one name for its units and its planes."""
    return _NATIONS.get(text, text)


_NATIONS = {"American": "US", "Commonwealth": "British", "Luftwaffe": "German"}
"""Nations that planes and some units call otherwise."""


def _of_unit(state: State, uid: str, steps: int, why: str) -> Loss:
    unit = state.units[uid]
    left = unit.counter.steps - unit.lost
    return Loss(unit.side, uid, nation_of(unit.counter.nation), kind_of(unit), min(steps, left), steps >= left, why)


def _of_plane(state: State, pid: str, steps: int, why: str) -> Loss:
    plane = state.planes[pid]
    left = plane.aircraft.steps - plane.lost
    return Loss(plane.side, pid, nation_of(plane.aircraft.faction), AIRCRAFT, min(steps, left), steps >= left, why)


ALL = 99
"""More steps than any piece has."""


def _destroyed(state: State, event: UnitsDestroyed) -> list[Loss]:
    return [_of_unit(state, uid, ALL, event.why) for uid in event.units]


_LOSSES: dict[type[Event], Callable[[State, Any], list[Loss]]] = {
    StepLost: lambda state, event: [_of_unit(state, event.unit, 1, event.why)],
    UnitsDestroyed: _destroyed,
    PlaneStepLost: lambda state, event: [_of_plane(state, event.plane, 1, event.why)],
    PlaneDestroyed: lambda state, event: [_of_plane(state, event.plane, ALL, event.why)],
}


_COUNTED: tuple[type[Event], ...] = (*_LOSSES, ControlChanged)
_BY_NAME = {str(kind.model_fields["kind"].default): kind for kind in _COUNTED}


def _meant(event: Event) -> Event:
    """The event that a fact set by hand stands for, where the chronicle counts it; any other event itself."""
    kind = _BY_NAME.get(event.fact["kind"]) if isinstance(event, FactSet) else None
    return kind.model_validate(event.fact) if kind is not None and isinstance(event, FactSet) else event


# --- what happened


@dataclass(slots=True)
class Fight:
    """An attack, an overrun, a barrage, or attrition in a hex of its side.

    odds: the heading of its column, of attrition the roll; result: in the table's words. lost: ground steps by side.
    aim: what a barrage is meant for; planes: steps of planes that it cost. retreats: hexes by side and unit.
    """

    side: Side
    kind: str
    target: str
    odds: str = ""
    result: str = ""
    aim: str = "units"
    lost: Counter[Side] = field(default_factory=Counter)
    planes: Counter[Side] = field(default_factory=Counter)
    retreats: Counter[tuple[Side, str]] = field(default_factory=Counter)

    @property
    def cost(self) -> int:
        """The steps of ground units that both sides lost in it."""
        return sum(self.lost.values())


@dataclass(frozen=True, slots=True)
class Taken:
    """A hex that victory turns on changed hands; before: None where nobody had it."""

    name: str
    hex: str
    side: Side
    before: Side | None


@dataclass(slots=True)
class Turn:
    """What happened in a turn. first: who went first, None in a simulcast turn. end: the state as it ended.

    missions: how many a side flew, by kind. uses: T by side and use, below 0 where they left the table. starved: by
    side the units of a formation that its Supply Phase left wholly out of supply.
    """

    number: int
    end: State
    first: Side | None = None
    losses: list[Loss] = field(default_factory=list)
    fights: list[Fight] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    missions: Counter[tuple[Side, str]] = field(default_factory=Counter)
    uses: dict[Side, dict[str, int]] = field(default_factory=dict)
    starved: dict[Side, tuple[str, ...]] = field(default_factory=dict)

    def steps(self, side: Side, aircraft: bool = False) -> int:
        """The steps that a side lost: of its ground units, or of its planes."""
        return sum(each.steps for each in self.losses if each.side is side and (each.kind == AIRCRAFT) is aircraft)


@dataclass(frozen=True, slots=True)
class Act:
    """An act that was not taken back: the number of its line, the state before it, and its events."""

    line: int
    before: State
    events: tuple[Event, ...]
    by_itself: bool
    after: State


def acts_of(steps: Iterable[Step[State]]) -> list[Act]:
    """The acts of a log that stand at its end: without what was undone and not done again."""
    done: list[Act] = []
    undone: list[Act] = []
    for step in steps:
        kind, entry = step.line.data["type"], step.entry
        if kind == "act" and entry is not None:
            done.append(Act(step.line.number, step.before, tuple(entry.events), entry.command is None, step.state))
            undone.clear()
        elif kind == "undo" and done:
            undone.append(done.pop())
        elif kind == "redo" and undone:
            done.append(undone.pop())
    return done


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A game as it went: the state at its start and end, its turns, and the books of its supply."""

    start: State
    end: State
    turns: tuple[Turn, ...]
    books: Books


def chronicle(rules: Ruleset[State], start: State, acts: Sequence[Act]) -> Chronicle:
    """The chronicle of some acts, one after the other from a start."""
    writer = _Writer(rules, start)
    for act in acts:
        writer.act(act)
    return writer.done()


class _Writer:
    """Goes along the events of a game and counts."""

    def __init__(self, rules: Ruleset[State], start: State) -> None:
        self.rules, self.start, self.state = rules, start, start
        self.books = opened(start)
        self.turns: list[Turn] = []
        self.fights: list[Fight | None] = [None for _ in start.frames]
        self.attrition: Fight | None = None
        self.struck: Fight | None = None
        """The last barrage of a port, air base or railway: its die is thrown when its frame is closed."""

    def act(self, act: Act) -> None:
        """Add an act."""
        for event in act.events:
            self.event(event)

    def event(self, event: Event) -> None:
        """Add an event."""
        before = self.state
        if event.kind == "turn began" and (not self.turns or self.turns[-1].number != getattr(event, "turn", 0)):
            self.close()
            self.turns.append(Turn(getattr(event, "turn", before.turn), before))
        if not self.turns and before.slot >= 0 and not before.arranging:
            self.turns.append(Turn(before.turn, before))
        self.books = self.books.after(before.turn, changes(before, event))
        if self.turns:
            self._count(self.turns[-1], event)
        self.state = self.rules.apply(before, event)

    def close(self) -> None:
        """End the turn that goes on."""
        if self.turns:
            turn = self.turns[-1]
            turn.end = self.state
            turn.uses = {side: self.books.spent(side, turn.number) for side in Side}

    def done(self) -> Chronicle:
        """All of it."""
        self.close()
        return Chronicle(self.start, self.state, tuple(self.turns), self.books)

    def _count(self, turn: Turn, event: Event) -> None:
        found = losses(self.state, event)
        turn.losses += found
        fight = next((each for each in reversed(self.fights) if each is not None), None)
        if fight is not None:
            _charge(fight, found)
        elif self.struck is not None and any(each.kind == AIRCRAFT and each.why == BARRAGE for each in found):
            _charge(self.struck, found)
        elif self.attrition is not None:
            _charge(self.attrition, [each for each in found if each.why == ATTRITION])
        event = _meant(event)
        match event:
            case FrameOpened():
                self.fights.append(_fight(event.frame))
            case FrameClosed():
                if self.fights and (over := self.fights.pop()) is not None:
                    turn.fights.append(over)
            case CombatReckoned() if fight is not None:
                fight.odds = event.heading
            case CombatResolved() | BarrageResolved() if fight is not None:
                fight.result = NO_RESULT if event.result == "-" else event.result
            case UnitsRetreated() if fight is not None:
                fight.retreats.update((self.state.units[uid].side, uid) for uid in event.units)
            case FacilityStruck():
                self.struck = next((each for each in reversed(turn.fights) if each.aim == event.aim), None)
                if self.struck is not None:
                    self.struck.result = "no hit"
            case BaseReduced() | PortHit() | TrainsBusted() if self.struck is not None:
                self.struck.result = _damage(event)
            case AttritionRolled():
                self.attrition = Fight(event.side, ATTRITION, event.hex, f"roll {event.total}", event.result)
                turn.fights.append(self.attrition)
            case UnitsStarved():
                turn.starved[event.side] = _formation_out(self.rules.apply(self.state, event), event.side)
            case FirstPlayerSet():
                turn.first = event.first
            case MissionFlown():
                turn.missions[event.side, event.mission] += 1
            case ControlChanged():
                self._taken(turn, event)
            case _:
                pass

    def _taken(self, turn: Turn, event: ControlChanged) -> None:
        place = self.state.world.place(event.hex)
        before = self.state.control.get(place)
        for name, hex_ in self.state.points.objectives(self.state).items():
            if hex_ == place and before is not event.side:
                turn.taken.append(Taken(name, event.hex, event.side, before))


BARRAGE = "barrage"
"""The reason of the losses of planes at a base that is barraged."""
NO_RESULT = "no result"
ATTRITION = "attrition"
"""The kind of fight that hunger fights, and the reason of its losses."""


def _charge(fight: Fight, found: Iterable[Loss]) -> None:
    """Add losses to what a fight cost."""
    for each in found:
        (fight.planes if each.kind == AIRCRAFT else fight.lost)[each.side] += each.steps


def _damage(event: BaseReduced | PortHit | TrainsBusted) -> str:
    """What a barrage of an air base, a port or a railway brought about."""
    match event:
        case BaseReduced():
            return f"Level {event.level} now"
        case PortHit():
            return f"{counted(event.hits, 'hit')} now"
        case TrainsBusted():
            return "trains busted"


def _fight(frame: dict[str, Any]) -> Fight | None:
    """The fight that a procedure is, from its frame as plain data; None for any other procedure."""
    kind = frame.get("kind")
    if kind == "combat":
        return Fight(Side(frame["side"]), "overrun" if frame.get("overrun") else "attack", frame["target"])
    if kind == "barrage":
        return Fight(Side(frame["side"]), "barrage", frame["target"], result=NO_RESULT, aim=str(frame["aim"]))
    return None


# --- where things stand as a turn ends


def on_table(state: State, side: Side) -> tuple[int, int]:
    """The T of a side on the ground and loaded, the dumps without end of off-map boxes left out."""
    loads = state.transport
    held = [(name in loads, tokens) for (whose, name), tokens in holdings(state).items() if whose is side]
    return sum(tokens for loaded, tokens in held if not loaded), sum(tokens for loaded, tokens in held if loaded)


def planes(state: State, side: Side) -> tuple[int, int]:
    """The planes of a side in play: Active, and Inactive."""
    mine = [plane.active for plane in state.planes.values() if plane.side is side and plane.place >= 0]
    return sum(mine), len(mine) - sum(mine)


def out_of_supply(state: State, side: Side) -> tuple[str, ...]:
    """The units of a side on the map that are out of supply, in the roster's order."""
    return tuple(uid for uid, unit in state.in_order() if unit.side is side and unit.oos and on_map(state, unit.place))


# --- turning points


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Something on which a game turned. kind: "hex", "standing", "fight", "supply", "weather" or "end".

    taken, fight, verdict, units: what it was, by its kind.
    """

    turn: int
    kind: str
    side: Side | None = None
    taken: Taken | None = None
    fight: Fight | None = None
    verdict: Verdict | None = None
    units: tuple[str, ...] = ()


COSTLIEST = 3
"""Fights that count as turning points: so many of those that cost most."""
LEAST_COST = 2
"""Steps that such a fight costs both sides together at least."""


def turning_points(found: Chronicle) -> list[TurningPoint]:
    """What a game turned on, in order of time, by a plain rule.

    Every change of a hex that victory turns on; every turn after which somebody else would win, or on another level;
    the three fights or attrition rolls that cost most steps, of those that cost two or more; the first time that a
    Supply Phase leaves all of a formation on the map out of supply, for each side; the first turn of Mud; the end.
    """
    points: list[TurningPoint] = []
    dear = _dearest(found)
    before = found.start.points.standing(found.start).verdict
    cut_off: set[Side] = set()
    mud = False
    for turn in found.turns:
        points += (TurningPoint(turn.number, "hex", each.side, taken=each) for each in turn.taken)
        fights = (each for each in turn.fights if id(each) in dear)
        points += (TurningPoint(turn.number, "fight", each.side, fight=each) for each in fights)
        for side in Side:
            if side not in cut_off and (units := turn.starved.get(side, ())):
                cut_off.add(side)
                points.append(TurningPoint(turn.number, "supply", side, units=units))
        if turn.end.weather == "mud" and not mud:
            mud = True
            points.append(TurningPoint(turn.number, "weather"))
        now = turn.end.points.standing(turn.end).verdict
        if turn.end.verdict is None and (now.winner, now.level) != (before.winner, before.level):
            points.append(TurningPoint(turn.number, "standing", now.winner, verdict=now))
        before = now
    if found.end.verdict is not None:
        points.append(TurningPoint(found.end.turn, "end", found.end.verdict.winner, verdict=found.end.verdict))
    return points


def _dearest(found: Chronicle) -> set[int]:
    """The costliest fights, by the identity of each; of those that cost as much the earlier ones."""
    fights = [fight for turn in found.turns for fight in turn.fights if fight.cost >= LEAST_COST]
    return {id(fight) for fight in sorted(fights, key=lambda each: -each.cost)[:COSTLIEST]}


def _formation_out(state: State, side: Side) -> tuple[str, ...]:
    """The units of the first formation of which all that is on the map, two units or more, is out of supply."""
    there: dict[str, list[str]] = {}
    for uid, unit in _mapped(state, side):
        if unit.counter.formation:
            there.setdefault(unit.counter.formation, []).append(uid)
    for units in there.values():
        if len(units) > 1 and all(state.units[uid].oos for uid in units):
            return tuple(units)
    return ()


def _mapped(state: State, side: Side) -> Iterator[tuple[str, Unit]]:
    return ((uid, unit) for uid, unit in state.in_order() if unit.side is side and on_map(state, unit.place))
