"""What the engine's inner works cost, each beside a plain version of the same work in the same run.

Plain means what one would write first: heapq and dicts keyed by axial coordinates for a search, deep copies for undo,
dicts for a replay. Ratios say more than seconds, which go with the machine.
"""

from __future__ import annotations

import copy
import heapq
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from immutables import Map

from ocs_engine.air_lens import patrols
from ocs_engine.kernel.replay import read_save, write_save
from ocs_engine.kernel.search import reach
from ocs_engine.kernel.session import Game
from ocs_engine.lens import lens
from ocs_engine.odds.air import sortie
from ocs_engine.odds.position import Prospect, as_combat, prospect, prospects, working
from ocs_engine.players import PLAYERS, Player, asked, play
from ocs_engine.series.bridges import bridged_arcs
from ocs_engine.series.commands import Move
from ocs_engine.series.costs import arcs
from ocs_engine.series.forms import beginners
from ocs_engine.series.general import attack_capable
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import next_hexes
from ocs_engine.series.reckoning import attack_of
from ocs_engine.series.rules import OcsRules
from ocs_engine.series.supply.access import all_sources, feeds, serves, throwers
from ocs_engine.series.supply.paths import draw_budget, draw_mobility, enemy_held, truck_blocks
from ocs_engine.series.supply.trace import Net, trace
from ocs_engine.series.tables.combat import combat_drm, combat_result, table_width
from ocs_engine.series.tables.odds_column import shifted, starting_column
from ocs_engine.series.tables.surprise import Surprise, surprise_on, surprise_shift
from ocs_engine.state.air_events import Mission
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, State, Unit
from ocs_engine.state.slots import Phase, Segment, layout
from ocs_engine.tunisia.game import header, new_game, open_log, rules_for
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import World, load_world

SCENARIO = "race-for-tunis"
ALLOWANCE = 12 * 20
"""The search that is timed: a movement range of MA 20, in twelfths of an MP."""
FRONT = "tunisia-campaign"
LINES = {Side.ALLIED: "A36", Side.AXIS: "A37"}
"""The scenario whose counters make up the front that is timed, and the columns of hexes they stand in."""
CROWDED = "kasserine-campaign"
"""The scenario whose supply is timed."""
TURNS = 2
"""Turns of it in which commands are timed."""
AIR_BASES = {Side.AXIS: "A48.25", Side.ALLIED: "A19.17"}
PLANES = {
    Side.AXIS: ("ger-bf109g-1", "ger-bf109g-2", "ger-fw190a-1", "ita-mc202-1", "ita-mc200-1"),
    Side.ALLIED: ("us-spitv-1", "com-spitv-1", "us-p-40-1", "us-a-20-1"),
}
PATROLLED = "A44.31"
"""Where planes are in the missions that are timed, and an Axis air base that others patrol."""
LENGTH = 15
"""Hexes of each line, of two units each: 60 units."""
THROWS = 2500
"""Attacks thrown for a standard error of 1 % at most: 0.25 / 0.01 ^ 2."""
STARTS = ("A35.23", "A48.24", "A17.26", "A20.10")


@dataclass(frozen=True, slots=True)
class Timing:
    """One kind of work: median seconds of ours and of the plain version, and the median of their ratios round by round.

    plain and ratio (how many times longer the plain version takes) are None where there is no plain version.
    """

    name: str
    ours: float
    plain: float | None = None
    ratio: float | None = None


def run_all(rounds: int = 15) -> list[Timing]:
    """Every timing, in a fixed order."""
    world = load_world(SCENARIO)
    with tempfile.TemporaryDirectory() as folder:
        return [
            bench_search(world, rounds),
            *bench_undo(world, rounds),
            *bench_log(world, Path(folder), rounds),
            *bench_attacks(rounds),
            *bench_supply(rounds),
            *bench_offers(rounds),
            bench_commands(),
            *bench_air(rounds),
        ]


def bench_search(world: World, rounds: int) -> Timing:
    """Movement ranges of MA 20 over the real map, for all three mobilities from four hexes."""
    axial = world.atlas.grid.axial
    starts = [world.place(label) for label in STARTS]
    graphs = [arcs(world.board, mobility) for mobility in Mobility]
    plain = [
        {axial[node]: {axial[near]: cost for near, cost in ways} for node, ways in enumerate(graph)} for graph in graphs
    ]

    def ours() -> None:
        for graph in graphs:
            for start in starts:
                reach(graph, start, ALLOWANCE)

    def theirs() -> None:
        for graph in plain:
            for start in starts:
                plain_reach(graph, axial[start], ALLOWANCE)

    return _pair("12 movement ranges, MA 20", rounds, ours, theirs)


