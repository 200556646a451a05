"""The list of optional rules: told by `ocs options`, in the documents, in the log, and by what it does to victory."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ocs_engine.cli.output import ExitCode
from ocs_engine.tunisia.game import header, rules_for
from ocs_engine.world.options import KNOWN, OPTIONS, at_odds
from ocs_engine.world.world import load_world
from tests.cli.conftest import Ocs, ocs
from tests.positions import set_up_done

__all__ = ["ocs"]
DOCS = Path(__file__).parents[2] / "docs" / "options.md"


def rows() -> list[list[str]]:
    lines = (line for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith("| `"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_page_lists_every_option_with_rule_words_and_shift():
    expected = [[f"`{option.name}`", option.rule, option.what, shift(option.shift)] for option in KNOWN]
    assert rows() == expected


def shift(levels: int) -> str:
    return f"{abs(levels)} to the {'Allies' if levels > 0 else 'Axis'}" if levels else ""


def test_the_command_lists_them_too(ocs: Ocs):
    listed = json.loads(ocs("options", "--json").out)["options"]
    assert [each["name"] for each in listed] == list(OPTIONS)
    told = ocs("options")
    assert told.code == ExitCode.FINE and all(name in told.out for name in OPTIONS)
    assert "ocs options" in " ".join(ocs("play", "--help").out.split())


def test_the_head_of_a_log_names_those_that_are_on():
    for name in OPTIONS:
        rules = rules_for(load_world("race-for-tunis"), [name])
        assert header(rules, rules.start(), 1).options == {name: True}


@pytest.mark.parametrize("option", [each for each in KNOWN if each.excludes], ids=lambda each: each.name)
def test_options_at_odds_are_refused_together(option):
    for other in option.excludes:
        assert other in at_odds([other, option.name])
        with pytest.raises(ValueError, match="cannot both be on"):
            rules_for(load_world("race-for-tunis"), [other, option.name])
    assert at_odds([option.name]) == ""


@pytest.mark.rule("T2 5.2")
def test_the_shifts_of_several_options_are_added_up():
    """Tunis and Bizerte alone make a draw for the Axis; see T2 5.2."""
    up = [each.name for each in KNOWN if each.shift > 0 and not each.excludes]
    rules = rules_for(load_world("tunisia-campaign"), up)
    state = set_up_done(rules)
    axis = state.units["it-static-280"].side
    control = {state.world.place(label): axis for label in ("A48.24", "A44.31")}
    state = replace(state, control=type(state.control)(control))
    levels = ["draw", "Allied minor", "Allied major", "Allied massive"]
    total = sum(each.shift for each in KNOWN if each.name in up)
    verdict = rules.points.final_verdict(state)
    assert verdict.level == levels[min(total, 3)]
    assert all(name in verdict.why for name in up)
