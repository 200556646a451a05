"""Small positions for tests, written as a player would note them down.

    p = position(
        '''
        == Axis ==
        A20.20: LW Para Bn (I-5)
        == Allied ==
        A22.20: Fr Mech Rgt (Coutx)      -- Move
        ''',
        "Allied Movement Phase",
        ground="A21.20: hills",
    )
    p.move("Coutx", "A21.20 A20.20", no="OCS 4.8c")  # must be refused by this rule
    p.move("Coutx", "A21.20")                        # must be carried out

The note is a scenario file without the head; a remark gives the stance and state of the units of its line. `ground`
lays an open plain over map A, without roads, water or towns, and draws on it what its lines say:

    all: sea                          a terrain everywhere, to begin with
    A20.12, A20.13: hills             a terrain, "village", "city", or a country
    A20.12 | A20.13: minor_river      a hexside
    A20.12 - A21.12 - A22.11: primary a road, or a "standard" or "metre" railway

Without it the position lies on the real map.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date as day
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

from immutables import Map

from ocs_engine.grid import Hex
from ocs_engine.kernel.dice import DiceSource, RecordedDice
from ocs_engine.kernel.messages import Command, Event, Refusal
from ocs_engine.kernel.session import Entry, Game, state_hash
from ocs_engine.series import commands, movement
from ocs_engine.series.points import EVERYONE_SUPPLIED
from ocs_engine.series.rules import OcsRules
from ocs_engine.series.sequence import first_control
from ocs_engine.series.setup import set_up
from ocs_engine.series.supply.railnet import first_rail_control
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, DEAD, Mode, State, Stocks, Unit, Up
from ocs_engine.state.slots import Phase, Segment, layout
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.atlas import COUNTRIES, RAILS, ROADS, TERRAINS, WATERS, Atlas
from ocs_engine.world.calendar import Weather
from ocs_engine.world.catalogue import load_catalogue
from ocs_engine.world.counters import Side
from ocs_engine.world.scenario_reader import read_scenario
from ocs_engine.world.world import World, load_world
from tests import ledger

HEAD = {
    "Scenario": "Scenario 1: A position",
    "Turns": "Turns: 15 Nov 1942 to 29 May 1943",
    "Maps": "Maps: A",
    "Set-up order": "Set-up order: Axis, Allied",
    "First player": "First player: Allied",
    "Victory": "Victory: campaign",
}
MARKERS = 9
"""Reserve markers of a side where the note names none."""

CUT_OFF = "fr-mech-coutx"

AXIS, ALLIED = Side.AXIS, Side.ALLIED


def position(
    note: str = "",
    when: str = "Allied Movement Phase",
    *,
    ground: str | None = None,
    date: str = "1942-11-15",
    weather: Weather = Weather.FLIGHT,
    dice: DiceSource | None = None,
    options: Sequence[str] = (EVERYONE_SUPPLIED,),
) -> Position:
    """The game of a note, at a phase of one side ("Axis Reaction Phase, Barrage Segment"); Mud is a simulcast turn."""
    text = dedent(note)
    own = _read_world(_head(text) + _body(text), ground)
    world = own if "supply sources" in text.casefold() else _shared_world(_head(text), ground)
    state = replace(set_up(own, (rules := rules_for(world, options)).points), world=world)
    state = _with_remarks(state, own, text)
    control = Map((world.place(label), side) for label, side in first_control(state).items())
    markers = {side: count or MARKERS for side, count in state.reserve_markers.items()}
    state = replace(
        state,
        arranging=(),
        turn=world.calendar.turn_of(day.fromisoformat(date)),
        weather=weather,
        simulcast=weather is Weather.MUD,
        reserve_markers=Map(markers),
        control=control,
        rail_control=_rails(state),
    )
    return Position(rules, _at(state, when), dice or RecordedDice(()))


def setting_up(note: str, *, ground: str | None = None, dice: DiceSource | None = None) -> Position:
    """The game of a note before its first turn, with its sides to set up; the remarks are the sides' business."""
    text = dedent(note)
    rules = rules_for(_read_world(_head(text) + _body(text), ground))
    p = Position(rules, rules.start(), dice or RecordedDice(()))
    p.game.begin()
    return p


