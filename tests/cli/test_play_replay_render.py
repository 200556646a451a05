"""`ocs play`, `ocs replay`, `ocs log`, `ocs render`: a game played, proved, told and drawn."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode
from ocs_engine.kernel.log import write_line
from tests.cli.conftest import Ocs, beside

pytestmark = pytest.mark.usefixtures("skirmish")
GAME = ("play", "skirmish.ocs", "--allied", "random", "--axis", "simple", "--seed", "7")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a whole game, beside its scenario."""
    log = tmp_path_factory.mktemp("games") / "game.ocslog"
    assert run(["play", str(beside(log.parent)), *GAME[2:], "--log", str(log)]) == ExitCode.FINE
    return log


@pytest.fixture
def log(played: Path, tmp_path: Path) -> Path:
    """A copy of it to spoil."""
    copy = tmp_path / "copy.ocslog"
    copy.write_bytes(played.read_bytes())
    return copy


# Playing


def test_the_same_seed_gives_the_same_game(ocs: Ocs, tmp_path: Path):
    first, second = tmp_path / "first.ocslog", tmp_path / "second.ocslog"
    told = [json.loads(ocs(*GAME, "--log", log, "--json").out) for log in (first, second)]
    assert told[0]["final_hash"] == told[1]["final_hash"]
    assert first.read_bytes() == second.read_bytes()
    assert (told[0]["scenario"], told[0]["seed"], told[0]["turns"]) == ("skirmish", 7, 4)
    assert told[0]["over"] is True
    assert told[0]["players"] == {"Allied": "random", "Axis": "simple"}


def test_a_drawn_seed_is_told_and_gives_the_game_again(ocs: Ocs):
    words = ("play", "skirmish.ocs", "--allied", "random", "--json")
    told = json.loads(ocs(*words).out)
    again = json.loads(ocs(*words, "--seed", told["seed"]).out)
    assert told == again


def test_the_story_has_every_turn_in_order(ocs: Ocs):
    ended = ocs(*GAME)
    turns = [line for line in ended.out.splitlines() if line.startswith("Turn ")]
    assert turns[0] == "Turn 1, 15 Nov 1942"
    assert turns[-1] == "Turn 4, 26 Nov 1942"
    assert len(turns) == 4
    assert ended.err == ""


def test_json_leaves_the_story_out_and_the_progress_on_stderr(ocs: Ocs):
    ended = ocs(*GAME, "--json")
    assert ended.out.startswith("{")
    assert ended.err.splitlines()[-1] == "playing: 4 of 4: turn 4"


def test_an_existing_log_is_moved_aside(ocs: Ocs, log: Path):
    old = log.read_bytes()
    ended = ocs(*GAME, "--seed", "8", "--log", log)
    assert ended.code == ExitCode.FINE
    assert log.with_name("copy.1.ocslog").read_bytes() == old
    assert "copy.1.ocslog" in ended.err
    assert json.loads(log.read_text(encoding="utf-8").splitlines()[0])["seed"] == 8


def test_force_overwrites_a_log(ocs: Ocs, log: Path):
    assert ocs(*GAME, "--seed", "8", "--log", log, "--force").code == ExitCode.FINE
    assert [each.name for each in log.parent.glob("*.ocslog")] == ["copy.ocslog"]


def test_a_compressed_log_holds_the_same_lines(ocs: Ocs, played: Path, tmp_path: Path):
    packed = tmp_path / "game.ocslog.gz"
    assert ocs(*GAME, "--log", packed).code == ExitCode.FINE
    assert gzip.decompress(packed.read_bytes()) == played.read_bytes()
    assert ocs("replay", packed, "--verify").code == ExitCode.FINE


@pytest.mark.parametrize(("words", "code", "told"), [
    (["race-for-tuni"], ExitCode.USAGE, "did you mean race-for-tunis?"),
    (["no-such-file.ocs"], ExitCode.INPUT, "no-such-file.ocs"),
    (["race-for-tunis", "--axis", "smple"], ExitCode.USAGE, "did you mean simple?"),
    (["race-for-tunis", "--seed", "-1"], ExitCode.USAGE, "--seed"),
    (["race-for-tunis", "--log", "game.txt"], ExitCode.USAGE, ".ocslog"),
    (["race-for-tunis", "--log", "file/game.ocslog"], ExitCode.OUTPUT, "game.ocslog"),
    (["race-for-tunis", "--log", "folder.ocslog"], ExitCode.OUTPUT, "folder.ocslog"),
    ([], ExitCode.USAGE, "--from LOG:LINE"),
    (["race-for-tunis", "--from", "a.ocslog:3"], ExitCode.USAGE, "just one"),
    (["--from", "a.ocslog"], ExitCode.USAGE, "LOG:LINE"),
    (["--from", "a.ocslog:3"], ExitCode.INPUT, "a.ocslog"),
    (["--continue", "a.ocslog"], ExitCode.INPUT, "a.ocslog"),
    (["--continue", "a.ocslog", "--seed", "3"], ExitCode.USAGE, "--continue"),
])  # fmt: skip
def test_play_refuses(ocs: Ocs, tmp_path: Path, monkeypatch, words: list[str], code: int, told: str):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    Path("folder.ocslog").mkdir()
    ended = ocs("play", *words)
    assert ended.code == code
    assert ended.out == ""
    assert told in ended.err


