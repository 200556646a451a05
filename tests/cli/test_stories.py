"""The stories that `ocs play` and `ocs log` tell, of whole games, of games gone on with, and of facts set by hand."""

import json
import re
import sys
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from ocs_engine.cli.output import ExitCode, say_wrapped
from ocs_engine.cli.story import FIGHTS, MOVES, NOBODY, StoryTeller
from ocs_engine.kernel.messages import Event, FrameOpened, SetFact
from ocs_engine.kernel.replay import Step
from ocs_engine.series.stories.sums import retreat_words
from ocs_engine.series.story import tell
from ocs_engine.state.events import PlanePlaced, SupplyLoaded, TransportPlaced
from ocs_engine.state.fight_events import UnitsRetreated
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import new_game, open_log
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.cli.conftest import FIGHTING, Ocs
from tests.series.test_combat import big


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("ends", [1, 4, 9])
@pytest.mark.usefixtures("skirmish")
def test_a_game_gone_on_with_tells_the_rest_of_its_story(ocs: Ocs, fray: Path, tmp_path: Path, ends: int):
    """Seeded dice and a player without memory: the rest is the rest of the game that was cut where a segment ends."""
    log = tmp_path / "b.ocslog"
    lines = [json.loads(line) for line in fray.read_text(encoding="utf-8").splitlines()]
    kept = [each["line"] for each in lines if (each.get("command") or {}).get("kind") == "end segment"][ends - 1]
    log.write_bytes(b"".join(fray.read_bytes().splitlines(keepends=True)[:kept]))
    before = lines_of(ocs("log", log).out)
    told = lines_of(ocs("play", "--continue", log).out)
    after = lines_of(ocs("log", log).out)
    assert ", goes on in " in told[0]
    assert after == before + told[1:-1]


def test_a_game_that_is_over_is_said_to_be(ocs: Ocs, fray: Path):
    told = lines_of(ocs("play", "--continue", fray).out)
    assert len(told) == 2
    assert "the game is over: the Axis side wins; " in told[0]


@pytest.mark.parametrize("line", [5, 30])
@pytest.mark.usefixtures("skirmish")
def test_a_branch_tells_where_it_comes_from_and_no_heading_twice(ocs: Ocs, fray: Path, tmp_path: Path, line: int):
    log = tmp_path / "b.ocslog"
    told = lines_of(ocs("play", "--from", f"{fray}:{line}", "--log", log).out)
    story = lines_of(ocs("log", log).out)
    assert story[0] == f"A skirmish, seed 7, from line {line} of a.ocslog"
    assert story[1:] == told[:-1]
    assert story[1].endswith(", goes on")
    assert len({each for each in story if each.startswith("Turn ")}) == sum(each.startswith("Turn ") for each in story)
    twice = [first for first, second in pairwise(filter(None, story)) if first == second and first != NOBODY]
    again = (" transfer", " regains a step")
    assert all(any(words in each for words in again) for each in twice), "two planes of a kind may do the same in turn"


def test_the_numbers_of_the_lines_are_the_ones_of_the_log(ocs: Ocs, race: Path):
    numbered = lines_of(ocs("log", race, "--lines").out)
    assert numbered[1].split() == ["4", "Turn", "1,", "15", "Nov", "1942"]  # the header, the start, the Axis, then this
    heads = re.compile("Turn |  [A-Z].*(Phase|Segment)$")
    told = [line[6:] for line in numbered if heads.match(line[6:])]
    assert told == [line for line in lines_of(ocs("log", race).out) if heads.match(line)]
    assert int(numbered[-1][:5]) == len(race.read_bytes().splitlines())


def test_a_position_is_drawn_by_its_line(ocs: Ocs, race: Path, tmp_path: Path):
    last = len(race.read_bytes().splitlines())
    for name, words in {"first": ["--line", "1"], "last": ["--line", last], "end": []}.items():
        assert ocs("render", race, *words, "--scale", "24", "--png", tmp_path / f"{name}.png").code == ExitCode.FINE
    first, end, final = ((tmp_path / f"{name}.png").read_bytes() for name in ("first", "last", "end"))
    assert first != end == final


