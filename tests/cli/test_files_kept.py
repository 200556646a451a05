"""What `ocs` does to files: nothing is lost to a mistake, links stay links, no odd name or file brings it down."""

import errno
import json
import os
from pathlib import Path

import pytest

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode
from ocs_engine.kernel.log import LogWriter, write_line
from ocs_engine.world.world import find_scenario
from tests.cli.conftest import Ocs, beside

GAME = ("play", "skirmish.ocs", "--seed", "7")


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a whole game's log."""
    log = tmp_path_factory.mktemp("games") / "a.ocslog"
    assert run(["play", str(beside(log.parent)), *GAME[2:], "--json", "--log", str(log)]) == ExitCode.FINE
    return log.read_bytes()


@pytest.fixture
def log(whole: bytes, skirmish: Path) -> Path:
    """A log called a.ocslog, alone with its scenario in the current folder."""
    log = skirmish.with_name("a.ocslog")
    log.write_bytes(whole)
    return log


def cut(log: Path) -> None:
    """Leave forty lines and half of the next."""
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:40]) + lines[40][:50])


def rewritten(log: Path, **members: object) -> None:
    """The header with other members and a true hash; the other lines go."""
    data = json.loads(log.read_bytes().splitlines()[0]) | members
    del data["hash"]
    log.write_bytes(write_line(data, "")[0])


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize(("words", "code"), [
    (["nosuch"], ExitCode.USAGE),
    (["nosuch.ocs"], ExitCode.INPUT),
    (["race-for-tunis", "--option", "nosuch"], ExitCode.USAGE),
    (["--from", "nosuch.ocslog:30"], ExitCode.INPUT),
    (["--from", "a.ocslog:99999"], ExitCode.INPUT),
    (["--from", "a.ocslog:30"], ExitCode.USAGE),
    (["race-for-tunis", "--data-overlay", "nosuch"], ExitCode.INPUT),
])
def test_a_game_that_cannot_begin_leaves_the_old_log_alone(
    ocs: Ocs, log: Path, words: list[str], code: int, force: list[str]
):
    before = log.read_bytes()
    assert ocs("play", *words, "--log", "a.ocslog", *force).code == code
    assert sorted(each.name for each in log.parent.iterdir()) == ["a.ocslog", "skirmish.ocs"]
    assert log.read_bytes() == before


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_a_log_whose_first_line_cannot_be_written_is_put_back(
    ocs: Ocs, log: Path, monkeypatch: pytest.MonkeyPatch, force: list[str]
):
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = log.read_bytes()
    monkeypatch.setattr(LogWriter, "add", full)
    assert ocs(*GAME, "--log", log, *force).code == ExitCode.OUTPUT
    assert sorted(each.name for each in log.parent.iterdir()) == ["a.ocslog", "skirmish.ocs"]
    assert log.read_bytes() == before


def test_the_log_of_the_parent_is_never_the_new_one_by_whatever_name(ocs: Ocs, log: Path):
    log.with_name("b.ocslog").symlink_to("a.ocslog")
    before = log.read_bytes()
    ended = ocs("play", "--from", "a.ocslog:30", "--log", "b.ocslog", "--force")
    assert ended.code == ExitCode.USAGE
    assert "name another" in ended.err
    assert log.read_bytes() == before


def test_going_on_through_a_link_changes_the_file_it_leads_to(ocs: Ocs, log: Path):
    cut(log)
    link = log.with_name("link.ocslog")
    link.symlink_to("a.ocslog")
    assert ocs("play", "--continue", link, "--json").code == ExitCode.FINE
    assert link.is_symlink()
    assert ocs("replay", log, "--verify").code == ExitCode.FINE


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_a_link_that_leads_nowhere_makes_room(ocs: Ocs, log: Path, force: list[str]):
    link = log.with_name("link.ocslog")
    link.symlink_to("nowhere")
    assert ocs(*GAME, "--json", "--log", link, *force).code == ExitCode.FINE
    assert not link.is_symlink()
    assert os.path.lexists(log.with_name("link.1.ocslog")) == (not force)


@pytest.mark.parametrize("words", [
    [*GAME, "--log", "x" * 300 + ".ocslog"],
    ["render", "race-for-tunis", "--scale", "24", "--png", "x" * 300 + ".png"],
    ["map", "build", "--out", "x" * 300],
])
@pytest.mark.usefixtures("log")
def test_too_long_a_name_cannot_be_written(ocs: Ocs, words: list[str]):
    assert ocs(*words).code == ExitCode.OUTPUT


def test_going_on_in_a_log_that_cannot_be_written(ocs: Ocs, log: Path, monkeypatch: pytest.MonkeyPatch):
    def closed(_: object) -> LogWriter:
        raise PermissionError(errno.EACCES, "Permission denied", str(log))

    monkeypatch.setattr(LogWriter, "go_on", closed)
    ended = ocs("play", "--continue", log)
    assert ended.code == ExitCode.OUTPUT
    assert "cannot write" in ended.err


