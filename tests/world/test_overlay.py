"""Correcting figures by a folder laid over the data files."""

import shutil
from pathlib import Path

import pytest

from ocs_engine.world import resources
from ocs_engine.world.catalogue import DATA_FILES, read_catalogue
from ocs_engine.world.counters import Mobility, load_counters
from ocs_engine.world.datafiles import DataFiles
from ocs_engine.world.errors import DataError
from ocs_engine.world.report import data_check, data_report
from ocs_engine.world.world import load_world


def problem_of(folder: Path):
    with pytest.raises(DataError) as caught:
        read_catalogue(folder)
    assert len(caught.value.problems) == 1
    return caught.value.problems[0]


def test_a_cell_of_the_overlay_replaces_ours(catalogue, overlay):
    folder = overlay("tunisia2/units.csv", "id,ma_move,ar\nger-march-t-2,6,\n")
    corrected = read_catalogue(folder)
    assert catalogue.counters["ger-march-t-2"].move.ma == 5
    assert corrected.counters["ger-march-t-2"].move.ma == 6
    assert corrected.counters["ger-march-t-2"].ar == 2
    assert corrected.counters["ger-march-t-1"] == catalogue.counters["ger-march-t-1"]
    assert list(corrected.counters) == list(catalogue.counters)


def test_a_dash_blanks_a_cell(overlay):
    folder = overlay("tunisia2/units.csv", "id,formation\nger-10pz-ii7,-\n")
    assert read_catalogue(folder).counters["ger-10pz-ii7"].independent


def test_a_json_key_of_the_overlay_replaces_ours(catalogue, overlay):
    folder = overlay("tunisia2/terrain.json", '{"hex": {"sand": {"mp": {"truck": "4"}}}}')
    sand = read_catalogue(folder).chart.hex["sand"].mp
    assert sand == {Mobility.LEG: 24, Mobility.TRACK: 36, Mobility.TRUCK: 48}
    assert catalogue.chart.hex["sand"].mp[Mobility.TRUCK] == 72


def test_an_overlay_changes_the_hash_of_the_data(overlay):
    folder = overlay("tunisia2/units.csv", "id,ma_move\nger-march-t-2,6\n")
    plain, laid = load_world("race-for-tunis"), load_world("race-for-tunis", folder)
    assert plain is load_world("race-for-tunis") and laid is not plain
    assert plain.hashes["data"] != laid.hashes["data"]
    assert plain.hashes["map"] == laid.hashes["map"] and plain.hashes["scenario"] == laid.hashes["scenario"]
    assert laid.counters["ger-march-t-2"].move.ma == 6


CSV_FAULTS = [  # text, line, column, code, what the message holds, suggestion
    ("id,ma_move\nger-march-t2,6\n", 2, 1, "unknown-id", "ger-march-t2", "ger-march-t-2"),
    ("id,ma_mov\nger-march-t-2,6\n", 1, 1, "unknown-column", "ma_mov", "ma_move"),
    ("id,ma,ma_move\nger-march-t-2,3,six\n", 2, 17, "bad-value", "ma_move: found 'six'", None),
    ("id,class\nger-march-t-2,armour\n", 2, 15, "bad-value", "class: found 'armour'", None),
    ("id,re\nger-march-t-2,1/3\n", 2, 15, "bad-value", "expected an RE size in quarters", None),
    ("id,mark\nger-march-t-2,from memory\n", 2, 15, "bad-value", "opens with no mark", None),
    ("id,ma\nger-march-t-2,3,4\n", 2, 1, "bad-csv", "has 3 cells; expected 2", None),
    ('id,note\nger-march-t-2,"open\n', 2, 1, "bad-csv", "quotation mark", None),
    ("id,ma\nger-march-t-2,3\nger-march-t-2,4\n", 3, 1, "twice", "stands already on line 2", None),
    ("ma\n3\n", 1, 1, "no-id", "needs the column id", None),
    ("", 1, 1, "bad-csv", "is empty", None),
]


@pytest.mark.parametrize(("text", "line", "column", "code", "holds", "suggestion"), CSV_FAULTS)
def test_a_fault_in_a_csv_overlay_has_its_place(overlay, text, line, column, code, holds, suggestion):
    folder = overlay("tunisia2/units.csv", text)
    problem = problem_of(folder)
    assert problem.file == str(folder / "tunisia2/units.csv")
    assert (problem.line, problem.column, problem.code) == (line, column, code)
    assert holds in problem.message
    assert problem.suggestion == suggestion


JSON_FAULTS = [
    ('{"hex":\n  {"sannd": {}}}', 2, 4, "unknown-key", "hex.sannd", "sand"),
    ('{"hex": {"sand":\n  {"mp": {"truck": "1/7"}}}}', 2, 11, "bad-value", "no multiple of 1/12", None),
    ('{"hex": {"sand": {"mp": {"truck": 4.3}}}}', 1, 26, "bad-value", "no multiple of 1/12", None),
    ('{"hex": {"sand": {"mp": \n', 2, 1, "bad-json", "", None),
    ('{"hex": {"sand": {"attack": {"armor": "12"}}}}', 1, 30, "bad-value", "from 0 to 10", None),
    ('{"hex": {}, "hex": {}}', 0, 0, "twice", "'hex' stands twice", None),
    ('{"road": []}', 1, 2, "bad-value", "road", None),
]


