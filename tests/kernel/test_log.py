"""The log's lines: their form, their hashes, and that nothing written is ever changed."""

import gzip
import hashlib
import json

import pytest

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.log import LogError, LogWriter, in_use, read_log, read_on, write_atomically
from tests.kernel.games import do, finish, first, header, new_game, offered, reopened, verified, write_small_log
from tests.kernel.toy import Table

NAMES = ("game.ocslog", "game.ocslog.gz")


def plain(path):
    """A log's bytes, uncompressed; a compressed log may lack the end that closing it writes."""
    return read_log(path).good


def test_every_line_is_json_with_its_number_first_and_its_hash_last(tmp_path):
    path = tmp_path / "game.ocslog"
    write_small_log(path)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [line["line"] for line in lines] == list(range(1, len(lines) + 1))
    assert [(next(iter(line)), list(line)[-1]) for line in lines] == [("line", "hash")] * len(lines)
    assert [line["type"] for line in lines] == (
        ["header", "act", "comment", *["act"] * 4, "bookmark", "undo", "undo", "redo", "act"]
    )


def test_the_hash_of_a_line_is_over_the_hash_before_and_its_own_bytes(tmp_path):
    path = tmp_path / "game.ocslog"
    write_small_log(path)
    before = ""
    for line in path.read_bytes().splitlines():
        body, found = line.split(b',"hash":"')
        assert found == hashlib.blake2b(before.encode() + body, digest_size=16).hexdigest().encode() + b'"}'
        before = found[:32].decode()


def test_an_act_holds_command_dice_events_sentence_and_hashes(tmp_path):
    path = tmp_path / "game.ocslog"
    game = write_small_log(path)
    begin, act = (line.data for line in read_log(path).lines if line.number in (2, 4))
    assert begin["command"] is None
    assert begin["dice"] == {"index": 0, "faces": [3, 4, 2, 1]}  # seed 7's own (see test_dice)
    assert begin["say"] == "dice rolled; dealt"
    assert act["command"] == {"kind": "play", "side": "Red", "card": 3, "path": ["Fir", "Elm", "Dogwood"]}
    assert act["dice"] == {"index": 4, "faces": [2, 6]}
    kinds = ["spent", "moved", "moved", "moved", "frame opened", "dice rolled", "frame changed"]
    assert [event["kind"] for event in act["events"]] == kinds
    assert (begin["states"], act["states"]) == ([], [])
    turn_ends = [line.data for line in read_log(path).lines if "turn ended" in line.data.get("say", "")]
    assert [len(line["states"]) for line in turn_ends] == [1] * len(turn_ends)
    assert len(turn_ends) >= game.state.turns > 0


def test_comments_and_bookmarks_are_lines_and_change_nothing(tmp_path):
    path = tmp_path / "game.ocslog"
    game = new_game(SeededDice(7), path)
    state = game.state
    game.comment('"Zwölf", said\nhe — \x07')
    game.bookmark("here")
    assert game.state is state
    assert [line.data for line in read_log(path).lines[2:]] == [
        {"line": 3, "type": "comment", "text": '"Zwölf", said\nhe — \x07'},
        {"line": 4, "type": "bookmark", "name": "here"},
    ]
    assert verified(path) == state


def test_a_comment_that_no_encoding_knows_can_be_kept(tmp_path):
    """Such as a name typed in on a terminal of another encoding."""
    path = tmp_path / "game.ocslog"
    game = new_game(SeededDice(7), path)
    game.comment("M\udcfcller")
    assert (
        path.read_bytes().decode("utf-8").splitlines()[2].startswith('{"line":3,"type":"comment","text":"M\\udcfcller"')
    )
    assert read_log(path).lines[2].data["text"] == "M\udcfcller"
    assert verified(path) == game.state


@pytest.mark.parametrize("name", NAMES)
def test_nothing_written_is_ever_changed(tmp_path, name):
    path = tmp_path / name
    game = new_game(SeededDice(7), path)
    seen = path.read_bytes()
    acts = [game.undo, game.redo, game.undo, lambda: game.comment("hm"), lambda: game.bookmark("b")]
    for turn in range(12):
        do(game, offered(game, first))
        acts[turn % len(acts)]()
        now = path.read_bytes()
        assert now.startswith(seen)
        assert len(now) > len(seen)
        seen = now
    finish(game)
    assert path.read_bytes().startswith(seen)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_a_log_goes_on_where_it_stopped_again_and_again(tmp_path, name, closed):
    """Also a compressed one whose program never closed it."""
    path = tmp_path / name
    game = new_game(SeededDice(7), path)
    for _ in range(3):
        do(game, offered(game, first))
        if closed:
            finish(game)
        before, state = plain(path), game.state
        game = reopened(path, SeededDice(7))
        assert game.state == state
        do(game, offered(game, first))
        assert plain(path).startswith(before)
    assert len(read_log(path).lines) == 1 + 1 + 6
    assert verified(path) == game.state


