"""International cooperation by option (T2 4.1): who fights with whom, and which formations serve two nations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ocs_engine.kernel.cases import rule
from ocs_engine.series.teams import factions_of
from ocs_engine.state.model import State, Unit
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World

FACTIONS = {Side.AXIS: ("German", "Italian"), Side.ALLIED: ("American", "French", "Commonwealth")}
"""The factions of each side (T2 1.12a)."""
ATTACHED_TO = {
    "German": ("Italian",),
    "Italian": ("German",),
    "American": ("French", "Commonwealth"),
    "French": ("American",),
}
"""The factions to which a formation of each may be attached; no other may (T2 4.1d)."""


def factions(state: State, piece: str) -> frozenset[str]:
    """The factions of a unit or plane."""
    if piece in state.units:
        return factions_of(state, state.units[piece].counter)
    return frozenset((state.planes[piece].aircraft.faction,))


@rule("T2 4.1")
def teams(state: State, pieces: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Those of each faction among some units or planes, in its order; none within another (T2 4.1a, b)."""
    known = {piece: factions(state, piece) for piece in pieces}
    names = (name for side in Side for name in FACTIONS[side])
    found = [tuple(each for each in pieces if name in known[each] or not known[each]) for name in names]
    return tuple(
        team
        for at, team in enumerate(found)
        if team and not any(set(team) < set(other) or (set(team) == set(other) and n < at)
                            for n, other in enumerate(found))
    )  # fmt: skip


@rule("T2 4.1")
def may_spot(state: State, uid: str, firers: Sequence[str]) -> bool:
    """Whether a unit spots for some artillery or planes: it is of the faction that all of them have (T2 4.1b)."""
    common = frozenset.intersection(*(factions(state, piece) for piece in firers)) if firers else frozenset()
    return not firers or bool(common & factions(state, uid))


@rule("T2 4.1")
def serves(state: State, hq: Unit, unit: Unit) -> bool:
    """Whether an HQ supplies and rebuilds a unit: no American or French one a Commonwealth unit, nor the other way
    round; a unit that counts as both is served by both (T2 4.1c, d). The Axis makes no difference.
    """
    own, theirs = factions_of(state, hq.counter), factions_of(state, unit.counter)
    if hq.side is Side.AXIS or not theirs:
        return True
    british = "Commonwealth" in own
    return any((name == "Commonwealth") is british for name in theirs)


@rule("T2 4.1")
def attachments(state: State, side: Side) -> dict[str, tuple[str, ...]]:
    """The divisions of a side that may be attached, each with the factions that it may go to (T2 4.1d).

    One that has yet to come may be, too.
    """
    return {name: ATTACHED_TO[own] for name, own in _divisions(state.world, side)}


@lru_cache(maxsize=16)
def _divisions(world: World, side: Side) -> tuple[tuple[str, str], ...]:
    """The formations of a side whose faction attaches any, in order, each with that."""
    counters = (each for each in world.counters.values() if each.side is side and each.formation)
    return tuple(sorted({(each.formation, each.faction) for each in counters if each.faction in ATTACHED_TO}))
