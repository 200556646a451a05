"""Every command that the README and the page of the command line show works, one after the other."""

import shlex
from pathlib import Path

import pytest

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode
from tests.cli.test_readme import ROOT, console


@pytest.mark.parametrize(("page", "least"), [("README.md", 10), ("docs/cli.md", 20)])
def test_the_commands_of_a_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, least: int) -> None:
    monkeypatch.chdir(tmp_path)
    commands = console(ROOT / page)
    assert len(commands) >= least
    assert [command for command in commands if run(shlex.split(command)[1:]) != ExitCode.FINE] == []
