"""What can be laid over the map. Each module in this folder is one overlay: it names it, and gives its marks.

A module defines `OVERLAY`, and that is all that adding one takes: it is found here, gets its key and button in the
viewer and its name in `ocs render --overlay`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from ocs_engine.grid import Hex
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view.marks import Mark
from ocs_view.palette import Colour

HATCH = {Side.AXIS: "\\", Side.ALLIED: "/"}
"""How each side's hatching leans, so that colour is not all."""


@dataclass(frozen=True, slots=True)
class Look:
    """What an overlay is asked about: a state, and what the one who looks has chosen, if anything.

    side: whose eyes, for overlays that tell friend from foe. unit: the chosen unit's id. hex: the hex pointed at.
    before: the state when the side's last player turn ended.
    """

    state: State
    side: Side
    unit: str = ""
    hex: Hex | None = None
    before: State | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """An overlay's answer: its marks, what its colours mean, and a few plain sentences for the panel."""

    marks: tuple[Mark, ...] = ()
    key: tuple[tuple[Colour, str], ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """name: for the command line; key: on the keyboard; title: on its button; lay: what it shows.

    follows: whether it changes with the hex pointed at, and so must be laid again when the pointer moves.
    """

    name: str
    key: str
    title: str
    lay: Callable[[Look], Laid]
    follows: bool = False


@lru_cache(maxsize=1)
def overlays() -> dict[str, Overlay]:
    """Every overlay by name, in the order of their keys."""
    names = sorted(each.name for each in pkgutil.iter_modules(__path__))
    found = [importlib.import_module(f"{__name__}.{name}").OVERLAY for name in names]
    return {overlay.name: overlay for overlay in sorted(found, key=lambda each: (each.key, each.name))}
