"""`ocs supply`: the ledger of a position or a log, who goes short, and the supply of one unit."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from ocs_engine.cli.output import ExitCode
from ocs_engine.kernel.messages import SetFact
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.cli.conftest import Ocs

RACE = "race-for-tunis"
BONE = "A17.26"
"""Where 1 SP of the Allies lies at the start (T2 6.1)."""


def fact(kind: str, **members: object) -> SetFact:
    return SetFact(side=Side.ALLIED, reason="a slip", fact={"kind": kind, "side": "Allied", **members})


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Bône: 3T of 4T spent; 6T come, and are taken back; the log's lines 5 to 7. The dice ask nothing of a side."""
    path = tmp_path / "facts.ocslog"
    game = new_game(load_world(RACE), 2, path)
    assert game.pending() is None
    game.submit(fact("supply spent", source=BONE, tokens=3, use="fuel", what="somebody", place=BONE))
    game.submit(fact("supply placed", place=BONE, tokens=6, why="arrival"))
    game.undo()
    assert game.log is not None
    game.log.close()
    return path


def allied(ocs: Ocs, *words: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ocs("supply", *words, "--json").out)["sides"]["Allied"]
    return found


def lots(account: dict[str, Any], name: str) -> list[tuple[int, int]]:
    held = next((each for each in account["ground"] if each["name"] == name), {"lots": ()})
    return [(lot["since_turn"], lot["tokens"]) for lot in held["lots"]]


def test_a_scenario_is_told_as_it_is_set_up(ocs: Ocs):
    lines = ocs("supply", RACE).out.splitlines()
    assert lines[0] == "Race for Tunis, turn 1, 15 Nov 1942"
    assert "  A17.26 Bône: 4T since turn 1" in lines
    assert not [line for line in ocs("supply", RACE, "--side", "axis").out.splitlines() if line.startswith("Allied")]


def test_a_log_is_told_up_to_a_line_and_what_was_undone_is_out_again(ocs: Ocs, log: Path):
    before, spent, placed, end = (allied(ocs, log, *line) for line in (["--line", 4], ["--line", 5], ["--line", 6], []))
    assert (lots(before, BONE), before["used"]["in_all"]) == ([(1, 4)], {})
    assert (lots(spent, BONE), spent["used"]) == ([(1, 1)], {"in_all": {"fuel": -3}, "this_turn": {"fuel": -3}})
    assert (lots(placed, BONE), placed["used"]["in_all"]) == ([(1, 7)], {"arrival": 6, "fuel": -3})
    assert end == spent
    assert "  in all: 16T - 3T (fuel) = 13T" in ocs("supply", log).out.splitlines()  # 4T in Bône, 12T loaded


def test_the_ledger_as_a_file(ocs: Ocs, log: Path, tmp_path: Path):
    path = tmp_path / "out" / "ledger.csv"
    assert ocs("supply", log, "--side", "Allied", "--csv", path).code == ExitCode.FINE
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    assert {"kind": "held", "side": "Allied", "turn": "1", "name": BONE, "tokens": "1"} in rows
    assert {"kind": "start", "side": "Allied", "turn": "1", "name": "", "tokens": "16"} in rows
    assert [row for row in rows if row["kind"] == "used"] == [
        {"kind": "used", "side": "Allied", "turn": "1", "name": "fuel", "tokens": "-3"}
    ]


def test_the_ledger_of_a_played_game_holds_what_lies_on_the_table(ocs: Ocs, race: Path):
    for words in (["--turn", "5"], []):
        table = json.loads(ocs("show", race, *words, "--json").out)
        told = json.loads(ocs("supply", race, *words, "--json").out)["sides"]
        ground = sorted((each["name"], side, each["tokens"]) for side in told for each in told[side]["ground"])
        assert ground == sorted((label, side, tokens) for label, side, tokens in table["dumps"])


def test_a_unit_is_told_hex_by_hex(ocs: Ocs):
    """3 Para and 6 Commando stand in Bône with 1 SP: they draw where they are."""
    uid = "br-para-3"
    told = ocs("supply", RACE, "--unit", uid).out.splitlines()
    assert f"Para Bn (3) [{uid}] in A17.26 Bône: 4T in reach from 1 source" in told
    assert "    draws by truck, 0 of 5 MP, where it is" in told
    assert "  an enemy unit in one hex alone would not cut all supply" in told
    unit = json.loads(ocs("supply", RACE, "--unit", uid, "--json").out)["unit"]
    (line,) = unit["lines"]
    assert (line["name"], line["hq"], line["tokens"], line["legs"][0]["hexes"]) == (BONE, "", 4, [BONE])
    assert unit["cuts"] == {"units": [], "zones": []}


