"""The project's own tables."""

import pytest

from ocs_engine.world.catalogue import load_catalogue
from ocs_engine.world.tables import Tables


@pytest.fixture(scope="session")
def tables() -> Tables:
    return load_catalogue().tables
