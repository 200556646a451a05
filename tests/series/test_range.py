"""Movement ranges on the real map against a plain search, and what must hold for every one of them."""

from __future__ import annotations

import heapq
from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ocs_engine.grid import Hex
from ocs_engine.series.costs import edge_costs
from ocs_engine.series.movement import movement_range, next_hexes, step_refusal
from ocs_engine.state.events import put_units, read_stance
from ocs_engine.state.model import State, Unit
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import World, load_world
from tests.positions import ALLIED, AXIS, position

RACE = load_world("race-for-tunis")
GRID, ATLAS = RACE.atlas.grid, RACE.atlas
LAND = [hex_ for hex_ in range(GRID.size) if RACE.in_play(hex_) and ATLAS.is_land(hex_)]
ON_LAND = frozenset(LAND)
BARE = replace(position("", when="Allied Movement Phase").state, world=RACE, points=rules_for(RACE).points)
MOVERS = ["fr-mech-coutx", "br-6arm-1721l", "br-cdo-6", "br-78-11", "us-arm-70"]
ENEMIES = ["ger-para-i5", "ger-pz-190", "ger-obs-ii", "it-superga-5art", "ger-witzig", "it-marine-bafile"]
STANCES = ["combat", "move", "strat/move", "reserve/combat", "reserve/move", "dg/combat", "dg/move"]


# --- a second reckoning, from the chart and the map alone


def price(world: World, mobility: Mobility, here: Hex, there: Hex) -> Fraction | None:
    """What it costs to go from one hex to the next, None where that is prohibited (OCS 6.1d, 6.2)."""
    atlas, chart = world.atlas, world.chart
    edge = atlas.grid.edge_between(here, there)

    def across_country(goal: Hex) -> int | None:
        water = atlas.water[edge]
        if water in ("blocked", "blocked_with_road"):
            return None
        parts = [chart.hex[atlas.terrain[goal]].mp[mobility]]
        if atlas.settlement[goal] in ("village", "city"):
            parts.append(chart.hex[atlas.settlement[goal]].mp[mobility])
        river = chart.hexside[water].mp[mobility] if water else 0
        known = [part for part in parts if part is not None]
        return None if river is None or len(known) < len(parts) else max(known) + river

    prices = [chart.road[atlas.road[edge]].mp[mobility]] if atlas.road[edge] else []
    prices += [chart.rail.mp[mobility]] if atlas.rail[edge] else []
    out, back = across_country(there), across_country(here)
    if out is not None and back is not None:
        prices.append(out)
    return min((Fraction(each, 12) for each in prices if each is not None), default=None)


