"""What holds for every `ocs` command: streams, exit codes, no traceback, tables, progress (docs/cli.md)."""

import inspect
import io
import subprocess
import sys
from pathlib import Path

import pytest

from ocs_engine import __version__
from ocs_engine.cli import map, output, render, start
from ocs_engine.cli.output import CommandError, ExitCode, progress, say_json, say_table, writing
from tests.cli.conftest import Ocs

OCS = [sys.executable, "-m", "ocs_engine.cli"]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def fail_with(error: BaseException):
    def list_scenarios():
        raise error
    return list_scenarios


def test_version(ocs: Ocs):
    ended = ocs("--version")
    assert (ended.code, ended.out, ended.err) == (ExitCode.FINE, f"ocs {__version__}\n", "")


def test_help_names_every_command(ocs: Ocs):
    shown = ocs("--help")
    assert shown.code == ExitCode.FINE
    for command in ("scenarios", "data", "map", "play", "options", "replay", "log", "render", "schema", "bench"):
        assert f"\n  {command} " in shown.out
    assert "..." not in shown.out.split("Commands:")[1]


def test_help_loads_no_library_but_typer():
    """The reason why `ocs --help` is quick; `ocs bench` measures how quick."""
    script = (
        "import sys; from ocs_engine.cli.main import run; run(['--help'])\n"
        "heavy = {'rich', 'pydantic', 'numpy', 'shapely', 'pygame', 'lark', 'immutables'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stderr == "[]\n"


@pytest.mark.parametrize(("words", "told"), [
    (["scenrios"], "scenarios"),
    (["scenarios", "--jsn"], "--json"),
    (["scenarios", "too", "many"], "too many"),
])
def test_a_wrong_command_line_is_a_usage_error_with_advice(ocs: Ocs, words: list[str], told: str):
    ended = ocs(*words)
    assert ended.code == ExitCode.USAGE
    assert ended.out == ""
    assert told in ended.err


@pytest.mark.parametrize(("error", "code", "told"), [
    (CommandError("no such luck", ExitCode.PROBLEMS), ExitCode.PROBLEMS, "ocs: no such luck\n"),
    (FileNotFoundError(2, "No such file", "x.ocs"), ExitCode.INPUT, "ocs: cannot read x.ocs: No such file\n"),
    (KeyboardInterrupt(), ExitCode.INTERRUPTED, ""),
    (BrokenPipeError(32, "Broken pipe"), ExitCode.PIPE, ""),
])
def test_failures_end_in_their_exit_code(ocs: Ocs, monkeypatch, error: BaseException, code: int, told: str):
    monkeypatch.setattr("ocs_engine.world.world.list_scenarios", fail_with(error))
    ended = ocs("scenarios")
    assert (ended.code, ended.out, ended.err) == (code, "", told)


def test_a_fault_of_the_program_is_named_without_a_traceback(ocs: Ocs, monkeypatch):
    monkeypatch.setattr("ocs_engine.world.world.list_scenarios", fail_with(KeyError("lost")))
    monkeypatch.delenv("OCS_DEBUG", raising=False)
    ended = ocs("scenarios")
    assert ended.code == ExitCode.INTERNAL
    assert "internal error at test_conventions.py:" in ended.err
    assert "KeyError: 'lost'" in ended.err


def test_ocs_debug_shows_the_traceback(ocs: Ocs, monkeypatch):
    monkeypatch.setattr("ocs_engine.world.world.list_scenarios", fail_with(KeyError("lost")))
    monkeypatch.setenv("OCS_DEBUG", "1")
    with pytest.raises(KeyError):
        ocs("scenarios")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell with pipes that break")
@pytest.mark.parametrize("command", ["--help", "schema commands"])
def test_a_reader_that_goes_away_is_no_reason_to_complain(command: str):
    ocs = subprocess.Popen([*OCS, *command.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ocs.stdout.close()
    assert ocs.stderr.read() == b""
    assert ocs.wait() == ExitCode.PIPE


def test_json_is_one_sorted_plain_document(capsys):
    say_json({"b": "Bône", "a": [1]})
    assert capsys.readouterr().out == '{\n  "a": [\n    1\n  ],\n  "b": "B\\u00f4ne"\n}\n'


def test_a_table_in_a_pipe_is_never_cut_off_or_coloured(capsys):
    title = "a long title " * 30
    say_table(("n", "title"), [(1, title), (10, "[bold]short[/bold]")])
    assert capsys.readouterr().out == f" n  title\n 1  {title.rstrip()}\n10  [bold]short[/bold]\n"


@pytest.mark.parametrize(("no_color", "coloured"), [(None, True), ("1", False)])
def test_no_color_is_obeyed(monkeypatch, no_color: str | None, coloured: bool):
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    if no_color:
        monkeypatch.setenv("NO_COLOR", no_color)
    terminal = Terminal()
    output.console(terminal).print("mud", style="red")
    assert ("\x1b[31m" in terminal.getvalue()) == coloured


def test_progress_outside_a_terminal_is_a_line_a_step(capsys):
    with progress("playing", 2) as step:
        step("turn 1")
        step("turn 2")
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err == "playing: 1 of 2: turn 1\nplaying: 2 of 2: turn 2\n"


def test_progress_on_a_terminal_is_a_bar(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress("playing", 2) as step:
        step("turn 1")
    assert "1/2" in sys.stderr.getvalue()


def test_an_existing_file_is_kept_unless_forced(tmp_path: Path):
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    with pytest.raises(CommandError, match="--force") as refused, writing(kept, force=False):
        kept.write_text("yours")
    assert refused.value.code == ExitCode.OUTPUT
    assert kept.read_text() == "mine"
    with writing(kept, force=True):
        kept.write_text("yours")
    assert kept.read_text() == "yours"


def test_a_file_in_a_folder_that_cannot_be_is_explained(tmp_path: Path):
    (tmp_path / "file").write_text("")
    target = tmp_path / "file" / "picture.png"
    with pytest.raises(CommandError, match=r"cannot write .*picture\.png") as refused, writing(target):
        target.write_text("")
    assert refused.value.code == ExitCode.OUTPUT


AT_IMPORT = """
import os, signal, sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
"""
AT_THE_END = """
import atexit, os, signal, sys
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(("before", "code"), [(AT_IMPORT, ExitCode.INTERRUPTED), (AT_THE_END, ExitCode.FINE)])
def test_ctrl_c_leaves_no_trace_at_any_moment(before: str, code: int):
    """While the libraries are loaded it ends the process with 130; when all is done it changes nothing.

    A process in the background may have been begun deaf to it.
    """
    hearing = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)"
    script = f"{hearing}\n{before}\nsys.argv = ['ocs', '--version']\nfrom ocs_engine.cli.start import main\nmain()"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (code, "")


def test_the_exit_code_of_an_interruption_is_one():
    assert start.INTERRUPTED == ExitCode.INTERRUPTED


def test_an_overlay_that_is_not_there_is_an_input_error(ocs: Ocs, tmp_path: Path):
    for words in (["data", "check"], ["data", "report"], ["play", "race-for-tunis"]):
        assert ocs(*words, "--data-overlay", tmp_path / "nosuch").code == ExitCode.INPUT


@pytest.mark.parametrize("words", [["render", "race-for-tunis"], ["map", "render"]])
def test_a_picture_is_named_as_one(ocs: Ocs, tmp_path: Path, words: list[str]):
    ended = ocs(*words, "--png", tmp_path / "picture.jpg")
    assert ended.code == ExitCode.USAGE
    assert ".png" in ended.err


def test_both_pictures_have_the_same_scale():
    assert inspect.signature(map.render).parameters["scale"].default == render.SCALE
    assert inspect.signature(render.render).parameters["scale"].default == render.SCALE
