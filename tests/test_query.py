"""Questions that a player would ask, on the set-up of Race for Tunis."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine import query
from ocs_engine.kernel.session import Game
from ocs_engine.series.commands import EndSegment, Move
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import Position, position

ZOUAVES, COUTX, FIVE_PARA = "fr-inf-zouv", "fr-mech-coutx", "ger-para-i5"
"""The French at Beja A35.23 and A40.22; the paratroops in Medjez el Bab A41.22."""


@pytest.fixture(scope="module")
def state() -> State:
    """The first Movement Phase, after a Refit Phase in which the Allies plan no drops."""
    game = new_game(load_world("race-for-tunis"), 7)
    game.submit(EndSegment(side=Side.ALLIED))
    assert game.state.now.phase is Phase.MOVEMENT
    return game.state


def test_a_hex_next_door_is_in_reach_and_a_far_one_is_not(state: State) -> None:
    world = state.world
    within = query.reach(state, ZOUAVES, "move")
    assert world.place("A36.23") in within
    assert world.place("A01.15") not in within
    assert within.cost[world.place("A35.23")] == 0


def test_strat_mode_reaches_farther_than_move_mode(state: State) -> None:
    """Twice the MA, and more where no enemy is near (OCS 5.8)."""
    move, strat = (set(query.reach(state, ZOUAVES, stance).nodes()) for stance in ("move", "strat/move"))
    assert len(strat) > len(move)


@pytest.mark.parametrize(
    ("uid", "label", "code", "rule"),
    [
        (ZOUAVES, "A41.22", "enemy units", "OCS 4.8c"),
        (ZOUAVES, "A01.15", "out of range", "OCS 6.1"),
        (FIVE_PARA, "A42.22", "not its phase", "OCS 6.3"),
        ("it-nobody", "A42.22", "no such unit", ""),
    ],
)
def test_why_not_names_the_rule(state: State, uid: str, label: str, code: str, rule: str) -> None:
    refusal = query.why_not(state, uid, state.world.place(label))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)


def test_why_not_is_silent_where_the_way_is_open(state: State) -> None:
    assert query.why_not(state, ZOUAVES, state.world.place("A36.23")) is None


@pytest.mark.rule("OCS 4.5")
def test_zones_name_their_makers(state: State) -> None:
    """A41.22 and A40.22 touch, so each lies in the other's ZOC; the Allied half of the phase negates nothing yet, while
    the paratroops, who may not spend MP in it, negate in their own hex (OCS 4.5b)."""
    coutx, para = (query.zones(state, state.world.place(label)) for label in ("A40.22", "A41.22"))
    assert [(zone.side, zone.makers, zone.negated) for zone in coutx] == [(Side.AXIS, (FIVE_PARA,), False)]
    assert [(zone.side, zone.makers, zone.negated) for zone in para] == [(Side.ALLIED, (COUTX,), True)]


def test_left_to_do_is_every_allied_unit_on_the_map(state: State) -> None:
    """14 Allied units stand on the map at the start (Tabarka 2, Bône 4, A17.22 2, six hexes with one each)."""
    assert len(query.left_to_do(state, Side.ALLIED)) == 14
    assert query.left_to_do(state, Side.AXIS) == ()


def test_who_holds_what_and_who_would_win(state: State) -> None:
    """All five have Axis garrisons, but the battalion in Djedeida only defends, (2)-2-3, and so takes no control."""
    garrisoned = dict.fromkeys(("Tunis", "Bizerte", "Mateur", "Medjez el Bab"), Side.AXIS)
    assert {spot.name: spot.holder for spot in query.standing(state).spots} == garrisoned | {"Djedeida": None}
    assert query.standing(state).verdict.winner is Side.AXIS


@pytest.mark.rule("OCS 4.6")
def test_the_re_of_a_stack(state: State) -> None:
    """Tunis: six battalions of half an RE, 3 RE or 12 quarters."""
    assert query.stack_quarters(state, state.world.place("A48.24"))[Side.AXIS] == 12


def test_living_units_are_counted_by_place(state: State) -> None:
    """Axis: 16 on the map (Bizerte 3, Tunis 6, seven alone), 4 in Box A and 2 in Box B.

    Allies: 14 on the map; three units and two replacements in Algiers.
    """
    assert query.living(state, Side.AXIS) == (16, 6, 0)
    assert query.living(state, Side.ALLIED) == (14, 5, 0)


@pytest.mark.parametrize("stance", ["keep", "move"])
def test_a_unit_in_a_box_reaches_no_hex(state: State, stance: str) -> None:
    """78 Inf Div (Arty) waits in Algiers; it comes to the map by rail or sea, not by marching."""
    assert query.reach(state, "br-78-art", stance).nodes() == []
    refusal = query.why_not(state, "br-78-art", state.world.place("A17.26"))
    assert refusal is not None
    assert refusal.code == "not on the map"


# --- ways on an open plain, where everybody pays 1 MP for a hex

PLAIN = """
== Allied ==
A20.20: Fr Mech Rgt (Coutx), Fr Inf Bn (Zouv)
"""


def plain(ground: str = "A01.01: hills", note: str = PLAIN) -> Position:
    return position(note, ground=ground)


def labels(p: Position, way: query.Path) -> list[str]:
    return [p.state.world.label(hex_) for hex_ in way]


def test_a_way_is_the_cheapest_one() -> None:
    """Up the column: three hexes straight on, and every other way has more."""
    p = plain()
    way = next(query.ways(p.state, [p.id("Zouv")], [p.hex("A20.23")], {}))
    assert labels(p, way) == ["A20.21", "A20.22", "A20.23"]
    assert query.way_cost(p.state, p.id("Zouv"), way) == 3 * 12


def test_a_way_goes_round_what_costs_more() -> None:
    """Hills right ahead cost a man on foot more than the two hexes round them."""
    p = plain("A20.21: mountain")
    way = next(query.ways(p.state, [p.id("Zouv")], [p.hex("A20.22")], {}))
    assert "A20.21" not in labels(p, way)
    assert len(way) == 3


def test_named_neighbours_are_gone_to_straight_even_where_that_is_dearer() -> None:
    """Two Strat MP a hex: the mountain is entered because it is named."""
    p = plain("A20.21: mountain")
    uid = p.id("Zouv")
    way = next(query.ways(p.state, [uid], [p.hex("A20.21"), p.hex("A20.22")], {uid: "strat/move"}))
    assert labels(p, way) == ["A20.21", "A20.22"]


def test_a_stack_has_only_ways_that_each_of_its_units_can_go() -> None:
    """Trucks may not enter marsh, men on foot may; together they go round it."""
    p = plain("A20.21: marsh")
    both = [p.id("Coutx"), p.id("Zouv")]
    assert p.state.world.chart.hex["marsh"].mp["truck"] is None
    for way in query.ways(p.state, both, [p.hex("A20.22")], {}):
        assert "A20.21" not in labels(p, way)
        assert p.game.check(Move(side=p.side, units=tuple(both), path=tuple(labels(p, way)))) is None


@pytest.mark.rule("OCS 6.1c")
def test_the_minimum_move_is_a_way() -> None:
    """In Reserve the battalion has a quarter of 3 MP and may still go one hex (OCS 5.7, 6.1c); it pays all it has."""
    p = plain()
    uid = p.id("Zouv")
    (way,) = query.ways(p.state, [uid], [p.hex("A20.21")], {uid: "reserve/combat"})
    assert labels(p, way) == ["A20.21"]
    assert query.way_cost(p.state, uid, way, "reserve/combat") == 9
    assert not list(query.ways(p.state, [uid], [p.hex("A20.22")], {uid: "reserve/combat"}))


# --- what is there, and what changed


def test_contents_are_units_by_side_and_what_lies_there(state: State) -> None:
    """Bône: four Allied units, 1 SP, and the Allied port; nothing of the Axis (T2 6.1)."""
    found = query.contents(state, state.world.place("A17.26"))
    assert len(found.units[Side.ALLIED]) == 4
    assert found.units[Side.AXIS] == ()
    assert found.dump is not None and found.dump.tokens == 4
    assert found.port is not None and found.port.side is Side.ALLIED
    assert (found.base, found.hedgehog, found.transport) == (None, None, ())


def test_changes_are_those_between_two_states() -> None:
    """One unit goes a hex on in Move Mode and takes it; the other stays as it is."""
    p = plain()
    before = p.state
    p.move("Zouv", "A20.21", Zouv="move")
    assert query.changes(before, before) == ()
    assert set(query.changes(before, p.state)) == {
        query.Change("moved", p.id("Zouv"), "A20.20", "A20.21"),
        query.Change("mode", p.id("Zouv"), "combat", "move"),
        query.Change("control", "A20.21", "nobody", "Allied"),
    }


def test_the_last_turn_of_a_side_is_the_one_before_this() -> None:
    """Turn 1, Allies first: none. Then the Axis half: the Allied half of turn 1, as it stood before its last act."""
    game = new_game(load_world("race-for-tunis"), 7)
    assert query.last_turn(game.entries, Side.ALLIED) is None
    before = last_of_half(game)
    assert query.last_turn(game.entries, Side.ALLIED) is before
    assert query.last_turn(game.entries, Side.AXIS) is None
    game.submit(EndSegment(side=Side.AXIS))
    assert query.last_turn(game.entries, Side.ALLIED) is before


def last_of_half(game: Game[State]) -> State:
    """End every segment of the player turn that it is; the state before the last of them."""
    half, before = game.state.now.phasing, game.state
    while game.state.now.phasing is half:
        before = game.state
        assert game.state.now.acts is not None
        game.submit(EndSegment(side=game.state.now.acts))
    return before


# --- what is still to come


def test_what_comes_is_told_by_turn_with_its_entrances(state: State) -> None:
    found = query.coming(state)
    assert [each.turn for each in found] == sorted(each.turn or 99 for each in found)
    world = state.world
    tiger = next(each for each in found if "Tiger Co (1/501)" in each.what)  # 19 Nov is turn 2, at Sicily A
    assert (tiger.turn, tiger.side, tiger.places) == (2, Side.AXIS, (world.place("Sicily A"),))
    corps = next(each for each in found if "Fr Corps HQ (19)" in each.what)
    assert corps.where == "Algiers" and corps.places == (world.place("Algiers"),)
    either = next(each for each in found if each.where == "Entry A or Algiers")
    assert [world.label(place) for place in either.places] == [
        "A01.13", "A01.14", "A01.15", "A01.16", "A01.17", "Algiers",
    ]  # fmt: skip


def test_nothing_comes_where_the_scenario_lets_nothing_in_or_after_its_end(state: State) -> None:
    found = query.coming(state)
    assert all("Entry E" not in each.where for each in found)  # "No arrivals at: Entry E"
    assert all(each.turn is not None and each.turn <= 14 for each in found)


def test_a_list_of_the_scenarios_own_takes_the_place_of_the_schedule() -> None:
    game = new_game(load_world("battle-for-kasserine"), 7)
    found = query.coming(game.state)
    world = game.state.world
    every = [each for each in found if each.turn is None]
    assert (Side.AXIS, (world.place("B57.30"),), ("1 SP",)) in [(e.side, e.places, e.what) for e in every]
    assert {each.turn for each in found} == {28, 29, None}


def test_what_waits_for_8th_army_comes_after_what_has_a_date() -> None:
    found = query.coming(new_game(load_world("kasserine-campaign"), 7).state)
    waiting = [each for each in found if each.turn is None]
    assert found[-len(waiting) :] == tuple(waiting)
    assert [each.after_release for each in waiting] == [0, 1, 2, 3, 4]
    world = load_world("kasserine-campaign")
    assert all([world.label(place) for place in each.places] == ["B60.07", "B60.08", "B60.09"] for each in waiting)


def test_what_came_is_no_longer_to_come() -> None:
    """The Reinforcement Phase of a side is the second slot of its player turn (OCS 2.2)."""
    state = new_game(load_world("race-for-tunis"), 7).state
    later = replace(state, turn=2, slot=0)
    assert {each.turn for each in query.coming(later)} >= {2, 3}
    slots = later.slots
    over = max(i for i, slot in enumerate(slots) if slot.phase is Phase.REINFORCEMENT) + 1
    assert 2 not in {each.turn for each in query.coming(replace(later, slot=over))}
@pytest.mark.rule("OCS 13.3a", "OCS 19.0f")
def test_lift_is_left_to_the_side_whose_movement_phase_it_is() -> None:
    """On 15 November the Allies have a Rail Cap of 2 and a Sea Cap of 1, each point 8 half tokens."""
    p = position("", "Allied Movement Phase")
    assert query.lift_left(p.state, Side.ALLIED) == query.LiftLeft(rail=16, sea=8)
    assert query.lift_left(p.state, Side.AXIS) == query.LiftLeft(rail=0, sea=0)
