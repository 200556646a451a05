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