def set_up_done(rules: OcsRules) -> State:
    """The start of a scenario with both sides set up by default, before its first turn; nothing comes by itself."""
    state = replace(rules.start(), world=quiet(rules.world))
    control = Map((rules.world.place(label), side) for label, side in first_control(state).items())
    return replace(state, arranging=(), control=control, rail_control=_rails(state))


@lru_cache(maxsize=16)
def without_repls(world: World) -> World:
    """The same world, its scenario without Repl rolls."""
    sides = {side: replace(setup, repl_table=False) for side, setup in world.scenario.sides.items()}
    return replace(world, scenario=replace(world.scenario, sides=sides))


@lru_cache(maxsize=16)
def quiet(world: World) -> World:
    """A world in whose scenario no reinforcement comes and no Repls are rolled for, for what is about other things."""
    sides = {
        side: replace(
            setup, arrivals=False, repl_table=False, listed=tuple(each for each in setup.listed if each.turn is None)
        )
        for side, setup in world.scenario.sides.items()
    }
    return replace(world, scenario=replace(world.scenario, sides=sides))


def nobody_cut_off(rules: OcsRules) -> State:
    """The start of Race for Tunis without the one unit that begins out of trace, and with all planes Active.

    So no Breakout Segment and no Aircraft Refit Phase waits for anybody, and nobody has anything to rebuild.
    """
    state = all_active(set_up_done(rules))
    return put_units(state, {CUT_OFF: replace(state.units[CUT_OFF], place=AWAY)})


def all_active(state: State) -> State:
    """The state with every plane Active, so that nobody has anything to refit."""
    return replace(state, planes=Map({pid: replace(plane, active=True) for pid, plane in state.planes.items()}))


def _rails(state: State) -> Map[int, Side]:
    return Map((state.world.place(label), side) for label, side in first_rail_control(state).items())


def apart(state: State) -> State:
    """The state without planes and the Axis units next to an Allied one, so that nobody has anything to attack."""
    grid = state.world.atlas.grid
    near = {hex_ for _, unit in state.in_order() if unit.side is ALLIED and 0 <= unit.place < grid.size
            for hex_ in grid.around(unit.place)}  # fmt: skip
    gone = {uid: replace(unit, place=AWAY) for uid, unit in state.in_order() if unit.place in near}
    grounded = replace(state, planes=Map())
    return put_units(grounded, {uid: unit for uid, unit in gone.items() if unit.side is AXIS})


