"""Frames, moving pictures, the command line, and one real window on a virtual screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode
from ocs_view.film import shots
from ocs_view.reel import Reel


def test_a_frame_for_each_turn(log: Path, tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    assert run(["replay", str(log), "--frames", str(folder), "--by", "turn", "--width", "320"]) == ExitCode.FINE
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"frame-{i:05d}.png" for i in range(1, len(files) + 1)]
    assert len(files) >= 15                                     # set-up, 14 turns, the end
    assert {Image.open(file).size[0] for file in files} == {320}


def test_the_last_frame_stands_longest(reel: Reel) -> None:
    times = [shot.milliseconds for shot in shots(reel, 200, "turn", moves=False)]
    assert max(times) == times[-1] > times[0]


def picture(tmp_path: Path, *words: str) -> Path:
    path = tmp_path / "picture.png"
    assert run(["render", *words, "--png", str(path)]) == ExitCode.FINE
    return path


def test_close_ups_differ_by_hex_zoom_turn_and_overlay(log: Path, tmp_path: Path) -> None:
    base = [str(log), "--hex", "A44.31", "--scale", "40"]
    seen = set()
    for more in ([], ["--zoom", "1.5"], ["--turn", "3"], ["--line", "10"], ["--overlay", "control"],
                 ["--overlay", "movement"]):
        seen.add(picture(tmp_path, *base, *more).read_bytes())
    assert len(seen) == 6


@pytest.mark.parametrize(("words", "told"), [
    (("--hex", "A44.31", "--overlay", "contrl"), "did you mean control?"),
    (("--hex", "B10.10"), "not on the sheets"),
    (("--zoom", "2"), "--zoom goes with --hex"),
    (("--turn", "3", "--line", "10"), "not both"),
    (("--line", "9999"), "is not in it"),
    (("--hex", "A44.31", "--overlay", "movement", "--unit", "nobody"), "there is no unit"),
    (("--side", "Neutral", "--overlay", "changes"), "there is no side"),
])  # fmt: skip
def test_what_is_wrong_is_told(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert run(["render", str(log), *words, "--png", str(tmp_path / "x.png")]) == ExitCode.USAGE
    assert told in capsys.readouterr().err


def test_no_window_is_told_in_a_sentence(log: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["SDL_VIDEODRIVER"] = "x11"
    ended = subprocess.run([sys.executable, "-m", "ocs_engine.cli", "view", str(log), "--frames", "1"],
                           env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == ExitCode.OUTPUT
    assert "no window can be opened" in ended.stderr and "Traceback" not in ended.stderr


def test_the_window_is_drawn_without_a_screen(log: Path, tmp_path: Path) -> None:
    seen = set()
    for actions in ([], ["--do", "jump turn 5"], ["--do", "overlay zoc", "--do", "tab Coming"],
                    ["--do", "jump A44.26", "--do", "point A44.26"]):
        path = tmp_path / "window.png"
        assert run(["view", str(log), *actions, "--png", str(path)]) == ExitCode.FINE
        assert Image.open(path).size == (1600, 1000)
        seen.add(path.read_bytes())
    assert len(seen) == 4


@pytest.mark.parametrize(("words", "told"), [
    (("--do", "overlay zok", "--png", "x.png"), "did you mean overlay zoc?"),
    (("--do", "point A99.99", "--png", "x.png"), "A99.99"),
    (("--do", "fit"), "--do goes with --png"),
    (("--png", "x.jpg"), "ends in .png"),
])  # fmt: skip
def test_what_cannot_be_done_in_the_window_is_told(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...], told: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert run(["view", str(log), *words]) in (ExitCode.USAGE, ExitCode.INPUT)
    assert told in capsys.readouterr().err
    assert not list(tmp_path.glob("x.*"))


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="there is no X server (Xvfb) on this machine")
def test_a_real_window_opens_and_draws(log: Path) -> None:
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1500x950x24", "-nolisten", "tcp"],
                              pass_fds=(write,), stderr=subprocess.DEVNULL)
    try:
        os.close(write)
        number = os.read(read, 16).decode().strip()
        assert number, "the X server did not start"
        environment = os.environ | {"DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        ended = subprocess.run([sys.executable, "-m", "ocs_engine.cli", "view", str(log), "--frames", "8"],
                               env=environment, capture_output=True, text=True, timeout=120, check=False)
        assert ended.returncode == ExitCode.FINE, ended.stderr
        assert "8 frames" in ended.stderr
    finally:
        server.terminate()
        server.wait(10)
        os.close(read)
