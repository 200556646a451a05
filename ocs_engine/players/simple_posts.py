"""How the player `simple` guards what its trace hangs on: HQs, and the stations by which they trace.

A station that the enemy walks into is his until it is retaken, and all beyond it are out of supply at once; an HQ alone
is ridden over. One fighter keeps out whoever is not strong enough to drive it off.
"""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.grid import Hex
from ocs_engine.players.simple_rails import holds
from ocs_engine.players.simple_trace import lifelines, nearest
from ocs_engine.players.simple_worth import garrison, nearest_enemy
from ocs_engine.series.general import attack_capable
from ocs_engine.series.supply.access import throwers
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

GUARDED = 12
"""Hexes to the nearest enemy within which a post has a guard."""
MOST = 6
"""Posts for which guards are sent in a phase."""
FAR = 12 * 12
"""How far they come from, in twelfths of an MP."""


def posts(state: State, side: Side) -> frozenset[Hex]:
    """The hexes on which the trace of a side hangs: those of its HQs, and the stations by which these trace."""
    return lifelines(state, side) | {state.units[uid].place for uid in throwers(state, side)}


def guards(state: State, side: Side, waiting: Sequence[str]) -> dict[str, Hex]:
    """Who goes to which post near the enemy that nobody guards: the nearest fighter that can be spared."""
    if state.points.everyone_supplied(state):
        return {}
    near = {hex_: nearest_enemy(state, side, hex_, GUARDED + 1) for hex_ in posts(state, side)}
    bare = [hex_ for hex_, far in near.items() if far <= GUARDED and not garrison(state, hex_, side)]
    able = [uid for uid in waiting if attack_capable(state.units[uid]) and not _guards(state, side, uid, near)]
    sent: dict[str, Hex] = {}
    for hex_ in sorted(bare, key=lambda hex_: (near[hex_], hex_))[:MOST]:
        near_it = nearest(state, (uid for uid in able if uid not in sent), hex_, FAR)
        sent |= dict.fromkeys(near_it[:1], hex_)
    return sent


def _guards(state: State, side: Side, uid: str, near: dict[Hex, int]) -> bool:
    """Whether a unit alone holds an objective, or a post near the enemy."""
    place = state.units[uid].place
    post = near.get(place, GUARDED + 1) <= GUARDED and not garrison(state, place, side, [uid])
    return post or holds(state, side, uid)
