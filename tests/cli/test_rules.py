"""`ocs rules`, and the table that it shows: true to the code and the tests, and kept true by every full run."""

import csv
import json
import os
import sys
from pathlib import Path

import pytest

from ocs_engine import rulebook
from ocs_engine.cli.output import ExitCode
from ocs_engine.kernel import cases
from ocs_engine.rulebook import Case, Status
from tests.cli.conftest import Ocs

pytest_plugins = ("pytester",)

ROOT = Path(__file__).parents[2]
NEGATION = {"OCS 4.5b": ["tests/series/test_general.py::test_negation"]}


@pytest.fixture
def negation(monkeypatch: pytest.MonkeyPatch) -> None:
    """One case with one test."""
    monkeypatch.setattr(rulebook, "committed_tests", lambda: NEGATION)


def rules(ocs: Ocs, *words: str) -> dict[str, dict[str, object]]:
    """The cases that `ocs rules --json` gives, by number."""
    return {case["rule"]: case for case in json.loads(ocs("rules", *words, "--json").out)["cases"]}


# --- the table is true


def test_nothing_is_wrong_with_the_table():
    """Every @rule names a case and a function that there are; what is left is left of something carried out."""
    assert rulebook.faults() == []


def test_every_case_of_the_index_is_listed(ocs: Ocs):
    with (ROOT / "ocs_engine" / "data" / "rules-index.csv").open(encoding="utf-8", newline="") as file:
        numbers = [row["rule"] for row in csv.DictReader(file)]
    assert [case["rule"] for case in json.loads(ocs("rules", "--json").out)["cases"]] == numbers


def test_a_function_that_is_gone_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    gone = {"OCS 4.5": ["ocs_engine.series.general:has_zock", "ocs_engine.series.ghosts:has_zoc"]}
    monkeypatch.setattr(rulebook, "carried_out", lambda: gone)
    monkeypatch.setattr(rulebook, "what_is_left", dict)
    assert rulebook.faults() == [f"OCS 4.5: there is no function {where}" for where in gone["OCS 4.5"]]


def test_a_case_that_there_is_not_is_a_fault_with_the_nearest_spelling(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rulebook, "carried_out", lambda: {"OCS 4.5bb": ["ocs_engine.series.general:negated"]})
    monkeypatch.setattr(rulebook, "what_is_left", dict)
    assert rulebook.faults() == [
        "ocs_engine.series.general:negated: 'OCS 4.5bb' is no case of rules-index.csv; did you mean 'OCS 4.5b'?"
    ]


def test_nothing_can_be_left_of_a_case_that_nothing_carries_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rulebook, "carried_out", dict)
    monkeypatch.setattr(rulebook, "what_is_left", lambda: {"OCS 9.8": "half of it"})
    assert rulebook.faults() == [
        "rules-left.csv: OCS 9.8 is not carried out by any function, so nothing can be left of it"
    ]


@pytest.mark.parametrize("named", [(), ("OCS 4.5", "OCS 4.5")])
def test_a_function_names_each_of_its_cases_once(named: tuple[str, ...]):
    with pytest.raises(ValueError, match="each of them once"):
        cases.rule(*named)


@pytest.mark.parametrize(("case", "status"), [
    (Case("OCS 1", "", "core"), Status.MISSING),
    (Case("OCS 1", "", "core", tests=("t",)), Status.MISSING),
    (Case("OCS 1", "", "core", ("m:f",)), Status.UNTESTED),
    (Case("OCS 1", "", "core", ("m:f",), ("t",)), Status.DONE),
    (Case("OCS 1", "", "core", ("m:f",), ("t",), "the rest"), Status.PART),
    (Case("OCS 1", "", "option"), Status.MISSING),
    (Case("OCS 1", "", "other-games"), Status.OUT_OF_SCOPE),
])  # fmt: skip
def test_done_needs_a_function_and_a_test_and_nothing_left(case: Case, status: Status):
    assert case.status is status


@pytest.mark.parametrize(("text", "told"), [
    ("rule,rest\n", "rules-left.csv:1:1: rules found the columns rule,rest; expected rule,left"),
    ("rule,left\nOCS 4.5\n", "rules-left.csv:2:1: rules found 1 cells"),
    ("rule,left\nOCS 4.5,\n", "rules-left.csv:2:1: rules OCS 4.5 does not say what is left"),
    ("rule,left\nOCS 7,a\nOCS 7,b\n", "rules-left.csv:3:1: rules OCS 7 is listed twice"),
])  # fmt: skip
def test_a_file_that_is_wrong_is_named_with_its_line(
    ocs: Ocs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
):
    (tmp_path / rulebook.INDEX).write_bytes((ROOT / "ocs_engine" / "data" / rulebook.INDEX).read_bytes())
    (tmp_path / rulebook.LEFT).write_text(text)
    monkeypatch.setattr(rulebook.resources, "data", lambda name: tmp_path / name)
    ended = ocs("rules")
    assert ended.code == ExitCode.INPUT
    assert told in ended.err


# --- the command


