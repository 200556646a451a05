"""`ocs table` and `ocs odds`: every cell through its command, worked examples, dice thrown, charts, errors."""

import json
import shlex
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from typer.main import get_command

from ocs_engine.cli.output import ExitCode
from ocs_engine.cli.table import app
from tests.cli.conftest import Ocs
from tests.cli.test_readme import ROOT, console
from tests.series.tables.charts import (
    ATTRITION,
    BARRAGE,
    BARRAGE_COLUMNS,
    CAPTURE,
    COMBAT,
    COMBAT_COLUMNS,
    DUMP_BLOWING,
    FACILITY,
    FACILITY_COLUMNS,
    MISSION_LOSS,
    RESULTS,
    rows,
)

WORDS = {letter: words[0] for letter, words in rows(RESULTS).items()}
ATTACK = ("--attack", 17, "--defend", 10, "--terrain", "open", "--attacker-ar", 5, "--defender-ar", 2)


def told(ocs: Ocs, *words: object) -> dict:
    """The document of a command that must go well."""
    ended = ocs(*words, "--json")
    assert (ended.code, ended.err) == (ExitCode.FINE, ""), ended
    return json.loads(ended.out)


# --- every cell, each through its command

Cell = Callable[..., dict]
COMMAND = get_command(app)


@pytest.fixture
def cell(capsys: pytest.CaptureFixture[str]) -> Cell:
    """Runs `ocs table` on a command line built once, as there are hundreds of cells."""

    def cell(*words: object) -> dict:
        COMMAND.main([*map(str, words), "--json"], standalone_mode=False)
        return json.loads(capsys.readouterr().out)

    return cell


@pytest.mark.rule("OCS 9.9")
@pytest.mark.parametrize("terrain", ["Open", "Close", "Very Close", "Extremely Close"])
def test_every_cell_of_the_combat_table(cell: Cell, terrain: str):
    for row, letters in rows(COMBAT).items():
        for column, letter in zip(rows(COMBAT_COLUMNS)[terrain], letters, strict=True):
            found = cell("combat", "--terrain", terrain, "--column", column, "--roll", row.strip("<>="))
            assert found["result"] == WORDS[letter]


@pytest.mark.rule("OCS 10.0a")
def test_every_cell_of_the_barrage_table(cell: Cell):
    # 2 RE in the open with a spotter: no shift
    for roll, results in rows(BARRAGE).items():
        for least, cost, result in zip(*(rows(BARRAGE_COLUMNS)[name] for name in ("least", "T")), results, strict=True):
            words = ("--strength", least, "--re", 2, "--terrain", "open", "--roll", roll, "--half-roll", 4)
            found = cell("barrage", *words)
            assert (found["raw"], found["cost"], found["shifts"]) == (result, int(cost), [])
            assert found["result"] == result.strip("[]")


@pytest.mark.rule("OCS 10.0c")
def test_every_cell_of_the_facility_table(cell: Cell):
    for roll, results in rows(FACILITY).items():
        for most, cost, result in zip(*(rows(FACILITY_COLUMNS)[name] for name in ("most", "T")), results, strict=True):
            strength = "500" if most == "+" else most
            found = cell("facility", "--strength", strength, "--roll", roll)
            assert (found["result"], found["cost"]) == (result, int(cost))


@pytest.mark.rule("OCS 12.8b")
def test_every_cell_of_the_attrition_table(cell: Cell):
    words = {"0": "No Loss", "1": "-1 Step", "2": "-2 Steps", "4": "-4 Steps", "A": "All Steps"}
    for ar, results in rows(ATTRITION).items():
        for total, result in enumerate(results, start=2):
            steps, roll = (4, total) if total <= 12 else (5, total - 3)
            found = cell("attrition", "--ar", ar, "--steps", steps, "--roll", roll)
            assert (found["result"], found["total"]) == (words[result], total)


