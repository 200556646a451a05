"""`ocs odds air`: what reaches a hex and meets planes there, and what a mission comes to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ocs_engine.cli import air
from ocs_engine.cli.output import ExitCode
from tests.cli.conftest import Ocs
from tests.flights import sky

HERE = ("odds", "air", "race-for-tunis", "--hex", "A30.20")
LINES = (
    "Axis 2 A30.20: ger-ju88 inactive",
    "Axis 1 A38.20: ger-bf109g, ita-mc202",
    "Allied 1 A20.20: us-a-20, us-p-40, us-p-40 inactive",
    "Allied 1 A01.20: us-spitv",
)


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position in place of whatever scenario is named."""
    p = sky(*LINES)
    monkeypatch.setattr(air, "state_of", lambda *_: p.state)


def told(ocs: Ocs, *words: object) -> dict[str, Any]:
    ended = ocs(*HERE, *words, "--json")
    assert ended.code == ExitCode.FINE, ended
    document: dict[str, Any] = json.loads(ended.out)
    return document


def test_what_reaches_a_hex(ocs: Ocs) -> None:
    found = told(ocs, "--side", "Allied")
    assert {each["id"]: (each["base"], each["distance"], each["active"]) for each in found["planes"]} == {
        "us-a-20-1": ("A20.20", 10, True), "us-p-40-1": ("A20.20", 10, True), "us-p-40-2": ("A20.20", 10, False),
        "us-spitv-1": ("A01.20", 29, True),
    }  # fmt: skip
    assert found["interceptors"] == ["ger-bf109g-1", "ita-mc202-1"] and found["defenders"] == []
    assert found["patrolled_from"] == {"Axis": ["A38.20"], "Allied": ["A20.20"]}
    flak = {(each["mission"], each["planes"]): each for each in found["flak"]}
    lone = flak["barrage, hip shoot", "1 or 2 planes, no Fighter"]
    assert {each["why"]: each["value"] for each in lone["modifiers"]} == {"air base": 2, "Patrol Zone, no Fighter": 2}
    assert lone["hit"] == 21 / 36, "2d6 + 4: 7 or more"
    words = ocs(*HERE, "--side", "Allied").out
    assert "+2 air base (OCS 14.4)" in words and "Bf.109G [ger-bf109g-1]" in words
    assert "us-p-40-2 is Inactive (OCS 14.1)" in words


def test_a_mission_against_each_answer(ocs: Ocs) -> None:
    found = told(ocs, "--planes", "us-a-20-1, us-p-40-1")
    assert [each["interceptor"] for each in found["answers"]] == [None, "ger-bf109g-1", "ita-mc202-1"]
    alone = found["answers"][0]
    assert alone["flak"] == {"fires": 1.0, "hits": 15 / 36}, "2d6 + 2 for the base, + 1 for the zone"
    assert alone["comes_through"] == 1.0 and alone["lost"]["us-a-20-1"] == 7.5 / 36
    assert sum(alone["effect"]["results"].values()) == pytest.approx(1)
    best = told(ocs, "--planes", "us-a-20-1,us-p-40-1", "--interceptor", "best")["answers"]
    assert [each["interceptor"] for each in best] == ["ger-bf109g-1"]
    none = told(ocs, "--planes", "us-a-20-1,us-p-40-1", "--interceptor", "none")["answers"]
    assert none == [alone]
    words = ocs(*HERE, "--planes", "us-a-20-1", "--interceptor", "ita-mc202-1").out
    assert "MC.202 [ita-mc202-1] is sent" in words and "base's level" in words


def test_a_plan_for_planes_that_may_not_fly_now_is_told_with_a_note(ocs: Ocs) -> None:
    ended = ocs(*HERE, "--planes", "us-p-40-2")
    assert ended.code == ExitCode.FINE and "told as if they were Active" in ended.err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--planes", "us-a-20-2"), ExitCode.USAGE, "did you mean us-a-20-1?"),
        (("--planes", "P-40"), ExitCode.USAGE, "may be us-p-40-1, us-p-40-2"),
        (("--planes", "us-a-20-1,ger-ju88-1"), ExitCode.USAGE, "of one side"),
        (("--planes", ","), ExitCode.USAGE, "name one or more planes"),
        (("--planes", "us-a-20-1", "--interceptor", "ger-ju88-1"), ExitCode.PROBLEMS, "ger-bf109g-1, ita-mc202-1 may"),
        (("--planes", "us-a-20-1", "--at", "port"), ExitCode.PROBLEMS, "holds no port of the enemy's, but air base"),
        (("--planes", "us-p-40-1", "--mission", "fighter-sweep", "--at", "units"), ExitCode.USAGE, "--at goes with"),
        (("--planes", "us-a-20-1", "--mission", "barage"), ExitCode.USAGE, "did you mean barrage?"),
        (("--planes", "us-a-20-1,us-a-20-1"), ExitCode.PROBLEMS, "each of them once (OCS 14.2a)"),
        (("--side", "Neutral"), ExitCode.USAGE, "there is no side"),
    ],
)
def test_what_cannot_be(ocs: Ocs, words: tuple[str, ...], code: ExitCode, said: str) -> None:
    ended = ocs(*HERE, *words)
    assert ended.code == code and said in ended.err, ended


def test_a_place_that_there_is_not(ocs: Ocs) -> None:
    ended = ocs("odds", "air", "race-for-tunis", "--hex", "Sicilly")
    assert ended.code == ExitCode.USAGE and "did you mean Sicily" in ended.err


def test_out_of_range(ocs: Ocs) -> None:
    words = ("--hex", "A60.20", "--planes", "us-spitv-1", "--mission", "fighter-sweep")
    ended = ocs("odds", "air", "race-for-tunis", *words)
    assert ended.code == ExitCode.PROBLEMS and "out of the range of us-spitv-1 (OCS 14.2)" in ended.err
