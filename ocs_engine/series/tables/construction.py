"""Who may do which construction, and what it takes (OCS 13.8d)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.remembered import remembered
from ocs_engine.state.build_events import Task
from ocs_engine.world.tables import Tables

_OPENINGS = {
    Task.AIR_BASE: "build/improve air base",
    Task.STRIP: "upgrade air strip",
    Task.REDUCE_BASE: "reduce air base",
    Task.HEDGEHOG: "build/improve hedgehog",
    Task.REDUCE_HEDGEHOG: "reduce hedgehog",
    Task.REPAIR_PORT: "repair port",
    Task.DAMAGE_PORT: "damage port",
}
"""How the chart's line for a task opens."""
_QUARTERS = 4


@remembered(lambda tables: (tables,))
def _lines(tables: Tables) -> dict[Task, Mapping[str, Any]]:
    """The chart's line for each task."""
    lines = tables["construction"]["tasks"]
    return {
        task: next(each for each in lines if each["task"].startswith(opening)) for task, opening in _OPENINGS.items()
    }


@rule("OCS 13.8d")
def task_cost(tables: Tables, task: Task) -> int:
    """What a task takes, in T."""
    return int(_lines(tables)[task]["cost_T"])


@rule("OCS 13.8d")
def troops_needed(tables: Tables, task: Task) -> int | None:
    """The troops in Combat Mode in the hex that do a task, in quarters of an RE; None where engineers alone do it."""
    found = re.match(r"(\d+) RE in Combat Mode in hex", _lines(tables)[task]["who"])
    return _QUARTERS * int(found[1]) if found else None