@pytest.mark.rule("OCS 9.14c")
@pytest.mark.parametrize("kind", ["dump", "trucks", "wagons"])
def test_every_cell_of_the_capture_table(cell: Cell, kind: str):
    for roll, percent in enumerate(rows(CAPTURE)[kind], start=1):
        found = cell("capture", "--kind", kind, "--tokens", 20, "--roll", roll)
        assert (found["result"], found["captured"]) == (f"{percent}%", 20 * int(percent) // 100)


def test_every_cell_of_the_small_tables(cell: Cell):
    for roll, percent in enumerate(DUMP_BLOWING, start=1):
        found = cell("dump-blowing", "--tokens", 20, "--roll", roll)
        assert (found["result"], found["destroyed"], found["left"]) == (
            f"{percent}%",
            percent // 5,
            20 - percent // 5,
        )
    for planes, hit in rows(MISSION_LOSS).items():
        found = [cell("mission-loss", "--planes", planes, "--roll", die)["result"] for die in range(1, 7)]
        assert found == hit
    for roll in range(2, 13):
        flak = cell("flak", "--modifier", 2, "--roll", roll)
        assert flak["result"] == ("loss" if roll >= 9 else "none")
        regular = cell("surprise", "--roll", roll, "--shift-roll", 3)
        assert regular["result"] == ("attacker" if roll >= 10 else "defender" if roll <= 5 else "none")
        assert regular["shift"] == (3 if roll >= 10 else -3 if roll <= 5 else 0)
        overrun = cell("surprise", "--roll", roll, "--overrun", "--shift-roll", 3)
        assert overrun["result"] == ("attacker" if roll >= 9 else "defender" if roll <= 6 else "none")
        air = cell("air-combat", "--attacker", 3, "--defender", 3, "--roll", roll, "--loss-roll", 5)
        assert air["result"] == f"{'attacker aborts' if roll < 7 else 'both abort' if roll == 7 else 'defender aborts'}"
        assert air["attacker"] == {"aborts": roll <= 7, "loses_step": roll <= 7}
    assert [cell("port", "--tokens", 10, "--hits", hits)["result"] for hits in range(5)] == [
        10, 8, 6, 4, 2,
    ]  # fmt: skip


# --- worked examples


@pytest.mark.rule("OCS 9.8")
@pytest.mark.rule("OCS 9.9")
def test_an_attack_with_all_its_working(ocs: Ocs):
    # 17:10 is 1.7, which is 2:1; 8 + 3 = 11 surprises; two columns right is 4:1; 3 + 3 = 6
    rolls = ("--surprise-roll", 8, "--shift-roll", 2, "--combat-roll", 3)
    found = told(ocs, "table", "attack", *ATTACK, *rolls)
    assert found == {
        "odds": "2:1", "column": "2:1", "drm": 3,
        "surprise": "attacker", "surprise_roll": 8, "surprise_total": 11, "shift_roll": 2, "shift": 2,
        "final_column": "4:1", "combat_roll": 3, "combat_total": 6, "result": "Ao1/Do1",
        "attacker": {"loss": 0, "option": 1, "exploit": None}, "defender": {"loss": 0, "option": 1, "dg": False},
        "seed": None,
    }  # fmt: skip
    text = ocs("table", "attack", *ATTACK, *rolls).out
    assert "surprise      8 + 3 = 11: attacker\n" in text
    assert "shift         2: 2 columns right\n" in text
    assert "result        Ao1/Do1\n" in text


@pytest.mark.rule("OCS 9.8")
def test_an_overrun_of_a_hedgehog(ocs: Ocs):
    # DRM +3: 7 + 3 - 1 = 9 surprises in an overrun, not in an attack; combat 7 + 3 - 2 = 8
    words = (*ATTACK, "--hedgehog", 2, "--surprise-roll", 7, "--shift-roll", 1, "--combat-roll", 7)
    overrun, regular = told(ocs, "table", "attack", *words, "--overrun"), told(ocs, "table", "attack", *words)
    assert (overrun["surprise"], overrun["final_column"], overrun["result"]) == ("attacker", "3:1", "Ao1/DL1o1")
    assert (regular["surprise"], regular["final_column"], regular["result"]) == ("none", "2:1", "Ao1/Do1")
    assert regular["shift_roll"] is None
    assert regular["combat_total"] == 8


@pytest.mark.rule("OCS 9.14a")
def test_attacks_with_and_against_no_strength(ocs: Ocs):
    words = ("--terrain", "close", "--attacker-ar", 3, "--defender-ar", 3, "--surprise-roll", 7, "--combat-roll", 7)

    def start(attack: int, defend: int) -> tuple[object, object]:
        found = told(ocs, "table", "attack", "--attack", attack, "--defend", defend, *words)
        return found["odds"], found["column"]

    assert (start(3, 0), start(0, 3), start(0, 0)) == ((None, "18:1"), (None, "1:4"), ("1:1", "1:1"))
    shown = ocs("table", "attack", "--attack", 3, "--defend", 0, *words).out
    assert "the end of the table (OCS 9.14a)" in shown


@pytest.mark.rule("OCS 10.0a")
@pytest.mark.rule("OCS 10.0r")
def test_the_booklets_barrages(ocs: Ocs):
    # 12-16; 8 RE +4, hedgehog -1, Close -1
    words = ("--strength", 16, "--re", 8, "--terrain", "close", "--hedgehog", 1, "--source", "artillery")
    found = told(ocs, "table", "barrage", *words, "--roll", 8, "--half-roll", 3)
    assert (found["column"], found["cost"], found["final_column"]) == ("12-16", 3, "25-40")
    assert [each["columns"] for each in found["shifts"]] == [4, -1, -1]
    assert (found["raw"], found["result"], found["half_roll"], found["steps"], found["dg"]) == (
        "[1/2]", "1/2", 3, 0, True,
    )  # fmt: skip
    shown = ocs("table", "barrage", *words, "--roll", 8, "--half-roll", 4).out
    assert "[1/2], which is 1/2 here" in shown
    assert "1 step lost, the hex goes DG" in shown
    # 8-11; 4 RE +1, no spotter -3; planes pay nothing
    words = ("--strength", 9, "--re", 4, "--terrain", "open", "--source", "air", "--no-spotter")
    found = told(ocs, "table", "barrage", *words, "--roll", 12, "--half-roll", 4)
    assert (found["final_column"], found["raw"], found["cost"], found["steps"]) == ("3-4", "1/2", 0, 1)
    # 17-24; 1 RE -1
    words = ("--strength", "35/2", "--re", 1, "--terrain", "open", "--source", "air")
    found = told(ocs, "table", "barrage", *words, "--roll", 8)
    assert (found["column"], found["final_column"], found["result"]) == ("17-24", "12-16", "DG")
    # the same from close by with a Strat unit: +1, +3
    found = told(ocs, "table", "barrage", *words, "--roll", 2, "--close-air", "--strat")
    assert (found["final_column"], found["result"], found["dg"]) == ("69-116", "DG", True)
    assert "effect        none" in ocs("table", "barrage", *words, "--roll", 2).out


@pytest.mark.rule("OCS 9.14c")
def test_captured_trucks(ocs: Ocs):
    # 3 points with 12T: 25 % is 3/4 point, one, and 3T
    found = told(ocs, "table", "capture", "--kind", "trucks", "--tokens", 12, "--points", 3, "--roll", 3)
    assert (found["captured_points"], found["captured"], found["rest_points"], found["rest"]) == (1, 3, 2, 9)
    # a truck of 6T, 25 %: 1.5T of it is no full point, but 2T
    words = ("table", "capture", "--kind", "trucks", "--tokens", 0, "--points", "3/2", "--roll", 3)
    assert told(ocs, *words)["captured_points"] == 0
    assert told(ocs, *words, "--round-to", 2)["captured_points"] == 0.5
    assert "1/2 points captured, 1 point away" in ocs(*words, "--round-to", 2).out


@pytest.mark.rule("OCS 14.3")
def test_the_booklets_air_combat(ocs: Ocs):
    words = ("table", "air-combat", "--attacker", 2, "--defender", 4, "--roll", 9, "--loss-roll")
    assert told(ocs, *words, 4)["result"] == "both abort"
    assert told(ocs, *words, 4)["defender"] == {"aborts": True, "loses_step": False}
    assert told(ocs, *words, 6)["defender"] == {"aborts": True, "loses_step": True}


def test_strengths_may_be_fractions(ocs: Ocs):
    words = ("--terrain", "open", "--attacker-ar", 3, "--defender-ar", 3, "--surprise-roll", 7, "--combat-roll", 7)
    for attack in ("8.75", "35/4"):
        assert told(ocs, "table", "attack", "--attack", attack, "--defend", "3.5", *words)["odds"] == "3:1"  # 2.5


# --- dice thrown


EVERY = [
    ("combat", "--terrain", "open", "--column", "4:1"),
    ("surprise",),
    ("attack", *ATTACK),
    ("barrage", "--strength", 40, "--re", 8, "--terrain", "open"),
    ("facility", "--strength", 20),
    ("attrition", "--ar", 3, "--steps", 2),
    ("capture", "--kind", "wagons", "--tokens", 8),
    ("dump-blowing", "--tokens", 8),
    ("flak", "--modifier", 4),
    ("mission-loss", "--planes", 4),
    ("air-combat", "--attacker", 2, "--defender", 2),
]


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words[0])
def test_dice_not_given_are_thrown_from_the_seed(ocs: Ocs, words: tuple[object, ...]):
    documents = [told(ocs, "table", *words, "--seed", seed) for seed in range(8)]
    assert documents[7] == told(ocs, "table", *words, "--seed", 7)
    assert len({document["result"] for document in documents}) > 1
    assert [document["seed"] for document in documents] == list(range(8))
    assert str(documents[7]["result"]) in ocs("table", *words, "--seed", 7).out