def test_a_compressed_log_holds_the_same_lines_and_any_gzip_reads_it(tmp_path):
    for name in NAMES:
        finish(write_small_log(tmp_path / name))
    assert gzip.decompress((tmp_path / NAMES[1]).read_bytes()) == (tmp_path / NAMES[0]).read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_reading_on_gives_what_reading_anew_gives(tmp_path, name):
    path = tmp_path / name
    game = new_game(SeededDice(7), path)
    log = read_log(path)
    assert read_on(log) == log
    for text in ("one", "two"):
        game.comment(text)
        log = read_on(log)
        assert log == read_log(path)
        assert log.lines[-1].data["text"] == text


def test_reading_on_waits_for_the_end_of_a_line_and_takes_no_line_of_another_log(tmp_path):
    path = tmp_path / NAMES[0]
    finish(write_small_log(path))
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    path.write_bytes(whole[:last])
    log = read_log(path)
    path.write_bytes(whole[:-5])
    half = read_on(log)
    assert half.cut_off and half.lines == log.lines and half.good == log.good
    path.write_bytes(whole)
    assert read_on(half) == read_log(path)
    path.write_bytes(whole[:last] + whole[last:].replace(b"act", b"ant"))
    assert read_on(log).problem is not None and not read_on(log).cut_off


def test_a_log_is_in_use_until_its_writer_closes_it(tmp_path):
    path = tmp_path / NAMES[0]
    game = new_game(SeededDice(7), path)
    assert in_use(path)
    finish(game)
    assert not in_use(path)
    with pytest.raises(FileNotFoundError):
        in_use(tmp_path / "none.ocslog")
    assert not (tmp_path / "none.ocslog").exists()


def test_every_line_is_in_the_file_before_the_next(tmp_path):
    for name in NAMES:
        game = new_game(SeededDice(7), tmp_path / name)
        for number in range(3, 8):
            game.comment("x")
            assert len(read_log(tmp_path / name).lines) == number


def test_a_log_that_is_there_is_not_overwritten_unless_told(tmp_path):
    path = tmp_path / "game.ocslog"
    finish(write_small_log(path))
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        LogWriter(path, header(Table(), 7))
    assert path.read_bytes() == before
    LogWriter(path, header(Table(), 8), overwrite=True).close()
    assert [line.data["seed"] for line in read_log(path).lines] == [8]


# --- what is no log


def test_an_empty_file_has_no_header_and_cannot_go_on(tmp_path):
    for name in NAMES:
        path = tmp_path / name
        path.write_bytes(b"")
        log = read_log(path)
        assert log.lines == ()
        for use in (lambda log=log: log.header, lambda log=log: LogWriter.go_on(log)):
            with pytest.raises(LogError, match=f"{name}:1: the file is empty; expected a header line"):
                use()
        assert path.read_bytes() == b""


def test_a_header_of_another_format_is_not_read(tmp_path):
    path = tmp_path / "game.ocslog"
    LogWriter(path, header(Table(), 7) | {"format": 2}).close()
    with pytest.raises(LogError, match=f"{path.name}:1: not a header of log format 1"):
        read_log(path).header  # noqa: B018 (asking for it raises)


def test_a_first_line_that_is_no_header_is_not_read(tmp_path):
    path = tmp_path / "game.ocslog"
    LogWriter(path, {"type": "comment", "text": "hm"}).close()
    with pytest.raises(LogError, match=f"{path.name}:1: this is not the log of a game"):
        read_log(path).header  # noqa: B018 (asking for it raises)


def test_a_file_that_is_not_there_or_is_no_file_is_an_os_error(tmp_path):
    for path in (tmp_path / "none.ocslog", tmp_path):
        with pytest.raises(OSError):
            read_log(path)


# --- whole or not at all


def leftovers(folder):
    return sorted(each.name for each in folder.iterdir())


def test_an_atomic_write_puts_all_of_it_there(tmp_path):
    path = tmp_path / "file"
    for data in (b"old", b"new and longer", b""):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert leftovers(tmp_path) == ["file"]


def test_an_atomic_write_leaves_the_rights_that_any_new_file_has(tmp_path):
    (tmp_path / "plain").write_bytes(b"")
    write_atomically(tmp_path / "file", b"")
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize("fails", ["os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_atomic_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, fails, error):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(*_):
        raise error

    monkeypatch.setattr(fails, fail)
    with pytest.raises(type(error)):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert leftovers(tmp_path) == ["file"]


def test_an_atomic_write_into_a_folder_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(OSError):
        write_atomically(tmp_path / "none" / "file", b"")