@pytest.mark.parametrize("words", [[], ["--unit", "br-para-3"]])
def test_a_picture(ocs: Ocs, tmp_path: Path, words: list[str]):
    path = tmp_path / "supply.png"
    ended = ocs("supply", RACE, *words, "--png", path, "--scale", "24")
    assert ended.code == ExitCode.FINE
    assert path.read_bytes().startswith(b"\x89PNG")
    assert "pixels" in ended.err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--side", "Nobody"], ExitCode.USAGE),
        (["--unit", "br-para-33"], ExitCode.USAGE),
        (["--turn", "3"], ExitCode.USAGE),
        (["--png", "picture.jpg"], ExitCode.USAGE),
        (["--png", "picture.png", "--scale", "0"], ExitCode.USAGE),
        (["--csv", "table.png"], ExitCode.USAGE),
        (["--csv", "-"], ExitCode.USAGE),
        (["--unit", "coutx", "--side", "Axis"], ExitCode.USAGE),
        (["--unit", "allied-organic-1"], ExitCode.USAGE),
    ],
)
def test_what_cannot_be_told_leaves_nothing_behind(
    ocs: Ocs, words: list[str], code: ExitCode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    ended = ocs("supply", RACE, *words)
    assert (ended.code, ended.out, list(tmp_path.iterdir())) == (code, "", [])


@pytest.mark.parametrize("name", ["facts.ocslog", "other.ocslog", "other.ocslog.gz", "linked.csv"])
def test_a_log_is_never_overwritten_by_a_table(ocs: Ocs, log: Path, tmp_path: Path, name: str):
    for each in ("other.ocslog", "other.ocslog.gz"):
        (tmp_path / each).write_bytes(log.read_bytes())
    (tmp_path / "linked.csv").symlink_to(log)
    before = log.read_bytes()
    assert ocs("supply", log, "--csv", tmp_path / name).code == ExitCode.USAGE
    assert (tmp_path / name).read_bytes() == log.read_bytes() == before


@pytest.mark.parametrize(("typed", "uid"), [
    ("Coutx", "fr-mech-coutx"), ("fr-mech-coutx", "fr-mech-coutx"), ("Pz Bn (190)", "ger-pz-190"),
])  # fmt: skip
def test_a_unit_goes_by_its_name_too(ocs: Ocs, typed: str, uid: str):
    assert json.loads(ocs("supply", RACE, "--unit", typed, "--json").out)["unit"]["id"] == uid


@pytest.mark.rule("T2 1.2")
def test_a_unit_in_a_box_has_supply_without_end(ocs: Ocs):
    told = ocs("supply", RACE, "--unit", "allied-pax-1").out.splitlines()
    assert told[1:] == [
        "Allied Pax 1 [allied-pax-1] in Algiers: supply without end in reach from 1 source",
        "  Algiers: supply without end",
    ]
    unit = json.loads(ocs("supply", RACE, "--unit", "allied-pax-1", "--json").out)["unit"]
    assert (unit["tokens"], [line["tokens"] for line in unit["lines"]]) == (None, [None])


def test_a_unit_that_is_mistyped_hears_the_nearest(ocs: Ocs):
    assert "did you mean Coutx?" in ocs("supply", RACE, "--unit", "cotux").err


def test_each_turn_of_a_played_game_balances_and_begins_where_the_one_before_ended(
    ocs: Ocs, race: Path, tmp_path: Path
):
    """What a side had, with what came and went, is what the table shows: on the ground, and loaded."""
    ended = dict[str, int]()
    came = set[str]()
    for turn in range(1, 5):
        told = json.loads(ocs("supply", race, "--turn", turn, "--json").out)["sides"]
        for side, account in told.items():
            held = sum(each["tokens"] for each in account["ground"] + account["loaded"])
            for span in ("this_turn", "in_all"):
                balance, used = account["balance"][span], account["used"][span]
                assert balance["start"] + sum(used.values()) == balance["end"] == held
            assert account["balance"]["this_turn"]["start"] == ended.get(side, account["balance"]["in_all"]["start"])
            ended[side] = held
            came |= {use for use, tokens in account["used"]["this_turn"].items() if tokens > 0}
    assert "off-map boxes" in came
    table = tmp_path / "ledger.csv"
    assert ocs("supply", race, "--csv", table).code == 0
    rows = [(row["kind"], row["side"], int(row["turn"]), int(row["tokens"]))
            for row in csv.DictReader(table.open(encoding="utf-8"))]  # fmt: skip
    for side in ("Axis", "Allied"):
        starts = {turn: tokens for kind, whose, turn, tokens in rows if (kind, whose) == ("start", side)}
        held = sum(tokens for kind, whose, _, tokens in rows if (kind, whose) == ("held", side))
        for turn, tokens in starts.items():
            used = sum(row[3] for row in rows if row[:3] == ("used", side, turn))
            assert tokens + used == starts.get(turn + 1, held)


def test_a_source_is_told_once_and_then_who_else_could_throw_it(ocs: Ocs):
    """It Corps HQ (20 It) lies in Gabès on 8T, and draws to El Guettar; two other HQs throw from there as well."""
    told = ocs("supply", "kasserine-campaign", "--unit", "it-hq-20").out.splitlines()
    sources = [line for line in told if line.startswith("  ") and line[2] != " " and line.endswith("T")]
    assert sources[:2] == ["  B33.24 El Guettar: 8T", "  B48.17 Gabès: 8T"]
    assert len(sources) == len(set(sources))
    assert "    draws by truck, 0 of 5 MP, where it is" in told
    assert "    also by It Corps HQ (21 It)" in told
    throws = [line for line in told if line.startswith("    and throws")]
    first, *later = throws
    assert first.startswith("    and throws by truck, 7 of 10 MP: B44.27 Mezzouna 0,")
    assert set(later) == {"    and throws, as above"}


def test_what_cannot_be_read_or_written(ocs: Ocs, log: Path, tmp_path: Path):
    assert ocs("supply", tmp_path / "nosuch.ocslog").code == ExitCode.INPUT
    assert ocs("supply", log, "--turn", "9").code == ExitCode.USAGE
    (tmp_path / "file").write_text("")
    assert ocs("supply", RACE, "--csv", tmp_path / "file" / "ledger.csv").code == ExitCode.OUTPUT
