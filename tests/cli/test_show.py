"""`ocs show`: who is where in words, and what one side may see of it."""

from __future__ import annotations

import json

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
        (["--hex", "Z1.1"], ExitCode.INPUT),
        (["--turn", "3"], ExitCode.USAGE),
        (["--side", "Axis", "--hex", "A48.24"], ExitCode.USAGE),
    ],
)
def test_what_cannot_be_shown(ocs: Ocs, words: list[str], code: ExitCode):
    assert ocs("show", RACE, *words).code == code