def test_a_drawn_seed_is_told_and_throws_the_same_again(ocs: Ocs):
    first = ocs("table", "attack", *ATTACK, "--json")
    seed = json.loads(first.out)["seed"]
    assert first.err == f"dice thrown; the same again with --seed {seed}\n"
    assert ocs("table", "attack", *ATTACK, "--json", "--seed", seed).out == first.out


def test_corrections_of_the_figures_count(ocs: Ocs, tmp_path: Path):
    file = tmp_path / "series" / "tables.json"
    file.parent.mkdir()
    file.write_text('{"tables": {"dump_blowing": {"pct_destroyed": {"1": 75}}}}', encoding="utf-8")
    words = ("table", "dump-blowing", "--tokens", 4, "--roll", 1)
    assert told(ocs, *words)["destroyed"] == 1
    assert told(ocs, *words, "--data-overlay", tmp_path)["destroyed"] == 3


# --- what is wrong


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("combta",), "combat"),
        (("combat", "--terrain", "clse", "--column", "4:1"), "did you mean close?"),
        (("combat", "--terrain", "open", "--column", "6:1"), "the open row has no column '6:1'; it has 1:5 1:4"),
        (("combat", "--terrain", "open", "--column", "4:1", "--drm", 1, "--roll", 13), "2 to 12, not 13"),
        (("attack", *ATTACK, "--hedgehog", 5), "a level up to 4, not 5"),
        (("attack", *ATTACK, "--combat-roll", 1), "than or equal to 2"),
        (("attack", "--attack", "ten", *ATTACK[2:]), "expected a number such as 17, 3.5 or 7/2"),
        (("attack", "--attack", "-3", *ATTACK[2:]), "expected a number such as"),
        (("attack", "--attack", "1/0", *ATTACK[2:]), "expected a number such as"),
        (("barrage", "--strength", 9, "--re", "1/3", "--terrain", "open"), "expected RE in quarters"),
        (("barrage", "--strength", 9, "--re", "0", "--terrain", "open"), "expected RE in quarters"),
        (("barrage", "--strength", "0.4", "--re", 2, "--terrain", "open"), "rounds to 0"),
        (("barrage", "--strength", 9, "--re", 2, "--terrain", "open", "--source", "navel"), "did you mean naval?"),
        (("barrage", "--strength", 9, "--re", 2, "--terrain", "open", "--close-air"), "goes with --source air"),
        (("facility", "--strength", "1/3"), "rounds to 0"),
        (("port", "--tokens", 4, "--hits", 5), "not 5"),
        (("attrition", "--ar", 6, "--steps", 2), "than or equal to 5"),
        (("capture", "--kind", "truck", "--tokens", 2), "did you mean trucks?"),
        (("capture", "--kind", "dump", "--tokens", 2, "--points", 1), "a dump has none"),
        (("capture", "--kind", "trucks", "--tokens", 2, "--points", "1/3"), "no whole number of tokens"),
        (("flak", "--roll", 13), "than or equal to 12"),
        (("mission-loss", "--planes", 5), "not 5"),
    ],
)
def test_a_wrong_table_command_says_what_was_expected(ocs: Ocs, words: tuple[object, ...], said: str):
    ended = ocs("table", *words)
    assert (ended.code, ended.out) == (ExitCode.USAGE, "")
    assert said in " ".join(ended.err.split())


