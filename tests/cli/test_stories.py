"""The stories that `ocs play` and `ocs log` tell, of whole games, of games gone on with, and of facts set by hand."""

import json
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode
from ocs_engine.cli.story import NOBODY, StoryTeller
from ocs_engine.kernel.messages import SetFact
from ocs_engine.series.story import tell
from ocs_engine.state.events import PlanePlaced, SupplyLoaded, TransportPlaced
from ocs_engine.tunisia.game import new_game, open_log
from ocs_engine.world.world import load_world
from tests.cli.conftest import Ocs


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a whole game."""
    log = tmp_path_factory.mktemp("games") / "a.ocslog"
    assert run(["play", "race-for-tunis", "--seed", "7", "--json", "--log", str(log)]) == ExitCode.FINE
    return log


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("kept", [4, 20, 40])
def test_a_game_gone_on_with_tells_the_rest_of_its_story(ocs: Ocs, whole: Path, tmp_path: Path, kept: int):
    """Seeded dice and a player without memory: the rest is the rest of the game that was cut."""
    log = tmp_path / "b.ocslog"
    log.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:kept]))
    before = lines_of(ocs("log", log).out)
    told = lines_of(ocs("play", "--continue", log).out)
    after = lines_of(ocs("log", log).out)
    assert ", goes on in " in told[0]
    assert after == before + told[1:-1]


def test_a_game_that_is_over_is_said_to_be(ocs: Ocs, whole: Path):
    told = lines_of(ocs("play", "--continue", whole).out)
    assert len(told) == 2
    assert "the game is over: the Axis side wins; " in told[0]


@pytest.mark.parametrize("line", [5, 30])
def test_a_branch_tells_where_it_comes_from_and_no_heading_twice(ocs: Ocs, whole: Path, tmp_path: Path, line: int):
    log = tmp_path / "b.ocslog"
    told = lines_of(ocs("play", "--from", f"{whole}:{line}", "--log", log).out)
    story = lines_of(ocs("log", log).out)
    assert story[0] == f"Race for Tunis, seed 7, from line {line} of a.ocslog"
    assert story[1:] == told[:-1]
    assert story[1].endswith(", goes on")
    assert len({each for each in story if each.startswith("Turn ")}) == sum(each.startswith("Turn ") for each in story)
    assert not any(first == second for first, second in pairwise(story) if first != NOBODY)


def test_the_numbers_of_the_lines_are_the_ones_of_the_log(ocs: Ocs, whole: Path):
    numbered = lines_of(ocs("log", whole, "--lines").out)
    assert numbered[1].split() == ["4", "Turn", "1,", "15", "Nov", "1942"]  # the header, the start, the Axis, then this
    assert [line[6:] for line in numbered[1:]] == lines_of(ocs("log", whole).out)[1:]
    assert int(numbered[-1][:5]) == len(whole.read_bytes().splitlines())


def test_a_position_is_drawn_by_its_line(ocs: Ocs, whole: Path, tmp_path: Path):
    last = len(whole.read_bytes().splitlines())
    for name, words in {"first": ["--line", "1"], "last": ["--line", last], "end": []}.items():
        assert ocs("render", whole, *words, "--scale", "24", "--png", tmp_path / f"{name}.png").code == ExitCode.FINE
    first, end, final = ((tmp_path / f"{name}.png").read_bytes() for name in ("first", "last", "end"))
    assert first != end == final


@pytest.mark.parametrize(("words", "code"), [
    (["LOG", "--line", "999"], ExitCode.USAGE),
    (["LOG", "--line", "3", "--turn", "1"], ExitCode.USAGE),
    (["race-for-tunis", "--line", "3"], ExitCode.USAGE),
])
def test_a_line_that_cannot_be_drawn(ocs: Ocs, whole: Path, tmp_path: Path, words: list[str], code: int):
    words = [str(whole) if word == "LOG" else word for word in words]
    assert ocs("render", *words, "--png", tmp_path / "no.png").code == code


def test_the_end_stands_under_no_segment_of_a_side_and_is_worded_once(ocs: Ocs, whole: Path):
    story = ocs("log", whole).out.splitlines()
    end = next(line for line in story if line.startswith("The game is over: "))
    assert story[-2:] == ["", end]
    assert end.startswith("The game is over: the Axis side wins; ")
    assert f"turn 14; the g{end[5:]}" in ocs("replay", whole).out.splitlines()


def test_a_turn_in_which_nobody_moved_says_so(ocs: Ocs, whole: Path):
    """A turn of the log has an act of movement, or its story has the line."""
    moved: dict[int, bool] = {}
    for step in open_log(whole).steps():
        events = step.entry.events if step.entry else ()
        began = [event.turn for event in events if event.kind == "turn began"]
        moved |= dict.fromkeys(began, False)
        if any(event.kind == "stack moved" for event in events):
            moved[step.before.turn] = True
    told = ocs("log", whole).out.split("\nTurn ")[1:]
    assert False in moved.values()
    assert True in moved.values()
    assert [NOBODY not in turn for turn in told] == [moved[int(turn.partition(",")[0])] for turn in told]


def test_facts_set_by_hand_are_told(ocs: Ocs, tmp_path: Path):
    log = tmp_path / "b.ocslog"
    game = new_game(load_world("race-for-tunis"), 7, log)
    unit = next(uid for uid, unit in game.state.in_order() if unit.side == "Allied")
    for place in ("A36.22", "A36.23"):
        game.submit(SetFact(side="Allied", reason="a slip", fact={"kind": "unit placed", "unit": unit, "place": place}))
    game.log.close()
    assert "2 facts were set by hand (lines 5, 6)" in ocs("replay", log).out.splitlines()
    assert "2 facts were set by hand (lines 5, 6)" in ocs("log", log).out.splitlines()
    for command in ("replay", "log"):
        assert json.loads(ocs(command, log, "--json").out)["set_by_hand"] == [5, 6]


def test_a_game_by_the_rules_alone_has_no_such_line(ocs: Ocs, whole: Path):
    assert "by hand" not in ocs("replay", whole).out + ocs("log", whole).out
    assert json.loads(ocs("replay", whole, "--json").out)["set_by_hand"] == []


def test_what_is_arranged_at_set_up_is_told():
    game = new_game(load_world("race-for-tunis"), 7, arrange=True)
    state = game.state
    plane = next(pid for pid in state.planes)
    events = [
        PlanePlaced(plane=plane, place="A48.25"),
        TransportPlaced(transport="axis-truck-1", place="A48.24"),
        SupplyLoaded(transport="axis-truck-1", tokens=4),
        SupplyLoaded(transport="axis-truck-1", tokens=-3),
    ]
    said = tell(state, events).split(". ")
    assert said[0].endswith(" is placed in A48.25") or " is placed in A48.25 " in said[0]
    assert said[0].startswith(state.planes[plane].aircraft.name)
    name = state.world.transport.kinds["truck"].name
    assert [each.casefold() for each in said[1:]] == [
        f"{name} transport 1 is placed in A48.24 Tunis".casefold(),
        f"{name} transport 1 loads 4T".casefold(),
        f"{name} transport 1 unloads 3T".casefold(),
    ]


def test_a_story_that_begins_in_the_middle_does_not_say_that_nobody_moved():
    """What happened in the turn before the story begins is not known."""
    game = new_game(load_world("race-for-tunis"), 7)
    assert StoryTeller(game.rules).moved is True
    assert game.state.world.calendar.date_of(1) == date(1942, 11, 15)


@pytest.mark.parametrize("words", [["log"], ["replay"], ["replay", "--verify"], ["render", "--png", "x.png"]])
def test_a_log_made_with_other_data_is_an_input_error_everywhere(
    ocs: Ocs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
):
    monkeypatch.chdir(tmp_path)
    units = Path("over", "tunisia2", "units.csv")
    units.parent.mkdir(parents=True)
    units.write_text("id,ma\nbr-78-11,4\n", encoding="utf-8")
    told = ocs("play", "race-for-tunis", "--json", "--seed", "7", "--log", "a.ocslog", "--data-overlay", "over")
    assert told.code == ExitCode.FINE, told.err
    ended = ocs(words[0], "a.ocslog", *words[1:])
    assert ended.code == ExitCode.INPUT
    assert "--data-overlay" in ended.err
    assert ocs("replay", "a.ocslog", "--verify", "--data-overlay", "over").code == ExitCode.FINE


def test_a_position_is_told_by_its_line(ocs: Ocs, whole: Path):
    """Line 4 begins turn 1; line 5 takes the 11th Brigade out of Tabarka."""
    before, after = (ocs("show", whole, "--line", line, "--hex", "A30.26").out for line in (4, 5))
    assert "78 Inf Div (11 Inf)" in before
    assert "78 Inf Div (11 Inf)" not in after
    assert ocs("show", "race-for-tunis", "--line", "3").code == ExitCode.USAGE