@pytest.mark.parametrize(("text", "line", "column", "code", "holds", "suggestion"), JSON_FAULTS)
def test_a_fault_in_a_json_overlay_has_its_place(overlay, text, line, column, code, holds, suggestion):
    problem = problem_of(overlay("tunisia2/terrain.json", text))
    assert (problem.line, problem.column, problem.code) == (line, column, code)
    assert holds in problem.message
    assert problem.suggestion == suggestion


def test_a_file_that_lies_over_none_of_ours_is_refused(overlay):
    problem = problem_of(overlay("tunisia2/unit.csv", "id\n"))
    assert problem.code == "unknown-file" and problem.suggestion == "tunisia2/units.csv"


def test_an_overlay_is_a_folder(tmp_path):
    assert problem_of(tmp_path / "nowhere").code == "no-overlay"


def test_a_folder_without_any_data_file_is_no_overlay(tmp_path):
    """A mistyped folder would else play with our figures, and say nothing."""
    (tmp_path / "notes.txt").write_text("no data")
    problem = problem_of(tmp_path)
    assert (problem.code, problem.message[:28]) == ("no-overlay", "holds none of our data files")


def test_faults_of_several_rows_and_files_come_together(overlay):
    overlay("tunisia2/units.csv", "id,ar\nger-march-t-1,9\nger-march-t-2,8\n")
    folder = overlay("tunisia2/aircraft.csv", "id,range\nger-ju52,far\n")
    with pytest.raises(DataError) as caught:
        read_catalogue(folder)
    places = [(Path(problem.file).name, problem.line) for problem in caught.value.problems]
    assert places == [("units.csv", 2), ("units.csv", 3), ("aircraft.csv", 2)]


def test_a_message_reads_as_file_line_column():
    folder_less = DataFiles(("tunisia2/units.csv",), root=Path("/nowhere"))
    with pytest.raises(DataError, match=r"^tunisia2/units.csv:0:0: no-file there is no such file$"):
        load_counters(folder_less)


def test_bytes_that_are_no_text_are_refused_with_their_line(tmp_path):
    shutil.copytree(resources.data("tunisia2"), tmp_path / "tunisia2")
    units = tmp_path / "tunisia2/units.csv"
    units.write_bytes(units.read_bytes().replace(b"March T-2", b"March T\xff2"))
    line = units.read_bytes()[: units.read_bytes().index(b"\xff")].count(b"\n") + 1
    with pytest.raises(DataError, match=rf"tunisia2/units.csv:{line}:1: bad-text"):
        load_counters(DataFiles(("tunisia2/units.csv",), root=tmp_path))


def test_an_arrival_of_a_counter_that_does_not_exist_is_refused(overlay):
    folder = overlay("tunisia2/schedule.json", '{"arrivals": {"axis-1942-12-01": {"units": ["ger-tiger-2-502"]}}}')
    problem = problem_of(folder)
    assert (problem.line, problem.column) == (1, 35)
    assert "'ger-tiger-2-502' is no counter; did you mean ger-tiger-2-501?" in problem.message


def test_the_report_counts_each_row_once(overlay):
    folder = overlay("tunisia2/units.csv", "id,ma_move,mark\nger-march-t-2,6,S\n")
    report = data_report(folder)
    units = {count.entry: count for count in report.counts if count.file == "tunisia2/units.csv"}
    assert set(units) == {"unit_mark", "mark", "booklet_mark"}
    for count in report.counts:
        assert sum(count.whole.values()) + count.mixed == count.entries, count.file
        assert max(count.part.values()) <= count.mixed
    assert units["unit_mark"].entries == 308
    assert units["unit_mark"].whole["S"] == 210 and units["unit_mark"].whole["R"] == 98
    assert units["mark"].whole["S"] == 1  # the corrected one: wholly sourced now
    assert report.corrected == {"tunisia2/units.csv": 2}
    assert data_report().corrected == {}


def test_the_report_covers_data_map_and_scenarios():
    files = {count.file for count in data_report().counts}
    assert files >= {*DATA_FILES, "maps/baked", "scenarios/race-for-tunis.ocs"}


def test_the_check_finds_nothing_in_our_own_files_and_the_fault_in_an_overlay(overlay):
    assert data_check() == ()
    problems = data_check(overlay("tunisia2/units.csv", "id,ar\nger-march-t-1,9\n"))
    assert [problem.code for problem in problems] == ["bad-value"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("terrain.json", '{"hex":{"open":{"mp":{"leg":"0","track":"0","truck":"0"}}}}', "0 MP"),
        ("terrain.json", '{"road":{"primary":{"mp":{"leg":"0"}}}}', "0 MP"),
        ("terrain.json", '{"hex":{"open":{"mp":{"leg":"1e99999999"}}}}', "expected MP as a whole number"),
        ("terrain.json", '{"hex":{"open":{"mp":{"leg":' + "9" * 5000 + "}}}}", "far too long"),
        ("units.csv", "id,re\nger-pz-190,1e99999999\n", "expected an RE size"),
        ("units.csv", "id,ma,ma\nger-pz-190,4,5\n", "'ma' stands twice"),
    ],
)
def test_figures_that_would_stop_a_game_are_refused_at_the_door(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    (tmp_path / "tunisia2").mkdir()
    (tmp_path / "tunisia2" / name).write_text(text, encoding="utf-8")
    problems = data_check(tmp_path)
    assert any(words in str(each) for each in problems), problems


def test_an_overlay_that_is_no_ordinary_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tunisia2" / "units.csv").mkdir(parents=True)
    assert "is no ordinary file" in str(data_check(tmp_path)[0])
