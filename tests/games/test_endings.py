"""Every way in which a game of each scenario can end, brought about at the table: the last turn ends, and the game."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from immutables import Map

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.session import Game
from ocs_engine.players import PLAYERS, play
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import open_log, rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world, scenario_files
from tests.games.kept import HERE, kept_games
from tests.positions import ALLIED, AXIS, set_up_done

TUNIS, BIZERTE, MATEUR, SFAX, GAFSA = "A48.24", "A44.31", "A41.28", "B57.30", "B31.25"
TEBESSA, BONE = "A21.05", "A17.26"
LAST = None
CAMPAIGN = [
    ("Allied massive", date(1943, 2, 15), f"Allied: {TUNIS} {BIZERTE}"),
    ("Allied major", LAST, f"Allied: {TUNIS} {BIZERTE}"),
    ("Allied minor", LAST, f"Allied: {TUNIS}; Axis: {BIZERTE} {SFAX} {MATEUR} {GAFSA} {TEBESSA} {BONE}"),
    ("draw", LAST, f"Axis: {TUNIS} {BIZERTE} {SFAX}; Allied: {MATEUR}"),
    ("Axis minor", LAST, f"Axis: {TUNIS} {BIZERTE} {SFAX} {MATEUR}"),
    ("Axis major", LAST, f"Axis: {TUNIS} {BIZERTE} {SFAX} {MATEUR} {GAFSA} {BONE}; Allied: {TEBESSA}"),
    ("Axis massive", LAST, f"Axis: {TUNIS} {BIZERTE} {SFAX} {MATEUR} {GAFSA} {TEBESSA} {BONE}"),
]
ENDINGS = {
    "race-for-tunis": [
        ("Allied win", LAST, f"Allied: {MATEUR} A41.22 A45.26; Axis: {TUNIS} {BIZERTE}"),
        ("Axis win", LAST, f"Allied: {MATEUR} A41.22; Axis: {TUNIS} {BIZERTE} A45.26"),
    ],
    "tunisia-campaign": CAMPAIGN,
    "kasserine-campaign": CAMPAIGN,
    "battle-for-kasserine": [
        ("Axis win", LAST, f"Axis units: {TEBESSA} A27.11"),
        ("Allied win", LAST, f"Allied: {TEBESSA}"),
        ("draw", LAST, ""),
    ],
    "the-mareth-line": [
        ("Allied win", LAST, "Allied: B48.17 B44.17"),
        ("Axis win", LAST, "Allied: B51.14; Axis: B48.17 B44.17"),
    ],
    "the-end-in-africa": [
        ("Allied win", date(1943, 5, 12), f"Allied: {TUNIS} {BIZERTE}"),
        ("Axis win", LAST, f"Allied: {TUNIS} {BIZERTE}"),
    ],
}
"""For each scenario: the level, the day of its last turn (None for the scenario's own), and who holds what then."""
WAYS = [(name, *way) for name, ways in ENDINGS.items() for way in ways]


@pytest.mark.rule("T2 5.0", "T2 5.1", "T2 5.2", "T2 6.1", "T2 6.2", "T2 6.3", "T2 6.4", "T2 6.5", "T2 6.6")
@pytest.mark.parametrize(("name", "level", "day", "holds"), WAYS, ids=lambda word: str(word) if word else "last")
def test_a_turn_ends_the_game(name: str, level: str, day: date | None, holds: str) -> None:
    """Both sides stand still through a last turn, with the towns held as said; the game is over with it."""
    rules = rules_for(load_world(name))
    start = set_up_done(rules)
    turn = start.world.calendar.turn_of(day) if day else start.world.scenario.last_turn
    ended = _play_the_end(_held(replace(start, turn=turn), holds))
    assert ended.verdict is not None
    assert ended.turn == turn
    assert named(ended.verdict.level, ended.verdict.winner) == level
    winner = AXIS if level.startswith("Axis") else ALLIED if level.startswith("Allied") else None
    assert ended.verdict.winner is winner


@pytest.mark.rule("T2 5.1", "T2 6.6")
@pytest.mark.parametrize(
    ("name", "day"), [("tunisia-campaign", date(1943, 2, 19)), ("the-end-in-africa", date(1943, 5, 15))]
)
def test_a_sudden_end_has_its_day(name: str, day: date) -> None:
    """T2 5.1, 6.6: the turn after the last day of a sudden end goes on though both towns are held."""
    rules = rules_for(load_world(name))
    start = set_up_done(rules)
    state = replace(start, turn=start.world.calendar.turn_of(day))
    ended = _play_the_end(_held(state, f"Allied: {TUNIS} {BIZERTE}"))
    assert ended.verdict is None


def test_no_level_is_without_an_ending() -> None:
    """Each scenario has all its goals among the endings above, and each kind of kept game."""
    kept = {(game.scenario, game.kind) for game in kept_games()}
    for file in scenario_files():
        world = load_world(file)
        goals = {named(goal.level, goal.winner) for goal in world.scenario.victory.goals}
        assert goals <= {level for level, _, _ in ENDINGS[file.stem]}, file.stem
        assert {(file.stem, "simple"), (file.stem, "random")} <= kept, file.stem


def test_every_kept_game_has_its_log_and_every_log_its_game() -> None:
    games = {game.log: game for game in kept_games()}
    assert set(HERE.glob("*.ocslog*")) == set(games)
    for path, game in games.items():
        opened = open_log(path)
        on = {name for name, on in opened.header.options.items() if on}
        assert (opened.header.scenario, opened.log.problem) == (game.scenario, None), path
        assert set(game.options) <= on, path


def named(level: str, winner: Side | None) -> str:
    """A level by its name; a plain win by its side too."""
    return f"{winner} win" if level == "win" else level


def _held(state: State, holds: str) -> State:
    """The position with the map empty of units but those that must be there, and held as said."""
    place = state.world.place
    units = {uid: replace(unit, place=-2) for uid, unit in state.units.items()}
    control: dict[int, Side] = {}
    for part in filter(None, holds.split("; ")):
        who, places = part.split(": ")
        side = Side(who.split()[0])
        control |= dict.fromkeys(map(place, places.split()), side)
        if who.endswith("units"):
            spare = (uid for uid, unit in state.in_order() if unit.side is side)
            for uid, label in zip(spare, places.split(), strict=False):
                units[uid] = replace(units[uid], place=place(label))
    here: dict[int, tuple[str, ...]] = {}
    for uid in state.roster:
        here[units[uid].place] = (*here.get(units[uid].place, ()), uid)
    return replace(state, units=Map(units), here=Map(here), control=Map(control), planes=Map(), slot=-1)


def _play_the_end(state: State) -> State:
    """The state when the turn is over: all who are asked say the first thing that ends their part of it."""
    rules = rules_for(state.world, state.points.options)
    game = Game(rules, state, SeededDice(1))
    game.begin()
    turn = state.turn
    for entry in play(game, {side: PLAYERS["simple"](n) for n, side in enumerate(Side, start=1)}):
        if entry.state.turn != turn:
            break
    return game.state
