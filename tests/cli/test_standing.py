"""Where a game stands, as `ocs show` and `ocs play` tell it."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Ocs
from tests.tunisia.test_standing import LEVELS
from tests.tunisia.test_victory import TOWNS


def test_show_tells_the_standing_in_words_and_as_data(ocs: Ocs) -> None:
    told = ocs("show", "tunisia-campaign", "--standing").out.splitlines()
    assert told[0] == "Tunisia Campaign, turn 1, 15 Nov 1942"
    assert told[1].startswith("as it stands: ")
    data = json.loads(ocs("show", "tunisia-campaign", "--standing", "--json").out)
    assert [each["level"] for each in data["outcomes"]] == LEVELS
    assert {each["name"]: each["hex"] for each in data["hexes"]} == TOWNS
    seen = json.loads(ocs("show", "race-for-tunis", "--standing", "--side", "Allied", "--json").out)
    (tunis,) = [each["units"]["Axis"] for each in seen["hexes"] if each["name"] == "Tunis"]
    assert tunis == ["ger-pz-190"]
    assert ocs("show", "race-for-tunis", "--standing", "--hex", "Tunis").code == 2


@pytest.mark.usefixtures("skirmish")
def test_play_tells_it_as_each_turn_ends_if_asked(ocs: Ocs) -> None:
    """Four turns: it is told after the first three, and the verdict ends the fourth."""
    words = ("play", "skirmish.ocs", "--seed", "5")
    told = ocs(*words, "--standing").out.splitlines()
    assert [line for line in told if line.startswith("  Standing")] == [
        "  Standing after turn 1", "  Standing after turn 2", "  Standing after turn 3",
    ]  # fmt: skip
    at = told.index("  Standing after turn 1")
    assert told[at + 1].startswith("    as it stands: ")
    assert any(line.startswith("Turn 2, ") for line in told[at:])
    assert not any("Standing after" in line for line in ocs(*words).out.splitlines())
