"""The tests' side of the table of rules: which tests passed for each case, told at the end of a full run.

A test says by `@pytest.mark.rule("OCS 4.5b")` which cases it checks: it would fail if they were left out. A full run,
and only that, prints the table and fails where a case that `ocs_engine/data/rule-tests.csv` lists as tested has no
passing test any more. Tests of whole games lie in folders `long`, and are run with `--long`. What
`python3 run.py test --long --renew-rules` runs writes that file anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter

from ocs_engine import rulebook
from ocs_engine.world import resources

RENEW, LONG = "--renew-rules", "--long"
HOW = f"python3 run.py test {LONG} {RENEW}"


def add_options(parser: pytest.Parser) -> None:
    """The option that renews the file of tests, and the one that takes in the tests of whole games."""
    told = f"write {rulebook.TESTS} anew from the tests that passed for each rule case; needs a full run with {LONG}"
    parser.addoption(RENEW, action="store_true", help=told)
    parser.addoption(LONG, action="store_true", help="run the long tests too, those in a folder `long`")


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

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Long tests are left out unless they are asked for."""
        return True if collection_path.name == "long" and not self.config.getoption(LONG) else None

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
        whole = is_full(self.config) and ended
        if not whole or (renew and not self.config.getoption(LONG)):
            self.told = [f"{self.kept.name} is renewed only by a full run with {LONG}"] if renew else []
            return
        green = exitstatus == pytest.ExitCode.OK
        tests = self._tests()
        self.told = lines(rulebook.table(tests))
        if renew and not self.failed:
            self.told += [f"{case} is tested no longer" for case in self.lost(tests)]
            rulebook.write_tests(tests, self.kept)
            self.told.append(f"{self.kept.name} is renewed")
        elif not self.holds(tests) and green:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if renew and self.failed:
            self.told.append(f"{self.kept.name} is not renewed, for a test of a rule failed")

    def _tests(self) -> dict[str, list[str]]:
        """The tests that passed by case; long ones that were left out are believed to pass as they did."""
        found = {case: set(tests) for case, tests in self.passed.items()}
        if not self.config.getoption(LONG):
            for case, tests in rulebook.committed_tests(self.kept).items():
                found.setdefault(case, set()).update(test for test in tests if "/long/" in test)
        return {case: sorted(tests - self.failed) for case, tests in found.items() if tests - self.failed}

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