# Going on


def test_a_new_game_from_a_line_names_its_parent(ocs: Ocs, played: Path, tmp_path: Path):
    branch = tmp_path / "branch.ocslog"
    told = json.loads(ocs("play", "--from", f"{played}:20", "--log", branch, "--json").out)
    assert told["over"] is True
    parent = json.loads(branch.read_text(encoding="utf-8").splitlines()[0])["parent"]
    line = json.loads(played.read_text(encoding="utf-8").splitlines()[19])
    assert (parent["log"], parent["line"], parent["hash"]) == (played.name, 20, line["hash"])
    assert ocs("replay", branch, "--verify").code == ExitCode.FINE


def test_a_line_that_the_log_lacks_is_named(ocs: Ocs, played: Path):
    ended = ocs("play", "--from", f"{played}:100000")
    assert ended.code == ExitCode.INPUT
    assert f"{played}:100000: " in ended.err


def test_a_scenario_is_no_log(ocs: Ocs):
    ended = ocs("log", "race-for-tunis")
    assert (ended.code, ended.out) == (ExitCode.INPUT, "")
    assert "race-for-tunis is a scenario; ocs play race-for-tunis --log a.ocslog" in ended.err


def test_a_log_cut_off_in_a_line_opens_and_goes_on(ocs: Ocs, log: Path):
    """Thirty whole lines and half of the next: told up to line 30, then played on in the same file."""
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:30]) + lines[30][: len(lines[30]) // 2])
    story = ocs("log", log)
    assert story.code == ExitCode.FINE
    assert f"{log}:31: " in story.err
    assert "line 30" in story.err
    assert ocs("replay", log, "--verify").code == ExitCode.UNVERIFIED
    assert ocs("play", "--continue", log).code == ExitCode.FINE
    assert log.read_bytes().startswith(b"".join(lines[:30]))
    assert json.loads(ocs("replay", log, "--verify", "--json").out)["over"] is True


def test_a_log_that_was_changed_is_not_gone_on_with(ocs: Ocs, log: Path):
    """The line is named once, with the way to play on from the lines before it; the log stays as it is."""
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:19]) + lines[19].replace(b"e", b"i", 1) + b"".join(lines[20:]))
    before = log.read_bytes()
    ended = ocs("play", "--continue", log)
    assert ended.code == ExitCode.INPUT
    assert ended.err.count(f"{log}:20: ") == 1
    assert "going on after" not in ended.err
    assert f"--from {log}:19 " in ended.err
    assert log.read_bytes() == before


# Replaying


def test_replay_and_proof_come_to_the_state_that_play_came_to(ocs: Ocs, played: Path):
    told = json.loads(ocs(*GAME, "--json").out)
    for words in ([], ["--verify"]):
        replayed = json.loads(ocs("replay", played, "--json", *words).out)
        assert replayed["final_hash"] == told["final_hash"]
        assert replayed["verified"] == bool(words)
        assert (replayed["winner"], replayed["turn"]) == (told["winner"], 4)
    assert "verified" in ocs("replay", played, "--verify").out


@pytest.mark.parametrize("line", [1, 2, 17])
@pytest.mark.parametrize("where", [0.2, 0.9])
def test_a_flipped_byte_is_caught_and_its_line_named(ocs: Ocs, log: Path, line: int, where: float):
    lines = log.read_bytes().splitlines(keepends=True)
    spoilt = bytearray(lines[line - 1])
    spoilt[int(len(spoilt) * where)] ^= 1
    log.write_bytes(b"".join([*lines[: line - 1], bytes(spoilt), *lines[line:]]))
    ended = ocs("replay", log, "--verify", "--json")
    assert ended.code == ExitCode.UNVERIFIED
    assert json.loads(ended.out)["problem"]["line"] == line
    assert f"{log}:{line}: " in ended.err
    assert ocs("log", log).code == ExitCode.INPUT


def test_a_false_line_with_a_true_chain_is_caught_by_the_rules(ocs: Ocs, log: Path):
    """Whoever rewrites the whole chain still cannot make the dice fall otherwise than the seed says."""
    before, text = "", b""
    for raw in log.read_bytes().splitlines():
        data = json.loads(raw)
        del data["hash"]
        if data["line"] == 4:
            faces = data["dice"]["faces"]
            faces[0] = faces[0] % 6 + 1
            next(event for event in data["events"] if event["kind"] == "dice rolled")["faces"] = faces
        more, before = write_line(data, before)
        text += more
    log.write_bytes(text)
    ended = ocs("replay", log, "--verify")
    assert ended.code == ExitCode.UNVERIFIED
    assert f"{log}:4: " in ended.err
    assert ocs("replay", log).code == ExitCode.FINE