# --- odds


@pytest.mark.rule("OCS 9.9")
def test_odds_of_an_attack(ocs: Ocs):
    found = told(ocs, "odds", "attack", *ATTACK, "--defender-steps", 2)
    assert (found["odds"], found["column"], found["drm"]) == ("2:1", "2:1", 3)
    # 2d6 + 3: 10 or more is 7 or more on the dice, 21 ways of 36; 5 or less is a 2, 1 way
    assert found["surprise"] == {"attacker": 21 / 36, "none": 14 / 36, "defender": 1 / 36}
    assert sum(found["ways"]["results"].values()) == found["ways"]["of"] == 7776
    assert {name: ways / 7776 for name, ways in found["ways"]["results"].items()} == found["results"]
    exploits = ("Ao1e4/DL1o2", "Ae4/DL1o2", "Ae3/DL2o2DG", "Ae2/DL2o3DG")
    assert Fraction(found["exploit"]) == pytest.approx(sum(found["results"][name] for name in exploits))
    assert [(case["attacker"], case["defender"]) for case in found["cases"]] == [
        ("loss", "loss"), ("loss", "retreat"), ("retreat", "loss"), ("retreat", "retreat"),
    ]  # fmt: skip
    bound = told(ocs, "odds", "attack", *ATTACK, "--defender-steps", 2, "--never-ignores")["cases"]
    assert bound[3]["empty"] == bound[1]["empty"] > found["cases"][3]["empty"]
    assert "cases" not in told(ocs, "odds", "attack", *ATTACK)


