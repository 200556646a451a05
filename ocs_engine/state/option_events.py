"""What can happen by optional rules alone (OCS 21, T2 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.state.events import put_units, spend
from ocs_engine.state.model import AWAY, Attached, Raid, State
from ocs_engine.state.repl_events import used_up, without_plans
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


class FightersGivenUp(Event):
    """A side gave up planes for good, and its rolls for replacements are better from now on (T2 4.6a)."""

    kind: Literal["fighters given up"] = "fighters given up"
    side: Side
    planes: tuple[str, ...]


class SurgeTraded(Event):
    """A side has more Sea Cap in this turn, in SP, in place of a refit of surge planes (T2 4.6b)."""

    kind: Literal["surge traded"] = "surge traded"
    side: Side
    points: Annotated[int, Field(ge=1, le=99)]


class CachesGained(Event):
    """The supply caches of a month came (OCS 21.10)."""

    kind: Literal["caches gained"] = "caches gained"
    side: Side
    count: Annotated[int, Field(ge=1, le=99)]


class CachesSpent(Event):
    """A side spent supply caches at an HQ: as shells of a barrage, or as forage (OCS 21.10)."""

    kind: Literal["caches spent"] = "caches spent"
    side: Side
    hq: str
    count: Annotated[int, Field(ge=1, le=99)]
    use: Literal["shells", "forage"]
    turn: int


class ReplsLapsed(Event):
    """Replacements that a side was to use in the turn in which they came are lost (OCS 21.7)."""

    kind: Literal["repls lapsed"] = "repls lapsed"
    side: Side
    repls: tuple[str, ...]


class RaidEmbarked(Event):
    """A unit went to sea for a raid (T2 4.4)."""

    kind: Literal["raid embarked"] = "raid embarked"
    side: Side
    unit: str
    place: str
    turn: int


class RaidLanded(Event):
    """A raid landed (T2 4.4)."""

    kind: Literal["raid landed"] = "raid landed"
    side: Side
    unit: str
    hex: str


EVENTS: tuple[type[Event], ...] = (
    HexScouted, FormationAttached, FightersGivenUp, SurgeTraded, CachesGained, CachesSpent, ReplsLapsed,
    RaidEmbarked, RaidLanded,
)  # fmt: skip


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


def _fighters_given_up(state: State, event: FightersGivenUp) -> State:
    planes = state.planes
    for pid in event.planes:
        planes = planes.delete(pid)
    return replace(state, planes=planes, better_repls=state.better_repls.set(event.side, True))


def _surge_traded(state: State, event: SurgeTraded) -> State:
    gained = state.sea_gained.get(event.side, 0) + event.points
    return replace(state, sea_gained=state.sea_gained.set(event.side, gained))


def _caches_gained(state: State, event: CachesGained) -> State:
    return replace(state, caches=state.caches.set(event.side, state.caches.get(event.side, 0) + event.count))


def _caches_spent(state: State, event: CachesSpent) -> State:
    state = replace(state, caches=state.caches.set(event.side, state.caches.get(event.side, 0) - event.count))
    return state if event.use == "shells" else replace(state, foraged=state.foraged.set(event.hq, event.turn))


def _repls_lapsed(state: State, event: ReplsLapsed) -> State:
    return used_up(state, event.repls)


def _raid_embarked(state: State, event: RaidEmbarked) -> State:
    unit = state.units[event.unit]
    state = put_units(state, {event.unit: replace(unit, place=AWAY)})
    return replace(without_plans(state, (event.unit,)), raid=Raid(event.unit, event.turn))


def _raid_landed(state: State, event: RaidLanded) -> State:
    """It has half its MA in this phase, as what ships have carried (T2 4.4)."""
    unit = replace(state.units[event.unit], place=state.world.place(event.hex))
    state = put_units(state, {event.unit: unit})
    raid = None if state.raid is None else replace(state.raid, landed=True)
    memory = replace(state.memory, rode=state.memory.rode.set(event.unit, True))
    return replace(state, raid=raid, memory=memory)


_APPLIERS: tuple[tuple[type[Event], Callable[[State, Any], State]], ...] = (
    (HexScouted, _hex_scouted),
    (FormationAttached, _formation_attached),
    (FightersGivenUp, _fighters_given_up),
    (SurgeTraded, _surge_traded),
    (CachesGained, _caches_gained),
    (CachesSpent, _caches_spent),
    (ReplsLapsed, _repls_lapsed),
    (RaidEmbarked, _raid_embarked),
    (RaidLanded, _raid_landed),
)