@pytest.mark.parametrize("words", [["log"], ["replay"], ["replay", "--verify"], ["render", "--png", "p.png"]])
def test_a_log_that_is_not_there(ocs: Ocs, tmp_path: Path, words: list[str]):
    ended = ocs(words[0], tmp_path / "none.ocslog", *words[1:])
    assert ended.code == ExitCode.INPUT
    assert "none.ocslog" in ended.err


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300), st.sampled_from([".ocslog", ".ocslog.gz"]))
@example(b"", ".ocslog")
@example(gzip.compress(b"{}")[:-4], ".ocslog.gz")
@example(b'{"line":1,"type":"header","format":1,"hash":"' + b"0" * 32 + b'"}\n', ".ocslog")
@example(b"[" * 100_000 + b"\n", ".ocslog")
def test_no_bytes_whatever_bring_up_a_traceback_or_a_fault(ocs: Ocs, tmp_path: Path, content: bytes, ending: str):
    spoilt = tmp_path / f"spoilt{ending}"
    spoilt.write_bytes(content)
    for words in (["log", spoilt], ["replay", spoilt], ["replay", spoilt, "--verify", "--json"]):
        ended = ocs(*words)
        assert ended.code in (ExitCode.INPUT, ExitCode.UNVERIFIED)
        assert ended.err


MEMBERS = ("ruleset", "scenario", "options", "content", "seed", "start", "parent", "from")
ODD = (None, True, -1, 10**30, 0.5, "", "race-for-tunis", [], [1], {}, {"map": 3})


@pytest.mark.parametrize("member", [*MEMBERS, "command", "dice", "events", "say", "states"])
@pytest.mark.parametrize("odd", [*ODD, "left out"], ids=repr)
def test_no_member_whatever_brings_up_a_traceback_or_a_fault(ocs: Ocs, log: Path, member: str, odd: object):
    """The first two lines rewritten with a true chain, one member of one of them odd."""
    before, text = "", b""
    for raw in log.read_bytes().splitlines()[:2]:
        data = {key: value for key, value in json.loads(raw).items() if key != "hash"}
        if member in data and odd == "left out":
            del data[member]
        elif member in data:
            data[member] = odd
        more, before = write_line(data, before)
        text += more
    log.write_bytes(text)
    for words in (["log", log], ["replay", log], ["replay", log, "--verify"]):
        assert ocs(*words).code in (ExitCode.FINE, ExitCode.INPUT, ExitCode.UNVERIFIED)


# Telling


def test_the_story_of_a_log_is_the_story_that_play_told(ocs: Ocs, played: Path):
    told = [line for line in ocs(*GAME).out.splitlines() if line]
    story = [line for line in ocs("log", played).out.splitlines() if line]
    assert story[0] == "A skirmish, seed 7"
    assert story[1:] == told[:-1]


def test_the_story_as_json_has_a_sentence_for_each_line(ocs: Ocs, played: Path):
    told = json.loads(ocs("log", played, "--json").out)
    assert told["header"]["scenario"] == "skirmish"
    assert told["problem"] is None
    assert [line["line"] for line in told["lines"]] == list(range(2, len(told["lines"]) + 2))
    assert "Turn 1, 15 Nov 1942" in told["lines"][2]["say"]


def test_the_schema_of_a_log_fits_a_log(ocs: Ocs, played: Path):
    schema = json.loads(ocs("schema", "log").out)
    forms = {form["properties"]["type"]["const"]: form for form in schema["oneOf"]}
    for text in played.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        form = forms[line["type"]]
        assert sorted(line) == sorted(form["required"]) == sorted(form["properties"])


# Drawing


def test_a_scenario_and_a_log_are_drawn(ocs: Ocs, played: Path, tmp_path: Path):
    pictures = {}
    for name, words in {"set-up": ["skirmish.ocs"], "end": [played], "turn 3": [played, "--turn", "3"]}.items():
        png = tmp_path / f"{name}.png"
        assert ocs("render", *words, "--png", png, "--scale", "24").code == ExitCode.FINE
        pictures[name] = png.read_bytes()
    assert all(picture.startswith(b"\x89PNG") for picture in pictures.values())
    assert len(set(pictures.values())) == 3


def test_the_last_turn_is_drawn_like_the_end(ocs: Ocs, played: Path, tmp_path: Path):
    end, last = tmp_path / "end.png", tmp_path / "last.png"
    ocs("render", played, "--png", end, "--scale", "24")
    ocs("render", played, "--png", last, "--scale", "24", "--turn", "4")
    assert end.read_bytes() == last.read_bytes()


@pytest.mark.parametrize(("words", "code", "told"), [
    (["LOG", "--turn", "5"], ExitCode.USAGE, "turn 4"),
    (["race-for-tunis", "--turn", "3"], ExitCode.USAGE, "--turn"),
    (["race-for-tuni"], ExitCode.USAGE, "did you mean race-for-tunis?"),
])
def test_render_refuses(ocs: Ocs, played: Path, tmp_path: Path, words: list[str], code: int, told: str):
    ended = ocs("render", *(played if word == "LOG" else word for word in words), "--png", tmp_path / "no.png")
    assert ended.code == code
    assert told in ended.err