def test_odds_in_words(ocs: Ocs):
    shown = ocs("odds", "attack", *ATTACK, "--hedgehog", 2, "--defender-steps", 2).out
    assert "DRM       +3, on the combat roll +1\n" in shown
    assert "all as retreat" in shown
    barrage = ocs("odds", "barrage", "--strength", 3, "--re", 2, "--terrain", "open").out
    assert "DG          27.78 %\n" in barrage  # 10 of 36
    air = ocs("odds", "air-combat", "--attacker", 3, "--defender", 3).out
    assert "attacker  aborts 58.33 %, loses a step 19.44 %\n" in air  # 21 of 36, a third of that


@pytest.mark.rule("OCS 10.0a")
def test_odds_of_a_barrage_and_in_the_air(ocs: Ocs):
    found = told(ocs, "odds", "barrage", "--strength", 16, "--re", 8, "--terrain", "close", "--hedgehog", 1)
    # 25-40: - on 2 and 3 (3 ways of 36), DG on 4 to 7 (18), [1/2] on 8 and 9 (9), 1/2 on 10 and 11 (5), 1 on 12
    assert found["printed"] == {"-": 3 / 36, "DG": 18 / 36, "[1/2]": 9 / 36, "1/2": 5 / 36, "1": 1 / 36}
    assert found["results"] == {"-": 3 / 36, "DG": 18 / 36, "1/2": 14 / 36, "1": 1 / 36}
    assert found["dg"] == 33 / 36
    assert found["steps"] == {"0": 28 / 36, "1": 8 / 36}  # 14 / 2 + 1
    assert (found["column"], found["final_column"], found["cost"]) == ("12-16", "25-40", 3)
    air = told(ocs, "odds", "air-combat", "--attacker", 3, "--defender", 3)
    assert air["results"] == {"attacker aborts": 15 / 36, "both abort": 6 / 36, "defender aborts": 15 / 36}
    assert air["attacker"] == air["defender"] == {"aborts": 21 / 36, "loses_step": 7 / 36}


