"""Files and folders: what is looked at, what is left alone, and files that are wrong as a whole."""

import os
import time

import pytest

from ocs_engine.validate import ERRORS, WARNINGS, find_files, validate
from ocs_engine.world.resources import bundled
from ocs_engine.world.scenario_head import BIGGEST
from tests.validate.samples import SMALL


def codes(report):
    return [(problem.line, problem.column, problem.code) for problem in report.errors]


def test_our_six_scenarios_are_clean():
    report = validate([bundled("scenarios")])
    assert len(report.files) == 6
    assert [str(problem) for problem in (*report.errors, *report.warnings)] == []


def test_the_small_file_is_clean(small):
    report = validate([small(SMALL)])
    assert (report.errors, report.warnings) == ((), ())


def test_a_folder_is_searched_to_its_bottom_and_other_files_left_alone(small, tmp_path):
    small(SMALL, "b.ocs")
    small("no scenario", "README.md")
    deep = tmp_path / "deep" / "deeper"
    deep.mkdir(parents=True)
    (deep / "a.ocs").write_text(SMALL)
    (deep / "A.OCSLOG").write_text("no log")
    assert [path.relative_to(tmp_path).as_posix() for path in find_files([tmp_path])] == [
        "b.ocs",
        "deep/deeper/A.OCSLOG",
        "deep/deeper/a.ocs",
    ]


def test_a_file_named_twice_is_checked_once(small, tmp_path):
    path = small(SMALL)
    assert find_files([path, tmp_path, path]) == [path]


def test_a_file_that_does_not_exist_is_told(tmp_path):
    lost = [tmp_path / "lost.ocs", tmp_path / "lost.ocslog", tmp_path / "lost"]
    assert codes(validate(lost)) == [(0, 0, "no-file")] * 3


def test_a_file_of_another_kind_is_told_when_it_is_named(small):
    assert codes(validate([small("hello", "notes.txt")])) == [(0, 0, "kind")]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root and Windows may read anything")
def test_a_file_that_may_not_be_read_is_told(small):
    path = small(SMALL)
    path.chmod(0)
    assert codes(validate([path])) == [(0, 0, "no-file")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe.ocs")
    assert codes(validate([tmp_path])) == [(0, 0, "no-file")]


def test_a_folder_that_is_called_like_a_scenario_is_a_folder(tmp_path):
    (tmp_path / "odd.ocs").mkdir()
    assert validate([tmp_path / "odd.ocs"]).files == ()


def test_a_file_that_is_too_big_is_not_read(small):
    remark = "-- " + "x" * 97 + "\n"
    assert codes(validate([small(remark * (BIGGEST // len(remark) + 1))])) == [(0, 0, "too-big")]


def test_after_a_hundred_faults_the_rest_is_left(small):
    """A hundred lines with an unknown unit each, from line 20 on, and a thousand more."""
    head, tail = SMALL.split("Reserve markers: 4\n")
    wrong = "".join(f"A48.24: March Bn (X-{number})\n" for number in range(1100))
    report = validate([small(head + wrong + tail)])
    first = head.count("\n") + 1
    assert codes(report)[:100] == [(first + number, 19, "unit") for number in range(100)]
    assert codes(report)[100:] == [(first + 99, 19, "too-many")]


def test_an_empty_file_lacks_everything(small):
    report = validate([small(b"")])
    assert codes(report) == [(1, 1, "missing")] * 6
    assert [problem.message.split()[2] for problem in report.errors] == [
        "Scenario:",
        "Turns:",
        "Maps:",
        "First",
        "Set-up",
        "Victory:",
    ]


def test_one_bad_file_does_not_hide_the_others(small):
    paths = [small(b"\xff\xfe", "a.ocs"), small(SMALL, "b.ocs"), small(SMALL.replace("190", "191"), "c.ocs")]
    first, second, third = validate(paths).files
    assert [problem.code for problem in first.errors] == ["bad-text"]
    assert second.errors == ()
    assert [problem.code for problem in third.errors] == ["unit"]


ODD = [  # what is changed in the small file, into what, line, column, code, what the message holds
    ("Tunis A48.24 by", "Tunis A44.30 by", 13, 21, "name", "the map has Tunis in A48.24"),
    ("Air strips: A47.22", "Air strips: A43.24", 25, 13, "strip-site", "far from any village"),
    ("Axis ports: all others", "Axis ports: Tunis, Bizerte", 1, 1, "port-owner", "the port Bône belongs to nobody"),
    ("A17.26: Para Bn (1, 2, 3), 1 SP", "A17.26: 1 SP", 1, 1, "empty", "the Allied side has no units"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "code", "holds"), ODD)
def test_what_looks_odd_is_a_warning(small, old, new, line, column, code, holds):
    assert old in SMALL
    report = validate([small(SMALL.replace(old, new))])
    assert report.errors == ()
    found = [(each.line, each.column, each.code) for each in report.warnings]
    assert (line, column, code) in found
    assert any(holds in each.message for each in report.warnings if each.code == code)
    assert {each.code for each in report.warnings} == {code}


def test_a_fault_brings_no_warning_that_only_follows_from_it(small):
    """The only line with Allied units cannot be read, nor the one that gives the other ports to the Axis."""
    for old, new, code in (("A17.26: Para Bn (1, 2, 3), 1 SP", "A17.26: Para Bn (1, 2, 3)), 1 SP", "syntax"),
                           ("Axis ports: all others", "Axis ports: all the others", "port")):  # fmt: skip
        assert old in SMALL
        (report,) = validate([small(SMALL.replace(old, new))]).files
        assert [each.code for each in report.errors] == [code]
        assert report.warnings == ()


def test_arrivals_at_an_entry_that_is_not_in_play_are_a_warning(small):
    """On map A alone the 56th Division, due at Entry E on 22 April, has nowhere to come to."""
    text = (bundled("scenarios") / "the-end-in-africa.ocs").read_text(encoding="utf-8")
    without = text.replace("No arrivals at: Entry E\n", "")
    (warning,) = validate([small(without)]).warnings
    assert (warning.line, warning.column, warning.code) == (1, 1, "entry")
    assert "Allied units come to Entry E, which is not in play" in warning.message


def test_a_hedgehog_on_the_mareth_line_must_be_higher_than_the_printed_one(small):
    text = (bundled("scenarios") / "the-mareth-line.ocs").read_text(encoding="utf-8")
    low = text.replace("\nB44.17:", "\nB51.14: Level 2 Hedgehog\nB44.17:")
    assert [each.code for each in validate([small(low)]).warnings] == ["hedgehog"]
    assert validate([small(low.replace("Level 2 Hedgehog", "Level 3 Hedgehog"))]).warnings == ()


def test_every_code_is_documented():
    page = (bundled("docs") / "validation.md").read_text(encoding="utf-8")
    assert [code for code in {**ERRORS, **WARNINGS} if f"| `{code}` |" not in page] == []
    documented = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `") and "`--" not in line]
    assert [code for code in documented if code not in {**ERRORS, **WARNINGS}] == []


def test_two_hundred_files_take_seconds(small, tmp_path):
    """Map and data are loaded once: a file of this size costs about 5 ms; 100 is far from that on any machine."""
    for number in range(200):
        small(SMALL, f"{number}.ocs")
    begun = time.process_time()
    assert len(validate([tmp_path]).files) == 200
    assert time.process_time() - begun < 20
