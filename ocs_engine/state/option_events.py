"""What can happen by optional rules alone (OCS 21, T2 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.events import spend
from ocs_engine.state.model import Attached, State
from ocs_engine.world.counters import Side


class HexScouted(Event):
    """A moving unit looked into an adjacent hex (OCS 21.1). cost: MP in twelfths.

    What the enemy told: steps: of all his combat units there; at: the AT level of the hex.
    """

    kind: Literal["hex scouted"] = "hex scouted"
    side: Side
    unit: str
    hex: str
    cost: Annotated[int, Field(ge=0, le=12 * 1000)]
    steps: int
    at: str


class FormationAttached(Event):
    """A formation counts with another faction too, in place of the one before; "" for none any more (T2 4.1d)."""

    kind: Literal["formation attached"] = "formation attached"
    side: Side
    formation: str
    faction: str


EVENTS: tuple[type[Event], ...] = (HexScouted, FormationAttached)


def install(rules: Ruleset[State]) -> None:
    """Register the state after each kind of event."""
    for kind, applier in _APPLIERS:
        rules.event(kind)(applier)


def _hex_scouted(state: State, event: HexScouted) -> State:
    return spend(state, {event.unit: event.cost})


def _formation_attached(state: State, event: FormationAttached) -> State:
    attached = state.attached
    if event.formation:
        attached = attached.set(event.side, Attached(event.formation, event.faction))
    elif event.side in attached:
        attached = attached.delete(event.side)
    return replace(state, attached=attached)


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (HexScouted, _hex_scouted),
    (FormationAttached, _formation_attached),
)
