"""Every command that the README and the page of the command line show works, one after the other."""

import shlex
from pathlib import Path

import pytest

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode
from ocs_engine.world.world import load_world
from tests.cli.test_readme import ROOT, block, console, indented


@pytest.mark.parametrize(("page", "least"), [("README.md", 10), ("docs/cli.md", 20)])
def test_the_commands_of_a_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, least: int) -> None:
    monkeypatch.chdir(tmp_path)
    commands = console(ROOT / page)
    assert len(commands) >= least
    assert [command for command in commands if run(shlex.split(command)[1:]) != ExitCode.FINE] == []


def test_the_overlay_in_the_readme_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A movement allowance of 4 for the 11th Brigade, whose own figure is another one."""
    monkeypatch.chdir(tmp_path)
    page = ROOT / "ocs_engine" / "data" / "README.md"
    own = Path("mine", "tunisia2", "units.csv")
    own.parent.mkdir(parents=True)
    own.write_text(block(page, "text"), encoding="utf-8")
    commands = indented(page)
    assert len(commands) == 3
    assert [words for words in commands if run(words) != ExitCode.FINE] == []
    assert load_world("race-for-tunis").counters["br-78-11"].combat.ma != 4
    assert load_world("race-for-tunis", Path("mine")).counters["br-78-11"].combat.ma == 4
