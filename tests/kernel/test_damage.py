"""Damaged logs: every changed byte is found and its line named; a log cut off anywhere opens and goes on."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.log import LogError, LogWriter, chain, read_log, write_line
from ocs_engine.kernel.replay import read_save, replay, restore, verify
from tests.kernel.games import do, finish, first, header, new_game, offered, reopened, verified, write_small_log
from tests.kernel.toy import RULES, Table

FLIPS = (0x01, 0x2A, 0x80)  # 0x2A turns "}" into "W", and a space into a newline


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a small log in good order."""
    path = tmp_path_factory.mktemp("whole") / "game.ocslog"
    finish(write_small_log(path))
    return path.read_bytes()


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The bytes of the same log compressed, and where in them each line ends."""
    path = tmp_path_factory.mktemp("packed") / "game.ocslog.gz"
    ends = []
    add = LogWriter.add

    def noted(writer, data):
        number = add(writer, data)
        ends.append(path.stat().st_size)
        return number

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LogWriter, "add", noted)
        finish(write_small_log(path))
    return path.read_bytes(), ends


class Held(type(Path())):
    """A path whose bytes are held here, for reading a file in thousands of states."""

    held = b""

    def read_bytes(self):
        return self.held


def flipped(raw, at, bits):
    return raw[:at] + bytes([raw[at] ^ bits]) + raw[at + 1 :]


def test_every_changed_byte_is_found_and_its_line_named(whole):
    path = Held("game.ocslog")
    path.held = whole
    good = read_log(path).lines
    for at in range(len(whole)):
        line = whole.count(b"\n", 0, at) + 1
        for bits in FLIPS:
            path.held = flipped(whole, at, bits)
            log = read_log(path)
            assert log.problem is not None, (at, bits)
            assert log.problem.line == line, (at, bits)
            assert log.lines == good[: line - 1], (at, bits)
            assert str(log.problem).startswith(f"{path}:{line}: "), (at, bits)


def test_verify_names_the_line_of_a_changed_byte(tmp_path, whole):
    path = tmp_path / "game.ocslog"
    for at in range(0, len(whole), 211):
        path.write_bytes(flipped(whole, at, 1))
        with pytest.raises(LogError) as caught:
            verified(path)
        assert caught.value.line == whole.count(b"\n", 0, at) + 1


def test_every_changed_byte_of_a_compressed_log_is_found_or_changes_no_line(packed):
    """Its line is named, or the next one for a byte at the end of its part.

    gzip has a few bits that mean nothing (a time, a system, padding between its blocks): the log is good without them.
    """
    raw, ends = packed
    path = Held("game.ocslog.gz")
    path.held = raw
    good = read_log(path)
    meaningless = 0
    for at in range(len(raw)):
        line = 1 + sum(end <= at for end in ends)
        for bits in FLIPS:
            path.held = flipped(raw, at, bits)
            log = read_log(path)
            if log.problem is None:
                assert log.lines == good.lines, (at, bits)
                meaningless += 1
                continue
            assert log.problem.line in (line, line + 1), (at, bits)
            assert log.lines == good.lines[: log.problem.line - 1], (at, bits)
    assert meaningless < 0.01 * len(raw) * len(FLIPS)


def test_a_damaged_log_cannot_go_on_and_is_left_as_it_is(tmp_path, whole, packed):
    for name, raw in (("game.ocslog", whole), ("game.ocslog.gz", packed[0])):
        path = tmp_path / name
        for at in (30, len(raw) // 2):
            path.write_bytes(flipped(raw, at, 1))
            with pytest.raises(LogError):
                LogWriter.go_on(read_log(path))
            assert path.read_bytes() == flipped(raw, at, 1)


def test_a_line_taken_out_put_in_or_exchanged_is_found(tmp_path, whole):
    path = tmp_path / "game.ocslog"
    lines = whole.splitlines(keepends=True)
    for changed, line in [
        (lines[:4] + lines[5:], 5),
        ([*lines[:4], lines[3], *lines[4:]], 5),
        ([*lines[:4], lines[5], lines[4], *lines[6:]], 5),
        ([*lines[:4], b"\n", *lines[4:]], 5),
        ([*lines, b"\n"], len(lines) + 1),
        (lines[1:], 1),
    ]:
        path.write_bytes(b"".join(changed))
        log = read_log(path)
        assert log.problem is not None
        assert (log.problem.line, len(log.lines), log.cut_off) == (line, line - 1, False)


# --- cut off


def test_a_log_cut_off_anywhere_opens_up_to_its_last_good_line_and_says_so(whole):
    path = Held("game.ocslog")
    for size in range(1, len(whole)):
        path.held = whole[:size]
        log = read_log(path)
        lines = whole.count(b"\n", 0, size)
        assert len(log.lines) == lines
        assert log.good == b"".join(whole.splitlines(keepends=True)[:lines])
        if whole[:size].endswith(b"\n"):
            assert (log.problem, log.cut_off) == (None, False)
        else:
            assert (str(log.problem), log.cut_off) == (f"{path}:{lines + 1}: the line is cut off", True)


def test_a_compressed_log_cut_off_anywhere_opens_up_to_its_last_good_line(packed):
    raw, ends = packed
    path = Held("game.ocslog.gz")
    path.held = raw
    good = read_log(path).lines
    for size in range(1, len(raw)):
        path.held = raw[:size]
        log = read_log(path)
        assert log.lines == good[: len(log.lines)]
        assert len(log.lines) >= sum(end <= size for end in ends)
        assert log.problem is None or (log.cut_off and log.problem.line == len(log.lines) + 1)


@pytest.mark.parametrize("name", ["game.ocslog", "game.ocslog.gz"])
def test_a_log_that_was_cut_off_goes_on_and_then_verifies(tmp_path, whole, packed, name):
    path = tmp_path / name
    raw = packed[0] if name.endswith(".gz") else whole
    ends = packed[1] if name.endswith(".gz") else [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
    near = {size for end in ends[1:] for size in (end - 1, end, end + 1) if size < len(raw)}
    for size in sorted(near | {len(raw) - 3} | set(range(ends[0] + 2, len(raw), 331))):
        path.write_bytes(raw[:size])
        before = read_log(path)
        state = restore(RULES, Table(), before, SeededDice(7)).state
        game = reopened(path, SeededDice(7))
        assert game.state == state
        if not game.entries:
            game.begin()
        do(game, offered(game, first))
        game.log.close()
        after = read_log(path)
        assert after.problem is None
        assert after.good.startswith(before.good)
        assert len(after.lines) > len(before.lines)
        assert verified(path) == game.state


def test_a_log_cut_off_in_its_header_cannot_go_on_and_is_left_as_it_is(tmp_path, whole):
    path = tmp_path / "game.ocslog"
    for size in (1, 40, whole.index(b"\n")):
        path.write_bytes(whole[:size])
        log = read_log(path)
        for use in (lambda log=log: log.header, lambda log=log: LogWriter.go_on(log)):
            with pytest.raises(LogError, match=":1: the line is cut off"):
                use()
        assert path.read_bytes() == whole[:size]


def test_a_half_written_line_after_a_full_disk_is_dropped(tmp_path):
    path = tmp_path / "game.ocslog"
    game = new_game(SeededDice(7), path)
    finish(game)
    path.write_bytes(path.read_bytes() + b'{"line":3,"type":"act","comm')
    game = reopened(path, SeededDice(7))
    do(game, offered(game, first))
    assert verified(path) == game.state


# --- anything at all


def use(path):
    """Everything that can be done with a file that is said to be a log or a save."""
    dice = SeededDice(7)
    for act in (
        lambda: list(replay(RULES, Table(), read_log(path))),
        lambda: restore(RULES, Table(), read_log(path), dice),
        lambda: verify(RULES, Table(), read_log(path)),
        lambda: read_save(path, RULES),
    ):
        try:
            act()
        except LogError as error:
            assert error.path == path
            assert error.line >= 1
            assert str(error) == f"{path}:{error.line}: {error.problem}"


@given(raw=st.binary(max_size=300), packed=st.sampled_from(["", "gzip", "name"]))
def test_random_bytes_are_a_log_error_at_worst(tmp_path_factory, raw, packed):
    path = tmp_path_factory.getbasetemp() / ("random.ocslog.gz" if packed else "random.ocslog")
    path.write_bytes(gzip.compress(raw) if packed == "gzip" else raw)
    use(path)


FLOATS = st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | st.integers() | FLOATS | st.sampled_from([10**400, "", "Red"])
NAMES = st.sampled_from(
    ["kind", "side", "card", "path", "faces", "index", "die", "fact", "frame", "step", "to", "hands"]
)
KINDS = st.sampled_from(["moved", "dealt", "spent", "frame opened", "frame changed", "frame closed", "fact set"])
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6
)
COMMAND = {"kind": st.sampled_from(["play", "retreat", "set fact"]), "side": st.just("Red"), "card": JSON, "path": JSON}
EVENT = {"kind": KINDS, "side": st.just("Red"), "to": st.just("Ash"), "card": JSON, "fact": JSON, "changes": JSON}
DICE = {"index": st.just(0) | JSON, "faces": st.lists(st.integers(1, 6)) | JSON}
LINE = {
    "type": st.sampled_from(["act", "act", "act", "undo", "redo", "comment", "bookmark", "header"]) | JSON,
    "command": st.none() | st.fixed_dictionaries({}, optional=COMMAND) | JSON,
    "dice": st.fixed_dictionaries(DICE) | JSON,
    "events": st.lists(st.fixed_dictionaries({}, optional=EVENT), max_size=3) | JSON,
}
TOP = {"parent": JSON | st.fixed_dictionaries({"die": JSON}), "seed": JSON, "start": JSON, "ruleset": JSON}


@given(
    top=st.fixed_dictionaries({}, optional=TOP),
    lines=st.lists(st.fixed_dictionaries({}, optional=LINE), max_size=4),
)
def test_lines_that_make_no_sense_are_a_log_error_at_worst(tmp_path_factory, top, lines):
    """Their hashes fit, as one who knows the format would write them."""
    path = tmp_path_factory.getbasetemp() / "nonsense.ocslog"
    raw, digest = b"", ""
    for number, data in enumerate([header(Table(), 7) | top, *lines], start=1):
        text, digest = write_line({"line": number} | data, digest)
        raw += text
    path.write_bytes(raw)
    use(path)


BODIES = {
    "a list": b"[1",
    "deeply nested": b'{"line":3,"type":"comment","text":' + b"[" * 100_000 + b"]" * 100_000,
    "not a number": b'{"line":3,"type":"comment","text":NaN',
    "infinite": b'{"line":3,"type":"comment","text":-Infinity',
    "not UTF-8": b'{"line":3,"type":"comment","text":"\xff"',
    "UTF-16": '{"line":3,"type":"comment","text":1'.encode("utf-16-le"),
    "five thousand digits": b'{"line":3,"type":"comment","text":' + b"9" * 5000,
    "text after it": b'{"line":3,"type":"comment"},{',
}


@pytest.mark.parametrize("case", BODIES)
def test_a_line_that_is_no_json_object_is_named_although_its_hash_fits(tmp_path, whole, case):
    path = tmp_path / "game.ocslog"
    lines = whole.splitlines(keepends=True)
    before = json.loads(lines[1])["hash"]
    digest = chain(before, BODIES[case])
    path.write_bytes(b"".join(lines[:2]) + BODIES[case] + f',"hash":"{digest}"}}\n'.encode())
    log = read_log(path)
    assert (len(log.lines), log.problem.line) == (2, 3)
    assert "JSON" in log.problem.problem