def plain_search(
    world: World, mobility: Mobility, start: Hex, allowance: Fraction, closed: Collection[Hex], halting: Collection[Hex]
) -> dict[Hex, Fraction]:
    """The cheapest price of every hex within an allowance, by the textbook."""
    best = {start: Fraction(0)}
    queue = [(Fraction(0), start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here] or (here in halting and here != start):
            continue
        for there in world.atlas.grid.around(here):
            step = price(world, mobility, here, there) if world.in_play(there) and there not in closed else None
            if step is not None and spent + step <= allowance and spent + step < best.get(there, allowance + 1):
                best[there] = spent + step
                heapq.heappush(queue, (spent + step, there))
    return best


# --- random positions on the real map

near = st.integers(0, 10_000)


@dataclass(frozen=True)
class Scene:
    """A mover in some stance at a hex, and enemies at theirs."""

    mover: str
    hex: str
    stance: str
    enemies: tuple[tuple[str, str], ...] = ()

    def state(self) -> State:
        """The scene laid out in the Allied Movement Phase."""
        marker, up = read_stance(self.stance)
        state = _put(BARE, self.mover, GRID.hex(self.hex))
        state = put_units(state, {self.mover: replace(state.units[self.mover], marker=marker, up=up)})
        for enemy, label in self.enemies:
            state = _put(state, enemy, GRID.hex(label))
        return state

    @property
    def allowance(self) -> Fraction:
        """The MA of the side up by the share of its mode."""
        counter = RACE.counters[self.mover]
        face = counter.combat if self.stance.endswith("combat") else counter.move
        assert face is not None
        return face.ma * SHARE[self.stance]


def land_near(place: Hex, radius: int) -> list[str]:
    """The land in play near a hex, without the hex."""
    return [GRID.label(hex_) for hex_ in GRID.within(place, radius) if hex_ in ON_LAND and hex_ != place]


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """A mover in some stance, and up to four enemies within five hexes of it."""
    mover, place, stance = draw(st.sampled_from(MOVERS)), draw(st.sampled_from(LAND)), draw(st.sampled_from(STANCES))
    around = land_near(place, 5)
    enemies = draw(st.lists(st.sampled_from(ENEMIES), max_size=4 if around else 0, unique=True))
    return Scene(mover, GRID.label(place), stance, tuple((each, draw(st.sampled_from(around))) for each in enemies))


def _put(state: State, uid: str, place: Hex) -> State:
    unit = Unit(RACE.counters[uid], place)
    here = state.here.set(place, (*state.here.get(place, ()), uid))
    return replace(state, roster=(*state.roster, uid), units=state.units.set(uid, unit), here=here)


SHARE = {
    "combat": Fraction(1), "move": Fraction(1), "strat/move": Fraction(2), "reserve/combat": Fraction(1, 4),
    "reserve/move": Fraction(1, 4), "dg/combat": Fraction(1, 2), "dg/move": Fraction(1, 2),
}  # fmt: skip


def expected(scene: Scene) -> dict[Hex, Fraction]:
    """The range of a mover by the plain search, its closed and halting hexes found from the rules' words."""
    state = scene.state()
    unit = state.units[scene.mover]
    others = [each for each in state.units.values() if each.side is AXIS]
    # Combat Mode, no marker on them, a printed strength without parentheses
    zones = {
        near
        for each in others
        if each.face.strength is not None and not each.face.parenthesised
        for near in GRID.around(each.place)
    }
    closed = {each.place for each in others} | {hex_ for hex_, work in state.ports.items() if work.side is AXIS}
    if scene.stance == "strat/move":
        closed |= zones
    if scene.mover == "us-arm-70":
        closed |= {hex_ for hex_ in range(GRID.size) if ATLAS.country[hex_] != "Algeria"}
    area = ATLAS.entries["E"]
    closed |= {hex_ for hex_ in range(GRID.size) if any(GRID.distance(hex_, each) < 2 for each in area)}
    halting = zones if unit.face.mobility is Mobility.TRUCK else set()
    return plain_search(RACE, unit.face.mobility, unit.place, scene.allowance, closed, halting)


@pytest.mark.rule("OCS 6.1", "OCS 6.2", "OCS 4.5a")
@settings(max_examples=60)
@given(scenes())
def test_a_range_is_what_a_plain_search_finds(scene: Scene) -> None:
    found = movement_range(scene.state(), scene.mover)
    assert {hex_: Fraction(found.cost[hex_], 12) for hex_ in found.nodes()} == expected(scene)


@pytest.mark.rule("OCS 6.1", "OCS 6.1c", "OCS 5.8b")
@settings(max_examples=40)
@given(scenes())
def test_the_next_hexes_are_the_neighbours_in_range_or_a_minimum_move(scene: Scene) -> None:
    state = scene.state()
    unit = state.units[scene.mover]
    prices = {hex_: price(RACE, unit.face.mobility, unit.place, hex_) for hex_ in GRID.around(unit.place)
              if RACE.in_play(hex_)}  # fmt: skip
    ways = set(next_hexes(state, [scene.mover]))
    within = movement_range(state, scene.mover)
    # a neighbour in range may be stepped into directly, unless its hexside is prohibited and the way leads around, or
    # Strat Mode would find no hex beyond it where trace is possible (OCS 5.8b)
    for hex_ in {hex_ for hex_, cost in prices.items() if hex_ in within and cost is not None} - ways:
        refusal = step_refusal(state, scene.mover, hex_)
        assert refusal is not None and (scene.stance, refusal.rule) == ("strat/move", "OCS 5.8b")
    for hex_ in ways:
        cost = prices[hex_]
        assert cost is not None and (hex_ in within or cost > scene.allowance)


@pytest.mark.rule("OCS 4.5")
@settings(max_examples=40)
@given(scenes(), st.sampled_from(ENEMIES), near)
def test_another_enemy_never_makes_a_range_grow(scene: Scene, enemy: str, pick: int) -> None:
    around = land_near(GRID.hex(scene.hex), 4)
    assume(around and enemy not in dict(scene.enemies))
    harder = replace(scene, enemies=(*scene.enemies, (enemy, around[pick % len(around)])))
    before, after = (movement_range(each.state(), each.mover) for each in (scene, harder))
    assert set(after.nodes()) <= set(before.nodes())
    assert all(after.cost[hex_] >= before.cost[hex_] for hex_ in after.nodes())


@pytest.mark.rule("OCS 6.2")
@settings(max_examples=15)
@given(scenes(), near, st.sampled_from(["mountain", "rough"]))
def test_dearer_ground_never_makes_a_range_grow(scene: Scene, pick: int, terrain: str) -> None:
    state = scene.state()
    around = list(GRID.within(GRID.hex(scene.hex), 3))
    worse = around[pick % len(around)]
    chart, mobility = RACE.chart.hex, state.units[scene.mover].face.mobility
    old, new = chart[ATLAS.terrain[worse]].mp[mobility], chart[terrain].mp[mobility]
    assume(old is not None and (new is None or new >= old))
    ground = (*ATLAS.terrain[:worse], terrain, *ATLAS.terrain[worse + 1 :])
    harder = replace(RACE, atlas=replace(ATLAS, terrain=ground))
    before, after = movement_range(state, scene.mover), movement_range(replace(state, world=harder), scene.mover)
    assert set(after.nodes()) <= set(before.nodes())


@pytest.mark.rule("OCS 6.1")
@settings(max_examples=30)
@given(st.sampled_from(LAND), st.sampled_from(STANCES))
def test_away_from_enemies_company_changes_nothing(place: Hex, stance: str) -> None:
    label = GRID.label(place)
    marker, up = read_stance(stance)
    movers = ("fr-mech-coutx", "br-6arm-1721l", "br-cdo-6")
    together = BARE
    for uid in movers:
        together = _put(together, uid, place)
    together = put_units(together, {uid: replace(together.units[uid], marker=marker, up=up) for uid in movers})
    for uid in movers:
        alone = Scene(uid, label, stance).state()
        assert movement_range(together, uid).nodes() == movement_range(alone, uid).nodes()


@pytest.mark.rule("OCS 6.1d", "OCS 6.2")
@pytest.mark.parametrize("mobility", list(Mobility))
def test_every_hexside_of_the_map_costs_what_chart_and_map_say(mobility: Mobility) -> None:
    costs = edge_costs(RACE.board, mobility)
    for edge, there in enumerate(GRID.neighbours):
        here = edge // 6
        if there < 0 or not (RACE.in_play(here) and RACE.in_play(there)):
            assert costs[edge] is None
            continue
        cost = costs[edge]
        assert (None if cost is None else Fraction(cost, 12)) == price(RACE, mobility, here, there)


def test_the_movers_and_enemies_are_of_their_sides() -> None:
    assert {RACE.counters[uid].side for uid in MOVERS} == {ALLIED}
    assert {RACE.counters[uid].side for uid in ENEMIES} == {Side.AXIS}
