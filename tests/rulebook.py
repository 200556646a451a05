"""The tests' side of the table of rules: which tests passed for each case, told at the end of a full run.

A test says by `@pytest.mark.rule("OCS 4.5b")` which cases it checks: it would fail if they were left out. A full run,
and only that, prints the table and fails where a case that `ocs_engine/data/rule-tests.csv` lists as tested has no
passing test any more. `python3 run.py test --renew-rules` writes that file anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter

from ocs_engine import rulebook
from ocs_engine.world import resources

RENEW = "--renew-rules"
HOW = f"python3 run.py test {RENEW}"


def add_option(parser: pytest.Parser) -> None:
    """The option that renews the file of tests."""
    told = f"write {rulebook.TESTS} anew from the tests that passed for each rule case; needs a full run"
    parser.addoption(RENEW, action="store_true", help=told)


class RuleTests:
    """Collects, from every process that runs tests, the tests that passed for each case."""

    def __init__(self, config: pytest.Config, kept: Path | None = None) -> None:
        """kept: the committed file of tests; the project's own if not given."""
        self.config = config
        self.kept = kept or resources.data(rulebook.TESTS)
        self.known = rulebook.index()
        self.passed: dict[str, set[str]] = {}
        self.failed: set[str] = set()
        """Tests of any case that failed."""
        self.told: list[str] = []

    # --- where tests run

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Give the marks of a test to its report, which alone goes from process to process."""
        for item in items:
            item.user_properties += [("rule", case) for case in cases_of(item)]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """A test of a case that there is not fails."""
        wrong = [problem for case in cases_of(item) if (problem := rulebook.misnamed(case, self.known))]
        if wrong:
            pytest.fail("; ".join(wrong), pytrace=False)

    # --- where reports come together

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that passed for its cases, or that failed."""
        test = report.nodeid.partition("[")[0]
        cases = [str(case) for name, case in report.user_properties if name == "rule"]
        if report.failed and cases:
            self.failed.add(test)
        elif report.when == "call" and report.passed:
            for case in cases:
                self.passed.setdefault(case, set()).add(test)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """In a full run, compare what passed with the committed file, or renew it."""
        if hasattr(self.config, "workerinput"):
            return
        renew = self.config.getoption(RENEW)
        ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and not session.shouldfail
        if not (is_full(self.config) and ended):
            self.told = [f"{self.kept.name} is renewed only by a full run"] if renew else []
            return
        green = exitstatus == pytest.ExitCode.OK
        tests = {case: sorted(found - self.failed) for case, found in self.passed.items() if found - self.failed}
        self.told = lines(rulebook.table(tests))
        if renew and not self.failed:
            self.told += [f"{case} is tested no longer" for case in self.lost(tests)]
            rulebook.write_tests(tests, self.kept)
            self.told.append(f"{self.kept.name} is renewed")
        elif not self.holds(tests) and green:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if renew and self.failed:
            self.told.append(f"{self.kept.name} is not renewed, for a test of a rule failed")

    def lost(self, tests: dict[str, list[str]]) -> list[str]:
        """The cases that the committed file lists as tested and no test passed for."""
        return [case for case in rulebook.committed_tests(self.kept) if case not in tests]

    def holds(self, tests: dict[str, list[str]]) -> bool:
        """Whether every case is tested still that was; tells which are not, and of a file that is behind."""
        kept, lost = rulebook.committed_tests(self.kept), self.lost(tests)
        for case in lost:
            self.told.append(f"{case} is tested no longer; for it had passed: {', '.join(kept[case])}")
        if lost:
            self.told.append(f"FAILED: give each its test back or, if a rule is to go untested, run {HOW}")
        elif kept != tests:
            self.told.append(f"{self.kept.name} is behind: other tests passed than it lists; renew it by {HOW}")
        return not lost

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        """Print the table at the end."""
        if self.told:
            terminalreporter.section("the rules")
            for line in self.told:
                terminalreporter.line(line)


def cases_of(item: pytest.Item) -> list[str]:
    """The cases that the marks of a test name."""
    return list(dict.fromkeys(str(case) for mark in item.iter_markers("rule") for case in mark.args))


def is_full(config: pytest.Config) -> bool:
    """Whether a run takes in every test: none is named, filtered out, or left out after a failure."""
    narrowing = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "maxfail", "collectonly")
    whole = set(config.args) == set(config.getini("testpaths")) and config.invocation_params.dir == config.rootpath
    return whole and not any(config.getoption(name, None) for name in narrowing)


def lines(cases: tuple[rulebook.Case, ...]) -> list[str]:
    """The table: a line for each case that is carried out or tested, one for each chapter's others, and the sum."""
    told, others = [], dict[str, list[str]]()
    for case in cases:
        if case.implemented or case.tests:
            what = f"{case.title}; left: {case.left}" if case.left else case.title
            told.append(f"{case.rule:<10} {case.status:<9} {len(case.tests):>3} tests  {what}")
        else:
            others.setdefault(f"{case.status}, {case.chapter}", []).append(case.rule.partition(" ")[2])
    told += [f"{chapter}: {' '.join(numbers)}" for chapter, numbers in others.items()]
    return [*told, rulebook.in_words(cases)]
