"""What units without trace eat off the map (OCS 12.6c)."""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.series.tables.lines import figure
from ocs_engine.world.tables import Tables


@rule("OCS 12.6c")
def eating_cost(tables: Tables, quarters: int) -> int:
    """T for units of so many quarters of an RE that are fed from one dump, part of a T counted as a whole one."""
    words = tables["other_supply_costs"]["eat_off_map"]
    tokens, share = figure(words, r"^(\d+)T"), 4 * figure(words, r"per (\d+) RE")
    return tokens * -(-quarters // share)
