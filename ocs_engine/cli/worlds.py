"""Finds the world, or the log with its world, that a command line names."""

from __future__ import annotations

from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

from ocs_engine.cli.output import CommandError, ExitCode, meant, note

if TYPE_CHECKING:
    from ocs_engine.tunisia.game import Opened
    from ocs_engine.world.world import World


LOG_ENDINGS = (".ocslog", ".ocslog.gz")
READ_DAMAGED: ContextVar[bool] = ContextVar("read_damaged", default=False)
"""Whether a log that the command line has read is damaged, which its exit code tells whatever the command."""


def world_of(scenario: str, overlay: Path | None = None) -> World:
    """The world of a scenario given by id or file; an unknown id is a usage error with the nearest one.

    A file that is none of ours is validated first; raises ScenarioError with what `ocs validate` finds.
    """
    from ocs_engine.world.errors import ScenarioError
    from ocs_engine.world.world import find_scenario, list_scenarios, load_world

    if scenario.endswith(LOG_ENDINGS):
        told = f"{scenario} is a log; a game goes on in it with --continue {scenario}"
        raise CommandError(told, ExitCode.USAGE)
    try:
        check_own(find_scenario(scenario), overlay)
        return load_world(scenario, overlay)
    except ScenarioError as error:
        if error.problems[0].code != "no-scenario":
            raise
        known = [each.id for each in list_scenarios()]
        raise CommandError(f"there is no scenario {scenario!r}; {meant(scenario, known)}", ExitCode.USAGE) from error


def check_own(file: Path, overlay: Path | None) -> None:
    """Raise ScenarioError where a scenario file, unless it is one of ours, has faults."""
    from ocs_engine.validate.scenarios import check_scenario
    from ocs_engine.world.catalogue import load_catalogue
    from ocs_engine.world.errors import ScenarioError
    from ocs_engine.world.world import scenario_files, the_atlas

    if file.resolve() in (ours.resolve() for ours in scenario_files()):
        return
    faults, _ = check_scenario(file, load_catalogue(overlay), the_atlas())
    if faults:
        raise ScenarioError(faults)


def game_of(log: Path, overlay: Path | None = None) -> Opened:
    """A log with its world, as far as it is good; raises LogError where nothing is, CommandError for a scenario.

    A last line without its end, as a stopped program leaves it, is no damage.
    """
    from ocs_engine.tunisia.game import open_log
    from ocs_engine.world.world import scenario_files

    if not log.exists() and str(log) in (file.stem for file in scenario_files()):
        told = f"{log} is a scenario; ocs play {log} --log a.ocslog makes a log of a game"
        raise CommandError(told, ExitCode.INPUT)
    opened = open_log(log, overlay)
    if opened.log.problem is not None and not opened.log.cut_off:
        READ_DAMAGED.set(True)
    return opened


def tell_damage(opened: Opened, done: str) -> None:
    """Say on stderr what is wrong with a log, if anything, and what was done up to there."""
    if opened.log.problem is not None:
        note(f"{opened.log.problem}; {done} line {len(opened.log.lines)}")
