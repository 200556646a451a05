"""What the README says is so: its commands run, its links lead somewhere."""

import re
from pathlib import Path

import pytest

from ocs_engine.cli.output import ExitCode
from tests.cli.conftest import Ocs

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])


def console(page: Path) -> list[str]:
    """The commands in a page's console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("ocs ")]


@pytest.mark.parametrize("page", ["README.md", "docs/cli.md", "docs/rules.md"])
def test_the_commands_that_a_page_shows_work(ocs: Ocs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str):
    monkeypatch.chdir(tmp_path)
    commands = console(ROOT / page)
    assert len(commands) >= 5
    for command in commands:
        assert ocs(*command.split()[1:]).code == ExitCode.FINE, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_the_pages_lead_somewhere(page: Path):
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_command_and_exit_code_is_documented(ocs: Ocs):
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = re.findall(r"^  (\w+)  ", ocs("--help").out.split("Commands:")[1], flags=re.MULTILINE)
    assert len(commands) >= 9
    assert [name for name in commands if f"`ocs {name}" not in text] == []
    assert [code for code in ExitCode if f"| {code.value} |" not in text] == []