@pytest.mark.parametrize(("words", "code"), [
    (["LOG", "--line", "99999"], ExitCode.USAGE),
    (["LOG", "--line", "3", "--turn", "1"], ExitCode.USAGE),
    (["race-for-tunis", "--line", "3"], ExitCode.USAGE),
])
def test_a_line_that_cannot_be_drawn(ocs: Ocs, race: Path, tmp_path: Path, words: list[str], code: int):
    words = [str(race) if word == "LOG" else word for word in words]
    assert ocs("render", *words, "--png", tmp_path / "no.png").code == code


def test_the_end_stands_under_no_segment_of_a_side_and_is_worded_once(ocs: Ocs, race: Path):
    story = ocs("log", race).out.splitlines()
    end = next(line for line in story if line.startswith("The game is over: "))
    assert story[-2:] == ["", end]
    assert end.startswith("The game is over: the Axis side wins; ")
    assert f"turn 14; the g{end[5:]}" in ocs("replay", race).out.splitlines()


def test_a_turn_in_which_nobody_moved_says_so(ocs: Ocs, race: Path):
    """A turn of the log has an act of movement, or its story has the line."""
    moved: dict[int, bool] = {}
    for step in open_log(race).steps():
        events = step.entry.events if step.entry else ()
        began = [event.turn for event in events if event.kind == "turn began"]
        moved |= dict.fromkeys(began, False)
        if any(event.kind in MOVES for event in events):
            moved[step.before.turn] = True
    told = ocs("log", race).out.split("\nTurn ")[1:]
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


def test_a_game_by_the_rules_alone_has_no_such_line(ocs: Ocs, race: Path):
    assert "by hand" not in ocs("replay", race).out + ocs("log", race).out
    assert json.loads(ocs("replay", race, "--json").out)["set_by_hand"] == []


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
@pytest.mark.usefixtures("skirmish")
def test_a_log_made_with_other_data_is_an_input_error_everywhere(
    ocs: Ocs, words: list[str]
):
    units = Path("over", "tunisia2", "units.csv")
    units.parent.mkdir(parents=True)
    units.write_text("id,ma\nbr-78-11,4\n", encoding="utf-8")
    told = ocs("play", "skirmish.ocs", "--json", "--seed", "7", "--log", "a.ocslog", "--data-overlay", "over")
    assert told.code == ExitCode.FINE, told.err
    ended = ocs(words[0], "a.ocslog", *words[1:])
    assert ended.code == ExitCode.INPUT
    assert "--data-overlay" in ended.err
    assert ocs("replay", "a.ocslog", "--verify", "--data-overlay", "over").code == ExitCode.FINE


def test_a_position_is_told_by_its_line(ocs: Ocs, race: Path):
    """The 11th Brigade is in Tabarka up to the line that takes it out."""
    left = next(step.line.number for step in steps_of(race) if step.entry and any(
        event.kind == "stack moved" and "br-78-11" in event.cost for event in step.entry.events))  # fmt: skip
    before, after = (ocs("show", race, "--line", line, "--hex", "A30.26").out for line in (left - 1, left))
    assert "78 Inf Div (11 Inf)" in before
    assert "78 Inf Div (11 Inf)" not in after
    assert ocs("show", "race-for-tunis", "--line", "3").code == ExitCode.USAGE


# --- fights


FIGHT = re.compile(r"    The (Allies|Axis) (attack|overrun|barrage)s? ")


def events_of(log: Path) -> list[Event]:
    return [event for step in steps_of(log) if step.entry for event in step.entry.events]


def steps_of(log: Path) -> list[Step[State]]:
    return open_log(log).steps()


def test_the_game_with_fights_has_them(fought: Path):
    kinds = [event.frame["kind"] for event in events_of(fought) if isinstance(event, FrameOpened)]
    assert kinds.count("combat") > 2
    assert {"barrage", "retreat"} <= set(kinds)


def test_each_fight_is_one_paragraph_that_stands_apart(ocs: Ocs, fought: Path):
    story = ocs("log", fought).out.splitlines()
    places = [index for index, line in enumerate(story) if FIGHT.match(line)]
    begun = [event for event in events_of(fought) if isinstance(event, FrameOpened) and event.frame["kind"] in FIGHTS]
    assert len(places) == len(begun)
    for index in places:
        assert story[index - 1] == story[index + 1] == ""
        assert story[index].endswith(".")
        assert re.search(r"; surprise \d \d [+-] |Barrage \d", story[index])
    assert not any(first == second == "" for first, second in pairwise(story))
    said = [line for index, line in enumerate(story) if index not in places]
    assert not any(" leads the " in line or " retreats " in line or " the option " in line for line in said)


