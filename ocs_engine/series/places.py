"""Labels in commands, read as hexes and other places."""

from __future__ import annotations

from ocs_engine.grid import GridError, Hex
from ocs_engine.kernel.messages import refuse
from ocs_engine.state.model import State


def read_hex(state: State, label: str) -> Hex:
    """The hex of a label in a command; raises Refused."""
    try:
        return state.world.atlas.grid.hex(label)
    except GridError as error:
        raise refuse("no such hex", "", str(error), places=(label,)) from None


def read_place(state: State, label: str) -> int:
    """The place of a label in a command; raises Refused."""
    try:
        return state.world.place(label)
    except ValueError as error:
        raise refuse("no such place", "", str(error), places=(label,)) from None
