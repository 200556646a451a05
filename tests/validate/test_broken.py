"""Every file of `broken/` is refused at the place, and for the reason, that its first lines name."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from ocs_engine.validate import ERRORS, validate

BROKEN = Path(__file__).with_name("broken")
FILES = sorted(BROKEN.glob("*.ocs"))
_EXPECTED = re.compile(r"^\ufeff?-- expected (\d+):(\d+) ([a-z-]+): (.*)$")


class Expected(NamedTuple):
    line: int
    column: int
    code: str
    holds: str


def expected(path: Path) -> list[Expected]:
    """What the remarks at the head of a broken file say is wrong with it."""
    lines = re.split(r"\r\n|\r|\n", path.read_bytes().decode("utf-8", "replace"))
    found = [match for match in map(_EXPECTED.match, lines) if match]
    return [Expected(int(each[1]), int(each[2]), each[3], each[4]) for each in found]


def test_there_are_many_and_each_says_what_is_wrong_with_it():
    assert len(FILES) >= 60
    assert [path.name for path in FILES if not expected(path)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_broken_file_is_refused_at_its_place(path):
    report = validate([path])
    wanted = expected(path)
    assert [(each.line, each.column, each.code) for each in report.errors] == [each[:3] for each in wanted]
    for problem, each in zip(report.errors, wanted, strict=True):
        assert each.holds in str(problem)


def test_nearly_every_code_has_a_broken_file():
    """Those left out are about files as a whole and about logs; test_files.py and test_logs.py make them."""
    seen = {each.code for path in FILES for each in expected(path)}
    left = {code for code in ERRORS if not code.startswith("log-")} - seen
    assert left == {"no-file", "kind", "too-big", "too-many", "internal"}
