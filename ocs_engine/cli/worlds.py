"""Finds the world, or the log with its world, that a command line names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ocs_engine.cli.output import CommandError, ExitCode, meant

if TYPE_CHECKING:
    from ocs_engine.tunisia.game import Opened
    from ocs_engine.world.world import World


def world_of(scenario: str, overlay: Path | None = None) -> World:
    """The world of a scenario given by id or file; an unknown id is a usage error with the nearest one."""
    from ocs_engine.world.errors import ScenarioError
    from ocs_engine.world.world import list_scenarios, load_world

    try:
        return load_world(scenario, overlay)
    except ScenarioError as error:
        if error.problems[0].code != "no-scenario":
            raise
        known = [each.id for each in list_scenarios()]
        raise CommandError(f"there is no scenario {scenario!r}; {meant(scenario, known)}", ExitCode.USAGE) from error


def game_of(log: Path, overlay: Path | None = None) -> Opened:
    """A log with its world; raises LogError."""
    from ocs_engine.tunisia.game import open_log

    return open_log(log, overlay)
