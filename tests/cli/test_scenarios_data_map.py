"""`ocs scenarios`, `ocs data`, `ocs map`, `ocs schema`."""

import json
from pathlib import Path

import pytest

from ocs_engine.cli.output import ExitCode
from tests.cli.conftest import Ocs


def test_scenarios_lists_race_for_tunis(ocs: Ocs):
    """Scenario 1 runs from 15 Nov to 29 Dec 1942: five turn dates in November from the 15th on, nine in December."""
    ended = ocs("scenarios", "--json")
    assert (ended.code, ended.err) == (ExitCode.FINE, "")
    first = json.loads(ended.out)["scenarios"][0]
    assert first == {
        "id": "race-for-tunis", "number": 1, "title": "Race for Tunis", "first": "1942-11-15", "last": "1942-12-29",
        "turns": 5 + 9,
    }  # fmt: skip


def test_scenarios_prints_a_table(ocs: Ocs):
    headings, first, *_ = ocs("scenarios").out.splitlines()
    assert headings.split()[:3] == ["No.", "id", "title"]
    assert "race-for-tunis" in first
    assert "1942-11-15" in first


def test_data_report_counts_every_entry_once(ocs: Ocs):
    ended = ocs("data", "report", "--json")
    assert ended.code == ExitCode.FINE
    counts = json.loads(ended.out)["counts"]
    assert {"tunisia2/units.csv", "maps/baked"} <= {count["file"] for count in counts}
    for count in counts:
        assert sum(count["whole"].values()) + count["mixed"] == count["entries"]


def test_data_report_adds_up_in_its_table(ocs: Ocs):
    table = ocs("data", "report")
    rows = [line.split() for line in table.out.splitlines()]
    assert rows[0] == ["file", "what", "entries", "S", "S95", "SG", "K", "R", "mixed"]
    assert int(rows[-1][2]) == sum(int(row[2]) for row in rows[1:-1])
    assert "R reconstructed" in table.err


def test_data_check_finds_nothing_wrong_with_our_own_data(ocs: Ocs):
    assert json.loads(ocs("data", "check", "--json").out) == {"problems": []}


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    (tmp_path / "tunisia2").mkdir()
    return tmp_path


def test_an_overlay_that_names_no_unit_of_ours_is_a_problem_with_its_place(ocs: Ocs, overlay: Path):
    (overlay / "tunisia2" / "units.csv").write_text("id,ar\nno-such-unit,5\n")
    ended = ocs("data", "check", "--data-overlay", overlay, "--json")
    assert ended.code == ExitCode.PROBLEMS
    (problem,) = json.loads(ended.out)["problems"]
    assert (problem["line"], problem["column"]) == (2, 1)
    assert "no-such-unit" in problem["message"]
    assert "units.csv:2:1: " in ocs("data", "check", "--data-overlay", overlay).out


def test_a_broken_overlay_ends_other_commands_with_the_same_sentence(ocs: Ocs, overlay: Path):
    (overlay / "tunisia2" / "units.csv").write_text("id,ar\nno-such-unit,5\n")
    ended = ocs("data", "report", "--data-overlay", overlay)
    assert ended.code == ExitCode.INPUT
    assert "units.csv:2:1: " in ended.err


def test_an_overlay_that_is_no_folder_is_refused(ocs: Ocs, tmp_path: Path):
    ended = ocs("data", "report", "--data-overlay", tmp_path / "nowhere")
    assert ended.code == ExitCode.INPUT
    assert "nowhere" in ended.err


def test_map_check_proves_the_map(ocs: Ocs):
    """Fifty-three anchors were located; each must lie in its hex."""
    ended = ocs("map", "check", "--json")
    proofs = {proof["statement"]: proof for proof in json.loads(ended.out)["proofs"]}
    assert all(proof["holds"] for proof in proofs.values())
    assert proofs["located anchors lie in their hex"]["count"] == 53
    assert ended.code == ExitCode.FINE


def test_map_build_names_the_files_that_it_wrote(ocs: Ocs, tmp_path: Path):
    told = json.loads(ocs("map", "build", "--out", tmp_path / "baked", "--json").out)
    assert sorted(told["files"]) == sorted(file.name for file in (tmp_path / "baked").iterdir())


def test_map_build_says_which_source_is_missing(ocs: Ocs, tmp_path: Path):
    ended = ocs("map", "build", "--sources", tmp_path, "--out", tmp_path / "baked")
    assert ended.code == ExitCode.INPUT
    assert str(tmp_path) in ended.err


def test_map_render_writes_a_picture(ocs: Ocs, tmp_path: Path):
    png = tmp_path / "new folder" / "map.png"
    ended = ocs("map", "render", "--sheets", "A", "--scale", "24", "--png", png)
    assert (ended.code, ended.out) == (ExitCode.FINE, "")
    assert png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize(("options", "code"), [
    (["--sheets", "C"], ExitCode.USAGE),
    (["--scale", "1000000"], ExitCode.USAGE),
])
def test_map_render_refuses_what_cannot_be_drawn(ocs: Ocs, tmp_path: Path, options: list[str], code: int):
    ended = ocs("map", "render", "--png", tmp_path / "map.png", *options)
    assert ended.code == code
    assert not (tmp_path / "map.png").exists()


def test_map_render_explains_a_place_that_cannot_be_written(ocs: Ocs, tmp_path: Path):
    (tmp_path / "file").write_text("")
    ended = ocs("map", "render", "--scale", "24", "--png", tmp_path / "file" / "map.png")
    assert ended.code == ExitCode.OUTPUT
    assert "map.png" in ended.err


@pytest.mark.parametrize("what", ["commands", "events", "log"])
def test_schema_is_complete(ocs: Ocs, what: str):
    """Every reference inside a schema leads somewhere."""
    text = ocs("schema", what).out
    schema = json.loads(text)
    wanted = {part.split('"')[0] for part in text.split('"#/$defs/')[1:]}
    assert wanted <= set(schema["$defs"])
    assert schema["$schema"].startswith("https://json-schema.org/")


def test_schema_commands_knows_a_move(ocs: Ocs):
    schema = json.loads(ocs("schema", "commands").out)
    move = schema["$defs"]["Move"]
    assert {"side", "units", "path"} <= set(move["properties"])


def test_schema_of_something_else_names_what_there_is(ocs: Ocs):
    ended = ocs("schema", "dice")
    assert ended.code == ExitCode.USAGE
    assert "commands" in ended.err
