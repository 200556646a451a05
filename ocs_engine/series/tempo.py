"""Convention tempo by option (OCS 21.6): more of everything, so that a game is decided sooner."""

from __future__ import annotations

from fractions import Fraction

from ocs_engine.kernel.cases import rule
from ocs_engine.series.numbers import rounded
from ocs_engine.series.supply.access import ORGANIC
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.options import CONVENTION_TEMPO
from ocs_engine.world.scenario import TransportSetup
from ocs_engine.world.tables import Tables


@rule("OCS 21.6")
def at_start(tables: Tables, tempo: bool) -> int:
    """How many times what a scenario says there is of supply, transport and Rail Cap at the start (OCS 21.6)."""
    return tables.number("tempo_start_multiple") if tempo else 1


@rule("OCS 21.6")
def transport_at_start(tables: Tables, tempo: bool, setup: TransportSetup) -> int:
    """The T that Transport Points of a scenario hold as the game begins; organic trucks are as many as ever."""
    return setup.tokens if setup.kind == ORGANIC else setup.tokens * at_start(tables, tempo)


@rule("OCS 21.6", "OCS 13.3a")
def rail_cap(state: State, side: Side) -> int:
    """The Rail Cap of a side this turn, in SP."""
    tables, tempo = state.world.tables, state.plays(CONVENTION_TEMPO)
    return state.points.rail_cap(state, side) * at_start(tables, tempo)


@rule("OCS 21.6", "OCS 19.0f")
def sea_cap(state: State, side: Side) -> Fraction:
    """The Sea Cap of a side this turn, in SP."""
    return state.points.sea_cap(state, side) * _share(state)


@rule("OCS 21.6", "OCS 13.6")
def coming(state: State, tokens: int) -> int:
    """The T that come where so many are listed as reinforcement; a half goes up (OCS 4.1)."""
    return rounded(tokens * _share(state))


@rule("OCS 21.6")
def repl_rolls(state: State, side: Side) -> int:
    """How often a side rolls on its Repl Table in a Reinforcement Phase."""
    rolls = state.points.repl_rolls(state, side)
    return rolls * state.world.tables.number("tempo_repl_rolls") if state.plays(CONVENTION_TEMPO) else rolls


def _share(state: State) -> Fraction:
    return state.world.tables.share("tempo_supply_share") if state.plays(CONVENTION_TEMPO) else Fraction(1)
