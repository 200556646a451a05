"""`ocs show`: who is where in words, and what one side may see of it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from ocs_engine.cli.output import ExitCode
from tests.cli.conftest import Ocs

RACE = "race-for-tunis"


def test_every_place_with_units_has_a_line_for_each_side(ocs: Ocs):
    """Nine hexes with Axis units, nine with Allied ones, and three boxes (T2 6.1)."""
    lines = ocs("show", RACE).out.splitlines()
    assert lines[0] == "Race for Tunis, turn 1, 15 Nov 1942"
    assert "A17.22 Barral, Allied: 6 Arm Div (17/21 L Arm), 6 Arm Div (1 Derby AC)" in lines
    assert sum(", Axis: " in line for line in lines) == 9 + 2
    assert sum(", Allied: " in line for line in lines) == 9 + 1


def test_one_hex_is_told_at_length(ocs: Ocs):
    told = ocs("show", RACE, "--hex", "A48.24").out
    assert "A48.24 Tunis: open, city, coastal, Tunisia" in told
    assert "Axis, 3 of 10 RE" in told
    assert told.count("[ger-") + told.count("[it-") == 6


@pytest.mark.rule("OCS 4.9")
def test_a_side_sees_its_own_units_and_the_top_of_the_others(ocs: Ocs):
    """Six battalions lie in Tunis; the Allies see the panzers on top and that there is a ZOC, the Axis sees all six."""
    allied, axis = (ocs("show", RACE, "--side", side).out for side in ("allied", "Axis"))
    (tunis,) = [line for line in allied.splitlines() if line.startswith("A48.24")]
    assert tunis == "A48.24 Tunis: Pz Bn (190) on top, combat side up; ZOC"
    assert "March Bn (T-1)" not in allied
    assert "March Bn (T-1), March Bn (T-3)" in axis
    assert "Superga It Assault Div (92 Inf)" not in allied, "nothing in a box shows"


@pytest.mark.rule("OCS 4.9")
def test_the_same_as_data(ocs: Ocs):
    seen = json.loads(ocs("show", RACE, "--side", "Allied", "--json").out)
    assert {row["hex"] for row in seen["enemy"]} == {
        "A34.27", "A39.26", "A41.22", "A41.28", "A44.23", "A44.31", "A45.26", "A48.09", "A48.24",
    }  # fmt: skip
    assert "ger-march-t-1" not in json.dumps(seen)
    whole = json.loads(ocs("show", RACE, "--json").out)
    assert len(whole["units"]) == 41
    hex_ = json.loads(ocs("show", RACE, "--hex", "a48.24", "--json").out)
    assert (hex_["place"], len(hex_["units"])) == ("A48.24", 6)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--side", "Nobody"], ExitCode.USAGE),
        (["--hex", "Z1.1"], ExitCode.USAGE),
        (["--hex", "A99.99"], ExitCode.USAGE),
        (["--hex", "A99.99", "--json"], ExitCode.USAGE),
        (["--turn", "3"], ExitCode.USAGE),
        (["--side", "Axis", "--hex", "A48.24"], ExitCode.USAGE),
    ],
)
def test_what_cannot_be_shown(ocs: Ocs, words: list[str], code: ExitCode):
    assert ocs("show", RACE, *words).code == code


@pytest.mark.parametrize("option", ["--turn", "--line"])
@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "9" * 30])
@pytest.mark.parametrize(
    "words", [("show", RACE), ("odds", "attacks", RACE), ("odds", "air", RACE, "--hex", "A41.22"), ("supply", RACE)]
)
def test_a_turn_or_line_is_a_whole_number_from_1_on(ocs: Ocs, words: tuple[str, ...], option: str, number: str):
    ended = ocs(*words, option, number)
    assert ended.code == ExitCode.USAGE
    assert f"found {number!r}; expected a whole number from 1 on" in " ".join(ended.err.split())
    assert "greater than" not in ended.err


def test_a_town_is_a_hex_and_a_mistyped_one_is_told_with_the_nearest(ocs: Ocs):
    assert ocs("show", RACE, "--hex", "Tunis").out == ocs("show", RACE, "--hex", "A48.24").out
    assert ocs("show", RACE, "--hex", "Tunsi").err == "ocs: there is no place 'Tunsi'; did you mean Tunis?\n"
    told = ocs("show", RACE, "--hex", "A99.99").err
    assert told.startswith("ocs: A99.99 is off the map") and "the nearest hex is A" in told


@pytest.fixture
def fight(ocs: Ocs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A log that ends as the Axis is asked for the terrain of Medjez el Bab, a village, under an Allied attack."""
    log = tmp_path / "fight.ocslog"
    monkeypatch.setattr(sys, "stdin", io.StringIO("end\nhold all\n" + "end\n" * 3 + "attack A41.22 with all\n"))
    words = ("--allied", "human", "--axis", "human", "--seed", 7, "--option", "everyone supplied")
    ocs("play", RACE, *words, "--log", log)
    return log


