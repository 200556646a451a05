"""`ocs bench`, with the measuring itself left out; tests/bench looks at that."""

import json

import pytest

from ocs_engine.bench import Timing
from ocs_engine.cli import bench
from tests.cli.conftest import Ocs

TIMINGS = [Timing("a search", 0.0021, 0.0063, 3.0), Timing("an undo", 0.0000004)]


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ocs_engine.bench.run_all", lambda: TIMINGS)
    monkeypatch.setattr(bench, "drawing", lambda: [Timing("a frame", 0.0016)])
    monkeypatch.setattr(bench, "memory", lambda: 312_000_000)
    monkeypatch.setattr(bench, "RUNS", 1)


def test_bench_prints_ours_beside_the_plain_version(ocs: Ocs):
    rows = ocs("bench").out.splitlines()
    assert rows[1].split() == ["a", "search", "2.1", "ms", "6.3", "ms", "3.0"]
    assert rows[2].split() == ["an", "undo", "0.4", "us"]
    assert rows[3].split() == ["a", "frame", "1.6", "ms"]
    assert rows[4].startswith("ocs --help, over a bare interpreter")
    assert rows[5].split() == ["viewer,", "memory", "at", "most", "312", "MB"]


def test_bench_as_json(ocs: Ocs):
    first, second, _, help_ = json.loads(ocs("bench", "--json").out)["timings"]
    assert first == {"name": "a search", "ours": 0.0021, "plain": 0.0063, "ratio": 3.0}
    assert second["plain"] is None
    assert 0 < help_["ours"] < 5


@pytest.mark.parametrize(("seconds", "words"), [
    (None, ""), (2.345, "2.35 s"), (0.0456, "45.6 ms"), (0.000789, "789 us"), (0.0000004, "0.4 us"),
])  # fmt: skip
def test_times_are_shown_in_the_unit_that_fits(seconds: float | None, words: str):
    assert bench.shown(seconds) == words
