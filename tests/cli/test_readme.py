"""What the README says is so: its commands run, its links lead somewhere."""

import re
import shlex
from pathlib import Path

import pytest

from ocs_engine.cli.output import ExitCode
from tests.cli.conftest import Ocs

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "scenarios/README.md", "ocs_engine/data/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]


def console(page: Path) -> list[str]:
    """The commands in a page's console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("ocs ")]


def test_the_commands_of_the_page_of_rules_work(ocs: Ocs):
    commands = console(ROOT / "docs" / "rules.md")
    assert len(commands) >= 5
    for command in commands:
        assert ocs(*shlex.split(command)[1:]).code == ExitCode.FINE, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_links_between_the_pages_lead_somewhere(page: Path):
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_command_and_exit_code_is_documented(ocs: Ocs):
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = re.findall(r"^  (\w+)  ", ocs("--help").out.split("Commands:")[1], flags=re.MULTILINE)
    assert len(commands) >= 9
    assert [name for name in commands if f"`ocs {name}" not in text] == []
    assert [code for code in ExitCode if f"| {code.value} |" not in text] == []


def block(page: Path, kind: str) -> str:
    """The first block of a kind in a page."""
    found = re.search(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert found is not None
    return found[1]


def indented(page: Path) -> list[list[str]]:
    """The commands that stand indented in a page, as words."""
    return [line.split()[1:] for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("    ocs ")]


def test_the_small_scenario_in_the_readme_is_played(ocs: Ocs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    page = ROOT / "scenarios" / "README.md"
    Path("my-first.ocs").write_text(block(page, "ocs"), encoding="utf-8")
    checked, played = indented(page)
    told = ocs(*checked)
    assert (told.code, told.out) == (ExitCode.FINE, "")
    played[played.index("human")] = "simple"
    assert ocs(*played).code == ExitCode.FINE
    assert ocs("replay", "a.ocslog", "--verify").code == ExitCode.FINE
