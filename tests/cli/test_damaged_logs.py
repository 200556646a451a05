"""A damaged log gives the same answer whatever reads it: what is good is told, the bad line named, exit code 3."""

from __future__ import annotations

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest

from ocs_engine.cli.output import ExitCode
from ocs_engine.kernel.messages import SetFact
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.cli.conftest import Ocs

BONE = "A17.26"
BAD = 6
READERS = (
    ("log",),
    ("log", "--brief"),
    ("log", "--json"),
    ("replay",),
    ("replay", "--json"),
    ("show",),
    ("show", "--standing"),
    ("show", "--hex", BONE),
    ("show", "--turn", "1"),
    ("show", "--line", "3"),
    ("supply",),
    ("supply", "--json"),
    ("render", "--png", "a.png"),
    ("view", "--png", "b.png"),
    ("report", "--html", "a.html", "--no-maps", "--force"),
    ("odds", "attacks"),
    ("odds", "air", "--hex", BONE),
)


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A log of seven lines, the last three with facts set by hand."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "whole.ocslog"
    game = new_game(load_world("race-for-tunis"), 2, path)
    for _ in range(3):
        told = {"kind": "supply placed", "side": "Allied", "place": BONE, "tokens": 1, "why": "arrival"}
        game.submit(SetFact(side=Side.ALLIED, reason="a slip", fact=told))
    assert game.log is not None
    game.log.close()
    assert len(path.read_bytes().splitlines()) == BAD + 1
    return path


@pytest.fixture
def damaged(whole: Path) -> Path:
    """The same with a byte of line 6 flipped."""
    lines = whole.read_bytes().splitlines(keepends=True)
    spoilt = bytearray(lines[BAD - 1])
    spoilt[len(spoilt) // 2] ^= 1
    lines[BAD - 1] = bytes(spoilt)
    path = whole.with_name("damaged.ocslog")
    path.write_bytes(b"".join(lines))
    return path


@pytest.fixture
def cut(whole: Path) -> Path:
    """The same without the end of its last line."""
    path = whole.with_name("cut.ocslog")
    path.write_bytes(whole.read_bytes()[:-20])
    return path


def words_of(words: tuple[str, ...], log: Path) -> list[object]:
    """A command line with its log after the command."""
    named = 2 if words[0] == "odds" else 1
    return [*words[:named], log, *words[named:]]


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_each_command_names_the_bad_line_and_ends_with_3(ocs: Ocs, whole: Path, damaged: Path, words: tuple[str, ...]):
    sound = ocs(*words_of(words, whole))
    assert sound.code == ExitCode.FINE and str(damaged) not in sound.err
    ended = ocs(*words_of(words, damaged))
    assert ended.code == ExitCode.INPUT
    assert f"{damaged}:{BAD}: " in ended.err


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_a_last_line_without_its_end_is_told_and_is_no_damage(ocs: Ocs, cut: Path, words: tuple[str, ...]):
    ended = ocs(*words_of(words, cut))
    assert ended.code == ExitCode.FINE
    assert f"{cut}:{BAD + 1}: " in ended.err


def test_what_was_good_is_told(ocs: Ocs, whole: Path, damaged: Path):
    """4T lie there at the start; line 5 brings the first of three more, and line 6 is bad."""
    whole_told, told = (json.loads(ocs("supply", each, "--json").out) for each in (whole, damaged))
    held = [
        sum(lot["tokens"] for each in document["sides"]["Allied"]["ground"] if each["name"] == BONE
            for lot in each["lots"])
        for document in (whole_told, told)
    ]  # fmt: skip
    assert held == [7, 5]


def test_a_game_from_a_good_line_is_played_and_ends_with_3_too(
    ocs: Ocs, whole: Path, damaged: Path, monkeypatch: pytest.MonkeyPatch
):
    for log, line, code in ((whole, BAD, ExitCode.FINE), (damaged, BAD - 1, ExitCode.INPUT)):
        monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
        ended = ocs("play", "--from", f"{log}:{line}", "--allied", "human", "--log", f"{code}.ocslog")
        assert ended.code == code and Path(f"{code}.ocslog").exists()
        assert (f"{damaged}:{BAD}: " in ended.err) == (log == damaged)
    assert ocs("play", "--from", f"{damaged}:{BAD}", "--log", "c.ocslog").code == ExitCode.INPUT
    assert not Path("c.ocslog").exists()


def test_going_on_in_a_damaged_log_does_not_begin(ocs: Ocs, damaged: Path):
    before = damaged.read_bytes()
    ended = ocs("play", "--continue", damaged)
    assert ended.code == ExitCode.INPUT and f"{damaged}:{BAD}: " in ended.err
    assert damaged.read_bytes() == before


def test_proofs_are_stricter(ocs: Ocs, damaged: Path, cut: Path):
    for log in (damaged, cut):
        assert ocs("replay", log, "--verify").code == ExitCode.UNVERIFIED
        assert ocs("validate", log).code == ExitCode.PROBLEMS


def test_a_name_in_gz_over_other_data_is_told_as_such(ocs: Ocs, whole: Path, tmp_path: Path):
    """What is no gzip data was not damaged: nobody packed it."""
    false, broken, empty = tmp_path / "false.ocslog.gz", tmp_path / "broken.ocslog.gz", tmp_path / "empty.ocslog.gz"
    false.write_bytes(whole.read_bytes())
    broken.write_bytes(gzip.compress(whole.read_bytes())[:12] + b"rubbish")
    empty.write_bytes(b"")
    for path, words in ((false, "no gzip data"), (broken, "damaged from here on"), (empty, "the file is empty")):
        for reader in ("log", "replay"):
            ended = ocs(reader, path)
            assert ended.code == ExitCode.INPUT
            assert words in ended.err and f"{path}:1: " in ended.err