def test_odds_of_what_cannot_be(ocs: Ocs):
    assert ocs("odds", "attack", *ATTACK, "--hedgehog", 5).code == ExitCode.USAGE
    assert ocs("odds", "barrage", "--strength", "1/4", "--re", 2, "--terrain", "open").code == ExitCode.USAGE
    assert "did you mean" in ocs("odds", "attak").err.casefold()


@pytest.mark.parametrize(
    "words",
    [
        ("attack", *ATTACK),
        ("barrage", "--strength", 16, "--re", 8, "--terrain", "close"),
        ("air-combat", "--attacker", 2, "--defender", 4),
    ],
    ids=lambda words: words[0],
)
def test_a_chart_has_a_bar_for_each_result(ocs: Ocs, tmp_path: Path, words: tuple[object, ...]):
    png = tmp_path / "out" / "chart.png"
    ended = ocs("odds", *words, "--json", "--png", png)
    assert ended.code == ExitCode.FINE
    picture = pygame.image.load(png)
    results = json.loads(ended.out)["results"]
    # down the bars' left edge: red where a bar is, paper between two
    red = [picture.get_at((226, y)).r - picture.get_at((226, y)).b > 60 for y in range(picture.get_height())]
    assert sum(below and not above for above, below in pairwise(red)) == len(results)


def test_a_chart_must_be_a_png(ocs: Ocs, tmp_path: Path):
    assert ocs("odds", "attack", *ATTACK, "--png", tmp_path / "chart.jpg").code == ExitCode.USAGE


# --- the page