class Position:
    """A game in the middle of a position, spoken to by the names in the brackets of its counters."""

    def __init__(self, rules: OcsRules, state: State, dice: DiceSource) -> None:
        self.rules = rules
        self.game: Game[State] = Game(rules, state, dice)
        check_table(state)

    # --- what lies on the table

    @property
    def state(self) -> State:
        """The state now."""
        return self.game.state

    @property
    def side(self) -> Side:
        """The side that acts."""
        acts = self.state.now.acts
        assert acts is not None
        return acts

    def id(self, name: str) -> str:
        """The unit whose counter has this in its brackets, or with this id."""
        if name in self.state.units:
            return name
        found = [uid for uid, unit in self.state.in_order() if f"({name})" in unit.counter.booklet_name]
        assert len(found) == 1, f"{name} is {found or 'nobody'}"
        return found[0]

    def ids(self, names: str | Sequence[str]) -> tuple[str, ...]:
        """Several units; names parted by commas or in a list."""
        listed = re.split(r",\s*", names) if isinstance(names, str) else names
        return tuple(self.id(name) for name in listed)

    def unit(self, name: str) -> Unit:
        """A unit as it stands now."""
        return self.state.units[self.id(name)]

    def where(self, name: str) -> str:
        """Its hex or box, "dead" in the Dead Pile."""
        place = self.unit(name).place
        return "dead" if place == DEAD else self.state.world.label(place)

    def hex(self, label: str) -> Hex:
        """The hex of a label."""
        return self.state.world.atlas.grid.hex(label)

    def labels(self, hexes: Iterable[Hex]) -> set[str]:
        """The labels of some hexes."""
        return {self.state.world.atlas.grid.label(hex_) for hex_ in hexes}

    def ma(self, name: str) -> Fraction:
        """Its MA in this phase, in MP."""
        return Fraction(movement.movement_allowance(self.state, self.id(name)), 12)

    def spent(self, name: str) -> Fraction:
        """What it has spent in this phase, in MP."""
        return Fraction(self.state.memory.spent.get(self.id(name), 0), 12)

    def range(self, name: str) -> set[str]:
        """The hexes that it can reach alone, its own included."""
        return self.labels(movement.movement_range(self.state, self.id(name)).nodes())

    def ways(self, name: str) -> set[str]:
        """The hexes that it may step into next."""
        return self.labels(movement.next_hexes(self.state, [self.id(name)]))

    def legal(self) -> tuple[str, ...]:
        """The kinds of command open to the side that acts."""
        return self.rules.legal(self.state, self.side)

    # --- what a side does; `no` is the rule by which it must be refused

    def begin(self, names: str, no: str | None = None, **stances: str) -> Entry[State] | None:
        """Begin a move; stances by name: `Coutx="move"`, or `all="move"` for every unit."""
        units = self.ids(names)
        return self.do(commands.BeginMove(side=self.side, units=units, stances=self._stances(units, stances)), no)

    def step(self, label: str, no: str | None = None) -> Entry[State] | None:
        """One step of the move under way."""
        return self.do(commands.Step(side=self.side, hex=label), no)

    def drop(self, names: str, no: str | None = None) -> Entry[State] | None:
        """Units of the moving stack stay behind."""
        return self.do(commands.Drop(side=self.side, units=self.ids(names)), no)

    def end_move(self, no: str | None = None) -> Entry[State] | None:
        """The end of the move under way."""
        return self.do(commands.EndMove(side=self.side), no)

    def move(self, names: str, path: str, no: str | None = None, **stances: str) -> Entry[State] | None:
        """A whole move along hexes parted by spaces."""
        units = self.ids(names)
        changes = self._stances(units, stances)
        return self.do(commands.Move(side=self.side, units=units, path=tuple(path.split()), stances=changes), no)

    def change(self, name: str, stance: str, no: str | None = None) -> Entry[State] | None:
        """Another stance for a unit that stays."""
        return self.do(commands.ChangeMode(side=self.side, unit=self.id(name), stance=stance), no)

    def hold(self, names: str, no: str | None = None) -> Entry[State] | None:
        """Units that will not move."""
        return self.do(commands.Hold(side=self.side, units=self.ids(names)), no)

    def release(self, names: str, no: str | None = None) -> Entry[State] | None:
        """Reserves released."""
        return self.do(commands.Release(side=self.side, units=self.ids(names)), no)

    def end_segment(self, no: str | None = None) -> Entry[State] | None:
        """The end of the segment."""
        return self.do(commands.EndSegment(side=self.side), no)

    def destroy(self, side: Side, name: str, no: str | None = None) -> Entry[State] | None:
        """A unit of an overstacked hex given up."""
        return self.do(commands.Destroy(side=side, unit=self.id(name)), no)

    def place(self, piece: str, place: str, no: str | None = None) -> Entry[State] | None:
        """A unit, by name, or another piece, by id, put into another place at set-up."""
        ids = (self.state.planes, self.state.transport)
        uid = piece if any(piece in each for each in ids) else self.id(piece)
        return self.do(commands.Place(side=self.side, piece=uid, place=place), no)

    def load(self, transport: str, tokens: int, no: str | None = None) -> Entry[State] | None:
        """Transport Points set up with another load."""
        return self.do(commands.Load(side=self.side, transport=transport, tokens=tokens), no)

    def offered(self, kind: str, *filled: tuple[str, str]) -> set[str]:
        """The values that a form of the side that acts offers next."""
        blank = self.rules.blank(self.state, self.side, kind, list(filled))
        return set() if blank is None else set(blank.values)

    def do(self, command: Command, no: str | None = None) -> Entry[State] | None:
        """Carry a command out, or see it refused by a rule; the table is checked after every event."""
        before, checked = self.state, self.game.check(command)
        outcome = self.game.submit(command)
        if no is not None:
            assert isinstance(outcome, Refusal), f"expected a refusal by {no}, but it was done"
            assert outcome.rule == no, f"expected {no}, not {outcome.rule}: {outcome.sentence}"
            assert checked == outcome, "check and submit must agree"
            assert self.state is before, "a refusal changes nothing"
            return None
        assert isinstance(outcome, Entry), f"not done: {outcome}"
        assert checked is None, "check and submit must agree"
        check_events(self.rules, before, outcome.events)
        return outcome

    def _stances(self, units: Sequence[str], stances: dict[str, str]) -> dict[str, str]:
        if "all" in stances:
            return dict.fromkeys(units, stances["all"])
        return {self.id(name): text for name, text in stances.items()}


