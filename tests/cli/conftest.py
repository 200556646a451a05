"""Runs `ocs` inside the test's own process."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from ocs_engine.cli.main import run


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