@pytest.mark.parametrize("words", [["log", "a.ocslog"], ["replay", "a.ocslog"], ["play", "--continue", "a.ocslog"]])
@pytest.mark.usefixtures("log")
def test_a_log_that_may_not_be_read_is_an_input_error(
    ocs: Ocs, monkeypatch: pytest.MonkeyPatch, words: list[str]
):
    def closed(self: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    monkeypatch.setattr(Path, "read_bytes", closed)
    assert ocs(*words).code == ExitCode.INPUT


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(("name", "words"), [
    ("p.ocslog", ["log", "p.ocslog"]),
    ("p.ocslog", ["play", "--continue", "p.ocslog"]),
    ("p.ocslog", ["play", "--from", "p.ocslog:3"]),
    ("p.ocs", ["play", "p.ocs"]),
])
@pytest.mark.usefixtures("log")
def test_a_pipe_is_refused_and_not_waited_for(ocs: Ocs, name: str, words: list[str]):
    os.mkfifo(name)
    ended = ocs(*words)
    assert ended.code == ExitCode.INPUT
    assert "no regular file" in ended.err


# Names and files


@pytest.mark.parametrize("words", [["validate", "race-for-tunis"], ["show", "race-for-tunis"]])
@pytest.mark.usefixtures("log")
def test_an_id_means_our_scenario_whatever_lies_here(ocs: Ocs, words: list[str]):
    Path("race-for-tunis").write_text("Scenario 9: Another\n", encoding="utf-8")
    assert ocs(*words).code == ExitCode.FINE


@pytest.mark.usefixtures("log")
def test_a_path_with_a_slash_is_a_file(ocs: Ocs):
    ended = ocs("play", "./race-for-tunis")
    assert ended.code == ExitCode.INPUT
    assert "no such scenario file" in ended.err


@pytest.mark.parametrize("name", ["../b", "/tmp/b", "", ".b", "..", "b\x00", "b\\c", "b" * 300])
def test_a_header_names_a_scenario_by_a_plain_id_alone(ocs: Ocs, log: Path, name: str):
    rewritten(log, scenario=name)
    ended = ocs("log", log)
    assert ended.code == ExitCode.INPUT
    assert "is not the id of a scenario" in ended.err


@pytest.mark.parametrize("words", [
    ["play", "--from", "a.ocslog:" + "9" * 5000],
    ["play", "--from", "a.ocslog:²"],
    ["play", "--from", ":5"],
    ["play", "--from", ":5", "--allied", "human"],
    ["play", "race-for-tunis", "--seed", "9" * 5000],
    ["play", "race-for-tunis", "--seed", str(2**64)],
])
@pytest.mark.usefixtures("log")
def test_numbers_out_of_all_bounds_are_usage_errors(ocs: Ocs, words: list[str]):
    ended = ocs(*words)
    assert ended.code == ExitCode.USAGE
    assert "LOG:LINE" in ended.err or "--seed" in ended.err


@pytest.mark.usefixtures("log")
def test_the_greatest_seed_will_do(ocs: Ocs):
    told = json.loads(ocs("play", "skirmish.ocs", "--seed", 2**64 - 1, "--json").out)
    assert told["seed"] == 2**64 - 1


@pytest.mark.parametrize("command", [["play"], ["play", "--log", "b.ocslog"]])
@pytest.mark.usefixtures("log")
def test_a_log_in_the_place_of_a_scenario_is_told_from_one(ocs: Ocs, command: list[str]):
    ended = ocs(*command, "a.ocslog")
    assert ended.code == ExitCode.USAGE
    assert "--continue a.ocslog" in ended.err


@pytest.mark.usefixtures("log")
def test_twenty_faults_of_a_file_are_told_and_how_many_more(ocs: Ocs):
    Path("words.ocs").write_text("nonsense 1\n" * 50, encoding="utf-8")
    ended = ocs("render", "words.ocs", "--png", "x.png")
    lines = ended.err.splitlines()
    assert ended.code == ExitCode.INPUT
    assert len(lines) == 21
    assert lines[-1].startswith("... and ")


# Scenarios of one's own


@pytest.mark.parametrize("words", [["play", "own.ocs"], ["render", "own.ocs", "--png", "own.png"]])
@pytest.mark.usefixtures("log")
def test_a_set_up_that_validate_refuses_is_neither_played_nor_drawn(ocs: Ocs, words: list[str]):
    """The 78th in the sea, which only the rules forbid: the notation is right."""
    text = find_scenario("race-for-tunis").read_text(encoding="utf-8")
    assert text.count("\nA30.26:") == 1
    Path("own.ocs").write_text(text.replace("\nA30.26:", "\nA30.34:"), encoding="utf-8")
    faults = ocs("validate", "own.ocs").out.splitlines()
    assert any(": sea " in fault for fault in faults)
    ended = ocs(*words)
    assert ended.code == ExitCode.INPUT
    assert ended.err.splitlines() == [fault for fault in faults if ": warning " not in fault]


@pytest.mark.usefixtures("log")
def test_a_sound_file_of_ones_own_is_played(ocs: Ocs):
    Path("own.ocs").write_bytes(Path("skirmish.ocs").read_bytes())
    assert json.loads(ocs("play", "own.ocs", "--seed", "7", "--json").out)["scenario"] == "own"


@pytest.mark.usefixtures("log")
def test_a_folder_that_is_made_is_told(ocs: Ocs):
    ended = ocs(*GAME, "--json", "--log", "otu/b.ocslog")
    assert ended.err.splitlines()[0] == "made the folder otu"