# --- what must hold after every event


def check_table(state: State) -> None:
    """Each unit lies in exactly one place, and `here` is what a fresh count of the table gives."""
    assert set(state.roster) == set(state.units) and len(state.roster) == len(state.units)
    count: dict[int, set[str]] = {}
    for uid, unit in state.units.items():
        count.setdefault(unit.place, set()).add(uid)
    here = {place: set(units) for place, units in state.here.items()}
    assert here == count, "who is where"
    assert sum(len(units) for units in state.here.values()) == len(state.units), "a unit is listed twice"


def check_events(rules: OcsRules, state: State, events: Sequence[Event]) -> None:
    """Apply events one by one; after each the table is in order, nothing has come or gone, and saving loses nothing."""
    for event in events:
        after = rules.apply(state, event)
        check_table(after)
        assert ledger.count(after) == ledger.due(state, event), event
        assert ledger.holdings(after) == ledger.holdings_due(state, event), event
        state = after
    again = load_state(dump_state(state), state.world, state.points, rules.read_frame)
    assert again == state
    assert state_hash(rules, again) == state_hash(rules, state)


def go_on(p: Position) -> tuple[Event, ...]:
    """What the game does by itself; a side that could plan a drop does not."""
    before = p.state
    entry = p.game.begin()
    events = () if entry is None else entry.events
    if p.state.now.phase is Phase.REFIT:
        ended = p.end_segment()
        assert ended is not None
        events += ended.events
    check_events(p.rules, before, events)
    return events


# --- reading a note


def _head(text: str) -> str:
    own = text.split("==")[0]
    lines = [line for line in own.splitlines() if line.strip() and not line.strip().startswith("--")]
    return "\n".join([*lines, *(line for label, line in HEAD.items() if label not in own)]) + "\n"


def _body(text: str) -> str:
    """The sides of a note, each of its lines where it stands in the note counted from the first heading."""
    start = text.find("==")
    return "" if start < 0 else text[start:]


@lru_cache(maxsize=64)
def _shared_world(head: str, ground: str | None) -> World:
    """One World for all positions with the same head and ground, so that costs are worked out once."""
    return _read_world(head, ground)


def _read_world(text: str, ground: str | None) -> World:
    base = load_world("race-for-tunis")
    atlas = base.atlas if ground is None else _plain(ground)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "position.ocs"
        path.write_text(text, encoding="utf-8")
        scenario = read_scenario(path, load_catalogue(), atlas)
    return replace(base, atlas=atlas, scenario=scenario)


