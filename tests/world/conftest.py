"""The catalogue, the map and the first scenario's World, read once."""

from pathlib import Path

import pytest

from ocs_engine.world.atlas import Atlas, load_atlas
from ocs_engine.world.catalogue import Catalogue, load_catalogue
from ocs_engine.world.world import World, load_world


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="session")
def atlas() -> Atlas:
    return load_atlas()


@pytest.fixture(scope="session")
def race() -> World:
    return load_world("race-for-tunis")


@pytest.fixture
def overlay(tmp_path: Path):
    """Writes an overlay file and gives the folder: `overlay("tunisia2/units.csv", "id,ma\\n...")`."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / "overlay" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return tmp_path / "overlay"

    return write
