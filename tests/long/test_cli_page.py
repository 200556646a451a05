"""Every command that the page of the command line shows works, one after the other."""

import shlex
from pathlib import Path

import pytest

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode
from tests.cli.test_readme import ROOT, console


def test_the_commands_of_the_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = console(ROOT / "docs" / "cli.md")
    assert len(commands) >= 20
    assert [command for command in commands if run(shlex.split(command)[1:]) != ExitCode.FINE] == []
