"""Patrol Zones of both sides, and the bases from which their Fighters patrol."""

from __future__ import annotations

from ocs_engine.air_lens import patrolling, patrols
from ocs_engine.series.story import place_name
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view import palette
from ocs_view.marks import Border, Mark, Tag, Wash
from ocs_view.overlays import HATCH, Laid, Look, Overlay


def lay(look: Look) -> Laid:
    """Each side's zones tinted and hatched within a strong line; its bases with the Active Fighters that are there."""
    state = look.state
    marks: list[Mark] = []
    notes: list[str] = []
    for side in Side:
        own, told = _of_side(state, side)
        marks += own
        notes += told
    if look.hex is not None:
        notes += _over(look)
    key = tuple(
        (palette.OVER[side.value], f"Patrol Zones of the {side} side; tags: Active Fighters there") for side in Side
    )
    return Laid(tuple(marks), key, tuple(notes))


def _of_side(state: State, side: Side) -> tuple[list[Mark], list[str]]:
    zone, colour = patrols(state, side), palette.OVER[side.value]
    if not zone:
        return [], [f"{side}: no Active Fighter at a base on the map, so no Patrol Zone"]
    hexes, fighters = tuple(zone), patrolling(state, side)
    marks: list[Mark] = [Wash(hexes, colour, 24, HATCH[side]), Border(hexes, colour, 0.1)]
    for base, planes in fighters.items():
        x, y = state.world.atlas.grid.centre(base)
        marks.append(Tag((x, y + 0.62), f"{len(planes)} F", colour, 0.3, boxed=True))
    names = (f"{place_name(state.world, state.world.label(base))}: {len(planes)}" for base, planes in fighters.items())
    return marks, [f"{side}: {len(hexes)} hexes; Active Fighters at {', '.join(names)}"]


def _over(look: Look) -> list[str]:
    """Who patrols the hex pointed at."""
    label = look.state.world.label
    found = {side: patrols(look.state, side).get(look.hex, ()) for side in Side} if look.hex is not None else {}
    return [f"{side} patrols it from {', '.join(map(label, bases))}" for side, bases in found.items() if bases]


OVERLAY = Overlay("patrols", "8", "Patrol Zones", lay, follows=True)
