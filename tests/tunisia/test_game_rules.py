"""T2 1.5, 2.6, 5.0 and 6.1: closed entry areas, theater reserves, and the end of Race for Tunis."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import EnteredDice, RecordedDice, SeededDice
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.ruleset import DiceWanted
from ocs_engine.kernel.session import Entry, Game
from ocs_engine.players.simple_answers import filled, first
from ocs_engine.series.commands import EndSegment
from ocs_engine.state.events import ControlChanged, GameEnded
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import new_game, rules_for
from ocs_engine.tunisia.points import closed_areas, near_area
from ocs_engine.tunisia.victory import final_verdict
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, position, set_up_done

RACE = load_world("race-for-tunis")
GRID = RACE.atlas.grid


# --- 1.5 entry areas


@pytest.mark.rule("T2 1.5")
@pytest.mark.parametrize(
    ("date", "axis", "allied"),
    [
        ("1942-11-15", ("A",), ("E",)),
        ("1943-02-12", ("A",), ("E",)),  # the last turn before 15 Feb
        ("1943-02-15", ("A", "E"), ()),
        ("1943-05-29", ("A", "E"), ()),
    ],
)
def test_which_areas_are_closed_when(date: str, axis: tuple[str, ...], allied: tuple[str, ...]) -> None:
    state = position("", ground="", date=date).state
    assert closed_areas(state, AXIS) == axis
    assert closed_areas(state, ALLIED) == allied


@pytest.mark.rule("T2 1.5")
def test_the_axis_stays_two_hexes_from_entry_a() -> None:
    # Entry A runs from A01.13 to A01.17 on the west edge: A02.14 touches it, A03.14 is two hexes away
    area = RACE.atlas.entries["A"]
    assert {"A01.13", "A01.17"} <= {GRID.label(hex_) for hex_ in area}
    assert min(GRID.distance(GRID.hex("A02.14"), hex_) for hex_ in area) == 1
    assert min(GRID.distance(GRID.hex("A03.14"), hex_) for hex_ in area) == 2
    assert GRID.hex("A02.14") in near_area(RACE, "A")
    assert GRID.hex("A03.14") not in near_area(RACE, "A")
    note = "== Axis ==\nA04.14: LW Para Bn (I-5)\n== Allied ==\nA04.17: Commando Bn (6 Cdo)"
    p = position(note, "Axis Movement Phase")
    unit = p.unit("I-5")
    assert p.rules.points.may_enter(p.state, unit, GRID.hex("A03.14")) is None
    refusal = p.rules.points.may_enter(p.state, unit, GRID.hex("A02.14"))
    assert refusal is not None and refusal.rule == "T2 1.5"
    assert p.rules.points.may_enter(p.state, p.unit("6 Cdo"), GRID.hex("A02.14")) is None


@pytest.mark.rule("T2 1.5")
def test_a_move_into_a_closed_area_is_refused() -> None:
    # from A03.14 west to A02.14, whatever the terrain: on foot a battalion may always make one hex of open country
    first, second = GRID.hex("A03.14"), GRID.hex("A02.14")
    assert GRID.adjacent(first, second)
    p = position("== Axis ==\nA03.14: LW Para Bn (I-5)", "Axis Movement Phase")
    p.move("I-5", "A02.14", no="T2 1.5")
    assert not p.labels(near_area(p.state.world, "A")) & p.range("I-5")
    note = "== Allied ==\nA03.14: Commando Bn (6 Cdo)"
    position(note).move("6 Cdo", "A02.14")


# --- 2.6 theater reserves


@pytest.mark.rule("T2 2.6")
def test_theater_reserves_stay_in_algeria() -> None:
    border = next(
        (here, there)
        for here in range(GRID.size)
        for there in GRID.around(here)
        if RACE.in_play(here) and RACE.in_play(there)
        and (RACE.atlas.country[here], RACE.atlas.country[there]) == ("Algeria", "Tunisia")
        and RACE.atlas.terrain[here] == RACE.atlas.terrain[there] == "open"
        and not RACE.atlas.water[GRID.edge_between(here, there)]
    )  # fmt: skip
    here, there = (GRID.label(hex_) for hex_ in border)
    note = f"== Allied ==\n{here}: US Arm Bn (70), Commando Bn (6 Cdo)"
    p = position(note)
    p.move("70", there, no="T2 2.6")
    p.move("6 Cdo", there)
    countries = {p.state.world.atlas.country[p.hex(label)] for label in p.range("70")}
    assert countries == {"Algeria"}


@pytest.mark.rule("T2 2.6")
@pytest.mark.parametrize("number", ["70", "752", "755", "756"])
def test_the_four_theater_reserves(number: str) -> None:
    assert RACE.counters[f"us-arm-{number}"].traits == ("theater reserve",)
    assert sum("theater reserve" in counter.traits for counter in RACE.counters.values()) == 4


@pytest.mark.rule("T2 1.5", "T2 2.6")
@pytest.mark.parametrize("date", ["1942-11-15", "1943-02-15"])
def test_the_restricted_hexes_are_all_that_a_game_rule_refuses(date: str) -> None:
    note = "== Axis ==\nA48.24: LW Para Bn (I-5)\n== Allied ==\nA19.06: US Arm Bn (70), Commando Bn (6 Cdo)"
    p = position(note, date=date)
    points = p.rules.points
    for name in ("I-5", "70", "6 Cdo"):
        unit = p.unit(name)
        refused = {hex_ for hex_ in range(GRID.size) if points.may_enter(p.state, unit, hex_) is not None}
        assert refused <= points.restricted(p.state, unit), name


# --- 5.0, 6.1: how it ends

FIVE = {"Tunis": "A48.24", "Bizerte": "A44.31", "Mateur": "A41.28", "Medjez el Bab": "A41.22", "Djedeida": "A45.26"}


def held_by_allies(*names: str) -> State:
    """The end of the race, with some of the five hexes taken by the Allies."""
    rules = rules_for(RACE)
    state = set_up_done(rules)
    for name in names:
        state = rules.apply(state, ControlChanged(hex=FIVE[name], side=ALLIED))
    return replace(state, turn=RACE.scenario.last_turn)


@pytest.mark.rule("T2 6.1", "T2 5.0")
@pytest.mark.parametrize(
    ("names", "winner"),
    [
        ((), AXIS),
        (("Tunis", "Bizerte"), AXIS),
        (("Mateur", "Medjez el Bab", "Djedeida"), ALLIED),
        (("Tunis", "Bizerte", "Mateur", "Medjez el Bab", "Djedeida"), ALLIED),
    ],
)
def test_three_of_five_hexes_win_for_the_allies(names: tuple[str, ...], winner: Side) -> None:
    assert final_verdict(held_by_allies(*names)).winner is winner


@pytest.mark.rule("T2 5.0")
def test_a_hex_stays_with_the_last_attack_capable_unit_that_was_in_it() -> None:
    note = """
        == Allied ==
        A42.22: Fr Mech Rgt (Coutx)   -- Move
    """
    p = position(note)
    p.move("Coutx", "A41.22 A41.21")  # through Medjez and on
    assert p.state.control[p.hex("A41.22")] is ALLIED


def pass_on(game: Game[State]) -> Entry[State]:
    """End whatever waits, with the plainest answer to every question."""
    if (pending := game.pending()) is not None:
        side = Side(pending.side)
        done = game.submit(filled(game.rules, game.state, side, pending.kinds[0], first))
    else:
        acts = game.state.now.acts
        assert acts is not None
        done = game.submit(EndSegment(side=acts))
    assert isinstance(done, Entry)
    return done


@pytest.mark.rule("T2 6.1", "OCS 2.2")
def test_a_game_in_which_nobody_moves_ends_after_fourteen_turns_with_the_axis_in_tunis() -> None:
    rules = rules_for(RACE)
    game = Game(rules, set_up_done(rules), SeededDice(3))
    game.begin()
    while game.state.verdict is None:
        last = pass_on(game)
    assert game.state.turn == 14
    assert game.state.now.title == "Turn End"
    assert game.state.verdict.winner is AXIS
    assert isinstance(last.events[-1], GameEnded)
    assert game.rules.legal(game.state, AXIS) == game.rules.legal(game.state, ALLIED) == ()
    assert not isinstance(game.submit(EndSegment(side=AXIS)), Entry)


@pytest.mark.rule("T2 6.1")
def test_the_game_is_judged_after_its_last_turn_and_not_before() -> None:
    rules = rules_for(RACE)
    taken = replace(held_by_allies(*FIVE), turn=13)
    game = Game(rules, taken, SeededDice(5))
    game.begin()
    while game.state.turn == 13:
        pass_on(game)
    assert game.state.verdict is None
    while game.state.verdict is None:
        pass_on(game)
    assert (game.state.turn, game.state.verdict.winner) == (14, ALLIED)


@pytest.mark.rule("T2 1.2", "T2 2.1", "T2 3.1")
def test_the_boxes_of_the_planes() -> None:
    points = rules_for(RACE).points
    assert (points.air_box(ALLIED), points.air_box(AXIS)) == ("Algiers", "Sicily")
    assert Game(rules_for(RACE), rules_for(RACE).start(), RecordedDice((1, 1))).state.world is RACE


def test_a_game_with_dice_by_hand_waits_for_the_first_ones_at_the_end_of_its_set_up():
    game = new_game(RACE, seed=None)
    before = game.state
    last = RACE.scenario.setup_order[-1]
    wanted = game.submit(EndSegment(side=last))
    assert isinstance(wanted, DiceWanted)
    assert game.state is before
    assert isinstance(game.dice, EnteredDice)
    game.dice.enter(game.next_die, [3, 4, 1, 1])  # the weather, and no replacements
    assert not isinstance(game.submit(EndSegment(side=last)), DiceWanted | Refusal)
    assert game.state.slot > before.slot


@pytest.mark.rule("T2 1.10")
@pytest.mark.parametrize(("scenario", "flak"), [
    ("race-for-tunis", {"A44.31": (AXIS, 2), "A48.24": (AXIS, 2), "A54.11": (AXIS, 1), "A17.26": (ALLIED, 1)}),
    ("the-end-in-africa", {"A44.31": (AXIS, 2), "A48.24": (AXIS, 2), "A17.26": (ALLIED, 1)}),
    ("the-mareth-line", {}),
])  # fmt: skip
def test_ports_have_their_printed_flak_while_their_side_holds_them(scenario: str, flak: dict[str, tuple[Side, int]]):
    """In April Sousse is Allied, and its flak is lost for good."""
    state = rules_for(load_world(scenario)).start()
    assert {state.world.label(hex_): (work.side, work.level) for hex_, work in state.flak.items()} == flak