def test_each_supply_phase_with_news_is_one_paragraph_that_stands_apart(ocs: Ocs, race: Path):
    """Under full supply somebody of the race is without trace sooner or later, and rolls for attrition."""
    story = ocs("log", race).out.splitlines()
    places = [index for index, line in enumerate(story) if line.endswith(": Supply Phase")]
    assert len(places) > 1
    for index in places:
        assert story[index + 1] == story[index + 3] == ""
        assert re.match(r"    \S.*\.$", story[index + 2])
    rolled = [event for event in events_of(race) if event.kind == "attrition rolled"]
    told = [story[index + 2] for index in places]
    assert sum(line.count("Attrition in ") for line in told) == len(rolled) > 0
    assert not any("ttrition" in line for line in story if line not in told)


def test_play_tells_fights_as_the_log_does(ocs: Ocs, fought: Path, tmp_path: Path):
    told = lines_of(ocs("play", fought.parent / "clash.ocs", *FIGHTING, "--log", tmp_path / "again.ocslog").out)
    assert told[:-1] == lines_of(ocs("log", fought).out)[1:]
    assert (tmp_path / "again.ocslog").read_bytes() == fought.read_bytes()


def test_with_line_numbers_each_command_of_a_fight_has_its_own_line(ocs: Ocs, fought: Path):
    """So that a game can be gone on with from any of them; every line says what the log says."""
    numbered = lines_of(ocs("log", fought, "--lines").out)
    own = [(int(line[:5]), line[5:].strip()) for line in numbered if line[:5].strip().isdecimal()]
    said = [(step.line.number, step.line.data["say"]) for step in steps_of(fought)
            if any(frame.kind == "combat" for frame in step.before.frames)]  # fmt: skip
    answers = [(number, text) for number, text in said if text and "Turn " not in text]
    assert len(answers) > 10
    assert [each for each in answers if each not in own] == []


def test_the_working_stands_under_each_fight(ocs: Ocs, fought: Path):
    plain = ocs("log", fought).out.splitlines()
    story = ocs("log", fought, "--working").out.splitlines()
    assert [line for line in story if not line.startswith(" " * 8)] == plain
    for index, line in enumerate(story):
        if FIGHT.match(line):
            assert re.fullmatch(r" {8}The (Allies|Axis): [\d /]+", story[index + 1])
            ending = r"[\d ]+" if "barrage" in line else r"x .* \[OCS 9\.4[a-e]?\] = [\d /]+(, (Light|Heavy) AT)?"
            assert re.fullmatch(rf" {{10}}\S.* {ending}", story[index + 2])


def test_a_fight_that_is_not_over_is_told_as_far_as_it_went():
    p = big()
    teller = StoryTeller(p.rules, gather=True)
    states = [p.game.start, *(entry.state for entry in p.game.entries)]
    acts = [(before, entry.events) for before, entry in zip(states, p.game.entries, strict=False)]
    assert [line for before, events in acts for line in teller.act(before, events, by_itself=False)] == []
    told = list(teller.rest())
    assert told[0] == "  Allied: Combat Phase, Combat Segment"
    assert told[2].startswith("    The Allies attack A20.21 with 78 Inf Div (11 Inf, 36 Inf, 1 Gds Inf) from A20.20. ")
    assert told[2].endswith("It MG Bn (70 Brs) loses its last step and is destroyed.")
    assert list(teller.rest()) == []


def test_without_gathering_each_act_is_told_at_once():
    p = big()
    teller = StoryTeller(p.rules)
    told = list(teller.act(p.game.start, p.game.entries[0].events, by_itself=False))
    assert told[1].startswith("    The Allies attack ") and told[1].endswith(" from A20.20")


def test_a_terminal_breaks_lines_between_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "50")
    say_wrapped("    " + "word " * 20)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and all(line.startswith("    word") and len(line) <= 50 for line in lines)
    say_wrapped("")
    assert capsys.readouterr().out == "\n"