def test_who_is_asked_in_the_middle_of_a_fight_is_told(ocs: Ocs, fight: Path):
    lines = ocs("show", fight).out.splitlines()
    assert lines[1] == "an attack by the Allied side on A41.22 Medjez el Bab is under way"
    assert lines[2].startswith("Axis is asked: which terrain counts in A41.22")
    assert " is asked: " not in ocs("show", fight, "--line", 4).out, "before it was declared"


def test_two_moments_are_one_too_many(ocs: Ocs, fight: Path):
    for words in (["show", fight], ["odds", "position", fight, "--target", "A41.22"], ["odds", "attacks", fight]):
        ended = ocs(*words, "--line", 4, "--turn", 1)
        assert (ended.code, ended.err) == (ExitCode.USAGE, "ocs: give --turn or --line, not both\n")


@pytest.mark.parametrize(("action", "told"), [
    ("jump turn 99", "jump turn 99: the game has turns 1 to 1"),
    ("jump line 99999", "jump line 99999: the game has lines 1 to "),
    ("jump " + "9" * 5000, "the game has turns 1 to 1"),
    ("jump", "jump: a turn, a line or a hex is missing"),
    ("point", "point: the hex is missing"),
    ("point A99.99", "A99.99 is off the map"),
    ("jump Tunsi", "did you mean Tunis?"),
])  # fmt: skip
def test_the_viewer_goes_nowhere_that_there_is_not(ocs: Ocs, fight: Path, action: str, told: str):
    picture = fight.with_suffix(".png")
    ended = ocs("view", fight, "--do", action, "--png", picture)
    assert ended.code == ExitCode.USAGE and ended.err.startswith("ocs: ") and told in ended.err
    assert len(ended.err) < 300 and not picture.exists()


@pytest.mark.parametrize(("units", "told"), [
    ("nope", "there is no unit 'nope'; ocs show tells who is there"),
    ("fr-mech-cuotx", "did you mean fr-mech-coutx"),
    ("Cuotx", "did you mean Coutx"),
    (",", "--units ,: name one or more units"),
])  # fmt: skip
def test_units_that_there_are_not_are_told_with_the_nearest(ocs: Ocs, units: str, told: str):
    ended = ocs("odds", "position", RACE, "--target", "A41.22", "--units", units)
    assert ended.code == ExitCode.USAGE and told in ended.err
    assert len(ended.err.splitlines()[-1]) < 200


def test_a_unit_may_be_named_by_what_stands_in_its_brackets(ocs: Ocs):
    by_id, by_name = (ocs("odds", "position", RACE, "--target", target, "--units", unit).out
                      for target, unit in (("A41.22", "fr-mech-coutx"), ("Medjez el Bab", "Coutx")))  # fmt: skip
    assert by_id == by_name != ""


def test_a_chart_with_another_ending_is_refused_before_anything_is_told(ocs: Ocs):
    words = ("--attack", 17, "--defend", 10, "--terrain", "open", "--attacker-ar", 5, "--defender-ar", 2)
    ended = ocs("odds", "attack", *words, "--png", "x.jpg")
    assert (ended.code, ended.out) == (ExitCode.USAGE, "")
    assert ended.err == "ocs: x.jpg: the name of a picture ends in .png\n"


def test_hexes_and_units_of_a_picture(ocs: Ocs, tmp_path: Path):
    picture = tmp_path / "a.png"
    for words, told in (
        (["--hex", "Tunsi"], "ocs: there is no place 'Tunsi'; did you mean Tunis?"),
        (["--hex", "Sicily A"], "ocs: Sicily A is an off-map box, and no hex"),
        (["--unit", "Cuotx", "--overlay", "movement"], "ocs: there is no unit 'Cuotx'; did you mean Coutx"),
    ):
        ended = ocs("render", RACE, "--png", picture, *words)
        assert ended.code == ExitCode.USAGE and ended.err.startswith(told), ended.err
    assert not picture.exists()


def test_what_lies_in_the_dead_piles(ocs: Ocs):
    lines = ocs("show", "kasserine-campaign", "--dead").out.splitlines()
    assert lines[1:3] == ["Dead Pile of the Axis side:", lines[2]]
    assert any(line.startswith("  1 Eq: ") and "21 Pz Div (II-5 Pz)" in line for line in lines)
    assert "  planes: Ju.87, Ju.88 and MC.200" in lines
    assert lines[-2:] == ["Dead Pile of the Allied side:", "  nothing"]
    assert ocs("show", RACE, "--dead", "--json").code == ExitCode.USAGE


@pytest.mark.parametrize(("typed", "town"), [
    ("Bône", "A17.26 Bône"), ("Bone", "A17.26 Bône"), ("bone", "A17.26 Bône"),
    ("Gabès", "B48.17 Gabès"), ("Gabes", "B48.17 Gabès"),
])  # fmt: skip
def test_a_town_is_shown_with_its_accents_and_named_with_or_without(ocs: Ocs, typed: str, town: str):
    told = ocs("show", "tunisia-campaign", "--hex", typed)
    assert told.code == ExitCode.FINE and told.out.startswith(town)