def _with_remarks(state: State, world: World, text: str) -> State:
    """Give the units of each line what its remark says."""
    lines = (_head(text) + _body(text)).splitlines()
    units, memory = state.units, state.memory
    for setup in (each for side in world.scenario.sides.values() for each in side.units):
        _, _, remark = lines[setup.line - 1].partition("--")
        for word in filter(None, (part.strip().casefold() for part in remark.split(","))):
            unit = units[setup.counter]
            match word:
                case "combat" | "move":
                    unit = replace(unit, up=Up(word))
                case "strat":
                    unit = replace(unit, up=Up.MOVE, marker=Mode.STRAT)
                case "reserve" | "dg" | "exploit":
                    unit = replace(unit, marker=Mode(word))
                case "move side up":
                    unit = replace(unit, up=Up.MOVE)
                case "low" | "exhausted":
                    unit = replace(unit, stocks=Stocks(word))
                case "oos":
                    unit = replace(unit, oos=True)
                case "finished":
                    memory = replace(memory, done=memory.done.set(setup.counter, True))
                case "released":
                    memory = replace(memory, released=memory.released.set(setup.counter, True))
                case _:
                    raise ValueError(f"{word!r} is no stance or state that a note can give")
            units = units.set(setup.counter, unit)
    return replace(state, units=units, memory=memory)


def _at(state: State, when: str) -> State:
    found = re.fullmatch(r"(Axis|Allied) (.+?) Phase(?:, (.+) Segment)?", when)
    assert found is not None, f"{when!r} is no phase of a side"
    side, phase = Side(found[1]), Phase(found[2])
    first = None if state.simulcast else state.world.scenario.first_player
    plan = layout(first, state.simulcast)
    segments = {slot.segment for slot in plan if slot.phase is phase}
    segment = Segment(found[3] or (Segment.MOVEMENT if Segment.MOVEMENT in segments else Segment.NONE))
    slot = next(i for i, each in enumerate(plan) if (each.phase, each.segment, each.acts) == (phase, segment, side))
    return replace(state, slot=slot, first=first)


# --- the plain


@lru_cache(maxsize=64)
def _plain(ground: str) -> Atlas:
    """The grid of the real map as open ground, with what some lines draw on it."""
    real = load_world("race-for-tunis").atlas
    grid, size = real.grid, real.grid.size
    fields = {
        "terrain": ["open"] * size, "settlement": [""] * size, "country": ["Tunisia"] * size,
        "water": [""] * 6 * size, "road": [""] * 6 * size, "rail": [""] * 6 * size,
    }  # fmt: skip
    for line in filter(None, (line.strip() for line in ground.splitlines())):
        places, _, what = (part.strip() for part in line.partition(":"))
        labels = grid.labels if places == "all" else re.split(r"\s*[,|-]\s*", places)
        hexes = [grid.hex(label) for label in labels]
        if "|" in places or "-" in places:
            name = "water" if what in WATERS else "road" if what in ROADS else "rail"
            assert what in {*WATERS, *ROADS, *RAILS}, f"{what!r} is nothing that lies along or across a hexside"
            for here, there in pairwise(hexes):
                edge = grid.edge_between(here, there)
                fields[name][edge] = fields[name][grid.reverse(edge)] = what
        else:
            name = "terrain" if what in TERRAINS else "country" if what in COUNTRIES else "settlement"
            assert name != "settlement" or what in ("village", "city", "poi"), f"{what!r} is nothing that fills a hex"
            for hex_ in hexes:
                fields[name][hex_] = what
    return replace(
        real, land=(100,) * size, name=("",) * size, coastal=(False,) * size, river_name=("",) * 6 * size,
        ports={}, airfields={}, flak={}, hedgehogs={}, entries={}, **{name: tuple(v) for name, v in fields.items()},
    )  # fmt: skip
