"""Logs: the chain alone is checked fast; with `verify` every line is decided anew."""

import gzip
import json

import pytest

from ocs_engine.kernel.log import write_line
from ocs_engine.validate import validate
from tests.validate.samples import ACTS


@pytest.fixture
def log(tmp_path):
    """Writes bytes as a log and gives its path."""

    def write(content: bytes, name: str = "game.ocslog"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def found(path, verify=False):
    return [(problem.line, problem.column, problem.code) for problem in validate([path], verify).errors]


def forged(played: bytes, change) -> bytes:
    """The log with its lines changed by `change(number, data)`, and all hashes made to fit again."""
    before, text = "", b""
    for number, line in enumerate(played.splitlines(), start=1):
        data = json.loads(line)
        del data["hash"]
        change(number, data)
        written, before = write_line(data, before)
        text += written
    return text


@pytest.mark.parametrize("verify", [False, True])
def test_a_log_as_it_was_written_is_clean(log, played, verify):
    assert played.count(b"\n") > ACTS
    assert found(log(played), verify) == []
    assert found(log(gzip.compress(played), "game.ocslog.gz"), verify) == []


@pytest.mark.parametrize("line", [2, 7, ACTS])
def test_a_changed_byte_is_found_in_its_line(log, played, line):
    lines = played.splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"type":"act"', b'"type":"axt"', 1)
    assert found(log(b"".join(lines))) == [(line, 1, "log-line")]


def test_a_line_taken_out_is_found(log, played):
    lines = played.splitlines(keepends=True)
    assert found(log(b"".join(lines[:4] + lines[5:]))) == [(5, 1, "log-line")]


def test_a_log_that_is_cut_off_names_its_last_line(log, played):
    assert found(log(played[:-20])) == [(played.count(b"\n"), 1, "log-cut")]


def test_a_log_without_its_last_lines_is_a_shorter_log(log, played):
    lines = played.splitlines(keepends=True)
    assert found(log(b"".join(lines[:5])), verify=True) == []


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"hello", b"\x00\xff" * 50, b"[" * 5000 + b"\n", b'{"a":1}'])
def test_a_file_that_is_no_log_is_refused_in_its_first_line(log, content):
    assert found(log(content)) == [(1, 1, "log-header")]


def test_compressed_data_that_are_damaged_are_refused(log, played):
    packed = bytearray(gzip.compress(played))
    packed[len(packed) // 2] ^= 0xFF
    ((line, column, code),) = found(log(bytes(packed), "game.ocslog.gz"))
    assert column == 1 and code in ("log-line", "log-header") and 1 <= line <= played.count(b"\n")
    assert found(log(b"no gzip at all", "other.ocslog.gz")) == [(1, 1, "log-header")]


HEADERS = [
    ({"scenario": "race-for-tunes"}, "log-content"),
    ({"scenario": "tunisia-campaign"}, "log-content"),
    ({"scenario": "\0"}, "log-content"),
    ({"scenario": 7}, "log-header"),
    ({"content": {"map": "0" * 64}}, "log-content"),
    ({"seed": "seven"}, "log-header"),
    ({"format": 99}, "log-header"),
    ({"parent": {"log": "a"}}, "log-header"),
    ({"surplus": 1}, "log-header"),
]


@pytest.mark.parametrize(("changes", "code"), HEADERS)
def test_a_header_that_was_made_up_is_refused(log, played, changes, code):
    def change(number, data):
        if number == 1:
            data |= changes

    assert found(log(forged(played, change))) == [(1, 1, code)]


def test_a_forged_line_passes_the_chain_but_not_the_proof(log, played):
    """The sentence of line 6 is changed and every hash made to fit: only deciding it anew shows it."""

    def change(number, data):
        if number == 6:
            data["say"] = ["the Allies win"]

    path = log(forged(played, change))
    assert found(path) == []
    assert found(path, verify=True) == [(6, 1, "log-false")]


def test_rules_of_another_version_do_not_prove_a_log(log, played):
    def change(number, data):
        if number == 1:
            data["ruleset"] = "tunisia2/0"

    path = log(forged(played, change))
    assert found(path) == []
    assert found(path, verify=True) == [(1, 1, "log-false")]


def test_a_small_file_that_unpacks_to_a_huge_one_is_not_read(log, monkeypatch):
    monkeypatch.setattr("ocs_engine.validate.logs.BIGGEST_LOG", 1_000_000)
    assert found(log(gzip.compress(b" " * 1_000_001), "bomb.ocslog.gz")) == [(0, 0, "too-big")]
    assert found(log(b" " * 1_000_001, "long.ocslog")) == [(0, 0, "too-big")]
