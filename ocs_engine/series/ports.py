"""What ports can handle now (OCS 19.0)."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.series.general import in_enemy_zoc
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


@rule("OCS 19.0b", "T2 1.8b")
def damaged_capacity(state: State, port: Hex) -> int:
    """What the hits on a port leave of its capacity, in T, by the port's printed track (OCS 19.0b)."""
    printed, hits = state.world.atlas.ports[port], state.ports[port].hits
    return printed.hit_capacities[hits - 1] if hits else printed.capacity


@rule("OCS 19.0a", "OCS 4.5a")
def capacity(state: State, port: Hex) -> int:
    """What a port handles in a phase, in T: nothing while it lies in an enemy ZOC, negated or not (OCS 19.0a)."""
    return 0 if in_enemy_zoc(state, state.ports[port].side, port) else damaged_capacity(state, port)


@rule("OCS 19.0e")
def traces(state: State, port: Hex) -> bool:
    """Whether a port that is a source of trace is one still: it handles 1 SP or more; ZOC is no matter (OCS 19.0e)."""
    return damaged_capacity(state, port) >= state.world.tables.number("tokens_per_SP")


def own_ports(state: State, side: Side) -> list[Hex]:
    """The ports of a side, in order."""
    return sorted(port for port, work in state.ports.items() if work.side is side)