def bench_undo(world: World, rounds: int) -> list[Timing]:
    """A move of one hex done and taken back, and the taking back alone."""
    game = new_game(world, seed=1)
    players = {side: PLAYERS["random"](n) for n, side in enumerate(Side)}
    next(None for _ in play(game, players) if game.state.now.phase is Phase.MOVEMENT)
    command = _some_move(game)
    table = PlainTable(game.rules.dump(game.state))
    to = command.path[0]

    def ours() -> None:
        game.submit(command)
        game.undo()

    def theirs() -> None:
        table.move(command.units, to)
        table.undo()

    def undo_alone() -> float:
        game.submit(command)
        return _seconds(game.undo)

    alone = statistics.median(undo_alone() for _ in range(20 * rounds))
    return [_pair("a move of one hex, and undo", rounds, ours, theirs), Timing("undo", alone)]


def bench_log(world: World, folder: Path, rounds: int) -> list[Timing]:
    """A whole game's log replayed and verified, and one save and one load."""
    path = folder / "game.ocslog"
    game = new_game(world, 7, path)
    entries = list(play(game, {side: PLAYERS["random"](n) for n, side in enumerate(Side)}))
    if game.log:
        game.log.close()
    few = max(rounds // 5, 1)
    opened = open_log(path)
    start = game.rules.dump(opened.start)
    save = folder / "game.save"
    head = header(opened.rules, opened.start, 7).as_line()
    return [
        _pair(f"replay of {len(entries)} commands", few, opened.steps, lambda: plain_replay(path, start)),
        Timing(f"verify {len(entries)} commands, 14 turns", _median(few, lambda: open_log(path).verify())),
        Timing("one save", _median(rounds, lambda: write_save(save, opened.rules, head, game))),
        Timing("one load", _median(rounds, lambda: read_save(save, opened.rules))),
    ]


def bench_attacks(rounds: int) -> list[Timing]:
    """The odds of one attack and of all attacks of a front, exact, beside as many thrown as make 1 % sure."""
    state = front(load_world(FRONT))
    listed = prospects(state, Side.ALLIED)
    one = max(listed, key=lambda each: len(each.units))
    dice = random.Random(1)

    def plain_list() -> None:
        for each in listed:
            plain_odds(state, each, dice)

    return [
        _pair(
            f"odds of one attack by {len(one.units)} units",
            rounds,
            lambda: prospect(state, one.target, tuple(one.units)),
            lambda: plain_odds(state, one, dice),
        ),
        _pair(
            f"all {len(listed)} attacks of a front of {len(state.units)} units, ranked",
            max(rounds // 5, 1),
            lambda: prospects(state, Side.ALLIED),
            plain_list,
        ),
    ]


def bench_supply(rounds: int) -> list[Timing]:
    """The trace of a whole side, and the supply lens of a unit, on a table that nobody has looked at before."""
    world = load_world(CROWDED)
    state = as_combat(rules_for(world).start(), Side.ALLIED)
    graphs = plain_graphs(state, Side.ALLIED)
    uid = max(trace(state, Side.ALLIED).lines, key=lambda each: len(lens(state, each).lines))
    few = max(rounds // 5, 1)
    units = sum(unit.side is Side.ALLIED and on_map(state, unit.place) for unit in state.units.values())
    return [
        _pair(
            f"full trace of a side of {units} units",
            few,
            lambda: trace(unseen(state), Side.ALLIED),
            lambda: plain_trace(unseen(state), Side.ALLIED, graphs),
        ),
        _pair(
            f"supply lens of a unit with {len(lens(state, uid).lines)} ways to draw",
            few,
            lambda: lens(unseen(state), uid),
            lambda: plain_lens(unseen(state), uid, graphs),
        ),
    ]


def bench_offers(rounds: int) -> list[Timing]:
    """All that a side may do as it sets out to move, and the first blanks of each kind, on a table not looked at."""
    world = load_world(CROWDED)
    rules, side = rules_for(world), Side.ALLIED
    state = as_moving(rules.start(), side)
    kinds, few = rules.legal(state, side), max(rounds // 3, 1)
    own = sum(unit.side is side and on_map(state, unit.place) for unit in state.units.values())
    blanks = {kind: _median(few, partial(_first_blank, rules, state, side, kind)) for kind in kinds}
    slowest = max(kinds, key=blanks.__getitem__)
    legal = _median(few, lambda: rules.legal(unseen(state), side))
    return [
        Timing(f"all {len(kinds)} kinds of offers of a side of {own} units", legal),
        Timing(f"the slowest first blank of these: {slowest!r}", blanks[slowest]),
    ]


def bench_commands(scenario: str = CROWDED, seed: int = 1, turns: int = TURNS) -> Timing:
    """The slowest carrying-out of a command while `simple` plays itself for some turns; its thinking is not counted."""
    game = new_game(load_world(scenario), seed)
    players: dict[Side, Player] = {side: PLAYERS["simple"](seed) for side in Side}
    last, slowest = game.state.turn + turns - 1, Timing("", 0.0)
    while (side := asked(game)) is not None and game.state.turn <= last:
        command = players[side].command(game, side)
        seconds = _seconds(partial(game.submit, command))
        if seconds > slowest.ours:
            slowest = Timing(f"slowest command in {scenario}: {command.kind!r}", seconds)
    return slowest


def _first_blank(rules: OcsRules, state: State, side: Side, kind: str) -> None:
    rules.blank(unseen(state), side, kind, ())


def bench_air(rounds: int) -> list[Timing]:
    """The Patrol Zones of a side, and what a mission over a base full of Fighters comes to."""
    state = aloft(load_world(CROWDED))
    place = state.world.place(AIR_BASES[Side.AXIS])
    planes = tuple(PLANES[Side.ALLIED])
    barrage = partial(sortie, state, Side.ALLIED, Mission.BARRAGE)
    sent = partial(barrage, place, planes)
    near = partial(barrage, state.world.place(PATROLLED), planes, PLANES[Side.AXIS][0])
    zones = partial(patrols, state, Side.AXIS)
    return [
        Timing(f"Patrol Zones of a side, {len(zones())} hexes", _median(rounds, zones)),
        Timing("odds of 4 planes against an interceptor", _median(rounds, near)),
        Timing("odds of 4 planes over a base with 5 more", _median(max(rounds // 3, 1), sent)),
    ]


def aloft(world: World) -> State:
    """The start of a scenario with planes of both sides Active at a base."""
    state = rules_for(world).start()
    for side, base in AIR_BASES.items():
        there = {pid: replace(state.planes[pid], place=world.place(base), active=True) for pid in PLANES[side]}
        state = replace(state, planes=state.planes.update(there))
    return state


def as_moving(state: State, side: Side) -> State:
    """The state of a game that begins as it stands in the first Movement Segment of a side."""
    slots = layout(side, simulcast=False)
    slot = next(i for i, each in enumerate(slots) if each.segment is Segment.MOVEMENT and each.acts is side)
    return replace(state, arranging=(), first=side, slot=slot)


def unseen(state: State) -> State:
    """The same table as a state of its own, of which nothing is remembered."""
    return replace(state, units=state.units.update({}), memory=replace(state.memory, done=Map()))


def front(world: World) -> State:
    """The Allies' Combat Segment with two units in each hex of two lines that face each other, and nothing else."""
    there: dict[str, Unit] = {}
    for side, column in LINES.items():
        units = (Unit(each, AWAY) for each in world.counters.values() if each.side is side and each.combat is not None)
        able = [unit for unit in units if attack_capable(unit)]
        for index, unit in enumerate(able[: 2 * LENGTH]):
            there[unit.counter.id] = replace(unit, place=world.place(f"{column}.{1 + index // 2:02}"))
    start = rules_for(world, world.scenario.options).start()
    waiting = Map((uid, replace(unit, place=AWAY)) for uid, unit in there.items())
    bare = replace(start, roster=tuple(there), units=waiting, here=Map({AWAY: tuple(there)}), hedgehogs=Map())
    return as_combat(put_units(bare, there), Side.ALLIED)


def _some_move(game: Game[State]) -> Move:
    state = game.state
    side = state.now.acts or Side.AXIS
    for uid in beginners(state, side):
        ways = next_hexes(state, (uid,))
        if ways:
            return Move(side=side, units=(uid,), path=(state.world.label(ways[0]),))
    raise LookupError("no unit can move")


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _median(rounds: int, work: Callable[[], object]) -> float:
    work()
    return statistics.median(_seconds(work) for _ in range(rounds))


def _pair(name: str, rounds: int, ours: Callable[[], object], plain: Callable[[], object]) -> Timing:
    """Both versions in turn, after one round that is not counted."""
    pairs = [(_seconds(ours), _seconds(plain)) for _ in range(rounds + 1)][1:]
    ratio = statistics.median(theirs / mine for mine, theirs in pairs)
    return Timing(
        name, statistics.median(mine for mine, _ in pairs), statistics.median(theirs for _, theirs in pairs), ratio
    )


# --- the plain versions


def plain_odds(state: State, attack: Prospect, dice: random.Random, throws: int = THROWS) -> float:
    """About how often an attack empties the hex, options taken in steps: dice thrown and looked up in the tables."""
    found, tables = attack_of(state, working(state, attack)), state.world.tables
    start = starting_column(tables, found.terrain, found.attack, found.defend)
    own, enemy = attack.steps
    emptied = 0
    for _ in range(throws):
        faces = [dice.randint(1, 6) for _ in range(5)]
        who = surprise_on(tables, faces[0] + faces[1], found.drm, found.hedgehog, found.overrun)
        shift = 0 if who is Surprise.NONE else surprise_shift(who, faces[2])
        column = shifted(start, shift, table_width(tables))
        result = combat_result(tables, column, faces[3] + faces[4] + combat_drm(found.drm, found.hedgehog))
        ruined = result.attacker_option and result.attacker_loss + result.attacker_option > own
        emptied += result.defender_loss + (0 if ruined else result.defender_option) >= enemy
    return emptied / throws


Axial = tuple[int, int]


def plain_reach(
    graph: Mapping[Axial, Mapping[Axial, int]],
    start: Axial,
    budget: int,
    closed: Collection[Axial] = (),
    halting: Collection[Axial] = (),
) -> tuple[dict[Axial, int], dict[Axial, Axial]]:
    """The cheapest cost of each hex within a budget, and the hex before it, by heapq and dict."""
    best = {start: 0}
    before: dict[Axial, Axial] = {}
    heap = [(0, start)]
    while heap:
        cost, node = heapq.heappop(heap)
        if cost > best[node] or (node in halting and node != start):
            continue
        for neighbour, step in graph[node].items():
            total = cost + step
            if total <= budget and neighbour not in closed and total < best.get(neighbour, budget + 1):
                best[neighbour] = total
                before[neighbour] = node
                heapq.heappush(heap, (total, neighbour))
    return best, before


class PlainTable:
    """A table of dicts that is copied whole before each change, so that it can be put back."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.units = {row[0]: {"place": row[2], "stance": row[3]} for row in data["units"]}
        self._past: list[dict[str, dict[str, str]]] = []

    def move(self, units: Collection[str], to: str) -> None:
        """Put some units into a place."""
        self._past.append(copy.deepcopy(self.units))
        for uid in units:
            self.units.setdefault(uid, {"stance": ""})["place"] = to

    def undo(self) -> None:
        """Put everything back as it was before the last change."""
        self.units = self._past.pop()


Searched = tuple[dict[Axial, int], dict[Axial, Axial]]
NEXT = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
Graphs = Mapping[Mobility, Mapping[Axial, Mapping[Axial, int]]]


def plain_graphs(state: State, side: Side) -> Graphs:
    """What each hex leads to and at what cost, by mobility, bridges counted."""
    axial = state.world.atlas.grid.axial
    return {
        mobility: {
            axial[node]: {axial[near]: cost for near, cost in ways}
            for node, ways in enumerate(bridged_arcs(state, side, mobility))
        }
        for mobility in Mobility
    }


class PlainSupply:
    """Draws and throws of a side, each by a search of its own."""

    def __init__(self, state: State, side: Side, graphs: Graphs) -> None:
        self.state, self.side, self.graphs, self.axial = state, side, graphs, state.world.atlas.grid.axial
        self.held = {self.axial[hex_] for hex_ in enemy_held(state, side)}
        self.zones = {self.axial[hex_] for hex_ in truck_blocks(state, side)}

    def search(self, uid: str, throws: bool, shut: Axial | None = None) -> Searched:
        """The cost of every hex that a unit's supply paths get to, and the hex before. shut: a hex closed besides."""
        unit = self.state.units[uid]
        mobility, start = draw_mobility(unit), self.axial[unit.place]
        closed = self.held | (self.zones if mobility is Mobility.TRUCK else set()) | ({shut} if shut else set())
        budget = 12 * unit.face.throw if throws else draw_budget(self.state)
        return plain_reach(self.graphs[mobility], start, 0 if start in closed else budget, closed)

    def gets(self, found: Searched, goal: Axial) -> bool:
        """Whether a search came to a hex or next to it."""
        return goal in found[0] or any((goal[0] + q, goal[1] + r) in found[0] for q, r in NEXT)

    def way(self, uid: str, sources: Collection[Axial]) -> list[Axial]:
        """The hexes of a unit's first line but its own, the source's included."""
        line = next(iter(self.lines(uid, sources)), None)
        if line is None:
            return []
        place, (source, hq) = self.axial[self.state.units[uid].place], line
        ends = [(self.search(hq or uid, False), source), *([(self.search(hq, True), place)] if hq else [])]
        hexes = [source]
        for (cost, before), goal in ends:
            near = [(goal[0] + q, goal[1] + r) for q, r in NEXT]
            here: Axial | None = min((hex_ for hex_ in (goal, *near) if hex_ in cost), key=lambda hex_: cost[hex_])
            while here is not None:
                hexes.append(here)
                here = before.get(here)
        return [hex_ for hex_ in dict.fromkeys(hexes) if hex_ != place]

    def lines(self, uid: str, sources: Collection[Axial], shut: Axial | None = None) -> list[tuple[Axial, str]]:
        """Every source that comes to a unit, and by which HQ."""
        state, unit = self.state, self.state.units[uid]
        place, left = self.axial[unit.place], [each for each in sources if each != shut]
        own = self.search(uid, False, shut)
        found = [(each, "") for each in left if self.gets(own, each)]
        for hq in throwers(state, self.side):
            thrower = state.units[hq]
            if hq == uid or self.axial[thrower.place] == shut or not serves(state, thrower, unit):
                continue
            if self.gets(self.search(hq, True, shut), place):
                drawn = self.search(hq, False, shut)
                found += [(each, hq) for each in left if self.gets(drawn, each)]
        return found


def plain_trace(state: State, side: Side, graphs: Graphs) -> dict[str, bool]:
    """Whether each unit of a side on the map comes to a source of trace, unit by unit."""
    plain, net = PlainSupply(state, side, graphs), Net(state, side)
    sources = [plain.axial[hex_] for hex_ in net.sources]
    own = [uid for uid, unit in state.in_order() if unit.side is side and on_map(state, unit.place)]
    return {uid: bool(plain.lines(uid, sources)) for uid in own}


def plain_lens(state: State, uid: str, graphs: Graphs) -> tuple[list[tuple[Axial, str]], list[Axial], list[Axial]]:
    """A unit's lines; and what cuts them, and its trace, by shutting each hex of a first path to them in turn."""
    unit = state.units[uid]
    plain = PlainSupply(state, unit.side, graphs)
    places = [plain.axial[each.place] for each in all_sources(state, unit.side) if feeds(state, each, (uid,))
              and on_map(state, each.place)]  # fmt: skip
    tracing = [plain.axial[hex_] for hex_ in Net(state, unit.side).sources]
    lines = plain.lines(uid, places)
    cuts = []
    for sources in (places, tracing):
        cuts.append([hex_ for hex_ in plain.way(uid, sources) if not plain.lines(uid, sources, hex_)])
    return lines, cuts[0], cuts[1]


def plain_replay(path: Path, start: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Where each unit is at the end of a log without undo, by reading it line by line into dicts."""
    table = PlainTable(start)
    for text in path.read_text(encoding="utf-8").splitlines()[1:]:
        for event in json.loads(text).get("events", ()):
            match event["kind"]:
                case "stack moved":
                    table.move(event["cost"], event["to"])
                case "units retreated" | "units advanced" | "cargo railed" | "cargo shipped" | "cargo flown":
                    table.move(event["units"], event["to"])
                case "units arrived":
                    table.move(event["units"], event["place"])
                case "units rebuilt":
                    table.move(event["stances"], event["place"])
                    table.move(event["repls"], "away")
                case "units swapped":
                    table.move([event["spent"]], "dead")
                    table.move([event["back"]], event["place"])
                case "steps merged":
                    table.move([event["spent"]], "dead")
                case "unit exchanged":
                    table.move([event["new"]], table.units.get(event["old"], {"place": "away"})["place"])
                    table.move([event["old"]], "away")
                case "repls came":
                    table.move(event["repls"], event["place"])
                case "units withdrawn":
                    table.move(event["units"], "away")
                case "units destroyed" | "arrived dead":
                    table.move(event["units"], "dead")
                case "unit placed":
                    table.move([event["unit"]], event["place"])
                case "broke out":
                    table.move([event["unit"]], "away" if event["turns"] else "dead")
                case "step lost":  # the units of this game have one step each
                    table.move([event["unit"]], "dead")
    return table.units

