"""Settings for every test, and the table of rules at the end of a full run."""

import os

import pytest
from hypothesis import settings

from tests import rulebook

settings.register_profile("project", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("project")


def pytest_addoption(parser: pytest.Parser) -> None:
    rulebook.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(rulebook.RuleTests(config), "rule tests")
