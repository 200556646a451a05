"""Runs `ocs` inside the test's own process; a scenario that is played in no time, and the log of a whole race."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode

SKIRMISH = Path(__file__).with_name("skirmish.ocs")
"""Four turns, seven units."""


@dataclass(frozen=True)
class Ended:
    """What one command line came to."""

    code: int
    out: str
    err: str


Ocs = Callable[..., Ended]


@pytest.fixture
def ocs(capsys: pytest.CaptureFixture[str]) -> Ocs:
    def ocs(*words: object) -> Ended:
        capsys.readouterr()
        code = run([str(word) for word in words])
        seen = capsys.readouterr()
        assert "Traceback" not in seen.out + seen.err
        return Ended(code, seen.out, seen.err)

    return ocs


@pytest.fixture
def skirmish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small scenario as `skirmish.ocs` in a current folder of its own."""
    monkeypatch.chdir(tmp_path)
    return beside(tmp_path)


def beside(folder: Path) -> Path:
    """The small scenario in a folder, where logs of it are read."""
    copy = folder / SKIRMISH.name
    copy.write_bytes(SKIRMISH.read_bytes())
    return copy


@pytest.fixture(scope="session")
def race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a whole Race for Tunis, `simple` against itself."""
    log = tmp_path_factory.mktemp("games") / "a.ocslog"
    assert run(["play", "race-for-tunis", "--seed", "7", "--json", "--log", str(log)]) == ExitCode.FINE
    return log


@pytest.fixture(scope="session")
def fray(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of the small scenario, `simple` against itself, and the scenario beside it."""
    log = tmp_path_factory.mktemp("games") / "a.ocslog"
    assert run(["play", str(beside(log.parent)), "--seed", "7", "--json", "--log", str(log)]) == ExitCode.FINE
    return log


CLASH = """\
Scenario 1: A clash
Turns: 15 Nov 1942 to 29 Nov 1942
Maps: A, B
Set-up order: Axis, Allied
First player: Allied
Victory: campaign
Options: everyone supplied
== Axis ==
A41.22: LW Para Bn (I-5), March Bn (T-1)
A42.22: It Inf Rgt (350), Pz Bn (190)
A41.23: March Bn (T-2), LW Para Eng Bn (Witzig)
A41.21: Level 2 hedgehog, It MG Bn (GAF)
== Allied ==
A40.22: 78 Inf Div (11 Inf, 36 Inf), Arty Grp (1 FA)
A40.21: 78 Inf Div (1 Gds Inf), Arty Grp (1 M)
A40.23: US Arm Bn (751), Para Bn (1)
"""
FIGHTING = ["--allied", "random", "--axis", "random", "--seed", "2"]


@pytest.fixture(scope="session")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a game with fights in it, beside its scenario."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "clash.ocs").write_text(CLASH, encoding="utf-8")
    log = folder / "fought.ocslog"
    assert run(["play", str(folder / "clash.ocs"), *FIGHTING, "--json", "--log", str(log)]) == ExitCode.FINE
    return log
