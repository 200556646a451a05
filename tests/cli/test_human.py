"""`ocs play` with people at the terminal: scripted input, the log kept whatever happens, and the page on playing."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ocs_engine.cli.output import ExitCode
from tests.cli.conftest import Ended, Ocs

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "playing.md"
GAME = ("play", "race-for-tunis", "--allied", "human", "--seed", "7")
SUPPLIED = ("--option", "everyone supplied")
"""For what does not turn on supply: after the Refit Phase everybody may move."""
HERE = os.environ | {"PYTHONPATH": str(ROOT)}
"""For a process of its own: the checkout's engine."""


@pytest.fixture
def typed(ocs: Ocs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Runs a command line with some text typed, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def typed(text: str, *words: object) -> Ended:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return ocs(*words)

    return typed


def lines_of(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


@pytest.mark.usefixtures("skirmish")
def test_a_game_played_by_hand_comes_to_its_end_and_verifies(ocs: Ocs, typed):
    """What a fight asks is answered with the first choice; "1" is no verb and told so where nothing is asked."""
    words = ("play", "skirmish.ocs", "--allied", "human", "--seed", "7")
    ended = typed("1\n1\n1\nend\n" * 200, *words, "--log", "a.ocslog")
    assert ended.code == ExitCode.FINE
    assert "The game is over" in ended.out
    assert "The seed was 7; the final state is" in ended.out
    assert json.loads(ocs("replay", "a.ocslog", "--verify", "--json").out)["over"] is True


def test_the_end_of_the_input_keeps_the_log(ocs: Ocs, typed):
    ended = typed("end\nmove coutx to A39.22\n", *GAME, *SUPPLIED, "--log", "a.ocslog")
    assert ended.code == ExitCode.FINE
    assert ended.out.splitlines()[-1] == (
        "The game is kept in a.ocslog. Go on with: ocs play --continue a.ocslog --allied human"
    )
    assert lines_of(Path("a.ocslog"))[-1]["command"]["kind"] == "move"
    assert ocs("replay", "a.ocslog", "--verify").code == ExitCode.FINE


def test_ctrl_c_keeps_the_log(ocs: Ocs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    class Interrupted(io.StringIO):
        def readline(self, *_: object) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    monkeypatch.chdir(tmp_path)
    ended = ocs(*GAME, "--log", "a.ocslog")
    assert ended.code == ExitCode.INTERRUPTED
    assert "The game is kept in a.ocslog." in ended.out
    assert ocs("replay", "a.ocslog", "--verify").code == ExitCode.FINE


def test_a_game_goes_on_where_it_was_left(typed):
    """The game began, both sides set up, the Refit Phase ended, the regiment moved, and that alone is taken back."""
    typed("end\nmove coutx to A39.22\nquit\n", *GAME, *SUPPLIED, "--log", "a.ocslog")
    ended = typed("left\nundo\nleft\n", "play", "--continue", "a.ocslog", "--allied", "human")
    assert "13 of your units can still act" in ended.out
    assert "14 can still act:" in ended.out
    assert [line["type"] for line in lines_of(Path("a.ocslog"))] == ["header", *["act"] * 5, "undo"]


def test_a_game_by_hand_always_keeps_a_log(typed):
    ended = typed("quit\n", *GAME)
    assert "the game is kept in race-for-tunis.ocslog" in ended.err
    again = typed("quit\n", *GAME)
    assert "race-for-tunis.1.ocslog" in again.err
    typed("quit\n", "play", "--from", "race-for-tunis.ocslog:2", "--allied", "human")
    assert sorted(path.name for path in Path.cwd().iterdir()) == [
        "race-for-tunis-2.ocslog", "race-for-tunis.1.ocslog", "race-for-tunis.ocslog",
    ]  # fmt: skip


def test_comments_and_bookmarks_go_into_the_log(ocs: Ocs, typed):
    typed("# a fair plan\nbookmark before the storm\nquit\n", *GAME, "--log", "a.ocslog")
    told = ocs("log", "a.ocslog").out
    assert "# a fair plan" in told
    assert "= before the storm" in told


def test_json_puts_the_talk_on_stderr(typed):
    ended = typed("end\n", *GAME, "--json")
    told = json.loads(ended.out)
    assert (told["over"], told["players"]) == (False, {"Allied": "human", "Axis": "simple"})
    assert "Allied> end" in ended.err


def test_dice_entered_by_hand_play_verify_and_go_on(ocs: Ocs, typed):
    """Weather 3 4 is Flight in November; both sides end all segments; then turn 2 asks for weather and first player."""
    words = ("play", "race-for-tunis", "--dice", "entered", "--log", "a.ocslog")
    text = "3 4\nend\n1 2\n" + "end\n" * 12 + "1 2\n" + "end\n" * 14 + "3 4\n"
    ended = typed(text, *words, "--allied", "human", "--axis", "human")
    assert "Flight weather" in ended.out
    assert "throw 2 dice with 6 sides for first player, Axis and type the faces" in ended.out
    assert ocs("replay", "a.ocslog", "--verify").code == ExitCode.FINE
    told = typed("", "play", "--continue", "a.ocslog", "--allied", "human", "--axis", "human", "--json")
    assert json.loads(told.out)["seed"] is None


def test_a_combat_by_hand_with_dice_thrown_by_hand(ocs: Ocs, typed):
    """Coutx attacks Medjez across the river: 3 x 1/3 to 4 is 1:4, the first column of Close, AR 3 - 5 = -2.

    Surprise 9 - 2 = 7: none; combat 7 - 2 = 5.
    """
    words = ("play", "race-for-tunis", "--dice", "entered", "--log", "a.ocslog", "--allied", "human", "--axis", "human",
             *SUPPLIED)  # fmt: skip
    ends = "end\n1 2\n" + "end\n" * 3
    ended = typed(f"3 4\n{ends}attack Medjez el Bab with coutx\nrough, hexside\n6\n6 3\n4 3\n", *words)
    assert "1 hex can be attacked, A41.22 Medjez el Bab" in ended.out
    assert "throw 2 dice with 6 sides for surprise and type the faces" in ended.out
    assert "'6' are not" not in ended.out and "surprise takes 2 dice, not 1" in ended.out
    acts = [line["command"]["kind"] for line in lines_of(Path("a.ocslog")) if line.get("command")]
    assert acts[-2:] == ["attack", "choose terrain"]
    assert ocs("replay", "a.ocslog", "--verify").code == ExitCode.FINE


def test_a_log_that_waits_for_its_very_first_dice_goes_on(typed):
    """It was left in the set-up of the Allies, whose end wants them."""
    words = ("--allied", "human")
    typed("", "play", "race-for-tunis", "--dice", "entered", "--log", "a.ocslog", *words)
    assert lines_of(Path("a.ocslog"))[-1]["dice"] == {"index": 0, "faces": []}
    ended = typed("end\n3 4\n", "play", "--continue", "a.ocslog", *words)
    assert "Turn 1, 15 Nov 1942, Flight weather" in ended.out


@pytest.mark.parametrize("scenario", [path.stem for path in sorted((ROOT / "scenarios").glob("*.ocs"))])
def test_every_scenario_can_be_sat_down_to(ocs: Ocs, typed, scenario: str):
    """Whatever the game asks first is answered by its first option, and the questions that people ask are answered."""
    text = "1\n" * 30 + "left\nunits\nunits axis\nscore\nnews\nend\n"
    ended = typed(text, "play", scenario, "--allied", "human", "--seed", "3", "--log", "a.ocslog")
    assert ended.code == ExitCode.FINE
    assert "Turn " in ended.out
    assert "as it stands:" in ended.out
    assert ocs("replay", "a.ocslog", "--verify").code == ExitCode.FINE


def test_people_may_arrange_the_set_up(typed):
    ended = typed("place p-40 A06.25\nend\n", *GAME, "--set-up")
    assert "Set-up: place, load, mode and top change it" in ended.out
    assert "P-40 [us-p-40-1] stands in A06.25" in ended.out
    assert "Turn 1, 15 Nov 1942" in ended.out


def test_an_optional_rule_is_named_and_asked_for(typed):
    """Before each first-player roll both are asked, the Axis first (OCS 2.4)."""
    words = (*GAME, "--axis", "human", "--option", "simulcast by agreement")
    ended = typed("yes\nyes\nend\nend\n", *words, "--log", "a.ocslog")
    assert "Axis: play this turn as a simulcast turn, without fighting?" in ended.out
    assert lines_of(Path("a.ocslog"))[0]["options"] == {"simulcast by agreement": True}


@pytest.mark.parametrize(("words", "told"), [
    (["race-for-tunis", "--option", "simulcast by agrement"], "did you mean simulcast by agreement?"),
    (["--continue", "a.ocslog", "--set-up"], "new game of a scenario"),
    (["race-for-tunis", "--dice", "loaded"], "there are no 'loaded' dice"),
    (["race-for-tunis", "--dice", "entered", "--seed", "3"], "without a --seed"),
    (["--continue", "a.ocslog", "--dice", "entered"], "new game"),
    (["race-for-tunis", "--axis", "humen"], "did you mean human?"),
])  # fmt: skip
def test_words_that_do_not_go_together_are_refused(typed, words: list[str], told: str):
    ended = typed("", "play", *words)
    assert ended.code == ExitCode.USAGE
    assert told in ended.err


def test_bytes_that_are_no_text_are_answered(tmp_path: Path):
    words = [sys.executable, "-m", "ocs_engine.cli", *GAME, *SUPPLIED]
    text = b"\xff\xfe move\n\x00\x01\nend\nleft\n"
    ended = subprocess.run(words, input=text, capture_output=True, cwd=tmp_path, env=HERE)
    assert ended.returncode == ExitCode.FINE
    assert b"is nothing I know" in ended.stdout
    assert b"14 can still act" in ended.stdout
    assert b"Traceback" not in ended.stdout + ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_at_a_terminal_lines_are_typed_after_the_prompt(tmp_path: Path):
    import pty

    main, other = pty.openpty()
    words = [sys.executable, "-m", "ocs_engine.cli", *GAME, *SUPPLIED]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    game = subprocess.Popen(words, stdin=other, stdout=pipe, stderr=nowhere, cwd=tmp_path, env=HERE)
    os.write(main, b"end\nleft\n\x04")
    told = game.communicate(timeout=60)[0].decode()
    assert game.returncode == ExitCode.FINE
    assert "14 can still act" in told
    assert "Go on with: ocs play --continue" in told
    os.close(main)
    os.close(other)


# --- the page on playing


def blocks(mark: str) -> list[list[str]]:
    """What the page shows, block by block."""
    found = re.findall(rf"```text{mark}\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [block.splitlines() for block in found]


def script(shown: list[list[str]]) -> str:
    """What is typed: what stands after the prompts."""
    lines = [line for block in shown for line in block]
    return "".join(f"{line.partition('> ')[2]}\n" for line in lines if re.match(r"[^ ].*> ", line))


def assert_shown(shown: list[list[str]], out: str) -> None:
    """Every line of the blocks comes in the output, one right after the other but where "..." stands between."""
    told, at = out.splitlines(), 0
    for block in shown:
        close = False
        for line in block:
            if line == "...":
                close = False
                continue
            found = told.index(line, at) if line in told[at:] else -1
            assert found >= 0, f"{line!r} is not told after {told[at - 1]!r}"
            assert found == at or not close, f"{told[at]!r} is told before {line!r}"
            at, close = found + 1, True


@pytest.mark.parametrize(("mark", "words", "count"), [
    ("", GAME, 7), (" entered", ("play", "race-for-tunis", "--dice", "entered", "--allied", "human"), 1),
    (" fight", ("play", "race-for-tunis", "--dice", "entered", "--allied", "human", "--axis", "human"), 1),
    (" supply", ("play", "race-for-tunis", "--dice", "entered", "--allied", "human"), 1),
    (" air", ("play", "race-for-tunis", "--dice", "entered", "--allied", "human"), 1),
])  # fmt: skip
def test_what_the_page_shows_is_what_happens(typed, mark: str, words: tuple[str, ...], count: int):
    shown = blocks(mark)
    assert len(shown) == count
    assert_shown(shown, typed(script(shown), *words).out)


def test_help_lists_what_the_page_speaks_of(typed):
    page = PAGE.read_text(encoding="utf-8")
    verbs = set(re.findall(r"^(?:Allied|weather, 2 dice)> ([a-z]+)", page, flags=re.MULTILINE))
    told = typed("help\n", *GAME).out
    assert [verb for verb in verbs if verb.isalpha() and f"\n{verb}" not in told] == []


def test_a_long_line_is_told_shortened(typed):
    ended = typed("x" * 5000 + "\n", *GAME)
    assert max(map(len, ended.out.splitlines())) < 450