@pytest.mark.usefixtures("negation")
def test_a_case_says_where_it_is_carried_out_and_what_tests_it(ocs: Ocs):
    case = rules(ocs, "OCS 4.5b")["OCS 4.5b"]
    assert (case["title"], case["scope"], case["status"]) == ("Zone of control: negation", "core", "done")
    assert "ocs_engine.series.general:negated" in case["implemented"]
    assert (case["tests"], case["left"]) == (NEGATION["OCS 4.5b"], "")


def test_the_summary_counts_every_case_once(ocs: Ocs):
    told = json.loads(ocs("rules", "--json").out)
    counts = told["summary"]
    assert counts["cases"] == len(told["cases"]) == sum(counts[status] for status in Status)
    for status in Status:
        assert counts[status] == sum(case["status"] == status for case in told["cases"])
        assert counts[status] == sum(scope[status] for scope in counts["by_scope"].values())


@pytest.mark.parametrize(("words", "first", "count"), [
    (["OCS", "7"], "OCS 7", 1),
    (["ocs 4.5"], "OCS 4.5", 3),
    (["4.5b"], "OCS 4.5b", 1),
    (["T2", "1.3"], "T2 1.3b", 2),
    (["T2", "1.1"], "T2 1.1a", 5),
    (["T2", "1.3", "2.6"], "T2 1.3b", 3),
    (["5.0", "OCS", "7"], "OCS 7", 2),
    (["T2", "5.1", "ocs", "4.9"], "OCS 4.9", 2),
])  # fmt: skip
def test_chapters_and_cases_are_chosen(ocs: Ocs, words: list[str], first: str, count: int):
    """1.1 means 1.1a to 1.1e and not 1.10 to 1.12; 5.0 before any game is that of Tunisia II, the only one."""
    found = rules(ocs, *words)
    assert (next(iter(found)), len(found)) == (first, count)


def test_a_game_alone_is_all_its_chapters(ocs: Ocs):
    found = rules(ocs, "T2")
    assert len(found) == sum(rule.startswith("T2 ") for rule in rules(ocs))
    assert all(rule.startswith("T2 ") for rule in found)


@pytest.mark.parametrize(("words", "told"), [
    (["OCS", "4.5x"], "there is no rule OCS 4.5x; did you mean OCS 4.5"),
    (["44"], "there is no rule 44"),
    (["--status", "dine"], "there is no status 'dine'; did you mean done?"),
])
def test_what_there_is_not_is_a_usage_error(ocs: Ocs, words: list[str], told: str):
    ended = ocs("rules", *words)
    assert ended.code == ExitCode.USAGE
    assert told in ended.err
    assert ended.out == ""


def test_a_status_chooses(ocs: Ocs):
    found = rules(ocs, "--status", "out", "--status", "done")
    assert {case["status"] for case in found.values()} == {"out of scope", "done"}


@pytest.mark.usefixtures("negation")
def test_one_case_is_told_at_length(ocs: Ocs):
    told = ocs("rules", "OCS", "4.5b").out.splitlines()
    assert told[:2] == ["OCS 4.5b: Zone of control: negation", "done (core)"]
    assert "  ocs_engine.series.general:negated" in told
    assert told[-2:] == ["tested by:", "  tests/series/test_general.py::test_negation"]


def test_the_table_is_data_and_its_sum_a_note(ocs: Ocs):
    ended = ocs("rules", "OCS", "6")
    assert ended.code == ExitCode.FINE
    assert ended.out.splitlines()[0].startswith("rule")
    assert ended.err.startswith(f"{len(ended.out.splitlines()) - 1} cases: ")


# --- a full run keeps it true: a tiny project that keeps the table as ours does

CONFTEST = """
from pathlib import Path
from tests import rulebook

def pytest_addoption(parser):
    rulebook.add_options(parser)

def pytest_configure(config):
    config.pluginmanager.register(rulebook.RuleTests(config, Path(config.rootpath, "rule-tests.csv")))
"""
TWO_TESTS = """
import pytest

@pytest.mark.rule("OCS 4.5")
def test_zone():
    pass

@pytest.mark.rule("OCS 4.5b", "OCS 4.5")
@pytest.mark.parametrize("number", [1, 2])
def test_negation(number):
    pass
"""
KEPT = """rule,test
OCS 4.5,checks/test_zones.py::test_negation
OCS 4.5,checks/test_zones.py::test_zone
OCS 4.5b,checks/test_zones.py::test_negation
"""