def test_the_commands_of_the_page_run(ocs: Ocs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    commands = console(ROOT / "docs" / "tables.md")
    assert len(commands) == 19
    for command in commands:
        assert ocs(*shlex.split(command)[1:]).code == ExitCode.FINE, command
    assert (tmp_path / "attack.png").is_file()


@pytest.mark.parametrize("group", ["table", "odds"])
def test_the_page_names_every_table(ocs: Ocs, group: str):
    page = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    names = [line.split()[0] for line in ocs(group, "--help").out.split("Commands:")[1].splitlines() if line.strip()]
    assert [name for name in names if f"| `{name}` |" not in page or f"ocs {group} {name} " not in page] == []


# --- attacks of a position
#
# Race for Tunis sets up the LW paratroops I-5, 4-5, in A41.22 beside the French of Coutances, 3-3, in A40.22, with a
# major river between them (T2 6.1).

RACE = "race-for-tunis"


def noted(ocs: Ocs, *words: object) -> dict:
    """The document of a command that notes that there is no combat segment yet."""
    ended = ocs(*words, "--json")
    assert ended.code == ExitCode.FINE, ended
    assert "told as if it were" in ended.err
    return json.loads(ended.out)


@pytest.mark.rule("OCS 9.1")
@pytest.mark.rule("OCS 9.4")
def test_the_attacks_of_a_side(ocs: Ocs):
    # the river halves the paratroops and leaves the French, who come on trucks, a third: 2 to 3, 1 to 4
    axis = noted(ocs, "odds", "attacks", RACE, "--side", "axis")
    assert (axis["side"], axis["of"]) == ("Axis", 1)
    (found,) = axis["attacks"]
    assert (found["target"], found["units"]) == ("A40.22", {"ger-para-i5": "A41.22"})
    assert found["strength"] == {"attacker": "2", "defender": "3"}
    assert (found["odds"], found["drm"], found["against"]) == ("1:2", 2, {"A41.22": "hexside"})
    (allied,) = noted(ocs, "odds", "attacks", RACE, "--side", "Allied")["attacks"]
    assert (allied["odds"], allied["drm"], allied["strength"]["attacker"]) == ("1:4", -2, "1")
    shown = ocs("odds", "attacks", RACE, "--side", "Axis").out.splitlines()
    assert shown[1].split()[:5] == ["A40.22", "A41.22", "1", "1:2", "+2"]


@pytest.mark.rule("OCS 9.2")
def test_one_attack_with_its_working(ocs: Ocs, tmp_path: Path):
    words = ("odds", "position", RACE, "--target", "A40.22")
    found = noted(ocs, *words)
    assert found["attack"][0]["factors"] == [{"value": "1/2", "rule": "OCS 9.4", "why": "major river"}]
    assert found["cases"][0]["empty"] == found["empty"]
    assert sum(found["ways"]["results"].values()) == found["ways"]["of"]
    assert noted(ocs, *words, "--units", "ger-para-i5") == found
    # the same as from its figures
    flags = ("--attack", 2, "--defend", 3, "--terrain", "close", "--attacker-ar", 5, "--defender-ar", 3)
    assert found["terrain"] == "hills"
    figured = told(ocs, "odds", "attack", *flags, "--defender-steps", 1, "--attacker-steps", 1)
    assert {key: found[key] for key in figured if key != "exploit"} == {
        key: value for key, value in figured.items() if key != "exploit"
    }
    shown = ocs(*words, "--png", tmp_path / "attack.png").out
    assert "x1/2 major river (OCS 9.4)" in shown
    assert "leads     LW Para Bn (I-5), AR 5; Fr Mech Rgt (Coutx), AR 3\n" in shown
    assert (tmp_path / "attack.png").is_file()


def test_attacks_out_of_a_log(ocs: Ocs, fought: Path):
    """Before the first move all attacks of the set-up are there; a limit leaves the best."""
    first = noted(ocs, "odds", "attacks", fought, "--line", 1, "--side", "Axis", "--limit", 999)
    assert first == noted(ocs, "odds", "attacks", fought.with_name("clash.ocs"), "--side", "Axis", "--limit", 999)
    few = noted(ocs, "odds", "attacks", fought, "--line", 1, "--side", "Axis", "--limit", 2)
    assert few["attacks"] == first["attacks"][:2]
    assert few["of"] == first["of"] == len(first["attacks"]) > 2
    later = noted(ocs, "odds", "attacks", fought, "--turn", 2, "--side", "Axis", "--limit", 999)
    assert later["attacks"] != first["attacks"], "the stacks have moved by then"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--target", "A40.22", "--units", "ger-para-i6"), ExitCode.USAGE, "did you mean ger-para-i5"),
        (("--target", "A40.22", "--units", "br-para-1"), ExitCode.PROBLEMS, "OCS 9.1"),
        (("--target", "A30.22"), ExitCode.USAGE, "holds no combat units"),
        (("--target", "A48.24"), ExitCode.PROBLEMS, "no unit of the Allied side may attack A48.24"),
        (("--target", "A40.22", "--line", 3), ExitCode.USAGE, "--turn and --line go with a log"),
    ],
)
def test_an_attack_that_there_is_not(ocs: Ocs, words: tuple[object, ...], code: ExitCode, said: str):
    ended = ocs("odds", "position", RACE, *words)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err
