"""Who fights, fires and flies together, where a game parts a side into nations (T2 4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.state.model import State
from ocs_engine.world.counters import Counter


@rule("T2 1.12", "T2 4.1")
def factions_of(state: State, counter: Counter) -> frozenset[str]:
    """The factions with which a counter counts: its own, and the one that its formation is attached to (T2 4.1d).

    None for what is neutral, as replacements are.
    """
    attached = state.attached.get(counter.side)
    also = (attached.faction,) if attached and attached.formation == counter.formation else ()
    return frozenset(filter(None, (counter.faction, *also)))


@rule("T2 4.1")
def in_one_team(state: State, pieces: Iterable[str]) -> bool:
    """Whether some units, or some planes, may do something together."""
    wanted = tuple(pieces)
    return any(set(wanted) <= set(team) for team in state.points.teams(state, wanted))


@rule("T2 4.1")
def team_refusal(state: State, pieces: Sequence[str]) -> Refusal | None:
    """Why some units may not join one attack or barrage, or some planes one mission, or None."""
    if not pieces or in_one_team(state, pieces):
        return None
    words = f"{', '.join(pieces)} are of several factions and do not attack, fire or fly together"
    return Refusal(code="several factions", rule="T2 4.1", sentence=words, pieces=tuple(pieces))


def best_team(state: State, pieces: Sequence[str]) -> tuple[str, ...]:
    """The largest of the teams among some pieces, the first of those alike, in the order of the pieces."""
    return max(state.points.teams(state, pieces), key=len, default=())