def test_small_things_of_a_phase_are_told_together(ocs: Ocs, race: Path):
    """Turn 1: three units in Algiers take Move Mode, seven Spitfires leave for four bases, a brigade marches together;
    the trucks' drive hex by hex in turn 2 is one drive."""
    told = ocs("log", race).out
    assert "    78 Inf Div (Arty) and Para Bn (1, 2) take Move Mode\n" in told
    assert "    Two Spit.V transfer to A17.25; Spit.V transfers to A19.17 Souk Ahras; " in told
    assert "    78 Inf Div (11 Inf), 78 Inf Div (36 Inf): A30.26 Tabarka to A32.26 via A31.27\n" in told
    assert "Fr Pol Bde (Schw), Fr Pol Bde (Morl) in Strat Mode: A17.26 Bône to A32.26 (18 hexes" in told
    one_by_one = ocs("log", race, "--lines").out
    assert "takes Move Mode" in one_by_one
    assert len(told.splitlines()) < len(one_by_one.splitlines())


def test_each_turn_ends_with_what_it_cost_and_where_the_game_stands(ocs: Ocs, race: Path):
    """Counted by the events of the log: steps of units, and planes lost in the air."""
    lost = {1: [0, 0]}
    for step in open_log(race).steps():
        for event in step.entry.events if step.entry else ():
            if event.kind == "turn began":
                lost[event.turn] = [0, 0]
            turn = max(lost)
            if event.kind in ("step lost", "plane step lost"):
                one = step.before.units.get(getattr(event, "unit", "")) or step.before.planes[event.plane]
                lost[turn][one.side == "Allied"] += 1
    told = ocs("log", race).out
    sums = re.findall(r"  End of turn (\d+)\n    Losses: Axis (none|\d+)[^;\n]*; Allied (none|\d+)", told)
    assert {int(turn): [0 if n == "none" else int(n) for n in (axis, allied)] for turn, axis, allied in sums} == lost
    assert told.count("    As it stands: the Axis side wins; Axis: Tunis, ") == 13


def test_what_comes_by_itself_stands_under_its_own_phase(ocs: Ocs, race: Path):
    """The roll for replacements is told of the Reinforcement Phase (T2 1.4a), or among what a turn begins with."""
    heading, found = "", []
    for line in lines_of(ocs("log", race).out):
        if re.match(r"  [A-Z]", line) or line.startswith("Turn "):
            heading = line.strip()
        elif "Replacements of the A" in line:
            side = "Axis" if "Replacements of the Axis" in line else "Allied"
            found.append((heading, f"{side}: Reinforcement Phase"))
    assert len(found) == 28, "two sides, 14 turns"
    assert {told for told, due in found if told != due and not told.startswith("Turn ")} == set()
    assert sum(told == due for told, due in found) > 20


def test_a_brief_log_tells_who_retreats_and_how_far(ocs: Ocs, race: Path):
    """The longest way of a unit, for every fight in which units were made to go (OCS 9.12)."""
    went: list[dict[str, int]] = []
    frames: list[str] = []
    for step in open_log(race).steps():
        for event in step.entry.events if step.entry else ():
            if isinstance(event, FrameOpened):
                frames.append(event.frame["kind"])
                went += [{}] if frames[-1] == "combat" else []
            elif event.kind == "frame closed":
                frames.pop()
            elif isinstance(event, UnitsRetreated):
                assert "combat" in frames
                for uid in event.units:
                    went[-1][uid] = went[-1].get(uid, 0) + 1
    found = re.findall(r"; the (?:attacker|defender) retreats (?:up to )?(\d+) hex", ocs("log", race, "--brief").out)
    assert len(found) >= 3
    assert [int(each) for each in found] == [max(units.values()) for units in went if units]


def test_up_to_where_some_went_less_far():
    """Axis attackers; of the defenders one goes a hex, one goes two."""
    retreats = {(Side.ALLIED, "a"): 1, (Side.ALLIED, "b"): 2, (Side.AXIS, "c"): 1}
    told = "the attacker retreats 1 hex and the defender retreats up to 2 hexes"
    assert retreat_words(Side.AXIS, retreats) == told
    assert retreat_words(Side.AXIS, {}) == ""
