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
    """A log with its world; raises LogError, also for a header that holds what no game ever wrote."""
    from ocs_engine.kernel.log import LogError
    from ocs_engine.kernel.replay import first_die
    from ocs_engine.tunisia.game import open_log

    try:
        opened = open_log(log, overlay)
        header = opened.log.header
        _ = header["seed"], header["title"], first_die(header)
    except LogError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise LogError(log, 1, f"the header makes no sense: {error!r}") from error
    return opened