class Project:
    """A project of one file of tests, with a committed file of what passed."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        pytester.makefile(".ini", pytest="[pytest]\ntestpaths = checks\nmarkers = rule(case): a case\n")
        (pytester.mkdir("checks") / "conftest.py").write_text(CONFTEST)
        self.kept = pytester.path / "rule-tests.csv"
        self.kept.write_text(KEPT)

    def run(self, tests: str, *words: str) -> pytest.RunResult:
        (self.pytester.path / "checks" / "test_zones.py").write_text(tests)
        return self.pytester.runpytest(*words)


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *sys.path]))
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:cacheprovider")
    return Project(pytester)


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_full_run_prints_the_table(project: Project, processes: str):
    ended = project.run(TWO_TESTS, "-n", processes)
    assert ended.ret == 0
    told = ["*the rules*", "OCS 4.5 *done*2 tests*", "OCS 4.5b *done*1 tests*", "283 cases: 2 done,*"]
    ended.stdout.fnmatch_lines(told)
    ended.stdout.no_fnmatch_line("*is behind*")


@pytest.mark.parametrize("tests", [
    TWO_TESTS.replace('"OCS 4.5b", ', ""),
    TWO_TESTS.replace("def test_negation", "@pytest.mark.skip\ndef test_negation"),
    TWO_TESTS[: TWO_TESTS.index('@pytest.mark.rule("OCS 4.5b"')],
], ids=["mark taken off", "test skipped", "test taken out"])  # fmt: skip
def test_a_case_that_is_tested_no_longer_fails_the_run(project: Project, tests: str):
    ended = project.run(tests)
    assert ended.ret == 1
    assert {"passed", "skipped"} >= set(ended.parseoutcomes())
    told = ["OCS 4.5b is tested no longer; *checks/test_zones.py::test_negation", "FAILED: *--renew-rules"]
    ended.stdout.fnmatch_lines(told)
    assert project.kept.read_text() == KEPT


def test_a_test_that_fails_is_no_test_of_its_case(project: Project):
    ended = project.run(TWO_TESTS.replace("(number):\n    pass", "(number):\n    assert number == 1"))
    assert ended.ret == 1
    ended.stdout.fnmatch_lines(["OCS 4.5b is tested no longer; *"])


@pytest.mark.parametrize("words", [["-k", "zone and not negation"], ["checks/test_zones.py::test_zone"], ["-x"]])
def test_a_run_of_some_tests_says_nothing(project: Project, words: list[str]):
    ended = project.run(TWO_TESTS, *words)
    assert ended.ret == 0
    ended.stdout.no_fnmatch_line("*the rules*")


def test_another_test_of_a_case_only_says_how_to_renew_the_file(project: Project):
    ended = project.run(TWO_TESTS.replace("test_zone", "test_zone_of_control"))
    assert ended.ret == 0
    ended.stdout.fnmatch_lines(["rule-tests.csv is behind: * python3 run.py test --long --renew-rules"])


def test_the_file_is_renewed_in_the_order_of_the_index(project: Project):
    project.kept.write_text("rule,test\nOCS 9.8,checks/gone.py::test_gone\n")
    ended = project.run(TWO_TESTS, "--long", "--renew-rules")
    assert ended.ret == 0
    ended.stdout.fnmatch_lines(["OCS 9.8 is tested no longer", "rule-tests.csv is renewed"])
    assert project.kept.read_text() == KEPT


@pytest.mark.parametrize(("tests", "words", "told"), [
    (TWO_TESTS, [], "only by a full run with --long"),
    (TWO_TESTS, ["--long", "-k", "zone"], "only by a full run"),
    (TWO_TESTS + "    assert number == 1\n", ["--long"], "not renewed, for a test of a rule failed"),
])  # fmt: skip
def test_the_file_is_renewed_only_by_a_full_run_without_failed_tests_of_rules(
    project: Project, tests: str, words: list[str], told: str
):
    project.kept.write_text("rule,test\n")
    project.run(tests, "--renew-rules", *words).stdout.fnmatch_lines([f"*{told}*"])
    assert project.kept.read_text() == "rule,test\n"


def test_a_failure_that_has_to_do_with_no_rule_is_no_hindrance(project: Project):
    project.kept.write_text("rule,test\n")
    ended = project.run(TWO_TESTS + "\ndef test_of_nothing():\n    assert False\n", "--long", "--renew-rules")
    assert ended.ret == 1
    assert project.kept.read_text() == KEPT


def test_long_tests_are_run_when_they_are_asked_for_and_keep_their_cases(project: Project):
    zone, negation = (TWO_TESTS[: TWO_TESTS.index('@pytest.mark.rule("OCS 4.5b"')], TWO_TESTS)
    project.kept.write_text(KEPT.replace("test_zones.py::test_negation", "long/test_games.py::test_negation"))
    (project.pytester.mkdir("checks/long") / "test_games.py").write_text(negation.replace("test_zone()", "test_line()"))
    short = project.run(zone)
    assert (short.ret, short.parseoutcomes()) == (0, {"passed": 1})
    short.stdout.fnmatch_lines(["OCS 4.5b *done*1 tests*"])
    short.stdout.no_fnmatch_line("*tested no longer*")
    assert project.run(zone, "--long").parseoutcomes() == {"passed": 4}
    (project.pytester.path / "checks" / "long" / "test_games.py").write_text("")
    project.run(zone, "--long").stdout.fnmatch_lines(["OCS 4.5b is tested no longer*"])


def test_a_mark_of_a_case_that_there_is_not_fails_with_the_nearest_spelling(project: Project):
    ended = project.run(TWO_TESTS.replace('"OCS 4.5"', '"OCS 4.5bb"'))
    assert ended.ret == 1
    ended.stdout.fnmatch_lines(["*'OCS 4.5bb' is no case of rules-index.csv; did you mean 'OCS 4.5b'?"])
